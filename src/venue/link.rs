//! Keeps an event stream open: when to connect, when to give a silent line up, how long to wait in between.
//!
//! A pure state machine. The driver feeds it what the connection does ([`Input`]) and does what it says ([`Action`]);
//! a step also tells when to come back if nothing happens.
//!
//! ```text
//! Closed ──Open──▶ Connecting ──Opened──▶ Live
//!                    ▲    │                 │ ended, or 15 s without a byte
//!              delay │    ▼ failed          ▼
//!                    └── Waiting ◀──────────┘   token refused anywhere ──▶ Refused
//! ```

use crate::play::clock::Moment;
use crate::play::fault::Fault;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::time::Duration;

/// No byte for this long means that the line is dead; the venue pings every 10 s.
pub const SILENCE_LIMIT: Duration = Duration::from_secs(15);
/// How long a connection may take to be opened.
pub const CONNECT_LIMIT: Duration = Duration::from_secs(10);
/// The first wait before a new try; it doubles with each failure.
pub const FIRST_DELAY: Duration = Duration::from_secs(1);
/// The longest wait of the doubling.
pub const LAST_DELAY: Duration = Duration::from_secs(30);
/// Live for this long, a connection counts as good and the doubling begins anew.
pub const GOOD_AFTER: Duration = Duration::from_secs(20);
/// The wait after `too many streams`: another program holds them, and only its end helps.
pub const CROWDED_DELAY: Duration = Duration::from_mins(1);
/// The wait after any other refusal of the stream itself: it seldom passes soon, but it may pass.
pub const REJECTED_DELAY: Duration = Duration::from_mins(1);
/// However long a server asks to wait, we ask again after this.
pub const ASKED_LIMIT: Duration = Duration::from_mins(5);

/// What the connection did, or what is wanted of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// The stream is wanted.
    Open,
    /// The stream is not wanted any more.
    Close,
    /// The server answered with the stream.
    Opened,
    /// Bytes came, whatever they say.
    Heard,
    /// The connection failed or ended, with the reason.
    Ended(String),
    /// The server answered with a refusal.
    Refused(Fault),
    /// Only time passed.
    Woke,
}

/// What the driver does now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Connect,
    /// Drop the connection, or the attempt.
    Disconnect,
}

/// The new state, for those who look on; told only when it changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    Closed,
    Connecting,
    Live,
    Lost { why: String, retry_in: Duration },
    Refused { error: String },
}

/// The answer to one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub action: Option<Action>,
    pub news: Option<News>,
    /// Come back with [`Input::Woke`] at this moment if nothing happens before.
    pub next: Option<Moment>,
}

/// The state of one stream.
#[derive(Debug)]
pub struct Link {
    state: State,
    failures: u32,
    random: ChaCha8Rng,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Closed,
    Connecting {
        since: Moment,
    },
    Live {
        since: Moment,
        heard: Moment,
    },
    Waiting {
        until: Moment,
    },
    /// The token is dead; only a new one, and so a new link, helps.
    Refused,
}

impl Link {
    /// A closed link. `seed` scatters the waits, so that many bots do not come back at once.
    #[must_use]
    pub fn new(seed: u64) -> Link {
        Link { state: State::Closed, failures: 0, random: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// Takes what happened at `now` and says what to do.
    pub fn step(&mut self, now: Moment, input: Input) -> Step {
        let (action, news) = self.react(now, input);
        let next = match self.state {
            State::Closed | State::Refused => None,
            State::Connecting { since } => Some(since + CONNECT_LIMIT),
            State::Live { heard, .. } => Some(heard + SILENCE_LIMIT),
            State::Waiting { until } => Some(until),
        };
        Step { action, news, next }
    }

    fn react(&mut self, now: Moment, input: Input) -> (Option<Action>, Option<News>) {
        match (input, self.state) {
            (Input::Open, State::Closed) => self.connect(now),
            (Input::Open | Input::Woke, State::Waiting { until }) if now >= until => self.connect(now),
            (Input::Opened, State::Connecting { .. }) => {
                self.state = State::Live { since: now, heard: now };
                (None, Some(News::Live))
            }
            (Input::Heard, State::Live { since, .. }) => {
                self.state = State::Live { since, heard: now };
                (None, None)
            }
            (Input::Woke, State::Connecting { since }) if now >= since + CONNECT_LIMIT => {
                self.lose(now, "no answer".into(), None, Some(Action::Disconnect))
            }
            (Input::Woke, State::Live { heard, .. }) if now >= heard + SILENCE_LIMIT => {
                self.lose(now, "the line went silent".into(), None, Some(Action::Disconnect))
            }
            (Input::Ended(why), State::Connecting { .. } | State::Live { .. }) => self.lose(now, why, None, None),
            (Input::Refused(fault), State::Connecting { .. } | State::Live { .. }) => self.refused(now, fault),
            (Input::Close, State::Connecting { .. } | State::Live { .. }) => {
                self.state = State::Closed;
                (Some(Action::Disconnect), Some(News::Closed))
            }
            (Input::Close, State::Waiting { .. } | State::Refused) => {
                self.state = State::Closed;
                (None, Some(News::Closed))
            }
            // What comes late from a connection that was given up already, or wakes too early, changes nothing.
            (
                Input::Open
                | Input::Close
                | Input::Opened
                | Input::Heard
                | Input::Ended(_)
                | Input::Refused(_)
                | Input::Woke,
                State::Closed | State::Connecting { .. } | State::Live { .. } | State::Waiting { .. } | State::Refused,
            ) => (None, None),
        }
    }

    fn connect(&mut self, now: Moment) -> (Option<Action>, Option<News>) {
        self.state = State::Connecting { since: now };
        (Some(Action::Connect), Some(News::Connecting))
    }

    fn refused(&mut self, now: Moment, fault: Fault) -> (Option<Action>, Option<News>) {
        let why = fault.to_string();
        match fault {
            Fault::TokenRefused { error } => {
                self.state = State::Refused;
                (None, Some(News::Refused { error }))
            }
            Fault::Busy { status: 429, after } => {
                let wait = after.unwrap_or_default().clamp(CROWDED_DELAY, ASKED_LIMIT);
                self.lose(now, "too many connections of this bot are open".into(), Some(wait), None)
            }
            Fault::Busy { after, .. } => self.lose(now, why, after.map(|wait| wait.min(ASKED_LIMIT)), None),
            Fault::Rejected { .. } => self.lose(now, why, Some(REJECTED_DELAY), None),
            Fault::Conflict(_) | Fault::NoAnswer(_) | Fault::Unreadable { .. } => self.lose(now, why, None, None),
        }
    }

    fn lose(
        &mut self,
        now: Moment,
        why: String,
        asked: Option<Duration>,
        action: Option<Action>,
    ) -> (Option<Action>, Option<News>) {
        if let State::Live { since, .. } = self.state
            && now.since(since) >= GOOD_AFTER
        {
            self.failures = 0;
        }
        let retry_in = self.delay().max(asked.unwrap_or_default());
        self.failures = self.failures.saturating_add(1);
        self.state = State::Waiting { until: now + retry_in };
        (action, Some(News::Lost { why, retry_in }))
    }

    /// 1, 2, 4 … 30 s, up to a quarter less by chance, but never under the first.
    fn delay(&mut self) -> Duration {
        let whole = FIRST_DELAY.saturating_mul(1 << self.failures.min(5)).min(LAST_DELAY);
        let less = whole / 4 * (self.random.next_u32() % 1024) / 1024;
        whole.saturating_sub(less).max(FIRST_DELAY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(ms: u64) -> Moment {
        Moment(Duration::from_millis(ms))
    }

    fn lost(step: &Step) -> Duration {
        match &step.news {
            Some(News::Lost { retry_in, .. }) => *retry_in,
            other => panic!("not lost but {other:?}"),
        }
    }

    #[test]
    fn a_silent_line_is_given_up_and_opened_again_within_two_seconds() {
        let mut link = Link::new(1);
        assert_eq!(link.step(at(0), Input::Open).action, Some(Action::Connect));
        assert_eq!(link.step(at(100), Input::Opened).news, Some(News::Live));
        assert_eq!(link.step(at(10_000), Input::Heard).next, Some(at(25_000)));
        assert_eq!(link.step(at(24_999), Input::Woke), Step { action: None, news: None, next: Some(at(25_000)) });
        let step = link.step(at(25_000), Input::Woke);
        assert_eq!(step.action, Some(Action::Disconnect));
        assert!(lost(&step) <= Duration::from_secs(2));
        let next = step.next.unwrap();
        assert_eq!(link.step(next, Input::Ended("late news of the old line".into())).action, None);
        assert_eq!(link.step(next, Input::Woke).action, Some(Action::Connect));
    }

    #[test]
    fn waits_double_to_half_a_minute_and_begin_anew_after_a_good_while() {
        let mut link = Link::new(7);
        let mut now = at(0);
        link.step(now, Input::Open);
        let mut waits = Vec::new();
        for _ in 0..9 {
            let step = link.step(now, Input::Ended("refused".into()));
            waits.push(lost(&step).as_secs_f64());
            now = step.next.unwrap();
            assert_eq!(link.step(now, Input::Woke).action, Some(Action::Connect));
        }
        for (wait, whole) in waits.iter().zip([1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0, 30.0, 30.0]) {
            assert!((whole * 0.75..=whole).contains(wait) && *wait >= 1.0, "{waits:?}");
        }
        link.step(now, Input::Opened);
        assert!(lost(&link.step(now + Duration::from_secs(1), Input::Ended("again".into()))) > Duration::from_secs(20));
        now = now + Duration::from_secs(40);
        link.step(now, Input::Woke);
        link.step(now, Input::Opened);
        link.step(now + Duration::from_secs(10), Input::Heard);
        let step = link.step(now + GOOD_AFTER, Input::Ended("clean end".into()));
        assert_eq!(lost(&step), FIRST_DELAY);
    }

    #[test]
    fn only_the_token_stops_the_tries_and_a_crowd_makes_them_rare() {
        let mut link = Link::new(3);
        link.step(at(0), Input::Open);
        let crowded = link.step(at(0), Input::Refused(Fault::Busy { status: 429, after: None }));
        assert_eq!(lost(&crowded), CROWDED_DELAY);
        link.step(at(60_000), Input::Woke);
        let busy = Fault::Busy { status: 503, after: Some(Duration::from_secs(40)) };
        assert_eq!(lost(&link.step(at(60_000), Input::Refused(busy))), Duration::from_secs(40));
        link.step(at(100_000), Input::Woke);
        let denied = Fault::Rejected { status: 403, error: "access denied".into() };
        let step = link.step(at(100_000), Input::Refused(denied));
        assert_eq!(lost(&step), REJECTED_DELAY);
        assert_eq!(link.step(at(160_000), Input::Woke).action, Some(Action::Connect));
        let step =
            link.step(at(160_000), Input::Refused(Fault::TokenRefused { error: "invalid bot credential".into() }));
        assert_eq!(step.news, Some(News::Refused { error: "invalid bot credential".into() }));
        assert_eq!(step.next, None);
        assert_eq!(link.step(at(999_000), Input::Open).action, None);
    }

    #[test]
    fn an_attempt_without_an_answer_ends() {
        let mut link = Link::new(3);
        let step = link.step(at(0), Input::Open);
        assert_eq!(step.next, Some(at(10_000)));
        assert_eq!(link.step(at(10_000), Input::Woke).action, Some(Action::Disconnect));
    }

    proptest! {
        /// Whatever happens, an open link that is not refused has a way on in time.
        #[test]
        fn no_state_is_without_a_way_out(seed in any::<u64>(), picks in prop::collection::vec((0_u8..7, 0_u64..20_000), 0..60)) {
            let mut link = Link::new(seed);
            let mut now = 0;
            for (pick, gap) in picks {
                now += gap;
                let input = match pick {
                    0 => Input::Open,
                    1 => Input::Close,
                    2 => Input::Opened,
                    3 => Input::Heard,
                    4 => Input::Ended("x".into()),
                    5 => Input::Refused(Fault::Busy { status: 503, after: None }),
                    _ => Input::Woke,
                };
                let step = link.step(at(now), input);
                prop_assert!((step.next.is_none()) == (link.state == State::Closed));
                prop_assert!(step.next.is_none_or(|next| next.since(at(now)) <= ASKED_LIMIT));
            }
        }
    }
}
