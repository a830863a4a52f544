//! Light, camera and bodies in three dimensions.

use boardloom_ruleset::Color;

use super::hex;

/// The vertical angle of view, in degrees.
pub const LENS: f64 = 28.0;
/// The angle of the camera above the board, in degrees.
pub const PITCH: f64 = 52.0;
pub const SKY_LIGHT: f32 = 0.45;
pub const SKY: Color = hex(0xdce6f2);
pub const GROUND: Color = hex(0x5a4a3a);
/// From the upper left.
pub const KEY_LIGHT: f32 = 0.75;
pub const FILL_LIGHT: f32 = 0.15;
/// Bevels, in sides of a cell.
pub const BEVEL: f64 = 0.05;
/// The thickness of the board, in sides of a cell.
pub const SLAB: f64 = 0.35;
/// How much lighter than the background the table is.
pub const TABLE: f32 = 0.06;
