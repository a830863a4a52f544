//! Keys of tables below or beside the one in which they stand, and names made of two keys.

use boardloom_contract::PathKey;

use super::Subschema;
use super::validator::ValidationRun;
use crate::value::{TableEntry, Value, ValueKind, dotted};

impl<'a> ValidationRun<'_, 'a> {
    /// Returns the value of a key of which an unknown one says a part: `king_capture = { throne =
    /// "pair" }` for `king_capture_throne = "pair"`, `escape = "edge"` for `edge_escape = true`.
    pub(super) fn value_in_key(
        &mut self,
        parts: &[Subschema<'a>],
        (key, name): (&str, &str),
        value: &Value,
    ) -> Option<String> {
        let lower = key.to_lowercase();
        let under: Vec<Subschema<'a>> =
            parts.iter().flat_map(|part| part.under(&PathKey::Name(name.to_owned()))).collect();
        if under.iter().any(|part| self.fits(*part, value.kind.clone(), value)) {
            return None;
        }
        let words: Vec<&str> = lower.split('_').filter(|word| *word != name).collect();
        if let ValueKind::Boolean(is_on) = value.kind {
            let mut listed = under.iter().flat_map(|part| part.resolve().listed_texts());
            let is_it = |text: &&str| if is_on { words.contains(text) } else { *text == "none" };
            return listed.find(is_it).map(|text| format!("\"{text}\""));
        }
        let part = lower.strip_prefix(name)?.strip_prefix('_')?;
        let begins = |known: &&str| {
            known.strip_prefix(part).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
        };
        let names: Vec<&str> =
            under.iter().flat_map(|table| table.names()).filter(begins).collect();
        let mut entries = Vec::new();
        for inner in names {
            let inner_key = PathKey::Name(inner.to_owned());
            let of_key: Vec<Subschema<'a>> =
                under.iter().flat_map(|table| table.under(&inner_key)).collect();
            if of_key.iter().any(|it| self.fits(*it, value.kind.clone(), value)) {
                entries.push(format!("{inner} = {}", crate::writer::inline(&value.to_json())));
            }
        }
        (!entries.is_empty()).then(|| format!("{{ {} }}", entries.join(", ")))
    }

    /// Returns the hint for a key that another table beside it has, if its value fits in only one:
    /// `throne = "surround"` stands in `king_capture`, not in the others with that key.
    pub(super) fn only_table_that_fits(
        &mut self,
        parts: &[Subschema<'a>],
        entry: &TableEntry,
    ) -> Option<String> {
        let name = PathKey::Name(entry.key.clone());
        let tables = parts.iter().flat_map(|part| {
            let properties = part.resolve().properties().into_iter().flatten();
            properties.map(|(key, schema)| (key, part.with(schema).resolve()))
        });
        let mut with_key: Vec<(&str, Vec<Subschema<'a>>)> = Vec::new();
        for (key, table) in tables.filter(|(_, table)| table.takes("object")) {
            let under = table.under(&name);
            if table.names().contains(&entry.key.as_str()) && !under.is_empty() {
                with_key.push((key, under));
            }
        }
        if with_key.len() < 2 {
            return None;
        }
        let value = &entry.value;
        let is_text = |part: &Subschema<'a>| {
            // Free texts, such as letters of pieces, take any word.
            value.text().is_none() || !part.resolve().listed_texts().is_empty()
        };
        let mut fitting = Vec::new();
        for (key, under) in with_key {
            if under.iter().any(|part| is_text(part) && self.fits(*part, value.kind.clone(), value))
            {
                fitting.push(key);
            }
        }
        let [table] = fitting[..] else { return None };
        let value = crate::writer::inline(&value.to_json());
        Some(format!("`{0}` stands in `{table}`: `{table} = {{ {0} = {value} }}`", entry.key))
    }

    /// Returns the hint for the number of players, where a table of the game has a key for it.
    pub(super) fn seats_help(&self, key: &str, value: &Value) -> Option<String> {
        let words = ["players", "player_count", "num_players", "number_of_players", "seats"];
        let count = value.integer().filter(|_| words.contains(&key.to_lowercase().as_str()))?;
        let setup = self.validator.at(&[PathKey::Name("setup".to_owned())]).ok()?;
        let has_seats = setup.iter().any(|part| part.names().contains(&"seats"));
        let is_setup = matches!(&self.path[..], [PathKey::Name(table), _] if table == "setup");
        (has_seats && !is_setup)
            .then(|| format!("how many play stands in `[setup]`: `seats = {count}`"))
    }

    /// Returns a hint if a key belongs to a table below one of the top level, and its path there
    /// if there is only one.
    pub(super) fn belongs_deeper(
        &mut self,
        entry: &TableEntry,
    ) -> Option<(String, Option<String>)> {
        let name_of = PathKey::Name(entry.key.clone());
        let own = dotted(&self.path[..self.path.len() - 1]);
        let mut places: Vec<String> = Vec::new();
        for root in self.validator.roots() {
            for (outer, schema) in root.properties().into_iter().flatten() {
                let outer_part = root.with(schema).resolve();
                if matches!(outer.as_str(), "players" | "options" | "ai" | "look" | "help")
                    || *outer == own
                {
                    continue;
                }
                for inner in outer_part.names() {
                    let tables = outer_part.under(&PathKey::Name(inner.to_owned()));
                    let under: Vec<Subschema<'a>> = tables
                        .iter()
                        .filter(|table| table.names().contains(&entry.key.as_str()))
                        .flat_map(|table| table.under(&name_of))
                        .collect();
                    let value = &entry.value;
                    let place = format!("{outer}.{inner}");
                    if place != own
                        && !places.contains(&place)
                        && under.iter().any(|it| self.fits(*it, value.kind.clone(), value))
                    {
                        places.push(place);
                    }
                }
            }
        }
        let [place] = &places[..] else { return None };
        Some((format!("it belongs to `[{place}]`"), Some(format!("{place}.{}", entry.key))))
    }
}
