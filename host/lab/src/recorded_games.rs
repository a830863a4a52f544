//! Games that were played elsewhere, read from files of records: one record after the other.

use std::path::Path;

use boardloom_match::record::Record;
use boardloom_match::{Legality, Match};
use boardloom_ruleset::Overrides;
use boardloom_ruleset::file::read_text;

use boardloom_base::{Catalog, Failure, Result};

/// The largest file, in bytes.
const LARGEST: usize = 1 << 30;
/// The first line of a record begins with it.
const FIRST: &str = "[Boardloom ";

/// A recorded game at the end of its main line.
pub struct RecordedGame {
    pub game: Match,
    /// The place of each seat, from 1, and the reason; `None` if the game was not finished.
    pub result: Option<(Vec<u8>, String)>,
}

impl RecordedGame {
    /// Returns the seat, from 0, that alone has the first place.
    pub fn winner(&self) -> Option<u8> {
        let (places, _) = self.result.as_ref()?;
        let mut first = (0..).zip(places).filter(|(_, place)| **place == 1).map(|(seat, _)| seat);
        first.next().filter(|_| first.next().is_none())
    }
}

/// Tells whether a text holds records.
pub fn is_records(text: &str) -> bool {
    text.starts_with(FIRST)
}

pub fn read_file(path: &Path) -> Result<String> {
    read_text(path, LARGEST).map_err(Failure::read(path))
}

/// Reads the records of a text.
pub fn read_records(path: &Path, text: &str) -> Result<Vec<Record>> {
    let starts = text.match_indices(FIRST).map(|(at, _)| at);
    let mut starts: Vec<usize> =
        starts.filter(|at| *at == 0 || text.as_bytes()[at - 1] == b'\n').collect();
    if starts.first() != Some(&0) {
        let why = "expected records, each of which begins with a line `[Boardloom \"1\"]`";
        return Err(Failure::Invalid(format!("{}: {why}", path.display())));
    }
    starts.push(text.len());
    let parts = starts.windows(2).map(|ends| &text[ends[0]..ends[1]]);
    let read = |(number, part): (usize, &str)| {
        Record::parse(part).map_err(|error| {
            Failure::Invalid(format!("{}: record {number}: {error}", path.display()))
        })
    };
    (1..).zip(parts).map(read).collect()
}

/// Replays a record by its own copy of the ruleset.
pub fn replay(catalog: &Catalog, record: Record) -> Result<RecordedGame> {
    let none = Overrides::new();
    let source = match record.ruleset_toml.is_empty() {
        true => catalog.source(&record.ruleset, &none)?,
        false => catalog.source_of_text(&record.ruleset, &record.ruleset_toml, &none)?,
    };
    let (ruleset, result) = (record.ruleset.clone(), record.result.clone());
    let (mut game, _) = record.resume(source)?;
    let line = game.tree().main_line();
    for id in &line {
        let node = game.tree().node(*id);
        if let Legality::Illegal(why) = &node.legality {
            return Err(Failure::Invalid(format!(
                "{ruleset}: move {} `{}` cannot be played: {why}",
                node.ply(),
                node.text()
            )));
        }
    }
    game.go_to(*line.last().expect("the root is in every line"))?;
    Ok(RecordedGame { game, result })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "[Boardloom \"1\"]\n[Ruleset \"x/y\" \"00\"]\n[Seed \"1\"]\n\n1. a b\n";

    #[test]
    fn a_file_holds_several_records() {
        let path = Path::new("games.loom");
        let records = read_records(path, &format!("{ONE}\n{ONE}{ONE}")).unwrap();
        assert_eq!(records.iter().map(|it| &*it.ruleset).collect::<Vec<_>>(), ["x/y"; 3]);
        assert!(is_records(ONE) && !is_records("{}"));
        let error = read_records(path, &format!("{ONE}[Boardloom \"1\"]\n[Seed \"")).unwrap_err();
        assert!(error.to_string().contains("record 2"), "{error}");
        assert!(read_records(path, "no records").is_err());
    }
}
