//! Standard output, written so that a reader who goes away (`| head`) stops the writing and nothing else.

use std::io::{self, IsTerminal, Write};

/// Standard output, until it breaks.
#[derive(Debug, Default)]
pub struct Out {
    broken: bool,
}

impl Out {
    /// Writes one line and sends it off.
    pub fn line(&mut self, text: &str) {
        self.raw(&format!("{text}\n"));
    }

    /// Writes `text` as it is and sends it off.
    pub fn raw(&mut self, text: &str) {
        if self.broken {
            return;
        }
        let mut out = io::stdout().lock();
        self.broken = out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err();
    }
}

/// Writes one line to standard error; if nobody reads that either, there is nobody to tell.
pub fn complain(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Whether a person watches.
#[must_use]
pub fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Text from outside made safe for a terminal: control characters, which could move the cursor or worse, are
/// shown as `?`.
#[must_use]
pub fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '?' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminal_commands_in_names_are_defused() {
        assert_eq!(plain("Bot\u{1b}[2J\n名前"), "Bot?[2J?名前");
    }
}
