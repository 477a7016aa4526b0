//! The notes of a session: numbered, the newest two hundred.

use super::note::{Note, NoteKind};
use std::sync::Arc;

/// How many notes are kept.
const LIMIT: usize = 200;

#[derive(Debug, Default)]
pub(super) struct Log {
    notes: Arc<Vec<Note>>,
    next: u64,
}

impl Log {
    pub(super) fn add(&mut self, unix_ms: i64, kind: NoteKind) {
        let notes = Arc::make_mut(&mut self.notes);
        if notes.len() >= LIMIT {
            notes.remove(0);
        }
        notes.push(Note { number: self.next, level: kind.level(), unix_ms, kind });
        self.next += 1;
    }

    pub(super) fn notes(&self) -> Arc<Vec<Note>> {
        Arc::clone(&self.notes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_notes_go_and_numbers_go_on() {
        let mut log = Log::default();
        for _ in 0..LIMIT + 50 {
            log.add(7, NoteKind::Stopped);
        }
        let notes = log.notes();
        assert_eq!((notes.len(), notes[0].number, notes[LIMIT - 1].number), (LIMIT, 50, 249));
    }
}
