//! A side of the arena: the computer player with its settings.

use std::str::FromStr;
use std::time::Duration;

use boardloom_computer::{Level, level};
use boardloom_match::GameSource;
use boardloom_ruleset::{Overrides, suggestion};

use boardloom_base::player::{LevelName, level_of};
use boardloom_base::{Catalog, Failure, Result};

#[derive(Debug, Clone, Default, PartialEq)]
pub struct ContestantSpec {
    text: String,
    name: Option<String>,
    level: Option<LevelName>,
    nodes: Option<u64>,
    depth: Option<u16>,
    time: Option<Duration>,
    noise: Option<f64>,
    ruleset: Option<String>,
    /// Keys of `[ai]` with their values.
    ai: Vec<String>,
}

const KEYS: [&str; 9] =
    ["level", "nodes", "depth", "time", "noise", "random", "ruleset", "name", "ai."];

impl FromStr for ContestantSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut side = ContestantSpec { text: text.trim().to_owned(), ..ContestantSpec::default() };
        for part in parts(text) {
            let (key, value) = match part.split_once('=') {
                Some((key, value)) => (key.trim(), value.trim()),
                None => (part, ""),
            };
            let fits = |what: &str| format!("`{key}`: expected {what}, found `{value}`");
            let number = || value.parse::<u64>().ok().filter(|number| *number > 0);
            match key {
                "random" if value.is_empty() => side.noise = Some(1.0),
                "level" => {
                    side.level = Some(value.parse().map_err(|_| fits("a level from 1"))?);
                }
                "nodes" => side.nodes = Some(number().ok_or_else(|| fits("a number from 1"))?),
                "depth" => {
                    let depth = number().and_then(|number| u16::try_from(number).ok());
                    side.depth = Some(depth.ok_or_else(|| fits("plies from 1 to 65535"))?);
                }
                "time" => side.time = Some(span(value).ok_or_else(|| fits("`250ms` or `1.5s`"))?),
                "noise" => {
                    let noise = value.parse().ok().filter(|noise| (0.0..=1.0).contains(noise));
                    side.noise = Some(noise.ok_or_else(|| fits("a number from 0 to 1"))?);
                }
                "ruleset" => side.ruleset = Some(value.to_owned()),
                "name" => side.name = Some(value.to_owned()),
                _ if key.starts_with("ai.") => side.ai.push(part.to_owned()),
                _ => {
                    let near = suggestion::suffix(key, KEYS);
                    return Err(format!("a side has no `{key}`{near}"));
                }
            }
        }
        Ok(side)
    }
}

/// Splits a list at commas outside brackets, braces and quotes.
fn parts(text: &str) -> Vec<&str> {
    let (mut parts, mut begin, mut depth, mut quote) = (Vec::new(), 0, 0u32, None);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') => depth = depth.saturating_sub(1),
            (None, ',') if depth == 0 => {
                parts.push(&text[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[begin..]);
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// Parses a time above zero and up to a day.
fn span(text: &str) -> Option<Duration> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 0.001),
        None => (text.strip_suffix('s')?, 1.0),
    };
    let seconds = number.trim().parse::<f64>().ok()? * unit;
    (seconds > 0.0 && seconds <= 86_400.0).then(|| Duration::from_secs_f64(seconds))
}

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
        let level = self.limited(level(&source.ruleset, number));
        let name = match (&self.name, self.text.is_empty()) {
            (Some(name), _) => name.clone(),
            (None, true) => level.name.clone(),
            (None, false) => self.text.clone(),
        };
        Ok(Contestant { name, source, level, number })
    }

    /// Replaces the level's limits by the requested ones.
    fn limited(&self, level: Level) -> Level {
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
    use super::*;

    #[test]
    fn sides_are_read() {
        let side: ContestantSpec =
            "level=3, nodes=200,time=1.5s,depth=4,ai.a=[1,2],ai.b=\"x,y\"".parse().expect("a side");
        assert_eq!(
            (side.level, side.nodes, side.depth),
            (Some(LevelName::Number(3)), Some(200), Some(4))
        );
        assert_eq!(side.time, Some(Duration::from_millis(1500)));
        assert_eq!(side.ai, ["ai.a=[1,2]", "ai.b=\"x,y\""]);
        let random: ContestantSpec = "random,name=dice".parse().expect("a side");
        assert_eq!((random.noise, random.name.as_deref()), (Some(1.0), Some("dice")));
        assert_eq!("".parse(), Ok(ContestantSpec::default()));
        for (wrong, why) in [
            ("levle=3", "a side has no `levle`; did you mean `level`?"),
            ("level=0", "`level`: expected a level from 1, found `0`"),
            ("nodes=many", "a number from 1"),
            ("depth=70000", "plies from 1"),
            ("time=3", "`250ms` or `1.5s`"),
            ("time=0s", "`250ms` or `1.5s`"),
            ("noise=2", "from 0 to 1"),
            ("random=1", "a side has no `random`"),
            ("rules.limit=3", "a side has no `rules.limit`"),
        ] {
            let found = wrong.parse::<ContestantSpec>().expect_err(wrong);
            assert!(found.contains(why), "{wrong}: {found}");
        }
    }

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
        let limited = |text: &str| {
            let side: ContestantSpec = text.parse().expect("a side");
            let level = side.limited(level.clone());
            (level.time.map(|it| it.as_millis()), level.nodes, level.depth, level.noise)
        };
        assert_eq!(limited(""), (Some(1000), Some(5000), None, 0.1));
        assert_eq!(limited("noise=0"), (Some(1000), Some(5000), None, 0.0));
        assert_eq!(limited("nodes=9"), (None, Some(9), None, 0.1));
        assert_eq!(limited("time=20ms,nodes=9"), (Some(20), Some(9), None, 0.1));
    }
}
