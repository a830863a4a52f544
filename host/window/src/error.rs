//! Why there is no window.

use thiserror::Error;

/// Why the window could not be opened.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WindowError {
    /// There is no screen to open it on.
    #[error(
        "no display to open a window on: {why}; start from a desktop session, or play in this \
         terminal with `boardloom play --text`"
    )]
    NoDisplay {
        /// What was found out.
        why: String,
    },
    /// A library that every desktop has is missing.
    #[error(
        "the window needs {library}, which is not installed; on Debian: \
         `apt-get install {package}`. `boardloom play --text` plays without it"
    )]
    Library {
        /// Its name.
        library: &'static str,
        /// The Debian package that has it.
        package: &'static str,
    },
    /// The graphics driver refused what every driver can do.
    #[error("the graphics driver cannot draw the window: {why}")]
    Graphics {
        /// The driver's own words.
        why: String,
    },
}
