//! What can happen to a session. Time comes beside the event, never inside it.

use super::command::{Command, Target};
use crate::game::othello::Mode;
use crate::play::fault::Fault;
use crate::play::paired::{MatchView, Poll};
use crate::play::think::{Answer, EngineFault};
use crate::play::turn::TurnId;
use std::time::Duration;

/// The state of the event stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Link {
    /// Not wanted.
    Closed,
    /// Being opened now.
    Connecting,
    /// Open: the bot shows as online.
    Live,
    /// Broken or not to be had; the next try comes after `retry_in`.
    Lost { why: String, retry_in: Duration },
    /// The token was refused.
    Refused { error: String },
}

/// A request that is neither a poll nor a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    Accept { match_id: i64 },
    Reject { match_id: i64 },
    Challenge { target: Target, mode: Mode },
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The first event of all; begins the work.
    Started,
    /// The stream's state changed.
    Link(Link),
    /// The stream named the bot that the token belongs to.
    Hello { bot_id: i64, server_now_ms: i64 },
    /// The stream carried a whole match.
    Pushed { view: Box<MatchView>, server_now_ms: i64 },
    /// The stream says that a match changed, without its content (or with content that cannot be read).
    Nudged,
    /// A poll was answered, or failed.
    Polled(Result<Box<Poll>, Fault>),
    /// A move was answered (`server_now_ms` when it was accepted), or failed. `took`: from sending to the answer.
    Posted { turn: TurnId, outcome: Result<i64, Fault>, took: Duration },
    /// A challenge, acceptance or rejection was answered (with the match id), or failed.
    Asked { ask: Ask, outcome: Result<i64, Fault> },
    /// An engine answered, or failed.
    Answered { turn: TurnId, outcome: Result<Answer, EngineFault> },
    /// A person wishes something.
    Command(Command),
    /// Nothing but time: the deadline that the last step named has passed.
    Woke,
}
