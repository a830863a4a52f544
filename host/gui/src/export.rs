//! The dialog that says what is exported, and how.

use std::time::Duration;

use boardloom_app::files::{ExportFormat, RunningExport};
use egui::{Context, DragValue, RichText, Ui};

use crate::dialogs::modal;
use crate::texts::files as t;
use crate::theme::Palette;

/// The sizes that are offered besides the screen's.
const SIZES: [u32; 4] = [480, 800, 1200, 2000];
/// No picture is smaller or larger than this.
const SIDE: std::ops::RangeInclusive<u32> = 16..=8192;

/// What is to be exported.
#[derive(Debug, Clone, PartialEq)]
pub struct ExportDialog {
    /// What it becomes.
    pub form: ExportFormat,
    /// Width and height, in dots.
    pub size: (u32, u32),
    /// How long each position of a film stands, in seconds.
    pub pace: f32,
    /// The first position of a film, in moves from the start.
    pub from: usize,
    /// The last one.
    pub to: usize,
    /// How many moves the line that is shown has.
    moves: usize,
    /// How large the board is on the screen, in dots.
    screen: (u32, u32),
    /// Whether the board is shown in three dimensions.
    stands: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportDialogAction {
    /// Choose where to.
    Choose,
    /// Export nothing.
    Close,
}

impl ExportDialog {
    /// Begins with a picture of the position as it is on the screen.
    pub fn new(screen: (u32, u32), moves: usize, pace: f32, stands: bool) -> Self {
        let form = ExportFormat::default();
        ExportDialog { form, size: screen, pace, from: 0, to: moves, moves, screen, stands }
    }

    /// Tells whether what is on the screen itself is exported, and nothing is drawn.
    pub fn copies_screen(&self) -> bool {
        self.stands && self.form == ExportFormat::Png
    }

    /// Returns how long each position stands.
    pub fn pace(&self) -> Duration {
        Duration::from_secs_f32(self.pace)
    }
}

/// Draws the dialog.
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
        if export.stands && !export.copies_screen() {
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
        // The board is square as often as not: a film needs no room beside it.
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

/// Draws how far an export is, in a corner; true where it is to be stopped.
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
