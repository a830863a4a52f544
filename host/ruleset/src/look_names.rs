//! The names that `[look]` knows besides those of the game.

use boardloom_contract::About;

use crate::diagnostics::SourceDiagnostic;
use crate::suggestion::suggest;
use crate::value::{TableEntry, Value};

/// The shapes in which pieces are drawn, as in the host's schema.
pub const PIECE_SHAPES: [&str; 16] = [
    "disc",
    "stone",
    "man",
    "king",
    "commander",
    "knight",
    "die",
    "arrow",
    "crown",
    "star",
    "shield",
    "hexagon",
    "triangle",
    "square",
    "ring",
    "letter",
];

/// Roles with a style of their own. A ruleset may colour one that its board lacks: another board
/// of its family has it.
const ROLES: [&str; 17] = [
    "cell",
    "vertex",
    "site",
    "blocked",
    "wall",
    "hole",
    "throne",
    "home",
    "corner",
    "goal",
    "camp",
    "start",
    "edge",
    "seam",
    "seam-flipped",
    "border",
    "line",
];

/// The first words of numbered roles, as in `level-3`.
const NUMBERED_ROLES: [&str; 2] = ["level", "side"];

/// Returns an error for each kind of piece and each role in `[look]` that the game lacks.
pub(crate) fn unknown_look_names(root: &Value, about: &About) -> Vec<SourceDiagnostic> {
    let (kinds, roles) = (&about.kinds, &about.roles);
    let mut found = Vec::new();
    let known: Vec<&str> = kinds.iter().map(|kind| kind.id.as_str()).collect();
    for entry in entries(root, "pieces") {
        if known.contains(&entry.key.as_str()) {
            continue;
        }
        let of_letter = kinds.iter().find(|kind| kind.letters.contains(&entry.key));
        let help = match of_letter {
            Some(kind) => Some(format!("did you mean `{}`?", kind.id)),
            None => suggest(&entry.key, &known, "the kinds are"),
        };
        let what = format!("the game has no kind of piece `{}`", entry.key);
        found.push(unknown(what, "look.pieces", entry, help));
    }
    let mut known: Vec<&str> = roles.iter().map(String::as_str).collect();
    known.extend(ROLES.iter().filter(|role| !roles.iter().any(|own| own == *role)));
    for entry in entries(root, "roles") {
        if known.contains(&entry.key.as_str()) || is_numbered(&entry.key) {
            continue;
        }
        let what = format!("there is no role `{}`", entry.key);
        let help = suggest(&entry.key, &known, "the roles are");
        found.push(unknown(what, "look.roles", entry, help));
    }
    found
}

fn entries<'a>(root: &'a Value, table: &str) -> impl Iterator<Item = &'a TableEntry> {
    let table = root.get("look").and_then(|look| look.get(table)).and_then(Value::table);
    table.into_iter().flat_map(|table| &table.entries)
}

fn is_numbered(role: &str) -> bool {
    role.rsplit_once('-').is_some_and(|(word, number)| {
        NUMBERED_ROLES.contains(&word) && number.parse::<u16>().is_ok()
    })
}

fn unknown(
    what: String,
    table: &str,
    entry: &TableEntry,
    help: Option<String>,
) -> SourceDiagnostic {
    let span = Some(entry.key_span.clone());
    SourceDiagnostic::error(what, span).key(format!("{table}.{}", entry.key)).maybe_help(help)
}

#[cfg(test)]
mod tests {
    use super::PIECE_SHAPES;
    use crate::schema::host;

    #[test]
    fn the_schema_has_the_shapes() {
        let listed = host().pointer(
            "/properties/look/properties/pieces/additionalProperties/properties/shape/enum",
        );
        assert_eq!(listed.expect("a list of shapes"), &serde_json::json!(PIECE_SHAPES));
    }
}
