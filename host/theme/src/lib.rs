//! Design tokens: the colours, sizes and durations of panels, boards and pieces. Window,
//! terminal and exports read the same ones; no other crate of the host makes colours.
#![forbid(unsafe_code)]

mod board;
pub mod line;
mod mark;
pub mod motion;
mod panel;
pub mod piece;
pub mod scene3d;
pub mod shape;
mod sizes;
pub mod tint;

pub use board::{BoardColors, BoardLook, BoardTheme, PieceSet};
pub use mark::MarkColors;
pub use panel::{PanelColors, PanelShadow, dialog_shadow, menu_shadow};
pub use sizes::{font, radius, size, space, stroke};

use boardloom_ruleset::Color;

/// The theme of the window; it also sets the surroundings of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Theme {
    #[default]
    Light,
    Dark,
    HighContrast,
}

impl Theme {
    pub const ALL: [Theme; 3] = [Theme::Light, Theme::Dark, Theme::HighContrast];

    /// Behind everything.
    pub const fn background(self) -> Color {
        PanelColors::of(self).background
    }

    pub const fn text(self) -> Color {
        PanelColors::of(self).text
    }
}

/// For roles that only a ruleset knows: distinct for every kind of colour vision.
pub const ROLE_TINTS: [Color; 6] =
    [hex(0x56b4e9), hex(0xe69f00), hex(0x009e73), hex(0xcc79a7), hex(0xf0e442), hex(0x0072b2)];

pub(crate) const fn hex(rgb: u32) -> Color {
    let [_, r, g, b] = rgb.to_be_bytes();
    Color::rgb(r, g, b)
}

/// `part` is in hundredths.
pub(crate) const fn hex_faded(rgb: u32, part: u32) -> Color {
    Color { a: (part * 255 / 100) as u8, ..hex(rgb) }
}

#[cfg(test)]
mod tests;
