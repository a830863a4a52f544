//! The schemas that editors complete and check rulesets with.
//!
//! `UPDATE_EXPECT=1 cargo test -p boardloom-tests schemas` writes them anew.

use std::path::Path;

use boardloom_ruleset::whole_schema;
use expect_test::expect_file;
use serde_json::Value as Json;

use crate::support::plugins;

#[test]
fn every_plugin_has_its_schema_beside_the_rulesets() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulesets/schema");
    for (name, both) in plugins() {
        for (form, rules) in both.each() {
            let text = rules.schema().expect("no fault");
            let schema: Json = serde_json::from_str(&text).expect("a schema is JSON");
            let whole = serde_json::to_string_pretty(&whole_schema(name, &schema));
            let whole = whole.expect("JSON can be written") + "\n";
            println!("{name}, {form}");
            expect_file![folder.join(format!("{name}.json"))].assert_eq(&whole);
        }
    }
}
