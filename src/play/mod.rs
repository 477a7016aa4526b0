//! Second floor: the words that all rooms above share. No engine, no wire, no clock of its own.

pub mod clock;
pub mod fault;
pub mod paired;
pub mod referee;
pub mod strength;
pub mod think;
pub mod turn;
