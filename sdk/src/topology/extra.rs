//! What every topology takes beside its own parameters, put on a board: labels,
//! regions, roles, blocked sites; and what is odd about the result.

use std::collections::BTreeMap;

use super::select::WORDS;
use super::{BLOCKED, CELL, Extra, Labels, Topology};
use crate::Site;
use crate::problem::{self, Path, Problem};

/// A region that is known only when all others are: listed by selectors.
pub(super) struct Listed {
    pub region: String,
    /// The role its sites are drawn in.
    pub role: Option<String>,
    pub texts: Vec<String>,
    /// Where the list stands.
    pub path: Path,
}

/// Replaces the labels by those of a list, by rows from the top.
pub(super) fn relabel(
    labels: &mut [String],
    rows: &[Vec<Site>],
    extra: &Extra,
    faults: &mut Vec<Problem>,
) -> bool {
    let Some(Labels::List(list)) = &extra.labels else { return false };
    let path = problem::path(["board", "labels"]);
    if list.len() != labels.len() {
        let (sites, found) = (labels.len(), list.len());
        let what = format!("the board has {sites} sites, found {found} labels");
        faults.push(
            problem::along(path, "board.labels", what)
                .hint("a label for every site, by rows from the top; blocked sites are sites"),
        );
        return false;
    }
    let mut seen = BTreeMap::new();
    for (index, label) in list.iter().enumerate() {
        let path = path.clone().index(index);
        if label.is_empty() || label.contains(char::is_whitespace) {
            let what = "expected a label without spaces";
            faults.push(problem::along(path, "board.labels", what));
        } else if let Some(first) = seen.insert(label.as_str(), index) {
            let what = format!("two sites are called `{label}`: label {} is the same", first + 1);
            faults.push(problem::along(path, "board.labels", what));
        }
    }
    for (site, label) in rows.iter().flatten().zip(list) {
        labels[*site as usize].clone_from(label);
    }
    true
}

impl Topology {
    /// Puts regions, roles and blocked sites on the board.
    pub(super) fn apply(&mut self, built: &[Listed], extra: &Extra, faults: &mut Vec<Problem>) {
        for listed in built {
            let sites = self.listed(&listed.texts, &listed.path, faults);
            if let Some(role) = &listed.role {
                self.paint(role, &sites);
            }
            self.regions.insert(listed.region.clone(), sites);
        }
        self.define(extra, faults);
        for (name, texts) in &extra.roles {
            let path = problem::path(["board", "roles"]).key(name);
            if matches!(name.as_str(), "blocked" | "cell") {
                let what = format!("the role `{name}` is the board's own");
                let hint = "list what nothing can stand on in `board.blocked`";
                faults.push(problem::along(path, "board.role", what).on_key().hint(hint));
                continue;
            }
            let sites = self.listed(texts, &path, faults);
            self.paint(name, &sites);
        }
        self.blocked = self.listed(&extra.blocked, &problem::path(["board", "blocked"]), faults);
        self.color();
        if faults.is_empty() {
            self.doubt(extra);
        }
    }

    fn listed(&self, texts: &[String], path: &Path, faults: &mut Vec<Problem>) -> Vec<Site> {
        let chosen = self.choose(texts, path, faults);
        chosen.iter().map(|chosen| chosen.site).collect()
    }

    /// Adds the ruleset's regions, each after those that it is made of.
    fn define(&mut self, extra: &Extra, faults: &mut Vec<Problem>) {
        let mut done = Vec::new();
        for name in extra.regions.keys() {
            if let Some(fault) = self.misnamed(name) {
                let path = problem::path(["board", "regions"]).key(name);
                faults.push(problem::along(path, "board.region", fault).on_key());
                done.push(name.as_str());
            }
        }
        for name in extra.regions.keys() {
            self.add_region(name, extra, &mut Vec::new(), &mut done, faults);
        }
    }

    /// Adds a region after those that it is made of. `open` are the regions that
    /// wait for this one.
    fn add_region<'a>(
        &mut self,
        name: &'a str,
        extra: &'a Extra,
        open: &mut Vec<&'a str>,
        done: &mut Vec<&'a str>,
        faults: &mut Vec<Problem>,
    ) {
        if done.contains(&name) {
            return;
        }
        let path = problem::path(["board", "regions"]).key(name);
        if let Some(from) = open.iter().position(|open| *open == name) {
            let circle: Vec<String> = open[from..].iter().map(|name| format!("`{name}`")).collect();
            let what = format!("regions are made of each other: {}", circle.join(" of "));
            faults.push(problem::along(path, "board.region", format!("{what} of `{name}`")));
            done.extend(&open[from..]);
            return;
        }
        open.push(name);
        let texts = &extra.regions[name];
        for text in texts {
            let Ok(selector) = self.parse(text) else { continue };
            for part in selector.names(text) {
                let known = self.site(part).is_some() || self.regions.contains_key(part);
                if let Some((other, _)) = extra.regions.get_key_value(part).filter(|_| !known) {
                    self.add_region(other, extra, open, done, faults);
                }
            }
        }
        open.pop();
        if !done.contains(&name) {
            done.push(name);
            let sites = self.listed(texts, &path, faults);
            self.regions.insert(name.to_owned(), sites);
        }
    }

    /// Returns why a region cannot have a name.
    fn misnamed(&self, name: &str) -> Option<String> {
        if self.regions.contains_key(name) {
            return Some(format!("this board has a region `{name}` of its own"));
        }
        if self.site(name).is_some() {
            return Some(format!("a site is called `{name}`, so no region can be"));
        }
        let first = name.split_whitespace().next().unwrap_or_default();
        let taken = first.is_empty() || WORDS.contains(&first);
        taken.then(|| format!("`{name}` cannot name a region: it means something else"))
    }

    /// Gives sites a role.
    fn paint(&mut self, name: &str, sites: &[Site]) {
        let at = self.roles.iter().position(|role| role == name).unwrap_or_else(|| {
            self.roles.push(name.to_owned());
            self.roles.len() - 1
        });
        for site in sites {
            self.painted[*site as usize] = at as u16;
        }
    }

    /// Gives all places the roles of their sites.
    fn color(&mut self) {
        let mut blocked = vec![false; self.sites as usize];
        for site in &self.blocked {
            blocked[*site as usize] = true;
        }
        for (_, drawing) in &mut self.views {
            for place in &mut drawing.places {
                let painted = self.painted[place.site as usize];
                if blocked[place.site as usize] {
                    place.role = BLOCKED;
                } else if painted != CELL {
                    place.role = painted;
                }
            }
        }
    }

    /// Notes what a ruleset can hardly mean.
    fn doubt(&mut self, extra: &Extra) {
        let mut open = vec![true; self.sites as usize];
        for site in &self.blocked {
            open[*site as usize] = false;
        }
        let mut doubts = Vec::new();
        for name in extra.regions.keys() {
            let sites = &self.regions[name];
            let what = match sites.iter().any(|site| open[*site as usize]) {
                true => continue,
                false if sites.is_empty() => format!("there is no site in the region `{name}`"),
                false => format!("all sites of the region `{name}` are blocked"),
            };
            let path = problem::path(["board", "regions"]).key(name);
            doubts.push(problem::along(path, "board.region", what).warning());
        }
        let lost = self.cut_off(&mut open);
        if let Some(first) = lost.first() {
            let names: Vec<String> =
                lost.iter().take(NAMED).map(|site| format!("`{}`", self.label(*site))).collect();
            let more = if lost.len() > NAMED { ", ..." } else { "" };
            let sites = if lost.len() == 1 { "site is" } else { "sites are" };
            let what = format!(
                "{} open {sites} cut off from the rest of the board: {}{more}",
                lost.len(),
                names.join(", ")
            );
            let hint = format!("no step leads to `{}` from the greater part", self.label(*first));
            let doubt = match extra.blocked.is_empty() {
                true => problem::at(["board"], "board.cut-off", what).on_key(),
                false => problem::at(["board", "blocked"], "board.cut-off", what),
            };
            doubts.push(doubt.hint(hint).warning());
        }
        self.cautions = problem::finish(doubts);
    }

    /// Returns the open sites that are not of the greatest part that hangs
    /// together, in order. All sites are closed afterwards.
    fn cut_off(&self, open: &mut [bool]) -> Vec<Site> {
        let mut part = vec![0; open.len()];
        let (mut sizes, mut queue) = (vec![0], Vec::new());
        for first in 0..self.sites {
            if !open[first as usize] {
                continue;
            }
            sizes.push(0);
            queue.push(first);
            open[first as usize] = false;
            while let Some(site) = queue.pop() {
                part[site as usize] = sizes.len() - 1;
                sizes[part[first as usize]] += 1;
                for link in self.adjacent(site) {
                    let next = link.step.site as usize;
                    if std::mem::take(&mut open[next]) {
                        queue.push(link.step.site);
                    }
                }
            }
        }
        let most = sizes.iter().max().copied().unwrap_or(0);
        let greatest = sizes.iter().position(|size| *size == most).unwrap_or(0);
        let lost = |site: &Site| part[*site as usize] != 0 && part[*site as usize] != greatest;
        (0..self.sites).filter(lost).collect()
    }
}

/// How many sites a caution names at most.
const NAMED: usize = 5;

#[cfg(test)]
mod tests {
    use crate::topology::{Adjacency, Board, Topology};
    use crate::{Diagnostic, Key};

    fn board(json: &str) -> Result<Topology, Vec<Diagnostic>> {
        let table = format!(r#"{{"topology":"grid","width":5,"height":3{json}}}"#);
        let board: Board = serde_json::from_str(&table).expect("a board");
        board.topology(Adjacency::Orthogonal)
    }

    fn good(json: &str) -> Topology {
        board(json).unwrap_or_else(|faults| panic!("{json}: {faults:?}"))
    }

    fn said(found: &[Diagnostic]) -> Vec<String> {
        let place = |key: &Key| match key {
            Key::Name(name) => format!(".{name}"),
            Key::Index(index) => format!("[{index}]"),
        };
        let say = |fault: &Diagnostic| {
            let path: String = fault.path.iter().map(place).collect();
            format!("{path}: {}", fault.what.text)
        };
        found.iter().map(say).collect()
    }

    #[track_caller]
    fn faulty(json: &str, expected: &[&str]) {
        assert_eq!(said(&board(json).expect_err(json)), expected);
    }

    fn role(board: &Topology, label: &str) -> String {
        let site = board.site(label).expect("a site");
        let role = board.drawing(0).places[site as usize].role;
        board.roles()[usize::from(role)].clone()
    }

    #[test]
    fn regions_are_made_of_others_in_any_order() {
        let board = good(
            r#","regions":{"a":["z","not a1"],"z":["within 1 of m"],"m":["a1"]},"blocked":["a"]"#,
        );
        assert_eq!(board.select("z"), Some(vec![5, 10, 11]));
        assert_eq!(board.blocked(), [5, 11]);
        assert_eq!(board.select("a"), Some(vec![5, 11]));
    }

    #[test]
    fn regions_neither_hide_others_nor_go_round_in_circles() {
        faulty(
            r#","regions":{"corners":["a1"]}"#,
            &[".board.regions.corners: this board has a region `corners` of its own"],
        );
        faulty(
            r#","regions":{"a1":["b1"],"row 2":["b1"],"all":[]}"#,
            &[
                ".board.regions.a1: a site is called `a1`, so no region can be",
                ".board.regions.all: `all` cannot name a region: it means something else",
                ".board.regions.row 2: `row 2` cannot name a region: it means something else",
            ],
        );
        faulty(
            r#","regions":{"one":["two"],"two":["within 1 of three"],"three":["not one"]}"#,
            &[
                ".board.regions.one: regions are made of each other: `one` of `two` of `three` of `one`",
            ],
        );
        faulty(
            r#","regions":{"one":["one"],"two":["a9"]}"#,
            &[
                ".board.regions.one: regions are made of each other: `one` of `one`",
                ".board.regions.two[0]: there is no site or region `a9` on this board",
            ],
        );
    }

    #[test]
    fn roles_are_drawn_and_walls_over_them() {
        let board = good(r#","roles":{"lava":["row 2"],"mud":["c2"]},"blocked":["b2"]"#);
        let roles: Vec<String> =
            ["a1", "a2", "b2", "c2"].iter().map(|label| role(&board, label)).collect();
        assert_eq!(roles, ["cell", "lava", "blocked", "mud"]);
        let other = board.drawing_with(0, |site| site == board.site("a2").expect("a site"));
        let names = |index: usize| &*board.roles()[usize::from(other.places[index].role)];
        assert_eq!((names(5), names(6), names(7)), ("blocked", "lava", "mud"));
        faulty(
            r#","roles":{"blocked":["a1"]}"#,
            &[".board.roles.blocked: the role `blocked` is the board's own"],
        );
    }

    #[test]
    fn labels_come_from_a_list() {
        let letters = r#""A","B","C","D","E","F","G","H","I","J","K","L","M","N""#;
        let board = good(&format!(r#","labels":[{letters},"O\u0023"],"blocked":["O\u0023"]"#));
        assert_eq!((board.site("A"), board.site("a3")), (Some(0), None));
        assert_eq!(board.blocked(), [14]);
        let drawing = board.drawing(0);
        assert_eq!((drawing.places[14].label.as_str(), drawing.captions.len()), ("O#", 0));
        faulty(
            &format!(r#","labels":[{letters}]"#),
            &[".board.labels: the board has 15 sites, found 14 labels"],
        );
        faulty(
            &format!(r#","labels":[{letters},"B"]"#),
            &[".board.labels[14]: two sites are called `B`: label 2 is the same"],
        );
        faulty(
            &format!(r#","labels":[{letters},"a b"]"#),
            &[".board.labels[14]: expected a label without spaces"],
        );
    }

    #[test]
    fn what_is_cut_off_or_empty_is_doubted() {
        let doubts = |json: &str| said(good(json).cautions());
        assert_eq!(doubts(r#","blocked":["b2"]"#), [] as [&str; 0]);
        assert_eq!(
            doubts(r#","blocked":["b3","b2","a1"]"#),
            [".board.blocked: 2 open sites are cut off from the rest of the board: `a3`, `a2`",]
        );
        assert_eq!(
            doubts(r#","blocked":["column b"],"regions":{"x":["b1","b2"],"y":[]}"#),
            [
                ".board.regions.x: all sites of the region `x` are blocked",
                ".board.regions.y: there is no site in the region `y`",
                ".board.blocked: 3 open sites are cut off from the rest of the board: `a3`, `a2`, `a1`",
            ]
        );
        assert_eq!(doubts(r#","blocked":["all"]"#), [] as [&str; 0]);
    }
}
