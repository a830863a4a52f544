//! Pieces, marks and drawings.

use super::HarnessRun;
use crate::{Cursor, Extent, GameStatus, NO_COLOR, PluginResult, Site};

impl HarnessRun<'_> {
    /// Checks pieces, marks and the evaluation.
    pub(super) fn check_sites(
        &mut self,
        cursor: &mut dyn Cursor,
        status: &GameStatus,
    ) -> PluginResult<()> {
        let known = status.sites.min(4096);
        let sites: Vec<Site> = (0..known).collect();
        let same = cursor.pieces_at(&sites)? == cursor.pieces(0, known)?;
        self.check(same, || "`pieces-at` and `pieces` differ".into());
        self.check_pieces(cursor, status)?;
        for mark in cursor.marks()? {
            let inside = mark.sites.iter().all(|site| *site < status.sites);
            self.check(inside, || format!("the board lacks sites of {mark:?}"));
        }
        if self.searches {
            let (values, seats) = (cursor.evaluate()?.len(), usize::from(self.about.seats));
            self.check(values == 0 || values == seats, || {
                format!("`evaluate` gives {values} values for {seats} seats")
            });
        }
        Ok(())
    }

    pub(super) fn check_drawing(&mut self, cursor: &mut dyn Cursor) -> PluginResult<()> {
        let sites = cursor.status()?.sites;
        for view in 0..self.about.views.len() as u16 {
            let extent = cursor.extent(view)?;
            let mut patch = cursor.drawing_beyond(view, Extent::default(), 64)?;
            let size = |of: Extent| of.frames + of.shapes + of.places + of.lines + of.captions;
            while size(patch.extent(extent.revision)) <= size(extent) {
                let more = cursor.drawing_beyond(view, patch.extent(extent.revision), 4096)?;
                if more.is_empty() {
                    break;
                }
                patch.extend(more);
            }
            self.check(patch.extent(extent.revision) == extent, || {
                format!("view {view}: the size of the drawing is not its extent {extent:?}")
            });
            let mut drawn = vec![false; sites as usize];
            for place in &patch.places {
                let known = place.site < sites
                    && usize::from(place.role) < self.about.roles.len()
                    && place.shape.is_none_or(|shape| (shape as usize) < patch.shapes.len())
                    && place.frame.is_none_or(|frame| (frame as usize) < patch.frames.len());
                self.check(known, || format!("view {view}: {place:?} has an invalid number"));
                if known && !place.copy {
                    drawn[place.site as usize] = true;
                }
            }
            let missing = drawn.iter().position(|drawn| !drawn);
            self.check(missing.is_none(), || format!("view {view}: site {missing:?} has no place"));
            for line in &patch.lines {
                self.check(usize::from(line.role) < self.about.roles.len(), || {
                    format!("view {view}: a line has a role that about.roles does not have")
                });
            }
        }
        Ok(())
    }

    fn check_pieces(&mut self, cursor: &mut dyn Cursor, status: &GameStatus) -> PluginResult<()> {
        let all = cursor.pieces(0, u32::MAX)?;
        self.check(all.is_sorted_by_key(|(site, _)| *site), || {
            "pieces must be in order of sites".to_owned()
        });
        for (site, piece) in &all {
            let known = *site < status.sites
                && usize::from(piece.kind) < self.about.kinds.len()
                && (piece.color == NO_COLOR || piece.color < self.about.colors);
            self.check(known, || {
                format!("{piece:?} on site {site} is not on the board or unknown")
            });
        }
        if let Some((middle, _)) = all.get(all.len() / 2) {
            let part = cursor.pieces(*middle, 1)?;
            let same = part.iter().eq(all.iter().filter(|(site, _)| site == middle));
            self.check(same, || format!("`pieces` from site {middle} on has {part:?}"));
        }
        Ok(())
    }
}
