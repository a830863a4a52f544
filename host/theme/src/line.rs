//! The widths of lines on boards: in sides of a cell, and in pixels at least.

/// A width in sides of a cell, and the least one in pixels.
pub type LineWidth = (f64, f32);

pub const SELECTED: LineWidth = (0.055, 2.5);
pub const POINTED: LineWidth = (0.04, 2.5);
/// The place under the pointer.
pub const HOVER: LineWidth = (0.03, 1.5);
pub const PROPOSED: LineWidth = (0.02, 1.0);
pub const LAST_MOVE: LineWidth = (0.04, 2.0);
pub const TARGET: LineWidth = (0.045, 2.0);
/// Lines to targets.
pub const RAY: LineWidth = (0.035, 1.5);
/// Around a place that players or lessons point out.
pub const RING: LineWidth = (0.06, 2.0);
/// The cursor of the keyboard.
pub const CURSOR: LineWidth = (0.05, 2.0);
/// Threats and other marks of the game.
pub const MARK: LineWidth = (0.05, 2.0);
/// A path that a side could take.
pub const PATH: LineWidth = (0.05, 2.0);
pub const CHAIN: LineWidth = (super::shape::CHAIN, 3.0);
/// A chain that counts and ends nothing.
pub const SIDE_CHAIN: LineWidth = (0.14, 2.5);
pub const CHAIN_RING: LineWidth = (0.06, 2.0);
/// A place that scores.
pub const FLASH: LineWidth = (0.05, 3.0);
pub const ARROW: LineWidth = (super::shape::ARROW, 3.0);
/// Removed pieces in a preview.
pub const CROSS: LineWidth = (0.07, 2.0);
/// Around a carried piece.
pub const CARRIED: LineWidth = (0.06, 2.0);
/// Dots between the places of one site.
pub const TWIN: LineWidth = (super::shape::TWIN_DOT, 1.5);
/// Around joined edges under the pointer.
pub const SEAM_HALO: LineWidth = (0.26, 7.0);
/// Around bands and the frame.
pub const EDGE: LineWidth = (0.02, 1.0);
pub const ZIGZAG: LineWidth = (0.022, 1.0);
pub const GRAIN: LineWidth = (0.004, 1.0);
pub const BEVEL: LineWidth = (0.015, 1.0);
/// Across a hole in the high-contrast theme.
pub const HATCH: LineWidth = (0.02, 1.5);
