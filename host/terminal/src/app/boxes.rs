//! Boxes on top of a screen.

use ratatui::Frame;
use ratatui::layout::{Margin, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph};

use super::pointer::{Clicks, help_buttons};
use super::side::wrap;
use super::{TerminalApp, words};

impl TerminalApp {
    /// Returns the first line of a box that keeps the line `at` in view.
    pub(super) fn top_for(&self, at: usize) -> usize {
        let room = usize::from(self.size.1.saturating_sub(4)).max(1);
        (at + 3).saturating_sub(room)
    }

    pub(super) fn wrap_text(&self, text: &[String]) -> Vec<Line<'static>> {
        let width = usize::from(self.size.0.saturating_sub(6)).clamp(10, 72);
        let lines = text.iter().flat_map(|line| wrap(line, width));
        lines.map(Line::raw).collect()
    }

    /// Draws lines from `top` on in a box in the middle.
    pub(super) fn draw_box(
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

    pub(super) fn draw_box_in(
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
        let (room, inside) = (usize::from(height) - 2, at.inner(Margin::new(1, 1)));
        let top = top.min(lines.len().saturating_sub(room));
        self.clicks.replace(Clicks::of_lines(inside, top, (0..lines.len()).collect(), 0));
        self.buttons.replace(help_buttons(help, at.x + 2, at.bottom() - 1));
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
