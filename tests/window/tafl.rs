//! Games of pieces that move, in the window: picked up, carried, taken, and turns of
//! more than one move.

use crate::probe::Probe;
use crate::program::TestDir;
use crate::screen::{Program, Screen, wait_until};

/// The tests of this module.
pub const TESTS: &[(&str, fn())] = crate::tests![
    a_dragged_piece_is_ringed_and_captures_a_row,
    forts_and_rings_end_a_game_on_the_board,
    a_turn_of_several_captures_continues_or_ends,
    moves_and_positions_are_read_in_the_notation_of_the_family,
];

/// Starts a ruleset for two human players from a position, with more arguments.
fn start<'a>(
    screen: &'a Screen,
    dir: &TestDir,
    ruleset: &str,
    position: &str,
    more: &[&str],
) -> Program<'a> {
    let mut args = vec!["play", ruleset, "--seat1", "human", "--seat2", "human"];
    if !position.is_empty() {
        args.extend(["--position", position]);
    }
    args.extend(more);
    let mut program = Program::start(screen, dir, &args);
    program.wait_for_turn();
    program
}

/// Returns the difference of green and red at a place.
fn greenness(screen: &Screen, at: (f64, f64)) -> i32 {
    let [red, green, _] = screen.pixel(at);
    i32::from(green) - i32::from(red)
}

/// Two men stand at the edge, one attacker is on his way to the end of their row.
const WALL: &str = "11/11/11/11/11/5K5/6t4/11/11/4tt5/3tTT5 a";

fn a_dragged_piece_is_ringed_and_captures_a_row() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let mut program = start(&screen, &dir, "tafl/copenhagen-2012", WALL, &[]);
    let seen = program.wait_for_turn();
    let taken = seen.scores[0];
    // Only the side to move can be picked up.
    program.click(seen.site("e1"));
    let seen = program.wait("a refusal", |seen| seen.status.contains("Attackers to move."));
    assert!(seen.path.is_empty(), "{seen}");
    // The ring of a carried piece is red on sites that it cannot go to, green on its targets.
    let [from, wrong, to] = ["g5", "i8", "g1"].map(|site| seen.site(site));
    let side = seen.distance("a1", "a2");
    let ring = |at: (f64, f64)| (42..=52).map(move |n| (at.0 + side * f64::from(n) / 100.0, at.1));
    let reddest = |at| ring(at).map(|at| greenness(&screen, at)).min().unwrap_or(0);
    let greenest = |at| ring(at).map(|at| greenness(&screen, at)).max().unwrap_or(0);
    program.hold(from);
    program.wait("the piece in hand", |seen| seen.path == ["g5"]);
    program.point(wrong);
    wait_until("red", || reddest(wrong) < -60);
    program.point(to);
    program.wait("an aim", |seen| seen.aim == "g5-g1");
    wait_until("green", || greenest(to) > 40);
    wait_until("its own colour", || greenness(&screen, (to.0 + 0.25 * side, to.1)) < -25);
    program.release();
    // Both men are captured; the animation ends, and then the cells are bare.
    let captured = |seen: &Probe| seen.moves == ["g5-g1"] && seen.scores[0] == taken + 2.0;
    let seen = program.wait("the capture", captured);
    let bare = |site: &str| screen.pixel(seen.site(site));
    let cell = bare("h3");
    program.point(seen.site("b9"));
    // Cells differ by the tone of their material.
    let is_bare = |site: &str| {
        let apart = |(one, other): (u8, u8)| one.abs_diff(other) < 16;
        bare(site).into_iter().zip(cell).all(apart)
    };
    wait_until("bare cells", || is_bare("e1") && is_bare("f1"));
    assert!(!is_bare("g1"));
    program.quit();
}

fn forts_and_rings_end_a_game_on_the_board() {
    let screen = Screen::new();
    let dir = TestDir::new();
    // Positions of played games: see `tests/data/conformance`.
    let fort = "3tT1KTt2/1tt2T5/t5Tt3/7t3/6t4/t9t/t5T3t/t8t1/3t7/4t4T1/5tt4 d";
    let ring = "8t2/t10/3t3t3/4tt5/t10/tttt7/3Kt5t/t2t1t5/1tt8/5t5/11 a";
    for (position, path, reason) in [
        (fort, ["g9", "g10"], "the king stands in an exit fort"),
        (ring, ["a6", "a5"], "all defenders are encircled"),
    ] {
        let mut program = start(&screen, &dir, "tafl/copenhagen-2012", position, &[]);
        program.click_path(&path, 1);
        let seen = program.wait("the end", |seen| !seen.outcome.is_empty());
        assert_eq!(seen.outcome, reason);
        program.quit();
    }
}

fn a_turn_of_several_captures_continues_or_ends() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let position = "11/11/11/3Tt6/11/11/3Tt6/11/8K2/11/2t8 a";
    let more = ["--set", "rules.berserk=may"];
    let mut program = start(&screen, &dir, "tafl/berserk", position, &more);
    let taken = program.wait_for_turn().scores[0];
    program.click_path(&["c1", "c5"], 1);
    let seen = program.wait("what is asked", |seen| seen.status.contains("Move on with"));
    assert_eq!((seen.acting.as_slice(), seen.scores[0]), (&[1][..], taken + 1.0));
    // No other piece may continue the turn.
    program.click(seen.site("e8"));
    program.wait("a refusal", |seen| seen.status.contains("That piece can't move"));
    program.press("End the turn");
    let seen = program.wait("the other side", |seen| seen.acting == [2]);
    assert_eq!(seen.moves, ["c1-c5", "end"]);
    program.keys(&["ctrl+z"]);
    program.press("Accept");
    program.wait("the turn again", |seen| seen.acting == [1] && seen.ply == 1);
    program.click_path(&["c5", "c8"], 2);
    let seen = program.wait("the second capture", |seen| seen.scores[0] == taken + 2.0);
    assert_eq!((seen.acting.as_slice(), seen.moves.len()), (&[2][..], 2));
    program.quit();
}

fn moves_and_positions_are_read_in_the_notation_of_the_family() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let mut program = start(&screen, &dir, "tafl/copenhagen-2012", WALL, &[]);
    // Typed with the captures.
    program.keys(&["slash"]);
    let field = |seen: &Probe| seen.widgets.iter().any(|it| it.role == "TextInput" && it.focused);
    program.wait("a field", field);
    program.write("g5-g1xe1xf1");
    program.keys(&["Return"]);
    program.wait("the typed move", |seen| seen.moves == ["g5-g1"]);
    // The position is copied as rows, and pasted as another game.
    program.keys(&["ctrl+c", "ctrl+z"]);
    program.press("Accept");
    program.wait("no move", |seen| seen.ply == 0 && seen.acting == [1]);
    program.keys(&["ctrl+v"]);
    let seen = program.wait("the position", |seen| seen.acting == [2] && !seen.loading);
    assert_eq!(seen.ply, 0);
    program.click_path(&["f6", "f9"], 1);
    program.quit();
    let records = std::fs::read_dir(dir.data().join("records")).expect("the records");
    let texts = records.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    let rows = "11/11/11/11/11/5K5/11/11/11/4tt5/3t2t4 d";
    assert!(texts.into_iter().any(|text| text.contains(rows)), "the position is in its record");
}
