//! Opens the game of text mode.

use std::io::Write;
use std::path::Path;

use boardloom_app::game_setup::usual_player;
use boardloom_app::player_names::named_player;
use boardloom_app::saved_games;
use boardloom_app::texts::{game, text_mode as t};
use boardloom_match::journal::{Journal, RecordLock, is_journal};
use boardloom_match::{Match, MatchSetup, PlayerKind, Record, ReplayReport, fresh_seed};

use crate::catalog::Catalog;
use crate::cli::Play;
use crate::console::Console;
use crate::data;
use crate::failure::{Failure, Result};
use crate::player::PlayerArg;
use crate::services::{
    game_source, is_record, last_game, listed, lock_record, open_example, record_at,
    reject_start_arguments, spoken,
};

/// The most rulesets that are named where one is missing.
const MAX_NAMED: usize = 12;

/// Opens a ruleset, a record, or the most recent game.
pub fn open(catalog: &Catalog, args: &Play, console: &mut Console<'_>) -> Result<Match> {
    let mut game = match args.what.as_deref() {
        _ if args.go_on => most_recent(catalog)?,
        Some(what) if is_record(what) => {
            reject_start_arguments(args)?;
            match is_journal(Path::new(what)) {
                true => continue_journal(catalog, Path::new(what))?,
                false => resume(catalog, record_at(Path::new(what))?)?.0,
            }
        }
        Some(what) if args.example.is_some() => {
            // An example is looked at: it needs no journal.
            let name = args.example.as_deref().unwrap_or_default();
            return open_example(catalog, what, name);
        }
        Some(what) => begin(catalog, what, args)?,
        None => {
            let what = choose(catalog, console)?;
            begin(catalog, &what, args)?
        }
    };
    reseat(&mut game, args)?;
    if let Some(folder) = catalog.places().records().filter(|_| game.journal().is_none()) {
        saved_games::keep(&mut game, &folder);
    }
    Ok(game)
}

/// Only a record that is being continued may be overwritten.
pub fn lock_record_file(args: &Play) -> Result<Option<RecordLock>> {
    let Some(path) = &args.record else { return Ok(None) };
    let own = args.what.as_deref().is_some_and(|what| {
        let whole = |path: &Path| path.canonicalize().ok();
        is_record(what) && !is_journal(path) && whole(Path::new(what)) == whole(path)
    });
    if path.is_dir() {
        let what = format!("--record: {} is a folder; name a file in it", path.display());
        return Err(Failure::Usage(what));
    }
    match path.exists() && !own {
        false => lock_record(path).map(Some),
        true => Err(Failure::Usage(format!(
            "{} already exists; name another file, or continue it: `boardloom play {0} --text`",
            path.display()
        ))),
    }
}

fn begin(catalog: &Catalog, what: &str, args: &Play) -> Result<Match> {
    let source = spoken(catalog.source(what, &args.overrides.parse()?)?);
    let game = source.open()?;
    let seats = usize::from(game.about()?.seats);
    let given = args.seats.players_of_new_game(&args.names, &source.ruleset, seats)?;
    let names = args.names.all();
    let searches = source.rules.capabilities().search;
    let player = |(seat, given): (usize, Option<PlayerArg>)| match given {
        Some(given) => given.to_player(&source.ruleset, seat),
        None => {
            let named = names.get(seat).is_some_and(|name| !name.is_empty());
            let kind = if named || !searches { PlayerKind::Human } else { usual_player(seat) };
            Ok(named_player(kind, "", &source.ruleset, seat))
        }
    };
    let setup = MatchSetup {
        players: given.into_iter().enumerate().map(player).collect::<Result<_>>()?,
        seed: args.seed.unwrap_or_else(fresh_seed),
        start: args.position.clone(),
        control: args.clock.unwrap_or_else(|| source.ruleset.clock),
        date: data::today(),
        ..MatchSetup::default()
    };
    Ok(Match::begin(source, game, setup, &args.moves.join(" "))?)
}

/// Opens the game of a record, with the record's copy of the ruleset if it has one.
/// Says which move does not fit the rules.
pub fn of_record(catalog: &Catalog, path: &Path, console: &mut Console<'_>) -> Result<Match> {
    let (game, report) = resume(catalog, record_at(path)?)?;
    if let Some((_, mv, why)) = report.first {
        console.say(game::unfit_move(&mv, &why));
    }
    Ok(game)
}

fn resume(catalog: &Catalog, record: Record) -> Result<(Match, ReplayReport)> {
    let source = game_source(catalog, &record)?;
    Ok(record.resume(source)?)
}

fn most_recent(catalog: &Catalog) -> Result<Match> {
    let last = last_game(catalog)?;
    last.record?;
    continue_journal(catalog, &last.path)
}

fn continue_journal(catalog: &Catalog, path: &Path) -> Result<Match> {
    let (record, journal) = Journal::reopen(path)?;
    // The session says which move does not fit the rules.
    let (mut game, _) = resume(catalog, record)?;
    game.keep_journal(journal);
    Ok(game)
}

/// Applies `--seat1`, `--name1` and so on to a game that has players already.
fn reseat(game: &mut Match, args: &Play) -> Result<()> {
    let mut players = game.players().to_vec();
    let given = args.seats.players(&game.source().ruleset, players.len())?;
    for (seat, said) in given.into_iter().enumerate() {
        if let Some(said) = said {
            players[seat] = said.to_player(&game.source().ruleset, seat)?;
        }
    }
    args.names.apply(&mut players)?;
    for (seat, player) in (0..).zip(players) {
        if game.players()[usize::from(seat)] != player {
            game.set_player(seat, player);
        }
    }
    Ok(())
}

fn choose(catalog: &Catalog, console: &mut Console<'_>) -> Result<String> {
    use std::io::BufRead;
    let entries: Vec<_> = listed(catalog).collect();
    if let [only] = &entries[..] {
        return Ok(only.id.clone());
    }
    if !console.asks {
        let ids: Vec<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
        let known = match ids.len() {
            ..=MAX_NAMED => format!("there are {}", ids.join(", ")),
            count => format!("`boardloom list` shows all {count}, such as {}", ids[0]),
        };
        return Err(Failure::Usage(format!("expected the name of a ruleset; {known}")));
    }
    for (number, entry) in entries.iter().enumerate() {
        writeln!(console.out, "{:3}  {:24} {}", number + 1, entry.id, entry.name)?;
    }
    loop {
        write!(console.out, "{} ", t::which_ruleset())?;
        console.flush()?;
        let mut line = String::new();
        if console.input.read_line(&mut line)? == 0 {
            return Err(Failure::Usage(t::none_chosen().to_owned()));
        }
        let line = line.trim();
        let by_number = line.parse::<usize>().ok().and_then(|it| entries.get(it.wrapping_sub(1)));
        let entry = by_number.or_else(|| entries.iter().find(|entry| entry.id == line));
        if let Some(entry) = entry {
            return Ok(entry.id.clone());
        }
        console.say(t::number_or_name(entries.len()));
    }
}
