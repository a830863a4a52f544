//! Menus in windows of all sizes, and the players' buttons.

use egui::{Event, Key, Modifiers, MouseWheelUnit, Order, Pos2, Rect, TouchPhase, Vec2, vec2};
use egui_kittest::kittest::Queryable;

use crate::common::TestApp;

const SIZES: [Vec2; 3] = [vec2(640.0, 480.0), vec2(1100.0, 760.0), vec2(1920.0, 1080.0)];

fn button(app: &TestApp, label: &str) -> Rect {
    app.harness.get_by_role_and_label(egui::Role::Button, label).rect()
}

fn is_under_menu(app: &TestApp, at: Pos2) -> bool {
    app.harness.ctx.layer_id_at(at).is_some_and(|layer| layer.order == Order::Foreground)
}

#[test]
fn menus_stay_below_their_bar_and_every_entry_can_be_reached() {
    let entries =
        [("Game", "Quit"), ("Move", "Restore"), ("View", "Full screen"), ("Help", "Keys")];
    for size in SIZES {
        for (menu, last) in entries {
            let mut app = TestApp::game(size);
            app.button(menu);
            app.harness.run_steps(3);
            let bar = button(&app, menu);
            for other in ["Game", "Move", "View", "Help"] {
                let at = button(&app, other).center();
                assert!(!is_under_menu(&app, at), "{menu} covers {other} at {size}");
            }
            let below = Pos2::new(bar.center().x, bar.bottom() + 30.0);
            assert!(is_under_menu(&app, below), "{menu} is open at {size}");
            app.harness.event(Event::PointerMoved(below));
            app.harness.event(Event::MouseWheel {
                unit: MouseWheelUnit::Page,
                delta: vec2(0.0, -5.0),
                phase: TouchPhase::Move,
                source: egui::MouseWheelSource::Wheel,
                modifiers: Modifiers::NONE,
            });
            app.harness.run_steps(30);
            let mut found = app.harness.query_all_by_label_contains(last);
            let entry = found.next_back().unwrap_or_else(|| panic!("{last} in {menu}")).rect();
            assert!(entry.bottom() <= size.y, "{menu}: {last} at {entry} of {size}");
        }
    }
}

#[test]
fn a_second_click_on_a_menu_closes_it() {
    let mut app = TestApp::game(SIZES[1]);
    app.button("View");
    assert!(app.harness.query_by_label_contains("Flip the board").is_some());
    app.button("View");
    assert!(app.harness.query_by_label_contains("Flip the board").is_none());
    assert!(!app.probe().three_d);
}

#[test]
fn buttons_stand_in_the_strip_of_the_player_who_moves() {
    let mut app = TestApp::game(SIZES[1]);
    let below = button(&app, "Resign");
    assert!(below.top() > app.at("a1").y, "the first player sits below the board");
    app.click("a2");
    let above = button(&app, "Resign");
    assert!(above.bottom() < app.at("a5").y, "the second player sits above it");
    app.key(Modifiers::NONE, Key::Escape);
}
