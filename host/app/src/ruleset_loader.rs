//! Loads edited rulesets again.

use boardloom_contract::OpenGame;
use boardloom_match::GameSource;
use boardloom_ruleset::{OptionDomain, Overrides};
use serde_json::Value as Json;

use crate::services::{Refusal, Services};

pub struct LoadedRuleset {
    pub source: GameSource,
    pub game: Box<dyn OpenGame>,
    /// Options that the ruleset no longer offers.
    pub dropped: Vec<String>,
}

/// Reads a ruleset and its plugin, and opens the game without options that the ruleset
/// no longer offers. Tries twice, since a file may be half written.
pub fn again(
    services: &dyn Services,
    name: &str,
    settings: &Overrides,
) -> Result<LoadedRuleset, Refusal> {
    services.refresh();
    open_offered(services, name, settings).or_else(|_| {
        services.pause();
        services.refresh();
        open_offered(services, name, settings)
    })
}

fn open_offered(
    services: &dyn Services,
    name: &str,
    settings: &Overrides,
) -> Result<LoadedRuleset, Refusal> {
    let whole = open(services, name, settings);
    if whole.is_ok() || settings.is_empty() {
        return whole;
    }
    // If it fails without options too, they are not to blame.
    let bare = services.open(name, &Overrides::new())?;
    let mut kept = Overrides::new();
    let mut dropped = Vec::new();
    for (key, value) in settings.iter() {
        let mut alone = Overrides::new();
        alone.set(key, value.clone());
        let offered = match bare.ruleset.options.iter().find(|option| option.key == key) {
            Some(option) => option.domain.contains(value),
            // Any key of a ruleset can be set.
            None => services.open(name, &alone).is_ok(),
        };
        if offered {
            kept.set(key, value.clone());
        } else {
            dropped.push(key.to_owned());
        }
    }
    if dropped.is_empty() {
        // An option that is offered but invalid is an error of the edit. To drop it
        // would hide the error and change the board.
        return whole;
    }
    open(services, name, &kept).map(|read| LoadedRuleset { dropped, ..read })
}

pub fn open(
    services: &dyn Services,
    name: &str,
    settings: &Overrides,
) -> Result<LoadedRuleset, Refusal> {
    let source = services.open(name, settings)?;
    let game = source.open().map_err(Refusal::from)?;
    Ok(LoadedRuleset { source, game, dropped: Vec::new() })
}

/// The most seats of a game.
const MOST_SEATS: f64 = 8.0;
/// The most values of an option that are tried.
const TRIED: usize = 6;

/// Returns the keys of the options that change the number of seats: those with values for which
/// the game opens with another one.
pub fn seat_options(
    services: &dyn Services,
    name: &str,
    settings: &Overrides,
    read: &LoadedRuleset,
) -> Result<Vec<String>, Refusal> {
    let seats = read.game.about().map_err(Refusal::PluginError)?.seats;
    let changes = |key: &str, value: Json| {
        let mut settings = settings.clone();
        settings.set(key, value);
        let other = open(services, name, &settings).ok();
        other.and_then(|other| other.game.about().ok()).is_some_and(|about| about.seats != seats)
    };
    let options = read.source.ruleset.options.iter();
    // The plugin does not read the others.
    let options = options.filter(|option| !option.key.starts_with("clock."));
    let keys = options
        .filter(|option| values(&option.domain).into_iter().any(|it| changes(&option.key, it)));
    Ok(keys.map(|option| option.key.clone()).collect())
}

/// The values of a switch or a list, and the ends of a range that can be a number of seats.
fn values(domain: &OptionDomain) -> Vec<Json> {
    match domain {
        OptionDomain::Switch => vec![Json::from(false), Json::from(true)],
        OptionDomain::Range { low, high, whole: true, .. }
            if *low >= 1.0 && *high <= MOST_SEATS =>
        {
            [low, high].map(|end| Json::from(*end as i64)).to_vec()
        }
        // No numbers of seats. The largest board would take its time to open.
        OptionDomain::Range { .. } => Vec::new(),
        OptionDomain::List(items) => {
            items.iter().take(TRIED).map(|item| item.value.clone()).collect()
        }
    }
}
