//! The window's pages from made-up sessions, without a display.
#![cfg(feature = "gui")]
// The made-up sessions are part of the tests: a mistake in them should stop the test at once.
#![allow(clippy::expect_used, clippy::must_use_candidate)]

mod app;
mod connect;
mod home;
mod live;
mod made_up;
mod pictures;

use botdock::session::snapshot::Snapshot;
use botdock::ui::shell::{self, Desk};
use botdock::ui::{self, Action, End, Page, Run, Scene};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

/// A window on a made-up session, and all that was wished in it.
pub struct Window {
    pub session: Option<(Run, Snapshot)>,
    pub end: Option<End>,
    pub said: Vec<String>,
    pub now: botdock::play::clock::Now,
    pub desk: Desk,
    pub actions: Vec<Action>,
}

impl Window {
    pub fn new(page: Page, session: Option<(Run, Snapshot)>) -> Window {
        let desk = Desk { page, ..Desk::default() };
        Window { session, end: None, said: Vec::new(), now: made_up::now(), desk, actions: Vec::new() }
    }

    /// Opens it. Pages that a person goes to are shown at once, as the program does.
    pub fn open(self, size: [f32; 2], theme: egui::Theme) -> Harness<'static, Window> {
        Harness::builder()
            .with_size(size)
            .with_theme(theme)
            .with_context_setup(ui::dress)
            .with_max_steps(8)
            .build_ui_state(
                |ui, window: &mut Window| {
                    // The program has no margin around its pages, the harness has.
                    let whole = ui.ctx().content_rect();
                    let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(whole));
                    ui.set_clip_rect(whole);
                    let session = window.session.as_ref().map(|(run, snapshot)| (*run, snapshot));
                    let scene = Scene { now: window.now, session, end: window.end.as_ref(), said: &window.said };
                    for action in shell::show(&mut ui, &scene, &mut window.desk) {
                        if let Action::Go(page) = action {
                            window.desk.page = page;
                        }
                        window.actions.push(action);
                    }
                },
                self,
            )
    }
}

pub const THEMES: [egui::Theme; 2] = [egui::Theme::Light, egui::Theme::Dark];
pub const REGULAR: [f32; 2] = [1280.0, 800.0];

/// That something with this name is shown, whole, inside the window.
pub fn assert_inside(harness: &Harness<'_, Window>, name: &str) {
    let size = harness.ctx.content_rect();
    let rect = harness.get_by_label(name).rect();
    assert!(size.expand(0.5).contains_rect(rect), "{name} at {rect:?} is cut in {size:?}");
}
