//! From a person's choice to a running session. Starting takes a moment (an arena, a client, a look for a program),
//! so it happens on a thread of its own and the window goes on drawing.

use super::action::{EngineChoice, OnlineChoice, PracticeChoice};
use super::pages::connect::{Problem, Spot};
use crate::host::practice::Practice;
use crate::host::prepare::{self, Names};
use crate::host::worker::Runner;
use crate::venue::flipsight::address::Addresses;
use crate::venue::flipsight::token::Token;
use std::io;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::time::Duration;

/// How long a session may take to end once the window is closed.
const STOP_LIMIT: Duration = Duration::from_secs(5);

/// A running session, practice or not.
pub enum Host {
    Practice(Practice),
    Online(Runner),
}

impl Host {
    /// The runner that plays.
    #[must_use]
    pub fn runner(&self) -> &Runner {
        match self {
            Host::Practice(practice) => practice.runner(),
            Host::Online(runner) => runner,
        }
    }

    /// Ends the session and waits for that, a few seconds at the most. Not for the thread that draws.
    pub fn stop(self) {
        match self {
            Host::Practice(practice) => {
                practice.stop();
            }
            Host::Online(runner) => {
                runner.send(crate::session::command::Command::StopNow);
                let _ended = runner.join(STOP_LIMIT);
            }
        }
    }
}

/// A session that is being started elsewhere.
pub struct Starting {
    news: Receiver<Result<Host, Problem>>,
}

impl Starting {
    /// Starts a practice match; `wake` is called when there is news.
    ///
    /// # Errors
    /// When the system has no room for another thread.
    pub fn practice(choice: PracticeChoice, wake: impl Fn() + Clone + Send + Sync + 'static) -> io::Result<Starting> {
        Starting::elsewhere(wake.clone(), move || practice(choice, wake))
    }

    /// Puts a bot online.
    ///
    /// # Errors
    /// As for [`Starting::practice`].
    pub fn online(choice: OnlineChoice, wake: impl Fn() + Clone + Send + Sync + 'static) -> io::Result<Starting> {
        Starting::elsewhere(wake.clone(), move || online(&choice, wake))
    }

    fn elsewhere(
        wake: impl Fn() + Send + 'static,
        start: impl FnOnce() -> Result<Host, Problem> + Send + 'static,
    ) -> io::Result<Starting> {
        let (told, news) = sync_channel(1);
        std::thread::Builder::new().name("start".to_owned()).spawn(move || {
            // If nobody waits any more, the session ends as it is dropped here.
            if told.send(start()).is_ok() {
                wake();
            }
        })?;
        Ok(Starting { news })
    }

    /// What came of it, once that is known.
    #[must_use]
    pub fn outcome(&self) -> Option<Result<Host, Problem>> {
        match self.news.try_recv() {
            Ok(outcome) => Some(outcome),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err(at_start("Something in Botdock failed. Start again."))),
        }
    }
}

/// Ends a session without making the window wait.
pub fn stop_elsewhere(host: Host) {
    // Without a thread the session still ends: dropping it stops it.
    let _stopping = std::thread::Builder::new().name("stop".to_owned()).spawn(move || host.stop());
}

fn at_start(sentence: &str) -> Problem {
    Problem { at: Spot::Start, sentence: sentence.to_owned() }
}

/// An error's words as a sentence.
fn sentence(error: &str) -> String {
    let mut chars = error.chars();
    let first = chars.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", chars.as_str().trim_end_matches('.'))
}

fn practice(choice: PracticeChoice, wake: impl Fn() + Send + Sync + 'static) -> Result<Host, Problem> {
    let started = Practice::start(choice.mode, choice.opponent, wake);
    started.map(Host::Practice).map_err(|error| at_start(&sentence(&error.to_string())))
}

fn online(choice: &OnlineChoice, wake: impl Fn() + Send + Sync + 'static) -> Result<Host, Problem> {
    let token =
        Token::parse(&choice.token).map_err(|bad| Problem { at: Spot::Token, sentence: sentence(&bad.to_string()) })?;
    let engine = match &choice.engine {
        EngineChoice::Practice => prepare::EngineChoice::Practice,
        EngineChoice::Program(command) => prepare::EngineChoice::JsonLine { command: command.clone() },
    };
    let mut prepared = prepare::prepare(&engine, &Names::default())
        .map_err(|why| Problem { at: Spot::Program, sentence: sentence(&why.to_string()) })?;
    prepared.config.max_think = Some(choice.max_think);
    let addresses = Addresses::new(None, None).map_err(|bad| at_start(&sentence(&bad.to_string())))?;
    let started = Runner::start(prepared.setup(addresses, token), wake);
    started.map(Host::Online).map_err(|error| at_start(&sentence(&error.to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use zeroize::Zeroizing;

    fn refused(token: &str, engine: EngineChoice) -> Problem {
        let choice =
            OnlineChoice { token: Zeroizing::new(token.to_owned()), engine, max_think: Duration::from_secs(10) };
        match online(&choice, || ()) {
            Ok(_) => panic!("a session was started"),
            Err(problem) => problem,
        }
    }

    #[test]
    fn a_malformed_token_is_refused_at_its_field_without_being_repeated() {
        let problem = refused("password123", EngineChoice::Practice);
        assert_eq!(problem.at, Spot::Token);
        assert!(problem.sentence.contains("fsbm_") && problem.sentence.ends_with('.'), "{}", problem.sentence);
        assert!(!problem.sentence.contains("password123"));
    }

    #[test]
    fn a_program_that_is_not_there_is_named_at_its_field() {
        let command = "no-such-engine-anywhere --fast";
        let problem = refused("fsbm_0123456789abcdef0123456789abcdef", EngineChoice::Program(command.to_owned()));
        assert_eq!(problem.at, Spot::Program);
        assert!(problem.sentence.starts_with("There is no program “no-such-engine-anywhere”"), "{}", problem.sentence);
    }
}
