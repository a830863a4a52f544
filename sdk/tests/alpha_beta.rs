//! Alpha-beta search on games whose values are known or can be worked out.

mod common;

use boardloom_sdk::{Cursor, Searcher, Variation, testing};
use common::{Coins, Nim, Ring, on_array, on_list, play, read, start, undoable};

const PLENTY: u64 = 16 << 20;

fn search(cursor: &mut dyn Cursor, settings: &str, seed: u64) -> Box<dyn Searcher> {
    cursor.search(settings, seed, PLENTY).expect("no plugin error").expect("good settings")
}

/// Searches until nothing changes any more.
fn solve(cursor: &mut dyn Cursor, settings: &str) -> Variation {
    let mut search = search(cursor, settings, 1);
    for _ in 0..100_000 {
        if search.step(100).expect("no plugin error").finished {
            return search.report(1).expect("no plugin error").swap_remove(0);
        }
    }
    panic!("it goes on and on");
}

const PLAIN: &str = r#"{"kind": "alpha-beta"}"#;

#[test]
fn it_agrees_with_every_line_played() {
    for seed in 0..40 {
        for seats in 2..=4 {
            for depth in [1, 2, 3, 5, 8] {
                let mut cursor = start(Coins::random(14, seats, seed));
                testing::assert_agrees_with_negamax(&mut *cursor, depth);
            }
        }
    }
    for (board, depth) in [(".........", 4), ("x...o....", 7), ("xo..x....", 6), ("xx..o....", 5)] {
        testing::assert_agrees_with_negamax(&mut *read(on_array(), board), depth);
        testing::assert_agrees_with_negamax(
            &mut *undoable(on_list())
                .read(board)
                .expect("no plugin error")
                .expect("a good position"),
            depth,
        );
    }
}

#[test]
fn several_lines_have_values_of_their_own() {
    for seed in 0..20 {
        for depth in [2, 3, 5, 8] {
            for lines in [2, 3, 9] {
                let mut cursor = start(Coins::random(14, 2, seed));
                testing::assert_lines_have_exact_values(&mut *cursor, depth, lines);
            }
        }
    }
    for (board, depth) in [(".........", 4), ("x...o....", 6), ("xo..x....", 6), ("xx..o....", 5)] {
        testing::assert_lines_have_exact_values(&mut *read(on_array(), board), depth, 9);
    }
}

#[test]
fn lines_stay_and_get_deeper() {
    let mut cursor = start(Coins::random(30, 2, 3));
    let mut search = search(&mut *cursor, r#"{"kind": "alpha-beta", "lines": 2}"#, 1);
    let (mut depth, mut known) = (0, 0);
    for _ in 0..2000 {
        search.step(5).expect("no plugin error");
        let lines = search.report(8).expect("no plugin error");
        assert!((known..=2).contains(&lines.len()), "{lines:?}");
        assert!(lines[0].depth >= depth, "{lines:?}");
        assert!(lines.is_sorted_by_key(|line| line.units.map(|units| -units)), "{lines:?}");
        (depth, known) = (lines[0].depth, lines.len());
    }
    assert!(depth > 3 && known == 2, "{depth} plies, {known} lines");
}

#[test]
fn ends_are_proven_and_sooner_ones_preferred() {
    let best = solve(&mut *read(on_array(), "xx.oo...."), PLAIN);
    assert_eq!((best.moves[0].as_str(), best.forced), ("c3", Some(1)));
    assert_eq!((best.value, best.units), (vec![10_000, 0], None));
    let best = solve(&mut *undoable(on_list()).start().expect("no plugin error"), PLAIN);
    assert_eq!((best.forced, best.value, best.units), (None, vec![5000, 5000], Some(0)));
    for (heaps, forced) in [([1, 1, 0], 2), ([1, 1, 1], -3), ([2, 2, 1], 4), ([1, 2, 3], -5)] {
        let best = solve(&mut *start(Nim(heaps)), PLAIN);
        assert_eq!(best.forced, Some(forced), "{heaps:?}: {best:?}");
    }
}

#[test]
fn what_is_looked_at_less_deeply_is_proven_too() {
    for seed in 0..30 {
        let value = |settings: &str| {
            let best = solve(&mut *start(Coins::random(18, 2, seed)), settings);
            best.forced.map(i32::signum)
        };
        assert_eq!(value(PLAIN), value(r#"{"selective": false}"#), "{seed}");
    }
}

#[test]
fn it_is_the_same_however_it_is_sliced() {
    let run = |seed, slices: &[u32]| {
        let mut search = search(&mut *start(Coins::random(40, 2, 5)), PLAIN, seed);
        for nodes in slices {
            search.step(*nodes).expect("no plugin error");
        }
        (search.report(9).expect("no plugin error"), search.step(0).expect("no plugin error"))
    };
    assert_eq!(run(7, &[9000]), run(7, &[1, 99, 800, 1, 8099]));
    assert_eq!(run(7, &[9000]).1.nodes, 9000);
}

#[test]
fn it_answers_before_it_looked_at_anything() {
    for nodes in 0..9 {
        let mut search = search(&mut *start(on_array()), PLAIN, 1);
        search.step(nodes).expect("no plugin error");
        let lines = search.report(20).expect("no plugin error");
        assert_eq!((lines.len(), &lines[0].value[..]), (1, &[5000, 5000][..]));
    }
}

#[test]
fn repetition_ends_lines() {
    // The seat to move when a position stands for the third time wins.
    let mut cursor = start(Ring { candles: 0, goes_on: false });
    for _ in 0..8 {
        let me = cursor.status().expect("no plugin error").mover().expect("it goes on");
        let mut search = search(&mut *cursor, PLAIN, 1);
        for _ in 0..200 {
            search.step(100).expect("no plugin error");
        }
        let best = search.report(1).expect("no plugin error").swap_remove(0);
        assert!(best.depth >= 3, "{best:?}");
        assert_eq!(cursor.is_legal(me, &best.moves[0]), Ok(true));
        play(&mut *cursor, &[if me == 1 { "left" } else { "right" }]);
    }
    let mut cursor = start(Ring { candles: 0, goes_on: false });
    play(&mut *cursor, &["right", "left", "right", "left", "right", "left", "right", "left"]);
    // The next but one can stand for the third time: seen at once, from history.
    let mut search = search(&mut *cursor, r#"{"kind": "alpha-beta", "depth": 6}"#, 1);
    while !search.step(100).expect("no plugin error").finished {}
    assert!(search.report(9).expect("no plugin error").iter().any(|line| line.value != [5000; 3]));
}

#[test]
fn several_opponents_can_be_taken_for_one() {
    for seats in [3, 4] {
        let mut cursor = start(Coins::random(24, seats, 3));
        for settings in [PLAIN, r#"{"several": "best-reply"}"#] {
            let mut search = search(&mut *cursor, settings, 1);
            search.step(20_000).expect("no plugin error");
            let best = search.report(2).expect("no plugin error").swap_remove(0);
            assert_eq!(best.value.len(), usize::from(seats));
            assert_eq!(cursor.is_legal(0, &best.moves[0]), Ok(true));
        }
    }
}

#[test]
fn a_move_keeps_what_is_known_below_it() {
    let mut cursor = start(Coins::random(60, 2, 1));
    let mut search = search(&mut *cursor, PLAIN, 1);
    search.step(20_000).expect("no plugin error");
    let before = search.report(1).expect("no plugin error").swap_remove(0);
    assert_eq!(search.advance_root(1, &before.moves[0]), Ok(false), "not that seat's turn");
    assert_eq!(search.advance_root(0, &before.moves[0]), Ok(true));
    play(&mut *cursor, &[&before.moves[0]]);
    let mut fresh = self::search(&mut *cursor, PLAIN, 1);
    let mover = cursor.status().expect("no plugin error").mover().expect("it goes on");
    let depth = |search: &mut Box<dyn Searcher>| {
        search.step(3000).expect("no plugin error");
        let best = search.report(1).expect("no plugin error").swap_remove(0);
        best.depth
    };
    let (kept, fresh) = (depth(&mut search), depth(&mut fresh));
    assert!(kept > fresh, "{kept} and {fresh} plies");
    let best = search.report(1).expect("no plugin error").swap_remove(0);
    assert_eq!(cursor.is_legal(mover, &best.moves[0]), Ok(true));
}

#[test]
fn instances_follow_the_one_that_looked_furthest() {
    let settings = r#"{"kind": "alpha-beta"}"#;
    let mut deep = search(&mut *start(Coins::random(60, 2, 8)), settings, 1);
    let mut flat = search(&mut *start(Coins::random(60, 2, 8)), settings, 2);
    deep.step(50_000).expect("no plugin error");
    flat.step(40).expect("no plugin error");
    let given = deep.export_stats().expect("no plugin error");
    let visits = flat.report(1).expect("no plugin error")[0].visits;
    flat.import_stats(&given).expect("no plugin error");
    flat.import_stats(b"of another build").expect("what cannot be read is left out");
    let (best, known) =
        (deep.report(1).expect("no plugin error"), flat.report(1).expect("no plugin error"));
    assert_eq!(best[0].moves[0], known[0].moves[0]);
    assert!(known[0].visits > visits + best[0].visits / 2, "visits add up");
}

#[test]
fn kinds_are_chosen_and_memory_is_kept_to() {
    let memory = |settings: &str, memory| {
        let mut cursor = start(Coins::random(60, 2, 8));
        let search = cursor.search(settings, 1, memory).expect("no plugin error");
        let mut search = search.expect("good settings");
        let progress = search.step(60_000).expect("no plugin error");
        (progress, search.report(1).expect("no plugin error").swap_remove(0))
    };
    let (progress, _) = memory(PLAIN, 200 << 10);
    assert!(progress.memory <= 200 << 10, "{progress:?}");
    let (progress, best) = memory(r#"{"kind": "greedy"}"#, PLENTY);
    assert!(progress.finished && best.depth == 1, "{best:?}");
    // Playouts without a tree say nothing of replies.
    let (_, best) = memory(r#"{"kind": "playouts"}"#, PLENTY);
    assert_eq!((best.moves.len(), best.units), (1, None));
    let (_, best) = memory(r#"{"kind": "monte-carlo"}"#, PLENTY);
    assert!(best.moves.len() > 3 && best.units.is_none(), "{best:?}");
    let (_, usual) = memory("{}", PLENTY);
    assert!(usual.units.is_some(), "a game with an evaluation: {usual:?}");
    let mut without = search(&mut *start(Nim([3, 4, 5])), "{}", 1);
    without.step(10).expect("no plugin error");
    assert_eq!(without.report(1).expect("no plugin error")[0].units, None);
    for refused in [r#"{"kind": "deep"}"#, r#"{"depth": 0}"#, r#"{"several": 3}"#] {
        let answer = start(Nim([1, 1, 1])).search(refused, 1, PLENTY).expect("no plugin error");
        assert!(answer.is_err(), "{refused}");
    }
}

#[test]
fn who_is_not_content_with_a_draw_hopes_for_mistakes() {
    let contempt = r#"{"kind": "alpha-beta", "contempt": 500}"#;
    let steps = |settings: &str, board: &str| {
        let mut cursor = read(on_array(), board);
        let mut search = search(&mut *cursor, settings, 1);
        let mut finished = false;
        for _ in 0..20 {
            finished = search.step(500).expect("no plugin error").finished;
        }
        (finished, search.report(1).expect("no plugin error").swap_remove(0))
    };
    let drawn = steps(PLAIN, "x...o....");
    assert_eq!((drawn.0, drawn.1.value[0], drawn.1.forced), (true, 5000, None));
    let (finished, hoped) = steps(contempt, "x...o....");
    assert!(!finished, "what the other side could do wrong has no end");
    assert!(hoped.visits > 100 && hoped.forced.is_none() && hoped.value[0] > 4500, "{hoped:?}");
    // A win is a win.
    let (finished, won) = steps(contempt, "xx.oo....");
    assert_eq!((finished, won.moves[0].as_str(), won.forced), (true, "c3", Some(1)));
    // After another move it looks ahead again.
    let mut cursor = read(on_array(), "x...o....");
    let mut search = search(&mut *cursor, contempt, 1);
    search.step(5000).expect("no plugin error");
    for (by, mv) in [(0, "b3"), (1, "a1")] {
        assert!(cursor.play(by, mv).expect("no plugin error").is_ok());
        search.advance_root(by, mv).expect("no plugin error");
    }
    search.step(5000).expect("no plugin error");
    let won = search.report(1).expect("no plugin error").swap_remove(0);
    assert_eq!((won.moves[0].as_str(), won.forced), ("c3", Some(1)));
}
