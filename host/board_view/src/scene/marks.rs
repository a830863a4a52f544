//! Marks: last move, selection, legal targets, hints, chains.

use boardloom_contract::{Mark, NO_COLOR, Site, TargetKind};

use boardloom_theme::{MarkColors, line, shape, tint};

use super::bands::frame_outline;
use super::piece_layer::FILLS;
use super::{Color, Hint, Motion, Pen, Picture, ScreenPos, Shape};
use crate::board::{BoardPlace, Pos, Rect};

/// The length of a tick at the corner of a place, in parts of an edge.
const TICK: f32 = 0.2;
/// The width of outlines of large cells, in pixels of a board of 600.
const MOST_WIDTH: f32 = 3.0;
/// Inner outlines keep this part of a place free.
const MOST_INSET: f32 = 0.4;
/// The least contrast of a mark to what lies below it.
const LEAST_CONTRAST: f32 = 3.0;
/// The rim of a mark on the frame, in pixels.
const RIM: f32 = 1.5;
/// Smaller cells, in pixels, have a ring for ticks at their corners.
const LEAST_TICKED: f32 = 8.0;
/// From a piece to the ring around it, in pixels.
const RING_GAP: f32 = 2.0;
/// The light ring around a mark on the frame, in widths of the mark.
const HALO: f32 = 1.8;
/// Half the height of a value, in sizes of its text.
const CHIP_HEIGHT: f32 = 0.7;
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
        let pen = Pen { color, width: self.line_width(line::SELECTED) };
        for site in controller.path() {
            self.outlines(
                Some(*site),
                0.93,
                (Some(color.faded(shape::LAST_FILL)), pen),
                &mut shapes,
            );
        }
        // Highlights all ghosts of a site.
        let focus = controller.focus().filter(|_| controller.cursor().is_none());
        let has_ghosts = focus.is_some_and(|site| self.board.places_of(site).nth(1).is_some());
        if controller.target_kind().is_some() {
            let light = self.style.colors.ink.faded(shape::HOVER_LIGHT);
            self.each_place(focus, |spot| {
                shapes.push(self.outline(spot, 1.0).painted(Some(light), None));
            });
        }
        if controller.target_kind().is_some() || has_ghosts {
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
        let toward = |[ax, ay]: ScreenPos, [bx, by]: ScreenPos| {
            [ax + (bx - ax) * TICK, ay + (by - ay) * TICK]
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
        if self.show.preview && !self.preview.is_empty() {
            self.effects(self.preview, &mut shapes);
        } else {
            self.ghost(&mut shapes);
        }
        self.aims(&mut shapes);
        self.advice(&mut shapes);
        shapes
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

    /// Arrows: those that players drew, and hints.
    fn advice(&self, shapes: &mut Vec<Shape>) {
        for path in self.arrows {
            self.arrow(path, self.style.colors.marks.drawn.faded(tint::ARROW), shapes);
        }
        self.arrow(self.premove, self.style.colors.marks.waiting.faded(tint::ARROW), shapes);
        let hints = || self.hints.iter().filter(|_| self.show.arrows);
        let ends: Vec<ChipSpace> = hints().filter_map(|hint| self.end(hint)).collect();
        let shafts: Vec<[Pos; 2]> = hints().flat_map(|hint| self.shafts(hint)).collect();
        let mut taken = ends.clone();
        for (hint, end) in hints().filter(|hint| self.end(hint).is_some()).zip(ends) {
            let fade = shape::ARROW_OPACITY[usize::from(hint.rank).min(2)];
            self.arrow(&hint.path, self.style.colors.marks.hint.faded(fade), shapes);
            if !hint.text.is_empty() {
                taken.push(self.chip_space(hint, end, &taken, &shafts));
            }
        }
        // Over all arrows.
        let texts = hints().filter(|hint| self.end(hint).is_some() && !hint.text.is_empty());
        let first = taken.len() - texts.clone().count();
        for (hint, space) in texts.zip(&taken[first..]) {
            self.value_chip(&hint.text, *space, shapes);
        }
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
            self.each_place(Some(target.site), |spot| {
                self.target(spot, target.kind, jumps, shapes);
            });
        }
    }

    /// Draws a dot for a target, a ring around a capture, an open diamond where the piece jumps
    /// and other targets get a new one, and a cross for a cell that divides.
    fn target(&self, spot: &BoardPlace, touch: TargetKind, jumps: bool, shapes: &mut Vec<Shape>) {
        let (center, radius) = self.spot(spot);
        let color =
            self.style.colors.marks.select.faded(if spot.copy { tint::GHOST_TARGET } else { 1.0 });
        let width = self.line_width(line::TARGET);
        let pen = Some(Pen { color, width });
        // In radii of the place, which are half a side.
        let [dot, diamond, ring] =
            [shape::CLONE_DOT, shape::JUMP_DIAMOND, shape::CAPTURE_RING].map(|it| 2.0 * it);
        match touch {
            TargetKind::Quiet | TargetKind::Pick | TargetKind::Capture => {
                if touch == TargetKind::Capture {
                    shapes.push(Shape::Circle { center, radius: radius * ring, fill: None, pen });
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
            self.chain_lines(&lines, (color, line::CHAIN), shapes);
            for (part, spot) in places() {
                let color = color.faded(if fades { 1.0 } else { part });
                let rim = Pen { color: color.ink(), width: self.line_width(line::CHAIN_RING) };
                let (center, radius) = self.spot(spot);
                let radius = radius * 0.94;
                shapes.push(Shape::Circle { center, radius, fill: Some(color), pen: Some(rim) });
            }
            return;
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
        for (color, more) in [(color.ink().faded(tint::CHAIN_RIM), 3.0), (color, 0.0)] {
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

    /// Draws a ring for a single site, else an arrow.
    fn arrow(&self, path: &[Site], color: Color, shapes: &mut Vec<Shape>) {
        let places: Vec<&BoardPlace> =
            path.iter().filter_map(|s| self.board.place_of(*s)).collect();
        let Some(last) = places.last() else { return };
        let (end, radius) = self.spot(last);
        let width = self.line_width(line::ARROW);
        if places.len() == 1 {
            let pen = Some(Pen { color, width });
            let ring = |pen| Shape::Circle { center: end, radius: radius * 0.85, fill: None, pen };
            if self.board.has_vertices && color.contrast(self.surroundings()) < LEAST_CONTRAST {
                // It may lie on the frame.
                let color = Color { a: color.a, ..self.style.colors.levels[0] };
                shapes.push(ring(Some(Pen { color, width: width * HALO })));
            }
            shapes.push(ring(pen));
        } else {
            let points = places.iter().map(|spot| self.spot(spot).0).collect();
            arrow(points, width, color, shapes);
        }
    }

    /// Returns the place where the path of a hint ends.
    fn end(&self, hint: &Hint) -> Option<ChipSpace> {
        let last = hint.path.iter().filter_map(|site| self.board.place_of(*site)).next_back()?;
        let (at, radius) = self.spot(last);
        Some(ChipSpace { at, half: [radius * FILLS; 2] })
    }

    /// Returns the lines of a hint's arrow on the screen.
    fn shafts(&self, hint: &Hint) -> Vec<[Pos; 2]> {
        let places = hint.path.iter().filter_map(|site| self.board.place_of(*site));
        let points: Vec<Pos> = places.map(|spot| self.camera.to_screen(spot.at)).collect();
        points.windows(2).map(|pair| [pair[0], pair[1]]).collect()
    }

    /// Returns a place for a value at the end of a path: the first that hides least of
    /// arrows, other ends and values.
    fn chip_space(
        &self,
        hint: &Hint,
        end: ChipSpace,
        taken: &[ChipSpace],
        shafts: &[[Pos; 2]],
    ) -> ChipSpace {
        let radius = end.half[0] / FILLS;
        let size = (radius * 0.45).clamp(9.0, 16.0);
        let (height, width) = (size * CHIP_HEIGHT, self.line_width(line::ARROW));
        let half = [size * 0.32 * hint.text.chars().count() as f32 + size * 0.35, height];
        let [across, down] = [radius * 0.62, radius * 0.86];
        let far = [end.half[0] + half[0], end.half[1] + half[1]];
        // In the ring, or below and above the tip of an arrow.
        let within: &[ScreenPos] = match hint.path.len() {
            1 if half[0] < end.half[0] => &[[0.0, 0.0]],
            1 => &[],
            _ => &[[0.0, across], [0.0, -across]],
        };
        let beside = [
            [across, -down],
            [-across, -down],
            [across, down],
            [-across, down],
            [far[0], 0.0],
            [-far[0], 0.0],
            [0.0, -far[1]],
            [0.0, far[1]],
        ];
        let steps = within.iter().chain(&beside);
        let spaces = steps.map(|[x, y]| ChipSpace { at: [end.at[0] + x, end.at[1] + y], half });
        let hidden = |space: &ChipSpace| {
            let others = taken.iter().filter(|other| **other != end);
            let covered = others.map(|other| space.overlap(other)).sum::<f32>();
            covered + shafts.iter().map(|shaft| space.hides(*shaft)).sum::<f32>() * width
        };
        spaces.min_by(|a, b| hidden(a).total_cmp(&hidden(b))).unwrap_or(end)
    }

    fn value_chip(&self, text: &str, space: ChipSpace, shapes: &mut Vec<Shape>) {
        let ([x, y], [half, h]) = (space.at, space.half);
        let fill = self.style.colors.marks.hint;
        // The round ends are the ends of a wide line.
        let points = vec![[x - half + h, y], [x + half - h, y]];
        shapes.push(Shape::Line { points, pen: Pen { color: fill, width: 2.0 * h } });
        let size = h / CHIP_HEIGHT;
        shapes.push(Shape::Text { at: [x, y], text: text.to_owned(), size, color: fill.ink() });
    }
}

/// A rectangle that a value or the end of a path takes: its middle, and half of its size.
#[derive(Debug, Clone, Copy, PartialEq)]
struct ChipSpace {
    at: ScreenPos,
    half: [f32; 2],
}

impl ChipSpace {
    fn overlap(&self, other: &ChipSpace) -> f32 {
        let along = |axis: usize| {
            let room = self.half[axis] + other.half[axis];
            (room - (self.at[axis] - other.at[axis]).abs()).max(0.0)
        };
        along(0) * along(1)
    }

    /// Returns the length of a line's part that lies within.
    fn hides(&self, [from, to]: [Pos; 2]) -> f32 {
        let corner = |side: f32| {
            let [x, y] = [0, 1].map(|axis| self.at[axis] + side * self.half[axis]);
            Pos::new(f64::from(x), f64::from(y))
        };
        let within = Rect { min: corner(-1.0), max: corner(1.0) }.clip_edge(from, to);
        within.map_or(0.0, |(from, to)| from.distance(to) as f32)
    }
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

fn arrow(mut points: Vec<ScreenPos>, width: f32, color: Color, shapes: &mut Vec<Shape>) {
    let [.., before, tip] = points[..] else { return };
    let (dx, dy) = (tip[0] - before[0], tip[1] - before[1]);
    let length = dx.hypot(dy);
    if length < 1.0 {
        return;
    }
    let (dx, dy) = (dx / length, dy / length);
    let head = (width * 3.0).min(length * 0.6);
    let neck = [tip[0] - dx * head, tip[1] - dy * head];
    let last = points.len() - 1;
    points[last] = neck;
    shapes.push(Shape::Line { points, pen: Pen { color, width } });
    let wing = head * 0.6;
    let corners = vec![
        tip,
        [neck[0] - dy * wing, neck[1] + dx * wing],
        [neck[0] + dy * wing, neck[1] - dx * wing],
    ];
    shapes.push(Shape::Polygon { points: corners, fill: Some(color), pen: None });
}
