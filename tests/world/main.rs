//! Whole matches against the practice arena, over a line that loses, doubles, reorders and delays, under a clock of
//! our own: ten thousand worlds, each from one seed.
//!
//! `BOTDOCK_SEED=123 cargo test --test world one_world` plays one of them again.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a helper that cannot go on fails its test")]

mod bot;
mod engine;
mod net;
mod server;
mod world;

use botdock::game::othello::Mode;
use world::{Ending, Plan, play};

/// Worlds of a test. Twelve tests make ten thousand and more.
const WORLDS: u64 = 850;

fn run(mode: Mode, first: u64, count: u64) {
    let mut moves = 0;
    let (mut lost, mut again) = (0, 0);
    for seed in first..first + count {
        let report = play(seed, mode);
        moves += report.moves;
        lost += report.lost;
        again += report.polls;
    }
    // The worlds must have been worth it.
    assert!(moves > count * 10 && lost > count * 2, "{mode}: {moves} moves, {lost} lost messages, {again} polls");
    println!("{mode}: {count} worlds, {moves} moves, {lost} lost messages, {again} polls");
}

macro_rules! worlds {
    ($($name:ident: $mode:expr, $part:expr;)*) => {
        $(#[test]
        fn $name() {
            run($mode, 1_000_000 * ($mode as u64 + 1) + $part * WORLDS, WORLDS);
        })*
    };
}

worlds! {
    std_1: Mode::Std, 0;
    std_2: Mode::Std, 1;
    std_3: Mode::Std, 2;
    anti_1: Mode::Anti, 0;
    anti_2: Mode::Anti, 1;
    anti_3: Mode::Anti, 2;
    reversi_1: Mode::Reversi, 0;
    reversi_2: Mode::Reversi, 1;
    grand_1: Mode::Grand, 0;
    grand_2: Mode::Grand, 1;
    octagon_1: Mode::Octagon, 0;
    octagon_2: Mode::Octagon, 1;
}

/// On a line without faults nothing is refused, repeated or replaced.
#[test]
fn a_quiet_line_has_no_refusals_and_no_repeats() {
    for mode in Mode::ALL {
        for seed in 0..20 {
            let report = world::play_with(Plan::quiet(seed, mode));
            assert_eq!((report.refused, report.repeated), (0, 0), "{mode}, seed {seed}");
            assert_eq!(report.ending, Ending::Discs, "{mode}, seed {seed}");
        }
    }
}

/// The same seed gives the same world, message by message.
#[test]
fn a_seed_replays_exactly() {
    for seed in 0..20 {
        assert_eq!(play(seed, Mode::Std), play(seed, Mode::Std));
    }
}

/// Plays the world of `BOTDOCK_SEED` in every mode; nothing without it.
#[test]
fn one_world() {
    let Some(seed) = std::env::var("BOTDOCK_SEED").ok().and_then(|text| text.parse().ok()) else { return };
    for mode in Mode::ALL {
        println!("{mode}: {:?}", play(seed, mode));
    }
}
