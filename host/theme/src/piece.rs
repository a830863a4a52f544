//! Pieces: shades of the turned set, and colours of crowns.

use boardloom_ruleset::Color;

use super::hex;

/// The radius of a piece, in radii of its place.
pub const RADIUS: f32 = 0.8;
/// The width of a rim, in pixels.
pub const RIM: f32 = 1.5;
/// The width of a rim of the high-contrast set, in pixels.
pub const STRONG_RIM: f32 = 3.0;
/// Pieces with a contrast to a white rim between these have a black line along it. Below, they are
/// as white as the rim.
pub const PALE: [f32; 2] = [1.2, 1.5];
/// The size of a king, in radii of other pieces.
pub const KING: f32 = 1.12;
/// The strokes of runes, in radii.
pub const RUNE: f32 = 0.12;
/// The least contrast to a light rim for a piece that shows it in three dimensions, and the
/// opacity of that rim.
pub const DARK: f32 = 8.0;
pub const LIGHT_RIM: f32 = 0.85;
/// Smaller pieces, in pixels, are drawn flat.
pub const SMALLEST_TURNED: f32 = 9.0;
/// The ring of a king, and the crown on it.
pub const GOLD: Color = hex(0xd9a441);
pub const GOLD_EDGE: Color = hex(0x4a2f0a);
/// The part of its edge's colour in the cap of a crown in three dimensions.
pub const CAP: f32 = 0.3;
/// Pieces of no player.
pub const NEUTRAL: Color = hex(0x8a8a8a);
/// Offsets in radii, and opacity: the soft shadow below a turned piece.
pub const SHADOWS: [(f32, f32); 3] = [(0.04, 0.10), (0.08, 0.08), (0.12, 0.06)];
/// The part of black in the lowest disc of a turned piece.
pub const FOOT: f32 = 0.35;
/// The part of white in the uppermost disc.
pub const HEAD: f32 = 0.18;
pub const DISCS: u8 = 6;
/// The radius of the uppermost disc, in radii.
pub const HEAD_RADIUS: f32 = 0.55;
/// How far each disc lies up and to the left of the one below, in radii.
pub const DISC_SHIFT: f32 = 0.03;
/// The light copy below an engraved mark, in radii.
pub const ENGRAVED: f32 = 0.03;
/// The opacity of a ghost.
pub const GHOST: f32 = 0.45;
/// The opacity of a piece over its target, in three dimensions.
pub const CARRIED: f32 = 0.8;
/// The size of a piece in the hand.
pub const PICKED: f32 = 1.06;
/// The height of a jump over other pieces, in radii.
pub const HOP: f32 = 0.3;
/// The outline and mark of a ghost beyond a joined edge.
pub const GHOST_LINE: f32 = 0.8;
/// The opacity of a ghost's body in three dimensions.
pub const GHOST_BODY: f32 = 0.6;
/// The width of that outline, in radii, and the contrast to the cell that it and the mark need.
pub const GHOST_RIM: f32 = 0.1;
pub const GHOST_CONTRAST: f32 = 2.0;
/// The mark on a side's band, in parts of a whole piece's.
pub const BAND_MARK: f32 = 0.9;
