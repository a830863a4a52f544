//! The keyboard reference, and the editor of key bindings.

use boardloom_app::keys::KeyStroke;
use egui::{RichText, Ui, vec2};

use crate::components::{self as parts, ActionButton};
use crate::keys::{Binding, Command, Group, KeyCapture, KeyChange, KeyMap};
use crate::texts::{dialogs as t, keys as k};
use crate::theme::{Palette, heading, space};

/// Mouse gestures on the board, besides moves.
const GESTURES: [[fn() -> &'static str; 2]; 2] =
    [[k::right_click, k::draw_ring], [k::right_drag, k::draw_arrow]];

#[derive(Debug, Default)]
pub struct KeySheet {
    changes: bool,
    find: String,
    changing: KeyCapture,
}

impl KeySheet {
    pub fn to_change() -> Self {
        KeySheet { changes: true, ..KeySheet::default() }
    }

    /// The next key press is a new binding.
    pub fn is_asking(&self) -> bool {
        self.changing.command().is_some()
    }

    pub fn press(&mut self, stroke: KeyStroke, keys: &KeyMap) -> Option<KeyChange> {
        self.changing.press(stroke, keys)
    }

    pub fn ui(&mut self, ui: &mut Ui, keys: &KeyMap, palette: Palette) -> Option<KeyChange> {
        let mut key_wish = None;
        ui.horizontal_wrapped(|ui| {
            let label = ui.label(t::keys_find());
            let field = parts::text_field(ui, &mut self.find, "", 180.0);
            field.labelled_by(label.id);
            parts::with_edges(ui, |ui| ui.checkbox(&mut self.changes, t::change_keys()));
            if self.changes
                && keys.bindings().iter().any(|binding| keys.is_changed(binding.command))
                && ui.add(ActionButton::quiet(t::keys_all_usual())).clicked()
            {
                key_wish = Some(KeyChange::ResetAll);
            }
        });
        key_wish = self.show_clash(ui, keys, palette).or(key_wish);
        let find = self.find.to_lowercase();
        for group in Group::ALL {
            let fits = |binding: &&Binding| {
                let text = format!("{} {}", binding.label(), keys.strokes(binding)).to_lowercase();
                binding.group == group && text.contains(&find)
            };
            let rows: Vec<&Binding> = keys.bindings().iter().filter(fits).collect();
            let gestures = GESTURES.map(|[gesture, what]| (gesture(), what()));
            let mut gestures = gestures.to_vec();
            gestures.retain(|(gesture, what)| {
                group == Group::Board && format!("{what} {gesture}").to_lowercase().contains(&find)
            });
            if rows.is_empty() && gestures.is_empty() {
                continue;
            }
            ui.add_space(f32::from(space::MEDIUM));
            ui.label(heading(group.label()));
            for binding in rows {
                key_wish = self.row(ui, keys, binding, palette).or(key_wish);
            }
            for (gesture, what) in gestures {
                ui.horizontal_wrapped(|ui| {
                    strokes(ui, RichText::new(gesture).monospace());
                    ui.label(what);
                });
            }
        }
        key_wish
    }

    fn show_clash(&mut self, ui: &mut Ui, keys: &KeyMap, palette: Palette) -> Option<KeyChange> {
        let (stroke, other) = self.changing.clash()?;
        let by = keys.label(other);
        let mut key_wish = None;
        ui.horizontal_wrapped(|ui| {
            ui.colored_label(palette.warning, t::key_taken(&stroke.to_string(), by));
            if ui.add(ActionButton::secondary(t::key_take_over()).low()).clicked() {
                key_wish = self.changing.take_over();
            }
            if ui.add(ActionButton::quiet(t::key_leave())).clicked() {
                self.changing.leave();
            }
        });
        key_wish
    }

    fn row(
        &mut self,
        ui: &mut Ui,
        keys: &KeyMap,
        binding: &Binding,
        palette: Palette,
    ) -> Option<KeyChange> {
        let command = binding.command;
        let mut key_wish = None;
        ui.horizontal_wrapped(|ui| {
            let strokes = keys.strokes(binding);
            let shown = if strokes.is_empty() { t::key_none().to_owned() } else { strokes };
            let shown = RichText::new(shown).monospace();
            let shown = if keys.is_changed(command) { shown.color(palette.accent) } else { shown };
            self::strokes(ui, shown);
            if self.changing.command() == Some(command) {
                ui.colored_label(palette.accent, t::key_wanted(binding.label()));
                return;
            }
            ui.label(binding.label());
            if self.changes {
                key_wish = self.buttons(ui, keys, command);
            }
        });
        key_wish
    }

    fn buttons(&mut self, ui: &mut Ui, keys: &KeyMap, command: Command) -> Option<KeyChange> {
        for (text, beside) in [(t::key_change(), false), (t::key_add(), true)] {
            if ui.add(small(text)).clicked() {
                self.changing.ask(command, beside);
                // The next key belongs to the sheet, not to the button.
                ui.memory_mut(|memory| memory.stop_text_input());
            }
        }
        let usual = keys.is_changed(command) && ui.add(small(t::key_usual())).clicked();
        usual.then_some(KeyChange::Reset(command))
    }
}

/// A button in a row of text.
fn small(text: &str) -> ActionButton<'_> {
    ActionButton::quiet(text).least(vec2(0.0, 24.0))
}

fn strokes(ui: &mut Ui, text: RichText) {
    let size = vec2(170.0, ui.spacing().interact_size.y);
    let left = egui::Layout::left_to_right(egui::Align::Center);
    ui.allocate_ui_with_layout(size, left, |ui| {
        ui.set_min_width(size.x);
        ui.add(egui::Label::new(text).truncate());
    });
}
