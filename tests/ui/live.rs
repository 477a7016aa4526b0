use crate::{REGULAR, THEMES, Window, assert_inside, made_up};
use botdock::game::othello::Mode;
use botdock::play::paired::FinishReason;
use botdock::play::strength::Strength;
use botdock::session::command::Command;
use botdock::session::snapshot::{MatchCard, Status};
use botdock::ui::shell::Question;
use botdock::ui::theme::{DARK, LIGHT};
use botdock::ui::{Action, End, Page, PracticeChoice, Run};
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use std::time::Duration;

const PRACTICE: Run = Run::Practice(PracticeChoice { mode: Mode::Std, opponent: Strength::Medium });

fn window(run: Run, matches: Vec<MatchCard>) -> Window {
    Window::new(Page::Live, Some((run, made_up::snapshot(Status::Playing, matches))))
}

fn one(run: Run, card: MatchCard) -> Harness<'static, Window> {
    window(run, vec![card]).open(REGULAR, THEMES[0])
}

#[test]
fn a_running_match_tells_everything_a_person_looks_for() {
    for theme in THEMES {
        let harness = window(Run::Online, vec![made_up::standard_match()]).open(REGULAR, theme);
        for text in [
            "Standard 8×8",
            "Match 20\u{2009}418 · rated",
            "Kosame leads by 8",
            "65 discs or more win the match",
            "17 + 23",
            "19 + 13",
            "Kosame 0:41",
            "Tidewater 0:44",
            "1487 ±62",
            "Edax 4.6",
            "you have black",
            "you have white",
            "depth 21",
            "+4",
            "Won against nagisa-08, 71 to 57.",
            "The connection broke for 4 seconds and is back.",
            "Board 1, you have black, your move, 17 to 19, last move c1",
            "Board 2, you have white, the opponent's move, 23 to 13, last move b1",
        ] {
            harness.get_by_label(text);
        }
        assert_eq!(harness.get_all_by_label("Playing").count(), 2, "in the rail and beside the name");
    }
}

#[test]
fn every_mode_draws_its_own_squares() {
    for (mode, squares) in
        [(Mode::Std, 64), (Mode::Anti, 64), (Mode::Grand, 100), (Mode::Octagon, 88), (Mode::Reversi, 64)]
    {
        for (theme, palette) in THEMES.into_iter().zip([&LIGHT, &DARK]) {
            let harness = window(Run::Online, vec![made_up::match_of(mode)]).open(REGULAR, theme);
            harness.get_by_label(botdock::ui::words::mode(mode));
            let felt = |shape: &egui::epaint::ClippedShape| match &shape.shape {
                egui::Shape::Mesh(mesh) => {
                    mesh.vertices.iter().filter(|vertex| vertex.color == palette.felt).count() / 4
                }
                _ => 0,
            };
            let drawn: usize = harness.output().shapes.iter().map(felt).sum();
            assert_eq!(drawn, 2 * squares, "{mode}");
        }
    }
}

#[test]
fn anti_counts_the_other_way_round() {
    let harness = one(Run::Online, made_up::match_of(Mode::Anti));
    harness.get_by_label("fewer discs win the match");
    harness.get_by_label("Tidewater leads: 2 fewer");
}

#[test]
fn nothing_that_matters_is_cut_at_any_size() {
    for size in
        [[640.0, 480.0], [900.0, 600.0], [1024.0, 700.0], [1180.0, 760.0], REGULAR, [1920.0, 1080.0], [2560.0, 1440.0]]
    {
        for mode in [Mode::Std, Mode::Octagon] {
            let harness = window(Run::Online, vec![made_up::match_of(mode)]).open(size, THEMES[0]);
            assert_inside(&harness, "Stop after this match");
            assert!(harness.query_all_by_label("Tidewater").count() > 0);
            let width = size[0];
            for board in harness.get_all_by_role(egui::Role::Image) {
                let rect = board.rect();
                assert!(rect.left() >= 0.0 && rect.right() <= width, "{rect:?} at {size:?}");
                assert!(
                    rect.width() >= mode.size() as f32 * if width < 900.0 { 30.0 } else { 22.0 },
                    "{rect:?} at {size:?}"
                );
            }
            let boards = harness.get_all_by_role(egui::Role::Image).count();
            assert_eq!(boards, if width < 900.0 { 1 } else { 2 });
        }
    }
}

#[test]
fn both_boards_are_equal_and_level() {
    for size in [[1024.0, 700.0], REGULAR, [2560.0, 1440.0]] {
        let harness = window(Run::Online, vec![made_up::standard_match()]).open(size, THEMES[0]);
        let boards: Vec<_> = harness.get_all_by_role(egui::Role::Image).map(|board| board.rect()).collect();
        assert_eq!(boards[0].size(), boards[1].size());
        assert_eq!(boards[0].top(), boards[1].top());
        assert!(boards[0].right() < boards[1].left());
        assert_eq!(boards[0].min, boards[0].min.round());
    }
}

#[test]
fn a_narrow_window_shows_one_board_and_both_clocks() {
    let mut harness = window(Run::Online, vec![made_up::standard_match()]).open([700.0, 600.0], THEMES[0]);
    assert!(harness.query_by_label_contains("Board 2, you have white").is_none());
    harness.get_by_label("Shown: Board 1 · Kosame 0:41");
    harness.get_by_label("Shown: Board 2 · Tidewater 0:44").click();
    harness.run();
    harness.get_by_label_contains("Board 2, you have white");
}

#[test]
fn stopping_is_one_press_and_asks_nothing() {
    let mut harness = one(Run::Online, made_up::standard_match());
    harness.get_by_label("Stop after this match").click();
    harness.run();
    assert_eq!(harness.state().actions, [Action::Send(Command::StopAfterMatches)]);

    let mut harness = one(PRACTICE, made_up::standard_match());
    harness.get_by_label("End practice").click();
    harness.run();
    assert_eq!(harness.state().actions, [Action::EndPractice]);
}

#[test]
fn stopping_at_once_asks_and_esc_keeps_playing() {
    let snapshot = made_up::snapshot(Status::Stopping, vec![made_up::standard_match()]);
    let mut harness = Window::new(Page::Live, Some((Run::Online, snapshot))).open(REGULAR, THEMES[0]);
    harness.get_by_label("Stop now").click();
    harness.run();
    assert_eq!(harness.state().actions, [Action::AskStop]);
    harness.state_mut().desk.question = Some(Question::Stop);
    harness.run();
    harness.get_by_label("Kosame would lose both boards against Tidewater, and the loss counts for its rating.");
    assert!(harness.get_by_label("Keep playing").is_focused(), "the safest answer has the focus");
    harness.key_press(Key::Escape);
    harness.run();
    assert_eq!(harness.state().desk.question, None);
    assert_eq!(harness.state().actions.len(), 1, "nothing was done");

    harness.state_mut().desk.question = Some(Question::Quit);
    harness.run();
    harness.get_by_label("Quit and lose").click();
    harness.run();
    assert_eq!(harness.state().actions.last(), Some(&Action::Quit));
}

#[test]
fn a_finished_practice_match_says_how_and_offers_another() {
    let card = made_up::finished(made_up::standard_match(), FinishReason::Discs);
    let mut harness = one(PRACTICE, card);
    harness.get_by_label("Kosame won by 8");
    harness.get_by_label("All boards are finished.");
    harness.get_by_label("Practice again").click();
    harness.run();
    assert_eq!(harness.state().actions, [Action::Practice(PracticeChoice::default())]);
    harness.get_by_role_and_label(egui::Role::Button, "Home").click();
    harness.run();
    assert_eq!(harness.state().desk.page, Page::Home);
}

#[test]
fn a_match_lost_on_time_says_so() {
    let harness = one(Run::Online, made_up::finished(made_up::standard_match(), FinishReason::Timeout));
    harness.get_by_label("A clock ran out.");
}

#[test]
fn a_persons_game_has_one_board_and_its_moves() {
    let harness = one(Run::Online, made_up::human_game());
    harness.get_by_label("Moves");
    harness.get_by_label("1.");
    harness.get_by_label_contains("33 discs or more win the game");
    assert_eq!(harness.get_all_by_role(egui::Role::Image).count(), 1);
}

#[test]
fn several_matches_are_rows_and_keys_choose_among_them() {
    let other = made_up::match_of(Mode::Octagon);
    let mut harness = window(Run::Online, vec![made_up::standard_match(), other]).open(REGULAR, THEMES[0]);
    harness.get_by_label("Standard 8×8");
    let row = harness.get_by_label_contains("Show the match against Tidewater");
    assert_eq!(row.rect().height(), 56.0);
    row.click();
    harness.run();
    assert_eq!(harness.state().desk.live.open, Some(20_419));
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Num1);
    harness.run();
    assert_eq!(harness.state().desk.live.open, Some(20_418));
}

#[test]
fn without_a_match_the_page_says_what_comes() {
    let mut harness = Window::new(Page::Live, None).open(REGULAR, THEMES[0]);
    harness.get_by_label("No match yet");
    harness.get_by_label("Practice now").click();
    harness.run();
    assert_eq!(harness.state().desk.page, Page::Home);
    for (status, title) in [
        (Status::Connecting, "Connecting"),
        (Status::Online, "Waiting for a match"),
        (Status::NeedsYou, "The token was refused"),
    ] {
        for size in [[640.0, 480.0], REGULAR] {
            let snapshot = made_up::snapshot(status.clone(), Vec::new());
            let harness = Window::new(Page::Live, Some((Run::Online, snapshot))).open(size, THEMES[0]);
            assert!(harness.query_all_by_label(title).count() > 0, "{title}");
        }
    }
}

#[test]
fn a_clock_in_its_last_seconds_shows_tenths_and_then_stops_at_zero() {
    let mut window = window(Run::Online, vec![made_up::standard_match()]);
    window.now.moment = made_up::RECEIVED + Duration::from_millis(33_080);
    let mut harness = window.open(REGULAR, THEMES[0]);
    harness.get_by_label("Kosame 0:08.4");
    harness.state_mut().now.moment = made_up::RECEIVED + Duration::from_mins(1);
    harness.run();
    harness.get_by_label("Kosame 0:00");
}

#[test]
fn an_idle_window_asks_for_no_repaint() {
    for (page, session) in [
        (Page::Home, None),
        (Page::Connect, None),
        (Page::Live, Some((Run::Online, made_up::snapshot(Status::Online, Vec::new())))),
        (Page::Live, Some((Run::Online, made_up::snapshot(Status::Playing, vec![made_up::standard_match()])))),
    ] {
        let mut harness = Window::new(page, session).open(REGULAR, THEMES[0]);
        harness.run();
        let delay = harness.output().viewport_output[&egui::ViewportId::ROOT].repaint_delay;
        assert_eq!(delay, Duration::MAX, "{page:?}");
    }
}

#[test]
fn small_windows_show_all_notes_on_demand() {
    let mut harness = window(Run::Online, vec![made_up::standard_match()]).open([1024.0, 700.0], THEMES[0]);
    harness.get_by_label_contains("Match against Tidewater started.");
    assert!(harness.query_by_label("Won against Bulbul, 66 to 62.").is_none());
    harness.get_by_label("All notes").click();
    harness.run();
    harness.get_by_label("Won against Bulbul, 66 to 62.");
    harness.get_by_label("Boards").click();
    harness.run();
    assert_eq!(harness.get_all_by_role(egui::Role::Image).count(), 2);
}

#[test]
fn a_crash_is_told_in_words_with_the_way_on() {
    let text = "Botdock itself failed: index out of bounds. Press “Connect again” to go on.";
    for size in [[640.0, 480.0], REGULAR] {
        for matches in [Vec::new(), vec![made_up::standard_match()]] {
            let mut window = window(Run::Online, matches);
            window.end = Some(End::Crash("index out\nof bounds.".to_owned()));
            let harness = window.open(size, THEMES[0]);
            harness.get_by_label(text);
            harness.get_by_label("Connect again");
            assert!(harness.query_by_label("Playing").is_none(), "it plays no more");
        }
    }
    let mut window = window(PRACTICE, vec![made_up::standard_match()]);
    window.end = Some(End::Crash("no reason told".to_owned()));
    let harness = window.open(REGULAR, THEMES[0]);
    harness.get_by_label_contains("Press “Practice again” to go on.");
    harness.get_by_label("Practice again");
}

#[test]
fn the_engines_error_output_is_there_on_demand_and_can_be_copied() {
    let harness = one(Run::Online, made_up::standard_match());
    assert!(harness.query_by_label("Engine says").is_none(), "an engine that says nothing takes no room");

    let lines = ["board 1: Traceback (most recent call last):", "board 1: ValueError: no such square"];
    let mut window = window(Run::Online, vec![made_up::standard_match()]);
    window.said = lines.map(str::to_owned).to_vec();
    let mut harness = window.open(REGULAR, THEMES[0]);
    assert!(harness.query_by_label(lines[0]).is_none());
    harness.get_by_label("Engine says").click();
    harness.run();
    for line in lines {
        harness.get_by_label(line);
    }
    harness.get_by_label("Copy").click();
    harness.step();
    let copied = harness.output().platform_output.commands.clone();
    assert_eq!(copied, [egui::OutputCommand::CopyText(lines.join("\n"))]);
    harness.get_by_label("Fold").click();
    harness.run();
    assert!(harness.query_by_label(lines[0]).is_none());
}
