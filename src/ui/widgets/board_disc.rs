//! One disc: shadow, the other side's edge, face, inner ring.

use crate::game::grid::Side;
use crate::ui::theme::{Palette, stroke};
use egui::{Painter, Pos2, Stroke, Vec2};

/// The parts of a disc as fractions of its radius, and the least edge in pixels.
const SHADOW: f32 = 0.16;
const EDGE: f32 = 0.11;
const EDGE_LEAST: f32 = 1.0;

/// Draws a disc of `side` around `middle`.
pub fn paint(painter: &Painter, palette: &Palette, middle: Pos2, radius: f32, side: Side) {
    let (face, edge, ring) = match side {
        Side::Black => (palette.black, palette.edge_b, Stroke::new(stroke::CONTROL, palette.ring_b)),
        Side::White => (palette.white, palette.edge_w, Stroke::new(stroke::HAIR, palette.ring_w)),
    };
    let down = |by: f32| middle + Vec2::new(0.0, by);
    painter.circle_filled(down(SHADOW * radius), radius, palette.disc_shadow);
    painter.circle_filled(down((EDGE * radius).max(EDGE_LEAST)), radius, edge);
    painter.circle_filled(middle, radius, face);
    painter.circle_stroke(middle, radius - ring.width / 2.0, ring);
}
