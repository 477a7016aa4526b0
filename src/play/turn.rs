//! Who owes which answer: seats and turns.

/// The places Botdock plays at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Venue {
    FlipSight,
}

/// One participant's place in one game: a leg of a paired match, or the single board of a human game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seat {
    pub venue: Venue,
    /// The venue's match id; negative for human games.
    pub match_id: i64,
    /// The round of a room that is used again (human games); 0 elsewhere.
    pub round: i64,
    /// 0 or 1; always 0 in a human game.
    pub leg: u8,
    /// 0 or 1: which participant sits here.
    pub participant: u8,
}

/// One turn of one seat. The venue's revision rises with every change of the leg, so a turn never comes twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TurnId {
    pub seat: Seat,
    pub revision: u64,
}

impl TurnId {
    /// A number by chance for this turn alone, fixed by `seed`: the same whatever else happens before it (each part is
    /// stirred in with the finisher of `SplitMix64`).
    #[must_use]
    pub fn chance(&self, seed: u64) -> u64 {
        let parts = [self.seat.match_id as u64, self.seat.round as u64, self.seat.leg.into(), self.revision];
        parts.into_iter().fold(seed, |mixed, part| {
            let z = mixed.wrapping_add(part).wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        })
    }
}
