//! Colours, sizes and fonts of the panels.

use egui::{Color32, Context, CornerRadius, FontId, Painter, Rect, Stroke, Theme, Visuals};

use crate::preferences::ThemeChoice;

mod fonts;
mod tokens;

pub use fonts::{TextWeight, display, heading, medium, semibold, set_fonts, title};
pub use tokens::{
    Palette, blend, color, contrast, dialog_shadow, font, menu_shadow, motion, radius, size, space,
    stroke,
};

impl Palette {
    /// The palette of the theme that was applied last.
    pub fn in_use(ctx: &Context) -> Self {
        let known = ctx.data(|data| data.get_temp(egui::Id::NULL));
        known.unwrap_or(Palette::of(ThemeChoice::Dark))
    }

    /// Sets off the buttons on a raised part.
    pub fn raise_buttons(&self, ui: &mut egui::Ui) {
        let rest = &mut ui.visuals_mut().widgets.inactive;
        rest.weak_bg_fill = self.panel;
        rest.bg_stroke = Stroke::new(stroke::LINE, self.line);
    }

    fn visuals(&self, theme: ThemeChoice) -> Visuals {
        let light = theme == ThemeChoice::Light;
        let mut v = if light { Visuals::light() } else { Visuals::dark() };
        let contrast = theme == ThemeChoice::HighContrast;
        v.override_text_color = None;
        v.weak_text_color = Some(self.weak);
        v.panel_fill = self.panel;
        v.window_fill = self.raised;
        v.window_stroke = Stroke::new(stroke::LINE, self.line);
        v.extreme_bg_color = if light { Color32::WHITE } else { self.background };
        v.faint_bg_color = self.raised;
        v.code_bg_color = self.raised;
        v.error_fg_color = self.error;
        v.warn_fg_color = self.warning;
        v.hyperlink_color = self.accent;
        v.selection.bg_fill = self.accent;
        v.selection.stroke = Stroke::new(stroke::LINE, self.on_accent);
        v.window_corner_radius = CornerRadius::same(radius::DIALOG);
        v.menu_corner_radius = CornerRadius::same(radius::CONTROL);
        v.window_shadow = menu_shadow();
        v.popup_shadow = menu_shadow();
        v.slider_trailing_fill = true;
        v.interact_cursor = Some(egui::CursorIcon::PointingHand);
        let rest = Stroke::new(stroke::LINE, if contrast { self.edge } else { self.line });
        let hover = Stroke::new(if contrast { stroke::FOCUS } else { stroke::LINE }, self.accent);
        let w = &mut v.widgets;
        w.noninteractive.fg_stroke.color = self.text;
        w.noninteractive.bg_stroke = Stroke::new(stroke::LINE, self.line);
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
            state.corner_radius = CornerRadius::same(radius::CONTROL);
            state.expansion = 0.0;
        }
        w.hovered.weak_bg_fill = self.hover;
        w.hovered.bg_fill = self.hover;
        w.active.weak_bg_fill = blend(self.raised, self.accent, 0.35);
        w.active.bg_fill = self.accent;
        v
    }
}

/// Where [`moves`] is kept.
fn motion_id() -> egui::Id {
    egui::Id::unique("motion")
}

/// Sets whether dialogs and menus move, or only fade.
pub fn set_motion(ctx: &Context, moves: bool) {
    ctx.data_mut(|data| data.insert_temp(motion_id(), moves));
    let time = if moves { motion::MENU } else { motion::FADE };
    ctx.all_styles_mut(|style| style.animation_time = time);
}

pub fn moves(ctx: &Context) -> bool {
    ctx.data(|data| data.get_temp(motion_id())).unwrap_or(true)
}

pub fn apply(ctx: &Context, theme: ThemeChoice) {
    let palette = Palette::of(theme);
    ctx.data_mut(|data| data.insert_temp(egui::Id::NULL, palette));
    let base = if theme == ThemeChoice::Light { Theme::Light } else { Theme::Dark };
    ctx.set_theme(base);
    ctx.set_visuals_of(base, palette.visuals(theme));
    ctx.all_styles_mut(|style| {
        style.spacing.item_spacing = egui::vec2(8.0, 6.0);
        style.spacing.button_padding = egui::vec2(10.0, 5.0);
        style.spacing.interact_size.y = 26.0;
        style.spacing.icon_width = CHECK;
        style.spacing.icon_width_inner = 0.6 * CHECK;
        style.spacing.icon_spacing = f32::from(space::SMALL);
        style.spacing.slider_width = 150.0;
        style.spacing.scroll = scroll_bars();
        style.text_styles = [
            (egui::TextStyle::Body, FontId::proportional(font::BODY)),
            (egui::TextStyle::Button, medium(font::BODY)),
            (egui::TextStyle::Heading, semibold(font::TITLE)),
            (egui::TextStyle::Monospace, FontId::monospace(font::MONOSPACE)),
            (egui::TextStyle::Small, FontId::proportional(font::SMALL)),
        ]
        .into();
    });
}

/// The side of a box or circle beside its name.
const CHECK: f32 = 16.0;

/// Bars that are always seen, in a room of their own.
fn scroll_bars() -> egui::style::ScrollStyle {
    egui::style::ScrollStyle {
        // Handles of solid bars have the colour of raised parts, which is seen in no theme.
        floating: true,
        foreground_color: true,
        bar_width: 8.0,
        floating_width: 8.0,
        floating_allocated_width: 8.0,
        dormant_background_opacity: 0.0,
        active_background_opacity: 0.2,
        interact_background_opacity: 0.4,
        dormant_handle_opacity: 0.5,
        active_handle_opacity: 0.6,
        interact_handle_opacity: 0.8,
        ..egui::style::ScrollStyle::solid()
    }
}

/// Outlines the widget that has the focus, because egui's own sign is faint in some themes.
/// Leaves out widgets that draw their focus themselves.
pub fn outline_focus(ctx: &Context, palette: Palette, except: &[egui::Id]) {
    let Some(id) = ctx.memory(|memory| memory.focused()) else { return };
    if except.contains(&id) {
        return;
    }
    let Some(widget) = ctx.read_response(id) else { return };
    let painter = ctx.layer_painter(widget.layer_id);
    let painter = painter.with_clip_rect(widget.interact_rect.expand(3.0));
    focus_ring(&painter, widget.rect, palette);
}

/// Draws the sign of the focus around a widget.
pub fn focus_ring(painter: &Painter, rect: Rect, palette: Palette) {
    let line = Stroke::new(stroke::FOCUS, palette.accent);
    painter.rect_stroke(rect.expand(1.0), radius::CONTROL, line, egui::StrokeKind::Outside);
}

/// Moves a colour towards that of text until it is told from a background.
pub fn legible(color: Color32, background: Color32, text: Color32) -> Color32 {
    let steps = (0..=4).map(|step| blend(color, text, 0.2 * step as f32));
    let mut seen = steps.filter(|it| contrast(*it, background) >= LEAST_CONTRAST);
    seen.next().unwrap_or(text)
}

/// The least contrast of signs, as WCAG 2 asks.
const LEAST_CONTRAST: f32 = 3.0;

#[cfg(test)]
mod tests {
    use boardloom_board_view::scene::Color;

    use super::*;

    #[test]
    fn the_bar_of_any_side_is_told_from_its_card() {
        for theme in ThemeChoice::ALL {
            let palette = Palette::of(theme);
            for gray in [0, 40, 90, 128, 200, 255] {
                for side in [[gray, 30, 20], [20, gray, 30], [20, 30, gray], [gray; 3]] {
                    let [r, g, b] = side;
                    let side = color(Color { r, g, b, a: 255 });
                    for behind in [palette.raised, palette.panel, palette.background] {
                        let seen = legible(side, behind, palette.text);
                        assert!(contrast(seen, behind) >= LEAST_CONTRAST, "{theme:?}: {side:?}");
                    }
                }
            }
        }
    }
}
