//! The plugin that a ruleset names: its schema, its version.

use std::sync::Arc;

use serde_json::Value as Json;

use crate::diagnostics::{Diagnostics, SourceDiagnostic};
use crate::library::Library;
use crate::schema::{PluginSchemas, Subschema, check_soundness, host};
use crate::suggestion::{did_you_mean, list_names, nearest, shorten};
use crate::value::{TableEntry, Value};

/// Returns a plugin's schema if rulesets can be checked with it.
///
/// # Errors
/// Why the plugin or its schema cannot be used.
pub(crate) fn sound_schema(schemas: &dyn PluginSchemas, plugin: &str) -> Result<Arc<Json>, String> {
    let schema = schemas.schema(plugin)?;
    check_soundness(&schema)
        .map_err(|why| format!("the plugin `{plugin}` has a schema that cannot be used: {why}"))?;
    Ok(schema)
}

/// Returns the plugin that a ruleset names, and its schema. Reports what keeps it from being used.
pub(crate) fn plugin(
    root: &Value,
    schemas: &dyn PluginSchemas,
    library: &Library,
    report: &mut Diagnostics,
) -> Option<(String, Arc<Json>)> {
    let names = schemas.plugins();
    let all = || {
        let names = names.iter().map(String::as_str);
        (names.len() > 0).then(|| format!("the plugins are {}", list_names(names, "and")))
    };
    let Some(value) = root.get("plugin") else {
        if let Some(diagnostic) = misspelt(root) {
            report.push(diagnostic);
            return None;
        }
        let missing = SourceDiagnostic::error("missing key `plugin`", Some(root.span.clone()))
            .key("plugin")
            .label("needs the name of the plugin")
            .maybe_help(all());
        report.push(missing);
        return None;
    };
    // The host's schema reports any other type.
    let name = value.text()?;
    match sound_schema(schemas, name) {
        Ok(schema) => {
            report.extend(version_diagnostic(root, name, schemas));
            Some((name.to_owned(), schema))
        }
        Err(why) => {
            let ids = library.ids();
            // The rulesets of a plugin that is not built yet have its name before theirs.
            let is_named = |id: &&String| {
                id.split_once('/').is_some_and(|(family, last)| family != name && last == name)
            };
            let ruleset = ids.iter().find(is_named);
            let extended = ruleset.map(|id| {
                format!("that is a ruleset: write `extends = \"{id}\"` in place of `plugin`")
            });
            let near = extended.or_else(|| did_you_mean(name, names.iter().map(String::as_str)));
            // A misspelt plugin is not to be installed.
            let what = match &near {
                Some(_) if !names.iter().any(|it| it == name) => {
                    format!("there is no plugin `{}`", shorten(name))
                }
                _ => why,
            };
            let diagnostic = SourceDiagnostic::error(what, Some(value.span.clone()));
            report.push(diagnostic.key("plugin").maybe_help(near.or_else(all)));
            None
        }
    }
}

/// Returns an error if a key of a ruleset without a plugin is probably a misspelt `plugin` or
/// `extends`.
fn misspelt(root: &Value) -> Option<SourceDiagnostic> {
    let known = Subschema::document(host()).names();
    let entries = root.table()?.entries.iter().filter(|entry| entry.value.text().is_some());
    let mut unknown = entries.filter(|entry| !known.contains(&entry.key.as_str()));
    let meant = |entry: &TableEntry| nearest(&entry.key, ["plugin", "extends"]);
    let (key, span, name) =
        unknown.find_map(|entry| Some((&entry.key, entry.key_span.clone(), meant(entry)?)))?;
    let diagnostic = SourceDiagnostic::error(format!("unknown key `{key}`"), Some(span)).key(key);
    Some(diagnostic.help(format!("did you mean `{name}`?")))
}

/// Returns a diagnostic if the plugin lacks the version that the ruleset requires.
fn version_diagnostic(
    root: &Value,
    plugin: &str,
    schemas: &dyn PluginSchemas,
) -> Option<SourceDiagnostic> {
    let value = root.get("plugin_version")?;
    // The host's schema reports any other type.
    let text = value.text()?;
    let span = Some(value.span.clone());
    let Ok(wanted) = semver::VersionReq::parse(text) else {
        let diagnostic = SourceDiagnostic::error("unknown value for `plugin_version`", span);
        let label = format!("expected a version as `0.2` or `>=0.2, <0.5`, found `{text}`");
        return Some(diagnostic.key("plugin_version").label(label));
    };
    let found = semver::Version::parse(&schemas.version(plugin)?).ok()?;
    if wanted.matches(&found) {
        return None;
    }
    let newer = wanted.comparators.iter().any(|it| {
        (it.major, it.minor.unwrap_or(0), it.patch.unwrap_or(0))
            > (found.major, found.minor, found.patch)
    });
    let help = match newer {
        true => "install a newer build of the plugin, or ask for an older version",
        false => "see the plugin's changelog, and ask for the newer version",
    };
    let what = format!("the plugin `{plugin}` is version {found}");
    let label = format!("expected version `{text}`");
    Some(SourceDiagnostic::error(what, span).key("plugin_version").label(label).help(help))
}
