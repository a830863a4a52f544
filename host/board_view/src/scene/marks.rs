//! Marks: last move, selection, legal targets, hints, chains.

use boardloom_contract::{Mark, NO_COLOR, Site, TargetKind};

use boardloom_theme::{MarkColors, line, shape, tint};

use super::bands::frame_outline;
use super::piece_layer::FILLS;
use super::{Color, Motion, Pen, Picture, ScreenPos, Shape};
use crate::board::BoardPlace;

/// The length of a tick at the corner of a place, in parts of an edge.
const TICK: f32 = 0.2;
const LONG_TICK: f32 = 0.32;
/// The width of outlines of large cells, in pixels of a board of 600.
const MOST_WIDTH: f32 = 3.0;
/// Inner outlines keep this part of a place free.
const MOST_INSET: f32 = 0.4;
/// The least contrast of a mark to what lies below it.
pub(super) const LEAST_CONTRAST: f32 = 3.0;
/// The steps in which a mark becomes darker or lighter.
const CONTRAST_STEPS: u8 = 10;
/// The rim of a mark on the frame, in pixels.
const RIM: f32 = 1.5;
/// Smaller cells, in pixels, have a ring for ticks at their corners.
const LEAST_TICKED: f32 = 8.0;
/// From a piece to the ring around it, in pixels.
const RING_GAP: f32 = 2.0;
/// The dashes of a ring.
const DASHES: u8 = 12;

impl Picture<'_> {
    /// Warms the board on which a side has won.
    pub(crate) fn warmth(&self, shapes: &mut Vec<Shape>) {
        let won = |mark: &Mark| mark.role == "win" && !mark.sites.is_empty();
        let outline = || frame_outline(self.board, self.style);
        if !self.board.is_solid() && self.marks.iter().any(won) {
            let points: Vec<ScreenPos> = outline().iter().map(|at| self.screen(*at)).collect();
            let fill = Some(self.style.colors.marks.last.faded(shape::WIN_LIGHT));
            if points.len() > 2 {
                shapes.push(Shape::Polygon { points, fill, pen: None });
            }
        }
    }

    pub(crate) fn under(&self) -> Vec<Shape> {
        let mut shapes = Vec::new();
        self.lit(&mut shapes);
        let color = self.style.colors.marks.select;
        let pen = Pen { color, width: self.line_width(line::POINTED) };
        for site in self.pointed {
            self.outlines(Some(*site), 1.0, (Some(color.faded(tint::POINTED)), pen), &mut shapes);
        }
        for site in self.premove {
            let color = self.style.colors.marks.waiting;
            let pen = Pen { color, width: self.line_width(line::SELECTED) };
            self.outlines(Some(*site), 0.93, (Some(color.faded(tint::WAITING)), pen), &mut shapes);
        }
        self.add_proposed(&mut shapes);
        self.last_move(&mut shapes);
        self.pointed_out(true, &mut shapes);
        let Some(controller) = self.controller else { return shapes };
        for site in controller.path() {
            self.each_place(Some(*site), |spot| self.selected(spot, &mut shapes));
        }
        // Highlights all ghosts of a site.
        let focus = controller.focus().filter(|_| controller.cursor().is_none());
        let focus = focus.filter(|site| !self.is_moving(*site));
        let has_ghosts = focus.is_some_and(|site| self.board.places_of(site).nth(1).is_some());
        if controller.target_kind().is_some() {
            let light = self.style.colors.ink.faded(shape::HOVER_LIGHT);
            self.each_place(focus, |spot| {
                shapes.push(self.outline(spot, 1.0).painted(Some(light), None));
            });
        }
        // A target shows the piece that would stand there.
        let is_begin = controller.target_kind().is_some() && controller.path().is_empty();
        if is_begin || has_ghosts {
            let color = if has_ghosts { color } else { self.style.colors.ink };
            let pen =
                Pen { color: color.faded(tint::HOVER_LINE), width: self.line_width(line::HOVER) };
            self.outlines(focus, 0.95, (None, pen), &mut shapes);
        }
        if let Some(site) = focus.filter(|_| has_ghosts && !self.board.is_solid()) {
            self.twins(site, &mut shapes);
        }
        self.cursor(true, &mut shapes);
        shapes
    }

    /// Rings a chosen place.
    fn selected(&self, spot: &BoardPlace, shapes: &mut Vec<Shape>) {
        let (center, radius) = self.spot(spot);
        let color = self.style.colors.marks.select;
        if !spot.outline.is_empty() {
            let fill = Some(color.faded(shape::LAST_FILL));
            shapes.push(self.outline(spot, 1.0).painted(fill, None));
        }
        let color = self.on_ground(spot, color);
        let pen = Some(Pen { color, width: self.line_width(line::SELECTED) });
        let radius = radius * 2.0 * shape::SELECT_RING;
        shapes.push(Shape::Circle { center, radius, fill: None, pen });
    }

    /// Returns the colour of a mark, darker or lighter where the ground of a place needs it.
    fn on_ground(&self, spot: &BoardPlace, color: Color) -> Color {
        let ground = self.style.place(spot).fill.filter(|_| !spot.outline.is_empty());
        ground.map_or(color, |ground| against(color, self.faded(spot, ground), LEAST_CONTRAST))
    }

    /// Draws the outline of each place of a site, in parts of its size.
    pub(super) fn outlines(
        &self,
        site: Option<Site>,
        size: f64,
        (fill, pen): (Option<Color>, Pen),
        shapes: &mut Vec<Shape>,
    ) {
        self.each_place(site, |spot| {
            shapes.push(self.outline(spot, size).painted(fill, Some(pen)));
        });
    }

    fn add_proposed(&self, shapes: &mut Vec<Shape>) {
        let color = self.style.colors.marks.select;
        for spot in &self.board.proposed {
            let pen = Pen {
                color: color.faded(tint::PROPOSED_LINE),
                width: self.line_width(line::PROPOSED),
            };
            shapes.push(
                self.outline(spot, 1.0).painted(Some(color.faded(tint::PROPOSED)), Some(pen)),
            );
        }
    }

    /// Draws ticks at the corners of the move's cells, of which the last is filled, and rings around
    /// vertices.
    fn last_move(&self, shapes: &mut Vec<Shape>) {
        let color = self.style.colors.marks.last;
        let marked = self.marks.iter().any(|mark| mark.role.starts_with("last"));
        let (mut from, mut to): (Vec<Site>, Vec<Site>) = (Vec::new(), Vec::new());
        for mark in self.marks {
            match mark.role.as_str() {
                "last-from" => from.extend(&mark.sites),
                "last-to" => to.extend(&mark.sites),
                _ => {}
            }
        }
        if !marked {
            let moves = self.last.iter().filter(|e| e.verb == "move");
            moves.clone().for_each(|e| from.extend(e.site));
            to.extend(moves.filter_map(|e| e.onto));
            let placed = self.last.iter().filter(|e| e.verb == "place");
            to.extend(placed.filter_map(|e| e.site));
        }
        let pen = Pen { color, width: self.line_width(line::LAST_MOVE) };
        for site in from.iter().chain(&to) {
            self.each_place(Some(*site), |spot| {
                let pen = Pen { color: self.on_ground(spot, color), ..pen };
                let (_, radius) = self.spot(spot);
                if spot.outline.is_empty() || radius < LEAST_TICKED {
                    self.last_ring(spot, pen, shapes);
                } else {
                    self.ticks(spot, pen, shapes);
                }
            });
        }
        for site in to {
            self.each_place(Some(site), |spot| {
                let fill = Some(color.faded(shape::LAST_FILL));
                if !spot.outline.is_empty() {
                    shapes.push(self.outline(spot, 0.97).painted(fill, None));
                }
            });
        }
    }

    /// Draws a ring around the piece on a vertex or in a small cell.
    fn last_ring(&self, spot: &BoardPlace, pen: Pen, shapes: &mut Vec<Shape>) {
        let (center, radius) = self.spot(spot);
        let radius = radius * FILLS + RING_GAP + pen.width / 2.0;
        let ring = |pen| Shape::Circle { center, radius, fill: None, pen: Some(pen) };
        let is_vertex = spot.outline.is_empty();
        if is_vertex && pen.color.contrast(self.surroundings()) < LEAST_CONTRAST {
            // Vertices at the edge of the board lie on the frame in part: a light ring with a thin
            // dark rim shows on both.
            let color = self.style.colors.ink;
            shapes.push(ring(Pen { color, width: pen.width + RIM }));
            return shapes.push(ring(Pen { color: MarkColors::DARK.last, ..pen }));
        }
        shapes.push(ring(pen));
    }

    /// Draws the corners of a cell's outline.
    fn ticks(&self, spot: &BoardPlace, pen: Pen, shapes: &mut Vec<Shape>) {
        let Shape::Polygon { points, .. } = self.outline(spot, 0.92) else { return };
        let count = points.len();
        // The edges of hexagons are shorter, and a piece hides more of them.
        let part = if count > 4 { LONG_TICK } else { TICK };
        let toward = |[ax, ay]: ScreenPos, [bx, by]: ScreenPos| {
            [ax + (bx - ax) * part, ay + (by - ay) * part]
        };
        for (n, corner) in points.iter().enumerate() {
            let (before, after) = (points[(n + count - 1) % count], points[(n + 1) % count]);
            let points = vec![toward(*corner, before), *corner, toward(*corner, after)];
            shapes.push(Shape::Line { points, pen });
        }
    }

    pub(super) fn over(&self) -> Vec<Shape> {
        let mut shapes = Vec::new();
        self.add_flashes(&mut shapes);
        self.under_way(&mut shapes);
        self.pointed_out(false, &mut shapes);
        // A piece on its way to the pointer needs no second one there.
        let focus = self.controller.and_then(|controller| controller.focus());
        if !focus.is_some_and(|site| self.is_moving(site)) {
            if self.show.preview && !self.preview.is_empty() {
                self.effects(self.preview, &mut shapes);
            } else {
                self.ghost(&mut shapes);
            }
        }
        self.aims(&mut shapes);
        self.advice(&mut shapes);
        shapes
    }

    /// Tells whether the animation moves a piece of a site.
    pub(crate) fn is_moving(&self, site: Site) -> bool {
        self.motion.is_some_and(|motion| motion.concerns(site))
    }

    /// The marks that no piece may hide.
    pub(crate) fn marks_over(&self, shapes: &mut Vec<Shape>) {
        self.add_flashes(shapes);
        self.pointed_out(false, shapes);
        self.advice(shapes);
    }

    pub(crate) fn aims(&self, shapes: &mut Vec<Shape>) {
        self.targets(shapes);
        self.cursor(false, shapes);
    }

    fn targets(&self, shapes: &mut Vec<Shape>) {
        let Some(controller) = self.controller else { return };
        if !self.show.legal || controller.path().is_empty() {
            return;
        }
        self.rays(controller, shapes);
        let targets = &controller.choices().targets;
        let any_clone = targets.iter().any(|target| controller.is_clone(target.site));
        for target in targets {
            let jumps = any_clone && !controller.is_clone(target.site);
            let aimed = controller.focus() == Some(target.site) && controller.drag().is_none();
            self.each_place(Some(target.site), |spot| match (aimed, target.kind) {
                (false, kind) => self.target(spot, kind, jumps, shapes),
                (true, TargetKind::Split) => self.target(spot, target.kind, jumps, shapes),
                // The piece that would stand there tells the rest.
                (true, _) => self.target_ring(spot, shapes),
            });
        }
    }

    fn target_ring(&self, spot: &BoardPlace, shapes: &mut Vec<Shape>) {
        let (center, radius) = self.spot(spot);
        let color = self.style.colors.marks.select;
        let color = color.faded(if spot.copy { tint::GHOST_TARGET } else { 1.0 });
        let color = self.on_ground(spot, color);
        let pen = Some(Pen { color, width: self.line_width(line::TARGET) });
        let radius = radius * 2.0 * shape::CAPTURE_RING;
        shapes.push(Shape::Circle { center, radius, fill: None, pen });
    }

    /// Draws a dot for a target, a ring around a capture, an open diamond where the piece jumps
    /// and other targets get a new one, and a cross for a cell that divides.
    fn target(&self, spot: &BoardPlace, touch: TargetKind, jumps: bool, shapes: &mut Vec<Shape>) {
        let (center, radius) = self.spot(spot);
        let color =
            self.style.colors.marks.select.faded(if spot.copy { tint::GHOST_TARGET } else { 1.0 });
        let color = self.on_ground(spot, color);
        let width = self.line_width(line::TARGET);
        let pen = Some(Pen { color, width });
        // In radii of the place, which are half a side.
        let [dot, diamond] = [shape::CLONE_DOT, shape::JUMP_DIAMOND].map(|it| 2.0 * it);
        match touch {
            TargetKind::Quiet | TargetKind::Pick | TargetKind::Capture => {
                if touch == TargetKind::Capture {
                    self.target_ring(spot, shapes);
                }
                if jumps {
                    let ([x, y], r) = (center, (radius * diamond).max(3.0));
                    let points = vec![[x, y - r], [x + r, y], [x, y + r], [x - r, y]];
                    shapes.push(Shape::Polygon { points, fill: None, pen });
                } else {
                    let radius = (radius * dot).max(2.0);
                    shapes.push(Shape::Circle { center, radius, fill: Some(color), pen: None });
                }
            }
            TargetKind::Split => {
                let [x, y] = center;
                let r = (radius * 0.4).max(3.0);
                let pen = Pen { color, width };
                shapes.push(Shape::Line { points: vec![[x - r, y], [x + r, y]], pen });
                shapes.push(Shape::Line { points: vec![[x, y - r], [x, y + r]], pen });
            }
        }
    }

    /// Draws a white outline with a black rim, which is visible on any colour.
    /// The cursor lies over pieces; that of a cell between vertices below those on its corners.
    fn cursor(&self, below: bool, shapes: &mut Vec<Shape>) {
        let Some(site) = self.controller.and_then(|i| i.cursor()) else { return };
        let Some(spot) = self.board.place_of(site) else { return };
        if below != (self.board.has_vertices && !spot.outline.is_empty()) {
            return;
        }
        let width = self.line_width(line::CURSOR).min(MOST_WIDTH * self.grown());
        let outline = self.inset(spot, width);
        for (width, color) in [(2.0 * width, Color::BLACK), (width, Color::WHITE)] {
            shapes.push(outline.clone().painted(None, Some(Pen { color, width })));
        }
    }

    /// Returns a place's outline, so many pixels inside of its edge.
    fn inset(&self, spot: &BoardPlace, inwards: f32) -> Shape {
        let (_, radius) = self.spot(spot);
        self.outline(spot, 1.0 - f64::from((inwards / radius).min(MOST_INSET)))
    }

    fn pointed_out(&self, below: bool, shapes: &mut Vec<Shape>) {
        for mark in self.marks.iter().filter(|mark| !mark.role.starts_with("last-")) {
            let won = mark.role == "win";
            // A win is no hint.
            let shown = self.show.marks || won;
            // Cells between vertices are marked below the pieces on their corners.
            if shown && below == (mark.joined || self.board.has_vertices) {
                self.mark(mark, shapes);
            }
        }
    }

    /// Draws a winning chain as a thick line, another path as a thin one with a ring at its end,
    /// other sites as rings.
    fn mark(&self, mark: &Mark, shapes: &mut Vec<Shape>) {
        let marks = &self.style.colors.marks;
        let path = mark.joined && mark.sites.len() > 1;
        let winner = || {
            let first = mark.sites.first().and_then(|site| self.pieces.top(*site));
            // Seats may have swapped colours.
            first.map(|piece| piece.color).filter(|color| *color != NO_COLOR).or(mark.seat)
        };
        let own = |seat: Option<u8>| seat.map_or(marks.chain, |it| self.style.player(it).color);
        let color = match mark.role.as_str() {
            "threat" => marks.threat,
            // In the side's own colour: another one would look like the other side's.
            "win" | "chain" if path => own(winner()),
            "win" => own(mark.seat),
            // A way that a side could take.
            _ if path => marks.threat,
            _ => marks.last,
        };
        if path && mark.role == "chain" {
            return self.chain_lines(&self.chain(&mark.sites), (color, line::SIDE_CHAIN), shapes);
        }
        if path && mark.role != "win" {
            let pen = Pen { color, width: self.line_width(line::PATH) };
            let line = |points| Shape::Line { points, pen };
            shapes.extend(self.chain(&mark.sites).into_iter().map(line));
            let end = mark.sites.last().and_then(|site| self.board.place_of(*site));
            if let Some((center, radius)) = end.map(|spot| self.spot(spot)) {
                shapes.extend(arcs(center, radius * 0.6, DASHES, 0.6, pen));
            }
            return;
        }
        // The places of a win light up one after the other.
        let motion = self.motion.filter(|_| mark.role == "win");
        let lit = |number| motion.map_or(1.0, |motion| motion.win_part(number));
        let places = || {
            let sites = mark.sites.iter().enumerate().map(|(number, site)| (lit(number), site));
            let sites = sites.filter(|(part, _)| *part > 0.0);
            sites.filter_map(|(part, site)| Some((part, self.board.place_of(*site)?)))
        };
        if path {
            let count = places().count();
            let lines = if count > 1 { self.chain(&mark.sites[..count]) } else { Vec::new() };
            let fades = motion.is_some_and(Motion::is_reduced);
            let color = color.faded(if fades { lit(0) } else { 1.0 });
            for (part, spot) in places() {
                let color = color.faded(if fades { 1.0 } else { part });
                let rim = Pen { color: color.ink(), width: self.line_width(line::CHAIN_RING) };
                let (center, radius) = self.spot(spot);
                let radius = radius * 0.94;
                shapes.push(Shape::Circle { center, radius, fill: Some(color), pen: Some(rim) });
            }
            // Between the rings, which would hide it where pieces nearly touch.
            return self.chain_lines(&lines, (color, line::CHAIN), shapes);
        }
        for (part, spot) in places() {
            let pen = Pen { color: color.faded(part), width: self.line_width(line::MARK) };
            let (center, radius) = self.spot(spot);
            if self.board.has_vertices {
                self.owned(spot, mark, (pen, part), shapes);
            } else if mark.role == "threat" {
                shapes.extend(arcs(center, radius * 0.92, DASHES, 0.6, pen));
            } else {
                let radius = radius * 0.92;
                if mark.role == "win" {
                    // The piece in it may have the same colour.
                    let color = pen.color.ink().faded(part);
                    let rim = Some(Pen { color, width: 1.8 * pen.width });
                    shapes.push(Shape::Circle { center, radius, fill: None, pen: rim });
                }
                shapes.push(Shape::Circle { center, radius, fill: None, pen: Some(pen) });
            }
        }
    }

    /// Draws lines through a chain in a side's colour, with a rim that shows on any board.
    fn chain_lines(
        &self,
        lines: &[Vec<ScreenPos>],
        (color, width): (Color, line::LineWidth),
        shapes: &mut Vec<Shape>,
    ) {
        let faint = f32::from(color.a) / 255.0;
        for (color, more) in [(color.ink().faded(tint::CHAIN_RIM * faint), 3.0), (color, 0.0)] {
            let pen = Pen { color, width: self.line_width(width) + more };
            shapes.extend(lines.iter().map(|points| Shape::Line { points: points.clone(), pen }));
        }
    }

    /// Marks a cell between vertices: whose it is, and its outline if the last move completed it.
    fn owned(
        &self,
        spot: &BoardPlace,
        mark: &Mark,
        (pen, part): (Pen, f32),
        shapes: &mut Vec<Shape>,
    ) {
        if mark.role != "owned" {
            // On the line around the cell, which would be a second one beside it.
            let pen = Pen { width: pen.width.min(MOST_WIDTH * self.grown()), ..pen };
            let fill = Some(pen.color.faded(shape::LAST_FILL));
            shapes.push(self.inset(spot, pen.width / 2.0).painted(fill, Some(pen)));
        }
        if let Some(seat) = mark.seat {
            self.owner(spot, seat, part, shapes);
        }
    }
}

/// Returns a colour with so much contrast to a ground, as near to its own as can be.
pub(super) fn against(color: Color, ground: Color, least: f32) -> Color {
    let ends = [Color::BLACK, Color::WHITE];
    let [dark, light] = ends.map(|end| end.contrast(ground));
    let steps = (0..=CONTRAST_STEPS).map(|step| f32::from(step) / f32::from(CONTRAST_STEPS));
    let fits = |color: &Color| Color { a: u8::MAX, ..*color }.contrast(ground) >= least;
    let toward = |end: Color| {
        let mixed = Color { a: color.a, ..color.mixed(end, 0.0) };
        steps.clone().map(move |part| Color { a: mixed.a, ..mixed.mixed(end, part) })
    };
    // A light colour stays light where it can.
    let is_light = color.luminance() > ground.luminance();
    let ends = if is_light { [ends[1], ends[0]] } else { ends };
    let found = ends.into_iter().find_map(|end| toward(end).find(fits));
    found.unwrap_or(if dark > light { ends[0] } else { ends[1] })
}

/// Returns arcs around a point, evenly spread; `part` is the part of the circle that they cover.
fn arcs(
    [x, y]: ScreenPos,
    radius: f32,
    count: u8,
    part: f32,
    pen: Pen,
) -> impl Iterator<Item = Shape> {
    let step = std::f32::consts::TAU / f32::from(count);
    (0..count).map(move |n| {
        let middle = (f32::from(n) + 0.5) * step;
        let point = |m: u8| {
            let (sin, cos) = (middle + step * part * (f32::from(m) / 4.0 - 0.5)).sin_cos();
            [x + radius * cos, y + radius * sin]
        };
        Shape::Line { points: (0..=4).map(point).collect(), pen }
    })
}
