//! Opens a ruleset: errors and warnings about its meaning.

use std::sync::{Arc, Mutex};

use boardloom_sdk::topology::subdivision::{self, Sites, Tree};
use boardloom_sdk::{Diagnostic, Seat, diagnostic};

use crate::game::{Fractal, MAX_KEPT_START};
use crate::position::{Position, PositionRules};
use crate::ruleset::{ChanceRule, DivisionRight, FirstPlayer, Pack, Placement, Ruleset};
use crate::scoring::Scoring;
use crate::text;

impl Fractal {
    pub fn open(ruleset: Ruleset) -> Result<Self, Vec<Diagnostic>> {
        let Some(board) = ruleset.board.subdivision() else {
            let what = "this game divides cells, and this board has none that can be divided";
            let hint = "use `topology = \"subdivision\"` or `topology = \"quadtree\"`";
            let error = diagnostic::at(["board", "topology"], "board.topology", what);
            return Err(error.hint(hint).into());
        };
        let mut errors = Vec::new();
        if board.start.sites == Sites::Cells {
            let what = "the pieces of this game stand on vertices";
            errors.push(diagnostic::at(["board", "sites"], "board.sites", what));
        }
        if ruleset.board.extra != Default::default() {
            let what = "a board that grows takes no `blocked`, `regions`, `roles`, `labels` or \
                        `ghosts`";
            errors.push(diagnostic::at(["board"], "board.extra", what));
        }
        diagnostic::check(errors)?;
        let tree = board.growing()?;
        let rules = &ruleset.rules;
        if rules.subdivide.on == Placement::Centre && !tree.fractal().has_center() {
            let what = "dividing these cells creates no vertex in their middle";
            let error = diagnostic::at(["rules", "subdivide", "on"], "rules.centre", what);
            return Err(error.hint("use `\"new\"` or `\"any\"`").into());
        }
        let warnings = warnings(&ruleset, tree.fractal(), board.start.depth);
        let position_rules = Arc::new(position_rules(&ruleset, &tree)?);
        let undivided = Tree::new(Arc::new(board.fractal()?));
        let is_small = tree.vertices() <= MAX_KEPT_START;
        let short_names = if is_small { text::short_names(&tree) } else { Vec::new() };
        let start = Position::new(tree, first_mover(&ruleset), Arc::clone(&position_rules));
        Ok(Fractal {
            short_names,
            parts_at_corner: parts_at_corner(&undivided),
            start: Mutex::new(Some(start)),
            undivided,
            board,
            position_rules,
            ruleset,
            warnings,
        })
    }
}

pub(crate) fn first_mover(ruleset: &Ruleset) -> Seat {
    Seat::from(ruleset.rules.first == FirstPlayer::White)
}

/// The hint if chance never wins the right to divide.
const NEVER: &str = "no player could ever divide: use `who = \"never\"`";

fn position_rules(ruleset: &Ruleset, tree: &Tree) -> Result<PositionRules, Vec<Diagnostic>> {
    let subdivide = &ruleset.rules.subdivide;
    let smallest = match subdivide.who {
        DivisionRight::Never => 0,
        _ => subdivide.max_depth,
    };
    let deepest = (0..tree.cells()).last().map_or(0, |cell| tree.level(cell));
    let by = ruleset.rules.score.by;
    let Some(scoring) = Scoring::new(by, tree.fractal(), smallest.max(deepest)) else {
        let what = "the largest cell contains more of the smallest than can be counted";
        let error = diagnostic::at(["rules", "score", "by"], "rules.area", what);
        let hint = "choose a lower `rules.subdivide.max_depth`, or `\"majority\"`";
        return Err(error.hint(hint).into());
    };
    let mut pack = Pack::default();
    let path = |key: &str| diagnostic::path(["rules", "subdivide", "chance"]).key(key);
    match subdivide.chance {
        ChanceRule::None => {}
        ChanceRule::Die { faces, least } => {
            if least > faces {
                let what = format!("a die of {faces} faces never shows {least} or more");
                let error = diagnostic::along(path("at_least"), "rules.die", what);
                return Err(error.hint(NEVER).into());
            }
        }
        ChanceRule::Pack(all) => {
            if all.divide == 0 {
                let what = "no card of the pack wins the right to divide";
                let error = diagnostic::along(path("draw"), "rules.pack", what);
                return Err(error.hint(NEVER).into());
            }
            pack = all;
        }
    }
    Ok(PositionRules {
        horizon: smallest,
        centre: subdivide.on == Placement::Centre,
        scoring,
        pack,
    })
}

fn warnings(ruleset: &Ruleset, fractal: &subdivision::Fractal, depth: u16) -> Vec<Diagnostic> {
    let subdivide = &ruleset.rules.subdivide;
    let mut warnings = fractal.warnings();
    if subdivide.who != DivisionRight::Never && subdivide.max_depth <= depth {
        let (max, least) = (subdivide.max_depth, depth + 1);
        let what = format!("the board starts at depth {depth}, but `max_depth` is {max}");
        let warning = diagnostic::at(["rules", "subdivide", "max_depth"], "rules.depth", what);
        let hint = format!("with {least} or more, cells can be divided");
        warnings.push(warning.hint(hint).warning());
    }
    warnings
}

/// Returns the number of parts of a divided cell that meet at each of their corners.
fn parts_at_corner(undivided: &Tree) -> Vec<u8> {
    let mut tree = undivided.clone();
    if tree.divide(0).is_err() {
        return Vec::new();
    }
    let parts: Vec<u32> = tree.children(0).flat_map(|part| tree.corners(part)).copied().collect();
    let meeting = |vertex: &u32| parts.iter().filter(|other| *other == vertex).count() as u8;
    parts.iter().map(meeting).collect()
}
