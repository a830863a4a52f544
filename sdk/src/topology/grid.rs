//! Boards of squares in rows and columns, with edges that can be glued.

use schemars::JsonSchema;
use serde::Deserialize;

use super::build::Builder;
use super::labels::Labeler;
use super::lattice::{Cell, Lattice, LatticeMap, Linear, SQUARES, STRAIGHT, TOUCHING};
use super::{Extra, Labels, Scheme, Topology, border};
use crate::{Caption, Diagnostic, Site, diagnostic};

/// The adjacency of squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Adjacency {
    /// Squares that share an edge.
    #[default]
    Orthogonal,
    /// Squares that share an edge or a corner.
    King,
}

/// The answer to joined edges that no value joins.
const ONE_PAIR: &str =
    "`\"cylinder\"` joins left and right; to join top and bottom, exchange columns and rows";

/// The joined edges of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(extend(
    "x-words" = {
        "horizontal": "cylinder", "left-right": "cylinder", "left right": "cylinder",
        "right left": "cylinder", "wrap": "torus", "wraparound": "torus", "donut": "torus",
        "left right top bottom": "torus", "top bottom left right": "torus"
    },
    "x-hints" = {
        "vertical": ONE_PAIR, "top-bottom": ONE_PAIR, "bottom-top": ONE_PAIR,
        "top bottom": ONE_PAIR, "bottom top": ONE_PAIR
    },
    "x-otherwise" = "a sphere and other surfaces are polygons with joined sides: \
        `topology = \"polygon\"` and, for a sphere, `word = \"a a'\"`"
))]
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
    /// Returns whether the other coordinate flips across the joined edges of an axis (0 is left
    /// and right); `None` if they are not joined.
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
    /// The adjacency of squares. Rules that depend on it set their own default.
    #[serde(default)]
    pub adjacency: Option<Adjacency>,
    /// The edges that are joined.
    #[serde(default)]
    #[schemars(extend("examples" = ["torus"]))]
    pub glue: Glue,
}

impl Grid {
    /// Makes the topology without the keys that all topologies share: see
    /// [`Board::topology`](super::Board::topology).
    ///
    /// # Errors
    /// Edges that cannot be joined.
    pub fn topology(&self, default: Adjacency) -> Result<Topology, Vec<Diagnostic>> {
        let extra = Extra::default();
        self.builder(default, &extra)?.finish(&extra)
    }

    /// Begins the topology. Headings start at up and go clockwise: eight with king adjacency, four
    /// without. Sites are numbered by rows from the top left.
    ///
    /// # Errors
    /// Edges that cannot be joined.
    pub(super) fn builder(
        &self,
        default: Adjacency,
        extra: &Extra,
    ) -> Result<Builder, Vec<Diagnostic>> {
        let (width, height) = (i64::from(self.width), i64::from(self.height));
        let mut errors = Vec::new();
        for (axis, key, size) in [(0, "width", width), (1, "height", height)] {
            if self.glue.axis(axis).is_some() && size < 3 {
                errors.push(
                    diagnostic::at(["board", key], "board.narrow", format!(
                        "a board with joined edges needs at least 3 squares across, found {size}"
                    ))
                    .hint("make the board larger or set `glue = \"none\"`"),
                );
            }
        }
        diagnostic::check(errors)?;
        let mesh = match self.adjacency.unwrap_or(default) {
            Adjacency::Orthogonal => &SQUARES,
            Adjacency::King => &TOUCHING,
        };
        let sites = 0..self.width * self.height;
        let cell = |site: Site| [(site % self.width) as i32, (site / self.width) as i32];
        let lattice = Lattice::new(mesh, sites.clone().map(cell).collect(), &self.maps());
        let mut board = lattice.builder();
        let labeler = Labeler { scheme: self.scheme(extra)?, down: false, rows: self.height };
        let columns: Vec<u32> = sites.map(|site| site % self.width).collect();
        labeler.label(&mut board, &columns)?;
        self.name_regions(&mut board);
        board.region("center", lattice.center());
        let rings = extra.ghosts.unwrap_or(1);
        lattice.draw(&mut board, rings);
        self.caption(&mut board, &labeler, f64::from(rings));
        Ok(board)
    }

    fn scheme(&self, extra: &Extra) -> Result<Scheme, Vec<Diagnostic>> {
        match extra.labels {
            Some(Labels::Scheme(Scheme::Diagonals)) => {
                let what = "diagonals have numbers on hexagons, found squares";
                Err(diagnostic::at(["board", "labels"], "board.labels", what)
                    .hint("use `\"a1\"` or `\"rows\"`")
                    .into())
            }
            Some(Labels::Scheme(scheme)) => Ok(scheme),
            _ => Ok(Scheme::A1),
        }
    }

    /// Returns the maps of squares beyond the left edge and beyond the top to squares of the
    /// board.
    fn maps(&self) -> Vec<LatticeMap> {
        let (right, bottom) = (self.width as i32 - 1, self.height as i32 - 1);
        // If mirrored, the first cell of one side is beside the last of the other.
        let beyond: [(Cell, Linear, Cell, Cell); 2] = [
            ([-1, 0], UPSIDE_DOWN, [right, 0], [right, bottom]),
            ([0, -1], MIRRORED, [0, bottom], [right, bottom]),
        ];
        let mut maps = Vec::new();
        for (axis, (from, mirror, straight, flipped)) in beyond.into_iter().enumerate() {
            // On the projective plane both edges are one class.
            let class = if self.glue == Glue::Projective { 1 } else { 1 << axis };
            match self.glue.axis(axis) {
                Some(false) => maps.push(LatticeMap::with_image(STRAIGHT, from, straight, class)),
                Some(true) => maps.push(LatticeMap::with_image(mirror, from, flipped, class)),
                None => {}
            }
        }
        maps
    }

    fn name_regions(&self, board: &mut Builder) {
        let (width, height) = (self.width, self.height);
        let (right, bottom) = (width - 1, height - 1);
        let at = |x: u32, y: u32| y * width + x;
        let corners = [
            ("top-left", at(0, 0)),
            ("top-right", at(right, 0)),
            ("bottom-right", at(right, bottom)),
            ("bottom-left", at(0, bottom)),
        ];
        let sides = [
            ("top", (0..width).map(|x| at(x, 0)).collect()),
            ("right", (0..height).map(|y| at(right, y)).collect()),
            ("bottom", (0..width).map(|x| at(x, bottom)).collect()),
            ("left", (0..height).map(|y| at(0, y)).collect()),
        ];
        border::name_regions(board, &corners, &sides);
    }

    /// Writes names of columns and rows beside the board, beyond its ghosts.
    fn caption(&self, board: &mut Builder, labeler: &Labeler, rings: f64) {
        const AWAY: f64 = 0.4;
        let beyond = |axis: usize| AWAY + self.glue.axis(axis).map_or(0.0, |_| rings);
        for x in 0..self.width {
            for y in [-beyond(1), f64::from(self.height) + beyond(1)] {
                board.caption((f64::from(x) + 0.5, y, 0.0), labeler.column(x));
            }
        }
        for y in 0..self.height {
            for x in [-beyond(0), f64::from(self.width) + beyond(0)] {
                board.caption((x, f64::from(y) + 0.5, 0.0), labeler.row(y));
            }
        }
    }
}

/// The linear map that swaps left and right.
const MIRRORED: Linear = [[-1, 0], [0, 1]];
/// The linear map that swaps up and down.
const UPSIDE_DOWN: Linear = [[1, 0], [0, -1]];

/// Texts beside the board.
pub(super) fn caption(at: (f64, f64, f64), text: String) -> Caption {
    Caption { frame: None, at, text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::{Board, BoardShape};

    fn board(grid: Grid, blocked: &[&str]) -> Result<Topology, Vec<Diagnostic>> {
        let blocked = blocked.iter().map(|name| (*name).to_owned()).collect();
        let extra = Extra { blocked, ..Extra::default() };
        Board { shape: BoardShape::Grid(grid), extra }.topology(Adjacency::King)
    }

    fn grid(width: u32, height: u32, glue: Glue) -> Topology {
        let grid = Grid { width, height, adjacency: None, glue };
        board(grid, &[]).expect("a good board")
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
    fn captions_name_every_square_by_its_scheme() {
        let squares =
            BoardShape::Grid(Grid { width: 3, height: 2, adjacency: None, glue: Glue::None });
        let extra = Extra { labels: Some(Labels::Scheme(Scheme::Rows)), ..Extra::default() };
        let board =
            Board { shape: squares, extra }.topology(Adjacency::King).expect("a good board");
        let captions: Vec<&str> =
            board.drawing(0).captions.iter().map(|caption| caption.text.as_str()).collect();
        assert_eq!(captions.join(" "), "1 1 2 2 3 3 A A B B");
        assert_eq!(board.label(4), "B2");
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
    fn errors_have_locations() {
        let grid = Grid { width: 2, height: 7, adjacency: None, glue: Glue::Torus };
        let errors = board(grid.clone(), &["z9"]).unwrap_err();
        assert_eq!(errors[0].path.len(), 2);
        let errors = board(Grid { width: 5, ..grid }, &["z9"]).unwrap_err();
        assert!(errors[0].what.text.contains("`z9`"), "{errors:?}");
    }
}
