//! Choosing files to open, save and export.

use boardloom_app::files::{ExportFormat, ExportSettings, FileEntry, PickerRequest};
use boardloom_app::keys::Key;
use boardloom_app::texts::{files as t, terminal as says};
use ratatui::Frame;
use ratatui::text::Line;

use super::lists::chosen_line;
use super::settings::{PACES, next_of};
use super::{App, entry};
use crate::event::Press;

/// An exported board in pixels by default, and the pixels per unit of its scene.
const PICTURE: (u32, u32) = (1200, 1200);
const SCALE: f32 = 1.5;
/// The rows of a box that list no file.
const FRAME: usize = 6;

#[derive(Debug, Clone, Copy, Default)]
pub struct FileSelection {
    /// The chosen row of the export.
    pub row: usize,
    /// Whether the question's answer is to replace the file.
    pub replace: bool,
    /// The line of the first listed file, and the file.
    first: (usize, usize),
    place: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Form,
    Width,
    Height,
    Pace,
    From,
    To,
    Begin,
}

fn fields(export: &ExportSettings) -> &'static [Field] {
    use Field::{Begin, Form, From, Height, Pace, To, Width};
    match export.form.moves() {
        true => &[Form, Width, Height, Pace, From, To, Begin],
        false => &[Form, Width, Height, Begin],
    }
}

impl App {
    pub(super) fn export(&mut self) {
        self.controller.open_export(PICTURE, SCALE);
    }

    /// Esc: goes one step back, or stops a running export.
    pub(super) fn cancel_files(&mut self) -> bool {
        match &self.controller.files.running {
            Some(running) if !self.controller.files.is_open() => running.stop(),
            _ => return false,
        }
        true
    }

    /// How far an export is.
    pub(super) fn export_progress(&self) -> Option<String> {
        let (done, of) = self.controller.files.running.as_ref()?.progress();
        Some(format!("{}: {}  Esc {}", t::exporting(), t::progress(done, of), t::stop()))
    }

    pub(super) fn press_files(&mut self, press: Press) {
        if press.stroke.key == Key::Escape {
            self.controller.cancel();
        } else if self.controller.files.picker.is_some() {
            if let Some(request) = self.press_picker(press) {
                self.controller.pick(request);
            }
        } else {
            self.press_export(press);
        }
        self.handle_events();
    }

    fn press_picker(&mut self, press: Press) -> Option<PickerRequest> {
        let view = &mut self.file_selection;
        let picker = self.controller.files.picker.as_mut()?;
        let key = press.stroke.key;
        if picker.replaces().is_some() {
            let replace = match key {
                Key::Char('Y') => true,
                Key::Char('N' | 'Q') => false,
                Key::Enter | Key::Char(' ') => view.replace,
                _ => {
                    view.replace ^= matches!(key, Key::Left | Key::Right | Key::Tab);
                    return None;
                }
            };
            view.replace = false;
            return picker.answer(replace);
        }
        match key {
            Key::Enter => return picker.accept(),
            Key::Tab => drop(picker.complete()),
            Key::Up if press.stroke.held.alt => picker.up(),
            Key::Up => picker.step(-1),
            Key::Down => picker.step(1),
            Key::PageUp => picker.step(-10),
            Key::PageDown => picker.step(10),
            Key::Backspace if picker.typed.is_empty() => picker.up(),
            Key::F(2) => picker.all ^= true,
            Key::F(3) => {
                let places = picker.places.len();
                if let Some((_, folder)) = picker.places.get(view.place % places.max(1)).cloned() {
                    picker.go(folder);
                }
                view.place += 1;
            }
            _ => {
                if entry::edit(&mut picker.typed, press) {
                    picker.edited();
                }
            }
        }
        None
    }

    fn press_export(&mut self, press: Press) {
        let Some(export) = &mut self.controller.files.export else { return };
        let rows = fields(export);
        let row = self.file_selection.row.min(rows.len() - 1);
        let by = match press.stroke.key {
            Key::Enter => return self.controller.choose_export_file(),
            Key::Char('Q') => return self.controller.files.close(),
            Key::Left | Key::Char('H') => -1,
            Key::Right | Key::Char('L' | ' ') => 1,
            key => {
                if let Some(to) = entry::walk(row, rows.len(), entry::arrow(key), 8) {
                    self.file_selection.row = to;
                }
                return;
            }
        };
        let step = |now: usize, least: usize, most: usize| {
            now.saturating_add_signed(by).clamp(least, most)
        };
        let sizes = &ExportSettings::SIZES;
        match rows[row] {
            Field::Form => export.set_form(next_of(&ExportFormat::ALL, export.form, by as i64)),
            Field::Width => export.size.0 = next_of(sizes, export.size.0, by as i64),
            Field::Height => export.size.1 = next_of(sizes, export.size.1, by as i64),
            Field::Pace => export.pace = next_of(&PACES, nearest(export.pace), by as i64),
            Field::From => export.from = step(export.from, 0, export.to),
            Field::To => export.to = step(export.to, export.from, export.moves),
            Field::Begin => self.controller.choose_export_file(),
        }
    }

    /// Takes a clicked line of the picker or of the export.
    pub(super) fn click_file(&mut self, line: usize) {
        let (top, first) = self.file_selection.first;
        if let Some(picker) = &mut self.controller.files.picker {
            let at = line.checked_sub(top).map(|row| first + row);
            let request = at.and_then(|at| picker.activate(at));
            request.into_iter().for_each(|request| self.controller.pick(request));
            self.handle_events();
        } else {
            self.file_selection.row = line;
            let press = Press::of(Key::Right);
            self.press_files(press);
        }
    }

    pub(super) fn draw_files(&mut self, frame: &mut Frame<'_>) {
        let files = &self.controller.files;
        if let Some(picker) = &files.picker {
            let width = usize::from(self.size.0.saturating_sub(6)).min(72);
            let mut lines = self.laid_text(&[format!("{}█", picker.typed)]);
            lines.insert(0, Line::styled(picker.folder().display().to_string(), self.ink.faint()));
            if let Some(trouble) = picker.trouble() {
                lines.extend(self.laid_text(&[format!("! {trouble}")]));
            }
            let shown = picker.shown();
            let room = usize::from(self.size.1).saturating_sub(FRAME + lines.len()).max(1);
            let at = picker.selected();
            let from =
                at.unwrap_or(0).saturating_sub(room / 2).min(shown.len().saturating_sub(room));
            let top = lines.len();
            for (n, file) in shown.iter().enumerate().skip(from).take(room) {
                lines.push(chosen_line(at == Some(n), file_line(file, width)));
            }
            // The box keeps its size while the list changes.
            lines.resize(top + room, Line::raw(" ".repeat(width)));
            lines.push(Line::styled(picker.note().unwrap_or_default(), self.ink.faint()));
            let title = picker.purpose().title();
            self.draw_box(frame, title, &lines, 0, says::picker_help());
            if let Some(name) = picker.replaces().and_then(|path| path.file_name()) {
                let question = t::replace(&name.to_string_lossy());
                let answers = (t::replace_it(), t::keep());
                self.draw_sure(frame, &question, "", answers, self.file_selection.replace);
            }
            self.file_selection.first = (top, from);
        } else if let Some(export) = &files.export {
            let two = |name: &str, value: String| format!("{name:<20} < {value} >");
            let text = |field: &Field| match field {
                Field::Form => format!("< {} >", export.form.label()),
                Field::Width => two(t::width(), export.size.0.to_string()),
                Field::Height => two(t::height(), export.size.1.to_string()),
                Field::Pace => two(t::pace(), export.pace.to_string()),
                Field::From => two(t::from(), export.from.to_string()),
                Field::To => two(t::to(), export.to.to_string()),
                Field::Begin => t::do_export().to_owned(),
            };
            let fields = fields(export);
            let at = self.file_selection.row.min(fields.len() - 1);
            let rows = fields.iter().enumerate().map(|(n, it)| chosen_line(n == at, text(it)));
            let lines: Vec<Line<'_>> = rows.collect();
            self.draw_box(frame, t::export(), &lines, self.top_for(at), says::export_help());
        }
    }
}

/// A value from the settings file may lie between two of the proposed ones.
pub fn nearest(pace: f32) -> f32 {
    let near = |a: &&f32, b: &&f32| (*a - pace).abs().total_cmp(&(*b - pace).abs());
    PACES.iter().min_by(near).copied().unwrap_or(1.0)
}

fn file_line(file: &FileEntry, width: usize) -> String {
    let kind = file.kind.label();
    let room = width.saturating_sub(kind.chars().count() + 4);
    let name: String = file.name.chars().take(room).collect();
    format!("{name:<room$}  {kind}")
}
