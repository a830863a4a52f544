//! Games by mail in words.

use std::io::Write;

use boardloom_board_view::diagram;
use boardloom_contract::CHANCE;
use boardloom_mail::{Acquaintance, MailMatch, MailTurn, PlayerKey};
use boardloom_match::{GameEvent, Match};

use super::failure;
use super::files::{MailGames, OpenMail};
use crate::{Console, Failure, Result};

/// A game that a mail added something to.
pub struct Import {
    pub open: OpenMail,
    /// What was known before.
    pub known: Known,
    /// Whether the game was not known.
    pub is_new: bool,
    /// Whether the last open seat was taken by it.
    pub completed: bool,
    /// The entries that the program added by itself.
    pub added: usize,
}

/// Returns the game's name, ruleset and id.
pub fn title(game: &MailMatch) -> String {
    let id = game.mail().short_id();
    let ruleset = &game.source().ruleset;
    format!("{} ({}), game {id}", ruleset.name, game.mail().invitation().ruleset)
}

/// How much of a game is known.
#[derive(Debug, Clone, Copy, Default)]
pub struct Known {
    moves: usize,
    /// Lines of what players said.
    words: usize,
}

impl Known {
    /// All of a game.
    pub fn all(game: &mut MailMatch) -> Self {
        let steps = steps(game);
        let words = steps.iter().map(|step| step.words.len()).sum();
        Known { moves: steps.len().saturating_sub(1), words }
    }
}

/// A move, and what players said with it. The first step is the start of the game.
struct Step {
    /// As `3. Ann: c4`.
    text: Option<String>,
    words: Vec<String>,
}

fn steps(game: &mut MailMatch) -> Vec<Step> {
    let names: Vec<String> =
        (0..game.mail().players().len() as u8).map(|seat| game.mail().name(seat)).collect();
    let Some(game) = game.game() else { return Vec::new() };
    let line = game.tree().line(game.here());
    let steps = line.iter().enumerate().map(|(number, id)| {
        let node = game.tree().node(*id);
        let who = node.event().and_then(GameEvent::seat).map(|seat| match seat {
            CHANCE => "Chance",
            seat => names.get(usize::from(seat)).map_or("", String::as_str),
        });
        let text = who.map(|who| match node.event() {
            Some(GameEvent::Move { .. }) => format!("{number}. {who}: {}", node.text()),
            _ => format!("{number}. {who} {}", node.text()),
        });
        Step { text, words: node.comment.lines().map(str::to_owned).collect() }
    });
    steps.collect()
}

/// Returns the last move.
pub fn last_move(game: &mut MailMatch) -> Option<String> {
    steps(game).into_iter().rev().find_map(|step| step.text)
}

/// Prints the moves that are not known, and what players said with them.
fn moves(game: &mut MailMatch, known: Known, console: &mut Console<'_>) -> Result<()> {
    let mut words = 0;
    for (number, step) in steps(game).into_iter().enumerate() {
        if let Some(text) = step.text.filter(|_| number > known.moves) {
            writeln!(console.out, "{text}")?;
        }
        for said in step.words {
            words += 1;
            if words > known.words {
                writeln!(console.out, "   {said}")?;
            }
        }
    }
    Ok(())
}

/// Prints what a mail brought, and what to do now.
pub fn news(games: &MailGames, mut import: Import, console: &mut Console<'_>) -> Result<()> {
    let key = games.key(console)?;
    let open = &mut import.open;
    writeln!(console.out, "{}", title(&open.game))?;
    if import.is_new {
        writeln!(console.out, "kept as {} ({})", open.name(), open.path().display())?;
    }
    players(&open.game, console)?;
    let folder = games.folder.path().to_owned();
    let met = games.folder.meet(open.game.mail(), key.public()).map_err(Failure::write(&folder))?;
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
    moves(game, Known::default(), console)?;
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
