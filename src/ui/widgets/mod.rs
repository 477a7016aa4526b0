//! The parts that pages are made of. Each takes its colours and sizes from the theme and tells its name to a screen
//! reader; none knows what a match is.

pub mod board_disc;
pub mod button;
pub mod clock;
pub mod curve;
pub mod dock;
pub mod dropdown;
pub mod empty;
pub mod field;
pub mod focus;
pub mod frame;
pub mod icon;
pub mod match_bar;
pub mod note_row;
pub mod pill;
pub mod question;
pub mod segments;
pub mod slider;
pub mod strip;
pub mod text;
