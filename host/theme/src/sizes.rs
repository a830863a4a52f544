//! Sizes of panels.

/// Font sizes, in points.
pub mod font {
    pub const SIGN: f32 = 48.0;
    pub const DISPLAY: f32 = 28.0;
    pub const SCORE: f32 = 22.0;
    pub const TITLE: f32 = 20.0;
    pub const HEADING: f32 = 15.0;
    pub const BODY: f32 = 14.0;
    pub const MONOSPACE: f32 = 13.0;
    pub const SMALL: f32 = 12.0;
    /// Columns of many players.
    pub const CRAMPED: f32 = 11.0;
}

/// Corner radii, in points.
pub mod radius {
    /// Lines of text and buttons in small pictures.
    pub const BAR: u8 = 2;
    pub const CHIP: u8 = 4;
    pub const CONTROL: u8 = 6;
    pub const CARD: u8 = 10;
    pub const DIALOG: u8 = 14;
}

/// Widths of lines, in points.
pub mod stroke {
    pub const LINE: f32 = 1.0;
    /// Frames of warnings, and lines in graphs.
    pub const STRONG: f32 = 1.5;
    pub const FOCUS: f32 = 2.0;
    /// The rim of the magnifier, and the shade around it.
    pub const LENS: f32 = 2.5;
    pub const LENS_SHADE: f32 = 5.0;
}

/// Distances, in points.
pub mod space {
    pub const TINY: i8 = 4;
    pub const SMALL: i8 = 8;
    pub const MEDIUM: i8 = 12;
    pub const LARGE: i8 = 16;
    pub const HUGE: i8 = 24;
}

/// Sizes of controls, in points.
pub mod size {
    pub const ROW: f32 = 32.0;
    /// Controls in a part of the panel.
    pub const SMALL: f32 = 24.0;
    /// Buttons in rows of text, and in tiles.
    pub const LOW: f32 = 28.0;
    pub const BUTTON: f32 = 36.0;
    pub const BUTTON_WIDTH: f32 = 88.0;
    /// The column of names beside controls.
    pub const LABEL: f32 = 136.0;
    pub const DIALOG: f32 = 420.0;
    pub const WIDE_DIALOG: f32 = 640.0;
}
