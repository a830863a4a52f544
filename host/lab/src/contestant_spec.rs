//! The settings of a side of the arena, as the command line gives them.

use std::str::FromStr;
use std::time::Duration;

use boardloom_base::player::LevelName;
use boardloom_ruleset::suggestion;

#[derive(Debug, Clone, Default, PartialEq)]
pub struct ContestantSpec {
    pub text: String,
    pub name: Option<String>,
    pub level: Option<LevelName>,
    pub nodes: Option<u64>,
    pub depth: Option<u16>,
    pub time: Option<Duration>,
    pub noise: Option<f64>,
    pub ruleset: Option<String>,
    /// Keys of `[ai]` with their values.
    pub ai: Vec<String>,
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
}
