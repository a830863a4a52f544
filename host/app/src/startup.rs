//! The start of the program: its settings, and the record that it writes.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use boardloom_match::journal::RecordLock;
use boardloom_match::{Match, NodeId, Record};

use crate::keys::KeyMap;
use crate::notice::Notice;
use crate::preferences::Preferences;
use crate::services::Services;
use crate::texts::language::current_language;

pub fn settings(services: &dyn Services) -> (Preferences, KeyMap, Vec<Notice>) {
    let file = services.settings_file();
    let (preferences, mut unread) = match &file {
        Some(file) => Preferences::load(file),
        // The language was chosen elsewhere.
        None => {
            (Preferences { language: current_language().to_owned(), ..Default::default() }, vec![])
        }
    };
    let unspoken = preferences.apply_language(file.as_deref());
    // A file with errors is read again, which tells them in the language that it chooses.
    if let Some(file) = file.as_deref().filter(|_| !unread.is_empty()) {
        unread = Preferences::load(file).1;
    }
    let (keys, errors) = KeyMap::with(&preferences.keys);
    let notices = unread.into_iter().chain(unspoken).chain(errors).map(Notice::bad).collect();
    (preferences, keys, notices)
}

/// Writes the record of the command line after every move.
#[derive(Debug, Default)]
pub struct RecordWriter {
    file: Option<Arc<RecordLock>>,
    /// Nodes, position and rules of the last write.
    kept: Option<(usize, NodeId, String)>,
    /// The error of the last write, and its time.
    trouble: Option<(String, Duration)>,
}

/// A record that cannot be written is tried again after this time.
const RETRY: Duration = Duration::from_secs(5);

impl RecordWriter {
    pub fn new(file: Option<Arc<RecordLock>>) -> Self {
        RecordWriter { file, ..RecordWriter::default() }
    }

    pub fn path(&self) -> Option<&Path> {
        Some(self.file.as_ref()?.path())
    }

    /// Writes the record if something changed. Returns the error if it cannot be written.
    pub fn keep(&mut self, game: &Match, now: Duration) -> Option<&str> {
        let path = self.file.as_ref()?.path();
        let state = (game.tree().len(), game.here(), game.source().ruleset.hash().to_owned());
        let waits = self.trouble.as_ref().is_some_and(|(_, tried)| now - *tried < RETRY);
        if self.kept.as_ref() != Some(&state) || self.trouble.is_some() && !waits {
            self.kept = Some(state);
            let error = Record::of(game).save(path).err();
            let why = error.map(|error| format!("{} cannot be written: {error}", path.display()));
            self.trouble = why.map(|why| (why, now));
        }
        self.trouble.as_ref().map(|(why, _)| why.as_str())
    }
}
