//! The games of a match as lines of JSON, so that a match that was stopped can go on.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;

use boardloom_ruleset::file::{TEXT_LIMIT, read_text};

use super::game::PlayedGame;
use boardloom_base::{Failure, Result};

/// A file whose first line names the match; each other line is a game with its number.
pub struct GameLog<'a> {
    path: &'a Path,
    file: Mutex<File>,
}

impl<'a> GameLog<'a> {
    /// Opens the file for a match with this name, and returns the games that it has. A last line
    /// that broke off is dropped.
    pub fn open(path: &'a Path, name: &str) -> Result<(Self, BTreeMap<u32, PlayedGame>)> {
        let text = match path.exists() {
            true => read_text(path, TEXT_LIMIT).map_err(Failure::read(path))?,
            false => String::new(),
        };
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let mut lines = whole.lines();
        if lines.next().is_some_and(|first| first != name) {
            return Err(Failure::Usage(format!(
                "--resume: {} has games of another match; name another file, or repeat that \
                 match's settings",
                path.display()
            )));
        }
        let games: Result<BTreeMap<_, _>, _> =
            lines.map(serde_json::from_str::<(u32, PlayedGame)>).collect();
        let games = games.map_err(|error| {
            Failure::Invalid(format!("{}: it has a line that is no game: {error}", path.display()))
        })?;
        let open = || {
            let mut file = OpenOptions::new().create(true).append(true).open(path)?;
            file.set_len(whole.len() as u64)?;
            if whole.is_empty() {
                writeln!(file, "{name}")?;
            }
            Ok(file)
        };
        let file = open().map_err(Failure::write(path))?;
        Ok((GameLog { path, file: Mutex::new(file) }, games))
    }

    pub fn append(&self, number: u32, game: &PlayedGame) -> Result<()> {
        let line = serde_json::to_string(&(number, game)).expect("a game becomes JSON");
        let mut file = self.file.lock().expect("no thread panics with it");
        writeln!(file, "{line}").map_err(Failure::write(self.path))
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::GameResult;
    use super::*;

    #[test]
    fn a_match_goes_on_after_its_last_whole_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let game = PlayedGame { plies: 12, result: GameResult::Win(1), ..PlayedGame::default() };
        let (log, games) = GameLog::open(&path, "a match").unwrap();
        assert!(games.is_empty());
        log.append(3, &game).unwrap();
        log.append(5, &game).unwrap();
        drop(log);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, &text[..text.len() - 4]).unwrap();
        let (log, games) = GameLog::open(&path, "a match").unwrap();
        assert_eq!(games.keys().collect::<Vec<_>>(), [&3]);
        assert_eq!((games[&3].plies, &games[&3].result), (12, &GameResult::Win(1)));
        log.append(5, &game).unwrap();
        drop(log);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        assert!(GameLog::open(&path, "another match").is_err());
    }
}
