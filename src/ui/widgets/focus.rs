//! The focus ring: one look for every control.

use crate::ui::theme::{palette, radius, space, stroke};
use egui::{CornerRadius, Rect, Response, Stroke, StrokeKind, Ui};

/// Draws the ring around a control of corner radius [`radius::BUTTON`] that has the keyboard's focus.
pub fn ring(ui: &Ui, response: &Response) {
    ring_around(ui, response, response.rect, radius::BUTTON);
}

/// The same around `rect`, for controls of another shape.
pub fn ring_around(ui: &Ui, response: &Response, rect: Rect, corner: f32) {
    if !response.has_focus() {
        return;
    }
    let palette = palette(ui);
    let painter = ui.painter().clone().with_clip_rect(ui.clip_rect().expand(space::S));
    let gap = Stroke::new(space::FOCUS, palette.bg);
    let ring = Stroke::new(stroke::FOCUS, palette.accent);
    let corner = |grown: f32| CornerRadius::same((corner + grown) as u8);
    painter.rect_stroke(rect, corner(0.0), gap, StrokeKind::Outside);
    painter.rect_stroke(rect.expand(space::FOCUS), corner(space::FOCUS), ring, StrokeKind::Outside);
}
