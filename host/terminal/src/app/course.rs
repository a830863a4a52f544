//! Lessons and puzzles beside the board.

use boardloom_app::course::{Course, CourseKind};
use boardloom_app::keys::Command;
use boardloom_app::texts::{keys, learn as t};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::TerminalApp;
use super::side::wrap;

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
