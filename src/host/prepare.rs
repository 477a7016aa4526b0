//! From a person's choice of an engine to all that a session needs, with everything checked that can be checked
//! before the bot goes online. Console and window both come through here.

use super::child::{resolve, split_command};
use super::machine;
use super::worker::{Engine, Setup};
use crate::engine::builtin::Mover;
use crate::engine::launch::{EnginePlan, EvalMissing, Program, edax_eval};
use crate::game::othello::Mode;
use crate::play::paired::Environment;
use crate::session::config::Config;
use crate::venue::flipsight::address::Addresses;
use crate::venue::flipsight::token::Token;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Programs that run another file: the engine is named after that file.
const INTERPRETERS: [&str; 8] = ["python", "python3", "py", "node", "java", "ruby", "perl", "sh"];

/// What thinks for the bot, as a person chooses it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineChoice {
    /// A command that answers JSON lines.
    JsonLine { command: String },
    /// A command that speaks NBoard, and how deep it searches; depth 0 leaves the engine's own.
    NBoard { command: String, depth: u8 },
    /// Edax, and its weights where they are not in their usual place.
    Edax { path: PathBuf, eval: Option<PathBuf>, depth: u8 },
    /// Egaroucid for Console.
    Egaroucid { path: PathBuf },
    /// The built-in practice engine: unrated.
    Practice,
}

/// Why an engine cannot be used, by what the person has to change. Each is told without a capital and a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unready {
    /// Its command or path.
    #[error("{0}")]
    Program(String),
    /// The file named as Edax's weights.
    #[error("{0}")]
    Weights(String),
    /// Edax's weights must be named.
    #[error(transparent)]
    NoWeights(EvalMissing),
}

/// How the bot presents itself where the person has a word in it; otherwise it is found out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    pub engine: Option<String>,
    pub cpu: Option<String>,
}

/// A checked engine, with the settings that follow from it. The others may still be changed.
#[derive(Clone, Debug)]
pub struct Prepared {
    engine: Engine,
    pub config: Config,
}

impl Prepared {
    /// Everything that a runner is told at its start.
    #[must_use]
    pub fn setup(self, addresses: Addresses, token: Token) -> Setup {
        let Addresses { api, stream } = addresses;
        Setup { api, stream, token, engine: self.engine, config: self.config }
    }
}

/// Checks the engine that was chosen.
///
/// # Errors
/// [`Unready`], which says what cannot be found or read.
pub fn prepare(choice: &EngineChoice, names: &Names) -> Result<Prepared, Unready> {
    let engine = engine(choice)?;
    let named = names.engine.clone().unwrap_or_else(|| name(choice));
    let environment = environment(&named, names.cpu.as_deref(), *choice == EngineChoice::Practice);
    let config = Config { environment, modes: modes(&engine), seed: super::chance(), ..Config::default() };
    Ok(Prepared { engine, config })
}

/// What the venue is told of this machine and of the engine. A processor without a name is looked up.
#[must_use]
pub fn environment(engine: &str, cpu: Option<&str>, practice: bool) -> Environment {
    Environment {
        cpu: cpu.map_or_else(machine::cpu_name, machine::tidy),
        engine: machine::tidy(engine),
        os: machine::os_name(),
        practice,
    }
}

fn engine(choice: &EngineChoice) -> Result<Engine, Unready> {
    let plan = match choice {
        EngineChoice::Practice => return Ok(Engine::Builtin(Mover::Practice)),
        EngineChoice::JsonLine { command } => EnginePlan::json_line(program(command)?),
        EngineChoice::NBoard { command, depth } => EnginePlan::nboard(program(command)?, *depth),
        EngineChoice::Edax { path, eval, depth } => {
            let path = file(path).map_err(Unready::Program)?;
            let named = eval.as_deref().map(file).transpose().map_err(Unready::Weights)?;
            let eval = edax_eval(&path, named.as_deref(), Path::is_file).map_err(Unready::NoWeights)?;
            // Edax writes to its book; one of our own keeps its hands off the person's.
            let book = env::temp_dir().join("botdock-edax-book.dat");
            EnginePlan::edax(&path, &eval, &book, *depth, None)
        }
        EngineChoice::Egaroucid { path } => EnginePlan::egaroucid(&file(path).map_err(Unready::Program)?, None),
    };
    Ok(Engine::Program(plan))
}

/// The games that the engine can be asked about.
fn modes(engine: &Engine) -> Vec<Mode> {
    match engine {
        Engine::Builtin(_) => Mode::ALL.to_vec(),
        Engine::Program(plan) => Mode::ALL.into_iter().filter(|mode| plan.kind.plays(*mode)).collect(),
    }
}

/// The engine's name where the person gives none.
fn name(choice: &EngineChoice) -> String {
    match choice {
        EngineChoice::JsonLine { command } | EngineChoice::NBoard { command, .. } => name_of(command),
        EngineChoice::Edax { .. } => "Edax".to_owned(),
        EngineChoice::Egaroucid { .. } => "Egaroucid".to_owned(),
        EngineChoice::Practice => "Practice engine".to_owned(),
    }
}

fn name_of(command: &str) -> String {
    let stem =
        |word: &str| Path::new(word).file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
    let words = split_command(command).unwrap_or_default();
    let first = words.first().map_or(String::new(), |word| stem(word));
    let script = words.iter().skip(1).find(|word| !word.starts_with('-'));
    match script {
        Some(script) if INTERPRETERS.contains(&first.as_str()) => stem(script),
        Some(_) | None => first,
    }
}

/// The program that a command names, with its arguments. It must be there before the bot goes online.
fn program(command: &str) -> Result<Program, Unready> {
    let mut words = split_command(command).map_err(Unready::Program)?.into_iter();
    let path = resolve(Path::new(&words.next().unwrap_or_default())).map_err(Unready::Program)?;
    Ok(Program { path, args: words.map(OsString::from).collect(), cwd: None })
}

/// A file that must exist, as a whole path.
fn file(path: &Path) -> Result<PathBuf, String> {
    let whole = std::path::absolute(path).map_err(|error| format!("{} cannot be used: {error}", path.display()))?;
    match whole.metadata() {
        Ok(data) if data.is_file() => Ok(whole),
        Ok(_) => Err(format!("{} is a folder; choose the file in it", whole.display())),
        Err(_) => Err(format!("there is no file {}", whole.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gone(choice: &EngineChoice) -> Unready {
        match prepare(choice, &Names::default()) {
            Err(why) => why,
            Ok(_) => panic!("{choice:?} was accepted"),
        }
    }

    #[test]
    fn an_engine_is_named_after_its_own_file() {
        assert_eq!(name_of("python3 -u bots/my_adapter.py --fast"), "my_adapter");
        assert_eq!(name_of("./ntest --depth 3"), "ntest");
        assert_eq!(name_of("python3"), "python3");
        assert_eq!(name(&EngineChoice::Edax { path: "x".into(), eval: None, depth: 60 }), "Edax");
    }

    #[test]
    fn what_is_missing_is_named() {
        let program = |choice: &EngineChoice| match gone(choice) {
            Unready::Program(sentence) => sentence,
            Unready::Weights(_) | Unready::NoWeights(_) => panic!("{choice:?} has no weights"),
        };
        let engine = |command: &str| EngineChoice::JsonLine { command: command.to_owned() };
        assert!(program(&engine("no-such-program-here --x")).contains("no program “no-such-program-here”"));
        assert!(program(&engine("./no/such/engine")).starts_with("there is no file"));
        assert!(program(&engine("\"open")).contains("other half"));
        assert!(program(&EngineChoice::Egaroucid { path: "nowhere/ega".into() }).starts_with("there is no file"));
        let folder = EngineChoice::Edax { path: env::temp_dir(), eval: None, depth: 60 };
        assert!(program(&folder).contains("is a folder"));
    }

    #[test]
    fn missing_weights_are_told_apart_from_a_missing_program() {
        let path = env::current_exe().unwrap();
        let named = EngineChoice::Edax { path: path.clone(), eval: Some("nowhere/eval.dat".into()), depth: 60 };
        assert!(matches!(gone(&named), Unready::Weights(why) if why.starts_with("there is no file")));
        let unnamed = EngineChoice::Edax { path, eval: None, depth: 60 };
        assert!(matches!(gone(&unnamed), Unready::NoWeights(_)));
    }

    #[test]
    fn every_session_has_a_seed_of_its_own() {
        let seed = || prepare(&EngineChoice::Practice, &Names::default()).unwrap().config.seed;
        assert_ne!(seed(), seed());
    }

    #[test]
    fn a_persons_own_names_come_first() {
        let names = Names { engine: Some("My\tengine".to_owned()), cpu: Some("Abacus".to_owned()) };
        let environment = prepare(&EngineChoice::Practice, &names).unwrap().config.environment;
        assert_eq!((environment.engine.as_str(), environment.cpu.as_str()), ("My engine", "Abacus"));
        assert!(environment.practice);
    }
}
