//! The menu.

use boardloom_app::keys::{Command, Group, Key, KeyScope};
use boardloom_app::session::GameSession;
use boardloom_app::texts::{self, game as t, terminal as says};
use boardloom_app::{Action, ThemeChoice};
use boardloom_match::{Assessment, Node};
use ratatui::Frame;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;

use super::layers::DialogLayer;
use super::{Screen, TerminalApp, entry, words};
use crate::event::Press;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entry {
    Title(Group),
    Command(Command),
    Options,
    Resign,
    Sign(Option<Assessment>),
    Theme(ThemeChoice),
    Log,
}

impl TerminalApp {
    fn entries(&self) -> Vec<Entry> {
        let mut entries = Vec::new();
        let in_game = self.controller.screen == Screen::Game;
        for group in [Group::Game, Group::Move, Group::View, Group::Help] {
            entries.push(Entry::Title(group));
            for binding in self.keys.bindings().iter().filter(|b| b.group == group) {
                let here = binding.scope == KeyScope::Window || in_game;
                let own = matches!(binding.command, Command::Menu | Command::Cancel);
                let session = self.controller.shown_session();
                let now = session.is_none_or(|session| session.applies(binding.command));
                if here && now && !own && !words::is_elsewhere(binding.command) {
                    entries.push(Entry::Command(binding.command));
                }
            }
            if group == Group::Move && in_game {
                if self.move_options().len() > 1 {
                    entries.push(Entry::Options);
                }
                if self.controller.session.as_ref().is_some_and(|p| p.resigning_seat().is_some()) {
                    entries.push(Entry::Resign);
                }
                if self.shown_move().is_some() {
                    let signs = Assessment::ALL.map(Some).into_iter().chain([None]);
                    entries.extend(signs.map(Entry::Sign));
                }
            }
            if group == Group::View {
                entries.extend(ThemeChoice::ALL.map(Entry::Theme));
            }
            if group == Group::Help {
                entries.push(Entry::Log);
            }
            if entries.last() == Some(&Entry::Title(group)) {
                entries.pop();
            }
        }
        entries
    }

    pub(super) fn press_menu(&mut self, at: usize, press: Press) {
        let entries = self.entries();
        match press.stroke.key {
            Key::Char('Q' | 'M') | Key::F(10) => {}
            Key::Enter | Key::Char(' ') => match entries.get(at) {
                Some(Entry::Command(command)) => self.command(*command),
                Some(Entry::Options) => self.command(Command::Pass),
                Some(Entry::Resign) => self.ask_to_resign(),
                Some(Entry::Sign(assessment)) => {
                    if let Some(session) = &mut self.controller.session {
                        session.assess(session.game.here(), *assessment);
                    }
                }
                Some(Entry::Theme(theme)) => self.act(Action::Theme(*theme)),
                Some(Entry::Log) => self.show_log(),
                Some(Entry::Title(_)) | None => self.layers.push(DialogLayer::Menu { at }),
            },
            key => {
                let key = entry::arrow(key);
                let to = entry::walk(at, entries.len(), key, 10).unwrap_or(at);
                let title = |row: usize| matches!(entries[row], Entry::Title(_));
                let at = entry::skip_titles(to, key, entries.len(), title);
                self.layers.push(DialogLayer::Menu { at });
            }
        }
    }

    /// The node of the move that led to the shown position.
    fn shown_move(&self) -> Option<&Node> {
        self.controller.session.as_ref().map(|it| it.game.node()).filter(|it| it.parent().is_some())
    }

    fn ask_to_resign(&mut self) {
        let Some(session) = &self.controller.session else { return };
        self.confirm(&session.resign_question(), "", t::resign_yes(), Action::Resign);
    }

    pub(super) fn draw_menu(&self, frame: &mut Frame<'_>, at: usize) {
        let entries = self.entries();
        let width = usize::from(self.size.0.saturating_sub(6)).min(64);
        let line = |(n, entry): (usize, &Entry)| {
            let (text, stroke) = match entry {
                Entry::Title(group) => (group.label().to_owned(), String::new()),
                Entry::Command(command) => self.entry_text(*command),
                Entry::Options => (says::other_moves().to_owned(), self.keys.stroke(Command::Pass)),
                Entry::Log => (t::tab_log().to_owned(), String::new()),
                Entry::Resign => (says::resign().to_owned(), String::new()),
                Entry::Sign(assessment) => {
                    let on = self.shown_move().is_some_and(|it| it.assessment == *assessment);
                    let sign = assessment.map_or(t::no_sign(), Assessment::sign);
                    (format!("{}{}: {sign}", tick(on), says::sign()), String::new())
                }
                Entry::Theme(theme) => {
                    let name = theme.label();
                    let on = self.controller.preferences.theme == *theme;
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
            let sign = if n == at { '>' } else { ' ' };
            Line::styled(format!("{sign} {text}{}{stroke}", " ".repeat(gap.max(1))), style)
        };
        let lines: Vec<Line<'_>> = entries.iter().enumerate().map(line).collect();
        self.draw_box(frame, texts::keys::menu(), &lines, self.top_for(at), says::list_help());
    }

    pub(super) fn entry_text(&self, command: Command) -> (String, String) {
        let label = self.keys.label(command);
        let on = match command {
            Command::Analyse => {
                Some(self.controller.session.as_ref().is_some_and(GameSession::is_analysing))
            }
            Command::Review => {
                let session = self.controller.session.as_ref();
                Some(session.is_some_and(|session| session.review_progress().is_some()))
            }
            Command::BoardOnly => Some(self.controller.board_only),
            _ => self.controller.preferences.is_on(command),
        };
        let text = on.map_or_else(|| label.to_owned(), |on| format!("{}{label}", tick(on)));
        let strokes = self.keys.binding(command).map(|b| self.keys.strokes(b)).unwrap_or_default();
        (text, strokes)
    }
}

fn tick(on: bool) -> &'static str {
    if on { "[x] " } else { "[ ] " }
}
