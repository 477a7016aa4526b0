//! The match bar with its words: one bar for all squares of both boards.

use crate::play::paired::MatchStatus;
use crate::session::snapshot::MatchCard;
use crate::ui::theme::{Layout, Role, height, palette, space};
use crate::ui::widgets::match_bar;
use crate::ui::widgets::text::{self, At};
use crate::ui::words;
use crate::ui::{Run, Scene};
use egui::{Pos2, Rect, Ui, Vec2};
use std::cmp::Ordering;

/// From the bar's middle up to the totals, and down to the counts of each board.
const ABOVE: f32 = 30.0;
const BELOW: f32 = 21.0;

/// What a match counts, seen from my bot.
pub(super) struct Score {
    /// Per board.
    pub mine: Vec<u32>,
    pub theirs: Vec<u32>,
    /// Squares of all boards.
    pub squares: u32,
}

impl Score {
    pub(super) fn of(card: &MatchCard) -> Score {
        let me = usize::from(card.me.min(1));
        let points = |who: usize| card.view.legs.iter().map(|leg| leg.points()[who]).collect::<Vec<_>>();
        let squares = card.view.mode.playable().len() * card.view.legs.len().max(1) as u32;
        Score { mine: points(me), theirs: points(1 - me), squares }
    }

    pub(super) fn totals(&self) -> (u32, u32) {
        (self.mine.iter().sum(), self.theirs.iter().sum())
    }
}

pub(super) fn show(ui: &mut Ui, inner: Rect, layout: &Layout, scene: &Scene<'_>, card: &MatchCard) {
    let palette = palette(ui);
    let narrow = Layout::one_board(ui.ctx().content_rect().size());
    let score = Score::of(card);
    let (mine, theirs) = score.totals();
    let left = if narrow { inner.left() } else { inner.left() + layout.bar_left };
    let bar = Rect::from_min_size(
        Pos2::new(left, inner.top() + layout.bar_top),
        Vec2::new(inner.right() - left, height::MATCH_BAR),
    );
    if !narrow {
        show_game(ui, inner.with_max_x(left - space::L), bar.center().y, scene, card);
    }

    let above =
        Rect::from_center_size(bar.center() - Vec2::new(0.0, ABOVE), Vec2::new(bar.width(), Role::Total.line()));
    let total = text::line(ui, above, At::Left, Role::Total, palette.accent, &mine.to_string());
    let rest = above.with_min_x(total.rect.right() + space::M);
    let third = above.width() / 3.0;
    let headline = headline(card, mine, theirs);
    let middle = text::width(ui, Role::Strong, &headline).min(above.width());
    let mine_end = (above.center().x - middle / 2.0 - space::L).max(rest.left());
    text::line(ui, rest.with_max_x(mine_end), At::Left, Role::Strong, palette.accent, &card.my_name);
    text::line(ui, above, At::Centre, Role::Strong, palette.text, &headline);
    let total = text::line(ui, above, At::Right, Role::Total, palette.text, &theirs.to_string());
    let rest = above.with_max_x(total.rect.left() - space::M);
    let theirs_from = (above.center().x + middle / 2.0 + space::L).min(rest.right()).max(rest.left());
    text::line(ui, rest.with_min_x(theirs_from), At::Right, Role::Body, palette.text, &card.opponent);

    match_bar::show(ui, bar, &score.mine, &score.theirs, score.squares);

    let below =
        Rect::from_center_size(bar.center() + Vec2::new(0.0, BELOW), Vec2::new(bar.width(), Role::Label.line()));
    let parts = |boards: &[u32]| boards.iter().map(u32::to_string).collect::<Vec<_>>().join(" + ");
    text::line(
        ui,
        below.with_max_x(below.left() + third),
        At::Left,
        Role::LabelFigure,
        palette.text3,
        &parts(&score.mine),
    );
    text::line(ui, below, At::Centre, Role::Label, palette.text3, &footline(card, score.squares));
    text::line(
        ui,
        below.with_min_x(below.right() - third),
        At::Right,
        Role::LabelFigure,
        palette.text3,
        &parts(&score.theirs),
    );
}

/// The game's name and the match's number, left of the bar.
fn show_game(ui: &mut Ui, place: Rect, bar_middle: f32, scene: &Scene<'_>, card: &MatchCard) {
    let palette = palette(ui);
    let upper = Rect::from_x_y_ranges(place.x_range(), bar_middle - 28.0..=bar_middle - 4.0);
    let lower = Rect::from_x_y_ranges(place.x_range(), bar_middle - 4.0..=bar_middle + 12.0);
    text::line(ui, upper, At::Left, Role::CardTitle, palette.text, words::mode(card.view.mode));
    let what = match (scene.session, card.view.human, card.view.ranked) {
        (Some((Run::Practice(_), _)), _, _) => "practice",
        (_, true, _) => "against a person",
        (_, false, true) => "rated",
        (_, false, false) => "unrated",
    };
    let number = words::count(card.view.id.unsigned_abs());
    let kind = if card.view.human { "Game" } else { "Match" };
    text::line(ui, lower, At::Left, Role::Label, palette.text3, &format!("{kind} {number} · {what}"));
}

/// Who is ahead, or how it ended.
fn headline(card: &MatchCard, mine: u32, theirs: u32) -> String {
    let (me, opponent) = (&card.my_name, &card.opponent);
    let by = mine.abs_diff(theirs);
    match card.view.status {
        MatchStatus::Pending => "Waiting for the first move".to_owned(),
        MatchStatus::Finished => match card.view.winner {
            Some(winner) if winner == card.me => format!("{me} won by {by}"),
            Some(_) => format!("{me} lost by {by}"),
            None => "Drawn".to_owned(),
        },
        MatchStatus::Aborted => "The match does not count".to_owned(),
        MatchStatus::Rejected => "The challenge was declined".to_owned(),
        MatchStatus::Expired => "The challenge was not answered".to_owned(),
        MatchStatus::Running | MatchStatus::Unknown => {
            let fewer = card.view.mode.fewer_wins();
            match (mine.cmp(&theirs), fewer) {
                (Ordering::Equal, _) => "Level".to_owned(),
                (Ordering::Greater, false) => format!("{me} leads by {by}"),
                (Ordering::Less, false) => format!("{opponent} leads by {by}"),
                (Ordering::Less, true) => format!("{me} leads: {by} fewer"),
                (Ordering::Greater, true) => format!("{opponent} leads: {by} fewer"),
            }
        }
    }
}

/// What wins, or why it ended.
fn footline(card: &MatchCard, squares: u32) -> String {
    if card.view.status.is_over() {
        return card.view.finish_reason.and_then(words::reason).unwrap_or("All boards are finished.").to_owned();
    }
    let what = if card.view.legs.len() == 1 { "game" } else { "match" };
    if card.view.mode.fewer_wins() {
        format!("fewer discs win the {what}")
    } else {
        format!("{} discs or more win the {what}", squares / 2 + 1)
    }
}
