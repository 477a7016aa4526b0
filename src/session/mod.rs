//! Third floor: judgement. The only place that decides; it never sees a wire format, an engine's dialect, a socket,
//! a process or a clock.

pub mod command;
pub mod config;
pub mod effect;
pub mod event;
pub mod note;
pub mod snapshot;
