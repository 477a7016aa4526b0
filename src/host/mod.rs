//! Fourth floor: the wires.

pub mod child;
