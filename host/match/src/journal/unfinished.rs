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

/// Returns the matches in a folder that no process has open, newest first; none without the folder.
pub fn unfinished_matches(folder: &Path) -> Vec<UnfinishedMatch> {
    let unfinished = |(modified, path): (SystemTime, PathBuf)| {
        let record = read(&path).map(|(record, _)| record);
        UnfinishedMatch { path, modified, record }
    };
    journals(folder).into_iter().filter(|(_, path)| !is_locked(path)).map(unfinished).collect()
}

/// Returns the journal in a folder that was written last, if another process has it open.
pub fn newest_if_locked(folder: &Path) -> Option<PathBuf> {
    journals(folder).into_iter().next().map(|(_, path)| path).filter(|path| is_locked(path))
}

/// Newest first.
fn journals(folder: &Path) -> Vec<(SystemTime, PathBuf)> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let journals = files.filter(|file| file.path().extension().is_some_and(|e| e == EXTENSION));
    let mut found: Vec<_> = journals
        .map(|file| {
            let modified = file.metadata().and_then(|about| about.modified());
            (modified.unwrap_or(SystemTime::UNIX_EPOCH), file.path())
        })
        .collect();
    found.sort_by(|(a, one), (b, other)| b.cmp(a).then(one.cmp(other)));
    found
}

/// Changes the record of a journal that no process has open, with all later events in it.
pub fn edit(path: &Path, change: impl FnOnce(&mut Record)) -> Result<(), JournalError> {
    let (mut record, mut journal) = Journal::reopen(path)?;
    change(&mut record);
    journal.rewrite(&record);
    journal.leave().map_err(|why| JournalError::Disk {
        path: path.to_owned(),
        why: std::io::Error::other(why),
    })
}

/// Tells whether a process has a journal open. A folder that cannot be written can still be read.
pub fn is_locked(journal: &Path) -> bool {
    matches!(Lock::take(journal), Err(JournalError::Locked { .. }))
}
