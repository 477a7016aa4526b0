//! Words and figures that more than one page uses. What a page says by itself stands at the page's head.

use crate::game::othello::{Mode, Move};
use crate::play::fault::{Conflict, Fault};
use crate::play::paired::FinishReason;
use crate::play::think::EngineFault;
use crate::session::note::{DeclineReason, EngineTrouble, Level, Note, NoteKind, Outcome};
use crate::session::snapshot::Status;
use crate::ui::widgets::note_row::Tone;
use std::time::Duration;

/// The names that sentences need.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// My bot.
    pub me: &'a str,
    pub engine: &'a str,
    /// Where it plays.
    pub venue: &'a str,
    /// Whether that is the practice arena inside this program.
    pub practice: bool,
}

/// A game's name.
#[must_use]
pub const fn mode(mode: Mode) -> &'static str {
    match mode {
        Mode::Std => "Standard 8×8",
        Mode::Anti => "Anti, fewer discs win",
        Mode::Grand => "Grand 10×10",
        Mode::Octagon => "Octagon, 88 squares",
        Mode::Reversi => "Reversi, 32 discs each",
    }
}

/// The word for a state.
#[must_use]
pub const fn status(status: &Status) -> &'static str {
    match status {
        Status::Offline => "Offline",
        Status::Connecting => "Connecting",
        Status::Online => "Online",
        Status::Playing => "Playing",
        Status::Stopping => "Stopping",
        Status::NeedsYou => "Needs you",
    }
}

/// A count with a thin space between thousands.
#[must_use]
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3 * 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('\u{2009}');
        }
        text.push(digit);
    }
    text
}

/// How long something has gone on, to the minute: "3 h 12 min".
#[must_use]
pub fn lasting(time: Duration) -> String {
    let minutes = time.as_secs() / 60;
    match (minutes / 60, minutes % 60) {
        (0, 0) => "just now".to_owned(),
        (0, minutes) => format!("{minutes} min"),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    }
}

/// A short wait or gap: "4 seconds".
#[must_use]
pub fn seconds(time: Duration) -> String {
    match time.as_secs() {
        0 | 1 => "a second".to_owned(),
        few @ 2..=119 => format!("{few} seconds"),
        more => format!("{} minutes", more / 60),
    }
}

/// The time of day by this machine's clock: "09:14".
#[must_use]
pub fn time_of_day(unix_ms: i64) -> String {
    chrono::DateTime::from_timestamp_millis(unix_ms)
        .map(|time| time.with_timezone(&chrono::Local).format("%H:%M").to_string())
        .unwrap_or_default()
}

/// How a note looks.
#[must_use]
pub const fn tone(level: Level) -> Tone {
    match level {
        Level::Info => Tone::Info,
        Level::Good => Tone::Good,
        Level::Warn => Tone::Warn,
        Level::Error => Tone::Error,
    }
}

/// What went wrong with a request: first what happened, then what it means or what to do.
#[must_use]
pub fn fault(fault: &Fault, names: Names<'_>) -> String {
    let venue = names.venue;
    match fault {
        Fault::TokenRefused { .. } => TOKEN_REFUSED.to_owned(),
        Fault::Conflict(why) => conflict(why),
        Fault::Busy { .. } => format!("{venue} is busy. Botdock tries again by itself."),
        Fault::Rejected { .. } => format!("{venue} did not accept the request."),
        Fault::NoAnswer(_) => format!("No connection to {venue}. Botdock tries again by itself."),
        Fault::Unreadable { .. } => format!("The answer of {venue} could not be read. Botdock tries again by itself."),
    }
}

/// What to do about a refused token.
pub const TOKEN_REFUSED: &str = "The token was refused. Issue a new one on the bot page and paste it here.";

fn conflict(why: &Conflict) -> String {
    let mut sentence = why.to_string();
    if let Some(first) = sentence.get(..1).map(str::to_uppercase) {
        sentence.replace_range(..1, &first);
    }
    sentence.push('.');
    sentence
}

/// A note as one or two sentences.
#[must_use]
pub fn note(note: &Note, names: Names<'_>) -> String {
    let venue = names.venue;
    match &note.kind {
        NoteKind::Online { bot } if names.practice => format!("{bot} is in {venue}."),
        NoteKind::Online { bot } => format!("Online as {bot}. Matches start by themselves; there is nothing to do."),
        NoteKind::MatchStarted { opponent, human: true, .. } => format!("Game against {opponent} started."),
        NoteKind::MatchStarted { opponent, human: false, .. } => {
            format!("Match against {opponent} started. Both boards begin from the same discs, with colours swapped.")
        }
        NoteKind::MatchEnded { opponent, outcome, mine, theirs, reason, .. } => {
            ended(opponent, *outcome, *mine, *theirs, *reason)
        }
        NoteKind::ChallengeSent { target, .. } => format!("Challenge sent to {target}."),
        NoteKind::ChallengeFailed { target, fault: why, .. } => {
            format!("{target} could not be challenged. {}", fault(why, names))
        }
        NoteKind::ChallengeAccepted { opponent, .. } => format!("Challenge by {opponent} accepted."),
        NoteKind::ChallengeDeclined { opponent, mode: game, reason, .. } => match reason {
            DeclineReason::GameNotPlayed => {
                format!("Challenge by {opponent} declined: the engine does not play {}.", mode(*game))
            }
            DeclineReason::Stopping => {
                format!("Challenge by {opponent} declined: no new match is taken while stopping.")
            }
        },
        NoteKind::AnswerRefused { opponent, fault: why, .. } => {
            format!("The challenge by {opponent} could not be answered. {}", fault(why, names))
        }
        NoteKind::ChallengeEnded { opponent, .. } => {
            format!("The challenge with {opponent} ended. Nothing has changed.")
        }
        NoteKind::ConnectionLost { retry_in, .. } => {
            format!("No connection to {venue}. Trying again in {}; your clock may be running.", seconds(*retry_in))
        }
        NoteKind::ConnectionBack { gap } => {
            format!("The connection broke for {} and is back.", seconds(*gap))
        }
        NoteKind::NoConnection { fault: why @ (Fault::Rejected { .. } | Fault::Conflict(_)) } => {
            format!("{} Botdock tries again by itself.", fault(why, names))
        }
        NoteKind::NoConnection { fault: why } => fault(why, names),
        NoteKind::TokenRefused { .. } => TOKEN_REFUSED.to_owned(),
        NoteKind::EngineFailed { leg, fault, played, size, .. } => {
            engine_failed(names.engine, *leg, fault, &played.name(*size), *size)
        }
        NoteKind::EngineGivenUp { leg, .. } => {
            let board = leg + 1;
            format!("{} is not asked again on board {board}. Botdock plays that board to its end.", names.engine)
        }
        NoteKind::MoveRefused { leg, mv, size, fault: why, .. } => {
            format!("{venue} did not take {} on board {}. {}", mv.name(*size), leg + 1, fault(why, names))
        }
        NoteKind::Unreadable { what } => format!("Something from {venue} could not be read and was left out: {what}."),
        NoteKind::RulesDiffer { leg, .. } => format!(
            "The legal squares of {venue} on board {} differ from the rules that Botdock knows. Botdock follows {venue}.",
            leg + 1
        ),
        NoteKind::MatchVanished { opponent, .. } => {
            format!("{venue} does not list the match against {opponent} any more. How it ended is not known.")
        }
        NoteKind::Stopping { matches } => match matches.get() {
            1 => "Stopping when the running match is over.".to_owned(),
            matches => format!("Stopping when the {matches} running matches are over."),
        },
        NoteKind::Stopped => format!("{} is offline.", names.me),
    }
}

fn ended(opponent: &str, outcome: Outcome, mine: u32, theirs: u32, why: Option<FinishReason>) -> String {
    let how = match outcome {
        Outcome::Won => format!("Won against {opponent}, {mine} to {theirs}."),
        Outcome::Lost => format!("Lost against {opponent}, {mine} to {theirs}."),
        Outcome::Drawn => format!("Drawn against {opponent}, {mine} to {theirs}."),
        Outcome::Void => format!("The match against {opponent} does not count."),
    };
    match why.and_then(reason) {
        Some(why) => format!("{how} {why}"),
        None => how,
    }
}

/// Why a match ended, where that is news.
#[must_use]
pub const fn reason(reason: FinishReason) -> Option<&'static str> {
    match reason {
        FinishReason::Discs | FinishReason::Unknown => None,
        FinishReason::Timeout => Some("A clock ran out."),
        FinishReason::DoubleTimeout => Some("Both clocks ran out."),
        FinishReason::Disconnect => Some("A connection was lost for more than 30 seconds."),
        FinishReason::NoFirstMove => Some("No first move came within 30 seconds."),
        FinishReason::Technical => Some("It was ended for a technical reason."),
    }
}

fn engine_failed(engine: &str, leg: u8, trouble: &EngineTrouble, played: &str, size: usize) -> String {
    let board = leg + 1;
    let what = match trouble {
        EngineTrouble::Late => format!("{engine} gave no move in time on board {board}."),
        EngineTrouble::Illegal(Move::Pass) => format!("{engine} passed on board {board}, although it may not."),
        EngineTrouble::Illegal(mv) => {
            format!("{engine} answered with a square it may not take ({}) on board {board}.", mv.name(size))
        }
        EngineTrouble::Fault(EngineFault::NotReady) => {
            return format!("{engine} is still starting. Botdock plays on board {board} until it is ready.");
        }
        EngineTrouble::Fault(EngineFault::Start(why)) => format!("{engine} did not start: {}.", detail(why)),
        EngineTrouble::Fault(EngineFault::Exited(how)) => {
            format!("{engine} ended by itself on board {board}: {}.", detail(how))
        }
        EngineTrouble::Fault(EngineFault::Unreadable(what)) => {
            format!("{engine} answered on board {board} with something that is no move: {}.", detail(what))
        }
        EngineTrouble::Fault(EngineFault::Unsupported(_)) => format!("{engine} does not play this game."),
    };
    format!("{what} Botdock played {played} instead.")
}

/// A text from elsewhere as the end of a sentence, which brings its own full stop.
fn detail(text: &str) -> &str {
    text.trim().trim_end_matches('.')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::grid::Square;

    const NAMES: Names<'static> = Names { me: "Kosame", engine: "Edax", venue: "FlipSight", practice: false };

    fn told(kind: NoteKind) -> String {
        note(&Note { number: 0, level: Level::Info, unix_ms: 0, kind }, NAMES)
    }

    #[test]
    fn large_counts_are_grouped_and_small_ones_are_not() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(20_418), "20\u{2009}418");
        assert_eq!(count(1_234_567), "1\u{2009}234\u{2009}567");
    }

    #[test]
    fn notes_say_what_happened_and_what_it_means() {
        let kind = NoteKind::ConnectionLost { why: "reset".into(), retry_in: Duration::from_secs(8) };
        assert_eq!(told(kind), "No connection to FlipSight. Trying again in 8 seconds; your clock may be running.");
        let kind = NoteKind::ConnectionBack { gap: Duration::from_secs(4) };
        assert_eq!(told(kind), "The connection broke for 4 seconds and is back.");
        let kind = NoteKind::ChallengeDeclined {
            match_id: 1,
            opponent: "Bulbul".into(),
            mode: Mode::Std,
            reason: DeclineReason::Stopping,
        };
        assert_eq!(told(kind), "Challenge by Bulbul declined: no new match is taken while stopping.");
        let kind = NoteKind::MatchVanished { match_id: 1, opponent: "Bulbul".into() };
        assert_eq!(told(kind), "FlipSight does not list the match against Bulbul any more. How it ended is not known.");
        let kind = NoteKind::NoConnection { fault: Fault::Rejected { status: 403, error: "access denied".into() } };
        assert_eq!(told(kind), "FlipSight did not accept the request. Botdock tries again by itself.");
        let square = |index| Move::Place(Square::new(index).unwrap());
        let kind = NoteKind::EngineFailed {
            match_id: 1,
            leg: 0,
            fault: EngineTrouble::Illegal(square(26)),
            played: square(19),
            size: 8,
        };
        assert_eq!(
            told(kind),
            "Edax answered with a square it may not take (c4) on board 1. Botdock played d3 instead."
        );
        let kind = NoteKind::MatchEnded {
            match_id: 1,
            opponent: "Bulbul".into(),
            mode: Mode::Std,
            outcome: Outcome::Won,
            mine: 66,
            theirs: 62,
            reason: Some(FinishReason::Timeout),
        };
        assert_eq!(told(kind), "Won against Bulbul, 66 to 62. A clock ran out.");
    }

    #[test]
    fn what_an_engine_said_at_its_end_is_told() {
        let failed = |fault| {
            let (fault, played) = (EngineTrouble::Fault(fault), Move::Place(Square::new(19).unwrap()));
            told(NoteKind::EngineFailed { match_id: 1, leg: 1, fault, played, size: 8 })
        };
        assert_eq!(
            failed(EngineFault::Exited("exit code 1: Cannot open data/eval.dat.".into())),
            "Edax ended by itself on board 2: exit code 1: Cannot open data/eval.dat. Botdock played d3 instead."
        );
        assert_eq!(
            failed(EngineFault::Unreadable("“banana”".into())),
            "Edax answered on board 2 with something that is no move: “banana”. Botdock played d3 instead."
        );
        assert_eq!(
            failed(EngineFault::Start("there is no file /x".into())),
            "Edax did not start: there is no file /x. Botdock played d3 instead."
        );
        assert_eq!(
            failed(EngineFault::NotReady),
            "Edax is still starting. Botdock plays on board 2 until it is ready."
        );
        assert_eq!(
            told(NoteKind::EngineGivenUp { match_id: 1, leg: 1 }),
            "Edax is not asked again on board 2. Botdock plays that board to its end."
        );
    }

    #[test]
    fn a_refusal_reads_as_a_sentence() {
        assert_eq!(
            fault(&Fault::Conflict(Conflict::BotBusy), NAMES),
            "The bot is busy; try again when its match is over."
        );
        assert_eq!(fault(&Fault::Conflict(Conflict::Other("élan".into())), NAMES), "élan.");
    }

    #[test]
    fn spans_are_told_to_the_minute() {
        assert_eq!(lasting(Duration::from_secs(59)), "just now");
        assert_eq!(lasting(Duration::from_mins(192)), "3 h 12 min");
    }
}
