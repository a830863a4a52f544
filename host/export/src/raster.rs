//! A drawing as pixels.

use std::sync::OnceLock;

use fontdue::{Font, FontSettings};
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, PremultipliedColorU8, Stroke,
    Transform,
};

use super::ExportError;
use super::fonts;
use super::letters::BASELINE;
use boardloom_board_view::scene::{Color, Pen, ScreenPos, Shape};

/// The largest side of a picture, in pixels.
const MAX_SIDE: u32 = 16_384;

pub(super) fn blank(width: u32, height: u32, ground: Color) -> Result<Pixmap, ExportError> {
    let fits = |side: u32| (1..=MAX_SIDE).contains(&side);
    let pixels = (fits(width) && fits(height)).then(|| Pixmap::new(width, height)).flatten();
    let mut pixels = pixels.ok_or(ExportError::Size { width, height })?;
    pixels.fill(skia(ground));
    Ok(pixels)
}

pub(super) fn encode(pixels: &Pixmap) -> Result<Vec<u8>, ExportError> {
    pixels.encode_png().map_err(|why| ExportError::Encoding(why.to_string()))
}

/// Draws a shape, `scale` pixels for a logical one.
pub(super) fn draw(pixels: &mut Pixmap, shape: &Shape, scale: f32) {
    match shape {
        Shape::Polygon { points, fill, pen } => {
            paint(pixels, polyline(points, true), *fill, *pen, scale);
        }
        Shape::Circle { center: [x, y], radius, fill, pen } => {
            paint(pixels, PathBuilder::from_circle(*x, *y, radius.max(0.01)), *fill, *pen, scale);
        }
        Shape::Line { points, pen } => {
            paint(pixels, polyline(points, false), None, Some(*pen), scale);
        }
        Shape::Text { at, text, size, color } => {
            write(pixels, at.map(|v| v * scale), text, size * scale, *color);
        }
    }
}

fn polyline(points: &[ScreenPos], closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (number, [x, y]) in points.iter().enumerate() {
        if number == 0 {
            path.move_to(*x, *y);
        } else {
            path.line_to(*x, *y);
        }
    }
    if closed {
        path.close();
    }
    path.finish()
}

fn paint(
    pixels: &mut Pixmap,
    path: Option<Path>,
    fill: Option<Color>,
    pen: Option<Pen>,
    scale: f32,
) {
    let Some(path) = path else { return };
    let scaled = Transform::from_scale(scale, scale);
    if let Some(color) = fill {
        pixels.fill_path(&path, &ink(color), FillRule::EvenOdd, scaled, None);
    }
    if let Some(Pen { color, width }) = pen {
        let stroke = Stroke {
            width,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        pixels.stroke_path(&path, &ink(color), &stroke, scaled, None);
    }
}

fn ink(color: Color) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(skia(color));
    paint
}

fn skia(color: Color) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(color.r, color.g, color.b, color.a)
}

fn fonts() -> &'static [Font; 2] {
    static FONTS: OnceLock<[Font; 2]> = OnceLock::new();
    let read = |bytes: &[u8]| {
        Font::from_bytes(bytes, FontSettings::default()).expect("the font is part of the program")
    };
    FONTS.get_or_init(|| fonts::bytes().map(read))
}

fn font(c: char) -> &'static Font {
    let fonts = fonts();
    fonts.iter().find(|font| font.has_glyph(c)).unwrap_or(&fonts[0])
}

/// Returns the width of a text in a font size, in pixels.
pub(crate) fn text_width(text: &str, size: f32) -> f32 {
    text.chars().map(|c| font(c).metrics(c, size).advance_width).sum()
}

/// Draws a text with its middle at a point. Letters are set by their advance widths;
/// kerning would move them by less than a pixel.
fn write(pixels: &mut Pixmap, at: ScreenPos, text: &str, size: f32, color: Color) {
    if !(1.0..=2000.0).contains(&size) {
        return;
    }
    let mut x = at[0] - text_width(text, size) / 2.0;
    let base = at[1] + size * BASELINE;
    for c in text.chars() {
        let (metrics, coverage) = font(c).rasterize(c, size);
        let left = (x + metrics.xmin as f32).round() as i32;
        let top = (base - metrics.ymin as f32 - metrics.height as f32).round() as i32;
        for (row, line) in coverage.chunks(metrics.width.max(1)).enumerate() {
            for (column, cover) in line.iter().enumerate() {
                blend(pixels, left + column as i32, top + row as i32, color, *cover);
            }
        }
        x += metrics.advance_width;
    }
}

fn blend(pixels: &mut Pixmap, x: i32, y: i32, color: Color, cover: u8) {
    let inside = x >= 0 && y >= 0 && (x as u32) < pixels.width() && (y as u32) < pixels.height();
    if !inside || cover == 0 {
        return;
    }
    let place = y as usize * pixels.width() as usize + x as usize;
    let under = pixels.pixels()[place];
    let part = u32::from(cover) * u32::from(color.a) / 255;
    let mix = |over: u8, under: u8| {
        ((u32::from(over) * part + u32::from(under) * (255 - part)) / 255) as u8
    };
    let alpha = mix(255, under.alpha());
    let mixed = PremultipliedColorU8::from_rgba(
        mix(color.r, under.red()).min(alpha),
        mix(color.g, under.green()).min(alpha),
        mix(color.b, under.blue()).min(alpha),
        alpha,
    );
    if let Some(mixed) = mixed {
        pixels.pixels_mut()[place] = mixed;
    }
}
