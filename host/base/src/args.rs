//! Arguments that several commands share.

use std::path::PathBuf;

use boardloom_ruleset::Overrides;
use clap::{ArgAction, Args};

use crate::failure::Failure;

/// Values chosen for options of a ruleset.
#[derive(Debug, Args)]
pub struct Chosen {
    /// Chooses a value, as `--set rules.limit=100`; can be given more than once.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

impl Chosen {
    /// Returns the values chosen.
    ///
    /// # Errors
    /// Where something is no `key=value`.
    pub fn settings(&self) -> Result<Overrides, Failure> {
        let mut settings = Overrides::new();
        for text in &self.set {
            let set = settings.set_assignment(text);
            set.map_err(|error| Failure::Usage(format!("--set: {error}")))?;
        }
        Ok(settings)
    }
}

/// Where rulesets and plugins are looked for.
#[derive(Debug, Args)]
pub struct CatalogArgs {
    /// A folder of rulesets that come before all others; can be given more than
    /// once.
    #[arg(long, global = true, value_name = "DIR", help_heading = "Where to look")]
    pub rulesets: Vec<PathBuf>,
    /// A folder of plugins (NAME.wasm) that come before all others; can be given
    /// more than once.
    #[arg(long, global = true, value_name = "DIR", help_heading = "Where to look")]
    pub plugins: Vec<PathBuf>,
    /// Use only what is built in.
    #[arg(long, global = true, help_heading = "Where to look",
          conflicts_with_all = ["rulesets", "plugins"])]
    pub safe_mode: bool,
    /// Say more about what happens; twice says all that plugins say.
    #[arg(short, long, global = true, action = ArgAction::Count)]
    pub verbose: u8,
}
