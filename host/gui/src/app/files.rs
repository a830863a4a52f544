//! Files: opened, dropped, saved, exported.

use std::path::{Path, PathBuf};

use boardloom_app::Action;
use boardloom_app::files::{
    ExportFormat, ExportJob, ExportResult, ExportSource, FileTaskResult, FileTasks, PickerRequest,
    Purpose, RunningExport, home,
};
use boardloom_board_view::scene::Show;
use boardloom_match::Record;
use egui::Context;

use super::{App, Screen, WindowRequest};
use crate::dialogs::Dialog;
use crate::export::{self, ExportDialog, ExportDialogAction};
use crate::files::FileDialog;
use crate::saved_games;
use crate::services::Wake;
use crate::session::{GameSession, Notice};
use crate::texts::{files as t, game};
use crate::theme::Palette;

/// The least side of an exported board, in pixels.
const LEAST: u32 = 64;

pub(super) struct Files {
    file_tasks: FileTasks,
    /// Where the player saved this record.
    own: Option<PathBuf>,
    /// The games of my games that are exported, while it is chosen where to.
    games: Vec<String>,
    /// The export whose file is being chosen.
    wanted: Option<ExportDialog>,
    making: Option<RunningExport>,
    /// The file for the next picture of the window, and whether it was requested.
    shot: Option<(PathBuf, bool)>,
}

impl Files {
    pub(super) fn new(wake: Wake) -> Self {
        Files {
            file_tasks: FileTasks::new(wake),
            own: None,
            games: Vec::new(),
            wanted: None,
            making: None,
            shot: None,
        }
    }

    pub(super) fn forget(&mut self) {
        self.own = None;
    }

    /// Stops an export; the frame at work is still written.
    pub(super) fn finish(&mut self) {
        let Some(making) = self.making.take() else { return };
        making.stop();
        // Waits for the frame at work, not for a whole animation.
        for _ in 0..100 {
            if self.file_tasks.answers().any(|it| matches!(it, FileTaskResult::Exported(_))) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }
}

impl App {
    pub(super) fn tend_files(&mut self, ctx: &Context) {
        let dropped = ctx.input(|input| input.raw.dropped_files.clone());
        let path = dropped.first().map(|file| file.path().to_owned());
        if let Some(path) = path.filter(|_| !self.is_covered() && !self.controller.opening) {
            self.act(Action::OpenFile(path));
        }
        let answers: Vec<FileTaskResult> = self.files.file_tasks.answers().collect();
        for answer in answers {
            self.take_answer(answer);
        }
        if let Some(Dialog::Files(files)) = &mut self.dialog
            && let Some(step) = files.picker.wants()
        {
            self.file_step(step);
        }
        if let Some(making) = &self.files.making
            && export::progress(ctx, making, Palette::of(self.controller.preferences.theme))
        {
            making.stop();
        }
        if let Some((_, asked)) = &mut self.files.shot
            && self.dialog.is_none()
            && !std::mem::replace(asked, true)
        {
            self.requests.push(WindowRequest::Picture);
            ctx.request_repaint();
        }
    }

    fn take_answer(&mut self, answer: FileTaskResult) {
        match (answer, &mut self.dialog) {
            (FileTaskResult::Listed { folder, listing }, Some(Dialog::Files(files))) => {
                files.picker.listed(&folder, listing);
            }
            (FileTaskResult::Looked { path, found }, Some(Dialog::Files(files))) => {
                if let Some(step) = files.picker.found(&path, found) {
                    self.apply_picker_request(step);
                }
            }
            // The dialog was closed.
            (FileTaskResult::Listed { .. } | FileTaskResult::Looked { .. }, _) => {}
            (FileTaskResult::Saved { path, outcome }, _) => self.controller.tell(match outcome {
                Ok(()) => Notice::plain(game::saved(&path.display())),
                Err(why) => Notice::bad(why),
            }),
            (FileTaskResult::Exported(ExportResult { outcome, .. }), _) => {
                self.files.making = None;
                self.controller.tell(match outcome {
                    Ok(told) => Notice::plain(told),
                    Err(why) => Notice::bad(why),
                });
            }
        }
    }

    pub(super) fn apply_picker_request(&mut self, step: PickerRequest) {
        match step {
            PickerRequest::Chosen(path) => {
                let Some(Dialog::Files(files)) = self.dialog.take() else { return };
                self.controller.preferences.remember_folder_of(&path);
                self.chosen(files.picker.purpose(), path);
            }
            PickerRequest::Cancel => {
                self.dialog = None;
                self.files.wanted = None;
                self.files.games.clear();
            }
            step => self.file_step(step),
        }
    }

    fn file_step(&mut self, step: PickerRequest) {
        match step {
            PickerRequest::List(folder) => self.files.file_tasks.list(folder),
            PickerRequest::Look(path) => self.files.file_tasks.look(path),
            PickerRequest::Chosen(_) | PickerRequest::Cancel => {}
        }
    }

    pub(super) fn apply_export_action(&mut self, action: ExportDialogAction) {
        let Some(Dialog::Export(export)) = self.dialog.take() else { return };
        if action == ExportDialogAction::Close {
            return;
        }
        let form = export.form;
        self.files.wanted = Some(*export);
        let stem = self.stem();
        self.choose(Purpose::Export(form), format!("{stem}{}", form.ending()));
    }

    fn chosen(&mut self, purpose: Purpose, path: PathBuf) {
        match purpose {
            Purpose::Open => self.act(Action::OpenFile(path)),
            Purpose::Save if !self.files.games.is_empty() => {
                let games = std::mem::take(&mut self.files.games);
                self.controller.export_games(&games, &path);
            }
            Purpose::Save => {
                let Some(session) = &self.controller.session else { return };
                self.files.file_tasks.save(Record::of(&session.game), path.clone());
                self.files.own = Some(path);
            }
            Purpose::Export(_) => self.begin_export(path),
        }
    }

    pub(super) fn choose_file(&mut self) {
        self.choose(Purpose::Open, String::new());
    }

    pub(super) fn save_as(&mut self) {
        if self.controller.session.is_some() {
            let name = format!("{}.{}", self.stem(), boardloom_match::record::EXTENSION);
            self.files.games.clear();
            self.choose(Purpose::Save, name);
        }
    }

    /// Asks where to export games.
    pub(super) fn choose_export(&mut self, games: Vec<String>) {
        let Some(first) = games.first() else { return };
        let name = Path::new(first).with_extension(boardloom_match::record::EXTENSION);
        self.choose(Purpose::Save, name.to_string_lossy().into_owned());
        self.files.games = games;
    }

    pub(super) fn save_own(&mut self) -> bool {
        let (Some(path), Some(session)) = (&self.files.own, &self.controller.session) else {
            return false;
        };
        self.files.file_tasks.save(Record::of(&session.game), path.clone());
        true
    }

    fn choose(&mut self, purpose: Purpose, name: String) {
        let records = self.controller.services.records();
        let known = self.controller.preferences.folders.first().cloned();
        let here = || std::env::current_dir().ok();
        let folder = known.or_else(|| records.clone()).or_else(home).or_else(here);
        let folder = folder.unwrap_or_else(|| PathBuf::from("/"));
        let recent = &self.controller.preferences.folders;
        let files = FileDialog::new(purpose, folder, name, records, recent);
        self.dialog = Some(Dialog::Files(Box::new(files)));
    }

    fn stem(&self) -> String {
        let Some(session) = &self.controller.session else { return String::new() };
        let named = saved_games::file_of(&session.game, Path::new(""), "loom");
        named.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    pub(super) fn export(&mut self, ctx: &Context) {
        if self.files.making.is_some() {
            return self.controller.tell(Notice::bad(t::busy()));
        }
        let Some(session) = &self.controller.session else { return };
        let screen = self.board_size(session, ctx);
        let tree = session.game.tree();
        let moves = tree.line_through(session.game.here()).len() - 1;
        let export =
            ExportDialog::new(screen, moves, self.controller.preferences.pace, session.is_3d());
        self.dialog = Some(Dialog::Export(Box::new(export)));
    }

    fn board_size(&self, session: &GameSession, ctx: &Context) -> (u32, u32) {
        let seen = session.camera.viewport;
        let dots = |side: f64| (side * f64::from(ctx.pixels_per_point())).round() as u32;
        (dots(seen.width()).clamp(LEAST, 8192), dots(seen.height()).clamp(LEAST, 8192))
    }

    fn begin_export(&mut self, path: PathBuf) {
        let (Some(export), Some(session)) = (self.files.wanted.take(), &self.controller.session)
        else {
            return;
        };
        if export.copies_screen() {
            self.files.shot = Some((path, false));
            return;
        }
        let show = Show {
            coordinates: self.controller.preferences.coordinates,
            marks: self.controller.preferences.marks,
            ..Show::default()
        };
        let taken = match export.form {
            ExportFormat::Png | ExportFormat::Svg => {
                // Keep the screen's line widths and font sizes.
                let scale = self.scale;
                let size = [export.size.0, export.size.1].map(|side| side as f32 / scale);
                ExportSource::Scene(Box::new(session.flat_scene(size, &show)), scale)
            }
            ExportFormat::Gif | ExportFormat::Frames => {
                let line = session.game.tree().line_through(session.game.here());
                let (from, to) = (export.from.min(line.len() - 1), export.to.min(line.len() - 1));
                ExportSource::Line {
                    record: Box::new(Record::of(&session.game)),
                    source: session.game.source().clone(),
                    line: line[from..=to.max(from)].to_vec(),
                    look: Box::new(session.animation_settings(export.size, &show)),
                    pace: export.pace(),
                }
            }
        };
        self.order(ExportJob { form: export.form, path, taken });
    }

    fn order(&mut self, order: ExportJob) {
        self.files.making = Some(self.files.file_tasks.export(order));
    }

    /// Takes the window's pixels, RGBA from the top, and exports the board's part.
    pub fn pictured(&mut self, width: u32, height: u32, dots: &[u8]) {
        let Some((path, _)) = self.files.shot.take() else { return };
        let Some(session) =
            self.controller.session.as_ref().filter(|_| self.controller.screen == Screen::Game)
        else {
            return;
        };
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
        let taken = ExportSource::Dots((right - left) as u32, (bottom - top) as u32, cut);
        self.order(ExportJob { form: ExportFormat::Png, path, taken });
    }
}
