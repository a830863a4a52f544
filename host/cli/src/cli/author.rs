//! The commands for authors, as data.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Begins something of one's own.
#[derive(Debug, Args)]
pub struct New {
    /// What.
    #[command(subcommand)]
    pub what: NewCommand,
}

/// What to begin.
#[derive(Debug, Subcommand)]
pub enum NewCommand {
    /// Writes a plugin's crate with a small game that works, and a ruleset.
    Plugin(NewPlugin),
    /// Writes a ruleset that extends another one.
    Ruleset(NewRuleset),
    /// Writes all texts of the window and the terminal, to be translated.
    Language(NewLanguage),
}

/// Begins a plugin.
#[derive(Debug, Args)]
pub struct NewPlugin {
    /// Its name: small letters, digits and hyphens, a letter first.
    pub name: String,
    /// Where: the crate's folder. Without it, NAME in this folder.
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
}

/// Begins a ruleset.
#[derive(Debug, Args)]
pub struct NewRuleset {
    /// Its name within the family: small letters, digits and hyphens.
    pub name: String,
    /// Which ruleset it extends.
    #[arg(long, value_name = "RULESET")]
    pub from: String,
    /// A full copy that extends nothing.
    #[arg(long)]
    pub full: bool,
    /// Where: a folder of rulesets. Without it, the `rulesets/` of the checkout
    /// that this is, or the user's own folder.
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
}

/// Begins a language.
#[derive(Debug, Args)]
pub struct NewLanguage {
    /// Its code, as `fr` or `pt-BR`; the file's name.
    pub code: String,
    /// Where: a folder. Without it, `languages` beside the settings, where the
    /// program finds it.
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
}

/// Works on plugins.
#[derive(Debug, Args)]
pub struct Plugin {
    /// What.
    #[command(subcommand)]
    pub what: PluginCommand,
}

/// What to do with a plugin.
#[derive(Debug, Subcommand)]
pub enum PluginCommand {
    /// Compiles a plugin's crate with cargo and writes NAME.wasm beside its
    /// manifest.
    Build(Build),
    /// Holds a plugin to the contract: plays games at random and checks every
    /// promise at every position.
    Test(Test),
    /// Shows what a plugin is and can do, without running it.
    Inspect(Inspect),
}

/// Builds a plugin.
#[derive(Debug, Args)]
pub struct Build {
    /// The crate's folder.
    #[arg(value_name = "DIR", default_value = ".")]
    pub dir: PathBuf,
    /// Where the plugin goes; without it, NAME.wasm in the crate's folder.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Compile nothing: make the plugin from this module, which cargo built for
    /// wasm32-unknown-unknown.
    #[arg(long, value_name = "MODULE.wasm")]
    pub component_only: Option<PathBuf>,
    /// In a profile of the manifest's own.
    #[arg(long, value_name = "NAME", default_value = "release")]
    pub profile: String,
    /// The lock file must be up to date.
    #[arg(long)]
    pub locked: bool,
}

/// Tests a plugin.
#[derive(Debug, Args)]
pub struct Test {
    /// A plugin's file, its crate's folder (built first), or the name of one
    /// that can be found.
    #[arg(value_name = "DIR|FILE|NAME", default_value = ".")]
    pub plugin: String,
    /// Which ruleset; without one, all that the plugin plays.
    pub ruleset: Option<String>,
    /// How many games of each.
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub games: u32,
    /// Plies after which a game is cut.
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub cut: u32,
    /// What the moves are drawn from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// One JSON object for each ruleset and line.
    #[arg(long)]
    pub json: bool,
}

/// Inspects a plugin.
#[derive(Debug, Args)]
pub struct Inspect {
    /// A plugin's file, its crate's folder, or the name of one that can be found.
    #[arg(value_name = "FILE|DIR|NAME", default_value = ".")]
    pub plugin: String,
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
}
