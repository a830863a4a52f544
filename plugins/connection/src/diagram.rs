//! Positions and labels as a picture of characters, laid out as the board is
//! drawn, with the ring of ghosts around it where it has one.

use boardloom_sdk::sort::sort_by;
use boardloom_sdk::topology::Topology;
use boardloom_sdk::{Place, Site};

use crate::game::Connection;
use crate::position::Position;
use crate::text::{NOTHING, letter, rows};

/// What stands for an empty ghost.
const GHOST: char = '~';

/// A text in the picture.
struct Spot {
    /// Row and column, both in thousandths of a cell.
    down: i64,
    across: i64,
    site: Site,
    /// Whether it is a ghost.
    copy: bool,
    text: String,
}

/// A text that has its line and its column.
struct Set {
    line: i64,
    column: i64,
    spot: Spot,
}

/// Draws the stones, a character a cell, ghosts in lower case.
pub fn stones(game: &Connection, position: &Position) -> String {
    let text = |site: Site, copy: bool| {
        let letter = letter(&position.groups, site);
        let letter = match (copy, letter) {
            (true, NOTHING) => GHOST,
            (true, letter) => letter.to_ascii_lowercase(),
            (false, letter) => letter,
        };
        letter.to_string()
    };
    draw(&game.topology, &text)
}

/// Draws the labels, those of ghosts in lower case.
pub fn labels(topology: &Topology) -> String {
    let text = |site: Site, copy: bool| {
        let label = topology.label(site);
        if copy { label.to_ascii_lowercase() } else { label.to_owned() }
    };
    draw(topology, &text)
}

/// Returns the cells line by line as the picture of stones shows them, which are
/// no rows of the board where cells lie anywhere.
pub fn lines(topology: &Topology) -> Vec<Vec<Site>> {
    let Some(set) = set(topology, &|_, _| NOTHING.to_string()) else { return rows(topology) };
    let mut lines: Vec<Vec<Site>> = Vec::new();
    let mut last = None;
    for text in set.iter().filter(|text| !text.spot.copy) {
        match lines.last_mut().filter(|_| last == Some(text.line)) {
            Some(line) => line.push(text.spot.site),
            None => lines.push(vec![text.spot.site]),
        }
        last = Some(text.line);
    }
    lines
}

fn draw(topology: &Topology, text: &dyn Fn(Site, bool) -> String) -> String {
    if let Some(set) = set(topology, text) {
        return paint(&set);
    }
    let mut picture = String::new();
    for row in rows(topology) {
        let cells: Vec<String> = row.iter().map(|site| text(*site, false)).collect();
        picture += &cells.join(" ");
        picture.push('\n');
    }
    picture
}

/// Sets the texts of all cells and ghosts, by lines and columns; none where the
/// board is not flat, or too crowded.
fn set(topology: &Topology, text: &dyn Fn(Site, bool) -> String) -> Option<Vec<Set>> {
    let drawing = topology.drawing(0);
    if drawing.places.iter().any(|place| place.frame.is_some()) {
        return None;
    }
    let spots = |copy: bool| {
        let places = drawing.places.iter().filter(move |place| place.copy == copy);
        places.map(move |place: &Place| Spot {
            down: (place.at.1 * 1000.0) as i64,
            across: (place.at.0 * 1000.0) as i64,
            site: place.site,
            copy,
            text: text(place.site, place.copy),
        })
    };
    let all = || spots(false).chain(spots(true)).collect::<Vec<Spot>>();
    let (left, widest) = all().iter().fold((i64::MAX, 0), |(left, widest), spot| {
        (left.min(spot.across), widest.max(spot.text.chars().count() as i64))
    });
    // Two columns a cell, so that rows can lie half a cell to the side; more where
    // the texts need it.
    let pitch = widest + 1;
    if let Some(set) = exactly(all(), left, pitch) {
        return Some(set);
    }
    // Cells lie anywhere: lines of half a cell, and ghosts where there is room.
    let mut set = Vec::new();
    for spot in spots(false) {
        let (line, column) = near(&spot, left, 2 * pitch);
        if !free(&set, line, column, &spot.text) {
            return None;
        }
        set.push(Set { line, column, spot });
    }
    for spot in spots(true) {
        let (line, column) = near(&spot, left, 2 * pitch);
        let (line, column) = room(&set, line, column, &spot.text)?;
        set.push(Set { line, column, spot });
    }
    sort_by(&mut set, |one, other| (one.line, one.column) < (other.line, other.column));
    Some(set)
}

/// Sets texts that stand in rows, none of which would overlap.
fn exactly(mut spots: Vec<Spot>, left: i64, pitch: i64) -> Option<Vec<Set>> {
    sort_by(&mut spots, |one, other| (one.down, one.across) < (other.down, other.across));
    let mut set: Vec<Set> = Vec::new();
    for spot in spots {
        let mut line = 0;
        let column = ((spot.across - left) * pitch + 500).div_euclid(1000);
        if let Some(last) = set.last() {
            // Rows of hexagons lie 866 apart.
            let on = spot.down - last.spot.down > 400;
            line = last.line + i64::from(on);
            let used = last.column + last.spot.text.chars().count() as i64;
            if !on && (spot.down - last.spot.down > 100 || column <= used) {
                return None;
            }
        }
        set.push(Set { line, column, spot });
    }
    Some(set)
}

/// Returns line and column nearest to where a text belongs.
fn near(spot: &Spot, left: i64, pitch: i64) -> (i64, i64) {
    ((spot.down + 250).div_euclid(500), ((spot.across - left) * pitch + 500).div_euclid(1000))
}

/// Tells whether nothing stands where a text would, nor directly beside it.
fn free(set: &[Set], line: i64, column: i64, text: &str) -> bool {
    let length = |text: &str| text.chars().count() as i64;
    set.iter().filter(|other| other.line == line).all(|other| {
        column > other.column + length(&other.spot.text) || other.column > column + length(text)
    })
}

/// Returns the free place nearest to a line and a column; none where there is none
/// near.
fn room(set: &[Set], line: i64, column: i64, text: &str) -> Option<(i64, i64)> {
    // A line is as far away as two columns.
    for far in 0..12 {
        for lines in 0..=far / 2 {
            let columns = far - 2 * lines;
            for (down, across) in
                [(-lines, -columns), (-lines, columns), (lines, -columns), (lines, columns)]
            {
                if column + across >= 0 && free(set, line + down, column + across, text) {
                    return Some((line + down, column + across));
                }
            }
        }
    }
    None
}

fn paint(set: &[Set]) -> String {
    let mut picture = String::new();
    let (mut line, mut used) = (set.first().map_or(0, |text| text.line), 0);
    for text in set {
        while line < text.line {
            picture.push('\n');
            (line, used) = (line + 1, 0);
        }
        picture += &" ".repeat((text.column - used) as usize);
        picture += &text.spot.text;
        used = text.column + text.spot.text.chars().count() as i64;
    }
    picture.push('\n');
    picture
}
