//! `practice`: one match in the embedded arena, both boards drawn as text.

use super::args::PracticeArgs;
use super::out::{Out, is_terminal};
use super::signals::Signals;
use super::{Code, End, board, words};
use crate::host::chance;
use crate::host::practice::{Practice, Wish};
use crate::play::clock::Moment;
use crate::session::note::NoteKind;
use crate::session::snapshot::{MatchCard, Snapshot};
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;

/// The opponent's pause before each move when somebody watches.
const WATCHED_PACE: Duration = Duration::from_millis(200);
/// The longest that a match may take: two boards, four clocks of a minute.
const MATCH_LIMIT: Duration = Duration::from_mins(6);

/// Plays one match and shows it: step by step in a terminal, else only its end.
///
/// # Errors
/// [`End`] when the arena does not start or the match does not end.
pub fn run(args: &PracticeArgs) -> Result<Code, End> {
    let watched = is_terminal();
    let pace = args.pace.map_or(if watched { WATCHED_PACE } else { Duration::ZERO }, Duration::from_millis);
    let seed = args.seed.unwrap_or_else(chance);
    let wish = Wish { mode: args.mode, opponent: args.opponent, mover: args.mover, pace, seed };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(play(&wish, watched))
}

async fn play(wish: &Wish, watched: bool) -> Result<Code, End> {
    let mut signals = Signals::listen()?;
    let news = Arc::new(Notify::new());
    let wake = Arc::clone(&news);
    let practice = Practice::start_with(wish, move || wake.notify_one())?;
    let mut screen = Screen { out: Out::default(), height: 0 };
    let limit = tokio::time::sleep(MATCH_LIMIT);
    tokio::pin!(limit);
    let outcome = loop {
        let (snapshot, now) = (practice.runner().snapshot(), practice.runner().now());
        if let Some(why) = failure(&snapshot).or_else(|| practice.runner().crash()) {
            break Err(anyhow::anyhow!(why).into());
        }
        let card = snapshot.matches.first().filter(|card| !card.view.legs.is_empty());
        let result = result(&snapshot);
        if let Some(card) = card.filter(|_| watched || result.is_some()) {
            screen.draw(card, now);
        }
        if let Some(result) = result {
            screen.out.line(&result);
            break Ok(Code::Done);
        }
        tokio::select! {
            () = news.notified() => {}
            () = signals.next() => break Ok(Code::Done),
            () = &mut limit => break Err(anyhow::anyhow!("the match did not end in time").into()),
        }
    };
    practice.stop();
    outcome
}

/// The first thing that went wrong for good, as a sentence.
fn failure(snapshot: &Snapshot) -> Option<String> {
    let fatal = |kind: &NoteKind| matches!(kind, NoteKind::ChallengeFailed { .. } | NoteKind::TokenRefused { .. });
    snapshot.notes.iter().find(|note| fatal(&note.kind)).map(|note| words::sentence(&note.kind))
}

/// The result as a sentence, once there is one.
fn result(snapshot: &Snapshot) -> Option<String> {
    let ended = |kind: &NoteKind| matches!(kind, NoteKind::MatchEnded { .. });
    snapshot.notes.iter().find(|note| ended(&note.kind)).map(|note| words::sentence(&note.kind))
}

/// The place of the drawing: a new one goes over the last.
struct Screen {
    out: Out,
    /// Lines of the last drawing.
    height: usize,
}

impl Screen {
    fn draw(&mut self, card: &MatchCard, now: Moment) {
        let lines = board::draw(card, now);
        let mut text = String::new();
        if self.height > 0 {
            // Up to the first line of the last drawing, and clear from there on.
            let _ = write!(text, "\u{1b}[{}A\u{1b}[J", self.height);
        }
        for line in &lines {
            text.push_str(line);
            text.push('\n');
        }
        self.height = lines.len();
        self.out.raw(&text);
    }
}
