//! Languages: the list, the current one, and their files.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::path::PathBuf;
use std::sync::{OnceLock, RwLock};

use boardloom_ruleset::file::{TEXT_LIMIT, read_text};
use boardloom_ruleset::{placeholder, suggestion};
use toml::de::{DeTable, DeValue};

pub const ENGLISH: &str = "en";

const ENGLISH_FILE: &str = include_str!("../../languages/en.toml");
/// Other bundled languages: code and file.
const BUNDLED: [(&str, &str); 1] = [("de", include_str!("../../languages/de.toml"))];

#[derive(Debug)]
pub struct Language {
    /// As `de` or `pt-BR`.
    pub code: String,
    /// In its own language.
    pub name: String,
    texts: HashMap<&'static str, &'static str>,
}

/// An error in a language file. The text is skipped, and English used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{code}.toml, line {line}: {what}")]
pub struct LanguageError {
    pub code: String,
    /// From 1.
    pub line: usize,
    /// The error and its remedy.
    pub what: String,
}

static CURRENT: RwLock<Option<&'static Language>> = RwLock::new(None);
static ADDED: RwLock<Vec<&'static Language>> = RwLock::new(Vec::new());

fn bundled() -> &'static [Language] {
    static READ: OnceLock<Vec<Language>> = OnceLock::new();
    READ.get_or_init(|| BUNDLED.iter().map(|(code, text)| Language::read(code, text).0).collect())
}

/// Every key with its English text.
fn english() -> &'static BTreeMap<&'static str, &'static str> {
    static READ: OnceLock<BTreeMap<&'static str, &'static str>> = OnceLock::new();
    READ.get_or_init(|| {
        let file: toml::Table = toml::from_str(ENGLISH_FILE).expect("the English texts are TOML");
        let mut all = BTreeMap::new();
        for (group, texts) in &file {
            for (name, text) in texts.as_table().into_iter().flatten() {
                let text = text.as_str().unwrap_or_default().to_owned();
                all.insert(&*format!("{group}.{name}").leak(), &*text.leak());
            }
        }
        all
    })
}

/// All languages, English first: code and name. A file in the settings' folder replaces
/// a bundled one of the same code.
pub fn all() -> Vec<(&'static str, &'static str)> {
    let mut all = vec![(ENGLISH, "English")];
    let added = ADDED.read().unwrap_or_else(|lock| lock.into_inner());
    for language in added.iter().copied().chain(bundled()) {
        if all.iter().all(|(code, _)| *code != language.code) {
            all.push((&language.code, &language.name));
        }
    }
    all
}

/// Adds a language, in place of one with the same code.
pub fn add(language: Language) {
    let mut added = ADDED.write().unwrap_or_else(|lock| lock.into_inner());
    added.retain(|known| known.code != language.code);
    added.push(Box::leak(Box::new(language)));
}

/// The most errors of a file that are told one by one.
const MAX_TOLD: usize = 3;

/// The languages of a folder that were read with errors, or could not be read.
#[derive(Debug, Default)]
pub struct FolderErrors {
    read: Vec<(PathBuf, String, Vec<LanguageError>)>,
    unread: Vec<(PathBuf, std::io::Error)>,
}

impl FolderErrors {
    /// Tells the first errors of a chosen language, and which files could not be read.
    pub fn told(&self, chosen: &str) -> Vec<String> {
        let mut told = Vec::new();
        for (file, _, errors) in self.read.iter().filter(|(_, code, _)| code == chosen) {
            told.extend(errors.iter().take(MAX_TOLD).map(|error| {
                super::settings::unread_line(&file.display(), error.line, &error.what)
            }));
            if let Some(more) = errors.len().checked_sub(MAX_TOLD).filter(|more| *more > 0) {
                told.push(super::settings::more_errors(more, &file.display()));
            }
        }
        let unread = self.unread.iter();
        told.extend(unread.map(|(file, why)| super::settings::unread(&file.display(), why)));
        told
    }
}

/// Adds every `CODE.toml` of a folder by name. A missing folder has none.
pub fn add_folder(folder: &std::path::Path) -> FolderErrors {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|end| end == "toml"))
        .collect();
    files.sort();
    let mut found = FolderErrors::default();
    for file in files {
        let code = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        match read_text(&file, TEXT_LIMIT) {
            Ok(text) => {
                let (language, errors) = Language::read(&code, &text);
                add(language);
                found.read.push((file, code, errors));
            }
            Err(why) => found.unread.push((file, why)),
        }
    }
    found
}

/// Switches to a language, on every thread. On an error the language stays.
pub fn set_language(code: &str) -> Result<(), String> {
    let added = ADDED.read().unwrap_or_else(|lock| lock.into_inner());
    let found = added.iter().copied().chain(bundled()).find(|language| language.code == code);
    drop(added);
    if found.is_none() && code != ENGLISH {
        let known: Vec<_> = all().iter().map(|(code, _)| format!("`{code}`")).collect();
        return Err(super::settings::unknown_language(code, &known.join(", ")));
    }
    *CURRENT.write().unwrap_or_else(|lock| lock.into_inner()) = found;
    Ok(())
}

pub fn current_language() -> &'static str {
    current().map_or(ENGLISH, |language| language.code.as_str())
}

fn current() -> Option<&'static Language> {
    *CURRENT.read().unwrap_or_else(|lock| lock.into_inner())
}

pub(super) fn say(key: &'static str) -> &'static str {
    let own = current().and_then(|language| language.texts.get(key));
    own.or_else(|| english().get(key)).copied().unwrap_or(key)
}

/// The placeholder for an error, which is written in English.
const ERROR: &str = "why";

/// Replaces each `{name}` by its value, and translates errors.
pub(super) fn fill(pattern: &str, values: &[(&str, &dyn Display)]) -> String {
    placeholder::fill(pattern, |name| {
        let (_, value) = values.iter().find(|(known, _)| *known == name)?;
        Some(match name {
            ERROR => super::errors::translated(&value.to_string()),
            _ => value.to_string(),
        })
    })
}

impl Language {
    /// Errors are left out, and reported in line order.
    pub fn read(code: &str, text: &str) -> (Self, Vec<LanguageError>) {
        let (code, mut name) = (code.to_owned(), None);
        let mut errors = Vec::new();
        let mut error = |at: usize, what: String| {
            let line = text.get(..at).unwrap_or(text).matches('\n').count() + 1;
            errors.push(LanguageError { code: code.clone(), line, what });
        };
        let mut texts = HashMap::new();
        let (file, wrong) = DeTable::parse_recoverable(text);
        for why in wrong {
            error(why.span().map_or(0, |span| span.start), why.message().to_owned());
        }
        for (group, value) in file.get_ref() {
            let (group, at) = (group.get_ref().as_ref(), value.span().start);
            match value.get_ref() {
                DeValue::String(own) if group == "language" => name = Some(own.to_string()),
                DeValue::Table(lines) => {
                    for (key, line) in lines {
                        let key = format!("{group}.{}", key.get_ref());
                        match fits(&key, line.get_ref()) {
                            Ok((key, text)) => _ = texts.insert(key, text),
                            Err(what) => error(line.span().start, what),
                        }
                    }
                }
                _ => error(at, "expected `language = \"NAME\"` or a table of texts".to_owned()),
            }
        }
        errors.sort_by_key(|error| error.line);
        let name = name.unwrap_or_else(|| code.clone());
        (Language { code, name, texts }, errors)
    }

    pub fn lacks(&self) -> impl Iterator<Item = &'static str> {
        english().keys().copied().filter(|key| !self.texts.contains_key(key))
    }
}

/// A known key and its text, or the error.
fn fits(key: &str, value: &DeValue<'_>) -> Result<(&'static str, &'static str), String> {
    let DeValue::String(text) = value else { return Err(format!("`{key}` is no text")) };
    let Some((known, english)) = english().get_key_value(key) else {
        let near = suggestion::suffix(key, english().keys().copied());
        return Err(format!("there is no text `{key}`{near}"));
    };
    let (has, may) = (placeholder::names(text), placeholder::names(english));
    if let Some(name) = has.iter().find(|name| !may.contains(name)) {
        let may: Vec<_> = may.iter().map(|name| format!("{{{name}}}")).collect();
        return Err(match may.as_slice() {
            [] => format!("nothing is filled in for {{{name}}} here"),
            may => format!("nothing is filled in for {{{name}}} here, only for {}", may.join(", ")),
        });
    }
    if let Some(name) = may.iter().find(|name| !has.contains(name)) {
        return Err(format!("{{{name}}} is missing; the English is `{english}`"));
    }
    Ok((known, text.to_string().leak()))
}

/// The file to begin a new language with: every text in English.
pub fn template() -> &'static str {
    ENGLISH_FILE
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn carried_languages_are_whole() {
        for (code, text) in BUNDLED {
            let (language, errors) = Language::read(code, text);
            assert_eq!(errors, [], "{code}");
            let lacks: Vec<_> = language.lacks().collect();
            assert!(lacks.is_empty(), "{code} lacks {lacks:#?}");
        }
    }

    #[test]
    fn a_template_is_a_language_without_errors() {
        let (language, errors) = Language::read("xx", template());
        assert_eq!((errors, language.lacks().count()), (Vec::new(), 0));
    }

    #[test]
    fn every_text_has_a_function_and_every_function_a_text() {
        let functions: Vec<_> = super::super::KEYS.concat();
        let known: BTreeSet<_> = functions.iter().copied().collect();
        assert_eq!(known.len(), functions.len(), "a key stands twice");
        assert_eq!(known, english().keys().copied().collect());
    }

    #[test]
    fn errors_are_reported_with_their_lines_and_the_rest_holds() {
        let text = "language = \"X\"\n[start]\nplay = \"Los\"\nplya = \"Los\"\n\
             [game]\nturn = \"Zug\"\nundo = \"{name}\"\nwins = \"{nam} hat es\"\n";
        let (language, errors) = Language::read("xx", text);
        let told: Vec<_> = errors.iter().map(LanguageError::to_string).collect();
        assert_eq!(
            told,
            [
                "xx.toml, line 4: there is no text `start.plya`; did you mean `start.play`?",
                "xx.toml, line 6: {name} is missing; the English is `{name} to move.`",
                "xx.toml, line 7: nothing is filled in for {name} here",
                "xx.toml, line 8: nothing is filled in for {nam} here, only for {name}",
            ]
        );
        assert_eq!(language.texts.get("start.play"), Some(&"Los"));
        let (_, errors) = Language::read("xx", "language = \"X\"\n[start\n");
        assert_eq!(errors[0].line, 2);
    }
}
