//! Design tokens: the colours, sizes and durations of the panels. No other place sets any.

#![expect(clippy::disallowed_methods, reason = "the one place that makes colours")]

use egui::{Color32, Shadow};

use crate::preferences::ThemeChoice;

/// The colours of a theme. Text has a contrast of 4.5 at least on every background that it is
/// used on, edges one of 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Palette {
    /// Behind everything.
    pub background: Color32,
    pub panel: Color32,
    /// Strips and cards.
    pub raised: Color32,
    pub hover: Color32,
    /// Between parts.
    pub line: Color32,
    /// Around fields and boxes.
    pub edge: Color32,
    pub text: Color32,
    pub weak: Color32,
    /// The primary button, the focus, the active tab, the current move.
    pub accent: Color32,
    pub on_accent: Color32,
    /// A switch that is on.
    pub good: Color32,
    pub warning: Color32,
    pub error: Color32,
    /// Below overlays on the board.
    pub shade: Color32,
    /// Over everything behind a dialog.
    pub scrim: Color32,
}

const fn hex(rgb: u32) -> Color32 {
    let [_, r, g, b] = rgb.to_be_bytes();
    Color32::from_rgb(r, g, b)
}

const SHADE: Color32 = Color32::from_black_alpha(70);

impl Palette {
    pub const fn of(theme: ThemeChoice) -> Self {
        match theme {
            ThemeChoice::Dark => Palette {
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
                scrim: Color32::from_black_alpha(128),
            },
            ThemeChoice::Light => Palette {
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
                scrim: Color32::from_black_alpha(77),
            },
            ThemeChoice::HighContrast => Palette {
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
                scrim: Color32::from_black_alpha(160),
            },
        }
    }

    /// The background of the chosen one of several values.
    pub fn chosen(&self) -> Color32 {
        blend(self.raised, self.text, 0.14)
    }

    /// The background of the current row of a list.
    pub fn current(&self) -> Color32 {
        blend(self.panel, self.accent, 0.18)
    }
}

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
    pub const CHIP: u8 = 4;
    pub const CONTROL: u8 = 6;
    pub const CARD: u8 = 10;
    pub const DIALOG: u8 = 14;
}

/// Widths of lines, in points.
pub mod stroke {
    pub const LINE: f32 = 1.0;
    pub const FOCUS: f32 = 2.0;
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
    pub const BUTTON: f32 = 36.0;
    pub const BUTTON_WIDTH: f32 = 88.0;
    /// The column of names beside controls.
    pub const LABEL: f32 = 136.0;
    pub const DIALOG: f32 = 420.0;
    pub const WIDE_DIALOG: f32 = 640.0;
}

/// Durations, in seconds.
pub mod motion {
    /// A change under the pointer.
    pub const HOVER: f32 = 0.08;
}

/// The shadow of menus and toasts.
pub const fn menu_shadow() -> Shadow {
    Shadow { offset: [0, 4], blur: 16, spread: 0, color: Color32::from_black_alpha(77) }
}

pub const fn dialog_shadow() -> Shadow {
    Shadow { offset: [0, 12], blur: 40, spread: 0, color: Color32::from_black_alpha(115) }
}

pub fn blend(from: Color32, to: Color32, part: f32) -> Color32 {
    let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * part).round() as u8;
    Color32::from_rgb(mix(from.r(), to.r()), mix(from.g(), to.g()), mix(from.b(), to.b()))
}

/// Returns the contrast of two colours as WCAG 2 defines it, from 1 to 21.
pub fn contrast(a: Color32, b: Color32) -> f32 {
    let part = |value: u8| {
        let value = f32::from(value) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    let light = |c: Color32| 0.2126 * part(c.r()) + 0.7152 * part(c.g()) + 0.0722 * part(c.b());
    let (a, b) = (light(a), light(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_in_use_has_enough_contrast() {
        for theme in [ThemeChoice::Dark, ThemeChoice::Light, ThemeChoice::HighContrast] {
            let p = Palette::of(theme);
            let held = |name: &str, a, b, least: f32| {
                let found = contrast(a, b);
                assert!(found >= least, "{theme:?}: {name} has {found:.1}, {least} is needed");
            };
            let inks = [
                ("text", p.text),
                ("weak", p.weak),
                ("accent", p.accent),
                ("good", p.good),
                ("warning", p.warning),
                ("error", p.error),
            ];
            for (name, ink) in inks {
                for background in [p.background, p.panel, p.raised] {
                    held(name, ink, background, 4.5);
                }
            }
            held("text on hover", p.text, p.hover, 4.5);
            held("weak text on hover", p.weak, p.hover, 4.5);
            held("text on the accent", p.on_accent, p.accent, 4.5);
            held("text on a chosen value", p.text, p.chosen(), 4.5);
            held("text on the current row", p.text, p.current(), 4.5);
            held("weak text on the current row", p.weak, p.current(), 4.5);
            held("the edge of a chosen value", p.edge, p.raised, 3.0);
            held("a knob that is on", p.panel, p.good, 3.0);
            for background in [p.background, p.panel, p.raised] {
                held("edge", p.edge, background, 3.0);
                held("focus", p.accent, background, 3.0);
            }
        }
    }

    /// Font sizes outside of this module would escape the themes; clippy.toml bans colours.
    #[test]
    fn no_other_module_sets_font_sizes() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut folders = vec![root];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
                let path = entry.path();
                if path.is_dir() && !path.ends_with("theme") {
                    folders.push(path);
                } else if path.extension().is_some_and(|it| it == "rs") {
                    let text = std::fs::read_to_string(&path).expect("a source file");
                    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
                    for word in [".size(1", ".size(2"] {
                        assert!(!code.contains(word), "{}: {word}", path.display());
                    }
                }
            }
        }
    }
}
