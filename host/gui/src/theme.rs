//! Colours, sizes and fonts of the panels.

use egui::epaint::text::{FontInsert, FontPriority, InsertFontFamily};
use egui::{Color32, Context, CornerRadius, FontData, FontFamily, Stroke, Theme, Visuals};

use crate::preferences::ThemeChoice;

/// The colours that egui's own do not cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Palette {
    pub ground: Color32,
    pub panel: Color32,
    /// Strips and cards.
    pub raised: Color32,
    pub text: Color32,
    pub weak: Color32,
    pub accent: Color32,
    pub on_accent: Color32,
    pub error: Color32,
    pub warning: Color32,
    pub line: Color32,
}

impl Palette {
    pub const fn of(theme: ThemeChoice) -> Self {
        match theme {
            ThemeChoice::Dark => Palette {
                ground: Color32::from_rgb(0x17, 0x1a, 0x1f),
                panel: Color32::from_rgb(0x1f, 0x23, 0x2a),
                raised: Color32::from_rgb(0x2a, 0x30, 0x39),
                text: Color32::from_rgb(0xe6, 0xe9, 0xee),
                weak: Color32::from_rgb(0xa6, 0xaf, 0xbb),
                accent: Color32::from_rgb(0x56, 0xb4, 0xe9),
                on_accent: Color32::from_rgb(0x06, 0x18, 0x24),
                error: Color32::from_rgb(0xff, 0x8a, 0x75),
                warning: Color32::from_rgb(0xf0, 0xc4, 0x4c),
                line: Color32::from_rgb(0x3b, 0x43, 0x4e),
            },
            ThemeChoice::Light => Palette {
                ground: Color32::from_rgb(0xec, 0xee, 0xf1),
                panel: Color32::from_rgb(0xf8, 0xf9, 0xfa),
                raised: Color32::from_rgb(0xe3, 0xe7, 0xec),
                text: Color32::from_rgb(0x1b, 0x20, 0x27),
                weak: Color32::from_rgb(0x4f, 0x5a, 0x67),
                accent: Color32::from_rgb(0x00, 0x5f, 0x99),
                on_accent: Color32::WHITE,
                error: Color32::from_rgb(0xa8, 0x22, 0x14),
                warning: Color32::from_rgb(0x8a, 0x5a, 0x00),
                line: Color32::from_rgb(0xc4, 0xcb, 0xd4),
            },
            ThemeChoice::HighContrast => Palette {
                ground: Color32::BLACK,
                panel: Color32::BLACK,
                raised: Color32::from_rgb(0x1c, 0x1c, 0x1c),
                text: Color32::WHITE,
                weak: Color32::from_rgb(0xe0, 0xe0, 0xe0),
                accent: Color32::from_rgb(0xff, 0xd5, 0x00),
                on_accent: Color32::BLACK,
                error: Color32::from_rgb(0xff, 0x9d, 0x9d),
                warning: Color32::from_rgb(0xff, 0xd5, 0x00),
                line: Color32::WHITE,
            },
        }
    }

    fn visuals(&self, theme: ThemeChoice) -> Visuals {
        let light = theme == ThemeChoice::Light;
        let mut v = if light { Visuals::light() } else { Visuals::dark() };
        let contrast = theme == ThemeChoice::HighContrast;
        v.override_text_color = None;
        v.weak_text_color = Some(self.weak);
        v.panel_fill = self.panel;
        v.window_fill = self.panel;
        v.window_stroke = Stroke::new(1.0, self.line);
        v.extreme_bg_color = if light { Color32::WHITE } else { self.ground };
        v.faint_bg_color = self.raised;
        v.code_bg_color = self.raised;
        v.error_fg_color = self.error;
        v.warn_fg_color = self.warning;
        v.hyperlink_color = self.accent;
        v.selection.bg_fill = self.accent;
        v.selection.stroke = Stroke::new(1.0, self.on_accent);
        v.window_corner_radius = CornerRadius::same(8);
        v.menu_corner_radius = CornerRadius::same(6);
        v.slider_trailing_fill = true;
        v.interact_cursor = Some(egui::CursorIcon::PointingHand);
        // Fields as light as their background need an outline.
        let bounded = contrast || light;
        let rest = if bounded { Stroke::new(1.0, self.line) } else { Stroke::NONE };
        let hover = Stroke::new(if contrast { 2.0 } else { 1.0 }, self.accent);
        let w = &mut v.widgets;
        w.noninteractive.fg_stroke.color = self.text;
        w.noninteractive.bg_stroke = Stroke::new(1.0, self.line);
        w.noninteractive.bg_fill = self.panel;
        for (state, stroke) in [
            (&mut w.inactive, rest),
            (&mut w.hovered, hover),
            (&mut w.active, hover),
            (&mut w.open, hover),
        ] {
            state.fg_stroke.color = self.text;
            state.bg_fill = self.raised;
            state.weak_bg_fill = self.raised;
            state.bg_stroke = stroke;
            state.corner_radius = CornerRadius::same(5);
            state.expansion = 0.0;
        }
        w.hovered.weak_bg_fill = blend(self.raised, self.accent, 0.18);
        w.active.weak_bg_fill = blend(self.raised, self.accent, 0.35);
        w.active.bg_fill = self.accent;
        v
    }
}

pub fn blend(from: Color32, to: Color32, part: f32) -> Color32 {
    let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * part).round() as u8;
    Color32::from_rgb(mix(from.r(), to.r()), mix(from.g(), to.g()), mix(from.b(), to.b()))
}

/// WCAG 2 contrast, from 1 to 21.
pub fn contrast(a: Color32, b: Color32) -> f32 {
    let part = |value: u8| {
        let value = f32::from(value) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    let light = |c: Color32| 0.2126 * part(c.r()) + 0.7152 * part(c.g()) + 0.0722 * part(c.b());
    let (a, b) = (light(a), light(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

pub fn apply(ctx: &Context, theme: ThemeChoice) {
    let palette = Palette::of(theme);
    let base = if theme == ThemeChoice::Light { Theme::Light } else { Theme::Dark };
    ctx.set_theme(base);
    ctx.set_visuals_of(base, palette.visuals(theme));
    ctx.all_styles_mut(|style| {
        style.spacing.item_spacing = egui::vec2(8.0, 6.0);
        style.spacing.button_padding = egui::vec2(10.0, 5.0);
        style.spacing.interact_size.y = 26.0;
        style.spacing.slider_width = 150.0;
        style.spacing.scroll.floating = false;
        style.spacing.scroll.bar_width = 8.0;
        style.spacing.scroll.foreground_color = false;
        for font in style.text_styles.values_mut() {
            font.size = font.size.max(12.0);
        }
        let sizes = [
            (egui::TextStyle::Body, 14.5),
            (egui::TextStyle::Button, 14.5),
            (egui::TextStyle::Heading, 21.0),
            (egui::TextStyle::Monospace, 13.5),
            (egui::TextStyle::Small, 12.0),
        ];
        for (name, size) in sizes {
            if let Some(font) = style.text_styles.get_mut(&name) {
                font.size = size;
            }
        }
    });
}

/// Outlines the widget that has the focus: egui's own sign is faint in some themes. The
/// board and the list of moves show theirs themselves.
pub fn outline_focus(ctx: &Context, palette: Palette) {
    let Some(id) = ctx.memory(|memory| memory.focused()) else { return };
    if [crate::screen::board_id(), crate::screen::list_id()].contains(&id) {
        return;
    }
    let Some(widget) = ctx.read_response(id) else { return };
    let painter = ctx.layer_painter(widget.layer_id);
    let painter = painter.with_clip_rect(widget.interact_rect.expand(3.0));
    let line = Stroke::new(2.0, palette.accent);
    painter.rect_stroke(widget.rect.expand(1.0), 5.0, line, egui::StrokeKind::Outside);
}

/// Adds DejaVu for game signs, hexagons and arrows.
pub fn add_fonts(ctx: &Context) {
    let last = |family| InsertFontFamily { family, priority: FontPriority::Lowest };
    ctx.add_font(FontInsert::new(
        "dejavu",
        FontData::from_static(dejavu::sans::regular()),
        vec![last(FontFamily::Proportional), last(FontFamily::Monospace)],
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_can_be_read_in_every_theme() {
        for theme in [ThemeChoice::Dark, ThemeChoice::Light, ThemeChoice::HighContrast] {
            let p = Palette::of(theme);
            for (name, ink) in [
                ("text", p.text),
                ("weak", p.weak),
                ("error", p.error),
                ("warning", p.warning),
                ("accent", p.accent),
            ] {
                for ground in [p.ground, p.panel, p.raised] {
                    let found = contrast(ink, ground);
                    assert!(found >= 4.5, "{theme:?}: {name} has only {found:.1} to 1");
                }
            }
            assert!(contrast(p.on_accent, p.accent) >= 4.5, "{theme:?}: letters on the accent");
        }
    }
}
