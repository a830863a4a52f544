//! The games that are installed, in the user's folder.

use std::path::{Path, PathBuf};

use boardloom_match::write_atomically;
use boardloom_ruleset::file::{read_file, read_text};
use boardloom_ruleset::sha256_hex;
use boardloom_sandbox::inspect;
use serde::Serialize;
use thiserror::Error;

use super::file::{GameFile, compare_versions};
use super::known_keys::{KnownKeys, SignerChange};
use super::signature::{LARGEST_SIGNATURE, SIGNATURE_FILE, signer};

/// The folder of the store, within the user's folder.
const FOLDER: &str = "games";
/// The lock file within it: the list of installed games.
const LOCK: &str = "games.lock";
/// A game's file is no larger, in bytes.
pub const LARGEST_GAME: usize = 64 << 20;
/// A list is no larger, in bytes.
const LARGEST_LOCK: usize = 4 << 20;
/// The digits of a file's hash that name its folder.
const DIGITS: usize = 16;

#[derive(Debug, Clone, Error)]
#[non_exhaustive]
pub enum StoreError {
    #[error("cannot read {}: {why}", path.display())]
    Unread { path: PathBuf, why: String },
    #[error("cannot write {}: {why}", path.display())]
    Unwritten { path: PathBuf, why: String },
    #[error("{origin} is no game file: {why}")]
    Invalid { origin: String, why: String },
    #[error("{origin} has another SHA-256: expected {expected}, found {found}")]
    OtherHash { origin: String, expected: String, found: String },
    #[error(
        "{id} {version} is installed already with other content; a changed game needs a new version"
    )]
    Changed { id: String, version: String },
    #[error("`{name}` is the name of {other} too; remove that one first")]
    NameTaken { name: String, other: String },
    #[error(
        "{id} has been signed with the key {known} until now, and this one with {found}: if its \
         author says so, take it with `boardloom plugin install --accept-key`"
    )]
    OtherKey { id: String, known: String, found: String },
    #[error(
        "{id} has been signed with the key {known} until now, and this one is not signed: if its \
         author says so, take it with `boardloom plugin install --accept-key`"
    )]
    NotSigned { id: String, known: String },
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
    /// The path or address from which it came, or empty.
    pub origin: String,
    /// The public key that signed it.
    pub key: Option<String>,
    /// The plugin's file.
    pub plugin: PathBuf,
}

/// A game's file on its way into the store.
#[derive(Debug, Clone, Copy, Default)]
pub struct GameArrival<'a> {
    pub bytes: &'a [u8],
    /// The path or address from which it comes.
    pub origin: &'a str,
    /// The signature beside the file.
    pub signature: Option<&'a str>,
    /// The only SHA-256 that is taken.
    pub hash: Option<&'a str>,
    /// Whether the player agrees to another key than before, or none.
    pub accepts_key: bool,
}

impl GameArrival<'_> {
    /// Returns the file's hash.
    ///
    /// # Errors
    /// If another one is expected.
    pub fn check_hash(&self) -> Result<String, StoreError> {
        let hash = sha256_hex(self.bytes);
        match self.hash.filter(|it| !it.eq_ignore_ascii_case(&hash)) {
            None => Ok(hash),
            Some(expected) => Err(StoreError::OtherHash {
                origin: self.origin.to_owned(),
                expected: expected.to_owned(),
                found: hash,
            }),
        }
    }
}

impl Installed {
    /// Returns the plugin's name.
    pub fn name(&self) -> &str {
        self.id.rsplit('/').next().unwrap_or_default()
    }
}

/// A game that was installed, or was there already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrived {
    pub game: Installed,
    pub key: SignerChange,
    pub is_new: bool,
}

/// The folder of installed games: one folder for each, named by its content, and a list.
#[derive(Debug, Clone)]
pub struct GameStore {
    folder: PathBuf,
}

/// A game in the lock file.
#[derive(Serialize)]
struct LockedGame<'a> {
    id: &'a str,
    version: &'a str,
    sha256: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    source: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<&'a str>,
}

#[derive(Serialize)]
struct LockFile<'a> {
    game: Vec<LockedGame<'a>>,
}

impl GameStore {
    pub fn new(user: &Path) -> GameStore {
        GameStore { folder: user.join(FOLDER) }
    }

    /// Returns the installed games in order of ids, the newest version of each first; what is
    /// damaged is left out.
    pub fn installed(&self) -> Vec<Installed> {
        let Ok(text) = read_text(&self.folder.join(LOCK), LARGEST_LOCK) else { return Vec::new() };
        let listed: toml::Table = text.parse().unwrap_or_else(|error: toml::de::Error| {
            tracing::warn!(error = error.message(), "the list of installed games is damaged");
            toml::Table::new()
        });
        let games = listed.get("game").and_then(toml::Value::as_array).into_iter().flatten();
        let read = |game: &toml::Value| {
            let text = |key: &str| game.get(key).and_then(toml::Value::as_str).map(str::to_owned);
            let (id, version, hash) = (text("id")?, text("version")?, text("sha256")?);
            let file = GameFile { id, version, ..GameFile::default() };
            let is_sound = file.check().is_ok() && is_hash(&hash);
            let plugin = self.plugin(&file, &hash);
            let GameFile { id, version, .. } = file;
            let (origin, key) = (text("source").unwrap_or_default(), text("key"));
            let found = Installed { id, version, hash, origin, key, plugin };
            (is_sound && found.plugin.is_file()).then_some(found)
        };
        let mut installed: Vec<Installed> = games.filter_map(read).collect();
        installed
            .sort_by(|a, b| a.id.cmp(&b.id).then_with(|| compare_versions(&b.version, &a.version)));
        installed
    }

    /// Returns the newest version of each installed game, in order of ids.
    pub fn newest(&self) -> Vec<Installed> {
        let mut all = self.installed();
        all.dedup_by(|later, first| later.id == first.id);
        all
    }

    /// Installs a game from its file, with the signature beside it, next to its other versions.
    ///
    /// # Errors
    /// As [`GameStore::install`], and if the file cannot be read.
    pub fn install_file(
        &self,
        path: &Path,
        arrival: GameArrival<'_>,
        built_in: &[&str],
    ) -> Result<Arrived, StoreError> {
        let unread = |path: &Path, why: String| StoreError::Unread { path: path.to_owned(), why };
        let bytes =
            read_file(path, LARGEST_GAME).map_err(|error| unread(path, error.to_string()))?;
        let beside = signature_beside(path);
        let signature = match read_text(&beside, LARGEST_SIGNATURE) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => return Err(unread(&beside, error.to_string())),
        };
        let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let origin = match arrival.origin.is_empty() {
            true => whole.display().to_string(),
            false => arrival.origin.to_owned(),
        };
        let signature = signature.as_deref();
        self.install(GameArrival { bytes: &bytes, origin: &origin, signature, ..arrival }, built_in)
    }

    /// Installs a game next to its other versions.
    ///
    /// # Errors
    /// If its file has another hash, is no game file or is signed by another key than before, if
    /// the same version is installed with other content, or if another game has its name.
    /// `built_in` are names that no game may have.
    pub fn install(
        &self,
        arrival: GameArrival<'_>,
        built_in: &[&str],
    ) -> Result<Arrived, StoreError> {
        let GameArrival { bytes, origin, signature, .. } = arrival;
        let origin = origin.to_owned();
        let hash = arrival.check_hash()?;
        let invalid = |why| StoreError::Invalid { origin: origin.clone(), why };
        let file = GameFile::read(bytes).map_err(invalid)?;
        inspect(file.name(), bytes).map_err(|error| invalid(error.to_string()))?;
        let key = signer(&file, bytes, signature).map_err(|error| invalid(error.to_string()))?;
        let name = file.name().to_owned();
        if built_in.contains(&&*name) {
            return Err(StoreError::NameTaken { name, other: "a built-in game".to_owned() });
        }
        let mut all = self.installed();
        for known in &all {
            if known.id == file.id && known.version == file.version && known.hash != hash {
                let Installed { id, version, .. } = known.clone();
                return Err(StoreError::Changed { id, version });
            }
            if known.id != file.id && known.id.ends_with(&format!("/{name}")) {
                return Err(StoreError::NameTaken { name, other: known.id.clone() });
            }
        }
        let keys = KnownKeys::read(&self.folder).map_err(|error| StoreError::Unread {
            path: self.folder.clone(),
            why: error.to_string(),
        });
        let mut keys = keys?;
        let change = keys.compare(&file.id, key.as_deref());
        if !arrival.accepts_key {
            let id = file.id.clone();
            match (&change, &key) {
                (SignerChange::Replaced(known), Some(found)) => {
                    let (known, found) = (known.clone(), found.clone());
                    return Err(StoreError::OtherKey { id, known, found });
                }
                (SignerChange::Lost(known), _) => {
                    return Err(StoreError::NotSigned { id, known: known.clone() });
                }
                _ => {}
            }
        }
        let plugin = self.unpack(&file, bytes, &hash)?;
        keys.remember(&file.id, key.as_deref()).map_err(|error| StoreError::Unwritten {
            path: keys.file().to_owned(),
            why: error.to_string(),
        })?;
        let game = Installed { id: file.id, version: file.version, hash, origin, key, plugin };
        let known = all.iter().position(|it| it.hash == game.hash);
        if known.is_none() {
            all.push(game.clone());
            self.write_list(&all)?;
        }
        let game = known.map_or(game, |at| all.swap_remove(at));
        Ok(Arrived { game, key: change, is_new: known.is_none() })
    }

    /// Returns a version of a game, or all of them, the newest first.
    ///
    /// # Errors
    /// If it is not installed.
    pub fn find(&self, id: &str, version: Option<&str>) -> Result<Vec<Installed>, StoreError> {
        let is_meant = |it: &Installed| it.id == id && version.is_none_or(|own| own == it.version);
        let (found, others): (Vec<_>, Vec<_>) = self.installed().into_iter().partition(is_meant);
        if !found.is_empty() {
            return Ok(found);
        }
        let all: Vec<String> =
            others.iter().map(|it| format!("{} {}", it.id, it.version)).collect();
        let all = match all.is_empty() {
            true => "there is none".to_owned(),
            false => format!("there are {}", all.join(", ")),
        };
        let id = version.map_or(id.to_owned(), |version| format!("{id} {version}"));
        Err(StoreError::NotInstalled { id, all })
    }

    /// Removes a version of a game, or all. The key that signed it is remembered.
    ///
    /// # Errors
    /// If it is not installed, or the list cannot be written.
    pub fn remove(&self, id: &str, version: Option<&str>) -> Result<Vec<Installed>, StoreError> {
        let found = self.find(id, version)?;
        let mut kept = self.installed();
        kept.retain(|game| !found.contains(game));
        self.write_list(&kept)?;
        found.iter().for_each(|game| self.discard(game));
        Ok(found)
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
        let mut games: Vec<LockedGame<'_>> = games
            .iter()
            .map(|it| LockedGame {
                id: &it.id,
                version: &it.version,
                sha256: &it.hash,
                source: &it.origin,
                key: it.key.as_deref(),
            })
            .collect();
        games.sort_by_key(|game| (game.id, game.version));
        let written = toml::to_string(&LockFile { game: games })
            .map_err(std::io::Error::other)
            .map(|list| {
                format!("# The installed games; `boardloom plugin` writes this file.\n{list}")
            })
            .and_then(|text| write_atomically(&path, text.as_bytes()));
        written.map_err(|error| StoreError::Unwritten { path, why: error.to_string() })
    }

    /// Removes the folder of a game that is no longer listed.
    fn discard(&self, game: &Installed) {
        let folder = self.folder_of(&game.hash);
        if let Err(error) = std::fs::remove_dir_all(&folder) {
            tracing::warn!(%error, folder = %folder.display(), "a removed game stays on the disk");
        }
    }
}

/// Returns the path of the signature beside a game's file: `NAME.loomgame.minisig`.
pub fn signature_beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(SIGNATURE_FILE);
    PathBuf::from(name)
}

/// Tells whether a text is a SHA-256 in hexadecimal digits.
pub fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
