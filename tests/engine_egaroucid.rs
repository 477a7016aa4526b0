//! A talk with Egaroucid for Console, replayed line by line as the real program was seen to talk through pipes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a helper that cannot go on fails its test")]

mod question;
mod replay;

use botdock::engine::launch::Kind;
use replay::replay;

const EGAROUCID_READY: &str = "
    begin
    start
    -> ver
    <- Egaroucid for Console 7.8.0
    <-     a line of its banner
    <-
";

fn egaroucid(script: &str) {
    replay(&Kind::Egaroucid, &format!("{EGAROUCID_READY}{script}"));
}

#[test]
fn egaroucid_gets_board_clock_and_go_every_turn() {
    egaroucid(
        "ask 1
        -> setboard ---------------------------OX------XO--------------------------- X
        -> settime X 9
        -> go
        <- d8
        = 1 d8
        ask 2 12000 11250
        -> setboard…
        -> settime X 4
        -> go
        <- f5 -3
        = 2 f5 -3
        ask 3 900 150
        -> setboard…
        -> settime X 1
        -> go
        <- |          Level|          Depth|           Move|          Score|           Time|          Nodes|            NPS|
        <- |              5|         5@100%|             d8|             +2|  000:00:00.001|            870|         870000|
        = 3 d8 2
        ask 4
        -> setboard…
        -> settime…
        -> go
        <- ps
        = 4 pass",
    );
}

#[test]
fn egaroucid_without_a_move_is_asked_once_more() {
    egaroucid(
        "ask 1
        -> setboard…
        -> settime X 9
        -> go
        E- > > > > [ERROR] game over
        <- ??
        -> clearcache
        -> setboard…
        -> settime X 9
        -> go
        <- ??
        ! 1 ??
        ask 2
        -> setboard…
        -> settime X 9
        -> go
        <- ??
        -> clearcache
        -> setboard…
        -> settime X 9
        -> go
        <- [ERROR] command `` not found
        <- d8 0
        = 2 d8 0",
    );
}

#[test]
fn egaroucid_is_ended_when_its_search_is_not_wanted_and_is_ready_for_the_next() {
    egaroucid(
        "ask 1
        -> setboard…
        -> settime X 9
        -> go
        +10000
        stop 1
        kill
        <- d8
        exit killed
        start
        -> ver
        ask 2
        +800
        <- Egaroucid for Console 7.8.0
        -> setboard…
        -> settime X 8
        -> go
        <- c4
        = 2 c4",
    );
}

#[test]
fn egaroucid_that_refuses_a_position_is_not_believed() {
    egaroucid(
        "ask 1
        -> setboard…
        -> settime X 9
        -> go
        E- > > > > [ERROR] invalid argument got length 64 expected 65
        <- d8
        ! 1 did not accept the position",
    );
}

#[test]
fn egaroucid_without_weights_ends_with_code_0() {
    replay(
        &Kind::Egaroucid,
        "begin
        start
        -> ver
        E- [ERROR] [FATAL] can't open eval
        exit code 0: [ERROR] [FATAL] can't open eval
        ask 1
        +100
        start
        -> ver
        exit code 0: [ERROR] [FATAL] can't open eval
        +500
        start
        -> ver
        exit code 0: [ERROR] [FATAL] can't open eval
        ! 1 can't open eval",
    );
}
