//! The limits of a schema, so that every walk over it ends soon.

use std::collections::HashMap;
use std::ptr;

use serde_json::Value as Json;

use super::Subschema;

/// The most schemas that one schema stands for, with its references and alternatives.
const MOST: usize = 1000;
/// The most references and alternatives within each other.
const DEEPEST: usize = 32;

/// The schemas that one schema stands for before a key or an item of a value is read.
#[derive(Clone, Copy)]
struct Extent {
    size: usize,
    depth: usize,
}

struct Walk<'a> {
    root: &'a Json,
    /// By address; `None` while it is measured.
    known: HashMap<*const Json, Option<Extent>>,
}

/// Refuses a schema that refers to itself by `$ref`, `allOf`, `anyOf` or `oneOf`
/// without a key or an item in between, or that has too many alternatives.
pub(crate) fn check_soundness(schema: &Json) -> Result<(), String> {
    let mut walk = Walk { root: schema, known: HashMap::new() };
    let mut open = vec![schema];
    while let Some(part) = open.pop() {
        match part {
            Json::Object(map) => {
                walk.measure(part, 0)?;
                open.extend(map.values());
            }
            Json::Array(items) => open.extend(items),
            _ => {}
        }
    }
    Ok(())
}

impl<'a> Walk<'a> {
    /// `above` is the number of schemas that led to this one: the stack is bounded before anything
    /// is known of what they stand for.
    fn measure(&mut self, schema: &'a Json, above: usize) -> Result<Extent, String> {
        let address = ptr::from_ref(schema);
        match self.known.get(&address) {
            Some(Some(extent)) => return Ok(*extent),
            Some(None) => return Err(format!("it refers to itself without end{}", place(schema))),
            None => {}
        }
        if above > DEEPEST {
            return Err(too_many(schema));
        }
        self.known.insert(address, None);
        let part = Subschema { root: self.root, schema };
        let target = part
            .target()
            .into_iter()
            .chain(["allOf", "anyOf", "oneOf"].into_iter().flat_map(|keyword| part.list(keyword)));
        let mut extent = Extent { size: 1, depth: 0 };
        for inner in target {
            let Extent { size, depth } = self.measure(inner.schema, above + 1)?;
            extent.size += size;
            extent.depth = extent.depth.max(depth + 1);
            if extent.size > MOST || extent.depth > DEEPEST {
                return Err(too_many(schema));
            }
        }
        self.known.insert(address, Some(extent));
        Ok(extent)
    }
}

fn too_many(schema: &Json) -> String {
    let most = format!("at most {MOST} alternatives, {DEEPEST} of them within each other");
    format!("expected {most}{}", place(schema))
}

/// Names a schema by its reference or its title.
fn place(schema: &Json) -> String {
    let name = schema.get("$ref").or_else(|| schema.get("title")).and_then(Json::as_str);
    name.map(|name| format!(", in `{name}`")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_schema_may_refer_to_itself_only_for_parts_of_a_value() {
        let tree = json!({
            "$defs": {"node": {"anyOf": [
                {"type": "integer"},
                {"type": "array", "items": {"$ref": "#/$defs/node"}},
            ]}},
            "properties": {"a": {"$ref": "#/$defs/node"}},
        });
        assert_eq!(check_soundness(&tree), Ok(()));
        for keyword in ["allOf", "anyOf", "oneOf"] {
            let itself = json!({"$defs": {"a": {keyword: vec![json!({"$ref": "#/$defs/a"}); 16]}}});
            let why = check_soundness(&itself).unwrap_err();
            assert!(why.contains("refers to itself"), "{why}");
        }
        let circle = json!({"$defs": {
            "a": {"$ref": "#/$defs/b"}, "b": {"allOf": [{"$ref": "#/$defs/a"}]},
        }});
        assert!(check_soundness(&circle).is_err());
    }

    /// Would break if only the way back counted: the stack ends before the chain does.
    #[test]
    fn long_chains_are_refused() {
        for keyword in ["$ref", "allOf", "anyOf"] {
            let next = |number: usize| {
                let next = json!(format!("#/$defs/d{}", number + 1));
                let part = match keyword {
                    "$ref" => next,
                    _ => json!([{ "$ref": next }]),
                };
                (format!("d{number}"), json!({ keyword: part }))
            };
            let mut defs: serde_json::Map<_, _> = (0..100_000).map(next).collect();
            defs.insert("d100000".to_owned(), json!({"type": "string"}));
            let why = check_soundness(&json!({ "$defs": defs })).unwrap_err();
            assert!(why.contains("32 of them within each other"), "{why}");
        }
    }

    #[test]
    fn alternatives_that_multiply_are_refused() {
        let doubled = |number: usize| {
            let next = format!("#/$defs/d{}", number + 1);
            (format!("d{number}"), json!({"anyOf": [{"$ref": next}, {"$ref": next}]}))
        };
        let defs: serde_json::Map<_, _> = (0..60).map(doubled).collect();
        let why = check_soundness(&json!({ "$defs": defs })).unwrap_err();
        assert!(why.contains("at most"), "{why}");
    }
}
