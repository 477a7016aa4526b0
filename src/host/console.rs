//! What engines write, for those who watch now and for those who look later.

use super::child::Stream;
use crate::play::turn::Seat;
use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::broadcast;

/// Lines that a slow reader may fall behind before it misses the oldest.
const LINES: usize = 256;
/// Lines of error output that are kept for a later look.
const KEPT_LINES: usize = 50;
/// Characters of a kept line; the rest is left out.
const KEPT_CHARS: usize = 300;

/// A line between us and an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsoleLine {
    pub seat: Seat,
    pub stream: Stream,
    pub text: String,
}

impl fmt::Display for ConsoleLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "engine of match {}, board {}: {}", self.seat.match_id, self.seat.leg + 1, self.text)
    }
}

/// Where the lines of all engines of a session come together. A copy is another handle on the same one.
#[derive(Clone, Debug)]
pub(super) struct Console {
    live: broadcast::Sender<ConsoleLine>,
    errors: Arc<Mutex<VecDeque<ConsoleLine>>>,
}

impl Console {
    pub fn new() -> Console {
        Console { live: broadcast::channel(LINES).0, errors: Arc::default() }
    }

    /// Takes a line. Without a reader it is dropped, unless it is of the error output.
    pub fn say(&self, line: ConsoleLine) {
        if line.stream == Stream::Err {
            let text = line.text.chars().take(KEPT_CHARS).collect();
            let kept = ConsoleLine { text, seat: line.seat, stream: line.stream };
            let mut errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
            if errors.len() == KEPT_LINES {
                errors.pop_front();
            }
            errors.push_back(kept);
        }
        let _ = self.live.send(line);
    }

    /// Every line from now on.
    pub fn subscribe(&self) -> broadcast::Receiver<ConsoleLine> {
        self.live.subscribe()
    }

    /// The newest lines of error output, the oldest of them first.
    pub fn errors(&self) -> Vec<ConsoleLine> {
        self.errors.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::turn::Venue;

    fn line(stream: Stream, text: &str) -> ConsoleLine {
        let seat = Seat { venue: Venue::FlipSight, match_id: 7, round: 0, leg: 0, participant: 0 };
        ConsoleLine { seat, stream, text: text.to_owned() }
    }

    #[test]
    fn the_newest_error_lines_are_kept_and_nothing_else() {
        let console = Console::new();
        for number in 0..KEPT_LINES + 20 {
            console.say(line(Stream::Out, "a move"));
            console.say(line(Stream::Err, &number.to_string()));
        }
        let kept: Vec<_> = console.errors().into_iter().map(|line| line.text).collect();
        assert_eq!(kept, (20..KEPT_LINES + 20).map(|number| number.to_string()).collect::<Vec<_>>());
    }

    #[test]
    fn a_long_line_is_kept_short_and_passed_on_whole() {
        let console = Console::new();
        let mut reader = console.subscribe();
        let long = "日".repeat(2 * KEPT_CHARS);
        console.say(line(Stream::Err, &long));
        assert_eq!(console.errors()[0].text.chars().count(), KEPT_CHARS);
        assert_eq!(reader.try_recv().unwrap().text, long);
    }
}
