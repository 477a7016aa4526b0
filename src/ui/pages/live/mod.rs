//! The live page: a running match with both boards, or what there is instead.
//!
//! From top to bottom: header, rows of other matches, the match bar, the boards, notes. The open match fills what is
//! left; only where squares would become too small does the page scroll.

mod boards;
mod header;
mod moves;
mod notes;
mod rows;
mod score;

use super::super::theme::{Layout, height, space};
use super::super::words::Names;
use super::super::{Action, End, Page, Run, Scene};
use crate::play::paired::LegStatus;
use crate::session::snapshot::{MatchCard, Snapshot, Status};
use crate::ui::widgets::dock::Load;
use crate::ui::widgets::{clock, empty};
use egui::{Key, Modifiers, Pos2, Rect, ScrollArea, Ui, UiBuilder, Vec2};
use notes::Book;
use std::time::Duration;

/// What the page itself remembers: nothing that matters to a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// The match that is shown in full.
    pub open: Option<i64>,
    /// The board shown where there is room for one only.
    pub board: usize,
    /// Whether the notes take the boards' place (small windows).
    pub notes: bool,
    /// Whether the engine's error output is shown.
    pub said: bool,
}

/// Draws the page into all of `ui`.
pub fn show(ui: &mut Ui, scene: &Scene<'_>, state: &mut State) -> Vec<Action> {
    let mut actions = Vec::new();
    let whole = ui.max_rect();
    let layout = Layout::of(ui.ctx().content_rect().size());
    let Some((_, snapshot)) = scene.session else {
        if nothing_yet(ui, whole) {
            actions.push(Action::Go(Page::Home));
        }
        return actions;
    };
    let open = open_match(ui, snapshot, state);
    let head = Rect::from_min_size(whole.min, Vec2::new(whole.width(), layout.header));
    header::show(ui, head, layout, scene, snapshot, open, &mut actions);
    let below = whole.with_min_y(head.bottom());
    match open {
        Some(card) => scrolling(ui, below, least_height(ui, layout, snapshot, card), |ui, rect| {
            show_match(ui, rect, layout, scene, snapshot, card, state);
        }),
        None => show_waiting(ui, below, layout, scene, snapshot, state),
    }
    actions
}

/// How long the page stays true without any news: until a clock, or the time online, reads differently.
#[must_use]
pub fn next_change(scene: &Scene<'_>) -> Option<Duration> {
    let snapshot = scene.snapshot().filter(|_| scene.end.is_none())?;
    let clocks = snapshot.matches.iter().filter(|card| !card.view.status.is_over()).flat_map(|card| {
        let running = card.view.legs.iter().filter(|leg| leg.status == LegStatus::Active);
        running.filter_map(|leg| {
            let clock_ms = leg.clocks_ms[leg.position.side().index()];
            clock::next_change(card.reading.remaining(clock_ms, leg.turn_started_ms, scene.now.moment))
        })
    });
    let minute = snapshot.online_since_ms.map(|since_ms| {
        let online_ms = u64::try_from(scene.now.unix_ms.saturating_sub(since_ms)).unwrap_or(0);
        Duration::from_millis(60_000 - online_ms % 60_000)
    });
    clocks.chain(minute).min()
}

fn nothing_yet(ui: &mut Ui, rect: Rect) -> bool {
    empty::show(ui, rect, Load::Ring, "No match yet", "Your bot's matches appear here.", Some("Practice now"))
}

/// The match to show in full: the chosen one, or the first. Ctrl+1…9 choose.
fn open_match<'a>(ui: &Ui, snapshot: &'a Snapshot, state: &mut State) -> Option<&'a MatchCard> {
    const KEYS: [Key; 9] =
        [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
    for (key, card) in KEYS.into_iter().zip(&snapshot.matches) {
        if ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, key)) {
            state.open = Some(card.view.id);
        }
    }
    let chosen = state.open.and_then(|id| snapshot.matches.iter().find(|card| card.view.id == id));
    let first = snapshot.matches.first();
    // A finished match gives way to a running one by itself.
    let chosen =
        chosen.filter(|card| !card.view.status.is_over() || first.is_none_or(|first| first.view.status.is_over()));
    let found = chosen.or(first);
    state.open = found.map(|card| card.view.id);
    found
}

/// The least height that a match needs below the header.
fn least_height(ui: &Ui, layout: &Layout, snapshot: &Snapshot, card: &MatchCard) -> f32 {
    let window = ui.ctx().content_rect().size();
    let squares = card.view.mode.size() as f32 * Layout::least_square(window);
    let tabs = if Layout::one_board(window) { height::SMALL + space::S } else { 0.0 };
    let notes = if layout.notes.is_none() { layout.gap + height::NOTE_LINE } else { 0.0 };
    rows::height(snapshot, card) + layout.cards_top + tabs + layout.around() + squares + notes + layout.foot
}

/// Gives `content` the whole of `rect`, or a taller place that scrolls.
fn scrolling(ui: &mut Ui, rect: Rect, least: f32, content: impl FnOnce(&mut Ui, Rect)) {
    ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| {
        ui.set_clip_rect(rect.intersect(ui.clip_rect()));
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let size = Vec2::new(rect.width(), rect.height().max(least));
            let (_, place) = ui.allocate_space(size);
            ui.scope_builder(UiBuilder::new().max_rect(place), |ui| content(ui, place));
        });
    });
}

fn show_match(
    ui: &mut Ui,
    rect: Rect,
    layout: &Layout,
    scene: &Scene<'_>,
    snapshot: &Snapshot,
    card: &MatchCard,
    state: &mut State,
) {
    let inner = rect.shrink2(Vec2::new(layout.margin, 0.0));
    let others = rows::height(snapshot, card);
    let rows_rect = inner.with_max_y(inner.top() + others);
    rows::show(ui, rows_rect, scene, snapshot, card, state);
    let inner = inner.with_min_y(inner.top() + others);
    score::show(ui, inner, layout, scene, card);

    let mut cards = Rect::from_min_max(
        Pos2::new(inner.left(), inner.top() + layout.cards_top),
        Pos2::new(inner.right(), inner.bottom() - layout.foot),
    );
    let book = Book { scene, snapshot, names: names(scene, snapshot, &card.my_name) };
    if layout.notes.is_none() {
        let line = cards.with_min_y(cards.bottom() - height::NOTE_LINE);
        cards.max.y = line.top() - layout.gap;
        notes::show_line(ui, line, &book, &mut state.notes);
        if state.notes {
            notes::show_column(ui, cards, &book, &mut state.said);
            return;
        }
    }
    let used = boards::show(ui, cards, layout, scene, card, &mut state.board);
    if layout.notes.is_some() {
        notes::show_column(ui, cards.with_min_x(used + layout.gap), &book, &mut state.said);
    }
}

/// No match now: what the bot waits for, and the notes so far.
fn show_waiting(ui: &mut Ui, rect: Rect, layout: &Layout, scene: &Scene<'_>, snapshot: &Snapshot, state: &mut State) {
    let (load, title, sentence) = match (scene.end, &snapshot.status, scene.session) {
        (Some(_) | None, Status::NeedsYou, _) => {
            (Load::Sign, "The token was refused", "Issue a new one on the bot page and paste it here.")
        }
        (Some(End::Crash(_)), _, _) => (Load::Sign, "Botdock itself failed", "What happened stands in the notes."),
        (Some(End::Exit(_)), _, _) => {
            (Load::Ring, "Offline", "The bot takes no matches. What happened stands in the notes.")
        }
        (None, Status::Offline | Status::Connecting, _) => {
            (Load::Ring, "Connecting", "As soon as the bot is online, matches start by themselves.")
        }
        (None, Status::Stopping, _) => (Load::Bars, "Stopping", "The bot takes no new matches."),
        (None, Status::Online | Status::Playing, Some((Run::Practice(_), _))) => {
            (Load::Whole, "The opponent is coming", "The practice match starts in a moment.")
        }
        (None, Status::Online | Status::Playing, _) => {
            (Load::Whole, "Waiting for a match", "Matches start by themselves; there is nothing to do.")
        }
    };
    let inner = rect.shrink2(Vec2::new(layout.margin, layout.margin));
    let name = snapshot.me.as_ref().map_or("Your bot", |me| me.name.as_str());
    let book = Book { scene, snapshot, names: names(scene, snapshot, name) };
    if let Some((least, _)) = layout.notes {
        let column = inner.with_min_x(inner.right() - least);
        empty::show(ui, inner.with_max_x(column.left() - layout.gap), load, title, sentence, None);
        notes::show_column(ui, column, &book, &mut state.said);
    } else {
        let (upper, lower) = inner.split_top_bottom_at_fraction(0.5);
        empty::show(ui, upper.with_max_y(upper.bottom() - space::S), load, title, sentence, None);
        notes::show_column(ui, lower.with_min_y(lower.top() + space::S), &book, &mut state.said);
    }
}

fn names<'a>(scene: &Scene<'a>, snapshot: &'a Snapshot, me: &'a str) -> Names<'a> {
    let practice = matches!(scene.session, Some((Run::Practice(_), _)));
    Names { me, engine: &snapshot.engine, venue: scene.venue(), practice }
}
