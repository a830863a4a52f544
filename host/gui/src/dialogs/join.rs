//! Joining a game with others.

use boardloom_app::Action;
use boardloom_app::controller::{JoinForm, NearbyRooms, OnlineAction, nearby_text};
use egui::{Context, RichText, Ui};

use super::DialogResult;
use crate::components::{self as parts, ActionButton, modal};
use crate::icons;
use crate::keys::Command;
use crate::texts::{game, mail, online as t};
use crate::theme::{Palette, TextWeight, size, space};

/// The most games of the local network that are seen at a time.
const NEARBY_ROWS: f32 = 4.0;

/// Asks for an invitation and a name.
#[derive(Debug)]
pub struct JoinDialog {
    pub form: JoinForm,
    /// The texts of the rooms that can be hosted again.
    pub hosted: Vec<String>,
    pub nearby: NearbyRooms,
}

impl JoinDialog {
    pub fn show(&mut self, ctx: &Context, palette: Palette) -> Option<DialogResult> {
        let (result, outside) = modal(ctx, t::join_title(), size::DIALOG, |ui| {
            ui.label(RichText::new(t::join_help()).color(palette.weak));
            let entered = self.fields(ui, palette);
            self.nearby_rooms(ui, palette);
            let again = self.hosted_rooms(ui, palette);
            // Another way in, not a way out.
            ui.add_space(f32::from(space::MEDIUM));
            let import = ActionButton::quiet(mail::import()).icon(icons::PASTE);
            let import = parts::flush_left(ui, import);
            let join = ActionButton::primary(t::connect());
            let cancel = ActionButton::secondary(game::cancel());
            let [cancel, join] = parts::footer(ui, [cancel, join]);
            if import.clicked() {
                return Some(DialogResult::Act(Action::Command(Command::ImportMail)));
            }
            let joins = (join.clicked() || entered)
                .then(|| OnlineAction::Join(Box::new(self.form.clone())));
            let act = |action| DialogResult::Act(Action::Online(action));
            joins.or(again).map(act).or(cancel.clicked().then_some(DialogResult::Close))
        });
        result.or(outside.then_some(DialogResult::Close))
    }

    /// Returns whether Enter was pressed in a field.
    fn fields(&mut self, ui: &mut Ui, palette: Palette) -> bool {
        let form = &mut self.form;
        if let Some(room) = form.picked.clone() {
            ui.label(RichText::new(nearby_text(&room)).semibold());
            if ui.link(t::other_invitation()).clicked() {
                form.pick(room);
            }
        }
        let room = field(ui, form.room_field(), true);
        form.fingerprint_text().map(|text| ui.label(RichText::new(text).color(palette.weak)));
        let name = field(ui, (t::your_name(), t::guest(), &mut form.name), false);
        if !form.error.is_empty() {
            ui.label(RichText::new(&form.error).color(palette.error));
        }
        room || name
    }

    fn nearby_rooms(&mut self, ui: &mut Ui, palette: Palette) {
        if self.nearby == NearbyRooms::NotSearched {
            return;
        }
        heading(ui, t::nearby_rooms(), palette);
        let (rooms, note) = self.nearby.shown();
        note.map(|note| ui.label(RichText::new(note).color(palette.weak)));
        let area = egui::ScrollArea::vertical().max_height(NEARBY_ROWS * size::BUTTON);
        area.show(ui, |ui| {
            for room in rooms {
                if row(ui, &nearby_text(room)) {
                    self.form.pick(room.clone());
                }
            }
        });
    }

    fn hosted_rooms(&self, ui: &mut Ui, palette: Palette) -> Option<OnlineAction> {
        if !self.hosted.is_empty() {
            heading(ui, t::hosted_rooms(), palette);
        }
        let mut again = None;
        for (room, text) in self.form.rooms.iter().zip(&self.hosted) {
            if row(ui, text) {
                again = Some(OnlineAction::HostAgain(room.file.clone()));
            }
        }
        again
    }
}

/// Shows a field with name, example and text; the first one takes the focus. Returns whether Enter
/// was pressed in it.
fn field(ui: &mut Ui, (name, hint, text): (&str, &str, &mut String), is_first: bool) -> bool {
    // Nearer to its field than to the one before.
    ui.add_space(f32::from(space::SMALL));
    let gap = std::mem::replace(&mut ui.spacing_mut().item_spacing.y, f32::from(space::TINY));
    let label = ui.label(name);
    let field = parts::text_field(ui, text, hint, f32::INFINITY).labelled_by(label.id);
    ui.spacing_mut().item_spacing.y = gap;
    let enters = field.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter));
    let focused = ui.memory(|memory| memory.focused()).is_some();
    if is_first && !focused && !enters {
        field.request_focus();
    }
    enters
}

fn heading(ui: &mut Ui, text: &str, palette: Palette) {
    ui.add_space(f32::from(space::LARGE));
    ui.label(RichText::new(text).medium().color(palette.text));
}

/// Returns whether a row of a list was clicked.
fn row(ui: &mut Ui, text: &str) -> bool {
    let least = egui::vec2(ui.available_width(), size::BUTTON);
    ui.add(ActionButton::secondary(text).least(least)).clicked()
}
