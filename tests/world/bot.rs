//! The bot's side of a world: what the wires do in the program, done here by hand.

use super::net::Fate;
use super::world::{Call, Happening, World};
use botdock::play::clock::{Moment, Now};
use botdock::play::fault::{Conflict, Fault};
use botdock::session::command::Target;
use botdock::session::effect::Effect;
use botdock::session::event::{Ask, Event, Link as LinkState};
use botdock::venue::arena::{Answer, StreamId};
use botdock::venue::flipsight::decode::{self, StreamEvent};
use botdock::venue::flipsight::encode;
use botdock::venue::link::{Action, Input, News};
use rand_chacha::rand_core::Rng;
use std::time::Duration;

impl World {
    pub(super) fn step(&mut self, event: Event) {
        if self.exit.is_some() {
            return;
        }
        let moment = self.moment();
        let step = self.session.step(Now { moment, unix_ms: self.server_ms() }, event);
        assert!(step.next.is_none_or(|next| next > moment), "a deadline in the past");
        self.session_next = step.next.map(ceil_ms);
        for effect in step.effects {
            self.carry_out(effect);
        }
    }

    pub(super) fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::OpenStream => self.link(Input::Open),
            Effect::CloseStream => self.link(Input::Close),
            Effect::Poll { environment } => {
                let now_ms = self.now_ms;
                assert!(self.last_poll_ms.is_none_or(|last_ms| now_ms >= last_ms + 1_000), "polls within a second");
                self.last_poll_ms = Some(now_ms);
                self.report.polls += 1;
                self.send(Call::Poll(encode::poll(&environment)));
            }
            Effect::Post { turn, mv, echo } => {
                self.report.moves += 1;
                self.send(Call::Post(turn, encode::post(&turn, mv, echo.as_ref())));
            }
            Effect::Ask(ask) => {
                let body = match &ask {
                    Ask::Accept { match_id } => encode::accept(*match_id),
                    Ask::Reject { match_id } => encode::reject(*match_id),
                    Ask::Challenge { target: Target::Id(id), mode } => encode::challenge_by_id(*id, *mode),
                    Ask::Challenge { target: Target::Name(name), mode } => encode::challenge_by_name(name, *mode),
                };
                self.send(Call::Ask(ask, body));
            }
            Effect::Think(request) => {
                assert!(!request.budget.is_zero() && !request.legal.is_empty());
                if let Some((after_ms, outcome)) = self.plan.temper.answer(&request, &mut self.random) {
                    self.at(after_ms, Happening::EngineAnswers(request.turn, outcome));
                }
            }
            // Some engines answer all the same.
            Effect::StopThinking { .. } | Effect::Release { .. } => {}
            Effect::Exit(exit) => self.exit = Some(exit),
        }
    }

    pub(super) fn send(&mut self, call: Call) {
        let line = self.line();
        let journey_ms = line.journey(&mut self.random);
        let fate = line.fate(&mut self.random);
        self.report.lost += u64::from(fate != Fate::Answered);
        let pause_ms = u64::from(self.random.next_u32() % 1_500);
        match fate {
            Fate::Answered => self.at(journey_ms, Happening::AtServer { call, answer: true }),
            Fate::LostBefore => self.answer(call, Err(()), pause_ms),
            Fate::LostAfter => {
                self.at(journey_ms, Happening::AtServer { call: call.clone(), answer: false });
                self.answer(call, Err(()), journey_ms + pause_ms);
            }
            Fate::GivenUp => {
                self.answer(call.clone(), Err(()), pause_ms);
                self.at(pause_ms + journey_ms * 4, Happening::AtServer { call, answer: false });
            }
            Fate::Unavailable => {
                let body = br#"{"ok":false,"error":"bot match storage unavailable","server_now_ms":1}"#.to_vec();
                self.answer(call, Ok((503, body)), journey_ms);
            }
            Fate::Foreign if pause_ms % 2 == 0 => self.answer(call, Ok((429, b"slow down".to_vec())), journey_ms),
            Fate::Foreign => self.answer(call, Ok((200, b"<html>Sign in</html>".to_vec())), journey_ms),
        }
    }

    /// The answer to `call` reaches the bot `after_ms` from now; `Err` is the end of the connection.
    pub(super) fn answer(&mut self, call: Call, answer: Result<(u16, Vec<u8>), ()>, after_ms: u64) {
        let gone = || Fault::NoAnswer("connection reset".into());
        let event = match (call, answer) {
            (Call::Poll(_), Ok((status, body))) => Event::Polled(decode::poll(status, None, &body).map(Box::new)),
            (Call::Poll(_), Err(())) => Event::Polled(Err(gone())),
            (Call::Post(turn, _), answer) => {
                let outcome =
                    answer.map_err(|()| gone()).and_then(|(status, body)| decode::posted(status, None, &body));
                if let Err(Fault::Conflict(conflict)) = &outcome {
                    assert_ne!(*conflict, Conflict::IllegalMove, "an illegal move was posted");
                }
                Event::Posted { turn, outcome, took: Duration::from_millis(after_ms) }
            }
            (Call::Ask(ask, _), answer) => {
                let outcome = answer.map_err(|()| gone()).and_then(|(status, body)| decode::asked(status, None, &body));
                Event::Asked { ask, outcome }
            }
        };
        self.at(after_ms, Happening::AtBot(event));
    }

    pub(super) fn link(&mut self, input: Input) {
        let step = self.link.step(self.moment(), input);
        self.link_next = step.next.map(ceil_ms);
        match step.action {
            Some(Action::Connect) => {
                self.connection += 1;
                self.silent = false;
                let connection = self.connection;
                let journey_ms = self.line().journey(&mut self.random);
                match self.line().fate(&mut self.random) {
                    Fate::LostBefore | Fate::Unavailable => self.at(journey_ms, Happening::StreamEnds { connection }),
                    // Nothing at all comes back: the link has to notice.
                    Fate::GivenUp | Fate::LostAfter => {}
                    Fate::Answered | Fate::Foreign => self.at(journey_ms, Happening::StreamRequest { connection }),
                }
            }
            Some(Action::Disconnect) => self.drop_stream(),
            None => {}
        }
        let news = step.news.map(|news| match news {
            News::Closed => LinkState::Closed,
            News::Connecting => LinkState::Connecting,
            News::Live => LinkState::Live,
            News::Lost { why, retry_in } => LinkState::Lost { why, retry_in },
            News::Refused { error } => LinkState::Refused { error },
        });
        if let Some(news) = news {
            self.step(Event::Link(news));
        }
    }

    pub(super) fn stream_answered(&mut self, connection: u64, opened: Result<StreamId, Answer>) {
        match opened {
            Ok(id) if connection != self.connection => self.at(0, Happening::ServerClosesStream(id)),
            Ok(_) => self.link(Input::Opened),
            Err(_) if connection != self.connection => {}
            Err(answer) => {
                let fault = decode::stream_refusal(answer.status, None, answer.body.as_bytes());
                self.link(Input::Refused(fault));
            }
        }
    }

    /// The bot lets the stream go; the server notices sooner or later.
    pub(super) fn drop_stream(&mut self) {
        self.connection += 1;
        if let Some(id) = self.stream.take() {
            let after_ms = u64::from(self.random.next_u32() % 3_000);
            self.at(after_ms, Happening::ServerClosesStream(id));
        }
    }

    pub(super) fn heard(&mut self, bytes: &[u8]) {
        self.link(Input::Heard);
        match decode::stream_line(bytes) {
            StreamEvent::Hello { bot_id, server_now_ms } => self.step(Event::Hello { bot_id, server_now_ms }),
            StreamEvent::Match { view, server_now_ms } => self.step(Event::Pushed { view, server_now_ms }),
            StreamEvent::MatchChanged { .. } | StreamEvent::Unreadable(_) => self.step(Event::Nudged),
            StreamEvent::Ping | StreamEvent::Unknown => {}
        }
    }
}

fn ceil_ms(moment: Moment) -> u64 {
    moment.0.as_nanos().div_ceil(1_000_000) as u64
}
