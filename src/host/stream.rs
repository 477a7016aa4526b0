//! The event stream's driver: keeps one connection as [`Link`] says, and turns its bytes into events.
//!
//! It runs as a task of its own, so that a slow connection holds up nothing else. Its events wait in a bounded queue;
//! when that is full it stops reading, and the server's bytes wait in the socket.

use super::clock::Clock;
use super::http::{Http, no_answer, read_whole};
use super::{panic_text, sleep_until};
use crate::play::fault::Fault;
use crate::session::event::{self, Event};
use crate::venue::flipsight::decode::{self, StreamEvent};
use crate::venue::flipsight::lines::{Line, Lines};
use crate::venue::link::{Action, Input, LAST_DELAY, Link, News};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use std::future;
use std::panic::AssertUnwindSafe;
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

/// Events that may wait for the loop.
const EVENTS: usize = 64;
/// The longest body of a refusal that is read.
const REFUSAL_LIMIT_BYTES: usize = 64 << 10;

/// The stream as the loop holds it.
pub(super) struct Stream {
    http: Http,
    clock: Clock,
    seed: u64,
    task: Option<Task>,
}

struct Task {
    events: mpsc::Receiver<Event>,
    abort: AbortHandle,
}

impl Stream {
    /// A closed stream. `seed` scatters its waits.
    pub fn new(http: Http, clock: Clock, seed: u64) -> Stream {
        Stream { http, clock, seed, task: None }
    }

    /// Opens the stream and keeps it open; does nothing if that is so already.
    pub fn open(&mut self) {
        if self.task.is_none() {
            let (out, events) = mpsc::channel(EVENTS);
            let task = tokio::spawn(keep(self.http.clone(), self.clock, self.seed, out));
            self.task = Some(Task { events, abort: task.abort_handle() });
        }
    }

    /// Closes it. Nothing more comes from it.
    pub fn close(&mut self) {
        if let Some(task) = self.task.take() {
            task.abort.abort();
        }
    }

    /// The next event; waits for ever while the stream is closed. May be dropped and called again without a loss.
    pub async fn next(&mut self) -> Event {
        if let Some(task) = &mut self.task
            && let Some(event) = task.events.recv().await
        {
            return event;
        }
        future::pending().await
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.close();
    }
}

/// Keeps the stream until the token is refused. A fault of our own costs one connection and a long wait.
async fn keep(http: Http, clock: Clock, seed: u64, out: mpsc::Sender<Event>) {
    loop {
        let mut link = Link::new(seed);
        let run = AssertUnwindSafe(run(&http, clock, &mut link, &out)).catch_unwind().await;
        let Err(panic) = run else { return };
        let why = format!("an internal error: {}", panic_text(&*panic));
        if out.send(Event::Link(event::Link::Lost { why, retry_in: LAST_DELAY })).await.is_err() {
            return;
        }
        tokio::time::sleep(LAST_DELAY).await;
    }
}

/// Runs the link until it is refused or nobody listens.
async fn run(http: &Http, clock: Clock, link: &mut Link, out: &mpsc::Sender<Event>) {
    let mut connection = Connection::None;
    let mut input = Input::Open;
    loop {
        let step = link.step(clock.moment(), input);
        match step.action {
            Some(Action::Connect) => connection = Connection::Opening(connect(http.clone()).boxed()),
            Some(Action::Disconnect) => connection = Connection::None,
            None => {}
        }
        let refused = matches!(step.news, Some(News::Refused { .. }));
        if let Some(news) = step.news
            && out.send(Event::Link(told(news))).await.is_err()
        {
            return;
        }
        if refused {
            return;
        }
        let (happened, lines) = tokio::select! {
            happened = connection.next() => happened,
            () = sleep_until(&clock, step.next) => (Input::Woke, Vec::new()),
        };
        for event in lines.into_iter().filter_map(event_of) {
            if out.send(event).await.is_err() {
                return;
            }
        }
        input = happened;
    }
}

/// What the connection is doing.
enum Connection {
    None,
    Opening(BoxFuture<'static, Result<reqwest::Response, Input>>),
    Open { response: reqwest::Response, lines: Lines },
}

impl Connection {
    /// Waits for the next thing that the connection does. May be dropped and called again without a loss: nothing is
    /// taken out before the last wait.
    async fn next(&mut self) -> (Input, Vec<Line>) {
        match self {
            Connection::None => future::pending().await,
            Connection::Opening(opening) => match opening.await {
                Ok(response) => {
                    *self = Connection::Open { response, lines: Lines::default() };
                    (Input::Opened, Vec::new())
                }
                Err(why) => {
                    *self = Connection::None;
                    (why, Vec::new())
                }
            },
            Connection::Open { response, lines } => match response.chunk().await {
                Ok(Some(bytes)) => (Input::Heard, lines.push(&bytes)),
                Ok(None) => self.ended("the server closed the stream".to_owned()),
                Err(error) => self.ended(why(no_answer(&error))),
            },
        }
    }

    fn ended(&mut self, why: String) -> (Input, Vec<Line>) {
        *self = Connection::None;
        (Input::Ended(why), Vec::new())
    }
}

/// Asks for the stream. Anything but success is told as the link wants it.
async fn connect(http: Http) -> Result<reqwest::Response, Input> {
    let response = http.open().await.map_err(|fault| Input::Ended(why(fault)))?;
    if response.status().as_u16() == 200 {
        return Ok(response);
    }
    let reply = read_whole(response, REFUSAL_LIMIT_BYTES).await.map_err(Input::Refused)?;
    Err(Input::Refused(decode::stream_refusal(reply.status, reply.retry_after, &reply.body)))
}

/// The reason alone where a fault has one.
fn why(fault: Fault) -> String {
    match fault {
        Fault::NoAnswer(why) => why,
        Fault::TokenRefused { .. }
        | Fault::Conflict(_)
        | Fault::Busy { .. }
        | Fault::Rejected { .. }
        | Fault::Unreadable { .. } => fault.to_string(),
    }
}

fn told(news: News) -> event::Link {
    match news {
        News::Closed => event::Link::Closed,
        News::Connecting => event::Link::Connecting,
        News::Live => event::Link::Live,
        News::Lost { why, retry_in } => event::Link::Lost { why, retry_in },
        News::Refused { error } => event::Link::Refused { error },
    }
}

/// What a line means to the session. A line that cannot be read may have told of a match: the state is read.
fn event_of(line: Line) -> Option<Event> {
    let Line::Whole(line) = line else { return Some(Event::Nudged) };
    match decode::stream_line(&line) {
        StreamEvent::Hello { bot_id, server_now_ms } => Some(Event::Hello { bot_id, server_now_ms }),
        StreamEvent::Match { view, server_now_ms } => Some(Event::Pushed { view, server_now_ms }),
        StreamEvent::MatchChanged { .. } | StreamEvent::Unreadable(_) => Some(Event::Nudged),
        StreamEvent::Ping | StreamEvent::Unknown => None,
    }
}
