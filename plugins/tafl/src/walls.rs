//! The rows of sites along the edge, for shieldwalls.

use boardloom_sdk::topology::Topology;

use crate::ground::{self, At, Lists, NOWHERE};

/// A place in a row: which row, and where in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    /// Which row.
    pub row: u16,
    /// Where in it.
    pub at: u16,
}

/// A row of sites along one side of the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The sites in order.
    pub sites: Vec<At>,
    /// What lies in front of each, away from the edge.
    pub fronts: Vec<At>,
    /// Whether the last is beside the first.
    pub closed: bool,
}

impl Row {
    /// Returns the place beside another, or none at an end.
    pub fn beside(&self, at: usize, on: bool) -> Option<usize> {
        let len = self.sites.len();
        match (on, at) {
            (true, at) if at + 1 < len => Some(at + 1),
            (false, at) if at > 0 => Some(at - 1),
            (true, _) => self.closed.then_some(0),
            (false, _) => self.closed.then_some(len - 1),
        }
    }
}

/// The rows of a board.
#[derive(Debug, Clone)]
pub struct Walls {
    /// All of them.
    pub rows: Vec<Row>,
    /// By site: where it stands in rows, twice at a corner.
    pub spots: Lists<Spot>,
    /// By site: which places it lies in front of.
    pub faced: Lists<Spot>,
}

/// Headings of a board of squares.
const SQUARE: u8 = 4;

/// Tells whether rows along the edge mean something: on boards of squares with an
/// edge.
pub fn possible(topology: &Topology) -> bool {
    topology.headings() == SQUARE && !ground::rim(topology).is_empty()
}

impl Walls {
    /// Finds the rows, where they are wanted.
    pub fn new(topology: &Topology, wanted: bool) -> Walls {
        let mut rows: Vec<Row> = Vec::new();
        if wanted && possible(topology) {
            let mut known = vec![0u8; topology.sites() as usize];
            for site in 0..topology.sites() {
                for outwards in 0..SQUARE {
                    if edge(topology, site, outwards) && known[site as usize] >> outwards & 1 == 0 {
                        rows.push(row(topology, site, outwards, &mut known));
                    }
                }
            }
        }
        let spots = |of: fn(&Row) -> &[At]| {
            Lists::new(topology.sites(), |site| {
                let mut spots = Vec::new();
                for (index, row) in rows.iter().enumerate() {
                    for (at, own) in of(row).iter().enumerate() {
                        if u32::from(*own) == site {
                            spots.push(Spot { row: index as u16, at: at as u16 });
                        }
                    }
                }
                spots
            })
        };
        let (on, faced) = (spots(|row| &row.sites), spots(|row| &row.fronts));
        Walls { spots: on, faced, rows }
    }
}

fn edge(topology: &Topology, site: u32, outwards: u8) -> bool {
    topology.step(site, outwards).is_none()
}

/// Returns the next site along the edge, turned to by so many quarters from
/// outwards, and where outwards is there.
fn next(topology: &Topology, site: u32, outwards: u8, turn: u8) -> Option<(u32, u8)> {
    let step = topology.step(site, (outwards + turn) % SQUARE)?;
    let back = if step.flip { turn } else { SQUARE - turn };
    let outwards = (step.heading + back) % SQUARE;
    edge(topology, step.site, outwards).then_some((step.site, outwards))
}

fn row(topology: &Topology, site: u32, outwards: u8, known: &mut [u8]) -> Row {
    // To the first of the row, or once around.
    let (mut first, mut closed) = ((site, outwards), false);
    let mut turn = 3;
    while let Some(before) = next(topology, first.0, first.1, turn) {
        if before == (site, outwards) || first.0 == before.0 {
            closed = true;
            break;
        }
        if flips(topology, first, turn) {
            turn = SQUARE - turn;
        }
        first = before;
    }
    let mut row = Row { sites: Vec::new(), fronts: Vec::new(), closed };
    let (mut at, mut turn) = (Some(first), SQUARE - turn);
    while let Some((site, outwards)) = at {
        if known[site as usize] >> outwards & 1 != 0 {
            break;
        }
        known[site as usize] |= 1 << outwards;
        row.sites.push(site as At);
        let front = topology.step(site, (outwards + 2) % SQUARE);
        row.fronts.push(front.map_or(NOWHERE, |front| front.site as At));
        at = next(topology, site, outwards, turn);
        if flips(topology, (site, outwards), turn) {
            turn = SQUARE - turn;
        }
    }
    row
}

/// Tells whether the step along the edge crosses a flipped edge, beyond which
/// clockwise is the other way.
fn flips(topology: &Topology, (site, outwards): (u32, u8), turn: u8) -> bool {
    topology.step(site, (outwards + turn) % SQUARE).is_some_and(|step| step.flip)
}

#[cfg(test)]
mod tests {
    use boardloom_sdk::topology::{Adjacency, Board};

    use super::*;

    fn rows(glue: &str) -> Vec<(usize, bool)> {
        let board = format!(r#"{{"topology": "tafl", "size": 7, "glue": "{glue}"}}"#);
        let board: Board = serde_json::from_str(&board).expect("a board");
        let topology = board.topology(Adjacency::Orthogonal).expect("a good board");
        let walls = Walls::new(&topology, true);
        for row in &walls.rows {
            for (site, front) in row.sites.iter().zip(&row.fronts) {
                let near = topology.adjacent(u32::from(*site)).iter();
                assert!(near.clone().any(|link| link.step.site == u32::from(*front)), "{glue}");
            }
        }
        walls.rows.iter().map(|row| (row.sites.len(), row.closed)).collect()
    }

    #[test]
    fn every_side_is_a_row() {
        assert_eq!(rows("none"), [(7, false); 4]);
        assert_eq!(rows("cylinder"), [(7, true); 2]);
        assert_eq!(rows("mobius"), [(14, true)]);
        assert_eq!(rows("torus"), []);
    }
}
