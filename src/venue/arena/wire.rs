//! The API's JSON shapes as the arena writes them: the documented fields in the documented order.

mod paired;

pub(super) use paired::MatchJson;

use super::bots::{Bot, SiteBot};
use super::error::ApiError;
use super::paired::{Match, Participant};
use crate::game::othello::Mode;
use crate::play::paired::Environment;
use serde::Serialize;

/// The owner of every bot here.
pub(super) const OWNER: &str = "practice";
/// The service writes its dates nine hours ahead of UTC.
const DATE_OFFSET_MS: i64 = 9 * 3_600_000;

/// A value as one line of JSON.
pub(super) fn line(value: &impl Serialize) -> String {
    // Plain structs with text keys always serialise; an empty object is what a reader could still cope with.
    serde_json::to_string(value).unwrap_or_else(|_| "{}".to_owned())
}

/// A date as the service writes it: `2026-11-12 18:00:00`.
pub(super) fn date(unix_ms: i64) -> String {
    let seconds = (unix_ms.saturating_add(DATE_OFFSET_MS)).div_euclid(1_000);
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Days since 0000-03-01, cut into eras of 400 years, so that the leap day is the last day of a year.
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    let (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day_of_month:02} {hour:02}:{minute:02}:{second:02}")
}

#[derive(Serialize)]
pub(super) struct Refused {
    ok: bool,
    error: &'static str,
    server_now_ms: i64,
}

impl Refused {
    pub fn new(error: ApiError, server_now_ms: i64) -> Refused {
        Refused { ok: false, error: error.text(), server_now_ms }
    }
}

#[derive(Serialize)]
pub(super) struct Challenged {
    pub ok: bool,
    pub match_id: i64,
    pub server_now_ms: i64,
}

#[derive(Serialize)]
pub(super) struct Summarised {
    pub ok: bool,
    pub r#match: Summary,
    pub server_now_ms: i64,
}

#[derive(Serialize)]
pub(super) struct Summary {
    id: i64,
    status: &'static str,
    bot_a: i64,
    bot_b: i64,
}

impl Summary {
    pub fn of(of: &Match) -> Summary {
        let [bot_a, bot_b] = of.participants.map(Participant::id);
        Summary { id: of.id, status: paired::status(&of.stage), bot_a, bot_b }
    }
}

#[derive(Serialize)]
pub(super) struct Polled<'a> {
    pub ok: bool,
    pub bots: Vec<BotJson<'a>>,
    pub record_bots: [i64; 0],
    pub matches: Vec<MatchJson>,
    pub me: &'static str,
    pub bot: BotJson<'a>,
    pub server_now_ms: i64,
}

/// A line of the event stream.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Event<'a> {
    Hello { bot_id: i64, server_now_ms: i64 },
    Match { r#match: Pushed<'a>, server_now_ms: i64 },
    Ping { server_now_ms: i64 },
}

/// A match on the stream: whole between bots, only its name against a person.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Pushed<'a> {
    Whole(&'a MatchJson),
    Named { id: i64, kind: &'static str, room_id: i64 },
}

#[derive(Serialize)]
pub(super) struct BotJson<'a> {
    id: i64,
    name: &'a str,
    owner_id: &'static str,
    owner_name: &'static str,
    owner: OwnerJson,
    engine_level: Option<u8>,
    rating: RatingJson,
    supported_games: Vec<&'static str>,
    auto_match: bool,
    bio: &'static str,
    registered_at: String,
    registered_at_ts: i64,
    environment: EnvironmentJson<'a>,
    is_builtin: bool,
    online: bool,
    disabled: bool,
    deleted: bool,
    photo: String,
}

#[derive(Serialize)]
struct OwnerJson {
    player_id: &'static str,
    name: &'static str,
    photo: &'static str,
    country_code: &'static str,
    country_name: &'static str,
    country_flag_url: &'static str,
    donor: bool,
    verified_player_id: &'static str,
}

const OWNER_JSON: OwnerJson = OwnerJson {
    player_id: OWNER,
    name: "Practice arena",
    photo: "/img/no_profile.gif",
    country_code: "",
    country_name: "",
    country_flag_url: "",
    donor: false,
    verified_player_id: "",
};

#[derive(Serialize)]
struct RatingJson {
    rating: u32,
    rd: u32,
    official: bool,
    official_progress: ProgressJson,
    color: &'static str,
    high_rating: u32,
    wins: u32,
    losses: u32,
    draws: u32,
    streak: u32,
    best_streak: u32,
}

#[derive(Serialize)]
struct ProgressJson {
    kind: &'static str,
    current: u32,
    required: u32,
}

impl RatingJson {
    /// The arena rates nobody: a constant.
    fn of(rating: u32) -> RatingJson {
        RatingJson {
            rating,
            rd: 300,
            official: false,
            official_progress: ProgressJson { kind: "provisional", current: 0, required: 50 },
            color: "pz-rating-unofficial",
            high_rating: rating,
            wins: 0,
            losses: 0,
            draws: 0,
            streak: 0,
            best_streak: 0,
        }
    }
}

#[derive(Serialize)]
struct EnvironmentJson<'a> {
    cpu: &'a str,
    engine: &'a str,
    os: &'a str,
    practice: bool,
}

impl<'a> From<&'a Environment> for EnvironmentJson<'a> {
    fn from(told: &'a Environment) -> EnvironmentJson<'a> {
        EnvironmentJson { cpu: &told.cpu, engine: &told.engine, os: &told.os, practice: told.practice }
    }
}

fn photo(id: i64, registered_ms: i64) -> String {
    format!("/flipsight/bot_match_api.php?action=photo&bot_id={id}&v={registered_ms}")
}

impl<'a> BotJson<'a> {
    pub fn registered(bot: &'a Bot, now_ms: i64) -> BotJson<'a> {
        BotJson {
            id: bot.id,
            name: &bot.setup.name,
            owner_id: OWNER,
            owner_name: OWNER_JSON.name,
            owner: OWNER_JSON,
            engine_level: None,
            rating: RatingJson::of(1_200),
            supported_games: bot.setup.supported.iter().map(|mode| mode.name()).collect(),
            auto_match: bot.setup.auto_match,
            bio: "",
            registered_at: date(bot.registered_ms),
            registered_at_ts: bot.registered_ms.div_euclid(1_000),
            environment: (&bot.environment).into(),
            is_builtin: false,
            online: bot.online(now_ms),
            disabled: bot.disabled,
            deleted: false,
            photo: photo(bot.id, bot.registered_ms),
        }
    }

    pub fn site(bot: &'static SiteBot, opened_ms: i64) -> BotJson<'a> {
        BotJson {
            id: bot.id,
            name: bot.name,
            owner_id: OWNER,
            owner_name: OWNER_JSON.name,
            owner: OWNER_JSON,
            engine_level: Some(bot.level),
            rating: RatingJson::of(bot.rating),
            supported_games: Mode::ALL.map(Mode::name).to_vec(),
            auto_match: true,
            bio: "",
            registered_at: date(opened_ms),
            registered_at_ts: opened_ms.div_euclid(1_000),
            environment: EnvironmentJson { cpu: "", engine: "", os: "", practice: false },
            is_builtin: true,
            online: true,
            disabled: false,
            deleted: false,
            photo: photo(bot.id, opened_ms),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_the_services() {
        // The pair of the API document.
        assert_eq!(date(1_794_474_000_000), "2026-11-12 18:00:00");
        assert_eq!(date(0), "1970-01-01 09:00:00");
        assert_eq!(date(951_782_400_000), "2000-02-29 09:00:00");
    }
}
