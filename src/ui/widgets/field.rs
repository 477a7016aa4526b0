//! A line to type in, with its label above and its error below.

use super::focus;
use super::icon::{self, Icon};
use super::text;
use crate::ui::theme::{self, Role, height, palette, radius, space, stroke};
use egui::{CornerRadius, Margin, Pos2, Rect, Response, Stroke, StrokeKind, TextEdit, Ui, Vec2};

/// A field, not yet placed.
#[must_use]
pub struct Field<'a> {
    pub label: &'a str,
    pub hint: &'a str,
    /// Shown as dots.
    pub secret: bool,
    /// What is wrong with the content, as a sentence.
    pub error: Option<&'a str>,
    /// The most characters it takes.
    pub limit: usize,
}

impl Field<'_> {
    /// Draws the field from `top_left`; returns the text line's response and the height of everything.
    pub fn show(self, ui: &mut Ui, top_left: Pos2, width: f32, content: &mut String) -> (Response, f32) {
        let palette = palette(ui);
        let label = text::paragraph(ui, top_left, width, Role::Strong, palette.text, self.label);
        let rect = Rect::from_min_size(
            Pos2::new(top_left.x, label.rect.bottom() + space::S),
            Vec2::new(width, height::CONTROL),
        );
        let edge = if self.error.is_some() { palette.err } else { palette.ctl };
        let line = Stroke::new(stroke::CONTROL, edge);
        ui.painter().rect(rect, CornerRadius::same(radius::BUTTON as u8), palette.surface, line, StrokeKind::Inside);
        let edit = TextEdit::singleline(content)
            .id(ui.scope_id().with(("field", self.label)))
            .password(self.secret)
            .char_limit(self.limit)
            .hint_text(self.hint)
            .frame(egui::Frame::NONE)
            .margin(Margin::ZERO)
            .font(if self.secret { Role::Figure.font() } else { Role::Body.font() })
            .text_color(palette.text)
            .align(egui::Align2::LEFT_CENTER)
            .desired_width(width - 2.0 * space::M);
        let inner = rect.shrink2(Vec2::new(space::M, stroke::FOCUS));
        let response = ui.put(inner, edit).labelled_by(label.id);
        focus::ring_around(ui, &response, rect, radius::BUTTON);
        let mut bottom = rect.bottom();
        if let Some(error) = self.error {
            bottom = sentence(ui, Pos2::new(top_left.x, bottom + space::S), width, error);
        }
        (response, bottom - top_left.y)
    }
}

/// An error as an icon and a sentence; returns its lower edge.
pub fn sentence(ui: &mut Ui, top_left: Pos2, width: f32, error: &str) -> f32 {
    let palette = palette(ui);
    let icon = Rect::from_min_size(top_left, Vec2::splat(theme::icon::SMALL));
    icon::paint(ui, icon, Icon::Error, palette.err);
    let words = Pos2::new(icon.right() + space::XS, top_left.y);
    let room = width - theme::icon::SMALL - space::XS;
    text::paragraph(ui, words, room, Role::Label, palette.err, error).rect.bottom()
}
