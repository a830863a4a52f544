//! Reading rulesets again that may have been edited.

use boardloom_contract::OpenGame;
use boardloom_match::GameSource;
use boardloom_ruleset::Overrides;

use crate::services::{Refusal, Services};

/// A ruleset that was read again, and opened.
pub struct Reading {
    /// The plugin and the ruleset, options applied.
    pub source: GameSource,
    /// The game.
    pub game: Box<dyn OpenGame>,
    /// Keys that were chosen and are not offered any more.
    pub dropped: Vec<String>,
}

/// Reads a ruleset and its plugin, and opens the game. Of the settings, those
/// are left out that the ruleset does not offer any more.
///
/// # Errors
/// When the ruleset has faults or its plugin fails, also a moment later.
pub fn again(
    services: &dyn Services,
    name: &str,
    settings: &Overrides,
) -> Result<Reading, Refusal> {
    services.refresh();
    opened(services, name, settings).or_else(|_| {
        services.pause();
        services.refresh();
        opened(services, name, settings)
    })
}

fn opened(services: &dyn Services, name: &str, settings: &Overrides) -> Result<Reading, Refusal> {
    let whole = open(services, name, settings);
    if whole.is_ok() || settings.is_empty() {
        return whole;
    }
    // Where it cannot even be read without them, the choices are not to blame.
    let bare = services.open(name, &Overrides::new())?;
    let mut kept = Overrides::new();
    let mut dropped = Vec::new();
    for (key, value) in settings.iter() {
        let mut alone = Overrides::new();
        alone.set(key, value.clone());
        let offered = match bare.ruleset.options.iter().find(|option| option.key == key) {
            Some(option) => option.domain.contains(value),
            // Whatever a ruleset can say may be chosen as well.
            None => services.open(name, &alone).is_ok(),
        };
        if offered {
            kept.set(key, value.clone());
        } else {
            dropped.push(key.to_owned());
        }
    }
    if dropped.is_empty() {
        // What is offered and does not fit is a fault of the edit: to leave the
        // choice out would hide it, and put the game on another board.
        return whole;
    }
    open(services, name, &kept).map(|read| Reading { dropped, ..read })
}

fn open(services: &dyn Services, name: &str, settings: &Overrides) -> Result<Reading, Refusal> {
    let source = services.open(name, settings)?;
    let game = source.open().map_err(Refusal::from)?;
    Ok(Reading { source, game, dropped: Vec::new() })
}
