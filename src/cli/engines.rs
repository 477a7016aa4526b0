//! From the options that choose an engine to the engine itself, with everything checked that can be checked before
//! the bot goes online.

use super::args::EngineChoice;
use crate::engine::builtin::Mover;
use crate::engine::launch::{EnginePlan, Program, edax_eval};
use crate::game::othello::Mode;
use crate::host::child::{resolve, split_command};
use crate::host::worker::Engine;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Programs that run another file: the engine is named after that file.
const INTERPRETERS: [&str; 8] = ["python", "python3", "py", "node", "java", "ruby", "perl", "sh"];

/// The engine that was chosen.
///
/// # Errors
/// A sentence that says what cannot be found or read, and what would be right.
pub fn prepare(choice: &EngineChoice) -> Result<Engine, String> {
    let plan = match choice {
        EngineChoice::Practice => return Ok(Engine::Builtin(Mover::Practice)),
        EngineChoice::JsonLine { command } => EnginePlan::json_line(program("--engine", command)?),
        EngineChoice::NBoard { command, depth } => EnginePlan::nboard(program("--nboard", command)?, *depth),
        EngineChoice::Edax { path, eval, depth } => {
            let path = file("--edax", path)?;
            let named = eval.as_deref().map(|eval| file("--edax-eval", eval)).transpose()?;
            let eval = edax_eval(&path, named.as_deref(), Path::is_file).map_err(|missing| missing.to_string())?;
            // Edax writes to its book; one of our own keeps its hands off the person's.
            let book = env::temp_dir().join("botdock-edax-book.dat");
            EnginePlan::edax(&path, &eval, &book, *depth, None)
        }
        EngineChoice::Egaroucid { path } => EnginePlan::egaroucid(&file("--egaroucid", path)?, None),
    };
    Ok(Engine::Program(plan))
}

/// The games that an engine of this kind plays.
#[must_use]
pub fn modes(choice: &EngineChoice) -> Vec<Mode> {
    match choice {
        EngineChoice::JsonLine { .. } | EngineChoice::Practice => Mode::ALL.to_vec(),
        EngineChoice::NBoard { .. } | EngineChoice::Edax { .. } | EngineChoice::Egaroucid { .. } => vec![Mode::Std],
    }
}

/// The engine's name where the person gives none.
#[must_use]
pub fn name(choice: &EngineChoice) -> String {
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
fn program(option: &str, command: &str) -> Result<Program, String> {
    let about = |what: String| format!("{option}: {what}");
    let mut words = split_command(command).map_err(about)?.into_iter();
    let path = resolve(Path::new(&words.next().unwrap_or_default())).map_err(about)?;
    Ok(Program { path, args: words.map(OsString::from).collect(), cwd: None })
}

/// A file that must exist, as a whole path.
fn file(option: &str, path: &Path) -> Result<PathBuf, String> {
    let whole = std::path::absolute(path).map_err(|error| format!("{option} {}: {error}", path.display()))?;
    match whole.metadata() {
        Ok(data) if data.is_file() => Ok(whole),
        Ok(_) => Err(format!("{option} needs a file, but {} is a folder", whole.display())),
        Err(_) => Err(format!("{option}: there is no file {}", whole.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_is_named_after_its_own_file() {
        assert_eq!(name_of("python3 -u bots/my_adapter.py --fast"), "my_adapter");
        assert_eq!(name_of("./ntest --depth 3"), "ntest");
        assert_eq!(name_of("python3"), "python3");
        assert_eq!(name(&EngineChoice::Edax { path: "x".into(), eval: None, depth: 60 }), "Edax");
    }

    #[test]
    fn what_is_missing_is_named() {
        let gone = |choice: EngineChoice| match prepare(&choice) {
            Err(sentence) => sentence,
            Ok(_) => panic!("{choice:?} was accepted"),
        };
        let engine = |command: &str| EngineChoice::JsonLine { command: command.to_owned() };
        assert!(gone(engine("no-such-program-here --x")).contains("no program “no-such-program-here”"));
        assert!(gone(engine("./no/such/engine")).starts_with("--engine: there is no file"));
        assert!(gone(engine("\"open")).contains("other half"));
        assert!(
            gone(EngineChoice::Egaroucid { path: "nowhere/ega".into() }).starts_with("--egaroucid: there is no file")
        );
        let folder = EngineChoice::Edax { path: env::temp_dir(), eval: None, depth: 60 };
        assert!(gone(folder).contains("is a folder"));
    }
}
