//! Notes as lines of text. Phrases that people search for are those of the documented client.

use super::out::plain;
use crate::game::othello::Mode;
use crate::play::paired::FinishReason;
use crate::session::note::{DeclineReason, EngineTrouble, Level, Note, NoteKind, Outcome};
use std::time::Duration;

/// A note as one line: time in UTC, a mark for what needs attention, the sentence.
#[must_use]
pub fn line(note: &Note) -> String {
    let mark = match note.level {
        Level::Info | Level::Good => "",
        Level::Warn => "warning: ",
        Level::Error => "error: ",
    };
    plain(&format!("{} {mark}{}", time_of_day(note.unix_ms), sentence(&note.kind)))
}

/// `hh:mm:ss` in UTC.
#[must_use]
pub fn time_of_day(unix_ms: i64) -> String {
    let seconds = unix_ms.div_euclid(1000).rem_euclid(24 * 60 * 60);
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// What a note says.
#[must_use]
pub fn sentence(kind: &NoteKind) -> String {
    match kind {
        NoteKind::Online { bot } => format!("ready: {bot} is online and waits for matches"),
        NoteKind::MatchStarted { match_id, opponent, mode, human } => {
            let boards = if *human { "one board, against a person" } else { "two boards" };
            format!("match {match_id} against {opponent} begins: {}, {boards}", game(*mode))
        }
        NoteKind::MatchEnded { match_id, opponent, mode, outcome, mine, theirs, reason } => {
            let why = reason.map_or("", because);
            format!(
                "match {match_id} against {opponent} is over: {} {mine}–{theirs} ({}{why})",
                how(*outcome),
                game(*mode)
            )
        }
        NoteKind::ChallengeSent { target, mode } => format!("challenged {target} to {}", game(*mode)),
        NoteKind::ChallengeFailed { target, mode, fault } => {
            format!("the challenge to {target} ({}) did not work: {fault}", game(*mode))
        }
        NoteKind::ChallengeAccepted { match_id, opponent, mode } => {
            format!("accepted the challenge of {opponent}: match {match_id}, {}", game(*mode))
        }
        NoteKind::ChallengeDeclined { match_id, opponent, mode, reason } => {
            let why = match reason {
                DeclineReason::GameNotPlayed => "the engine does not play it",
                DeclineReason::Stopping => "no new match is taken while stopping",
            };
            format!("declined the challenge of {opponent}: match {match_id}, {}; {why}", game(*mode))
        }
        NoteKind::AnswerRefused { match_id, opponent, fault } => {
            format!("the answer to the challenge of {opponent} (match {match_id}) was not taken: {fault}")
        }
        NoteKind::ChallengeEnded { match_id, opponent } => {
            format!("the challenge with {opponent} came to nothing (match {match_id})")
        }
        NoteKind::ConnectionLost { why, retry_in } => {
            format!("Connection/state error: {why}; trying again in {}", span(*retry_in))
        }
        NoteKind::ConnectionBack { gap } => format!("connected again after {}", span(*gap)),
        NoteKind::NoConnection { fault } => format!("Connection/state error: {fault}; trying again"),
        NoteKind::TokenRefused { error } => format!("Bot credential rejected: the server says \"{error}\""),
        NoteKind::EngineFailed { match_id, leg, fault, played, size } => format!(
            "Engine failed for match {match_id}, board {}: {}; played {} instead",
            leg + 1,
            trouble(fault, *size),
            played.name(*size)
        ),
        NoteKind::EngineGivenUp { match_id, leg } => {
            let board = leg + 1;
            format!(
                "Engine given up for match {match_id}, board {board}: other moves are played in its place to the end"
            )
        }
        NoteKind::MoveRefused { match_id, leg, mv, size, fault } => {
            format!("match {match_id}, board {}: {} was not taken: {fault}", leg + 1, mv.name(*size))
        }
        NoteKind::Unreadable { what } => format!("left out something from the server that cannot be read: {what}"),
        NoteKind::RulesDiffer { match_id, leg } => format!(
            "match {match_id}, board {}: the server's legal squares differ from our rules; its list is used",
            leg + 1
        ),
        NoteKind::MatchVanished { match_id, opponent } => {
            format!("match {match_id} against {opponent} ended unseen: the server does not list it any more")
        }
        NoteKind::Stopping { matches } => match matches.get() {
            1 => "stopping after the running match".to_owned(),
            matches => format!("stopping after the {matches} running matches"),
        },
        NoteKind::Stopped => "stopped".to_owned(),
    }
}

fn trouble(trouble: &EngineTrouble, size: usize) -> String {
    match trouble {
        EngineTrouble::Late => "no answer in time".to_owned(),
        EngineTrouble::Illegal(mv) => format!("{} is not legal", mv.name(size)),
        EngineTrouble::Fault(fault) => fault.to_string(),
    }
}

/// The game's name for a person.
#[must_use]
pub const fn game(mode: Mode) -> &'static str {
    match mode {
        Mode::Std => "standard",
        Mode::Anti => "anti",
        Mode::Grand => "grand 10×10",
        Mode::Octagon => "octagon",
        Mode::Reversi => "classic reversi",
    }
}

/// The outcome as one word.
#[must_use]
pub const fn how(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won => "won",
        Outcome::Lost => "lost",
        Outcome::Drawn => "draw",
        Outcome::Void => "void",
    }
}

const fn because(reason: FinishReason) -> &'static str {
    match reason {
        FinishReason::Discs | FinishReason::Unknown => "",
        FinishReason::Timeout => "; a clock ran out",
        FinishReason::DoubleTimeout => "; clocks ran out on both boards",
        FinishReason::Disconnect => "; one side was offline for over 30 s",
        FinishReason::NoFirstMove => "; no first move within 30 s",
        FinishReason::Technical => "; a technical fault",
    }
}

/// A span as a person says it: `0.4 s`, `12 s`, `3 min`.
fn span(span: Duration) -> String {
    match span.as_secs() {
        0..10 => format!("{:.1} s", span.as_secs_f64()),
        seconds @ 10..120 => format!("{seconds} s"),
        seconds => format!("{} min", seconds / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::othello::Move;
    use crate::play::fault::Fault;
    use crate::play::think::EngineFault;

    #[test]
    fn the_phrases_people_search_for_are_there() {
        let fault = EngineTrouble::Fault(EngineFault::Exited("code 1".to_owned()));
        let played = Move::parse("d3", 8).unwrap();
        let failed = sentence(&NoteKind::EngineFailed { match_id: 12, leg: 1, fault, played, size: 8 });
        assert_eq!(
            failed,
            "Engine failed for match 12, board 2: the engine ended without an answer (code 1); played d3 instead"
        );
        let lost = NoteKind::ConnectionLost { why: "silence".to_owned(), retry_in: Duration::from_millis(1250) };
        assert_eq!(sentence(&lost), "Connection/state error: silence; trying again in 1.2 s");
        let down = sentence(&NoteKind::NoConnection { fault: Fault::Busy { status: 503, after: None } });
        assert_eq!(down, "Connection/state error: the server is busy (503); trying again");
    }

    #[test]
    fn each_reason_has_its_own_words() {
        let declined = |reason| {
            let (opponent, mode) = ("Bulbul".to_owned(), Mode::Grand);
            sentence(&NoteKind::ChallengeDeclined { match_id: 7, opponent, mode, reason })
        };
        assert!(declined(DeclineReason::GameNotPlayed).ends_with("grand 10×10; the engine does not play it"));
        assert!(declined(DeclineReason::Stopping).ends_with("no new match is taken while stopping"));
        let vanished = NoteKind::MatchVanished { match_id: 7, opponent: "Bulbul".to_owned() };
        assert!(sentence(&vanished).starts_with("match 7 against Bulbul ended unseen"));
        let differ = sentence(&NoteKind::RulesDiffer { match_id: 7, leg: 1 });
        assert!(differ.starts_with("match 7, board 2: the server's legal squares differ"), "{differ}");
    }

    #[test]
    fn a_line_has_its_time_and_cannot_break_the_terminal() {
        let kind = NoteKind::Online { bot: "A\u{1b}[31mB".to_owned() };
        let note = Note { number: 1, level: Level::Warn, unix_ms: 1_800_000_005_999, kind };
        assert_eq!(line(&note), "08:00:05 warning: ready: A?[31mB is online and waits for matches");
        assert_eq!(time_of_day(-1000), "23:59:59");
    }
}
