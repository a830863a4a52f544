//! Files: opened, saved elsewhere, exported.

use std::path::{Path, PathBuf};
use std::time::Duration;

use boardloom_board_view::scene::DisplayOptions;
use boardloom_match::Record;
use boardloom_match::record::EXTENSION;

use super::{AppEvent, Controller};
use crate::files::{
    ExportFormat, ExportJob, ExportSettings, ExportSource, FilePicker, FileTaskResult, FileTasks,
    PickerRequest, Purpose, RunningExport, documents, home,
};
use crate::load_request::LoadRequest;
use crate::loader::StartView;
use crate::mail_view::MailTask;
use crate::notice::Notice;
use crate::saved_games;
use crate::services::Wake;
use crate::texts::{files as t, game};

pub enum FileDialog {
    Picker(Box<FilePicker>),
    /// Sets an export up.
    Export(ExportSettings),
}

/// The dialogs about files, and the tasks on the disk.
pub struct Files {
    pub dialog: Option<FileDialog>,
    pub running: Option<RunningExport>,
    tasks: FileTasks,
    /// The file that the player saved this record to.
    pub(super) saved_as: Option<PathBuf>,
    /// The file for the next picture of the window, and whether it was requested.
    picture: Option<(PathBuf, bool)>,
}

impl Files {
    pub(super) fn new(wake: Wake) -> Self {
        Files {
            dialog: None,
            running: None,
            tasks: FileTasks::new(wake),
            saved_as: None,
            picture: None,
        }
    }

    pub fn picker(&mut self) -> Option<&mut FilePicker> {
        match &mut self.dialog {
            Some(FileDialog::Picker(picker)) => Some(picker),
            _ => None,
        }
    }

    /// Tells once whether the window's picture is needed: see [`Controller::export_pixels`].
    pub fn needs_picture(&mut self) -> bool {
        let picture = self.picture.as_mut();
        picture.is_some_and(|(_, asked)| !std::mem::replace(asked, true))
    }

    /// Goes back: from the question whether to replace a file, or out of the dialog; or stops an
    /// export.
    pub(super) fn cancel(&mut self) -> bool {
        match (&mut self.dialog, &self.running) {
            (Some(FileDialog::Picker(picker)), _) if picker.replaces().is_some() => {
                drop(picker.answer(false));
            }
            (Some(_), _) => self.dialog = None,
            (None, Some(running)) => running.stop(),
            (None, None) => return false,
        }
        true
    }

    /// Stops an export; the frame at work is still written.
    pub(super) fn finish(&mut self) {
        let Some(running) = self.running.take() else { return };
        running.stop();
        // Waits for the frame at work, not for a whole animation.
        for _ in 0..100 {
            if self.tasks.answers().any(|it| matches!(it, FileTaskResult::Exported(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl<G: StartView> Controller<G> {
    pub(super) fn update_files(&mut self) {
        // Before the results: a typed folder clears the last error, not the one of a result.
        self.list_folder();
        let results: Vec<FileTaskResult> = self.files.tasks.answers().collect();
        results.into_iter().for_each(|result| self.file_task_done(result));
        self.list_folder();
    }

    fn list_folder(&mut self) {
        if let Some(request) = self.files.picker().and_then(FilePicker::wants) {
            self.pick(request);
        }
    }

    fn file_task_done(&mut self, result: FileTaskResult) {
        let picker = self.files.picker();
        let message = match result {
            FileTaskResult::Listed { folder, listing } => {
                if let Some(picker) = picker {
                    picker.receive_listing(&folder, listing);
                }
                return;
            }
            FileTaskResult::Looked { path, found } => {
                if let Some(request) = picker.and_then(|picker| picker.receive_target(&path, found))
                {
                    self.pick(request);
                }
                return;
            }
            FileTaskResult::Saved { path, outcome } => {
                outcome.map(|()| game::saved(&path.display()))
            }
            FileTaskResult::Exported(outcome) => {
                self.files.running = None;
                outcome
            }
        };
        self.notify(message.map_or_else(Notice::bad, Notice::plain));
    }

    /// Carries out a request of the picker.
    pub fn pick(&mut self, request: PickerRequest) {
        match request {
            PickerRequest::List(folder) => {
                let own = self.services.records().as_ref() == Some(&folder);
                self.files.tasks.list(folder, own);
            }
            PickerRequest::Look(path) => self.files.tasks.look(path),
            PickerRequest::Chosen(path) => self.use_file(path),
            PickerRequest::Cancel => self.files.dialog = None,
        }
    }

    fn use_file(&mut self, path: PathBuf) {
        let Some(FileDialog::Picker(picker)) = self.files.dialog.take() else { return };
        self.preferences.remember_folder_of(&path);
        match picker.purpose {
            Purpose::Open => self.open_file(path),
            Purpose::ImportMail => self.run_mail(MailTask::ImportFile(path)),
            Purpose::SaveMail(text) => self.files.tasks.save_text(text, path),
            Purpose::Save => {
                self.files.saved_as = Some(path);
                self.save();
            }
            Purpose::SaveGames(games) => self.export_games(&games, &path),
            Purpose::Export(export) => self.begin_export(&export, path),
        }
    }

    pub(super) fn open_picker(&mut self, purpose: Purpose, name: String) {
        let records = self.services.records();
        let is_own =
            |folder: &PathBuf| records.as_ref().is_some_and(|records| folder.starts_with(records));
        let recent: Vec<PathBuf> =
            self.preferences.folders.iter().filter(|folder| !is_own(folder)).cloned().collect();
        let here = || std::env::current_dir().ok();
        let folder = recent.first().cloned().or_else(documents).or_else(home);
        let folder = folder.or_else(here).unwrap_or_else(|| PathBuf::from("/"));
        let mut picker = FilePicker::new(purpose, folder, name, home());
        picker.add_places(documents(), records, &recent);
        self.files.dialog = Some(FileDialog::Picker(Box::new(picker)));
        self.events.push(AppEvent::FileDialogOpened);
    }

    pub(super) fn choose_file(&mut self) {
        self.open_picker(Purpose::Open, String::new());
    }

    pub(super) fn save_as(&mut self) {
        self.open_picker(Purpose::Save, format!("{}.{EXTENSION}", self.stem()));
    }

    /// Asks where to export games.
    pub(super) fn choose_export(&mut self, games: Vec<String>) {
        let Some(first) = games.first() else { return };
        let name = Path::new(first).with_extension(EXTENSION);
        let name = name.file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.open_picker(Purpose::SaveGames(games), name);
    }

    /// Saves the record to the player's file, or else to the records' folder, and reports the path.
    pub(super) fn save(&mut self) {
        let Some(session) = &self.session else { return };
        if let Some(path) = &self.files.saved_as {
            self.files.tasks.save(Record::of(&session.game), path.clone());
        } else {
            let notice = session.save(&*self.services);
            self.notify(notice);
            self.worker.ask(LoadRequest::List, false);
        }
    }

    fn stem(&self) -> String {
        let Some(session) = &self.session else { return String::new() };
        let named = saved_games::file_of(&session.game, Path::new(""), EXTENSION);
        named.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Opens the settings of an export. `screen` is the board's size in pixels.
    pub fn open_export(&mut self, screen: (usize, usize), scale: f32) {
        if self.files.running.is_some() {
            return self.notify(Notice::bad(t::busy()));
        }
        let Some(session) = &self.session else { return };
        let moves = session.game.tree().line_through(session.game.here()).len() - 1;
        self.files.dialog = Some(FileDialog::Export(ExportSettings {
            form: ExportFormat::default(),
            size: screen,
            pace: self.preferences.pace,
            from: 0,
            to: moves,
            moves,
            screen,
            scale,
            three_d: session.is_3d(),
        }));
        self.events.push(AppEvent::FileDialogOpened);
    }

    /// Asks where to write the export that is set up.
    pub fn choose_export_file(&mut self) {
        let Some(FileDialog::Export(export)) = self.files.dialog.take() else { return };
        let name = format!("{}{}", self.stem(), export.form.ending());
        self.open_picker(Purpose::Export(export), name);
    }

    fn begin_export(&mut self, export: &ExportSettings, path: PathBuf) {
        let Some(session) = &self.session else { return };
        if export.copies_screen() {
            self.files.picture = Some((path, false));
            return;
        }
        let show = DisplayOptions {
            coordinates: self.preferences.coordinates,
            marks: self.preferences.marks,
            numbers: self.preferences.numbers,
            ..DisplayOptions::default()
        };
        let taken = match export.form {
            ExportFormat::Png | ExportFormat::Svg => {
                let size = [export.size.0, export.size.1].map(|side| side as f32 / export.scale);
                ExportSource::Scene(Box::new(session.flat_scene(size, &show)), export.scale)
            }
            ExportFormat::Gif | ExportFormat::Frames => {
                let line = session.game.tree().line_through(session.game.here());
                let size = (export.size.0 as u32, export.size.1 as u32);
                let (from, to) = (export.from.min(line.len() - 1), export.to.min(line.len() - 1));
                ExportSource::Line {
                    record: Box::new(Record::of(&session.game)),
                    source: session.game.source().clone(),
                    line: line[from..=to.max(from)].to_vec(),
                    look: Box::new(session.animation_settings(size, &show)),
                    pace: Duration::from_secs_f32(export.pace),
                    observer: session.game.observer(),
                }
            }
        };
        self.run_export(ExportJob { form: export.form, path, taken });
    }

    fn run_export(&mut self, job: ExportJob) {
        self.files.running = Some(self.files.tasks.export(job));
    }

    /// Exports the requested picture of the window's board: RGBA from the top. Dropped if
    /// there is none.
    pub fn export_pixels(&mut self, picture: Option<(u32, u32, Vec<u8>)>) {
        let Some((path, _)) = self.files.picture.take() else { return };
        let Some((width, height, dots)) = picture else { return };
        let taken = ExportSource::Dots(width, height, dots);
        self.run_export(ExportJob { form: ExportFormat::Png, path, taken });
    }
}
