//! The design tokens of [`boardloom_theme`] in egui's types.

#![expect(clippy::disallowed_methods, reason = "the one place that makes colours")]

use boardloom_board_view::scene::Color;
use boardloom_theme::{PanelColors, PanelShadow};
pub use boardloom_theme::{font, motion, radius, size, space, stroke};
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

impl Palette {
    pub fn of(theme: ThemeChoice) -> Self {
        let colors = PanelColors::of(theme.board());
        Palette {
            background: color(colors.background),
            panel: color(colors.panel),
            raised: color(colors.raised),
            hover: color(colors.hover),
            line: color(colors.line),
            edge: color(colors.edge),
            text: color(colors.text),
            weak: color(colors.weak),
            accent: color(colors.accent),
            on_accent: color(colors.on_accent),
            good: color(colors.good),
            warning: color(colors.warning),
            error: color(colors.error),
            shade: color(colors.shade),
            scrim: color(colors.scrim),
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

/// The shadow of menus and toasts.
pub fn menu_shadow() -> Shadow {
    shadow(boardloom_theme::menu_shadow())
}

pub fn dialog_shadow() -> Shadow {
    shadow(boardloom_theme::dialog_shadow())
}

fn shadow(of: PanelShadow) -> Shadow {
    Shadow { offset: [0, of.offset], blur: of.blur, spread: 0, color: color(of.color) }
}

pub fn color(color: Color) -> Color32 {
    Color32::from_rgba_unmultiplied(color.r, color.g, color.b, color.a)
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
    fn blended_backgrounds_have_enough_contrast() {
        for theme in [ThemeChoice::Dark, ThemeChoice::Light, ThemeChoice::HighContrast] {
            let p = Palette::of(theme);
            let held = |name: &str, a, b, least: f32| {
                let found = contrast(a, b);
                assert!(found >= least, "{theme:?}: {name} has {found:.1}, {least} is needed");
            };
            held("text on a chosen value", p.text, p.chosen(), 4.5);
            held("text on the current row", p.text, p.current(), 4.5);
            held("weak text on the current row", p.weak, p.current(), 4.5);
        }
    }
}
