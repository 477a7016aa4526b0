//! Real children, good and bad, behind the engine driver. They are small shell scripts, so that nothing else needs to
//! be there. Each tells its process id first; as it leads its own process group, what is left of it can be counted.

#![cfg(all(feature = "host", unix))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a helper that cannot go on fails its test")]

mod question;

use botdock::engine::Farewell;
use botdock::engine::launch::{EnginePlan, Program};
use botdock::game::othello::Mode;
use botdock::host::child::{Child, ChildEvent, EngineDriver, EngineNews, Stream};
use botdock::play::think::{Answer, EngineFault};
use botdock::play::turn::TurnId;
use std::future::Future;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

/// No wait of a test is longer. Far more than any of them needs, for busy machines.
const LIMIT: Duration = Duration::from_mins(1);
const GOOD: &str = r#"while read -r line; do echo '{"move":19}'; done"#;

fn script(body: &str) -> Program {
    let whole = format!("echo pid $$ >&2\n{body}");
    Program { path: "sh".into(), args: ["-c".into(), whole.into()].into(), cwd: None }
}

/// Waits for a condition that nothing announces.
async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !holds() {
        assert!(begin.elapsed() < LIMIT, "{what}");
        sleep(Duration::from_millis(5)).await;
    }
}

async fn within<T>(what: &str, future: impl Future<Output = T>) -> T {
    timeout(LIMIT, future).await.unwrap_or_else(|_| panic!("{what}"))
}

/// The processes of a group that still run, and the guards that watch it.
fn remains(group: u32) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let read = |name: &str| std::fs::read(entry.path().join(name)).unwrap_or_default();
        let stat = String::from_utf8_lossy(&read("stat")).into_owned();
        // After the name in brackets: state, parent, group.
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let (Some(state), Some(its_group)) = (fields.first(), fields.get(2)) else { continue };
        let args = String::from_utf8_lossy(&read("cmdline")).into_owned();
        let guards = args.contains("kill -s KILL") && args.trim_end_matches('\0').ends_with(&format!("\0{group}"));
        if *state != "Z" && (*its_group == group.to_string() || guards) {
            found.push(format!("{stat} {args}"));
        }
    }
    found
}

/// A driver with its news.
struct Rig {
    driver: EngineDriver,
    news: mpsc::Receiver<EngineNews>,
    said: Vec<String>,
}

impl Rig {
    fn new(plan: EnginePlan) -> Rig {
        let (out, news) = mpsc::channel(16);
        let seat = question::question(Mode::Std, 0, 1, 1).turn.seat;
        Rig { driver: EngineDriver::spawn(plan, seat, out), news, said: Vec::new() }
    }

    fn json(body: &str) -> Rig {
        Rig::new(EnginePlan::json_line(script(body)))
    }

    fn ask(&self, revision: u64) -> TurnId {
        self.ask_within(revision, 60_000)
    }

    fn ask_within(&self, revision: u64, left_ms: u64) -> TurnId {
        let ask = *question::question(Mode::Std, revision, left_ms, left_ms);
        let turn = ask.turn;
        self.driver.ask(ask);
        turn
    }

    /// The outcome of this turn, which must be the next one.
    async fn outcome(&mut self, turn: TurnId) -> Result<Answer, EngineFault> {
        loop {
            match within("no answer", self.news.recv()).await.expect("the driver runs") {
                EngineNews::Answered { turn: answered, outcome } => {
                    assert_eq!(answered, turn);
                    return outcome;
                }
                EngineNews::Said { stream, line, .. } => self.said.push(format!("{stream:?} {line}")),
            }
        }
    }

    async fn plays(&mut self, revision: u64) {
        let turn = self.ask(revision);
        assert_eq!(self.outcome(turn).await.expect("a move").mv.number(), 19);
    }

    /// The next line that holds `wanted`.
    async fn hears(&mut self, wanted: &str) -> String {
        loop {
            match within(wanted, self.news.recv()).await.expect("the driver runs") {
                EngineNews::Said { line, .. } if line.contains(wanted) => return line,
                EngineNews::Said { .. } => (),
                EngineNews::Answered { outcome, .. } => panic!("{outcome:?} instead of {wanted}"),
            }
        }
    }

    async fn group(&mut self) -> u32 {
        self.hears("pid ").await["pid ".len()..].parse().unwrap()
    }

    /// Releases the driver; nothing may be left of the group.
    async fn release(self, group: u32) {
        let begin = Instant::now();
        within("the release", self.driver.release()).await;
        println!("released after {:?}", begin.elapsed());
        until(&format!("left running: {:#?}", remains(group)), || remains(group).is_empty()).await;
    }
}

#[tokio::test]
async fn a_good_engine_keeps_running_and_leaves_nothing() {
    let mut rig = Rig::json(GOOD);
    let group = rig.group().await;
    for revision in 0..20 {
        rig.plays(revision).await;
    }
    assert!(!remains(group).is_empty());
    rig.release(group).await;
}

#[tokio::test]
async fn an_engine_that_answers_once_is_started_for_each_question() {
    let mut rig = Rig::json(r#"read -r line; echo '{"move":19}'"#);
    for revision in 0..5 {
        rig.plays(revision).await;
    }
    let starts = rig.said.iter().filter(|line| line.starts_with("Err pid")).count();
    assert!((4..=6).contains(&starts), "{:?}", rig.said);
    rig.driver.release().await;
}

#[tokio::test]
async fn noise_of_every_kind_does_not_hide_an_answer() {
    let bodies = [
        // Words, and lines that are nearly an answer.
        r#"while read -r line; do echo hello; echo; echo 19; echo '{"move":"D3"}'; done"#,
        // A flood on both outputs.
        r#"while read -r line; do yes noise | head -n 30000; yes noise | head -n 30000 >&2; echo '{"move":19}'; done"#,
        // A flood without any end of line.
        r#"while read -r line; do head -c 2000000 /dev/zero >&2; echo >&2; echo '{"move":19}'; done"#,
        // Bytes that are no text.
        r#"while read -r line; do printf '\377\376\0\n\357\273\277{"move":19}\n'; done"#,
        // The other end of line, and a line in two halves.
        r#"while read -r line; do printf '{"mo'; sleep 0.05; printf 've":19}\r\n'; done"#,
        // Answers given twice.
        r#"while read -r line; do printf '{"move":19}\n{"move":26}\n'; done"#,
    ];
    for body in bodies {
        println!("{body}");
        let mut rig = Rig::json(body);
        let group = rig.group().await;
        for revision in 0..3 {
            rig.plays(revision).await;
        }
        rig.release(group).await;
    }
}

#[tokio::test]
async fn the_last_line_needs_no_end() {
    let mut rig = Rig::json(r#"read -r line; printf '{"move":19}'"#);
    rig.plays(0).await;
    rig.driver.release().await;
}

#[tokio::test]
async fn an_engine_that_ends_is_told_with_its_own_last_words() {
    let bodies = [
        ("exit 0", "exit code 0"),
        ("echo no weights >&2; exit 1", "exit code 1: no weights"),
        ("read -r line; kill -s SEGV $$", "crashed"),
        ("read -r line; kill -s ILL $$", "AVX2"),
    ];
    for (body, words) in bodies {
        let mut rig = Rig::json(body);
        let turn = rig.ask(0);
        let fault = rig.outcome(turn).await.unwrap_err();
        assert!(fault.to_string().contains(words), "{body}: {fault}");
        rig.driver.release().await;
    }
}

#[tokio::test]
async fn a_program_that_is_not_there_is_told_at_once() {
    let program = Program { path: "/no/such/engine".into(), args: Vec::new(), cwd: None };
    let mut rig = Rig::new(EnginePlan::json_line(program));
    let turn = rig.ask(0);
    let fault = rig.outcome(turn).await.unwrap_err();
    assert!(matches!(&fault, EngineFault::Start(why) if why.contains("no file /no/such/engine")), "{fault:?}");
    rig.driver.release().await;
}

#[tokio::test]
async fn a_stopped_search_never_answers_the_next_question() {
    // Answers the first question at once, and the second only when it has been waited for too long.
    let mut rig =
        Rig::json(r#"read -r a; echo '{"move":19}'; read -r b; echo got b >&2; sleep 600; echo '{"move":26}'"#);
    let first = rig.group().await;
    rig.plays(0).await;
    let turn = rig.ask(1);
    rig.hears("got b").await;
    rig.driver.stop(turn);
    let second = rig.group().await;
    assert_ne!(first, second);
    until("the first is gone", || remains(first).is_empty()).await;
    rig.plays(2).await;
    rig.release(second).await;
}

#[tokio::test]
async fn nothing_outlives_a_release() {
    let bodies = [
        // Silent; deaf to the end of its input; deaf to that and to being terminated.
        "while read -r line; do :; done",
        "echo ready >&2; while :; do sleep 1; done",
        "trap '' TERM; echo ready >&2; while :; do sleep 1; done",
        // A child of a child that holds the pipes, and one that is deaf as well.
        "sleep 600 & echo ready >&2; while read -r line; do :; done",
        "(trap '' TERM INT HUP; while :; do sleep 1; done) & echo ready >&2; wait",
    ];
    for body in bodies {
        println!("{body}");
        let mut rig = Rig::json(body);
        let group = rig.group().await;
        if body.contains("ready") {
            rig.hears("ready").await;
        }
        rig.ask(0);
        rig.hears("{\"board\"").await;
        rig.release(group).await;
    }
}

#[tokio::test]
async fn a_dropped_driver_ends_its_engine() {
    let mut rig = Rig::json("trap '' TERM; sleep 600 & while :; do sleep 1; done");
    let group = rig.group().await;
    drop(rig);
    until("still running", || remains(group).is_empty()).await;
}

#[tokio::test]
async fn a_search_is_stopped_in_time_by_ping() {
    // Thinks until it hears anything, as Edax does at its highest level.
    let body = r#"
        while read -r word rest; do
            case $word in
                ping) echo "pong $rest";;
                go) echo "status Edax is thinking"; read -r word rest; echo "=== d3 1.00 0.1"; echo "pong $rest";;
                quit) echo bye >&2; exit 0;;
            esac
        done"#;
    let mut rig = Rig::new(EnginePlan::nboard(script(body), 12));
    let group = rig.group().await;
    for revision in 0..5 {
        let turn = rig.ask_within(revision, 2_000);
        let answer = rig.outcome(turn).await.expect("a move");
        assert_eq!((answer.mv.number(), answer.score), (19, Some(1.0)));
    }
    let turn = rig.ask(5);
    rig.hears("thinking").await;
    rig.driver.stop(turn);
    let turn = rig.ask_within(6, 2_000);
    assert_eq!(rig.outcome(turn).await.expect("a move").mv.number(), 19);
    rig.release(group).await;
}

#[tokio::test]
async fn an_exit_is_seen_at_once_though_others_hold_the_pipes() {
    // The child of the child has left the group, so nothing but the exit itself can be seen.
    let mut child = Child::spawn(&script("setsid sleep 5 & echo bye; exit 3")).unwrap();
    let mut bye = None;
    let exit = loop {
        match within("an event", child.next()).await {
            ChildEvent::Out(line) => bye = (line == "bye").then(Instant::now),
            ChildEvent::Err(_) => (),
            ChildEvent::Exited(why) => break why,
        }
    };
    let took = bye.expect("its last word").elapsed();
    assert!(exit.starts_with("exit code 3"), "{exit}");
    assert!(took < Duration::from_secs(2), "{took:?}");
}

#[tokio::test]
async fn names_and_arguments_arrive_untouched() {
    let folder = std::env::temp_dir().join(format!("botdock 'a' & 100% エンジン 🦉 {}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("e n g \"i\" n e");
    std::os::unix::fs::symlink("/bin/sh", &path).unwrap();
    let body = r#"pwd; for word in "$@"; do echo "<$word>"; done"#;
    let words = ["a b", "", "\"q\" 'q'", "$HOME & %PATH% *", "日本語 🦉", "\\"];
    let mut args: Vec<_> = ["-c", body, "sh"].map(Into::into).into();
    args.extend(words.map(Into::into));
    let mut child = Child::spawn(&Program { path, args, cwd: Some(folder.clone()) }).unwrap();
    let mut heard = Vec::new();
    while let ChildEvent::Out(line) = within("a line", child.next()).await {
        heard.push(line);
    }
    assert_eq!(PathBuf::from(&heard[0]).canonicalize().unwrap(), folder.canonicalize().unwrap());
    assert_eq!(heard[1..], words.map(|word| format!("<{word}>")));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// This test program again, running only the hidden part `name`, with a token in its environment.
fn again(name: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", name, "--ignored", "--nocapture", "--test-threads=1"]);
    command.env("FS_BOT_TOKEN", "fsbm_canary").env("fs_other", "fsbm_canary").env("KEPT", "kept");
    command
}

#[test]
fn the_token_never_reaches_a_child() {
    let output = again("hidden_print_environment").output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && text.contains("KEPT=kept"), "{text}");
    assert!(!text.contains("canary"), "{text}");
}

#[tokio::test]
#[ignore = "a part of the_token_never_reaches_a_child"]
async fn hidden_print_environment() {
    let mut child = Child::spawn(&script("tr '\\0' '\\n' < /proc/$$/environ; env")).unwrap();
    while let ChildEvent::Out(line) | ChildEvent::Err(line) = within("a line", child.next()).await {
        println!("{line}");
    }
}

#[tokio::test]
async fn nothing_outlives_a_killed_program() {
    use std::io::{BufRead, BufReader};
    let mut program = again("hidden_think_for_ever").stdout(std::process::Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(program.stdout.take().unwrap()).lines();
    let group = lines.find_map(|line| line.unwrap().strip_prefix("group ")?.parse().ok()).expect("its group");
    assert!(remains(group).len() >= 3, "{:#?}", remains(group));

    program.kill().unwrap();
    let begin = Instant::now();
    program.wait().unwrap();
    until("still running", || remains(group).is_empty()).await;
    println!("gone after {:?}", begin.elapsed());
}

#[tokio::test]
#[ignore = "a part of nothing_outlives_a_killed_program"]
async fn hidden_think_for_ever() {
    // Deaf to everything, with a child of its own.
    let deaf = "trap '' TERM HUP INT PIPE; sleep 600 & echo ready >&2; while :; do sleep 600; done";
    let mut rig = Rig::json(deaf);
    let group = rig.group().await;
    rig.hears("ready").await;
    rig.ask(0);
    rig.hears("{\"board\"").await;
    // On a line of its own, whatever the test program has written before.
    println!("\ngroup {group}");
    sleep(LIMIT).await;
}

#[tokio::test]
async fn a_child_ends_by_its_own_farewell() {
    let quits = "while read -r line; do [ \"$line\" = quit ] && exit 7; done; exit 8";
    for (farewell, code) in [(Farewell::Line("quit"), "exit code 7"), (Farewell::EndOfInput, "exit code 8")] {
        let child = Child::spawn(&script(quits)).unwrap();
        let mut last = None;
        within("its end", child.end(farewell, |event| last = Some(event))).await;
        assert!(matches!(&last, Some(ChildEvent::Exited(why)) if why.starts_with(code)), "{last:?}");
    }
}

#[test]
fn streams_have_names() {
    assert_eq!(format!("{:?} {:?} {:?}", Stream::In, Stream::Out, Stream::Err), "In Out Err");
}
