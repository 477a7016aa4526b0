//! Nodes a second of the move generator: leaves of the game tree from the start of std and octagon.
//!
//! The deep counts are checked against the known ones once before anything is timed.

use botdock::game::othello::{Mode, Position};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

/// Depth to time: deep enough that set-up does not count, shallow enough for many rounds.
const TIMED: [(Mode, u32); 2] = [(Mode::Std, 9), (Mode::Octagon, 7)];

fn known_std_counts() -> Vec<u64> {
    let data: serde_json::Value = serde_json::from_str(include_str!("../tests/data/perft.json")).unwrap_or_default();
    serde_json::from_value(data["std"].clone()).unwrap_or_default()
}

fn nodes(c: &mut Criterion) {
    let known = known_std_counts();
    for depth in [10, 11] {
        assert_eq!(Some(&Position::start(Mode::Std).perft(depth)), known.get(depth as usize), "std depth {depth}");
    }
    let mut group = c.benchmark_group("nodes");
    group.sample_size(20);
    for (mode, depth) in TIMED {
        let start = Position::start(mode);
        group.throughput(Throughput::Elements(start.perft(depth)));
        group.bench_function(format!("{mode} depth {depth}"), |b| b.iter(|| black_box(start).perft(depth)));
    }
    group.finish();
}

criterion_group!(benches, nodes);
criterion_main!(benches);
