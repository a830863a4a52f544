//! Squares in rows and columns, with edges that can be glued.

use schemars::JsonSchema;
use serde::Deserialize;

use super::build::Builder;
use super::{Extra, Step, Topology, column};
use crate::{Caption, Diagnostic, Line, Paint, Site, problem};

/// Which squares count as adjacent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Adjacency {
    /// Squares that share an edge.
    #[default]
    Orthogonal,
    /// Squares that share an edge or a corner.
    King,
}

/// Which edges of a board are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Glue {
    /// None.
    #[default]
    None,
    /// Left to right.
    Cylinder,
    /// Left to right and top to bottom.
    Torus,
    /// Left to right, upside down.
    Mobius,
    /// Top to bottom straight, left to right upside down.
    Klein,
    /// Left to right upside down and top to bottom mirrored.
    Projective,
}

impl Glue {
    /// Tells for an axis (0 is left and right) whether its edges are joined, and
    /// whether the other coordinate flips on the way across.
    fn axis(self, axis: usize) -> Option<bool> {
        match (self, axis) {
            (Glue::Cylinder, 0) | (Glue::Torus, _) | (Glue::Klein, 1) => Some(false),
            (Glue::Mobius | Glue::Klein, 0) | (Glue::Projective, _) => Some(true),
            _ => None,
        }
    }
}

/// The `[board]` table of `topology = "grid"`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Grid {
    /// Columns.
    #[schemars(range(min = 1, max = 1000))]
    pub width: u32,
    /// Rows.
    #[schemars(range(min = 1, max = 1000))]
    pub height: u32,
    /// Which squares count as adjacent. Rules that depend on it set their own
    /// default.
    #[serde(default)]
    pub adjacency: Option<Adjacency>,
    /// Which edges are joined.
    #[serde(default)]
    pub glue: Glue,
}

/// Steps along the headings: up, and on clockwise. The even ones share an edge.
const STEPS: [(i64, i64); 8] =
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

impl Grid {
    /// Makes the topology with nothing beside it: see
    /// [`Board::topology`](super::Board::topology).
    ///
    /// # Errors
    /// Edges that cannot be joined.
    pub fn topology(&self, default: Adjacency) -> Result<Topology, Vec<Diagnostic>> {
        let extra = Extra::default();
        self.builder(default, &extra)?.finish(&extra)
    }

    /// Begins the topology. The headings are up and on clockwise, eight with king
    /// adjacency and four without; sites are numbered by rows from the top left.
    ///
    /// # Errors
    /// Edges that cannot be joined.
    pub(super) fn builder(
        &self,
        default: Adjacency,
        _: &Extra,
    ) -> Result<Builder, Vec<Diagnostic>> {
        let (width, height) = (i64::from(self.width), i64::from(self.height));
        let mut faults = Vec::new();
        for (axis, key, size) in [(0, "width", width), (1, "height", height)] {
            if self.glue.axis(axis).is_some() && size < 3 {
                faults.push(
                    problem::at(["board", key], "board.narrow", format!(
                        "a board with joined edges needs at least 3 squares across, found {size}"
                    ))
                    .hint("make the board larger or set `glue = \"none\"`"),
                );
            }
        }
        if !faults.is_empty() {
            return Err(problem::finish(faults));
        }
        let stride = match self.adjacency.unwrap_or(default) {
            Adjacency::Orthogonal => 2,
            Adjacency::King => 1,
        };
        let headings = 8 / stride;
        let mut board = Builder::new(self.width * self.height, headings as u8);
        for y in 0..height {
            for x in 0..width {
                board.label((y * width + x) as Site, format!("{}{}", column(x as u32), height - y));
                for heading in 0..headings {
                    if let Some(step) = self.walk(x, y, heading * stride, stride) {
                        board.step((y * width + x) as Site, heading as u8, step);
                    }
                }
            }
        }
        board.rows =
            (0..self.height).map(|y| (y * self.width..(y + 1) * self.width).collect()).collect();
        self.name_regions(&mut board);
        self.draw(&mut board);
        Ok(board)
    }

    /// Returns one step on, across glued edges. `heading` is one of eight, the
    /// answer's counts in units of `stride`.
    fn walk(&self, x: i64, y: i64, heading: usize, stride: usize) -> Option<Step> {
        let size = [i64::from(self.width), i64::from(self.height)];
        let delta = STEPS[heading];
        let (mut at, mut way) = ([x + delta.0, y + delta.1], [delta.0, delta.1]);
        let (mut class, mut flip) = (0u8, 0u8);
        for axis in 0..2 {
            if (0..size[axis]).contains(&at[axis]) {
                continue;
            }
            let flips = self.glue.axis(axis)?;
            at[axis] = at[axis].rem_euclid(size[axis]);
            if flips {
                flip += 1;
                at[1 - axis] = size[1 - axis] - 1 - at[1 - axis];
                way[1 - axis] = -way[1 - axis];
            }
            // On the projective plane both edges are one class.
            class ^= if self.glue == Glue::Projective { 1 } else { 1 << axis };
        }
        // A flip can carry the other coordinate out only over a corner, where it
        // was out already and has just been brought back.
        let inside = (0..2).all(|axis| (0..size[axis]).contains(&at[axis]));
        if !inside {
            return None;
        }
        // Over a corner of the projective plane a diagonal leads back to where it
        // began: only two squares meet there.
        if at == [x, y] {
            return None;
        }
        let turned = STEPS.iter().position(|step| *step == (way[0], way[1]));
        let turned = turned.expect("mirroring a step gives a step");
        Some(Step {
            site: (at[1] * size[0] + at[0]) as Site,
            heading: (turned / stride) as u8,
            class,
            flip: flip % 2 != 0,
        })
    }

    fn name_regions(&self, board: &mut Builder) {
        let (width, height) = (self.width, self.height);
        let (right, bottom) = (width - 1, height - 1);
        let at = |x: u32, y: u32| y * width + x;
        let corners = [
            ("top-left", at(0, 0)),
            ("top-right", at(right, 0)),
            ("bottom-left", at(0, bottom)),
            ("bottom-right", at(right, bottom)),
        ];
        for (name, site) in corners {
            board.region(name, vec![site]);
            board.region_add("corners", site);
        }
        let sides: [(&str, Vec<Site>); 4] = [
            ("top", (0..width).map(|x| at(x, 0)).collect()),
            ("right", (0..height).map(|y| at(right, y)).collect()),
            ("bottom", (0..width).map(|x| at(x, bottom)).collect()),
            ("left", (0..height).map(|y| at(0, y)).collect()),
        ];
        for (name, sites) in sides {
            for site in &sites {
                board.region_add("edges", *site);
            }
            board.region(name, sites);
        }
        let middle = |size: u32| [(size - 1) / 2, size / 2];
        for y in middle(height) {
            for x in middle(width) {
                board.region_add("center", at(x, y));
            }
        }
    }

    fn draw(&self, board: &mut Builder) {
        let (width, height) = (self.width, self.height);
        let square = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
        let shape = board.shape(square.map(|(x, y)| (x, y, 0.0)).to_vec());
        for site in 0..width * height {
            let (x, y) = (f64::from(site % width) + 0.5, f64::from(site / width) + 0.5);
            board.place(site, (x, y, 0.0), Some(shape));
        }
        for x in 0..width {
            for y in [-0.4, f64::from(height) + 0.4] {
                board.caption((f64::from(x) + 0.5, y, 0.0), column(x));
            }
        }
        for y in 0..height {
            for x in [-0.4, f64::from(width) + 0.4] {
                board.caption((x, f64::from(y) + 0.5, 0.0), (height - y).to_string());
            }
        }
        self.draw_seams(board);
    }

    /// Marks the edges that are joined, a number for each pair, with points in
    /// the order in which the two sides meet.
    fn draw_seams(&self, board: &mut Builder) {
        let (w, h) = (f64::from(self.width), f64::from(self.height));
        let sides = [
            [[(0.0, 0.0), (0.0, h)], [(w, 0.0), (w, h)]],
            [[(0.0, 0.0), (w, 0.0)], [(0.0, h), (w, h)]],
        ];
        for (axis, [one, mut other]) in sides.into_iter().enumerate() {
            let Some(flips) = self.glue.axis(axis) else { continue };
            if flips {
                other.reverse();
            }
            let role = board.role(if flips { "seam-flipped" } else { "seam" });
            for side in [one, other] {
                let points = side.map(|(x, y)| (x, y, 0.0)).to_vec();
                let group = axis as u16 + 1;
                let paint = Paint::Stroke;
                board.line(Line { frame: None, role, points, closed: false, paint, group });
            }
        }
    }
}

/// Texts beside the board.
pub(super) fn caption(at: (f64, f64, f64), text: String) -> Caption {
    Caption { frame: None, at, text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::{Board, Shape};

    fn board(grid: Grid, blocked: &[&str]) -> Result<Topology, Vec<Diagnostic>> {
        let blocked = blocked.iter().map(|name| (*name).to_owned()).collect();
        let extra = Extra { blocked, ..Extra::default() };
        Board { shape: Shape::Grid(grid), extra }.topology(Adjacency::King)
    }

    fn grid(width: u32, height: u32, glue: Glue) -> Topology {
        let grid = Grid { width, height, adjacency: None, glue };
        board(grid, &[]).expect("a good board")
    }

    const ALL: [Glue; 6] =
        [Glue::None, Glue::Cylinder, Glue::Torus, Glue::Mobius, Glue::Klein, Glue::Projective];

    #[test]
    fn stepping_there_and_back_returns_with_the_heading_turned() {
        for glue in ALL {
            for (width, height) in [(3, 3), (7, 7), (8, 5), (4, 9)] {
                let board = grid(width, height, glue);
                for site in 0..board.sites() {
                    for heading in 0..8 {
                        let Some(step) = board.step(site, heading) else { continue };
                        let back = board.step(step.site, (step.heading + 4) % 8);
                        let back = back.unwrap_or_else(|| panic!("{glue:?} one way only"));
                        assert_eq!(
                            (back.site, back.class, (back.heading + 4) % 8),
                            (site, step.class, heading),
                            "{glue:?} {width}x{height} {}",
                            board.label(site)
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn labels_run_from_the_bottom_left() {
        let board = grid(7, 7, Glue::None);
        assert_eq!((board.label(0), board.label(48)), ("a7", "g1"));
        assert_eq!(board.site("g7"), Some(6));
        assert_eq!(board.select("top-right"), Some(vec![6]));
        assert_eq!(board.regions()["corners"], [0, 6, 42, 48]);
        assert_eq!(board.regions()["center"], [24]);
    }

    #[test]
    fn distances_are_those_of_a_king() {
        let board = grid(7, 7, Glue::None);
        let (near, far) = (board.ring::<1>(1), board.ring::<1>(2));
        assert_eq!((near[0].len(), far[0].len()), (3, 5));
        assert_eq!((near[24].len(), far[24].len()), (8, 16));
        assert_eq!(board.within::<1>(2)[24], near[24] | far[24]);
        let torus = grid(8, 8, Glue::Torus);
        assert!(torus.ring::<1>(1).iter().all(|ring| ring.len() == 8));
        assert!(torus.ring::<1>(2).iter().all(|ring| ring.len() == 16));
    }

    #[test]
    fn rays_end_at_the_edge_or_at_home() {
        let plain = grid(7, 7, Glue::None);
        assert_eq!(plain.ray(0, 2).count(), 6);
        let torus = grid(7, 7, Glue::Torus);
        assert_eq!(torus.ray(0, 2).count(), 6);
        // Across a Moebius seam twice: both rows, then home.
        let mobius = grid(7, 7, Glue::Mobius);
        assert_eq!(mobius.ray(0, 2).count(), 13);
    }

    #[test]
    fn faults_say_where() {
        let grid = Grid { width: 2, height: 7, adjacency: None, glue: Glue::Torus };
        let faults = board(grid.clone(), &["z9"]).unwrap_err();
        assert_eq!(faults[0].path.len(), 2);
        let faults = board(Grid { width: 5, ..grid }, &["z9"]).unwrap_err();
        assert!(faults[0].what.text.contains("`z9`"), "{faults:?}");
    }
}
