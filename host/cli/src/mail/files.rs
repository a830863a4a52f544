//! The games by mail on this machine.

use std::path::{Path, PathBuf};

use boardloom_app::player_names::clean_name;
use boardloom_mail::{MailError, MailFolder, MailGame, MailMatch, MailNews, PlayerKey, read_game};
use boardloom_match::Record;
use boardloom_match::journal::RecordLock;

use super::failure;
use crate::services::{game_source, is_record, lock_record};
use crate::{Catalog, Console, Failure, Result};

/// The folder of games by mail, and what is in it.
pub struct MailGames {
    pub folder: MailFolder,
}

impl MailGames {
    pub fn of(catalog: &Catalog) -> Result<Self> {
        let folder = catalog.places().user.as_ref().map(|user| MailFolder::new(user.join("mail")));
        let none = || {
            let what = "this system names no folder for data, where the key of games by mail could \
                        be kept: set HOME";
            Failure::Usage(what.to_owned())
        };
        Ok(MailGames { folder: folder.ok_or_else(none)? })
    }

    /// Returns the player's key; tells if it was made now.
    pub fn key(&self, console: &mut Console<'_>) -> Result<PlayerKey> {
        let path = self.folder.key_file();
        let (key, is_new) = self.folder.key().map_err(Failure::read(&path))?;
        if is_new {
            let path = path.display();
            console.say(format!("made your key {} ({path}): keep a copy of it", key.public()));
        }
        Ok(key)
    }

    /// Returns the player's key if there is one.
    pub fn known_key(&self) -> Option<PlayerKey> {
        self.folder.key_file().exists().then(|| self.folder.key().ok())?.map(|(key, _)| key)
    }

    /// Returns the name that is given, or the one given last.
    pub fn name(&self, given: Option<&str>) -> Result<String> {
        let given = given.map(clean_name).filter(|name| !name.is_empty());
        given.or_else(|| self.folder.name()).ok_or_else(|| {
            Failure::Usage("say who you are, as others will see it: --name NAME".to_owned())
        })
    }

    pub fn keep_name(&self, name: &str) -> Result<()> {
        self.folder.keep_name(name).map_err(Failure::write(self.folder.path()))
    }

    /// Opens a game by its name, the beginning of its name, or its file.
    pub fn open(&self, catalog: &Catalog, game: &str) -> Result<OpenMail> {
        let path = match is_record(game) {
            true => PathBuf::from(game),
            false => self.find(game)?,
        };
        let missing = || Failure::Usage(format!("{} does not exist", path.display()));
        OpenMail::existing(catalog, &path)?.ok_or_else(missing)
    }

    fn find(&self, name: &str) -> Result<PathBuf> {
        let mut all = self.folder.games();
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
}

/// Returns the file of a mail, if an argument names one.
pub fn mail_file(what: &str) -> Option<&Path> {
    Some(Path::new(what)).filter(|path| !is_record(what) && path.is_file())
}

/// Plays the entries of a game by its own copy of the rules.
pub fn open(catalog: &Catalog, game: MailGame) -> Result<MailMatch> {
    let record =
        Record::parse(&game.to_text()).map_err(|error| Failure::Invalid(error.to_string()));
    let source = game_source(catalog, &record?)?;
    MailMatch::open(source, game).map_err(failure)
}

/// A game by mail and its file, which no other process writes meanwhile.
pub struct OpenMail {
    pub game: MailMatch,
    lock: RecordLock,
    /// The record in the file.
    record: Option<Record>,
}

impl OpenMail {
    pub fn new(game: MailMatch, path: PathBuf) -> Result<Self> {
        if let Some(folder) = path.parent().filter(|it| !it.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(Failure::write(folder))?;
        }
        Ok(OpenMail { game, lock: lock_record(&path)?, record: None })
    }

    /// Opens the game of a file; `None` without one.
    pub fn existing(catalog: &Catalog, path: &Path) -> Result<Option<Self>> {
        if !path.exists() {
            return Ok(None);
        }
        let lock = lock_record(path)?;
        let (game, record) = read_game(path).map_err(|fault| {
            Failure::Invalid(format!(
                "{}: {fault}\nif the file was changed, move it away and import the last mail again",
                path.display()
            ))
        })?;
        let game = open(catalog, game)?;
        Ok(Some(OpenMail { game, lock, record: Some(record) }))
    }

    pub fn path(&self) -> &Path {
        self.lock.path()
    }

    /// Returns the name of the file without its ending.
    pub fn name(&self) -> String {
        self.path().file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Adds what a mail has beyond the game.
    pub fn merge(&mut self, mail: MailGame) -> Result<MailNews, MailError> {
        let mut merged = self.game.mail().clone();
        let news = merged.merge(mail)?;
        if let MailNews::Newer { .. } = news {
            self.game = MailMatch::open(self.game.source().clone(), merged)?;
        }
        Ok(news)
    }

    /// Writes the record; variations and comments in it stay.
    pub fn save(&mut self, games: &MailGames) -> Result<()> {
        let record = self.game.record(self.record.take()).map_err(failure)?;
        games.folder.save(self.path(), &record).map_err(Failure::write(self.path()))?;
        self.record = Some(record);
        Ok(())
    }
}
