//! Files: dropped, chosen, exported.

use boardloom_app::Action;
use boardloom_app::controller::{FileDialog, MailDialog};
use egui::Context;

use super::{App, WindowRequest};
use crate::dialogs::Dialog;
use crate::export::{self, ExportChoice};
use crate::files;
use crate::theme::Palette;

/// The least side of an exported board, in pixels.
const LEAST: usize = 64;

impl App {
    pub(super) fn update_files(&mut self, ctx: &Context) {
        let dropped = ctx.input(|input| input.raw.dropped_files.clone());
        let path = dropped.first().map(|file| file.path().to_owned());
        let awaits_mail = matches!(self.dialog, Some(Dialog::Mail(MailDialog::Import)));
        let is_free = awaits_mail || !self.is_covered();
        if let Some(path) = path.filter(|_| is_free && !self.controller.opening) {
            self.dialog.take_if(|_| awaits_mail);
            self.act(Action::OpenFile(path));
        }
        if let Some(running) = &self.controller.files.running
            && export::progress(ctx, running)
        {
            running.stop();
        }
        if !self.has_dialog() && self.controller.files.needs_picture() {
            self.requests.push(WindowRequest::Picture);
            ctx.request_repaint();
        }
    }

    pub(super) fn show_file_dialogs(&mut self, ctx: &Context) {
        let palette = Palette::of(self.controller.preferences.theme);
        match &mut self.controller.files.dialog {
            Some(FileDialog::Picker(picker)) => {
                let request = files::show(ctx, picker, &mut self.file_view, palette);
                request.into_iter().for_each(|request| self.controller.pick(request));
            }
            Some(FileDialog::Export(export)) => match export::show(ctx, export, palette) {
                Some(ExportChoice::ChooseFile) => self.controller.choose_export_file(),
                Some(ExportChoice::Cancel) => self.controller.files.dialog = None,
                None => {}
            },
            None => {}
        }
        self.handle_events();
    }

    pub(super) fn open_export(&mut self) {
        let Some(session) = &self.controller.session else { return };
        let seen = session.camera.viewport;
        let pixels = |side: f64| (side * f64::from(self.scale)).round() as usize;
        let side = |side: f64| pixels(side).clamp(LEAST, 8192);
        let size = (side(seen.width()), side(seen.height()));
        self.controller.open_export(size, self.scale);
    }

    /// Takes the window's pixels, RGBA from the top, and exports the board's part.
    pub fn receive_picture(&mut self, width: u32, height: u32, dots: &[u8]) {
        let part = self.controller.shown_session().map(|session| {
            let seen = session.camera.viewport;
            let scale = f64::from(self.scale);
            let at = |v: f64, most: u32| (v * scale).round().clamp(0.0, f64::from(most)) as usize;
            let (left, right) = (at(seen.min.x, width), at(seen.max.x, width));
            let (top, bottom) = (at(seen.min.y, height), at(seen.max.y, height));
            let row = |y: usize| {
                let first = y * width as usize;
                dots.get((first + left) * 4..(first + right) * 4).unwrap_or_default()
            };
            let cut = (top..bottom).flat_map(row).copied().collect();
            ((right - left) as u32, (bottom - top) as u32, cut)
        });
        self.controller.export_pixels(part);
    }
}
