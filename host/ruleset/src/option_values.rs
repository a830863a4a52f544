//! Values of options to try, and those that a game refuses.

use boardloom_contract::Severity;
use serde_json::{Map, Value as Json};

use crate::diagnostics::{Diagnostics, SourceDiagnostic};
use crate::lints::{missing_players, surplus_players};
use crate::options::{OptionDomain, RulesetOption};
use crate::ruleset::{Ruleset, finish};
use crate::source::SourceSpan;
use crate::suggestion::join_phrases;
use crate::value::Value;

/// Values of a range to try.
const SAMPLES: u32 = 12;
/// Refused values that a message names.
const NAMED: usize = 4;

impl RulesetOption {
    /// Returns values that the option offers: all choices; of a range both ends, the values next
    /// to them, and some between.
    pub fn sample(&self) -> Vec<Json> {
        match &self.domain {
            OptionDomain::Switch => vec![Json::from(true), Json::from(false)],
            OptionDomain::List(items) => items.iter().map(|item| item.value.clone()).collect(),
            OptionDomain::Range { low, high, step, whole } => {
                let step = step.unwrap_or((high - low) / f64::from(SAMPLES));
                let steps = ((high - low) / step + 1e-9).floor();
                let part = |part: u32| (steps * f64::from(part) / f64::from(SAMPLES - 1)).round();
                let mut numbers: Vec<f64> = (0..SAMPLES).map(part).collect();
                numbers.extend([1.0f64.min(steps), (steps - 1.0).max(0.0)]);
                numbers.sort_by(f64::total_cmp);
                numbers.dedup();
                let value = |number: f64| match whole {
                    true => Json::from((low + step * number).round() as i64),
                    false => Json::from(low + step * number),
                };
                numbers.into_iter().map(value).collect()
            }
        }
    }
}

impl Ruleset {
    /// Returns [`Ruleset::plugin_json`] with other values of keys in tables, as `board.width`. The
    /// values are not checked against the schema.
    pub fn plugin_json_with<'v>(
        &self,
        values: impl IntoIterator<Item = (&'v str, &'v Json)>,
    ) -> String {
        let mut part = Json::Object(self.plugin_part.clone());
        for (key, value) in values {
            if let Some(place) = key.split('.').try_fold(&mut part, |table, name| {
                Some(table.as_object_mut()?.entry(name).or_insert_with(|| Map::new().into()))
            }) {
                place.clone_from(value);
            }
        }
        part.to_string()
    }

    /// Returns the entry of an option in `[[options]]`.
    fn option_entry(&self, option: &RulesetOption) -> Option<&Value> {
        let mut entries = self.root.get("options").and_then(Value::array)?.iter();
        entries.find(|entry| entry.get("key").and_then(Value::text) == Some(option.key.as_str()))
    }

    /// Tells whether the ruleset's own file has an option, instead of one that it extends.
    pub fn is_own_option(&self, option: &RulesetOption) -> bool {
        let own = self.files.first();
        self.option_entry(option)
            .is_some_and(|entry| own.is_some_and(|own| *own == entry.span.file))
    }

    /// Returns a warning if the game has so many seats with a value of an option that not all have
    /// a player, while all have one with the `usual` number of seats.
    pub fn players_missing_with(
        &self,
        option: &RulesetOption,
        (value, seats): (&Json, u8),
        usual: u8,
    ) -> Diagnostics {
        let mut report = Diagnostics::default();
        let of = |seats| missing_players(&self.root, seats, &self.files);
        if let (Some(warning), None) = (of(seats), of(usual)) {
            let what = format!("with `{} = {value}` {}", option.key, warning.what);
            report.push(SourceDiagnostic { what, ..warning });
            finish(&mut report, &self.root, &self.files);
        }
        report
    }

    /// Returns a warning if the ruleset's own file describes more players than the game has seats
    /// with any value of its options.
    pub fn surplus_players(&self, most_seats: u8) -> Diagnostics {
        let mut report = Diagnostics::default();
        report.extend(surplus_players(&self.root, most_seats, &self.files));
        report
    }

    /// Adds to a proposal of the game, such as "with 7 or more, ..." or "`[8, 8]` would do", that
    /// the key's option ends below or has to offer it.
    pub(crate) fn fit_proposal_to_option(&self, told: &mut SourceDiagnostic) {
        let Some(help) = &told.help else { return };
        let proposed = help.strip_prefix("with ").and_then(|it| it.split_once(" or more"));
        let proposed = proposed.and_then(|(number, _)| number.parse::<f64>().ok());
        let option = self.options.iter().find(|option| option.key == told.key);
        let is_list = option.is_some_and(|it| matches!(it.domain, OptionDomain::List(_)));
        if is_list && help.ends_with(" would do") {
            told.help = Some(format!("{help}; put it among the `choices` of its option too"));
            return;
        }
        if let (Some(least), Some(OptionDomain::Range { high, .. })) =
            (proposed, option.map(|option| &option.domain))
            && least > *high
        {
            told.help = Some(format!(
                "{help}; its option ends at {high}: widen that range too, or change the other value"
            ));
        }
    }

    /// Returns an error at an option for the values that the game refuses, each with the reason; a
    /// warning at an inherited one, which the file need not offer.
    pub fn refused_values(
        &self,
        option: &RulesetOption,
        refused: &[(Json, String)],
    ) -> Diagnostics {
        let mut report = Diagnostics::default();
        let Some((first, why)) = refused.first() else { return report };
        let Some(entry) = self.option_entry(option) else { return report };
        let named = |(value, _): &(Json, String)| format!("`{value}`");
        let mut values: Vec<String> = refused.iter().take(NAMED).map(named).collect();
        if refused.len() > NAMED {
            values.push("others".to_owned());
        }
        let what = format!(
            "the game refuses {}, which the option `{}` offers",
            join_phrases(&values, "and"),
            option.key
        );
        let error = SourceDiagnostic::error(what, Some(span_of(entry, first)))
            .key("options")
            .label(format!("with `{first}`: {why}"));
        report.push(match self.is_own_option(option) {
            true => error.help(match &option.domain {
                OptionDomain::Switch => "drop the option, or change what does not fit it",
                OptionDomain::List(_) => "leave these choices out, or change what does not fit",
                OptionDomain::Range { .. } => {
                    "give a narrower `range`, a `step`, or a list of `choices`"
                }
            }),
            false => SourceDiagnostic { severity: Severity::Warning, ..error }.help(format!(
                "the option is inherited: give it other values with `[[options]]` and `key = \
                 \"{0}\"`, or drop it with `[[options]]`, `key = \"{0}\"` and `remove = true`",
                option.key
            )),
        });
        finish(&mut report, &self.root, &self.files);
        report
    }
}

/// Returns what is wrong with a range for a key of words, and how to mend it, from the error that
/// its first number has there.
pub(crate) fn range_of_words(key: &str, error: &SourceDiagnostic) -> Option<(String, String)> {
    let label = error.label.as_deref().unwrap_or_default();
    let words: Vec<&str> = label.split('`').filter(|word| word.starts_with('"')).collect();
    let help = format!("write `choices = [{}]` in place of `range`", words.join(", "));
    (!words.is_empty()).then(|| (format!("`{key}` is a word, and a range is for numbers"), help))
}

/// Returns the place of a value in an option's list, or of the range.
fn span_of(entry: &Value, value: &Json) -> SourceSpan {
    let choices = entry.get("choices").and_then(Value::array).unwrap_or_default();
    let is_it = |choice: &&Value| {
        choice.table().and_then(|table| table.get("value")).unwrap_or(choice).to_json() == *value
    };
    let choice = choices.iter().find(is_it);
    let found = choice.or_else(|| entry.get("range")).or_else(|| entry.get("key"));
    found.unwrap_or(entry).span.clone()
}
