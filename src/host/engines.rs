//! The engines of a session: a built-in mover, or one program per seat.
//!
//! Whoever starts a program here ends it: [`Engines::release`] for one seat, [`Engines::end`] for all.

use crate::engine::builtin::{Mover, choose};
use crate::engine::launch::EnginePlan;
use crate::game::othello::Move;
use crate::play::think::{Answer, EngineFault, ThinkRequest};
use crate::play::turn::{Seat, TurnId};
use crate::session::event::Event;
use std::fmt;
use tokio::sync::{broadcast, mpsc};

/// What finds the moves.
#[derive(Clone, Debug)]
pub enum Engine {
    Builtin(Mover),
    Program(EnginePlan),
}

/// A line that an engine wrote beside its answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsoleLine {
    pub seat: Seat,
    pub text: String,
}

impl fmt::Display for ConsoleLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "engine, match {}, board {}: {}", self.seat.match_id, self.seat.leg + 1, self.text)
    }
}

/// The engines of one session.
pub(super) struct Engines {
    engine: Engine,
    seed: u64,
    events: mpsc::Sender<Event>,
    console: broadcast::Sender<ConsoleLine>,
}

impl Engines {
    /// No engine runs yet. `seed` fixes the choices of built-in movers.
    pub fn new(
        engine: Engine,
        seed: u64,
        events: mpsc::Sender<Event>,
        console: broadcast::Sender<ConsoleLine>,
    ) -> Engines {
        Engines { engine, seed, events, console }
    }

    /// Looks for a move. Comes back at once; an answer that is known at once is returned, any other comes as an event.
    pub fn think(&mut self, request: ThinkRequest) -> Option<Event> {
        match &self.engine {
            Engine::Builtin(mover) => self.builtin(*mover, request),
            Engine::Program(_) => None,
        }
    }

    /// The answer for `turn` is no longer wanted.
    pub fn stop(&mut self, turn: TurnId) {
        let _ = turn;
    }

    /// The game of `seat` is over.
    pub fn release(&mut self, seat: Seat) {
        let _ = seat;
    }

    /// Ends every engine.
    pub async fn end(&mut self) {}

    /// A built-in mover's answer. A search may take long, so it has a thread of its own; the others are done at once.
    fn builtin(&self, mover: Mover, request: ThinkRequest) -> Option<Event> {
        let (turn, seed) = (request.turn, mixed(self.seed, &request.turn));
        let search = move || answer(choose(mover, &request.position, seed).map(Move::Place));
        match mover {
            Mover::Practice | Mover::Random | Mover::Greedy => Some(Event::Answered { turn, outcome: search() }),
            Mover::AlphaBeta => {
                let events = self.events.clone();
                tokio::spawn(async move {
                    let done = tokio::task::spawn_blocking(search).await;
                    let outcome = done.unwrap_or_else(|_| Err(EngineFault::Exited("an internal error".to_owned())));
                    let _ = events.send(Event::Answered { turn, outcome }).await;
                });
                None
            }
        }
    }
}

fn answer(mv: Option<Move>) -> Result<Answer, EngineFault> {
    // Nobody is asked without a legal move; should it happen, the pass is what the position says.
    Ok(Answer { mv: mv.unwrap_or(Move::Pass), score: None, depth: None })
}

/// A number for each turn, fixed by the session's seed (the finisher of `SplitMix64`).
fn mixed(seed: u64, turn: &TurnId) -> u64 {
    let parts = [turn.seat.match_id as u64, turn.seat.round as u64, turn.seat.leg.into(), turn.revision];
    parts.into_iter().fold(seed, |mixed, part| {
        let z = mixed.wrapping_add(part).wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    })
}
