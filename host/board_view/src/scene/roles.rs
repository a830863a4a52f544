//! Default styles of roles, for rulesets that set none.

use boardloom_theme::{BoardColors, ROLE_TINTS, tint};

use super::Color;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RoleStyle {
    /// `None` leaves the inside open.
    pub fill: Option<Color>,
    /// `None` draws no outline, and gives a seam the colour of its group.
    pub line: Option<Color>,
    /// In parts of a cell's width.
    pub width: f64,
    /// Distinguishes the role without colour.
    pub ornament: Ornament,
    pub elevation: Elevation,
}

/// The height of a place or stroke in three dimensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Elevation {
    Level,
    /// Nested cells lie higher than those that they divide.
    Terrace(u16),
    Block,
    /// A hole down to the slab.
    Pit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ornament {
    None,
    /// A second outline inside the first.
    Frame,
    /// The diagonals of a smaller cell.
    Cross,
    Hatch,
    /// Double arcs that cross.
    Knot,
    /// The shadow of an upper edge.
    Hole,
    /// A band beside the board instead of a line along its edge, with the marks of a side.
    Band(u8),
    /// Arrow heads along the line, as many as its group.
    Arrows,
}

impl Ornament {
    /// Reads a ruleset's name of an ornament for places or lines.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "none" => Ornament::None,
            "frame" => Ornament::Frame,
            "cross" => Ornament::Cross,
            "hatch" => Ornament::Hatch,
            "knot" => Ornament::Knot,
            "hole" => Ornament::Hole,
            "arrows" => Ornament::Arrows,
            _ => return None,
        })
    }
}

/// Returns the default style of a role; `number` is its index, `player` maps a piece's colour.
pub(super) fn role_style(
    name: &str,
    number: usize,
    colors: &BoardColors,
    player: impl Fn(usize) -> Color,
) -> RoleStyle {
    let (cell, ink) = (colors.cell, colors.ink);
    let style = RoleStyle {
        fill: Some(cell),
        line: Some(colors.grid),
        width: 0.02,
        ornament: Ornament::None,
        elevation: Elevation::Level,
    };
    let shaded = |part: f32| Some(cell.mixed(ink, part));
    match name {
        "cell" | "vertex" | "site" => style,
        "blocked" => RoleStyle { fill: Some(colors.wall), elevation: Elevation::Block, ..style },
        // Pieces can stand there, so they must not look blocked.
        "wall" => RoleStyle { fill: shaded(tint::THRONE), ornament: Ornament::Hatch, ..style },
        "hole" => RoleStyle { fill: shaded(tint::THRONE), ornament: Ornament::Frame, ..style },
        "throne" | "home" => {
            RoleStyle { fill: shaded(tint::THRONE), ornament: Ornament::Cross, ..style }
        }
        "corner" | "goal" => {
            RoleStyle { fill: shaded(tint::CORNER), ornament: Ornament::Frame, ..style }
        }
        // Unlike the corners where a game is won.
        "closed-corner" => {
            RoleStyle { fill: shaded(tint::CORNER), ornament: Ornament::Hatch, ..style }
        }
        "camp" | "start" | "shared" | "shaded" => {
            RoleStyle { fill: shaded(tint::CAMP), ornament: Ornament::Hatch, ..style }
        }
        "edge" => RoleStyle { fill: shaded(tint::EDGE), ..style },
        "seam" | "seam-flipped" => {
            RoleStyle { fill: None, line: None, width: 0.035, ornament: Ornament::Arrows, ..style }
        }
        "border" => RoleStyle { fill: None, line: Some(ink), width: 0.06, ..style },
        "line" => RoleStyle { fill: None, line: Some(colors.grid.mixed(ink, tint::LINE)), ..style },
        _ => match numbered(name) {
            Some(("level", level)) => RoleStyle {
                fill: Some(colors.levels[usize::from(level) % colors.levels.len()]),
                elevation: Elevation::Terrace(level),
                ..style
            },
            // In the colour of its class, with as many chevrons.
            Some(("crossing", _)) => RoleStyle {
                fill: None,
                line: None,
                width: 0.035,
                ornament: Ornament::Arrows,
                ..style
            },
            Some(("side", color)) => {
                let side = color.saturating_sub(1);
                let color = player(usize::from(side));
                let ornament = Ornament::Band(u8::try_from(side).unwrap_or(u8::MAX));
                RoleStyle { fill: None, line: Some(color), width: 0.16, ornament, ..style }
            }
            _ => {
                let own = ROLE_TINTS[number % ROLE_TINTS.len()];
                RoleStyle { fill: Some(cell.mixed(own, tint::ROLE)), ..style }
            }
        },
    }
}

/// Splits the name of a numbered role, such as `level-3`.
fn numbered(name: &str) -> Option<(&str, u16)> {
    let (name, number) = name.split_once('-')?;
    Some((name, number.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use boardloom_theme::{BoardLook, Theme};

    use super::*;

    #[test]
    fn only_blocked_sites_look_blocked() {
        for theme in [Theme::Light, Theme::Dark, Theme::HighContrast] {
            let colors = BoardLook::from(theme).colors();
            let look = |name: &str| role_style(name, 1, &colors, |_| colors.ink);
            let blocked = look("blocked");
            assert_eq!(blocked.elevation, Elevation::Block);
            for name in ["wall", "hole"] {
                let style = look(name);
                assert_ne!((style.fill, style.ornament), (blocked.fill, blocked.ornament));
                assert_eq!(style.elevation, Elevation::Level, "pieces stand there");
                assert!(!matches!(style.ornament, Ornament::None | Ornament::Hole), "{name}");
            }
        }
    }
}
