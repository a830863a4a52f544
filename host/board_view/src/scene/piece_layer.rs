//! The layer of pieces.

use std::hash::{DefaultHasher, Hash, Hasher};

use boardloom_contract::{Effect, Piece, Site, TargetKind};
use boardloom_theme::{line, piece, shape, tint};

use super::piece_icon::PieceIcon;
use super::{Motion, MoveNumbers, Pen, Picture, ScreenPos, Shape};
use crate::board::{BoardPlace, Pos};

const GHOST: f32 = piece::GHOST;
const PICKED: f32 = piece::PICKED;
/// The outline of a ghost beyond a joined edge.
const GHOST_LINE: f32 = piece::GHOST_LINE;
/// The highest stack that is drawn in full.
const TALLEST: usize = 8;
/// The radius of a piece, in radii of its place.
pub(crate) const FILLS: f32 = piece::RADIUS;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum PieceChange {
    Removed(Site),
    Replaced(Site, Piece),
    Added(Site, Piece),
}

impl Picture<'_> {
    pub(super) fn all_pieces(&self) -> Vec<Shape> {
        let mut shapes = Vec::new();
        let seen = self.camera.seen();
        if self.pieces.len() > self.board.places().len() / 4 {
            let places = self.board.within(seen);
            places.into_iter().for_each(|spot| self.pieces_on(spot, &mut shapes));
            return shapes;
        }
        for site in self.pieces.sites() {
            for spot in self.board.places_of(site).filter(|spot| spot.reach().meets(&seen)) {
                self.pieces_on(spot, &mut shapes);
            }
        }
        shapes
    }

    pub(super) fn pieces_on(&self, spot: &BoardPlace, shapes: &mut Vec<Shape>) {
        if spot.far && !spot.outline.is_empty() {
            // The cells in front lie over it.
            return;
        }
        for (height, (piece, fade)) in self.standing_on(spot).enumerate() {
            self.piece(spot, piece, height, fade, shapes);
        }
    }

    /// Returns the visible pieces of a place from the bottom, with their opacity.
    pub(crate) fn standing_on(&self, spot: &BoardPlace) -> impl Iterator<Item = (Piece, f32)> {
        let dragged = self.controller.and_then(|i| i.drag()).map(|drag| drag.from);
        let mut stack = self.pieces.on(spot.site);
        if self.motion.is_some_and(|motion| motion.hides(spot.site)) {
            stack = stack.split_last().map_or(stack, |(_, below)| below);
        }
        let stack = &stack[stack.len().saturating_sub(TALLEST)..];
        let beside = if self.is_beside_win(spot.site) { shape::BESIDE_CHAIN } else { 1.0 };
        let (carried, presence) = (dragged == Some(spot.site), beside * self.presence(spot));
        let number = self.numbers.filter(|_| self.show.numbers).map_or(0, |all| all.on(spot.site));
        stack.iter().enumerate().map(move |(height, piece)| {
            let top = height + 1 == stack.len();
            let fade = if top && carried { tint::ORIGIN } else { presence };
            // The number on top of a stack tells its height.
            let count = match (top, piece.count) {
                (true, 0) => number,
                (true, count) => count,
                (false, _) => 0,
            };
            (Piece { count, ..*piece }, fade)
        })
    }

    /// Tells whether a side has won with a chain that a site is not part of.
    fn is_beside_win(&self, site: Site) -> bool {
        if self.is_win_lit_in_part() {
            return false;
        }
        let mut wins = self.wins().peekable();
        wins.peek().is_some() && wins.all(|sites| !sites.contains(&site))
    }

    fn is_win_lit_in_part(&self) -> bool {
        self.motion.is_some_and(Motion::lights_win)
    }

    fn wins(&self) -> impl Iterator<Item = &[Site]> {
        let wins = self.marks.iter().filter(|mark| mark.role == "win" && mark.joined);
        wins.map(|mark| mark.sites.as_slice())
    }

    /// Changes with what is drawn on and of the pieces besides themselves: numbers, wins.
    pub fn piece_revision(&self) -> u64 {
        let numbers = self.numbers.filter(|_| self.show.numbers).map_or(0, MoveNumbers::revision);
        let mut hasher = DefaultHasher::new();
        (numbers, self.is_win_lit_in_part()).hash(&mut hasher);
        self.wins().for_each(|sites| sites.hash(&mut hasher));
        hasher.finish()
    }

    fn piece(
        &self,
        spot: &BoardPlace,
        piece: Piece,
        height: usize,
        fade: f32,
        shapes: &mut Vec<Shape>,
    ) {
        let (mut at, radius) = self.spot(spot);
        at[1] -= height as f32 * radius * 0.22;
        if spot.copy && !spot.far && !self.board.is_solid() {
            let glyph = self.glyph(at, radius * FILLS, piece, GHOST_LINE);
            let cell = self.style.place(spot).fill.unwrap_or(self.style.background);
            return glyph.draw_outline(self.faded(spot, cell), shapes);
        }
        self.add_icon(spot, self.glyph(at, radius * FILLS, piece, fade), shapes);
    }

    fn add_icon(&self, spot: &BoardPlace, glyph: PieceIcon, shapes: &mut Vec<Shape>) {
        let from = shapes.len();
        glyph.draw(shapes);
        if let Some(flat) = self.board.foreshortened(spot) {
            let (at, middle) = (self.screen(spot.at), self.screen(Pos::default()));
            super::foreshortening::press(
                &mut shapes[from..],
                at,
                [at[0] - middle[0], at[1] - middle[1]],
                flat as f32,
            );
        }
    }

    pub(crate) fn glyph(
        &self,
        at: ScreenPos,
        radius: f32,
        piece: Piece,
        opacity: f32,
    ) -> PieceIcon {
        let player = self.style.player(piece.color);
        let kind = usize::from(piece.kind);
        let own = self.style.fills.get(kind).copied().flatten();
        PieceIcon {
            at,
            radius,
            shape: self.style.shapes.get(kind).cloned().unwrap_or_else(|| "disc".to_owned()),
            color: own.unwrap_or(player.color),
            mark: player.mark,
            ink: player.ink.filter(|_| own.is_none()),
            set: self.style.look.piece_set(),
            rim: self.style.colors.rim,
            count: piece.count,
            opacity,
        }
    }

    /// Previews a move: new pieces faded, replaced ones with a small piece of the new side,
    /// removed ones crossed out.
    pub(super) fn effects(&self, effects: &[Effect], shapes: &mut Vec<Shape>) {
        for change in self.changes(effects) {
            match change {
                PieceChange::Removed(site) => {
                    self.each_place(Some(site), |spot| self.cross(spot, shapes))
                }
                PieceChange::Replaced(site, after) => self.each_place(Some(site), |spot| {
                    let (at, radius) = self.spot(spot);
                    let glyph = self.glyph(at, radius * FILLS * 0.6, after, tint::CONVERTED);
                    self.add_icon(spot, glyph, shapes);
                }),
                PieceChange::Added(site, after) => self.each_place(Some(site), |spot| {
                    self.piece(spot, after, 0, GHOST, shapes);
                }),
            }
        }
    }

    pub(crate) fn changes(&self, effects: &[Effect]) -> impl Iterator<Item = PieceChange> {
        effects.iter().filter_map(|effect| {
            let to = effect.onto.or(effect.site);
            match (effect.verb.as_str(), effect.before, effect.after) {
                ("remove", Some(_), _) => Some(PieceChange::Removed(effect.site?)),
                (_, Some(_), Some(after)) if effect.onto.is_none() => {
                    Some(PieceChange::Replaced(to?, after))
                }
                (_, _, Some(after)) => Some(PieceChange::Added(to?, after)),
                _ => None,
            }
        })
    }

    pub(crate) fn cross(&self, spot: &BoardPlace, shapes: &mut Vec<Shape>) {
        let (center, radius) = self.spot(spot);
        let pen =
            Pen { color: self.style.colors.marks.threat, width: self.line_width(line::CROSS) };
        shapes.extend(Shape::cross(center, radius * 0.5, pen));
    }

    pub(crate) fn each_place(&self, site: Option<Site>, mut act: impl FnMut(&BoardPlace)) {
        let Some(site) = site else { return };
        let proposed = self.board.proposed.iter().filter(|s| s.site == site);
        // Cells on the far side lie behind those in front.
        let seen = |spot: &&BoardPlace| !spot.far || spot.outline.is_empty();
        self.board.places_of(site).filter(seen).chain(proposed).for_each(&mut act);
    }

    pub(super) fn ghost(&self, shapes: &mut Vec<Shape>) {
        let Some(controller) = self.controller else { return };
        let kind = controller.target_kind().filter(|kind| *kind != TargetKind::Pick);
        let (Some(piece), Some(_)) = (controller.choices().placed_piece, kind) else {
            return;
        };
        if controller.drag().is_none() {
            self.each_place(controller.focus(), |spot| self.piece(spot, piece, 0, GHOST, shapes));
        }
    }

    /// Rings the dragged piece; a bar shows that it may not be dropped here.
    fn ring_dragged(&self, at: ScreenPos, radius: f32, legal: bool, shapes: &mut Vec<Shape>) {
        let color = match legal {
            true => self.style.colors.marks.select,
            false => self.style.colors.marks.threat,
        };
        let pen = Pen { color, width: self.line_width(line::CARRIED) };
        let ring = radius * 1.12;
        // The piece keeps its colour: another one would be another side's.
        shapes.push(Shape::Circle { center: at, radius: ring, fill: None, pen: Some(pen) });
        if !legal {
            let points = vec![[at[0] - ring, at[1]], [at[0] + ring, at[1]]];
            shapes.push(Shape::Line { points, pen });
        }
    }

    pub(super) fn hand(&self) -> Vec<Shape> {
        let mut shapes = Vec::new();
        let Some((controller, drag)) = self.controller.and_then(|i| Some((i, i.drag()?))) else {
            return shapes;
        };
        let Some(spot) = self.board.place_of(drag.from) else { return shapes };
        let radius = self.spot(spot).1 * FILLS;
        let at = [drag.at.x as f32, drag.at.y as f32];
        if let Some(piece) = self.pieces.top(drag.from) {
            self.glyph(at, radius * PICKED, piece, 1.0).draw(&mut shapes);
        }
        if controller.focus() != Some(drag.from) {
            self.ring_dragged(at, radius, controller.target_kind().is_some(), &mut shapes);
        }
        shapes
    }
}
