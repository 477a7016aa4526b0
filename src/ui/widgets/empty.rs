//! A place with nothing in it yet: what belongs here, and the one thing to do.

use super::button::{Button, Kind};
use super::dock::{self, Ink, Load};
use super::frame;
use super::text::{self, At};
use crate::ui::theme::{self, Role, height, measure, palette, radius, space};
use egui::{Pos2, Rect, Ui, Vec2};

/// Draws the empty state in the middle of `rect`; true when its button was pressed.
pub fn show(ui: &mut Ui, rect: Rect, load: Load, title: &str, sentence: &str, button: Option<&str>) -> bool {
    let palette = palette(ui);
    let width = measure::EMPTY.min(rect.width());
    let words = width - 2.0 * space::XL;
    let sentence_high = text::height(ui, words, Role::Body, sentence);
    let foot = if button.is_some() { space::L + height::CONTROL } else { 0.0 };
    let head = theme::icon::DOCK + space::L + Role::CardTitle.line() + space::XS;
    let size = Vec2::new(width, space::XXL + head + sentence_high + foot + space::XXL);
    let place = Rect::from_center_size(rect.center().round(), size.round());
    frame::dashed(ui, place, radius::CARD, palette.ctl, space::XS);
    let glyph = Rect::from_center_size(
        Pos2::new(place.center().x, place.top() + space::XXL + theme::icon::DOCK / 2.0),
        Vec2::splat(theme::icon::DOCK),
    );
    dock::paint(ui.painter(), glyph, load, Ink { dock: palette.text3, load: palette.text3, ground: palette.bg });
    let top = glyph.bottom() + space::L;
    let line = Rect::from_x_y_ranges(place.x_range(), top..=top + Role::CardTitle.line());
    text::line(ui, line, At::Centre, Role::CardTitle, palette.text, title);
    let top_left = Pos2::new(place.left() + space::XL, line.bottom() + space::XS);
    let below = if sentence_high > Role::Body.line() {
        text::paragraph(ui, top_left, words, Role::Body, palette.text2, sentence).rect.bottom()
    } else {
        let line = Rect::from_min_size(top_left, Vec2::new(words, Role::Body.line()));
        text::line(ui, line, At::Centre, Role::Body, palette.text2, sentence).rect.bottom()
    };
    let Some(word) = button else { return false };
    let button = Button::new(Kind::Outline, word);
    let size = button.wanted(ui);
    let middle = Pos2::new(place.center().x, below + space::L + size.y / 2.0);
    button.show(ui, Rect::from_center_size(middle, size)).clicked()
}
