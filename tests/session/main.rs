//! The session's rules, one by one, on a clock that the tests turn.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a helper that cannot go on fails its test")]

mod bot;
mod clock;
mod flow;
mod play;
mod slow_start;
