//! The random opening of a bot match: 12 discs by legal play, no pass among them, and a move for black after it.

use crate::game::grid::Side;
use crate::game::othello::{Mode, Move, Position};
use rand::{Rng, RngExt};

/// Discs on the board when a bot match begins, in every mode.
pub const OPENING_DISCS: u32 = 12;

/// Draws an opening of `discs` discs for `mode` and returns its moves with the position they lead to.
pub(super) fn draw(mode: Mode, discs: u32, random: &mut impl Rng) -> (Vec<(Side, Move)>, Position) {
    let start = Position::start(mode);
    let plies = discs.saturating_sub(start.discs().iter().sum()) as usize;
    loop {
        if let Some(drawn) = try_draw(start, plies, random) {
            return drawn;
        }
    }
}

/// One try; none if a side had to pass on the way or would have to after it. Short openings hardly ever do.
fn try_draw(start: Position, plies: usize, random: &mut impl Rng) -> Option<(Vec<(Side, Move)>, Position)> {
    let mut position = start;
    let mut moves = Vec::with_capacity(plies);
    for _ in 0..plies {
        let legal = position.legal();
        let pick = random.random_range(0..legal.len().max(1)) as usize;
        let square = legal.iter().nth(pick)?;
        moves.push((position.side(), Move::Place(square)));
        position = position.place(square);
    }
    (!position.legal().is_empty()).then_some((moves, position))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn an_opening_has_twelve_discs_and_black_to_move_in_every_mode() {
        for mode in Mode::ALL {
            let mut random = ChaCha8Rng::seed_from_u64(1);
            for _ in 0..500 {
                let (moves, position) = draw(mode, OPENING_DISCS, &mut random);
                let mut replayed = Position::start(mode);
                for (side, mv) in &moves {
                    assert_eq!(*side, replayed.side());
                    replayed = replayed.play(*mv).unwrap();
                }
                assert_eq!(replayed, position);
                assert_eq!(position.discs().iter().sum::<u32>(), 12, "{mode}");
                assert_eq!(position.side(), Side::Black);
                assert!(!position.legal().is_empty());
                let placed = if mode == Mode::Reversi { [6, 6] } else { [4, 4] };
                assert_eq!(position.placed(), placed, "{mode}");
            }
        }
    }
}
