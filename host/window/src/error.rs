//! Errors of opening the window.

use thiserror::Error;

/// Why the window could not be opened.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WindowError {
    #[error(
        "no display to open a window on: {why}; start from a desktop session, or play in this \
         terminal with `boardloom play --text`"
    )]
    NoDisplay { why: String },
    #[error(
        "the window needs {library}, which is not installed; on Debian: \
         `apt-get install {package}`. `boardloom play --text` plays without it"
    )]
    Library { library: &'static str, package: &'static str },
    #[error("the graphics driver cannot draw the window: {why}")]
    Graphics { why: String },
}
