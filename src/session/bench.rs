//! The engine of one seat: whether it is worth asking, and with how much patience.

use super::note::EngineTrouble;
use crate::play::think::EngineFault;
use std::time::Duration;

/// Faults in a row after which an engine is not asked again on its board.
const FAULT_LIMIT: u32 = 3;
/// Late answers in a row that still halve the patience.
const LATE_LIMIT: u32 = 6;

/// What a seat's engine has done lately.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bench {
    faults: u32,
    lates: u32,
    lost: bool,
}

impl Bench {
    /// It gave a usable move.
    pub(super) fn answered(&mut self) {
        self.faults = 0;
        self.lates = 0;
    }

    /// It gave none. Whether it is given up because of that.
    pub(super) fn failed(&mut self, trouble: &EngineTrouble) -> bool {
        let was_lost = self.lost;
        match trouble {
            // A slow start is no fault: it is asked again until it answers.
            EngineTrouble::Fault(EngineFault::NotReady) => {}
            EngineTrouble::Late => self.lates = (self.lates + 1).min(LATE_LIMIT),
            EngineTrouble::Fault(EngineFault::Unsupported(_)) => self.lost = true,
            EngineTrouble::Illegal(_)
            | EngineTrouble::Fault(EngineFault::Start(_) | EngineFault::Exited(_) | EngineFault::Unreadable(_)) => {
                self.faults += 1;
                self.lost |= self.faults >= FAULT_LIMIT;
            }
        }
        self.lost && !was_lost
    }

    /// Whether asking it again is pointless.
    pub(super) fn is_lost(self) -> bool {
        self.lost
    }

    /// How long to wait for it: half as long after each late answer, so that an engine that hangs does not use up
    /// the clock.
    pub(super) fn patience(self, budget: Duration) -> Duration {
        (budget / (1 << self.lates)).max(Duration::from_millis(1).min(budget))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_faults_in_a_row_lose_an_engine_and_an_answer_forgives_two() {
        let fault = EngineTrouble::Fault(EngineFault::Exited("code 1".into()));
        let mut bench = Bench::default();
        for _ in 0..2 {
            bench.failed(&fault);
        }
        bench.answered();
        for _ in 0..2 {
            assert!(!bench.failed(&fault));
        }
        assert!(!bench.is_lost());
        assert!(bench.failed(&fault), "this one loses it");
        assert!(bench.is_lost());
        assert!(!bench.failed(&fault), "it is lost only once");
    }

    #[test]
    fn a_slow_start_is_forgiven_for_ever() {
        let mut bench = Bench::default();
        for _ in 0..99 {
            assert!(!bench.failed(&EngineTrouble::Fault(EngineFault::NotReady)));
        }
        assert_eq!(bench, Bench::default());
    }

    #[test]
    fn an_engine_that_does_not_play_the_game_is_asked_once() {
        let mut bench = Bench::default();
        assert!(bench.failed(&EngineTrouble::Fault(EngineFault::Unsupported("grand".into()))));
        assert!(bench.is_lost());
    }

    #[test]
    fn patience_shrinks_but_never_to_nothing() {
        let mut bench = Bench::default();
        let budget = Duration::from_secs(8);
        for _ in 0..99 {
            bench.failed(&EngineTrouble::Late);
        }
        assert_eq!(bench.patience(budget), budget / 64);
        assert_eq!(bench.patience(Duration::from_nanos(5)), Duration::from_nanos(5));
        bench.answered();
        assert_eq!(bench.patience(budget), budget);
    }
}
