//! `boardloom mail`: games by mail.

mod files;
mod show;

use std::io::{Read, Write};
use std::path::PathBuf;

use boardloom_app::mail_games::{self, MailArrival, OpenMail};
use boardloom_mail::{MAX_TEXT, MailAction, MailFolder, MailGame, MailMatch, MailTurn, PlayerKey};
use boardloom_match::MatchSetup;
use boardloom_ruleset::file::read_text;

use crate::cli::{
    Answer, ImportMail, JoinMail, MailCommand, MoveMail, NewMail, SendMail, ShowMail,
};
use crate::{Catalog, Console, Failure, Result, data};
use files::{failure, folder_of, games_failure};

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

fn new(catalog: &Catalog, args: &NewMail, console: &mut Console<'_>) -> Result<()> {
    let folder = folder_of(catalog)?;
    let name = files::name(&folder, args.name.as_deref())?;
    let key = files::key(&folder, console)?;
    let source = catalog.source(&args.ruleset, &args.overrides.parse()?)?;
    let setup =
        MatchSetup { start: args.position.clone(), date: data::today(), ..MatchSetup::default() };
    let game = MailMatch::invite(source, setup, (args.seat - 1, &name), &key).map_err(failure)?;
    let path = folder.new_file(game.mail());
    let mut open = OpenMail::new(game, &path).map_err(games_failure)?;
    open.save(&folder).map_err(games_failure)?;
    mail_games::keep_name(&folder, &name).map_err(games_failure)?;
    write_letter(&mut open, args.output.output.as_deref(), console)?;
    let others = open.game.mail().players().len() - 1;
    let others =
        if others == 1 { "the other player".to_owned() } else { format!("{others} others") };
    console.say(format!("Game {}: mail the invitation to {others}.", open.name()));
    console.say("Answers are taken by: boardloom mail import MAIL");
    Ok(())
}

fn import(catalog: &Catalog, args: &ImportMail, console: &mut Console<'_>) -> Result<()> {
    let folder = folder_of(catalog)?;
    let text = read_mail(args.mail.as_deref(), console)?;
    let read = MailGame::read_mail(&text);
    let mut last = None;
    for game in read {
        let imported = match game {
            Ok(game) => import_game(catalog, &folder, game, args.record.clone(), console),
            Err(fault) => Err(Failure::Invalid(fault.to_string())),
        };
        if let Err(error) = imported
            && let Some(before) = last.replace(error)
        {
            console.say(format!("error: {before}"));
        }
    }
    last.map_or(Ok(()), Err)
}

/// Adds a game from a mail to the known one, and prints what is new.
fn import_game(
    catalog: &Catalog,
    folder: &MailFolder,
    game: MailGame,
    record: Option<PathBuf>,
    console: &mut Console<'_>,
) -> Result<()> {
    let key = files::key(folder, console)?;
    let rules = files::rules_of(catalog);
    let arrival = mail_games::import(folder, game, record, &rules, &key).map_err(games_failure)?;
    let (open, what) = match arrival {
        MailArrival::News(import) => return show::news(folder, *import, &key, console),
        MailArrival::Known(open) => (open, "this mail is known already"),
        MailArrival::Older(open) => (open, "this mail is older than the game that you know"),
    };
    writeln!(console.out, "{}: {what}; {}.", open.name(), open.game.waits())?;
    Ok(())
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
    let folder = folder_of(catalog)?;
    let mut open = files::open_named(catalog, &folder, &args.game)?;
    let name = files::name(&folder, args.name.as_deref())?;
    let key = files::key(&folder, console)?;
    open.game.join(args.seat.map(|seat| seat - 1), &name, &key).map_err(failure)?;
    open.game.advance(&key).map_err(failure)?;
    open.save(&folder).map_err(games_failure)?;
    mail_games::keep_name(&folder, &name).map_err(games_failure)?;
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
    let folder = folder_of(catalog)?;
    let mut open = files::open_named(catalog, &folder, game)?;
    let key = files::key(&folder, console)?;
    open.game.act(action, says, &key).map_err(failure)?;
    open.game.advance(&key).map_err(failure)?;
    open.save(&folder).map_err(games_failure)?;
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
    write_letter(&mut open, output, console)?;
    if turn != MailTurn::Over {
        console.say(format!("Game {}: {}.", open.name(), open.game.waits()));
    }
    Ok(())
}

/// Writes the mail of a game to a file, or to standard output.
fn write_letter(
    open: &mut OpenMail,
    output: Option<&std::path::Path>,
    console: &mut Console<'_>,
) -> Result<()> {
    let text = mail_games::letter(&mut open.game);
    match output.filter(|path| path.as_os_str() != "-") {
        Some(path) => std::fs::write(path, text).map_err(Failure::write(path)),
        None => Ok(console.out.write_all(text.as_bytes())?),
    }
}

fn send(catalog: &Catalog, args: &SendMail, console: &mut Console<'_>) -> Result<()> {
    let folder = folder_of(catalog)?;
    let mut open = files::open_named(catalog, &folder, &args.game)?;
    write_letter(&mut open, args.output.output.as_deref(), console)
}

fn show(catalog: &Catalog, args: &ShowMail, console: &mut Console<'_>) -> Result<()> {
    let folder = folder_of(catalog)?;
    let key = mail_games::known_key(&folder);
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
    let mut open = files::open_named(catalog, &folder, &args.what)?;
    writeln!(console.out, "{}", open.path().display())?;
    show::game(&mut open.game, key.as_ref(), console)
}

fn list(catalog: &Catalog, console: &mut Console<'_>) -> Result<()> {
    let folder = folder_of(catalog)?;
    let key = mail_games::known_key(&folder);
    let all = folder.games();
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
    let folder = folder_of(catalog)?;
    let key = files::key(&folder, console)?;
    let name = folder.name().unwrap_or_default();
    writeln!(console.out, "{name}{}{}", if name.is_empty() { "" } else { " " }, key.public())?;
    console.say(format!(
        "The secret part is in {}: keep a copy of it, and show it to no one.",
        folder.key_file().display()
    ));
    Ok(())
}
