//! Third floor: how engines talk. Lines in, words out; nothing here starts a process or reads a clock.

pub mod builtin;
pub mod json_line;
