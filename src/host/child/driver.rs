//! The glue between one seat's engine process and its dialogue. It decides nothing: what happens goes into the
//! dialogue, and what the dialogue wants is done.

use super::{Child, ChildEvent, HEARD_LINES};
use crate::engine::dialogue::{Dialogue, Input, Output};
use crate::engine::launch::EnginePlan;
use crate::play::clock::Moment;
use crate::play::think::{Answer, EngineFault, ThinkRequest};
use crate::play::turn::{Seat, TurnId};
use std::collections::VecDeque;
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until, timeout};

/// A release is over by then: two seconds for the engine, and some for a busy machine.
const RELEASE_LIMIT: Duration = Duration::from_secs(4);
/// Lines of one engine that are passed on within one second; the rest is counted.
const SAID_PER_SECOND: u32 = 100;
/// A line that is passed on is cut after this many characters.
const SAID_LIMIT_CHARS: usize = 2000;

/// Which way a line went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// To the engine.
    In,
    /// Its output.
    Out,
    /// Its error output.
    Err,
}

/// What an engine has to tell.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineNews {
    /// The outcome of a question. Never lost, never told after the question was stopped and the stop was seen.
    Answered { turn: TurnId, outcome: Result<Answer, EngineFault> },
    /// A line for the engine's console. Left out when they come too fast.
    Said { seat: Seat, stream: Stream, line: String },
}

/// A seat's engine, from its start to its end. Dropped without [`EngineDriver::release`], it ends its engine by force.
#[derive(Debug)]
pub struct EngineDriver {
    wanted: watch::Sender<Wanted>,
    task: JoinHandle<()>,
}

/// What the host wants now. The latest counts, so the host never waits for the engine.
#[derive(Clone, Debug, Default)]
struct Wanted {
    /// Rises with each question.
    number: u64,
    what: What,
}

#[derive(Clone, Debug, Default)]
enum What {
    #[default]
    Nothing,
    Answer(Box<ThinkRequest>),
    Release,
}

impl EngineDriver {
    /// Starts the engine of `seat`, so that it is warm when the first question comes. Must be called inside a runtime.
    #[must_use]
    pub fn spawn(plan: EnginePlan, seat: Seat, out: mpsc::Sender<EngineNews>) -> EngineDriver {
        let (wanted, wishes) = watch::channel(Wanted::default());
        let task = tokio::spawn(Work::new(plan, seat, out).run(wishes));
        EngineDriver { wanted, task }
    }

    /// Asks for a move; answered by [`EngineNews::Answered`] unless it is stopped. An earlier question is dropped.
    pub fn ask(&self, ask: ThinkRequest) {
        self.wanted.send_modify(|wanted| {
            wanted.number += 1;
            wanted.what = What::Answer(Box::new(ask));
        });
    }

    /// Stops the search for this turn, by force if the engine knows no other way.
    pub fn stop(&self, turn: TurnId) {
        self.wanted.send_if_modified(|wanted| {
            let current = matches!(&wanted.what, What::Answer(ask) if ask.turn == turn);
            if current {
                wanted.what = What::Nothing;
            }
            current
        });
    }

    /// Ends the engine. Returns when it is gone, within four seconds at most.
    pub async fn release(mut self) {
        self.wanted.send_modify(|wanted| wanted.what = What::Release);
        if timeout(RELEASE_LIMIT, &mut self.task).await.is_err() {
            self.task.abort();
        }
    }
}

/// The task behind a driver.
struct Work {
    plan: EnginePlan,
    seat: Seat,
    dialogue: Dialogue,
    child: Option<Child>,
    /// The question that was put last: its number and turn.
    asked: Option<(u64, TurnId)>,
    origin: Instant,
    out: mpsc::Sender<EngineNews>,
    /// Answers that wait for room in the channel; one a question.
    unsent: VecDeque<EngineNews>,
    tap: Tap,
}

impl Work {
    fn new(plan: EnginePlan, seat: Seat, out: mpsc::Sender<EngineNews>) -> Work {
        let dialogue = Dialogue::new(&plan.kind);
        let origin = Instant::now();
        let tap = Tap { since: origin, passed: 0, left_out: 0 };
        Work { plan, seat, dialogue, child: None, asked: None, origin, out, unsent: VecDeque::new(), tap }
    }

    async fn run(mut self, mut wishes: watch::Receiver<Wanted>) {
        let out = self.out.clone();
        self.step(Input::Begin);
        loop {
            let wake = self.dialogue.deadline().map(|Moment(span)| self.origin + span);
            tokio::select! {
                changed = wishes.changed() => {
                    if changed.is_err() {
                        return;
                    }
                    let wanted = wishes.borrow_and_update().clone();
                    match wanted.what {
                        What::Release => break,
                        What::Nothing => self.stop(),
                        What::Answer(ask) => self.ask(wanted.number, ask),
                    }
                }
                event = next_event(&mut self.child) => self.heard(event),
                () = sleep_until(wake.unwrap_or(self.origin)), if wake.is_some() => self.step(Input::Woke),
                room = out.reserve(), if !self.unsent.is_empty() => match (room, self.unsent.pop_front()) {
                    (Ok(room), Some(news)) => room.send(news),
                    // Nobody listens any more.
                    (Err(_), _) | (_, None) => break,
                },
            }
        }
        if let Some(child) = self.child.take() {
            let farewell = self.dialogue.farewell();
            child.end(farewell, |event| self.pass_on(&event)).await;
        }
    }

    fn ask(&mut self, number: u64, ask: Box<ThinkRequest>) {
        if self.asked.is_none_or(|(asked, _)| asked != number) {
            // What the engine has said up to now belongs to the time before this question.
            for _ in 0..HEARD_LINES {
                match self.child.as_mut().and_then(Child::heard_already) {
                    Some(event) => self.heard(event),
                    None => break,
                }
            }
            self.asked = Some((number, ask.turn));
            self.step(Input::Ask(ask));
        }
    }

    fn stop(&mut self) {
        if let Some((_, turn)) = self.asked.take() {
            self.unsent.retain(|news| !matches!(news, EngineNews::Answered { turn: old, .. } if *old == turn));
            self.step(Input::Stop { turn });
        }
    }

    fn heard(&mut self, event: ChildEvent) {
        self.pass_on(&event);
        match event {
            ChildEvent::Out(line) => self.step(Input::Line(line)),
            ChildEvent::Err(line) => self.step(Input::Complaint(line)),
            ChildEvent::Exited(why) => {
                self.child = None;
                self.step(Input::Exited(why));
            }
        }
    }

    /// Lets the dialogue take a step, and does what it wants.
    fn step(&mut self, input: Input) {
        let now = Moment(self.origin.elapsed());
        let mut inputs = VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            for output in self.dialogue.step(now, input) {
                match output {
                    Output::Start => inputs.push_back(match Child::spawn(&self.plan.program) {
                        Ok(child) => {
                            self.child = Some(child);
                            Input::Started
                        }
                        Err(why) => Input::NotStarted(why),
                    }),
                    Output::Send(line) => self.send(line),
                    Output::Kill => match &mut self.child {
                        Some(child) => child.kill(),
                        None => inputs.push_back(Input::Exited("it was not running".to_owned())),
                    },
                    Output::Answered { turn, outcome } => self.tell(EngineNews::Answered { turn, outcome }),
                }
            }
        }
    }

    fn send(&mut self, line: String) {
        self.say(Stream::In, &line);
        // A full pipe and a full queue behind it: it reads nothing any more, and its end is as good as its silence.
        if let Some(child) = &mut self.child
            && !child.send(line)
        {
            child.kill();
        }
    }

    fn tell(&mut self, news: EngineNews) {
        match self.out.try_send(news) {
            Ok(()) => (),
            Err(mpsc::error::TrySendError::Full(news) | mpsc::error::TrySendError::Closed(news)) => {
                self.unsent.push_back(news);
            }
        }
    }

    fn pass_on(&mut self, event: &ChildEvent) {
        match event {
            ChildEvent::Out(line) => self.say(Stream::Out, line),
            ChildEvent::Err(line) => self.say(Stream::Err, line),
            ChildEvent::Exited(_) => (),
        }
    }

    /// Passes a line on, as long as they do not come too fast.
    fn say(&mut self, stream: Stream, line: &str) {
        let (pass, left_out) = self.tap.count(Instant::now());
        if left_out > 0 {
            self.say_now(stream, format!("… {left_out} lines left out"));
        }
        if pass {
            self.say_now(stream, line.chars().take(SAID_LIMIT_CHARS).collect());
        }
    }

    fn say_now(&mut self, stream: Stream, line: String) {
        // A console that is behind misses lines; answers come first.
        let _ = self.out.try_send(EngineNews::Said { seat: self.seat, stream, line });
    }
}

/// What a running child does next; without one, nothing ever.
async fn next_event(child: &mut Option<Child>) -> ChildEvent {
    match child {
        Some(child) => child.next().await,
        None => std::future::pending().await,
    }
}

/// Counts the lines that are passed on, second by second.
#[derive(Debug)]
struct Tap {
    since: Instant,
    passed: u32,
    left_out: u32,
}

impl Tap {
    /// Whether this line is passed on, and how many were left out in a second that is over.
    fn count(&mut self, now: Instant) -> (bool, u32) {
        let mut told = 0;
        if now.duration_since(self.since) >= Duration::from_secs(1) {
            told = std::mem::take(&mut self.left_out);
            self.since = now;
            self.passed = 0;
        }
        let pass = self.passed < SAID_PER_SECOND;
        if pass {
            self.passed += 1;
        } else {
            self.left_out = self.left_out.saturating_add(1);
        }
        (pass, told)
    }
}
