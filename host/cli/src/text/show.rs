//! What is printed.

use std::io::Write;

use boardloom_contract::{CHANCE, GameStatus, Seat};
use boardloom_match::Match;
use boardloom_match::{GameEvent, NodeId, PlayedMove};

use super::Session;
use crate::console::Console;
use crate::data;
use crate::failure::Failure;

/// Prints what is played, and how.
pub fn begin(session: &mut Session, console: &mut Console<'_>) -> Result<(), Failure> {
    let name = session.game.source().ruleset.name.clone();
    writeln!(console.out, "{name}, seed {}", session.game.seed())?;
    let players: Vec<String> = (0..session.game.players().len())
        .map(|seat| {
            let player = &session.game.players()[seat];
            match player.level() {
                Some(level) => format!("{} (computer, level {level})", player.name),
                None => player.name.clone(),
            }
        })
        .collect();
    writeln!(console.out, "{}", players.join(" - "))?;
    if session.game.clock().is_timed() {
        writeln!(console.out, "clock: {}", session.game.clock().control().words())?;
    }
    if console.asks {
        writeln!(console.out, "Type a move, or `help`.")?;
    }
    Ok(())
}

/// Prints the position: the board, scores, and whose turn it is.
pub fn position(session: &mut Session, console: &mut Console<'_>) -> Result<(), Failure> {
    let diagram = boardloom_board_view::diagram::of_match(&mut session.game)?;
    let game = &session.game;
    let status = game.status();
    writeln!(console.out, "\n{}", diagram.trim_end())?;
    writeln!(console.out, "{}", scores(game, status))?;
    if let Some(times) = session.times() {
        writeln!(console.out, "{times}")?;
    }
    for fact in &status.facts {
        writeln!(console.out, "{fact}")?;
    }
    match &status.outcome {
        Some(_) => writeln!(console.out, "{}", result(game, status))?,
        None => {
            let acting: Vec<String> =
                status.acting.iter().map(|seat| player(game, *seat)).collect();
            let asks = status.prompt.as_ref().map_or("to move", |asks| &*asks.text);
            writeln!(console.out, "{}: {asks}", acting.join(", "))?;
        }
    }
    Ok(())
}

/// Returns the scores of all seats.
fn scores(game: &Match, status: &GameStatus) -> String {
    let seats = status.seats.iter().enumerate().map(|(seat, state)| {
        let gained = match state.gained {
            gained if gained > 0.0 => format!(" (+{})", data::number(gained)),
            gained if gained < 0.0 => format!(" ({})", data::number(gained)),
            _ => String::new(),
        };
        let left = if state.active { "" } else { ", out" };
        format!("{} {}{gained}{left}", player(game, seat as Seat), data::number(state.score))
    });
    seats.collect::<Vec<_>>().join(", ")
}

/// Returns how a game ended.
pub fn result(game: &Match, status: &GameStatus) -> String {
    let Some(outcome) = &status.outcome else { return "the game goes on".to_owned() };
    let first: Vec<String> = (0..outcome.ranks.len())
        .filter(|seat| outcome.ranks[*seat] == 0)
        .map(|seat| player(game, seat as Seat))
        .collect();
    let reason = &outcome.reason;
    match first.len() {
        1 => format!("Game over: {} won: {reason}", first[0]),
        all if all == outcome.ranks.len() => format!("Game over: a draw: {reason}"),
        _ => format!("Game over: {} share the first place: {reason}", first.join(" and ")),
    }
}

/// Prints moves that were played, and the draws of chance behind them.
pub fn played(
    session: &Session,
    played: &PlayedMove,
    forced: bool,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let mut said = None;
    for id in std::iter::once(&played.node).chain(&played.drawn) {
        let forced = if forced && *id == played.node { " (the only move)" } else { "" };
        writeln!(console.out, "{}{forced}", line(&session.game, *id))?;
        // What a move did stays true of the draw behind it.
        let note = session.game.tree().node(*id).note.as_ref();
        if let Some(note) = note.filter(|note| said != Some(*note)) {
            writeln!(console.out, "   {note}")?;
        }
        said = note;
    }
    Ok(())
}

/// Prints what the computer says, if it says something.
pub fn remark(
    game: &Match,
    seat: Seat,
    said: Option<&str>,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    if let Some(text) = said {
        writeln!(console.out, "{}: {text}", player(game, seat))?;
    }
    Ok(())
}

/// Prints what the computer says of the end of the game.
pub fn last_word(session: &mut Session, console: &mut Console<'_>) -> Result<(), Failure> {
    let Session { game, commentary, .. } = session;
    match commentary.ended(game) {
        Some((seat, text)) => remark(game, seat, Some(text), console),
        None => Ok(()),
    }
}

/// Returns a move as one line: its number, who played it, its notation.
pub fn line(game: &Match, id: NodeId) -> String {
    let node = game.tree().node(id);
    let Some(event) = node.event() else { return "the start".to_owned() };
    let who = event.seat().map_or_else(String::new, |seat| player(game, seat));
    match event {
        GameEvent::Move { mv, .. } => format!("{}. {who}: {mv}", node.ply()),
        GameEvent::RemovePlayer { .. } => format!("{}. {who} {}", node.ply(), event.text()),
    }
}

/// Returns what a seat is called.
pub fn player(game: &Match, seat: Seat) -> String {
    if seat == CHANCE {
        return "chance".to_owned();
    }
    let known = game.players().get(usize::from(seat));
    known.map_or_else(|| format!("Player {}", u16::from(seat) + 1), |it| it.name.clone())
}
