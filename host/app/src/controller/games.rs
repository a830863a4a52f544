//! My games: opening, renaming, deleting and exporting.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use boardloom_match::journal::{self, is_journal};

use super::{Controller, Screen};
use crate::load_request::LoadRequest;
use crate::loader::StartView;
use crate::my_games::{self, DeletedGames, GameEntry, GameQuery};
use crate::notice::{Notice, NoticeKind};
use crate::texts::my_games as t;

/// The most unfinished and saved games that the start screen knows.
const UNFINISHED: usize = 20;
pub(super) const RECENT: usize = 12;

/// The games, and the state of their list.
#[derive(Debug, Default)]
pub struct MyGames {
    /// Newest first; `None` until they are listed.
    all: Option<Vec<GameEntry>>,
    /// By game; empty until a search needs them.
    texts: Vec<String>,
    pub query: GameQuery,
    /// The last query, and the indices of the games that fit, in order.
    shown: Option<(GameQuery, Arc<[usize]>)>,
    /// The place of the chosen game among those.
    pub at: usize,
    /// The files of the selected games.
    pub selected: BTreeSet<String>,
    /// The file and the new name.
    pub renaming: Option<(String, String)>,
    /// Whether the list is to scroll to the chosen game.
    pub reveal: bool,
    deleted: Vec<DeletedGames>,
}

impl MyGames {
    pub fn is_loading(&self) -> bool {
        self.all.is_none()
    }

    pub fn all(&self) -> &[GameEntry] {
        self.all.as_deref().unwrap_or_default()
    }

    pub fn find(&self, file: &str) -> Option<&GameEntry> {
        self.all().iter().find(|game| game.file == file)
    }

    pub(super) fn set(&mut self, all: Vec<GameEntry>) {
        self.renaming.take_if(|(file, _)| all.iter().all(|game| game.file != *file));
        if !self.selected.is_empty() {
            let files: BTreeSet<&str> = all.iter().map(|game| game.file.as_str()).collect();
            self.selected.retain(|file| files.contains(file.as_str()));
        }
        (self.all, self.shown) = (Some(all), None);
        self.texts.clear();
    }

    /// The indices of the games that fit the query, in its order.
    pub fn shown(&mut self) -> Arc<[usize]> {
        let known = self.shown.take().filter(|(query, _)| *query == self.query);
        if known.is_none() && self.texts.is_empty() && !self.query.text.trim().is_empty() {
            self.texts = self.all().iter().map(GameEntry::search_text).collect();
        }
        let select = || (self.query.clone(), self.query.select(self.all(), &self.texts).into());
        let known = known.unwrap_or_else(select);
        Arc::clone(&self.shown.insert(known).1)
    }

    pub fn chosen(&mut self) -> Option<&GameEntry> {
        let index = *self.shown().get(self.at)?;
        self.all().get(index)
    }

    pub fn toggle(&mut self, file: &str) {
        if !self.selected.remove(file) {
            self.selected.insert(file.to_owned());
        }
    }

    /// Selects the games from the chosen one to that at a place of the list.
    pub fn select_to(&mut self, place: usize) {
        let shown = self.shown();
        let range = self.at.min(place)..(self.at.max(place) + 1).min(shown.len());
        let files = shown.get(range).unwrap_or_default().iter();
        let files: Vec<String> = files.map(|index| self.all()[*index].file.clone()).collect();
        self.selected.extend(files);
    }

    /// Selects all games that are listed.
    pub fn select_all(&mut self) {
        let shown = self.shown();
        self.selected = shown.iter().map(|index| self.all()[*index].file.clone()).collect();
    }

    /// The files of the selected games, else of the chosen one.
    pub fn selection(&mut self) -> Vec<String> {
        match self.selected.is_empty() {
            true => self.chosen().map(|game| game.file.clone()).into_iter().collect(),
            false => self.selected.iter().cloned().collect(),
        }
    }

    /// Asks for the name of a listed game.
    pub fn rename(&mut self, file: &str) {
        let shown = self.shown();
        let Some(at) = shown.iter().position(|index| self.all()[*index].file == file) else {
            return;
        };
        self.renaming = self.find(file).map(|game| (file.to_owned(), game.label().to_owned()));
        (self.at, self.reveal) = (at, true);
    }

    /// The number of games that [`Action::RestoreGames`](super::Action::RestoreGames) brings back.
    pub fn restorable(&self) -> usize {
        self.deleted.last().map_or(0, Vec::len)
    }
}

impl<G: StartView> Controller<G> {
    pub(super) fn show_games(&mut self) {
        self.my_games.renaming = None;
        self.my_games.selected.clear();
        self.show(Screen::MyGames);
        self.list_games();
    }

    pub(super) fn list_games(&mut self) {
        self.worker.ask(LoadRequest::ListGames, true);
    }

    pub(super) fn handle_games(&mut self, games: Vec<GameEntry>) {
        let folder = self.services.records().unwrap_or_default();
        let sound = || games.iter().filter(|game| game.unreadable.is_none());
        let goes_on =
            |game: &&GameEntry| (game.is_journal() || game.is_by_mail()) && !game.is_finished();
        let free = sound().filter(goes_on).filter(|game| {
            game.is_by_mail() || !journal::is_locked(&my_games::path_of(&folder, &game.file))
        });
        self.unfinished = free.take(UNFINISHED).cloned().collect();
        let over =
            sound().filter(|game| !goes_on(game) && (!game.is_journal() || game.is_finished()));
        self.recent = over.take(RECENT).cloned().collect();
        self.my_games.set(games);
        self.requested.clear();
    }

    /// Tells whether a game is the one on the board.
    pub fn is_on_board(&self, file: &str) -> bool {
        self.session.as_ref().is_some_and(|session| session.file() == file)
    }

    pub(super) fn open_game_file(&mut self, file: &str) {
        if let Some(session) = &mut self.session
            && session.file() == file
        {
            self.screen = Screen::Game;
            return session.analyse();
        }
        let Some(path) = self.services.records().map(|folder| my_games::path_of(&folder, file))
        else {
            return;
        };
        self.open(match is_journal(&path) {
            true => LoadRequest::Resume(path),
            false => LoadRequest::Record(path),
        });
    }

    pub(super) fn review_game_file(&mut self, file: &str) {
        self.reviews = true;
        self.open_game_file(file);
        if self.is_on_board(file) {
            self.begin_review();
        }
    }

    /// Reviews the game on the board if it was opened for that.
    pub(super) fn begin_review(&mut self) {
        let wanted = std::mem::take(&mut self.reviews);
        let session = self.session.as_mut().filter(|session| wanted && session.can_review());
        if let Some(session) = session.filter(|session| session.review_summary().is_none()) {
            session.toggle_review();
        }
    }

    pub(super) fn rename_game(&mut self) {
        let renamed = self.my_games.renaming.take().zip(self.services.records());
        let Some(((file, name), folder)) = renamed else { return };
        // A game without a name has its ruleset's.
        let usual = self.my_games.find(&file).is_some_and(|game| game.title == name.trim());
        let name = if usual { String::new() } else { name };
        if let Err(why) = my_games::rename(&my_games::path_of(&folder, &file), &name) {
            self.notify(Notice::error(&why));
        }
        self.list_games();
    }

    pub(super) fn delete_games(&mut self, files: &[String]) {
        let Some(folder) = self.services.records() else { return };
        let (deleted, errors) = my_games::delete(&folder, files);
        self.notices.extend(errors.iter().map(Notice::error));
        if !deleted.is_empty() {
            self.notify(Notice::deleted(t::deleted(deleted.len())));
            let gone = |game: &GameEntry| {
                files.contains(&game.file) && !my_games::path_of(&folder, &game.file).exists()
            };
            let left = self.my_games.all().iter().filter(|game| !gone(game)).cloned().collect();
            self.my_games.set(left);
            self.my_games.deleted.push(deleted);
        }
        self.worker.ask(LoadRequest::List, true);
    }

    pub(super) fn restore_games(&mut self) {
        let Some(deleted) = self.my_games.deleted.pop() else { return };
        self.notice.take_if(|notice| notice.kind == NoticeKind::Deleted);
        let count = deleted.len();
        self.notify(match my_games::restore(deleted) {
            Ok(()) => Notice::plain(t::restored(count)),
            Err(why) => Notice::error(&why),
        });
        self.worker.ask(LoadRequest::List, true);
    }

    /// Writes copies of games as records; more than one get numbers.
    pub(super) fn export_games(&mut self, files: &[String], path: &Path) {
        let Some(folder) = self.services.records() else { return };
        let exported = my_games::export(&folder, files, path);
        self.notify(match exported.as_deref() {
            Ok([only]) => Notice::plain(t::exported_to(&only.display())),
            Ok(all) => {
                let folder = path.parent().map_or_else(PathBuf::new, Path::to_owned);
                Notice::plain(t::exported(all.len(), &folder.display()))
            }
            Err(why) => Notice::error(why),
        });
    }

    /// Loads the positions of games in the background, instead of those that still wait.
    pub fn load_game_thumbnails(&mut self, files: Vec<String>) {
        if self.requested == files {
            return;
        }
        self.requested.clone_from(&files);
        self.worker.forget(|job| matches!(job, LoadRequest::DrawGame(_)));
        let Some(folder) = self.services.records() else { return };
        for path in files.iter().map(|file| my_games::path_of(&folder, file)) {
            if !self.left_out.contains(&path.display().to_string()) {
                self.worker.ask(LoadRequest::DrawGame(path), false);
            }
        }
    }
}
