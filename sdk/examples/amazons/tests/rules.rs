//! The rules, linked natively.

use amazons::Family;
use boardloom_sdk::{Cursor, Message, NO_COLOR, PartialMove, Piece, native, testing};

const FULL: &str = r#"{"board": {"topology": "grid", "width": 10, "height": 10},
    "setup": {"white": ["a4", "d1", "g1", "j4"], "black": ["a7", "d10", "g10", "j7"]}}"#;
const SMALL: &str = r#"{"board": {"topology": "grid", "width": 6, "height": 6},
    "setup": {"white": ["b1", "e1"], "black": ["b6", "e6"]}}"#;

fn start(ruleset: &str) -> Box<dyn Cursor> {
    let game = native::open::<Family>(ruleset).expect("a good ruleset");
    game.start().expect("a native game has no plugin errors")
}

#[test]
fn the_first_move_is_one_of_2176() {
    // https://www.chessprogramming.org/Amazons
    assert_eq!(start(FULL).perft(1, false), Ok(2176));
    assert_eq!(start(FULL).perft(1, true), Ok(2176));
}

#[test]
fn boards_keep_the_contract() {
    testing::conform::<Family>(SMALL);
    testing::conform::<Family>(
        r#"{"board": {"topology": "grid", "width": 5, "height": 4, "glue": "torus"},
            "setup": {"white": ["a1"], "black": ["e4"]}}"#,
    );
}

#[test]
fn the_queen_stands_where_it_shoots_from() {
    let mut cursor = start(FULL);
    assert_eq!(cursor.partway(0, &[93]), Ok(None), "d1 was only picked up");
    let queen = Piece::new(0, 0);
    let expected = PartialMove::new([(93, None), (33, Some(queen))])
        .with_prompt(Message::new("prompt.arrow", "shoot an arrow from there"));
    assert_eq!(cursor.partway(0, &[93, 33]), Ok(Some(expected)));
    assert_eq!(cursor.partway(1, &[93, 33]), Ok(None), "it is not Black's turn");
    assert_eq!(cursor.partway(0, &[93, 33, 23]), Ok(None), "the move is complete");
    cursor.play(0, "d1-d7/d8").expect("no plugin error").expect("legal");
    let pieces = cursor.pieces_at(&[93, 33, 23]);
    assert_eq!(pieces, Ok(vec![(33, queen), (23, Piece::new(1, NO_COLOR))]));
}

#[test]
fn an_arrow_may_pass_the_square_that_the_queen_left() {
    let mut cursor = start(SMALL);
    assert_eq!(cursor.is_legal(0, "b1-c2/b1"), Ok(true));
    assert_eq!(cursor.is_legal(0, "b1-b3/b1"), Ok(true));
    assert_eq!(cursor.is_legal(0, "b1-f1/e1"), Ok(false), "a queen is in the way");
}

#[test]
fn a_player_who_cannot_move_loses() {
    let one = r#"{"board": {"topology": "grid", "width": 3, "height": 1},
        "setup": {"white": ["a1"], "black": ["c1"]}}"#;
    let mut cursor = start(one);
    cursor.play(0, "a1-b1/a1").expect("no plugin error").expect("legal");
    let outcome = cursor.status().expect("no plugin error").outcome.expect("Black is blocked");
    assert_eq!(outcome.ranks, [0, 1]);
}
