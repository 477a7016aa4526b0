//! Egaroucid for Console, driven by its own commands in quiet mode.
//!
//! Every question is `setboard`, `settime`, `go`, in this order: `setboard` resets the clock to nothing, and after
//! `go` the engine has played the move on its own board. A search cannot be interrupted; the only stop is to end the
//! process. There is no ready signal either, so `ver` is asked at the start and its first line waited for.

use super::dialect::Word;
use super::json_line::quote;
use crate::game::grid::{Side, Square};
use crate::game::othello::{Move, Position};
use crate::play::think::{Answer, EngineFault, ThinkRequest};
use std::time::Duration;

/// The engine is told at most this part of its clock. It may spend nine tenths of what it is told on one move.
const CLOCK_PARTS: u32 = 3;
/// The engine must be done this long before the caller stops waiting.
const MARGIN: Duration = Duration::from_millis(300);

/// An Egaroucid process.
#[derive(Clone, Debug, Default)]
pub struct Egaroucid {
    state: State,
}

#[derive(Clone, Debug, Default)]
enum State {
    #[default]
    Down,
    /// Started; ready when it tells its version.
    Greeting,
    Idle,
    Thinking {
        lines: [String; 3],
        /// It answered `??` once already.
        again: bool,
        /// It complained about the position: its answer would be for another one.
        refused: bool,
    },
}

impl Egaroucid {
    pub(super) fn hello(&mut self) -> Vec<Word> {
        self.state = State::Greeting;
        vec![Word::Send("ver".to_owned())]
    }

    pub(super) fn ask(&mut self, ask: &ThinkRequest) -> Vec<Word> {
        let side = side_letter(ask.position.side());
        let lines = [
            format!("setboard {} {side}", board_text(&ask.position)),
            format!("settime {side} {}", seconds_to_tell(ask.remaining, ask.budget)),
            "go".to_owned(),
        ];
        let words = lines.iter().cloned().map(Word::Send).collect();
        self.state = State::Thinking { lines, again: false, refused: false };
        words
    }

    pub(super) fn stop(&mut self) -> Vec<Word> {
        self.state = State::Down;
        vec![Word::Kill]
    }

    pub(super) fn line(&mut self, line: &str) -> Vec<Word> {
        let line = line.trim();
        match &mut self.state {
            State::Greeting if line.starts_with("Egaroucid") => {
                self.state = State::Idle;
                vec![Word::Ready]
            }
            State::Thinking { lines, again, refused } => match read(line) {
                Heard::Noise => Vec::new(),
                Heard::NoMove if !*again => {
                    // Reported for unfinished games too, and cured by an empty hash table.
                    *again = true;
                    let clear = Word::Send("clearcache".to_owned());
                    [clear].into_iter().chain(lines.iter().cloned().map(Word::Send)).collect()
                }
                Heard::NoMove => self.answer(Err(EngineFault::Unreadable("it has no move (“??”)".to_owned()))),
                Heard::Answer(_) if *refused => {
                    self.answer(Err(EngineFault::Unreadable("it did not accept the position".to_owned())))
                }
                Heard::Answer(answer) => self.answer(Ok(answer)),
                Heard::Unknown => self.answer(Err(EngineFault::Unreadable(quote(line)))),
            },
            State::Down | State::Greeting | State::Idle => Vec::new(),
        }
    }

    /// Errors come on the error output, behind any number of prompts.
    pub(super) fn complaint(&mut self, line: &str) {
        if let State::Thinking { refused, .. } = &mut self.state
            && line.contains("[ERROR] invalid argument")
        {
            *refused = true;
        }
    }

    fn answer(&mut self, outcome: Result<Answer, EngineFault>) -> Vec<Word> {
        self.state = State::Idle;
        vec![Word::Answer(outcome)]
    }
}

enum Heard {
    Answer(Answer),
    /// `??`
    NoMove,
    Noise,
    /// In the place of a move stands something else.
    Unknown,
}

/// Reads one line of a thinking engine: `d8`, `d8 0`, a row of its table, or anything else.
fn read(line: &str) -> Heard {
    if let Some(row) = line.strip_prefix('|') {
        // Level, depth, move, score, time, nodes, speed.
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let (Some(depth), Some(token), Some(score)) = (cells.get(1), cells.get(2), cells.get(3)) else {
            return Heard::Noise;
        };
        if token.eq_ignore_ascii_case("move") {
            return Heard::Noise;
        }
        let depth = depth.split('@').next().and_then(|plies| plies.parse().ok());
        return match read_token(token, Some(score), depth) {
            Heard::Noise => Heard::Unknown,
            heard @ (Heard::Answer(_) | Heard::NoMove | Heard::Unknown) => heard,
        };
    }
    let mut tokens = line.split_whitespace();
    match (tokens.next(), tokens.next(), tokens.next()) {
        (Some(token), score, None) => read_token(token, score, None),
        _ => Heard::Noise,
    }
}

fn read_token(token: &str, score: Option<&str>, depth: Option<u32>) -> Heard {
    if token == "??" {
        return Heard::NoMove;
    }
    let mv = if token.eq_ignore_ascii_case("ps") { Some(Move::Pass) } else { Square::parse(token, 8).map(Move::Place) };
    let score = score.and_then(|score| score.parse::<f32>().ok()).filter(|score| score.is_finite());
    mv.map_or(Heard::Noise, |mv| Heard::Answer(Answer { mv, score, depth }))
}

/// The 64 squares, a1 to h8. The engine takes any letter that it does not know for an empty square.
fn board_text(position: &Position) -> String {
    (0..64)
        .map(|index| match Square::new(index).and_then(|square| position.disc(square)) {
            Some(side) => side_letter(side),
            None => '-',
        })
        .collect()
}

fn side_letter(side: Side) -> char {
    match side {
        Side::Black => 'X',
        Side::White => 'O',
    }
}

/// Whole seconds, at least one: with one it answers in about a third of that.
fn seconds_to_tell(remaining: Duration, budget: Duration) -> u64 {
    (remaining / CLOCK_PARTS).min(budget.saturating_sub(MARGIN)).as_secs().max(1)
}
