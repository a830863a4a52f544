//! Boards from the `[board]` table of a ruleset: sites, steps, adjacency, distances, regions,
//! labels and geometry.
//!
//! A [`Topology`] is made once, when a ruleset is opened. It answers every question of rules about
//! a board, so that rules need not know its shape.

mod border;
mod build;
mod distance;
mod extra;
mod grid;
mod hex;
mod labels;
mod lattice;
mod listed;
mod parse;
mod polygon;
mod projective_hex;
mod select;
mod selector_hints;
mod sides;
pub mod subdivision;
mod surface;
mod symmetry;
mod tafl;
mod text;
mod tiling;

pub use grid::{Adjacency, Glue, Grid};
pub use hex::{Hex, Outline, Sizes};
pub use labels::column;
pub use listed::{Graph, ListedEdge, ListedSite, Listing, SiteList, SiteShape};
pub use parse::{Board, BoardRuleset, BoardShape, Extra, Labels, Scheme};
pub use polygon::Polygon;
pub use projective_hex::ProjectiveHex;
pub use select::SelectedSite;
pub use subdivision::{Start, Subdivision};
pub use surface::Surface;
pub use tafl::{Special, Tafl};
pub use tiling::{Tiling, TilingName};

use std::collections::BTreeMap;

use crate::{Bits, BoardLine, BoardView, Diagnostic, LineStyle, Patch, Point, Site, diagnostic};

/// A step from a site to the next one in a direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Step {
    /// The next site.
    pub site: Site,
    /// The heading that continues straight on from there: crossing a flipped edge turns it.
    /// [`NOWHERE`] if no heading does, on irregular boards.
    pub heading: u8,
    /// The glued edges that it crosses, one bit each: an element of Z2^k.
    pub class: u8,
    /// Whether it crosses an odd number of flipped edges, so that clockwise here is anticlockwise
    /// there.
    pub flip: bool,
}

/// The heading of a [`Step`] without a straight continuation.
pub const NOWHERE: u8 = u8::MAX;

/// An adjacency: a step and its heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Link {
    /// The heading at its start.
    pub heading: u8,
    /// The step.
    pub step: Step,
}

/// A board that does not change during a game.
///
/// Blocked sites are sites too: distances run across them.
#[derive(Debug, Clone)]
pub struct Topology {
    pub(crate) sites: u32,
    pub(crate) headings: u8,
    pub(crate) steps: Vec<Option<Step>>,
    /// The adjacencies of site `s` are `links[starts[s]..starts[s + 1]]`.
    pub(crate) starts: Vec<u32>,
    pub(crate) links: Vec<Link>,
    /// Diagonal links likewise.
    pub(crate) diagonal_starts: Vec<u32>,
    pub(crate) diagonals: Vec<Link>,
    /// The headings that cross an edge of a cell, clockwise.
    pub(crate) edges: Vec<u8>,
    /// Edges that are glued to themselves.
    pub(crate) folded: Vec<(Site, u8)>,
    /// Two edges of a cell, in clockwise order, that are joined around their common corner.
    pub(crate) cones: Vec<(Site, [u8; 2])>,
    pub(crate) labels: Vec<String>,
    /// The sites in order of labels.
    pub(crate) by_label: Vec<Site>,
    pub(crate) regions: BTreeMap<String, Vec<Site>>,
    pub(crate) blocked: Vec<Site>,
    pub(crate) rows: Vec<Vec<Site>>,
    pub(crate) roles: Vec<String>,
    /// The role of each site while it is not blocked.
    pub(crate) painted: Vec<u16>,
    pub(crate) warnings: Vec<Diagnostic>,
    /// The drawing of each view; the first is flat.
    pub(crate) views: Vec<(BoardView, Patch)>,
}

/// The role of an ordinary place: index 0 of [`Topology::roles`].
pub const CELL: u16 = 0;
/// The role of a blocked place: index 1 of [`Topology::roles`].
pub const BLOCKED: u16 = 1;

impl Topology {
    /// Returns the number of sites, blocked ones included.
    pub fn sites(&self) -> u32 {
        self.sites
    }

    /// Returns the number of headings. At a given site some may lead nowhere.
    pub fn headings(&self) -> u8 {
        self.headings
    }

    /// Returns the step along a heading, or `None` at the edge of the board and along [`NOWHERE`].
    pub fn step(&self, site: Site, heading: u8) -> Option<Step> {
        if heading >= self.headings {
            return None;
        }
        self.steps[site as usize * usize::from(self.headings) + usize::from(heading)]
    }

    /// Returns the steps along a heading, nearest first, until the edge, or until the ray comes
    /// back to its start.
    pub fn ray(&self, site: Site, heading: u8) -> impl Iterator<Item = Step> + '_ {
        let mut at = Some(Step { site, heading, class: 0, flip: false });
        std::iter::from_fn(move || {
            let here = at?;
            let next = self.step(here.site, here.heading)?;
            let home = next.site == site && next.heading == heading;
            let (class, flip) = (here.class ^ next.class, here.flip ^ next.flip);
            at = (!home).then_some(Step { class, flip, ..next });
            at
        })
    }

    /// Returns the rays of every site, one for each heading, nearest site first, up to the edge or
    /// a blocked site.
    pub fn open_rays(&self) -> Vec<Vec<Vec<Site>>> {
        let ray = |site, heading| {
            let sites = self.ray(site, heading).map(|step| step.site);
            sites.take_while(|site| self.blocked.binary_search(site).is_err()).collect()
        };
        let rays = |site| (0..self.headings).map(|heading| ray(site, heading)).collect();
        (0..self.sites).map(rays).collect()
    }

    /// Returns the adjacencies of a site in order of headings. Two sites can be adjacent several
    /// times with different classes, but only once with one class.
    pub fn adjacent(&self, site: Site) -> &[Link] {
        let from = self.starts[site as usize] as usize;
        let to = self.starts[site as usize + 1] as usize;
        &self.links[from..to]
    }

    /// Returns the diagonal links of a site: to sites that share a corner but no edge, and on
    /// hexagons to those beyond the edge at a corner. Adjacent sites are left out. The heading of
    /// a link is the number of the edge before the corner, clockwise.
    pub fn diagonal(&self, site: Site) -> &[Link] {
        let from = self.diagonal_starts[site as usize] as usize;
        let to = self.diagonal_starts[site as usize + 1] as usize;
        &self.diagonals[from..to]
    }

    /// Returns the sites adjacent to a site in order of headings. A site that is adjacent twice
    /// occurs twice.
    pub fn adjacent_sites(&self, site: Site) -> impl Iterator<Item = Site> + '_ {
        self.adjacent(site).iter().map(|link| link.step.site)
    }

    /// Returns the label of a site.
    pub fn label(&self, site: Site) -> &str {
        &self.labels[site as usize]
    }

    /// Returns the labels of all sites, in order of sites.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// Returns the site with this label.
    pub fn site(&self, label: &str) -> Option<Site> {
        let found = self.by_label.binary_search_by(|site| self.label(*site).cmp(label));
        found.ok().map(|at| self.by_label[at])
    }

    /// Returns the regions by name: `corners`, `edges`, `center`, ...
    pub fn regions(&self) -> &BTreeMap<String, Vec<Site>> {
        &self.regions
    }

    /// Returns the sites that the ruleset blocks, in order.
    pub fn blocked(&self) -> &[Site] {
        &self.blocked
    }

    /// Returns the sites that the ruleset does not block, in order.
    pub fn open_sites(&self) -> impl Iterator<Item = Site> + '_ {
        (0..self.sites).filter(|site| self.blocked.binary_search(site).is_err())
    }

    /// Refuses a board with more than `most` sites.
    ///
    /// # Errors
    /// If there are more sites.
    pub fn limit_sites(&self, most: u32) -> Result<(), Vec<Diagnostic>> {
        if self.sites <= most {
            return Ok(());
        }
        let what = format!("the board has {} sites, at most {most} can be played", self.sites);
        Err(diagnostic::at(["board"], "board.large", what).into())
    }

    /// Returns the sites as rows from the top, for layouts and text forms.
    pub fn rows(&self) -> &[Vec<Site>] {
        &self.rows
    }

    /// Returns warnings about the board: open sites that are cut off from the rest, and regions
    /// without open sites. For [`Game::warnings`](crate::Game::warnings).
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// Returns the names of the roles in the drawing.
    pub fn roles(&self) -> &[String] {
        &self.roles
    }

    /// Returns the views of the board; the first is flat. For
    /// [`About::views`](crate::About::views).
    pub fn views(&self) -> Vec<BoardView> {
        self.views.iter().map(|(view, _)| view.clone()).collect()
    }

    /// Returns the geometry of the board in a view; the flat one if there is no such view.
    pub fn drawing(&self, view: u16) -> &Patch {
        &self.views.get(usize::from(view)).unwrap_or(&self.views[0]).1
    }

    /// Draws lines over the flat view, in a new role.
    pub fn draw_lines(&mut self, role: &str, lines: Vec<Vec<Point>>) {
        let number = self.roles.len() as u16;
        self.roles.push(role.to_owned());
        self.views[0].1.lines.extend(lines.into_iter().map(|points| BoardLine {
            frame: None,
            role: number,
            points,
            closed: false,
            style: LineStyle::Stroke,
            group: 0,
        }));
    }

    /// Returns the geometry with other blocked sites than the ruleset's.
    pub fn drawing_with(&self, view: u16, blocked: impl Fn(Site) -> bool) -> Patch {
        let mut drawing = self.drawing(view).clone();
        for place in &mut drawing.places {
            place.role = match blocked(place.site) {
                true => BLOCKED,
                false => self.painted[place.site as usize],
            };
        }
        drawing
    }

    /// Returns for every site the sites at exactly this distance.
    pub fn ring<const W: usize>(&self, distance: u32) -> Vec<Bits<W>> {
        distance::rings(self, distance, distance)
    }

    /// Returns for every site the sites at distances from 1 to this.
    pub fn within<const W: usize>(&self, distance: u32) -> Vec<Bits<W>> {
        distance::rings(self, 1, distance)
    }

    /// Returns for every site the list of sites at exactly this distance, in order.
    pub fn ring_lists(&self, distance: u32) -> Vec<Vec<Site>> {
        distance::lists(self, distance)
    }
}
