//! `boardloom plugin search` and `boardloom plugin index`.

use std::io::Write;

use boardloom_app::Preferences;
use serde_json::json;

use crate::catalog::CatalogError;
use crate::cli::IndexCommand;
use crate::games::{Index, IndexWriterError, add_to_index, search as search_indexes};
use crate::services::{known_indexes, settings_file};
use crate::{Console, Failure, Result};

pub fn no_indexes() -> String {
    "no index is known: add one with `boardloom plugin index add ADDRESS`".to_owned()
}

pub fn search(words: &str, is_json: bool, console: &mut Console<'_>) -> Result<()> {
    let known = known_indexes();
    if known.found.is_empty() && known.errors.is_empty() {
        return Err(Failure::Usage(no_indexes()));
    }
    let games = search_indexes(&known.found, words);
    let errors: Vec<_> = known.errors.into_iter().chain(games.errors).collect();
    for (index, game) in &games.found {
        match is_json {
            true => {
                let object = json!({
                    "id": game.id,
                    "version": game.version,
                    "summary": game.summary,
                    "author": game.author,
                    "license": game.license,
                    "index": index.to_string(),
                });
                writeln!(console.out, "{object}")?;
            }
            false => writeln!(console.out, "{:32} {:10} {}", game.id, game.version, game.summary)?,
        }
    }
    console.flush()?;
    for error in &errors {
        console.say(error);
    }
    match (games.found.is_empty(), errors.into_iter().next()) {
        (true, Some(_)) => Err(Failure::Reported(5)),
        (true, None) => {
            console.say("no game has all these words");
            Ok(())
        }
        _ => Ok(()),
    }
}

pub fn run(command: &IndexCommand, console: &mut Console<'_>) -> Result<()> {
    match command {
        IndexCommand::Add { address } => {
            let index = Index::new(address).map_err(CatalogError::from)?;
            // Only an index is added.
            let games = index.games().map_err(CatalogError::from)?;
            let place = index.to_string();
            change_settings(|settings| {
                if !settings.indexes.contains(&place) {
                    settings.indexes.push(place.clone());
                }
                Ok(())
            })?;
            writeln!(console.out, "{place}")?;
            console.flush()?;
            console.say(match games.len() {
                1 => "1 game".to_owned(),
                count => format!("{count} games"),
            });
            Ok(())
        }
        IndexCommand::Remove { address } => {
            let place = Index::new(address).map_or(address.clone(), |index| index.to_string());
            change_settings(|settings| {
                let before = settings.indexes.len();
                settings.indexes.retain(|known| *known != place && known != address);
                match settings.indexes.len() < before {
                    true => Ok(()),
                    false if settings.indexes.is_empty() => Err(Failure::Usage(no_indexes())),
                    false => Err(Failure::Usage(format!(
                        "`{address}` is no known index; there are {}",
                        settings.indexes.join(", ")
                    ))),
                }
            })?;
            Ok(writeln!(console.out, "removed {place}")?)
        }
        IndexCommand::List => {
            let file = settings_file();
            let settings = file.map(|file| Preferences::load(&file).0).unwrap_or_default();
            if settings.indexes.is_empty() {
                console.say(no_indexes());
            }
            settings.indexes.iter().try_for_each(|index| writeln!(console.out, "{index}"))?;
            Ok(())
        }
        IndexCommand::Write { folder, files, address } => {
            if let Some(address) = address {
                Index::new(address).map_err(CatalogError::from)?;
            }
            let added = add_to_index(folder, files, address.as_deref()).map_err(failure)?;
            for (id, version) in added {
                writeln!(console.out, "{id} {version}")?;
            }
            console.flush()?;
            console.say(format!(
                "the folder {} can be hosted as it is; others add its address with `boardloom \
                 plugin index add`",
                folder.display()
            ));
            Ok(())
        }
    }
}

fn failure(error: IndexWriterError) -> Failure {
    match error {
        IndexWriterError::Unread { path, why } => Failure::read(&path)(std::io::Error::other(why)),
        IndexWriterError::Unwritten { path, why } => {
            Failure::write(&path)(std::io::Error::other(why))
        }
        IndexWriterError::Index(error) => CatalogError::from(error).into(),
        other => Failure::Invalid(other.to_string()),
    }
}

fn change_settings(change: impl FnOnce(&mut Preferences) -> Result<()>) -> Result<()> {
    let file = settings_file()
        .ok_or_else(|| Failure::Usage("this system has no folder for settings".to_owned()))?;
    let mut settings = Preferences::load(&file).0;
    change(&mut settings)?;
    settings.save(&file).map_err(Failure::write(&file))
}
