//! The start screen and the library.

use boardloom_app::keys::{Command, Key};
use boardloom_app::session::Notice;
use boardloom_app::texts::{self, start as t, terminal as says};
use boardloom_app::{Action, RulesetEntry};
use boardloom_ruleset::Overrides;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;

use super::pointer::Clicks;
use super::{App, Screen, entry};
use crate::event::Press;

#[derive(Debug, Default)]
pub struct Library {
    pub find: String,
    pub at: usize,
}

type NamedCommand = (Command, fn() -> &'static str);

/// The commands of the start screen, with their names.
const COMMANDS: [NamedCommand; 7] = [
    (Command::NewGame, t::new_game),
    (Command::Library, t::library),
    (Command::MyGames, texts::my_games::title),
    (Command::Rules, t::rules),
    (Command::KeySheet, texts::keys::key_sheet),
    (Command::Settings, t::settings),
    (Command::Quit, t::quit),
];

impl App {
    fn offers(&self) -> Vec<Action> {
        let go_on = (0..self.controller.unfinished().len()).map(Action::Resume);
        // The newest game first; others come after more frequent choices.
        let mut offers: Vec<Action> = go_on.clone().take(1).collect();
        offers.extend(COMMANDS.map(|(command, _)| Action::Command(command)));
        offers.extend(go_on.skip(1));
        offers.extend((0..self.controller.recent.len()).map(Action::OpenRecent));
        offers
    }

    pub(super) fn press_start(&mut self, press: Press) -> bool {
        let offers = self.offers();
        self.chosen = self.chosen.min(offers.len() - 1);
        let key = match (press.stroke.key, press.stroke.held.ctrl) {
            (Key::Char('J'), false) => Key::Down,
            (Key::Char('K'), false) => Key::Up,
            (key, _) => key,
        };
        if let Some(to) = entry::walk(self.chosen, offers.len(), key, 8) {
            self.chosen = to;
            return true;
        }
        match key {
            Key::Enter | Key::Char(' ') => self.act_on(offers[self.chosen].clone()),
            Key::Char('Q') | Key::Escape => self.ask_to_quit(),
            _ => return false,
        }
        true
    }

    fn act_on(&mut self, action: Action) {
        match action {
            Action::Command(command) => self.command(command),
            action => self.act(action),
        }
    }

    pub(super) fn draw_start(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        self.draw_title(frame, &self.controller.services.title(), says::start_help());
        let to_go_on = self.controller.unfinished();
        let offers = self.offers();
        self.chosen = self.chosen.min(offers.len() - 1);
        let line = |(n, offer): (usize, &Action)| {
            let text = match offer {
                Action::Resume(number) => {
                    let game = &to_go_on[*number];
                    let title = format!("{}: {}", t::go_on(), game.title);
                    format!("{title}, {}", t::unfinished(game.moves))
                }
                Action::OpenRecent(number) => {
                    let game = &self.controller.recent[*number];
                    format!("{}  {}, {}", game.date, game.title, game.about())
                }
                other => {
                    let own = COMMANDS.iter().find(|(it, _)| *other == Action::Command(*it));
                    own.map(|(_, name)| name().to_owned()).unwrap_or_default()
                }
            };
            chosen_line(n == self.chosen, text)
        };
        let mut lines = vec![Line::raw(t::summary()), Line::raw("")];
        let (mut row, mut rows) = (0, Vec::new());
        for (n, offer) in offers.iter().enumerate() {
            if *offer == Action::OpenRecent(0) {
                let bold = Style::new().add_modifier(Modifier::BOLD);
                lines.extend([Line::raw(""), Line::styled(t::recent(), bold)]);
            }
            row = if n == self.chosen { lines.len() } else { row };
            rows.push(lines.len());
            lines.push(line((n, offer)));
        }
        if self.controller.rulesets.is_none() {
            lines.extend([Line::raw(""), Line::raw(t::loading())]);
        } else if self.controller.rulesets.as_ref().is_some_and(Vec::is_empty) {
            lines.extend([Line::raw(""), Line::raw(t::no_rulesets())]);
        }
        if self.controller.opening {
            lines.extend([Line::raw(""), Line::raw(t::opening())]);
        }
        let inside = Rect { y: area.y + 2, height: area.height - 3, ..area };
        let top = draw_lines(frame, inside, &lines, row);
        self.clicks.replace(Clicks::of_lines(inside, top, rows));
        self.draw_status(frame, "");
    }

    /// Returns the rulesets that match the search.
    fn found(&self) -> Vec<&RulesetEntry> {
        let search = &self.library.find;
        let rulesets = self.controller.rulesets.iter().flatten();
        rulesets.filter(|listed| listed.matches(search)).collect()
    }

    pub(super) fn press_library(&mut self, press: Press) -> bool {
        let count = self.found().len();
        let at = self.library.at.min(count.saturating_sub(1));
        if let Some(to) = entry::walk(at, count, press.stroke.key, 10) {
            self.library.at = to;
            return true;
        }
        match press.stroke.key {
            Key::Enter => {
                let chosen = self.found().get(at).map(|listed| listed.id.clone());
                chosen.into_iter().for_each(|id| self.act(Action::NewGame(Some(id))));
            }
            Key::F(1) => {
                let chosen = self.found().get(at).map(|listed| listed.id.clone());
                let ruleset = chosen.map(|id| (id, Overrides::new()));
                ruleset.into_iter().for_each(|it| self.act(Action::Rules(Some(it))));
            }
            Key::Escape if !self.library.find.is_empty() => self.library.find.clear(),
            Key::Escape => self.controller.screen = Screen::Start,
            _ => {
                let typed = entry::edit(&mut self.library.find, press);
                self.library.at = if typed { 0 } else { at };
                return typed;
            }
        }
        true
    }

    pub(super) fn draw_library(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        self.draw_title(frame, t::library(), says::library_help());
        let found = self.found();
        let at = self.library.at.min(found.len().saturating_sub(1));
        let mut lines =
            vec![Line::raw(format!("{}: {}█", texts::new_game::search(), self.library.find))];
        let (mut row, mut rows) = (0, Vec::new());
        let mut family = None;
        for (n, listed) in found.iter().enumerate() {
            if family != Some(&listed.family) {
                family = Some(&listed.family);
                let bold = Style::new().add_modifier(Modifier::BOLD);
                lines.push(Line::styled(listed.family.clone(), bold));
            }
            let mut text = format!("{}  {}", listed.name, listed.summary);
            if listed.faulty {
                text = format!("{}  ! {}", listed.name, t::faulty());
            }
            if n == at {
                row = lines.len();
            }
            rows.push(lines.len());
            lines.push(chosen_line(n == at, text));
        }
        if self.controller.rulesets.is_none() {
            lines.push(Line::raw(t::loading()));
        }
        let inside = Rect { y: area.y + 2, height: area.height - 3, ..area };
        let status = found.get(at).map_or(String::new(), |listed| {
            let from = t::hides(&listed.origin);
            match listed.shadows.is_empty() {
                true => format!("{} {from}", listed.id),
                false => format!("{} {from}, {}", listed.id, t::shadows(&listed.shadows)),
            }
        });
        let top = draw_lines(frame, inside, &lines, row);
        self.clicks.replace(Clicks::of_lines(inside, top, rows));
        self.draw_status(frame, &status);
    }

    pub(super) fn ask_to_quit(&mut self) {
        let help = if self.controller.would_lose_game() {
            texts::dialogs::quit_lost()
        } else if self.controller.session.is_some() {
            says::all_kept()
        } else {
            ""
        };
        self.sure(says::quit(), help, texts::dialogs::quit_yes(), super::layers::Then::Quit);
    }

    /// Adds pasted text to the text field in use, or starts a game from it.
    pub(super) fn pasted(&mut self, text: &str) {
        use super::layers::{Layer, Top};
        let line = || text.lines().next().unwrap_or_default().trim();
        match self.layer() {
            Some(Top::Layer) => match self.layers.last_mut() {
                Some(Layer::Typing { typed, .. }) => typed.text.push_str(line()),
                Some(Layer::Comment { text: written, .. }) => {
                    written.push_str(&text.replace('\r', "\n"));
                }
                _ => {}
            },
            Some(Top::Files) => {
                if let Some(picker) = &mut self.controller.files.picker {
                    picker.typed.push_str(line());
                    picker.edited();
                }
            }
            Some(Top::Question) => self.controller.answer.push_str(line()),
            Some(_) => {}
            None if self.controller.screen == Screen::Library => self.library.find.push_str(line()),
            None if self.controller.screen == Screen::MyGames => {
                self.controller.my_games.query.text.push_str(line());
            }
            None if self.controller.screen == Screen::NewGame || self.controller.opening => {}
            None => self.begin_from(text),
        }
    }

    fn begin_from(&mut self, text: &str) {
        if text.trim().is_empty() {
            return self.controller.tell(Notice::bad(says::paste()));
        }
        self.act(Action::Paste(text.to_owned()));
    }
}

/// Returns a line of a list; the chosen one differs without colours too.
pub fn chosen_line(on: bool, text: String) -> Line<'static> {
    match on {
        true => Line::styled(format!("> {text}"), Style::new().add_modifier(Modifier::REVERSED)),
        false => Line::raw(format!("  {text}")),
    }
}

/// Draws lines with one of them in view, and returns the first that is drawn.
pub fn draw_lines(frame: &mut Frame<'_>, area: Rect, lines: &[Line<'_>], seen: usize) -> usize {
    let room = usize::from(area.height);
    let top = (seen + 2).saturating_sub(room).min(lines.len().saturating_sub(room));
    for (line, row) in lines.iter().skip(top).take(room).zip(area.y..) {
        let at = Rect { x: area.x + 1, y: row, width: area.width.saturating_sub(2), height: 1 };
        frame.render_widget(line, at);
    }
    top
}
