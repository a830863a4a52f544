//! The file dialog.

use boardloom_app::files::{FileEntry, FileKind, FilePicker, PickerRequest};
use egui::{Context, Event, Key, Modifiers, RichText, ScrollArea, TextEdit, Ui};

use crate::modal::modal;
use crate::texts::files as t;
use crate::theme::{Palette, radius, space};

/// Rows that PgDn moves.
const PAGE: isize = 10;
const ROW: f32 = 24.0;

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
    let (action, outside) = modal(ctx, picker.purpose.title(), 620.0, |ui| {
        let keyed = press(ui, picker, view);
        places(ui, picker);
        ui.label(RichText::new(picker.folder().display().to_string()).color(palette.weak));
        let picked = list(ui, picker, view, palette);
        field(ui, picker, view);
        if let Some(trouble) = picker.trouble() {
            ui.label(RichText::new(trouble).color(palette.error));
        }
        ui.separator();
        keyed.or(picked).or(buttons(ui, picker, view))
    });
    action.or(outside.then_some(PickerRequest::Cancel))
}

fn question(ctx: &Context, picker: &mut FilePicker, view: &mut FileView) -> Option<PickerRequest> {
    let name = picker.replaces()?.file_name()?.to_string_lossy().into_owned();
    let (answer, outside) = modal(ctx, &t::replace(&name), 340.0, |ui| {
        ui.horizontal(|ui| {
            let keep = ui.button(t::keep());
            if !std::mem::replace(&mut view.asking, true) {
                // Enter takes the harmless choice.
                keep.request_focus();
            }
            let replace = ui.button(t::replace_it()).clicked();
            replace.then_some(true).or(keep.clicked().then_some(false))
        })
        .inner
    });
    let answer = answer.or(outside.then_some(false))?;
    picker.answer(answer)
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
        if ui.button(format!("⬆ {}", t::parent())).clicked() {
            picker.up();
        }
        for (name, folder) in &picker.places {
            if ui.button(name).on_hover_text(folder.display().to_string()).clicked() {
                to = Some(folder.clone());
            }
        }
        ui.checkbox(&mut picker.all, t::all());
    });
    if let Some(folder) = to {
        picker.go(folder);
    }
}

fn list(
    ui: &mut Ui,
    picker: &mut FilePicker,
    view: &mut FileView,
    palette: Palette,
) -> Option<PickerRequest> {
    let room = ui.ctx().content_rect().height() - 290.0;
    let height = room.clamp(3.0 * ROW, 14.0 * ROW);
    let (shown, selected) = (picker.shown(), picker.selected());
    let mut picked = None;
    let frame = egui::Frame::new()
        .fill(palette.background)
        .inner_margin(space::TINY)
        .corner_radius(radius::CHIP);
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

fn row(ui: &mut Ui, entry: &FileEntry, selected: bool, palette: Palette) -> egui::Response {
    let sign = match entry.kind {
        FileKind::Folder => "▸",
        FileKind::Record => "▶",
        FileKind::Ruleset => "☰",
        FileKind::Plugin => "⬢",
        FileKind::Other => "·",
    };
    let size = egui::vec2(ui.available_width(), ROW);
    let (strong, weak) = match selected {
        true => (palette.on_accent, palette.on_accent),
        false => (palette.text, palette.weak),
    };
    let text = RichText::new(format!("{sign}  {}", entry.name)).color(strong);
    let about = RichText::new(entry.kind.label()).small().color(weak);
    let button = egui::Button::selectable(selected, text).right_text(about).truncate();
    let response = ui.add(button.min_size(size));
    let name = entry.name.clone();
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, selected, &name));
    response
}

fn field_id() -> egui::Id {
    egui::Id::unique("file-name")
}

fn field(ui: &mut Ui, picker: &mut FilePicker, view: &mut FileView) {
    ui.horizontal(|ui| {
        let label = ui.label(t::name());
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
            .lock_focus(completes);
        let mut shown = edit.show(ui);
        if std::mem::take(&mut view.to_end) {
            crate::text_field::cursor_to_end(ui, &mut shown, &picker.typed);
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
    ui.horizontal(|ui| {
        if ui.button(text).clicked() {
            return accept(picker, view);
        }
        ui.button(t::cancel()).clicked().then_some(PickerRequest::Cancel)
    })
    .inner
}
