//! The window itself: it owns the running session, hands its snapshot to the pages and does what they wish.
//!
//! Everything that takes time happens elsewhere; here only the newest snapshot is looked at. The session wakes the
//! window when it has news, so nothing is redrawn while nothing changes, except a running clock.

use super::action::{Action, End, Page, PracticeChoice, Run, Scene};
use super::pages::connect::{Problem, Spot};
use super::pages::live;
use super::shell::{self, Desk, Question};
use super::start::{Host, Starting, stop_elsewhere};
use super::{theme, words};
use crate::host::clock::unix_ms;
use crate::host::worker::ConsoleLine;
use crate::play::clock::{Moment, Now};
use crate::session::command::Command;
use crate::session::snapshot::{Snapshot, Status};
use egui::{Context, ThemePreference, ViewportCommand};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How the window is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub theme: Theme,
    /// Starts this practice match at once.
    pub practice: Option<PracticeChoice>,
    /// Closes when a match is over.
    pub quit_after_match: bool,
    /// Closes after this long.
    pub max_runtime: Option<Duration>,
}

/// Which theme the window has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    #[default]
    System,
    Light,
    Dark,
}

/// What the window plays.
#[derive(Default)]
enum Session {
    #[default]
    None,
    Starting(Run, Starting),
    Running(Run, Host),
}

/// When the window closes by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Closing {
    No,
    /// Once the running matches are over.
    AfterMatches,
    /// Now; nothing is asked any more.
    Now,
}

/// What the session shows at one moment.
struct Look {
    session: Option<(Run, Arc<Snapshot>)>,
    end: Option<End>,
    said: Vec<String>,
    now: Now,
}

impl Look {
    fn scene(&self) -> Scene<'_> {
        let session = self.session.as_ref().map(|(run, snapshot)| (*run, &**snapshot));
        Scene { now: self.now, session, end: self.end.as_ref(), said: &self.said }
    }
}

/// The window.
pub struct App {
    desk: Desk,
    session: Session,
    options: Options,
    opened: Instant,
    closing: Closing,
}

impl App {
    /// A window on this context; nothing runs yet unless the options say so.
    #[must_use]
    pub fn new(ctx: &Context, options: Options) -> App {
        super::dress(ctx);
        // Where the system does not tell its theme.
        ctx.options_mut(|options| options.fallback_theme = egui::Theme::Light);
        ctx.set_theme(match options.theme {
            Theme::System => ThemePreference::System,
            Theme::Light => ThemePreference::Light,
            Theme::Dark => ThemePreference::Dark,
        });
        let mut app = App {
            desk: Desk::default(),
            session: Session::None,
            options,
            opened: Instant::now(),
            closing: Closing::No,
        };
        if let Some(choice) = options.practice {
            app.start_practice(ctx, choice);
        }
        app
    }

    /// What there is to see now.
    fn look(&self) -> Look {
        match &self.session {
            Session::None | Session::Starting(..) => {
                let now = Now { moment: Moment::default(), unix_ms: unix_ms() };
                Look { session: None, end: None, said: Vec::new(), now }
            }
            Session::Running(run, host) => {
                let runner = host.runner();
                // The end is asked for before the snapshot, so that the last notes are there with it.
                let end = runner.exit().map(End::Exit).or_else(|| runner.crash().map(End::Crash));
                Look {
                    session: Some((*run, runner.snapshot())),
                    end,
                    said: runner.engine_errors().iter().map(said).collect(),
                    now: Now { moment: runner.now(), unix_ms: unix_ms() },
                }
            }
        }
    }

    fn start_practice(&mut self, ctx: &Context, choice: PracticeChoice) {
        self.end_session();
        self.desk.home.practice = choice;
        self.desk.home.problem = None;
        match Starting::practice(choice, waker(ctx)) {
            Ok(starting) => {
                self.desk.home.starting = true;
                self.session = Session::Starting(Run::Practice(choice), starting);
            }
            Err(error) => self.desk.home.problem = Some(format!("Practice could not start: {error}.")),
        }
    }

    /// Ends what runs, without waiting for it.
    fn end_session(&mut self) {
        if let Session::Running(_, host) = std::mem::take(&mut self.session) {
            stop_elsewhere(host);
        }
    }

    /// Takes over a session that was being started.
    fn take_started(&mut self) {
        let Session::Starting(run, starting) = &self.session else { return };
        let run = *run;
        let Some(outcome) = starting.outcome() else { return };
        self.desk.home.starting = false;
        self.desk.connect.starting = false;
        match outcome {
            Ok(host) => {
                self.desk.live = live::State::default();
                self.desk.page = Page::Live;
                self.session = Session::Running(run, host);
            }
            Err(problem) => {
                self.session = Session::None;
                match run {
                    Run::Practice(_) => {
                        self.desk.home.problem = Some(problem.sentence);
                        self.desk.page = Page::Home;
                    }
                    Run::Online => self.desk.connect.problem = Some(problem),
                }
            }
        }
    }

    fn act(&mut self, ctx: &Context, action: Action) {
        match action {
            Action::Go(page) => {
                if page == Page::Connect && self.token_refused() {
                    let sentence = words::TOKEN_REFUSED.to_owned();
                    self.desk.connect.problem = Some(Problem { at: Spot::Token, sentence });
                }
                self.desk.page = page;
            }
            Action::Practice(choice) => self.start_practice(ctx, choice),
            Action::EndPractice => {
                self.end_session();
                self.desk.page = Page::Home;
            }
            Action::Online(choice) => {
                self.end_session();
                self.desk.connect.problem = None;
                match Starting::online(*choice, waker(ctx)) {
                    Ok(starting) => {
                        self.desk.connect.starting = true;
                        self.session = Session::Starting(Run::Online, starting);
                    }
                    Err(error) => {
                        let sentence = format!("The bot could not be started: {error}.");
                        self.desk.connect.problem = Some(Problem { at: Spot::Start, sentence });
                    }
                }
            }
            Action::Send(command) => self.send(command),
            Action::AskStop => self.desk.question = Some(Question::Stop),
            Action::Quit => self.closing = Closing::Now,
            Action::QuitAfterMatches => {
                self.send(Command::StopAfterMatches);
                self.closing = Closing::AfterMatches;
            }
        }
    }

    fn token_refused(&self) -> bool {
        self.look().session.is_some_and(|(run, snapshot)| run == Run::Online && snapshot.status == Status::NeedsYou)
    }

    fn send(&self, command: Command) {
        if let Session::Running(_, host) = &self.session {
            host.runner().send(command);
        }
    }

    /// Decides whether a wish to close the window is granted, and closes it when it is time.
    fn look_after_closing(&mut self, ctx: &Context, scene: &Scene<'_>) {
        let over = |snapshot: &Snapshot| snapshot.matches.iter().all(|card| card.view.status.is_over());
        let done = match scene.session {
            Some((_, snapshot)) => scene.end.is_some() || over(snapshot),
            None => true,
        };
        if self.closing == Closing::AfterMatches && done {
            self.closing = Closing::Now;
        }
        let one_over = scene.snapshot().is_some_and(|snapshot| !snapshot.matches.is_empty() && over(snapshot));
        if self.options.quit_after_match && one_over {
            self.closing = Closing::Now;
        }
        if let Some(limit) = self.options.max_runtime {
            match limit.checked_sub(self.opened.elapsed()) {
                Some(left) => ctx.request_repaint_after(left + Duration::from_millis(1)),
                None => self.closing = Closing::Now,
            }
        }
        let asked = ctx.input(|input| input.viewport().close_requested());
        match self.closing {
            Closing::Now if !asked => ctx.send_viewport_cmd(ViewportCommand::Close),
            Closing::No | Closing::AfterMatches if asked && shell::something_to_lose(scene) => {
                ctx.send_viewport_cmd(ViewportCommand::CancelClose);
                self.desk.question = Some(Question::Quit);
            }
            Closing::No | Closing::AfterMatches | Closing::Now => {}
        }
    }
}

/// An engine's line as the page shows it. Control characters have no shape.
fn said(line: &ConsoleLine) -> String {
    let text: String = line.text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("board {}: {}", line.seat.leg + 1, text.trim_end())
}

fn waker(ctx: &Context) -> impl Fn() + Clone + Send + Sync + 'static {
    let ctx = ctx.clone();
    move || ctx.request_repaint()
}

impl eframe::App for App {
    fn logic(&mut self, ctx: &Context, _frame: &mut eframe::Frame) {
        self.take_started();
        let look = self.look();
        self.look_after_closing(ctx, &look.scene());
    }

    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        let look = self.look();
        let scene = look.scene();
        let actions = shell::show(ui, &scene, &mut self.desk);
        if let Some(wait) = live::next_change(&scene).filter(|_| self.desk.page == Page::Live) {
            ui.ctx().request_repaint_after(wait);
        }
        let acted = !actions.is_empty();
        for action in actions {
            self.act(ui.ctx(), action);
        }
        if acted {
            ui.ctx().request_repaint();
        }
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        if let Session::Running(_, host) = std::mem::take(&mut self.session) {
            host.stop();
        }
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        theme::of(visuals.dark_mode).bg.to_normalized_gamma_f32()
    }
}
