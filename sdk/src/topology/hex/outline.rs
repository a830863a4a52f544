//! The cells, corners and sides of the shapes.

use super::{Outline, Sizes, drawn_plan};
use crate::topology::Scheme;
use crate::topology::lattice::{Cell, ROW, less, plus};
use crate::{Diagnostic, diagnostic};

/// The most cells that a board may have.
const MOST: u64 = 1_000_000;

/// The plan of a shape.
pub(in crate::topology) struct Plan {
    /// By rows from the top, each from the left.
    pub cells: Vec<Cell>,
    /// With names, some empty, clockwise from the upper left.
    pub corners: Vec<(&'static str, Cell)>,
    /// With names, clockwise from the top.
    pub sides: Vec<(&'static str, Vec<Cell>)>,
    /// Whether columns are counted along rows instead of along the lattice.
    straight: bool,
}

impl Plan {
    /// Returns for each site its column, or its diagonal if the scheme uses diagonals, from 0.
    pub fn columns(&self, scheme: Scheme) -> Vec<u32> {
        let column = |cell: &Cell| match scheme {
            Scheme::Diagonals => cell[0] + cell[1],
            _ if self.straight => cell[0] + cell[1].div_euclid(2),
            _ => cell[0],
        };
        let least = self.cells.iter().map(column).min().unwrap_or(0);
        self.cells.iter().map(|cell| (column(cell) - least) as u32).collect()
    }

    /// Returns the direction of a column or diagonal at its upper end: right and up.
    pub fn upward(&self, scheme: Scheme) -> (f64, f64) {
        match scheme {
            Scheme::Diagonals => (0.5, ROW),
            _ if self.straight => (0.0, ROW),
            _ => (-0.5, ROW),
        }
    }
}

/// Returns the cell of a rectangle whose odd rows are shifted to the right.
pub(super) fn offset(column: i32, row: i32) -> Cell {
    [column - row.div_euclid(2), row]
}

impl Outline {
    /// Returns the default label scheme.
    pub(super) fn scheme(&self) -> Scheme {
        match self {
            Outline::Rhombus(_) | Outline::Rectangle(_) => Scheme::A1,
            Outline::Hexagon(_) | Outline::Triangle(_) | Outline::Rows(_) => Scheme::Diagonals,
        }
    }

    /// Returns the name of the shape in a ruleset.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Outline::Hexagon(_) => "hexagon",
            Outline::Rhombus(_) => "rhombus",
            Outline::Triangle(_) => "triangle",
            Outline::Rectangle(_) => "rectangle",
            Outline::Rows(_) => "rows",
        }
    }

    /// Returns cells, corners and sides.
    pub(super) fn plan(&self) -> Result<Plan, Vec<Diagnostic>> {
        match self {
            Outline::Hexagon(sizes) => Ok(hexagon(&self.sides(sizes)?)),
            Outline::Rhombus(sizes) => {
                let [w, h] = self.pair(sizes)?;
                let mut plan = hexagon(&[w, h, 1, w, h, 1]);
                let named = ["top-left", "top-right", "bottom-right", "bottom-left"];
                plan.keep(
                    &[0, 1, 3, 4],
                    &named,
                    &[(0, "top"), (1, "right"), (3, "bottom"), (4, "left")],
                );
                Ok(plan)
            }
            Outline::Triangle(sizes) => {
                let &[side] = sizes.numbers() else { return Err(self.size_error("one number")) };
                self.limit(&[side])?;
                let mut plan = hexagon(&[1, side, 1, side, 1, side]);
                plan.keep(&[0, 2, 4], &["", "", ""], &[(1, "right"), (3, "bottom"), (5, "left")]);
                Ok(plan)
            }
            Outline::Rectangle(sizes) => Ok(rectangle(self.pair(sizes)?)),
            Outline::Rows(rows) => drawn_plan::plan(rows),
        }
    }

    fn error(&self, what: String) -> Diagnostic {
        diagnostic::at(["board", "shape", self.name()], "board.shape", what)
    }

    fn size_error(&self, numbers: &str) -> Vec<Diagnostic> {
        vec![self.error(format!("a {} has {numbers}", self.name()))]
    }

    /// Refuses sizes that are zero or too large.
    fn limit(&self, sizes: &[u32]) -> Result<(), Vec<Diagnostic>> {
        let most = u64::from(sizes.iter().copied().max().unwrap_or(0));
        if sizes.contains(&0) || most > 1000 {
            let what = "sides are counted in cells, from 1 to 1000".to_owned();
            return Err(self.error(what).into());
        }
        Ok(())
    }

    pub(super) fn pair(&self, sizes: &Sizes) -> Result<[u32; 2], Vec<Diagnostic>> {
        self.limit(sizes.numbers())?;
        match *sizes.numbers() {
            [side] => Ok([side, side]),
            [width, height] => Ok([width, height]),
            _ => Err(self.size_error("one number for both sides, or columns and rows")),
        }
    }

    /// Returns all six sides of a hexagon.
    pub(super) fn sides(&self, sizes: &Sizes) -> Result<[u32; 6], Vec<Diagnostic>> {
        self.limit(sizes.numbers())?;
        let sides = match *sizes.numbers() {
            [side] => [side; 6],
            [one, other] => [one, other, one, other, one, other],
            [a, b, c] => [a, b, c, a, b, c],
            [a, b, c, d, e, f] => [a, b, c, d, e, f],
            _ => return Err(self.size_error("one, two, three or six sides")),
        };
        let [a, b, c, d, e, f] = sides.map(i64::from);
        let (left, upper) = (a + b - d, c + d - a);
        if (left, upper) != (e, f) {
            let what = format!("these sides do not close: after {a}, {b}, {c}, {d} the others");
            let found = if left > 0 && upper > 0 {
                let hint = format!("`hexagon = [{a}, {b}, {c}, {d}, {left}, {upper}]` closes");
                self.error(format!("{what} are {left} and {upper}, found {e} and {f}")).hint(hint)
            } else {
                let hint = format!("`hexagon = [{a}, {b}, {c}]` closes: opposite sides are equal");
                self.error(format!("{what} cannot meet")).hint(hint)
            };
            return Err(found.into());
        }
        let around = (a + f - 1).max(d + c - 1) as u64;
        if around * (b + c - 1) as u64 > MOST {
            let what = format!("a board has at most {MOST} cells");
            return Err(self.error(what).into());
        }
        Ok(sides)
    }
}

impl Plan {
    /// Keeps these corners and sides, with names.
    fn keep(&mut self, corners: &[usize], names: &[&'static str], sides: &[(usize, &'static str)]) {
        let kept = corners.iter().zip(names).map(|(at, name)| (*name, self.corners[*at].1));
        self.corners = kept.collect();
        let kept = sides.iter().map(|(at, name)| (*name, self.sides[*at].1.clone()));
        self.sides = kept.collect();
    }
}

/// Returns the hexagon with these sides, clockwise from the top. They must close.
pub(in crate::topology) fn hexagon(sides: &[u32; 6]) -> Plan {
    let [top, upper_right, lower_right, _, _, upper_left] = sides.map(|side| side as i32 - 1);
    let mut cells = Vec::new();
    for row in 0..=upper_right + lower_right {
        let left = upper_left - row.min(upper_left);
        let right = upper_left + top - (row - upper_right).max(0);
        cells.extend((left..=right).map(|column| [column, row]));
    }
    // Sides run to the right, the lower right, the lower left and so on.
    const ALONG: [Cell; 6] = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];
    const NAMES: [&str; 6] =
        ["top", "upper-right", "lower-right", "bottom", "lower-left", "upper-left"];
    let (mut corners, mut named, mut at) = (Vec::new(), Vec::new(), [upper_left, 0]);
    for side in 0..6 {
        corners.push(("", at));
        let mut line = vec![at];
        for _ in 1..sides[side] {
            at = plus(at, ALONG[side]);
            line.push(at);
        }
        named.push((NAMES[side], line));
    }
    debug_assert_eq!(less(at, [upper_left, 0]), [0, 0], "the sides close");
    Plan { cells, corners, sides: named, straight: false }
}

fn rectangle([width, height]: [u32; 2]) -> Plan {
    let (right, bottom) = (width as i32 - 1, height as i32 - 1);
    let row = |row: i32| (0..=right).map(|column| offset(column, row)).collect::<Vec<_>>();
    let column = |column: i32| (0..=bottom).map(|row| offset(column, row)).collect::<Vec<_>>();
    let mut cells = Vec::new();
    for at in 0..=bottom {
        cells.extend(row(at));
    }
    let corners = vec![
        ("top-left", offset(0, 0)),
        ("top-right", offset(right, 0)),
        ("bottom-right", offset(right, bottom)),
        ("bottom-left", offset(0, bottom)),
    ];
    let sides = vec![
        ("top", row(0)),
        ("right", column(right)),
        ("bottom", row(bottom)),
        ("left", column(0)),
    ];
    Plan { cells, corners, sides, straight: true }
}

/// Returns a plan of these cells, with sides but without corners.
pub(super) fn free(cells: Vec<Cell>) -> Plan {
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for cell in &cells {
        match rows.last_mut() {
            Some(row) if row[0][1] == cell[1] => row.push(*cell),
            _ => rows.push(vec![*cell]),
        }
    }
    let ends = |last: bool| {
        let end = |row: &Vec<Cell>| row[if last { row.len() - 1 } else { 0 }];
        rows.iter().map(end).collect::<Vec<_>>()
    };
    let sides = vec![
        ("top", rows.first().cloned().unwrap_or_default()),
        ("right", ends(true)),
        ("bottom", rows.last().cloned().unwrap_or_default()),
        ("left", ends(false)),
    ];
    Plan { cells, corners: Vec::new(), sides, straight: false }
}
