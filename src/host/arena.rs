//! The practice arena on a loopback port: the pure [`Arena`] behind HTTP, with the paths of the real service.
//!
//! One mutex owns the arena; it is held for the length of one call, never across a wait. A timer sleeps until the
//! deadline that the latest call named, so that an idle arena wakes only for its pings. Lines go to the streams
//! through bounded channels while the mutex is held, which keeps them in order; a reader that falls behind is
//! closed. The arena's own bots think on the blocking pool.

mod gate;
mod routes;

use crate::engine::builtin::{self, Mover};
use crate::game::othello::Move;
use crate::play::strength::Strength;
use crate::venue::arena::{Arena, Config, SiteTurn, Step, StreamId};
use axum::body::Bytes;
use std::collections::BTreeMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::runtime::Handle;
use tokio::sync::{Notify, mpsc, watch};
use tokio::task::JoinHandle;

/// Path of the API.
pub const API_PATH: &str = "/flipsight/bot_match_api.php";
/// Path of the event stream.
pub const STREAM_PATH: &str = "/flipsight_api/bot-stream";
/// How long [`Server::stop`] waits for connections to end by themselves.
const STOP_LIMIT: Duration = Duration::from_secs(2);
/// Entries of the trace that are kept.
const TRACE_ENTRIES: usize = 100_000;

/// How a server begins.
#[derive(Clone, Debug, Default)]
pub struct ArenaConfig {
    pub arena: Config,
    /// The arena's own bots wait so long before each move, so that a person can follow.
    pub site_delay: Duration,
    /// Keep a [`Server::trace`].
    pub trace: bool,
}

/// When a line went out or a request came in, for measurements.
#[derive(Clone, Debug)]
pub struct Traced {
    pub at: Instant,
    pub what: Traffic,
}

/// What went over the wire.
#[derive(Clone, Debug)]
pub enum Traffic {
    /// A line was handed to the stream's connection.
    Line(StreamId, Bytes),
    /// The body of an API request had come in.
    Request(Bytes),
}

/// A running arena. Dropping it stops it as well, without waiting.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    shared: Arc<Shared>,
    serving: JoinHandle<()>,
}

impl Server {
    /// Opens the arena on a loopback port; port 0 takes any free one.
    ///
    /// # Errors
    /// When the port cannot be had, or outside a tokio runtime.
    pub fn start(config: ArenaConfig, port: u16) -> io::Result<Server> {
        let runtime = Handle::try_current().map_err(io::Error::other)?;
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared::new(config, runtime.clone()));
        let serving = runtime.spawn(routes::serve(gate::Gate::new(listener), Arc::clone(&shared)));
        runtime.spawn(keep_time(Arc::downgrade(&shared), shared.stopped.subscribe()));
        Ok(Server { address, shared, serving })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of the API.
    #[must_use]
    pub fn api_url(&self) -> String {
        format!("http://{}{API_PATH}", self.address)
    }

    /// The address of the event stream.
    #[must_use]
    pub fn stream_url(&self) -> String {
        format!("http://{}{STREAM_PATH}", self.address)
    }

    /// The token of the first registered bot; empty if there is none.
    #[must_use]
    pub fn token(&self) -> String {
        self.look(|arena| arena.token(1).unwrap_or_default().to_owned())
    }

    /// Reads the arena's state.
    pub fn look<T>(&self, question: impl FnOnce(&Arena) -> T) -> T {
        question(&self.shared.lock().arena)
    }

    /// Does something at the arena that no request can, such as a person's move; `act` is given the server's time.
    pub fn act<T>(&self, act: impl FnOnce(&mut Arena, i64) -> (T, Step)) -> T {
        self.shared.act(act)
    }

    /// The next `times` moves are taken but their answers break off: a fault to test clients with.
    pub fn lose_answers(&self, times: u32) {
        self.shared.lock().answers_to_lose = times;
    }

    /// Ends every open stream from this side: a fault to test clients with.
    pub fn cut_streams(&self) {
        let mut owner = self.shared.lock();
        let cut: Vec<StreamId> = owner.streams.keys().copied().collect();
        let now_ms = self.shared.now_ms();
        for id in cut {
            owner.streams.remove(&id);
            let step = owner.arena.close_stream(now_ms, id);
            self.shared.apply(&mut owner, step);
        }
    }

    /// What went over the wire so far, if the configuration asked for it.
    #[must_use]
    pub fn trace(&self) -> Vec<Traced> {
        let Some(trace) = &self.shared.trace else { return Vec::new() };
        trace.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Closes every stream and connection and the port.
    pub async fn stop(mut self) {
        self.shared.end();
        if tokio::time::timeout(STOP_LIMIT, &mut self.serving).await.is_err() {
            self.serving.abort();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.end();
    }
}

/// What connections, timer and thinking bots share.
#[derive(Debug)]
struct Shared {
    owner: Mutex<Owner>,
    /// The deadline has come nearer.
    earlier: Notify,
    stopped: watch::Sender<bool>,
    runtime: Handle,
    site_delay: Duration,
    trace: Option<Mutex<Vec<Traced>>>,
    /// Unix time at `origin`; from there on the monotonic clock counts.
    origin_ms: i64,
    origin: Instant,
}

#[derive(Debug)]
struct Owner {
    arena: Arena,
    streams: BTreeMap<StreamId, mpsc::Sender<Bytes>>,
    deadline_ms: Option<i64>,
    answers_to_lose: u32,
}

impl Shared {
    fn new(config: ArenaConfig, runtime: Handle) -> Shared {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let origin_ms = i64::try_from(since_1970.as_millis()).unwrap_or_default();
        let owner = Owner {
            arena: Arena::new(config.arena, origin_ms),
            streams: BTreeMap::new(),
            deadline_ms: None,
            answers_to_lose: 0,
        };
        Shared {
            owner: Mutex::new(owner),
            earlier: Notify::new(),
            stopped: watch::Sender::new(false),
            runtime,
            site_delay: config.site_delay,
            trace: config.trace.then(Mutex::default),
            origin_ms,
            origin: Instant::now(),
        }
    }

    fn now_ms(&self) -> i64 {
        self.origin_ms.saturating_add(i64::try_from(self.origin.elapsed().as_millis()).unwrap_or(i64::MAX))
    }

    fn lock(&self) -> MutexGuard<'_, Owner> {
        self.owner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One call to the arena with everything that follows from it.
    fn act<T>(self: &Arc<Self>, act: impl FnOnce(&mut Arena, i64) -> (T, Step)) -> T {
        let mut owner = self.lock();
        let (outcome, step) = act(&mut owner.arena, self.now_ms());
        self.apply(&mut owner, step);
        outcome
    }

    fn apply(self: &Arc<Self>, owner: &mut Owner, step: Step) {
        let mut steps = vec![step];
        while let Some(step) = steps.pop() {
            for id in step.closed {
                owner.streams.remove(&id);
            }
            for turn in step.site_turns {
                self.think(turn);
            }
            for (id, line) in step.pushes {
                let line = Bytes::from(line + "\n");
                let sent = owner.streams.get(&id).is_some_and(|stream| stream.try_send(line).is_ok());
                if !sent && owner.streams.remove(&id).is_some() {
                    steps.push(owner.arena.close_stream(self.now_ms(), id));
                }
            }
            let nearer = match (owner.deadline_ms, step.next_deadline_ms) {
                (Some(known), Some(new)) => new < known,
                (None, Some(_)) => true,
                (_, None) => false,
            };
            owner.deadline_ms = step.next_deadline_ms;
            if nearer {
                self.earlier.notify_one();
            }
        }
    }

    /// One of the arena's own bots finds its move on the blocking pool.
    fn think(self: &Arc<Self>, turn: SiteTurn) {
        let (shared, mut stopped) = (Arc::downgrade(self), self.stopped.subscribe());
        let delay = self.site_delay;
        self.runtime.spawn(async move {
            let SiteTurn { turn, strength, position, seed } = turn;
            let choice = move || builtin::choose(mover(strength), &position, seed).map_or(Move::Pass, Move::Place);
            let thinking = tokio::task::spawn_blocking(choice);
            if !delay.is_zero() {
                tokio::select! {
                    () = tokio::time::sleep(delay) => {}
                    _ = stopped.wait_for(|stopped| *stopped) => return,
                }
            }
            if let (Ok(mv), Some(shared)) = (thinking.await, shared.upgrade()) {
                shared.act(|arena, now_ms| ((), arena.site_move(now_ms, turn, mv)));
            }
        });
    }

    fn note(&self, what: impl FnOnce() -> Traffic) {
        let Some(trace) = &self.trace else { return };
        let at = Instant::now();
        let mut trace = trace.lock().unwrap_or_else(PoisonError::into_inner);
        if trace.len() < TRACE_ENTRIES {
            trace.push(Traced { at, what: what() });
        }
    }

    fn end(&self) {
        self.stopped.send_replace(true);
        self.lock().streams.clear();
    }
}

const fn mover(strength: Strength) -> Mover {
    match strength {
        Strength::Easy => Mover::Random,
        Strength::Medium => Mover::Greedy,
        Strength::Strong => Mover::AlphaBeta,
    }
}

/// Wakes the arena at the deadlines it names.
async fn keep_time(shared: Weak<Shared>, mut stopped: watch::Receiver<bool>) {
    loop {
        let Some(held) = shared.upgrade() else { return };
        let deadline_ms = held.lock().deadline_ms;
        let wait_ms = deadline_ms.map(|deadline_ms| u64::try_from(deadline_ms - held.now_ms()).unwrap_or(0));
        let due = async {
            match wait_ms {
                Some(wait_ms) => tokio::time::sleep(Duration::from_millis(wait_ms)).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = due => held.act(|arena, now_ms| ((), arena.tick(now_ms))),
            () = held.earlier.notified() => {}
            _ = stopped.wait_for(|stopped| *stopped) => return,
        }
    }
}
