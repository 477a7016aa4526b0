//! The practice arena: the server side of the `FlipSight` bot API, as a pure state machine over the referee.
//!
//! One call in, everything out: a call carries the server's time in milliseconds and returns, in a [`Step`], the
//! lines to write to event streams, the streams to close, the turns of the arena's own bots, and when to call
//! [`Arena::tick`] if nothing else happens before. Nothing waits inside, and the same seed draws the same openings
//! and tokens.
//!
//! The arena's own bots do not think here: a [`SiteTurn`] names the position and the strength, and the caller
//! answers with [`Arena::site_move`].
//!
//! ```
//! use botdock::venue::arena::{Arena, BotSetup, Config};
//!
//! let mut arena = Arena::new(Config { bots: vec![BotSetup::named("Mine")], ..Config::default() }, 1_000);
//! let token = arena.token(1).unwrap().to_owned();
//! let challenge = br#"{"action":"agent_challenge","target_name":"Greedy"}"#;
//! let (answer, step) = arena.request(1_000, Some(&token), challenge);
//! assert_eq!(answer.status, 200);
//! assert_eq!(step.site_turns.len(), 1); // on the board where Greedy has black
//! ```

mod api;
mod automatic;
mod bots;
mod error;
mod opening;
mod paired;
mod rooms;
mod wire;

pub use automatic::NotProposed;
pub use bots::{BotSetup, Counts, SITE_BOTS, SiteBot, StreamId};
pub use error::ApiError;
pub use rooms::HumanChallenge;

use crate::game::othello::{Mode, Move, Position};
use crate::play::strength::Strength;
use crate::play::turn::{Seat, TurnId, Venue};
use bots::{Bot, Stream};
use paired::{Kind, Match, Participant, Stage};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

/// The longest request body that is read.
pub const MAX_REQUEST_BYTES: usize = 16 * 1024;
/// Streams that one bot may have open.
pub const MAX_STREAMS: usize = 3;
/// A line on every stream at least this often.
const PING_MS: i64 = 10_000;
/// A challenge waits so long for an answer.
const CHALLENGE_MS: i64 = 120_000;
/// A bot that lets an automatic challenge go is left out of automatic matching for so long.
const BARRED_MS: i64 = 600_000;
/// Matches that are over stay in the polls for so long …
const SHOWN_MS: i64 = 60_000;
/// … and in memory until so many others are.
const KEPT_MATCHES: usize = 100;
/// Variant matches with the arena's own bots at a time.
const MAX_SITE_VARIANTS: usize = 2;

/// How an arena begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Draws openings and tokens.
    pub seed: u64,
    /// The clock of each side on each board of a bot match.
    pub time_limit: Duration,
    /// The registered bots; their ids count from 1.
    pub bots: Vec<BotSetup>,
}

impl Default for Config {
    fn default() -> Config {
        Config { seed: 0, time_limit: Duration::from_mins(1), bots: vec![BotSetup::named("Your bot")] }
    }
}

/// The answer to a request: HTTP status and JSON body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub status: u16,
    pub body: String,
}

/// One of the arena's own bots is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SiteTurn {
    /// To be given back with the move.
    pub turn: TurnId,
    pub strength: Strength,
    pub position: Position,
    /// For the bot's choice between equal moves.
    pub seed: u64,
}

/// What follows from a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Lines of JSON, each to be written to its stream with a line feed, in this order.
    pub pushes: Vec<(StreamId, String)>,
    /// Streams to close.
    pub closed: Vec<StreamId>,
    /// Turns to think about.
    pub site_turns: Vec<SiteTurn>,
    /// When to call [`Arena::tick`] if nothing happens before.
    pub next_deadline_ms: Option<i64>,
}

/// The server's whole state.
#[derive(Debug)]
pub struct Arena {
    time_limit: Duration,
    /// Discs on the board when a match of bots begins.
    opening_discs: u32,
    opened_ms: i64,
    now_ms: i64,
    /// For what must not depend on the order in which two boards are played.
    seed: u64,
    random: ChaCha8Rng,
    bots: BTreeMap<i64, Bot>,
    /// Pending and running matches.
    active: BTreeMap<i64, Match>,
    /// Matches that are over, the newest last.
    done: VecDeque<Match>,
    last_match: i64,
    last_room: i64,
    last_stream: u64,
    /// The refusal that the next requests get, and how many of them.
    injected: Option<(ApiError, u32)>,
}

impl Arena {
    /// An arena that opens at `now_ms` (milliseconds since 1970).
    #[must_use]
    pub fn new(config: Config, now_ms: i64) -> Arena {
        let mut random = ChaCha8Rng::seed_from_u64(config.seed);
        let bots = (1..).zip(config.bots).map(|(id, setup)| (id, Bot::new(id, setup, now_ms, &mut random))).collect();
        Arena {
            time_limit: config.time_limit,
            opening_discs: opening::OPENING_DISCS,
            opened_ms: now_ms,
            now_ms,
            seed: config.seed,
            random,
            bots,
            active: BTreeMap::new(),
            done: VecDeque::new(),
            last_match: 100,
            last_room: 0,
            last_stream: 0,
            injected: None,
        }
    }

    /// The same with drawn openings of `discs` discs: shorter matches, for tests of many. Few enough that random
    /// play reaches them without a pass.
    #[must_use]
    pub fn with_opening(self, discs: u32) -> Arena {
        Arena { opening_discs: discs, ..self }
    }

    /// The token of a registered bot.
    #[must_use]
    pub fn token(&self, bot_id: i64) -> Option<&str> {
        self.bots.get(&bot_id).map(|bot| bot.token.as_str())
    }

    /// Issues a new token, if there is such a bot; the old one dies at once and its streams are closed.
    pub fn issue_token(&mut self, now_ms: i64, bot_id: i64) -> (Option<String>, Step) {
        let mut step = self.begin(now_ms);
        let token = self.bots.get_mut(&bot_id).map(|bot| {
            bot.token = bots::draw_token(&mut self.random);
            step.closed.extend(bot.streams.drain(..).map(|stream| stream.id));
            bot.token.clone()
        });
        (token, self.end(step))
    }

    /// Disables a bot, or enables it again. While it is disabled its token is refused and its streams are closed.
    pub fn set_disabled(&mut self, now_ms: i64, bot_id: i64, disabled: bool) -> Step {
        let mut step = self.begin(now_ms);
        if let Some(bot) = self.bots.get_mut(&bot_id) {
            bot.disabled = disabled;
            if disabled {
                step.closed.extend(bot.streams.drain(..).map(|stream| stream.id));
            }
        }
        self.end(step)
    }

    /// How a bot behaved so far.
    #[must_use]
    pub fn counts(&self, bot_id: i64) -> Option<Counts> {
        self.bots.get(&bot_id).map(|bot| bot.counts)
    }

    /// Makes the next `times` requests fail with `error`: a fault to test clients with.
    pub fn inject(&mut self, error: ApiError, times: u32) {
        self.injected = (times > 0).then_some((error, times));
    }

    /// The answer to something that cannot reach [`Arena::request`]: a wrong method, a body that is too large.
    #[must_use]
    pub fn refusal(&self, now_ms: i64, error: ApiError) -> Answer {
        let refused = wire::Refused::new(error, now_ms.max(self.now_ms));
        Answer { status: error.status(), body: wire::line(&refused) }
    }

    /// Opens an event stream; its `hello` is the last of the step's pushes.
    ///
    /// # Errors
    /// The answer that refuses it: 401 for a bad token, 429 for a fourth stream.
    pub fn open_stream(&mut self, now_ms: i64, bearer: Option<&str>) -> (Result<StreamId, Answer>, Step) {
        let mut step = self.begin(now_ms);
        let opened = match self.add_stream(bearer) {
            Ok((id, hello)) => {
                step.pushes.push((id, hello));
                Ok(id)
            }
            Err(error) => Err(self.refusal(now_ms, error)),
        };
        (opened, self.end(step))
    }

    fn add_stream(&mut self, bearer: Option<&str>) -> Result<(StreamId, String), ApiError> {
        let (id, now_ms) = (StreamId(self.last_stream + 1), self.now_ms);
        let bot = self.signed_in(bearer)?;
        if bot.streams.len() >= MAX_STREAMS {
            return Err(ApiError::TooManyStreams);
        }
        bot.streams.push(Stream { id, next_ping_ms: now_ms + PING_MS });
        let hello = wire::line(&wire::Event::Hello { bot_id: bot.id, server_now_ms: now_ms });
        self.last_stream = id.0;
        Ok((id, hello))
    }

    /// The stream is closed, from either end.
    pub fn close_stream(&mut self, now_ms: i64, id: StreamId) -> Step {
        let step = self.begin(now_ms);
        for bot in self.bots.values_mut() {
            if bot.streams.iter().any(|stream| stream.id == id) {
                bot.streams.retain(|stream| stream.id != id);
                bot.last_seen_ms = Some(self.now_ms);
            }
        }
        self.end(step)
    }

    /// Lets time pass: pings, clocks, challenges that expire, lost connections.
    pub fn tick(&mut self, now_ms: i64) -> Step {
        let step = self.begin(now_ms);
        self.end(step)
    }

    /// One of the arena's own bots moves. A move that comes too late or is not legal is left out.
    pub fn site_move(&mut self, now_ms: i64, turn: TurnId, mv: Move) -> Step {
        let mut step = self.begin(now_ms);
        let (id, leg) = (turn.seat.match_id, usize::from(turn.seat.leg));
        let now_ms = self.now_ms;
        let played = self
            .active
            .get_mut(&id)
            .is_some_and(|paired| paired.play(now_ms, leg, turn.seat.participant, turn.revision, mv).is_ok());
        if played {
            self.announce(id, &mut step);
        }
        self.end(step)
    }

    /// Time passes up to `now_ms`; a clock that goes back stands still.
    fn begin(&mut self, now_ms: i64) -> Step {
        self.now_ms = self.now_ms.max(now_ms);
        let mut step = Step::default();
        let ids: Vec<i64> = self.active.keys().copied().collect();
        for id in ids {
            let Some(paired) = self.active.get_mut(&id) else { continue };
            let connected = paired.participants.map(|participant| match participant {
                Participant::Bot(id) => self.bots.get(&id).is_some_and(|bot| bot.connected(self.now_ms)),
                Participant::Site(..) | Participant::Human => true,
            });
            if paired.tick(self.now_ms, connected) {
                self.announce(id, &mut step);
            }
        }
        let ping = wire::line(&wire::Event::Ping { server_now_ms: self.now_ms });
        for stream in self.bots.values_mut().flat_map(|bot| &mut bot.streams) {
            if stream.next_ping_ms <= self.now_ms {
                stream.next_ping_ms = self.now_ms + PING_MS;
                step.pushes.push((stream.id, ping.clone()));
            }
        }
        step
    }

    /// Adds the next deadline.
    fn end(&self, mut step: Step) -> Step {
        let pings = self.bots.values().flat_map(|bot| &bot.streams).map(|stream| stream.next_ping_ms);
        let matches = self.active.values().filter_map(Match::deadline_ms);
        let lost = self.active.values().filter(|paired| paired.is_running()).flat_map(|paired| {
            paired.participants.into_iter().filter_map(|participant| match participant {
                Participant::Bot(id) => self.bots.get(&id)?.lost_at_ms(self.now_ms),
                Participant::Site(..) | Participant::Human => None,
            })
        });
        step.next_deadline_ms = pings.chain(matches).chain(lost).min();
        step
    }

    /// Tells the bots of a match that it changed, asks the arena's own bot if it is to move, and files the match
    /// if it is over.
    fn announce(&mut self, id: i64, step: &mut Step) {
        let Some(paired) = self.active.get_mut(&id) else { return };
        step.site_turns.extend(site_turns(paired, self.seed));
        let whole = wire::MatchJson::of(paired);
        let pushed = match &paired.kind {
            Kind::Bots => wire::Pushed::Whole(&whole),
            Kind::Human(room) => wire::Pushed::Named { id, kind: "human", room_id: room.number },
        };
        let line = wire::line(&wire::Event::Match { r#match: pushed, server_now_ms: self.now_ms });
        for participant in paired.participants {
            let Participant::Bot(bot_id) = participant else { continue };
            let streams = self.bots.get(&bot_id).map(|bot| bot.streams.as_slice()).unwrap_or_default();
            step.pushes.extend(streams.iter().map(|stream| (stream.id, line.clone())));
        }
        if paired.over_since_ms().is_some() {
            self.file(id);
        }
    }

    /// Moves a match that is over to the others that are.
    fn file(&mut self, id: i64) {
        let Some(paired) = self.active.remove(&id) else { return };
        if paired.auto
            && !matches!(paired.stage, Stage::Running(_) | Stage::Over(..))
            && let Participant::Bot(invited) = paired.invited()
            && let Some(bot) = self.bots.get_mut(&invited)
        {
            bot.barred_until_ms = self.now_ms + BARRED_MS;
        }
        self.done.retain(|older| older.id != id);
        self.done.push_back(paired);
        if self.done.len() > KEPT_MATCHES {
            self.done.pop_front();
        }
    }

    /// The bot that a bearer token belongs to, which shows a sign of life by it.
    fn signed_in(&mut self, bearer: Option<&str>) -> Result<&mut Bot, ApiError> {
        let now_ms = self.now_ms;
        let bot = self
            .bots
            .values_mut()
            .find(|bot| !bot.disabled && bearer == Some(bot.token.as_str()))
            .ok_or(ApiError::InvalidCredential)?;
        bot.last_seen_ms = Some(now_ms);
        Ok(bot)
    }

    /// A bot or one of the arena's own, by its id.
    fn participant(&self, id: i64) -> Option<Participant> {
        match bots::site_bot(id) {
            Some(bot) => Some(Participant::Site(id, bot.strength)),
            None => self.bots.contains_key(&id).then_some(Participant::Bot(id)),
        }
    }

    /// A pending match that [`Match::invited`] has to accept.
    fn new_match(&mut self, participants: [Participant; 2], mode: Mode, auto: bool) -> i64 {
        self.last_match += 1;
        let id = self.last_match;
        let paired = Match {
            id,
            kind: Kind::Bots,
            participants,
            mode,
            time_limit: self.time_limit,
            auto,
            ranked: !participants.into_iter().any(|participant| self.practises(participant)),
            created_ms: self.now_ms,
            expires_ms: self.now_ms + CHALLENGE_MS,
            stage: Stage::Pending,
        };
        self.active.insert(id, paired);
        id
    }

    fn practises(&self, participant: Participant) -> bool {
        match participant {
            Participant::Bot(id) => self.bots.get(&id).is_some_and(|bot| bot.environment.practice),
            Participant::Site(..) | Participant::Human => false,
        }
    }

    /// Running matches of a bot, and challenges of its own that wait.
    fn slots_taken(&self, bot_id: i64) -> usize {
        let takes = |paired: &&Match| {
            let waits = paired.invited() != Participant::Bot(bot_id);
            paired.participant(bot_id).is_some() && (paired.is_running() || waits)
        };
        self.active.values().filter(takes).count()
    }
}

/// The turns of the arena's own bot that were not asked for yet.
fn site_turns(paired: &mut Match, seed: u64) -> Vec<SiteTurn> {
    let Stage::Running(play) = &mut paired.stage else { return Vec::new() };
    let mut turns = Vec::new();
    for (leg, board) in play.legs.iter().enumerate() {
        let Some(participant) = board.to_move() else { continue };
        let Participant::Site(_, strength) = paired.participants[usize::from(participant & 1)] else { continue };
        if play.asked[leg & 1] == Some(board.revision()) {
            continue;
        }
        play.asked[leg & 1] = Some(board.revision());
        let seat = Seat { venue: Venue::FlipSight, match_id: paired.id, round: 0, leg: leg as u8, participant };
        let turn = TurnId { seat, revision: board.revision() };
        turns.push(SiteTurn { turn, strength, position: *board.position(), seed: turn.chance(seed) });
    }
    turns
}
