//! Where one step lays down what it decides, until the step is over.

use super::config::Exit;
use super::effect::Effect;
use super::note::NoteKind;
use crate::play::clock::{Moment, Now};

#[derive(Debug)]
pub(super) struct Desk {
    pub(super) now: Now,
    pub(super) effects: Vec<Effect>,
    pub(super) notes: Vec<NoteKind>,
    /// The state should be read as soon as that is allowed.
    pub(super) want_poll: bool,
    /// The session ends with this step.
    pub(super) exit: Option<Exit>,
}

impl Desk {
    pub(super) fn new(now: Now) -> Desk {
        Desk { now, effects: Vec::new(), notes: Vec::new(), want_poll: false, exit: None }
    }

    pub(super) fn moment(&self) -> Moment {
        self.now.moment
    }

    pub(super) fn act(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    pub(super) fn note(&mut self, kind: NoteKind) {
        self.notes.push(kind);
    }

    /// The venue refused the token: nothing more can be done here.
    pub(super) fn token_refused(&mut self, error: String) {
        if self.exit != Some(Exit::TokenRefused) {
            self.note(NoteKind::TokenRefused { error });
            self.exit = Some(Exit::TokenRefused);
        }
    }
}
