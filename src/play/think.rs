//! What an engine is asked and what it answers.

use super::paired::{Echo, Played};
use super::turn::TurnId;
use crate::game::grid::SquareSet;
use crate::game::othello::{Move, Position};
use std::time::Duration;

/// A position to find a move for. Never asked about a forced pass or a finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThinkRequest {
    pub turn: TurnId,
    pub position: Position,
    /// The squares to choose from; never empty.
    pub legal: SquareSet,
    /// What is left of this side's clock on this board.
    pub remaining: Duration,
    /// The longest we wait: past it the search is stopped and another move is played.
    pub budget: Duration,
    /// The leg's moves so far, without the random opening.
    pub history: Vec<Played>,
    pub echo: Echo,
}

/// An engine's answer. The move may still be illegal: the session checks it.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub mv: Move,
    /// Discs ahead for the side to move, where the engine tells.
    pub score: Option<f32>,
    /// Search depth in plies, where the engine tells.
    pub depth: Option<u32>,
}

/// Why an engine gave no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineFault {
    /// It could not be started at all.
    #[error("the engine did not start: {0}")]
    Start(String),
    /// It is still starting: it was asked before and has not answered anything so far. Ask again next turn.
    #[error("the engine is still starting")]
    NotReady,
    /// It ended before it answered.
    #[error("the engine ended without an answer ({0})")]
    Exited(String),
    /// What it wrote is no move; the start of it is quoted.
    #[error("the engine's answer is no move: {0}")]
    Unreadable(String),
    /// It does not know this game.
    #[error("the engine does not play {0}")]
    Unsupported(String),
}
