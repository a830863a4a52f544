//! Dialogs: questions, texts, lists and text fields.

use boardloom_app::Action;
use boardloom_app::controller::{JoinForm, MailDialog};
use boardloom_app::course::CourseKind;
use boardloom_app::keys::{Key, KeyCapture};
use boardloom_app::log::Entry;
use boardloom_app::move_input::MoveInput;
use boardloom_app::session::{GameSession, Prompt};
use boardloom_app::texts::capital;
use boardloom_app::texts::errors::translated;
use boardloom_app::texts::game::option_text;
use boardloom_app::texts::{dialogs, game as t, terminal as says};
use boardloom_board_view::Input;
use boardloom_contract::MoveOption;
use boardloom_match::{MatchError, NodeId};
use boardloom_room::ChatTo;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::lists::chosen_line;
use super::{TerminalApp, entry};
use crate::event::Press;

#[derive(Debug, Clone)]
pub enum DialogLayer {
    Menu {
        at: usize,
    },
    Text {
        title: String,
        text: Vec<String>,
        top: usize,
    },
    /// The rules, with the ruleset and the number of its example games.
    Rules {
        text: Vec<String>,
        top: usize,
        ruleset: String,
        examples: usize,
    },
    Sure {
        question: String,
        help: String,
        yes: &'static str,
        /// Whether `yes` is chosen.
        on: bool,
        action: Action,
    },
    Typing {
        typed: MoveInput,
        /// The reason for which the text was refused; empty without one.
        error: String,
    },
    /// The moves without a path, such as a pass.
    Options {
        at: usize,
    },
    /// The families with lessons or puzzles.
    Courses {
        kind: CourseKind,
        at: usize,
    },
    Comment {
        node: NodeId,
        text: String,
    },
    /// The invitation to a game, and which of its fields is typed.
    Join {
        form: JoinForm,
        at: usize,
    },
    Chat {
        text: String,
        to: ChatTo,
    },
    /// A question or a text about a game by mail.
    Mail {
        dialog: MailDialog,
        top: usize,
    },
    Settings {
        at: usize,
    },
    /// The sheet for changing keys.
    Keys {
        at: usize,
        changing: KeyCapture,
    },
}

impl DialogLayer {
    /// Tells whether Esc only cancels a step inside of it.
    pub fn needs_escape(&self) -> bool {
        match self {
            DialogLayer::Keys { changing, .. } => *changing != KeyCapture::default(),
            _ => false,
        }
    }
}

/// The receiver of keys in front of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Top {
    Layer,
    /// A file is chosen, or an export set up.
    Files,
    /// The game waits for an answer.
    Prompt,
}

impl TerminalApp {
    pub(super) fn layer(&self) -> Option<Top> {
        if !self.layers.is_empty() {
            return Some(Top::Layer);
        }
        if self.controller.files.dialog.is_some() {
            return Some(Top::Files);
        }
        self.controller.prompt().map(|_| Top::Prompt)
    }

    pub(super) fn show_text(&mut self, title: impl Into<String>, text: Vec<String>) {
        self.layers.push(DialogLayer::Text { title: title.into(), text, top: 0 });
    }

    pub(super) fn confirm(
        &mut self,
        question: &str,
        help: &str,
        yes: &'static str,
        action: Action,
    ) {
        let (question, help) = (question.to_owned(), help.to_owned());
        self.layers.push(DialogLayer::Sure { question, help, yes, on: true, action });
    }

    pub(super) fn press_layer(&mut self, top: Top, press: Press) {
        match top {
            Top::Layer => {
                if let Some(layer) = self.layers.pop() {
                    self.press_dialog(layer, press);
                }
            }
            Top::Files => self.press_files(press),
            Top::Prompt => match self.controller.prompt() {
                Some(Prompt::PluginError(_)) => self.press_plugin_error(press),
                Some(Prompt::Question(_)) => self.press_question(press),
                Some(Prompt::Consent(_)) => self.press_consent(press),
                Some(Prompt::Menu(options)) => {
                    let count = options.len();
                    self.press_choice(count, press);
                }
                None => {}
            },
        }
    }

    /// Handles a key; pushes the layer back unless it closes.
    fn press_dialog(&mut self, layer: DialogLayer, press: Press) {
        let leaves = press.stroke.key == Key::Escape && !layer.needs_escape();
        match layer {
            _ if leaves => {}
            DialogLayer::Menu { at } => self.press_menu(at, press),
            DialogLayer::Text { title, text, top } => {
                if let Some(top) = self.scroll(&text, top, press) {
                    self.layers.push(DialogLayer::Text { title, text, top });
                }
            }
            DialogLayer::Rules { text, top, ruleset, examples } => {
                let digit = match press.stroke.key {
                    Key::Char(c) => c.to_digit(10).map(|digit| digit as usize),
                    _ => None,
                };
                if let Some(number) = digit.filter(|number| (1..=examples).contains(number)) {
                    return self.act(Action::OpenExample(ruleset, number - 1));
                }
                if let Some(top) = self.scroll(&text, top, press) {
                    self.layers.push(DialogLayer::Rules { text, top, ruleset, examples });
                }
            }
            DialogLayer::Sure { question, help, yes, on, action } => match press.stroke.key {
                Key::Enter | Key::Char(' ') if on => self.act(action),
                Key::Char('Y') => self.act(action),
                Key::Enter | Key::Char(' ' | 'N' | 'Q') => {}
                Key::Left | Key::Right | Key::Tab | Key::Char('H' | 'L') => {
                    self.layers.push(DialogLayer::Sure { question, help, yes, on: !on, action });
                }
                _ => self.layers.push(DialogLayer::Sure { question, help, yes, on, action }),
            },
            DialogLayer::Typing { typed, .. } => self.press_typing(typed, press),
            DialogLayer::Options { at } => self.press_options(at, press),
            DialogLayer::Courses { kind, at } => self.press_courses(kind, at, press),
            DialogLayer::Comment { node, text } => self.press_comment(node, text, press),
            DialogLayer::Join { form, at } => self.press_join(form, at, press),
            DialogLayer::Chat { text, to } => self.press_chat(text, to, press),
            DialogLayer::Mail { dialog, top } => self.press_mail(dialog, top, press),
            DialogLayer::Settings { at } => self.press_settings(at, press),
            DialogLayer::Keys { at, changing } => self.press_keys(at, changing, press),
        }
    }

    /// Returns the first line that a text shows after a key; `None` closes it.
    pub(super) fn scroll(&self, text: &[String], top: usize, press: Press) -> Option<usize> {
        let page = usize::from(self.size.1.saturating_sub(5)).max(1);
        if matches!(press.stroke.key, Key::Enter | Key::Char('Q' | ' ')) {
            return None;
        }
        let last = self.wrap_text(text).len().saturating_sub(page);
        let top = match press.stroke.key {
            Key::Up | Key::Char('K') => top.saturating_sub(1),
            Key::Down | Key::Char('J') => top + 1,
            Key::PageUp => top.saturating_sub(page),
            Key::PageDown => top + page,
            Key::Home => 0,
            Key::End => last,
            _ => top,
        };
        Some(top.min(last))
    }

    /// Shows the rules of a ruleset (its id or file).
    pub(super) fn show_rules_of(&mut self, ruleset: String, text: Vec<String>, examples: usize) {
        self.layers.push(DialogLayer::Rules { text, top: 0, ruleset, examples });
    }

    pub(super) fn write_comment(&mut self) {
        let Some(session) = &self.controller.session else { return };
        let node = session.game.here();
        let text = session.game.tree().node(node).comment.clone();
        self.layers.push(DialogLayer::Comment { node, text });
    }

    fn press_comment(&mut self, node: NodeId, mut text: String, press: Press) {
        match press.stroke.key {
            Key::Enter if press.stroke.modifiers.alt => text.push('\n'),
            Key::Enter => {
                if let Some(session) = &mut self.controller.session {
                    session.set_comment(node, text.trim());
                }
                return;
            }
            _ => drop(entry::edit(&mut text, press)),
        }
        self.layers.push(DialogLayer::Comment { node, text });
    }

    pub(super) fn show_log(&mut self) {
        let mut text: Vec<String> = self.controller.log.entries().map(Entry::line).collect();
        if text.is_empty() {
            text.push(t::log_empty().to_owned());
        }
        let top = self.wrap_text(&text).len();
        self.layers.push(DialogLayer::Text { title: t::tab_log().to_owned(), text, top });
    }

    pub(super) fn type_move(&mut self) {
        let typed = self.controller.session.as_mut().and_then(GameSession::type_move);
        self.layers.extend(typed.map(|typed| DialogLayer::Typing { typed, error: String::new() }));
    }

    fn press_typing(&mut self, mut typed: MoveInput, press: Press) {
        match press.stroke.key {
            Key::Enter => {
                let text = typed.resolve();
                if text.is_empty() {
                    return;
                }
                let Some(session) = &mut self.controller.session else { return };
                match session.play_text(&text) {
                    Ok(()) => {}
                    // The board asks for the answer.
                    Err(MatchError::MissingAnswer { .. }) => self.input(Input::Typed(text)),
                    Err(error) => {
                        let error = capital(&translated(&error.to_string()));
                        self.layers.push(DialogLayer::Typing { typed, error });
                    }
                }
                return;
            }
            Key::Tab => typed.extend(),
            Key::Backspace if typed.text.is_empty() => return,
            _ => drop(entry::edit(&mut typed.text, press)),
        }
        self.layers.push(DialogLayer::Typing { typed, error: String::new() });
    }

    fn press_plugin_error(&mut self, press: Press) {
        match press.stroke.key {
            Key::Enter | Key::Char('G') => self.act(Action::RestartPlugin),
            Key::Escape | Key::Char('C' | 'Q') => self.act(Action::LeaveGame { close: true }),
            _ => {}
        }
    }

    /// The chosen answer is the first at first.
    fn press_consent(&mut self, press: Press) {
        match press.stroke.key {
            Key::Enter | Key::Char(' ') => {
                let agrees = std::mem::take(&mut self.at) == 0;
                self.act(Action::AnswerRequest(agrees));
            }
            Key::Char('Y') => self.act(Action::AnswerRequest(true)),
            Key::Escape | Key::Char('N' | 'Q') => self.act(Action::AnswerRequest(false)),
            Key::Left | Key::Right | Key::Tab | Key::Char('H' | 'L') => self.at ^= 1,
            _ => {}
        }
    }

    fn press_question(&mut self, press: Press) {
        match press.stroke.key {
            Key::Escape => {
                self.controller.answer.clear();
                self.input(Input::Cancel);
            }
            Key::Enter => {
                let answer = std::mem::take(&mut self.controller.answer);
                self.input(Input::Answer(answer));
            }
            _ => drop(entry::edit(&mut self.controller.answer, press)),
        }
    }

    fn press_choice(&mut self, count: usize, press: Press) {
        match press.stroke.key {
            Key::Escape | Key::Char('Q') => self.input(Input::Cancel),
            Key::Enter | Key::Char(' ') => {
                let at = std::mem::take(&mut self.at).min(count.saturating_sub(1));
                self.input(Input::Choose(at));
            }
            key => self.at = entry::walk(self.at.min(count), count, key, 8).unwrap_or(self.at),
        }
    }

    pub(super) fn move_options(&self) -> &[MoveOption] {
        let session = self.controller.session.as_ref().filter(|p| p.game.human_to_move().is_some());
        session.map_or(&[], |session| &session.controller.first().options)
    }

    fn press_options(&mut self, at: usize, press: Press) {
        let options = self.move_options();
        match press.stroke.key {
            Key::Char('Q') => {}
            Key::Enter | Key::Char(' ') => {
                let mv = options.get(at).map(|option| option.move_.clone());
                mv.into_iter().for_each(|mv| self.input(Input::Button(mv)));
            }
            key => {
                let at = entry::walk(at, options.len(), key, 8).unwrap_or(at);
                self.layers.push(DialogLayer::Options { at });
            }
        }
    }

    pub(super) fn draw_layers(&mut self, frame: &mut Frame<'_>) {
        self.draw_files(frame);
        for layer in self.layers.clone() {
            self.draw_layer(frame, &layer);
        }
        if self.layer() != Some(Top::Prompt) {
            return;
        }
        match self.controller.prompt() {
            Some(Prompt::PluginError(error)) => {
                let unsaved = self.controller.session.as_ref().and_then(GameSession::unsaved);
                let kept = match unsaved {
                    None => dialogs::failed_kept(),
                    Some(_) => dialogs::failed_unsaved(),
                };
                let text = [translated(&error.to_string()), String::new(), kept.to_owned()];
                let help = format!("Enter {}  Esc {}", dialogs::go_on(), dialogs::close_game());
                self.draw_box(frame, dialogs::plugin_failed(), &self.wrap_text(&text), 0, &help);
            }
            Some(Prompt::Consent(request)) => {
                let texts = self.controller.session.as_ref().map(|it| it.request_texts(request));
                let (title, text) = texts.unwrap_or_default();
                let answers = (t::accept(), t::decline());
                self.draw_question(frame, &title, &text, answers, self.at == 0);
            }
            Some(Prompt::Question(question)) => {
                let title = &*question.label.text;
                let title = if title.is_empty() { t::answer() } else { title };
                let lines = vec![Line::raw(format!("{}█", self.controller.answer))];
                self.draw_box(frame, title, &lines, 0, says::answer_help());
            }
            Some(Prompt::Menu(options)) => self.draw_options(frame, options, self.at),
            None => {}
        }
    }

    fn draw_layer(&self, frame: &mut Frame<'_>, layer: &DialogLayer) {
        match layer {
            DialogLayer::Menu { at } => self.draw_menu(frame, *at),
            DialogLayer::Text { title, text, top } => {
                self.draw_box(frame, title, &self.wrap_text(text), *top, says::text_help());
            }
            DialogLayer::Rules { text, top, .. } => {
                let lines = self.wrap_text(text);
                self.draw_box(frame, t::tab_rules(), &lines, *top, says::text_help());
            }
            DialogLayer::Sure { question, help, yes, on, .. } => {
                self.draw_question(frame, question, help, (yes, dialogs::quit_no()), *on);
            }
            DialogLayer::Typing { typed, error } => {
                let fits: Vec<&str> = typed.completions().take(24).map(String::as_str).collect();
                let mut lines = vec![Line::raw(format!("{}█", typed.text))];
                let below = if error.is_empty() { fits.join("  ") } else { format!("! {error}") };
                lines.extend(self.wrap_text(&[below]).into_iter().take(3));
                // Below the board, which is to be seen meanwhile.
                let low = low(frame.area(), 7);
                self.draw_box_in(frame, low, (t::type_move(), says::type_help()), &lines, 0);
            }
            DialogLayer::Options { at } => self.draw_options(frame, self.move_options(), *at),
            DialogLayer::Courses { kind, at } => self.draw_courses(frame, *kind, *at),
            DialogLayer::Comment { text, .. } => {
                let text: Vec<String> = format!("{text}█").lines().map(str::to_owned).collect();
                let lines = self.wrap_text(&text);
                let top = lines.len().saturating_sub(6);
                let low = low(frame.area(), 9);
                self.draw_box_in(frame, low, (t::comment(), says::comment_help()), &lines, top);
            }
            DialogLayer::Join { form, at } => self.draw_join(frame, form, *at),
            DialogLayer::Chat { text, to } => self.draw_chat(frame, text, *to),
            DialogLayer::Mail { dialog, top } => self.draw_mail(frame, dialog, *top),
            DialogLayer::Settings { at } => self.draw_settings(frame, *at),
            DialogLayer::Keys { at, changing } => self.draw_keys(frame, *at, *changing),
        }
    }

    /// Draws a question with two answers; `on` chooses the first.
    pub(super) fn draw_question(
        &self,
        frame: &mut Frame<'_>,
        question: &str,
        help: &str,
        (yes, no): (&str, &str),
        on: bool,
    ) {
        let chosen = |chosen: bool| match chosen {
            true => Style::new().add_modifier(Modifier::REVERSED),
            false => Style::new(),
        };
        let mut lines = vec![];
        if !help.is_empty() {
            lines.extend(self.wrap_text(&[help.to_owned()]));
            lines.push(Line::raw(""));
        }
        let (row, yes_wide) = (lines.len(), yes.chars().count() as u16 + 4);
        lines.push(Line::from(vec![
            Span::styled(format!("[ {yes} ]"), chosen(on)),
            Span::raw("  "),
            Span::styled(format!("[ {no} ]"), chosen(!on)),
        ]));
        self.draw_box(frame, question, &lines, 0, says::sure_help());
        self.clicks.borrow_mut().ask(row, yes_wide);
    }

    fn draw_options(&self, frame: &mut Frame<'_>, options: &[MoveOption], at: usize) {
        let texts = options.iter().map(|option| option_text(option).to_owned());
        self.draw_list(frame, t::choose(), texts, at, says::list_help());
    }

    /// Draws a list with the chosen entry in view.
    pub(super) fn draw_list(
        &self,
        frame: &mut Frame<'_>,
        title: &str,
        entries: impl Iterator<Item = String>,
        at: usize,
        help: &str,
    ) {
        let lines = entries.enumerate().map(|(n, text)| chosen_line(n == at, text));
        self.draw_box(frame, title, &lines.collect::<Vec<_>>(), self.top_for(at), help);
    }
}

fn low(area: Rect, rows: u16) -> Rect {
    Rect { y: area.bottom().saturating_sub(rows), height: rows.min(area.height), ..area }
}
