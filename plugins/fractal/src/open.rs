//! Opens a ruleset: what does not make sense in it, and what is doubtful.

use std::sync::{Arc, Mutex};

use boardloom_sdk::topology::subdivision::{self, Sites, Tree};
use boardloom_sdk::{Diagnostic, Seat, problem};

use crate::game::{Fractal, KEPT};
use crate::position::{Position, Terms};
use crate::ruleset::{Chance, First, On, Pack, Ruleset, Who};
use crate::scoring::Scoring;
use crate::text;

impl Fractal {
    /// Opens a ruleset.
    ///
    /// # Errors
    /// What does not make sense in it.
    pub fn open(ruleset: Ruleset) -> Result<Self, Vec<Diagnostic>> {
        let fault = |keys: [&str; 2], id: &str, what: &str| problem::at(keys, id, what);
        let Some(board) = ruleset.board.subdivision() else {
            let what = "this game divides cells, and this board has none that can be divided";
            let fault = fault(["board", "topology"], "board.topology", what);
            return Err(problem::finish(vec![
                fault.hint("use `topology = \"subdivision\"` or `topology = \"quadtree\"`"),
            ]));
        };
        let mut faults = Vec::new();
        if board.start.sites == Sites::Cells {
            let what = "the pieces of this game stand on vertices";
            faults.push(fault(["board", "sites"], "board.sites", what));
        }
        if ruleset.board.extra != Default::default() {
            let what = "a board that grows takes no `blocked`, `regions`, `roles`, `labels` or \
                        `ghosts`";
            faults.push(problem::at(["board"], "board.extra", what));
        }
        if !faults.is_empty() {
            return Err(problem::finish(faults));
        }
        let tree = board.growing()?;
        let rules = &ruleset.rules;
        if rules.subdivide.on == On::Centre && !tree.fractal().has_center() {
            let what = "dividing these cells creates no vertex in their middle";
            let fault = problem::at(["rules", "subdivide", "on"], "rules.centre", what);
            return Err(problem::finish(vec![fault.hint("use `\"new\"` or `\"any\"`")]));
        }
        let warnings = doubts(&ruleset, tree.fractal(), board.start.depth);
        let terms = Arc::new(terms(&ruleset, &tree)?);
        let bare = Tree::new(Arc::new(board.fractal()?));
        Ok(Fractal {
            names: if tree.vertices() <= KEPT { text::names(&tree) } else { Vec::new() },
            crowd: crowd(&bare),
            start: Mutex::new(Some(Position::new(tree, first(&ruleset), Arc::clone(&terms)))),
            bare,
            board,
            terms,
            ruleset,
            warnings,
        })
    }
}

/// Returns the seat that moves first.
pub(crate) fn first(ruleset: &Ruleset) -> Seat {
    Seat::from(ruleset.rules.first == First::White)
}

/// Returns what positions are kept by.
fn terms(ruleset: &Ruleset, tree: &Tree) -> Result<Terms, Vec<Diagnostic>> {
    let subdivide = &ruleset.rules.subdivide;
    let wrong = |problem| Err(problem::finish(vec![problem]));
    let smallest = match subdivide.who {
        Who::Never => 0,
        _ => subdivide.max_depth,
    };
    let deepest = (0..tree.cells()).last().map_or(0, |cell| tree.level(cell));
    let by = ruleset.rules.score.by;
    let Some(scoring) = Scoring::new(by, tree.fractal(), smallest.max(deepest)) else {
        let what = "the largest cell has more of the smallest in it than can be counted";
        let problem = problem::at(["rules", "score", "by"], "rules.area", what);
        return wrong(
            problem.hint("choose a lower `rules.subdivide.max_depth`, or `\"majority\"`"),
        );
    };
    let mut pack = Pack::default();
    let path = |key: &str| problem::path(["rules", "subdivide", "chance"]).key(key);
    match subdivide.chance {
        Chance::None => {}
        Chance::Die { faces, least } => {
            if least > faces {
                let what = format!("a die of {faces} faces never shows {least} or more");
                let problem = problem::along(path("at_least"), "rules.die", what);
                return wrong(problem.hint("nobody could ever divide: use `who = \"never\"`"));
            }
        }
        Chance::Pack(all) => {
            if all.divide == 0 {
                let what = "no card of the pack wins the right to divide";
                let problem = problem::along(path("draw"), "rules.pack", what);
                return wrong(problem.hint("nobody could ever divide: use `who = \"never\"`"));
            }
            pack = all;
        }
    }
    Ok(Terms { horizon: smallest, centre: subdivide.on == On::Centre, scoring, pack })
}

/// Returns what is doubtful and yet playable.
fn doubts(ruleset: &Ruleset, fractal: &subdivision::Fractal, depth: u16) -> Vec<Diagnostic> {
    let subdivide = &ruleset.rules.subdivide;
    let mut doubts = fractal.warnings();
    if subdivide.who != Who::Never && subdivide.max_depth <= depth {
        let what = "no cell can be divided: all have this level or a deeper one at the start";
        let doubt = problem::at(["rules", "subdivide", "max_depth"], "rules.depth", what);
        doubts.push(doubt.warning().into_diagnostic());
    }
    doubts
}

/// Returns how many parts of a cell meet at each of their corners.
fn crowd(bare: &Tree) -> Vec<u8> {
    let mut tree = bare.clone();
    if tree.divide(0).is_err() {
        return Vec::new();
    }
    let parts: Vec<u32> = tree.children(0).flat_map(|part| tree.corners(part)).copied().collect();
    let meeting = |vertex: &u32| parts.iter().filter(|other| *other == vertex).count() as u8;
    parts.iter().map(meeting).collect()
}
