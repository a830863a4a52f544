//! Matches that were not finished when their process ended.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::disk::Lock;
use super::{EXTENSION, Journal, JournalError, read};
use crate::record::Record;

/// A match that can be resumed.
#[derive(Debug)]
pub struct UnfinishedMatch {
    /// Its journal.
    pub path: PathBuf,
    pub modified: SystemTime,
    /// The journal's content, or why it cannot be read.
    pub record: Result<Record, JournalError>,
}

impl UnfinishedMatch {
    pub fn reopen(&self) -> Result<(Record, Journal), JournalError> {
        Journal::reopen(&self.path)
    }

    /// Deletes the journal, unless another process took it meanwhile.
    pub fn discard(self) -> Result<(), JournalError> {
        let _lock = Lock::take(&self.path)?;
        std::fs::remove_file(&self.path)
            .map_err(|why| JournalError::Disk { path: self.path.clone(), why })
    }
}

/// Returns the matches in a folder that no process has open, newest first; none without the
/// folder.
pub fn unfinished_matches(folder: &Path) -> Vec<UnfinishedMatch> {
    let Ok(files) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut found = Vec::new();
    for file in files.flatten() {
        let path = file.path();
        if path.extension().is_none_or(|e| e != EXTENSION) {
            continue;
        }
        // If it can be locked, no process has it open.
        match Lock::take(&path) {
            Err(JournalError::Locked { .. }) => continue,
            // A folder that cannot be written can still be read.
            Ok(_) | Err(_) => {}
        }
        let modified = file.metadata().and_then(|m| m.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
        let record = read(&path).map(|(record, _)| record);
        found.push(UnfinishedMatch { path, modified, record });
    }
    found.sort_by(|a, b| b.modified.cmp(&a.modified).then(a.path.cmp(&b.path)));
    found
}
