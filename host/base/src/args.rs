//! Arguments that several commands share.

use std::path::PathBuf;
use std::time::Duration;

use boardloom_ruleset::Overrides;
use clap::{ArgAction, Args};

use crate::failure::{Failure, Result};

/// Values for a ruleset's options.
#[derive(Debug, Args)]
pub struct OverrideArgs {
    /// Set a value, such as `--set board.width=9`; repeatable. `rules` lists the keys of a
    /// ruleset.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

impl OverrideArgs {
    pub fn parse(&self) -> Result<Overrides> {
        let mut overrides = Overrides::new();
        for text in &self.set {
            let set = overrides.set_assignment(text);
            set.map_err(|error| Failure::Usage(format!("--set: {error}")))?;
        }
        Ok(overrides)
    }
}

/// Parses a time limit in seconds.
///
/// # Errors
/// If it is no number of seconds of a day.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.001..=86_400.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected seconds, up to 86400".to_owned())
}

/// The folders of rulesets and plugins.
#[derive(Debug, Args)]
pub struct CatalogArgs {
    /// A folder of rulesets that takes precedence; repeatable.
    #[arg(long, global = true, value_name = "DIR", help_heading = "Where to look")]
    pub rulesets: Vec<PathBuf>,
    /// A folder of plugins (NAME.wasm) that takes precedence; repeatable.
    #[arg(long, global = true, value_name = "DIR", help_heading = "Where to look")]
    pub plugins: Vec<PathBuf>,
    /// Use built-in rulesets and plugins only.
    #[arg(long, global = true, help_heading = "Where to look",
          conflicts_with_all = ["rulesets", "plugins"])]
    pub safe_mode: bool,
    /// Log more; twice logs everything that plugins say.
    #[arg(short, long, global = true, action = ArgAction::Count)]
    pub verbose: u8,
}
