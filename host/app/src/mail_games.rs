//! The games by mail on this machine: their folder, mails that are imported, and the text of mails
//! to send. The command line, the window and the terminal use it; rules run where it is called.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use boardloom_contract::{CHANCE, Seat};
use boardloom_mail::{
    MailError, MailFault, MailFolder, MailGame, MailMatch, MailNews, MailTurn, PlayerKey, read_game,
};
use boardloom_match::journal::{JournalError, RecordLock};
use boardloom_match::{GameEvent, GameSource, ROOT, Record};
use thiserror::Error;

/// The folder of games by mail in the folder of the player's data.
pub const FOLDER: &str = "mail";

/// `E` is the error of opening a record's rules.
#[derive(Debug, Error)]
pub enum MailGamesError<E> {
    #[error(
        "this system names no folder for data, where the key of games by mail could be kept: set \
         HOME"
    )]
    NoFolder,
    #[error("cannot read {}: {error}", path.display())]
    Read { path: PathBuf, error: io::Error },
    #[error("cannot write {}: {error}", path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("cannot write {}: {error}", path.display())]
    Locked { path: PathBuf, error: JournalError },
    #[error(
        "{}: {fault}\nif the file was changed, move it away and import the last mail again",
        path.display()
    )]
    Changed { path: PathBuf, fault: MailFault },
    #[error(transparent)]
    Mail(MailError),
    #[error("{0}")]
    Rules(E),
}

impl<E> From<MailError> for MailGamesError<E> {
    fn from(error: MailError) -> Self {
        MailGamesError::Mail(error)
    }
}

impl<E> From<MailFault> for MailGamesError<E> {
    fn from(fault: MailFault) -> Self {
        MailGamesError::Mail(fault.into())
    }
}

/// Opens the rules of a record.
pub type RulesOf<'a, E> = &'a dyn Fn(&Record) -> Result<GameSource, E>;

/// The folder of games by mail in the folder of the player's data.
///
/// # Errors
/// If the system names no folder for data.
pub fn folder_in<E>(data: Option<&Path>) -> Result<MailFolder, MailGamesError<E>> {
    let folder = data.map(|data| MailFolder::new(data.join(FOLDER)));
    folder.ok_or(MailGamesError::NoFolder)
}

/// Returns the player's key, and whether it was made now.
pub fn key<E>(folder: &MailFolder) -> Result<(PlayerKey, bool), MailGamesError<E>> {
    folder.key().map_err(|error| MailGamesError::Read { path: folder.key_file(), error })
}

/// Returns the player's key if there is one.
pub fn known_key(folder: &MailFolder) -> Option<PlayerKey> {
    folder.key_file().exists().then(|| folder.key().ok())?.map(|(key, _)| key)
}

pub fn keep_name<E>(folder: &MailFolder, name: &str) -> Result<(), MailGamesError<E>> {
    let path = || folder.path().to_owned();
    folder.keep_name(name).map_err(|error| MailGamesError::Write { path: path(), error })
}

/// Plays the entries of a game by this program's copy of the rules.
pub fn open<E>(game: MailGame, rules: RulesOf<'_, E>) -> Result<MailMatch, MailGamesError<E>> {
    let record = Record::parse(&game.to_text()).map_err(MailFault::from)?;
    let source = rules(&record).map_err(MailGamesError::Rules)?;
    Ok(MailMatch::open(source, game)?)
}

/// A game by mail and its file, which no other process writes meanwhile.
pub struct OpenMail {
    pub game: MailMatch,
    lock: RecordLock,
    /// The record in the file.
    record: Option<Record>,
}

impl OpenMail {
    pub fn new<E>(game: MailMatch, path: &Path) -> Result<Self, MailGamesError<E>> {
        if let Some(folder) = path.parent().filter(|it| !it.as_os_str().is_empty()) {
            let write = |error| MailGamesError::Write { path: folder.to_owned(), error };
            std::fs::create_dir_all(folder).map_err(write)?;
        }
        Ok(OpenMail { game, lock: lock(path)?, record: None })
    }

    /// Opens the game of a file; `None` without one.
    pub fn existing<E>(
        path: &Path,
        rules: RulesOf<'_, E>,
    ) -> Result<Option<Self>, MailGamesError<E>> {
        if !path.exists() {
            return Ok(None);
        }
        let lock = lock(path)?;
        let changed = |fault| MailGamesError::Changed { path: path.to_owned(), fault };
        let (game, record) = read_game(path).map_err(changed)?;
        let game = open(game, rules)?;
        Ok(Some(OpenMail { game, lock, record: Some(record) }))
    }

    pub fn path(&self) -> &Path {
        self.lock.path()
    }

    /// Returns the name of the file without its ending.
    pub fn name(&self) -> String {
        self.path().file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The record as it was read or written last.
    pub fn record(&self) -> Option<&Record> {
        self.record.as_ref()
    }

    /// The seat of a key.
    pub fn seat_of(&self, key: &PlayerKey) -> Option<Seat> {
        self.game.mail().player_of(key.public()).map(|player| player.seat)
    }

    /// Adds what a mail has beyond the game.
    pub fn merge(&mut self, mail: MailGame) -> Result<MailNews, MailError> {
        let mut merged = self.game.mail().clone();
        let news = merged.merge(mail)?;
        if let MailNews::Newer { .. } = news {
            self.game = MailMatch::open(self.game.source().clone(), merged)?;
        }
        Ok(news)
    }

    /// Writes the record; variations and comments in it stay.
    pub fn save<E>(&mut self, folder: &MailFolder) -> Result<(), MailGamesError<E>> {
        let record = self.game.record(self.record.take())?;
        let write = |error| MailGamesError::Write { path: self.lock.path().to_owned(), error };
        folder.save(self.lock.path(), &record).map_err(write)?;
        self.record = Some(record);
        Ok(())
    }
}

fn lock<E>(path: &Path) -> Result<RecordLock, MailGamesError<E>> {
    RecordLock::take(path).map_err(|error| MailGamesError::Locked { path: path.to_owned(), error })
}

/// A game that a mail added something to.
pub struct MailImport {
    pub open: OpenMail,
    /// What was known before.
    pub known: KnownMoves,
    /// Whether the game was not known.
    pub is_new: bool,
    /// Whether the last open seat was taken by it.
    pub completed: bool,
    /// The entries that the program added by itself.
    pub added: usize,
}

/// What a mail brings.
pub enum MailArrival {
    News(Box<MailImport>),
    /// It was imported before.
    Known(Box<OpenMail>),
    /// The known game is ahead of it.
    Older(Box<OpenMail>),
}

/// Adds the game of a mail to the known one, in its file or in a given one, and saves it. A mail
/// that is refused changes nothing.
pub fn import<E>(
    folder: &MailFolder,
    game: MailGame,
    file: Option<PathBuf>,
    rules: RulesOf<'_, E>,
    key: &PlayerKey,
) -> Result<MailArrival, MailGamesError<E>> {
    let path = file.or_else(|| folder.file_of(&game.id()));
    let path = path.unwrap_or_else(|| folder.new_file(&game));
    let (mut open, known, is_new, was_complete) = match OpenMail::existing(&path, rules)? {
        None => {
            let game = open(game, rules)?;
            (OpenMail::new(game, &path)?, KnownMoves::default(), true, true)
        }
        Some(mut open) => {
            let known = KnownMoves::all(&mut open.game);
            let was_complete = open.game.mail().is_complete();
            match open.merge(game)? {
                MailNews::Known => return Ok(MailArrival::Known(Box::new(open))),
                MailNews::Older { .. } => return Ok(MailArrival::Older(Box::new(open))),
                MailNews::Newer { .. } => (open, known, false, was_complete),
            }
        }
    };
    let completed = !was_complete && open.game.mail().is_complete();
    let added = open.game.advance(key)?;
    open.save(folder)?;
    Ok(MailArrival::News(Box::new(MailImport { open, known, is_new, completed, added })))
}

/// How much of a game is known.
#[derive(Debug, Clone, Copy, Default)]
pub struct KnownMoves {
    moves: usize,
    /// Lines of what players said.
    words: usize,
}

impl KnownMoves {
    /// All of a game.
    pub fn all(game: &mut MailMatch) -> Self {
        let moves = mailed_moves(game);
        let words = moves.iter().map(|mv| mv.words.len()).sum();
        KnownMoves { moves: moves.len().saturating_sub(1), words }
    }
}

/// A move, and what players said with it. The first one is the start of the game.
#[derive(Debug, Clone)]
pub struct MailedMove {
    /// `None` at the start.
    pub event: Option<GameEvent>,
    pub number: usize,
    /// Who moved; `Chance` for draws.
    pub who: String,
    /// As players read it.
    pub text: String,
    /// As `Ann: good luck`.
    pub words: Vec<String>,
}

impl MailedMove {
    /// As `3. Ann: c4`; `None` at the start.
    pub fn line(&self) -> Option<String> {
        let MailedMove { number, who, text, .. } = self;
        Some(match self.event.as_ref()? {
            GameEvent::Move { .. } => format!("{number}. {who}: {text}"),
            _ => format!("{number}. {who} {text}"),
        })
    }
}

pub fn mailed_moves(game: &mut MailMatch) -> Vec<MailedMove> {
    let names: Vec<String> =
        (0..game.mail().players().len() as u8).map(|seat| game.mail().name(seat)).collect();
    let Some(game) = game.game() else { return Vec::new() };
    let line = game.tree().line(game.here());
    let moves = line.iter().enumerate().map(|(number, id)| {
        let node = game.tree().node(*id);
        let who = node.event().and_then(GameEvent::seat).map(|seat| match seat {
            CHANCE => "Chance",
            seat => names.get(usize::from(seat)).map_or("", String::as_str),
        });
        MailedMove {
            event: node.event().filter(|_| who.is_some()).cloned(),
            number,
            who: who.unwrap_or_default().to_owned(),
            text: node.text().to_owned(),
            words: node.comment.lines().map(str::to_owned).collect(),
        }
    });
    moves.collect()
}

/// Returns the moves that are not known, without the words that are.
pub fn new_moves(game: &mut MailMatch, known: KnownMoves) -> Vec<MailedMove> {
    let mut words = 0;
    let mut moves = mailed_moves(game);
    for mv in &mut moves {
        if mv.number <= known.moves {
            mv.event = None;
        }
        mv.words.retain(|_| {
            words += 1;
            words > known.words
        });
    }
    moves.retain(|mv| mv.event.is_some() || !mv.words.is_empty());
    moves
}

/// Returns the game's name, ruleset and id.
pub fn title(game: &MailMatch) -> String {
    let id = game.mail().short_id();
    let ruleset = &game.source().ruleset;
    format!("{} ({}), game {id}", ruleset.name, game.mail().invitation().ruleset)
}

/// The longest line of a mail.
const WIDTH: usize = 76;

/// Returns the text of a mail: some words for people, in English as all mails have them, and the
/// game.
pub fn letter(game: &mut MailMatch) -> String {
    let mut words = format!("Boardloom, a game by mail: {}.", title(game));
    let last = mailed_moves(game).into_iter().rev().find_map(|mv| mv.line());
    if let Some(last) = last {
        let _ = write!(words, " Last move: {last}.");
    }
    let waits = game.waits();
    let _ = match game.turn() {
        MailTurn::Join => write!(words, " {} invites you: {waits}.", game.mail().host().name),
        _ => write!(words, " Now {waits}."),
    };
    let mail = game.mail().to_mail();
    let how = "In Boardloom, copy this mail and choose \"Import mail\"; or save it as a file, as it \
               is, and run `boardloom mail import FILE`. Words above and below the lines that \
               begin with ----- are not part of the game, nor signed.";
    format!("{}\n{}\n{mail}", wrapped(&words), wrapped(how))
}

/// Breaks a text into lines that mail programs leave alone.
fn wrapped(text: &str) -> String {
    let (mut all, mut column) = (String::new(), 0);
    for word in text.split_whitespace() {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            all.push('\n');
            column = 0;
        } else if column > 0 {
            all.push(' ');
            column += 1;
        }
        all.push_str(word);
        column += width;
    }
    all + "\n"
}

/// Writes a player's variations and comments into the record of a game, unless it has more moves
/// by now. The rules are not needed for it.
///
/// # Errors
/// If the record cannot be read or written.
pub fn keep_notes(path: &Path, noted: &Record) -> Result<(), String> {
    let written = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let lock = RecordLock::take(path).map_err(|error| error.to_string())?;
    let (_, mut record) = read_game(path).map_err(|fault| written(&fault))?;
    let (mut tree, mut at) = (noted.tree.clone(), ROOT);
    for event in record.tree.main_line().iter().filter_map(|id| record.tree.node(*id).event()) {
        let Some(next) = tree.child(at, event) else { return Ok(()) };
        tree.promote(next);
        at = next;
    }
    (record.tree, record.here) = (tree, at);
    record.save(lock.path()).map_err(|error| written(&error))
}

#[cfg(test)]
mod tests {
    use boardloom_mail::MailAction;
    use boardloom_match::MatchSetup;

    use super::*;

    #[test]
    fn lines_are_short() {
        let text = wrapped(&"word and more ".repeat(40));
        assert!(text.lines().all(|line| line.len() <= WIDTH && !line.ends_with(' ')), "{text}");
        assert_eq!(text.split_whitespace().count(), 120);
    }

    #[test]
    fn notes_are_kept_beside_the_moves_that_were_mailed() {
        let dir = tempfile::tempdir().expect("a folder");
        let folder = MailFolder::new(dir.path().to_owned());
        let (rules, ruleset) = boardloom_testing::row("");
        let [ann, bob] = [1, 2].map(|seed| PlayerKey::from_seed([seed; 32]));
        let source = GameSource::new(rules, ruleset);
        let mut game = MailMatch::invite(source, MatchSetup::default(), (0, "Ann"), &ann)
            .expect("an invitation");
        game.join(None, "Bob", &bob).expect("a seat");
        let path = folder.new_file(game.mail());
        let mut open = OpenMail::new::<String>(game, &path).expect("a new file");
        open.save::<String>(&folder).expect("written");
        let before = open.record().expect("it was written").clone();
        let play = |text: &str| MailAction::Move { text: text.to_owned(), offers_draw: false };
        open.game.act(&play("a"), "", &ann).expect("her turn");
        open.save::<String>(&folder).expect("written");
        let mut noted = open.record().expect("it was written").clone();
        drop(open);
        let main = noted.tree.main_line()[1];
        noted.tree.node_mut(main).comment = "good".to_owned();
        let other = GameEvent::Move { seat: Some(0), mv: "b".to_owned() };
        let other = noted.tree.add(ROOT, other);
        noted.tree.promote(other);
        keep_notes(&path, &noted).expect("kept");
        let (_, kept) = read_game(&path).expect("every signature is right");
        let line = kept.tree.main_line();
        assert_eq!((line.len(), kept.tree.node(line[1]).text()), (2, "a"), "as it was mailed");
        assert_eq!(kept.tree.node(line[1]).comment, "good");
        assert_eq!(kept.tree.node(ROOT).children().len(), 2, "with the variation");
        // A board that lacks a move of the file changes nothing.
        keep_notes(&path, &before).expect("nothing to do");
        assert_eq!(read_game(&path).expect("a game").1.to_text(), kept.to_text());
    }
}
