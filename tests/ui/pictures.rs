//! A few small pictures, on Linux only, where the software renderer draws the same everywhere.
//!
//! `BOTDOCK_PICTURES=folder cargo test --test ui look -- --ignored` writes every page at every size there, to look at.

use crate::{REGULAR, THEMES, Window, made_up};
use botdock::game::othello::Mode;
use botdock::play::paired::FinishReason;
use botdock::session::snapshot::Status;
use botdock::ui::pages::connect::{Engine, Problem, Spot};
use botdock::ui::shell::Question;
use botdock::ui::{End, Page, PracticeChoice, Run};
use std::path::PathBuf;

fn live(card: botdock::session::snapshot::MatchCard) -> Window {
    Window::new(Page::Live, Some((Run::Online, made_up::snapshot(Status::Playing, vec![card]))))
}

#[test]
#[ignore = "writes pictures for people to look at"]
fn look() {
    let Some(folder) = std::env::var_os("BOTDOCK_PICTURES").map(PathBuf::from) else { return };
    std::fs::create_dir_all(&folder).expect("a folder for the pictures");
    let save = |name: &str, size: [f32; 2], window: &dyn Fn() -> Window| {
        for (theme, word) in THEMES.into_iter().zip(["light", "dark"]) {
            let mut harness = window().open(size, theme);
            harness.run();
            let picture = harness.render().expect("a picture");
            picture.save(folder.join(format!("{name}-{word}.png"))).expect("a written picture");
        }
    };
    save("home", REGULAR, &|| Window::new(Page::Home, None));
    save("home-small", [1024.0, 700.0], &|| Window::new(Page::Home, None));
    save("home-least", [640.0, 480.0], &|| Window::new(Page::Home, None));
    save("live-std", REGULAR, &|| live(made_up::standard_match()));
    save("live-std-small", [1024.0, 700.0], &|| live(made_up::standard_match()));
    save("live-std-least", [640.0, 480.0], &|| live(made_up::standard_match()));
    save("live-std-wide", [2560.0, 1440.0], &|| live(made_up::standard_match()));
    save("live-octagon", REGULAR, &|| live(made_up::match_of(Mode::Octagon)));
    save("live-grand-small", [1024.0, 700.0], &|| live(made_up::match_of(Mode::Grand)));
    save("live-reversi", REGULAR, &|| live(made_up::match_of(Mode::Reversi)));
    save("live-human", REGULAR, &|| live(made_up::human_game()));
    save("live-rows", REGULAR, &|| {
        let matches = vec![made_up::standard_match(), made_up::match_of(Mode::Octagon)];
        Window::new(Page::Live, Some((Run::Online, made_up::snapshot(Status::Playing, matches))))
    });
    save("live-over", REGULAR, &|| {
        let card = made_up::finished(made_up::standard_match(), FinishReason::Discs);
        let run = Run::Practice(PracticeChoice::default());
        Window::new(Page::Live, Some((run, made_up::snapshot(Status::Online, vec![card]))))
    });
    save("live-waiting", REGULAR, &|| {
        Window::new(Page::Live, Some((Run::Online, made_up::snapshot(Status::Online, Vec::new()))))
    });
    save("live-crash-said", REGULAR, &|| {
        let mut window = live(made_up::standard_match());
        window.end = Some(End::Crash("index out of bounds".to_owned()));
        window.said = ["board 1: Traceback (most recent call last):", "board 1: ValueError: no such square"]
            .map(str::to_owned)
            .to_vec();
        window.desk.live.said = true;
        window
    });
    save("live-question", REGULAR, &|| {
        let mut window = live(made_up::standard_match());
        window.desk.question = Some(Question::Quit);
        window
    });
    save("connect", REGULAR, &|| {
        let mut window = Window::new(Page::Connect, None);
        window.desk.connect.engine = Engine::Program;
        window.desk.connect.token.push_str("password123");
        let sentence = "This is not a token. A token starts with fsbm_.".to_owned();
        window.desk.connect.problem = Some(Problem { at: Spot::Token, sentence });
        window
    });
    save("connect-least", [640.0, 480.0], &|| Window::new(Page::Connect, None));
}

/// What is drawn alone, on a small canvas.
#[cfg(target_os = "linux")]
fn small(name: &str, size: [f32; 2], draw: impl Fn(&mut egui::Ui, egui::Rect) + 'static) {
    let mut results = egui_kittest::SnapshotResults::new();
    for (theme, word) in THEMES.into_iter().zip(["light", "dark"]) {
        let mut harness = egui_kittest::Harness::builder()
            .with_size(size)
            .with_theme(theme)
            .with_context_setup(botdock::ui::dress)
            .build_ui_state(
                |ui, draw| {
                    let whole = ui.ctx().content_rect();
                    let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(whole));
                    ui.set_clip_rect(whole);
                    let ground = botdock::ui::theme::palette(&ui).surface;
                    ui.painter().rect_filled(whole, 0.0, ground);
                    draw(&mut ui, whole);
                },
                &draw,
            );
        harness.run();
        harness.snapshot(format!("{name}-{word}"));
        results.extend_harness(&mut harness);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_octagon_is_an_octagon() {
    use botdock::game::othello::Position;
    use botdock::ui::board::{self, Place, Shown};
    small("octagon", [260.0, 260.0], |ui, rect| {
        let position = Position::start(Mode::Octagon);
        let origin = rect.min + egui::vec2(28.0, 28.0);
        let place = Place { origin, side: 22.0, gutter: 18.0, rim: 5.0, letters: 15.0 };
        let last = position.legal().first().map(botdock::game::othello::Move::Place);
        let spoken = "the octagon's start";
        board::show(ui, &place, &Shown { position: &position, legal: position.legal(), last, spoken });
    });
}

#[cfg(target_os = "linux")]
#[test]
fn strips_and_clocks_tell_their_state_by_shape() {
    use botdock::game::grid::Side;
    use botdock::ui::theme::Layout;
    use botdock::ui::widgets::strip::{self, Strip};
    use std::time::Duration;
    small("strips", [340.0, 240.0], |ui, rect| {
        let layout = Layout::of(egui::vec2(1280.0, 800.0));
        let strip = |mine, to_move, secs| {
            let name = if mine { "Kosame" } else { "Tidewater" };
            Strip { side: Side::Black, name, mine, to_move, count: 17, left: Duration::from_secs(secs) }
        };
        let shown = [
            strip(true, true, 41),
            strip(false, true, 44),
            strip(true, false, 37),
            strip(false, true, 8),
            strip(true, true, 0),
        ];
        for (index, strip) in shown.iter().enumerate() {
            let top = rect.top() + 8.0 + 46.0 * index as f32;
            let place = egui::Rect::from_x_y_ranges(rect.left() + 8.0..=rect.right() - 8.0, top..=top + layout.strip);
            strip::show(ui, place, layout, strip);
        }
    });
}
