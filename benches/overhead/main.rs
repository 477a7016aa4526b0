//! What the runner costs: the time from the line that gives it the turn to its move's arrival at the server, and what
//! it uses while it waits. `cargo bench --bench overhead` fails if a bar is missed; without `--bench` it only runs.
//!
//! The server here is a bare one on loopback that does nothing else, and the engine is the built-in practice engine.
//! Both ends are on one clock: (a) just before the event line is written, (b) when the whole request has been read.

#![allow(clippy::expect_used, reason = "a measurement that cannot go on is none")]

#[path = "../../tests/venue/mod.rs"]
mod venue;

use botdock::engine::builtin::Mover;
use botdock::game::grid::Side;
use botdock::game::othello::{Mode, Move, Position};
use botdock::host::worker::{Engine, Runner, Setup};
use botdock::session::command::Command;
use botdock::session::config::Config;
use botdock::venue::flipsight::address::Addresses;
use botdock::venue::flipsight::token::Token;
use serde_json::json;
use std::time::{Duration, Instant};
use venue::{TOKEN, Venue, game};

/// Turns that are played before anything is measured.
const WARM_UP: usize = 10;
/// Bars for two shared cores.
const MEDIAN_BAR: Duration = Duration::from_millis(1);
const P99_BAR: Duration = Duration::from_millis(10);

fn main() {
    let full = std::env::args().any(|word| word == "--bench");
    let times = turns(if full { 2000 } else { 50 });
    println!("event line sent -> move request received, {} turns", times.len());
    let at = |part: f64| times[((times.len() - 1) as f64 * part).round() as usize];
    for (name, part) in [("median", 0.5), ("p90", 0.9), ("p99", 0.99), ("max", 1.0)] {
        println!("  {name:<7} {:>8.3} ms", at(part).as_secs_f64() * 1e3);
    }
    println!("  bars: median <= {MEDIAN_BAR:?}, p99 <= {P99_BAR:?}");
    let mut kept = at(0.5) <= MEDIAN_BAR && at(0.99) <= P99_BAR;
    if full {
        #[cfg(target_os = "linux")]
        {
            kept &= idle::measure(Duration::from_secs(30));
        }
        if !kept {
            println!("a bar was missed");
            std::process::exit(1);
        }
    }
}

/// Plays `count` turns and gives their times, sorted.
fn turns(count: usize) -> Vec<Duration> {
    let venue = Venue::start();
    let addresses = Addresses::new(Some(&venue.api()), None).expect("a loopback address");
    let token = Token::parse(TOKEN).expect("a token");
    let engine = Engine::Builtin(Mover::Practice);
    let setup = Setup { api: addresses.api, stream: addresses.stream, token, engine, config: Config::default() };
    let runner = Runner::start(setup, || {}).expect("a runner");
    let stream = venue.stream();
    let (mut position, mut revision) = (Position::start(Mode::Std), 0);
    let waiting = Position::start(Mode::Std);
    let mut times = Vec::with_capacity(WARM_UP + count);
    while times.len() < WARM_UP + count {
        position = until_black_can_move(position);
        revision += 1;
        let event = game(1, [(&position, revision), (&waiting, 0)]);
        // (a)
        let sent = Instant::now();
        stream.push(&event);
        let request = venue.next_move(&json!([event]));
        // (b)
        times.push(request.at - sent);
        let mv = Move::from_number(request.body["move"].as_i64().expect("a number"), 8).expect("a move");
        request.accept_move();
        position = position.play(mv).expect("a legal move");
        revision += 1;
    }
    runner.send(Command::StopNow);
    let _ = runner.join(Duration::from_secs(5));
    times.drain(..WARM_UP);
    times.sort_unstable();
    times
}

/// Plays for white, or begins again, until black has a move.
fn until_black_can_move(mut position: Position) -> Position {
    loop {
        if position.is_over() {
            position = Position::start(Mode::Std);
        } else if position.side() == Side::Black && !position.legal().is_empty() {
            return position;
        } else {
            let mv = position.legal().first().map_or(Move::Pass, Move::Place);
            position = position.play(mv).expect("a legal move");
        }
    }
}

#[cfg(target_os = "linux")]
mod idle {
    use std::fs;
    use std::io::{BufRead, BufReader};
    use std::process::{Child, Command, Stdio};
    use std::time::Duration;

    const CLI: &str = env!("CARGO_BIN_EXE_botdock-cli");
    const WAKE_UPS_BAR: f64 = 2.0;
    const RESIDENT_MIB_BAR: f64 = 20.0;

    /// A child that ends with its handle.
    struct Ended(Child);

    impl Drop for Ended {
        fn drop(&mut self) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }

    /// Measures a bot that waits on the stream of an arena in a process of its own.
    /// Whether it keeps its bars.
    pub fn measure(span: Duration) -> bool {
        let mut arena = Ended(Command::new(CLI).arg("arena").stdout(Stdio::piped()).spawn().expect("the arena starts"));
        let mut lines = BufReader::new(arena.0.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
        let mut word_after = |name: &str| {
            lines.find_map(|line| line.trim().strip_prefix(name).map(|rest| rest.trim().to_owned())).expect("a line")
        };
        let (api, token) = (word_after("API "), word_after("token "));
        let mut run = Command::new(CLI);
        run.args(["run", "--practice", "--api", &api]).env("FS_BOT_TOKEN", token).stdout(Stdio::piped());
        let mut bot = Ended(run.spawn().expect("the bot starts"));
        let out = BufReader::new(bot.0.stdout.take().expect("a pipe"));
        let ready = out.lines().map_while(Result::ok).any(|line| line.contains("ready:"));
        assert!(ready, "the bot should come online");
        // The wait is the measurement: what happens in it is counted.
        std::thread::sleep(Duration::from_secs(2));
        let before = (switches(bot.0.id()), ticks(bot.0.id()));
        std::thread::sleep(span);
        let after = (switches(bot.0.id()), ticks(bot.0.id()));
        let per_second = (after.0 - before.0) as f64 / span.as_secs_f64();
        println!("idle on the stream, {} s", span.as_secs());
        let resident_mib = resident_kib(bot.0.id()) as f64 / 1024.0;
        println!("  wake-ups {per_second:>8.2} /s     (bar: {WAKE_UPS_BAR})");
        println!("  resident {resident_mib:>8.1} MiB    (bar: {RESIDENT_MIB_BAR})");
        println!("  cpu      {:>8} ticks of 10 ms", after.1 - before.1);
        println!("  threads  {:>8}", threads(bot.0.id()).len());
        per_second <= WAKE_UPS_BAR && resident_mib <= RESIDENT_MIB_BAR
    }

    fn threads(id: u32) -> Vec<std::path::PathBuf> {
        let entries = fs::read_dir(format!("/proc/{id}/task")).expect("a running process");
        entries.filter_map(|entry| Some(entry.ok()?.path())).collect()
    }

    /// A field of a `status` file, as its first number.
    fn field(path: &std::path::Path, name: &str) -> u64 {
        let status = fs::read_to_string(path.join("status")).unwrap_or_default();
        let value = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
        value.trim_start_matches(':').split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(0)
    }

    fn switches(id: u32) -> u64 {
        threads(id).iter().map(|path| field(path, "voluntary_ctxt_switches")).sum()
    }

    fn resident_kib(id: u32) -> u64 {
        field(format!("/proc/{id}").as_ref(), "VmRSS")
    }

    fn ticks(id: u32) -> u64 {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        let after_name = stat.rsplit(')').next().unwrap_or_default();
        after_name.split_whitespace().skip(11).take(2).filter_map(|word| word.parse::<u64>().ok()).sum()
    }
}
