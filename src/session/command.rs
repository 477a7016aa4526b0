//! What a person asks of a running session.

use crate::game::othello::Mode;

/// Who is challenged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    Id(i64),
    Name(String),
}

/// A wish of the person, from the window or the console.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Challenge a bot.
    Challenge { target: Target, mode: Mode },
    /// Take no new match, and stop when the running ones are over (at once if none is).
    StopAfterMatches,
    /// End all engines and stop now; a running match is lost.
    StopNow,
}
