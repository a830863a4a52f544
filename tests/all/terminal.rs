//! The full-screen terminal, in a pseudo-terminal of 80 by 24 without colours.

use std::process::Command;

use rustix::process::Signal;

use crate::program::only_file;
use crate::program::{TestDir, run_command};
use crate::pty::Terminal;
use crate::support::data;

pub const ESC: &str = "\u{1b}";
const UP: &str = "\u{1b}[A";
pub const DOWN: &str = "\u{1b}[B";
const RIGHT: &str = "\u{1b}[C";
pub const LEFT: &str = "\u{1b}[D";
const SUSPEND: &str = "\u{1a}";
pub const SAVE: &str = "\u{13}";
pub const OPEN: &str = "\u{f}";
pub const QUIT: &str = "\u{11}";

/// Rulesets of every family and kind of board.
const DRAWN: [&str; 16] = [
    "ataxx/classic",
    "ataxx/boogers",
    "ataxx/hexxagon",
    "ataxx/klein",
    "connection/half-polyhedron-21",
    "connection/hex",
    "connection/projective-hex",
    "connection/y",
    "fractal/hexaflake",
    "fractal/koch-flake",
    "fractal/pentaflake",
    "fractal/sierpinski-triangle",
    "fractal/square",
    "fractal/triangle-quadrisection",
    "tafl/brandubh",
    "tafl/copenhagen",
];

/// Scan lines and signs that common fonts for terminals lack.
const RARE: &str = "⎺⎻⎼⎽⊠∗◎▴╳";

pub fn people(ruleset: &str) -> Vec<&str> {
    let mut args = vec!["play", "--terminal", ruleset, "--seed", "1", "--clock", "none"];
    for seat in ["--seat1", "--seat2"] {
        args.extend([seat, "human"]);
    }
    args
}

/// Every kind of board with the cursor in the middle, readable without colour.
#[test]
fn every_family_is_drawn_without_colour() {
    let dir = TestDir::new();
    let folder = data().join("terminal");
    for ruleset in DRAWN {
        let mut terminal = Terminal::start(&dir, &people(ruleset), 80, 24);
        terminal.wait("the board", |shown| shown.contains(" to move"));
        terminal.keys(" ");
        let shown = terminal.wait("the cursor", |shown| shown.contains('['));
        let file = folder.join(ruleset.replace('/', "-") + ".txt");
        expect_test::expect_file![file].assert_eq(&shown);
        let rare = shown.chars().find(|c| RARE.contains(*c));
        assert_eq!(rare, None, "common fonts lack it: {ruleset}");
        // The cursor moves by arrows on every board.
        terminal.press_until(&[LEFT, RIGHT, UP, DOWN], "a moved cursor", |now| now != shown);
        terminal.keys(QUIT);
        terminal.wait("the question", |shown| shown.contains("Quit?"));
        terminal.keys("y");
        assert_eq!(terminal.end().code, Some(0), "{ruleset}");
    }
}

#[test]
fn a_game_is_played_taken_back_saved_and_left_by_keys() {
    let dir = TestDir::new();
    let mut terminal = Terminal::start(&dir, &people("ataxx/classic"), 80, 24);
    terminal.wait("the turn", |shown| shown.contains("Orange to move"));
    // From the middle to the corner g1, which is picked up, and on to f2.
    terminal.keys(" ");
    for _ in 0..3 {
        terminal.keys(&format!("{RIGHT}j"));
    }
    terminal.wait("the corner", |shown| shown.lines().any(|line| line.starts_with(" g1 ")));
    terminal.keys(" ");
    // One sign for a jump, another for a clone.
    terminal.wait("targets", |shown| shown.contains('•') && shown.contains('◦'));
    terminal.keys(&format!("h{UP} "));
    terminal.wait("the move", |shown| shown.contains("Blue to move") && shown.contains("1. f2"));
    terminal.keys("u");
    terminal.wait("the question", |shown| shown.contains("do you agree?"));
    terminal.keys("y");
    terminal.wait("the move taken back", |shown| shown.contains("Orange to move"));
    // The same move, typed as far as needed.
    terminal.keys("/f2\r");
    terminal.wait("the move", |shown| shown.contains("Blue to move"));
    terminal.keys(SAVE);
    terminal.wait("the record", |shown| shown.contains("Saved as"));
    let record = std::fs::read_to_string(only_file(&dir.data().join("records"), "loom"));
    assert!(record.expect("it can be read").contains("f2"));
    // Just after a position has appeared, `q` does nothing.
    terminal.press_until(&["q"], "a question", |shown| shown.contains("Leave this game?"));
    terminal.keys("n");
    terminal.wait("the game", |shown| !shown.contains("Leave this game?"));
    terminal.keys("qy");
    terminal.wait("the start screen", |shown| shown.contains("Continue: "));
    terminal.keys("\r");
    terminal.wait("the game again", |shown| shown.contains("Blue to move"));
    terminal.keys(QUIT);
    terminal.wait("a question", |shown| shown.contains("Quit?"));
    terminal.keys("\r");
    assert_eq!(terminal.end().code, Some(0));
}

/// Zooming into a divided board keeps the cursor in view.
#[test]
fn a_divided_board_is_zoomed() {
    let dir = TestDir::new();
    let mut terminal = Terminal::start(&dir, &people("fractal/square"), 80, 24);
    terminal.wait("the board", |shown| shown.contains(" to move"));
    terminal.keys(LEFT);
    terminal.wait("the cursor", |shown| shown.contains('['));
    for key in ["+", "0", "g"] {
        let before = terminal.shown();
        terminal.keys(key);
        let cursor = |shown: &str| shown.contains('[') && shown.contains(']');
        terminal.wait("another part of the board", |shown| shown != before && cursor(shown));
    }
}

#[test]
fn the_mouse_plays_too() {
    let dir = TestDir::new();
    let mut terminal = Terminal::start(&dir, &people("ataxx/classic"), 80, 24);
    let shown = terminal.wait("the turn", |shown| shown.contains("Orange to move"));
    // The other corner of the lowest row is Orange's: f2 lies a step up and to the left.
    let rows: Vec<Vec<char>> = shown.lines().map(|line| line.chars().collect()).collect();
    let pieces = |row: &Vec<char>| row.iter().take(52).filter(|c| "○●".contains(**c)).count();
    let lowest = rows.iter().rposition(|row| pieces(row) == 2).expect("the lowest row");
    let column = rows[lowest].iter().rposition(|c| "○●".contains(*c)).expect("g1");
    let (x, y) = (column + 1 - 4, lowest + 1 - 2);
    terminal.keys(&click_at(x, y));
    let shown = terminal.wait("the move", |shown| shown.contains("Blue to move"));
    assert!(shown.contains("f2"), "{shown}");
}

#[test]
fn the_computer_answers_and_a_small_terminal_works() {
    let dir = TestDir::new();
    let args = ["play", "--terminal", "ataxx/classic", "--seed", "1", "--seat1", "human"];
    let args = [&args[..], &["--seat2", "computer:1", "--clock", "none"]].concat();
    let mut terminal = Terminal::start(&dir, &args, 80, 24);
    terminal.wait("the turn", |shown| shown.contains("Orange to move"));
    terminal.keys("/f2\r");
    for (columns, rows) in [(10, 3), (1, 1), (200, 60), (40, 12), (24, 8), (80, 24)] {
        let before = terminal.bytes_drawn();
        terminal.resize(columns, rows);
        terminal.wait_for_drawing(before);
    }
    let answered = |shown: &str| shown.contains("Orange to move") && shown.contains("  1. f2");
    terminal.wait("the answer", answered);
    terminal.signal(Signal::TERM);
    let left = terminal.end();
    assert_eq!(left.code, None, "it ends by the signal: {left:?}");
    // No move is lost.
    let mut terminal = Terminal::start(&dir, &["play", "--terminal", "--continue"], 80, 24);
    terminal.wait("the game", |shown| shown.contains("  1. f2"));
    terminal.signal(Signal::HUP);
    assert_eq!(terminal.end().code, None);
}

#[test]
fn rules_keys_menu_and_library_open() {
    let dir = TestDir::new();
    let mut terminal = Terminal::start(&dir, &["play", "--terminal"], 80, 24);
    terminal.wait("the start screen", |shown| shown.contains("New game"));
    terminal.wait("the list", |shown| !shown.contains("Looking for games"));
    terminal.keys("\u{c}");
    terminal.wait("the library", |shown| shown.contains("Find:"));
    terminal.keys("brandubh\r");
    terminal.wait("players", |shown| shown.contains("Start") && shown.contains("Computer"));
    terminal.keys(ESC);
    // An Esc that is followed at once would be the beginning of a code.
    terminal.wait("the start screen", |shown| shown.contains("Library"));
    terminal.keys("?");
    let keys = terminal.wait("the keys", |shown| shown.contains("GAMES"));
    assert!(keys.contains("Ctrl+N, N"), "{keys}");
    terminal.keys(" ");
    // The whole sheet is gone, not only its first lines.
    terminal.wait("the start screen", |shown| !shown.contains("Esc close"));
    terminal.keys("\u{1b}OP");
    terminal.wait("the rules", |shown| shown.contains("┌ Rules") && shown.contains("Esc close"));
    terminal.keys("q");
    terminal.wait("the start screen", |shown| !shown.contains("Esc close"));
    terminal.keys("qy");
    assert_eq!(terminal.end().code, Some(0));
}

/// A shell may change the terminal while the program is stopped: modes and screen are
/// set up again afterwards, and the program restores the terminal before it stops.
#[test]
fn signals_end_the_program_and_stopping_it_loses_nothing() {
    let dir = TestDir::new();
    let mut terminal = Terminal::start(&dir, &people("ataxx/classic"), 80, 24);
    let shown = terminal.wait("the board", |shown| shown.contains("Orange to move"));
    terminal.signal(Signal::STOP);
    terminal.take_over();
    terminal.signal(Signal::CONT);
    terminal.wait("the board again", |now| now == shown);
    terminal.wait_set_up(true);
    terminal.signal(Signal::TSTP);
    terminal.wait_set_up(false);
    terminal.take_over();
    terminal.resize(100, 30);
    terminal.signal(Signal::CONT);
    let wider = |now: &str| now.contains("Orange to move") && now.lines().next().is_some_and(wide);
    terminal.wait("the board in the new size", wider);
    terminal.wait_set_up(true);
    // Ctrl-Z, as in every program of a shell.
    terminal.keys(SUSPEND);
    terminal.wait_set_up(false);
    terminal.take_over();
    terminal.signal(Signal::CONT);
    terminal.wait("the board again", wider);
    terminal.wait_set_up(true);
    terminal.signal(Signal::INT);
    assert_eq!(terminal.end().code, None, "it ends by the signal");
}

/// Starts a game after `f2` and `f6`, and returns the screen too.
fn after_two_moves(dir: &TestDir) -> (Terminal, String) {
    let args = [&people("ataxx/classic")[..], &["--moves", "f2 f6"]].concat();
    let mut terminal = Terminal::start(dir, &args, 80, 24);
    let shown = terminal.wait("the moves", |shown| shown.contains("  1. f2"));
    (terminal, shown)
}

/// Returns the escape codes of a press and a release at a place counted from 1.
fn click_at(x: usize, y: usize) -> String {
    format!("{ESC}[<0;{x};{y}M{ESC}[<0;{x};{y}m")
}

/// Returns the escape codes of a click on a text of the screen.
pub fn click(shown: &str, text: &str) -> String {
    let found = shown.lines().enumerate().find_map(|(y, line)| Some((line.split_once(text)?.0, y)));
    let (before, y) = found.unwrap_or_else(|| panic!("no `{text}` in:\n{shown}"));
    let (x, y) = (before.chars().count() + 1, y + 1);
    click_at(x, y)
}

#[test]
fn keys_in_headers_and_dialogs_and_moves_are_clicked() {
    let dir = TestDir::new();
    let (mut terminal, shown) = after_two_moves(&dir);
    terminal.keys(&click(&shown, "f2"));
    let first_move = ["Earlier position", "m Menu"];
    let shown =
        terminal.wait("the first move", |it| first_move.iter().all(|text| it.contains(text)));
    terminal.keys(&click(&shown, "m Menu"));
    let menu = ["┌ Menu", "New game", "Esc close"];
    let shown = terminal.wait("the menu", |it| menu.iter().all(|text| it.contains(text)));
    terminal.keys(&click(&shown, "Esc close"));
    let is_board = |it: &str| !it.contains("┌ Menu") && it.contains("? Keys");
    let shown = terminal.wait("the board", is_board);
    terminal.keys(&click(&shown, "? Keys"));
    terminal.wait("the keys", |shown| shown.contains("GAMES"));
}

/// The menu has a heading for each group, and only what applies to the position.
#[test]
fn the_menu_lists_what_applies_now() {
    let dir = TestDir::new();
    let mut terminal = Terminal::start(&dir, &people("ataxx/classic"), 80, 40);
    terminal.wait("the turn", |shown| shown.contains("Orange to move"));
    terminal.keys("m");
    let shown = terminal.wait("the menu", |shown| shown.contains("Type a move"));
    assert!(!shown.contains("Take back") && !shown.contains("Redo"), "{shown}");
    terminal.keys(ESC);
    terminal.wait("the board", |shown| !shown.contains("Type a move"));
    terminal.keys("/f2\r");
    terminal.wait("the move", |shown| shown.contains("Blue to move"));
    terminal.keys("m");
    let shown = terminal.wait("the menu", |shown| shown.contains("Take back"));
    assert!(!shown.contains("Redo"), "{shown}");
    // A page on, the next groups come.
    terminal.keys(&format!("{ESC}[6~").repeat(7));
    terminal.wait("the end of the menu", |shown| shown.contains("High contrast"));
}

/// A board with more rows than the terminal follows the cursor, and `0` shows all of it.
#[test]
fn the_whole_of_a_large_board_is_shown() {
    let dir = TestDir::new();
    dir.write(
        "rulesets/ataxx/long.toml",
        "format = 1\nname = \"Long\"\nextends = \"ataxx/classic\"\nwithout = [\"options\"]\n\n\
         [board]\nwidth = 5\nheight = 40\n",
    );
    let mut terminal = Terminal::start(&dir, &people("ataxx/long"), 80, 24);
    let corners = |shown: &str| shown.chars().filter(|c| "○●".contains(*c)).count();
    let shown = terminal.wait("the turn", |shown| shown.contains("Orange to move"));
    // The marks of the seats stand beside the board.
    assert!(corners(&shown) < 6, "{shown}");
    terminal.keys("0");
    terminal.wait("all four corners", |shown| corners(shown) == 6);
}

fn wide(line: &str) -> bool {
    line.chars().count() > 80
}

/// The players of the last game and its options in the settings change no game that the command
/// line starts.
#[test]
fn a_game_of_the_command_line_depends_on_no_earlier_one() {
    let dir = TestDir::new();
    let settings = "ruleset = \"ataxx/classic\"\nseats = [\"computer 1\", \"computer 1\"]\n\
                    [clocks]\n\"ataxx/classic\" = \"300\"\n";
    dir.write("config/boardloom/settings.toml", settings);
    let play = ["play", "--terminal", "ataxx/classic", "--seat2", "human"];
    let mut terminal = Terminal::start(&dir, &play, 80, 24);
    let shown = terminal.wait("the board", |shown| shown.contains("Orange to move"));
    assert!(!shown.contains("computer") && !shown.contains("5:00"), "{shown}");
    terminal.keys("/");
    terminal.wait("the field", |shown| shown.contains("Tab completes"));
    terminal.keys("a6\r");
    let shown = terminal.wait("the other human", |shown| shown.contains("Blue to move"));
    assert!(!shown.contains("thinking"), "{shown}");
}

/// The analysis of a game: the best moves, hints, comments, moves shown one by one.
#[test]
fn a_position_is_analysed_and_commented() {
    let dir = TestDir::new();
    let (mut terminal, _) = after_two_moves(&dir);
    terminal.keys("L");
    let best =
        |shown: &str| shown.contains("Analysis") && shown.contains("1. ") && shown.contains(" %");
    terminal.wait("the best moves", |shown| best(shown) && shown.contains("positions"));
    terminal.keys("H");
    terminal.wait("a hint", |shown| shown.contains("Hint: "));
    terminal.keys("L");
    terminal.wait("no analysis", |shown| !shown.contains("Analysis"));
    // A comment, and a mistake in it.
    terminal.keys("c");
    terminal.wait("a line to write into", |shown| shown.contains("Enter saves"));
    terminal.keys("A quiet beginninn\u{7f}g\r");
    terminal.wait("the comment", |shown| shown.contains("A quiet beginning"));
    terminal.keys(&format!("{ESC}[H"));
    terminal.wait("the start", |shown| shown.contains("Earlier position"));
    terminal.keys(".");
    terminal.wait("the end", |shown| !shown.contains("Earlier position"));
    terminal.keys(SAVE);
    terminal.wait("the record", |shown| shown.contains("Saved as"));
    let record = std::fs::read_to_string(only_file(&dir.data().join("records"), "loom"));
    assert!(record.expect("it can be read").contains("A quiet beginning"));
    drop(terminal);
    // The game goes on from its journal, newer than the record, by a click.
    let mut terminal = Terminal::start(&dir, &["play", "--terminal"], 80, 24);
    let shown = terminal.wait("the game that goes on", |shown| shown.contains("Continue: Ataxx"));
    terminal.keys(&click(&shown, "Continue: Ataxx"));
    terminal.wait("the game", |shown| shown.contains("A quiet beginning"));
}

/// Settings and keys share the window's file.
#[test]
fn settings_and_keys_are_changed_and_kept() {
    let dir = TestDir::new();
    let mut terminal = Terminal::start(&dir, &people("ataxx/classic"), 80, 24);
    terminal.wait("the board", |shown| shown.contains("Orange to move"));
    terminal.keys(",");
    terminal.wait("the settings", |shown| shown.contains("< Dark >"));
    terminal.keys(RIGHT);
    terminal.wait("another theme", |shown| shown.contains("< Light >"));
    terminal.keys(&format!("{DOWN}{RIGHT}"));
    terminal.wait("another board", |shown| shown.contains("< Wood >"));
    terminal.keys(&format!("{DOWN} "));
    terminal.wait("a switch", |shown| shown.contains("[ ] Coordinates"));
    // The last line: keys. The first of them is that of a new game.
    terminal.keys(&format!("{ESC}[F\r"));
    terminal.wait("the keys", |shown| shown.contains("Change keys") && shown.contains("GAMES"));
    terminal.keys("\r");
    terminal.wait("the question", |shown| shown.contains("press the new key"));
    terminal.keys("u");
    terminal.wait("whose they are", |shown| shown.contains("is already bound to: Take back"));
    terminal.keys("n\r");
    terminal.wait("the question again", |shown| shown.contains("press the new key"));
    terminal.keys(&format!("{ESC}[18~"));
    terminal.wait("the new key", |shown| shown.contains("F7") && shown.contains("* New game"));
    let settings = std::fs::read_to_string(dir.settings()).expect("they are kept");
    for kept in
        ["theme = \"light\"", "board = \"wood\"", "coordinates = false", "new-game = [\"F7\"]"]
    {
        assert!(settings.contains(kept), "{kept}:\n{settings}");
    }
    terminal.keys(ESC);
    terminal.wait("the settings", |shown| !shown.contains("GAMES"));
    terminal.keys(ESC);
    terminal.wait("the board", |shown| !shown.contains("< Light >"));
    terminal.keys(&format!("{ESC}[18~"));
    terminal.wait("a new game", |shown| shown.contains("Start") && shown.contains("Seed"));
}

/// Colours are added to the screen without colours, and distinguish the sides too.
#[test]
fn colours_only_add_information() {
    let dir = TestDir::new();
    for (ruleset, variables) in [
        ("ataxx/boogers", [("COLORTERM", "truecolor"), ("TERM", "xterm-256color")]),
        ("tafl/brandubh", [("COLORTERM", ""), ("TERM", "xterm-256color")]),
        ("connection/hex", [("COLORTERM", ""), ("TERM", "xterm")]),
    ] {
        let mut terminal = Terminal::start_in(&dir, &people(ruleset), &variables, 80, 24);
        terminal.wait("the board", |shown| shown.contains(" to move"));
        terminal.keys(" ");
        let shown = terminal.wait("the cursor", |shown| shown.contains('['));
        let file = data().join("terminal").join(ruleset.replace('/', "-") + ".txt");
        expect_test::expect_file![file].assert_eq(&shown);
        assert!(terminal.background_count() > 2, "{ruleset}: {}", terminal.background_count());
    }
    // Without letters beyond ASCII there are as many signs.
    let plain = [("NO_COLOR", "1"), ("LC_ALL", "C"), ("TERM", "vt100")];
    let mut terminal = Terminal::start_in(&dir, &people("ataxx/boogers"), &plain, 80, 24);
    let shown = terminal.wait("the board", |shown| shown.contains(" to move"));
    let unknown = shown.matches('?').count();
    assert!(shown.is_ascii() && unknown == "? Keys".matches('?').count(), "{shown}");
}

/// After a panic the terminal is usable and shows the message.
#[test]
fn a_panic_restores_the_terminal() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardloom-under-test"));
    // A backtrace would scroll the message away.
    command.env("RUST_BACKTRACE", "0");
    command.arg("panic-in-the-terminal").env("TERM", "xterm").env("LC_ALL", "C.UTF-8");
    let left = Terminal::begin(command, 80, 24).end();
    assert_eq!(left.code, Some(101));
    assert!(left.shown.contains("an error on purpose"), "{}", left.shown);
}

#[test]
fn without_a_terminal_text_mode_is_suggested() {
    let dir = TestDir::new();
    dir.run(&["play", "--terminal"]).fails(3, "boardloom play --text");
    dir.run(&["play", "--terminal", "ataxx/clasic"]).fails(2, "ataxx/classic");
    dir.run(&["play", "--terminal", "--text", "--humans"]).fails(2, "cannot be used with");
    let mut dumb = dir.command(&["play", "--terminal"]);
    dumb.env("TERM", "dumb");
    run_command(dumb, b"").fails(3, "no terminal");
}

/// A wall differs from an empty square without colours.
#[test]
fn walls_are_drawn_without_colour() {
    let dir = TestDir::new();
    let args = [people("ataxx/classic"), vec!["--set", "board.blocked=[\"d4\"]"]].concat();
    let terminal = &mut Terminal::start(&dir, &args, 80, 24);
    terminal.wait("the wall", |shown| shown.contains("4 │ · │ · │ · │ █ │ · │ · │ · │4"));
}

#[test]
fn a_refused_move_stays_in_its_box() {
    let dir = TestDir::new();
    let mut terminal = Terminal::start(&dir, &people("ataxx/classic"), 80, 24);
    terminal.wait("the board", |shown| shown.contains("Orange to move"));
    terminal.keys("/d4\r");
    let refused =
        |shown: &str| shown.contains("d4█") && shown.contains("near enough to grow onto d4");
    terminal.wait("the move and why it is refused", refused);
    // The text can be corrected: Backspace twice, then a legal move.
    terminal.keys("\u{7f}\u{7f}f2\r");
    terminal.wait("the move", |shown| shown.contains("Blue to move"));
}

#[test]
fn without_a_display_the_terminal_is_offered() {
    let dir = TestDir::new();
    for args in [&[][..], &["play", "ataxx/classic"]] {
        let mut terminal = Terminal::start(&dir, args, 80, 24);
        terminal.wait("the offer", |shown| shown.contains("Play in this terminal instead? [Y/n]"));
        terminal.keys("\r");
        terminal.wait("a screen", |shown| shown.contains("Keys") || shown.contains("? keys"));
    }
}

#[test]
fn edited_rulesets_are_reloaded_on_the_open_board() {
    let ruleset = |width: &str| {
        format!(
            "format = 1\nname = \"Mine\"\nextends = \"ataxx/classic\"\nwithout = [\"options\"]\n\n\
             [board]\n{width}\n"
        )
    };
    let file = "rulesets/ataxx/mine.toml";
    let dir = TestDir::new();
    dir.write(file, &ruleset("width = 5"));
    let mut terminal = Terminal::start(&dir, &people("ataxx/mine"), 80, 24);
    terminal.wait("five columns", |shown| shown.contains("d   e  ") && !shown.contains("e   f"));
    dir.write(file, &ruleset("width = 6"));
    terminal.wait("six columns", |shown| shown.contains("e   f"));
    dir.write(file, &ruleset("widht = 6"));
    // Whatever notice is shown meanwhile, the game remains visible and continues.
    let texts = [
        "unknown key `widht`",
        "did you mean `width`?",
        "F5 shows all of it.",
        "7 │ ● │ · │ · │ · │ · │ ○ │7",
        "a   b   c   d   e   f",
        "Orange to move",
    ];
    terminal.wait("the error", |shown| texts.iter().all(|text| shown.contains(text)));
    dir.write(file, &ruleset("width = 6"));
    terminal.wait("the board as it was", |shown| !shown.contains("widht"));
    terminal.keys(QUIT);
    terminal.wait("the question", |shown| shown.contains("Quit?"));
    terminal.keys("y");
    assert_eq!(terminal.end().code, Some(0));
}
