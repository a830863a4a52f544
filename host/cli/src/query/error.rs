//! Errors of requests.

use boardloom_contract::PluginError;
use boardloom_ruleset::{Diagnostics, OPTIONS_NAME};
use serde_json::{Value as Json, json};

use super::request::pointer;
use crate::catalog::CatalogError;

pub(super) type Result<T, E = QueryError> = std::result::Result<T, E>;

/// A failed request. The guide documents the kinds; they are stable.
#[derive(Debug, Clone)]
pub struct QueryError {
    pub kind: &'static str,
    pub message: String,
    /// JSON Pointer (RFC 6901) to the wrong part of the request.
    pub at: Option<String>,
    pub report: Option<Box<Diagnostics>>,
}

impl QueryError {
    pub fn new(kind: &'static str, at: impl Into<String>, message: impl Into<String>) -> Self {
        QueryError { kind, message: message.into(), at: Some(at.into()), report: None }
    }

    /// Returns an error that no single part of the request causes.
    pub fn without_place(kind: &'static str, message: impl Into<String>) -> Self {
        QueryError { kind, message: message.into(), at: None, report: None }
    }

    pub fn request(at: impl Into<String>, message: impl Into<String>) -> Self {
        QueryError::new("request", at, message)
    }

    /// `at` points to the ruleset; diagnostics of a chosen value point to its key.
    pub fn from_open_error(error: CatalogError, at: &str) -> Self {
        let message = error.to_string();
        match error {
            CatalogError::NoRuleset(report) => {
                QueryError::from_diagnostics("no-such-ruleset", at, report)
            }
            CatalogError::Ruleset(report) => QueryError::from_diagnostics("ruleset", at, report),
            CatalogError::PluginError(error) => error.into(),
            _ => QueryError::new("plugin-missing", at, message),
        }
    }

    fn from_diagnostics(kind: &'static str, at: &str, report: Box<Diagnostics>) -> Self {
        let first = report.iter().find(|it| it.severity == boardloom_contract::Severity::Error);
        let message = first.map_or_else(String::new, |finding| {
            let mut message = finding.what.clone();
            for more in [&finding.label, &finding.help].into_iter().flatten() {
                message = format!("{message}; {more}");
            }
            message
        });
        let chosen = first.filter(|finding| {
            finding.span.as_ref().is_some_and(|span| span.file.name() == OPTIONS_NAME)
        });
        let at = match chosen {
            Some(finding) => pointer("/set", &finding.key),
            None => at.to_owned(),
        };
        QueryError { kind, message, at: Some(at), report: Some(report) }
    }

    /// Returns the answer to the request with this id.
    pub fn to_json(&self, id: Option<Json>) -> Json {
        let mut error = json!({ "kind": self.kind, "message": self.message, "at": self.at });
        if let Some(report) = &self.report {
            error["report"] = report.to_json();
        }
        match id {
            Some(id) => json!({ "id": id, "error": error }),
            None => json!({ "error": error }),
        }
    }
}

impl From<PluginError> for QueryError {
    fn from(error: PluginError) -> Self {
        let kind = match &error {
            PluginError::Incompatible { .. } => "plugin-incompatible",
            PluginError::NotCompiled { .. } => "plugin-not-compiled",
            PluginError::TimedOut { .. } => "plugin-timed-out",
            PluginError::OutOfMemory { .. } => "plugin-out-of-memory",
            PluginError::Trapped { .. } => "plugin-trapped",
            PluginError::BrokeContract { .. } => "plugin-broke-contract",
            PluginError::Absent { .. } => "absent",
            _ => "plugin",
        };
        QueryError::without_place(kind, error.to_string())
    }
}
