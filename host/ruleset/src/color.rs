//! Colours.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer};
use thiserror::Error;

/// Red, green, blue and opacity, not premultiplied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Color {
    pub r: u8,
    pub g: u8,
    pub b: u8,
    pub a: u8,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("expected a colour as `#e69f00`, found {0:?}")]
pub struct ParseColorError(pub String);

impl Color {
    pub const WHITE: Color = Color::rgb(255, 255, 255);
    pub const BLACK: Color = Color::rgb(0, 0, 0);

    /// Default colours of players: the Okabe-Ito palette, safe for colour-blind readers,
    /// with the strongest contrasts first.
    pub const PLAYERS: [Color; 8] = [
        Color::rgb(0xd5, 0x5e, 0x00),
        Color::rgb(0x00, 0x72, 0xb2),
        Color::rgb(0xf0, 0xe4, 0x42),
        Color::rgb(0x00, 0x9e, 0x73),
        Color::rgb(0xcc, 0x79, 0xa7),
        Color::rgb(0x56, 0xb4, 0xe9),
        Color::rgb(0xe6, 0x9f, 0x00),
        Color::rgb(0x33, 0x33, 0x33),
    ];

    pub const fn rgb(r: u8, g: u8, b: u8) -> Self {
        Color { r, g, b, a: 255 }
    }

    #[must_use]
    pub fn faded(self, opacity: f32) -> Self {
        Color { a: (f32::from(self.a) * opacity.clamp(0.0, 1.0)).round() as u8, ..self }
    }

    /// Interpolates: this colour at 0, the other one at 1.
    #[must_use]
    pub fn mixed(self, other: Color, part: f32) -> Self {
        let mix = |a: u8, b: u8| {
            (f32::from(a) + (f32::from(b) - f32::from(a)) * part.clamp(0.0, 1.0)).round() as u8
        };
        Color {
            r: mix(self.r, other.r),
            g: mix(self.g, other.g),
            b: mix(self.b, other.b),
            a: mix(self.a, other.a),
        }
    }

    /// Returns the relative luminance of WCAG 2, 0 to 1.
    pub fn luminance(self) -> f32 {
        let linear = |v: u8| {
            let v = f32::from(v) / 255.0;
            if v <= 0.040_45 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.r) + 0.7152 * linear(self.g) + 0.0722 * linear(self.b)
    }

    /// Returns the contrast ratio of WCAG 2, 1 to 21.
    pub fn contrast(self, other: Color) -> f32 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Returns black or white, whichever contrasts more.
    #[must_use]
    pub fn ink(self) -> Color {
        if self.contrast(Color::BLACK) >= self.contrast(Color::WHITE) {
            Color::BLACK
        } else {
            Color::WHITE
        }
    }
}

/// Names of colours in CSS.
const NAMES: [(&str, u32); 24] = [
    ("black", 0x00_0000),
    ("white", 0xff_ffff),
    ("gray", 0x80_8080),
    ("grey", 0x80_8080),
    ("silver", 0xc0_c0c0),
    ("red", 0xff_0000),
    ("maroon", 0x80_0000),
    ("crimson", 0xdc_143c),
    ("orange", 0xff_a500),
    ("gold", 0xff_d700),
    ("yellow", 0xff_ff00),
    ("olive", 0x80_8000),
    ("lime", 0x00_ff00),
    ("green", 0x00_8000),
    ("teal", 0x00_8080),
    ("turquoise", 0x40_e0d0),
    ("cyan", 0x00_ffff),
    ("blue", 0x00_00ff),
    ("navy", 0x00_0080),
    ("purple", 0x80_0080),
    ("violet", 0xee_82ee),
    ("magenta", 0xff_00ff),
    ("pink", 0xff_c0cb),
    ("brown", 0xa5_2a2a),
];

impl Color {
    /// Reads a colour that is written in another way: by its name in CSS, as `rgb(213, 94, 0)`,
    /// as `0xd55e00`, without its `#`.
    pub(crate) fn meant(text: &str) -> Option<Color> {
        let lower = text.trim().to_lowercase();
        let (shade, name) = match lower.strip_prefix("dark").or(lower.strip_prefix("light")) {
            Some(name) => (Some(lower.starts_with('d')), name.trim_start_matches([' ', '-'])),
            None => (None, lower.as_str()),
        };
        if let Some((_, value)) = NAMES.iter().find(|(other, _)| *other == name) {
            let [_, r, g, b] = value.to_be_bytes();
            let (color, is_dark) = (Color::rgb(r, g, b), shade == Some(true));
            let toward = if is_dark { Color::BLACK } else { Color::WHITE };
            return Some(shade.map_or(color, |_| color.mixed(toward, 0.45)));
        }
        let (form, inner) = lower.split_once(['(', '[']).unwrap_or_default();
        if let "rgb" | "rgba" | "hsl" | "hsla" | "" = form
            && !inner.is_empty()
        {
            // A fourth part is the opacity, which colours of a ruleset do not have.
            let parts = inner.trim_end_matches([')', ']']).split([',', ' ', '/']).map(str::trim);
            let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).take(3).collect();
            let [a, b, c] = parts[..] else { return None };
            if form.starts_with("hsl") {
                let percent = |part: &str| part.trim_end_matches('%').parse().ok();
                let turn = a.trim_end_matches("deg").trim_end_matches('°');
                return Color::hsl(turn.parse().ok()?, percent(b)?, percent(c)?);
            }
            return Some(Color::rgb(a.parse().ok()?, b.parse().ok()?, c.parse().ok()?));
        }
        let digits = lower.strip_prefix("0x").unwrap_or(lower.trim_start_matches('#'));
        let is_opaque = digits.len() != 8 || !digits.is_ascii();
        format!("#{}", if is_opaque { digits } else { &digits[..6] }).parse().ok()
    }

    /// Reads hue in degrees, saturation and lightness in percent, as CSS does.
    fn hsl(hue: f32, saturation: f32, lightness: f32) -> Option<Color> {
        let is_percent = |part: f32| (0.0..=100.0).contains(&part);
        if !(hue.is_finite() && is_percent(saturation) && is_percent(lightness)) {
            return None;
        }
        let (saturation, lightness) = (saturation / 100.0, lightness / 100.0);
        let spread = saturation * lightness.min(1.0 - lightness);
        let channel = |n: f32| {
            let k = (n + hue / 30.0).rem_euclid(12.0);
            let value = lightness - spread * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0);
            (value * 255.0).round() as u8
        };
        Some(Color::rgb(channel(0.0), channel(8.0), channel(4.0)))
    }
}

impl FromStr for Color {
    type Err = ParseColorError;

    fn from_str(text: &str) -> Result<Self, ParseColorError> {
        let digits: Option<Vec<u8>> = text.strip_prefix('#').and_then(|digits| {
            digits.chars().map(|digit| Some(digit.to_digit(16)? as u8)).collect()
        });
        match digits.as_deref() {
            Some([r, g, b]) => Ok(Color::rgb(r * 17, g * 17, b * 17)),
            Some([r, r2, g, g2, b, b2]) => Ok(Color::rgb(r * 16 + r2, g * 16 + g2, b * 16 + b2)),
            _ => Err(ParseColorError(text.to_owned())),
        }
    }
}

/// Writes `#rrggbb`, without the opacity.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", crate::hash::hex(&[self.r, self.g, self.b]))
    }
}

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexadecimal_colors_are_read_and_written() {
        let check = |text: &str, expected: Option<&str>| {
            let color = text.parse::<Color>().ok().map(|color| color.to_string());
            assert_eq!(color.as_deref(), expected, "{text}");
        };
        check("#d55e00", Some("#d55e00"));
        check("#FfF", Some("#ffffff"));
        check("d55e00", None);
        check("#d55e0", None);
        check("#d55e0g", None);
        check("", None);
        check("#ä12", None);
    }

    #[test]
    fn colors_in_other_words_are_known() {
        let check = |text: &str, expected: Option<&str>| {
            let color = Color::meant(text).map(|color| color.to_string());
            assert_eq!(color.as_deref(), expected, "{text}");
        };
        check("Red", Some("#ff0000"));
        check("rgb(213, 94, 0)", Some("#d55e00"));
        check("[213, 94, 0]", Some("#d55e00"));
        check("0xd55e00", Some("#d55e00"));
        check("d55e00", Some("#d55e00"));
        check("##d55e00", Some("#d55e00"));
        check("rgba(213, 94, 0, 0.5)", Some("#d55e00"));
        check("rgb(213 94 0 / 50%)", Some("#d55e00"));
        check("#d55e0080", Some("#d55e00"));
        check("hsl(0, 100%, 50%)", Some("#ff0000"));
        check("hsl(30deg 50% 40%)", Some("#996633"));
        check("hsl(240, 100%, 25%)", Some("#000080"));
        check("hsl(0, 0%, 100%)", Some("#ffffff"));
        check("hsl(30, 500%, 40%)", None);
        check("cmyk(1, 2, 3)", None);
        check("rgb(300, 94, 0)", None);
        check("reddish", None);
        check("12345", None);
    }
}
