//! The materials of boards.

use boardloom_ruleset::Color;

use super::{MarkColors, PanelColors, Theme, hex, hex_faded};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BoardTheme {
    Wood,
    Slate,
    Paper,
}

impl BoardTheme {
    pub const ALL: [BoardTheme; 3] = [BoardTheme::Wood, BoardTheme::Slate, BoardTheme::Paper];

    pub const fn name(self) -> &'static str {
        match self {
            BoardTheme::Wood => "wood",
            BoardTheme::Slate => "slate",
            BoardTheme::Paper => "paper",
        }
    }

    /// The board of a theme if the player chose none.
    pub const fn usual(theme: Theme) -> Self {
        match theme {
            Theme::Light => BoardTheme::Wood,
            Theme::Dark => BoardTheme::Slate,
            Theme::HighContrast => BoardTheme::Paper,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PieceSet {
    /// Fill, rim, mark.
    Flat,
    /// Turned wood with a soft shadow and an engraved mark.
    #[default]
    Turned,
    /// Fill, white rim, black mark.
    HighContrast,
}

impl PieceSet {
    pub const ALL: [PieceSet; 3] = [PieceSet::Flat, PieceSet::Turned, PieceSet::HighContrast];

    pub const fn name(self) -> &'static str {
        match self {
            PieceSet::Flat => "flat",
            PieceSet::Turned => "turned",
            PieceSet::HighContrast => "high-contrast",
        }
    }
}

/// How boards and pieces are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct BoardLook {
    pub theme: Theme,
    /// `None` is the theme's own. The high-contrast theme has one board only.
    pub board: Option<BoardTheme>,
    /// The high-contrast theme has one set of pieces only.
    pub pieces: PieceSet,
}

impl From<Theme> for BoardLook {
    fn from(theme: Theme) -> Self {
        BoardLook { theme, board: None, pieces: PieceSet::default() }
    }
}

impl BoardLook {
    pub fn board_theme(self) -> BoardTheme {
        self.board.unwrap_or(BoardTheme::usual(self.theme))
    }

    pub fn piece_set(self) -> PieceSet {
        if self.theme == Theme::HighContrast { PieceSet::HighContrast } else { self.pieces }
    }

    pub fn colors(self) -> BoardColors {
        BoardColors::of(self)
    }
}

/// The colours of a board's material.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BoardColors {
    pub cell: Color,
    /// The hundredths by which cells are lighter or darker than others.
    pub tone: u8,
    /// Lines of wood.
    pub grain: Option<Color>,
    pub grid: Color,
    /// The lit edges of a cell.
    pub bevel: Option<Color>,
    /// `None` draws no frame.
    pub frame: Option<Color>,
    /// Carved into the frame.
    pub incised: Color,
    pub coordinates: Color,
    /// Lines and texts on cells.
    pub ink: Color,
    /// Around pieces: carries the contrast to the cells.
    pub rim: Color,
    pub hole: Color,
    /// Lines over a hole, where nothing is darker than a cell.
    pub hole_hatch: Option<Color>,
    /// A blocked cell.
    pub wall: Color,
    /// The shadow at the upper edge of a hole.
    pub hole_shadow: Color,
    /// Special places: thrones, corners.
    pub knot: Color,
    /// Nested cells, the outermost first; from the last one on in turn.
    pub levels: [Color; 5],
    /// Pairs of joined edges. Consecutive ones differ for every kind of colour vision.
    pub seams: [Color; 3],
    pub marks: MarkColors,
}

impl BoardColors {
    /// What the parts of a divided cell leave of it: darker than every part, and than the frame
    /// that it may touch.
    pub fn gap(&self) -> Color {
        let sum = |color: &Color| u32::from(color.r) + u32::from(color.g) + u32::from(color.b);
        let hole = *[&self.hole, &self.levels[0]]
            .into_iter()
            .min_by_key(|color| sum(color))
            .unwrap_or(&self.hole);
        let deep = |frame: Color| hole.contrast(frame) < GAP_CONTRAST;
        if self.frame.is_some_and(deep) { hole.mixed(Color::BLACK, GAP_SHADE) } else { hole }
    }
}

/// The contrast of a gap to the frame, and the part of black in one that has less.
const GAP_CONTRAST: f32 = 1.5;
const GAP_SHADE: f32 = 0.55;

const DARK_LEVELS: [Color; 5] =
    [hex(0x2b333d), hex(0x3a4552), hex(0x4b5968), hex(0x5f7082), hex(0x768a9e)];
const LIGHT_LEVELS: [Color; 5] =
    [hex(0xe9e1d0), hex(0xd8ccb4), hex(0xc3b393), hex(0xab9873), hex(0x8f7c57)];
const DARK_SEAMS: [Color; 3] = [hex(0x7cc4f0), hex(0xf0b45a), hex(0xd6a6ea)];
const LIGHT_SEAMS: [Color; 3] = [hex(0x1c5e91), hex(0x8f4e00), hex(0x74379a)];
const DARK_RIM: Color = hex(0x1a1410);
const LIGHT_RIM: Color = hex(0xf7f1e3);

impl BoardColors {
    pub fn of(look: BoardLook) -> Self {
        if look.theme == Theme::HighContrast {
            return BoardColors::HIGH_CONTRAST;
        }
        match (look.board_theme(), look.theme) {
            (BoardTheme::Wood, _) => BoardColors::WOOD,
            (BoardTheme::Slate, _) => BoardColors::SLATE,
            (BoardTheme::Paper, Theme::Dark) => BoardColors::DARK_PAPER,
            (BoardTheme::Paper, _) => BoardColors::PAPER,
        }
    }

    /// The colour of a pair of joined edges, counted from 1.
    pub fn seam(&self, group: u16) -> Color {
        self.seams[usize::from(group.saturating_sub(1)) % self.seams.len()]
    }

    const WOOD: BoardColors = BoardColors {
        cell: hex(0xddbe8f),
        tone: 2,
        grain: Some(hex_faded(0x8a6744, 14)),
        grid: hex_faded(0x6b4a2b, 45),
        bevel: None,
        frame: Some(hex(0x6b4a2b)),
        incised: hex(0x4a301a),
        coordinates: hex(0xf1e3c8),
        ink: hex(0x3b2613),
        rim: DARK_RIM,
        hole: hex(0x584630),
        hole_hatch: None,
        wall: hex(0x584630),
        hole_shadow: hex_faded(0x000000, 40),
        knot: hex(0x6b4a2b),
        levels: LIGHT_LEVELS,
        seams: LIGHT_SEAMS,
        marks: MarkColors::LIGHT,
    };

    const SLATE: BoardColors = BoardColors {
        cell: hex(0x465160),
        tone: 1,
        grain: None,
        grid: hex(0x2b333d),
        bevel: Some(hex(0x5f6c7c)),
        frame: Some(hex(0x2b333d)),
        incised: hex(0x1a2027),
        coordinates: hex(0xc4cdd8),
        ink: hex(0xdfe5ec),
        rim: LIGHT_RIM,
        hole: hex(0x1b2026),
        hole_hatch: None,
        wall: hex(0x1b2026),
        hole_shadow: hex_faded(0x000000, 45),
        knot: hex(0x9fadbd),
        levels: DARK_LEVELS,
        seams: DARK_SEAMS,
        marks: MarkColors::DARK,
    };

    const PAPER: BoardColors = BoardColors {
        cell: hex(0xf3eee2),
        tone: 0,
        grain: None,
        grid: hex(0x8a8271),
        bevel: None,
        frame: None,
        incised: hex(0x8a8271),
        coordinates: PanelColors::of(Theme::Light).text,
        ink: hex(0x262119),
        rim: DARK_RIM,
        hole: hex(0x6d6b66),
        hole_hatch: None,
        wall: hex(0x6d6b66),
        hole_shadow: hex_faded(0x000000, 25),
        knot: hex(0x5a5140),
        levels: LIGHT_LEVELS,
        seams: LIGHT_SEAMS,
        marks: MarkColors::LIGHT,
    };

    const DARK_PAPER: BoardColors = BoardColors {
        cell: hex(0x262c35),
        tone: 0,
        grain: None,
        grid: hex(0x5d6774),
        bevel: None,
        frame: None,
        incised: hex(0x5d6774),
        coordinates: PanelColors::of(Theme::Dark).text,
        ink: hex(0xdfe5ec),
        rim: LIGHT_RIM,
        hole: hex(0x0a0c0f),
        hole_hatch: None,
        wall: hex(0x0a0c0f),
        hole_shadow: hex_faded(0x000000, 40),
        knot: hex(0x93a0af),
        levels: DARK_LEVELS,
        seams: DARK_SEAMS,
        marks: MarkColors::DARK,
    };

    const HIGH_CONTRAST: BoardColors = BoardColors {
        cell: hex(0x000000),
        tone: 0,
        grain: None,
        grid: hex(0xffffff),
        bevel: None,
        frame: None,
        incised: hex(0xffffff),
        coordinates: hex(0xffffff),
        ink: hex(0xffffff),
        rim: hex(0xffffff),
        hole: hex(0x000000),
        hole_hatch: Some(hex(0x8c8c8c)),
        wall: hex(0x6e6e6e),
        hole_shadow: hex_faded(0x000000, 60),
        knot: hex(0xffffff),
        levels: [hex(0x000000), hex(0x1c1c1c), hex(0x2e2e2e), hex(0x3f3f3f), hex(0x505050)],
        seams: [hex(0x66c4ff), hex(0xffb020), hex(0xff9ce6)],
        marks: MarkColors::HIGH_CONTRAST,
    };
}
