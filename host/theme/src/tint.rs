//! Opacities of marks, and mixtures of colours: the part of the second colour.

/// The fill of highlighted places.
pub const POINTED: f32 = 0.22;
/// The fill of a move that waits for its turn.
pub const WAITING: f32 = 0.35;
/// The outline of the place under the pointer.
pub const HOVER_LINE: f32 = 0.8;
/// Outline and fill of places that a move would create.
pub const PROPOSED_LINE: f32 = 0.7;
pub const PROPOSED: f32 = 0.12;
/// Arrows of players.
pub const ARROW: f32 = 0.85;
/// Targets on ghosts.
pub const GHOST_TARGET: f32 = 0.5;
/// The rim of a winning chain.
pub const CHAIN_RIM: f32 = 0.5;
/// The tone of cells in a band on which stones lie.
pub const BAND: f32 = 0.3;
/// A place that scores.
pub const FLASH: f32 = 0.6;
/// Lines to targets.
pub const RAY: f32 = 0.55;
/// The disc below a carried piece that is translucent.
pub const CARRIED_BELOW: f32 = 0.35;
/// The origin of a carried piece.
pub const ORIGIN: f32 = 0.35;
/// A converted piece in a preview.
pub const CONVERTED: f32 = 0.95;
/// Shadow on the sides of a globe that look away from the light.
pub const GLOBE: f32 = 0.28;
/// Pieces and lines on the far side of a globe.
pub const FAR: f32 = 0.22;
pub const FAR_LINE: f32 = 0.7;
/// Joined edges under the pointer: their halo, and the ink in their chevrons.
pub const SEAM_HALO: f32 = 0.45;
pub const SEAM_INK: f32 = 0.25;
/// Ink in the lines of boards without cells, in other lines, and in vertices.
pub const LINE_BOARD: f32 = 0.5;
pub const LINE: f32 = 0.4;
/// The colour of captions in the lines of a graph on a frame.
pub const LINE_FRAME: f32 = 0.6;
pub const VERTEX: f32 = 0.35;
/// Ink in every other cell of a chequered board.
pub const CHECKER: f32 = 0.18;
/// White in the edges of nested cells.
pub const NESTED_EDGE: f32 = 0.3;
/// Ink in special places: thrones, corners, camps, edges.
pub const THRONE: f32 = 0.35;
pub const CORNER: f32 = 0.25;
pub const CAMP: f32 = 0.18;
pub const EDGE: f32 = 0.06;
/// A colour of [`ROLE_TINTS`](crate::ROLE_TINTS) in a cell.
pub const ROLE: f32 = 0.4;
/// Ink in the slab of boards without a frame.
pub const SLAB: f32 = 0.2;
/// Light below what is carved into a frame.
pub const CARVED: f32 = 0.3;
/// Light in an engraving, and contrast in a mark without a colour of its own.
pub const ENGRAVING: f32 = 0.55;
pub const MARK: f32 = 0.75;
/// Names of places.
pub const NAME: f32 = 0.62;
/// The background in ghosts of thumbnails.
pub const THUMBNAIL_GHOST: f32 = 0.6;
/// Contrast in the rim of a side's badge.
pub const BADGE_RIM: f32 = 0.45;
/// Panels over the board.
pub const OVERLAY: f32 = 0.92;
