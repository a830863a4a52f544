//! Files: locked, and synced by a thread.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use super::JournalError;

/// Writes are gathered this long before they are synced.
const GATHER: Duration = Duration::from_millis(300);

pub(super) fn open_end(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().append(true).open(path)
}

/// A file beside the journal that is locked while the process lives.
pub(super) struct Lock {
    file: File,
    path: PathBuf,
}

impl Lock {
    pub(super) fn take(journal: &Path) -> Result<Self, JournalError> {
        let path = journal.with_extension("lock");
        let disk = |why| JournalError::Disk { path: path.clone(), why };
        let open = OpenOptions::new().create(true).write(true).truncate(false).open(&path);
        let file = open.map_err(disk)?;
        match file.try_lock() {
            // Its holder may have deleted it between opening and locking: then
            // the next one would lock another file of the same name.
            Ok(()) if !is_at(&file, &path) => Self::take(journal),
            Ok(()) => Ok(Lock { file, path }),
            Err(TryLockError::WouldBlock) => Err(JournalError::Locked { path: journal.to_owned() }),
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
pub(super) struct Syncer {
    files: Option<Sender<Arc<File>>>,
}

impl Syncer {
    pub(super) fn start() -> Self {
        let (files, written) = channel::<Arc<File>>();
        let work = move || {
            while let Ok(mut file) = written.recv() {
                std::thread::sleep(GATHER);
                while let Ok(newer) = written.try_recv() {
                    file = newer;
                }
                if let Err(why) = file.sync_data() {
                    tracing::warn!("the journal could not be synced: {why}");
                }
            }
        };
        let thread = std::thread::Builder::new().name("journal".to_owned()).spawn(work);
        Syncer { files: thread.is_ok().then_some(files) }
    }

    /// Syncs a file soon, or at once if the thread could not be started.
    pub(super) fn sync(&self, file: Arc<File>) {
        match &self.files {
            Some(files) => {
                let _ = files.send(file);
            }
            None => {
                let _ = file.sync_data();
            }
        }
    }
}
