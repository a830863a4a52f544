//! Services for tests and the demo: rulesets of a small game, and one with errors.
#![allow(dead_code)] // each user needs another part

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use boardloom_contract::PluginError;
use boardloom_gui::{
    AnnouncedRoom, AnnouncementError, FileWatch, GameOffer, GamePlace, MissingPlugin, Refusal,
    RoomSearch, RulesetEntry, Services, Wake, name_families,
};
use boardloom_match::{GameSource, PluginBuild, Record};
use boardloom_ruleset::{Library, LibrarySource, Overrides, PluginSchemas, Ruleset, sha256_hex};
use boardloom_testing::leap;

/// A ruleset of five by five sites.
pub const FIVE: &str = r##"
format = 1
plugin = "leap"
name = "Leap"
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
- The player with more stones wins."""
history = "Made up for trying things."

[[lesson]]
text = "A stone grows beside one of yours. Put one on a2."
answers = ["a2 d1 a3"]
right = "You have grown."
wrong = "That is not a2."

[[lesson]]
text = "Now leap."
goal = "any"

[[example]]
title = "Four moves"
text = "A short one."
players = ["Eve", "Kim"]
moves = "1. a2 {It grows.} e2 2. b1 (a3) d1"

[[puzzle]]
moves = "a2 d1"
answers = ["a3"]
difficulty = 20

[[puzzle]]
answers = ["b1"]
difficulty = 10
"##;

const WIDE: &str = r#"
format = 1
plugin = "leap"
extends = "leap/five"
name = "Wide leap"
summary = "Nine by seven sites."

[board]
width = 9
height = 7
"#;

const STREWN: &str = r#"
format = 1
plugin = "leap"
extends = "leap/five"
name = "Strewn leap"
summary = "Chance puts some stones down before the first move."

[board]
draws = 4

[ai.remarks]
won = ["The leap is mine."]
"#;

const VAST: &str = r#"
format = 1
plugin = "leap"
extends = "leap/five"
name = "Vast leap"
summary = "Two and a half thousand sites."
without = ["options"]

[board]
width = 26
height = 99
"#;

const WORDY: &str = r#"
format = 1
plugin = "leap"
extends = "leap/five"
name = "Wordy leap"
summary = "Moves have whole sentences."
without = ["options"]

[board]
width = 19
height = 5
"#;

const FAULTY: &str = r#"
format = 1
plugin = "leap"
name = "Faulty leap"
summary = "Has errors."

[board]
widht = 9
height = "seven"
"#;

static RULESETS: &[(&str, &str)] = &[
    ("leap/five.toml", FIVE),
    ("leap/wide.toml", WIDE),
    ("leap/strewn.toml", STREWN),
    ("leap/vast.toml", VAST),
    ("leap/wordy.toml", WORDY),
    ("leap/faulty.toml", FAULTY),
];

pub struct Demo {
    folder: Option<PathBuf>,
    library: Library,
    edits: Edits,
    pub safe: bool,
    /// The rooms that the local network announces; `None` is not searched.
    nearby: Option<Vec<AnnouncedRoom>>,
    plugin: PluginShelf,
}

/// The plugin's file: given to others, or missing until it is taken from a room.
#[derive(Debug, Clone, Default)]
pub struct PluginShelf {
    pub file: Arc<Mutex<Option<Vec<u8>>>>,
    pub is_missing: Arc<AtomicBool>,
}

struct Nearby(Vec<AnnouncedRoom>);

impl RoomSearch for Nearby {
    fn rooms(&self) -> Vec<AnnouncedRoom> {
        self.0.clone()
    }
}

/// Edits of files by a test, which reports changes in place of the system and builds the
/// plugin.
#[derive(Clone, Default)]
pub struct Edits {
    changed: Arc<AtomicBool>,
    build: Arc<Mutex<Build>>,
    pub followed: Arc<Mutex<Vec<PathBuf>>>,
    /// The number of times a ruleset was opened with chosen options, as only games are.
    pub opened: Arc<AtomicUsize>,
    writing: Arc<(Mutex<Writing>, Condvar)>,
}

/// A file that is being written.
#[derive(Default)]
struct Writing {
    goes_on: bool,
    awaited: bool,
}

#[derive(Clone, Default)]
struct Build {
    hash: String,
    broken: bool,
}

impl Edits {
    pub fn report_change(&self) {
        self.changed.store(true, Ordering::Release);
    }

    /// Sets whether a file is being written. A reader that found an error in it waits.
    pub fn write(&self, goes_on: bool) {
        let (writing, changed) = &*self.writing;
        writing.lock().unwrap_or_else(PoisonError::into_inner).goes_on = goes_on;
        changed.notify_all();
    }

    /// Tells whether a reader waits for a half-written file.
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

    /// Installs a build of the plugin; `None` is a broken one.
    pub fn build(&self, hash: Option<&str>) {
        let build = Build { hash: hash.unwrap_or_default().to_owned(), broken: hash.is_none() };
        *self.build.lock().unwrap_or_else(PoisonError::into_inner) = build;
        self.report_change();
    }
}

impl FileWatch for Edits {
    fn follow(&mut self, files: Vec<PathBuf>) {
        *self.followed.lock().unwrap_or_else(PoisonError::into_inner) = files;
    }

    fn has_changed(&mut self) -> bool {
        self.changed.swap(false, Ordering::Acquire)
    }
}

struct Schema;

impl PluginSchemas for Schema {
    fn schema(&self, plugin: &str) -> Result<Arc<serde_json::Value>, String> {
        let schema = leap::rules().schema().map_err(|error| error.to_string())?;
        match plugin {
            "leap" => serde_json::from_str(&schema).map(Arc::new).map_err(|e| e.to_string()),
            other => Err(format!("there is no plugin `{other}`")),
        }
    }
}

impl Demo {
    /// Keeps records and settings in a folder, if there is one.
    pub fn new(folder: Option<PathBuf>) -> Self {
        let library = Library::new(vec![LibrarySource::Bundled(RULESETS)]);
        Demo {
            folder,
            library,
            edits: Edits::default(),
            safe: false,
            nearby: None,
            plugin: PluginShelf::default(),
        }
    }

    /// The same in a local network that announces rooms.
    pub fn in_network(nearby: Vec<AnnouncedRoom>) -> Self {
        Demo { nearby: Some(nearby), ..Demo::new(None) }
    }

    /// The same with the plugin's file.
    pub fn with_plugin(file: &[u8]) -> Self {
        let demo = Demo::new(None);
        demo.edits.build(Some(&sha256_hex(file)));
        *demo.plugin.file.lock().unwrap_or_else(PoisonError::into_inner) = Some(file.to_owned());
        demo
    }

    /// The same without the plugin.
    pub fn without_plugin() -> (Self, PluginShelf) {
        let demo = Demo::new(None);
        demo.plugin.is_missing.store(true, Ordering::Release);
        let shelf = demo.plugin.clone();
        (demo, shelf)
    }

    /// The same with a folder of rulesets that takes precedence and can be edited.
    pub fn edited(folder: Option<PathBuf>, rulesets: &Path) -> (Self, Edits) {
        let sources =
            vec![LibrarySource::Folder(rulesets.to_owned()), LibrarySource::Bundled(RULESETS)];
        let demo = Demo { library: Library::new(sources), ..Demo::new(folder) };
        let edits = demo.edits.clone();
        (demo, edits)
    }

    fn source(&self, ruleset: Ruleset) -> Result<GameSource, Refusal> {
        let build = self.edits.build.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if build.broken {
            let (plugin, why) = ("leap".to_owned(), "it is no component".to_owned());
            return Err(Refusal::PluginError(PluginError::Incompatible { plugin, why }));
        }
        let build = PluginBuild { version: String::new(), hash: build.hash };
        Ok(GameSource { rules: leap::rules(), ruleset: Arc::new(ruleset), build })
    }
}

impl Services for Demo {
    fn rulesets(&self) -> Vec<RulesetEntry> {
        let entries = self.library.list().into_iter();
        let mut listed: Vec<RulesetEntry> = entries
            .map(|entry| RulesetEntry {
                id: entry.id,
                name: entry.name,
                summary: entry.summary,
                aliases: entry.aliases,
                main: entry.main,
                lessons: entry.lessons,
                puzzles: entry.puzzles,
                family: entry.plugin,
                family_name: entry.family,
                origin: entry.origin.to_string(),
                shadows: Vec::new(),
                has_errors: false,
                descendants: entry.descendants,
            })
            .collect();
        name_families(&mut listed);
        listed
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
        if !self.has_plugin("leap") {
            return Err(Refusal::Other("there is no plugin `leap`".to_owned()));
        }
        let ruleset = self.library.load_text(name, toml, settings, &Schema);
        self.source(ruleset.map_err(|report| Refusal::Diagnostics(Box::new(report)))?)
    }

    fn open_copy(&self, record: &Record, settings: &Overrides) -> Result<GameSource, Refusal> {
        match self.has_plugin("leap") {
            true => self.open_text(&record.ruleset, &record.ruleset_toml, settings),
            false => Err(Refusal::LacksPlugin(Box::new(MissingPlugin::of(record)))),
        }
    }

    fn find_game(&self, missing: &MissingPlugin, _: &Path) -> Option<GameOffer> {
        Some(GameOffer {
            id: format!("ann/{}", missing.name),
            version: "0.2.0".to_owned(),
            hash: "1".repeat(64),
            place: GamePlace::Index("https://example.org/games/".to_owned()),
            missing: missing.clone(),
        })
    }

    fn install_game(&self, _: &GameOffer) -> Result<(), Refusal> {
        self.plugin.is_missing.store(false, Ordering::Release);
        Ok(())
    }

    fn has_plugin(&self, _: &str) -> bool {
        !self.plugin.is_missing.load(Ordering::Acquire)
    }

    fn plugin_file(&self, _: &str) -> Option<Vec<u8>> {
        self.plugin.file.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn keep_plugin(&self, _: &str, file: &[u8]) -> Result<(), Refusal> {
        *self.plugin.file.lock().unwrap_or_else(PoisonError::into_inner) = Some(file.to_owned());
        self.edits.build(Some(&sha256_hex(file)));
        self.plugin.is_missing.store(false, Ordering::Release);
        Ok(())
    }

    fn add_file(&self, file: &Path) -> Result<Option<String>, Refusal> {
        match file.extension().is_some_and(|it| it == "wasm" || it == "loomgame") {
            true => Ok(file.file_stem().map(|stem| stem.to_string_lossy().into_owned())),
            false => Ok(None),
        }
    }

    fn search_rooms(&self, _: Wake) -> Result<Option<Box<dyn RoomSearch>>, AnnouncementError> {
        Ok(self.nearby.clone().map(|rooms| Box::new(Nearby(rooms)) as Box<dyn RoomSearch>))
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
