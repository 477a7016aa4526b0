//! A desk to work at the practice arena from: it keeps the time and what came out of every call.

#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use botdock::venue::arena::{
    Answer, ApiError, Arena, BotSetup, Config, HumanChallenge, NotProposed, SiteTurn, Step, StreamId,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// When the arena opens.
pub const START_MS: i64 = 1_800_000_000_000;

pub struct Desk {
    pub arena: Arena,
    pub now_ms: i64,
    events: BTreeMap<StreamId, Vec<Value>>,
    pub site_turns: Vec<SiteTurn>,
    pub next_deadline_ms: Option<i64>,
}

impl Desk {
    pub fn open(names: &[&str]) -> Desk {
        Desk::with(names.iter().map(|name| BotSetup::named(name)).collect())
    }

    pub fn with(bots: Vec<BotSetup>) -> Desk {
        Desk::configured(Config { bots, ..Config::default() })
    }

    pub fn configured(config: Config) -> Desk {
        let arena = Arena::new(config, START_MS);
        Desk { arena, now_ms: START_MS, events: BTreeMap::new(), site_turns: Vec::new(), next_deadline_ms: None }
    }

    pub fn take(&mut self, step: Step) {
        for (stream, line) in step.pushes {
            let event = serde_json::from_str(&line).expect("a line of JSON");
            self.events.entry(stream).or_default().push(event);
        }
        self.site_turns.extend(step.site_turns);
        self.next_deadline_ms = step.next_deadline_ms;
    }

    /// Lets time pass, and wakes the arena whenever it asked for it.
    pub fn pass_to(&mut self, to_ms: i64) {
        while let Some(due_ms) = self.next_deadline_ms.filter(|due_ms| *due_ms <= to_ms) {
            assert!(due_ms > self.now_ms, "the arena asks to be woken at once: it would spin");
            self.now_ms = due_ms;
            let step = self.arena.tick(due_ms);
            self.take(step);
        }
        self.now_ms = to_ms;
    }

    pub fn token(&self, bot: i64) -> String {
        self.arena.token(bot).unwrap().to_owned()
    }

    pub fn stream(&mut self, bot: i64) -> StreamId {
        let token = self.token(bot);
        let (opened, step) = self.arena.open_stream(self.now_ms, Some(&token));
        self.take(step);
        opened.unwrap()
    }

    pub fn close(&mut self, stream: StreamId) {
        let step = self.arena.close_stream(self.now_ms, stream);
        self.take(step);
    }

    pub fn raw(&mut self, bot: i64, body: &[u8]) -> Answer {
        let token = self.token(bot);
        let (answer, step) = self.arena.request(self.now_ms, Some(&token), body);
        self.take(step);
        answer
    }

    /// A request that must succeed.
    pub fn ask(&mut self, bot: i64, body: &Value) -> Value {
        let answer = self.raw(bot, body.to_string().as_bytes());
        assert_eq!(answer.status, 200, "{body}: {}", answer.body);
        let value: Value = serde_json::from_str(&answer.body).unwrap();
        assert_eq!((&value["ok"], &value["server_now_ms"]), (&json!(true), &json!(self.now_ms)));
        value
    }

    /// A request that must be refused.
    pub fn error(&mut self, bot: i64, body: &Value) -> (u16, String) {
        let answer = self.raw(bot, body.to_string().as_bytes());
        let value: Value = serde_json::from_str(&answer.body).unwrap();
        assert_eq!((&value["ok"], &value["server_now_ms"]), (&json!(false), &json!(self.now_ms)), "{body}");
        (answer.status, value["error"].as_str().unwrap().to_owned())
    }

    pub fn poll(&mut self, bot: i64) -> Value {
        self.ask(bot, &json!({"action": "agent_poll"}))
    }

    /// The match as a poll of `bot` shows it; null if it does not.
    pub fn found(&mut self, bot: i64, id: i64) -> Value {
        let poll = self.poll(bot);
        poll["matches"].as_array().unwrap().iter().find(|found| found["id"] == id).cloned().unwrap_or_default()
    }

    /// Plays the first legal move (or the pass) for `bot` on `leg`.
    pub fn play(&mut self, bot: i64, id: i64, leg: usize) {
        let found = self.found(bot, id);
        let board = &found["state"]["legs"][leg];
        let mv = board["legal_moves"].get(0).cloned().unwrap_or(json!(-1));
        let mut body =
            json!({"action": "agent_move", "match_id": id, "leg": leg, "revision": board["revision"], "move": mv});
        for echo in ["round_no", "room_created_at"] {
            if let Some(value) = found.get(echo) {
                body[echo] = value.clone();
            }
        }
        self.ask(bot, &body);
    }

    pub fn events(&self, stream: StreamId) -> &[Value] {
        &self.events[&stream]
    }

    pub fn last_event(&self, stream: StreamId) -> Value {
        self.events[&stream].last().unwrap().clone()
    }

    /// The latest match that the stream carried.
    pub fn last_match(&self, stream: StreamId) -> Value {
        self.events[&stream].iter().rev().find(|event| event["type"] == "match").unwrap()["match"].clone()
    }

    pub fn propose(&mut self, bot: i64, against: i64) -> Result<i64, NotProposed> {
        let (proposed, step) = self.arena.propose(self.now_ms, bot, against);
        self.take(step);
        proposed
    }

    pub fn human_challenge(&mut self, wish: HumanChallenge) -> Result<i64, ApiError> {
        let (opened, step) = self.arena.human_challenge(self.now_ms, wish);
        self.take(step);
        opened
    }
}
