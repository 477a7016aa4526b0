//! How long to think, for engines that are not told the clock or cannot keep it.
//!
//! The clock is shared over the moves that still cost time. The last dozen squares cost next to nothing, because they
//! are searched to the end at once; the middle of the game, where games are decided, gets more than the opening.

use std::time::Duration;

/// With this many empty squares or fewer, an engine sees the end of the game at once.
const SOLVED_EMPTIES: u32 = 12;
/// With more empty squares than this, it is still the opening.
const OPENING_EMPTIES: u32 = 44;
/// A share is never less than this, as long as the budget allows it.
const LEAST: Duration = Duration::from_millis(20);

/// The time to give this move.
///
/// `remaining` is the clock of the side to move, `empties` the squares still empty, and `budget` the longest that the
/// caller waits. The result is never more than `budget`, and never more than half of `remaining`.
#[must_use]
pub fn share(remaining: Duration, empties: u32, budget: Duration) -> Duration {
    // The moves of this side until the end is in sight, and one more that sees it.
    let costly = empties.saturating_sub(SOLVED_EMPTIES).div_ceil(2) + 1;
    let even = remaining / (costly + 1);
    let weighted = if empties > OPENING_EMPTIES { even * 3 / 4 } else { even * 5 / 4 };
    weighted.min(remaining / 2).max(LEAST).min(budget)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_mins(1);
    const JOURNEY: Duration = Duration::from_millis(100);
    const RESERVE: Duration = Duration::from_millis(750);

    /// What is left of a clock after a whole game of an engine that uses all it is given down to `quick` empties.
    fn play_out(clock: Duration, quick: u32) -> Option<Duration> {
        let mut left = clock;
        for empties in (1..=52).rev().step_by(2) {
            let budget = left.saturating_sub(RESERVE);
            let used = if empties > quick { share(left, empties, budget) } else { Duration::from_millis(5) };
            left = left.checked_sub(used + JOURNEY)?;
        }
        Some(left)
    }

    #[test]
    fn a_game_that_uses_every_share_keeps_its_clock_and_uses_most_of_it() {
        let left = play_out(MINUTE, SOLVED_EMPTIES).unwrap();
        assert!(left < MINUTE * 15 / 100, "{left:?} left");
        // Even an engine that thinks to the last square comes home.
        assert!(play_out(MINUTE, 0).is_some());
        assert!(play_out(Duration::from_mins(10), 0).is_some());
    }

    #[test]
    fn the_middle_of_the_game_gets_more_than_the_opening() {
        assert!(share(MINUTE, 40, MINUTE) > share(MINUTE, 52, MINUTE) * 3 / 2);
    }

    #[test]
    fn a_share_keeps_within_the_budget_and_half_the_clock() {
        for empties in 0..=64 {
            for ms in [0, 1, 10, 40, 100, 1_000, 60_000, 3_600_000] {
                let clock = Duration::from_millis(ms);
                for budget in [Duration::ZERO, clock / 3, clock] {
                    let share = share(clock, empties, budget);
                    assert!(
                        share <= budget && (share <= clock / 2 || share <= LEAST),
                        "{empties} {clock:?} {budget:?}"
                    );
                }
            }
        }
    }
}
