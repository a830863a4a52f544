//! `boardloom mail`: games by mail.

mod files;
mod letter;
mod show;

use std::io::{Read, Write};
use std::path::PathBuf;

use boardloom_mail::{
    MAX_TEXT, MailAction, MailError, MailGame, MailMatch, MailNews, MailTurn, PlayerKey,
};
use boardloom_match::MatchSetup;
use boardloom_ruleset::file::read_text;

use crate::cli::{
    Answer, ImportMail, JoinMail, MailCommand, MoveMail, NewMail, SendMail, ShowMail,
};
use crate::{Catalog, Console, Failure, Result, data};
use files::{MailGames, OpenMail};
use show::Known;

pub fn run(catalog: &Catalog, command: &MailCommand, console: &mut Console<'_>) -> Result<()> {
    match command {
        MailCommand::New(args) => new(catalog, args, console),
        MailCommand::Import(args) => import(catalog, args, console),
        MailCommand::Join(args) => join(catalog, args, console),
        MailCommand::Move(args) => make_move(catalog, args, console),
        MailCommand::Accept(args) => answer(catalog, args, MailAction::AcceptDraw, console),
        MailCommand::Decline(args) => answer(catalog, args, MailAction::DeclineDraw, console),
        MailCommand::Resign(args) => answer(catalog, args, MailAction::Resign, console),
        MailCommand::Send(args) => send(catalog, args, console),
        MailCommand::Show(args) => show(catalog, args, console),
        MailCommand::List => list(catalog, console),
        MailCommand::Key => key(catalog, console),
    }
}

fn failure(error: MailError) -> Failure {
    match error {
        MailError::Fault(fault) => Failure::Invalid(fault.to_string()),
        MailError::Match(error) => error.into(),
        other => Failure::Usage(other.to_string()),
    }
}

fn new(catalog: &Catalog, args: &NewMail, console: &mut Console<'_>) -> Result<()> {
    let games = MailGames::of(catalog)?;
    let name = games.name(args.name.as_deref())?;
    let key = games.key(console)?;
    let source = catalog.source(&args.ruleset, &args.overrides.parse()?)?;
    let setup =
        MatchSetup { start: args.position.clone(), date: data::today(), ..MatchSetup::default() };
    let game = MailMatch::invite(source, setup, (args.seat - 1, &name), &key).map_err(failure)?;
    let path = games.folder.new_file(game.mail());
    let mut open = OpenMail::new(game, path)?;
    open.save(&games)?;
    games.keep_name(&name)?;
    letter::write(&mut open, args.output.output.as_deref(), console)?;
    let others = open.game.mail().players().len() - 1;
    let others =
        if others == 1 { "the other player".to_owned() } else { format!("{others} others") };
    console.say(format!("Game {}: mail the invitation to {others}.", open.name()));
    console.say("Answers are taken by: boardloom mail import MAIL");
    Ok(())
}

fn import(catalog: &Catalog, args: &ImportMail, console: &mut Console<'_>) -> Result<()> {
    let games = MailGames::of(catalog)?;
    let text = read_mail(args.mail.as_deref(), console)?;
    let read = MailGame::read_mail(&text);
    let mut last = None;
    for game in read {
        let imported = match game {
            Ok(game) => import_game(catalog, &games, game, args.record.clone(), console),
            Err(fault) => Err(Failure::Invalid(fault.to_string())),
        };
        match imported {
            Ok(Some(import)) => show::news(&games, import, console)?,
            Ok(None) => {}
            Err(error) => {
                if let Some(before) = last.replace(error) {
                    console.say(format!("error: {before}"));
                }
            }
        }
    }
    last.map_or(Ok(()), Err)
}

/// Adds a game from a mail to the known one, and returns it if there is anything new.
fn import_game(
    catalog: &Catalog,
    games: &MailGames,
    game: MailGame,
    record: Option<PathBuf>,
    console: &mut Console<'_>,
) -> Result<Option<show::Import>> {
    let key = games.key(console)?;
    let path = record.or_else(|| games.folder.file_of(&game.id()));
    let path = path.unwrap_or_else(|| games.folder.new_file(&game));
    let Some(mut open) = OpenMail::existing(catalog, &path)? else {
        let game = files::open(catalog, game)?;
        let mut open = OpenMail::new(game, path)?;
        let added = open.game.advance(&key).map_err(failure)?;
        open.save(games)?;
        return Ok(Some(show::Import {
            open,
            known: Known::default(),
            is_new: true,
            completed: false,
            added,
        }));
    };
    let before = Known::all(&mut open.game);
    let was_complete = open.game.mail().is_complete();
    match open.merge(game).map_err(failure)? {
        MailNews::Known => {
            writeln!(
                console.out,
                "{}: this mail is known already; {}.",
                open.name(),
                open.game.waits()
            )?;
            Ok(None)
        }
        MailNews::Older { .. } => {
            writeln!(
                console.out,
                "{}: this mail is older than the game that you know; {}.",
                open.name(),
                open.game.waits()
            )?;
            Ok(None)
        }
        MailNews::Newer { .. } => {
            let completed = !was_complete && open.game.mail().is_complete();
            let added = open.game.advance(&key).map_err(failure)?;
            open.save(games)?;
            Ok(Some(show::Import { open, known: before, is_new: false, completed, added }))
        }
    }
}

fn read_mail(path: Option<&std::path::Path>, console: &mut Console<'_>) -> Result<String> {
    if let Some(path) = path.filter(|path| path.as_os_str() != "-") {
        return read_text(path, MAX_TEXT).map_err(Failure::read(path));
    }
    let mut bytes = Vec::new();
    (&mut console.input).take(MAX_TEXT as u64 + 1).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn join(catalog: &Catalog, args: &JoinMail, console: &mut Console<'_>) -> Result<()> {
    let games = MailGames::of(catalog)?;
    let mut open = games.open(catalog, &args.game)?;
    let name = games.name(args.name.as_deref())?;
    let key = games.key(console)?;
    open.game.join(args.seat.map(|seat| seat - 1), &name, &key).map_err(failure)?;
    open.game.advance(&key).map_err(failure)?;
    open.save(&games)?;
    games.keep_name(&name)?;
    finish(open, &key, args.output.output.as_deref(), console)
}

fn make_move(catalog: &Catalog, args: &MoveMail, console: &mut Console<'_>) -> Result<()> {
    let action = MailAction::Move { text: args.mv.clone(), offers_draw: args.offer_draw };
    act(catalog, (&args.game, &args.say), &action, args.output.output.as_deref(), console)
}

fn answer(
    catalog: &Catalog,
    args: &Answer,
    action: MailAction,
    console: &mut Console<'_>,
) -> Result<()> {
    act(catalog, (&args.game, &args.say), &action, args.output.output.as_deref(), console)
}

fn act(
    catalog: &Catalog,
    (game, says): (&str, &str),
    action: &MailAction,
    output: Option<&std::path::Path>,
    console: &mut Console<'_>,
) -> Result<()> {
    let games = MailGames::of(catalog)?;
    let mut open = games.open(catalog, game)?;
    let key = games.key(console)?;
    open.game.act(action, says, &key).map_err(failure)?;
    open.game.advance(&key).map_err(failure)?;
    open.save(&games)?;
    finish(open, &key, output, console)
}

/// Writes the mail of a game, and tells what comes next.
fn finish(
    mut open: OpenMail,
    key: &PlayerKey,
    output: Option<&std::path::Path>,
    console: &mut Console<'_>,
) -> Result<()> {
    let own = open.game.mail().player_of(key.public()).map(|player| player.seat);
    let turn = open.game.turn();
    if own.is_some() && turn.seat() == own {
        // The mail of the next move has this one too.
        console.say(format!("It is your turn: {}", show::next_command(&open, turn)));
        return Ok(());
    }
    letter::write(&mut open, output, console)?;
    if turn != MailTurn::Over {
        console.say(format!("Game {}: {}.", open.name(), open.game.waits()));
    }
    Ok(())
}

fn send(catalog: &Catalog, args: &SendMail, console: &mut Console<'_>) -> Result<()> {
    let games = MailGames::of(catalog)?;
    let mut open = games.open(catalog, &args.game)?;
    letter::write(&mut open, args.output.output.as_deref(), console)
}

fn show(catalog: &Catalog, args: &ShowMail, console: &mut Console<'_>) -> Result<()> {
    let games = MailGames::of(catalog)?;
    let key = games.known_key();
    if let Some(path) = files::mail_file(&args.what) {
        let text = read_text(path, MAX_TEXT).map_err(Failure::read(path))?;
        let mut fault = None;
        for game in MailGame::read_mail(&text) {
            match game {
                Ok(game) => show::game(&mut files::open(catalog, game)?, key.as_ref(), console)?,
                Err(error) => fault = Some(Failure::Invalid(error.to_string())),
            }
        }
        return fault.map_or(Ok(()), Err);
    }
    let mut open = games.open(catalog, &args.what)?;
    writeln!(console.out, "{}", open.path().display())?;
    show::game(&mut open.game, key.as_ref(), console)
}

fn list(catalog: &Catalog, console: &mut Console<'_>) -> Result<()> {
    let games = MailGames::of(catalog)?;
    let key = games.known_key();
    let all = games.folder.games();
    if all.is_empty() {
        console.say("there are no games by mail; `boardloom mail new RULESET` invites to one");
    }
    for file in all {
        let name = file.name();
        let opened = file
            .game
            .map_err(|fault| fault.to_string())
            .and_then(|game| files::open(catalog, game).map_err(|error| error.to_string()));
        match opened {
            Ok(mut game) => {
                let players: Vec<String> = (0..game.mail().players().len() as u8)
                    .map(|seat| game.mail().name(seat))
                    .collect();
                let own = key.as_ref().and_then(|key| game.mail().player_of(key.public()));
                let is_own = own.is_some_and(|own| game.turn().seat() == Some(own.seat));
                let turn = match game.game().and_then(|game| show::result(game)) {
                    Some(result) => result,
                    None if is_own => "your turn".to_owned(),
                    None => game.waits(),
                };
                writeln!(console.out, "{name}: {}; {turn}", players.join(" – "))?;
            }
            Err(why) => writeln!(console.out, "{name}: {why}")?,
        }
    }
    Ok(())
}

fn key(catalog: &Catalog, console: &mut Console<'_>) -> Result<()> {
    let games = MailGames::of(catalog)?;
    let key = games.key(console)?;
    let name = games.folder.name().unwrap_or_default();
    writeln!(console.out, "{name}{}{}", if name.is_empty() { "" } else { " " }, key.public())?;
    console.say(format!(
        "The secret part is in {}: keep a copy of it, and show it to no one.",
        games.folder.key_file().display()
    ));
    Ok(())
}
