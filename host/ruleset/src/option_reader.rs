//! Entries of `[[options]]`.

use std::collections::HashSet;
use std::sync::Arc;

use boardloom_contract::PathKey;
use serde_json::Value as Json;

use crate::diagnostics::{Recovery, SourceDiagnostic};
use crate::inheritance::set_value;
use crate::option_values::range_of_words;
use crate::options::{OptionCondition, OptionDomain, OptionValue, RulesetOption};
use crate::overrides::keys;
use crate::parser::parse_text;
use crate::schema::{Subschema, Validator};
use crate::source::{SourceFile, SourceSpan};
use crate::suggestion::{list_names, nearest, shorten};
use crate::value::{SourceTable, TableEntry, Value, ValueKind, dotted};

/// Keys that define the ruleset itself and cannot be options.
pub(crate) const FIXED: [&str; 15] = [
    "format", "plugin", "extends", "without", "options", "name", "aliases", "main", "family",
    "points", "engine", "lesson", "puzzle", "example", "test",
];

pub(crate) struct OptionReader<'v, 'a> {
    pub entry: &'v Value,
    pub validator: &'v Validator<'a>,
    pub files: &'v [Arc<SourceFile>],
}

/// `None` if the structure is invalid, which the validator reports.
type Read<T> = Result<Option<T>, Box<SourceDiagnostic>>;

impl OptionReader<'_, '_> {
    fn text(&self, key: &str) -> Option<String> {
        self.entry.get(key).and_then(Value::text).map(str::to_owned)
    }

    pub fn span_of(&self, key: &str) -> Option<SourceSpan> {
        Some(self.entry.get(key).unwrap_or(self.entry).span.clone())
    }

    fn error(&self, what: impl Into<String>, key: &str) -> SourceDiagnostic {
        SourceDiagnostic::error(what, self.span_of(key)).key(format!("options.{key}"))
    }

    pub fn read(&self, root: &mut Value) -> Read<RulesetOption> {
        let Some(key) = self.text("key") else { return Ok(None) };
        if let Some(remove) = self.entry.get("remove") {
            if remove.text().is_some() {
                return Ok(None);
            }
            let what = format!("there is no option `{key}` to remove");
            let help = "`remove` is for options of the ruleset that this one extends";
            return Err(Box::new(self.error(what, "remove").help(help)));
        }
        let Some(label) = self.text("label") else { return Ok(None) };
        let span = self.span_of("key").expect("an option has a span");
        let top = key.split('.').next().unwrap_or_default();
        if FIXED.contains(&top) {
            return Err(Box::new(self.error(format!("`{key}` cannot be an option"), "key")));
        }
        if let Some(diagnostic) = unknown_key(&key, self.validator, &[], &span) {
            return Err(Box::new(diagnostic));
        }
        let parts = self.validator.at(&keys(&key)).unwrap_or_default();
        let is_table = |part: &Subschema<'_>| {
            let part = part.resolve();
            part.takes("object") && !part.names().is_empty() && part.alternatives().is_empty()
        };
        if !parts.is_empty() && parts.iter().all(is_table) {
            let name = parts.iter().flat_map(|part| part.names()).next().unwrap_or_default();
            let error = self.error(format!("`{key}` is a table, and an option sets a key"), "key");
            let help = format!("name a key in it, as `{key}.{name}`");
            return Err(Box::new(error.help(help)));
        }
        let Some(domain) = self.domain(&key)? else { return Ok(None) };
        let Some(default) = self.default_value(&key, &domain, root)? else { return Ok(None) };
        let json = default.to_json();
        if !set_value(root, &key, &default.span.clone(), default) {
            return Err(Box::new(self.error(not_in_a_table(&key), "key")));
        }
        let when = self.condition()?;
        let zero = self.zero(&domain)?;
        let (help, value, default) = (self.text("help"), json.clone(), json);
        Ok(Some(RulesetOption { key, label, help, domain, zero, default, value, when }))
    }

    fn zero(&self, domain: &OptionDomain) -> Read<String> {
        let word = self.text("zero");
        let range = matches!(domain, OptionDomain::Range { .. });
        if word.is_some() && !(range && domain.contains(&Json::from(0))) {
            let error = self.error("`zero` is the word for 0, but 0 is not in the range", "zero");
            let help = "remove `zero`, or give the option a `range` with 0 in it";
            return Err(Box::new(error.help(help)));
        }
        Ok(word)
    }

    fn domain(&self, key: &str) -> Read<OptionDomain> {
        match (self.entry.get("range"), self.entry.get("choices")) {
            (Some(_), Some(_)) => {
                let what = "an option has `range` or `choices`, not both";
                Err(Box::new(self.error(what, "choices")))
            }
            (Some(range), None) => self.range(range),
            (None, Some(choices)) => self.list(key, choices),
            (None, None) if self.entry.get("step").is_some() => {
                Err(Box::new(self.error("`step` needs a `range`", "step")))
            }
            // A key that is not known can stand for `range` or `choices`.
            (None, None) if self.has_unknown_key() => Ok(None),
            (None, None) => Ok(Some(OptionDomain::Switch)),
        }
    }

    fn has_unknown_key(&self) -> bool {
        let path = [PathKey::Name("options".to_owned()), PathKey::Index(0)];
        let known: Vec<&str> =
            self.validator.at(&path).unwrap_or_default().iter().flat_map(|it| it.names()).collect();
        let entries = self.entry.table().map_or(&[][..], |table| &table.entries);
        entries.iter().any(|entry| !known.contains(&entry.key.as_str()))
    }

    fn range(&self, range: &Value) -> Read<OptionDomain> {
        let Some((low, high)) = range_of(range) else { return Ok(None) };
        if low >= high {
            let label = format!("expected two numbers in rising order, found {low} and {high}");
            return Err(Box::new(self.error("the range is empty", "range").label(label)));
        }
        if let Some(key) = self.entry.get("key").and_then(Value::text) {
            for end in range.array().unwrap_or_default() {
                self.validate(key, end).map_err(|error| match range_of_words(key, &error) {
                    Some((what, help)) => Box::new(self.error(what, "range").help(help)),
                    None => error,
                })?;
            }
        }
        let step = self.entry.get("step");
        let step_size = match step.map(Value::number) {
            None => None,
            Some(Some(size)) if size > 0.0 => Some(size),
            Some(_) => return Ok(None),
        };
        let ends = range.array().unwrap_or_default();
        let whole = ends.iter().chain(step).all(|it| it.integer().is_some());
        let step = step_size.or(whole.then_some(1.0));
        Ok(Some(OptionDomain::Range { low, high, step, whole }))
    }

    fn list(&self, key: &str, choices: &Value) -> Read<OptionDomain> {
        let Some(choices) = choices.array() else { return Ok(None) };
        let mut items = Vec::new();
        for choice in choices {
            let (value, label) = match choice.table() {
                Some(table) => {
                    match (table.get("value"), table.get("label").and_then(Value::text)) {
                        (Some(value), Some(label)) => (value, label.to_owned()),
                        _ => return Ok(None),
                    }
                }
                // Its type is told where the option is checked.
                None if choice.array().is_some() => return Ok(None),
                None => (choice, default_label(choice)),
            };
            self.validate(key, value)?;
            items.push(OptionValue { value: value.to_json(), label });
        }
        Ok((!items.is_empty()).then_some(OptionDomain::List(items)))
    }

    fn validate(&self, key: &str, value: &Value) -> Result<(), Box<SourceDiagnostic>> {
        let Ok(parts) = self.validator.at(&keys(key)) else { return Ok(()) };
        let mut first = None;
        for part in parts {
            let report = self.validator.value(part, keys(key), value);
            let Some(error) = report.iter().next() else { return Ok(()) };
            first = first.or_else(|| Some(Box::new(error.clone())));
        }
        first.map_or(Ok(()), Err)
    }

    /// Returns the value of the key in the ruleset, or the option's `default`; if
    /// there are both, the one of the file that is nearer to the ruleset.
    fn default_value(&self, key: &str, domain: &OptionDomain, root: &Value) -> Read<Value> {
        let depth = |value: &Value| self.files.iter().position(|file| *file == value.span.file);
        let default = match (self.entry.get("default"), root.find(key)) {
            (None, None) => {
                let table = key.rsplit_once('.').and_then(|(table, _)| root.find(table));
                // That it is no table is told there.
                if table.is_some_and(|table| table.table().is_none()) {
                    return Ok(None);
                }
                let options = root.get("options").and_then(Value::array).unwrap_or_default();
                let of_table = |entry: &&Value| {
                    let key = entry.get("key").and_then(Value::text).unwrap_or_default();
                    let lacks = entry.get("default").is_none() && root.find(key).is_none();
                    let above = key.rsplit_once('.').and_then(|(above, _)| root.find(above));
                    lacks
                        && above
                            .is_some_and(|above| table.is_some_and(|it| std::ptr::eq(it, above)))
                };
                // One table in braces takes the values of all of its options.
                let first = options.iter().find(of_table).filter(|_| self.replaces(table));
                let first = first.and_then(|first| first.get("key")?.text());
                if first.is_some_and(|first| first != key) {
                    return Ok(None);
                }
                let error = self.error(format!("the option `{key}` has no default"), "key");
                let braces = table.filter(|table| self.replaces(Some(table)));
                let replaced = braces.and_then(|braces| {
                    let first = braces.table()?.entries.first()?;
                    let (name, _) = key.rsplit_once('.')?;
                    let name = name.rsplit('.').next()?;
                    Some(format!(
                        "a table in braces replaces the whole inherited one: write a line for \
                         each key, `{name}.{} = {}`",
                        first.key,
                        first.value.span.text()
                    ))
                });
                let is_other = || self.other_key_of(key, table).is_some();
                let help = match self.is_inherited() {
                    true if replaced.is_some() && is_other() => format!(
                        "drop the option, which is inherited, with `[[options]]`, `key = \
                         \"{key}\"` and `remove = true`"
                    ),
                    true if replaced.is_some() => replaced.unwrap_or_default(),
                    true => format!(
                        "the option is inherited: set `{key}`, or drop the option with \
                         `[[options]]`, `key = \"{key}\"` and `remove = true`"
                    ),
                    false => {
                        let top = key.split('.').next().unwrap_or_default();
                        let is_list = root.get(top).is_some_and(|top| top.array().is_some());
                        let list = || format!("`{top}` is a list: an option sets a key of a table");
                        let other = || self.other_key_of(key, table);
                        is_list.then(list).or_else(other).unwrap_or_else(|| {
                            format!("add `default = ...`, or set `{key}` in the ruleset")
                        })
                    }
                };
                let recovery = Recovery::MissingKey;
                let error = SourceDiagnostic { recovery, key: key.to_owned(), ..error.help(help) };
                return Err(Box::new(error));
            }
            (Some(own), None) => own,
            (None, Some(set)) => set,
            (Some(own), Some(set)) if depth(own) == depth(set) => {
                if !own.same(set) {
                    let what = format!("the option `{key}` has two defaults");
                    let error = self.error(what, "default").label(format!("this is {own}"));
                    let error = error.related(format!("this is {set}"), set.span.clone());
                    return Err(Box::new(error.help("remove one of them")));
                }
                set
            }
            (Some(own), Some(set)) if depth(own) < depth(set) => own,
            (Some(_), Some(set)) => set,
        };
        if domain.contains(&default.to_json()) {
            return Ok(Some(default.clone()));
        }
        // The validator reports a wrong type in the ruleset itself.
        let set = root.find(key).is_some_and(|set| std::ptr::eq(set, default));
        if set && self.validate(key, default).is_err() {
            return Ok(None);
        }
        let shown = match default.array() {
            Some(_) => shorten(&crate::writer::inline(&default.to_json())).into_owned(),
            None => default.to_string(),
        };
        let what = match set {
            true => format!("`{key} = {shown}` is none of the values of its option"),
            false => format!("the default of the option `{key}` is not one of its values"),
        };
        let label = format!("expected {}, found {shown}", domain.describe());
        let mut error =
            SourceDiagnostic::error(what, Some(default.span.clone())).key(key).label(label);
        let own = self.entry.get("default").filter(|own| set && own.same(default));
        let mut change = vec!["change this value"];
        if let Some(own) = own {
            error = error.related("the same is its default", own.span.clone());
            change = vec!["change both values"];
        }
        if let Some(offered) = self.entry.get("range") {
            error = error.related("the option's range", offered.span.clone());
            let is_within = range_of(offered).is_some_and(|(low, high)| {
                default.number().is_some_and(|number| (low..=high).contains(&number))
            });
            change.push(if is_within { "change the `step`" } else { "widen the range" });
        } else if let Some(offered) = self.entry.get("choices") {
            error = error.related("the option's choices", offered.span.clone());
            change.push("add it to the choices");
        }
        error.help = Some(change.join(", or "));
        if self.is_inherited() && depth(default) < depth(self.entry) {
            error.related = vec![("the option is inherited".to_owned(), self.entry.span.clone())];
            error.help = Some(format!(
                "change this value, or give the option others with `[[options]]` and `key = \
                 \"{key}\"`, or drop it with `remove = true`"
            ));
        }
        if !self.is_inherited() && depth(default) > Some(0) {
            error.related = vec![("the inherited value".to_owned(), default.span.clone())];
            error.help = Some(format!("give `{key}` a value here, or widen the range"));
            error.span = self.error("", "key").span;
        }
        let plain = default.text().and_then(parse_text);
        if let Some(plain) = plain.filter(|plain| domain.contains(&plain.to_json())) {
            error.help = Some(format!("write it without quotes: `{plain}`"));
        }
        if *domain == OptionDomain::Switch && !default.to_json().is_boolean() {
            let switch = Value { kind: ValueKind::Boolean(true), ..default.clone() };
            if self.validate(key, &switch).is_ok() {
                error.help = Some("write `true` or `false`".to_owned());
            } else {
                let what = format!("the option `{key}` offers no values");
                let value = default.span.clone();
                error = self.error(what, "key").related(format!("its value is {shown}"), value);
                error = error.help("give the option a `range` or `choices`");
            }
        }
        Err(Box::new(error))
    }

    /// Returns the hint for a key of a table that takes one key and has another one, as
    /// `board.shape.rhombus` of a hexagon.
    fn other_key_of(&self, key: &str, table: Option<&Value>) -> Option<String> {
        let (above, name) = key.rsplit_once('.')?;
        let table = table?;
        let [other] = &table.table()?.entries[..] else { return None };
        let first = |list| self.entry.get(list)?.array()?.first();
        let value = first("range").or_else(|| first("choices"))?;
        let value = value.get("value").unwrap_or(value);
        let key_span = table.span.clone();
        let own = TableEntry { key: name.to_owned(), key_span, value: value.clone() };
        let fits = |entries: Vec<TableEntry>| {
            let kind = ValueKind::Table(SourceTable { entries, inline: true });
            self.validate(above, &Value { kind, span: table.span.clone() }).is_ok()
        };
        let is_other = fits(vec![own.clone()]) && !fits(vec![other.clone(), own]);
        let last = above.rsplit('.').next().unwrap_or(above);
        is_other.then(|| {
            format!(
                "`{above}` has `{}` and takes no second key: use `key = \"{above}.{}\"`, or set \
                 `{last} = {{ {name} = {value} }}`",
                other.key, other.key
            )
        })
    }

    /// Tells whether a table in braces of the ruleset's own file stands for an inherited one.
    fn replaces(&self, table: Option<&Value>) -> bool {
        self.is_inherited()
            && table.is_some_and(|table| {
                table.span.text().starts_with('{') && self.files.first() == Some(&table.span.file)
            })
    }

    /// Tells whether the option stands in a file that the ruleset extends.
    fn is_inherited(&self) -> bool {
        self.files.first().is_some_and(|own| *own != self.entry.span.file)
    }

    fn condition(&self) -> Read<OptionCondition> {
        let Some(when) = self.entry.get("when") else { return Ok(None) };
        let (Some(key), Some(is)) = (when.get("key"), when.get("is")) else { return Ok(None) };
        let Some(name) = key.text() else { return Ok(None) };
        if let Some(diagnostic) = unknown_key(name, self.validator, &[], &key.span) {
            return Err(Box::new(diagnostic));
        }
        let values = is.array().unwrap_or(std::slice::from_ref(is));
        for value in values {
            self.validate(name, value)?;
        }
        let is = values.iter().map(Value::to_json).collect();
        Ok(Some(OptionCondition { key: name.to_owned(), is }))
    }
}

/// Returns the key of a table that is written without it, as `width` for `board.width`.
/// Returns the tables of the ruleset whose keys options set.
fn whole_tables<'a>(validator: &Validator<'a>) -> impl Iterator<Item = &'a str> {
    let names: Vec<&'a str> = validator.roots().into_iter().flat_map(|root| root.names()).collect();
    names.into_iter().filter(|table| !matches!(*table, "players" | "options" | "look" | "help"))
}

fn whole_key(key: &str, validator: &Validator<'_>) -> Option<String> {
    let roots = validator.roots();
    let tables = roots.iter().flat_map(|root| root.names()).filter(|_| !key.contains('.'));
    let whole = tables.filter(|table| !matches!(*table, "players" | "options"));
    let knows = |table: &str| {
        let parts = validator.at(&keys(table)).unwrap_or_default();
        parts.iter().any(|part| part.resolve().names().contains(&key))
    };
    if let Some(table) = whole.clone().find(|table| knows(table)) {
        return Some(format!("{table}.{key}"));
    }
    // A table within one of them, if it is the only one.
    let mut inner: Vec<String> = whole
        .flat_map(|table| {
            let parts = validator.at(&keys(table)).unwrap_or_default();
            let names: Vec<&str> = parts.iter().flat_map(|part| part.names()).collect();
            names.into_iter().map(move |name| format!("{table}.{name}")).collect::<Vec<_>>()
        })
        .filter(|table| knows(table))
        .collect();
    inner.sort_unstable();
    inner.dedup();
    if let [only] = &inner[..] {
        return Some(format!("{only}.{key}"));
    }
    // A part of a name: `quiet` for `rules.quiet_limit`.
    let begins = format!("{key}_");
    let mut longer: Vec<String> = whole_tables(validator)
        .flat_map(|table| {
            let parts = validator.at(&keys(table)).unwrap_or_default();
            let names = parts.iter().flat_map(|part| part.names());
            let names: Vec<&str> = names.filter(|name| name.starts_with(&begins)).collect();
            names.into_iter().map(move |name| format!("{table}.{name}")).collect::<Vec<_>>()
        })
        .collect();
    longer.sort_unstable();
    longer.dedup();
    let [only] = &longer[..] else { return None };
    (inner.is_empty() && !key.contains('.')).then(|| only.clone())
}

/// Returns a diagnostic if no schema knows the key.
pub(crate) fn unknown_key(
    key: &str,
    validator: &Validator<'_>,
    options: &[RulesetOption],
    span: &SourceSpan,
) -> Option<SourceDiagnostic> {
    let path = keys(key);
    let depth = validator.at(&path).err()?;
    let parts = validator.at(&path[..depth]).unwrap_or_else(|_| validator.roots());
    let mut names: Vec<&str> = parts.iter().flat_map(|part| part.names()).collect();
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(*name));
    let last = key.split('.').nth(depth).unwrap_or_default();
    let option_key = nearest(key, options.iter().map(|option| option.key.as_str()));
    let corrected = nearest(last, names.iter().copied()).map(|name| {
        let mut keys: Vec<&str> = key.split('.').collect();
        keys[depth] = name;
        keys.join(".")
    });
    let dotted_key = key.replace(['/', ':', ' '], ".");
    let is_dotted = dotted_key != key && validator.at(&keys(&dotted_key)).is_ok();
    let corrected = is_dotted.then_some(dotted_key).or(corrected);
    let corrected = corrected.or_else(|| whole_key(key, validator));
    let help = match corrected.or(option_key.map(str::to_owned)) {
        Some(name) => Some(format!("did you mean `{name}`?")),
        None if names.is_empty() || names.len() > 24 => None,
        None if depth == 0 => Some(format!("top-level keys are {}", list_names(names, "and"))),
        None => Some(format!(
            "the keys of `{}` are {}",
            dotted(&path[..depth]),
            list_names(names, "and")
        )),
    };
    let what = format!("`{}` is not a ruleset key", shorten(key));
    Some(SourceDiagnostic::error(what, Some(span.clone())).key(key).maybe_help(help))
}

pub(crate) fn not_in_a_table(key: &str) -> String {
    let table = key.rsplit_once('.').map_or("", |(table, _)| table);
    format!("`{key}` cannot be set, because `{table}` is not a table")
}

/// Returns both ends of a range.
fn range_of(range: &Value) -> Option<(f64, f64)> {
    let [first, last] = range.array()? else { return None };
    first.number().zip(last.number())
}

/// Returns the label of a value without one.
fn default_label(value: &Value) -> String {
    match value.text() {
        Some(text) => text.replace(['-', '_'], " "),
        None => value.to_string(),
    }
}
