//! A grid of characters with lines, signs and colours.

use ratatui::style::Style;

use super::projection::Cell;

/// Directions in which a line leaves a character.
const LEFT: u8 = 1;
const RIGHT: u8 = 2;
const UP: u8 = 4;
const DOWN: u8 = 8;

/// Horizontal strokes from the bottom of a row to its top, each with its ASCII substitute.
/// Common fonts lack the scan lines of old terminals.
const HEIGHTS: [(char, char); 3] = [('_', '_'), ('─', '-'), ('¯', '\'')];

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Tile {
    /// Bits of the directions above.
    lines: u8,
    /// A diagonal line, or a horizontal one off the middle.
    slant: Option<char>,
    /// Covers the lines.
    pub sign: Option<char>,
    pub style: Style,
}

impl Tile {
    /// Returns the character to show, one of ASCII without `unicode`.
    pub fn shown(&self, unicode: bool) -> char {
        if let Some(sign) = self.sign {
            return sign;
        }
        match (self.lines, self.slant) {
            (0, Some(slant)) if !unicode => {
                let plain = HEIGHTS.iter().find(|(wide, _)| *wide == slant);
                plain.map_or(slant, |(_, plain)| *plain)
            }
            (0, slant) => slant.unwrap_or(' '),
            (lines, _) if !unicode => match lines {
                1..=3 => '-',
                UP | DOWN | 12 => '|',
                _ => '+',
            },
            (lines, _) => {
                ['─', '─', '─', '│', '┘', '└', '┴', '│', '┐', '┌', '┬', '│', '┤', '├', '┼']
                    [usize::from(lines) - 1]
            }
        }
    }

    /// Tells whether lines meet here at right angles.
    pub fn is_joint(&self) -> bool {
        self.lines & (LEFT | RIGHT) != 0 && self.lines & (UP | DOWN) != 0
    }

    pub fn is_empty(&self) -> bool {
        self.sign.is_none() && self.lines == 0 && self.slant.is_none()
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Canvas {
    width: u16,
    height: u16,
    tiles: Vec<Tile>,
}

impl Canvas {
    pub fn new(width: u16, height: u16) -> Self {
        let tiles = vec![Tile::default(); usize::from(width) * usize::from(height)];
        Canvas { width, height, tiles }
    }

    pub fn width(&self) -> u16 {
        self.width
    }

    pub fn height(&self) -> u16 {
        self.height
    }

    /// Returns the rows as text, without blank rows and columns around them.
    pub fn text(&self, unicode: bool) -> String {
        let at = |row: u16, column: u16| self.at((i32::from(column), i32::from(row)));
        let row = |row| {
            let signs = (0..self.width).filter_map(|column| at(row, column));
            signs.map(|tile| tile.shown(unicode)).collect::<String>().trim_end().to_owned()
        };
        let rows: Vec<String> = (0..self.height).map(row).collect();
        let filled = || rows.iter().filter(|row| !row.is_empty());
        let blanks = |row: &String| row.len() - row.trim_start().len();
        let indent = filled().map(blanks).min().unwrap_or_default();
        let first = rows.iter().position(|row| !row.is_empty()).unwrap_or_default();
        let last = rows.iter().rposition(|row| !row.is_empty()).unwrap_or_default();
        let shown = rows.iter().take(last + 1).skip(first);
        shown.map(|row| row.get(indent..).unwrap_or_default().to_owned() + "\n").collect()
    }

    pub fn holds(&self, (column, row): Cell) -> bool {
        (0..i32::from(self.width)).contains(&column) && (0..i32::from(self.height)).contains(&row)
    }

    pub fn at(&self, cell: Cell) -> Option<&Tile> {
        self.holds(cell).then(|| &self.tiles[self.number(cell)])
    }

    pub fn at_mut(&mut self, cell: Cell) -> Option<&mut Tile> {
        let number = self.holds(cell).then(|| self.number(cell))?;
        Some(&mut self.tiles[number])
    }

    fn number(&self, (column, row): Cell) -> usize {
        row as usize * usize::from(self.width) + column as usize
    }

    pub fn put(&mut self, cell: Cell, sign: char, style: Style) {
        if let Some(tile) = self.at_mut(cell) {
            tile.sign = Some(sign);
            tile.style = style;
        }
    }

    /// Writes a text if all of its cells are empty; false if not.
    pub fn write_where_free(&mut self, (column, row): Cell, text: &str, style: Style) -> bool {
        let cells = || (column..).zip(text.chars());
        let free = |(column, _)| self.at((column, row)).is_some_and(Tile::is_empty);
        let fits = cells().all(free);
        if fits {
            cells().for_each(|(column, sign)| self.put((column, row), sign, style));
        }
        fits
    }

    /// Draws a line between points in units of characters.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), style: Style) {
        let (a, b) = ((round(from.0), round(from.1)), (round(to.0), round(to.1)));
        let far = |(x, y): (f64, f64)| x.abs().max(y.abs()) > 1e5;
        if a == b || far(from) || far(to) {
            return;
        }
        match (a.0 == b.0, a.1 == b.1) {
            (_, true) => self.draw_horizontal(a.1, a.0.min(b.0), a.0.max(b.0), style),
            (true, _) => self.draw_vertical(a.0, a.1.min(b.1), a.1.max(b.1), style),
            _ => self.draw_slanted(from, to, style),
        }
    }

    fn draw_horizontal(&mut self, row: i32, from: i32, to: i32, style: Style) {
        for column in from.max(-1)..=to.min(i32::from(self.width)) {
            let ways = if column > from { LEFT } else { 0 } | if column < to { RIGHT } else { 0 };
            self.lead((column, row), ways, style);
        }
    }

    fn draw_vertical(&mut self, column: i32, from: i32, to: i32, style: Style) {
        for row in from.max(-1)..=to.min(i32::from(self.height)) {
            let ways = if row > from { UP } else { 0 } | if row < to { DOWN } else { 0 };
            self.lead((column, row), ways, style);
        }
    }

    fn lead(&mut self, cell: Cell, ways: u8, style: Style) {
        if let Some(tile) = self.at_mut(cell) {
            tile.lines |= ways;
            if tile.sign.is_none() {
                tile.style = style;
            }
        }
    }

    /// Draws a diagonal line, one character per row if it is steep, else one per
    /// column. A line and its parts give the same characters.
    fn draw_slanted(&mut self, from: (f64, f64), to: (f64, f64), style: Style) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        // A slash spans two columns at most.
        if dx.abs() > dy.abs() * 2.0 {
            return self.gentle(from, to, style);
        }
        let upright = dx.abs() * 3.0 < dy.abs();
        let slant = if (dx > 0.0) == (dy > 0.0) { '\\' } else { '/' };
        for row in span(from.1, to.1, self.height) {
            let part = ((f64::from(row) - from.1) / dy).clamp(0.0, 1.0);
            let Some(tile) = self.free((round(part * dx + from.0), row)) else { continue };
            tile.style = style;
            match tile.slant {
                _ if upright => tile.lines |= UP | DOWN,
                Some('/' | '\\') if tile.slant != Some(slant) => tile.slant = Some('X'),
                _ => tile.slant = Some(slant),
            }
        }
    }

    /// Draws a nearly horizontal line, with strokes at several heights of a row.
    fn gentle(&mut self, from: (f64, f64), to: (f64, f64), style: Style) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        for column in span(from.0, to.0, self.width) {
            let part = ((f64::from(column) - from.0) / dx).clamp(0.0, 1.0);
            let at = part * dy + from.1;
            let row = round(at);
            let Some(tile) = self.free((column, row)) else { continue };
            tile.style = style;
            let height = ((f64::from(row) + 0.5 - at) * HEIGHTS.len() as f64) as usize;
            let stroke = HEIGHTS[height.min(HEIGHTS.len() - 1)].0;
            tile.slant = tile.slant.or(Some(stroke));
        }
    }

    fn free(&mut self, cell: Cell) -> Option<&mut Tile> {
        self.at_mut(cell).filter(|tile| tile.sign.is_none())
    }
}

fn round(value: f64) -> i32 {
    (value + 1e-6).round() as i32
}

fn span(a: f64, b: f64, room: u16) -> std::ops::RangeInclusive<i32> {
    round(a.min(b)).max(-1)..=round(a.max(b)).min(i32::from(room))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_meet_are_joined() {
        let mut canvas = Canvas::new(5, 3);
        let corners = [(0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0)];
        for (n, corner) in corners.iter().enumerate() {
            canvas.line(*corner, corners[(n + 1) % 4], Style::default());
        }
        canvas.line((2.0, 0.0), (2.0, 2.0), Style::default());
        canvas.put((1, 1), 'x', Style::default());
        assert_eq!(canvas.text(true), "┌─┬─┐\n│x│ │\n└─┴─┘\n");
        assert_eq!(canvas.text(false), "+-+-+\n|x| |\n+-+-+\n");
    }

    #[test]
    fn lines_aslant_agree_with_their_parts() {
        let (from, to) = ((0.0, 0.0), (4.5, 4.0));
        let mut whole = Canvas::new(6, 5);
        whole.line(from, to, Style::default());
        let mut parts = whole.clone();
        parts.line((2.25, 2.0), to, Style::default());
        parts.line(from, (2.25, 2.0), Style::default());
        assert_eq!(whole.text(true), parts.text(true));
        parts.line((4.5, 0.0), (0.0, 4.0), Style::default());
        assert_eq!(parts.text(true), "\\    /\n \\ /\n  X\n / \\\n/    \\\n");
    }

    #[test]
    fn lines_that_climb_slowly_are_strokes_at_several_heights() {
        let mut canvas = Canvas::new(11, 3);
        canvas.line((0.0, 2.0), (10.0, 0.0), Style::default());
        assert_eq!(canvas.text(true), "        __─\n   __─¯¯\n─¯¯\n");
        assert_eq!(canvas.text(false), "        __-\n   __-''\n-''\n");
    }

    #[test]
    fn what_lies_beside_the_grid_is_left_out() {
        let mut canvas = Canvas::new(3, 1);
        canvas.line((-1e9, 0.0), (1e9, 0.0), Style::default());
        canvas.line((-4.0, 0.0), (1.0, 0.0), Style::default());
        canvas.put((3, 0), 'x', Style::default());
        canvas.write_where_free((1, 0), "ab", Style::default());
        assert_eq!(canvas.text(true), "──\n");
    }
}
