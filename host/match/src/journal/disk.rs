//! Files: locked, and synced by a thread.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::JournalError;
use crate::atomic_file::step;

/// Writes are gathered this long before they are synced.
const GATHER: Duration = Duration::from_millis(300);

pub(super) fn append(mut file: &File, bytes: &[u8]) -> std::io::Result<()> {
    if let Err(why) = step() {
        // As a full disk does.
        let _ = file.write_all(&bytes[..bytes.len() / 2]);
        return Err(why);
    }
    file.write_all(bytes)
}

pub(super) fn sync(file: &File) -> std::io::Result<()> {
    step()?;
    file.sync_data()
}

/// A file beside the journal that is locked while the process lives.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
    path: PathBuf,
}

/// Keeps other processes from writing a record file.
#[derive(Debug)]
pub struct RecordLock {
    record: PathBuf,
    _lock: Option<Lock>,
}

impl RecordLock {
    pub fn take(record: &Path) -> Result<Self, JournalError> {
        let mut path = record.as_os_str().to_owned();
        path.push(".lock");
        let lock = match Lock::at(record, PathBuf::from(path)) {
            Err(JournalError::Locked { path }) => return Err(JournalError::Locked { path }),
            // Writing the record fails too, and tells why.
            other => other.ok(),
        };
        Ok(RecordLock { record: record.to_owned(), _lock: lock })
    }

    pub fn path(&self) -> &Path {
        &self.record
    }
}

impl Lock {
    pub(super) fn take(journal: &Path) -> Result<Self, JournalError> {
        Self::at(journal, journal.with_extension("lock"))
    }

    fn at(locked: &Path, path: PathBuf) -> Result<Self, JournalError> {
        let disk = |why| JournalError::Disk { path: path.clone(), why };
        let open = OpenOptions::new().create(true).write(true).truncate(false).open(&path);
        let file = open.map_err(disk)?;
        match file.try_lock() {
            // Its holder may have deleted it between opening and locking: then
            // the next one would lock another file of the same name.
            Ok(()) if !is_at(&file, &path) => Self::at(locked, path),
            Ok(()) => Ok(Lock { file, path }),
            Err(TryLockError::WouldBlock) => Err(JournalError::Locked { path: locked.to_owned() }),
            // A file system without locks: one process is the usual case.
            Err(TryLockError::Error(_)) => Ok(Lock { file, path }),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
        let _ = self.file.unlock();
    }
}

/// Tells whether an open file is still the one at a path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), std::fs::metadata(path)) {
        (Ok(open), Ok(there)) => (open.dev(), open.ino()) == (there.dev(), there.ino()),
        _ => false,
    }
}

/// Open files cannot be deleted on these systems.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

/// A thread that syncs writes within a second.
#[derive(Debug)]
pub(super) struct Syncer {
    files: Option<Sender<Arc<File>>>,
    error: Arc<Mutex<Option<String>>>,
}

impl Syncer {
    pub(super) fn start() -> Self {
        let (files, written) = channel::<Arc<File>>();
        let error = Arc::new(Mutex::new(None));
        let slot = Arc::clone(&error);
        let work = move || {
            while let Ok(mut file) = written.recv() {
                std::thread::sleep(GATHER);
                while let Ok(newer) = written.try_recv() {
                    file = newer;
                }
                if let Err(why) = sync(&file) {
                    *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(why.to_string());
                }
            }
        };
        let thread = std::thread::Builder::new().name("journal".to_owned()).spawn(work);
        Syncer { files: thread.is_ok().then_some(files), error }
    }

    /// Syncs a file soon, or at once if the thread could not be started.
    pub(super) fn sync(&self, file: Arc<File>) {
        match &self.files {
            Some(files) => {
                let _ = files.send(file);
            }
            None => {
                if let Err(why) = sync(&file) {
                    *self.slot() = Some(why.to_string());
                }
            }
        }
    }

    /// Returns why the last write did not reach the disk.
    pub(super) fn take_error(&self) -> Option<String> {
        self.slot().take()
    }

    fn slot(&self) -> MutexGuard<'_, Option<String>> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
