//! A match against the practice arena, all inside this program: the arena on a free loopback port, a bot registered
//! there, and a runner that plays for it over real HTTP.
//!
//! The runner is the same that plays on a real venue. Dropping a [`Practice`] ends both.

use super::arena::{ArenaConfig, Server};
use super::prepare::environment;
use super::worker::{Engine, Runner, Setup, StartError};
use crate::engine::builtin::Mover;
use crate::game::othello::Mode;
use crate::play::strength::Strength;
use crate::session::command::{Command, Target};
use crate::session::config::Config;
use crate::venue::arena::{self, BotSetup, SITE_BOTS};
use crate::venue::flipsight::address::Addresses;
use crate::venue::flipsight::token::Token;
use std::pin::Pin;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::oneshot;

/// How long the arena may take to come up on loopback.
const START_LIMIT: Duration = Duration::from_secs(10);
/// How long the runner may take to end.
const STOP_LIMIT: Duration = Duration::from_secs(5);
/// The pause before each move of the opponent when a person watches.
pub const WATCHED_PACE: Duration = Duration::from_millis(600);
/// The name of the bot that plays for the person.
pub const MY_BOT: &str = "My bot";

/// What is to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    pub mode: Mode,
    pub opponent: Strength,
    /// Plays for the person.
    pub mover: Mover,
    /// The opponent waits this long before each move.
    pub pace: Duration,
    /// Fixes openings and chance.
    pub seed: u64,
}

/// A practice match with its arena.
pub struct Practice {
    runner: Runner,
    arena: ArenaThread,
}

impl Practice {
    /// Starts a match at a pace that a person can watch. `wake` is called as in [`Runner::start`].
    ///
    /// # Errors
    /// [`StartError`]; nothing runs then.
    pub fn start(
        mode: Mode,
        opponent: Strength,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Result<Practice, StartError> {
        let seed = super::chance();
        Practice::start_with(&Wish { mode, opponent, mover: Mover::Practice, pace: WATCHED_PACE, seed }, wake)
    }

    /// Starts a match as wished.
    ///
    /// # Errors
    /// [`StartError`]; nothing runs then.
    pub fn start_with(wish: &Wish, wake: impl Fn() + Send + Sync + 'static) -> Result<Practice, StartError> {
        let mut arena = ArenaThread::start(wish)?;
        let addresses =
            Addresses::new(Some(&arena.door.api), None).map_err(|bad| StartError::NoArena(bad.to_string()))?;
        let token = Token::parse(&arena.door.token).map_err(|bad| StartError::NoArena(bad.to_string()))?;
        let environment = environment(engine_name(wish.mover), None, true);
        let config = Config { environment, seed: wish.seed, ..Config::default() };
        let engine = Engine::Builtin(wish.mover);
        let runner =
            Runner::start(Setup { api: addresses.api, stream: addresses.stream, token, engine, config }, wake)?;
        arena.run(runner.challenge_once_online(Target::Id(site_bot(wish.opponent)), wish.mode));
        Ok(Practice { runner, arena })
    }

    /// The runner that plays for the person.
    #[must_use]
    pub fn runner(&self) -> &Runner {
        &self.runner
    }

    /// Ends runner and arena and waits for both, a few seconds at the most.
    pub fn stop(self) {
        self.runner.send(Command::StopNow);
        let _ = self.runner.join(STOP_LIMIT);
        self.arena.stop();
    }
}

/// The arena's own bot of this strength.
const fn site_bot(strength: Strength) -> i64 {
    match strength {
        Strength::Easy => SITE_BOTS[0].id,
        Strength::Medium => SITE_BOTS[1].id,
        Strength::Strong => SITE_BOTS[2].id,
    }
}

/// The name under which a built-in mover appears.
const fn engine_name(mover: Mover) -> &'static str {
    match mover {
        Mover::Practice => "Practice engine",
        Mover::Random => "Random",
        Mover::Greedy => "Greedy",
        Mover::AlphaBeta => "Alpha-beta",
    }
}

/// Where the arena is to be found.
struct Door {
    api: String,
    token: String,
}

type Errand = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The arena on its thread. Dropped, it ends.
struct ArenaThread {
    door: Door,
    /// One errand for the arena's runtime; closed without one, the arena ends.
    errand: Option<oneshot::Sender<Errand>>,
    /// Closed when the arena is to end.
    open: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl ArenaThread {
    fn start(wish: &Wish) -> Result<ArenaThread, StartError> {
        let arena = arena::Config { seed: wish.seed, bots: vec![BotSetup::named(MY_BOT)], ..arena::Config::default() };
        let config = ArenaConfig { arena, site_delay: wish.pace, trace: false };
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(StartError::NoThread)?;
        let (errand, errands) = oneshot::channel::<Errand>();
        let (open, closed) = oneshot::channel::<()>();
        let (door_out, door) = std::sync::mpsc::sync_channel(1);
        let serve = async move {
            match Server::start(config, 0) {
                Err(error) => drop(door_out.send(Err(error.to_string()))),
                Ok(server) => {
                    let door = Door { api: server.api_url(), token: server.token() };
                    if door_out.send(Ok(door)).is_ok() {
                        if let Ok(errand) = errands.await {
                            tokio::spawn(errand);
                        }
                        let _ = closed.await;
                    }
                }
            }
        };
        let thread = std::thread::Builder::new().name("arena".to_owned()).spawn(move || runtime.block_on(serve));
        let thread = thread.map_err(StartError::NoThread)?;
        let door = match door.recv_timeout(START_LIMIT) {
            Ok(door) => door.map_err(StartError::NoArena)?,
            Err(_) => return Err(StartError::NoArena("it did not answer in time".to_owned())),
        };
        Ok(ArenaThread { door, errand: Some(errand), open: Some(open), thread: Some(thread) })
    }

    /// Runs something beside the arena.
    fn run(&mut self, errand: impl Future<Output = ()> + Send + 'static) {
        if let Some(out) = self.errand.take() {
            let _ = out.send(Box::pin(errand));
        }
    }

    /// Ends the arena and waits for it.
    fn stop(mut self) {
        self.errand = None;
        self.open = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
