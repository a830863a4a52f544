//! The program around the panels, for tests and the demo: rulesets of a small
//! game, and one with faults.
#![allow(dead_code)] // each user needs another part

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

use boardloom_contract::PluginError;
use boardloom_gui::{FileWatch, Refusal, RulesetEntry, Services, Wake};
use boardloom_match::GameSource;
use boardloom_ruleset::{Library, LibrarySource, Overrides, PluginSchemas, Ruleset};
use boardloom_testing::meadow;

/// A ruleset of five by five sites.
pub const FIVE: &str = r##"
format = 1
plugin = "meadow"
name = "Meadow"
summary = "Sow and leap on five by five sites."

[[players]]
name = "Red"
color = "#d55e00"

[[players]]
name = "Blue"
color = "#0072b2"

[board]
width = 5
height = 5

[[options]]
key = "board.width"
label = "Width"
help = "How many sites a row has."
range = [3, 20]
default = 5

[[options]]
key = "board.height"
label = "Height"
range = [3, 20]
default = 5

[help]
rules = """
Put a stone beside one of yours, or leap with one straight over a site: what
stood there becomes yours.

- Two passes in a row end the game.
- Whoever has more stones wins."""
history = "Made up for trying things."
"##;

const WIDE: &str = r#"
format = 1
plugin = "meadow"
extends = "meadow/five"
name = "Wide meadow"
summary = "Nine by seven sites."

[board]
width = 9
height = 7
"#;

const STREWN: &str = r#"
format = 1
plugin = "meadow"
extends = "meadow/five"
name = "Strewn meadow"
summary = "Chance puts some stones down before the first move."

[board]
draws = 4

[ai.remarks]
won = ["The meadow is mine."]
"#;

const VAST: &str = r#"
format = 1
plugin = "meadow"
extends = "meadow/five"
name = "Vast meadow"
summary = "Two and a half thousand sites."
without = ["options"]

[board]
width = 26
height = 99
"#;

const FAULTY: &str = r#"
format = 1
plugin = "meadow"
name = "Faulty meadow"
summary = "Has faults."

[board]
widht = 9
height = "seven"
"#;

static RULESETS: &[(&str, &str)] = &[
    ("meadow/five.toml", FIVE),
    ("meadow/wide.toml", WIDE),
    ("meadow/strewn.toml", STREWN),
    ("meadow/vast.toml", VAST),
    ("meadow/faulty.toml", FAULTY),
];

/// The services.
pub struct Demo {
    folder: Option<PathBuf>,
    library: Library,
    edits: Edits,
    /// Whether safe mode was asked for.
    pub safe: bool,
}

/// What a test does to files: it rings in place of the system, and builds the
/// plugin.
#[derive(Clone, Default)]
pub struct Edits {
    rung: Arc<AtomicBool>,
    build: Arc<Mutex<Build>>,
    /// The files that are followed.
    pub followed: Arc<Mutex<Vec<PathBuf>>>,
    /// How often a ruleset was opened with something chosen, as only games are.
    pub opened: Arc<AtomicUsize>,
    writing: Arc<(Mutex<Writing>, Condvar)>,
}

/// A file that is being written.
#[derive(Default)]
struct Writing {
    goes_on: bool,
    /// Whether somebody waits for its end.
    awaited: bool,
}

#[derive(Clone, Default)]
struct Build {
    hash: String,
    broken: bool,
}

impl Edits {
    /// Tells that files changed.
    pub fn ring(&self) {
        self.rung.store(true, Ordering::Release);
    }

    /// Says whether a file is being written: so long, who found it at fault waits.
    pub fn write(&self, goes_on: bool) {
        let (writing, changed) = &*self.writing;
        writing.lock().unwrap_or_else(PoisonError::into_inner).goes_on = goes_on;
        changed.notify_all();
    }

    /// Tells whether somebody found a file at fault that is being written.
    pub fn is_awaited(&self) -> bool {
        self.writing.0.lock().unwrap_or_else(PoisonError::into_inner).awaited
    }

    fn await_written(&self) {
        let (writing, changed) = &*self.writing;
        let mut writing = writing.lock().unwrap_or_else(PoisonError::into_inner);
        writing.awaited = true;
        while writing.goes_on {
            writing = changed.wait(writing).unwrap_or_else(PoisonError::into_inner);
        }
        writing.awaited = false;
    }

    /// Puts a file of the plugin in place; none is broken.
    pub fn build(&self, hash: Option<&str>) {
        let build = Build { hash: hash.unwrap_or_default().to_owned(), broken: hash.is_none() };
        *self.build.lock().unwrap_or_else(PoisonError::into_inner) = build;
        self.ring();
    }
}

impl FileWatch for Edits {
    fn follow(&mut self, files: Vec<PathBuf>) {
        *self.followed.lock().unwrap_or_else(PoisonError::into_inner) = files;
    }

    fn has_changed(&mut self) -> bool {
        self.rung.swap(false, Ordering::Acquire)
    }
}

struct Schema;

impl PluginSchemas for Schema {
    fn schema(&self, plugin: &str) -> Result<Arc<serde_json::Value>, String> {
        let schema = meadow::rules().schema().map_err(|fault| fault.to_string())?;
        match plugin {
            "meadow" => serde_json::from_str(&schema).map(Arc::new).map_err(|e| e.to_string()),
            other => Err(format!("there is no plugin `{other}`")),
        }
    }
}

impl Demo {
    /// Keeps records and settings in a folder, or nowhere.
    pub fn new(folder: Option<PathBuf>) -> Self {
        let library = Library::new(vec![LibrarySource::Bundled(RULESETS)]);
        Demo { folder, library, edits: Edits::default(), safe: false }
    }

    /// The same with a folder of rulesets before its own, and what is done to it.
    pub fn edited(folder: Option<PathBuf>, rulesets: &Path) -> (Self, Edits) {
        let sources =
            vec![LibrarySource::Folder(rulesets.to_owned()), LibrarySource::Bundled(RULESETS)];
        let edits = Edits::default();
        {
            let library = Library::new(sources);
            (Demo { folder, library, edits: edits.clone(), safe: false }, edits)
        }
    }

    fn source(&self, ruleset: Ruleset) -> Result<GameSource, Refusal> {
        let build = self.edits.build.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if build.broken {
            let (plugin, why) = ("meadow".to_owned(), "it is no component".to_owned());
            return Err(Refusal::PluginError(PluginError::Incompatible { plugin, why }));
        }
        Ok(GameSource::new(meadow::rules(), Arc::new(ruleset)).with_build("", build.hash))
    }
}

impl Services for Demo {
    fn rulesets(&self) -> Vec<RulesetEntry> {
        let entries = self.library.list().into_iter();
        entries
            .map(|entry| RulesetEntry {
                id: entry.id,
                name: entry.name,
                summary: entry.summary,
                family: entry.plugin,
                origin: entry.origin.to_string(),
                shadows: Vec::new(),
                faulty: false,
                descendants: entry.descendants,
            })
            .collect()
    }

    fn open(&self, id: &str, settings: &Overrides) -> Result<GameSource, Refusal> {
        self.edits.opened.fetch_add(usize::from(!settings.is_empty()), Ordering::AcqRel);
        let ruleset = match id.ends_with(".toml") {
            true => self.library.load_path(Path::new(id), settings, &Schema),
            false => self.library.load(id, settings, &Schema),
        };
        let there = match id.ends_with(".toml") {
            true => Path::new(id).is_file(),
            false => self.library.ids().iter().any(|known| known == id),
        };
        self.source(ruleset.map_err(|report| match there {
            true => Refusal::Diagnostics(Box::new(report)),
            false => Refusal::Gone(Box::new(report)),
        })?)
    }

    fn open_text(
        &self,
        name: &str,
        toml: &str,
        settings: &Overrides,
    ) -> Result<GameSource, Refusal> {
        let ruleset = self.library.load_text(name, toml, settings, &Schema);
        self.source(ruleset.map_err(|report| Refusal::Diagnostics(Box::new(report)))?)
    }

    fn add_file(&self, file: &Path) -> Result<Option<String>, Refusal> {
        match file.extension().is_some_and(|it| it == "wasm") {
            true => Ok(file.file_stem().map(|stem| stem.to_string_lossy().into_owned())),
            false => Ok(None),
        }
    }

    fn is_safe(&self) -> bool {
        self.safe
    }

    fn pause(&self) {
        self.edits.await_written();
    }

    fn watch(&self, _: Wake) -> Option<Box<dyn FileWatch>> {
        Some(Box::new(self.edits.clone()))
    }

    fn records(&self) -> Option<PathBuf> {
        self.folder.clone()
    }

    fn settings_file(&self) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join("settings.toml"))
    }
}
