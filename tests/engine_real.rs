//! The real programs, where they can be had: each plays a whole game against itself on a short clock.
//!
//! Not run by default. Name a program and run the test by its name:
//!
//! ```text
//! BOTDOCK_EDAX=/path/to/edax cargo test --test engine_real edax -- --ignored --nocapture
//! BOTDOCK_EGAROUCID=/path/to/Egaroucid_for_Console.out … egaroucid …
//! BOTDOCK_NBOARD="/path/to/ntest x" … nboard …
//! ```

#![cfg(feature = "host")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a helper that cannot go on fails its test")]

mod question;

use botdock::engine::launch::{EnginePlan, Program, edax_eval};
use botdock::game::grid::Side;
use botdock::game::othello::{Mode, Move, Position};
use botdock::host::child::{EngineDriver, EngineNews, resolve, split_command};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// The clock of each side.
const CLOCK: Duration = Duration::from_secs(15);
/// What a caller keeps back for the journey of the move.
const RESERVE: Duration = Duration::from_millis(300);

fn named(variable: &str) -> String {
    std::env::var(variable).unwrap_or_else(|_| panic!("{variable} names no program"))
}

async fn play(plan: EnginePlan) {
    let (out, mut news) = mpsc::channel(256);
    let seat = question::turn(0).seat;
    let drivers = Side::BOTH.map(|_| EngineDriver::spawn(plan.clone(), seat, out.clone()));
    let mut position = Position::start(Mode::Std);
    let mut clocks = [CLOCK; 2];
    let mut revision = 0;
    while !position.is_over() {
        let side = position.side().index();
        if position.legal().is_empty() {
            position = position.play(Move::Pass).expect("a forced pass");
            continue;
        }
        revision += 1;
        let mut ask = *question::question(Mode::Std, revision, 0, 0);
        (ask.position, ask.legal) = (position, position.legal());
        (ask.remaining, ask.budget) = (clocks[side], clocks[side].saturating_sub(RESERVE));
        let budget = ask.budget;
        let begin = Instant::now();
        drivers[side].ask(ask);
        let answer = loop {
            match tokio::time::timeout(budget, news.recv()).await.expect("an answer in time").expect("a driver") {
                EngineNews::Answered { turn, outcome } => {
                    assert_eq!(turn.revision, revision);
                    break outcome.expect("a move");
                }
                EngineNews::Said { stream, line, .. } => println!("{side} {stream:?} {line}"),
            }
        };
        let took = begin.elapsed();
        clocks[side] = clocks[side].checked_sub(took).expect("time left");
        println!("{revision}: {} after {took:?}, {:?} left", answer.mv.name(8), clocks[side]);
        position = position.play(answer.mv).expect("a legal move");
    }
    println!("{:?} clocks {clocks:?}", position.discs());
    for driver in drivers {
        let begin = Instant::now();
        driver.release().await;
        println!("released after {:?}", begin.elapsed());
    }
}

#[tokio::test]
#[ignore = "needs BOTDOCK_EDAX"]
async fn edax() {
    let program = resolve(Path::new(&named("BOTDOCK_EDAX"))).unwrap();
    let eval = edax_eval(&program, None, Path::is_file).unwrap();
    let book = std::env::temp_dir().join(format!("botdock-test-book-{}.dat", std::process::id()));
    play(EnginePlan::edax(&program, &eval, &book, 0, std::num::NonZeroUsize::new(1))).await;
    let _ = std::fs::remove_file(book);
}

#[tokio::test]
#[ignore = "needs BOTDOCK_EGAROUCID"]
async fn egaroucid() {
    let program = resolve(Path::new(&named("BOTDOCK_EGAROUCID"))).unwrap();
    play(EnginePlan::egaroucid(&program, std::num::NonZeroUsize::new(1))).await;
}

#[tokio::test]
#[ignore = "needs BOTDOCK_NBOARD"]
async fn nboard() {
    let mut words = split_command(&named("BOTDOCK_NBOARD")).unwrap().into_iter();
    let path = PathBuf::from(words.next().unwrap());
    let cwd = path.parent().map(Path::to_owned);
    let args = words.map(Into::into).collect();
    play(EnginePlan::nboard(Program { path, args, cwd }, 26)).await;
}
