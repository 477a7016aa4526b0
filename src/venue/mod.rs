//! Third floor: how venues talk. Bytes in, words out, and the other way round; nothing here opens a socket or reads
//! a clock.

pub mod arena;
pub mod flipsight;
pub mod link;
