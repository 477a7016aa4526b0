//! What pages see, and what they say.

use crate::game::othello::Mode;
use crate::play::clock::Now;
use crate::play::strength::Strength;
use crate::session::command::Command;
use crate::session::config::Exit;
use crate::session::snapshot::Snapshot;
use std::time::Duration;
use zeroize::Zeroizing;

/// The pages there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    #[default]
    Home,
    Live,
    Connect,
}

/// A practice match to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PracticeChoice {
    pub mode: Mode,
    pub opponent: Strength,
}

impl Default for PracticeChoice {
    fn default() -> PracticeChoice {
        PracticeChoice { mode: Mode::Std, opponent: Strength::Medium }
    }
}

/// What thinks for the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineChoice {
    /// The built-in practice engine: unrated.
    Practice,
    /// A program that answers JSON lines, as a command line.
    Program(String),
}

/// A bot to put online.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnlineChoice {
    pub token: Zeroizing<String>,
    pub engine: EngineChoice,
    /// The most time for one move.
    pub max_think: Duration,
}

/// Whose session runs, or ran last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run {
    Practice(PracticeChoice),
    Online,
}

/// How a session ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By its own word.
    Exit(Exit),
    /// By a fault of this program, which said this.
    Crash(String),
}

/// What the pages may look at.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    pub now: Now,
    /// Whose session runs or ran last, with all that it shows; none before the first.
    pub session: Option<(Run, &'a Snapshot)>,
    /// How that session ended; none while it runs.
    pub end: Option<&'a End>,
    /// The newest lines that its engines wrote on their error output, the oldest of them first.
    pub said: &'a [String],
}

impl<'a> Scene<'a> {
    /// The session's snapshot, if there was one.
    #[must_use]
    pub fn snapshot(&self) -> Option<&'a Snapshot> {
        self.session.map(|(_, snapshot)| snapshot)
    }

    /// Whether a session runs now.
    #[must_use]
    pub fn running(&self) -> Option<Run> {
        self.session.filter(|_| self.end.is_none()).map(|(run, _)| run)
    }

    /// What sentences call the place where the bot plays.
    #[must_use]
    pub fn venue(&self) -> &'static str {
        match self.session {
            Some((Run::Practice(_), _)) => "the practice arena",
            Some((Run::Online, _)) | None => "FlipSight",
        }
    }
}

/// What a person wishes.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    Go(Page),
    Practice(PracticeChoice),
    /// Ends the practice match at once; nothing is lost by it.
    EndPractice,
    Online(Box<OnlineChoice>),
    Send(Command),
    /// Asks whether to stop during a match.
    AskStop,
    /// Closes the window now.
    Quit,
    /// Closes it once the running matches are over.
    QuitAfterMatches,
}
