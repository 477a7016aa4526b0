//! The practice arena keeps the documented rules: every action, every refusal, every rule of time.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use botdock::game::othello::Mode;
use botdock::venue::arena::{ApiError, BotSetup, NotProposed};
use common::{Desk, START_MS};
use serde_json::{Value, json};

/// Two registered bots with a stream each, and a running std match between them.
fn two_bots_playing() -> (Desk, i64) {
    let mut desk = Desk::open(&["One", "Two"]);
    desk.stream(1);
    desk.stream(2);
    let id = desk.ask(1, &json!({"action": "agent_challenge", "target_id": 2}))["match_id"].as_i64().unwrap();
    desk.ask(2, &json!({"action": "agent_accept", "match_id": id}));
    (desk, id)
}

fn submission(id: i64, leg: usize, revision: u64, mv: &Value) -> Value {
    json!({"action": "agent_move", "match_id": id, "leg": leg, "revision": revision, "move": mv})
}

#[test]
fn a_poll_has_the_documented_fields_and_no_others() {
    fn shape(value: &Value, path: &str, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                fields.iter().for_each(|(name, inner)| shape(inner, &format!("{path}.{name}"), found));
            }
            Value::Array(items) => items.iter().for_each(|inner| shape(inner, &format!("{path}[]"), found)),
            _ => found.push(path.to_owned()),
        }
    }
    let (mut desk, id) = two_bots_playing();
    desk.play(1, id, 0);
    let poll = desk.poll(2);
    let document: Value = serde_json::from_str(include_str!("data/agent_poll_response.json")).unwrap();
    let [ours, theirs] = [&poll, &document].map(|value| {
        let mut found = Vec::new();
        shape(value, "", &mut found);
        found.sort();
        found.dedup();
        found
    });
    assert_eq!(ours, theirs);
}

#[test]
fn fields_come_in_the_documented_order() {
    /// The keys of a JSON text in the order they first appear after `from`.
    fn keys<'a>(text: &'a str, from: &str) -> Vec<&'a str> {
        let text = &text[text.find(from).unwrap()..];
        let mut keys: Vec<&str> = Vec::new();
        for part in text.split("\":").filter_map(|part| part.rsplit('"').next()) {
            if !keys.contains(&part) {
                keys.push(part);
            }
        }
        keys.into_iter()
            .filter(|key| key.chars().all(|c| c.is_ascii_lowercase() || c == '_' || c.is_ascii_digit()))
            .collect()
    }
    let (mut desk, id) = two_bots_playing();
    desk.play(1, id, 0);
    let ours = desk.raw(2, br#"{"action":"agent_poll"}"#).body;
    let document = include_str!("data/agent_poll_response.json");
    assert_eq!(keys(&ours, "\"matches\""), keys(document, "\"matches\""));
    assert_eq!(keys(&ours, "\"ok\""), keys(document, "\"ok\""));
}

#[test]
fn requests_that_are_none_are_refused_with_the_documented_words() {
    let mut desk = Desk::open(&["One"]);
    let refused = |desk: &mut Desk, body: &[u8]| {
        let answer = desk.raw(1, body);
        (answer.status, serde_json::from_str::<Value>(&answer.body).unwrap()["error"].as_str().unwrap().to_owned())
    };
    for body in [&b"[]"[..], b"", b"{", b"\"agent_poll\"", b"\xff\xfe"] {
        assert_eq!(refused(&mut desk, body), (400, "JSON object required".to_owned()));
    }
    for body in [&b"{}"[..], br#"{"action":"agent_dance"}"#, br#"{"action":7}"#] {
        assert_eq!(refused(&mut desk, body), (400, "unknown action".to_owned()));
    }
    let large = format!("{{\"action\":\"agent_poll\",\"pad\":\"{}\"}}", "x".repeat(20_000));
    assert_eq!(refused(&mut desk, large.as_bytes()), (413, "request too large".to_owned()));
    for bearer in [None, Some(""), Some("fsbm_wrong")] {
        let (answer, _) = desk.arena.request(desk.now_ms, bearer, br#"{"action":"agent_poll"}"#);
        let error = json!({"ok": false, "error": "invalid bot credential", "server_now_ms": START_MS});
        assert_eq!((answer.status, serde_json::from_str(&answer.body).unwrap()), (401, error));
    }
    assert_eq!(desk.arena.refusal(desk.now_ms, ApiError::PostRequired).status, 405);
}

#[test]
fn injected_faults_last_as_long_as_asked() {
    let mut desk = Desk::open(&["One"]);
    desk.arena.inject(ApiError::StorageUnavailable, 2);
    for _ in 0..2 {
        assert_eq!(desk.error(1, &json!({"action": "agent_poll"})), (503, "bot match storage unavailable".to_owned()));
    }
    desk.poll(1);
}

#[test]
fn a_challenge_waits_for_its_answer_and_expires_after_two_minutes() {
    let mut desk = Desk::open(&["One", "Two"]);
    desk.stream(1);
    let second = desk.stream(2);
    let id = desk.ask(1, &json!({"action": "agent_challenge", "target_name": "Two"}))["match_id"].as_i64().unwrap();
    let event = desk.last_event(second);
    assert_eq!(
        (&event["type"], &event["match"]["status"], &event["match"]["bot_b"]),
        (&json!("match"), &json!("pending"), &json!(2))
    );
    let denied = desk.error(1, &json!({"action": "agent_accept", "match_id": id}));
    assert_eq!(denied, (403, "access denied".to_owned()));
    desk.pass_to(START_MS + 119_999);
    assert_eq!(desk.found(2, id)["status"], "pending");
    desk.pass_to(START_MS + 120_000);
    assert_eq!(desk.last_match(second)["status"], "expired");
    let late = desk.error(2, &json!({"action": "agent_accept", "match_id": id}));
    assert_eq!(late, (409, "challenge expired or answered".to_owned()));
}

#[test]
fn a_rejected_challenge_is_over() {
    let mut desk = Desk::open(&["One", "Two"]);
    desk.stream(1);
    desk.stream(2);
    let id = desk.ask(1, &json!({"action": "agent_challenge", "target_id": 2}))["match_id"].as_i64().unwrap();
    let answer = desk.ask(2, &json!({"action": "agent_reject", "match_id": id}));
    assert_eq!(answer["match"], json!({"id": id, "status": "rejected", "bot_a": 1, "bot_b": 2}));
    assert_eq!(desk.found(1, id)["status"], "rejected");
    let again = desk.error(2, &json!({"action": "agent_accept", "match_id": id}));
    assert_eq!(again, (409, "challenge expired or answered".to_owned()));
}

#[test]
fn challenges_that_cannot_be_are_refused_each_with_its_word() {
    let narrow = BotSetup { supported: vec![Mode::Std], slots: 1, ..BotSetup::named("Narrow") };
    let single = BotSetup { slots: 1, ..BotSetup::named("Single") };
    let mut desk = Desk::with(vec![single, narrow, BotSetup::named("Away"), BotSetup::named("Third")]);
    desk.stream(1);
    desk.stream(2);
    desk.stream(4);
    let challenge = |target: Value, mode: &str| {
        let mut wish = json!({"action": "agent_challenge", "game_mode": mode});
        let key = if target.is_string() { "target_name" } else { "target_id" };
        wish[key] = target;
        wish
    };
    let refused = |word: &str| (409, word.to_owned());
    assert_eq!(desk.error(1, &challenge(json!(77), "std")), refused("target bot not found"));
    assert_eq!(desk.error(1, &challenge(json!("Nobody"), "std")), refused("target bot not found"));
    assert_eq!(desk.error(1, &challenge(json!(1), "std")), refused("target bot not found"));
    assert_eq!(desk.error(1, &json!({"action": "agent_challenge"})), refused("target bot not found"));
    assert_eq!(desk.error(1, &challenge(json!(2), "anti")), refused("unsupported game mode"));
    assert_eq!(desk.error(1, &challenge(json!(2), "chess")), refused("unsupported game mode"));
    assert_eq!(desk.error(1, &challenge(json!(3), "std")), refused("both bots must be connected"));
    let id = desk.ask(1, &challenge(json!(2), "std"))["match_id"].clone();
    assert_eq!(desk.error(1, &challenge(json!(4), "std")), refused("bot already has an active match"));
    desk.ask(2, &json!({"action": "agent_accept", "match_id": id}));
    assert_eq!(desk.error(4, &challenge(json!(2), "std")), refused("bot busy"));
}

#[test]
fn a_site_bot_starts_at_once_and_only_two_variants_run() {
    let mut desk = Desk::with(vec![BotSetup { slots: 9, ..BotSetup::named("Busy") }]);
    let stream = desk.stream(1);
    for (target, mode) in [(901, "anti"), (902, "octagon")] {
        let wish = json!({"action": "agent_challenge", "target_id": target, "game_mode": mode});
        let id = desk.ask(1, &wish)["match_id"].as_i64().unwrap();
        let event = desk.last_event(stream);
        assert_eq!((&event["match"]["id"], &event["match"]["status"]), (&json!(id), &json!("running")));
        assert_eq!(event["match"]["state"]["legs"].as_array().unwrap().len(), 2);
    }
    assert_eq!(desk.site_turns.len(), 2, "each of them has black on one board");
    let third = json!({"action": "agent_challenge", "target_id": 903, "game_mode": "grand"});
    assert_eq!(desk.error(1, &third), (409, "site bot variant matches are full".to_owned()));
    desk.ask(1, &json!({"action": "agent_challenge", "target_id": 903}));
}

#[test]
fn moves_that_cannot_be_are_refused_each_with_its_word_and_change_nothing() {
    let (mut desk, id) = two_bots_playing();
    let before = desk.found(1, id);
    let legal = before["state"]["legs"][0]["legal_moves"][0].clone();
    let refused = |word: &str| (409, word.to_owned());
    for (mv, word) in [
        (json!("z9"), "invalid move coordinate"),
        (json!(1.5), "invalid move coordinate"),
        (Value::Null, "invalid move coordinate"),
        (json!(64), "move outside board"),
        (json!(-2), "move outside board"),
        (json!("j10"), "move outside board"),
        (json!(27), "illegal_move"),
        (json!(-1), "illegal_move"),
        (json!("pass"), "illegal_move"),
    ] {
        assert_eq!(desk.error(1, &submission(id, 0, 0, &mv)), refused(word), "{mv}");
    }
    assert_eq!(desk.error(1, &submission(id, 0, 1, &legal)), refused("stale_revision"));
    assert_eq!(desk.error(2, &submission(id, 0, 0, &legal)), refused("not_your_turn"));
    assert_eq!(desk.error(1, &submission(id, 2, 0, &legal)), refused("leg_finished"));
    assert_eq!(desk.error(1, &submission(9_999, 0, 0, &legal)), refused("match not running"));
    assert_eq!(desk.found(1, id), before);
    let counts = desk.arena.counts(1).unwrap();
    assert_eq!((counts.moves, counts.refused_moves, counts.last_refusal), (12, 12, Some(ApiError::MatchNotRunning)));
    assert_eq!(counts.repeated_moves, 8, "all but the first for leg 0 at revision 0");
}

#[test]
fn another_bots_match_is_none_of_ours() {
    let (mut desk, id) = {
        let mut desk = Desk::open(&["One", "Two", "Three"]);
        (1..=3).for_each(|bot| _ = desk.stream(bot));
        let id = desk.ask(1, &json!({"action": "agent_challenge", "target_id": 2}))["match_id"].as_i64().unwrap();
        (desk, id)
    };
    assert_eq!(desk.error(3, &json!({"action": "agent_accept", "match_id": id})), (403, "access denied".to_owned()));
    assert_eq!(desk.error(3, &submission(id, 0, 0, &json!(19))), (403, "access denied".to_owned()));
    assert_eq!(desk.error(1, &submission(id, 0, 0, &json!(19))), (409, "match not running".to_owned()));
    assert_eq!(desk.poll(3)["matches"], json!([]));
}

#[test]
fn a_lost_answer_and_a_repeat_are_told_apart() {
    let (mut desk, id) = two_bots_playing();
    desk.play(1, id, 0);
    let legal = desk.found(1, id)["state"]["legs"][0]["legal_moves"][0].clone();
    assert_eq!(desk.error(1, &submission(id, 0, 0, &legal)), (409, "stale_revision".to_owned()));
    assert_eq!(desk.arena.counts(1).unwrap().repeated_moves, 1);
    assert_eq!(desk.arena.counts(2).unwrap().repeated_moves, 0);
}

#[test]
fn both_sides_hear_of_every_move_with_the_whole_match() {
    let (mut desk, id) = two_bots_playing();
    let streams = [desk.stream(1), desk.stream(2)];
    desk.pass_to(START_MS + 2_000);
    desk.play(1, id, 0);
    for stream in streams {
        let event = desk.last_event(stream);
        assert_eq!(event["server_now_ms"], START_MS + 2_000);
        let leg = &event["match"]["state"]["legs"][0];
        assert_eq!((&leg["revision"], &leg["clocks_ms"]), (&json!(1), &json!([58_000, 60_000])));
    }
}

#[test]
fn three_streams_and_no_more_and_a_closed_one_makes_room() {
    let mut desk = Desk::open(&["One"]);
    let first = desk.stream(1);
    desk.stream(1);
    desk.stream(1);
    let token = desk.token(1);
    let (refused, _) = desk.arena.open_stream(desk.now_ms, Some(&token));
    let answer = refused.unwrap_err();
    assert_eq!(answer.status, 429);
    assert!(answer.body.contains("too many streams"));
    desk.arena.close_stream(desk.now_ms, first);
    desk.stream(1);
    let (refused, _) = desk.arena.open_stream(desk.now_ms, None);
    assert_eq!(refused.unwrap_err().status, 401);
}

#[test]
fn a_stream_says_hello_and_then_pings_every_ten_seconds() {
    let mut desk = Desk::open(&["One"]);
    let stream = desk.stream(1);
    assert_eq!(desk.last_event(stream), json!({"type": "hello", "bot_id": 1, "server_now_ms": START_MS}));
    desk.pass_to(START_MS + 9_999);
    assert_eq!(desk.events(stream).len(), 1);
    assert_eq!(desk.next_deadline_ms, Some(START_MS + 10_000));
    desk.pass_to(START_MS + 35_000);
    let pings: Vec<_> = desk.events(stream)[1..].iter().map(|event| event["server_now_ms"].as_i64().unwrap()).collect();
    assert_eq!(pings, [10_000, 20_000, 30_000].map(|after| START_MS + after));
}

#[test]
fn a_new_token_kills_the_old_one_and_its_streams() {
    let mut desk = Desk::open(&["One"]);
    let stream = desk.stream(1);
    let old = desk.token(1);
    let (token, step) = desk.arena.issue_token(desk.now_ms, 1);
    assert_ne!(token.as_deref(), Some(old.as_str()));
    assert!(old.starts_with("fsbm_") && token.unwrap().starts_with("fsbm_"));
    assert_eq!(step.closed, [stream]);
    let (answer, _) = desk.arena.request(desk.now_ms, Some(&old), br#"{"action":"agent_poll"}"#);
    assert_eq!(answer.status, 401);
    desk.poll(1);
}

#[test]
fn a_disabled_bot_is_refused() {
    let mut desk = Desk::open(&["One"]);
    let stream = desk.stream(1);
    let step = desk.arena.set_disabled(desk.now_ms, 1, true);
    assert_eq!(step.closed, [stream]);
    assert_eq!(desk.error(1, &json!({"action": "agent_poll"})), (401, "invalid bot credential".to_owned()));
    desk.arena.set_disabled(desk.now_ms, 1, false);
    desk.poll(1);
}

#[test]
fn the_environment_is_remembered_and_practice_is_not_rated() {
    let mut desk = Desk::open(&["One", "Two"]);
    desk.stream(1);
    desk.stream(2);
    let long = "x".repeat(500);
    desk.ask(1, &json!({"action": "agent_poll", "environment": {"cpu": long, "practice": true}}));
    let me = desk.poll(1)["bot"]["environment"].clone();
    assert_eq!((me["cpu"].as_str().unwrap().len(), &me["practice"]), (120, &json!(true)));
    let challenge = json!({"action": "agent_challenge", "target_id": 2});
    let id = desk.ask(1, &challenge)["match_id"].as_i64().unwrap();
    assert_eq!(desk.found(1, id)["ranked"], false);
    desk.ask(1, &json!({"action": "agent_poll", "environment": {"cpu": "slow"}}));
    assert_eq!(desk.poll(1)["bot"]["environment"]["practice"], false);
    let id = desk.ask(1, &challenge)["match_id"].as_i64().unwrap();
    assert_eq!(desk.found(1, id)["ranked"], true);
}

#[test]
fn automatic_matches_go_only_to_bots_that_want_them() {
    let silent = BotSetup { auto_match: false, ..BotSetup::named("Silent") };
    let mut desk = Desk::with(vec![BotSetup::named("One"), silent]);
    assert_eq!(desk.arena.propose(desk.now_ms, 1, 901).0, Err(NotProposed::Offline));
    let stream = desk.stream(1);
    desk.stream(2);
    assert_eq!(desk.arena.propose(desk.now_ms, 2, 901).0, Err(NotProposed::Off));
    assert_eq!(desk.arena.propose(desk.now_ms, 1, 5).0, Err(NotProposed::Unknown));
    let id = desk.propose(1, 903).unwrap();
    let event = desk.last_event(stream);
    assert_eq!((&event["match"]["auto"], &event["match"]["bot_b"]), (&json!(true), &json!(1)));
    desk.ask(1, &json!({"action": "agent_accept", "match_id": id}));
    assert_eq!(desk.propose(1, 902), Err(NotProposed::Busy));
    desk.pass_to(START_MS + 60_000);
    assert_eq!(desk.found(1, id)["status"], "aborted");

    let id = desk.propose(1, 902).unwrap();
    desk.ask(1, &json!({"action": "agent_reject", "match_id": id}));
    let rejected_ms = desk.now_ms;
    assert_eq!(desk.propose(1, 902), Err(NotProposed::Barred));
    desk.pass_to(rejected_ms + 600_000);
    assert!(desk.propose(1, 902).is_ok());
    desk.ask(1, &json!({"action": "agent_poll", "environment": {"practice": true}}));
    assert_eq!(desk.propose(1, 902), Err(NotProposed::Practising));
}
