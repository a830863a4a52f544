//! Light, camera and bodies in three dimensions.

use boardloom_ruleset::Color;

use super::hex;

/// The vertical angle of view, in degrees.
pub const LENS: f64 = 28.0;
/// The angle of the camera above the board, in degrees.
pub const PITCH: f64 = 52.0;

/// The light of the sky from above, and of the ground from below.
pub const SKY_LIGHT: f32 = 0.45;
pub const SKY: Color = hex(0xdce6f2);
pub const GROUND: Color = hex(0x5a4a3a);
/// Directions of lamps: x to the right, y towards the viewer, z up.
pub const KEY_LIGHT: f32 = 0.75;
pub const KEY: [f32; 3] = [-0.5, -0.28, 0.82];
pub const FILL_LIGHT: f32 = 0.15;
pub const FILL: [f32; 3] = [0.4, 0.75, 0.53];

/// Specular light of a material.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gloss {
    pub exponent: f32,
    pub strength: f32,
}

/// The dullest glossy material.
pub const WOOD: Gloss = Gloss { exponent: 12.0, strength: 0.12 };
/// Between wood and stone in both.
pub const IVORY: Gloss = Gloss { exponent: 24.0, strength: 0.18 };
/// The glossiest material.
pub const STONE: Gloss = Gloss { exponent: 40.0, strength: 0.25 };

/// Bevels, in sides of a cell.
pub const BEVEL: f64 = 0.05;
/// The thickness of the board, in sides of a cell.
pub const SLAB: f64 = 0.35;
/// How much lighter than the background the table is.
pub const TABLE: f32 = 0.06;
/// The radius of the lit part of the table, in radii of the board.
pub const TABLE_SIZE: f64 = 2.2;

/// The shadow where a body stands: its opacity.
pub const CONTACT: f32 = 0.34;
/// The shadow that the key light casts: its opacity, and its length in heights.
pub const CAST: f32 = 0.22;
pub const CAST_LENGTH: f64 = 0.62;
/// The part of black in the shadow of a hole's wall.
pub const PIT: f32 = 0.55;
/// The soft rim of the board's shadow, in sides of a cell.
pub const PENUMBRA: f64 = 0.55;
