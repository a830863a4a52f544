//! The keyboard reference, and the editor of key bindings.

use boardloom_app::keys::KeyStroke;
use egui::{Align, Layout, RichText, Ui, vec2};

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
    /// Whether it is there for changes alone.
    of_settings: bool,
    find: String,
    changing: KeyCapture,
}

impl KeySheet {
    pub fn to_change() -> Self {
        KeySheet { changes: true, of_settings: true, ..KeySheet::default() }
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
            let width = (0.6 * ui.available_width()).min(240.0);
            parts::search_field(ui, &mut self.find, t::keys_find(), width);
            if !self.of_settings {
                parts::with_edges(ui, |ui| ui.checkbox(&mut self.changes, t::change_keys()));
            }
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
                ui.horizontal(|ui| {
                    strokes(ui, &[gesture.to_owned()], palette);
                    ui.add(egui::Label::new(what).truncate());
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
            ui.colored_label(palette.warning, t::key_taken(&stroke.shown(), by));
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
        ui.horizontal(|ui| {
            let names: Vec<String> = binding.strokes.iter().map(KeyStroke::to_string).collect();
            strokes(ui, &names, palette);
            if self.changing.command() == Some(command) {
                let wanted = RichText::new(t::key_wanted(binding.label())).color(palette.accent);
                ui.add(egui::Label::new(wanted).wrap());
                return;
            }
            let right = Layout::right_to_left(Align::Center);
            ui.with_layout(right, |ui| {
                if self.changes {
                    key_wish = self.buttons(ui, keys, command);
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(egui::Label::new(binding.label()).truncate());
                });
            });
        });
        key_wish
    }

    /// From right to left.
    fn buttons(&mut self, ui: &mut Ui, keys: &KeyMap, command: Command) -> Option<KeyChange> {
        ui.spacing_mut().item_spacing.x = 0.0;
        for (text, beside) in [(t::key_add(), true), (t::key_change(), false)] {
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

/// The keys of a command, each a cap.
fn strokes(ui: &mut Ui, keys: &[String], palette: Palette) {
    let width = (0.36 * ui.available_width()).min(190.0);
    let size = vec2(width, ui.spacing().interact_size.y);
    let left = Layout::left_to_right(Align::Center);
    ui.allocate_ui_with_layout(size, left, |ui| {
        ui.set_min_width(size.x);
        ui.shrink_clip_rect(ui.max_rect());
        ui.spacing_mut().item_spacing.x = f32::from(space::TINY);
        if keys.is_empty() {
            let none = RichText::new(t::key_none()).small().color(palette.weak);
            ui.add(egui::Label::new(none).truncate());
        }
        for key in keys {
            parts::key_cap(ui, key);
        }
    });
}
