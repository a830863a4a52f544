//! Goals of single colours: bridges, forks, rings, rows, and those that differ by seat.

use boardloom_sdk::contract::Cursor;
use boardloom_sdk::{Diagnostic, Outcome, native, testing};
use connection::Family;

fn hexagon(side: u32, goals: &str) -> String {
    format!(
        r#"{{"board": {{"topology": "hex", "shape": {{"hexagon": {side}}}}},
            "rules": {{"goals": [{goals}], "full": "draw", "both": "mover"}}}}"#
    )
}

fn grid(width: u32, height: u32, board: &str, goals: &str) -> String {
    format!(
        r#"{{"board": {{"topology": "grid", "width": {width}, "height": {height}{board}}},
            "rules": {{"goals": [{goals}], "full": "draw", "both": "mover"}}}}"#
    )
}

const KING: &str = r#", "adjacency": "king""#;
const RING: &str = r#"{"ring": true, "reason": "a ring is closed"}"#;
const BRIDGE: &str = r#"{"join": ["corner-1", "corner-2", "corner-3", "corner-4", "corner-5",
    "corner-6"], "needed": 2, "reason": "a bridge joins two corners"}"#;

fn bridg_it(size: usize) -> String {
    let side = 2 * size + 1;
    let row = |y: usize| -> String {
        let cell = |x: usize| match (x % 2, y % 2) {
            (1, 0) => 'X',
            (0, 1) => 'O',
            (0, 0) if x == 0 || y == 0 || x == side - 1 || y == side - 1 => '-',
            _ => '.',
        };
        (0..side).map(cell).collect()
    };
    let rows: Vec<String> = (0..side).map(row).collect();
    let blocked: Vec<String> = (0..side)
        .flat_map(|y| (0..side).map(move |x| (x, y)))
        .filter(|(x, y)| rows[*y].as_bytes()[*x] == b'-')
        .map(|(x, y)| format!("\"{}{}\"", (b'a' + x as u8) as char, side - y))
        .collect();
    format!(
        r#"{{"board": {{"topology": "grid", "width": {side}, "height": {side},
                "blocked": [{}]}},
            "setup": {{"rows": "{}"}},
            "rules": {{"goals": [{{"for": 1, "join": ["top", "bottom"]}},
                {{"for": 2, "join": ["left", "right"]}}]}}}}"#,
        blocked.join(","),
        rows.join("\\n")
    )
}

fn start(ruleset: &str) -> Box<dyn Cursor> {
    native::open::<Family>(ruleset).expect("a good ruleset").start().expect("no plugin error")
}

fn errors(ruleset: &str) -> Vec<Diagnostic> {
    native::open::<Family>(ruleset).err().unwrap_or_default()
}

/// Plays moves; the last one ends the game with this reason, or does not.
#[track_caller]
fn ends(ruleset: &str, moves: &str, reason: Option<&str>) {
    let mut cursor = start(ruleset);
    for mv in moves.split(' ') {
        let status = cursor.status().expect("no plugin error");
        let by = status.mover().unwrap_or_else(|| panic!("over before {mv}"));
        cursor.play(by, mv).expect("no plugin error").unwrap_or_else(|no| panic!("{mv}: {no}"));
    }
    let outcome: Option<Outcome> = cursor.status().expect("no plugin error").outcome;
    assert_eq!(outcome.map(|it| it.reason.text), reason.map(str::to_owned), "{moves}");
}

/// Plays at random to the end: each side wins some games, and none is a draw.
#[track_caller]
fn exactly_one_wins(ruleset: &str) {
    let stats = start(ruleset).playouts(500, 1, 1000, false).expect("no plugin error");
    assert_eq!((stats.draws, stats.cut), (0, 0));
    assert_eq!(stats.wins.iter().sum::<u64>(), 500);
    assert!(stats.wins.iter().all(|wins| *wins > 50), "{:?}", stats.wins);
}

#[test]
fn a_ring_goes_around_an_empty_cell_and_around_stones_of_either_colour() {
    // The six cells around e5 of a hexagon of five, one after the other.
    let around = "d4 a1 d5 a2 e6 a3 f6 b1 f5 b2 e4";
    ends(&hexagon(5, RING), around, Some("a ring is closed"));
    ends(&hexagon(5, RING), around.rsplit_once(' ').unwrap().0, None);
    let around_enemy = "d4 e5 d5 a2 e6 a3 f6 b1 f5 b2 e4";
    ends(&hexagon(5, RING), around_enemy, Some("a ring is closed"));
    // The stone in the middle comes last.
    let from_inside = "d4 a1 d5 a2 e6 a3 f6 b1 f5 b2 e5 b3 e4";
    ends(&hexagon(5, RING), from_inside, Some("a ring is closed"));
    // The rim closes no ring.
    ends(&hexagon(3, RING), "a2 e5 b2 e4 b1", None);
}

#[test]
fn the_first_goal_that_is_reached_gives_the_reason() {
    let both = hexagon(3, &format!("{BRIDGE}, {RING}"));
    ends(&both, "a1 e5 a2 e4 a3", Some("a bridge joins two corners"));
    ends(&both, "b2 e5 b3 e4 c4 a1 d4 c1 d3 d2 c2", Some("a ring is closed"));
}

/// Corner cells belong to no side, as in Christian Freeling's rules of Havannah.
#[test]
fn a_fork_joins_three_sides_without_their_corners() {
    let names: Vec<String> = (1..=6).map(|side| format!("\"edge-{side}\"")).collect();
    let region = |side: u8| format!(r#""edge-{side}": ["side-{side}", "not corners"]"#);
    let regions: Vec<String> = (1..=6).map(region).collect();
    let fork = format!(
        r#"{{"board": {{"topology": "hex", "shape": {{"hexagon": 3}}, "regions": {{{}}}}},
            "rules": {{"goals": [{{"join": [{}], "needed": 3, "reason": "a fork"}}],
                "full": "draw", "both": "mover"}}}}"#,
        regions.join(","),
        names.join(",")
    );
    ends(&fork, "b1 e3 b2 e5 a2 c1 b3 e4", None);
    ends(&fork, "b1 e3 b2 e5 a2 c1 b3 e4 b4", Some("a fork"));
    // Two corners and the side between them touch one side.
    ends(&fork, "a1 e5 b1 e4 c1", None);
}

#[test]
fn rows_run_in_all_directions_and_over_joined_edges() {
    let four = r#"{"line": 4, "reason": "four"}"#;
    ends(&grid(6, 6, KING, four), "a1 a6 b2 b6 c3 d6 d4", Some("four"));
    ends(&grid(6, 6, KING, four), "d1 a6 c2 b6 b3 d6 a4", Some("four"));
    ends(&grid(6, 6, KING, four), "a1 a6 b1 b6 d1 d6 c1", Some("four"));
    let exact = r#"{"line": 4, "exact": true, "reason": "four"}"#;
    ends(&grid(6, 6, KING, exact), "a1 a6 b1 b6 d1 d6 e1 f6 c1", None);
    ends(&grid(6, 6, KING, four), "a1 a6 b1 b6 d1 d6 e1 f6 c1", Some("four"));
    let torus = r#", "adjacency": "king", "glue": "torus""#;
    ends(&grid(5, 5, torus, four), "a1 a3 b1 b3 e1 d4 d1", Some("four"));
}

#[test]
fn each_seat_has_its_own_goal() {
    let goals = r#"{"for": 1, "join": ["top", "bottom"], "reason": "joined"},
        {"for": 2, "loop": "any", "reason": "around"}"#;
    let cylinder = format!(
        r#"{{"board": {{"topology": "hex", "shape": {{"rectangle": [4, 5]}}, "glue": "cylinder"}},
            "rules": {{"goals": [{goals}]}}}}"#
    );
    // Blue's loop; the same by Red is none.
    ends(&cylinder, "a1 a3 b1 b3 c1 c3 a5 d3", Some("around"));
    ends(&cylinder, "a3 a1 b3 b1 c3 c1 d3", None);
    ends(&cylinder, "a1 d1 a2 d2 a3 d4 a4 d5 a5", Some("joined"));
    // On a full board exactly one of them has succeeded.
    testing::conform::<Family>(&cylinder);
    exactly_one_wins(&cylinder);
}

#[test]
fn bridg_it_has_no_draw() {
    // The stones of the start count when the board is full.
    let game = native::open::<Family>(&bridg_it(5)).expect("a good ruleset");
    assert_eq!(game.warnings().expect("no plugin error"), []);
    testing::conform::<Family>(&bridg_it(2));
    // The squares between two dots of one colour, and so between two of the other.
    let mut cursor = start(&bridg_it(3));
    assert_eq!(cursor.count_moves(0).expect("no plugin error"), 3 * 3 + 2 * 2);
    exactly_one_wins(&bridg_it(3));
}

#[test]
fn goals_conform() {
    let four = r#"{"line": 4}"#;
    for ruleset in [
        hexagon(3, &format!("{BRIDGE}, {RING}")),
        grid(5, 5, KING, four),
        grid(5, 4, r#", "adjacency": "king", "glue": "klein""#, four),
    ] {
        testing::conform::<Family>(&ruleset);
    }
}

#[test]
fn faulty_goals_are_told() {
    let has = |ruleset: &str, expected: &str| {
        let found = errors(ruleset);
        assert!(found.iter().any(|it| it.what.text.contains(expected)), "{expected}: {found:?}");
    };
    has(&hexagon(4, ""), "there is no goal");
    has(&hexagon(4, "{}"), "`surround`, `line` and `no_moves`, found 0");
    has(&hexagon(4, r#"{"ring": true, "line": 3}"#), "found 2");
    has(&hexagon(4, r#"{"ring": true, "for": 3}"#), "expected a seat from 1 to 2");
    has(&hexagon(4, r#"{"ring": true, "for": 1}"#), "seat 2 has no goal");
    has(&hexagon(4, r#"{"ring": true, "needed": 2}"#), "`needed` goes with `join` only");
    has(&hexagon(4, r#"{"join": ["corner-9"]}"#), "no site or region `corner-9`");
    has(&hexagon(4, r#"{"loop": "any"}"#), "no loop of these classes");
    has(&hexagon(4, r#"{"line": 9}"#), "no line on this board has 9 sites");
    has(&grid(6, 6, "", RING), "a ring needs a board with a rim");
    let over = r#"{"board": {"topology": "hex", "shape": {"rhombus": 3}},
        "setup": {"pieces": {"x": ["column a"]}},
        "rules": {"goals": [{"join": ["top", "bottom"]}], "full": "draw"}}"#;
    has(over, "the game is over at the start");
}

#[test]
fn goals_of_two_stones_are_warnings() {
    let cylinder = r#"{"board": {"topology": "hex", "shape": {"rhombus": 5}, "glue": "cylinder"},
        "rules": {"goal": "sides", "sides": [["top", "bottom"], ["left", "right"]],
            "both": "mover", "full": "draw"}}"#;
    let game = native::open::<Family>(cylinder).expect("a good ruleset");
    let warnings = game.warnings().expect("no plugin error");
    let texts: Vec<&str> = warnings.iter().map(|it| it.what.text.as_str()).collect();
    assert!(texts.iter().any(|it| it.starts_with("two stones on `a1` and `e2`")), "{texts:?}");
}
