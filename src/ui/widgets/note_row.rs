//! A note: icon, sentence, time.

use super::icon::{self, Icon};
use super::text::{self, At};
use crate::ui::theme::{self, Role, palette, space};
use egui::{Color32, Pos2, Rect, Ui, Vec2};

/// How a note looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Info,
    Good,
    Warn,
    Error,
}

impl Tone {
    const fn icon(self) -> Icon {
        match self {
            Tone::Info => Icon::Info,
            Tone::Good => Icon::Check,
            Tone::Warn => Icon::Warn,
            Tone::Error => Icon::Error,
        }
    }

    fn ink(self, ui: &Ui) -> Color32 {
        let palette = palette(ui);
        match self {
            Tone::Info => palette.text2,
            Tone::Good => palette.ok,
            Tone::Warn => palette.warn,
            Tone::Error => palette.err,
        }
    }
}

/// From the left edge of a note to its words.
const INDENT: f32 = theme::icon::NOTE + 10.0;

/// A note as rows of text from `top_left`; returns its height. What holds at all times has an empty `time`.
pub fn show(ui: &mut Ui, top_left: Pos2, width: f32, tone: Tone, sentence: &str, time: &str) -> f32 {
    let palette = palette(ui);
    let first_line = Rect::from_min_size(top_left, Vec2::new(theme::icon::NOTE, Role::Body.line()));
    let place = Rect::from_center_size(first_line.center(), Vec2::splat(theme::icon::NOTE));
    icon::paint(ui, place, tone.icon(), tone.ink(ui));
    let words = Pos2::new(top_left.x + INDENT, top_left.y);
    let sentence = text::paragraph(ui, words, width - INDENT, Role::Body, palette.text, sentence);
    if time.is_empty() {
        return sentence.rect.height();
    }
    let below = Rect::from_min_size(
        Pos2::new(words.x, sentence.rect.bottom() + space::XS / 2.0),
        Vec2::new(width - INDENT, Role::LabelFigure.line()),
    );
    text::line(ui, below, At::Left, Role::LabelFigure, palette.text3, time);
    below.bottom() - top_left.y
}

/// A note on one line of `rect`; what does not fit is shown on hover.
pub fn show_line(ui: &mut Ui, rect: Rect, tone: Tone, sentence: &str, time: &str) {
    let palette = palette(ui);
    let icon_middle = Pos2::new(rect.left() + theme::icon::NOTE / 2.0, rect.center().y);
    icon::paint(ui, Rect::from_center_size(icon_middle, Vec2::splat(theme::icon::NOTE)), tone.icon(), tone.ink(ui));
    let rest = rect.with_min_x(rect.left() + INDENT + space::XS / 2.0);
    let time = text::line(ui, rest, At::Left, Role::LabelFigure, palette.text3, time);
    let rest = rect.with_min_x(time.rect.right() + space::M);
    text::line(ui, rest, At::Left, Role::Body, palette.text, sentence);
}
