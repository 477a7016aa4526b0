//! The session's state as the faces see it.

use super::event::Link;
use super::held::Held;
use super::seat::{SeatWork, State};
use super::snapshot::{LegCard, MatchCard, SeatState, Snapshot, Status};
use super::{Phase, Session};
use crate::play::paired::{BotInfo, MatchView};
use std::sync::Arc;

/// How many matches that are over are shown.
const SHOWN_OVER: usize = 8;

/// Builds the whole picture.
pub(super) fn snapshot(session: &Session) -> Snapshot {
    Snapshot {
        status: status(session),
        link: session.link.clone(),
        me: session.me.clone(),
        bots: Arc::clone(&session.bots),
        matches: cards(session),
        notes: session.log.notes(),
        engine: session.config.environment.engine.clone(),
        online_since_ms: session.online_since_ms,
    }
}

fn status(session: &Session) -> Status {
    let running = session.held.values().any(Held::is_running);
    match session.phase {
        Phase::Fresh | Phase::Ended => Status::Offline,
        Phase::Refused => Status::NeedsYou,
        Phase::Stopping => Status::Stopping,
        Phase::Open if running => Status::Playing,
        Phase::Open if session.me.is_some() && (session.link == Link::Live || session.polling.is_well()) => {
            Status::Online
        }
        Phase::Open => Status::Connecting,
    }
}

fn cards(session: &Session) -> Vec<MatchCard> {
    let mut running: Vec<&Held> = session.held.values().filter(|held| held.is_running()).collect();
    let mut over: Vec<&Held> = session.held.values().filter(|held| held.over && held.begun).collect();
    running.sort_by_key(|held| held.order);
    over.sort_by_key(|held| std::cmp::Reverse(held.order));
    let shown = running.into_iter().chain(over.into_iter().take(SHOWN_OVER));
    shown.map(|held| card(session, held)).collect()
}

fn card(session: &Session, held: &Held) -> MatchCard {
    let blank = || LegCard { state: SeatState::Waiting, score: None, depth: None, scores: Vec::new() };
    let legs = (0..held.view.legs.len()).map(|index| held.seats.get(index).map_or_else(blank, leg_card)).collect();
    MatchCard {
        view: Arc::clone(&held.view),
        me: held.me,
        my_name: session.me.as_ref().map(|me| me.name.clone()).unwrap_or_default(),
        opponent: opponent(&held.view, held.me, &session.bots),
        reading: held.reading,
        legs,
    }
}

fn leg_card(work: &SeatWork) -> LegCard {
    let state = match work.state {
        State::Waiting | State::Stuck { .. } => SeatState::Waiting,
        State::Thinking { .. } => SeatState::Thinking,
        State::Posting { mv, .. } | State::Pausing { mv, .. } | State::Rereading { mv, .. } => SeatState::Posting(mv),
        State::Confirmed { mv, .. } => SeatState::Confirmed(mv),
        State::Over => SeatState::Over,
    };
    LegCard { state, score: work.score, depth: work.depth, scores: work.scores.clone() }
}

/// The name of the other side.
pub(super) fn opponent(view: &MatchView, me: u8, bots: &[BotInfo]) -> String {
    let id = view.bots[usize::from(me == 0)];
    match bots.iter().find(|bot| bot.id == id && !bot.name.is_empty()) {
        Some(bot) => bot.name.clone(),
        None if view.human || id == 0 => "a person".into(),
        None => format!("bot {id}"),
    }
}
