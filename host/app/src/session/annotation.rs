//! Annotations of players: comments, signs, arrows, rings.

use boardloom_board_view::scene::MoveNumbers;
use boardloom_contract::Site;
use boardloom_match::{Arrow, Assessment, MAX_ARROWS, NodeId};

use super::{GameSession, Notice};
use crate::texts::game as t;

impl GameSession {
    pub fn set_comment(&mut self, node: NodeId, text: &str) {
        self.game.comment(node, text);
        self.revision += 1;
    }

    pub fn assess(&mut self, node: NodeId, assessment: Option<Assessment>) {
        self.game.assess(node, assessment);
        self.revision += 1;
    }

    /// Tells whether a selection, a dragged piece or a premove is there to be dropped.
    pub fn is_selecting(&self) -> bool {
        self.controller.is_busy() || self.controller.drag().is_some() || self.premove().is_some()
    }

    /// Shows an arrow between two sites, a ring where they are one. When it is `done`, it is
    /// kept with the position, or an equal one is removed.
    pub fn draw(&mut self, ends: Option<(Site, Site)>, done: bool) {
        let label = |site| self.board.place_of(site).map(|place| place.label.clone());
        let arrow = ends.and_then(|(from, to)| {
            let (from, to) = (label(from)?, label(to)?);
            (!from.is_empty() && !to.is_empty()).then_some(Arrow { from, to })
        });
        let here = self.game.here();
        if let (Some(arrow), true) = (&arrow, done)
            && !self.game.toggle_arrow(here, arrow.clone())
        {
            self.notify(Notice::bad(t::too_many_arrows(MAX_ARROWS)));
        }
        self.arrows = self.board.arrow_paths(&self.game.node().arrows).0;
        if !done {
            self.arrows.extend(self.board.arrow_paths(arrow.as_slice()).0);
        }
        self.revision += 1;
    }

    /// Removes what is drawn on the shown position; the second call brings it back.
    pub(super) fn clear_drawings(&mut self) {
        let here = self.game.here();
        if !self.game.node().arrows.is_empty() {
            let arrows = self.game.replace_arrows(here, Vec::new());
            self.notify(Notice::plain(t::drawings_cleared(arrows.len())));
            self.cleared = Some((here, arrows));
        } else if let Some((_, arrows)) = self.cleared.take_if(|(node, _)| *node == here) {
            self.game.replace_arrows(here, arrows);
        } else {
            self.notify(Notice::bad(t::nothing_drawn()));
        }
        self.read_arrows();
        self.revision += 1;
    }

    pub(super) fn can_clear_drawings(&self) -> bool {
        let here = self.game.here();
        let cleared = self.cleared.as_ref().is_some_and(|(node, _)| *node == here);
        cleared || !self.game.node().arrows.is_empty()
    }

    /// Reads what is drawn on the shown position.
    pub(super) fn read_arrows(&mut self) {
        self.numbers = MoveNumbers::at(self.game.tree(), self.game.here());
        let (arrows, unknown) = self.board.arrow_paths(&self.game.node().arrows);
        self.arrows = arrows;
        if !unknown.is_empty() {
            self.notify(Notice::bad(t::unknown_sites(&unknown.join(", "))));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use boardloom_match::{GameSource, Match, Record};

    use super::*;
    use crate::keys::Command;
    use crate::session::LoadedBoard;
    use boardloom_board_view::scene::BoardLook;

    fn session(game: Match) -> GameSession {
        let wake: crate::services::Wake = Arc::new(|| {});
        GameSession::new(
            LoadedBoard::out(game),
            BoardLook::default(),
            wake,
            true,
            std::time::Duration::ZERO,
        )
    }

    fn read(text: &str) -> GameSession {
        let (rules, ruleset) = boardloom_testing::row("");
        let record = Record::parse(text).expect("a record");
        session(record.resume(GameSource::new(rules, ruleset)).expect("it resumes").0)
    }

    #[test]
    fn arrows_and_rings_belong_to_their_position() {
        let mut session = read("[Boardloom \"1\"]\n[Here \"1\"]\n\na b\n");
        let site = |session: &GameSession, name: &str| session.board.site_named(name).expect(name);
        let [a, c] = ["a", "c"].map(|name| site(&session, name));
        session.draw(Some((a, c)), false);
        assert_eq!(session.arrows, [vec![a, c]], "it is shown while it is drawn");
        session.draw(None, true);
        assert_eq!(session.arrows, Vec::<Vec<Site>>::new(), "and was given up");
        session.draw(Some((a, c)), true);
        session.draw(Some((c, c)), true);
        assert_eq!(session.arrows, [vec![a, c], vec![c]]);
        let text = session.record_text();
        assert!(text.contains("a {[draw a>c c]} b"), "{text}");
        session.step(1);
        assert_eq!(session.arrows, Vec::<Vec<Site>>::new());
        session.step(-1);
        session.draw(Some((a, c)), true);
        assert_eq!(session.arrows, [vec![c]], "drawn again, it is removed");
        let again = read(&session.record_text());
        assert_eq!(again.arrows, [vec![c]]);
    }

    #[test]
    fn what_is_drawn_is_cleared_at_once_and_brought_back() {
        let mut session = read("[Boardloom \"1\"]\n[Here \"1\"]\n\na {[draw a>c c]} b\n");
        let drawn = session.arrows.clone();
        assert_eq!(drawn.len(), 2);
        assert!(session.applies(Command::ClearDrawings));
        session.command(Command::ClearDrawings, false);
        assert_eq!(session.arrows, Vec::<Vec<Site>>::new());
        assert!(!session.record_text().contains("draw"), "{}", session.record_text());
        session.step(1);
        assert!(!session.applies(Command::ClearDrawings), "another position");
        session.command(Command::ClearDrawings, false);
        assert_eq!(session.arrows, Vec::<Vec<Site>>::new());
        session.step(-1);
        session.command(Command::ClearDrawings, false);
        assert_eq!(session.arrows, drawn);
        assert!(session.record_text().contains("[draw a>c c]"), "{}", session.record_text());
    }

    #[test]
    fn a_site_that_the_board_has_not_is_named() {
        let mut session = read("[Boardloom \"1\"]\n[Here \"1\"]\n\na {[draw a zz b>yy]}\n");
        assert_eq!(session.arrows.len(), 1);
        let said = session.take_notices();
        assert!(said.iter().any(|it| it.bad && it.text.contains("zz, yy")), "{said:?}");
        // It stays in the record.
        assert!(session.record_text().contains("[draw a zz b>yy]"));
    }
}
