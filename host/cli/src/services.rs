//! Application services for the window and the terminal, and their start options
//! from the command line.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use boardloom_app::texts::language::{self, ENGLISH, current_language};
use boardloom_app::texts::safe;
use boardloom_app::{
    CommandLineSetup, FileWatch, GameOffer, MissingPlugin, Options, Preferences, Refusal,
    RoomSearch, RulesetEntry, Services, Wake, ascii, main_ruleset, my_games, name_families,
    saved_games,
};
use boardloom_mail::{MAX_TEXT, has_game};
use boardloom_match::journal::{self, RecordLock, UnfinishedMatch, is_journal, newest_if_locked};
use boardloom_match::{GameSource, Match, Player, PlayerKind, Record};
use boardloom_online::{AnnouncedRoom, AnnouncementError, RoomAnnouncement, RoomBrowser};
use boardloom_ruleset::file::read_text;
use boardloom_ruleset::{
    LibraryEntry, Overrides, Ruleset, RulesetOrigin, Translation, find_example,
};

use crate::Console;
use crate::catalog::{Catalog, CatalogError, plugin_of};
use crate::cli::Play;
use crate::failure::{Failure, Result};
use crate::games::{GameArrival, Index, IndexResults, indexes, is_game_file};
use crate::watch::Watcher;

/// Returns the start options of a game in the window or the terminal. Locks the record
/// that the arguments name, and checks that a game to continue is free.
///
/// # Errors
/// If the game lacks a seat or a level that is given.
pub fn options(catalog: &Catalog, args: &Play) -> Result<Options> {
    let settings = args.overrides.parse()?;
    let names_game = |what: &&str| is_record(what) || is_mail_file(what);
    if args.what.as_deref().as_ref().is_some_and(names_game) {
        reject_start_arguments(args)?;
    }
    let named = args.what.as_deref().filter(|what| !names_game(what));
    let named = named.map(|what| catalog.ruleset_named(what)).transpose()?.map(Cow::into_owned);
    let ruleset = named.or_else(|| default_ruleset(catalog, args));
    if let Some(id) = ruleset.as_deref().filter(|id| !catalog.knows(id)) {
        catalog.source(id, &settings)?;
    }
    let seats = seats(catalog, args, ruleset.as_deref(), &settings)?;
    let setup = CommandLineSetup {
        seats,
        names: args.names.all(),
        set: args.overrides.set.clone(),
        seed: args.seed,
        clock: args.clock,
    };
    let example = match (&args.example, &ruleset) {
        (Some(name), Some(id)) => Some(example_of(&catalog.source(id, &settings)?, name)?),
        _ => None,
    };
    if args.go_on
        && let Some(folder) = catalog.places().records()
    {
        check_unlocked(&folder)?;
    }
    Ok(Options {
        ruleset,
        course: args.course(),
        example,
        setup,
        position: args.position.clone(),
        moves: args.moves.join(" "),
        go_on: args.go_on,
        record: args.what.as_deref().filter(names_game).map(PathBuf::from),
        keep: args.record.as_deref().map(lock_record).transpose()?.map(Arc::new),
    })
}

/// Returns the kind of each player that the arguments seat or name; `None` is the default.
///
/// # Errors
/// If the game lacks a seat or a level that is given, or a name is not that of a human.
fn seats(
    catalog: &Catalog,
    args: &Play,
    ruleset: Option<&str>,
    settings: &Overrides,
) -> Result<Vec<Option<PlayerKind>>> {
    let record = match args.what.as_deref().map(Path::new) {
        _ if args.example.is_some() || !args.seats.are_given() && !args.names.are_given() => {
            return Ok(Vec::new());
        }
        _ if args.go_on => {
            let record = last_game(catalog)?.record;
            Some(record.map_err(|error| Failure::Invalid(error.to_string()))?)
        }
        Some(path) if is_record(&path.to_string_lossy()) => Some(record_at(path)?),
        _ => None,
    };
    let source = match (&record, ruleset) {
        (Some(record), _) => game_source(catalog, record)?,
        (None, Some(id)) => catalog.source(id, settings)?,
        (None, None) => return Ok(Vec::new()),
    };
    let count = usize::from(source.open()?.about()?.seats);
    let given = match record {
        Some(_) => args.seats.players(&source.ruleset, count)?,
        None => args.seats.players_of_new_game(&args.names, &source.ruleset, count)?,
    };
    let given = given.into_iter().enumerate().map(|(seat, player)| {
        player.map(|player| player.to_player(&source.ruleset, seat)).transpose()
    });
    let given: Vec<Option<Player>> = given.collect::<Result<_>>()?;
    let known = |seat: usize| record.as_ref().and_then(|it| it.setup.players.get(seat).cloned());
    let unnamed = |seat| Player::human(source.ruleset.player(seat).name);
    let players = given.iter().enumerate();
    let mut players: Vec<Player> = players
        .map(|(seat, given)| given.clone().or_else(|| known(seat)).unwrap_or_else(|| unnamed(seat)))
        .collect();
    args.names.apply(&mut players)?;
    let names = args.names.all();
    let kind = |(seat, given): (usize, Option<Player>)| {
        let is_named = names.get(seat).is_some_and(|name| !name.is_empty());
        given.map(|player| player.kind).or(is_named.then_some(PlayerKind::Human))
    };
    Ok(given.into_iter().enumerate().map(kind).collect())
}

/// Refuses options that a record has itself.
pub fn reject_start_arguments(args: &Play) -> Result<()> {
    let given = !args.overrides.set.is_empty()
        || args.seed.is_some()
        || args.position.is_some()
        || args.clock.is_some()
        || !args.moves.is_empty();
    match given {
        false => Ok(()),
        true => Err(Failure::Usage(
            "a record has its own options, seed, start, moves and clock; leave out `--set`, \
             `--seed`, `--position`, `--moves` and `--clock`"
                .to_owned(),
        )),
    }
}

/// Reads the game of a record or a journal.
pub fn record_at(path: &Path) -> Result<Record> {
    journal::read_game(path).map_err(Failure::from)
}

/// Returns the most recent unfinished game.
///
/// # Errors
/// If there is none, or another process has it open.
pub fn last_game(catalog: &Catalog) -> Result<UnfinishedMatch> {
    let folder = catalog.places().records();
    folder.as_deref().map_or(Ok(()), check_unlocked)?;
    let mut all = folder.iter().flat_map(|folder| journal::unfinished_matches(folder));
    let is_played = |record: &Record| !my_games::is_unplayed(&record.tree);
    let found = all.find(|it| it.record.as_ref().is_ok_and(is_played));
    found.ok_or_else(|| Failure::Usage("there is no game to continue".to_owned()))
}

/// Returns the index of an example game.
pub fn example_of(source: &GameSource, name: &str) -> Result<usize> {
    let examples = &source.ruleset.examples;
    find_example(examples, name).ok_or_else(|| {
        let listed = (1..).zip(examples);
        let listed: Vec<_> =
            listed.map(|(number, it)| format!("{number} ({})", it.texts.title)).collect();
        Failure::Usage(match &listed[..] {
            [] => format!("{} has no example games", source.ruleset.id),
            all => format!("there is no example `{name}`; there are {}", all.join(", ")),
        })
    })
}

/// Opens an example game of a ruleset at its start.
pub fn open_example(catalog: &Catalog, id: &str, name: &str) -> Result<Match> {
    let mut source = catalog.source(id, &Overrides::new())?;
    let example = source.ruleset.examples[example_of(&source, name)?].clone();
    if !example.options.is_empty() {
        source = catalog.source(id, &example.overrides())?;
    }
    Ok(Match::of_example(source, &example, ENGLISH)?.0)
}

/// Tells whether an argument names the file of a game: a record or a journal.
pub fn is_record(what: &str) -> bool {
    let path = Path::new(what);
    path.extension().is_some_and(|it| it == boardloom_match::record::EXTENSION) || is_journal(path)
}

/// Tells whether an argument names a file with a game by mail in it, as it was mailed.
fn is_mail_file(what: &str) -> bool {
    let path = Path::new(what);
    let ending = path.extension().unwrap_or_default();
    // Rulesets and plugins are files too.
    let is_other = ending == "toml" || ending == "wasm" || is_game_file(path);
    let text = (!is_other && path.is_file()).then(|| read_text(path, MAX_TEXT).ok()).flatten();
    text.is_some_and(|text| has_game(&text))
}

/// Keeps other processes from writing a record.
pub fn lock_record(path: &Path) -> Result<RecordLock> {
    RecordLock::take(path)
        .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", path.display())))
}

/// Refuses to continue the last game while another process has it open.
pub fn check_unlocked(folder: &Path) -> Result<()> {
    match newest_if_locked(folder) {
        None => Ok(()),
        Some(path) => Err(Failure::Usage(format!(
            "the last game is open in another Boardloom; close it there first ({})",
            path.display()
        ))),
    }
}

/// Returns the main ruleset if the arguments describe a game without naming its ruleset.
fn default_ruleset(catalog: &Catalog, args: &Play) -> Option<String> {
    let described = !args.overrides.set.is_empty()
        || args.position.is_some()
        || !args.moves.is_empty()
        || args.clock.is_some()
        || args.seats.are_given()
        || args.names.are_given();
    let unnamed = args.what.is_none() && !args.go_on;
    if !described || !unnamed {
        return None;
    }
    main_ruleset(&rulesets(catalog)).map(|entry| entry.id.clone())
}

/// The rulesets, with their texts in the current language.
pub fn listed(catalog: &Catalog) -> impl Iterator<Item = LibraryEntry> {
    catalog.list().into_iter().map(|entry| entry.in_language(current_language()))
}

/// Grouped by family, the main one first.
pub fn rulesets(catalog: &Catalog) -> Vec<RulesetEntry> {
    let mut listed: Vec<RulesetEntry> = listed(catalog)
        .map(|entry| RulesetEntry {
            origin: match &entry.origin {
                RulesetOrigin::Bundled => String::new(),
                _ if entry.is_copy => String::new(),
                other => catalog.origin_of(other),
            },
            shadows: match entry.is_copy {
                true => Vec::new(),
                false => entry.shadows.iter().map(|it| catalog.origin_of(it)).collect(),
            },
            has_errors: entry.plugin.is_empty(),
            descendants: entry.descendants,
            id: entry.id,
            name: entry.name,
            summary: entry.summary,
            aliases: entry.aliases,
            main: entry.main,
            lessons: entry.lessons,
            puzzles: entry.puzzles,
            family: entry.plugin,
            family_name: entry.family,
        })
        .collect();
    // In each family the usual game comes first.
    listed.sort_by(|a, b| (&a.family, !a.main, &a.id).cmp(&(&b.family, !b.main, &b.id)));
    name_families(&mut listed);
    listed
}

pub struct AppServices {
    /// Replaced by a wider catalog when the player opens a file from another folder.
    catalog: RwLock<Arc<Catalog>>,
    pub settings: Option<PathBuf>,
}

impl AppServices {
    pub fn new(catalog: Catalog) -> Self {
        AppServices { catalog: RwLock::new(Arc::new(catalog)), settings: settings_file() }
    }

    fn extend_with(&self, file: &Path) -> Result<(), Refusal> {
        let wider = self.catalog().extend_with(file).map_err(refusal)?;
        if let Some(wider) = wider {
            *self.catalog.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(wider);
        }
        Ok(())
    }

    fn catalog(&self) -> Arc<Catalog> {
        Arc::clone(&self.catalog.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Services for AppServices {
    fn rulesets(&self) -> Vec<RulesetEntry> {
        rulesets(&self.catalog())
    }

    fn open(&self, id: &str, settings: &Overrides) -> Result<GameSource, Refusal> {
        self.catalog().source(id, settings).map(spoken).map_err(refusal)
    }

    fn open_text(
        &self,
        name: &str,
        toml: &str,
        settings: &Overrides,
    ) -> Result<GameSource, Refusal> {
        spoken_copy(&self.catalog(), name, toml, settings).map_err(refusal)
    }

    fn open_copy(&self, record: &Record, settings: &Overrides) -> Result<GameSource, Refusal> {
        let (name, toml) = (&record.ruleset, &record.ruleset_toml);
        match self.catalog().with_version(&record.plugin, &record.plugin_hash) {
            Some(other) => spoken_copy(&other, name, toml, settings).map_err(refusal),
            None => self.open_text(name, toml, settings),
        }
    }

    fn find_game(&self, missing: &MissingPlugin, record: &Path) -> Option<GameOffer> {
        self.catalog().find_game(missing, record, &known_indexes().found)
    }

    fn install_game(&self, offer: &GameOffer) -> Result<(), Refusal> {
        let arrived = self.catalog().install_offer(offer).map_err(refusal)?;
        self.extend_with(&arrived.game.plugin)
    }

    fn texts(&self, ruleset: &str) -> Option<Arc<Translation>> {
        let source = self.open(ruleset, &Overrides::new()).ok()?;
        source.ruleset.spoken().cloned()
    }

    fn add_file(&self, file: &Path) -> Result<Option<String>, Refusal> {
        let installed = match is_game_file(file) {
            true => {
                let arrived = self.catalog().install(file, GameArrival::default());
                Some(arrived.map_err(refusal)?.game)
            }
            false => None,
        };
        let file = installed.as_ref().map_or(file, |game| &game.plugin);
        self.extend_with(file)?;
        Ok(plugin_of(file))
    }

    fn has_plugin(&self, name: &str) -> bool {
        self.catalog().plugins().has(name)
    }

    fn plugin_file(&self, name: &str) -> Option<Vec<u8>> {
        self.catalog().plugins().bytes(name).map(Cow::into_owned).ok()
    }

    fn keep_plugin(&self, name: &str, file: &[u8]) -> Result<(), Refusal> {
        self.catalog().keep_plugin(name, file).map(drop).map_err(refusal)
    }

    fn load_built_in_plugins(&self) {
        let catalog = self.catalog();
        let thread = std::thread::Builder::new().name("plugins".to_owned());
        let started = thread.spawn(move || catalog.load_built_in_plugins());
        if let Err(error) = started {
            tracing::warn!(%error, "plugins are compiled when their games open");
        }
    }

    fn announce(
        &self,
        room: &AnnouncedRoom,
    ) -> Result<Option<RoomAnnouncement>, AnnouncementError> {
        RoomAnnouncement::start(room).map(Some)
    }

    fn search_rooms(&self, wake: Wake) -> Result<Option<Box<dyn RoomSearch>>, AnnouncementError> {
        let browser = RoomBrowser::start(move || wake())?;
        Ok(Some(Box::new(browser)))
    }

    fn refresh(&self) {
        self.catalog().refresh();
    }

    fn compiling(&self) -> Vec<String> {
        boardloom_base::compiler::compiler().map(|it| it.running()).unwrap_or_default()
    }

    fn skip_compiling(&self) {
        if let Some(compiler) = boardloom_base::compiler::compiler() {
            compiler.skip();
        }
    }

    fn watch(&self, wake: Wake) -> Option<Box<dyn FileWatch>> {
        let catalog = self.catalog();
        let places = catalog.places();
        let watcher = Watcher::start(places.rulesets(), places.plugins(), wake)?;
        Some(Box::new(watcher))
    }

    fn records(&self) -> Option<PathBuf> {
        self.catalog().places().records()
    }

    fn is_safe(&self) -> bool {
        self.catalog().places().safe
    }

    fn take_log(&self) -> Vec<boardloom_app::log::Entry> {
        crate::log_capture::take()
    }

    fn settings_file(&self) -> Option<PathBuf> {
        self.settings.clone()
    }
}

/// Opens the copy of a ruleset in a record, in the current language.
pub fn spoken_copy(
    catalog: &Catalog,
    name: &str,
    toml: &str,
    settings: &Overrides,
) -> Result<GameSource, CatalogError> {
    let source = catalog.source_of_text(name, toml, settings)?;
    // The copy has no translations, and no heading of points.
    let known = catalog.library().load(name, &Overrides::new(), catalog);
    let ruleset = match known {
        Ok(known) => Arc::new(Ruleset::clone(&source.ruleset).with_texts_of(&known)),
        Err(_) => Arc::clone(&source.ruleset),
    };
    Ok(spoken(GameSource { ruleset, ..source }))
}

/// Returns the game of a record, with the record's copy of the ruleset if it has one.
pub fn game_source(catalog: &Catalog, record: &Record) -> Result<GameSource> {
    if record.ruleset.is_empty() {
        return Err(Failure::Invalid(safe::no_ruleset_named().to_owned()));
    }
    let none = Overrides::new();
    Ok(match record.ruleset_toml.is_empty() {
        true => spoken(catalog.source(&record.ruleset, &none)?),
        false => {
            let other = catalog.with_version(&record.plugin, &record.plugin_hash);
            let catalog = other.as_ref().unwrap_or(catalog);
            spoken_copy(catalog, &record.ruleset, &record.ruleset_toml, &none).map_err(|error| {
                let wanted = match &error {
                    CatalogError::Ruleset(report) | CatalogError::NoRuleset(report) => {
                        saved_games::wanted_plugin(record, report, catalog.places().safe)
                    }
                    _ => None,
                };
                let usual = || format!("{}\n{error}", safe::bad_copy());
                Failure::Invalid(wanted.map_or_else(usual, |refusal| refusal.to_string()))
            })?
        }
    })
}

/// Sets the language of what a player reads: the given one, else that of the settings where a
/// player types. Scripts read English. See also [`write_as_locale`].
///
/// # Errors
/// If there is no such language.
pub fn choose_language(given: Option<&str>, console: &mut Console<'_>) -> Result<()> {
    write_as_locale(console);
    let file = settings_file();
    let read = file.as_deref().filter(|_| given.is_some() || console.asks);
    let (mut preferences, mut errors) = read.map(Preferences::load).unwrap_or_default();
    if let Some(code) = given {
        preferences.language = code.to_owned();
    }
    let unspoken = preferences.apply_language(file.as_deref());
    // A file with errors is read again, which tells them in the language that was chosen.
    if let Some(file) = read.filter(|_| !errors.is_empty()) {
        errors = Preferences::load(file).1;
    }
    errors.into_iter().for_each(|why| console.say(why));
    if let Some(code) = given.filter(|code| current_language() != *code) {
        let known: Vec<String> = language::all().iter().map(|(it, _)| format!("`{it}`")).collect();
        let known = known.join(", ");
        return Err(Failure::Usage(format!("there is no language `{code}`; there are {known}")));
    }
    unspoken.into_iter().for_each(|why| console.say(why));
    Ok(())
}

/// Makes the console write ASCII where the locale has nothing else.
pub fn write_as_locale(console: &mut Console<'_>) {
    if !ascii::locale_has_unicode() {
        console.use_ascii();
    }
}

/// Returns a game in the current language.
pub fn spoken(source: GameSource) -> GameSource {
    match current_language() {
        ENGLISH => source,
        code => source.in_language(code),
    }
}

pub fn settings_file() -> Option<PathBuf> {
    let dirs = directories::ProjectDirs::from("", "", "boardloom")?;
    Some(dirs.config_dir().join("settings.toml"))
}

/// Returns the indexes of the settings, and the errors of those that cannot be.
pub fn known_indexes() -> IndexResults<Index> {
    let settings = settings_file().map(|file| Preferences::load(&file).0).unwrap_or_default();
    indexes(&settings.indexes)
}

fn refusal(error: CatalogError) -> Refusal {
    match error {
        CatalogError::NoRuleset(report) => Refusal::Gone(report),
        CatalogError::Ruleset(report) => Refusal::Diagnostics(report),
        CatalogError::PluginError(error) => Refusal::PluginError(error),
        other => Refusal::Other(other.to_string()),
    }
}
