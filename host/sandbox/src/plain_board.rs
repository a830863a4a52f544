//! The board of a plugin that does not draw: a fact of `about` names it.

use boardloom_contract::{
    About, BoardView, Caption, Extent, Mark, Message, Patch, Place, Point, Site, TouchedSites,
};

/// The fact that names the board.
pub const FACT: &str = "board";
/// The most columns and rows.
const LONGEST: u32 = 500;
/// The role of all places.
const CELL: &str = "cell";

/// A drawing of squares or hexagons in columns and rows.
#[derive(Debug)]
pub struct PlainBoard {
    drawing: Patch,
}

impl PlainBoard {
    /// Reads the fact, and adds the view and the role of the drawing to `about`.
    pub fn new(about: &mut About) -> Result<Self, String> {
        let expected = format!(
            "expected the interface `board`, or the fact `{FACT}` as `squares 8x8` or \
             `hexagons 11x11` (up to {LONGEST}x{LONGEST})"
        );
        let text = about.facts.iter().find(|(name, _)| name == FACT).map(|(_, value)| value);
        let text = text.ok_or_else(|| format!("{expected}, found neither"))?;
        let (cells, columns, rows) =
            read(text).ok_or_else(|| format!("{expected}, found {text:?}"))?;
        let drawing = draw(cells, columns, rows);
        about.views = vec![BoardView {
            id: "flat".to_owned(),
            name: Message::new("view.flat", "Board"),
            dimensions: 2,
        }];
        if about.roles.is_empty() {
            about.roles = vec![CELL.to_owned()];
        }
        Ok(PlainBoard { drawing })
    }

    pub fn sites(&self) -> Site {
        self.drawing.places.len() as Site
    }

    pub fn extent(&self) -> Extent {
        self.drawing.extent(0)
    }

    pub fn beyond(&self, beyond: Extent, limit: u32) -> Patch {
        self.drawing.beyond(beyond, limit)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cells {
    Squares,
    /// In a rhombus: each row begins half a cell further right than the one above it.
    Hexagons,
}

fn read(text: &str) -> Option<(Cells, u32, u32)> {
    let (cells, size) = text.split_once(' ')?;
    let cells = match cells {
        "squares" => Cells::Squares,
        "hexagons" => Cells::Hexagons,
        _ => return None,
    };
    let (columns, rows) = size.split_once('x')?;
    let number = |text: &str| {
        let digits = text.bytes().all(|digit| digit.is_ascii_digit());
        text.parse().ok().filter(|number| digits && (1..=LONGEST).contains(number))
    };
    Some((cells, number(columns)?, number(rows)?))
}

fn draw(cells: Cells, columns: u32, rows: u32) -> Patch {
    let shape = match cells {
        Cells::Squares => {
            [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map(|(x, y)| (x, y, 0.0)).to_vec()
        }
        Cells::Hexagons => (0..6).map(hexagon_corner).collect(),
    };
    // Row 1 is the lowest; y runs down.
    let middle = |column: i64, row: i64| -> Point {
        let (x, down) = (column as f64, (i64::from(rows) - 1 - row) as f64);
        match cells {
            Cells::Squares => (x, down, 0.0),
            Cells::Hexagons => (x + down / 2.0, down * 0.75_f64.sqrt(), 0.0),
        }
    };
    let sites = (0..i64::from(rows)).flat_map(|row| (0..i64::from(columns)).map(move |c| (c, row)));
    let places = (0..).zip(sites).map(|(site, (column, row))| Place {
        site,
        copy: false,
        frame: None,
        at: middle(column, row),
        shape: Some(0),
        label: format!("{}{}", letters(column as u32), row + 1),
        role: 0,
    });
    let caption = |at, text| Caption { frame: None, at, text };
    let below = (0..i64::from(columns)).map(|c| caption(middle(c, -1), letters(c as u32)));
    let beside = (0..i64::from(rows)).map(|row| caption(middle(-1, row), (row + 1).to_string()));
    Patch {
        shapes: vec![shape],
        places: places.collect(),
        captions: below.chain(beside).collect(),
        ..Patch::default()
    }
}

/// Returns a corner of a hexagon that stands on a corner and is 1 wide.
fn hexagon_corner(number: u32) -> Point {
    let side = 1.0 / 3.0_f64.sqrt();
    let (x, y) = [(0.0, -1.0), (0.5, -0.5), (0.5, 0.5), (0.0, 1.0), (-0.5, 0.5), (-0.5, -0.5)]
        [number as usize];
    (x, y * side, 0.0)
}

/// Returns `a` to `z`, then `aa` and so on.
fn letters(column: u32) -> String {
    let last = char::from(b'a' + (column % 26) as u8);
    match column / 26 {
        0 => last.to_string(),
        more => format!("{}{last}", letters(more - 1)),
    }
}

/// Returns the marks of the last step.
pub fn last_marks(TouchedSites { from, to }: &TouchedSites) -> Vec<Mark> {
    let sites = [("last-from", from), ("last-to", to)].into_iter().filter(|(_, it)| !it.is_empty());
    let mark = |(role, sites): (&str, &Vec<Site>)| Mark {
        role: role.to_owned(),
        sites: sites.clone(),
        joined: false,
        seat: None,
        text: None,
    };
    sites.map(mark).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_and_drawn() {
        for wrong in ["", "squares", "squares 0x3", "squares 3x+3", "circles 3x3", "squares 501x1"]
        {
            assert_eq!(read(wrong), None, "{wrong}");
        }
        assert_eq!(read("hexagons 11x9"), Some((Cells::Hexagons, 11, 9)));
        let board = draw(Cells::Squares, 3, 2);
        let labels: Vec<&str> = board.places.iter().map(|place| place.label.as_str()).collect();
        assert_eq!(labels, ["a1", "b1", "c1", "a2", "b2", "c2"]);
        assert_eq!((board.places[0].at, board.places[5].at), ((0.0, 1.0, 0.0), (2.0, 0.0, 0.0)));
        assert_eq!(board.captions.len(), 5);
        // Neighbours in a row and across rows share an edge.
        let hexagons = draw(Cells::Hexagons, 2, 2);
        let at = |site: usize| hexagons.places[site].at;
        let distance = |a: Point, b: Point| (a.0 - b.0).hypot(a.1 - b.1);
        for (one, other) in [(0, 1), (0, 2), (0, 3), (1, 3), (2, 3)] {
            let far = distance(at(one), at(other));
            assert!((far - 1.0).abs() < 1e-9, "{one} {other} {far}");
        }
        assert_eq!(
            (letters(0), letters(25), letters(26), letters(701)),
            ("a".to_owned(), "z".to_owned(), "aa".to_owned(), "zz".to_owned())
        );
    }
}
