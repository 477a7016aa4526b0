//! The dialects: what each kind of engine is told and what its lines mean.
//!
//! A dialect is a state machine over lines. It is asked one question at a time and tells with [`Word`]s what to send
//! and what it heard. Starting, restarting and giving up are the same for all and belong to
//! [`Dialogue`](super::dialogue::Dialogue).

use super::egaroucid::Egaroucid;
use super::json_line::JsonLine;
use super::launch::Kind;
use super::nboard::NBoard;
use crate::play::clock::Moment;
use crate::play::think::{Answer, EngineFault, ThinkRequest};

/// What a dialect wants or has heard.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Word {
    /// Write this line.
    Send(String),
    /// The engine has started and can be asked.
    Ready,
    /// The answer to the question that is out; the engine is free again.
    Answer(Result<Answer, EngineFault>),
    /// The search that was stopped is over; the engine is free again.
    Free,
    /// The engine may still be starting, so it is left alone; [`Word::Free`] follows when it answers after all.
    Late,
    /// This engine cannot be stopped in any other way than to end it. No fault of its own.
    Kill,
    /// The engine does not do what it must; end it and count that as a failure.
    Lost(String),
    /// Not worth another start.
    Hopeless(String),
}

/// How an engine is asked to end by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Farewell {
    /// By a line.
    Line(&'static str),
    /// By the end of its input.
    EndOfInput,
}

/// One engine's way of talking, with all that it remembers of the talk.
#[derive(Clone, Debug)]
pub(super) enum Dialect {
    JsonLine(JsonLine),
    /// Edax speaks NBoard too, with manners of its own.
    NBoard(NBoard),
    Egaroucid(Egaroucid),
}

impl Dialect {
    pub(super) fn new(kind: &Kind) -> Dialect {
        match kind {
            Kind::JsonLine => Dialect::JsonLine(JsonLine::default()),
            Kind::NBoard { depth } => Dialect::NBoard(NBoard::generic(*depth)),
            Kind::Edax { level } => Dialect::NBoard(NBoard::edax(*level)),
            Kind::Egaroucid => Dialect::Egaroucid(Egaroucid::default()),
        }
    }

    /// A new process has started. What was before it is forgotten.
    pub(super) fn hello(&mut self) -> Vec<Word> {
        match self {
            Dialect::JsonLine(machine) => machine.hello(),
            Dialect::NBoard(machine) => machine.hello(),
            Dialect::Egaroucid(machine) => machine.hello(),
        }
    }

    /// Puts a question to an engine that is free.
    pub(super) fn ask(&mut self, now: Moment, ask: &ThinkRequest) -> Vec<Word> {
        match self {
            Dialect::JsonLine(machine) => machine.ask(now, ask),
            Dialect::NBoard(machine) => machine.ask(now, ask),
            Dialect::Egaroucid(machine) => machine.ask(ask),
        }
    }

    /// The answer to the question that is out no longer matters.
    pub(super) fn stop(&mut self, now: Moment) -> Vec<Word> {
        match self {
            Dialect::JsonLine(machine) => machine.stop(now),
            Dialect::NBoard(machine) => machine.stop(now),
            Dialect::Egaroucid(machine) => machine.stop(),
        }
    }

    /// A line on the engine's output.
    pub(super) fn line(&mut self, now: Moment, line: &str) -> Vec<Word> {
        match self {
            Dialect::JsonLine(machine) => machine.line(line),
            Dialect::NBoard(machine) => machine.line(now, line),
            Dialect::Egaroucid(machine) => machine.line(line),
        }
    }

    /// A line on the engine's error output.
    pub(super) fn complaint(&mut self, line: &str) {
        match self {
            Dialect::JsonLine(_) => (),
            Dialect::NBoard(machine) => machine.complaint(line),
            Dialect::Egaroucid(machine) => machine.complaint(line),
        }
    }

    /// Time has passed.
    pub(super) fn woke(&mut self, now: Moment) -> Vec<Word> {
        match self {
            Dialect::JsonLine(machine) => machine.woke(now),
            Dialect::NBoard(machine) => machine.woke(now),
            Dialect::Egaroucid(_) => Vec::new(),
        }
    }

    /// When [`Dialect::woke`] must be called, if nothing happens before.
    pub(super) fn deadline(&self) -> Option<Moment> {
        match self {
            Dialect::JsonLine(machine) => machine.deadline(),
            Dialect::NBoard(machine) => machine.deadline(),
            Dialect::Egaroucid(_) => None,
        }
    }

    pub(super) fn farewell(&self) -> Farewell {
        match self {
            Dialect::JsonLine(_) => Farewell::EndOfInput,
            // Edax thinks on after the end of its input, and Egaroucid prints errors for ever: both know `quit`.
            Dialect::NBoard(_) | Dialect::Egaroucid(_) => Farewell::Line("quit"),
        }
    }
}
