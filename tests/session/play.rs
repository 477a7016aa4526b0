//! At the board: who moves when, and what happens to moves that get lost or refused.

use super::bot::{Bot, after, finished, human, leg, listing, lost, mv, paired, polls, posts, refused_as, set, thinks};
use botdock::game::grid::SquareSet;
use botdock::game::othello::{Mode, Move, Position};
use botdock::play::fault::{Conflict, Fault};
use botdock::play::paired::{LegStatus, MatchStatus, MatchView};
use botdock::play::think::EngineFault;
use botdock::play::turn::TurnId;
use botdock::session::config::{Config, Exit};
use botdock::session::effect::Effect;
use botdock::session::note::{EngineTrouble, NoteKind};
use botdock::session::snapshot::SeatState;
use std::time::Duration;

/// Online, in a match with board 2 to move, the engine asked.
fn thinking() -> (Bot, MatchView, TurnId) {
    let mut bot = Bot::online();
    bot.now_ms = 2_000;
    let view = paired(7);
    let effects = bot.pushed(&view);
    let turn = thinks(&effects)[0].turn;
    assert!(polls(&effects));
    bot.polled(vec![view.clone()]);
    (bot, view, turn)
}

/// The same with the move d3 on its way.
fn posting() -> (Bot, MatchView, TurnId) {
    let (mut bot, view, turn) = thinking();
    assert_eq!(posts(&bot.answered(turn, "d3")), [(1, 0, "d3".into())]);
    (bot, view, turn)
}

#[test]
fn a_pushed_board_is_answered_at_once_and_the_poll_follows() {
    let mut bot = Bot::online();
    bot.now_ms = 500;
    let effects = bot.pushed(&paired(7));
    let requests = thinks(&effects);
    assert_eq!((requests.len(), requests[0].turn.seat.leg, requests[0].legal.len()), (1, 1, 4));
    assert!(!polls(&effects), "a poll within a second of the first");
    let woken = bot.run_to(1_100);
    assert!(matches!(woken[..], [(1_050, Effect::Poll { .. })]), "{woken:?}");
}

#[test]
fn both_boards_are_played_side_by_side() {
    let mut bot = Bot::online();
    let view = after(&paired(7), 0, "d3");
    let effects = bot.pushed(&view);
    let turns: Vec<TurnId> = thinks(&effects).iter().map(|request| request.turn).collect();
    assert_eq!(turns.iter().map(|turn| (turn.seat.leg, turn.revision)).collect::<Vec<_>>(), [(0, 1), (1, 0)]);
    assert_eq!(posts(&bot.answered(turns[1], "f5")), [(1, 0, "f5".into())]);
    assert_eq!(posts(&bot.answered(turns[0], "c3")), [(0, 1, "c3".into())]);
}

#[test]
fn a_single_square_and_a_pass_cost_no_thought() {
    let mut bot = Bot::online();
    let only = bot.pushed(&listing(&paired(7), 1, &["e6"]));
    assert_eq!((posts(&only), thinks(&only).len()), (vec![(1, 0, "e6".into())], 0));
    let mut bot = Bot::online();
    let pass = bot.pushed(&listing(&paired(7), 1, &[]));
    assert_eq!((posts(&pass), thinks(&pass).len()), (vec![(1, 0, "pass".into())], 0));
}

#[test]
fn a_human_game_gets_its_fields_back_and_never_a_pass() {
    let mut bot = Bot::online();
    assert_eq!(posts(&bot.pushed(&listing(&human(-45, "3"), 0, &[]))), []);
    let view = human(-45, "3");
    let mut next = after(&after(&view, 0, "d3"), 0, "c3");
    next.legs[0].revision = 2;
    let effects = bot.pushed(&next);
    let request = thinks(&effects)[0].clone();
    assert_eq!((request.turn.seat.round, &request.echo), (3, &view.echo));
    let effects = bot.event(botdock::session::event::Event::Answered {
        turn: request.turn,
        outcome: Ok(botdock::play::think::Answer { mv: mv("b3"), score: None, depth: None }),
    });
    assert!(matches!(&effects[0], Effect::Post { echo: Some(echo), .. } if *echo == view.echo));
}

#[test]
fn a_turn_is_submitted_once_however_often_it_is_shown() {
    let (mut bot, view, turn) = posting();
    for _ in 0..3 {
        bot.now_ms += 100;
        assert_eq!(posts(&bot.pushed(&view)), []);
        assert_eq!(posts(&bot.answered(turn, "c4")), []);
    }
    assert_eq!(posts(&bot.posted(turn, Ok(()))), []);
    bot.now_ms += 2_000;
    assert_eq!(posts(&bot.polled(vec![view.clone()])), []);
    assert_eq!(bot.snapshot().matches[0].legs[1].state, SeatState::Confirmed(mv("d3")));
    let effects = bot.pushed(&after(&view, 1, "d3"));
    assert_eq!((posts(&effects), thinks(&effects).len()), (vec![], 0));
    assert_eq!(bot.snapshot().matches[0].legs[1].state, SeatState::Waiting);
}

#[test]
fn work_for_an_old_board_is_stopped_and_its_answer_dropped() {
    let (mut bot, view, turn) = thinking();
    let next = after(&after(&view, 1, "d3"), 1, "c3");
    let effects = bot.pushed(&next);
    assert_eq!(effects[0], Effect::StopThinking { turn });
    assert_eq!(thinks(&effects)[0].turn.revision, 2);
    assert_eq!(posts(&bot.answered(turn, "d3")), []);
}

#[test]
fn the_end_of_a_match_ends_the_work_and_tells_the_result() {
    let (mut bot, view, turn) = thinking();
    let effects = bot.pushed(&finished(&view));
    assert!(effects.contains(&Effect::StopThinking { turn }));
    assert_eq!(effects.iter().filter(|effect| matches!(effect, Effect::Release { .. })).count(), 2);
    assert_eq!(posts(&bot.answered(turn, "d3")), []);
    let notes = bot.notes();
    assert!(
        matches!(&notes[..], [NoteKind::MatchEnded { mine: 70, theirs: 58, opponent, .. }] if opponent == "Bulbul")
    );
    assert_eq!(posts(&bot.pushed(&view)), [], "an ended match does not begin again");
    assert_eq!(bot.snapshot().matches[0].view.status, MatchStatus::Finished);
}

#[test]
fn one_board_may_end_before_the_other() {
    let (mut bot, mut view, turn) = thinking();
    view.legs[1].status = LegStatus::Timeout;
    view.legs[1].legal = SquareSet::EMPTY;
    let effects = bot.pushed(&view);
    assert_eq!(effects[..2], [Effect::StopThinking { turn }, Effect::Release { seat: turn.seat }]);
    let effects = bot.pushed(&after(&view, 0, "d3"));
    assert_eq!(thinks(&effects)[0].turn.seat.leg, 0);
}

#[test]
fn older_news_never_roll_a_board_back() {
    let (mut bot, view, turn) = thinking();
    let newer = after(&after(&view, 1, "d3"), 1, "c3");
    bot.pushed(&newer);
    assert_eq!(bot.pushed(&view).iter().filter(|effect| !matches!(effect, Effect::Poll { .. })).count(), 0);
    assert_eq!(bot.snapshot().matches[0].view.legs[1].revision, 2);
    assert_eq!(posts(&bot.answered(turn, "d3")), []);
    let mut waiting = view.clone();
    waiting.status = MatchStatus::Pending;
    bot.pushed(&waiting);
    assert_eq!(bot.snapshot().matches[0].view.status, MatchStatus::Running);
}

#[test]
fn a_lost_answer_is_looked_up_before_the_move_goes_again() {
    let (mut bot, view, turn) = posting();
    bot.now_ms = 2_200;
    let effects = bot.posted(turn, lost());
    assert_eq!(posts(&effects), []);
    let woken = bot.run_to(3_050);
    assert!(matches!(woken[..], [(3_050, Effect::Poll { .. })]), "{woken:?}");
    bot.now_ms = 3_100;
    assert_eq!(posts(&bot.polled(vec![view])), [(1, 0, "d3".into())]);
}

#[test]
fn a_lost_answer_to_a_move_that_was_taken_is_not_repeated() {
    let (mut bot, view, turn) = posting();
    bot.posted(turn, lost());
    bot.run_to(3_060);
    assert_eq!(posts(&bot.polled(vec![after(&view, 1, "d3")])), []);
    assert_eq!(bot.snapshot().matches[0].legs[1].state, SeatState::Waiting);
}

#[test]
fn a_push_settles_a_lost_answer_too_but_only_a_later_one() {
    let (mut bot, view, turn) = posting();
    bot.now_ms = 2_400;
    let earlier = bot.server_ms() - 100;
    bot.posted(turn, lost());
    bot.now_ms = 2_500;
    assert_eq!(posts(&bot.pushed_from(&view, earlier)), [], "a push from before the loss says nothing");
    let moved_elsewhere = after(&view, 0, "d3");
    let effects = bot.pushed(&moved_elsewhere);
    assert_eq!(posts(&effects), [(1, 0, "d3".into())]);
}

#[test]
fn a_busy_server_gets_the_move_again_when_it_says() {
    let (mut bot, _, turn) = posting();
    bot.posted(turn, Err(Fault::Busy { status: 429, after: None }));
    let again = bot.run_to(3_010);
    assert_eq!(again.iter().filter(|(ms, effect)| *ms == 3_000 && matches!(effect, Effect::Post { .. })).count(), 1);
    bot.posted(turn, Err(Fault::Busy { status: 503, after: Some(Duration::from_secs(5)) }));
    let again = bot.run_to(8_020);
    let sent: Vec<u64> =
        again.iter().filter(|(_, effect)| matches!(effect, Effect::Post { .. })).map(|(ms, _)| *ms).collect();
    assert_eq!(sent, [8_010]);
}

#[test]
fn an_illegal_move_is_never_repeated_and_guessing_ends() {
    let (mut bot, view, turn) = posting();
    let mut tried = vec!["d3".to_owned()];
    for round in 1..5 {
        let mut effects = bot.posted(turn, refused_as(Conflict::IllegalMove));
        if polls(&effects) {
            effects.extend(bot.polled(vec![view.clone()]));
        }
        effects.extend(bot.live_to(2_000 + round * 10_000, std::slice::from_ref(&view)));
        for (_, revision, name) in posts(&effects) {
            assert_eq!(revision, 0);
            assert!(!tried.contains(&name), "{name} again");
            tried.push(name);
        }
    }
    assert_eq!(tried.len(), 3);
    let refusals = bot.notes().iter().filter(|kind| matches!(kind, NoteKind::MoveRefused { .. })).count();
    assert_eq!(refusals, 3);
}

#[test]
fn a_move_that_is_turned_away_for_another_reason_goes_once_more_and_then_another_one() {
    let busy = || refused_as(Conflict::Other("the room is locked".into()));
    let denied = || Err(Fault::Rejected { status: 403, error: "access denied".into() });
    let reasons: [&dyn Fn() -> Result<(), Fault>; 2] = [&busy, &denied];
    for reason in reasons {
        let (mut bot, view, turn) = posting();
        let mut tried = vec!["d3".to_owned()];
        while bot.now_ms < 60_000 {
            let before = tried.len();
            let mut effects = bot.posted(turn, reason());
            if polls(&effects) {
                effects.extend(bot.polled(vec![view.clone()]));
            }
            while posts(&effects).is_empty() && bot.now_ms < 60_000 {
                effects = bot.live_to(bot.now_ms + 100, std::slice::from_ref(&view));
            }
            tried.extend(posts(&effects).into_iter().map(|(_, _, name)| name));
            assert!(tried.len() <= before + 1, "{tried:?}");
        }
        assert_eq!(tried.len(), 6, "three moves, twice each: {tried:?}");
        assert!(tried.chunks(2).all(|pair| pair[0] == pair[1]) && tried[0] != tried[2] && tried[2] != tried[4]);
        let notes = bot.notes();
        assert_eq!(notes.len(), 3, "{notes:?}");
        assert!(notes.iter().all(|kind| matches!(kind, NoteKind::MoveRefused { .. })), "{notes:?}");
    }
}

#[test]
fn a_reason_that_passes_costs_no_move() {
    let (mut bot, view, turn) = posting();
    bot.posted(turn, Err(Fault::Rejected { status: 403, error: "access denied".into() }));
    bot.run_to(3_060);
    assert_eq!(posts(&bot.polled(vec![view])), [(1, 0, "d3".into())]);
    bot.posted(turn, Ok(()));
    assert!(bot.notes().is_empty());
}

#[test]
fn a_conflict_about_an_old_board_is_no_news_and_asks_for_the_new_one() {
    let (mut bot, view, turn) = posting();
    bot.posted(turn, refused_as(Conflict::StaleRevision));
    assert!(bot.notes().is_empty());
    bot.run_to(3_060);
    assert_eq!(bot.polls_ms.len(), 3);
    assert_eq!(posts(&bot.polled(vec![after(&view, 1, "d3")])), []);
}

#[test]
fn an_engine_without_a_usable_move_is_replaced_and_told() {
    let (mut bot, _, turn) = thinking();
    assert_eq!(posts(&bot.answered(turn, "a1")), [(1, 0, "d3".into())]);
    let (mut other, _, turn) = thinking();
    let fault = EngineFault::Exited("code 1".into());
    assert_eq!(posts(&other.engine_failed(turn, fault.clone())), [(1, 0, "d3".into())]);
    let (mut late, _, turn) = thinking();
    let effects: Vec<Effect> = late.run_to(12_000).into_iter().map(|(_, effect)| effect).collect();
    let at = effects.iter().position(|effect| *effect == Effect::StopThinking { turn }).unwrap();
    assert_eq!(posts(&effects[at..]), [(1, 0, "d3".into())]);
    for (bot, trouble) in [
        (&mut bot, EngineTrouble::Illegal(mv("a1"))),
        (&mut other, EngineTrouble::Fault(fault)),
        (&mut late, EngineTrouble::Late),
    ] {
        let notes = bot.notes();
        assert!(matches!(&notes[..], [NoteKind::EngineFailed { fault, .. }] if *fault == trouble), "{notes:?}");
    }
}

#[test]
fn an_engine_that_passes_with_a_move_to_make_is_replaced() {
    let (mut bot, _, turn) = thinking();
    assert_eq!(posts(&bot.answered(turn, "pass")), [(1, 0, "d3".into())]);
}

#[test]
fn a_dead_engine_is_not_asked_for_ever() {
    let mut bot = Bot::online();
    let mut view = paired(7);
    let mut asked = 0;
    for _ in 0..6 {
        let effects = bot.pushed(&view);
        if let Some(request) = thinks(&effects).first() {
            asked += 1;
            let turn = request.turn;
            assert_eq!(posts(&bot.engine_failed(turn, EngineFault::Start("no such file".into()))).len(), 1);
        } else {
            assert_eq!(posts(&effects).len(), 1);
        }
        view.legs[1] = leg(Position::start(Mode::Std), view.legs[1].revision + 2, 1);
    }
    assert_eq!(asked, 3);
    let notes = bot.notes();
    let told = |wanted: fn(&NoteKind) -> bool| notes.iter().filter(|kind| wanted(kind)).count();
    assert_eq!(told(|kind| matches!(kind, NoteKind::EngineFailed { .. })), 3);
    assert_eq!(told(|kind| matches!(kind, NoteKind::EngineGivenUp { match_id: 7, leg: 1 })), 1, "told when it flips");
}

#[test]
fn the_servers_list_of_squares_decides_and_the_difference_is_told_once() {
    let mut bot = Bot::online();
    let odd = listing(&paired(7), 1, &["a1", "d3"]);
    let effects = bot.pushed(&odd);
    assert_eq!(thinks(&effects)[0].legal, set(&["a1", "d3"]));
    let turn = thinks(&effects)[0].turn;
    assert_eq!(posts(&bot.answered(turn, "a1")), [(1, 0, "a1".into())]);
    let mut later = odd.clone();
    later.legs[1].revision = 2;
    bot.pushed(&later);
    let notes = bot.notes();
    assert!(matches!(&notes[..], [NoteKind::RulesDiffer { match_id: 7, leg: 1 }]), "{notes:?}");
}

#[test]
fn a_move_without_any_answer_is_looked_up() {
    let (mut bot, view, _) = posting();
    bot.run_to(22_500);
    assert_eq!(posts(&bot.polled(vec![view.clone()])), [], "that poll was sent before the move was given up");
    let later = bot.live_to(24_000, &[view]);
    assert_eq!(posts(&later), [(1, 0, "d3".into())]);
}

#[test]
fn a_move_that_was_taken_but_never_shows_is_sent_again_after_a_look() {
    let (mut bot, view, turn) = posting();
    bot.posted(turn, Ok(()));
    bot.run_to(3_100);
    assert_eq!(posts(&bot.polled(vec![view.clone()])), []);
    let woken = bot.run_to(7_100);
    assert!(woken.iter().any(|(ms, effect)| *ms == 7_000 && matches!(effect, Effect::Poll { .. })), "{woken:?}");
    assert_eq!(posts(&bot.polled(vec![view])), [(1, 0, "d3".into())]);
}

#[test]
fn a_room_that_is_used_again_begins_anew() {
    let mut bot = Bot::online();
    let first = human(-45, "3");
    let turn = thinks(&bot.pushed(&first))[0].turn;
    bot.pushed(&finished(&first));
    let second = human(-45, "4");
    let effects = bot.pushed(&second);
    let again = thinks(&effects)[0].turn;
    assert_eq!((again.seat.round, again.revision, turn.seat.round), (4, 0, 3));
    assert!(thinks(&bot.pushed(&first)).is_empty(), "the old round is over");
    assert_eq!(posts(&bot.answered(turn, "d3")), [], "an answer for the old round");
    assert_eq!(posts(&bot.answered(again, "d3")), [(0, 0, "d3".into())]);
}

#[test]
fn a_refused_token_ends_everything_at_once() {
    let (mut bot, _, turn) = posting();
    let effects = bot.posted(turn, Err(Fault::TokenRefused { error: "invalid bot credential".into() }));
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Release { seat } if *seat == turn.seat)));
    assert_eq!(effects.last(), Some(&Effect::Exit(Exit::TokenRefused)));
    assert!(bot.session.is_over() && bot.next.is_none());
    assert_eq!(bot.pushed(&paired(8)), []);
}

#[test]
fn a_status_that_is_not_known_stops_play_until_it_is() {
    let (mut bot, mut view, turn) = thinking();
    view.status = MatchStatus::Unknown;
    bot.now_ms += 100;
    assert_eq!(bot.pushed(&view)[0], Effect::StopThinking { turn });
    view.status = MatchStatus::Running;
    bot.now_ms += 100;
    assert_eq!(thinks(&bot.pushed(&view)).len(), 1);
}

#[test]
fn a_match_of_others_is_none_of_our_business() {
    let mut bot = Bot::online_with(Config::default());
    let mut view = paired(7);
    view.bots = [5, 6];
    assert_eq!(thinks(&bot.pushed(&view)).len(), 0);
    assert!(bot.snapshot().matches.is_empty());
    assert_eq!(Move::Pass.number(), -1);
}
