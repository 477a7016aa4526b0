//! House rules as tests: which room may use which, where time and chance may enter, how long a file may be.

#![allow(clippy::expect_used, reason = "a source tree that cannot be read fails its test")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each room with the rooms it may use. A room that is not listed here fails the test, so that a new one gets its
/// place on purpose.
const WALLS: [(&str, &[&str]); 8] = [
    ("game", &[]),
    ("play", &["game"]),
    ("engine", &["game", "play"]),
    ("venue", &["game", "play"]),
    ("session", &["game", "play"]),
    ("host", &["game", "play", "engine", "venue", "session"]),
    ("cli", &["game", "play", "engine", "venue", "session", "host"]),
    ("ui", &["game", "play", "session"]),
];

/// Doors inside `ui`: the only files there that may hold a running host. The console is no room of theirs.
const UI_DOORS: [&str; 2] = ["ui/app.rs", "ui/start.rs"];
const UI_DOORS_USE: [&str; 3] = ["host", "engine", "venue"];

/// Rooms without a clock, chance or wires of their own: all of it comes in as arguments.
const PURE: [&str; 5] = ["game", "play", "engine", "venue", "session"];

/// Words that read a clock, draw a number from the system, or touch a wire.
const IMPURE: [&str; 14] = [
    "Instant::now",
    "SystemTime",
    "thread::sleep",
    "rand::rng",
    "thread_rng",
    "from_os_rng",
    "OsRng",
    "getrandom",
    "std::net",
    "std::process",
    "std::fs",
    "tokio",
    "reqwest",
    "println!",
];

/// The longest a source file may be.
const FILE_LINES: usize = 500;

fn sources(folder: &str) -> Vec<(String, String)> {
    fn walk(path: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(path).expect("a readable source folder") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut paths = Vec::new();
    walk(&root, &mut paths);
    paths.sort();
    let name = |path: &Path| path.strip_prefix(&root).expect("below the root").to_string_lossy().replace('\\', "/");
    paths.iter().map(|path| (name(path), fs::read_to_string(path).expect("UTF-8 source"))).collect()
}

/// The code of a file: no comments, and nothing from the tests at its end.
fn code(text: &str) -> String {
    let end = text.find("#[cfg(test)]\nmod ").unwrap_or(text.len());
    let line = |line: &str| line.split("//").next().unwrap_or("").to_owned();
    text[..end].lines().map(line).collect::<Vec<_>>().join("\n")
}

fn room_of(file: &str) -> &str {
    file.split(['/', '.']).next().unwrap_or(file)
}

/// The rooms that a file's code names by `crate::room`, in a path or in a braced `use`.
fn rooms_used(code: &str) -> BTreeSet<String> {
    let mut rooms = BTreeSet::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        let list = rest.strip_prefix('{').and_then(|rest| rest.split(';').next());
        match list {
            Some(list) => rooms.extend(
                WALLS
                    .iter()
                    .map(|wall| wall.0)
                    .filter(|room| list.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == *room))
                    .map(str::to_owned),
            ),
            None => {
                rooms.insert(rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
            }
        }
    }
    rooms
}

#[test]
fn every_room_uses_only_the_rooms_below_it() {
    let mut broken = Vec::new();
    for (file, text) in sources("src") {
        let room = room_of(&file);
        if ["lib", "main", "bin"].contains(&room) {
            continue;
        }
        let Some((_, allowed)) = WALLS.iter().find(|wall| wall.0 == room) else {
            broken.push(format!("{file}: the room {room} has no place in the house yet"));
            continue;
        };
        for used in rooms_used(&code(&text)) {
            let own = used == room || !WALLS.iter().any(|wall| wall.0 == used);
            let door = UI_DOORS.contains(&file.as_str()) && UI_DOORS_USE.contains(&used.as_str());
            if !own && !door && !allowed.contains(&used.as_str()) {
                broken.push(format!("{file} uses {used}"));
            }
        }
    }
    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
}

#[test]
fn the_pure_rooms_have_no_clock_no_chance_and_no_wires() {
    let mut broken = Vec::new();
    for (file, text) in sources("src") {
        if PURE.contains(&room_of(&file)) {
            let code = code(&text);
            broken.extend(IMPURE.iter().filter(|word| code.contains(*word)).map(|word| format!("{file}: {word}")));
        }
    }
    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
}

#[test]
fn files_stay_short_enough_to_read() {
    let long: Vec<_> = ["src", "tests", "benches"]
        .into_iter()
        .flat_map(sources)
        .filter(|(_, text)| text.lines().count() > FILE_LINES)
        .map(|(file, text)| format!("{file}: {} lines", text.lines().count()))
        .collect();
    assert!(long.is_empty(), "\n{}", long.join("\n"));
}

#[test]
fn leftovers_stay_out() {
    let words = ["todo!(", "unimplemented!(", "dbg!("];
    let mut broken = Vec::new();
    for (file, text) in sources("src") {
        let code = code(&text);
        broken.extend(words.iter().filter(|word| code.contains(*word)).map(|word| format!("{file}: {word}")));
    }
    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
}

#[test]
fn the_scan_sees_what_it_should() {
    let used = rooms_used(&code("use crate::{game::grid, play};\nlet x = crate::host::child::Child; // crate::ui\n"));
    assert_eq!(used.into_iter().collect::<Vec<_>>(), ["game", "host", "play"]);
}

#[test]
fn every_path_that_the_readme_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).expect("a README");
    let links = readme.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let code = readme.split('`').skip(1).step_by(2);
    let top = ["src", "tests", "benches", "wix", "macos", "assets"];
    let local = |path: &&str| !path.contains(' ') && top.contains(&path.split('/').next().unwrap_or_default());
    let paths: Vec<_> = links.chain(code).filter(local).collect();
    assert!(paths.len() >= 10, "the README names its places: {paths:?}");
    let missing: Vec<_> = paths.into_iter().filter(|path| !root.join(path).exists()).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
