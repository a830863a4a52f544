//! Names of sides and of levels.

use boardloom_ruleset::Ruleset;

pub fn side_name(ruleset: &Ruleset, seat: usize) -> String {
    ruleset.player(seat).name
}

/// Empty if the ruleset does not name the level.
pub fn level_name(ruleset: &Ruleset, level: u8) -> String {
    let levels = boardloom_computer::levels(ruleset);
    let index = usize::from(level.max(1)) - 1;
    levels.get(index).map(|level| level.name.clone()).unwrap_or_default()
}
