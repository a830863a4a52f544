//! Games in the full-screen terminal: found by other names, named players, examples.

use crate::program::{TestDir, only_file};
use crate::pty::Terminal;
use crate::terminal::{DOWN, ESC, SAVE, click, people};

const F1: &str = "\u{1b}OP";

/// Names by which players know a game, with its name in the library.
const ALIASES: [(&str, &str, &str); 5] = [
    ("Spot", "ataxx/classic", "Ataxx"),
    ("Infection", "ataxx/classic", "Ataxx"),
    ("SlimeWars", "ataxx/classic", "Ataxx"),
    ("7th Guest", "ataxx/microscope", "Ataxx under the microscope"),
    ("Viking chess", "tafl/copenhagen-2012", "Copenhagen Hnefatafl"),
];

#[test]
fn games_are_listed_and_played_by_their_other_names() {
    let dir = TestDir::new();
    for (alias, id, name) in ALIASES {
        for alias in [alias.to_owned(), alias.to_lowercase(), alias.replace(' ', "-")] {
            let play = ["play", &alias, "--text", "--humans", "--clock", "none"];
            let out = dir.run_with_input(&play, b"quit\n").success();
            assert!(out.starts_with(&format!("{name}, seed ")), "{alias}: {out}");
        }
        let listed = dir.run(&["list", &alias.to_lowercase()]).success();
        let first = listed.split_whitespace().next();
        assert_eq!(first, Some(id), "{alias}: {listed}");
    }
    let unknown = dir.run(&["play", "Spotless", "--text", "--humans"]);
    assert_ne!(unknown.code, 0, "{}", unknown.out);
}

#[test]
fn the_library_of_the_terminal_finds_games_by_their_other_names() {
    let dir = TestDir::new();
    let mut terminal = Terminal::start(&dir, &["play", "--terminal"], 80, 24);
    terminal.wait("the list", |shown| shown.contains("New game") && !shown.contains("Looking for"));
    terminal.keys("\u{c}");
    terminal.wait("the library", |shown| shown.contains("Find:"));
    for (alias, _, name) in ALIASES {
        terminal.keys(alias);
        let is_found = |shown: &str| {
            let entry = format!("> {name}  ");
            shown.lines().any(|line| line.trim_start().starts_with(&entry))
        };
        terminal.wait(alias, is_found);
        terminal.keys("\u{15}");
        terminal.wait("all rulesets", |shown| !shown.contains(alias));
    }
    // The pentaflake has these letters in the middle of a word only.
    terminal.keys("tafl");
    let families = |shown: &str| {
        let at = |family: &str| shown.lines().position(|line| line.trim() == family);
        (at("Hnefatafl"), at("Fractal Territory"))
    };
    terminal.wait("tafl first", |shown| families(shown).0 == Some(3));
    let listed = dir.run(&["list", "tafl"]).success();
    assert!(listed.starts_with("tafl/") && !listed.contains("pentaflake"), "{listed}");
}

/// On boards without captions, empty cells show their names, unless coordinates are off.
#[test]
fn empty_cells_of_projective_hex_show_their_letters() {
    let dir = TestDir::new();
    let play = ["play", "connection/projective-hex", "--text", "--humans", "--clock", "none"];
    let out = dir.run_with_input(&play, b"labels\nquit\n").success();
    for row in ["A B C", "D E F G", "H I J K L", "M N O # P Q", "R S T U V", "W X Y Z"] {
        assert!(out.lines().any(|line| line.trim() == row), "{row}: {out}");
    }
    for (columns, rows) in [(80, 24), (120, 40)] {
        let play = people("connection/projective-hex");
        let mut terminal = Terminal::start(&dir, &play, columns, rows);
        let names = |shown: &str| {
            let board: String =
                shown.lines().filter_map(|line| Some(line.rsplit_once('│')?.0)).collect();
            ('A'..='Z').filter(|letter| board.contains(*letter)).count()
        };
        let shown = terminal.wait("the letters", |shown| names(shown) == 26);
        assert!(!shown.contains('·'), "{shown}");
        terminal.keys("K");
        terminal.wait("dots", |shown| names(shown) == 0 && shown.contains('·'));
        terminal.keys("K/J\r");
        terminal.wait("a stone on J", |shown| names(shown) == 25);
    }
}

/// A human is named by the form's row, and by the command line in new games and records.
#[test]
fn players_are_named_in_the_form_and_in_records() {
    let dir = TestDir::new();
    let mut terminal = Terminal::start(&dir, &["play", "--terminal"], 80, 24);
    terminal.wait("the list", |shown| shown.contains("New game") && !shown.contains("Looking for"));
    terminal.keys("n");
    terminal.wait("the form", |shown| shown.contains("Name") && shown.contains("Computer"));
    let chosen = |text: &'static str| {
        move |shown: &str| shown.lines().any(|line| line.contains("> ") && line.contains(text))
    };
    terminal.press_until(&[DOWN], "the row of the name", chosen("Name"));
    terminal.keys("Ann qjk");
    terminal.wait("the name", |shown| shown.contains("Ann qjk"));
    terminal.keys("\u{15}Ann\r");
    terminal.wait("the game", |shown| shown.contains("Ann to move"));
    terminal.keys(SAVE);
    terminal.wait("the record", |shown| shown.contains("Saved as"));
    drop(terminal);
    let path = only_file(&dir.data().join("records"), "loom");
    let record = std::fs::read_to_string(&path).expect("the record");
    assert!(record.contains("[Seat \"1\" \"Ann\" \"person\"]"), "{record}");
    // Opened once more, by other players.
    let path = path.display().to_string();
    let seats = ["--name1", "Cleo", "--seat2", "human", "--name2", "Dan"];
    let args = [&["play", "--terminal", &path][..], &seats].concat();
    let mut terminal = Terminal::start(&dir, &args, 80, 24);
    let shown = terminal.wait("the names", |shown| shown.contains("Cleo to move"));
    assert!(shown.contains("Dan") && !shown.contains("Computer"), "{shown}");
    terminal.keys("/a6\r");
    terminal.wait("the move", |shown| shown.contains("Dan to move"));
    drop(terminal);
    // The last game too.
    let args = ["play", "--terminal", "--continue", "--name1", "Eve"];
    let mut terminal = Terminal::start(&dir, &args, 80, 24);
    let shown = terminal.wait("the game", |shown| shown.contains("Dan to move"));
    assert!(shown.contains("Eve") && !shown.contains("Cleo"), "{shown}");
    drop(terminal);
    // In a new game, a name is that of a human.
    let args = ["play", "--terminal", "ataxx/small", "--name2", "Finn", "--clock", "none"];
    let mut terminal = Terminal::start(&dir, &args, 80, 24);
    let shown = terminal.wait("the names", |shown| shown.contains("Finn"));
    assert!(!shown.contains("Computer"), "{shown}");
}

#[test]
fn a_name_needs_a_human_and_a_record_has_its_own_start() {
    let dir = TestDir::new();
    let play =
        ["play", "ataxx/small", "--text", "--humans", "--clock", "none", "--record", "a.loom"];
    dir.run_with_input(&play, b"b5\nd5\nquit\n").success();
    for (what, more, why) in [
        ("ataxx/small", &["--seat1", "computer", "--name1", "Ann"][..], "no human plays on seat 1"),
        ("ataxx/small", &["--name3", "Ann"], "seat 3: this game has 2 seats"),
        ("a.loom", &["--name3", "Ann"], "no human plays on seat 3"),
        ("a.loom", &["--seat3", "human"], "this game has 2 seats"),
        ("a.loom", &["--seed", "3"], "a record has its own options"),
    ] {
        for mode in [&["--text"][..], &["--terminal"], &[]] {
            let args = [&["play", what][..], more, mode].concat();
            dir.run(&args).fails(2, why);
        }
    }
}

/// The rules page lists example games; a digit opens one at its start.
#[test]
fn example_games_open_by_their_number_on_the_page_of_rules() {
    let dir = TestDir::new();
    let mut terminal = Terminal::start(&dir, &people("fractal/square"), 100, 40);
    terminal.wait("the board", |shown| shown.contains(" to move"));
    for (number, title) in [("1", "first game"), ("2", "second game")] {
        terminal.press_until(&[F1], "the rules", |shown| shown.contains("Esc close"));
        terminal.press_until(&[&format!("{ESC}[6~")], "the examples", |shown| {
            shown.contains(&format!("{number}  The paper's {title}"))
        });
        // There is no third one.
        terminal.keys("3");
        terminal.keys(number);
        let shown = terminal.wait("the example", |shown| {
            !shown.contains("Esc close") && shown.contains("Earlier position")
        });
        assert!(shown.contains(" 1. "), "{shown}");
    }
}

/// All built-in plugins are compiled while the start screen waits for a choice.
#[test]
fn built_in_plugins_are_compiled_before_a_game_is_chosen() {
    let dir = TestDir::new();
    let cache = dir.path().join("cache");
    let variables = [("NO_COLOR", "1"), ("XDG_CACHE_HOME", cache.to_str().expect("a plain path"))];
    let mut terminal = Terminal::start_in(&dir, &["play", "--terminal"], &variables, 80, 24);
    let compiled = || {
        let files = cache.join("boardloom/compiled").read_dir().into_iter().flatten().flatten();
        files.filter(|file| file.path().extension().is_some_and(|it| it == "cwasm")).count()
    };
    terminal.wait("the compiled plugins", |_| compiled() == boardloom_bundle::plugins().len());
    let shown = terminal.wait("the start screen", |shown| shown.contains("New game"));
    assert!(!shown.contains("Continue"), "no game was chosen: {shown}");
}

/// A game without points has none beside the players, and no graph of them, also after its end.
#[test]
fn a_game_without_points_shows_none() {
    for (ruleset, moves, over) in [
        ("connection/hex", "f6 e7", "Red resigned"),
        ("tafl/brandubh", "d6-c6 d5-g5", "Attackers resigned"),
    ] {
        let dir = TestDir::new();
        let args = [&people(ruleset)[..], &["--moves", moves]].concat();
        let mut terminal = Terminal::start(&dir, &args, 80, 40);
        let beside = |shown: &str| {
            let lines = shown.lines().filter_map(|line| Some(line.rsplit_once('│')?.1.to_owned()));
            lines.collect::<Vec<_>>().join("\n")
        };
        let scoreless = |shown: &str| {
            let head = beside(shown);
            let head = head.split("Moves").next().unwrap_or_default();
            assert!(!head.contains('0') && !head.contains("Points"), "{shown}");
        };
        let shown = terminal.wait("the moves", |shown| shown.contains("  1. "));
        scoreless(&shown);
        terminal.keys("m");
        terminal.wait("the menu", |shown| shown.contains("┌ Menu"));
        terminal.press_until(&[&format!("{ESC}[B")], "the entry", |shown| {
            shown.lines().any(|line| line.contains("Resign"))
        });
        let shown = terminal.shown();
        terminal.keys(&click(&shown, "Resign"));
        terminal.wait("the question", |shown| shown.contains("Resign for "));
        terminal.keys("y");
        scoreless(&terminal.wait("the end", |shown| shown.contains(over)));
    }
}
