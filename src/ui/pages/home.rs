//! The first page: practise at once, or put a bot online.

use crate::game::othello::Mode;
use crate::play::strength::Strength;
use crate::ui::board;
use crate::ui::shell;
use crate::ui::theme::{self, Density, Layout, Role, height, measure, palette, radius, space, stroke};
use crate::ui::widgets::button::{Button, Kind, Size};
use crate::ui::widgets::icon::Icon;
use crate::ui::widgets::text::{self, At, piece};
use crate::ui::widgets::{dock, dropdown, frame, segments};
use crate::ui::words;
use crate::ui::{Action, Page, PracticeChoice, Run, Scene};
use egui::{CornerRadius, Pos2, Rect, ScrollArea, Stroke, StrokeKind, Ui, UiBuilder, Vec2};

const HEADLINE: &str = "Give your Othello bot a place to play";
const LEAD: &str = "Start with either one. You can do the other at any time.";
const PRACTICE: &str = "Practice now";
const PRACTICE_TEXT: &str = "Watch a two-board match on this computer. No account, no internet, nothing to set up.";
const ONLINE: &str = "Put my bot online";
const ONLINE_TEXT: &str = "Join the FlipSight arena and earn a rating. Four short steps, about three minutes.";
const STEPS: [(&str, &str); 4] = [
    ("Your bot", " register a name on the FlipSight page"),
    ("Token", " paste it; Botdock keeps it until you quit"),
    ("Engine", " choose the program that thinks"),
    ("Ready", " press Start"),
];
const OPPONENTS: [(Strength, &str); 3] =
    [(Strength::Easy, "Easy"), (Strength::Medium, "Medium"), (Strength::Strong, "Strong")];
const FOOT: &str = "Practice stays on this computer. Nothing is sent anywhere.";

/// Height of a card's words and controls.
const CARD_WORDS: f32 = 268.0;

/// A few moves into a match, on both boards.
const PICTURES: [[&str; 4]; 2] = [["....", ".XOO", "XOX.", "...."], ["....", ".OXX", "OXO.", "...."]];

/// What has been chosen for practice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    pub practice: PracticeChoice,
    /// A practice match is being set up.
    pub starting: bool,
    /// Why practice did not start.
    pub problem: Option<String>,
}

/// How the page is divided: two cards side by side, or one above the other without pictures.
struct Plan {
    size: Vec2,
    brand: bool,
    headline: Role,
    headline_top: f32,
    cards_top: f32,
    card: Vec2,
    beside: bool,
    pad: f32,
}

impl Plan {
    fn of(room: Vec2, brand: bool, compact: bool) -> Plan {
        let beside = room.x >= 2.0 * measure::CARD_FIRST + 3.0 * space::XL;
        let brand_high = if brand { height::BRAND } else { space::XL };
        let (headline, pad) = if beside { (Role::Headline, space::XXL) } else { (Role::Title, space::XL) };
        let gap = match (beside, compact) {
            (true, false) => space::HUGE - space::S,
            (true, true) => space::M,
            (false, _) => 0.0,
        };
        let headline_top = brand_high + gap;
        let lead = headline.line() + space::S + Role::Lead.line();
        let cards_top = headline_top + lead + if beside { gap.clamp(space::L, space::XXL) } else { space::L };
        let wide = if beside { measure::CARD_FIRST } else { (room.x - 2.0 * space::XL).min(measure::FORM) };
        let picture = if beside { height::PICTURE + space::XL } else { 0.0 };
        let card = Vec2::new(wide, 2.0 * pad + picture + CARD_WORDS);
        let cards = if beside { card.y } else { 2.0 * card.y + space::L };
        let foot = Role::Body.line() + 2.0 * space::XL;
        Plan {
            size: Vec2::new(room.x, (cards_top + cards + foot).max(room.y)),
            brand,
            headline,
            headline_top,
            cards_top,
            card,
            beside,
            pad,
        }
    }
}

/// Draws the page into all of `ui`.
pub fn show(ui: &mut Ui, scene: &Scene<'_>, state: &mut State) -> Vec<Action> {
    let mut actions = Vec::new();
    let whole = ui.max_rect();
    let compact = Layout::of(ui.ctx().content_rect().size()).density == Density::Compact;
    let plan = Plan::of(whole.size(), scene.session.is_none(), compact);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let (_, page) = ui.allocate_space(plan.size);
        ui.scope_builder(UiBuilder::new().max_rect(page), |ui| show_page(ui, page, &plan, scene, state, &mut actions));
    });
    actions
}

fn show_page(ui: &mut Ui, page: Rect, plan: &Plan, scene: &Scene<'_>, state: &mut State, actions: &mut Vec<Action>) {
    let palette = palette(ui);
    if plan.brand {
        let side = if plan.beside { space::HUGE - space::S } else { space::XL };
        let bar = Rect::from_min_size(page.min, Vec2::new(page.width(), height::BRAND));
        shell::brand(ui, bar.shrink2(Vec2::new(side, 0.0)));
    }
    let inner = page.shrink2(Vec2::new(space::XL, 0.0));
    let line = |top: f32, role: Role| Rect::from_x_y_ranges(inner.x_range(), top..=top + role.line());
    let headline = line(page.top() + plan.headline_top, plan.headline);
    text::line(ui, headline, At::Centre, plan.headline, palette.text, HEADLINE);
    let lead = line(headline.bottom() + space::S, Role::Lead);
    text::line(ui, lead, At::Centre, Role::Lead, palette.text2, LEAD);

    let top = page.top() + plan.cards_top;
    let across = if plan.beside { 2.0 * plan.card.x + space::XL } else { plan.card.x };
    let first = Rect::from_min_size(Pos2::new((page.center().x - across / 2.0).round(), top), plan.card);
    let step =
        if plan.beside { Vec2::new(plan.card.x + space::XL, 0.0) } else { Vec2::new(0.0, plan.card.y + space::L) };
    let second = first.translate(step);
    practice_card(ui, first, plan, scene, state, actions);
    online_card(ui, second, plan, scene, actions);
    let foot = line(second.bottom() + space::XL + space::XS, Role::Body);
    text::line(ui, foot, At::Centre, Role::Body, palette.text2, FOOT);
}

/// A card's ground, title and sentence; returns the place below them.
fn card(ui: &mut Ui, rect: Rect, plan: &Plan, title: &str, sentence: &str) -> Rect {
    let palette = palette(ui);
    frame::card(ui, rect);
    let inner = rect.shrink(plan.pad);
    let top = if plan.beside { inner.top() - space::XS + height::PICTURE + space::XL } else { inner.top() };
    let line = Rect::from_x_y_ranges(inner.x_range(), top..=top + Role::Name.line());
    text::line(ui, line, At::Left, Role::Name, palette.text, title);
    let below = Pos2::new(inner.left(), line.bottom() + space::XS);
    text::paragraph(ui, below, inner.width(), Role::Body, palette.text2, sentence);
    inner.with_min_y(below.y + 2.0 * Role::Body.line())
}

fn picture_place(rect: Rect, plan: &Plan) -> Rect {
    let corner = rect.min + Vec2::new(plan.pad, plan.pad - space::XS);
    Rect::from_min_size(corner, Vec2::new(rect.width() - 2.0 * plan.pad, height::PICTURE))
}

fn practice_card(
    ui: &mut Ui,
    rect: Rect,
    plan: &Plan,
    scene: &Scene<'_>,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    let palette = palette(ui);
    let rest = card(ui, rect, plan, PRACTICE, PRACTICE_TEXT);
    if plan.beside {
        let mut spot = picture_place(rect, plan).with_max_x(rect.left() + plan.pad + height::PICTURE);
        for rows in &PICTURES {
            board::picture(ui, spot, rows);
            spot = spot.translate(Vec2::new(height::PICTURE + space::XL, 0.0));
        }
    }
    let mut row =
        Rect::from_min_size(rest.min + Vec2::new(0.0, space::XL - space::XS), Vec2::new(rest.width(), height::CONTROL));
    let label = |ui: &mut Ui, row: Rect, word: &str| {
        text::line(ui, row.with_max_x(row.left() + measure::LABEL_COLUMN), At::Left, Role::Body, palette.text2, word);
        row.with_min_x(row.left() + measure::LABEL_COLUMN)
    };
    let field = label(ui, row, "Game");
    let games = Mode::ALL.map(|mode| (mode, words::mode(mode)));
    if let Some(mode) = dropdown::show(ui, field, "Game", &games, state.practice.mode) {
        state.practice.mode = mode;
    }
    row = row.translate(Vec2::new(0.0, height::CONTROL + space::M));
    let field = label(ui, row, "Opponent");
    if let Some(opponent) = segments::show(ui, field, "Opponent", &OPPONENTS, state.practice.opponent) {
        state.practice.opponent = opponent;
    }
    if let Some(problem) = &state.problem {
        let under = Rect::from_x_y_ranges(
            row.x_range(),
            row.bottom() + space::S..=row.bottom() + space::S + Role::Label.line(),
        );
        text::line(ui, under, At::Left, Role::Label, palette.err, problem);
    }
    let place = rest.with_min_y(rest.bottom() - height::LARGE);
    let (button, action) = match scene.running() {
        _ if state.starting => {
            let button = Button::new(Kind::Main, "Starting").disabled(Some("The practice match is being set up."));
            (button, Action::Go(Page::Live))
        }
        Some(Run::Online) => {
            let why = "Your bot is online. Stop it on the page Live to practise.";
            (Button::new(Kind::Main, PRACTICE).disabled(Some(why)), Action::Go(Page::Live))
        }
        Some(Run::Practice(_)) if !practice_over(scene) => {
            (Button::new(Kind::Main, "Back to the match").icon(Icon::Live), Action::Go(Page::Live))
        }
        Some(Run::Practice(_)) | None => {
            (Button::new(Kind::Main, PRACTICE).icon(Icon::Play), Action::Practice(state.practice))
        }
    };
    if button.size(Size::Large).show(ui, place).clicked() {
        actions.push(action);
    }
}

fn practice_over(scene: &Scene<'_>) -> bool {
    scene.snapshot().is_some_and(|snapshot| snapshot.matches.first().is_some_and(|card| card.view.status.is_over()))
}

fn online_card(ui: &mut Ui, rect: Rect, plan: &Plan, scene: &Scene<'_>, actions: &mut Vec<Action>) {
    let rest = card(ui, rect, plan, ONLINE, ONLINE_TEXT);
    if plan.beside {
        online_picture(ui, picture_place(rect, plan));
    }
    let mut top = rest.top() + space::L;
    for (index, (what, how)) in STEPS.iter().enumerate() {
        let row = Rect::from_x_y_ranges(rest.x_range(), top..=top + theme::icon::STEP);
        show_step(ui, row, index + 1, what, how);
        top += theme::icon::STEP + space::S - 2.0;
    }
    let place = rest.with_min_y(rest.bottom() - height::LARGE);
    let (button, action) = match scene.running() {
        Some(Run::Online) => (Button::new(Kind::Outline, "Back to my bot"), Action::Go(Page::Live)),
        Some(Run::Practice(_)) | None => (Button::new(Kind::Outline, "Set up my bot"), Action::Go(Page::Connect)),
    };
    if button.size(Size::Large).show(ui, place).clicked() {
        actions.push(action);
    }
}

fn show_step(ui: &mut Ui, row: Rect, number: usize, what: &str, how: &str) {
    let palette = palette(ui);
    let circle = Pos2::new(row.left() + theme::icon::STEP / 2.0, row.center().y);
    ui.painter().circle_filled(circle, theme::icon::STEP / 2.0, palette.inset);
    let spot = Rect::from_center_size(circle, Vec2::splat(theme::icon::STEP));
    text::paint(ui, spot, At::Centre, piece(Role::LabelStrong, palette.text2, &number.to_string()));
    let pieces = [piece(Role::Strong, palette.text, what), piece(Role::Body, palette.text2, how)];
    text::pieces(ui, row.with_min_x(spot.right() + space::M), At::Left, &pieces);
}

/// The dock with a disc of both colours, and what a bot online looks like.
fn online_picture(ui: &Ui, rect: Rect) {
    let palette = palette(ui);
    let glyph = rect.with_max_x(rect.left() + theme::icon::DOCK_LARGE);
    dock::paint_both(ui.painter(), glyph, palette.text2, palette.black, palette.white, palette.ctl);
    let size = Vec2::new(measure::SAMPLE, measure::SAMPLE_HEIGHT);
    let card = Rect::from_min_size(
        Pos2::new(glyph.right() + space::XXL + space::XS, rect.center().y - size.y / 2.0 + 1.0),
        size,
    );
    let edge = Stroke::new(stroke::HAIR, palette.line);
    ui.painter().rect(card, CornerRadius::same(radius::CARD as u8), palette.surface, edge, StrokeKind::Inside);
    let inner = card.shrink2(Vec2::new(space::L + space::XS, space::M - 1.0));
    let upper = inner.with_max_y(inner.top() + Role::Name.line());
    let lower = inner.with_min_y(inner.bottom() - Role::Body.line());
    text::paint(ui, upper, At::Left, piece(Role::CardTitle, palette.text, "Kosame"));
    text::paint(ui, upper, At::Right, piece(Role::Count, palette.text, "1487"));
    let mark = Pos2::new(inner.left() + space::XS, lower.center().y);
    ui.painter().circle_filled(mark, space::XS, palette.ok);
    text::paint(ui, lower.with_min_x(mark.x + space::M), At::Left, piece(Role::LabelStrong, palette.ok, "Online"));
    text::paint(ui, lower, At::Right, piece(Role::Label, palette.text3, "rating"));
}
