//! A game as one file, `NAME.loomgame`: a plugin's component with its rulesets and what describes it
//! in custom sections, which the sandbox ignores.
//!
//! Versions are compared as <https://semver.org> does; others come before those.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::Path;

use boardloom_app::files::GAME_FILE;
use semver::Version;
use serde_json::Value as Json;
use wasmparser::{Parser, Payload};

/// The section that describes the game, as JSON.
pub const DESCRIPTION: &str = "boardloom:game";
/// The sections of files have names that begin with this.
pub const PACKED_FILE: &str = "boardloom:file/";

/// Limits of one file: its name's length, its folders, and of all: their number and bytes.
const LONGEST_NAME: usize = 120;
const DEEPEST: usize = 4;
const MOST_FILES: usize = 1000;
const MOST_BYTES: usize = 16 << 20;
/// Endings of files that a game may bring.
pub const ENDINGS: [&str; 5] = ["toml", "net", "md", "txt", "png"];

/// A game file's description and files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameFile {
    /// `owner/name`. The name is the plugin's.
    pub id: String,
    pub version: String,
    /// Who made it, or empty.
    pub author: String,
    /// The licence's SPDX expression, or empty.
    pub license: String,
    /// One line, or empty.
    pub summary: String,
    /// The public key of minisign that signs it, or empty.
    pub key: String,
    /// By path, with `/` between folders.
    pub files: BTreeMap<String, Vec<u8>>,
}

impl GameFile {
    /// Reads the sections of a game file. Its component is not checked.
    ///
    /// # Errors
    /// If it is no game file, or breaks a limit.
    pub fn read(bytes: &[u8]) -> Result<GameFile, String> {
        let (mut description, mut files) = (None, BTreeMap::new());
        let (mut depth, mut total) = (0_usize, 0_usize);
        for payload in Parser::new(0).parse_all(bytes) {
            match payload.map_err(|error| format!("it is damaged at byte {}", error.offset()))? {
                Payload::Version { .. } => depth += 1,
                Payload::End(_) => depth -= 1,
                Payload::CustomSection(section) if depth == 1 => {
                    if section.name() == DESCRIPTION {
                        if description.replace(section.data()).is_some() {
                            return Err("it has two descriptions".to_owned());
                        }
                    } else if let Some(path) = section.name().strip_prefix(PACKED_FILE) {
                        total += section.data().len();
                        if total > MOST_BYTES {
                            return Err(format!("its files have more than {MOST_BYTES} bytes"));
                        }
                        if files.len() >= MOST_FILES {
                            return Err(format!("it has more than {MOST_FILES} files"));
                        }
                        check_path(path)?;
                        if files.insert(path.to_owned(), section.data().to_vec()).is_some() {
                            return Err(format!("it has two files `{path}`"));
                        }
                    }
                }
                _ => {}
            }
        }
        let description = description
            .ok_or("it has no description; `boardloom plugin pack` makes files that have one")?;
        let described: Json = serde_json::from_slice(description)
            .map_err(|error| format!("its description is no JSON: {error}"))?;
        let text = |key: &str, most: usize| {
            let text = described[key].as_str().unwrap_or_default();
            match text.len() <= most && !text.contains(char::is_control) {
                true => Ok(text.to_owned()),
                false => Err(format!("its `{key}` is too long, or has control characters")),
            }
        };
        let game = GameFile {
            id: text("id", 80)?,
            version: text("version", 40)?,
            author: text("author", 200)?,
            license: text("license", 200)?,
            summary: text("summary", 300)?,
            key: text("key", 60)?,
            files,
        };
        check_id(&game.id)?;
        check_version(&game.version)?;
        Ok(game)
    }

    /// Returns the plugin's name.
    pub fn name(&self) -> &str {
        self.id.rsplit('/').next().unwrap_or_default()
    }

    /// Returns the description as it stands in the file.
    pub fn description(&self) -> String {
        let GameFile { id, version, author, license, summary, key, .. } = self;
        let mut described = serde_json::json!({ "author": author, "id": id, "license": license });
        // What is empty is left out.
        for (name, text) in [("summary", summary), ("key", key), ("version", version)] {
            if !text.is_empty() {
                described[name] = text.as_str().into();
            }
        }
        described.to_string()
    }

    /// Checks what [`GameFile::read`] would refuse.
    ///
    /// # Errors
    /// As [`GameFile::read`].
    pub fn check(&self) -> Result<(), String> {
        check_id(&self.id)?;
        check_version(&self.version)?;
        self.files.keys().try_for_each(|path| check_path(path))
    }
}

/// Tells whether a path is a game file's, by its ending.
pub fn is_game_file(path: &Path) -> bool {
    path.extension().is_some_and(|it| it.eq_ignore_ascii_case(GAME_FILE))
}

/// Compares versions; see the module.
pub fn compare_versions(a: &str, b: &str) -> Ordering {
    let read = |version: &str| Version::parse(version).ok();
    read(a).cmp(&read(b)).then_with(|| a.cmp(b))
}

fn is_word(word: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=39).contains(&word.len())
        && word.bytes().all(fits)
        && word.starts_with(|first: char| first.is_ascii_lowercase())
}

/// Checks that an id's owner and name have lower-case letters, digits and hyphens.
pub fn check_id(id: &str) -> Result<(), String> {
    match id.split_once('/') {
        Some((owner, name)) if is_word(owner) && is_word(name) => Ok(()),
        _ => Err(format!(
            "expected an id as `owner/name` in lower-case letters, digits and hyphens, found `{}`",
            id.escape_debug()
        )),
    }
}

/// A version becomes part of what is printed, and is compared by its text alone.
pub fn check_version(version: &str) -> Result<(), String> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b".-+".contains(&byte);
    match (1..=40).contains(&version.len()) && version.bytes().all(fits) {
        true => Ok(()),
        false => Err(format!("expected a version as `0.1.0`, found `{}`", version.escape_debug())),
    }
}

/// A path is used as a file's name below the folder of the game: it must not lead out of it.
fn check_path(path: &str) -> Result<(), String> {
    let ending = Path::new(path).extension().and_then(|it| it.to_str());
    let known = ending.is_some_and(|it| ENDINGS.contains(&it)) || path == "LICENSE";
    let parts = path.split('/').count();
    match path.len() <= LONGEST_NAME
        && parts <= DEEPEST
        && path.split('/').all(is_path_part)
        && known
    {
        true => Ok(()),
        false => Err(format!(
            "`{}` is no name that a file in a game may have (letters, digits, `-`, `_`, `.`; \
             endings {})",
            path.escape_debug(),
            ENDINGS.join(", ")
        )),
    }
}

/// Tells whether a text can be a file or a folder in a path: it does not lead out of it.
pub(super) fn is_path_part(part: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    !part.starts_with('.') && !part.is_empty() && part.bytes().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_below_their_folder() {
        for path in ["rulesets/a/b.toml", "README.md", "LICENSE", "rulesets/tournament.net"] {
            assert_eq!(check_path(path), Ok(()), "{path}");
        }
        let long = format!("{}.toml", "a".repeat(200));
        for path in [
            "../a.toml",
            "/a.toml",
            "a/../b.toml",
            "a\\b.toml",
            "C:a.toml",
            ".hidden.toml",
            "a//b.toml",
            "run.sh",
            "a.wasm",
            "a/b/c/d/e.toml",
            "",
            &long,
            "a\0.toml",
            "ä.toml",
        ] {
            assert!(check_path(path).is_err(), "{path:?}");
        }
    }

    #[test]
    fn ids_have_an_owner_and_a_name() {
        assert_eq!(check_id("ann/lines-of-action"), Ok(()));
        for id in ["", "ann", "ann/", "/x", "ann/x/y", "Ann/x", "ann/x y", "../x", "1/x", "a/1"] {
            assert!(check_id(id).is_err(), "{id:?}");
        }
    }

    #[test]
    fn versions_are_compared_by_their_numbers() {
        let mut all = ["1.10.0", "1.9.0", "b", "2.0.0-rc.1", "2.0.0", "1", "1.9.0+b"];
        all.sort_by(|a, b| compare_versions(a, b));
        assert_eq!(all, ["1", "b", "1.9.0", "1.9.0+b", "1.10.0", "2.0.0-rc.1", "2.0.0"]);
    }

    #[test]
    fn what_is_no_game_file_is_refused() {
        for bytes in [&b""[..], b"\0asm", b"\0asm\x0d\0\x01\0", b"PK\x03\x04"] {
            assert!(GameFile::read(bytes).is_err(), "{bytes:?}");
        }
    }
}
