//! What to start: a program with its arguments and folder, and the kind of engine it is.
//!
//! Nothing here looks at the disk. Where a file must be found, the caller says whether a path exists.

use crate::game::othello::Mode;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// A program to start, without any shell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// A path, or a bare name to be looked up where the system looks for programs.
    pub path: PathBuf,
    pub args: Vec<OsString>,
    /// The folder it starts in; none means the caller's.
    pub cwd: Option<PathBuf>,
}

/// How an engine talks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One JSON line for each turn, each way.
    JsonLine,
    /// The NBoard protocol. Depth 0 leaves the engine's own.
    NBoard { depth: u8 },
    /// Edax in its NBoard mode; level 1 to 60.
    Edax { level: u8 },
    /// Egaroucid for Console.
    Egaroucid,
}

impl Kind {
    /// Whether engines of this kind can be asked about `mode` at all.
    #[must_use]
    pub const fn plays(&self, mode: Mode) -> bool {
        match self {
            // The request carries the rules' data; an engine that does not know a game must not be offered for it.
            Kind::JsonLine => true,
            // They know one set of rules. Anti has the same moves but the opposite aim.
            Kind::NBoard { .. } | Kind::Edax { .. } | Kind::Egaroucid => matches!(mode, Mode::Std),
        }
    }
}

/// An engine: what to start and how to talk to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnginePlan {
    pub program: Program,
    pub kind: Kind,
}

/// No weights for Edax.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvalMissing {
    #[error("there is no file {0}")]
    Named(PathBuf),
    #[error("Edax needs its weights: no eval.dat at {} or {}; name the file with --edax-eval", .tried[0].display(), .tried[1].display())]
    NotFound { tried: [PathBuf; 2] },
}

impl EnginePlan {
    /// A JSON line engine.
    #[must_use]
    pub fn json_line(program: Program) -> EnginePlan {
        EnginePlan { program, kind: Kind::JsonLine }
    }

    /// An engine that speaks NBoard.
    #[must_use]
    pub fn nboard(program: Program, depth: u8) -> EnginePlan {
        EnginePlan { program, kind: Kind::NBoard { depth } }
    }

    /// Edax at `path` with the weights `eval` (both absolute) and a book file of our own.
    ///
    /// `depth` is its level; 0 means the highest, which the clock cuts short. `book` need not exist: without a book
    /// Edax first searches at its starting level, so it starts at level 1, and its book is not used.
    #[must_use]
    pub fn edax(path: &Path, eval: &Path, book: &Path, depth: u8, threads: Option<NonZeroUsize>) -> EnginePlan {
        let mut args: Vec<OsString> = ["-nboard", "-l", "1", "-book-usage", "off", "-book-file"].map(Into::into).into();
        args.push(book.into());
        if let Some(threads) = threads {
            args.extend(["-n".into(), threads.to_string().into()]);
        }
        // Version 4.4 does not know -eval-file, but every version finds data/eval.dat below its folder.
        let home = eval.parent().filter(|data| data.ends_with("data") && eval.ends_with("eval.dat"));
        let home = home.and_then(Path::parent);
        if home.is_none() {
            args.extend(["-eval-file".into(), eval.into()]);
        }
        let cwd = home.or(path.parent()).map(Path::to_owned);
        let level = if depth == 0 { 60 } else { depth.min(60) };
        EnginePlan { program: Program { path: path.to_owned(), args, cwd }, kind: Kind::Edax { level } }
    }

    /// Egaroucid for Console at `path` (absolute), its `resources` beside it.
    #[must_use]
    pub fn egaroucid(path: &Path, threads: Option<NonZeroUsize>) -> EnginePlan {
        // Versions that do not know a flag ignore it. Its book is left out: a large one makes the start very slow.
        let mut args: Vec<OsString> = ["-quiet", "-nobook", "-noboard", "-showvalue"].map(Into::into).into();
        if let Some(threads) = threads {
            args.extend(["-t".into(), threads.to_string().into()]);
        }
        // On Linux the executable's place counts for its files, on macOS the current folder.
        let cwd = path.parent().map(Path::to_owned);
        EnginePlan { program: Program { path: path.to_owned(), args, cwd }, kind: Kind::Egaroucid }
    }
}

/// Where Edax's weights are: the file `named` by the person, else `data/eval.dat` in the program's folder or in that
/// folder's parent.
///
/// # Errors
/// [`EvalMissing`] with the paths tried.
pub fn edax_eval(program: &Path, named: Option<&Path>, exists: impl Fn(&Path) -> bool) -> Result<PathBuf, EvalMissing> {
    if let Some(named) = named {
        return if exists(named) { Ok(named.to_owned()) } else { Err(EvalMissing::Named(named.to_owned())) };
    }
    let folder = program.parent().unwrap_or(Path::new(""));
    let tried = [folder, folder.parent().unwrap_or(folder)].map(|home| home.join("data").join("eval.dat"));
    match tried.iter().find(|path| exists(path)) {
        Some(found) => Ok(found.clone()),
        None => Err(EvalMissing::NotFound { tried }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(args: &[OsString]) -> Vec<&str> {
        args.iter().map(|arg| arg.to_str().unwrap()).collect()
    }

    #[test]
    fn only_json_engines_are_asked_about_other_games_than_the_standard_one() {
        let kinds = [Kind::NBoard { depth: 0 }, Kind::Edax { level: 60 }, Kind::Egaroucid];
        for mode in Mode::ALL {
            assert!(Kind::JsonLine.plays(mode));
            assert!(kinds.iter().all(|kind| kind.plays(mode) == (mode == Mode::Std)), "{mode}");
        }
    }

    #[test]
    fn edax_finds_its_weights_beside_itself_or_one_folder_up() {
        let program = Path::new("/e/bin/lEdax");
        let only = |wanted: &'static str| move |path: &Path| path == Path::new(wanted);
        for place in ["/e/bin/data/eval.dat", "/e/data/eval.dat"] {
            assert_eq!(edax_eval(program, None, only(place)), Ok(PathBuf::from(place)));
        }
        let missing = edax_eval(program, None, |_| false).unwrap_err().to_string();
        assert!(missing.contains("/e/bin/data/eval.dat") && missing.contains("--edax-eval"), "{missing}");
        let named = Path::new("/w/eval.dat");
        assert_eq!(edax_eval(program, Some(named), only("/w/eval.dat")), Ok(named.to_owned()));
        assert_eq!(edax_eval(program, Some(named), |_| false), Err(EvalMissing::Named(named.to_owned())));
    }

    #[test]
    fn edax_starts_low_with_our_book_and_in_the_folder_of_its_weights() {
        let book = Path::new("/own/book.dat");
        let program = Path::new("/e/bin/lEdax");
        let plan = EnginePlan::edax(program, Path::new("/e/data/eval.dat"), book, 0, NonZeroUsize::new(2));
        assert_eq!(plan.kind, Kind::Edax { level: 60 });
        assert_eq!(plan.program.cwd.as_deref(), Some(Path::new("/e")));
        let wanted = ["-nboard", "-l", "1", "-book-usage", "off", "-book-file", "/own/book.dat", "-n", "2"];
        assert_eq!(texts(&plan.program.args), wanted);

        let plan = EnginePlan::edax(program, Path::new("/w/other.dat"), book, 21, None);
        assert_eq!(plan.kind, Kind::Edax { level: 21 });
        assert_eq!(plan.program.cwd.as_deref(), Some(Path::new("/e/bin")));
        assert!(texts(&plan.program.args).ends_with(&["-eval-file", "/w/other.dat"]));
    }
}
