//! The tables of a ruleset with its texts in other languages, as `[de]`.

use std::collections::BTreeMap;

use boardloom_contract::PathKey;

use crate::diagnostics::{Diagnostics, SourceDiagnostic};
use crate::example::EXAMPLE_KEY;
use crate::exercise::EXERCISE_KEYS;
use crate::misplaced_keys::{TOP_LEVEL_KEYS, first_header};
use crate::schema::{Subschema, host, synonym};
use crate::source::SourceSpan;
use crate::suggestion::{nearest, suggest};
use crate::translation::Translation;
use crate::value::{SourceTable, TableEntry, Value, ValueKind};

/// Texts by language.
pub(crate) type Translations = BTreeMap<String, Translation>;

/// The texts that a language translates by their keys.
const KEYS: [&str; 7] =
    ["name", "summary", "family", "points", "help.rules", "help.history", "help.tips"];

/// Tells whether a key is the code of a language, as `de` or `pt-BR`.
pub(crate) fn is_language(key: &str) -> bool {
    let (language, region) = key.split_once('-').map_or((key, None), |(a, b)| (a, Some(b)));
    let lower = language.len() == 2 && language.bytes().all(|it| it.is_ascii_lowercase());
    let upper = |it: &str| it.len() == 2 && it.bytes().all(|it| it.is_ascii_uppercase());
    // `[ai]` is the computer player.
    lower && region.is_none_or(upper) && key != "ai"
}

/// Returns the code of a language with its region that is written with other letters or another
/// sign, as `pt_BR` or `de-de`.
fn code_with_region(key: &str) -> Option<String> {
    let (language, region) = key.split_once(['-', '_'])?;
    let code = format!("{}-{}", language.to_lowercase(), region.to_uppercase());
    is_language(&code).then_some(code)
}

/// Takes the tables of languages out of a document.
pub(crate) fn take_languages(root: &mut Value) -> Vec<TableEntry> {
    let Some(table) = root.table_mut() else { return Vec::new() };
    let ai = Subschema::document(host()).under(&PathKey::Name("ai".to_owned()));
    let keys: Vec<&str> = ai.iter().flat_map(|part| part.names()).collect();
    // `[ia]`: the name of the computer's table has two letters as well.
    let is_ai = |table: &SourceTable| {
        let is_key = |entry: &TableEntry| keys.contains(&entry.key.as_str());
        !table.entries.is_empty() && table.entries.iter().all(is_key)
    };
    let is_table = |entry: &TableEntry| {
        is_language(&entry.key) && entry.value.table().is_some_and(|table| !is_ai(table))
    };
    let (languages, rest) = std::mem::take(&mut table.entries).into_iter().partition(is_table);
    table.entries = rest;
    languages
}

/// Adds the texts of one file's languages. `root` has the English texts: those of the file and
/// of everything that it extends.
pub(crate) fn add_languages(
    translations: &mut Translations,
    languages: &[TableEntry],
    root: &Value,
    report: &mut Diagnostics,
) {
    for language in languages {
        let Some(table) = language.value.table() else { continue };
        let translation = translations.entry(language.key.clone()).or_default();
        let mut headers = root.table().into_iter().flat_map(|root| &root.entries);
        let own = &language.key_span;
        let is_first = headers.all(|entry| {
            let header = first_header(&entry.value).filter(|span| span.file == own.file);
            header.is_none_or(|span| span.range.start > own.range.start)
        });
        let mut reader = Reader { code: &language.key, is_first, root, translation, report };
        reader.table(table, "");
    }
}

struct Reader<'a> {
    code: &'a str,
    /// Whether no other header stands above that of the language.
    is_first: bool,
    root: &'a Value,
    translation: &'a mut Translation,
    report: &'a mut Diagnostics,
}

impl Reader<'_> {
    fn table(&mut self, table: &SourceTable, above: &str) {
        for entry in &table.entries {
            let key = [above, &entry.key].concat();
            match &entry.value.kind {
                ValueKind::Table(inner) if key == "help" => self.table(inner, "help."),
                ValueKind::Table(inner) if key == "texts" => self.texts(inner),
                ValueKind::Text(text) if KEYS.contains(&&*key) => {
                    self.keyed(&key, text, &entry.key_span);
                }
                _ => {
                    let known = [&KEYS[..], &["texts"]].concat();
                    let what = format!("`{}.{key}` is no text of a ruleset", self.code);
                    let help = match &entry.value.kind {
                        ValueKind::Table(_) if has_own_texts(&key) => {
                            let own = format!("`[{key}.{}]`", self.code);
                            Some(format!("write {own} below the block that it translates"))
                        }
                        ValueKind::Table(_)
                            if ["help", "texts"].contains(&key.to_lowercase().as_str())
                                && above.is_empty() =>
                        {
                            let lower = key.to_lowercase();
                            Some(format!("keys have small letters: `[{}.{lower}]`", self.code))
                        }
                        value if key == "help" => {
                            let text = match value {
                                ValueKind::Text(_) => entry.value.span.text(),
                                _ => "\"...\"",
                            };
                            Some(format!(
                                "the rules in this language stand below `[{}.help]`: `rules = {text}`",
                                self.code
                            ))
                        }
                        ValueKind::Table(inner)
                            if above.is_empty() && nearest(&key, known.clone()).is_none() =>
                        {
                            let texts = inner.entries.iter().all(|it| it.value.text().is_some());
                            texts.then(|| format!("write its texts below `[{}.texts]`", self.code))
                        }
                        _ if KEYS.contains(&&*key) => {
                            Some(format!("it is a text: `{} = \"...\"`", entry.key))
                        }
                        _ if TOP_LEVEL_KEYS.contains(&&*key) => {
                            Some(format!("move it above `[{}]` and all other headers", self.code))
                        }
                        value => self.other_name(above, entry, value),
                    };
                    self.warn(what, &entry.key_span, help);
                }
            }
        }
    }

    /// Returns the hint for a key that is none of a language.
    fn other_name(&self, above: &str, entry: &TableEntry, value: &ValueKind) -> Option<String> {
        let known: Vec<&str> =
            KEYS.iter().chain(&["texts"]).filter_map(|key| key.strip_prefix(above)).collect();
        let key = &entry.key;
        if let Some(name) = synonym(key, &known) {
            return Some(format!("did you mean `{name}`?"));
        }
        let is_text = matches!(value, ValueKind::Text(_));
        let intro = if above.is_empty() { "a language has the keys" } else { "the keys are" };
        match nearest(key, known.iter().copied()) {
            None if is_text => Some(format!("write it below `[{}.texts]`", self.code)),
            _ => suggest(key, &known, intro),
        }
    }

    fn keyed(&mut self, key: &str, text: &str, span: &SourceSpan) {
        match self.root.find(key).and_then(Value::text) {
            Some(english) => {
                let added = self.translation.insert_text(english.trim(), text.trim());
                added.unwrap_or_else(|what| self.warn(what, span, None));
            }
            // That it is no text is told there.
            None if self.root.find(key).is_some() => {}
            None if self.is_first && TOP_LEVEL_KEYS.contains(&key) => {
                let what = format!("`{key}` was read as `{}.{key}`", self.code);
                let help = format!(
                    "move it above `[{}]`; if it is in that language, write `{key}` in English \
                     there",
                    self.code
                );
                self.warn(what, span, Some(help));
            }
            None => {
                let what = format!("`{key}` has no English text to translate");
                self.warn(what, span, Some(format!("set `{key}`, or remove this")));
            }
        }
    }

    fn texts(&mut self, table: &SourceTable) {
        for entry in &table.entries {
            let added = match entry.value.text() {
                Some(text) => {
                    // A file may replace what it inherits.
                    self.translation.remove(&entry.key);
                    self.translation.add(&entry.key, text)
                }
                None => Err(format!("expected a text, found {}", entry.value)),
            };
            if let Err(what) = added {
                self.warn(what, &entry.key_span, None);
            }
        }
    }

    fn warn(&mut self, what: String, span: &SourceSpan, help: Option<String>) {
        let warning = SourceDiagnostic::warning(what, Some(span.clone())).key(self.code);
        self.report.push(warning.maybe_help(help));
    }
}

/// Tells whether a key is that of texts within a language's table.
fn is_language_part(key: &str) -> bool {
    matches!(key, "texts" | "help")
}

/// Tells whether the entries of a list have their texts in other languages themselves.
fn has_own_texts(list: &str) -> bool {
    EXERCISE_KEYS.contains(&list) || list == EXAMPLE_KEY
}

/// Returns the hint for texts of a language whose table stands within them: `[texts.de]`.
pub(crate) fn language_within_help(is_top: bool, key: &str, value: &Value) -> Option<String> {
    let table = value.table().filter(|_| is_top && is_language_part(key))?;
    let [only] = &table.entries[..] else { return None };
    is_language(&only.key).then(|| format!("write `[{}.{key}]`", only.key))
}

/// Returns the hint for a table of texts whose name is no language's code.
pub(crate) fn language_help(is_top: bool, key: &str, value: &Value) -> Option<String> {
    let table = value.table().filter(|_| is_top)?;
    if is_language_part(key) && table.entries.len() == 1 {
        return None;
    }
    let has_texts = ["name", "summary", "help", "texts"].iter().any(|key| table.get(key).is_some());
    if let Some(code) = code_with_region(key).filter(|_| has_texts) {
        return Some(format!("a language's table is named by its code: `[{code}]`"));
    }
    let code = key.to_lowercase();
    let code = if is_language(&code) { code } else { "de".to_owned() };
    has_texts.then(|| {
        format!("a language's table is named by its code of two small letters: `[{code}]`")
    })
}
