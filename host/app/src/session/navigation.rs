//! Navigation in the game tree.

use boardloom_match::{MatchError, NodeId};

use super::{GameSession, Notice};
use crate::texts::game as t;

impl GameSession {
    /// Against the computer, both plies.
    pub fn undo(&mut self) {
        self.go(|this| {
            this.stop_stopwatch();
            let before = this.game.here();
            let mut moved = this.game.undo_turn()?;
            // A forced move would be played again at once.
            while moved
                && this.game.can_undo_turn()
                && this.game.human_to_move().is_some()
                && this.game.forced_move()?.is_some()
            {
                moved = this.game.undo_turn()?;
            }
            this.restart_turn(before);
            Ok(())
        });
    }

    pub fn redo(&mut self) {
        self.go(|this| {
            let before = this.game.here();
            this.game.redo_turn()?;
            this.restart_turn(before);
            Ok(())
        });
    }

    pub fn go_to(&mut self, node: NodeId) {
        self.go(|this| this.game.go_to(node));
    }

    pub fn step(&mut self, plies: i32) {
        self.go(|this| {
            for _ in 0..plies.unsigned_abs() {
                let moved = if plies < 0 { this.game.undo()? } else { this.game.redo()? };
                if !moved {
                    break;
                }
            }
            Ok(())
        });
    }

    pub fn go_to_variation(&mut self, by: isize) {
        if let Some(node) = self.variation(by) {
            self.go_to(node);
        }
    }

    /// The move so many variations on.
    pub(super) fn variation(&self, by: isize) -> Option<NodeId> {
        let here = self.game.here();
        let all = self.game.tree().variations(here);
        let now = all.iter().position(|node| *node == here)?;
        all.get(now.checked_add_signed(by)?).copied()
    }

    pub fn promote(&mut self, node: NodeId) {
        for on_the_way in self.game.tree().line(node) {
            self.game.promote(on_the_way);
        }
        self.revision += 1;
    }

    /// It can be restored.
    pub fn delete(&mut self, node: NodeId) {
        let moves = self.game.tree().below(node);
        self.go(|this| {
            if this.game.delete(node)? {
                this.notify(Notice::plain(t::deleted(moves)));
            }
            Ok(())
        });
    }

    /// Restores the line deleted last, and goes there.
    pub fn restore(&mut self) {
        match self.game.restore() {
            Some(node) => self.go_to(node),
            None => self.notify(Notice::bad(t::nothing_to_restore())),
        }
    }

    fn go(&mut self, walk: impl FnOnce(&mut Self) -> Result<(), MatchError>) {
        self.stop_thinking();
        self.cancel_premove();
        if let Err(error) = walk(self) {
            self.report_error(&error);
        }
        self.follow();
        self.think();
    }
}
