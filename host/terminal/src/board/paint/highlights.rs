//! The highlights of sites: the last move, marks, best moves, the cursor.

use boardloom_app::session::GameSession;
use boardloom_contract::{Effect, Site, TargetKind};
use ratatui::style::Modifier;

use super::{BESIDE, Painter};
use crate::board::canvas::Tile;
use crate::board::projection::Cell;

/// The number of best moves of an analysis that are marked.
const BEST: u8 = 3;

/// The highlight of a site, drawn as signs before and after it. A later one wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SiteHighlight {
    /// Target of the last move.
    Last,
    /// Marked by the game.
    Marked,
    Won,
    /// A ring, or an end of an arrow, that a player drew.
    Drawn,
    /// Target of a best move; the better, the larger the number.
    Best(u8),
    Capture,
    Hint,
    Chosen,
    Cursor,
}

impl Painter<'_> {
    pub(super) fn find_highlights(&mut self) {
        let session = self.session;
        for mark in &session.marks {
            let owned = session.board.has_vertices && self.preferences.marks && !mark.joined;
            if let Some(seat) = mark.seat.filter(|_| owned) {
                self.owners.extend(mark.sites.iter().map(|site| (*site, seat)));
            }
            let highlight = match mark.role.as_str() {
                "last-from" | "owned" => continue,
                "last-to" => SiteHighlight::Last,
                "win" => SiteHighlight::Won,
                _ if !self.preferences.marks => continue,
                _ => SiteHighlight::Marked,
            };
            mark.sites.iter().for_each(|site| self.highlight(*site, highlight));
        }
        if !session.marks.iter().any(|mark| mark.role.starts_with("last")) {
            for effect in last_effects(session) {
                let site = effect.onto.or(effect.site.filter(|_| effect.verb == "place"));
                site.into_iter().for_each(|site| self.highlight(site, SiteHighlight::Last));
            }
        }
        if self.preferences.dots && !session.controller.path().is_empty() {
            let taken = |target: &&boardloom_contract::Target| target.kind == TargetKind::Capture;
            let taken = session.controller.choices().targets.iter().filter(taken);
            taken.for_each(|target| self.highlight(target.site, SiteHighlight::Capture));
        }
        session
            .arrows
            .iter()
            .flatten()
            .for_each(|site| self.highlight(*site, SiteHighlight::Drawn));
        let premove = session.premove().into_iter().flat_map(|premove| &premove.path);
        premove.for_each(|site| self.highlight(*site, SiteHighlight::Chosen));
        let best = session.analysis().filter(|_| self.preferences.arrows);
        let best = best.iter().flat_map(|now| &now.lines).zip((1..=BEST).rev());
        for (site, rank) in best.filter_map(|(found, rank)| Some((found.path.last()?, rank))) {
            self.highlight(*site, SiteHighlight::Best(rank));
        }
        for site in session.advice.iter().flat_map(|advice| &advice.path) {
            self.highlight(*site, SiteHighlight::Hint);
        }
        session
            .controller
            .path()
            .iter()
            .for_each(|site| self.highlight(*site, SiteHighlight::Chosen));
        session
            .controller
            .focus()
            .into_iter()
            .for_each(|site| self.highlight(site, SiteHighlight::Cursor));
    }

    fn highlight(&mut self, site: Site, highlight: SiteHighlight) {
        let known = self.highlights.entry(site).or_insert(highlight);
        *known = highlight.max(*known);
    }

    pub(super) fn draw_highlights(&mut self) {
        let mut all: Vec<(Site, SiteHighlight)> =
            self.highlights.iter().map(|(site, highlight)| (*site, *highlight)).collect();
        // The strongest highlight is drawn last.
        all.sort_by_key(|(site, highlight)| (*highlight, *site));
        for (site, highlight) in all {
            let session = self.session;
            let proposed = session.board.proposed.iter().filter(|spot| spot.site == site);
            for spot in session.board.places_of(site).chain(proposed).filter(|spot| !spot.far) {
                // Only cursor and selection mark ghosts too.
                if spot.copy
                    && highlight != SiteHighlight::Cursor
                    && highlight != SiteHighlight::Chosen
                {
                    continue;
                }
                self.draw_highlight(self.projection.cell(spot.at), highlight, spot.copy);
            }
        }
    }

    fn draw_highlight(&mut self, cell: Cell, highlight: SiteHighlight, copy: bool) {
        let marks = &self.session.style.colors.marks;
        let color = match highlight {
            SiteHighlight::Last => marks.last,
            SiteHighlight::Marked => marks.threat,
            SiteHighlight::Drawn => marks.drawn,
            _ => marks.select,
        };
        let (left, right) = match highlight {
            SiteHighlight::Last => (self.ink.either('‹', '-'), self.ink.either('›', '-')),
            SiteHighlight::Marked => ('!', '!'),
            SiteHighlight::Won => ('*', '*'),
            SiteHighlight::Drawn => ('{', '}'),
            SiteHighlight::Best(rank) => {
                let place = char::from(b'1' + BEST.saturating_sub(rank));
                (place, place)
            }
            SiteHighlight::Capture => ('(', ')'),
            SiteHighlight::Hint => ('?', '?'),
            SiteHighlight::Chosen => (self.ink.either('«', '<'), self.ink.either('»', '>')),
            SiteHighlight::Cursor => ('[', ']'),
        };
        let style = self.ink.letters(color).add_modifier(Modifier::BOLD);
        let here = if highlight == SiteHighlight::Cursor && !copy {
            Modifier::REVERSED
        } else {
            Modifier::UNDERLINED
        };
        // A mark around nothing would not tell its place: as in a cell that was completed.
        if left == right && self.canvas.at(cell).is_some_and(Tile::is_empty) {
            return self.canvas.put(cell, left, style);
        }
        if let Some(tile) = self.canvas.at_mut(cell) {
            tile.style = tile.style.add_modifier(here).remove_modifier(Modifier::DIM);
            // An empty tile would not show the cursor.
            if tile.is_empty() && highlight == SiteHighlight::Cursor {
                tile.sign = Some(self.ink.either('·', '.'));
            }
        }
        if self.projection.apart >= BESIDE {
            for (column, sign) in [(cell.0 - 1, left), (cell.0 + 1, right)] {
                if !self.taken.contains(&(column, cell.1)) {
                    self.canvas.put((column, cell.1), sign, style);
                }
            }
        }
    }
}

pub(super) fn last_effects(session: &GameSession) -> &[Effect] {
    let game = &session.game;
    &game.tree().node(game.here()).effects
}
