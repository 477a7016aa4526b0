//! The NBoard protocol as real engines speak it, Edax included.
//!
//! For each question the board is set up (`set game` with a board and no move list, since some versions misread
//! lists), a `ping` proves that the engine has got that far, and `go` starts the search. No engine keeps the clock of
//! the game record, so the search is stopped from here: a `ping` at the deadline makes the engine answer with its best
//! move so far. A `ping` that comes before the search has begun is lost, therefore it waits a little after `go` and
//! is repeated until something comes back.

use super::dialect::Word;
use super::json_line::quote;
use super::pace;
use crate::game::grid::{Side, Square};
use crate::game::othello::{Move, Position};
use crate::play::clock::Moment;
use crate::play::think::{Answer, EngineFault, ThinkRequest};
use std::time::Duration;

/// A stop within this time of `go` can be lost (seen: 1 ms often, 10 ms never).
const BEFORE_STOP: Duration = Duration::from_millis(20);
/// A stop that shows no effect is repeated after this time.
const STOP_AGAIN: Duration = Duration::from_millis(100);
/// An engine that has not stopped by then is ended.
const STOP_LIMIT: Duration = Duration::from_millis(1500);
/// An idle engine answers a `ping` within this time.
const SYNC_LIMIT: Duration = Duration::from_secs(2);
/// After the `pong` of a stop, the answer must come within this time.
const ANSWER_AFTER_PONG: Duration = Duration::from_millis(200);
/// The search is stopped this long before the caller stops waiting, so that its answer still counts.
const STOP_MARGIN: Duration = Duration::from_millis(50);
/// Sent when an engine insists on a depth and none was chosen.
const DEPTH_IF_ASKED: u8 = 20;

/// An engine that speaks NBoard.
#[derive(Clone, Debug)]
pub struct NBoard {
    manners: Manners,
    state: State,
    /// The number of the last `ping`. Never used twice, so an old `pong` is known as such.
    pings: u32,
    /// Depth told by the last line of a search.
    depth: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
enum Manners {
    /// By the document. Depth 0: the engine's own.
    Generic { depth: u8 },
    /// Started at level 1, because without a book it first searches at its level; the real level is set afterwards.
    Edax { level: u8 },
}

#[derive(Clone, Copy, Debug)]
enum State {
    Down,
    /// Started; ready when this `ping` is answered.
    Greeting {
        ping: u32,
    },
    Idle,
    /// The board is set up; `go` follows when this `ping` is answered.
    Placing {
        ping: u32,
        limit: Moment,
        stop_at: Moment,
        refused: bool,
        wanted: bool,
    },
    Searching(Search),
}

#[derive(Clone, Copy, Debug)]
struct Search {
    go_at: Moment,
    /// When the next `ping` is due.
    ping_at: Moment,
    /// The first `ping` that was to stop the search, and when it was sent.
    stopped: Option<(u32, Moment)>,
    /// When a `pong` came without an answer before it.
    pong_at: Option<Moment>,
    /// The engine complained about the position: its answer would be for another one.
    refused: bool,
    /// Whether anyone still waits for the answer.
    wanted: bool,
}

impl NBoard {
    /// An engine by the document; depth 0 leaves its own.
    #[must_use]
    pub fn generic(depth: u8) -> NBoard {
        NBoard::new(Manners::Generic { depth })
    }

    /// Edax in its `-nboard` mode, at this level (1 to 60).
    #[must_use]
    pub fn edax(level: u8) -> NBoard {
        NBoard::new(Manners::Edax { level: level.clamp(1, 60) })
    }

    fn new(manners: Manners) -> NBoard {
        NBoard { manners, state: State::Down, pings: 0, depth: None }
    }

    pub(super) fn hello(&mut self) -> Vec<Word> {
        let mut words = match self.manners {
            // Edax complains about version 2 and answers in its own way whatever the version.
            Manners::Edax { .. } => vec![send("nboard 1")],
            Manners::Generic { depth: 0 } => vec![send("nboard 2")],
            Manners::Generic { depth } => vec![send("nboard 2"), Word::Send(format!("set depth {depth}"))],
        };
        let (ping, word) = self.ping();
        words.push(word);
        self.state = State::Greeting { ping };
        words
    }

    pub(super) fn ask(&mut self, now: Moment, ask: &ThinkRequest) -> Vec<Word> {
        let longest = ask.budget.saturating_sub(STOP_MARGIN).max(ask.budget / 2);
        let share = pace::share(ask.remaining, ask.position.empty().len(), longest);
        let (ping, word) = self.ping();
        self.depth = None;
        self.state =
            State::Placing { ping, limit: now + SYNC_LIMIT, stop_at: now + share, refused: false, wanted: true };
        vec![Word::Send(game_line(&ask.position)), word]
    }

    pub(super) fn stop(&mut self, now: Moment) -> Vec<Word> {
        match &mut self.state {
            State::Placing { wanted, .. } => *wanted = false,
            State::Searching(search) => {
                search.wanted = false;
                if search.stopped.is_none() {
                    search.ping_at = now.max(search.go_at + BEFORE_STOP);
                }
                return self.woke(now);
            }
            State::Down | State::Greeting { .. } | State::Idle => (),
        }
        Vec::new()
    }

    pub(super) fn line(&mut self, now: Moment, line: &str) -> Vec<Word> {
        let line = line.trim();
        if let Some(rest) = line.strip_prefix("===") {
            return self.answered(rest.trim());
        }
        if let Some(number) = line.strip_prefix("pong").and_then(|rest| rest.trim().parse().ok()) {
            return self.ponged(now, number);
        }
        if line.starts_with("search ") {
            self.depth = line.rsplit(' ').next().and_then(|depth| depth.parse().ok());
        }
        if let (State::Searching(search), Manners::Generic { depth: 0 }) = (&mut self.state, self.manners)
            && line.starts_with("warning")
            && line.contains("set depth")
        {
            // It refused to search without a depth; give it one and ask again.
            self.manners = Manners::Generic { depth: DEPTH_IF_ASKED };
            search.go_at = now;
            return vec![Word::Send(format!("set depth {DEPTH_IF_ASKED}")), send("go")];
        }
        Vec::new()
    }

    /// Errors come on the error output only, and an unusable `set game` leaves the old position in place.
    pub(super) fn complaint(&mut self, line: &str) {
        if !line.contains("Cannot parse game") {
            return;
        }
        match &mut self.state {
            State::Placing { refused, .. } => *refused = true,
            State::Searching(search) => search.refused = true,
            State::Down | State::Greeting { .. } | State::Idle => (),
        }
    }

    pub(super) fn woke(&mut self, now: Moment) -> Vec<Word> {
        match self.state {
            State::Placing { limit, .. } if limit <= now => {
                vec![Word::Lost("it did not answer “ping” within 2 seconds".to_owned())]
            }
            State::Searching(search) => self.push_stop(now, search),
            State::Placing { .. } | State::Down | State::Greeting { .. } | State::Idle => Vec::new(),
        }
    }

    pub(super) fn deadline(&self) -> Option<Moment> {
        match self.state {
            State::Placing { limit, .. } => Some(limit),
            State::Searching(Search { pong_at: Some(pong), .. }) => Some(pong + ANSWER_AFTER_PONG),
            State::Searching(search) => Some(search.ping_at),
            State::Down | State::Greeting { .. } | State::Idle => None,
        }
    }

    /// Sends the `ping` that is due, unless the engine has had enough of them.
    fn push_stop(&mut self, now: Moment, mut search: Search) -> Vec<Word> {
        if let Some(pong) = search.pong_at {
            if now < pong + ANSWER_AFTER_PONG {
                return Vec::new();
            }
            self.state = State::Idle;
            let fault = EngineFault::Unreadable("it stopped without a move".to_owned());
            return vec![Word::Answer(Err(fault))];
        }
        if now < search.ping_at {
            return Vec::new();
        }
        if let Some((_, since)) = search.stopped
            && since + STOP_LIMIT <= now
        {
            return vec![Word::Lost("it did not stop when asked".to_owned())];
        }
        let (number, word) = self.ping();
        search.stopped = search.stopped.or(Some((number, now)));
        search.ping_at = now + STOP_AGAIN;
        self.state = State::Searching(search);
        vec![word]
    }

    fn ponged(&mut self, now: Moment, number: u32) -> Vec<Word> {
        match &mut self.state {
            State::Greeting { ping } if *ping == number => {
                self.state = State::Idle;
                match self.manners {
                    Manners::Edax { level } => vec![Word::Send(format!("set depth {level}")), Word::Ready],
                    Manners::Generic { .. } => vec![Word::Ready],
                }
            }
            State::Placing { ping, stop_at, refused, wanted, .. } if *ping == number => {
                let (stop_at, refused, wanted) = (*stop_at, *refused, *wanted);
                if !wanted || refused {
                    self.state = State::Idle;
                    return vec![if wanted { refusal() } else { Word::Free }];
                }
                let ping_at = stop_at.max(now + BEFORE_STOP);
                let search = Search { go_at: now, ping_at, stopped: None, pong_at: None, refused, wanted };
                self.state = State::Searching(search);
                vec![send("go")]
            }
            State::Searching(search) if search.stopped.is_some_and(|(first, _)| first <= number) => {
                if search.wanted {
                    search.pong_at = search.pong_at.or(Some(now));
                    return Vec::new();
                }
                self.state = State::Idle;
                vec![Word::Free]
            }
            // The `pong` of an earlier question's second stop.
            State::Greeting { .. } | State::Placing { .. } | State::Searching(_) | State::Idle | State::Down => {
                Vec::new()
            }
        }
    }

    fn answered(&mut self, rest: &str) -> Vec<Word> {
        match self.state {
            State::Searching(search) => {
                self.state = State::Idle;
                vec![match (search.wanted, search.refused) {
                    (false, _) => Word::Free,
                    (true, true) => refusal(),
                    (true, false) => Word::Answer(read_answer(rest, self.depth)),
                }]
            }
            // An answer that nobody asked for, or to an earlier question.
            State::Down | State::Greeting { .. } | State::Idle | State::Placing { .. } => Vec::new(),
        }
    }

    fn ping(&mut self) -> (u32, Word) {
        self.pings = self.pings.wrapping_add(1);
        (self.pings, Word::Send(format!("ping {}", self.pings)))
    }
}

fn send(line: &str) -> Word {
    Word::Send(line.to_owned())
}

fn refusal() -> Word {
    Word::Answer(Err(EngineFault::Unreadable("it did not accept the position".to_owned())))
}

/// The position as a game record that has only a board. The names are fixed: a `]` in a name spoils the record.
fn game_line(position: &Position) -> String {
    let board: String = (0..64)
        .map(|index| match Square::new(index).and_then(|square| position.disc(square)) {
            Some(Side::Black) => '*',
            Some(Side::White) => 'O',
            None => '-',
        })
        .collect();
    let side = match position.side() {
        Side::Black => '*',
        Side::White => 'O',
    };
    format!("set game (;GM[Othello]PC[Botdock]PB[black]PW[white]RE[?]TI[10:00]TY[8]BO[8 {board} {side}];)")
}

/// Reads what follows `===`: a move, then perhaps a score and a time, parted by slashes or spaces.
fn read_answer(rest: &str, depth: Option<u32>) -> Result<Answer, EngineFault> {
    let unreadable = || EngineFault::Unreadable(quote(&format!("=== {rest}")));
    let mut parts = rest.split(['/', ' ', '\t']);
    let token = parts.next().unwrap_or_default();
    if token == "--" {
        return Err(EngineFault::Unreadable("it holds the game to be over (“=== --”)".to_owned()));
    }
    // A number would be read as an index, which this protocol does not have.
    let mv = Move::parse(token, 8).filter(|_| token.starts_with(|c: char| c.is_ascii_alphabetic()));
    let score = parts.next().and_then(|score| score.parse::<f32>().ok()).filter(|score| score.is_finite());
    Ok(Answer { mv: mv.ok_or_else(unreadable)?, score, depth })
}
