//! The games that are installed, in the user's folder.

use std::path::{Path, PathBuf};

use boardloom_match::write_atomically;
use boardloom_ruleset::file::read_file;
use boardloom_ruleset::sha256_hex;
use boardloom_sandbox::inspect;
use serde_json::{Value as Json, json};
use thiserror::Error;

use super::file::GameFile;

/// The folder of the store, within the user's folder.
const FOLDER: &str = "games";
/// The list of installed games within it.
const LOCK: &str = "installed.json";
/// A game's file is no larger, in bytes.
const LARGEST_GAME: usize = 64 << 20;
/// A list is no larger, in bytes.
const LARGEST_LOCK: usize = 1 << 20;
/// The digits of a file's hash that name its folder.
const DIGITS: usize = 16;

#[derive(Debug, Clone, Error)]
#[non_exhaustive]
pub enum StoreError {
    #[error("cannot read {}: {why}", path.display())]
    Unread { path: PathBuf, why: String },
    #[error("cannot write {}: {why}", path.display())]
    Unwritten { path: PathBuf, why: String },
    #[error("{} is no game file: {why}", path.display())]
    Invalid { path: PathBuf, why: String },
    #[error(
        "{id} {version} is installed already with other content; a changed game needs a new version"
    )]
    Changed { id: String, version: String },
    #[error("`{name}` is the name of {other} too; remove that one first")]
    NameTaken { name: String, other: String },
    #[error("no game `{id}` is installed; {all}")]
    NotInstalled { id: String, all: String },
}

/// A game in the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Installed {
    /// `owner/name`.
    pub id: String,
    pub version: String,
    /// The SHA-256 of the game's file.
    pub hash: String,
    /// The plugin's file.
    pub plugin: PathBuf,
}

/// The folder of installed games: one folder for each, named by its content, and a list.
#[derive(Debug, Clone)]
pub struct GameStore {
    folder: PathBuf,
}

impl GameStore {
    pub fn new(user: &Path) -> GameStore {
        GameStore { folder: user.join(FOLDER) }
    }

    /// Returns the installed games in order of ids; what is damaged is left out.
    pub fn installed(&self) -> Vec<Installed> {
        let Ok(bytes) = read_file(&self.folder.join(LOCK), LARGEST_LOCK) else { return Vec::new() };
        let listed: Json = serde_json::from_slice(&bytes).unwrap_or_else(|error| {
            tracing::warn!(%error, "the list of installed games is damaged");
            Json::Null
        });
        let games = listed["games"].as_array().into_iter().flatten();
        let read = |game: &Json| {
            let text = |key: &str| game[key].as_str().unwrap_or_default().to_owned();
            let (id, version, hash) = (text("id"), text("version"), text("hash"));
            let file = GameFile { id, version, ..GameFile::default() };
            let is_sound = file.check().is_ok() && is_hash(&hash);
            let plugin = self.plugin(&file, &hash);
            let GameFile { id, version, .. } = file;
            (is_sound && plugin.is_file()).then_some(Installed { id, version, hash, plugin })
        };
        let mut installed: Vec<Installed> = games.filter_map(read).collect();
        installed.sort_by(|a, b| a.id.cmp(&b.id));
        installed
    }

    /// Installs a game from its file, in place of another version of it.
    ///
    /// # Errors
    /// If the file cannot be read or is no game file, if the same version is installed with other
    /// content, or if another game has its name. `built_in` are names that no game may have.
    pub fn install(&self, path: &Path, built_in: &[&str]) -> Result<Installed, StoreError> {
        let bytes = read_file(path, LARGEST_GAME)
            .map_err(|error| StoreError::Unread { path: path.into(), why: error.to_string() })?;
        let invalid = |why| StoreError::Invalid { path: path.into(), why };
        let game = GameFile::read(&bytes).map_err(invalid)?;
        inspect(game.name(), &bytes).map_err(|error| invalid(error.to_string()))?;
        let hash = sha256_hex(&bytes);
        let name = game.name().to_owned();
        if built_in.contains(&&*name) {
            return Err(StoreError::NameTaken { name, other: "a built-in game".to_owned() });
        }
        let mut all = self.installed();
        for known in &all {
            if known.id == game.id && known.version == game.version && known.hash != hash {
                let Installed { id, version, .. } = known.clone();
                return Err(StoreError::Changed { id, version });
            }
            if known.id != game.id && known.id.ends_with(&format!("/{name}")) {
                return Err(StoreError::NameTaken { name, other: known.id.clone() });
            }
        }
        let plugin = self.unpack(&game, &bytes, &hash)?;
        let (old, mut kept): (Vec<_>, Vec<_>) = all.drain(..).partition(|it| it.id == game.id);
        let installed = Installed { id: game.id, version: game.version, hash, plugin };
        kept.push(installed.clone());
        self.write_list(&kept)?;
        old.iter().filter(|it| it.hash != installed.hash).for_each(|it| self.discard(it));
        Ok(installed)
    }

    /// Removes a game.
    ///
    /// # Errors
    /// If it is not installed, or the list cannot be written.
    pub fn remove(&self, id: &str) -> Result<Installed, StoreError> {
        let (mut found, kept): (Vec<_>, Vec<_>) =
            self.installed().into_iter().partition(|it| it.id == id);
        let Some(game) = found.pop() else {
            let ids: Vec<&str> = kept.iter().map(|it| &*it.id).collect();
            let all = match ids.is_empty() {
                true => "there is none".to_owned(),
                false => format!("there are {}", ids.join(", ")),
            };
            return Err(StoreError::NotInstalled { id: id.to_owned(), all });
        };
        self.write_list(&kept)?;
        self.discard(&game);
        Ok(game)
    }

    fn folder_of(&self, hash: &str) -> PathBuf {
        self.folder.join(&hash[..DIGITS.min(hash.len())])
    }

    fn plugin(&self, game: &GameFile, hash: &str) -> PathBuf {
        self.folder_of(hash).join(game.name()).with_extension("wasm")
    }

    /// Writes a game's files into the folder named by its hash. A folder that is there has this
    /// content: it gets its name when it is whole.
    fn unpack(&self, game: &GameFile, bytes: &[u8], hash: &str) -> Result<PathBuf, StoreError> {
        let plugin = self.plugin(game, hash);
        if plugin.is_file() {
            return Ok(plugin);
        }
        let folder = self.folder_of(hash);
        let partial = folder.with_extension("partial");
        let unwritten = |path: &Path| {
            let path = path.to_owned();
            move |error: std::io::Error| StoreError::Unwritten { path, why: error.to_string() }
        };
        if partial.is_dir() {
            std::fs::remove_dir_all(&partial).map_err(unwritten(&partial))?;
        }
        let component = (format!("{}.wasm", game.name()), bytes);
        let files = game.files.iter().map(|(path, data)| (path.clone(), &data[..]));
        for (path, data) in files.chain([component]) {
            let path = partial.join(path);
            let above = path.parent().unwrap_or(&partial);
            std::fs::create_dir_all(above).map_err(unwritten(above))?;
            std::fs::write(&path, data).map_err(unwritten(&path))?;
        }
        std::fs::rename(&partial, &folder).map_err(unwritten(&folder))?;
        Ok(plugin)
    }

    fn write_list(&self, games: &[Installed]) -> Result<(), StoreError> {
        let path = self.folder.join(LOCK);
        let games: Vec<Json> = games
            .iter()
            .map(|it| json!({ "id": it.id, "version": it.version, "hash": it.hash }))
            .collect();
        let text = format!("{:#}\n", json!({ "games": games }));
        write_atomically(&path, text.as_bytes())
            .map_err(|error| StoreError::Unwritten { path, why: error.to_string() })
    }

    /// Removes the folder of a game that is no longer listed.
    fn discard(&self, game: &Installed) {
        let folder = self.folder_of(&game.hash);
        if let Err(error) = std::fs::remove_dir_all(&folder) {
            tracing::warn!(%error, folder = %folder.display(), "a removed game stays on the disk");
        }
    }
}

fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
