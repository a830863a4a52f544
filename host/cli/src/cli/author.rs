//! Arguments of the commands for authors.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

#[derive(Debug, Subcommand)]
pub enum NewCommand {
    /// Write a plugin with a small working game and its ruleset.
    #[command(after_help = "Examples:\n\
        \x20 boardloom new plugin mygame\n\
        \x20 boardloom new plugin mygame --language c\n\
        \x20 boardloom new plugin mygame --dir games/mygame")]
    Plugin(NewPlugin),
    /// Write a ruleset that extends another ruleset.
    #[command(after_help = "Examples:\n\
        \x20 boardloom new ruleset big --from FAMILY/NAME\n\
        \x20 boardloom new ruleset big --from FAMILY/NAME --full")]
    Ruleset(NewRuleset),
    /// Write all texts of the window and the terminal, for translation.
    #[command(after_help = "Examples:\n\
        \x20 boardloom new language fr")]
    Language(NewLanguage),
}

#[derive(Debug, Args)]
pub struct NewPlugin {
    /// The name: lower-case letters, digits and hyphens, a letter first.
    pub name: String,
    /// The plugin's folder; default: NAME in the current folder.
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// The language of its rules.
    #[arg(long, value_enum, default_value_t = PluginLanguage::Rust)]
    pub language: PluginLanguage,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PluginLanguage {
    /// A crate; needs Rust.
    Rust,
    /// A folder with plugin.toml; needs clang and lld.
    C,
}

#[derive(Debug, Args)]
pub struct NewRuleset {
    /// The name within the family: lower-case letters, digits and hyphens.
    pub name: String,
    /// The ruleset to extend.
    #[arg(long, value_name = "RULESET")]
    pub from: String,
    /// Write a full copy that extends nothing.
    #[arg(long)]
    pub full: bool,
    /// The folder of rulesets; default: `rulesets/` of this checkout, else the user's folder.
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct NewLanguage {
    /// The language code, such as `fr` or `pt-BR`; it names the file.
    pub code: String,
    /// The folder; default: `languages` beside the settings file, where the program looks for it.
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub enum PluginCommand {
    /// Compile a plugin, a crate with cargo or C with clang, and write NAME.wasm beside its manifest.
    #[command(after_help = "Examples:\n\
        \x20 boardloom plugin build\n\
        \x20 boardloom plugin build games/mygame -o mygame.wasm\n\
        \x20 boardloom plugin build zig-out/module.wasm -o mygame.wasm")]
    Build(Build),
    /// Test a plugin against the contract: play random games and check every position. Then count
    /// the moves of `[[test]]` in its rulesets, and play the records in `tests/` again.
    #[command(after_help = "Examples:\n\
        \x20 boardloom plugin test\n\
        \x20 boardloom plugin test mygame.wasm mygame/small --games 20")]
    Test(Test),
    /// Show a plugin's properties without running it.
    #[command(after_help = "Examples:\n\
        \x20 boardloom plugin inspect mygame.wasm\n\
        \x20 boardloom plugin inspect FAMILY --json")]
    Inspect(Inspect),
    /// Pack a plugin with its rulesets into one file, NAME.loomgame, which is enough to play.
    #[command(after_help = "Examples:\n\
        \x20 boardloom plugin pack --id ann/mygame\n\
        \x20 boardloom plugin pack games/mygame -o mygame.loomgame")]
    Pack(Pack),
    /// Install games from their files (.loomgame); playing or opening such a file does so too.
    #[command(after_help = "Examples:\n\
        \x20 boardloom plugin install mygame.loomgame")]
    Install {
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Remove installed games. Records of them stay, and can be opened when they are back.
    #[command(after_help = "Examples:\n\
        \x20 boardloom plugin remove ann/mygame")]
    Remove {
        #[arg(required = true, value_name = "OWNER/NAME")]
        ids: Vec<String>,
    },
    /// List the installed games with their versions and the hashes of their files.
    #[command(after_help = "Examples:\n\
        \x20 boardloom plugin list")]
    List {
        /// Print one JSON object per line.
        #[arg(long)]
        json: bool,
    },
}

#[derive(Debug, Args)]
pub struct Pack {
    /// The plugin's folder. Its files in `rulesets/`, README.md and LICENSE are packed.
    #[arg(value_name = "DIR", default_value = ".")]
    pub dir: PathBuf,
    /// The game's identity; default: `id` in [package.metadata.boardloom] of its manifest.
    #[arg(long, value_name = "OWNER/NAME")]
    pub id: Option<String>,
    /// Output file; default: NAME.loomgame in the plugin's folder.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Pack this component instead of compiling the plugin.
    #[arg(long, value_name = "FILE.wasm")]
    pub component: Option<PathBuf>,
    /// Require an up-to-date Cargo.lock.
    #[arg(long)]
    pub locked: bool,
}

#[derive(Debug, Args)]
pub struct Build {
    /// The plugin's folder, or a core module of any language to make a plugin of.
    #[arg(value_name = "DIR|MODULE.wasm", default_value = ".")]
    pub dir: PathBuf,
    /// Output file; default: NAME.wasm in the plugin's folder.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Compile nothing: convert this module, which cargo built for wasm32-unknown-unknown.
    #[arg(long, value_name = "MODULE.wasm")]
    pub component_only: Option<PathBuf>,
    /// The cargo profile.
    #[arg(long, value_name = "NAME", default_value = "release")]
    pub profile: String,
    /// Require an up-to-date Cargo.lock.
    #[arg(long)]
    pub locked: bool,
}

#[derive(Debug, Args)]
pub struct Test {
    /// A plugin's file, its folder (built first), or its name.
    #[arg(value_name = "DIR|FILE|NAME", default_value = ".")]
    pub plugin: String,
    /// The ruleset; default: all rulesets of the plugin.
    pub ruleset: Option<String>,
    /// Games per ruleset.
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub games: u32,
    /// Stop a game after N plies.
    #[arg(long, alias = "cut", value_name = "N", default_value_t = 400)]
    pub max_plies: u32,
    /// Random seed for the moves.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Print one JSON object per line, one for each ruleset.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Inspect {
    /// A plugin's file, its folder, or its name.
    #[arg(value_name = "FILE|DIR|NAME", default_value = ".")]
    pub plugin: String,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}
