//! Diagnostics with their places in the files, as text and as JSON.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};

use annotate_snippets::{
    Annotation, AnnotationKind, Group, Level, Renderer, Snippet, normalize_untrusted_str,
};
use boardloom_contract::Severity;
use serde_json::{Value as Json, json};

use crate::own_lines::restore_inherited;
use crate::printable::printable_line;
use crate::source::SourceSpan;

/// Diagnostics that are kept; the others are counted.
const KEPT: usize = 500;
/// Diagnostics that [`Diagnostics::render`] shows; it counts the others.
const SHOWN: usize = 100;
/// From so many diagnostics on that differ only in names and numbers, the first
/// [`ALIKE_SHOWN`] stand for all.
const ALIKE: usize = 6;
const ALIKE_SHOWN: usize = 3;

/// One error or warning in the text of a ruleset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceDiagnostic {
    pub severity: Severity,
    /// The problem, in lower case.
    pub what: String,
    /// The text at the caret: expected and found values.
    pub label: Option<String>,
    /// A way to fix it.
    pub help: Option<String>,
    pub notes: Vec<String>,
    /// The key as a dotted path, or empty.
    pub key: String,
    /// `None` if no place in a text is the cause.
    pub span: Option<SourceSpan>,
    /// Further places, each with its label.
    pub related: Vec<(String, SourceSpan)>,
    pub(crate) recovery: Recovery,
    /// The key that a misspelt one stands for, or the path that a misplaced one is meant for.
    pub(crate) meant: Option<String>,
}

/// How a check goes on after an error, to find the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Recovery {
    None,
    /// The span is that of a key without meaning, which is left out.
    NeedlessKey,
    /// The key at the span is read as if it stood at the path that it is meant for.
    MisplacedKey,
    /// A key is missing.
    MissingKey,
    /// The key at the span was read as if it stood in its place.
    MovedKey,
    /// A text stands for the value at the span.
    ReplacedValue,
    /// The word at the span has no quotes, and is read as it was probably meant.
    UnquotedWord,
}

impl SourceDiagnostic {
    pub fn error(what: impl Into<String>, span: Option<SourceSpan>) -> Self {
        SourceDiagnostic {
            severity: Severity::Error,
            what: what.into(),
            label: None,
            help: None,
            notes: Vec::new(),
            key: String::new(),
            span,
            related: Vec::new(),
            recovery: Recovery::None,
            meant: None,
        }
    }

    pub fn warning(what: impl Into<String>, span: Option<SourceSpan>) -> Self {
        SourceDiagnostic { severity: Severity::Warning, ..SourceDiagnostic::error(what, span) }
    }

    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        self.maybe_help(Some(help.into()))
    }

    #[must_use]
    pub fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help;
        self
    }

    #[must_use]
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = key.into();
        self
    }

    #[must_use]
    pub fn related(mut self, label: impl Into<String>, span: SourceSpan) -> Self {
        self.related.push((label.into(), span));
        self
    }

    /// Tells whether two rulesets have this error from the same place of one file.
    pub fn is_shared_with(&self, other: &SourceDiagnostic) -> bool {
        let key = |it: &SourceDiagnostic| (it.severity, it.what.clone(), it.label.clone());
        self.span.is_some() && self.span == other.span && key(self) == key(other)
    }

    fn group(&self) -> Group<'_> {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let context = |(label, span): &(String, SourceSpan)| {
            AnnotationKind::Context.span(span.range.clone()).label(clean(label))
        };
        let file = self.span.as_ref().map(|span| &span.file);
        let (same, other): (Vec<_>, Vec<_>) =
            self.related.iter().partition(|(_, span)| Some(&span.file) == file);
        let mut group = Group::with_title(level.primary_title(clean(&self.what)));
        let label = self.label.as_deref().map(clean);
        if let Some(span) = &self.span {
            let primary = AnnotationKind::Primary.span(span.range.clone()).label(label);
            let annotations = std::iter::once(primary).chain(same.into_iter().map(context));
            group = group.element(snippet(span).annotations(annotations));
        } else if let Some(label) = label {
            group = group.element(Level::NOTE.message(label));
        }
        for related in other {
            group = group.element(snippet(&related.1).annotation(context(related)));
        }
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(clean(help)));
        }
        for note in &self.notes {
            group = group.element(Level::NOTE.message(clean(note)));
        }
        group
    }

    pub fn to_json(&self) -> Json {
        let span = self.span.as_ref();
        let (start, end) = span.map(|span| (span.start(), span.end())).unzip();
        json!({
            "severity": match self.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            "message": self.what,
            "label": self.label,
            "help": self.help,
            "notes": self.notes,
            "key": self.key,
            "file": span.map(|span| span.file.name()),
            "line": start.map(|(line, _)| line),
            "column": start.map(|(_, column)| column),
            "end_line": end.map(|(line, _)| line),
            "end_column": end.map(|(_, column)| column),
            "source_line": span.map(|span| span.file.line(span.start().0)),
        })
    }

    /// Returns the messages without the names and numbers in them.
    fn shape(&self) -> String {
        let mut open = None;
        let texts = [Some(&self.what), self.label.as_ref(), self.help.as_ref()];
        let characters = texts.into_iter().flatten().flat_map(|text| text.chars());
        characters
            .filter(|character| {
                match open {
                    Some(quote) if quote == *character => open = None,
                    None if matches!(character, '`' | '"') => open = Some(*character),
                    None => return !character.is_ascii_digit(),
                    Some(_) => {}
                }
                false
            })
            .collect()
    }
}

/// Returns a text as one line without characters that change how the rest is
/// displayed.
fn clean(text: &str) -> String {
    printable_line(&normalize_untrusted_str(text)).into_owned()
}

fn snippet(span: &SourceSpan) -> Snippet<'_, Annotation<'_>> {
    Snippet::source(span.file.text()).path(clean(span.file.name()))
}

/// All diagnostics of a ruleset, in the order of files and places.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diagnostics {
    list: Vec<SourceDiagnostic>,
    /// Errors beyond those of the list.
    more: usize,
    files: Vec<PathBuf>,
}

impl Diagnostics {
    /// Moves diagnostics back to inherited lines of files that have them alone too. `alone`
    /// checks such a file.
    pub fn restore_inherited(&mut self, alone: impl FnMut(&Path) -> Diagnostics) {
        restore_inherited(self, alone);
    }

    /// Adds a note to the first diagnostic.
    #[must_use]
    pub fn with_note(mut self, note: &str) -> Self {
        self.list.iter_mut().take(1).for_each(|first| first.notes.push(note.to_owned()));
        self
    }

    pub fn iter(&self) -> std::slice::Iter<'_, SourceDiagnostic> {
        self.list.iter()
    }

    /// Counts all diagnostics, also those that are not kept.
    pub fn len(&self) -> usize {
        self.list.len() + self.more
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the files on disk that were read, even if reading failed: a
    /// change to any of them may fix the ruleset.
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    pub fn has_errors(&self) -> bool {
        self.errors() > 0
    }

    pub fn errors(&self) -> usize {
        self.more + self.iter().filter(|it| it.severity == Severity::Error).count()
    }

    /// Returns the first error as one sentence.
    pub fn first_error(&self) -> Option<String> {
        let first = self.iter().find(|it| it.severity == Severity::Error)?;
        Some(match &first.label {
            Some(label) => format!("{} ({label})", first.what),
            None => first.what.clone(),
        })
    }

    /// Adds a diagnostic, unless it is already there. The list has an end; after it,
    /// diagnostics are only counted.
    pub fn push(&mut self, diagnostic: SourceDiagnostic) {
        if self.is_full() {
            self.count_more();
        } else if !self.list.contains(&diagnostic) {
            self.list.push(diagnostic);
        }
    }

    pub(crate) fn is_full(&self) -> bool {
        self.list.len() >= KEPT
    }

    pub(crate) fn count_more(&mut self) {
        self.more += 1;
    }

    /// Takes the last diagnostics back, and keeps so many.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.list.truncate(len);
    }

    pub fn retain_mut(&mut self, keep: impl FnMut(&mut SourceDiagnostic) -> bool) {
        self.list.retain_mut(keep);
    }

    /// Drops what follows from a value that is replaced; of what was expected in its place, it
    /// keeps the description.
    pub(crate) fn drop_consequences(&mut self) {
        // What is wrong with the word besides tells more than its quotes.
        let is_refused = |word: &SourceDiagnostic| {
            self.iter().any(|it| it.recovery == Recovery::None && it.span == word.span)
        };
        let words = self.iter().filter(|it| it.recovery == Recovery::UnquotedWord);
        let refused: Vec<SourceDiagnostic> = words.filter(|it| is_refused(it)).cloned().collect();
        self.list.retain(|it| !refused.contains(it));
        let mut expected: Vec<(SourceSpan, Option<String>)> = Vec::new();
        for replaced in self.list.iter().filter(|it| it.recovery == Recovery::ReplacedValue) {
            expected.extend(replaced.span.clone().map(|span| (span, None)));
        }
        // A misplaced key is not missing as well.
        let places: Vec<String> = self
            .list
            .iter()
            .filter_map(|it| match it.recovery {
                Recovery::MisplacedKey => it.meant.clone(),
                // A misspelt key is given too.
                Recovery::NeedlessKey => {
                    let name = it.meant.as_ref()?;
                    Some(match it.key.rsplit_once('.') {
                        Some((table, _)) => format!("{table}.{name}"),
                        None => name.clone(),
                    })
                }
                _ => None,
            })
            .collect();
        self.list.retain(|it| {
            let is_given = |place: &String| {
                // A misspelt table may hold what is missing.
                let parts = place.strip_prefix(it.key.as_str());
                let parts = parts.or_else(|| it.key.strip_prefix(place.as_str()));
                parts.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            };
            it.recovery != Recovery::MissingKey || !places.iter().any(is_given)
        });
        self.list.retain(|it| {
            let place = expected.iter_mut().find(|(span, _)| Some(span) == it.span.as_ref());
            let Some((_, known)) = place.filter(|_| it.recovery == Recovery::None) else {
                return true;
            };
            let description = it.label.as_deref().and_then(|it| it.split(", found").next());
            *known = known.take().or_else(|| description.map(str::to_owned));
            false
        });
        for replaced in &mut self.list {
            let place = expected.iter().find(|(span, _)| Some(span) == replaced.span.as_ref());
            if let Some((_, description)) = place
                && replaced.label.is_none()
            {
                replaced.label.clone_from(description);
            }
        }
    }

    /// Adds diagnostics of the plugin, without those about a list or table in which a key is
    /// unknown: that it is left out is their cause.
    pub fn append_causes(&mut self, mut other: Diagnostics) {
        let unknown: Vec<(SourceSpan, String)> = self
            .iter()
            .filter(|it| it.recovery == Recovery::NeedlessKey && it.severity == Severity::Error)
            .filter_map(|it| Some((it.span.clone()?, it.key.clone())))
            .collect();
        other.retain_mut(|it| {
            let Some(span) = &it.span else { return true };
            let table = format!("{}.", it.key);
            !unknown.iter().any(|(place, key)| {
                let is_around = place.file == span.file
                    && span.range.start < place.range.start
                    && place.range.end <= span.range.end;
                is_around || key.starts_with(&table)
            })
        });
        self.append(other);
    }

    pub fn append(&mut self, other: Diagnostics) {
        self.extend(other.list);
        self.more += other.more;
        other.files.iter().for_each(|file| self.add_file(file));
    }

    pub(crate) fn iter_mut(&mut self) -> std::slice::IterMut<'_, SourceDiagnostic> {
        self.list.iter_mut()
    }

    pub(crate) fn add_file(&mut self, file: &Path) {
        if !self.files.iter().any(|known| known == file) {
            self.files.push(file.to_owned());
        }
    }

    /// Sorts by place; `files` gives the order of the files.
    pub(crate) fn sort(&mut self, files: &[&str]) {
        self.list.sort_by_key(|diagnostic| match &diagnostic.span {
            None => (0, 0),
            Some(span) => {
                let file = files.iter().position(|name| *name == span.file.name());
                (1 + file.unwrap_or(files.len()), span.range.start)
            }
        });
    }

    /// Returns the text for a terminal: each diagnostic with file, line, column,
    /// the source line and a caret. Many that differ only in names and numbers
    /// are cut to three; after a hundred the rest is counted.
    pub fn render(&self, color: bool) -> String {
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        let shapes: Vec<String> = self.iter().map(SourceDiagnostic::shape).collect();
        let mut totals: HashMap<&str, usize> = HashMap::new();
        shapes.iter().for_each(|shape| *totals.entry(shape).or_default() += 1);
        let mut seen: HashMap<&str, usize> = HashMap::new();
        let (mut shown, mut rest) = (Vec::new(), self.more);
        for (diagnostic, shape) in self.iter().zip(&shapes) {
            let (total, number) = (totals[shape.as_str()], seen.entry(shape).or_default());
            *number += 1;
            if total > ALIKE && *number > ALIKE_SHOWN {
                continue;
            }
            if shown.len() == SHOWN {
                rest += 1;
                continue;
            }
            let mut group = diagnostic.group();
            if total > ALIKE && *number == ALIKE_SHOWN {
                let more = format!("{} more like this", total - ALIKE_SHOWN);
                group = group.element(Level::NOTE.message(more));
            }
            shown.push(renderer.render(&[group]));
        }
        if rest > 0 {
            shown.push(format!("... and {rest} more"));
        }
        let mut text = shown.join("\n\n");
        if !text.is_empty() {
            text.push('\n');
        }
        text
    }

    /// Returns one JSON object.
    ///
    /// `errors` and `warnings` are counts; `findings` is a list of objects with
    /// `severity` (`error` or `warning`), `message`, `label` (what was expected),
    /// `help`, `notes`, `key` (dotted path, entries of lists from 0), `file`, `line`, `column`,
    /// `end_line`, `end_column` and `source_line`. Lines and columns count from
    /// 1, columns in characters, the end is exclusive; unknown values are null.
    pub fn to_json(&self) -> Json {
        let errors = self.errors();
        json!({
            "errors": errors,
            "warnings": self.len() - errors,
            "findings": self.iter().map(SourceDiagnostic::to_json).collect::<Vec<_>>(),
        })
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Diagnostics {}

impl From<SourceDiagnostic> for Diagnostics {
    fn from(diagnostic: SourceDiagnostic) -> Self {
        Diagnostics { list: vec![diagnostic], ..Diagnostics::default() }
    }
}

impl From<Box<SourceDiagnostic>> for Diagnostics {
    fn from(diagnostic: Box<SourceDiagnostic>) -> Self {
        (*diagnostic).into()
    }
}

impl Extend<SourceDiagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = SourceDiagnostic>>(&mut self, diagnostics: I) {
        diagnostics.into_iter().for_each(|diagnostic| self.push(diagnostic));
    }
}
