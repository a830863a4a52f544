//! Values in another form, made of what was written: only those that the schema takes are proposed.

use boardloom_contract::PathKey;
use serde_json::{Map, Value as Json, json};

use super::Subschema;
use super::validator::ValidationRun;
use crate::color::Color;
use crate::parser::parse_text;
use crate::value::{SourceTable, Value, ValueKind};
use crate::writer::inline;

/// The size in examples of boards that are named by one.
const TYPICAL_SIZE: f64 = 7.0;
/// How deep examples are made of a schema.
const DEPTH: usize = 3;

impl<'a> ValidationRun<'_, 'a> {
    /// Returns how to write a value in another form.
    pub(super) fn proposal(&mut self, part: Subschema<'a>, node: &Value) -> Option<String> {
        if self.is_trial {
            return None;
        }
        let forms = forms(part, node);
        let meant = forms.into_iter().find(|form| self.takes_form(part, form, node));
        // A switch says nothing of what the table needs besides.
        let is_switch = matches!(node.kind, ValueKind::Boolean(_));
        let around = || self.table_around(part, node);
        let meant = if is_switch { meant } else { meant.or_else(around) }?;
        Some(match &meant {
            Json::String(_) => format!("write one text: `{}`", inline(&meant)),
            _ => format!("write `{}`", inline(&meant)),
        })
    }

    /// Returns the table that lacks its braces: around a value of a key that it needs, or of the
    /// only other one that takes it.
    pub(super) fn table_around(&mut self, part: Subschema<'a>, node: &Value) -> Option<Json> {
        let mut tables = tables_around(part, &node.to_json());
        tables.retain(|(_, table)| self.takes_form(part, table, node));
        match &tables[..] {
            [(is_optional, table), rest @ ..] if !is_optional || rest.is_empty() => {
                Some(table.clone())
            }
            _ => None,
        }
    }

    /// Returns tables in which one key has the value, those that the schema takes.
    pub(super) fn tables_with(&mut self, part: Subschema<'a>, node: &Value) -> Vec<Json> {
        let tables = tables_around(part, &node.to_json()).into_iter().map(|(_, table)| table);
        tables.filter(|table| self.takes_form(part, table, node)).collect()
    }

    fn takes_form(&mut self, part: Subschema<'a>, form: &Json, node: &Value) -> bool {
        let value = parse_text(&inline(form));
        value.is_some_and(|value| self.fits(part, value.kind, node))
    }

    /// Returns the list of texts that one text was meant for.
    pub(super) fn split_text(
        &mut self,
        part: Subschema<'a>,
        text: &str,
        node: &Value,
    ) -> Option<String> {
        // Labels have no spaces.
        let is_graph = matches!(
            &self.path[..],
            [PathKey::Name(board), PathKey::Name(key), ..]
                if board == "board" && matches!(key.as_str(), "sites" | "lines" | "edges")
        );
        let is_single = !is_graph && self.takes_form(part, &json!([text]), node);
        let lists = split(text, is_single);
        let meant = lists.into_iter().find(|list| self.takes_form(part, &json!(list), node))?;
        Some(format!("write `{}`", inline(&json!(meant))))
    }
}

/// Returns how to write a colour that is written in another way.
pub(super) fn meant_color(part: Subschema<'_>, node: &Value) -> Option<String> {
    let channel = |name: &str| node.get(name).and_then(Value::integer);
    let channels = ["r", "g", "b"].map(channel);
    let whole = match channels {
        [Some(red), Some(green), Some(blue)] => Some(format!("rgb({red}, {green}, {blue})")),
        _ => None,
    };
    let text = node.text().unwrap_or(node.span.text());
    if part.is_color() && ["transparent", "none", "clear"].contains(&text.to_lowercase().as_str()) {
        return Some("colours are opaque: for that of the theme leave the line out".to_owned());
    }
    let color = Color::meant(whole.as_deref().unwrap_or(text));
    color.filter(|_| part.is_color()).map(|color| format!("write `\"{color}\"`"))
}

/// Returns the lists that a text may be meant for. One that is a value by itself is split only
/// between commas, lines, names and labels: a position or a sentence has spaces too.
fn split(text: &str, is_single: bool) -> Vec<Vec<&str>> {
    let parts = |signs: &str| -> Vec<&str> {
        text.split(signs).map(str::trim).filter(|part| !part.is_empty()).collect()
    };
    let mut lists: Vec<Vec<&str>> = Vec::new();
    if !text.ends_with(['.', '!', '?']) {
        lists.extend(["\n", ";", ",", " - ", " – ", " vs. ", " vs ", " and ", " or "].map(parts));
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.iter().all(|word| is_label(word)) {
        lists.push(words.clone());
    }
    if !is_single {
        lists.push(words);
        lists.extend(["/", "|", "–", "-", ":"].map(parts));
    }
    lists.retain(|list| list.len() > 1);
    lists
}

/// Tells whether a word is a label such as `d4`, or the name of a region with a number.
fn is_label(word: &str) -> bool {
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_name = letters.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    letters.len() < word.len() && letters.starts_with(char::is_alphabetic) && is_name
}

/// Returns the forms of a value that another schema could take, the likeliest first.
fn forms(part: Subschema<'_>, node: &Value) -> Vec<Json> {
    let mut forms = Vec::new();
    let item = part.lists().find_map(|list| Some(list.with(list.keyword("items")?).resolve()));
    match &node.kind {
        ValueKind::Array(items) => {
            let lists: Option<Vec<&[Value]>> = items.iter().map(Value::array).collect();
            if let Some(lists) = lists {
                let flat: Vec<Json> = lists.concat().iter().map(Value::to_json).collect();
                forms.push(Json::Array(flat));
            }
            let texts: Option<Vec<&str>> = items.iter().map(Value::text).collect();
            if let Some(texts) = texts.filter(|texts| !texts.is_empty()) {
                forms.extend([texts.join(" "), texts.concat()].map(Json::String));
            }
            // `[4, 8, 8]` for `"4.8.8"`.
            let numbers: Option<Vec<String>> =
                items.iter().map(|item| Some(item.integer()?.to_string())).collect();
            let name = numbers.map(|numbers| numbers.join("."));
            let name = name.filter(|name| part.listed_texts().contains(&name.as_str()));
            forms.extend(name.map(Json::String));
            if let [first, second] = &items[..] {
                forms.extend(pair(part, &first.to_json(), &second.to_json()));
                let ends = part
                    .tables()
                    .any(|table| ["min", "max"].iter().all(|end| table.names().contains(end)));
                if ends {
                    forms.push(json!({ "min": first.to_json(), "max": second.to_json() }));
                }
            }
        }
        ValueKind::Table(table) => {
            forms.extend(item.and_then(|item| tables_of_pairs(item, table)));
            // `{ divide = 1, place = 2 }` for `["divide", "place", "place"]`.
            let counts: Option<Vec<(&str, usize)>> = table
                .entries
                .iter()
                .map(|entry| {
                    let count = usize::try_from(entry.value.integer()?).ok()?;
                    (count <= 20).then_some((entry.key.as_str(), count))
                })
                .collect();
            forms.extend(counts.map(|counts| {
                let names = counts.iter().flat_map(|(name, count)| vec![json!(name); *count]);
                names.collect()
            }));
            let values = table.entries.iter().map(|entry| entry.value.to_json());
            forms.push(values.collect());
        }
        ValueKind::Text(text) => {
            if let Some((key, value)) = text.split_once('=') {
                forms.extend(pair(part, &json!(key.trim()), &plain(value)));
            }
            forms.extend(table_in_text(text).map(Json::Object));
        }
        _ => {}
    }
    forms
}

/// Returns a value as it was written, a word as a text.
fn plain(text: &str) -> Json {
    parse_text(text.trim()).map_or_else(|| json!(text.trim()), |it| it.to_json())
}

/// Returns the table that a text holds: `width = 7, height = 5`.
pub(super) fn table_in_text(text: &str) -> Option<Map<String, Json>> {
    let inner = text.trim().trim_start_matches('{').trim_end_matches('}');
    let lines = inner.split([',', ';', '\n']).filter(|line| !line.trim().is_empty());
    lines
        .map(|line| {
            let (key, value) = line.split_once('=')?;
            let is_key = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
            let key = key.trim();
            let is_pair = !key.is_empty() && key.chars().all(is_key) && !value.trim().is_empty();
            is_pair.then(|| (key.to_owned(), plain(value)))
        })
        .collect()
}

/// Returns a table with two required keys of a first and a second value.
fn pair(part: Subschema<'_>, first: &Json, second: &Json) -> Option<Json> {
    part.tables().find_map(|table| match table.required()[..] {
        [a, b] => Some(json!({ a: first, b: second })),
        _ => None,
    })
}

/// Returns a list of tables with two required keys of a table with values by their first one.
fn tables_of_pairs(item: Subschema<'_>, table: &SourceTable) -> Option<Json> {
    let pairs = table.entries.iter().map(|entry| {
        let number = parse_text(&entry.key).filter(|value| value.number().is_some());
        let first = number.map_or_else(|| json!(entry.key), |number| number.to_json());
        pair(item, &first, &entry.value.to_json())
    });
    pairs.collect()
}

/// Returns tables in which one key has a value, required keys first; an example stands for the
/// others that they need. Each tells whether the key is optional.
fn tables_around(part: Subschema<'_>, value: &Json) -> Vec<(bool, Json)> {
    let mut tables: Vec<(bool, Json)> = Vec::new();
    for kind in part.tables() {
        let required = kind.required();
        for (name, schema) in kind.properties().into_iter().flatten() {
            let schema = kind.with(schema).resolve();
            let kind_of_value = super::type_of(value);
            if schema.constants().is_some_and(|all| all.len() == 1) || !schema.takes(kind_of_value)
            {
                continue;
            }
            let others = required.iter().filter(|other| *other != name);
            let given: Option<Map<String, Json>> = others
                .map(|other| {
                    let schema = kind.properties()?.get(*other)?;
                    Some(((*other).to_owned(), kind.with(schema).made(DEPTH)?))
                })
                .collect();
            let Some(others) = given else { continue };
            let mut table = Map::new();
            table.insert(name.clone(), value.clone());
            table.extend(others);
            tables.push((!required.contains(&name.as_str()), Json::Object(table)));
        }
    }
    tables.sort_by_key(|(is_optional, _)| *is_optional);
    tables
}

impl<'a> Subschema<'a> {
    /// Writes a value that the schema takes, for messages.
    pub(super) fn sample(self) -> Option<String> {
        Some(inline(&self.made(DEPTH)?))
    }

    /// Writes a table that the schema takes, with a key and those that it needs.
    pub(super) fn sample_with(self, name: &str) -> Option<String> {
        let example = self.keyword("examples").and_then(|all| all.get(0));
        if let Some(example) = example.filter(|it| it.get(name).is_some()) {
            return Some(inline(example));
        }
        let own = self.properties()?.get(name)?;
        // A size: with the least one there would be nothing to play on.
        let value = self.with(own).resolve();
        let mut kinds = std::iter::once(value).chain(value.alternatives());
        let size = kinds.find(|it| it.takes("integer") && it.constants().is_none());
        let is_size = size.is_some_and(|it| it.bounds().1.is_none_or(|most| most >= 20.0))
            && value.example().is_none();
        if is_size && self.properties().is_some_and(|all| all.len() == 1) {
            return Some(inline(&json!({ name: TYPICAL_SIZE as u8 })));
        }
        let others = self.required().into_iter().filter(|other| *other != name);
        let keys = std::iter::once((name, own))
            .chain(others.filter_map(|other| Some((other, self.properties()?.get(other)?))));
        let table: Option<Map<String, Json>> = keys
            .map(|(name, schema)| Some((name.to_owned(), self.with(schema).made(DEPTH)?)))
            .collect();
        Some(inline(&Json::Object(table?)))
    }

    /// Writes a table in which a listed text is the value of its only key that takes it.
    pub(super) fn table_with_value(self, text: &str) -> Option<String> {
        let takes = |schema: &Json| self.with(schema).resolve().listed_texts().contains(&text);
        let mut keys = self.properties()?.iter().filter(|(_, schema)| takes(schema));
        let (key, _) = keys.next().filter(|(key, _)| self.required().iter().all(|it| it == key))?;
        keys.next().is_none().then(|| inline(&json!({ key.as_str(): text })))
    }

    /// Returns a value that the schema takes: its example, the first or least one, or one that is
    /// made of its parts, at most so deep.
    fn made(self, depth: usize) -> Option<Json> {
        let part = self.resolve();
        let examples = self.keyword("examples").or_else(|| part.keyword("examples"));
        if let Some(example) = examples.and_then(|all| all.get(0)) {
            return Some(example.clone());
        }
        if let Some(values) = part.constants() {
            return values.first().map(|value| (*value).clone());
        }
        let depth = depth.checked_sub(1)?;
        let alternatives = part.alternatives();
        if !alternatives.is_empty() {
            return alternatives.into_iter().find_map(|it| it.made(depth));
        }
        let least = part.bounds().0.unwrap_or(0.0).max(1.0);
        match () {
            () if part.takes("boolean") => Some(json!(true)),
            () if part.takes("integer") => Some(json!(least.ceil() as i64)),
            () if part.takes("number") => Some(json!(least)),
            () if part.takes("string") => Some(json!("...")),
            () if part.takes("array") => {
                let item = part.keyword("items").and_then(|items| part.with(items).made(depth));
                item.map(|item| json!([item]))
            }
            () => {
                let keys = part.required().into_iter().map(|name| {
                    let schema = part.properties()?.get(name)?;
                    Some((name.to_owned(), part.with(schema).made(depth)?))
                });
                let table = keys.collect::<Option<Map<String, Json>>>()?;
                (!table.is_empty()).then_some(Json::Object(table))
            }
        }
    }

    /// Writes the example of the schema, if it has one.
    pub(super) fn example(self) -> Option<String> {
        let examples = self.keyword("examples").or_else(|| self.resolve().keyword("examples"));
        Some(inline(examples?.get(0)?))
    }

    pub(super) fn is_color(self) -> bool {
        self.keyword("format").and_then(Json::as_str) == Some("color")
    }

    /// Returns the tables among the schema and its alternatives.
    fn tables(self) -> impl Iterator<Item = Subschema<'a>> {
        let own = self.resolve();
        let all = std::iter::once(own).chain(own.alternatives());
        all.filter(|part| part.properties().is_some())
    }

    /// Returns the lists among the schema and its alternatives.
    fn lists(self) -> impl Iterator<Item = Subschema<'a>> {
        let own = self.resolve();
        let all = std::iter::once(own).chain(own.alternatives());
        all.filter(|part| part.keyword("items").is_some())
    }

    fn required(self) -> Vec<&'a str> {
        let names = self.keyword("required").and_then(Json::as_array);
        names.into_iter().flatten().filter_map(Json::as_str).collect()
    }
}

/// Returns how to write all, none or several of the letters of a pattern of one class.
pub(super) fn letters_help(part: Subschema<'_>, text: &str) -> Option<String> {
    let pattern = part.keyword("pattern").and_then(Json::as_str)?;
    let all = pattern.strip_prefix("^[")?.strip_suffix("]*$")?;
    if !all.chars().all(char::is_alphabetic) {
        return None;
    }
    match text.to_lowercase().as_str() {
        "all" | "any" | "every" | "everything" | "true" => {
            return Some(format!("all of them are `\"{all}\"`"));
        }
        "none" | "no" | "nobody" | "nothing" | "false" => {
            return Some("for none, write `\"\"`".to_owned());
        }
        _ => {}
    }
    let is_between = |it: char| it.is_whitespace() || ",;/|+&-".contains(it);
    let joined: String = text.chars().filter(|it| !is_between(*it)).collect();
    let is_list = joined.len() < text.len() && joined.chars().all(|it| all.contains(it));
    is_list.then(|| format!("write the letters side by side: `\"{joined}\"`"))
}

/// Returns how a list of whole numbers holds a fraction.
pub(super) fn fraction_help(number: f64) -> Option<String> {
    let is_whole = |times: &i32| (number * f64::from(*times)).fract() == 0.0;
    let times = (2..=100).find(is_whole)?;
    let times = if times == 2 { "twice".to_owned() } else { format!("{times} times") };
    Some(format!("make all numbers {times} as large"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_stand_alone_are_split_between_commas_and_labels() {
        let check = |text: &str, is_single: bool, expected: &[&str]| {
            assert_eq!(split(text, is_single).first().map_or(&[][..], |it| it), expected, "{text}");
        };
        check("row 1, d4", true, &["row 1", "d4"]);
        check("d3 e4", true, &["d3", "e4"]);
        check("corner-1 corner-4", true, &["corner-1", "corner-4"]);
        check("x5o/7/o5x x 0 1", true, &[]);
        check("row 1", true, &[]);
        check("Well, done.", true, &[]);
        check("Bonn-Prag", false, &["Bonn", "Prag"]);
        check("Bonn - Bad-Ems", false, &["Bonn", "Bad-Ems"]);
        check("3t3/7/3t3", false, &["3t3", "7", "3t3"]);
    }

    #[test]
    fn tables_are_made_of_what_was_written() {
        let schema = json!({
            "type": "object", "required": ["die", "at_least"],
            "properties": {
                "die": { "type": "integer", "minimum": 2 },
                "at_least": { "type": "integer", "examples": [4] },
            },
        });
        let part = Subschema::document(&schema);
        let around = tables_around(part, &json!(6));
        assert_eq!(around[0].1, json!({ "die": 6, "at_least": 4 }));
        assert_eq!(pair(part, &json!(1), &json!(2)), Some(json!({ "die": 1, "at_least": 2 })));
        assert_eq!(part.made(DEPTH), Some(json!({ "die": 2, "at_least": 4 })));
    }
}
