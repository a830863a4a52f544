//! What is wrong with a request.

use boardloom_contract::PluginError;
use boardloom_ruleset::Diagnostics;
use serde_json::{Value as Json, json};

use crate::catalog::OpenError;

/// Why a request is not answered. The kinds are documented and stable.
#[derive(Debug, Clone)]
pub struct QueryError {
    /// Which kind of fault it is.
    pub kind: &'static str,
    /// What is wrong, for a person.
    pub message: String,
    /// Where in the request, as a JSON Pointer (RFC 6901).
    pub at: Option<String>,
    /// The faults of a ruleset, each with its place.
    pub report: Option<Box<Diagnostics>>,
}

impl QueryError {
    /// Returns an error of a kind at a place of the request.
    pub fn new(kind: &'static str, at: impl Into<String>, message: impl Into<String>) -> Self {
        QueryError { kind, message: message.into(), at: Some(at.into()), report: None }
    }

    /// Returns an error that no place of the request is at fault for.
    pub fn nowhere(kind: &'static str, message: impl Into<String>) -> Self {
        QueryError { kind, message: message.into(), at: None, report: None }
    }

    /// Returns what does not fit the form of a request.
    pub fn request(at: impl Into<String>, message: impl Into<String>) -> Self {
        QueryError::new("request", at, message)
    }

    /// Returns what a ruleset's loading gave.
    pub fn opening(error: OpenError, at: &str) -> Self {
        let message = error.to_string();
        match error {
            OpenError::NoRuleset(report) => QueryError::of_report("no-such-ruleset", at, report),
            OpenError::Ruleset(report) => QueryError::of_report("ruleset", at, report),
            OpenError::PluginError(fault) => fault.into(),
            _ => QueryError::new("plugin-missing", at, message),
        }
    }

    fn of_report(kind: &'static str, at: &str, report: Box<Diagnostics>) -> Self {
        let first = report.iter().find(|it| it.severity == boardloom_contract::Severity::Error);
        let message = first.map_or_else(String::new, |finding| {
            let mut message = finding.what.clone();
            for more in [&finding.label, &finding.help].into_iter().flatten() {
                message = format!("{message}; {more}");
            }
            message
        });
        QueryError { kind, message, at: Some(at.to_owned()), report: Some(report) }
    }

    /// Returns the answer that says so.
    pub fn answer(&self, id: Option<Json>) -> Json {
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
    fn from(fault: PluginError) -> Self {
        let kind = match &fault {
            PluginError::Incompatible { .. } => "plugin-incompatible",
            PluginError::TimedOut { .. } => "plugin-timed-out",
            PluginError::OutOfMemory { .. } => "plugin-out-of-memory",
            PluginError::Trapped { .. } => "plugin-trapped",
            PluginError::BrokeContract { .. } => "plugin-broke-contract",
            PluginError::Absent { .. } => "absent",
            _ => "plugin",
        };
        QueryError::nowhere(kind, fault.to_string())
    }
}
