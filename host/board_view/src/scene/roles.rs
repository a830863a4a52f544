//! How places, lines and regions look by their role, where the ruleset does not
//! say.

use super::{Color, Theme};

/// How places, lines and regions of a role are drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RoleStyle {
    /// The colour inside; none leaves it open.
    pub fill: Option<Color>,
    /// The colour of outlines and lines; none draws none, and of a seam one
    /// that its number chooses.
    pub line: Option<Color>,
    /// The width of lines, in parts of a cell's width.
    pub width: f64,
    /// What tells the role apart beside its colours.
    pub ornament: Ornament,
    /// How it stands in three dimensions.
    pub rise: Rise,
}

/// How a place or a line stands in three dimensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rise {
    /// As high as the others.
    Level,
    /// On a terrace: cells of a level lie higher than those that they divide.
    Terrace(u16),
    /// Higher: in the way.
    Block,
    /// Not there: the ground is seen.
    Pit,
}

/// What tells a role apart beside its colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ornament {
    /// Nothing.
    None,
    /// A second outline inside the first.
    Frame,
    /// The diagonals of a smaller cell.
    Cross,
    /// Three strokes of a slant, as a field is hatched.
    Hatch,
    /// Arrow heads along the line, as many as its number says.
    Arrows,
}

/// The tints of roles that only the ruleset knows, in order of their numbers:
/// apart from each other for every kind of colour vision.
const TINTS: [Color; 6] = [
    Color::rgb(0x56, 0xb4, 0xe9),
    Color::rgb(0xe6, 0x9f, 0x00),
    Color::rgb(0x00, 0x9e, 0x73),
    Color::rgb(0xcc, 0x79, 0xa7),
    Color::rgb(0xf0, 0xe4, 0x42),
    Color::rgb(0x00, 0x72, 0xb2),
];

/// Returns how a role is drawn where the ruleset says nothing; `number` is its
/// index in `about.roles`, `player` the colour of the pieces with a number from 0.
pub(super) fn role_style(
    name: &str,
    number: usize,
    theme: Theme,
    player: impl Fn(usize) -> Color,
) -> RoleStyle {
    let (cell, text) = (theme.cell(), theme.text());
    let style = RoleStyle {
        fill: Some(cell),
        line: Some(theme.line()),
        width: 0.02,
        ornament: Ornament::None,
        rise: Rise::Level,
    };
    let shaded = |part: f32| Some(cell.mixed(text, part));
    match name {
        "cell" | "vertex" | "site" => style,
        "blocked" | "wall" => RoleStyle { fill: Some(theme.solid()), rise: Rise::Block, ..style },
        "hole" => RoleStyle { fill: Some(theme.solid()), rise: Rise::Pit, ..style },
        "throne" | "home" => RoleStyle { fill: shaded(0.35), ornament: Ornament::Cross, ..style },
        "corner" | "goal" => RoleStyle { fill: shaded(0.25), ornament: Ornament::Frame, ..style },
        "camp" | "start" => RoleStyle { fill: shaded(0.18), ornament: Ornament::Hatch, ..style },
        "edge" => RoleStyle { fill: shaded(0.06), ..style },
        "seam" | "seam-flipped" => {
            RoleStyle { fill: None, line: None, width: 0.07, ornament: Ornament::Arrows, ..style }
        }
        "border" => RoleStyle { fill: None, line: Some(text), width: 0.06, ..style },
        "line" => RoleStyle { fill: None, line: Some(theme.line().mixed(text, 0.4)), ..style },
        _ => match numbered(name) {
            // Of four shades in turn, so that a level differs from the next.
            Some(("level", level)) => RoleStyle {
                fill: shaded(0.09 * f32::from(level % 4)),
                rise: Rise::Terrace(level),
                ..style
            },
            Some(("side", color)) => {
                let color = player(usize::from(color.saturating_sub(1)));
                RoleStyle { fill: None, line: Some(color), width: 0.16, ..style }
            }
            _ => {
                let tint = TINTS[number % TINTS.len()];
                RoleStyle { fill: Some(cell.mixed(tint, 0.4)), ..style }
            }
        },
    }
}

/// Splits the name of a role that comes in numbers: `level-3`.
fn numbered(name: &str) -> Option<(&str, u16)> {
    let (name, number) = name.split_once('-')?;
    Some((name, number.parse().ok()?))
}

impl Theme {
    /// Returns the colour of the seams with a number, from 1. Neighbouring
    /// numbers differ for every kind of colour vision, and stand out from the
    /// cells.
    pub fn seam(self, group: u16) -> Color {
        let colors: [(u8, u8, u8); 4] = match self {
            Theme::Light => {
                [(0x00, 0x66, 0xa8), (0xb0, 0x46, 0x00), (0x7a, 0x2e, 0x93), (0x00, 0x6b, 0x50)]
            }
            Theme::Dark => {
                [(0x56, 0xb4, 0xe9), (0xf0, 0xa0, 0x30), (0xdc, 0xa6, 0xf0), (0x5f, 0xd3, 0xa8)]
            }
            Theme::HighContrast => {
                [(0x66, 0xc4, 0xff), (0xff, 0xb0, 0x20), (0xff, 0x9c, 0xe6), (0x4d, 0xf0, 0xb4)]
            }
        };
        let (r, g, b) = colors[usize::from(group.saturating_sub(1)) % colors.len()];
        Color::rgb(r, g, b)
    }
}
