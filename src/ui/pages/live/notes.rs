//! The notes: newest first, as a column, or the newest alone as a line. Under the column, if there is any, what the
//! engines wrote on their error output: a bot's author looks for it there.

use crate::session::note::Note;
use crate::session::snapshot::Snapshot;
use crate::ui::theme::{Role, height, palette, space};
use crate::ui::widgets::button::{Button, Kind, Size};
use crate::ui::widgets::note_row::Tone;
use crate::ui::widgets::text::{self, At};
use crate::ui::widgets::{frame, note_row};
use crate::ui::words::{self, Names};
use crate::ui::{End, Run, Scene};
use egui::{Label, Pos2, Rect, RichText, ScrollArea, Ui, UiBuilder, Vec2};

/// Inside the card.
const SIDE: f32 = space::L + space::XS / 2.0;
/// The part of the column that the engine's lines take at most.
const SAID_PART: f32 = 0.45;

const NOTHING: &str = "Nothing has happened yet.";
const SAID: &str = "Engine says";

/// What the notes are written from.
pub(super) struct Book<'a> {
    pub scene: &'a Scene<'a>,
    pub snapshot: &'a Snapshot,
    pub names: Names<'a>,
}

impl Book<'_> {
    /// The fault of this program that ended the session, and how to go on.
    fn crash(&self) -> Option<String> {
        let Some(End::Crash(why)) = self.scene.end else { return None };
        let button = match self.scene.session {
            Some((Run::Practice(_), _)) => "Practice again",
            Some((Run::Online, _)) | None => "Connect again",
        };
        let why = why.split_whitespace().collect::<Vec<_>>().join(" ");
        Some(format!("Botdock itself failed: {}. Press “{button}” to go on.", why.trim_end_matches('.')))
    }
}

pub(super) fn show_column(ui: &mut Ui, rect: Rect, book: &Book<'_>, said_open: &mut bool) {
    let palette = palette(ui);
    frame::card(ui, rect);
    let inner = rect.shrink2(Vec2::new(SIDE, 0.0));
    let title = Rect::from_x_y_ranges(inner.x_range(), rect.top() + 15.0..=rect.top() + 15.0 + Role::Strong.line());
    text::line(ui, title, At::Left, Role::Strong, palette.text, "Notes");
    let mut list = Rect::from_min_max(
        Pos2::new(inner.left(), title.bottom() + space::M),
        Pos2::new(inner.right(), rect.bottom() - space::M),
    );
    if !book.scene.said.is_empty() {
        let most = if *said_open { list.height() * SAID_PART } else { 0.0 };
        let said = list.with_min_y(list.bottom() - most.max(height::SMALL));
        show_said(ui, said, book.scene.said, said_open);
        list.max.y = said.top() - space::S;
    }
    let crash = book.crash();
    if book.snapshot.notes.is_empty() && crash.is_none() {
        let first = list.with_max_y(list.top() + Role::Body.line());
        text::line(ui, first, At::Left, Role::Body, palette.text2, NOTHING);
        return;
    }
    ui.scope_builder(UiBuilder::new().max_rect(list), |ui| {
        ScrollArea::vertical().id_salt("notes").auto_shrink(false).show(ui, |ui| {
            if let Some(crash) = &crash {
                show_row(ui, list.width(), true, Tone::Error, crash, "");
            }
            for (index, note) in book.snapshot.notes.iter().rev().enumerate() {
                let (words, time) = told(note, book);
                show_row(ui, list.width(), index == 0 && crash.is_none(), words::tone(note.level), &words, &time);
            }
        });
    });
}

fn told(note: &Note, book: &Book<'_>) -> (String, String) {
    (words::note(note, book.names), words::time_of_day(note.unix_ms))
}

fn show_row(ui: &mut Ui, width: f32, first: bool, tone: Tone, words: &str, time: &str) {
    let top_left = ui.cursor().min;
    let gap = if first { 0.0 } else { space::M };
    if !first {
        frame::hline(ui, top_left.x..=top_left.x + width, top_left.y);
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let high = {
        let place = Rect::from_min_size(top_left + Vec2::new(0.0, gap), Vec2::new(width, 0.0));
        let mut inside = ui.new_child(UiBuilder::new().max_rect(place));
        note_row::show(&mut inside, place.min, width, tone, words, time)
    };
    ui.allocate_space(Vec2::new(width, gap + high + space::M));
}

/// The engine's lines, folded to a button or open with the newest at the bottom. They can be marked and copied.
fn show_said(ui: &mut Ui, rect: Rect, lines: &[String], open: &mut bool) {
    let palette = palette(ui);
    let head = rect.with_max_y(rect.top() + height::SMALL);
    frame::hline(ui, rect.x_range(), rect.top());
    if !*open {
        let left = Pos2::new(head.left() - space::S, head.center().y);
        *open = Button::new(Kind::Quiet, SAID).size(Size::Small).show_right_of(ui, left).clicked();
        return;
    }
    let right = Pos2::new(head.right() + space::S, head.center().y);
    let fold = Button::new(Kind::Quiet, "Fold").size(Size::Small).show_left_of(ui, right);
    *open = !fold.clicked();
    let right = Pos2::new(fold.rect.left(), head.center().y);
    let copy = Button::new(Kind::Quiet, "Copy").size(Size::Small).show_left_of(ui, right);
    if copy.clicked() {
        ui.ctx().copy_text(lines.join("\n"));
    }
    text::line(ui, head.with_max_x(copy.rect.left()), At::Left, Role::LabelStrong, palette.text2, SAID);
    let body = rect.with_min_y(head.bottom());
    ui.scope_builder(UiBuilder::new().max_rect(body), |ui| {
        ScrollArea::vertical().id_salt("said").auto_shrink(false).stick_to_bottom(true).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = space::XS / 2.0;
            for line in lines {
                let text = RichText::new(line).font(Role::LabelFigure.font()).color(palette.text2);
                ui.add(Label::new(text).wrap().selectable(true));
            }
        });
    });
}

/// The newest note on one line, with a button that shows all of them.
pub(super) fn show_line(ui: &mut Ui, rect: Rect, book: &Book<'_>, open: &mut bool) {
    let palette = palette(ui);
    frame::card(ui, rect);
    let word = if *open { "Boards" } else { "All notes" };
    let button = Button::new(Kind::Quiet, word).size(Size::Small);
    let response = button.show_left_of(ui, Pos2::new(rect.right() - space::S, rect.center().y));
    if response.clicked() {
        *open = !*open;
    }
    let inner = rect.shrink2(Vec2::new(space::L, 0.0)).with_max_x(response.rect.left() - space::S);
    match (book.crash(), book.snapshot.notes.last()) {
        (Some(crash), _) => note_row::show_line(ui, inner, Tone::Error, &crash, ""),
        (None, Some(note)) => {
            let (words, time) = told(note, book);
            note_row::show_line(ui, inner, words::tone(note.level), &words, &time);
        }
        (None, None) => {
            text::line(ui, inner, At::Left, Role::Body, palette.text2, NOTHING);
        }
    }
}
