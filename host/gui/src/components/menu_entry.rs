//! The entries of menus.

use egui::{AtomExt as _, Button, Response, RichText, Ui, Vec2, WidgetInfo};

use crate::icons::{self, Icon};
use crate::theme::{Palette, font};

/// The width of the icons in menus, and the least of a menu.
const ICON: Vec2 = Vec2::new(20.0, 18.0);
const MENU: f32 = 220.0;
const ENTRY: f32 = 34.0;

/// An entry of a menu: an icon, a name, the key at the right.
pub fn menu_entry(
    ui: &mut Ui,
    icon: Option<Icon>,
    name: &str,
    key: &str,
    enabled: bool,
) -> Response {
    ui.set_min_width(MENU);
    let palette = Palette::in_use(ui.ctx());
    let glyph = RichText::new(icon.map_or("", Icon::glyph)).color(palette.weak);
    let key = RichText::new(key).small().color(palette.weak);
    let button = Button::new((glyph.atom_size(ICON), name)).shortcut_text(key);
    let response = ui.add_enabled(enabled, button.min_size(Vec2::new(0.0, ENTRY)));
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, enabled, name));
    response
}

/// An entry that opens a menu: an icon, a name, an arrow at the right.
pub fn submenu_button<'a>(ui: &Ui, icon: Icon, name: &'a str) -> Button<'a> {
    let palette = Palette::in_use(ui.ctx());
    let glyph = RichText::new(icon.glyph()).color(palette.weak);
    let arrow = RichText::new(icons::NEXT.glyph()).size(font::SMALL).color(palette.weak);
    let button = Button::new((glyph.atom_size(ICON), name)).right_text(arrow);
    button.min_size(Vec2::new(0.0, ENTRY))
}
