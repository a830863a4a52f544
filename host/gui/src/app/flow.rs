//! From screen to screen.

use boardloom_app::startup;
use boardloom_ruleset::Overrides;

use super::{App, Screen};
use crate::dialogs::Dialog;
use crate::new_game::NewGame;
use crate::screen::View;
use crate::services::Refusal;
use crate::session::{GameSession, LoadedBoard, Notice};
use crate::start::Wish;
use crate::worker::{Done, Job};

impl App {
    /// Sets the threads to work.
    pub(super) fn begin(&mut self) {
        self.watch = self.services.watch(std::sync::Arc::clone(&self.wake));
        if let Some(path) = self.options.record.take() {
            self.opening = true;
            self.worker.ask(Job::Record(path), true);
        } else if let Some(id) = self.options.ruleset.take() {
            // The look that comes back tells how many seats there are.
            self.open_new_game(&id);
            self.opening = true;
        }
        self.worker.ask(Job::List, true);
    }

    /// Takes in what the worker did.
    pub(super) fn done(&mut self, done: Done) {
        match done {
            Done::Listed { rulesets, unfinished, recent } => {
                self.rulesets = Some(rulesets);
                self.unfinished = unfinished;
                self.recent = recent;
                // While a game is played, nobody sees them.
                match self.screen {
                    Screen::Game => self.stale = true,
                    _ => self.ask_for_thumbnails(),
                }
                if std::mem::take(&mut self.options.go_on) {
                    if self.unfinished.is_empty() {
                        self.pending.push(Notice::bad(crate::texts::start::nothing_left()));
                    }
                    self.resume(0);
                }
            }
            Done::Looked { id, ticket, look } => self.looked(&id, ticket, *look),
            Done::Admitted { path, admitted } => self.admitted(&path, admitted),
            Done::Reloaded { ticket, reloaded } => self.reloaded(ticket, *reloaded),
            Done::Begun { begun, before } => {
                self.opening = false;
                match *begun {
                    Ok(loaded_board) => self.sit_down(loaded_board, before),
                    Err(refusal) => self.refused(refusal),
                }
            }
        }
    }

    fn looked(&mut self, id: &str, ticket: u64, look: Result<crate::worker::Look, Refusal>) {
        if ticket == 0 {
            match look {
                Ok(look) => drop(self.thumbnails.insert(id.to_owned(), look.glimpse)),
                Err(refusal) => {
                    tracing::info!(id, %refusal, "no thumbnail");
                    let listed = self.rulesets.iter_mut().flatten().find(|l| l.id == id);
                    listed.into_iter().for_each(|listed| listed.faulty = true);
                }
            }
            return;
        }
        if self.rules_wanted == Some(ticket) {
            self.rules_wanted = None;
            self.dialog = Some(match look {
                Ok(look) => Dialog::Rules(Box::new(look)),
                Err(refusal) => Dialog::Refused(refusal),
            });
            return;
        }
        let Some(dialog) = self.new_game.as_mut().filter(|d| d.draft.ticket == ticket) else {
            return;
        };
        dialog.draft.looked(ticket, look);
        self.follow_dialog();
        let Some(dialog) = &self.new_game else { return };
        // A ruleset was given on the command line: play at once.
        if self.opening {
            self.opening = false;
            if dialog.draft.setup().is_some() {
                self.start_game();
            }
        }
    }

    pub(super) fn refused(&mut self, refusal: Refusal) {
        self.dialog = Some(Dialog::Refused(refusal));
    }

    /// Does what the start screen asks for.
    pub(super) fn wish(&mut self, wish: Wish) {
        match wish {
            Wish::Continue(number) => self.resume(number),
            Wish::Recent(number) => {
                if let Some(game) = self.recent.get(number) {
                    self.opening = true;
                    self.worker.ask(Job::Record(game.path.clone()), true);
                }
            }
            Wish::NewGame(id) => {
                let id = id.or_else(|| self.last_ruleset());
                if let Some(id) = id {
                    self.open_new_game(&id);
                }
            }
            Wish::Open => self.choose_file(),
            Wish::Library => {
                self.screen = Screen::Library;
                if let Some(session) = &mut self.session {
                    session.rest();
                }
            }
            Wish::Back => self.screen = Screen::Start,
            Wish::Rules => {
                if let Some(id) = self.last_ruleset() {
                    self.tickets += 1;
                    let ticket = self.tickets;
                    self.rules_wanted = Some(ticket);
                    let job = Job::Look { id, settings: Overrides::new(), seed: None, ticket };
                    self.worker.ask(job, true);
                }
            }
            Wish::Settings => self.dialog = Some(Dialog::Settings),
            Wish::Quit => self.close(),
        }
    }

    fn last_ruleset(&self) -> Option<String> {
        startup::last_ruleset(self.rulesets.as_deref(), &self.preferences)
    }

    /// Goes on with the number-th game that the start screen offers.
    fn resume(&mut self, number: usize) {
        let offered = startup::to_go_on(self.session.as_ref(), &self.unfinished);
        let Some(game) = offered.get(number) else { return };
        if let Some(job) = game.job() {
            self.opening = true;
            return self.worker.ask(job, true);
        }
        self.screen = Screen::Game;
        if let Some(session) = &mut self.session {
            session.analyse();
        }
    }

    /// Opens the dialog for a new game.
    pub(super) fn open_new_game(&mut self, id: &str) {
        let mut dialog = NewGame::new(id, &self.preferences);
        let faults = dialog.draft.take(std::mem::take(&mut self.options.asked));
        self.pending.extend(faults.into_iter().map(Notice::bad));
        self.new_game = Some(dialog);
        self.screen = Screen::NewGame;
        if let Some(session) = &mut self.session {
            session.rest();
        }
        self.look();
    }

    /// Asks for a look at the ruleset of the dialog.
    pub(super) fn look(&mut self) {
        self.ask_for_look(false);
    }

    /// Asks for another look at the ruleset of the dialog: something may have
    /// changed.
    pub(super) fn look_again(&mut self) {
        self.ask_for_look(true);
    }

    fn ask_for_look(&mut self, again: bool) {
        let Some(dialog) = &mut self.new_game else { return };
        self.tickets += 1;
        self.worker.ask(dialog.draft.ask(self.tickets, again), true);
    }

    pub(super) fn leave_new_game(&mut self) {
        self.new_game = None;
        self.screen = if self.session.is_some() { Screen::Game } else { Screen::Start };
    }

    /// Begins what the dialog describes.
    pub(super) fn start_game(&mut self) {
        let Some(dialog) = &mut self.new_game else { return };
        let job = dialog.draft.begin(&mut self.preferences, &mut self.options);
        let Some(job) = job else { return };
        self.opening = true;
        self.worker.ask(job, true);
    }

    /// Begins the game at hand again, everybody one seat on, with what time they
    /// have left where the clock carries it over.
    pub(super) fn same_again(&mut self) {
        let Some(session) = &self.session else { return };
        self.opening = true;
        self.worker.ask(session.again(), true);
    }

    /// Shows a game that was opened, or was begun `before`.
    fn sit_down(&mut self, loaded_board: LoadedBoard, before: bool) {
        self.put_away();
        self.files.forget();
        self.new_game = None;
        let path = loaded_board.game().journal().map(|journal| journal.path().to_owned());
        self.unfinished.retain(|known| Some(&known.path) != path.as_ref());
        let (theme, wake) = (self.preferences.theme, std::sync::Arc::clone(&self.wake));
        self.view = View::anew(std::mem::take(&mut self.view));
        self.session =
            Some(GameSession::sit_down(loaded_board, before, theme, wake, &*self.services));
        self.screen = Screen::Game;
        self.follow();
    }

    /// Puts the game at hand away.
    pub(super) fn put_away(&mut self) {
        if let Some(session) = self.session.take() {
            self.view.banner = None;
            session.put_away(&*self.services);
        }
    }

    /// Goes to the start screen; the game waits there, unless it is to be closed.
    pub(super) fn leave_game(&mut self, close: bool) {
        self.screen = Screen::Start;
        if let Some(session) = &mut self.session {
            session.rest();
        }
        let over = self.session.as_ref().is_some_and(|p| p.game.status().is_over());
        if close || over {
            self.put_away();
            self.worker.ask(Job::List, true);
        }
    }
}
