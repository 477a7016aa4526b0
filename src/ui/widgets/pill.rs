//! The state as a pill: a mark, a word, a soft colour.

use super::dock::half_disc;
use super::text::{self, At, piece};
use crate::ui::theme::{self, Role, height, space, stroke};
use egui::{Color32, CornerRadius, Pos2, Rect, Response, Shape, Stroke, Ui, Vec2};
use std::f32::consts::TAU;

/// The mark before the word; differs by shape, not by colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Disc,
    HalfDisc,
    OpenRing,
    Bars,
    Ring,
    Triangle,
}

/// Draws a pill from `left_middle`; returns it with its rectangle.
pub fn show(ui: &mut Ui, left_middle: Pos2, mark: Mark, word: &str, ink: Color32, soft: Color32) -> Response {
    let word_width = text::width(ui, Role::LabelStrong, word);
    let wide = space::S + theme::icon::MARK + space::S + word_width + space::S + space::XS / 2.0;
    let rect =
        Rect::from_min_size(left_middle - Vec2::new(0.0, height::PILL / 2.0), Vec2::new(wide.ceil(), height::PILL));
    ui.painter().rect_filled(rect, CornerRadius::same((height::PILL / 2.0) as u8), soft);
    let middle = Pos2::new(rect.left() + space::S + theme::icon::MARK / 2.0 + 1.0, rect.center().y);
    paint_mark(ui, middle, mark, ink);
    let place =
        Rect::from_x_y_ranges(middle.x + theme::icon::MARK / 2.0 + space::S - 1.0..=rect.right(), rect.y_range());
    text::paint(ui, place, At::Left, piece(Role::LabelStrong, ink, word));
    text::name(ui, rect, word)
}

fn paint_mark(ui: &Ui, middle: Pos2, mark: Mark, ink: Color32) {
    let painter = ui.painter();
    let radius = theme::icon::MARK / 2.0;
    let line = Stroke::new(stroke::CONTROL, ink);
    match mark {
        Mark::Disc => {
            painter.circle_filled(middle, radius - 0.5, ink);
        }
        Mark::HalfDisc => {
            painter.circle_stroke(middle, radius - 0.5, line);
            painter.add(half_disc(middle, radius, ink));
        }
        Mark::OpenRing => {
            let points =
                (0..=18_u8).map(|step| middle + (radius - 0.5) * Vec2::angled(TAU * 0.75 * f32::from(step) / 18.0));
            painter.add(Shape::line(points.collect(), line));
        }
        Mark::Bars => {
            for dx in [-2.5, 2.5] {
                painter.rect_filled(Rect::from_center_size(middle + Vec2::new(dx, 0.0), Vec2::new(3.0, 9.0)), 0.0, ink);
            }
        }
        Mark::Ring => {
            painter.circle_stroke(middle, radius - 0.5, Stroke::new(stroke::FOCUS, ink));
        }
        Mark::Triangle => {
            let corners = [(0.0, -5.0), (5.5, 4.5), (-5.5, 4.5)].map(|(x, y)| middle + Vec2::new(x, y));
            painter.add(Shape::convex_polygon(corners.to_vec(), ink, Stroke::NONE));
        }
    }
}
