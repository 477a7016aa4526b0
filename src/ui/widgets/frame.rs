//! Flat grounds: cards, choice cards, hairlines, dashed frames.

use crate::ui::theme::{palette, radius, stroke};
use egui::{Color32, CornerRadius, Pos2, Rangef, Rect, Shape, Stroke, StrokeKind, Ui, Vec2};
use std::f32::consts::{FRAC_PI_2, PI};

/// A card: surface, hairline, no shadow.
pub fn card(ui: &Ui, rect: Rect) {
    let palette = palette(ui);
    let edge = Stroke::new(stroke::HAIR, palette.line);
    ui.painter().rect(rect, CornerRadius::same(radius::CARD as u8), palette.surface, edge, StrokeKind::Inside);
}

/// A card that can be chosen.
pub fn choice_card(ui: &Ui, rect: Rect, chosen: bool) {
    let palette = palette(ui);
    let edge =
        if chosen { Stroke::new(stroke::CHOSEN, palette.accent) } else { Stroke::new(stroke::HAIR, palette.line) };
    ui.painter().rect(rect, CornerRadius::same(radius::CARD as u8), palette.surface, edge, StrokeKind::Inside);
}

/// A flat ground of the inset colour.
pub fn inset(ui: &Ui, rect: Rect, corner: f32) {
    ui.painter().rect_filled(rect, CornerRadius::same(corner as u8), palette(ui).inset);
}

/// A hairline across.
pub fn hline(ui: &Ui, x: impl Into<Rangef>, y: f32) {
    ui.painter().hline(x, pixel(ui, y), Stroke::new(stroke::HAIR, palette(ui).line));
}

/// A hairline down.
pub fn vline(ui: &Ui, x: f32, y: impl Into<Rangef>) {
    ui.painter().vline(pixel(ui, x), y, Stroke::new(stroke::HAIR, palette(ui).line));
}

fn pixel(ui: &Ui, at: f32) -> f32 {
    ui.painter().round_to_pixel_center(at)
}

/// A dashed frame with round corners.
pub fn dashed(ui: &Ui, rect: Rect, corner: f32, colour: Color32, dash: f32) {
    let inner = rect.shrink(corner);
    let mut points = Vec::new();
    for (quarter, middle) in
        [inner.left_top(), inner.right_top(), inner.right_bottom(), inner.left_bottom()].iter().enumerate()
    {
        let from = PI + FRAC_PI_2 * quarter as f32;
        points.extend((0..=6_u8).map(|step| *middle + corner * Vec2::angled(from + FRAC_PI_2 * f32::from(step) / 6.0)));
    }
    points.extend(points.first().copied());
    let line = Stroke::new(stroke::CONTROL, colour);
    ui.painter().extend(Shape::dashed_line(&points, line, dash, dash));
}

/// A triangle that points to the right, `side` high: "to move".
pub fn pointer(ui: &Ui, middle: Pos2, side: f32, colour: Color32) {
    let half = side / 2.0;
    let points = vec![
        Pos2::new(middle.x - half * 0.85, middle.y - half),
        Pos2::new(middle.x + half * 0.85, middle.y),
        Pos2::new(middle.x - half * 0.85, middle.y + half),
    ];
    ui.painter().add(Shape::convex_polygon(points, colour, Stroke::NONE));
}
