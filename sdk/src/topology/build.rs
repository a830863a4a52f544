//! Puts a topology together.

use std::collections::BTreeMap;

use super::extra::{self, Listed};
use super::grid::caption;
use super::{CELL, Extra, Link, Step, Topology};
use crate::problem::{self, Path};
use crate::{BoardLine, BoardView, Diagnostic, Message, Patch, Place, Point, Site};

/// A topology in the making. Sites are known from the start.
pub(super) struct Builder {
    sites: u32,
    headings: u8,
    steps: Vec<Option<Step>>,
    labels: Vec<String>,
    regions: BTreeMap<String, Vec<Site>>,
    listed: Vec<Listed>,
    /// Regions and the roles that their sites are drawn in.
    painted_regions: Vec<(String, String)>,
    pub rows: Vec<Vec<Site>>,
    roles: Vec<String>,
    /// The role of each site.
    painted: Vec<u16>,
    diagonals: Vec<Vec<Link>>,
    /// The headings that cross an edge of a cell, clockwise; empty where cells do
    /// not meet edge to edge.
    pub edges: Vec<u8>,
    /// Edges that are joined to themselves, one half to the other.
    pub folded: Vec<(Site, u8)>,
    drawing: Patch,
    /// Further ways to draw the board.
    pub views: Vec<(BoardView, Patch)>,
}

/// The most links of a site: a byte tells them apart, and some values mean others.
pub(super) const LINKS: usize = 250;
/// The most steps that there is room for, eight bytes each.
const STEPS: usize = 10_000_000;

impl Builder {
    /// Begins a board on which one site can have many more links than the others:
    /// all have room for as many.
    ///
    /// # Errors
    /// More links of a site than can be numbered, more room than there is; `key` of
    /// the table is where that is said.
    pub fn uneven(sites: usize, links: usize, key: &str) -> Result<Self, Vec<Diagnostic>> {
        let most = LINKS.min(STEPS / sites.max(1));
        if links <= most {
            return Ok(Builder::new(sites as u32, links as u8));
        }
        let what = format!("a site has {links} links, and of {sites} sites each can have {most}");
        Err(problem::at(["board", key], "board.links", what).into())
    }

    pub fn new(sites: u32, headings: u8) -> Self {
        Builder {
            sites,
            headings,
            steps: vec![None; sites as usize * usize::from(headings)],
            labels: vec![String::new(); sites as usize],
            regions: BTreeMap::new(),
            listed: Vec::new(),
            painted_regions: Vec::new(),
            rows: Vec::new(),
            roles: vec!["cell".into(), "blocked".into()],
            painted: vec![CELL; sites as usize],
            diagonals: vec![Vec::new(); sites as usize],
            edges: Vec::new(),
            folded: Vec::new(),
            drawing: Patch::default(),
            views: Vec::new(),
        }
    }

    pub fn diagonal(&mut self, site: Site, link: Link) {
        self.diagonals[site as usize].push(link);
    }

    /// Adds a faded copy of a site.
    pub fn ghost(&mut self, site: Site, at: Point, shape: Option<u32>) {
        let place = self.spot(site, true, at, shape);
        self.drawing.places.push(place);
    }

    /// Returns a place of a site, or of a copy, which is called as the site in lower
    /// case.
    pub fn spot(&self, site: Site, copy: bool, at: Point, shape: Option<u32>) -> Place {
        let label = &self.labels[site as usize];
        let label = if copy { label.to_ascii_lowercase() } else { label.clone() };
        Place { site, copy, frame: None, at, shape, label, role: CELL }
    }

    pub fn label(&mut self, site: Site, label: String) {
        self.labels[site as usize] = label;
    }

    /// Tells whether a region has this name, or will have it.
    pub fn has_region(&self, name: &str) -> bool {
        self.regions.contains_key(name) || self.listed.iter().any(|listed| listed.region == name)
    }

    /// Returns the labels so far, by site.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    pub fn step(&mut self, site: Site, heading: u8, step: Step) {
        self.steps[site as usize * usize::from(self.headings) + usize::from(heading)] = Some(step);
    }

    /// Tells whether a step leads from a site to another.
    pub fn leads(&self, site: Site, to: Site) -> bool {
        let (from, headings) = (site as usize, usize::from(self.headings));
        let steps = &self.steps[from * headings..(from + 1) * headings];
        steps.iter().any(|step| matches!(step, Some(step) if step.site == to))
    }

    pub fn region(&mut self, name: &str, sites: Vec<Site>) {
        self.regions.insert(name.to_owned(), sites);
    }

    /// Takes a region away.
    pub fn forget(&mut self, name: &str) {
        self.regions.remove(name);
    }

    pub fn role(&mut self, name: &str) -> u16 {
        let at = self.roles.iter().position(|role| role == name);
        at.unwrap_or_else(|| {
            self.roles.push(name.to_owned());
            self.roles.len() - 1
        }) as u16
    }

    pub fn shape(&mut self, outline: Vec<Point>) -> u32 {
        self.drawing.shapes.push(outline);
        self.drawing.shapes.len() as u32 - 1
    }

    pub fn place(&mut self, site: Site, at: Point, shape: Option<u32>) {
        let place = self.spot(site, false, at, shape);
        self.drawing.places.push(place);
    }

    pub fn line(&mut self, line: BoardLine) {
        self.drawing.lines.push(line);
    }

    pub fn caption(&mut self, at: Point, text: String) {
        if !text.is_empty() {
            self.drawing.captions.push(caption(at, text));
        }
    }

    /// Adds a region that is listed by selectors, which can name any other region.
    /// `path` leads to the list.
    pub fn region_listed(&mut self, region: &str, texts: &[String], path: Path) {
        self.listed.push(Listed { region: region.to_owned(), texts: texts.to_vec(), path });
    }

    /// Returns the sites of a region that is there already.
    pub fn sites_of(&self, region: &str) -> Vec<Site> {
        self.regions.get(region).cloned().unwrap_or_default()
    }

    /// Draws the sites of a region in a role, over those that were named before.
    pub fn paint(&mut self, region: &str, role: &str) {
        self.painted_regions.push((region.to_owned(), role.to_owned()));
    }

    /// Makes the topology, with what every one takes.
    ///
    /// # Errors
    /// What is wrong with `extra` on this board, all of it.
    pub fn finish(mut self, extra: &Extra) -> Result<Topology, Vec<Diagnostic>> {
        let mut faults = Vec::new();
        if extra::relabel(&mut self, extra, &mut faults) {
            self.rename_places();
        }
        if faults.is_empty() {
            let listed = std::mem::take(&mut self.listed);
            let painted = std::mem::take(&mut self.painted_regions);
            let mut topology = self.assemble();
            topology.apply(listed, &painted, extra, &mut faults);
            if faults.is_empty() {
                return Ok(topology);
            }
        }
        Err(problem::finish(faults))
    }

    /// Gives the places the labels of their sites, and takes the texts beside the
    /// board away, which would say others.
    fn rename_places(&mut self) {
        let labels = &self.labels;
        let rename = |drawing: &mut Patch| {
            drawing.captions.clear();
            for place in &mut drawing.places {
                let label = &labels[place.site as usize];
                place.label = if place.copy { label.to_ascii_lowercase() } else { label.clone() };
            }
        };
        rename(&mut self.drawing);
        self.views.iter_mut().for_each(|(_, drawing)| rename(drawing));
    }

    fn assemble(self) -> Topology {
        let (mut starts, mut links) = (vec![0], Vec::new());
        for site in 0..self.sites as usize {
            for heading in 0..self.headings {
                let at = site * usize::from(self.headings) + usize::from(heading);
                // Cells can meet along two edges that are one: then both headings
                // lead there, and they are adjacent once.
                let own = &links[starts[site] as usize..];
                let again = |step: Step| own.iter().any(|link: &Link| same_way(link.step, step));
                if let Some(step) = self.steps[at].filter(|step| !again(*step)) {
                    links.push(Link { heading, step });
                }
            }
            starts.push(links.len() as u32);
        }
        let mut by_label: Vec<Site> = (0..self.sites).collect();
        by_label.sort_by_key(|site| &self.labels[*site as usize]);
        let (mut diagonal_starts, mut diagonals) = (vec![0], Vec::new());
        for links in self.diagonals {
            diagonals.extend(links);
            diagonal_starts.push(diagonals.len() as u32);
        }
        let name = Message::new("view.flat", "Board");
        let mut views = vec![(BoardView { id: "flat".into(), name, dimensions: 2 }, self.drawing)];
        views.extend(self.views);
        Topology {
            sites: self.sites,
            headings: self.headings,
            by_label,
            steps: self.steps,
            starts,
            links,
            labels: self.labels,
            regions: self.regions,
            blocked: Vec::new(),
            rows: self.rows,
            roles: self.roles,
            diagonal_starts,
            diagonals,
            painted: self.painted,
            warnings: Vec::new(),
            edges: self.edges,
            folded: self.folded,
            views,
        }
    }
}

/// Tells whether two steps lead to the same site across the same joined edges.
fn same_way(one: Step, other: Step) -> bool {
    one.site == other.site && one.class == other.class
}
