//! The form that puts a bot online: token, engine, thinking time, Start.

use crate::ui::action::{EngineChoice, OnlineChoice};
use crate::ui::shell;
use crate::ui::theme::{self, Role, height, measure, palette, space, stroke};
use crate::ui::widgets::button::{Button, Kind, Size};
use crate::ui::widgets::field::{self, Field};
use crate::ui::widgets::icon::Icon;
use crate::ui::widgets::text::{self, At, piece};
use crate::ui::widgets::{focus, frame, slider};
use crate::ui::{Action, Page, Run, Scene};
use egui::{Pos2, Rect, ScrollArea, Sense, Stroke, Ui, UiBuilder, Vec2, WidgetInfo};
use std::time::Duration;
use zeroize::Zeroizing;

const TITLE: &str = "Put your bot online";
const LEAD: &str = "The bot is registered on the FlipSight page. Here it gets its token and the program that thinks.";
const BOT_PAGE: &str = "https://othelloclub.com/en/flipsight/bot";
const KEPT: &str = "Kept until you quit Botdock. It is not written to any file or log.";
const NO_TOKEN: &str = "Paste the token that FlipSight showed when you registered the bot.";
const NO_PROGRAM: &str = "Enter the command that starts your program.";
const ENGINES: [(Engine, &str, &str); 2] = [
    (Engine::Practice, "Practice engine", "Built in and weak. For a first try; not rated."),
    (Engine::Program, "My own program", "Yours. One line of JSON in, one line out."),
];

/// The longest thought for one move, in seconds: the ends of the slider and where it stands at first.
const THINK_SECS: (u32, u32, u32) = (1, 300, 10);

/// More than any token or command line needs.
const TOKEN_LIMIT: usize = 512;
const PROGRAM_LIMIT: usize = 4096;

/// Which kind of engine is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Practice,
    Program,
}

/// Which field a problem belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    Token,
    Program,
    Start,
}

/// What is wrong, as a sentence, and where it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub at: Spot,
    pub sentence: String,
}

/// What has been typed and chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub token: Zeroizing<String>,
    pub engine: Engine,
    pub program: String,
    pub think_secs: u32,
    pub problem: Option<Problem>,
    /// The bot is being put online.
    pub starting: bool,
}

impl Default for State {
    fn default() -> State {
        State {
            // Room from the start, so that typing never leaves copies of the token behind.
            token: Zeroizing::new(String::with_capacity(TOKEN_LIMIT * 4)),
            engine: Engine::Practice,
            program: String::new(),
            think_secs: THINK_SECS.2,
            problem: None,
            starting: false,
        }
    }
}

impl State {
    /// What was entered, or what is missing. Whether the token has the right shape is judged where it is used.
    ///
    /// # Errors
    /// The first [`Problem`].
    pub fn choice(&self) -> Result<OnlineChoice, Problem> {
        let token = self.token.trim();
        if token.is_empty() {
            return Err(Problem { at: Spot::Token, sentence: NO_TOKEN.to_owned() });
        }
        let engine = match self.engine {
            Engine::Practice => EngineChoice::Practice,
            Engine::Program if self.program.trim().is_empty() => {
                return Err(Problem { at: Spot::Program, sentence: NO_PROGRAM.to_owned() });
            }
            Engine::Program => EngineChoice::Program(self.program.trim().to_owned()),
        };
        Ok(OnlineChoice {
            token: Zeroizing::new(token.to_owned()),
            engine,
            max_think: Duration::from_secs(u64::from(self.think_secs)),
        })
    }

    fn problem_at(&self, at: Spot) -> Option<&str> {
        self.problem.as_ref().filter(|problem| problem.at == at).map(|problem| problem.sentence.as_str())
    }
}

/// Draws the page into all of `ui`.
pub fn show(ui: &mut Ui, scene: &Scene<'_>, state: &mut State) -> Vec<Action> {
    let mut actions = Vec::new();
    let whole = ui.max_rect();
    let bar = whole.with_max_y(whole.top() + height::BRAND).shrink2(Vec2::new(space::HUGE - space::S, 0.0));
    let rest = shell::brand(ui, bar);
    let leave = Button::new(Kind::Quiet, "Leave set-up");
    if leave.show_left_of(ui, Pos2::new(rest.right(), rest.center().y)).clicked() {
        actions.push(Action::Go(Page::Home));
    }
    let below = whole.with_min_y(whole.top() + height::BRAND);
    ui.scope_builder(UiBuilder::new().max_rect(below), |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let wide = measure::FORM.min(below.width() - 2.0 * space::XL);
            let top_left = Pos2::new((below.center().x - wide / 2.0).round(), ui.cursor().top() + space::M);
            let bottom = show_form(ui, top_left, wide, scene, state, &mut actions);
            let used = Rect::from_min_max(top_left, Pos2::new(top_left.x + wide, bottom + space::XL));
            ui.advance_cursor_after_rect(used);
        });
    });
    actions
}

fn show_form(
    ui: &mut Ui,
    top_left: Pos2,
    wide: f32,
    scene: &Scene<'_>,
    state: &mut State,
    actions: &mut Vec<Action>,
) -> f32 {
    let palette = palette(ui);
    let at = |y: f32| Pos2::new(top_left.x, y);
    let title = text::paragraph(ui, top_left, wide, Role::Title, palette.text, TITLE);
    let lead = text::paragraph(ui, at(title.rect.bottom() + space::XS), wide, Role::Body, palette.text2, LEAD);
    let page = Button::new(Kind::Quiet, "Open the bot page").icon(Icon::Link).size(Size::Small);
    let link = page.show_right_of(ui, at(lead.rect.bottom() + space::L) - Vec2::new(space::S, 0.0));
    if link.clicked() {
        ui.ctx().open_url(egui::OpenUrl::new_tab(BOT_PAGE));
    }

    let mut y = link.rect.bottom() + space::M;
    y = token_field(ui, at(y), wide, state) + space::XL;
    y = engine_choice(ui, at(y), wide, state) + space::XL;
    y = think_slider(ui, at(y), wide, state) + space::XL;

    if let Some(sentence) = state.problem_at(Spot::Start) {
        y = field::sentence(ui, at(y), wide, sentence) + space::M;
    }
    let why = match scene.running() {
        _ if state.starting => Some("The bot is being put online."),
        Some(Run::Online) => Some("Your bot is online already."),
        Some(Run::Practice(_)) | None => None,
    };
    let place = Rect::from_min_size(at(y), Vec2::new(wide, height::LARGE));
    let word = if state.starting { "Starting" } else { "Start" };
    let start = Button::new(Kind::Main, word).icon(Icon::Play).size(Size::Large).disabled(why);
    if start.show(ui, place).clicked() {
        match state.choice() {
            Ok(choice) => actions.push(Action::Online(Box::new(choice))),
            Err(problem) => state.problem = Some(problem),
        }
    }
    place.bottom()
}

fn token_field(ui: &mut Ui, top_left: Pos2, wide: f32, state: &mut State) -> f32 {
    let palette = palette(ui);
    let error = state.problem_at(Spot::Token).map(str::to_owned);
    let field = Field { label: "Token", hint: "fsbm_…", secret: true, error: error.as_deref(), limit: TOKEN_LIMIT };
    let (response, high) = field.show(ui, top_left, wide, &mut state.token);
    if response.changed() && error.is_some() {
        state.problem = None;
    }
    let below = Pos2::new(top_left.x, top_left.y + high + space::S);
    text::paragraph(ui, below, wide, Role::Label, palette.text3, KEPT).rect.bottom()
}

fn engine_choice(ui: &mut Ui, top_left: Pos2, wide: f32, state: &mut State) -> f32 {
    let palette = palette(ui);
    let label = text::paragraph(ui, top_left, wide, Role::Strong, palette.text, "Engine");
    let beside = wide >= measure::EMPTY;
    let card_wide = if beside { (wide - space::M) / 2.0 } else { wide };
    let card_high = 2.0 * space::L + Role::CardTitle.line() + space::XS + 2.0 * Role::Body.line();
    let mut place =
        Rect::from_min_size(Pos2::new(top_left.x, label.rect.bottom() + space::S), Vec2::new(card_wide, card_high));
    let step = if beside { Vec2::new(card_wide + space::M, 0.0) } else { Vec2::new(0.0, card_high + space::M) };
    let mut bottom = place.bottom();
    for (engine, title, sentence) in ENGINES {
        if engine_card(ui, place, title, sentence, state.engine == engine) {
            state.engine = engine;
        }
        bottom = place.bottom();
        place = place.translate(step);
    }
    if state.engine != Engine::Program {
        return bottom;
    }
    let error = state.problem_at(Spot::Program).map(str::to_owned);
    let field = Field {
        label: "Command line",
        hint: "the program and its options",
        secret: false,
        error: error.as_deref(),
        limit: PROGRAM_LIMIT,
    };
    let top_left = Pos2::new(top_left.x, bottom + space::L);
    let (response, high) = field.show(ui, top_left, wide, &mut state.program);
    if response.changed() && error.is_some() {
        state.problem = None;
    }
    top_left.y + high
}

fn engine_card(ui: &mut Ui, rect: Rect, title: &str, sentence: &str, chosen: bool) -> bool {
    let palette = palette(ui);
    let response = ui.interact(rect, ui.scope_id().with(("engine", title)), Sense::click());
    response.widget_info(|| WidgetInfo::selected(egui::Role::RadioButton, true, chosen, title));
    frame::choice_card(ui, rect, chosen);
    let inner = rect.shrink(space::L);
    let head = inner.with_max_y(inner.top() + Role::CardTitle.line());
    let radio = Pos2::new(head.left() + theme::icon::RADIO / 2.0, head.center().y);
    if chosen {
        ui.painter().circle_filled(radio, theme::icon::RADIO / 2.0, palette.accent);
        ui.painter().circle_filled(radio, theme::icon::RADIO / 4.0, palette.surface);
    } else {
        let edge = Stroke::new(stroke::CONTROL, palette.ctl);
        ui.painter().circle_stroke(radio, (theme::icon::RADIO - stroke::CONTROL) / 2.0, edge);
    }
    let words = head.with_min_x(head.left() + theme::icon::RADIO + space::S);
    text::paint(ui, words, At::Left, piece(Role::CardTitle, palette.text, title));
    let below = Pos2::new(inner.left(), head.bottom() + space::XS);
    text::paragraph(ui, below, inner.width(), Role::Body, palette.text2, sentence);
    focus::ring_around(ui, &response, rect, theme::radius::CARD);
    response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked()
}

fn think_slider(ui: &mut Ui, top_left: Pos2, wide: f32, state: &mut State) -> f32 {
    const NAME: &str = "Longest think for one move";
    let palette = palette(ui);
    let label = text::paragraph(ui, top_left, wide, Role::Strong, palette.text, NAME);
    let track =
        Rect::from_min_size(Pos2::new(top_left.x, label.rect.bottom() + space::XS), Vec2::new(wide, height::SMALL));
    let (least, most, _) = THINK_SECS;
    slider::show(ui, track, &format!("{NAME}, in seconds"), &mut state.think_secs, least, most);
    let ends = Rect::from_min_size(track.left_bottom(), Vec2::new(wide, Role::Label.line()));
    let value = match state.think_secs {
        1 => "1 second".to_owned(),
        secs => format!("{secs} seconds"),
    };
    text::line(ui, ends, At::Left, Role::Label, palette.text3, &format!("{least} s"));
    text::line(ui, ends, At::Centre, Role::LabelStrong, palette.text, &value);
    text::line(ui, ends, At::Right, Role::Label, palette.text3, &format!("{most} s"));
    ends.bottom()
}
