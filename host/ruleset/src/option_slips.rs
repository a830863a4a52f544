//! Entries of `[[options]]` with a key in another place or by another name: one error tells what
//! to write.

use crate::diagnostics::{Diagnostics, SourceDiagnostic};
use crate::overrides::keys;
use crate::parser::parse_value;
use crate::schema::Validator;
use crate::value::Value;

/// Gives the errors of options the help that makes them right, and drops those that follow from
/// them. Comes before options are named by their keys.
pub(crate) fn mend_options(report: &mut Diagnostics, root: &Value, validator: &Validator<'_>) {
    let Some(options) = root.get("options") else { return };
    if let Some(key) = key_in_header(options, validator) {
        let told = report.iter_mut().filter(|it| it.key == "options");
        told.for_each(|it| {
            it.help = Some(format!("write `[[options]]`, and below it `key = {key:?}`"))
        });
    }
    join_ranges(report);
    for (index, entry) in options.array().unwrap_or_default().iter().enumerate() {
        let mut slips = Slips { report, validator, entry, place: format!("options[{index}]") };
        slips.removed_by_its_key();
        slips.key_as_a_name();
        slips.step_without_a_range();
        slips.condition();
    }
}

/// Joins the errors of a value that neither its option nor its key takes.
fn join_ranges(report: &mut Diagnostics) {
    let is_of_key = |it: &SourceDiagnostic| it.what.ends_with("is out of range");
    let of_keys: Vec<SourceDiagnostic> =
        report.iter().filter(|it| is_of_key(it)).cloned().collect();
    let is_of_option =
        |it: &SourceDiagnostic| it.what.ends_with("none of the values of its option");
    let mut joined = Vec::new();
    for told in report.iter_mut().filter(|it| is_of_option(it)) {
        let of_key = of_keys.iter().find(|it| it.span == told.span);
        let taken = of_key.and_then(|it| it.label.as_deref()?.split(", found").next());
        if let Some(taken) = taken.and_then(|it| it.strip_prefix("expected ")) {
            told.help = Some(format!(
                "change this value; even with a wider range `{}` takes {taken}",
                told.key
            ));
            joined.push(told.span.clone());
        }
    }
    report.retain_mut(|it| !is_of_key(it) || !joined.contains(&it.span));
}

/// Returns the key of an option that stands in its header: `[options."rules.limit"]`.
fn key_in_header(options: &Value, validator: &Validator<'_>) -> Option<String> {
    let (mut key, mut value) = (String::new(), options);
    while let [only] = &value.table()?.entries[..] {
        let separator = if key.is_empty() { "" } else { "." };
        key = format!("{key}{separator}{}", only.key);
        if is_key(&key, validator) {
            return Some(key);
        }
        value = &only.value;
    }
    None
}

/// Tells whether a text is the key of a value in a table of the ruleset.
fn is_key(text: &str, validator: &Validator<'_>) -> bool {
    text.contains('.') && validator.at(&keys(text)).is_ok()
}

struct Slips<'r, 'v, 'a> {
    report: &'r mut Diagnostics,
    validator: &'v Validator<'a>,
    entry: &'v Value,
    /// As `options[0]`.
    place: String,
}

impl Slips<'_, '_, '_> {
    fn text(&self, key: &str) -> Option<&str> {
        self.entry.get(key).and_then(Value::text)
    }

    fn lacks(&self, key: &str) -> bool {
        self.entry.get(key).is_none()
    }

    /// Changes the errors at a key of the entry.
    fn tell(&mut self, key: &str, change: impl Fn(&mut SourceDiagnostic)) {
        let place = format!("{}.{key}", self.place);
        self.report.iter_mut().filter(|it| it.key == place).for_each(change);
    }

    /// Drops the errors of keys that the entry lacks.
    fn drop_missing(&mut self, missing: &[&str]) {
        let places: Vec<String> =
            missing.iter().map(|key| format!("{}.{key}", self.place)).collect();
        self.report
            .retain_mut(|it| !(it.what.starts_with("missing key") && places.contains(&it.key)));
    }

    /// `remove = "board.width"`.
    fn removed_by_its_key(&mut self) {
        let Some(key) = self.text("remove").filter(|_| self.lacks("key")) else { return };
        if is_key(key, self.validator) {
            let help = format!("write `key = {key:?}` and `remove = true`");
            self.tell("remove", |it| it.help = Some(help.clone()));
            self.drop_missing(&["key", "label"]);
        }
    }

    /// `name = "board.width"`.
    fn key_as_a_name(&mut self) {
        let Some(key) = self.text("name").filter(|_| self.lacks("key")) else { return };
        if is_key(key, self.validator) {
            let needs_label = self.lacks("label") && self.lacks("remove");
            let label = if needs_label { ", and a `label` that players read" } else { "" };
            let help = format!("write `key = {key:?}`{label}");
            self.tell("name", |it| {
                it.help = Some(help.clone());
                it.meant = Some("key".to_owned());
            });
            self.drop_missing(&["key", "label"]);
        }
    }

    /// `min` and `max` with a step.
    fn step_without_a_range(&mut self) {
        let ends: Vec<String> =
            ["min", "max"].iter().map(|key| format!("{}.{key}", self.place)).collect();
        let are_told = |it: &SourceDiagnostic| {
            ends.contains(&it.key) && it.help.as_ref().is_some_and(|it| it.contains("`range = "))
        };
        if self.report.iter().filter(|it| are_told(it)).count() < 2 {
            return;
        }
        let step = self.entry.get("step").map(|step| step.span.clone());
        let mut is_first = true;
        self.report.retain_mut(|it| match are_told(it) {
            true => {
                if let Some(help) = &mut it.help {
                    *help += " in place of `min` and `max`";
                }
                std::mem::take(&mut is_first)
            }
            false => it.span != step || step.is_none() || it.key != "options.step",
        });
    }

    /// `when` in words of other languages.
    fn condition(&mut self) {
        let Some(when) = self.entry.get("when") else { return };
        if let Some(condition) = when.text().and_then(|text| self.compared(text)) {
            self.tell("when", |it| it.help = Some(format!("write `{condition}`")));
        }
        if when.get("value").is_some() && when.get("is").is_none() {
            self.tell("when.value", |it| {
                it.help = Some("did you mean `is`?".to_owned());
                it.meant = Some("is".to_owned());
            });
            self.drop_missing(&["when.is"]);
        }
    }

    /// Returns the table of a condition such as `rules.first == white`.
    fn compared(&self, text: &str) -> Option<String> {
        let (key, value) = text.split_once("==").or_else(|| text.split_once(" is "))?;
        let (key, value) = (key.trim(), value.trim());
        let value = match parse_value(value) {
            Some(_) => value.to_owned(),
            None => format!("{value:?}"),
        };
        is_key(key, self.validator).then(|| format!("{{ key = {key:?}, is = {value} }}"))
    }
}
