//! Beside the board: the computer's analysis, and the course of the game.

use boardloom_app::session::{GameSession, ScoreHistory, ScoreKind, SearchResult};
use boardloom_app::status_text;
use boardloom_app::texts::game as t;
use boardloom_contract::Seat;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::TerminalApp;
use super::side::{shorten, wrap};

/// Columns of a move's value, `wins in 12`, and of its visits.
const VALUE: usize = 10;
const VISITS: usize = 5;
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const PLAIN: [char; 8] = ['_', '.', ':', '-', '=', '+', '*', '#'];

impl TerminalApp {
    /// Returns up to `most` lines with the best moves; none without analysis.
    pub(super) fn analysis(
        &self,
        session: &GameSession,
        width: usize,
        most: usize,
    ) -> Vec<Line<'static>> {
        if !session.is_analysing() || most < 3 {
            return Vec::new();
        }
        let heading = Style::new().add_modifier(Modifier::UNDERLINED);
        let mut lines = vec![Line::raw(""), Line::styled(t::tab_analysis(), heading)];
        let said = match session.analysis() {
            Some(now) => status_text::analysis_progress(session, now),
            None => t::analysis_later().to_owned(),
        };
        let said = wrap(&said, width).into_iter().take(2);
        lines.extend(said.map(|text| Line::styled(text, self.ink.faint())));
        let found = session.analysis().map_or(&[][..], |now| &now.lines);
        // Continuations of all moves if there is room, else of the best alone.
        let roomy = lines.len() + found.len() * 2 <= most;
        for (place, found) in found.iter().enumerate() {
            if lines.len() < most {
                lines.push(Line::raw(TerminalApp::best_move(place, found, width)));
            }
            if (roomy || place == 0) && found.moves.len() > 1 && lines.len() < most {
                let on = shorten(&found.continuation(), width.saturating_sub(3));
                lines.push(Line::styled(format!("   {on}"), self.ink.faint()));
            }
        }
        lines.truncate(most);
        lines
    }

    fn best_move(place: usize, found: &SearchResult, width: usize) -> String {
        let room = width.saturating_sub(3 + 1 + VALUE + 1 + VISITS).max(4);
        let mv = shorten(found.text(), room);
        let gap = " ".repeat(room.saturating_sub(mv.width()));
        let (value, visits) = (&found.value, short(found.visits));
        format!("{}. {mv}{gap} {value:>VALUE$} {visits:>VISITS$}", place + 1)
    }

    /// Returns the course of the game as bars, a line per seat.
    pub(super) fn course(&self, session: &GameSession, width: usize) -> Vec<Line<'static>> {
        let course = ScoreHistory::of(session);
        let count = course.usual();
        let values = course.values(count);
        let known = values.iter().flatten().flatten().count();
        if course.line.len() < 3 || known < 2 {
            return Vec::new();
        }
        let title = match count {
            ScoreKind::Points => t::graph(),
            ScoreKind::Chances => t::chances(),
        };
        let heading = Style::new().add_modifier(Modifier::UNDERLINED);
        let mut lines = vec![Line::styled(title, heading)];
        let here = course.line.iter().position(|node| *node == session.game.here());
        let (low, high) = course.bounds(count);
        for (seat, values) in values.iter().enumerate() {
            let height = |value: f64| (value - low) / (high - low).max(1e-9);
            let heights: Vec<_> = values.iter().map(|value| value.map(height)).collect();
            let look = session.look_of(seat as Seat);
            let mark = self.seat_mark(session, seat).to_string();
            let mut line =
                Line::from(vec![Span::styled(mark, self.ink.badge(look.color)), Span::raw(" ")]);
            for (bar, shown) in bars(&heights, here, width.saturating_sub(2), self.ink.unicode) {
                let style = match shown {
                    true => Style::new().add_modifier(Modifier::REVERSED),
                    false => self.ink.side(look.color),
                };
                line.push_span(Span::styled(bar.to_string(), style));
            }
            lines.push(line);
        }
        lines
    }
}

/// Returns a bar for each ply, or for several plies if they are many, and whether it is of
/// the current position.
fn bars(
    heights: &[Option<f64>],
    here: Option<usize>,
    room: usize,
    unicode: bool,
) -> Vec<(char, bool)> {
    let count = heights.len().min(room.max(1));
    let ply = |column: usize| match count {
        1 => 0,
        _ => column * (heights.len() - 1) / (count - 1),
    };
    let bar = |height: f64| {
        let level = (height.clamp(0.0, 1.0) * 7.0).round() as usize;
        if unicode { BARS[level] } else { PLAIN[level] }
    };
    let column = |column: usize| {
        let next = if column + 1 < count { ply(column + 1) } else { usize::MAX };
        let shown = here.is_some_and(|here| (ply(column)..next).contains(&here));
        // Of several plies, the first with a value.
        let span = &heights[ply(column)..next.min(heights.len())];
        (span.iter().flatten().next().map_or(' ', |height| bar(*height)), shown)
    };
    (0..count).map(column).collect()
}

/// Formats a number in at most five characters.
fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..10_000_000 => format!("{}k", number / 1000),
        _ => format!("{}M", number / 1_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_plies_share_a_bar_and_the_one_shown_is_among_them() {
        let heights: Vec<_> = (0..100).map(|ply| Some(f64::from(ply) / 99.0)).collect();
        let all = bars(&heights, Some(99), 10, true);
        let text: String = all.iter().map(|(bar, _)| *bar).collect();
        assert_eq!(text, "▁▂▃▃▄▅▆▆▇█");
        assert_eq!(all.iter().position(|(_, shown)| *shown), Some(9));
        let few = bars(&[Some(0.0), None, Some(1.0)], Some(1), 10, false);
        assert_eq!(few, [('_', false), (' ', true), ('#', false)]);
        assert_eq!(bars(&[None], None, 0, true), [(' ', false)]);
    }

    #[test]
    fn large_numbers_stay_narrow() {
        let check = |number, text: &str| assert_eq!(short(number), text);
        check(9_999, "9999");
        check(10_000, "10k");
        check(9_999_999, "9999k");
        check(12_345_678, "12M");
    }
}
