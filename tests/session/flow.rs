//! Around the boards: polls, the stream, challenges, and how a session ends.

use super::bot::{Bot, ME, OTHER, after, finished, human, paired, pending, polls, posts, thinks};
use botdock::game::othello::Mode;
use botdock::play::fault::{Conflict, Fault};
use botdock::play::paired::{Environment, MatchStatus};
use botdock::session::command::{Command, Target};
use botdock::session::config::{Config, Exit};
use botdock::session::effect::Effect;
use botdock::session::event::{Ask, Event, Link};
use botdock::session::note::{DeclineReason, NoteKind};
use botdock::session::snapshot::Status;
use std::num::NonZeroUsize;
use std::time::Duration;

fn asks(effects: &[Effect]) -> Vec<Ask> {
    let ask = |effect: &Effect| match effect {
        Effect::Ask(ask) => Some(ask.clone()),
        _ => None,
    };
    effects.iter().filter_map(ask).collect()
}

fn exit(effects: &[Effect]) -> Option<Exit> {
    match effects.last() {
        Some(Effect::Exit(exit)) => Some(exit.clone()),
        _ => None,
    }
}

fn no_stream() -> Config {
    Config { stream: false, ..Config::default() }
}

/// Answers every poll with `matches` until `ms`; gives the times of the polls.
fn poll_times(bot: &mut Bot, ms: u64, matches: &[botdock::play::paired::MatchView]) -> Vec<u64> {
    let from = bot.polls_ms.len();
    bot.live_to(ms, matches);
    bot.polls_ms[from..].to_vec()
}

#[test]
fn a_start_opens_the_stream_and_reads_the_state() {
    let environment = Environment { practice: true, ..Environment::default() };
    let mut bot = Bot::new(Config { environment: environment.clone(), ..Config::default() });
    assert_eq!(bot.event(Event::Woke), []);
    assert_eq!(bot.event(Event::Started), [Effect::OpenStream, Effect::Poll { environment }]);
    assert_eq!(bot.event(Event::Started), []);
    let mut bot = Bot::new(no_stream());
    assert!(matches!(bot.event(Event::Started)[..], [Effect::Poll { .. }]));
}

#[test]
fn polls_follow_the_documented_cadence() {
    let mut live = Bot::online();
    assert_eq!(poll_times(&mut live, 32_000, &[]).len(), 3 + 1, "one for the news that the stream is live");
    let mut alone = Bot::online_with(no_stream());
    assert_eq!(poll_times(&mut alone, 16_000, &[]), [5_000, 10_000, 15_000]);
    let mut playing = Bot::online_with(no_stream());
    playing.pushed(&after(&paired(7), 1, "d3"));
    let times = poll_times(&mut playing, 10_000, &[after(&paired(7), 1, "d3")]);
    assert_eq!(times.len(), 9, "{times:?}");
}

#[test]
fn a_flood_of_events_still_polls_once_a_second() {
    let mut bot = Bot::online();
    for _ in 0..500 {
        bot.now_ms += 10;
        if polls(&bot.event(Event::Nudged)) {
            bot.polled(vec![]);
        }
    }
    assert_eq!(bot.polls_ms.len(), 1 + 4);
}

#[test]
fn a_broken_stream_is_told_once_and_polled_around() {
    let mut bot = Bot::online();
    bot.now_ms = 20_000;
    let lost = || Event::Link(Link::Lost { why: "silent".into(), retry_in: Duration::from_secs(1) });
    assert!(polls(&bot.event(lost())));
    bot.polled(vec![paired(7)]);
    bot.event(lost());
    assert_eq!(poll_times(&mut bot, 23_500, &[paired(7)]).len(), 3);
    assert_eq!(bot.snapshot().online_since_ms, None);
    bot.event(Event::Link(Link::Live));
    let kinds = bot.notes();
    assert!(
        matches!(&kinds[..], [NoteKind::ConnectionLost { .. }, NoteKind::ConnectionBack { gap }] if gap.as_millis() == 3_500),
        "{kinds:?}"
    );
}

#[test]
fn ten_minutes_without_a_network_end_nothing_and_blame_no_token() {
    let mut bot = Bot::online();
    bot.event(Event::Link(Link::Lost { why: "reset".into(), retry_in: Duration::from_secs(1) }));
    while bot.now_ms < 600_000 {
        bot.now_ms = bot.next.unwrap().0.as_micros().div_ceil(1000) as u64;
        if polls(&bot.event(Event::Woke)) {
            bot.event(Event::Polled(Err(Fault::NoAnswer("no route".into()))));
        }
    }
    assert!(!bot.session.is_over());
    let last = bot.polls_ms.len();
    assert!(bot.polls_ms[last - 1] - bot.polls_ms[last - 2] <= 31_000);
    assert!(bot.notes().iter().all(|kind| !matches!(kind, NoteKind::TokenRefused { .. })));
    assert_eq!(bot.snapshot().status, Status::Connecting);
    assert_eq!(bot.notes().len(), 2, "the loss and the failing polls, once each");
}

#[test]
fn challenges_are_answered_at_once_by_the_rules() {
    let mut bot = Bot::online_with(Config { modes: vec![Mode::Std], ..Config::default() });
    assert_eq!(asks(&bot.pushed(&pending(7))), [Ask::Accept { match_id: 7 }]);
    assert_eq!(asks(&bot.pushed(&pending(7))), [], "asked once");
    let mut grand = pending(8);
    grand.mode = Mode::Grand;
    assert_eq!(asks(&bot.pushed(&grand)), [Ask::Reject { match_id: 8 }]);
    let mut automatic = pending(9);
    (automatic.auto, automatic.mode) = (true, Mode::Anti);
    assert_eq!(asks(&bot.pushed(&automatic)), [Ask::Reject { match_id: 9 }]);
    let mut own = pending(10);
    own.bots = [ME, OTHER];
    assert_eq!(asks(&bot.pushed(&own)), [], "our own challenge is the other's to answer");
    let mut person = human(-45, "1");
    person.status = MatchStatus::Pending;
    assert_eq!(asks(&bot.pushed(&person)), [Ask::Accept { match_id: -45 }]);
}

#[test]
fn an_answer_that_did_not_get_through_goes_again_until_the_challenge_is_over() {
    let mut bot = Bot::online();
    bot.pushed(&pending(7));
    let ask = Ask::Accept { match_id: 7 };
    bot.event(Event::Asked { ask: ask.clone(), outcome: Err(Fault::Conflict(Conflict::BotBusy)) });
    let again = bot.run_to(1_500);
    assert_eq!(again.iter().filter(|(_, effect)| *effect == Effect::Ask(ask.clone())).count(), 1);
    bot.event(Event::Asked { ask: ask.clone(), outcome: Err(Fault::Conflict(Conflict::ChallengeOver)) });
    assert!(!bot.run_to(100_000).iter().any(|(_, effect)| *effect == Effect::Ask(ask.clone())));
    let mut expired = pending(7);
    expired.status = MatchStatus::Expired;
    bot.pushed(&expired);
    assert!(matches!(
        &bot.notes()[..],
        [NoteKind::NoConnection { .. }, NoteKind::ChallengeEnded { .. }] | [NoteKind::ChallengeEnded { .. }]
    ));
}

#[test]
fn a_challenge_is_declined_for_the_reason_that_is_told() {
    let mut bot = Bot::online_with(Config { modes: vec![Mode::Std], ..Config::default() });
    let mut grand = pending(8);
    grand.mode = Mode::Grand;
    bot.pushed(&grand);
    bot.event(Event::Asked { ask: Ask::Reject { match_id: 8 }, outcome: Ok(8) });
    bot.pushed(&paired(7));
    bot.event(Event::Command(Command::StopAfterMatches));
    bot.pushed(&pending(9));
    bot.event(Event::Asked { ask: Ask::Reject { match_id: 9 }, outcome: Ok(9) });
    let notes = bot.notes();
    assert!(
        matches!(
            &notes[..],
            [
                NoteKind::ChallengeDeclined { match_id: 8, reason: DeclineReason::GameNotPlayed, .. },
                NoteKind::Stopping { matches: NonZeroUsize::MIN },
                NoteKind::ChallengeDeclined { match_id: 9, reason: DeclineReason::Stopping, .. },
            ]
        ),
        "{notes:?}"
    );
}

#[test]
fn an_access_that_is_denied_ends_nothing() {
    let denied = || Fault::Rejected { status: 403, error: "access denied".into() };
    let mut bot = Bot::online();
    bot.pushed(&pending(7));
    bot.event(Event::Asked { ask: Ask::Accept { match_id: 7 }, outcome: Err(denied()) });
    assert!(matches!(&bot.notes()[..], [NoteKind::AnswerRefused { match_id: 7, .. }]));
    let (polled, mut failed) = (bot.polls_ms.len(), 0);
    while bot.now_ms < 300_000 {
        bot.now_ms = bot.next.unwrap().0.as_micros().div_ceil(1000) as u64;
        let effects = bot.event(Event::Woke);
        assert_eq!(asks(&effects), [], "not repeated");
        if polls(&effects) {
            failed += 1;
            bot.event(Event::Polled(Err(denied())));
        }
    }
    assert!(!bot.session.is_over());
    assert!(failed > 8 && bot.polls_ms.len() >= polled + 8, "it keeps trying: {failed}");
    let last = bot.polls_ms.len() - 1;
    assert!(bot.polls_ms[last] - bot.polls_ms[last - 1] > 20_000, "less and less often");
    assert_eq!(bot.notes().len(), 2, "the answer and the failing polls, once each: {:?}", bot.notes());
    bot.polled(vec![]);
    assert_eq!(bot.snapshot().status, Status::Online);
}

#[test]
fn an_accepted_challenge_is_told_and_played() {
    let mut bot = Bot::online();
    bot.pushed(&pending(7));
    bot.event(Event::Asked { ask: Ask::Accept { match_id: 7 }, outcome: Ok(7) });
    assert!(matches!(&bot.notes()[..], [NoteKind::ChallengeAccepted { match_id: 7, .. }]));
    assert_eq!(thinks(&bot.pushed(&paired(7))).len(), 1);
    assert_eq!(bot.snapshot().status, Status::Playing);
}

#[test]
fn stopping_waits_for_what_runs_and_takes_nothing_new() {
    let mut bot = Bot::online();
    bot.pushed(&paired(7));
    assert_eq!(exit(&bot.event(Event::Command(Command::StopAfterMatches))), None);
    assert_eq!(bot.snapshot().status, Status::Stopping);
    assert_eq!(asks(&bot.pushed(&pending(8))), [Ask::Reject { match_id: 8 }]);
    let mut automatic = pending(9);
    automatic.auto = true;
    assert_eq!(asks(&bot.pushed(&automatic)), []);
    let challenge = Command::Challenge { target: Target::Id(OTHER), mode: Mode::Std };
    assert_eq!(asks(&bot.event(Event::Command(challenge))), []);
    let turn = thinks(&bot.pushed(&after(&paired(7), 0, "d3")))[0].turn;
    assert_eq!(posts(&bot.answered(turn, "c3")).len(), 1, "running boards go on");
    let effects = bot.pushed(&finished(&paired(7)));
    assert_eq!(exit(&effects), Some(Exit::Done));
    assert!(effects.contains(&Effect::CloseStream));
}

#[test]
fn stopping_with_nothing_running_is_immediate_but_an_acceptance_on_its_way_counts() {
    let mut bot = Bot::online();
    assert_eq!(exit(&bot.event(Event::Command(Command::StopAfterMatches))), Some(Exit::Done));
    let mut bot = Bot::online();
    bot.pushed(&pending(7));
    assert_eq!(exit(&bot.event(Event::Command(Command::StopAfterMatches))), None);
    bot.event(Event::Asked { ask: Ask::Accept { match_id: 7 }, outcome: Ok(7) });
    bot.pushed(&paired(7));
    assert_eq!(exit(&bot.pushed(&finished(&paired(7)))), Some(Exit::Done));
}

#[test]
fn stopping_now_ends_the_engines() {
    let mut bot = Bot::online();
    let turn = thinks(&bot.pushed(&paired(7)))[0].turn;
    let effects = bot.event(Event::Command(Command::StopNow));
    assert!(effects.contains(&Effect::StopThinking { turn }) && effects.contains(&Effect::Release { seat: turn.seat }));
    assert_eq!(exit(&effects), Some(Exit::Done));
    assert_eq!(bot.snapshot().status, Status::Offline);
}

#[test]
fn one_match_only_means_that_one() {
    let mut bot = Bot::online_with(Config { once_match: Some(7), ..Config::default() });
    assert_eq!(asks(&bot.pushed(&pending(8))), [], "another runner of this bot may be there for it");
    let mut unknown = pending(10);
    unknown.mode = Mode::Grand;
    let mut only_std = Bot::online_with(Config { once_match: Some(7), modes: vec![Mode::Std], ..Config::default() });
    assert_eq!(asks(&only_std.pushed(&unknown)), []);
    assert_eq!(thinks(&bot.pushed(&paired(9))), Vec::<&_>::new());
    assert_eq!(asks(&bot.pushed(&pending(7))), [Ask::Accept { match_id: 7 }]);
    bot.pushed(&paired(7));
    assert_eq!(exit(&bot.pushed(&finished(&paired(7)))), Some(Exit::Done));
    for status in [MatchStatus::Finished, MatchStatus::Aborted, MatchStatus::Expired, MatchStatus::Rejected] {
        let mut bot = Bot::online_with(Config { once_match: Some(-7), ..Config::default() });
        let mut view = human(-7, "1");
        view.status = status;
        assert_eq!(exit(&bot.pushed(&view)), Some(Exit::Done));
    }
}

#[test]
fn the_given_time_ends_a_session_even_in_a_match() {
    let mut bot = Bot::online_with(Config { max_runtime: Some(Duration::from_secs(30)), ..Config::default() });
    bot.pushed(&after(&paired(7), 1, "d3"));
    let all = bot.run_to(31_000);
    assert_eq!(all.last(), Some(&(30_000, Effect::Exit(Exit::MaxRuntime))));
}

#[test]
fn a_challenge_of_a_person_is_sent_once_and_told() {
    let mut bot = Bot::online();
    let target = Target::Id(OTHER);
    let ask = Ask::Challenge { target: target.clone(), mode: Mode::Anti };
    let effects = bot.event(Event::Command(Command::Challenge { target, mode: Mode::Anti }));
    assert_eq!(asks(&effects), std::slice::from_ref(&ask));
    bot.event(Event::Asked { ask: ask.clone(), outcome: Ok(7) });
    let fault = Fault::Conflict(Conflict::UnsupportedGameMode);
    bot.event(Event::Asked { ask, outcome: Err(fault) });
    let notes = bot.notes();
    assert!(matches!(&notes[0], NoteKind::ChallengeSent { target, .. } if target == "Bulbul"));
    assert!(matches!(&notes[1], NoteKind::ChallengeFailed { .. }));
}

#[test]
fn a_match_that_the_server_lists_no_more_ends_too() {
    let mut bot = Bot::online_with(no_stream());
    bot.pushed(&after(&paired(7), 1, "d3"));
    bot.event(Event::Command(Command::StopAfterMatches));
    poll_times(&mut bot, 9_000, &[]);
    assert!(bot.session.is_over());
    let notes = bot.notes();
    let vanished =
        |kind: &&NoteKind| matches!(kind, NoteKind::MatchVanished { match_id: 7, opponent } if opponent == "Bulbul");
    assert_eq!(notes.iter().filter(vanished).count(), 1, "{notes:?}");
}

#[test]
fn what_cannot_be_read_is_told_once() {
    let mut bot = Bot::online();
    for round in 0..5 {
        bot.run_to(11_000 * (round + 1));
        let mut poll = bot.poll_of(vec![]);
        poll.unreadable = vec![(Some(5), "its game is called hexagon".into())];
        bot.event(Event::Polled(Ok(Box::new(poll))));
    }
    assert_eq!(bot.notes().iter().filter(|kind| matches!(kind, NoteKind::Unreadable { .. })).count(), 1);
}

#[test]
fn many_matches_leave_a_bounded_memory() {
    let mut bot = Bot::online();
    for id in 1..300 {
        bot.pushed(&paired(id));
        bot.pushed(&finished(&paired(id)));
    }
    let snapshot = bot.snapshot();
    assert_eq!((snapshot.matches.len(), snapshot.notes.len()), (8, 200));
    assert_eq!(snapshot.matches[0].view.id, 299);
    for id in 1_000..1_300 {
        bot.pushed(&paired(id));
    }
    assert!(bot.snapshot().matches.len() <= 64 + 8);
}

#[test]
fn a_snapshot_is_built_anew_only_after_a_change() {
    let mut bot = Bot::online();
    bot.pushed(&paired(7));
    let (version, first) = (bot.session.version(), bot.snapshot());
    poll_times(&mut bot, 9_000, &[paired(7)]);
    bot.pushed(&paired(7));
    assert_eq!(bot.session.version(), version);
    assert!(std::sync::Arc::ptr_eq(&first, &bot.snapshot()));
    bot.pushed(&after(&paired(7), 0, "d3"));
    assert!(bot.session.version() > version);
}
