//! One engine of one seat, whatever its dialect: when it is started, asked, stopped, started again and given up.
//!
//! At most one question is out at any time, and an answer to an old one goes nowhere. A question that comes while the
//! engine starts or clears away its last search waits for it. An engine that ends without an answer is started again
//! after a growing delay, three times in all; then every question is answered with the fault at once, so that its side
//! loses no more time. One that answers and then ends is simply started for its next question. One that has lost a
//! question while it was starting refuses further ones at once, without blame, until it is there.

use super::dialect::{Dialect, Farewell, Word};
use super::launch::Kind;
use crate::play::clock::Moment;
use crate::play::think::{Answer, EngineFault, ThinkRequest};
use crate::play::turn::TurnId;
use std::time::Duration;

/// The waits before an engine that failed is started again. After the last, it is given up.
pub const RESTART_DELAYS: [Duration; 3] =
    [Duration::from_millis(100), Duration::from_millis(500), Duration::from_secs(2)];
/// An engine that must say when it is ready has this long to do so.
const READY_LIMIT: Duration = Duration::from_secs(25);
/// A question is put to an engine at most this often, if the engine ends while it thinks.
const TRIES: u8 = 2;

/// What happens to a dialogue.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// Start the engine before it is needed.
    Begin,
    /// The process that [`Output::Start`] asked for is running.
    Started,
    /// It could not be started, and why.
    NotStarted(String),
    /// Find a move. A question that is still out is dropped first.
    Ask(Box<ThinkRequest>),
    /// The answer for this turn is no longer wanted.
    Stop { turn: TurnId },
    /// A line on the engine's output, without its end.
    Line(String),
    /// A line on its error output.
    Complaint(String),
    /// The process is gone; nothing more comes from it. How it ended, in words.
    Exited(String),
    /// Time has passed.
    Woke,
}

/// What a dialogue wants.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// Start a process; answered by [`Input::Started`] or [`Input::NotStarted`].
    Start,
    /// Write this line to it.
    Send(String),
    /// End the process by force; answered by [`Input::Exited`].
    Kill,
    /// The outcome of the question for this turn; never more than one for a question.
    Answered { turn: TurnId, outcome: Result<Answer, EngineFault> },
}

/// The life of one engine.
#[derive(Clone, Debug)]
pub struct Dialogue {
    kind: Kind,
    dialect: Dialect,
    process: Process,
    question: Option<Question>,
    /// How often the engine failed so far.
    failures: usize,
    /// The running process has answered something.
    answered: bool,
    /// A question was lost because the engine was not there yet; until it is, further ones are refused at once.
    behind: bool,
}

#[derive(Clone, Debug)]
struct Question {
    ask: Box<ThinkRequest>,
    since: Moment,
    /// How often an engine failed over it.
    failed: u8,
}

#[derive(Clone, Debug)]
enum Process {
    /// Started with the next question, but not before this moment.
    Down {
        not_before: Moment,
    },
    /// To be started at this moment.
    Resting {
        until: Moment,
    },
    /// Asked for.
    Launching,
    /// Runs, but has not said that it is ready.
    Warming {
        until: Moment,
    },
    Free,
    /// Thinks about the question.
    Busy,
    /// Thinks about a question that nobody waits for.
    Clearing,
    /// Is being ended. `fault`: because it failed.
    Ending {
        fault: Option<EngineFault>,
    },
    /// Will not be asked again.
    GivenUp {
        fault: EngineFault,
    },
}

impl Dialogue {
    #[must_use]
    pub fn new(kind: &Kind) -> Dialogue {
        Dialogue {
            kind: kind.clone(),
            dialect: Dialect::new(kind),
            process: Process::Down { not_before: Moment::default() },
            question: None,
            failures: 0,
            answered: false,
            behind: false,
        }
    }

    /// How to ask the engine to end by itself.
    #[must_use]
    pub fn farewell(&self) -> Farewell {
        self.dialect.farewell()
    }

    /// When [`Input::Woke`] is due, if nothing happens before.
    #[must_use]
    pub fn deadline(&self) -> Option<Moment> {
        match self.process {
            Process::Resting { until } | Process::Warming { until } => Some(until),
            Process::Busy | Process::Clearing => self.dialect.deadline(),
            Process::Down { .. }
            | Process::Launching
            | Process::Free
            | Process::Ending { .. }
            | Process::GivenUp { .. } => None,
        }
    }

    /// One step: what happened goes in, what to do comes out, in order.
    pub fn step(&mut self, now: Moment, input: Input) -> Vec<Output> {
        let mut out = Vec::new();
        match input {
            Input::Begin => self.wake_up(now, &mut out),
            Input::Started => self.started(now, &mut out),
            Input::NotStarted(why) => {
                // Another try at once would end the same way, so this question is not put again.
                if let Some(question) = &mut self.question {
                    question.failed = TRIES;
                }
                self.failed(now, EngineFault::Start(why), &mut out);
            }
            Input::Ask(ask) => self.ask(now, ask, &mut out),
            Input::Stop { turn } => self.stop(now, turn, &mut out),
            Input::Line(line) => {
                if self.listens() {
                    let words = self.dialect.line(now, &line);
                    self.heed(now, words, &mut out);
                }
            }
            Input::Complaint(line) => {
                if self.listens() {
                    self.dialect.complaint(&line);
                }
            }
            Input::Exited(why) => self.exited(now, why, &mut out),
            Input::Woke => self.woke(now, &mut out),
        }
        out
    }

    /// Whether what the process says counts.
    fn listens(&self) -> bool {
        match self.process {
            Process::Warming { .. } | Process::Free | Process::Busy | Process::Clearing => true,
            Process::Down { .. }
            | Process::Resting { .. }
            | Process::Launching
            | Process::Ending { .. }
            | Process::GivenUp { .. } => false,
        }
    }

    fn ask(&mut self, now: Moment, ask: Box<ThinkRequest>, out: &mut Vec<Output>) {
        if let Some(old) = &self.question {
            let turn = old.ask.turn;
            self.stop(now, turn, out);
        }
        let turn = ask.turn;
        let refuse = |fault| Output::Answered { turn, outcome: Err(fault) };
        if let Process::GivenUp { fault } = &self.process {
            out.push(refuse(fault.clone()));
            return;
        }
        let mode = ask.position.mode();
        if !self.kind.plays(mode) {
            out.push(refuse(EngineFault::Unsupported(mode.name().to_owned())));
            return;
        }
        if self.behind {
            out.push(refuse(EngineFault::NotReady));
            return;
        }
        self.question = Some(Question { ask, since: now, failed: 0 });
        match self.process {
            Process::Free => self.put(now, out),
            Process::Down { .. } => self.wake_up(now, out),
            Process::Resting { .. }
            | Process::Launching
            | Process::Warming { .. }
            | Process::Busy
            | Process::Clearing
            | Process::Ending { .. }
            | Process::GivenUp { .. } => (),
        }
    }

    /// Puts the question to a free engine, less the time it has waited.
    fn put(&mut self, now: Moment, out: &mut Vec<Output>) {
        let Some(question) = &self.question else { return };
        let waited = now.since(question.since);
        let mut ask = question.ask.clone();
        ask.remaining = ask.remaining.saturating_sub(waited);
        ask.budget = ask.budget.saturating_sub(waited);
        self.process = Process::Busy;
        let words = self.dialect.ask(now, &ask);
        self.heed(now, words, out);
    }

    fn stop(&mut self, now: Moment, turn: TurnId, out: &mut Vec<Output>) {
        if self.question.as_ref().is_none_or(|question| question.ask.turn != turn) {
            return;
        }
        self.question = None;
        match self.process {
            Process::Busy => {
                self.process = Process::Clearing;
                let words = self.dialect.stop(now);
                self.heed(now, words, out);
            }
            Process::Warming { .. } => self.behind = true,
            Process::Down { .. }
            | Process::Resting { .. }
            | Process::Launching
            | Process::Free
            | Process::Clearing
            | Process::Ending { .. }
            | Process::GivenUp { .. } => (),
        }
    }

    /// Does what the dialect says.
    fn heed(&mut self, now: Moment, words: Vec<Word>, out: &mut Vec<Output>) {
        for word in words {
            match word {
                Word::Send(line) => out.push(Output::Send(line)),
                Word::Ready | Word::Free => {
                    self.answered |= matches!(self.process, Process::Clearing);
                    self.freed(now, out);
                }
                Word::Answer(outcome) => {
                    self.answered = true;
                    self.reply(outcome, out);
                    self.freed(now, out);
                }
                Word::Late => self.behind = true,
                Word::Kill => self.end(None, out),
                Word::Lost(why) => self.end(Some(EngineFault::Exited(why)), out),
                Word::Hopeless(why) => {
                    self.give_up(EngineFault::Exited(why), out);
                    out.push(Output::Kill);
                }
            }
        }
    }

    fn freed(&mut self, now: Moment, out: &mut Vec<Output>) {
        self.process = Process::Free;
        self.behind = false;
        self.put(now, out);
    }

    fn reply(&mut self, outcome: Result<Answer, EngineFault>, out: &mut Vec<Output>) {
        if let Some(question) = self.question.take() {
            out.push(Output::Answered { turn: question.ask.turn, outcome });
        }
    }

    fn end(&mut self, fault: Option<EngineFault>, out: &mut Vec<Output>) {
        self.process = Process::Ending { fault };
        out.push(Output::Kill);
    }

    fn give_up(&mut self, fault: EngineFault, out: &mut Vec<Output>) {
        self.reply(Err(fault.clone()), out);
        self.process = Process::GivenUp { fault };
    }

    /// Starts a process that is down, or waits until it may be started.
    fn wake_up(&mut self, now: Moment, out: &mut Vec<Output>) {
        if let Process::Down { not_before } = self.process {
            if not_before <= now {
                self.launch(out);
            } else {
                self.process = Process::Resting { until: not_before };
            }
        }
    }

    fn launch(&mut self, out: &mut Vec<Output>) {
        self.process = Process::Launching;
        self.answered = false;
        out.push(Output::Start);
    }

    fn started(&mut self, now: Moment, out: &mut Vec<Output>) {
        if matches!(self.process, Process::Launching) {
            self.process = Process::Warming { until: now + READY_LIMIT };
            let words = self.dialect.hello();
            self.heed(now, words, out);
        }
    }

    fn exited(&mut self, now: Moment, why: String, out: &mut Vec<Output>) {
        match &mut self.process {
            Process::Ending { fault } => match fault.take() {
                Some(fault) => self.failed(now, fault, out),
                // It was ended because its search was not wanted any more. Start now, to be ready for the next turn.
                None => self.launch(out),
            },
            // It has answered and gone, perhaps with the next question already in its pipe.
            Process::Free | Process::Busy if self.answered => {
                self.process = Process::Down { not_before: now };
                if self.question.is_some() {
                    self.wake_up(now, out);
                }
            }
            Process::Warming { .. } | Process::Free | Process::Busy | Process::Clearing => {
                self.failed(now, EngineFault::Exited(why), out);
            }
            Process::Down { .. } | Process::Resting { .. } | Process::Launching | Process::GivenUp { .. } => (),
        }
    }

    /// The engine is down through a fault of its own.
    fn failed(&mut self, now: Moment, fault: EngineFault, out: &mut Vec<Output>) {
        let delay = RESTART_DELAYS.get(self.failures);
        self.failures += 1;
        self.behind = false;
        let Some(delay) = delay else {
            self.give_up(fault, out);
            return;
        };
        self.process = Process::Down { not_before: now + *delay };
        if let Some(question) = &mut self.question {
            question.failed += 1;
            if question.failed >= TRIES {
                self.reply(Err(fault), out);
            } else {
                self.wake_up(now, out);
            }
        }
    }

    fn woke(&mut self, now: Moment, out: &mut Vec<Output>) {
        match self.process {
            Process::Resting { until } if until <= now => self.launch(out),
            Process::Warming { until } if until <= now => {
                let fault = format!("it was not ready after {} seconds", READY_LIMIT.as_secs());
                self.end(Some(EngineFault::Start(fault)), out);
            }
            Process::Busy | Process::Clearing => {
                let words = self.dialect.woke(now);
                self.heed(now, words, out);
            }
            Process::Resting { .. }
            | Process::Warming { .. }
            | Process::Down { .. }
            | Process::Launching
            | Process::Free
            | Process::Ending { .. }
            | Process::GivenUp { .. } => (),
        }
    }
}
