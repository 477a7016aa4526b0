//! What a person should know, as data. The faces turn it into words.

use crate::game::othello::{Mode, Move};
use crate::play::fault::Fault;
use crate::play::paired::FinishReason;
use crate::play::think::EngineFault;
use std::fmt;
use std::time::Duration;

/// How much a note matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// For the record.
    Info,
    /// Something went well.
    Good,
    /// Look at it some time.
    Warn,
    /// Needs the person now.
    Error,
}

/// What happened.
#[derive(Clone, Debug, PartialEq)]
pub enum NoteKind {
    Online {
        bot: String,
    },
    MatchStarted {
        match_id: i64,
        opponent: String,
        mode: Mode,
        human: bool,
    },
    /// `mine` and `theirs` are totals over all boards.
    MatchEnded {
        match_id: i64,
        opponent: String,
        mode: Mode,
        outcome: Outcome,
        mine: u32,
        theirs: u32,
        reason: Option<FinishReason>,
    },
    ChallengeSent {
        target: String,
        mode: Mode,
    },
    ChallengeFailed {
        target: String,
        mode: Mode,
        fault: Fault,
    },
    ChallengeAccepted {
        match_id: i64,
        opponent: String,
        mode: Mode,
    },
    ChallengeDeclined {
        match_id: i64,
        opponent: String,
        mode: Mode,
    },
    ChallengeEnded {
        match_id: i64,
        opponent: String,
    },
    /// The stream broke.
    ConnectionLost {
        why: String,
        retry_in: Duration,
    },
    /// The stream is back.
    ConnectionBack {
        gap: Duration,
    },
    /// Polls fail.
    NoConnection {
        fault: Fault,
    },
    TokenRefused {
        error: String,
    },
    /// The engine gave no usable move, so `played` was sent instead. `leg` counts from 0.
    EngineFailed {
        match_id: i64,
        leg: u8,
        fault: EngineTrouble,
        played: Move,
        size: usize,
    },
    /// The server refused a move; it will not be repeated.
    MoveRefused {
        match_id: i64,
        leg: u8,
        mv: Move,
        size: usize,
        fault: Fault,
    },
    /// Something from the venue that could not be read was left out.
    Unreadable {
        what: String,
    },
    Stopping {
        matches: usize,
    },
    Stopped,
}

/// How a match went for this bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Won,
    Lost,
    Drawn,
    /// Void: it does not count.
    Void,
}

/// What was wrong with an engine's work on a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineTrouble {
    /// No answer within the time it had.
    Late,
    /// The move is not legal here.
    Illegal(Move),
    Fault(EngineFault),
}

/// A note with its place in the order and its time for display.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// Rises by one with each note of a session.
    pub number: u64,
    pub level: Level,
    /// Milliseconds since 1970.
    pub unix_ms: i64,
    pub kind: NoteKind,
}

impl NoteKind {
    /// How much it matters.
    #[must_use]
    pub fn level(&self) -> Level {
        match self {
            NoteKind::Online { .. } | NoteKind::ConnectionBack { .. } => Level::Good,
            NoteKind::MatchEnded { outcome, .. } => match outcome {
                Outcome::Won => Level::Good,
                Outcome::Lost | Outcome::Drawn => Level::Info,
                Outcome::Void => Level::Warn,
            },
            NoteKind::MatchStarted { .. }
            | NoteKind::ChallengeSent { .. }
            | NoteKind::ChallengeAccepted { .. }
            | NoteKind::ChallengeDeclined { .. }
            | NoteKind::ChallengeEnded { .. }
            | NoteKind::Stopping { .. }
            | NoteKind::Stopped => Level::Info,
            NoteKind::ChallengeFailed { .. }
            | NoteKind::ConnectionLost { .. }
            | NoteKind::NoConnection { .. }
            | NoteKind::EngineFailed { .. }
            | NoteKind::MoveRefused { .. }
            | NoteKind::Unreadable { .. } => Level::Warn,
            NoteKind::TokenRefused { .. } => Level::Error,
        }
    }
}

/// English, for the console and as the text that the window translates from.
impl fmt::Display for NoteKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoteKind::Online { bot } => write!(f, "{bot} is online and waits for matches."),
            NoteKind::MatchStarted { opponent, mode, human: false, .. } => {
                write!(f, "A match against {opponent} has begun: {}, two boards.", game(*mode))
            }
            NoteKind::MatchStarted { opponent, mode, human: true, .. } => {
                write!(f, "A game against {opponent} has begun: {}, one board.", game(*mode))
            }
            NoteKind::MatchEnded { opponent, outcome, mine, theirs, reason, .. } => {
                let (verb, how) = (outcome.verb(), reason.map_or("", reason_words));
                match outcome {
                    Outcome::Void => write!(f, "The match against {opponent} does not count{how}."),
                    Outcome::Won | Outcome::Lost | Outcome::Drawn => {
                        write!(f, "{verb} against {opponent}, {mine} : {theirs}{how}.")
                    }
                }
            }
            NoteKind::ChallengeSent { target, mode } => write!(f, "{target} is challenged: {}.", game(*mode)),
            NoteKind::ChallengeFailed { target, mode, fault } => {
                write!(f, "The challenge to {target} ({}) was not made: {}.", game(*mode), plainly(fault))
            }
            NoteKind::ChallengeAccepted { opponent, mode, .. } => {
                write!(f, "The challenge of {opponent} is accepted: {}.", game(*mode))
            }
            NoteKind::ChallengeDeclined { opponent, mode, .. } => {
                write!(f, "The challenge of {opponent} is declined: {}.", game(*mode))
            }
            NoteKind::ChallengeEnded { opponent, .. } => {
                write!(f, "The challenge between this bot and {opponent} is over. Nothing has changed.")
            }
            NoteKind::ConnectionLost { why, retry_in } => {
                write!(f, "The connection broke ({why}). Trying again in {}; a match goes on.", seconds(*retry_in))
            }
            NoteKind::ConnectionBack { gap } => write!(f, "The connection broke for {} and is back.", seconds(*gap)),
            NoteKind::NoConnection { fault } => {
                write!(f, "{}. Trying again; your clock may be running.", capital(&plainly(fault)))
            }
            NoteKind::TokenRefused { error } => {
                write!(f, "The token was refused ({error}). Issue a new one on the bot page and paste it here.")
            }
            NoteKind::EngineFailed { leg, fault, played, size, .. } => {
                let board = leg + 1;
                match fault {
                    EngineTrouble::Late => write!(f, "The engine gave no move in time on board {board}.")?,
                    EngineTrouble::Illegal(mv) => {
                        let name = mv.name(*size);
                        write!(f, "The engine answered with a move it may not make on board {board} ({name}).")?;
                    }
                    EngineTrouble::Fault(fault) => write!(f, "Board {board}: {fault}.")?,
                }
                write!(f, " Botdock played {} instead.", played.name(*size))
            }
            NoteKind::MoveRefused { leg, mv, size, fault, .. } => {
                write!(f, "The server did not take {} on board {}: {}.", mv.name(*size), leg + 1, plainly(fault))
            }
            NoteKind::Unreadable { what } => write!(f, "Something from the server was left out: {what}."),
            NoteKind::Stopping { matches: 1 } => f.write_str("Stopping after the running match. No new one is taken."),
            NoteKind::Stopping { matches } => {
                write!(f, "Stopping after {matches} running matches. No new one is taken.")
            }
            NoteKind::Stopped => f.write_str("Stopped. The bot is offline."),
        }
    }
}

impl Outcome {
    const fn verb(self) -> &'static str {
        match self {
            Outcome::Won => "Won",
            Outcome::Lost => "Lost",
            Outcome::Drawn => "Drawn",
            Outcome::Void => "Void",
        }
    }
}

/// A game's name for people.
const fn game(mode: Mode) -> &'static str {
    match mode {
        Mode::Std => "standard",
        Mode::Anti => "anti",
        Mode::Grand => "10×10",
        Mode::Octagon => "octagon",
        Mode::Reversi => "classic reversi",
    }
}

const fn reason_words(reason: FinishReason) -> &'static str {
    match reason {
        FinishReason::Discs | FinishReason::Unknown => "",
        FinishReason::Timeout => ", on time",
        FinishReason::DoubleTimeout => ", both out of time",
        FinishReason::Disconnect => ", by a lost connection",
        FinishReason::NoFirstMove => ": a first move did not come in time",
        FinishReason::Technical => ": the server had a problem",
    }
}

/// A fault without codes, as the middle of a sentence.
fn plainly(fault: &Fault) -> String {
    match fault {
        Fault::TokenRefused { .. } => "the token was refused".into(),
        Fault::Conflict(conflict) => conflict.to_string(),
        Fault::Busy { .. } => "the server is busy".into(),
        Fault::Rejected { error, .. } => format!("the server did not accept it ({error})"),
        Fault::NoAnswer(why) => format!("no connection to the server ({why})"),
        Fault::Unreadable { .. } => {
            "the answer is not the server's own, perhaps a page of the network in between".into()
        }
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

fn seconds(span: Duration) -> String {
    match span.as_millis().div_ceil(1000) {
        0 | 1 => "1 second".into(),
        count => format!("{count} seconds"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::grid::Square;

    #[test]
    fn notes_read_as_calm_sentences_without_codes() {
        let c4 = Move::Place(Square::parse("c4", 8).unwrap());
        let d3 = Move::Place(Square::parse("d3", 8).unwrap());
        let ended = |outcome, reason| NoteKind::MatchEnded {
            match_id: 1,
            opponent: "Bulbul".into(),
            mode: Mode::Std,
            outcome,
            mine: 70,
            theirs: 58,
            reason: Some(reason),
        };
        let failed = |fault| NoteKind::EngineFailed { match_id: 1, leg: 1, fault, played: d3, size: 8 };
        let busy = Fault::Busy { status: 503, after: None };
        for (note, text) in [
            (ended(Outcome::Won, FinishReason::Discs), "Won against Bulbul, 70 : 58."),
            (ended(Outcome::Won, FinishReason::Timeout), "Won against Bulbul, 70 : 58, on time."),
            (
                ended(Outcome::Void, FinishReason::NoFirstMove),
                "The match against Bulbul does not count: a first move did not come in time.",
            ),
            (
                failed(EngineTrouble::Illegal(c4)),
                "The engine answered with a move it may not make on board 2 (c4). Botdock played d3 instead.",
            ),
            (failed(EngineTrouble::Late), "The engine gave no move in time on board 2. Botdock played d3 instead."),
            (
                failed(EngineTrouble::Fault(EngineFault::Unsupported("grand".into()))),
                "Board 2: the engine does not play grand. Botdock played d3 instead.",
            ),
            (NoteKind::NoConnection { fault: busy }, "The server is busy. Trying again; your clock may be running."),
            (
                NoteKind::ConnectionBack { gap: Duration::from_millis(3_200) },
                "The connection broke for 4 seconds and is back.",
            ),
            (NoteKind::Stopping { matches: 1 }, "Stopping after the running match. No new one is taken."),
        ] {
            assert_eq!(note.to_string(), text);
        }
    }
}
