//! The five actions of the API, from the body of a request to its answer.

use super::bots::SITE_BOTS;
use super::paired::{Kind, Match, Participant, Reason, Stage};
use super::{Answer, ApiError, Arena, MAX_REQUEST_BYTES, MAX_SITE_VARIANTS, SHOWN_MS, Step, opening, wire};
use crate::game::grid::Square;
use crate::game::othello::{Mode, Move};
use crate::play::paired::Environment;
use crate::play::referee::{Refusal, State};
use serde_json::{Map, Value};

/// The longest text that a bot may tell about its machine.
const MAX_ENVIRONMENT_CHARS: usize = 120;

type Fields = Map<String, Value>;

impl Arena {
    /// Answers a POST to the API. `bearer` is the token of the `Authorization` header.
    pub fn request(&mut self, now_ms: i64, bearer: Option<&str>, body: &[u8]) -> (Answer, Step) {
        let mut step = self.begin(now_ms);
        let answer = match self.act(bearer, body, &mut step) {
            Ok(body) => Answer { status: 200, body },
            Err(error) => self.refusal(self.now_ms, error),
        };
        (answer, self.end(step))
    }

    fn act(&mut self, bearer: Option<&str>, body: &[u8], step: &mut Step) -> Result<String, ApiError> {
        if body.len() > MAX_REQUEST_BYTES {
            return Err(ApiError::TooLarge);
        }
        if let Some((error, times)) = self.injected {
            self.inject(error, times - 1);
            return Err(error);
        }
        let Ok(Value::Object(fields)) = serde_json::from_slice(body) else { return Err(ApiError::JsonObjectRequired) };
        let bot_id = self.signed_in(bearer)?.id;
        match fields.get("action").and_then(Value::as_str).unwrap_or_default() {
            "agent_poll" => self.poll(bot_id, &fields),
            "agent_challenge" => self.challenge(bot_id, &fields, step),
            "agent_accept" => self.accept(bot_id, integer(&fields, "match_id"), step),
            "agent_reject" => self.reject(bot_id, integer(&fields, "match_id"), step),
            "agent_move" => {
                let outcome = self.submit(bot_id, &fields, step);
                if let Some(bot) = self.bots.get_mut(&bot_id) {
                    bot.counts.moves += 1;
                    bot.counts.refused_moves += u64::from(outcome.is_err());
                    bot.counts.last_refusal = outcome.as_ref().err().copied().or(bot.counts.last_refusal);
                }
                outcome
            }
            _ => Err(ApiError::UnknownAction),
        }
    }

    fn poll(&mut self, bot_id: i64, fields: &Fields) -> Result<String, ApiError> {
        let now_ms = self.now_ms;
        let bot = self.bots.get_mut(&bot_id).ok_or(ApiError::InvalidCredential)?;
        bot.note_poll(now_ms);
        if let Some(Value::Object(told)) = fields.get("environment") {
            bot.environment = environment(told);
        }
        let shown = |paired: &&Match| {
            let fresh = paired.over_since_ms().is_none_or(|over_ms| now_ms - over_ms <= SHOWN_MS);
            fresh && paired.participant(bot_id).is_some()
        };
        let matches = self.active.values().chain(&self.done).filter(shown).map(wire::MatchJson::of).collect();
        let registered = self.bots.values().map(|bot| wire::BotJson::registered(bot, now_ms));
        let site = SITE_BOTS.iter().map(|bot| wire::BotJson::site(bot, self.opened_ms));
        let mine = self.bots.get(&bot_id).ok_or(ApiError::InvalidCredential)?;
        Ok(wire::line(&wire::Polled {
            ok: true,
            bots: registered.chain(site).collect(),
            record_bots: [],
            matches,
            me: wire::OWNER,
            bot: wire::BotJson::registered(mine, now_ms),
            server_now_ms: now_ms,
        }))
    }

    fn challenge(&mut self, bot_id: i64, fields: &Fields, step: &mut Step) -> Result<String, ApiError> {
        let mode = match fields.get("game_mode") {
            None | Some(Value::Null) => Mode::Std,
            Some(name) => name.as_str().and_then(Mode::parse).ok_or(ApiError::UnsupportedGameMode)?,
        };
        let target = self.target(fields).filter(|target| target.id() != bot_id).ok_or(ApiError::TargetNotFound)?;
        let both = [Participant::Bot(bot_id), target];
        if both.into_iter().any(|participant| !self.supports(participant, mode)) {
            return Err(ApiError::UnsupportedGameMode);
        }
        if !self.has_room(bot_id) {
            return Err(ApiError::AlreadyActive);
        }
        if let Participant::Bot(target_id) = target {
            if !self.is_online(target_id) {
                return Err(ApiError::BothMustBeConnected);
            }
            if !self.has_room(target_id) {
                return Err(ApiError::BotBusy);
            }
        } else if mode != Mode::Std {
            let running = self.active.values().filter(|paired| paired.is_site_variant()).count();
            if running >= MAX_SITE_VARIANTS {
                return Err(ApiError::VariantsFull);
            }
        }
        let id = self.new_match(both, mode, false);
        if let Participant::Site(..) = target {
            self.start(id);
        }
        self.announce(id, step);
        Ok(wire::line(&wire::Challenged { ok: true, match_id: id, server_now_ms: self.now_ms }))
    }

    fn target(&self, fields: &Fields) -> Option<Participant> {
        if let Some(id) = fields.get("target_id").and_then(Value::as_i64) {
            return self.participant(id);
        }
        let name = fields.get("target_name")?.as_str()?;
        let site = SITE_BOTS.iter().find(|bot| bot.name == name).map(|bot| bot.id);
        let registered = || self.bots.values().find(|bot| bot.setup.name == name).map(|bot| bot.id);
        self.participant(site.or_else(registered)?)
    }

    fn accept(&mut self, bot_id: i64, match_id: i64, step: &mut Step) -> Result<String, ApiError> {
        let paired = self.invitation(bot_id, match_id)?;
        let [first, second] = paired.participants;
        let other = if first == Participant::Bot(bot_id) { second } else { first };
        if !self.has_room(bot_id) {
            return Err(ApiError::AlreadyActive);
        }
        if let Participant::Bot(other_id) = other {
            if !self.is_online(other_id) {
                return Err(ApiError::BothMustBeConnected);
            }
            // The challenge itself holds one of the other bot's places.
            if self.slots_taken(other_id) > self.slots(other_id) {
                return Err(ApiError::BotBusy);
            }
        }
        self.start(match_id);
        self.answer_invitation(match_id, step)
    }

    fn reject(&mut self, bot_id: i64, match_id: i64, step: &mut Step) -> Result<String, ApiError> {
        let at_ms = self.now_ms;
        self.invitation(bot_id, match_id)?.stage = Stage::Rejected { at_ms };
        self.answer_invitation(match_id, step)
    }

    /// The pending match that `bot_id` may accept or reject.
    fn invitation(&mut self, bot_id: i64, match_id: i64) -> Result<&mut Match, ApiError> {
        let paired = self.active.get_mut(&match_id).ok_or(ApiError::ChallengeOver)?;
        if paired.invited() != Participant::Bot(bot_id) {
            return Err(ApiError::AccessDenied);
        }
        match paired.stage {
            Stage::Pending => Ok(paired),
            Stage::Rejected { .. } | Stage::Expired { .. } | Stage::Running(_) | Stage::Over(..) => {
                Err(ApiError::ChallengeOver)
            }
        }
    }

    fn answer_invitation(&mut self, match_id: i64, step: &mut Step) -> Result<String, ApiError> {
        let summary = self.active.get(&match_id).map(wire::Summary::of).ok_or(ApiError::ChallengeOver)?;
        self.announce(match_id, step);
        Ok(wire::line(&wire::Summarised { ok: true, r#match: summary, server_now_ms: self.now_ms }))
    }

    /// Begins a pending match. Whether it is rated is settled now, when both bots' environments are known.
    pub(super) fn start(&mut self, match_id: i64) {
        let now_ms = self.now_ms;
        let Some(paired) = self.active.get(&match_id) else { return };
        let practice = paired.participants.into_iter().any(|participant| self.practises(participant));
        let Some(paired) = self.active.get_mut(&match_id) else { return };
        paired.ranked &= !practice;
        match &paired.kind {
            Kind::Bots => {
                let (moves, position) = opening::draw(paired.mode, self.opening_discs, &mut self.random);
                paired.start_bots(moves, position, now_ms);
            }
            Kind::Human(room) => {
                let moves: Vec<Move> = if room.xot {
                    opening::draw(Mode::Std, opening::OPENING_DISCS, &mut self.random)
                        .0
                        .into_iter()
                        .map(|(_, mv)| mv)
                        .collect()
                } else {
                    Vec::new()
                };
                if paired.start_human(&moves, now_ms).is_err() {
                    paired.stage = Stage::Rejected { at_ms: now_ms };
                }
            }
        }
    }

    fn submit(&mut self, bot_id: i64, fields: &Fields, step: &mut Step) -> Result<String, ApiError> {
        let now_ms = self.now_ms;
        let id = integer(fields, "match_id");
        let revision = u64::try_from(integer(fields, "revision")).unwrap_or(u64::MAX);
        let leg = usize::try_from(integer(fields, "leg")).unwrap_or(usize::MAX);
        let Some(paired) = self.active.get_mut(&id) else {
            return Err(self.over_refusal(bot_id, id, leg, revision));
        };
        let participant = paired.participant(bot_id).ok_or(ApiError::AccessDenied)?;
        if let Kind::Human(room) = &paired.kind {
            let same_round = fields.get("round_no").and_then(Value::as_i64) == Some(room.round_no);
            let created = wire::date(room.created_ms);
            if !same_round || fields.get("room_created_at").and_then(Value::as_str) != Some(created.as_str()) {
                return Err(ApiError::StaleRoomRevision);
            }
        }
        if !paired.is_running() {
            return Err(ApiError::MatchNotRunning);
        }
        if paired.note_submission(leg, participant, revision)
            && let Some(bot) = self.bots.get_mut(&bot_id)
        {
            bot.counts.repeated_moves += 1;
        }
        let mv = read_move(fields.get("move"), paired.mode.size())?;
        if let Err(refusal) = paired.play(now_ms, leg, participant, revision, mv) {
            return Err(refused(paired, leg, revision, refusal));
        }
        let summary = wire::Summary::of(paired);
        self.announce(id, step);
        Ok(wire::line(&wire::Summarised { ok: true, r#match: summary, server_now_ms: now_ms }))
    }

    /// Why a move for a match that is not running any more is refused.
    fn over_refusal(&self, bot_id: i64, id: i64, leg: usize, revision: u64) -> ApiError {
        let Some(paired) = self.done.iter().find(|paired| paired.id == id) else { return ApiError::MatchNotRunning };
        if paired.participant(bot_id).is_none() {
            return ApiError::AccessDenied;
        }
        match &paired.stage {
            Stage::Over(_, ending) if ending.reason == Reason::Timeout || ending.reason == Reason::DoubleTimeout => {
                match refused(paired, leg, revision, Refusal::Over) {
                    ApiError::MatchTimedOut => ApiError::MatchTimedOut,
                    _ => ApiError::MatchNotRunning,
                }
            }
            Stage::Pending | Stage::Rejected { .. } | Stage::Expired { .. } | Stage::Running(_) | Stage::Over(..) => {
                ApiError::MatchNotRunning
            }
        }
    }

    fn supports(&self, participant: Participant, mode: Mode) -> bool {
        match participant {
            Participant::Bot(id) => self.bots.get(&id).is_some_and(|bot| bot.setup.supported.contains(&mode)),
            Participant::Site(..) | Participant::Human => true,
        }
    }

    pub(super) fn is_online(&self, bot_id: i64) -> bool {
        self.bots.get(&bot_id).is_some_and(|bot| bot.online(self.now_ms))
    }

    fn slots(&self, bot_id: i64) -> usize {
        self.bots.get(&bot_id).map_or(0, |bot| bot.setup.slots)
    }

    /// Whether the bot may take one more match.
    pub(super) fn has_room(&self, bot_id: i64) -> bool {
        self.slots_taken(bot_id) < self.slots(bot_id)
    }
}

/// The API's word for a referee's refusal. A move that came just after its clock ran out is told so.
pub(super) fn refused(paired: &Match, leg: usize, revision: u64, refusal: Refusal) -> ApiError {
    match refusal {
        Refusal::Stale => ApiError::StaleRevision,
        Refusal::NotYourTurn => ApiError::NotYourTurn,
        Refusal::Illegal(_) => ApiError::IllegalMove,
        Refusal::OutOfTime => ApiError::MatchTimedOut,
        Refusal::Over => {
            let (Stage::Running(play) | Stage::Over(play, _)) = &paired.stage else { return ApiError::MatchNotRunning };
            match play.legs.get(leg) {
                Some(board)
                    if matches!(board.state(), State::TimedOut { .. })
                        && board.revision() == revision.wrapping_add(1) =>
                {
                    ApiError::MatchTimedOut
                }
                Some(_) | None => ApiError::LegFinished,
            }
        }
    }
}

/// A whole number, also one written as text; 0 where there is none.
fn integer(fields: &Fields, name: &str) -> i64 {
    match fields.get(name) {
        Some(Value::String(text)) => text.parse().unwrap_or(0),
        Some(value) => value.as_i64().unwrap_or(0),
        None => 0,
    }
}

fn read_move(value: Option<&Value>, size: usize) -> Result<Move, ApiError> {
    match value {
        Some(Value::Number(number)) => {
            let number = number.as_i64().ok_or(ApiError::InvalidMoveCoordinate)?;
            Move::from_number(number, size).ok_or(ApiError::MoveOutsideBoard)
        }
        Some(Value::String(text)) => Move::parse(text, size).ok_or({
            // A move elsewhere, only not on this board.
            let readable = text.trim().parse::<i64>().is_ok() || Square::parse(text.trim(), 10).is_some();
            if readable { ApiError::MoveOutsideBoard } else { ApiError::InvalidMoveCoordinate }
        }),
        Some(Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_)) | None => {
            Err(ApiError::InvalidMoveCoordinate)
        }
    }
}

fn environment(told: &Fields) -> Environment {
    let text = |name: &str| -> String {
        let text = told.get(name).and_then(Value::as_str).unwrap_or_default();
        text.chars().take(MAX_ENVIRONMENT_CHARS).collect()
    };
    let practice = told.get("practice").and_then(Value::as_bool).unwrap_or(false);
    Environment { cpu: text("cpu"), engine: text("engine"), os: text("os"), practice }
}
