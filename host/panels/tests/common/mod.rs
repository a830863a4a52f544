//! The program around the panels, for tests and the demo: two rulesets of a
//! small game, and one with faults.
#![allow(dead_code)] // each user needs another part

pub mod meadow;

use std::path::PathBuf;
use std::sync::Arc;

use boardloom_panels::{Listed, Refusal, Services};
use boardloom_play::Table;
use boardloom_ruleset::{Library, Schemas, Settings, Source};

const FIVE: &str = r##"
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

const FAULTY: &str = r#"
format = 1
plugin = "meadow"
name = "Faulty meadow"
summary = "Has faults."

[board]
widht = 9
height = "seven"
"#;

static RULESETS: &[(&str, &str)] =
    &[("meadow/five.toml", FIVE), ("meadow/wide.toml", WIDE), ("meadow/faulty.toml", FAULTY)];

/// The services.
pub struct Demo {
    folder: Option<PathBuf>,
    library: Library,
}

struct Schema;

impl Schemas for Schema {
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
        Demo { folder, library: Library::new(vec![Source::Bundled(RULESETS)]) }
    }
}

impl Services for Demo {
    fn rulesets(&self) -> Vec<Listed> {
        let entries = self.library.list().into_iter();
        entries
            .map(|entry| Listed {
                id: entry.id,
                name: entry.name,
                summary: entry.summary,
                family: entry.plugin,
                origin: entry.origin.to_string(),
                shadows: Vec::new(),
                faulty: false,
            })
            .collect()
    }

    fn open(&self, id: &str, settings: &Settings) -> Result<Table, Refusal> {
        let ruleset = self
            .library
            .load(id, settings, &Schema)
            .map_err(|report| Refusal::Report(Box::new(report)))?;
        Ok(Table::new(meadow::rules(), Arc::new(ruleset)))
    }

    fn open_text(&self, name: &str, toml: &str) -> Result<Table, Refusal> {
        let ruleset = self
            .library
            .load_text(name, toml, &Settings::new(), &Schema)
            .map_err(|report| Refusal::Report(Box::new(report)))?;
        Ok(Table::new(meadow::rules(), Arc::new(ruleset)))
    }

    fn records(&self) -> Option<PathBuf> {
        self.folder.clone()
    }

    fn settings_file(&self) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join("settings.toml"))
    }
}
