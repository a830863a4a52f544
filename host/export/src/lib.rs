//! A drawing as a PNG or SVG file, and a game as a moving picture.
#![forbid(unsafe_code)]

pub mod animation;
mod caption;
mod fonts;
mod image_settings;
mod letters;
mod png;
mod raster;
mod svg;

use thiserror::Error;

pub use animation::{Animation, AnimationError, AnimationProgress, AnimationReport, FramePattern};
pub use caption::MoveCaption;
pub use image_settings::ImageSettings;
pub use png::{png, png_of};
pub use svg::{svg, svg_elements};

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The image has no size, or is too large.
    #[error("a picture of {width} by {height} pixels cannot be made; take 1 to 16384 each")]
    Size { width: u32, height: u32 },
    #[error("the picture cannot be written: {0}")]
    Encoding(String),
}

#[cfg(test)]
mod fake {
    pub(crate) fn source(row: &str) -> boardloom_match::GameSource {
        let (rules, ruleset) = boardloom_testing::row(row);
        boardloom_match::GameSource::new(rules, ruleset)
    }
}
