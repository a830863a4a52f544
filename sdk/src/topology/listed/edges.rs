//! The edges of a graph, and the straight lines along them.

use std::collections::BTreeMap;

use boardloom_contract::nearest;

use super::layout::{Layout, is_before};
use super::{Graph, Listing};
use crate::diagnostic::{self, Path};
use crate::topology::build::Builder;
use crate::topology::select::SUGGESTED;
use crate::topology::{NOWHERE, Step};
use crate::{Diagnostic, Site};

/// An edge.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub ends: [Site; 2],
    pub class: u8,
}

/// An edge as seen from one of its sites.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct EdgeEnd {
    pub edge: u32,
    pub to: Site,
    /// Whether it crosses the border.
    pub crosses: bool,
}

/// All edges, in order.
#[derive(Default)]
pub(super) struct Edges {
    pub edges: Vec<Edge>,
    /// The edges of each site.
    at: Vec<Vec<u32>>,
}

impl Edges {
    /// Adds the listed edges, and the edges of lines that are not listed.
    pub fn list(
        &mut self,
        graph: &Graph,
        named: &BTreeMap<&str, Site>,
        errors: &mut Vec<Diagnostic>,
    ) {
        self.at.resize(graph.sites.entries.len(), Vec::new());
        let mut unknown = UnknownSites { graph, told: Vec::new() };
        for (index, edge) in graph.edges.iter().enumerate() {
            let path = diagnostic::path(["board", "edges"]).index(index);
            let ends = [0, 1].map(|end| {
                let path = path.clone().index(end);
                let site = named.get(edge.ends[end].as_str()).copied();
                site.or_else(|| {
                    unknown.tell(named, (&edge.ends[end], &edge.ends), path, errors);
                    None
                })
            });
            let [Some(one), Some(other)] = ends else { continue };
            if one == other {
                let what = format!("`{}` is joined to itself", edge.ends[0]);
                errors.push(diagnostic::along(path, "board.edges", what));
            } else if !self.add([one, other], edge.class) {
                let [one, other] = &edge.ends;
                let what = format!("`{one}` and `{other}` are joined so already");
                let hint = "an edge is listed once; another class makes it another edge";
                errors.push(diagnostic::along(path, "board.edges", what).hint(hint));
            }
        }
        for (index, line) in graph.lines.iter().enumerate() {
            let path = diagnostic::path(["board", "lines"]).index(index);
            if line.len() < 2 {
                let what = format!("expected 2 sites at least, found {}", line.len());
                errors.push(diagnostic::along(path.clone(), "board.lines", what));
            }
            let (mut before, mut last) = (None, None);
            for (at, label) in line.iter().enumerate() {
                let path = path.clone().index(at);
                let site = named.get(label.as_str()).copied();
                if site.is_none() {
                    unknown.tell(named, (label, line), path.clone(), errors);
                }
                if site.is_some() && site == before {
                    let what = format!("`{label}` follows itself");
                    errors.push(diagnostic::along(path, "board.lines", what));
                } else if site.is_some() && site == last {
                    let what = format!("the line turns back to `{label}`, and lines run straight");
                    errors.push(diagnostic::along(path, "board.lines", what));
                } else if let (Some(before), Some(site)) = (before, site)
                    && self.edge_between(before, site).is_none()
                {
                    self.add([before, site], 0);
                }
                (last, before) = (before, site);
            }
        }
    }

    /// Adds an edge; false if there is one with the same ends and class.
    fn add(&mut self, ends: [Site; 2], class: u8) -> bool {
        if self.between(ends).any(|edge| self.edges[edge as usize].class == class) {
            return false;
        }
        for end in ends {
            self.at[end as usize].push(self.edges.len() as u32);
        }
        self.edges.push(Edge { ends, class });
        true
    }

    /// Returns the edge of a line between two sites: the one that stays on the board, or else the
    /// first.
    fn edge_between(&self, one: Site, other: Site) -> Option<u32> {
        let plain = self.between([one, other]).find(|edge| self.edges[*edge as usize].class == 0);
        plain.or_else(|| self.between([one, other]).next())
    }

    /// Returns the edges between two sites, in order.
    fn between(&self, [one, other]: [Site; 2]) -> impl Iterator<Item = u32> + '_ {
        // Searches those of the site with fewer edges: a hub may have very many.
        let [few, many] = [one, other].map(|site| &self.at[site as usize]);
        let known = if few.len() > many.len() { many } else { few };
        let joins = move |edge: &Edge| edge.ends == [one, other] || edge.ends == [other, one];
        known.iter().copied().filter(move |edge| joins(&self.edges[*edge as usize]))
    }

    /// Returns the number of edges of each site.
    pub fn degrees(&self) -> Vec<usize> {
        self.at.iter().map(Vec::len).collect()
    }

    /// Returns the edges of every site in order of headings.
    pub fn order(&self, layout: &Layout) -> Vec<Vec<EdgeEnd>> {
        let mut order: Vec<Vec<EdgeEnd>> = vec![Vec::new(); layout.at.len()];
        for (edge, Edge { ends: [one, other], class }) in (0..).zip(&self.edges) {
            let crosses = *class != 0;
            order[*one as usize].push(EdgeEnd { edge, to: *other, crosses });
            order[*other as usize].push(EdgeEnd { edge, to: *one, crosses });
        }
        if !layout.given {
            return order;
        }
        for (site, links) in (0..).zip(&mut order) {
            let directions = directions(layout, site, links);
            let mut sorted: Vec<(EdgeEnd, [f64; 2])> = Vec::new();
            for link in links.iter().copied().zip(directions) {
                let at = sorted.iter().position(|(_, direction)| is_before(link.1, *direction));
                sorted.insert(at.unwrap_or(sorted.len()), link);
            }
            *links = sorted.into_iter().map(|(link, _)| link).collect();
        }
        order
    }

    /// Adds the steps of the board, straight on along the lines.
    ///
    /// # Errors
    /// Lines that fork: a step would have two straight continuations.
    pub fn add_steps(
        &self,
        graph: &Graph,
        named: &BTreeMap<&str, Site>,
        order: &[Vec<EdgeEnd>],
        board: &mut Builder,
    ) -> Result<(), Vec<Diagnostic>> {
        let mut errors = Vec::new();
        // For each edge and end: the edge that continues straight on there.
        let mut on: Vec<[Option<u32>; 2]> = vec![[None; 2]; self.edges.len()];
        for (index, line) in graph.lines.iter().enumerate() {
            let sites: Vec<Site> =
                line.iter().filter_map(|label| named.get(label.as_str()).copied()).collect();
            let closed = sites.len() > 3 && sites.first() == sites.last();
            let beyond = closed.then(|| sites[1]);
            let sites: Vec<Site> = sites.into_iter().chain(beyond).collect();
            for (at, three) in sites.windows(3).enumerate() {
                let (one, other) =
                    (self.edge_between(three[0], three[1]), self.edge_between(three[1], three[2]));
                let (Some(one), Some(other)) = (one, other) else { continue };
                let joined = self.join(&mut on, one, three[1], other)
                    && self.join(&mut on, other, three[1], one);
                if !joined {
                    let at = (at + 1) % line.len();
                    let path = diagnostic::path(["board", "lines"]).index(index).index(at);
                    let what =
                        format!("another line goes straight on through `{}` elsewhere", line[at]);
                    errors.push(diagnostic::along(path, "board.lines", what));
                }
            }
        }
        for (site, links) in (0..).zip(order) {
            for (heading, link) in (0..).zip(links) {
                let edge = self.edges[link.edge as usize];
                let next = on[link.edge as usize][usize::from(edge.ends[1] == link.to)];
                let ahead = &order[link.to as usize];
                let next = next.and_then(|next| ahead.iter().position(|link| link.edge == next));
                let heading_there = next.map_or(NOWHERE, |next| next as u8);
                let (class, flip) = (edge.class, false);
                board.step(
                    site,
                    heading,
                    Step { site: link.to, heading: heading_there, class, flip },
                );
            }
        }
        diagnostic::check(errors)
    }

    /// Makes an edge continue in another at a site; false if it continues in a third.
    fn join(&self, on: &mut [[Option<u32>; 2]], edge: u32, at: Site, next: u32) -> bool {
        let end = usize::from(self.edges[edge as usize].ends[1] == at);
        let known = &mut on[edge as usize][end];
        *known.get_or_insert(next) == next
    }
}

/// Names in edges and lines that are no site.
struct UnknownSites<'a> {
    graph: &'a Graph,
    /// Names that stand several times, which were told.
    told: Vec<&'a str>,
}

impl<'a> UnknownSites<'a> {
    /// Tells that a name in an edge or a line is no site. One that stands in several of them is a
    /// forgotten site, told once; one that stands once is misspelt, if a name is near that the
    /// same edge or line does not have.
    fn tell(
        &mut self,
        named: &BTreeMap<&str, Site>,
        (label, row): (&'a str, &[String]),
        path: Path,
        errors: &mut Vec<Diagnostic>,
    ) {
        if self.told.contains(&label) {
            return;
        }
        let edges = self.graph.edges.iter().map(|edge| &edge.ends[..]);
        let rows = edges.chain(self.graph.lines.iter().map(Vec::as_slice));
        let rows = rows.filter(|row| row.iter().any(|other| other == label));
        // The search takes as long as the board is large.
        let is_asked = errors.len() < SUGGESTED && !label.contains(char::is_whitespace);
        let rows: Vec<&[String]> = if is_asked { rows.collect() } else { vec![row] };
        // Numbers in place of names.
        let is_number = |name: &str| name.parse::<u32>().is_ok();
        let is_counted = is_number(label) && !named.keys().any(|name| is_number(name));
        let forgotten = match self.graph.sites.listing {
            _ if rows.len() < 2 || is_counted => None,
            Listing::Table => Some(format!("`{label} = [x, y]`")),
            Listing::List => Some(format!("`\"{label}\"`")),
            Listing::Count => None,
        };
        if is_counted {
            self.told.push(label);
        }
        if let Some(entry) = forgotten {
            self.told.push(label);
            let what = format!("there is no site `{label}` on this board");
            // Another name must not stand beside itself.
            let is_beside = |name: &str| rows.iter().any(|row| row.iter().any(|it| it == name));
            let near = nearest(label, &mut named.keys().copied().filter(|name| !is_beside(name)));
            let near = near.map_or_else(String::new, |near| format!("; or did you mean `{near}`?"));
            let hint = format!("add it to `board.sites`: {entry}{near}");
            errors.push(diagnostic::along(path, "board.no-site", what).hint(hint));
            return;
        }
        let mut others =
            named.keys().copied().filter(|name| !row.iter().any(|other| other == name));
        unknown_site(&mut others, label, path, false, errors);
    }
}

/// Returns the directions of a site's edges on the drawing: those that cross the border point out
/// of the board, the others to their ends.
pub(super) fn directions(layout: &Layout, site: Site, links: &[EdgeEnd]) -> Vec<[f64; 2]> {
    let count = links.iter().filter(|link| link.crosses).count();
    let mut index = 0;
    let mut directions = Vec::new();
    for link in links {
        directions.push(match link.crosses {
            true => layout.outward(site, index, count),
            false => layout.vector(site, link.to),
        });
        index += usize::from(link.crosses);
    }
    directions
}

/// Returns the message for a label that is empty or has a space.
pub(super) fn labels_have_no_spaces(label: &str) -> String {
    match label {
        "" => "a label is empty".to_owned(),
        _ => format!("`{label}`: labels can't contain spaces"),
    }
}

/// Returns the site with this label, or adds an error at `path`, which is a key if `on_key`.
pub(super) fn find_site(
    named: &BTreeMap<&str, Site>,
    label: &str,
    path: Path,
    on_key: bool,
    errors: &mut Vec<Diagnostic>,
) -> Option<Site> {
    let site = named.get(label).copied();
    if site.is_none() {
        unknown_site(&mut named.keys().copied(), label, path, on_key, errors);
    }
    site
}

/// The most sites that a hint lists.
const LISTED: usize = 8;

/// Adds the error of a name that no site has; one of `others` may be meant.
fn unknown_site(
    others: &mut dyn Iterator<Item = &str>,
    label: &str,
    path: Path,
    on_key: bool,
    errors: &mut Vec<Diagnostic>,
) {
    let what = match label.contains(char::is_whitespace) {
        true => labels_have_no_spaces(label),
        false => format!("there is no site `{label}` on this board"),
    };
    // A label with a space is told once, where it is given.
    if errors.iter().any(|error| error.what.text == what && label.contains(' ')) {
        return;
    }
    let mut error = diagnostic::along(path, "board.no-site", what);
    if on_key {
        error = error.on_key();
    }
    let others: Vec<&str> = others.collect();
    let near = match errors.len() {
        0..SUGGESTED => nearest(label, &mut others.iter().copied()),
        _ => None,
    };
    errors.push(match near {
        Some(near) => error.hint(format!("did you mean `{near}`?")),
        None if (1..=LISTED).contains(&others.len()) => {
            error.hint(format!("the board has `{}`", others.join("`, `")))
        }
        None => error.hint("sites are listed in `board.sites`"),
    });
}
