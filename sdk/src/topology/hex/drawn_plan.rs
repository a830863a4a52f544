//! Plans of boards that a ruleset draws, with a text for each row.

use super::outline::{self, Plan};
use crate::{Diagnostic, Message, diagnostic};

/// The most cells of a side, as for every shape.
const MOST: usize = 1000;

/// Returns a row with an odd number of blanks between two cells: one, and two more for a hole.
fn respaced(row: &str) -> String {
    let mut spaced = String::new();
    for letter in row.trim_end().chars() {
        let before = spaced.trim_end();
        let blanks = spaced.len() - before.len();
        if letter == '.' && before.ends_with('.') && blanks.is_multiple_of(2) {
            spaced.push(' ');
        }
        spaced.push(letter);
    }
    spaced
}

const SHIFTED: &str = "this cell does not stand between those of the rows beside it";
const RESPACE: &str =
    "leave a blank between two cells, and begin every other row one blank farther right";
/// The most rows of a drawing that a hint shows.
const SHOWN: usize = 9;

/// Returns all rows with blanks between the cells, each in the middle as far as the one above
/// allows.
fn centred(rows: &[String]) -> Vec<String> {
    let spaced: Vec<String> = rows.iter().map(|row| respaced(row).trim().to_owned()).collect();
    let widest = spaced.iter().map(String::len).max().unwrap_or(0);
    let blanks = |row: usize| (widest - spaced[row].len()) / 2 + row;
    let row = |row: usize| {
        let blanks = blanks(row) + (blanks(row) + blanks(0)) % 2 - row;
        [&" ".repeat(blanks), spaced[row].as_str()].concat()
    };
    (0..spaced.len()).map(row).collect()
}

/// Reads a drawing: `.` is a cell, and characters are half a cell wide.
pub(super) fn plan(rows: &[String]) -> Result<Plan, Vec<Diagnostic>> {
    let (mut cells, mut errors) = (Vec::new(), Vec::new());
    let mut parity = None;
    // Counted in bytes, because other characters than spaces and cells are errors anyway.
    if rows.len() > MOST || rows.iter().any(|row| row.len() > 2 * MOST) {
        let what = format!("a drawing has at most {MOST} rows of {MOST} cells");
        return Err(diagnostic::at(["board", "shape", "rows"], "board.rows", what).into());
    }
    let mut shifted = 0;
    for (row, text) in rows.iter().enumerate() {
        let mut is_told = false;
        for (column, (at, letter)) in text.char_indices().enumerate() {
            let path = || diagnostic::path(["board", "shape", "rows"]).index(row);
            let error = |what: String| {
                let found = diagnostic::along(path(), "board.rows", what);
                found.inside(at, at + letter.len_utf8())
            };
            // Each row is shifted by half a cell.
            let (halves, row) = (column as i32, row as i32);
            match letter {
                ' ' => {}
                '.' if (halves - row).rem_euclid(2)
                    == *parity.get_or_insert((halves - row) & 1) =>
                {
                    cells.push([(halves - row).div_euclid(2), row]);
                }
                // One slip shifts all cells after it.
                '.' if std::mem::replace(&mut is_told, true) => {}
                '.' => {
                    shifted += 1;
                    if shifted > 1 {
                        continue;
                    }
                    let (wanted, meant) = (parity.unwrap_or(0), respaced(text));
                    let first = meant.len() - meant.trim_start().len();
                    let is_right = (first as i32 - row).rem_euclid(2) == wanted;
                    let shift = if is_right { "" } else { " " };
                    let hint = format!("{RESPACE}: `\"{shift}{meant}\"`");
                    errors.push(error(SHIFTED.to_owned()).hint(hint));
                }
                other => {
                    errors.push(error(format!(
                        "expected `.` for a cell or a space, found `{other}`"
                    )));
                }
            }
        }
    }
    if shifted > 1 && rows.len() <= SHOWN {
        let what = |it: &Diagnostic| it.what.text.contains(SHIFTED);
        let hint = &mut errors.iter_mut().find(|it| what(it)).expect("it is told").hint;
        let all: Vec<String> = centred(rows).iter().map(|row| format!("\"{row}\"")).collect();
        let text = format!("{RESPACE}: `rows = [{}]`", all.join(", "));
        *hint = Some(Message::new("board.rows.hint", text));
    }
    if cells.is_empty() && errors.is_empty() {
        let what = "the drawing has no cell";
        let found = diagnostic::at(["board", "shape", "rows"], "board.rows", what);
        errors.push(found.hint("draw each cell as `.`, with a space between two"));
    }
    if errors.is_empty() { Ok(outline::free(cells)) } else { Err(errors) }
}
