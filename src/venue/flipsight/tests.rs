//! The documented answer, every documented refusal, and everything that is not as documented.

use super::decode::{StreamEvent, asked, poll, posted, stream_line, stream_refusal};
use crate::game::grid::{Side, Square};
use crate::game::othello::{Mode, Move};
use crate::play::fault::{Conflict, Fault};
use crate::play::paired::{FinishReason, LegStatus, MatchStatus, MatchView};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::time::Duration;

const POLL: &[u8] = include_bytes!("../../../tests/data/agent_poll_response.json");

fn example() -> Value {
    serde_json::from_slice(POLL).unwrap()
}

/// The documented answer with one change made to its match.
fn with_match(change: impl FnOnce(&mut Value)) -> Value {
    let mut answer = example();
    change(&mut answer["matches"][0]);
    answer
}

fn only_match(answer: &Value) -> MatchView {
    let mut poll = poll(200, None, answer.to_string().as_bytes()).unwrap();
    assert_eq!(poll.unreadable, []);
    poll.matches.remove(0)
}

fn event(game: &Value) -> StreamEvent {
    stream_line(json!({"type": "match", "match": game, "server_now_ms": 5}).to_string().as_bytes())
}

#[test]
fn the_documented_poll_is_read_in_full() {
    let poll = poll(200, None, POLL).unwrap();
    assert_eq!((poll.me.id, poll.me.name.as_str(), poll.me.owner.as_str()), (2, "MyBot", "Example"));
    assert_eq!(poll.me.supported, [Mode::Std, Mode::Anti]);
    assert_eq!((poll.me.rating, poll.me.rd), (Some(1200.0), Some(300.0)));
    assert_eq!((poll.bots.len(), poll.matches.len(), poll.unreadable.len()), (2, 1, 0));
    let view = &poll.matches[0];
    assert_eq!((view.id, view.human, view.bots, view.mode), (123, false, [1, 2], Mode::Std));
    assert_eq!((view.status, view.time_limit), (MatchStatus::Running, Duration::from_mins(1)));
    assert_eq!((view.ranked, view.auto, view.totals, view.winner), (true, false, [14, 11], None));
    assert_eq!(view.opening.len(), 8);
    assert_eq!(view.opening[1], (Side::White, Move::from_number(20, 8).unwrap()));
    assert_eq!(view.legs.len(), 2);
    let leg = &view.legs[0];
    assert_eq!((leg.position.side(), leg.revision, leg.status, leg.black), (Side::White, 1, LegStatus::Active, 0));
    assert_eq!((leg.position.placed(), leg.position.discs(), leg.discs), ([5, 4], [5, 8], [5, 8]));
    assert_eq!((leg.clocks_ms, leg.turn_started_ms), ([55_800, 60_000], 1_799_999_984_200));
    assert_eq!((leg.history.len(), leg.history[0].mv), (1, Move::from_number(44, 8).unwrap()));
    for leg in &view.legs {
        assert_eq!(leg.legal, leg.position.legal());
    }
}

#[test]
fn the_opening_of_the_documented_match_leads_to_its_boards() {
    let view = only_match(&example());
    let mut position = crate::game::othello::Position::start(view.mode);
    for (side, mv) in &view.opening {
        assert_eq!(position.side(), *side);
        position = position.play(*mv).unwrap();
    }
    assert_eq!(view.legs[1].position, position);
    assert_eq!(view.legs[0].position, position.play(view.legs[0].history[0].mv).unwrap());
}

#[test]
fn every_documented_refusal_is_known() {
    let body = |error: &str| json!({"ok": false, "error": error, "server_now_ms": 1}).to_string();
    for (text, conflict) in [
        ("stale_revision", Conflict::StaleRevision),
        ("not_your_turn", Conflict::NotYourTurn),
        ("illegal_move", Conflict::IllegalMove),
        ("leg_finished", Conflict::LegFinished),
        ("match not running", Conflict::MatchNotRunning),
        ("match timed out", Conflict::MatchTimedOut),
        ("stale room revision", Conflict::StaleRoomRevision),
        ("invalid move coordinate", Conflict::InvalidMoveCoordinate),
        ("move outside board", Conflict::MoveOutsideBoard),
        ("unsupported game mode", Conflict::UnsupportedGameMode),
        ("both bots must be connected", Conflict::BothMustBeConnected),
        ("bot already has an active match", Conflict::AlreadyActive),
        ("bot busy", Conflict::BotBusy),
        ("challenge expired or answered", Conflict::ChallengeOver),
        ("site bot variant matches are full", Conflict::VariantsFull),
        ("target bot not found", Conflict::TargetNotFound),
        ("something new", Conflict::Other("something new".into())),
    ] {
        assert_eq!(posted(409, None, body(text).as_bytes()), Err(Fault::Conflict(conflict.clone())), "{text}");
        let with_200 = asked(200, None, body(text).as_bytes());
        match conflict {
            Conflict::Other(error) => assert_eq!(with_200, Err(Fault::Rejected { status: 200, error })),
            conflict => assert_eq!(with_200, Err(Fault::Conflict(conflict))),
        }
    }
    let refused = |error: &str| Fault::TokenRefused { error: error.into() };
    let rejected = |status, error: &str| Fault::Rejected { status, error: error.into() };
    let soon = Some(Duration::from_secs(3));
    for (status, text, fault) in [
        (400, "JSON object required", rejected(400, "JSON object required")),
        (400, "unknown action", rejected(400, "unknown action")),
        (401, "invalid bot credential", refused("invalid bot credential")),
        (403, "invalid bot credential", refused("invalid bot credential")),
        (403, "access denied", rejected(403, "access denied")),
        (403, "invalid csrf", rejected(403, "invalid csrf")),
        (405, "POST required", rejected(405, "POST required")),
        (413, "request too large", rejected(413, "request too large")),
        (429, "too many streams", Fault::Busy { status: 429, after: soon }),
        (503, "bot match storage unavailable", Fault::Busy { status: 503, after: soon }),
    ] {
        assert_eq!(poll(status, soon, body(text).as_bytes()), Err(fault.clone()), "{text}");
        assert_eq!(stream_refusal(status, soon, body(text).as_bytes()), fault);
    }
    assert_eq!(poll(200, None, body("invalid bot credential").as_bytes()), Err(refused("invalid bot credential")));
    assert_eq!(poll(200, soon, body("too many streams").as_bytes()), Err(Fault::Busy { status: 429, after: soon }));
}

#[test]
fn pages_of_others_are_never_taken_for_an_answer_or_for_the_token() {
    let page = b"\xef\xbb\xbf \n<!DOCTYPE html><title>Sign in to Airport Wi-Fi</title>";
    for status in [200, 204, 302, 403, 404, 407, 409, 500, 502, 504, 511] {
        let fault = posted(status, None, page).unwrap_err();
        assert!(matches!(&fault, Fault::Unreadable { detail, .. } if detail.contains("Airport")), "{status}: {fault}");
    }
    assert!(matches!(posted(401, None, page), Err(Fault::TokenRefused { .. })));
    assert!(matches!(posted(403, None, b""), Err(Fault::Rejected { status: 403, .. })));
    assert_eq!(posted(503, None, page), Err(Fault::Busy { status: 503, after: None }));
    for body in ["", "{}", "[]", "null", "{\"ok\":", "{\"okay\":true}", "\"ok\"", "{\"ok\":null}"] {
        assert!(matches!(poll(200, None, body.as_bytes()), Err(Fault::Unreadable { .. })), "{body}");
        assert!(matches!(posted(200, None, body.as_bytes()), Err(Fault::Unreadable { .. })), "{body}");
    }
    let refusal = poll(500, None, br#"{"ok":false,"error":"boom"}"#);
    assert!(matches!(refusal, Err(Fault::Unreadable { .. })));
    assert!(matches!(poll(200, None, br#"{"ok":true,"matches":[]}"#), Err(Fault::Unreadable { .. })));
}

#[test]
fn a_foreign_text_is_bounded_and_shows_no_token() {
    let body = json!({"ok": false, "error": format!("no\u{7} fsbm_c4n4ry here {}", "x".repeat(9999))}).to_string();
    let shown = poll(401, None, body.as_bytes()).unwrap_err().to_string();
    assert!(shown.len() < 300 && shown.contains("[token] here") && !shown.contains("c4n4ry"), "{shown}");
    let shown = poll(500, None, b"fsbm_c4n4ry").unwrap_err().to_string();
    assert!(!shown.contains("c4n4ry"), "{shown}");
}

#[test]
fn answers_to_moves_and_questions_are_read() {
    assert_eq!(
        posted(200, None, br#"{"ok":true,"match":{"id":1},"server_now_ms":1800000000000}"#),
        Ok(1_800_000_000_000)
    );
    assert_eq!(asked(200, None, br#"{"ok":1,"match_id":"123"}"#), Ok(123));
    assert_eq!(asked(200, None, br#"{"ok":true,"match":{"id":-4,"status":"running"}}"#), Ok(-4));
    assert_eq!(asked(200, None, br#"{"ok":true}"#), Ok(0));
}

#[test]
fn numbers_may_be_text_and_fractions_and_members_may_be_odd() {
    let plain = only_match(&example());
    let odd = with_match(|game| {
        game["id"] = json!("123");
        game["bot_a"] = json!(1.0);
        game["time_limit_sec"] = json!("60");
        game["ranked"] = json!(1);
        game["kind"] = json!(null);
        game["surprise"] = json!({"deep": [[[{}]]]});
        game["rating_before"] = json!(null);
        let leg = &mut game["state"]["legs"][0];
        leg["revision"] = json!("1");
        leg["clocks_ms"] = json!(["55800", 60000.2]);
        leg["turn_started_ms"] = json!(1_799_999_984_200.0);
        leg["placed"] = json!([5, 4]);
        leg["turn"] = json!("2");
        leg["legal_moves"][0] = json!("c3");
        leg["legal_moves"][1] = json!("21");
        leg["legal_moves"].as_array_mut().unwrap().extend([json!(null), json!(400), json!("zz"), json!(-1)]);
        leg["history"][0]["move"] = json!("E6");
        let board = leg["board"].as_array().unwrap().iter().map(|cell| json!(cell.to_string())).collect();
        leg["board"] = Value::Array(board);
        let legs = game["state"]["legs"].clone();
        game["state"]["legs"] = json!({"0": legs[0], "1": legs[1]});
    });
    assert_eq!(only_match(&odd), plain);
}

#[test]
fn what_is_missing_is_filled_in_from_the_rest() {
    let plain = only_match(&example());
    let bare = with_match(|game| {
        for name in ["game_mode", "time_limit_sec", "rating_before", "expires_ms"] {
            game.as_object_mut().unwrap().remove(name);
        }
        let state = game["state"].as_object_mut().unwrap();
        for name in ["opening_history", "totals", "board_size", "blocked_squares", "time_limit_sec"] {
            state.remove(name);
        }
        for leg in game["state"]["legs"].as_array_mut().unwrap() {
            for name in ["placed", "legal_moves", "black_participant", "discs"] {
                leg.as_object_mut().unwrap().remove(name);
            }
        }
    });
    assert_eq!(only_match(&bare), MatchView { expires_ms: None, ..plain });
}

#[test]
fn new_values_of_known_fields_cost_nothing() {
    let view = only_match(&with_match(|game| {
        game["status"] = json!("paused");
        game["state"]["legs"][1]["status"] = json!("frozen");
        game["state"]["finish_reason"] = json!("meteor");
        game["state"]["winner"] = json!(7);
    }));
    assert_eq!((view.status, view.legs[1].status), (MatchStatus::Unknown, LegStatus::Unknown));
    assert_eq!((view.finish_reason, view.winner), (Some(FinishReason::Unknown), None));
    let ended = only_match(&with_match(|game| {
        game["state"]["legs"][0]["result_discs"] = json!([0, 64]);
        game["state"]["legs"][0]["status"] = json!("timeout");
        game["state"]["legs"][0]["turn"] = json!(null);
        game["state"]["legs"][0]["legal_moves"] = json!([]);
        game["state"]["totals"] = json!(null);
    }));
    assert_eq!((ended.legs[0].result_discs, ended.legs[0].legal.is_empty()), (Some([0, 64]), true));
    assert_eq!(ended.totals, [9, 67]);
}

#[test]
fn one_bad_match_costs_only_itself() {
    let mut answer = example();
    let good = answer["matches"][0].clone();
    let spoil = |id: i64, change: &dyn Fn(&mut Value)| {
        let mut bad = good.clone();
        bad["id"] = json!(id);
        change(&mut bad);
        bad
    };
    answer["matches"] = json!([
        spoil(1, &|game| game["state"]["legs"][0]["board"][3] = json!(7)),
        spoil(2, &|game| game["game_mode"] = json!("hexagon")),
        spoil(3, &|game| game["state"]["legs"][1] = json!("gone")),
        spoil(4, &|game| game["state"]["legs"][1]["revision"] = json!(-1)),
        spoil(5, &|game| game["state"]["legs"][1]["turn"] = json!(3)),
        json!({"status": "running"}),
        json!(null),
        good,
    ]);
    let poll = poll(200, None, answer.to_string().as_bytes()).unwrap();
    assert_eq!(poll.matches.len(), 1);
    let ids: Vec<_> = poll.unreadable.iter().map(|(id, _)| *id).collect();
    assert_eq!(ids, [Some(1), Some(2), Some(3), Some(4), Some(5), None, None]);
    assert_eq!(poll.unreadable[1].1, "its game is called hexagon");
}

#[test]
fn a_human_game_keeps_its_fields_letter_by_letter() {
    let mut answer = with_match(|game| {
        game["id"] = json!(-45);
        game["kind"] = json!("human");
    })
    .to_string();
    let marker = "\"bot_a\":1";
    assert!(answer.contains(marker));
    answer = answer.replace(marker, r#""bot_a":0,"round_no": 2.0 ,"room_created_at":"2026\u002d11-12 19:00:00""#);
    let view = poll(200, None, answer.as_bytes()).unwrap().matches.remove(0);
    assert!(view.human);
    assert_eq!(view.legs.len(), 1);
    assert_eq!(view.echo.round_no.as_deref(), Some("2.0"));
    assert_eq!(view.echo.room_created_at.as_deref(), Some(r#""2026\u002d11-12 19:00:00""#));
}

#[test]
fn the_documented_events_are_read() {
    let hello = stream_line(br#"{"type":"hello","bot_id":1,"server_now_ms":1800000000000}"#);
    assert_eq!(hello, StreamEvent::Hello { bot_id: 1, server_now_ms: 1_800_000_000_000 });
    assert_eq!(stream_line(br#"{"type":"ping","server_now_ms":1800000010000}"#), StreamEvent::Ping);
    assert_eq!(stream_line(br#"{"type":"fanfare"}"#), StreamEvent::Unknown);
    let human = br#"{"type":"match","match":{"id":-45,"kind":"human","room_id":45},"server_now_ms":1800000003000}"#;
    assert_eq!(stream_line(human), StreamEvent::MatchChanged { id: Some(-45) });
    let game = &example()["matches"][0];
    let StreamEvent::Match { view, server_now_ms: 5 } = event(game) else { panic!("no match") };
    assert_eq!(*view, only_match(&example()));
    let mut pending = game.clone();
    pending["status"] = json!("pending");
    pending["state"] = json!(null);
    let StreamEvent::Match { view, .. } = event(&pending) else { panic!("no match") };
    assert_eq!((view.status, view.legs.len()), (MatchStatus::Pending, 0));
    pending["status"] = json!("running");
    assert_eq!(event(&pending), StreamEvent::MatchChanged { id: Some(123) });
    assert_eq!(stream_line(br#"{"type":"match"}"#), StreamEvent::MatchChanged { id: None });
}

#[test]
fn a_broken_event_is_named() {
    for line in ["{\"type\":\"match\",\"match\":{\"id\":1", "\u{0}", "[]", "12"] {
        assert!(matches!(stream_line(line.as_bytes()), StreamEvent::Unreadable(_)), "{line}");
    }
    let mut deep = "[".repeat(100_000);
    assert!(matches!(stream_line(deep.as_bytes()), StreamEvent::Unreadable(_)));
    deep = format!(r#"{{"type":"ping","x":{}{}}}"#, "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(stream_line(deep.as_bytes()), StreamEvent::Ping);
}

#[test]
fn the_octagons_missing_squares_stay_empty_however_they_are_marked() {
    let blocked = Mode::Octagon.blocked();
    let start = crate::game::othello::Position::start(Mode::Octagon);
    let board: Vec<Value> = (0_usize..)
        .zip(start.cells())
        .map(|(index, cell)| if blocked.contains(Square::new(index).unwrap()) { json!(-1) } else { json!(cell) })
        .collect();
    let view = only_match(&with_match(|game| {
        game["game_mode"] = json!("octagon");
        for index in 0..2 {
            game["state"]["legs"][index]["board"] = json!(board);
            game["state"]["legs"][index]["turn"] = json!(1);
        }
    }));
    assert_eq!(view.legs[0].position.discs(), [2, 2]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_bytes_break_the_readers(bytes in prop::collection::vec(any::<u8>(), 0..300), status in any::<u16>()) {
        let _ = (poll(status, None, &bytes), posted(status, None, &bytes), asked(status, None, &bytes));
        let _ = (stream_refusal(status, None, &bytes), stream_line(&bytes));
    }

    #[test]
    fn no_cut_or_change_of_the_documented_answer_breaks_the_readers(
        cut in 0..POLL.len(),
        changes in prop::collection::vec((0..POLL.len(), any::<u8>()), 0..4),
    ) {
        let mut bytes = POLL.to_vec();
        for (at, byte) in changes {
            bytes[at] = byte;
        }
        let _ = poll(200, None, &bytes);
        let _ = (poll(200, None, &bytes[..cut]), stream_line(&bytes[..cut]));
    }

    /// Any member of the match replaced by any small value: read or refused, never a panic.
    #[test]
    fn no_member_of_another_kind_breaks_the_readers(which in any::<prop::sample::Index>(), kind in 0_usize..10) {
        let values = [json!(null), json!(true), json!(-1), json!(1e300), json!(i64::MIN), json!(u64::MAX), json!("x"), json!([]), json!({}), json!([[9]])];
        let mut game = example()["matches"][0].clone();
        let mut paths = Vec::new();
        collect(&game, String::new(), &mut paths);
        *game.pointer_mut(&paths[which.index(paths.len())]).unwrap() = values[kind].clone();
        let mut answer = example();
        answer["matches"] = json!([game]);
        let poll = poll(200, None, answer.to_string().as_bytes()).unwrap();
        prop_assert_eq!(poll.matches.len() + poll.unreadable.len(), 1);
        let _ = event(&answer["matches"][0]);
    }
}

fn collect(value: &Value, path: String, paths: &mut Vec<String>) {
    if let Value::Object(members) = value {
        for (name, inner) in members {
            collect(inner, format!("{path}/{name}"), paths);
        }
    }
    if let Value::Array(items) = value {
        for (at, inner) in items.iter().enumerate() {
            collect(inner, format!("{path}/{at}"), paths);
        }
    }
    if !path.is_empty() {
        paths.push(path);
    }
}
