//! A session beside a JSON engine that starts slowly, against an opponent that answers at once.

use super::bot::{Bot, SERVER_ZERO_MS, after, paired, posts};
use botdock::engine::dialogue::{Dialogue, Input, Output};
use botdock::engine::launch::Kind;
use botdock::game::grid::Side;
use botdock::game::othello::Move;
use botdock::play::clock::Moment;
use botdock::play::paired::MatchView;
use botdock::play::think::EngineFault;
use botdock::session::effect::Effect;
use botdock::session::event::Event;
use botdock::session::note::{EngineTrouble, NoteKind};
use std::time::Duration;

/// The engine's first answer comes this late.
const START_MS: u64 = 12_000;
/// From our move to the board with the opponent's.
const JOURNEY_MS: u64 = 300;
const TICK_MS: u64 = 50;

/// Board 2 of one match, where the bot has black; board 1 waits for the opponent.
struct Table {
    bot: Bot,
    dialogue: Dialogue,
    view: MatchView,
    /// The question that the process has read and not answered.
    question: Option<String>,
    /// When the board comes that shows the opponent's answer.
    news_ms: Option<u64>,
    /// The moves posted that were not forced: when, and whether the engine had found them.
    moves: Vec<(u64, bool)>,
    engine_found: bool,
}

impl Table {
    fn now(&self) -> Moment {
        Moment(Duration::from_millis(self.bot.now_ms))
    }

    fn engine(&mut self, input: Input) {
        for output in self.dialogue.step(self.now(), input) {
            match output {
                Output::Start => self.engine(Input::Started),
                Output::Send(line) => self.question = Some(line),
                Output::Kill => {
                    self.question = None;
                    self.engine(Input::Exited("killed".into()));
                }
                Output::Answered { turn, outcome } => {
                    self.engine_found = outcome.is_ok();
                    let effects = self.bot.event(Event::Answered { turn, outcome });
                    self.heed(effects);
                    self.engine_found = false;
                }
            }
        }
    }

    fn heed(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Think(request) => self.engine(Input::Ask(request)),
                Effect::StopThinking { turn } => self.engine(Input::Stop { turn }),
                Effect::Poll { .. } => {
                    let view = self.view.clone();
                    let effects = self.bot.polled(vec![view]);
                    self.heed(effects);
                }
                Effect::Post { turn, mv, .. } => {
                    if self.view.legs[1].legal.len() > 1 {
                        self.moves.push((self.bot.now_ms, self.engine_found));
                    }
                    self.play(mv);
                    self.news_ms = Some(self.bot.now_ms + JOURNEY_MS);
                    let effects = self.bot.posted(turn, Ok(()));
                    assert_eq!(posts(&effects), []);
                    self.heed(effects);
                }
                other => panic!("not expected: {other:?}"),
            }
        }
    }

    /// The server takes our move, and the opponent answers until it is our turn again.
    fn play(&mut self, mv: Move) {
        let leg = &mut self.view.legs[1];
        leg.clocks_ms[0] -= self.bot.server_ms() - leg.turn_started_ms;
        self.view = after(&self.view, 1, &mv.name(8));
        while self.view.legs[1].position.side() == Side::White && !self.view.legs[1].position.is_over() {
            let reply = self.view.legs[1].legal.first().map_or(Move::Pass, Move::Place);
            self.view = after(&self.view, 1, &reply.name(8));
        }
        self.view.legs[1].turn_started_ms = self.bot.server_ms();
    }

    fn tick(&mut self) {
        self.bot.now_ms += TICK_MS;
        let now = self.now();
        if self.dialogue.deadline().is_some_and(|deadline| deadline <= now) {
            self.engine(Input::Woke);
        }
        if self.bot.now_ms >= START_MS
            && let Some(question) = self.question.take()
        {
            let asked: serde_json::Value = serde_json::from_str(&question).unwrap();
            let last = asked["legal_moves"].as_array().unwrap().last().unwrap().clone();
            self.engine(Input::Line(format!("{{\"move\":{last}}}")));
        }
        if self.news_ms.is_some_and(|at| at <= self.bot.now_ms) {
            self.news_ms = None;
            let view = self.view.clone();
            let effects = self.bot.pushed(&view);
            self.heed(effects);
        }
        if self.bot.next.is_some_and(|next| next <= now) {
            let effects = self.bot.event(Event::Woke);
            self.heed(effects);
        }
    }
}

#[test]
fn an_engine_that_needs_twelve_seconds_to_start_plays_once_it_is_there() {
    let mut table = Table {
        bot: Bot::online(),
        dialogue: Dialogue::new(&Kind::JsonLine),
        view: paired(7),
        question: None,
        news_ms: Some(TICK_MS),
        moves: Vec::new(),
        engine_found: false,
    };
    assert_eq!(table.bot.server_ms(), SERVER_ZERO_MS);
    while table.bot.now_ms < 16_000 {
        table.tick();
    }
    let before = table.moves.iter().filter(|(ms, _)| *ms < START_MS).count();
    assert!(before > 4, "the opponent was slow: {:?}", table.moves);
    let later: Vec<_> = table.moves.iter().filter(|(ms, _)| *ms > START_MS + JOURNEY_MS).collect();
    assert!(later.len() > 4 && later.iter().all(|(_, found)| *found), "{:?}", table.moves);
    let notes = table.bot.notes();
    assert!(
        matches!(
            &notes[..],
            [
                NoteKind::EngineFailed { fault: EngineTrouble::Late, .. },
                NoteKind::EngineFailed { fault: EngineTrouble::Fault(EngineFault::NotReady), .. },
            ]
        ),
        "{notes:?}"
    );
}
