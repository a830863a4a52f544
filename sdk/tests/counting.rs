//! Perft and playouts.

mod common;

use common::{Nim, Ring, on_array, on_list, play, read, start, undoable};

/// Move sequences of tic-tac-toe by length (9! at the end, less what was over).
const LEAVES: [u64; 10] = [1, 9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872];

#[test]
fn copied_taken_back_counted_and_listed_give_the_same() {
    for (depth, leaves) in (0..).zip(LEAVES) {
        for listed in [false, true] {
            assert_eq!(start(on_array()).perft(depth, listed), Ok(leaves), "copied, {depth}");
            assert_eq!(
                undoable(on_list()).start().expect("no plugin error").perft(depth, listed),
                Ok(leaves),
                "taken back, {depth}"
            );
        }
    }
}

#[test]
fn nothing_lies_below_the_end() {
    let mut over = read(on_array(), "xxxoo....");
    assert_eq!(
        (over.perft(0, false), over.perft(1, false), over.perft(3, true)),
        (Ok(1), Ok(0), Ok(0))
    );
    let mut left = start(Ring { candles: 0, goes_on: false });
    left.remove_player(1).expect("no plugin error").expect("it takes part");
    assert_eq!(left.perft(2, false), Ok(0), "a seat that left ended it");
}

#[test]
fn playouts_count_what_they_play() {
    let mut cursor = start(on_array());
    for listed in [false, true] {
        let tally = cursor.playouts(2000, 1, 100, listed).expect("no plugin error");
        assert_eq!((tally.games, tally.cut), (2000, 0));
        assert_eq!(tally.wins.iter().sum::<u64>() + tally.draws, 2000);
        // The first player wins 58.5 of a hundred random games, the second 28.8.
        assert!((1080..1260).contains(&tally.wins[0]), "{tally:?}");
        assert!((5.0..9.0).contains(&(tally.plies as f64 / 2000.0)));
        assert!(tally.choices > 2 * tally.plies && tally.choices < 9 * tally.plies);
        assert_eq!(cursor.playouts(2000, 1, 100, listed).as_ref(), Ok(&tally), "from its seed");
    }
    let cut = cursor.playouts(10, 1, 3, false).expect("no plugin error");
    assert_eq!((cut.cut, cut.plies), (10, 30));
    assert_eq!(
        start(Nim([1, 0, 0])).playouts(5, 1, 9, false).expect("no plugin error").wins,
        [0, 5]
    );
}

#[test]
fn playouts_know_what_was_played_before() {
    let mut cursor = start(Ring { candles: 0, goes_on: true });
    let fresh = cursor.playouts(50, 1, 1000, false).expect("no plugin error");
    assert_eq!(fresh.cut, 0, "repetition ends every game");
    let around = ["left", "right", "left", "right", "left", "right"];
    play(&mut *cursor, &around);
    let later = cursor.playouts(50, 1, 1000, false).expect("no plugin error");
    assert!(later.plies < fresh.plies, "some positions occurred twice already");
}
