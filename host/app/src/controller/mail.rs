//! Games by mail: importing mails, and exporting what the player decides.

use std::path::PathBuf;

use boardloom_contract::Seat;
use boardloom_mail::MailAction;

use super::{AppEvent, Controller, Screen};
use crate::files::Purpose;
use crate::load_request::LoadRequest;
use crate::loader::StartView;
use crate::mail_tasks::{MailOutcome, mail_folder};
use crate::mail_view::{MailTask, MailView};
use crate::notice::Notice;
use crate::player_names::clean_name;
use crate::services::Refusal;
use crate::session::OnlineRequest;
use crate::texts::mail as t;

/// What is asked or told about a game by mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailDialog {
    /// Asks for a mail to import.
    Import,
    Join(MailJoin),
    Move(MailProposal),
    Answer(MailAnswer),
    Letter(MailLetter),
    /// What an imported mail brought, in sentences.
    News(Vec<String>),
}

/// Taking a seat in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailJoin {
    pub path: PathBuf,
    pub news: Vec<String>,
    /// The open seats, from 0, with their sides.
    pub seats: Vec<(Seat, String)>,
    pub seat: Seat,
    pub name: String,
}

/// A move to be exported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailProposal {
    pub mv: String,
    /// The move as players read it.
    pub text: String,
    pub says: String,
    /// `None` if no draw can be offered with it.
    pub offers_draw: Option<bool>,
}

/// The answer to a draw offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailAnswer {
    /// The name of the player who offers it.
    pub by: String,
    pub says: String,
}

/// A mail to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailLetter {
    pub news: Vec<String>,
    pub text: String,
    /// The name of its file.
    pub file: String,
}

/// A request about games by mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailRequest {
    /// Takes the text of a mail.
    Import(String),
    /// Asks for the file of a mail.
    ChooseFile,
    Join(MailJoin),
    Move(MailProposal),
    Answer {
        answer: MailAnswer,
        accepts: bool,
    },
    /// Exports the move, or else the mail, of the game on the board.
    Export,
    /// Drops the proposed move.
    DropMove,
    Copy(String),
    /// Asks where to save a mail.
    Save(MailLetter),
}

impl<G: StartView> Controller<G> {
    pub(super) fn run_mail(&mut self, task: MailTask) {
        self.open(LoadRequest::Mail(Box::new(task)));
    }

    pub(super) fn act_by_mail(&mut self, request: MailRequest) {
        match request {
            MailRequest::Import(text) => self.run_mail(MailTask::Import(text)),
            MailRequest::ChooseFile => self.open_picker(Purpose::ImportMail, String::new()),
            MailRequest::Join(form) => {
                let name = clean_name(&form.name);
                if name.is_empty() {
                    self.notify(Notice::bad(t::name_needed()));
                    return self.events.push(AppEvent::Mail(MailDialog::Join(form)));
                }
                self.run_mail(MailTask::Join { path: form.path, seat: Some(form.seat), name });
            }
            MailRequest::Move(MailProposal { mv, says, offers_draw, .. }) => {
                let offers_draw = offers_draw.unwrap_or_default();
                self.decide_by_mail(MailAction::Move { text: mv, offers_draw }, says);
            }
            MailRequest::Answer { answer, accepts } => {
                let action = match accepts {
                    true => MailAction::AcceptDraw,
                    false => MailAction::DeclineDraw,
                };
                self.decide_by_mail(action, answer.says);
            }
            MailRequest::Export => self.export_mail(),
            MailRequest::DropMove => {
                if let Some(session) = &mut self.session {
                    session.drop_proposal();
                }
            }
            MailRequest::Copy(text) => {
                self.copied = Some(text);
                self.notify(Notice::plain(t::copied()));
            }
            MailRequest::Save(letter) => {
                self.open_picker(Purpose::SaveMail(letter.text), letter.file);
            }
        }
    }

    fn decide_by_mail(&mut self, action: MailAction, says: String) {
        let Some(path) = self.mail.as_ref().map(|mail| mail.path.clone()) else { return };
        self.run_mail(MailTask::Act { path, action, says });
    }

    /// Asks about the next step in the game by mail on the board: exporting the proposed move,
    /// answering a draw offer, joining; or else shows the mail of the game as it stands.
    pub(super) fn export_mail(&mut self) {
        let (Some(mail), Some(session)) = (&self.mail, &self.session) else { return };
        let dialog = if let Some((mv, text)) = session.proposed_by_mail() {
            let draws = session.game.about().has_draws() && mail.takes_draw_offer();
            let offers_draw = draws.then_some(false);
            MailDialog::Move(MailProposal { mv, text, says: String::new(), offers_draw })
        } else if let Some(by) = mail.draw_offer() {
            MailDialog::Answer(MailAnswer { by: by.to_owned(), says: String::new() })
        } else if !mail.open_seats().is_empty() {
            MailDialog::Join(join_form(mail, Vec::new()))
        } else {
            self.copied = Some(mail.letter.clone());
            MailDialog::Letter(letter(mail, Vec::new()))
        };
        self.events.push(AppEvent::Mail(dialog));
    }

    /// Shows the game of a finished task, and what to do next.
    pub(super) fn handle_mail(&mut self, done: Result<MailOutcome, Refusal>) {
        self.opening = false;
        let MailOutcome { view, board, news, is_to_send } = match done {
            Ok(outcome) => outcome,
            Err(refusal) => return self.refuse(refusal),
        };
        let is_shown = self.mail.as_ref().is_some_and(|known| {
            known.path == view.path && known.line.is_some() == view.line.is_some()
        });
        let session = self.session.as_mut().filter(|_| is_shown);
        let followed = session.is_some_and(|session| session.follow_mail(&view));
        if followed {
            (self.setup, self.screen) = (None, Screen::Game);
        } else {
            self.open_game(board, true);
            if let Some(session) = &mut self.session {
                session.enter_mail(&view);
            }
        }
        let dialog = if !view.open_seats().is_empty() {
            Some(MailDialog::Join(join_form(&view, news)))
        } else if is_to_send {
            self.copied = Some(view.letter.clone());
            Some(MailDialog::Letter(letter(&view, news)))
        } else {
            (!news.is_empty()).then_some(MailDialog::News(news))
        };
        self.mail = Some(view);
        self.events.extend(dialog.map(AppEvent::Mail));
        self.worker.ask(LoadRequest::ListGames, true);
    }

    /// Carries out what the player asked of the game by mail on the board.
    pub(super) fn update_mail(&mut self) {
        let (Some(mail), Some(session)) = (&self.mail, &mut self.session) else { return };
        let requests = session.take_online_requests();
        if requests.contains(&OnlineRequest::Resign) {
            match mail.is_own_turn() {
                true => self.decide_by_mail(MailAction::Resign, String::new()),
                false => self.notices.push(Notice::bad(mail.waits.clone())),
            }
        }
    }

    /// The name of the player of a game by mail: as given, or the last one.
    pub(super) fn mail_name(&self, given: &str) -> Option<String> {
        let given = Some(clean_name(given)).filter(|name| !name.is_empty());
        given.or_else(|| mail_folder(&*self.services)?.name())
    }
}

fn join_form(mail: &MailView, news: Vec<String>) -> MailJoin {
    let seats: Vec<(Seat, String)> = (mail.open_seats().into_iter())
        .map(|seat| (seat, mail.seats[usize::from(seat)].side.clone()))
        .collect();
    let seat = seats.first().map(|(seat, _)| *seat).unwrap_or_default();
    MailJoin { path: mail.path.clone(), news, seats, seat, name: mail.own_name.clone() }
}

fn letter(mail: &MailView, news: Vec<String>) -> MailLetter {
    let file = format!("{}.txt", mail.name());
    MailLetter { news, text: mail.letter.clone(), file }
}
