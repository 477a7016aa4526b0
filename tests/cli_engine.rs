//! The real `botdock-cli run` with engines that are real programs: a whole match, no sight of the token, and nothing
//! left behind.

#![cfg(all(feature = "host", unix))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a helper that cannot go on fails its test")]

use botdock::host::arena::{ArenaConfig, Server};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

/// No single step here may take longer.
const LIMIT: Duration = Duration::from_mins(1);

/// A JSON line engine in plain shell: the first of `legal_moves`. It leaves its environment behind to be looked at.
const FIRST_LEGAL: &str = r#"
env > "$1"
echo "hello from the engine" >&2
while read -r line; do
  legal=${line#*\"legal_moves\":[}
  echo "{\"move\":${legal%%[],]*}}"
done
"#;

/// An engine that never answers and does not listen to polite requests.
const DEAF: &str = r#"
trap '' TERM INT HUP
echo $$ > "$1.part"; mv "$1.part" "$1"
while :; do sleep 1; done
"#;

/// A folder of its own for each test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("botdock-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// An arena in this process, and a bot in another one.
struct Table {
    _runtime: Runtime,
    server: Server,
    bot: Child,
    out: BufReader<std::process::ChildStdout>,
}

impl Table {
    /// Starts both and waits until the bot is online.
    fn set(engine: &Path, note: &Path) -> Table {
        let runtime = Runtime::new().unwrap();
        let inside = runtime.enter();
        let server = Server::start(ArenaConfig::default(), 0).unwrap();
        drop(inside);
        let command = format!("sh '{}' '{}'", engine.display(), note.display());
        let mut bot = Command::new(env!("CARGO_BIN_EXE_botdock-cli"))
            .args(["run", "--engine", &command, "--api", &server.api_url()])
            .env("FS_BOT_TOKEN", server.token())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(bot.stdout.take().unwrap());
        read_until(&mut out, "ready:");
        Table { _runtime: runtime, server, bot, out }
    }

    /// Challenges the arena's weakest bot in the bot's own name.
    fn challenge(&self, mode: &str) {
        let body = format!(r#"{{"action":"agent_challenge","target_name":"Random","game_mode":"{mode}"}}"#);
        let mut socket = TcpStream::connect(self.server.address()).unwrap();
        let path = "/flipsight/bot_match_api.php";
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\nconnection: close\r\n\r\n{body}",
            self.server.token(),
            body.len()
        );
        socket.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        socket.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }

    /// Asks the bot to end and gives its exit code and its standard error.
    fn stop(mut self) -> (Option<i32>, String) {
        Command::new("kill").args(["-TERM", &self.bot.id().to_string()]).status().unwrap();
        let mut complaints = String::new();
        self.bot.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
        (self.bot.wait().unwrap().code(), complaints)
    }
}

fn read_until(out: &mut impl BufRead, part: &str) -> String {
    let (mut all, begun) = (String::new(), Instant::now());
    while !all.contains(part) {
        assert!(out.read_line(&mut all).unwrap() > 0, "ended before {part:?}:\n{all}");
        assert!(begun.elapsed() < LIMIT, "no {part:?}:\n{all}");
    }
    all
}

#[test]
fn an_engine_plays_a_match_and_never_sees_the_token() {
    let folder = Folder::new("plays");
    let engine = folder.file("first legal.sh", FIRST_LEGAL);
    let note = folder.0.join("its environment");
    let mut table = Table::set(&engine, &note);
    table.challenge("grand");
    let shown = read_until(&mut table.out, "is over:");
    assert!(!shown.contains("Engine failed"), "{shown}");
    let environment = fs::read_to_string(&note).unwrap();
    assert!(environment.contains("PATH="), "{environment}");
    assert!(!environment.contains("fsbm_") && !environment.contains("FS_BOT_TOKEN"), "{environment}");
    let token = table.server.token();
    let counts = table.server.look(|arena| arena.counts(1)).unwrap();
    assert_eq!((counts.refused_moves, counts.repeated_moves), (0, 0), "{counts:?}");
    let (code, complaints) = table.stop();
    assert_eq!(code, Some(0), "{complaints}");
    assert!(complaints.contains("hello from the engine"), "the engine's error output is shown:\n{complaints}");
    assert!(!complaints.contains(&token) && !shown.contains(&token));
}

#[test]
fn a_bot_that_is_stopped_leaves_no_engine_behind() {
    let folder = Folder::new("deaf");
    let engine = folder.file("deaf.sh", DEAF);
    let note = folder.0.join("pid");
    let table = Table::set(&engine, &note);
    table.challenge("std");
    let begun = Instant::now();
    while !note.exists() {
        assert!(begun.elapsed() < LIMIT, "the engine did not start");
        std::thread::yield_now();
    }
    let pid = fs::read_to_string(&note).unwrap();
    let lives = || Command::new("kill").args(["-0", pid.trim()]).stderr(Stdio::null()).status().unwrap().success();
    assert!(lives());
    let begun = Instant::now();
    let (code, complaints) = table.stop();
    assert_eq!(code, Some(0), "{complaints}");
    assert!(begun.elapsed() < Duration::from_secs(6), "{:?}", begun.elapsed());
    assert!(!lives(), "the engine lives on");
}
