//! Files to open, save and export.

use std::ops::RangeInclusive;

use boardloom_app::controller::FileDialog;
use boardloom_app::files::{ExportFormat, ExportSettings, FileEntry, FilePicker, PickerRequest};
use boardloom_app::game_setup::next_of;
use boardloom_app::keys::Key;
use boardloom_app::texts::{files as t, terminal as says};
use ratatui::Frame;
use ratatui::text::Line;

use super::lists::chosen_line;
use super::settings::PACES;
use super::{TerminalApp, entry};
use crate::event::Press;

/// The default size of an exported picture, in pixels.
const PICTURE: (usize, usize) = (1200, 1200);
/// Pixels per unit of the scene.
const SCALE: f32 = 1.5;
/// Pixels that an arrow key adds to a side.
const STEP: isize = 10;
/// The rows of a box that list no file.
const FRAME: usize = 6;

#[derive(Debug, Clone, Default)]
pub struct FileSelection {
    /// The chosen row of the export.
    row: usize,
    /// The number that is typed into that row.
    digits: String,
    /// Whether the selected answer is to replace the file.
    pub replace: bool,
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

/// The number of a field, with its bounds.
fn number(
    export: &mut ExportSettings,
    field: Field,
) -> Option<(&mut usize, RangeInclusive<usize>)> {
    match field {
        Field::Width => Some((&mut export.size.0, ExportSettings::SIDE)),
        Field::Height => Some((&mut export.size.1, ExportSettings::SIDE)),
        Field::From => Some((&mut export.from, 0..=export.to)),
        Field::To => Some((&mut export.to, export.from..=export.moves)),
        Field::Form | Field::Pace | Field::Begin => None,
    }
}

impl TerminalApp {
    pub(super) fn export(&mut self) {
        self.controller.open_export(PICTURE, SCALE);
    }

    pub(super) fn export_progress(&self) -> Option<String> {
        let (done, of) = self.controller.files.running.as_ref()?.progress();
        Some(format!("{}: {}  Esc {}", t::exporting(), t::progress(done, of), t::stop()))
    }

    pub(super) fn press_files(&mut self, press: Press) {
        if press.stroke.key == Key::Escape {
            self.controller.cancel();
        } else if self.controller.files.picker().is_some() {
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
        let picker = self.controller.files.picker()?;
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
            Key::Up if press.stroke.modifiers.alt => picker.up(),
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
                    picker.forget_selection();
                }
            }
        }
        None
    }

    fn press_export(&mut self, press: Press) {
        let Some(FileDialog::Export(export)) = &mut self.controller.files.dialog else { return };
        let view = &mut self.file_selection;
        let rows = fields(export);
        let row = view.row.min(rows.len() - 1);
        let by = match press.stroke.key {
            Key::Enter => return self.controller.choose_export_file(),
            Key::Char('Q') => return self.controller.files.dialog = None,
            Key::Left | Key::Char('H') => -1,
            Key::Right | Key::Char('L' | ' ') => 1,
            Key::Char('0'..='9') | Key::Backspace => {
                if let Some((number, bounds)) = number(export, rows[row]) {
                    entry::edit(&mut view.digits, press);
                    let typed = view.digits.parse().unwrap_or(*number);
                    *number = typed.clamp(*bounds.start(), *bounds.end());
                }
                return;
            }
            key => {
                if let Some(to) = entry::walk(row, rows.len(), entry::arrow(key), 8) {
                    view.row = to;
                    view.digits.clear();
                }
                return;
            }
        };
        view.digits.clear();
        match rows[row] {
            Field::Form => export.set_form(next_of(&ExportFormat::ALL, export.form, by as i64)),
            Field::Pace => export.pace = next_of(&PACES, nearest(export.pace), by as i64),
            Field::Begin => self.controller.choose_export_file(),
            field => {
                let Some((number, bounds)) = number(export, field) else { return };
                let by = if matches!(field, Field::From | Field::To) { by } else { by * STEP };
                let to = number.saturating_add_signed(by);
                *number = to.clamp(*bounds.start(), *bounds.end());
            }
        }
    }

    /// Takes a clicked file of the picker, or a row of the export.
    pub(super) fn click_file(&mut self, entry: usize) {
        if let Some(picker) = self.controller.files.picker() {
            let request = picker.activate(entry);
            request.into_iter().for_each(|request| self.controller.pick(request));
            self.handle_events();
        } else {
            self.file_selection.row = entry;
            self.press_files(Press::of(Key::Right));
        }
    }

    pub(super) fn draw_files(&self, frame: &mut Frame<'_>) {
        match &self.controller.files.dialog {
            Some(FileDialog::Picker(picker)) => self.draw_picker(frame, picker),
            Some(FileDialog::Export(export)) => self.draw_export(frame, export),
            None => {}
        }
    }

    fn draw_picker(&self, frame: &mut Frame<'_>, picker: &FilePicker) {
        let width = usize::from(self.size.0.saturating_sub(6)).min(72);
        let mut lines = self.wrap_text(&[format!("{}█", picker.typed)]);
        lines.insert(0, Line::styled(picker.folder().display().to_string(), self.ink.faint()));
        if let Some(trouble) = picker.trouble() {
            lines.extend(self.wrap_text(&[format!("! {trouble}")]));
        }
        let shown = picker.shown();
        let room = usize::from(self.size.1).saturating_sub(FRAME + lines.len()).max(1);
        let at = picker.selected();
        let first = at.unwrap_or(0).saturating_sub(room / 2).min(shown.len().saturating_sub(room));
        let top = lines.len();
        for (n, file) in shown.iter().enumerate().skip(first).take(room) {
            lines.push(chosen_line(at == Some(n), file_line(file, width)));
        }
        let listed = top..lines.len();
        // The box keeps its size while the list changes.
        lines.resize(top + room, Line::raw(" ".repeat(width)));
        lines.push(Line::styled(picker.note().unwrap_or_default(), self.ink.faint()));
        self.draw_box(frame, picker.purpose.title(), &lines, 0, says::picker_help());
        self.clicks.borrow_mut().show_entries(listed, first);
        if let Some(name) = picker.replaces().and_then(|path| path.file_name()) {
            let question = t::replace(&name.to_string_lossy());
            let answers = (t::replace_it(), t::keep());
            self.draw_question(frame, &question, "", answers, self.file_selection.replace);
        }
    }

    fn draw_export(&self, frame: &mut Frame<'_>, export: &ExportSettings) {
        let fields = fields(export);
        let at = self.file_selection.row.min(fields.len() - 1);
        let typed = &self.file_selection.digits;
        let text = |(n, field): (usize, &Field)| {
            let (name, value) = match field {
                Field::Form => (t::format(), export.form.label().to_owned()),
                Field::Width => (t::width(), export.size.0.to_string()),
                Field::Height => (t::height(), export.size.1.to_string()),
                Field::Pace => (t::pace(), export.pace.to_string()),
                Field::From => (t::from(), export.from.to_string()),
                Field::To => (t::to(), export.to.to_string()),
                Field::Begin => return t::do_export().to_owned(),
            };
            match n == at && !typed.is_empty() {
                true => format!("{name:<20}   {typed}█"),
                false => format!("{name:<20} < {value} >"),
            }
        };
        let rows = fields.iter().enumerate().map(text);
        self.draw_list(frame, t::export(), rows, at, says::export_help());
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
