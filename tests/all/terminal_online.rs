//! Games with others in the full-screen terminal: one hosts, another joins.

use crate::program::{PipedProgram, TestDir};
use crate::pty::Terminal;
use crate::terminal::{DOWN, QUIT};
use crate::terminal_mail::invite;
use crate::third_party::build_component;

/// Ctrl+U.
const CLEAR: &str = "\u{15}";
const ESCAPE: &str = "\u{1b}";
const SIZE: (u16, u16) = (120, 34);

fn start(dir: &TestDir, args: &[&str]) -> Terminal {
    Terminal::start(dir, &[&["play", "--terminal"], args].concat(), SIZE.0, SIZE.1)
}

/// Finds the invitation to a room of this machine on the screen.
fn invitation(shown: &str) -> Option<String> {
    // In the side of the board, where it takes two lines.
    let words: Vec<&str> = shown.split([' ', '\n', '│']).filter(|word| !word.is_empty()).collect();
    let at = words.iter().position(|word| word.starts_with("127.0.0.1:"))?;
    let is_whole = words.get(at + 2).is_some_and(|word| word.len() == 20);
    is_whole.then(|| words[at..at + 3].join(" "))
}

fn open_join(terminal: &mut Terminal) {
    if !terminal.shown().contains("> Join a game") {
        terminal.keys(DOWN);
    }
    terminal.wait("the entry", |shown| shown.contains("> Join a game"));
    terminal.keys("\r");
    terminal.wait("the form", |shown| shown.contains("Your name"));
}

/// Enters an invitation.
fn enter(terminal: &mut Terminal, invitation: &str, name: &str) {
    open_join(terminal);
    terminal.keys(&format!("{CLEAR}{invitation}\t{CLEAR}{name}\r"));
}

#[test]
fn two_terminals_play_and_chat() {
    let (ann, bob) = (TestDir::new(), TestDir::new());
    let mut a = start(&ann, &[]);
    invite(&mut a, "Ann", "This computer");
    let shown = a.wait("the invitation", |shown| invitation(shown).is_some());
    let invitation = invitation(&shown).expect("just seen");

    let mut b = start(&bob, &[]);
    b.wait("the start screen", |shown| shown.contains("New game"));
    enter(&mut b, &invitation.replace("127", "x127"), "Bob");
    b.wait("the reason", |shown| shown.contains("! "));
    b.keys(ESCAPE);
    b.wait("the start screen", |shown| !shown.contains("Your name"));
    enter(&mut b, &invitation, "Bob");
    a.wait("the guest", |shown| shown.contains("Bob"));
    b.wait("the board", |shown| shown.contains("Ann"));
    a.keys("/g2\r");
    b.wait("the move", |shown| shown.contains("1. g2"));
    b.keys("/a2\r");
    a.wait("the answer", |shown| shown.contains("               a2"));
    b.keys("C");
    b.wait("the chat", |shown| shown.contains("To all>"));
    b.keys("good luck\r");
    a.wait("the message", |shown| shown.contains("good luck"));
    b.keys(ESCAPE);
    // The host leaves: the guest is told, and comes back once the room is open again.
    drop(a);
    b.wait("the loss", |shown| shown.contains("Connection lost"));
    let mut a = start(&ann, &[]);
    a.wait("the start screen", |shown| shown.contains("New game"));
    open_join(&mut a);
    a.wait("the room", |shown| shown.contains("F1"));
    a.keys("\u{1b}OP");
    a.wait("the game", |shown| shown.contains("g2") && shown.contains("a2"));
    a.keys("/f1\r");
    b.wait("the move after that", |shown| shown.contains("f1"));
    b.keys(QUIT);
}

/// The question whether a plugin may be taken from the room.
#[test]
fn a_missing_plugin_is_taken_after_a_question() {
    let dir = TestDir::new();
    let component = build_component("tests/zoo/bare");
    std::fs::write(dir.write("bare.wasm", ""), &**component).expect("written");
    dir.write("bare.toml", "format = 1\nplugin = \"bare\"\nname = \"Row\"\n");
    let mut host = PipedProgram::start_in(&dir, &["host", "bare.toml"]);
    let joining = host.until("to join: boardloom join ").pop().expect("a line");
    let invitation = joining.trim_start_matches("to join: boardloom join ").to_owned();
    let guest = TestDir::new();
    let kept = guest.path().join("data/boardloom/plugins/bare.wasm");
    let mut b = start(&guest, &[]);
    b.wait("the start screen", |shown| shown.contains("New game"));
    let question = "This game needs the plugin bare";
    for answer in ["n", "y"] {
        enter(&mut b, &invitation, "Bob");
        b.wait("the question", |shown| shown.contains(question));
        assert!(!kept.exists());
        b.keys(answer);
    }
    b.wait("the board", |shown| shown.contains("Waiting for players") || shown.contains("Row"));
    b.wait("the file", |_| kept.is_file());
    assert!(std::fs::read(&kept).expect("a file") == **component);
}
