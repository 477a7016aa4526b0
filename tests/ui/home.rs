use crate::{REGULAR, THEMES, Window, assert_inside, made_up};
use botdock::game::othello::Mode;
use botdock::play::strength::Strength;
use botdock::session::snapshot::Status;
use botdock::ui::{Action, Page, PracticeChoice, Run};
use egui::Key;
use egui_kittest::kittest::Queryable;

#[test]
fn one_click_starts_a_practice_match() {
    for theme in THEMES {
        let mut harness = Window::new(Page::Home, None).open(REGULAR, theme);
        harness.get_by_label("Give your Othello bot a place to play");
        harness.get_by_role_and_label(egui::Role::Button, "Practice now").click();
        harness.run();
        assert_eq!(harness.state().actions, [Action::Practice(PracticeChoice::default())]);
    }
}

#[test]
fn game_and_opponent_are_chosen_before() {
    let mut harness = Window::new(Page::Home, None).open(REGULAR, THEMES[0]);
    harness.get_by_label("Opponent: Strong").click();
    harness.run();
    harness.get_by_role_and_label(egui::Role::ComboBox, "Game").click();
    harness.run();
    harness.get_by_label("Octagon, 88 squares").click();
    harness.run();
    assert!(harness.query_by_label("Grand 10×10").is_none(), "the list closes");
    harness.get_by_role_and_label(egui::Role::Button, "Practice now").click();
    harness.run();
    let wanted = PracticeChoice { mode: Mode::Octagon, opponent: Strength::Strong };
    assert_eq!(harness.state().actions, [Action::Practice(wanted)]);
}

#[test]
fn the_keyboard_alone_is_enough() {
    let mut harness = Window::new(Page::Home, None).open(REGULAR, THEMES[0]);
    for _ in 0..5 {
        harness.key_press(Key::Tab);
        harness.run();
    }
    assert!(harness.get_by_role_and_label(egui::Role::Button, "Practice now").is_focused());
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(harness.state().actions, [Action::Practice(PracticeChoice::default())]);
}

#[test]
fn the_set_up_opens_and_is_left_again() {
    let mut harness = Window::new(Page::Home, None).open(REGULAR, THEMES[0]);
    harness.get_by_label("Set up my bot").click();
    harness.run();
    assert_eq!(harness.state().desk.page, Page::Connect);
    harness.get_by_label("Leave set-up").click();
    harness.run();
    assert_eq!(harness.state().desk.page, Page::Home);
}

#[test]
fn what_matters_is_in_sight_at_every_size() {
    for size in [[640.0, 480.0], [1024.0, 700.0], REGULAR, [2560.0, 1440.0]] {
        for theme in THEMES {
            let harness = Window::new(Page::Home, None).open(size, theme);
            for name in ["Give your Othello bot a place to play", "Opponent", "Opponent: Easy"] {
                assert_inside(&harness, name);
            }
            let button = harness.get_by_role_and_label(egui::Role::Button, "Practice now").rect();
            assert!(harness.ctx.content_rect().contains_rect(button), "{button:?} is cut at {size:?}");
        }
    }
}

#[test]
fn the_rail_comes_with_the_first_session_and_leads_back_to_it() {
    let run = Run::Practice(PracticeChoice::default());
    let snapshot = made_up::snapshot(Status::Playing, vec![made_up::standard_match()]);
    let mut harness = Window::new(Page::Home, Some((run, snapshot))).open(REGULAR, THEMES[0]);
    harness.get_by_label("Back to the match").click();
    harness.run();
    assert_eq!(harness.state().desk.page, Page::Live);
    harness.get_by_role_and_label(egui::Role::Tab, "Home").click();
    harness.run();
    assert_eq!(harness.state().desk.page, Page::Home);
    let harness = Window::new(Page::Home, None).open(REGULAR, THEMES[0]);
    assert!(harness.query_by_role_and_label(egui::Role::Tab, "Live").is_none(), "no rail at the first start");
}

#[test]
fn a_problem_at_the_start_is_told_where_it_arose() {
    let mut window = Window::new(Page::Home, None);
    window.desk.home.problem = Some("The practice arena did not start.".to_owned());
    let harness = window.open(REGULAR, THEMES[0]);
    harness.get_by_label("The practice arena did not start.");
}
