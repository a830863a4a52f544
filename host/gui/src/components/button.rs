//! Buttons.

use std::sync::Arc;

use egui::style::WidgetVisuals;
use egui::{Color32, Response, RichText, Sense, Stroke, Ui, Vec2, Widget, WidgetInfo};

use super::reaction::Reaction;
use crate::icons::Icon;
use crate::theme::{Palette, TextWeight, blend, font, size, stroke};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ButtonKind {
    Primary,
    Secondary,
    Quiet,
    QuietDanger,
    Link,
    Danger,
}

/// A state that the gallery shows without a pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ButtonState {
    Rest,
    Hovered,
    Pressed,
    Focused,
    Disabled,
}

/// A button that does something: the main thing, another one, or a destructive one.
#[derive(Debug, Clone, Copy)]
#[must_use = "a button is shown by `Ui::add`"]
pub struct ActionButton<'a> {
    kind: ButtonKind,
    text: &'a str,
    /// For screen readers, if it is not the text.
    spoken: Option<&'a str>,
    icon: Option<Icon>,
    /// The width of a button that opens a list, with the arrow at its right.
    list: Option<f32>,
    has_text: bool,
    least: Vec2,
    enabled: bool,
    on: bool,
    shown: Option<ButtonState>,
}

impl<'a> ActionButton<'a> {
    fn new(kind: ButtonKind, text: &'a str) -> Self {
        let least = Vec2::new(size::BUTTON_WIDTH, size::BUTTON);
        ActionButton {
            kind,
            text,
            spoken: None,
            icon: None,
            list: None,
            has_text: true,
            least,
            enabled: true,
            on: false,
            shown: None,
        }
    }

    /// The one thing that a screen is for.
    pub fn primary(text: &'a str) -> Self {
        Self::new(ButtonKind::Primary, text)
    }

    pub fn secondary(text: &'a str) -> Self {
        Self::new(ButtonKind::Secondary, text)
    }

    /// Without a frame until it is hovered.
    pub fn quiet(text: &'a str) -> Self {
        Self::new(ButtonKind::Quiet, text).least(Vec2::new(0.0, size::ROW))
    }

    /// Leads somewhere else; the sign for that stands behind the text.
    pub fn link(text: &'a str) -> Self {
        Self::new(ButtonKind::Link, text).least(Vec2::new(0.0, size::ROW))
    }

    /// Shows what was chosen from the list that it opens.
    pub fn chooser(text: &'a str, spoken: &'a str, width: f32) -> Self {
        let button = Self::new(ButtonKind::Secondary, text).least(Vec2::new(width, size::ROW));
        ActionButton { spoken: Some(spoken), list: Some(width), ..button }
    }

    /// Loses something that can be brought back; without a frame until it is hovered.
    pub fn quiet_danger(text: &'a str) -> Self {
        Self::new(ButtonKind::QuietDanger, text).least(Vec2::new(0.0, size::ROW))
    }

    /// Loses something.
    pub fn danger(text: &'a str) -> Self {
        Self::new(ButtonKind::Danger, text)
    }

    /// An icon alone; screen readers and tooltips say the name.
    pub fn icon_only(icon: Icon, name: &'a str) -> Self {
        let button = Self::new(ButtonKind::Quiet, name).least(Vec2::splat(size::ROW));
        ActionButton { has_text: false, ..button }.icon(icon)
    }

    /// An icon alone, as seen as other buttons of its row.
    pub fn framed_icon(icon: Icon, name: &'a str) -> Self {
        let button = Self::new(ButtonKind::Secondary, name).least(Vec2::splat(size::ROW));
        ActionButton { has_text: false, ..button }.icon(icon)
    }

    pub fn icon(self, icon: Icon) -> Self {
        ActionButton { icon: Some(icon), ..self }
    }

    pub fn least(self, least: Vec2) -> Self {
        ActionButton { least, ..self }
    }

    /// In a row of text, or in a bar.
    pub fn small(text: &'a str) -> Self {
        Self::new(ButtonKind::Secondary, text).least(Vec2::new(0.0, size::LOW))
    }

    /// As low as a row.
    pub fn low(self) -> Self {
        self.least(Vec2::new(0.0, size::ROW))
    }

    pub fn enabled(self, enabled: bool) -> Self {
        ActionButton { enabled, ..self }
    }

    /// Set off, because what the button switches is on.
    pub fn on(self, on: bool) -> Self {
        ActionButton { on, ..self }
    }

    pub(super) fn shown_as(self, state: ButtonState) -> Self {
        ActionButton { shown: Some(state), ..self }.enabled(state != ButtonState::Disabled)
    }

    fn label(&self) -> RichText {
        let text = match self.icon {
            Some(icon) if self.has_text => icon.before(self.text),
            Some(icon) => icon.glyph().to_owned(),
            None if self.kind == ButtonKind::Link => format!("{} ›", self.text),
            None => self.text.to_owned(),
        };
        let label = RichText::new(text).size(font::BODY);
        if self.kind == ButtonKind::Primary { label.semibold() } else { label.medium() }
    }

    /// The width that the button takes.
    pub(crate) fn width(&self, ui: &Ui) -> f32 {
        let text = egui::WidgetText::from(self.label());
        let font = egui::FontSelection::Default;
        let wrap = Some(egui::TextWrapMode::Extend);
        let galley = text.into_galley(ui, wrap, f32::INFINITY, font);
        (galley.size().x + 2.0 * ui.spacing().button_padding.x).max(self.least.x)
    }
}

impl ButtonKind {
    /// The look at rest, hovered and pressed.
    fn looks(self, p: Palette) -> [ButtonLook; 3] {
        let none = Color32::TRANSPARENT;
        match self {
            ButtonKind::Primary => {
                let hovered = blend(p.accent, p.text, 0.12);
                let pressed = blend(p.accent, p.text, 0.22);
                [p.accent, hovered, pressed].map(|fill| (fill, fill, p.on_accent))
            }
            ButtonKind::Secondary => [
                (p.raised, p.line, p.text),
                (p.hover, p.edge, p.text),
                (p.chosen(), p.edge, p.text),
            ],
            ButtonKind::Quiet => {
                [(none, none, p.text), (p.hover, p.hover, p.text), (p.hover, p.edge, p.text)]
            }
            ButtonKind::QuietDanger => {
                [(none, none, p.error), (p.hover, p.hover, p.error), (p.hover, p.edge, p.error)]
            }
            ButtonKind::Link => [(none, none, p.weak), (none, none, p.text), (none, none, p.text)],
            ButtonKind::Danger => {
                let tint = |part| blend(p.panel, p.error, part);
                [
                    (none, p.error, p.error),
                    (tint(0.1), p.error, p.error),
                    (tint(0.16), p.error, p.error),
                ]
            }
        }
    }
}

/// Fill, edge, text.
type ButtonLook = (Color32, Color32, Color32);

/// Wider buttons wrap their text where there is no room.
const LONGEST_LINE: f32 = 200.0;

fn set(state: &mut WidgetVisuals, (fill, edge, text): ButtonLook) {
    state.weak_bg_fill = fill;
    state.bg_fill = fill;
    // An edge over a fill of the same colour would be seen where the button is disabled.
    let line = Stroke::new(stroke::LINE, edge);
    state.bg_stroke = if edge == fill { Stroke::NONE } else { line };
    state.fg_stroke.color = text;
    state.expansion = 0.0;
}

impl Widget for ActionButton<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let palette = Palette::in_use(ui.ctx());
        let mut looks = self.kind.looks(palette);
        if self.on {
            looks[0] = (palette.chosen(), palette.edge, palette.text);
        } else if self.list.is_some() {
            // Like other controls with a value.
            looks[0].1 = palette.edge;
        }
        let reaction = Reaction::before(ui.ctx(), ui.next_auto_id());
        let mixed = |part: fn(&ButtonLook) -> Color32| reaction.mix(looks.each_ref().map(part));
        let look = match self.shown {
            Some(ButtonState::Hovered) => looks[1],
            Some(ButtonState::Pressed) => looks[2],
            Some(_) => looks[0],
            None => (mixed(|it| it.0), mixed(|it| it.1), mixed(|it| it.2)),
        };
        // In a separate scope, a button would not begin a new row where there is no room.
        let before = Arc::clone(ui.style());
        let widgets = &mut ui.visuals_mut().widgets;
        set(&mut widgets.noninteractive, looks[0]);
        for state in
            [&mut widgets.inactive, &mut widgets.hovered, &mut widgets.active, &mut widgets.open]
        {
            set(state, look);
        }
        if !self.has_text {
            ui.spacing_mut().button_padding = Vec2::ZERO;
        }
        let mut button = egui::Button::new(self.label());
        if self.list.is_some() {
            let arrow = RichText::new(crate::icons::DOWN.glyph()).size(font::BODY);
            button = button.right_text(arrow).truncate();
        } else if self.width(ui) <= LONGEST_LINE {
            button = button.wrap_mode(egui::TextWrapMode::Extend);
        }
        let button = button.min_size(self.least).sense(Sense::click());
        let response = match self.list {
            Some(width) => {
                let add = |ui: &mut Ui| {
                    ui.set_max_width(width);
                    ui.add_enabled(self.enabled, button)
                };
                ui.scope(add).inner
            }
            None => ui.add_enabled(self.enabled, button),
        };
        ui.set_style(before);
        let enabled = ui.is_enabled() && self.enabled;
        let name = self.spoken.unwrap_or(self.text);
        response.widget_info(|| match self.on {
            true => WidgetInfo::selected(egui::Role::Button, enabled, true, name),
            false => WidgetInfo::labeled(egui::Role::Button, enabled, name),
        });
        if self.shown == Some(ButtonState::Focused) {
            crate::theme::focus_ring(ui.painter(), response.rect, palette);
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preferences::ThemeChoice;
    use crate::theme::contrast;

    #[test]
    fn every_button_is_legible_in_every_state_and_theme() {
        use ButtonKind as K;
        for theme in ThemeChoice::ALL {
            let palette = Palette::of(theme);
            let quiet = [K::Quiet, K::QuietDanger, K::Link];
            for kind in [K::Primary, K::Secondary, K::Danger].into_iter().chain(quiet) {
                for (fill, _, text) in kind.looks(palette) {
                    let behind = if fill == Color32::TRANSPARENT { palette.panel } else { fill };
                    let found = contrast(text, behind);
                    assert!(found >= 4.5, "{theme:?}, {kind:?}: {found:.1}");
                }
            }
        }
    }
}
