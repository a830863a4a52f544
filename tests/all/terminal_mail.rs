//! Games by mail in the full-screen terminal: two players, each with an own folder.

use std::path::Path;

use crate::program::{TestDir, only_file};
use crate::pty::Terminal;
use crate::terminal::{DOWN, LEFT, QUIT};

/// Ctrl+B and Ctrl+E.
const IMPORT: &str = "\u{2}";
const EXPORT: &str = "\u{5}";
/// Esc and the key after it would be one with Alt.
const CLOSE: &str = "\r";
const F2: &str = "\u{1b}OQ";

fn start(dir: &TestDir, args: &[&str]) -> Terminal {
    Terminal::start(dir, &[&["play", "--terminal"], args].concat(), 100, 32)
}

/// Starts a game in which the second seat is for an invited player.
#[track_caller]
pub fn invite(terminal: &mut Terminal, name: &str, way: &str) {
    terminal.wait("the start screen", |shown| shown.contains("New game"));
    // The list of rulesets comes a moment later.
    terminal.press_until(&["n"], "the form", |shown| shown.contains("Seed"));
    terminal.press_until(&[DOWN], "the name", |shown| shown.contains("█"));
    terminal.keys(name);
    terminal.keys(DOWN);
    terminal.press_until(&[LEFT], "an invited player", |shown| shown.contains("< Invited >"));
    terminal.keys(DOWN);
    terminal.press_until(&[LEFT], way, |shown| shown.contains(&format!("< {way} >")));
    terminal.keys("\r");
}

/// Saves the mail that is shown, and returns it.
#[track_caller]
fn save(terminal: &mut Terminal, path: &Path) -> String {
    terminal.wait("the mail", |shown| shown.contains("Send this mail"));
    terminal.keys(F2);
    terminal.wait("the picker", |shown| shown.contains("Save the mail as"));
    terminal.keys(&format!("\u{15}{}\r", path.display()));
    terminal.wait("the file", |_| path.is_file());
    std::fs::read_to_string(path).expect("a mail")
}

#[track_caller]
fn import(terminal: &mut Terminal, path: &Path) {
    terminal.keys(IMPORT);
    terminal.wait("the question", |shown| shown.contains("Import a mail"));
    terminal.keys("\r");
    terminal.wait("the picker", |shown| shown.contains("F3"));
    terminal.keys(&format!("\u{15}{}\r", path.display()));
}

/// Types a move, exports it and saves its mail.
#[track_caller]
fn export(terminal: &mut Terminal, mv: &str, path: &Path) -> String {
    terminal.keys(&format!("/{mv}\r"));
    terminal.wait("the proposal", |shown| shown.contains(&format!("Your move: {mv}")));
    terminal.keys(EXPORT);
    terminal.wait("the question", |shown| shown.contains("Export my move?"));
    terminal.keys("good luck\r");
    save(terminal, path)
}

#[test]
fn two_players_exchange_moves_by_files() {
    let (ann, bob) = (TestDir::new(), TestDir::new());
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    let mut a = start(&ann, &[]);
    invite(&mut a, "Ann", "By mail");
    let invitation = save(&mut a, &file("invitation.txt"));
    let words = invitation.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("Ann invites you"), "{invitation}");
    only_file(&ann.data().join("mail"), "loom");
    a.wait("the game", |shown| shown.contains("Waiting for the answer of a player."));

    // The file of a mail is an argument too.
    let path = file("invitation.txt");
    let mut b = start(&bob, &[&path.to_string_lossy()]);
    b.wait("the invitation", |shown| {
        shown.contains("Ann invites you") && shown.contains("Ann is new to you")
    });
    b.keys("Bob\r");
    save(&mut b, &file("answer.txt"));
    import(&mut a, &file("answer.txt"));
    a.wait("the answer", |shown| shown.contains("Bob is new to you"));
    a.keys(CLOSE);
    let first = export(&mut a, "f2", &file("first.txt"));

    // A mail that was changed on its way is refused with the reason, and nothing is played.
    let mut lines: Vec<String> = first.lines().map(str::to_owned).collect();
    let begin = lines.iter().position(|line| line.starts_with("-----BEGIN")).expect("its start");
    lines[begin + 1] = lines[begin + 1].chars().rev().collect();
    std::fs::write(file("changed.txt"), lines.join("\n")).expect("written");
    import(&mut b, &file("changed.txt"));
    b.wait("the reason", |shown| shown.contains("damaged on its way"));
    b.keys(CLOSE);
    b.wait("the game", |shown| shown.contains("Waiting for the move of Ann."));
    import(&mut b, &file("first.txt"));
    b.wait("the move", |shown| shown.contains("1. Ann: f2") && shown.contains("Ann: good luck"));
    b.keys(CLOSE);
    export(&mut b, "b2", &file("second.txt"));
    // It is killed: the next start has the game as it was.
    drop(b);
    let list = bob.run(&["mail", "list"]).success();
    assert!(list.contains("Ann has to move"), "{list}");

    import(&mut a, &file("second.txt"));
    a.wait("the move", |shown| shown.contains("2. Bob: b2"));
    a.keys(CLOSE);
    a.wait("the turn", |shown| shown.contains("It is your turn."));
    a.keys(QUIT);
    a.keys("y");
    assert_eq!(a.end().code, Some(0));
}

/// The command line may have begun the game, before there is any other.
#[test]
fn a_game_of_the_command_line_is_listed() {
    let dir = TestDir::new();
    dir.run(&["mail", "new", "ataxx/small", "--name", "Ann", "-o", "mail.txt"]).success();
    let mut terminal = start(&dir, &[]);
    terminal.wait("the start screen", |shown| shown.contains("New game"));
    terminal.keys("\u{7}");
    terminal.wait("the game", |shown| shown.contains("Ann – ") && shown.contains("small"));
}
