//! Faults in the meaning of a ruleset: [`Diagnostic`]s with little writing.

use crate::{Diagnostic, Message, PathKey, Severity};

/// A way to a value, from the root of the ruleset.
#[derive(Debug, Clone, Default)]
pub struct Path(Vec<PathKey>);

/// Returns the path of some keys.
pub fn path<const N: usize>(keys: [&str; N]) -> Path {
    Path(keys.iter().map(|key| PathKey::Name((*key).to_owned())).collect())
}

impl Path {
    /// Goes on to a key.
    #[must_use]
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.0.push(PathKey::Name(key.into()));
        self
    }

    /// Goes on to a place in an array, from 0.
    #[must_use]
    pub fn index(mut self, index: usize) -> Self {
        self.0.push(PathKey::Index(index as u32));
        self
    }
}

/// A diagnostic in the making.
#[derive(Debug, Clone)]
pub struct Problem(Diagnostic);

/// Returns an error at the value of some keys.
pub fn at<const N: usize>(keys: [&str; N], id: &str, text: impl Into<String>) -> Problem {
    along(path(keys), id, text)
}

/// Returns an error at the value that a path leads to.
pub fn along(path: Path, id: &str, text: impl Into<String>) -> Problem {
    Problem(Diagnostic {
        severity: Severity::Error,
        path: path.0,
        on_key: false,
        inside: None,
        what: Message::new(id, text),
        hint: None,
    })
}

impl Problem {
    /// Says how to mend it.
    #[must_use]
    pub fn hint(mut self, text: impl Into<String>) -> Self {
        let id = format!("{}.hint", self.0.what.id);
        self.0.hint = Some(Message::new(id, text));
        self
    }

    /// Means the key, not its value.
    #[must_use]
    pub fn on_key(mut self) -> Self {
        self.0.on_key = true;
        self
    }

    /// Means a part of a string, in bytes from its start.
    #[must_use]
    pub fn inside(mut self, from: usize, to: usize) -> Self {
        self.0.inside = Some((from as u32, to as u32));
        self
    }

    /// Makes it a warning.
    #[must_use]
    pub fn warning(mut self) -> Self {
        self.0.severity = Severity::Warning;
        self
    }

    /// Returns the diagnostic.
    pub fn into_diagnostic(self) -> Diagnostic {
        self.0
    }
}

/// `Err(problem.into())` refuses a ruleset for one problem.
impl From<Problem> for Vec<Diagnostic> {
    fn from(problem: Problem) -> Self {
        vec![problem.0]
    }
}

/// Returns the diagnostics of all problems.
pub fn finish(problems: Vec<Problem>) -> Vec<Diagnostic> {
    problems.into_iter().map(Problem::into_diagnostic).collect()
}

/// Refuses a ruleset with problems: `problem::check(problems)?`.
///
/// # Errors
/// The diagnostics of all problems, where there are any.
pub fn check(problems: Vec<Problem>) -> Result<(), Vec<Diagnostic>> {
    if problems.is_empty() { Ok(()) } else { Err(finish(problems)) }
}
