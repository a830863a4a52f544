//! The new-game screen: the chosen ruleset, and the order of the fields.

use boardloom_gui::{Options, Screen};
use egui::{Key, Modifiers, Rect, Vec2, vec2};
use egui_kittest::kittest::Queryable;

use crate::common::TestApp;

const SIZE: Vec2 = vec2(1100.0, 240.0);
const NONE: Modifiers = Modifiers::NONE;

fn opened(ruleset: &str) -> TestApp {
    let mut app = TestApp::new(Options::default(), None, SIZE);
    app.until(|probe| probe.rulesets > 0 && !probe.loading);
    app.button("Library");
    app.button(ruleset);
    app.wait("the setup", |app| app.harness.state().screen() == Screen::NewGame);
    app.wait_for_text("Start");
    app.harness.run_steps(20);
    app
}

fn focused(app: &TestApp) -> Rect {
    let ctx = &app.harness.ctx;
    let id = ctx.memory(|memory| memory.focused()).expect("a widget has the focus");
    ctx.read_response(id).expect("it is drawn").rect
}

#[test]
fn the_chosen_ruleset_is_named_and_in_sight() {
    let app = opened("Wide leap");
    assert!(app.harness.query_by_label_contains("New game: Wide leap").is_some());
    let entry = app.harness.get_by_role_and_label(egui::Role::Button, "Wide leap").rect();
    assert!(entry.top() >= 0.0 && entry.bottom() <= SIZE.y - 60.0, "{entry}");
}

#[test]
fn tab_begins_at_the_first_field_and_reaches_the_buttons_last() {
    let mut app = opened("Wide leap");
    app.key(NONE, Key::Tab);
    let first = focused(&app);
    assert!(first.left() < 230.0 && first.top() < 80.0, "{first}");
    app.key(Modifiers::SHIFT, Key::Tab);
    app.key(Modifiers::SHIFT, Key::Tab);
    let last = focused(&app);
    assert!(last.top() > SIZE.y - 62.0, "{last}");
}
