//! The flat camera.

use super::{Pos, Rect};

/// Maps the board to the screen, in logical pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// The point of the board in the middle of the viewport.
    pub center: Pos,
    /// Pixels for a unit of the board.
    pub scale: f64,
    /// Clockwise, in degrees.
    pub turn: f64,
    pub mirrored: bool,
    pub viewport: Rect,
}

impl Camera {
    pub fn fitting(part: Rect, viewport: Rect) -> Self {
        let mut camera =
            Camera { center: part.middle(), scale: 1.0, turn: 0.0, mirrored: false, viewport };
        camera.fit(part);
        camera
    }

    pub fn fit(&mut self, part: Rect) {
        self.center = part.middle();
        self.scale = 1.0;
        let corners = part.corners().map(|p| self.to_screen(p));
        let size = Rect::around(corners).unwrap_or(part);
        let across = self.viewport.width() / size.width().max(f64::MIN_POSITIVE);
        let down = self.viewport.height() / size.height().max(f64::MIN_POSITIVE);
        let scale = across.min(down);
        self.scale = if scale.is_finite() && scale > 0.0 { scale } else { 1.0 };
    }

    fn rotation(&self) -> (f64, f64) {
        // Quarter turns are exact.
        match self.turn.rem_euclid(360.0) {
            0.0 => (1.0, 0.0),
            90.0 => (0.0, 1.0),
            180.0 => (-1.0, 0.0),
            270.0 => (0.0, -1.0),
            other => (other.to_radians().cos(), other.to_radians().sin()),
        }
    }

    pub fn to_screen(&self, at: Pos) -> Pos {
        let (cos, sin) = self.rotation();
        let x = (at.x - self.center.x) * if self.mirrored { -1.0 } else { 1.0 };
        let y = at.y - self.center.y;
        let middle = self.viewport.middle();
        Pos::new(
            middle.x + (x * cos - y * sin) * self.scale,
            middle.y + (x * sin + y * cos) * self.scale,
        )
    }

    pub fn to_board(&self, at: Pos) -> Pos {
        let (cos, sin) = self.rotation();
        let middle = self.viewport.middle();
        let (x, y) = ((at.x - middle.x) / self.scale, (at.y - middle.y) / self.scale);
        let across = (x * cos + y * sin) * if self.mirrored { -1.0 } else { 1.0 };
        Pos::new(self.center.x + across, self.center.y + y * cos - x * sin)
    }

    pub fn direction_to_board(&self, dx: f64, dy: f64) -> (f64, f64) {
        let middle = self.viewport.middle();
        let to = self.to_board(Pos::new(middle.x + dx, middle.y + dy));
        (to.x - self.center.x, to.y - self.center.y)
    }

    pub fn seen(&self) -> Rect {
        let corners = self.viewport.corners().map(|p| self.to_board(p));
        Rect::around(corners).unwrap_or(Rect { min: self.center, max: self.center })
    }

    /// Magnifies around a point of the screen, which stays in place.
    pub fn zoom_at(&mut self, at: Pos, factor: f64) {
        let fixed = self.to_board(at);
        let scale = (self.scale * factor).clamp(1e-6, 1e15);
        self.scale = if scale.is_finite() { scale } else { self.scale };
        let now = self.to_board(at);
        self.center.x += fixed.x - now.x;
        self.center.y += fixed.y - now.y;
    }

    pub fn pan(&mut self, dx: f64, dy: f64) {
        let (x, y) = self.direction_to_board(dx, dy);
        self.center.x -= x;
        self.center.y -= y;
    }

    pub fn rotate(&mut self, degrees: f64) {
        self.turn = (self.turn + degrees).rem_euclid(360.0);
    }

    pub fn flip(&mut self) {
        self.rotate(180.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: Pos, b: Pos) -> bool {
        a.distance(b) < 1e-9
    }

    #[test]
    fn screen_and_board_are_each_others_inverse() {
        let part = Rect { min: Pos::new(-3.0, 2.0), max: Pos::new(4.0, 9.0) };
        let viewport = Rect { min: Pos::new(10.0, 20.0), max: Pos::new(650.0, 500.0) };
        for turn in [0.0, 90.0, 180.0, 33.0] {
            for mirrored in [false, true] {
                let mut camera = Camera::fitting(part, viewport);
                (camera.turn, camera.mirrored) = (turn, mirrored);
                let at = Pos::new(123.0, 77.0);
                assert!(close(camera.to_screen(camera.to_board(at)), at));
            }
        }
    }

    #[test]
    fn fitting_fills_the_shorter_side() {
        let part = Rect { min: Pos::new(0.0, 0.0), max: Pos::new(7.0, 7.0) };
        let viewport = Rect { min: Pos::new(0.0, 0.0), max: Pos::new(640.0, 480.0) };
        let camera = Camera::fitting(part, viewport);
        assert!(close(camera.to_screen(Pos::new(0.0, 0.0)), Pos::new(80.0, 0.0)));
        assert!(close(camera.to_screen(Pos::new(7.0, 7.0)), Pos::new(560.0, 480.0)));
    }

    #[test]
    fn zooming_keeps_the_point_under_the_pointer() {
        let part = Rect { min: Pos::new(0.0, 0.0), max: Pos::new(7.0, 7.0) };
        let viewport = Rect { min: Pos::new(0.0, 0.0), max: Pos::new(640.0, 480.0) };
        let mut camera = Camera::fitting(part, viewport);
        camera.flip();
        let at = Pos::new(100.0, 400.0);
        let before = camera.to_board(at);
        camera.zoom_at(at, 3.0);
        assert!(close(camera.to_board(at), before));
        camera.pan(5.0, -7.0);
        assert!(close(camera.to_board(Pos::new(105.0, 393.0)), before));
    }
}
