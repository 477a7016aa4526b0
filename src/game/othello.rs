//! Othello in five modes. What differs between them is data ([`Mode`]); the moves are computed once.
//!
//! * *std*: 8×8, the four centre discs set, black first; more discs win.
//! * *anti*: the same moves; fewer discs win.
//! * *grand*: 10×10. *octagon*: 10×10 less three squares in each corner; such a square takes no disc and ends a line.
//! * *reversi*: starts empty. While one of the four centre squares is empty a disc goes only there and flips
//!   nothing. Each side places at most 32 discs, those first ones included, and passes once they are used up.
//!
//! ```
//! use botdock::game::othello::{Mode, Move, Position};
//!
//! let start = Position::start(Mode::Std);
//! assert_eq!(start.legal().iter().map(|s| s.name(8)).collect::<Vec<_>>(), ["d3", "c4", "f5", "e6"]);
//! let next = start.play(start.parse_move("f5").unwrap()).unwrap();
//! assert_eq!(next.discs(), [4, 1]);
//! ```

use super::grid::{Side, Square, SquareSet};
use super::lines;
use std::fmt;

/// One of the five games. The names are those of the venue's API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mode {
    Std,
    Anti,
    Grand,
    Octagon,
    Reversi,
}

/// How many discs one side may place in reversi.
pub const REVERSI_LIMIT: u8 = 32;

/// d4, e4, d5 and e5 on 8×8: where reversi's first four discs go.
const REVERSI_CENTRE: SquareSet = SquareSet(1 << 27 | 1 << 28 | 1 << 35 | 1 << 36);

/// The corner squares that the octagon lacks, three in each corner of 10×10.
const OCTAGON_BLOCKED: SquareSet =
    SquareSet(0b11_0000_0011 | 1 << 10 | 1 << 19 | 1 << 80 | 1 << 89 | 0b11_0000_0011 << 90);

const FULL_8: u128 = u64::MAX as u128;
const FULL_10: u128 = (1 << 100) - 1;

impl Mode {
    /// All five, in the order they are offered to a person.
    pub const ALL: [Mode; 5] = [Mode::Std, Mode::Anti, Mode::Grand, Mode::Octagon, Mode::Reversi];

    /// The name on the wire: `std`, `anti`, `grand`, `octagon`, `reversi`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Mode::Std => "std",
            Mode::Anti => "anti",
            Mode::Grand => "grand",
            Mode::Octagon => "octagon",
            Mode::Reversi => "reversi",
        }
    }

    /// The mode with this wire name, in any case.
    #[must_use]
    pub fn parse(name: &str) -> Option<Mode> {
        Mode::ALL.into_iter().find(|mode| mode.name().eq_ignore_ascii_case(name))
    }

    /// Squares along one edge: 8 or 10.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            Mode::Std | Mode::Anti | Mode::Reversi => 8,
            Mode::Grand | Mode::Octagon => 10,
        }
    }

    /// The squares that exist but take no disc.
    #[must_use]
    pub const fn blocked(self) -> SquareSet {
        match self {
            Mode::Octagon => OCTAGON_BLOCKED,
            Mode::Std | Mode::Anti | Mode::Grand | Mode::Reversi => SquareSet::EMPTY,
        }
    }

    /// The squares that can take a disc: 64, 100, or 88 on the octagon.
    #[must_use]
    pub const fn playable(self) -> SquareSet {
        let full = if self.size() == 8 { FULL_8 } else { FULL_10 };
        SquareSet(full & !self.blocked().0)
    }

    /// Whether the side with fewer discs wins.
    #[must_use]
    pub const fn fewer_wins(self) -> bool {
        matches!(self, Mode::Anti)
    }

    /// What a leg lost on time counts: (loser, winner).
    #[must_use]
    pub const fn timeout_discs(self) -> (u32, u32) {
        match self {
            Mode::Std | Mode::Reversi => (0, 64),
            Mode::Grand => (0, 100),
            Mode::Octagon => (0, 88),
            Mode::Anti => (64, 0),
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A disc on a square, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    Pass,
    Place(Square),
}

impl Move {
    /// The wire's number: the square's index, or −1 for a pass.
    #[must_use]
    pub fn number(self) -> i64 {
        match self {
            Move::Pass => -1,
            Move::Place(square) => square.index() as i64,
        }
    }

    /// The move with this number on a board `size` wide: −1 … size² − 1.
    #[must_use]
    pub fn from_number(number: i64, size: usize) -> Option<Move> {
        match usize::try_from(number) {
            Ok(index) if index < size * size => Square::new(index).map(Move::Place),
            Ok(_) => None,
            Err(_) => (number == -1).then_some(Move::Pass),
        }
    }

    /// Reads a move in every spelling in use: an index, a coordinate in any case, or a pass as
    /// `-1`, `pass`, `PA`, `PS` or `--`. White space around it is ignored.
    #[must_use]
    pub fn parse(text: &str, size: usize) -> Option<Move> {
        let text = text.trim();
        if ["pass", "pa", "ps", "--"].iter().any(|word| word.eq_ignore_ascii_case(text)) {
            return Some(Move::Pass);
        }
        match text.parse::<i64>() {
            Ok(number) => Move::from_number(number, size),
            Err(_) => Square::parse(text, size).map(Move::Place),
        }
    }

    /// The coordinate, or `pass`.
    #[must_use]
    pub fn name(self, size: usize) -> String {
        match self {
            Move::Pass => "pass".to_owned(),
            Move::Place(square) => square.name(size),
        }
    }
}

/// Why a move cannot be played in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    #[error("a pass is allowed only without a legal move")]
    PassWithMoves,
    #[error("that square cannot be played here")]
    NotLegal,
    #[error("the game is over")]
    Over,
}

/// A board that cannot be a position of its mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadBoard {
    #[error("the board has {found} squares instead of {wanted}")]
    Length { found: usize, wanted: usize },
    #[error("cell {index} is neither 0, 1 nor 2")]
    Cell { index: usize },
    #[error("a disc lies on blocked square {index}")]
    Blocked { index: usize },
}

/// A board, the side to move, and how many discs each side has placed by moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    mode: Mode,
    side: Side,
    discs: [SquareSet; 2],
    placed: [u8; 2],
}

impl Position {
    /// Where the rules of `mode` begin: the four centre discs, or an empty board in reversi.
    #[must_use]
    pub fn start(mode: Mode) -> Position {
        let discs = match mode {
            Mode::Std | Mode::Anti => [SquareSet(1 << 28 | 1 << 35), SquareSet(1 << 27 | 1 << 36)],
            Mode::Grand | Mode::Octagon => [SquareSet(1 << 45 | 1 << 54), SquareSet(1 << 44 | 1 << 55)],
            Mode::Reversi => [SquareSet::EMPTY; 2],
        };
        Position { mode, side: Side::Black, discs, placed: [0, 0] }
    }

    /// A position from a venue's cells (row by row from a1; 0 empty, 1 black, 2 white) and `placed` counts
    /// [black, white].
    ///
    /// # Errors
    /// [`BadBoard`] when the cells do not fit the mode.
    pub fn from_cells(mode: Mode, cells: &[u8], side: Side, placed: [u8; 2]) -> Result<Position, BadBoard> {
        let wanted = mode.size() * mode.size();
        if cells.len() != wanted {
            return Err(BadBoard::Length { found: cells.len(), wanted });
        }
        let mut discs = [SquareSet::EMPTY; 2];
        for (index, &cell) in cells.iter().enumerate() {
            let set = match cell {
                0 => continue,
                1 => &mut discs[0],
                2 => &mut discs[1],
                _ => return Err(BadBoard::Cell { index }),
            };
            let Some(square) = Square::new(index) else { return Err(BadBoard::Cell { index }) };
            if mode.blocked().contains(square) {
                return Err(BadBoard::Blocked { index });
            }
            set.insert(square);
        }
        Ok(Position { mode, side, discs, placed })
    }

    /// The cells as a venue writes them: 0 empty or blocked, 1 black, 2 white.
    #[must_use]
    pub fn cells(&self) -> Vec<u8> {
        let size = self.mode.size();
        let cell = |index| match Square::new(index).and_then(|square| self.disc(square)) {
            None => 0,
            Some(Side::Black) => 1,
            Some(Side::White) => 2,
        };
        (0..size * size).map(cell).collect()
    }

    /// The game being played.
    #[must_use]
    pub const fn mode(&self) -> Mode {
        self.mode
    }

    /// Whose turn it is (also once the game is over: the side that would be asked).
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The squares that hold a disc of `side`.
    #[must_use]
    pub const fn set_of(&self, side: Side) -> SquareSet {
        self.discs[side.index()]
    }

    /// Whose disc lies on `square`.
    #[must_use]
    pub fn disc(&self, square: Square) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.set_of(*side).contains(square))
    }

    /// Discs on the board, [black, white].
    #[must_use]
    pub const fn discs(&self) -> [u32; 2] {
        [self.discs[0].len(), self.discs[1].len()]
    }

    /// Discs put down by moves, [black, white]; the four centre discs of the start do not count.
    #[must_use]
    pub const fn placed(&self) -> [u8; 2] {
        self.placed
    }

    /// Playable squares without a disc.
    #[must_use]
    pub const fn empty(&self) -> SquareSet {
        SquareSet(self.mode.playable().0 & !(self.discs[0].0 | self.discs[1].0))
    }

    /// The squares that reversi's centre phase still asks for; none in any other mode or later.
    #[must_use]
    pub const fn open_centre(&self) -> SquareSet {
        match self.mode {
            Mode::Reversi => SquareSet(REVERSI_CENTRE.0 & self.empty().0),
            Mode::Std | Mode::Anti | Mode::Grand | Mode::Octagon => SquareSet::EMPTY,
        }
    }

    /// The legal squares of the side to move. None means: pass, or the game is over.
    #[must_use]
    pub fn legal(&self) -> SquareSet {
        self.legal_for(self.side)
    }

    /// The legal squares `side` would have if it were to move.
    #[must_use]
    pub fn legal_for(&self, side: Side) -> SquareSet {
        if self.mode == Mode::Reversi {
            if self.placed[side.index()] >= REVERSI_LIMIT {
                return SquareSet::EMPTY;
            }
            if !self.open_centre().is_empty() {
                return self.open_centre();
            }
        }
        let (own, other, empty) = (self.set_of(side).0, self.set_of(side.other()).0, self.empty().0);
        SquareSet(match self.mode.size() {
            8 => lines::legal_8(own as u64, other as u64, empty as u64).into(),
            _ => lines::legal_wide(own, other, empty),
        })
    }

    /// The discs that a disc of the side to move on `square` turns over.
    #[must_use]
    pub fn flips(&self, square: Square) -> SquareSet {
        if !self.open_centre().is_empty() {
            return SquareSet::EMPTY;
        }
        let (own, other) = (self.set_of(self.side).0, self.set_of(self.side.other()).0);
        SquareSet(match self.mode.size() {
            8 => lines::flips_8(1 << (square.index() & 63), own as u64, other as u64).into(),
            _ => lines::flips_wide(1 << square.index(), own, other),
        })
    }

    /// Whether neither side has a legal move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        Side::BOTH.into_iter().all(|side| self.legal_for(side).is_empty())
    }

    /// The position after `mv`.
    ///
    /// # Errors
    /// [`IllegalMove`]; the position itself is unchanged.
    pub fn play(&self, mv: Move) -> Result<Position, IllegalMove> {
        let legal = self.legal();
        match mv {
            Move::Place(square) if legal.contains(square) => Ok(self.place(square)),
            Move::Pass if !legal.is_empty() => Err(IllegalMove::PassWithMoves),
            Move::Place(_) | Move::Pass if self.is_over() => Err(IllegalMove::Over),
            Move::Place(_) => Err(IllegalMove::NotLegal),
            Move::Pass => Ok(self.passed()),
        }
    }

    /// The position after a disc on `square`, which the caller took from [`Position::legal`].
    #[must_use]
    pub fn place(&self, square: Square) -> Position {
        let flips = self.flips(square).0;
        let (own, other) = (self.side.index(), self.side.other().index());
        let mut next = *self;
        next.discs[own].0 |= flips | 1 << square.index();
        next.discs[other].0 &= !flips;
        next.placed[own] = next.placed[own].saturating_add(1);
        next.side = self.side.other();
        next
    }

    /// The position with the other side to move, where the caller knows that this one must pass.
    #[must_use]
    pub fn passed(&self) -> Position {
        Position { side: self.side.other(), ..*self }
    }

    /// Reads a move in any spelling; legality is not checked.
    #[must_use]
    pub fn parse_move(&self, text: &str) -> Option<Move> {
        Move::parse(text, self.mode.size())
    }

    /// Leaves of the game tree `depth` plies down. A pass is a ply; a finished game has no further ply and is
    /// one leaf.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        let legal = self.legal();
        if depth == 0 {
            return 1;
        }
        if legal.is_empty() {
            if self.legal_for(self.side.other()).is_empty() {
                return 1;
            }
            return self.passed().perft(depth - 1);
        }
        if depth == 1 {
            return legal.len().into();
        }
        legal.iter().map(|square| self.place(square).perft(depth - 1)).sum()
    }
}

impl fmt::Debug for Position {
    /// The board as rows of `X` (black), `O` (white), `-` (empty) and a blank (blocked), then the side to move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.mode.size();
        writeln!(f)?;
        for row in 0..size {
            for column in 0..size {
                let Some(square) = Square::at(column, row, size) else { continue };
                f.write_str(match self.disc(square) {
                    Some(Side::Black) => "X",
                    Some(Side::White) => "O",
                    None if self.mode.blocked().contains(square) => " ",
                    None => "-",
                })?;
            }
            writeln!(f)?;
        }
        write!(f, "{} {} to move, placed {:?}", self.mode, self.side, self.placed)
    }
}
