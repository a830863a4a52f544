//! Bodies as triangles, and sheets of shapes that lie on them.

use super::Point;
use crate::board::Pos;
use crate::scene::{Color, Shape};

/// A corner of a triangle, as graphics cards take it.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(C)]
pub struct MeshVertex {
    /// Where it is, from the origin of its body.
    pub at: [f32; 3],
    /// Which way the surface looks: x, y and z, each from 0 for -1 to 254 for 1; then
    /// how much it shines, up to 255.
    pub normal: [u8; 4],
    /// Red, green, blue, opacity; not premultiplied.
    pub color: [u8; 4],
}

impl MeshVertex {
    /// Returns which way the surface looks.
    pub fn way(&self) -> [f32; 3] {
        let [x, y, z, _] = self.normal.map(|part| (f32::from(part) - 127.0) / 127.0);
        [x, y, z]
    }

    /// Returns how much it shines, 0 to 1.
    pub fn gloss(&self) -> f32 {
        f32::from(self.normal[3]) / 255.0
    }
}

/// How a surface looks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Material {
    pub color: Color,
    /// How much it shines, 0 to 1.
    pub gloss: f64,
}

/// Triangles of bodies.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mesh3d {
    /// The point of the board that the corners are measured from.
    pub origin: Pos,
    /// The corners.
    pub corners: Vec<MeshVertex>,
    /// Three corners a triangle, in any order.
    pub indices: Vec<u32>,
}

impl Mesh3d {
    /// Returns no triangles yet.
    pub fn new(origin: Pos) -> Self {
        Mesh3d { origin, ..Mesh3d::default() }
    }

    /// Tells whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }

    /// Adds a corner and returns its number.
    pub(super) fn corner(&mut self, at: Point, way: Point, paint: Material) -> u32 {
        let Color { r, g, b, a } = paint.color;
        let long = length(way).max(f64::MIN_POSITIVE);
        let part = |n: f64| (127.0 + n / long * 127.0).round().clamp(0.0, 254.0) as u8;
        let gloss = (paint.gloss * 255.0).clamp(0.0, 255.0) as u8;
        self.corners.push(MeshVertex {
            at: [(at[0] - self.origin.x) as f32, (at[1] - self.origin.y) as f32, at[2] as f32],
            normal: [part(way[0]), part(way[1]), part(way[2]), gloss],
            color: [r, g, b, a],
        });
        self.corners.len() as u32 - 1
    }

    /// Adds a flat four-cornered face.
    pub(super) fn face(&mut self, corners: [Point; 4], way: Point, paint: Material) {
        let [a, b, c, d] = corners.map(|at| self.corner(at, way, paint));
        self.indices.extend([a, b, c, a, c, d]);
    }

    /// Adds all of others that are measured from the same origin.
    pub fn extend(&mut self, others: &Mesh3d) {
        let first = self.corners.len() as u32;
        self.corners.extend(&others.corners);
        self.indices.extend(others.indices.iter().map(|index| index + first));
    }

    /// Adds triangles of shapes that lie on a plane: their corners with their colours,
    /// not premultiplied, and their indices.
    pub fn lay(
        &mut self,
        plane: &Plane,
        corners: impl IntoIterator<Item = ([f32; 2], [u8; 4])>,
        indices: impl IntoIterator<Item = u32>,
    ) {
        let first = self.corners.len() as u32;
        for ([x, y], [r, g, b, a]) in corners {
            let paint = Material { color: Color { r, g, b, a }, gloss: plane.gloss };
            self.corner(plane.point([f64::from(x), f64::from(y)]), plane.normal, paint);
        }
        self.indices.extend(indices.into_iter().map(|index| index + first));
    }
}

/// A plane in space that flat shapes lie on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plane {
    /// Where the shapes' origin lies.
    pub origin: Point,
    /// Where their x goes, by a pixel.
    pub across: Point,
    /// Where their y goes, by a pixel.
    pub down: Point,
    /// Which way it looks.
    pub normal: Point,
    /// How much it shines, 0 to 1.
    pub gloss: f64,
}

impl Plane {
    /// Returns where a point of the shapes lies.
    pub fn point(&self, [x, y]: [f64; 2]) -> Point {
        [0, 1, 2].map(|n| self.origin[n] + self.across[n] * x + self.down[n] * y)
    }
}

/// Flat shapes that lie on a plane in space. Texts among them are not meant.
#[derive(Debug, Clone, PartialEq)]
pub struct Decal {
    /// The shapes.
    pub shapes: Vec<Shape>,
    /// Where they lie.
    pub plane: Plane,
}

/// A text that stands at a point in space and is read from wherever one looks.
#[derive(Debug, Clone, PartialEq)]
pub struct Billboard {
    /// Its middle.
    pub at: Point,
    /// The text.
    pub text: String,
    /// The height of the font, in units of the board.
    pub size: f64,
    /// Its colour.
    pub color: Color,
}

/// A part of what is seen.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Model {
    /// Bodies: they hide what is behind them.
    pub body: Mesh3d,
    /// Flat parts of bodies.
    pub faces: Vec<Decal>,
    /// What lies on bodies and hides nothing: shadows.
    pub shade: Mesh3d,
    /// Flat shapes that lie on bodies, in order: lines, marks.
    pub ink: Vec<Decal>,
    /// Texts.
    pub texts: Vec<Billboard>,
}

impl Model {
    /// Returns nothing yet.
    pub(super) fn new(origin: Pos) -> Self {
        Model { body: Mesh3d::new(origin), shade: Mesh3d::new(origin), ..Model::default() }
    }
}

pub(super) fn length(of: Point) -> f64 {
    of.iter().map(|part| part * part).sum::<f64>().sqrt()
}
