//! Names that do not fit into their sites, on tags beside them: the towns of a map.

use super::labels::{LEGIBLE, LETTER};
use super::{Color, Picture, ScreenPos, Shape};
use crate::board::Pos;
use crate::board::{BoardPlace, Rect};

/// Names of so many letters are not long.
const SHORT: usize = 3;
/// On larger boards, a long name is shown only under the pointer.
const MOST: usize = 200;
/// The least height of a long name within its site, and on a tag, in pixels.
const WITHIN: f32 = 10.0;
const LEAST: f32 = 10.0;
const LARGEST: f32 = 16.0;
/// The room around a name, in heights of it.
const PADDING: [f32; 2] = [0.35, 0.22];
/// The gap between a site and its tag, in radii.
const GAP: f32 = 1.25;

/// A name with its middle and half of its size.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Tag {
    at: ScreenPos,
    half: [f32; 2],
}

impl Tag {
    fn overlaps(&self, other: &Tag) -> bool {
        (0..2)
            .all(|axis| (self.at[axis] - other.at[axis]).abs() < self.half[axis] + other.half[axis])
    }

    fn touches_circle(&self, center: ScreenPos, radius: f32) -> bool {
        let beyond =
            |axis: usize| ((center[axis] - self.at[axis]).abs() - self.half[axis]).max(0.0);
        beyond(0).hypot(beyond(1)) < radius
    }

    fn is_within(&self, viewport: Rect) -> bool {
        let [x, y] = self.at.map(f64::from);
        let [a, b] = self.half.map(f64::from);
        viewport.contains(Pos::new(x - a, y - b)) && viewport.contains(Pos::new(x + a, y + b))
    }

    /// Counts points of a line, a few pixels apart, below the tag.
    fn hides(&self, from: ScreenPos, to: ScreenPos) -> usize {
        let length = (to[0] - from[0]).hypot(to[1] - from[1]);
        let steps = (length / 4.0).clamp(1.0, 500.0) as usize;
        let at = |step: usize, axis: usize| {
            from[axis] + (to[axis] - from[axis]) * step as f32 / steps as f32
        };
        let inside = |step: &usize| {
            (0..2).all(|axis| (at(*step, axis) - self.at[axis]).abs() < self.half[axis])
        };
        (0..=steps).filter(inside).count()
    }

    fn rectangle(&self) -> Vec<ScreenPos> {
        let corner =
            |[x, y]: [f32; 2]| [self.at[0] + x * self.half[0], self.at[1] + y * self.half[1]];
        [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(corner).into()
    }
}

impl Picture<'_> {
    /// Returns the names of all sites on tags beside them; `None` if all names are short or fit
    /// into their sites, or if the sites leave no room.
    pub(super) fn tags(&self) -> Option<Vec<Shape>> {
        let own = |spot: &&BoardPlace| !spot.copy && !spot.far && !spot.label.is_empty();
        let spots: Vec<&BoardPlace> = self.board.places().iter().filter(own).collect();
        if spots.len() > MOST || !spots.iter().any(|spot| self.is_too_long(spot)) {
            return None;
        }
        let lines = self.lines_on_screen();
        let mut placed: Vec<Tag> = Vec::new();
        let mut shapes = Vec::new();
        for spot in &spots {
            let size = self.tag_size();
            let free = self.places_beside(spot, size).into_iter().filter(|tag| {
                tag.is_within(self.camera.viewport)
                    && !placed.iter().any(|other| other.overlaps(tag))
                    && !spots.iter().any(|other| {
                        let (center, radius) = self.spot(other);
                        tag.touches_circle(center, radius)
                    })
            });
            let hidden = |tag: &Tag| lines.iter().map(|[a, b]| tag.hides(*a, *b)).sum::<usize>();
            let Some(tag) = free.min_by_key(hidden) else { continue };
            placed.push(tag);
            shapes.extend(self.tag(spot, tag, size));
        }
        (placed.len() * 2 > spots.len()).then_some(shapes)
    }

    /// Returns the name of the site under the pointer if it is long and not shown otherwise.
    pub(super) fn pointed_tag(&self, shown: &[Shape]) -> Vec<Shape> {
        let focus = self.controller.and_then(|controller| controller.focus());
        let spot = focus.and_then(|site| self.board.place_of(site));
        let Some(spot) = spot.filter(|spot| self.is_too_long(spot)) else { return Vec::new() };
        let is_name =
            |shape: &Shape| matches!(shape, Shape::Text { text, .. } if *text == spot.label);
        if shown.iter().any(is_name) {
            return Vec::new();
        }
        let size = self.tag_size();
        let mut beside = self.places_beside(spot, size);
        // Above, so that the pointer does not hide it.
        beside.rotate_left(3);
        let within = beside.iter().find(|tag| tag.is_within(self.camera.viewport));
        within.map_or_else(Vec::new, |tag| self.tag(spot, *tag, size).into())
    }

    fn is_too_long(&self, spot: &BoardPlace) -> bool {
        let letters = spot.label.chars().count();
        let (_, radius) = self.spot(spot);
        let fits = self.name_size(spot, radius);
        letters > SHORT && fits < WITHIN && radius > LEGIBLE / 2.0
    }

    fn tag_size(&self) -> f32 {
        (self.unit() * 0.55).clamp(LEAST, LARGEST)
    }

    /// Returns the places for a name: right, left, below, above, and between them.
    fn places_beside(&self, spot: &BoardPlace, size: f32) -> Vec<Tag> {
        let ([x, y], radius) = self.spot(spot);
        let width = size * LETTER * spot.label.chars().count() as f32;
        let half = [width / 2.0 + size * PADDING[0], size * (0.5 + PADDING[1])];
        let straight = radius * GAP;
        let slanted = radius * 0.8;
        let sides: [[f32; 2]; 8] = [
            [1.0, 0.0],
            [-1.0, 0.0],
            [0.0, 1.0],
            [0.0, -1.0],
            [1.0, 1.0],
            [1.0, -1.0],
            [-1.0, 1.0],
            [-1.0, -1.0],
        ];
        let place = |[dx, dy]: [f32; 2]| {
            let far = if dx * dy == 0.0 { straight } else { slanted };
            Tag { at: [x + dx * (far + half[0]), y + dy * (far + half[1])], half }
        };
        sides.into_iter().map(place).collect()
    }

    fn tag(&self, spot: &BoardPlace, tag: Tag, size: f32) -> [Shape; 2] {
        let fill: Color = self.style.colors.cell;
        let color = fill.mixed(fill.ink(), boardloom_theme::tint::NAME);
        [
            Shape::Polygon { points: tag.rectangle(), fill: Some(fill), pen: None },
            Shape::Text { at: tag.at, text: spot.label.clone(), size, color },
        ]
    }

    fn lines_on_screen(&self) -> Vec<[ScreenPos; 2]> {
        let strokes = self.board.strokes.iter().filter(|stroke| !stroke.filled);
        let pairs = strokes.flat_map(|stroke| {
            let points: Vec<ScreenPos> =
                stroke.polyline().into_iter().map(|at| self.screen(at)).collect();
            points.windows(2).map(|pair| [pair[0], pair[1]]).collect::<Vec<_>>()
        });
        pairs.collect()
    }
}
