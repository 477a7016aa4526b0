//! The whole window with a real practice match inside it, without a display.

use botdock::game::othello::Mode;
use botdock::play::strength::Strength;
use botdock::ui::PracticeChoice;
use botdock::ui::app::{App, Options, Theme};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use std::time::{Duration, Instant};

/// The longest that anything here may take on a busy machine.
const LIMIT: Duration = Duration::from_mins(1);

fn open(practice: Option<PracticeChoice>) -> Harness<'static, App> {
    let options = Options { theme: Theme::Light, practice, ..Options::default() };
    Harness::builder().with_size([1280.0, 800.0]).build_eframe(move |cc| App::new(&cc.egui_ctx, options))
}

/// Draws until `there` holds.
fn wait(harness: &mut Harness<'_, App>, what: &str, there: impl Fn(&Harness<'_, App>) -> bool) {
    let begun = Instant::now();
    while !there(harness) {
        assert!(begun.elapsed() < LIMIT, "{what} did not come");
        harness.step();
    }
}

#[test]
fn one_press_plays_a_match_and_another_ends_it() {
    let mut harness = open(None);
    harness.get_by_role_and_label(egui::Role::Button, "Practice now").click();
    wait(&mut harness, "the match", |harness| harness.query_by_label("End practice").is_some());
    wait(&mut harness, "both boards", |harness| harness.query_all_by_role(egui::Role::Image).count() == 2);
    wait(&mut harness, "a move", |harness| harness.query_all_by_label_contains("last move").count() > 0);
    harness.get_by_label("End practice").click();
    wait(&mut harness, "the first page", |harness| {
        harness.query_by_label("Give your Othello bot a place to play").is_some()
    });
}

#[test]
fn the_options_choose_the_match_at_the_start() {
    let choice = PracticeChoice { mode: Mode::Octagon, opponent: Strength::Easy };
    let mut harness = open(Some(choice));
    wait(&mut harness, "the match", |harness| harness.query_by_label("Octagon, 88 squares").is_some());
}

#[test]
fn a_wrong_token_is_told_at_its_field() {
    let mut harness = open(None);
    harness.get_by_label("Set up my bot").click();
    wait(&mut harness, "the set-up", |harness| harness.query_by_label("Start").is_some());
    harness.get_by_role_and_label(egui::Role::PasswordInput, "Token").click();
    harness.step();
    harness.get_by_role_and_label(egui::Role::PasswordInput, "Token").type_text("password123");
    harness.step();
    harness.get_by_label("Start").click();
    wait(&mut harness, "the sentence", |harness| harness.query_by_label_contains("begins with fsbm_").is_some());
}

/// Started from a menu or with a full disk, nobody takes what is complained about.
#[cfg(target_os = "linux")]
#[test]
fn without_a_display_it_plays_even_if_nobody_takes_its_complaint() {
    use std::process::{Command, Stdio};
    let nowhere = std::fs::File::create("/dev/full").expect("a device of every Linux");
    let mut program = Command::new(env!("CARGO_BIN_EXE_botdock"));
    for display in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        program.env_remove(display);
    }
    let done = program.stdin(Stdio::null()).stderr(nowhere).output().expect("the program starts");
    let told = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success() && told.contains("My bot"), "{:?}\n{told}", done.status);
}
