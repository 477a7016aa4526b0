//! Movers that are part of the program: plain functions of a position and a seed.
//!
//! They serve as practice opponents of three strengths, as the documented practice engine, and as the moves that
//! are played when an engine has none. All of them know all five games.

use crate::game::grid::{Side, Square, SquareSet};
use crate::game::othello::{Mode, Position};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The built-in movers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mover {
    /// The lowest-numbered legal square: the documented practice engine.
    Practice,
    /// Any legal square, by the seed.
    Random,
    /// The square that turns over the most discs (in anti: the fewest).
    Greedy,
    /// A small alpha-beta search.
    AlphaBeta,
}

/// A legal square of `position`, or none if the side to move must pass. The same seed gives the same square.
#[must_use]
pub fn choose(mover: Mover, position: &Position, seed: u64) -> Option<Square> {
    let legal = position.legal();
    if legal.len() <= 1 {
        return legal.first();
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    match mover {
        Mover::Practice => legal.first(),
        Mover::Random => shuffled(legal, &mut random).first().copied(),
        Mover::Greedy => shuffled(legal, &mut random).into_iter().max_by_key(|square| {
            let turned = i64::from(position.flips(*square).len());
            if position.mode().fewer_wins() { -turned } else { turned }
        }),
        Mover::AlphaBeta => Search::new(position.mode()).best(position, &shuffled(legal, &mut random)),
    }
}

/// The squares in an order drawn from `random`: what the seed decides between equally good moves.
fn shuffled(squares: SquareSet, random: &mut impl Rng) -> Vec<Square> {
    let mut order: Vec<Square> = squares.iter().collect();
    for last in (1..order.len()).rev() {
        order.swap(last, random.random_range(0..=last as u32) as usize);
    }
    order
}

/// Plies looked ahead on 8×8 and on the wide boards.
const DEPTH_8: u32 = 5;
const DEPTH_10: u32 = 4;
/// With at most this many empty squares the game is searched to its end.
const EXACT_EMPTY: u32 = 8;
/// What one disc is worth at the end of a game: more than any judgement before it.
const DISC_WORTH: i32 = 10_000;
/// Beyond every value.
const INFINITE: i32 = i32::MAX / 2;

/// An alpha-beta search. Positions are judged by good and bad squares and by the choice of moves.
struct Search {
    mode: Mode,
    shape: Shape,
}

impl Search {
    fn new(mode: Mode) -> Search {
        Search { mode, shape: Shape::of(mode) }
    }

    /// The best of `order`; among equals, the first.
    fn best(&self, position: &Position, order: &[Square]) -> Option<Square> {
        let depth = if position.empty().len() <= EXACT_EMPTY {
            u32::MAX
        } else if self.mode.size() == 8 {
            DEPTH_8
        } else {
            DEPTH_10
        };
        let mut best = None;
        let mut alpha = -INFINITE;
        for &square in order {
            let value = -self.value(&position.place(square), depth - 1, -INFINITE, -alpha);
            if value > alpha || best.is_none() {
                (alpha, best) = (value, Some(square));
            }
        }
        best
    }

    /// The value of `position` for its side to move, exact between `alpha` and `beta`.
    fn value(&self, position: &Position, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        let legal = position.legal();
        if legal.is_empty() {
            let theirs = position.legal_for(position.side().other());
            return if theirs.is_empty() {
                self.final_value(position)
            } else {
                -self.value(&position.passed(), depth, -beta, -alpha)
            };
        }
        if depth == 0 {
            return self.judge(position, legal);
        }
        // Likely good squares first: the earlier a strong move is seen, the more is cut off.
        for part in self.by_promise(legal) {
            for square in part.iter() {
                let value = -self.value(&position.place(square), depth - 1, -beta, -alpha);
                if value >= beta {
                    return value;
                }
                alpha = alpha.max(value);
            }
        }
        alpha
    }

    /// The legal squares in three parts, the most promising first.
    fn by_promise(&self, legal: SquareSet) -> [SquareSet; 3] {
        let (corners, risky) = (legal.0 & self.shape.corners.0, legal.0 & self.shape.risky.0);
        let mut parts = [corners, legal.0 & !corners & !risky, risky].map(SquareSet);
        if self.mode.fewer_wins() {
            parts.reverse();
        }
        parts
    }

    /// A finished game: only discs count.
    fn final_value(&self, position: &Position) -> i32 {
        let discs = position.discs().map(|count| count as i32);
        let ahead = discs[position.side().index()] - discs[position.side().other().index()];
        self.signed(ahead * DISC_WORTH)
    }

    /// A game that goes on, seen from the side to move, whose legal squares are `mine`.
    fn judge(&self, position: &Position, mine: SquareSet) -> i32 {
        let side = position.side();
        let moves = mine.len() as i32 - position.legal_for(side.other()).len() as i32;
        let squares = self.shape.worth(position, side) - self.shape.worth(position, side.other());
        self.signed(squares + 6 * moves)
    }

    /// In anti all that is good is bad.
    fn signed(&self, value: i32) -> i32 {
        if self.mode.fewer_wins() { -value } else { value }
    }
}

/// What a board's shape makes of its squares. It follows from the edges alone, so the octagon finds its own corners.
struct Shape {
    /// Squares that end all four lines through them: a disc there stays for good.
    corners: SquareSet,
    /// Squares on an edge: only one line can turn them over.
    edges: SquareSet,
    /// Neighbours of a corner: a disc there may open it to the other side.
    risky: SquareSet,
    /// Neighbours of each corner, beside the corner itself.
    near: Vec<(Square, SquareSet)>,
}

/// The four lines through a square, as steps (columns, rows).
const LINES: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

impl Shape {
    fn of(mode: Mode) -> Shape {
        let size = mode.size();
        let playable = mode.playable();
        let step = |square: Square, (right, down): (i32, i32)| {
            let column = usize::try_from(square.column(size) as i32 + right).ok()?;
            let row = usize::try_from(square.row(size) as i32 + down).ok()?;
            Square::at(column, row, size).filter(|next| playable.contains(*next))
        };
        let open_lines = |square: Square| {
            let open = |(right, down): &(i32, i32)| {
                step(square, (*right, *down)).is_some() && step(square, (-right, -down)).is_some()
            };
            LINES.iter().filter(|line| open(line)).count()
        };
        let corners: SquareSet = playable.iter().filter(|square| open_lines(*square) == 0).collect();
        let edges: SquareSet = playable.iter().filter(|square| open_lines(*square) == 1).collect();
        let around = |corner: Square| -> SquareSet {
            LINES
                .iter()
                .flat_map(|(right, down)| [(*right, *down), (-right, -down)])
                .filter_map(|direction| step(corner, direction))
                .filter(|square| !corners.contains(*square))
                .collect()
        };
        let near: Vec<(Square, SquareSet)> = corners.iter().map(|corner| (corner, around(corner))).collect();
        let risky = SquareSet(near.iter().fold(0, |all, (_, set)| all | set.0));
        Shape { corners, edges, risky, near }
    }

    /// The worth of the squares that `side` holds.
    fn worth(&self, position: &Position, side: Side) -> i32 {
        let own = position.set_of(side);
        let empty = position.empty();
        let held = |set: SquareSet| SquareSet(own.0 & set.0).len() as i32;
        let exposed: i32 =
            self.near.iter().filter(|(corner, _)| empty.contains(*corner)).map(|(_, around)| held(*around)).sum();
        60 * held(self.corners) + 4 * held(self.edges) - 14 * exposed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::othello::Move;

    const MOVERS: [Mover; 4] = [Mover::Practice, Mover::Random, Mover::Greedy, Mover::AlphaBeta];

    /// Plays one game after a few random plies and returns how many discs black is ahead (in anti: behind).
    fn game(mode: Mode, black: Mover, white: Mover, seed: u64) -> i32 {
        let mut position = Position::start(mode);
        for ply in 0.. {
            let mover = if ply < 6 { Mover::Random } else { [black, white][position.side().index()] };
            let mv = choose(mover, &position, seed * 1_000 + ply).map_or(Move::Pass, Move::Place);
            position =
                position.play(mv).unwrap_or_else(|bad| panic!("{mode} seed {seed} ply {ply}: {bad}{position:?}"));
            if position.is_over() {
                break;
            }
        }
        let discs = position.discs().map(|count| count as i32);
        if mode.fewer_wins() { discs[1] - discs[0] } else { discs[0] - discs[1] }
    }

    /// Points of `strong` in 100 against `weak`, colours in turn.
    fn points(mode: Mode, strong: Mover, weak: Mover, games: u64) -> u64 {
        let mut points = 0;
        for seed in 0..games {
            let ahead = if seed % 2 == 0 { game(mode, strong, weak, seed) } else { -game(mode, weak, strong, seed) };
            points += match ahead {
                1.. => 2,
                0 => 1,
                _ => 0,
            };
        }
        points * 50 / games
    }

    #[test]
    fn alpha_beta_beats_greedy_and_greedy_beats_random() {
        for mode in Mode::ALL {
            let games = if mode.size() == 8 { 40 } else { 16 };
            let strong = points(mode, Mover::AlphaBeta, Mover::Greedy, games);
            let medium = points(mode, Mover::Greedy, Mover::Random, 400);
            println!("{mode}: alpha-beta {strong} % against greedy, greedy {medium} % against random");
            assert!(strong >= 80, "{mode}: alpha-beta has {strong} % against greedy");
            assert!(medium >= 52, "{mode}: greedy has {medium} % against random");
        }
    }

    #[test]
    fn every_mover_is_legal_in_every_mode_and_repeats_itself_with_the_same_seed() {
        for mode in Mode::ALL {
            for mover in MOVERS {
                let once = game(mode, mover, mover, 7);
                assert_eq!(once, game(mode, mover, mover, 7), "{mode} {mover:?}");
            }
        }
    }

    #[test]
    fn the_practice_mover_takes_the_lowest_square() {
        let start = Position::start(Mode::Std);
        assert_eq!(choose(Mover::Practice, &start, 1), Square::new(19));
    }

    #[test]
    fn the_seed_decides_between_equals() {
        let start = Position::start(Mode::Std);
        for mover in [Mover::Random, Mover::Greedy, Mover::AlphaBeta] {
            let seen: SquareSet = (0..50).filter_map(|seed| choose(mover, &start, seed)).collect();
            assert_eq!(seen, start.legal(), "{mover:?}: the four first moves are one move turned around");
        }
    }

    #[test]
    fn nobody_moves_where_only_a_pass_is_left() {
        let mut cells = vec![0; 64];
        (cells[0], cells[1]) = (1, 1);
        let position = Position::from_cells(Mode::Std, &cells, Side::White, [0, 0]).unwrap();
        for mover in MOVERS {
            assert_eq!(choose(mover, &position, 0), None);
        }
    }

    #[test]
    fn the_octagon_has_eight_corners_of_its_own() {
        let names = |mode: Mode| -> Vec<String> {
            Shape::of(mode).corners.iter().map(|square| square.name(mode.size())).collect()
        };
        assert_eq!(names(Mode::Octagon), ["c1", "h1", "a3", "j3", "a8", "j8", "c10", "h10"]);
        assert_eq!(names(Mode::Std), ["a1", "h1", "a8", "h8"]);
    }

    /// Plays the last squares of random games both ways: no line may end better than the one alpha-beta chose.
    #[test]
    fn the_end_of_a_game_is_played_without_a_mistake() {
        fn outcome(position: &Position) -> i32 {
            let legal = position.legal();
            if !legal.is_empty() {
                return legal.iter().map(|square| -outcome(&position.place(square))).max().unwrap();
            }
            if !position.is_over() {
                return -outcome(&position.passed());
            }
            let discs = position.discs().map(|count| count as i32);
            let ahead = discs[position.side().index()] - discs[position.side().other().index()];
            if position.mode().fewer_wins() { -ahead } else { ahead }
        }
        for mode in Mode::ALL {
            for seed in 0..10 {
                let mut position = Position::start(mode);
                while position.empty().len() > 6 && !position.is_over() {
                    let mv = choose(Mover::Random, &position, seed).map_or(Move::Pass, Move::Place);
                    position = position.play(mv).unwrap();
                }
                if let Some(square) = choose(Mover::AlphaBeta, &position, seed) {
                    assert_eq!(-outcome(&position.place(square)), outcome(&position), "{mode} seed {seed}{position:?}");
                }
            }
        }
    }
}
