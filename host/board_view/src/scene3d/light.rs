//! Light and shade: one lamp far away to the upper left of the viewer, and light
//! from everywhere. What lies flat keeps its colour, so that sides and marks look as on
//! the flat board.

use super::Camera3d;

/// How much of the light comes from everywhere.
const AROUND: f32 = 0.52;
/// Where the lamp is: x to the right, y towards the viewer, z up.
const LAMP: [f32; 3] = [-0.55, -0.12, 0.83];
/// How sharp the lamp's image on what shines is.
pub const ROUGH: f32 = 26.0;
/// How bright that is.
const BRIGHT: f32 = 0.3;
/// How much darker than what lies about things are that shine: white ones too have
/// sides.
const DULL: f32 = 0.16;

/// How surfaces are lit for an eye; the window's shader does the same.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Light {
    /// Turns ways of the board into ways as they are seen from above: the columns of a
    /// matrix for x and y. z stays.
    pub turn: [[f32; 2]; 2],
    /// The lamp, so long that what lies flat gets just the rest of the light.
    pub lamp: [f32; 3],
    /// The part of the light that comes from everywhere.
    pub around: f32,
    /// Halfway between lamp and eye.
    pub half: [f32; 3],
    /// How bright the lamp's image is.
    pub bright: f32,
    /// How much darker what shines is.
    pub dull: f32,
}

impl Light {
    /// Returns the light for an eye.
    pub fn of(eye: &Camera3d) -> Self {
        let part = (1.0 - AROUND) / LAMP[2];
        let (down, up) = eye.tilt().sin_cos();
        let sum = [LAMP[0], LAMP[1] + down as f32, LAMP[2] + up as f32];
        let long = sum.iter().map(|n| n * n).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
        Light {
            turn: eye.ways().map(|way| way.map(|part| part as f32)),
            lamp: LAMP.map(|n| n * part),
            around: AROUND,
            half: sum.map(|n| n / long),
            bright: BRIGHT,
            dull: DULL,
        }
    }

    /// Returns a surface's colour in this light: what of its own is seen, and how much
    /// white lies over it.
    pub fn on(&self, [x, y, z]: [f32; 3], gloss: f32) -> (f32, f32) {
        let way = [
            self.turn[0][0] * x + self.turn[1][0] * y,
            self.turn[0][1] * x + self.turn[1][1] * y,
            z,
        ];
        let dot = |to: [f32; 3]| way.iter().zip(to).map(|(a, b)| a * b).sum::<f32>();
        let own = (self.around + dot(self.lamp)).clamp(0.25, 1.2);
        (own * (1.0 - self.dull * gloss), gloss * self.bright * dot(self.half).max(0.0).powf(ROUGH))
    }
}
