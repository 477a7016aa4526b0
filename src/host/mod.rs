//! Fourth floor: the wires. Sockets, children, threads and the clock; no decision about a game is made here.

pub mod arena;
pub mod child;
pub mod clock;
mod console;
pub mod engines;
pub mod http;
pub mod machine;
pub mod practice;
pub mod prepare;
mod stream;
pub mod worker;

use crate::play::clock::Moment;
use clock::Clock;
use std::any::Any;
use std::future;
use std::time::Duration;

/// A deadline further away than this is looked at again after this; so every wait is finite, and a machine that slept
/// through a deadline notices.
const LONGEST_SLEEP: Duration = Duration::from_hours(1);

/// Waits for a moment; for ever if there is none.
async fn sleep_until(clock: &Clock, deadline: Option<Moment>) {
    match deadline {
        Some(deadline) => tokio::time::sleep(deadline.since(clock.moment()).min(LONGEST_SLEEP)).await,
        None => future::pending().await,
    }
}

/// What a panic said.
fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no reason told").to_owned()
}

/// A number by chance, from the seed that the standard library draws for its hash tables.
#[must_use]
pub fn chance() -> u64 {
    use std::hash::BuildHasher;
    std::collections::hash_map::RandomState::new().hash_one(0)
}
