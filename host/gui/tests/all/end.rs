//! The end of a game: the sheet over the panel, and the banner after it.

use egui::{Key, Modifiers, Vec2, vec2};
use egui_kittest::kittest::Queryable;

use crate::common::TestApp;

const SIZES: [Vec2; 4] =
    [vec2(640.0, 480.0), vec2(1100.0, 760.0), vec2(600.0, 900.0), vec2(1920.0, 1080.0)];

fn has(app: &TestApp, label: &str) -> bool {
    app.harness.query_by_role_and_label(egui::Role::Button, label).is_some()
}

/// Would break if the sheet lay over the board, or its buttons outside the window.
#[test]
fn the_result_is_a_sheet_beside_the_board_and_then_a_banner() {
    for size in SIZES {
        let mut app = TestApp::game(size);
        app.click("a2");
        app.button("Pass");
        app.button("Pass");
        assert_eq!(app.probe().outcome, "most stones", "{size}");
        app.harness.run_steps(3);
        let board = egui::Rect::from_points(&["a1", "e5", "a5", "e1"].map(|site| app.at(site)));
        for label in ["Rematch", "New game", "Close"] {
            let rect = app.harness.get_by_role_and_label(egui::Role::Button, label).rect();
            assert!(!rect.intersects(board), "{label} at {rect} over the board of {size}");
        }
        assert!(!has(&app, "Resign"), "{size}");
        app.key(Modifiers::NONE, Key::Escape);
        assert!(!has(&app, "Close") && has(&app, "Rematch"), "{size}: a banner");
        assert_eq!(app.probe().screen, "game", "{size}: Esc closes the sheet first");
        // The closed sheet stays closed. No player resigns in an earlier position.
        app.key(Modifiers::NONE, Key::Home);
        assert!(!has(&app, "Resign") && !has(&app, "Close"), "{size}");
        assert!(has(&app, "Rematch") && has(&app, "Pass"), "{size}: the banner stays");
        app.key(Modifiers::NONE, Key::End);
        assert!(!has(&app, "Close"), "{size}");
        app.button("Rematch");
        app.until(|probe| probe.ply == 0 && probe.outcome.is_empty() && !probe.loading);
    }
}

/// There is nothing to point at on the board of a finished game.
#[test]
fn the_arrow_keys_step_through_the_moves_of_a_finished_game() {
    let mut app = TestApp::game(SIZES[1]);
    app.click("a2");
    app.button("Pass");
    app.button("Pass");
    assert_eq!(app.probe().ply, 3);
    app.key(Modifiers::NONE, Key::Escape);
    app.key(Modifiers::NONE, Key::ArrowLeft);
    app.key(Modifiers::NONE, Key::ArrowLeft);
    assert_eq!(app.probe().ply, 1);
    app.key(Modifiers::NONE, Key::ArrowRight);
    assert_eq!(app.probe().ply, 2);
}

#[test]
fn a_click_after_the_end_says_that_the_game_is_over() {
    let mut app = TestApp::game(SIZES[1]);
    app.click("a2");
    app.button("Pass");
    app.button("Pass");
    app.key(Modifiers::NONE, Key::Escape);
    app.click("a2");
    let notice = app.harness.state().controller.notice.clone();
    assert_eq!(notice.map(|notice| notice.text).as_deref(), Some("The game is over."));
}
