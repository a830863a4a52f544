//! Boards that grow, in the window: the games of the paper played by clicks, cells at high zoom
//! and through the magnifier, and forty levels of division.

use std::fmt::Write as _;

use boardloom_contract::{Cursor, Extent};
use boardloom_ruleset::Overrides;

use crate::fractal::{PaperGame, PaperPly, read};
use crate::probe::Probe;
use crate::program::TestDir;
use crate::screen::{Program, Screen, ruleset_of_text};
use crate::support::{heavy, legal, open, plugins, ruleset_with};

/// The tests of this module.
pub const TESTS: &[(&str, fn())] = crate::tests![
    the_games_of_the_paper_are_played_by_clicks,
    zooming_into_cells_plays_nothing,
    a_cell_forty_levels_down_is_played_on,
    games_against_the_computer_with_nested_cells_end,
];

/// Starts a ruleset for two human players.
fn start<'a>(screen: &'a Screen, dir: &TestDir, ruleset: &str, more: &[&str]) -> Program<'a> {
    let mut args = vec!["play", ruleset, "--seat1", "human", "--seat2", "human"];
    args.extend(more);
    let mut program = Program::start(screen, dir, &args);
    program.wait_for_turn();
    program
}

/// The corners of the four squares that the games begin with, which have names of their own.
const CORNERS: [(&str, &str); 9] = [
    ("a3", "0:0,0"),
    ("b3", "1:1,0"),
    ("c3", "0:1,0"),
    ("a2", "1:0,1"),
    ("b2", "1:1,1"),
    ("c2", "1:2,1"),
    ("a1", "0:0,1"),
    ("b1", "1:1,2"),
    ("c1", "0:1,1"),
];

/// Returns the sites that a move of the data points at, by their labels.
fn sites(row: &PaperPly) -> Vec<String> {
    let (numerators, level) = &row.v;
    let numbers: Vec<String> = numerators.iter().map(i64::to_string).collect();
    let vertex = format!("{level}:{}", numbers.join(","));
    let cell = row.cell.as_ref().map(|path| {
        path.iter().fold(String::new(), |mut text, step| {
            write!(text, "/{step}").unwrap();
            text
        })
    });
    let named = CORNERS.iter().find(|(_, numbers)| *numbers == vertex);
    cell.into_iter().chain([named.map_or(vertex, |(name, _)| (*name).to_owned())]).collect()
}

/// Formats the points of a move as the window does.
fn points_text(before: [f64; 2], after: [f64; 2]) -> String {
    let sides = ["Black", "White"].into_iter().zip(before.into_iter().zip(after));
    let changes = sides.filter(|(_, (before, after))| before != after);
    let each = changes.map(|(side, (before, after))| format!("{side} +{}", after - before));
    match each.collect::<Vec<_>>().join(", ") {
        none if none.is_empty() => "Here: no points".to_owned(),
        all => format!("Here: {all}"),
    }
}

/// Asserts that the window draws nothing once a completed cell has flashed.
fn assert_idle(program: &mut Program<'_>, empty: &str) {
    let at = program.wait_for_idle().site(empty);
    program.point(at);
    program.wait("a hint", |seen| !seen.scoring.is_empty());
}

/// Plays a game of the paper by clicks. The window tells the points of each move before it is
/// played.
fn play_line(program: &mut Program<'_>, line: &PaperGame) -> Probe {
    let mut before = [0.0; 2];
    for (ply, row) in (1..).zip(&line.rows) {
        let path = sites(row);
        if row.cell.is_none() && before != [0.0; 2] {
            let at = program.wait_for_turn().site(&path[0]);
            program.point(at);
            let told = points_text(before, row.score);
            program.wait(&format!("`{told}` before move {ply}"), |seen| seen.scoring == told);
        }
        if let [cell, vertex] = &path[..] {
            // Beside the cell's middle, where a vertex comes: two clicks on one spot would be a
            // double click.
            let seen = program.wait_for_turn();
            let ((x, y), step) = (seen.site(cell), seen.distance("a3", "b3") * 0.17);
            program.click((x - step, y - step));
            let seen = program.wait(&format!("{cell} chosen"), |seen| seen.path == [&**cell]);
            program.click(seen.site(vertex));
        } else {
            program.click_path(&[&path[0]], ply);
        }
        program.wait(&format!("move {ply}"), |seen| seen.ply == ply);
        program.wait(&format!("the score after {path:?}"), |seen| seen.scores == row.score);
        if before == [0.0; 2] && row.score != before {
            assert_idle(program, "a1");
        }
        before = row.score;
    }
    program.wait("the end", |seen| !seen.outcome.is_empty())
}

fn the_games_of_the_paper_are_played_by_clicks() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let data = read();
    for (line, scores) in [(&data.paper.b, [18.0, 18.0]), (&data.paper.c, [25.0, 27.0])] {
        let mut program = start(&screen, &dir, "fractal/square", &[]);
        let seen = play_line(&mut program, line);
        assert_eq!(seen.scores, scores);
        assert_eq!(seen.outcome, "every corner holds a piece");
        // Each level has its score beside a small board.
        program.wait("the result", |seen| seen.has_widget("Rematch"));
        // Esc closes the sheet with the result.
        program.keys(&["Escape"]);
        program.press("Levels");
        let levels = &line.rows.last().expect("moves").by_level;
        let told: Vec<String> =
            levels.iter().map(|[one, two]| format!("Black {one}, White {two}")).collect();
        let all = |seen: &Probe| {
            let text = seen.written();
            told.iter().all(|told| text.contains(told))
                && (1..=levels.len()).all(|level| text.contains(&format!("Level {level}")))
        };
        program.wait(&format!("{told:?}"), all);
        program.quit();
    }
}

fn zooming_into_cells_plays_nothing() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let more = ["--set", "rules.subdivide.who=always"];
    let mut program = start(&screen, &dir, "fractal/square", &more);
    let whole = program.wait_for_turn();
    let wide = whole.distance("a3", "b3");
    // The first click chooses the cell for a division, the second would put a piece on the vertex
    // in its middle: together they only zoom in.
    program.double_click(whole.site("/0"));
    let larger = |seen: &Probe, by: f64| seen.distance("a3", "b3") > wide * by;
    let near = |seen: &Probe| {
        let over = seen.has_widget("upper left") && seen.has_widget("Map of the board");
        larger(seen, 1.6) && seen.path.is_empty() && over && !seen.has_widget("middle")
    };
    assert_eq!(program.wait("a closer look", near).ply, 0);
    program.press("Board");
    let back = |seen: &Probe| !larger(seen, 1.01) && !seen.has_widget("Map of the board");
    program.wait("the whole board", back);
    // The wheel, keys, and back again.
    program.wheel(whole.site("/3"), 5);
    program.wait("the wheel's work", |seen| larger(seen, 1.6));
    // A slow frame processes the last notches later.
    program.wait_for_idle();
    program.keys(&["BackSpace"]);
    program.wait("a level up", back);
    program.point(whole.site("/3"));
    program.keys(&["g"]);
    let seen = program.wait("the cell", |seen| seen.has_widget("lower right"));
    let at = seen.site("b2");
    program.keys(&["shift+Right"]);
    program.wait("a way to the right", |seen| seen.site("b2").0 < at.0 - 20.0);
    program.keys(&["0"]);
    program.wait("the whole board", back);
    // The magnifier takes the pointer: it points at what the magnifier shows, not at the vertex
    // below.
    let (middle, cell) = (whole.site("b2"), whole.site("/3"));
    let along =
        |part: f64| (middle.0 + (cell.0 - middle.0) * part, middle.1 + (cell.1 - middle.1) * part);
    program.point(along(0.3));
    program.wait("an aim", |seen| seen.aim == "1:1,1");
    program.point(along(0.95));
    program.wait("ground", |seen| seen.aim.is_empty());
    program.keys(&["v"]);
    program.wait("the magnifier", |seen| seen.magnifier);
    program.click(along(0.3));
    program.wait("a cell chosen", |seen| seen.path == ["/3"]);
    program.keys(&["Escape", "Escape"]);
    program.wait("nothing chosen", |seen| seen.path.is_empty());
    program.point(along(0.31));
    program.wait("an aim", |seen| seen.aim == "1:1,1");
    program.quit();
}

/// Deep enough that numbers of 64 bits alone would lose the cells.
const DEEPEST: usize = 40;

fn a_cell_forty_levels_down_is_played_on() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let toml = "format = 1\nname = \"Deep\"\nextends = \"fractal/sierpinski-carpet\"\n\
                without = [\"options\"]\n[rules.subdivide]\nwho = \"always\"\nmax_depth = 42\n";
    let file = dir.write("deep.toml", toml).to_string_lossy().into_owned();
    // The moves: one path down, never to the same side twice.
    let path = |depth: usize| -> String {
        (0..depth).map(|step| if step % 2 == 0 { "/7" } else { "/0" }).collect()
    };
    let json = serde_json::json!({
        "board": {"topology": "subdivision", "fractal": "carpet", "depth": 1},
        "rules": {"subdivide": {"who": "always", "max_depth": 42}},
    });
    let mut cursor = open(&*plugins()["fractal"].native, &json.to_string(), None);
    let mut moves = String::new();
    for depth in 1..=DEEPEST {
        let by = cursor.status().unwrap().mover().expect("the game goes on");
        let mv = cursor.legal_moves(by, Some(&format!("{}=", path(depth))), 1).unwrap().remove(0);
        cursor.play(by, &mv).unwrap().expect("it is legal");
        write!(moves, "{mv} ").unwrap();
    }
    let mut program = start(&screen, &dir, &file, &["--moves", moves.trim()]);
    program.wait("the moves", |seen| seen.ply == DEEPEST as u32);
    let mut seen = program.wait_for_idle();
    // Zoom in at the pointer, step by step, and in smaller steps once both cells are seen. The
    // cell stays under the pointer meanwhile, so that only a window at rest tells the end.
    let (one, other) = (format!("{}/0", path(DEEPEST)), format!("{}/2", path(DEEPEST)));
    let wide = |seen: &Probe| seen.distance("a4", "d4");
    for _ in 0..DEEPEST {
        let apart = seen.distance(&one, &other);
        if apart > 150.0 {
            break;
        }
        let before = wide(&seen);
        let (notches, closer) = if apart > 5.0 { (4, 1.2) } else { (24, 20.0) };
        program.wheel(seen.site(&one), notches);
        program.wait("a closer look", |seen| wide(seen) > before * closer);
        seen = program.wait_for_idle();
    }
    // A cell of the deepest level, and a vertex of it.
    let corner = (seen.site(&one).0 * 1.5 - seen.site(&other).0 * 0.5, seen.site(&one).1);
    assert!(seen.distance(&one, &other) > 150.0 && corner.0 > 0.0, "{seen}");
    let (x, y) = seen.site(&one);
    let deepest = format!("{}:", DEEPEST + 1);
    let vertices = seen.sites.iter().filter(|site| site.label.starts_with(&deepest));
    let mut near: Vec<_> =
        vertices.map(|site| ((site.x - x).hypot(site.y - y), site.label.clone())).collect();
    near.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let by = cursor.status().unwrap().mover().expect("the game goes on");
    let mut labels = near.into_iter().map(|(_, label)| label);
    let vertex = labels.find(|label| cursor.is_legal(by, label).unwrap());
    let vertex = vertex.expect("an empty vertex beside the cell");
    program.click_path(&[&vertex], DEEPEST as u32 + 1);
    let seen = program.wait("the move", |seen| seen.ply == DEEPEST as u32 + 1);
    assert_eq!(seen.moves.last(), Some(&vertex));
    program.quit();
}

/// A fractal of no shipped ruleset: an H of seven squares.
const OWN: &str = r#"
format = 1
name = "Fractal Territory, H"
extends = "fractal/square"
without = ["board.fractal"]

[board]
scale = 3
corners = [[0, 0], [1, 0], [1, 1], [0, 1]]
children = [
    { t = [0, 0] }, { t = [2, 0] },
    { t = [0, 1] }, { t = [1, 1] }, { t = [2, 1] },
    { t = [0, 2] }, { t = [2, 2] },
]

[rules.subdivide]
who = "always"
max_depth = 4

[rules.end]
target = 60
"#;
/// The least depth of the wanted divisions: the board's own division is 0.
const DEPTH: usize = 3;

/// Returns the human's move: a division as deep as possible until enough cells are divided at
/// [`DEPTH`], then a piece.
fn choice(cursor: &mut dyn Cursor, played: &[String]) -> String {
    let level = |mv: &str| mv.split_once('=').map_or(0, |(cell, _)| cell.matches('/').count());
    let deep = played.iter().filter(|mv| level(mv) >= DEPTH).count();
    let moves = legal(cursor);
    let order = |mv: &&String| if deep < 2 { level(mv) } else { usize::from(!mv.contains('=')) };
    // The first of several.
    moves.iter().rev().max_by_key(order).expect("a move").clone()
}

/// Returns the label of the last site that a move points at.
fn label_of_last(cursor: &mut dyn Cursor, mv: &str) -> String {
    let by = cursor.status().unwrap().mover().expect("the game goes on");
    let path = cursor.paths(by, mv).unwrap().remove(0);
    let drawing = cursor.drawing_beyond(0, Extent::default(), u32::MAX).unwrap();
    let place = drawing.places.iter().find(|place| path.last() == Some(&place.site));
    place.expect("a site of the board").label.clone()
}

/// Plays a game against the computer to its end, the human by clicks, and returns the
/// moves.
fn play_computer(program: &mut Program<'_>, mut cursor: Box<dyn Cursor>) -> Vec<String> {
    let mut known = 0;
    loop {
        let over = |seen: &Probe| !seen.outcome.is_empty();
        let seen = program
            .wait("a turn or the end", |seen| over(seen) || seen.is_ready() && seen.acting == [1]);
        for mv in &seen.moves[known..] {
            let by = cursor.status().unwrap().mover().expect("the game goes on");
            cursor.play(by, mv).unwrap().expect("it is legal");
        }
        known = seen.moves.len();
        if over(&seen) {
            assert!(cursor.status().unwrap().is_over(), "{seen}");
            return seen.moves;
        }
        let mv = choice(&mut *cursor, &seen.moves);
        let ply = seen.ply + 1;
        match mv.split_once('=') {
            None => {
                let label = label_of_last(&mut *cursor, &mv);
                program.click_path(&[&label], ply);
            }
            Some((cell, vertex)) => {
                program.click(seen.site(cell));
                let seen = program.wait(&format!("{cell} chosen"), |seen| seen.path == [cell]);
                // Two quick clicks in one place would zoom: nothing but time separates them.
                if seen.distance(cell, vertex) < 12.0 {
                    program.wait_for_idle();
                }
                program.click(seen.site(vertex));
            }
        }
        let done = |seen: &Probe| seen.moves.get(known) == Some(&mv);
        program.wait(&format!("{mv} as move {ply}"), done);
    }
}

fn games_against_the_computer_with_nested_cells_end() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let own = dir.write("own.toml", OWN).to_string_lossy().into_owned();
    let boards = [
        "fractal/sierpinski-triangle",
        &own,
        "fractal/square",
        "fractal/sierpinski-carpet",
        "fractal/hexaflake",
    ];
    let boards = if heavy() { &boards[..] } else { &boards[..2] };
    for board in boards {
        let chosen = [
            ("rules.subdivide.who", "always"),
            ("rules.subdivide.max_depth", "4"),
            ("rules.end.target", "60"),
        ];
        let mut settings = Overrides::default();
        chosen.iter().for_each(|(key, value)| settings.set_text(*key, value));
        let sets = chosen.map(|(key, value)| format!("{key}={value}"));
        let ruleset = match *board == own {
            true => ruleset_of_text("own.toml", OWN),
            false => ruleset_with(board, &settings),
        };
        let cursor = open(&*plugins()["fractal"].native, &ruleset.plugin_json(), None);
        let mut args = vec!["play", board, "--seat1", "human", "--seat2", "computer:2"];
        sets.iter().for_each(|set| args.extend(["--set", set]));
        let mut program = Program::start(&screen, &dir, &args);
        let moves = play_computer(&mut program, cursor);
        let deep =
            |mv: &&String| mv.split('=').next().is_some_and(|c| c.matches('/').count() >= DEPTH);
        assert!(moves.iter().filter(deep).count() >= 2, "{board}: {moves:?}");
        program.quit();
    }
}
