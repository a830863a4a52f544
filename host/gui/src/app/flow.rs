//! The controller's events.

use boardloom_app::controller::JoinForm;
use boardloom_app::{Action, AppEvent};
use egui::Context;

use super::App;
use crate::dialogs::{Dialog, JoinDialog};
use crate::files::FileView;
use crate::screen::GameView;
use crate::thumbnail::Thumbnail;

impl App {
    pub(super) fn handle_events(&mut self) {
        for event in self.controller.take_events() {
            self.handle(event);
        }
    }

    fn handle(&mut self, event: AppEvent<Thumbnail>) {
        match event {
            AppEvent::FileDialogOpened => self.file_view = FileView::default(),
            AppEvent::GameOpened => {
                self.controller.board_only = false;
                self.view = GameView::for_new_game(std::mem::take(&mut self.view));
            }
            AppEvent::RulesChanged => {
                self.view.move_field = None;
                self.view.warned = false;
            }
            AppEvent::EditRefused { .. } => {}
            AppEvent::Rules(look) => self.dialog = Some(Dialog::Rules(look)),
            AppEvent::RoomRefused(form) => self.ask_for_invitation(form),
            AppEvent::Mail(dialog) => self.dialog = Some(Dialog::Mail(dialog)),
            AppEvent::PluginMissing(offer) => self.dialog = Some(Dialog::Plugin(offer)),
            AppEvent::Refused(refusal) => self.dialog = Some(Dialog::Refused(refusal)),
        }
    }

    pub(super) fn ask_for_invitation(&mut self, form: JoinForm) {
        let hosted = form.rooms.iter().map(|room| self.controller.room_text(room)).collect();
        let nearby = self.controller.nearby_rooms();
        self.dialog = Some(Dialog::Join(JoinDialog { form, hosted, nearby }));
    }

    pub(super) fn act(&mut self, action: Action) {
        self.controller.act(action);
        self.handle_events();
    }

    /// As [`App::act`]; commands can be about what is drawn.
    pub(super) fn act_in(&mut self, action: Action, ctx: &Context) {
        match action {
            Action::Command(command) => self.command(command, ctx),
            action => self.act(action),
        }
    }
}
