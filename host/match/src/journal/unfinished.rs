//! Matches that were not finished when their process ended.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::disk::Lock;
use super::{EXTENSION, Journal, JournalError, read};
use crate::record::Record;

/// A match that can go on.
#[derive(Debug)]
pub struct Unfinished {
    /// Its journal.
    pub path: PathBuf,
    /// When something happened last.
    pub modified: SystemTime,
    /// What the journal holds, or why it cannot be read.
    pub record: Result<Record, JournalError>,
}

impl Unfinished {
    /// Takes the journal up.
    ///
    /// # Errors
    /// When another process took it meanwhile, or it cannot be read.
    pub fn reopen(&self) -> Result<(Record, Journal), JournalError> {
        Journal::reopen(&self.path)
    }

    /// Deletes the journal: the match is given up.
    ///
    /// # Errors
    /// When another process took it meanwhile, or it cannot be deleted.
    pub fn discard(self) -> Result<(), JournalError> {
        let lock = Lock::take(&self.path)?;
        let gone = std::fs::remove_file(&self.path);
        lock.release();
        gone.map_err(|why| JournalError::Disk { path: self.path, why })
    }
}

/// Returns the matches in a folder that no process has open, the newest first.
/// Without such a folder there are none.
pub fn unfinished(folder: &Path) -> Vec<Unfinished> {
    let Ok(files) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut found = Vec::new();
    for file in files.flatten() {
        let path = file.path();
        if path.extension().is_none_or(|e| e != EXTENSION) {
            continue;
        }
        // Who can lock it has it alone: nobody is at it now.
        match Lock::take(&path) {
            Ok(lock) => drop(lock),
            Err(JournalError::Locked { .. }) => continue,
            // A folder that cannot be written can still be read.
            Err(_) => {}
        }
        let modified = file.metadata().and_then(|m| m.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
        let record = read(&path).map(|(record, _)| record);
        found.push(Unfinished { path, modified, record });
    }
    found.sort_by(|a, b| b.modified.cmp(&a.modified).then(a.path.cmp(&b.path)));
    found
}
