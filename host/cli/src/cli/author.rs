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
        \x20 boardloom plugin pack games/mygame -o mygame.loomgame\n\
        \x20 boardloom plugin pack --id ann/mygame --key ann.key")]
    Pack(Pack),
    /// Make a key that signs games: FILE, which is secret, and FILE.pub. Its files are those of
    /// minisign.
    #[command(after_help = "Examples:\n\
        \x20 boardloom plugin key ann.key")]
    Key {
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Install games from files (.loomgame), addresses or indexes; playing or opening a file does
    /// so too.
    #[command(after_help = "Examples:\n\
        \x20 boardloom plugin install mygame.loomgame\n\
        \x20 boardloom plugin install https://example.org/mygame.loomgame --sha256 HASH\n\
        \x20 boardloom plugin install ann/mygame@0.2.0")]
    Install(Install),
    /// Install newer versions of installed games from the indexes, beside those that are there.
    #[command(after_help = "Examples:\n\
        \x20 boardloom plugin update\n\
        \x20 boardloom plugin update ann/mygame")]
    Update(Update),
    /// Search the indexes for games, by words of the name and the summary.
    #[command(after_help = "Examples:\n\
        \x20 boardloom plugin search stones")]
    Search {
        /// Print one JSON object per line.
        #[arg(long)]
        json: bool,
        /// All of them must occur; default: list all games.
        #[arg(value_name = "WORD")]
        words: Vec<String>,
    },
    /// Choose the indexes of games, and write one.
    #[command(subcommand)]
    #[command(after_help = "Examples:\n\
        \x20 boardloom plugin index add https://example.org/games/\n\
        \x20 boardloom plugin index list")]
    Index(IndexCommand),
    /// Remove installed games. Records of them stay, and can be opened when they are back.
    #[command(after_help = "Examples:\n\
        \x20 boardloom plugin remove ann/mygame\n\
        \x20 boardloom plugin remove ann/mygame@0.1.0")]
    Remove {
        /// Without a version, all versions.
        #[arg(required = true, value_name = "OWNER/NAME[@VERSION]")]
        ids: Vec<String>,
    },
    /// List the installed games with their versions, hashes and keys.
    #[command(after_help = "Examples:\n\
        \x20 boardloom plugin list")]
    List {
        /// Print one JSON object per line.
        #[arg(long)]
        json: bool,
    },
}

#[derive(Debug, Subcommand)]
pub enum IndexCommand {
    /// Add an index to the settings: an https:// address, or a folder.
    #[command(after_help = "Examples:\n\
        \x20 boardloom plugin index add https://example.org/games/\n\
        \x20 boardloom plugin index add games")]
    Add {
        #[arg(value_name = "ADDRESS|DIR")]
        address: String,
    },
    /// Remove an index from the settings. Installed games stay.
    #[command(after_help = "Examples:\n\
        \x20 boardloom plugin index remove https://example.org/games/")]
    Remove {
        #[arg(value_name = "ADDRESS|DIR")]
        address: String,
    },
    /// List the indexes of the settings.
    #[command(after_help = "Examples:\n\
        \x20 boardloom plugin index list")]
    List,
    /// Add game files to an index that can be hosted as it is: a folder of static files.
    #[command(after_help = "Examples:\n\
        \x20 boardloom plugin index write games mygame.loomgame\n\
        \x20 boardloom plugin index write games mygame.loomgame --address https://example.org/files")]
    Write {
        /// The index's folder; made if there is none.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Game files, each with the signature FILE.minisig beside it if there is one.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// The address below which the files are hosted under their names; by default they are
        /// copied into the index.
        #[arg(long, value_name = "ADDRESS")]
        address: Option<String>,
    },
}

#[derive(Debug, Args)]
pub struct Install {
    /// A file (.loomgame), an https:// address, or a game in an index.
    #[arg(required = true, value_name = "FILE|ADDRESS|OWNER/NAME[@VERSION]")]
    pub games: Vec<String>,
    /// The SHA-256 of the game's file; an address needs it.
    #[arg(long, value_name = "HASH")]
    pub sha256: Option<String>,
    /// Accept games that are signed with another key than before, or no longer.
    #[arg(long)]
    pub accept_key: bool,
}

#[derive(Debug, Args)]
pub struct Update {
    /// Installed games; default: all.
    #[arg(value_name = "OWNER/NAME")]
    pub ids: Vec<String>,
    /// Accept games that are signed with another key than before, or no longer.
    #[arg(long)]
    pub accept_key: bool,
}

#[derive(Debug, Args)]
pub struct Pack {
    /// The plugin's folder. Its files in `rulesets/`, README.md, CHANGELOG.md and LICENSE are packed.
    #[arg(value_name = "DIR", default_value = ".")]
    pub dir: PathBuf,
    /// The game's identity; default: `id` in [package.metadata.boardloom] of its manifest.
    #[arg(long, value_name = "OWNER/NAME")]
    pub id: Option<String>,
    /// Output file; default: NAME.loomgame in the plugin's folder.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Sign the game with this secret key: of `boardloom plugin key`, or of minisign without a
    /// password.
    #[arg(long, value_name = "FILE", conflicts_with = "public_key")]
    pub key: Option<PathBuf>,
    /// The public key, or its file, of a signature that is made afterwards with `minisign -Sm`;
    /// default: `public-key` in [package.metadata.boardloom].
    #[arg(long, value_name = "KEY|FILE")]
    pub public_key: Option<String>,
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
