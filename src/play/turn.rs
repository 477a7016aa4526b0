//! Who owes which answer: seats and turns.

/// The places Botdock plays at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Venue {
    FlipSight,
}

/// One player's chair in one game: a leg of a paired match, or the single board of a human game.
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
    pub player: u8,
}

/// One turn of one seat. The venue's revision rises with every change of the leg, so a turn never comes twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TurnId {
    pub seat: Seat,
    pub revision: u64,
}
