use crate::{REGULAR, THEMES, Window, assert_inside};
use botdock::ui::action::EngineChoice;
use botdock::ui::pages::connect::{Problem, Spot};
use botdock::ui::{Action, Page};
use egui::Key;
use egui_kittest::kittest::Queryable;
use std::time::Duration;

#[test]
fn a_token_is_all_that_the_practice_engine_needs() {
    for theme in THEMES {
        let mut harness = Window::new(Page::Connect, None).open(REGULAR, theme);
        harness.get_by_role_and_label(egui::Role::PasswordInput, "Token").click();
        harness.run();
        harness.get_by_role_and_label(egui::Role::PasswordInput, "Token").type_text("  fsbm_made-up-token ");
        harness.run();
        harness.get_by_label("Start").click();
        harness.run();
        let [Action::Online(choice)] = &harness.state().actions[..] else {
            panic!("{:?}", harness.state().actions);
        };
        assert_eq!(choice.token.as_str(), "fsbm_made-up-token");
        assert_eq!(choice.engine, EngineChoice::Practice);
        assert_eq!(choice.max_think, Duration::from_secs(10));
    }
}

#[test]
fn the_token_is_never_told_to_a_screen_reader() {
    let mut window = Window::new(Page::Connect, None);
    window.desk.connect.token.push_str("fsbm_canary");
    let harness = window.open(REGULAR, THEMES[0]);
    let told = format!("{:?}", harness.root());
    assert!(told.contains("PasswordInput"), "{told}");
    assert!(!told.contains("canary"), "{told}");
}

#[test]
fn what_is_missing_is_said_at_its_field() {
    let mut harness = Window::new(Page::Connect, None).open(REGULAR, THEMES[0]);
    harness.get_by_label("Start").click();
    harness.run();
    harness.get_by_label("Paste the token that FlipSight showed when you registered the bot.");
    assert!(harness.state().actions.is_empty());

    harness.state_mut().desk.connect.token.push_str("fsbm_x");
    harness.get_by_label("My own program").click();
    harness.run();
    harness.get_by_label("Start").click();
    harness.run();
    harness.get_by_label("Enter the command that starts your program.");
    harness.get_by_role_and_label(egui::Role::TextInput, "Command line").click();
    harness.run();
    harness.get_by_role_and_label(egui::Role::TextInput, "Command line").type_text("./mine --fast");
    harness.run();
    assert!(harness.query_by_label("Enter the command that starts your program.").is_none(), "typing clears it");
    harness.get_by_label("Start").click();
    harness.run();
    let [Action::Online(choice)] = &harness.state().actions[..] else { panic!("no wish") };
    assert_eq!(choice.engine, EngineChoice::Program("./mine --fast".to_owned()));
}

#[test]
fn the_slider_obeys_keys() {
    let name = "Longest think for one move, in seconds";
    let mut harness = Window::new(Page::Connect, None).open(REGULAR, THEMES[0]);
    harness.get_by_label(name).focus();
    harness.run();
    for (key, secs) in [(Key::ArrowRight, 11), (Key::ArrowLeft, 10), (Key::PageUp, 15), (Key::End, 300), (Key::Home, 1)]
    {
        harness.key_press(key);
        harness.run();
        assert_eq!(harness.state().desk.connect.think_secs, secs, "{key:?}");
    }
    harness.get_by_label("1 second");
}

#[test]
fn problems_from_outside_stand_at_their_field() {
    for spot in [Spot::Token, Spot::Start] {
        let mut window = Window::new(Page::Connect, None);
        let sentence = "This is not a token. A token starts with fsbm_.".to_owned();
        window.desk.connect.problem = Some(Problem { at: spot, sentence: sentence.clone() });
        let harness = window.open(REGULAR, THEMES[1]);
        harness.get_by_label(&sentence);
    }
}

#[test]
fn the_form_fits_the_smallest_window_across() {
    for size in [[640.0, 480.0], [1024.0, 700.0], REGULAR, [2560.0, 1440.0]] {
        let harness = Window::new(Page::Connect, None).open(size, THEMES[0]);
        for name in ["Put your bot online", "Open the bot page", "Leave set-up"] {
            assert_inside(&harness, name);
        }
        let field = harness.get_by_role_and_label(egui::Role::PasswordInput, "Token").rect();
        assert!(harness.ctx.content_rect().contains_rect(field), "{field:?} is cut at {size:?}");
        let start = harness.get_by_label("Start").rect();
        assert!(start.left() >= 0.0 && start.right() <= size[0], "{start:?} at {size:?}");
    }
}
