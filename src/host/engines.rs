//! The engines of a session: a built-in mover, or one program per seat.
//!
//! Whoever starts a program here ends it: `Engines::release` for one seat, `Engines::end` for all.

use super::child::{EngineDriver, EngineNews};
use super::console::{Console, ConsoleLine};
use crate::engine::builtin::{Mover, choose};
use crate::engine::launch::EnginePlan;
use crate::game::grid::Square;
use crate::game::othello::Move;
use crate::play::think::{Answer, EngineFault, ThinkRequest};
use crate::play::turn::{Seat, TurnId};
use crate::session::event::Event;
use std::collections::BTreeMap;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

/// News of engines that may wait for the loop.
const NEWS: usize = 256;

/// What finds the moves.
#[derive(Clone, Debug)]
pub enum Engine {
    Builtin(Mover),
    Program(EnginePlan),
}

/// The engines of one session.
pub(super) struct Engines {
    engine: Engine,
    seed: u64,
    running: BTreeMap<Seat, EngineDriver>,
    /// Those that are being ended.
    leaving: JoinSet<()>,
    news: mpsc::Receiver<EngineNews>,
    news_in: mpsc::Sender<EngineNews>,
    console: Console,
}

impl Engines {
    /// No engine runs yet. `seed` fixes the choices of built-in movers.
    pub fn new(engine: Engine, seed: u64, console: Console) -> Engines {
        let (news_in, news) = mpsc::channel(NEWS);
        Engines { engine, seed, running: BTreeMap::new(), leaving: JoinSet::new(), news, news_in, console }
    }

    /// Looks for a move. Comes back at once; an answer that is known at once is returned, any other comes from
    /// [`Engines::next`].
    pub fn think(&mut self, request: ThinkRequest) -> Option<Event> {
        match &self.engine {
            Engine::Builtin(mover) => self.builtin(*mover, &request),
            Engine::Program(plan) => {
                let seat = request.turn.seat;
                let spawn = || EngineDriver::spawn(plan.clone(), seat, self.news_in.clone());
                self.running.entry(seat).or_insert_with(spawn).ask(request);
                None
            }
        }
    }

    /// The answer for `turn` is no longer wanted.
    pub fn stop(&mut self, turn: TurnId) {
        if let Some(driver) = self.running.get(&turn.seat) {
            driver.stop(turn);
        }
    }

    /// The game of `seat` is over: its engine ends beside everything else, within the driver's limit.
    pub fn release(&mut self, seat: Seat) {
        while self.leaving.try_join_next().is_some() {}
        if let Some(driver) = self.running.remove(&seat) {
            self.leaving.spawn(driver.release());
        }
    }

    /// Ends every engine; over within the driver's limit, because they all end at the same time.
    pub async fn end(&mut self) {
        for driver in std::mem::take(&mut self.running).into_values() {
            self.leaving.spawn(driver.release());
        }
        while self.leaving.join_next().await.is_some() {}
    }

    /// The next answer. Lines for the console are passed on meanwhile. May be dropped and called again without a loss.
    pub async fn next(&mut self) -> Event {
        loop {
            match self.news.recv().await {
                Some(EngineNews::Answered { turn, outcome }) => return Event::Answered { turn, outcome },
                Some(EngineNews::Said { seat, stream, line }) => {
                    self.console.say(ConsoleLine { seat, stream, text: line });
                }
                // Cannot be: a sender is kept here.
                None => std::future::pending().await,
            }
        }
    }

    /// A built-in mover's answer. A search may take long, so it has a thread of its own; the others are done at once.
    fn builtin(&self, mover: Mover, request: &ThinkRequest) -> Option<Event> {
        let (turn, position, seed) = (request.turn, request.position, request.turn.chance(self.seed));
        let search = move || Ok(answer(choose(mover, &position, seed)));
        match mover {
            Mover::Practice | Mover::Random | Mover::Greedy => Some(Event::Answered { turn, outcome: search() }),
            Mover::AlphaBeta => {
                let news = self.news_in.clone();
                tokio::spawn(async move {
                    let done = tokio::task::spawn_blocking(search).await;
                    let outcome = done.unwrap_or_else(|_| Err(EngineFault::Exited("an internal error".to_owned())));
                    let _ = news.send(EngineNews::Answered { turn, outcome }).await;
                });
                None
            }
        }
    }
}

fn answer(square: Option<Square>) -> Answer {
    // Nobody is asked without a legal move; should it happen, the pass is what the position says.
    Answer { mv: square.map_or(Move::Pass, Move::Place), score: None, depth: None }
}
