//! Spacing, radii, strokes and heights, in logical pixels at a text size of 100 %.

/// Room between things.
pub mod space {
    pub const XS: f32 = 4.0;
    pub const S: f32 = 8.0;
    pub const M: f32 = 12.0;
    pub const L: f32 = 16.0;
    pub const XL: f32 = 24.0;
    pub const XXL: f32 = 32.0;
    pub const HUGE: f32 = 48.0;
    /// Inside the ground of segments.
    pub const SEGMENT: f32 = 3.0;
    /// Between a control and its focus ring.
    pub const FOCUS: f32 = 2.0;
}

/// Corner radii; a pill's is half its height.
pub mod radius {
    /// Bars and charts.
    pub const BAR: f32 = 4.0;
    /// Clocks, chips and boards.
    pub const CHIP: f32 = 6.0;
    /// Buttons, fields, strips, rail items.
    pub const BUTTON: f32 = 8.0;
    pub const CARD: f32 = 12.0;
    /// The frame of the last move.
    pub const MARK: f32 = 3.0;
}

/// Widths of lines.
pub mod stroke {
    /// Hairlines and cards.
    pub const HAIR: f32 = 1.0;
    pub const CONTROL: f32 = 1.5;
    /// Focus, curves, the last move.
    pub const FOCUS: f32 = 2.0;
    /// A chosen card.
    pub const CHOSEN: f32 = 2.5;
    /// The marker of "mine" and of the chosen item.
    pub const MARKER: f32 = 3.0;
}

/// Heights of what a hand aims at, and of bars.
pub mod height {
    pub const CONTROL: f32 = 40.0;
    pub const LARGE: f32 = 48.0;
    /// Controls in rows and tool bars.
    pub const SMALL: f32 = 32.0;
    /// A line of a menu.
    pub const ROW: f32 = 32.0;
    /// A row of a list.
    pub const LIST: f32 = 56.0;
    pub const PILL: f32 = 24.0;
    pub const CLOCK: f32 = 30.0;
    pub const CLOCK_WIDE: f32 = 40.0;
    pub const MATCH_BAR: f32 = 16.0;
    /// How far the tick of the match bar stands out, above and below.
    pub const TICK: f32 = 4.0;
    pub const THIN_BAR: f32 = 4.0;
    /// The line of notes under the boards of a small window.
    pub const NOTE_LINE: f32 = 40.0;
    pub const BRAND: f32 = 64.0;
    /// The picture at the head of a first-start card.
    pub const PICTURE: f32 = 112.0;
    /// The track and the knob of a slider.
    pub const TRACK: f32 = 4.0;
    pub const KNOB: f32 = 20.0;
}

/// Sides of icons and marks.
pub mod icon {
    pub const RAIL: f32 = 22.0;
    pub const BUTTON: f32 = 18.0;
    pub const NOTE: f32 = 18.0;
    pub const SMALL: f32 = 16.0;
    pub const MARK: f32 = 10.0;
    pub const DOCK: f32 = 28.0;
    pub const DOCK_SMALL: f32 = 20.0;
    pub const DOCK_LARGE: f32 = 112.0;
    pub const BRAND: f32 = 32.0;
    /// The felt tile of a strip and its disc.
    pub const TILE: f32 = 26.0;
    /// The numbered circles of a short list.
    pub const STEP: f32 = 22.0;
    pub const RADIO: f32 = 18.0;
}

/// Widths that text and forms keep.
pub mod measure {
    pub const FORM: f32 = 600.0;
    pub const TEXT: f32 = 1180.0;
    pub const CARD_FIRST: f32 = 460.0;
    pub const LABEL_COLUMN: f32 = 100.0;
    pub const CLOCK: f32 = 76.0;
    pub const CLOCK_WIDE: f32 = 116.0;
    pub const QUESTION: f32 = 560.0;
    pub const EMPTY: f32 = 420.0;
    pub const TOOLTIP: f32 = 360.0;
    pub const CURVE_SMALL: f32 = 120.0;
    /// The small card of the second first-start picture.
    pub const SAMPLE: f32 = 216.0;
    pub const SAMPLE_HEIGHT: f32 = 72.0;
}

/// Time.
pub mod pace {
    use std::time::Duration;

    pub const HOVER: Duration = Duration::from_millis(80);
    /// Below this a clock shows tenths and is redrawn ten times a second.
    pub const HURRY: Duration = Duration::from_secs(10);
}
