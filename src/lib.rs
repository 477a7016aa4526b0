//! Botdock puts an Othello bot online and keeps it online.

pub mod engine;
pub mod game;
pub mod play;
pub mod session;
#[cfg(feature = "gui")]
pub mod ui;
