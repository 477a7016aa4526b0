//! A running session as the faces hold it: a [`Runner`] with the latest snapshot to read and a queue for commands.
//!
//! The session itself lives on a thread of its own (`heart`). Faces never wait for it and cannot hold it up.
//! Dropping the runner ends the session as [`Command::StopNow`] does.

mod heart;

pub use super::console::ConsoleLine;
pub use super::engines::Engine;

use super::clock::Clock;
use super::console::Console;
use super::engines::Engines;
use super::http::{Http, NoClient};
use super::panic_text;
use super::stream::Stream;
use crate::game::othello::Mode;
use crate::play::clock::Moment;
use crate::session::Session;
use crate::session::command::{Command, Target};
use crate::session::config::{Config, Exit};
use crate::session::event::Link;
use crate::session::snapshot::Snapshot;
use crate::venue::flipsight::address::Address;
use crate::venue::flipsight::token::Token;
use heart::Heart;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::sync::{broadcast, mpsc, watch};

/// Commands that may wait. A person clicks more slowly than the loop reads.
const COMMANDS: usize = 32;
/// Events that may wait, from requests.
const EVENTS: usize = 256;
/// Threads for long searches and for looking up names.
const BLOCKING_THREADS: usize = 4;
/// How long tasks that are left over at the end may take to stop.
const SHUTDOWN_LIMIT: Duration = Duration::from_secs(1);

/// Everything a runner is told at its start.
pub struct Setup {
    pub api: Address,
    /// On the API's host: the token goes along.
    pub stream: Address,
    pub token: Token,
    pub engine: Engine,
    pub config: Config,
}

/// Why a runner did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    NoClient(#[from] NoClient),
    #[error("the system has no room for another thread: {0}")]
    NoThread(io::Error),
    #[error("the practice arena did not start: {0}")]
    NoArena(String),
}

/// A running session.
pub struct Runner {
    clock: Clock,
    commands: mpsc::Sender<Command>,
    snapshot: watch::Receiver<Arc<Snapshot>>,
    console: Console,
    end: Arc<End>,
}

impl Runner {
    /// Starts a session. `wake` is called after each new snapshot and once after the end, from another thread; it
    /// must return at once.
    ///
    /// # Errors
    /// [`StartError`] when this machine lacks what a runner needs. Nothing runs then.
    pub fn start(setup: Setup, wake: impl Fn() + Send + Sync + 'static) -> Result<Runner, StartError> {
        let clock = Clock::start();
        let api = Http::new(setup.api, &setup.token)?;
        let stream = Stream::new(Http::new(setup.stream, &setup.token)?, clock, setup.config.seed);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(BLOCKING_THREADS)
            .build()
            .map_err(StartError::NoThread)?;
        let (commands, commands_in) = mpsc::channel(COMMANDS);
        let (events, events_in) = mpsc::channel(EVENTS);
        let console = Console::new();
        let engines = Engines::new(setup.engine, setup.config.seed, console.clone());
        let mut session = Session::new(setup.config);
        let (snapshot_out, snapshot) = watch::channel(session.snapshot());
        let end = Arc::new(End::default());
        let (ended, wake) = (Arc::clone(&end), Arc::new(wake));
        let heart =
            Heart { clock, session, api, stream, engines, events, snapshot: snapshot_out, wake: Arc::clone(&wake) };
        let live = move || {
            ended.set(to_the_end(runtime, heart.beat(events_in, commands_in)));
            wake();
        };
        std::thread::Builder::new().name("runner".to_owned()).spawn(live).map_err(StartError::NoThread)?;
        Ok(Runner { clock, commands, snapshot, console, end })
    }

    /// The newest snapshot.
    #[must_use]
    pub fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.snapshot.borrow())
    }

    /// Hands a command over without waiting. False: the session is over, or its queue is full.
    #[expect(clippy::must_use_candidate, reason = "a click that comes too late may be dropped")]
    pub fn send(&self, command: Command) -> bool {
        self.commands.try_send(command).is_ok()
    }

    /// Challenges a bot as soon as the stream is open, because a venue lets nobody play who is offline.
    pub(super) fn challenge_once_online(&self, target: Target, mode: Mode) -> impl Future<Output = ()> + Send + use<> {
        let (commands, mut snapshot) = (self.commands.downgrade(), self.snapshot.clone());
        async move {
            let online = snapshot.wait_for(|snapshot| snapshot.link == Link::Live).await.is_ok();
            if let Some(commands) = commands.upgrade().filter(|_| online) {
                let _ = commands.send(Command::Challenge { target, mode }).await;
            }
        }
    }

    /// The moment now on the session's clock, for the clocks on screen.
    #[must_use]
    pub fn now(&self) -> Moment {
        self.clock.moment()
    }

    /// What engines write beside their answers, from now on. A reader that falls behind misses the oldest lines.
    #[must_use]
    pub fn console(&self) -> broadcast::Receiver<ConsoleLine> {
        self.console.subscribe()
    }

    /// The newest lines that engines wrote on their error output, the oldest of them first: a few dozen at most.
    #[must_use]
    pub fn engine_errors(&self) -> Vec<ConsoleLine> {
        self.console.errors()
    }

    /// How the session ended, once it has.
    #[must_use]
    pub fn exit(&self) -> Option<Exit> {
        match self.end.get()? {
            Ending::Exit(exit) => Some(exit),
            Ending::Crash(_) => None,
        }
    }

    /// The fault of this program that ended the session, if one did.
    #[must_use]
    pub fn crash(&self) -> Option<String> {
        match self.end.get()? {
            Ending::Exit(_) => None,
            Ending::Crash(why) => Some(why),
        }
    }

    /// Waits for the end, at most `limit`. A session that still runs is told to stop now, and not waited for.
    #[must_use]
    pub fn join(self, limit: Duration) -> Option<Exit> {
        match self.end.wait(limit)? {
            Ending::Exit(exit) => Some(exit),
            Ending::Crash(_) => None,
        }
    }
}

/// How a session ended: by its own word, or by a fault in this program.
#[derive(Clone, Debug)]
enum Ending {
    Exit(Exit),
    Crash(String),
}

/// The end, for those who ask or wait.
#[derive(Default)]
struct End {
    ending: Mutex<Option<Ending>>,
    reached: Condvar,
}

impl End {
    fn get(&self) -> Option<Ending> {
        self.ending.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, ending: Ending) {
        *self.ending.lock().unwrap_or_else(PoisonError::into_inner) = Some(ending);
        self.reached.notify_all();
    }

    fn wait(&self, limit: Duration) -> Option<Ending> {
        let ending = self.ending.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.reached.wait_timeout_while(ending, limit, |ending| ending.is_none());
        waited.unwrap_or_else(PoisonError::into_inner).0.clone()
    }
}

/// Runs the loop to its end, whatever that is. Engines die with their drivers if it is a crash.
fn to_the_end(runtime: Runtime, beat: impl Future<Output = Exit>) -> Ending {
    let outcome = catch_unwind(AssertUnwindSafe(|| runtime.block_on(beat)));
    runtime.shutdown_timeout(SHUTDOWN_LIMIT);
    match outcome {
        Ok(exit) => Ending::Exit(exit),
        Err(panic) => Ending::Crash(panic_text(&*panic)),
    }
}
