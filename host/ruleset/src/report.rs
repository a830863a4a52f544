//! Faults with their places, and how they are shown.

use std::fmt;
use std::path::{Path, PathBuf};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet, normalize_untrusted_str};
use boardloom_contract::Severity;
use serde_json::{Value as Json, json};

use crate::file::Place;

/// As many findings as a person is shown at once; the rest is counted.
const SHOWN: usize = 100;

/// One fault: what is wrong, where, what was expected and how to mend it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Whether the ruleset can be opened all the same.
    pub severity: Severity,
    /// What is wrong, in lower case.
    pub what: String,
    /// What stands under the caret: what was expected and what was found.
    pub label: Option<String>,
    /// How to mend it: the nearest valid name, or what there is to choose from.
    pub help: Option<String>,
    /// What else a reader should know.
    pub notes: Vec<String>,
    /// The key at fault as a dotted path, or empty.
    pub key: String,
    /// Where; none where no file is at fault.
    pub place: Option<Place>,
    /// Further places, and what they have to do with it.
    pub related: Vec<(String, Place)>,
}

impl Finding {
    /// Returns an error at a place.
    pub fn error(what: impl Into<String>, place: Option<Place>) -> Self {
        Finding {
            severity: Severity::Error,
            what: what.into(),
            label: None,
            help: None,
            notes: Vec::new(),
            key: String::new(),
            place,
            related: Vec::new(),
        }
    }

    /// Returns a warning at a place.
    pub fn warning(what: impl Into<String>, place: Option<Place>) -> Self {
        Finding { severity: Severity::Warning, ..Finding::error(what, place) }
    }

    /// Says what was expected, under the caret.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Says how to mend it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Says how to mend it, where that is known.
    #[must_use]
    pub fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help;
        self
    }

    /// Names the key at fault.
    #[must_use]
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = key.into();
        self
    }

    /// Points at another place.
    #[must_use]
    pub fn related(mut self, label: impl Into<String>, place: Place) -> Self {
        self.related.push((label.into(), place));
        self
    }

    fn group(&self) -> Group<'_> {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let mut group = Group::with_title(level.primary_title(clean(&self.what)));
        if let Some(place) = &self.place {
            let mut snippet = snippet(place).annotation(
                AnnotationKind::Primary
                    .span(place.span.clone())
                    .label(self.label.as_deref().map(clean)),
            );
            for (label, other) in self.related.iter().filter(|(_, it)| it.file == place.file) {
                snippet = snippet.annotation(
                    AnnotationKind::Context.span(other.span.clone()).label(clean(label)),
                );
            }
            group = group.element(snippet);
        } else if let Some(label) = &self.label {
            group = group.element(Level::NOTE.message(clean(label)));
        }
        let file = self.place.as_ref().map(|place| &place.file);
        for (label, other) in self.related.iter().filter(|(_, it)| Some(&it.file) != file) {
            group =
                group.element(snippet(other).annotation(
                    AnnotationKind::Context.span(other.span.clone()).label(clean(label)),
                ));
        }
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(clean(help)));
        }
        for note in &self.notes {
            group = group.element(Level::NOTE.message(clean(note)));
        }
        group
    }

    /// Returns the fault as one JSON object; see [`Report::to_json`].
    pub fn to_json(&self) -> Json {
        let mut object = json!({
            "severity": match self.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            "message": self.what,
            "label": self.label,
            "help": self.help,
            "notes": self.notes,
            "key": self.key,
            "file": null, "line": null, "column": null,
            "end_line": null, "end_column": null, "source_line": null,
        });
        if let Some(place) = &self.place {
            let ((line, column), (end_line, end_column)) = (place.start(), place.end());
            object["file"] = json!(place.file.name());
            object["line"] = json!(line);
            object["column"] = json!(column);
            object["end_line"] = json!(end_line);
            object["end_column"] = json!(end_column);
            object["source_line"] = json!(place.file.line(line));
        }
        object
    }
}

/// Returns a text in one line, without characters that would change how the
/// rest is shown.
fn clean(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for character in normalize_untrusted_str(text).chars() {
        match character.is_control() {
            true => line.extend(character.escape_default()),
            false => line.push(character),
        }
    }
    line
}

fn snippet(place: &Place) -> Snippet<'_, annotate_snippets::Annotation<'_>> {
    Snippet::source(place.file.text()).path(clean(place.file.name()))
}

/// All that was found wrong, in the order of files and places.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    findings: Vec<Finding>,
    files: Vec<PathBuf>,
}

impl Report {
    /// Returns a report of one finding.
    pub fn of(finding: Finding) -> Self {
        Report { findings: vec![finding], files: Vec::new() }
    }

    /// Says to the first finding what else a reader should know.
    #[must_use]
    pub fn noted(mut self, note: &str) -> Self {
        self.findings.iter_mut().take(1).for_each(|first| first.notes.push(note.to_owned()));
        self
    }

    /// Returns the findings.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Returns the files on disk that were read, also where reading failed:
    /// those that have to be watched until the faults are mended.
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// Tells whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.findings.is_empty()
    }

    /// Tells whether something keeps the ruleset from being opened.
    pub fn has_errors(&self) -> bool {
        self.errors() > 0
    }

    /// Returns how many findings are errors.
    pub fn errors(&self) -> usize {
        self.findings.iter().filter(|finding| finding.severity == Severity::Error).count()
    }

    /// Adds a finding.
    pub fn push(&mut self, finding: Finding) {
        if !self.findings.contains(&finding) {
            self.findings.push(finding);
        }
    }

    /// Adds all that another report holds.
    pub fn append(&mut self, other: Report) {
        other.findings.into_iter().for_each(|finding| self.push(finding));
        other.files.iter().for_each(|file| self.watch(file));
    }

    /// Adds a file that was read.
    pub(crate) fn watch(&mut self, file: &Path) {
        if !self.files.iter().any(|known| known == file) {
            self.files.push(file.to_owned());
        }
    }

    /// Sorts the findings by place, file by file in the order of `files`.
    pub(crate) fn sort(&mut self, files: &[&str]) {
        self.findings.sort_by_key(|finding| match &finding.place {
            None => (0, 0),
            Some(place) => {
                let file = files.iter().position(|name| *name == place.file.name());
                (1 + file.unwrap_or(files.len()), place.span.start)
            }
        });
    }

    /// Returns the report as a person reads it: each finding with file, line,
    /// column, the source line and a caret. Beyond the first hundred the rest is
    /// only counted. Empty where nothing was found.
    pub fn render(&self, color: bool) -> String {
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        let first = self.findings.iter().take(SHOWN);
        let mut shown: Vec<String> =
            first.map(|finding| renderer.render(&[finding.group()])).collect();
        match self.findings.len().saturating_sub(SHOWN) {
            0 => {}
            1 => shown.push("... and one more".to_owned()),
            more => shown.push(format!("... and {more} more")),
        }
        let mut text = shown.join("\n\n");
        if !text.is_empty() {
            text.push('\n');
        }
        text
    }

    /// Returns the report as one JSON object.
    ///
    /// `errors` and `warnings` count; `findings` is a list of objects with
    /// `severity` (`error` or `warning`), `message`, `label` (what was expected),
    /// `help`, `notes`, `key` (dotted path), `file`, `line`, `column`,
    /// `end_line`, `end_column` and `source_line`. Lines and columns count from
    /// 1, columns in characters, the end is exclusive; what is not known is null.
    pub fn to_json(&self) -> Json {
        let errors = self.errors();
        json!({
            "errors": errors,
            "warnings": self.findings.len() - errors,
            "findings": self.findings.iter().map(Finding::to_json).collect::<Vec<_>>(),
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Report {}

impl From<Finding> for Report {
    fn from(finding: Finding) -> Self {
        Report::of(finding)
    }
}

impl From<Box<Finding>> for Report {
    fn from(finding: Box<Finding>) -> Self {
        Report::of(*finding)
    }
}

impl Extend<Finding> for Report {
    fn extend<I: IntoIterator<Item = Finding>>(&mut self, findings: I) {
        findings.into_iter().for_each(|finding| self.push(finding));
    }
}
