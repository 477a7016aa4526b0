//! Ground floor: the rules of the games, and nothing else.
//!
//! Knows only the standard library. Each game keeps its own honest shape; there is no trait over all of them.

pub mod grid;
mod lines;
pub mod othello;
