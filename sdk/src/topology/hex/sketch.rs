//! Boards drawn in the ruleset, a text for each row.

use super::outline::{self, Plan};
use crate::{Diagnostic, problem};

/// The most cells from one side of a drawing to the other, as of every shape.
const MOST: usize = 1000;

/// Reads a drawing: `.` is a cell, and characters are half a cell wide.
pub(super) fn plan(rows: &[String]) -> Result<Plan, Vec<Diagnostic>> {
    let (mut cells, mut faults) = (Vec::new(), Vec::new());
    let mut parity = None;
    // In bytes: what is no space and no cell is at fault anyway.
    if rows.len() > MOST || rows.iter().any(|row| row.len() > 2 * MOST) {
        let what = format!("a drawing has at most {MOST} rows of {MOST} cells");
        return Err(problem::at(["board", "shape", "rows"], "board.rows", what).into());
    }
    for (row, text) in rows.iter().enumerate() {
        for (column, (at, letter)) in text.char_indices().enumerate() {
            let path = || problem::path(["board", "shape", "rows"]).index(row);
            let mut fault = |what: String| {
                let found = problem::along(path(), "board.rows", what);
                faults.push(found.inside(at, at + letter.len_utf8()));
            };
            // Every row lies half a cell beside the one above.
            let (halves, row) = (column as i32, row as i32);
            match letter {
                ' ' => {}
                '.' if (halves - row).rem_euclid(2)
                    == *parity.get_or_insert((halves - row) & 1) =>
                {
                    cells.push([(halves - row).div_euclid(2), row]);
                }
                '.' => fault("this cell does not stand between those of the rows beside it".into()),
                other => fault(format!("expected `.` for a cell or a space, found `{other}`")),
            }
        }
    }
    if cells.is_empty() && faults.is_empty() {
        let what = "the drawing has no cell";
        let found = problem::at(["board", "shape", "rows"], "board.rows", what);
        faults.push(found.hint("draw each cell as `.`, with a space between two"));
    }
    if faults.is_empty() { Ok(outline::free(cells)) } else { Err(problem::finish(faults)) }
}
