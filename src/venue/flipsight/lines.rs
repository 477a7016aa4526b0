//! Cuts a stream of bytes into lines, with bounded memory.
//!
//! ```
//! use botdock::venue::flipsight::lines::{Line, Lines};
//!
//! let mut lines = Lines::default();
//! assert_eq!(lines.push(b"{\"type\":"), []);
//! assert_eq!(lines.push(b"\"ping\"}\r\n{"), [Line::Whole(b"{\"type\":\"ping\"}".to_vec())]);
//! ```

/// The longest line that is read. A match object is about 10 kB, so this is generous.
pub const LINE_LIMIT_BYTES: usize = 1 << 20;

/// A line without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    Whole(Vec<u8>),
    /// A line went over the limit. It is dropped up to its end and told once.
    TooLong,
}

/// The splitter: holds at most one unfinished line of [`LINE_LIMIT_BYTES`].
#[derive(Debug)]
pub struct Lines {
    limit: usize,
    begun: Vec<u8>,
    /// Inside a line that is too long: everything up to the next end of line is dropped.
    dropping: bool,
}

impl Default for Lines {
    fn default() -> Lines {
        Lines::with_limit(LINE_LIMIT_BYTES)
    }
}

impl Lines {
    /// A splitter for lines of at most `limit` bytes.
    #[must_use]
    pub const fn with_limit(limit: usize) -> Lines {
        Lines { limit, begun: Vec::new(), dropping: false }
    }

    /// Takes the next bytes and gives the lines that they complete. Empty lines are left out.
    pub fn push(&mut self, chunk: &[u8]) -> Vec<Line> {
        let mut found = Vec::new();
        for piece in chunk.split_inclusive(|&byte| byte == b'\n') {
            let (text, ended) = match piece.split_last() {
                Some((b'\n', text)) => (text, true),
                _ => (piece, false),
            };
            if !self.dropping {
                if self.begun.len() + text.len() > self.limit {
                    self.begun = Vec::new();
                    self.dropping = true;
                    found.push(Line::TooLong);
                } else {
                    self.begun.extend_from_slice(text);
                }
            }
            if ended {
                let mut line = std::mem::take(&mut self.begun);
                if line.last() == Some(&b'\r') {
                    line.pop();
                }
                if !line.is_empty() {
                    found.push(Line::Whole(line));
                }
                self.dropping = false;
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn whole(text: &str) -> Line {
        Line::Whole(text.as_bytes().to_vec())
    }

    #[test]
    fn lines_end_with_or_without_a_carriage_return() {
        let mut lines = Lines::default();
        assert_eq!(lines.push(b"a\r\n\r\n\nb\nc"), [whole("a"), whole("b")]);
        assert_eq!(lines.push(b"d\n"), [whole("cd")]);
    }

    #[test]
    fn a_line_over_the_limit_is_told_once_and_the_next_is_read() {
        let mut lines = Lines::with_limit(4);
        assert_eq!(lines.push(b"12345"), [Line::TooLong]);
        assert_eq!(lines.push(&[b'x'; 10_000]), []);
        assert_eq!(lines.begun.capacity(), 0);
        assert_eq!(lines.push(b"y\n1234\n12345\n1"), [whole("1234"), Line::TooLong]);
        assert_eq!(lines.push(b"\n"), [whole("1")]);
    }

    proptest! {
        #[test]
        fn the_cuts_between_chunks_do_not_matter(
            bytes in prop::collection::vec(prop_oneof![Just(b'\n'), Just(b'\r'), any::<u8>()], 0..200),
            cut in 1_usize..20,
        ) {
            let at_once = Lines::with_limit(16).push(&bytes);
            let mut lines = Lines::with_limit(16);
            let in_pieces: Vec<Line> = bytes.chunks(cut).flat_map(|chunk| lines.push(chunk)).collect();
            prop_assert_eq!(at_once, in_pieces);
        }
    }
}
