//! Options that make the seats that a command line names.

use boardloom_base::args::OverrideArgs;
use boardloom_ruleset::Overrides;

use crate::catalog::Catalog;
use crate::failure::{Failure, Result};

/// Sets the option that gives a game as many seats as the arguments name, such as
/// `setup.seats`.
///
/// # Errors
/// If the ruleset has errors with the given values, or no option makes so many seats.
pub fn make_seats(
    catalog: &Catalog,
    ruleset: &str,
    overrides: &mut OverrideArgs,
    wanted: usize,
) -> Result<()> {
    let given = overrides.parse()?;
    let source = catalog.source(ruleset, &given)?;
    let now = usize::from(source.open()?.about()?.seats);
    if now >= wanted {
        return Ok(());
    }
    let makes = |key: &str, count: usize| {
        let mut more: Overrides = given.clone();
        more.set(key, count);
        let source = catalog.source(ruleset, &more).ok();
        let about = source.and_then(|source| source.open().ok()?.about().ok());
        about.is_some_and(|about| usize::from(about.seats) == count)
    };
    let open = source.ruleset.options.iter().map(|option| option.key.as_str());
    let open: Vec<&str> = open.filter(|key| given.get(key).is_none()).collect();
    if let Some(key) = open.iter().find(|key| makes(key, wanted)) {
        overrides.set.push(format!("{key}={wanted}"));
        return Ok(());
    }
    let is_possible = |count: &usize| *count == now || open.iter().any(|key| makes(key, *count));
    let counts: Vec<String> =
        (1..=MOST_SEATS).filter(is_possible).map(|count| count.to_string()).collect();
    let counts = match &counts[..] {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        counts => counts.join(""),
    };
    Err(Failure::Usage(format!("seat {wanted}: this game has {counts} seats")))
}

/// The most seats that a command line can name.
const MOST_SEATS: usize = 8;
