//! Positions and labels drawn with characters, laid out as the board is drawn, with its
//! ring of ghosts.

use boardloom_sdk::topology::Topology;
use boardloom_sdk::{Place, Site};

use crate::game::Connection;
use crate::notation::{EMPTY_CELL, letter, rows};
use crate::position::Position;

/// The character of an empty ghost.
const EMPTY_GHOST: char = '~';

/// A text and where it belongs.
struct Glyph {
    /// Row and column, both in thousandths of a cell.
    down: i64,
    across: i64,
    site: Site,
    is_ghost: bool,
    text: String,
}

impl Glyph {
    fn len(&self) -> i64 {
        self.text.chars().count() as i64
    }
}

struct PlacedGlyph {
    line: i64,
    column: i64,
    glyph: Glyph,
}

/// Draws the stones, one character a cell, ghosts in lower case.
pub fn stones(game: &Connection, position: &Position) -> String {
    let text = |site: Site, is_ghost: bool| {
        let letter = match (is_ghost, letter(&position.groups, site)) {
            (true, EMPTY_CELL) => EMPTY_GHOST,
            (true, letter) => letter.to_ascii_lowercase(),
            (false, letter) => letter,
        };
        letter.to_string()
    };
    draw(&game.topology, &text)
}

/// Draws the labels, those of ghosts in lower case.
pub fn labels(topology: &Topology) -> String {
    let text = |site: Site, is_ghost: bool| {
        let label = topology.label(site);
        if is_ghost { label.to_ascii_lowercase() } else { label.to_owned() }
    };
    draw(topology, &text)
}

/// Returns the cells by lines of the diagram, which are not the rows of a board whose cells
/// lie anywhere.
pub fn lines(topology: &Topology) -> Vec<Vec<Site>> {
    let Some(placed) = place(topology, &|_, _| EMPTY_CELL.to_string()) else {
        return rows(topology);
    };
    let cells: Vec<PlacedGlyph> =
        placed.into_iter().filter(|placed| !placed.glyph.is_ghost).collect();
    let lines = cells.chunk_by(|one, other| one.line == other.line);
    lines.map(|line| line.iter().map(|placed| placed.glyph.site).collect()).collect()
}

fn draw(topology: &Topology, text: &dyn Fn(Site, bool) -> String) -> String {
    if let Some(placed) = place(topology, text) {
        return paint(&placed);
    }
    let mut diagram = String::new();
    for row in rows(topology) {
        let cells: Vec<String> = row.iter().map(|site| text(*site, false)).collect();
        diagram += &cells.join(" ");
        diagram.push('\n');
    }
    diagram
}

/// Places the texts of all cells and ghosts, by lines and columns; `None` if the board is
/// not flat, or too crowded.
fn place(topology: &Topology, text: &dyn Fn(Site, bool) -> String) -> Option<Vec<PlacedGlyph>> {
    let drawing = topology.drawing(0);
    if drawing.places.iter().any(|place| place.frame.is_some()) {
        return None;
    }
    let glyphs = |is_ghost: bool| {
        let places = drawing.places.iter().filter(move |place| place.copy == is_ghost);
        places.map(move |place: &Place| Glyph {
            down: (place.at.1 * 1000.0) as i64,
            across: (place.at.0 * 1000.0) as i64,
            site: place.site,
            is_ghost,
            text: text(place.site, is_ghost),
        })
    };
    let all: Vec<Glyph> = glyphs(false).chain(glyphs(true)).collect();
    let left = all.iter().map(|glyph| glyph.across).min().unwrap_or(0);
    // Two columns a cell, so that rows can be offset by half a cell; more for long texts.
    let pitch = all.iter().map(Glyph::len).max().unwrap_or(0) + 1;
    if let Some(placed) = place_in_rows(all, left, pitch) {
        return Some(placed);
    }
    // Cells lie anywhere: lines of half a cell, and ghosts where there is room.
    let mut placed = Vec::new();
    for glyph in glyphs(false) {
        let (line, column) = nearest(&glyph, left, 2 * pitch);
        if !is_free(&placed, line, column, &glyph) {
            return None;
        }
        placed.push(PlacedGlyph { line, column, glyph });
    }
    for glyph in glyphs(true) {
        let (line, column) = nearest(&glyph, left, 2 * pitch);
        let (line, column) = nearest_free(&placed, line, column, &glyph)?;
        placed.push(PlacedGlyph { line, column, glyph });
    }
    placed.sort_by_key(|placed| (placed.line, placed.column));
    Some(placed)
}

/// Places texts that stand in rows; `None` if they do not, or would overlap.
fn place_in_rows(mut glyphs: Vec<Glyph>, left: i64, pitch: i64) -> Option<Vec<PlacedGlyph>> {
    glyphs.sort_by_key(|glyph| (glyph.down, glyph.across));
    let mut all: Vec<PlacedGlyph> = Vec::new();
    for glyph in glyphs {
        let mut line = 0;
        let column = ((glyph.across - left) * pitch + 500).div_euclid(1000);
        if let Some(last) = all.last() {
            let down = glyph.down - last.glyph.down;
            // Rows of hexagons lie 866 apart.
            let is_next_row = down > 400;
            line = last.line + i64::from(is_next_row);
            let used = last.column + last.glyph.len();
            if !is_next_row && (down > 100 || column <= used) {
                return None;
            }
        }
        all.push(PlacedGlyph { line, column, glyph });
    }
    Some(all)
}

/// Returns the line and column nearest to where a text belongs.
fn nearest(glyph: &Glyph, left: i64, pitch: i64) -> (i64, i64) {
    ((glyph.down + 250).div_euclid(500), ((glyph.across - left) * pitch + 500).div_euclid(1000))
}

/// Tells whether there is room for a text, with a space on both sides.
fn is_free(placed: &[PlacedGlyph], line: i64, column: i64, glyph: &Glyph) -> bool {
    placed.iter().filter(|other| other.line == line).all(|other| {
        column > other.column + other.glyph.len() || other.column > column + glyph.len()
    })
}

/// Returns the room nearest to a line and a column; `None` if there is none near.
fn nearest_free(
    placed: &[PlacedGlyph],
    line: i64,
    column: i64,
    glyph: &Glyph,
) -> Option<(i64, i64)> {
    // A line is as far away as two columns.
    for far in 0..12 {
        for lines in 0..=far / 2 {
            let columns = far - 2 * lines;
            for (down, across) in
                [(-lines, -columns), (-lines, columns), (lines, -columns), (lines, columns)]
            {
                let (line, column) = (line + down, column + across);
                if column >= 0 && is_free(placed, line, column, glyph) {
                    return Some((line, column));
                }
            }
        }
    }
    None
}

fn paint(placed: &[PlacedGlyph]) -> String {
    let mut diagram = String::new();
    let (mut line, mut used) = (placed.first().map_or(0, |placed| placed.line), 0);
    for PlacedGlyph { line: own, column, glyph } in placed {
        while line < *own {
            diagram.push('\n');
            (line, used) = (line + 1, 0);
        }
        diagram += &" ".repeat((column - used) as usize);
        diagram += &glyph.text;
        used = column + glyph.len();
    }
    diagram.push('\n');
    diagram
}
