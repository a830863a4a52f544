//! The rulesets of this tree.

use std::error::Error;

use crate::Places;
use crate::table::{self, Row};

/// Writes the table of `rulesets/**/*.toml`.
pub fn embed(places: &Places) -> Result<(), Box<dyn Error>> {
    let folder = places.root.join("rulesets");
    table::watch(&folder)?;
    let mut rows: Vec<Row> = Vec::new();
    for file in table::files(&folder)? {
        if file.extension().is_some_and(|extension| extension == "toml") {
            rows.push((table::name_within(&file, &folder)?, file));
        }
    }
    table::write(&places.out.join("rulesets.rs"), "str", "include_str", &rows)
}
