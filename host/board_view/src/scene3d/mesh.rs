//! Bodies as triangles, and flat shapes laid on them.

use super::Vec3;
use crate::board::Pos;
use crate::scene::{Color, Shape};

/// A vertex as graphics cards take it.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(C)]
pub struct MeshVertex {
    /// Relative to the mesh's origin.
    pub at: [f32; 3],
    /// x, y and z from 0 for -1 to 254 for 1, then gloss up to 255.
    pub normal: [u8; 4],
    /// Red, green, blue, opacity; not premultiplied.
    pub color: [u8; 4],
}

impl MeshVertex {
    pub fn normal(&self) -> [f32; 3] {
        let [x, y, z, _] = self.normal.map(|part| (f32::from(part) - 127.0) / 127.0);
        [x, y, z]
    }

    /// From 0 to 1.
    pub fn gloss(&self) -> f32 {
        f32::from(self.normal[3]) / 255.0
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Material {
    pub color: Color,
    /// From 0 to 1.
    pub gloss: f64,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mesh3d {
    /// The point of the board that vertices are relative to.
    pub origin: Pos,
    pub corners: Vec<MeshVertex>,
    /// Three vertices a triangle, in either winding.
    pub indices: Vec<u32>,
}

impl Mesh3d {
    pub fn new(origin: Pos) -> Self {
        Mesh3d { origin, ..Mesh3d::default() }
    }

    pub fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }

    pub(super) fn corner(&mut self, at: Vec3, normal: Vec3, paint: Material) -> u32 {
        let Color { r, g, b, a } = paint.color;
        let long = length(normal).max(f64::MIN_POSITIVE);
        let part = |n: f64| (127.0 + n / long * 127.0).round().clamp(0.0, 254.0) as u8;
        let gloss = (paint.gloss * 255.0).clamp(0.0, 255.0) as u8;
        self.corners.push(MeshVertex {
            at: [(at[0] - self.origin.x) as f32, (at[1] - self.origin.y) as f32, at[2] as f32],
            normal: [part(normal[0]), part(normal[1]), part(normal[2]), gloss],
            color: [r, g, b, a],
        });
        self.corners.len() as u32 - 1
    }

    pub(super) fn face(&mut self, corners: [Vec3; 4], normal: Vec3, paint: Material) {
        let [a, b, c, d] = corners.map(|at| self.corner(at, normal, paint));
        self.indices.extend([a, b, c, a, c, d]);
    }

    /// Joins a ring of vertices, an inner and an outer one a step, with triangles.
    pub(super) fn ring(&mut self, first: u32, steps: u32) {
        for step in 0..steps {
            let next = (step + 1) % steps;
            let [a, b, c, d] = [2 * step, 2 * step + 1, 2 * next, 2 * next + 1].map(|n| n + first);
            self.indices.extend([a, b, d, a, d, c]);
        }
    }

    /// Appends a mesh with the same origin.
    pub fn extend(&mut self, others: &Mesh3d) {
        let first = self.corners.len() as u32;
        self.corners.extend(&others.corners);
        self.indices.extend(others.indices.iter().map(|index| index + first));
    }

    pub fn add_shapes(
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
    pub origin: Vec3,
    /// The vector of a pixel to the right.
    pub across: Vec3,
    /// The vector of a pixel down.
    pub down: Vec3,
    pub normal: Vec3,
    /// From 0 to 1.
    pub gloss: f64,
}

impl Plane {
    pub fn point(&self, [x, y]: [f64; 2]) -> Vec3 {
        [0, 1, 2].map(|n| self.origin[n] + self.across[n] * x + self.down[n] * y)
    }
}

/// Flat shapes on a plane in space, without texts.
#[derive(Debug, Clone, PartialEq)]
pub struct Decal {
    pub shapes: Vec<Shape>,
    pub plane: Plane,
}

/// A text at a point in space that faces the camera.
#[derive(Debug, Clone, PartialEq)]
pub struct Billboard {
    /// Its middle.
    pub at: Vec3,
    pub text: String,
    /// The height of the font, in units of the board.
    pub size: f64,
    pub color: Color,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Model {
    /// Opaque parts.
    pub body: Mesh3d,
    /// Flat opaque parts.
    pub faces: Vec<Decal>,
    /// Shadows, drawn over the bodies without hiding anything.
    pub shade: Mesh3d,
    /// Lines and marks on bodies, in order.
    pub ink: Vec<Decal>,
    pub texts: Vec<Billboard>,
}

impl Model {
    pub(super) fn new(origin: Pos) -> Self {
        Model { body: Mesh3d::new(origin), shade: Mesh3d::new(origin), ..Model::default() }
    }
}

pub(super) fn length(of: Vec3) -> f64 {
    of.iter().map(|part| part * part).sum::<f64>().sqrt()
}
