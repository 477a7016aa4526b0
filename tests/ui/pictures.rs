//! A few small pictures, on Linux only, where the software renderer draws the same everywhere.
//!
//! `BOTDOCK_PICTURES=folder cargo test --test ui look -- --ignored` writes every page at every size there, to look at.

use crate::{REGULAR, THEMES, Window, made_up};
use botdock::game::othello::Mode;
use botdock::play::paired::FinishReason;
use botdock::session::snapshot::Status;
use botdock::ui::pages::connect::{Engine, Problem, Spot};
use botdock::ui::shell::Question;
use botdock::ui::{Page, PracticeChoice, Run};
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
