//! The venue's objects as they come over the wire, and how they become words.

use super::lenient::{ByColour, List, Object, Scalar};
use crate::game::grid::{Side, SquareSet};
use crate::game::othello::{Mode, Move, Position};
use crate::play::paired::{
    BotInfo, Echo, Environment, FinishReason, LegStatus, LegView, MatchStatus, MatchView, Played,
};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::time::Duration;

/// The clock of a match that does not tell its own: the rule for all matches between bots.
const USUAL_LIMIT_SEC: i64 = 60;
/// A day: no clock is longer.
const LONGEST_LIMIT_SEC: i64 = 86_400;
/// The longest field that is echoed, in bytes; both are a number and a date.
const ECHO_BYTES: usize = 256;
/// The longest name that is shown, in characters; the venue's own limit is 24.
const NAME_CHARS: usize = 64;

#[derive(Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(super) struct Match<'a> {
    pub(super) id: Scalar<'a>,
    pub(super) kind: Scalar<'a>,
    bot_a: Scalar<'a>,
    bot_b: Scalar<'a>,
    game_mode: Scalar<'a>,
    time_limit_sec: Scalar<'a>,
    status: Scalar<'a>,
    expires_ms: Scalar<'a>,
    ranked: Scalar<'a>,
    auto: Scalar<'a>,
    rating_before: List<Scalar<'a>>,
    rating_after: List<Scalar<'a>>,
    round_no: Option<&'a RawValue>,
    room_created_at: Option<&'a RawValue>,
    state: Object<State<'a>>,
}

#[derive(Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct State<'a> {
    status: Scalar<'a>,
    game_mode: Scalar<'a>,
    time_limit_sec: Scalar<'a>,
    opening_moves: List<Scalar<'a>>,
    opening_history: List<Object<Step<'a>>>,
    legs: List<Object<Leg<'a>>>,
    totals: List<Scalar<'a>>,
    winner: Scalar<'a>,
    finish_reason: Scalar<'a>,
}

#[derive(Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct Leg<'a> {
    board: List<Scalar<'a>>,
    turn: Scalar<'a>,
    legal_moves: List<Scalar<'a>>,
    placed: ByColour,
    black_participant: Scalar<'a>,
    clocks_ms: List<Scalar<'a>>,
    turn_started_ms: Scalar<'a>,
    revision: Scalar<'a>,
    status: Scalar<'a>,
    history: List<Object<Step<'a>>>,
    discs: List<Scalar<'a>>,
    result_discs: List<Scalar<'a>>,
}

#[derive(Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct Step<'a> {
    color: Scalar<'a>,
    participant: Scalar<'a>,
    #[serde(rename = "move")]
    mv: Scalar<'a>,
    at_ms: Scalar<'a>,
}

#[derive(Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(super) struct Bot<'a> {
    id: Scalar<'a>,
    name: Scalar<'a>,
    owner_name: Scalar<'a>,
    owner: Object<Owner<'a>>,
    rating: Object<Rating<'a>>,
    supported_games: List<Scalar<'a>>,
    auto_match: Scalar<'a>,
    environment: Object<Machine<'a>>,
    is_builtin: Scalar<'a>,
    online: Scalar<'a>,
    disabled: Scalar<'a>,
    deleted: Scalar<'a>,
}

#[derive(Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct Owner<'a> {
    name: Scalar<'a>,
    country_code: Scalar<'a>,
}

#[derive(Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct Rating<'a> {
    #[serde(rename = "rating")]
    value: Scalar<'a>,
    rd: Scalar<'a>,
    wins: Scalar<'a>,
    losses: Scalar<'a>,
    draws: Scalar<'a>,
}

#[derive(Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct Machine<'a> {
    cpu: Scalar<'a>,
    engine: Scalar<'a>,
    os: Scalar<'a>,
    practice: Scalar<'a>,
}

impl Match<'_> {
    /// Whether a person sits on the other side.
    pub(super) fn is_human(&self) -> bool {
        self.kind.text() == Some("human") || self.id.int().is_some_and(|id| id < 0)
    }

    /// Whether this is only the news that a match changed: no boards where there must be some.
    pub(super) fn is_hint(&self) -> bool {
        match self.status() {
            MatchStatus::Running | MatchStatus::Finished | MatchStatus::Unknown => self.state.legs().is_empty(),
            MatchStatus::Pending | MatchStatus::Aborted | MatchStatus::Rejected | MatchStatus::Expired => false,
        }
    }

    fn status(&self) -> MatchStatus {
        match self.status.text() {
            Some("pending") => MatchStatus::Pending,
            Some("running") => MatchStatus::Running,
            Some("finished") => MatchStatus::Finished,
            Some("aborted") => MatchStatus::Aborted,
            Some("rejected") => MatchStatus::Rejected,
            Some("expired") => MatchStatus::Expired,
            Some(_) => MatchStatus::Unknown,
            None => match self.state.0.as_ref().and_then(|state| state.status.text()) {
                Some("active") => MatchStatus::Running,
                Some("finished") => MatchStatus::Finished,
                Some("aborted") => MatchStatus::Aborted,
                Some(_) | None => MatchStatus::Unknown,
            },
        }
    }

    /// The match in our words. `server_now_ms` stands in for a turn's missing start.
    ///
    /// # Errors
    /// What could not be read.
    pub(super) fn view(&self, server_now_ms: i64) -> Result<MatchView, String> {
        let id = self.id.int().filter(|id| *id != 0).ok_or("it has no id")?;
        let empty = State::default();
        let state = self.state.0.as_ref().unwrap_or(&empty);
        let human = self.is_human();
        let mode = match self.game_mode.text().or(state.game_mode.text()) {
            Some(name) => Mode::parse(name).ok_or_else(|| format!("its game is called {}", clean(name, NAME_CHARS)))?,
            None => Mode::Std,
        };
        let limit_sec = self.time_limit_sec.int().or(state.time_limit_sec.int()).unwrap_or(USUAL_LIMIT_SEC);
        let time_limit = Duration::from_secs(limit_sec.clamp(0, LONGEST_LIMIT_SEC) as u64);
        let opening = state.opening(mode);
        let boards = if human { 1 } else { 2 };
        let context = LegContext { mode, time_limit, opening: &opening, server_now_ms };
        let legs = state.legs.items().iter().take(boards).enumerate();
        let legs = legs
            .map(|(index, leg)| match &leg.0 {
                Some(leg) => leg.view(index, &context).map_err(|why| format!("board {}: {why}", index + 1)),
                None => Err(format!("board {} is no object", index + 1)),
            })
            .collect::<Result<Vec<LegView>, String>>()?;
        let points = |participant: usize| legs.iter().map(|leg| leg.points()[participant]).sum();
        Ok(MatchView {
            id,
            human,
            bots: [self.bot_a.int().unwrap_or(0), self.bot_b.int().unwrap_or(0)],
            mode,
            status: self.status(),
            time_limit,
            expires_ms: self.expires_ms.int(),
            ranked: self.ranked.truth().unwrap_or(false),
            auto: self.auto.truth().unwrap_or(false),
            rating_before: [0, 1].map(|index| self.rating_before.at(index).float()),
            rating_after: [0, 1].map(|index| self.rating_after.at(index).float()),
            echo: if human {
                Echo { round_no: echo(self.round_no), room_created_at: echo(self.room_created_at) }
            } else {
                Echo::default()
            },
            totals: state.totals.pair().map_or([points(0), points(1)], |pair| pair.map(count)),
            winner: participant(&state.winner),
            finish_reason: state.finish_reason.text().map(finish_reason),
            opening,
            legs,
        })
    }
}

impl<'a> Object<State<'a>> {
    fn legs(&self) -> &[Object<Leg<'a>>] {
        self.0.as_ref().map_or(&[], |state| state.legs.items())
    }
}

impl State<'_> {
    fn opening(&self, mode: Mode) -> Vec<(Side, Move)> {
        let size = mode.size();
        if let Some(steps) = &self.opening_history.0 {
            let steps = steps.iter().filter_map(|step| step.0.as_ref());
            return steps.filter_map(|step| Some((side(&step.color)?, read_move(&step.mv, size)?))).collect();
        }
        let moves = self.opening_moves.items().iter().filter_map(|mv| read_move(mv, size));
        Side::BOTH.into_iter().cycle().zip(moves).collect()
    }
}

/// What a leg takes from the match around it.
struct LegContext<'a> {
    mode: Mode,
    time_limit: Duration,
    opening: &'a [(Side, Move)],
    server_now_ms: i64,
}

impl Leg<'_> {
    fn view(&self, index: usize, context: &LegContext<'_>) -> Result<LegView, String> {
        let mode = context.mode;
        let status = match self.status.text() {
            Some("active") => LegStatus::Active,
            Some("finished") => LegStatus::Finished,
            Some("timeout") => LegStatus::Timeout,
            Some("stopped") => LegStatus::Stopped,
            Some(_) | None => LegStatus::Unknown,
        };
        let revision = self.revision.int().and_then(|number| u64::try_from(number).ok()).ok_or("it has no revision")?;
        let to_move = match (side(&self.turn), status) {
            (Some(side), _) => side,
            (None, LegStatus::Active) => return Err("the side to move is missing".into()),
            (None, LegStatus::Finished | LegStatus::Timeout | LegStatus::Stopped | LegStatus::Unknown) => Side::Black,
        };
        let history: Vec<Played> =
            self.history.items().iter().filter_map(|step| step.0.as_ref()?.played(mode)).collect();
        let placed = self.placed(context, &history);
        let position =
            Position::from_cells(mode, &self.cells(mode)?, to_move, placed).map_err(|bad| bad.to_string())?;
        let clocks_ms = self.clocks_ms.pair().unwrap_or([context.time_limit.as_millis() as i64; 2]);
        Ok(LegView {
            legal: self.legal(&position, status),
            black: participant(&self.black_participant).unwrap_or(u8::from(index != 0)),
            clocks_ms,
            turn_started_ms: self.turn_started_ms.int().unwrap_or(context.server_now_ms),
            revision,
            status,
            discs: self.discs.pair().map_or(position.discs(), |pair| pair.map(count)),
            result_discs: self.result_discs.pair().map(|pair| pair.map(count)),
            position,
            history,
        })
    }

    fn cells(&self, mode: Mode) -> Result<Vec<u8>, String> {
        let cell = |(index, cell): (usize, &Scalar<'_>)| match cell.int() {
            Some(disc @ 0..=2) => Ok(disc as u8),
            // However the venue marks a square that takes no disc: it stays empty.
            _ if crate::game::grid::Square::new(index).is_some_and(|square| mode.blocked().contains(square)) => Ok(0),
            _ => Err(format!("cell {index} is neither 0, 1 nor 2")),
        };
        self.board.items().iter().enumerate().map(cell).collect()
    }

    /// The squares as listed. A list that is missing or wholly unreadable is replaced by our own rules: an empty one
    /// would mean a pass.
    fn legal(&self, position: &Position, status: LegStatus) -> SquareSet {
        let size = position.mode().size();
        let listed: SquareSet = self
            .legal_moves
            .items()
            .iter()
            .filter_map(|mv| match read_move(mv, size) {
                Some(Move::Place(square)) => Some(square),
                Some(Move::Pass) | None => None,
            })
            .collect();
        let unreadable = self.legal_moves.0.as_ref().is_none_or(|list| !list.is_empty()) && listed.is_empty();
        match status {
            LegStatus::Active if unreadable => position.legal(),
            LegStatus::Active | LegStatus::Finished | LegStatus::Timeout | LegStatus::Stopped | LegStatus::Unknown => {
                listed
            }
        }
    }

    /// Discs placed by each side; counted from the moves where the venue does not tell.
    fn placed(&self, context: &LegContext<'_>, history: &[Played]) -> [u8; 2] {
        let moves = context.opening.iter().copied().chain(history.iter().map(|played| (played.side, played.mv)));
        let mut counted = [0_u8; 2];
        for (side, mv) in moves {
            if matches!(mv, Move::Place(_)) {
                counted[side.index()] = counted[side.index()].saturating_add(1);
            }
        }
        [0, 1].map(|index| self.placed.0[index].map_or(counted[index], |number| number.clamp(0, 255) as u8))
    }
}

impl Step<'_> {
    fn played(&self, mode: Mode) -> Option<Played> {
        Some(Played {
            side: side(&self.color)?,
            participant: participant(&self.participant).unwrap_or(0),
            mv: read_move(&self.mv, mode.size())?,
            at_ms: self.at_ms.int().unwrap_or(0),
        })
    }
}

impl Bot<'_> {
    /// The bot in our words; none without an id.
    pub(super) fn info(&self) -> Option<BotInfo> {
        let text = |scalar: &Scalar<'_>| scalar.text().map(|text| clean(text, NAME_CHARS)).unwrap_or_default();
        let id = self.id.int().filter(|id| *id != 0)?;
        let (owner, rating) = (self.owner.0.as_ref(), self.rating.0.as_ref());
        let number = |scalar: Option<&Scalar<'_>>| scalar.and_then(Scalar::int).map_or(0, count);
        let owner_name = if self.owner_name.text().is_some() { Some(&self.owner_name) } else { owner.map(|o| &o.name) };
        let machine = self.environment.0.as_ref();
        Some(BotInfo {
            id,
            name: text(&self.name),
            owner: owner_name.map(text).unwrap_or_default(),
            country: owner.map(|owner| text(&owner.country_code)).unwrap_or_default(),
            rating: rating.and_then(|rating| rating.value.float()),
            rd: rating.and_then(|rating| rating.rd.float()),
            wins: number(rating.map(|rating| &rating.wins)),
            losses: number(rating.map(|rating| &rating.losses)),
            draws: number(rating.map(|rating| &rating.draws)),
            supported: self.supported_games.items().iter().filter_map(|game| Mode::parse(game.text()?)).collect(),
            auto_match: self.auto_match.truth().unwrap_or(false),
            builtin: self.is_builtin.truth().unwrap_or(false),
            online: self.online.truth().unwrap_or(false),
            disabled: self.disabled.truth() == Some(true) || self.deleted.truth() == Some(true),
            environment: machine.map_or_else(Environment::default, |machine| Environment {
                cpu: machine.cpu.text().map(|cpu| clean(cpu, 120)).unwrap_or_default(),
                engine: machine.engine.text().map(|engine| clean(engine, 120)).unwrap_or_default(),
                os: machine.os.text().map(|os| clean(os, 120)).unwrap_or_default(),
                practice: machine.practice.truth().unwrap_or(false),
            }),
        })
    }
}

/// The start of a text that somebody else wrote, fit for a line of ours: no control characters, bounded, and nothing
/// in it that looks like a token.
pub(super) fn clean(text: &str, chars: usize) -> String {
    let mut short: String = text.chars().filter(|c| !c.is_control()).take(chars).collect();
    while let Some(at) = short.find(super::token::PREFIX) {
        let end = short[at..].find(char::is_whitespace).map_or(short.len(), |length| at + length);
        short.replace_range(at..end, "[token]");
    }
    short.trim().to_owned()
}

fn echo(json: Option<&RawValue>) -> Option<String> {
    json.map(RawValue::get).filter(|json| json.len() <= ECHO_BYTES).map(str::to_owned)
}

fn side(colour: &Scalar<'_>) -> Option<Side> {
    match colour.int() {
        Some(1) => Some(Side::Black),
        Some(2) => Some(Side::White),
        Some(_) | None => None,
    }
}

fn participant(number: &Scalar<'_>) -> Option<u8> {
    match number.int() {
        Some(0) => Some(0),
        Some(1) => Some(1),
        Some(_) | None => None,
    }
}

fn read_move(mv: &Scalar<'_>, size: usize) -> Option<Move> {
    match mv {
        Scalar::Text(text) => Move::parse(text, size),
        Scalar::Int(_) | Scalar::Float(_) => Move::from_number(mv.int()?, size),
        Scalar::None | Scalar::Bool(_) => None,
    }
}

fn finish_reason(name: &str) -> FinishReason {
    match name {
        "discs" => FinishReason::Discs,
        "timeout" => FinishReason::Timeout,
        "double_timeout" => FinishReason::DoubleTimeout,
        "disconnect" => FinishReason::Disconnect,
        "no_first_move" => FinishReason::NoFirstMove,
        "technical" => FinishReason::Technical,
        _ => FinishReason::Unknown,
    }
}

fn count(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}
