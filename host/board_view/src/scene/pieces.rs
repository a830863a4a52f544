//! The pieces on the board, read from the plugin.

use std::collections::HashMap;

use boardloom_contract::{Cursor, Effect, Piece, PluginResult, Site};

use crate::board::{BLOCK, fresh};

const PAGE: u32 = 65_536;

/// The pieces of a position; several on one site are a stack, from the bottom.
#[derive(Debug, Clone, Default)]
pub struct Pieces {
    by_site: HashMap<Site, Vec<Piece>>,
    /// By site divided by [`BLOCK`].
    versions: Vec<u64>,
}

impl PartialEq for Pieces {
    fn eq(&self, other: &Self) -> bool {
        self.by_site == other.by_site
    }
}

impl Pieces {
    pub fn read(cursor: &mut dyn Cursor, sites: u32) -> PluginResult<Self> {
        let mut this = Pieces::default();
        let mut first = 0;
        while first < sites {
            for (site, piece) in cursor.pieces(first, PAGE)? {
                this.put(site, piece);
            }
            first = first.saturating_add(PAGE);
        }
        Ok(this)
    }

    /// Reads all pieces again, and records the changes.
    pub fn update(&mut self, cursor: &mut dyn Cursor, sites: u32) -> PluginResult<()> {
        let now = Pieces::read(cursor, sites)?.by_site;
        let before = std::mem::replace(&mut self.by_site, now);
        let gone = before.keys().filter(|site| !self.by_site.contains_key(site));
        let other = |(site, stack): &(&Site, &Vec<Piece>)| before.get(site) != Some(*stack);
        let changed = self.by_site.iter().filter(other).map(|(site, _)| site);
        let changed: Vec<Site> = gone.chain(changed).copied().collect();
        changed.into_iter().for_each(|site| self.touch(site));
        Ok(())
    }

    fn touch(&mut self, site: Site) {
        let block = site as usize / BLOCK;
        if self.versions.len() <= block {
            self.versions.resize(block + 1, 0);
        }
        self.versions[block] = fresh();
    }

    /// Changes with the pieces of some blocks of sites; 0 if they never had any.
    pub fn version(&self, blocks: &[Site]) -> u64 {
        let versions = blocks.iter().filter_map(|block| self.versions.get(*block as usize));
        versions.copied().max().unwrap_or(0)
    }

    /// Changes with any piece.
    pub fn revision(&self) -> u64 {
        self.versions.iter().copied().max().unwrap_or(0)
    }

    pub fn refresh(&mut self, cursor: &mut dyn Cursor, effects: &[Effect]) -> PluginResult<()> {
        let mut sites: Vec<Site> =
            effects.iter().flat_map(|e| [e.site, e.onto]).flatten().collect();
        sites.sort_unstable();
        sites.dedup();
        let now = cursor.pieces_at(&sites)?;
        for site in &sites {
            self.by_site.remove(site);
            self.touch(*site);
        }
        now.into_iter().for_each(|(site, piece)| self.put(site, piece));
        Ok(())
    }

    pub fn put(&mut self, site: Site, piece: Piece) {
        self.by_site.entry(site).or_default().push(piece);
        self.touch(site);
    }

    /// Returns the pieces that stood on the site.
    pub fn replace(&mut self, site: Site, stack: Vec<Piece>) -> Vec<Piece> {
        self.touch(site);
        let before = match stack.is_empty() {
            true => self.by_site.remove(&site),
            false => self.by_site.insert(site, stack),
        };
        before.unwrap_or_default()
    }

    /// From the bottom.
    pub fn on(&self, site: Site) -> &[Piece] {
        self.by_site.get(&site).map(Vec::as_slice).unwrap_or_default()
    }

    pub fn sites(&self) -> Vec<Site> {
        let mut sites: Vec<Site> = self.by_site.keys().copied().collect();
        sites.sort_unstable();
        sites
    }

    pub fn top(&self, site: Site) -> Option<Piece> {
        self.on(site).last().copied()
    }

    pub fn len(&self) -> usize {
        self.by_site.len()
    }

    pub fn is_empty(&self) -> bool {
        self.by_site.is_empty()
    }
}

impl FromIterator<(Site, Piece)> for Pieces {
    fn from_iter<I: IntoIterator<Item = (Site, Piece)>>(pieces: I) -> Self {
        let mut this = Pieces::default();
        pieces.into_iter().for_each(|(site, piece)| this.put(site, piece));
        this
    }
}
