//! The file dialog.

use boardloom_app::files::{FileEntry, FileKind, FilePicker, PickerRequest};
use egui::{Context, Event, Key, Modifiers, RichText, ScrollArea, TextEdit, Ui};

use crate::components::{self as parts, ActionButton, modal, row_frame};
use crate::icons::{self, Icon};
use crate::texts::files as t;
use crate::theme::{Palette, font, radius, size, space, stroke};

/// Rows that PgDn moves.
const PAGE: isize = 10;
const ROW: f32 = size::ROW;

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
        places(ui, picker);
        let folder = picker.folder().display().to_string();
        let shown = RichText::new(elided(ui, &folder)).color(palette.weak);
        ui.label(shown).on_hover_text(folder);
        let picked = list(ui, picker, view, palette);
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

/// Shortens a path in its middle to the width of the dialog.
fn elided(ui: &Ui, path: &str) -> String {
    let font = egui::FontId::proportional(font::BODY);
    let fits = |text: &str| {
        let ink = egui::Color32::PLACEHOLDER;
        let galley = ui.painter().layout_no_wrap(text.to_owned(), font.clone(), ink);
        galley.size().x <= ui.available_width()
    };
    let letters: Vec<char> = path.chars().collect();
    let mut kept = letters.len();
    let mut text = path.to_owned();
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

fn places(ui: &mut Ui, picker: &mut FilePicker) {
    let mut to = None;
    ui.horizontal_wrapped(|ui| {
        if ui.add(ActionButton::secondary(t::parent()).icon(icons::UP).low()).clicked() {
            picker.up();
        }
        for (name, folder) in &picker.places {
            let place = ui.add(ActionButton::quiet(name));
            if place.on_hover_text(folder.display().to_string()).clicked() {
                to = Some(folder.clone());
            }
        }
        parts::with_edges(ui, |ui| ui.checkbox(&mut picker.all, t::all()));
    });
    if let Some(folder) = to {
        picker.go(folder);
    }
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
                let response = row(ui, entry, selected == Some(at), palette);
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

fn row(ui: &mut Ui, entry: &FileEntry, selected: bool, palette: Palette) -> egui::Response {
    let room = egui::vec2(ui.available_width(), ROW);
    let (rect, response) = ui.allocate_exact_size(room, egui::Sense::click());
    let name = entry.name.clone();
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, selected, &name));
    row_frame(ui, rect, &response, selected);
    let inside = rect.shrink2(egui::vec2(f32::from(space::SMALL), 0.0));
    let layout = egui::Layout::right_to_left(egui::Align::Center);
    let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(inside).layout(layout));
    let about = RichText::new(entry.kind.label()).small().color(palette.weak);
    ui.add(egui::Label::new(about).selectable(false));
    ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
        let icon = RichText::new(icon_of(entry.kind).glyph()).color(palette.weak);
        ui.add(egui::Label::new(icon).selectable(false));
        let name = RichText::new(&entry.name).color(palette.text);
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
        let response = shown.response.response.labelled_by(label.id);
        if response.changed() {
            picker.forget_selection();
        }
        view.to_end |= !std::mem::replace(&mut view.began, true);
        view.focused |= response.has_focus();
        if !view.focused {
            response.request_focus();
        }
    });
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
