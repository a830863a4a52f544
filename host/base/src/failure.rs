//! Errors that end a command.

use std::io;
use std::path::{Path, PathBuf};

use boardloom_app::Refusal;
use boardloom_app::texts::errors::translated;
use boardloom_contract::{PluginError, Severity};
use boardloom_match::MatchError;
use boardloom_match::journal::JournalError;
use boardloom_ruleset::{Diagnostics, OPTIONS_NAME};
use thiserror::Error;

use crate::catalog::CatalogError;

pub type Result<T, E = Failure> = std::result::Result<T, E>;

/// Each kind has an exit code.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Failure {
    /// A check found errors and reported them.
    #[error("")]
    CheckFailed,
    /// An error with this exit code was reported.
    #[error("")]
    Reported(u8),
    /// A check found errors; the text names them.
    #[error("{0}")]
    Invalid(String),
    /// Wrong usage, or a name that does not exist.
    #[error("{0}")]
    Usage(String),
    /// A ruleset or a plugin cannot be used, though no plugin failed.
    #[error(transparent)]
    Open(CatalogError),
    #[error("{0}")]
    NoWindow(String),
    #[error("{0}; `boardloom play --text` plays line by line, anywhere")]
    NoTerminal(String),
    #[error(transparent)]
    Plugin(PluginError),
    /// The computer player found no move because its plugin failed.
    #[error("the computer found no move: {0}")]
    Computer(String),
    #[error("cannot {what} {}: {}", path.display(), plain(error))]
    File { what: &'static str, path: PathBuf, error: io::Error },
    /// A stream of the process failed.
    #[error("the output or input broke off: {0}")]
    Stream(#[from] io::Error),
}

/// Returns what the system says, without its number.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_owned()
}

impl Failure {
    /// Returns the exit code: 1 errors found, 2 wrong usage, 3 no window or terminal, 4 a
    /// plugin failed, 5 a file, a stream or the machine.
    pub fn code(&self) -> u8 {
        match self {
            // The reader closed the pipe, as `head` does.
            Failure::Stream(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            // A value that the ruleset does not take is one of the command line.
            Failure::Open(CatalogError::Ruleset(report)) if is_about_values(report) => 2,
            Failure::CheckFailed
            | Failure::Invalid(_)
            | Failure::Open(CatalogError::Ruleset(_)) => 1,
            Failure::Reported(code) => *code,
            Failure::Usage(_)
            | Failure::Open(
                CatalogError::NoRuleset(_)
                | CatalogError::NoRulesetOf { .. }
                | CatalogError::NoPlugin { .. },
            ) => 2,
            Failure::NoWindow(_) | Failure::NoTerminal(_) => 3,
            Failure::Plugin(_) | Failure::Computer(_) => 4,
            Failure::File { .. } | Failure::Stream(_) | Failure::Open(_) => 5,
        }
    }

    pub fn text(&self, color: bool) -> String {
        match self {
            Failure::CheckFailed | Failure::Reported(_) => String::new(),
            Failure::Stream(error) if error.kind() == io::ErrorKind::BrokenPipe => String::new(),
            Failure::Open(CatalogError::Ruleset(report) | CatalogError::NoRuleset(report)) => {
                report.render(color)
            }
            other => {
                let error = translated(&other.to_string());
                match color {
                    true => format!("\u{1b}[1;31merror\u{1b}[0m: {error}\n"),
                    false => format!("error: {error}\n"),
                }
            }
        }
    }

    pub fn read(path: &Path) -> impl FnOnce(io::Error) -> Failure {
        let path = path.to_owned();
        |error| Failure::File { what: "read", path, error }
    }

    pub fn write(path: &Path) -> impl FnOnce(io::Error) -> Failure {
        let path = path.to_owned();
        |error| Failure::File { what: "write", path, error }
    }
}

/// Tells whether the first error is in a value chosen for an option.
fn is_about_values(report: &Diagnostics) -> bool {
    let mut errors = report.iter().filter(|it| it.severity == Severity::Error);
    let span = errors.next().and_then(|error| error.span.as_ref());
    span.is_some_and(|span| span.file.name() == OPTIONS_NAME)
}

impl From<CatalogError> for Failure {
    fn from(error: CatalogError) -> Self {
        match error {
            CatalogError::PluginError(error) => Failure::Plugin(error),
            other => Failure::Open(other),
        }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Diagnostics(report) => CatalogError::Ruleset(report).into(),
            Refusal::Gone(report) => CatalogError::NoRuleset(report).into(),
            Refusal::PluginError(error) => error.into(),
            other => Failure::Usage(other.to_string()),
        }
    }
}

impl From<boardloom_match::OpenError> for Failure {
    fn from(error: boardloom_match::OpenError) -> Self {
        CatalogError::from(error).into()
    }
}

impl From<PluginError> for Failure {
    fn from(error: PluginError) -> Self {
        Failure::Plugin(error)
    }
}

impl From<MatchError> for Failure {
    fn from(error: MatchError) -> Self {
        match error {
            MatchError::Open(error) => error.into(),
            MatchError::PluginError(error) => Failure::Plugin(error),
            other => Failure::Usage(other.to_string()),
        }
    }
}

impl From<JournalError> for Failure {
    fn from(error: JournalError) -> Self {
        match error {
            JournalError::Disk { path, why: error } => Failure::File { what: "read", path, error },
            locked @ JournalError::Locked { .. } => Failure::Usage(locked.to_string()),
            other => Failure::Invalid(other.to_string()),
        }
    }
}
