//! A match that the session holds: the newest that is known of it, and its seats.
//!
//! News come late, twice and out of order. A leg's revision only rises, an ended match stays ended, and only a new
//! round of a room begins anew.

use super::config::Config;
use super::desk::Desk;
use super::policy::{Asking, Verdict, verdict};
use super::seat::{Fresh, SeatWork, Sight};
use crate::play::clock::{Moment, Reading};
use crate::play::paired::{LegStatus, LegView, MatchStatus, MatchView};
use crate::play::turn::{Seat, Venue};
use std::sync::Arc;
use std::time::Duration;

/// Polls in a row without a match after which it counts as gone.
const MISSES: u32 = 3;

#[derive(Debug)]
pub(super) struct Held {
    pub(super) view: Arc<MatchView>,
    pub(super) reading: Reading,
    /// The server's time on the newest view.
    server_now_ms: i64,
    /// Which participant this bot is.
    pub(super) me: u8,
    pub(super) seats: Vec<SeatWork>,
    pub(super) asking: Asking,
    /// Told as begun; so its end is told too.
    pub(super) begun: bool,
    /// Nothing more comes from it.
    pub(super) over: bool,
    /// Rises with each match that begins or ends; for the order on screen.
    pub(super) order: u64,
    misses: u32,
    /// When it was last heard of.
    heard: Moment,
}

/// What a step needs besides the match itself.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    pub config: &'a Config,
    pub reserve: Duration,
    pub stopping: bool,
}

impl Held {
    pub(super) fn new(view: MatchView, me: u8, reading: Reading, server_now_ms: i64, now: Moment) -> Held {
        Held {
            view: Arc::new(view),
            reading,
            server_now_ms,
            me,
            seats: Vec::new(),
            asking: Asking::new(),
            begun: false,
            over: false,
            order: 0,
            misses: 0,
            heard: now,
        }
    }

    /// Takes newer knowledge in. Whether anything changed.
    pub(super) fn take(&mut self, view: MatchView, reading: Reading, fresh: Fresh, desk: &mut Desk) -> bool {
        (self.heard, self.misses) = (desk.moment(), 0);
        let later = fresh.server_now_ms >= self.server_now_ms;
        match age(&self.view, &view, later) {
            Age::Older => return false,
            Age::NewRound => {
                self.leave(desk);
                *self =
                    Held { order: self.order, ..Held::new(view, self.me, reading, fresh.server_now_ms, desk.moment()) };
                return true;
            }
            Age::Same => {}
        }
        let merged = merge(&self.view, view, later);
        let changed = merged != *self.view;
        if changed {
            self.view = Arc::new(merged);
        }
        self.server_now_ms = self.server_now_ms.max(fresh.server_now_ms);
        // A reading alone moves no clock on screen by more than the wobble of the line, so it is no change.
        self.reading = reading;
        changed
    }

    /// Lets every seat look at its board.
    pub(super) fn look(&mut self, around: Around<'_>, fresh: Fresh, desk: &mut Desk) {
        self.seat();
        let (view, reading) = (Arc::clone(&self.view), self.reading);
        for (work, leg) in self.seats.iter_mut().zip(&view.legs) {
            work.look(around.sight(&view, leg, reading), fresh, desk);
        }
    }

    /// A seat's work for each board; boards may come later than the match.
    fn seat(&mut self) {
        for index in self.seats.len()..self.view.legs.len() {
            let seat = Seat {
                venue: Venue::FlipSight,
                match_id: self.view.id,
                round: self.view.round(),
                leg: index as u8,
                participant: self.me,
            };
            self.seats.push(SeatWork::new(seat, self.view.legs[index].side_of(self.me)));
        }
    }

    /// Runs `with` on the work of `seat` and what it sees, if the match has it.
    pub(super) fn with_seat(&mut self, seat: Seat, around: Around<'_>, with: impl FnOnce(&mut SeatWork, Sight<'_>)) {
        let (view, reading) = (Arc::clone(&self.view), self.reading);
        let index = usize::from(seat.leg);
        if let (Some(work), Some(leg)) = (self.seats.get_mut(index), view.legs.get(index))
            && work.id == seat
        {
            with(work, around.sight(&view, leg, reading));
        }
    }

    /// Does what has become due at every board.
    pub(super) fn due(&mut self, around: Around<'_>, desk: &mut Desk) {
        let (view, reading) = (Arc::clone(&self.view), self.reading);
        for (work, leg) in self.seats.iter_mut().zip(&view.legs) {
            work.due(around.sight(&view, leg, reading), desk);
        }
    }

    /// Ends all work.
    pub(super) fn leave(&mut self, desk: &mut Desk) {
        for work in &mut self.seats {
            work.leave(desk);
        }
    }

    /// A poll that was sent at `sent` did not list the match. Whether it is gone for good.
    pub(super) fn missed(&mut self, sent: Moment) -> bool {
        if sent > self.heard {
            self.misses += 1;
        }
        self.misses >= MISSES
    }

    pub(super) fn is_running(&self) -> bool {
        !self.over && self.view.status == MatchStatus::Running
    }

    /// Whether the bot is bound to it: it runs, or may begin because of our answer.
    pub(super) fn is_engaged(&self) -> bool {
        self.is_running() || (!self.over && self.view.status == MatchStatus::Pending && self.asking.may_begin())
    }

    pub(super) fn verdict(&self, around: Around<'_>) -> Verdict {
        if self.over { Verdict::Leave } else { verdict(&self.view, self.me, around.config, around.stopping) }
    }

    /// When time alone changes something in this match.
    pub(super) fn deadline(&self, around: Around<'_>) -> Option<Moment> {
        let seats = self.seats.iter().filter_map(SeatWork::deadline);
        seats.chain(self.asking.deadline(self.verdict(around))).min()
    }
}

impl<'a> Around<'a> {
    fn sight(self, view: &'a MatchView, leg: &'a LegView, reading: Reading) -> Sight<'a> {
        Sight { view, leg, reading, config: self.config, reserve: self.reserve }
    }
}

enum Age {
    Older,
    Same,
    NewRound,
}

fn age(known: &MatchView, news: &MatchView, later: bool) -> Age {
    if !known.human {
        return Age::Same;
    }
    if news.round() < known.round() {
        return Age::Older;
    }
    let another_room = known.echo.room_created_at.is_some()
        && news.echo.room_created_at.is_some()
        && news.echo.room_created_at != known.echo.room_created_at;
    if news.round() > known.round() || (another_room && later) { Age::NewRound } else { Age::Same }
}

/// The newest of both, leg by leg. `later`: the news bear a later time than what is known.
fn merge(known: &MatchView, news: MatchView, later: bool) -> MatchView {
    let step = |status: MatchStatus| match status {
        MatchStatus::Unknown => 0,
        MatchStatus::Pending => 1,
        MatchStatus::Running => 2,
        MatchStatus::Finished | MatchStatus::Aborted | MatchStatus::Rejected | MatchStatus::Expired => 3,
    };
    let (was, is) = (step(known.status), step(news.status));
    // An unknown status is news too, while the match is open: playing on could be wrong.
    let lower = is < was && (news.status != MatchStatus::Unknown || known.status.is_over());
    let older = lower || (is == was && !later);
    let (mut newest, other) = if older { (known.clone(), &news) } else { (news, known) };
    if newest.legs.is_empty() {
        newest.legs.clone_from(&other.legs);
        newest.totals = other.totals;
    }
    for (leg, other) in newest.legs.iter_mut().zip(&other.legs) {
        if is_newer(other, leg) {
            leg.clone_from(other);
        }
    }
    newest
}

/// Whether `one` is later than `two`: a higher revision, or the end of the same one.
fn is_newer(one: &LegView, two: &LegView) -> bool {
    let ended = |leg: &LegView| match leg.status {
        LegStatus::Finished | LegStatus::Timeout | LegStatus::Stopped => true,
        LegStatus::Active | LegStatus::Unknown => false,
    };
    one.revision > two.revision || (one.revision == two.revision && ended(one) && !ended(two))
}
