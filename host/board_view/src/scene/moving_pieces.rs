//! The pieces of an animation, and the flashes of scoring places, at a time.

use boardloom_contract::Piece;
use boardloom_theme::motion::{ease_in_out, ease_out};
use boardloom_theme::{line, piece, tint};

use super::motion::Flight;
use super::piece_layer::FILLS;
use super::{Color, Pen, Picture, ScreenPos, Shape};
use crate::board::{BoardGeometry, BoardPlace};

#[derive(Debug, Clone, Copy)]
pub(crate) struct MovingPiece<'a> {
    pub from: &'a BoardPlace,
    pub to: &'a BoardPlace,
    pub part: f32,
    pub piece: Piece,
    pub opacity: f32,
    /// Relative to its full size.
    pub size: f32,
    /// Relative to its full width: a piece that turns over is narrow.
    pub width: f32,
    /// To the right, in pixels.
    pub shift: f32,
    /// The part of its height over the pieces that it passes.
    pub lift: f32,
}

impl<'a> MovingPiece<'a> {
    fn resting(spot: &'a BoardPlace, piece: Piece) -> Self {
        MovingPiece {
            from: spot,
            to: spot,
            part: 0.0,
            piece,
            opacity: 1.0,
            size: 1.0,
            width: 1.0,
            shift: 0.0,
            lift: 0.0,
        }
    }
}

impl<'a> Picture<'a> {
    pub(super) fn under_way(&self, shapes: &mut Vec<Shape>) {
        for flown in self.moving_pieces() {
            let (([ax, ay], a), ([bx, by], b)) = (self.spot(flown.from), self.spot(flown.to));
            let part = flown.part;
            let at = [ax + (bx - ax) * part + flown.shift, ay + (by - ay) * part];
            let radius = (a + (b - a) * part) * FILLS * flown.size;
            let at = self.lift(at, radius, flown.lift, shapes);
            let radius = radius * (1.0 + (piece::PICKED - 1.0) * flown.lift);
            let from = shapes.len();
            self.glyph(at, radius, flown.piece, flown.opacity).draw(shapes);
            if flown.width < 1.0 {
                super::foreshortening::press(&mut shapes[from..], at, [1.0, 0.0], flown.width);
            }
        }
    }

    /// Draws the shadow of a piece above the board, larger the higher it is, and returns where the
    /// piece is seen.
    fn lift(
        &self,
        [x, y]: ScreenPos,
        radius: f32,
        lift: f32,
        shapes: &mut Vec<Shape>,
    ) -> ScreenPos {
        if lift <= 0.0 {
            return [x, y];
        }
        for (down, strength) in piece::SHADOWS {
            let off = (down + piece::HOP / 2.0) * radius * lift;
            let radius = radius * (1.0 + 2.0 * down * lift);
            let fill = Some(Color::BLACK.faded(2.0 * strength * lift));
            shapes.push(Shape::Circle { center: [x + off, y + off], radius, fill, pen: None });
        }
        [x, y - piece::HOP * radius * lift]
    }

    /// Returns the animated pieces, those that stay in place first: moving ones pass over them.
    pub(crate) fn moving_pieces(&self) -> Vec<MovingPiece<'a>> {
        let mut flown = Vec::new();
        let Some(motion) = self.motion else { return flown };
        let shaken = motion.shaken.and_then(|site| self.board.place_of(site));
        if let Some((spot, piece)) = shaken.and_then(|it| Some((it, self.pieces.top(it.site)?))) {
            let opacity = self.presence(spot);
            let rest = MovingPiece::resting(spot, piece);
            flown.push(MovingPiece { opacity, shift: motion.shift(), ..rest });
        }
        for moving in [false, true] {
            for flight in motion.flights.iter().filter(|it| it.moves() == moving) {
                let (from, until) = flight.shown;
                if motion.elapsed >= from && motion.elapsed < until {
                    let part = (motion.elapsed - flight.begin) / flight.duration;
                    let eased = if moving { ease_in_out(part) } else { ease_out(part) };
                    self.flight(flight, eased, &mut flown);
                }
            }
        }
        flown
    }

    pub(super) fn add_flashes(&self, shapes: &mut Vec<Shape>) {
        let Some(motion) = self.motion else { return };
        for flash in &motion.flashes {
            let part = (motion.elapsed - flash.begin) / motion.flash_time();
            if !(0.0..1.0).contains(&part) {
                continue;
            }
            let color = self.style.colors.marks.last;
            let pen = Pen { color: color.faded(1.0 - part), width: self.line_width(line::FLASH) };
            let fill = Some(color.faded(tint::FLASH * (1.0 - part)));
            self.outlines(Some(flash.site), 1.0, (fill, pen), shapes);
        }
    }

    fn flight(&self, flight: &Flight, part: f32, flown: &mut Vec<MovingPiece<'a>>) {
        let board: &'a BoardGeometry = self.board;
        let (Some(from), Some(to)) = (board.place_of(flight.from), board.place_of(flight.to))
        else {
            return;
        };
        if !flight.moves() {
            return self.add_change(to, flight, part, flown);
        }
        let piece = if part < 0.5 || flight.grows { flight.before } else { flight.after };
        // What returns into another piece is gone at the end.
        let Some(piece) = piece.filter(|_| part < 1.0 || flight.after.is_some()) else { return };
        let lift = if flight.jumps { 4.0 * part * (1.0 - part) } else { 0.0 };
        let mut add = |from, to, opacity: f32| {
            let opacity = opacity * self.presence(to);
            let rest = MovingPiece::resting(to, piece);
            flown.push(MovingPiece { from, part, opacity, lift, ..rest });
        };
        // Over joined edges, to the ghost, while the piece appears at its site.
        let far = |spot: &BoardPlace| spot.at.distance(from.at);
        let ghost = board.places_of(flight.to).filter(|spot| spot.copy && !spot.far);
        let ghost = ghost.min_by(|a, b| far(a).total_cmp(&far(b)));
        match ghost.filter(|ghost| far(ghost) < 0.9 * far(to)) {
            Some(ghost) => {
                add(from, ghost, 1.0 - part);
                add(to, to, part);
            }
            None => add(from, to, 1.0),
        }
    }

    /// Adds a piece that appears, disappears or turns over.
    fn add_change(
        &self,
        spot: &'a BoardPlace,
        flight: &Flight,
        part: f32,
        flown: &mut Vec<MovingPiece<'a>>,
    ) {
        let reduced = self.motion.is_some_and(|motion| motion.reduced);
        let mut add = |piece, opacity: f32, size, width| {
            let opacity = opacity * self.presence(spot);
            let rest = MovingPiece::resting(spot, piece);
            flown.push(MovingPiece { part, opacity, size, width, ..rest });
        };
        if reduced {
            flight.before.into_iter().for_each(|piece| add(piece, 1.0 - part, 1.0, 1.0));
            flight.after.into_iter().for_each(|piece| add(piece, part, 1.0, 1.0));
            return;
        }
        match (flight.before, flight.after) {
            (Some(before), Some(after)) => {
                let piece = if part < 0.5 { before } else { after };
                add(piece, 1.0, 1.0, (1.0 - 2.0 * part).abs().max(0.02));
            }
            (Some(piece), None) if part < 1.0 => add(piece, 1.0 - part, 1.0 - 0.4 * part, 1.0),
            (None, Some(piece)) if part > 0.0 => add(piece, part, 0.6 + 0.4 * part, 1.0),
            _ => {}
        }
    }
}
