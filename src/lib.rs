//! Botdock puts an Othello bot online and keeps it online.

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
