//! The games by mail on this machine, as the command line names them.

use std::path::{Path, PathBuf};

use boardloom_app::mail_games::{self, MailGamesError, OpenMail};
use boardloom_app::player_names::clean_name;
use boardloom_mail::{MailError, MailFolder, MailGame, MailMatch, PlayerKey};
use boardloom_match::Record;

use crate::services::{game_source, is_record};
use crate::{Catalog, Console, Failure, Result};

pub fn failure(error: MailError) -> Failure {
    match error {
        MailError::Fault(fault) => Failure::Invalid(fault.to_string()),
        MailError::Match(error) => error.into(),
        other => Failure::Usage(other.to_string()),
    }
}

/// The failure of a game in its folder.
pub fn games_failure(error: MailGamesError<Failure>) -> Failure {
    match error {
        MailGamesError::Rules(failure) => failure,
        MailGamesError::Mail(error) => failure(error),
        MailGamesError::Read { path, error } => Failure::read(&path)(error),
        MailGamesError::Write { path, error } => Failure::write(&path)(error),
        changed @ MailGamesError::Changed { .. } => Failure::Invalid(changed.to_string()),
        other => Failure::Usage(other.to_string()),
    }
}

pub fn folder_of(catalog: &Catalog) -> Result<MailFolder> {
    mail_games::folder_in(catalog.places().user.as_deref()).map_err(games_failure)
}

/// Opens the rules of a record from a catalog.
pub fn rules_of(catalog: &Catalog) -> impl Fn(&Record) -> Result<boardloom_match::GameSource> {
    move |record| game_source(catalog, record)
}

/// Returns the player's key; tells if it was made now.
pub fn key(folder: &MailFolder, console: &mut Console<'_>) -> Result<PlayerKey> {
    let (key, is_new) = mail_games::key(folder).map_err(games_failure)?;
    if is_new {
        let path = folder.key_file();
        let path = path.display();
        console.say(format!("made your key {} ({path}): keep a copy of it", key.public()));
    }
    Ok(key)
}

/// Returns the name that is given, or the one given last.
pub fn name(folder: &MailFolder, given: Option<&str>) -> Result<String> {
    let given = given.map(clean_name).filter(|name| !name.is_empty());
    given.or_else(|| folder.name()).ok_or_else(|| {
        Failure::Usage("say who you are, as others will see it: --name NAME".to_owned())
    })
}

/// Opens a game by its name, the beginning of its name, or its file.
pub fn open_named(catalog: &Catalog, folder: &MailFolder, game: &str) -> Result<OpenMail> {
    let path = match is_record(game) {
        true => PathBuf::from(game),
        false => find(folder, game)?,
    };
    let missing = || Failure::Usage(format!("{} does not exist", path.display()));
    let found = OpenMail::existing(&path, &rules_of(catalog)).map_err(games_failure)?;
    found.ok_or_else(missing)
}

fn find(folder: &MailFolder, name: &str) -> Result<PathBuf> {
    let mut all = folder.games();
    if let Some(at) = all.iter().position(|file| file.name() == name) {
        return Ok(all.swap_remove(at).path);
    }
    let lower = name.to_lowercase();
    let fits = |known: &str| known.starts_with(&lower) || known.ends_with(&lower);
    let mut found: Vec<_> = all.iter().filter(|file| fits(&file.name())).collect();
    if let (Some(one), true) = (found.pop(), found.is_empty()) {
        return Ok(one.path.clone());
    }
    let names: Vec<String> = all.iter().map(|file| file.name()).collect();
    Err(Failure::Usage(match names.len() {
        0 => format!("there is no game `{name}`: `boardloom mail import MAIL` takes a mail"),
        _ => format!("no game or several are called `{name}`; there are {}", names.join(", ")),
    }))
}

/// Returns the file of a mail, if an argument names one.
pub fn mail_file(what: &str) -> Option<&Path> {
    Some(Path::new(what)).filter(|path| !is_record(what) && path.is_file())
}

/// Plays the entries of a game by this program's copy of the rules.
pub fn open(catalog: &Catalog, game: MailGame) -> Result<MailMatch> {
    mail_games::open(game, &rules_of(catalog)).map_err(games_failure)
}
