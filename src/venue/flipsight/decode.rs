//! Bytes to words: answers to requests, and the events of the stream.
//!
//! What decides whether an answer is the API's own is its `ok` field; pages of portals and proxies have none. What a
//! refusal means is decided by its status and, where the status alone does not say, by its documented text.

use super::lenient::{List, Object, Scalar};
use super::wire::{Bot, Match, clean};
use crate::play::fault::{Conflict, Fault};
use crate::play::paired::{MatchView, Poll};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::time::Duration;

/// How much of a foreign text goes into a message.
const QUOTE_CHARS: usize = 120;

/// One event of the stream.
#[derive(Clone, Debug, PartialEq)]
pub enum StreamEvent {
    /// The stream is open. `bot_id` is 0 where it does not say.
    Hello { bot_id: i64, server_now_ms: i64 },
    /// A whole match.
    Match { view: Box<MatchView>, server_now_ms: i64 },
    /// A match changed, but its boards were not sent: read the state.
    MatchChanged { id: Option<i64> },
    /// The stream is alive.
    Ping,
    /// A kind of event that the service added later.
    Unknown,
    /// No event, with the reason.
    Unreadable(String),
}

#[derive(Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct Answer<'a> {
    ok: Scalar<'a>,
    error: Scalar<'a>,
    server_now_ms: Scalar<'a>,
    match_id: Scalar<'a>,
    #[serde(rename = "match")]
    game: Object<Named<'a>>,
    bot: Object<Bot<'a>>,
    bots: List<Object<Bot<'a>>>,
    matches: List<&'a RawValue>,
}

#[derive(Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct Named<'a> {
    id: Scalar<'a>,
}

#[derive(Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct Line<'a> {
    #[serde(rename = "type")]
    kind: Scalar<'a>,
    bot_id: Scalar<'a>,
    server_now_ms: Scalar<'a>,
    #[serde(rename = "match")]
    game: Object<Match<'a>>,
}

/// The answer to `agent_poll`. A match that cannot be read goes to [`Poll::unreadable`] and spoils nothing else.
///
/// # Errors
/// The [`Fault`] that the status and the body mean.
pub fn poll(status: u16, retry_after: Option<Duration>, body: &[u8]) -> Result<Poll, Fault> {
    let answer = accepted(status, retry_after, body)?;
    let Some(me) = answer.bot.0.as_ref().and_then(Bot::info) else {
        return Err(Fault::Unreadable { status, detail: "the answer does not say which bot this is".into() });
    };
    let server_now_ms = answer.server_now_ms.int().unwrap_or(0);
    let mut poll = Poll { me, server_now_ms, ..Poll::default() };
    poll.bots = answer.bots.items().iter().filter_map(|bot| bot.0.as_ref()?.info()).collect();
    for json in answer.matches.items() {
        let object = serde_json::from_str::<Object<Match<'_>>>(json.get());
        match object.map_err(|error| error.to_string()).and_then(|object| view_of(object, server_now_ms)) {
            Ok(view) => poll.matches.push(view),
            Err(why) => poll.unreadable.push((id_of(json.get()), clean(&why, QUOTE_CHARS))),
        }
    }
    Ok(poll)
}

/// The answer to `agent_move`: the server's time when it took the move (0 where it does not say).
///
/// # Errors
/// The [`Fault`] that the status and the body mean.
pub fn posted(status: u16, retry_after: Option<Duration>, body: &[u8]) -> Result<i64, Fault> {
    Ok(accepted(status, retry_after, body)?.server_now_ms.int().unwrap_or(0))
}

/// The answer to `agent_challenge`, `agent_accept` and `agent_reject`: the match's id (0 where it does not say).
///
/// # Errors
/// The [`Fault`] that the status and the body mean.
pub fn asked(status: u16, retry_after: Option<Duration>, body: &[u8]) -> Result<i64, Fault> {
    let answer = accepted(status, retry_after, body)?;
    let inside = || answer.game.0.as_ref().and_then(|game| game.id.int());
    Ok(answer.match_id.int().or_else(inside).unwrap_or(0))
}

/// Why the stream was not opened.
#[must_use]
pub fn stream_refusal(status: u16, retry_after: Option<Duration>, body: &[u8]) -> Fault {
    refusal(status, retry_after, own(body).as_ref(), body)
}

/// One line of the stream.
#[must_use]
pub fn stream_line(line: &[u8]) -> StreamEvent {
    let line = match serde_json::from_slice::<Object<Line<'_>>>(without_mark(line)) {
        Ok(Object(Some(line))) => line,
        Ok(Object(None)) => return StreamEvent::Unreadable("the line is no object".into()),
        Err(error) => return StreamEvent::Unreadable(clean(&error.to_string(), QUOTE_CHARS)),
    };
    let server_now_ms = line.server_now_ms.int().unwrap_or(0);
    match line.kind.text() {
        Some("hello") => StreamEvent::Hello { bot_id: line.bot_id.int().unwrap_or(0), server_now_ms },
        Some("match") => pushed(line.game, server_now_ms),
        Some("ping") => StreamEvent::Ping,
        Some(_) | None => StreamEvent::Unknown,
    }
}

fn pushed(game: Object<Match<'_>>, server_now_ms: i64) -> StreamEvent {
    match game.0 {
        None => StreamEvent::MatchChanged { id: None },
        Some(game) if game.is_hint() => StreamEvent::MatchChanged { id: game.id.int() },
        Some(game) => match game.view(server_now_ms) {
            Ok(view) => StreamEvent::Match { view: Box::new(view), server_now_ms },
            Err(why) => StreamEvent::Unreadable(clean(&why, QUOTE_CHARS)),
        },
    }
}

fn view_of(object: Object<Match<'_>>, server_now_ms: i64) -> Result<MatchView, String> {
    object.0.ok_or("it is no object")?.view(server_now_ms)
}

fn id_of(json: &str) -> Option<i64> {
    serde_json::from_str::<Object<Named<'_>>>(json).ok()?.0?.id.int()
}

/// The body as an answer of the API: an object with `ok` or `error` in it.
fn own(body: &[u8]) -> Option<Answer<'_>> {
    let answer = serde_json::from_slice::<Object<Answer<'_>>>(without_mark(body)).ok()?.0?;
    (answer.ok.truth().is_some() || answer.error.text().is_some()).then_some(answer)
}

fn accepted(status: u16, retry_after: Option<Duration>, body: &[u8]) -> Result<Answer<'_>, Fault> {
    match own(body) {
        Some(answer) if (200..300).contains(&status) && answer.ok.truth() == Some(true) => Ok(answer),
        answer => Err(refusal(status, retry_after, answer.as_ref(), body)),
    }
}

fn refusal(status: u16, after: Option<Duration>, answer: Option<&Answer<'_>>, body: &[u8]) -> Fault {
    let error = answer.and_then(|answer| answer.error.text()).map(|text| clean(text, QUOTE_CHARS));
    let unreadable = || Fault::Unreadable { status, detail: quote(body) };
    let told = |error: Option<String>| error.unwrap_or_else(|| format!("status {status}"));
    match status {
        401 => Fault::TokenRefused { error: told(error) },
        // A page instead of an answer comes from something on the way.
        403 if error.is_none() && is_page(body) => unreadable(),
        429 | 503 => Fault::Busy { status, after },
        500..=599 => unreadable(),
        409 => match error {
            Some(error) => Fault::Conflict(conflict(&error).unwrap_or(Conflict::Other(error))),
            None if is_page(body) => unreadable(),
            None => Fault::Conflict(Conflict::Other(told(None))),
        },
        // 403 is about one request or the way it came. Only the text can say that the token is meant.
        400 | 403 | 405 | 413 => by_text(status, after, told(error)),
        _ => match error {
            Some(error) => by_text(status, after, error),
            None if answer.is_some_and(|answer| answer.ok.truth() == Some(false)) => {
                Fault::Rejected { status, error: "it gave no reason".into() }
            }
            None => unreadable(),
        },
    }
}

/// A refusal whose status does not say what it is, as when `ok` is false with status 200.
fn by_text(status: u16, after: Option<Duration>, error: String) -> Fault {
    match error.as_str() {
        "invalid bot credential" => Fault::TokenRefused { error },
        "too many streams" => Fault::Busy { status: 429, after },
        "bot match storage unavailable" => Fault::Busy { status: 503, after },
        _ => match conflict(&error) {
            Some(conflict) => Fault::Conflict(conflict),
            None => Fault::Rejected { status, error },
        },
    }
}

fn conflict(error: &str) -> Option<Conflict> {
    Some(match error {
        "stale_revision" => Conflict::StaleRevision,
        "not_your_turn" => Conflict::NotYourTurn,
        "illegal_move" => Conflict::IllegalMove,
        "leg_finished" => Conflict::LegFinished,
        "match not running" => Conflict::MatchNotRunning,
        "match timed out" => Conflict::MatchTimedOut,
        "stale room revision" => Conflict::StaleRoomRevision,
        "invalid move coordinate" => Conflict::InvalidMoveCoordinate,
        "move outside board" => Conflict::MoveOutsideBoard,
        "unsupported game mode" => Conflict::UnsupportedGameMode,
        "both bots must be connected" => Conflict::BothMustBeConnected,
        "bot already has an active match" => Conflict::AlreadyActive,
        "bot busy" => Conflict::BotBusy,
        "challenge expired or answered" => Conflict::ChallengeOver,
        "site bot variant matches are full" => Conflict::VariantsFull,
        "target bot not found" => Conflict::TargetNotFound,
        _ => return None,
    })
}

fn is_page(body: &[u8]) -> bool {
    without_mark(body).trim_ascii_start().starts_with(b"<")
}

fn quote(body: &[u8]) -> String {
    let start = &body[..body.len().min(4 * QUOTE_CHARS)];
    let text = clean(&String::from_utf8_lossy(start), QUOTE_CHARS);
    if text.is_empty() { "it was empty".into() } else { format!("it begins with {text}") }
}

/// Without the byte order mark that some servers put in front.
fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}
