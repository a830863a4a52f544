//! Navigation between screens and games.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use boardloom_ruleset::Overrides;

use super::{AppEvent, Controller, MailRequest, PluginOffer, Screen};
use crate::files::FileKind;
use crate::game_setup::GameSetup;
use crate::load_request::LoadRequest;
use crate::loaded_board::LoadedBoard;
use crate::loader::{AddedFile, LoadResult, RulesetPreview, StartView};
use crate::mail_tasks;
use crate::mail_view::MailTask;
use crate::my_games::GameEntry;
use crate::notice::Notice;
use crate::saved_games;
use crate::services::{Refusal, RulesetEntry, main_ruleset};
use crate::session::GameSession;
use crate::texts::{files, mail, safe, start};

impl<G: StartView> Controller<G> {
    /// Starts to load the ruleset or record of the command line, and the list of rulesets.
    pub fn begin(&mut self) {
        self.watch_files();
        self.services.load_built_in_plugins();
        let setup = std::mem::take(&mut self.options.setup);
        if let Some(path) = self.options.record.take() {
            self.options.setup = setup;
            self.open(LoadRequest::Record(path));
        } else if self.options.go_on {
            // The list tells which game that is.
            self.options.setup = setup;
        } else if let Some(kind) = self.options.course {
            let id = self.options.ruleset.take();
            self.start_course(kind, id);
        } else if let (Some(at), Some(id)) = (self.options.example, &self.options.ruleset) {
            self.open(LoadRequest::Example { id: id.clone(), at });
        } else if let Some(id) = self.options.ruleset.take() {
            let (setup, errors) = GameSetup::of_command_line(&id, setup);
            self.notices.extend(errors.into_iter().map(Notice::bad));
            self.show_setup(setup);
            // The game starts once the preview has the number of seats.
            self.opening = true;
        }
        self.worker.ask(LoadRequest::List, true);
    }

    /// Tells, by names for players, what crashed the last start.
    fn report_left_out(&mut self, rulesets: &[RulesetEntry]) {
        for id in self.left_out.clone() {
            let ruleset = rulesets.iter().find(|listed| listed.id == id);
            let name = ruleset.map_or(&*id, |listed| &listed.name);
            self.notify(Notice::bad(safe::left_out(name)));
        }
    }

    /// Watches the folders of rulesets and plugins from now on.
    pub fn watch_files(&mut self) {
        self.watch = self.services.watch(Arc::clone(&self.wake));
    }

    pub(super) fn open(&mut self, job: LoadRequest) {
        self.opening = true;
        self.worker.ask(job, true);
    }

    pub(super) fn handle_result(&mut self, result: LoadResult<G>) {
        match result {
            LoadResult::GamesListed(games) => self.handle_games(games),
            LoadResult::GameDrawn { file, board } => {
                let written = self.my_games.find(&file).map_or(0, |game| game.written);
                self.game_thumbnails.insert(file, (written, board));
            }
            LoadResult::SceneDrawn { id, board } => drop(self.scenes.insert(id, board)),
            LoadResult::Listed { mut rulesets, games } => {
                // A built-in ruleset was only loading by chance when the program was ended.
                self.left_out.retain(|id| {
                    let listed = rulesets.iter().find(|listed| listed.id == *id);
                    listed.is_none_or(|listed| !listed.origin.is_empty())
                });
                for listed in rulesets.iter_mut().filter(|it| self.left_out.contains(&it.id)) {
                    listed.has_errors = true;
                }
                if self.rulesets.is_none() {
                    self.report_left_out(&rulesets);
                }
                self.rulesets = Some(rulesets);
                self.handle_games(games);
                self.listed = true;
                if std::mem::take(&mut self.options.go_on) {
                    match self.unfinished.first().map(|game| game.file.clone()) {
                        Some(file) => self.open_game_file(&file),
                        None => self.notify(Notice::bad(start::nothing_left())),
                    }
                }
            }
            LoadResult::Previewed { id, ticket, preview } => {
                self.handle_preview(id, ticket, *preview)
            }
            LoadResult::MailDone(done) => self.handle_mail(*done),
            LoadResult::RoomOpened { opened } => self.handle_room(*opened),
            LoadResult::RoomGameOpened { game, begun } => self.handle_room_game(game, *begun),
            LoadResult::PluginKept(kept) => self.handle_kept_plugin(kept),
            LoadResult::ExerciseOpened(opened) => self.handle_exercise(*opened),
            LoadResult::FileAdded { path, file } => self.handle_file(&path, file),
            LoadResult::Reloaded { ticket, reloaded } => self.handle_reload(ticket, *reloaded),
            LoadResult::Opened { begun, before } => {
                self.opening = false;
                let setup = std::mem::take(&mut self.options.setup);
                match *begun {
                    Ok(mut loaded_board) => {
                        if before {
                            setup.seat_players(&mut loaded_board.game);
                        }
                        self.open_game(loaded_board, before);
                    }
                    Err(refusal) => {
                        (self.guided, self.reviews) = (false, false);
                        self.refuse(refusal);
                    }
                }
            }
        }
    }

    fn handle_preview(
        &mut self,
        id: String,
        ticket: u64,
        preview: Result<RulesetPreview<G>, Refusal>,
    ) {
        if ticket == 0 {
            match preview {
                Ok(preview) => drop(self.thumbnails.insert(id, preview.start)),
                Err(refusal) => {
                    tracing::info!(id, %refusal, "no thumbnail");
                    let listed = self.rulesets.iter_mut().flatten().find(|it| it.id == id);
                    listed.into_iter().for_each(|listed| listed.has_errors = true);
                }
            }
        } else if self.rules_wanted.take_if(|wanted| *wanted == ticket).is_some() {
            match preview {
                Ok(preview) => self.events.push(AppEvent::Rules(Box::new(preview))),
                Err(refusal) => self.refuse(refusal),
            }
        } else if let Some(setup) = self.setup.as_mut().filter(|it| it.ticket == ticket) {
            setup.receive_preview(ticket, preview);
            let ready = setup.match_setup().is_some();
            self.watch_files_in_use(&[]);
            // A ruleset was named on the command line: play at once.
            match std::mem::take(&mut self.opening) {
                true if ready => self.start_game(),
                // Its errors are shown there.
                true => self.show(Screen::NewGame),
                false => {}
            }
        }
    }

    pub(super) fn refuse(&mut self, refusal: Refusal) {
        self.events.push(match refusal {
            Refusal::GameOffered { offer, record, .. } => {
                AppEvent::PluginMissing(Box::new(PluginOffer::game(*offer, record)))
            }
            refusal => AppEvent::Refused(refusal),
        });
    }

    /// The ruleset of the open game, if new games can use it.
    pub(super) fn open_ruleset(&self) -> Option<String> {
        let id = &self.session.as_ref()?.game.source().ruleset.id;
        let listed = self.rulesets.iter().flatten().any(|entry| entry.id == *id);
        (listed || Path::new(id).is_file()).then(|| id.clone())
    }

    /// The ruleset played last; else the main one.
    pub fn last_ruleset(&self) -> Option<String> {
        let rulesets = self.rulesets.as_deref()?;
        let last = rulesets.iter().find(|listed| listed.id == self.preferences.ruleset);
        last.or_else(|| main_ruleset(rulesets)).map(|listed| listed.id.clone())
    }

    pub(super) fn open_setup(&mut self, id: &str) {
        self.show_setup(GameSetup::new(id, &self.preferences));
    }

    /// Loads a ruleset with the last choices, and starts its game at once.
    pub(super) fn play_again(&mut self, id: &str) {
        self.setup = Some(GameSetup::new(id, &self.preferences));
        self.opening = true;
        self.preview_setup(false);
    }

    fn show_setup(&mut self, setup: GameSetup<G>) {
        self.setup = Some(setup);
        self.show(Screen::NewGame);
        self.preview_setup(false);
    }

    /// Shows a screen without a board, and stops searches for the board.
    pub(super) fn show(&mut self, screen: Screen) {
        self.screen = screen;
        if let Some(session) = &mut self.session {
            session.suspend();
        }
    }

    /// Loads the ruleset of the setup with its options; `again` where its files may have changed.
    pub fn preview_setup(&mut self, again: bool) {
        let ticket = self.next_ticket();
        let Some(setup) = &mut self.setup else { return };
        self.worker.ask(setup.preview_request(ticket, again), true);
    }

    pub(super) fn load_rules(&mut self, ruleset: Option<(String, Overrides)>) {
        let last = || Some((self.last_ruleset()?, Overrides::new()));
        let Some((id, settings)) = ruleset.or_else(last) else { return };
        let ticket = self.next_ticket();
        self.rules_wanted = Some(ticket);
        self.worker.ask(LoadRequest::preview(id, settings, ticket), true);
    }

    pub(super) fn leave_setup(&mut self) {
        self.setup = None;
        self.opening = false;
        self.screen = if self.session.is_some() { Screen::Game } else { Screen::Start };
    }

    pub(super) fn start_game(&mut self) {
        let Some(setup) = &mut self.setup else { return };
        let seats = setup.look().map_or(0, |look| look.seats);
        if let Some(why) = setup.invitation_obstacle(seats) {
            return self.notify(Notice::bad(why));
        }
        let Some(mut job) = setup.begin(&mut self.preferences, &mut self.options) else { return };
        if let LoadRequest::Mail(task) = &mut job
            && let MailTask::Invite { name, .. } = &mut **task
        {
            match self.mail_name(name) {
                Some(known) => *name = known,
                None => return self.notify(Notice::bad(mail::name_needed())),
            }
        }
        self.open(job);
    }

    /// Opens a record, ruleset or plugin.
    pub(super) fn open_file(&mut self, path: PathBuf) {
        self.open(match FileKind::of(&path) {
            FileKind::Ruleset | FileKind::Plugin => LoadRequest::AddFile(path),
            // A record may have any ending: its text decides.
            _ => LoadRequest::Record(path),
        });
    }

    fn handle_file(&mut self, path: &Path, file: Result<AddedFile, Refusal>) {
        self.opening = false;
        // There may be more rulesets now, and more folders to watch.
        self.watch_files();
        self.worker.ask(LoadRequest::List, true);
        match file {
            Ok(AddedFile::Ruleset) => self.open_setup(&path.display().to_string()),
            Ok(AddedFile::Plugin { name, rulesets }) => match &*rulesets {
                [] => self.refuse(Refusal::Other(files::no_ruleset(&name))),
                [only] => self.open_setup(only),
                _ => self.find_rulesets(name),
            },
            Err(refusal) => self.refuse(refusal),
        }
    }

    pub(super) fn find_rulesets(&mut self, text: String) {
        self.show(Screen::Library);
        (self.library.find, self.library.at) = (text, 0);
    }

    pub(super) fn paste(&mut self, text: &str) {
        if mail_tasks::is_mail(text) {
            return self.act_by_mail(MailRequest::Import(text.to_owned()));
        }
        self.open(saved_games::paste(self.session.as_ref().map(|session| &session.game), text));
    }

    /// Closes the game on the board, and shows another; `before` if it was begun earlier.
    pub fn open_game(&mut self, loaded_board: LoadedBoard, before: bool) {
        self.close_game();
        self.setup = None;
        let file = GameEntry::file_of(&loaded_board.game);
        self.unfinished.retain(|known| known.file != file);
        let (look, wake) = (self.preferences.board_look(), Arc::clone(&self.wake));
        let session =
            GameSession::open(loaded_board, before, look, wake, self.now, &*self.services);
        let session = self.session.insert(session);
        if std::mem::take(&mut self.guided) {
            session.begin_guide();
        }
        self.files.saved_as = None;
        self.screen = Screen::Game;
        self.events.push(AppEvent::GameOpened);
        self.begin_review();
        self.follow_game();
    }

    pub(super) fn close_game(&mut self) {
        (self.banner, self.autoplay, self.online) = (None, None, None);
        self.mail = None;
        if self.course.take().is_some() {
            self.session = None;
        }
        if let Some(session) = self.session.take() {
            self.notices.extend(session.close(&*self.services));
            self.worker.ask(LoadRequest::List, true);
        }
    }

    pub(super) fn leave_game(&mut self, close: bool) {
        self.show(Screen::Start);
        // It spoke of the game.
        self.notice = None;
        let close = close || self.course.is_some();
        let over = self.session.as_ref().is_some_and(|it| it.game.status().is_over());
        if close || over {
            self.close_game();
        }
    }
}
