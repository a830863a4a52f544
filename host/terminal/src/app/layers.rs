//! What lies over the screen: menus, questions, texts, a line to type into.

use boardloom_play::Input;
use boardloom_shell::ThemeChoice;
use boardloom_shell::keys::{Command, Group, Key, Realm};
use boardloom_shell::playing::{Notice, Playing};
use boardloom_shell::texts::terminal as says;
use boardloom_shell::texts::{self, dialogs, game as t};
use boardloom_shell::typing::Typed;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};

use super::{App, Screen, entry, words};
use crate::happening::Press;

/// Something over the screen.
#[derive(Debug, Clone)]
pub enum Layer {
    /// What can be done, by name.
    Menu {
        /// The line chosen.
        at: usize,
    },
    /// A text to read.
    Text {
        /// Its title.
        title: String,
        /// Its lines, as long as they are.
        text: Vec<String>,
        /// The first line shown.
        top: usize,
    },
    /// A question whether to go on.
    Sure {
        /// The question.
        question: String,
        /// What there is to know.
        help: String,
        /// The answer that goes on.
        yes: &'static str,
        /// Whether that one is chosen.
        on: bool,
        /// What follows.
        then: Then,
    },
    /// A move that is typed.
    Typing(Typed),
    /// The moves that need no pointing.
    Endings {
        /// The line chosen.
        at: usize,
    },
}

/// What follows a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then {
    /// The game is left; it waits on the start screen.
    Leave,
    /// The program ends.
    Quit,
    /// A person gives up.
    Resign,
}

/// What has the keys over the screen: a layer, or something that the board asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Top {
    /// The last of the layers.
    Layer,
    /// The plugin failed.
    Fault,
    /// A move wants an answer.
    Question,
    /// A path means several moves.
    Choice,
}

/// A line of the menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entry {
    Title(Group),
    Command(Command),
    Endings,
    Resign,
    Theme(ThemeChoice),
}

impl App {
    /// Returns what has the keys over the screen.
    pub(super) fn layer(&self) -> Option<Top> {
        if !self.layers.is_empty() {
            return Some(Top::Layer);
        }
        let playing = self.playing.as_ref().filter(|_| self.screen == Screen::Game)?;
        if playing.game.fault().is_some() {
            Some(Top::Fault)
        } else if playing.interface.question().is_some() {
            Some(Top::Question)
        } else if !playing.interface.menu().is_empty() {
            Some(Top::Choice)
        } else {
            None
        }
    }

    /// Shows a text over the screen.
    pub(super) fn show_text(&mut self, title: impl Into<String>, text: Vec<String>) {
        self.layers.push(Layer::Text { title: title.into(), text, top: 0 });
    }

    /// Asks whether to go on.
    pub(super) fn sure(&mut self, question: &str, help: &str, yes: &'static str, then: Then) {
        let (question, help) = (question.to_owned(), help.to_owned());
        self.layers.push(Layer::Sure { question, help, yes, on: true, then });
    }

    pub(super) fn press_layer(&mut self, top: Top, press: Press) {
        match top {
            Top::Layer => {
                if let Some(layer) = self.layers.pop() {
                    self.press_own(layer, press);
                }
            }
            Top::Fault => self.press_fault(press),
            Top::Question => self.press_question(press),
            Top::Choice => self.press_choice(press),
        }
    }

    /// Takes a key for a layer, which is put back where it stays.
    fn press_own(&mut self, layer: Layer, press: Press) {
        let leaves = matches!(press.stroke.key, Key::Escape);
        match layer {
            _ if leaves => {}
            Layer::Menu { at } => self.press_menu(at, press),
            Layer::Text { title, text, top } => {
                let page = usize::from(self.size.1.saturating_sub(5)).max(1);
                let closes = matches!(press.stroke.key, Key::Enter | Key::Char('Q' | ' '));
                if closes {
                    return;
                }
                let last = self.laid_text(&text).len().saturating_sub(page);
                let top = match press.stroke.key {
                    Key::Up | Key::Char('K') => top.saturating_sub(1),
                    Key::Down | Key::Char('J') => top + 1,
                    Key::PageUp => top.saturating_sub(page),
                    Key::PageDown => top + page,
                    Key::Home => 0,
                    Key::End => last,
                    _ => top,
                };
                let top = top.min(last);
                self.layers.push(Layer::Text { title, text, top });
            }
            Layer::Sure { question, help, yes, on, then } => match press.stroke.key {
                Key::Enter | Key::Char(' ') if on => self.then(then),
                Key::Char('Y') => self.then(then),
                Key::Enter | Key::Char(' ' | 'N' | 'Q') => {}
                Key::Left | Key::Right | Key::Tab | Key::Char('H' | 'L') => {
                    self.layers.push(Layer::Sure { question, help, yes, on: !on, then });
                }
                _ => self.layers.push(Layer::Sure { question, help, yes, on, then }),
            },
            Layer::Typing(typed) => self.press_typing(typed, press),
            Layer::Endings { at } => self.press_endings(at, press),
        }
    }

    fn then(&mut self, then: Then) {
        match then {
            Then::Leave => self.leave_game(false),
            Then::Quit => self.closing = true,
            Then::Resign => {
                if let Some(playing) = &mut self.playing {
                    playing.resign();
                }
            }
        }
    }

    /// Begins to type a move.
    pub(super) fn type_move(&mut self) {
        let typed = self.playing.as_mut().and_then(Playing::type_move);
        self.layers.extend(typed.map(Layer::Typing));
    }

    fn press_typing(&mut self, mut typed: Typed, press: Press) {
        match press.stroke.key {
            Key::Enter => {
                let text = typed.completed();
                if !text.is_empty() {
                    self.input(Input::Typed(text));
                }
                return;
            }
            Key::Tab => typed.extend(),
            Key::Backspace if typed.text.is_empty() => return,
            _ => drop(entry::edit(&mut typed.text, press)),
        }
        self.layers.push(Layer::Typing(typed));
    }

    fn press_fault(&mut self, press: Press) {
        let Some(playing) = &mut self.playing else { return };
        match press.stroke.key {
            Key::Enter | Key::Char('G') => playing.rebuild(),
            Key::Escape | Key::Char('C' | 'Q') => self.leave_game(true),
            _ => {}
        }
    }

    fn press_question(&mut self, press: Press) {
        match press.stroke.key {
            Key::Escape => {
                self.answer.clear();
                self.input(Input::Cancel);
            }
            Key::Enter => {
                let answer = std::mem::take(&mut self.answer);
                self.input(Input::Answer(answer));
            }
            _ => drop(entry::edit(&mut self.answer, press)),
        }
    }

    fn press_choice(&mut self, press: Press) {
        let Some(playing) = &self.playing else { return };
        let count = playing.interface.menu().len();
        match press.stroke.key {
            Key::Escape | Key::Char('Q') => self.input(Input::Cancel),
            Key::Enter | Key::Char(' ') => {
                let at = std::mem::take(&mut self.at).min(count.saturating_sub(1));
                self.input(Input::Choose(at));
            }
            key => self.at = entry::walk(self.at.min(count), count, key, 8).unwrap_or(self.at),
        }
    }

    /// Returns the moves that need no pointing, as a person reads them.
    fn endings(&self) -> Vec<(String, String)> {
        let playing = self.playing.as_ref().filter(|p| p.game.person_to_move().is_some());
        let endings = playing.map(|playing| playing.interface.first().endings.as_slice());
        let label = |ending: &boardloom_contract::Ending| match ending.label.text.as_str() {
            "" => ending.mv.clone(),
            text => text.to_owned(),
        };
        endings.unwrap_or_default().iter().map(|e| (e.mv.clone(), label(e))).collect()
    }

    /// Plays the only move that needs no pointing; of several, one can be chosen.
    pub(super) fn pass(&mut self) {
        match self.endings().as_slice() {
            [] => self.tell(Notice::bad(t::no_pass())),
            [(only, _)] => self.input(Input::Button(only.clone())),
            _ => self.layers.push(Layer::Endings { at: 0 }),
        }
    }

    fn press_endings(&mut self, at: usize, press: Press) {
        let endings = self.endings();
        match press.stroke.key {
            Key::Char('Q') => {}
            Key::Enter | Key::Char(' ') => {
                if let Some((mv, _)) = endings.get(at) {
                    self.input(Input::Button(mv.clone()));
                }
            }
            key => {
                let at = entry::walk(at, endings.len(), key, 8).unwrap_or(at);
                self.layers.push(Layer::Endings { at });
            }
        }
    }

    fn entries(&self) -> Vec<Entry> {
        let mut entries = Vec::new();
        for group in [Group::Game, Group::Move, Group::View, Group::Help] {
            entries.push(Entry::Title(group));
            for binding in self.keys.bindings().iter().filter(|b| b.group == group) {
                let here = binding.realm == Realm::Window || self.screen == Screen::Game;
                let own = matches!(binding.command, Command::Menu | Command::Cancel);
                if here && !own && !words::is_elsewhere(binding.command) {
                    entries.push(Entry::Command(binding.command));
                }
            }
            if group == Group::Move && self.screen == Screen::Game {
                if self.endings().len() > 1 {
                    entries.push(Entry::Endings);
                }
                if self.playing.as_ref().is_some_and(|p| p.resigning().is_some()) {
                    entries.push(Entry::Resign);
                }
            }
            if group == Group::View {
                use ThemeChoice::{Dark, HighContrast, Light};
                entries.extend([Dark, Light, HighContrast].map(Entry::Theme));
            }
            if entries.last() == Some(&Entry::Title(group)) {
                entries.pop();
            }
        }
        entries
    }

    fn press_menu(&mut self, at: usize, press: Press) {
        let entries = self.entries();
        match press.stroke.key {
            Key::Char('Q' | 'M') | Key::F(10) => {}
            Key::Enter | Key::Char(' ') => match entries.get(at) {
                Some(Entry::Command(command)) => self.command(*command),
                Some(Entry::Endings) => self.pass(),
                Some(Entry::Resign) => self.ask_to_resign(),
                Some(Entry::Theme(theme)) => self.set_theme(*theme),
                Some(Entry::Title(_)) | None => self.layers.push(Layer::Menu { at }),
            },
            key => {
                let key = match key {
                    Key::Char('J') => Key::Down,
                    Key::Char('K') => Key::Up,
                    other => other,
                };
                let mut to = entry::walk(at, entries.len(), key, 10).unwrap_or(at);
                while let Some(Entry::Title(_)) = entries.get(to) {
                    // Titles are read over, on the way that the key goes.
                    let up = matches!(key, Key::Up | Key::PageUp) && to > 0;
                    to = if up { to - 1 } else { to + 1 };
                    if up && to == 0 {
                        to = 1;
                    }
                }
                self.layers.push(Layer::Menu { at: to.min(entries.len().saturating_sub(1)) });
            }
        }
    }

    fn ask_to_resign(&mut self) {
        self.sure(t::resign_sure(), "", t::resign_yes(), Then::Resign);
    }

    fn set_theme(&mut self, theme: ThemeChoice) {
        self.preferences.theme = theme;
        if let Some(playing) = &mut self.playing {
            playing.set_theme(theme);
        }
    }

    /// Draws what lies over the screen.
    pub(super) fn draw_layers(&mut self, frame: &mut Frame<'_>) {
        for layer in self.layers.clone() {
            self.draw_layer(frame, &layer);
        }
        let Some(playing) = &self.playing else { return };
        match self.layer() {
            Some(Top::Fault) => {
                let fault = playing.game.fault().map(ToString::to_string).unwrap_or_default();
                let text = [fault, String::new(), dialogs::fault_kept().to_owned()];
                let help = format!("Enter {}  Esc {}", dialogs::go_on(), dialogs::close_game());
                self.draw_box(frame, dialogs::fault(), &self.laid_text(&text), 0, &help);
            }
            Some(Top::Question) => {
                let title = playing.interface.question().map_or("", |q| q.label.text.as_str());
                let title = if title.is_empty() { t::answer() } else { title }.to_owned();
                let lines = vec![Line::raw(format!("{}█", self.answer))];
                self.draw_box(frame, &title, &lines, 0, says::answer_help());
            }
            Some(Top::Choice) => {
                let text = |ending: &boardloom_contract::Ending| match ending.label.text.as_str() {
                    "" => ending.mv.clone(),
                    text => text.to_owned(),
                };
                let items: Vec<String> = playing.interface.menu().iter().map(text).collect();
                self.draw_list(frame, t::choose(), &items, self.at);
            }
            _ => {}
        }
    }

    fn draw_layer(&self, frame: &mut Frame<'_>, layer: &Layer) {
        match layer {
            Layer::Menu { at } => self.draw_menu(frame, *at),
            Layer::Text { title, text, top } => {
                self.draw_box(frame, title, &self.laid_text(text), *top, says::text_help());
            }
            Layer::Sure { question, help, yes, on, .. } => {
                let chosen = |chosen: bool| match chosen {
                    true => Style::new().add_modifier(Modifier::REVERSED),
                    false => Style::new(),
                };
                let mut lines = vec![];
                if !help.is_empty() {
                    lines.extend(self.laid_text(std::slice::from_ref(help)));
                    lines.push(Line::raw(""));
                }
                lines.push(Line::from(vec![
                    Span::styled(format!("[ {yes} ]"), chosen(*on)),
                    Span::raw("  "),
                    Span::styled(format!("[ {} ]", dialogs::quit_no()), chosen(!*on)),
                ]));
                self.draw_box(frame, question, &lines, 0, says::sure_help());
            }
            Layer::Typing(typed) => {
                let fits: Vec<&str> = typed.fitting().take(24).map(String::as_str).collect();
                let mut lines = vec![Line::raw(format!("{}█", typed.text))];
                lines.extend(self.laid_text(&[fits.join("  ")]).into_iter().take(3));
                // Below the board, which is to be seen meanwhile.
                let area = frame.area();
                let low =
                    Rect { y: area.bottom().saturating_sub(7), height: 7.min(area.height), ..area };
                self.draw_box_in(frame, low, (t::type_move(), says::type_help()), &lines, 0);
            }
            Layer::Endings { at } => {
                let items: Vec<String> =
                    self.endings().into_iter().map(|(_, label)| label).collect();
                self.draw_list(frame, t::choose(), &items, *at);
            }
        }
    }

    fn draw_menu(&self, frame: &mut Frame<'_>, at: usize) {
        let entries = self.entries();
        let width = usize::from(self.size.0.saturating_sub(6)).min(64);
        let line = |(n, entry): (usize, &Entry)| {
            let (text, stroke) = match entry {
                Entry::Title(group) => (texts::group(*group).to_owned(), String::new()),
                Entry::Command(command) => self.entry_text(*command),
                Entry::Endings => (says::other_moves().to_owned(), self.keys.stroke(Command::Pass)),
                Entry::Resign => (says::resign().to_owned(), String::new()),
                Entry::Theme(theme) => {
                    let name = match theme {
                        ThemeChoice::Dark => t::dark(),
                        ThemeChoice::Light => t::light(),
                        ThemeChoice::HighContrast => t::contrast(),
                    };
                    let on = self.preferences.theme == *theme;
                    (format!("{}{}: {name}", tick(on), t::theme()), String::new())
                }
            };
            if let Entry::Title(_) = entry {
                return Line::styled(text, Style::new().add_modifier(Modifier::BOLD));
            }
            let gap = width.saturating_sub(text.chars().count() + stroke.chars().count() + 2);
            let style = match n == at {
                true => Style::new().add_modifier(Modifier::REVERSED),
                false => Style::new(),
            };
            Line::styled(format!("  {text}{}{stroke}", " ".repeat(gap.max(1))), style)
        };
        let lines: Vec<Line<'_>> = entries.iter().enumerate().map(line).collect();
        let room = usize::from(self.size.1.saturating_sub(4)).max(1);
        let top = (at + 3).saturating_sub(room);
        self.draw_box(frame, texts::keys::menu(), &lines, top, says::list_help());
    }

    fn entry_text(&self, command: Command) -> (String, String) {
        let label = self.keys.binding(command).map_or("", |binding| binding.label());
        let on = match command {
            Command::Coordinates => Some(self.preferences.coordinates),
            Command::Dots => Some(self.preferences.dots),
            Command::Preview => Some(self.preferences.preview),
            Command::Marks => Some(self.preferences.marks),
            Command::ScoreHints => Some(self.preferences.score_hints),
            Command::BoardOnly => Some(self.view.board_only),
            _ => None,
        };
        let text = on.map_or_else(|| label.to_owned(), |on| format!("{}{label}", tick(on)));
        let strokes = self.keys.binding(command).map(|b| self.keys.strokes(b)).unwrap_or_default();
        (text, strokes)
    }

    fn draw_list(&self, frame: &mut Frame<'_>, title: &str, items: &[String], at: usize) {
        let line = |(n, item): (usize, &String)| match n == at {
            true => {
                Line::styled(format!("> {item}"), Style::new().add_modifier(Modifier::REVERSED))
            }
            false => Line::raw(format!("  {item}")),
        };
        let lines: Vec<Line<'_>> = items.iter().enumerate().map(line).collect();
        let room = usize::from(self.size.1.saturating_sub(4)).max(1);
        self.draw_box(frame, title, &lines, (at + 2).saturating_sub(room), says::list_help());
    }

    /// Returns lines as wide as a box over the screen is.
    pub(super) fn laid_text(&self, text: &[String]) -> Vec<Line<'static>> {
        let width = usize::from(self.size.0.saturating_sub(6)).clamp(10, 72);
        let lines = text.iter().flat_map(|line| super::side::wrapped(line, width));
        lines.map(Line::raw).collect()
    }

    /// Draws lines in a box in the middle, from one of them on.
    fn draw_box(
        &self,
        frame: &mut Frame<'_>,
        title: &str,
        lines: &[Line<'_>],
        top: usize,
        help: &str,
    ) {
        let area = frame.area();
        self.draw_box_in(frame, area, (title, help), lines, top);
    }

    /// Draws lines in a box in the middle of an area.
    fn draw_box_in(
        &self,
        frame: &mut Frame<'_>,
        area: Rect,
        (title, help): (&str, &str),
        lines: &[Line<'_>],
        top: usize,
    ) {
        let widest = lines.iter().map(Line::width).max().unwrap_or(0);
        let widest = widest.max(title.chars().count() + 2).max(help.chars().count() + 2);
        let width = (widest as u16 + 4).min(area.width);
        let height = (lines.len() as u16 + 2).min(area.height.saturating_sub(1)).max(3);
        let at = Rect {
            x: area.x + (area.width - width) / 2,
            y: area.y + (area.height - height) / 2,
            width,
            height,
        };
        let room = usize::from(height) - 2;
        let top = top.min(lines.len().saturating_sub(room));
        let shown: Vec<Line<'_>> = lines.iter().skip(top).take(room).cloned().collect();
        let more =
            if top + room < lines.len() { format!(" {} ", words::MORE) } else { String::new() };
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let set =
            if self.ink.unicode { ratatui::symbols::border::PLAIN } else { super::side::ASCII };
        let block = Block::bordered()
            .border_set(set)
            .padding(ratatui::widgets::Padding::horizontal(1))
            .title(Line::styled(format!(" {title} "), bold))
            .title_bottom(Line::styled(format!(" {help} "), self.ink.faint()))
            .title_bottom(Line::raw(more).right_aligned());
        frame.render_widget(Clear, at);
        frame.render_widget(Paragraph::new(shown).block(block), at);
    }
}

fn tick(on: bool) -> &'static str {
    if on { "[x] " } else { "[ ] " }
}
