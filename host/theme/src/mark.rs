//! The colours of marks: one meaning a colour.

use boardloom_ruleset::Color;

use super::hex;

/// Each has a contrast of 3 to the cells at least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MarkColors {
    /// Selection and targets.
    pub select: Color,
    pub last: Color,
    /// Threats, lost pieces and illegal targets.
    pub threat: Color,
    /// Hints and analysis.
    pub hint: Color,
    /// What players draw: no side has this colour.
    pub drawn: Color,
    /// A winning chain or group.
    pub chain: Color,
    /// A move that waits for the player's turn.
    pub waiting: Color,
}

impl MarkColors {
    pub const DARK: MarkColors = MarkColors {
        select: hex(0x2fbf93),
        last: hex(0xf2c14e),
        threat: hex(0xff857a),
        hint: hex(0xc9a2ff),
        drawn: hex(0xff9ad5),
        chain: hex(0xffffff),
        waiting: hex(0x7cc4f0),
    };
    pub const LIGHT: MarkColors = MarkColors {
        select: hex(0x0e6b4f),
        last: hex(0x8a5a00),
        threat: hex(0xb3261e),
        hint: hex(0x6b3fa0),
        drawn: hex(0xa31f6b),
        chain: hex(0x1a1410),
        waiting: hex(0x1c5e91),
    };
    pub const HIGH_CONTRAST: MarkColors = MarkColors {
        select: hex(0x5cff8f),
        last: hex(0xffd60a),
        threat: hex(0xff9c93),
        hint: hex(0xd9b8ff),
        drawn: hex(0xff8ade),
        chain: hex(0xffffff),
        waiting: hex(0x66c4ff),
    };
}
