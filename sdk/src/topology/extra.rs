//! The keys that all topologies share: labels, regions, roles, blocked sites; and warnings about
//! the result.

use std::collections::BTreeMap;

use super::build::Builder;
use super::select::WORDS;
use super::{BLOCKED, CELL, Extra, Labels, Topology};
use crate::diagnostic::{self, Path};
use crate::sorting::collect;
use crate::{Diagnostic, Site};

/// A region that is made of others.
pub(super) struct ListedRegion {
    pub region: String,
    /// Selectors.
    pub texts: Vec<String>,
    /// The path of the list.
    pub path: Path,
}

/// Replaces the labels by those of a list, by rows from the top. False if there is no list.
pub(super) fn relabel(board: &mut Builder, extra: &Extra, errors: &mut Vec<Diagnostic>) -> bool {
    let Some(Labels::List(list)) = &extra.labels else { return false };
    let path = diagnostic::path(["board", "labels"]);
    let sites = board.topology.labels.len();
    if list.len() != sites {
        let what = format!("the board has {sites} sites, found {} labels", list.len());
        errors.push(
            diagnostic::along(path, "board.labels", what)
                .hint("a label for every site, by rows from the top; blocked sites are sites"),
        );
        return false;
    }
    // Backwards, so that the first of equal labels is found.
    let labels: BTreeMap<&str, usize> =
        collect(list.iter().enumerate().rev().map(|(index, label)| (label.as_str(), index)));
    for (index, label) in list.iter().enumerate() {
        let what = if label.is_empty() || label.contains(char::is_whitespace) {
            "expected a label without spaces".to_owned()
        } else if let Some(first) = labels.get(label.as_str()).filter(|first| **first < index) {
            format!("two sites are called `{label}`: label {} is the same", first + 1)
        } else if board.has_region(label) {
            own_region(label)
        } else {
            continue;
        };
        errors.push(diagnostic::along(path.clone().index(index), "board.labels", what));
    }
    let rows = std::mem::take(&mut board.topology.rows);
    for (site, label) in rows.iter().flatten().zip(list) {
        board.label(*site, label.clone());
    }
    board.topology.rows = rows;
    true
}

/// Tells whether a ruleset may say which sites a region of the board's own has: the special
/// squares of tafl, which other games and boards name too.
fn is_special(name: &str) -> bool {
    matches!(name, "throne" | "corners" | "camps") || name.starts_with("camp-")
}

fn own_region(name: &str) -> String {
    format!("this board already has a region `{name}`")
}

const OTHER_NAME: &str =
    "take another name; of a board's own regions, only `corners`, `throne` and `camps` can be set";

impl Topology {
    /// Adds regions, roles and blocked sites. `listed` holds the topology's own regions that a
    /// ruleset lists, `painted` regions with their roles.
    pub(super) fn apply(
        &mut self,
        mut listed: Vec<ListedRegion>,
        painted: &[(String, String)],
        extra: &Extra,
        errors: &mut Vec<Diagnostic>,
    ) {
        let own = listed.len();
        for (name, texts) in &extra.regions {
            let path = diagnostic::path(["board", "regions"]).key(name);
            match self.name_error(name, &listed[..own]) {
                Some(what) => {
                    let is_own = what == own_region(name);
                    let error = diagnostic::along(path, "board.region", what).on_key();
                    errors.push(if is_own { error.hint(OTHER_NAME) } else { error });
                }
                None => listed.push(ListedRegion {
                    region: name.to_owned(),
                    texts: texts.clone(),
                    path,
                }),
            }
        }
        self.add_listed_regions(&listed, errors);
        self.add_camps();
        for (region, role) in painted {
            let sites = self.regions.get(region).cloned().unwrap_or_default();
            self.paint(role, &sites);
        }
        for (name, texts) in &extra.roles {
            let path = diagnostic::path(["board", "roles"]).key(name);
            if matches!(name.as_str(), "blocked" | "cell") {
                let what = format!("the role `{name}` is the board's own");
                let hint = "list what nothing can stand on in `board.blocked`";
                errors.push(diagnostic::along(path, "board.role", what).on_key().hint(hint));
                continue;
            }
            let sites = self.select_all(texts, &path, errors);
            self.paint(name, &sites);
        }
        self.blocked =
            self.select_all(&extra.blocked, &diagnostic::path(["board", "blocked"]), errors);
        if self.blocked.len() == self.sites as usize {
            let what = "every site of the board is blocked";
            errors.push(diagnostic::at(["board", "blocked"], "board.blocked", what));
        }
        self.apply_roles();
        if errors.is_empty() {
            self.collect_warnings(extra);
        }
    }

    /// Adds the region of all camps if a ruleset lists single ones, and a single camp if it lists
    /// `camps` alone.
    fn add_camps(&mut self) {
        let single =
            |(name, sites): (&String, &Vec<Site>)| name.starts_with("camp-").then(|| sites.clone());
        let mut singles: Vec<Site> = Vec::new();
        for site in self.regions.iter().filter_map(single).flatten() {
            if !singles.contains(&site) {
                singles.push(site);
            }
        }
        let all = self.regions.get("camps").cloned();
        if let (None, false) = (&all, singles.is_empty()) {
            self.regions.insert("camps".to_owned(), singles);
        } else if let (Some(all), true) = (all, singles.is_empty()) {
            self.regions.insert("camp-1".to_owned(), all);
        }
    }

    fn select_all(&self, texts: &[String], path: &Path, errors: &mut Vec<Diagnostic>) -> Vec<Site> {
        let chosen = self.choose(texts, path, errors);
        chosen.iter().map(|chosen| chosen.site).collect()
    }

    /// Adds the listed regions, each after those that it is made of. A region with an error is
    /// added as far as possible, so that its name is known.
    ///
    /// Uses its own stack: a chain can be longer than a thread's stack is deep.
    fn add_listed_regions(&mut self, listed: &[ListedRegion], errors: &mut Vec<Diagnostic>) {
        let numbers = listed.iter().enumerate().rev();
        let numbers: BTreeMap<&str, usize> =
            collect(numbers.map(|(number, listed)| (listed.region.as_str(), number)));
        let mut begun = vec![false; listed.len()];
        let mut done = begun.clone();
        // Regions of which each waits for the next, with the parts left to check.
        let mut open: Vec<(usize, Vec<usize>)> = Vec::new();
        for first in 0..listed.len() {
            let mut next = (!begun[first]).then_some(first);
            loop {
                if let Some(number) = next.take() {
                    begun[number] = true;
                    open.push((number, self.parts(&listed[number], &numbers)));
                }
                let Some((number, parts)) = open.last_mut() else { break };
                let number = *number;
                match parts.pop() {
                    Some(part) if !begun[part] => next = Some(part),
                    Some(part) if !done[part] => {
                        let mut what = "regions are made of each other: ".to_owned();
                        for (number, _) in open.iter().skip_while(|open| open.0 != part) {
                            what += &format!("`{}` of ", listed[*number].region);
                        }
                        let ListedRegion { region, path, .. } = &listed[part];
                        what += &format!("`{region}`");
                        errors.push(diagnostic::along(path.clone(), "board.region", what));
                        self.regions.insert(region.clone(), Vec::new());
                    }
                    Some(_) => {}
                    None => {
                        open.pop();
                        done[number] = true;
                        let sites =
                            self.select_all(&listed[number].texts, &listed[number].path, errors);
                        self.regions.insert(listed[number].region.clone(), sites);
                    }
                }
            }
        }
    }

    /// Returns the numbers of the regions that one is made of, in reverse order. Its own name
    /// means the region that it replaces, if there is one.
    fn parts(&self, listed: &ListedRegion, numbers: &BTreeMap<&str, usize>) -> Vec<usize> {
        let mut parts = Vec::new();
        for text in &listed.texts {
            let Ok(selector) = self.parse(text) else { continue };
            for name in selector.names(text) {
                let replaced = name == listed.region && self.regions.contains_key(name);
                parts.extend(numbers.get(name).filter(|_| !replaced));
            }
        }
        parts.reverse();
        parts
    }

    /// Returns the error of a region's name.
    fn name_error(&self, name: &str, own: &[ListedRegion]) -> Option<String> {
        let is_own = own.iter().any(|listed| listed.region == name);
        if is_own || self.regions.contains_key(name) && !is_special(name) {
            return Some(own_region(name));
        }
        if self.site(name).is_some() {
            return Some(format!("a site is called `{name}`, so no region can be"));
        }
        let first = name.split_whitespace().next().unwrap_or_default();
        let taken = first.is_empty() || WORDS.contains(&first);
        taken.then(|| format!("`{name}` cannot name a region: it means something else"))
    }

    /// Returns the number of a role. Adds it if it is new.
    pub(super) fn role(&mut self, name: &str) -> u16 {
        let at = self.roles.iter().position(|role| role == name).unwrap_or_else(|| {
            self.roles.push(name.to_owned());
            self.roles.len() - 1
        });
        at as u16
    }

    /// Gives sites a role.
    fn paint(&mut self, name: &str, sites: &[Site]) {
        let role = self.role(name);
        sites.iter().for_each(|site| self.painted[*site as usize] = role);
    }

    /// Gives sites a role where they have none yet: for rules to which they mean something, such
    /// as the squares on which a king wins.
    pub fn add_role(&mut self, name: &str, sites: &[Site]) {
        let plain: Vec<Site> = sites
            .iter()
            .copied()
            .filter(|site| self.painted.get(*site as usize) == Some(&CELL))
            .collect();
        if !plain.is_empty() {
            self.paint(name, &plain);
            self.apply_roles();
        }
    }

    /// Gives sites another role where they have a given one: for rules that tell such sites apart.
    pub fn replace_role(&mut self, old: &str, new: &str, sites: &[Site]) {
        let Some(old) = self.roles.iter().position(|role| role == old) else { return };
        let has = |site: &Site| self.painted.get(*site as usize) == Some(&(old as u16));
        let with: Vec<Site> = sites.iter().copied().filter(has).collect();
        if !with.is_empty() {
            self.paint(new, &with);
            self.apply_roles();
        }
    }

    /// Sets the roles of all places to those of their sites.
    fn apply_roles(&mut self) {
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

    /// Collects warnings about likely mistakes.
    fn collect_warnings(&mut self, extra: &Extra) {
        let mut open = vec![true; self.sites as usize];
        for site in &self.blocked {
            open[*site as usize] = false;
        }
        let mut warnings = Vec::new();
        for name in extra.regions.keys() {
            let sites = &self.regions[name];
            let what = match sites.iter().any(|site| open[*site as usize]) {
                true => continue,
                // An empty list removes a region that boards have by themselves.
                false if is_special(name) && extra.regions[name].is_empty() => continue,
                false if sites.is_empty() => format!("there is no site in the region `{name}`"),
                false => format!("all sites of the region `{name}` are blocked"),
            };
            let path = diagnostic::path(["board", "regions"]).key(name);
            warnings.push(diagnostic::along(path, "board.region", what).warning());
        }
        for (name, texts) in &extra.roles {
            let path = diagnostic::path(["board", "roles"]).key(name);
            if !texts.is_empty() && self.select_all(texts, &path, &mut Vec::new()).is_empty() {
                let what = format!("there is no site with the role `{name}`");
                let warning = diagnostic::along(path, "board.role", what).warning();
                warnings.push(warning.hint("leave a `not` out, or list its sites"));
            }
        }
        let has_ghosts = self.views[0].1.places.iter().any(|place| place.copy);
        if extra.ghosts.is_some_and(|rings| rings > 0) && !has_ghosts {
            let what = "`ghosts` has no effect: no edges of this board are joined";
            let warning = diagnostic::at(["board", "ghosts"], "board.ghosts", what).on_key();
            warnings.push(warning.hint("join edges, or leave it out").warning());
        }
        let lost = self.cut_off(&mut open);
        if let Some(first) = lost.first() {
            let is_apart = (0..self.sites).all(|site| self.adjacent(site).is_empty());
            let (what, hint) =
                match is_apart && self.regions.keys().any(|it| it.starts_with("level-")) {
                    true => (
                        "no step leads anywhere: the cells touch in corners alone".to_owned(),
                        "`sites = \"vertices\"` joins the corners".to_owned(),
                    ),
                    false => {
                        let shown = lost.iter().take(NAMED);
                        let names: Vec<String> =
                            shown.map(|site| format!("`{}`", self.label(*site))).collect();
                        let more = if lost.len() > NAMED { ", ..." } else { "" };
                        let sites = if lost.len() == 1 { "site is" } else { "sites are" };
                        let what = format!(
                            "{} open {sites} cut off from the rest of the board: {}{more}",
                            lost.len(),
                            names.join(", ")
                        );
                        let first = self.label(*first);
                        (what, format!("no step leads to `{first}` from the greater part"))
                    }
                };
            let warning = match extra.blocked.is_empty() {
                true => diagnostic::at(["board"], "board.cut-off", what).on_key(),
                false => diagnostic::at(["board", "blocked"], "board.cut-off", what),
            };
            warnings.push(warning.hint(hint).warning());
        }
        self.warnings = warnings;
    }

    /// Returns the open sites outside the largest connected part, in order. Clears `open`.
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

/// The most sites that a warning names.
const NAMED: usize = 5;

#[cfg(test)]
mod tests {
    use crate::topology::{Adjacency, Board, Topology};
    use crate::{Diagnostic, PathKey};

    fn board(json: &str) -> Result<Topology, Vec<Diagnostic>> {
        let table = format!(r#"{{"topology":"grid","width":5,"height":3{json}}}"#);
        let board: Board = serde_json::from_str(&table).expect("a board");
        board.topology(Adjacency::Orthogonal)
    }

    fn good(json: &str) -> Topology {
        board(json).unwrap_or_else(|errors| panic!("{json}: {errors:?}"))
    }

    fn said(found: &[Diagnostic]) -> Vec<String> {
        let place = |key: &PathKey| match key {
            PathKey::Name(name) => format!(".{name}"),
            PathKey::Index(index) => format!("[{index}]"),
        };
        let say = |error: &Diagnostic| {
            let path: String = error.path.iter().map(place).collect();
            format!("{path}: {}", error.what.text)
        };
        found.iter().map(say).collect()
    }

    #[track_caller]
    fn assert_errors(json: &str, expected: &[&str]) {
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
        assert_errors(
            r#","regions":{"edges":["a1"]}"#,
            &[".board.regions.edges: this board already has a region `edges`"],
        );
        assert_errors(
            r#","regions":{"a1":["b1"],"row 2":["b1"],"all":[]}"#,
            &[
                ".board.regions.a1: a site is called `a1`, so no region can be",
                ".board.regions.all: `all` cannot name a region: it means something else",
                ".board.regions.row 2: `row 2` cannot name a region: it means something else",
            ],
        );
        assert_errors(
            r#","regions":{"one":["two"],"two":["within 1 of three"],"three":["not one"]}"#,
            &[
                ".board.regions.one: regions are made of each other: `one` of `two` of `three` of `one`",
                ".board.regions.three[0]: there is nothing yet to take away",
            ],
        );
        assert_errors(
            r#","regions":{"one":["one"],"two":["a9"]}"#,
            &[
                ".board.regions.one: regions are made of each other: `one` of `one`",
                ".board.regions.two[0]: there is no site or region `a9` on this board",
            ],
        );
        // Errors that follow from that of a region are not reported.
        assert_errors(
            r#","regions":{"one":["two"],"two":["one"],"three":["one","two"]},"blocked":["two"]"#,
            &[".board.regions.one: regions are made of each other: `one` of `two` of `one`"],
        );
    }

    #[test]
    fn special_squares_are_redefined_and_drawn() {
        let mut board = good(r#","regions":{"corners":["corners","not a1"],"throne":["b2"]}"#);
        let (a1, a3) = (board.site("a1").expect("a site"), board.site("a3").expect("a site"));
        let corners = board.regions()["corners"].clone();
        assert!(corners.len() == 3 && corners.contains(&a3) && !corners.contains(&a1));
        board.add_role("corner", &corners);
        board.add_role("goal", &[a1, a3]);
        let roles = ["a1", "a3", "e3"].map(|label| role(&board, label));
        assert_eq!(roles, ["goal", "corner", "corner"]);
        board.replace_role("corner", "closed", &[a1, a3]);
        board.replace_role("camp", "closed", &[a1, a3]);
        let roles = ["a1", "a3", "e3"].map(|label| role(&board, label));
        assert_eq!(roles, ["goal", "closed", "corner"]);
    }

    #[test]
    fn regions_can_be_made_of_each_other_in_a_long_chain() {
        // Deeper than a call stack, above all in the sandbox.
        let links: Vec<String> =
            (0..100_000).map(|at| format!(r#""r{at}":["r{}"]"#, at + 1)).collect();
        let chain = good(&format!(r#","regions":{{{},"r100000":["a1"]}}"#, links.join(",")));
        assert_eq!(chain.select("r0"), chain.select("a1"));
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
        assert_errors(
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
        assert_errors(
            &format!(r#","labels":[{letters}]"#),
            &[".board.labels: the board has 15 sites, found 14 labels"],
        );
        assert_errors(
            &format!(r#","labels":[{letters},"B"]"#),
            &[".board.labels[14]: two sites are called `B`: label 2 is the same"],
        );
        assert_errors(
            &format!(r#","labels":[{letters},"a b"]"#),
            &[".board.labels[14]: expected a label without spaces"],
        );
        // A region that no text could name. Consequences of label errors are not reported.
        assert_errors(
            &format!(r#","labels":[{letters},"center"],"blocked":["a1"]"#),
            &[".board.labels[14]: this board already has a region `center`"],
        );
    }

    #[test]
    fn what_is_cut_off_or_empty_is_warned_of() {
        let warnings = |json: &str| said(good(json).warnings());
        assert_eq!(warnings(r#","blocked":["b2"]"#), [] as [&str; 0]);
        assert_eq!(
            warnings(r#","blocked":["b3","b2","a1"]"#),
            [".board.blocked: 2 open sites are cut off from the rest of the board: `a3`, `a2`",]
        );
        assert_eq!(
            warnings(r#","blocked":["column b"],"regions":{"x":["b1","b2"],"y":[]}"#),
            [
                ".board.regions.x: all sites of the region `x` are blocked",
                ".board.regions.y: there is no site in the region `y`",
                ".board.blocked: 3 open sites are cut off from the rest of the board: `a3`, `a2`, `a1`",
            ]
        );
        assert_errors(
            r#","blocked":["all"]"#,
            &[".board.blocked: every site of the board is blocked"],
        );
    }
}
