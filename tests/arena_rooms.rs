//! The practice arena's games against a person: one board, echoed fields, passes that are the arena's.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use botdock::game::grid::Side;
use botdock::game::othello::{Mode, Move};
use botdock::venue::arena::{ApiError, BotSetup, HumanChallenge};
use common::{Desk, START_MS};
use serde_json::{Value, json};
use std::time::Duration;

const WISH: HumanChallenge =
    HumanChallenge { bot_id: 1, mode: Mode::Std, time_limit: Duration::from_mins(5), side: Side::White, xot: false };

fn room(wish: HumanChallenge) -> (Desk, i64) {
    let mut desk = Desk::open(&["One"]);
    desk.stream(1);
    let room = desk.human_challenge(wish).unwrap();
    desk.ask(1, &json!({"action": "agent_accept", "match_id": -room}));
    (desk, room)
}

fn human_plays(desk: &mut Desk, room: i64, mv: Move) -> Result<(), ApiError> {
    let (played, step) = desk.arena.human_move(desk.now_ms, room, mv);
    desk.take(step);
    played
}

/// The first legal move of the board as the poll shows it.
fn first_legal(found: &Value) -> Move {
    let index = found["state"]["legs"][0]["legal_moves"][0].as_i64().unwrap();
    Move::from_number(index, found["state"]["board_size"].as_u64().unwrap() as usize).unwrap()
}

/// Plays the first legal move for both until the round is over, and returns the match and how many passes it saw.
fn play_out(desk: &mut Desk, room: i64, bot_side: u64) -> (Value, usize) {
    for _ in 0..200 {
        let found = desk.found(1, -room);
        let board = &found["state"]["legs"][0];
        if board["status"] != "active" {
            let history = board["history"].as_array().unwrap();
            return (found.clone(), history.iter().filter(|played| played["move"] == -1).count());
        }
        assert_ne!(board["legal_moves"], json!([]), "a side without a move is never asked");
        if board["turn"] == bot_side {
            desk.play(1, -room, 0);
        } else {
            human_plays(desk, room, first_legal(&found)).unwrap();
        }
    }
    panic!("the round does not end");
}

#[test]
fn a_room_shows_one_board_and_its_events_only_name_it() {
    let mut desk = Desk::open(&["One"]);
    let stream = desk.stream(1);
    let room = desk.human_challenge(WISH).unwrap();
    let event = desk.last_event(stream);
    assert_eq!(event["match"], json!({"id": -room, "kind": "human", "room_id": room}));
    let pending = desk.found(1, -room);
    assert_eq!((&pending["status"], &pending["state"]), (&json!("pending"), &Value::Null));
    desk.ask(1, &json!({"action": "agent_accept", "match_id": -room}));
    let found = desk.found(1, -room);
    assert_eq!((&found["kind"], &found["bot_a"], &found["bot_b"]), (&json!("human"), &json!(1), &json!(0)));
    assert_eq!((&found["ranked"], &found["time_limit_sec"]), (&json!(false), &json!(300)));
    assert_eq!((&found["round_no"], found["room_created_at"].is_string()), (&json!(1), true));
    assert_eq!(found["state"]["legs"].as_array().unwrap().len(), 1);
    assert_eq!(found["state"]["legs"][0]["clocks_ms"], json!([300_000, 300_000]));
    assert_eq!(found["state"]["legs"][0]["discs"], json!([2, 2]));
}

#[test]
fn a_person_may_have_black_and_the_bot_is_participant_one_then() {
    let (mut desk, room) = room(HumanChallenge { side: Side::Black, ..WISH });
    let found = desk.found(1, -room);
    assert_eq!((&found["bot_a"], &found["bot_b"]), (&json!(0), &json!(1)));
    let body = json!({"action": "agent_move", "match_id": -room, "leg": 0, "revision": 0, "move": 19,
        "round_no": found["round_no"], "room_created_at": found["room_created_at"]});
    assert_eq!(desk.error(1, &body), (409, "not_your_turn".to_owned()));
    human_plays(&mut desk, room, first_legal(&found)).unwrap();
    desk.play(1, -room, 0);
    assert_eq!(human_plays(&mut desk, room, Move::Pass), Err(ApiError::IllegalMove));
}

#[test]
fn a_move_without_the_rooms_own_fields_is_refused() {
    let (mut desk, room) = room(WISH);
    let found = desk.found(1, -room);
    let good = json!({"action": "agent_move", "match_id": -room, "leg": 0, "revision": 0, "move": "f5",
        "round_no": found["round_no"], "room_created_at": found["room_created_at"]});
    let changed = |name: &str, value: Value| {
        let mut body = good.clone();
        body[name] = value;
        body
    };
    for body in [
        changed("round_no", json!(2)),
        changed("round_no", Value::Null),
        changed("room_created_at", json!("2020-01-01 00:00:00")),
        changed("room_created_at", Value::Null),
    ] {
        assert_eq!(desk.error(1, &body), (409, "stale room revision".to_owned()), "{body}");
    }
    assert_eq!(desk.error(1, &changed("leg", json!(1))), (409, "leg_finished".to_owned()));
    let answer = desk.ask(1, &good);
    assert_eq!(answer["match"], json!({"id": -room, "status": "running", "bot_a": 1, "bot_b": 0}));
}

#[test]
fn xot_comes_as_std_with_eight_moves_in_the_history() {
    let (mut desk, room) = room(HumanChallenge { xot: true, ..WISH });
    let found = desk.found(1, -room);
    assert_eq!(found["game_mode"], "std");
    let board = &found["state"]["legs"][0];
    assert_eq!((board["history"].as_array().unwrap().len(), &board["turn"]), (8, &json!(1)));
    assert_eq!((&board["placed"], &board["revision"]), (&json!({"1": 4, "2": 4}), &json!(0)));
    desk.play(1, -room, 0);
}

#[test]
fn whole_rounds_end_by_discs_in_every_mode_and_the_arena_passes() {
    let mut passes = 0;
    for mode in Mode::ALL {
        for side in Side::BOTH {
            let (mut desk, room) = room(HumanChallenge { mode, side, ..WISH });
            let bot_side = if side == Side::White { 1 } else { 2 };
            let (over, passed) = play_out(&mut desk, room, bot_side);
            assert_eq!((&over["status"], &over["state"]["finish_reason"]), (&json!("finished"), &json!("discs")));
            passes += passed;
        }
    }
    assert!(passes > 0, "without a pass the test shows nothing");
}

#[test]
fn a_room_is_used_again_with_the_next_round_number() {
    let (mut desk, room) = room(WISH);
    let first = desk.found(1, -room);
    let (again, _) = desk.arena.human_again(desk.now_ms, room, Side::Black);
    assert_eq!(again, Err(ApiError::AlreadyActive));
    play_out(&mut desk, room, 1);
    desk.pass_to(START_MS + 20_000);
    let (again, step) = desk.arena.human_again(desk.now_ms, room, Side::Black);
    desk.take(step);
    again.unwrap();
    let pending = desk.found(1, -room);
    assert_eq!(
        (&pending["status"], &pending["round_no"], &pending["bot_b"]),
        (&json!("pending"), &json!(2), &json!(1))
    );
    assert_eq!(pending["room_created_at"], first["room_created_at"]);
    desk.ask(1, &json!({"action": "agent_accept", "match_id": -room}));
    let stale = json!({"action": "agent_move", "match_id": -room, "leg": 0, "revision": 0, "move": "f5",
        "round_no": 1, "room_created_at": first["room_created_at"]});
    assert_eq!(desk.error(1, &stale), (409, "stale room revision".to_owned()));
    play_out(&mut desk, room, 2);
    let shown = desk.poll(1)["matches"].as_array().unwrap().len();
    assert_eq!(shown, 1, "the room shows its latest round only");
    assert_eq!(desk.arena.human_again(desk.now_ms, 77, Side::Black).0, Err(ApiError::TargetNotFound));
}

#[test]
fn a_person_is_refused_where_the_bot_cannot_play() {
    let narrow = BotSetup { supported: vec![Mode::Anti], slots: 1, ..BotSetup::named("Narrow") };
    let mut desk = Desk::with(vec![narrow]);
    let anti = HumanChallenge { mode: Mode::Anti, ..WISH };
    assert_eq!(desk.human_challenge(HumanChallenge { bot_id: 9, ..WISH }), Err(ApiError::TargetNotFound));
    assert_eq!(desk.human_challenge(WISH), Err(ApiError::UnsupportedGameMode));
    assert_eq!(desk.human_challenge(HumanChallenge { xot: true, ..anti }), Err(ApiError::UnsupportedGameMode));
    assert_eq!(desk.human_challenge(anti), Err(ApiError::BothMustBeConnected));
    desk.stream(1);
    let room = desk.human_challenge(anti).unwrap();
    desk.ask(1, &json!({"action": "agent_accept", "match_id": -room}));
    assert_eq!(desk.human_challenge(anti), Err(ApiError::BotBusy));
    assert_eq!(human_plays(&mut desk, 5, Move::Pass), Err(ApiError::MatchNotRunning));
}

#[test]
fn a_human_game_has_its_own_clock_and_no_first_move_rule() {
    let (mut desk, room) = room(WISH);
    desk.pass_to(START_MS + 299_999);
    assert_eq!(desk.found(1, -room)["status"], "running");
    desk.pass_to(START_MS + 300_000);
    let over = desk.found(1, -room);
    assert_eq!((&over["status"], &over["state"]["finish_reason"]), (&json!("finished"), &json!("timeout")));
    assert_eq!((&over["state"]["totals"], &over["state"]["winner"]), (&json!([0, 64]), &json!(1)));
}

#[test]
fn a_rejected_or_forgotten_invitation_ends() {
    let mut desk = Desk::open(&["One"]);
    desk.stream(1);
    let room = desk.human_challenge(WISH).unwrap();
    desk.ask(1, &json!({"action": "agent_reject", "match_id": -room}));
    assert_eq!(desk.found(1, -room)["status"], "rejected");
    let room = desk.human_challenge(WISH).unwrap();
    desk.pass_to(START_MS + 120_000);
    assert_eq!(desk.found(1, -room)["status"], "expired");
}
