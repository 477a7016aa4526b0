//! The move that is played when the engine gives none: legal, at once, and not the worst.

use crate::game::grid::{Square, SquareSet};
use crate::game::othello::{Move, Position};

/// A corner where more discs win; else the lowest square that is not beside a corner; else the lowest. Squares in
/// `refused` are left out. A pass if `legal` is empty; none if nothing is left.
pub(super) fn choose(position: &Position, legal: SquareSet, refused: &[Move]) -> Option<Move> {
    if legal.is_empty() {
        return Some(Move::Pass).filter(|pass| !refused.contains(pass));
    }
    let size = position.mode().size();
    let open: SquareSet = legal.iter().filter(|square| !refused.contains(&Move::Place(*square))).collect();
    let corner_first = !position.mode().fewer_wins();
    let rank = |square: &Square| match distance_to_corner(*square, size) {
        0 if corner_first => 0,
        1 => 2,
        _ => 1,
    };
    open.iter().min_by_key(rank).map(Move::Place)
}

/// Steps of a king to the nearest corner of the full square board.
fn distance_to_corner(square: Square, size: usize) -> usize {
    let to_edge = |at: usize| at.min(size - 1 - at);
    to_edge(square.column(size)).max(to_edge(square.row(size)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::othello::Mode;

    fn squares(names: &[&str]) -> SquareSet {
        names.iter().filter_map(|name| Square::parse(name, 8)).collect()
    }

    fn chosen(mode: Mode, legal: &[&str], refused: &[&str]) -> Option<String> {
        let refused: Vec<Move> = squares(refused).iter().map(Move::Place).collect();
        choose(&Position::start(mode), squares(legal), &refused).map(|mv| mv.name(8))
    }

    #[test]
    fn corners_first_their_neighbours_last() {
        assert_eq!(chosen(Mode::Std, &["b2", "c1", "d3", "h8"], &[]).as_deref(), Some("h8"));
        assert_eq!(chosen(Mode::Std, &["b2", "c1", "d3", "h8"], &["h8"]).as_deref(), Some("c1"));
        assert_eq!(chosen(Mode::Std, &["a2", "b2"], &[]).as_deref(), Some("a2"));
        assert_eq!(chosen(Mode::Anti, &["a1", "b2"], &[]).as_deref(), Some("a1"));
        assert_eq!(chosen(Mode::Anti, &["c1", "a1"], &[]).as_deref(), Some("a1"));
    }

    #[test]
    fn a_pass_only_without_a_square_and_nothing_when_all_is_refused() {
        assert_eq!(chosen(Mode::Std, &[], &[]).as_deref(), Some("pass"));
        assert_eq!(chosen(Mode::Std, &["d3"], &["d3"]), None);
        assert_eq!(choose(&Position::start(Mode::Std), SquareSet::EMPTY, &[Move::Pass]), None);
    }
}
