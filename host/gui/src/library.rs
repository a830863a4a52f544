//! The library: searches all rulesets.

use std::collections::BTreeMap;

use boardloom_app::Action;
use boardloom_app::loader::StartView;
use egui::{Key, RichText, Ui};

use crate::services::RulesetEntry;
use crate::start::{StartContext, family_name, group};
use crate::texts::{library as t, start};
use crate::theme::space;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum GroupBy {
    #[default]
    Family,
    Players,
    Board,
}

#[derive(Debug, Default)]
pub struct LibraryScreen {
    text: String,
    group_by: GroupBy,
}

const SMALL: usize = 60;
const MIDDLE: usize = 150;

impl LibraryScreen {
    pub fn search(&mut self, text: String) {
        self.text = text;
    }

    pub fn ui(&mut self, ui: &mut Ui, shown: &StartContext<'_>) -> Option<Action> {
        let mut action = None;
        let frame = egui::Frame::new().fill(shown.palette.ground).inner_margin(space::LARGE);
        egui::CentralPanel::default().frame(frame).show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                if ui.button(format!("← {}", start::back())).clicked() {
                    action = Some(Action::StartScreen);
                }
                ui.heading(start::library());
                ui.add_space(12.0);
                self.field(ui);
                for (group_by, text) in [
                    (GroupBy::Family, t::family()),
                    (GroupBy::Players, t::players()),
                    (GroupBy::Board, t::board()),
                ] {
                    ui.selectable_value(&mut self.group_by, group_by, text);
                }
            });
            ui.add_space(8.0);
            egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                action = self.found(ui, shown).or(action.take());
            });
        });
        action
    }

    fn field(&mut self, ui: &mut Ui) {
        let label = ui.label(t::find());
        let edit = egui::TextEdit::singleline(&mut self.text).desired_width(180.0);
        let field = ui.add(edit);
        let field = field.labelled_by(label.id);
        let none = ui.memory(|memory| memory.focused()).is_none();
        if none && !ui.input(|input| input.key_down(Key::Escape)) {
            field.request_focus();
        }
    }

    fn found(&self, ui: &mut Ui, shown: &StartContext<'_>) -> Option<Action> {
        let Some(all) = &shown.controller.rulesets else {
            ui.label(start::loading());
            return None;
        };
        let mut groups: BTreeMap<(usize, String), Vec<&RulesetEntry>> = BTreeMap::new();
        for listed in all.iter().filter(|listed| listed.matches(&self.text)) {
            groups.entry(self.group_of(listed, shown)).or_default().push(listed);
        }
        if groups.is_empty() {
            let text = if all.is_empty() { start::no_rulesets() } else { t::none() };
            ui.label(RichText::new(text).color(shown.palette.weak));
        }
        let mut action = None;
        for ((_, name), listed) in groups {
            action = group(ui, &name, listed.into_iter(), shown).or(action);
        }
        action
    }

    fn group_of(&self, listed: &RulesetEntry, shown: &StartContext<'_>) -> (usize, String) {
        let drawn = shown.thumbnails.get(&listed.id);
        let unknown = (usize::MAX, t::unknown().to_owned());
        match self.group_by {
            GroupBy::Family => (0, family_name(&listed.family)),
            GroupBy::Players => drawn.map_or(unknown, |drawn| {
                let seats = usize::from(drawn.seats());
                (seats, t::seats(seats))
            }),
            GroupBy::Board => drawn.map_or(unknown, |drawn| match drawn.places() {
                n if n < SMALL => (0, t::small(SMALL)),
                n if n < MIDDLE => (1, t::middle(SMALL, MIDDLE)),
                _ => (2, t::large(MIDDLE)),
            }),
        }
    }
}
