//! The line between bot and arena, and what it does to messages.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

/// How bad a line is: chances in thousand, and delays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// A request that never arrives.
    pub lost_before: u32,
    /// A request that arrives and whose answer does not.
    pub lost_after: u32,
    /// A request that is given up by the bot and arrives all the same.
    pub given_up: u32,
    /// 503 from the server, which then does nothing.
    pub unavailable: u32,
    /// 429 or a foreign page from something on the way.
    pub in_between: u32,
    /// A stream line that is dropped, doubled, held back, cut.
    pub event_lost: u32,
    pub event_doubled: u32,
    pub event_late: u32,
    pub event_cut: u32,
    /// The stream breaks with a line, or falls silent.
    pub stream_ends: u32,
    pub stream_silent: u32,
    /// The longest usual journey of a message.
    pub journey_ms: u32,
}

impl Line {
    /// Nothing but a short journey.
    pub const QUIET: Line = Line {
        lost_before: 0,
        lost_after: 0,
        given_up: 0,
        unavailable: 0,
        in_between: 0,
        event_lost: 0,
        event_doubled: 0,
        event_late: 0,
        event_cut: 0,
        stream_ends: 0,
        stream_silent: 0,
        journey_ms: 40,
    };

    /// Some of each, some of them often.
    pub fn drawn(random: &mut ChaCha8Rng) -> Line {
        let mut chance = |most: u32| if random.next_u32().is_multiple_of(2) { 0 } else { random.next_u32() % most };
        Line {
            lost_before: chance(150),
            lost_after: chance(150),
            given_up: chance(60),
            unavailable: chance(150),
            in_between: chance(100),
            event_lost: chance(300),
            event_doubled: chance(300),
            event_late: chance(300),
            event_cut: chance(100),
            stream_ends: chance(60),
            stream_silent: chance(30),
            journey_ms: 1 + chance(200),
        }
    }

    pub fn journey(&self, random: &mut ChaCha8Rng) -> u64 {
        u64::from(random.next_u32() % self.journey_ms.max(1)) + 1
    }
}

/// What becomes of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Answered,
    LostBefore,
    LostAfter,
    GivenUp,
    Unavailable,
    Foreign,
}

/// What becomes of a line of the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineFate {
    Arrives,
    Lost,
    Doubled,
    Late,
    Cut,
    EndsStream,
    SilencesStream,
}

/// Draws among fates by their chances in thousand; the rest is `usual`.
fn draw<T: Copy>(random: &mut ChaCha8Rng, fates: &[(u32, T)], usual: T) -> T {
    let mut pick = random.next_u32() % 1000;
    for (chance, fate) in fates {
        match pick.checked_sub(*chance) {
            Some(rest) => pick = rest,
            None => return *fate,
        }
    }
    usual
}

impl Line {
    pub fn fate(&self, random: &mut ChaCha8Rng) -> Fate {
        let fates = [
            (self.lost_before, Fate::LostBefore),
            (self.lost_after, Fate::LostAfter),
            (self.given_up, Fate::GivenUp),
            (self.unavailable, Fate::Unavailable),
            (self.in_between, Fate::Foreign),
        ];
        draw(random, &fates, Fate::Answered)
    }

    pub fn line_fate(&self, random: &mut ChaCha8Rng) -> LineFate {
        let fates = [
            (self.event_lost, LineFate::Lost),
            (self.event_doubled, LineFate::Doubled),
            (self.event_late, LineFate::Late),
            (self.event_cut, LineFate::Cut),
            (self.stream_ends, LineFate::EndsStream),
            (self.stream_silent, LineFate::SilencesStream),
        ];
        draw(random, &fates, LineFate::Arrives)
    }
}
