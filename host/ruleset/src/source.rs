//! Source texts and spans in them.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A named text: a file, a built-in ruleset, or the chosen options.
#[derive(Debug, PartialEq, Eq)]
pub struct SourceFile {
    name: String,
    path: Option<PathBuf>,
    text: String,
    /// Byte offset of the start of each line.
    lines: Vec<usize>,
}

impl SourceFile {
    pub fn new(name: impl Into<String>, path: Option<PathBuf>, text: impl Into<String>) -> Self {
        let text = text.into();
        let lines = std::iter::once(0)
            .chain(
                text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1),
            )
            .collect();
        SourceFile { name: name.into(), path, text, lines }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns `None` unless the text is a file on disk.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns line and column of a byte offset, both from 1; columns count
    /// characters.
    pub fn position(&self, offset: usize) -> (usize, usize) {
        let offset = self.floor(offset);
        let line = self.lines.partition_point(|start| *start <= offset);
        let start = self.lines[line - 1];
        (line, self.text[start..offset].chars().count() + 1)
    }

    /// Returns a line, counted from 1, without its line break.
    pub fn line(&self, number: usize) -> &str {
        let Some(start) = number.checked_sub(1).and_then(|index| self.lines.get(index)) else {
            return "";
        };
        let end = self.lines.get(number).copied().unwrap_or(self.text.len());
        self.text[*start..end].trim_end_matches(['\n', '\r'])
    }

    /// Returns the byte offset of the start of a line, counted from 1.
    pub(crate) fn line_start(&self, number: usize) -> usize {
        let index = number.checked_sub(1).and_then(|index| self.lines.get(index));
        index.copied().unwrap_or(self.text.len())
    }

    /// Returns the nearest character boundary at or before an offset.
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
    pub file: Arc<SourceFile>,
    pub range: Range<usize>,
}

impl SourceSpan {
    /// Rounds the range down to character boundaries.
    pub fn new(file: &Arc<SourceFile>, range: Range<usize>) -> Self {
        let start = file.floor(range.start);
        let end = file.floor(range.end).max(start);
        SourceSpan { file: Arc::clone(file), range: start..end }
    }

    /// Returns line and column of the start, both from 1.
    pub fn start(&self) -> (usize, usize) {
        self.file.position(self.range.start)
    }

    /// Returns line and column just after the end, both from 1.
    pub fn end(&self) -> (usize, usize) {
        self.file.position(self.range.end)
    }

    pub fn text(&self) -> &str {
        &self.file.text()[self.range.clone()]
    }
}
