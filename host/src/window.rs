//! The window, as far as the program has to do with it.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use boardloom_play::Table;
use boardloom_ruleset::Settings;
use boardloom_window::{Listed, Options, Refusal, Script, Services, Wake, Watch, WindowOptions};

use crate::cli::Play;
use crate::failure::Failure;
use crate::player::Player;
use crate::shelf::{OpenError, Shelf};
use crate::watch::Watcher;

/// The level of a computer of which no level was said.
const MIDDLE: u8 = 4;

/// What the window opens with.
#[derive(Debug, Default)]
pub struct Opening {
    /// What to play at once.
    pub play: Options,
}

/// Notes when the process began, for telling how long the first frame took.
pub fn note_start() {
    STARTED.get_or_init(Instant::now);
}

static STARTED: OnceLock<Instant> = OnceLock::new();

/// Opens the window.
///
/// # Errors
/// Where there is no display, or a library for it is missing.
pub fn open(shelf: Shelf, opening: Opening) -> Result<(), Failure> {
    let options = WindowOptions {
        play: opening.play,
        size: size(),
        started: STARTED.get().copied(),
        script: Script::from_env(),
    };
    boardloom_window::run(Arc::new(Around { shelf }), options)
        .map_err(|error| Failure::NoWindow(error.to_string()))
}

/// Opens the window on what is to be played.
///
/// # Errors
/// Where the seats or options make no sense, and as [`open`].
pub fn play(shelf: Shelf, args: &Play) -> Result<(), Failure> {
    // Faults of what was typed are told in the terminal, before any window.
    args.chosen.settings()?;
    let record = args.what.as_deref().filter(|what| is_record(what)).map(PathBuf::from);
    let ruleset = if record.is_some() { None } else { args.what.clone() };
    let play = Options {
        ruleset: ruleset.or_else(|| usual(&shelf, args)),
        seats: args.seats.players().into_iter().map(seated).collect(),
        set: args.chosen.set.clone(),
        seed: args.seed,
        clock: args.clock,
        position: args.position.clone(),
        moves: args.moves.join(" "),
        go_on: args.go_on,
        record,
        keep: args.record.clone(),
        ground_below: true,
    };
    open(shelf, Opening { play })
}

fn is_record(what: &str) -> bool {
    Path::new(what).extension().is_some_and(|it| it == boardloom_play::record::EXTENSION)
}

/// Returns the plainest ruleset where a game was described and none named.
fn usual(shelf: &Shelf, args: &Play) -> Option<String> {
    let described = !args.chosen.set.is_empty()
        || args.position.is_some()
        || !args.moves.is_empty()
        || args.clock.is_some()
        || args.seats.players().iter().any(Option::is_some);
    let unnamed = args.what.is_none() && !args.go_on;
    if !described || !unnamed {
        return None;
    }
    let list = shelf.list().into_iter();
    list.min_by_key(|entry| Reverse(entry.heirs)).map(|entry| entry.id)
}

/// Writes who sits on a seat as the window reads it; nothing where nothing was
/// said.
fn seated(player: Option<Player>) -> String {
    match player {
        None => String::new(),
        Some(Player::Human) => "person".to_owned(),
        Some(Player::Computer(level)) => format!("computer {}", level.unwrap_or(MIDDLE)),
    }
}

/// Reads `BOARDLOOM_SIZE`, as `1280x800`: for tests, and pictures of the window.
fn size() -> Option<(u32, u32)> {
    let text = std::env::var("BOARDLOOM_SIZE").ok()?;
    let (width, height) = text.split_once('x')?;
    Some((width.parse().ok()?, height.parse().ok()?))
}

/// The program around the window.
struct Around {
    shelf: Shelf,
}

impl Services for Around {
    fn rulesets(&self) -> Vec<Listed> {
        let entries = self.shelf.list().into_iter();
        let mut listed: Vec<Listed> = entries
            .map(|entry| Listed {
                origin: self.shelf.origin_of(&entry.origin),
                shadows: entry.shadows.iter().map(|it| self.shelf.origin_of(it)).collect(),
                faulty: entry.plugin.is_empty(),
                heirs: entry.heirs,
                id: entry.id,
                name: entry.name,
                summary: entry.summary,
                family: entry.plugin,
            })
            .collect();
        listed.sort_by(|a, b| a.family.cmp(&b.family).then(a.id.cmp(&b.id)));
        listed
    }

    fn open(&self, id: &str, settings: &Settings) -> Result<Table, Refusal> {
        self.shelf.table(id, settings).map_err(refusal)
    }

    fn open_text(&self, name: &str, toml: &str, settings: &Settings) -> Result<Table, Refusal> {
        self.shelf.table_of_text(name, toml, settings).map_err(refusal)
    }

    fn refresh(&self) {
        self.shelf.refresh();
    }

    fn watch(&self, wake: Wake) -> Option<Box<dyn Watch>> {
        let places = self.shelf.places();
        let watcher = Watcher::start(places.rulesets(), places.plugins(), wake)?;
        Some(Box::new(watcher))
    }

    fn records(&self) -> Option<PathBuf> {
        self.shelf.places().records()
    }

    fn said(&self) -> Vec<boardloom_shell::log::Entry> {
        crate::said::take()
    }

    fn settings_file(&self) -> Option<PathBuf> {
        let dirs = directories::ProjectDirs::from("", "", "boardloom")?;
        Some(dirs.config_dir().join("settings.toml"))
    }
}

fn refusal(error: OpenError) -> Refusal {
    match error {
        OpenError::NoRuleset(report) => Refusal::Gone(report),
        OpenError::Ruleset(report) => Refusal::Report(report),
        OpenError::Fault(fault) => Refusal::Fault(fault),
        other => Refusal::Other(other.to_string()),
    }
}
