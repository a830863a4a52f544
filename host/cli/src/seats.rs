//! Options that make the seats that a command line names.

use boardloom_base::args::OverrideArgs;
use boardloom_ruleset::Overrides;

use crate::catalog::Catalog;
use crate::failure::Result;

/// Sets the option that gives a game as many seats as the arguments name, such as
/// `setup.seats`. Without one, nothing changes: the missing seat is refused later.
///
/// # Errors
/// If the ruleset has errors with the given values.
pub fn make_seats(
    catalog: &Catalog,
    ruleset: &str,
    overrides: &mut OverrideArgs,
    wanted: usize,
) -> Result<()> {
    let given = overrides.parse()?;
    let source = catalog.source(ruleset, &given)?;
    if usize::from(source.open()?.about()?.seats) >= wanted {
        return Ok(());
    }
    let makes = |key: &&str| {
        let mut more: Overrides = given.clone();
        more.set(*key, wanted);
        let source = catalog.source(ruleset, &more).ok();
        let about = source.and_then(|source| source.open().ok()?.about().ok());
        about.is_some_and(|about| usize::from(about.seats) == wanted)
    };
    let open = source.ruleset.options.iter().map(|option| option.key.as_str());
    let mut open = open.filter(|key| given.get(key).is_none());
    overrides.set.extend(open.find(makes).map(|key| format!("{key}={wanted}")));
    Ok(())
}
