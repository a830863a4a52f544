//! The catalog that the arguments describe.

use std::path::Path;

use crate::catalog::{Catalog, Places, file_of, plugin_of};
use crate::cli::{self, CatalogArgs};
use crate::services;

/// Returns the catalog of the arguments. If `file` is a ruleset's or a plugin's file, the catalog
/// includes what lies beside it and the checkout around it.
pub fn open(args: &CatalogArgs, file: Option<&str>) -> Catalog {
    if args.safe_mode {
        return Catalog::new(Places::safe());
    }
    let mut places = Places::usual();
    places.given_rulesets.clone_from(&args.rulesets);
    places.given_plugins.clone_from(&args.plugins);
    if let Some(path) = file.and_then(file_of) {
        places.add_ruleset(path);
    } else if let Some(path) = file.map(Path::new).filter(|path| plugin_of(path).is_some()) {
        places.add_plugin(&std::path::absolute(path).unwrap_or_else(|_| path.to_owned()));
    }
    Catalog::new(places)
}

/// Returns the id of a built-in ruleset for examples.
pub fn example_ruleset() -> String {
    let built_in = services::rulesets(&Catalog::new(Places::safe()));
    built_in.first().map_or_else(|| cli::RULESET.to_owned(), |entry| entry.id.clone())
}
