//! Levels of the computer player.

use std::time::Duration;

use boardloom_match::Match;
use boardloom_ruleset::{DEFAULT_LEVELS, Ruleset};
use serde_json::{Map, Value as Json};

#[derive(Debug, Clone, PartialEq)]
pub struct Level {
    pub name: String,
    /// The most time for a move.
    pub time: Option<Duration>,
    /// The most nodes for a move.
    pub nodes: Option<u64>,
    /// The most plies to look ahead, for searches that report a depth; not set by rulesets.
    pub depth: Option<u16>,
    /// The probability of a random move, 0 to 1.
    pub noise: f64,
    /// The search settings of the plugin, as a JSON object.
    pub settings: String,
}

impl Level {
    #[must_use]
    pub fn within(mut self, most: Duration) -> Self {
        self.time = Some(self.time.map_or(most, |time| time.min(most)));
        self
    }

    /// Limits the time to the running turn's clock, of which `spent` has passed.
    #[must_use]
    pub fn for_turn(self, game: &Match, spent: Duration) -> Self {
        match game.time_budget(spent) {
            Some(budget) => self.within(budget),
            None => self,
        }
    }

    /// Returns the settings with a number of lines whose values are to be searched. A search
    /// that does not know the key reports what it has.
    #[must_use]
    pub(super) fn with_lines(mut self, lines: u16) -> Self {
        if lines > 1 {
            let mut settings = self.source();
            settings.insert("lines".to_owned(), lines.into());
            self.settings = Json::Object(settings).to_string();
        }
        self
    }

    /// Returns the settings with the depth limit. A search that does not know the key is
    /// stopped when it reports the depth.
    pub(super) fn search_settings(&self) -> String {
        let Some(depth) = self.depth else { return self.settings.clone() };
        let mut settings = self.source();
        let own = settings.get("depth").and_then(Json::as_u64).unwrap_or(u64::MAX);
        // More than any search takes for a depth is no bound at all.
        if u64::from(depth) < own.min(DEEPEST) {
            settings.insert("depth".to_owned(), depth.into());
        }
        Json::Object(settings).to_string()
    }

    /// Removes contempt, to evaluate a position for both sides.
    #[must_use]
    pub(super) fn impartial(mut self) -> Self {
        let mut settings = self.source();
        if settings.remove("contempt").is_some() {
            self.settings = Json::Object(settings).to_string();
        }
        self
    }

    fn source(&self) -> Map<String, Json> {
        serde_json::from_str(&self.settings).unwrap_or_default()
    }
}

/// The most plies that any search looks ahead.
const DEEPEST: u64 = 99;

/// Nodes, milliseconds and noise. Nodes limit the weak levels, so that they are as weak on a
/// fast machine; time limits all.
const DEFAULTS: [(u64, u64, f64); DEFAULT_LEVELS] = [
    (40, 200, 0.35),
    (120, 300, 0.2),
    (400, 400, 0.08),
    (1_500, 500, 0.0),
    (8_000, 800, 0.0),
    (50_000, 1_500, 0.0),
    (1_000_000, 4_000, 0.0),
    (u64::MAX, 10_000, 0.0),
];

/// Returns a ruleset's levels, weakest first: its own, or else the defaults.
pub fn levels(ruleset: &Ruleset) -> Vec<Level> {
    let ai = &ruleset.ai;
    if ai.levels.is_empty() {
        let settings = ai.search_settings(None);
        let own = DEFAULTS.iter().zip(1..).map(|((nodes, time, noise), number)| Level {
            name: ai.level_name(number),
            time: Some(Duration::from_millis(*time)),
            nodes: (*nodes < u64::MAX).then_some(*nodes),
            depth: None,
            noise: *noise,
            settings: settings.clone(),
        });
        return own.collect();
    }
    let given = ai.levels.iter().map(|level| Level {
        name: level.name.clone(),
        // A level without any limit would never move.
        time: match (level.time_ms, level.nodes) {
            (None, None) => Some(Duration::from_secs(2)),
            (time, _) => time.map(Duration::from_millis),
        },
        nodes: level.nodes,
        depth: None,
        noise: level.noise.clamp(0.0, 1.0),
        settings: ai.search_settings(Some(level)),
    });
    given.collect()
}

/// The level of a computer player for whom none is chosen; rulesets with fewer have their last.
pub const USUAL_LEVEL: u8 = 3;

/// Returns a level by its number from 1; beyond the last it is the last.
pub fn level(ruleset: &Ruleset, number: u8) -> Level {
    let mut all = levels(ruleset);
    let place = usize::from(number.max(1) - 1).min(all.len() - 1);
    all.swap_remove(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_impartial_level_has_no_contempt() {
        let level = |settings: &str| Level {
            name: String::new(),
            time: None,
            nodes: None,
            depth: None,
            noise: 0.0,
            settings: settings.to_owned(),
        };
        let told = |settings: &str| level(settings).impartial().settings;
        assert_eq!(told(r#"{"kind":"x","contempt":3000}"#), r#"{"kind":"x"}"#);
        assert_eq!(told(r#"{"kind": "x"}"#), r#"{"kind": "x"}"#);
    }

    #[test]
    fn several_lines_are_asked_for() {
        let asked = |lines: u16| {
            let (time, nodes, depth) = (None, None, None);
            let settings = r#"{"kind":"x"}"#.to_owned();
            Level { name: String::new(), time, nodes, depth, noise: 0.0, settings }
                .with_lines(lines)
                .settings
        };
        assert_eq!(
            (asked(1), asked(3)),
            (r#"{"kind":"x"}"#.into(), r#"{"kind":"x","lines":3}"#.into())
        );
    }

    #[test]
    fn the_lesser_depth_is_the_one_to_look_ahead() {
        let given = |settings: &str, depth: Option<u16>| {
            let settings = settings.to_owned();
            let (time, nodes) = (None, None);
            Level { name: String::new(), time, nodes, depth, noise: 0.0, settings }
                .search_settings()
        };
        assert_eq!(given(r#"{"kind":"x"}"#, None), r#"{"kind":"x"}"#);
        assert_eq!(given(r#"{"kind":"x"}"#, Some(3)), r#"{"kind":"x","depth":3}"#);
        assert_eq!(given(r#"{"depth":2}"#, Some(3)), r#"{"depth":2}"#);
        assert_eq!(given(r#"{"depth":9}"#, Some(3)), r#"{"depth":3}"#);
        assert_eq!(given("{}", Some(200)), "{}");
    }
}
