//! When to read the state: on every event, every 10 s beside a live stream, every 1 s or 5 s without one, and never
//! twice within a second.

use crate::play::clock::Moment;
use std::time::Duration;

/// The venue allows one poll a second.
const SECOND: Duration = Duration::from_secs(1);
/// From poll to poll a little more; and a whole second from the answer to the next, because only the answer tells
/// that the poll has arrived: a slow journey must not bring two together.
pub(super) const MIN_GAP: Duration = Duration::from_millis(1_050);
/// Beside a live stream.
const WITH_STREAM: Duration = Duration::from_secs(10);
/// Without one while a match runs, and otherwise.
const PLAYING: Duration = MIN_GAP;
const IDLE: Duration = Duration::from_secs(5);
/// The longest wait after failures while a match runs, and otherwise.
const PLAYING_BACKOFF: Duration = Duration::from_secs(4);
const IDLE_BACKOFF: Duration = Duration::from_secs(30);
/// However long a busy server asks to wait.
const ASKED_LIMIT: Duration = Duration::from_mins(1);
/// A poll without any answer for this long is forgotten; the wires give up earlier.
const ANSWER_LIMIT: Duration = Duration::from_secs(30);

/// What the cadence depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pace {
    pub stream_live: bool,
    pub playing: bool,
}

/// The polls of a session.
#[derive(Debug, Default)]
pub(super) struct Polling {
    sent: Option<Moment>,
    in_flight: bool,
    /// When the latest poll was answered or given up.
    over: Option<Moment>,
    /// Something happened since the last poll was sent.
    wanted: bool,
    failures: u32,
    /// No poll before this, after failures.
    not_before: Option<Moment>,
}

impl Polling {
    /// Something happened: poll as soon as it is allowed.
    pub(super) fn want(&mut self) {
        self.wanted = true;
    }

    /// The next moment at which a poll is due; already past when it is due now.
    pub(super) fn due(&self, pace: Pace) -> Option<Moment> {
        let Some(sent) = self.sent else { return self.wanted.then_some(Moment::default()) };
        if self.in_flight {
            return Some(sent + ANSWER_LIMIT);
        }
        let gap = match (self.wanted, pace) {
            (true, _) => MIN_GAP,
            (false, Pace { stream_live: true, .. }) => WITH_STREAM,
            (false, Pace { stream_live: false, playing: true }) => PLAYING,
            (false, Pace { stream_live: false, playing: false }) => IDLE,
        };
        let after_answer = self.over.map_or(Moment::default(), |over| over + SECOND);
        Some((sent + gap).max(after_answer).max(self.not_before.unwrap_or_default()))
    }

    /// Whether a poll is on its way.
    pub(super) fn is_waiting(&self) -> bool {
        self.in_flight
    }

    /// A poll goes out.
    pub(super) fn sending(&mut self, now: Moment) {
        debug_assert!(self.sent.is_none_or(|sent| now >= sent + MIN_GAP), "two polls within a second");
        self.sent = Some(now);
        self.in_flight = true;
        self.wanted = false;
    }

    /// The poll was answered; gives the moment it was sent.
    pub(super) fn answered(&mut self, now: Moment) -> Moment {
        self.in_flight = false;
        self.over = Some(now);
        self.failures = 0;
        self.not_before = None;
        self.sent.unwrap_or_default()
    }

    /// The poll failed; gives how many did so in a row. `jitter` is from 0 to 1, `asked` what the server wants.
    pub(super) fn failed(&mut self, now: Moment, playing: bool, asked: Option<Duration>, jitter: f64) -> u32 {
        let most = if playing { PLAYING_BACKOFF } else { IDLE_BACKOFF };
        let wait = MIN_GAP.saturating_mul(1 << self.failures.min(5)).min(most);
        let wait = wait.mul_f64(1.0 - jitter.clamp(0.0, 1.0) / 4.0).max(asked.unwrap_or_default().min(ASKED_LIMIT));
        self.in_flight = false;
        self.over = Some(now);
        self.wanted = true;
        self.failures = self.failures.saturating_add(1);
        self.not_before = Some(now + wait);
        self.failures
    }

    /// Whether the latest poll that was answered at all was answered well.
    pub(super) fn is_well(&self) -> bool {
        self.sent.is_some() && self.failures == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LIVE: Pace = Pace { stream_live: true, playing: true };
    const ALONE: Pace = Pace { stream_live: false, playing: true };
    const IDLE_ALONE: Pace = Pace { stream_live: false, playing: false };

    fn at(ms: u64) -> Moment {
        Moment(Duration::from_millis(ms))
    }

    #[test]
    fn the_cadence_follows_the_stream_and_the_matches() {
        let mut polling = Polling::default();
        assert_eq!(polling.due(LIVE), None);
        polling.want();
        assert!(polling.due(LIVE).unwrap() <= at(0));
        polling.sending(at(0));
        assert_eq!(polling.due(ALONE), Some(at(30_000)));
        assert_eq!(polling.answered(at(30)), at(0));
        assert_eq!(polling.due(LIVE), Some(at(10_000)));
        assert_eq!(polling.due(ALONE), Some(at(1_050)));
        assert_eq!(polling.due(IDLE_ALONE), Some(at(5_000)));
        polling.want();
        assert_eq!(polling.due(LIVE), Some(at(1_050)));
    }

    #[test]
    fn failures_slow_it_down_less_while_a_match_runs() {
        for (playing, most) in [(true, 4), (false, 30)] {
            let mut polling = Polling::default();
            polling.want();
            let mut now = at(0);
            let mut longest = Duration::ZERO;
            for count in 1..=9 {
                polling.sending(now);
                assert_eq!(polling.failed(now, playing, None, 0.0), count);
                let due = polling.due(ALONE).unwrap();
                longest = longest.max(due.since(now));
                now = due;
            }
            assert_eq!(longest, Duration::from_secs(most));
            polling.sending(now);
            polling.failed(now, playing, Some(Duration::from_secs(45)), 0.5);
            assert_eq!(polling.due(LIVE).unwrap().since(now), Duration::from_secs(45));
        }
    }

    #[test]
    fn a_wish_during_a_poll_asks_for_another_one() {
        let mut polling = Polling::default();
        polling.want();
        polling.sending(at(0));
        polling.want();
        polling.answered(at(40));
        assert_eq!(polling.due(LIVE), Some(at(1_050)));
    }

    #[test]
    fn a_poll_that_travelled_slowly_is_not_caught_up_by_the_next() {
        let mut polling = Polling::default();
        polling.want();
        polling.sending(at(0));
        polling.want();
        polling.answered(at(400));
        assert_eq!(polling.due(LIVE), Some(at(1_400)));
        polling.sending(at(1_400));
        polling.failed(at(3_000), true, None, 1.0);
        assert_eq!(polling.due(LIVE), Some(at(4_000)));
    }

    proptest! {
        #[test]
        fn never_twice_within_a_second(steps in prop::collection::vec((0_u8..4, 0_u64..3_000), 1..200)) {
            let mut polling = Polling::default();
            let (mut now, mut last) = (at(0), None::<Moment>);
            for (pick, gap_ms) in steps {
                now = now + Duration::from_millis(gap_ms);
                match pick {
                    0 => polling.want(),
                    1 => { polling.answered(now); }
                    2 => { polling.failed(now, true, None, 0.9); }
                    _ => {}
                }
                if polling.due(ALONE).is_some_and(|due| due <= now) {
                    prop_assert!(last.is_none_or(|last| now.since(last) >= Duration::from_secs(1)));
                    polling.sending(now);
                    last = Some(now);
                }
            }
        }
    }
}
