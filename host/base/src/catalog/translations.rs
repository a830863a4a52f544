//! Texts of a ruleset without a translation.

use std::collections::BTreeSet;

use boardloom_match::GameSource;
use boardloom_ruleset::{SourceDiagnostic, Translation};

use super::CatalogError;

/// The texts that a warning names.
const NAMED: usize = 20;

/// Returns a warning for each language in which texts of a game are missing. `is_told` tells of a
/// language whether some of its texts stand at a wrong key, so that they are missing at the right
/// one.
pub fn missing<'a>(
    source: &GameSource,
    languages: impl IntoIterator<Item = &'a str>,
    is_told: impl Fn(&str) -> bool,
) -> Result<Vec<SourceDiagnostic>, CatalogError> {
    let languages: BTreeSet<&str> = languages.into_iter().collect();
    let mut warnings = Vec::new();
    for language in languages {
        let translated = source.clone().in_language(language);
        let none = Translation::default();
        let texts = translated.ruleset.spoken().map_or(&none, |texts| texts);
        let mut missing: Vec<String> = source.ruleset.texts();
        missing.retain(|text| texts.text(text).is_none());
        let game = source.open()?;
        let about = game.about()?;
        let names = about.kinds.into_iter().map(|kind| kind.name);
        let names = names.chain(about.views.into_iter().map(|view| view.name));
        let mut messages = Vec::new();
        for message in names.chain([about.unit]).chain(game.explain()?) {
            messages.push(message.text.clone());
            if texts.filled(&message.text, &message.args).is_none() {
                missing.push(message.text);
            }
        }
        let mut seen = BTreeSet::new();
        missing.retain(|text| seen.insert(text.clone()));
        let of_plugin = source.plugin_texts(language);
        let are_all = of_plugin.is_some();
        let mut known = source.ruleset.texts();
        known.extend(of_plugin.unwrap_or_default());
        known.extend(messages);
        let unknown = source.ruleset.unknown_texts(language, &known, are_all);
        // A misspelt text is missing under its right name too.
        let is_misspelt = !unknown.is_empty() || is_told(language);
        warnings.extend(unknown);
        if !missing.is_empty() && !is_misspelt {
            warnings.push(warning(&source.ruleset.id, language, &missing));
        }
    }
    Ok(warnings)
}

fn warning(ruleset: &str, language: &str, missing: &[String]) -> SourceDiagnostic {
    let what = match missing.len() {
        1 => format!("a text of `{ruleset}` has no translation to `{language}`"),
        count => format!("{count} texts of `{ruleset}` have no translation to `{language}`"),
    };
    let help = format!(
        "write name, summary and help under [{language}], other texts of the ruleset under \
         [{language}.texts], and those of the plugin into its languages/{language}.toml"
    );
    let mut warning = SourceDiagnostic::warning(what, None).key(language).help(help);
    let line = |text: &String| {
        let first = text.lines().next().unwrap_or_default();
        let cut: String = first.chars().take(80).collect();
        if cut.len() < text.len() { format!("{cut}...") } else { cut }
    };
    warning.notes = missing.iter().take(NAMED).map(line).collect();
    if missing.len() > NAMED {
        warning.notes.push(format!("and {} more", missing.len() - NAMED));
    }
    warning
}
