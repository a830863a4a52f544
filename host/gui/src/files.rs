//! The file dialog.

use std::path::PathBuf;

use boardloom_app::files::{FileEntry, FileKind, FilePicker, PickerRequest, Purpose, home};
use egui::text::{CCursor, CCursorRange};
use egui::{Context, Key, Modifiers, RichText, ScrollArea, TextEdit, Ui};

use crate::dialogs::modal;
use crate::texts::files as t;
use crate::theme::{Palette, radius, space};

/// Rows that PgDn moves.
const PAGE: isize = 10;
const ROW: f32 = 24.0;

#[derive(Debug)]
pub struct FileDialog {
    pub picker: FilePicker,
    places: Vec<(String, PathBuf)>,
    /// Whether the field had the keyboard once.
    began: bool,
    asking: bool,
    /// Whether the cursor is to go to the end of the field.
    to_end: bool,
    follow: bool,
}

impl FileDialog {
    pub fn new(
        purpose: Purpose,
        folder: PathBuf,
        name: String,
        records: Option<PathBuf>,
        recent: &[PathBuf],
    ) -> Self {
        let home = home();
        let mut places = Vec::new();
        places.extend(home.clone().map(|it| (t::home().to_owned(), it)));
        places.extend(records.map(|it| (t::records().to_owned(), it)));
        for folder in recent {
            let name = folder.file_name().map(|it| it.to_string_lossy().into_owned());
            if let Some(name) = name.filter(|_| places.iter().all(|(_, known)| known != folder)) {
                places.push((name, folder.clone()));
            }
        }
        let picker = FilePicker::new(purpose, folder, name, home);
        FileDialog { picker, places, began: false, asking: false, to_end: false, follow: false }
    }
}

pub fn show(ctx: &Context, files: &mut FileDialog, palette: Palette) -> Option<PickerRequest> {
    if let Some(action) = question(ctx, files) {
        return Some(action);
    }
    let title = match files.picker.purpose() {
        Purpose::Open => t::open(),
        Purpose::Save => t::save_as(),
        Purpose::Export(_) => t::export_to(),
    };
    let (action, outside) = modal(ctx, title, 620.0, |ui| {
        let keyed = press(ui, files);
        places(ui, files);
        ui.label(RichText::new(files.picker.folder().display().to_string()).color(palette.weak));
        let picked = list(ui, files, palette);
        field(ui, files);
        if let Some(trouble) = files.picker.trouble() {
            ui.label(RichText::new(trouble).color(palette.error));
        }
        ui.separator();
        keyed.or(picked).or(buttons(ui, files))
    });
    action.or(outside.then_some(PickerRequest::Cancel))
}

fn question(ctx: &Context, files: &mut FileDialog) -> Option<PickerRequest> {
    let name = files.picker.replaces()?.file_name()?.to_string_lossy().into_owned();
    let (answer, outside) = modal(ctx, &t::replace(&name), 340.0, |ui| {
        ui.horizontal(|ui| {
            let keep = ui.button(t::keep());
            if !std::mem::replace(&mut files.asking, true) {
                // Enter takes the harmless choice.
                keep.request_focus();
            }
            let replace = ui.button(t::replace_it()).clicked();
            replace.then_some(true).or(keep.clicked().then_some(false))
        })
        .inner
    });
    let answer = answer.or(outside.then_some(false))?;
    (files.began, files.asking) = (false, false);
    files.picker.answer(answer)
}

/// Handles the list's keys while the field has the focus.
fn press(ui: &mut Ui, files: &mut FileDialog) -> Option<PickerRequest> {
    let focused = ui.memory(|memory| memory.focused());
    if focused.is_some_and(|it| it != field_id()) {
        return None;
    }
    let pressed = |ui: &mut Ui, modifiers, key| ui.input_mut(|i| i.consume_key(modifiers, key));
    let steps =
        [(Key::ArrowDown, 1), (Key::ArrowUp, -1), (Key::PageDown, PAGE), (Key::PageUp, -PAGE)];
    if pressed(ui, Modifiers::ALT, Key::ArrowUp) {
        files.picker.up();
        return None;
    }
    for (key, by) in steps {
        // A slow frame may have several presses.
        let times = ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key));
        for _ in 0..times {
            files.picker.step(by);
            (files.follow, files.to_end) = (true, true);
        }
    }
    if files.picker.typed.is_empty() && pressed(ui, Modifiers::NONE, Key::Backspace) {
        files.picker.up();
    }
    let entered = files.began && pressed(ui, Modifiers::NONE, Key::Enter);
    entered.then(|| accept(files)).flatten()
}

fn accept(files: &mut FileDialog) -> Option<PickerRequest> {
    files.to_end = true;
    files.picker.accept()
}

fn places(ui: &mut Ui, files: &mut FileDialog) {
    let mut to = None;
    ui.horizontal_wrapped(|ui| {
        if ui.button(format!("⬆ {}", t::parent())).clicked() {
            files.picker.up();
        }
        for (name, folder) in &files.places {
            if ui.button(name).on_hover_text(folder.display().to_string()).clicked() {
                to = Some(folder.clone());
            }
        }
        ui.checkbox(&mut files.picker.all, t::all());
    });
    if let Some(folder) = to {
        files.picker.go(folder);
    }
}

fn list(ui: &mut Ui, files: &mut FileDialog, palette: Palette) -> Option<PickerRequest> {
    let room = ui.ctx().content_rect().height() - 290.0;
    let height = room.clamp(3.0 * ROW, 14.0 * ROW);
    let picker = &files.picker;
    let (shown, selected) = (picker.shown(), picker.selected());
    let note = match shown.is_empty() {
        true if picker.is_reading() => Some(t::reading().to_owned()),
        true if picker.purpose().writes() => Some(t::nothing_yet().to_owned()),
        true if picker.typed.is_empty() => Some(t::empty().to_owned()),
        true => Some(t::none_fits().to_owned()),
        false if picker.left_off() > 0 => Some(t::left_off(picker.left_off())),
        false => None,
    };
    let mut picked = None;
    let frame = egui::Frame::new()
        .fill(palette.ground)
        .inner_margin(space::TINY)
        .corner_radius(radius::CHIP);
    frame.show(ui, |ui| {
        ui.set_min_height(height);
        let mut area = ScrollArea::vertical().max_height(height).auto_shrink(false);
        if let Some(at) = selected.filter(|_| std::mem::take(&mut files.follow)) {
            let step = ROW + ui.spacing().item_spacing.y;
            area = area.vertical_scroll_offset((at as f32 * step - height / 2.0).max(0.0));
        }
        area.show_rows(ui, ROW, shown.len().max(1), |ui, rows| {
            for at in rows {
                let Some(entry) = shown.get(at) else { continue };
                let response = row(ui, entry, selected == Some(at), palette);
                if response.double_clicked() {
                    picked = Some((at, true));
                } else if response.clicked() {
                    picked = Some((at, false));
                }
            }
            if let Some(note) = note {
                ui.label(RichText::new(note).color(palette.weak));
            }
        });
    });
    let (at, twice) = picked?;
    files.to_end = true;
    if twice {
        return files.picker.activate(at);
    }
    files.picker.select(at);
    None
}

fn row(ui: &mut Ui, entry: &FileEntry, selected: bool, palette: Palette) -> egui::Response {
    let (sign, kind) = match entry.kind {
        FileKind::Folder => ("▸", t::folder()),
        FileKind::Record => ("▶", t::record()),
        FileKind::Ruleset => ("☰", t::ruleset()),
        FileKind::Plugin => ("⬢", t::plugin()),
        FileKind::Other => ("·", ""),
    };
    let size = egui::vec2(ui.available_width(), ROW);
    let (strong, weak) = match selected {
        true => (palette.on_accent, palette.on_accent),
        false => (palette.text, palette.weak),
    };
    let text = RichText::new(format!("{sign}  {}", entry.name)).color(strong);
    let about = RichText::new(kind).small().color(weak);
    let button = egui::Button::selectable(selected, text).right_text(about).truncate();
    let response = ui.add(button.min_size(size));
    let name = entry.name.clone();
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, selected, &name));
    response
}

fn field_id() -> egui::Id {
    egui::Id::unique("file-name")
}

fn field(ui: &mut Ui, files: &mut FileDialog) {
    ui.horizontal(|ui| {
        let label = ui.label(t::name());
        let completes = files.picker.can_complete();
        let tab = completes
            && ui.memory(|memory| memory.has_focus(field_id()))
            && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Tab));
        if tab {
            files.to_end |= files.picker.complete();
        }
        let edit = TextEdit::singleline(&mut files.picker.typed)
            .id(field_id())
            .hint_text(t::name_hint())
            .desired_width(f32::INFINITY)
            .lock_focus(completes);
        let mut shown = edit.show(ui);
        if std::mem::take(&mut files.to_end) {
            let end = CCursorRange::one(CCursor::new(files.picker.typed.chars().count()));
            shown.state.cursor.set_char_range(Some(end));
            shown.state.store(ui.ctx(), shown.response.id);
        }
        let response = shown.response.response.labelled_by(label.id);
        if response.changed() {
            files.picker.edited();
        }
        if !std::mem::replace(&mut files.began, true) {
            response.request_focus();
            files.to_end = true;
        }
    });
}

fn buttons(ui: &mut Ui, files: &mut FileDialog) -> Option<PickerRequest> {
    let text = if files.picker.purpose().writes() { t::do_save() } else { t::do_open() };
    ui.horizontal(|ui| {
        if ui.button(text).clicked() {
            return accept(files);
        }
        ui.button(t::cancel()).clicked().then_some(PickerRequest::Cancel)
    })
    .inner
}
