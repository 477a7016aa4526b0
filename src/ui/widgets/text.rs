//! Text in a place: one line that is cut with "…" and shown whole on hover, or a paragraph that wraps.

use crate::ui::theme::Role;
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Align2, Color32, FontSelection, Galley, Pos2, Rect, Response, Sense, Ui, Vec2, WidgetInfo};
use std::sync::Arc;

/// Where a line stands in its rectangle, across.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    Left,
    Centre,
    Right,
}

/// A piece of text with its look.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'a> {
    pub role: Role,
    pub colour: Color32,
    pub text: &'a str,
}

/// A piece of text with its look.
#[must_use]
pub const fn piece(role: Role, colour: Color32, text: &str) -> Piece<'_> {
    Piece { role, colour, text }
}

fn format(piece: Piece<'_>) -> TextFormat {
    let font = FontSelection::FontId(piece.role.font()).resolve(&egui::Style::default());
    // Half of a line's spare height above the letters, half below.
    let valign = egui::Align::Center;
    TextFormat { line_height: Some(piece.role.line()), valign, ..TextFormat::simple(font, piece.colour) }
}

fn lay_out(ui: &Ui, pieces: &[Piece<'_>], wrap: TextWrapping) -> Arc<Galley> {
    let mut job = LayoutJob { wrap, ..LayoutJob::default() };
    for piece in pieces {
        job.append(piece.text, 0.0, format(*piece));
    }
    ui.painter().layout_job(job)
}

/// The width of a text on one line.
#[must_use]
pub fn width(ui: &Ui, role: Role, text: &str) -> f32 {
    lay_out(ui, &[piece(role, Color32::PLACEHOLDER, text)], TextWrapping::no_max_width()).size().x
}

/// The size of a paragraph of this width.
#[must_use]
pub fn height(ui: &Ui, width: f32, role: Role, text: &str) -> f32 {
    lay_out(ui, &[piece(role, Color32::PLACEHOLDER, text)], TextWrapping::wrap_at_width(width)).size().y
}

/// Draws one line in the middle of `rect`'s height without telling a screen reader: for the inside of a control that
/// has a name of its own.
pub fn paint(ui: &Ui, rect: Rect, at: At, shown: Piece<'_>) {
    let galley = lay_out(ui, &[shown], TextWrapping::truncate_at_width(rect.width().max(0.0)));
    let place = place(rect, at, galley.size());
    ui.painter().galley(place.min, galley, shown.colour);
}

fn place(rect: Rect, at: At, size: Vec2) -> Rect {
    let anchor = match at {
        At::Left => Align2::LEFT_CENTER,
        At::Centre => Align2::CENTER_CENTER,
        At::Right => Align2::RIGHT_CENTER,
    };
    anchor.align_size_within_rect(size, rect)
}

/// One line of text in `rect`. What does not fit ends in "…" and appears whole on hover.
pub fn line(ui: &mut Ui, rect: Rect, at: At, role: Role, colour: Color32, text: &str) -> Response {
    pieces(ui, rect, at, &[piece(role, colour, text)])
}

/// One line of several looks. A screen reader hears it as one text.
pub fn pieces(ui: &mut Ui, rect: Rect, at: At, shown: &[Piece<'_>]) -> Response {
    let galley = lay_out(ui, shown, TextWrapping::truncate_at_width(rect.width().max(0.0)));
    let whole: String = shown.iter().map(|piece| piece.text).collect();
    let place = place(rect, at, galley.size());
    let elided = galley.elided;
    ui.painter().galley(place.min, galley, Color32::PLACEHOLDER);
    let response = name(ui, place, &whole);
    if elided { response.on_hover_text(whole) } else { response }
}

/// A paragraph from `top_left`, `width` wide; the response's rectangle tells its height.
pub fn paragraph(ui: &mut Ui, top_left: Pos2, width: f32, role: Role, colour: Color32, text: &str) -> Response {
    let galley = lay_out(ui, &[piece(role, colour, text)], TextWrapping::wrap_at_width(width));
    let rect = Rect::from_min_size(top_left, galley.size());
    ui.painter().galley(rect.min, galley, colour);
    name(ui, rect, text)
}

/// Tells a screen reader that `text` stands in `rect`.
pub fn name(ui: &mut Ui, rect: Rect, text: &str) -> Response {
    let response = ui.allocate_rect(rect, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, text));
    response
}
