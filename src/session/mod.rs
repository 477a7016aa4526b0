//! Third floor: judgement. The only place that decides; it never sees a wire format, an engine's dialect, a socket,
//! a process or a clock.
//!
//! One event and the time go in, effects and the next deadline come out:
//!
//! ```
//! use botdock::play::clock::{Moment, Now};
//! use botdock::session::{Session, config::Config, effect::Effect, event::Event};
//!
//! let mut session = Session::new(Config::default());
//! let step = session.step(Now::default(), Event::Started);
//! assert!(matches!(step.effects[..], [Effect::OpenStream, Effect::Poll { .. }]));
//! assert!(step.next > Some(Moment::default()));
//! ```
//!
//! A step never waits and never loops: what it wants later it names as the next deadline. [`Session::step`] hands
//! each event to the room that it concerns: a match that came by stream or poll to `held` and its seats, an engine's
//! answer to its seat, a challenge to `policy`; then whatever has become due is done.

pub mod command;
pub mod config;
pub mod effect;
pub mod event;
pub mod note;
pub mod snapshot;

mod bench;
mod budget;
mod desk;
mod fallback;
mod held;
mod log;
mod policy;
mod polling;
mod publish;
mod seat;
mod take;

use budget::Journeys;
use config::{Config, Exit};
use desk::Desk;
use effect::Effect;
use event::{Event, Link};
use held::{Around, Held};
use log::Log;
use note::NoteKind;
use polling::{Pace, Polling};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use snapshot::Snapshot;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use crate::play::clock::{Moment, Now, Reading};
use crate::play::paired::BotInfo;

/// What one step decided.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    /// To be done now, in this order.
    pub effects: Vec<Effect>,
    /// Come back with [`Event::Woke`] at this moment if nothing happens before. Always later than the step itself;
    /// none once the session is over.
    pub next: Option<Moment>,
}

/// Where a session stands as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Not started yet.
    Fresh,
    Open,
    /// Goes on until the running matches are over.
    Stopping,
    /// Over because the token was refused.
    Refused,
    Ended,
}

/// A session: one bot at one venue, from start to exit.
#[derive(Debug)]
pub struct Session {
    config: Config,
    phase: Phase,
    started: Moment,
    link: Link,
    /// When the stream was lost, until it is back.
    lost_since: Option<Moment>,
    online_since_ms: Option<i64>,
    told_online: bool,
    me_id: Option<i64>,
    me: Option<Arc<BotInfo>>,
    bots: Arc<Vec<BotInfo>>,
    /// The server's clock as far as it is known.
    reading: Option<Reading>,
    held: BTreeMap<i64, Held>,
    orders: u64,
    polling: Polling,
    journeys: Journeys,
    /// What could not be read and has been told.
    told: BTreeSet<String>,
    log: Log,
    random: ChaCha8Rng,
    version: u64,
    snapshot: Option<(u64, Arc<Snapshot>)>,
}

impl Session {
    /// A session that begins with [`Event::Started`].
    #[must_use]
    pub fn new(config: Config) -> Session {
        Session {
            phase: Phase::Fresh,
            started: Moment::default(),
            link: Link::Closed,
            lost_since: None,
            online_since_ms: None,
            told_online: false,
            me_id: None,
            me: None,
            bots: Arc::default(),
            reading: None,
            held: BTreeMap::new(),
            orders: 0,
            polling: Polling::default(),
            journeys: Journeys::default(),
            told: BTreeSet::new(),
            log: Log::default(),
            random: ChaCha8Rng::seed_from_u64(config.seed),
            version: 0,
            snapshot: None,
            config,
        }
    }

    /// Takes one event and the time, and decides.
    pub fn step(&mut self, now: Now, event: Event) -> Step {
        if self.is_over() {
            return Step::default();
        }
        let mut desk = Desk::new(now);
        self.take(event, &mut desk);
        self.due(&mut desk);
        self.settle(&mut desk);
        for kind in std::mem::take(&mut desk.notes) {
            self.log.add(now.unix_ms, kind);
            self.version += 1;
        }
        // A poll that goes out changes nothing that is shown; everything else a seat does is.
        if desk.effects.iter().any(|effect| !matches!(effect, Effect::Poll { .. })) {
            self.version += 1;
        }
        let next = self.next(now.moment);
        debug_assert!(next.is_none_or(|next| next > now.moment), "a deadline in the past");
        Step { effects: desk.effects, next }
    }

    /// The state for those who look on; built anew only after a change.
    pub fn snapshot(&mut self) -> Arc<Snapshot> {
        match &self.snapshot {
            Some((version, snapshot)) if *version == self.version => Arc::clone(snapshot),
            Some(_) | None => {
                let snapshot = Arc::new(publish::snapshot(self));
                self.snapshot = Some((self.version, Arc::clone(&snapshot)));
                snapshot
            }
        }
    }

    /// Rises whenever the snapshot may have changed.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// Whether [`Effect::Exit`] has been given.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Ended | Phase::Refused)
    }

    fn around(&self) -> Around<'_> {
        Around {
            config: &self.config,
            reserve: self.journeys.reserve(self.config.reserve),
            stopping: self.phase == Phase::Stopping,
        }
    }

    fn pace(&self) -> Pace {
        Pace { stream_live: self.link == Link::Live, playing: self.held.values().any(Held::is_engaged) }
    }

    /// Does what time has made due: searches that are late, moves and answers that go out again, the next poll.
    fn due(&mut self, desk: &mut Desk) {
        let now = desk.moment();
        let mut held = std::mem::take(&mut self.held);
        let around = self.around();
        for (id, one) in &mut held {
            one.due(around, desk);
            let verdict = one.verdict(around);
            if let Some(ask) = one.asking.due(now, *id, verdict) {
                desk.act(Effect::Ask(ask));
            }
        }
        self.held = held;
        if desk.want_poll {
            self.polling.want();
        }
        let pace = self.pace();
        if self.phase != Phase::Fresh && self.polling.due(pace).is_some_and(|due| due <= now) {
            self.poll(desk);
        }
        if self.runtime_end().is_some_and(|end| end <= now) {
            desk.exit.get_or_insert(Exit::MaxRuntime);
        }
    }

    fn poll(&mut self, desk: &mut Desk) {
        if self.polling.is_waiting() {
            // The answer to the last one never came.
            self.poll_failed(crate::play::fault::Fault::NoAnswer("no answer in time".into()), desk);
            return;
        }
        self.polling.sending(desk.moment());
        desk.act(Effect::Poll { environment: self.config.environment.clone() });
    }

    fn runtime_end(&self) -> Option<Moment> {
        Some(self.started + self.config.max_runtime.filter(|_| self.phase != Phase::Fresh)?)
    }

    /// Ends the session if its work is done.
    fn settle(&mut self, desk: &mut Desk) {
        if self.phase == Phase::Stopping && !self.held.values().any(Held::is_engaged) {
            desk.exit.get_or_insert(Exit::Done);
        }
        let Some(exit) = desk.exit.clone() else { return };
        for held in self.held.values_mut() {
            held.leave(desk);
        }
        if self.config.stream {
            desk.act(Effect::CloseStream);
        }
        self.link = Link::Closed;
        self.online_since_ms = None;
        self.phase = if exit == Exit::TokenRefused { Phase::Refused } else { Phase::Ended };
        desk.note(NoteKind::Stopped);
        desk.act(Effect::Exit(exit));
    }

    fn next(&self, now: Moment) -> Option<Moment> {
        if self.is_over() || self.phase == Phase::Fresh {
            return None;
        }
        let around = self.around();
        let matches = self.held.values().filter_map(|held| held.deadline(around)).min();
        let next = [matches, self.polling.due(self.pace()), self.runtime_end()].into_iter().flatten().min();
        next.map(|next| next.max(now + Duration::from_nanos(1)))
    }
}
