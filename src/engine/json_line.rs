//! The JSON line engine: one JSON object in, one JSON object out, for each turn.
//!
//! The fields of a request and their order are the venue's documented ones. An answer is an object with `move`: an
//! index, a coordinate in any case, or a pass. It may also carry `score` (discs ahead for the side to move) and
//! `depth` (plies); every other field is ignored.
//!
//! When its time is up, an engine that has answered before is killed and started anew: it cannot be interrupted, and
//! its late answer must not be taken for the next one. An engine that has never answered is not killed then. Python
//! with a network needs 10 to 20 s before it answers at all, and each kill would begin that anew. It has 25 s from its
//! first question; its answers that come too late are dropped, and until it is there another move is played for it.

use super::dialect::Word;
use crate::game::grid::{Side, Square};
use crate::game::othello::{Mode, Move};
use crate::play::clock::Moment;
use crate::play::think::{Answer, EngineFault, ThinkRequest};
use serde::Serialize;
use serde_json::Value;
use std::time::Duration;

/// A new engine that has not given any answer after this time is not starting slowly: it will never answer.
const SLOW_START: Duration = Duration::from_secs(25);
/// How much of an unreadable answer is quoted, in characters.
const QUOTE_LIMIT_CHARS: usize = 80;

/// The octagon's corner squares in the order of the venue's example. The order has no meaning.
const BLOCKED_ORDER: [usize; 12] = [0, 1, 10, 8, 9, 19, 80, 90, 91, 89, 98, 99];

/// A JSON line engine.
///
/// It answers in the order of the questions and cannot be interrupted. One that has answered before is ended when its
/// answer is no longer wanted, so that a late answer is never taken for the next. One that has never answered may
/// still be starting; it keeps its time for that, and its late answer only shows that it is there.
#[derive(Clone, Debug, Default)]
pub struct JsonLine {
    state: State,
    /// Some process of this engine has answered.
    proven: bool,
}

#[derive(Clone, Copy, Debug, Default)]
enum State {
    #[default]
    Down,
    Free,
    Asked {
        size: usize,
        since: Moment,
    },
    /// Nobody waits for its answer any more, but it may be about to come alive.
    Late {
        until: Moment,
    },
}

impl JsonLine {
    pub(super) fn hello(&mut self) -> Vec<Word> {
        self.state = State::Free;
        vec![Word::Ready]
    }

    pub(super) fn ask(&mut self, now: Moment, ask: &ThinkRequest) -> Vec<Word> {
        self.state = State::Asked { size: ask.position.mode().size(), since: now };
        vec![Word::Send(request_line(ask))]
    }

    pub(super) fn stop(&mut self, now: Moment) -> Vec<Word> {
        match self.state {
            State::Asked { since, .. } if !self.proven => {
                self.state = State::Late { until: now.max(since + SLOW_START) };
                vec![Word::Late]
            }
            State::Asked { .. } => {
                self.state = State::Down;
                vec![Word::Kill]
            }
            State::Down | State::Free | State::Late { .. } => Vec::new(),
        }
    }

    pub(super) fn line(&mut self, line: &str) -> Vec<Word> {
        if !looks_like_answer(line) {
            return Vec::new();
        }
        match self.state {
            State::Asked { size, .. } => {
                let outcome = parse_answer(line, size);
                self.proven |= outcome.is_ok();
                self.state = State::Free;
                vec![Word::Answer(outcome)]
            }
            State::Late { .. } => {
                self.proven = true;
                self.state = State::Free;
                vec![Word::Free]
            }
            // A second answer, or one that nobody asked for.
            State::Down | State::Free => Vec::new(),
        }
    }

    pub(super) fn woke(&mut self, now: Moment) -> Vec<Word> {
        match self.state {
            State::Late { until } if until <= now => {
                self.state = State::Down;
                vec![Word::Hopeless(format!("it gave no answer within {} seconds", SLOW_START.as_secs()))]
            }
            State::Late { .. } | State::Down | State::Free | State::Asked { .. } => Vec::new(),
        }
    }

    pub(super) fn deadline(&self) -> Option<Moment> {
        match self.state {
            State::Late { until } => Some(until),
            State::Down | State::Free | State::Asked { .. } => None,
        }
    }
}

#[derive(Serialize)]
struct Request {
    board: Vec<u8>,
    color: u8,
    legal_moves: Vec<usize>,
    game_mode: &'static str,
    board_size: usize,
    blocked_squares: Vec<usize>,
    placed: Placed,
    remaining_ms: u64,
    match_id: i64,
    leg: u8,
    revision: u64,
    history: Vec<Entry>,
    round_no: Value,
    room_created_at: Value,
    budget_ms: u64,
}

#[derive(Serialize)]
struct Placed {
    #[serde(rename = "1")]
    black: u8,
    #[serde(rename = "2")]
    white: u8,
}

#[derive(Serialize)]
struct Entry {
    color: u8,
    participant: u8,
    #[serde(rename = "move")]
    mv: i64,
    at_ms: i64,
}

/// The request as one line without its line end.
#[must_use]
pub fn request_line(ask: &ThinkRequest) -> String {
    let mode = ask.position.mode();
    let [black, white] = ask.position.placed();
    let entry = |played: &crate::play::paired::Played| Entry {
        color: color(played.side),
        participant: played.participant,
        mv: played.mv.number(),
        at_ms: played.at_ms,
    };
    let request = Request {
        board: ask.position.cells(),
        color: color(ask.position.side()),
        legal_moves: ask.legal.iter().map(Square::index).collect(),
        game_mode: mode.name(),
        board_size: mode.size(),
        blocked_squares: blocked(mode),
        placed: Placed { black, white },
        remaining_ms: millis(ask.remaining),
        match_id: ask.turn.seat.match_id,
        leg: ask.turn.seat.leg,
        revision: ask.turn.revision,
        history: ask.history.iter().map(entry).collect(),
        round_no: echoed(ask.echo.round_no.as_deref()),
        room_created_at: echoed(ask.echo.room_created_at.as_deref()),
        budget_ms: millis(ask.budget),
    };
    // Plain numbers, names and values that were JSON before: there is nothing in it that cannot be written.
    serde_json::to_string(&request).unwrap_or_default()
}

/// Reads an answer for a board `size` wide. Whether the move is legal is not checked here.
///
/// # Errors
/// [`EngineFault::Unreadable`] with the start of the line, if it is not an object whose `move` is a move.
pub fn parse_answer(line: &str, size: usize) -> Result<Answer, EngineFault> {
    let text = line.trim_start_matches('\u{feff}').trim();
    let unreadable = || EngineFault::Unreadable(quote(text));
    let value: Value = serde_json::from_str(text).map_err(|_| unreadable())?;
    let object = value.as_object().ok_or_else(unreadable)?;
    let mv = object.get("move").and_then(|mv| read_move(mv, size)).ok_or_else(unreadable)?;
    Ok(Answer { mv, score: object.get("score").and_then(read_score), depth: object.get("depth").and_then(read_depth) })
}

/// Whether a line was meant as an answer, good or bad. Anything else on an engine's output is noise.
#[must_use]
pub fn looks_like_answer(line: &str) -> bool {
    line.trim_start_matches('\u{feff}').trim_start().starts_with('{')
}

/// The start of `text` for a message: at most 80 characters, control characters shown as escapes.
#[must_use]
pub(super) fn quote(text: &str) -> String {
    let mut quoted = String::from("“");
    let mut chars = text.trim().chars();
    let mut shown = 0;
    for c in chars.by_ref() {
        let escaped: String = if c.is_control() { c.escape_default().collect() } else { c.to_string() };
        let width = escaped.chars().count();
        if shown + width > QUOTE_LIMIT_CHARS {
            return quoted + "…”";
        }
        quoted += &escaped;
        shown += width;
    }
    quoted + "”"
}

fn color(side: Side) -> u8 {
    match side {
        Side::Black => 1,
        Side::White => 2,
    }
}

fn blocked(mode: Mode) -> Vec<usize> {
    if mode.blocked().is_empty() { Vec::new() } else { BLOCKED_ORDER.to_vec() }
}

fn millis(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}

/// A field that a venue sent, read again so that it stays on one line whatever its text was.
fn echoed(json: Option<&str>) -> Value {
    json.and_then(|text| serde_json::from_str(text).ok()).unwrap_or(Value::Null)
}

fn read_move(value: &Value, size: usize) -> Option<Move> {
    match value {
        Value::String(text) => Move::parse(text, size),
        Value::Number(number) => {
            // Some languages write whole numbers as 19.0.
            let whole = || number.as_f64().filter(|f| f.fract() == 0.0 && f.abs() < 1000.0).map(|f| f as i64);
            Move::from_number(number.as_i64().or_else(whole)?, size)
        }
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

fn read_score(value: &Value) -> Option<f32> {
    value.as_f64().map(|score| score as f32).filter(|score| score.is_finite())
}

fn read_depth(value: &Value) -> Option<u32> {
    value.as_u64().and_then(|depth| u32::try_from(depth).ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::othello::Position;
    use crate::play::paired::{Echo, Played};
    use crate::play::turn::{Seat, TurnId, Venue};

    const EXAMPLES: &str = include_str!("../../tests/data/engine_requests.ndjson");

    /// The request that an example line describes.
    fn example(line: &str) -> ThinkRequest {
        let value: Value = serde_json::from_str(line).unwrap();
        let number = |name: &str| value[name].as_i64().unwrap();
        let cells: Vec<u8> = value["board"].as_array().unwrap().iter().map(|c| c.as_u64().unwrap() as u8).collect();
        let placed = ["1", "2"].map(|color| value["placed"][color].as_u64().unwrap() as u8);
        let side = Side::BOTH[number("color") as usize - 1];
        let mode = Mode::parse(value["game_mode"].as_str().unwrap()).unwrap();
        let legal = value["legal_moves"].as_array().unwrap().iter();
        let leg = number("leg") as u8;
        let seat = Seat { venue: Venue::FlipSight, match_id: number("match_id"), round: 0, leg, participant: 0 };
        ThinkRequest {
            turn: TurnId { seat, revision: number("revision") as u64 },
            position: Position::from_cells(mode, &cells, side, placed).unwrap(),
            legal: legal.filter_map(|index| Square::new(index.as_u64().unwrap() as usize)).collect(),
            remaining: Duration::from_millis(number("remaining_ms") as u64),
            budget: Duration::from_millis(number("budget_ms") as u64),
            history: Vec::new(),
            echo: Echo::default(),
        }
    }

    #[test]
    fn the_documented_requests_come_out_byte_for_byte() {
        for line in EXAMPLES.lines() {
            assert_eq!(request_line(&example(line)), line);
        }
        assert_eq!(EXAMPLES.lines().count(), 6);
    }

    #[test]
    fn the_blocked_squares_are_those_of_the_rules() {
        let mut listed = blocked(Mode::Octagon);
        listed.sort_unstable();
        assert_eq!(listed, Mode::Octagon.blocked().iter().map(Square::index).collect::<Vec<_>>());
    }

    #[test]
    fn history_and_echoed_fields_are_written_as_the_venue_wrote_them() {
        let mut ask = example(EXAMPLES.lines().next().unwrap());
        let d3 = Move::parse("d3", 8).unwrap();
        ask.history = vec![
            Played { side: Side::Black, participant: 1, mv: d3, at_ms: 1_800_000_000_123 },
            Played { side: Side::White, participant: 0, mv: Move::Pass, at_ms: 1_800_000_000_456 },
        ];
        ask.echo = Echo { round_no: Some("3".to_owned()), room_created_at: Some("\"2026-11-12 18:00:00\"".to_owned()) };
        let line = request_line(&ask);
        let history = r#""history":[{"color":1,"participant":1,"move":19,"at_ms":1800000000123},{"color":2,"participant":0,"move":-1,"at_ms":1800000000456}]"#;
        assert!(line.contains(history), "{line}");
        assert!(line.contains(r#""round_no":3,"room_created_at":"2026-11-12 18:00:00","budget_ms""#), "{line}");

        ask.echo = Echo { round_no: Some("{\n\"a\": 1}".to_owned()), room_created_at: Some("cut".to_owned()) };
        let line = request_line(&ask);
        assert!(!line.contains('\n') && line.contains(r#""round_no":{"a":1},"room_created_at":null"#), "{line}");
    }

    #[test]
    fn a_move_is_read_in_every_spelling() {
        let d3 = Move::parse("d3", 8).unwrap();
        let spellings = [
            r#"{"move":19}"#,
            r#"{"move":"d3"}"#,
            r#" { "move" : "D3" , "nodes": 12 } "#,
            r#"{"move":"19"}"#,
            r#"{"move":19.0}"#,
            "\u{feff}{\"move\":19}\r",
        ];
        for line in spellings {
            assert_eq!(parse_answer(line, 8).unwrap().mv, d3, "{line}");
        }
        for line in [r#"{"move":-1}"#, r#"{"move":"-1"}"#, r#"{"move":"pass"}"#, r#"{"move":"PA"}"#, r#"{"move":"--"}"#]
        {
            assert_eq!(parse_answer(line, 8).unwrap().mv, Move::Pass, "{line}");
        }
        for line in [r#"{"move":99}"#, r#"{"move":"j0"}"#, r#"{"move":"J10"}"#] {
            assert_eq!(parse_answer(line, 10).unwrap().mv.number(), 99, "{line}");
        }
    }

    #[test]
    fn score_and_depth_travel_along_and_never_spoil_a_move() {
        let answer = parse_answer(r#"{"move":19,"score":-3.5,"depth":12}"#, 8).unwrap();
        assert_eq!((answer.score, answer.depth), (Some(-3.5), Some(12)));
        let answer = parse_answer(r#"{"move":19,"score":"high","depth":-2}"#, 8).unwrap();
        assert_eq!((answer.score, answer.depth), (None, None));
    }

    #[test]
    fn anything_else_is_quoted_short_and_on_one_line() {
        let bad = [
            "",
            "19",
            "d3",
            "thinking",
            "[19]",
            "null",
            "{}",
            r#"{"move":null}"#,
            r#"{"move":true}"#,
            r#"{"move":[19]}"#,
            r#"{"move":64}"#,
            r#"{"move":-2}"#,
            r#"{"move":19.5}"#,
            r#"{"move":1e30}"#,
            r#"{"move":"z9"}"#,
            r#"{"move":19"#,
            r#"{"Move":19}"#,
            r#"{"move":19}{"move":20}"#,
            "\0\u{fffd}",
        ];
        for line in bad {
            assert!(matches!(parse_answer(line, 8), Err(EngineFault::Unreadable(_))), "{line}");
        }
        let Err(EngineFault::Unreadable(text)) = parse_answer(&"語\u{1b}\n".repeat(1000), 8) else { panic!() };
        assert!(text.chars().count() <= QUOTE_LIMIT_CHARS + 3, "{text}");
        assert!(text.ends_with("…”") && !text.contains(char::is_control), "{text}");
    }
}
