//! The catalog that the arguments describe.

use crate::catalog::{Catalog, Places, file_of};
use crate::cli::CatalogArgs;

/// Returns the catalog of the arguments. If `file` is a ruleset or record inside a
/// checkout, the catalog includes that checkout.
pub fn open(args: &CatalogArgs, file: Option<&str>) -> Catalog {
    if args.safe_mode {
        return Catalog::new(Places::safe());
    }
    let mut places = Places::usual();
    places.given_rulesets.clone_from(&args.rulesets);
    places.given_plugins.clone_from(&args.plugins);
    if let Some(path) = file.and_then(file_of) {
        places.add_checkout_of(path);
    }
    Catalog::new(places)
}
