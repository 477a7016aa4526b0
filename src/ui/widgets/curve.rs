//! The engine's view of a whole game as a curve: above the axis my bot is ahead.

use super::frame;
use crate::ui::theme::{palette, radius, stroke};
use egui::{Pos2, Rect, Shape, Stroke, Ui};

/// The heights a curve may have, in discs: the first that holds every value.
const SCALES: [f32; 3] = [12.0, 24.0, 64.0];

/// Room between the curve's highest value and the edge of its ground, and the dot at its end.
const DOT: f32 = 3.0;

/// Draws the curve of `scores` (plies played, discs ahead) over a game of `plies` in `rect`.
pub fn show(ui: &Ui, rect: Rect, plies: u32, scores: &[(u32, f32)]) {
    let palette = palette(ui);
    frame::inset(ui, rect, radius::BAR);
    let axis = ui.painter().round_to_pixel_center(rect.center().y);
    ui.painter().hline(rect.x_range(), axis, Stroke::new(stroke::HAIR, palette.ctl));
    let points = points(rect, axis, plies, scores);
    let Some(&last) = points.last() else { return };
    for pair in points.windows(2) {
        for (area, ahead) in areas(pair[0], pair[1], axis) {
            let fill = if ahead { palette.area_mine } else { palette.area_theirs };
            ui.painter().add(Shape::convex_polygon(area, fill, Stroke::NONE));
        }
    }
    ui.painter().line(points, Stroke::new(stroke::FOCUS, palette.accent));
    ui.painter().circle(last, DOT, palette.accent, Stroke::new(stroke::HAIR, palette.inset));
}

/// The curve's height in discs.
#[must_use]
pub fn scale(scores: &[(u32, f32)]) -> f32 {
    let most =
        scores.iter().filter(|(_, score)| score.is_finite()).fold(0.0_f32, |most, (_, score)| most.max(score.abs()));
    SCALES.into_iter().find(|scale| most <= *scale).unwrap_or(SCALES[SCALES.len() - 1])
}

fn points(rect: Rect, axis: f32, plies: u32, scores: &[(u32, f32)]) -> Vec<Pos2> {
    let scale = scale(scores);
    let half = (rect.height() / 2.0 - DOT).max(1.0);
    let finite = scores.iter().filter(|(_, score)| score.is_finite());
    finite
        .map(|&(ply, score)| {
            let across = (ply as f32 / plies.max(1) as f32).min(1.0);
            let up = (score / scale).clamp(-1.0, 1.0);
            Pos2::new(rect.left() + across * (rect.width() - DOT), axis - up * half)
        })
        .collect()
}

/// The area between a piece of the curve and the axis, cut where the curve crosses it; with whether it lies above.
fn areas(from: Pos2, to: Pos2, axis: f32) -> Vec<(Vec<Pos2>, bool)> {
    let (rise, fall) = (axis - from.y, axis - to.y);
    let piece = |a: Pos2, b: Pos2, ahead| (vec![a, b, Pos2::new(b.x, axis), Pos2::new(a.x, axis)], ahead);
    if rise * fall >= 0.0 {
        return vec![piece(from, to, rise + fall >= 0.0)];
    }
    let crossing = Pos2::new(from.x + (to.x - from.x) * rise / (rise - fall), axis);
    vec![piece(from, crossing, rise > 0.0), piece(crossing, to, fall > 0.0)]
}

/// The line of a score: signed, with a real minus.
#[must_use]
pub fn signed(score: f32) -> String {
    let rounded = score.round();
    if rounded > 0.0 {
        format!("+{rounded:.0}")
    } else if rounded < 0.0 {
        format!("\u{2212}{:.0}", -rounded)
    } else {
        "0".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_widens_only_when_needed() {
        assert_eq!(scale(&[]), 12.0);
        assert_eq!(scale(&[(1, 12.0), (2, -3.0)]), 12.0);
        assert_eq!(scale(&[(1, -12.5)]), 24.0);
        assert_eq!(scale(&[(1, 30.0), (2, f32::NAN)]), 64.0);
        assert_eq!(scale(&[(1, 900.0)]), 64.0);
    }

    #[test]
    fn a_crossing_is_cut_at_the_axis() {
        let cut = areas(Pos2::new(0.0, 0.0), Pos2::new(10.0, 20.0), 10.0);
        assert_eq!(cut.len(), 2);
        assert!(cut[0].1 && !cut[1].1);
        assert_eq!(cut[0].0[1], Pos2::new(5.0, 10.0));
    }

    #[test]
    fn scores_carry_their_sign() {
        assert_eq!(signed(4.2), "+4");
        assert_eq!(signed(-3.0), "−3");
        assert_eq!(signed(-0.2), "0");
    }
}
