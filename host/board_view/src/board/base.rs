//! The frame of reference of a board's layout.
//!
//! Doubles tell places apart down to about forty halvings. A board that is divided more deeply is
//! laid out around the visible frame: precise near it, coarse far away.

use boardloom_contract::{Cursor, Frame, PluginResult};

use super::{Affine, BoardGeometry, Camera, Pos, Rect};

/// The visible part may be this many times smaller or larger than the base frame before the
/// board is laid out again.
const REACH: f64 = 16_777_216.0;
/// The largest distance of a frame from the centre of view, in multiples of its size.
const NEAR: f64 = 8.0;

/// The frame of reference of the layout: the board's own or that of a nested frame. Directions
/// are always the board's own.
#[derive(Debug, Clone)]
pub(super) struct Base {
    /// `None` is the board itself.
    pub frame: Option<u32>,
    /// Layout units for a unit of the board.
    scale: f64,
    /// The maps of the board and of the frames down to this one.
    chain: Vec<(Option<u32>, Affine)>,
}

impl Default for Base {
    fn default() -> Self {
        Base { frame: None, scale: 1.0, chain: vec![(None, Affine::IDENTITY)] }
    }
}

impl Base {
    fn around(frame: Option<u32>, frames: &[Frame]) -> Self {
        let mut path = Vec::new();
        let mut at = frame;
        while let Some((number, frame)) = at.and_then(|n| Some((n, frames.get(n as usize)?))) {
            path.push((number, Affine(frame.affine.into())));
            at = frame.parent;
        }
        // Measured from the near frame, so that nothing cancels out.
        let shape = |map: Affine| Affine([map.0[0], map.0[1], map.0[2], map.0[3], 0.0, 0.0]);
        let mut shapes = vec![Affine::IDENTITY];
        for (_, map) in path.iter().rev() {
            let last = shapes.last().expect("the board's own");
            shapes.push(last.then(&shape(*map)));
        }
        let size = shapes.last().expect("the board's own").size();
        let scale = if size > 0.0 { f64::exp2((1.0 / size).log2().round()) } else { 1.0 };
        let mut chain = Vec::new();
        let mut origin = Pos::default();
        for ((number, map), pair) in path.iter().zip(shapes.windows(2).rev()) {
            chain.push((Some(*number), pair[1].placed(scale, origin)));
            let [.., e, f] = map.0;
            let step = pair[0].placed(scale, Pos::default()).apply((e, f, 0.0));
            origin = Pos::new(origin.x - step.x, origin.y - step.y);
        }
        chain.push((None, Affine::IDENTITY.placed(scale, origin)));
        Base { frame, scale, chain }
    }

    /// Returns the map of a frame on the way to the base.
    pub fn known(&self, number: Option<u32>) -> Option<Affine> {
        self.chain.iter().find(|(known, _)| *known == number).map(|(_, map)| *map)
    }

    pub fn board(&self) -> Affine {
        self.known(None).unwrap_or(Affine::IDENTITY)
    }
}

impl Affine {
    pub fn size(&self) -> f64 {
        let [a, b, c, d, ..] = self.0;
        (a * d - b * c).abs().sqrt()
    }

    fn placed(&self, scale: f64, at: Pos) -> Affine {
        let [a, b, c, d, ..] = self.0.map(|n| n * scale);
        Affine([a, b, c, d, at.x, at.y])
    }
}

impl BoardGeometry {
    /// Changes the base when the visible part is too small or too large for the precision of
    /// the layout; the camera keeps its view. Returns whether it did.
    pub fn refocus(&mut self, camera: &mut Camera, cursor: &mut dyn Cursor) -> PluginResult<bool> {
        let Some(frame) = self.better_base(camera) else { return Ok(false) };
        let base = Base::around(frame, &self.raw);
        let ratio = base.scale / self.base.scale;
        let origin = self.frame(frame).0.apply((0.0, 0.0, 0.0));
        let Pos { x, y } = camera.center;
        camera.center = Pos::new((x - origin.x) * ratio, (y - origin.y) * ratio);
        camera.scale /= ratio;
        self.clear(base);
        self.update(cursor)?;
        Ok(true)
    }

    pub fn base(&self) -> Option<u32> {
        self.base.frame
    }

    fn better_base(&self, camera: &Camera) -> Option<Option<u32>> {
        if self.is_solid() || self.raw.is_empty() {
            return None;
        }
        let Rect { min, max } = camera.seen();
        let seen = (max.x - min.x).max(max.y - min.y);
        let whole = self.bounds.map_or(1.0, |all| all.width().max(all.height()));
        let around = if self.base.frame.is_none() { whole } else { 1.0 };
        if (around / REACH..=around * REACH).contains(&seen) {
            return None;
        }
        let near =
            |map: &Affine| map.apply((0.0, 0.0, 0.0)).distance(camera.center) <= NEAR * map.size();
        let frames = (0..).zip(&self.frames).map(|(number, (map, _))| (number, map));
        let fits = frames.filter(|(_, map)| map.size() * 2.0 >= seen && near(map));
        let best = fits.min_by(|a, b| a.1.size().total_cmp(&b.1.size())).map(|(n, _)| n);
        // If nearly all of it is visible, the board is the base.
        let best = best.filter(|_| seen < whole / 2.0);
        (best != self.base.frame).then_some(best)
    }
}
