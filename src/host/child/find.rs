//! Where a program is, and in plain words why it cannot be started.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

/// The whole path of a program. A path with a folder part is taken from the current folder; a bare name is looked up
/// in the folders of `PATH`.
///
/// # Errors
/// A sentence for the person.
pub fn resolve(program: &Path) -> Result<PathBuf, String> {
    let here = std::env::current_dir().unwrap_or_default();
    let path = std::env::var_os("PATH").unwrap_or_default();
    resolve_in(program, &here, &path)
}

fn resolve_in(program: &Path, here: &Path, path: &OsStr) -> Result<PathBuf, String> {
    let bare = program.parent().is_some_and(|folder| folder.as_os_str().is_empty());
    if !bare {
        return checked(&here.join(program));
    }
    let hit = std::env::split_paths(path)
        .filter(|folder| folder.is_absolute())
        .flat_map(|folder| spellings(&folder.join(program)))
        .find(|file| is_program(file));
    match hit {
        Some(found) => Ok(found),
        None if here.join(program).is_file() => Err(format!(
            "there is no program “{0}” in the folders of PATH; for the file in the current folder write {1}{0}",
            program.display(),
            if cfg!(windows) { ".\\" } else { "./" },
        )),
        None => Err(format!("there is no program “{}” in the folders of PATH; give its whole path", program.display())),
    }
}

fn checked(file: &Path) -> Result<PathBuf, String> {
    if let Some(found) = spellings(file).into_iter().find(|file| is_program(file)) {
        return Ok(found);
    }
    let shown = file.display();
    Err(if file.is_dir() {
        format!("{shown} is a folder; choose the program in it")
    } else if file.exists() {
        format!("{shown} is not marked as executable; “chmod +x” on it may help")
    } else {
        format!("there is no file {shown}")
    })
}

/// The names a program may have on disk: on Windows the ending may be left out.
fn spellings(file: &Path) -> Vec<PathBuf> {
    let mut names = vec![file.to_owned()];
    if cfg!(windows) {
        for ending in [".exe", ".com", ".bat", ".cmd"] {
            let mut name = file.as_os_str().to_owned();
            name.push(ending);
            names.push(name.into());
        }
    }
    names
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.is_file()
}

/// Why the system did not start `file`, as a sentence.
#[must_use]
pub fn start_trouble(file: &Path, folder: Option<&Path>, error: &io::Error) -> String {
    let shown = file.display();
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        return format!("there is no folder {} to start it in", folder.display());
    }
    // ENOEXEC (Unix), EBADARCH (macOS), ERROR_BAD_EXE_FORMAT and ERROR_EXE_MACHINE_TYPE_MISMATCH (Windows).
    let wrong_kind: &[i32] = if cfg!(windows) { &[193, 216] } else { &[8, 86] };
    match error.raw_os_error() {
        Some(code) if wrong_kind.contains(&code) => format!(
            "{shown} is not a program for this system: a download for another system, or a script without its “#!” line"
        ),
        // ERROR_VIRUS_INFECTED
        Some(225) if cfg!(windows) => format!("the virus scanner does not let {shown} start"),
        _ => match error.kind() {
            io::ErrorKind::NotFound => {
                format!("{shown} names a loader or an interpreter that this system does not have")
            }
            io::ErrorKind::PermissionDenied => format!("the system does not allow {shown} to start ({error})"),
            _ => format!("{shown} could not be started ({error})"),
        },
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_found_by_name_and_by_path() {
        let path = OsStr::new("relative:/nowhere:/usr/bin:/bin");
        let here = Path::new("/bin");
        assert!(resolve_in(Path::new("sh"), here, path).unwrap().ends_with("bin/sh"));
        assert_eq!(resolve_in(Path::new("./sh"), here, path), Ok(PathBuf::from("/bin/./sh")));
        assert_eq!(resolve_in(Path::new("/bin/sh"), here, OsStr::new("")), Ok(PathBuf::from("/bin/sh")));
    }

    #[test]
    fn what_cannot_be_a_program_is_told_in_words() {
        let try_it = |program: &str, here: &str| {
            resolve_in(Path::new(program), Path::new(here), OsStr::new("/nowhere")).unwrap_err()
        };
        assert!(try_it("no-such-engine", "/").contains("PATH"));
        assert!(try_it("sh", "/bin").contains("write ./sh"));
        assert!(try_it("/no/such/engine", "/").contains("there is no file /no/such/engine"));
        assert!(try_it("/etc", "/").contains("folder"));
        assert!(try_it("/etc/passwd", "/").contains("chmod +x"));
    }

    #[test]
    fn the_systems_errors_become_sentences() {
        let told = |code| start_trouble(Path::new("/e"), None, &io::Error::from_raw_os_error(code));
        assert!(told(8).contains("another system"));
        assert!(told(2).contains("interpreter"));
        assert!(told(13).contains("does not allow"));
        let nowhere = start_trouble(Path::new("/e"), Some(Path::new("/no/such")), &io::Error::from_raw_os_error(2));
        assert!(nowhere.contains("no folder /no/such"));
    }
}
