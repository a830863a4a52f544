//! The export dialog.

use boardloom_app::files::{ExportFormat, ExportSettings, RunningExport};
use egui::{Context, RichText, Ui};

use crate::components::{self as parts, ActionButton, modal, segmented, stepper, toast_frame};
use crate::texts::files as t;
use crate::theme::{Palette, size as sizes, space};

pub enum ExportChoice {
    ChooseFile,
    Cancel,
}

pub fn show(ctx: &Context, export: &mut ExportSettings, palette: Palette) -> Option<ExportChoice> {
    let (action, outside) = modal(ctx, t::export(), sizes::DIALOG, |ui| {
        forms(ui, export);
        ui.add_space(f32::from(space::TINY));
        if export.copies_screen() {
            ui.label(t::in_3d());
            ui.label(RichText::new(t::in_3d_size()).color(palette.weak));
        } else {
            size(ui, export);
        }
        if export.form.moves() {
            film(ui, export);
        }
        if export.three_d && !export.copies_screen() {
            ui.label(RichText::new(t::filmed_flat()).color(palette.weak));
        }
        let buttons = [ActionButton::secondary(t::cancel()), ActionButton::primary(t::do_export())];
        let [cancel, go] = parts::footer(ui, buttons);
        let go = go.clicked().then_some(ExportChoice::ChooseFile);
        go.or(cancel.clicked().then_some(ExportChoice::Cancel))
    });
    action.or(outside.then_some(ExportChoice::Cancel))
}

fn forms(ui: &mut Ui, export: &mut ExportSettings) {
    for form in ExportFormat::ALL {
        let on = export.form == form;
        if parts::with_edges(ui, |ui| ui.radio(on, form.label())).clicked() {
            export.set_form(form);
        }
    }
}

fn size(ui: &mut Ui, export: &mut ExportSettings) {
    ui.add_space(f32::from(space::SMALL));
    // Steppers of one row stand at one height.
    ui.spacing_mut().interact_size.y = sizes::ROW;
    let names = ExportSettings::SIZES.map(|side| side.to_string());
    let squares = ExportSettings::SIZES.into_iter().zip(&names);
    let mut sizes = vec![(export.screen, t::screen_size())];
    sizes.extend(squares.map(|(side, name)| ((side, side), name.as_str())));
    // Steps round the size of the screen.
    let near = |a: usize, b: usize| a.abs_diff(b) < 16;
    let is_near = |size: (usize, usize)| near(size.0, export.size.0) && near(size.1, export.size.1);
    let now = sizes.iter().map(|(size, _)| *size).find(|size| is_near(*size));
    if let Some(size) = segmented(ui, now, &sizes) {
        export.size = size;
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = f32::from(space::LARGE);
        stepper(ui, t::width(), &mut export.size.0, ExportSettings::SIDE, 16.0);
        stepper(ui, t::height(), &mut export.size.1, ExportSettings::SIDE, 16.0);
    });
}

fn film(ui: &mut Ui, export: &mut ExportSettings) {
    ui.add_space(f32::from(space::SMALL));
    ui.spacing_mut().interact_size.y = sizes::ROW;
    ui.horizontal_wrapped(|ui| {
        stepper(ui, t::pace(), &mut export.pace, ExportSettings::PACE, 0.25);
    });
    ui.horizontal_wrapped(|ui| {
        let (from, to) = (export.from, export.to);
        stepper(ui, t::from(), &mut export.from, 0..=to, 1.0);
        stepper(ui, t::to(), &mut export.to, from..=export.moves, 1.0);
    });
}

/// Returns true if the export is to stop.
pub fn progress(ctx: &Context, running: &RunningExport) -> bool {
    let (done, of) = running.progress();
    let frame = toast_frame(ctx);
    let area = egui::Area::new(egui::Id::unique("exporting"));
    let area = area.anchor(egui::Align2::RIGHT_BOTTOM, egui::vec2(-12.0, -40.0));
    let shown = area.order(egui::Order::Foreground).show(ctx, |ui| {
        frame
            .show(ui, |ui| {
                ui.set_max_width(240.0);
                ui.label(t::exporting());
                let share = done as f32 / of.max(1) as f32;
                let bar = egui::ProgressBar::new(share).desired_width(220.0);
                let text = t::progress(done, of);
                ui.add(bar.text(text.clone())).widget_info(|| {
                    egui::WidgetInfo::labeled(egui::Role::ProgressIndicator, true, &text)
                });
                ui.add(ActionButton::secondary(t::stop()).low()).clicked()
            })
            .inner
    });
    shown.inner
}
