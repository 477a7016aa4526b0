//! A choice between two to five things, all in sight.

use super::focus;
use super::text::{self, At, piece};
use crate::ui::theme::{Role, palette, radius, space, stroke};
use egui::{CornerRadius, Rect, Sense, Stroke, StrokeKind, Ui, WidgetInfo};

/// Draws the segments in `rect` and returns the one that was chosen just now.
pub fn show<T: Copy + PartialEq>(ui: &mut Ui, rect: Rect, name: &str, choices: &[(T, &str)], chosen: T) -> Option<T> {
    let palette = palette(ui);
    ui.advance_cursor_after_rect(rect);
    let ground = CornerRadius::same(radius::BUTTON as u8);
    ui.painter().rect_filled(rect, ground, palette.inset);
    let inner = rect.shrink(space::SEGMENT);
    let share = inner.width() / choices.len().max(1) as f32;
    let mut picked = None;
    for (index, (value, word)) in choices.iter().enumerate() {
        let left = inner.left() + share * index as f32;
        let place = Rect::from_x_y_ranges(left..=left + share, inner.y_range());
        let selected = *value == chosen;
        let response = ui.interact(place, ui.scope_id().with(("segment", name, index)), Sense::click());
        response
            .widget_info(|| WidgetInfo::selected(egui::Role::RadioButton, true, selected, format!("{name}: {word}")));
        let corner = CornerRadius::same((radius::BUTTON - 2.0) as u8);
        if selected {
            let edge = Stroke::new(stroke::HAIR, palette.line);
            ui.painter().rect(place, corner, palette.raised, edge, StrokeKind::Inside);
        }
        let (role, ink) = if selected {
            (Role::Strong, palette.text)
        } else if response.hovered() {
            (Role::Body, palette.text)
        } else {
            (Role::Body, palette.text2)
        };
        text::paint(ui, place, At::Centre, piece(role, ink, word));
        focus::ring_around(ui, &response, place, radius::CHIP);
        if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
            picked = Some(*value);
        }
    }
    picked
}
