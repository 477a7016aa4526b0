//! `perft`: how many positions lie `depth` plies below the start.

use super::args::PerftArgs;
use super::out::Out;
use crate::game::othello::Position;
use std::time::Instant;

/// Counts, and prints the count and the speed.
pub fn run(args: &PerftArgs) {
    let start = Instant::now();
    let nodes = Position::start(args.mode).perft(args.depth);
    let seconds = start.elapsed().as_secs_f64().max(1e-9);
    let mut out = Out::default();
    out.line(&nodes.to_string());
    out.line(&format!("{:.0} nodes/s", nodes as f64 / seconds));
}
