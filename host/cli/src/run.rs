//! Parses the arguments and runs the command.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use boardloom_base::args::CatalogArgs;
use boardloom_sandbox::{Limits, SandboxConfig};
use clap::Parser;

use crate::catalog::{file_of, plugin_of};
use crate::cli::{self, Cli, CliCommand, LabCommand, MailCommand, NewCommand, PluginCommand};
use crate::games::{GameArrival, is_game_file};
#[cfg(feature = "server")]
use crate::serve;
use crate::{Console, Failure, Result};
use crate::{
    arena, author, bench, catalog_args, check, doctor, engine, list, mail, manual, online, perft,
    puzzles, query, render, replay, rules, seats, services, solver, stats, terminal, text,
    training, window,
};

/// Runs the program and returns its exit code (see [`Failure::code`]); the first
/// argument is the program's name.
pub fn run(args: impl IntoIterator<Item = OsString>, console: &mut Console<'_>) -> u8 {
    let args: Vec<OsString> = args.into_iter().collect();
    let cli = match Cli::try_parse_from(&args) {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => return print_clap_error(&error, console),
        Err(error) => {
            // Help, which names a ruleset that there is.
            let command = cli::command_with_examples(&catalog_args::example_ruleset());
            let help = command.try_get_matches_from(&args).err().unwrap_or(error);
            return print_clap_error(&help, console);
        }
    };
    init_logging(cli.args.verbose, is_server(&cli));
    let result = dispatch(cli, console).and_then(|()| Ok(console.flush()?));
    match result {
        Ok(()) => 0,
        Err(failure) => {
            // Print pending output before the error message.
            let _ = console.flush();
            let _ = write!(console.err, "{}", failure.text(console.color_err));
            failure.code()
        }
    }
}

fn dispatch(cli: Cli, console: &mut Console<'_>) -> Result<()> {
    let Cli { args, command } = cli;
    require_folders("--rulesets", &args.rulesets)?;
    require_folders("--plugins", &args.plugins)?;
    let Some(mut command) = command else {
        let options = boardloom_app::Options::default();
        let opened = window::open(catalog_args::open(&args, None), options.clone());
        return terminal::offer(opened, console, || {
            terminal::open(catalog_args::open(&args, None), options)
        });
    };
    let named = match ruleset_argument(&mut command) {
        None => None,
        Some(name) => {
            require_file(name)?;
            install_game(&args, name, console)?;
            Some(name.clone())
        }
    };
    make_named_seats(&args, &mut command)?;
    let catalog = || catalog_args::open(&args, named.as_deref());
    match &command {
        CliCommand::Play(play) if play.text => {
            services::choose_language(play.language.as_deref(), console)?;
            if let Some(what) = &play.what {
                author::games::offer(&catalog(), what, console)?;
            }
            text::play(catalog(), play, console)
        }
        CliCommand::Play(play) if play.terminal => terminal::play(catalog(), play),
        CliCommand::Play(play) => {
            let opened = window::play(catalog(), play);
            terminal::offer(opened, console, || terminal::play(catalog(), play))
        }
        CliCommand::Host(host) => online::host(&catalog(), host, console),
        CliCommand::Join(join) => online::join(&catalog(), join, console),
        CliCommand::Bot(bot) => online::bot(&catalog(), bot, console),
        CliCommand::Mail(command) => mail::run(&catalog(), command, console),
        #[cfg(feature = "server")]
        CliCommand::Serve(args) => serve::serve(catalog(), args, console),
        CliCommand::List { json, language, words } => {
            if !json {
                services::choose_language(language.as_deref(), console)?;
            }
            list::run(&catalog(), *json, &words.join(" "), console)
        }
        CliCommand::Rules(rules) => rules::run(&catalog(), rules, console),
        CliCommand::Check { paths, play, json, language } => {
            let scope = check::Scope { languages: language, play: *play };
            check::run(&args, paths, scope, *json, console)
        }
        CliCommand::Schema { plugin } => rules::schema(&catalog(), plugin, console),
        CliCommand::Perft(perft) => perft::run(&catalog(), perft, console),
        CliCommand::Solve(solve) => solver::run(&catalog(), solve, console),
        CliCommand::Bench(bench) => bench::run(&catalog(), bench, console),
        CliCommand::Stats(stats) => stats::run(&catalog(), stats, console),
        CliCommand::Arena(arena) => arena::run(&catalog(), arena, console),
        CliCommand::Compare(compare) => arena::compare(&catalog(), compare, console),
        CliCommand::Lab(LabCommand::Puzzles(find)) => puzzles::run(&catalog(), find, console),
        CliCommand::Lab(LabCommand::Positions(play)) => {
            training::positions(&catalog(), play, console)
        }
        CliCommand::Lab(LabCommand::Train(train)) => training::train(&catalog(), train, console),
        CliCommand::Engine(engine) => engine::run(&catalog(), engine, console),
        CliCommand::Render(render) => {
            author::games::offer(&catalog(), &render.what, console)?;
            render::run(&catalog(), render, console)
        }
        CliCommand::Replay(replay) => {
            author::games::offer(&catalog(), &replay.record.to_string_lossy(), console)?;
            replay::run(&catalog(), replay, console)
        }
        CliCommand::Query(guide) if guide.guide => {
            console.out.write_all(query::GUIDE.as_bytes())?;
            Ok(())
        }
        CliCommand::Query(query) => {
            let limits = Limits { count: query.timeout, ..Limits::default() };
            let config = SandboxConfig { limits, ..SandboxConfig::default() };
            Ok(query::serve(&catalog().with_config(config), console)?)
        }
        CliCommand::New(new) => match new {
            NewCommand::Plugin(plugin) => author::new_plugin::run(plugin, console),
            NewCommand::Language(language) => author::new_language::run(language, console),
            NewCommand::Ruleset(new) => author::new_ruleset::run(&catalog(), new, console),
        },
        CliCommand::Plugin(plugin) => match plugin {
            PluginCommand::Build(build) => author::build::run(build, console),
            PluginCommand::Test(test) => author::test::run(&args, test, console),
            PluginCommand::Inspect(inspect) => author::inspect::run(&args, inspect, console),
            PluginCommand::Pack(pack) => author::pack::run(pack, console),
            PluginCommand::Key { file } => author::pack::key(file, console),
            PluginCommand::Install(install) => author::games::install(&catalog(), install, console),
            PluginCommand::Update(update) => author::games::update(&catalog(), update, console),
            PluginCommand::Remove { ids } => author::games::remove(&catalog(), ids, console),
            PluginCommand::List { json } => author::games::list(&catalog(), *json, console),
            PluginCommand::Search { json, words } => {
                author::indexes::search(&words.join(" "), *json, console)
            }
            PluginCommand::Index(index) => author::indexes::run(index, console),
        },
        CliCommand::Gallery => window::gallery(catalog()),
        CliCommand::Doctor { json } => doctor::run(&catalog(), *json, console),
        CliCommand::Completions { shell } => manual::completions(*shell, console),
        CliCommand::Man { command, dir } => manual::man(command, dir.as_deref(), console),
    }
}

/// Rejects missing folders: a misspelt path would otherwise go unnoticed.
fn require_folders(flag: &str, folders: &[PathBuf]) -> Result<()> {
    match folders.iter().find(|folder| !folder.is_dir()) {
        None => Ok(()),
        Some(path) => {
            let what = if path.exists() { "is not a folder" } else { "does not exist" };
            let path = path.display();
            Err(Failure::Usage(format!("{flag}: expected a folder, but {path} {what}")))
        }
    }
}

/// Makes the seats that the arguments of a new game name, where an option can.
fn make_named_seats(args: &CatalogArgs, command: &mut CliCommand) -> Result<()> {
    let (ruleset, overrides, wanted) = match command {
        CliCommand::Play(play) => {
            let wanted = play.seats.highest().max(play.names.highest());
            (play.what.as_deref(), &mut play.overrides, wanted)
        }
        CliCommand::Host(host) => (Some(&*host.what), &mut host.overrides, host.seats.highest()),
        CliCommand::Mail(MailCommand::New(new)) => {
            (Some(&*new.ruleset), &mut new.overrides, new.seats.map_or(0, usize::from))
        }
        _ => return Ok(()),
    };
    match ruleset.filter(|ruleset| wanted > 2 && !services::is_record(ruleset)) {
        Some(ruleset) => {
            let catalog = catalog_args::open(args, Some(ruleset));
            seats::make_seats(&catalog, &catalog.ruleset_named(ruleset)?, overrides, wanted)
        }
        None => Ok(()),
    }
}

/// Rejects a missing file before anything opens, the same for all commands.
fn require_file(name: &str) -> Result<()> {
    let path = Path::new(name);
    let is_file = file_of(name).is_some()
        || services::is_record(name)
        || plugin_of(path).is_some()
        || is_game_file(path);
    match is_file {
        true => path.metadata().map(drop).map_err(Failure::read(path)),
        false => Ok(()),
    }
}

/// Installs the game of a file that an argument names, and names its plugin instead.
fn install_game(args: &CatalogArgs, name: &mut String, console: &mut Console<'_>) -> Result<()> {
    if !is_game_file(Path::new(name)) {
        return Ok(());
    }
    let catalog = catalog_args::open(args, None);
    let arrived = catalog.install(Path::new(name), GameArrival::default())?;
    if arrived.is_new {
        author::games::tell(&arrived, console);
    }
    *name = arrived.game.plugin.display().to_string();
    Ok(())
}

fn ruleset_argument(command: &mut CliCommand) -> Option<&mut String> {
    match command {
        CliCommand::Play(play) => play.what.as_mut(),
        CliCommand::Host(host) => Some(&mut host.what),
        CliCommand::Mail(MailCommand::New(new)) => Some(&mut new.ruleset),
        CliCommand::Rules(rules) => Some(&mut rules.ruleset),
        CliCommand::Perft(perft) => Some(&mut perft.ruleset),
        CliCommand::Solve(solve) => Some(&mut solve.ruleset),
        CliCommand::Bench(bench) => bench.ruleset.as_mut(),
        CliCommand::Stats(stats) => Some(&mut stats.ruleset),
        CliCommand::Arena(arena) => Some(&mut arena.ruleset),
        CliCommand::Lab(LabCommand::Puzzles(find)) => Some(&mut find.ruleset),
        CliCommand::Lab(LabCommand::Positions(play)) => Some(&mut play.ruleset),
        CliCommand::Lab(LabCommand::Train(train)) => Some(&mut train.ruleset),
        CliCommand::Engine(engine) => engine.ruleset.as_mut(),
        CliCommand::Render(render) => Some(&mut render.what),
        _ => None,
    }
}

/// Puts what Rust's parsers say into plain words.
fn plain_words(text: &str) -> String {
    const WORDS: [(&str, &str); 6] = [
        ("invalid digit found in string", "expected a whole number"),
        ("cannot parse integer from empty string", "expected a whole number"),
        ("number too large to fit in target type", "this number is too large"),
        ("number too small to fit in target type", "this number is too small"),
        ("invalid float literal", "expected a number"),
        ("invalid socket address syntax", "expected an address with a port, as 127.0.0.1:7878"),
    ];
    WORDS.iter().fold(text.to_owned(), |text, (rust, plain)| text.replace(rust, plain))
}

/// Prints a clap error. Help and version are such errors too: they go to standard
/// output with exit code 0.
fn print_clap_error(error: &clap::Error, console: &mut Console<'_>) -> u8 {
    let text = error.render();
    let (stream, color) = match error.use_stderr() {
        true => (&mut console.err, console.color_err),
        false => (&mut console.out, console.color),
    };
    // A closed pipe is not an error.
    let _ = match color {
        true => write!(stream, "{}", plain_words(&text.ansi().to_string())),
        false => write!(stream, "{}", plain_words(&text.to_string())),
    };
    let _ = stream.flush();
    u8::from(error.use_stderr()) * 2
}

/// Tells whether the command serves games to others.
#[cfg(feature = "server")]
fn is_server(cli: &Cli) -> bool {
    matches!(cli.command, Some(CliCommand::Serve(_)))
}

#[cfg(not(feature = "server"))]
fn is_server(_: &Cli) -> bool {
    false
}

/// Logs errors to standard error, of a server warnings too, and more with `-v`. `BOARDLOOM_LOG`
/// overrides the filter, for example `boardloom_sandbox=debug`. The window's log gets the events too.
fn init_logging(verbose: u8, is_server: bool) {
    use tracing_subscriber::filter::LevelFilter;
    use tracing_subscriber::layer::SubscriberExt;
    use tracing_subscriber::util::SubscriberInitExt;
    use tracing_subscriber::{EnvFilter, Layer, fmt};
    let default = match verbose {
        0 if is_server => "warn",
        0 => "error",
        1 => "info",
        _ => boardloom_sandbox::LOG_ALL,
    };
    let filter =
        EnvFilter::try_from_env("BOARDLOOM_LOG").unwrap_or_else(|_| EnvFilter::new(default));
    let stderr =
        fmt::layer().with_writer(|| boardloom_terminal::LogSink).with_ansi(false).without_time();
    let captured = if verbose > 1 { LevelFilter::DEBUG } else { LevelFilter::INFO };
    // Fails on a second run in one process, which keeps the first subscriber.
    let _ = tracing_subscriber::registry()
        .with(stderr.with_filter(filter))
        .with(crate::log_capture::LogCapture::new().with_filter(captured))
        .try_init();
}
