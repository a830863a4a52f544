//! The drawing of a growing board, made in parts on request.

use super::fractal::Fractal;
use super::tree::{BoardElement, DEEPEST, Tree};
use crate::{Extent, Frame, Patch, Place, Point, Site};

/// The first shape is the root's outline; then follow those of the children in their parent's
/// frame.
const ROOT: u32 = 0;

/// Returns the roles of a growing board's places, by level: `level-0`, ...
pub fn roles() -> Vec<String> {
    (0..=DEEPEST).map(role_name).collect()
}

/// Returns the name of a level's role.
pub(super) fn role_name(level: u16) -> String {
    format!("level-{level}")
}

impl Tree {
    /// Returns the size of the drawing: a frame for each root and each divided cell, a place for
    /// each site.
    pub fn extent(&self) -> Extent {
        Extent {
            revision: 0,
            frames: (self.fractal().roots() + self.framed.len()) as u32,
            shapes: 1 + self.fractal().children() as u32,
            places: self.sites(),
            lines: 0,
            captions: 0,
        }
    }

    /// Returns the part of the drawing after `beyond`, at most `limit` elements of each kind. The
    /// role of a place is its level.
    pub fn drawing_beyond(&self, beyond: Extent, limit: u32) -> Patch {
        let all = self.extent();
        let page = |from: u32, all: u32| from.min(all)..from.saturating_add(limit).min(all);
        let fractal = self.fractal();
        let shape = |number: u32| fractal.shape(number.checked_sub(1).map(|child| child as usize));
        Patch {
            frames: page(beyond.frames, all.frames).map(|number| self.frame_at(number)).collect(),
            shapes: page(beyond.shapes, all.shapes).map(shape).collect(),
            places: page(beyond.places, all.places).map(|site| self.place(site)).collect(),
            ..Patch::default()
        }
    }

    /// Returns the places of the vertices that dividing a cell would create, with the numbers that
    /// they would have, and a frame if they need one.
    pub fn proposed_sites(&self, cell: u32) -> Patch {
        let mut patch = Patch::default();
        let Ok(corners) = self.preview_division(cell) else { return patch };
        let frame = match self.parent(cell) {
            None => self.frame(cell),
            Some(_) => {
                patch.frames.push(self.inner_frame(cell));
                self.extent().frames
            }
        };
        let role = self.level(cell) + 1;
        for (site, corner) in (self.sites()..).zip(corners) {
            let label = corner.vertex.text(self.fractal());
            patch.places.push(place(
                site,
                frame,
                element(self.fractal(), corner.slot),
                None,
                label,
                role,
            ));
        }
        patch
    }

    fn frame_at(&self, number: u32) -> Frame {
        match (number as usize).checked_sub(self.fractal().roots()) {
            None => self.fractal().root_frame(number as usize),
            Some(at) => self.inner_frame(self.framed[at]),
        }
    }

    /// Returns the frame for the children of a cell that is a child itself.
    fn inner_frame(&self, cell: u32) -> Frame {
        let parent = self.parent(cell).map(|parent| self.frame(parent));
        let affine = self.fractal().affines[self.index(cell)];
        Frame { parent, affine: affine.into(), level: self.level(cell) }
    }

    fn place(&self, site: Site) -> Place {
        let fractal = self.fractal();
        match self.element(site).expect("a site below the extent") {
            BoardElement::Cell(cell) => {
                let (child, frame) = match self.parent(cell) {
                    None => (None, self.frame(cell)),
                    Some(parent) => (Some(self.index(cell)), self.frame(parent)),
                };
                let shape = child.map_or(ROOT, |child| child as u32 + 1);
                let (at, role) = (fractal.middle(child), self.level(cell));
                place(site, frame, at, Some(shape), self.path(cell), role)
            }
            BoardElement::Vertex(vertex) => {
                let label = self.vertex(vertex).text(fractal);
                let (cell, slot, root) = self.origin(vertex);
                let (at, level) = match root {
                    true => {
                        let (x, y) = fractal.draw(&fractal.corners[slot], 1.0);
                        ((x, y, 0.0), 0)
                    }
                    false => (element(fractal, slot), self.level(cell) + 1),
                };
                place(site, self.frame(cell), at, None, label, level)
            }
        }
    }
}

fn element(fractal: &Fractal, slot: usize) -> Point {
    let (x, y) = fractal.slot(slot);
    (x, y, 0.0)
}

fn place(site: Site, frame: u32, at: Point, shape: Option<u32>, label: String, role: u16) -> Place {
    Place { site, copy: false, frame: Some(frame), at, shape, label, role }
}
