//! The board: the plugin's drawing, read in pages, with its frames composed.

mod base;
mod blocks;
mod camera;
mod division;
mod drawn_edges;
mod globe;
mod grid;
mod hit_test;
mod rim;
mod shape;
mod spacing;

use std::collections::BTreeSet;

use boardloom_contract::{
    BoardLine, Caption, Cursor, Extent, Frame, LineStyle, Patch, Place, PluginResult, Point, Site,
};
use boardloom_match::Arrow;

use base::Base;
use blocks::Blocks;
pub(crate) use blocks::fresh;
pub use blocks::{BLOCK, Block};
pub use camera::Camera;
use globe::{Globe, GlobeTurn, is_solid};
use grid::Grid;
pub(crate) use rim::{BoardFrame, board_frame, grown, hull, outline, rim};
pub(crate) use shape::distance_to_edge;
pub use shape::{Affine, Pos, Rect};
use shape::{contains, distance_to_edges, distance_to_line};

const PAGE: u32 = 16_384;

/// A place of the drawing, in board coordinates.
#[derive(Debug, Clone, PartialEq)]
pub struct BoardPlace {
    pub site: Site,
    /// Whether it is a ghost: a faded copy of a site elsewhere.
    pub copy: bool,
    pub at: Pos,
    /// The radius of a piece: the distance to the outline, or for a vertex half the distance to
    /// the nearest place.
    pub radius: f64,
    /// Half the distance of a vertex to the nearest other one.
    pub spacing: f64,
    /// Empty for a vertex.
    pub outline: Vec<Pos>,
    pub label: String,
    pub role: u16,
    pub level: u16,
    /// The number of smaller cells that divide it. What they leave of it is a hole.
    pub parts: u32,
    /// The distance in front of the middle of a globe; 0 on flat boards.
    pub depth: f64,
    pub far: bool,
    pub bounds: Rect,
}

impl BoardPlace {
    pub fn reach(&self) -> Rect {
        self.bounds.grown(self.radius)
    }

    pub fn holds(&self, at: Pos) -> bool {
        contains(&self.outline, at)
    }

    pub fn is_divided(&self) -> bool {
        self.parts > 0
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Stroke {
    /// Index into the roles.
    pub role: u16,
    /// At least two.
    pub points: Vec<Pos>,
    pub closed: bool,
    pub filled: bool,
    /// Strokes of the same role and group belong together; 0 is no group.
    pub group: u16,
    /// The depth of its frame.
    pub level: u16,
    /// Whether it is on the far side of a globe.
    pub far: bool,
    pub bounds: Option<Rect>,
}

impl Stroke {
    /// Returns the points, the first again at the end of a closed stroke.
    pub fn polyline(&self) -> Vec<Pos> {
        let closing = self.points.first().filter(|_| self.closed);
        self.points.iter().chain(closing).copied().collect()
    }

    /// Tells whether it is filled at a point.
    pub fn covers(&self, at: Pos) -> bool {
        let near = self.filled && self.bounds.is_some_and(|bounds| bounds.contains(at));
        near && contains(&self.points, at)
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    pub at: Pos,
    pub text: String,
}

/// A view of the board, read from the plugin and kept up to date.
#[derive(Debug, Clone, Default)]
pub struct BoardGeometry {
    /// Index into the game's views.
    pub view: u16,
    extent: Extent,
    /// The frames that places and strokes refer to.
    frames: Vec<(Affine, u16)>,
    raw: Vec<Frame>,
    base: Base,
    /// Whether its extent changed since it was first read.
    grows: bool,
    shapes: Vec<Vec<Point>>,
    places: Vec<BoardPlace>,
    /// In order of creation.
    pub strokes: Vec<Stroke>,
    /// As the plugin placed them, and as they are drawn.
    captions: Vec<Label>,
    labels: Vec<Label>,
    /// The size of captions, in parts of their usual one.
    caption_scale: Option<f64>,
    /// The places that a path could add to the board.
    pub proposed: Vec<BoardPlace>,
    /// Each place's number after its site's.
    by_site: BTreeSet<(Site, u32)>,
    grid: Grid,
    /// The number of the cell that the last cell divides, and the radius of that.
    last_division: Option<(usize, f64)>,
    place_blocks: Blocks,
    stroke_blocks: Blocks,
    grouped: Vec<u32>,
    /// Whether pieces stand on vertices; cells are then the space between.
    pub has_vertices: bool,
    has_cells: bool,
    solid: Option<Globe>,
    turn: GlobeTurn,
    bounds: Option<Rect>,
    frame: Vec<Block>,
    unit: Option<f64>,
    largest_corner: Option<f64>,
    revision: u64,
}

impl BoardGeometry {
    pub fn new(view: u16) -> Self {
        BoardGeometry { view, ..BoardGeometry::default() }
    }

    /// Returns an empty board of the same view and rotation.
    #[must_use]
    pub fn blank(&self) -> Self {
        BoardGeometry { view: self.view, turn: self.turn, ..BoardGeometry::default() }
    }

    #[cfg(test)]
    pub(crate) fn of_patch(patch: Patch) -> Self {
        let mut board = BoardGeometry::new(0);
        board.extend(patch);
        board.settle();
        board
    }

    /// Reads what is new in the plugin's drawing and drops what is gone. Returns whether
    /// anything changed.
    pub fn update(&mut self, cursor: &mut dyn Cursor) -> PluginResult<bool> {
        let now = cursor.extent(self.view)?;
        let had_proposed = !self.proposed.is_empty();
        self.proposed.clear();
        if now == self.extent {
            return Ok(had_proposed);
        }
        // The base frame may be gone.
        let lost = self.base.frame.is_some_and(|frame| frame >= now.frames);
        if now.revision != self.extent.revision || lost {
            *self = self.blank();
        }
        self.grows |= self.extent != Extent { revision: now.revision, ..Extent::default() };
        self.truncate(now);
        while !self.is_full(now) {
            let before = self.read_so_far(now.revision);
            let page = cursor.drawing_beyond(self.view, before, PAGE)?;
            if self.solid.is_some() || is_solid(&page) {
                self.solid.get_or_insert_default().patch.extend(page);
            } else {
                self.extend(page);
            }
            if self.read_so_far(now.revision) == before {
                // The plugin returned less than it promised.
                break;
            }
        }
        self.extent = now;
        match &mut self.solid {
            Some(solid) => {
                solid.measure();
                self.lay_solid();
            }
            None => self.settle(),
        }
        Ok(true)
    }

    /// Reads a growing board in full at the next update. Call it when moves were undone and
    /// others played since the last one: the extent may be equal and the drawing different.
    pub fn forget(&mut self) {
        if self.grows {
            self.clear(self.base.clone());
        }
    }

    fn clear(&mut self, base: Base) {
        let (view, turn, grows) = (self.view, self.turn, self.grows);
        let extent = Extent { revision: self.extent.revision, ..Extent::default() };
        *self = BoardGeometry { view, turn, grows, base, extent, ..BoardGeometry::default() };
    }

    fn settle(&mut self) {
        self.revision = fresh();
        let places = &self.places;
        self.place_blocks.settle(|numbers| {
            let places = &places[numbers.start..numbers.end.min(places.len())];
            let corners = places.iter().flat_map(|s| {
                let around = match s.outline.is_empty() {
                    true => Rect { min: s.at, max: s.at }.grown(s.radius),
                    false => s.bounds,
                };
                [around.min, around.max]
            });
            let nested = places.iter().all(|s| s.level > 0);
            let largest = places.iter().map(|s| s.radius).fold(0.0, f64::max);
            (Rect::around(corners), nested.then_some(largest))
        });
        let strokes = &self.strokes;
        self.stroke_blocks.settle(|numbers| {
            let all = strokes[numbers.start..numbers.end.min(strokes.len())].iter();
            (Rect::around(all.flat_map(|s| s.bounds).flat_map(|r| [r.min, r.max])), None)
        });
        self.unit = self.usual_radius();
        self.largest_corner = self.measure_corners();
        self.place_captions();
        self.bounds = self.measure();
        let frame = Rect::around(rim(self, &[])).or(self.bounds);
        self.frame = frame.map(|bounds| Block::whole(self.revision, bounds)).into_iter().collect();
    }

    fn measure(&self) -> Option<Rect> {
        let unit = self.unit() * self.caption_scale();
        let labels = self.labels.iter().flat_map(|label| {
            // About the size of the text.
            let half = unit * (0.12 + 0.2 * label.text.chars().count() as f64);
            let Pos { x, y } = label.at;
            [Pos::new(x - half, y - unit * 0.32), Pos::new(x + half, y + unit * 0.32)]
        });
        let corners = self.place_blocks.corners().chain(self.stroke_blocks.corners());
        Rect::around(corners.chain(labels))
    }

    /// Shows the sites that could follow a path and do not stand on the board
    /// yet, until the next update.
    pub fn propose(&mut self, cursor: &mut dyn Cursor, path: &[Site]) -> PluginResult<()> {
        let patch = cursor.proposed_sites(self.view, path)?;
        let (frames, shapes) = (self.frames.len(), self.shapes.len());
        self.read_frames(&patch);
        self.shapes.extend(patch.shapes.iter().cloned());
        self.proposed = patch.places.into_iter().filter_map(|place| self.spot(place)).collect();
        self.space_proposed();
        self.frames.truncate(frames);
        self.raw.truncate(frames);
        self.shapes.truncate(shapes);
        Ok(())
    }

    fn read_so_far(&self, revision: u32) -> Extent {
        if let Some(solid) = &self.solid {
            return solid.patch.extent(revision);
        }
        Extent {
            revision,
            frames: self.frames.len() as u32,
            shapes: self.shapes.len() as u32,
            places: self.places.len() as u32,
            lines: self.strokes.len() as u32,
            captions: self.captions.len() as u32,
        }
    }

    fn is_full(&self, of: Extent) -> bool {
        let have = self.read_so_far(of.revision);
        have.frames >= of.frames
            && have.shapes >= of.shapes
            && have.places >= of.places
            && have.lines >= of.lines
            && have.captions >= of.captions
    }

    fn truncate(&mut self, to: Extent) {
        if let Some(solid) = &mut self.solid {
            // Its drawing is rebuilt.
            solid.patch.truncate(to);
            return;
        }
        self.frames.truncate(to.frames as usize);
        self.raw.truncate(to.frames as usize);
        self.shapes.truncate(to.shapes as usize);
        if self.strokes.len() > to.lines as usize {
            self.strokes.truncate(to.lines as usize);
            self.stroke_blocks.truncate(self.strokes.len());
            let kept = self.grouped.partition_point(|number| *number < to.lines);
            self.grouped.truncate(kept);
        }
        self.captions.truncate(to.captions as usize);
        if self.places.len() <= to.places as usize {
            return;
        }
        self.last_division = None;
        let mut gone = Vec::new();
        while self.places.len() > to.places as usize {
            let spot = self.places.pop().expect("there are more than wanted");
            let number = self.places.len() as u32;
            self.grid.remove(number, &spot.bounds);
            self.by_site.remove(&(spot.site, number));
            if let Some(cell) = self.divided_by(&spot) {
                self.count_parts(cell, |parts| parts - 1);
            }
            if spot.outline.is_empty() {
                gone.push(spot.at);
            }
        }
        self.place_blocks.truncate(self.places.len());
        self.space_around(&gone);
    }

    fn read_frames(&mut self, patch: &Patch) {
        for frame in &patch.frames {
            let number = self.frames.len() as u32;
            let map = self
                .base
                .known(Some(number))
                .unwrap_or_else(|| self.frame(frame.parent).0.then(&Affine(frame.affine.into())));
            self.frames.push((map, frame.level));
            self.raw.push(*frame);
        }
    }

    fn extend(&mut self, patch: Patch) {
        self.read_frames(&patch);
        self.shapes.extend(patch.shapes);
        let first = self.places.len();
        let gap = self.usual_gap(&patch.places);
        for place in patch.places {
            // A place without a shape becomes a vertex, to keep the numbering.
            if let Some(mut spot) = self.spot(place) {
                if spot.outline.is_empty() {
                    // A point has no size to be sorted by.
                    spot.bounds = spot.bounds.grown(spot.radius.min(gap) / 4.0);
                    self.has_vertices = true;
                } else {
                    self.has_cells = true;
                }
                if let Some(cell) = self.divided_by(&spot) {
                    self.count_parts(cell, |parts| parts + 1);
                    self.last_division = Some((cell, spot.radius));
                }
                let number = self.places.len() as u32;
                self.grid.insert(number, &spot.bounds, spot.at);
                self.by_site.insert((spot.site, number));
                self.place_blocks.push(number as usize, &spot.bounds, Some(spot.site));
                self.places.push(spot);
            }
        }
        self.space_vertices(first);
        for line in patch.lines {
            let stroke = self.stroke(line);
            let nowhere = Rect { min: Pos::default(), max: Pos::default() };
            let bounds = stroke.bounds.unwrap_or(nowhere);
            self.stroke_blocks.push(self.strokes.len(), &bounds, None);
            if stroke.group > 0 {
                self.grouped.push(self.strokes.len() as u32);
            }
            self.strokes.push(stroke);
        }
        for Caption { frame, at, text } in patch.captions {
            let at = self.frame(frame).0.apply(at);
            self.captions.push(Label { at, text });
        }
    }

    /// Returns the distance between neighbours if the places were spread evenly.
    fn usual_gap(&self, places: &[Place]) -> f64 {
        let middles = places.iter().map(|place| self.frame(place.frame).0.apply(place.at));
        let size = Rect::around(middles).map_or(0.0, |r| r.width().max(r.height()));
        size / (places.len() as f64).sqrt().max(1.0)
    }

    fn frame(&self, number: Option<u32>) -> (Affine, u16) {
        let known = number.and_then(|n| self.frames.get(n as usize));
        known.copied().unwrap_or((self.base.board(), 0))
    }

    fn spot(&self, place: Place) -> Option<BoardPlace> {
        let (map, level) = self.frame(place.frame);
        let at = map.apply(place.at);
        let shape = place.shape.and_then(|s| self.shapes.get(s as usize));
        let outline: Vec<Pos> = shape
            .map(|points| {
                let (x, y, _) = place.at;
                points.iter().map(|p| map.apply((p.0 + x, p.1 + y, 0.0))).collect()
            })
            .unwrap_or_default();
        // A vertex has its frame's size until its neighbours are known.
        let radius = match outline.is_empty() {
            true if place.frame.is_some() => map.size(),
            true => f64::INFINITY,
            false => distance_to_edges(at, &outline),
        };
        let bounds = Rect::around(outline.iter().copied().chain([at]))?;
        let Place { site, copy, label, role, .. } = place;
        let (parts, depth, far) = (0, 0.0, false);
        Some(BoardPlace {
            site,
            copy,
            at,
            radius,
            spacing: radius,
            outline,
            label,
            role,
            level,
            parts,
            depth,
            far,
            bounds,
        })
    }

    fn stroke(&self, line: BoardLine) -> Stroke {
        let (map, level) = self.frame(line.frame);
        let points: Vec<Pos> = line.points.iter().map(|p| map.apply(*p)).collect();
        Stroke {
            role: line.role,
            bounds: Rect::around(points.iter().copied()),
            points,
            closed: line.closed,
            filled: line.style == LineStyle::Fill,
            group: line.group,
            level,
            far: false,
        }
    }

    /// All places, ghosts included, in order of creation.
    pub fn places(&self) -> &[BoardPlace] {
        &self.places
    }

    pub fn place_blocks(&self) -> &[Block] {
        self.place_blocks.all()
    }

    pub fn stroke_blocks(&self) -> &[Block] {
        self.stroke_blocks.all()
    }

    pub fn grouped(&self) -> impl Iterator<Item = &Stroke> {
        self.grouped.iter().map(|number| &self.strokes[*number as usize])
    }

    /// Returns role and group of the nearest grouped stroke within `reach` of a point.
    pub fn group_near(&self, at: Pos, reach: f64) -> Option<(u16, u16)> {
        let near = self.grouped().filter(|s| s.bounds.is_some_and(|b| b.grown(reach).contains(at)));
        let gaps = near.map(|s| (distance_to_line(at, &s.points, s.closed), s));
        let nearest = gaps.filter(|(gap, _)| *gap <= reach).min_by(|a, b| a.0.total_cmp(&b.0));
        nearest.map(|(_, stroke)| (stroke.role, stroke.group))
    }

    /// Returns the captions where they are drawn: nearer to a board of few large cells.
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// Returns the captions where the game puts them, for boards of letters.
    pub fn captions(&self) -> &[Label] {
        &self.captions
    }

    /// Changes whenever the drawing does.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Tells whether players name a place. Where pieces stand on corners, cells have no names.
    pub fn has_name(&self, spot: &BoardPlace) -> bool {
        !spot.label.is_empty() && (spot.outline.is_empty() || !self.has_vertices)
    }

    /// Returns the place of a site, or else its first ghost, or its proposed place.
    pub fn place_of(&self, site: Site) -> Option<&BoardPlace> {
        let mine = self.places_of(site);
        let mut all = mine.clone().chain(self.proposed.iter().filter(|s| s.site == site));
        // On a globe, its ghost may be in front while it is behind.
        let near = mine.clone().find(|s| !s.far && (!s.copy || self.is_solid()));
        near.or_else(|| mine.clone().find(|s| !s.copy)).or_else(|| all.next())
    }

    /// Returns the places of a site, ghosts included.
    pub fn places_of(&self, site: Site) -> impl Iterator<Item = &BoardPlace> + Clone {
        let numbers = self.by_site.range((site, 0)..=(site, u32::MAX));
        numbers.map(|(_, number)| &self.places[*number as usize])
    }

    /// Returns the site with a label; exact matches come first, then case is ignored.
    pub fn site_named(&self, label: &str) -> Option<Site> {
        let own = || self.places.iter().filter(|s| !s.copy);
        own()
            .find(|s| s.label == label)
            .or_else(|| own().find(|s| s.label.eq_ignore_ascii_case(label)))
            .map(|s| s.site)
    }

    /// Returns the sites of arrows, one for a ring, and the names that no site has.
    pub fn arrow_paths(&self, arrows: &[Arrow]) -> (Vec<Vec<Site>>, Vec<String>) {
        let (mut paths, mut unknown) = (Vec::new(), Vec::new());
        for Arrow { from, to } in arrows {
            let mut ends = vec![from, to];
            ends.dedup();
            let missing = |name: &&&String| self.site_named(name).is_none();
            match ends.iter().find(missing) {
                Some(name) => unknown.push((*name).clone()),
                None => paths.push(ends.iter().filter_map(|it| self.site_named(it)).collect()),
            }
        }
        (paths, unknown)
    }

    /// Captions included; `None` while the board is empty.
    pub fn bounds(&self) -> Option<Rect> {
        self.bounds
    }

    /// The bounds of the frame around the board, which is wider by `more`; `None` while the board
    /// is empty.
    pub fn framed_bounds(&self) -> Option<Rect> {
        let bounds = self.bounds?;
        let frame = self.frame.first().filter(|_| !self.is_solid());
        Some(frame.map_or(bounds, |frame| frame.bounds.with(&bounds)))
    }

    /// One block that holds the frame; none on a globe.
    pub fn frame_blocks(&self) -> &[Block] {
        if self.is_solid() { &[] } else { &self.frame }
    }

    pub(crate) fn has_cells(&self) -> bool {
        self.has_cells
    }
}

#[cfg(test)]
mod tests;
