//! The folder in which a server keeps its rooms.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use boardloom_match::{TimeControl, write_atomically};
use boardloom_room::{ServerTime, WatchDelay};
use serde::{Deserialize, Serialize};
use thiserror::Error;

const ROOMS: &str = "rooms";
const FINISHED: &str = "finished";
const LOCK: &str = "lock";

#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DataFolderError {
    #[error("{} is used by another server; give each its own folder (--data)", .0.display())]
    InUse(PathBuf),
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
}

/// What a room's record does not hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RoomNote {
    /// Seconds since 1970.
    pub created: u64,
    /// The code of a private room, which no list shows.
    pub code: Option<String>,
    pub summary: RoomSummary,
    /// The turn of a game with days a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<SlowTurn>,
}

/// The turn of a room that sleeps while its clock runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SlowTurn {
    /// The seats to move, from 1.
    pub acting: Vec<u8>,
    /// When the running clock is out.
    pub deadline: Option<ServerTime>,
}

/// A room as the lobby lists it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct RoomSummary {
    pub ruleset: String,
    /// Of the ruleset.
    pub name: String,
    /// Whose ratings the game changes.
    #[serde(default)]
    pub family: String,
    #[serde(default)]
    pub rated: bool,
    pub clock: String,
    /// How late watchers see the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<WatchDelay>,
    /// Whether players may ask the computer during the game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub analysis: bool,
    /// The options that differ from the ruleset's, in words.
    pub options: Vec<String>,
    pub status: RoomStatus,
    pub seats: Vec<SeatSummary>,
}

impl SlowTurn {
    /// Tells whether the same seats are to move until the same time, but for parts of a second.
    pub fn is_same(&self, other: &SlowTurn) -> bool {
        let near = match (&self.deadline, &other.deadline) {
            (None, None) => true,
            (Some(one), Some(two)) => {
                one.clock == two.clock && one.time_ms.abs_diff(two.time_ms) < 1000
            }
            _ => false,
        };
        near && self.acting == other.acting
    }
}

impl RoomSummary {
    /// Tells whether each move has its own days.
    pub fn has_days(&self) -> bool {
        self.clock.parse().is_ok_and(|clock: TimeControl| clock.days().is_some())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RoomStatus {
    #[default]
    Open,
    Running,
    Over,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SeatSummary {
    pub kind: boardloom_room::SeatKind,
    pub name: String,
    /// `None` for guests and the computer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub on_vacation: bool,
}

#[derive(Debug)]
pub(crate) struct DataFolder {
    path: PathBuf,
    /// Locked while the server runs.
    _lock: File,
}

impl DataFolder {
    pub fn open(path: &Path) -> Result<Self, DataFolderError> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |error| DataFolderError::File { path, error }
        };
        for folder in [path.join(ROOMS), path.join(FINISHED)] {
            create_private(&folder).map_err(failed(&folder))?;
        }
        let lock = path.join(LOCK);
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&lock);
        let file = file.map_err(failed(&lock))?;
        match file.try_lock() {
            Ok(()) => Ok(DataFolder { path: path.to_owned(), _lock: file }),
            Err(TryLockError::WouldBlock) => Err(DataFolderError::InUse(path.to_owned())),
            Err(TryLockError::Error(error)) => Err(DataFolderError::File { path: lock, error }),
        }
    }

    pub fn record(&self, room: &str) -> PathBuf {
        self.path.join(ROOMS).join(format!("{room}.loom"))
    }

    fn note(&self, room: &str) -> PathBuf {
        self.path.join(ROOMS).join(format!("{room}.json"))
    }

    pub fn write_note(&self, room: &str, note: &RoomNote) -> io::Result<()> {
        let text = serde_json::to_string(note).expect("a note has only text keys");
        write_atomically(&self.note(room), text.as_bytes())
    }

    /// Returns all rooms with their notes. A file that cannot be read is named and left alone.
    pub fn rooms(&self) -> Vec<(String, RoomNote)> {
        let Ok(files) = std::fs::read_dir(self.path.join(ROOMS)) else { return Vec::new() };
        let files = files.filter_map(|file| file.ok().map(|file| file.path()));
        let notes = files.filter(|file| file.extension().is_some_and(|it| it == "json"));
        let read = |file: PathBuf| {
            let room = file.file_stem()?.to_str().filter(|room| is_room_id(room))?.to_owned();
            let text = std::fs::read_to_string(&file).map_err(|error| error.to_string());
            let note = text
                .and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string()));
            match note {
                Ok(note) if self.record(&room).is_file() => Some((room, note)),
                // A server that was killed before it had written the record.
                Ok(_) => None,
                Err(why) => {
                    tracing::warn!(file = %file.display(), why, "a room cannot be read");
                    None
                }
            }
        };
        let mut rooms: Vec<(String, RoomNote)> = notes.filter_map(read).collect();
        rooms.sort_by_key(|(_, note)| note.created);
        rooms
    }

    pub fn remove(&self, room: &str) {
        // The note first: without it, the record is no room.
        for file in [self.note(room), self.record(room)] {
            if let Err(error) = std::fs::remove_file(&file) {
                tracing::warn!(file = %file.display(), %error, "a file cannot be removed");
            }
        }
    }

    pub fn keep_finished(&self, room: &str, game: u32, record: &str) -> io::Result<()> {
        write_atomically(&self.finished(room, game), record.as_bytes())
    }

    pub fn finished(&self, room: &str, game: u32) -> PathBuf {
        self.path.join(FINISHED).join(format!("{room}-{game}.loom"))
    }
}

/// Creates a folder that other users cannot read: rooms hold the secrets of their clients.
fn create_private(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// Letters and digits that are hard to confuse, in small letters.
const ID_SIGNS: &[u8; 32] = b"abcdefghjklmnpqrstuvwxyz23456789";
const ID_LENGTH: usize = 10;

/// Returns a name for a room that cannot be guessed.
pub(crate) fn new_room_id() -> String {
    let mut bits = boardloom_online::random();
    let sign = |_| {
        let sign = ID_SIGNS[(bits % 32) as usize];
        bits /= 32;
        char::from(sign)
    };
    (0..ID_LENGTH).map(sign).collect()
}

/// Tells whether a text can be a room's name, and so a part of a path.
pub(crate) fn is_room_id(text: &str) -> bool {
    text.len() == ID_LENGTH && text.bytes().all(|byte| ID_SIGNS.contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_serves_one_server_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let first = DataFolder::open(folder.path()).expect("it is free");
        let second = DataFolder::open(folder.path()).unwrap_err();
        assert!(second.to_string().contains("used by another server"), "{second}");
        drop(first);
        DataFolder::open(folder.path()).expect("it is free again");
    }

    #[cfg(unix)]
    #[test]
    fn other_users_cannot_read_the_folder() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("new");
        let _open = DataFolder::open(&data).unwrap();
        for part in [&data, &data.join(ROOMS), &data.join(FINISHED)] {
            let mode = part.metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o077, 0, "{}", part.display());
        }
    }

    #[test]
    fn rooms_come_back_with_their_notes_and_damage_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let data = DataFolder::open(folder.path()).unwrap();
        let note =
            |created| RoomNote { created, code: None, summary: RoomSummary::default(), turn: None };
        let (one, two, lost) = ("aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc");
        for (room, created) in [(one, 2), (two, 1), (lost, 3)] {
            data.write_note(room, &note(created)).unwrap();
        }
        for room in [one, two] {
            std::fs::write(data.record(room), "").unwrap();
        }
        std::fs::write(folder.path().join("rooms/dddddddddd.json"), "{").unwrap();
        let rooms: Vec<String> = data.rooms().into_iter().map(|(room, _)| room).collect();
        assert_eq!(rooms, [two, one], "in order of creation, those with a record");
        data.remove(one);
        assert_eq!(data.rooms().len(), 1);
        assert!(folder.path().join("rooms/dddddddddd.json").exists());
    }

    #[test]
    fn names_of_rooms_are_plain() {
        let id = new_room_id();
        assert!(is_room_id(&id), "{id}");
        assert_ne!(id, new_room_id());
        for wrong in ["", "..", "aaaaaaaaa/", "AAAAAAAAAA", "aaaaaaaaaaa", "aaaaaaaaa\0"] {
            assert!(!is_room_id(wrong), "{wrong}");
        }
    }
}
