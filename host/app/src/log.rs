//! The log of plugins and program.

use std::collections::VecDeque;

/// How much an entry matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// All is well.
    Plain,
    /// Worth a look.
    Warning,
    /// Something went wrong.
    Bad,
}

/// Something that was said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Seconds since the program began.
    pub at: u64,
    /// Who said it: a plugin's name, or nothing for the program itself.
    pub from: String,
    /// What.
    pub text: String,
    /// How much it matters.
    pub severity: Severity,
}

impl Entry {
    /// Returns the entry as a line of text.
    pub fn line(&self) -> String {
        let from = if self.from.is_empty() { String::new() } else { format!("{}: ", self.from) };
        format!("{} {from}{}", self.time(), self.text)
    }

    /// Returns when it was said, as `1:02:03` or `2:03`.
    pub fn time(&self) -> String {
        let (hours, minutes, seconds) = (self.at / 3600, self.at / 60 % 60, self.at % 60);
        match hours {
            0 => format!("{minutes}:{seconds:02}"),
            _ => format!("{hours}:{minutes:02}:{seconds:02}"),
        }
    }
}

/// As many entries are kept; the oldest go first.
const KEPT: usize = 500;

/// All that was said, the oldest first.
#[derive(Debug, Clone, Default)]
pub struct Log {
    entries: VecDeque<Entry>,
    /// Counts up with every entry.
    revision: u64,
}

impl Log {
    /// Notes an entry.
    pub fn note(&mut self, entry: Entry) {
        self.revision += 1;
        if self.entries.len() == KEPT {
            self.entries.pop_front();
        }
        self.entries.push_back(entry);
    }

    /// Returns the entries, the oldest first.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = &Entry> + ExactSizeIterator {
        self.entries.iter()
    }

    /// Returns a number that changes with every entry.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns all of it as text.
    pub fn text(&self) -> String {
        self.entries.iter().map(|entry| entry.line() + "\n").collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_are_kept() {
        let mut log = Log::default();
        for at in 0..(KEPT as u64 + 3) {
            let text = format!("number {at}");
            log.note(Entry { at, from: "meadow".to_owned(), text, severity: Severity::Plain });
        }
        assert_eq!(log.entries().len(), KEPT);
        let first = log.entries().next().expect("an entry").line();
        assert_eq!(first, "0:03 meadow: number 3");
        assert!(log.text().ends_with("8:22 meadow: number 502\n"), "{}", log.text());
    }
}
