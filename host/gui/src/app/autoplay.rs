//! Moves that are shown one by one, without a hand on a key.

use std::time::Duration;

use boardloom_app::session::Showing;
use egui::Context;

use super::{App, Screen};

impl App {
    /// Begins to show the moves of the line, or ends it.
    pub(super) fn toggle_autoplay(&mut self, ctx: &Context) {
        if self.view.showing.take().is_some() {
            return;
        }
        let now = ctx.input(|input| input.time);
        let session = self.session.as_ref();
        self.view.showing = session.and_then(|it| Showing::begin(it, now, self.preferences.pace));
    }

    /// Shows the next move where it is due. Whoever goes elsewhere meanwhile, or
    /// plays, ends it.
    pub(super) fn show_moves(&mut self, ctx: &Context, now: f64) {
        let Some(showing) = self.view.showing.take() else { return };
        let covered = self.screen != Screen::Game || self.is_covered();
        let Some(session) = self.session.as_mut().filter(|_| !covered) else { return };
        self.view.showing = showing.go_on(session, now, self.preferences.pace);
        if let Some(next) = self.view.showing {
            ctx.request_repaint_after(Duration::from_secs_f64((next.due - now).max(0.0)));
        }
    }
}
