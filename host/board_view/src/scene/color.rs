//! Colours with opacity.

/// A colour: red, green, blue, opacity, each 0 to 255; not premultiplied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Color {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
    /// Opacity.
    pub a: u8,
}

impl Color {
    /// White.
    pub const WHITE: Color = Color::rgb(255, 255, 255);
    /// Black.
    pub const BLACK: Color = Color::rgb(0, 0, 0);

    /// Returns an opaque colour.
    pub const fn rgb(r: u8, g: u8, b: u8) -> Self {
        Color { r, g, b, a: 255 }
    }

    /// Returns the colour with another opacity, 0 to 1.
    #[must_use]
    pub fn faded(self, opacity: f32) -> Self {
        Color { a: (f32::from(self.a) * opacity.clamp(0.0, 1.0)).round() as u8, ..self }
    }

    /// Returns a colour between this one and another, which it becomes at 1.
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

    /// Returns the contrast of WCAG 2 between two colours, 1 to 21.
    pub fn contrast(self, other: Color) -> f32 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Returns black or white, whichever stands out more from this colour.
    #[must_use]
    pub fn ink(self) -> Color {
        if self.contrast(Color::BLACK) >= self.contrast(Color::WHITE) {
            Color::BLACK
        } else {
            Color::WHITE
        }
    }

    /// Returns `#rrggbb`, without the opacity.
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.r, self.g, self.b)
    }
}

impl From<boardloom_ruleset::Color> for Color {
    fn from(color: boardloom_ruleset::Color) -> Self {
        let [r, g, b] = color.0;
        Color::rgb(r, g, b)
    }
}
