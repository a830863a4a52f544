//! The pieces on the board, read from the plugin.

use std::collections::HashMap;

use boardloom_contract::{Answer, Cursor, Effect, Piece, Site};

/// How many sites are read at once.
const PAGE: u32 = 65_536;

/// What stands where; several on one site are a stack, from the bottom.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Pieces {
    by_site: HashMap<Site, Vec<Piece>>,
}

impl Pieces {
    /// Reads all pieces of a position with so many sites.
    ///
    /// # Errors
    /// When the plugin fails.
    pub fn read(cursor: &mut dyn Cursor, sites: u32) -> Answer<Self> {
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

    /// Reads anew what effects changed, after a move.
    ///
    /// # Errors
    /// When the plugin fails.
    pub fn refresh(&mut self, cursor: &mut dyn Cursor, effects: &[Effect]) -> Answer<()> {
        let mut sites: Vec<Site> =
            effects.iter().flat_map(|e| [e.site, e.onto]).flatten().collect();
        sites.sort_unstable();
        sites.dedup();
        for site in &sites {
            self.by_site.remove(site);
        }
        for (site, piece) in cursor.pieces_at(&sites)? {
            self.put(site, piece);
        }
        Ok(())
    }

    /// Puts a piece on top of a site.
    pub fn put(&mut self, site: Site, piece: Piece) {
        self.by_site.entry(site).or_default().push(piece);
    }

    /// Returns what stands on a site, from the bottom.
    pub fn on(&self, site: Site) -> &[Piece] {
        self.by_site.get(&site).map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns the sites that have pieces, in order.
    pub fn sites(&self) -> Vec<Site> {
        let mut sites: Vec<Site> = self.by_site.keys().copied().collect();
        sites.sort_unstable();
        sites
    }

    /// Returns the piece on top of a site.
    pub fn top(&self, site: Site) -> Option<Piece> {
        self.on(site).last().copied()
    }

    /// Returns how many sites have pieces.
    pub fn len(&self) -> usize {
        self.by_site.len()
    }

    /// Tells whether nothing stands anywhere.
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
