//! What a game begins with.

use std::io::Write;
use std::path::Path;

use boardloom_computer::Commentary;
use boardloom_match::GameSource;
use boardloom_match::Journal;
use boardloom_match::Match;
use boardloom_match::MatchSetup;
use boardloom_match::Record;
use boardloom_match::fresh_seed;
use boardloom_match::journal::{RecordLock, Recovery};
use boardloom_ruleset::Overrides;

use super::Session;
use super::clock::Watch;
use super::computer::Thinker;
use crate::catalog::Catalog;
use crate::cli::Play;
use crate::console::Console;
use crate::data;
use crate::failure::Failure;
use crate::player;
use crate::services::{check_unlocked, lock_record};

/// Opens what the arguments name: a ruleset, a record, or the game left last.
pub fn open(catalog: &Catalog, args: &Play, console: &mut Console<'_>) -> Result<Session, Failure> {
    let folder = catalog.places().records();
    let record = record_file(args)?;
    let (mut game, journal) = if args.go_on {
        go_on(catalog, console)?
    } else {
        let game = match args.what.as_deref() {
            Some(what) if is_record(what) => {
                let begun = !args.overrides.set.is_empty()
                    || args.seed.is_some()
                    || args.position.is_some()
                    || args.clock.is_some()
                    || !args.moves.is_empty();
                if begun {
                    return Err(Failure::Usage(
                        "a record has its own options, seed, start, moves and clock; leave out \
                         `--set`, `--seed`, `--position`, `--moves` and `--clock`"
                            .to_owned(),
                    ));
                }
                of_record(catalog, Path::new(what), console)?
            }
            Some(what) => begin(catalog, what, args)?,
            None => {
                let what = choose(catalog, console)?;
                begin(catalog, &what, args)?
            }
        };
        let name = game.source().ruleset.id.clone();
        let journal = match folder.map(|folder| Journal::create(&folder, &name)) {
            Some(Ok(journal)) => Some(journal),
            Some(Err(why)) => {
                console.say(format!("the game is not saved as it goes: {why}"));
                None
            }
            None => None,
        };
        (game, journal)
    };
    reseat(&mut game, args)?;
    if let Some(journal) = journal {
        game.keep_journal(journal);
    }
    let thinker = Thinker::new(game.source().clone());
    let commentary = Commentary::of(&game);
    Ok(Session {
        game,
        thinker,
        watch: Watch::default(),
        commentary,
        typed: Vec::new(),
        record,
        trouble: None,
        faults: 0,
        unsaved: false,
        onward: true,
    })
}

/// Returns where the record is kept. A file that is there is not written over,
/// unless it is the record that the game goes on with.
fn record_file(args: &Play) -> Result<Option<RecordLock>, Failure> {
    let Some(path) = &args.record else { return Ok(None) };
    let own = args.what.as_deref().is_some_and(|what| {
        let whole = |path: &Path| path.canonicalize().ok();
        is_record(what) && whole(Path::new(what)) == whole(path)
    });
    if path.exists() && !own {
        return Err(Failure::Usage(format!(
            "{} is there already; name another file, or go on with it: `boardloom play {0} --text`",
            path.display()
        )));
    }
    lock_record(path).map(Some)
}

/// Tells whether a name is a record's file.
pub fn is_record(what: &str) -> bool {
    Path::new(what).extension().is_some_and(|it| it == boardloom_match::record::EXTENSION)
}

fn begin(catalog: &Catalog, what: &str, args: &Play) -> Result<Match, Failure> {
    let source = catalog.source(what, &args.overrides.parse()?)?;
    let game = source.open()?;
    let seats = usize::from(game.about()?.seats);
    let setup = MatchSetup {
        players: player::seated(&args.seats.players(), &source.ruleset, seats)?,
        seed: args.seed.unwrap_or_else(fresh_seed),
        start: args.position.clone(),
        control: args.clock.unwrap_or_else(|| source.ruleset.clock),
        date: data::today(),
        ..MatchSetup::default()
    };
    Ok(Match::begin(source, game, setup, &args.moves.join(" "))?)
}

/// Reads a record's file and opens its game: in the copy of the ruleset that it
/// holds, or else in the ruleset that it names.
pub fn of_record(
    catalog: &Catalog,
    path: &Path,
    console: &mut Console<'_>,
) -> Result<Match, Failure> {
    let text = std::fs::read_to_string(path).map_err(Failure::read(path))?;
    let record = Record::parse(&text).map_err(|error| Failure::from((path, error)))?;
    resume(catalog, record, console)
}

fn resume(catalog: &Catalog, record: Record, console: &mut Console<'_>) -> Result<Match, Failure> {
    let source = table_of(catalog, &record)?;
    let (game, report) = record.resume(source)?;
    if let Some((_, mv, why)) = report.first {
        console.say(format!("`{mv}` does not fit the rules in force: {why}"));
    }
    Ok(game)
}

/// Returns the table of a record.
pub fn table_of(catalog: &Catalog, record: &Record) -> Result<GameSource, Failure> {
    let none = Overrides::new();
    Ok(match record.ruleset_toml.is_empty() {
        true => catalog.source(&record.ruleset, &none)?,
        false => catalog.table_of_text(&record.ruleset, &record.ruleset_toml, &none)?,
    })
}

/// Goes on with the game that was left last.
fn go_on(
    catalog: &Catalog,
    console: &mut Console<'_>,
) -> Result<(Match, Option<Journal>), Failure> {
    if let Some(folder) = catalog.places().records() {
        check_unlocked(&folder)?;
    }
    let found = catalog.places().records().map(|folder| {
        boardloom_match::journal::unfinished_matches(&folder)
            .into_iter()
            .find(|it| it.record.is_ok())
    });
    let Some(unfinished) = found.flatten() else {
        return Err(Failure::Usage("there is no game to go on with".to_owned()));
    };
    let (record, journal) =
        unfinished.reopen().map_err(|error| Failure::Faults(error.to_string()))?;
    if let Some(Recovery { damage, copy }) = journal.recovery() {
        let what = match damage.lost {
            0 => "all moves are restored".to_owned(),
            lost => format!("{lost} of its lines could not be read; moves after them are kept"),
        };
        let copy = copy.display();
        console.say(format!("the game's file was damaged; {what}. The damaged file: {copy}"));
    }
    Ok((resume(catalog, record, console)?, Some(journal)))
}

/// Puts the players on their seats that the arguments name.
fn reseat(game: &mut Match, args: &Play) -> Result<(), Failure> {
    let ruleset = std::sync::Arc::clone(&game.source().ruleset);
    for (seat, said) in args.seats.players().into_iter().enumerate() {
        let Some(said) = said else { continue };
        let seats = game.players().len();
        if seat >= seats {
            let what = format!("this game has {seats} seats: there is no seat {}", seat + 1);
            return Err(Failure::Usage(what));
        }
        let player = said.seated(&ruleset, seat)?;
        if game.players()[seat] != player {
            game.set_player(seat as u8, player);
        }
    }
    Ok(())
}

/// Lets a person choose a ruleset.
fn choose(catalog: &Catalog, console: &mut Console<'_>) -> Result<String, Failure> {
    use std::io::BufRead;
    let entries = catalog.list();
    if let [only] = &entries[..] {
        return Ok(only.id.clone());
    }
    if !console.asks {
        let ids: Vec<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
        return Err(Failure::Usage(format!(
            "expected the name of a ruleset; there are {}",
            ids.join(", ")
        )));
    }
    for (number, entry) in entries.iter().enumerate() {
        writeln!(console.out, "{:3}  {:24} {}", number + 1, entry.id, entry.name)?;
    }
    loop {
        write!(console.out, "Which one? ")?;
        console.flush()?;
        let mut line = String::new();
        if console.input.read_line(&mut line)? == 0 {
            return Err(Failure::Usage("no ruleset was chosen".to_owned()));
        }
        let line = line.trim();
        let by_number = line.parse::<usize>().ok().and_then(|it| entries.get(it.wrapping_sub(1)));
        let entry = by_number.or_else(|| entries.iter().find(|entry| entry.id == line));
        if let Some(entry) = entry {
            return Ok(entry.id.clone());
        }
        console.say(format!("expected a number from 1 to {} or a name", entries.len()));
    }
}
