//! The 3D camera: the flat camera, raised and turned.

use boardloom_theme::scene3d::{LENS, PITCH};

use super::Vec3;
use crate::board::{Camera, Pos, Rect};

/// The largest tilt, in degrees.
const LOWEST: f64 = 72.0;
/// The part of the width that the lens regards at least: wide boards keep their perspective.
const WIDE: f64 = 0.75;
/// The part of the viewport that a fitted board fills: the rest is for its shadow.
const ROOM: f64 = 0.975;
/// A board that fills this part of the viewport's height needs no steeper view; and the steepest
/// view, in degrees from straight above, and its steps.
const HIGH: f64 = 0.9;
const STEEPEST: f64 = 24.0;
const STEP: f64 = 2.0;
/// Points nearer to the camera, in its distances, are nowhere on the screen.
const NEAR: f64 = 0.05;
/// The planes of the depth buffer, in camera distances. Its steps grow with the square of the
/// distance over the near plane: buffers of 16 bits need one as far away as the lens allows.
const FRONT: f64 = 0.3;
const FAR: f64 = 24.0;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// Clockwise beyond the flat camera's turn, in degrees.
    pub turn: f64,
    /// From straight above, in degrees.
    pub tilt: f64,
}

/// The distance of a camera with the usual lens, in pixels.
fn distance(viewport: Rect) -> f64 {
    let height = viewport.height().max(viewport.width() * WIDE).max(1.0);
    height / 2.0 / (LENS / 2.0).to_radians().tan()
}

impl Default for Pose {
    fn default() -> Self {
        Pose { turn: 0.0, tilt: 90.0 - PITCH }
    }
}

impl Pose {
    /// Returns the usual pose for a board: of one that is wide, it looks from so far above that the
    /// board fills the viewport's height too, as far as that goes.
    pub fn filling(camera: &Camera, outline: &[Pos], heights: (f64, f64)) -> Self {
        let mut pose = Pose::default();
        loop {
            let mut fitted = *camera;
            Camera3d::fit(&mut fitted, pose, outline, heights);
            let seen = Camera3d::new(&fitted, pose).bounds(outline, heights);
            let is_high = seen.is_none_or(|it| it.height() >= HIGH * camera.viewport.height());
            if is_high || pose.tilt - STEP < STEEPEST {
                return pose;
            }
            pose.tilt -= STEP;
        }
    }

    pub fn turn_by(&mut self, turn: f64, tilt: f64) {
        self.turn = (self.turn + turn).rem_euclid(360.0);
        self.tilt = (self.tilt + tilt).clamp(0.0, LOWEST);
    }
}

/// A perspective camera: projects points to the screen, and maps the pointer back.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera3d {
    center: Pos,
    /// Pixels for a unit of the board in the middle.
    pub scale: f64,
    middle: Pos,
    /// In pixels.
    away: f64,
    mirror: f64,
    turn: (f64, f64),
    tilt: (f64, f64),
    quarters: f64,
}

impl Camera3d {
    pub fn new(camera: &Camera, pose: Pose) -> Self {
        let Camera { center, scale, turn, mirrored, viewport } = *camera;
        let turn = turn + pose.turn;
        let away = distance(viewport);
        let angle = |degrees: f64| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            (cos, sin)
        };
        Camera3d {
            center,
            scale,
            middle: viewport.middle(),
            away,
            mirror: if mirrored { -1.0 } else { 1.0 },
            turn: angle(turn),
            tilt: angle(pose.tilt.clamp(0.0, LOWEST)),
            quarters: (turn / 90.0).round().rem_euclid(4.0),
        }
    }

    /// From straight above, in radians.
    pub fn tilt(&self) -> f64 {
        self.tilt.1.atan2(self.tilt.0)
    }

    /// The board's x and y as seen from above: right and down.
    pub(super) fn axes(&self) -> [[f64; 2]; 2] {
        let (cos, sin) = self.turn;
        [[self.mirror * cos, self.mirror * sin], [-sin, cos]]
    }

    /// The screen's right and down on the board, rounded to quarter turns: for marks on pieces.
    pub fn upright(&self) -> [[f64; 2]; 2] {
        let (cos, sin) = match self.quarters as u8 {
            0 => (1.0, 0.0),
            1 => (0.0, 1.0),
            2 => (-1.0, 0.0),
            _ => (0.0, -1.0),
        };
        [[self.mirror * cos, -sin], [self.mirror * sin, cos]]
    }

    /// Returns a point's offset to the right, down, and towards the camera, in pixels.
    fn view(&self, [x, y, z]: Vec3) -> Vec3 {
        let ((cos, sin), (flat, steep)) = (self.turn, self.tilt);
        let (x, y) = ((x - self.center.x) * self.mirror, y - self.center.y);
        let (u, v) = ((x * cos - y * sin) * self.scale, (x * sin + y * cos) * self.scale);
        let w = z * self.scale;
        [u, v * flat - w * steep, w * flat + v * steep]
    }

    /// `None` for points behind the camera.
    pub fn project(&self, at: Vec3) -> Option<Pos> {
        let [x, y, near] = self.view(at);
        let left = self.away - near;
        let part = self.away / left;
        (left > self.away * NEAR)
            .then(|| Pos::new(self.middle.x + x * part, self.middle.y + y * part))
    }

    /// Returns a point's distance in front of the middle, in pixels.
    pub fn nearness(&self, at: Vec3) -> f64 {
        self.view(at)[2]
    }

    /// Pixels for a unit of the board at a point.
    pub fn scale_at(&self, at: Vec3) -> f64 {
        self.scale * self.away / (self.away - self.view(at)[2]).max(self.away * NEAR)
    }

    /// Returns the point at a height over the board that is seen at a point of the screen;
    /// `None` above the horizon.
    pub fn at_height(&self, at: Pos, height: f64) -> Option<Pos> {
        let ((cos, sin), (flat, steep)) = (self.turn, self.tilt);
        let (x, y) = (at.x - self.middle.x, at.y - self.middle.y);
        let whole = flat * self.away + steep * y;
        let part = (flat * self.away - height * self.scale) / whole;
        if whole < 1e-3 * self.away || part <= 0.0 {
            return None;
        }
        let u = part * x / self.scale;
        let v = (flat * part * y + steep * self.away * (1.0 - part)) / self.scale;
        let across = (u * cos + v * sin) * self.mirror;
        Some(Pos::new(self.center.x + across, self.center.y + v * cos - u * sin))
    }

    /// Returns the part of the board in a part of the screen; `None` if it reaches the horizon.
    pub fn seen(&self, screen: Rect) -> Option<Rect> {
        let corners = screen.corners().map(|at| self.at_height(at, 0.0));
        let all: Option<Vec<Pos>> = corners.into_iter().collect();
        Rect::around(all?)
    }

    pub fn may_see(&self, part: Rect, screen: Rect) -> bool {
        let corners = part.corners().map(|p| self.project([p.x, p.y, 0.0]));
        let all: Option<Vec<Pos>> = corners.into_iter().collect();
        // A part that reaches behind the camera may be visible anywhere.
        all.and_then(Rect::around).is_none_or(|seen| seen.meets(&screen))
    }

    pub fn direction_to_board(&self, dx: f64, dy: f64) -> (f64, f64) {
        let (cos, sin) = self.turn;
        ((dx * cos + dy * sin) * self.mirror, dy * cos - dx * sin)
    }

    /// Returns the column-major projection matrix for points relative to `origin`, for a screen
    /// of `size` pixels.
    pub fn matrix(&self, origin: Pos, size: [f64; 2]) -> [[f32; 4]; 4] {
        let from = [origin.x, origin.y, 0.0];
        let zero = self.view(from);
        let column = |axis: Option<usize>| {
            let (view, one) = match axis {
                Some(axis) => {
                    let mut at = from;
                    at[axis] += 1.0;
                    let view = self.view(at);
                    ([0, 1, 2].map(|n| view[n] - zero[n]), 0.0)
                }
                None => (zero, 1.0),
            };
            let w = one - view[2] / self.away;
            let x = view[0] * 2.0 / size[0] + (self.middle.x * 2.0 / size[0] - 1.0) * w;
            let y = (1.0 - self.middle.y * 2.0 / size[1]) * w - view[1] * 2.0 / size[1];
            let z = ((FAR + FRONT) * w - 2.0 * FAR * FRONT * one) / (FAR - FRONT);
            [x, y, z, w].map(|part| part as f32)
        };
        [column(Some(0)), column(Some(1)), column(Some(2)), column(None)]
    }

    /// Moves a camera so that the point of the board at `from` is seen at `to`.
    pub fn shift(camera: &mut Camera, pose: Pose, from: Pos, to: Pos) {
        let eye = Camera3d::new(camera, pose);
        if let (Some(a), Some(b)) = (eye.at_height(from, 0.0), eye.at_height(to, 0.0)) {
            camera.center.x -= b.x - a.x;
            camera.center.y -= b.y - a.y;
        }
    }

    /// Magnifies around a point of the screen, which stays in place.
    pub fn zoom(camera: &mut Camera, pose: Pose, at: Pos, factor: f64) {
        let fixed = Camera3d::new(camera, pose).at_height(at, 0.0);
        camera.scale *= factor;
        // The perspective moves with the middle, so this iterates.
        for _ in 0..3 {
            let now = Camera3d::new(camera, pose).at_height(at, 0.0);
            let (Some(fixed), Some(now)) = (fixed, now) else { return };
            camera.center.x += fixed.x - now.x;
            camera.center.y += fixed.y - now.y;
        }
    }

    /// Returns the part of the screen that an outline takes, from a depth up to a height.
    fn bounds(&self, outline: &[Pos], heights: (f64, f64)) -> Option<Rect> {
        let all = outline
            .iter()
            .flat_map(|p| [heights.0, heights.1].map(|z| self.project([p.x, p.y, z])));
        Rect::around(all.flatten())
    }

    /// Shows an outline on the board as large as possible, from a depth up to a height.
    pub fn fit(camera: &mut Camera, pose: Pose, outline: &[Pos], heights: (f64, f64)) {
        let Some(part) = Rect::around(outline.iter().copied()) else { return };
        camera.fit(part);
        let room = camera.viewport;
        for _ in 0..6 {
            let eye = Camera3d::new(camera, pose);
            let Some(seen) = eye.bounds(outline, heights) else { return };
            let across = room.width() / seen.width().max(f64::MIN_POSITIVE);
            let factor = ROOM * across.min(room.height() / seen.height().max(f64::MIN_POSITIVE));
            if !factor.is_finite() || factor <= 0.0 {
                return;
            }
            Camera3d::shift(camera, pose, seen.middle(), room.middle());
            camera.scale *= factor;
        }
    }
}
