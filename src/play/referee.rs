//! The referee: one board, its two seats, its clocks and its result.
//!
//! It owns the position and decides who may do what and when; the time is always an argument, in the server's
//! milliseconds. Clocks fall while their side is to move and never rise. A refused move changes nothing; the
//! clock of the side to move runs on.
//!
//! ```
//! use botdock::game::grid::Side;
//! use botdock::game::othello::{Mode, Position};
//! use botdock::play::referee::{Passes, Referee, Refusal, Setup};
//! use std::time::Duration;
//!
//! let start = Position::start(Mode::Std);
//! let setup = Setup { position: start, black: 0, limit: Duration::from_mins(1), passes: Passes::BySeat };
//! let mut referee = Referee::new(setup, 1_000);
//! let d3 = start.parse_move("d3").unwrap();
//! assert_eq!(referee.play(3_000, Side::White, 0, d3), Err(Refusal::NotYourTurn));
//! referee.play(3_000, Side::Black, 0, d3).unwrap();
//! assert_eq!(referee.view().clocks_ms, [58_000, 60_000]);
//! assert_eq!(referee.deadline_ms(), Some(63_000));
//! ```

use super::paired::{LegStatus, LegView, Played};
use crate::game::grid::{Side, SquareSet};
use crate::game::othello::{IllegalMove, Move, Position};
use std::time::Duration;

/// Who passes when a side has no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    /// The seat sends the pass itself, on its own clock: games between bots.
    BySeat,
    /// The referee passes at once: games against a person.
    ByReferee,
}

/// How a board begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    pub position: Position,
    /// The participant (0 or 1) who has black.
    pub black: u8,
    /// The clock of each side.
    pub limit: Duration,
    pub passes: Passes,
}

/// Where the board stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The side to move of the position has the move.
    Running,
    /// Neither side could move any more.
    Finished { at_ms: i64 },
    /// The clock of `loser` ran out.
    TimedOut { loser: Side, at_ms: i64 },
    /// Ended from outside, before its end.
    Stopped { at_ms: i64 },
}

/// Why a move was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Thought about another state: read the board afresh.
    #[error("the board is at another revision")]
    Stale,
    /// Wait for the other side.
    #[error("it is the other side's turn")]
    NotYourTurn,
    /// Choose another move.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// Nothing more to do here.
    #[error("the board is finished")]
    Over,
    /// The move came after the end of the clock; the board is lost by it.
    #[error("the clock had run out")]
    OutOfTime,
}

/// One board with its clocks, history and result.
#[derive(Clone, Debug)]
pub struct Referee {
    position: Position,
    black: u8,
    passes: Passes,
    /// What each side had left when the present turn began.
    clocks: [Duration; 2],
    turn_started_ms: i64,
    revision: u64,
    history: Vec<Played>,
    state: State,
}

impl Referee {
    /// A board whose first turn begins at `now_ms`. A position that is already over is finished at once.
    #[must_use]
    pub fn new(setup: Setup, now_ms: i64) -> Referee {
        let Setup { position, black, limit, passes } = setup;
        let mut referee = Referee {
            position,
            black,
            passes,
            clocks: [limit; 2],
            turn_started_ms: now_ms,
            revision: 0,
            history: Vec::new(),
            state: State::Running,
        };
        referee.settle(now_ms);
        referee
    }

    /// A board that begins with moves already in its history, as the games that start from a drawn opening do.
    ///
    /// # Errors
    /// [`IllegalMove`] when the moves cannot be played from the position.
    pub fn with_history(setup: Setup, moves: &[Move], now_ms: i64) -> Result<Referee, IllegalMove> {
        let mut referee = Referee::new(setup, now_ms);
        for &mv in moves {
            referee.position = referee.after(mv, now_ms)?;
        }
        referee.settle(now_ms);
        Ok(referee)
    }

    /// Plays `mv` for `side`, which thought about `revision`.
    ///
    /// # Errors
    /// [`Refusal`]; the board is unchanged, except that [`Refusal::OutOfTime`] ends it.
    pub fn play(&mut self, now_ms: i64, side: Side, revision: u64, mv: Move) -> Result<(), Refusal> {
        if self.state != State::Running {
            return Err(Refusal::Over);
        }
        if self.tick(now_ms) {
            return Err(Refusal::OutOfTime);
        }
        if revision != self.revision {
            return Err(Refusal::Stale);
        }
        if side != self.position.side() {
            return Err(Refusal::NotYourTurn);
        }
        let next = self.after(mv, now_ms)?;
        self.clocks[side.index()] = self.left(now_ms);
        self.advance(next, now_ms);
        self.settle(now_ms);
        Ok(())
    }

    /// Lets time pass: whether the clock of the side to move has run out by now and ended the board.
    pub fn tick(&mut self, now_ms: i64) -> bool {
        match self.deadline_ms() {
            Some(flag_ms) if now_ms >= flag_ms => {
                let loser = self.position.side();
                self.clocks[loser.index()] = Duration::ZERO;
                self.state = State::TimedOut { loser, at_ms: flag_ms };
                self.revision += 1;
                true
            }
            Some(_) | None => false,
        }
    }

    /// Ends a running board from outside.
    pub fn stop(&mut self, now_ms: i64) {
        if self.state == State::Running {
            let side = self.position.side();
            self.clocks[side.index()] = self.left(now_ms);
            self.state = State::Stopped { at_ms: now_ms };
            self.revision += 1;
        }
    }

    /// When the clock of the side to move runs out; none once the board is over.
    #[must_use]
    pub fn deadline_ms(&self) -> Option<i64> {
        let clock_ms = i64::try_from(self.clocks[self.position.side().index()].as_millis()).unwrap_or(i64::MAX);
        (self.state == State::Running).then(|| self.turn_started_ms.saturating_add(clock_ms))
    }

    /// When the present turn began, or the last one of a board that is over.
    #[must_use]
    pub const fn turn_started_ms(&self) -> i64 {
        self.turn_started_ms
    }

    /// When the board was over.
    #[must_use]
    pub const fn finished_ms(&self) -> Option<i64> {
        match self.state {
            State::Running => None,
            State::Finished { at_ms } | State::TimedOut { at_ms, .. } | State::Stopped { at_ms } => Some(at_ms),
        }
    }

    /// Where the board stands.
    #[must_use]
    pub const fn state(&self) -> State {
        self.state
    }

    /// The position now.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Rises with every change of the board.
    #[must_use]
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// The moves so far.
    #[must_use]
    pub fn history(&self) -> &[Played] {
        &self.history
    }

    /// The participant who has `side`.
    #[must_use]
    pub const fn participant(&self, side: Side) -> u8 {
        match side {
            Side::Black => self.black,
            Side::White => 1 - self.black,
        }
    }

    /// The side of `participant`.
    #[must_use]
    pub fn side_of(&self, participant: u8) -> Side {
        if participant == self.black { Side::Black } else { Side::White }
    }

    /// The participant to move; none once the board is over.
    #[must_use]
    pub fn to_move(&self) -> Option<u8> {
        (self.state == State::Running).then(|| self.participant(self.position.side()))
    }

    /// Everything a venue shows of the board.
    #[must_use]
    pub fn view(&self) -> LegView {
        LegView {
            position: self.position,
            legal: if self.state == State::Running { self.position.legal() } else { SquareSet::EMPTY },
            black: self.black,
            clocks_ms: self.clocks.map(|clock| i64::try_from(clock.as_millis()).unwrap_or(i64::MAX)),
            turn_started_ms: self.turn_started_ms,
            revision: self.revision,
            status: match self.state {
                State::Running => LegStatus::Active,
                State::Finished { .. } => LegStatus::Finished,
                State::TimedOut { .. } => LegStatus::Timeout,
                State::Stopped { .. } => LegStatus::Stopped,
            },
            history: self.history.clone(),
            discs: self.position.discs(),
            result_discs: self.result_discs(),
        }
    }

    /// What counts instead of the discs after a loss on time, [black, white].
    #[must_use]
    pub fn result_discs(&self) -> Option<[u32; 2]> {
        let State::TimedOut { loser, .. } = self.state else { return None };
        let (lost, won) = self.position.mode().timeout_discs();
        Some(match loser {
            Side::Black => [lost, won],
            Side::White => [won, lost],
        })
    }

    /// What the board counts for each participant.
    #[must_use]
    pub fn points(&self) -> [u32; 2] {
        let by_side = self.result_discs().unwrap_or(self.position.discs());
        [0, 1].map(|participant| by_side[self.side_of(participant).index()])
    }

    /// What the side to move has left at `now_ms`.
    fn left(&self, now_ms: i64) -> Duration {
        let thought_ms = u64::try_from(now_ms.saturating_sub(self.turn_started_ms)).unwrap_or(0);
        self.clocks[self.position.side().index()].saturating_sub(Duration::from_millis(thought_ms))
    }

    /// The position after `mv`, which is written down if it is legal.
    fn after(&mut self, mv: Move, now_ms: i64) -> Result<Position, IllegalMove> {
        let next = self.position.play(mv)?;
        let side = self.position.side();
        self.history.push(Played { side, participant: self.participant(side), mv, at_ms: now_ms });
        Ok(next)
    }

    fn advance(&mut self, next: Position, now_ms: i64) {
        self.position = next;
        self.turn_started_ms = now_ms;
        self.revision += 1;
    }

    /// What follows by itself: the end of the game, or a pass that is the referee's to make.
    fn settle(&mut self, now_ms: i64) {
        if self.state != State::Running {
            return;
        }
        if self.position.is_over() {
            self.state = State::Finished { at_ms: now_ms };
        } else if self.passes == Passes::ByReferee
            && self.position.legal().is_empty()
            && let Ok(next) = self.after(Move::Pass, now_ms)
        {
            self.advance(next, now_ms);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::othello::Mode;

    fn referee(mode: Mode, passes: Passes) -> Referee {
        let position = Position::start(mode);
        Referee::new(Setup { position, black: 1, limit: Duration::from_mins(1), passes }, 0)
    }

    fn mv(referee: &Referee, name: &str) -> Move {
        referee.position().parse_move(name).unwrap()
    }

    /// Plays the lowest square for both sides until the board is over; `each_ms` is thought about every move.
    fn play_out(referee: &mut Referee, each_ms: i64) -> i64 {
        let mut now_ms = 0;
        while referee.state() == State::Running {
            now_ms += each_ms;
            let mv = referee.position().legal().first().map_or(Move::Pass, Move::Place);
            referee.play(now_ms, referee.position().side(), referee.revision(), mv).unwrap();
        }
        now_ms
    }

    /// Black can take b1 or b8; white has no line at all.
    fn only_black_can_move() -> Position {
        let mut cells = vec![0; 64];
        (cells[0], cells[1], cells[56], cells[57]) = (1, 2, 1, 2);
        Position::from_cells(Mode::Std, &cells, Side::White, [0, 0]).unwrap()
    }

    #[test]
    fn a_turn_costs_its_time_and_nothing_is_added() {
        let mut board = referee(Mode::Std, Passes::BySeat);
        board.play(1_500, Side::Black, 0, mv(&board, "f5")).unwrap();
        board.play(1_900, Side::White, 1, mv(&board, "d6")).unwrap();
        let view = board.view();
        assert_eq!(view.clocks_ms, [58_500, 59_600]);
        assert_eq!((view.revision, view.turn_started_ms), (2, 1_900));
        assert_eq!((view.history[0].participant, view.history[0].at_ms), (1, 1_500));
        assert_eq!(board.deadline_ms(), Some(1_900 + 58_500));
    }

    #[test]
    fn each_refusal_has_its_name_and_changes_nothing() {
        let mut board = referee(Mode::Std, Passes::BySeat);
        let before = board.view();
        let f5 = mv(&board, "f5");
        assert_eq!(board.play(10, Side::Black, 1, f5), Err(Refusal::Stale));
        assert_eq!(board.play(10, Side::White, 0, f5), Err(Refusal::NotYourTurn));
        assert_eq!(board.play(10, Side::Black, 0, mv(&board, "a1")), Err(IllegalMove::NotLegal.into()));
        assert_eq!(board.play(10, Side::Black, 0, Move::Pass), Err(IllegalMove::PassWithMoves.into()));
        assert_eq!(board.view(), before);
        let end_ms = play_out(&mut board, 100);
        assert_eq!(board.state(), State::Finished { at_ms: end_ms });
        assert_eq!(board.play(end_ms, Side::Black, board.revision(), f5), Err(Refusal::Over));
        assert!(board.view().legal.is_empty());
    }

    #[test]
    fn the_clock_ends_the_board_to_the_millisecond() {
        for (mode, counted) in [(Mode::Std, [0, 64]), (Mode::Anti, [64, 0]), (Mode::Grand, [0, 100])] {
            let mut board = referee(mode, Passes::BySeat);
            assert!(!board.tick(59_999));
            let mut late = board.clone();
            assert!(board.tick(60_000));
            assert_eq!(board.state(), State::TimedOut { loser: Side::Black, at_ms: 60_000 });
            assert_eq!(board.result_discs(), Some(counted));
            assert_eq!(board.points(), [counted[1], counted[0]], "participant 1 has black here");
            assert_eq!(board.view().clocks_ms, [0, 60_000]);
            assert_eq!(board.deadline_ms(), None);
            let first = late.position().legal().first().map_or(Move::Pass, Move::Place);
            assert_eq!(late.play(70_000, Side::Black, 0, first), Err(Refusal::OutOfTime));
            assert_eq!(late.state(), State::TimedOut { loser: Side::Black, at_ms: 60_000 });
        }
    }

    #[test]
    fn a_seat_passes_itself_or_the_referee_does_it() {
        let position = only_black_can_move();
        let setup = Setup { position, black: 0, limit: Duration::from_secs(9), passes: Passes::BySeat };
        let mut board = Referee::new(setup, 0);
        assert!(board.view().legal.is_empty());
        assert_eq!(board.to_move(), Some(1));
        board.play(500, Side::White, 0, Move::Pass).unwrap();
        assert_eq!(board.view().clocks_ms, [9_000, 8_500]);
        assert_eq!(board.to_move(), Some(0));

        let board = Referee::new(Setup { passes: Passes::ByReferee, ..setup }, 0);
        assert_eq!((board.to_move(), board.revision()), (Some(0), 1));
        assert_eq!(board.history()[0].mv, Move::Pass);
    }

    #[test]
    fn a_board_with_a_history_goes_on_from_its_end() {
        let setup = referee(Mode::Std, Passes::ByReferee);
        let moves: Vec<Move> = ["f5", "d6", "c3"].iter().map(|name| mv(&setup, name)).collect();
        let start = Setup {
            position: Position::start(Mode::Std),
            black: 0,
            limit: Duration::from_mins(1),
            passes: Passes::ByReferee,
        };
        let board = Referee::with_history(start, &moves, 5).unwrap();
        assert_eq!((board.revision(), board.history().len()), (0, 3));
        assert_eq!(board.to_move(), Some(1));
        assert!(Referee::with_history(start, &[moves[1]], 5).is_err());
    }

    #[test]
    fn a_stopped_board_counts_what_lies_on_it() {
        let mut board = referee(Mode::Std, Passes::BySeat);
        board.play(1_000, Side::Black, 0, mv(&board, "f5")).unwrap();
        board.stop(4_000);
        assert_eq!(board.state(), State::Stopped { at_ms: 4_000 });
        assert_eq!(board.view().clocks_ms, [59_000, 57_000]);
        assert_eq!(board.points(), [1, 4]);
        board.stop(9_000);
        assert_eq!(board.state(), State::Stopped { at_ms: 4_000 }, "over is over");
    }
}
