//! Games to look at, opened from the rules: `[[example]]`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value as Json;

use crate::exercise::replace_given;
use crate::overrides::Overrides;

/// The key of a ruleset with example games. Neither a plugin nor a record gets it.
pub(crate) const EXAMPLE_KEY: &str = "example";

#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct ExampleGame {
    #[serde(flatten)]
    pub texts: ExampleTexts,
    /// Names by seat; missing ones are those of the sides.
    pub players: Vec<String>,
    /// Values of the ruleset's options.
    pub options: BTreeMap<String, Json>,
    /// In the game's own notation; `None` is the ruleset's start.
    pub position: Option<String>,
    /// As a record has them, with comments and variations.
    pub moves: String,
    /// By the code of a language, as `de`.
    #[serde(flatten)]
    pub translations: BTreeMap<String, ExampleTexts>,
}

/// The texts of an example in a language; empty where they are not given.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct ExampleTexts {
    pub title: String,
    /// The comment on the start.
    pub text: String,
}

impl ExampleGame {
    pub fn overrides(&self) -> Overrides {
        let options = self.options.iter();
        options.map(|(key, value)| (key.as_str(), value.clone())).collect()
    }

    /// Returns the texts in a language with a code such as `de`; English where it lacks them.
    pub fn texts_in(&self, language: &str) -> ExampleTexts {
        let mut texts = self.texts.clone();
        if let Some(own) = self.translations.get(language) {
            replace_given(&mut texts.title, &own.title);
            replace_given(&mut texts.text, &own.text);
        }
        texts
    }
}

/// Returns the index of the example with a number from 1, or with a title in any case.
pub fn find_example(examples: &[ExampleGame], name: &str) -> Option<usize> {
    let number = name.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let number = number.filter(|index| *index < examples.len());
    let named = |example: &ExampleGame| {
        let texts = std::iter::once(&example.texts).chain(example.translations.values());
        texts.map(|it| &it.title).any(|it| it.eq_ignore_ascii_case(name))
    };
    number.or_else(|| examples.iter().position(named))
}
