//! How the window is divided at its three densities.

use super::text::Role;
use super::{height, measure};
use egui::Vec2;

/// How much room there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Density {
    Compact,
    Regular,
    Wide,
}

/// The measures of one density, in logical pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    pub density: Density,
    pub rail: f32,
    pub rail_item: f32,
    /// Room above the rail's first item: the dock glyph with its word.
    pub rail_head: f32,
    pub header: f32,
    pub margin: f32,
    pub gap: f32,
    /// From the header to the match bar, and to the cards below it.
    pub bar_top: f32,
    pub cards_top: f32,
    /// Left of the match bar: the game's name.
    pub bar_left: f32,
    /// Under the cards.
    pub foot: f32,
    /// Inside a board card, left and right.
    pub card_side: f32,
    /// The top of a board card: to the middle of its title, to the strip.
    pub card_title: f32,
    pub strip_top: f32,
    pub strip: f32,
    /// From the strip to the middle of the letters, and to the first square.
    pub letters: f32,
    pub squares: f32,
    pub gutter: f32,
    pub rim: f32,
    /// From the rim to the lower strip.
    pub below_board: f32,
    /// The line of the engine's view, and at least this much curve under (or in) it.
    pub view_line: f32,
    pub curve_least: f32,
    pub curve_most: f32,
    /// Whether the curve stands in the line of the engine's view.
    pub curve_in_line: bool,
    pub card_foot: f32,
    /// Columns of notes; none where they are a line at the bottom.
    pub notes: Option<(f32, f32)>,
    pub count: Role,
    pub clock: Role,
    pub clock_size: Vec2,
    /// How many of the header's facts are shown.
    pub facts: usize,
}

/// Squares are never drawn smaller than this; the page scrolls instead. Where one board has the place of two, there is
/// no reason for small ones.
const SQUARE_LEAST: f32 = 22.0;
const SQUARE_LEAST_ALONE: f32 = 30.0;

/// Below this width the two boards share one place.
const ONE_BOARD_BELOW: f32 = 900.0;

const COMPACT: Layout = Layout {
    density: Density::Compact,
    rail: 72.0,
    rail_item: 54.0,
    rail_head: 80.0,
    header: 60.0,
    margin: 16.0,
    gap: 12.0,
    bar_top: 46.0,
    cards_top: 91.0,
    bar_left: 136.0,
    foot: 12.0,
    card_side: 24.0,
    card_title: 21.0,
    strip_top: 39.0,
    strip: 36.0,
    letters: 14.0,
    squares: 29.0,
    gutter: 18.0,
    rim: 5.0,
    below_board: 9.0,
    view_line: 36.0,
    curve_least: 0.0,
    curve_most: 0.0,
    curve_in_line: true,
    card_foot: 2.0,
    notes: None,
    count: Role::Count,
    clock: Role::Clock,
    clock_size: Vec2::new(measure::CLOCK, 26.0),
    facts: 2,
};

const REGULAR: Layout = Layout {
    density: Density::Regular,
    rail: 88.0,
    rail_item: 60.0,
    rail_head: 84.0,
    header: 72.0,
    margin: 24.0,
    gap: 16.0,
    bar_top: 50.0,
    cards_top: 97.0,
    bar_left: 208.0,
    foot: 20.0,
    card_side: 24.0,
    card_title: 25.0,
    strip_top: 43.0,
    strip: 40.0,
    letters: 14.0,
    squares: 29.0,
    gutter: 18.0,
    rim: 5.0,
    below_board: 13.0,
    view_line: 34.0,
    curve_least: 41.0,
    curve_most: 64.0,
    curve_in_line: false,
    card_foot: 15.0,
    notes: Some((272.0, 400.0)),
    count: Role::Count,
    clock: Role::Clock,
    clock_size: Vec2::new(measure::CLOCK, height::CLOCK),
    facts: 3,
};

const WIDE: Layout = Layout {
    density: Density::Wide,
    strip: 56.0,
    letters: 21.0,
    squares: 41.0,
    gutter: 26.0,
    rim: 8.0,
    curve_least: 88.0,
    curve_most: 110.0,
    notes: Some((400.0, 460.0)),
    count: Role::CountWide,
    clock: Role::ClockWide,
    clock_size: Vec2::new(measure::CLOCK_WIDE, height::CLOCK_WIDE),
    bar_top: 54.0,
    cards_top: 107.0,
    ..REGULAR
};

impl Layout {
    /// The layout for a window of this size.
    #[must_use]
    pub fn of(window: Vec2) -> &'static Layout {
        if window.x >= 1800.0 && window.y >= 1100.0 {
            &WIDE
        } else if window.x < 1180.0 || window.y < 760.0 {
            &COMPACT
        } else {
            &REGULAR
        }
    }

    /// Whether a window this wide shows one board at a time.
    #[must_use]
    pub fn one_board(window: Vec2) -> bool {
        window.x < ONE_BOARD_BELOW
    }

    /// Height of a board card around its squares.
    #[must_use]
    pub fn around(&self) -> f32 {
        self.above() + self.rim + self.below_board + self.strip + self.view_line + self.curve_least + self.card_foot
    }

    /// From the top of a board card to its first row of squares.
    #[must_use]
    pub fn above(&self) -> f32 {
        self.strip_top + self.strip + self.squares
    }

    /// Width of the coordinates and both rims.
    #[must_use]
    pub fn beside(&self) -> f32 {
        self.gutter + 2.0 * self.rim
    }

    /// The least side of a square in a window of this size.
    #[must_use]
    pub fn least_square(window: Vec2) -> f32 {
        if Layout::one_board(window) { SQUARE_LEAST_ALONE } else { SQUARE_LEAST }
    }

    /// The side of a square on a board of `n` × `n` in a card of this size, in whole physical pixels; at least
    /// `least`.
    #[must_use]
    pub fn square(&self, card: Vec2, n: usize, pixels_per_point: f32, least: f32) -> f32 {
        let across = card.x - 2.0 * self.card_side - self.beside();
        let down = card.y - self.around();
        let side = across.min(down) / n as f32;
        let side = (side * pixels_per_point).floor() / pixels_per_point;
        side.max(least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_example_windows_get_their_density() {
        assert_eq!(Layout::of(Vec2::new(1024.0, 700.0)).density, Density::Compact);
        assert_eq!(Layout::of(Vec2::new(1280.0, 800.0)).density, Density::Regular);
        assert_eq!(Layout::of(Vec2::new(2560.0, 1440.0)).density, Density::Wide);
        assert_eq!(Layout::of(Vec2::new(2560.0, 700.0)).density, Density::Compact);
    }

    #[test]
    fn the_height_around_the_squares_is_the_designs() {
        assert_eq!(COMPACT.around(), 192.0);
        assert_eq!(REGULAR.around(), 260.0);
        assert_eq!(WIDE.around(), 354.0);
    }

    #[test]
    fn squares_are_whole_pixels_at_every_scale() {
        for scale in [1.0, 1.25, 1.5, 2.0] {
            for n in [8, 10] {
                let side = REGULAR.square(Vec2::new(433.0, 611.0), n, scale, SQUARE_LEAST);
                assert!(((side * scale).round() - side * scale).abs() < 1e-3, "{side} at {scale}");
            }
        }
        assert_eq!(REGULAR.square(Vec2::new(420.0, 611.0), 8, 1.0, SQUARE_LEAST), 43.0);
        assert_eq!(REGULAR.square(Vec2::new(420.0, 611.0), 10, 1.0, SQUARE_LEAST), 34.0);
    }
}
