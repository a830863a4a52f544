//! The board of Projective Hex: a hexagon of hexagons with sides of n and n + 1 in turn. Each edge
//! is joined to its opposite, flipped end to end (Taylor and Hoey; Taylor, Projective Hex,
//! rec.games.abstract 2007).

mod sphere;

use schemars::JsonSchema;
use serde::Deserialize;

use super::build::Builder;
use super::{Extra, Scheme, hex};
use crate::{BoardView, Diagnostic, Message, diagnostic};

/// The `[board]` table of `topology = "projective-hex"`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProjectiveHex {
    /// The shorter side in cells: there are 3 n^2 cells.
    #[schemars(range(min = 1, max = 30))]
    pub n: u32,
}

impl ProjectiveHex {
    /// Begins the topology. Headings start at the upper right and go clockwise. Sites are numbered
    /// by rows from the top. From n = 2 on, six cells have only five neighbours: two of their
    /// headings lead to the same one.
    ///
    /// There are three views: the flat board; two copies of it joined along an edge, on which a
    /// loop is a line from a cell to its copy; and the sphere, on which every cell occurs twice,
    /// on opposite sides.
    ///
    /// # Errors
    /// A side out of range.
    pub(super) fn builder(&self, extra: &Extra) -> Result<Builder, Vec<Diagnostic>> {
        let n = self.n;
        if !(1..=30).contains(&n) {
            let what = format!("expected a side from 1 to 30, found {n}");
            return Err(diagnostic::at(["board", "n"], "board.side", what).into());
        }
        let sides = [n, n + 1, n, n + 1, n, n + 1];
        let plan = hex::hexagon(&sides);
        let maps = hex::flip_maps(&sides, &plan);
        // There are enough letters up to n = 3.
        let scheme = if n <= 3 { Scheme::Letters } else { Scheme::Rows };
        let (lattice, mut board) = hex::begin(&plan, &maps, scheme, extra)?;
        let unrolled = lattice.unroll(&mut board, &maps[1]);
        board.topology.views.push((view("unrolled", "Unrolled", 2), unrolled));
        let sphere = sphere::draw(&lattice, &board, n);
        board.topology.views.push((view("sphere", "Sphere", 3), sphere));
        Ok(board)
    }
}

fn view(id: &str, name: &str, dimensions: u8) -> BoardView {
    BoardView { id: id.to_owned(), name: Message::new(format!("view.{id}"), name), dimensions }
}
