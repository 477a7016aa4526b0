//! How long to think: the clock, less the journey of the move, never more than a person allows.

use std::time::Duration;

/// A bot whose first move has not come 30 s after the start voids the match; we keep clear of that.
const FIRST_MOVE_LIMIT: Duration = Duration::from_secs(25);
/// However short the time is, this part of it may be used.
const SHARE_OF_LITTLE: u32 = 8;
/// How many journeys are remembered.
const JOURNEYS: usize = 32;
/// The longest journey that is allowed for; beyond it a line is broken, not slow.
const LONGEST_JOURNEY: Duration = Duration::from_secs(5);

/// What is known when a budget is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Means {
    /// What is left of our clock.
    pub remaining: Duration,
    /// Kept back for the journey of the move.
    pub reserve: Duration,
    /// The most for one move, if a person set one.
    pub max_think: Option<Duration>,
    /// How long this turn has lasted, if it is our first on this board.
    pub first_move_after: Option<Duration>,
}

/// The longest to wait for the engine: above zero whenever time remains.
pub(super) fn budget(means: &Means) -> Duration {
    let little = means.remaining / SHARE_OF_LITTLE;
    let by_clock = means.remaining.saturating_sub(means.reserve).max(little);
    let by_person = means.max_think.filter(|most| !most.is_zero()).unwrap_or(Duration::MAX);
    let by_rule = match means.first_move_after {
        Some(passed) => FIRST_MOVE_LIMIT.saturating_sub(passed).max(little).min(FIRST_MOVE_LIMIT),
        None => Duration::MAX,
    };
    by_clock.min(by_person).min(by_rule).max(Duration::from_millis(1).min(means.remaining))
}

/// The journeys of the latest moves, from sending to the server's answer.
#[derive(Debug, Default)]
pub(super) struct Journeys {
    latest: [Duration; JOURNEYS],
    next: usize,
}

impl Journeys {
    pub(super) fn add(&mut self, took: Duration) {
        self.latest[self.next] = took.min(LONGEST_JOURNEY);
        self.next = (self.next + 1) % JOURNEYS;
    }

    /// What to keep back: as set, or more when moves have lately taken longer than that.
    pub(super) fn reserve(&self, set: Duration) -> Duration {
        let worst = self.latest.iter().copied().max().unwrap_or_default();
        set.max(worst + worst / 4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn means(remaining_ms: u64) -> Means {
        Means {
            remaining: Duration::from_millis(remaining_ms),
            reserve: Duration::from_millis(750),
            max_think: Some(10 * SECOND),
            first_move_after: None,
        }
    }

    #[test]
    fn the_documented_rule_holds_while_there_is_time() {
        assert_eq!(budget(&means(60_000)), 10 * SECOND);
        assert_eq!(budget(&means(5_750)), 5 * SECOND);
        assert_eq!(budget(&Means { max_think: None, ..means(60_000) }), Duration::from_millis(59_250));
        assert_eq!(budget(&Means { max_think: Some(Duration::ZERO), ..means(5_750) }), 5 * SECOND);
    }

    #[test]
    fn a_first_move_keeps_clear_of_the_half_minute() {
        let first = Means { max_think: None, first_move_after: Some(SECOND), ..means(60_000) };
        assert_eq!(budget(&first), 24 * SECOND);
        let late = Means { first_move_after: Some(40 * SECOND), ..first };
        assert_eq!(budget(&late), Duration::from_millis(7_500));
    }

    #[test]
    fn a_slow_line_raises_what_is_kept_back_and_is_forgotten_again() {
        let mut journeys = Journeys::default();
        assert_eq!(journeys.reserve(SECOND), SECOND);
        journeys.add(2 * SECOND);
        assert_eq!(journeys.reserve(SECOND), Duration::from_millis(2_500));
        for _ in 0..JOURNEYS {
            journeys.add(SECOND / 10);
        }
        assert_eq!(journeys.reserve(SECOND), SECOND);
    }

    proptest! {
        #[test]
        fn never_nothing_while_time_remains_and_never_more_than_remains(
            remaining_ns in 0_u64..200_000_000_000,
            reserve_ms in 0_u64..10_000,
            max_ms in prop::option::of(0_u64..400_000),
            passed_ms in prop::option::of(0_u64..100_000),
        ) {
            let means = Means {
                remaining: Duration::from_nanos(remaining_ns),
                reserve: Duration::from_millis(reserve_ms),
                max_think: max_ms.map(Duration::from_millis),
                first_move_after: passed_ms.map(Duration::from_millis),
            };
            let budget = budget(&means);
            prop_assert_eq!(budget.is_zero(), means.remaining.is_zero());
            prop_assert!(budget <= means.remaining);
        }
    }
}
