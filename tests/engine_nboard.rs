//! Talks with Edax and `NTest`, replayed line by line as the real programs were seen to talk through pipes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a helper that cannot go on fails its test")]

mod question;
mod replay;

use botdock::engine::Farewell;
use botdock::engine::launch::Kind;
use replay::replay;

const EDAX: Kind = Kind::Edax { level: 60 };
const EDAX_READY: &str = "
    begin
    start
    -> nboard 1
    -> ping 1
    <- pong 1
    -> set depth 60
    <- set myname Edax60
";

fn edax(script: &str) {
    replay(&EDAX, &format!("{EDAX_READY}{script}"));
}

#[test]
fn edax_answers_with_spaces_in_lower_case() {
    edax(
        "ask 1
        -> set game (;GM[Othello]PC[Botdock]PB[black]PW[white]RE[?]TI[10:00]TY[8]BO[START];)
        -> ping 2
        <- pong 2
        -> go
        <- status Edax is thinking
        <- nodestats 5545669 0.00
        <- === c6 -7.00 0.2
        = 1 c6 -7
        <- status Edax is waiting
        ask 2
        -> set game…
        -> ping 3
        <- pong 3
        -> go
        <- status Edax is thinking
        <- *** SEARCH STILL RUNNING ? (1) ***
        <- nodestats 1043845 -nan
        <- === pa -50.00 0.0
        = 2 pass -50",
    );
}

#[test]
fn edax_without_a_book_searches_before_it_reads_anything() {
    // The progress line is the one that was seen; the first question waits, less the time that has passed.
    replay(
        &EDAX,
        "begin
        start
        -> nboard 1
        -> ping 1
        ask 1
        +9000
        <-   21@73%  +00        0:17.230     280156835   16259828 d3 C3 c4 E3 f3 D6 c6 C5 e6
        <- pong 1
        -> set depth 60
        -> set game…
        -> ping 2
        <- pong 2
        -> go
        <- status Edax is thinking
        +900
        +100
        -> ping 3
        <- === d3 0.00 1.0
        = 1 d3 0
        <- pong 3",
    );
}

#[test]
fn edax_is_stopped_at_its_share_of_the_clock() {
    // 60 empty squares and a minute: 60 s / 26 × 3/4 = 1.73 s.
    edax(
        "ask 1
        -> set game…
        -> ping 2
        <- pong 2
        -> go
        <- status Edax is thinking
        +1730
        +1
        -> ping 3
        <- nodestats 64163068 0.00
        <- === c6 0.00 1.5
        = 1 c6 0
        <- status Edax is waiting
        <- pong 3
        +60000",
    );
}

#[test]
fn a_lost_stop_is_repeated_and_both_pongs_are_taken() {
    edax(
        "ask 1 400 120
        -> set game…
        -> ping 2
        <- pong 2
        -> go
        +19
        +1
        -> ping 3
        +100
        -> ping 4
        <- === c6 0.00 0.1
        = 1 c6 0
        <- pong 3
        <- pong 4
        ask 2
        -> set game…
        -> ping 5
        <- pong 4
        <- pong 5
        -> go
        <- === d3 0.00 0.1
        = 2 d3 0",
    );
}

#[test]
fn an_unwanted_search_is_cleared_before_the_next_question() {
    edax(
        "ask 1
        -> set game…
        -> ping 2
        <- pong 2
        -> go
        +5
        stop 1
        ask 2
        +15
        -> ping 3
        <- === c6 0.00 1.5
        -> set game…
        -> ping 4
        <- pong 3
        <- pong 4
        -> go
        <- === d3 0.00 0.1
        = 2 d3 0",
    );
    // Stopped before it was even searching.
    edax(
        "ask 1
        -> set game…
        -> ping 2
        stop 1
        <- pong 2
        ask 2
        -> set game…
        -> ping 3
        <- pong 3
        -> go",
    );
    // A question that comes while the other is out takes its place.
    edax(
        "ask 1
        -> set game…
        -> ping 2
        <- pong 2
        -> go
        +50
        ask 2
        -> ping 3
        <- === c6 0.00 1.5
        -> set game…
        -> ping 4",
    );
}

#[test]
fn an_engine_that_does_not_stop_is_started_again() {
    let pings: String = (4..=17).fold(String::new(), |rows, n| format!("{rows}+100\n-> ping {n}\n"));
    edax(&format!(
        "ask 1
        -> set game…
        -> ping 2
        <- pong 2
        -> go
        +50
        stop 1
        -> ping 3
        {pings}
        +100
        kill
        exit killed
        ask 2
        +100
        start
        -> nboard 1
        -> ping 18"
    ));
}

#[test]
fn a_refused_position_is_never_answered_for() {
    edax(
        "ask 1
        -> set game…
        -> ping 2
        E- Error: Cannot parse game \"(;GM[Othello]\"
        <- pong 2
        ! 1 did not accept the position
        ask 2
        -> set game…
        -> ping 3
        <- pong 3
        -> go
        E- Error: Cannot parse game \"(;GM[Othello]\"
        <- === c6 0.00 0.1
        ! 2 did not accept the position
        ask 3
        -> set game…
        -> ping 4
        <- pong 4
        -> go
        <- === --
        ! 3 over",
    );
}

#[test]
fn edax_without_weights_is_tried_three_times_more() {
    let dialogue = replay(
        &EDAX,
        "begin
        start
        -> nboard 1
        -> ping 1
        E- Cannot open data/eval.dat
        exit code 1: Cannot open data/eval.dat
        ask 1
        +99
        +1
        start
        -> nboard 1
        -> ping 2
        exit code 1: Cannot open data/eval.dat
        +500
        start
        -> nboard 1
        -> ping 3
        exit code 1: Cannot open data/eval.dat
        ! 1 Cannot open data/eval.dat
        ask 2
        +2000
        start
        -> nboard 1
        -> ping 4
        exit code 1: Cannot open data/eval.dat
        ! 2 Cannot open data/eval.dat
        ask 3
        ! 3 Cannot open data/eval.dat
        +60000",
    );
    assert_eq!(dialogue.farewell(), Farewell::Line("quit"));
}

#[test]
fn ntest_answers_with_slashes_after_much_else() {
    replay(
        &Kind::NBoard { depth: 26 },
        "begin
        start
        -> nboard 2
        -> set depth 26
        -> ping 1
        <- Ntest version as of Apr  7 2018
        <-
        <- ---- Heights ----
        <- status Loading book
        <- set myname Ntest26
        <- pong 1
        ask 1
        -> set game…
        -> ping 2
        <- pong 2
        -> go
        <- status Thinking
        <- search E3       -21.07 0   14
        +1731
        -> ping 3
        <- >> Abort round!!!
        <-  16 (58 empty)\tC3/-1.20\t\t0.011s elapsed
        <- status
        <- === E3/-26.11/0.00
        = 1 e3 -26.11
        <- pong 3
        ask 2
        -> set game…
        -> ping 4
        <- pong 4
        -> go
        <- === PA//0.00
        = 2 pass",
    );
}

#[test]
fn an_engine_that_insists_on_a_depth_gets_one() {
    replay(
        &Kind::NBoard { depth: 0 },
        "ask 1
        start
        -> nboard 2
        -> ping 1
        <- pong 1
        -> set game…
        -> ping 2
        <- pong 2
        -> go
        <- warning Must pick a depth with \"set depth <n>\" first
        -> set depth 20
        -> go
        <- ===F5
        = 1 f5",
    );
}

#[test]
fn nboard_answers_that_are_no_moves_are_told_as_such() {
    for (line, words) in [("===", "no move"), ("=== 19", "19"), ("=== z9/1/2", "z9"), ("=== hello", "hello")] {
        edax(&format!(
            "ask 1
            -> set game…
            -> ping 2
            <- pong 2
            -> go
            <- {line}
            ! 1 {words}"
        ));
    }
    // The search ends without any answer.
    edax(
        "ask 1
        -> set game…
        -> ping 2
        <- pong 2
        -> go
        +1731
        -> ping 3
        <- pong 3
        +199
        +1
        ! 1 stopped without a move",
    );
}
