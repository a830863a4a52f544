//! The board in 3D: its pose, and heights of its places.

use boardloom_board_view::board::BoardPlace;
use boardloom_board_view::scene3d::{Camera3d, HeightMap, Pose};
use boardloom_board_view::{Camera, Pos, Rect};

use super::GameSession;

/// The highest zoom, in parts of the whole board on the screen.
const NEAREST: f64 = 400.0;
/// The lowest.
const FARTHEST: f64 = 0.15;

#[derive(Debug, Default)]
pub(super) struct View3d {
    /// `None` while flat.
    pose: Option<Pose>,
    /// Whether the player turned it.
    turned: bool,
    height_map: HeightMap,
    /// The revisions of board and style that the heights belong to.
    of: (u64, u64),
}

impl GameSession {
    pub fn set_3d(&mut self, wanted: bool) {
        if self.view3d.pose.is_some() == wanted {
            return;
        }
        self.view3d.pose = wanted.then(Pose::default);
        self.view3d.turned = false;
        self.magnifier = None;
        self.fit();
        self.revision += 1;
    }

    /// Solid views are drawn as they are: they are turned already.
    pub fn is_3d(&self) -> bool {
        self.view3d.pose.is_some() && !self.board.is_solid()
    }

    /// `None` while flat.
    pub fn camera3d(&self) -> Option<Camera3d> {
        let pose = self.view3d.pose.filter(|_| !self.board.is_solid())?;
        Some(Camera3d::new(&self.camera, pose))
    }

    pub fn height_map(&self) -> &HeightMap {
        &self.view3d.height_map
    }

    /// Updates the heights if board or style changed.
    pub(super) fn measure_heights(&mut self) {
        let of = (self.board.revision(), self.style.revision());
        if self.is_3d() && self.view3d.of != of {
            self.view3d.of = of;
            self.view3d.height_map = HeightMap::of(&self.board, &self.style);
            self.revision += 1;
        }
    }

    /// In degrees.
    pub fn turn_by(&mut self, turn: f64, tilt: f64) {
        let (is_3d, fitted) = (self.is_3d(), self.fitted);
        let Some(pose) = self.view3d.pose.as_mut().filter(|_| is_3d) else { return };
        pose.turn_by(turn, tilt);
        self.view3d.turned = true;
        if fitted {
            self.fit();
        }
        self.revision += 1;
    }

    /// Resets the pose and shows the whole board.
    pub fn reset_view3d(&mut self) {
        if let Some(pose) = &mut self.view3d.pose {
            *pose = Pose::default();
            self.view3d.turned = false;
        }
        self.fit_whole();
    }

    /// The flat camera with the turn of the 3D view, for directions.
    pub(super) fn turned_camera(&self) -> Camera {
        let turn = self.view3d.pose.filter(|_| self.is_3d()).map_or(0.0, |pose| pose.turn);
        Camera { turn: self.camera.turn + turn, ..self.camera }
    }

    pub fn screen_of(&self, spot: &BoardPlace) -> Pos {
        let flat = self.camera.to_screen(spot.at);
        let Some(eye) = self.camera3d() else { return flat };
        eye.project(self.height_map().point(&self.board, &self.style, spot)).unwrap_or(flat)
    }

    /// `None` beyond the horizon.
    pub fn board_at(&self, at: Pos) -> Option<Pos> {
        let Some(eye) = self.camera3d() else { return Some(self.camera_at(at).to_board(at)) };
        let height =
            self.place_at(at).map(|spot| self.height_map().top(&self.board, &self.style, spot));
        eye.at_height(at, height.unwrap_or(0.0))
    }

    /// The corners of the visible part: a quadrilateral, since a tilted board shows
    /// more at its far end.
    pub fn seen(&self) -> [Pos; 4] {
        let flat = |at| self.camera.to_board(at);
        let eye = self.camera3d();
        // The horizon is above the screen at any tilt.
        let at = |at| eye.and_then(|eye| eye.at_height(at, 0.0)).unwrap_or_else(|| flat(at));
        self.camera.viewport.corners().map(at)
    }

    /// `None` fits the whole board.
    pub(super) fn fit_3d(&mut self, part: Option<Rect>) {
        let Some(mut pose) = self.view3d.pose else { return };
        let height_map = &self.view3d.height_map;
        let span = height_map.span(&self.board);
        if part.is_none() && !self.view3d.turned {
            pose = Pose::filling(&self.camera, &height_map.rim, span);
            self.view3d.pose = Some(pose);
        }
        let part = part.map(|part| part.corners());
        let outline = part.as_ref().map_or(&height_map.rim[..], |corners| corners);
        Camera3d::fit(&mut self.camera, pose, outline, span);
    }

    pub(super) fn zoom_3d(&mut self, at: Pos, factor: f64) {
        let (Some(pose), Some(all)) = (self.view3d.pose, self.board.bounds()) else { return };
        let whole = all.width().max(all.height()).max(f64::MIN_POSITIVE);
        let room = self.camera.viewport.width().max(self.camera.viewport.height());
        let (least, most) = (FARTHEST * room / whole, NEAREST * room / whole);
        let scale = (self.camera.scale * factor).clamp(least, most);
        let factor = scale / self.camera.scale;
        Camera3d::zoom(&mut self.camera, pose, at, factor);
    }

    pub(super) fn pan_3d(&mut self, dx: f64, dy: f64) {
        let Some(pose) = self.view3d.pose else { return };
        let from = self.camera.viewport.middle();
        Camera3d::shift(&mut self.camera, pose, from, Pos::new(from.x + dx, from.y + dy));
    }
}
