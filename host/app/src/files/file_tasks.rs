//! What is done on disk beside the window: folders are read, files written. Each
//! errand has a thread of its own, so that a folder that answers slowly, or never,
//! keeps nothing else from being done.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};

use boardloom_match::Record;

use super::animation_export::{ExportJob, ExportResult, RunningExport};
use super::listing::{self, FolderListing, PathTarget};
use crate::services::Wake;
use crate::texts::files as t;

/// What came of an errand.
#[derive(Debug)]
pub enum FileTaskResult {
    /// A folder was read, or why not.
    Listed {
        /// Which.
        folder: PathBuf,
        /// What is in it.
        listing: Result<FolderListing, String>,
    },
    /// A path was looked at.
    Looked {
        /// Which.
        path: PathBuf,
        /// What it leads to.
        found: Result<PathTarget, String>,
    },
    /// A record was written.
    Saved {
        /// Where.
        path: PathBuf,
        /// Why not, where it was not.
        outcome: Result<(), String>,
    },
    /// An export is done.
    Exported(ExportResult),
}

/// Runs errands and gathers what came of them.
pub struct FileTasks {
    wake: Wake,
    sender: Sender<FileTaskResult>,
    answers: Receiver<FileTaskResult>,
}

impl FileTasks {
    /// Returns nobody under way. `wake` makes the shell look for answers.
    pub fn new(wake: Wake) -> Self {
        let (sender, answers) = channel();
        FileTasks { wake, sender, answers }
    }

    /// Has a folder read.
    pub fn list(&self, folder: PathBuf) {
        self.run(move || {
            let listing =
                listing::list(&folder).map_err(|error| t::unread(&folder.display(), &why(&error)));
            FileTaskResult::Listed { folder, listing }
        });
    }

    /// Has a path looked at.
    pub fn look(&self, path: PathBuf) {
        self.run(move || {
            let found =
                listing::look(&path).map_err(|error| t::unread(&path.display(), &why(&error)));
            FileTaskResult::Looked { path, found }
        });
    }

    /// Has a record written.
    pub fn save(&self, record: Record, path: PathBuf) {
        self.run(move || {
            let outcome =
                record.save(&path).map_err(|error| t::unwritten(&path.display(), &why(&error)));
            FileTaskResult::Saved { path, outcome }
        });
    }

    /// Has a position or a game exported; what is returned tells how far it is.
    pub fn export(&self, order: ExportJob) -> RunningExport {
        let making = RunningExport::new(&order);
        let (theirs, wake) = (making.clone(), self.wake.clone());
        self.run(move || FileTaskResult::Exported(order.carry_out(&theirs, &wake)));
        making
    }

    /// Returns what came of errands since the last call.
    pub fn answers(&self) -> impl Iterator<Item = FileTaskResult> + '_ {
        self.answers.try_iter()
    }

    fn run(&self, file_task: impl FnOnce() -> FileTaskResult + Send + 'static) {
        let (sender, wake) = (self.sender.clone(), self.wake.clone());
        let work = move || {
            // Nobody waits any more where the shell has ended.
            if sender.send(file_task()).is_ok() {
                wake();
            }
        };
        if let Err(error) = std::thread::Builder::new().name("errand".to_owned()).spawn(work) {
            tracing::error!(%error, "the thread of an errand could not be started");
        }
    }
}

/// Says why something on disk went wrong, and how to mend it where that is known.
pub(super) fn why(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied => t::forbidden().to_owned(),
        _ => {
            let text = error.to_string();
            // The system's number says nothing to anybody.
            text.split(" (os error").next().unwrap_or(&text).to_owned()
        }
    }
}

/// Returns the folder in which a person keeps what is theirs.
pub fn home() -> Option<PathBuf> {
    std::env::home_dir().filter(|home| home.is_absolute() && home != Path::new("/"))
}
