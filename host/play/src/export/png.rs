//! A drawing as PNG.

use super::{ExportError, raster};
use crate::scene::Scene;

/// Returns the drawing as a PNG file, `scale` pixels for a logical one.
///
/// # Errors
/// When the picture would have no size or too large a one.
pub fn png(scene: &Scene, scale: f32) -> Result<Vec<u8>, ExportError> {
    let [width, height] = scene.size.map(|side| (side * scale).round().max(0.0) as u32);
    let mut pixels = raster::blank(width, height, scene.background)?;
    for shape in scene.shapes() {
        raster::draw(&mut pixels, shape, scale);
    }
    raster::encode(&pixels)
}
