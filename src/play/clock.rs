//! Time as arithmetic. Nothing here reads a clock: the moment is always an argument.

use std::ops::Add;
use std::time::Duration;

/// A point on the program's own monotonic clock, counted from an origin that the program chooses at its start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(pub Duration);

impl Moment {
    /// Time from `earlier` to this moment; zero if `earlier` is later.
    #[must_use]
    pub fn since(self, earlier: Moment) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<Duration> for Moment {
    type Output = Moment;
    fn add(self, span: Duration) -> Moment {
        Moment(self.0.saturating_add(span))
    }
}

/// What the host knows of the time when something happens: the monotonic moment for every decision, and the wall
/// clock for display alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Now {
    pub moment: Moment,
    /// Milliseconds since 1970, by this machine's clock. Never used in a decision.
    pub unix_ms: i64,
}

/// A server's clock as seen once: its time, and our moment when we received it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// `server_now_ms` of the message.
    pub server_now_ms: i64,
    /// When the message arrived.
    pub received: Moment,
}

impl Reading {
    /// What is left of a clock of `clock_ms` whose turn began at the server's `turn_started_ms`, at our moment
    /// `now`. The journey of the message is not known and not counted. Never negative; never more than `clock_ms`.
    #[must_use]
    pub fn remaining(&self, clock_ms: i64, turn_started_ms: i64, now: Moment) -> Duration {
        let thought_ms = self.server_now_ms.saturating_sub(turn_started_ms).max(0);
        let left_ms = u64::try_from(clock_ms.saturating_sub(thought_ms)).unwrap_or(0);
        Duration::from_millis(left_ms).saturating_sub(now.since(self.received))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: fn(u64) -> Moment = |ms| Moment(Duration::from_millis(ms));

    #[test]
    fn remaining_counts_the_servers_time_and_then_ours() {
        let reading = Reading { server_now_ms: 1_000_500, received: AT(100) };
        assert_eq!(reading.remaining(60_000, 1_000_000, AT(100)), Duration::from_millis(59_500));
        assert_eq!(reading.remaining(60_000, 1_000_000, AT(350)), Duration::from_millis(59_250));
        assert_eq!(reading.remaining(60_000, 1_000_000, AT(99_999)), Duration::ZERO);
    }

    #[test]
    fn remaining_survives_absurd_clocks() {
        let reading = Reading { server_now_ms: i64::MIN, received: AT(0) };
        assert_eq!(reading.remaining(60_000, i64::MAX, AT(0)), Duration::from_mins(1));
        let reading = Reading { server_now_ms: i64::MAX, received: AT(0) };
        assert_eq!(reading.remaining(60_000, i64::MIN, AT(0)), Duration::ZERO);
        assert_eq!(reading.remaining(-5, 0, AT(0)), Duration::ZERO);
    }
}
