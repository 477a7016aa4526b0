//! The strip above and below a board: disc, name, "to move", count, clock.

use super::clock::{self, Running};
use super::text::{self, At};
use super::{board_disc, frame};
use crate::game::grid::Side;
use crate::ui::theme::{self, Layout, Role, palette, radius, space, stroke};
use egui::{CornerRadius, Pos2, Rect, Stroke, StrokeKind, Ui, Vec2};
use std::time::Duration;

/// What a strip shows.
#[derive(Clone, Copy, Debug)]
pub struct Strip<'a> {
    pub side: Side,
    pub name: &'a str,
    /// My bot's strip carries the marker.
    pub mine: bool,
    pub to_move: bool,
    pub count: u32,
    pub left: Duration,
}

/// Words beside the triangle.
const TO_MOVE: &str = "to move";

/// Draws `strip` in `rect`.
pub fn show(ui: &mut Ui, rect: Rect, layout: &Layout, strip: &Strip<'_>) {
    draw_ground(ui, rect, strip);
    let palette = palette(ui);
    let middle = rect.center().y;
    let edge = ((rect.height() - theme::icon::TILE) / 2.0).min(space::S - 1.0);
    let tile = Rect::from_center_size(
        Pos2::new(rect.left() + edge + theme::icon::TILE / 2.0, middle),
        Vec2::splat(theme::icon::TILE),
    );
    ui.painter().rect_filled(tile, CornerRadius::same(radius::BAR as u8), palette.felt);
    board_disc::paint(ui.painter(), palette, tile.center(), theme::icon::TILE * 0.36, strip.side);

    let running = match (strip.to_move, strip.mine) {
        (false, _) => Running::No,
        (true, true) => Running::Mine,
        (true, false) => Running::Theirs,
    };
    let clock_pad = ((rect.height() - layout.clock_size.y) / 2.0).min(space::S);
    let clock_width = clock::wanted(ui, layout.clock, strip.left, running).max(layout.clock_size.x);
    let clock = Rect::from_min_max(
        Pos2::new(rect.right() - clock_pad - clock_width, middle - layout.clock_size.y / 2.0),
        Pos2::new(rect.right() - clock_pad, middle + layout.clock_size.y / 2.0),
    );
    let count_right = clock.left() - space::M;
    let digits = strip.count.to_string();
    let count_left = count_right - text::width(ui, layout.count, &digits).ceil() - 1.0;

    let name = Rect::from_x_y_ranges(tile.right() + space::S..=count_left - space::S, rect.y_range());
    draw_name(ui, name, layout, strip);
    let count = Rect::from_x_y_ranges(count_left..=count_right, rect.y_range());
    text::line(ui, count, At::Right, layout.count, palette.text, &digits);
    clock::show(ui, clock, layout.clock, strip.left, running, strip.name);
}

fn draw_ground(ui: &Ui, rect: Rect, strip: &Strip<'_>) {
    let palette = palette(ui);
    if strip.to_move {
        let edge = if strip.mine { palette.accent } else { palette.text };
        let line = Stroke::new(stroke::CONTROL, edge);
        ui.painter().rect(rect, CornerRadius::same(radius::BUTTON as u8), palette.surface, line, StrokeKind::Inside);
    } else {
        frame::inset(ui, rect, radius::BUTTON);
    }
    if strip.mine {
        let marker = Rect::from_min_max(
            Pos2::new(rect.left(), rect.top() + radius::BUTTON),
            Pos2::new(rect.left() + stroke::MARKER, rect.bottom() - radius::BUTTON),
        );
        ui.painter().rect_filled(marker, 1.0, palette.accent);
    }
}

fn draw_name(ui: &mut Ui, place: Rect, layout: &Layout, strip: &Strip<'_>) {
    let palette = palette(ui);
    let role = match (layout.count, strip.mine) {
        (Role::CountWide, true) => Role::CardTitle,
        (Role::CountWide, false) => Role::Lead,
        (_, true) => Role::Strong,
        (_, false) => Role::Body,
    };
    let news = space::S + theme::icon::MARK + text::width(ui, Role::LabelStrong, TO_MOVE).ceil() + space::XS;
    let shown = text::width(ui, role, strip.name);
    let fits = shown + news <= place.width();
    // In a narrow strip the word goes and the triangle, frame and clock still say it.
    let reserved = match (strip.to_move, fits) {
        (true, true) => news,
        (true, false) => space::S + theme::icon::MARK,
        (false, _) => 0.0,
    };
    let name = Rect::from_min_max(place.min, Pos2::new((place.right() - reserved).max(place.left()), place.bottom()));
    let drawn = text::line(ui, name, At::Left, role, palette.text, strip.name);
    if !strip.to_move {
        return;
    }
    let ink = if strip.mine { palette.accent } else { palette.text2 };
    let left = drawn.rect.right() + space::S;
    let middle = place.center().y;
    frame::pointer(ui, Pos2::new(left + theme::icon::MARK / 2.0, middle), theme::icon::MARK, ink);
    if fits {
        let word = Rect::from_min_max(Pos2::new(left + theme::icon::MARK + space::XS, place.top()), place.max);
        text::line(ui, word, At::Left, Role::LabelStrong, ink, TO_MOVE);
    }
}
