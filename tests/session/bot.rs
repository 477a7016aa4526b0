//! A session under a script: the clock, the views it is shown, and what it wants done.

use botdock::game::grid::{Side, Square, SquareSet};
use botdock::game::othello::{Mode, Move, Position};
use botdock::play::clock::{Moment, Now};
use botdock::play::fault::{Conflict, Fault};
use botdock::play::paired::{BotInfo, Echo, LegStatus, LegView, MatchStatus, MatchView, Played, Poll};
use botdock::play::think::{Answer, EngineFault, ThinkRequest};
use botdock::play::turn::TurnId;
use botdock::session::config::Config;
use botdock::session::effect::Effect;
use botdock::session::event::{Event, Link};
use botdock::session::note::NoteKind;
use botdock::session::snapshot::Snapshot;
use botdock::session::{Session, Step};
use std::sync::Arc;
use std::time::Duration;

/// The server's clock at our moment zero.
pub const SERVER_ZERO_MS: i64 = 1_800_000_000_000;
/// This bot, and the other one.
pub const ME: i64 = 2;
pub const OTHER: i64 = 1;

pub struct Bot {
    pub session: Session,
    pub now_ms: u64,
    pub next: Option<Moment>,
    pub polls_ms: Vec<u64>,
}

impl Bot {
    pub fn new(config: Config) -> Bot {
        Bot { session: Session::new(config), now_ms: 0, next: None, polls_ms: Vec::new() }
    }

    /// Started, the stream live, and an empty first poll answered.
    pub fn online() -> Bot {
        Bot::online_with(Config::default())
    }

    pub fn online_with(config: Config) -> Bot {
        let mut bot = Bot::new(config);
        bot.event(Event::Started);
        if bot.session.snapshot().link == Link::Connecting {
            bot.event(Event::Link(Link::Live));
        }
        bot.polled(vec![]);
        bot
    }

    /// One step now; gives its effects.
    pub fn event(&mut self, event: Event) -> Vec<Effect> {
        let now = Now { moment: Moment(Duration::from_millis(self.now_ms)), unix_ms: self.now_ms as i64 };
        let Step { effects, next } = self.session.step(now, event);
        assert!(next.is_none_or(|next| next > now.moment), "a deadline that is not ahead");
        self.next = next;
        if effects.iter().any(|effect| matches!(effect, Effect::Poll { .. })) {
            assert!(self.polls_ms.last().is_none_or(|last| self.now_ms >= last + 1000), "two polls within a second");
            self.polls_ms.push(self.now_ms);
        }
        effects
    }

    pub fn server_ms(&self) -> i64 {
        SERVER_ZERO_MS + self.now_ms as i64
    }

    pub fn pushed(&mut self, view: &MatchView) -> Vec<Effect> {
        self.pushed_from(view, self.server_ms())
    }

    /// A push that left the server at `server_now_ms`.
    pub fn pushed_from(&mut self, view: &MatchView, server_now_ms: i64) -> Vec<Effect> {
        self.event(Event::Pushed { view: Box::new(view.clone()), server_now_ms })
    }

    pub fn polled(&mut self, matches: Vec<MatchView>) -> Vec<Effect> {
        let poll = self.poll_of(matches);
        self.event(Event::Polled(Ok(Box::new(poll))))
    }

    pub fn poll_of(&self, matches: Vec<MatchView>) -> Poll {
        let bot = |id, name: &str| BotInfo { id, name: name.into(), online: true, ..BotInfo::default() };
        let bots = vec![bot(OTHER, "Bulbul"), bot(ME, "Kosame")];
        Poll { me: bots[1].clone(), bots, matches, server_now_ms: self.server_ms(), unreadable: vec![] }
    }

    pub fn answered(&mut self, turn: TurnId, name: &str) -> Vec<Effect> {
        self.event(Event::Answered { turn, outcome: Ok(Answer { mv: mv(name), score: Some(1.5), depth: Some(9) }) })
    }

    pub fn engine_failed(&mut self, turn: TurnId, fault: EngineFault) -> Vec<Effect> {
        self.event(Event::Answered { turn, outcome: Err(fault) })
    }

    pub fn posted(&mut self, turn: TurnId, outcome: Result<(), Fault>) -> Vec<Effect> {
        let server_now_ms = self.server_ms();
        self.event(Event::Posted { turn, outcome: outcome.map(|()| server_now_ms), took: Duration::from_millis(50) })
    }

    /// Follows the session's own deadlines until `ms`, answering nothing; gives all effects with their times.
    pub fn run_to(&mut self, ms: u64) -> Vec<(u64, Effect)> {
        let mut all = Vec::new();
        for _ in 0..100_000 {
            let next_ms = self.next.map_or(u64::MAX, |next| next.0.as_micros().div_ceil(1000) as u64);
            if next_ms > ms {
                self.now_ms = ms;
                return all;
            }
            self.now_ms = next_ms;
            all.extend(self.event(Event::Woke).into_iter().map(|effect| (next_ms, effect)));
        }
        panic!("the session wakes without end");
    }

    /// Lives until `ms` with a server that answers every poll at once with `matches`; gives all effects.
    pub fn live_to(&mut self, ms: u64, matches: &[MatchView]) -> Vec<Effect> {
        let mut all = Vec::new();
        while self.now_ms < ms && !self.session.is_over() {
            self.now_ms = self.next.map_or(ms, |next| next.0.as_micros().div_ceil(1000) as u64).min(ms);
            let mut effects = self.event(Event::Woke);
            if polls(&effects) {
                effects.extend(self.polled(matches.to_vec()));
            }
            all.extend(effects);
        }
        all
    }

    pub fn snapshot(&mut self) -> Arc<Snapshot> {
        self.session.snapshot()
    }

    /// The notes but those of the beginning.
    pub fn notes(&mut self) -> Vec<NoteKind> {
        let notes = self.snapshot();
        let kinds = notes.notes.iter().map(|note| note.kind.clone());
        kinds.filter(|kind| !matches!(kind, NoteKind::Online { .. } | NoteKind::MatchStarted { .. })).collect()
    }
}

pub fn mv(name: &str) -> Move {
    Move::parse(name, 8).unwrap()
}

pub fn set(names: &[&str]) -> SquareSet {
    names.iter().filter_map(|name| Square::parse(name, 8)).collect()
}

pub fn leg(position: Position, revision: u64, black: u8) -> LegView {
    LegView {
        position,
        legal: position.legal(),
        black,
        clocks_ms: [60_000; 2],
        turn_started_ms: SERVER_ZERO_MS,
        revision,
        status: LegStatus::Active,
        history: vec![],
        discs: position.discs(),
        result_discs: None,
    }
}

/// A running match of two boards at the start of standard Othello: this bot has white on board 1, black on board 2.
pub fn paired(id: i64) -> MatchView {
    let start = Position::start(Mode::Std);
    MatchView {
        id,
        human: false,
        bots: [OTHER, ME],
        mode: Mode::Std,
        status: MatchStatus::Running,
        time_limit: Duration::from_mins(1),
        expires_ms: None,
        ranked: true,
        auto: false,
        rating_before: [None; 2],
        rating_after: [None; 2],
        echo: Echo::default(),
        opening: vec![],
        legs: vec![leg(start, 0, 0), leg(start, 0, 1)],
        totals: [4, 4],
        winner: None,
        finish_reason: None,
    }
}

/// A game against a person, this bot with black.
pub fn human(id: i64, round: &str) -> MatchView {
    let echo = Echo { round_no: Some(round.into()), room_created_at: Some("\"2026-11-12 19:00:00\"".into()) };
    let mut view = MatchView { human: true, bots: [ME, 0], echo, ranked: false, ..paired(id) };
    view.legs.truncate(1);
    view
}

pub fn pending(id: i64) -> MatchView {
    MatchView { status: MatchStatus::Pending, legs: vec![], ..paired(id) }
}

pub fn finished(view: &MatchView) -> MatchView {
    let mut view = MatchView { status: MatchStatus::Finished, winner: Some(1), totals: [58, 70], ..view.clone() };
    for leg in &mut view.legs {
        leg.status = LegStatus::Finished;
        leg.legal = SquareSet::EMPTY;
        leg.revision += 1;
    }
    view
}

/// The match after `name` was played on the board `index`.
pub fn after(view: &MatchView, index: usize, name: &str) -> MatchView {
    let mut view = view.clone();
    let leg = &mut view.legs[index];
    let side = leg.position.side();
    let participant = if side == Side::Black { leg.black } else { 1 - leg.black };
    leg.history.push(Played { side, participant, mv: mv(name), at_ms: 0 });
    leg.position = leg.position.play(mv(name)).unwrap();
    leg.legal = leg.position.legal();
    leg.revision += 1;
    view
}

/// A board where the side to move has exactly the listed squares, as the venue says it.
pub fn listing(view: &MatchView, index: usize, names: &[&str]) -> MatchView {
    let mut view = view.clone();
    view.legs[index].legal = set(names);
    view
}

pub fn thinks(effects: &[Effect]) -> Vec<&ThinkRequest> {
    fn think(effect: &Effect) -> Option<&ThinkRequest> {
        match effect {
            Effect::Think(request) => Some(request),
            _ => None,
        }
    }
    effects.iter().filter_map(think).collect()
}

/// The moves posted, as (board, revision, move).
pub fn posts(effects: &[Effect]) -> Vec<(u8, u64, String)> {
    let post = |effect: &Effect| match effect {
        Effect::Post { turn, mv, .. } => Some((turn.seat.leg, turn.revision, mv.name(8))),
        _ => None,
    };
    effects.iter().filter_map(post).collect()
}

pub fn polls(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| matches!(effect, Effect::Poll { .. }))
}

pub fn refused_as(conflict: Conflict) -> Result<(), Fault> {
    Err(Fault::Conflict(conflict))
}

pub fn lost() -> Result<(), Fault> {
    Err(Fault::NoAnswer("reset".into()))
}
