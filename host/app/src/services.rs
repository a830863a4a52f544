//! What a shell needs from the program around it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use boardloom_contract::PluginError;
use boardloom_match::GameSource;
use boardloom_match::OpenError;
use boardloom_ruleset::{Diagnostics, Overrides};

use crate::log::Entry;

/// A ruleset that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RulesetEntry {
    /// As `play` and `check` take it: `family/name`.
    pub id: String,
    /// What a person calls it.
    pub name: String,
    /// One line about it.
    pub summary: String,
    /// The plugin that it is for: the games of one family stand together.
    pub family: String,
    /// Where it was found.
    pub origin: String,
    /// Where others of the same name were found, which this one hides.
    pub shadows: Vec<String>,
    /// Whether it is known to have faults.
    pub faulty: bool,
    /// How many others extend it: the one that most others start from is the
    /// plainest.
    pub descendants: usize,
}

/// Why a ruleset does not open.
#[derive(Debug, Clone)]
pub enum Refusal {
    /// There is no such ruleset, or none any more; the report names the nearest.
    Gone(Box<Diagnostics>),
    /// It has faults, each with its place.
    Diagnostics(Box<Diagnostics>),
    /// The plugin failed.
    PluginError(PluginError),
    /// Something else is in the way.
    Other(String),
}

impl From<OpenError> for Refusal {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Ruleset(report) => Refusal::Diagnostics(report),
            OpenError::PluginError(fault) => Refusal::PluginError(fault),
            other => Refusal::Other(other.to_string()),
        }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refusal::Diagnostics(report) | Refusal::Gone(report) => {
                f.write_str(report.render(false).trim_end())
            }
            Refusal::PluginError(fault) => fault.fmt(f),
            Refusal::Other(why) => f.write_str(why),
        }
    }
}

/// The program around a shell. All but the two folders is asked on a thread
/// of its own, so it may take its time.
pub trait Services: Send + Sync + 'static {
    /// Returns all rulesets, those of one family together.
    fn rulesets(&self) -> Vec<RulesetEntry>;

    /// Loads a ruleset and its plugin. `id` is its id, or the path of a file that
    /// ends in `.toml`.
    ///
    /// # Errors
    /// When the ruleset is not there, has faults, or the plugin fails.
    fn open(&self, id: &str, settings: &Overrides) -> Result<GameSource, Refusal>;

    /// Loads the copy of a ruleset that a record holds; `name` is its id, and the
    /// settings are those that the copy was made with.
    ///
    /// # Errors
    /// When it has faults, or the plugin is not there or fails.
    fn open_text(
        &self,
        name: &str,
        toml: &str,
        settings: &Overrides,
    ) -> Result<GameSource, Refusal>;

    /// Lets a file of a ruleset or plugin from anywhere be used while the program runs,
    /// and what stands beside it: a ruleset's plugin, a plugin's rulesets. Returns the
    /// plugin's name where it is one.
    ///
    /// # Errors
    /// When it is a plugin that does not fit, or others than the built-in ones are not
    /// wanted.
    fn add_file(&self, _file: &Path) -> Result<Option<String>, Refusal> {
        Ok(None)
    }

    /// Looks again at what was kept from reading it before: plugins that were
    /// built anew.
    fn refresh(&self) {}

    /// Gives a file that is at fault a moment to become whole: it may have been
    /// read while it was written.
    fn pause(&self) {
        std::thread::sleep(std::time::Duration::from_millis(100));
    }

    /// Begins to watch the folders of rulesets and plugins; none where nothing
    /// can be watched.
    fn watch(&self, _wake: Wake) -> Option<Box<dyn FileWatch>> {
        None
    }

    /// Returns the folder of the records, or none where none is kept.
    fn records(&self) -> Option<PathBuf>;

    /// Returns the file of the settings, or none where none is kept.
    fn settings_file(&self) -> Option<PathBuf>;

    /// Returns what plugins and the program said since the last call.
    fn said(&self) -> Vec<Entry> {
        Vec::new()
    }

    /// Tells whether only what is built into the program is used, as was asked for.
    fn is_safe(&self) -> bool {
        false
    }

    /// Returns the name and version that the start screen shows.
    fn title(&self) -> String {
        "Boardloom".to_owned()
    }
}

/// Tells of files that changed: the folders of rulesets and plugins, and whatever
/// files are in use beside them. It wakes the window by itself.
pub trait FileWatch: Send {
    /// Says which files are in use from now on.
    fn follow(&mut self, files: Vec<PathBuf>);

    /// Tells whether something changed since the last call, and has been quiet
    /// for a moment since.
    fn has_changed(&mut self) -> bool;
}

/// Wakes the window from any thread.
pub type Wake = Arc<dyn Fn() + Send + Sync>;
