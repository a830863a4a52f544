//! Square boards with throne, corners and camps.

use schemars::JsonSchema;
use serde::Deserialize;

use super::build::Builder;
use super::{Adjacency, Extra, Glue, Grid};
use crate::{Diagnostic, diagnostic};

/// The `[board]` table of `topology = "tafl"`: squares that share an edge are
/// adjacent, those that share a corner diagonal.
///
/// The special squares are regions: `throne`, `corners`, `camps` (all of them) and `camp-1`,
/// `camp-2`, ... A board without them lacks the region. Their roles are `throne`, `corner` and
/// `camp`.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tafl {
    /// Squares along a side: an odd number, so that there is one in the middle.
    #[schemars(range(min = 5, max = 19))]
    pub size: u32,
    /// The throne: whether the middle square is one, or a list of squares.
    #[serde(default)]
    pub throne: Special,
    /// The corners: whether the four corners are special squares, or a list of squares.
    #[serde(default)]
    pub corners: Special,
    /// The camps, each as a list of squares.
    #[serde(default)]
    #[schemars(extend("examples" = [[["from d9 to f9", "e8"], ["from d1 to f1", "e2"]]]))]
    pub camps: Vec<Vec<String>>,
    /// Whether the squares along the edges have the role `edge`, for games in which the king
    /// escapes there.
    #[serde(default)]
    pub edges: bool,
    /// The edges that are joined.
    #[serde(default)]
    #[schemars(extend("examples" = ["cylinder"]))]
    pub glue: Glue,
}

/// Special squares of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Special {
    /// The usual ones, or none.
    Usual(bool),
    /// These squares.
    Listed(Vec<String>),
}

impl Default for Special {
    fn default() -> Self {
        Special::Usual(true)
    }
}

/// Returns the name of a camp's region.
fn camp(index: usize) -> String {
    format!("camp-{}", index + 1)
}

impl Tafl {
    /// Begins the topology. Sites and headings are those of a grid.
    ///
    /// # Errors
    /// A size without a middle square, edges that cannot be joined.
    pub(super) fn builder(&self, extra: &Extra) -> Result<Builder, Vec<Diagnostic>> {
        let (size, glue) = (self.size, self.glue);
        if size % 2 == 0 {
            let what = format!("expected an odd number, found {size}: the middle is one square");
            return Err(diagnostic::at(["board", "size"], "board.size", what).into());
        }
        let grid = Grid { width: size, height: size, adjacency: None, glue };
        let mut board = grid.builder(Adjacency::Orthogonal, extra)?;
        if self.edges {
            board.paint("edges", "edge");
        }
        let kinds = [
            ("throne", "throne", &self.throne, "center"),
            ("corners", "corner", &self.corners, "corners"),
        ];
        for (key, role, special, middle) in kinds {
            let path = diagnostic::path(["board", key]);
            match special {
                Special::Usual(true) => {
                    let sites = board.topology.regions[middle].clone();
                    board.region(key, sites);
                }
                Special::Usual(false) => {
                    board.topology.regions.remove(key);
                    continue;
                }
                Special::Listed(texts) => board.region_listed(key, texts, path),
            }
            board.paint(key, role);
        }
        for (index, texts) in self.camps.iter().enumerate() {
            let path = diagnostic::path(["board", "camps"]).index(index);
            board.region_listed(&camp(index), texts, path);
        }
        if !self.camps.is_empty() {
            let all: Vec<String> = (0..self.camps.len()).map(camp).collect();
            board.region_listed("camps", &all, diagnostic::path(["board", "camps"]));
            board.paint("camps", "camp");
        }
        Ok(board)
    }
}

#[cfg(test)]
mod tests {
    use crate::Diagnostic;
    use crate::topology::{Adjacency, Board, Topology};

    fn board(json: &str) -> Result<Topology, Vec<Diagnostic>> {
        let table = format!(r#"{{"topology":"tafl",{json}}}"#);
        let board: Board = serde_json::from_str(&table).expect("a board");
        board.topology(Adjacency::King)
    }

    fn role<'a>(board: &'a Topology, label: &str) -> &'a str {
        let site = board.site(label).expect("a site");
        &board.roles()[usize::from(board.drawing(0).places[site as usize].role)]
    }

    fn labels(board: &Topology, region: &str) -> Vec<String> {
        let sites = &board.regions()[region];
        sites.iter().map(|site| board.label(*site).to_owned()).collect()
    }

    #[test]
    fn special_squares_are_regions_and_drawn() {
        let board = board(r#""size": 7, "edges": true"#).expect("a good board");
        assert_eq!((board.sites(), board.headings()), (49, 4));
        assert_eq!((board.adjacent(24).len(), board.diagonal(24).len()), (4, 4));
        assert_eq!(labels(&board, "throne"), ["d4"]);
        assert_eq!(labels(&board, "corners"), ["a7", "g7", "a1", "g1"]);
        let roles = ["d4", "a1", "a2", "b2"].map(|label| role(&board, label));
        assert_eq!(roles, ["throne", "corner", "edge", "cell"]);
        assert!(!board.regions().contains_key("camps"));
    }

    #[test]
    fn what_a_board_has_not_is_no_region() {
        let plain = board(r#""size": 9, "throne": false, "corners": false"#).expect("a board");
        assert!(
            !plain.regions().contains_key("throne") && !plain.regions().contains_key("corners")
        );
        assert_eq!(plain.regions()["edges"].len(), 32);
        assert_eq!(
            (role(&plain, "e5"), role(&plain, "a1"), role(&plain, "a2")),
            ("cell", "cell", "cell")
        );
    }

    #[test]
    fn camps_and_other_corners_are_listed() {
        // Ashton's tablut and alea evangelii have such.
        let table = r#""size": 9, "corners": ["within 1 of a1", "a9"],
            "camps": [["from d9 to f9", "e8"], ["from d1 to f1", "e2"]]"#;
        let ashton = board(table).expect("a good board");
        assert_eq!(labels(&ashton, "corners"), ["a9", "a2", "a1", "b1"]);
        assert_eq!(labels(&ashton, "camp-2"), ["e2", "d1", "e1", "f1"]);
        assert_eq!(ashton.regions()["camps"].len(), 8);
        assert_eq!((role(&ashton, "e8"), role(&ashton, "b1")), ("camp", "corner"));
    }

    #[test]
    fn special_squares_and_regions_of_the_ruleset_are_made_of_each_other() {
        let table = r#""size": 9, "camps": [["north"], ["exactly 1 of throne"]],
            "corners": ["corners", "not a1"], "throne": ["mid"],
            "regions": {"north": ["from d9 to f9"], "mid": ["e5"], "far": ["camps", "corners"]}"#;
        let board = board(table).expect("a good board");
        assert_eq!(labels(&board, "camp-1"), ["d9", "e9", "f9"]);
        assert_eq!(labels(&board, "camp-2"), ["e6", "d5", "f5", "e4"]);
        assert_eq!(labels(&board, "corners"), ["a9", "i9", "i1"], "the four, without one");
        assert_eq!(board.regions()["far"].len(), 10);
        assert_eq!(
            (role(&board, "e5"), role(&board, "d9"), role(&board, "a1")),
            ("throne", "camp", "cell")
        );
    }

    #[test]
    fn labels_of_ones_own_hide_no_special_square() {
        let list = |first: &str| {
            let rest: Vec<String> = (1..25).map(|at| format!(r#""s{at}""#)).collect();
            format!(r#""size": 5, "labels": ["{first}", {}]"#, rest.join(","))
        };
        let good = board(&list("s0")).expect("a good board");
        assert_eq!(labels(&good, "throne"), ["s12"]);
        for region in ["center", "throne", "corners"] {
            let errors = board(&list(region)).expect_err("a region's name");
            assert_eq!(errors.len(), 1);
            let what = format!("this board already has a region `{region}`");
            assert_eq!(errors[0].what.text, what);
        }
    }

    #[test]
    fn errors_have_locations() {
        let errors = board(r#""size": 8"#).expect_err("no middle");
        assert_eq!(
            errors[0].what.text,
            "expected an odd number, found 8: the middle is one square"
        );
        let errors = board(r#""size": 9, "camps": [["a1"], ["a1", "z1"]]"#).expect_err("no site");
        assert_eq!((errors.len(), errors[0].path.len()), (1, 4));
    }
}
