//! Words to bytes: the JSON bodies of the five actions.

use crate::game::othello::{Mode, Move};
use crate::play::paired::{Echo, Environment};
use crate::play::turn::TurnId;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use std::fmt::Write;

/// The longest text of the environment, in characters.
const ENVIRONMENT_CHARS: usize = 120;

/// `agent_poll`. `practice` is always sent: the server remembers the last value it was told.
#[must_use]
pub fn poll(environment: &Environment) -> String {
    let short = |text: &str| -> String {
        text.chars().filter(|c| !c.is_control()).take(ENVIRONMENT_CHARS).collect::<String>().trim().to_owned()
    };
    json!({
        "action": "agent_poll",
        "environment": {
            "cpu": short(&environment.cpu),
            "engine": short(&environment.engine),
            "os": short(&environment.os),
            "practice": environment.practice,
        },
    })
    .to_string()
}

/// `agent_move`. `echo` belongs to human games; its JSON goes back letter by letter.
#[must_use]
pub fn post(turn: &TurnId, mv: Move, echo: Option<&Echo>) -> String {
    let mut body = format!(
        r#"{{"action":"agent_move","match_id":{},"leg":{},"revision":{},"move":{}"#,
        turn.seat.match_id,
        turn.seat.leg,
        turn.revision,
        mv.number()
    );
    if let Some(echo) = echo {
        for (name, json) in [("round_no", &echo.round_no), ("room_created_at", &echo.room_created_at)] {
            // What is no JSON would spoil the whole request.
            if let Some(json) = json.as_deref().filter(|json| serde_json::from_str::<IgnoredAny>(json).is_ok()) {
                let _ = write!(body, r#","{name}":{json}"#);
            }
        }
    }
    body.push('}');
    body
}

/// `agent_accept`.
#[must_use]
pub fn accept(match_id: i64) -> String {
    json!({ "action": "agent_accept", "match_id": match_id }).to_string()
}

/// `agent_reject`.
#[must_use]
pub fn reject(match_id: i64) -> String {
    json!({ "action": "agent_reject", "match_id": match_id }).to_string()
}

/// `agent_challenge` by the bot's number.
#[must_use]
pub fn challenge_by_id(id: i64, mode: Mode) -> String {
    challenge("target_id", id.into(), mode)
}

/// `agent_challenge` by the bot's name.
#[must_use]
pub fn challenge_by_name(name: &str, mode: Mode) -> String {
    challenge("target_name", name.into(), mode)
}

fn challenge(key: &str, target: Value, mode: Mode) -> String {
    let mut body = json!({ "action": "agent_challenge", "game_mode": mode.name() });
    body[key] = target;
    body.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::turn::{Seat, Venue};

    fn parsed(body: &str) -> Value {
        serde_json::from_str(body).unwrap()
    }

    fn turn(match_id: i64, leg: u8, revision: u64) -> TurnId {
        TurnId { seat: Seat { venue: Venue::FlipSight, match_id, round: 0, leg, participant: 0 }, revision }
    }

    #[test]
    fn the_documented_requests_come_out() {
        let mv = Move::from_number(2, 8).unwrap();
        assert_eq!(
            post(&turn(123, 1, 0), mv, None),
            r#"{"action":"agent_move","match_id":123,"leg":1,"revision":0,"move":2}"#
        );
        assert_eq!(parsed(&accept(123)), json!({"action":"agent_accept","match_id":123}));
        assert_eq!(parsed(&reject(-5)), json!({"action":"agent_reject","match_id":-5}));
        assert_eq!(
            parsed(&challenge_by_id(2, Mode::Anti)),
            json!({"action":"agent_challenge","target_id":2,"game_mode":"anti"})
        );
        assert_eq!(
            parsed(&challenge_by_name("Opp\"onent", Mode::Grand)),
            json!({"action":"agent_challenge","target_name":"Opp\"onent","game_mode":"grand"})
        );
    }

    #[test]
    fn the_environment_is_cut_to_what_the_server_takes() {
        let environment = Environment { cpu: "é".repeat(200), engine: " a\nb ".into(), ..Environment::default() };
        let sent = parsed(&poll(&environment));
        assert_eq!(sent["environment"]["cpu"].as_str().unwrap().chars().count(), 120);
        assert_eq!(sent["environment"]["engine"], "ab");
        assert_eq!(sent["environment"]["practice"], false);
    }

    #[test]
    fn an_echo_goes_back_letter_by_letter() {
        let echo = Echo { round_no: Some("3.0".into()), room_created_at: Some("\"2026\\u002d11\"".into()) };
        assert_eq!(
            post(&turn(-45, 0, 7), Move::Pass, Some(&echo)),
            r#"{"action":"agent_move","match_id":-45,"leg":0,"revision":7,"move":-1,"round_no":3.0,"room_created_at":"2026\u002d11"}"#
        );
        let broken = Echo { round_no: Some("3}".into()), room_created_at: None };
        assert_eq!(
            post(&turn(-45, 0, 7), Move::Pass, Some(&broken)),
            r#"{"action":"agent_move","match_id":-45,"leg":0,"revision":7,"move":-1}"#
        );
    }
}
