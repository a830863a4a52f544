//! Lighting: sky and ground, a distant lamp at the viewer's upper left, and a weak one in front.
//! Level surfaces keep their colours, so that sides and marks look as on the flat board.

use boardloom_theme::scene3d::{
    FILL, FILL_LIGHT, GROUND, Gloss, KEY, KEY_LIGHT, SKY, SKY_LIGHT, STONE, WOOD,
};

use super::Camera3d;
use crate::scene::Color;

/// The steps of a full turn in which shadows follow the camera.
const SHADOW_STEPS: f64 = 24.0;

/// Lighting for a camera; the window's shader does the same. Colours are red, green and blue in
/// parts of a level surface's light.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Light {
    /// Columns of the matrix that rotates x and y of normals into the view; z stays.
    pub turn: [[f32; 2]; 2],
    /// On surfaces that face down, and up.
    pub ground: [f32; 3],
    pub sky: [f32; 3],
    pub key: [f32; 3],
    pub key_light: [f32; 3],
    pub fill: [f32; 3],
    pub fill_light: [f32; 3],
    /// The half vector of the key light and the eye.
    pub half: [f32; 3],
}

impl Light {
    /// Strength and exponent of specular light of the glossiest material, and of the dullest:
    /// all others lie between them.
    pub const GLOSS: [Gloss; 2] = [WOOD, STONE];

    pub fn of(eye: &Camera3d) -> Self {
        let (key, fill) = (unit(KEY), unit(FILL));
        let part = |color: Color| [color.r, color.g, color.b].map(|part| f32::from(part) / 255.0);
        let sky = part(SKY).map(|part| part * SKY_LIGHT);
        let level = sky.map(|sky| sky + KEY_LIGHT * key[2] + FILL_LIGHT * fill[2]);
        let of_level = |light: [f32; 3]| [0, 1, 2].map(|n| light[n] / level[n]);
        let (down, up) = eye.tilt().sin_cos();
        Light {
            turn: eye.axes().map(|axis| axis.map(|part| part as f32)),
            ground: of_level(part(GROUND).map(|part| part * SKY_LIGHT)),
            sky: of_level(sky),
            key,
            key_light: of_level([KEY_LIGHT; 3]),
            fill,
            fill_light: of_level([FILL_LIGHT; 3]),
            half: unit([key[0], key[1] + down as f32, key[2] + up as f32]),
        }
    }

    /// Returns the factors of a surface's own colour, and the white added to it.
    pub fn on(&self, [x, y, z]: [f32; 3], gloss: f32) -> ([f32; 3], f32) {
        let normal = [
            self.turn[0][0] * x + self.turn[1][0] * y,
            self.turn[0][1] * x + self.turn[1][1] * y,
            z,
        ];
        let dot =
            |to: [f32; 3]| normal.iter().zip(to).map(|(a, b)| a * b).sum::<f32>().clamp(0.0, 1.0);
        let (key, fill, up) = (dot(self.key), dot(self.fill), (z + 1.0) / 2.0);
        let own = [0, 1, 2].map(|n| {
            self.ground[n]
                + (self.sky[n] - self.ground[n]) * up
                + self.key_light[n] * key
                + self.fill_light[n] * fill
        });
        let [dull, bright] = Light::GLOSS;
        let strength = gloss * bright.strength;
        let part = (strength - dull.strength) / (bright.strength - dull.strength);
        let exponent = (dull.exponent + (bright.exponent - dull.exponent) * part).max(1.0);
        let shine = dot(self.half).powf(exponent) - self.half[2].powf(exponent);
        (own, strength * shine.max(0.0))
    }
}

/// Returns the gloss of vertices of a material: 1 for the glossiest.
pub(super) fn gloss(material: Gloss) -> f64 {
    f64::from(material.strength / STONE.strength)
}

/// Returns the direction on the board in which the key light casts shadows, as long as those of a
/// body of height 1. It follows the camera in steps, so that shadows need not be rebuilt in every
/// frame of a turn.
pub(super) fn shadow_direction(eye: &Camera3d) -> [f64; 2] {
    let [[ax, ay], [bx, by]] = eye.axes();
    let (x, y) = (-f64::from(KEY[0]), -f64::from(KEY[1]));
    // The inverse of a rotation is its transpose.
    let (u, v) = (ax * x + ay * y, bx * x + by * y);
    let step = std::f64::consts::TAU / SHADOW_STEPS;
    let (sin, cos) = ((v.atan2(u) / step).round() * step).sin_cos();
    let length = x.hypot(y) / f64::from(KEY[2]);
    [cos * length, sin * length]
}

fn unit(of: [f32; 3]) -> [f32; 3] {
    let long = of.iter().map(|n| n * n).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
    of.map(|n| n / long)
}
