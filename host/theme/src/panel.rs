//! The colours of panels.

use boardloom_ruleset::Color;

use super::{Theme, hex, hex_faded};

/// Text has a contrast of 4.5 at least on every background that it is used on, edges one of 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PanelColors {
    /// Behind everything.
    pub background: Color,
    pub panel: Color,
    /// Strips and cards.
    pub raised: Color,
    pub hover: Color,
    /// Between parts.
    pub line: Color,
    /// Around fields and boxes.
    pub edge: Color,
    pub text: Color,
    pub weak: Color,
    /// The primary button, the focus, the active tab, the current move.
    pub accent: Color,
    pub on_accent: Color,
    /// A switch that is on.
    pub good: Color,
    pub warning: Color,
    pub error: Color,
    /// Below overlays on the board.
    pub shade: Color,
    /// Over everything behind a dialog.
    pub scrim: Color,
}

const SHADE: Color = hex_faded(0x000000, 27);

impl PanelColors {
    pub const fn of(theme: Theme) -> Self {
        match theme {
            Theme::Dark => PanelColors {
                background: hex(0x14171c),
                panel: hex(0x1b1f26),
                raised: hex(0x252a33),
                hover: hex(0x303743),
                line: hex(0x39414d),
                edge: hex(0x8692a1),
                text: hex(0xe9ecf1),
                weak: hex(0xa9b3c0),
                accent: hex(0x63b3ed),
                on_accent: hex(0x06202f),
                good: hex(0x6fcf97),
                warning: hex(0xf2c14e),
                error: hex(0xff8f80),
                shade: SHADE,
                scrim: hex_faded(0x000000, 50),
            },
            Theme::Light => PanelColors {
                background: hex(0xeceef0),
                panel: hex(0xffffff),
                raised: hex(0xf3f5f7),
                hover: hex(0xe4e9ef),
                line: hex(0xd3d9e0),
                edge: hex(0x7a8592),
                text: hex(0x1a1f26),
                weak: hex(0x505b68),
                accent: hex(0x0b63a5),
                on_accent: hex(0xffffff),
                good: hex(0x17693f),
                warning: hex(0x7a5200),
                error: hex(0xa92b1d),
                shade: SHADE,
                scrim: hex_faded(0x000000, 30),
            },
            Theme::HighContrast => PanelColors {
                background: hex(0x000000),
                panel: hex(0x000000),
                raised: hex(0x161616),
                hover: hex(0x303030),
                line: hex(0xffffff),
                edge: hex(0xffffff),
                text: hex(0xffffff),
                weak: hex(0xe6e6e6),
                accent: hex(0xffd60a),
                on_accent: hex(0x000000),
                good: hex(0x5cff8f),
                warning: hex(0xffd60a),
                error: hex(0xff9c93),
                shade: SHADE,
                scrim: hex_faded(0x000000, 63),
            },
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PanelShadow {
    /// Down, in points.
    pub offset: i8,
    /// In points.
    pub blur: u8,
    pub color: Color,
}

/// The shadow of menus and toasts.
pub const fn menu_shadow() -> PanelShadow {
    PanelShadow { offset: 4, blur: 16, color: hex_faded(0x000000, 30) }
}

pub const fn dialog_shadow() -> PanelShadow {
    PanelShadow { offset: 12, blur: 40, color: hex_faded(0x000000, 45) }
}
