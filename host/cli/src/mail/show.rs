//! Games by mail in words.

use std::io::Write;

use boardloom_app::mail_games::{KnownMoves, MailImport, OpenMail, new_moves, title};
use boardloom_board_view::diagram;
use boardloom_mail::{Acquaintance, MailFolder, MailMatch, MailTurn, PlayerKey};
use boardloom_match::Match;

use super::failure;
use crate::{Console, Failure, Result};

/// Prints moves, and what players said with them.
fn moves(game: &mut MailMatch, known: KnownMoves, console: &mut Console<'_>) -> Result<()> {
    for mv in new_moves(game, known) {
        if let Some(line) = mv.line() {
            writeln!(console.out, "{line}")?;
        }
        for said in mv.words {
            writeln!(console.out, "   {said}")?;
        }
    }
    Ok(())
}

/// Prints what a mail brought, and what to do now.
pub fn news(
    folder: &MailFolder,
    mut import: MailImport,
    key: &PlayerKey,
    console: &mut Console<'_>,
) -> Result<()> {
    let open = &mut import.open;
    writeln!(console.out, "{}", title(&open.game))?;
    if import.is_new {
        writeln!(console.out, "kept as {} ({})", open.name(), open.path().display())?;
    }
    players(&open.game, console)?;
    let met = folder.meet(open.game.mail(), key.public());
    let met = met.map_err(Failure::write(folder.path()))?;
    for (name, own, known) in met {
        match known {
            Acquaintance::Known => {}
            Acquaintance::New => console.say(format!(
                "{name} is new to you. Compare the key {own} with {name} in another way, such as by \
                 telephone (`boardloom mail key` prints it there)."
            )),
            Acquaintance::Renamed { before } => {
                console.say(format!("{name} was called {before} before: the key {own} is the same."));
            }
            Acquaintance::OtherKey { before } => console.say(format!(
                "warning: {name} signs with the key {own}, and signed with {before} before. If \
                 {name} does not confirm it, another player uses this name."
            )),
        }
    }
    differing_plugin(&open.game, console);
    moves(&mut open.game, import.known, console)?;
    board(&mut open.game, console)?;
    let turn = open.game.turn();
    let own = open.game.mail().player_of(key.public()).map(|player| player.seat);
    match (turn, own) {
        (MailTurn::Over, _) => {}
        (MailTurn::Join, None) => {
            writeln!(console.out, "To take part: {}", next_command(open, turn))?;
        }
        (turn, Some(own)) if turn.seat() == Some(own) => {
            writeln!(console.out, "Your turn: {}", next_command(open, turn))?;
        }
        _ => writeln!(console.out, "Now {}.", open.game.waits())?,
    }
    let seats = open.game.mail().players().len();
    if import.completed && seats > 2 && turn.seat() != own && import.added == 0 {
        let name = open.name();
        let what = "All seats are taken: mail the whole list to the others";
        writeln!(console.out, "{what}: boardloom mail send {name} -o FILE")?;
    }
    if import.added > 0 && turn.seat() != own {
        let what = "Your program added what it has to (shares in draws of chance, or your decision \
                    that was secret): mail it to the others";
        writeln!(console.out, "{what}: boardloom mail send {} -o FILE", open.name())?;
    }
    Ok(())
}

/// Returns the command for the next step of a player.
pub fn next_command(open: &OpenMail, turn: MailTurn) -> String {
    let name = open.name();
    match turn {
        MailTurn::Join => format!("boardloom mail join {name} --name NAME -o FILE"),
        MailTurn::Answer { .. } => format!("boardloom mail accept {name} -o FILE, or `decline`"),
        _ => format!("boardloom mail move {name} MOVE -o FILE"),
    }
}

fn players(game: &MailMatch, console: &mut Console<'_>) -> Result<()> {
    for (seat, player) in game.mail().players().iter().enumerate() {
        let (number, side) = (seat + 1, game.source().ruleset.player(seat).name);
        match player {
            Some(player) => writeln!(console.out, "seat {number}, {side}: {}", player.signer())?,
            None => writeln!(console.out, "seat {number}, {side}: open")?,
        }
    }
    Ok(())
}

/// Tells if the rules run in another build of the plugin than that of the player who invited.
fn differing_plugin(game: &MailMatch, console: &mut Console<'_>) {
    let (build, invitation) = (&game.source().build, game.mail().invitation());
    if build.hash != invitation.plugin_hash {
        let version = |text: &str| match text {
            "" => "without a version".to_owned(),
            version => format!("version {version}"),
        };
        console.say(format!(
            "your build of the plugin `{}` ({}) is not that of {} ({}): if it refuses a move, ask for \
             the same one",
            invitation.plugin,
            version(&build.version),
            game.mail().host().name,
            version(&invitation.plugin_version)
        ));
    }
}

/// Prints a game as it stands.
pub fn game(
    game: &mut MailMatch,
    key: Option<&PlayerKey>,
    console: &mut Console<'_>,
) -> Result<()> {
    writeln!(console.out, "{}", title(game))?;
    players(game, console)?;
    differing_plugin(game, console);
    let entries = game.mail().entries().len();
    let seated = game.mail().players().iter().flatten().count();
    writeln!(console.out, "all {} signatures are right", entries + seated)?;
    moves(game, KnownMoves::default(), console)?;
    if let Some(mv) = key.and_then(|key| game.own_secret(key)) {
        writeln!(console.out, "your decision, which the others do not know yet: {mv}")?;
    }
    board(game, console)?;
    let own = key.and_then(|key| game.mail().player_of(key.public())).map(|player| player.seat);
    match game.turn() {
        MailTurn::Over => {}
        turn if own.is_some() && turn.seat() == own => writeln!(console.out, "Your turn.")?,
        _ => writeln!(console.out, "Now {}.", game.waits())?,
    }
    Ok(())
}

/// Prints the board, and the result of a game that is over.
fn board(game: &mut MailMatch, console: &mut Console<'_>) -> Result<()> {
    let Some(game) = game.game() else { return Ok(()) };
    let about = game.about().clone();
    let drawn = game.ask(|cursor| diagram::draw(cursor, &about));
    writeln!(console.out, "{}", drawn.map_err(|error| failure(error.into()))?.trim_end())?;
    if let Some(result) = result(game) {
        writeln!(console.out, "{result}")?;
    }
    Ok(())
}

/// Returns how a game ended: `Ann won: the board is full`.
pub fn result(game: &Match) -> Option<String> {
    let outcome = game.status().outcome.as_ref()?;
    let reason = &outcome.reason.text;
    Some(match outcome.winner() {
        Some(seat) => {
            let winner = game.players().get(usize::from(seat)).map_or("", |player| &player.name);
            format!("{winner} won: {reason}")
        }
        None => format!("Draw: {reason}"),
    })
}
