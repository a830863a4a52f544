//! Indexes of games: folders of TOML files, on this machine or on a web server, which list game
//! files with their hashes. Anybody can host one.
//!
//! ```text
//! index.toml              [[game]] id, version, summary, author, license
//! games/OWNER/NAME.toml   [[version]] version, sha256, size, address, contract, key, signature
//! ```

use std::cmp::Ordering;
use std::path::{Path, PathBuf};

use boardloom_contract::VERSION;
use boardloom_ruleset::contains_words;
use boardloom_ruleset::file::read_file;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::download::{
    DownloadError, LONGEST_ADDRESS, Patience, check_address, download, is_address,
};
use super::file::{check_id, check_version, compare_versions, is_path_part};
use super::signature::LARGEST_SIGNATURE;
use super::store::{LARGEST_GAME, is_hash};

/// The format of both kinds of files.
pub(super) const FORMAT: u32 = 1;
/// The list of games.
pub(super) const LIST: &str = "index.toml";
/// The list of games is no larger, in bytes, and that of one game's versions.
pub(super) const LARGEST_LIST: usize = 8 << 20;
pub(super) const LARGEST_VERSIONS: usize = 1 << 20;
/// The most games of an index, and versions of a game.
const MOST_GAMES: usize = 50_000;
const MOST_VERSIONS: usize = 1000;
/// The longest text of a game, in bytes.
const LONGEST_TEXT: usize = 300;

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum IndexError {
    #[error("cannot read {path}: {why}")]
    Unread { path: String, why: String },
    #[error("{0} is no index of games: there is no `index.toml`")]
    NoIndex(String),
    #[error("{file}: {why}")]
    Invalid { file: String, why: String },
    #[error(transparent)]
    Download(#[from] DownloadError),
    #[error("{0} is no longer there: the index that names it is out of date")]
    Gone(String),
    #[error("{id} {version} is one file in {first} and another in {second}; remove one of them")]
    Conflict { id: String, version: String, first: String, second: String },
    #[error(
        "no index is known, so `{0}` cannot be found: add one with `boardloom plugin index add \
         ADDRESS`, or install a game from its file"
    )]
    NoIndexes(String),
    #[error("no index has the game `{id}`{near}")]
    NoGame { id: String, near: String },
    #[error("{id} has no version {version}; there are {all}")]
    NoVersion { id: String, version: String, all: String },
    #[error(
        "no version of {id} is for version {VERSION} of the contract `boardloom:rules`; the newest \
         is for {contract}"
    )]
    OtherContract { id: String, contract: String },
}

/// A game in the list of an index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexedGame {
    pub id: String,
    /// The newest.
    pub version: String,
    #[serde(default)]
    pub summary: String,
    #[serde(default)]
    pub author: String,
    #[serde(default)]
    pub license: String,
}

/// A version of a game in an index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexedVersion {
    pub version: String,
    pub sha256: String,
    /// In bytes.
    pub size: u64,
    /// An `https://` address, or a path within the index.
    pub address: String,
    /// The version of the contract.
    pub contract: String,
    /// The public key that signs it, or empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub key: String,
    /// A signature that is not in the file, or empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub signature: String,
}

#[derive(Serialize, Deserialize)]
pub(super) struct GameList {
    pub format: u32,
    #[serde(default)]
    pub game: Vec<IndexedGame>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct VersionList {
    pub format: u32,
    #[serde(default)]
    pub version: Vec<IndexedVersion>,
}

/// A version of a game, and the index that has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexEntry {
    pub index: Index,
    pub id: String,
    pub version: IndexedVersion,
}

/// The place of an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Index {
    Folder(PathBuf),
    /// Ends with a slash.
    Web(String),
}

impl std::fmt::Display for Index {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Index::Folder(path) => path.display().fmt(f),
            Index::Web(address) => f.write_str(address),
        }
    }
}

impl Index {
    /// Takes the address or the folder of an index, or of its file `index.toml`.
    ///
    /// # Errors
    /// If the address is not encrypted.
    pub fn new(place: &str) -> Result<Index, IndexError> {
        let folder = place.strip_suffix(LIST).filter(|it| it.is_empty() || it.ends_with('/'));
        let place = folder.unwrap_or(place);
        if is_address(place) {
            check_address(place)?;
            return Ok(Index::Web(format!("{}/", place.trim_end_matches('/'))));
        }
        let path = Path::new(if place.is_empty() { "." } else { place });
        let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        // Without a slash at its end.
        Ok(Index::Folder(whole.components().collect()))
    }

    /// Reads a file of the index. `None` if there is none.
    fn read(&self, path: &str, most: usize) -> Result<Option<Vec<u8>>, IndexError> {
        match self {
            Index::Web(address) => {
                Ok(download(&format!("{address}{path}"), most, Patience::of_lists())?)
            }
            Index::Folder(folder) => match read_file(&folder.join(path), most) {
                Ok(bytes) => Ok(Some(bytes)),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
                Err(error) => {
                    let path = folder.join(path).display().to_string();
                    Err(IndexError::Unread { path, why: error.to_string() })
                }
            },
        }
    }

    fn parse<T: for<'a> Deserialize<'a>>(&self, path: &str, bytes: &[u8]) -> Result<T, IndexError> {
        #[derive(Deserialize)]
        struct Head {
            format: u32,
        }
        let text = std::str::from_utf8(bytes).map_err(|_| self.invalid(path, "it is no text"))?;
        let invalid = |error: toml::de::Error| self.invalid(path, error.message());
        let Head { format } = toml::from_str(text).map_err(invalid)?;
        match format {
            FORMAT => toml::from_str(text).map_err(invalid),
            other => Err(self.invalid(
                path,
                &format!("it has format {other}, and this program reads format {FORMAT}"),
            )),
        }
    }

    fn invalid(&self, path: &str, why: &str) -> IndexError {
        let file = match self {
            Index::Web(address) => format!("{address}{path}"),
            Index::Folder(folder) => folder.join(path).display().to_string(),
        };
        IndexError::Invalid { file, why: why.to_owned() }
    }

    /// Returns the games of the index, in its order.
    ///
    /// # Errors
    /// If the list cannot be read, or breaks a limit.
    pub fn games(&self) -> Result<Vec<IndexedGame>, IndexError> {
        let bytes = self.read(LIST, LARGEST_LIST)?;
        let bytes = bytes.ok_or_else(|| IndexError::NoIndex(self.to_string()))?;
        let GameList { game: games, .. } = self.parse(LIST, &bytes)?;
        if games.len() > MOST_GAMES {
            return Err(self.invalid(LIST, &format!("it has more than {MOST_GAMES} games")));
        }
        for game in &games {
            check_game(game).map_err(|why| self.invalid(LIST, &why))?;
        }
        Ok(games)
    }

    /// Returns the versions of a game, the newest first; none if the index lacks it.
    ///
    /// # Errors
    /// If the list cannot be read, or breaks a limit.
    pub fn versions(&self, id: &str) -> Result<Vec<IndexedVersion>, IndexError> {
        let path = versions_file(id).map_err(|why| self.invalid(LIST, &why))?;
        let Some(bytes) = self.read(&path, LARGEST_VERSIONS)? else { return Ok(Vec::new()) };
        let VersionList { mut version, .. } = self.parse(&path, &bytes)?;
        if version.len() > MOST_VERSIONS {
            return Err(self.invalid(&path, &format!("it has more than {MOST_VERSIONS} versions")));
        }
        for one in &version {
            check_indexed(one).map_err(|why| self.invalid(&path, &why))?;
        }
        version.sort_by(|a, b| compare_versions(&b.version, &a.version));
        Ok(version)
    }

    /// Reads the file of a version. Its hash is not checked.
    ///
    /// # Errors
    /// If it cannot be read, or is larger than the index says.
    pub fn file_of(&self, version: &IndexedVersion) -> Result<Vec<u8>, IndexError> {
        let most = usize::try_from(version.size).unwrap_or(LARGEST_GAME).min(LARGEST_GAME);
        let bytes = match is_address(&version.address) {
            true => download(&version.address, most, Patience::default())?,
            false => match self {
                Index::Web(address) => {
                    let address = format!("{address}{}", version.address);
                    download(&address, most, Patience::default())?
                }
                Index::Folder(_) => self.read(&version.address, most)?,
            },
        };
        bytes.ok_or_else(|| IndexError::Gone(version.address.clone()))
    }
}

/// Returns the path of the list of a game's versions within its index.
pub(super) fn versions_file(id: &str) -> Result<String, String> {
    check_id(id).map(|()| format!("games/{id}.toml"))
}

fn check_game(game: &IndexedGame) -> Result<(), String> {
    let IndexedGame { id, version, summary, author, license } = game;
    check_id(id)?;
    check_version(version)?;
    let texts = [summary, author, license];
    match texts.iter().all(|it| it.len() <= LONGEST_TEXT && !it.contains(char::is_control)) {
        true => Ok(()),
        false => Err(format!("a text of {id} is too long, or has control characters")),
    }
}

fn check_indexed(one: &IndexedVersion) -> Result<(), String> {
    check_version(&one.version)?;
    check_version(&one.contract)?;
    let version = &one.version;
    if !is_hash(&one.sha256) {
        return Err(format!("expected the SHA-256 of version {version} in 64 digits"));
    }
    if one.size > LARGEST_GAME as u64 {
        return Err(format!("version {version} has more than {LARGEST_GAME} bytes"));
    }
    if one.signature.len() > LARGEST_SIGNATURE || one.key.len() > LONGEST_TEXT {
        return Err(format!("the signature of version {version} is too long"));
    }
    let parts = || one.address.split('/').all(is_path_part);
    let fits = match is_address(&one.address) {
        true => check_address(&one.address).map_err(|error| error.to_string()).map(|()| true)?,
        false => one.address.len() <= LONGEST_ADDRESS && parts(),
    };
    match fits {
        true => Ok(()),
        false => Err(format!(
            "expected the address of version {version} as `https://...` or as a path within the \
             index, found `{}`",
            one.address.chars().take(100).collect::<String>().escape_debug()
        )),
    }
}

/// What was found in several indexes, and the errors of those that could not be read.
#[derive(Debug)]
pub struct IndexResults<T> {
    pub found: Vec<T>,
    pub errors: Vec<IndexError>,
}

/// Opens indexes by their addresses.
pub fn indexes(addresses: &[String]) -> IndexResults<Index> {
    gather(addresses, |address| Index::new(address).map(|index| vec![index]))
}

fn gather<S, T>(sources: &[S], read: impl Fn(&S) -> Result<Vec<T>, IndexError>) -> IndexResults<T> {
    let mut all = IndexResults { found: Vec::new(), errors: Vec::new() };
    for source in sources {
        match read(source) {
            Ok(found) => all.found.extend(found),
            Err(error) => all.errors.push(error),
        }
    }
    all
}

/// Returns the games where each word occurs in the id, the summary or the author, each once, with
/// the index that has its newest version; in order of ids.
pub fn search(indexes: &[Index], words: &str) -> IndexResults<(Index, IndexedGame)> {
    let mut all = gather(indexes, |index| {
        let fits = |game: &IndexedGame| {
            let IndexedGame { id, summary, author, .. } = game;
            contains_words(&format!("{id} {summary} {author}"), words)
        };
        let games = index.games()?.into_iter().filter(fits);
        Ok(games.map(|game| (index.clone(), game)).collect())
    });
    all.found.sort_by(|(_, a), (_, b)| {
        a.id.cmp(&b.id).then_with(|| compare_versions(&b.version, &a.version))
    });
    all.found.dedup_by(|(_, later), (_, first)| later.id == first.id);
    all
}

/// Returns the versions of a game in all indexes, the newest first, each once.
///
/// # Errors
/// If two indexes have different files as one version.
pub fn versions(indexes: &[Index], id: &str) -> Result<IndexResults<IndexEntry>, IndexError> {
    let mut all = gather(indexes, |index| {
        let entry = |version| IndexEntry { index: index.clone(), id: id.to_owned(), version };
        Ok(index.versions(id)?.into_iter().map(entry).collect())
    });
    let by_version =
        |a: &IndexEntry, b: &IndexEntry| compare_versions(&b.version.version, &a.version.version);
    all.found.sort_by(by_version);
    for pair in all.found.windows(2) {
        let [a, b] = pair else { continue };
        let same = a.version.sha256.eq_ignore_ascii_case(&b.version.sha256);
        if by_version(a, b) == Ordering::Equal && !same {
            return Err(IndexError::Conflict {
                id: id.to_owned(),
                version: a.version.version.clone(),
                first: a.index.to_string(),
                second: b.index.to_string(),
            });
        }
    }
    all.found.dedup_by(|later, first| later.version.version == first.version.version);
    Ok(all)
}

impl IndexEntry {
    /// Tells whether this program can play it.
    pub fn is_playable(&self) -> bool {
        self.version.contract == VERSION
    }
}

/// Returns the version of a game that is wanted, or else the newest that this program can play.
///
/// # Errors
/// If no index has it.
pub fn find(indexes: &[Index], id: &str, version: Option<&str>) -> Result<IndexEntry, IndexError> {
    if indexes.is_empty() {
        return Err(IndexError::NoIndexes(id.to_owned()));
    }
    let IndexResults { found: all, mut errors } = versions(indexes, id)?;
    let Some(newest) = all.first() else {
        if !errors.is_empty() {
            return Err(errors.swap_remove(0));
        }
        let known = search(indexes, "").found;
        let near = boardloom_ruleset::suggestion::nearest(id, known.iter().map(|it| &*it.1.id));
        let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        return Err(IndexError::NoGame { id: id.to_owned(), near });
    };
    let is_wanted = |entry: &&IndexEntry| match version {
        Some(wanted) => entry.version.version == wanted,
        None => entry.is_playable(),
    };
    // Another index has it.
    errors.iter().for_each(|error| tracing::error!(%error, "an index cannot be read"));
    if let Some(found) = all.iter().find(is_wanted) {
        return Ok(found.clone());
    }
    let id = id.to_owned();
    Err(match version {
        Some(version) => {
            let known: Vec<&str> = all.iter().map(|entry| &*entry.version.version).collect();
            IndexError::NoVersion { id, version: version.to_owned(), all: known.join(", ") }
        }
        None => IndexError::OtherContract { id, contract: newest.version.contract.clone() },
    })
}

/// Returns the game with a plugin of this name that a record was played with: the file with its
/// hash, or else one of its version, or else the newest that is playable.
pub fn find_plugin(
    indexes: &[Index],
    plugin: &str,
    version: &str,
    hash: &str,
) -> Option<IndexEntry> {
    let ending = format!("/{plugin}");
    let games = search(indexes, plugin).found.into_iter().map(|(_, game)| game.id);
    let mut all = Vec::new();
    for id in games.filter(|id| id.ends_with(&ending)) {
        let found = versions(indexes, &id).map(|found| found.found).unwrap_or_default();
        all.extend(found.into_iter().filter(IndexEntry::is_playable));
    }
    let exact = all.iter().position(|it| it.version.sha256.eq_ignore_ascii_case(hash));
    let alike = || all.iter().position(|it| it.version.version == version);
    let at = exact.or_else(alike).or((!all.is_empty()).then_some(0))?;
    Some(all.swap_remove(at))
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    /// An index that lists `ann/x` with these versions, each with the first digit of its hash and
    /// its contract.
    fn index(versions: &[(&str, char, &str)]) -> (TempDir, Index) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("games/ann")).unwrap();
        let game = "id = \"ann/x\"\nversion = \"1.0.0\"\nsummary = \"Stones on a board\"\n";
        let list = format!("format = 1\n[[game]]\n{game}");
        std::fs::write(folder.path().join(LIST), list).unwrap();
        let listed: String = versions
            .iter()
            .map(|(version, digit, contract)| {
                let hash = digit.to_string().repeat(64);
                format!(
                    "[[version]]\nversion = \"{version}\"\nsha256 = \"{hash}\"\nsize = 1\n\
                     address = \"x.loomgame\"\ncontract = \"{contract}\"\n"
                )
            })
            .collect();
        let text = format!("format = 1\n{listed}");
        std::fs::write(folder.path().join("games/ann/x.toml"), text).unwrap();
        let index = Index::new(&folder.path().display().to_string()).unwrap();
        (folder, index)
    }

    #[test]
    fn the_newest_version_that_can_be_played_is_found() {
        let (_folder, index) =
            index(&[("1.9.0", 'a', VERSION), ("1.10.0", 'b', VERSION), ("2.0.0", 'c', "9.0.0")]);
        let all = [index];
        let found = |version| find(&all, "ann/x", version).map(|entry| entry.version.version);
        assert_eq!(found(None).as_deref(), Ok("1.10.0"));
        assert_eq!(found(Some("1.9.0")).as_deref(), Ok("1.9.0"));
        assert!(matches!(found(Some("3.0.0")), Err(IndexError::NoVersion { .. })));
        assert!(matches!(find(&all, "ann/y", None), Err(IndexError::NoGame { .. })));
        assert!(matches!(find(&all, "../../x", None), Err(IndexError::Invalid { .. })));
        assert!(matches!(find(&[], "ann/x", None), Err(IndexError::NoIndexes(_))));
        let plugin = |version: &str, digit: &str| {
            find_plugin(&all, "x", version, &digit.repeat(64)).map(|entry| entry.version.version)
        };
        assert_eq!(plugin("0.1.0", "a").as_deref(), Some("1.9.0"), "by its hash");
        assert_eq!(plugin("1.9.0", "f").as_deref(), Some("1.9.0"), "by its version");
        assert_eq!(plugin("0.1.0", "f").as_deref(), Some("1.10.0"), "the newest");
        assert_eq!(find_plugin(&all, "y", "1.9.0", ""), None);
        let words = |words: &str| search(&all, words).found.len();
        assert_eq!((words("stones BOARD"), words("x"), words(""), words("cards")), (1, 1, 1, 0));
    }

    #[test]
    fn indexes_that_disagree_are_told_and_broken_ones_hide_no_other() {
        let (_one, one) = index(&[("1.0.0", 'a', VERSION)]);
        let (_two, two) = index(&[("1.0.0", 'b', VERSION), ("1.1.0", 'c', VERSION)]);
        let both = find(&[one.clone(), two.clone()], "ann/x", None);
        assert!(matches!(both, Err(IndexError::Conflict { .. })), "{both:?}");
        let broken = Index::Folder("/nowhere/at/all".into());
        let found = find(&[broken.clone(), two], "ann/x", None).map(|entry| entry.version.version);
        assert_eq!(found.as_deref(), Ok("1.1.0"));
        let all = search(&[broken, one], "");
        assert_eq!((all.found.len(), all.errors.len()), (1, 1));
    }

    #[test]
    fn an_index_has_one_address() {
        let text = |place: &str| Index::new(place).map(|index| index.to_string()).ok();
        for place in
            ["https://a.org/games", "https://a.org/games/", "https://a.org/games/index.toml"]
        {
            assert_eq!(text(place).as_deref(), Some("https://a.org/games/"), "{place}");
        }
        assert_eq!(text("http://a.org/games"), None);
        assert_eq!(text("/games/index.toml").as_deref(), Some("/games"));
        assert_eq!(text("/games/my-index.toml").as_deref(), Some("/games/my-index.toml"));
    }
}
