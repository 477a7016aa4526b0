//! Games against a person: a room with one board, used again round after round.

use super::api::refused;
use super::paired::{Kind, Match, Participant, Room, Stage};
use super::{ApiError, Arena, CHALLENGE_MS, Step};
use crate::game::grid::Side;
use crate::game::othello::{Mode, Move};
use crate::play::referee::Referee;
use std::time::Duration;

/// What a person asks a bot for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HumanChallenge {
    pub bot_id: i64,
    pub mode: Mode,
    /// The clock of each side.
    pub time_limit: Duration,
    /// The person's side.
    pub side: Side,
    /// Begin with eight drawn moves in the history; std only.
    pub xot: bool,
}

impl Arena {
    /// A person challenges a bot, in a room of its own. Returns the room's number; the match's id is its negative.
    ///
    /// # Errors
    /// The reason that the service would show to the person.
    pub fn human_challenge(&mut self, now_ms: i64, wish: HumanChallenge) -> (Result<i64, ApiError>, Step) {
        let mut step = self.begin(now_ms);
        let number = self.last_room + 1;
        let room = Room { number, round_no: 1, created_ms: self.now_ms, xot: wish.xot };
        let opened = self.open_round(wish, room, &mut step).map(|()| {
            self.last_room = number;
            number
        });
        (opened, self.end(step))
    }

    /// Plays another round in a room whose last one is over; `side` is the person's.
    ///
    /// # Errors
    /// [`ApiError::TargetNotFound`] without such a room, [`ApiError::AlreadyActive`] while a round goes on there.
    pub fn human_again(&mut self, now_ms: i64, room: i64, side: Side) -> (Result<(), ApiError>, Step) {
        let mut step = self.begin(now_ms);
        let opened = self.next_round(room, side).and_then(|(wish, room)| self.open_round(wish, room, &mut step));
        (opened, self.end(step))
    }

    /// The person moves. Passes are the arena's own affair here.
    ///
    /// # Errors
    /// As for a bot's move.
    pub fn human_move(&mut self, now_ms: i64, room: i64, mv: Move) -> (Result<(), ApiError>, Step) {
        let mut step = self.begin(now_ms);
        let played = self.play_for_human(room, mv).map(|()| self.announce(-room, &mut step));
        (played, self.end(step))
    }

    fn play_for_human(&mut self, room: i64, mv: Move) -> Result<(), ApiError> {
        let now_ms = self.now_ms;
        let paired = self.active.get_mut(&-room).ok_or(ApiError::MatchNotRunning)?;
        let Stage::Running(play) = &paired.stage else { return Err(ApiError::MatchNotRunning) };
        let revision = play.legs.first().map_or(0, Referee::revision);
        let human = u8::from(paired.participants[1] == Participant::Human);
        paired.play(now_ms, 0, human, revision, mv).map_err(|refusal| refused(paired, 0, revision, refusal))
    }

    fn next_round(&self, room: i64, side: Side) -> Result<(HumanChallenge, Room), ApiError> {
        if self.active.contains_key(&-room) {
            return Err(ApiError::AlreadyActive);
        }
        let last = self.done.iter().find(|paired| paired.id == -room).ok_or(ApiError::TargetNotFound)?;
        let Kind::Human(known) = &last.kind else { return Err(ApiError::TargetNotFound) };
        let Participant::Bot(bot_id) = last.invited() else { return Err(ApiError::TargetNotFound) };
        let (mode, time_limit, xot) = (last.mode, last.time_limit, known.xot);
        let room = Room { round_no: known.round_no + 1, ..known.clone() };
        Ok((HumanChallenge { bot_id, mode, time_limit, side, xot }, room))
    }

    fn open_round(&mut self, wish: HumanChallenge, room: Room, step: &mut Step) -> Result<(), ApiError> {
        let bot = self.bots.get(&wish.bot_id).ok_or(ApiError::TargetNotFound)?;
        if !bot.setup.supported.contains(&wish.mode) || (wish.xot && wish.mode != Mode::Std) {
            return Err(ApiError::UnsupportedGameMode);
        }
        if !self.is_online(wish.bot_id) {
            return Err(ApiError::BothMustBeConnected);
        }
        if !self.has_room(wish.bot_id) {
            return Err(ApiError::BotBusy);
        }
        let bot = Participant::Bot(wish.bot_id);
        let paired = Match {
            id: -room.number,
            // Participant 0 has black.
            participants: match wish.side {
                Side::Black => [Participant::Human, bot],
                Side::White => [bot, Participant::Human],
            },
            mode: wish.mode,
            time_limit: wish.time_limit,
            auto: false,
            ranked: false,
            created_ms: self.now_ms,
            expires_ms: self.now_ms + CHALLENGE_MS,
            stage: Stage::Pending,
            kind: Kind::Human(room),
        };
        let id = paired.id;
        self.active.insert(id, paired);
        self.announce(id, step);
        Ok(())
    }
}
