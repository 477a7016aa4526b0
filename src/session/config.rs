//! What a session is told once, at its start.

use crate::game::othello::Mode;
use crate::play::paired::Environment;
use std::time::Duration;

/// The settings of one session.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// Sent with every poll; `practice` is always sent, so that the server forgets an earlier value.
    pub environment: Environment,
    /// The games the engine can play; a challenge to another one is rejected.
    pub modes: Vec<Mode>,
    /// The most time for one move; none means the clock alone decides.
    pub max_think: Option<Duration>,
    /// Kept back from the clock for the journey of the move (the documented client: 750 ms).
    pub reserve: Duration,
    /// Play this match only, then exit.
    pub once_match: Option<i64>,
    /// Exit after this long, with [`Exit::MaxRuntime`].
    pub max_runtime: Option<Duration>,
    /// Use the event stream; without it, polling alone.
    pub stream: bool,
    /// Seeds the fallback moves and the jitter of waits.
    pub seed: u64,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            environment: Environment::default(),
            modes: Mode::ALL.to_vec(),
            max_think: Some(Duration::from_secs(10)),
            reserve: Duration::from_millis(750),
            once_match: None,
            max_runtime: None,
            stream: true,
            seed: 0,
        }
    }
}

/// How a session ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Asked to stop, or the one match is over.
    Done,
    /// The venue refused the token.
    TokenRefused,
    /// The time given has passed.
    MaxRuntime,
}
