//! Opens a ruleset with the values of its options, one by one.

use boardloom_contract::Severity;
use boardloom_match::GameSource;
use boardloom_ruleset::{Diagnostics, Ruleset, RulesetOption, counted};
use serde_json::Value;

/// Games to open at most, so that a check stays short.
const TRIES: usize = 60;
/// The tables of a ruleset that decide whether a game opens.
const TABLES: [&str; 3] = ["board", "setup", "rules"];

/// Returns the options whose values the game refuses. Tries all values of the options that stand
/// in the ruleset's own file, and the first and the last one of those that it inherits: the check
/// of their own file tries the others.
pub fn option_trial(source: &GameSource) -> Diagnostics {
    let (ruleset, mut report) = (&*source.ruleset, Diagnostics::default());
    let mut tries = TRIES;
    // An error of the game itself is told elsewhere.
    let usual = source.open().ok().and_then(|game| game.about().ok()).map_or(0, |it| it.seats);
    let mut most_seats = usual;
    let decides = |option: &&RulesetOption| {
        TABLES.contains(&option.key.split('.').next().unwrap_or_default())
    };
    let (own, inherited): (Vec<_>, Vec<_>) =
        ruleset.options.iter().filter(decides).partition(|option| ruleset.is_own_option(option));
    for option in own.into_iter().chain(inherited) {
        let mut values = option.sample();
        if let ([first, .., last], false) = (&values[..], ruleset.is_own_option(option)) {
            values = vec![first.clone(), last.clone()];
        }
        values.retain(|value| *value != option.value);
        values.truncate(tries);
        tries -= values.len();
        let mut refused = Vec::new();
        let mut most = (0, Value::Null);
        for value in values {
            match seats_with(source, option, &value) {
                Ok(seats) if seats > most.0 => most = (seats, value),
                Ok(_) => {}
                Err(why) => refused.push((value, why)),
            }
        }
        report.append(ruleset.refused_values(option, &refused));
        most_seats = most_seats.max(most.0);
        report.append(ruleset.players_missing_with(option, (&most.1, most.0), usual));
    }
    report.append(ruleset.surplus_players(most_seats));
    report
}

/// Returns the seats of the game with a value of an option, or why it does not open.
fn seats_with(source: &GameSource, option: &RulesetOption, value: &Value) -> Result<u8, String> {
    let needed = condition(option, &source.ruleset);
    let values = needed.into_iter().chain([(option.key.as_str(), value)]);
    match source.rules.open(&source.ruleset.plugin_json_with(values)) {
        Ok(Ok(game)) => game.about().map(|about| about.seats).map_err(|error| error.to_string()),
        Ok(Err(errors)) => {
            let first = errors.iter().find(|error| error.severity == Severity::Error);
            first.map_or(Ok(0), |first| {
                Err(format!("{} (`{}`)", first.what.text, counted(&first.path)))
            })
        }
        Err(error) => Err(error.to_string()),
    }
}

/// Returns a value that an option needs another key to have, and that key.
fn condition<'o>(option: &'o RulesetOption, ruleset: &Ruleset) -> Option<(&'o str, &'o Value)> {
    let when = option.when.as_ref()?;
    let holds = when.holds(ruleset.value(&when.key).as_ref());
    when.is.first().filter(|_| !holds).map(|value| (when.key.as_str(), value))
}
