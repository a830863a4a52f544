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

/// A text in the picture: row and column, both in thousandths of a cell, and
/// whether it is a ghost's.
struct Spot {
    down: i64,
    across: i64,
    text: String,
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

fn draw(topology: &Topology, text: &dyn Fn(Site, bool) -> String) -> String {
    let drawing = topology.drawing(0);
    let flat = drawing.places.iter().all(|place| place.frame.is_none());
    // As it stands; where cells lie anywhere, in rows half a cell high, which may
    // leave no room for ghosts.
    let tries: &[(i64, bool)] = if flat { &[(1, true), (500, true), (500, false)] } else { &[] };
    for (step, ghosts) in tries {
        let places = drawing.places.iter().filter(|place| *ghosts || !place.copy);
        let spots = places.map(|place: &Place| Spot {
            down: ((place.at.1 * 1000.0) as i64 + step / 2).div_euclid(*step) * step,
            across: (place.at.0 * 1000.0) as i64,
            text: text(place.site, place.copy),
        });
        let mut spots: Vec<Spot> = spots.collect();
        sort_by(&mut spots, |one, other| (one.down, one.across) < (other.down, other.across));
        if let Some(picture) = paint(&spots, if *step == 1 { 1 } else { 2 }) {
            return picture;
        }
    }
    let mut picture = String::new();
    for row in rows(topology) {
        let cells: Vec<String> = row.iter().map(|site| text(*site, false)).collect();
        picture += &cells.join(" ");
        picture.push('\n');
    }
    picture
}

/// Returns the picture, or none where texts would overlap; `wide` times as wide as
/// cells in even rows need.
fn paint(spots: &[Spot], wide: i64) -> Option<String> {
    let left = spots.iter().map(|spot| spot.across).min()?;
    let widest = spots.iter().map(|spot| spot.text.chars().count()).max()?;
    // Two columns a cell, so that rows can lie half a cell to the side; more where
    // the texts need it.
    let pitch = (widest + 1) as i64 * wide;
    let mut picture = String::new();
    let (mut line, mut down) = (String::new(), spots[0].down);
    for spot in spots {
        // Rows of hexagons lie 866 apart.
        if spot.down - down > 400 {
            picture += line.trim_end();
            picture.push('\n');
            line.clear();
        } else if !line.is_empty() && spot.down - down > 100 {
            return None;
        }
        down = if line.is_empty() { spot.down } else { down };
        let column = ((spot.across - left) * pitch + 500).div_euclid(1000) as usize;
        let used = line.chars().count();
        if column < used + usize::from(used > 0) {
            return None;
        }
        line += &" ".repeat(column - used);
        line += &spot.text;
    }
    picture += line.trim_end();
    picture.push('\n');
    Some(picture)
}
