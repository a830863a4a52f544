//! Writes an index of games: see [`super::index`].

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use boardloom_match::write_atomically;
use boardloom_ruleset::file::{read_file, read_text};
use boardloom_ruleset::sha256_hex;
use boardloom_sandbox::inspect;
use serde::Serialize;
use thiserror::Error;

use super::file::{GameFile, compare_versions, is_path_part};
use super::index::{
    FORMAT, GameList, Index, IndexError, IndexedGame, IndexedVersion, LIST, VersionList,
    versions_file,
};
use super::signature::{LARGEST_SIGNATURE, signer};
use super::store::{LARGEST_GAME, signature_beside};

#[derive(Debug, Clone, Error)]
#[non_exhaustive]
pub enum IndexWriterError {
    #[error("cannot read {}: {why}", path.display())]
    Unread { path: PathBuf, why: String },
    #[error("cannot write {}: {why}", path.display())]
    Unwritten { path: PathBuf, why: String },
    #[error("{} is no game file: {why}", path.display())]
    Invalid { path: PathBuf, why: String },
    #[error(
        "the index has {id} {version} already with other content; a changed game needs a new version"
    )]
    Changed { id: String, version: String },
    #[error(
        "the file's name becomes part of its address: expected letters, digits, `-`, `_` and `.`, \
         found {}", .0.display()
    )]
    Name(PathBuf),
    #[error(transparent)]
    Index(#[from] IndexError),
}

/// Adds games to the index in a folder, which is made if there is none. The files are copied into
/// it, unless they lie at `address`, each under its own name. Returns what was added: the id and
/// the version of each.
///
/// # Errors
/// If a file is no game file, or the index has its version with other content. Nothing is written
/// then.
pub fn add_to_index(
    folder: &Path,
    files: &[PathBuf],
    address: Option<&str>,
) -> Result<Vec<(String, String)>, IndexWriterError> {
    let index = Index::Folder(folder.to_owned());
    let mut games = match folder.join(LIST).exists() {
        true => index.games()?,
        false => Vec::new(),
    };
    let mut lists: BTreeMap<String, Vec<IndexedVersion>> = BTreeMap::new();
    let mut copies: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut added = Vec::new();
    for path in files {
        let new = NewFile::read(path)?;
        let id = new.game.id.clone();
        let list = match lists.remove(&id) {
            Some(list) => list,
            None => index.versions(&id)?,
        };
        let list = lists.entry(id.clone()).or_insert(list);
        let (entry, copy) = new.entry(path, address)?;
        added.push((id.clone(), entry.version.clone()));
        match list.iter().find(|known| known.version == entry.version) {
            Some(known) if known.sha256 != entry.sha256 => {
                return Err(IndexWriterError::Changed { id, version: entry.version });
            }
            // An address or a signature may have changed.
            _ => list.retain(|known| known.version != entry.version),
        }
        let newest = games.iter().find(|known| known.id == id).map(|known| known.version.clone());
        if newest.is_none_or(|newest| compare_versions(&newest, &entry.version).is_le()) {
            games.retain(|known| known.id != id);
            games.push(new.listed());
        }
        if let Some(copy) = copy {
            copies.insert(copy, new.bytes);
        }
        list.push(entry);
    }
    games.sort_by(|a, b| a.id.cmp(&b.id));
    for (path, bytes) in copies {
        write(&folder.join(path), &bytes)?;
    }
    for (id, mut version) in lists {
        version.sort_by(|a, b| compare_versions(&b.version, &a.version));
        let path = versions_file(&id).expect("the id of a game file");
        write_toml(&folder.join(path), &VersionList { format: FORMAT, version })?;
    }
    // The list comes last, and names nothing that is not there.
    write_toml(&folder.join(LIST), &GameList { format: FORMAT, game: games })?;
    Ok(added)
}

struct NewFile {
    game: GameFile,
    bytes: Vec<u8>,
    contract: String,
    /// Beside the file.
    signature: String,
}

impl NewFile {
    fn read(path: &Path) -> Result<NewFile, IndexWriterError> {
        let unread =
            |path: &Path, why: String| IndexWriterError::Unread { path: path.to_owned(), why };
        let invalid = |why: String| IndexWriterError::Invalid { path: path.to_owned(), why };
        let bytes =
            read_file(path, LARGEST_GAME).map_err(|error| unread(path, error.to_string()))?;
        let game = GameFile::read(&bytes).map_err(invalid)?;
        let contract =
            inspect(game.name(), &bytes).map_err(|error| invalid(error.to_string()))?.contract;
        let beside = signature_beside(path);
        let signature = match read_text(&beside, LARGEST_SIGNATURE) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(unread(&beside, error.to_string())),
        };
        let found = Some(&*signature).filter(|it| !it.is_empty());
        signer(&game, &bytes, found).map_err(|error| invalid(error.to_string()))?;
        Ok(NewFile { game, bytes, contract, signature })
    }

    /// Returns the entry, and where a copy of the file goes.
    fn entry(
        &self,
        path: &Path,
        address: Option<&str>,
    ) -> Result<(IndexedVersion, Option<String>), IndexWriterError> {
        let GameFile { id, version, key, .. } = &self.game;
        // No version has a `_`.
        let copy = format!("files/{id}-{}.loomgame", version.replace('+', "_"));
        let (address, copy) = match address {
            None => (copy.clone(), Some(copy)),
            Some(base) => {
                let name = path.file_name().and_then(|name| name.to_str());
                let name = name.filter(|name| is_path_part(name));
                let name = name.ok_or_else(|| IndexWriterError::Name(path.to_owned()))?;
                (format!("{}/{name}", base.trim_end_matches('/')), None)
            }
        };
        let entry = IndexedVersion {
            version: version.clone(),
            sha256: sha256_hex(&self.bytes),
            size: self.bytes.len() as u64,
            address,
            contract: self.contract.clone(),
            key: key.clone(),
            signature: self.signature.clone(),
        };
        Ok((entry, copy))
    }

    fn listed(&self) -> IndexedGame {
        let GameFile { id, version, summary, author, license, .. } = self.game.clone();
        IndexedGame { id, version, summary, author, license }
    }
}

fn write_toml(path: &Path, list: &impl Serialize) -> Result<(), IndexWriterError> {
    let unwritten = |why: toml::ser::Error| IndexWriterError::Unwritten {
        path: path.to_owned(),
        why: why.to_string(),
    };
    write(path, toml::to_string_pretty(list).map_err(unwritten)?.as_bytes())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), IndexWriterError> {
    let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    folder.and_then(|()| write_atomically(path, bytes)).map_err(|error| {
        IndexWriterError::Unwritten { path: path.to_owned(), why: error.to_string() }
    })
}
