//! All components in all states, for those who change them: `boardloom gallery`.

use egui::{RichText, ScrollArea, Sense, Ui, Vec2};

use super::button::{ActionButton, ButtonState};
use super::{
    card_frame, chip, dialog_frame, labelled, number_field, rail_entry, row_frame, segmented,
    spinner, stepper, switch, tabs, text_field, toast,
};
use crate::icons;
use crate::preferences::ThemeChoice;
use crate::theme::{self, Palette, TextWeight, font, radius, size, space, stroke};

/// The page and the values of its controls.
#[derive(Debug)]
pub struct Gallery {
    choice: usize,
    number: u32,
    on: [bool; 2],
    text: String,
}

impl Default for Gallery {
    fn default() -> Self {
        Gallery { choice: 1, number: 5, on: [true, false], text: "Oslo".to_owned() }
    }
}

impl Gallery {
    pub fn ui(&mut self, ui: &mut Ui, theme: &mut ThemeChoice) {
        let palette = Palette::of(*theme);
        let frame = egui::Frame::new().fill(palette.background).inner_margin(space::HUGE);
        egui::CentralPanel::default().frame(frame).show(ui, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                let themes = ThemeChoice::ALL.map(|theme| (theme, theme.label()));
                if let Some(chosen) = segmented(ui, Some(*theme), &themes) {
                    *theme = chosen;
                }
                // Clear of the bar.
                ui.set_max_width(ui.available_width() - f32::from(space::LARGE));
                ui.spacing_mut().item_spacing.x = f32::from(space::HUGE);
                ui.columns(2, |columns| {
                    for column in &mut *columns {
                        column.spacing_mut().item_spacing.x = f32::from(space::SMALL);
                    }
                    let [left, right] = columns else { return };
                    buttons(left);
                    self.controls(left);
                    letters(right);
                    colors(right, palette);
                    frames(right, palette);
                });
            });
        });
    }

    fn controls(&mut self, ui: &mut Ui) {
        section(ui, "Controls");
        ui.set_max_width(size::DIALOG);
        let sizes = [(0, "5"), (1, "7"), (2, "9"), (3, "11")];
        if let Some(choice) =
            labelled(ui, "Segmented", |ui| segmented(ui, Some(self.choice), &sizes))
        {
            self.choice = choice;
        }
        stepper(ui, "Stepper", &mut self.number, 0..=9, 1.0);
        labelled(ui, "Number", |ui| {
            number_field(ui, "Number", &mut self.number, 0..=9, 1.0, Some("off"))
        });
        for (on, name) in self.on.iter_mut().zip(["Switch, on", "Switch, off"]) {
            switch(ui, on, name);
        }
        let mut fixed = true;
        ui.add_enabled_ui(false, |ui| {
            switch(ui, &mut fixed, "Switch, disabled");
            segmented(ui, Some(0), &sizes);
        });
        let field = text_field(ui, &mut self.text, "Hint", 200.0);
        field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Field"));
        let empty = text_field(ui, &mut String::new(), "Hint of an empty field", 200.0);
        empty.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Empty"));
        ui.label("Tooltip").on_hover_text("A tooltip");
        spinner(ui, 18.0);
    }
}

fn section(ui: &mut Ui, name: &str) {
    ui.add_space(f32::from(space::LARGE));
    ui.label(theme::heading(name));
}

fn buttons(ui: &mut Ui) {
    section(ui, "Buttons");
    let kinds: [fn(&'static str) -> ActionButton<'static>; 5] = [
        ActionButton::primary,
        ActionButton::secondary,
        ActionButton::quiet,
        ActionButton::danger,
        ActionButton::quiet_danger,
    ];
    egui::Grid::new("buttons").spacing(Vec2::splat(f32::from(space::SMALL))).show(ui, |ui| {
        for (state, name) in [
            (ButtonState::Rest, "Rest"),
            (ButtonState::Hovered, "Hover"),
            (ButtonState::Pressed, "Pressed"),
            (ButtonState::Focused, "Focus"),
            (ButtonState::Disabled, "Disabled"),
        ] {
            for kind in kinds {
                ui.add(kind(name).shown_as(state));
            }
            ui.add(ActionButton::icon_only(icons::UNDO, name).shown_as(state));
            let on = ActionButton::icon_only(icons::CUBE, name).on(true);
            ui.add(on.shown_as(state));
            ui.end_row();
        }
    });
    ui.horizontal(|ui| {
        ui.add(ActionButton::secondary("With an icon").icon(icons::OPEN));
        ui.add(ActionButton::primary("The main thing").icon(icons::PLAY));
        ui.add(ActionButton::small("Small"));
        ui.add(ActionButton::framed_icon(icons::RESIGN, "Framed"));
    });
}

fn letters(ui: &mut Ui) {
    section(ui, "Letters");
    ui.label(theme::display("Display 28"));
    ui.label(theme::title("Title 20"));
    ui.label(theme::heading("Heading 15"));
    ui.label("Body 14: Hamburgefonstiv, äöüß, łżę, 0123456789");
    ui.label(RichText::new("Control 14: Take back").medium());
    ui.label(RichText::new("Small 12: yesterday").small());
    ui.label(RichText::new("2:41  11:10").size(font::SCORE).semibold());
    ui.horizontal_wrapped(|ui| {
        for icon in icons::ALL {
            ui.label(RichText::new(icon.glyph()).size(font::TITLE));
        }
    });
    ui.label("Tooltip and menu");
    egui::Frame::popup(ui.style()).show(ui, |ui| ui.label("Take back (Ctrl+Z)"));
    egui::Frame::menu(ui.style()).show(ui, |ui| {
        super::menu_entry(ui, Some(icons::UNDO), "Take back", "Ctrl+Z", true);
        super::menu_entry(ui, Some(icons::REDO), "Redo", "Ctrl+Y", false);
    });
}

fn colors(ui: &mut Ui, p: Palette) {
    section(ui, "Colours");
    egui::Grid::new("colors").show(ui, |ui| {
        for (place, (name, color)) in [
            ("background", p.background),
            ("panel", p.panel),
            ("raised", p.raised),
            ("hover", p.hover),
            ("line", p.line),
            ("edge", p.edge),
            ("text", p.text),
            ("weak", p.weak),
            ("accent", p.accent),
            ("good", p.good),
            ("warning", p.warning),
            ("error", p.error),
        ]
        .into_iter()
        .enumerate()
        {
            ui.vertical(|ui| {
                let (rect, _) = ui.allocate_exact_size(Vec2::new(76.0, 28.0), Sense::hover());
                let line = egui::Stroke::new(stroke::LINE, p.edge);
                let kind = egui::StrokeKind::Inside;
                ui.painter().rect(rect, radius::CHIP, color, line, kind);
                ui.label(RichText::new(name).small().color(p.weak));
            });
            if place % 6 == 5 {
                ui.end_row();
            }
        }
    });
}

fn frames(ui: &mut Ui, p: Palette) {
    section(ui, "Cards, rows, toasts, dialogs");
    let (rect, card) = ui.allocate_exact_size(Vec2::new(180.0, 64.0), Sense::click());
    card_frame(ui, rect, &card);
    let ink = p.text;
    let name = |ui: &Ui, rect: egui::Rect, text: &str| {
        let font = egui::FontId::proportional(font::BODY);
        let at = rect.left_center() + Vec2::new(f32::from(space::MEDIUM), 0.0);
        ui.painter().text(at, egui::Align2::LEFT_CENTER, text, font, ink);
    };
    name(ui, rect, "Card");
    for (selected, text) in [(false, "Row"), (true, "Selected row")] {
        let (rect, row) = ui.allocate_exact_size(Vec2::new(240.0, size::ROW), Sense::click());
        row_frame(ui, rect, &row, selected);
        name(ui, rect, text);
    }
    let pages = [(0, "Tab"), (1, "Chosen tab"), (2, "Third tab")];
    let row = Vec2::new(ui.available_width(), size::BUTTON);
    ui.allocate_ui(row, |ui| {
        ui.set_height(size::BUTTON);
        tabs(ui, Some(1), &pages)
    });
    ui.scope(|ui| {
        ui.set_max_width(200.0);
        rail_entry(ui, "Entry of a rail", false);
        rail_entry(ui, "Chosen entry", true);
    });
    ui.horizontal(|ui| {
        chip(ui, "2 players");
        chip(ui, "49 spaces");
    });
    ui.horizontal(|ui| {
        toast(ui, "Saved again", false);
        toast(ui, "That piece can't move", true);
    });
    ui.add_space(f32::from(space::MEDIUM));
    dialog_frame(ui.ctx(), space::MEDIUM).show(ui, |ui| {
        ui.set_width(size::DIALOG);
        ui.spacing_mut().item_spacing.y = 0.0;
        let field = text_field(ui, &mut "bo".to_owned(), "", f32::INFINITY);
        field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Palette"));
        ui.add_space(f32::from(space::SMALL));
        for (icon, texts, on) in [
            (icons::CUBE, ["3D board", "View", "3"], true),
            (icons::ADD, ["A ruleset", "Family", ""], false),
            (icons::RECORD, ["A game", "Blue won", ""], false),
        ] {
            super::palette_row(ui, icon.glyph(), texts, on);
        }
    });
    ui.add_space(f32::from(space::MEDIUM));
    dialog_frame(ui.ctx(), space::HUGE).show(ui, |ui| {
        ui.set_width(280.0);
        ui.label(theme::title("Dialog"));
        ui.label(RichText::new("Something would be lost.").color(p.weak));
        ui.label(RichText::new("An error that wraps.").color(p.error));
        super::footer(ui, [ActionButton::secondary("Keep"), ActionButton::danger("Delete")]);
    });
}
