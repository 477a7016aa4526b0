//! A match as text: its boards side by side, with clocks and totals.

use super::out::plain;
use crate::game::grid::{Side, Square};
use crate::game::othello::{Mode, Move};
use crate::play::clock::Moment;
use crate::play::paired::{LegStatus, LegView};
use crate::session::snapshot::MatchCard;
use std::time::Duration;

/// Columns between two boards.
const GAP: usize = 4;
/// The least width of a board with its heading.
const LEAST_WIDTH: usize = 30;
/// The most characters of a name in a heading.
const NAME_LIMIT: usize = 18;

/// The match as lines: a heading, the boards, the total. The clocks are those at `now`.
#[must_use]
pub fn draw(card: &MatchCard, now: Moment) -> Vec<String> {
    let boards: Vec<_> = (0..card.view.legs.len()).map(|leg| board(card, leg, now)).collect();
    let width = boards.iter().flatten().map(|line| line.chars().count()).max().unwrap_or(0).max(LEAST_WIDTH);
    let height = boards.iter().map(Vec::len).max().unwrap_or(0);
    let mut lines: Vec<String> = (0..height)
        .map(|row| {
            let cells = boards.iter().map(|board| board.get(row).map_or("", String::as_str));
            let line = cells.map(|cell| pad(cell, width + GAP)).collect::<String>();
            line.trim_end().to_owned()
        })
        .collect();
    lines.push(String::new());
    let [mine, theirs] = totals(card);
    lines.push(format!("Total: {} {mine}, {} {theirs}{}", me(card), them(card), fewer(card.view.mode)));
    lines
}

/// Discs over all boards: [mine, theirs].
#[must_use]
pub fn totals(card: &MatchCard) -> [u32; 2] {
    let totals = card.view.totals;
    if card.me == 0 { totals } else { [totals[1], totals[0]] }
}

fn fewer(mode: Mode) -> &'static str {
    if mode.fewer_wins() { " (fewer wins)" } else { "" }
}

fn me(card: &MatchCard) -> String {
    shorten(&card.my_name)
}

fn them(card: &MatchCard) -> String {
    shorten(&card.opponent)
}

fn shorten(name: &str) -> String {
    plain(name).chars().take(NAME_LIMIT).collect()
}

fn pad(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.chars().count())))
}

/// One board with its heading, as lines.
fn board(card: &MatchCard, leg: usize, now: Moment) -> Vec<String> {
    let view = &card.view.legs[leg];
    let mine = view.side_of(card.me);
    let mut lines = vec![format!("Board {}: {}", leg + 1, state(view, mine))];
    for side in Side::BOTH {
        let (name, disc) = (if side == mine { me(card) } else { them(card) }, disc(Some(side)));
        let left = clock(view, side, card, now);
        let discs = view.discs[side.index()];
        lines.push(format!("{disc} {} {left:>7} {discs:>3}", pad(&name, NAME_LIMIT)));
    }
    lines.push(last_move(view));
    lines.extend(grid(view));
    lines
}

fn disc(side: Option<Side>) -> char {
    match side {
        Some(Side::Black) => 'X',
        Some(Side::White) => 'O',
        None => '.',
    }
}

fn state(view: &LegView, mine: Side) -> String {
    match view.status {
        LegStatus::Active if view.position.side() == mine => format!("{} to move (you)", disc(Some(mine))),
        LegStatus::Active => format!("{} to move", disc(Some(mine.other()))),
        LegStatus::Finished => "finished".to_owned(),
        LegStatus::Timeout => "lost on time".to_owned(),
        LegStatus::Stopped => "stopped".to_owned(),
        LegStatus::Unknown => "in a state not known to this version".to_owned(),
    }
}

/// The clock of `side`, as `m:ss.t`: running on its turn, standing otherwise.
fn clock(view: &LegView, side: Side, card: &MatchCard, now: Moment) -> String {
    let stands = view.clocks_ms[side.index()];
    let left = if view.status == LegStatus::Active && view.position.side() == side {
        card.reading.remaining(stands, view.turn_started_ms, now)
    } else {
        Duration::from_millis(u64::try_from(stands).unwrap_or(0))
    };
    let tenths = left.as_millis() / 100;
    format!("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10)
}

fn last_move(view: &LegView) -> String {
    let size = view.position.mode().size();
    match view.history.last() {
        None => "no move yet".to_owned(),
        Some(played) if played.mv == Move::Pass => format!("last: {} passed", disc(Some(played.side))),
        Some(played) => format!("last: {} {}", disc(Some(played.side)), played.mv.name(size)),
    }
}

/// The squares with coordinates on all edges; a blocked square is blank.
fn grid(view: &LegView) -> Vec<String> {
    let (position, mode) = (&view.position, view.position.mode());
    let size = mode.size();
    let letters: String = ('a'..).take(size).flat_map(|letter| [' ', letter]).collect();
    let mut lines = vec![format!("  {letters}")];
    for row in 0..size {
        let squares = (0..size).filter_map(|column| Square::at(column, row, size));
        let cell = |square| if mode.blocked().contains(square) { ' ' } else { disc(position.disc(square)) };
        let cells: String = squares.flat_map(|square| [' ', cell(square)]).collect();
        lines.push(format!("{:>2}{cells} {}", row + 1, row + 1));
    }
    lines.push(format!("  {letters}"));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::othello::Position;
    use crate::play::clock::Reading;
    use crate::play::paired::{Echo, MatchStatus, MatchView};
    use std::sync::Arc;

    fn leg(mode: Mode, black: u8) -> LegView {
        let position = Position::start(mode);
        LegView {
            position,
            legal: position.legal(),
            black,
            clocks_ms: [59_000, 60_000],
            turn_started_ms: 1_000_000,
            revision: 0,
            status: LegStatus::Active,
            history: Vec::new(),
            discs: position.discs(),
            result_discs: None,
        }
    }

    fn card(mode: Mode) -> MatchCard {
        let view = MatchView {
            id: 7,
            human: false,
            bots: [2, 1],
            mode,
            status: MatchStatus::Running,
            time_limit: Duration::from_mins(1),
            expires_ms: None,
            ranked: false,
            auto: false,
            rating_before: [None; 2],
            rating_after: [None; 2],
            echo: Echo::default(),
            opening: Vec::new(),
            legs: vec![leg(mode, 0), leg(mode, 1)],
            totals: [4, 5],
            winner: None,
            finish_reason: None,
        };
        MatchCard {
            view: Arc::new(view),
            me: 0,
            my_name: "My bot".to_owned(),
            opponent: "Easy\u{7}".to_owned(),
            reading: Reading { server_now_ms: 1_000_500, received: Moment(Duration::from_secs(3)) },
            legs: Vec::new(),
        }
    }

    #[test]
    fn both_boards_stand_side_by_side_with_clocks_and_total() {
        let lines = draw(&card(Mode::Std), Moment(Duration::from_millis(3400)));
        assert!(lines[0].starts_with("Board 1: X to move (you)") && lines[0].ends_with("Board 2: X to move"));
        // 59.0 s, less 0.5 s at the server and 0.4 s here.
        assert!(lines[1].starts_with("X My bot") && lines[1].contains("0:58.1"), "{}", lines[1]);
        assert!(lines[1].contains("X Easy?"), "{}", lines[1]);
        assert!(lines[2].contains("1:00.0"), "{}", lines[2]);
        assert_eq!(lines[4].matches("a b c d e f g h").count(), 2);
        assert_eq!(lines[8].matches("4 . . . O X . . . 4").count(), 2);
        assert_eq!(lines.last().unwrap(), "Total: My bot 4, Easy? 5");
    }

    #[test]
    fn the_octagon_has_no_corners() {
        let lines = draw(&card(Mode::Octagon), Moment::default());
        assert!(lines[5].starts_with(" 1     . . . . . .     1"), "{:?}", lines[5]);
        assert!(lines[6].starts_with(" 2   . . . . . . . .   2"), "{:?}", lines[6]);
        assert!(lines[7].starts_with(" 3 . . . . . . . . . . 3"), "{:?}", lines[7]);
        assert!(lines[14].starts_with("10     . . . . . .     10"), "{:?}", lines[14]);
    }
}
