//! The moves of a game on one board, as a list beside it.

use crate::play::paired::LegView;
use crate::ui::theme::{Layout, Role, palette, space};
use crate::ui::widgets::frame;
use crate::ui::widgets::text::{self, At};
use egui::{Pos2, Rect, ScrollArea, Ui, UiBuilder, Vec2};

pub(super) fn show(ui: &mut Ui, rect: Rect, layout: &Layout, leg: &LegView) {
    let palette = palette(ui);
    frame::card(ui, rect);
    let inner = rect.shrink2(Vec2::new(layout.card_side, space::L));
    let title = Rect::from_center_size(
        Pos2::new(inner.center().x, rect.top() + layout.card_title),
        Vec2::new(inner.width(), Role::Strong.line()),
    );
    text::line(ui, title, At::Left, Role::Strong, palette.text, "Moves");
    let list = inner.with_min_y(title.bottom() + space::S);
    if leg.history.is_empty() {
        let first = list.with_max_y(list.top() + Role::Body.line());
        text::line(ui, first, At::Left, Role::Body, palette.text2, "No move yet.");
        return;
    }
    ui.scope_builder(UiBuilder::new().max_rect(list), |ui| {
        ScrollArea::vertical().id_salt("moves").auto_shrink(false).stick_to_bottom(true).show(ui, |ui| {
            let n = leg.position.mode().size();
            for (index, pair) in leg.history.chunks(2).enumerate() {
                show_pair(ui, list.width(), index, &pair.iter().map(|played| played.mv.name(n)).collect::<Vec<_>>());
            }
        });
    });
}

/// Two moves of one number, black's first.
fn show_pair(ui: &mut Ui, width: f32, index: usize, moves: &[String]) {
    let palette = palette(ui);
    let (_, row) = ui.allocate_space(Vec2::new(width, Role::Figure.line()));
    let number = row.with_max_x(row.left() + space::XXL);
    text::line(ui, number, At::Left, Role::LabelFigure, palette.text3, &format!("{}.", index + 1));
    for (column, mv) in moves.iter().enumerate() {
        let left = number.right() + space::HUGE * 1.5 * column as f32;
        let place = Rect::from_x_y_ranges(left..=(left + space::HUGE * 1.5).min(row.right()), row.y_range());
        text::line(ui, place, At::Left, Role::Figure, palette.text, mv);
    }
}
