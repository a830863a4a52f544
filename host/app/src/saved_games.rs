//! Games on disk: the journal of the current one, unfinished ones and records.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use boardloom_match::journal::{Journal, is_journal};
use boardloom_match::{GameSource, Match, MatchError, MatchSetup, Record, fresh_seed};
use boardloom_ruleset::file::{TEXT_LIMIT, read_text};
use boardloom_ruleset::{Diagnostics, Overrides};
use serde_json::Value as Json;

use crate::date::{stamp, today};
use crate::game_offer::MissingPlugin;
use crate::load_request::LoadRequest;
use crate::my_games;
use crate::services::{Refusal, Services};
use crate::texts::language::current_language;
use crate::texts::{game as t, safe};

/// Opens the match of a game file read-only, a finished one at its end: nothing is locked or
/// written.
pub fn load(services: &dyn Services, path: &Path) -> Result<Match, Refusal> {
    let mut record = my_games::read(path).map_err(Refusal::Other)?;
    if record.result.is_some() {
        record.here = record.tree.main_line().last().copied().unwrap_or_default();
    }
    replay(services, record)
}

/// Continues a game with its journal.
pub fn resume(services: &dyn Services, path: &Path) -> Result<Match, Refusal> {
    let (record, journal) = Journal::reopen(path).map_err(|error| resume_refusal(&error))?;
    let mut game = replay(services, record).map_err(|why| with_kept_path(why, path))?;
    game.keep_journal(journal);
    Ok(game)
}

/// Continues a record, whose file stays as it is, or a game with its journal.
pub fn open(services: &dyn Services, path: &Path) -> Result<Match, Refusal> {
    if is_journal(path) {
        return resume(services, path);
    }
    let record = my_games::read(path).map_err(Refusal::Other)?;
    let mut game = replay(services, record).map_err(|why| with_kept_path(why, path))?;
    if let Some(folder) = services.records() {
        // A record of the program itself keeps its name, so that opening it again
        // makes no second game.
        let own = path.parent() == Some(&*folder);
        let name = path.file_stem().filter(|_| own).map(|stem| stem.to_string_lossy());
        let name = name.map_or_else(|| name_of(&game, SystemTime::now()), Into::into);
        keep_as(&mut game, &folder, &name);
    }
    Ok(game)
}

/// Opens an example game of a ruleset.
pub fn open_example(services: &dyn Services, id: &str, at: usize) -> Result<Match, Refusal> {
    let mut source = services.open(id, &Overrides::new())?;
    let none = || Refusal::Other(t::no_example().to_owned());
    let example = source.ruleset.examples.get(at).cloned().ok_or_else(none)?;
    if !example.options.is_empty() {
        source = services.open(id, &example.overrides())?;
    }
    let (mut game, _) = Match::of_example(source, &example, current_language())?;
    if let Some(folder) = services.records() {
        keep(&mut game, &folder);
    }
    Ok(game)
}

/// Opens a position from late in a game: of an example game, else of a puzzle.
pub fn open_scene(services: &dyn Services, id: &str) -> Option<Match> {
    let source = services.open(id, &Overrides::new()).ok()?;
    let ruleset = Arc::clone(&source.ruleset);
    if let Some(example) = ruleset.examples.iter().find(|it| it.options.is_empty()) {
        let (mut game, _) = Match::of_example(source, example, "").ok()?;
        let line = game.tree().main_line();
        let late = *line.get(line.len() * 4 / 5)?;
        game.go_to(late).ok()?;
        return Some(game);
    }
    let puzzle = ruleset.puzzles.get(ruleset.puzzles.len() / 2)?;
    Match::of_exercise(source, puzzle).ok()
}

/// Starts a game from a copied text, with the players of the current game.
pub fn paste(game: Option<&Match>, text: &str) -> LoadRequest {
    let setup = match game {
        None => MatchSetup { seed: fresh_seed(), ..MatchSetup::default() },
        Some(game) => MatchSetup {
            players: game.players().to_vec(),
            seed: game.seed(),
            control: *game.clock().control(),
            ..MatchSetup::default()
        },
    };
    let ruleset = game.map(|game| {
        let ruleset = &game.source().ruleset;
        (ruleset.id.clone(), ruleset.overrides.clone())
    });
    let setup = Box::new(MatchSetup { date: today(), ..setup });
    LoadRequest::Paste { ruleset, setup, text: text.to_owned() }
}

/// Starts a game from a copied position or list of moves, or continues a copied record.
pub fn open_pasted(
    services: &dyn Services,
    ruleset: Option<(String, Overrides)>,
    setup: MatchSetup,
    text: &str,
) -> Result<Match, Refusal> {
    let mut game = match ruleset {
        _ if is_record(text) => {
            let record = Record::parse(text);
            replay(services, record.map_err(|error| Refusal::Other(t::no_record(&error)))?)?
        }
        Some((id, settings)) => Match::from_text(services.open(&id, &settings)?, setup, text)?,
        None => return Err(Refusal::Other(t::pasted_nowhere().to_owned())),
    };
    if let Some(folder) = services.records() {
        keep(&mut game, &folder);
    }
    Ok(game)
}

pub fn is_record(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with('[')
}

/// Replays a record with the rules of [`source_of`].
fn replay(services: &dyn Services, record: Record) -> Result<Match, Refusal> {
    let source = source_of(services, &record)?;
    let (game, report) = record.resume(source).map_err(Refusal::from)?;
    if let Some((_, mv, why)) = report.first {
        tracing::warn!(mv, why, "a move of the record does not fit");
    }
    Ok(game)
}

/// Opens a record's own copy of the ruleset, or else the ruleset that it names.
pub fn source_of(services: &dyn Services, record: &Record) -> Result<GameSource, Refusal> {
    if record.ruleset.is_empty() {
        return Err(Refusal::Other(safe::no_ruleset_named().to_owned()));
    }
    if record.ruleset_toml.trim().is_empty() {
        services.open(&record.ruleset, &chosen_options(record))
    } else {
        let copy = |settings: &Overrides| services.open_copy(record, settings);
        // The copy has the options applied; here they are only remembered.
        let read = copy(&chosen_options(record)).or_else(|_| copy(&Overrides::new()));
        read.map_err(|refusal| match refusal {
            Refusal::Diagnostics(diagnostics) => {
                tracing::warn!("the copy of the rules: {}", diagnostics.render(false));
                let usual = || format!("{} {}", safe::bad_copy(), safe::see_log());
                let wanted = wanted_plugin(record, &diagnostics, services.is_safe());
                wanted.unwrap_or_else(|| Refusal::Other(usual()))
            }
            other => other,
        })
    }
}

/// Returns why a record does not open if its copy of the rules lacks its plugin, which safe mode
/// may leave out; `None` if the copy has other errors.
pub fn wanted_plugin(record: &Record, diagnostics: &Diagnostics, is_safe: bool) -> Option<Refusal> {
    let missing = diagnostics.iter().find(|diagnostic| diagnostic.key == "plugin")?;
    Some(match is_safe {
        true => Refusal::Other(missing.what.clone()),
        false => Refusal::LacksPlugin(Box::new(MissingPlugin::of(record))),
    })
}

/// Offers the game that a record lacks, if it is beside the record or in an index.
pub fn with_offer(services: &dyn Services, record: &Path, refusal: Refusal) -> Refusal {
    let found = refusal.missing_plugin().and_then(|missing| services.find_game(missing, record));
    match found {
        Some(offer) => Refusal::GameOffered {
            offer: Box::new(offer),
            record: record.to_owned(),
            refusal: Box::new(refusal),
        },
        None => refusal,
    }
}

fn chosen_options(record: &Record) -> Overrides {
    let read = |text: &str| -> Json { serde_json::from_str(text).unwrap_or_else(|_| text.into()) };
    record.options.iter().map(|(key, value)| (key.as_str(), read(value))).collect()
}

fn resume_refusal(why: &dyn Display) -> Refusal {
    Refusal::Other(crate::texts::start::not_resumed(&why.to_string()))
}

/// Adds that the game is still there to the reason why it does not open.
fn with_kept_path(why: Refusal, path: &Path) -> Refusal {
    let after = safe::kept_in(&path.display().to_string());
    Refusal::Explained { before: String::new(), refusal: Box::new(why), after }
}

/// Keeps a journal from now on. If that fails, the match goes on without one, and the
/// front end says so.
pub fn keep(game: &mut Match, folder: &Path) {
    let name = name_of(game, SystemTime::now());
    keep_as(game, folder, &name);
}

fn keep_as(game: &mut Match, folder: &Path, name: &str) {
    match Journal::create(folder, name) {
        Ok(journal) => game.keep_journal(journal),
        // The front end says so: see `why_not_kept`.
        Err(error) => tracing::info!(%error, "no journal is kept"),
    }
}

/// Tells why no game can be kept in a folder; `None` if one can.
pub fn why_not_kept(folder: &Path) -> Option<String> {
    match Journal::create(folder, "trial") {
        Ok(journal) => {
            journal.discard();
            None
        }
        Err(error) => Some(error.to_string()),
    }
}

/// Closes a match: a finished one becomes a record, any other one stays unfinished.
///
/// # Errors
/// If a part of the match is neither in a record nor in a journal.
pub fn close(mut game: Match, folder: Option<&Path>) -> Result<(), String> {
    let over = Record::of(&game).result.is_some();
    let saved = if over { folder.map(|folder| save(&game, folder)) } else { None };
    let Some(journal) = game.take_journal() else {
        return saved.map_or(Ok(()), |saved| saved.map(drop).map_err(|why| why.to_string()));
    };
    match saved {
        Some(Ok(_)) => journal.discard(),
        None if my_games::is_unplayed(game.tree()) => journal.discard(),
        _ => return journal.leave(),
    }
    Ok(())
}

/// Writes the record of a match. A file that was saved under other rules stays as it is.
pub fn save(game: &Match, folder: &Path) -> std::io::Result<PathBuf> {
    let first = file_of(game, folder, boardloom_match::record::EXTENSION);
    let mut path = first.clone();
    let mut number = 1;
    while has_other_rules(&path, game) {
        number += 1;
        let stem = first.file_stem().unwrap_or_default().to_string_lossy();
        let name = format!("{stem}-{number}.{}", boardloom_match::record::EXTENSION);
        path = first.with_file_name(name);
    }
    std::fs::create_dir_all(folder)?;
    Record::of(game).save(&path)?;
    Ok(path)
}

fn has_other_rules(path: &Path, game: &Match) -> bool {
    let text = read_text(path, TEXT_LIMIT).ok();
    let record = text.and_then(|text| Record::parse(&text).ok());
    record.is_some_and(|record| record.ruleset_hash != game.source().ruleset.hash())
}

/// The path of a match's file: named as its journal.
pub fn file_of(game: &Match, folder: &Path, extension: &str) -> PathBuf {
    let own = game.journal().and_then(|journal| journal.path().file_stem());
    let name = own.map(|stem| stem.to_string_lossy().into_owned());
    let name = name.unwrap_or_else(|| name_of(game, SystemTime::now()));
    folder.join(format!("{name}.{extension}"))
}

/// Ruleset, day and time.
fn name_of(game: &Match, now: SystemTime) -> String {
    let ruleset = game.source().ruleset.id.replace('/', "-");
    let (day, time) = stamp(now);
    format!("{ruleset}-{day}-{}", time.replace(':', ""))
}

impl From<MatchError> for Refusal {
    fn from(error: MatchError) -> Self {
        match error {
            MatchError::Open(error) => error.into(),
            MatchError::PluginError(error) => Refusal::PluginError(error),
            other => Refusal::Other(other.to_string()),
        }
    }
}
