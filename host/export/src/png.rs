//! A drawing as PNG.

use super::{ExportError, raster};
use boardloom_board_view::scene::{Color, Scene};

/// Returns the drawing as a PNG file, `scale` pixels for a logical one.
pub fn png(scene: &Scene, scale: f32) -> Result<Vec<u8>, ExportError> {
    let [width, height] = scene.size.map(|side| (side * scale).round().max(0.0) as u32);
    let mut pixels = raster::blank(width, height, scene.background)?;
    for shape in scene.shapes() {
        raster::draw(&mut pixels, shape, scale);
    }
    raster::encode(&pixels)
}

/// Returns pixels as a PNG file. Each has four bytes, red, green, blue and one that is
/// skipped, row by row from the top.
pub fn png_of(width: u32, height: u32, dots: &[u8]) -> Result<Vec<u8>, ExportError> {
    let mut pixels = raster::blank(width, height, Color::BLACK)?;
    if dots.len() != pixels.data().len() {
        return Err(ExportError::Size { width, height });
    }
    for (to, from) in pixels.data_mut().chunks_mut(4).zip(dots.chunks(4)) {
        to[..3].copy_from_slice(&from[..3]);
    }
    raster::encode(&pixels)
}
