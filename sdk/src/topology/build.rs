//! Puts a topology together.

use std::collections::BTreeMap;

use super::grid::caption;
use super::{BLOCKED, CELL, Extra, Link, Step, Topology};
use crate::{Diagnostic, Line, Message, Patch, Place, Point, Site, View, problem};

/// A topology in the making. Sites are known from the start.
pub(super) struct Builder {
    sites: u32,
    headings: u8,
    steps: Vec<Option<Step>>,
    labels: Vec<String>,
    regions: BTreeMap<String, Vec<Site>>,
    blocked: Vec<Site>,
    pub rows: Vec<Vec<Site>>,
    roles: Vec<String>,
    diagonals: Vec<Vec<Link>>,
    drawing: Patch,
    /// Further ways to draw the board.
    pub views: Vec<(View, Patch)>,
}

impl Builder {
    pub fn new(sites: u32, headings: u8) -> Self {
        Builder {
            sites,
            headings,
            steps: vec![None; sites as usize * usize::from(headings)],
            labels: vec![String::new(); sites as usize],
            regions: BTreeMap::new(),
            blocked: Vec::new(),
            rows: Vec::new(),
            roles: vec!["cell".into(), "blocked".into()],
            diagonals: vec![Vec::new(); sites as usize],
            drawing: Patch::default(),
            views: Vec::new(),
        }
    }

    #[allow(dead_code, reason = "topologies with diagonals come next")]
    pub fn diagonal(&mut self, site: Site, link: Link) {
        self.diagonals[site as usize].push(link);
    }

    /// Adds a faded copy of a site, which is called as the site in lower case.
    #[allow(dead_code, reason = "topologies with ghosts come next")]
    pub fn ghost(&mut self, site: Site, at: Point, shape: Option<u32>) {
        let label = self.labels[site as usize].to_lowercase();
        let (frame, role) = (None, CELL);
        self.drawing.places.push(Place { site, copy: true, frame, at, shape, label, role });
    }

    pub fn label(&mut self, site: Site, label: String) {
        self.labels[site as usize] = label;
    }

    pub fn step(&mut self, site: Site, heading: u8, step: Step) {
        self.steps[site as usize * usize::from(self.headings) + usize::from(heading)] = Some(step);
    }

    pub fn region(&mut self, name: &str, sites: Vec<Site>) {
        self.regions.insert(name.to_owned(), sites);
    }

    pub fn region_add(&mut self, name: &str, site: Site) {
        let region = self.regions.entry(name.to_owned()).or_default();
        if !region.contains(&site) {
            region.push(site);
        }
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
        let label = self.labels[site as usize].clone();
        self.drawing.places.push(Place {
            site,
            copy: false,
            frame: None,
            at,
            shape,
            label,
            role: CELL,
        });
    }

    pub fn line(&mut self, line: Line) {
        self.drawing.lines.push(line);
    }

    pub fn caption(&mut self, at: Point, text: String) {
        self.drawing.captions.push(caption(at, text));
    }

    /// Blocks sites by label or region.
    fn block(&mut self, names: &[String]) -> Result<(), Vec<Diagnostic>> {
        let mut faults = Vec::new();
        let mut blocked = vec![false; self.sites as usize];
        for (index, name) in names.iter().enumerate() {
            let labelled = self.labels.iter().position(|label| label == name);
            let region = self.regions.get(name).cloned();
            match labelled.map(|site| vec![site as Site]).or(region) {
                Some(sites) => sites.into_iter().for_each(|site| blocked[site as usize] = true),
                None => faults.push(problem::no_site(
                    problem::path(["board", "blocked"]).index(index),
                    name,
                    &self.labels,
                )),
            }
        }
        self.blocked = (0..self.sites).filter(|site| blocked[*site as usize]).collect();
        for place in &mut self.drawing.places {
            if blocked[place.site as usize] {
                place.role = BLOCKED;
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(problem::finish(faults)) }
    }

    /// Makes the topology, with what every one takes.
    pub fn finish(mut self, extra: &Extra) -> Result<Topology, Vec<Diagnostic>> {
        self.block(&extra.blocked)?;
        let (mut starts, mut links) = (vec![0], Vec::new());
        for site in 0..self.sites as usize {
            for heading in 0..self.headings {
                let at = site * usize::from(self.headings) + usize::from(heading);
                if let Some(step) = self.steps[at] {
                    links.push(Link { heading, step });
                }
            }
            starts.push(links.len() as u32);
        }
        // One by one: collecting would bring a sort of its own into the plugin.
        let mut by_label = BTreeMap::new();
        for (site, label) in self.labels.iter().enumerate() {
            by_label.insert(label.clone(), site as Site);
        }
        let (mut diagonal_starts, mut diagonals) = (vec![0], Vec::new());
        for links in self.diagonals {
            diagonals.extend(links);
            diagonal_starts.push(diagonals.len() as u32);
        }
        let name = Message::new("view.flat", "Board");
        let mut views = vec![(View { id: "flat".into(), name, dimensions: 2 }, self.drawing)];
        views.extend(self.views);
        Ok(Topology {
            sites: self.sites,
            headings: self.headings,
            by_label,
            steps: self.steps,
            starts,
            links,
            labels: self.labels,
            regions: self.regions,
            blocked: self.blocked,
            rows: self.rows,
            roles: self.roles,
            diagonal_starts,
            diagonals,
            views,
        })
    }
}
