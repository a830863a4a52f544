//! Labels of sites.

use super::build::Builder;
use super::{Extra, Labels, Scheme};
use crate::sorting::sort;
use crate::{Diagnostic, Site, diagnostic};

/// Returns the letters of a column: a to z, then aa, ab, ...
pub fn column(mut index: u32) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(b'a' + (index % 26) as u8);
        if index < 26 {
            break;
        }
        index = index / 26 - 1;
    }
    letters.reverse();
    String::from_utf8(letters).expect("letters are ASCII")
}

/// Labels sites, rows and columns by a scheme.
pub(super) struct Labeler {
    /// The scheme.
    pub scheme: Scheme,
    /// Whether rows are numbered from the top instead of from the bottom.
    pub down: bool,
    /// The number of rows.
    pub rows: u32,
}

impl Labeler {
    /// Returns the name of a row, counted from the top; empty if the scheme has no names for rows.
    pub fn row(&self, row: u32) -> String {
        match self.scheme {
            Scheme::A1 if self.down => (row + 1).to_string(),
            Scheme::A1 => (self.rows - row).to_string(),
            Scheme::Diagonals => column(row),
            Scheme::Rows => column(row).to_ascii_uppercase(),
            Scheme::Letters | Scheme::Numbers => String::new(),
        }
    }

    /// Returns the name of a column or diagonal, counted from the left; empty if the scheme has no
    /// names for columns.
    pub fn column(&self, index: u32) -> String {
        match self.scheme {
            Scheme::A1 => column(index),
            Scheme::Diagonals | Scheme::Rows => (index + 1).to_string(),
            Scheme::Letters | Scheme::Numbers => String::new(),
        }
    }

    /// Tells whether columns have names: with a scheme that counts the places of each row, if
    /// those stand in columns.
    pub fn names_columns(&self, board: &Builder, columns: &[u32]) -> bool {
        let counts =
            |row: &Vec<Site>| (0..).zip(row).all(|(place, site)| columns[*site as usize] == place);
        self.scheme != Scheme::Rows || board.topology.rows.iter().all(counts)
    }

    /// Returns the label of a site from its row, its place in the row, its column and its number
    /// by rows, each from 0.
    fn site(&self, row: u32, place: u32, index: u32, number: u32, sites: u32) -> String {
        match self.scheme {
            Scheme::A1 => self.column(index) + &self.row(row),
            Scheme::Diagonals => self.row(row) + &self.column(index),
            Scheme::Rows => format!("{}{}", self.row(row), place + 1),
            Scheme::Letters => letter(number, sites).to_string(),
            Scheme::Numbers => (number + 1).to_string(),
        }
    }

    /// Labels the sites of a board with rows. `columns` holds for each site its column, or its
    /// diagonal if the scheme uses diagonals.
    ///
    /// # Errors
    /// Too many sites for the letters.
    pub fn label(&self, board: &mut Builder, columns: &[u32]) -> Result<(), Vec<Diagnostic>> {
        let sites = columns.len() as u32;
        if self.scheme == Scheme::Letters && sites > LETTERS {
            let what = format!("there are letters for {LETTERS} sites, found {sites} sites");
            return Err(diagnostic::at(["board", "labels"], "board.letters", what)
                .hint("use `\"rows\"` or `\"numbers\"`")
                .into());
        }
        let mut number = 0;
        for row in 0..board.topology.rows.len() {
            for place in 0..board.topology.rows[row].len() {
                let site = board.topology.rows[row][place];
                let index = columns[site as usize];
                board.label(site, self.site(row as u32, place as u32, index, number, sites));
                number += 1;
            }
        }
        Ok(())
    }
}

/// Returns the sites by rows from the top, each from the left, from the position of each site.
pub(super) fn rows_at(positions: impl Iterator<Item = [f64; 2]>) -> Vec<Vec<Site>> {
    // Positions are decimals: a millionth tells them apart.
    let key = |value: f64| (value * 1e6).round() as i64;
    let mut order: Vec<(i64, i64, Site)> =
        (0..).zip(positions).map(|(site, [x, y])| (key(y), key(x), site)).collect();
    sort(&mut order);
    let rows = order.chunk_by(|(y, ..), (below, ..)| y == below);
    rows.map(|row| row.iter().map(|(.., site)| *site).collect()).collect()
}

/// Labels the sites of a board without columns by the scheme in its table, row by row from the
/// top. Without a scheme it keeps the labels.
///
/// # Errors
/// A scheme that needs columns or diagonals, or too many sites for the letters.
pub(super) fn by_rows(board: &mut Builder, extra: &Extra) -> Result<(), Vec<Diagnostic>> {
    let Some(Labels::Scheme(scheme)) = extra.labels else { return Ok(()) };
    if matches!(scheme, Scheme::A1 | Scheme::Diagonals) {
        let what = "this board has no columns that sites could be called by";
        let found = diagnostic::at(["board", "labels"], "board.labels", what);
        let hint = "use `\"rows\"` or `\"numbers\"`, or list the labels one by one";
        return Err(found.hint(hint).into());
    }
    let columns = vec![0; board.topology.labels.len()];
    Labeler { scheme, down: true, rows: board.topology.rows.len() as u32 }.label(board, &columns)
}

/// The most sites that letters can label.
const LETTERS: u32 = 27;

/// Returns the letter of a site: A to Z, and with 27 sites `#` between O and P (Taylor, Projective
/// Hex, 2007).
fn letter(site: Site, sites: u32) -> char {
    const HASH: Site = 15;
    let at = match site {
        HASH if sites == LETTERS => return '#',
        after if sites == LETTERS && after > HASH => after - 1,
        other => other,
    };
    char::from(b'A' + at as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_go_on_after_z() {
        let names: Vec<String> = [0, 25, 26, 51, 52, 701, 702].map(column).to_vec();
        assert_eq!(names, ["a", "z", "aa", "az", "ba", "zz", "aaa"]);
    }

    #[test]
    fn the_twenty_seventh_letter_stands_after_o() {
        let all: String = (0..27).map(|site| letter(site, 27)).collect();
        assert_eq!(all, "ABCDEFGHIJKLMNO#PQRSTUVWXYZ");
        let all: String = (0..26).map(|site| letter(site, 26)).collect();
        assert_eq!(all, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    }
}
