//! The settings, and the sheet for changing keys.

use boardloom_app::Notice;
use boardloom_app::game_setup::next_of;
use boardloom_app::keys::{Command, Group, Key, KeyCapture, KeyChange};
use boardloom_app::texts::{dialogs as t, game, language, terminal as says};
use boardloom_app::{Action, BoardChoice, Preferences, ThemeChoice};
use ratatui::Frame;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;

use super::files::nearest;
use super::layers::DialogLayer;
use super::lists::chosen_line;
use super::{TerminalApp, entry, words};
use crate::event::Press;

/// Seconds per move in autoplay.
pub const PACES: [f32; 6] = [0.25, 0.5, 1.0, 2.0, 3.0, 5.0];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Setting {
    Theme,
    Board,
    Switch(Command),
    Pace,
    Language,
    Keys,
}

fn all() -> Vec<Setting> {
    let own = Preferences::SWITCHES.into_iter().filter(|it| !words::is_elsewhere(*it));
    let switches = own.map(Setting::Switch);
    let first = [Setting::Theme, Setting::Board].into_iter();
    first.chain(switches).chain([Setting::Pace, Setting::Language, Setting::Keys]).collect()
}

impl TerminalApp {
    pub(super) fn press_settings(&mut self, at: usize, press: Press) {
        let settings = all();
        let setting = settings[at.min(settings.len() - 1)];
        let by = match press.stroke.key {
            Key::Char('Q') => return,
            Key::Left | Key::Char('H') => -1,
            Key::Right | Key::Char('L' | ' ') | Key::Enter => 1,
            key => {
                let at = entry::walk(at, settings.len(), entry::arrow(key), 8).unwrap_or(at);
                return self.layers.push(DialogLayer::Settings { at });
            }
        };
        self.layers.push(DialogLayer::Settings { at });
        match setting {
            Setting::Theme => {
                let theme = next_of(&ThemeChoice::ALL, self.controller.preferences.theme, by);
                self.act(Action::Theme(theme));
            }
            Setting::Board => {
                let board = next_of(&BoardChoice::ALL, self.controller.preferences.board, by);
                self.act(Action::Board(board));
            }
            Setting::Switch(command) => drop(self.controller.preferences.toggle(command)),
            Setting::Pace => {
                let nearest = nearest(self.controller.preferences.pace);
                self.controller.preferences.pace = next_of(&PACES, nearest, by);
            }
            Setting::Language => {
                let all: Vec<&str> = language::all().into_iter().map(|(code, _)| code).collect();
                let now = all.iter().find(|code| **code == self.controller.preferences.language);
                let code = next_of(&all, now.copied().unwrap_or(all[0]), by);
                self.act(Action::Language(code.to_owned()));
            }
            Setting::Keys => {
                self.layers.push(DialogLayer::Keys { at: 1, changing: KeyCapture::default() });
            }
        }
    }

    pub(super) fn draw_settings(&self, frame: &mut Frame<'_>, at: usize) {
        let two = |name: &str, value: &str| format!("{name:<42} < {value} >");
        let text = |setting: &Setting| match setting {
            Setting::Theme => two(game::theme(), self.controller.preferences.theme.label()),
            Setting::Board => two(game::board_look(), self.controller.preferences.board.label()),
            Setting::Switch(command) => self.entry_text(*command).0,
            Setting::Pace => two(t::pace(), &game::seconds(self.controller.preferences.pace)),
            Setting::Language => {
                let all = language::all();
                let now = all.iter().find(|(code, _)| *code == language::current_language());
                two(t::language(), now.map_or("", |(_, name)| name))
            }
            Setting::Keys => format!("{}{}", t::change_keys(), words::MORE),
        };
        self.draw_list(frame, t::settings(), all().iter().map(text), at, says::settings_help());
    }

    fn key_rows(&self) -> Vec<Result<Command, Group>> {
        let mut rows = Vec::new();
        for group in Group::ALL {
            rows.push(Err(group));
            let own = self.keys.bindings().iter().filter(|binding| binding.group == group);
            let here = own.filter(|binding| !words::is_elsewhere(binding.command));
            rows.extend(here.map(|binding| Ok(binding.command)));
        }
        rows
    }

    pub(super) fn press_keys(&mut self, at: usize, mut changing: KeyCapture, press: Press) {
        let rows = self.key_rows();
        let command = rows.get(at).and_then(|row| row.as_ref().ok()).copied();
        if changing.command().is_some() {
            let change = changing.press(press.stroke, &self.keys);
            self.layers.push(DialogLayer::Keys { at, changing });
            return change.into_iter().for_each(|change| self.rebind(change));
        }
        if changing.clash().is_some() {
            let change = match press.stroke.key {
                Key::Char('Y') | Key::Enter => changing.take_over(),
                _ => None,
            };
            changing.leave();
            self.layers.push(DialogLayer::Keys { at, changing });
            return change.into_iter().for_each(|change| self.rebind(change));
        }
        let mut at = at;
        match (press.stroke.key, command) {
            (Key::Char('Q') | Key::Escape, _) => return,
            (Key::Enter | Key::Char(' '), Some(command)) => changing.ask(command, false),
            (Key::Char('+' | 'A'), Some(command)) => changing.ask(command, true),
            (Key::Delete | Key::Backspace, Some(command)) => self.rebind(KeyChange::Reset(command)),
            (key, _) => {
                let key = entry::arrow(key);
                at = entry::walk(at, rows.len(), key, 10).unwrap_or(at);
                at = entry::skip_titles(at, key, rows.len(), |row| rows[row].is_err());
            }
        }
        self.layers.push(DialogLayer::Keys { at, changing });
    }

    fn rebind(&mut self, change: KeyChange) {
        self.act(Action::Rebind(change));
        self.keys = words::keys_of(&self.controller.keys);
        if let KeyChange::Bind(command, stroke, _) = change
            && self.keys.command(&stroke, |_| true) != Some(command)
        {
            self.controller.notify(Notice::plain(says::not_alone()));
        }
    }

    pub(super) fn draw_keys(&self, frame: &mut Frame<'_>, at: usize, changing: KeyCapture) {
        let row = |(n, row): (usize, &Result<Command, Group>)| match row {
            Err(group) => {
                let bold = Style::new().add_modifier(Modifier::BOLD);
                Line::styled(group.label().to_uppercase(), bold)
            }
            Ok(command) => {
                let strokes = self.keys.binding(*command).map(|it| self.keys.strokes(it));
                let strokes = strokes.filter(|it| !it.is_empty());
                let strokes = strokes.unwrap_or_else(|| t::key_none().to_owned());
                let changed = if self.controller.keys.is_changed(*command) { "*" } else { " " };
                let name = self.keys.label(*command);
                chosen_line(n == at, format!("{strokes:<26}{changed} {name}"))
            }
        };
        let rows = self.key_rows();
        let lines: Vec<Line<'_>> = rows.iter().enumerate().map(row).collect();
        self.draw_box(frame, t::change_keys(), &lines, self.top_for(at), says::keys_help());
        let asked = match (changing.command(), changing.clash()) {
            (Some(command), _) => Some((t::key_wanted(self.keys.label(command)), "")),
            (None, Some((stroke, other))) => {
                let taken = t::key_taken(&stroke.shown(), self.keys.label(other));
                Some((taken, says::clash_help()))
            }
            (None, None) => None,
        };
        if let Some((text, help)) = asked {
            self.draw_box(frame, t::key_change(), &self.wrap_text(&[text]), 0, help);
        }
    }
}
