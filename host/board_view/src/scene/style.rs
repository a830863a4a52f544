//! Styles: the theme's, overridden by the ruleset's.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use boardloom_contract::About;
use boardloom_ruleset::Ruleset;

use super::roles::role_style;
use super::{Color, RoleStyle};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Theme {
    #[default]
    Light,
    Dark,
    HighContrast,
}

impl Theme {
    /// Returns this theme's of three colours: light, dark, high contrast.
    pub(crate) fn pick(self, [light, dark, high_contrast]: [u32; 3]) -> Color {
        let [_, r, g, b] = match self {
            Theme::Light => light,
            Theme::Dark => dark,
            Theme::HighContrast => high_contrast,
        }
        .to_be_bytes();
        Color::rgb(r, g, b)
    }

    pub fn background(self) -> Color {
        self.pick([0xf4f1ea, 0x1f2226, 0x000000])
    }

    pub fn text(self) -> Color {
        self.pick([0x3a3630, 0xd5d2cb, 0xffffff])
    }

    pub(super) fn cell(self) -> Color {
        self.pick([0xe3d8c3, 0x464b52, 0x262626])
    }

    pub(super) fn line(self) -> Color {
        self.pick([0xa3957b, 0x2c3035, 0xffffff])
    }

    pub(super) fn solid(self) -> Color {
        self.pick([0x6b6254, 0x141619, 0x909090])
    }

    /// Selection, targets and arrows.
    pub fn mark(self) -> Color {
        self.pick([0x1f5f4a, 0x7fd8b4, 0xffff00])
    }

    /// Lost pieces and illegal targets.
    pub fn warning(self) -> Color {
        self.pick([0xa61c1c, 0xff8a80, 0xff6060])
    }

    /// The dragged piece over a legal target.
    pub fn allowed(self) -> Color {
        self.pick([0x0b7a2e, 0x4ad06a, 0x30ff50])
    }

    /// The last move.
    pub fn last(self) -> Color {
        self.pick([0xb08210, 0xe8c55a, 0x00ffff])
    }

    /// Arrows and rings that players draw.
    pub fn drawn(self) -> Color {
        self.pick([0x7a2e93, 0xdca6f0, 0xff9ce6])
    }

    /// The colour of a seam's group, from 1. Consecutive groups differ for every kind of colour
    /// vision, and from the cells.
    pub fn seam(self, group: u16) -> Color {
        const GROUPS: [[u32; 3]; 4] = [
            [0x0066a8, 0x56b4e9, 0x66c4ff],
            [0xb04600, 0xf0a030, 0xffb020],
            [0x7a2e93, 0xdca6f0, 0xff9ce6],
            [0x006b50, 0x5fd3a8, 0x4df0b4],
        ];
        self.pick(GROUPS[usize::from(group.saturating_sub(1)) % GROUPS.len()])
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct PlayerStyle {
    pub name: String,
    pub color: Color,
    /// The mark on its pieces, so that sides differ without colour: `dot`, `ring`, `cross`,
    /// `square`, `triangle`, `bar`.
    pub mark: String,
}

/// Defaults, in the order of the sides.
const MARKS: [&str; 6] = ["ring", "cross", "triangle", "square", "dot", "bar"];

#[derive(Debug, Clone, PartialEq)]
pub struct Style {
    pub theme: Theme,
    /// By index of `about.roles`.
    pub roles: Vec<RoleStyle>,
    /// By colour of the pieces.
    pub players: Vec<PlayerStyle>,
    /// By index of `about.kinds`.
    pub shapes: Vec<String>,
    /// Colours that kinds have instead of their side's, by index of `about.kinds`.
    pub fills: Vec<Option<Color>>,
    pub background: Color,
    /// Whether labels are shown beside the board.
    pub coordinates: bool,
    /// `cells`, `lines` or `checkers`.
    pub board: String,
    /// Whether pieces move along lines, which are then drawn to their targets.
    pub lines: bool,
}

/// The least contrast to the cells for a ruleset's colour of a role: one chosen for light cells
/// may be invisible on dark ones.
const SEEN: f32 = 1.4;

impl Style {
    pub fn of(ruleset: &Ruleset, about: &About, theme: Theme) -> Self {
        let look = &ruleset.look;
        let own: HashMap<&str, _> = look.roles.iter().map(|(n, s)| (n.as_str(), s)).collect();
        let cell = own.get("cell").and_then(|cell| cell.fill);
        let ground = cell.unwrap_or(theme.cell());
        let roles = about.roles.iter().enumerate().map(|(number, name)| {
            let mut style = role_style(name, number, theme, |seat| ruleset.player(seat).color);
            if let (Some(own), false) = (own.get(name.as_str()), theme == Theme::HighContrast) {
                // Rulesets choose colours for light cells.
                let meant = name == "cell" || theme == Theme::Light;
                let seen = |fill: &Color| meant || fill.contrast(ground) >= SEEN;
                style.fill = own.fill.filter(seen).or(style.fill);
                style.line = own.line.or(style.line);
                style.width = own.width.unwrap_or(style.width);
            }
            if look.board.as_deref() == Some("lines") && name == "cell" {
                // Lines only, on the background.
                style.fill = None;
                style.line = style.line.map(|line| line.mixed(theme.text(), 0.5));
            }
            style
        });
        let colors = usize::from(about.colors).max(ruleset.players.len());
        let players = (0..colors).map(|number| {
            let player = ruleset.player(number);
            let mark = player.mark.unwrap_or_else(|| MARKS[number % MARKS.len()].to_owned());
            PlayerStyle { name: player.name, color: player.color, mark }
        });
        let kinds = || about.kinds.iter().map(|kind| (kind, look.pieces.get(&kind.id)));
        let shapes = kinds().map(|(kind, own)| {
            own.and_then(|own| own.shape.clone()).unwrap_or_else(|| kind.shape.clone())
        });
        let fills = kinds().map(|(_, own)| own.and_then(|own| own.fill));
        let background = look.background.filter(|_| theme == Theme::Light);
        Style {
            theme,
            roles: roles.collect(),
            players: players.collect(),
            shapes: shapes.collect(),
            fills: fills.collect(),
            background: background.unwrap_or(theme.background()),
            coordinates: look.coordinates.unwrap_or(true),
            board: look.board.clone().unwrap_or_else(|| "cells".to_owned()),
            lines: about.facts.iter().any(|(name, value)| name == "moves" && value == "lines"),
        }
    }

    /// Equal for equal styles.
    pub fn revision(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.theme, &self.board, self.background, &self.shapes, &self.fills).hash(&mut hasher);
        for role in &self.roles {
            (role.fill, role.line, role.width.to_bits(), role.ornament, role.elevation)
                .hash(&mut hasher);
        }
        for player in &self.players {
            (player.color, &player.mark).hash(&mut hasher);
        }
        hasher.finish()
    }

    pub fn role(&self, role: u16) -> RoleStyle {
        let known = self.roles.get(usize::from(role)).copied();
        known.unwrap_or_else(|| role_style("cell", 0, self.theme, |_| self.theme.line()))
    }

    /// Pieces of no player are grey.
    pub fn player(&self, color: u8) -> PlayerStyle {
        self.players.get(usize::from(color)).cloned().unwrap_or_else(|| PlayerStyle {
            name: "no player".to_owned(),
            color: Color::rgb(0x8a, 0x8a, 0x8a),
            mark: "bar".to_owned(),
        })
    }
}
