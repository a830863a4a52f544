//! The file of a network beside a ruleset: `[ai] network = "tournament.net"`.

use std::path::Path;

use serde_json::{Map, Value as Json};

use crate::diagnostics::SourceDiagnostic;
use crate::file::read_text;
use crate::hash::sha256_hex;
use crate::library::Library;
use crate::options::OPTIONS_NAME;
use crate::source::SourceSpan;
use crate::value::Value;

/// The key of the file's name.
pub(crate) const KEY: [&str; 2] = ["ai", "network"];
/// The largest file.
pub(crate) const LARGEST: usize = 4 << 20;
/// In a complete copy the hash follows the name.
const HASH: &str = " sha256:";
/// The names of built-in files begin so.
const BUILT_IN: &str = "<built in>/";

/// The plugin's tables that change neither board nor rules.
const NOT_RULES: [&str; 2] = ["ai", "players"];

/// A network that was found.
pub(crate) struct LoadedNetwork {
    /// Its name and hash, for a complete copy.
    pub(crate) reference: String,
    /// Its file for the plugin; `None` if it belongs to another board or other rules.
    pub(crate) file: Option<Json>,
}

/// Reads the file that a ruleset names. `own` is the name of the ruleset's own file, `rules` the
/// hash of its board and rules.
///
/// # Errors
/// An error if the file cannot be used. A warning if the computer plays without it.
pub(crate) fn load(
    library: &Library,
    root: &Value,
    own: &str,
    rules: &str,
) -> (Option<LoadedNetwork>, Option<SourceDiagnostic>) {
    let Some(value) = root.find(&KEY.join(".")) else { return (None, None) };
    let Some(named) = value.text().filter(|named| !named.is_empty()) else { return (None, None) };
    let span = Some(value.span.clone());
    let error = |what: String, label: String| {
        SourceDiagnostic::error(what, span.clone()).key(KEY.join(".")).label(label)
    };
    let warning = |what: String, label: &str| {
        SourceDiagnostic {
            severity: boardloom_contract::Severity::Warning,
            ..error(what, label.to_owned())
        }
        .help("the computer plays by the weights of `[ai]`; `boardloom lab train` makes networks")
    };
    let found = match named.split_once(HASH) {
        Some((name, hash)) => {
            match library.networks(name).find(|text| sha256_hex(text.as_bytes()) == hash) {
                Some(text) => Ok((name.to_owned(), text)),
                None => {
                    let what = format!("the network `{name}` of this copy is not here");
                    return (None, Some(warning(what, "no file of this name has this hash")));
                }
            }
        }
        None => find(library, named, &value.span),
    };
    let (name, text) = match found {
        Ok(found) => found,
        Err(why) => return (None, Some(error(format!("cannot read the network `{named}`"), why))),
    };
    let file = match serde_json::from_str::<Json>(&text) {
        Ok(file) if file.get("weights").is_some() => file,
        Ok(_) => {
            let label = "expected a file of `boardloom lab train`".to_owned();
            return (None, Some(error(format!("`{named}` is no network"), label)));
        }
        Err(why) => {
            return (None, Some(error(format!("`{named}` is no network"), why.to_string())));
        }
    };
    let reference = format!("{name}{HASH}{}", sha256_hex(text.as_bytes()));
    if file.get("rules").and_then(Json::as_str) != Some(rules) {
        let what = format!("the network `{name}` belongs to another board or other rules");
        // A ruleset that extends another one, or a copy, did not ask for it.
        let asked = value.span.file.name() == own && !named.contains(HASH);
        let warning = asked.then(|| warning(what, "not used"));
        return (Some(LoadedNetwork { reference, file: None }), warning);
    }
    (Some(LoadedNetwork { reference, file: Some(file) }), None)
}

/// Returns the name in the library and the text of a file beside the one that names it.
fn find(library: &Library, named: &str, at: &SourceSpan) -> Result<(String, String), String> {
    let chosen = at.file.name() == OPTIONS_NAME;
    if !chosen && named.contains(['/', '\\', ':', '\0']) {
        return Err("expected the name of a file in the same folder".to_owned());
    }
    let read = |path: &Path| {
        let text = read_text(path, LARGEST).map_err(|error| error.to_string())?;
        Ok((library.name_of_network(path), text))
    };
    if let Some(path) = at.file.path() {
        return read(&path.with_file_name(named));
    }
    let built_in = at.file.name().strip_prefix(BUILT_IN);
    if let Some((folder, _)) = built_in.and_then(|name| name.rsplit_once('/')) {
        let name = format!("{folder}/{named}");
        let text = library.networks(&name).next();
        return text.map(|text| (name, text)).ok_or_else(|| "there is no such file".to_owned());
    }
    if chosen {
        return match library.networks(named).next() {
            Some(text) => Ok((named.to_owned(), text)),
            None => read(Path::new(named)),
        };
    }
    Err("a text has no folder to look in".to_owned())
}

/// Returns the hash of board and rules that a network is bound to.
pub(crate) fn rules_hash(plugin_part: &Map<String, Json>) -> String {
    let rules = plugin_part.iter().filter(|(key, _)| !NOT_RULES.contains(&key.as_str()));
    let rules: Map<String, Json> = rules.map(|(key, value)| (key.clone(), value.clone())).collect();
    let mut text = String::new();
    write_sorted(&Json::Object(rules), &mut text);
    sha256_hex(text.as_bytes())
}

/// Writes JSON with its keys in alphabetical order: that of a file has no meaning.
fn write_sorted(value: &Json, out: &mut String) {
    match value {
        Json::Object(table) => {
            let mut keys: Vec<&String> = table.keys().collect();
            keys.sort();
            out.push('{');
            for key in keys {
                out.push_str(&Json::from(key.as_str()).to_string());
                out.push(':');
                write_sorted(&table[key], out);
                out.push(',');
            }
            out.push('}');
        }
        Json::Array(items) => {
            out.push('[');
            for item in items {
                write_sorted(item, out);
                out.push(',');
            }
            out.push(']');
        }
        plain => out.push_str(&plain.to_string()),
    }
}
