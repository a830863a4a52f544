//! The builder of topologies.

use std::collections::BTreeMap;

use super::extra::{self, ListedRegion};
use super::grid::caption;
use super::{CELL, Extra, Link, Step, Topology};
use crate::diagnostic::{self, Path};
use crate::sorting::sort_by;
use crate::{BoardLine, BoardView, Diagnostic, Message, Patch, Place, Point, Site};

/// A topology under construction. The number of sites is known from the start.
pub(super) struct Builder {
    /// Without links and blocked sites, which [`Builder::finish`] adds.
    pub topology: Topology,
    listed: Vec<ListedRegion>,
    /// Regions and the roles of their sites.
    painted_regions: Vec<(String, String)>,
    diagonals: Vec<Vec<Link>>,
}

/// The most links of a site: a byte numbers them, and some values are reserved.
pub(super) const LINKS: usize = 250;
/// The most steps of a board; each takes eight bytes.
const STEPS: usize = 10_000_000;

impl Builder {
    /// Begins a board for sites with at most `links` links. Every site gets memory for as many.
    ///
    /// # Errors
    /// Too many links of a site, or too many steps, reported at `key` of the table.
    pub fn with_links(sites: usize, links: usize, key: &str) -> Result<Self, Vec<Diagnostic>> {
        let most = LINKS.min(STEPS / sites.max(1));
        if links <= most {
            return Ok(Builder::new(sites as u32, links as u8));
        }
        let what = format!("a site has {links} links, and of {sites} sites each can have {most}");
        Err(diagnostic::at(["board", key], "board.links", what).into())
    }

    pub fn new(sites: u32, headings: u8) -> Self {
        let name = Message::new("view.flat", "Board");
        let flat = BoardView { id: "flat".into(), name, dimensions: 2 };
        let topology = Topology {
            sites,
            headings,
            steps: vec![None; sites as usize * usize::from(headings)],
            starts: vec![0],
            links: Vec::new(),
            diagonal_starts: vec![0],
            diagonals: Vec::new(),
            edges: Vec::new(),
            folded: Vec::new(),
            cones: Vec::new(),
            labels: vec![String::new(); sites as usize],
            by_label: (0..sites).collect(),
            regions: BTreeMap::new(),
            blocked: Vec::new(),
            rows: Vec::new(),
            roles: vec!["cell".into(), "blocked".into()],
            painted: vec![CELL; sites as usize],
            warnings: Vec::new(),
            views: vec![(flat, Patch::default())],
        };
        let diagonals = vec![Vec::new(); sites as usize];
        Builder { topology, listed: Vec::new(), painted_regions: Vec::new(), diagonals }
    }

    /// Returns the flat view.
    fn flat(&mut self) -> &mut Patch {
        &mut self.topology.views[0].1
    }

    pub fn diagonal(&mut self, site: Site, link: Link) {
        self.diagonals[site as usize].push(link);
    }

    /// Adds a ghost of a site.
    pub fn ghost(&mut self, site: Site, at: Point, shape: Option<u32>) {
        let place = self.new_place(site, true, at, shape);
        self.flat().places.push(place);
    }

    /// Returns a place for a site, or for a ghost.
    pub fn new_place(&self, site: Site, copy: bool, at: Point, shape: Option<u32>) -> Place {
        let label = place_label(&self.topology.labels, site, copy);
        Place { site, copy, frame: None, at, shape, label, role: CELL }
    }

    pub fn label(&mut self, site: Site, label: String) {
        self.topology.labels[site as usize] = label;
    }

    /// Tells whether a region has this name, or will have.
    pub fn has_region(&self, name: &str) -> bool {
        self.topology.regions.contains_key(name)
            || self.listed.iter().any(|listed| listed.region == name)
    }

    pub fn step(&mut self, site: Site, heading: u8, step: Step) {
        let headings = usize::from(self.topology.headings);
        self.topology.steps[site as usize * headings + usize::from(heading)] = Some(step);
    }

    /// Tells whether a step leads from a site to another.
    pub fn leads(&self, site: Site, to: Site) -> bool {
        let (from, headings) = (site as usize, usize::from(self.topology.headings));
        let steps = &self.topology.steps[from * headings..(from + 1) * headings];
        steps.iter().any(|step| matches!(step, Some(step) if step.site == to))
    }

    pub fn region(&mut self, name: &str, sites: Vec<Site>) {
        self.topology.regions.insert(name.to_owned(), sites);
    }

    pub fn shape(&mut self, outline: Vec<Point>) -> u32 {
        let shapes = &mut self.flat().shapes;
        shapes.push(outline);
        shapes.len() as u32 - 1
    }

    pub fn place(&mut self, site: Site, at: Point, shape: Option<u32>) {
        let place = self.new_place(site, false, at, shape);
        self.flat().places.push(place);
    }

    pub fn line(&mut self, line: BoardLine) {
        self.flat().lines.push(line);
    }

    pub fn caption(&mut self, at: Point, text: String) {
        if !text.is_empty() {
            self.flat().captions.push(caption(at, text));
        }
    }

    /// Adds a region by selectors, which can name any other region. `path` leads to the list.
    pub fn region_listed(&mut self, region: &str, texts: &[String], path: Path) {
        self.listed.push(ListedRegion { region: region.to_owned(), texts: texts.to_vec(), path });
    }

    /// Gives the sites of a region a role, which replaces earlier ones.
    pub fn paint(&mut self, region: &str, role: &str) {
        self.painted_regions.push((region.to_owned(), role.to_owned()));
    }

    /// Finishes the topology with the keys that all topologies share.
    ///
    /// # Errors
    /// All errors of `extra` on this board.
    pub fn finish(self, extra: &Extra) -> Result<Topology, Vec<Diagnostic>> {
        let (topology, errors) = self.finish_with_errors(extra)?;
        if errors.is_empty() { Ok(topology) } else { Err(errors) }
    }

    /// Finishes the topology as far as possible, without the sites that do not exist.
    ///
    /// # Errors
    /// All errors in the labels: without them no site has a name.
    pub fn finish_with_errors(
        mut self,
        extra: &Extra,
    ) -> Result<(Topology, Vec<Diagnostic>), Vec<Diagnostic>> {
        let mut errors = Vec::new();
        if extra::relabel(&mut self, extra, &mut errors) {
            self.rename_places();
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        self.link();
        let Builder { mut topology, listed, painted_regions, .. } = self;
        topology.apply(listed, &painted_regions, extra, &mut errors);
        Ok((topology, errors))
    }

    /// Updates the labels of places, and removes captions, which no longer match.
    fn rename_places(&mut self) {
        let Topology { labels, views, .. } = &mut self.topology;
        for (_, drawing) in views {
            drawing.captions.clear();
            for place in &mut drawing.places {
                place.label = place_label(labels, place.site, place.copy);
            }
        }
    }

    /// Fills the lists of links and the order of labels.
    fn link(&mut self) {
        let Topology { sites, headings, steps, starts, links, labels, by_label, .. } =
            &mut self.topology;
        for site in 0..*sites as usize {
            for heading in 0..*headings {
                let at = site * usize::from(*headings) + usize::from(heading);
                // Cells can meet along two edges that count as one: both headings lead there, but
                // the cells are adjacent once.
                let own = &links[starts[site] as usize..];
                let again = |step: Step| {
                    own.iter().any(|it| (it.step.site, it.step.class) == (step.site, step.class))
                };
                if let Some(step) = steps[at].filter(|step| !again(*step)) {
                    links.push(Link { heading, step });
                }
            }
            starts.push(links.len() as u32);
        }
        sort_by(by_label, |one, other| labels[*one as usize].cmp(&labels[*other as usize]));
        let topology = &mut self.topology;
        for links in self.diagonals.drain(..) {
            topology.diagonals.extend(links);
            topology.diagonal_starts.push(topology.diagonals.len() as u32);
        }
    }
}

/// Returns the label of a place: that of its site, in lower case on a copy.
fn place_label(labels: &[String], site: Site, copy: bool) -> String {
    let label = &labels[site as usize];
    if copy { label.to_ascii_lowercase() } else { label.clone() }
}
