//! What is around the pages: the rail, and the question over them.

use super::action::{Action, Page, Run, Scene};
use super::pages::{connect, home, live};
use super::theme::{self, Layout, Palette, Role, palette, radius, space, stroke};
use super::widgets::button::Kind;
use super::widgets::dock::{self, Ink, Load};
use super::widgets::icon::{self, Icon};
use super::widgets::pill::Mark;
use super::widgets::question::{self, Choice};
use super::widgets::text::{self, At, piece};
use super::widgets::{focus, frame};
use super::words;
use crate::session::command::Command;
use crate::session::snapshot::Status;
use egui::{Color32, CornerRadius, Pos2, Rect, Sense, Ui, UiBuilder, Vec2, WidgetInfo};

/// What the window remembers of what a person looks at and types.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Desk {
    pub page: Page,
    pub home: home::State,
    pub live: live::State,
    pub connect: connect::State,
    pub question: Option<Question>,
}

/// A question that is open over the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The window is being closed during a rated match.
    Quit,
    /// The session is being stopped during a match.
    Stop,
}

/// How a state looks wherever it is shown.
#[derive(Clone, Copy, Debug)]
pub struct StateLook {
    pub word: &'static str,
    pub mark: Mark,
    pub load: Load,
    pub ink: Color32,
    pub soft: Color32,
}

/// The look of the present state.
#[must_use]
pub fn state_look(palette: &Palette, scene: &Scene<'_>) -> StateLook {
    let status = match (scene.snapshot(), scene.end) {
        (Some(snapshot), None) => &snapshot.status,
        (Some(snapshot), Some(_)) if snapshot.status == Status::NeedsYou => &Status::NeedsYou,
        (None | Some(_), _) => &Status::Offline,
    };
    let (mark, load, ink, soft) = match status {
        Status::Offline => (Mark::Ring, Load::Ring, palette.text2, palette.inset),
        Status::Connecting => (Mark::OpenRing, Load::Ring, palette.text2, palette.inset),
        Status::Online => (Mark::Disc, Load::Whole, palette.ok, palette.ok_soft),
        Status::Playing => (Mark::HalfDisc, Load::Half, palette.ok, palette.ok_soft),
        Status::Stopping => (Mark::Bars, Load::Bars, palette.warn, palette.warn_soft),
        Status::NeedsYou => (Mark::Triangle, Load::Sign, palette.err, palette.err_soft),
    };
    StateLook { word: words::status(status), mark, load, ink, soft }
}

/// Draws the whole window and tells what a person wishes.
pub fn show(ui: &mut Ui, scene: &Scene<'_>, desk: &mut Desk) -> Vec<Action> {
    let whole = ui.max_rect();
    ui.painter().rect_filled(whole, 0.0, palette(ui).bg);
    let mut actions = Vec::new();
    let mut page = whole;
    // Nothing to learn before the first click: no rail at the first start and in the set-up.
    if scene.session.is_some() && desk.page != Page::Connect {
        let layout = Layout::of(ui.ctx().content_rect().size());
        let rail = whole.with_max_x(whole.left() + layout.rail);
        page = whole.with_min_x(rail.right());
        show_rail(ui, rail, layout, scene, desk.page, &mut actions);
    }
    // Each page has its own name space, so that a control keeps its focus whatever else is shown.
    let salt = ("page", desk.page as u8);
    ui.scope_builder(UiBuilder::new().max_rect(page).id_salt(salt), |ui| {
        actions.extend(match desk.page {
            Page::Home => home::show(ui, scene, &mut desk.home),
            Page::Live => live::show(ui, scene, &mut desk.live),
            Page::Connect => connect::show(ui, scene, &mut desk.connect),
        });
    });
    if let Some(question) = desk.question
        && let Some(answer) = ask(ui, scene, question)
    {
        desk.question = None;
        actions.extend(answer);
    }
    actions
}

fn show_rail(ui: &mut Ui, rect: Rect, layout: &Layout, scene: &Scene<'_>, page: Page, actions: &mut Vec<Action>) {
    let palette = palette(ui);
    ui.painter().rect_filled(rect, 0.0, palette.rail);
    frame::vline(ui, rect.right() - 0.5, rect.y_range());
    let look = state_look(palette, scene);
    let glyph = Rect::from_center_size(
        Pos2::new(rect.center().x, rect.top() + layout.header / 2.0 - space::XS + 1.0),
        Vec2::splat(theme::icon::DOCK),
    );
    dock::paint(ui.painter(), glyph, look.load, Ink { dock: palette.text2, load: look.ink, ground: palette.rail });
    let word = Rect::from_center_size(
        Pos2::new(rect.center().x, glyph.bottom() + space::L - 2.0),
        Vec2::new(rect.width() - space::XS, Role::LabelStrong.line()),
    );
    text::line(ui, word, At::Centre, Role::LabelStrong, look.ink, look.word);

    let inset = (rect.width() - (layout.rail - space::M)) / 2.0;
    let mut top = rect.top() + layout.rail_head;
    for (to, icon, word) in [(Page::Home, Icon::Home, "Home"), (Page::Live, Icon::Live, "Live")] {
        let place = Rect::from_min_size(
            Pos2::new(rect.left() + inset, top),
            Vec2::new(layout.rail - space::M, layout.rail_item),
        );
        if rail_item(ui, rect, place, icon, word, page == to) {
            actions.push(Action::Go(to));
        }
        top += layout.rail_item + space::XS;
    }
}

fn rail_item(ui: &mut Ui, rail: Rect, rect: Rect, icon: Icon, word: &str, chosen: bool) -> bool {
    let palette = palette(ui);
    let response = ui.interact(rect, ui.scope_id().with(("rail", word)), Sense::click());
    response.widget_info(|| WidgetInfo::selected(egui::Role::Tab, true, chosen, word));
    let corner = CornerRadius::same(radius::BUTTON as u8);
    if chosen {
        ui.painter().rect_filled(rect, corner, palette.raised);
        let marker = Rect::from_center_size(
            Pos2::new(rail.left() + stroke::MARKER / 2.0, rect.center().y),
            Vec2::new(stroke::MARKER, space::XXL),
        );
        ui.painter().rect_filled(marker, CornerRadius { ne: 2, se: 2, nw: 0, sw: 0 }, palette.accent);
    } else if response.hovered() {
        ui.painter().rect_filled(rect, corner, palette.inset);
    }
    let (role, ink) = if chosen { (Role::LabelStrong, palette.accent) } else { (Role::Label, palette.text2) };
    let middle = rect.center();
    let spot = Rect::from_center_size(middle - Vec2::new(0.0, 9.0), Vec2::splat(theme::icon::RAIL));
    icon::paint(ui, spot, icon, ink);
    let line = Rect::from_center_size(middle + Vec2::new(0.0, 13.0), Vec2::new(rect.width(), role.line()));
    text::paint(ui, line, At::Centre, piece(role, ink, word));
    focus::ring_around(ui, &response, rect.shrink(space::XS), radius::BUTTON);
    response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked()
}

/// The program's own mark at the top of a page without a rail; returns the place right of it.
pub fn brand(ui: &mut Ui, rect: Rect) -> Rect {
    let palette = palette(ui);
    let spot = Rect::from_min_size(
        Pos2::new(rect.left(), rect.center().y - theme::icon::BRAND / 2.0),
        Vec2::splat(theme::icon::BRAND),
    );
    icon::paint_brand(ui, spot);
    let word = rect.with_min_x(spot.right() + space::M);
    let drawn = text::line(ui, word, At::Left, Role::Name, palette.text, "Botdock");
    rect.with_min_x(drawn.rect.right() + space::L)
}

fn ask(ui: &Ui, scene: &Scene<'_>, question: Question) -> Option<Vec<Action>> {
    let (title, leave) = match question {
        Question::Quit => ("Quit during a match?", "Quit and lose"),
        Question::Stop => ("Stop during a match?", "Stop and lose"),
    };
    let sentence = what_is_lost(scene);
    let (wait, leave_now) = match question {
        Question::Quit => (Action::QuitAfterMatches, Action::Quit),
        Question::Stop => (Action::Send(Command::StopAfterMatches), Action::Send(Command::StopNow)),
    };
    // Answers are small numbers so that they can be copied; the actions stay here.
    let safest = Choice { kind: Kind::Main, words: "Keep playing", answer: 0_u8 };
    let others = [
        Choice { kind: Kind::Second, words: "Stop after this match", answer: 1 },
        Choice { kind: Kind::Danger, words: leave, answer: 2 },
    ];
    question::show(ui, title, &sentence, safest, &others).map(|answer| match answer {
        0 => Vec::new(),
        1 => vec![wait],
        _ => vec![leave_now],
    })
}

fn what_is_lost(scene: &Scene<'_>) -> String {
    let running = scene.snapshot().into_iter().flat_map(|snapshot| &snapshot.matches);
    let running: Vec<_> = running.filter(|card| !card.view.status.is_over()).collect();
    let [card, rest @ ..] = running.as_slice() else {
        return "The bot goes offline.".to_owned();
    };
    let rated = if card.view.ranked { ", and the loss counts for its rating" } else { "" };
    let boards = if card.view.legs.len() == 1 { "the game" } else { "both boards" };
    match rest.len() {
        0 => format!("{} would lose {boards} against {}{rated}.", card.my_name, card.opponent),
        more => format!("{} would lose {} running matches{rated}.", card.my_name, more + 1),
    }
}

/// Whether closing the window now would lose something that counts.
#[must_use]
pub fn something_to_lose(scene: &Scene<'_>) -> bool {
    let playing =
        || scene.snapshot().is_some_and(|snapshot| snapshot.matches.iter().any(|card| !card.view.status.is_over()));
    match scene.running() {
        Some(Run::Online) => playing(),
        Some(Run::Practice(_)) | None => false,
    }
}
