//! Actions and the commands that mean the same in every front end.

use boardloom_board_view::Input;

use super::{Action, AppEvent, Controller, MailDialog, Screen};
use crate::course::CourseKind;
use crate::keys::{Command, KeyChange, KeyMap};
use crate::load_request::LoadRequest;
use crate::loader::StartView;
use crate::notice::Notice;
use crate::session::{Autoplay, GameSession, Prompt};
use crate::texts::game as t;

impl<G: StartView> Controller<G> {
    fn change_look(&mut self) {
        if let Some(session) = &mut self.session {
            session.set_look(self.preferences.board_look());
        }
    }

    pub fn act(&mut self, action: Action) {
        match action {
            Action::Command(command) => drop(self.command(command)),
            Action::OpenGame(file) => self.open_game_file(&file),
            Action::ReviewGame(file) => self.review_game_file(&file),
            Action::RenameGame => self.rename_game(),
            Action::StartCourse(kind, ruleset) => self.start_course(kind, ruleset),
            Action::Exercise(at) => self.go_to_exercise(at),
            Action::ShowAnswer => drop(self.show_answer()),
            Action::DeleteGames(files) => self.delete_games(&files),
            Action::RestoreGames => self.restore_games(),
            Action::ExportGames(files) => self.choose_export(files),
            Action::OpenFile(path) => self.open_file(path),
            Action::Paste(text) => self.paste(&text),
            Action::NewGame(id) => {
                let id = id.or_else(|| self.open_ruleset()).or_else(|| self.last_ruleset());
                if let Some(id) = id {
                    self.open_setup(&id);
                }
            }
            Action::StartGame => self.start_game(),
            Action::PlayAgain(id) => self.play_again(&id),
            Action::LeaveSetup => self.leave_setup(),
            Action::PreviewSetup => self.preview_setup(false),
            Action::StartScreen => self.screen = Screen::Start,
            Action::FindRulesets(text) => self.find_rulesets(text),
            Action::Rules(ruleset) => self.load_rules(ruleset),
            Action::OpenExample(id, at) => self.open(LoadRequest::Example { id, at }),
            Action::LeaveGame { close } => self.leave_game(close),
            Action::Resign => {
                if let Some(session) = &mut self.session {
                    session.resign();
                }
            }
            Action::AnswerRequest(agrees) => {
                if let Some(session) = &mut self.session {
                    session.answer_request(agrees);
                }
            }
            Action::RestartPlugin => {
                if let Some(session) = &mut self.session {
                    session.rebuild();
                }
            }
            Action::Theme(theme) => {
                self.preferences.theme = theme;
                self.change_look();
            }
            Action::Board(board) => {
                self.preferences.board = board;
                self.change_look();
            }
            Action::Pieces(pieces) => {
                self.preferences.pieces = pieces;
                self.change_look();
            }
            Action::Language(code) => {
                self.preferences.language = code;
                let file = self.services.settings_file();
                let errors = self.preferences.apply_language(file.as_deref());
                self.notices.extend(errors.into_iter().map(Notice::bad));
                self.translate();
            }
            Action::Rebind(change) => self.rebind(change),
            Action::Quit => self.closing = true,
            Action::Online(action) => self.act_online(action),
            Action::Mail(request) => self.act_by_mail(request),
        }
    }

    /// Runs a command. False if only the front end can.
    pub fn command(&mut self, command: Command) -> bool {
        match command {
            Command::NewGame => self.act(Action::NewGame(None)),
            Command::Library => self.show(Screen::Library),
            Command::MyGames => self.show_games(),
            Command::Learn => self.start_course(CourseKind::Lessons, None),
            Command::Puzzles => self.start_course(CourseKind::Puzzles, None),
            Command::Open => self.choose_file(),
            Command::ImportMail => self.events.push(AppEvent::Mail(MailDialog::Import)),
            Command::Reload => self.reload(),
            _ if self.screen == Screen::Game => return self.game_command(command),
            _ => return false,
        }
        true
    }

    fn game_command(&mut self, command: Command) -> bool {
        if self.preferences.toggle(command) {
            // The board shows at once whether it is tilted.
            if command != Command::ThreeD {
                let on = self.preferences.is_on(command).unwrap_or_default();
                let name = self.keys.label(command);
                let text = if on { t::switched_on(name) } else { t::switched_off(name) };
                self.notify(Notice::plain(text));
            }
            return true;
        }
        if self.course.is_some() && self.course_command(command) {
            return true;
        }
        let previews = self.preferences.looks_ahead();
        let Some(session) = &mut self.session else { return false };
        match command {
            Command::NextStep | Command::PreviousStep | Command::FirstGame => {}
            Command::BoardOnly => self.board_only = !self.board_only,
            Command::Save => self.save(),
            Command::SaveAs => self.save_as(),
            Command::CopyPosition => match session.position_text() {
                Ok(text) => self.copy(text, t::copied()),
                Err(notice) => self.notify(notice),
            },
            Command::ExportMail => self.export_mail(),
            Command::CopyRecord => {
                let text = session.record_text();
                self.copy(text, t::record_copied());
            }
            Command::SameAgain if self.online.is_some() => return self.offer_rematch(),
            Command::SameAgain => {
                let job = session.rematch();
                self.open(job);
            }
            Command::Autoplay => {
                if self.autoplay.take().is_none() {
                    self.autoplay = Autoplay::begin(session, self.now, self.preferences.pace);
                }
            }
            command => return session.command(command, previews),
        }
        true
    }

    /// Esc: drops, closes or stops the nearest thing. False if the game has nothing to
    /// drop, so that the front end decides whether to leave it.
    pub fn cancel(&mut self) -> bool {
        if self.files.cancel() || self.autoplay.take().is_some() {
            return true;
        }
        match self.screen {
            Screen::NewGame => self.leave_setup(),
            Screen::MyGames if self.my_games.renaming.take().is_some() => {}
            Screen::Library | Screen::MyGames => self.screen = Screen::Start,
            Screen::Start => return false,
            Screen::Game => {
                let previews = self.preferences.looks_ahead();
                let dropped = self.session.as_mut().is_some_and(|it| it.cancel(previews));
                return dropped || std::mem::take(&mut self.board_only);
            }
        }
        true
    }

    pub fn input(&mut self, input: Input) {
        let previews = self.preferences.looks_ahead();
        if let Some(session) = &mut self.session {
            session.input(input, previews);
        }
    }

    fn copy(&mut self, text: String, notice: &str) {
        self.copied = Some(text);
        self.notify(Notice::plain(notice));
    }

    /// The game, if it is shown.
    pub fn shown_session(&self) -> Option<&GameSession> {
        self.session.as_ref().filter(|_| self.screen == Screen::Game)
    }

    /// The question to the player, if the game is shown.
    pub fn prompt(&self) -> Option<Prompt<'_>> {
        self.shown_session()?.prompt()
    }

    fn rebind(&mut self, change: KeyChange) {
        match change {
            KeyChange::Bind(command, stroke, beside) => self.keys.bind(command, stroke, beside),
            KeyChange::Reset(command) => self.keys.reset(command),
            KeyChange::ResetAll => self.keys = KeyMap::default(),
        }
        self.preferences.keys = self.keys.overrides();
    }
}
