//! The export dialog.

use boardloom_app::files::{ExportFormat, ExportSettings, RunningExport};
use egui::{Context, DragValue, RichText, Ui};

use crate::modal::modal;
use crate::texts::files as t;
use crate::theme::Palette;

pub enum ExportChoice {
    ChooseFile,
    Cancel,
}

pub fn show(ctx: &Context, export: &mut ExportSettings, palette: Palette) -> Option<ExportChoice> {
    let (action, outside) = modal(ctx, t::export(), 460.0, |ui| {
        forms(ui, export);
        ui.add_space(4.0);
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
        ui.separator();
        ui.horizontal(|ui| {
            if ui.button(t::do_export()).clicked() {
                return Some(ExportChoice::ChooseFile);
            }
            ui.button(t::cancel()).clicked().then_some(ExportChoice::Cancel)
        })
        .inner
    });
    action.or(outside.then_some(ExportChoice::Cancel))
}

fn forms(ui: &mut Ui, export: &mut ExportSettings) {
    for form in ExportFormat::ALL {
        if ui.radio(export.form == form, form.label()).clicked() {
            export.set_form(form);
        }
    }
}

fn size(ui: &mut Ui, export: &mut ExportSettings) {
    ui.horizontal_wrapped(|ui| {
        number(ui, t::width(), DragValue::new(&mut export.size.0).range(ExportSettings::SIDE));
        number(ui, t::height(), DragValue::new(&mut export.size.1).range(ExportSettings::SIDE));
    });
    ui.horizontal_wrapped(|ui| {
        let on = export.size == export.screen;
        if ui.selectable_label(on, t::screen_size()).clicked() {
            export.size = export.screen;
        }
        for side in ExportSettings::SIZES {
            let on = export.size == (side, side);
            if ui.selectable_label(on, format!("{side} × {side}")).clicked() {
                export.size = (side, side);
            }
        }
    });
}

fn film(ui: &mut Ui, export: &mut ExportSettings) {
    ui.horizontal_wrapped(|ui| {
        let pace = DragValue::new(&mut export.pace).range(ExportSettings::PACE);
        number(ui, t::pace(), pace.speed(0.05).max_decimals(2));
        number(ui, t::from(), DragValue::new(&mut export.from).range(0..=export.to));
        number(ui, t::to(), DragValue::new(&mut export.to).range(export.from..=export.moves));
    });
}

fn number(ui: &mut Ui, name: &str, value: DragValue<'_>) {
    let label = ui.label(name);
    ui.add(value).labelled_by(label.id);
}

/// Returns true if the export is to stop.
pub fn progress(ctx: &Context, running: &RunningExport, palette: Palette) -> bool {
    let (done, of) = running.progress();
    let frame = egui::Frame::window(&ctx.global_style()).fill(palette.raised);
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
                ui.button(t::stop()).clicked()
            })
            .inner
    });
    shown.inner
}
