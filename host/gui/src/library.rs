//! The library: searches all rulesets.

use std::collections::BTreeMap;

use boardloom_app::controller::{GroupBy, LibrarySearch};
use boardloom_app::{Action, Controller};
use egui::{Key, RichText, Ui};

use crate::components::{ActionButton, rail_entry, search_field, segmented};
use crate::icons;
use crate::services::RulesetEntry;
use crate::start::group;
use crate::texts::{library as t, start};
use crate::theme::{Palette, space, title};
use crate::thumbnail::Thumbnail;

const SMALL: usize = 60;
const MIDDLE: usize = 150;

/// The rail of families, in windows that have room for it.
const RAIL: f32 = 200.0;
const WIDE: f32 = 760.0;
/// The field of the search beside the choice of groups.
const FIND: f32 = 240.0;

pub fn show(ui: &mut Ui, controller: &mut Controller<Thumbnail>) -> Option<Action> {
    let palette = Palette::of(controller.preferences.theme);
    let mut action = None;
    let railed = ui.available_width() >= WIDE;
    if railed {
        let frame = egui::Frame::new().fill(palette.panel).inner_margin(space::MEDIUM);
        egui::Panel::left("library-rail")
            .resizable(false)
            .exact_size(RAIL)
            .frame(frame)
            .show(ui, |ui| action = rail(ui, controller));
    }
    // The list reaches the lower edge.
    let margin = egui::Margin { bottom: 0, ..egui::Margin::same(space::LARGE) };
    let frame = egui::Frame::new().fill(palette.background).inner_margin(margin);
    egui::CentralPanel::default().frame(frame).show(ui, |ui| {
        if !railed {
            ui.horizontal(|ui| {
                let back = ActionButton::icon_only(icons::BACK, start::back());
                if ui.add(back).clicked() {
                    action = Some(Action::StartScreen);
                }
                ui.label(title(start::library()));
                ui.add_space(f32::from(space::MEDIUM));
                let room = ui.available_width();
                field(ui, &mut controller.library, room);
            });
            ui.add_space(f32::from(space::TINY));
        }
        ui.horizontal_wrapped(|ui| {
            if railed {
                field(ui, &mut controller.library, FIND);
                ui.add_space(f32::from(space::SMALL));
            }
            let kinds = GroupBy::ALL.map(|group_by| (group_by, group_by.label()));
            let now = Some(controller.library.group_by);
            if let Some(group_by) = segmented(ui, now, &kinds) {
                controller.library.group_by = group_by;
            }
        });
        ui.add_space(f32::from(space::SMALL));
        let mut area = egui::ScrollArea::vertical().auto_shrink(false);
        if searches_anew(ui, &controller.library) {
            area = area.vertical_scroll_offset(0.0);
        }
        area.show(ui, |ui| {
            // Beside the bar.
            ui.set_max_width(ui.available_width() - f32::from(space::SMALL));
            action = found(ui, controller, palette).or(action.take());
        });
    });
    action
}

/// Whether the search is another one than in the last frame.
fn searches_anew(ui: &Ui, library: &LibrarySearch) -> bool {
    let now = egui::Id::unique((&library.find, library.group_by as u8));
    ui.data_mut(|data| {
        let last = data.get_temp_mut_or(egui::Id::unique("library-search"), now);
        std::mem::replace(last, now) != now
    })
}

/// The way back, and the families: each is a search for its rulesets.
fn rail(ui: &mut Ui, controller: &mut Controller<Thumbnail>) -> Option<Action> {
    let mut action = None;
    ui.horizontal(|ui| {
        if ui.add(ActionButton::icon_only(icons::BACK, start::back())).clicked() {
            action = Some(Action::StartScreen);
        }
        ui.label(title(start::library()));
    });
    ui.add_space(f32::from(space::SMALL));
    ui.spacing_mut().item_spacing.y = f32::from(space::TINY);
    let families = controller.families().map(|family| family.name.to_owned());
    let all = std::iter::once((String::new(), t::all().to_owned()));
    let entries: Vec<(String, String)> =
        all.chain(families.map(|name| (name.clone(), name))).collect();
    egui::ScrollArea::vertical().id_salt("families").show(ui, |ui| {
        for (find, name) in entries {
            let on = controller.library.find == find;
            if rail_entry(ui, &name, on).clicked() {
                controller.library.find = find;
            }
        }
    });
    action
}

fn field(ui: &mut Ui, library: &mut LibrarySearch, width: f32) {
    let field = search_field(ui, &mut library.find, t::find(), width);
    let none = ui.memory(|memory| memory.focused()).is_none();
    if none && !ui.input(|input| input.key_down(Key::Escape)) {
        field.request_focus();
    }
}

fn found(ui: &mut Ui, controller: &Controller<Thumbnail>, palette: Palette) -> Option<Action> {
    let Some(all) = &controller.rulesets else {
        ui.label(start::loading());
        return None;
    };
    let mut groups: BTreeMap<(usize, String), Vec<&RulesetEntry>> = BTreeMap::new();
    for listed in controller.found() {
        groups.entry(group_of(listed, controller)).or_default().push(listed);
    }
    if groups.is_empty() {
        let text = if all.is_empty() { start::no_rulesets() } else { t::none() };
        ui.label(RichText::new(text).color(palette.weak));
    }
    // The usual game first, then its variants.
    for listed in groups.values_mut() {
        listed.sort_by_key(|listed| !listed.main);
    }
    let mut action = None;
    for ((_, name), listed) in groups {
        action = group(ui, &name, listed, controller).or(action);
    }
    action
}

fn group_of(listed: &RulesetEntry, controller: &Controller<Thumbnail>) -> (usize, String) {
    let drawn = controller.thumbnails.get(&listed.id);
    let unknown = (usize::MAX, t::unknown().to_owned());
    match controller.library.group_by {
        GroupBy::Family => (0, listed.family_name.clone()),
        GroupBy::Players => drawn.map_or(unknown, |drawn| {
            let seats = usize::from(drawn.seats());
            (seats, t::seats(seats))
        }),
        GroupBy::Board => drawn.map_or(unknown, |drawn| match drawn.places() {
            n if n < SMALL => (0, t::small(SMALL)),
            n if n < MIDDLE => (1, t::between(SMALL, MIDDLE - 1)),
            _ => (2, t::large(MIDDLE)),
        }),
    }
}
