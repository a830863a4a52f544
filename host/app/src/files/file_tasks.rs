//! File system tasks. Each has its own thread, so that a slow folder blocks nothing else.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};

use boardloom_match::Record;

use super::animation_export::{ExportJob, RunningExport};
use super::listing::{self, FolderListing, PathTarget};
use crate::services::Wake;
use crate::texts::errors::translated;
use crate::texts::files as t;

#[derive(Debug)]
pub enum FileTaskResult {
    Listed { folder: PathBuf, listing: Result<FolderListing, String> },
    Looked { path: PathBuf, found: Result<PathTarget, String> },
    Saved { path: PathBuf, outcome: Result<(), String> },
    Exported(Result<String, String>),
}

pub struct FileTasks {
    wake: Wake,
    sender: Sender<FileTaskResult>,
    answers: Receiver<FileTaskResult>,
}

impl FileTasks {
    pub fn new(wake: Wake) -> Self {
        let (sender, answers) = channel();
        FileTasks { wake, sender, answers }
    }

    /// Creates the program's `own` folder if it is missing.
    pub fn list(&self, folder: PathBuf, own: bool) {
        self.run(move || {
            if own && let Err(error) = std::fs::create_dir_all(&folder) {
                tracing::warn!(%error, folder = %folder.display(), "the folder was not created");
            }
            let listing =
                listing::list(&folder).map_err(|error| t::unread(&folder.display(), &why(&error)));
            FileTaskResult::Listed { folder, listing }
        });
    }

    pub fn look(&self, path: PathBuf) {
        self.run(move || {
            let found =
                listing::look(&path).map_err(|error| t::unread(&path.display(), &why(&error)));
            FileTaskResult::Looked { path, found }
        });
    }

    pub fn save(&self, record: Record, path: PathBuf) {
        self.run(move || {
            let outcome =
                record.save(&path).map_err(|error| t::unwritten(&path.display(), &why(&error)));
            FileTaskResult::Saved { path, outcome }
        });
    }

    /// Writes the text of a mail.
    pub fn save_text(&self, text: String, path: PathBuf) {
        self.run(move || {
            let outcome = boardloom_match::write_atomically(&path, text.as_bytes());
            let outcome = outcome.map_err(|error| t::unwritten(&path.display(), &why(&error)));
            FileTaskResult::Saved { path, outcome }
        });
    }

    pub fn export(&self, order: ExportJob) -> RunningExport {
        let making = RunningExport::new(&order);
        let (theirs, wake) = (making.clone(), self.wake.clone());
        self.run(move || FileTaskResult::Exported(order.carry_out(&theirs, &wake)));
        making
    }

    /// The results since the last call.
    pub fn answers(&self) -> impl Iterator<Item = FileTaskResult> + '_ {
        self.answers.try_iter()
    }

    fn run(&self, file_task: impl FnOnce() -> FileTaskResult + Send + 'static) {
        let (sender, wake) = (self.sender.clone(), self.wake.clone());
        let work = move || {
            // The receiver is gone once the front end has ended.
            if sender.send(file_task()).is_ok() {
                wake();
            }
        };
        if let Err(error) = std::thread::Builder::new().name("file-task".to_owned()).spawn(work) {
            tracing::error!(%error, "the thread of a file task could not be started");
        }
    }
}

/// The reason why a file operation failed, and a remedy if known.
pub(super) fn why(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied => t::forbidden().to_owned(),
        _ => translated(&error.to_string()),
    }
}

pub fn home() -> Option<PathBuf> {
    std::env::home_dir().filter(|home| home.is_absolute() && home != Path::new("/"))
}

/// The folder of the player's documents, if it exists.
pub fn documents() -> Option<PathBuf> {
    let folder = home()?.join("Documents");
    folder.is_dir().then_some(folder)
}
