//! What a person should know, as data. The faces turn it into words.

use crate::game::othello::{Mode, Move};
use crate::play::fault::Fault;
use crate::play::paired::FinishReason;
use crate::play::think::EngineFault;
use std::num::NonZeroUsize;
use std::time::Duration;

/// How much a note matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// For the record.
    Info,
    /// Something went well.
    Good,
    /// Look at it some time.
    Warn,
    /// Needs the person now.
    Error,
}

/// What happened.
#[derive(Clone, Debug, PartialEq)]
pub enum NoteKind {
    Online {
        bot: String,
    },
    MatchStarted {
        match_id: i64,
        opponent: String,
        mode: Mode,
        human: bool,
    },
    /// `mine` and `theirs` are totals over all boards.
    MatchEnded {
        match_id: i64,
        opponent: String,
        mode: Mode,
        outcome: Outcome,
        mine: u32,
        theirs: u32,
        reason: Option<FinishReason>,
    },
    ChallengeSent {
        target: String,
        mode: Mode,
    },
    ChallengeFailed {
        target: String,
        mode: Mode,
        fault: Fault,
    },
    ChallengeAccepted {
        match_id: i64,
        opponent: String,
        mode: Mode,
    },
    ChallengeDeclined {
        match_id: i64,
        opponent: String,
        mode: Mode,
        reason: DeclineReason,
    },
    /// The venue did not take our answer to a challenge; it is not repeated.
    AnswerRefused {
        match_id: i64,
        opponent: String,
        fault: Fault,
    },
    ChallengeEnded {
        match_id: i64,
        opponent: String,
    },
    /// The stream broke.
    ConnectionLost {
        why: String,
        retry_in: Duration,
    },
    /// The stream is back.
    ConnectionBack {
        gap: Duration,
    },
    /// Polls fail.
    NoConnection {
        fault: Fault,
    },
    TokenRefused {
        error: String,
    },
    /// The engine gave no usable move, so `played` was sent instead. `leg` counts from 0. That it is still starting is
    /// told once for a board, not for each of its moves.
    EngineFailed {
        match_id: i64,
        leg: u8,
        fault: EngineTrouble,
        played: Move,
        size: usize,
    },
    /// The engine will not be asked again on this board; Botdock plays on without it. `leg` counts from 0.
    EngineGivenUp {
        match_id: i64,
        leg: u8,
    },
    /// The server refused a move; it will not be repeated.
    MoveRefused {
        match_id: i64,
        leg: u8,
        mv: Move,
        size: usize,
        fault: Fault,
    },
    /// Something from the venue that could not be read was left out.
    Unreadable {
        what: String,
    },
    /// The legal squares of a board differ from our rules; the venue's list is used. `leg` counts from 0.
    RulesDiffer {
        match_id: i64,
        leg: u8,
    },
    /// The venue does not list a running match any more; how it ended is unknown.
    MatchVanished {
        match_id: i64,
        opponent: String,
    },
    /// Stopping when so many matches are over.
    Stopping {
        matches: NonZeroUsize,
    },
    Stopped,
}

/// How a match went for this bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Won,
    Lost,
    Drawn,
    /// Void: it does not count.
    Void,
}

/// Why a challenge was declined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclineReason {
    /// The engine does not play this game.
    GameNotPlayed,
    /// The session takes no new match.
    Stopping,
}

/// What was wrong with an engine's work on a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineTrouble {
    /// No answer within the time it had.
    Late,
    /// The move is not legal here.
    Illegal(Move),
    Fault(EngineFault),
}

/// A note with its place in the order and its time for display.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// Rises by one with each note of a session.
    pub number: u64,
    pub level: Level,
    /// Milliseconds since 1970.
    pub unix_ms: i64,
    pub kind: NoteKind,
}

impl NoteKind {
    /// How much it matters.
    #[must_use]
    pub fn level(&self) -> Level {
        match self {
            NoteKind::Online { .. } | NoteKind::ConnectionBack { .. } => Level::Good,
            NoteKind::MatchEnded { outcome, .. } => match outcome {
                Outcome::Won => Level::Good,
                Outcome::Lost | Outcome::Drawn => Level::Info,
                Outcome::Void => Level::Warn,
            },
            NoteKind::MatchStarted { .. }
            | NoteKind::ChallengeSent { .. }
            | NoteKind::ChallengeAccepted { .. }
            | NoteKind::ChallengeDeclined { .. }
            | NoteKind::ChallengeEnded { .. }
            | NoteKind::Stopping { .. }
            | NoteKind::Stopped => Level::Info,
            NoteKind::ChallengeFailed { .. }
            | NoteKind::AnswerRefused { .. }
            | NoteKind::ConnectionLost { .. }
            | NoteKind::NoConnection { .. }
            | NoteKind::EngineFailed { .. }
            | NoteKind::EngineGivenUp { .. }
            | NoteKind::MoveRefused { .. }
            | NoteKind::RulesDiffer { .. }
            | NoteKind::MatchVanished { .. }
            | NoteKind::Unreadable { .. } => Level::Warn,
            NoteKind::TokenRefused { .. } => Level::Error,
        }
    }
}
