//! Automatic matching: the service invites a bot to a match that nobody asked for.

use super::paired::Participant;
use super::{Arena, Step};
use crate::game::othello::Mode;

/// Why the arena proposes no automatic match to a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotProposed {
    #[error("there is no such bot")]
    Unknown,
    #[error("automatic matching is switched off for the bot")]
    Off,
    #[error("the bot is offline")]
    Offline,
    #[error("the bot runs its practice engine")]
    Practising,
    #[error("the bot is busy")]
    Busy,
    #[error("the bot let an automatic match go and is left out for ten minutes")]
    Barred,
}

impl Arena {
    /// Proposes an automatic std match to `bot_id`, which has to accept it. `against` is another bot or one of the
    /// arena's own. Returns the match's id.
    ///
    /// # Errors
    /// [`NotProposed`], as the service leaves such bots out.
    pub fn propose(&mut self, now_ms: i64, bot_id: i64, against: i64) -> (Result<i64, NotProposed>, Step) {
        let mut step = self.begin(now_ms);
        let proposed = self.may_propose(bot_id, against).map(|opponent| {
            let id = self.new_match([opponent, Participant::Bot(bot_id)], Mode::Std, true);
            self.announce(id, &mut step);
            id
        });
        (proposed, self.end(step))
    }

    fn may_propose(&self, bot_id: i64, against: i64) -> Result<Participant, NotProposed> {
        let opponent = self.participant(against).ok_or(NotProposed::Unknown)?;
        let bot = self.bots.get(&bot_id).ok_or(NotProposed::Unknown)?;
        if !bot.setup.auto_match {
            Err(NotProposed::Off)
        } else if !bot.online(self.now_ms) {
            Err(NotProposed::Offline)
        } else if bot.environment.practice {
            Err(NotProposed::Practising)
        } else if self.now_ms < bot.barred_until_ms {
            Err(NotProposed::Barred)
        } else if self.slots_taken(bot_id) > 0 {
            Err(NotProposed::Busy)
        } else {
            Ok(opponent)
        }
    }
}
