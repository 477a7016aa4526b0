//! `run`: puts a bot online and says what happens to it, line by line.

use super::args::RunArgs;
use super::out::{Out, complain, plain};
use super::signals::Signals;
use super::{Code, End, words};
use crate::host::child::Stream;
use crate::host::prepare::{EngineChoice, Names, Unready, prepare};
use crate::host::worker::{Runner, Setup};
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
    let names = Names { engine: args.engine_name.clone(), cpu: args.cpu_name.clone() };
    let mut prepared = prepare(&choice, &names).map_err(|why| wrong(at_option(&choice, &why)))?;
    configure(&mut prepared.config, args);
    let token = match Token::parse(&Zeroizing::new(std::env::var(TOKEN_VARIABLE).unwrap_or_default())) {
        Ok(token) => token,
        Err(bad) => {
            complain(&format!("{TOKEN_VARIABLE} is missing or invalid: {bad}. See botdock-cli run --help"));
            return Ok(Code::Token);
        }
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(watch(prepared.setup(addresses, token)))
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
        // Asked before the notes are read: the last ones come before the end.
        let (exit, crash) = (runner.exit(), runner.crash());
        show(&mut out, &runner.snapshot(), &mut next);
        if let Some(exit) = exit {
            return Ok(ended(&exit));
        }
        if let Some(why) = crash {
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

/// The options of `run` on top of what follows from the engine.
fn configure(config: &mut Config, args: &RunArgs) {
    config.max_think = args.max_think_seconds.0;
    config.once_match = args.once_match;
    config.max_runtime = args.max_runtime;
    config.stream = !args.no_stream;
}

/// The complaint about an engine, with the option that has to change in front.
fn at_option(choice: &EngineChoice, why: &Unready) -> String {
    let option = match (why, choice) {
        // This one names its option itself.
        (Unready::NoWeights(_), _) => return why.to_string(),
        (Unready::Weights(_), _) => "--edax-eval",
        (Unready::Program(_), EngineChoice::JsonLine { .. }) => "--engine",
        (Unready::Program(_), EngineChoice::NBoard { .. }) => "--nboard",
        (Unready::Program(_), EngineChoice::Edax { .. }) => "--edax",
        (Unready::Program(_), EngineChoice::Egaroucid { .. }) => "--egaroucid",
        (Unready::Program(_), EngineChoice::Practice) => "--practice",
    };
    format!("{option}: {why}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_complaint_begins_with_the_option_to_change() {
        let choice = EngineChoice::Edax { path: "edax".into(), eval: None, depth: 60 };
        assert_eq!(at_option(&choice, &Unready::Program("gone".to_owned())), "--edax: gone");
        assert_eq!(at_option(&choice, &Unready::Weights("gone".to_owned())), "--edax-eval: gone");
    }
}
