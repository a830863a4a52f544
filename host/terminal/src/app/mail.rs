//! Games by mail: importing, joining, exporting.

use boardloom_app::Action;
use boardloom_app::controller::{MailDialog, MailRequest};
use boardloom_app::keys::{Command, Key};
use boardloom_app::texts::{mail as t, online, terminal as says};
use ratatui::Frame;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;

use super::layers::DialogLayer;
use super::{TerminalApp, entry};
use crate::event::Press;

impl TerminalApp {
    pub(super) fn show_mail(&mut self, dialog: MailDialog) {
        if matches!(dialog, MailDialog::Letter(_)) && self.controller.copied.is_some() {
            self.controller.notify(boardloom_app::Notice::plain(says::copied()));
        }
        self.layers.push(DialogLayer::Mail { dialog, top: 0 });
    }

    /// Takes a pasted mail while it is asked for. Returns false if it is not.
    pub(super) fn paste_mail(&mut self, text: &str) -> bool {
        let is_asked = matches!(
            self.layers.last(),
            Some(DialogLayer::Mail { dialog: MailDialog::Import, .. })
        );
        if is_asked {
            self.layers.pop();
            self.act_by_mail(MailRequest::Import(text.to_owned()));
        }
        is_asked
    }

    fn act_by_mail(&mut self, request: MailRequest) {
        self.act(Action::Mail(request));
    }

    pub(super) fn press_mail(&mut self, mut dialog: MailDialog, top: usize, press: Press) {
        let key = press.stroke.key;
        match &mut dialog {
            MailDialog::Import => {
                if matches!(key, Key::Enter | Key::F(2)) {
                    return self.act_by_mail(MailRequest::ChooseFile);
                }
            }
            MailDialog::Join(form) => match key {
                Key::Enter => return self.act_by_mail(MailRequest::Join(form.clone())),
                Key::Tab => {
                    let at = form.seats.iter().position(|(seat, _)| *seat == form.seat);
                    let next = form.seats.get((at.unwrap_or(0) + 1) % form.seats.len().max(1));
                    form.seat = next.map_or(form.seat, |(seat, _)| *seat);
                }
                _ => drop(entry::edit(&mut form.name, press)),
            },
            MailDialog::Move(proposal) => match key {
                Key::Enter => return self.act_by_mail(MailRequest::Move(proposal.clone())),
                Key::Tab => proposal.offers_draw = proposal.offers_draw.map(|offers| !offers),
                _ => drop(entry::edit(&mut proposal.says, press)),
            },
            MailDialog::Answer(answer) => match key {
                Key::F(2) | Key::F(3) => {
                    let (answer, accepts) = (answer.clone(), key == Key::F(2));
                    return self.act_by_mail(MailRequest::Answer { answer, accepts });
                }
                _ => drop(entry::edit(&mut answer.says, press)),
            },
            MailDialog::Letter(letter) => match key {
                Key::F(2) => {
                    let save = MailRequest::Save(letter.clone());
                    return self.act_by_mail(save);
                }
                Key::F(3) => {
                    let copy = MailRequest::Copy(letter.text.clone());
                    self.layers.push(DialogLayer::Mail { dialog, top });
                    return self.act_by_mail(copy);
                }
                _ => {
                    let text = letter_text(&letter.news, &letter.text);
                    let Some(top) = self.scroll(&text, top, press) else { return };
                    return self.layers.push(DialogLayer::Mail { dialog, top });
                }
            },
            MailDialog::News(news) => {
                let Some(top) = self.scroll(news, top, press) else { return };
                return self.layers.push(DialogLayer::Mail { dialog, top });
            }
        }
        self.layers.push(DialogLayer::Mail { dialog, top });
    }

    pub(super) fn draw_mail(&self, frame: &mut Frame<'_>, dialog: &MailDialog, top: usize) {
        let field = |name: &str, text: &str| format!("{name}: {text}█");
        let (title, texts, help) = match dialog {
            MailDialog::Import => (
                t::import_title().to_owned(),
                vec![says::mail_import().to_owned()],
                says::mail_import_keys(),
            ),
            MailDialog::Join(form) => {
                let mut texts = form.news.clone();
                texts.push(String::new());
                let side = form.seats.iter().find(|(seat, _)| *seat == form.seat);
                let side = side.map_or("", |(_, side)| side);
                texts.push(match form.seats.len() {
                    1 => format!("{}: {side}", t::seat()),
                    _ => format!("{}: < {side} >", t::seat()),
                });
                texts.push(field(online::your_name(), &form.name));
                texts.push(t::name_needed().to_owned());
                (t::join_title().to_owned(), texts, says::mail_join_keys())
            }
            MailDialog::Move(proposal) => {
                let mut texts = vec![t::proposed(&proposal.text), t::confirm_help().to_owned()];
                texts.extend([String::new(), field(t::say(), &proposal.says)]);
                let offers = proposal.offers_draw.map(|offers| {
                    format!("[{}] {}", if offers { "x" } else { " " }, t::offer_draw())
                });
                texts.extend(offers);
                (t::proposal().to_owned(), texts, says::mail_move_keys())
            }
            MailDialog::Answer(answer) => {
                let texts = vec![t::answer_help().to_owned(), field(t::say(), &answer.says)];
                (t::draw_offered(&answer.by), texts, says::mail_answer_keys())
            }
            MailDialog::Letter(letter) => {
                let texts = letter_text(&letter.news, &letter.text);
                (t::letter_title().to_owned(), texts, says::mail_letter_keys())
            }
            MailDialog::News(news) => (t::news_title().to_owned(), news.clone(), says::text_help()),
        };
        self.draw_box(frame, &title, &self.wrap_text(&texts), top, help);
    }

    /// What a game by mail waits for, and the keys for it, for the side of the board.
    pub(super) fn mail_lines(&self, width: usize) -> Vec<Line<'static>> {
        let (Some(mail), Some(session)) = (&self.controller.mail, &self.controller.session) else {
            return Vec::new();
        };
        let export = self.keys.stroke(Command::ExportMail);
        let import = format!("{} {}", self.keys.stroke(Command::ImportMail), t::import());
        let (text, keys) = match (session.proposed_by_mail(), mail.draw_offer()) {
            (Some((_, mv)), _) => {
                let keys =
                    [format!("{export} {}", t::export_move()), format!("Esc {}", t::drop_move())];
                (t::proposed(&mv), keys.to_vec())
            }
            (None, Some(by)) => (t::draw_offered(by), vec![format!("{export} {}", t::answer())]),
            (None, None) if !mail.open_seats().is_empty() => {
                (mail.waits.clone(), vec![format!("{export} {}", online::connect())])
            }
            (None, None) if mail.is_own_turn() => (t::your_turn().to_owned(), vec![import]),
            (None, None) => {
                let secret = mail.secret.as_deref().map(t::secret);
                let text = secret.unwrap_or_else(|| mail.waits.clone());
                (text, vec![format!("{export} {}", t::export()), import])
            }
        };
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let mut lines: Vec<Line<'static>> = Vec::new();
        let keys = keys.into_iter().map(|key| (key, Style::new()));
        for (text, style) in std::iter::once((text, bold)).chain(keys) {
            let wrapped = super::side::wrap(&text, width).into_iter();
            lines.extend(wrapped.map(|line| Line::styled(line, style)));
        }
        lines
    }
}

/// What is shown of a mail: its words, in lines that fit. The signed part is for programs.
fn letter_text(news: &[String], letter: &str) -> Vec<String> {
    let words = letter.split("-----BEGIN").next().unwrap_or_default();
    let paragraphs = words.split("\n\n").map(str::trim).filter(|text| !text.is_empty());
    let paragraphs = paragraphs.flat_map(|text| [String::new(), text.replace('\n', " ")]);
    let help = [t::letter_help().to_owned()];
    news.iter().cloned().chain(help).chain(paragraphs).collect()
}
