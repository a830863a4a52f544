//! Animation of pieces from one position to the next.

use boardloom_board_view::scene::Motion;
use boardloom_contract::{Cursor, Piece, Seat, Site};
use boardloom_match::{GameEvent, NodeId};

use super::GameSession;

#[derive(Debug, Default)]
pub(super) struct AnimationState {
    motion: Option<Motion>,
    /// The site on which the player just dropped a piece.
    pub dropped: Option<Site>,
    /// Whether pieces move, or only fade.
    moves: bool,
}

impl GameSession {
    pub fn motion(&self) -> Option<&Motion> {
        self.animation.motion.as_ref()
    }

    /// Advances the animation to `now`. The next ones move pieces only if `moves`, else they
    /// fade.
    pub fn animate(&mut self, now: f64, moves: bool) {
        self.measure_heights();
        self.animation.moves = moves;
        if self.animation.motion.as_mut().is_some_and(|motion| !motion.advance(now)) {
            self.animation.motion = None;
            self.note_still();
        }
    }

    /// Ends the animation: this front end shows none.
    pub fn skip_animation(&mut self) {
        self.measure_heights();
        self.animation.motion = None;
    }

    /// Shakes the piece of a refused move: the one picked up, or the one pressed.
    pub(super) fn shake(&mut self, pressed: Option<Site>) {
        let picked = self.controller.path().first().copied().or(pressed);
        let site = picked.filter(|site| !self.pieces.on(*site).is_empty());
        if let Some(site) = site.filter(|_| self.animation.motion.is_none()) {
            let motion = Motion::shake(site);
            self.animation.motion =
                if self.animation.moves { Some(motion) } else { motion.reduced() };
        }
    }

    /// Lights up the places of a win that the last step brought.
    pub(super) fn light_win(&mut self, before: Option<NodeId>) {
        let node = self.game.node();
        let count =
            self.marks.iter().filter(|mark| mark.role == "win").map(|mark| mark.sites.len());
        let count = count.max().unwrap_or_default();
        if count > 0 && before.is_some() && node.parent() == before {
            let motion = Motion::win(self.animation.motion.take(), count);
            self.animation.motion =
                if self.animation.moves { Some(motion) } else { motion.reduced() };
        }
    }

    /// Starts the animation of the step from the position `before`. Faster navigation
    /// skips it; the answer to a move that is still animated follows it.
    pub(super) fn set_moving(&mut self, before: Option<NodeId>) {
        let here = self.game.here();
        let running = self.animation.motion.take();
        let known = before.filter(|node| self.game.tree().has(*node) && *node != here);
        let Some(before) = known else {
            // The shown position is the same.
            if before == Some(here) {
                self.animation.motion = running;
            }
            return;
        };
        let parent = |node: NodeId| self.game.tree().node(node).parent();
        if parent(here) == Some(before) {
            let motion = self.motion_of(here, self.animation.dropped);
            let motion = self.prepared(motion);
            let is_last = self.game.node().children().is_empty();
            self.animation.motion = match (running, motion) {
                (Some(running), Some(next)) if is_last => running.then(&next),
                (Some(_), _) => None,
                (None, motion) => motion,
            };
        } else if parent(before) == Some(here) && running.is_none() {
            let motion = self.motion_of(before, None);
            self.animation.motion = self.prepared(motion.and_then(|motion| motion.reversed()));
        }
    }

    /// Returns the animation of the move to a position, the shown one or one after it.
    fn motion_of(&mut self, node: NodeId, dropped: Option<Site>) -> Option<Motion> {
        let motion = Motion::of(&self.game.tree().node(node).effects, dropped)?;
        Some(match self.origin(node) {
            Some((site, from)) => motion.grown(site, from),
            None => motion,
        })
    }

    /// Returns the site of a piece that a move placed, and that of an equal one which the paths of
    /// the move begin at: the new piece grows out of it.
    fn origin(&mut self, node: NodeId) -> Option<(Site, Site)> {
        let entry = self.game.tree().node(node);
        let placed = entry.effects.first().filter(|it| it.verb == "place" && it.before.is_none());
        let (site, piece) = placed.and_then(|it| it.site.zip(it.after))?;
        let Some(GameEvent::Move { seat: Some(seat), mv }) = entry.event() else { return None };
        let (seat, mv, is_played) = (*seat, mv.clone(), node == self.game.here());
        if !self.animation.moves || self.pieces.is_empty() {
            return None;
        }
        let paths = self.game.ask(|cursor| Ok(paths_of(cursor, seat, &mv, is_played)));
        let same = |it: &Piece| (it.kind, it.color) == (piece.kind, piece.color);
        let origins = paths.ok().flatten().unwrap_or_default().into_iter();
        let origins = origins.filter_map(|path| match path[..] {
            [from, to] if to == site => self.pieces.top(from).filter(same).map(|_| from),
            _ => None,
        });
        let origins: Vec<Site> = origins.collect();
        let picked = self.controller.path().first().filter(|from| origins.contains(from));
        let place = self.board.place_of(site)?;
        let distance = |from: &Site| {
            self.board.place_of(*from).map_or(f64::INFINITY, |it| it.at.distance(place.at))
        };
        let nearest = origins.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        Some((site, *picked.or(nearest)?))
    }

    fn prepared(&self, motion: Option<Motion>) -> Option<Motion> {
        let motion = motion?;
        match self.animation.moves {
            true => Some(motion.with_jumps(&self.board, !self.style.lines)),
            false => motion.reduced(),
        }
    }
}

/// Returns the paths of a move. A failure concerns nothing but the animation.
fn paths_of(
    cursor: &mut dyn Cursor,
    seat: Seat,
    mv: &str,
    is_played: bool,
) -> Option<Vec<Vec<Site>>> {
    if !is_played {
        return cursor.paths(seat, mv).ok();
    }
    let mut before = cursor.fork().ok()?;
    before.undo().ok()?;
    before.paths(seat, mv).ok()
}
