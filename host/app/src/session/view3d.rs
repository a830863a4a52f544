//! The board in three dimensions: how it is turned and tilted, and what lies where.

use boardloom_board_view::Camera;
use boardloom_board_view::Pos;
use boardloom_board_view::Rect;
use boardloom_board_view::board::BoardPlace;
use boardloom_board_view::scene3d::{Camera3d, HeightMap, Pose};

use super::GameSession;

/// How near a board may be looked at: so many times as large as the screen.
const NEAREST: f64 = 400.0;
/// And from how far off.
const FARTHEST: f64 = 0.15;

/// How the board stands.
#[derive(Debug, Default)]
pub(super) struct View3d {
    /// None while it lies flat.
    pose: Option<Pose>,
    relief: HeightMap,
    /// What the relief was measured of.
    of: (u64, u64),
}

impl GameSession {
    /// Shows the board in three dimensions, or flat.
    pub fn set_3d(&mut self, wanted: bool) {
        if self.view3d.pose.is_some() == wanted {
            return;
        }
        self.view3d.pose = wanted.then(Pose::default);
        self.magnifier = None;
        self.fit();
        self.revision += 1;
    }

    /// Tells whether the board is seen in three dimensions. Views in space are drawn
    /// as they are: they are turned already.
    pub fn is_3d(&self) -> bool {
        self.view3d.pose.is_some() && !self.board.is_solid()
    }

    /// Returns from where the board is seen in three dimensions; none while it lies
    /// flat.
    pub fn camera3d(&self) -> Option<Camera3d> {
        let stand = self.view3d.pose.filter(|_| !self.board.is_solid())?;
        Some(Camera3d::new(&self.camera, stand))
    }

    /// Returns how high each place is.
    pub fn height_map(&self) -> &HeightMap {
        &self.view3d.height_map
    }

    /// Measures the board where it is another than before.
    pub(super) fn measure_heights(&mut self) {
        let of = (self.board.revision(), self.style.revision());
        if self.is_3d() && self.view3d.of != of {
            self.view3d.of = of;
            self.view3d.height_map = HeightMap::of(&self.board, &self.style);
            self.revision += 1;
        }
    }

    /// Turns and tilts the board by so many degrees.
    pub fn turn_by(&mut self, turn: f64, tilt: f64) {
        let (stands, fitted) = (self.is_3d(), self.fitted);
        let Some(stand) = self.view3d.pose.as_mut().filter(|_| stands) else { return };
        stand.turn_by(turn, tilt);
        if fitted {
            self.fit();
        }
        self.revision += 1;
    }

    /// Shows the whole board as it is shown at first.
    pub fn reset_view3d(&mut self) {
        if let Some(stand) = &mut self.view3d.pose {
            *stand = Pose::default();
        }
        self.fit();
    }

    /// Returns the flat camera, turned as the board is seen: for directions.
    pub(super) fn turned_camera(&self) -> Camera {
        let turn = self.view3d.pose.filter(|_| self.is_3d()).map_or(0.0, |stand| stand.turn);
        Camera { turn: self.camera.turn + turn, ..self.camera }
    }

    /// Returns where the middle of a place is on the screen.
    pub fn screen_of(&self, spot: &BoardPlace) -> Pos {
        let flat = self.camera.to_screen(spot.at);
        let Some(eye) = self.camera3d() else { return flat };
        eye.project(self.height_map().point(&self.board, &self.style, spot)).unwrap_or(flat)
    }

    /// Returns the point of the board at a place of the screen; none beyond the
    /// horizon.
    pub fn board_at(&self, at: Pos) -> Option<Pos> {
        let Some(eye) = self.camera3d() else { return Some(self.camera_at(at).to_board(at)) };
        let height =
            self.place_at(at).map(|spot| self.height_map().top(&self.board, &self.style, spot));
        eye.at_height(at, height.unwrap_or(0.0))
    }

    /// Returns the corners of the part of the board that is seen, one after the other:
    /// a quadrilateral, since a tilted board is seen farther at its far end.
    pub fn seen(&self) -> [Pos; 4] {
        let flat = |at| self.camera.to_board(at);
        let eye = self.camera3d();
        // The horizon is above the screen however far the board is tilted.
        let at = |at| eye.and_then(|eye| eye.at_height(at, 0.0)).unwrap_or_else(|| flat(at));
        self.camera.viewport.corners().map(at)
    }

    /// Shows a part of the board as large as fits; none is all of it.
    pub(super) fn fit_3d(&mut self, part: Option<Rect>) {
        let Some(stand) = self.view3d.pose else { return };
        let relief = &self.view3d.height_map;
        let span = relief.span(&self.board);
        let part = part.map(|part| part.corners());
        let outline = part.as_ref().map_or(relief.rim(), |corners| corners);
        Camera3d::fit(&mut self.camera, stand, outline, span);
    }

    pub(super) fn zoom_3d(&mut self, at: Pos, factor: f64) {
        let (Some(stand), Some(all)) = (self.view3d.pose, self.board.bounds()) else { return };
        let whole = all.width().max(all.height()).max(f64::MIN_POSITIVE);
        let room = self.camera.viewport.width().max(self.camera.viewport.height());
        let (least, most) = (FARTHEST * room / whole, NEAREST * room / whole);
        let scale = (self.camera.scale * factor).clamp(least, most);
        let factor = scale / self.camera.scale;
        Camera3d::zoom(&mut self.camera, stand, at, factor);
    }

    pub(super) fn pan_3d(&mut self, dx: f64, dy: f64) {
        let Some(stand) = self.view3d.pose else { return };
        let from = self.camera.viewport.middle();
        Camera3d::shift(&mut self.camera, stand, from, Pos::new(from.x + dx, from.y + dy));
    }
}
