//! The rules, computed twice: the bit sets of `game::othello` against a plain array of cells that is walked step by
//! step. Known node counts and every example of the API document come on top.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use botdock::game::grid::{Side, Square, SquareSet};
use botdock::game::othello::{BadBoard, IllegalMove, Mode, Move, Position, REVERSI_LIMIT};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

const GAMES_PER_MODE: u64 = 10_000;

/// A board with a rim of dead cells around it, so that a walk in any direction meets an end by itself.
#[derive(Clone)]
struct Naive {
    mode: Mode,
    size: usize,
    /// '.', 'X' (black), 'O' (white) or '#' (rim or blocked), `size + 2` a row.
    cells: Vec<u8>,
    /// The bit of each cell's square; none on the rim.
    bits: Vec<u128>,
    to_move: u8,
    placed: [u32; 2],
}

/// A legal square with the squares it turns over, as bits.
type Choice = (usize, u128);

fn enemy(colour: u8) -> u8 {
    if colour == b'X' { b'O' } else { b'X' }
}

impl Naive {
    fn start(mode: Mode) -> Naive {
        // The rows above the middle two, and the middle two; those below are the ones above turned around.
        let (above, middle) = match mode {
            Mode::Std | Mode::Anti => ("......../......../........", "...OX.../...XO..."),
            Mode::Reversi => ("......../......../........", "......../........"),
            Mode::Grand => ("........../........../........../..........", "....OX..../....XO...."),
            Mode::Octagon => ("##......##/#........#/........../..........", "....OX..../....XO...."),
        };
        let below: String = above.chars().rev().collect();
        let rows: Vec<String> = [above, middle, &below].join("/").split('/').map(|row| format!("#{row}#")).collect();
        let size = rows.len();
        let rim = "#".repeat(size + 2);
        let cells = [rim.clone(), rows.concat(), rim].concat().into_bytes();
        assert_eq!(cells.len(), (size + 2) * (size + 2), "{mode}");
        let on_board =
            |cell: usize| (1..=size).contains(&(cell / (size + 2))) && (1..=size).contains(&(cell % (size + 2)));
        let bit = |cell: usize| 1 << ((cell / (size + 2) - 1) * size + cell % (size + 2) - 1);
        let bits = (0..cells.len()).map(|cell| if on_board(cell) { bit(cell) } else { 0 }).collect();
        Naive { mode, size, cells, bits, to_move: b'X', placed: [0, 0] }
    }

    fn cell(&self, index: usize) -> usize {
        (index / self.size + 1) * (self.size + 2) + index % self.size + 1
    }

    fn centre_open(&self) -> bool {
        self.mode == Mode::Reversi && [27, 28, 35, 36].iter().any(|at| self.cells[self.cell(*at)] == b'.')
    }

    /// The squares that a disc of `colour` on `cell` turns over, whatever lies there.
    fn turned(&self, cell: usize, colour: u8) -> u128 {
        let (row, other) = (self.size as isize + 2, enemy(colour));
        let mut bits = 0;
        for step in [-row - 1, -row, -row + 1, -1, 1, row - 1, row, row + 1] {
            let mut at = cell.wrapping_add_signed(step);
            if self.cells[at] != other {
                continue;
            }
            let mut run = 0;
            while self.cells[at] == other {
                run |= self.bits[at];
                at = at.wrapping_add_signed(step);
            }
            if self.cells[at] == colour {
                bits |= run;
            }
        }
        bits
    }

    fn legal(&self, colour: u8) -> Vec<Choice> {
        if self.mode == Mode::Reversi && self.placed[usize::from(colour == b'O')] >= 32 {
            return Vec::new();
        }
        if self.centre_open() {
            let free = [27, 28, 35, 36].into_iter().filter(|at| self.cells[self.cell(*at)] == b'.');
            return free.map(|at| (at, 0)).collect();
        }
        let mut choices = Vec::with_capacity(24);
        for cell in 0..self.cells.len() {
            if self.cells[cell] == b'.' {
                let turned = self.turned(cell, colour);
                if turned != 0 {
                    choices.push((self.bits[cell].trailing_zeros() as usize, turned));
                }
            }
        }
        choices
    }

    fn place(&mut self, (at, turned): Choice) {
        for cell in 0..self.cells.len() {
            if self.bits[cell] & (turned | 1 << at) != 0 {
                self.cells[cell] = self.to_move;
            }
        }
        self.placed[usize::from(self.to_move == b'O')] += 1;
        self.to_move = enemy(self.to_move);
    }

    /// The squares that hold black discs, white discs and nothing, as bits.
    fn boards(&self) -> [u128; 3] {
        let mut boards = [0; 3];
        for cell in 0..self.cells.len() {
            match self.cells[cell] {
                b'X' => boards[0] |= self.bits[cell],
                b'O' => boards[1] |= self.bits[cell],
                b'.' => boards[2] |= self.bits[cell],
                _ => {}
            }
        }
        boards
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let legal = self.legal(self.to_move);
        if legal.is_empty() {
            if self.legal(enemy(self.to_move)).is_empty() {
                return 1;
            }
            let mut passed = self.clone();
            passed.to_move = enemy(self.to_move);
            return passed.perft(depth - 1);
        }
        legal
            .into_iter()
            .map(|choice| {
                let mut next = self.clone();
                next.place(choice);
                next.perft(depth - 1)
            })
            .sum()
    }
}

/// Where a comparison stands, for its failure.
#[derive(Clone, Copy, Debug)]
#[allow(dead_code, reason = "read by Debug")]
struct Context {
    mode: Mode,
    seed: u64,
    ply: u32,
}

fn squares(choices: &[Choice]) -> SquareSet {
    SquareSet(choices.iter().fold(0, |bits, choice| bits | 1 << choice.0))
}

/// Compares everything there is to see, and returns the legal squares.
fn compare(fast: &Position, naive: &Naive, context: Context) -> Vec<Choice> {
    let side = if naive.to_move == b'X' { Side::Black } else { Side::White };
    assert_eq!(fast.side(), side, "{context:?}");
    let boards = naive.boards();
    let [black, white, empty] = boards.map(SquareSet);
    assert_eq!(fast.set_of(Side::Black), black, "{context:?}{fast:?}");
    assert_eq!(fast.set_of(Side::White), white, "{context:?}{fast:?}");
    assert_eq!(fast.empty(), empty, "{context:?}{fast:?}");
    assert_eq!(fast.discs(), [black.len(), white.len()], "{context:?}{fast:?}");
    assert_eq!(fast.placed().map(u32::from), naive.placed, "{context:?}{fast:?}");

    let mine = naive.legal(naive.to_move);
    assert_eq!(fast.legal(), squares(&mine), "{context:?}{fast:?}");
    // The side that waits is asked now and then, and always where the game may be over.
    if mine.is_empty() || context.ply.is_multiple_of(4) {
        let theirs = naive.legal(enemy(naive.to_move));
        assert_eq!(fast.legal_for(side.other()), squares(&theirs), "{context:?}{fast:?}");
        assert_eq!(fast.is_over(), mine.is_empty() && theirs.is_empty(), "{context:?}{fast:?}");
    } else {
        assert!(!fast.is_over(), "{context:?}{fast:?}");
    }
    for (at, turned) in &mine {
        assert_eq!(fast.flips(square(*at)), SquareSet(*turned), "{context:?} flips of {at}{fast:?}");
    }
    mine
}

fn square(index: usize) -> Square {
    Square::new(index).unwrap()
}

fn one_random_game(mode: Mode, seed: u64) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (mut fast, mut naive) = (Position::start(mode), Naive::start(mode));
    for ply in 0.. {
        let context = Context { mode, seed, ply };
        let legal = compare(&fast, &naive, context);
        // Any square at all, so that the refusals are met as often as the moves.
        let any = random.random_range(0..(naive.size * naive.size) as u32) as usize;
        if !legal.iter().any(|choice| choice.0 == any) {
            let refusal = fast.play(Move::Place(square(any)));
            let reason = if fast.is_over() { IllegalMove::Over } else { IllegalMove::NotLegal };
            assert_eq!(refusal, Err(reason), "{context:?}");
        }
        if fast.is_over() {
            assert_eq!(fast.play(Move::Pass), Err(IllegalMove::Over), "{context:?}");
            return;
        }
        step(&mut fast, &mut naive, &legal, &mut random, context);
    }
}

/// Plays one random move, or the pass, on both boards.
fn step(fast: &mut Position, naive: &mut Naive, legal: &[Choice], random: &mut ChaCha8Rng, context: Context) {
    let pass = fast.play(Move::Pass);
    if legal.is_empty() {
        *fast = pass.unwrap_or_else(|refusal| panic!("{context:?}: {refusal}"));
        naive.to_move = enemy(naive.to_move);
    } else {
        assert_eq!(pass, Err(IllegalMove::PassWithMoves), "{context:?}");
        let choice = legal[random.random_range(0..legal.len() as u32) as usize];
        let played = fast.play(Move::Place(square(choice.0)));
        *fast = played.unwrap_or_else(|refusal| panic!("{context:?}: {refusal}"));
        naive.place(choice);
    }
}

/// `BOTDOCK_SEED` moves the whole series to other games.
fn random_games(mode: Mode) {
    let first = std::env::var("BOTDOCK_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    for seed in first..first + GAMES_PER_MODE {
        one_random_game(mode, seed);
    }
}

#[test]
fn std_agrees_with_the_naive_rules() {
    random_games(Mode::Std);
}

#[test]
fn anti_agrees_with_the_naive_rules() {
    random_games(Mode::Anti);
}

#[test]
fn grand_agrees_with_the_naive_rules() {
    random_games(Mode::Grand);
}

#[test]
fn octagon_agrees_with_the_naive_rules() {
    random_games(Mode::Octagon);
}

#[test]
fn reversi_agrees_with_the_naive_rules() {
    random_games(Mode::Reversi);
}

#[test]
fn std_node_counts_are_the_known_ones() {
    let data: Value = serde_json::from_str(include_str!("data/perft.json")).unwrap();
    let counts: Vec<u64> = serde_json::from_value(data["std"].clone()).unwrap();
    assert_eq!(counts.len(), 12, "depths 0 to 11");
    for (depth, count) in (0..=9).zip(counts) {
        assert_eq!(Position::start(Mode::Std).perft(depth), count, "depth {depth}");
    }
}

#[test]
fn node_counts_of_every_mode_agree_with_the_naive_rules() {
    for mode in Mode::ALL {
        let deepest = if mode == Mode::Reversi { 8 } else { 6 };
        for depth in 0..=deepest {
            assert_eq!(Position::start(mode).perft(depth), Naive::start(mode).perft(depth), "{mode} depth {depth}");
        }
    }
}

#[test]
fn node_counts_near_the_end_agree_with_the_naive_rules() {
    for mode in Mode::ALL {
        for seed in 0..20 {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let (mut fast, mut naive) = (Position::start(mode), Naive::start(mode));
            while fast.empty().len() > 7 && !fast.is_over() {
                let legal = naive.legal(naive.to_move);
                step(&mut fast, &mut naive, &legal, &mut random, Context { mode, seed, ply: 0 });
            }
            assert_eq!(fast.perft(20), naive.perft(20), "{mode}, seed {seed}{fast:?}");
        }
    }
}

fn indices(value: &Value) -> Vec<usize> {
    serde_json::from_value(value.clone()).unwrap()
}

/// The position that a JSON object of the API describes by `board`, `placed` and the side given.
fn position(mode: Mode, object: &Value, colour: &Value) -> Position {
    let cells: Vec<u8> = serde_json::from_value(object["board"].clone()).unwrap();
    let side = if colour == 1 { Side::Black } else { Side::White };
    let placed = ["1", "2"].map(|key| object["placed"][key].as_u64().unwrap() as u8);
    let position = Position::from_cells(mode, &cells, side, placed).unwrap();
    assert_eq!(position.cells(), cells);
    position
}

#[test]
fn every_engine_request_of_the_document_lists_our_legal_squares() {
    let lines: Vec<Value> = include_str!("data/engine_requests.ndjson")
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of the document"))
        .collect();
    assert_eq!(lines.len(), 6);
    for request in &lines {
        let mode = Mode::parse(request["game_mode"].as_str().unwrap()).unwrap();
        let position = position(mode, request, &request["color"]);
        let legal: Vec<usize> = position.legal().iter().map(Square::index).collect();
        assert_eq!(legal, indices(&request["legal_moves"]), "{mode}");
        assert_eq!(mode.size() as u64, request["board_size"].as_u64().unwrap());
        // The document's order of blocked squares is no order.
        let blocked: SquareSet = indices(&request["blocked_squares"]).into_iter().filter_map(Square::new).collect();
        assert_eq!(mode.blocked(), blocked, "{mode}");
    }
}

#[test]
fn the_opening_of_the_poll_example_leads_to_its_boards() {
    let poll: Value = serde_json::from_str(include_str!("data/agent_poll_response.json")).unwrap();
    let state = &poll["matches"][0]["state"];
    let mut opening = Position::start(Mode::Std);
    for (at, entry) in indices(&state["opening_moves"]).into_iter().zip(state["opening_history"].as_array().unwrap()) {
        assert_eq!(entry["move"], at);
        assert_eq!(entry["color"], opening.side().index() + 1);
        opening = opening.play(Move::Place(square(at))).unwrap();
    }
    assert_eq!(opening.placed(), [4, 4]);
    for leg in state["legs"].as_array().unwrap() {
        let mut replayed = opening;
        for entry in leg["history"].as_array().unwrap() {
            replayed = replayed.play(Move::from_number(entry["move"].as_i64().unwrap(), 8).unwrap()).unwrap();
        }
        assert_eq!(replayed, position(Mode::Std, leg, &leg["turn"]));
        assert_eq!(replayed.legal().iter().map(Square::index).collect::<Vec<_>>(), indices(&leg["legal_moves"]));
        assert_eq!(serde_json::json!(replayed.discs()), leg["discs"]);
    }
}

#[test]
fn reversi_fills_the_centre_first_and_flips_nothing_there() {
    let mut position = Position::start(Mode::Reversi);
    for (filled, name) in ["d4", "e4", "e5", "d5"].into_iter().enumerate() {
        assert_eq!(position.legal().len() as usize, 4 - filled);
        let mv = position.parse_move(name).unwrap();
        position = position.play(mv).unwrap();
        assert_eq!(position.discs().iter().sum::<u32>() as usize, filled + 1);
    }
    assert_eq!(position.discs(), [2, 2]);
    assert_eq!(position.placed(), [2, 2]);
    assert_eq!(position.side(), Side::Black);
    assert!(position.legal().iter().all(|square| !position.flips(square).is_empty()));
}

#[test]
fn a_side_that_has_placed_its_32_discs_passes_while_the_other_goes_on() {
    // Row 1: white, black, empty. Row 8: black, white, empty. The centre is full.
    let mut cells = vec![0; 64];
    (cells[0], cells[1], cells[56], cells[57]) = (2, 1, 1, 2);
    for centre in [27, 28, 35, 36] {
        cells[centre] = 1;
    }
    let spent = [REVERSI_LIMIT, REVERSI_LIMIT - 1];
    let position = Position::from_cells(Mode::Reversi, &cells, Side::Black, spent).unwrap();
    assert!(position.legal().is_empty(), "black has no disc left for c8");
    assert!(!position.is_over());
    let passed = position.play(Move::Pass).unwrap();
    assert_eq!((passed.side(), passed.placed()), (Side::White, spent));
    let last = passed.play(passed.parse_move("c1").unwrap()).unwrap();
    assert_eq!(last.placed(), [32, 32]);
    assert!(last.is_over(), "nobody has a disc left");
    // The same board in std is an ordinary position.
    let std = Position::from_cells(Mode::Std, &cells, Side::Black, spent).unwrap();
    assert!(std.legal().contains(Square::parse("c8", 8).unwrap()));
}

#[test]
fn a_blocked_square_takes_no_disc_and_ends_a_line() {
    // Row 1: white on c1…e1 with black f1; a line through b1 or a1 does not exist on the octagon.
    let mut cells = vec![0; 100];
    (cells[2], cells[3], cells[4], cells[5]) = (2, 2, 2, 1);
    let grand = Position::from_cells(Mode::Grand, &cells, Side::Black, [0, 0]).unwrap();
    assert!(grand.legal().contains(square(1)));
    let octagon = Position::from_cells(Mode::Octagon, &cells, Side::Black, [0, 0]).unwrap();
    assert!(octagon.legal().is_empty());
    assert_eq!(octagon.empty().len(), 88 - 4);
    for index in Mode::Octagon.blocked().iter().map(Square::index) {
        let mut cells = vec![0; 100];
        cells[index] = 1;
        let bad = Position::from_cells(Mode::Octagon, &cells, Side::Black, [0, 0]);
        assert_eq!(bad, Err(BadBoard::Blocked { index }));
    }
}

#[test]
fn boards_that_do_not_fit_are_named() {
    let start = |cells: &[u8]| Position::from_cells(Mode::Grand, cells, Side::Black, [0, 0]);
    assert_eq!(start(&[0; 64]), Err(BadBoard::Length { found: 64, wanted: 100 }));
    let mut cells = [0; 100];
    cells[7] = 3;
    assert_eq!(start(&cells), Err(BadBoard::Cell { index: 7 }));
}

#[test]
fn a_move_reads_in_every_spelling_of_the_document() {
    let place = |index| Some(Move::Place(square(index)));
    for (text, size, index) in
        [("d3", 8, 19), ("D3", 8, 19), ("19", 8, 19), (" f5\n", 8, 37), ("h8", 8, 63), ("d3", 10, 23), ("0", 8, 0)]
    {
        assert_eq!(Move::parse(text, size), place(index), "{text} on {size}");
    }
    for text in ["j10", "J0", "j0", "J10", "99"] {
        assert_eq!(Move::parse(text, 10), place(99), "{text}");
        assert_eq!(Move::parse(text, 8), None, "{text}");
    }
    for text in ["-1", "pass", "PASS", "PA", "pa", "PS", "--"] {
        assert_eq!(Move::parse(text, 8), Some(Move::Pass), "{text}");
    }
    for text in ["", " ", "-2", "64", "i1", "a9", "a0", "d33", "passe", "-", "d3 e4", "19.0", "999999999999999999999"] {
        assert_eq!(Move::parse(text, 8), None, "{text}");
    }
    assert_eq!(Move::from_number(-1, 10), Some(Move::Pass));
    assert_eq!(Move::from_number(i64::MIN, 10), None);
    assert_eq!(Move::from_number(100, 10), None);
}

proptest! {
    #[test]
    fn reading_a_move_never_panics_and_gives_only_squares_of_the_board(text in "\\PC*", size in prop::sample::select(vec![8_usize, 10])) {
        if let Some(Move::Place(square)) = Move::parse(&text, size) {
            prop_assert!(square.index() < size * size);
        }
    }

    #[test]
    fn short_texts_of_likely_characters_read_without_panic(text in "[a-kA-K0-9 -]{0,4}", size in prop::sample::select(vec![8_usize, 10])) {
        if let Some(mv) = Move::parse(&text, size) {
            prop_assert_eq!(Move::parse(&mv.name(size), size), Some(mv));
            prop_assert_eq!(Move::from_number(mv.number(), size), Some(mv));
        }
    }
}
