//! Questions for engines.

use botdock::game::othello::{Mode, Position};
use botdock::play::paired::Echo;
use botdock::play::think::ThinkRequest;
use botdock::play::turn::{Seat, TurnId, Venue};
use std::time::Duration;

/// A turn of the one seat that these tests know.
pub fn turn(revision: u64) -> TurnId {
    TurnId { seat: Seat { venue: Venue::FlipSight, match_id: 7, round: 0, leg: 0, participant: 0 }, revision }
}

/// The question of that turn, about the start position of `mode`.
pub fn question(mode: Mode, revision: u64, left_ms: u64, budget_ms: u64) -> Box<ThinkRequest> {
    let position = Position::start(mode);
    Box::new(ThinkRequest {
        turn: turn(revision),
        position,
        legal: position.legal(),
        remaining: Duration::from_millis(left_ms),
        budget: Duration::from_millis(budget_ms),
        history: Vec::new(),
        echo: Echo::default(),
    })
}
