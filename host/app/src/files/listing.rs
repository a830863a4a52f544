//! The content of a folder.

use std::cmp::Ordering;
use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use boardloom_match::journal;
use boardloom_match::record::EXTENSION;

use crate::texts::files as t;

/// The most entries of a folder that are read.
const MOST: usize = 20_000;

/// The ending of a game as one file.
pub const GAME_FILE: &str = "loomgame";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    Folder,
    Record,
    Ruleset,
    Plugin,
    Other,
}

impl FileKind {
    /// The kind of a path that is no folder, by its ending.
    pub fn of(path: &Path) -> Self {
        let ending = path.extension().map(|it| it.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some(EXTENSION | journal::EXTENSION) => FileKind::Record,
            Some("toml") => FileKind::Ruleset,
            Some("wasm" | GAME_FILE) => FileKind::Plugin,
            _ => FileKind::Other,
        }
    }

    pub fn label(self) -> &'static str {
        match self {
            FileKind::Folder => t::folder(),
            FileKind::Record => t::record(),
            FileKind::Ruleset => t::ruleset(),
            FileKind::Plugin => t::plugin(),
            FileKind::Other => "",
        }
    }

    pub fn opens(self) -> bool {
        matches!(self, FileKind::Record | FileKind::Ruleset | FileKind::Plugin)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileEntry {
    pub name: String,
    pub kind: FileKind,
    /// 0 for a folder.
    pub size: u64,
    pub modified: Option<SystemTime>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderListing {
    pub folder: PathBuf,
    /// Folders first, then files, by name.
    pub entries: Vec<FileEntry>,
    pub left_off: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathTarget {
    Folder,
    File,
    /// Nothing yet, in a folder that exists.
    Nothing,
    /// Nothing, and its folder does not exist either.
    Nowhere,
}

/// Entries that cannot be inspected are listed as files.
pub fn list(folder: &Path) -> io::Result<FolderListing> {
    let mut entries = Vec::new();
    let mut left_off = 0;
    for found in folder.read_dir()? {
        // It vanished meanwhile.
        let Ok(found) = found else { continue };
        if entries.len() == MOST {
            left_off += 1;
            continue;
        }
        // A link counts as its target.
        let about = found.path().metadata().ok();
        entries.push(entry(found.file_name().to_string_lossy().into_owned(), about.as_ref()));
    }
    entries.sort_by(order);
    Ok(FolderListing { folder: folder.to_owned(), entries, left_off })
}

fn entry(name: String, about: Option<&Metadata>) -> FileEntry {
    let is_folder = about.is_some_and(Metadata::is_dir);
    let kind = if is_folder { FileKind::Folder } else { FileKind::of(Path::new(&name)) };
    let size = if is_folder { 0 } else { about.map_or(0, Metadata::len) };
    FileEntry { kind, size, modified: about.and_then(|it| it.modified().ok()), name }
}

pub fn look(path: &Path) -> io::Result<PathTarget> {
    match path.metadata() {
        Ok(about) if about.is_dir() => Ok(PathTarget::Folder),
        Ok(_) => Ok(PathTarget::File),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let there = path.parent().is_none_or(|it| it.as_os_str().is_empty() || it.is_dir());
            Ok(if there { PathTarget::Nothing } else { PathTarget::Nowhere })
        }
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => Ok(PathTarget::Nowhere),
        Err(error) => Err(error),
    }
}

/// Folders first, then natural order: numbers by their value.
fn order(a: &FileEntry, b: &FileEntry) -> Ordering {
    let file = |entry: &FileEntry| entry.kind != FileKind::Folder;
    file(a).cmp(&file(b)).then_with(|| by_name(&a.name, &b.name))
}

fn by_name(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a.chars().peekable(), b.chars().peekable());
    loop {
        let (Some(x), Some(y)) = (left.peek().copied(), right.peek().copied()) else {
            return left.count().cmp(&right.count()).then_with(|| a.cmp(b));
        };
        let both = x.is_ascii_digit() && y.is_ascii_digit();
        let ordered = if both {
            number(&mut left).cmp(&number(&mut right))
        } else {
            left.next();
            right.next();
            x.to_lowercase().cmp(y.to_lowercase())
        };
        if ordered.is_ne() {
            return ordered;
        }
    }
}

/// A number as its length without leading zeros and its digits: compares without overflow.
fn number(text: &mut std::iter::Peekable<std::str::Chars<'_>>) -> (usize, String) {
    let mut digits = String::new();
    while let Some(digit) = text.next_if(char::is_ascii_digit) {
        digits.push(digit);
    }
    let digits = digits.trim_start_matches('0').to_owned();
    (digits.len(), digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_come_first_and_numbers_by_their_value() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["game-10.loom", "game-9.loom", "Alpha.toml", "beta.wasm", "notes.txt"] {
            std::fs::write(folder.path().join(name), "x").unwrap();
        }
        std::fs::create_dir(folder.path().join("zoo")).unwrap();
        let listing = list(folder.path()).unwrap();
        let names: Vec<&str> = listing.entries.iter().map(|it| it.name.as_str()).collect();
        let expected =
            ["zoo", "Alpha.toml", "beta.wasm", "game-9.loom", "game-10.loom", "notes.txt"];
        assert_eq!(names, expected);
        let kinds: Vec<FileKind> = listing.entries.iter().map(|it| it.kind).collect();
        use FileKind::{Folder, Other, Plugin, Record, Ruleset};
        assert_eq!(kinds, [Folder, Ruleset, Plugin, Record, Record, Other]);
        assert_eq!(listing.entries[1].size, 1);
    }

    #[test]
    fn names_are_ordered_whatever_they_are() {
        assert_eq!(by_name("a", "a"), Ordering::Equal);
        assert_eq!(by_name("a", "ab"), Ordering::Less);
        assert_eq!(by_name("a007", "a7"), Ordering::Less);
        assert_eq!(
            by_name("a99999999999999999999999", "a100000000000000000000000"),
            Ordering::Less
        );
        assert_eq!(by_name("B", "a"), Ordering::Greater);
    }

    #[test]
    fn a_path_is_looked_at_without_following_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.loom");
        std::fs::write(&file, "").unwrap();
        assert_eq!(look(folder.path()).unwrap(), PathTarget::Folder);
        assert_eq!(look(&file).unwrap(), PathTarget::File);
        assert_eq!(look(&folder.path().join("b")).unwrap(), PathTarget::Nothing);
        assert_eq!(look(&folder.path().join("c/d")).unwrap(), PathTarget::Nowhere);
        assert_eq!(look(&file.join("d")).unwrap(), PathTarget::Nowhere);
    }
}
