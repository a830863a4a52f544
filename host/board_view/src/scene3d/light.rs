//! Lighting: a distant lamp at the viewer's upper left, and ambient light. Level surfaces keep
//! their colours, so that sides and marks look as on the flat board.

use super::Camera3d;

/// Ambient light.
const AMBIENT: f32 = 0.52;
/// The direction of the lamp: x to the right, y towards the viewer, z up.
const LAMP: [f32; 3] = [-0.55, -0.12, 0.83];
/// The exponent of specular light.
pub const SHININESS: f32 = 26.0;
/// The strength of specular light.
const SPECULAR: f32 = 0.3;
/// Glossy surfaces are darker by this: white ones too need shading.
const DULL: f32 = 0.16;

/// Lighting for a camera; the window's shader does the same.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Light {
    /// Columns of the matrix that rotates x and y of normals into the view; z stays.
    pub turn: [[f32; 2]; 2],
    /// The lamp's direction, scaled so that level surfaces keep their own colour.
    pub lamp: [f32; 3],
    /// Ambient light.
    pub ambient: f32,
    /// The half vector of lamp and eye.
    pub half: [f32; 3],
    /// The strength of specular light.
    pub specular: f32,
    /// The part of the material's colour that gloss replaces.
    pub dull: f32,
}

impl Light {
    pub fn of(eye: &Camera3d) -> Self {
        let part = (1.0 - AMBIENT) / LAMP[2];
        let (down, up) = eye.tilt().sin_cos();
        let sum = [LAMP[0], LAMP[1] + down as f32, LAMP[2] + up as f32];
        let long = sum.iter().map(|n| n * n).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
        Light {
            turn: eye.axes().map(|axis| axis.map(|part| part as f32)),
            lamp: LAMP.map(|n| n * part),
            ambient: AMBIENT,
            half: sum.map(|n| n / long),
            specular: SPECULAR,
            dull: DULL,
        }
    }

    /// Returns the factor of a surface's own colour, and the white added to it.
    pub fn on(&self, [x, y, z]: [f32; 3], gloss: f32) -> (f32, f32) {
        let normal = [
            self.turn[0][0] * x + self.turn[1][0] * y,
            self.turn[0][1] * x + self.turn[1][1] * y,
            z,
        ];
        let dot = |to: [f32; 3]| normal.iter().zip(to).map(|(a, b)| a * b).sum::<f32>();
        let own = (self.ambient + dot(self.lamp)).clamp(0.25, 1.2);
        (
            own * (1.0 - self.dull * gloss),
            gloss * self.specular * dot(self.half).max(0.0).powf(SHININESS),
        )
    }
}
