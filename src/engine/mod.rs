//! Third floor: how engines talk. Lines in, words out; nothing here starts a process or reads a clock.
//!
//! [`launch`] says what to start, [`dialogue`] keeps one engine's life in order, and inside it each dialect is a state
//! machine of its own: [`json_line`], [`nboard`] (Edax too) and [`egaroucid`]. [`pace`] shares the clock for engines
//! that cannot keep it. [`builtin`] movers need no process at all.

pub mod builtin;
mod dialect;
pub mod dialogue;
pub mod egaroucid;
pub mod json_line;
pub mod launch;
pub mod nboard;
pub mod pace;

pub use dialect::Farewell;
