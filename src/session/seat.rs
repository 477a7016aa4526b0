//! The work of one seat: what is owed, what is being done about it, and what comes next.
//!
//! ```text
//!             our turn            answer, or late            taken          a newer board
//! Waiting ──────────────▶ Thinking ─────────▶ Posting ───────────▶ Confirmed ─────▶ Waiting
//!    │   forced: no thought    ▲                 │ ▲ └─ busy ─▶ Pausing ──┐
//!    └─────────────────────────┼─────────────────┘ │                     │
//!                              │         lost, or refused                │
//!                              │              ▼    └─────────────────────┤
//!                              │          Rereading ─ a fresh board ─────┘
//! ```
//!
//! Three promises: an answer to an old turn is dropped, an illegal move is never posted, and a turn is answered once
//! as far as we know; a repeat carries the same turn.

use super::bench::Bench;
use super::budget::{Means, budget};
use super::config::Config;
use super::desk::Desk;
use super::effect::Effect;
use super::fallback;
use super::note::{EngineTrouble, NoteKind};
use crate::game::grid::{Side, SquareSet};
use crate::game::othello::Move;
use crate::play::clock::{Moment, Reading};
use crate::play::fault::{Conflict, Fault};
use crate::play::paired::{LegStatus, LegView, MatchStatus, MatchView};
use crate::play::think::{Answer, EngineFault, ThinkRequest};
use crate::play::turn::{Seat, TurnId};
use std::time::Duration;

/// A move without any answer for this long is taken for lost; the wires give up earlier.
const POST_LIMIT: Duration = Duration::from_secs(20);
/// A move that was taken shows on the board by then, or the board is asked for.
const BOARD_LIMIT: Duration = Duration::from_secs(5);
/// The waits between tries of one turn: at once, then 1, 2 and 4 s.
const LAST_WAIT: Duration = Duration::from_secs(4);
/// How many moves of one turn may be refused before we stop guessing.
const REFUSALS: usize = 3;

/// What a seat sees when it decides.
#[derive(Clone, Copy)]
pub(super) struct Sight<'a> {
    pub view: &'a MatchView,
    pub leg: &'a LegView,
    /// The server's clock.
    pub reading: Reading,
    pub config: &'a Config,
    /// Kept back for the journey of the move.
    pub reserve: Duration,
}

/// How fresh a board is: when it was asked for (if it was), and the server's time on it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fresh {
    pub asked: Option<Moment>,
    pub server_now_ms: i64,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum State {
    Waiting,
    Thinking {
        turn: TurnId,
        until: Moment,
    },
    Posting {
        turn: TurnId,
        mv: Move,
        sent: Moment,
    },
    /// The server did nothing; the same move goes again then.
    Pausing {
        turn: TurnId,
        mv: Move,
        until: Moment,
    },
    /// What the server did is unknown, or it refused: a board from after `since` decides.
    Rereading {
        turn: TurnId,
        mv: Move,
        since: Moment,
        server_ms: i64,
        not_before: Moment,
    },
    Confirmed {
        turn: TurnId,
        mv: Move,
        since: Moment,
        server_ms: i64,
        asked: bool,
    },
    /// Every guess was refused; only a newer board helps.
    Stuck {
        turn: TurnId,
    },
    Over,
}

/// A seat and what is being done at it.
#[derive(Clone, Debug)]
pub(super) struct SeatWork {
    pub(super) id: Seat,
    pub(super) side: Side,
    pub(super) state: State,
    bench: Bench,
    /// Moves that the server will not take in the present turn.
    refused: Vec<Move>,
    /// The move that it turned away once for a reason that may have passed.
    doubted: Option<Move>,
    /// Tries of the present turn that came to nothing.
    failures: u32,
    pub(super) score: Option<f32>,
    pub(super) depth: Option<u32>,
    pub(super) scores: Vec<(u32, f32)>,
    told_of_rules: bool,
    told_of_start: bool,
}

impl SeatWork {
    pub(super) fn new(id: Seat, side: Side) -> SeatWork {
        SeatWork {
            id,
            side,
            state: State::Waiting,
            bench: Bench::default(),
            refused: Vec::new(),
            doubted: None,
            failures: 0,
            score: None,
            depth: None,
            scores: Vec::new(),
            told_of_rules: false,
            told_of_start: false,
        }
    }

    /// The turn being worked on.
    fn turn(&self) -> Option<TurnId> {
        match self.state {
            State::Thinking { turn, .. }
            | State::Posting { turn, .. }
            | State::Pausing { turn, .. }
            | State::Rereading { turn, .. }
            | State::Confirmed { turn, .. }
            | State::Stuck { turn } => Some(turn),
            State::Waiting | State::Over => None,
        }
    }

    /// The board as it is now known: begin, go on or stop.
    pub(super) fn look(&mut self, sight: Sight<'_>, fresh: Fresh, desk: &mut Desk) {
        if sight.view.status.is_over() || is_over(sight.leg.status) {
            return self.leave(desk);
        }
        let turn = TurnId { seat: self.id, revision: sight.leg.revision };
        let playing = sight.view.status == MatchStatus::Running && sight.leg.status == LegStatus::Active;
        if self.state == State::Over {
            return;
        }
        if !playing || sight.leg.position.side() != self.side {
            self.stop_thinking(desk);
            self.state = State::Waiting;
        } else if self.turn() == Some(turn) {
            self.recheck(sight, fresh, desk);
        } else {
            self.stop_thinking(desk);
            self.begin(turn, sight, desk);
        }
    }

    /// The game is over for this seat.
    pub(super) fn leave(&mut self, desk: &mut Desk) {
        if self.state != State::Over {
            self.stop_thinking(desk);
            self.state = State::Over;
            desk.act(Effect::Release { seat: self.id });
        }
    }

    fn stop_thinking(&mut self, desk: &mut Desk) {
        if let State::Thinking { turn, .. } = self.state {
            desk.act(Effect::StopThinking { turn });
        }
    }

    fn begin(&mut self, turn: TurnId, sight: Sight<'_>, desk: &mut Desk) {
        self.refused.clear();
        self.doubted = None;
        self.failures = 0;
        self.compare_rules(sight, desk);
        let legal = sight.leg.legal;
        match (legal.first(), legal.len()) {
            (None, _) if sight.view.human => self.state = State::Waiting,
            (None, _) => self.post(turn, Move::Pass, sight, desk),
            (Some(only), 1) => self.post(turn, Move::Place(only), sight, desk),
            (Some(_), _) if self.bench.is_lost() => {
                let mv = self.fallback(sight);
                self.post_or_stick(turn, mv, sight, desk);
            }
            (Some(_), _) => self.think(turn, sight, desk),
        }
    }

    /// The venue's list decides; that our rules see it differently is told once.
    fn compare_rules(&mut self, sight: Sight<'_>, desk: &mut Desk) {
        if sight.leg.legal != sight.leg.position.legal() && !self.told_of_rules {
            self.told_of_rules = true;
            desk.note(NoteKind::RulesDiffer { match_id: self.id.match_id, leg: self.id.leg });
        }
    }

    fn think(&mut self, turn: TurnId, sight: Sight<'_>, desk: &mut Desk) {
        let now = desk.moment();
        let clock_ms = sight.leg.clocks_ms[self.side.index()];
        let remaining = sight.reading.remaining(clock_ms, sight.leg.turn_started_ms, now);
        let first = !sight.view.human && sight.leg.history.iter().all(|played| played.side != self.side);
        let turn_age = Duration::from_millis(u64::try_from(clock_ms).unwrap_or(0)).saturating_sub(remaining);
        let means = Means {
            remaining,
            reserve: sight.reserve,
            max_think: sight.config.max_think,
            first_move_after: first.then_some(turn_age),
        };
        let budget = self.bench.patience(budget(&means));
        if budget.is_zero() {
            // By our reckoning the clock is out; the server decides, so a move goes out without a thought.
            return self.stand_in(turn, EngineTrouble::Late, sight, desk);
        }
        self.state = State::Thinking { turn, until: now + budget };
        desk.act(Effect::Think(Box::new(ThinkRequest {
            turn,
            position: sight.leg.position,
            legal: sight.leg.legal,
            remaining,
            budget,
            history: sight.leg.history.clone(),
            echo: sight.view.echo.clone(),
        })));
    }

    /// The engine answered, or failed.
    pub(super) fn answered(
        &mut self,
        turn: TurnId,
        outcome: Result<Answer, EngineFault>,
        sight: Sight<'_>,
        desk: &mut Desk,
    ) {
        if !matches!(self.state, State::Thinking { turn: wanted, .. } if wanted == turn) {
            return;
        }
        match outcome {
            Ok(answer) if is_legal(answer.mv, sight.leg.legal) => {
                self.bench.answered();
                self.keep_score(&answer, sight.leg);
                self.post(turn, answer.mv, sight, desk);
            }
            Ok(answer) => self.replace(turn, EngineTrouble::Illegal(answer.mv), sight, desk),
            Err(fault) => self.replace(turn, EngineTrouble::Fault(fault), sight, desk),
        }
    }

    fn keep_score(&mut self, answer: &Answer, leg: &LegView) {
        self.score = answer.score.filter(|score| score.is_finite()).or(self.score);
        self.depth = answer.depth.or(self.depth);
        if let Some(score) = answer.score.filter(|score| score.is_finite()) {
            self.scores.push((leg.history.len() as u32, score));
        }
    }

    /// Plays a move of ours in place of the engine's.
    fn replace(&mut self, turn: TurnId, trouble: EngineTrouble, sight: Sight<'_>, desk: &mut Desk) {
        let given_up = self.bench.failed(&trouble);
        self.stand_in(turn, trouble, sight, desk);
        if given_up {
            desk.note(NoteKind::EngineGivenUp { match_id: self.id.match_id, leg: self.id.leg });
        }
    }

    fn stand_in(&mut self, turn: TurnId, trouble: EngineTrouble, sight: Sight<'_>, desk: &mut Desk) {
        let mv = self.fallback(sight);
        let starting = trouble == EngineTrouble::Fault(EngineFault::NotReady);
        let told = starting && self.told_of_start;
        self.told_of_start |= starting;
        if let Some(played) = mv.filter(|_| !told) {
            let size = sight.view.mode.size();
            let (match_id, leg) = (self.id.match_id, self.id.leg);
            desk.note(NoteKind::EngineFailed { match_id, leg, fault: trouble, played, size });
        }
        self.post_or_stick(turn, mv, sight, desk);
    }

    fn fallback(&self, sight: Sight<'_>) -> Option<Move> {
        fallback::choose(&sight.leg.position, sight.leg.legal, &self.refused)
    }

    fn post_or_stick(&mut self, turn: TurnId, mv: Option<Move>, sight: Sight<'_>, desk: &mut Desk) {
        match mv {
            Some(mv) if self.refused.len() < REFUSALS => self.post(turn, mv, sight, desk),
            Some(_) | None => self.state = State::Stuck { turn },
        }
    }

    /// The only place that posts.
    fn post(&mut self, turn: TurnId, mv: Move, sight: Sight<'_>, desk: &mut Desk) {
        debug_assert_eq!(turn, TurnId { seat: self.id, revision: sight.leg.revision }, "an old turn is never answered");
        debug_assert!(is_legal(mv, sight.leg.legal) && !self.refused.contains(&mv), "an illegal move is never posted");
        debug_assert!(
            !matches!(self.state, State::Posting { turn: sent, .. } if sent == turn),
            "a turn is answered once"
        );
        debug_assert!(mv != Move::Pass || !sight.view.human, "no pass in a human game");
        self.state = State::Posting { turn, mv, sent: desk.moment() };
        desk.act(Effect::Post { turn, mv, echo: sight.view.human.then(|| sight.view.echo.clone()) });
    }

    /// The server answered a move, or no answer came.
    pub(super) fn posted(&mut self, turn: TurnId, outcome: Result<i64, Fault>, sight: Sight<'_>, desk: &mut Desk) {
        let now = desk.moment();
        let server_ms = server_time_ms(sight.reading, now);
        let (mv, in_flight) = match self.state {
            State::Posting { turn: wanted, mv, .. } if wanted == turn => (mv, true),
            State::Pausing { turn: wanted, mv, .. } | State::Rereading { turn: wanted, mv, .. } if wanted == turn => {
                (mv, false)
            }
            // The board has moved on meanwhile, or this is known already.
            State::Posting { .. }
            | State::Pausing { .. }
            | State::Rereading { .. }
            | State::Waiting
            | State::Thinking { .. }
            | State::Confirmed { .. }
            | State::Stuck { .. }
            | State::Over => return,
        };
        let fault = match outcome {
            Ok(_) => {
                self.state = State::Confirmed { turn, mv, since: now, server_ms, asked: false };
                return;
            }
            Err(_) if !in_flight => return,
            Err(fault) => fault,
        };
        let wait = self.next_wait();
        let refusal = match &fault {
            Fault::TokenRefused { error } => return desk.token_refused(error.clone()),
            Fault::Busy { after, .. } => {
                let clock_ms = sight.leg.clocks_ms[self.side.index()];
                let left = sight.reading.remaining(clock_ms, sight.leg.turn_started_ms, now);
                let asked = after.unwrap_or(wait).max(Duration::from_secs(1));
                // A wait beyond the clock loses for certain; asking once in the middle might not.
                let wait = if asked < left { asked } else { (left / 2).max(Duration::from_secs(1)) };
                self.state = State::Pausing { turn, mv, until: now + wait };
                return;
            }
            Fault::Conflict(Conflict::IllegalMove | Conflict::InvalidMoveCoordinate | Conflict::MoveOutsideBoard) => {
                true
            }
            Fault::Conflict(
                Conflict::StaleRevision
                | Conflict::NotYourTurn
                | Conflict::LegFinished
                | Conflict::MatchNotRunning
                | Conflict::MatchTimedOut
                | Conflict::StaleRoomRevision,
            )
            | Fault::NoAnswer(_)
            | Fault::Unreadable { .. } => false,
            // Not about the move itself, so it gets one more chance on a fresh board.
            Fault::Conflict(
                Conflict::UnsupportedGameMode
                | Conflict::BothMustBeConnected
                | Conflict::AlreadyActive
                | Conflict::BotBusy
                | Conflict::ChallengeOver
                | Conflict::VariantsFull
                | Conflict::TargetNotFound
                | Conflict::Other(_),
            )
            | Fault::Rejected { .. } => self.doubted.replace(mv) == Some(mv),
        };
        if refusal {
            self.refused.push(mv);
            let (match_id, leg, size) = (self.id.match_id, self.id.leg, sight.view.mode.size());
            desk.note(NoteKind::MoveRefused { match_id, leg, mv, size, fault });
        }
        self.state = State::Rereading { turn, mv, since: now, server_ms, not_before: now + wait };
        desk.want_poll = true;
    }

    fn next_wait(&mut self) -> Duration {
        let wait = match self.failures {
            0 => Duration::ZERO,
            count => Duration::from_secs(1 << (count - 1).min(4)).min(LAST_WAIT),
        };
        self.failures = self.failures.saturating_add(1);
        wait
    }

    /// The same turn again: a fresh board settles what was unknown.
    fn recheck(&mut self, sight: Sight<'_>, fresh: Fresh, desk: &mut Desk) {
        let now = desk.moment();
        match self.state {
            State::Rereading { turn, mv, since, server_ms, not_before } if fresh.is_after(since, server_ms) => {
                if now >= not_before {
                    self.again(turn, mv, sight, desk);
                } else {
                    self.state = State::Pausing { turn, mv, until: not_before };
                }
            }
            State::Confirmed { turn, mv, since, server_ms, .. }
                if now >= since + BOARD_LIMIT && fresh.is_after(since + BOARD_LIMIT, server_ms) =>
            {
                // The server took the move long ago and still waits for it.
                self.again(turn, mv, sight, desk);
            }
            State::Rereading { .. }
            | State::Confirmed { .. }
            | State::Waiting
            | State::Thinking { .. }
            | State::Posting { .. }
            | State::Pausing { .. }
            | State::Stuck { .. }
            | State::Over => {}
        }
    }

    /// The move goes out once more, or another one if it was refused or is not listed any more.
    fn again(&mut self, turn: TurnId, mv: Move, sight: Sight<'_>, desk: &mut Desk) {
        let same = is_legal(mv, sight.leg.legal) && !self.refused.contains(&mv);
        let mv = if same { Some(mv) } else { self.fallback(sight) };
        self.post_or_stick(turn, mv, sight, desk);
    }

    /// When time alone changes something here.
    pub(super) fn deadline(&self) -> Option<Moment> {
        match self.state {
            State::Thinking { until, .. } | State::Pausing { until, .. } => Some(until),
            State::Posting { sent, .. } => Some(sent + POST_LIMIT),
            State::Confirmed { since, asked: false, .. } => Some(since + BOARD_LIMIT),
            State::Confirmed { asked: true, .. }
            | State::Rereading { .. }
            | State::Waiting
            | State::Stuck { .. }
            | State::Over => None,
        }
    }

    /// Does what has become due.
    pub(super) fn due(&mut self, sight: Sight<'_>, desk: &mut Desk) {
        if self.deadline().is_none_or(|deadline| deadline > desk.moment()) {
            return;
        }
        match self.state {
            State::Thinking { turn, .. } => {
                self.stop_thinking(desk);
                self.replace(turn, EngineTrouble::Late, sight, desk);
            }
            State::Pausing { turn, mv, .. } => self.again(turn, mv, sight, desk),
            State::Posting { turn, .. } => {
                self.posted(turn, Err(Fault::NoAnswer("no answer in time".into())), sight, desk);
            }
            State::Confirmed { turn, mv, since, server_ms, .. } => {
                self.state = State::Confirmed { turn, mv, since, server_ms, asked: true };
                desk.want_poll = true;
            }
            State::Rereading { .. } | State::Waiting | State::Stuck { .. } | State::Over => {}
        }
    }
}

impl Fresh {
    /// Whether the board shows what the server had done by `since`, when its clock stood at about `server_ms`.
    fn is_after(self, since: Moment, server_ms: i64) -> bool {
        match self.asked {
            Some(asked) => asked >= since,
            None => self.server_now_ms > server_ms,
        }
    }
}

/// The server's time at our moment `now`, as far as a reading tells.
fn server_time_ms(reading: Reading, now: Moment) -> i64 {
    let passed_ms = i64::try_from(now.since(reading.received).as_millis()).unwrap_or(i64::MAX);
    reading.server_now_ms.saturating_add(passed_ms)
}

fn is_legal(mv: Move, legal: SquareSet) -> bool {
    match mv {
        Move::Pass => legal.is_empty(),
        Move::Place(square) => legal.contains(square),
    }
}

fn is_over(status: LegStatus) -> bool {
    match status {
        LegStatus::Finished | LegStatus::Timeout | LegStatus::Stopped => true,
        LegStatus::Active | LegStatus::Unknown => false,
    }
}
