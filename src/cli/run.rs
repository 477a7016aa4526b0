//! `run`: puts a bot online and says what happens to it, line by line.

use super::args::{EngineChoice, RunArgs};
use super::out::{Out, complain, plain};
use super::signals::Signals;
use super::{Code, End, engines, words};
use crate::host::child::Stream;
use crate::host::machine;
use crate::host::worker::{Runner, Setup};
use crate::play::paired::Environment;
use crate::session::command::Command;
use crate::session::config::{Config, Exit};
use crate::session::snapshot::Snapshot;
use crate::venue::flipsight::address::Addresses;
use crate::venue::flipsight::token::Token;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::Instant;
use zeroize::Zeroizing;

/// The only place a token is read from.
const TOKEN_VARIABLE: &str = "FS_BOT_TOKEN";
/// How long the end may take after a request to stop: engines have their own, shorter limits.
const STOP_LIMIT: Duration = Duration::from_secs(10);

/// Runs until the session ends or the person stops it.
///
/// # Errors
/// [`End`], with what is wrong.
pub fn run(args: &RunArgs) -> Result<Code, End> {
    let wrong = |what: String| End::Usage { verb: "run", what };
    let choice = args.engine_choice().map_err(wrong)?;
    let addresses =
        Addresses::new(args.api.as_deref(), args.stream_url.as_deref()).map_err(|bad| wrong(bad.to_string()))?;
    let engine = engines::prepare(&choice).map_err(wrong)?;
    let token = match Token::parse(&Zeroizing::new(std::env::var(TOKEN_VARIABLE).unwrap_or_default())) {
        Ok(token) => token,
        Err(bad) => {
            complain(&format!("{TOKEN_VARIABLE} is missing or invalid: {bad}. See botdock-cli run --help"));
            return Ok(Code::Token);
        }
    };
    let config = config(args, &choice);
    let setup = Setup { api: addresses.api, stream: addresses.stream, token, engine, config };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(watch(setup))
}

/// Starts the session and shows what it notes until it is over.
async fn watch(setup: Setup) -> Result<Code, End> {
    let mut signals = Signals::listen()?;
    let news = Arc::new(Notify::new());
    let wake = Arc::clone(&news);
    let runner = Runner::start(setup, move || wake.notify_one())?;
    let mut console = runner.console();
    let (mut out, mut next) = (Out::default(), 0);
    let mut stop_by = None;
    loop {
        show(&mut out, &runner.snapshot(), &mut next);
        if let Some(exit) = runner.exit() {
            return Ok(ended(&exit));
        }
        if let Some(why) = runner.crash() {
            return Err(anyhow::anyhow!("an internal error ended the session: {why}").into());
        }
        tokio::select! {
            () = news.notified() => {}
            line = console.recv() => match line {
                // An engine's error output is for the person; its answers are not.
                Ok(line) if line.stream == Stream::Err => complain(&plain(&line.to_string())),
                Ok(_) | Err(RecvError::Closed) => {}
                Err(RecvError::Lagged(missed)) => complain(&format!("({missed} more lines of engines left out)")),
            },
            () = signals.next(), if stop_by.is_none() => {
                runner.send(Command::StopNow);
                stop_by = Some(Instant::now() + STOP_LIMIT);
            }
            () = limit(stop_by) => return Err(anyhow::anyhow!("the session did not end in time").into()),
        }
    }
}

async fn limit(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline).await,
        None => std::future::pending().await,
    }
}

/// Prints the notes from number `next` on, and leaves there the number of the one after them.
fn show(out: &mut Out, snapshot: &Snapshot, next: &mut u64) {
    for note in snapshot.notes.iter().filter(|note| note.number >= *next) {
        out.line(&words::line(note));
    }
    if let Some(last) = snapshot.notes.last() {
        *next = last.number + 1;
    }
}

fn ended(exit: &Exit) -> Code {
    match exit {
        Exit::Done => Code::Done,
        Exit::TokenRefused => {
            complain("Bot credential rejected: check the token, or issue a new one on the bot page");
            Code::Token
        }
        Exit::MaxRuntime => Code::MaxRuntime,
    }
}

fn config(args: &RunArgs, choice: &EngineChoice) -> Config {
    let named = args.engine_name.clone().unwrap_or_else(|| engines::name(choice));
    let environment = Environment {
        cpu: args.cpu_name.as_deref().map_or_else(machine::cpu_name, machine::tidy),
        engine: machine::tidy(&named),
        os: machine::os_name(),
        practice: *choice == EngineChoice::Practice,
    };
    Config {
        environment,
        modes: engines::modes(choice),
        max_think: args.max_think_seconds.0,
        once_match: args.once_match,
        max_runtime: args.max_runtime,
        stream: !args.no_stream,
        seed: crate::host::chance(),
        ..Config::default()
    }
}
