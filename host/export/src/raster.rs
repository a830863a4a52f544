//! A drawing as pixels.

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

use super::ExportError;
use super::fonts::glyph;
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

fn advance_width((font, glyph): (&FontRef<'_>, GlyphId), size: f32) -> f32 {
    let metrics = font.glyph_metrics(Size::new(size), LocationRef::default());
    metrics.advance_width(glyph).unwrap_or_default()
}

/// Returns the width of a text in a font size, in pixels.
pub(crate) fn text_width(text: &str, size: f32) -> f32 {
    text.chars().map(|c| advance_width(glyph(c), size)).sum()
}

/// Draws a text with its middle at a point. Letters are set by their advance widths;
/// kerning would move them by less than a pixel.
fn write(pixels: &mut Pixmap, at: ScreenPos, text: &str, size: f32, color: Color) {
    if !(1.0..=2000.0).contains(&size) {
        return;
    }
    let mut pen = GlyphPen {
        path: PathBuilder::new(),
        x: at[0] - text_width(text, size) / 2.0,
        // On a whole pixel, the feet of letters are sharp.
        base: (at[1] + size * BASELINE).round(),
    };
    for c in text.chars() {
        let (font, glyph) = glyph(c);
        if let Some(outline) = font.outline_glyphs().get(glyph) {
            let settings = DrawSettings::unhinted(Size::new(size), LocationRef::default());
            // An outline of these fonts can be drawn; of another it would lack the letter.
            let _ = outline.draw(settings, &mut pen);
        }
        pen.x += advance_width((font, glyph), size);
    }
    if let Some(path) = pen.path.finish() {
        pixels.fill_path(&path, &ink(color), FillRule::Winding, Transform::identity(), None);
    }
}

/// Collects outlines of letters; y goes up in a font and down in a picture.
struct GlyphPen {
    path: PathBuilder,
    x: f32,
    base: f32,
}

impl OutlinePen for GlyphPen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.x + x, self.base - y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.x + x, self.base - y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.path.quad_to(self.x + cx, self.base - cy, self.x + x, self.base - y);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        let [ax, bx, x] = [ax, bx, x].map(|it| self.x + it);
        let [ay, by, y] = [ay, by, y].map(|it| self.base - it);
        self.path.cubic_to(ax, ay, bx, by, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
