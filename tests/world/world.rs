//! One world: a session, an engine, the arena and the line between them, under one clock.

use super::engine::Temper;
use super::net::Line;
use botdock::game::othello::{Mode, Move, Position};
use botdock::play::clock::Moment;
use botdock::play::paired::FinishReason;
use botdock::play::think::{Answer as EngineAnswer, EngineFault};
use botdock::play::turn::TurnId;
use botdock::session::Session;
use botdock::session::config::{Config, Exit};
use botdock::session::event::{Ask, Event};
use botdock::venue::arena::{Answer, Arena, BotSetup, Config as ArenaConfig, StreamId};
use botdock::venue::flipsight::decode;
use botdock::venue::flipsight::encode;
use botdock::venue::link::{Input, Link};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::BTreeMap;
use std::time::Duration;

pub const EPOCH_MS: i64 = 1_800_000_000_000;
pub const ME: i64 = 1;
/// No world lasts longer than this, in virtual time and in steps.
const LAST_MS: u64 = 400_000;
const LAST_STEP: u64 = 60_000;

/// A line that is quiet by then costs no match.
const SOON_MS: u64 = 16_000;

/// What kind of match is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bout {
    /// Our challenge to one of the arena's own bots.
    Challenge,
    /// An automatic match, to be accepted.
    Automatic,
    /// A person's challenge, to be accepted; one board.
    Human,
}

/// How a world is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    pub seed: u64,
    pub mode: Mode,
    pub bout: Bout,
    pub temper: Temper,
    pub line: Line,
    /// From then on the line is quiet.
    pub heals_ms: u64,
    pub stream: bool,
    /// Discs at the start: most matches are short, so that many fit into a test.
    pub opening_discs: u32,
}

impl Plan {
    pub fn drawn(seed: u64, mode: Mode) -> Plan {
        let mut random = ChaCha8Rng::seed_from_u64(seed ^ 0x706c_616e);
        let bout = match random.next_u32() % 16 {
            0 | 1 if mode == Mode::Std => Bout::Automatic,
            2 => Bout::Human,
            _ => Bout::Challenge,
        };
        Plan {
            seed,
            mode,
            bout,
            temper: Temper::ALL[random.next_u32() as usize % Temper::ALL.len()],
            line: Line::drawn(&mut random),
            heals_ms: match random.next_u32() {
                late if late % 8 == 0 => SOON_MS + u64::from(late) % 80_000,
                soon => u64::from(soon) % SOON_MS,
            },
            stream: random.next_u32() % 8 != 0,
            opening_discs: match (random.next_u32() % 32, mode.size()) {
                (0, _) => 12,
                (_, 8) => 46,
                _ => 80,
            },
        }
    }

    pub fn quiet(seed: u64, mode: Mode) -> Plan {
        let temper = [Temper::Instant, Temper::Quick, Temper::Slow][seed as usize % 3];
        Plan { temper, line: Line::QUIET, heals_ms: 0, ..Plan::drawn(seed, mode) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Discs,
    Other(Option<FinishReason>),
}

/// What a world came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    pub ending: Ending,
    pub moves: u64,
    pub refused: u64,
    pub repeated: u64,
    pub polls: u64,
    pub lost: u64,
    pub steps: u64,
    pub ended_ms: u64,
}

/// Something that will happen.
#[derive(Debug)]
pub enum Happening {
    AtServer { call: Call, answer: bool },
    AtBot(Event),
    Line { connection: u64, bytes: Vec<u8> },
    StreamRequest { connection: u64 },
    StreamAnswer { connection: u64, opened: Result<StreamId, Answer> },
    StreamEnds { connection: u64 },
    ServerClosesStream(StreamId),
    SiteMove(TurnId, Move),
    EngineAnswers(TurnId, Result<EngineAnswer, EngineFault>),
    PersonMoves,
    PersonWishes,
}

/// A request on its way.
#[derive(Clone, Debug)]
pub enum Call {
    Poll(String),
    Post(TurnId, String),
    Ask(Ask, String),
}

pub struct World {
    pub(super) plan: Plan,
    pub(super) random: ChaCha8Rng,
    pub(super) now_ms: u64,
    pub(super) queue: BTreeMap<(u64, u64), Happening>,
    pub(super) count: u64,
    pub(super) arena: Arena,
    pub(super) arena_next: Option<u64>,
    pub(super) token: String,
    pub(super) session: Session,
    pub(super) session_next: Option<u64>,
    pub(super) link: Link,
    pub(super) link_next: Option<u64>,
    pub(super) connection: u64,
    pub(super) stream: Option<StreamId>,
    pub(super) silent: bool,
    pub(super) begun: bool,
    pub(super) room: Option<(i64, Position)>,
    pub(super) report: Report,
    pub(super) last_poll_ms: Option<u64>,
    pub(super) exit: Option<Exit>,
}

/// Says which world it was when a test fails inside it.
struct Tell(Plan);

impl Drop for Tell {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the world of BOTDOCK_SEED={} in {}: {:?}", self.0.seed, self.0.mode, self.0);
        }
    }
}

/// Plays the world of a seed to its end.
pub fn play(seed: u64, mode: Mode) -> Report {
    play_with(Plan::drawn(seed, mode))
}

pub fn play_with(plan: Plan) -> Report {
    let tell = Tell(plan);
    let mut world = World::new(plan);
    world.step(Event::Started);
    world.at(100, Happening::PersonWishes);
    while world.exit.is_none() {
        world.next();
    }
    assert_eq!(world.exit, Some(Exit::Done));
    let report = world.close();
    drop(tell);
    report
}

impl World {
    fn new(plan: Plan) -> World {
        let arena_config =
            ArenaConfig { seed: plan.seed, time_limit: Duration::from_mins(1), bots: vec![BotSetup::named("Kosame")] };
        let arena = Arena::new(arena_config, EPOCH_MS).with_opening(plan.opening_discs);
        let token = arena.token(ME).unwrap().to_owned();
        let config = Config {
            stream: plan.stream,
            seed: plan.seed,
            max_think: Some(Duration::from_secs(2)),
            ..Config::default()
        };
        let report = Report {
            ending: Ending::Other(None),
            moves: 0,
            refused: 0,
            repeated: 0,
            polls: 0,
            lost: 0,
            steps: 0,
            ended_ms: 0,
        };
        World {
            plan,
            random: ChaCha8Rng::seed_from_u64(plan.seed),
            now_ms: 0,
            queue: BTreeMap::new(),
            count: 0,
            arena,
            arena_next: None,
            token,
            session: Session::new(config),
            session_next: None,
            link: Link::new(plan.seed),
            link_next: None,
            connection: 0,
            stream: None,
            silent: false,
            begun: false,
            room: None,
            report,
            last_poll_ms: None,
            exit: None,
        }
    }

    pub(super) fn line(&self) -> Line {
        if self.now_ms >= self.plan.heals_ms { Line::QUIET } else { self.plan.line }
    }

    pub(super) fn server_ms(&self) -> i64 {
        EPOCH_MS + self.now_ms as i64
    }

    pub(super) fn moment(&self) -> Moment {
        Moment(Duration::from_millis(self.now_ms))
    }

    /// `happening` comes `after_ms` from now.
    pub(super) fn at(&mut self, after_ms: u64, happening: Happening) {
        self.count += 1;
        self.queue.insert((self.now_ms + after_ms, self.count), happening);
    }

    /// The next thing, whatever it is.
    fn next(&mut self) {
        self.report.steps += 1;
        assert!(self.report.steps < LAST_STEP, "a world without end");
        let queued = self.queue.first_key_value().map(|(key, _)| key.0);
        let timers = [queued, self.session_next, self.link_next, self.arena_next];
        let next_ms = timers.into_iter().flatten().min().unwrap_or(LAST_MS);
        assert!(next_ms < LAST_MS, "the match does not end");
        self.now_ms = self.now_ms.max(next_ms);
        if queued == Some(next_ms) {
            if let Some((_, happening)) = self.queue.pop_first() {
                self.happen(happening);
            }
        } else if self.session_next == Some(next_ms) {
            self.step(Event::Woke);
        } else if self.link_next == Some(next_ms) {
            self.link(Input::Woke);
        } else {
            let step = self.arena.tick(self.server_ms());
            self.arena_did(step);
        }
    }

    fn happen(&mut self, happening: Happening) {
        match happening {
            Happening::AtServer { call, answer } => self.at_server(call, answer),
            Happening::AtBot(event) => self.step(event),
            Happening::Line { connection, bytes } if connection == self.connection && !self.silent => {
                self.heard(&bytes);
            }
            Happening::StreamRequest { connection } => {
                let token = self.token.clone();
                let (opened, step) = self.arena.open_stream(self.server_ms(), Some(&token));
                let after_ms = self.line().journey(&mut self.random);
                if let (Ok(id), true) = (&opened, connection == self.connection) {
                    self.stream = Some(*id);
                }
                self.at(after_ms, Happening::StreamAnswer { connection, opened });
                self.arena_did(step);
            }
            Happening::StreamAnswer { connection, opened } => self.stream_answered(connection, opened),
            Happening::StreamEnds { connection } if connection == self.connection => {
                self.drop_stream();
                self.link(Input::Ended("reset".into()));
            }
            // From a connection that is gone.
            Happening::Line { .. } | Happening::StreamEnds { .. } => {}
            Happening::ServerClosesStream(id) => {
                let step = self.arena.close_stream(self.server_ms(), id);
                self.arena_did(step);
            }
            Happening::SiteMove(turn, mv) => {
                let step = self.arena.site_move(self.server_ms(), turn, mv);
                self.arena_did(step);
            }
            Happening::EngineAnswers(turn, outcome) => self.step(Event::Answered { turn, outcome }),
            Happening::PersonMoves => self.person_moves(),
            Happening::PersonWishes => self.person_wishes(),
        }
    }

    /// The end as the server sees it, checked.
    fn close(mut self) -> Report {
        let token = self.token.clone();
        let body = encode::poll(&botdock::play::paired::Environment::default());
        let (answer, _) = self.arena.request(self.server_ms(), Some(&token), body.as_bytes());
        let poll = decode::poll(answer.status, None, answer.body.as_bytes()).unwrap();
        assert!(poll.unreadable.is_empty());
        let ended = poll.matches.iter().find(|view| view.status.is_over()).unwrap();
        let counts = self.arena.counts(ME).unwrap();
        self.report.refused = counts.refused_moves;
        self.report.repeated = counts.repeated_moves;
        self.report.ended_ms = self.now_ms;
        self.report.ending = match ended.finish_reason {
            Some(FinishReason::Discs) => Ending::Discs,
            other => Ending::Other(other),
        };
        if self.plan.line.given_up == 0 {
            // Only a request that arrives after the bot gave it up can meet its own repeat.
            assert_eq!((counts.refused_moves, counts.repeated_moves), (0, 0), "{:?}", counts.last_refusal);
        }
        if self.plan.heals_ms < SOON_MS {
            assert_eq!(self.report.ending, Ending::Discs, "the line healed in time");
        }
        self.report
    }
}
