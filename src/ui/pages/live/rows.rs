//! The other matches of a bot that plays several at once: one row each, a click opens it.

use super::State;
use super::boards::left_of;
use super::score::Score;
use crate::play::paired::LegStatus;
use crate::session::snapshot::{MatchCard, Snapshot};
use crate::ui::Scene;
use crate::ui::theme::{Role, height, palette, space};
use crate::ui::widgets::text::{self, At};
use crate::ui::widgets::{clock, focus, frame, match_bar};
use crate::ui::words;
use egui::{Pos2, Rect, Sense, Ui, Vec2, WidgetInfo};

/// At most this many rows, so that the open match keeps its room.
const ROWS_MOST: usize = 3;

/// Room above and below a row's words.
const GAP: f32 = space::S;

fn others<'a>(snapshot: &'a Snapshot, open: &'a MatchCard) -> impl Iterator<Item = &'a MatchCard> {
    let running = snapshot.matches.iter().filter(|card| !card.view.status.is_over());
    running.filter(|card| card.view.id != open.view.id).take(ROWS_MOST)
}

/// How much height the rows take.
pub(super) fn height(snapshot: &Snapshot, open: &MatchCard) -> f32 {
    match others(snapshot, open).count() {
        0 => 0.0,
        rows => (height::LIST + GAP) * rows as f32 + GAP,
    }
}

pub(super) fn show(
    ui: &mut Ui,
    rect: Rect,
    scene: &Scene<'_>,
    snapshot: &Snapshot,
    open: &MatchCard,
    state: &mut State,
) {
    for (index, card) in others(snapshot, open).enumerate() {
        let top = rect.top() + GAP + (height::LIST + GAP) * index as f32;
        let place = Rect::from_x_y_ranges(rect.x_range(), top..=top + height::LIST);
        if show_row(ui, place, scene, card) {
            state.open = Some(card.view.id);
        }
    }
}

fn show_row(ui: &mut Ui, rect: Rect, scene: &Scene<'_>, card: &MatchCard) -> bool {
    let palette = palette(ui);
    let score = Score::of(card);
    let (mine, theirs) = score.totals();
    let response = ui.interact(rect, ui.scope_id().with(("match", card.view.id)), Sense::click());
    let name = format!("Show the match against {}, {mine} to {theirs}", card.opponent);
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, &name));
    frame::card(ui, rect);
    if response.hovered() {
        frame::inset(ui, rect.shrink(1.0), space::M - 1.0);
    }
    let inner = rect.shrink2(Vec2::new(space::L, 0.0));
    let upper = Rect::from_min_max(
        Pos2::new(inner.left(), inner.top() + space::S),
        Pos2::new(inner.center().x, inner.center().y),
    );
    let lower = upper.translate(Vec2::new(0.0, upper.height() - space::XS));
    text::line(ui, upper, At::Left, Role::Strong, palette.text, &card.opponent);
    text::line(ui, lower, At::Left, Role::Label, palette.text3, words::mode(card.view.mode));
    let figures = format!("{mine} : {theirs}");
    let right = text::line(ui, inner, At::Right, Role::Count, palette.text, &figures);
    let clocks: Vec<String> = card
        .view
        .legs
        .iter()
        .map(|leg| {
            let side = leg.side_of(card.me);
            let running = leg.status == LegStatus::Active && leg.position.side() == side;
            clock::reading(left_of(scene, card, leg, side), running)
        })
        .collect();
    let left = inner.with_max_x(right.rect.left() - space::XL);
    text::line(ui, left, At::Right, Role::Figure, palette.text2, &clocks.join("   "));
    let bar = Rect::from_min_max(
        Pos2::new(inner.left(), rect.bottom() - height::THIN_BAR - 2.0),
        Pos2::new(inner.right(), rect.bottom() - 2.0),
    );
    match_bar::show_thin(ui, bar, mine, theirs, score.squares);
    focus::ring(ui, &response);
    response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked()
}
