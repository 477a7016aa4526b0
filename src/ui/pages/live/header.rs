//! The header: who plays, in which state, a few facts, and the one thing to do.

use crate::session::command::Command;
use crate::session::snapshot::{MatchCard, Snapshot, Status};
use crate::ui::shell::state_look;
use crate::ui::theme::{Layout, Palette, Role, palette, space};
use crate::ui::widgets::button::{Button, Kind};
use crate::ui::widgets::icon::Icon;
use crate::ui::widgets::text::{self, At, Piece, piece};
use crate::ui::widgets::{frame, pill};
use crate::ui::words;
use crate::ui::{Action, Page, Run, Scene};
use egui::{Pos2, Rect, Ui, Vec2};
use std::time::Duration;

/// A fact: its label, its figures, and something less important after them.
struct Fact {
    label: &'static str,
    strong: String,
    role: Role,
    weak: String,
}

pub(super) fn show(
    ui: &mut Ui,
    rect: Rect,
    layout: &Layout,
    scene: &Scene<'_>,
    snapshot: &Snapshot,
    open: Option<&MatchCard>,
    actions: &mut Vec<Action>,
) {
    let palette = palette(ui);
    ui.painter().rect_filled(rect, 0.0, palette.surface);
    frame::hline(ui, rect.x_range(), rect.bottom() - 0.5);
    let inner = rect.shrink2(Vec2::new(layout.margin, 0.0));
    let right = buttons(ui, inner, scene, snapshot, open, actions);

    let name = snapshot.me.as_ref().map(|me| me.name.as_str()).or(open.map(|card| card.my_name.as_str()));
    let name = name.unwrap_or("Botdock");
    let look = state_look(palette, scene);
    let pill_room = text::width(ui, Role::LabelStrong, look.word) + 2.0 * space::XXL;
    let place = inner.with_max_x((right - space::L - pill_room).max(inner.left() + space::XXL));
    let drawn = text::line(ui, place, At::Left, Role::Name, palette.text, name);
    let left = Pos2::new(drawn.rect.right() + space::M, rect.center().y);
    let pill = pill::show(ui, left, look.mark, look.word, look.ink, look.soft);

    let mut at = pill.rect.right() + space::XL;
    let mut first = true;
    for fact in facts(scene, snapshot).into_iter().take(layout.facts) {
        let pieces = fact.pieces(palette);
        let wide = pieces
            .iter()
            .map(|part| text::width(ui, part.role, part.text))
            .sum::<f32>()
            .max(text::width(ui, Role::Label, fact.label))
            .ceil()
            + 1.0;
        if at + wide + space::XL > right {
            break;
        }
        if first {
            frame::vline(ui, at, rect.center().y - space::L..=rect.center().y + space::L);
            at += space::XL;
            first = false;
        }
        show_fact(ui, Pos2::new(at, rect.center().y), wide, palette, &fact);
        at += wide + space::XL;
    }
}

impl Fact {
    fn pieces(&self, palette: &Palette) -> [Piece<'_>; 2] {
        [piece(self.role, palette.text, &self.strong), piece(Role::Body, palette.text3, &self.weak)]
    }
}

fn show_fact(ui: &mut Ui, left_middle: Pos2, width: f32, palette: &Palette, fact: &Fact) {
    let upper = Rect::from_min_size(
        left_middle - Vec2::new(0.0, Role::Body.line() - 2.0),
        Vec2::new(width, Role::Label.line()),
    );
    let lower = Rect::from_min_size(Pos2::new(left_middle.x, upper.bottom()), Vec2::new(width, Role::Body.line()));
    text::line(ui, upper, At::Left, Role::Label, palette.text3, fact.label);
    text::pieces(ui, lower, At::Left, &fact.pieces(palette));
}

fn facts(scene: &Scene<'_>, snapshot: &Snapshot) -> Vec<Fact> {
    let mut facts = Vec::new();
    let practice = matches!(scene.session, Some((Run::Practice(_), _)));
    if let Some(me) = snapshot.me.as_ref().filter(|_| !practice)
        && let Some(rating) = me.rating
    {
        let weak = me.rd.map(|rd| format!(" ±{:.0}", rd.round())).unwrap_or_default();
        facts.push(Fact { label: "Rating", strong: format!("{:.0}", rating.round()), role: Role::Figure, weak });
    }
    if let Some(since_ms) = snapshot.online_since_ms {
        let online_ms = u64::try_from(scene.now.unix_ms.saturating_sub(since_ms)).unwrap_or(0);
        let lasting = words::lasting(Duration::from_millis(online_ms));
        let strong = format!("{} · {lasting}", words::time_of_day(since_ms));
        facts.push(Fact { label: "Connected since", strong, role: Role::Body, weak: String::new() });
    }
    if !snapshot.engine.is_empty() {
        facts.push(Fact { label: "Engine", strong: snapshot.engine.clone(), role: Role::Body, weak: String::new() });
    }
    facts
}

/// The buttons at the right end; returns where they begin.
fn buttons(
    ui: &mut Ui,
    rect: Rect,
    scene: &Scene<'_>,
    snapshot: &Snapshot,
    open: Option<&MatchCard>,
    actions: &mut Vec<Action>,
) -> f32 {
    let end = Pos2::new(rect.right(), rect.center().y);
    let over = scene.end.is_some() || open.is_some_and(|card| card.view.status.is_over());
    let (first, second) = match (scene.session, over) {
        (Some((Run::Practice(choice), _)), true) => (
            (Button::new(Kind::Main, "Practice again").icon(Icon::Play), Action::Practice(choice)),
            Some((Button::new(Kind::Second, "Home"), Action::Go(Page::Home))),
        ),
        (Some((Run::Practice(_), _)), false) => {
            ((Button::new(Kind::Second, "End practice").icon(Icon::Stop), Action::EndPractice), None)
        }
        (Some((Run::Online, _)) | None, _) => (online_button(scene, snapshot), None),
    };
    let mut left = end.x;
    for (button, action) in [Some(first), second].into_iter().flatten() {
        let response = button.show_left_of(ui, Pos2::new(left, end.y));
        left = response.rect.left() - space::M;
        if response.clicked() {
            actions.push(action);
        }
    }
    left + space::M
}

fn online_button(scene: &Scene<'_>, snapshot: &Snapshot) -> (Button<'static>, Action) {
    let playing = snapshot.matches.iter().any(|card| !card.view.status.is_over());
    match (&snapshot.status, scene.end) {
        (Status::NeedsYou, _) => (Button::new(Kind::Main, "Paste token").icon(Icon::Key), Action::Go(Page::Connect)),
        (_, Some(_)) => (Button::new(Kind::Main, "Connect again"), Action::Go(Page::Connect)),
        (Status::Stopping, None) => (Button::new(Kind::Danger, "Stop now"), Action::AskStop),
        (_, None) if playing => {
            let button = Button::new(Kind::Second, "Stop after this match").icon(Icon::Stop);
            (button, Action::Send(Command::StopAfterMatches))
        }
        (_, None) => {
            (Button::new(Kind::Second, "Go offline").icon(Icon::Stop), Action::Send(Command::StopAfterMatches))
        }
    }
}
