//! A side of the arena: the computer player with its settings.

use boardloom_computer::{Level, level};
use boardloom_match::GameSource;
use boardloom_ruleset::Overrides;

use crate::contestant_spec::ContestantSpec;
use boardloom_base::player::level_of;
use boardloom_base::{Catalog, Failure, Result};

/// A side ready to play.
pub struct Contestant {
    pub name: String,
    /// The game with the side's search settings.
    pub source: GameSource,
    pub level: Level,
    pub number: u8,
}

impl Contestant {
    /// Tells whether another side plays the same way, names aside.
    pub fn is_same_as(&self, other: &Contestant) -> bool {
        self.source.is_same_as(&other.source) && self.level == other.level
    }
}

impl ContestantSpec {
    /// Opens the ruleset for a side. `common` holds options of both sides, `more` keys of
    /// `[ai]` for this one.
    pub fn open(
        &self,
        catalog: &Catalog,
        ruleset: &str,
        common: &Overrides,
        more: &[String],
        letter: char,
    ) -> Result<Contestant> {
        let mut settings = common.clone();
        if let Some(other) = &self.ruleset {
            let theirs = catalog.source(other, &Overrides::new())?.ruleset;
            let ours = catalog.source(ruleset, common)?.ruleset;
            if theirs.plugin != ours.plugin {
                return Err(Failure::Usage(format!(
                    "side {letter}: {other} is played by `{}`, {ruleset} by `{}`",
                    theirs.plugin, ours.plugin
                )));
            }
            if let Some(ai) = theirs.value("ai") {
                settings.set("ai", ai);
            }
        }
        for text in self.ai.iter().chain(more) {
            let read = settings.set_assignment(text);
            read.map_err(|error| Failure::Usage(format!("side {letter}: {error}")))?;
            if !text.trim_start().starts_with("ai.") {
                return Err(Failure::Usage(format!(
                    "side {letter}: expected a key of `[ai]`, as `ai.exploration=0.5`, found \
                     `{text}`; `--set` changes the game for both"
                )));
            }
        }
        let source = catalog.source(ruleset, &settings)?;
        let number =
            level_of(&source.ruleset, self.level.as_ref(), |most| most).map_err(|why| {
                let side = letter.to_ascii_lowercase();
                Failure::Usage(format!("side {letter}: {why}; as `--{side} level=1`"))
            })?;
        let level = self.limit_level(level(&source.ruleset, number));
        let name = match (&self.name, self.text.is_empty()) {
            (Some(name), _) => name.clone(),
            (None, true) => level.name.clone(),
            (None, false) => self.text.clone(),
        };
        Ok(Contestant { name, source, level, number })
    }

    /// Replaces the level's limits by the requested ones.
    fn limit_level(&self, level: Level) -> Level {
        let own = self.nodes.is_none() && self.depth.is_none() && self.time.is_none();
        Level {
            time: if own { level.time } else { self.time },
            nodes: if own { level.nodes } else { self.nodes },
            depth: self.depth,
            noise: self.noise.unwrap_or(level.noise),
            ..level
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn one_limit_takes_the_place_of_all_of_the_levels() {
        let level = Level {
            name: "weak".to_owned(),
            time: Some(Duration::from_secs(1)),
            nodes: Some(5000),
            depth: None,
            noise: 0.1,
            settings: "{}".to_owned(),
        };
        let limit_level = |text: &str| {
            let side: ContestantSpec = text.parse().expect("a side");
            let level = side.limit_level(level.clone());
            (level.time.map(|it| it.as_millis()), level.nodes, level.depth, level.noise)
        };
        assert_eq!(limit_level(""), (Some(1000), Some(5000), None, 0.1));
        assert_eq!(limit_level("noise=0"), (Some(1000), Some(5000), None, 0.0));
        assert_eq!(limit_level("nodes=9"), (None, Some(9), None, 0.1));
        assert_eq!(limit_level("time=20ms,nodes=9"), (Some(20), Some(9), None, 0.1));
    }
}
