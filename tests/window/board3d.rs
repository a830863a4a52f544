//! Every family played on the 3D board by clicks, drags and keys, with the camera turned and
//! tilted in between.

use std::path::Path;

use crate::probe::Probe;
use crate::program::{TestDir, only_file};
use crate::screen::{Program, Screen, wait_until};

/// The tests of this module.
pub const TESTS: &[(&str, fn())] = crate::tests![
    ataxx_is_played_in_3d_and_flat_again,
    the_3d_view_is_remembered_and_idle,
    a_piece_is_dragged_over_a_turned_board_in_a_ring,
    stones_are_placed_on_a_turned_board_and_on_the_globe,
    terraces_of_a_divided_board_are_played_on,
];

/// Starts a ruleset for two human players, in three dimensions.
fn start<'a>(screen: &'a Screen, dir: &TestDir, ruleset: &str, more: &[&str]) -> Program<'a> {
    let mut args = vec!["play", ruleset, "--seat1", "human", "--seat2", "human"];
    args.extend(more);
    let mut program = Program::start(screen, dir, &args);
    let flat = program.wait_for_turn();
    assert!(!flat.three_d, "{flat}");
    program.keys(&["3"]);
    program.wait("three dimensions", |seen| seen.three_d && seen.is_ready());
    program
}

/// Turns and tilts the board with the right button, and waits until it has moved.
fn turn(program: &mut Program<'_>, by: (f64, f64)) -> Probe {
    let before = program.wait_for_turn();
    let middle = (440.0, 400.0);
    program.drag_right(middle, (middle.0 + by.0, middle.1 + by.1));
    // Sites in the middle stay nearly where they are.
    let moved = |seen: &Probe| {
        let mut pairs = before.sites.iter().zip(&seen.sites);
        pairs.any(|(old, new)| (new.x - old.x).hypot(new.y - old.y) > 30.0)
    };
    program.wait("a turned board", |seen| moved(seen) && seen.is_ready())
}

/// Returns the moves in the only journal of a folder.
fn journal_text(records: &Path) -> String {
    std::fs::read_to_string(only_file(records, "journal")).expect("a journal")
}

/// Returns the hue of a colour: 1 if red outweighs blue, -1 if blue outweighs red, else 0.
fn hue([red, _, blue]: [u8; 3]) -> i32 {
    let difference = i32::from(red) - i32::from(blue);
    if difference.abs() > 40 { difference.signum() } else { 0 }
}

/// Waits until sites have the hues of their pieces, measured beside the mark in the middle.
fn wait_for_hues(screen: &Screen, seen: &Probe, sites: &[(&str, i32)]) {
    let hues = || -> Vec<(&str, i32)> {
        let look = |site: &str| {
            let (x, y) = seen.site(site);
            let beside = seen.distance("a1", "b1") * 0.22;
            hue(screen.pixel((x + beside, y)))
        };
        sites.iter().map(|(site, _)| (*site, look(site))).collect()
    };
    wait_until("the hues of the pieces", || hues() == sites);
}

fn ataxx_is_played_in_3d_and_flat_again() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let mut program = start(&screen, &dir, "ataxx/classic", &[]);
    let seen = program.wait_for_turn();
    // Nearer rows are larger.
    assert!(seen.distance("a1", "g1") > seen.distance("a7", "g7") * 1.05, "{seen}");
    program.point((2.0, 2.0));
    wait_for_hues(&screen, &seen, &[("a7", 1), ("g1", 1), ("a1", -1), ("g7", -1), ("d4", 0)]);
    program.click_path(&["a7", "b6"], 1);
    program.click_path(&["g7", "e5"], 2);
    let seen = turn(&mut program, (-150.0, 60.0));
    program.point((2.0, 2.0));
    wait_for_hues(&screen, &seen, &[("b6", 1), ("e5", -1), ("d4", 0)]);
    program.click_path(&["b6", "c5"], 3);
    // Keys turn it too, and reset it; a drag beside the board turns it.
    let before = program.wait_for_turn().site("a1");
    program.keys(&["r", "t"]);
    let away = |seen: &Probe, from: (f64, f64)| {
        let at = seen.site("a1");
        (at.0 - from.0).hypot(at.1 - from.1)
    };
    program.wait("keys turned it", |seen| away(seen, before) > 5.0);
    let before = program.wait_for_turn().site("a1");
    program.drag((60.0, 140.0), (160.0, 140.0));
    program.wait("a drag turned it", |seen| away(seen, before) > 5.0);
    // Slow frames process the rest of the drag later; no state shows its end.
    program.wait_for_idle();
    program.click_path(&["e5", "e4"], 4);
    program.keys(&["0"]);
    program.wait("as at first", |seen| (seen.site("a1").1 - seen.site("g1").1).abs() < 1.0);
    // The cursor moves on the board as it is seen.
    program.point((2.0, 2.0));
    program.keys(&["3"]);
    let seen = program.wait("flat again", |seen| !seen.three_d && seen.is_ready());
    assert!((seen.distance("a1", "g1") - seen.distance("a7", "g7")).abs() < 0.5, "{seen}");
    program.click_path(&["c5", "d5"], 5);
    let seen = program.wait_for_turn();
    program.quit();
    let record = journal_text(&dir.data().join("records"));
    assert_eq!(seen.moves, ["b6", "g7e5", "c5", "e4", "d5"]);
    for mv in &seen.moves {
        assert!(record.contains(mv.as_str()), "{mv} in {record}");
    }
}

fn the_3d_view_is_remembered_and_idle() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let program = start(&screen, &dir, "ataxx/classic", &[]);
    program.quit();
    let args = ["play", "ataxx/classic", "--seat1", "human", "--seat2", "human"];
    let mut program = Program::start(&screen, &dir, &args);
    program.wait("three dimensions", |seen| seen.three_d && seen.is_ready());
    program.click_path(&["a7", "b6"], 1);
    program.wait_for_idle();
    program.click_path(&["g7", "f6"], 2);
    program.quit();
}

/// Returns the difference of green and red at a place.
fn greenness(screen: &Screen, at: (f64, f64)) -> i32 {
    let [red, green, _] = screen.pixel(at);
    i32::from(green) - i32::from(red)
}

fn a_piece_is_dragged_over_a_turned_board_in_a_ring() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let wall = "11/11/11/11/11/5K5/6t4/11/11/4tt5/3tTT5 a";
    let more = ["--position", wall];
    let mut program = start(&screen, &dir, "tafl/copenhagen-2012", &more);
    let seen = program.wait_for_turn();
    let taken = seen.scores[0];
    // Only the side to move can be picked up.
    program.click(seen.site("e1"));
    program.wait("a refusal", |seen| seen.status.contains("Attackers to move."));
    turn(&mut program, (120.0, -20.0));
    let seen = program.wait_for_turn();
    let [from, wrong, to] = ["g5", "i8", "g1"].map(|site| seen.site(site));
    program.hold(from);
    program.wait("the piece in hand", |seen| seen.path == ["g5"]);
    program.point(wrong);
    let side = seen.distance("g1", "f1");
    // Beside the piece.
    let ring = |at: (f64, f64)| (42..=56).map(move |n| (at.0 + side * f64::from(n) / 100.0, at.1));
    let reddest = |at| ring(at).map(|at| greenness(&screen, at)).min().unwrap_or(0);
    let greenest = |at| ring(at).map(|at| greenness(&screen, at)).max().unwrap_or(0);
    wait_until("red", || reddest(wrong) < -60);
    program.point(to);
    program.wait("an aim", |seen| seen.aim == "g5-g1");
    wait_until("green", || greenest(to) > 40);
    wait_until("its own colour", || greenness(&screen, to) < -25);
    program.release();
    let captured = |seen: &Probe| seen.moves == ["g5-g1"] && seen.scores[0] == taken + 2.0;
    program.wait("the capture", captured);
    // A selected piece is drawn at the pointer before it is put down.
    let seen = program.wait_for_turn();
    program.click(seen.site("f6"));
    program.wait("the king in hand", |seen| seen.path == ["f6"]);
    program.point(seen.site("h7"));
    wait_until("red", || reddest(seen.site("h7")) < -60);
    program.keys(&["Escape"]);
    program.click_path(&["f6", "f9"], 2);
    program.quit();
    let record = journal_text(&dir.data().join("records"));
    assert!(record.contains("g5-g1") && record.contains("f6-f9"), "{record}");
}

fn stones_are_placed_on_a_turned_board_and_on_the_globe() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let more = ["--set", "rules.equaliser=none"];
    let mut program = start(&screen, &dir, "connection/projective-hex", &more);
    program.click_path(&["H"], 1);
    turn(&mut program, (200.0, 40.0));
    program.click_path(&["O"], 2);
    // A ghost plays for its cell there too.
    let seen = program.wait_for_turn();
    let ghost = seen.ghosts.iter().find(|it| it.label == "a").expect("a ghost");
    program.click((ghost.x, ghost.y));
    program.wait("a stone by its ghost", |seen| seen.moves == ["H", "O", "A"]);
    // A globe is three-dimensional already.
    program.keys(&["v", "v"]);
    program.wait("the globe", |seen| seen.view == "sphere" && !seen.three_d && seen.is_ready());
    program.keys(&["v"]);
    program.wait("the board", |seen| seen.view == "flat" && seen.three_d && seen.is_ready());
    program.click_path(&["T"], 4);
    program.quit();
}

fn terraces_of_a_divided_board_are_played_on() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let more = ["--set", "rules.subdivide.who=always"];
    let mut program = start(&screen, &dir, "fractal/square", &more);
    let seen = program.wait_for_turn();
    // Beside the cell's middle, where a vertex comes: two clicks on one spot would be a double
    // click.
    let ((x, y), step) = (seen.site("/0"), seen.distance("a3", "b3") * 0.12);
    program.click((x - step, y + step));
    program.wait("a cell chosen", |seen| seen.path == ["/0"]);
    let seen = program.wait("what it would create", |seen| {
        seen.sites.iter().any(|site| site.label.starts_with("2:"))
    });
    let vertex = seen.sites.iter().find(|site| site.label.starts_with("2:")).expect("a vertex");
    let vertex = vertex.label.clone();
    program.click(seen.site(&vertex));
    program.wait("a divided cell", |seen| seen.ply == 1 && seen.scores.len() == 2);
    turn(&mut program, (-90.0, 50.0));
    program.click_path(&["b2"], 2);
    // The new terrace is higher: pieces on it are drawn further up.
    let seen = program.wait_for_turn();
    let new = seen.sites.iter().find(|site| site.label.starts_with("2:") && site.label != vertex);
    let new = new.expect("another vertex").label.clone();
    program.click_path(&[&new], 3);
    let seen = program.wait_for_turn();
    assert_eq!(seen.moves.len(), 3, "{seen}");
    program.quit();
}
