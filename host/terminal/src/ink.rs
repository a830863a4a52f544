//! The colours and characters that a terminal can show.

use boardloom_app::ascii;
use boardloom_board_view::scene::Color as Rgb;
use ratatui::style::{Color, Modifier, Style};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Depth {
    /// Signs, bold, underlined and reversed characters tell everything.
    #[default]
    None,
    /// The sixteen that terminals have names for.
    Named,
    Indexed,
    Full,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ink {
    pub depth: Depth,
    /// Whether there are characters beyond ASCII.
    pub unicode: bool,
}

/// The background of dark colours, on dark terminals too.
const LIGHT: Rgb = Rgb::rgb(0xb4, 0xb4, 0xb4);
/// Colours with less contrast to black are dark.
const DARK: f32 = 2.2;

impl Ink {
    /// ASCII without colours.
    pub const TEXT: Ink = Ink { depth: Depth::None, unicode: false };

    pub fn of_environment() -> Self {
        Ink::of(|name| std::env::var(name).ok())
    }

    fn of(variable: impl Fn(&str) -> Option<String>) -> Self {
        let variable = |name: &str| variable(name).filter(|value| !value.is_empty());
        let terminal = variable("TERM").unwrap_or_default();
        let depth = match variable("COLORTERM").as_deref() {
            _ if variable("NO_COLOR").is_some() || terminal == "dumb" => Depth::None,
            Some("truecolor" | "24bit") => Depth::Full,
            _ if terminal.contains("256color") => Depth::Indexed,
            _ if terminal.starts_with("vt") => Depth::None,
            _ => Depth::Named,
        };
        Ink { depth, unicode: ascii::is_unicode(variable) }
    }

    pub fn color(&self, color: Rgb) -> Option<Color> {
        let Rgb { r, g, b, .. } = color;
        match self.depth {
            Depth::None => None,
            Depth::Named => Some(nearest_named(r, g, b)),
            Depth::Indexed => Some(nearest_indexed(r, g, b)),
            Depth::Full => Some(Color::Rgb(r, g, b)),
        }
    }

    pub fn letters(&self, color: Rgb) -> Style {
        self.color(color).map_or_else(Style::new, |color| Style::new().fg(color))
    }

    /// Returns the style of a place without a piece: a dark colour would not be seen on a dark
    /// terminal.
    pub fn ground(&self, color: Rgb) -> Style {
        if color.contrast(Rgb::BLACK) < DARK { self.faint() } else { self.letters(color) }
    }

    /// Returns the style of a side's bars and edges: a dark colour on a light background.
    pub fn side(&self, color: Rgb) -> Style {
        let dark = color.contrast(Rgb::BLACK) < DARK;
        let background = self.color(LIGHT).filter(|_| dark);
        background.map_or(self.letters(color), |background| self.letters(color).bg(background))
    }

    /// Returns the style of a side's pieces: its colour behind the sign, or in front of a
    /// light background if it is dark; bold without colours.
    pub fn badge(&self, background: Rgb) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let side = self.side(background);
        if side.bg.is_some() {
            return side.patch(bold);
        }
        match (self.color(background), self.color(background.ink())) {
            (Some(background), Some(ink)) => bold.bg(background).fg(ink),
            _ => bold,
        }
    }

    pub fn faint(&self) -> Style {
        match self.depth {
            // Terminals without colours show faint text as usual text, or not at all.
            Depth::None => Style::new(),
            _ => Style::new().add_modifier(Modifier::DIM),
        }
    }

    pub fn trouble(&self) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        if self.depth == Depth::None { bold } else { bold.fg(Color::LightRed) }
    }

    /// Chooses between a character and its ASCII substitute.
    pub fn either(&self, wide: char, plain: char) -> char {
        if self.unicode { wide } else { plain }
    }
}

/// Returns the nearest colour of the cube of 216.
fn nearest_indexed(r: u8, g: u8, b: u8) -> Color {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let nearest = |value: u8| {
        let far = |level: &u8| value.abs_diff(*level);
        let nearest = LEVELS.iter().enumerate().min_by_key(|(_, level)| far(level));
        nearest.map_or(0, |(number, _)| number as u8)
    };
    let (x, y, z) = (nearest(r), nearest(g), nearest(b));
    Color::Indexed(16 + 36 * x + 6 * y + z)
}

/// Parts of a colour that differ by less make a grey.
const GREY: u8 = 48;

/// Returns the nearest of the sixteen, as most terminals show them; of a grey, the nearest grey:
/// a tint of blue must not make a black piece blue.
fn nearest_named(r: u8, g: u8, b: u8) -> Color {
    const GREYS: usize = 4;
    const NAMED: [(Color, [u8; 3]); 15] = [
        (Color::Black, [0, 0, 0]),
        (Color::DarkGray, [100, 100, 100]),
        (Color::Gray, [180, 180, 180]),
        (Color::White, [255, 255, 255]),
        (Color::Red, [170, 0, 0]),
        (Color::Green, [0, 170, 0]),
        (Color::Yellow, [170, 120, 0]),
        (Color::Blue, [0, 0, 190]),
        (Color::Magenta, [170, 0, 170]),
        (Color::Cyan, [0, 170, 170]),
        (Color::LightRed, [255, 85, 85]),
        (Color::LightGreen, [85, 255, 85]),
        (Color::LightYellow, [255, 255, 85]),
        (Color::LightBlue, [85, 140, 255]),
        (Color::LightCyan, [85, 255, 255]),
    ];
    let far = |[x, y, z]: [u8; 3]| {
        let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        square(r, x) + square(g, y) + square(b, z)
    };
    let is_grey = r.max(g).max(b) - r.min(g).min(b) < GREY;
    let known = if is_grey { &NAMED[..GREYS] } else { &NAMED[GREYS..] };
    known.iter().min_by_key(|(_, rgb)| far(*rgb)).map_or(Color::Reset, |(color, _)| *color)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ink(set: &[(&str, &str)]) -> Ink {
        Ink::of(|name| set.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned()))
    }

    #[test]
    fn the_environment_says_what_can_be_shown() {
        let check = |set: &[(&str, &str)], depth: Depth, unicode: bool| {
            assert_eq!(ink(set), Ink { depth, unicode }, "{set:?}");
        };
        check(&[("TERM", "xterm"), ("LANG", "en_GB.UTF-8")], Depth::Named, true);
        check(&[("TERM", "xterm-256color"), ("LANG", "C")], Depth::Indexed, false);
        let full = [("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("LANG", "C.utf8")];
        check(&full, Depth::Full, true);
        check(&[full[0], full[1], ("NO_COLOR", "1")], Depth::None, cfg!(windows));
        // An empty NO_COLOR is none, and LC_ALL stands above LANG.
        let empty = [full[0], full[1], full[2], ("NO_COLOR", ""), ("LC_ALL", "C")];
        check(&empty, Depth::Full, false);
        check(&[("TERM", "vt100")], Depth::None, cfg!(windows));
    }

    #[test]
    fn dark_sides_are_drawn_dark_on_light() {
        for depth in [Depth::Named, Depth::Indexed, Depth::Full] {
            let ink = Ink { depth, unicode: true };
            let black = Rgb::rgb(0x2b, 0x2b, 0x2b);
            for style in [ink.badge(black), ink.side(black)] {
                assert_eq!((style.fg, style.bg), (ink.color(black), ink.color(LIGHT)), "{depth:?}");
                assert_ne!(style.fg, style.bg, "{depth:?}");
            }
            let blue = Rgb::rgb(0, 0x72, 0xb2);
            assert_eq!(ink.badge(blue).bg, ink.color(blue));
            assert_eq!(ink.side(blue).bg, None);
            // Walls too.
            assert_eq!(ink.ground(Rgb::rgb(0x1a, 0x1f, 0x28)), ink.faint());
            assert_eq!(ink.ground(blue), ink.letters(blue));
        }
        assert_eq!(Ink::TEXT.side(Rgb::BLACK), Style::new());
    }

    #[test]
    fn colours_are_the_nearest_there_are() {
        assert_eq!(nearest_indexed(255, 0, 0), Color::Indexed(196));
        assert_eq!(nearest_named(250, 90, 80), Color::LightRed);
        assert_eq!(nearest_named(5, 5, 5), Color::Black);
        assert_eq!(nearest_named(0xf2, 0xef, 0xe6), Color::White);
        // Black as a theme lightens it for dark boards.
        assert_eq!(nearest_named(0x6a, 0x74, 0x88), Color::DarkGray);
        assert_eq!(nearest_named(0xb4, 0xb4, 0xb4), Color::Gray);
        assert_eq!(nearest_named(0x3b, 0x8f, 0xd6), Color::LightBlue);
    }
}
