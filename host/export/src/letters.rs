//! Letters as outlines: an SVG looks the same where its fonts are missing.

use std::collections::BTreeMap;
use std::fmt::Write;

use skrifa::MetadataProvider;
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};

use crate::fonts;

/// Units of the outlines in a font size.
pub(crate) const UNITS: f32 = 1000.0;
/// Capitals are about 0.73 of the font's size: their middle is the text's.
pub(crate) const BASELINE: f32 = 0.36;

/// The outlines of the letters of a drawing, each once.
#[derive(Debug, Default)]
pub(crate) struct Letters(BTreeMap<char, Letter>);

#[derive(Debug, Default)]
struct Letter {
    path: String,
    advance: f32,
}

impl Letters {
    /// Returns elements that draw a text around the middle of its line, at a size of 1000, upside
    /// down as in fonts.
    pub(crate) fn line(&mut self, text: &str) -> String {
        let width: f32 = text.chars().map(|c| self.letter(c).advance).sum();
        let mut line = String::new();
        let mut x = -width / 2.0;
        for c in text.chars() {
            let letter = self.letter(c);
            if !letter.path.is_empty() {
                // Writing into a text never fails.
                let _ = write!(line, "<use href=\"#{}\" x=\"{:.0}\"/>", id(c), x);
            }
            x += letter.advance;
        }
        line
    }

    /// Returns the definitions that the lines refer to.
    pub(crate) fn definitions(&self) -> String {
        let drawn = self.0.iter().filter(|(_, letter)| !letter.path.is_empty());
        let paths: String =
            drawn.map(|(c, it)| format!("<path id=\"{}\" d=\"{}\"/>\n", id(*c), it.path)).collect();
        if paths.is_empty() { paths } else { format!("<defs>\n{paths}</defs>\n") }
    }

    fn letter(&mut self, c: char) -> &Letter {
        self.0.entry(c).or_insert_with(|| Letter::of(c))
    }
}

fn id(c: char) -> String {
    format!("u{:x}", u32::from(c))
}

impl Letter {
    /// A letter that no font has is drawn as the first font's sign for that.
    fn of(c: char) -> Self {
        let (font, glyph) = fonts::glyph(c);
        let (size, location) = (Size::unscaled(), LocationRef::default());
        let scale = UNITS / f32::from(font.metrics(size, location).units_per_em.max(1));
        let advance = font.glyph_metrics(size, location).advance_width(glyph).unwrap_or_default();
        let mut pen = PathPen { path: String::new(), scale };
        if let Some(outline) = font.outline_glyphs().get(glyph) {
            // The bundled fonts are whole.
            let _ = outline.draw(DrawSettings::unhinted(size, location), &mut pen);
        }
        Letter { path: pen.path, advance: advance * scale }
    }
}

/// Writes an outline in whole units.
struct PathPen {
    path: String,
    scale: f32,
}

impl PathPen {
    fn step(&mut self, sign: char, points: &[f32]) {
        self.path.push(sign);
        for (n, value) in points.iter().enumerate() {
            if n > 0 {
                self.path.push(' ');
            }
            // Writing into a text never fails.
            let _ = write!(self.path, "{}", (value * self.scale).round() as i32);
        }
    }
}

impl OutlinePen for PathPen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.step('M', &[x, y]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.step('L', &[x, y]);
    }

    fn quad_to(&mut self, cx0: f32, cy0: f32, x: f32, y: f32) {
        self.step('Q', &[cx0, cy0, x, y]);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.step('C', &[cx0, cy0, cx1, cy1, x, y]);
    }

    fn close(&mut self) {
        self.path.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_as_wide_on_both_sides_and_each_letter_is_defined_once() {
        let mut letters = Letters::default();
        let line = letters.line("ana♔");
        let at: Vec<f32> = line
            .split(" x=\"")
            .skip(1)
            .map(|it| it.split('"').next().unwrap().parse().unwrap())
            .collect();
        assert_eq!(at.len(), 4, "{line}");
        let last = letters.letter('♔').advance;
        assert!((at[0] + at[3] + last).abs() <= 2.0, "{line}");
        let definitions = letters.definitions();
        assert_eq!(definitions.matches("<path ").count(), 3, "{definitions}");
        assert!(definitions.contains("id=\"u61\" d=\"M"), "{definitions}");
        // A space has no outline.
        assert_eq!(letters.line(" "), "");
    }
}
