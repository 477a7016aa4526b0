//! How long the engine is given, under news in any order.

use super::bot::{Bot, SERVER_ZERO_MS, after, paired, thinks};
use botdock::session::config::Config;
use botdock::session::event::Event;
use proptest::prelude::*;
use std::time::Duration;

fn unlimited() -> Config {
    Config { max_think: None, ..Config::default() }
}

/// Both sides have moved once, so that the rule of the first move is out of the way.
fn in_the_middle() -> botdock::play::paired::MatchView {
    after(&after(&paired(7), 1, "d3"), 1, "c3")
}

#[test]
fn the_budget_comes_from_the_servers_clocks_alone() {
    let mut bot = Bot::online_with(unlimited());
    bot.now_ms = 12_000;
    let mut view = in_the_middle();
    view.legs[1].clocks_ms = [30_000, 5_000];
    view.legs[1].turn_started_ms = SERVER_ZERO_MS + 2_000;
    let effects = bot.pushed(&view);
    let request = thinks(&effects)[0];
    assert_eq!(request.remaining, Duration::from_secs(20));
    assert_eq!(request.budget, Duration::from_millis(19_250));
}

#[test]
fn a_late_message_does_not_turn_the_clock_back() {
    let mut bot = Bot::online_with(unlimited());
    bot.now_ms = 12_000;
    bot.event(Event::Hello { bot_id: 2, server_now_ms: SERVER_ZERO_MS + 12_000 });
    let mut view = in_the_middle();
    view.legs[1].turn_started_ms = SERVER_ZERO_MS + 10_000;
    bot.now_ms = 15_000;
    let effects = bot.pushed_from(&view, SERVER_ZERO_MS + 10_000);
    let remaining = thinks(&effects)[0].remaining;
    assert!(remaining <= Duration::from_millis(55_005), "{remaining:?} of a clock that has run for five seconds");
}

#[test]
fn a_first_move_comes_well_within_the_half_minute() {
    let mut bot = Bot::online_with(unlimited());
    bot.now_ms = 1_000;
    let effects = bot.pushed(&paired(7));
    assert_eq!(thinks(&effects)[0].budget, Duration::from_secs(24));
}

#[test]
fn a_hanging_engine_uses_up_less_and_less() {
    let mut bot = Bot::online();
    let mut budgets = Vec::new();
    let mut view = in_the_middle();
    for _ in 0..4 {
        view.legs[1].turn_started_ms = bot.server_ms();
        let effects = bot.pushed(&view);
        budgets.push(thinks(&effects)[0].budget.as_millis());
        bot.run_to(bot.now_ms + 10_000);
        view.legs[1].revision += 2;
    }
    assert_eq!(budgets, [10_000, 5_000, 2_500, 1_250]);
}

proptest! {
    /// Whatever arrives when, a budget is above zero while time remains and never beyond the clock.
    #[test]
    fn no_order_of_events_gives_a_budget_of_nothing(
        steps in prop::collection::vec((0_u64..4_000, 0_i64..6_000, 0_u64..4, 1_i64..60_000, any::<bool>()), 1..40),
    ) {
        let mut bot = Bot::online_with(unlimited());
        for (gap_ms, delay_ms, revision, clock_ms, by_poll) in steps {
            bot.now_ms += gap_ms;
            let mut view = in_the_middle();
            view.legs[1].revision += revision * 2;
            view.legs[1].clocks_ms = [clock_ms, 60_000];
            view.legs[1].turn_started_ms = bot.server_ms() - delay_ms;
            let effects = if by_poll { bot.polled(vec![view]) } else { bot.pushed_from(&view, bot.server_ms() - delay_ms) };
            for request in thinks(&effects) {
                prop_assert!(request.budget <= request.remaining);
                prop_assert_eq!(request.budget.is_zero(), request.remaining.is_zero());
                prop_assert!(request.remaining <= Duration::from_millis(clock_ms as u64));
            }
        }
    }
}
