//! The practice arena's rules of time, and matches between bots from their first move to their result.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use botdock::game::othello::{Mode, Move};
use botdock::venue::arena::{BotSetup, Config, SITE_BOTS};
use common::{Desk, START_MS};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use std::time::Duration;

/// Two bots with a stream each, and a running match between them.
fn playing(mode: Mode) -> (Desk, i64) {
    let mut desk = Desk::open(&["One", "Two"]);
    desk.stream(1);
    desk.stream(2);
    let id = begin(&mut desk, mode);
    (desk, id)
}

fn begin(desk: &mut Desk, mode: Mode) -> i64 {
    let wish = json!({"action": "agent_challenge", "target_id": 2, "game_mode": mode.name()});
    let id = desk.ask(1, &wish)["match_id"].as_i64().unwrap();
    desk.ask(2, &json!({"action": "agent_accept", "match_id": id}));
    id
}

fn state(desk: &mut Desk, id: i64) -> Value {
    desk.found(1, id)["state"].clone()
}

/// Both bots make their first move on the board where they have black.
fn first_moves(desk: &mut Desk, id: i64) {
    desk.play(1, id, 0);
    desk.play(2, id, 1);
}

/// Plays the first legal move everywhere until `leg` is over.
fn play_out(desk: &mut Desk, id: i64, leg: usize) {
    loop {
        let board = desk.found(1, id)["state"]["legs"][leg].clone();
        if board["status"] != "active" {
            return;
        }
        let black_to_move = board["turn"] == 1;
        let participant = if black_to_move == (leg == 0) { 1 } else { 2 };
        desk.play(participant, id, leg);
    }
}

#[test]
fn a_match_without_a_first_move_of_each_bot_is_void_after_thirty_seconds() {
    let (mut desk, id) = playing(Mode::Std);
    desk.play(1, id, 0);
    desk.pass_to(START_MS + 29_999);
    assert_eq!(desk.found(1, id)["status"], "running");
    desk.pass_to(START_MS + 30_000);
    let found = desk.found(1, id);
    assert_eq!((&found["status"], &found["state"]["status"]), (&json!("aborted"), &json!("aborted")));
    assert_eq!((&found["state"]["finish_reason"], &found["state"]["winner"]), (&json!("no_first_move"), &Value::Null));
    assert_eq!(found["state"]["legs"][0]["status"], "stopped");
    assert_eq!(found["state"]["legs"][0]["legal_moves"], json!([]));

    let (mut desk, id) = playing(Mode::Std);
    first_moves(&mut desk, id);
    desk.pass_to(START_MS + 30_000);
    assert_eq!(desk.found(1, id)["status"], "running");
}

#[test]
fn a_leg_lost_on_time_counts_its_result_discs_and_the_other_goes_on() {
    for (mode, counted) in [
        (Mode::Std, [64, 0]),
        (Mode::Anti, [0, 64]),
        (Mode::Grand, [100, 0]),
        (Mode::Octagon, [88, 0]),
        (Mode::Reversi, [64, 0]),
    ] {
        let (mut desk, id) = playing(mode);
        first_moves(&mut desk, id);
        // White (bot 2) lets leg 0 run out, while leg 1 is played to its end.
        play_out(&mut desk, id, 1);
        desk.pass_to(START_MS + 59_999);
        assert_eq!(state(&mut desk, id)["legs"][0]["status"], "active");
        desk.pass_to(START_MS + 60_000);
        let over = desk.found(1, id);
        let leg = &over["state"]["legs"][0];
        assert_eq!((&leg["status"], &leg["result_discs"]), (&json!("timeout"), &json!(counted)), "{mode}");
        assert_eq!(leg["clocks_ms"][1], 0);
        assert_eq!((&over["status"], &over["state"]["finish_reason"]), (&json!("finished"), &json!("timeout")));
        let other = &over["state"]["legs"][1];
        assert!(other.get("result_discs").is_none());
        let totals = [0, 1].map(|at| counted[at] + other["discs"][1 - at].as_u64().unwrap());
        assert_eq!(over["state"]["totals"], json!(totals), "{mode}");
        let first_wins = (totals[0] > totals[1]) != (mode == Mode::Anti);
        assert_eq!(over["state"]["winner"], i32::from(!first_wins), "{mode} {totals:?}");
    }
}

#[test]
fn a_match_goes_on_after_one_leg_timed_out_and_late_moves_are_told_so() {
    let (mut desk, id) = playing(Mode::Std);
    first_moves(&mut desk, id);
    desk.pass_to(START_MS + 50_000);
    // Bot 1 (white on leg 1) moves; bot 2 (white on leg 0) does not.
    desk.play(1, id, 1);
    desk.pass_to(START_MS + 60_000);
    assert_eq!(desk.found(1, id)["status"], "running");
    let late =
        |revision: u64| json!({"action": "agent_move", "match_id": id, "leg": 0, "revision": revision, "move": 0});
    assert_eq!(desk.error(2, &late(1)), (409, "match timed out".to_owned()));
    assert_eq!(desk.error(2, &late(2)), (409, "leg_finished".to_owned()));
    // Bot 2 has black on leg 1 and lets that run out too.
    desk.pass_to(START_MS + 110_000);
    let over = desk.found(1, id);
    assert_eq!((&over["status"], &over["state"]["finish_reason"]), (&json!("finished"), &json!("double_timeout")));
    assert_eq!((&over["state"]["totals"], &over["state"]["winner"]), (&json!([128, 0]), &json!(0)));
    assert_eq!(desk.error(2, &late(2)), (409, "match not running".to_owned()));
}

#[test]
fn equal_totals_are_a_draw() {
    let (mut desk, id) = playing(Mode::Std);
    first_moves(&mut desk, id);
    // Each bot loses the board where it has white.
    desk.pass_to(START_MS + 60_000);
    let over = desk.found(1, id);
    assert_eq!((&over["state"]["totals"], &over["state"]["winner"]), (&json!([64, 64]), &Value::Null));
    assert_eq!(over["state"]["finish_reason"], "double_timeout");
}

#[test]
fn a_connection_lost_for_over_thirty_seconds_loses() {
    let mut desk = Desk::open(&["One", "Two"]);
    desk.stream(1);
    let second = desk.stream(2);
    let id = begin(&mut desk, Mode::Std);
    first_moves(&mut desk, id);
    desk.pass_to(START_MS + 5_000);
    desk.close(second);
    desk.pass_to(START_MS + 35_000);
    assert_eq!(desk.found(1, id)["status"], "running", "thirty seconds are allowed");
    desk.pass_to(START_MS + 35_001);
    let over = desk.found(1, id);
    assert_eq!((&over["status"], &over["state"]["finish_reason"]), (&json!("finished"), &json!("disconnect")));
    assert_eq!((&over["state"]["winner"], &over["state"]["legs"][0]["status"]), (&json!(0), &json!("stopped")));
}

#[test]
fn a_bot_that_polls_or_comes_back_is_not_lost() {
    let mut desk = Desk::open(&["One", "Two"]);
    desk.stream(1);
    let second = desk.stream(2);
    let id = begin(&mut desk, Mode::Std);
    first_moves(&mut desk, id);
    desk.close(second);
    desk.pass_to(START_MS + 29_000);
    desk.poll(2);
    desk.pass_to(START_MS + 58_000);
    desk.stream(2);
    desk.pass_to(START_MS + 59_999);
    assert_eq!(desk.found(1, id)["status"], "running");
}

#[test]
fn when_both_are_gone_the_clocks_decide() {
    let mut desk = Desk::open(&["One", "Two"]);
    let streams = [desk.stream(1), desk.stream(2)];
    let id = begin(&mut desk, Mode::Std);
    first_moves(&mut desk, id);
    for stream in streams {
        desk.close(stream);
    }
    desk.pass_to(START_MS + 60_000);
    assert_eq!(state(&mut desk, id)["finish_reason"], "double_timeout");
}

#[test]
fn a_site_bot_that_gives_no_move_makes_the_match_void() {
    let mut desk = Desk::open(&["One"]);
    desk.stream(1);
    let id = desk.ask(1, &json!({"action": "agent_challenge", "target_id": 902}))["match_id"].as_i64().unwrap();
    let turn = desk.site_turns[0];
    desk.play(1, id, 0);
    let first = turn.position.legal().first().unwrap();
    let step = desk.arena.site_move(desk.now_ms, turn.turn, Move::Place(first));
    desk.take(step);
    assert_eq!(desk.site_turns.len(), 2, "leg 0 waits for it now");
    // The same move again is left out: the turn is over.
    let step = desk.arena.site_move(desk.now_ms, turn.turn, Move::Place(first));
    assert!(step.pushes.is_empty());
    desk.pass_to(START_MS + 30_000);
    let over = desk.found(1, id);
    assert_eq!((&over["status"], &over["state"]["finish_reason"]), (&json!("aborted"), &json!("technical")));
}

#[test]
fn a_match_that_is_over_leaves_the_polls_after_a_minute() {
    let (mut desk, id) = playing(Mode::Std);
    desk.pass_to(START_MS + 90_000);
    assert_eq!(desk.found(1, id)["status"], "aborted");
    desk.pass_to(START_MS + 90_001);
    assert_eq!(desk.found(1, id), Value::Null);
}

#[test]
fn polls_are_measured() {
    let mut desk = Desk::open(&["One"]);
    for after in [0, 5_000, 5_990, 9_000] {
        desk.pass_to(START_MS + after);
        desk.poll(1);
    }
    let counts = desk.arena.counts(1).unwrap();
    assert_eq!((counts.polls, counts.shortest_poll_gap_ms), (4, Some(990)));
}

#[test]
fn a_clock_that_goes_back_stands_still() {
    let mut desk = Desk::open(&["One"]);
    desk.pass_to(START_MS + 5_000);
    desk.poll(1);
    let token = desk.token(1);
    let (answer, _) = desk.arena.request(START_MS, Some(&token), br#"{"action":"agent_poll"}"#);
    assert!(answer.body.contains(&format!("\"server_now_ms\":{}", START_MS + 5_000)));
}

/// Both bots of a match play random moves with random thinking times until it is over.
fn random_match(mode: Mode, seed: u64, opponent: Option<usize>) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let bots = vec![BotSetup::named("One"), BotSetup::named("Two")];
    let mut desk = Desk::configured(Config { seed, bots, time_limit: Duration::from_mins(1) });
    let stream = desk.stream(1);
    desk.stream(2);
    let id = match opponent {
        None => begin(&mut desk, mode),
        Some(at) => {
            let wish = json!({"action": "agent_challenge", "target_id": SITE_BOTS[at].id, "game_mode": mode.name()});
            desk.ask(1, &wish)["match_id"].as_i64().unwrap()
        }
    };
    let mut revisions = [0, 0];
    for _ in 0..1_000 {
        let to_ms = desk.now_ms + i64::from(random.random_range(0..300_u32));
        desk.pass_to(to_ms);
        for turn in std::mem::take(&mut desk.site_turns) {
            let legal: Vec<_> = turn.position.legal().iter().collect();
            let pick = random.random_range(0..legal.len().max(1) as u32) as usize;
            let mv = legal.get(pick).map_or(Move::Pass, |square| Move::Place(*square));
            let step = desk.arena.site_move(desk.now_ms, turn.turn, mv);
            desk.take(step);
        }
        let paired = desk.last_match(stream);
        check(&paired, mode);
        if paired["status"] != "running" {
            break;
        }
        let leg = random.random_range(0..2_u32) as usize;
        let board = &paired["state"]["legs"][leg];
        let revision = board["revision"].as_u64().unwrap();
        assert!(revision >= revisions[leg], "{mode}, seed {seed}");
        revisions[leg] = revision;
        let black_to_move = board["turn"] == 1;
        let bot = if black_to_move == (leg == 0) { 1 } else { 2 };
        if board["status"] != "active" || (bot == 2 && opponent.is_some()) {
            continue;
        }
        let legal = board["legal_moves"].as_array().unwrap();
        let pick = random.random_range(0..legal.len().max(1) as u32) as usize;
        let mv = legal.get(pick).cloned().unwrap_or(json!("pass"));
        desk.ask(bot, &json!({"action": "agent_move", "match_id": id, "leg": leg, "revision": revision, "move": mv}));
    }
    let over = desk.last_match(stream);
    assert_eq!(
        (&over["status"], &over["state"]["finish_reason"]),
        (&json!("finished"), &json!("discs")),
        "{mode}, seed {seed}"
    );
    let counts = desk.arena.counts(1).unwrap();
    assert_eq!((counts.refused_moves, counts.repeated_moves), (0, 0), "{mode}, seed {seed}");
}

/// What holds for a match at any time.
fn check(paired: &Value, mode: Mode) {
    let state = &paired["state"];
    let opening: u64 = if mode == Mode::Reversi { 12 } else { 8 };
    assert_eq!(state["opening_moves"].as_array().unwrap().len() as u64, opening);
    let mut totals = [0, 0];
    for board in state["legs"].as_array().unwrap() {
        let cells = board["board"].as_array().unwrap();
        let count = |colour: u64| cells.iter().filter(|cell| **cell == colour).count() as u64;
        assert_eq!(board["discs"], json!([count(1), count(2)]));
        let places = board["history"].as_array().unwrap().iter().filter(|played| played["move"] != -1).count() as u64;
        let placed = ["1", "2"].map(|side| board["placed"][side].as_u64().unwrap());
        assert_eq!(placed[0] + placed[1], opening + places);
        assert_eq!(board["revision"].as_u64().unwrap(), board["history"].as_array().unwrap().len() as u64);
        assert!(board["clocks_ms"].as_array().unwrap().iter().all(|clock| clock.as_i64().unwrap() > 0));
        let black = board["black_participant"].as_u64().unwrap() as usize;
        totals[black] += count(1);
        totals[1 - black] += count(2);
    }
    assert_eq!(state["totals"], json!(totals));
    if paired["status"] == "finished" {
        let ahead = totals[0].cmp(&totals[1]);
        let ahead = if mode == Mode::Anti { ahead.reverse() } else { ahead };
        let winner = [None, Some(1), Some(0)][usize::from(ahead.is_ne()) + usize::from(ahead.is_gt())];
        assert_eq!(state["winner"], json!(winner));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn random_bots_play_whole_matches_that_end_by_discs(mode in prop::sample::select(Mode::ALL.to_vec()), seed: u64, site in prop::option::of(0_usize..3)) {
        random_match(mode, seed, site);
    }
}
