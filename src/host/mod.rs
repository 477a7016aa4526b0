//! Fourth floor: the wires. Sockets, children, disk; no decision about a game is made here.

pub mod arena;
