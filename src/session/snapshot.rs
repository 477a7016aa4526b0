//! What the faces may see: the whole state of a session, copied out, never changed from there.

use super::event::Link;
use super::note::Note;
use crate::game::othello::Move;
use crate::play::clock::Reading;
use crate::play::paired::{BotInfo, MatchView};
use std::sync::Arc;

/// The state that a person reads in a second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Not connected and not trying.
    Offline,
    /// No connection yet, or no more.
    Connecting,
    /// Waiting for a match.
    Online,
    /// In at least one match.
    Playing,
    /// Taking no new match; stops after the running ones.
    Stopping,
    /// The token was refused: the person must act.
    NeedsYou,
}

/// What the bot is doing on one board.
#[derive(Clone, Debug, PartialEq)]
pub enum SeatState {
    /// The other side is to move.
    Waiting,
    /// The engine thinks.
    Thinking,
    /// A move is on its way to the server.
    Posting(Move),
    /// The server took the move; the board that shows it has not come yet.
    Confirmed(Move),
    /// The board is finished.
    Over,
}

/// One board as this bot sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct LegCard {
    pub state: SeatState,
    /// Latest score the engine told: discs ahead for this bot.
    pub score: Option<f32>,
    pub depth: Option<u32>,
    /// The scores so far: (plies played on this board, score for this bot).
    pub scores: Vec<(u32, f32)>,
}

/// One match, running or just over.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchCard {
    pub view: Arc<MatchView>,
    /// Which participant this bot is.
    pub me: u8,
    pub my_name: String,
    pub opponent: String,
    /// The server's time when `view` was received; for the clocks.
    pub reading: Reading,
    /// As many as the view has legs.
    pub legs: Vec<LegCard>,
}

/// Everything a face may show.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    pub status: Status,
    pub link: Link,
    /// The bot that the token belongs to, once known.
    pub me: Option<Arc<BotInfo>>,
    pub bots: Arc<Vec<BotInfo>>,
    /// Running matches first, then the newest that are over (at most eight of those).
    pub matches: Vec<MatchCard>,
    /// Newest last; at most 200.
    pub notes: Arc<Vec<Note>>,
    /// The engine's name as reported to the venue.
    pub engine: String,
    /// When the stream came up last, in milliseconds since 1970.
    pub online_since_ms: Option<i64>,
}
