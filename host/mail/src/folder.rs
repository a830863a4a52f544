//! The folder of a player: the key, the keys of others, and the games.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use boardloom_match::{Record, record, write_atomically};

use crate::fault::MailFault;
use crate::game::MailGame;
use crate::hash::Hash;
use crate::key::{PlayerKey, PublicKey};
use crate::known_players::{Acquaintance, KnownPlayers};

const KEY: &str = "key";
const PLAYERS: &str = "players";
const NAME: &str = "name";
/// The largest of these files, in bytes.
const MAX_FILE: u64 = 4 << 20;

/// The folder of the games by mail of a player.
#[derive(Debug, Clone)]
pub struct MailFolder {
    folder: PathBuf,
}

/// A game in the folder.
#[derive(Debug)]
pub struct MailFile {
    pub path: PathBuf,
    /// The game, or why it cannot be read.
    pub game: Result<MailGame, MailFault>,
}

impl MailFile {
    /// Returns the name of the file without its ending.
    pub fn name(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }
}

impl MailFolder {
    pub fn new(folder: PathBuf) -> Self {
        MailFolder { folder }
    }

    pub fn path(&self) -> &Path {
        &self.folder
    }

    pub fn key_file(&self) -> PathBuf {
        self.folder.join(KEY)
    }

    /// Makes the folder, for its owner alone.
    fn create(&self) -> io::Result<()> {
        let mut builder = DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&self.folder)
    }

    /// Returns the player's key, and whether it was made now. Only the owner can read its file.
    ///
    /// # Errors
    /// If it cannot be read or made. A key is never replaced: games depend on it.
    pub fn key(&self) -> io::Result<(PlayerKey, bool)> {
        self.create()?;
        let path = self.key_file();
        match read(&path) {
            Ok(text) => {
                let key = PlayerKey::from_text(&text);
                let key = key.ok_or_else(|| io::Error::other("it holds no key"))?;
                protect(&path)?;
                Ok((key, false))
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let key = PlayerKey::generate()?;
                // Written whole beside it, then named: another process may do the same.
                let aside = self.folder.join(format!("{KEY}.{}.new", std::process::id()));
                let mut options = OpenOptions::new();
                options.write(true).create(true).truncate(true);
                #[cfg(unix)]
                std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
                let mut file = options.open(&aside)?;
                file.write_all(key.to_text().as_bytes())?;
                file.sync_all()?;
                let named = std::fs::hard_link(&aside, &path);
                let _ = std::fs::remove_file(&aside);
                match named {
                    Ok(()) => Ok((key, true)),
                    Err(error) if error.kind() == ErrorKind::AlreadyExists => self.key(),
                    Err(error) => Err(error),
                }
            }
            Err(error) => Err(error),
        }
    }

    /// Returns the name that the player gave last.
    pub fn name(&self) -> Option<String> {
        let name = read(&self.folder.join(NAME)).ok()?.trim().to_owned();
        Some(name).filter(|name| crate::entry::is_name(name))
    }

    pub fn keep_name(&self, name: &str) -> io::Result<()> {
        self.create()?;
        write_atomically(&self.folder.join(NAME), format!("{name}\n").as_bytes())
    }

    /// Returns whether each player of a game is known, and remembers the others; without the owner
    /// of the key.
    pub fn meet(
        &self,
        game: &MailGame,
        own: PublicKey,
    ) -> io::Result<Vec<(String, PublicKey, Acquaintance)>> {
        self.create()?;
        let path = self.folder.join(PLAYERS);
        let text = match read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            text => text?,
        };
        let mut known = KnownPlayers::from_text(&text);
        let others = game.players().iter().flatten().filter(|player| player.key != own);
        let met: Vec<_> =
            others.map(|it| (it.name.clone(), it.key, known.meet(&it.name, it.key))).collect();
        if known.to_text() != text {
            write_atomically(&path, known.to_text().as_bytes())?;
        }
        Ok(met)
    }

    /// Returns the games in the order of their names.
    pub fn games(&self) -> Vec<MailFile> {
        let entries = self.folder.read_dir().into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|it| it == record::EXTENSION));
        paths.sort();
        let file = |path: PathBuf| MailFile { game: read_game(&path).map(|(game, _)| game), path };
        paths.into_iter().map(file).collect()
    }

    /// Returns the file of a game with this id.
    pub fn file_of(&self, id: &Hash) -> Option<PathBuf> {
        let is_it = |file: &MailFile| file.game.as_ref().is_ok_and(|game| game.id() == *id);
        self.games().into_iter().find(is_it).map(|file| file.path)
    }

    /// Returns a new file's path for a game: the ruleset and the game's id.
    pub fn new_file(&self, game: &MailGame) -> PathBuf {
        let plain = |c: char| if c.is_alphanumeric() { c } else { '-' };
        let ruleset = &game.invitation().ruleset;
        let name: String = ruleset.trim_end_matches(".toml").chars().map(plain).collect();
        let name = name.trim_matches('-').chars().rev().take(40).collect::<Vec<_>>();
        let name: String = name.into_iter().rev().collect();
        let id = game.short_id().to_lowercase();
        self.folder.join(format!("{name}-{id}.{}", record::EXTENSION))
    }

    /// Writes a game's record.
    pub fn save(&self, path: &Path, record: &Record) -> io::Result<()> {
        if path.parent() == Some(&self.folder) {
            self.create()?;
        }
        record.save(path)
    }
}

/// Reads the record of a game by mail, and checks every signature in it.
pub fn read_game(path: &Path) -> Result<(MailGame, Record), MailFault> {
    let text = read(path)
        .map_err(|error| MailFault::File { path: path.to_owned(), why: error.to_string() })?;
    let record = Record::parse(&text)?;
    Ok((MailGame::of_record(&record)?, record))
}

/// Reads a file of text that is not too large for what it is.
fn read(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    let file = File::open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is no file"));
    }
    file.take(MAX_FILE + 1).read_to_string(&mut text)?;
    match text.len() as u64 > MAX_FILE {
        true => Err(io::Error::other("it is too large")),
        false => Ok(text),
    }
}

/// Takes the rights of others to read a key away.
#[cfg(unix)]
fn protect(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mut rights = path.metadata()?.permissions();
    if rights.mode() & 0o077 != 0 {
        rights.set_mode(0o600);
        std::fs::set_permissions(path, rights)?;
    }
    Ok(())
}

/// The user's folders are private on other systems.
#[cfg(not(unix))]
fn protect(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_once_and_only_its_owner_reads_it() {
        let dir = tempfile::tempdir().expect("a folder");
        let folder = MailFolder::new(dir.path().join("mail"));
        let (key, is_new) = folder.key().expect("a key");
        assert!(is_new);
        let (again, is_new) = folder.key().expect("a key");
        assert_eq!((again.public(), is_new), (key.public(), false));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = |path: &Path| path.metadata().expect("it is there").permissions().mode();
            assert_eq!(mode(&folder.key_file()) & 0o777, 0o600);
            assert_eq!(mode(folder.path()) & 0o777, 0o700);
            let open = PermissionsExt::from_mode(0o644);
            std::fs::set_permissions(folder.key_file(), open).expect("it is ours");
            folder.key().expect("a key");
            assert_eq!(mode(&folder.key_file()) & 0o777, 0o600);
        }
        // A damaged key is never replaced by another one.
        std::fs::write(folder.key_file(), "nonsense").expect("a file");
        assert!(folder.key().is_err());
        assert_eq!(std::fs::read_to_string(folder.key_file()).expect("a file"), "nonsense");
    }

    #[test]
    fn names_are_kept() {
        let dir = tempfile::tempdir().expect("a folder");
        let folder = MailFolder::new(dir.path().to_owned());
        assert_eq!(folder.name(), None);
        folder.keep_name("Ann").expect("a file");
        assert_eq!(folder.name().as_deref(), Some("Ann"));
    }
}
