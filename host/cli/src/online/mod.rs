//! Games between several programs, over TCP: `host` and `join`.

mod commands;
mod host;
mod join;
mod show;

pub use host::host;
pub use join::join;

use std::path::PathBuf;

use crate::catalog::Catalog;

/// Returns the folder of rooms and of the secrets of rooms that were joined.
fn folder(catalog: &Catalog) -> Option<PathBuf> {
    let records = catalog.places().records()?;
    Some(records.parent()?.join("rooms"))
}
