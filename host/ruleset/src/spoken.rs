//! A ruleset's texts in another language.

use std::sync::Arc;

use boardloom_contract::Message;

use crate::diagnostics::SourceDiagnostic;
use crate::options::{OptionDomain, RulesetOption};
use crate::ruleset::Ruleset;
use crate::suggestion::{did_you_mean, shorten};
use crate::tables::{HelpTexts, LEVEL_NAMES, PlayerSpec};
use crate::translation::Translation;

impl Ruleset {
    /// Returns the languages that its own file translates it to, without those that it inherits.
    pub fn own_languages(&self) -> impl Iterator<Item = &str> {
        self.own_languages.iter().map(String::as_str)
    }

    /// Returns its texts in a language, without those of its plugin.
    pub fn translation(&self, language: &str) -> Option<&Translation> {
        self.translations.get(language)
    }

    /// Takes over the translations of another ruleset, and the texts that a record's copy lacks,
    /// such as the one that the copy was made from. Only translations of texts that both have are
    /// used.
    #[must_use]
    pub fn with_texts_of(mut self, other: &Ruleset) -> Self {
        for (language, texts) in &other.translations {
            self.translations.entry(language.clone()).or_default().extend(texts);
        }
        if self.points.is_empty() {
            self.points.clone_from(&other.points);
        }
        self
    }

    /// Returns a warning for each text that its own file translates to a language and that is none
    /// of `known`. Unless all texts are known, only those that are nearly one of them.
    pub fn unknown_texts(
        &self,
        language: &str,
        known: &[String],
        are_all: bool,
    ) -> Vec<SourceDiagnostic> {
        let of_language = self.own_texts.iter().filter(|it| it.language == language);
        let unknown = of_language.filter(|it| known.iter().all(|text| *text != it.english));
        let warnings = unknown.filter_map(|text| {
            let near = did_you_mean(&text.english, known.iter().map(String::as_str));
            let what = format!("the game has no text `{}` to translate", shorten(&text.english));
            let warning = SourceDiagnostic::warning(what, Some(text.span.clone())).key(language);
            (are_all || near.is_some()).then(|| warning.maybe_help(near))
        });
        warnings.collect()
    }

    /// Returns the ruleset with its texts in a language; `texts` has the translations of its
    /// plugin. Its rules, its hash and the plugin's part stay the same.
    #[must_use]
    pub fn in_language(&self, language: &str, mut texts: Translation) -> Self {
        if let Some(own) = self.translation(language) {
            texts.extend(own);
        }
        let mut ruleset = self.clone();
        ruleset.texts_mut().into_iter().for_each(|text| {
            if let Some(translated) = texts.text(text.trim()) {
                translated.clone_into(text);
            }
        });
        let name = |name: &&str| texts.text(name).unwrap_or(name).to_owned();
        ruleset.ai.default_names = LEVEL_NAMES.iter().map(name).collect();
        ruleset.spoken = Some((language.to_owned(), Arc::new(texts)));
        ruleset
    }

    /// Returns the copy for records: [`Ruleset::resolved_toml`], and after it the translations
    /// of a ruleset that is in no folder of rulesets, which other machines do not have.
    pub fn copy_toml(&self) -> String {
        let mut copy = self.resolved_toml().to_owned();
        if self.id.contains('/') {
            return copy;
        }
        for (language, texts) in &self.translations {
            let texts: toml::Table = texts
                .iter()
                .map(|(english, text)| (english.to_owned(), toml::Value::from(text)))
                .collect();
            let texts = toml::Table::from_iter([("texts".to_owned(), texts.into())]);
            let tables = toml::Table::from_iter([(language.clone(), texts.into())]);
            // Texts are always written.
            copy += &format!("\n{}", toml::to_string(&tables).unwrap_or_default());
        }
        copy
    }

    /// Tells whether a name is that of a side, in English or in the language of this ruleset.
    pub fn names_a_side(&self, mut seats: std::ops::Range<usize>, name: &str) -> bool {
        let translated = self.translate(name);
        seats.any(|seat| {
            let side = self.player(seat).name;
            side == name
                || side == translated
                || PlayerSpec::unnamed(seat).name == name
                || self.unnamed(seat).name == name
        })
    }

    /// Returns the code of the language of its texts; `None` is English.
    pub fn language(&self) -> Option<&str> {
        self.spoken.as_ref().map(|(code, _)| code.as_str())
    }

    /// Returns all texts of the game in the language of this ruleset; `None` is English.
    pub fn spoken(&self) -> Option<&Arc<Translation>> {
        self.spoken.as_ref().map(|(_, texts)| texts)
    }

    /// Returns an English text of the game in the language of this ruleset.
    pub fn translate<'a>(&'a self, english: &'a str) -> &'a str {
        self.spoken().and_then(|texts| texts.text(english)).unwrap_or(english)
    }

    /// Returns the English of a text in the language of this ruleset.
    pub fn english<'a>(&'a self, text: &'a str) -> &'a str {
        self.spoken().and_then(|texts| texts.english(text)).unwrap_or(text)
    }

    /// Returns the English of a message in the language of this ruleset.
    pub fn english_of(&self, message: &Message) -> String {
        let english = self.spoken().and_then(|texts| texts.english_of(message));
        english.unwrap_or_else(|| message.text.clone())
    }

    /// Returns its texts for players, in any order, some twice.
    pub fn texts(&self) -> Vec<String> {
        let mut copy = self.clone();
        let texts = copy.texts_mut().into_iter().map(|text| text.trim().to_owned());
        texts.filter(|text| text.chars().any(char::is_alphabetic)).collect()
    }

    fn texts_mut(&mut self) -> Vec<&mut String> {
        // The source of the rules is a quotation.
        let HelpTexts { rules, history, tips, source: _, estimates } = &mut self.help;
        let mut texts = vec![&mut self.name, &mut self.summary, &mut self.family, &mut self.points];
        texts.extend([rules, history, tips].into_iter().flatten());
        for estimate in estimates {
            texts.push(&mut estimate.label);
            texts.extend(&mut estimate.note);
        }
        texts.extend(self.players.iter_mut().map(|player| &mut player.name));
        texts.extend(self.ai.levels.iter_mut().map(|level| &mut level.name));
        texts.extend(self.ai.remarks.values_mut().flatten());
        texts.extend(self.options.iter_mut().flat_map(option_texts));
        texts.extend(&mut self.plugin_texts);
        texts
    }
}

fn option_texts(option: &mut RulesetOption) -> Vec<&mut String> {
    let mut texts = vec![&mut option.label];
    texts.extend(&mut option.help);
    texts.extend(&mut option.zero);
    if let OptionDomain::List(items) = &mut option.domain {
        texts.extend(items.iter_mut().map(|item| &mut item.label));
    }
    texts
}
