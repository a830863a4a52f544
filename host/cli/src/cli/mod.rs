//! Command-line arguments.

mod author;
mod game;
mod mail;
#[cfg(feature = "server")]
mod serve;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Command, CommandFactory, Parser, Subcommand, ValueEnum};

pub use author::{
    Build, IndexCommand, Inspect, Install, NewCommand, NewLanguage, NewPlugin, NewRuleset, Pack,
    PluginCommand, PluginLanguage, Test, Update,
};
use boardloom_base::args::seconds;
pub use boardloom_base::args::{CatalogArgs, OverrideArgs};
pub use boardloom_lab::args::{
    Arena, Bench, Compare, Perft, Positions, Puzzles, Solve, Stats, Train,
};
pub use game::{Bot, Host, Join, Play, Render, Replay};
pub use mail::{Answer, ImportMail, JoinMail, MailCommand, MoveMail, NewMail, SendMail, ShowMail};
#[cfg(feature = "server")]
pub use serve::{AccountsMode, AdminCommand, Serve, ServeCommand};

/// Play, change and invent abstract board games.
///
/// Without a command, opens the window.
#[derive(Debug, Parser)]
#[command(name = "boardloom", version, max_term_width = 100, after_help = AFTER)]
pub struct Cli {
    #[command(flatten)]
    pub args: CatalogArgs,
    #[command(subcommand)]
    pub command: Option<CliCommand>,
}

/// Returns the command line with a ruleset's id in place of the one in examples, so that they run
/// as they stand.
pub fn command_with_examples(ruleset: &str) -> Command {
    let family = ruleset.split('/').next().unwrap_or(ruleset);
    with_examples(Cli::command(), ruleset, family)
}

fn with_examples(command: Command, ruleset: &str, family: &str) -> Command {
    let help = command.get_after_help().map(|help| help.to_string());
    let named = help.map(|help| help.replace(RULESET, ruleset).replace("FAMILY", family));
    let command = match named {
        Some(named) => command.after_help(named),
        None => command,
    };
    command.mut_subcommands(|below| with_examples(below, ruleset, family))
}

/// Stands for a ruleset in examples.
pub const RULESET: &str = "FAMILY/NAME";

const AFTER: &str = "\
Examples:
  boardloom
  boardloom play FAMILY/NAME --level easy

Name a ruleset by its id, as `list` shows it, or by its file (NAME.toml).

Exit codes: 0 success, 1 errors found, 2 wrong usage, 3 no window or terminal
available, 4 plugin failure, 5 input or output error, 130 stopped by Ctrl-C before
there was a result.";

#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Play a ruleset or continue a record, in the window, in a terminal or as text.
    Play(Box<Play>),
    /// Open a room for a game between several programs, on this machine unless told otherwise.
    #[command(after_help = "Examples:\n\
        \x20 boardloom host FAMILY/NAME --seat1 human --seat2 computer:3\n\
        \x20 boardloom host game.loom --listen 0.0.0.0:7777 --code secret")]
    Host(Box<Host>),
    /// Play or watch in a room that `host` opened, or in a game on a server.
    #[command(after_help = "Examples:\n\
        \x20 boardloom join\n\
        \x20 boardloom join 192.168.1.20:7777 secret ABCDEFGHJKLMNPQRSTUV --name Ann\n\
        \x20 boardloom join https://games.example.org/rooms/k3x9 --name Ann\n\
        \x20 boardloom join localhost:7777 secret --plain --watch --json")]
    Join(Join),
    /// Let a program that speaks UAI or UGI play in a room, or in a game on a server.
    #[command(after_help = "Examples:\n\
        \x20 boardloom bot localhost:7777 secret --plain --engine ./engine --threads 2\n\
        \x20 boardloom bot localhost:7777 secret --plain --protocol uai --engine ./engine")]
    Bot(Bot),
    /// Play by mail: each move is a signed text to send in any way, without a server.
    #[command(subcommand)]
    #[command(after_help = "Examples:\n\
        \x20 boardloom mail new FAMILY/NAME --name Ann -o invitation.txt\n\
        \x20 boardloom mail import invitation.txt\n\
        \x20 boardloom mail join GAME --name Bob -o answer.txt\n\
        \x20 boardloom mail move GAME c4 --say 'Good luck!' -o move.txt")]
    Mail(MailCommand),
    /// Serve many games, with a page for browsers.
    #[cfg(feature = "server")]
    #[command(after_help = "Examples:\n\
        \x20 boardloom serve\n\
        \x20 boardloom serve --listen 127.0.0.1:7878 --origin https://games.example.org \
        --behind-proxy\n\
        \x20 boardloom serve admin add NAME")]
    Serve(Serve),
    /// List the rulesets and their origins.
    #[command(after_help = "Examples:\n\
        \x20 boardloom list\n\
        \x20 boardloom list small\n\
        \x20 boardloom list --json")]
    List {
        /// Print one JSON array of objects.
        #[arg(long)]
        json: bool,
        /// Print names and summaries in this language, as `de`. Default: the language of the
        /// settings in a terminal, else English.
        #[arg(long, value_name = "CODE", conflicts_with = "json")]
        language: Option<String>,
        /// Only rulesets whose id, names or summary contain all these words.
        #[arg(value_name = "WORD")]
        words: Vec<String>,
    },
    /// Print the rules of a ruleset with its current parameters.
    #[command(after_help = "Examples:\n\
        \x20 boardloom rules FAMILY/NAME --language de\n\
        \x20 boardloom rules FAMILY/NAME --set board.width=9 --toml")]
    Rules(Rules),
    /// Check rulesets, by file, folder or name; exit with 1 if any has errors.
    #[command(after_help = "Examples:\n\
        \x20 boardloom check big.toml --play\n\
        \x20 boardloom check FAMILY/NAME\n\
        \x20 boardloom check rulesets --language de --json")]
    Check {
        /// Files of rulesets, their names, folders, or plugins (.wasm) with all of their rulesets;
        /// default: all rulesets that `list` shows.
        #[arg(value_name = "PATH")]
        paths: Vec<PathBuf>,
        /// Also play games at random: warn if none ends, or if a side wins with its first move.
        #[arg(long)]
        play: bool,
        /// Also list the texts that are missing in this language, as `de`.
        #[arg(long, value_name = "CODE")]
        language: Vec<String>,
        /// Print one JSON object per line, one for each file.
        #[arg(long)]
        json: bool,
    },
    /// Print the JSON Schema of a plugin's rulesets, for text editors.
    #[command(after_help = "Examples:\n\
        \x20 boardloom schema FAMILY > schema.json")]
    Schema {
        /// The plugin's name.
        plugin: String,
    },
    /// Count the move sequences of a given length.
    #[command(after_help = "Examples:\n\
        \x20 boardloom perft FAMILY/NAME --depth 4\n\
        \x20 boardloom perft FAMILY/NAME 5 --divide -j 0")]
    Perft(Perft),
    /// Find the exact value of a small game, with a strategy that proves it.
    #[command(after_help = "Examples:\n\
        \x20 boardloom solve small.toml --certificate proof.json\n\
        \x20 boardloom solve small.toml --verify proof.json")]
    Solve(Solve),
    /// Measure how fast plugins load, count moves and play random games.
    #[command(after_help = "Examples:\n\
        \x20 boardloom bench\n\
        \x20 boardloom bench FAMILY/NAME --seconds 5 --json")]
    Bench(Bench),
    /// Measure a game's branching factor and length, and show the size that the ruleset declares.
    #[command(after_help = "Examples:\n\
        \x20 boardloom stats FAMILY/NAME -n 1000 -j 0\n\
        \x20 boardloom stats big.toml --computer easy --by-ply")]
    Stats(Stats),
    /// Play matches between two computer settings, and report the results of each and of each seat.
    Arena(Box<Arena>),
    /// Compare reports of `arena` in tables and plots.
    #[command(after_help = "Examples:\n\
        \x20 boardloom arena FAMILY/NAME --json > new.json\n\
        \x20 boardloom compare old.json new.json --plots plots")]
    Compare(Compare),
    /// Find material for rulesets.
    #[command(subcommand)]
    #[command(after_help = "Examples:\n\
        \x20 boardloom lab puzzles FAMILY/NAME --count 10")]
    Lab(LabCommand),
    /// Run an engine for other programs, with a protocol on standard input and output.
    #[command(after_help = "Examples:\n\
        \x20 boardloom engine uai\n\
        \x20 boardloom engine ugi FAMILY/NAME --set board.width=9")]
    Engine(Engine),
    /// Draw a position as PNG or SVG, or a game as GIF or PNG frames.
    Render(Render),
    /// Print a record move by move, and check that every move is legal.
    #[command(after_help = "Examples:\n\
        \x20 boardloom replay game.loom\n\
        \x20 boardloom replay game.loom --last")]
    Replay(Replay),
    /// Answer JSON requests, one per line of standard input.
    #[command(after_help = "Examples:\n\
        \x20 boardloom query --guide\n\
        \x20 echo '{\"ruleset\": \"FAMILY/NAME\", \"ask\": [\"legal\"]}' | boardloom query")]
    Query(Query),
    /// Create a new plugin, ruleset or language.
    #[command(subcommand)]
    #[command(after_help = "Examples:\n\
        \x20 boardloom new plugin mygame\n\
        \x20 boardloom new ruleset big --from FAMILY/NAME\n\
        \x20 boardloom new language fr")]
    New(NewCommand),
    /// Build, test, pack and install plugins.
    #[command(subcommand)]
    #[command(after_help = "Examples:\n\
        \x20 boardloom plugin build\n\
        \x20 boardloom plugin test --games 20\n\
        \x20 boardloom plugin inspect mygame.wasm")]
    Plugin(PluginCommand),
    /// Show the folders in use, and find problems with the installation.
    #[command(after_help = "Examples:\n\
        \x20 boardloom doctor\n\
        \x20 boardloom doctor --json")]
    Doctor {
        /// Print one JSON array of objects.
        #[arg(long)]
        json: bool,
    },
    /// Show all components of the window's screens in all states.
    #[command(hide = true)]
    Gallery,
    /// Print completions for a shell.
    #[command(after_help = "Examples:\n\
        \x20 boardloom completions bash > ~/.local/share/bash-completion/completions/boardloom")]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page of the program or of a command, or write all pages.
    #[command(after_help = "Examples:\n  boardloom man play | man -l -\n  \
                            boardloom man --dir ~/.local/share/man/man1")]
    Man {
        /// The command; default: the program.
        command: Vec<String>,
        /// Write the pages of all commands into this folder.
        #[arg(long, value_name = "DIR", conflicts_with = "command")]
        dir: Option<PathBuf>,
    },
}

#[derive(Debug, Subcommand)]
pub enum LabCommand {
    /// Find positions with one winning move in games of the computer, and print them as
    /// `[[puzzle]]` tables.
    #[command(after_help = "Examples:\n\
        \x20 boardloom lab puzzles FAMILY/NAME --count 10 >> more.toml")]
    Puzzles(Puzzles),
    /// Let the computer play against itself, and write the positions for `lab train`.
    #[command(after_help = "Examples:\n\
        \x20 boardloom lab positions FAMILY/NAME -n 5000 -o positions.bin -j 0")]
    Positions(Positions),
    /// Train a network on positions of `lab positions`, for `[ai] network`.
    #[command(after_help = "Examples:\n\
        \x20 boardloom lab train FAMILY/NAME positions.bin -o name.net")]
    Train(Train),
}

#[derive(Debug, Args)]
pub struct Rules {
    /// The ruleset.
    pub ruleset: String,
    #[command(flatten)]
    pub overrides: OverrideArgs,
    /// Print the whole ruleset as one TOML file, with its parents and the chosen values merged in.
    #[arg(long)]
    pub toml: bool,
    /// Print the game's texts in this language, as `de`. Default: the language of the settings in
    /// a terminal, else English.
    #[arg(long, value_name = "CODE")]
    pub language: Option<String>,
}

#[derive(Debug, Args)]
pub struct Engine {
    /// The protocol that the other program speaks.
    pub protocol: Protocol,
    /// The ruleset; default: the one declared for the protocol.
    pub ruleset: Option<String>,
    #[command(flatten)]
    pub overrides: OverrideArgs,
}

/// A protocol between a program that runs matches and a computer player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Protocol {
    /// UAI, for games of two players.
    #[value(name = "uai", help = "UAI: clocks are btime and wtime, b is the first player")]
    Uai,
    /// Universal Game Interface.
    #[value(
        name = "ugi",
        help = "UGI: any game of two players; answers queries about the position"
    )]
    Ugi,
}

#[derive(Debug, Args)]
pub struct Query {
    /// Print the guide to requests and answers, with examples.
    #[arg(long)]
    pub guide: bool,
    /// The longest time for counting (`perft`, `divide`) in a request.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub timeout: Duration,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PictureFormat {
    /// A raster picture.
    Png,
    /// A vector picture.
    Svg,
    /// An animation of a whole game.
    Gif,
    /// A PNG file for each position of a game.
    Frames,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the command lines of the program among the examples of a help text.
    fn examples(help: &str) -> Vec<String> {
        let lines = help.lines().skip_while(|line| !line.starts_with("Example"));
        let lines = lines.skip(1).take_while(|line| line.starts_with("  "));
        let own = lines.filter_map(|line| {
            line.split(" | ").map(str::trim).find(|part| part.starts_with("boardloom"))
        });
        own.map(|line| line.split(['<', '>']).next().unwrap_or(line).to_owned()).collect()
    }

    /// Splits a command line as a shell does, with single quotes around words that have spaces.
    fn words(line: &str) -> Vec<&str> {
        let parts = line.split('\'').enumerate();
        let words = parts.flat_map(|(index, part)| {
            if index % 2 == 1 { vec![part] } else { part.split_whitespace().collect() }
        });
        words.collect()
    }

    fn check(path: &str, command: &Command) {
        let help = command.get_after_help().map(|help| help.to_string()).unwrap_or_default();
        let examples = examples(&help);
        assert!(!examples.is_empty(), "`{path} --help` has no examples");
        for example in examples {
            if let Err(error) = Cli::try_parse_from(words(&example)) {
                panic!("{path}: {example}: {error}");
            }
        }
        for below in command.get_subcommands().filter(|it| !it.is_hide_set()) {
            check(&format!("{path} {}", below.get_name()), below);
        }
    }

    #[test]
    fn every_help_has_examples_that_the_program_takes() {
        check("boardloom", &Cli::command());
    }
}
