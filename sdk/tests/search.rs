//! Monte-Carlo tree search on games whose values are known.

mod common;

use boardloom_sdk::{Cursor, Searcher};
use common::{Nim, on_array, play, read, start};

const PLENTY: u64 = 64 << 20;

fn search(cursor: &mut dyn Cursor, seed: u64, memory: u64) -> Box<dyn Searcher> {
    cursor.search("{}", seed, memory).expect("no plugin error").expect("good settings")
}

#[test]
fn it_takes_a_win_in_one() {
    for seed in 0..5 {
        let mut search = search(&mut *read(on_array(), "xx.oo...."), seed, PLENTY);
        let progress = search.step(2000).expect("no plugin error");
        let best = &search.report(1).expect("no plugin error")[0];
        assert_eq!((best.moves[0].as_str(), best.forced), ("c3", Some(1)));
        assert_eq!(best.value, [10_000, 0]);
        assert!(progress.finished && progress.nodes < 2000, "a win is proven, and that is all");
    }
}

#[test]
fn it_blocks_a_loss_in_one() {
    for seed in 0..5 {
        let mut search = search(&mut *read(on_array(), "xx..o...."), seed, PLENTY);
        search.step(3000).expect("no plugin error");
        let lines = search.report(9).expect("no plugin error");
        assert_eq!(lines[0].moves[0], "c3");
        let lost = lines[1..].iter().filter(|line| line.forced == Some(-2)).count();
        assert_eq!(lost, lines.len() - 1, "all else loses at once: {lines:?}");
    }
}

#[test]
fn tic_tac_toe_is_drawn() {
    let mut search = search(&mut *start(on_array()), 1, PLENTY);
    search.step(20_000).expect("no plugin error");
    let best = &search.report(1).expect("no plugin error")[0];
    assert_eq!(best.forced, None);
    assert!((4500..6000).contains(&best.value[0]), "{best:?}");
    assert_eq!(best.value[0] + best.value[1], 10_000);
}

#[test]
fn nim_is_proven() {
    // Normal and misere play differ only where no heap has more than one.
    for (heaps, won) in [
        ([3, 0, 0], true),
        ([1, 0, 0], false),
        ([1, 1, 0], true),
        ([1, 1, 1], false),
        ([1, 2, 3], false),
        ([2, 2, 1], true),
        ([2, 2, 0], false),
        ([3, 2, 2], true),
    ] {
        let mut search = search(&mut *start(Nim(heaps)), 3, PLENTY);
        let progress = search.step(50_000).expect("no plugin error");
        let best = search.report(1).expect("no plugin error").remove(0);
        if heaps == [1, 0, 0] {
            assert!(progress.finished, "there is only one move");
            continue;
        }
        let forced = best.forced.unwrap_or_else(|| panic!("{heaps:?} is not proven: {best:?}"));
        assert_eq!(forced > 0, won, "{heaps:?}: {best:?}");
        assert!(progress.finished, "{heaps:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_search() {
    let run = |seed, slices: &[u32]| {
        let mut search = search(&mut *start(on_array()), seed, PLENTY);
        for nodes in slices {
            search.step(*nodes).expect("no plugin error");
        }
        search.report(9).expect("no plugin error")
    };
    assert_eq!(run(7, &[900]), run(7, &[1, 99, 800]), "however it is sliced");
    assert_ne!(run(7, &[900]), run(8, &[900]));
}

#[test]
fn a_move_keeps_what_is_known_below_it() {
    let mut cursor = start(on_array());
    let mut search = search(&mut *cursor, 1, PLENTY);
    search.step(5000).expect("no plugin error");
    let best = search.report(1).expect("no plugin error").remove(0);
    assert_eq!(search.advance_root(0, &best.moves[0]), Ok(true));
    let progress = search.step(0).expect("no plugin error");
    assert_eq!(progress.nodes, best.visits);
    let reply = search.report(1).expect("no plugin error").remove(0);
    assert_eq!(reply.moves[0], best.moves[1]);
    play(&mut *cursor, &[&best.moves[0]]);
    assert_eq!(cursor.is_legal(1, &reply.moves[0]), Ok(true));
    assert_eq!(search.advance_root(1, "no such move"), Ok(false));
    search.step(100).expect("no plugin error");
    assert_eq!(search.report(1).expect("no plugin error").len(), 1, "it goes on as before");
}

#[test]
fn instances_add_up_what_they_found() {
    let mut one = search(&mut *start(on_array()), 1, PLENTY);
    let mut two = search(&mut *start(on_array()), 2, PLENTY);
    one.step(500).expect("no plugin error");
    two.step(700).expect("no plugin error");
    let visits = |search: &mut Box<dyn Searcher>| -> u64 {
        search.report(9).expect("no plugin error").iter().map(|line| line.visits).sum()
    };
    let (own, others) = (visits(&mut one), visits(&mut two));
    let given = two.export_stats().expect("no plugin error");
    one.import_stats(&given).expect("no plugin error");
    assert_eq!(visits(&mut one), own + others);
    one.import_stats(b"of another build").expect("what cannot be read is left out");
    assert_eq!(visits(&mut one), own + others);
    one.advance_root(0, "b2").expect("no plugin error");
    assert!(visits(&mut one) < own, "what others gave was of another position");
}

#[test]
fn memory_is_kept_to() {
    let memory = 100 << 10;
    let mut search = search(&mut *start(on_array()), 1, memory);
    let progress = search.step(30_000).expect("no plugin error");
    assert!(progress.memory <= memory, "{progress:?}");
    assert!(!search.report(1).expect("no plugin error").is_empty());
    // Too little for anything still gives a move.
    let mut search = self::search(&mut *start(on_array()), 1, 0);
    search.step(500).expect("no plugin error");
    assert_eq!(search.report(20).expect("no plugin error").len(), 9);
}

#[test]
fn settings_are_read_and_checked() {
    let mut cursor = start(on_array());
    let refused = cursor.search(r#"{"exploration": -1}"#, 1, PLENTY).expect("no plugin error");
    assert!(refused.err().expect("below 0").text.contains("exploration"));
    let refused = cursor.search(r#"{"playout_cut": "x"}"#, 1, PLENTY).expect("no plugin error");
    assert!(refused.is_err());
    for settings in ["", "{}", r#"{"exploration": 1.4, "of_another_search": true}"#] {
        assert!(cursor.search(settings, 1, PLENTY).expect("no plugin error").is_ok(), "{settings}");
    }
}
