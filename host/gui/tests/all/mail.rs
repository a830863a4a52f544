//! Two programs play one game by mail: each has its own folder, and they exchange texts alone.

use std::path::{Path, PathBuf};

use boardloom_gui::Options;
use egui::{Event, Key, Modifiers, OutputCommand, Role, Vec2};
use egui_kittest::kittest::Queryable;

use crate::common::TestApp;

const SIZE: Vec2 = Vec2::new(1280.0, 800.0);
const CTRL: Modifiers = Modifiers::COMMAND;

/// A program whose games by mail are in a folder of their own.
fn program(dir: &Path) -> TestApp {
    let records = dir.join("records");
    std::fs::create_dir_all(&records).expect("a folder");
    let mut app = TestApp::new(Options::default(), Some(records), SIZE);
    app.until(|probe| probe.rulesets > 0 && !probe.loading);
    app
}

fn type_text(app: &mut TestApp, text: &str) {
    app.harness.event(Event::Text(text.to_owned()));
    app.harness.run_steps(3);
}

fn fill(app: &mut TestApp, field: &str, text: &str) {
    app.harness.get_all_by_role_and_label(Role::TextInput, field).next().expect(field).focus();
    app.harness.run_steps(3);
    app.key(CTRL, Key::A);
    type_text(app, text);
}

/// Waits for the mail that is to be sent, and closes its dialog.
#[track_caller]
fn letter(app: &mut TestApp) -> String {
    app.wait_for_text("Send this mail");
    app.harness.run_steps(3);
    let mail = app.harness.state().controller.mail.as_ref().expect("a game by mail");
    let letter = mail.letter.clone();
    // It was copied before, and is again.
    app.harness.get_by_role_and_label(Role::Button, "Copy again").click();
    app.wait("the copy", |app| {
        let mut commands = app.harness.output().platform_output.commands.iter();
        commands.any(|command| matches!(command, OutputCommand::CopyText(text) if *text == letter))
    });
    close(app);
    letter
}

/// Closes the dialog; the result of a finished game can be closed too.
fn close(app: &mut TestApp) {
    let buttons: Vec<_> = app.harness.get_all_by_role_and_label(Role::Button, "Close").collect();
    buttons.last().expect("the dialog's button").click();
    drop(buttons);
    app.harness.run_steps(3);
}

fn import(app: &mut TestApp, mail: &str) {
    app.key(CTRL, Key::B);
    app.wait_for_text("Import a mail");
    app.harness.event(Event::Paste(mail.to_owned()));
    app.harness.run_steps(3);
    app.until(|probe| !probe.loading);
    app.harness.run_steps(3);
}

fn invite(app: &mut TestApp, name: &str) -> String {
    app.set_up("Wide leap");
    app.choose("Red: Human");
    app.choose("Blue: Invited");
    app.choose("By mail");
    app.harness.run_steps(3);
    assert!(app.harness.query_by_role_and_label(Role::Button, "Clock: None").is_none());
    // Others read the name, so there must be one.
    app.button("Start");
    app.wait_for_text("Enter your name");
    fill(app, "Name", name);
    app.button("Start");
    letter(app)
}

/// Plays a move and exports it.
#[track_caller]
fn export(app: &mut TestApp, site: &str) -> String {
    let before = app.probe().ply;
    app.click(site);
    app.wait_for_text("Your move:");
    assert_eq!(app.probe().ply, before, "it is only proposed");
    app.button("Export my move");
    app.wait_for_text("Export my move?");
    let buttons: Vec<_> =
        app.harness.get_all_by_role_and_label(Role::Button, "Export my move").collect();
    buttons.last().expect("the dialog has its button").click();
    drop(buttons);
    letter(app)
}

fn only_game(dir: &Path) -> PathBuf {
    let files = std::fs::read_dir(dir.join("mail")).expect("the folder").flatten();
    let mut games =
        files.map(|it| it.path()).filter(|it| it.extension().is_some_and(|e| e == "loom"));
    let game = games.next().expect("a game");
    assert_eq!(games.next(), None);
    game
}

#[test]
fn a_game_by_mail_from_the_invitation_to_the_end() {
    let (one, other) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("it"));
    let (mut ann, mut bob) = (program(one.path()), program(other.path()));
    let invitation = invite(&mut ann, "Ann");
    let words = invitation.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("Ann invites you"), "{invitation}");
    ann.wait_for_text("Waiting for the answer of a player.");
    // The game is saved before its mail is shown.
    let game = only_game(one.path());
    assert!(std::fs::read_to_string(&game).expect("a record").contains("Ann"));

    // A damaged mail is refused with the reason, and changes nothing.
    let line = invitation.lines().position(|line| line.starts_with("-----BEGIN")).expect("it");
    let mut lines: Vec<String> = invitation.lines().map(str::to_owned).collect();
    lines[line + 2] = lines[line + 2].chars().rev().collect();
    import(&mut bob, &lines.join("\n"));
    bob.wait_for_text("was damaged on its way");
    close(&mut bob);
    assert!(
        std::fs::read_dir(other.path().join("mail"))
            .expect("it")
            .all(|file| { file.expect("a file").path().extension().is_none() })
    );
    // So is a text without a game.
    import(&mut bob, "Hello Bob");
    bob.wait_for_text("There is no game in this text");
    close(&mut bob);

    import(&mut bob, &invitation);
    bob.wait_for_text("Ann invites you to Wide leap.");
    bob.wait_for_text("Ann is new to you. Compare the key");
    fill(&mut bob, "Your name", "Bob");
    bob.button("Join and export answer");
    let answer = letter(&mut bob);
    bob.wait_for_text("Waiting for the move of Ann.");
    assert!(!bob.probe().human);
    // Moves out of turn are refused with the reason.
    bob.click("a2");
    assert!(bob.probe().status.contains("Waiting for the move of Ann"), "{}", bob.probe().status);

    import(&mut ann, &answer);
    ann.wait_for_text("Bob is new to you");
    close(&mut ann);
    ann.wait_for_text("It is your turn.");
    assert!(ann.probe().human);
    // A move can be taken back until it is exported.
    ann.click("a2");
    ann.wait_for_text("Your move: a2");
    // The button in the bar does the same.
    let buttons: Vec<_> =
        ann.harness.get_all_by_role_and_label(Role::Button, "Take back").collect();
    buttons.last().expect("the button of the banner").click();
    drop(buttons);
    ann.harness.run_steps(3);
    assert!(ann.harness.query_by_label_contains("Your move:").is_none());
    let first = export(&mut ann, "a2");
    assert_eq!(ann.probe().ply, 1);
    ann.key(CTRL, Key::Z);
    assert_eq!(ann.probe().ply, 1, "an exported move stays: {}", ann.probe().status);

    import(&mut bob, &first);
    bob.wait_for_text("1. Ann: a2");
    close(&mut bob);
    let probe = bob.probe();
    assert!(probe.human && probe.ply == 1, "{probe:?}");
    // The same mail again is told.
    import(&mut bob, &first);
    bob.wait_for_text("This mail is known already");
    close(&mut bob);
    let second = export(&mut bob, "i2");

    // The program is closed between, and the list has the game.
    drop(ann);
    let mut ann = program(one.path());
    import(&mut ann, &second);
    ann.wait_for_text("2. Bob: i2");
    close(&mut ann);
    assert_eq!(ann.probe().moves, ["a2", "i2"]);
    drop(ann);
    let mut ann = program(one.path());
    ann.key(CTRL, Key::G);
    ann.wait_for_text("by mail: your turn");
    ann.harness.run_steps(5);
    ann.button("Continue");
    ann.wait_for_board();
    ann.wait_for_text("It is your turn.");
    assert_eq!(ann.probe().moves, ["a2", "i2"]);
    ann.resign();
    let end = letter(&mut ann);
    assert!(!ann.probe().outcome.is_empty());
    import(&mut bob, &end);
    bob.wait_for_text("Ann resigned");
    close(&mut bob);
    assert!(bob.probe().outcome == ann.probe().outcome && !bob.probe().outcome.is_empty());
    // The record has the result.
    drop(bob);
    let text = std::fs::read_to_string(only_game(other.path())).expect("a record");
    assert!(text.contains("[Result "), "{text}");
}
