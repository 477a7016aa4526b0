//! Botdock puts an Othello bot online and keeps it online: a pure middle that decides, thin wires that carry, faces
//! that only look, and one referee that is practice opponent, arena and test server alike.
//!
//! # The map
//!
//! Each floor uses only floors below it, and rooms on one floor do not know each other; `tests/tidy.rs` guards the
//! walls. Without features only the floors 1 to 3 compile; `host` adds the wires and the console, `gui` the window.
//!
//! | floor | room | holds | never sees |
//! |---|---|---|---|
//! | 5 | `main.rs`, `bin/botdock-cli.rs` | the two doors | |
//! | 4 | [`ui`] | the window: a page borrows a snapshot and emits commands; the theme is one table | host internals, but for the files that start a runner |
//! | 4 | [`cli`] | the console: the same snapshot and notes as lines of text | `ui` |
//! | 4 | [`host`] | the wires: HTTP, children, threads, the clock; [`host::worker`] is the one loop that owns the session | decisions about a game |
//! | 3 | [`session`] | judgement: one event and the time in, effects out | wire formats, dialects, sockets, processes, the clock |
//! | 3 | [`venue`] | how venues talk: bytes and words; [`venue::link`] knows when to reconnect, [`venue::arena`] is the other side of the same wire | sockets |
//! | 3 | [`engine`] | how engines talk: lines and words, one state machine a dialect, and the built-in movers | processes |
//! | 2 | [`play`] | the words all share: seats, turns, clocks, matches, faults; [`play::referee`] runs one game | wires, engines |
//! | 1 | [`game`] | the rules | anything but the standard library |
//!
//! # From a server event to a move
//!
//! The host reads a line, [`venue::flipsight`] decodes it, [`session::Session::step`] takes the event and asks for a
//! search ([`session::effect::Effect::Think`]), the engine's answer comes back as an event, the session checks it
//! (still this turn, legal by the server's list) and asks for the move to be sent. A move that is not known to have
//! arrived is repeated only after the state has been read.
//!
//! # What is absent on purpose
//!
//! No trait over all games, venues or engines: they are closed enums, and the compiler lists what a new one must
//! touch. No mutex around the session: one loop owns it, faces get immutable snapshots. No clock and no chance below
//! `host`: both are arguments, so that a seed replays a whole day. No `unsafe`.

#[cfg(feature = "host")]
pub mod cli;
pub mod engine;
pub mod game;
#[cfg(feature = "host")]
pub mod host;
pub mod play;
pub mod session;
#[cfg(feature = "gui")]
pub mod ui;
pub mod venue;
