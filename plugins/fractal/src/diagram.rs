//! The board as text for a terminal.

use boardloom_sdk::topology::subdivision::Tree;

use crate::position::{EMPTY, Position};
use crate::text::SEATS;

/// The most columns and rows that are drawn.
const MAX_COLUMNS: usize = 150;

/// The most vertices that are drawn.
const MAX_VERTICES: u32 = (MAX_COLUMNS * MAX_COLUMNS) as u32;

/// Columns and rows of the vertices, counting only those that have any.
#[derive(Default)]
pub(crate) struct VertexGrid {
    pub columns: usize,
    pub rows: usize,
    /// Column and row of each vertex, from the top left.
    pub at: Vec<(usize, usize)>,
}

/// Makes nearly equal coordinates equal. The offset keeps round numbers away from the
/// borders of rounding.
fn round(x: f64) -> i64 {
    (x * 1e9 + 0.37).floor() as i64
}

fn ranks(mut all: Vec<i64>) -> Vec<i64> {
    all.sort_unstable();
    all.dedup();
    all
}

pub(crate) fn vertex_grid(tree: &Tree) -> VertexGrid {
    let points: Vec<(i64, i64)> = (0..tree.vertices())
        .map(|vertex| tree.point(vertex))
        .map(|(x, y)| (round(x), round(y)))
        .collect();
    let columns = ranks(points.iter().map(|point| point.0).collect());
    let rows = ranks(points.iter().map(|point| point.1).collect());
    let rank = |all: &[i64], x: i64| all.partition_point(|other| *other < x);
    let at = points.iter().map(|(x, y)| (rank(&columns, *x), rank(&rows, *y))).collect();
    VertexGrid { columns: columns.len(), rows: rows.len(), at }
}

/// Draws pieces and empty vertices in their columns and rows, not to scale.
pub(crate) fn draw(position: &Position) -> String {
    let is_small = position.tree.vertices() <= MAX_VERTICES;
    let VertexGrid { columns, rows, at } =
        if is_small { vertex_grid(&position.tree) } else { VertexGrid::default() };
    if !is_small || columns > MAX_COLUMNS {
        let (vertices, empty) = (position.tree.vertices(), position.empty.len());
        return format!("{vertices} vertices, {empty} of them empty: too many to draw here\n");
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
        let line: String = line.into_iter().flat_map(|letter| [letter, ' ']).collect();
        text += line.trim_end();
        text.push('\n');
    }
    text
}
