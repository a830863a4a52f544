//! Styles: the theme's, overridden by the ruleset's.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use boardloom_contract::About;
use boardloom_ruleset::Ruleset;
use boardloom_theme::{BoardColors, BoardLook, Theme, piece, shape, tint};

use super::roles::role_style;
use crate::board::{BoardGeometry, BoardPlace};

use super::{Color, Elevation, LETTER_SHAPE, Ornament, RoleStyle};

#[derive(Debug, Clone, PartialEq)]
pub struct PlayerStyle {
    pub name: String,
    pub color: Color,
    /// The mark on its pieces, so that sides differ without colour: `dot`, `ring`, `cross`,
    /// `square`, `triangle`, `bar`, `algiz`, `othala`.
    pub mark: String,
    /// The colour of the mark; `None` is a shade of the piece's.
    pub ink: Option<Color>,
}

/// Defaults, in the order of the sides.
const MARKS: [&str; 6] = ["ring", "cross", "triangle", "square", "dot", "bar"];

/// Returns the mark of a side without one: its default, or the next one that no other side has.
fn free_mark(number: usize, taken: &mut Vec<String>) -> String {
    let in_order = (0..MARKS.len()).map(|step| MARKS[(number + step) % MARKS.len()]);
    let mut free = in_order.filter(|mark| !taken.iter().any(|other| other == mark));
    let mark = free.next().unwrap_or(MARKS[number % MARKS.len()]).to_owned();
    taken.push(mark.clone());
    mark
}

#[derive(Debug, Clone, PartialEq)]
pub struct Style {
    pub theme: Theme,
    pub look: BoardLook,
    pub colors: BoardColors,
    /// By index of `about.roles`.
    pub roles: Vec<RoleStyle>,
    /// By colour of the pieces.
    pub players: Vec<PlayerStyle>,
    /// By index of `about.kinds`.
    pub shapes: Vec<String>,
    /// Colours that kinds have instead of their side's, by index of `about.kinds`.
    pub fills: Vec<Option<Color>>,
    pub background: Color,
    /// The ornament of the frame: `plain`, `zigzag`, `none`.
    pub frame: String,
    /// Whether labels are shown beside the board.
    pub coordinates: bool,
    /// `cells`, `lines` or `checkers`.
    pub board: String,
    /// Whether pieces move along lines, which are then drawn to their targets.
    pub lines: bool,
}

/// The least width of the lines of a graph in a frame, in sides of a cell.
const GRAPH_LINE: f64 = 0.05;
/// The least contrast to the cells for a ruleset's colour of a role: one chosen for light cells
/// may be invisible on dark ones.
const SEEN: f32 = 1.4;

/// Tells whether a role is one of lines.
fn is_line_role(name: &str) -> bool {
    matches!(name, "line" | "seam" | "seam-flipped" | "crossing" | "link" | "border")
        || name.starts_with("side-")
        || name.starts_with("crossing-")
}

impl Style {
    pub fn of(ruleset: &Ruleset, about: &About, look: impl Into<BoardLook>) -> Self {
        let board_look = look.into();
        let (theme, colors) = (board_look.theme, board_look.colors());
        let look = &ruleset.look;
        let own: HashMap<&str, _> = look.roles.iter().map(|(n, s)| (n.as_str(), s)).collect();
        let cell = own.get("cell").and_then(|cell| cell.fill);
        let ground = cell.unwrap_or(colors.cell);
        let roles = about.roles.iter().enumerate().map(|(number, name)| {
            let mut style = role_style(name, number, &colors, |seat| ruleset.player(seat).color);
            if let (Some(own), false) = (own.get(name.as_str()), theme == Theme::HighContrast) {
                // Rulesets choose colours for light cells.
                let meant = name == "cell" || theme == Theme::Light;
                let seen = |fill: &Color| meant || fill.contrast(ground) >= SEEN;
                style.fill = own.fill.filter(seen).or(style.fill);
                // A plain colour of a line is the line's.
                let line_fill = own.fill.filter(|_| is_line_role(name));
                style.line = own.line.or(line_fill).or(style.line);
                style.width = own.width.unwrap_or(style.width);
            }
            let own_fill = own.get(name.as_str()).is_some_and(|own| own.fill.is_some());
            if let Some(own) = own.get(name.as_str()).and_then(|own| own.ornament.as_deref()) {
                style.ornament = Ornament::named(own).unwrap_or(style.ornament);
                if style.ornament == Ornament::Hole {
                    style.elevation = Elevation::Pit;
                    let has_fill = own_fill && theme != Theme::HighContrast;
                    style.fill = style.fill.filter(|_| has_fill).or(Some(colors.hole));
                }
            }
            // A frame lies below the whole board.
            let frame = colors.frame.filter(|_| look.frame.as_deref() != Some("none"));
            let is_edge = matches!(name.as_str(), "line" | "crossing");
            if let (true, Some(frame)) = (is_edge, frame)
                && own.get(name.as_str()).is_none_or(|own| own.line.or(own.fill).is_none())
            {
                style.line = Some(frame.mixed(colors.coordinates, tint::LINE_FRAME));
                style.width = style.width.max(GRAPH_LINE);
            }
            if look.board.as_deref() == Some("lines") && name == "cell" {
                // Lines only, on the background.
                style.fill = frame.map(|_| ground);
                style.line = style.line.map(|line| line.mixed(colors.ink, tint::LINE_BOARD));
            }
            style
        });
        let sides = usize::from(about.colors).max(ruleset.players.len());
        let mut taken: Vec<String> =
            (0..sides).filter_map(|number| ruleset.player(number).mark).collect();
        let players = (0..sides).map(|number| {
            let player = ruleset.player(number);
            let mark = player.mark.unwrap_or_else(|| free_mark(number, &mut taken));
            PlayerStyle { name: player.name, color: player.color, mark, ink: player.ink }
        });
        let kinds = || about.kinds.iter().map(|kind| (kind, look.pieces.get(&kind.id)));
        let shapes = kinds().map(|(kind, own)| {
            let shape = own.and_then(|own| own.shape.clone());
            let shape = shape.unwrap_or_else(|| kind.shape.clone());
            if shape != "letter" {
                return shape;
            }
            let letter = own.and_then(|own| own.letter.clone());
            let letter = letter.or_else(|| kind.letters.first().cloned()).unwrap_or_default();
            LETTER_SHAPE.to_owned() + &letter.to_uppercase()
        });
        let fills = kinds().map(|(_, own)| own.and_then(|own| own.fill));
        let background = look.background.filter(|_| theme == Theme::Light);
        Style {
            theme,
            look: board_look,
            colors,
            roles: roles.collect(),
            players: players.collect(),
            shapes: shapes.collect(),
            fills: fills.collect(),
            background: background.unwrap_or(theme.background()),
            frame: look.frame.clone().unwrap_or_else(|| "plain".to_owned()),
            coordinates: look.coordinates.unwrap_or(true),
            board: look.board.clone().unwrap_or_else(|| "cells".to_owned()),
            lines: about.facts.iter().any(|(name, value)| name == "moves" && value == "lines"),
        }
    }

    /// The width of the bands beside a board; 0 without any.
    pub fn band_width(&self, board: &BoardGeometry) -> f64 {
        let banded = self.roles.iter().any(|role| matches!(role.ornament, Ornament::Band(_)));
        if banded { shape::BAND * 2.0 * board.unit() } else { 0.0 }
    }

    /// Equal for equal styles.
    pub fn revision(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.look, &self.board, &self.frame, self.background, &self.shapes, &self.fills)
            .hash(&mut hasher);
        for role in &self.roles {
            (role.fill, role.line, role.width.to_bits(), role.ornament, role.elevation)
                .hash(&mut hasher);
        }
        for player in &self.players {
            (player.color, &player.mark, player.ink).hash(&mut hasher);
        }
        hasher.finish()
    }

    pub fn role(&self, role: u16) -> RoleStyle {
        let known = self.roles.get(usize::from(role)).copied();
        known.unwrap_or_else(|| role_style("cell", 0, &self.colors, |_| self.colors.ink))
    }

    /// Returns the style of a place: what is left of a divided cell is a hole.
    pub fn place(&self, spot: &BoardPlace) -> RoleStyle {
        let style = self.role(spot.role);
        if !(spot.is_divided() && matches!(style.elevation, Elevation::Terrace(_))) {
            return style;
        }
        let fill = style.fill.map(|_| self.colors.gap());
        RoleStyle { fill, ornament: Ornament::Hole, elevation: Elevation::Pit, ..style }
    }

    /// Pieces of no player are grey.
    pub fn player(&self, color: u8) -> PlayerStyle {
        self.players.get(usize::from(color)).cloned().unwrap_or_else(|| PlayerStyle {
            name: "no player".to_owned(),
            color: piece::NEUTRAL,
            mark: "bar".to_owned(),
            ink: None,
        })
    }
}
