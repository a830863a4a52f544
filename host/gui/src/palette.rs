//! The command palette.

use boardloom_app::command_palette::{PaletteTarget, entries};
use boardloom_app::{Action, Controller};
use egui::{Align2, Context, Id, Key, Modifiers, RichText, ScrollArea, Ui};

use crate::components::{dialog_frame, palette_row, search_field};
use crate::icons;
use crate::keys::Command;
use crate::texts::{keys as k, library};
use crate::theme::{Palette, size, space};
use crate::thumbnail::Thumbnail;

const WIDTH: f32 = 560.0;
/// The distance from the upper edge; lower windows have less.
const TOP: f32 = 120.0;
/// Rows that are seen at once.
const ROWS: f32 = 9.0;

/// What is typed, and the chosen row.
#[derive(Debug, Default)]
pub struct CommandPalette {
    find: String,
    at: usize,
    followed: bool,
}

/// What the player wants.
#[derive(Debug, Clone, PartialEq)]
pub enum PaletteChoice {
    Close,
    Command(Command),
    Act(Action),
}

impl CommandPalette {
    pub fn show(
        &mut self,
        ctx: &Context,
        controller: &Controller<Thumbnail>,
    ) -> Option<PaletteChoice> {
        let palette = Palette::of(controller.preferences.theme);
        let screen = ctx.content_rect();
        let top = TOP.min(screen.height() * 0.15);
        let id = Id::unique("command-palette");
        let area = egui::Modal::default_area(id).anchor(Align2::CENTER_TOP, egui::vec2(0.0, top));
        let frame = dialog_frame(ctx, space::MEDIUM);
        let modal = egui::Modal::new(id).area(area).frame(frame).backdrop_color(palette.scrim);
        let response = modal.show(ctx, |ui| {
            ui.set_width((WIDTH - 24.0).min(screen.width() - 48.0));
            let room = screen.height() - top - size::BUTTON - 64.0;
            ui.set_max_height(room.max(3.0 * size::ROW) + size::BUTTON);
            self.contents(ui, controller, palette, room)
        });
        let closed = response.should_close().then_some(PaletteChoice::Close);
        response.inner.or(closed)
    }

    fn contents(
        &mut self,
        ui: &mut Ui,
        controller: &Controller<Thumbnail>,
        palette: Palette,
        room: f32,
    ) -> Option<PaletteChoice> {
        let moved = self.step(ui);
        let field = search_field(ui, &mut self.find, k::palette(), f32::INFINITY);
        if !field.has_focus() {
            field.request_focus();
        }
        if field.changed() {
            self.at = 0;
        }
        let found = entries(controller, &self.find);
        self.at = self.at.min(found.len().saturating_sub(1));
        ui.add_space(f32::from(space::SMALL));
        if found.is_empty() {
            let text = library::nothing_for(self.find.trim());
            ui.label(RichText::new(text).color(palette.weak));
        }
        let entered = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
        let mut chosen = found.get(self.at).filter(|_| entered);
        ui.spacing_mut().item_spacing.y = 0.0;
        // The last row is faded where more follow: a part of one is.
        let height = ((ROWS + 0.5) * size::ROW).min(room);
        let area = ScrollArea::vertical().max_height(height).auto_shrink([false, true]);
        area.show(ui, |ui| {
            // Clear of the bar.
            ui.set_max_width(ui.available_width() - f32::from(space::TINY));
            for (number, entry) in found.iter().enumerate() {
                let on = number == self.at;
                let icon = match &entry.target {
                    PaletteTarget::Command(command) => icons::of(*command).glyph(),
                    PaletteTarget::Ruleset(_) => icons::ADD.glyph(),
                    PaletteTarget::Game(_) => icons::RECORD.glyph(),
                };
                let response = palette_row(ui, icon, [&entry.text, &entry.about, &entry.key], on);
                if on && (moved || field.changed()) {
                    response.scroll_to_me(None);
                }
                if response.clicked() {
                    chosen = Some(entry);
                }
            }
        });
        self.followed = true;
        chosen.map(|entry| match entry.target.clone() {
            PaletteTarget::Command(command) => PaletteChoice::Command(command),
            PaletteTarget::Ruleset(id) => PaletteChoice::Act(Action::NewGame(Some(id))),
            PaletteTarget::Game(file) => PaletteChoice::Act(Action::OpenGame(file)),
        })
    }

    /// The arrows move the chosen row while the field has the focus. Returns true if they did.
    fn step(&mut self, ui: &mut Ui) -> bool {
        let count = |key| ui.input_mut(|it| it.count_and_consume_key(Modifiers::NONE, key));
        let (down, up) = (count(Key::ArrowDown), count(Key::ArrowUp));
        self.at = (self.at + down).saturating_sub(up);
        down + up > 0
    }
}
