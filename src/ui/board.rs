//! The boards: felt in whole-pixel squares, coordinates outside the rim, discs, and the marks on them.
//!
//! a1 is at the top left and never turns; letters stand above, numbers at the left. The octagon is drawn as an octagon:
//! a rim polygon with the 88 squares on it, and nothing in the corners.

use super::theme::{Palette, Role, palette, radius, stroke};
use super::widgets::text::{self, At, piece};
use super::widgets::{board_disc, frame};
use crate::game::grid::{Side, Square, SquareSet};
use crate::game::othello::{Mode, Move, Position};
use egui::{CornerRadius, Mesh, Painter, Pos2, Rect, Response, Shape, Stroke, StrokeKind, Ui, Vec2, WidgetInfo};

/// Parts of a board as fractions of a square's side.
const DISC: f32 = 0.78;
const DOT: f32 = 0.06;
const LAST_DOT: f32 = 0.18;
const LEGAL: f32 = 0.26;
const LEGAL_STROKE: f32 = 0.045;
const LEGAL_STROKE_LEAST: f32 = 1.6;

/// Frames inside a square, in pixels from its edge.
const MARK_INSET: f32 = 2.5;
const CENTRE_INSET: f32 = 4.0;
const CENTRE_DASH: f32 = 4.0;

/// How far a disc's middle lies above the square's.
const LIFT: f32 = 0.5;

/// Where a board lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// The top left corner of a1.
    pub origin: Pos2,
    /// The side of a square.
    pub side: f32,
    pub gutter: f32,
    pub rim: f32,
    /// From the first row up to the middle of the letters.
    pub letters: f32,
}

impl Place {
    /// The rectangle of `square` on a board of `n` × `n`.
    #[must_use]
    pub fn square(&self, square: Square, n: usize) -> Rect {
        let offset = Vec2::new(square.column(n) as f32, square.row(n) as f32) * self.side;
        Rect::from_min_size(self.origin + offset, Vec2::splat(self.side))
    }

    /// All squares, without the rim.
    #[must_use]
    pub fn felt(&self, n: usize) -> Rect {
        Rect::from_min_size(self.origin, Vec2::splat(self.side * n as f32))
    }
}

/// What a board shows.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    pub position: &'a Position,
    /// The squares to mark for the side to move.
    pub legal: SquareSet,
    pub last: Option<Move>,
    /// What a screen reader says.
    pub spoken: &'a str,
}

/// Draws a board with its coordinates.
pub fn show(ui: &mut Ui, place: &Place, shown: &Shown<'_>) -> Response {
    let mode = shown.position.mode();
    let n = mode.size();
    let palette = palette(ui);
    draw_coordinates(ui, place, n);
    draw_ground(ui.painter(), palette, place, mode);
    for square in shown.position.open_centre().iter() {
        let rect = place.square(square, n).shrink(CENTRE_INSET);
        frame::dashed(ui, rect, 1.0, palette.centre, CENTRE_DASH);
    }
    let side = shown.position.side();
    for square in shown.legal.iter() {
        draw_legal(ui.painter(), palette, place.square(square, n), side);
    }
    for side in Side::BOTH {
        for square in shown.position.set_of(side).iter() {
            draw_disc(ui.painter(), palette, place.square(square, n), side);
        }
    }
    if let Some(Move::Place(square)) = shown.last {
        draw_last(ui.painter(), palette, place.square(square, n), shown.position.disc(square));
    }
    let response = ui.allocate_rect(place.felt(n).expand(place.rim), egui::Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, shown.spoken));
    response
}

/// Draws a small board without coordinates and marks, for a picture: `rows` of `X`, `O` and anything else.
pub fn picture(ui: &Ui, rect: Rect, rows: &[&str]) {
    let palette = palette(ui);
    let n = rows.len().max(1);
    let rim = (rect.width() / 28.0).round();
    let side = ((rect.width() - 2.0 * rim) / n as f32).floor();
    let felt = Rect::from_center_size(rect.center(), Vec2::splat(side * n as f32));
    let felt = felt.translate(felt.min.round() - felt.min);
    ui.painter().rect_filled(felt.expand(rim), CornerRadius::same(radius::CHIP as u8), palette.rim);
    let mut mesh = Mesh::default();
    for (row, column) in (0..n * n).map(|index| (index / n, index % n)) {
        let corner = felt.min + Vec2::new(column as f32, row as f32) * side;
        add_square(&mut mesh, palette, Rect::from_min_size(corner, Vec2::splat(side)), 1.0);
    }
    ui.painter().add(mesh);
    for (row, line) in rows.iter().enumerate() {
        for (column, cell) in line.chars().enumerate() {
            let side_of = match cell {
                'X' => Side::Black,
                'O' => Side::White,
                _ => continue,
            };
            let corner = felt.min + Vec2::new(column as f32, row as f32) * side;
            draw_disc(ui.painter(), palette, Rect::from_min_size(corner, Vec2::splat(side)), side_of);
        }
    }
}

fn draw_coordinates(ui: &Ui, place: &Place, n: usize) {
    let palette = palette(ui);
    let role = if place.rim > 6.0 { Role::Figure } else { Role::LabelFigure };
    let felt = place.felt(n);
    for index in 0..n {
        let Some(square) = Square::at(index, index, n) else { continue };
        let name = square.name(n);
        let (letter, number) = name.split_at(1);
        let along = place.side * (index as f32 + 0.5);
        let above = Pos2::new(felt.left() + along, felt.top() - place.letters);
        let beside = Pos2::new(felt.left() - place.rim - place.gutter / 2.0 - 2.0, felt.top() + along);
        for (at, figure) in [(above, letter), (beside, number)] {
            let spot = Rect::from_center_size(at, Vec2::splat(place.side.max(role.line())));
            text::paint(ui, spot, At::Centre, piece(role, palette.text3, figure));
        }
    }
}

fn draw_ground(painter: &Painter, palette: &Palette, place: &Place, mode: Mode) {
    let n = mode.size();
    if mode.blocked().is_empty() {
        let corner = CornerRadius::same(radius::CHIP as u8);
        painter.rect_filled(place.felt(n).expand(place.rim), corner, palette.rim);
    } else {
        painter.add(Shape::convex_polygon(octagon(place), palette.rim, Stroke::NONE));
    }
    painter.add(felt(palette, place, mode, 1.0 / painter.pixels_per_point()));
    let felt = place.felt(n);
    for (x, y) in [(2, 2), (n - 2, 2), (2, n - 2), (n - 2, n - 2)] {
        let at = felt.min + Vec2::new(x as f32, y as f32) * place.side;
        painter.circle_filled(at, DOT * place.side, palette.rim);
    }
}

/// The squares that take discs, as one mesh with hairlines of `line` width between them.
fn felt(palette: &Palette, place: &Place, mode: Mode, line: f32) -> Mesh {
    let mut mesh = Mesh::default();
    for square in mode.playable().iter() {
        add_square(&mut mesh, palette, place.square(square, mode.size()), line);
    }
    mesh
}

fn add_square(mesh: &mut Mesh, palette: &Palette, rect: Rect, line: f32) {
    mesh.add_colored_rect(rect, palette.grid);
    mesh.add_colored_rect(Rect::from_min_max(rect.min + Vec2::splat(line), rect.max), palette.felt);
}

/// The octagon through the outer corners of the squares, grown by the rim; clockwise from the top left.
fn octagon(place: &Place) -> Vec<Pos2> {
    // An edge moved out by `rim` meets its neighbour at 135°, this far along itself.
    let slip = place.rim * std::f32::consts::FRAC_PI_8.tan();
    let corners = [(2, 0), (8, 0), (10, 2), (10, 8), (8, 10), (2, 10), (0, 8), (0, 2)];
    let middle = 5.0 * place.side;
    let grow = |at: f32, on_edge: bool| {
        let by = if on_edge { place.rim } else { slip };
        if at < middle { at - by } else { at + by }
    };
    corners
        .map(|(x, y)| {
            let (on_left_or_right, on_top_or_bottom) = (x == 0 || x == 10, y == 0 || y == 10);
            let (x, y) = (x as f32 * place.side, y as f32 * place.side);
            place.origin + Vec2::new(grow(x, on_left_or_right), grow(y, on_top_or_bottom))
        })
        .to_vec()
}

fn draw_disc(painter: &Painter, palette: &Palette, square: Rect, side: Side) {
    let middle = square.center() - Vec2::new(0.0, LIFT);
    board_disc::paint(painter, palette, middle, DISC * square.width() / 2.0, side);
}

fn draw_legal(painter: &Painter, palette: &Palette, square: Rect, side: Side) {
    let line = Stroke::new((LEGAL_STROKE * square.width()).max(LEGAL_STROKE_LEAST), face(palette, side));
    painter.circle_stroke(square.center(), LEGAL * square.width() / 2.0, line);
}

fn draw_last(painter: &Painter, palette: &Palette, square: Rect, disc: Option<Side>) {
    let frame = Stroke::new(stroke::FOCUS, palette.mark);
    painter.rect_stroke(square.shrink(MARK_INSET), CornerRadius::same(radius::MARK as u8), frame, StrokeKind::Inside);
    if let Some(side) = disc {
        let middle = square.center() - Vec2::new(0.0, LIFT);
        painter.circle_filled(middle, LAST_DOT * square.width() / 2.0, face(palette, side.other()));
    }
}

const fn face(palette: &Palette, side: Side) -> egui::Color32 {
    match side {
        Side::Black => palette.black,
        Side::White => palette.white,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::theme::LIGHT;

    const PLACE: Place = Place { origin: Pos2::new(100.0, 100.0), side: 34.0, gutter: 18.0, rim: 5.0, letters: 15.0 };

    /// A square is two rectangles of four corners.
    fn squares(mode: Mode) -> usize {
        felt(&LIGHT, &PLACE, mode, 1.0).vertices.len() / 8
    }

    #[test]
    fn each_board_has_its_squares_and_the_octagon_no_corners() {
        assert_eq!(Mode::ALL.map(squares), [64, 64, 100, 88, 64]);
        let corner = Rect::from_min_size(PLACE.origin, Vec2::splat(33.0));
        let mesh = felt(&LIGHT, &PLACE, Mode::Octagon, 1.0);
        assert!(mesh.vertices.iter().all(|vertex| !corner.contains(vertex.pos)));
    }

    #[test]
    fn the_octagons_rim_is_as_wide_on_every_edge() {
        let corners = octagon(&PLACE);
        let middle = PLACE.felt(10).center();
        for (index, &from) in corners.iter().enumerate() {
            let to = corners[(index + 1) % corners.len()];
            let along = (to - from).normalized();
            let distance = along.rot90().dot(from - middle).abs();
            // Straight edges lie 5 squares from the middle, slanted ones 8 ÷ √2.
            let slanted = along.x.abs() > 0.1 && along.y.abs() > 0.1;
            let inner = if slanted { 8.0 * PLACE.side / 2.0_f32.sqrt() } else { 5.0 * PLACE.side };
            assert!((distance - inner - PLACE.rim).abs() < 0.01, "edge {index}: {distance} from {inner}");
        }
    }
}
