//! The journal: every event of a match on disk before the next is accepted, so
//! that a killed process loses nothing.
//!
//! A journal is a record (see [`crate::record`]) with a line for each event since:
//!
//! ```text
//! Boardloom journal 2
//! 512 91ab5f0c #0c5f91ab
//! [Boardloom "1"]
//! ...
//! play 4 3 12.5 0 g2 #5f0c91ab
//! go 2 #0c91ab5f
//! comment 2 "a good idea" #91ab5f0c
//! assess 2 !? #5f0c91ab
//! draw 2 d4 a1>b2 #0c91ab5f
//! turn 3 8.5 1 0 #ab5f0c91
//! decide 2 3.5 0 0 rock #0c91ab5f
//! result 1,2 "a row of three" #91ab5f0c
//! ```
//!
//! The second line has the record's length in bytes and its checksum. Nodes are numbered in
//! the record's order, and on from there; 0 is the start. `play` has its node and the node
//! before, the seconds of the turn, its coins and pauses, and the move; `turn` the time of the
//! running turn; `assess` the sign of a move, or `-`; `draw` all arrows and rings on a position,
//! as in records; `decide` a decision that is not disclosed yet, until the next `play` or `go`;
//! `result` the place of each seat at the end of the main line, and the reason.
//! Each line ends with its checksum.
//!
//! A line that was half written when the process died is dropped. One wrong byte in a line is
//! restored. An unreadable line costs only its own event, and the damaged file is kept beside
//! the journal. A lock file keeps two processes from sharing a journal.

mod disk;
mod lines;
mod unfinished;

use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use thiserror::Error;

pub use disk::RecordLock;
use disk::{Lock, Syncer};
pub use lines::{Damage, read};
pub use unfinished::{UnfinishedMatch, edit, is_locked, newest_if_locked, unfinished_matches};

use crate::arrow;
use crate::assessment::Assessment;
use boardloom_ruleset::file::{TEXT_LIMIT, read_text};

use crate::atomic_file::write_atomically;
use crate::game_match::{Match, MatchEvent, MatchListener};
use crate::game_tree::{NodeId, ROOT};
use crate::record::Record;
use crate::scanner::TextError;
use crate::verdict;

pub const EXTENSION: &str = "journal";

#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JournalError {
    #[error("{}: {why}", path.display())]
    Disk { path: PathBuf, why: std::io::Error },
    /// Another process has it.
    #[error("{} is open in another Boardloom", path.display())]
    Locked { path: PathBuf },
    #[error("{} is no journal: {why}", path.display())]
    NotAJournal {
        path: PathBuf,
        /// The expected text.
        why: String,
    },
    #[error("{}: {why}", path.display())]
    Record { path: PathBuf, why: TextError },
}

#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    _lock: Lock,
    file: Option<Arc<File>>,
    syncer: Syncer,
    numbers: HashMap<NodeId, u32>,
    next: u32,
    trouble: Option<String>,
    tried: Instant,
    recovery: Option<Recovery>,
}

/// The repair of a damaged journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recovery {
    pub damage: Damage,
    /// The damaged file, kept for inspection.
    pub copy: PathBuf,
}

/// A journal that cannot be written is tried again after this time.
const RETRY: Duration = Duration::from_secs(5);

/// Reads the game of a record or a journal, by the extension of its name. Nothing is locked or
/// written.
pub fn read_game(path: &Path) -> Result<Record, JournalError> {
    if is_journal(path) {
        return read(path).map(|(record, _)| record);
    }
    let text = read_text(path, TEXT_LIMIT);
    let text = text.map_err(|why| JournalError::Disk { path: path.to_owned(), why })?;
    Record::parse(&text).map_err(|why| JournalError::Record { path: path.to_owned(), why })
}

/// Tells whether a path is named as a journal.
pub fn is_journal(path: &Path) -> bool {
    path.extension().is_some_and(|it| it == EXTENSION)
}

impl Journal {
    /// Creates the folder if needed, and takes a name that no other journal in it has. The file
    /// is written when a match attaches the journal.
    pub fn create(folder: &Path, name: &str) -> Result<Self, JournalError> {
        let disk = |why| JournalError::Disk { path: folder.to_owned(), why };
        std::fs::create_dir_all(folder).map_err(disk)?;
        let name = file_name(name);
        let mut number = 1;
        loop {
            let suffix = if number == 1 { String::new() } else { format!("-{number}") };
            let path = folder.join(format!("{name}{suffix}.{EXTENSION}"));
            match Lock::take(&path) {
                Ok(lock) if !path.exists() => return Ok(Self::on(path, lock)),
                Ok(_) | Err(JournalError::Locked { .. }) => number += 1,
                Err(other) => return Err(other),
            }
        }
    }

    /// Locks and reads a journal that another process left. A damaged one is copied first:
    /// see [`Journal::recovery`].
    pub fn reopen(path: &Path) -> Result<(Record, Self), JournalError> {
        let lock = Lock::take(path)?;
        let (record, damage) = read(path)?;
        let mut journal = Self::on(path.to_owned(), lock);
        if !damage.is_none() {
            let copy = free_path(path, "damaged");
            std::fs::copy(path, &copy)
                .map_err(|why| JournalError::Disk { path: copy.clone(), why })?;
            journal.recovery = Some(Recovery { damage, copy });
        }
        Ok((record, journal))
    }

    fn on(path: PathBuf, lock: Lock) -> Self {
        Journal {
            path,
            _lock: lock,
            file: None,
            syncer: Syncer::start(),
            numbers: HashMap::new(),
            next: 1,
            trouble: None,
            tried: Instant::now(),
            recovery: None,
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns what was restored and lost when the journal was opened, if it was damaged.
    pub fn recovery(&self) -> Option<&Recovery> {
        self.recovery.as_ref()
    }

    /// Returns why the journal cannot be written at the moment. The match goes on, and the
    /// front end says so until a later try succeeds.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Replaces the whole file by a record, atomically.
    fn rewrite(&mut self, record: &Record) {
        let (text, order) = record.to_text_and_order();
        let whole = lines::head(&text);
        self.tried = Instant::now();
        let _ = self.syncer.take_error();
        match write_atomically(&self.path, whole.as_bytes())
            .and_then(|()| File::options().append(true).open(&self.path))
        {
            Ok(file) => {
                self.file = Some(Arc::new(file));
                self.trouble = None;
            }
            Err(why) => self.fail(&why.to_string()),
        }
        self.numbers = order.iter().zip(0..).map(|(id, number)| (*id, number)).collect();
        self.next = order.len() as u32;
    }

    fn number(&self, id: NodeId) -> u32 {
        self.numbers.get(&id).copied().unwrap_or(0)
    }

    fn line(&mut self, line: &str) {
        let Some(file) = self.file.clone() else { return };
        // One call: a crash cuts off at most the end of the last line.
        match disk::append(&file, lines::seal(line).as_bytes()) {
            Ok(()) => self.syncer.sync(file),
            Err(why) => self.fail(&why.to_string()),
        }
    }

    fn fail(&mut self, why: &str) {
        self.file = None;
        self.trouble = Some(format!("{} cannot be written: {why}", self.path.display()));
    }

    /// Deletes the journal, for a match that is finished or saved elsewhere.
    pub fn discard(mut self) {
        self.file = None;
        // If deleting fails, the next start offers the match again: nothing is lost.
        let _ = std::fs::remove_file(&self.path);
    }

    /// Leaves the journal for the next start, which offers to go on.
    ///
    /// # Errors
    /// If the journal lacks a part of the match.
    pub fn leave(mut self) -> Result<(), String> {
        let synced = self.file.take().map(|file| disk::sync(&file));
        if let Some(Err(why)) = synced {
            self.fail(&why.to_string());
        }
        self.trouble.map_or(Ok(()), Err)
    }
}

impl MatchListener for Journal {
    fn on_event(&mut self, game: &Match, event: MatchEvent) {
        if let Some(why) = self.syncer.take_error() {
            self.fail(&why);
        }
        match event {
            // There may be room again: the whole match is written.
            _ if self.trouble.is_some() => self.rewrite(&Record::with_decisions(game)),
            MatchEvent::Played(id) => {
                let node = game.tree().node(id);
                let parent = self.number(node.parent().unwrap_or(ROOT));
                self.numbers.insert(id, self.next);
                self.line(&lines::play(self.next, parent, node));
                self.next += 1;
                // Lists of games show it without replaying them.
                let over = game.status().is_over();
                if let Some(result) = over.then(|| Record::of(game).result).flatten() {
                    self.line(&lines::result(&result));
                }
            }
            MatchEvent::Moved(id) => self.line(&format!("go {}", self.number(id))),
            MatchEvent::Decided => {
                let last = game.decisions().last();
                last.iter().for_each(|decision| self.line(&lines::decide(decision)));
                let turn = game.turn();
                self.line(&lines::turn(self.number(turn.at), turn));
            }
            MatchEvent::TurnChanged => {
                let turn = game.turn();
                self.line(&lines::turn(self.number(turn.at), turn));
            }
            MatchEvent::Commented(id) => {
                let text = &game.tree().node(id).comment;
                self.line(&lines::comment(self.number(id), text));
            }
            MatchEvent::Assessed(id) => {
                let sign = game.tree().node(id).assessment.map_or("-", Assessment::sign);
                self.line(&format!("assess {} {sign}", self.number(id)));
            }
            MatchEvent::Reviewed(id) => {
                let mut line = format!("review {}", self.number(id));
                if let Some(verdict) = &game.tree().node(id).verdict {
                    verdict::write(&mut line, verdict);
                }
                self.line(&line);
            }
            MatchEvent::Drawn(id) => {
                let mut line = format!("draw {}", self.number(id));
                arrow::write(&mut line, &game.tree().node(id).arrows);
                self.line(&line);
            }
            MatchEvent::Restructured => self.rewrite(&Record::with_decisions(game)),
        }
    }
}

impl Match {
    /// Keeps a journal from now on, beginning with the whole match as it is.
    pub fn keep_journal(&mut self, mut journal: Journal) {
        journal.rewrite(&Record::with_decisions(self));
        self.listen(Box::new(journal));
    }

    pub fn journal(&self) -> Option<&Journal> {
        self.listener()
    }

    /// Writes the journal again if it could not be written some seconds ago. For front ends
    /// to call now and then, since a match without events writes nothing.
    pub fn retry_journal(&mut self) {
        let Some(mut journal) = self.take_journal() else { return };
        if let Some(why) = journal.syncer.take_error() {
            journal.fail(&why);
        }
        if journal.trouble.is_some() && journal.tried.elapsed() >= RETRY {
            journal.rewrite(&Record::with_decisions(self));
        }
        self.listen(Box::new(journal));
    }

    /// Removes the journal from the match, to discard or leave it.
    pub fn take_journal(&mut self) -> Option<Journal> {
        self.remove_listener().map(|journal| *journal)
    }
}

/// Returns a path beside a file, with another extension, where no file is yet.
fn free_path(path: &Path, extension: &str) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let numbered = (2..).map(|number| format!("{stem}-{number}.{extension}"));
    let mut names = std::iter::once(format!("{stem}.{extension}")).chain(numbered);
    let free = names.find_map(|name| {
        let path = path.with_file_name(name);
        (!path.exists()).then_some(path)
    });
    free.expect("numbers do not run out")
}

/// Makes a name that any file system takes.
fn file_name(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    let name: String = name.chars().map(plain).take(100).collect();
    if name.trim_matches(['-', '.']).is_empty() { "game".to_owned() } else { name }
}

#[cfg(test)]
mod tests;
