//! Sizes of board and marks, in parts of a cell's side unless they say otherwise.

/// The board's frame.
pub const FRAME: f64 = 0.5;
/// The band of a side.
pub const BAND: f64 = 0.35;
/// From one mark of a band to the next.
pub const BAND_MARKS: f64 = 3.0;
/// The dot on a target that gets a new piece.
pub const CLONE_DOT: f32 = 0.16;
/// The diamond on a target that is jumped to.
pub const JUMP_DIAMOND: f32 = 0.2;
/// The ring around a piece that can be captured.
pub const CAPTURE_RING: f32 = 0.44;
/// The ring around what is selected.
pub const SELECT_RING: f32 = 0.44;
pub const ARROW: f64 = 0.12;
/// Opacity of the first, second and further arrows.
pub const ARROW_OPACITY: [f32; 3] = [0.9, 0.5, 0.3];
/// A winning chain.
pub const CHAIN: f64 = 0.22;
/// Opacity of pieces outside of a winning chain.
pub const BESIDE_CHAIN: f32 = 0.55;
/// The fill of the last move's target.
pub const LAST_FILL: f32 = 0.14;
/// The light of a cell under the pointer.
pub const HOVER_LIGHT: f32 = 0.06;
/// The light of a board on which a side has won.
pub const WIN_LIGHT: f32 = 0.04;
/// The tile in a cell that a side owns, in parts of the cell, and the mark in it, of the tile.
pub const OWNER_TILE: f64 = 0.36;
pub const OWNER_MARK: f32 = 0.62;
/// The arcs around the corners of a divided cell that a side owns: their inner radius, width and
/// the step between levels, in radii of the corner's place; the gap at their ends, in half turns.
pub const OWNER_RADIUS: f64 = 0.6;
pub const OWNER_ARC: f64 = 0.15;
pub const OWNER_STEP: f64 = 0.22;
pub const OWNER_GAP: f32 = 0.05;
/// From one line across a hole to the next, in widths of the lines.
pub const HATCH_GAP: f32 = 5.0;
/// Pieces on the corners of cells, in radii of their place, and at most, in parts of the board:
/// the frame has room for them.
pub const CORNER: f64 = 0.6;
pub const LARGEST_CORNER: f64 = 0.045;
/// A frame without captions, and the most that one with captions takes, in parts of the board.
pub const PLAIN_FRAME: f64 = 0.0284;
pub const CAPTION_FRAME: f64 = 0.0284;
/// A free vertex, in radii of its place.
pub const VERTEX_DOT: f32 = 0.16;
/// Its largest radius, in pixels of a board of 600.
pub const LARGEST_DOT: f32 = 4.0;
/// Where the light of a globe comes from: x to the right, y down, z towards the viewer.
pub const GLOBE_LIGHT: [f64; 3] = [-0.45, -0.5, 0.74];
/// Lines of grain in a row.
pub const GRAIN_LINES: u32 = 5;
/// Opacity of the cells and of the outlines of ghosts.
pub const GHOST_CELL: f32 = 0.35;
pub const GHOST_LINE: f32 = 0.4;
/// Opacity of the line along a joined edge.
pub const SEAM_LINE: f32 = 0.6;
/// The chevrons in its middle: their length in cells, and the width of their lines in lengths.
pub const CHEVRON: f32 = 0.18;
pub const CHEVRON_WIDTH: f32 = 0.24;
/// The dots between the places of one site: their radius in cells, and their opacity.
pub const TWIN_DOT: f64 = 0.03;
pub const TWIN_LINE: f32 = 0.8;
/// The width of that line, in pixels.
pub const SEAM_WIDTH: f32 = 2.0;
