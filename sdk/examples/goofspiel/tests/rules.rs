//! The rules, linked natively.

use boardloom_sdk::{CHANCE, Cursor, native, testing};
use goofspiel::Family;

const FIVE: &str = r#"{"rules": {"cards": 5, "carry": true}}"#;

fn start(ruleset: &str) -> Box<dyn Cursor> {
    let game = native::open::<Family>(ruleset).expect("a good ruleset");
    game.start().expect("a native game has no plugin errors")
}

fn play(cursor: &mut dyn Cursor, moves: &[(u8, &str)]) {
    for (by, mv) in moves {
        cursor.play(*by, mv).expect("no plugin error").expect("a legal move");
    }
}

#[test]
fn every_deck_keeps_the_contract() {
    for ruleset in ["{}", FIVE, r#"{"rules": {"cards": 2}}"#] {
        testing::conform::<Family>(ruleset);
    }
}

#[test]
fn the_higher_bid_takes_the_prize_and_a_tie_carries_it_over() {
    let mut cursor = start(FIVE);
    play(&mut *cursor, &[(CHANCE, "prize-3"), (0, "2"), (1, "2"), (CHANCE, "prize-4")]);
    let status = cursor.status().expect("no plugin error");
    assert_eq!(status.prompt.map(|it| it.text).as_deref(), Some("bid a card for the prize of 7"));
    play(&mut *cursor, &[(1, "5"), (0, "4")]);
    let scores: Vec<f64> =
        cursor.status().expect("no plugin error").seats.iter().map(|seat| seat.score).collect();
    assert_eq!(scores, [0.0, 7.0]);
    assert_eq!(cursor.legal_moves(CHANCE, None, 9).map(|it| it.len()), Ok(3));
}

#[test]
fn a_bid_is_seen_when_both_have_bid() {
    let mut cursor = start(FIVE);
    play(&mut *cursor, &[(CHANCE, "prize-3")]);
    let seen = cursor.pieces(0, 100);
    let effects = cursor.play(0, "5").expect("no plugin error").expect("legal");
    assert!(effects.iter().all(|effect| effect.site.is_none()));
    assert_eq!(cursor.pieces(0, 100), seen);
    assert_eq!(cursor.status().expect("no plugin error").acting, [1]);
    assert_eq!(cursor.paths(1, "5"), Ok(vec![vec![9]]), "the own hand, not that of the first seat");
}
