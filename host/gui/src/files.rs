//! The file dialog.

use std::path::{Path, PathBuf};

use boardloom_app::date::when;
use boardloom_app::files::{FileEntry, FileKind, FilePicker, PickerRequest};
use egui::{Context, Event, Key, Modifiers, RichText, ScrollArea, TextEdit, Ui};

use crate::components::{self as parts, ActionButton, modal, row_frame};
use crate::icons::{self, Icon};
use crate::texts::files as t;
use crate::theme::{Palette, font, radius, size, space, stroke};

/// Rows that PgDn moves.
const PAGE: isize = 10;
const ROW: f32 = size::ROW;
/// The width of the folders to go to, and the least of a dialog that has them beside the list.
const RAIL: f32 = 136.0;
const RAILED: f32 = 520.0;
/// The width of the sign between two folders.
const SEPARATOR: f32 = 14.0;
/// The least width of a row that shows dates, and the widths of its dates and kinds.
const DATED: f32 = 320.0;
const DATE: f32 = 112.0;
const KIND: f32 = 64.0;

/// The state of the dialog's widgets.
#[derive(Debug, Default)]
pub struct FileView {
    /// Whether the dialog was drawn before.
    began: bool,
    /// Whether the field had the focus: a click that opens the dialog takes it away.
    focused: bool,
    asking: bool,
    /// Whether Enter waits for the text of its frame.
    entered: bool,
    /// Whether the cursor is to go to the end of the field.
    to_end: bool,
    follow: bool,
}

pub fn show(
    ctx: &Context,
    picker: &mut FilePicker,
    view: &mut FileView,
    palette: Palette,
) -> Option<PickerRequest> {
    if picker.replaces().is_some() {
        return question(ctx, picker, view);
    }
    if std::mem::take(&mut view.asking) {
        (view.began, view.focused) = (false, false);
    }
    let (action, outside) = modal(ctx, picker.purpose.title(), size::WIDE_DIALOG, |ui| {
        let keyed = press(ui, picker, view);
        let railed = ui.available_width() >= RAILED && !picker.places.is_empty();
        if !railed {
            places_in_row(ui, picker);
        }
        breadcrumb(ui, picker, palette);
        let picked = match railed {
            true => {
                ui.horizontal_top(|ui| {
                    rail(ui, picker);
                    ui.vertical(|ui| list(ui, picker, view, palette)).inner
                })
                .inner
            }
            false => list(ui, picker, view, palette),
        };
        field(ui, picker, view);
        if let Some(trouble) = picker.trouble() {
            ui.label(RichText::new(trouble).color(palette.error));
        }
        keyed.or(picked).or(buttons(ui, picker, view))
    });
    action.or(outside.then_some(PickerRequest::Cancel))
}

fn question(ctx: &Context, picker: &mut FilePicker, view: &mut FileView) -> Option<PickerRequest> {
    let name = picker.replaces()?.file_name()?.to_string_lossy().into_owned();
    let (answer, outside) = modal(ctx, &t::replace(&name), size::DIALOG, |ui| {
        let buttons = [ActionButton::secondary(t::keep()), ActionButton::danger(t::replace_it())];
        let [keep, replace] = parts::footer(ui, buttons);
        if !std::mem::replace(&mut view.asking, true) {
            // Enter takes the harmless choice.
            keep.request_focus();
        }
        replace.clicked().then_some(true).or(keep.clicked().then_some(false))
    });
    let answer = answer.or(outside.then_some(false))?;
    picker.answer(answer)
}

/// Shortens a name in its middle where it has no room.
fn elided(ui: &Ui, name: &str) -> String {
    let font = egui::FontId::proportional(font::BODY);
    let fits = |text: &str| {
        let ink = egui::Color32::PLACEHOLDER;
        let galley = ui.painter().layout_no_wrap(text.to_owned(), font.clone(), ink);
        galley.size().x <= ui.available_width()
    };
    let letters: Vec<char> = name.chars().collect();
    let mut kept = letters.len();
    let mut text = name.to_owned();
    while kept > 8 && !fits(&text) {
        kept -= 1;
        let start: String = letters[..kept / 3].iter().collect();
        let end: String = letters[letters.len() - (kept - kept / 3)..].iter().collect();
        text = format!("{start}…{end}");
    }
    text
}

/// Handles the list's keys while the field has the focus.
fn press(ui: &mut Ui, picker: &mut FilePicker, view: &mut FileView) -> Option<PickerRequest> {
    let focused = ui.memory(|memory| memory.focused());
    if focused.is_some_and(|it| it != field_id()) {
        return None;
    }
    let pressed = |ui: &mut Ui, modifiers, key| ui.input_mut(|i| i.consume_key(modifiers, key));
    let steps =
        [(Key::ArrowDown, 1), (Key::ArrowUp, -1), (Key::PageDown, PAGE), (Key::PageUp, -PAGE)];
    if pressed(ui, Modifiers::ALT, Key::ArrowUp) {
        picker.up();
        return None;
    }
    for (key, by) in steps {
        // A slow frame may have several presses.
        let times = ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key));
        for _ in 0..times {
            picker.step(by);
            (view.follow, view.to_end) = (true, true);
        }
    }
    if picker.typed.is_empty() && pressed(ui, Modifiers::NONE, Key::Backspace) {
        picker.up();
    }
    let waited = std::mem::take(&mut view.entered);
    let entered = view.began && pressed(ui, Modifiers::NONE, Key::Enter);
    let is_text = |event: &Event| matches!(event, Event::Text(_) | Event::Paste(_));
    if entered && ui.input(|input| input.events.iter().any(is_text)) {
        // The field takes the text in this frame, and Enter means all of it.
        view.entered = true;
        ui.ctx().request_repaint();
        return None;
    }
    (entered || waited).then(|| accept(picker, view)).flatten()
}

fn accept(picker: &mut FilePicker, view: &mut FileView) -> Option<PickerRequest> {
    view.to_end = true;
    picker.accept()
}

/// Folders to go to, at the left of the list.
fn rail(ui: &mut Ui, picker: &mut FilePicker) {
    let (mut to, folder) = (None, picker.folder());
    ui.vertical(|ui| {
        ui.set_width(RAIL);
        ui.spacing_mut().item_spacing.y = f32::from(space::TINY);
        for (name, place) in &picker.places {
            let entry = parts::rail_entry(ui, name, *place == folder);
            if entry.on_hover_text(place.display().to_string()).clicked() {
                to = Some(place.clone());
            }
        }
    });
    to.into_iter().for_each(|place| picker.go(place));
}

fn places_in_row(ui: &mut Ui, picker: &mut FilePicker) {
    let mut to = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for (name, place) in &picker.places {
            let entry = ui.add(ActionButton::quiet(name));
            if entry.on_hover_text(place.display().to_string()).clicked() {
                to = Some(place.clone());
            }
        }
    });
    to.into_iter().for_each(|place| picker.go(place));
}

/// The shown folder and those around it. Where there is no room, the outer ones are left out.
fn breadcrumb(ui: &mut Ui, picker: &mut FilePicker, palette: Palette) {
    let folder = picker.folder();
    let name = |folder: &Path| match folder.file_name() {
        Some(name) => name.to_string_lossy().into_owned(),
        None => folder.display().to_string(),
    };
    let mut to: Option<PathBuf> = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.spacing_mut().button_padding.x = f32::from(space::TINY);
        let up = ActionButton::icon_only(icons::UP, t::parent());
        if ui.add(up).on_hover_text(t::parent()).clicked() {
            picker.up();
        }
        let mut room = ui.available_width() - 2.0 * SEPARATOR;
        let mut shown: Vec<(String, &Path)> = Vec::new();
        for part in folder.ancestors() {
            let name = name(part);
            room -= ActionButton::quiet(&name).width(ui) + SEPARATOR;
            if room < 0.0 && !shown.is_empty() {
                break;
            }
            shown.push((name, part));
        }
        let separator = |ui: &mut Ui, sign: &str| {
            let sign = RichText::new(sign).color(palette.weak);
            let size = egui::vec2(SEPARATOR, ROW);
            ui.add_sized(size, egui::Label::new(sign).selectable(false));
        };
        if shown.last().is_some_and(|(_, outer)| outer.parent().is_some()) {
            separator(ui, "…");
        }
        for (place, (name, part)) in shown.iter().rev().enumerate() {
            // The root's name is a separator already.
            if place > 1 || place == 1 && shown.last().is_some_and(|(name, _)| name != "/") {
                separator(ui, "›");
            }
            let here = place + 1 == shown.len();
            let button = ui
                .add(ActionButton::quiet(name).on(here))
                .on_hover_text(part.display().to_string());
            if button.clicked() {
                to = Some(part.to_path_buf());
            }
        }
    });
    to.into_iter().for_each(|place| picker.go(place));
}

/// The room below the list: the field, the buttons and the gaps between.
const BELOW: f32 = 128.0;

fn list(
    ui: &mut Ui,
    picker: &mut FilePicker,
    view: &mut FileView,
    palette: Palette,
) -> Option<PickerRequest> {
    let trouble = if picker.trouble().is_some() { ROW } else { 0.0 };
    let height = (ui.available_height() - BELOW - trouble).clamp(ROW, 14.0 * ROW);
    let (shown, selected) = (picker.shown(), picker.selected());
    // Where all files are of one kind, a column for it says nothing.
    let mut found = shown.iter().map(|it| it.kind).filter(|kind| *kind != FileKind::Folder);
    let first = found.next();
    let kinds = !picker.purpose.writes() && found.any(|kind| Some(kind) != first);
    let mut picked = None;
    let frame = egui::Frame::new()
        .fill(palette.background)
        .inner_margin(space::TINY)
        .stroke(egui::Stroke::new(stroke::LINE, palette.line))
        .corner_radius(radius::CONTROL);
    frame.show(ui, |ui| {
        ui.set_min_height(height);
        let mut area = ScrollArea::vertical().max_height(height).auto_shrink(false);
        if let Some(at) = selected.filter(|_| std::mem::take(&mut view.follow)) {
            let step = ROW + ui.spacing().item_spacing.y;
            area = area.vertical_scroll_offset((at as f32 * step - height / 2.0).max(0.0));
        }
        area.show_rows(ui, ROW, shown.len().max(1), |ui, rows| {
            for at in rows {
                let Some(entry) = shown.get(at) else { continue };
                let response = row(ui, entry, (selected == Some(at), kinds), palette);
                if response.double_clicked() {
                    picked = Some((at, true));
                } else if response.clicked() {
                    picked = Some((at, false));
                }
            }
            if let Some(note) = picker.note() {
                ui.label(RichText::new(note).color(palette.weak));
            }
        });
    });
    let (at, twice) = picked?;
    view.to_end = true;
    if twice {
        return picker.activate(at);
    }
    picker.select(at);
    None
}

fn icon_of(kind: FileKind) -> Icon {
    match kind {
        FileKind::Folder => icons::FOLDER,
        FileKind::Record => icons::RECORD,
        FileKind::Ruleset => icons::RULESET,
        FileKind::Plugin => icons::PLUGIN,
        FileKind::Other => icons::FILE,
    }
}

fn row(
    ui: &mut Ui,
    entry: &FileEntry,
    (selected, kinds): (bool, bool),
    palette: Palette,
) -> egui::Response {
    let room = egui::vec2(ui.available_width(), ROW);
    let (rect, response) = ui.allocate_exact_size(room, egui::Sense::click());
    let name = entry.name.clone();
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, selected, &name));
    row_frame(ui, rect, &response, selected);
    let inside = rect.shrink2(egui::vec2(f32::from(space::SMALL), 0.0));
    let layout = egui::Layout::right_to_left(egui::Align::Center);
    let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(inside).layout(layout));
    let left = egui::Layout::left_to_right(egui::Align::Center);
    let column = |ui: &mut Ui, width: f32, text: &str| {
        ui.allocate_ui_with_layout(egui::vec2(width, ROW), left, |ui| {
            ui.set_min_width(width);
            let text = RichText::new(text).small().color(palette.weak);
            ui.add(egui::Label::new(text).truncate().selectable(false));
        });
    };
    if rect.width() >= DATED {
        let time = entry.modified.filter(|_| entry.kind != FileKind::Folder);
        let time = time.map(|time| when(time, std::time::SystemTime::now()));
        column(&mut ui, DATE, &time.unwrap_or_default());
    }
    // Icons tell those kinds that are listed most.
    if kinds {
        column(&mut ui, KIND, entry.kind.label());
    }
    ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
        let icon = RichText::new(icon_of(entry.kind).glyph()).color(palette.weak);
        ui.add(egui::Label::new(icon).selectable(false));
        let name = RichText::new(elided(ui, &entry.name)).color(palette.text);
        ui.add(egui::Label::new(name).truncate().selectable(false));
    });
    response
}

fn field_id() -> egui::Id {
    egui::Id::unique("file-name")
}

fn field(ui: &mut Ui, picker: &mut FilePicker, view: &mut FileView) {
    ui.horizontal(|ui| {
        let label = parts::row_text(ui, t::name());
        let right = egui::Layout::right_to_left(egui::Align::Center);
        ui.with_layout(right, |ui| {
            parts::with_edges(ui, |ui| ui.checkbox(&mut picker.all, t::all()));
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                name_field(ui, picker, view, label.id);
            });
        });
    });
}

fn name_field(ui: &mut Ui, picker: &mut FilePicker, view: &mut FileView, label: egui::Id) {
    let completes = picker.can_complete();
    let tab = completes
        && ui.memory(|memory| memory.has_focus(field_id()))
        && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Tab));
    if tab {
        view.to_end |= picker.complete();
    }
    let edit = TextEdit::singleline(&mut picker.typed)
        .id(field_id())
        .hint_text(t::name_hint())
        .desired_width(f32::INFINITY)
        .align(egui::Align2::LEFT_CENTER)
        .min_size(egui::vec2(0.0, size::ROW))
        .margin(egui::Margin::symmetric(space::SMALL, 0))
        .lock_focus(completes);
    let mut shown = parts::with_edges(ui, |ui| edit.show(ui));
    if std::mem::take(&mut view.to_end) {
        parts::cursor_to_end(ui, &mut shown, &picker.typed);
    }
    let response = shown.response.response.labelled_by(label);
    if response.changed() {
        picker.forget_selection();
    }
    view.to_end |= !std::mem::replace(&mut view.began, true);
    view.focused |= response.has_focus();
    if !view.focused {
        response.request_focus();
    }
}

fn buttons(ui: &mut Ui, picker: &mut FilePicker, view: &mut FileView) -> Option<PickerRequest> {
    let text = if picker.purpose.writes() { t::do_save() } else { t::do_open() };
    let buttons = [ActionButton::secondary(t::cancel()), ActionButton::primary(text)];
    let [cancel, go] = parts::footer(ui, buttons);
    if go.clicked() {
        return accept(picker, view);
    }
    cancel.clicked().then_some(PickerRequest::Cancel)
}
