//! How an engine is started, asked, stopped, started again and given up, whatever it is.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a helper that cannot go on fails its test")]

mod question;
mod replay;

use botdock::engine::Farewell;
use botdock::engine::dialogue::{Dialogue, Input, Output};
use botdock::engine::launch::Kind;
use botdock::game::othello::Mode;
use botdock::play::clock::Moment;
use question::question;
use replay::replay;
use std::time::Duration;

const EDAX: Kind = Kind::Edax { level: 60 };

#[test]
fn engines_of_the_standard_game_refuse_the_others() {
    for kind in [EDAX, Kind::NBoard { depth: 0 }, Kind::Egaroucid] {
        let mut dialogue = Dialogue::new(&kind);
        for mode in [Mode::Anti, Mode::Grand, Mode::Octagon, Mode::Reversi] {
            let out = dialogue.step(Moment::default(), Input::Ask(question(mode, 1, 60_000, 10_000)));
            assert!(
                matches!(&out[..], [Output::Answered { outcome: Err(fault), .. }] if fault.to_string().contains(mode.name())),
                "{out:?}"
            );
        }
    }
}

fn json(script: &str) -> Dialogue {
    replay(&Kind::JsonLine, script)
}

#[test]
fn a_json_engine_is_asked_at_once_and_its_noise_ignored() {
    let dialogue = json(
        "begin
        start
        ask 1
        -> {\"board\":[0…
        <- thinking…
        <- 19
        <- {\"move\":\"d3\",\"score\":1.5}
        = 1 d3 1.5
        <- {\"move\":\"c4\"}
        ask 2
        -> {…
        <- {\"move\":\"banana\"}
        ! 2 banana
        ask 3
        -> {…
        <- {\"move\":44}
        = 3 e6",
    );
    assert_eq!(dialogue.farewell(), Farewell::EndOfInput);
}

#[test]
fn an_engine_that_answers_once_is_started_for_the_next_question() {
    json(
        "ask 1
        start
        -> {…
        <- {\"move\":19}
        = 1 d3
        exit code 0
        +5000
        ask 2
        start
        -> {…
        <- {\"move\":26}
        = 2 c4
        ask 3
        -> {…
        exit code 0
        start
        -> {…
        <- {\"move\":37}
        = 3 f5",
    );
}

#[test]
fn a_late_answer_is_never_taken_for_the_next_question() {
    json(
        "ask 1
        start
        -> {…
        <- {\"move\":19}
        = 1 d3
        ask 2
        -> {…
        +10000
        stop 2
        kill
        ask 3
        <- {\"move\":26}
        exit killed
        start
        -> {…
        <- {\"move\":37}
        = 3 f5",
    );
}

#[test]
fn an_engine_that_starts_slowly_is_left_alone_and_costs_one_turn_only() {
    json(
        "ask 1
        start
        -> {…
        +10000
        stop 1
        ask 2
        ! 2 still starting
        +10000
        <- {\"move\":19}
        ask 3
        -> {…
        <- {\"move\":26}
        = 3 c4",
    );
}

#[test]
fn an_engine_that_never_answers_is_given_up() {
    json(
        "ask 1
        start
        -> {…
        <- hello
        +10000
        stop 1
        ask 2
        ! 2 still starting
        +15000
        kill
        exit killed
        ask 3
        ! 3 no answer within 25 seconds",
    );
}

#[test]
fn an_engine_that_crashes_over_a_question_gets_it_twice() {
    json(
        "ask 1
        start
        -> {…
        exit signal 11
        +100
        start
        -> {…
        exit signal 11
        ! 1 signal 11
        ask 2
        +499
        +1
        start
        -> {…
        <- {\"move\":26}
        = 2 c4
        stop 2
        +60000",
    );
}

#[test]
fn the_clock_runs_while_a_question_waits() {
    let mut dialogue = Dialogue::new(&Kind::JsonLine);
    let at = |ms| Moment(Duration::from_millis(ms));
    assert_eq!(dialogue.step(at(0), Input::Ask(question(Mode::Grand, 1, 60_000, 10_000))), [Output::Start]);
    let out = dialogue.step(at(700), Input::Started);
    let [Output::Send(line)] = &out[..] else { panic!("{out:?}") };
    assert!(line.contains(r#""remaining_ms":59300"#) && line.contains(r#""budget_ms":9300"#), "{line}");
}

#[test]
fn a_program_that_cannot_be_started_is_told_once_a_turn() {
    json(
        "ask 1
        refuse there is no program /x
        ! 1 there is no program /x
        ask 2
        +100
        refuse there is no program /x
        ! 2 there is no program /x
        ask 3
        +500
        refuse there is no program /x
        ! 3 there is no program /x
        ask 4
        +2000
        refuse there is no program /x
        ! 4 there is no program /x
        ask 5
        ! 5 there is no program /x",
    );
}

/// Numbers from a seed: enough to shuffle events.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }
}

/// A process as the driver would keep it, and the one question that may be open.
#[derive(Default)]
struct World {
    launching: bool,
    running: bool,
    killed: bool,
    open: Option<u64>,
    last_ping: String,
}

impl World {
    /// Checks what the dialogue wants against what it may want.
    fn take(&mut self, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                Output::Start => {
                    assert!(!self.running && !self.launching, "a second process");
                    self.launching = true;
                }
                Output::Send(line) => {
                    assert!(self.running && !self.killed, "{line} to nobody");
                    assert!(!line.contains('\n'));
                    if let Some(number) = line.strip_prefix("ping ") {
                        number.clone_into(&mut self.last_ping);
                    }
                }
                Output::Kill => {
                    assert!(self.running && !self.killed, "a kill for nothing");
                    self.killed = true;
                }
                Output::Answered { turn, .. } => {
                    assert_eq!(self.open.take(), Some(turn.revision), "an answer that nobody waits for");
                }
            }
        }
    }

    fn line(&self, dice: &mut Dice) -> String {
        let lines = [
            "{\"move\":19}",
            "{\"move\":null}",
            "=== d3 1.00 0.1",
            "===",
            "d3",
            "??",
            "Egaroucid for Console",
            "noise",
        ];
        match dice.roll(10) {
            n @ 0..8 => lines[n as usize].to_owned(),
            _ => format!("pong {}", self.last_ping),
        }
    }
}

#[test]
fn whatever_happens_a_question_is_answered_once_and_no_process_is_started_twice() {
    let kinds = [Kind::JsonLine, EDAX, Kind::NBoard { depth: 0 }, Kind::Egaroucid];
    for seed in 1..=4000_u64 {
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut dialogue = Dialogue::new(&kinds[seed as usize % kinds.len()]);
        let (mut world, mut now, mut asked) = (World::default(), Moment::default(), 0);
        println!("seed {seed}");
        for _ in 0..200 {
            let input = match dice.roll(12) {
                0 | 1 => {
                    asked += 1;
                    world.open = Some(asked);
                    Input::Ask(question(Mode::Std, asked, 60_000, 10_000))
                }
                2 => {
                    let revision = asked.saturating_sub(dice.roll(3));
                    world.open.take_if(|open| *open == revision);
                    Input::Stop { turn: question::turn(revision) }
                }
                3 if world.running => {
                    world = World { open: world.open, ..World::default() };
                    Input::Exited("exit code 0".to_owned())
                }
                4 if world.running => Input::Complaint("Error: Cannot parse game".to_owned()),
                5..=7 if world.running => Input::Line(world.line(&mut dice)),
                8 | 9 if world.launching => {
                    world.launching = false;
                    world.running = dice.roll(8) > 0;
                    if world.running { Input::Started } else { Input::NotStarted("no".to_owned()) }
                }
                _ => {
                    now = dialogue.deadline().map_or(now + Duration::from_millis(10), |deadline| now.max(deadline));
                    let before = dialogue.deadline();
                    world.take(dialogue.step(now, Input::Woke));
                    assert!(before.is_none_or(|before| dialogue.deadline() != Some(before)), "the deadline stays");
                    continue;
                }
            };
            world.take(dialogue.step(now, input));
        }
    }
}
