//! `boardloom plugin install`, `remove` and `list`: games from files.

use std::io::Write;
use std::path::PathBuf;

use serde_json::json;

use crate::catalog::{Catalog, CatalogError};
use crate::{Console, Result};

pub fn install(catalog: &Catalog, files: &[PathBuf], console: &mut Console<'_>) -> Result<()> {
    for file in files {
        let game = catalog.install(file)?;
        writeln!(console.out, "{} {}", game.id, game.version)?;
    }
    Ok(())
}

pub fn remove(catalog: &Catalog, ids: &[String], console: &mut Console<'_>) -> Result<()> {
    for id in ids {
        let game = catalog.game_store()?.remove(id).map_err(CatalogError::from)?;
        writeln!(console.out, "removed {} {}", game.id, game.version)?;
    }
    Ok(())
}

pub fn list(catalog: &Catalog, is_json: bool, console: &mut Console<'_>) -> Result<()> {
    let games = catalog.game_store()?.installed();
    if games.is_empty() && !is_json {
        console.say("no games are installed; `boardloom plugin install FILE` installs one");
    }
    for game in games {
        match is_json {
            true => {
                let (id, version, hash) = (&game.id, &game.version, &game.hash);
                let object = json!({ "id": id, "version": version, "sha256": hash });
                writeln!(console.out, "{object}")?;
            }
            false => writeln!(console.out, "{:32} {:10} {}", game.id, game.version, game.hash)?,
        }
    }
    Ok(())
}
