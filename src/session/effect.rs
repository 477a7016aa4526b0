//! What a session wants done. Every effect but `Exit` is answered by an event, sooner or later, or needs none.

use super::config::Exit;
use super::event::Ask;
use crate::game::othello::Move;
use crate::play::paired::{Echo, Environment};
use crate::play::think::ThinkRequest;
use crate::play::turn::{Seat, TurnId};

/// One thing to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Keep the event stream open, reconnecting by the link's own rules; answered by `Event::Link`.
    OpenStream,
    /// Close it: the bot goes offline.
    CloseStream,
    /// Read the state; answered by `Event::Polled`.
    Poll { environment: Environment },
    /// Submit a move; answered by `Event::Posted`. `echo` is set in human games only.
    Post { turn: TurnId, mv: Move, echo: Option<Echo> },
    /// Answered by `Event::Asked`.
    Ask(Ask),
    /// Find a move; answered by `Event::Answered` unless stopped before.
    Think(Box<ThinkRequest>),
    /// Stop the search for this turn, by force if the engine cannot be stopped; its answer no longer matters.
    StopThinking { turn: TurnId },
    /// The seat's game is over: end its engine.
    Release { seat: Seat },
    /// The session is over. Nothing follows.
    Exit(Exit),
}
