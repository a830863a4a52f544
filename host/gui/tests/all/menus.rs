//! Menus in windows of all sizes, and the players' buttons.

use egui::{Event, Modifiers, MouseWheelUnit, Order, Pos2, Rect, TouchPhase, Vec2, vec2};
use egui_kittest::kittest::Queryable;

use crate::common::TestApp;

const SIZES: [Vec2; 3] = [vec2(640.0, 480.0), vec2(1100.0, 760.0), vec2(1920.0, 1080.0)];

fn button(app: &TestApp, label: &str) -> Rect {
    app.harness.get_by_role_and_label(egui::Role::Button, label).rect()
}

fn is_under_menu(app: &TestApp, at: Pos2) -> bool {
    app.harness.ctx.layer_id_at(at).is_some_and(|layer| layer.order == Order::Foreground)
}

/// Opens a menu: in a small window all of them are in one.
fn open_menu(app: &mut TestApp, menu: &str, folded: bool) {
    if folded {
        app.button("Menu");
        app.harness.run_steps(3);
    }
    app.button(menu);
    app.harness.run_steps(3);
}

#[test]
fn menus_stay_in_the_window_and_every_entry_can_be_reached() {
    let entries = [("Game", "Quit"), ("Move", "Restore"), ("View", "Full screen"), ("Help", "Log")];
    for size in SIZES {
        let folded = size.x < 900.0;
        for (menu, last) in entries {
            let mut app = TestApp::game(size);
            open_menu(&mut app, menu, folded);
            let bar = button(&app, if folded { "Menu" } else { menu });
            if !folded {
                for other in ["Game", "Move", "View", "Help"] {
                    let at = button(&app, other).center();
                    assert!(!is_under_menu(&app, at), "{menu} covers {other} at {size}");
                }
            }
            let below = Pos2::new(bar.center().x, bar.bottom() + 30.0);
            assert!(is_under_menu(&app, below), "{menu} is open at {size}");
            let first = app.harness.get_all_by_role(egui::Role::Button);
            let over = first.map(|it| it.rect()).find(|it| is_under_menu(&app, it.center()));
            let over = over.expect("an entry").center();
            let pointed = if folded { over + vec2(240.0, 0.0) } else { below };
            app.harness.event(Event::PointerMoved(pointed));
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
            let inside = Rect::from_min_size(Pos2::ZERO, size).contains_rect(entry);
            assert!(inside, "{menu}: {last} at {entry} of {size}");
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
fn buttons_stay_at_the_foot_of_the_panel_whoever_moves() {
    for size in SIZES {
        let mut app = TestApp::game(size);
        let first = button(&app, "Resign");
        assert!(first.left() > app.at("e1").x && first.bottom() <= size.y, "{first} of {size}");
        let pass = button(&app, "Pass");
        app.click("a2");
        assert_eq!((button(&app, "Resign"), button(&app, "Pass")), (first, pass), "{size}");
    }
}

#[test]
fn the_own_card_is_below_the_opponents_and_tells_whose_turn_it_is() {
    for size in SIZES {
        let mut app = TestApp::game(size);
        let top = |app: &TestApp, label: &str| app.harness.get_by_label(label).rect().top();
        assert!(top(&app, "Blue") < top(&app, "Red"), "{size}");
        let near = |app: &TestApp, side: &str| (top(app, "To move") - top(app, side)).abs() < 30.0;
        assert!(near(&app, "Red") && !near(&app, "Blue"), "{size}");
        app.click("a2");
        assert!(near(&app, "Blue") && !near(&app, "Red"), "{size}");
    }
}
