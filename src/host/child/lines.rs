//! A child's bytes as lines: both ends of line, broken UTF-8 and endless lines included.

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::ChildStdin;
use tokio::sync::mpsc;

/// The longest line that is kept; the rest of a longer one is left out.
const LINE_LIMIT_BYTES: usize = 64 * 1024;
/// What one read takes at most.
const CHUNK_BYTES: usize = 8 * 1024;

/// Reads a pipe to its end and passes its lines on. A full channel lets the child wait.
pub(super) async fn read<T>(mut pipe: impl AsyncRead + Unpin, heard: mpsc::Sender<T>, wrap: fn(String) -> T) {
    let mut splitter = Splitter::default();
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        let end = match pipe.read(&mut chunk).await {
            Ok(0) | Err(_) => break,
            Ok(end) => end,
        };
        for line in splitter.push(&chunk[..end]) {
            if heard.send(wrap(line)).await.is_err() {
                return;
            }
        }
    }
    if let Some(line) = splitter.rest() {
        // A child may end without ending its last line.
        let _ = heard.send(wrap(line)).await;
    }
}

/// Writes lines to a child until it stops reading or no more can come.
pub(super) async fn write(mut pipe: ChildStdin, mut lines: mpsc::Receiver<String>) {
    while let Some(mut line) = lines.recv().await {
        line.push('\n');
        if pipe.write_all(line.as_bytes()).await.is_err() || pipe.flush().await.is_err() {
            return;
        }
    }
}

/// Collects bytes into lines.
#[derive(Debug, Default)]
struct Splitter {
    line: Vec<u8>,
    /// The line is longer than the limit: what follows is left out.
    full: bool,
}

impl Splitter {
    fn push(&mut self, bytes: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            let (text, ended) = part.strip_suffix(b"\n").map_or((part, false), |text| (text, true));
            let room = LINE_LIMIT_BYTES - self.line.len();
            self.full |= text.len() > room;
            self.line.extend_from_slice(&text[..text.len().min(room)]);
            if ended {
                lines.push(self.take());
            }
        }
        lines
    }

    /// What came after the last end of line.
    fn rest(&mut self) -> Option<String> {
        (!self.line.is_empty()).then(|| self.take())
    }

    fn take(&mut self) -> String {
        let bytes = std::mem::take(&mut self.line);
        let cut = std::mem::take(&mut self.full);
        let text = String::from_utf8_lossy(bytes.strip_suffix(b"\r").unwrap_or(&bytes)).into_owned();
        if cut { text + "…" } else { text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(chunks: &[&[u8]]) -> Vec<String> {
        let mut splitter = Splitter::default();
        let mut lines: Vec<String> = chunks.iter().flat_map(|chunk| splitter.push(chunk)).collect();
        lines.extend(splitter.rest());
        lines
    }

    #[test]
    fn lines_come_out_whole_however_they_come_in() {
        assert_eq!(split(&[b"a\r\nb\n\nc"]), ["a", "b", "", "c"]);
        assert_eq!(split(&[b"=== ", b"c", b"6\r", b"\npong 1\n"]), ["=== c6", "pong 1"]);
        assert_eq!(split(&["日".as_bytes(), b"\xff\0\n"]), ["日\u{fffd}\0"]);
        assert_eq!(split(&[&"日".as_bytes()[..1], &"日".as_bytes()[1..], b"\n"]), ["日"]);
        assert!(split(&[]).is_empty());
    }

    #[test]
    fn an_endless_line_is_cut_and_the_next_is_whole() {
        let chunk = [b'x'; CHUNK_BYTES];
        let mut splitter = Splitter::default();
        for _ in 0..100 {
            assert!(splitter.push(&chunk).is_empty());
            assert!(splitter.line.len() <= LINE_LIMIT_BYTES);
        }
        let lines = splitter.push(b"x\nnext\n");
        assert_eq!(lines[0].len(), LINE_LIMIT_BYTES + "…".len());
        assert_eq!(lines[1], "next");
    }
}
