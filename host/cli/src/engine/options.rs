//! The options that a match runner can set.

use std::io::{self, Write};
use std::time::Duration;

use boardloom_computer::{Level, level, levels};
use boardloom_ruleset::{OptionDomain, Overrides, Ruleset};
use serde_json::Value as Json;

#[derive(Debug, Clone)]
pub struct EngineOptions {
    /// Memory limit of the search, in mebibytes.
    hash: u64,
    /// From 1; `None` is the strongest.
    level: Option<u8>,
    pub seed: u64,
    /// Time per move to reserve for communication.
    pub overhead: Duration,
    /// Number of variations to report (`MultiPV`).
    pub lines: u16,
    pub settings: Overrides,
}

#[derive(Debug, PartialEq, Eq)]
pub enum OptionEffect {
    /// Applies from the next search on.
    NextSearch,
    /// Needs a new computer.
    ResetComputer,
    /// Needs a new match: the ruleset or its seed changed.
    RestartMatch,
}

const HASH: (u64, u64, u64) = (128, 1, 384);
const SEED: (u64, u64, u64) = (0, 0, i32::MAX as u64);
const OVERHEAD: (u64, u64, u64) = (2, 0, 10_000);
const LINES: (u64, u64, u64) = (1, 1, 16);

impl EngineOptions {
    pub fn new(settings: Overrides) -> Self {
        EngineOptions {
            hash: HASH.0,
            level: None,
            seed: SEED.0,
            overhead: Duration::from_millis(OVERHEAD.0),
            lines: LINES.0 as u16,
            settings,
        }
    }

    /// In bytes.
    pub fn memory(&self) -> u64 {
        self.hash << 20
    }

    pub fn level(&self, ruleset: &Ruleset) -> Level {
        level(ruleset, self.level.unwrap_or(u8::MAX))
    }

    pub fn write_declarations(&self, ruleset: &Ruleset, out: &mut dyn Write) -> io::Result<()> {
        let most = levels(ruleset).len() as u64;
        let own = [
            ("Hash", HASH),
            ("Level", (most, 1, most)),
            ("Seed", SEED),
            ("MoveOverhead", OVERHEAD),
            ("MultiPV", LINES),
        ];
        for (name, (default, min, max)) in own {
            writeln!(out, "option name {name} type spin default {default} min {min} max {max}")?;
        }
        for option in &ruleset.options {
            write!(out, "option name {} type ", option.key)?;
            let default = plain(&option.value);
            match &option.domain {
                OptionDomain::Switch => writeln!(out, "check default {default}")?,
                OptionDomain::Range { low, high, whole: true, .. } => {
                    writeln!(out, "spin default {default} min {low} max {high}")?;
                }
                OptionDomain::Range { .. } => writeln!(out, "string default {default}")?,
                OptionDomain::List(items) => {
                    write!(out, "combo default {default}")?;
                    items.iter().try_for_each(|it| write!(out, " var {}", plain(&it.value)))?;
                    writeln!(out)?;
                }
            }
        }
        Ok(())
    }

    /// Sets an option; its name is case-insensitive.
    pub fn set(
        &mut self,
        name: &str,
        value: &str,
        ruleset: &Ruleset,
    ) -> Result<OptionEffect, OptionError> {
        let number = |(_, min, max): (u64, u64, u64)| {
            let number = value.parse().ok().filter(|number| (min..=max).contains(number));
            number.ok_or_else(|| {
                OptionError::InvalidValue(format!(
                    "{name}: expected {min} to {max}, found `{value}`"
                ))
            })
        };
        let own = name.to_ascii_lowercase();
        match &*own {
            "hash" => self.hash = number(HASH)?,
            "level" => self.level = Some(number((1, 1, levels(ruleset).len() as u64))? as u8),
            "seed" => self.seed = number(SEED)?,
            "moveoverhead" => self.overhead = Duration::from_millis(number(OVERHEAD)?),
            "multipv" => self.lines = number(LINES)? as u16,
            _ => {
                let option = ruleset.options.iter().find(|it| it.key.eq_ignore_ascii_case(name));
                let option = option.ok_or(OptionError::Unknown)?;
                self.settings.set_text(option.key.clone(), value);
            }
        }
        Ok(match &*own {
            "hash" => OptionEffect::ResetComputer,
            "level" | "moveoverhead" | "multipv" => OptionEffect::NextSearch,
            _ => OptionEffect::RestartMatch,
        })
    }
}

#[derive(Debug, PartialEq, Eq)]
pub enum OptionError {
    /// The protocols require engines to ignore unknown options.
    Unknown,
    InvalidValue(String),
}

/// Formats a value without the quotes of strings.
fn plain(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    }
}
