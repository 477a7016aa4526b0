//! Third floor: how venues talk. Bytes in, words out; nothing here opens a socket or reads a clock.

pub mod arena;
