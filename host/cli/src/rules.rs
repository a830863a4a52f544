//! `boardloom rules` and `boardloom schema`.

use std::fmt::Write as _;
use std::io::Write;

use boardloom_app::status_text::own_rules;
use boardloom_app::texts::game;
use boardloom_app::texts::language::set_language;
use boardloom_contract::Message;
use boardloom_match::GameSource;
use boardloom_ruleset::{PluginSchemas, editor_schema};

use crate::cli::Rules;
use crate::services::{choose_language, spoken, write_as_locale};
use crate::{Catalog, Console, Failure, Result, pager};

pub fn run(catalog: &Catalog, args: &Rules, console: &mut Console<'_>) -> Result<()> {
    let mut source = catalog.source(&args.ruleset, &args.overrides.parse()?)?;
    if let Some(language) = &args.language {
        source = source.in_language(language);
        // Headings of a language that only the game has are English.
        let unknown = set_language(language).err();
        let speaks = source.ruleset.spoken().is_some_and(|texts| !texts.is_empty());
        if unknown.is_some() && !speaks {
            let what = format!("--language: nothing is translated to `{language}`");
            return Err(Failure::Usage(what));
        }
    } else if !args.toml {
        choose_language(None, console)?;
        source = spoken(source);
    }
    if args.toml {
        console.out.write_all(source.ruleset.resolved_toml().as_bytes())?;
        return Ok(());
    }
    write_as_locale(console);
    let explained = source.open()?.explain()?;
    pager::print(&text(&source, &explained), console)
}

/// Formats the rules for a player: the ruleset's text, the plugin's explanation of
/// the current parameters, the options and the rest of the help.
pub fn text(source: &GameSource, explained: &[Message]) -> String {
    let ruleset = &source.ruleset;
    let mut text = format!("{}\n{}\n", ruleset.name, "=".repeat(ruleset.name.chars().count()));
    if !ruleset.summary.is_empty() {
        let _ = writeln!(text, "\n{}", ruleset.summary);
    }
    let help = &ruleset.help;
    let mut part = |title: &str, body: Option<&str>| {
        if let Some(body) = body.map(str::trim).filter(|body| !body.is_empty()) {
            let line = "-".repeat(title.chars().count());
            let _ = writeln!(text, "\n{title}\n{line}\n{}", wrap(body));
        }
    };
    part(game::tab_rules(), own_rules(ruleset));
    let lines: Vec<&str> = explained.iter().map(|line| line.text.as_str()).collect();
    part(game::in_force(), Some(&lines.join("\n\n")));
    let options = ruleset.options.iter().map(|option| match ruleset.language() {
        Some(_) => format!("{}={} ({})", option.key, option.value, option.label),
        None => {
            let domain = option.domain.describe();
            format!("{}={} ({}: {domain})", option.key, option.value, option.label)
        }
    });
    part(game::tab_options(), Some(&options.collect::<Vec<_>>().join("\n\n")));
    let examples = (1..).zip(&ruleset.examples).map(|(number, example)| {
        let title = example.texts_in(ruleset.language().unwrap_or_default()).title;
        format!("{number}. {title}")
    });
    part(game::examples(), Some(&examples.collect::<Vec<_>>().join("\n\n")));
    part(game::tips(), help.tips.as_deref());
    let history = if ruleset.language().is_some() { game::history() } else { "History" };
    part(history, help.history.as_deref());
    part(game::source(), help.source.as_deref());
    text
}

/// Wraps at 80 characters; empty lines separate paragraphs.
fn wrap(text: &str) -> String {
    wrap_to(80, text)
}

/// Wraps at so many characters; empty lines separate paragraphs.
pub fn wrap_to(most: usize, text: &str) -> String {
    let mut out = String::new();
    for paragraph in text.split("\n\n").map(str::trim).filter(|it| !it.is_empty()) {
        if !out.is_empty() {
            out.push_str("\n\n");
        }
        let mut width = 0;
        for word in paragraph.split_whitespace() {
            let length = word.chars().count();
            if width > 0 && width + 1 + length > most {
                out.push('\n');
                width = 0;
            } else if width > 0 {
                out.push(' ');
                width += 1;
            }
            out.push_str(word);
            width += length;
        }
    }
    out
}

pub fn schema(catalog: &Catalog, plugin: &str, console: &mut Console<'_>) -> Result<()> {
    let rules = catalog.rules(plugin)?;
    let schema = catalog.schema(rules.name()).map_err(Failure::Invalid)?;
    Ok(writeln!(console.out, "{:#}", editor_schema(plugin, &schema))?)
}
