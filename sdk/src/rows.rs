//! Positions as rows of characters, with digits for empty sites: `x5o/7/2-1-2`.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::diagnostic;
use crate::topology::Topology;
use crate::{Diagnostic, Message, Site};

/// Writes rows from the top, `/` between them, runs of empty sites (`None`) as
/// numbers.
pub fn write(topology: &Topology, at: impl Fn(Site) -> Option<char>) -> String {
    let row = |row: &Vec<Site>| write_row(&mut row.iter().map(|site| at(*site)));
    topology.rows().iter().map(row).collect::<Vec<_>>().join("/")
}

/// Writes letters, with runs of `None` as numbers.
pub fn write_row(letters: &mut dyn Iterator<Item = Option<char>>) -> String {
    let (mut text, mut empty) = (String::new(), 0u32);
    for letter in letters.map(Some).chain([None]) {
        if letter == Some(None) {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &empty.to_string();
            empty = 0;
        }
        text.extend(letter.flatten());
    }
    text
}

/// Draws the rows for a terminal, centred, with row labels at the left. If all rows have the same
/// length, column labels stand below.
pub fn diagram(topology: &Topology, at: impl Fn(Site) -> char) -> String {
    let widest = topology.rows().iter().map(Vec::len).max().unwrap_or(0);
    let rank = |label: &str| label.trim_start_matches(|c: char| c.is_alphabetic()).to_owned();
    let ranks: Vec<String> = topology
        .rows()
        .iter()
        .map(|row| row.first().map(|site| rank(topology.label(*site))).unwrap_or_default())
        .collect();
    let margin = ranks.iter().map(String::len).max().unwrap_or(0);
    let mut text = String::new();
    for (row, rank) in topology.rows().iter().zip(&ranks) {
        text += &format!("{rank:>margin$} {}", " ".repeat(widest - row.len()));
        for site in row {
            text.push(' ');
            text.push(at(*site));
        }
        text.push('\n');
    }
    if topology.rows().iter().all(|row| row.len() == widest) {
        text += &" ".repeat(margin + 1);
        for column in 0..widest {
            let name = crate::topology::column(column as u32);
            text += &format!(" {}", &name[name.len() - 1..]);
        }
        text.push('\n');
    }
    text
}

/// The rows of a start position in a ruleset: a list of strings, or one string with a line for each
/// row, or `/` between them as in positions.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected rows as a list of strings or as one string")]
#[schemars(inline)]
pub enum Rows {
    /// One string for each row.
    List(Vec<String>),
    /// A drawing in one string, in lines or with `/` between the rows. Lines without a character are
    /// no rows.
    Drawing(String),
}

impl Rows {
    /// Returns the rows from the top.
    pub fn lines(&self) -> Vec<&str> {
        match self {
            Rows::List(rows) => rows.iter().map(String::as_str).collect(),
            Rows::Drawing(text) => {
                let rows = text.lines().flat_map(|line| line.split('/'));
                rows.filter(|row| !row.trim().is_empty()).collect()
            }
        }
    }

    /// Returns an error at the sign of a site at `setup.rows`, or `None` if the rows show nothing
    /// there.
    pub fn diagnostic_at(&self, topology: &Topology, site: Site, what: &str) -> Option<Diagnostic> {
        let refuse = |at: Site, _| if at == site { Err(what.to_owned()) } else { Ok(()) };
        let errors = read_all(topology, self.lines().into_iter(), refuse);
        let error = errors.into_iter().find(|error| error.what == what)?;
        Some(self.diagnostic(error))
    }

    /// Returns the error of a ruleset with these rows at `setup.rows`.
    pub fn diagnostic(&self, error: RowError) -> Diagnostic {
        let path = diagnostic::path(["setup", "rows"]);
        // Other errors name their row.
        let place = match error.len {
            1 if !error.what.starts_with("row ") => {
                format!(" (row {}, letter {})", error.row + 1, error.letter)
            }
            _ => String::new(),
        };
        let what = format!("{}{place}", error.what);
        let lines = self.lines();
        let Some(line) = lines.get(error.row).filter(|_| error.len > 0) else {
            return diagnostic::along(path, "setup.rows", what);
        };
        match self {
            Rows::List(_) => diagnostic::along(path.index(error.row), "setup.rows", what)
                .inside(error.at, error.at + error.len),
            Rows::Drawing(text) => {
                let start = line.as_ptr() as usize - text.as_ptr() as usize + error.at;
                diagnostic::along(path, "setup.rows", what).inside(start, start + error.len)
            }
        }
    }
}

/// Returns the part of a drawn row without its label, the number with which [`diagram`] begins a
/// row. Boards as text have it behind the row too.
fn without_label(text: &str, sites: usize) -> &str {
    let mut words = text.split_whitespace();
    let label = words.next().unwrap_or_default();
    let (count, last) = (words.clone().count(), words.last());
    let is_number = !label.is_empty() && label.chars().all(|it| it.is_ascii_digit());
    let inner = &text.trim()[label.len()..];
    match is_number {
        true if count == sites => inner,
        true if count == sites + 1 && last == Some(label) => &inner[..inner.len() - label.len()],
        _ => text,
    }
}

/// Tells whether a line below the rows holds the labels of the columns: `a b c`.
fn is_column_labels(text: &str) -> bool {
    text.split_whitespace().count() > 1
        && text.split_whitespace().zip('a'..='z').all(|(word, letter)| word == letter.to_string())
}

/// Reads rows and calls `put` for every character that stands for something on a site. Digits are
/// a number of empty sites, `.` is one, and spaces are skipped. Labels of rows and columns as
/// [`diagram`] writes them may stand beside the rows.
///
/// # Errors
/// The first of too many or too few rows or sites, and of the errors of `put`, with row and column.
pub fn read<'a>(
    topology: &Topology,
    rows: impl Iterator<Item = &'a str>,
    put: impl FnMut(Site, char) -> Result<(), String>,
) -> Result<(), RowError> {
    read_all(topology, rows, put).into_iter().next().map_or(Ok(()), Err)
}

/// As [`read`], but goes on after an error, and returns all of them.
pub fn read_all<'a>(
    topology: &Topology,
    rows: impl Iterator<Item = &'a str>,
    mut put: impl FnMut(Site, char) -> Result<(), String>,
) -> Vec<RowError> {
    let (mut read, mut errors) = (0, Vec::new());
    let mut rows = rows.peekable();
    // One text for a whole board, whose rows stand behind each other.
    if let Some(error) = rows.peek().and_then(|first| joined_rows(first, topology.rows().len())) {
        return vec![error];
    }
    let is_above = |whole: &&str| topology.rows().len() > 1 && is_column_labels(whole);
    rows.next_if(is_above);
    for (index, whole) in rows.enumerate() {
        let Some(row) = topology.rows().get(index) else {
            if index > topology.rows().len() || !is_column_labels(whole) {
                let all = topology.rows().len();
                let what = format!("expected {all} rows, found row {}", index + 1);
                errors.push(RowError { row: index, at: 0, len: whole.len(), letter: 1, what });
                break;
            }
            continue;
        };
        read += 1;
        read_row(row, (whole, index, topology.rows().len()), &mut put, &mut errors);
    }
    // A letter that is not known is told once.
    let mut letters = BTreeSet::new();
    errors.retain(|error| error.len != 1 || letters.insert(error.what.clone()));
    // If no row fits, the drawing is that of another board: the first row tells.
    let is_of_size = |error: &RowError| error.what.starts_with("row ");
    if read > 1 && errors.iter().filter(|error| is_of_size(error)).count() == read {
        let mut told = false;
        errors.retain(|error| !is_of_size(error) || !std::mem::replace(&mut told, true));
    } else if read < topology.rows().len() {
        let what = missing(topology.rows().len(), read);
        errors.push(RowError { row: read.saturating_sub(1), at: 0, len: 0, letter: 1, what });
    }
    errors
}

/// Returns the error of a first row that has all rows, with another sign than a line's end between
/// them.
fn joined_rows(first: &str, rows: usize) -> Option<RowError> {
    let at = first.bytes().position(|it| matches!(it, b',' | b';' | b'|'))?;
    let sign = char::from(first.as_bytes()[at]);
    if rows < 2 || first.bytes().filter(|it| *it == sign as u8).count() + 1 != rows {
        return None;
    }
    let what = format!("row 1 has all rows: in one text a `/` stands between rows, not `{sign}`");
    Some(RowError { row: 0, at, len: 1, letter: at + 1, what })
}

/// Reads a row by its text, its index and the number of all rows.
fn read_row(
    row: &[Site],
    (whole, index, last): (&str, usize, usize),
    put: &mut impl FnMut(Site, char) -> Result<(), String>,
    errors: &mut Vec<RowError>,
) {
    let letter_of = |at: usize| whole[..at].chars().filter(|it| !it.is_whitespace()).count() + 1;
    let error =
        |at: usize, what: String| RowError { row: index, at, len: 1, letter: letter_of(at), what };
    let text = without_label(whole, row.len());
    let offset = text.as_ptr() as usize - whole.as_ptr() as usize;
    let mut column = 0usize;
    let told = errors.len();
    let mut chars = text.char_indices().map(|(at, letter)| (at + offset, letter)).peekable();
    while let Some((at, letter)) = chars.next() {
        let is_full = column == row.len();
        match letter {
            ' ' | '\t' => {}
            '.' => column += 1,
            '0'..='9' => {
                let mut run = letter as usize - '0' as usize;
                while let Some((_, digit)) = chars.next_if(|(_, next)| next.is_ascii_digit()) {
                    run = (run * 10 + digit as usize - '0' as usize).min(100_000);
                }
                column += run;
            }
            _ => {
                if let Some(site) = row.get(column) {
                    errors.extend(put(*site, letter).err().map(|what| error(at, what)));
                }
                column += 1;
            }
        }
        if column > row.len() {
            // A sign that stands for nothing is counted too.
            if errors.len() > told {
                return;
            }
            // As many signs as sites: a digit was meant as a piece.
            let signs = || text.char_indices().filter(|(_, it)| !it.is_whitespace());
            let digit = signs().find(|(_, it)| matches!(it, '2'..='4'));
            let is_drawn =
                text.contains('.') || signs().filter(|it| it.1.is_ascii_digit()).count() > 1;
            if let Some((at, digit)) = digit.filter(|_| is_drawn && signs().count() == row.len())
                && let Some(Err(what)) = row.first().map(|site| put(*site, digit))
            {
                errors.push(error(at + offset, format!("{what}, as digits count empty sites")));
                return;
            }
            let more = format!("row {} has more than {} sites", index + 1, row.len());
            // Positions go on behind a blank.
            let is_behind = whole[..at].ends_with(' ') && index + 1 == last;
            let has_digits = text.contains(|letter: char| letter.is_ascii_digit());
            let more = match is_behind && is_full {
                true => format!("{more}: rows are the board alone, without whose turn it is"),
                false if has_digits => format!("{more}: digits count empty sites"),
                false => more,
            };
            errors.push(error(at, more));
            return;
        }
    }
    if column < row.len() {
        let is_spaced = whole.trim().contains("  ") || whole.trim().is_empty();
        let empty = match is_spaced || text.contains("00") {
            true => "an empty site is `.`, and spaces do not count",
            false => "digits count empty sites",
        };
        let what = format!("row {} has {column} sites, expected {}: {empty}", index + 1, row.len());
        errors.push(RowError { row: index, at: 0, len: whole.len(), letter: 1, what });
    }
}

/// Signs that authors write for walls in rows of games where no sign stands for one.
const WALLS: [char; 6] = ['#', '-', '@', '%', '\u{2588}', '\u{25a0}'];

/// The sites of a drawing that were meant as walls.
#[derive(Debug, Default)]
pub struct DrawnWalls(Vec<String>);

impl DrawnWalls {
    /// Notes a letter that stands for no piece, if it is a usual sign of walls.
    pub fn note(&mut self, topology: &Topology, site: Site, letter: char) {
        if WALLS.contains(&letter) {
            self.0.push(format!("\"{}\"", topology.label(site)));
        }
    }

    /// Returns how to write walls, for the error of one of their letters, whose text ends with
    /// ``found `#` ``.
    pub fn hint(&self, error: &RowError) -> Option<String> {
        let is_wall = WALLS.iter().any(|sign| error.what.ends_with(&format!("found `{sign}`")));
        let more = if self.0.len() > SHOWN { ", ..." } else { "" };
        let labels = self.0[..self.0.len().min(SHOWN)].join(", ");
        (is_wall && !self.0.is_empty()).then(|| {
            format!(
                "walls stand in `[board]`: `blocked = [{labels}{more}]`; in rows they are empty, `.`"
            )
        })
    }
}

/// How many sites a hint lists.
const SHOWN: usize = 8;

/// Lists letters in a message: `x o`.
pub fn letters<'a>(letters: impl IntoIterator<Item = &'a char>) -> String {
    let letters: Vec<String> = letters.into_iter().map(char::to_string).collect();
    letters.join(" ")
}

/// Returns the message for missing rows, if `found` rows of `all` were given.
pub fn missing(all: usize, found: usize) -> String {
    format!("expected {all} rows, found {found}: those from row {} on are missing", found + 1)
}

/// An error in rows, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowError {
    /// The row from the top, from 0.
    pub row: usize,
    /// The first byte within it.
    pub at: usize,
    /// The number of bytes; 0 if rows are missing.
    pub len: usize,
    /// The number of its first character, from 1, without spaces.
    pub letter: usize,
    /// The expected and the found text.
    pub what: String,
}

impl From<RowError> for Message {
    fn from(error: RowError) -> Message {
        let text = match error.len {
            0 => error.what,
            _ => format!("row {}, character {}: {}", error.row + 1, error.at + 1, error.what),
        };
        Message::new("read.rows", text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::{Adjacency, Glue, Grid};

    fn board() -> Topology {
        let grid = Grid { width: 12, height: 2, adjacency: None, glue: Glue::None };
        grid.topology(Adjacency::King).expect("a good board")
    }

    #[test]
    fn rows_come_back() {
        for text in ["12/12", "x10o/5-6", "xxxxxxxxxxxx/11o"] {
            let mut found = [None; 24];
            read(&board(), text.split('/'), |site, letter| {
                found[site as usize] = Some(letter);
                Ok(())
            })
            .expect("good rows");
            assert_eq!(write(&board(), |site| found[site as usize]), text);
        }
    }

    #[test]
    fn drawings_are_rows_too() {
        let found = |text: &str| {
            let mut found = [None; 24];
            let rows = Rows::Drawing(text.to_owned());
            let put = |site: Site, letter| {
                found[site as usize] = Some(letter);
                Ok(())
            };
            read(&board(), rows.lines().into_iter(), put).expect("good rows");
            write(&board(), |site| found[site as usize])
        };
        let plain = "x..........o/11x";
        assert_eq!(found("x . . . . . . . . . . o\n 11x\n\n"), "x10o/11x");
        assert_eq!(found(&plain.replace('/', "\n")), "x10o/11x");
        let mut sites = [None; 24];
        (sites[0], sites[23]) = (Some('x'), Some('o'));
        let drawn = diagram(&board(), |site| sites[site as usize].unwrap_or('.'));
        assert_eq!(found(&drawn), "x11/11o");
        let columns = "  a b c d e f g h i j k l";
        let shown =
            format!("{columns}\n2 x{} 2\n1{} o 1\n{columns}", " .".repeat(11), " .".repeat(11));
        assert_eq!(found(&shown), "x11/11o");
        let rows = Rows::Drawing("\n12\n.?10\n".to_owned());
        let wrong = read(&board(), rows.lines().into_iter(), |_, _| Err("expected x".into()));
        let error = rows.diagnostic(wrong.unwrap_err());
        assert_eq!(error.what.text, "expected x (row 2, letter 2)");
        assert_eq!(error.inside, Some((5, 6)));
    }

    #[test]
    fn errors_have_locations() {
        let error = |text: &str| {
            read(&board(), text.split('/'), |_, letter| match letter {
                'x' => Ok(()),
                _ => Err("expected x".into()),
            })
            .unwrap_err()
        };
        // Missing rows have no place.
        let short = "expected 2 rows, found 1: those from row 2 on are missing";
        assert_eq!(Message::from(error("12")).text, short);
        assert!(Message::from(error("12/1")).text.starts_with("row 2, character 1: row 2 has 1 "));
        assert_eq!(error("12/12/1").row, 2);
        assert_eq!(
            error("12/5?6"),
            RowError { row: 1, at: 1, len: 1, letter: 2, what: "expected x".into() }
        );
        let long = "row 1 has more than 12 sites: digits count empty sites";
        assert_eq!(error("13/12").what, long);
        assert_eq!(error("12x/12").at, 2);
        assert!(error("x3/12").what.starts_with("row 1 has 4 sites, expected 12"));
        assert!(error("99999999999999999999/12").what.contains("more than 12"));
    }

    #[test]
    fn all_errors_are_told() {
        let put = |_, letter| if letter == 'x' { Ok(()) } else { Err("expected x".to_owned()) };
        let found = read_all(&board(), "x?10/11/3".split('/'), put);
        let told: Vec<(usize, usize)> = found.iter().map(|error| (error.row, error.at)).collect();
        assert_eq!(told, [(0, 1), (1, 0), (2, 0)]);
    }
}
