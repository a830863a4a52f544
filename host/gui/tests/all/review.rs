//! Analysis of a game: hints, the graph, variations, comments, the log.

use crate::common::TestApp;
use egui::{Key, Modifiers, Role, Vec2};
use egui_kittest::kittest::Queryable;

const SIZE: Vec2 = Vec2::new(1100.0, 760.0);
const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;
const SHIFT: Modifiers = Modifiers::SHIFT;

/// Returns the moves of the main line in the list.
fn main_line(app: &TestApp) -> Vec<String> {
    let tree = app.harness.state().session().expect("a game").game.tree();
    let mut at = boardloom_match::ROOT;
    let mut moves = Vec::new();
    while let Some(next) = tree.node(at).children().first() {
        moves.extend(tree.node(*next).event().map(|event| event.text().to_owned()));
        at = *next;
    }
    moves
}

fn best(app: &TestApp) -> Vec<String> {
    let session = app.harness.state().session().expect("a game");
    let lines = session.analysis().map(|now| now.lines.clone()).unwrap_or_default();
    lines.iter().map(|found| found.text().to_owned()).collect()
}

#[test]
fn an_analysis_follows_the_position_and_plays_on_a_click() {
    let mut app = TestApp::game(SIZE);
    app.key(SHIFT, Key::L);
    let page = app.harness.query_by_role_and_label(Role::CheckBox, "Analyse");
    assert!(page.is_some(), "its page opens");
    app.wait("two lines", |app| best(app).len() > 1);
    let (found, ply) = (best(&app), app.probe().ply);
    assert!(found.len() > 1, "{found:?}");
    let session = app.harness.state().session().expect("a game");
    let now = session.analysis().expect("it is analysed");
    assert!(now.lines.iter().all(|line| line.value == "50 %" && !line.units.is_empty()));
    assert!(!now.lines[0].path.is_empty(), "an arrow shows it");
    assert!(session.win_chances(session.game.here()).is_some(), "the graph knows of it");
    // Further hints show further lines of the analysis.
    app.key(SHIFT, Key::H);
    let hinted = |app: &TestApp| {
        let advice = app.harness.state().session().and_then(|session| session.advice.clone());
        advice.map(|advice| advice.mv().to_owned())
    };
    let first = hinted(&app).expect("a hint");
    app.key(SHIFT, Key::H);
    assert_ne!(hinted(&app), Some(first), "the next one");
    app.button(&found[0]);
    assert_eq!(app.probe().ply, ply + 1);
    app.until(|_| true);
    let session = app.harness.state().session().expect("a game");
    assert!(
        session.is_analysing() && session.is_analysis_running(),
        "it goes on with the new position"
    );
    app.key(NONE, Key::Escape);
    assert!(!app.harness.state().session().expect("a game").is_analysing());
    assert_eq!(app.probe().screen, "game");
}

#[test]
fn moves_are_shown_as_players_read_them() {
    let mut app = TestApp::game(SIZE);
    ["b1", "e2", "a1", "c1"].into_iter().for_each(|site| app.click(site));
    assert_eq!(main_line(&app), ["b1", "e2", "a1-c1"]);
    assert!(app.harness.query_by_label("a1 to c1").is_some(), "in the list of moves");
}

#[test]
fn a_variation_is_deleted_restored_and_promoted() {
    let mut app = TestApp::game(SIZE);
    app.click("a2");
    app.click("e2");
    // A player who looks back adds a variation.
    app.button("a2");
    app.click("d1");
    assert_eq!(main_line(&app), ["a2", "e2"]);
    app.key(CTRL, Key::ArrowUp);
    assert_eq!(main_line(&app), ["a2", "d1"]);
    // A click gives the list the focus.
    app.button("d1");
    app.key(NONE, Key::Delete);
    assert_eq!(main_line(&app), ["a2", "e2"]);
    assert_eq!(app.probe().ply, 1);
    app.button("Restore");
    assert_eq!((main_line(&app), app.probe().ply), (vec!["a2".to_owned(), "d1".to_owned()], 2));
    assert!(app.harness.query_by_label("Restore").is_none());
    app.key(NONE, Key::Insert);
    assert!(app.probe().status.contains("Nothing was deleted"), "{}", app.probe().status);
}

#[test]
fn the_game_goes_on_with_the_move_after_a_take_back() {
    let mut app = TestApp::game(SIZE);
    app.click("a2");
    app.click("e2");
    app.take_back();
    assert!(!app.probe().status.contains("earlier"), "{}", app.probe().status);
    app.click("d1");
    assert_eq!(main_line(&app), ["a2", "d1"], "the move that was taken back is a variation");
}

#[test]
fn arrows_navigate_the_moves_while_the_list_has_focus() {
    let mut app = TestApp::game(SIZE);
    for mv in ["a2", "e2", "b1"] {
        app.click(mv);
    }
    app.button("e2");
    assert_eq!(app.probe().ply, 2);
    app.key(NONE, Key::ArrowLeft);
    assert_eq!(app.probe().ply, 1);
    app.key(NONE, Key::ArrowRight);
    app.key(NONE, Key::ArrowRight);
    assert_eq!(app.probe().ply, 3);
}

#[test]
fn a_click_on_the_graph_goes_to_a_ply() {
    let mut app = TestApp::game(SIZE);
    for mv in ["a2", "e2", "b1", "d1"] {
        app.click(mv);
    }
    let rect = app.harness.get_by_label("Score after each move").rect();
    let at = rect.left_center() + egui::vec2(3.0, 0.0);
    app.press(at, true);
    app.press(at, false);
    app.harness.run_steps(2);
    assert_eq!(app.probe().ply, 0);
    let scores: Vec<Vec<f64>> = {
        let game = &app.harness.state().session().expect("a game").game;
        let line = game.tree().line_through(game.here());
        line.iter().map(|node| game.tree().node(*node).scores.clone()).collect()
    };
    assert_eq!(scores, [[2.0, 2.0], [3.0, 2.0], [3.0, 3.0], [4.0, 3.0], [4.0, 4.0]]);
    let at = rect.right_center() - egui::vec2(20.0, 0.0);
    app.press(at, true);
    app.press(at, false);
    app.harness.run_steps(2);
    assert_eq!(app.probe().ply, 4);
}

#[test]
fn a_comment_is_written_below_the_list_and_kept() {
    let mut app = TestApp::game(SIZE);
    app.click("a2");
    app.key(NONE, Key::C);
    app.harness.event(egui::Event::Text("a quiet move".to_owned()));
    app.harness.run_steps(2);
    app.wait("a settled position", |app| {
        app.harness.state().session().is_some_and(|session| session.is_settled())
    });
    // Esc leaves the field, not the game.
    app.key(NONE, Key::Escape);
    assert_eq!(app.probe().screen, "game");
    let game = &app.harness.state().session().expect("a game").game;
    assert_eq!(game.node().comment, "a quiet move");
    assert!(app.harness.query_by_label("a quiet move").is_some(), "it stands in the list");
    app.click("e2");
    assert_eq!(app.probe().ply, 2, "the board has the keys and the pointer again");
}

#[test]
fn autoplay_runs_until_the_end_or_a_key() {
    let mut app = TestApp::game(SIZE);
    for mv in ["a2", "e2", "b1"] {
        app.click(mv);
    }
    app.key(NONE, Key::Home);
    app.key(CTRL, Key::Space);
    // A second is sixty frames.
    app.harness.run_steps(70);
    assert_eq!(app.probe().ply, 1);
    app.harness.run_steps(150);
    assert_eq!(app.probe().ply, 3);
    app.key(NONE, Key::Home);
    app.key(CTRL, Key::Space);
    app.button("Stop");
    app.harness.run_steps(100);
    assert_eq!(app.probe().ply, 0);
}

#[test]
fn notices_are_in_the_log() {
    let mut app = TestApp::game(SIZE);
    app.key(CTRL, Key::C);
    app.button("Help");
    app.button("Log");
    // Times count from the start of the process, which other tests share.
    let mut found = app.harness.query_all_by_label_contains("The position was copied.");
    assert!(found.next().is_some());
}

#[test]
fn a_small_window_has_every_page() {
    let mut app = TestApp::game(Vec2::new(640.0, 480.0));
    for (page, content) in
        [("Analysis", "Shows the best moves"), ("Rules", "Current settings"), ("Moves", "Close")]
    {
        // A sheet, which Esc closes.
        app.tab(page);
        let shown = |app: &TestApp| app.harness.query_by_label_contains(content).is_some();
        assert!(shown(&app), "{page}");
        app.key(NONE, Key::Escape);
        assert!(!shown(&app) && app.probe().screen == "game", "{page}");
    }
    app.click("a2");
    assert_eq!(app.probe().ply, 1);
}

#[test]
fn esc_closes_what_lies_on_top_first() {
    let mut app = TestApp::game(Vec2::new(640.0, 480.0));
    app.tab("Rules");
    app.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::E);
    let dialog = |app: &TestApp| app.harness.query_by_label("As on the screen").is_some();
    let sheet = |app: &TestApp| app.harness.query_by_label_contains("Current settings").is_some();
    assert!(dialog(&app) && sheet(&app));
    app.key(NONE, Key::Escape);
    assert!(!dialog(&app) && sheet(&app), "the dialog lies over the sheet");
    app.key(NONE, Key::Escape);
    assert!(!sheet(&app));
}

#[test]
fn a_long_list_draws_visible_rows_only_and_follows_the_game() {
    let mut app = TestApp::game(Vec2::new(900.0, 300.0));
    for mv in ["a2", "e2", "b1", "d1", "b2", "d2", "a3", "e3", "b3", "d3"] {
        app.click(mv);
    }
    assert_eq!(app.probe().ply, 10);
    let shown =
        |app: &TestApp, mv: &str| app.harness.query_by_role_and_label(Role::Button, mv).is_some();
    app.harness.run_steps(20);
    assert!(shown(&app, "d3") && !shown(&app, "a2"), "the end is seen, the start is not drawn");
    app.key(NONE, Key::Home);
    app.key(NONE, Key::ArrowRight);
    app.harness.run_steps(20);
    app.button("Next move");
    app.harness.run_steps(20);
    assert!(shown(&app, "a2") && !shown(&app, "d3"), "and the other way round");
    app.key(NONE, Key::End);
    app.harness.run_steps(20);
    assert!(shown(&app, "d3"));
}

#[test]
fn a_review_starts_with_a_key_and_reports_its_end() {
    let mut app = TestApp::game(SIZE);
    for mv in ["a2", "e2"] {
        app.click(mv);
    }
    app.key(SHIFT, Key::E);
    app.wait("the end of the review", |app| app.probe().status.contains("no mistakes"));
    assert!(app.harness.query_by_label("Stop the review").is_none());
}

#[test]
fn the_result_of_a_review_stays_with_the_moves() {
    let mut app = TestApp::game(SIZE);
    for mv in ["a2", "e2", "b1"] {
        app.click(mv);
    }
    app.key(SHIFT, Key::E);
    app.wait("the review's end", |app| {
        let session = app.harness.state().session().expect("a game");
        session.review_progress().is_none() && session.review_summary().is_some()
    });
    let summary = app.harness.state().session().and_then(|it| it.review_summary()).expect("a text");
    // The notice of the same text goes, the line stays, on an earlier move too.
    app.wait("no notice", |app| !app.probe().status.contains("Review"));
    assert!(app.harness.query_by_label(&summary).is_some(), "{summary}");
    app.button("a2");
    app.harness.run_steps(3);
    assert!(app.harness.query_by_label(&summary).is_some(), "{summary}");
    app.click("d1");
    app.until(|probe| probe.ply == 2);
    assert!(app.harness.query_by_label(&summary).is_none(), "the variation was not reviewed");
}

#[test]
fn mistakes_are_listed_as_turning_points_and_lead_to_their_moves() {
    let mut app = TestApp::game(SIZE);
    for mv in ["a2", "e2", "b1"] {
        app.click(mv);
    }
    app.tab("Analysis");
    assert!(app.harness.query_by_label("Turning points").is_none(), "nothing was judged yet");
    let session = app.harness.state_mut().controller.session.as_mut().expect("a game is played");
    let second = session.game.tree().line_through(session.game.here())[2];
    session.game.assess(second, Some(boardloom_match::Assessment::Blunder));
    session.revision += 1;
    app.harness.run_steps(4);
    assert!(app.harness.query_by_label("Turning points").is_some());
    app.harness.get_by_role_and_label(Role::Button, "e2??").click();
    app.harness.run_steps(4);
    assert_eq!(app.probe().ply, 2);
}

#[test]
fn the_list_follows_while_a_review_writes_its_comments() {
    let mut app = TestApp::game(Vec2::new(640.0, 480.0));
    for mv in ["a2", "e2", "b1", "d1", "b2", "d2", "a3", "e3", "b3", "d3"] {
        app.click(mv);
    }
    app.harness.run_steps(20);
    let in_sight = |app: &TestApp| {
        let found = app.harness.query_by_role_and_label(Role::Button, "d3");
        let Some(last) = found else { return false };
        let next = app.harness.get_by_role_and_label(Role::Button, "Next move").rect();
        last.rect().bottom() <= next.top()
    };
    assert!(in_sight(&app));
    app.key(SHIFT, Key::E);
    app.harness.run_steps(20);
    assert!(in_sight(&app), "the line about the review takes room");
    for number in [1, 4, 6] {
        let session = app.harness.state_mut().controller.session.as_mut().expect("a game");
        let node = session.game.tree().line_through(session.game.here())[number];
        session.set_comment(node, "Better: another move, and one more");
        // Slow machines draw few frames between two comments.
        app.harness.run_steps(2);
        assert!(in_sight(&app), "after a comment on move {number}");
    }
}
