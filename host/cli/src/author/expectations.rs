//! What an author expects of a plugin: `[[test]]` in rulesets, and records in `tests/`.

use std::path::{Path, PathBuf};

use boardloom_contract::perft_in_parts;
use boardloom_match::{GameSource, Match, MatchSetup, Record};
use boardloom_ruleset::RulesetTest;

use crate::services::game_source;
use crate::{Catalog, Failure, Result};

/// The ending of a record's file.
const RECORD: &str = "loom";

/// Counts what a ruleset's tests count, and returns each number that is another one.
pub(super) fn perft_failures(catalog: &Catalog, source: &GameSource) -> Vec<String> {
    let mut failures = Vec::new();
    for (nth, test) in (1..).zip(&source.ruleset.tests) {
        let what = match first_difference(catalog, source, test) {
            Ok(None) => continue,
            Ok(Some(what)) => what,
            Err(error) => error.to_string(),
        };
        failures.push(format!("test {nth}: {what} (after: {})", place(test)));
    }
    failures
}

/// Returns the position that a test counts from.
fn place(test: &RulesetTest) -> String {
    let parts = [test.position.as_deref().unwrap_or_default(), &test.moves];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// Counts up to the first number that is another one: beyond it there may be far more to count.
fn first_difference(
    catalog: &Catalog,
    source: &GameSource,
    test: &RulesetTest,
) -> Result<Option<String>> {
    let source = match test.options.is_empty() {
        true => source.clone(),
        false => catalog.source(&source.ruleset.id, &test.overrides())?,
    };
    let setup = MatchSetup { start: test.position.clone(), ..MatchSetup::default() };
    let mut game = Match::bare(source.clone(), source.open()?, setup)?;
    game.play_list(&test.moves)?;
    let (_game, mut cursor) = game.move_path().walk(&source)?;
    for (depth, expected) in (1..).zip(&test.perft) {
        let counted = perft_in_parts(&mut *cursor, depth, false, &mut || true)?;
        let counted = counted.expect("nothing stops the count");
        if counted != *expected {
            return Ok(Some(format!("perft {depth} is {counted}, expected {expected}")));
        }
    }
    Ok(None)
}

/// A recorded game that a plugin must play again.
pub(super) struct RecordReport {
    /// As `tests/long.loom`.
    pub name: String,
    pub ruleset: String,
    pub plies: usize,
    pub failures: Vec<String>,
}

/// Plays the records in the folder `tests` beside a plugin, in order of their names.
pub(super) fn check_records(catalog: &Catalog, folder: &Path) -> Result<Vec<RecordReport>> {
    let entries = folder.join("tests").read_dir().into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|it| it == RECORD));
    paths.sort();
    paths.iter().map(|path| check_record(catalog, path)).collect()
}

fn check_record(catalog: &Catalog, path: &Path) -> Result<RecordReport> {
    let text = std::fs::read_to_string(path).map_err(Failure::read(path))?;
    let invalid = |what: String| Failure::Invalid(format!("{}: {what}", path.display()));
    let record = Record::parse(&text).map_err(|error| invalid(error.to_string()))?;
    let name = format!("tests/{}", path.file_name().unwrap_or_default().to_string_lossy());
    let (ruleset, expected) = (record.ruleset.clone(), record.result.clone());
    let played = game_source(catalog, &record).and_then(|source| Ok(record.resume(source)?));
    let (plies, failures) = match played {
        Err(error) => (0, vec![error.to_string()]),
        Ok((game, report)) => {
            let mut failures = Vec::new();
            if let Some((node, mv, why)) = &report.first {
                let ply = game.tree().node(*node).ply();
                failures.push(format!("move {ply} `{mv}` cannot be played: {why}"));
            } else if report.illegal > 0 {
                let illegal = report.illegal;
                failures.push(format!("{illegal} moves of variations cannot be played"));
            }
            let found = Record::of(&game).result;
            if failures.is_empty() && found != expected {
                failures.push(format!(
                    "the game ends with {}, expected {}",
                    result_text(found.as_ref()),
                    result_text(expected.as_ref())
                ));
            }
            (report.legal, failures)
        }
    };
    Ok(RecordReport { name, ruleset, plies, failures })
}

fn result_text(result: Option<&(Vec<u8>, String)>) -> String {
    let Some((places, reason)) = result else { return "no result".to_owned() };
    let places: Vec<String> = places.iter().map(u8::to_string).collect();
    format!("the places {} ({reason})", places.join(" "))
}
