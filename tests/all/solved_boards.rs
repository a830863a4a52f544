//! Small boards of Fractal Territory have the exact values that an independent solver found.
//! Alpha-beta searches to the end, on the linked plugin.

use boardloom_sdk::{Game, Status, Undoable};
use fractal::{Fractal, Move, Position};

use crate::fractal::{Data, PaperPly, board, notation, read, ruleset};

/// A lead greater than any on these boards.
const MOST: i32 = 1000;
/// The number of remembered positions.
const SLOTS: usize = 1 << 20;

/// Bounds on the value of a position for its mover.
#[derive(Debug, Clone, Copy)]
struct ValueBounds {
    key: u64,
    least: i32,
    most: i32,
}

struct Solver {
    game: Fractal,
    /// By the low digits of the key; a later entry replaces an earlier one.
    bounds: Vec<ValueBounds>,
}

impl Solver {
    fn new(data: &Data, name: &str, policy: &str) -> Self {
        let depth = if policy == "none" { 1 } else { 2 };
        let json = ruleset(&board(data, name, 1), policy, Some(depth), 0, 0);
        let ruleset = serde_json::from_str(&json).expect("a ruleset");
        let game = Fractal::open(ruleset).expect("it makes sense");
        Solver { game, bounds: vec![ValueBounds { key: 0, least: -MOST, most: MOST }; SLOTS] }
    }

    /// Returns the mover's final lead: exactly between the bounds, else a bound on
    /// their side.
    fn lead(&mut self, position: &mut Position, mut least: i32, mut most: i32) -> i32 {
        let Status::Turn(by) = self.game.status(position) else {
            return over(&self.game, position);
        };
        let key = self.game.key(position);
        let slot = key as usize & (SLOTS - 1);
        let mut known = self.bounds[slot];
        if known.key != key {
            known = ValueBounds { key, least: -MOST, most: MOST };
        }
        if known.least >= most || known.least == known.most {
            return known.least;
        }
        if known.most <= least {
            return known.most;
        }
        (least, most) = (least.max(known.least), most.min(known.most));
        let (mut best, mut from) = (-MOST, least);
        for mv in self.ordered_moves(position, by) {
            let undo = self.game.play_undoable(position, by, mv, None);
            best = best.max(-self.lead(position, -most, -from));
            self.game.undo(position, undo);
            from = from.max(best);
            if from >= most {
                break;
            }
        }
        if best > least {
            known.least = best;
        }
        if best < most {
            known.most = best;
        }
        self.bounds[slot] = known;
        best
    }

    /// Returns all moves, the most promising first.
    fn ordered_moves(&self, position: &mut Position, by: u8) -> Vec<Move> {
        let mut moves = Vec::new();
        self.game.legal_moves(position, by, &mut moves);
        let mut worth = |mv: &Move| {
            let undo = self.game.play_undoable(position, by, *mv, None);
            let mut values = [0; 2];
            assert!(self.game.evaluate(position, &mut values));
            self.game.undo(position, undo);
            -values[usize::from(by)]
        };
        let mut moves: Vec<(i32, Move)> = moves.iter().map(|mv| (worth(mv), *mv)).collect();
        moves.sort_by_key(|(worth, _)| *worth);
        moves.into_iter().map(|(_, mv)| mv).collect()
    }

    /// Returns the final lead of the first seat after some moves.
    fn value(&mut self, moves: &[PaperPly]) -> i64 {
        let mut position = self.game.start();
        for (ply, row) in (0u8..).zip(moves) {
            let text = notation(row.cell.as_deref(), &row.v);
            let mv = self.game.parse_move(&position, ply % 2, &text).expect("a legal move");
            self.game.play(&mut position, ply % 2, mv);
        }
        let lead = i64::from(self.lead(&mut position, -MOST, MOST));
        if moves.len().is_multiple_of(2) { lead } else { -lead }
    }
}

/// Returns the lead of the seat that would be next at the end of a game.
fn over(game: &Fractal, position: &Position) -> i32 {
    let seats = game.seats(position);
    let lead = (seats[0].score - seats[1].score) as i32;
    if position.mover() == 0 { lead } else { -lead }
}

const POLICIES: [&str; 3] = ["centre", "new", "any"];

/// Checks a board's value under a policy of division.
#[track_caller]
fn check(data: &Data, board: &str, policy: &str, keys: &[&str]) {
    let value = Solver::new(data, board, policy).value(&[]);
    assert_eq!(value, solved(data, keys), "{keys:?}");
}

/// Checks the values of a position of the paper's second game under each policy.
#[track_caller]
fn check_paper(data: &Data, ply: usize) {
    for policy in POLICIES {
        let value = Solver::new(data, "square", policy).value(&data.paper.b.rows[..ply]);
        let key = format!("after_ply_{ply}");
        let expected = solved(data, &["paper_line_max_depth_2", &key, policy]);
        assert_eq!(value, expected, "{key}, {policy}");
    }
}

fn solved(data: &Data, keys: &[&str]) -> i64 {
    let value = keys.iter().fold(&data.solved, |value, key| &value[key]);
    value.as_i64().unwrap_or_else(|| panic!("{keys:?} is no value"))
}

#[test]
fn small_boards_have_their_exact_values() {
    let data = read();
    for (board, key) in [
        ("square", "square_no_subdivision"),
        ("gasket", "gasket_no_subdivision"),
        ("tri4", "tri4_no_subdivision"),
    ] {
        check(&data, board, "none", &[key, "value"]);
    }
    check(&data, "gasket", "new", &["gasket_max_depth_2", "new"]);
    check_paper(&data, 11);
}

#[test]
#[ignore = "takes minutes: see the heavy checks in CONTRIBUTING.md"]
fn divided_boards_have_their_exact_values() {
    let data = read();
    for ply in [8, 7] {
        check_paper(&data, ply);
    }
    check(&data, "gasket", "any", &["gasket_max_depth_2", "any"]);
    for policy in ["new", "any"] {
        check(&data, "tri4", policy, &["tri4_max_depth_2", policy]);
    }
    check(&data, "square", "centre", &["square_max_depth_2_centre", "value"]);
}
