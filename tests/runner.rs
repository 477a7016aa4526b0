//! The runner against a scripted venue: what waits for what, and what a broken line costs.

#![cfg(feature = "host")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a helper that cannot go on fails its test")]

mod venue;

use botdock::engine::builtin::Mover;
use botdock::game::othello::{Mode, Position};
use botdock::host::worker::{Engine, Runner, Setup};
use botdock::session::command::Command;
use botdock::session::config::{Config, Exit};
use botdock::session::event::Link;
use botdock::session::snapshot::Snapshot;
use botdock::venue::flipsight::address::Addresses;
use botdock::venue::flipsight::token::Token;
use serde_json::json;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};
use venue::{LIMIT, TOKEN, Venue, game};

/// A runner with the practice engine, and a channel that says when to look.
fn runner(venue: &Venue) -> (Runner, Receiver<()>) {
    let addresses = Addresses::new(Some(&venue.api()), None).unwrap();
    let (wake, woken) = sync_channel(1);
    let setup = Setup {
        api: addresses.api,
        stream: addresses.stream,
        token: Token::parse(TOKEN).unwrap(),
        engine: Engine::Builtin(Mover::Practice),
        config: Config::default(),
    };
    let wake = move || {
        let _ = wake.try_send(());
    };
    let runner = Runner::start(setup, wake).unwrap();
    (runner, woken)
}

/// Waits for a snapshot.
fn until(runner: &Runner, woken: &Receiver<()>, wanted: impl Fn(&Snapshot) -> bool) -> Arc<Snapshot> {
    let begun = Instant::now();
    loop {
        let snapshot = runner.snapshot();
        if wanted(&snapshot) {
            return snapshot;
        }
        assert!(begun.elapsed() < LIMIT, "not in time: {snapshot:?}");
        let _ = woken.recv_timeout(LIMIT);
    }
}

/// Black to move, and white to move.
fn positions() -> (Position, Position) {
    let black = Position::start(Mode::Std);
    (black, black.play(black.parse_move("f5").unwrap()).unwrap())
}

#[test]
fn a_move_waits_for_no_poll_and_for_no_other_move() {
    let venue = Venue::start();
    let (runner, _woken) = runner(&venue);
    let stream = venue.stream();
    let poll = venue.request();
    assert!(poll.is("agent_poll"), "{}", poll.body);
    // The poll stays unanswered. Both boards are the bot's to move.
    let (black, white) = positions();
    stream.push(&game(7, [(&black, 1), (&white, 1)]));
    let (first, second) = (venue.request(), venue.request());
    assert!(first.is("agent_move") && second.is("agent_move"), "{} {}", first.body, second.body);
    let mut legs = [first.body["leg"].as_i64(), second.body["leg"].as_i64()];
    legs.sort_unstable();
    assert_eq!(legs, [Some(0), Some(1)]);
    // Only now is anything answered.
    first.accept_move();
    second.accept_move();
    poll.answer_poll(&json!([]));
    assert!(runner.send(Command::StopNow));
    assert_eq!(runner.join(LIMIT), Some(Exit::Done));
}

#[test]
fn a_line_that_cannot_be_read_costs_only_itself() {
    let venue = Venue::start();
    let (runner, woken) = runner(&venue);
    let stream = venue.stream();
    venue.request().answer_poll(&json!([]));
    until(&runner, &woken, |snapshot| snapshot.link == Link::Live);
    stream.bytes(b"{\"type\":\"match\",\"match\":{\"id\":\n\xff\xfe\n[]\nnull\n\n{\"type\":\"later\"}\n");
    for _ in 0..3 {
        stream.bytes(&vec![b'x'; 1 << 20]);
    }
    stream.bytes(b"\n");
    let (black, _) = positions();
    let event = game(7, [(&black, 1), (&black, 1)]);
    stream.push(&event);
    let request = venue.next_move(&json!([event]));
    assert_eq!((request.body["match_id"].as_i64(), request.body["leg"].as_i64()), (Some(7), Some(0)));
    request.accept_move();
    assert_eq!(runner.snapshot().link, Link::Live);
}

#[test]
fn a_stream_that_ends_is_opened_again_and_the_game_goes_on() {
    let venue = Venue::start();
    let (runner, woken) = runner(&venue);
    let stream = venue.stream();
    venue.request().answer_poll(&json!([]));
    until(&runner, &woken, |snapshot| snapshot.link == Link::Live);
    let ended = Instant::now();
    drop(stream);
    // The state is read although the stream is away, and the move is made from it.
    let (black, _) = positions();
    let event = game(7, [(&black, 1), (&black, 1)]);
    let request = venue.next_move(&json!([event]));
    assert!(request.at - ended < Duration::from_secs(2), "{:?}", request.at - ended);
    request.accept_move();
    let again = venue.stream();
    assert!(ended.elapsed() < Duration::from_secs(3), "{:?}", ended.elapsed());
    until(&runner, &woken, |snapshot| snapshot.link == Link::Live);
    drop(runner);
    assert!(again.closed(), "a dropped runner closes its stream");
}

#[test]
fn a_refused_token_ends_it_wherever_it_shows() {
    let venue = Venue::start();
    let (runner, woken) = runner(&venue);
    let _stream = venue.stream();
    venue.request().refuse(401, &json!({"ok": false, "error": "invalid bot credential"}));
    until(&runner, &woken, |_| runner.exit().is_some());
    assert_eq!(runner.exit(), Some(Exit::TokenRefused));
    assert!(runner.crash().is_none());
    assert!(!runner.send(Command::StopNow), "nobody is there to hear it");
}

#[test]
fn a_command_that_nobody_reads_never_waits() {
    let venue = Venue::start();
    let (runner, _woken) = runner(&venue);
    // No request is answered; commands beyond the queue are refused at once.
    let begun = Instant::now();
    for _ in 0..1000 {
        runner.send(Command::StopAfterMatches);
    }
    assert!(begun.elapsed() < Duration::from_secs(5));
    drop(venue);
    assert_eq!(runner.join(LIMIT), Some(Exit::Done));
}
