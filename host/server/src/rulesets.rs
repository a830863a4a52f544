//! The games that can be offered: rulesets of the catalog.

use std::collections::BTreeMap;

use boardloom_base::Catalog;
use boardloom_match::{GameSource, TimeControl, fresh_seed};
use boardloom_online::RoomServer;
use boardloom_room::{RoomSettings, WatchDelay};
use boardloom_ruleset::{OptionDomain, Overrides, RulesetOption};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::results::RatingEntry;

/// The longest text of a time control.
const CLOCK_CHARS: usize = 40;
/// The longest delays for watchers.
const DELAY_MOVES: u32 = 50;
const DELAY_MINUTES: u32 = 24 * 60;

/// An offer of a game, as a client makes it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(crate) struct Offer {
    pub ruleset: String,
    /// Values of the ruleset's options by key.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// As `boardloom play --clock` reads it; absent is the ruleset's own.
    #[serde(default)]
    pub clock: Option<String>,
    /// By seat: the computer's level, or null for a human. Missing seats are humans.
    #[serde(default)]
    pub seats: Vec<Option<u8>>,
    #[serde(default)]
    pub private: bool,
    /// Whether the game counts for the ratings of two accounts.
    #[serde(default = "yes")]
    pub rated: bool,
    /// How late watchers see the game.
    #[serde(default)]
    pub delay: Option<WatchDelay>,
    /// Whether players may ask the computer during the game, which is not rated then.
    #[serde(default)]
    pub analysis: bool,
}

fn yes() -> bool {
    true
}

/// Returns the names of families by their plugins.
pub(crate) fn families(catalog: &Catalog) -> BTreeMap<String, String> {
    let entries = catalog.list().into_iter();
    let main = entries.filter(|entry| entry.main && !entry.family.is_empty());
    main.map(|entry| (entry.plugin, entry.family)).collect()
}

/// Adds the name of its family to each rating.
pub(crate) fn with_family_names(
    ratings: &[RatingEntry],
    families: &BTreeMap<String, String>,
) -> Value {
    let entry = |rating: &RatingEntry| {
        let mut entry = serde_json::to_value(rating).expect("a rating is JSON");
        let name = families.get(&rating.family).unwrap_or(&rating.family);
        entry["family_name"] = Value::from(name.as_str());
        entry
    };
    ratings.iter().map(entry).collect()
}

/// Returns all rulesets, those of a family together.
pub(crate) fn list(catalog: &Catalog) -> Value {
    let (entries, families) = (catalog.list(), families(catalog));
    let ruleset = |entry: &boardloom_ruleset::LibraryEntry| {
        json!({
            "ruleset": entry.id,
            "name": entry.name,
            "summary": entry.summary,
            "family": families.get(&entry.plugin).unwrap_or(&entry.plugin),
            "plugin": entry.plugin,
            "main": entry.main,
        })
    };
    entries.iter().map(ruleset).collect()
}

/// Returns what a player must know to offer a game with these options.
pub(crate) fn describe(
    catalog: &Catalog,
    ruleset: &str,
    options: &Map<String, Value>,
) -> Result<Value, String> {
    let source = open(catalog, ruleset, options)?;
    let game = source.open().map_err(|error| error.to_string())?;
    let about = game.about().map_err(|error| error.to_string())?;
    let explained = game.explain().map_err(|error| error.to_string())?;
    let ruleset = &source.ruleset;
    let help = &ruleset.help;
    let mut rules: Vec<&str> = help.rules.iter().map(String::as_str).collect();
    rules.extend(explained.iter().map(|line| line.text.as_str()));
    let levels = boardloom_computer::levels(ruleset);
    let seats = (0..usize::from(about.seats)).map(|seat| ruleset.player(seat).name);
    Ok(json!({
        "ruleset": ruleset.id,
        "name": ruleset.name,
        "summary": ruleset.summary,
        "rules": rules,
        "source": help.source,
        "clock": ruleset.clock.to_string(),
        "clock_words": ruleset.clock.words(),
        "seats": seats.collect::<Vec<_>>(),
        "levels": levels.iter().map(|level| &level.name).collect::<Vec<_>>(),
        "options": ruleset.options.iter().map(|it| option(it, ruleset)).collect::<Vec<_>>(),
    }))
}

fn option(option: &RulesetOption, ruleset: &boardloom_ruleset::Ruleset) -> Value {
    let domain = match &option.domain {
        OptionDomain::Switch => json!({ "kind": "switch" }),
        OptionDomain::Range { low, high, step, whole } => {
            json!({ "kind": "range", "low": low, "high": high, "step": step, "whole": whole })
        }
        OptionDomain::List(values) => {
            let value = |it: &boardloom_ruleset::OptionValue| json!({ "value": it.value, "label": it.label });
            json!({ "kind": "list", "values": values.iter().map(value).collect::<Vec<_>>() })
        }
    };
    let holds =
        |when: &boardloom_ruleset::OptionCondition| when.holds(ruleset.value(&when.key).as_ref());
    json!({
        "key": option.key,
        "label": option.label,
        "help": option.help,
        "domain": domain,
        "zero": option.zero,
        "default": option.default,
        "value": option.value,
        "applies": option.when.as_ref().is_none_or(holds),
    })
}

/// Opens a ruleset of the catalog, never a file, with values of its options alone.
fn open(
    catalog: &Catalog,
    ruleset: &str,
    options: &Map<String, Value>,
) -> Result<GameSource, String> {
    if !catalog.library().ids().iter().any(|id| id == ruleset) {
        return Err(format!("there is no ruleset `{ruleset}`"));
    }
    let source = catalog.source(ruleset, &Overrides::new()).map_err(|error| error.to_string())?;
    if options.is_empty() {
        return Ok(source);
    }
    let mut overrides = Overrides::new();
    for (key, value) in options {
        let known = source.ruleset.options.iter().find(|option| option.key == *key);
        let Some(option) = known else {
            return Err(format!("{ruleset} has no option `{key}`"));
        };
        if !option.domain.contains(value) {
            let expected = option.domain.describe();
            return Err(format!("{key}: expected {expected}, found `{value}`"));
        }
        overrides.set(key.as_str(), value.clone());
    }
    catalog.source(ruleset, &overrides).map_err(|error| error.to_string())
}

/// Checks an offer, and returns the game with the settings of its room.
pub(crate) fn accept(
    catalog: &Catalog,
    offer: &Offer,
) -> Result<(GameSource, RoomSettings), String> {
    let source = open(catalog, &offer.ruleset, &offer.options)?;
    let about = source.open().map_err(|error| error.to_string())?.about();
    let seats = usize::from(about.map_err(|error| error.to_string())?.seats);
    if offer.seats.len() > seats {
        return Err(format!("this game has {seats} seats, not {}", offer.seats.len()));
    }
    let levels = boardloom_computer::levels(&source.ruleset).len();
    for (seat, level) in (1..).zip(&offer.seats) {
        if level.is_some_and(|level| level == 0 || usize::from(level) > levels) {
            return Err(format!("seat {seat}: expected a level from 1 to {levels}"));
        }
    }
    if offer.seats.len() == seats && offer.seats.iter().all(Option::is_some) {
        return Err("at least one seat must be for a human".to_owned());
    }
    let control = match &offer.clock {
        None => source.ruleset.clock,
        Some(text) if text.chars().count() > CLOCK_CHARS => {
            return Err(format!("expected a clock of at most {CLOCK_CHARS} characters"));
        }
        Some(text) => text.parse::<TimeControl>().map_err(|error| error.to_string())?,
    };
    let late = match offer.delay {
        None => true,
        Some(WatchDelay::Moves(moves)) => (1..=DELAY_MOVES).contains(&moves),
        Some(WatchDelay::Minutes(minutes)) => (1..=DELAY_MINUTES).contains(&minutes),
    };
    if !late {
        return Err(format!(
            "expected a delay of 1 to {DELAY_MOVES} moves or 1 to {DELAY_MINUTES} minutes"
        ));
    }
    let settings = RoomSettings {
        delay: offer.delay,
        computers: offer.seats.clone(),
        control,
        seed: fresh_seed(),
        code: offer.private.then(boardloom_online::invitation_code),
        draws_boards: true,
        // Options change the chances, for one side perhaps.
        analysis: offer.analysis,
        rated: offer.rated && !offer.analysis && seats == 2 && changed_options(&source).is_empty(),
        ..RoomServer::settings()
    };
    Ok((source, settings))
}

/// Returns the options that a client changed, in words.
pub(crate) fn changed_options(source: &GameSource) -> Vec<String> {
    let options = source.ruleset.options.iter().filter(|option| option.value != option.default);
    let words = |option: &RulesetOption| {
        let value = match (&option.domain, &option.value) {
            (OptionDomain::List(items), value) => {
                let known = items.iter().find(|item| item.value == *value);
                known.map_or_else(|| value.to_string(), |item| item.label.clone())
            }
            (_, Value::Bool(true)) => "on".to_owned(),
            (_, Value::Bool(false)) => "off".to_owned(),
            (_, value) if value.as_f64() == Some(0.0) => {
                option.zero.clone().unwrap_or_else(|| value.to_string())
            }
            (_, value) => value.to_string(),
        };
        format!("{}: {value}", option.label)
    };
    options.map(words).collect()
}
