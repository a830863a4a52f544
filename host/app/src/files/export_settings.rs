//! The choices of an export.

use std::ops::RangeInclusive;

use super::animation_export::ExportFormat;

#[derive(Debug, Clone, PartialEq, Default)]
pub struct ExportSettings {
    pub form: ExportFormat,
    pub size: (usize, usize),
    /// Seconds for a position of an animation.
    pub pace: f32,
    /// In moves from the start.
    pub from: usize,
    pub to: usize,
    pub moves: usize,
    pub screen: (usize, usize),
    /// Pixels per unit of the scene: keeps the screen's line widths and font sizes.
    pub scale: f32,
    pub three_d: bool,
}

impl ExportSettings {
    /// Proposed sides of a square.
    pub const SIZES: [usize; 4] = [480, 800, 1200, 2000];
    pub const SIDE: RangeInclusive<usize> = 16..=8192;
    pub const PACE: RangeInclusive<f32> = 0.05..=60.0;

    /// The window's pixels are exported; nothing is drawn.
    pub fn copies_screen(&self) -> bool {
        self.three_d && self.form == ExportFormat::Png
    }

    /// Animations are square by default, as most boards are.
    pub fn set_form(&mut self, form: ExportFormat) {
        if form != self.form && form.moves() && self.size == self.screen {
            self.size = (Self::SIZES[1], Self::SIZES[1]);
        }
        self.form = form;
    }
}
