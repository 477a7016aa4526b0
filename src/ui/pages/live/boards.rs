//! The board cards: title, strip, board, strip, engine's view. My bot always sits at the bottom.

use super::moves;
use crate::game::grid::{Side, SquareSet};
use crate::game::othello::Move;
use crate::play::paired::{LegStatus, LegView};
use crate::session::snapshot::{LegCard, MatchCard};
use crate::ui::Scene;
use crate::ui::board::{self, Place, Shown};
use crate::ui::theme::{Layout, Role, height, measure, palette, space};
use crate::ui::widgets::segments;
use crate::ui::widgets::strip::{self, Strip};
use crate::ui::widgets::text::{self, At, piece};
use crate::ui::widgets::{clock, curve, frame};
use egui::{Pos2, Rect, Ui, Vec2};
use std::time::Duration;

/// Draws the boards into `cards` and returns where they end at the right.
pub(super) fn show(
    ui: &mut Ui,
    cards: Rect,
    layout: &Layout,
    scene: &Scene<'_>,
    card: &MatchCard,
    chosen: &mut usize,
) -> f32 {
    let legs = card.view.legs.len();
    if legs > 1 && Layout::one_board(ui.ctx().content_rect().size()) {
        let head = cards.with_max_y(cards.top() + height::SMALL);
        show_tabs(ui, head, scene, card, chosen);
        let rest = cards.with_min_y(head.bottom() + space::S);
        show_board(ui, rest, layout, scene, card, (*chosen).min(legs - 1));
        return cards.right();
    }
    let wide = card_width(ui, cards, layout, card.view.mode.size());
    let first = cards.with_max_x(cards.left() + wide);
    let second = first.translate(Vec2::new(wide + layout.gap, 0.0));
    match legs {
        0 => frame::card(ui, first.union(second)),
        1 => {
            show_board(ui, first, layout, scene, card, 0);
            moves::show(ui, second, layout, &card.view.legs[0]);
        }
        _ => {
            show_board(ui, first, layout, scene, card, 0);
            show_board(ui, second, layout, scene, card, 1);
        }
    }
    second.right()
}

/// Both cards are as wide as their boards need; what is left goes to the notes first, then to the cards' sides.
fn card_width(ui: &Ui, cards: Rect, layout: &Layout, n: usize) -> f32 {
    let Some((least, most)) = layout.notes else {
        return ((cards.width() - layout.gap) / 2.0).floor();
    };
    let widest = ((cards.width() - least - 2.0 * layout.gap) / 2.0).floor();
    let side = square(ui, layout, Vec2::new(widest, cards.height()), n);
    let needed = side * n as f32 + layout.beside() + 2.0 * layout.card_side;
    let narrowest = ((cards.width() - most - 2.0 * layout.gap) / 2.0).floor();
    needed.max(narrowest).min(widest)
}

fn square(ui: &Ui, layout: &Layout, card: Vec2, n: usize) -> f32 {
    let least = Layout::least_square(ui.ctx().content_rect().size());
    layout.square(card, n, ui.ctx().pixels_per_point(), least)
}

/// “Board 1 | Board 2” where there is room for one; both running clocks stay in sight.
fn show_tabs(ui: &mut Ui, rect: Rect, scene: &Scene<'_>, card: &MatchCard, chosen: &mut usize) {
    let words: Vec<String> = card
        .view
        .legs
        .iter()
        .enumerate()
        .map(|(index, leg)| {
            let side = leg.position.side();
            let reading = clock::reading(left_of(scene, card, leg, side), runs(leg, side));
            let whose = if side == leg.side_of(card.me) { &card.my_name } else { &card.opponent };
            if leg.status == LegStatus::Active {
                format!("Board {} · {whose} {reading}", index + 1)
            } else {
                format!("Board {} · finished", index + 1)
            }
        })
        .collect();
    let choices: Vec<(usize, &str)> = words.iter().map(String::as_str).enumerate().collect();
    if let Some(picked) = segments::show(ui, rect, "Shown", &choices, *chosen) {
        *chosen = picked;
    }
}

fn show_board(ui: &mut Ui, rect: Rect, layout: &Layout, scene: &Scene<'_>, card: &MatchCard, index: usize) {
    let leg = &card.view.legs[index];
    let n = card.view.mode.size();
    frame::card(ui, rect);
    let side = square(ui, layout, rect.size(), n);
    let wide = side * n as f32 + layout.beside();
    let left = (rect.center().x - wide / 2.0).round();
    let column = Rect::from_x_y_ranges(left..=left + wide, rect.y_range());
    show_title(ui, column, layout, card, index);

    let upper = row(column, rect.top() + layout.strip_top, layout.strip);
    show_strip(ui, upper, layout, scene, card, leg, leg.side_of(card.me).other());
    let place = Place {
        origin: Pos2::new(left + layout.gutter + layout.rim, rect.top() + layout.above()),
        side,
        gutter: layout.gutter,
        rim: layout.rim,
        letters: layout.squares - layout.letters,
    };
    let running = leg.status == LegStatus::Active;
    let shown = Shown {
        position: &leg.position,
        legal: if running { leg.legal } else { SquareSet::EMPTY },
        last: last_move(leg),
        spoken: &spoken(card, index),
    };
    board::show(ui, &place, &shown);
    let lower = row(column, place.felt(n).bottom() + layout.rim + layout.below_board, layout.strip);
    show_strip(ui, lower, layout, scene, card, leg, leg.side_of(card.me));

    let view = Rect::from_min_max(
        Pos2::new(column.left(), lower.bottom()),
        Pos2::new(column.right(), rect.bottom() - layout.card_foot),
    );
    let plies = card.view.mode.playable().len().saturating_sub(card.view.opening.len() as u32);
    show_view(ui, view, layout, plies, card.legs.get(index));
}

fn row(column: Rect, top: f32, high: f32) -> Rect {
    Rect::from_x_y_ranges(column.x_range(), top..=top + high)
}

fn show_title(ui: &mut Ui, column: Rect, layout: &Layout, card: &MatchCard, index: usize) {
    let palette = palette(ui);
    let line = Rect::from_center_size(
        Pos2::new(column.center().x, column.top() + layout.card_title),
        Vec2::new(column.width(), Role::Strong.line()),
    );
    let title = if card.view.legs.len() == 1 { "Board".to_owned() } else { format!("Board {}", index + 1) };
    let side = card.view.legs[index].side_of(card.me);
    text::line(ui, line, At::Left, Role::Strong, palette.text, &title);
    text::line(ui, line, At::Right, Role::Label, palette.text3, &format!("you have {side}"));
}

fn show_strip(
    ui: &mut Ui,
    rect: Rect,
    layout: &Layout,
    scene: &Scene<'_>,
    card: &MatchCard,
    leg: &LegView,
    side: Side,
) {
    let mine = side == leg.side_of(card.me);
    let strip = Strip {
        side,
        name: if mine { &card.my_name } else { &card.opponent },
        mine,
        to_move: runs(leg, side),
        count: leg.result_discs.unwrap_or(leg.discs)[side.index()],
        left: left_of(scene, card, leg, side),
    };
    strip::show(ui, rect, layout, &strip);
}

/// Whether the clock of `side` runs.
fn runs(leg: &LegView, side: Side) -> bool {
    leg.status == LegStatus::Active && leg.position.side() == side
}

/// What is left of the clock of `side`.
pub(super) fn left_of(scene: &Scene<'_>, card: &MatchCard, leg: &LegView, side: Side) -> Duration {
    let clock_ms = leg.clocks_ms[side.index()];
    if runs(leg, side) {
        card.reading.remaining(clock_ms, leg.turn_started_ms, scene.now.moment)
    } else {
        Duration::from_millis(u64::try_from(clock_ms).unwrap_or(0))
    }
}

fn last_move(leg: &LegView) -> Option<Move> {
    leg.history.last().map(|played| played.mv)
}

fn show_view(ui: &mut Ui, rect: Rect, layout: &Layout, plies: u32, leg: Option<&LegCard>) {
    let palette = palette(ui);
    let line = rect.with_max_y(rect.top() + layout.view_line);
    text::line(ui, line, At::Left, Role::Label, palette.text3, "Engine’s view");
    let scores = leg.map_or(&[][..], |leg| leg.scores.as_slice());
    let Some(score) = leg.and_then(|leg| leg.score) else {
        text::line(ui, line, At::Right, Role::Label, palette.text3, "No view from this engine");
        show_curve(ui, rect, line, layout, None, plies, scores);
        return;
    };
    let value = text::line(ui, line, At::Right, Role::Evaluation, palette.text, &curve::signed(score));
    let mut left = value.rect.left().min(line.right() - space::XXL) - space::M;
    if let Some(depth) = leg.and_then(|leg| leg.depth) {
        let depth = depth.to_string();
        let pieces = [piece(Role::Label, palette.text3, "depth "), piece(Role::LabelFigure, palette.text3, &depth)];
        left = text::pieces(ui, line.with_max_x(left), At::Right, &pieces).rect.left() - space::S;
    }
    show_curve(ui, rect, line, layout, Some(left), plies, scores);
}

/// The curve below the line, or in it before `in_line_end`.
fn show_curve(
    ui: &Ui,
    rect: Rect,
    line: Rect,
    layout: &Layout,
    in_line_end: Option<f32>,
    plies: u32,
    scores: &[(u32, f32)],
) {
    let place = if layout.curve_in_line {
        let Some(right) = in_line_end else { return };
        let high = line.height() - 2.0 * space::XS - 2.0;
        Rect::from_center_size(
            Pos2::new(right - measure::CURVE_SMALL / 2.0, line.center().y),
            Vec2::new(measure::CURVE_SMALL, high),
        )
    } else {
        let bottom = rect.bottom().min(line.bottom() + layout.curve_most);
        Rect::from_min_max(Pos2::new(rect.left(), line.bottom()), Pos2::new(rect.right(), bottom))
    };
    curve::show(ui, place, plies, scores);
}

/// “Board 1, you have black, your move, 17 to 19, last move c1”.
fn spoken(card: &MatchCard, index: usize) -> String {
    let leg = &card.view.legs[index];
    let side = leg.side_of(card.me);
    let turn = match leg.status {
        LegStatus::Active if leg.position.side() == side => "your move",
        LegStatus::Active => "the opponent's move",
        LegStatus::Finished => "finished",
        LegStatus::Timeout => "over on time",
        LegStatus::Stopped | LegStatus::Unknown => "stopped",
    };
    let discs = leg.result_discs.unwrap_or(leg.discs);
    let (mine, theirs) = (discs[side.index()], discs[side.other().index()]);
    let last = last_move(leg).map_or_else(String::new, |mv| format!(", last move {}", mv.name(card.view.mode.size())));
    format!("Board {}, you have {side}, {turn}, {mine} to {theirs}{last}", index + 1)
}
