//! The bots of the arena: those that sign in with a token, and the arena's own three.

use crate::game::othello::Mode;
use crate::play::paired::Environment;
use crate::play::strength::Strength;
use rand::{Rng, RngExt};

/// One of the arena's own bots. It is always online, plays every game and starts at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SiteBot {
    pub id: i64,
    pub name: &'static str,
    /// 1 to 3: the API's `engine_level`.
    pub level: u8,
    pub strength: Strength,
    pub(super) rating: u32,
}

/// The arena's own bots, the weakest first.
pub const SITE_BOTS: [SiteBot; 3] = [
    SiteBot { id: 901, name: "Random", level: 1, strength: Strength::Easy, rating: 800 },
    SiteBot { id: 902, name: "Greedy", level: 2, strength: Strength::Medium, rating: 1_000 },
    SiteBot { id: 903, name: "Alphabeta", level: 3, strength: Strength::Strong, rating: 1_400 },
];

/// What a bot is registered with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotSetup {
    pub name: String,
    pub supported: Vec<Mode>,
    /// Takes part in automatic matching.
    pub auto_match: bool,
    /// Matches at a time; a match of two boards counts once.
    pub slots: usize,
}

impl BotSetup {
    /// A bot with the service's usual settings that plays all five games.
    #[must_use]
    pub fn named(name: &str) -> BotSetup {
        BotSetup { name: name.to_owned(), supported: Mode::ALL.to_vec(), auto_match: true, slots: 2 }
    }
}

/// An open event stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StreamId(pub u64);

#[derive(Debug)]
pub(super) struct Stream {
    pub id: StreamId,
    pub next_ping_ms: i64,
}

/// What a test or a person may ask about how a bot behaved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub polls: u64,
    /// The shortest time between two polls.
    pub shortest_poll_gap_ms: Option<i64>,
    /// Moves submitted, refused ones included.
    pub moves: u64,
    pub refused_moves: u64,
    /// Submissions for a match, leg and revision that had one before.
    pub repeated_moves: u64,
    /// Why the latest refused move was refused.
    pub last_refusal: Option<super::ApiError>,
}

/// A registered bot.
#[derive(Debug)]
pub(super) struct Bot {
    pub id: i64,
    pub setup: BotSetup,
    pub token: String,
    pub disabled: bool,
    pub registered_ms: i64,
    /// As the bot reported it last.
    pub environment: Environment,
    pub streams: Vec<Stream>,
    /// The latest request, or the end of the latest stream.
    pub last_seen_ms: Option<i64>,
    /// Left out of automatic matching until then.
    pub barred_until_ms: i64,
    pub last_poll_ms: Option<i64>,
    pub counts: Counts,
}

/// A bot without a stream shows as online for so long after its latest request: idle polls come every five seconds.
const ONLINE_AFTER_REQUEST_MS: i64 = 12_000;
/// A connection counts as lost after so long without any sign of life.
pub(super) const LOST_AFTER_MS: i64 = 30_000;

impl Bot {
    pub fn new(id: i64, setup: BotSetup, now_ms: i64, random: &mut impl Rng) -> Bot {
        Bot {
            id,
            setup,
            token: draw_token(random),
            disabled: false,
            registered_ms: now_ms,
            environment: Environment::default(),
            streams: Vec::new(),
            last_seen_ms: None,
            barred_until_ms: i64::MIN,
            last_poll_ms: None,
            counts: Counts::default(),
        }
    }

    /// Whether it shows as online.
    pub fn online(&self, now_ms: i64) -> bool {
        !self.streams.is_empty() || self.seen_within(now_ms, ONLINE_AFTER_REQUEST_MS)
    }

    /// Whether its connection is not lost yet.
    pub fn connected(&self, now_ms: i64) -> bool {
        !self.streams.is_empty() || self.seen_within(now_ms, LOST_AFTER_MS)
    }

    /// When its connection will count as lost if nothing comes; none while a stream is open or once it is lost.
    pub fn lost_at_ms(&self, now_ms: i64) -> Option<i64> {
        let lost_ms = self.last_seen_ms?.saturating_add(LOST_AFTER_MS + 1);
        (self.streams.is_empty() && lost_ms > now_ms).then_some(lost_ms)
    }

    fn seen_within(&self, now_ms: i64, span_ms: i64) -> bool {
        self.last_seen_ms.is_some_and(|seen_ms| now_ms.saturating_sub(seen_ms) <= span_ms)
    }

    pub fn note_poll(&mut self, now_ms: i64) {
        if let Some(last_ms) = self.last_poll_ms {
            let gap_ms = now_ms.saturating_sub(last_ms);
            let shortest = self.counts.shortest_poll_gap_ms.map_or(gap_ms, |known| known.min(gap_ms));
            self.counts.shortest_poll_gap_ms = Some(shortest);
        }
        self.last_poll_ms = Some(now_ms);
        self.counts.polls += 1;
    }
}

/// A token of the service's shape.
pub(super) fn draw_token(random: &mut impl Rng) -> String {
    const LETTERS: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    let mut token = String::from("fsbm_");
    token.extend((0..40).map(|_| char::from(LETTERS[random.random_range(0..62_u32) as usize])));
    token
}

/// The arena's own bot with this id.
pub(super) fn site_bot(id: i64) -> Option<&'static SiteBot> {
    SITE_BOTS.iter().find(|bot| bot.id == id)
}
