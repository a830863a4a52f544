//! The rulesets of this tree, and the networks beside them.

use std::error::Error;

use crate::Folders;
use crate::table::{self, Row};

pub fn embed(folders: &Folders) -> Result<(), Box<dyn Error>> {
    let folder = folders.root.join("rulesets");
    table::watch(&folder)?;
    for (extension, name) in [("toml", "rulesets.rs"), ("net", "networks.rs")] {
        let mut rows: Vec<Row> = Vec::new();
        for file in table::files(&folder)? {
            if file.extension().is_some_and(|it| it == extension) {
                rows.push((table::name_within(&file, &folder)?, file));
            }
        }
        table::write(&folders.out.join(name), "str", "include_str", &rows)?;
    }
    Ok(())
}
