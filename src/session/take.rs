//! What each event means.

use super::Phase;
use super::Session;
use super::command::{Command, Target};
use super::config::Exit;
use super::desk::Desk;
use super::effect::Effect;
use super::event::{Ask, Event, Link};
use super::held::Held;
use super::note::{NoteKind, Outcome};
use super::policy::Verdict;
use super::publish::opponent;
use super::seat::Fresh;
use crate::play::clock::{Moment, Reading};
use crate::play::fault::{Conflict, Fault};
use crate::play::paired::{MatchStatus, MatchView, Poll};
use rand_chacha::rand_core::Rng;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

/// How many matches are held at once, running and over.
const HELD: usize = 64;
/// How many of those may be over.
const HELD_OVER: usize = 16;
/// How many texts about unreadable things are remembered, so that each is told once.
const TOLD: usize = 64;
/// A server's clock that seems to go back by more than this was set; less than this is a late message.
const CLOCK_STEP: Duration = Duration::from_secs(5);
/// Two clocks drift apart by less than one part in this many.
const DRIFT: u32 = 1000;

impl Session {
    pub(super) fn take(&mut self, event: Event, desk: &mut Desk) {
        match event {
            Event::Started => self.start(desk),
            Event::Link(link) => self.link_changed(link, desk),
            Event::Hello { bot_id, server_now_ms } => {
                if bot_id != 0 {
                    self.me_id.get_or_insert(bot_id);
                }
                self.read_clock(server_now_ms, desk.moment(), false);
            }
            Event::Pushed { view, server_now_ms } => {
                desk.want_poll = true;
                let fresh = Fresh { asked: None, server_now_ms };
                self.read_clock(server_now_ms, desk.moment(), false);
                self.view_came(*view, fresh, desk);
            }
            Event::Nudged => desk.want_poll = true,
            Event::Polled(Ok(poll)) => self.polled(*poll, desk),
            Event::Polled(Err(fault)) => self.poll_failed(fault, desk),
            Event::Posted { turn, outcome, took } => {
                if !matches!(outcome, Err(Fault::NoAnswer(_))) {
                    self.journeys.add(took);
                }
                self.at_seat(turn.seat, desk, |work, sight, desk| work.posted(turn, outcome, sight, desk));
            }
            Event::Asked { ask, outcome } => self.asked(ask, outcome, desk),
            Event::Answered { turn, outcome } => {
                self.at_seat(turn.seat, desk, |work, sight, desk| work.answered(turn, outcome, sight, desk));
            }
            Event::Command(command) => self.command(command, desk),
            Event::Woke => {}
        }
    }

    fn start(&mut self, desk: &mut Desk) {
        if self.phase != Phase::Fresh {
            return;
        }
        self.phase = Phase::Open;
        self.started = desk.moment();
        self.version += 1;
        if self.config.stream {
            self.link = Link::Connecting;
            desk.act(Effect::OpenStream);
        }
        desk.want_poll = true;
    }

    fn at_seat(
        &mut self,
        seat: crate::play::turn::Seat,
        desk: &mut Desk,
        with: impl FnOnce(&mut super::seat::SeatWork, super::seat::Sight<'_>, &mut Desk),
    ) {
        let Some(mut held) = self.held.remove(&seat.match_id) else { return };
        held.with_seat(seat, self.around(), |work, sight| with(work, sight, desk));
        self.held.insert(seat.match_id, held);
        self.version += 1;
    }

    fn link_changed(&mut self, link: Link, desk: &mut Desk) {
        let was_live = self.link == Link::Live;
        match &link {
            Link::Live => {
                self.online_since_ms = Some(desk.now.unix_ms);
                desk.want_poll = true;
                if let Some(since) = self.lost_since.take()
                    && self.told_online
                {
                    desk.note(NoteKind::ConnectionBack { gap: desk.moment().since(since) });
                }
            }
            Link::Lost { why, retry_in } => {
                desk.want_poll |= was_live;
                if self.lost_since.is_none() {
                    self.lost_since = Some(desk.moment());
                    desk.note(NoteKind::ConnectionLost { why: why.clone(), retry_in: *retry_in });
                }
            }
            Link::Refused { error } => desk.token_refused(error.clone()),
            Link::Closed | Link::Connecting => {}
        }
        if link != Link::Live {
            self.online_since_ms = None;
        }
        if self.link != link {
            self.link = link;
            self.version += 1;
        }
        self.tell_online(desk);
    }

    fn polled(&mut self, poll: Poll, desk: &mut Desk) {
        if !self.polling.is_well() {
            self.version += 1;
        }
        let sent = self.polling.answered(desk.moment());
        let fresh = Fresh { asked: Some(sent), server_now_ms: poll.server_now_ms };
        self.read_clock(poll.server_now_ms, desk.moment(), true);
        self.me_id = Some(poll.me.id);
        if self.me.as_deref() != Some(&poll.me) {
            self.me = Some(Arc::new(poll.me));
            self.version += 1;
        }
        if *self.bots != poll.bots {
            self.bots = Arc::new(poll.bots);
            self.version += 1;
        }
        self.tell_online(desk);
        let mut listed: Vec<i64> = poll.unreadable.iter().filter_map(|(id, _)| *id).collect();
        for (id, why) in poll.unreadable {
            self.tell_unreadable(id, &why, desk);
        }
        for view in poll.matches {
            listed.push(view.id);
            self.view_came(view, fresh, desk);
        }
        let mut gone = Vec::new();
        for (id, held) in &mut self.held {
            if !held.over && !listed.contains(id) && held.missed(sent) {
                gone.push(*id);
            }
        }
        for id in gone {
            self.match_gone(id, desk);
        }
    }

    pub(super) fn poll_failed(&mut self, fault: Fault, desk: &mut Desk) {
        let asked = match &fault {
            Fault::TokenRefused { error } => return desk.token_refused(error.clone()),
            Fault::Busy { after, .. } => *after,
            Fault::Conflict(_) | Fault::Rejected { .. } | Fault::NoAnswer(_) | Fault::Unreadable { .. } => None,
        };
        if self.polling.is_well() {
            self.version += 1;
        }
        let jitter = f64::from(self.random.next_u32()) / f64::from(u32::MAX);
        let playing = self.pace().playing;
        // One failure is an accident; two in a row are news.
        if self.polling.failed(desk.moment(), playing, asked, jitter) == 2 {
            desk.note(NoteKind::NoConnection { fault });
        }
    }

    /// Takes the better of what is known of the server's clock: a message that travelled longer says less.
    fn read_clock(&mut self, server_now_ms: i64, now: Moment, by_poll: bool) {
        if server_now_ms == 0 {
            return;
        }
        let news = Reading { server_now_ms, received: now };
        let late = self.reading.is_some_and(|known| {
            let passed = now.since(known.received);
            let passed_ms = i64::try_from(passed.saturating_sub(passed / DRIFT).as_millis()).unwrap_or(i64::MAX);
            let behind_ms = known.server_now_ms.saturating_add(passed_ms).saturating_sub(server_now_ms);
            behind_ms > 0 && !(by_poll && behind_ms > CLOCK_STEP.as_millis() as i64)
        });
        if !late {
            self.reading = Some(news);
        }
    }

    /// A match came, by stream or poll.
    fn view_came(&mut self, view: MatchView, fresh: Fresh, desk: &mut Desk) {
        let Some(me) = self.me_id.and_then(|id| view.participant(id)) else { return };
        if view.status != MatchStatus::Pending && self.config.once_match.is_some_and(|only| only != view.id) {
            return;
        }
        let now = desk.moment();
        let reading = self.reading.unwrap_or(Reading { server_now_ms: fresh.server_now_ms, received: now });
        let id = view.id;
        if let Some(held) = self.held.get_mut(&id) {
            if held.take(view, reading, fresh, desk) {
                self.version += 1;
            }
        } else if view.status.is_over() {
            // What was over before we knew of it is of no concern, but for the one match we play.
            if self.config.once_match == Some(id) {
                desk.exit.get_or_insert(Exit::Done);
            }
            return;
        } else if self.held.len() >= HELD {
            return;
        } else {
            self.held.insert(id, Held::new(view, me, reading, fresh.server_now_ms, now));
            self.version += 1;
        }
        self.advance(id, fresh, desk);
    }

    /// Tells of a beginning or an end, and lets the seats act.
    fn advance(&mut self, id: i64, fresh: Fresh, desk: &mut Desk) {
        let Some(mut held) = self.held.remove(&id) else { return };
        if held.is_running() && !held.begun {
            held.begun = true;
            held.order = self.next_order();
            let view = &held.view;
            let opponent = opponent(view, held.me, &self.bots);
            desk.note(NoteKind::MatchStarted { match_id: id, opponent, mode: view.mode, human: view.human });
        }
        held.look(self.around(), fresh, desk);
        if held.view.status.is_over() && !held.over {
            held.leave(desk);
            held.over = true;
            held.order = self.next_order();
            self.tell_end(&held, desk);
            if self.config.once_match == Some(id) {
                desk.exit.get_or_insert(Exit::Done);
            }
        }
        self.held.insert(id, held);
        self.forget_old();
    }

    fn next_order(&mut self) -> u64 {
        self.orders += 1;
        self.orders
    }

    fn tell_end(&self, held: &Held, desk: &mut Desk) {
        let view = &held.view;
        let opponent = opponent(view, held.me, &self.bots);
        if !held.begun {
            desk.note(NoteKind::ChallengeEnded { match_id: view.id, opponent });
            return;
        }
        let outcome = match (view.status, view.winner) {
            (MatchStatus::Finished, Some(winner)) if winner == held.me => Outcome::Won,
            (MatchStatus::Finished, Some(_)) => Outcome::Lost,
            (MatchStatus::Finished, None) => Outcome::Drawn,
            (
                MatchStatus::Pending
                | MatchStatus::Running
                | MatchStatus::Aborted
                | MatchStatus::Rejected
                | MatchStatus::Expired
                | MatchStatus::Unknown,
                _,
            ) => Outcome::Void,
        };
        let (mine, theirs) = (view.totals[usize::from(held.me)], view.totals[usize::from(held.me == 0)]);
        let reason = view.finish_reason;
        let (match_id, mode) = (view.id, view.mode);
        desk.note(NoteKind::MatchEnded { match_id, opponent, mode, outcome, mine, theirs, reason });
    }

    /// The venue does not list the match any more.
    fn match_gone(&mut self, id: i64, desk: &mut Desk) {
        let Some(mut held) = self.held.remove(&id) else { return };
        held.leave(desk);
        held.over = true;
        self.version += 1;
        if held.begun {
            held.order = self.next_order();
            let opponent = opponent(&held.view, held.me, &self.bots);
            desk.note(NoteKind::MatchVanished { match_id: id, opponent });
            self.held.insert(id, held);
        }
        if self.config.once_match == Some(id) {
            desk.exit.get_or_insert(Exit::Done);
        }
    }

    /// Keeps the newest of those that are over.
    fn forget_old(&mut self) {
        let mut over: Vec<(u64, i64)> =
            self.held.iter().filter(|(_, held)| held.over).map(|(id, held)| (held.order, *id)).collect();
        over.sort_unstable();
        for (_, id) in over.iter().rev().skip(HELD_OVER) {
            self.held.remove(id);
        }
    }

    fn tell_online(&mut self, desk: &mut Desk) {
        let open = self.link == Link::Live || !self.config.stream;
        if let Some(me) = self.me.as_ref().filter(|_| open && !self.told_online) {
            desk.note(NoteKind::Online { bot: me.name.clone() });
            self.told_online = true;
        }
    }

    fn tell_unreadable(&mut self, id: Option<i64>, why: &str, desk: &mut Desk) {
        let what = match id {
            Some(id) => format!("match {id} cannot be read, {why}"),
            None => format!("a match cannot be read, {why}"),
        };
        if self.told.len() >= TOLD {
            self.told.clear();
        }
        if self.told.insert(what.clone()) {
            desk.note(NoteKind::Unreadable { what });
        }
    }

    fn asked(&mut self, ask: Ask, outcome: Result<i64, Fault>, desk: &mut Desk) {
        desk.want_poll = true;
        if let Err(Fault::TokenRefused { error }) = outcome {
            return desk.token_refused(error);
        }
        let match_id = match ask {
            Ask::Accept { match_id } | Ask::Reject { match_id } => match_id,
            Ask::Challenge { target, mode } => {
                let target = self.target_name(&target);
                desk.note(match outcome {
                    Ok(_) => NoteKind::ChallengeSent { target, mode },
                    Err(fault) => NoteKind::ChallengeFailed { target, mode, fault },
                });
                return;
            }
        };
        let Some(held) = self.held.get_mut(&match_id) else { return };
        held.asking.answered(desk.moment(), outcome.as_ref().map(|_| ()));
        let (mode, opponent) = (held.view.mode, opponent(&held.view, held.me, &self.bots));
        match (outcome, held.asking.verdict()) {
            (Ok(_), Verdict::Accept) => desk.note(NoteKind::ChallengeAccepted { match_id, opponent, mode }),
            (Ok(_), Verdict::Reject(reason)) => {
                desk.note(NoteKind::ChallengeDeclined { match_id, opponent, mode, reason });
            }
            (Err(fault @ (Fault::Rejected { .. } | Fault::Conflict(Conflict::UnsupportedGameMode))), _) => {
                desk.note(NoteKind::AnswerRefused { match_id, opponent, fault });
            }
            // The answer to a question from an earlier round of the room; or it goes again; or the challenge is over,
            // and its end is told then.
            (Ok(_), Verdict::Leave)
            | (
                Err(
                    Fault::TokenRefused { .. }
                    | Fault::Conflict(_)
                    | Fault::Busy { .. }
                    | Fault::NoAnswer(_)
                    | Fault::Unreadable { .. },
                ),
                _,
            ) => {}
        }
    }

    fn target_name(&self, target: &Target) -> String {
        match target {
            Target::Name(name) => name.clone(),
            Target::Id(id) => match self.bots.iter().find(|bot| bot.id == *id && !bot.name.is_empty()) {
                Some(bot) => bot.name.clone(),
                None => format!("bot {id}"),
            },
        }
    }

    fn command(&mut self, command: Command, desk: &mut Desk) {
        match command {
            // Who is leaving invites nobody.
            Command::Challenge { target, mode } if self.phase == Phase::Open => {
                desk.act(Effect::Ask(Ask::Challenge { target, mode }));
            }
            Command::Challenge { .. } => {}
            Command::StopAfterMatches if self.phase == Phase::Stopping => {}
            Command::StopAfterMatches => {
                self.phase = Phase::Stopping;
                self.version += 1;
                let matches = self.held.values().filter(|held| held.is_engaged()).count();
                if let Some(matches) = NonZeroUsize::new(matches) {
                    desk.note(NoteKind::Stopping { matches });
                }
            }
            Command::StopNow => desk.exit = Some(Exit::Done),
        }
    }
}
