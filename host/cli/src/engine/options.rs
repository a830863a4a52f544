//! What a match runner can set.

use std::io::{self, Write};
use std::time::Duration;

use boardloom_computer::{Level, level, levels};
use boardloom_ruleset::{OptionDomain, Overrides, Ruleset};
use serde_json::Value as Json;

/// The values in force.
#[derive(Debug, Clone)]
pub struct Options {
    /// Megabytes for what a search keeps.
    hash: u64,
    /// From 1; none is the strongest.
    level: Option<u8>,
    /// What chance is drawn from.
    pub seed: u64,
    /// What of the time a move takes on its way.
    pub overhead: Duration,
    /// How many lines a search reports.
    pub lines: u16,
    /// What was chosen of the ruleset's own options.
    pub settings: Overrides,
}

/// What has to be done about an option that was set.
#[derive(Debug, PartialEq, Eq)]
pub enum Then {
    /// Nothing; it holds from the next search on.
    Nothing,
    /// The computer begins anew.
    ForgetSearch,
    /// The game begins anew: the ruleset or its chance is another one.
    Reopen,
}

const HASH: (u64, u64, u64) = (128, 1, 384);
const SEED: (u64, u64, u64) = (0, 0, i32::MAX as u64);
const OVERHEAD: (u64, u64, u64) = (20, 0, 10_000);
const LINES: (u64, u64, u64) = (1, 1, 16);

impl Options {
    /// Returns the options as they are at first.
    pub fn new(settings: Overrides) -> Self {
        Options {
            hash: HASH.0,
            level: None,
            seed: SEED.0,
            overhead: Duration::from_millis(OVERHEAD.0),
            lines: LINES.0 as u16,
            settings,
        }
    }

    /// Returns the bytes for what a search keeps.
    pub fn memory(&self) -> u64 {
        self.hash << 20
    }

    /// Returns the level that is set.
    pub fn level(&self, ruleset: &Ruleset) -> Level {
        level(ruleset, self.level.unwrap_or(u8::MAX))
    }

    /// Writes a line for each option.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn declare(&self, ruleset: &Ruleset, out: &mut dyn Write) -> io::Result<()> {
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

    /// Sets an option; upper and lower case are the same.
    ///
    /// # Errors
    /// Says why not: there is no such option, or the value does not fit.
    pub fn set(&mut self, name: &str, value: &str, ruleset: &Ruleset) -> Result<Then, Refused> {
        let number = |(_, min, max): (u64, u64, u64)| {
            let number = value.parse().ok().filter(|number| (min..=max).contains(number));
            number.ok_or_else(|| {
                Refused::Value(format!("{name}: expected {min} to {max}, found `{value}`"))
            })
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.hash = number(HASH)?,
            "level" => {
                let most = levels(ruleset).len() as u64;
                self.level = Some(number((most, 1, most))? as u8);
                return Ok(Then::Nothing);
            }
            "seed" => {
                self.seed = number(SEED)?;
                return Ok(Then::Reopen);
            }
            "moveoverhead" => {
                self.overhead = Duration::from_millis(number(OVERHEAD)?);
                return Ok(Then::Nothing);
            }
            "multipv" => {
                self.lines = number(LINES)? as u16;
                return Ok(Then::Nothing);
            }
            _ => {
                let option = ruleset.options.iter().find(|it| it.key.eq_ignore_ascii_case(name));
                let option = option.ok_or(Refused::Unknown)?;
                self.settings.set_text(option.key.clone(), value);
                return Ok(Then::Reopen);
            }
        }
        Ok(Then::ForgetSearch)
    }
}

/// Why an option was not set.
#[derive(Debug, PartialEq, Eq)]
pub enum Refused {
    /// There is no such option: the protocols want that to be passed over.
    Unknown,
    /// The value does not fit.
    Value(String),
}

/// Returns a value as a runner writes it: texts without their quotes.
fn plain(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    }
}
