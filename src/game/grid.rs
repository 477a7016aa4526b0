//! Squares, sides and sets of squares on boards of 8×8 and 10×10.
//!
//! A square's index is `row × size + column`, counted from 0 at a1; it means something only together with the
//! size of its board (d3 is 19 on 8×8 and 23 on 10×10).
//!
//! ```
//! use botdock::game::grid::{Square, SquareSet};
//!
//! let d3 = Square::parse("D3", 8).unwrap();
//! assert_eq!(d3.index(), 19);
//! assert_eq!(Square::parse("j0", 10), Square::parse("J10", 10));
//!
//! let mut set = SquareSet::EMPTY;
//! set.insert(d3);
//! assert_eq!(set.draw(8).lines().nth(2), Some("...x...."));
//! ```

use std::fmt;

/// The two sides of a board game. Black moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    Black,
    White,
}

impl Side {
    /// Both sides, black first: the order of every pair indexed by side.
    pub const BOTH: [Side; 2] = [Side::Black, Side::White];

    /// The other side.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }

    /// 0 for black, 1 for white.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Black => "black",
            Side::White => "white",
        })
    }
}

/// A square of a board, by its index (0…127; 0…63 on 8×8, 0…99 on 10×10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square with this index, if a 128-bit set can hold it.
    #[must_use]
    pub const fn new(index: usize) -> Option<Square> {
        if index < 128 { Some(Square(index as u8)) } else { None }
    }

    /// The square at `column`, `row` (from 0) of a board `size` wide, if it lies on that board.
    #[must_use]
    pub const fn at(column: usize, row: usize, size: usize) -> Option<Square> {
        if column < size && row < size { Square::new(row * size + column) } else { None }
    }

    /// Reads a coordinate in any case, `a1` at the top left. Row ten is written `10` or `0`.
    #[must_use]
    pub fn parse(text: &str, size: usize) -> Option<Square> {
        let mut chars = text.chars();
        let letter = chars.next()?.to_ascii_lowercase();
        let column = ('a'..='j').position(|c| c == letter)?;
        let row = match chars.as_str() {
            "10" | "0" if size == 10 => 9,
            digit if digit.len() == 1 => digit.parse::<usize>().ok()?.checked_sub(1)?,
            _ => return None,
        };
        Square::at(column, row, size)
    }

    /// The index, from 0 at a1.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, from 0 at `a`, on a board `size` wide.
    #[must_use]
    pub const fn column(self, size: usize) -> usize {
        self.index() % size
    }

    /// The row, from 0 at the top, on a board `size` wide.
    #[must_use]
    pub const fn row(self, size: usize) -> usize {
        self.index() / size
    }

    /// The coordinate in lower case: `d3`, `j10`.
    #[must_use]
    pub fn name(self, size: usize) -> String {
        let letter = char::from(b'a' + self.column(size) as u8);
        format!("{letter}{}", self.row(size) + 1)
    }
}

/// A set of squares as 128 bits, bit = index of the square.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct SquareSet(pub u128);

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet(0);

    /// Whether `square` is in the set.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 == 1
    }

    /// Puts `square` into the set.
    pub const fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.0;
    }

    /// Whether the set holds no square.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares the set holds.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The square with the lowest index.
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square(self.0.trailing_zeros() as u8)) }
    }

    /// The squares, lowest index first.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let square = rest.first()?;
            rest.0 &= rest.0 - 1;
            Some(square)
        })
    }

    /// The set as rows of `.` and `x`, for people and failing tests.
    #[must_use]
    pub fn draw(self, size: usize) -> String {
        let mut text = String::with_capacity(size * (size + 1));
        for row in 0..size {
            for column in 0..size {
                let held = Square::at(column, row, size).is_some_and(|square| self.contains(square));
                text.push(if held { 'x' } else { '.' });
            }
            text.push('\n');
        }
        text
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Square::index)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_reads_back_from_its_own_name_in_any_case() {
        for size in [8, 10] {
            for index in 0..size * size {
                let square = Square::new(index).unwrap();
                let name = square.name(size);
                assert_eq!(Square::parse(&name, size), Some(square));
                assert_eq!(Square::parse(&name.to_uppercase(), size), Some(square));
            }
        }
    }

    #[test]
    fn row_ten_has_two_spellings_on_the_large_board_only() {
        assert_eq!(Square::parse("j10", 10), Square::new(99));
        assert_eq!(Square::parse("J0", 10), Square::new(99));
        for bad in ["a0", "a10", "a9", "i1", "h0"] {
            assert_eq!(Square::parse(bad, 8), None, "{bad}");
        }
        for bad in ["", "a", "a11", "k1", "a-1", "a+1", "1a", "aa", "a1 ", "é1", "a１", "a01"] {
            assert_eq!(Square::parse(bad, 10), None, "{bad}");
        }
    }

    #[test]
    fn a_set_counts_and_walks_its_squares_in_order() {
        let set: SquareSet = [99, 0, 64].into_iter().filter_map(Square::new).collect();
        assert_eq!(set.len(), 3);
        assert_eq!(set.iter().map(Square::index).collect::<Vec<_>>(), [0, 64, 99]);
    }
}
