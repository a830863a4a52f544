//! Moves that are shown one by one, without a hand on a key.

use std::time::Duration;

use egui::Context;

use super::{App, Screen};

impl App {
    /// Begins to show the moves of the line, or ends it.
    pub(super) fn toggle_autoplay(&mut self, ctx: &Context) {
        if self.view.showing.take().is_some() {
            return;
        }
        let Some(playing) = self.playing.as_ref().filter(|playing| !playing.at_end()) else {
            return;
        };
        let due = ctx.input(|input| input.time) + f64::from(self.preferences.pace);
        self.view.showing = Some((due, playing.game.here()));
    }

    /// Shows the next move where it is due. Whoever goes elsewhere meanwhile, or
    /// plays, ends it.
    pub(super) fn show_moves(&mut self, ctx: &Context, now: f64) {
        let Some((due, at)) = self.view.showing else { return };
        let covered = self.screen != Screen::Game || self.is_covered();
        let Some(playing) = &mut self.playing else { return };
        if covered || playing.is_paused() || playing.at_end() || playing.game.here() != at {
            self.view.showing = None;
            return;
        }
        let mut wait = due - now;
        if wait <= 0.0 {
            playing.step(1);
            wait = f64::from(self.preferences.pace);
            let on = !playing.at_end();
            self.view.showing = on.then(|| (now + wait, playing.game.here()));
        }
        ctx.request_repaint_after(Duration::from_secs_f64(wait));
    }
}
