//! The start of the program: command line, settings, unfinished games.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use boardloom_match::journal::RecordLock;
use boardloom_match::{Match, NodeId, Record};

use crate::Preferences;
use crate::game_setup::CommandLineSetup;
use crate::keys::KeyMap;
use crate::services::Services;
use crate::session::Notice;

#[derive(Debug, Clone, Default)]
pub struct Options {
    /// To play at once.
    pub ruleset: Option<String>,
    pub asked: CommandLineSetup,
    /// In the game's own text.
    pub position: Option<String>,
    /// Moves to play first, as a list.
    pub moves: String,
    /// Whether to continue the last unfinished game at once.
    pub go_on: bool,
    /// A record to continue at once.
    pub record: Option<PathBuf>,
    /// Where the record is written after every move.
    pub keep: Option<Arc<RecordLock>>,
}

pub fn settings(services: &dyn Services) -> (Preferences, KeyMap, Vec<Notice>) {
    let file = services.settings_file();
    let (preferences, trouble) = file.as_deref().map_or_else(Default::default, Preferences::load);
    let unspoken = preferences.speak(file.as_deref());
    let (keys, faults) = KeyMap::with(&preferences.keys);
    let notices = trouble.into_iter().chain(unspoken).chain(faults).map(Notice::bad).collect();
    (preferences, keys, notices)
}

/// Writes the record after every move, as the command line asked.
#[derive(Debug, Default)]
pub struct RecordWriter {
    file: Option<Arc<RecordLock>>,
    /// Nodes, position and rules of the last write.
    kept: Option<(usize, NodeId, String)>,
    /// Why the last write failed, and when.
    trouble: Option<(String, Instant)>,
}

/// A record that cannot be written is tried again after this time.
const RETRY: Duration = Duration::from_secs(5);

impl RecordWriter {
    pub fn new(file: Option<Arc<RecordLock>>) -> Self {
        RecordWriter { file, ..RecordWriter::default() }
    }

    /// Writes the record if something changed. Returns why it cannot be written.
    pub fn keep(&mut self, game: &Match) -> Option<&str> {
        let path = self.file.as_ref()?.path();
        let now = (game.tree().len(), game.here(), game.source().ruleset.hash().to_owned());
        let waits = self.trouble.as_ref().is_some_and(|(_, tried)| tried.elapsed() < RETRY);
        if self.kept.as_ref() != Some(&now) || self.trouble.is_some() && !waits {
            self.kept = Some(now);
            let error = Record::of(game).save(path).err();
            let why = error.map(|error| format!("{} cannot be written: {error}", path.display()));
            self.trouble = why.map(|why| (why, Instant::now()));
        }
        self.trouble.as_ref().map(|(why, _)| why.as_str())
    }
}
