//! The console: the same snapshot and notes that the window shows, as lines of text.
//!
//! `run` puts a bot online, `practice` plays one match in the embedded arena, `arena` runs that arena alone, `perft`
//! counts positions.

mod arena;
pub mod args;
mod board;
mod out;
mod perft;
pub mod practice;
mod run;
mod signals;
mod words;

pub use out::complain;

use args::{Cli, Verb};
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use std::process::ExitCode;

/// How the program ends, as the shell sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    Done = 0,
    Failed = 1,
    /// The token is missing or was refused.
    Token = 2,
    MaxRuntime = 3,
    /// The command line is wrong.
    Usage = 64,
}

impl From<Code> for ExitCode {
    fn from(code: Code) -> ExitCode {
        ExitCode::from(code as u8)
    }
}

/// Runs the program on its own command line.
#[must_use]
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return told(&error).into(),
    };
    let outcome = match cli.verb {
        Verb::Run(args) => run::run(&args),
        Verb::Practice(args) => practice::run(&args),
        Verb::Arena(args) => arena::run(&args),
        Verb::Perft(args) => {
            perft::run(&args);
            Ok(Code::Done)
        }
    };
    match outcome {
        Ok(code) => code.into(),
        Err(End::Usage { verb, what }) => usage(verb, &what).into(),
        Err(End::Failed(error)) => {
            complain(&format!("botdock-cli: {error:#}"));
            Code::Failed.into()
        }
    }
}

/// Why a command could not go on.
#[derive(Debug)]
pub enum End {
    /// The options of `verb` do not fit together.
    Usage {
        verb: &'static str,
        what: String,
    },
    Failed(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for End {
    fn from(error: E) -> End {
        End::Failed(error.into())
    }
}

/// What clap has to say: help and version are answers, anything else is wrong usage.
fn told(error: &clap::Error) -> Code {
    let _ = error.print();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Code::Done,
        _ => Code::Usage,
    }
}

/// Says what is wrong with the options of `verb`, in the form that clap gives its own complaints.
fn usage(verb: &str, what: &str) -> Code {
    let mut program = Cli::command();
    program.build();
    let error = match program.find_subcommand_mut(verb) {
        Some(command) => command.error(ErrorKind::ValueValidation, what),
        None => program.error(ErrorKind::ValueValidation, what),
    };
    told(&error)
}
