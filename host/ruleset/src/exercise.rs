//! Lessons and puzzles: `[[lesson]]` and `[[puzzle]]`.

use std::collections::BTreeMap;

use boardloom_contract::PathKey;
use serde::Deserialize;

use crate::diagnostics::SourceDiagnostic;
use crate::hash::sha256_hex;
use crate::value::{Value, dotted};

/// The keys of a ruleset with exercises. They are for learning alone: neither a plugin nor a
/// record gets them, and rulesets that extend this one have their own.
pub(crate) const EXERCISE_KEYS: [&str; 2] = ["lesson", "puzzle"];

/// A step of the lessons, or a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct Exercise {
    #[serde(flatten)]
    pub texts: ExerciseTexts,
    /// In the game's own notation; `None` is the ruleset's start.
    pub position: Option<String>,
    /// Moves from there to the position that is shown, as a list.
    pub moves: String,
    /// The lines that are right, each a list of moves that begins with the player's. The moves of
    /// others in it are played by themselves.
    pub answers: Vec<String>,
    /// The effect of a right move, instead of `answers`.
    pub goal: Option<ExerciseGoal>,
    /// The higher the harder: the nodes of a search that finds the answer.
    pub difficulty: u64,
    /// By the code of a language, as `de`.
    #[serde(flatten)]
    pub translations: BTreeMap<String, ExerciseTexts>,
}

/// The texts of an exercise in a language; empty where they are not given.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct ExerciseTexts {
    pub text: String,
    /// Said after the right moves.
    pub right: String,
    /// Said after any other move.
    pub wrong: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExerciseGoal {
    /// Any legal move is right.
    Any,
    /// A move that takes or turns another side's piece.
    Capture,
    /// A move that wins the game.
    Win,
}

impl Exercise {
    /// Returns a name that stays the same while position and answers do.
    pub fn id(&self) -> String {
        let Exercise { position, moves, answers, .. } = self;
        let position = position.as_deref().unwrap_or_default();
        let whole = format!("{position}\n{moves}\n{}", answers.join("\n"));
        sha256_hex(whole.as_bytes())[..12].to_owned()
    }

    /// Tells whether there is only a text to read.
    pub fn is_text(&self) -> bool {
        self.answers.is_empty() && self.goal.is_none()
    }

    /// Returns the texts in a language with a code such as `de`; English where it lacks them.
    pub fn texts_in(&self, language: &str) -> ExerciseTexts {
        let mut texts = self.texts.clone();
        if let Some(own) = self.translations.get(language) {
            replace_given(&mut texts.text, &own.text);
            replace_given(&mut texts.right, &own.right);
            replace_given(&mut texts.wrong, &own.wrong);
        }
        texts
    }
}

/// Puts a translation in place of an English text, if there is one.
pub(crate) fn replace_given(english: &mut String, own: &str) {
    if !own.is_empty() {
        own.clone_into(english);
    }
}

/// Returns the contradictions in exercises that fit the schema.
pub(crate) fn exercise_diagnostics(root: &Value) -> Vec<SourceDiagnostic> {
    let mut found = Vec::new();
    for list in EXERCISE_KEYS {
        let all = root.get(list).and_then(Value::array).unwrap_or_default();
        for (index, exercise) in (0..).zip(all) {
            let has = |key: &str| exercise.get(key).is_some();
            let key = |key: &str| {
                let names = [PathKey::Name(list.to_owned()), PathKey::Index(index)];
                dotted(&[&names[..], &[PathKey::Name(key.to_owned())]].concat())
            };
            let on = |name: &str, what: &str| {
                let span = exercise.get(name).map(|value| value.span.clone());
                SourceDiagnostic::error(what, span).key(key(name))
            };
            if has("answers") && has("goal") {
                let what = "an exercise has `answers` or a `goal`, not both";
                found.push(on("goal", what).help("remove one of them"));
            }
            if list == "lesson" && !has("answers") && !has("goal") {
                for said in ["right", "wrong"].into_iter().filter(|said| has(said)) {
                    let what = format!("`{said}` is never said, because no move is asked for");
                    let help = "add `answers = [...]` or `goal = \"any\"`, or remove it";
                    found.push(on(said, &what).help(help));
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_translated_one_by_one() {
        let text = "text = \"Grow.\"\nright = \"Good.\"\nfr = { text = \"Grandis.\" }\n";
        let exercise: Exercise = toml::from_str(text).expect("an exercise");
        let texts = |language| {
            let ExerciseTexts { text, right, .. } = exercise.texts_in(language);
            [text, right]
        };
        assert_eq!(texts("fr"), ["Grandis.", "Good."]);
        assert_eq!(texts("de"), ["Grow.", "Good."]);
    }
}
