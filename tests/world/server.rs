//! The far side of a world: the arena, its line, and the person who wishes for a match.

use super::net::LineFate;
use super::world::{Bout, Call, EPOCH_MS, Happening, ME, World};
use botdock::game::grid::Side;
use botdock::game::othello::{Move, Position};
use botdock::session::command::{Command, Target};
use botdock::session::event::Event;
use botdock::venue::arena::{ApiError, HumanChallenge, Step};
use rand_chacha::rand_core::Rng;
use std::time::Duration;

impl World {
    pub(super) fn at_server(&mut self, call: Call, answer: bool) {
        let (Call::Poll(body) | Call::Post(_, body) | Call::Ask(_, body)) = &call;
        let token = self.token.clone();
        let (answered, step) = self.arena.request(self.server_ms(), Some(&token), body.as_bytes());
        if let (Call::Ask(..), 200) = (&call, answered.status) {
            self.begun = true;
        }
        if let (Call::Post(turn, body), 200, Some((_, position))) = (&call, answered.status, self.room.as_mut())
            && turn.seat.match_id < 0
        {
            *position = played_on(position, body);
            let after_ms = u64::from(self.random.next_u32() % 200);
            self.at(after_ms, Happening::PersonMoves);
        }
        self.arena_did(step);
        if answer {
            let after_ms = self.line().journey(&mut self.random);
            self.answer(call, Ok((answered.status, answered.body.into_bytes())), after_ms);
        }
    }

    pub(super) fn arena_did(&mut self, step: Step) {
        self.arena_next = step.next_deadline_ms.map(|ms| u64::try_from(ms - EPOCH_MS).unwrap_or(0));
        for (id, line) in step.pushes {
            if self.stream == Some(id) {
                self.push(line.into_bytes());
            }
        }
        for id in step.closed {
            if self.stream == Some(id) {
                let connection = self.connection;
                self.at(1, Happening::StreamEnds { connection });
            }
        }
        for site in step.site_turns {
            let legal = site.position.legal();
            let pick = site.seed as u32 % legal.len().max(1);
            let mv = legal.iter().nth(pick as usize).map_or(Move::Pass, Move::Place);
            let after_ms = site.seed >> 32 & 127;
            self.at(after_ms, Happening::SiteMove(site.turn, mv));
        }
    }

    pub(super) fn push(&mut self, bytes: Vec<u8>) {
        let connection = self.connection;
        let line = self.line();
        let journey_ms = line.journey(&mut self.random);
        let fate = line.line_fate(&mut self.random);
        self.report.lost += u64::from(fate != LineFate::Arrives);
        match fate {
            LineFate::Arrives => self.at(journey_ms, Happening::Line { connection, bytes }),
            LineFate::Lost => {}
            LineFate::Doubled => {
                self.at(journey_ms, Happening::Line { connection, bytes: bytes.clone() });
                self.at(journey_ms * 3, Happening::Line { connection, bytes });
            }
            LineFate::Late => {
                let late_ms = u64::from(self.random.next_u32() % 4_000);
                self.at(late_ms, Happening::Line { connection, bytes });
            }
            LineFate::Cut => {
                let bytes = bytes[..bytes.len() / 2].to_vec();
                self.at(journey_ms, Happening::Line { connection, bytes });
            }
            LineFate::EndsStream => self.at(journey_ms, Happening::StreamEnds { connection }),
            LineFate::SilencesStream => self.silent = true,
        }
    }

    /// Wishes a match until there is one, then asks the bot to stop after it.
    pub(super) fn person_wishes(&mut self) {
        // A short one may be over before the person looks.
        let seen = !self.session.snapshot().matches.is_empty();
        if seen {
            self.step(Event::Command(Command::StopAfterMatches));
            return;
        }
        self.at(500, Happening::PersonWishes);
        if self.begun {
            return;
        }
        let now_ms = self.server_ms();
        match self.plan.bout {
            Bout::Challenge if self.now_ms % 3_000 == 100 => {
                let target = Target::Id(901 + (self.plan.seed % 3) as i64);
                self.step(Event::Command(Command::Challenge { target, mode: self.plan.mode }));
            }
            Bout::Challenge => {}
            Bout::Automatic => {
                let (proposed, step) = self.arena.propose(now_ms, ME, 902);
                self.begun = proposed.is_ok();
                self.arena_did(step);
            }
            Bout::Human => {
                let (mode, time_limit) = (self.plan.mode, Duration::from_mins(5));
                let side = Side::BOTH[(self.plan.seed % 2) as usize];
                let wish = HumanChallenge { bot_id: ME, mode, time_limit, side, xot: false };
                let (opened, step) = self.arena.human_challenge(now_ms, wish);
                if let Ok(room) = opened {
                    self.begun = true;
                    self.room = Some((room, Position::start(mode)));
                    self.at(300, Happening::PersonMoves);
                }
                self.arena_did(step);
            }
        }
    }

    pub(super) fn person_moves(&mut self) {
        let Some((room, position)) = self.room else { return };
        let (room, mut position) = (room, position);
        let side = Side::BOTH[(self.plan.seed % 2) as usize];
        if position.legal().is_empty() && !position.is_over() {
            position = position.play(Move::Pass).unwrap();
            self.room = Some((room, position));
        }
        if position.is_over() || position.side() != side {
            return;
        }
        let legal = position.legal();
        let pick = self.random.next_u32() % legal.len();
        let mv = legal.iter().nth(pick as usize).map(Move::Place).unwrap();
        let (moved, step) = self.arena.human_move(self.server_ms(), room, mv);
        self.arena_did(step);
        match moved {
            Ok(()) => self.room = Some((room, position.play(mv).unwrap())),
            // The room is not open yet.
            Err(ApiError::MatchNotRunning) if self.now_ms < 200_000 => {}
            Err(error) => panic!("the person's move was refused: {error}"),
        }
        self.at(200, Happening::PersonMoves);
    }
}

/// The position after the move in a request's body, and after the passes that the arena makes.
fn played_on(position: &Position, body: &str) -> Position {
    let body: serde_json::Value = serde_json::from_str(body).unwrap();
    let mv = Move::from_number(body["move"].as_i64().unwrap(), position.mode().size()).unwrap();
    assert_ne!(mv, Move::Pass, "a pass in a human game");
    let next = position.play(mv).unwrap();
    if next.legal().is_empty() && !next.is_over() { next.play(Move::Pass).unwrap() } else { next }
}
