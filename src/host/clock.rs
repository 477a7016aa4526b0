//! The program's clock: a monotonic moment for every decision, the wall clock for display.
//!
//! On Linux the moment goes on counting while the machine sleeps (`CLOCK_BOOTTIME`), as the server's clocks do.
//! Elsewhere it is the standard library's monotonic clock, which may stand still meanwhile.

use crate::play::clock::{Moment, Now};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A monotonic clock with its origin. Copies agree with each other.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// Time since boot at the origin, where the system tells it.
    boot: Option<Duration>,
    origin: Instant,
}

impl Clock {
    /// A clock that counts from now.
    #[must_use]
    pub fn start() -> Clock {
        Clock { boot: since_boot(), origin: Instant::now() }
    }

    /// The moment now.
    #[must_use]
    pub fn moment(&self) -> Moment {
        match (self.boot, since_boot()) {
            (Some(origin), Some(now)) => Moment(now.saturating_sub(origin)),
            _ => Moment(self.origin.elapsed()),
        }
    }

    /// The moment now, and the wall clock beside it.
    #[must_use]
    pub fn now(&self) -> Now {
        Now { moment: self.moment(), unix_ms: unix_ms() }
    }
}

/// Milliseconds since 1970 by this machine's clock; for display alone. Negative for a clock set before 1970.
#[must_use]
pub fn unix_ms() -> i64 {
    let in_ms = |span: Duration| i64::try_from(span.as_millis()).unwrap_or(i64::MAX);
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(after) => in_ms(after),
        Err(before) => -in_ms(before.duration()),
    }
}

#[cfg(target_os = "linux")]
fn since_boot() -> Option<Duration> {
    nix::time::clock_gettime(nix::time::ClockId::CLOCK_BOOTTIME).ok().map(Duration::from)
}

#[cfg(not(target_os = "linux"))]
fn since_boot() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_rise_and_copies_agree() {
        let clock = Clock::start();
        let copy = clock;
        let first = clock.moment();
        let second = copy.moment();
        let third = clock.moment();
        assert!(first <= second && second <= third);
        assert!(third.since(first) < Duration::from_mins(1));
    }

    #[test]
    fn the_wall_clock_is_in_milliseconds() {
        // Between the years 2020 and 2200.
        assert!((1_577_836_800_000..7_258_118_400_000).contains(&unix_ms()));
    }
}
