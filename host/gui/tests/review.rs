//! Looking at a game: analysis, hints, the graph, variations, comments, the log.

mod common;
#[path = "common/sat.rs"]
mod sat;

use boardloom_gui::{CommandLineSetup, Options};
use boardloom_match::PlayerKind;
use egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable;
use sat::Sat;

const SIZE: Vec2 = Vec2::new(1100.0, 760.0);
const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;
const SHIFT: Modifiers = Modifiers::SHIFT;

/// Returns the moves of the list that stand on the main line.
fn main_line(sat: &Sat) -> Vec<String> {
    let tree = sat.harness.state().session().expect("a game").game.tree();
    let mut at = boardloom_match::ROOT;
    let mut moves = Vec::new();
    while let Some(next) = tree.node(at).children().first() {
        moves.extend(tree.node(*next).event().map(|event| event.text().to_owned()));
        at = *next;
    }
    moves
}

fn best(sat: &Sat) -> Vec<String> {
    let session = sat.harness.state().session().expect("a game");
    let lines = session.analysis().map(|now| now.lines.clone()).unwrap_or_default();
    lines.iter().map(|found| found.mv().to_owned()).collect()
}

#[test]
fn an_analysis_follows_the_position_and_plays_on_a_click() {
    let mut sat = Sat::game(SIZE);
    sat.key(SHIFT, Key::L);
    assert!(sat.harness.query_by_label_contains("Analyse (Shift+L)").is_some(), "its page opens");
    sat.until(|_| true);
    for _ in 0..2000 {
        if best(&sat).len() > 1 {
            break;
        }
        sat.harness.step();
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    let (found, ply) = (best(&sat), sat.probe().ply);
    assert!(found.len() > 1, "{found:?}");
    let session = sat.harness.state().session().expect("a game");
    let now = session.analysis().expect("it is analysed");
    assert!(now.lines.iter().all(|line| line.value == "50 %" && !line.units.is_empty()));
    assert!(!now.lines[0].path.is_empty(), "an arrow shows it");
    assert!(session.win_chances(session.game.here()).is_some(), "the graph knows of it");
    // Hints come from what is known, one after the other.
    sat.key(SHIFT, Key::H);
    let hinted = |sat: &Sat| {
        let advice = sat.harness.state().session().and_then(|session| session.advice.clone());
        advice.map(|advice| advice.mv().to_owned())
    };
    let first = hinted(&sat).expect("a hint");
    sat.key(SHIFT, Key::H);
    assert_ne!(hinted(&sat), Some(first), "the next one");
    sat.button(&found[0]);
    assert_eq!(sat.probe().ply, ply + 1);
    sat.until(|_| true);
    let session = sat.harness.state().session().expect("a game");
    assert!(
        session.is_analysing() && session.is_analysis_running(),
        "it goes on with the new position"
    );
    sat.key(NONE, Key::Escape);
    assert!(!sat.harness.state().session().expect("a game").is_analysing());
    assert_eq!(sat.probe().screen, "game");
}

#[test]
fn a_line_is_deleted_brought_back_and_made_the_main_one() {
    let mut sat = Sat::game(SIZE);
    sat.click("a2");
    sat.click("e2");
    sat.key(CTRL, Key::Z);
    sat.click("d1");
    assert_eq!(main_line(&sat), ["a2", "e2"]);
    sat.key(CTRL, Key::ArrowUp);
    assert_eq!(main_line(&sat), ["a2", "d1"]);
    // The list has the keyboard once it was clicked.
    sat.button("d1");
    sat.key(NONE, Key::Delete);
    assert_eq!(main_line(&sat), ["a2", "e2"]);
    assert_eq!(sat.probe().ply, 1);
    sat.button("Restore");
    assert_eq!((main_line(&sat), sat.probe().ply), (vec!["a2".to_owned(), "d1".to_owned()], 2));
    assert!(sat.harness.query_by_label("Restore").is_none());
    sat.key(NONE, Key::Insert);
    assert!(sat.probe().status.contains("Nothing was deleted"), "{}", sat.probe().status);
}

#[test]
fn arrows_go_about_the_moves_while_the_list_has_the_keyboard() {
    let mut sat = Sat::game(SIZE);
    for mv in ["a2", "e2", "b1"] {
        sat.click(mv);
    }
    sat.button("e2");
    assert_eq!(sat.probe().ply, 2);
    sat.key(NONE, Key::ArrowLeft);
    assert_eq!(sat.probe().ply, 1);
    sat.key(NONE, Key::ArrowRight);
    sat.key(NONE, Key::ArrowRight);
    assert_eq!(sat.probe().ply, 3);
}

#[test]
fn a_click_on_the_graph_goes_to_a_ply() {
    let mut sat = Sat::game(SIZE);
    for mv in ["a2", "e2", "b1", "d1"] {
        sat.click(mv);
    }
    let rect = sat.harness.get_by_label("Score by ply").rect();
    let at = rect.left_center() + egui::vec2(3.0, 0.0);
    sat.press(at, true);
    sat.press(at, false);
    sat.harness.run_steps(2);
    assert_eq!(sat.probe().ply, 0);
    let scores: Vec<Vec<f64>> = {
        let game = &sat.harness.state().session().expect("a game").game;
        let line = game.tree().line_through(game.here());
        line.iter().map(|node| game.tree().node(*node).scores.clone()).collect()
    };
    assert_eq!(scores, [[2.0, 2.0], [3.0, 2.0], [3.0, 3.0], [4.0, 3.0], [4.0, 4.0]]);
    let at = rect.right_center() - egui::vec2(20.0, 0.0);
    sat.press(at, true);
    sat.press(at, false);
    sat.harness.run_steps(2);
    assert_eq!(sat.probe().ply, 4);
}

#[test]
fn a_comment_is_written_below_the_list_and_kept() {
    let mut sat = Sat::game(SIZE);
    sat.click("a2");
    sat.key(NONE, Key::C);
    sat.harness.event(egui::Event::Text("a quiet move".to_owned()));
    sat.harness.run_steps(2);
    // Esc leaves the field, not the game.
    sat.key(NONE, Key::Escape);
    assert_eq!(sat.probe().screen, "game");
    let game = &sat.harness.state().session().expect("a game").game;
    assert_eq!(game.node().comment, "a quiet move");
    assert!(sat.harness.query_by_label("a quiet move").is_some(), "it stands in the list");
    sat.click("e2");
    assert_eq!(sat.probe().ply, 2, "the board has the keys and the pointer again");
}

#[test]
fn moves_show_themselves_until_the_end_or_a_key() {
    let mut sat = Sat::game(SIZE);
    for mv in ["a2", "e2", "b1"] {
        sat.click(mv);
    }
    sat.key(NONE, Key::Home);
    sat.key(CTRL, Key::Space);
    // A second of its own time is sixty frames.
    sat.harness.run_steps(70);
    assert_eq!(sat.probe().ply, 1);
    sat.harness.run_steps(150);
    assert_eq!(sat.probe().ply, 3);
    sat.key(NONE, Key::Home);
    sat.key(CTRL, Key::Space);
    sat.button("Stop");
    sat.harness.run_steps(100);
    assert_eq!(sat.probe().ply, 0);
}

#[test]
fn what_was_told_stands_in_the_log() {
    let mut sat = Sat::game(SIZE);
    sat.key(CTRL, Key::C);
    sat.button("Log");
    assert!(sat.harness.query_by_label("0:00 The position was copied.").is_some());
}

#[test]
fn a_small_window_still_has_every_page() {
    let options = Options {
        ruleset: Some("meadow/five".to_owned()),
        asked: CommandLineSetup {
            seats: vec![Some(PlayerKind::Human); 2],
            ..CommandLineSetup::default()
        },
        ..Options::default()
    };
    let mut sat = Sat::new(options, None, Vec2::new(640.0, 480.0));
    sat.until(|probe| probe.screen == "game" && !probe.sites.is_empty() && !probe.loading);
    sat.harness.run_steps(3);
    for page in ["Analysis", "Rules", "Options", "Log", "Moves"] {
        sat.button(page);
        sat.harness.run_steps(2);
    }
    sat.click("a2");
    assert_eq!(sat.probe().ply, 1);
}

#[test]
fn a_long_list_draws_what_is_seen_and_follows_the_game() {
    let mut sat = Sat::game(Vec2::new(900.0, 300.0));
    for mv in ["a2", "e2", "b1", "d1", "b2", "d2", "a3", "e3", "b3", "d3"] {
        sat.click(mv);
    }
    assert_eq!(sat.probe().ply, 10);
    let shown =
        |sat: &Sat, mv: &str| sat.harness.query_by_role_and_label(egui::Role::Button, mv).is_some();
    sat.harness.run_steps(20);
    assert!(shown(&sat, "d3") && !shown(&sat, "a2"), "the end is seen, the start is not drawn");
    sat.key(NONE, Key::Home);
    sat.key(NONE, Key::ArrowRight);
    sat.harness.run_steps(20);
    sat.button("Next move");
    sat.harness.run_steps(20);
    assert!(shown(&sat, "a2") && !shown(&sat, "d3"), "and the other way round");
    sat.key(NONE, Key::End);
    sat.harness.run_steps(20);
    assert!(shown(&sat, "d3"));
}
