//! Services of the program for its front ends.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use boardloom_contract::PluginError;
use boardloom_match::{GameSource, OpenError, Record};
use boardloom_online::{AnnouncedRoom, AnnouncementError, RoomAnnouncement, RoomBrowser};
use boardloom_ruleset::{Diagnostics, Overrides, Translation, contains_words, keep_named};

use crate::game_offer::{GameOffer, MissingPlugin};
use crate::log::Entry;
use crate::texts::capital;
use crate::texts::errors::translated;
use crate::texts::safe;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RulesetEntry {
    /// As on the command line: `family/name`.
    pub id: String,
    pub name: String,
    pub summary: String,
    /// Other names of the game.
    pub aliases: Vec<String>,
    /// Whether it stands for its family.
    pub main: bool,
    /// The number of lessons' steps, and of puzzles.
    pub lessons: usize,
    pub puzzles: usize,
    /// The plugin's name.
    pub family: String,
    /// The family's name for players.
    pub family_name: String,
    /// The place of its file, as text; empty for a built-in one.
    pub origin: String,
    /// The places of other rulesets with this name, which it hides.
    pub shadows: Vec<String>,
    pub has_errors: bool,
    /// The number of rulesets that extend it.
    pub descendants: usize,
}

impl RulesetEntry {
    fn search_text(&self) -> String {
        let RulesetEntry { id, name, family, family_name, summary, aliases, .. } = self;
        format!("{id} {name} {family} {family_name} {summary} {}", aliases.join(" "))
    }
}

/// Returns the rulesets where each word of a search occurs in the id, a name or the summary, by
/// family.
pub fn search_rulesets<'a>(
    rulesets: impl IntoIterator<Item = &'a RulesetEntry>,
    search: &str,
) -> Vec<&'a RulesetEntry> {
    let all = rulesets.into_iter();
    let mut found: Vec<&RulesetEntry> =
        all.filter(|listed| contains_words(&listed.search_text(), search)).collect();
    keep_named(&mut found, search, |listed| (listed.family.clone(), listed.search_text()));
    found
}

/// Returns the main one of rulesets: marked as such, or else the one that most others extend.
/// Rulesets with errors come last, and among equals the shortest id wins.
pub fn main_ruleset(rulesets: &[RulesetEntry]) -> Option<&RulesetEntry> {
    let rank = |it: &&RulesetEntry| (it.has_errors, !it.main, Reverse(it.descendants), it.id.len());
    rulesets.iter().min_by_key(rank)
}

/// Names the families of rulesets grouped by family: as the main ruleset says, or another one, or
/// else as the plugin.
pub fn name_families(rulesets: &mut [RulesetEntry]) {
    for family in rulesets.chunk_by_mut(|a, b| a.family == b.family) {
        let mut names = main_ruleset(family).into_iter().chain(&*family).map(|it| &it.family_name);
        let name = match names.find(|name| !name.is_empty()) {
            Some(name) => name.clone(),
            None => capital(&family[0].family),
        };
        family.iter_mut().for_each(|ruleset| ruleset.family_name.clone_from(&name));
    }
}

#[derive(Debug, Clone)]
pub enum Refusal {
    /// No such ruleset; the report names the nearest.
    Gone(Box<Diagnostics>),
    Diagnostics(Box<Diagnostics>),
    PluginError(PluginError),
    Other(String),
    /// The game's plugin is not here.
    NoPlugin {
        name: String,
        refusal: Box<Refusal>,
    },
    /// A record's plugin is not here.
    LacksPlugin(Box<MissingPlugin>),
    /// The same, and a game that has it can be installed.
    GameOffered {
        offer: Box<GameOffer>,
        /// The record.
        record: PathBuf,
        refusal: Box<Refusal>,
    },
    /// Another one between texts that tell what it means; either can be empty.
    Explained {
        before: String,
        refusal: Box<Refusal>,
        after: String,
    },
}

impl Refusal {
    /// Returns the plugin that a record lacks, if that is the reason.
    pub fn missing_plugin(&self) -> Option<&MissingPlugin> {
        match self {
            Refusal::LacksPlugin(missing) => Some(missing),
            Refusal::Explained { refusal, .. } => refusal.missing_plugin(),
            _ => None,
        }
    }
}

/// Tells which plugin a record lacks.
pub fn needs_plugin(missing: &MissingPlugin) -> String {
    let text = safe::needs_plugin(&missing.name, &missing.version);
    match missing.hash.is_empty() {
        true => text,
        false => format!("{text} {}", safe::needs_file(&missing.hash)),
    }
}

impl From<OpenError> for Refusal {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Ruleset(report) => Refusal::Diagnostics(report),
            OpenError::PluginError(error) => Refusal::PluginError(error),
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
            Refusal::PluginError(error) => f.write_str(&translated(&error.to_string())),
            Refusal::Other(why) => f.write_str(&translated(why)),
            Refusal::NoPlugin { refusal, .. } | Refusal::GameOffered { refusal, .. } => {
                refusal.fmt(f)
            }
            Refusal::LacksPlugin(missing) => f.write_str(&needs_plugin(missing)),
            Refusal::Explained { before, refusal, after } => {
                let refusal = refusal.to_string();
                let parts = [before.as_str(), refusal.trim_end(), after];
                let parts: Vec<&str> = parts.into_iter().filter(|it| !it.is_empty()).collect();
                f.write_str(&parts.join("\n\n"))
            }
        }
    }
}

/// All functions but the paths are called on a thread, and may take time.
pub trait Services: Send + Sync + 'static {
    /// Grouped by family.
    fn rulesets(&self) -> Vec<RulesetEntry>;

    /// `id` is a ruleset's id or a `.toml` file.
    fn open(&self, id: &str, settings: &Overrides) -> Result<GameSource, Refusal>;

    /// Opens the copy of a ruleset in a record; `settings` are already applied to it.
    fn open_text(
        &self,
        name: &str,
        toml: &str,
        settings: &Overrides,
    ) -> Result<GameSource, Refusal>;

    /// Opens the copy of a ruleset in a record, with the version of the plugin that the record was
    /// played with if that one is installed too; `settings` are already applied to it.
    fn open_copy(&self, record: &Record, settings: &Overrides) -> Result<GameSource, Refusal> {
        self.open_text(&record.ruleset, &record.ruleset_toml, settings)
    }

    /// Searches beside a record and in the player's indexes for the game that it lacks.
    fn find_game(&self, _missing: &MissingPlugin, _record: &Path) -> Option<GameOffer> {
        None
    }

    /// Installs a game.
    fn install_game(&self, offer: &GameOffer) -> Result<(), Refusal> {
        Err(Refusal::Other(format!("cannot install `{}`: it is not supported", offer.id)))
    }

    /// Returns the texts of a ruleset's game in the current language; `None` if it is English.
    fn texts(&self, _ruleset: &str) -> Option<Arc<Translation>> {
        None
    }

    /// Makes a ruleset or plugin usable until the program ends, with the files beside it: the
    /// ruleset's plugin, the plugin's rulesets. Returns the plugin's name if it is one.
    fn add_file(&self, _file: &Path) -> Result<Option<String>, Refusal> {
        Ok(None)
    }

    /// Tells whether there is a plugin of this name.
    fn has_plugin(&self, _name: &str) -> bool {
        true
    }

    /// Returns a plugin's file, for other players of a game who lack it.
    fn plugin_file(&self, _name: &str) -> Option<Vec<u8>> {
        None
    }

    /// Keeps a plugin's file among the player's own.
    fn keep_plugin(&self, name: &str, _file: &[u8]) -> Result<(), Refusal> {
        Err(Refusal::Other(format!("cannot keep the plugin `{name}`: it is not supported")))
    }

    /// Begins to load the built-in plugins on a thread: they are compiled before a player has
    /// chosen a game.
    fn load_built_in_plugins(&self) {}

    /// Drops caches, so that rebuilt plugins are read again.
    fn refresh(&self) {}

    /// Returns the names of the plugins that are being compiled.
    fn compiling(&self) -> Vec<String> {
        Vec::new()
    }

    /// Gives up compiling plugins: opening their rulesets fails, and may be tried again.
    fn skip_compiling(&self) {}

    /// Waits for a file that may have been read while it was written.
    fn pause(&self) {
        std::thread::sleep(std::time::Duration::from_millis(100));
    }

    /// Watches the folders of rulesets and plugins; `None` if that is impossible.
    fn watch(&self, _wake: Wake) -> Option<Box<dyn FileWatch>> {
        None
    }

    fn records(&self) -> Option<PathBuf>;

    fn settings_file(&self) -> Option<PathBuf>;

    /// Log messages since the last call.
    fn take_log(&self) -> Vec<Entry> {
        Vec::new()
    }

    /// Tells the local network of a room while the answer lives, at once; by default of none.
    fn announce(
        &self,
        _room: &AnnouncedRoom,
    ) -> Result<Option<RoomAnnouncement>, AnnouncementError> {
        Ok(None)
    }

    /// Begins to search the local network for rooms, at once; by default it is not searched.
    fn search_rooms(&self, _wake: Wake) -> Result<Option<Box<dyn RoomSearch>>, AnnouncementError> {
        Ok(None)
    }

    /// Tells whether the program uses only built-in rulesets and plugins.
    fn is_safe(&self) -> bool {
        false
    }

    /// Name and version.
    fn title(&self) -> String {
        "Boardloom".to_owned()
    }
}

/// Reports changes in the folders of rulesets and plugins and in followed files, and
/// wakes the front end.
pub trait FileWatch: Send {
    fn follow(&mut self, files: Vec<PathBuf>);

    /// Tells whether something changed since the last call and was quiet for a moment since.
    fn has_changed(&mut self) -> bool;
}

/// A search of the local network, which goes on while it lives.
pub trait RoomSearch: Send {
    /// Returns the rooms that are announced now.
    fn rooms(&self) -> Vec<AnnouncedRoom>;
}

impl RoomSearch for RoomBrowser {
    fn rooms(&self) -> Vec<AnnouncedRoom> {
        self.rooms()
    }
}

/// Wakes the front end, from any thread.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ruleset_marked_as_main_stands_for_its_family() {
        let entry = |id: &str, descendants: usize, main: bool| RulesetEntry {
            id: id.to_owned(),
            descendants,
            main,
            ..RulesetEntry::default()
        };
        let chosen = |all: &[RulesetEntry]| main_ruleset(all).map(|it| it.id.clone());
        let mut all = vec![entry("x/grid", 7, false), entry("x/main", 0, true)];
        assert_eq!(chosen(&all).as_deref(), Some("x/main"));
        all[1].has_errors = true;
        assert_eq!(chosen(&all).as_deref(), Some("x/grid"), "one with errors cannot be played");
        let plain = [entry("x/grid", 1, false), entry("x/base", 3, false)];
        assert_eq!(chosen(&plain).as_deref(), Some("x/base"), "most others extend it");
    }

    #[test]
    fn the_main_ruleset_names_its_family() {
        let named = |given: [&str; 3]| {
            let mut all = given.map(|name| RulesetEntry {
                family: "leap".to_owned(),
                family_name: name.to_owned(),
                ..RulesetEntry::default()
            });
            all[1].main = true;
            name_families(&mut all);
            all.map(|ruleset| ruleset.family_name)
        };
        assert_eq!(named(["One", "Two", ""]), ["Two"; 3]);
        assert_eq!(named(["", "", "Three"]), ["Three"; 3], "it is named by one at least");
        assert_eq!(named([""; 3]), ["Leap"; 3]);
    }
}
