//! Made-up sessions for the pages: no server, no engine, only what a snapshot holds.

use botdock::game::grid::{Side, Square};
use botdock::game::othello::{Mode, Move, Position};
use botdock::play::clock::{Moment, Now, Reading};
use botdock::play::paired::{BotInfo, Echo, FinishReason, LegStatus, LegView, MatchStatus, MatchView, Played};
use botdock::session::event::Link;
use botdock::session::note::{Level, Note, NoteKind, Outcome};
use botdock::session::snapshot::{LegCard, MatchCard, SeatState, Snapshot, Status};
use std::sync::Arc;
use std::time::Duration;

/// The server's time in every made-up session, and ours when its news arrived.
const SERVER_MS: i64 = 1_000_000;
pub const RECEIVED: Moment = Moment(Duration::from_secs(500));
/// 12:26 UTC on some day.
const UNIX_MS: i64 = 1_796_127_960_000;

/// The moment that the news arrived.
pub fn now() -> Now {
    Now { moment: RECEIVED, unix_ms: UNIX_MS }
}

/// Two boards of a standard match in the middle of the game.
const BOARDS: [[&str; 8]; 2] = [
    ["--OX----", "--OOXO--", "OOOXOXXX", "-OOXXOX-", "--OXOX--", "--XXXXX-", "---XOO--", "---OOOO-"],
    ["-OOOOOO-", "--OXXO--", "-X-XXOX-", "--XOXOO-", "--OXXO--", "--OOXOO-", "---OOOO-", "---OXX--"],
];

fn read_board(rows: &[&str; 8], side: Side) -> Position {
    let cell = |c| match c {
        'X' => 1,
        'O' => 2,
        _ => 0,
    };
    let cells: Vec<u8> = rows.iter().flat_map(|row| row.chars().map(cell)).collect();
    Position::from_cells(Mode::Std, &cells, side, [10, 10]).expect("a readable board")
}

/// A position `plies` into a game, with its last moves; `seed` chooses them.
fn play(mode: Mode, plies: usize, seed: usize) -> (Position, Vec<Played>) {
    let mut position = Position::start(mode);
    let mut history = Vec::new();
    for ply in 0..plies {
        let legal: Vec<Square> = position.legal().iter().collect();
        let mv = match legal.get((seed * 31 + ply * 17) % legal.len().max(1)) {
            Some(square) => Move::Place(*square),
            None => Move::Pass,
        };
        let Ok(next) = position.play(mv) else { break };
        let side = position.side();
        history.push(Played { side, participant: side.index() as u8, mv, at_ms: SERVER_MS });
        position = next;
    }
    (position, history)
}

/// A running leg with this position; `clocks_secs` are [black, white].
pub fn leg(position: Position, black: u8, clocks_secs: [i64; 2], history: Vec<Played>) -> LegView {
    LegView {
        legal: position.legal(),
        black,
        clocks_ms: clocks_secs.map(|secs| secs * 1000 + 500),
        turn_started_ms: SERVER_MS,
        revision: history.len() as u64,
        status: LegStatus::Active,
        discs: position.discs(),
        result_discs: None,
        history,
        position,
    }
}

fn view(id: i64, mode: Mode, legs: Vec<LegView>) -> MatchView {
    let points = |who: usize| legs.iter().map(|leg| leg.points()[who]).sum();
    MatchView {
        id,
        human: id < 0,
        bots: [7, if id < 0 { 0 } else { 9 }],
        mode,
        status: MatchStatus::Running,
        time_limit: Duration::from_mins(1),
        expires_ms: None,
        ranked: id > 0,
        auto: true,
        rating_before: [Some(1479.0), Some(1502.0)],
        rating_after: [None, None],
        echo: Echo::default(),
        opening: Vec::new(),
        totals: [points(0), points(1)],
        legs,
        winner: None,
        finish_reason: None,
    }
}

fn scores(plies: u32, last: f32) -> Vec<(u32, f32)> {
    let wave = |ply: u32| 2.5 + 2.5 * (ply as f32 * 0.7).sin() + (last - 2.5) * ply as f32 / plies.max(1) as f32;
    (0..plies).map(|ply| (ply, wave(ply))).collect()
}

fn card(view: MatchView, opponent: &str, values: &[f32]) -> MatchCard {
    let legs = view.legs.iter().enumerate().map(|(index, leg)| LegCard {
        state: if leg.position.side() == leg.side_of(0) { SeatState::Thinking } else { SeatState::Waiting },
        score: values.get(index).copied(),
        depth: values.get(index).map(|_| 21 + index as u32),
        scores: values.get(index).map(|value| scores(24, *value)).unwrap_or_default(),
    });
    MatchCard {
        me: 0,
        my_name: "Kosame".to_owned(),
        opponent: opponent.to_owned(),
        reading: Reading { server_now_ms: SERVER_MS, received: RECEIVED },
        legs: legs.collect(),
        view: Arc::new(view),
    }
}

/// The match of the design's pictures: a standard one, my bot to move on board 1.
pub fn standard_match() -> MatchCard {
    let last = |name: &str| {
        let mv = Position::start(Mode::Std).parse_move(name).expect("a square");
        vec![Played { side: Side::White, participant: 1, mv, at_ms: SERVER_MS }]
    };
    let legs = vec![
        leg(read_board(&BOARDS[0], Side::Black), 0, [41, 37], last("c1")),
        leg(read_board(&BOARDS[1], Side::Black), 1, [44, 38], last("b1")),
    ];
    card(view(20_418, Mode::Std, legs), "Tidewater", &[4.0, 7.0])
}

/// A match in the middle of a game of any mode.
pub fn match_of(mode: Mode) -> MatchCard {
    let plies = if mode == Mode::Reversi { 2 } else { 35 };
    let legs = [(0, 1), (1, 2)].map(|(black, seed)| {
        let (position, history) = play(mode, plies, seed);
        leg(position, black, [41, 37], history)
    });
    card(view(20_419, mode, legs.to_vec()), "Tidewater", &[-3.0, 8.0])
}

/// A game against a person, on one board.
pub fn human_game() -> MatchCard {
    let (position, history) = play(Mode::Std, 21, 3);
    card(view(-31, Mode::Std, vec![leg(position, 0, [290, 301], history)]), "Haruka", &[1.0])
}

/// A finished match that my bot won.
pub fn finished(mut card: MatchCard, reason: FinishReason) -> MatchCard {
    let mut view = (*card.view).clone();
    view.status = MatchStatus::Finished;
    view.finish_reason = Some(reason);
    view.winner = Some(u8::from(view.totals[0] < view.totals[1]));
    for leg in &mut view.legs {
        leg.status = LegStatus::Finished;
    }
    card.view = Arc::new(view);
    card
}

fn notes() -> Vec<Note> {
    let hm = |hours: i64, minutes: i64| UNIX_MS - ((12 - hours) * 60 + 26 - minutes) * 60_000;
    let won = |opponent: &str, mine, theirs| NoteKind::MatchEnded {
        match_id: 1,
        opponent: opponent.to_owned(),
        mode: Mode::Std,
        outcome: Outcome::Won,
        mine,
        theirs,
        reason: Some(FinishReason::Discs),
    };
    let started =
        NoteKind::MatchStarted { match_id: 2, opponent: "Tidewater".to_owned(), mode: Mode::Std, human: false };
    [
        (hm(9, 14), Level::Info, NoteKind::Online { bot: "Kosame".to_owned() }),
        (hm(11, 58), Level::Good, won("Bulbul", 66, 62)),
        (hm(12, 11), Level::Warn, NoteKind::ConnectionBack { gap: Duration::from_secs(4) }),
        (hm(12, 24), Level::Good, won("nagisa-08", 71, 57)),
        (hm(12, 26), Level::Info, started),
    ]
    .into_iter()
    .enumerate()
    .map(|(number, (unix_ms, level, kind))| Note { number: number as u64, level, unix_ms, kind })
    .collect()
}

/// A session with these matches.
pub fn snapshot(status: Status, matches: Vec<MatchCard>) -> Snapshot {
    let me = BotInfo {
        id: 7,
        name: "Kosame".to_owned(),
        owner: "haruka".to_owned(),
        rating: Some(1487.2),
        rd: Some(61.8),
        ..BotInfo::default()
    };
    Snapshot {
        status,
        link: Link::Live,
        me: Some(Arc::new(me)),
        bots: Arc::new(Vec::new()),
        matches,
        notes: Arc::new(notes()),
        engine: "Edax 4.6".to_owned(),
        online_since_ms: Some(UNIX_MS - 192 * 60_000),
    }
}
