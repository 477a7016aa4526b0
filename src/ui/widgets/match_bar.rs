//! One bar for all squares of a match: mine grows from the left, theirs from the right, the empty ones lie between.

use crate::ui::theme::{height, palette, radius, stroke};
use egui::{Color32, CornerRadius, Rangef, Rect, Stroke, StrokeKind, Ui};

/// The gap that separates board 1 from board 2 within a part.
const CUT: f32 = 3.0;

/// Draws the bar of a match over `squares` squares. `mine` and `theirs` are discs per board.
pub fn show(ui: &Ui, rect: Rect, mine: &[u32], theirs: &[u32], squares: u32) {
    let palette = palette(ui);
    let corner = CornerRadius::same(radius::BAR as u8);
    let edge = Stroke::new(stroke::HAIR, palette.line);
    ui.painter().rect(rect, corner, palette.inset, edge, StrokeKind::Inside);
    for part in parts(rect.width(), mine, squares) {
        let place = Rect::from_x_y_ranges(rect.left() + part.min..=rect.left() + part.max, rect.y_range());
        paint_part(ui, place, palette.accent);
    }
    for part in parts(rect.width(), theirs, squares) {
        let place = Rect::from_x_y_ranges(rect.right() - part.max..=rect.right() - part.min, rect.y_range());
        paint_part(ui, place, palette.text3);
    }
    let tick = Rangef::new(rect.top() - height::TICK, rect.bottom() + height::TICK);
    let middle = rect.center().x.round();
    let line = Rect::from_x_y_ranges(middle - 1.0..=middle + 1.0, tick);
    ui.painter().rect_filled(line, 0.0, palette.text);
}

/// The thin bar of a match in a row: no cut, no tick.
pub fn show_thin(ui: &Ui, rect: Rect, mine: u32, theirs: u32, squares: u32) {
    let palette = palette(ui);
    let share = |discs: u32| rect.width() * discs as f32 / squares.max(1) as f32;
    ui.painter().rect_filled(rect, 0.0, palette.inset);
    ui.painter().rect_filled(rect.with_max_x(rect.left() + share(mine)), 0.0, palette.accent);
    ui.painter().rect_filled(rect.with_min_x(rect.right() - share(theirs)), 0.0, palette.text3);
}

fn paint_part(ui: &Ui, rect: Rect, colour: Color32) {
    let corner = CornerRadius::same((radius::BAR - 1.0) as u8);
    ui.painter().rect_filled(rect, corner, colour);
}

/// Where the parts of one side lie, as distances from that side's end; whole pixels, cut between boards.
fn parts(width: f32, discs: &[u32], squares: u32) -> Vec<Rangef> {
    let mut total = 0;
    let mut found = Vec::new();
    for &board in discs {
        let from = (width * total as f32 / squares.max(1) as f32).round();
        total += board;
        let to = (width * total as f32 / squares.max(1) as f32).round().min(width);
        let from = if found.is_empty() { from } else { from + CUT };
        if to > from {
            found.push(Rangef::new(from, to));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_as_long_as_their_discs_with_a_cut_between_boards() {
        let found = parts(1280.0, &[17, 23], 128);
        assert_eq!(found, [Rangef::new(0.0, 170.0), Rangef::new(173.0, 400.0)]);
        assert_eq!(parts(1280.0, &[0, 23], 128), [Rangef::new(0.0, 230.0)]);
        assert!(parts(1280.0, &[], 128).is_empty());
        assert_eq!(parts(100.0, &[64, 64], 64), [Rangef::new(0.0, 100.0)]);
    }
}
