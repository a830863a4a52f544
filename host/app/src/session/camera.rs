//! The visible part of the board, and the magnifier.

use boardloom_board_view::{Camera, Pos, Rect};
use boardloom_contract::Site;

use super::GameSession;
use crate::texts::game as t;

/// The margin around a fitted part, in parts of its size.
const RIM: f64 = 0.06;
/// A cell is in focus if it fills at least this part of the view.
const FILLS: f64 = 0.55;
/// A cell this large in both directions is the whole board.
const WHOLE: f64 = 0.6;
/// Initial magnification.
const POWER: f64 = 4.0;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Magnifier {
    /// Centre, in screen coordinates.
    pub at: Pos,
    /// Magnification.
    pub power: f64,
}

/// The place of a part in its whole, as it is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CameraPlacement {
    Middle,
    /// One of eight directions, clockwise from the right.
    Toward(u8),
}

impl CameraPlacement {
    pub fn label(self) -> &'static str {
        match self {
            CameraPlacement::Middle => t::middle(),
            CameraPlacement::Toward(eighth) => t::AROUND[usize::from(eighth) % t::AROUND.len()](),
        }
    }
}

/// A cell between the whole board and the view.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Breadcrumb {
    pub site: Site,
    /// Its place in the cell before.
    pub part: CameraPlacement,
}

impl GameSession {
    pub fn fit(&mut self) {
        self.fitted = true;
        self.revision_of_fit = self.board.revision();
        self.measure_heights();
        if self.is_3d() {
            self.fit_3d(None);
        } else if let Some(bounds) = self.style.framed_bounds(&self.board) {
            self.camera.fit(bounds);
        }
        self.relayout();
    }

    /// Fits the whole board; a globe shows its front again.
    pub(super) fn fit_whole(&mut self) {
        self.board.face_front();
        self.fit();
    }

    fn fit_part(&mut self, part: Rect) {
        if self.board.is_solid() {
            return;
        }
        let rim = part.width().max(part.height()) * RIM;
        match self.is_3d() {
            true => self.fit_3d(Some(part.grown(rim))),
            false => self.camera.fit(part.grown(rim)),
        }
        self.fitted = false;
        self.relayout();
    }

    pub fn fit_site(&mut self, site: Site) {
        if let Some(part) = self.board.place_of(site).map(|cell| cell.bounds) {
            self.fit_part(part);
        }
    }

    /// Fits the smallest cell at a point of the screen, or the whole board if that cell
    /// fills the view.
    pub fn fit_cell(&mut self, at: Pos) {
        let cells = self.board_at(at).map(|at| self.board.cells_at(at)).unwrap_or_default();
        let Some((site, part)) = cells.last().map(|cell| (cell.site, cell.bounds)) else {
            return self.fit_whole();
        };
        // Undoes the selection of a double click's first click.
        if self.controller.path().last() == Some(&site) {
            self.input(boardloom_board_view::Input::Cancel, false);
        }
        let seen = self.camera.seen();
        let shown = seen.holds(&part) && FILLS * size(&seen) < size(&part);
        if shown && !self.fitted { self.fit() } else { self.fit_part(part) }
    }

    /// Fits the smallest cell at the cursor, or else under the pointer.
    pub fn fit_focus(&mut self, pointer: Option<Pos>) {
        let cursor = self.controller.cursor().and_then(|site| self.board.place_of(site));
        let middle = self.camera.viewport.middle();
        let pointer = pointer.filter(|at| self.camera.viewport.contains(*at));
        let at = cursor.map(|spot| self.screen_of(spot)).or(pointer);
        self.fit_cell(at.unwrap_or(middle));
    }

    /// Pans by a sixth of the view.
    pub fn pan_by(&mut self, direction: boardloom_board_view::controller::Direction) {
        let (x, y) = direction.vector();
        let step = size(&self.camera.viewport) / 6.0;
        self.pan(-x * step, -y * step);
    }

    /// Fits the cell around the view.
    pub fn level_up(&mut self) {
        let trail = self.breadcrumbs();
        let seen = self.camera.seen();
        let larger = trail.iter().rev().find(|crumb| {
            let cell = self.board.place_of(crumb.site).map(|cell| cell.bounds);
            cell.is_some_and(|cell| size(&cell) > size(&seen))
        });
        match larger {
            Some(crumb) => self.fit_site(crumb.site),
            None => self.fit_whole(),
        }
    }

    /// The cells between the whole board and the view, largest first; empty if the
    /// board has no levels or is seen as a whole.
    pub fn breadcrumbs(&self) -> Vec<Breadcrumb> {
        let mut trail = Vec::new();
        let Some(whole) = self.board.bounds().filter(|_| !self.fitted && self.has_levels()) else {
            return trail;
        };
        let least = size(&self.camera.seen()) * FILLS;
        let mut around = whole;
        for cell in self.board.cells_at(self.camera.center) {
            let bounds = cell.bounds;
            if size(&bounds) < least {
                break;
            }
            let wide = bounds.width() > WHOLE * whole.width();
            if !wide || bounds.height() < WHOLE * whole.height() {
                trail.push(Breadcrumb { site: cell.site, part: self.part_of(&around, &bounds) });
            }
            around = bounds;
        }
        trail
    }

    fn part_of(&self, whole: &Rect, part: &Rect) -> CameraPlacement {
        let [from, to] = [whole, part].map(|it| self.camera.to_screen(it.middle()));
        let away = from.distance(to);
        if away < 0.08 * size(whole) * self.camera.scale {
            return CameraPlacement::Middle;
        }
        let turn = (to.y - from.y).atan2(to.x - from.x).to_degrees();
        CameraPlacement::Toward(((turn / 45.0).round() as i32).rem_euclid(8) as u8)
    }

    /// Tells whether cells contain cells.
    pub fn has_levels(&self) -> bool {
        let roles = &self.game.about().roles;
        roles.iter().filter(|role| level_of(role).is_some()).nth(1).is_some()
    }

    /// Tells whether only a part of the board is visible.
    pub fn is_near(&self) -> bool {
        if self.is_3d() || self.fitted {
            return !self.fitted;
        }
        let seen = self.camera.seen();
        !self.board.is_solid() && self.board.bounds().is_some_and(|all| !seen.holds(&all))
    }

    /// Zooms around a point of the screen, or in the magnifier if that is there.
    pub fn zoom(&mut self, at: Option<Pos>, factor: f64) {
        let lens = self.lens_radius();
        if let (Some(magnifier), Some(at)) = (&mut self.magnifier, at)
            && magnifier.at.distance(at) <= lens
        {
            magnifier.power = (magnifier.power * factor).clamp(1.5, 64.0);
            self.revision += 1;
            return;
        }
        let at = at.unwrap_or_else(|| self.camera.viewport.middle());
        match self.is_3d() {
            true => self.zoom_3d(at, factor),
            false => self.camera.zoom_at(at, factor),
        }
        self.fitted = false;
        self.relayout();
    }

    /// Pans the board; turns one in space.
    pub fn pan(&mut self, dx: f64, dy: f64) {
        if self.board.is_solid() {
            let (right, down) = self.camera.direction_to_board(dx, dy);
            self.board.spin(right, down);
            self.revision_of_fit = self.board.revision();
        } else if self.is_3d() {
            self.pan_3d(dx, dy);
        } else {
            self.camera.pan(dx, dy);
            self.fitted = false;
        }
        self.relayout();
    }

    pub fn center(&mut self, at: Pos) {
        self.camera.center = at;
        self.fitted = false;
        self.relayout();
    }

    /// Pans until a site is visible.
    pub(super) fn show_site(&mut self, site: Site) {
        let Some(at) = self.board.place_of(site).map(|spot| self.screen_of(spot)) else {
            return;
        };
        if let Some(magnifier) = &mut self.magnifier {
            magnifier.at = at;
        }
        if !self.board.is_solid() && !self.camera.viewport.contains(at) {
            let middle = self.camera.viewport.middle();
            self.pan(middle.x - at.x, middle.y - at.y);
        }
    }

    /// Lays out the board for the current camera.
    pub(super) fn relayout(&mut self) {
        let (board, camera) = (&mut self.board, &mut self.camera);
        // The match keeps the error, and the front end shows it.
        let changed = self.game.ask(|cursor| board.refocus(camera, cursor)).unwrap_or(false);
        if changed {
            let _ = self.controller.propose(&mut self.game, &mut self.board);
        }
        self.revision += 1;
    }

    pub fn toggle_magnifier(&mut self, pointer: Option<Pos>) {
        if self.is_3d() {
            return self.notify(super::Notice::plain(t::loupe_is_flat()));
        }
        let viewport = self.camera.viewport;
        let at = pointer.filter(|at| viewport.contains(*at)).unwrap_or(viewport.middle());
        self.magnifier = match self.magnifier {
            Some(_) => None,
            None => Some(Magnifier { at, power: POWER }),
        };
        self.revision += 1;
    }

    pub fn lens_radius(&self) -> f64 {
        (size(&self.camera.viewport) * 0.28).clamp(48.0, 150.0)
    }

    /// The magnifier follows the pointer.
    pub fn move_magnifier(&mut self, pointer: Pos) {
        let radius = self.lens_radius() * 0.9;
        let Some(magnifier) = &mut self.magnifier else { return };
        let away = magnifier.at.distance(pointer);
        if away > radius {
            magnifier.at = pointer.toward(magnifier.at, radius / away);
        }
    }

    pub fn lens_camera(&self) -> Option<Camera> {
        let magnifier = self.magnifier.filter(|_| !self.is_3d())?;
        let viewport = Rect { min: magnifier.at, max: magnifier.at }.grown(self.lens_radius());
        let center = self.camera.to_board(magnifier.at);
        Some(Camera { center, scale: self.camera.scale * magnifier.power, viewport, ..self.camera })
    }

    /// The camera at a point of the screen: the magnifier's, if it is there.
    pub fn camera_at(&self, at: Pos) -> Camera {
        let inside = |eye: &Camera| eye.viewport.middle().distance(at) <= self.lens_radius();
        self.lens_camera().filter(inside).unwrap_or(self.camera)
    }
}

/// The level in the name of a role.
pub fn level_of(role: &str) -> Option<u16> {
    role.strip_prefix("level-")?.parse().ok()
}

fn size(of: &Rect) -> f64 {
    of.width().min(of.height())
}
