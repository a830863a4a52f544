//! The export dialog.

use std::time::Duration;

use boardloom_app::files::{ExportFormat, RunningExport};
use egui::{Context, DragValue, RichText, Ui};

use crate::dialogs::modal;
use crate::texts::files as t;
use crate::theme::Palette;

const SIZES: [u32; 4] = [480, 800, 1200, 2000];
const SIDE: std::ops::RangeInclusive<u32> = 16..=8192;

#[derive(Debug, Clone, PartialEq)]
pub struct ExportDialog {
    pub form: ExportFormat,
    pub size: (u32, u32),
    /// Seconds for a position of an animation.
    pub pace: f32,
    /// In moves from the start.
    pub from: usize,
    pub to: usize,
    moves: usize,
    screen: (u32, u32),
    three_d: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportDialogAction {
    Choose,
    Close,
}

impl ExportDialog {
    pub fn new(screen: (u32, u32), moves: usize, pace: f32, three_d: bool) -> Self {
        let form = ExportFormat::default();
        ExportDialog { form, size: screen, pace, from: 0, to: moves, moves, screen, three_d }
    }

    /// The window's pixels are exported; nothing is drawn.
    pub fn copies_screen(&self) -> bool {
        self.three_d && self.form == ExportFormat::Png
    }

    pub fn pace(&self) -> Duration {
        Duration::from_secs_f32(self.pace)
    }
}

pub fn show(
    ctx: &Context,
    export: &mut ExportDialog,
    palette: Palette,
) -> Option<ExportDialogAction> {
    let (action, outside) = modal(ctx, t::export(), 460.0, |ui| {
        forms(ui, export);
        ui.add_space(4.0);
        if export.copies_screen() {
            ui.label(t::standing());
            ui.label(RichText::new(t::standing_size()).color(palette.weak));
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
                return Some(ExportDialogAction::Choose);
            }
            ui.button(t::cancel()).clicked().then_some(ExportDialogAction::Close)
        })
        .inner
    });
    action.or(outside.then_some(ExportDialogAction::Close))
}

fn forms(ui: &mut Ui, export: &mut ExportDialog) {
    for form in ExportFormat::ALL {
        let text = match form {
            ExportFormat::Png => t::png(),
            ExportFormat::Svg => t::svg(),
            ExportFormat::Gif => t::gif(),
            ExportFormat::Frames => t::frames(),
        };
        let response = ui.radio_value(&mut export.form, form, text);
        // Animations are square by default, as most boards are.
        if response.changed() && form.moves() && export.size == export.screen {
            export.size = (SIZES[1], SIZES[1]);
        }
    }
}

fn size(ui: &mut Ui, export: &mut ExportDialog) {
    ui.horizontal_wrapped(|ui| {
        let width = ui.label(t::width());
        ui.add(DragValue::new(&mut export.size.0).range(SIDE)).labelled_by(width.id);
        let height = ui.label(t::height());
        ui.add(DragValue::new(&mut export.size.1).range(SIDE)).labelled_by(height.id);
    });
    ui.horizontal_wrapped(|ui| {
        let on = export.size == export.screen;
        if ui.selectable_label(on, t::screen_size()).clicked() {
            export.size = export.screen;
        }
        for side in SIZES {
            let on = export.size == (side, side);
            if ui.selectable_label(on, format!("{side} × {side}")).clicked() {
                export.size = (side, side);
            }
        }
    });
}

fn film(ui: &mut Ui, export: &mut ExportDialog) {
    ui.horizontal_wrapped(|ui| {
        let label = ui.label(t::pace());
        let pace = DragValue::new(&mut export.pace).range(0.05..=60.0).speed(0.05).max_decimals(2);
        ui.add(pace).labelled_by(label.id);
        let label = ui.label(t::from());
        ui.add(DragValue::new(&mut export.from).range(0..=export.to)).labelled_by(label.id);
        let label = ui.label(t::to());
        let to = DragValue::new(&mut export.to).range(export.from..=export.moves);
        ui.add(to).labelled_by(label.id);
    });
}

/// Returns true if the export is to stop.
pub fn progress(ctx: &Context, making: &RunningExport, palette: Palette) -> bool {
    let (done, of) = making.progress();
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
