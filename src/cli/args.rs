//! What can be written on the command line, and what is said about it.

use crate::engine::builtin::Mover;
use crate::game::othello::Mode;
use crate::host::machine::TEXT_LIMIT;
use crate::host::prepare::EngineChoice;
use crate::play::strength::Strength;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use std::time::Duration;

/// The longest `--max-think-seconds`.
pub const THINK_LIMIT_SECONDS: f64 = 300.0;
/// The deepest `perft`: far beyond what a machine counts in a lifetime.
pub const DEPTH_LIMIT: u32 = 30;

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "botdock-cli",
    version,
    about = "Puts an Othello bot online and keeps it online.",
    long_about = "Puts an Othello bot online and keeps it online: connects it to FlipSight, lets an engine of yours \
                  think, and plays both boards of every match side by side.\n\n\
                  Nothing but this program is needed to try it:\n\n    \
                  botdock-cli practice            one match against a practice bot, in this terminal",
    after_help = EXIT_CODES,
    subcommand_required = true,
    arg_required_else_help = false
)]
pub struct Cli {
    #[command(subcommand)]
    pub verb: Verb,
}

const EXIT_CODES: &str = "Exit codes: 0 done or stopped by Ctrl+C, 2 token missing or refused, 3 --max-runtime reached, \
                          64 wrong usage, 1 anything else.";

const RUN_HELP: &str = "\
The token is read from the environment variable FS_BOT_TOKEN and from nowhere else. In a shell that keeps it out of \
the history:

    printf 'Bot token: '; read -r -s FS_BOT_TOKEN; printf '\\n'; export FS_BOT_TOKEN

Examples:

    botdock-cli run --practice                          see that everything works; unrated
    botdock-cli run --engine 'python3 my_adapter.py'    an engine that talks in JSON lines
    botdock-cli run --edax edax-4.6/lEdax-x86-64        Edax, its eval.dat found by itself
    botdock-cli run --nboard './my_engine --nboard'     any NBoard engine

Supported games, automatic matches and the number of games at a time are set on the bot's web page. Every line but an engine's begins \
with the time in UTC. Ctrl+C ends the engines and leaves; a match still running is lost.

Exit codes: 0 done or stopped, 2 token missing or refused, 3 --max-runtime reached, 64 wrong usage, 1 anything else.";

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Put a bot online with an engine and play its matches
    #[command(after_long_help = RUN_HELP, after_help = "More, with examples: botdock-cli run --help")]
    Run(Box<RunArgs>),
    /// Play one match against a practice bot, without account or network, and draw both boards
    Practice(PracticeArgs),
    /// Run the practice arena alone: a FlipSight-compatible server on this machine
    Arena(ArenaArgs),
    /// Count the positions of the game tree, to check and time the rules
    Perft(PerftArgs),
}

/// Options of `run`: those of the documented client, and `--practice`.
#[derive(Args, Clone, Debug, Default)]
pub struct RunArgs {
    /// Start this command as a JSON line engine, once per board
    #[arg(long, value_name = "COMMAND", help_heading = "Engine (exactly one)", value_parser = command)]
    pub engine: Option<String>,
    /// Start this command as an NBoard engine, once per board (std only)
    #[arg(long, value_name = "COMMAND", help_heading = "Engine (exactly one)", value_parser = command)]
    pub nboard: Option<String>,
    /// Use the Edax at this path (std only)
    #[arg(long, value_name = "PATH", help_heading = "Engine (exactly one)")]
    pub edax: Option<PathBuf>,
    /// Use the Egaroucid for Console at this path (std only); its resources folder stays beside it
    #[arg(long, value_name = "PATH", help_heading = "Engine (exactly one)")]
    pub egaroucid: Option<PathBuf>,
    /// Use the built-in practice engine: the lowest-numbered legal square, unrated
    #[arg(long, help_heading = "Engine (exactly one)")]
    pub practice: bool,

    /// Edax's eval.dat, if it is not in data/ beside the program or one folder up
    #[arg(long, value_name = "PATH", help_heading = "Engine details")]
    pub edax_eval: Option<PathBuf>,
    /// Search depth for NBoard and Edax, 0 to 60; 0 leaves it to the engine (Edax: 60)
    #[arg(long, value_name = "N", help_heading = "Engine details", value_parser = clap::value_parser!(u8).range(0..=60))]
    pub nboard_depth: Option<u8>,
    /// The longest that one move may take, 0 to 300; 0: the clock alone decides
    #[arg(long, value_name = "S", default_value = "10", help_heading = "Engine details", value_parser = think_seconds)]
    pub max_think_seconds: Think,
    /// The engine's name as others see it, at most 120 characters
    #[arg(long, value_name = "NAME", help_heading = "Engine details", value_parser = name)]
    pub engine_name: Option<String>,
    /// The processor's name as others see it, at most 120 characters; found out if absent
    #[arg(long, value_name = "NAME", help_heading = "Engine details", value_parser = name)]
    pub cpu_name: Option<String>,

    /// Play this match only, then leave (negative for a game against a person)
    #[arg(long, value_name = "ID", allow_hyphen_values = true, help_heading = "Run", value_parser = match_id)]
    pub once_match: Option<i64>,
    /// Leave after this many seconds, with exit code 3
    #[arg(long, value_name = "S", help_heading = "Run", value_parser = seconds)]
    pub max_runtime: Option<Duration>,

    /// Ask for news every second in a match and every five otherwise, instead of keeping the event stream open
    #[arg(long, help_heading = "Connection")]
    pub no_stream: bool,
    /// The API's address: https, or http for this machine
    #[arg(long, value_name = "URL", help_heading = "Connection")]
    pub api: Option<String>,
    /// The event stream's address, on the API's host
    #[arg(long, value_name = "URL", help_heading = "Connection")]
    pub stream_url: Option<String>,
}

/// `--max-think-seconds`: none for 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Think(pub Option<Duration>);

impl Default for Think {
    fn default() -> Think {
        Think(Some(Duration::from_secs(10)))
    }
}

/// The names of the options that choose an engine.
const CHOICES: &str = "--engine, --nboard, --edax, --egaroucid or --practice";

impl RunArgs {
    /// The one engine that was asked for.
    ///
    /// # Errors
    /// A sentence when it is none, more than one, or when a detail belongs to another engine.
    pub fn engine_choice(&self) -> Result<EngineChoice, String> {
        let depth = self.nboard_depth.unwrap_or(0);
        let choices = [
            self.engine.clone().map(|command| ("--engine", EngineChoice::JsonLine { command })),
            self.nboard.clone().map(|command| ("--nboard", EngineChoice::NBoard { command, depth })),
            self.edax.clone().map(|path| {
                let depth = if depth == 0 { 60 } else { depth };
                ("--edax", EngineChoice::Edax { path, eval: self.edax_eval.clone(), depth })
            }),
            self.egaroucid.clone().map(|path| ("--egaroucid", EngineChoice::Egaroucid { path })),
            self.practice.then_some(("--practice", EngineChoice::Practice)),
        ];
        let mut given: Vec<_> = choices.into_iter().flatten().collect();
        let names: Vec<_> = given.iter().map(|(name, _)| *name).collect();
        match (given.pop(), given.is_empty()) {
            (None, _) => Err(format!("no engine was chosen; give one of {CHOICES}")),
            (Some(_), false) => Err(format!("{} cannot be used together; give one of {CHOICES}", names.join(" and "))),
            (Some((name, choice)), true) => self.details_fit(name).map(|()| choice),
        }
    }

    fn details_fit(&self, chosen: &str) -> Result<(), String> {
        if self.edax_eval.is_some() && chosen != "--edax" {
            return Err(format!("--edax-eval belongs to --edax, not to {chosen}"));
        }
        if self.nboard_depth.is_some() && !["--nboard", "--edax"].contains(&chosen) {
            return Err(format!("--nboard-depth belongs to --nboard or --edax, not to {chosen}"));
        }
        Ok(())
    }
}

/// Options of `practice`.
#[derive(Args, Clone, Debug)]
pub struct PracticeArgs {
    /// The game: std, anti, grand, octagon or reversi
    #[arg(long, value_name = "MODE", default_value = "std", value_parser = mode)]
    pub mode: Mode,
    /// The practice bot to play against: easy (any legal square), medium (most discs) or strong (a small search)
    #[arg(long, value_name = "STRENGTH", default_value = "easy", value_parser = strength)]
    pub opponent: Strength,
    /// The built-in engine that plays for you: practice (lowest square), random, greedy or alphabeta
    #[arg(long, value_name = "MOVER", default_value = "practice", value_parser = mover)]
    pub mover: Mover,
    /// Fixes opening and chance: the same number plays the same match
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// The opponent's pause before each move, in milliseconds [default: 200 in a terminal, else 0]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(0..=10_000))]
    pub pace: Option<u64>,
}

/// Options of `arena`.
#[derive(Args, Clone, Debug)]
pub struct ArenaArgs {
    /// The port on this machine; 0 takes a free one
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub port: u16,
}

/// Options of `perft`.
#[derive(Args, Clone, Debug)]
pub struct PerftArgs {
    /// The game: std, anti, grand, octagon or reversi
    #[arg(long, value_name = "MODE", default_value = "std", value_parser = mode)]
    pub mode: Mode,
    /// Plies to look ahead; a pass is a ply
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=i64::from(DEPTH_LIMIT)))]
    pub depth: u32,
}

fn mode(text: &str) -> Result<Mode, String> {
    Mode::parse(text).ok_or_else(|| format!("it is one of {}", Mode::ALL.map(Mode::name).join(", ")))
}

fn strength(text: &str) -> Result<Strength, String> {
    Strength::parse(text).ok_or_else(|| format!("it is one of {}", Strength::ALL.map(Strength::name).join(", ")))
}

fn mover(text: &str) -> Result<Mover, String> {
    let known = [
        ("practice", Mover::Practice),
        ("random", Mover::Random),
        ("greedy", Mover::Greedy),
        ("alphabeta", Mover::AlphaBeta),
    ];
    let found = known.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
    found.map(|(_, mover)| mover).ok_or_else(|| format!("it is one of {}", known.map(|(name, _)| name).join(", ")))
}

fn command(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("it must name a program".to_owned()),
        _ => Ok(text.to_owned()),
    }
}

fn name(text: &str) -> Result<String, String> {
    match text.chars().count() {
        0..=TEXT_LIMIT => Ok(text.to_owned()),
        count => Err(format!("it has {count} characters; at most {TEXT_LIMIT} are allowed")),
    }
}

fn match_id(text: &str) -> Result<i64, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("it is a match's number, such as 123, or -45 for a game against a person".to_owned()),
        Ok(id) => Ok(id),
    }
}

fn think_seconds(text: &str) -> Result<Think, String> {
    match text.parse::<f64>() {
        Ok(0.0) => Ok(Think(None)),
        Ok(seconds) if seconds > 0.0 && seconds <= THINK_LIMIT_SECONDS => {
            Ok(Think(Some(Duration::from_secs_f64(seconds))))
        }
        Ok(_) | Err(_) => Err(format!("it is a number of seconds from 0 (no limit per move) to {THINK_LIMIT_SECONDS}")),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| *seconds > 0.0);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "it is a number of seconds above 0".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn run(words: &[&str]) -> Result<RunArgs, clap::Error> {
        let all = ["botdock-cli", "run"].iter().chain(words);
        match Cli::try_parse_from(all)?.verb {
            Verb::Run(args) => Ok(*args),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn exactly_one_engine() {
        assert_eq!(run(&["--practice"]).unwrap().engine_choice(), Ok(EngineChoice::Practice));
        let none = run(&[]).unwrap().engine_choice().unwrap_err();
        assert!(none.contains("no engine was chosen") && none.contains("--egaroucid"), "{none}");
        let two = run(&["--engine", "a", "--edax", "b"]).unwrap().engine_choice().unwrap_err();
        assert!(two.starts_with("--engine and --edax cannot be used together"), "{two}");
        let stray = run(&["--practice", "--edax-eval", "x"]).unwrap().engine_choice().unwrap_err();
        assert!(stray.contains("belongs to --edax"), "{stray}");
        let stray = run(&["--egaroucid", "x", "--nboard-depth", "3"]).unwrap().engine_choice().unwrap_err();
        assert!(stray.contains("belongs to --nboard or --edax"), "{stray}");
    }

    #[test]
    fn depth_nought_means_sixty_for_edax_alone() {
        let depth_of = |words: &[&str]| match run(words).unwrap().engine_choice().unwrap() {
            EngineChoice::Edax { depth, .. } | EngineChoice::NBoard { depth, .. } => depth,
            other => panic!("{other:?}"),
        };
        assert_eq!(depth_of(&["--edax", "e"]), 60);
        assert_eq!(depth_of(&["--edax", "e", "--nboard-depth", "0"]), 60);
        assert_eq!(depth_of(&["--edax", "e", "--nboard-depth", "12"]), 12);
        assert_eq!(depth_of(&["--nboard", "n"]), 0);
        assert!(run(&["--nboard", "n", "--nboard-depth", "61"]).is_err());
    }

    #[test]
    fn numbers_are_checked() {
        assert_eq!(run(&["--once-match", "-45"]).unwrap().once_match, Some(-45));
        assert_eq!(run(&["--once-match=-45"]).unwrap().once_match, Some(-45));
        assert!(run(&["--once-match", "0"]).is_err());
        assert!(run(&["--once-match", "--no-stream"]).is_err());
        assert_eq!(run(&[]).unwrap().max_think_seconds, Think(Some(Duration::from_secs(10))));
        assert_eq!(run(&["--max-think-seconds", "0"]).unwrap().max_think_seconds, Think(None));
        assert_eq!(
            run(&["--max-think-seconds", "2.5"]).unwrap().max_think_seconds,
            Think(Some(Duration::from_millis(2500)))
        );
        for wrong in ["301", "-1", "NaN", "inf", "ten", ""] {
            assert!(run(&["--max-think-seconds", wrong]).is_err(), "{wrong}");
        }
        for wrong in ["0", "-1", "NaN", "inf", "soon", "1e300"] {
            assert!(run(&[&format!("--max-runtime={wrong}")]).is_err(), "{wrong}");
        }
        assert!(run(&["--engine-name", &"x".repeat(120)]).is_ok());
        assert!(run(&["--cpu-name", &"x".repeat(121)]).is_err());
        assert!(run(&["--engine", "  "]).is_err());
    }
}
