//! The sign of safe mode.

mod common;
#[path = "common/sat.rs"]
mod sat;

use boardloom_gui::Options;
use common::Demo;
use egui::Vec2;
use egui_kittest::kittest::Queryable;
use sat::Sat;

const SIZES: [Vec2; 2] = [Vec2::new(1100.0, 760.0), Vec2::new(420.0, 300.0)];

fn sit(safe: bool, ruleset: Option<&str>, size: Vec2) -> Sat {
    let options = Options { ruleset: ruleset.map(str::to_owned), ..Options::default() };
    let mut services = Demo::new(None);
    services.safe = safe;
    Sat::with(services, options, size)
}

#[test]
fn safe_mode_is_seen_at_the_start_and_beside_the_board() {
    for size in SIZES {
        let mut sat = sit(true, None, size);
        sat.until(|probe| probe.screen == "start" && !probe.loading);
        let sign = sat.harness.get_by_label("Safe mode");
        assert!(sign.rect().width() > 20.0, "{size:?}");
        sign.hover();
        // Told after a moment.
        sat.harness.run_steps(60);
        assert!(sat.harness.query_by_label_contains("--safe-mode").is_some(), "{size:?}");
        let mut sat = sit(true, Some("meadow/five"), size);
        sat.until(|probe| probe.screen == "game" && !probe.loading);
        let sign = sat.harness.get_by_label("Safe mode").rect();
        assert!(sign.max.x <= size.x && sign.max.y <= size.y, "{size:?}: {sign:?}");
    }
}

#[test]
fn there_is_no_sign_without_it() {
    let mut sat = sit(false, Some("meadow/five"), SIZES[0]);
    sat.until(|probe| probe.screen == "game" && !probe.loading);
    assert!(sat.harness.query_by_label("Safe mode").is_none());
}
