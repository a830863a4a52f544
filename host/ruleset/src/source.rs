//! The text that a value was read from, and places in it.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A text with a name: a file, a built-in ruleset, or what a person chose.
#[derive(Debug, PartialEq, Eq)]
pub struct SourceFile {
    name: String,
    path: Option<PathBuf>,
    text: String,
    /// Where each line begins.
    lines: Vec<usize>,
}

impl SourceFile {
    /// Returns a text under the name that faults are shown with.
    pub fn new(name: impl Into<String>, path: Option<PathBuf>, text: impl Into<String>) -> Self {
        let text = text.into();
        let lines = std::iter::once(0)
            .chain(
                text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1),
            )
            .collect();
        SourceFile { name: name.into(), path, text, lines }
    }

    /// Returns the name that faults are shown with.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the path on disk, where the text is a file.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Returns the whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns line and column of a byte offset, both from 1; the column counts
    /// characters.
    pub fn position(&self, offset: usize) -> (usize, usize) {
        let offset = self.floor(offset);
        let line = self.lines.partition_point(|start| *start <= offset);
        let start = self.lines[line - 1];
        (line, self.text[start..offset].chars().count() + 1)
    }

    /// Returns a line, counted from 1, without its end.
    pub fn line(&self, number: usize) -> &str {
        let Some(start) = number.checked_sub(1).and_then(|index| self.lines.get(index)) else {
            return "";
        };
        let end = self.lines.get(number).copied().unwrap_or(self.text.len());
        self.text[*start..end].trim_end_matches(['\n', '\r'])
    }

    /// Returns the nearest offset at or before this one that begins a character.
    pub(crate) fn floor(&self, offset: usize) -> usize {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }
}

/// A range of bytes in a [`SourceFile`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceSpan {
    /// The text that it lies in.
    pub file: Arc<SourceFile>,
    /// From and to (exclusive), in bytes.
    pub range: Range<usize>,
}

impl SourceSpan {
    /// Returns a range of a text, moved to where characters begin.
    pub fn new(file: &Arc<SourceFile>, range: Range<usize>) -> Self {
        let start = file.floor(range.start);
        let end = file.floor(range.end).max(start);
        SourceSpan { file: Arc::clone(file), range: start..end }
    }

    /// Returns the line and column, both from 1, where the range begins.
    pub fn start(&self) -> (usize, usize) {
        self.file.position(self.range.start)
    }

    /// Returns the line and column, both from 1, just behind the range.
    pub fn end(&self) -> (usize, usize) {
        self.file.position(self.range.end)
    }

    /// Returns the text of the range.
    pub fn text(&self) -> &str {
        &self.file.text()[self.range.clone()]
    }
}
