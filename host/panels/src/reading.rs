//! Reading rulesets again that may have been edited.

use std::time::Duration;

use boardloom_ruleset::Settings;

use crate::services::{Refusal, Services};
use crate::worker::{Reload, Reloaded};

/// How long a file that is at fault is given to become whole: it may have been
/// read while it was written.
const AGAIN: Duration = Duration::from_millis(100);

/// Reads a ruleset and its plugin, and opens the game. Of the settings, those
/// are left out that the ruleset does not offer any more.
///
/// # Errors
/// When the ruleset has faults or its plugin fails, also a moment later.
pub fn again(services: &dyn Services, name: &str, settings: &Settings) -> Reloaded {
    services.refresh();
    opened(services, name, settings).or_else(|_| {
        std::thread::sleep(AGAIN);
        services.refresh();
        opened(services, name, settings)
    })
}

fn opened(services: &dyn Services, name: &str, settings: &Settings) -> Reloaded {
    let whole = open(services, name, settings);
    if whole.is_ok() || settings.is_empty() {
        return whole;
    }
    // Where it does not even open without them, the choices are not to blame.
    let mut best = open(services, name, &Settings::new())?;
    let mut kept = Settings::new();
    for (key, value) in settings.iter() {
        let mut more = kept.clone();
        more.set(key, value.clone());
        match open(services, name, &more) {
            Ok(reload) => (best, kept) = (Reload { dropped: best.dropped, ..reload }, more),
            Err(_) => best.dropped.push(key.to_owned()),
        }
    }
    Ok(best)
}

fn open(services: &dyn Services, name: &str, settings: &Settings) -> Reloaded {
    let table = services.open(name, settings)?;
    let game = table.open().map_err(Refusal::from)?;
    Ok(Reload { table, game, dropped: Vec::new() })
}
