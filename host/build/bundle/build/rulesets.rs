//! The rulesets of this tree.

use std::error::Error;

use crate::Folders;
use crate::table::{self, Row};

pub fn embed(folders: &Folders) -> Result<(), Box<dyn Error>> {
    let folder = folders.root.join("rulesets");
    table::watch(&folder)?;
    let mut rows: Vec<Row> = Vec::new();
    for file in table::files(&folder)? {
        if file.extension().is_some_and(|extension| extension == "toml") {
            rows.push((table::name_within(&file, &folder)?, file));
        }
    }
    table::write(&folders.out.join("rulesets.rs"), "str", "include_str", &rows)
}
