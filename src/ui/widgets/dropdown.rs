//! A choice from a list that opens under its field.

use super::icon::{self, Icon};
use super::text::{self, At, piece};
use super::{focus, frame};
use crate::ui::theme::{self, Role, height, palette, radius, space, stroke};
use egui::{CornerRadius, Popup, PopupCloseBehavior, Pos2, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo};

/// Draws the field in `rect` with its list when open; returns what was chosen just now.
pub fn show<T: Copy + PartialEq>(ui: &mut Ui, rect: Rect, name: &str, choices: &[(T, &str)], chosen: T) -> Option<T> {
    let palette = palette(ui);
    ui.advance_cursor_after_rect(rect);
    let shown = choices.iter().find(|(value, _)| *value == chosen).map_or("", |(_, word)| word);
    let response = ui.interact(rect, ui.scope_id().with(("dropdown", name)), Sense::click());
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(egui::Role::ComboBox, true, name);
        info.current_text_value = Some(shown.to_owned());
        info
    });
    let fill = if response.hovered() { palette.inset } else { palette.surface };
    let edge = Stroke::new(stroke::CONTROL, palette.ctl);
    ui.painter().rect(rect, CornerRadius::same(radius::BUTTON as u8), fill, edge, StrokeKind::Inside);
    let arrow = Pos2::new(rect.right() - space::M - theme::icon::BUTTON / 2.0, rect.center().y);
    icon::paint(ui, Rect::from_center_size(arrow, Vec2::splat(theme::icon::BUTTON)), Icon::Chevron, palette.text2);
    let words = Rect::from_x_y_ranges(rect.left() + space::M..=arrow.x - space::M, rect.y_range());
    text::paint(ui, words, At::Left, piece(Role::Body, palette.text, shown));
    focus::ring(ui, &response);

    let mut picked = None;
    Popup::menu(&response)
        .accessible_name(name)
        .width(rect.width())
        .gap(space::XS)
        .close_behavior(PopupCloseBehavior::CloseOnClick)
        .show(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for (value, word) in choices {
                if row(ui, rect.width() - 2.0 * space::S, word, *value == chosen) {
                    picked = Some(*value);
                }
            }
        });
    picked
}

fn row(ui: &mut Ui, width: f32, word: &str, chosen: bool) -> bool {
    let palette = palette(ui);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width, height::ROW), Sense::click());
    response.widget_info(|| WidgetInfo::selected(egui::Role::MenuItemRadio, true, chosen, word));
    if chosen {
        ui.painter().rect_filled(rect, CornerRadius::same(radius::CHIP as u8), palette.accent_soft);
    } else if response.hovered() {
        frame::inset(ui, rect, radius::CHIP);
    }
    let role = if chosen { Role::Strong } else { Role::Body };
    text::paint(ui, rect.shrink2(Vec2::new(space::S, 0.0)), At::Left, piece(role, palette.text, word));
    focus::ring_around(ui, &response, rect.shrink(space::XS), radius::CHIP);
    response.clicked()
}
