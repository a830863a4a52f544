//! Errors in the meaning of a ruleset.

use boardloom_sdk::diagnostic;
use boardloom_sdk::topology::Topology;
use boardloom_sdk::{Diagnostic, rows};

use crate::board_tables::{self, MAX_SQUARES, Square};
use crate::piece::{ATTACKERS, LETTERS, PieceCode};
use crate::ruleset::{Encirclement, Escape, Ruleset};
use crate::shieldwall;

/// The start of a checked ruleset.
pub struct Start {
    pub pieces: Vec<(Square, PieceCode)>,
    /// The squares on which the king wins.
    pub goal: Vec<u32>,
}

pub fn validate(ruleset: &Ruleset, topology: &Topology) -> Result<Start, Vec<Diagnostic>> {
    let mut errors = Vec::new();
    if topology.sites() as usize > MAX_SQUARES {
        let what = format!("expected at most {MAX_SQUARES} squares, found {}", topology.sites());
        return Err(diagnostic::at(["board"], "board.large", what).on_key().into());
    }
    let pieces = pieces(ruleset, topology, &mut errors);
    let goal = goal(ruleset, topology, &mut errors);
    check_edge_rules(ruleset, topology, &mut errors);
    if let Some((king, _)) = pieces.iter().find(|(_, piece)| *piece == PieceCode::KING)
        && goal.contains(&u32::from(*king))
    {
        let label = topology.label(u32::from(*king));
        let what = format!("the king begins on `{label}`, where he wins");
        errors.push(diagnostic::at(["rules", "escape"], "rules.escape", what));
    }
    diagnostic::check(errors).map(|()| Start { pieces, goal })
}

fn pieces(
    ruleset: &Ruleset,
    topology: &Topology,
    errors: &mut Vec<Diagnostic>,
) -> Vec<(Square, PieceCode)> {
    let path = || diagnostic::path(["setup", "rows"]);
    let mut pieces = Vec::new();
    let texts = ruleset.setup.rows.iter().map(String::as_str);
    let read = rows::read(topology, texts, |site, letter| {
        let piece = PieceCode::from_letter(letter).ok_or_else(|| unknown_letter(letter))?;
        if topology.blocked().contains(&site) {
            return Err(format!("`{}` is blocked", topology.label(site)));
        }
        pieces.push((site as Square, piece));
        Ok(())
    });
    if let Err(error) = read {
        errors.push(error.into_diagnostic());
        return pieces;
    }
    let kings = pieces.iter().filter(|(_, piece)| *piece == PieceCode::KING).count();
    if kings != 1 {
        let what = format!("expected one king `K`, found {kings}");
        errors.push(diagnostic::along(path(), "setup.king", what));
    }
    if !pieces.iter().any(|(_, piece)| piece.belongs_to(ATTACKERS)) {
        let what = "expected at least one attacker, found none";
        errors.push(diagnostic::along(path(), "setup.attackers", what));
    }
    pieces
}

pub fn unknown_letter(letter: char) -> String {
    let known: String = LETTERS.iter().collect();
    format!("expected one of `{known}` or a number, found `{letter}`")
}

fn goal(ruleset: &Ruleset, topology: &Topology, errors: &mut Vec<Diagnostic>) -> Vec<u32> {
    let path = diagnostic::path(["rules", "escape"]);
    let (squares, what) = match &ruleset.rules.escape {
        Escape::Sites(texts) => {
            let chosen = topology.choose(texts, &path, errors);
            return chosen.into_iter().map(|chosen| chosen.site).collect();
        }
        Escape::Corner => {
            let corners = topology.regions().get("corners").cloned();
            let what = "the king can't win on a corner: this board has no region `corners`";
            (corners.unwrap_or_default(), what)
        }
        Escape::Edge => {
            let what = "the king can't win at the edge: this board has none";
            (board_tables::edge(topology).iter().collect(), what)
        }
    };
    if squares.is_empty() {
        let hint = "list the squares where he wins: `escape = [\"a1\", \"i9\"]`";
        errors.push(diagnostic::along(path, "rules.escape", what).hint(hint));
    }
    squares
}

/// Finds rules that need an edge, or a board of squares, on boards without it.
fn check_edge_rules(ruleset: &Ruleset, topology: &Topology, errors: &mut Vec<Diagnostic>) {
    let rules = &ruleset.rules;
    let has_edge = !board_tables::edge(topology).is_empty();
    let mut error = |key: &str, what: &str| {
        let path = diagnostic::path(["rules", key]);
        errors.push(diagnostic::along(path, "rules.edge", what).on_key());
    };
    if rules.shieldwall.is_some() && !shieldwall::is_possible(topology) {
        error("shieldwall", "shieldwalls need a board of squares with an edge");
    }
    if !has_edge && rules.exit_fort {
        error("exit_fort", "an exit fort needs an edge, and this board has none");
    }
    if !has_edge && rules.encircle != Encirclement::None {
        let what = "this board has no edge, so the defenders would always be encircled";
        error("encircle", what);
    }
}
