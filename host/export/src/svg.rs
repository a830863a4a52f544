//! A drawing as SVG.

use std::fmt::Write;

use boardloom_board_view::scene::{Color, Pen, Scene, ScreenPos, Shape};

use super::letters::{BASELINE, Letters, UNITS};

/// The window's fonts, for drawings in a page; the second has signs that the first lacks.
const FONT: &str = "IBM Plex Sans, DejaVu Sans, sans-serif";

/// Returns a drawing as a file. Its texts are outlines, with their words as titles.
pub fn svg(scene: &Scene) -> String {
    let mut letters = Letters::default();
    let mut shapes = String::new();
    write_shapes(&mut shapes, scene.shapes(), Some(&mut letters));
    let [width, height] = scene.size.map(number);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n<rect width=\"{width}\" height=\"{height}\" \
         fill=\"{}\"/>\n",
        scene.background
    );
    text.push_str(&letters.definitions());
    text.push_str(&shapes);
    text.push_str("</svg>\n");
    text
}

/// Returns shapes as elements, to be put into the SVG of a page. Its texts can be selected.
pub fn svg_elements<'a>(shapes: impl IntoIterator<Item = &'a Shape>) -> String {
    let mut text = String::new();
    write_shapes(&mut text, shapes, None);
    text
}

fn write_shapes<'a>(
    text: &mut String,
    shapes: impl IntoIterator<Item = &'a Shape>,
    mut letters: Option<&mut Letters>,
) {
    let mut shapes = shapes.into_iter().peekable();
    while let Some(shape) = shapes.next() {
        let Shape::Line { points, pen } = shape else {
            element(text, shape, letters.as_deref_mut());
            continue;
        };
        // Lines in a row with one pen are one element: grain would be most of the file.
        let mut path = steps(points);
        while let Some(Shape::Line { points, .. }) =
            shapes.next_if(|next| matches!(next, Shape::Line { pen: other, .. } if other == pen))
        {
            path.push_str(&steps(points));
        }
        let paint = paint(None, Some(*pen));
        // Writing into a text never fails.
        let _ = writeln!(text, "<path d=\"{path}\"{paint} stroke-linecap=\"round\"/>");
    }
}

fn element(text: &mut String, shape: &Shape, letters: Option<&mut Letters>) {
    if let (Shape::Text { at, text: words, size, color }, Some(letters)) = (shape, letters) {
        text.push_str(&outlined((*at, *size, *color), words, letters));
        return;
    }
    // Writing into a text never fails.
    let _ = match shape {
        Shape::Polygon { points, fill, pen } => {
            writeln!(text, "<polygon points=\"{}\"{}/>", list(points), paint(*fill, *pen))
        }
        Shape::Circle { center: [x, y], radius, fill, pen } => writeln!(
            text,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>",
            number(*x),
            number(*y),
            number(*radius),
            paint(*fill, *pen)
        ),
        // Drawn as paths.
        Shape::Line { .. } => Ok(()),
        Shape::Text { at: [x, y], text: words, size, color } => writeln!(
            text,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" font-family=\"{FONT}\" \
             text-anchor=\"middle\" dominant-baseline=\"central\"{}>{}</text>",
            number(*x),
            number(*y),
            number(*size),
            paint(Some(*color), None),
            escape(words)
        ),
    };
}

/// Returns a text as outlines around a point.
fn outlined(
    ([x, y], size, color): (ScreenPos, f32, Color),
    words: &str,
    letters: &mut Letters,
) -> String {
    let scale = size / UNITS;
    format!(
        "<g transform=\"translate({} {}) scale({scale:.5} -{scale:.5})\"{}><title>{}</title>{}</g>\n",
        number(x),
        number(y + size * BASELINE),
        paint(Some(color), None),
        escape(words),
        letters.line(words)
    )
}

fn paint(fill: Option<Color>, pen: Option<Pen>) -> String {
    let mut text = match fill {
        None => " fill=\"none\"".to_owned(),
        Some(color) => format!(" fill=\"{}\"{}", color, opacity("fill", color)),
    };
    if let Some(Pen { color, width }) = pen {
        let _ = write!(
            text,
            " stroke=\"{}\"{} stroke-width=\"{}\" stroke-linejoin=\"round\"",
            color,
            opacity("stroke", color),
            number(width)
        );
    }
    text
}

fn opacity(what: &str, color: Color) -> String {
    match color.a {
        255 => String::new(),
        a => format!(" {what}-opacity=\"{}\"", number(f32::from(a) / 255.0)),
    }
}

fn steps(points: &[ScreenPos]) -> String {
    let step = |(n, [x, y]): (usize, &ScreenPos)| {
        format!("{}{} {}", if n == 0 { 'M' } else { 'L' }, number(*x), number(*y))
    };
    points.iter().enumerate().map(step).collect()
}

fn list(points: &[ScreenPos]) -> String {
    let pairs: Vec<String> =
        points.iter().map(|[x, y]| format!("{},{}", number(*x), number(*y))).collect();
    pairs.join(" ")
}

/// Returns a number with at most two decimals: a hundredth of a pixel is enough.
fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            // Control characters are not allowed in XML at all.
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
