//! The practice arena over real HTTP: raw requests and a raw stream, as a client in any language would send them.

#![cfg(feature = "host")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use botdock::game::othello::Mode;
use botdock::host::arena::{ArenaConfig, Server, Traffic};
use botdock::venue::arena::{ApiError, MAX_REQUEST_BYTES};
use reqwest::{Client, Response, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;

/// No test waits longer for anything.
const LIMIT: Duration = Duration::from_secs(30);

fn client() -> Client {
    Client::builder().no_proxy().timeout(Duration::from_mins(2)).build().unwrap()
}

fn server() -> Server {
    Server::start(ArenaConfig { trace: true, ..ArenaConfig::default() }, 0).unwrap()
}

async fn post(client: &Client, server: &Server, body: &Value) -> (StatusCode, Value) {
    let request = client.post(server.api_url()).bearer_auth(server.token()).json(body);
    let answer = request.send().await.unwrap();
    let status = answer.status();
    (status, answer.json().await.unwrap())
}

async fn ask(client: &Client, server: &Server, body: &Value) -> Value {
    let (status, answer) = post(client, server, body).await;
    assert_eq!(status, 200, "{body}: {answer}");
    answer
}

/// An open event stream, read line by line.
struct Lines {
    response: Response,
    buffer: Vec<u8>,
}

impl Lines {
    async fn open(client: &Client, server: &Server) -> Lines {
        let response = client.get(server.stream_url()).bearer_auth(server.token()).send().await.unwrap();
        assert_eq!(response.status(), 200);
        Lines { response, buffer: Vec::new() }
    }

    /// The next event; none once the stream has ended.
    async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some(end) = self.buffer.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.buffer.drain(..=end).collect();
                return Some(serde_json::from_slice(&line).expect("a line of JSON"));
            }
            let chunk = tokio::time::timeout(LIMIT, self.response.chunk()).await.expect("a line in time");
            self.buffer.extend_from_slice(&chunk.ok().flatten()?);
        }
    }
}

/// Challenges the site bot `target` and answers every event with the first legal move of each leg that is ours.
async fn play_match(client: &Client, server: &Server, lines: &mut Lines, target: &str, mode: Mode) -> Value {
    let wish = json!({"action": "agent_challenge", "target_name": target, "game_mode": mode.name()});
    let id = ask(client, server, &wish).await["match_id"].clone();
    let mut sent = [None, None];
    loop {
        let event = lines.next().await.expect("the stream stays open");
        let paired = &event["match"];
        if event["type"] != "match" || paired["id"] != id {
            continue;
        }
        if paired["status"] != "running" {
            return paired.clone();
        }
        for (leg, board) in paired["state"]["legs"].as_array().unwrap().iter().enumerate() {
            let mine = if board["black_participant"] == 0 { 1 } else { 2 };
            let revision = board["revision"].as_u64();
            if board["status"] == "active" && board["turn"] == mine && sent[leg] < revision.map(|number| number + 1) {
                sent[leg] = revision.map(|number| number + 1);
                let mv = board["legal_moves"].get(0).cloned().unwrap_or(json!(-1));
                let body =
                    json!({"action": "agent_move", "match_id": id, "leg": leg, "revision": revision, "move": mv});
                ask(client, server, &body).await;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_matches_run_over_the_stream_in_every_mode() {
    let (client, server) = (client(), server());
    let mut lines = Lines::open(&client, &server).await;
    let hello = lines.next().await.unwrap();
    assert_eq!((&hello["type"], &hello["bot_id"]), (&json!("hello"), &json!(1)));
    for (mode, target) in Mode::ALL.into_iter().zip(["Random", "Greedy", "Random", "Greedy", "Alphabeta"]) {
        let over = play_match(&client, &server, &mut lines, target, mode).await;
        let state = &over["state"];
        assert_eq!((&over["status"], &state["finish_reason"]), (&json!("finished"), &json!("discs")), "{mode}");
        let discs: u64 = state["legs"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|leg| leg["discs"].as_array().unwrap())
            .filter_map(Value::as_u64)
            .sum();
        let totals: u64 = state["totals"].as_array().unwrap().iter().filter_map(Value::as_u64).sum();
        assert_eq!(discs, totals, "{mode}");
    }
    let counts = server.look(|arena| arena.counts(1)).unwrap();
    assert_eq!((counts.refused_moves, counts.repeated_moves), (0, 0));
    let trace = server.trace();
    assert!(trace.iter().any(|entry| matches!(entry.what, Traffic::Line(..))));
    assert!(trace.iter().filter(|entry| matches!(entry.what, Traffic::Request(_))).count() as u64 > counts.moves);
    server.stop().await;
}

#[tokio::test]
async fn refusals_have_their_status_on_the_wire() {
    let (client, server) = (client(), server());
    let (status, answer) = post(&client, &server, &json!([1])).await;
    assert_eq!((status.as_u16(), &answer["error"]), (400, &json!("JSON object required")));

    let wrong = client.post(server.api_url()).bearer_auth("fsbm_wrong").body("{\"action\":\"agent_poll\"}");
    let answer = wrong.send().await.unwrap();
    assert_eq!(answer.status(), 401);
    assert_eq!(answer.json::<Value>().await.unwrap()["error"], "invalid bot credential");
    let bare = client.post(server.api_url()).body("{\"action\":\"agent_poll\"}").send().await.unwrap();
    assert_eq!(bare.status(), 401);
    assert_eq!(client.get(server.stream_url()).send().await.unwrap().status(), 401);

    let get = client.get(server.api_url()).bearer_auth(server.token()).send().await.unwrap();
    assert_eq!(get.status(), 405);
    assert_eq!(get.json::<Value>().await.unwrap()["error"], "POST required");

    let large = client.post(server.api_url()).bearer_auth(server.token()).body(vec![b' '; MAX_REQUEST_BYTES + 1]);
    let answer = large.send().await.unwrap();
    assert_eq!(answer.status(), 413);
    assert_eq!(answer.json::<Value>().await.unwrap()["error"], "request too large");

    server.act(|arena, now_ms| {
        arena.inject(ApiError::StorageUnavailable, 1);
        ((), arena.tick(now_ms))
    });
    let (status, answer) = post(&client, &server, &json!({"action": "agent_poll"})).await;
    assert_eq!((status.as_u16(), &answer["error"]), (503, &json!("bot match storage unavailable")));
    ask(&client, &server, &json!({"action": "agent_poll"})).await;
    server.stop().await;
}

#[tokio::test]
async fn a_fourth_stream_is_refused_until_one_of_the_three_goes() {
    let (client, server) = (client(), server());
    let mut open = Vec::new();
    for _ in 0..3 {
        open.push(Lines::open(&client, &server).await);
    }
    let fourth = || client.get(server.stream_url()).bearer_auth(server.token()).send();
    let refused = fourth().await.unwrap();
    assert_eq!(refused.status(), 429);
    assert_eq!(refused.json::<Value>().await.unwrap()["error"], "too many streams");
    open.pop();
    let again = async {
        while fourth().await.unwrap().status() != 200 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(LIMIT, again).await.expect("the closed stream's place is free again");
    server.stop().await;
}

#[tokio::test]
async fn streams_can_be_cut_and_answers_lost() {
    let (client, server) = (client(), server());
    let mut lines = Lines::open(&client, &server).await;
    assert_eq!(lines.next().await.unwrap()["type"], "hello");
    server.cut_streams();
    assert_eq!(lines.next().await, None);

    let wish = json!({"action": "agent_challenge", "target_id": 901});
    let id = ask(&client, &server, &wish).await["match_id"].clone();
    let poll = ask(&client, &server, &json!({"action": "agent_poll"})).await;
    let mv = &poll["matches"][0]["state"]["legs"][0]["legal_moves"][0];
    let body = json!({"action": "agent_move", "match_id": id, "leg": 0, "revision": 0, "move": mv});
    server.lose_answers(1);
    let request = client.post(server.api_url()).bearer_auth(server.token()).json(&body);
    let answer = async { request.send().await?.bytes().await }.await;
    assert!(answer.is_err(), "the answer breaks off");
    let (status, answer) = post(&client, &server, &body).await;
    assert_eq!((status.as_u16(), &answer["error"]), (409, &json!("stale_revision")), "yet the move was taken");
    assert_eq!(server.look(|arena| arena.counts(1)).unwrap().repeated_moves, 1);
    server.stop().await;
}

#[tokio::test]
async fn stopping_ends_streams_and_frees_the_port() {
    let (client, server) = (client(), server());
    let mut lines = Lines::open(&client, &server).await;
    assert_eq!(lines.next().await.unwrap()["type"], "hello");
    let (address, url, token) = (server.address(), server.api_url(), server.token());
    assert!(Server::start(ArenaConfig::default(), address.port()).is_err(), "the port is taken");
    server.stop().await;
    assert_eq!(lines.next().await, None);
    assert!(client.post(url).bearer_auth(token).body("{}").send().await.is_err());
    let again = Server::start(ArenaConfig::default(), address.port()).unwrap();
    assert_eq!(again.address(), address);
}
