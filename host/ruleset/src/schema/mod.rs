//! JSON Schema (2020-12) for values with spans, as far as schemas generated from
//! Rust types use it.
//!
//! It is stricter than the standard in two ways: an object that lists properties
//! takes no others unless it says so, and an integer is written without a
//! fraction. Unknown keywords are ignored.
//!
//! Schemas come from plugins, so a walk over one could be endless. [`check_soundness`]
//! refuses those that refer to themselves, and a validation takes a limited number of
//! steps.

mod alternatives;
mod compound_keys;
mod description;
mod editor_schema;
mod key_hints;
mod proposal;
mod soundness;
mod synonyms;
mod unknown_key;
mod validator;
mod value_hints;
mod word_hints;
mod wrong_list;
mod wrong_type;

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use boardloom_contract::PathKey;
use serde_json::{Map, Value as Json};

use crate::languages::is_language;

pub use editor_schema::editor_schema;
pub(crate) use soundness::check_soundness;
pub(crate) use synonyms::synonym;
pub(crate) use validator::Validator;

/// The schemas of the installed plugins.
pub trait PluginSchemas {
    /// Returns the JSON Schema of a plugin's part of a ruleset.
    ///
    /// # Errors
    /// The reason for which there is none, in a sentence.
    fn schema(&self, plugin: &str) -> Result<Arc<Json>, String>;

    fn version(&self, plugin: &str) -> Option<String> {
        let _ = plugin;
        None
    }

    /// Returns the names of all plugins, for suggestions.
    fn plugins(&self) -> Vec<String> {
        Vec::new()
    }
}

pub(crate) fn host() -> &'static Json {
    static HOST: OnceLock<Json> = OnceLock::new();
    HOST.get_or_init(|| {
        serde_json::from_str(include_str!("../../schema/host.json"))
            .expect("the host's schema is JSON, as a test shows")
    })
}

/// A schema within a document, which resolves its references.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Subschema<'a> {
    pub(crate) root: &'a Json,
    pub(crate) schema: &'a Json,
}

impl<'a> Subschema<'a> {
    pub(crate) fn document(schema: &'a Json) -> Self {
        Subschema { root: schema, schema }
    }

    fn with(self, schema: &'a Json) -> Self {
        Subschema { root: self.root, schema }
    }

    /// Follows references, and stops in a circle.
    pub(crate) fn resolve(self) -> Self {
        let parts = std::iter::successors(Some(self), |part| part.target());
        parts.take(32).last().unwrap_or(self)
    }

    fn target(self) -> Option<Self> {
        let pointer = self.keyword("$ref")?.as_str()?;
        Some(self.with(self.root.pointer(pointer.strip_prefix('#')?)?))
    }

    fn keyword(self, name: &str) -> Option<&'a Json> {
        self.schema.get(name)
    }

    fn list(self, name: &str) -> Vec<Subschema<'a>> {
        let list = self.keyword(name).and_then(Json::as_array);
        list.into_iter().flatten().map(|schema| self.with(schema)).collect()
    }

    fn properties(self) -> Option<&'a Map<String, Json>> {
        self.keyword("properties").and_then(Json::as_object)
    }

    /// Returns the schema of the texts in another language, if a key is the code of one:
    /// `x-languages`.
    fn texts_in_language(self, key: &str) -> Option<Subschema<'a>> {
        self.keyword("x-languages").filter(|_| is_language(key)).map(|it| self.with(it))
    }

    /// Returns the resolved alternatives of `oneOf` and `anyOf`, nested ones
    /// flattened.
    pub(crate) fn alternatives(self) -> Vec<Subschema<'a>> {
        let mut out = Vec::new();
        for part in self.list("oneOf").into_iter().chain(self.list("anyOf")) {
            let part = part.resolve();
            match part.alternatives() {
                inner if inner.is_empty() || part.properties().is_some() => out.push(part),
                inner => out.extend(inner),
            }
        }
        out
    }

    /// Tells whether `type`, `const` and `enum` allow values of a JSON type.
    pub(crate) fn takes(self, kind: &str) -> bool {
        let fits = |name: &str| name == kind || (name == "number" && kind == "integer");
        match self.keyword("type") {
            Some(Json::String(name)) => return fits(name),
            Some(Json::Array(names)) => return names.iter().filter_map(Json::as_str).any(fits),
            _ => {}
        }
        if let Some(values) = self.constants() {
            return values.iter().any(|value| type_of(value) == kind);
        }
        if self.properties().is_some() {
            return kind == "object";
        }
        let alternatives = self.alternatives();
        alternatives.is_empty() || alternatives.iter().any(|part| part.takes(kind))
    }

    /// Returns the values that the schema lists, if only those fit.
    fn constants(self) -> Option<Vec<&'a Json>> {
        if let Some(value) = self.keyword("const") {
            return Some(vec![value]);
        }
        self.keyword("enum").and_then(Json::as_array).map(|values| values.iter().collect())
    }

    /// Returns the texts that the schema or its alternatives list.
    fn listed_texts(self) -> Vec<&'a str> {
        let own = self.constants().into_iter().flatten();
        let others = self.alternatives().into_iter().filter_map(Subschema::constants).flatten();
        own.chain(others).filter_map(Json::as_str).collect()
    }

    /// Returns all keys that an object can have in any alternative.
    pub(crate) fn names(self) -> Vec<&'a str> {
        let mut names = Vec::new();
        self.collect_names(&mut HashSet::new(), &mut names);
        names
    }

    fn collect_names(self, seen: &mut HashSet<&'a str>, names: &mut Vec<&'a str>) {
        let part = self.resolve();
        let own = part.properties().into_iter().flat_map(Map::keys).map(String::as_str);
        names.extend(own.filter(|name| seen.insert(name)));
        for inner in part.alternatives().into_iter().chain(part.list("allOf")) {
            inner.collect_names(seen, names);
        }
    }

    /// Returns the schemas of the values of a key in any alternative.
    pub(crate) fn under(self, key: &PathKey) -> Vec<Subschema<'a>> {
        let mut found = Vec::new();
        self.collect_under(key, &mut found);
        found
    }

    fn collect_under(self, key: &PathKey, found: &mut Vec<Subschema<'a>>) {
        let part = self.resolve();
        match key {
            PathKey::Name(name) => {
                if let Some(schema) = part.properties().and_then(|all| all.get(name)) {
                    found.push(part.with(schema));
                } else if let Some(texts) = part.texts_in_language(name) {
                    found.push(texts);
                } else if let Some(schema @ Json::Object(_)) = part.keyword("additionalProperties")
                {
                    found.push(part.with(schema));
                }
            }
            PathKey::Index(index) => {
                let prefix = part.list("prefixItems");
                if let Some(item) = prefix.get(*index as usize) {
                    found.push(*item);
                } else if let Some(schema) = part.keyword("items") {
                    found.push(part.with(schema));
                }
            }
        }
        for inner in part.alternatives().into_iter().chain(part.list("allOf")) {
            inner.collect_under(key, found);
        }
    }
}

/// Returns each schema once. Alternatives that lead to one schema would multiply with the depth of
/// a value.
fn distinct<'a>(parts: impl IntoIterator<Item = Subschema<'a>>) -> Vec<Subschema<'a>> {
    let mut seen = HashSet::new();
    let is_new = |part: &Subschema<'_>| seen.insert(std::ptr::from_ref(part.schema));
    parts.into_iter().filter(is_new).collect()
}

/// Adds the strings of a value that players read: their schemas have `"x-text": true`.
pub(crate) fn collect_texts(parts: &[Subschema<'_>], value: &Json, texts: &mut Vec<String>) {
    let mut inside = |key: PathKey, value: &Json| {
        let under = parts.iter().flat_map(|part| part.under(&key));
        collect_texts(&distinct(under.map(Subschema::resolve)), value, texts);
    };
    match value {
        Json::Object(map) => {
            map.iter().for_each(|(key, value)| inside(PathKey::Name(key.clone()), value));
        }
        Json::Array(items) => {
            (0..).zip(items).for_each(|(index, item)| inside(PathKey::Index(index), item));
        }
        Json::String(text) => {
            let is_text = |part: &Subschema<'_>| part.keyword("x-text") == Some(&Json::Bool(true));
            if parts.iter().any(is_text) {
                texts.push(text.clone());
            }
        }
        _ => {}
    }
}

/// Returns the JSON Schema name of a value's type.
fn type_of(value: &Json) -> &'static str {
    match value {
        Json::Null => "null",
        Json::Bool(_) => "boolean",
        Json::Number(number) if number.is_f64() => "number",
        Json::Number(_) => "integer",
        Json::String(_) => "string",
        Json::Array(_) => "array",
        Json::Object(_) => "object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_top_level_key_of_the_host_schema_has_a_description() {
        fn walk(schema: &Json, path: &str) {
            let part = Subschema { root: host(), schema }.resolve();
            for (name, property) in part.properties().into_iter().flatten() {
                walk(property, &format!("{path}.{name}"));
            }
            assert!(
                path.matches('.').count() != 1 || part.keyword("description").is_some(),
                "{path}"
            );
        }
        walk(host(), "");
    }
}
