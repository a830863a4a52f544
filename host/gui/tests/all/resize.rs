//! Narrow panels, and dialogs in windows that change their size.

use std::time::Duration;

use boardloom_match::TimeControl;
use egui::{Id, Key, Modifiers, Pos2, Rect, Role, Vec2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::common::{HUMAN, TestApp, game_options};

const COINS: TimeControl = TimeControl::Arcade {
    main: Duration::from_secs(7200),
    coin: Duration::from_secs(600),
    coins: 2,
    carry: true,
};

fn window(size: Vec2) -> Rect {
    Rect::from_min_size(Pos2::ZERO, size)
}

fn buttons(app: &TestApp, labels: &[&str]) -> Vec<(String, Rect)> {
    let all = labels.iter().map(|label| {
        let mut found = app.harness.query_all_by_role(Role::Button);
        let button =
            found.find(|it| it.accesskit_node().label().is_some_and(|it| it.contains(label)));
        let button = button.unwrap_or_else(|| panic!("no button {label}"));
        ((*label).to_owned(), button.rect())
    });
    all.collect()
}

/// Would break if a narrow panel cut off an action, or two lay over each other.
#[test]
fn all_actions_have_room_in_a_narrow_panel() {
    for size in [vec2(640.0, 480.0), vec2(700.0, 520.0), vec2(600.0, 900.0), vec2(1100.0, 760.0)] {
        let mut options = game_options([HUMAN; 2]);
        options.setup.clock = Some(COINS);
        let mut app = TestApp::new(options, None, size);
        app.wait_for_board();
        let found = buttons(&app, &["Pass", "+600 s", "Resign"]);
        for (number, (label, rect)) in found.iter().enumerate() {
            assert!(window(size).contains_rect(*rect), "{label} at {rect} of {size}");
            assert!(rect.width() >= 24.0 && rect.height() >= 24.0, "{label} at {rect} of {size}");
            for (other, place) in &found[number + 1..] {
                assert!(!rect.shrink(0.5).intersects(*place), "{label} over {other} in {size}");
            }
        }
        app.button("Pass");
        assert_eq!(app.probe().ply, 1, "{size}");
    }
}

/// Would break if a dialog kept the place or the size that it had in the window before.
#[test]
fn a_dialog_stays_in_the_middle_of_a_window_that_is_resized() {
    let sizes = [
        vec2(1100.0, 760.0),
        vec2(640.0, 480.0),
        vec2(1920.0, 1080.0),
        vec2(600.0, 900.0),
        vec2(400.0, 320.0),
    ];
    for (key, id) in [(Key::Comma, "settings"), (Key::O, "Open file")] {
        let mut app = TestApp::game(sizes[0]);
        app.key(Modifiers::COMMAND, key);
        assert!(app.probe().dialog, "{id}");
        for size in sizes.into_iter().chain(sizes) {
            app.harness.set_size(size);
            app.harness.run_steps(30);
            let area = app.harness.ctx.memory(|memory| memory.area_rect(Id::unique(id)));
            let area = area.unwrap_or_else(|| panic!("{id} is shown in {size}"));
            assert!(window(size).contains_rect(area), "{id} at {area} of {size}");
            let off = area.center() - window(size).center();
            assert!(off.length() < 2.0, "{id} at {area} of {size}");
        }
        app.key(Modifiers::NONE, Key::Escape);
        assert!(!app.probe().dialog, "{id}");
    }
}
