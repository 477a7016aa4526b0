//! The one loop that owns a session: an event in, effects out.
//!
//! It does no work that could take long: requests are tasks of their own, so that the moves of two boards and a poll
//! never wait for each other, and a long search has its own thread or program.

use crate::host::clock::Clock;
use crate::host::engines::Engines;
use crate::host::http::{Http, Reply};
use crate::host::sleep_until;
use crate::host::stream::Stream;
use crate::play::fault::Fault;
use crate::session::command::{Command, Target};
use crate::session::config::Exit;
use crate::session::effect::Effect;
use crate::session::event::{self, Ask, Event};
use crate::session::snapshot::Snapshot;
use crate::session::{Session, Step};
use crate::venue::flipsight::{decode, encode};
use futures_util::FutureExt;
use std::collections::VecDeque;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, watch};

/// The loop with all it owns.
pub(super) struct Heart<W> {
    pub clock: Clock,
    pub session: Session,
    pub api: Http,
    pub stream: Stream,
    pub engines: Engines,
    /// Where requests bring their answers.
    pub events: mpsc::Sender<Event>,
    pub snapshot: watch::Sender<Arc<Snapshot>>,
    pub wake: Arc<W>,
}

impl<W: Fn()> Heart<W> {
    /// Runs the session to its end. With `commands` closed nobody is left to see it, and it stops.
    pub async fn beat(mut self, mut events: mpsc::Receiver<Event>, mut commands: mpsc::Receiver<Command>) -> Exit {
        // What effects brought about at once goes before anything from outside.
        let mut ready = VecDeque::from([Event::Started]);
        let mut deadline = None;
        let mut watched = true;
        let exit = loop {
            let event = if let Some(event) = ready.pop_front() {
                event
            } else {
                tokio::select! {
                    Some(event) = events.recv() => event,
                    event = self.stream.next() => event,
                    event = self.engines.next() => event,
                    command = commands.recv(), if watched => {
                        watched = command.is_some();
                        Event::Command(command.unwrap_or(Command::StopNow))
                    }
                    () = sleep_until(&self.clock, deadline) => Event::Woke,
                }
            };
            let Step { effects, next } = self.session.step(self.clock.now(), event);
            deadline = next;
            let mut exit = None;
            for effect in effects {
                exit = self.perform(effect, &mut ready).or(exit);
            }
            if let Some(exit) = exit {
                break exit;
            }
            // A move is on its way before the faces hear of it.
            tokio::task::yield_now().await;
            self.publish();
        };
        self.stream.close();
        self.engines.end().await;
        self.publish();
        exit
    }

    /// Does what the session wants. What is known at once goes into `ready`; everything else comes as an event later.
    fn perform(&mut self, effect: Effect, ready: &mut VecDeque<Event>) -> Option<Exit> {
        match effect {
            Effect::OpenStream => self.stream.open(),
            Effect::CloseStream => {
                self.stream.close();
                ready.push_back(Event::Link(event::Link::Closed));
            }
            Effect::Poll { environment } => self.request(
                encode::poll(&environment),
                |reply| decode::poll(reply.status, reply.retry_after, &reply.body),
                |outcome, _| Event::Polled(outcome.map(Box::new)),
            ),
            Effect::Post { turn, mv, echo } => self.request(
                encode::post(&turn, mv, echo.as_ref()),
                |reply| decode::posted(reply.status, reply.retry_after, &reply.body),
                move |outcome, took| Event::Posted { turn, outcome, took },
            ),
            Effect::Ask(ask) => self.request(
                asked(&ask),
                |reply| decode::asked(reply.status, reply.retry_after, &reply.body),
                move |outcome, _| Event::Asked { ask, outcome },
            ),
            Effect::Think(request) => ready.extend(self.engines.think(*request)),
            Effect::StopThinking { turn } => self.engines.stop(turn),
            Effect::Release { seat } => self.engines.release(seat),
            Effect::Exit(exit) => return Some(exit),
        }
        None
    }

    /// Sends a request beside everything else. It always ends in an event: the HTTP client's limits see to that, and
    /// a fault of our own counts as a lost answer.
    fn request<T: Send + 'static>(
        &self,
        body: String,
        read: fn(&Reply) -> Result<T, Fault>,
        event: impl FnOnce(Result<T, Fault>, Duration) -> Event + Send + 'static,
    ) {
        let (api, events) = (self.api.clone(), self.events.clone());
        let work = async move { api.post(body).await.and_then(|reply| read(&reply)) };
        tokio::spawn(async move {
            let sent = Instant::now();
            let outcome = AssertUnwindSafe(work).catch_unwind().await;
            let outcome = outcome.unwrap_or_else(|_| Err(Fault::NoAnswer("an internal error".to_owned())));
            // Nobody listens any more only when the session is over.
            let _ = events.send(event(outcome, sent.elapsed())).await;
        });
    }

    /// Shows the newest snapshot to the faces, if it is new.
    fn publish(&mut self) {
        let newest = self.session.snapshot();
        if !Arc::ptr_eq(&newest, &self.snapshot.borrow()) {
            self.snapshot.send_replace(newest);
            (self.wake)();
        }
    }
}

fn asked(ask: &Ask) -> String {
    match ask {
        Ask::Accept { match_id } => encode::accept(*match_id),
        Ask::Reject { match_id } => encode::reject(*match_id),
        Ask::Challenge { target: Target::Id(id), mode } => encode::challenge_by_id(*id, *mode),
        Ask::Challenge { target: Target::Name(name), mode } => encode::challenge_by_name(name, *mode),
    }
}
