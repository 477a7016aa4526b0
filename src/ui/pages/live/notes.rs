//! The notes: newest first, as a column, or the newest alone as a line.

use crate::session::note::Note;
use crate::session::snapshot::Snapshot;
use crate::ui::theme::{Role, palette, space};
use crate::ui::widgets::button::{Button, Kind, Size};
use crate::ui::widgets::text::{self, At};
use crate::ui::widgets::{frame, note_row};
use crate::ui::words::{self, Names};
use egui::{Pos2, Rect, ScrollArea, Ui, UiBuilder, Vec2};

/// Inside the card.
const SIDE: f32 = space::L + space::XS / 2.0;

pub(super) fn show_column(ui: &mut Ui, rect: Rect, snapshot: &Snapshot, names: Names<'_>) {
    let palette = palette(ui);
    frame::card(ui, rect);
    let inner = rect.shrink2(Vec2::new(SIDE, 0.0));
    let title = Rect::from_x_y_ranges(inner.x_range(), rect.top() + 15.0..=rect.top() + 15.0 + Role::Strong.line());
    text::line(ui, title, At::Left, Role::Strong, palette.text, "Notes");
    let list = Rect::from_min_max(
        Pos2::new(inner.left(), title.bottom() + space::M),
        Pos2::new(inner.right(), rect.bottom() - space::M),
    );
    if snapshot.notes.is_empty() {
        let first = list.with_max_y(list.top() + Role::Body.line());
        text::line(ui, first, At::Left, Role::Body, palette.text2, "Nothing has happened yet.");
        return;
    }
    ui.scope_builder(UiBuilder::new().max_rect(list), |ui| {
        ScrollArea::vertical().id_salt("notes").auto_shrink(false).show(ui, |ui| {
            for (index, note) in snapshot.notes.iter().rev().enumerate() {
                show_note(ui, list.width(), index == 0, note, names);
            }
        });
    });
}

fn show_note(ui: &mut Ui, width: f32, first: bool, note: &Note, names: Names<'_>) {
    let top_left = ui.cursor().min;
    let gap = if first { 0.0 } else { space::M };
    if !first {
        frame::hline(ui, top_left.x..=top_left.x + width, top_left.y);
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let high = {
        let words = words::note(note, names);
        let time = words::time_of_day(note.unix_ms);
        let place = Rect::from_min_size(top_left + Vec2::new(0.0, gap), Vec2::new(width, 0.0));
        let mut inside = ui.new_child(UiBuilder::new().max_rect(place));
        note_row::show(&mut inside, place.min, width, words::tone(note.level), &words, &time)
    };
    ui.allocate_space(Vec2::new(width, gap + high + space::M));
}

/// The newest note on one line, with a button that shows all of them.
pub(super) fn show_line(ui: &mut Ui, rect: Rect, snapshot: &Snapshot, names: Names<'_>, open: &mut bool) {
    let palette = palette(ui);
    frame::card(ui, rect);
    let word = if *open { "Boards" } else { "All notes" };
    let button = Button::new(Kind::Quiet, word).size(Size::Small);
    let response = button.show_left_of(ui, Pos2::new(rect.right() - space::S, rect.center().y));
    if response.clicked() {
        *open = !*open;
    }
    let inner = rect.shrink2(Vec2::new(space::L, 0.0)).with_max_x(response.rect.left() - space::S);
    match snapshot.notes.last() {
        Some(note) => {
            let time = words::time_of_day(note.unix_ms);
            note_row::show_line(ui, inner, words::tone(note.level), &words::note(note, names), &time);
        }
        None => {
            text::line(ui, inner, At::Left, Role::Body, palette.text2, "Nothing has happened yet.");
        }
    }
}
