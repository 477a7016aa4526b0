//! The dock: an open square with a disc in it. Its shape tells the state; the colour only repeats it.

use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2, epaint::PathStroke};
use std::f32::consts::{FRAC_PI_2, PI};

/// What lies in the dock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Load {
    /// Online: a whole disc.
    Whole,
    /// Playing: half disc, half ring.
    Half,
    /// Paused: a disc with two bars.
    Bars,
    /// Offline: an empty ring.
    Ring,
    /// Needs a person: a triangle with "!".
    Sign,
}

/// The colours of one glyph. `ground` is what shows through cuts.
#[derive(Clone, Copy, Debug)]
pub struct Ink {
    pub dock: Color32,
    pub load: Color32,
    pub ground: Color32,
}

/// The glyph's own grid: the dock reaches from 5 to 59 across, from 21 to 58 down; the disc's middle is (32, 26).
const SPAN: f32 = 54.0;
const DISC: Pos2 = Pos2::new(32.0, 26.0);
const DISC_RADIUS: f32 = 19.0;
const RING: f32 = 5.0;
const WALL: f32 = 6.0;

/// Draws the glyph so that the dock is as wide as `rect`, with its foot on `rect`'s lower edge.
pub fn paint(painter: &Painter, rect: Rect, load: Load, ink: Ink) {
    let grid = Grid::new(rect);
    paint_dock(painter, &grid, WALL, ink.dock);
    let (middle, radius) = (grid.at(DISC), DISC_RADIUS * grid.scale);
    let ring = Stroke::new(RING * grid.scale, ink.load);
    let ring_radius = radius - RING * grid.scale / 2.0;
    match load {
        Load::Whole => {
            painter.circle_filled(middle, radius, ink.load);
        }
        Load::Half => {
            painter.circle_stroke(middle, ring_radius, ring);
            painter.add(half_disc(middle, radius, ink.load));
        }
        Load::Bars => {
            painter.circle_filled(middle, radius, ink.load);
            for x in [25.2, 38.8] {
                let bar = Rect::from_center_size(grid.at(Pos2::new(x, DISC.y)), Vec2::new(7.0, 20.0) * grid.scale);
                painter.rect_filled(bar, 0.0, ink.ground);
            }
        }
        Load::Ring => {
            painter.circle_stroke(middle, ring_radius, ring);
        }
        Load::Sign => paint_sign(painter, &grid, ink),
    }
}

/// Draws the dock with a disc that is half dark, half light: the program's own mark, large.
pub fn paint_both(painter: &Painter, rect: Rect, dock: Color32, dark: Color32, light: Color32, edge: Color32) {
    let grid = Grid::new(rect);
    paint_dock(painter, &grid, WALL - 1.0, dock);
    let (middle, radius) = (grid.at(DISC), (DISC_RADIUS - 1.0) * grid.scale);
    painter.circle_filled(middle, radius, light);
    painter.add(half_disc(middle, radius, dark));
    painter.circle_stroke(middle, radius - 0.5, Stroke::new(1.5, edge));
}

struct Grid {
    origin: Pos2,
    scale: f32,
}

impl Grid {
    fn new(rect: Rect) -> Grid {
        let scale = rect.width() / SPAN;
        Grid { origin: Pos2::new(rect.left() - 5.0 * scale, rect.bottom() - 58.0 * scale), scale }
    }

    fn at(&self, point: Pos2) -> Pos2 {
        self.origin + point.to_vec2() * self.scale
    }
}

fn paint_dock(painter: &Painter, grid: &Grid, wall: f32, colour: Color32) {
    let mut points = vec![grid.at(Pos2::new(8.0, 21.0))];
    for (middle, from) in [(Pos2::new(17.0, 46.0), PI), (Pos2::new(47.0, 46.0), FRAC_PI_2)] {
        points.extend((0..=8_u8).map(|step| {
            let angle = from - FRAC_PI_2 * f32::from(step) / 8.0;
            grid.at(middle + 9.0 * Vec2::angled(angle))
        }));
    }
    points.push(grid.at(Pos2::new(56.0, 21.0)));
    painter.add(Shape::line(points, PathStroke::new(wall * grid.scale, colour)));
}

fn paint_sign(painter: &Painter, grid: &Grid, ink: Ink) {
    let corners = [(32.0, 6.5), (54.0, 43.0), (10.0, 43.0)];
    let corners = corners.map(|(x, y)| grid.at(Pos2::new(x, y))).to_vec();
    painter.add(Shape::convex_polygon(corners, ink.load, Stroke::NONE));
    for (top, high) in [(19.6, 11.1), (34.4, 5.7)] {
        let bar = Rect::from_min_size(grid.at(Pos2::new(29.15, top)), Vec2::new(5.7, high) * grid.scale);
        painter.rect_filled(bar, 0.0, ink.ground);
    }
}

/// The left half of a disc.
pub fn half_disc(middle: Pos2, radius: f32, colour: Color32) -> Shape {
    let points = (0..=24_u8).map(|step| middle + radius * Vec2::angled(FRAC_PI_2 + PI * f32::from(step) / 24.0));
    Shape::convex_polygon(points.collect(), colour, Stroke::NONE)
}
