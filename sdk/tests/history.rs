//! Repetition, and seats that leave.

mod common;

use boardloom_sdk::Cursor;
use common::{Ring, play, start};

/// The token goes there and back and the turn comes round: the start again.
const AROUND: [&str; 6] = ["left", "right", "left", "right", "left", "right"];

fn over(cursor: &mut dyn Cursor) -> Option<String> {
    cursor.status().expect("no plugin error").outcome.map(|outcome| outcome.reason.id)
}

fn remove_player(cursor: &mut dyn Cursor, who: u8) {
    cursor.remove_player(who).expect("no plugin error").expect("it takes part");
}

#[test]
fn the_third_occurrence_ends_the_game() {
    let mut cursor = start(Ring { candles: 0, goes_on: true });
    play(&mut *cursor, &AROUND);
    assert_eq!(over(&mut *cursor), None, "twice");
    play(&mut *cursor, &AROUND);
    assert_eq!(over(&mut *cursor).as_deref(), Some("over.repetition"));
    let outcome = cursor.status().expect("no plugin error").outcome.expect("over");
    assert_eq!(outcome.ranks, [0, 1, 1], "as the game says");
    assert_eq!(cursor.undo(), Ok(true));
    assert_eq!(over(&mut *cursor), None);
    play(&mut *cursor, &["right"]);
    assert_eq!(over(&mut *cursor).as_deref(), Some("over.repetition"), "the same once more");
}

#[test]
fn what_lies_before_an_irreversible_move_does_not_count() {
    let mut cursor = start(Ring { candles: 3, goes_on: true });
    play(&mut *cursor, &AROUND);
    play(&mut *cursor, &["burn", "burn", "burn"]);
    play(&mut *cursor, &AROUND);
    assert_eq!(over(&mut *cursor), None);
    play(&mut *cursor, &AROUND);
    assert_eq!(over(&mut *cursor).as_deref(), Some("over.repetition"));
    for _ in 0..15 {
        assert_eq!(cursor.undo(), Ok(true));
    }
    play(&mut *cursor, &AROUND);
    assert_eq!(over(&mut *cursor).as_deref(), Some("over.repetition"), "undo brought it back");
}

#[test]
fn a_seat_leaves_and_comes_back_with_undo() {
    let mut cursor = start(Ring { candles: 0, goes_on: true });
    play(&mut *cursor, &["left"]);
    let before = cursor.status().expect("no plugin error");
    remove_player(&mut *cursor, 1);
    let status = cursor.status().expect("no plugin error");
    assert_eq!((status.ply, status.acting.as_slice()), (2, [2].as_slice()));
    assert!(!status.seats[1].active);
    play(&mut *cursor, &["right", "left"]);
    assert_eq!(cursor.status().expect("no plugin error").acting, [2], "two play on");
    remove_player(&mut *cursor, 0);
    let outcome = cursor.status().expect("no plugin error").outcome.expect("one is left");
    assert_eq!(
        (outcome.ranks.as_slice(), outcome.reason.id.as_str()),
        ([1, 1, 0].as_slice(), "over.alone")
    );
    for _ in 0..4 {
        assert_eq!(cursor.undo(), Ok(true));
    }
    assert_eq!(cursor.status().expect("no plugin error"), before);
}

#[test]
fn where_the_game_does_not_go_on_who_left_is_last() {
    let mut cursor = start(Ring { candles: 0, goes_on: false });
    let before = cursor.status().expect("no plugin error");
    remove_player(&mut *cursor, 2);
    let status = cursor.status().expect("no plugin error");
    let outcome = status.outcome.expect("over");
    assert_eq!(
        (outcome.ranks.as_slice(), outcome.reason.id.as_str()),
        ([0, 0, 2].as_slice(), "over.left")
    );
    assert!(!status.seats[2].active && status.acting.is_empty());
    assert!(cursor.remove_player(1).expect("no plugin error").is_err(), "it is over");
    assert!(cursor.play(0, "left").expect("no plugin error").is_err());
    assert_eq!(cursor.undo(), Ok(true));
    assert_eq!(cursor.status().expect("no plugin error"), before);
}
