//! Which challenges are taken.

use super::config::Config;
use super::event::Ask;
use super::note::DeclineReason;
use crate::play::clock::Moment;
use crate::play::fault::{Conflict, Fault};
use crate::play::paired::{MatchStatus, MatchView};
use std::time::Duration;

/// What to do with a match that waits for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Accept,
    Reject(DeclineReason),
    /// Not ours to answer, or better left to expire.
    Leave,
}

/// Decides on a waiting match in which the bot is participant `me`.
pub(super) fn verdict(view: &MatchView, me: u8, config: &Config, stopping: bool) -> Verdict {
    // Between bots participant 1 answers; a person who asks waits for the bot, wherever it sits.
    if view.status != MatchStatus::Pending || !(view.human || me == 1) {
        return Verdict::Leave;
    }
    // Another runner of the same bot may be there for that one.
    if config.once_match.is_some_and(|only| only != view.id) {
        return Verdict::Leave;
    }
    if !config.modes.contains(&view.mode) {
        return Verdict::Reject(DeclineReason::GameNotPlayed);
    }
    match (stopping, view.auto) {
        (false, _) => Verdict::Accept,
        // Saying no to an automatic match costs ten minutes of them, and so does silence: no need to say it.
        (true, true) => Verdict::Leave,
        (true, false) => Verdict::Reject(DeclineReason::Stopping),
    }
}

/// How many times an answer to a challenge is tried.
const TRIES: u32 = 12;
/// The first wait before it is tried again; it doubles up to the last.
const FIRST_WAIT: Duration = Duration::from_secs(1);
const LAST_WAIT: Duration = Duration::from_secs(8);
/// How long an answer that was given is believed while the state still shows a waiting match.
const BELIEF: Duration = Duration::from_secs(10);

/// Our answer to one challenge, and how far it has come.
#[derive(Clone, Debug)]
pub(super) struct Asking {
    verdict: Verdict,
    step: AskStep,
    tries: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AskStep {
    /// On its way.
    Sent,
    /// To be tried again.
    Again { at: Moment },
    /// The server took it; tried again only if the match still waits after a good while.
    Taken { recheck: Moment },
    /// Not to be tried again.
    Over,
}

impl Asking {
    pub(super) fn new() -> Asking {
        Asking { verdict: Verdict::Leave, step: AskStep::Again { at: Moment::default() }, tries: 0 }
    }

    /// The question to send now, if it is time.
    pub(super) fn due(&mut self, now: Moment, match_id: i64, verdict: Verdict) -> Option<Ask> {
        let ripe = match self.step {
            AskStep::Again { at } | AskStep::Taken { recheck: at } => now >= at,
            AskStep::Sent | AskStep::Over => false,
        };
        if !ripe || self.tries >= TRIES {
            return None;
        }
        let ask = match verdict {
            Verdict::Accept => Ask::Accept { match_id },
            Verdict::Reject(_) => Ask::Reject { match_id },
            Verdict::Leave => return None,
        };
        (self.verdict, self.step, self.tries) = (verdict, AskStep::Sent, self.tries + 1);
        Some(ask)
    }

    /// The moment at which `due` has something to say again.
    pub(super) fn deadline(&self, verdict: Verdict) -> Option<Moment> {
        match (self.step, verdict) {
            (AskStep::Again { at } | AskStep::Taken { recheck: at }, Verdict::Accept | Verdict::Reject(_)) => {
                (self.tries < TRIES).then_some(at)
            }
            (AskStep::Sent | AskStep::Over, _) | (_, Verdict::Leave) => None,
        }
    }

    /// The server answered.
    pub(super) fn answered(&mut self, now: Moment, outcome: Result<(), &Fault>) {
        let wait = FIRST_WAIT.saturating_mul(1 << self.tries.saturating_sub(1).min(3)).min(LAST_WAIT);
        self.step = match outcome {
            Ok(()) => AskStep::Taken { recheck: now + BELIEF },
            Err(
                Fault::Conflict(Conflict::ChallengeOver | Conflict::UnsupportedGameMode | Conflict::MatchNotRunning)
                | Fault::Rejected { .. }
                | Fault::TokenRefused { .. },
            ) => AskStep::Over,
            Err(Fault::Busy { after, .. }) => {
                AskStep::Again { at: now + after.unwrap_or(wait).clamp(FIRST_WAIT, BELIEF) }
            }
            // Another conflict may pass while the challenge still waits; after a lost answer a second one is harmless.
            Err(Fault::Conflict(_) | Fault::NoAnswer(_) | Fault::Unreadable { .. }) => {
                AskStep::Again { at: now + wait }
            }
        };
    }

    /// What was answered last.
    pub(super) fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// Whether a match may begin because of this.
    pub(super) fn may_begin(&self) -> bool {
        let open = match self.step {
            AskStep::Sent | AskStep::Taken { .. } => true,
            AskStep::Again { .. } => self.tries > 0 && self.tries < TRIES,
            AskStep::Over => false,
        };
        open && self.verdict == Verdict::Accept
    }
}
