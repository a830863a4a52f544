//! The log of plugins and program.

use std::collections::VecDeque;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogLevel {
    Info,
    Warning,
    Error,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Seconds since the program began.
    pub at: u64,
    /// A plugin's name; empty for the program itself.
    pub from: String,
    pub text: String,
    pub level: LogLevel,
}

impl Entry {
    pub fn line(&self) -> String {
        let from = if self.from.is_empty() { String::new() } else { format!("{}: ", self.from) };
        let (hours, minutes, seconds) = (self.at / 3600, self.at / 60 % 60, self.at % 60);
        let time = match hours {
            0 => format!("{minutes}:{seconds:02}"),
            _ => format!("{hours}:{minutes:02}:{seconds:02}"),
        };
        format!("{time} {from}{}", self.text)
    }
}

/// The most entries kept; the oldest go first.
const KEPT: usize = 500;

#[derive(Debug, Clone, Default)]
pub struct Log {
    entries: VecDeque<Entry>,
}

impl Log {
    pub fn note(&mut self, entry: Entry) {
        if self.entries.len() == KEPT {
            self.entries.pop_front();
        }
        self.entries.push_back(entry);
    }

    pub fn entries(&self) -> impl DoubleEndedIterator<Item = &Entry> + ExactSizeIterator {
        self.entries.iter()
    }

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
            log.note(Entry { at, from: "leap".to_owned(), text, level: LogLevel::Info });
        }
        assert_eq!(log.entries().len(), KEPT);
        let first = log.entries().next().expect("an entry").line();
        assert_eq!(first, "0:03 leap: number 3");
        assert!(log.text().ends_with("8:22 leap: number 502\n"), "{}", log.text());
    }
}
