//! A game's texts in another language: English texts and their translations.
//!
//! The key of a translation is the English text as the author wrote it, with `{name}` for each
//! argument. So a text that changes falls back to English until its translation follows.

use std::collections::HashMap;

use boardloom_contract::Message;
use toml::de::{DeTable, DeValue};

use crate::placeholder::{fill, names, split_at_first};
use crate::printable::is_printable;
use crate::suggestion::shorten;

/// The most bytes of a catalogue.
pub const CATALOGUE_LIMIT: usize = 512 * 1024;
/// The most texts of a catalogue.
const MOST: usize = 4000;
/// How deep arguments of filled texts are translated.
const NESTED: usize = 6;

/// The texts of one language.
#[derive(Debug, Clone, Default)]
pub struct Translation {
    /// Whole texts.
    texts: HashMap<String, String>,
    /// Texts with placeholders, in order of the catalogue.
    patterns: Vec<(String, String)>,
    /// Texts that begin and end with a space join the items of lists: ` and `.
    joiners: Vec<String>,
}

/// An error in a catalogue. Its text is skipped, and English used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct CatalogueError {
    /// From 1.
    pub line: usize,
    pub what: String,
}

impl Translation {
    /// Reads a catalogue: TOML with `"English" = "translation"`, in tables or not. Wrong texts
    /// are left out and reported, in order of lines.
    pub fn read(toml: &str) -> (Self, Vec<CatalogueError>) {
        let mut translation = Translation::default();
        if toml.len() > CATALOGUE_LIMIT {
            let what = format!("expected at most {CATALOGUE_LIMIT} bytes, found {}", toml.len());
            return (translation, vec![CatalogueError { line: 1, what }]);
        }
        let mut errors = Vec::new();
        let mut error = |at: usize, what: String| {
            let line = toml.get(..at).unwrap_or(toml).matches('\n').count() + 1;
            errors.push(CatalogueError { line, what });
        };
        let (file, wrong) = DeTable::parse_recoverable(toml);
        for why in wrong {
            error(why.span().map_or(0, |span| span.start), why.message().to_owned());
        }
        for (key, value) in file.get_ref() {
            let single = [(key, value)];
            let inner = match value.get_ref() {
                DeValue::Table(table) => table.iter().collect(),
                _ => single.to_vec(),
            };
            for (english, value) in inner {
                let added = match value.get_ref() {
                    DeValue::String(text) => translation.add(english.get_ref(), text),
                    _ => Err(format!("`{}` has no text", shorten(english.get_ref()))),
                };
                if let Err(what) = added {
                    error(value.span().start, what);
                }
            }
        }
        errors.sort_by_key(|error| error.line);
        (translation, errors)
    }

    /// Adds a text.
    ///
    /// # Errors
    /// The reason for which it cannot be used.
    pub fn add(&mut self, english: &str, text: &str) -> Result<(), String> {
        check_characters(english, text)?;
        let short = shorten(english);
        if english.is_empty() || (text.is_empty() && !english.trim().is_empty()) {
            return Err(format!("the translation of `{short}` is empty"));
        }
        let (wanted, found) = (names(english), names(text));
        if let Some(name) = found.iter().find(|name| !wanted.contains(name)) {
            return Err(format!("nothing is filled in for {{{name}}} in `{short}`"));
        }
        if let Some(name) = wanted.iter().find(|name| !found.contains(name)) {
            return Err(format!("{{{name}}} is missing in the translation of `{short}`"));
        }
        if self.len() >= MOST {
            return Err(format!("expected at most {MOST} texts"));
        }
        if self.contains(english) {
            return Err(format!("`{short}` is translated twice"));
        }
        self.insert(english, text);
        Ok(())
    }

    /// Adds the texts of another translation, which stand above those of this one.
    pub fn extend(&mut self, over: &Translation) {
        let texts = over.texts.iter().map(|(english, text)| (english.clone(), text.clone()));
        self.texts.extend(texts);
        self.joiners.extend_from_slice(&over.joiners);
        self.patterns.retain(|(known, _)| over.patterns.iter().all(|(it, _)| it != known));
        self.patterns.extend_from_slice(&over.patterns);
    }

    /// Adds a whole text, in which braces are nothing special.
    pub(crate) fn insert_text(&mut self, english: &str, text: &str) -> Result<(), String> {
        check_characters(english, text)?;
        self.texts.insert(english.to_owned(), text.to_owned());
        Ok(())
    }

    pub(crate) fn remove(&mut self, english: &str) {
        self.texts.remove(english);
        self.patterns.retain(|(known, _)| known != english);
    }

    fn insert(&mut self, english: &str, text: &str) {
        if english.len() > 2 && english.starts_with(' ') && english.ends_with(' ') {
            self.joiners.push(english.to_owned());
        }
        let (english, text) = (english.to_owned(), text.to_owned());
        match names(&english).is_empty() {
            true => _ = self.texts.insert(english, text),
            false => self.patterns.push((english, text)),
        }
    }

    /// Returns all English texts with their translations.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let texts = self.texts.iter().map(|(english, text)| (&**english, &**text));
        texts.chain(self.patterns.iter().map(|(english, text)| (&**english, &**text)))
    }

    pub fn len(&self) -> usize {
        self.texts.len() + self.patterns.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Tells whether an English text, as its author wrote it, has a translation.
    pub fn contains(&self, english: &str) -> bool {
        self.texts.contains_key(english) || self.patterns.iter().any(|(known, _)| known == english)
    }

    /// Returns the translation of a text without arguments.
    pub fn text(&self, english: &str) -> Option<&str> {
        self.texts.get(english).map(String::as_str)
    }

    /// Returns the translation of a filled text with its arguments, which are translated too.
    pub fn filled(&self, english: &str, args: &[(String, String)]) -> Option<String> {
        if let Some(text) = self.text(english) {
            return Some(text.to_owned());
        }
        let (_, text) =
            self.patterns.iter().find(|(pattern, _)| is_filled(pattern, english, args))?;
        let args: Vec<(&str, String)> =
            args.iter().map(|(name, value)| (&**name, self.value(name, value, args))).collect();
        let value = |name: &str| args.iter().find(|it| it.0 == name).map(|it| &*it.1);
        Some(fill(text, value))
    }

    /// Returns the translation of an English text whose arguments are known no more, as records
    /// keep it. Of several patterns that fit, the one that says most counts. Arguments are
    /// translated in the same way.
    pub fn of_filled(&self, english: &str) -> Option<String> {
        self.of_filled_within(english, NESTED)
    }

    fn of_filled_within(&self, english: &str, depth: usize) -> Option<String> {
        if let Some(text) = self.text(english) {
            return Some(text.to_owned());
        }
        let fitting = self.patterns.iter().filter_map(|(pattern, text)| {
            let args = arguments(pattern, english)?;
            let said = english.len() - args.iter().map(|(_, value)| value.len()).sum::<usize>();
            Some((said, text, args))
        });
        let (_, text, args) = fitting.max_by_key(|(said, ..)| *said).filter(|it| it.0 > 0)?;
        let value = |name: &str| {
            let (_, value) = args.iter().find(|(known, _)| *known == name)?;
            let inner = if depth > 0 { self.of_filled_within(value, depth - 1) } else { None };
            Some(inner.unwrap_or_else(|| self.value(name, value, &[])))
        };
        Some(fill(text, value))
    }

    /// Returns the message in this language; without a translation it stays as it is.
    #[must_use]
    pub fn message(&self, message: Message) -> Message {
        match self.filled(&message.text, &message.args) {
            Some(text) => Message { text, ..message },
            None => message,
        }
    }

    /// Returns the English of a translated text without placeholders.
    pub fn english(&self, text: &str) -> Option<&str> {
        let found = self.texts.iter().filter(|(_, translated)| *translated == text);
        found.map(|(english, _)| &**english).min()
    }

    /// Returns the English of a message that this translation gave.
    pub fn english_of(&self, message: &Message) -> Option<String> {
        let translated = |english: &str| {
            self.filled(english, &message.args).is_some_and(|text| text == message.text)
        };
        let value = |name: &str| {
            message.args.iter().find(|(known, _)| known == name).map(|(_, value)| &**value)
        };
        let patterns = self.patterns.iter().map(|(pattern, _)| fill(pattern, value));
        self.english(&message.text)
            .map(str::to_owned)
            .or_else(|| patterns.into_iter().find(|english| translated(english)))
    }

    /// Translates the value of an argument: a text, a message with arguments, or a list of texts.
    fn value(&self, name: &str, value: &str, args: &[(String, String)]) -> String {
        let inner = args.iter().filter_map(|(key, value)| {
            let key = key.strip_prefix(name)?.strip_prefix('.')?;
            Some((key.to_owned(), value.clone()))
        });
        let whole = self.filled(value, &inner.collect::<Vec<_>>());
        whole.or_else(|| self.list(value)).unwrap_or_else(|| value.to_owned())
    }

    /// Translates the items of a list; `None` if none of them has a translation.
    fn list(&self, value: &str) -> Option<String> {
        let mut some = false;
        let mut text = String::new();
        let mut rest = value;
        while !rest.is_empty() {
            let joiners = self.joiners.iter().map(String::as_str).chain([", "]);
            let joiner = joiners.filter_map(|it| Some((rest.find(it)?, it))).min();
            let (item, joiner) = joiner.map_or((rest, ""), |(at, joiner)| (&rest[..at], joiner));
            let translated = self.text(item);
            some |= translated.is_some();
            text.push_str(translated.unwrap_or(item));
            text.push_str(self.text(joiner).unwrap_or(joiner));
            rest = &rest[item.len() + joiner.len()..];
        }
        some.then_some(text)
    }
}

fn check_characters(english: &str, text: &str) -> Result<(), String> {
    let Some(wrong) = text.chars().find(|it| !is_printable(*it) && *it != '\n') else {
        return Ok(());
    };
    let (short, code) = (shorten(english), u32::from(wrong));
    Err(format!("the translation of `{short}` has the character U+{code:04X}"))
}

/// Returns the arguments with which a pattern gives a text; `None` if none do.
fn arguments<'a>(mut pattern: &'a str, mut text: &'a str) -> Option<Vec<(&'a str, &'a str)>> {
    let mut args = Vec::new();
    while let Some((before, name, after)) = split_at_first(pattern) {
        text = text.strip_prefix(before)?;
        let next = split_at_first(after).map_or(after, |(next, ..)| next);
        let end = match next {
            "" => text.len(),
            next => text.find(next)?,
        };
        if end == 0 {
            return None;
        }
        args.push((name, &text[..end]));
        (pattern, text) = (after, &text[end..]);
    }
    (pattern == text).then_some(args)
}

/// Tells whether a text is a pattern filled with these arguments.
fn is_filled(pattern: &str, text: &str, args: &[(String, String)]) -> bool {
    let Some((start, ..)) = split_at_first(pattern) else { return false };
    if !text.starts_with(start) {
        return false;
    }
    let value =
        |name: &str| args.iter().find(|(known, _)| known == name).map(|(_, value)| &**value);
    fill(pattern, value) == text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translation(toml: &str) -> Translation {
        let (translation, errors) = Translation::read(toml);
        assert_eq!(errors, []);
        translation
    }

    #[test]
    fn a_message_is_filled_with_its_translated_arguments() {
        let german = translation(
            "[moves]\nPass = \"Passen\"\nRed = \"Rot\"\nBlue = \"Blau\"\n\" and \" = \" und \"\n\
             \"{first} moves first.\" = \"Es beginnt {first}.\"\n\
             \"{who}: {what}.\" = \"{what} - {who}.\"\n\
             \"a jump of {steps}\" = \"ein Sprung um {steps}\"\n",
        );
        let said = |message: Message| german.message(message).text;
        assert_eq!(said(Message::new("x", "Pass")), "Passen");
        assert_eq!(said(Message::new("x", "d4")), "d4");
        let first = |name: &str| Message::new("x", "{first} moves first.").with("first", name);
        assert_eq!(said(first("Red")), "Es beginnt Rot.");
        assert_eq!(said(first("Anna")), "Es beginnt Anna.");
        assert_eq!(said(first("Red, Anna and Blue")), "Es beginnt Rot, Anna und Blau.");
        let jump = Message::new("y", "a jump of {steps}").with("steps", 2);
        let nested = Message::new("x", "{who}: {what}.").with("who", "Red");
        let nested = nested.with_message("what", &jump);
        assert_eq!(said(nested), "ein Sprung um 2 - Rot.");
        // Another English text with the same id stays English.
        assert_eq!(said(Message::new("x", "{first} begins.").with("first", "Red")), "Red begins.");
    }

    #[test]
    fn texts_of_records_are_translated_without_their_arguments() {
        let german = translation(
            "Full = \"Voll\"\ntop = \"oben\"\nbottom = \"unten\"\n\
             \"{a} and {b} are joined\" = \"{a} und {b} sind verbunden\"\n\
             \"{what}\" = \"({what})\"\n\"one group touches {n} regions\" = \"{n} Bereiche\"\n",
        );
        let said = |text: &str| german.of_filled(text);
        assert_eq!(said("top and bottom are joined").unwrap(), "oben und unten sind verbunden");
        assert_eq!(said("one group touches 3 regions").unwrap(), "3 Bereiche");
        assert_eq!(said("Full").unwrap(), "Voll");
        assert_eq!(said("anything else"), None, "a pattern without words says nothing");
        assert_eq!(said(" and  are joined"), None);
    }

    #[test]
    fn the_english_of_a_translated_message_is_found_again() {
        let german = translation("Full = \"Voll\"\n\"{n} of {m} moves\" = \"{n} von {m} Zügen\"\n");
        for message in [
            Message::new("x", "Full"),
            Message::new("x", "{n} of {m} moves").with("n", 3).with("m", 9),
        ] {
            let there = german.message(message.clone());
            assert_ne!(there, message);
            assert_eq!(german.english_of(&there), Some(message.text));
        }
        assert_eq!(german.english_of(&Message::new("x", "d4")), None);
    }

    #[test]
    fn wrong_texts_are_reported_with_their_lines_and_the_rest_holds() {
        let (german, errors) = Translation::read(
            "Pass = \"Passen\"\n[a]\n\"{a} wins\" = \"{b} gewinnt\"\n\"{a} loses\" = \"verliert\"\n\
             Pass = \"noch einmal\"\nNumber = 1\nEmpty = \"\"\nBell = \"\\u0007\"\nTurn = \"Zug\"\n",
        );
        let told: Vec<_> = errors.iter().map(CatalogueError::to_string).collect();
        assert_eq!(
            told,
            [
                "line 3: nothing is filled in for {b} in `{a} wins`",
                "line 4: {a} is missing in the translation of `{a} loses`",
                "line 5: `Pass` is translated twice",
                "line 6: `Number` has no text",
                "line 7: the translation of `Empty` is empty",
                "line 8: the translation of `Bell` has the character U+0007",
            ]
        );
        assert_eq!((german.len(), german.text("Turn")), (2, Some("Zug")));
    }

    #[test]
    fn a_hostile_catalogue_is_an_error() {
        let (none, errors) = Translation::read(&"#".repeat(CATALOGUE_LIMIT + 1));
        assert_eq!((none.len(), errors.len()), (0, 1));
        for toml in ["\0", "]]]]", "a = [[[[[[", "\"{\" = \"{}{}\"", "a.b.c = \"d\"", "a = nan"] {
            assert!(!Translation::read(toml).1.is_empty(), "{toml}");
        }
        let many: String = (0..MOST + 5).map(|it| format!("a{it} = \"b\"\n")).collect();
        let (most, errors) = Translation::read(&many);
        assert_eq!((most.len(), errors.len()), (MOST, 5));
    }
}
