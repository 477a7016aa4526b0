//! The whole way, over real HTTP: runners play match after match in the practice arena, in all five modes, and the
//! arena counts what they did.

#![cfg(feature = "host")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a helper that cannot go on fails its test")]

use botdock::engine::builtin::Mover;
use botdock::game::othello::Mode;
use botdock::host::arena::{ArenaConfig, Server};
use botdock::host::worker::{Engine, Runner, Setup};
use botdock::play::paired::FinishReason;
use botdock::session::command::{Command, Target};
use botdock::session::config::Config;
use botdock::session::event::Link;
use botdock::session::note::{Level, NoteKind, Outcome};
use botdock::session::snapshot::Snapshot;
use botdock::venue::arena::{self, BotSetup, SITE_BOTS};
use botdock::venue::flipsight::address::Addresses;
use botdock::venue::flipsight::token::Token;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

/// Matches a mode: half against a site bot, half between two runners.
const MATCHES: usize = 20;
/// The longest that a single match may take on a busy machine.
const LIMIT: Duration = Duration::from_mins(1);

/// A runner with what the test sees of it.
struct Player {
    runner: Runner,
    woken: Receiver<()>,
}

impl Player {
    fn start(server: &Server, bot_id: i64, mover: Mover) -> Player {
        let addresses = Addresses::new(Some(&server.api_url()), None).unwrap();
        let token = server.look(|arena| Token::parse(arena.token(bot_id).unwrap())).unwrap();
        let config = Config { seed: bot_id.unsigned_abs(), ..Config::default() };
        let engine = Engine::Builtin(mover);
        let (wake, woken) = sync_channel(1);
        let wake = move || {
            let _ = wake.try_send(());
        };
        let runner =
            Runner::start(Setup { api: addresses.api, stream: addresses.stream, token, engine, config }, wake).unwrap();
        Player { runner, woken }
    }

    /// Waits for a snapshot.
    fn until(&self, wanted: impl Fn(&Snapshot) -> bool) -> Arc<Snapshot> {
        let begun = Instant::now();
        loop {
            let snapshot = self.runner.snapshot();
            if wanted(&snapshot) {
                return snapshot;
            }
            assert!(begun.elapsed() < LIMIT, "not in time: {:#?}", snapshot.notes);
            let _ = self.woken.recv_timeout(LIMIT);
        }
    }

    fn online(&self) {
        self.until(|snapshot| snapshot.link == Link::Live && snapshot.me.is_some());
    }

    /// Challenges and waits until match number `number` of this player is over.
    fn play(&self, target: i64, mode: Mode, number: usize) {
        assert!(self.runner.send(Command::Challenge { target: Target::Id(target), mode }));
        self.over(number);
    }

    /// Waits until `number` matches are over.
    fn over(&self, number: usize) {
        self.until(|snapshot| ended(snapshot) >= number);
    }
}

fn ended(snapshot: &Snapshot) -> usize {
    snapshot.notes.iter().filter(|note| matches!(note.kind, NoteKind::MatchEnded { .. })).count()
}

/// Every match was played to its end, and nothing was worth a warning.
fn all_well(player: &Player, mode: Mode, matches: usize) {
    let snapshot = player.runner.snapshot();
    assert_eq!(ended(&snapshot), matches, "{mode}");
    for note in snapshot.notes.iter() {
        assert!(note.level < Level::Warn, "{mode}: {:?}", note.kind);
        if let NoteKind::MatchEnded { outcome, reason, mine, theirs, .. } = &note.kind {
            assert_eq!(*reason, Some(FinishReason::Discs), "{mode}: {:?}", note.kind);
            assert_ne!(*outcome, Outcome::Void, "{mode}");
            let full = 2 * mode.playable().len();
            assert!(mine + theirs <= full && mine + theirs > 0, "{mode}: {mine} + {theirs}");
        }
    }
}

fn twenty_matches(mode: Mode) {
    let runtime = Runtime::new().unwrap();
    let bots = vec![BotSetup::named("First"), BotSetup::named("Second")];
    let arena = arena::Config { seed: 7, bots, ..arena::Config::default() };
    let inside = runtime.enter();
    let server = Server::start(ArenaConfig { arena, ..ArenaConfig::default() }, 0).unwrap();
    drop(inside);
    let (first, second) = (Player::start(&server, 1, Mover::Practice), Player::start(&server, 2, Mover::Random));
    first.online();
    second.online();
    for number in 1..=MATCHES / 2 {
        first.play(SITE_BOTS[number % 3].id, mode, number);
    }
    for number in MATCHES / 2 + 1..=MATCHES {
        first.play(2, mode, number);
    }
    second.over(MATCHES / 2);
    all_well(&first, mode, MATCHES);
    all_well(&second, mode, MATCHES / 2);
    for bot_id in [1, 2] {
        let counts = server.look(|arena| arena.counts(bot_id)).unwrap();
        assert_eq!((counts.refused_moves, counts.repeated_moves), (0, 0), "{mode}: {counts:?}");
        assert!(counts.moves > 0, "{mode}: {counts:?}");
        // A poll leaves at least 1.05 s after the one before; a busy machine may deliver them a little closer.
        assert!(counts.shortest_poll_gap_ms.is_none_or(|gap| gap >= 1000), "{mode}: {counts:?}");
    }
}

#[test]
fn twenty_matches_of_std() {
    twenty_matches(Mode::Std);
}

#[test]
fn twenty_matches_of_anti() {
    twenty_matches(Mode::Anti);
}

#[test]
fn twenty_matches_of_grand() {
    twenty_matches(Mode::Grand);
}

#[test]
fn twenty_matches_of_octagon() {
    twenty_matches(Mode::Octagon);
}

#[test]
fn twenty_matches_of_reversi() {
    twenty_matches(Mode::Reversi);
}
