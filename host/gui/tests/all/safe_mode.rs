//! The sign of safe mode.

use crate::common::TestApp;
use crate::common::demo::Demo;
use boardloom_gui::Options;
use egui::Vec2;
use egui_kittest::kittest::Queryable;

const SIZES: [Vec2; 2] = [Vec2::new(1100.0, 760.0), Vec2::new(420.0, 300.0)];

fn start(safe: bool, ruleset: Option<&str>, size: Vec2) -> TestApp {
    let options = Options { ruleset: ruleset.map(str::to_owned), ..Options::default() };
    let mut services = Demo::new(None);
    services.safe = safe;
    TestApp::with_services(services, options, size)
}

#[test]
fn safe_mode_is_seen_at_the_start_and_beside_the_board() {
    for size in SIZES {
        let mut app = start(true, None, size);
        app.until(|probe| probe.screen == "start" && !probe.loading);
        let sign = app.harness.get_by_label("Safe mode");
        assert!(sign.rect().width() > 20.0, "{size:?}");
        sign.hover();
        // Tooltips appear after a moment.
        app.harness.run_steps(60);
        assert!(app.harness.query_by_label_contains("--safe-mode").is_some(), "{size:?}");
        let mut app = start(true, Some("leap/five"), size);
        app.until(|probe| probe.screen == "game" && !probe.loading);
        let sign = app.harness.get_by_label("Safe mode").rect();
        assert!(sign.max.x <= size.x && sign.max.y <= size.y, "{size:?}: {sign:?}");
    }
}

#[test]
fn without_safe_mode_there_is_no_sign() {
    let mut app = start(false, Some("leap/five"), SIZES[0]);
    app.until(|probe| probe.screen == "game" && !probe.loading);
    assert!(app.harness.query_by_label("Safe mode").is_none());
}
