//! A paired match as a venue shows it: two boards (one in a human game), two participants, one total.
//!
//! Participant 0 has black on board 1 (leg 0) and white on board 2. Times are the venue's own milliseconds.

use crate::game::grid::{Side, SquareSet};
use crate::game::othello::{Mode, Move, Position};
use std::time::Duration;

/// Where a match stands. Values the service may add later are [`MatchStatus::Unknown`] and left alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchStatus {
    Pending,
    Running,
    Finished,
    Aborted,
    Rejected,
    Expired,
    Unknown,
}

impl MatchStatus {
    /// Whether nothing more will happen in the match.
    #[must_use]
    pub const fn is_over(self) -> bool {
        match self {
            MatchStatus::Finished | MatchStatus::Aborted | MatchStatus::Rejected | MatchStatus::Expired => true,
            MatchStatus::Pending | MatchStatus::Running | MatchStatus::Unknown => false,
        }
    }
}

/// Where one leg stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LegStatus {
    Active,
    Finished,
    Timeout,
    Stopped,
    Unknown,
}

impl LegStatus {
    /// Whether no move follows any more.
    #[must_use]
    pub const fn is_over(self) -> bool {
        match self {
            LegStatus::Finished | LegStatus::Timeout | LegStatus::Stopped => true,
            LegStatus::Active | LegStatus::Unknown => false,
        }
    }
}

/// Why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinishReason {
    Discs,
    Timeout,
    DoubleTimeout,
    Disconnect,
    NoFirstMove,
    Technical,
    Unknown,
}

/// One move of a leg's history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    pub side: Side,
    pub participant: u8,
    pub mv: Move,
    /// The venue's time.
    pub at_ms: i64,
}

/// One board of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegView {
    /// Board, side to move and placed discs.
    pub position: Position,
    /// The legal squares as the venue lists them; empty once the leg is over.
    pub legal: SquareSet,
    /// The participant (0 or 1) who has black.
    pub black: u8,
    /// The clocks as they stood when the turn began, [black, white].
    pub clocks_ms: [i64; 2],
    pub turn_started_ms: i64,
    pub revision: u64,
    pub status: LegStatus,
    pub history: Vec<Played>,
    /// Discs on the board, [black, white].
    pub discs: [u32; 2],
    /// What counts instead of `discs` after a loss on time, [black, white].
    pub result_discs: Option<[u32; 2]>,
}

impl LegView {
    /// The side that `participant` has on this board.
    #[must_use]
    pub fn side_of(&self, participant: u8) -> Side {
        if self.black == participant { Side::Black } else { Side::White }
    }

    /// What counts for the match total: [participant 0, participant 1].
    #[must_use]
    pub fn points(&self) -> [u32; 2] {
        let by_side = self.result_discs.unwrap_or(self.discs);
        [0, 1].map(|participant| by_side[self.side_of(participant).index()])
    }
}

/// The fields of a human game that must come back with every move exactly as they were received, as JSON text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Echo {
    pub round_no: Option<String>,
    pub room_created_at: Option<String>,
}

/// A match.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchView {
    /// Negative for a human game.
    pub id: i64,
    /// Whether a person sits on the other side: one board, passes are the server's.
    pub human: bool,
    /// The bots' ids, by participant; 0 where a person sits.
    pub bots: [i64; 2],
    pub mode: Mode,
    pub status: MatchStatus,
    /// The clock of each side of each board.
    pub time_limit: Duration,
    /// When an unanswered challenge ends.
    pub expires_ms: Option<i64>,
    pub ranked: bool,
    /// Made by the venue, not by a challenge.
    pub auto: bool,
    pub rating_before: [Option<f64>; 2],
    pub rating_after: [Option<f64>; 2],
    pub echo: Echo,
    /// The random opening that both boards share.
    pub opening: Vec<(Side, Move)>,
    /// Two boards between bots, one against a person; none while pending.
    pub legs: Vec<LegView>,
    /// Discs over all legs, by participant, as the venue adds them.
    pub totals: [u32; 2],
    /// The participant who won; none for a draw or an unfinished match.
    pub winner: Option<u8>,
    pub finish_reason: Option<FinishReason>,
}

impl MatchView {
    /// The round of a room that is used again; 0 elsewhere.
    #[must_use]
    pub fn round(&self) -> i64 {
        self.echo.round_no.as_deref().and_then(|text| text.trim_matches('"').parse().ok()).unwrap_or(0)
    }

    /// Which participant `bot_id` is; none if it does not play here.
    #[must_use]
    pub fn participant(&self, bot_id: i64) -> Option<u8> {
        if self.bots[0] == bot_id {
            Some(0)
        } else if self.bots[1] == bot_id {
            Some(1)
        } else {
            None
        }
    }
}

/// What a bot tells about the machine it runs on. Every text is at most 120 characters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    pub cpu: String,
    pub engine: String,
    pub os: String,
    /// The built-in practice engine plays: no automatic matches, nothing rated.
    pub practice: bool,
}

/// A bot as the venue lists it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BotInfo {
    pub id: i64,
    pub name: String,
    pub owner: String,
    /// ISO country code of the owner, or empty.
    pub country: String,
    pub rating: Option<f64>,
    /// Rating deviation: how uncertain the rating is.
    pub rd: Option<f64>,
    pub wins: u32,
    pub losses: u32,
    pub draws: u32,
    pub supported: Vec<Mode>,
    pub auto_match: bool,
    /// One of the venue's own bots: starts at once, in any mode.
    pub builtin: bool,
    pub online: bool,
    pub disabled: bool,
    pub environment: Environment,
}

/// The answer to a poll: everything the venue knows that concerns this bot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Poll {
    /// The bot that the token belongs to.
    pub me: BotInfo,
    pub bots: Vec<BotInfo>,
    pub matches: Vec<MatchView>,
    pub server_now_ms: i64,
    /// Match objects that could not be read: the id where it could, and why.
    pub unreadable: Vec<(Option<i64>, String)>,
}
