//! Rulesets that make no sense.

use boardloom_sdk::problem::{self, Problem};
use boardloom_sdk::topology::Topology;
use boardloom_sdk::{Diagnostic, rows};

use crate::ground::{self, At, SITES};
use crate::man::{LETTERS, Man};
use crate::ruleset::{Encircle, Escape, Ruleset};
use crate::walls;

/// What a ruleset comes to on its board: what stands where, and where the king
/// wins.
pub struct Plan {
    /// The men of the start.
    pub men: Vec<(At, Man)>,
    /// Where the king wins.
    pub goal: Vec<u32>,
}

/// Checks a ruleset.
///
/// # Errors
/// All that does not make sense in it.
pub fn plan(ruleset: &Ruleset, topology: &Topology) -> Result<Plan, Vec<Diagnostic>> {
    let mut faults = Vec::new();
    if topology.sites() as usize > SITES {
        let what = format!("expected {SITES} sites at most, found {}", topology.sites());
        return Err(problem::finish(vec![problem::at(["board"], "board.large", what).on_key()]));
    }
    let men = men(ruleset, topology, &mut faults);
    let goal = goal(ruleset, topology, &mut faults);
    edges(ruleset, topology, &mut faults);
    if let Some((king, _)) = men.iter().find(|(_, man)| *man == Man::KING)
        && goal.contains(&u32::from(*king))
    {
        let what =
            format!("the king begins on `{}`, where he wins", topology.label(u32::from(*king)));
        faults.push(problem::at(["rules", "escape"], "rules.escape", what));
    }
    if faults.is_empty() { Ok(Plan { men, goal }) } else { Err(problem::finish(faults)) }
}

fn men(ruleset: &Ruleset, topology: &Topology, faults: &mut Vec<Problem>) -> Vec<(At, Man)> {
    let path = || problem::path(["setup", "rows"]);
    let texts = &ruleset.setup.rows;
    let mut men = Vec::new();
    let read = rows::read(topology, texts.iter().map(String::as_str), |site, letter| {
        let man = Man::of(letter).ok_or_else(|| unknown(letter))?;
        if topology.blocked().contains(&site) {
            return Err(format!("`{}` is blocked", topology.label(site)));
        }
        men.push((site as At, man));
        Ok(())
    });
    if let Err(fault) = read {
        let mut found = problem::along(path().index(fault.row), "setup.rows", fault.what);
        if fault.len > 0 {
            found = found.inside(fault.at, fault.at + fault.len);
        }
        faults.push(found);
        return men;
    }
    let kings = men.iter().filter(|(_, man)| *man == Man::KING).count();
    if kings != 1 {
        let what = format!("expected one king `K`, found {kings}");
        faults.push(problem::along(path(), "setup.king", what));
    }
    if !men.iter().any(|(_, man)| man.is_of(crate::ATTACKERS)) {
        faults.push(problem::along(path(), "setup.attackers", "there is no attacker"));
    }
    men
}

/// Says what a letter should have been.
pub fn unknown(letter: char) -> String {
    let known: String = LETTERS.iter().collect();
    format!("expected one of `{known}` or a number, found `{letter}`")
}

fn goal(ruleset: &Ruleset, topology: &Topology, faults: &mut Vec<Problem>) -> Vec<u32> {
    let path = problem::path(["rules", "escape"]);
    let (sites, what) = match &ruleset.rules.escape {
        Escape::Sites(texts) => {
            let chosen = topology.choose(texts, &path, faults);
            return chosen.into_iter().map(|chosen| chosen.site).collect();
        }
        Escape::Corner => {
            let corners = topology.regions().get("corners").cloned();
            let what = "the king cannot win on a corner: this board has no region `corners`";
            (corners.unwrap_or_default(), what)
        }
        Escape::Edge => {
            let what = "the king cannot win at the edge: this board has none";
            (ground::rim(topology).iter().collect(), what)
        }
    };
    if sites.is_empty() {
        let hint = "list the sites where he wins, as `escape = [\"a1\", \"i9\"]`";
        faults.push(problem::along(path, "rules.escape", what).hint(hint));
    }
    sites
}

/// Finds rules that need an edge, or one of squares, where there is none.
fn edges(ruleset: &Ruleset, topology: &Topology, faults: &mut Vec<Problem>) {
    let rules = &ruleset.rules;
    let edge = !ground::rim(topology).is_empty();
    let mut missing = |key: &str, what: String| {
        let path = problem::path(["rules", key]);
        faults.push(problem::along(path, "rules.edge", what).on_key());
    };
    if rules.shieldwall.is_some() && !walls::possible(topology) {
        let what = "rows along the edge are taken on boards of squares with an edge only";
        missing("shieldwall", what.into());
    }
    if !edge && rules.exit_fort {
        missing("exit_fort", "there is no edge that a fort could touch".into());
    }
    if !edge && rules.encircle != Encircle::None {
        let what = "there is no edge to be cut off from: everybody would be encircled";
        missing("encircle", what.into());
    }
}
