//! `boardloom plugin install`, `update`, `remove` and `list`, and games that records lack.

use std::io::{BufRead, Write};
use std::path::Path;

use boardloom_app::texts::safe;
use boardloom_app::{GamePlace, MissingPlugin};
use serde_json::json;

use crate::catalog::{Catalog, CatalogError, UpdateResult};
use crate::cli::{Install, Update};
use crate::games::{
    Arrived, GameArrival, Installed, SignerChange, check_id, find, is_address, is_game_file,
    is_hash,
};
use crate::services::{is_record, known_indexes, record_at};
use crate::{Console, Failure, Result};

/// The exit code of games that could not be updated.
const NOT_UPDATED: u8 = 5;

pub fn install(catalog: &Catalog, args: &Install, console: &mut Console<'_>) -> Result<()> {
    let accepts_key = args.accept_key;
    let hash = args.sha256.as_deref();
    if let Some(hash) = hash.filter(|hash| !is_hash(hash)) {
        let what = format!("expected the 64 digits of a SHA-256, found `{hash}`");
        return Err(Failure::Usage(what));
    }
    if hash.is_some() && args.games.len() > 1 {
        return Err(Failure::Usage("`--sha256` is the hash of one file".to_owned()));
    }
    for game in &args.games {
        let path = Path::new(game);
        let arrived = if is_address(game) {
            let hash = hash.ok_or_else(|| {
                Failure::Usage(format!(
                    "expected the file's hash, which its author publishes: \
                     `boardloom plugin install {game} --sha256 HASH`"
                ))
            })?;
            catalog.install_from_address(game, hash, accepts_key)?
        } else if path.is_file() || is_game_file(path) {
            catalog.install(path, GameArrival { hash, accepts_key, ..GameArrival::default() })?
        } else {
            let (id, version) = id_and_version(game)?;
            let known = known_indexes();
            known.errors.iter().for_each(|error| console.say(error));
            let mut entry = find(&known.found, id, version).map_err(CatalogError::from)?;
            if let Some(hash) = hash {
                hash.clone_into(&mut entry.version.sha256);
            }
            catalog.install_from_index(&entry, accepts_key)?
        };
        writeln!(console.out, "{} {}", arrived.game.id, arrived.game.version)?;
        console.flush()?;
        tell(&arrived, console);
    }
    Ok(())
}

/// Tells that a game was installed, and what its signature says.
pub fn tell(arrived: &Arrived, console: &mut Console<'_>) {
    let Arrived { game, key, is_new } = arrived;
    let Installed { id, version, .. } = game;
    let what = if *is_new { "installed" } else { "installed already:" };
    console.say(format!("{what} {id} {version}"));
    let own = game.key.as_deref().unwrap_or_default();
    match key {
        SignerChange::Unsigned => {
            console.say("it is not signed: its author is what it says itself")
        }
        SignerChange::Same => console.say(format!("it is signed with the key of {id}, as before")),
        SignerChange::First { other } => {
            console.say(format!("it is signed with the key {own}, which {id} has from now on"));
            if let Some(other) = other {
                let owner = id.split('/').next().unwrap_or_default();
                console.say(format!("other games of {owner} have another key, {other}"));
            }
        }
        SignerChange::Replaced(known) => console.say(format!(
            "it is signed with the key {own}, which {id} has from now on; until now it was {known}"
        )),
        SignerChange::Lost(known) => {
            console.say(format!("it is not signed; until now {id} was signed with the key {known}"))
        }
    }
}

/// Splits `owner/name@version`.
fn id_and_version(game: &str) -> Result<(&str, Option<&str>)> {
    let (id, version) = match game.split_once('@') {
        Some((id, version)) => (id, Some(version)),
        None => (game, None),
    };
    match check_id(id) {
        Ok(()) => Ok((id, version)),
        Err(_) => Err(Failure::Usage(format!(
            "there is no file {game}; expected a game file, an `https://` address, or a game of an \
             index as `owner/name`"
        ))),
    }
}

pub fn update(catalog: &Catalog, args: &Update, console: &mut Console<'_>) -> Result<()> {
    let store = catalog.game_store()?;
    let mut games = store.newest();
    for id in &args.ids {
        store.find(id, None).map_err(CatalogError::from)?;
    }
    games.retain(|game| args.ids.is_empty() || args.ids.contains(&game.id));
    if games.is_empty() {
        console.say("no games are installed; `boardloom plugin install` installs one");
        return Ok(());
    }
    let known = known_indexes();
    known.errors.iter().for_each(|error| console.say(error));
    if known.found.is_empty() {
        return Err(Failure::Usage(super::indexes::no_indexes()));
    }
    let mut failed = false;
    for game in games {
        let Installed { id, version, .. } = &game;
        match catalog.update_game(&game, &known.found, args.accept_key) {
            Ok(UpdateResult::Unknown) => writeln!(console.out, "{id} {version}: in no index")?,
            Ok(UpdateResult::Newest) => writeln!(console.out, "{id} {version}: up to date")?,
            Ok(UpdateResult::Updated(update)) => {
                let new = &update.after.game.version;
                writeln!(console.out, "{id} {version} -> {new}, from {}", update.index)?;
                for line in &update.changes {
                    writeln!(console.out, "  {line}")?;
                }
                console.flush()?;
                tell(&update.after, console);
            }
            Err(error) => {
                failed = true;
                console.flush()?;
                console.say(format!("{id} {version} stays: {error}"));
            }
        }
    }
    if failed { Err(Failure::Reported(NOT_UPDATED)) } else { Ok(()) }
}

pub fn remove(catalog: &Catalog, ids: &[String], console: &mut Console<'_>) -> Result<()> {
    for game in ids {
        let (id, version) = match game.split_once('@') {
            Some((id, version)) => (id, Some(version)),
            None => (&**game, None),
        };
        for game in catalog.game_store()?.remove(id, version).map_err(CatalogError::from)? {
            writeln!(console.out, "removed {} {}", game.id, game.version)?;
        }
    }
    Ok(())
}

pub fn list(catalog: &Catalog, is_json: bool, console: &mut Console<'_>) -> Result<()> {
    let store = catalog.game_store()?;
    let (games, newest) = (store.installed(), store.newest());
    if games.is_empty() && !is_json {
        console.say("no games are installed; `boardloom plugin install FILE` installs one");
    }
    for game in games {
        let Installed { id, version, hash, origin, key, .. } = &game;
        let is_newest = newest.contains(&game);
        if is_json {
            let object = json!({
                "id": id,
                "version": version,
                "sha256": hash,
                "source": origin,
                "key": key,
                "newest": is_newest,
            });
            writeln!(console.out, "{object}")?;
            continue;
        }
        let signed = key.as_ref().map_or("not signed".to_owned(), |key| format!("signed {key}"));
        let older = if is_newest { "" } else { "  (for its records)" };
        writeln!(console.out, "{id:32} {version:10} {hash}  {signed}{older}")?;
    }
    Ok(())
}

/// Asks whether to install the game that a record lacks, or tells how to, if it can be found.
pub fn offer(catalog: &Catalog, what: &str, console: &mut Console<'_>) -> Result<()> {
    let path = Path::new(what);
    if !is_record(what) || catalog.places().safe {
        return Ok(());
    }
    // Its errors are told when it is opened.
    let Ok(record) = record_at(path) else { return Ok(()) };
    let missing = MissingPlugin::of(&record);
    if missing.name.is_empty() || catalog.plugins().has(&missing.name) {
        return Ok(());
    }
    let known = known_indexes();
    let Some(offer) = catalog.find_game(&missing, path, &known.found) else { return Ok(()) };
    console.say(offer.describe());
    if !console.asks {
        let what = match &offer.place {
            GamePlace::File(path) if path.to_string_lossy().contains(' ') => {
                format!("\"{}\"", path.display())
            }
            GamePlace::File(path) => path.display().to_string(),
            GamePlace::Index(_) => format!("{}@{}", offer.id, offer.version),
        };
        console.say(format!("to install it: boardloom plugin install {what}"));
        return Ok(());
    }
    write!(console.err, "{} ", safe::install_question(&offer.id, &offer.version))?;
    console.err.flush()?;
    let mut answer = String::new();
    console.input.read_line(&mut answer)?;
    let answer = answer.trim().to_lowercase();
    if ["y", "yes", "j", "ja"].contains(&&*answer) {
        let arrived = catalog.install_offer(&offer)?;
        tell(&arrived, console);
    }
    Ok(())
}
