//! My games: every game in the records' folder, finished or not, with an index that is
//! rebuilt from the files whenever it is missing.

mod query;

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use boardloom_contract::{CHANCE, Seat};
use boardloom_mail::{MailFolder, MailGame, noted_turn};
use boardloom_match::journal::{self, JournalError, is_journal};
use boardloom_match::{
    Cause, GameEvent, GameTree, Match, NodeId, Player, Record, record, write_atomically,
};
use boardloom_ruleset::Translation;
use serde::{Deserialize, Serialize};

pub use query::{GameFilter, GameQuery, GameSort};

use crate::date::{Age, local_date, when};
use crate::mail_games;
use crate::player_names::side_name;
use crate::texts::{game, my_games as t, new_game, online, start};

const INDEX: &str = "games.index";
/// The least games that a thread reads.
const SHARE: usize = 64;
/// The folder of deleted games that can be restored.
const DELETED: &str = "deleted";
/// Deleted games are kept for this time.
const KEPT: Duration = Duration::from_secs(30 * 86_400);
/// The tag of a record with the name that the player gave.
const NAME: &str = "Name";

/// A game in the records' folder.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct GameEntry {
    pub file: String,
    /// The time of the last write, in nanoseconds since 1970.
    pub written: u64,
    size: u64,
    /// Given by the player; may be empty.
    pub name: String,
    pub ruleset: String,
    /// The name of the ruleset, from the copy in the record; may be empty.
    pub title: String,
    /// The names of the ruleset's players, from the copy in the record.
    sides: Vec<String>,
    /// By seat: name, and level of the computer.
    pub players: Vec<(String, Option<u8>)>,
    pub moves: usize,
    /// The place of each seat, from 1, and the reason; `None` while the game goes on.
    pub result: Option<(Vec<u8>, String)>,
    /// The seat that resigned, left or ran out of time by the last event.
    #[serde(default)]
    removed: Option<(Seat, Cause)>,
    /// As `2026-11-21`.
    pub date: String,
    /// If it is a game by mail.
    #[serde(default)]
    mail: Option<MailEntryState>,
    /// The error, if the file cannot be read.
    pub unreadable: Option<String>,
}

/// Whose mail a game by mail waits for, with seats from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
struct MailEntryState {
    own: Option<Seat>,
    turn: Option<Seat>,
    has_open_seat: bool,
}

/// The folder of games by mail, from that of the records, as entries have it.
const MAIL: &str = "../mail/";

/// Returns the path of an entry's file. The folder of records need not exist for games by mail.
pub fn path_of(folder: &Path, file: &str) -> PathBuf {
    match file.strip_prefix(MAIL) {
        Some(name) => mail_folder(folder).join(name),
        None => folder.join(file),
    }
}

fn mail_folder(folder: &Path) -> PathBuf {
    folder.with_file_name(mail_games::FOLDER)
}

/// Returns the file of a game by mail as entries have it: from the folder of records.
pub fn mail_entry(path: &Path) -> String {
    format!("{MAIL}{}", path.file_name().unwrap_or_default().to_string_lossy())
}

/// Returns who was removed by the last event of the main line. A record has no seats with its moves
/// before it is replayed: of two players it was the one who lost, by the place of each seat.
fn removed_last(tree: &GameTree, places: &[u8]) -> Option<(Seat, Cause)> {
    let last = tree.main_line().last().copied()?;
    let Some(GameEvent::RemovePlayer { seat, cause }) = tree.node(last).event() else {
        return None;
    };
    let seat = seat.or(match places {
        [2, 1] => Some(0),
        [1, 2] => Some(1),
        _ => None,
    })?;
    Some((seat, *cause))
}

/// Puts the names and reasons of games, which are English in records, into the language that
/// `texts` has for each ruleset.
pub fn translate(games: &mut [GameEntry], texts: impl Fn(&GameEntry) -> Option<Arc<Translation>>) {
    let mut known: BTreeMap<String, Option<Arc<Translation>>> = BTreeMap::new();
    for game in games {
        if !known.contains_key(&game.ruleset) {
            known.insert(game.ruleset.clone(), texts(game));
        }
        let Some(Some(texts)) = known.get(&game.ruleset) else { continue };
        let translate = |text: &mut String| {
            if let Some(translated) = texts.of_filled(text) {
                *text = translated;
            }
        };
        translate(&mut game.title);
        game.sides.iter_mut().for_each(translate);
        game.players.iter_mut().for_each(|(name, _)| translate(name));
        if let Some((_, reason)) = &mut game.result {
            translate(reason);
        }
    }
}

impl GameEntry {
    /// Reads the file. `known` has the names in rulesets by their text.
    fn read(self, folder: &Path, known: &mut HashMap<String, RulesetNames>) -> Self {
        let record = read(&path_of(folder, &self.file));
        let mail = match &record {
            Ok(record) if self.is_by_mail() => self.mail_state(folder, record).map(Some),
            _ => Ok(None),
        };
        match record.and_then(|record| Ok((record, mail?))) {
            Ok((record, mail)) => {
                let RulesetNames { title, sides } = match known.get(&record.ruleset_toml) {
                    Some(names) => names.clone(),
                    None => {
                        let names = RulesetNames::of(&record.ruleset_toml);
                        known.insert(record.ruleset_toml.clone(), names.clone());
                        names
                    }
                };
                GameEntry {
                    name: name_of(&record).to_owned(),
                    title,
                    sides,
                    players: names_and_levels(&record.setup.players),
                    moves: match record.result {
                        // The result is that of the main line.
                        Some(_) => count_moves(&record.tree, &record.tree.main_line()),
                        None => count_moves(&record.tree, &record.tree.line_through(record.here)),
                    },
                    removed: (record.result.as_ref())
                        .and_then(|(places, _)| removed_last(&record.tree, places)),
                    result: record.result,
                    date: record.setup.date,
                    ruleset: record.ruleset,
                    mail,
                    ..self
                }
            }
            Err(why) => GameEntry { unreadable: Some(why), ..self },
        }
    }

    /// Checks the signatures of a game by mail.
    fn mail_state(&self, folder: &Path, record: &Record) -> Result<MailEntryState, String> {
        let game = MailGame::of_record(record).map_err(|fault| fault.to_string())?;
        let key = mail_games::known_key(&MailFolder::new(mail_folder(folder)));
        let own = key.and_then(|key| game.player_of(key.public()).map(|player| player.seat));
        let has_open_seat = !game.is_complete();
        Ok(MailEntryState { own, turn: noted_turn(record), has_open_seat })
    }

    /// Tells whether it is a game by mail, in the folder of those.
    pub fn is_by_mail(&self) -> bool {
        self.file.starts_with(MAIL)
    }

    /// The entry of the game on the board.
    pub fn of_match(game: &Match) -> Self {
        GameEntry {
            file: GameEntry::file_of(game),
            title: game.source().ruleset.name.clone(),
            sides: (0..game.players().len())
                .map(|seat| side_name(&game.source().ruleset, seat))
                .collect(),
            players: names_and_levels(game.players()),
            moves: count_moves(game.tree(), &game.tree().line_through(game.here())),
            result: record::main_line_result(game),
            ..GameEntry::default()
        }
    }

    /// The name of the game's journal; empty without one.
    pub fn file_of(game: &Match) -> String {
        let name = game.journal().and_then(|journal| journal.path().file_name());
        name.unwrap_or_default().to_string_lossy().into_owned()
    }

    pub fn is_journal(&self) -> bool {
        self.file.ends_with(&format!(".{}", journal::EXTENSION))
    }

    pub fn is_finished(&self) -> bool {
        self.result.is_some()
    }

    /// The player's name for it, or the ruleset's.
    pub fn label(&self) -> &str {
        let names = [&self.name, &self.title, &self.ruleset, &self.file];
        names.into_iter().find(|name| !name.is_empty()).map_or("", String::as_str)
    }

    /// The day as the current language writes it.
    pub fn day(&self) -> String {
        local_date(&self.date)
    }

    /// When it was played last, as `Today 21:26`.
    pub fn when(&self) -> String {
        match self.last_played() {
            Some(at) => when(at, SystemTime::now()),
            None => self.day(),
        }
    }

    /// The heading of its day in a list.
    pub fn age(&self) -> Age {
        self.last_played().map_or(Age::Today, |at| Age::of(at, SystemTime::now()))
    }

    fn last_played(&self) -> Option<SystemTime> {
        (self.written > 0).then(|| UNIX_EPOCH + Duration::from_nanos(self.written))
    }

    /// The players' names: `Ann – Computer (Easy)`.
    pub fn opponents(&self) -> String {
        let name = |it: &(String, Option<u8>)| match it {
            (name, None) if name.is_empty() && self.is_by_mail() => online::open_seat().to_owned(),
            it => player(it),
        };
        let names: Vec<String> = self.players.iter().map(name).collect();
        names.join(" – ")
    }

    /// Each seat's side and player: `Red: Ann`, `Blue: Computer (Easy)`.
    pub fn seats(&self) -> impl Iterator<Item = (&str, String)> {
        let side = |seat: usize| self.sides.get(seat).map_or("", String::as_str);
        self.players.iter().enumerate().map(move |(seat, it)| (side(seat), player(it)))
    }

    /// Name and players: `Hex, Ann – Computer (Easy)`.
    pub fn heading(&self) -> String {
        match &*self.opponents() {
            "" => self.label().to_owned(),
            players => format!("{}, {players}", self.label()),
        }
    }

    /// The number of moves, and the result if it is over.
    pub fn state(&self) -> String {
        match self.is_finished() {
            true => start::ended(self.moves, &self.outcome()),
            false => match self.waits() {
                Some(waits) => format!("{}, {waits}", start::unfinished(self.moves)),
                None => start::unfinished(self.moves),
            },
        }
    }

    /// Whose mail a game by mail waits for.
    fn waits(&self) -> Option<String> {
        let mail = self.mail?;
        let name = mail.turn.and_then(|seat| self.players.get(usize::from(seat)));
        Some(match (mail.turn, name) {
            _ if mail.has_open_seat => t::mail_open().to_owned(),
            (Some(turn), _) if mail.own == Some(turn) => t::mail_own_turn().to_owned(),
            (_, Some((name, _))) => t::mail_waits(name),
            _ => t::mail().to_owned(),
        })
    }

    /// The result: the winner and the reason; empty while it goes on.
    pub fn outcome(&self) -> String {
        let Some((places, reason)) = &self.result else { return String::new() };
        let removed = self.removed.filter(|(seat, _)| usize::from(*seat) < self.players.len());
        let reason = match removed {
            Some((seat, cause)) => {
                let sentence = game::removed(cause, &self.name_of(seat.into()));
                sentence.trim_end_matches('.').to_owned()
            }
            None => reason.clone(),
        };
        let mut first = places.iter().zip(0..).filter(|(place, _)| **place == 1);
        match (first.next(), first.next()) {
            (Some((_, seat)), None) if seat < self.players.len() => {
                format!("{}: {reason}", game::wins(&self.name_of(seat)))
            }
            _ => format!("{}: {reason}", game::draw()),
        }
    }

    /// The name of a player; the seat's if others have the same name, as two computers of a
    /// level do.
    fn name_of(&self, seat: usize) -> String {
        let (name, _) = &self.players[seat];
        match self.players.iter().filter(|(other, _)| other == name).count() {
            1 => player(&self.players[seat]),
            _ => match self.sides.get(seat) {
                Some(side) => side.clone(),
                None => new_game::player_number(seat + 1),
            },
        }
    }

    /// Everything that a search finds the game by, in lower case.
    pub fn search_text(&self) -> String {
        let own = [self.label(), &self.title, &self.ruleset, &self.date, &self.day()].join(" ");
        let levels = self.players.iter().filter_map(|(_, level)| *level);
        let levels: Vec<String> = levels.map(new_game::computer).collect();
        let levels = levels.join(" ");
        let names: Vec<String> = self.players.iter().map(player).collect();
        let names = names.join(" – ");
        let all = format!("{own} {names} {} {} {levels}", self.when(), self.outcome());
        query::without_commas(&all).to_lowercase()
    }

    /// The place of the only human, from 1, and whether others share it; `None` while the game
    /// goes on, and in games between humans.
    fn own_place(&self) -> Option<(u8, bool)> {
        let (places, _) = self.result.as_ref()?;
        let mut humans = self.players.iter().enumerate().filter(|(_, (_, level))| level.is_none());
        let (Some((seat, _)), None) = (humans.next(), humans.next()) else { return None };
        let place = *places.get(seat)?;
        Some((place, places.iter().filter(|other| **other == place).count() > 1))
    }
}

/// Counts the moves of players in a line: neither draws of chance nor how a game was given up.
fn count_moves(tree: &GameTree, line: &[NodeId]) -> usize {
    let events = line.iter().filter_map(|id| tree.node(*id).event());
    let by_player = |event: &&GameEvent| {
        matches!(event, GameEvent::Move { .. }) && event.seat() != Some(CHANCE)
    };
    events.filter(by_player).count()
}

/// Tells whether no player has moved in any line: such a game is not worth keeping.
pub fn is_unplayed(tree: &GameTree) -> bool {
    tree.ends().into_iter().all(|end| count_moves(tree, &tree.line(end)) == 0)
}

/// The name of a player; a computer is named by its level.
fn player((name, level): &(String, Option<u8>)) -> String {
    match level {
        Some(_) if !name.is_empty() => t::computer(name),
        Some(level) => new_game::computer(*level),
        None => name.clone(),
    }
}

fn name_of(record: &Record) -> &str {
    let tag = record.tags.iter().find(|(tag, _)| tag == NAME);
    tag.and_then(|(_, values)| values.first()).map_or("", String::as_str)
}

fn set_name(record: &mut Record, name: &str) {
    record.tags.retain(|(tag, _)| tag != NAME);
    if !name.is_empty() {
        record.tags.push((NAME.to_owned(), vec![name.to_owned()]));
    }
}

fn names_and_levels(players: &[Player]) -> Vec<(String, Option<u8>)> {
    players.iter().map(|player| (player.name.clone(), player.level())).collect()
}

/// What lists show of a record's copy of the ruleset.
#[derive(Debug, Clone, Default)]
struct RulesetNames {
    title: String,
    /// Of the players, by seat.
    sides: Vec<String>,
}

impl RulesetNames {
    fn of(ruleset: &str) -> Self {
        let Ok(table) = toml::from_str::<toml::Table>(ruleset) else { return Self::default() };
        let name =
            |table: &toml::Table| table.get("name").and_then(|it| it.as_str()).map(str::to_owned);
        let players = table.get("players").and_then(|it| it.as_array());
        let sides = players.into_iter().flatten().filter_map(|player| name(player.as_table()?));
        RulesetNames { title: name(&table).unwrap_or_default(), sides: sides.collect() }
    }
}

pub(crate) fn read(path: &Path) -> Result<Record, String> {
    journal::read_game(path).map_err(|error| error.to_string())
}

/// Returns all games of a folder, newest first. Only files that changed since the last
/// call, in this process or another, are read.
pub fn list(folder: &Path) -> Vec<GameEntry> {
    let index = folder.join(INDEX);
    let known: Vec<GameEntry> = std::fs::read(&index)
        .ok()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .unwrap_or_default();
    let mut old: BTreeMap<String, GameEntry> =
        known.into_iter().map(|entry| (entry.file.clone(), entry)).collect();
    let before = old.len();
    let mut fresh = Vec::new();
    let mut games = BTreeMap::new();
    let files = |folder: &Path| std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mails = files(&mail_folder(folder)).map(|file| (file, MAIL));
    for (file, place) in files(folder).map(|file| (file, "")).chain(mails) {
        let path = file.path();
        let ending = path.extension();
        let is_journal = ending.is_some_and(|it| it == journal::EXTENSION) && place.is_empty();
        if !is_journal && ending.is_none_or(|it| it != record::EXTENSION) {
            continue;
        }
        let Ok(about) = file.metadata() else { continue };
        let name = format!("{place}{}", file.file_name().to_string_lossy());
        let (written, size) = (nanoseconds(about.modified().ok()), about.len());
        match old.remove(&name) {
            Some(entry) if (entry.written, entry.size) == (written, size) => {
                games.insert(name, entry);
            }
            _ => fresh.push(GameEntry { file: name, written, size, ..GameEntry::default() }),
        }
    }
    let fresh = read_all(folder, fresh);
    let changed = !fresh.is_empty();
    games.extend(fresh.into_iter().map(|entry| (entry.file.clone(), entry)));
    if changed || games.len() != before {
        let all: Vec<&GameEntry> = games.values().collect();
        let text = serde_json::to_vec(&all).unwrap_or_default();
        // Without an index the files are read again: nothing is lost.
        if let Err(error) = write_atomically(&index, &text) {
            tracing::info!(%error, "the index of games cannot be written");
        }
    }
    // What a killed process left before the first move.
    let is_unplayed = |entry: &GameEntry| {
        entry.is_journal()
            && entry.moves == 0
            && entry.result.is_none()
            && entry.unreadable.is_none()
    };
    // A record beside its journal is an older state of the same game.
    let is_older = |entry: &GameEntry| {
        let journal = Path::new(&entry.file).with_extension(journal::EXTENSION);
        !entry.is_journal() && games.contains_key(&*journal.to_string_lossy())
    };
    let mut all: Vec<GameEntry> =
        games.values().filter(|entry| !is_older(entry) && !is_unplayed(entry)).cloned().collect();
    all.sort_by_key(|entry| Reverse(entry.written));
    all
}

/// Reads the games of which only the files are known, on several threads.
fn read_all(folder: &Path, games: Vec<GameEntry>) -> Vec<GameEntry> {
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    let share = games.len().div_ceil(threads).max(SHARE);
    let read = |games: &[GameEntry]| {
        let mut known = HashMap::new();
        let read = games.iter().map(|entry| entry.clone().read(folder, &mut known));
        read.collect::<Vec<_>>()
    };
    std::thread::scope(|scope| {
        let shares: Vec<_> = games.chunks(share).map(|games| scope.spawn(|| read(games))).collect();
        let read = shares.into_iter().map(|share| share.join().expect("reading does not panic"));
        read.flatten().collect()
    })
}

fn nanoseconds(time: Option<SystemTime>) -> u64 {
    let since = time.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    since.map_or(0, |since| since.as_nanos() as u64)
}

/// Gives a game a name, or takes it away if `name` is empty. The file keeps its date.
pub fn rename(path: &Path, name: &str) -> Result<(), String> {
    let written = std::fs::metadata(path).and_then(|about| about.modified());
    if is_journal(path) {
        let renamed = journal::edit(path, |record| set_name(record, name.trim()));
        renamed.map_err(|error| error.to_string())?;
    } else {
        let mut record = read(path)?;
        set_name(&mut record, name.trim());
        record.save(path).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    if let (Ok(written), Ok(file)) = (written, std::fs::File::options().append(true).open(path)) {
        let _ = file.set_modified(written);
    }
    Ok(())
}

/// Games deleted together: the old and the new path of each.
pub type DeletedGames = Vec<(PathBuf, PathBuf)>;

pub fn restore(deleted: DeletedGames) -> Result<(), String> {
    for (from, to) in deleted {
        std::fs::rename(&to, &from).map_err(|why| format!("{}: {why}", from.display()))?;
    }
    Ok(())
}

/// Deletes games so that they can be restored. Those that are open stay, and are named
/// beside the others.
pub fn delete(folder: &Path, files: &[String]) -> (DeletedGames, Vec<String>) {
    let now = seconds_now();
    empty_bin(&folder.join(DELETED), now);
    // A folder for each second: the files keep their names and dates.
    let bin = folder.join(DELETED).join(now.to_string());
    let mut deleted = DeletedGames::new();
    let mut errors = Vec::new();
    if let Err(why) = std::fs::create_dir_all(&bin) {
        return (deleted, vec![format!("{}: {why}", bin.display())]);
    }
    for file in files {
        let path = path_of(folder, file);
        if is_journal(&path) && journal::is_locked(&path) {
            errors.push(JournalError::Locked { path }.to_string());
            continue;
        }
        let beside = path.with_extension(record::EXTENSION);
        let beside = Some(beside).filter(|it| *it != path && it.exists());
        for from in std::iter::once(path).chain(beside) {
            let to = bin.join(from.file_name().unwrap_or_default());
            match std::fs::rename(&from, &to) {
                Ok(()) => deleted.push((from, to)),
                Err(why) => errors.push(format!("{}: {why}", from.display())),
            }
        }
    }
    (deleted, errors)
}

fn seconds_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// Removes games that were deleted long ago.
fn empty_bin(bin: &Path, now: u64) {
    for folder in std::fs::read_dir(bin).into_iter().flatten().flatten() {
        let deleted = folder.file_name().to_str().and_then(|name| name.parse::<u64>().ok());
        if deleted.is_some_and(|then| now.saturating_sub(then) > KEPT.as_secs()) {
            let _ = std::fs::remove_dir_all(folder.path());
        }
    }
}

/// Writes games as records: the first to `path`, which may exist, the others beside it
/// with numbers that are free. Returns the files.
pub fn export(folder: &Path, files: &[String], path: &Path) -> Result<Vec<PathBuf>, String> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let beside = (2..).map(|n| path.with_file_name(format!("{stem}-{n}.{}", record::EXTENSION)));
    let paths = std::iter::once(path.to_owned()).chain(beside.filter(|path| !path.exists()));
    let write = |(file, to): (&String, PathBuf)| {
        let record = read(&path_of(folder, file))?;
        record.save(&to).map_err(|why| format!("{}: {why}", to.display()))?;
        Ok(to)
    };
    files.iter().zip(paths).map(write).collect()
}

#[cfg(test)]
mod tests;
