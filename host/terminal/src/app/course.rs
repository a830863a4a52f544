//! Lessons and puzzles beside the board.

use boardloom_app::Action;
use boardloom_app::controller::Family;
use boardloom_app::course::{Course, CourseKind};
use boardloom_app::keys::{Command, Key};
use boardloom_app::texts::{keys, learn as t, terminal as says};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::layers::DialogLayer;
use super::side::wrap;
use super::{TerminalApp, entry};
use crate::event::Press;

impl TerminalApp {
    /// Draws the text to read, the answer to the last move, and the keys.
    pub(super) fn draw_course(&self, frame: &mut Frame<'_>, area: Rect) {
        let Some(course) = &self.controller.course else { return };
        let width = usize::from(area.width);
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let mut lines = vec![Line::styled(course.title(), bold)];
        if course.kind == CourseKind::Puzzles {
            let solved = t::solved_of(course.solved(&self.controller.preferences), course.len());
            lines.push(Line::styled(solved, self.ink.faint()));
        }
        for paragraph in course.text().split("\n\n") {
            lines.push(Line::raw(""));
            lines.extend(wrap(paragraph, width).into_iter().map(Line::raw));
        }
        if let Some((right, text)) = course.answer() {
            let style = if right { bold } else { self.ink.trouble() };
            lines.push(Line::raw(""));
            lines.extend(wrap(&text, width).into_iter().map(|line| Line::styled(line, style)));
        }
        lines.push(Line::raw(""));
        let key = |(command, text): (Command, &str)| {
            Line::styled(format!("{} {text}", self.keys.stroke(command)), self.ink.faint())
        };
        lines.extend(course_keys(course).into_iter().map(key));
        frame.render_widget(Paragraph::new(lines), area);
    }

    /// The families with lessons or puzzles: the ruleset that has them, and its name.
    fn courses(&self, kind: CourseKind) -> Vec<(String, String)> {
        let families = self.controller.families();
        let named = |family: Family<'_>| {
            let id = family.course(kind)?.to_owned();
            Some((id, family.main.name.clone()))
        };
        families.filter_map(named).collect()
    }

    /// Asks for the game to learn. A single one is opened at once.
    pub(super) fn choose_course(&mut self, kind: CourseKind) {
        match self.courses(kind).as_slice() {
            [] | [_] => self.act(Action::StartCourse(kind, None)),
            all => {
                let last = self.controller.last_ruleset();
                let family = |id: &str| id.split('/').next().unwrap_or_default().to_owned();
                let same = |(id, _): &(String, String)| {
                    last.as_ref().is_some_and(|last| family(last) == family(id))
                };
                let at = all.iter().position(same).unwrap_or(0);
                self.layers.push(DialogLayer::Courses { kind, at });
            }
        }
    }

    pub(super) fn press_courses(&mut self, kind: CourseKind, at: usize, press: Press) {
        let courses = self.courses(kind);
        match press.stroke.key {
            Key::Char('Q') => {}
            Key::Enter | Key::Char(' ') => {
                let id = courses.get(at).map(|(id, _)| id.clone());
                self.act(Action::StartCourse(kind, id));
            }
            key => {
                let at = entry::walk(at, courses.len(), entry::arrow(key), 8).unwrap_or(at);
                self.layers.push(DialogLayer::Courses { kind, at });
            }
        }
    }

    pub(super) fn draw_courses(&self, frame: &mut Frame<'_>, kind: CourseKind, at: usize) {
        let title = match kind {
            CourseKind::Lessons => keys::learn(),
            CourseKind::Puzzles => keys::puzzles(),
        };
        let names = self.courses(kind).into_iter().map(|(_, name)| name);
        self.draw_list(frame, title, names, at, says::list_help());
    }

    /// The text and the answer in one line, for a terminal without a panel.
    pub(super) fn course_line(&self) -> Option<String> {
        let course = self.controller.course.as_ref()?;
        let answer = course.answer().map(|(_, text)| text);
        let text = answer.unwrap_or_else(|| course.text().replace("\n\n", " "));
        Some(format!("{}: {text}", course.title()))
    }
}

fn course_keys(course: &Course) -> Vec<(Command, &'static str)> {
    let mut all = Vec::new();
    if !course.is_last() {
        let text = if course.is_done() { t::next() } else { t::skip() };
        all.push((Command::NextStep, text));
    }
    if !course.is_done() {
        all.push((Command::Hint, t::show()));
    }
    if course.at > 0 {
        all.push((Command::PreviousStep, t::back()));
    }
    if course.is_last() && course.is_done() && course.kind == CourseKind::Lessons {
        all.push((Command::FirstGame, t::first_game()));
        if !course.ruleset.puzzles.is_empty() {
            all.push((Command::Puzzles, keys::puzzles()));
        }
    }
    all
}
