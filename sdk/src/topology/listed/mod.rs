//! Boards whose sites and edges are listed one by one.

mod draw;
mod edges;
mod layout;
mod parse;
#[cfg(test)]
mod tests;

use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

use self::edges::Edges;
use self::layout::Layout;
pub use self::parse::{ListedEdge, ListedSite, Listing, SiteList};
use super::Extra;
use super::build::{Builder, LINKS};
use super::labels::by_rows;
use crate::diagnostic::{self, Path};
use crate::sorting::collect;
use crate::topology::Topology;
use crate::{Diagnostic, Site};

/// The `[board]` table of `topology = "graph"`.
///
/// The headings of a site number its edges: clockwise from the top if sites have positions, else
/// in the order of the list. Steps continue straight on only along `lines`.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Graph {
    /// The sites, with or without positions (x to the right, y down): their number; a list of
    /// labels, or of labels with positions, `[["a", 0, 0], ["b", 1, 0]]`; or a table,
    /// `a = [0, 0]`. Without positions they are drawn on a circle.
    #[schemars(schema_with = "parse::sites_schema")]
    #[schemars(extend("examples" = [{ "a": [0, 0], "b": [1, 0], "c": [0, 1] }]))]
    pub sites: SiteList,
    /// The edges: two labels, and a crossing class if the edge crosses the border of the board (0
    /// to 255, one bit for each way across). Two sites can have several edges with different
    /// classes.
    #[serde(default)]
    #[schemars(schema_with = "parse::edges_schema")]
    #[schemars(extend("examples" = [[["a", "b"], ["b", "c"]]]))]
    pub edges: Vec<ListedEdge>,
    /// Straight lines: labels in order. Neighbours in a line are joined, and steps continue
    /// straight on along it. A line that ends at its start is closed.
    #[serde(default)]
    #[schemars(extend("examples" = [[["a", "b", "c"]]]))]
    pub lines: Vec<Vec<String>>,
    /// The outlines of cells by label, in the coordinates of the positions. A site without a
    /// position is in the middle of its cell.
    #[serde(default)]
    #[schemars(extend("examples" = [{ "a": [[0, 0], [1, 0], [1, 1], [0, 1]] }]))]
    pub cells: BTreeMap<String, Vec<[f64; 2]>>,
    /// The shape of sites without their own outline.
    #[serde(default)]
    #[schemars(extend("examples" = ["hexagon"]))]
    pub shape: SiteShape,
    /// The width of these shapes: by default seven tenths of the shortest edge.
    #[serde(default)]
    #[schemars(range(min = 0.001, max = 1000.0))]
    #[schemars(extend("examples" = [0.8]))]
    pub size: Option<f64>,
}

/// The shape of a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Cell")]
pub enum SiteShape {
    /// A round cell.
    #[default]
    Round,
    /// A square.
    Square,
    /// A hexagon with a corner at the top.
    Hexagon,
    /// A point on its lines.
    None,
}

/// Sites so many times as wide as the shortest edge can't be told apart.
const COVERING: f64 = 4.0;

/// Positions are the same if they are after multiplication with this and rounding.
const SAME_PLACE: f64 = 1e6;

/// The most sites that a list can have.
const MOST: usize = 200_000;

impl Graph {
    /// Begins the topology.
    ///
    /// # Errors
    /// Duplicate labels, unknown labels, duplicate edges, edges from a site to itself, lines that
    /// fork, outlines without an inside.
    pub(super) fn builder(&self, extra: &Extra) -> Result<Builder, Vec<Diagnostic>> {
        let mut errors = Vec::new();
        let named = self.sites_by_label(&mut errors);
        let layout = Layout::new(self, &named, &mut errors);
        let mut edges = Edges::default();
        edges.list(self, &named, &mut errors);
        self.check_places(&mut errors);
        diagnostic::check(std::mem::take(&mut errors))?;
        let degrees = edges.degrees();
        for (index, found) in degrees.iter().enumerate().filter(|(_, found)| **found > LINKS) {
            let label = &self.sites.entries[index].label;
            let what = format!("`{label}` has {found} edges, expected {LINKS} at most");
            errors.push(diagnostic::along(self.entry_path(index), "board.edges", what));
        }
        diagnostic::check(errors)?;
        let shortest = draw::shortest_edge(&layout, &edges);
        if let Some(size) = self.size.filter(|size| *size > COVERING * shortest) {
            let what =
                format!("sites {size} wide cover each other: the shortest edge is {shortest} long");
            let error = diagnostic::at(["board", "size"], "board.size", what);
            return Err(error.hint("leave `size` out for 7/10 of the shortest edge").into());
        }
        let most = degrees.iter().copied().max().unwrap_or(0);
        let mut board = Builder::with_links(degrees.len(), most, "edges")?;
        let order = edges.order(&layout);
        for (site, entry) in (0..).zip(&self.sites.entries) {
            board.label(site, entry.label.clone());
        }
        edges.add_steps(self, &named, &order, &mut board)?;
        board.topology.rows = layout.rows();
        by_rows(&mut board, extra)?;
        self.draw(&layout, &edges, &order, extra, &mut board);
        Ok(board)
    }

    /// Returns the sites by label, and adds errors of labels.
    fn sites_by_label(&self, errors: &mut Vec<Diagnostic>) -> BTreeMap<&str, Site> {
        let sites = &self.sites.entries;
        let good = |label: &str| !label.is_empty() && !label.contains(char::is_whitespace);
        // Backwards, so that the first of equal labels is found.
        let labels = (0..sites.len() as Site)
            .zip(sites)
            .rev()
            .map(|(index, entry)| (entry.label.as_str(), index));
        let named: BTreeMap<&str, Site> = collect(labels.filter(|(label, _)| good(label)));
        if sites.is_empty() || sites.len() > MOST {
            let what = format!("expected 1 to {MOST} sites, found {}", sites.len());
            errors.push(diagnostic::at(["board", "sites"], "board.sites", what));
        }
        for (index, entry) in (0..).zip(sites) {
            let label = entry.label.as_str();
            if !good(label) {
                let what = edges::labels_have_no_spaces(label);
                let error = diagnostic::along(self.entry_path(index as usize), "board.sites", what);
                errors.push(match self.sites.listing {
                    Listing::Table => error.on_key(),
                    Listing::Count | Listing::List => error,
                });
            } else if let Some(first) = named.get(label).filter(|first| **first < index) {
                let what =
                    format!("two sites are called `{label}`: site {} is the same", first + 1);
                errors.push(diagnostic::along(
                    self.entry_path(index as usize),
                    "board.sites",
                    what,
                ));
            }
        }
        named
    }

    /// Adds an error for each site at the place of an earlier one.
    fn check_places(&self, errors: &mut Vec<Diagnostic>) {
        let mut seen: BTreeMap<[i64; 2], usize> = BTreeMap::new();
        for (index, entry) in self.sites.entries.iter().enumerate() {
            let Some(at) = entry.at else { continue };
            let place = at.map(|it| (it * SAME_PLACE).round() as i64);
            let first = *seen.entry(place).or_insert(index);
            if first != index {
                let other = &self.sites.entries[first].label;
                let what = format!("`{}` stands at the place of `{other}`", entry.label);
                let error = diagnostic::along(self.entry_path(index), "board.sites", what);
                errors.push(error.hint("give one of them another position"));
            }
        }
    }

    /// Replaces the warning of open sites that are cut off if none of them has an edge: each is
    /// told at its own line.
    /// Joins the errors of sites' own names on a board whose labels replace them.
    pub(super) fn join_replaced_names(&self, extra: &Extra, errors: &mut Vec<Diagnostic>) {
        let is_replaced = |error: &Diagnostic| {
            let name = error.what.text.strip_prefix("there is no site or region `");
            let name = name.and_then(|rest| rest.split('`').next());
            name.is_some_and(|name| self.sites.entries.iter().any(|entry| entry.label == name))
        };
        if extra.labels.is_none() || !errors.iter().any(is_replaced) {
            return;
        }
        errors.retain(|error| !is_replaced(error));
        let what = "these labels replace the sites' own names, which the ruleset uses";
        errors.push(diagnostic::at(["board", "labels"], "board.labels", what).hint("leave it out"));
    }

    pub(super) fn warn_lone(&self, topology: &mut Topology) {
        let is_lone = |label: &str| {
            let site = topology.site(label).filter(|it| !topology.blocked().contains(it));
            site.is_some_and(|site| topology.adjacent(site).is_empty())
        };
        let entries = &self.sites.entries;
        let lone = (0..entries.len()).filter(|index| is_lone(&entries[*index].label));
        let lone: Vec<usize> = lone.collect();
        let key = if self.edges.is_empty() && !self.lines.is_empty() { "lines" } else { "edges" };
        for warning in &mut topology.warnings {
            if warning.what.id == "board.cut-off" && warning.on_key {
                let all = lone.len() == entries.len();
                let what = if all { "no edge joins any sites" } else { warning.what.text.as_str() };
                let found = diagnostic::at(["board", key], "board.cut-off", what).warning();
                let hint = match (all, &entries[..]) {
                    (true, [one, other, ..]) => Some(format!(
                        "join sites in `edges`, for example `[\"{}\", \"{}\"]`",
                        one.label, other.label
                    )),
                    _ => warning.hint.as_ref().map(|hint| hint.text.clone()),
                };
                *warning = match hint {
                    Some(hint) => found.hint(hint),
                    None => found,
                };
            }
        }
        if lone.is_empty() || lone.len() == entries.len() {
            return;
        }
        let joined = (0..entries.len()).find(|index| !lone.contains(index));
        let other = joined.map_or("", |index| &entries[index].label);
        let lone = lone.into_iter().map(|index| {
            let label = &entries[index].label;
            let what = format!("no edge leads to `{label}`");
            let found = diagnostic::along(self.entry_path(index), "board.lone", what).warning();
            found.hint(format!("join it in `edges`, for example `[\"{label}\", \"{other}\"]`"))
        });
        let lone: Vec<Diagnostic> = lone.collect();
        let cut_off = |it: &Diagnostic| it.what.id == "board.cut-off";
        let others = topology.warnings.iter().filter(|it| !cut_off(it));
        topology.warnings = others.chain(&lone).cloned().collect();
    }

    /// Returns the path of a site's entry in the ruleset.
    fn entry_path(&self, index: usize) -> Path {
        let sites = diagnostic::path(["board", "sites"]);
        match self.sites.listing {
            Listing::Count => sites,
            Listing::List => sites.index(index),
            Listing::Table => sites.key(&self.sites.entries[index].label),
        }
    }
}
