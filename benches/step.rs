//! The session's part of a move: a line of the stream decoded, and one step on the match that it carried.

use botdock::play::clock::{Moment, Now};
use botdock::play::paired::MatchView;
use botdock::session::Session;
use botdock::session::config::Config;
use botdock::session::event::{Event, Link};
use botdock::venue::flipsight::decode::{self, StreamEvent};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use serde_json::{Value, json};
use std::hint::black_box;
use std::time::Duration;

const POLL: &[u8] = include_bytes!("../tests/data/agent_poll_response.json");

/// The documented match as an event, with a history as long as in the middle of a game.
fn line() -> Vec<u8> {
    let mut answer: Value = serde_json::from_slice(POLL).unwrap_or_default();
    let mut game = answer["matches"][0].take();
    for leg in 0..2 {
        let step = json!({"color": 1, "participant": 0, "move": 44, "at_ms": 1_799_999_984_200_i64});
        game["state"]["legs"][leg]["history"] = Value::Array(vec![step; 40]);
    }
    json!({"type": "match", "match": game, "server_now_ms": 1_800_000_000_000_i64}).to_string().into_bytes()
}

fn view(line: &[u8]) -> Option<(Box<MatchView>, i64)> {
    match decode::stream_line(line) {
        StreamEvent::Match { view, server_now_ms } => Some((view, server_now_ms)),
        _ => None,
    }
}

fn decoding(bench: &mut Criterion) {
    let line = line();
    assert!(view(&line).is_some());
    bench.bench_function("flipsight/stream_line", |b| b.iter(|| decode::stream_line(black_box(&line))));
    bench.bench_function("flipsight/poll", |b| b.iter(|| decode::poll(200, None, black_box(POLL))));
}

fn stepping(bench: &mut Criterion) {
    let Some((mut view, server_now_ms)) = view(&line()) else { return };
    let mut session = Session::new(Config::default());
    let mut now_ms = 0;
    let mut step = move |event: Event| {
        now_ms += 1;
        session.step(Now { moment: Moment(Duration::from_millis(now_ms)), unix_ms: 0 }, event)
    };
    step(Event::Started);
    step(Event::Link(Link::Live));
    step(Event::Hello { bot_id: view.bots[1], server_now_ms });
    let mut next = || {
        for leg in &mut view.legs {
            leg.revision += 2;
        }
        Event::Pushed { view: view.clone(), server_now_ms }
    };
    bench.bench_function("session/step on a pushed match", |b| {
        b.iter_batched(&mut next, &mut step, BatchSize::SmallInput);
    });
}

criterion_group!(benches, decoding, stepping);
criterion_main!(benches);
