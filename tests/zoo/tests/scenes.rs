//! Every scene keeps the contract, linked natively.

use boardloom_sdk::{native::Native, testing};
use zoo::Family;

#[test]
fn every_scene_keeps_the_contract() {
    for scene in [
        "growing", "vast", "chance", "answer", "menu", "swap", "four", "globe", "together", "hands",
    ] {
        let ruleset = format!(r#"{{"rules": {{"scene": "{scene}", "sites": 3000}}}}"#);
        let plan = testing::HarnessOptions::default();
        let report = testing::check(&Native::<Family>::new("zoo"), &ruleset, &plan);
        assert!(report.passed() && report.cut == 0, "{scene}: {report}");
    }
}
