//! Games from files, addresses and indexes.

use std::path::{Path, PathBuf};

use boardloom_app::texts::files as t;
use boardloom_app::{GameOffer, GamePlace, MissingPlugin};
use boardloom_ruleset::file::read_file;
use boardloom_ruleset::sha256_hex;

use super::{Catalog, CatalogError};
use crate::games::{
    Arrived, DownloadError, GameArrival, GameFile, GameStore, Index, IndexEntry, IndexedVersion,
    Installed, LARGEST_GAME, LARGEST_SIGNATURE, Patience, SIGNATURE_FILE, StoreError, changes,
    compare_versions, download, find, find_plugin, is_game_file, needs_signature, versions,
};

/// The most entries of a record's folder that are looked at, and game files that are read.
const MOST_ENTRIES: usize = 2000;
const MOST_FILES: usize = 20;

/// A game of which a newer version was installed.
#[derive(Debug)]
pub struct GameUpdate {
    pub before: Installed,
    pub after: Arrived,
    /// What changed, a line each.
    pub changes: Vec<String>,
    /// The address of the index that has it.
    pub index: String,
}

#[derive(Debug)]
pub enum UpdateResult {
    /// No index has the game.
    Unknown,
    /// The newest version that this program can play is installed.
    Newest,
    Updated(Box<GameUpdate>),
}

impl Catalog {
    /// Returns the store of installed games.
    ///
    /// # Errors
    /// If there is no user's folder.
    pub fn game_store(&self) -> Result<GameStore, CatalogError> {
        let user = self.places.user.as_deref().ok_or_else(|| CatalogError::Unread {
            path: PathBuf::from("games"),
            why: "this user has no folder for data".to_owned(),
        })?;
        Ok(GameStore::new(user))
    }

    /// Installs a game from its file.
    ///
    /// # Errors
    /// As [`GameStore::install_file`], in safe mode, or if there is no user's folder.
    pub fn install(&self, file: &Path, arrival: GameArrival<'_>) -> Result<Arrived, CatalogError> {
        self.check_safe_mode(file)?;
        Ok(self.game_store()?.install_file(file, arrival, &built_in())?)
    }

    /// Installs a game from an `https://` address: the file with this hash.
    ///
    /// # Errors
    /// As [`GameStore::install`], in safe mode, or if it cannot be downloaded.
    pub fn install_from_address(
        &self,
        address: &str,
        hash: &str,
        accepts_key: bool,
    ) -> Result<Arrived, CatalogError> {
        self.check_safe_mode(Path::new(address))?;
        let store = self.game_store()?;
        let nothing = || DownloadError::Nothing(address.to_owned());
        let bytes = download(address, LARGEST_GAME, Patience::default())?.ok_or_else(nothing)?;
        let arrival = GameArrival {
            bytes: &bytes,
            origin: address,
            hash: Some(hash),
            accepts_key,
            ..GameArrival::default()
        };
        arrival.check_hash()?;
        let is_alone = GameFile::read(&bytes).is_ok_and(|game| needs_signature(&game, &bytes));
        let beside = match is_alone {
            true => {
                let beside = format!("{address}.{SIGNATURE_FILE}");
                download(&beside, LARGEST_SIGNATURE, Patience::default())?
            }
            false => None,
        };
        let signature = beside.map(|it| String::from_utf8_lossy(&it).into_owned());
        let arrival = GameArrival { signature: signature.as_deref(), ..arrival };
        Ok(store.install(arrival, &built_in())?)
    }

    /// Installs a game from an index.
    ///
    /// # Errors
    /// As [`GameStore::install`], in safe mode, or if its file cannot be read.
    pub fn install_from_index(
        &self,
        entry: &IndexEntry,
        accepts_key: bool,
    ) -> Result<Arrived, CatalogError> {
        let IndexEntry { index, id, version } = entry;
        self.check_safe_mode(Path::new(&index.to_string()))?;
        let store = self.game_store()?;
        let bytes = index.file_of(version)?;
        let signature = Some(&*version.signature).filter(|it| !it.is_empty());
        let origin = index.to_string();
        let arrival = GameArrival {
            bytes: &bytes,
            origin: &origin,
            signature,
            hash: Some(&version.sha256),
            accepts_key,
        };
        arrival.check_hash()?;
        // A file is what it says itself: an index cannot pass one game off as another.
        let invalid = |why| StoreError::Invalid { origin: origin.clone(), why };
        let file = GameFile::read(&bytes).map_err(invalid)?;
        if file.id != *id || file.version != version.version {
            let why = format!(
                "the index names {id} {}, and the file is {} {}",
                version.version, file.id, file.version
            );
            return Err(invalid(why).into());
        }
        Ok(store.install(arrival, &built_in())?)
    }

    /// Installs the newest version of a game that the indexes have and this program can play,
    /// beside those that are installed.
    ///
    /// # Errors
    /// As [`Catalog::install_from_index`], or if no index can be read.
    pub fn update_game(
        &self,
        game: &Installed,
        indexes: &[Index],
        accepts_key: bool,
    ) -> Result<UpdateResult, CatalogError> {
        let mut all = versions(indexes, &game.id)?;
        let Some(entry) = all.found.iter().find(|entry| entry.is_playable()) else {
            return match (all.found.is_empty(), all.errors.is_empty()) {
                (true, false) => Err(all.errors.swap_remove(0).into()),
                (true, true) => Ok(UpdateResult::Unknown),
                (false, _) => Ok(UpdateResult::Newest),
            };
        };
        for error in &all.errors {
            tracing::error!(%error, "an index cannot be read");
        }
        if compare_versions(&entry.version.version, &game.version).is_le() {
            return Ok(UpdateResult::Newest);
        }
        let after = self.install_from_index(entry, accepts_key)?;
        let read = |game: &Installed| {
            let bytes = std::fs::read(&game.plugin).ok()?;
            GameFile::read(&bytes).ok()
        };
        let changes = match (read(game), read(&after.game)) {
            (Some(old), Some(new)) => changes(&old, &new),
            _ => Vec::new(),
        };
        let (before, index) = (game.clone(), entry.index.to_string());
        Ok(UpdateResult::Updated(Box::new(GameUpdate { before, after, changes, index })))
    }

    /// Returns a catalog that uses the version of an installed game with this hash, if it has
    /// another version for the plugin: so a record is opened with the version that played it.
    pub fn with_version(&self, plugin: &str, hash: &str) -> Option<Catalog> {
        if self.places.safe || hash.is_empty() {
            return None;
        }
        let used = self.plugins.file(plugin)?;
        let installed = self.game_store().ok()?.installed();
        let mut others = installed.iter().filter(|game| game.plugin != used);
        let wanted = others.find(|game| game.hash == hash && game.name() == plugin)?;
        // A plugin that the player opened or built stays in use.
        if installed.iter().all(|game| game.plugin != used) {
            return None;
        }
        let mut places = self.places.clone();
        places.add_plugin(&wanted.plugin);
        Some(Catalog::new(places).with_config(self.config.clone()))
    }

    /// Searches for the game that a record lacks: beside the record, then in indexes.
    pub fn find_game(
        &self,
        missing: &MissingPlugin,
        record: &Path,
        indexes: &[Index],
    ) -> Option<GameOffer> {
        if self.places.safe || missing.name.is_empty() {
            return None;
        }
        let beside = game_beside(missing, record);
        if beside.as_ref().is_some_and(GameOffer::is_exact) {
            return beside;
        }
        let entry = find_plugin(indexes, &missing.name, &missing.version, &missing.hash);
        let indexed = entry.map(|IndexEntry { index, id, version }| GameOffer {
            missing: missing.clone(),
            id,
            version: version.version,
            hash: version.sha256,
            place: GamePlace::Index(index.to_string()),
        });
        let (exact, other): (Vec<_>, Vec<_>) =
            beside.into_iter().chain(indexed).partition(GameOffer::is_exact);
        exact.into_iter().chain(other).next()
    }

    /// Installs the game of an offer: the file with its hash.
    ///
    /// # Errors
    /// As [`Catalog::install`] and [`Catalog::install_from_index`].
    pub fn install_offer(&self, offer: &GameOffer) -> Result<Arrived, CatalogError> {
        match &offer.place {
            GamePlace::File(path) => {
                let hash = Some(&*offer.hash);
                self.install(path, GameArrival { hash, ..GameArrival::default() })
            }
            GamePlace::Index(address) => {
                let index = Index::new(address)?;
                let entry = find(&[index], &offer.id, Some(&offer.version))?;
                let version = IndexedVersion { sha256: offer.hash.clone(), ..entry.version };
                self.install_from_index(&IndexEntry { version, ..entry }, false)
            }
        }
    }

    fn check_safe_mode(&self, file: &Path) -> Result<(), CatalogError> {
        match self.places.safe {
            false => Ok(()),
            true => {
                let why = t::safe_mode().to_owned();
                Err(CatalogError::Unread { path: file.to_owned(), why })
            }
        }
    }
}

/// Returns a game file in a record's folder that has the plugin that the record lacks: the very one,
/// or else one of this name.
fn game_beside(missing: &MissingPlugin, record: &Path) -> Option<GameOffer> {
    // Without `./` before the name.
    let folder = record.parent().unwrap_or(Path::new(""));
    let listed = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = listed.read_dir().ok()?.flatten().map(|entry| folder.join(entry.file_name()));
    let mut files: Vec<PathBuf> =
        entries.take(MOST_ENTRIES).filter(|path| is_game_file(path)).collect();
    files.sort();
    let offers = files.into_iter().take(MOST_FILES).filter_map(|path| {
        let bytes = read_file(&path, LARGEST_GAME).ok()?;
        let game = GameFile::read(&bytes).ok().filter(|game| game.name() == missing.name)?;
        Some(GameOffer {
            missing: missing.clone(),
            id: game.id,
            version: game.version,
            hash: sha256_hex(&bytes),
            place: GamePlace::File(path),
        })
    });
    let (exact, other): (Vec<_>, Vec<_>) = offers.partition(GameOffer::is_exact);
    exact.into_iter().chain(other).next()
}

fn built_in() -> Vec<&'static str> {
    boardloom_bundle::plugins().iter().map(|(name, _)| *name).collect()
}
