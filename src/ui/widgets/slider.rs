//! A slider over a logarithmic range of whole numbers.

use super::focus;
use crate::ui::theme::{height, palette, space, stroke};
use egui::{EventFilter, Key, Pos2, Rect, Response, Sense, Stroke, Ui, Vec2, WidgetInfo};

/// Draws a slider in `rect` and moves `value` within `least..=most` when it is dragged or keys are pressed:
/// ← and → by one step, Page Up and Page Down by a large one, Home and End to the ends.
pub fn show(ui: &mut Ui, rect: Rect, name: &str, value: &mut u32, least: u32, most: u32) -> Response {
    ui.advance_cursor_after_rect(rect);
    let id = ui.scope_id().with(("slider", name));
    let mut response = ui.interact(rect, id, Sense::click_and_drag());
    let track = Rect::from_center_size(rect.center(), Vec2::new(rect.width() - height::KNOB, height::TRACK));
    let before = *value;
    if let Some(pointer) = response.interact_pointer_pos() {
        *value = at((pointer.x - track.left()) / track.width().max(1.0), least, most);
    }
    if response.has_focus() {
        take_keys(ui, id, value, least, most);
    }
    *value = (*value).clamp(least, most);
    if *value != before {
        response.mark_changed();
    }
    response.widget_info(|| WidgetInfo::slider(true, f64::from(*value), name));
    draw(ui, track, share(*value, least, most));
    let knob = Pos2::new(track.left() + track.width() * share(*value, least, most), track.center().y);
    focus::ring_around(ui, &response, Rect::from_center_size(knob, Vec2::splat(height::KNOB)), height::KNOB / 2.0);
    response
}

fn draw(ui: &Ui, track: Rect, share: f32) {
    let palette = palette(ui);
    let knob = Pos2::new((track.left() + track.width() * share).round(), track.center().y);
    ui.painter().rect_filled(track, height::TRACK / 2.0, palette.line);
    ui.painter().rect_filled(track.with_max_x(knob.x), height::TRACK / 2.0, palette.accent);
    let edge = Stroke::new(stroke::FOCUS, palette.accent);
    ui.painter().circle(knob, height::KNOB / 2.0 - space::FOCUS / 2.0, palette.surface, edge);
}

fn take_keys(ui: &Ui, id: egui::Id, value: &mut u32, least: u32, most: u32) {
    let filter = EventFilter { horizontal_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    let presses = |key| ui.input(|input| input.num_presses(key)) as u32;
    let big = (*value / 2).max(5);
    *value = value.saturating_add(presses(Key::ArrowRight)).saturating_sub(presses(Key::ArrowLeft));
    *value = value.saturating_add(presses(Key::PageUp) * big).saturating_sub(presses(Key::PageDown) * big);
    if presses(Key::Home) > 0 {
        *value = least;
    }
    if presses(Key::End) > 0 {
        *value = most;
    }
}

/// Where `value` lies between the ends, on a logarithmic scale.
fn share(value: u32, least: u32, most: u32) -> f32 {
    let log = |number: u32| (number.max(1) as f32).ln();
    ((log(value) - log(least)) / (log(most) - log(least)).max(f32::EPSILON)).clamp(0.0, 1.0)
}

/// The whole number at `share` of the way.
fn at(share: f32, least: u32, most: u32) -> u32 {
    let log = |number: u32| (number.max(1) as f32).ln();
    let value = (log(least) + share.clamp(0.0, 1.0) * (log(most) - log(least))).exp();
    (value.round() as u32).clamp(least, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_where_its_share_says() {
        for value in 1..=300 {
            assert_eq!(at(share(value, 1, 300), 1, 300), value);
        }
        assert_eq!((at(-3.0, 1, 300), at(9.0, 1, 300)), (1, 300));
    }
}
