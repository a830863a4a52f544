//! Functions for errors and warnings about the meaning of a ruleset.

use crate::{Diagnostic, Message, PathKey, Severity};

/// A path to a value, from the root of the ruleset.
#[derive(Debug, Clone, Default)]
pub struct Path(Vec<PathKey>);

/// Returns a path of keys.
pub fn path<const N: usize>(keys: [&str; N]) -> Path {
    Path(keys.iter().map(|key| PathKey::Name((*key).to_owned())).collect())
}

impl Path {
    /// Appends a key.
    #[must_use]
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.0.push(PathKey::Name(key.into()));
        self
    }

    /// Appends a place in an array, from 0.
    #[must_use]
    pub fn index(mut self, index: usize) -> Self {
        self.0.push(PathKey::Index(index as u32));
        self
    }
}

/// Returns an error at the value under these keys.
pub fn at<const N: usize>(keys: [&str; N], id: &str, text: impl Into<String>) -> Diagnostic {
    along(path(keys), id, text)
}

/// Returns an error at the value of a path.
pub fn along(path: Path, id: &str, text: impl Into<String>) -> Diagnostic {
    Diagnostic {
        severity: Severity::Error,
        path: path.0,
        on_key: false,
        inside: None,
        what: Message::new(id, text),
        hint: None,
    }
}

/// Refuses a ruleset with errors: `diagnostic::check(diagnostics)?`.
///
/// # Errors
/// All diagnostics, if there are any.
pub fn check(diagnostics: Vec<Diagnostic>) -> Result<(), Vec<Diagnostic>> {
    if diagnostics.is_empty() { Ok(()) } else { Err(diagnostics) }
}
