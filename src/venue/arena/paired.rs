//! One match: two boards between bots or one against a person, its time rules and its result.

use crate::game::grid::Side;
use crate::game::othello::{IllegalMove, Mode, Move, Position};
use crate::play::referee::{Passes, Referee, Refusal, Setup, State};
use crate::play::strength::Strength;
use std::collections::BTreeSet;
use std::time::Duration;

/// Without a first move of each bot by then, a match of bots is void.
const FIRST_MOVE_MS: i64 = 30_000;
/// A site bot that gives no move for so long makes the match void.
const SITE_MOVE_MS: i64 = 30_000;

/// Who sits on one side of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Participant {
    Bot(i64),
    Site(i64, Strength),
    Human,
}

impl Participant {
    /// The id on the wire: 0 where a person sits.
    pub const fn id(self) -> i64 {
        match self {
            Participant::Bot(id) | Participant::Site(id, _) => id,
            Participant::Human => 0,
        }
    }
}

/// What a room of a human game must get back with every move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Room {
    pub number: i64,
    /// Rises each time the room is used again.
    pub round_no: i64,
    pub created_ms: i64,
    /// Begins with eight moves already played.
    pub xot: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Bots,
    Human(Room),
}

/// Why a match is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    Discs,
    Timeout,
    DoubleTimeout,
    Disconnect,
    NoFirstMove,
    Technical,
}

impl Reason {
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Discs => "discs",
            Reason::Timeout => "timeout",
            Reason::DoubleTimeout => "double_timeout",
            Reason::Disconnect => "disconnect",
            Reason::NoFirstMove => "no_first_move",
            Reason::Technical => "technical",
        }
    }

    /// Whether the match does not count at all.
    pub const fn is_void(self) -> bool {
        match self {
            Reason::NoFirstMove | Reason::Technical => true,
            Reason::Discs | Reason::Timeout | Reason::DoubleTimeout | Reason::Disconnect => false,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ending {
    pub reason: Reason,
    pub winner: Option<u8>,
    pub at_ms: i64,
}

/// The boards of a match that has begun.
#[derive(Clone, Debug)]
pub(super) struct Play {
    pub opening: Vec<(Side, Move)>,
    pub legs: Vec<Referee>,
    pub started_ms: i64,
    pub changed_ms: i64,
    /// Rises with every change of any board.
    pub revision: u64,
    /// The latest revision of each leg for which a site bot was asked.
    pub asked: [Option<u64>; 2],
    /// (leg, participant, revision) of every submission so far.
    submitted: BTreeSet<(usize, u8, u64)>,
}

#[derive(Clone, Debug)]
pub(super) enum Stage {
    Pending,
    Rejected { at_ms: i64 },
    Expired { at_ms: i64 },
    Running(Play),
    Over(Play, Ending),
}

#[derive(Clone, Debug)]
pub(super) struct Match {
    pub id: i64,
    pub kind: Kind,
    pub participants: [Participant; 2],
    pub mode: Mode,
    pub time_limit: Duration,
    pub auto: bool,
    pub ranked: bool,
    pub created_ms: i64,
    pub expires_ms: i64,
    pub stage: Stage,
}

impl Match {
    /// The bot that has to accept while the match is pending: the one that did not ask.
    pub fn invited(&self) -> Participant {
        match self.kind {
            Kind::Bots => self.participants[1],
            Kind::Human(_) => {
                let human_first = self.participants[0] == Participant::Human;
                self.participants[usize::from(human_first)]
            }
        }
    }

    /// Which participant `bot_id` is.
    pub fn participant(&self, bot_id: i64) -> Option<u8> {
        let found = self.participants.iter().position(|participant| *participant == Participant::Bot(bot_id))?;
        Some(found as u8)
    }

    pub fn is_running(&self) -> bool {
        matches!(self.stage, Stage::Running(_))
    }

    /// Whether nothing more will happen, and since when.
    pub fn over_since_ms(&self) -> Option<i64> {
        match &self.stage {
            Stage::Pending | Stage::Running(_) => None,
            Stage::Rejected { at_ms } | Stage::Expired { at_ms } => Some(*at_ms),
            Stage::Over(_, ending) => Some(ending.at_ms),
        }
    }

    /// A variant match (any mode but std) with one of the arena's own bots.
    pub fn is_site_variant(&self) -> bool {
        let site = self.participants.iter().any(|participant| matches!(participant, Participant::Site(..)));
        site && self.mode != Mode::Std
    }

    /// Begins a match between bots: two boards from one opening, colours swapped.
    pub fn start_bots(&mut self, opening: Vec<(Side, Move)>, position: Position, now_ms: i64) {
        let leg = |black| {
            let setup = Setup { position, black, limit: self.time_limit, passes: Passes::BySeat };
            Referee::new(setup, now_ms)
        };
        self.stage = Stage::Running(Play::new(opening, vec![leg(0), leg(1)], now_ms));
    }

    /// Begins a human game: one board, participant 0 has black, `moves` are already in its history.
    ///
    /// # Errors
    /// [`IllegalMove`] when `moves` cannot be played.
    pub fn start_human(&mut self, moves: &[Move], now_ms: i64) -> Result<(), IllegalMove> {
        let position = Position::start(self.mode);
        let setup = Setup { position, black: 0, limit: self.time_limit, passes: Passes::ByReferee };
        let leg = Referee::with_history(setup, moves, now_ms)?;
        self.stage = Stage::Running(Play::new(Vec::new(), vec![leg], now_ms));
        Ok(())
    }

    /// Plays a move and sees whether the match is over by it.
    ///
    /// # Errors
    /// [`Refusal`]; [`Refusal::Over`] also where there is no such board.
    pub fn play(&mut self, now_ms: i64, leg: usize, participant: u8, revision: u64, mv: Move) -> Result<(), Refusal> {
        let Stage::Running(play) = &mut self.stage else { return Err(Refusal::Over) };
        let board = play.legs.get_mut(leg).ok_or(Refusal::Over)?;
        let side = board.side_of(participant);
        let outcome = board.play(now_ms, side, revision, mv);
        if outcome.is_ok() || outcome == Err(Refusal::OutOfTime) {
            play.note_change(now_ms);
            self.settle(now_ms);
        }
        outcome
    }

    /// Notes a submission; whether there was one for the same leg and revision before.
    pub fn note_submission(&mut self, leg: usize, participant: u8, revision: u64) -> bool {
        let Stage::Running(play) = &mut self.stage else { return false };
        let real = play.legs.get(leg).is_some_and(|board| revision <= board.revision());
        real && !play.submitted.insert((leg, participant, revision))
    }

    /// Applies every rule of time that is due. `connected` tells for each participant whether its connection
    /// stands. Returns whether anything changed.
    pub fn tick(&mut self, now_ms: i64, connected: [bool; 2]) -> bool {
        let play = match &mut self.stage {
            Stage::Pending if now_ms >= self.expires_ms => {
                self.stage = Stage::Expired { at_ms: self.expires_ms };
                return true;
            }
            Stage::Running(play) => play,
            Stage::Pending | Stage::Rejected { .. } | Stage::Expired { .. } | Stage::Over(..) => return false,
        };
        if self.kind == Kind::Bots && now_ms >= play.started_ms + FIRST_MOVE_MS && !play.both_have_moved() {
            self.end(now_ms, Reason::NoFirstMove, None);
            return true;
        }
        if play.site_late_ms(self.participants).is_some_and(|late_ms| now_ms >= late_ms) {
            self.end(now_ms, Reason::Technical, None);
            return true;
        }
        let mut changed = false;
        for leg in &mut play.legs {
            changed |= leg.tick(now_ms);
        }
        if changed {
            play.note_change(now_ms);
            self.settle(now_ms);
        }
        if self.is_running() && connected[0] != connected[1] {
            self.end(now_ms, Reason::Disconnect, Some(u8::from(connected[1])));
            changed = true;
        }
        changed
    }

    /// When [`Match::tick`] has something to do next, connections aside.
    pub fn deadline_ms(&self) -> Option<i64> {
        match &self.stage {
            Stage::Pending => Some(self.expires_ms),
            Stage::Running(play) => {
                let first =
                    (self.kind == Kind::Bots && !play.both_have_moved()).then_some(play.started_ms + FIRST_MOVE_MS);
                let flags = play.legs.iter().filter_map(Referee::deadline_ms);
                flags.chain(first).chain(play.site_late_ms(self.participants)).min()
            }
            Stage::Rejected { .. } | Stage::Expired { .. } | Stage::Over(..) => None,
        }
    }

    /// Ends a match whose boards are all over.
    fn settle(&mut self, now_ms: i64) {
        let Stage::Running(play) = &self.stage else { return };
        if play.legs.iter().any(|leg| leg.state() == State::Running) {
            return;
        }
        let timed_out = |leg: &&Referee| matches!(leg.state(), State::TimedOut { .. });
        let reason = match play.legs.iter().filter(timed_out).count() {
            0 => Reason::Discs,
            1 => Reason::Timeout,
            _ => Reason::DoubleTimeout,
        };
        let [first, second] = play.totals();
        let winner = match first.cmp(&second) {
            std::cmp::Ordering::Equal => None,
            order => Some(u8::from(order.is_lt() != self.mode.fewer_wins())),
        };
        self.end(now_ms, reason, winner);
    }

    fn end(&mut self, now_ms: i64, reason: Reason, winner: Option<u8>) {
        let Stage::Running(play) = &mut self.stage else { return };
        for leg in &mut play.legs {
            leg.stop(now_ms);
        }
        play.note_change(now_ms);
        self.stage = Stage::Over(play.clone(), Ending { reason, winner, at_ms: now_ms });
    }
}

impl Play {
    fn new(opening: Vec<(Side, Move)>, legs: Vec<Referee>, now_ms: i64) -> Play {
        Play {
            opening,
            legs,
            started_ms: now_ms,
            changed_ms: now_ms,
            revision: 0,
            asked: [None; 2],
            submitted: BTreeSet::new(),
        }
    }

    /// Points of both participants over all boards.
    pub fn totals(&self) -> [u32; 2] {
        self.legs.iter().map(Referee::points).fold([0, 0], |sum, points| [sum[0] + points[0], sum[1] + points[1]])
    }

    fn note_change(&mut self, now_ms: i64) {
        self.revision += 1;
        self.changed_ms = now_ms;
    }

    fn both_have_moved(&self) -> bool {
        let moved =
            |participant| self.legs.iter().flat_map(Referee::history).any(|played| played.participant == participant);
        moved(0) && moved(1)
    }

    /// When the slowest site bot on move has thought too long.
    fn site_late_ms(&self, participants: [Participant; 2]) -> Option<i64> {
        let site = |leg: &&Referee| {
            leg.to_move().is_some_and(|on_move| matches!(participants[usize::from(on_move & 1)], Participant::Site(..)))
        };
        self.legs.iter().filter(site).map(|leg| leg.turn_started_ms() + SITE_MOVE_MS).min()
    }
}
