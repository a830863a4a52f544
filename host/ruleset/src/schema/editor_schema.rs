//! The schema for editors.

use serde_json::{Map, Value as Json, json};

use super::{Subschema, host};

/// Returns the JSON Schema of complete ruleset files of a plugin, for editors.
///
/// A file that extends another one has only the differences. So no key below the
/// top level is required, and any number of alternatives may fit.
pub fn editor_schema(plugin: &str, schema: &Json) -> Json {
    let mut whole = host().clone();
    whole["$schema"] = Json::from("https://json-schema.org/draft/2020-12/schema");
    whole["title"] = Json::from(format!("A ruleset of {plugin}"));
    if let Some(Json::Object(defs)) = schema.get("$defs") {
        for (name, def) in defs {
            whole["$defs"][name] = def.clone();
        }
    }
    if let Some(Json::Object(properties)) = schema.get("properties") {
        for (name, property) in properties {
            whole["properties"][name] = match whole["properties"].get(name) {
                // Both read the table, so it may have the keys of either.
                Some(known) => json!({
                    "allOf": [open(known), open(&resolve_refs(schema, property))],
                    "unevaluatedProperties": false,
                }),
                None => property.clone(),
            };
        }
        let levels = "/properties/ai/allOf/0/properties/levels/items/allOf";
        if let (Some(Json::Array(parts)), Some(ai)) =
            (whole.pointer_mut(levels), properties.get("ai"))
        {
            parts.push(open(&resolve_refs(schema, ai)));
        }
    }
    whole["patternProperties"] = json!({ LANGUAGE: language() });
    let required = whole["required"].clone();
    whole = relax(&whole);
    whole["required"] = required;
    whole
}

/// The codes of languages: `de`, `pt-BR`, not `ai`.
const LANGUAGE: &str = "^([b-z][a-z]|a[a-hj-z])(-[A-Z]{2})?$";

/// Returns the schema of a table with the texts in another language.
fn language() -> Json {
    let text = |description: &str| json!({ "description": description, "type": "string" });
    json!({
        "description": "The texts in another language, by its code.",
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "name": text("The translation of `name`."),
            "summary": text("The translation of `summary`."),
            "family": text("The translation of `family`."),
            "points": text("The translation of `points`."),
            "help": {
                "description": "The translations of the texts in `[help]`.",
                "type": "object",
                "additionalProperties": false,
                "properties": {
                    "rules": text("The translation of `help.rules`."),
                    "history": text("The translation of `help.history`."),
                    "tips": text("The translation of `help.tips`."),
                },
            },
            "texts": {
                "description": "All other texts: the English text and its translation.",
                "type": "object",
                "additionalProperties": { "type": "string" },
            },
        },
    })
}

/// Returns a schema for files of which a part is inherited.
fn relax(schema: &Json) -> Json {
    let object = match schema {
        Json::Array(items) => return items.iter().map(relax).collect(),
        Json::Object(object) => object,
        other => return other.clone(),
    };
    let mut loose = Map::new();
    for (keyword, value) in object {
        match (keyword.as_str(), value) {
            ("required", _) => {}
            ("oneOf", _) if !object.contains_key("anyOf") => {
                loose.insert("anyOf".to_owned(), relax(value));
            }
            // These names are keys of a ruleset, not keywords of the schema.
            ("properties" | "$defs", Json::Object(named)) => {
                let named: Map<String, Json> =
                    named.iter().map(|(name, inner)| (name.clone(), relax(inner))).collect();
                loose.insert(keyword.clone(), Json::Object(named));
            }
            ("x-languages", _) => {
                loose.insert("patternProperties".to_owned(), json!({ LANGUAGE: relax(value) }));
            }
            ("const" | "enum" | "default" | "examples", _) => {
                loose.insert(keyword.clone(), value.clone());
            }
            _ => {
                loose.insert(keyword.clone(), relax(value));
            }
        }
    }
    Json::Object(loose)
}

/// Returns an object schema that allows further keys.
fn open(schema: &Json) -> Json {
    let mut schema = schema.clone();
    if let Some(map) = schema.as_object_mut() {
        map.remove("additionalProperties");
        map.remove("unevaluatedProperties");
    }
    schema
}

fn resolve_refs(root: &Json, schema: &Json) -> Json {
    Subschema { root, schema }.resolve().schema.clone()
}
