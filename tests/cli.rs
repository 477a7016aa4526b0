//! The real `botdock-cli`, started as a person would: what it says, and how it ends.

#![cfg(feature = "host")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a helper that cannot go on fails its test")]

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// No single step here may take longer.
const LIMIT: Duration = Duration::from_mins(1);
/// A token of the right shape that no output may ever show.
const CANARY: &str = "fsbm_c4n4ry0123456789abcdefCANARY";

fn cli(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_botdock-cli"));
    command.args(words).env_remove("FS_BOT_TOKEN").stdin(Stdio::null());
    command
}

/// Runs to the end, with the canary as token where `token` says so.
fn ended(words: &[&str], token: bool) -> Output {
    let mut command = cli(words);
    if token {
        command.env("FS_BOT_TOKEN", CANARY);
    }
    let output = finish(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts"));
    for text in [&output.stdout, &output.stderr] {
        assert!(!String::from_utf8_lossy(text).contains("c4n4ry"), "{words:?} shows the token");
    }
    output
}

/// Waits for the end, at most [`LIMIT`].
fn finish(child: Child) -> Output {
    let id = child.id();
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || send.send(child.wait_with_output()));
    let output = receive.recv_timeout(LIMIT).unwrap_or_else(|_| panic!("process {id} does not end"));
    output.expect("its output can be read")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Wrong usage: exit code 64, nothing on standard output, and every one of `parts` in the complaint.
fn wrong(words: &[&str], parts: &[&str]) {
    let output = ended(words, true);
    let complaint = text(&output.stderr);
    assert_eq!(output.status.code(), Some(64), "{words:?}: {complaint}");
    assert!(output.stdout.is_empty(), "{words:?}");
    for part in parts {
        assert!(complaint.contains(part), "{words:?} should mention {part:?}:\n{complaint}");
    }
}

#[test]
fn help_and_version_are_answers() {
    for words in
        [&["--help"][..], &["help"], &["run", "--help"], &["run", "-h"], &["practice", "--help"], &["--version"]]
    {
        let output = ended(words, false);
        assert_eq!(output.status.code(), Some(0), "{words:?}");
        assert!(output.stderr.is_empty() && !output.stdout.is_empty(), "{words:?}");
    }
    let help = text(&ended(&["run", "--help"], false).stdout);
    for option in [
        "--engine",
        "--nboard",
        "--edax",
        "--egaroucid",
        "--practice",
        "--edax-eval",
        "--nboard-depth",
        "--max-think-seconds",
        "--engine-name",
        "--cpu-name",
        "--once-match",
        "--max-runtime",
        "--no-stream",
        "--api",
        "--stream-url",
        "FS_BOT_TOKEN",
        "Exit codes",
    ] {
        assert!(help.contains(option), "run --help should tell of {option}");
    }
}

#[test]
fn wrong_usage_says_what_is_wrong_and_what_is_right() {
    wrong(&[], &["Usage"]);
    wrong(&["runn"], &["runn", "run"]);
    wrong(&["run"], &["no engine was chosen", "--engine", "--practice"]);
    wrong(&["run", "--engine", "sh", "--practice"], &["--engine and --practice cannot be used together"]);
    wrong(&["run", "--practice", "--edax-eval", "x"], &["--edax-eval belongs to --edax"]);
    wrong(&["run", "--practice", "--max-think-seconds", "301"], &["0", "300"]);
    wrong(&["run", "--practice", "--nboard-depth", "61"], &["61", "0..=60"]);
    wrong(&["run", "--practice", "--once-match", "soon"], &["match's number"]);
    wrong(&["run", "--practice", "--max-runtime", "0"], &["seconds above 0"]);
    wrong(&["run", "--practice", "--cpu-name", &"x".repeat(121)], &["121", "120"]);
    wrong(&["run", "--practice", "--token", "fsbm_x"], &["--token"]);
    wrong(&["run", "--practice", "--api", "http://othelloclub.com/x"], &["https://othelloclub.com"]);
    wrong(&["run", "--practice", "--api", "othelloclub.com"], &["https://"]);
    wrong(&["run", "--practice", "--stream-url", "https://example.org/s"], &["one host"]);
    wrong(&["run", "--engine", "no-such-program-here"], &["--engine", "no program “no-such-program-here”"]);
    wrong(&["run", "--edax", "/no/such/edax"], &["--edax", "there is no file"]);
    wrong(&["practice", "--mode", "chess"], &["chess", "std, anti, grand, octagon, reversi"]);
    wrong(&["practice", "--opponent", "god"], &["easy, medium, strong"]);
    wrong(&["perft", "--mode", "std"], &["--depth"]);
    wrong(&["arena", "--port", "70000"], &["70000"]);
}

#[test]
fn a_missing_or_impossible_token_is_exit_code_2() {
    for token in [None, Some(""), Some("   "), Some("secret-c4n4ry"), Some("fsbm_ c4n4ry")] {
        let mut command = cli(&["run", "--practice"]);
        if let Some(token) = token {
            command.env("FS_BOT_TOKEN", token);
        }
        let output = command.output().expect("it starts");
        assert_eq!(output.status.code(), Some(2), "{token:?}");
        let complaint = text(&output.stderr);
        assert!(complaint.contains("FS_BOT_TOKEN is missing or invalid"), "{complaint}");
        assert!(!complaint.contains("c4n4ry"), "{complaint}");
    }
}

#[test]
fn perft_prints_the_count_and_the_speed() {
    let output = ended(&["perft", "--mode", "std", "--depth", "5"], false);
    assert_eq!(output.status.code(), Some(0));
    let out = text(&output.stdout);
    let lines: Vec<_> = out.lines().collect();
    assert_eq!(lines[0], "1396");
    assert!(lines[1].ends_with(" nodes/s"), "{out}");
    assert_eq!(lines.len(), 2);
}

#[test]
fn practice_draws_both_boards_and_tells_the_result() {
    for (mode, first_row) in [("std", " 1 "), ("octagon", " 1     ")] {
        let output = ended(&["practice", "--mode", mode, "--opponent", "easy", "--seed", "7"], false);
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(0), "{out}{err}");
        assert!(err.is_empty(), "{err}");
        assert!(out.contains("Board 1: finished") && out.contains("Board 2: finished"), "{out}");
        let discs = |line: &str| line.starts_with(first_row) && line[first_row.len()..].starts_with(['X', 'O', '.']);
        assert!(out.lines().any(|line| discs(line) && line.ends_with(" 1")), "{out}");
        assert!(out.contains("Total: My bot"), "{out}");
        let result = out.lines().last().unwrap_or_default();
        assert!(["won", "lost", "draw"].iter().any(|word| result.contains(word)), "{result}");
        assert!(!out.contains('\u{1b}'), "no terminal commands where nobody watches");
    }
}

#[test]
fn the_same_seed_plays_the_same_match() {
    let play = || {
        let output = ended(&["practice", "--mode", "reversi", "--mover", "random", "--seed", "11"], false);
        // Everything but the clocks.
        text(&output.stdout).lines().filter(|line| !line.contains("0:5")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(play(), play());
}

#[test]
fn practice_needs_no_certificates_and_no_proxy() {
    let mut command = cli(&["practice", "--seed", "2"]);
    command.env("SSL_CERT_FILE", "/nonexistent").env("SSL_CERT_DIR", "/nonexistent");
    for proxy in ["http_proxy", "https_proxy", "all_proxy"] {
        command.env(proxy, "http://127.0.0.1:1");
    }
    let output = finish(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts"));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

/// A started arena: its process, the address of its API, and its token.
struct Arena {
    child: Child,
    api: String,
    token: String,
    /// Kept open, so that the arena never writes into nothing.
    _out: BufReader<std::process::ChildStdout>,
}

impl Arena {
    fn start() -> Arena {
        let mut child = cli(&["arena"]).stdout(Stdio::piped()).spawn().expect("the arena starts");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let (mut api, mut token, mut line) = (None, None, String::new());
        while api.is_none() || token.is_none() {
            line.clear();
            assert!(out.read_line(&mut line).expect("a line") > 0, "the arena ended early");
            let words: Vec<_> = line.split_whitespace().collect();
            match words[..] {
                ["API", url] => api = Some(url.to_owned()),
                ["token", text] => token = Some(text.to_owned()),
                _ => {}
            }
        }
        Arena { child, api: api.unwrap(), token: token.unwrap(), _out: out }
    }

    fn run(&self, words: &[&str]) -> Command {
        let mut command = cli(&["run", "--practice", "--api", &self.api]);
        command.args(words).env("FS_BOT_TOKEN", &self.token).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads lines until one has `part`.
fn read_until(out: &mut impl BufRead, part: &str) -> String {
    let (mut all, begun) = (String::new(), Instant::now());
    loop {
        let before = all.len();
        assert!(out.read_line(&mut all).expect("a line") > 0, "ended before {part:?}:\n{all}");
        if all[before..].contains(part) {
            return all;
        }
        assert!(begun.elapsed() < LIMIT, "no {part:?}:\n{all}");
    }
}

#[test]
#[cfg(unix)]
fn a_running_bot_says_ready_and_leaves_on_either_signal_with_0() {
    let arena = Arena::start();
    for signal in ["-TERM", "-INT"] {
        let mut child = arena.run(&[]).spawn().expect("it starts");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let shown = read_until(&mut out, "ready:");
        assert!(!shown.contains(&arena.token), "{shown}");
        let begun = Instant::now();
        Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill runs");
        let output = finish(child);
        assert_eq!(output.status.code(), Some(0), "{signal}: {}", text(&output.stderr));
        assert!(begun.elapsed() < Duration::from_secs(5), "{signal} took {:?}", begun.elapsed());
    }
}

#[test]
fn a_refused_token_is_exit_code_2_and_says_so() {
    let arena = Arena::start();
    for words in [&[][..], &["--no-stream"]] {
        let output = finish(arena.run(words).env("FS_BOT_TOKEN", CANARY).spawn().expect("it starts"));
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(2), "{out}{err}");
        assert!(err.contains("Bot credential rejected"), "{err}");
        assert!(!out.contains("c4n4ry") && !err.contains("c4n4ry"), "{out}{err}");
    }
}

#[test]
fn max_runtime_is_exit_code_3() {
    let arena = Arena::start();
    let begun = Instant::now();
    let output = finish(arena.run(&["--max-runtime", "0.5"]).spawn().expect("it starts"));
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    assert!(begun.elapsed() >= Duration::from_millis(500));
}

#[test]
fn a_server_that_is_away_is_told_and_waited_for() {
    // A port that was free a moment ago.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let api = format!("http://127.0.0.1:{port}/flipsight/bot_match_api.php");
    let output = ended(&["run", "--practice", "--api", &api, "--max-runtime", "2"], true);
    let out = text(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{out}");
    assert!(out.contains("Connection/state error: "), "{out}");
    assert!(!out.contains("token"), "only a refusal may mention the token:\n{out}");
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    for words in [&["perft", "--depth", "3"][..], &["practice", "--seed", "1"], &["--help"]] {
        let mut child = cli(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        drop(child.stdout.take());
        let output = finish(child);
        assert!(!text(&output.stderr).contains("panicked"), "{words:?}: {}", text(&output.stderr));
        assert_eq!(output.status.code(), Some(0), "{words:?}: {}", text(&output.stderr));
    }
}

#[test]
fn the_arena_tells_how_to_connect_and_stops_at_once() {
    let mut child = cli(&["arena"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let shown = read_until(&mut out, "agent_challenge");
    assert!(shown.contains("/flipsight/bot_match_api.php") && shown.contains("/flipsight_api/bot-stream"), "{shown}");
    assert!(shown.contains("FS_BOT_TOKEN=fsbm_"), "{shown}");
    child.kill().expect("it can be ended");
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("the rest");
    finish(child);
}
