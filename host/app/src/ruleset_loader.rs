//! Loads edited rulesets again.

use boardloom_contract::OpenGame;
use boardloom_match::GameSource;
use boardloom_ruleset::Overrides;

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
