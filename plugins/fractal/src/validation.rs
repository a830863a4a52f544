//! Opens a ruleset: errors and warnings about its meaning.

use std::sync::{Arc, Mutex};

use boardloom_sdk::topology::BoardShape;
use boardloom_sdk::topology::subdivision::{self, Sites, Tree};
use boardloom_sdk::{Diagnostic, Point, Seat, diagnostic};

use crate::chains::{ChainRules, MAX_CELLS, own_sides};
use crate::game::{Fractal, MAX_KEPT_START};
use crate::position::{Position, PositionRules};
use crate::ruleset::{
    ChanceRule, DivisionRight, DivisionRules, FirstPlayer, Pack, Placement, Ruleset, ScoredBy,
};
use crate::scoring::Scoring;
use crate::text;
use crate::visuals::{captions, side_role};

impl Fractal {
    pub fn open(ruleset: Ruleset) -> Result<Self, Vec<Diagnostic>> {
        let Some(board) = ruleset.board.subdivision() else {
            let what = "this game divides cells, and this board has none that can be divided";
            let hint = match &ruleset.board.shape {
                BoardShape::Grid(grid) => format!(
                    "write `topology = \"quadtree\"`, and in place of `width` and `height` \
                     `grid = [{}, {}]`, which counts undivided cells",
                    grid.width, grid.height
                ),
                _ => "write `topology = \"quadtree\"`, or `topology = \"subdivision\"` with \
                      `fractal`, and leave the other keys of this board out"
                    .to_owned(),
            };
            let error = diagnostic::at(["board", "topology"], "board.topology", what);
            return Err(error.hint(hint).into());
        };
        let mut errors = Vec::new();
        if board.start.sites == Sites::Cells {
            let what = "the pieces of this game stand on vertices";
            errors.push(diagnostic::at(["board", "sites"], "board.sites", what));
        }
        let extra = &ruleset.board.extra;
        let given = [
            ("blocked", !extra.blocked.is_empty()),
            ("regions", !extra.regions.is_empty()),
            ("roles", !extra.roles.is_empty()),
            ("labels", extra.labels != Default::default()),
            ("ghosts", extra.ghosts != Default::default()),
        ];
        for (key, _) in given.into_iter().filter(|(_, is_given)| *is_given) {
            let what = format!("a board that grows takes no `{key}`");
            let error = diagnostic::at(["board", key], "board.extra", what).on_key();
            errors.push(error.hint("leave it out"));
        }
        diagnostic::check(errors)?;
        let tree = board.growing()?;
        let rules = &ruleset.rules;
        if rules.subdivide.on == Placement::Centre && !tree.fractal().has_center() {
            let what = "dividing these cells creates no vertex in their middle";
            let error = diagnostic::at(["rules", "subdivide", "on"], "rules.centre", what);
            return Err(error.hint("use `\"new\"` or `\"any\"`").into());
        }
        let sides = sides(&position_rules(&ruleset, &tree)?, &tree);
        let warnings = warnings(&ruleset, tree.fractal(), board.start.depth);
        let position_rules = Arc::new(position_rules(&ruleset, &tree)?);
        let undivided = Tree::new(Arc::new(board.fractal()?));
        let is_small = tree.vertices() <= MAX_KEPT_START;
        let short_names = if is_small { text::short_names(&tree) } else { Vec::new() };
        let captions = captions(&tree, &short_names);
        let start = Position::new(tree, first_mover(&ruleset), Arc::clone(&position_rules));
        Ok(Fractal {
            short_names,
            captions,
            parts_at_corner: parts_at_corner(&undivided),
            start: Mutex::new(Some(start)),
            undivided,
            board,
            position_rules,
            ruleset,
            warnings,
            sides,
        })
    }
}

pub(crate) fn first_mover(ruleset: &Ruleset) -> Seat {
    Seat::from(ruleset.rules.first == FirstPlayer::White)
}

/// The hint if chance never wins the right to divide.
const NEVER: &str = "if no player is to divide, use `who = \"never\"`";

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
                let hint = format!("give a number from 1 to {faces}; {NEVER}");
                return Err(error.hint(hint).into());
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
        chains: chain_rules(ruleset, tree)?,
        horizon: smallest,
        centre: subdivide.on == Placement::Centre,
        scoring,
        pack,
    })
}

/// Returns how chains count, if they do.
fn chain_rules(ruleset: &Ruleset, tree: &Tree) -> Result<Option<ChainRules>, Vec<Diagnostic>> {
    let score = &ruleset.rules.score;
    if score.by != ScoredBy::Chain {
        if score.levels == 0 {
            return Ok(None);
        }
        let what = "`levels` tells which chains count, and none do here";
        let error = diagnostic::at(["rules", "score", "levels"], "rules.levels", what);
        return Err(error.hint("remove it, or set `by = \"chain\"`").into());
    }
    let Some(rules) = ChainRules::new(tree, score.levels) else {
        let what = "chains need squares of four squares, or triangles of four triangles";
        let error = diagnostic::at(["rules", "score", "by"], "rules.chain", what);
        return Err(error.hint("use another board, or `by = \"corner\"`").into());
    };
    let most = rules.most_cells(tree.fractal());
    if most.is_none_or(|most| most > MAX_CELLS) {
        let what = format!("more than {MAX_CELLS} cells would count");
        let error = diagnostic::at(["rules", "score", "levels"], "rules.levels", what);
        return Err(error.hint("choose a lower level").into());
    }
    Ok(Some(rules))
}

/// Returns the sides of the board that a seat joins, with the role of each line.
fn sides(rules: &PositionRules, tree: &Tree) -> Vec<(u16, Vec<Point>)> {
    let Some(chains) = rules.chains else { return Vec::new() };
    let of_seat = |seat: Seat| {
        let lines = own_sides(chains, tree, seat).into_iter();
        lines.map(move |line| (side_role(seat), line))
    };
    [0, 1].into_iter().flat_map(of_seat).collect()
}

fn warnings(ruleset: &Ruleset, fractal: &subdivision::Fractal, depth: u16) -> Vec<Diagnostic> {
    let subdivide = &ruleset.rules.subdivide;
    let mut warnings = fractal.warnings();
    warnings.extend(idle_chance(subdivide));
    warnings.extend(idle_ends(ruleset, fractal, depth));
    if subdivide.who != DivisionRight::Never && subdivide.max_depth <= depth {
        let (max, least) = (subdivide.max_depth, depth + 1);
        let what = format!("the board starts at depth {depth}, but `max_depth` is {max}");
        let warning = diagnostic::at(["rules", "subdivide", "max_depth"], "rules.depth", what);
        let hint = format!("with {least} or more, cells can be divided");
        warnings.push(warning.hint(hint).warning());
    }
    warnings
}

/// Warns of chance that decides nothing.
fn idle_chance(subdivide: &DivisionRules) -> Option<Diagnostic> {
    let path = diagnostic::path(["rules", "subdivide", "chance"]);
    let (path, what) = match &subdivide.chance {
        ChanceRule::None => return None,
        _ if subdivide.who == DivisionRight::Never => {
            (path, "no player may divide, so `chance` has no effect")
        }
        ChanceRule::Die { least: ..=1, .. } => {
            (path.key("at_least"), "every roll of the die wins the right to divide")
        }
        ChanceRule::Pack(Pack { place: 0, .. }) => {
            (path.key("draw"), "every card of the pack wins the right to divide")
        }
        _ => return None,
    };
    let hint = match subdivide.who {
        DivisionRight::Never => "leave it out, or set another `who`",
        _ => "leave `chance` out, or let it lose too: `{ die = 6, at_least = 4 }`",
    };
    Some(diagnostic::along(path, "rules.no-effect", what).hint(hint).warning())
}

/// Warns of a score or a lead that no game reaches.
fn idle_ends(ruleset: &Ruleset, fractal: &subdivision::Fractal, depth: u16) -> Option<Diagnostic> {
    let (rules, end) = (&ruleset.rules, ruleset.rules.end);
    let deepest = match (rules.score.by, rules.subdivide.who) {
        (ScoredBy::Chain, _) => rules.score.levels,
        (_, DivisionRight::Never) => depth,
        _ => rules.subdivide.max_depth.max(depth),
    };
    // All cells down to the smallest; with areas each level has as much as the whole board.
    let parts = fractal.children() as f64;
    let (mut cells, mut all) = (fractal.roots() as f64, 0.0);
    for _ in 0..=deepest {
        all += cells;
        cells *= parts;
    }
    let smallest = cells / parts;
    let most = match rules.score.by {
        ScoredBy::Corner => all * fractal.corners() as f64,
        ScoredBy::Majority | ScoredBy::Chain => all,
        ScoredBy::Area => smallest * f64::from(deepest + 1),
    };
    let (key, what) = if f64::from(end.target) > most {
        ("target", format!("no game reaches {} points: all cells together give {most}", end.target))
    } else if end.target > 0 && end.difference >= end.target {
        let what = format!("the game ends at {} points, before any lead of", end.target);
        ("difference", format!("{what} {}", end.difference))
    } else if f64::from(end.difference) > most {
        let what = format!("no game has a lead of {} points", end.difference);
        ("difference", format!("{what}: all cells together give {most}"))
    } else {
        return None;
    };
    let found = diagnostic::at(["rules", "end", key], "rules.no-effect", what).warning();
    Some(found.hint("set it lower, or leave it out"))
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
