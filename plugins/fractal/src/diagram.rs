//! The board for a person at a terminal.

use boardloom_sdk::sort::sort;
use boardloom_sdk::topology::subdivision::Tree;

use crate::position::{EMPTY, Position};
use crate::text::SEATS;

/// The widest board that is drawn.
const WIDEST: usize = 150;

/// The most vertices: a square full of them.
const MOST: u32 = (WIDEST * WIDEST) as u32;

/// Where vertices stand among the columns and rows that have any.
#[derive(Default)]
pub(crate) struct Places {
    pub columns: usize,
    pub rows: usize,
    /// Column and row of each vertex, from the top left.
    pub at: Vec<(usize, usize)>,
}

/// Makes nearly equal coordinates equal. What is added keeps the borders away from
/// round numbers.
fn round(x: f64) -> i64 {
    (x * 1e9 + 0.37).floor() as i64
}

fn ranks(mut all: Vec<i64>) -> Vec<i64> {
    sort(&mut all);
    all.dedup();
    all
}

/// Returns where the vertices of a board stand.
pub(crate) fn places(tree: &Tree) -> Places {
    let points: Vec<(i64, i64)> = (0..tree.vertices())
        .map(|vertex| {
            let (x, y) = tree.point(vertex);
            (round(x), round(y))
        })
        .collect();
    let columns = ranks(points.iter().map(|point| point.0).collect());
    let rows = ranks(points.iter().map(|point| point.1).collect());
    let rank = |all: &[i64], x: i64| all.partition_point(|other| *other < x);
    let at = points.iter().map(|(x, y)| (rank(&columns, *x), rank(&rows, *y))).collect();
    Places { columns: columns.len(), rows: rows.len(), at }
}

/// Draws pieces and empty vertices where they stand, not to scale.
pub(crate) fn draw(position: &Position) -> String {
    let known = position.tree.vertices() <= MOST;
    let Places { columns, rows, at } =
        if known { places(&position.tree) } else { Places::default() };
    if !known || columns > WIDEST {
        let (vertices, empty) = (position.tree.vertices(), position.empty.len());
        return format!("{vertices} vertices, {empty} of them empty: too many to be drawn here\n");
    }
    let mut lines = vec![vec![' '; columns]; rows];
    for (vertex, (column, row)) in at.into_iter().enumerate() {
        lines[row][column] = match position.pieces[vertex] {
            EMPTY => '.',
            seat => SEATS[usize::from(seat)],
        };
    }
    let mut text = String::new();
    for line in lines {
        for letter in line {
            text.push(letter);
            text.push(' ');
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}
