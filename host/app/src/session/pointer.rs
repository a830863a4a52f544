//! Pointer input and the placement of the board.

use boardloom_board_view::board::BoardPlace;
use boardloom_board_view::{Input, Pos, Rect};
use boardloom_contract::{Cursor, NO_COLOR, Piece, Site};

use super::GameSession;
use crate::texts::game as t;

/// The error of a game that gives no reason why a text is no legal move.
const NOT_LEGAL: &str = "illegal.move";
/// Pixels beside a vertex that count as on it.
const REACH: f64 = 6.0;

impl GameSession {
    /// A ghost counts as the site that it copies.
    pub fn site_at(&self, at: Pos) -> Option<Site> {
        self.place_at(at).map(|spot| spot.site)
    }

    pub(super) fn place_at(&self, at: Pos) -> Option<&BoardPlace> {
        if let Some(eye) = self.camera3d() {
            return eye.hit(&self.board, &self.style, self.height_map(), &self.pieces, at, REACH);
        }
        let camera = self.camera_at(at);
        let reach = REACH / camera.scale.max(f64::MIN_POSITIVE);
        self.board.hit(camera.to_board(at), reach)
    }

    /// Tells whether a point is in a cell of a board whose pieces stand on the vertices.
    pub fn is_between_vertices(&self, at: Pos) -> bool {
        let spot = self.place_at(at);
        self.board.has_vertices && spot.is_some_and(|spot| !spot.outline.is_empty())
    }

    /// Role and number of the nearby lines that belong together.
    fn lines_at(&self, at: Pos) -> Option<(u16, u16)> {
        let reach = (self.board.unit() * 0.6).max(REACH / self.camera.scale.max(f64::MIN_POSITIVE));
        self.board.group_near(self.board_at(at)?, reach)
    }

    pub fn input(&mut self, input: Input, previews: bool) {
        match &input {
            Input::PointerMoved { at, .. } => self.near_lines = self.lines_at(*at),
            Input::PointerGone => self.near_lines = None,
            _ => {}
        }
        if self.locked {
            return;
        }
        let before = self.controller.clone();
        if input == Input::Cancel && !before.is_busy() && before.drag().is_none() {
            self.notify_premove_off();
        }
        let intent = self.with_moves(|controller, moves| controller.handle(input, moves));
        self.animation.dropped = before.drag().map(|drag| drag.from);
        if self.controller.path() != before.path() {
            // The match keeps the error, and the front end shows it.
            let _ = self.controller.propose(&mut self.game, &mut self.board);
            self.show_steps();
        }
        if let Some(site) = self.controller.cursor()
            && self.board.bring_forward(site)
        {
            self.revision_of_fit = self.board.revision();
        }
        if let Some(site) = self.controller.cursor()
            && before.cursor() != Some(site)
        {
            self.show_site(site);
        }
        if self.controller != before {
            self.revision += 1;
        }
        self.handle_intent(intent);
        self.animation.dropped = None;
        self.look_ahead(previews);
    }

    /// Sets the board's area of the screen. True if it changed.
    pub fn place(&mut self, viewport: Rect) -> bool {
        let moved = self.camera.viewport != viewport;
        let grown = self.fitted && self.revision_of_fit != self.board.revision();
        self.camera.viewport = viewport;
        if self.fitted && (moved || grown) {
            self.fit();
        }
        moved || grown
    }

    /// Turns the board by half, with the seats beside it.
    pub fn flip(&mut self) {
        self.camera.flip();
        self.flipped = !self.flipped;
        if self.fitted {
            self.fit();
        }
        self.revision += 1;
    }

    /// In degrees, clockwise.
    pub fn rotate(&mut self, degrees: f64) {
        self.camera.rotate(degrees);
        if self.fitted {
            self.fit();
        }
        self.revision += 1;
    }

    pub fn next_view(&mut self) {
        let views = self.game.about().views.len().max(1) as u16;
        let next = (self.board.view + 1) % views;
        if next != self.board.view {
            self.board = boardloom_board_view::BoardGeometry::new(next);
            self.fitted = true;
            self.revision_of_fit = u64::MAX;
            self.refresh();
        }
    }

    /// Why the player cannot move now.
    pub(super) fn out_of_turn(&self) -> String {
        match self.mail_refusal() {
            _ if self.game.status().is_over() => t::game_over().to_owned(),
            Some(why) => why.to_owned(),
            None => t::not_your_turn().to_owned(),
        }
    }

    /// The reason why no move begins at a site: the game's error for the site's name as a
    /// move, unless that is only "not legal".
    pub(super) fn why_no_move(&mut self, site: Site) -> String {
        let seat = self.game.human_to_move();
        let name = self.board.place_of(site).map(|place| place.label.clone());
        let answer = seat.zip(name).and_then(|(seat, name)| {
            let refusal = |it: &mut dyn Cursor| match it.parse(seat, &name)? {
                Ok(mv) => it.preview(seat, &mv).map(Result::err),
                Err(why) => Ok(Some(why)),
            };
            self.game.ask(refusal).ok().flatten()
        });
        let status = self.game.status();
        let color = seat.and_then(|seat| status.seats.get(usize::from(seat))).map(|it| it.color);
        let own = |piece: &Piece| color.is_none_or(|color| piece.color == color);
        match (answer, self.pieces.on(site)) {
            // Of another side's piece.
            (_, [.., piece]) if piece.color != NO_COLOR && !own(piece) => {
                t::turn(&self.side(seat.unwrap_or_default()))
            }
            (Some(why), _) if why.id != NOT_LEGAL => why.text,
            (_, []) => t::no_move_there().to_owned(),
            _ => t::cannot_move().to_owned(),
        }
    }
}
