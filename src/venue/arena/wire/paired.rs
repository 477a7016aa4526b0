//! A match and its boards in the API's shape.

use super::date;
use crate::game::grid::{Side, Square};
use crate::game::othello::Move;
use crate::play::paired::{LegStatus, Played};
use crate::play::referee::Referee;
use crate::venue::arena::paired::{Kind, Match, Participant, Play, Stage};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize)]
pub(in crate::venue::arena) struct MatchJson {
    id: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    bot_a: i64,
    bot_b: i64,
    game_mode: &'static str,
    time_limit_sec: u64,
    status: &'static str,
    state: Option<StateJson>,
    auto: bool,
    expires_ms: i64,
    ranked: bool,
    rating_applied: bool,
    rating_before: [Option<f64>; 2],
    rating_after: [Option<f64>; 2],
    created_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    round_no: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    room_created_at: Option<String>,
}

impl MatchJson {
    pub fn of(paired: &Match) -> MatchJson {
        let [bot_a, bot_b] = paired.participants.map(Participant::id);
        let room = match &paired.kind {
            Kind::Bots => None,
            Kind::Human(room) => Some(room),
        };
        MatchJson {
            id: paired.id,
            kind: room.map(|_| "human"),
            bot_a,
            bot_b,
            game_mode: paired.mode.name(),
            time_limit_sec: paired.time_limit.as_secs(),
            status: status(&paired.stage),
            state: StateJson::of(paired),
            auto: paired.auto,
            expires_ms: paired.expires_ms,
            ranked: paired.ranked,
            rating_applied: false,
            rating_before: [None; 2],
            rating_after: [None; 2],
            created_at: date(paired.created_ms),
            round_no: room.map(|room| room.round_no),
            room_created_at: room.map(|room| date(room.created_ms)),
        }
    }
}

/// The match's status on the wire.
pub(super) fn status(stage: &Stage) -> &'static str {
    match stage {
        Stage::Pending => "pending",
        Stage::Rejected { .. } => "rejected",
        Stage::Expired { .. } => "expired",
        Stage::Running(_) => "running",
        Stage::Over(_, ending) if ending.reason.is_void() => "aborted",
        Stage::Over(..) => "finished",
    }
}

#[derive(Serialize)]
struct StateJson {
    version: u32,
    game_mode: &'static str,
    time_limit_sec: u64,
    status: &'static str,
    revision: u64,
    started_ms: i64,
    last_now_ms: i64,
    finished_ms: Option<i64>,
    opening_moves: Vec<i64>,
    opening_history: Vec<OpeningMove>,
    legs: Vec<LegJson>,
    totals: [u32; 2],
    winner: Option<u8>,
    finish_reason: Option<&'static str>,
    board_size: usize,
    blocked_squares: &'static [u8],
}

/// The octagon's blocked squares in the order of the document, which is none.
const BLOCKED: [u8; 12] = [0, 1, 10, 8, 9, 19, 80, 90, 91, 89, 98, 99];

impl StateJson {
    /// None while the match has no boards.
    fn of(paired: &Match) -> Option<StateJson> {
        let (play, ending): (&Play, _) = match &paired.stage {
            Stage::Pending | Stage::Rejected { .. } | Stage::Expired { .. } => return None,
            Stage::Running(play) => (play, None),
            Stage::Over(play, ending) => (play, Some(ending)),
        };
        let opening = |(side, mv): &(Side, Move)| OpeningMove { color: colour(*side), r#move: mv.number() };
        Some(StateJson {
            version: 1,
            game_mode: paired.mode.name(),
            time_limit_sec: paired.time_limit.as_secs(),
            status: match ending {
                None => "active",
                Some(ending) if ending.reason.is_void() => "aborted",
                Some(_) => "finished",
            },
            revision: play.revision,
            started_ms: play.started_ms,
            last_now_ms: play.changed_ms,
            finished_ms: ending.map(|ending| ending.at_ms),
            opening_moves: play.opening.iter().map(|(_, mv)| mv.number()).collect(),
            opening_history: play.opening.iter().map(opening).collect(),
            legs: play.legs.iter().map(LegJson::of).collect(),
            totals: play.totals(),
            winner: ending.and_then(|ending| ending.winner),
            finish_reason: ending.map(|ending| ending.reason.name()),
            board_size: paired.mode.size(),
            blocked_squares: if paired.mode.blocked().is_empty() { &[] } else { &BLOCKED },
        })
    }
}

const fn colour(side: Side) -> u8 {
    side.index() as u8 + 1
}

#[derive(Serialize)]
struct OpeningMove {
    color: u8,
    r#move: i64,
}

#[derive(Serialize)]
struct LegJson {
    board: Vec<u8>,
    turn: u8,
    black_participant: u8,
    placed: BTreeMap<&'static str, u8>,
    clocks_ms: [i64; 2],
    turn_started_ms: i64,
    revision: u64,
    history: Vec<PlayedJson>,
    status: &'static str,
    discs: [u32; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    result_discs: Option<[u32; 2]>,
    finished_ms: Option<i64>,
    legal_moves: Vec<usize>,
}

#[derive(Serialize)]
struct PlayedJson {
    color: u8,
    participant: u8,
    r#move: i64,
    at_ms: i64,
}

impl From<&Played> for PlayedJson {
    fn from(played: &Played) -> PlayedJson {
        PlayedJson {
            color: colour(played.side),
            participant: played.participant,
            r#move: played.mv.number(),
            at_ms: played.at_ms,
        }
    }
}

impl LegJson {
    fn of(referee: &Referee) -> LegJson {
        let view = referee.view();
        let [black, white] = view.position.placed();
        LegJson {
            board: view.position.cells(),
            turn: colour(view.position.side()),
            black_participant: view.black,
            placed: BTreeMap::from([("1", black), ("2", white)]),
            clocks_ms: view.clocks_ms,
            turn_started_ms: view.turn_started_ms,
            revision: view.revision,
            history: view.history.iter().map(PlayedJson::from).collect(),
            status: match view.status {
                LegStatus::Active | LegStatus::Unknown => "active",
                LegStatus::Finished => "finished",
                LegStatus::Timeout => "timeout",
                LegStatus::Stopped => "stopped",
            },
            discs: view.discs,
            result_discs: view.result_discs,
            finished_ms: referee.finished_ms(),
            legal_moves: view.legal.iter().map(Square::index).collect(),
        }
    }
}
