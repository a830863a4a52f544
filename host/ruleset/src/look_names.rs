//! The names that `[look]` knows besides those of the game.

use std::sync::Arc;

use boardloom_contract::About;

use crate::diagnostics::SourceDiagnostic;
use crate::source::SourceFile;
use crate::suggestion::{list_names, nearest, suggest};
use crate::value::{TableEntry, Value, is_bare};

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
const ROLES: [&str; 20] = [
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
    "closed-corner",
    "camp",
    "start",
    "shared",
    "shaded",
    "edge",
    "seam",
    "seam-flipped",
    "border",
    "line",
];

/// The first words of numbered roles, as in `level-3`.
const NUMBERED_ROLES: [&str; 3] = ["level", "side", "crossing"];

/// Roles of lines; the others are those of sites.
const LINE_ROLES: [&str; 6] = ["seam", "seam-flipped", "border", "line", "crossing", "link"];
/// Ornaments of lines; the others are those of sites.
const LINE_ORNAMENTS: [&str; 1] = ["arrows"];

/// Returns an error for each kind of piece and each role in `[look]` that no game has, and a
/// warning for each role that this one lacks. `own` is the ruleset's own file.
pub(crate) fn unknown_look_names(
    root: &Value,
    about: &About,
    own: Option<&Arc<SourceFile>>,
) -> Vec<SourceDiagnostic> {
    let (kinds, roles) = (&about.kinds, &about.roles);
    let mut found = Vec::new();
    let known: Vec<&str> = kinds.iter().map(|kind| kind.id.as_str()).collect();
    for entry in entries(root, "pieces") {
        if known.contains(&entry.key.as_str()) {
            continue;
        }
        let of_letter = kinds.iter().find(|kind| kind.letters.contains(&entry.key));
        let help = match of_letter {
            _ if is_seat(root, &entry.key) => {
                let kinds = list_names(known.iter().copied(), "and");
                Some(format!(
                    "pieces have kinds, here {kinds}; sides are told apart by `color` and `mark` below \
                     `[[players]]`"
                ))
            }
            Some(kind) => Some(format!("did you mean `{}`?", kind.id)),
            None => suggest(&entry.key, &known, "the kinds are"),
        };
        let what = format!("the game has no kind of piece `{}`", entry.key);
        found.push(unknown(what, "look.pieces", entry, help));
    }
    let mut known: Vec<&str> = roles.iter().map(String::as_str).collect();
    known.extend(ROLES.iter().filter(|role| !roles.iter().any(|own| own == *role)));
    let board_varies = options_of(root).any(|key| key.starts_with("board."));
    for entry in entries(root, "roles") {
        let is_own = own.is_none_or(|own| *own == entry.key_span.file);
        found.extend(misplaced_ornament(root, entry).filter(|_| is_own));
        if known.contains(&entry.key.as_str()) || is_numbered(&entry.key) {
            let is_drawn = roles.contains(&entry.key);
            if !is_drawn && is_own && !board_varies {
                found.push(colours_nothing(entry, roles));
            }
            continue;
        }
        let what = format!("there is no role `{}`", entry.key);
        let help = own_role(root, &entry.key)
            .or_else(|| {
                nearest(&entry.key, known.iter().copied()).map(|it| format!("did you mean `{it}`?"))
            })
            .or_else(|| undeclared_role(root, &entry.key, &known));
        found.push(unknown(what, "look.roles", entry, help));
    }
    found
}

/// Tells whether a name is the letter of a seat or the name of a player.
fn is_seat(root: &Value, name: &str) -> bool {
    let players = root.get("players").and_then(Value::array).unwrap_or_default();
    let mut names = players.iter().filter_map(|player| player.get("name")?.text());
    matches!(name, "x" | "o" | "X" | "O")
        || names.any(|it| it.to_lowercase() == name.to_lowercase())
}

fn entries<'a>(root: &'a Value, table: &str) -> impl Iterator<Item = &'a TableEntry> {
    let table = root.get("look").and_then(|look| look.get(table)).and_then(Value::table);
    table.into_iter().flat_map(|table| &table.entries)
}

/// Returns the keys of the options.
fn options_of(root: &Value) -> impl Iterator<Item = &str> {
    let options = root.get("options").and_then(Value::array).unwrap_or_default();
    options.iter().filter_map(|option| option.get("key")?.text())
}

/// Returns the hint for a role that has the name of a region.
fn own_role(root: &Value, name: &str) -> Option<String> {
    root.find("board.regions")?.get(name)?;
    Some(format!("`{name}` is a region: {}", declaration(root, name, &format!("[{name:?}]"))))
}

/// Returns how to give a role its sites.
fn declaration(root: &Value, name: &str, sites: &str) -> String {
    let name = if is_bare(name) { name.to_owned() } else { format!("{name:?}") };
    match root.find("board.roles") {
        Some(roles) if roles.span.text().starts_with('[') => {
            format!("add `{name} = {sites}` to `[board.roles]`")
        }
        Some(_) => format!("add `{name} = {sites}` to `roles` in `[board]`"),
        None => format!("add `roles = {{ {name} = {sites} }}` to `[board]`"),
    }
}

/// Returns the hint for a role that nothing declares.
fn undeclared_role(root: &Value, name: &str, known: &[&str]) -> Option<String> {
    let roles = suggest(name, known, "the usual roles are")?;
    Some(format!("for sites of your own {}; {roles}", declaration(root, name, "[\"a1\"]")))
}

fn colours_nothing(entry: &TableEntry, roles: &[String]) -> SourceDiagnostic {
    let what = format!("this board has no `{}`: it colours nothing", entry.key);
    let names = roles.iter().filter(|role| !role.is_empty());
    let names = list_names(names.map(String::as_str), "and");
    let warning = SourceDiagnostic::warning(what, Some(entry.key_span.clone()));
    warning.key(format!("look.roles.{}", entry.key)).help(format!("its roles are {names}"))
}

fn is_role_of_lines(role: &str) -> bool {
    let first = role.split('-').next().unwrap_or_default();
    LINE_ROLES.contains(&role) || matches!(first, "side" | "crossing")
}

/// Tells whether a role has a style of its own.
pub(crate) fn is_usual_role(name: &str) -> bool {
    ROLES.contains(&name) || is_numbered(name)
}

/// Tells whether an ornament is one of the places or lines with a role.
pub(crate) fn ornament_fits(role: &str, ornament: &str) -> bool {
    ornament == "none" || is_role_of_lines(role) == LINE_ORNAMENTS.contains(&ornament)
}

/// Returns a warning for an ornament of lines on a role of sites, and the other way round.
fn misplaced_ornament(root: &Value, entry: &TableEntry) -> Option<SourceDiagnostic> {
    let ornament = entry.value.get("ornament")?;
    let name = ornament.text().filter(|name| *name != "none")?;
    let is_line = is_role_of_lines(&entry.key);
    let own = root.get("board").and_then(|board| board.get("roles"));
    let is_site = !is_line
        && (ROLES.contains(&entry.key.as_str())
            || is_numbered(&entry.key)
            || own.is_some_and(|own| own.get(&entry.key).is_some()));
    let for_lines = LINE_ORNAMENTS.contains(&name);
    let (other, this) = match (is_site && for_lines, is_line && !for_lines) {
        (true, _) => ("lines", "sites"),
        (_, true) => ("sites", "lines"),
        _ => return None,
    };
    let what =
        format!("`{name}` is an ornament of {other}, and `{}` is a role of {this}", entry.key);
    let warning = SourceDiagnostic::warning(what, Some(ornament.span.clone()));
    let help = match for_lines {
        true => "sites have `frame`, `cross`, `hatch`, `knot` and `hole`",
        false => "lines have `arrows`",
    };
    Some(warning.key(format!("look.roles.{}.ornament", entry.key)).help(help))
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
