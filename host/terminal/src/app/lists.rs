//! The start screen and the library.

use boardloom_app::Action;
use boardloom_app::Notice;
use boardloom_app::course::CourseKind;
use boardloom_app::keys::{Command, Key};
use boardloom_app::my_games::GameEntry;
use boardloom_app::session::Prompt;
use boardloom_app::texts::{self, start as t, terminal as says};
use boardloom_ruleset::Overrides;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::pointer::Clicks;
use super::side::shorten;
use super::{Screen, TerminalApp, entry};
use crate::event::Press;

type NamedCommand = (Command, fn() -> &'static str);

/// The commands of the start screen, with their names.
const COMMANDS: [NamedCommand; 11] = [
    (Command::NewGame, t::new_game),
    (Command::JoinGame, texts::online::join_title),
    (Command::ImportMail, texts::mail::import),
    (Command::Library, t::library),
    (Command::MyGames, texts::my_games::title),
    (Command::Learn, texts::keys::learn),
    (Command::Puzzles, texts::keys::puzzles),
    (Command::Rules, t::rules),
    (Command::KeySheet, texts::keys::key_sheet),
    (Command::Settings, t::settings),
    (Command::Quit, t::quit),
];

impl TerminalApp {
    /// The actions of the start screen, each with its text.
    fn offers(&self) -> Vec<(Action, String)> {
        let mut offers: Vec<_> =
            COMMANDS.map(|(command, name)| (Action::Command(command), name().to_owned())).into();
        let open = |game: &GameEntry, text| (Action::OpenGame(game.file.clone()), text);
        for (n, game) in self.controller.unfinished().iter().enumerate() {
            let text = format!("{}: {}, {}", t::go_on(), game.heading(), game.state());
            // The newest game first; others come after more frequent choices.
            offers.insert(if n == 0 { 0 } else { offers.len() }, open(game, text));
        }
        let recent = self.controller.recent.iter().map(|game| {
            open(game, format!("{}  {}, {}", game.day(), game.heading(), game.state()))
        });
        offers.extend(recent);
        offers
    }

    pub(super) fn press_start(&mut self, press: Press) -> bool {
        let offers = self.offers();
        self.chosen = self.chosen.min(offers.len() - 1);
        let key = match (press.stroke.key, press.stroke.modifiers.ctrl) {
            (Key::Char('J'), false) => Key::Down,
            (Key::Char('K'), false) => Key::Up,
            (key, _) => key,
        };
        if let Some(to) = entry::walk(self.chosen, offers.len(), key, 8) {
            self.chosen = to;
            return true;
        }
        match key {
            Key::Enter | Key::Char(' ') => match offers[self.chosen].0.clone() {
                Action::Command(Command::Learn) => self.choose_course(CourseKind::Lessons),
                Action::Command(Command::Puzzles) => self.choose_course(CourseKind::Puzzles),
                action => self.act_on(action),
            },
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
        let offers = self.offers();
        self.chosen = self.chosen.min(offers.len() - 1);
        let saved = offers.len() - self.controller.recent.len();
        let mut screen = ScreenLines::default();
        screen.lines.extend([Line::raw(t::summary()), Line::raw("")]);
        for (n, (_, text)) in offers.into_iter().enumerate() {
            if n == saved {
                screen.lines.push(Line::raw(""));
                screen.add_heading(t::recent());
            }
            screen.entry(n == self.chosen, text);
        }
        match &self.controller.rulesets {
            None => screen.add_note(t::loading()),
            Some(rulesets) if rulesets.is_empty() => screen.add_note(t::no_rulesets()),
            Some(_) => {}
        }
        if self.controller.opening {
            screen.add_note(t::opening());
        }
        self.add_compiling(&mut screen);
        let title = self.controller.services.title();
        self.draw_screen(frame, (&title, says::start_help()), screen, "");
    }

    pub(super) fn press_library(&mut self, press: Press) -> bool {
        let found = self.controller.found();
        let (count, at) = (found.len(), self.controller.library.at.min(found.len().max(1) - 1));
        let chosen = found.get(at).map(|listed| listed.id.clone());
        let library = &mut self.controller.library;
        match (press.stroke.key, chosen) {
            (Key::Enter, Some(id)) => self.act(Action::NewGame(Some(id))),
            (Key::F(1), Some(id)) => self.act(Action::Rules(Some((id, Overrides::new())))),
            (Key::Enter | Key::F(1), None) => {}
            (Key::Escape, _) if !library.find.is_empty() => library.find.clear(),
            (Key::Escape, _) => self.controller.screen = Screen::Start,
            (key, _) => {
                let to = entry::walk(at, count, key, 10);
                let typed = to.is_none() && entry::edit(&mut library.find, press);
                library.at = to.unwrap_or(if typed { 0 } else { at });
                return to.is_some() || typed;
            }
        }
        true
    }

    pub(super) fn draw_library(&mut self, frame: &mut Frame<'_>) {
        let found = self.controller.found();
        let at = self.controller.library.at.min(found.len().saturating_sub(1));
        let mut screen = ScreenLines::default();
        let find = format!("{}: {}█", texts::new_game::search(), self.controller.library.find);
        screen.lines.push(Line::raw(find));
        let mut family = None;
        for (n, listed) in found.iter().enumerate() {
            if family.replace(&listed.family) != Some(&listed.family) {
                screen.add_heading(&listed.family_name);
            }
            let about = match listed.has_errors {
                true => format!("! {}", t::with_errors()),
                false => listed.summary.clone(),
            };
            let text = format!("{}  {about}", listed.name);
            screen.entry(n == at, text);
        }
        match self.controller.rulesets.is_none() {
            true => screen.lines.push(Line::raw(t::loading())),
            false if found.is_empty() => screen.lines.push(Line::raw(t::none_found())),
            false => {}
        }
        self.add_compiling(&mut screen);
        let status = found.get(at).map_or(String::new(), |listed| {
            let from = Some(&listed.origin).filter(|origin| !origin.is_empty());
            let from = from.map_or(String::new(), |origin| format!(" {}", t::hides(origin)));
            match listed.shadows.is_empty() {
                true => format!("{}{from}", listed.name),
                false => format!("{}{from}, {}", listed.name, t::shadows(&listed.shadows)),
            }
        });
        self.draw_screen(frame, (t::library(), says::library_help()), screen, &status);
    }

    /// Names the plugin that is being compiled, and the key that skips it.
    pub(super) fn add_compiling(&self, screen: &mut ScreenLines) {
        if let Some(plugin) = self.controller.services.compiling().first() {
            let (compiling, skip) = (texts::new_game::compiling(plugin), says::skip_key());
            screen.add_note(&format!("{compiling}\n{skip}"));
        }
    }

    pub(super) fn ask_to_quit(&mut self) {
        let help = if let Some(warning) = self.controller.quit_warning() {
            warning
        } else if self.controller.session.is_some() {
            says::all_kept()
        } else {
            ""
        };
        self.confirm(says::quit(), help, texts::dialogs::quit_yes(), Action::Quit);
    }

    /// Adds pasted text to the text field in use, or starts a game from it.
    pub(super) fn paste(&mut self, text: &str) {
        use super::layers::{DialogLayer, Top};
        if self.paste_mail(text) {
            return;
        }
        let line = || text.lines().next().unwrap_or_default().trim();
        match self.layer() {
            Some(Top::Layer) => match self.layers.last_mut() {
                Some(DialogLayer::Typing { typed, .. }) => typed.text.push_str(line()),
                Some(DialogLayer::Comment { text: written, .. }) => {
                    written.push_str(&text.replace('\r', "\n"));
                }
                Some(DialogLayer::Join { form, at: 0 }) => form.invitation.push_str(line()),
                Some(DialogLayer::Join { form, .. }) => form.name.push_str(line()),
                Some(DialogLayer::Chat { text: written, .. }) => written.push_str(line()),
                _ => {}
            },
            Some(Top::Files) => {
                if let Some(picker) = self.controller.files.picker() {
                    picker.typed.push_str(line());
                    picker.forget_selection();
                }
            }
            Some(Top::Prompt) => {
                if let Some(Prompt::Question(_)) = self.controller.prompt() {
                    self.controller.answer.push_str(line());
                }
            }
            None => match self.controller.screen {
                Screen::Library => self.controller.library.find.push_str(line()),
                Screen::MyGames => self.controller.my_games.query.text.push_str(line()),
                _ if self.controller.opening => {}
                Screen::NewGame => {}
                _ if text.trim().is_empty() => self.controller.notify(Notice::bad(says::paste())),
                _ => self.act(Action::Paste(text.to_owned())),
            },
        }
    }
}

/// Returns a line of a list. The chosen one differs even without colours.
pub fn chosen_line(on: bool, text: String) -> Line<'static> {
    match on {
        true => Line::styled(format!("> {text}"), Style::new().add_modifier(Modifier::REVERSED)),
        false => Line::raw(format!("  {text}")),
    }
}

/// Shortens the last part of a line that is too long, so that the cut is seen.
fn elide(mut line: Line<'static>, width: usize) -> Line<'static> {
    let before: usize = line.spans.iter().rev().skip(1).map(Span::width).sum();
    if let Some(last) = line.spans.last_mut() {
        last.content = shorten(&last.content, width.saturating_sub(before)).into();
    }
    line
}

#[derive(Default)]
pub struct ScreenLines {
    pub lines: Vec<Line<'static>>,
    /// The lines that can be chosen, from the entry `first` on.
    rows: Vec<usize>,
    pub first: usize,
    /// The line to keep in view.
    seen: usize,
}

impl ScreenLines {
    pub fn entry(&mut self, chosen: bool, text: String) {
        if chosen {
            self.seen = self.lines.len();
        }
        self.rows.push(self.lines.len());
        self.lines.push(chosen_line(chosen, text));
    }

    fn add_heading(&mut self, text: &str) {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        self.lines.push(Line::styled(text.to_owned(), bold));
    }

    pub fn add_note(&mut self, text: &str) {
        self.lines.push(Line::raw(""));
        self.lines.extend(text.lines().map(|line| Line::raw(line.to_owned())));
    }
}

impl TerminalApp {
    /// Draws a screen with title, help and status line, and with its chosen entry in view.
    /// Returns the first line that is drawn.
    pub(super) fn draw_screen(
        &self,
        frame: &mut Frame<'_>,
        (title, help): (&str, &str),
        screen: ScreenLines,
        status: &str,
    ) -> usize {
        self.draw_title(frame, title, help);
        let area = frame.area();
        let inside = Rect { y: area.y + 2, height: area.height - 3, ..area };
        let ScreenLines { lines, rows, first, seen } = screen;
        let room = usize::from(inside.height);
        let top = (seen + 2).saturating_sub(room).min(lines.len().saturating_sub(room));
        let width = area.width.saturating_sub(2);
        for (line, row) in lines.into_iter().skip(top).take(room).zip(inside.y..) {
            let at = Rect { x: area.x + 1, y: row, width, height: 1 };
            frame.render_widget(elide(line, width.into()), at);
        }
        self.clicks.replace(Clicks::of_lines(inside, top, rows, first));
        self.draw_status(frame, status);
        top
    }
}
