//! Output of text mode.

use std::io::Write;

use boardloom_app::session::GameSession;
use boardloom_app::status_text;
use boardloom_contract::{CHANCE, GameStatus, Seat};
use boardloom_match::clock::{coins, shown};
use boardloom_match::{GameEvent, Match, NodeId};

use crate::console::Console;
use crate::data;
use crate::failure::Result;

pub fn begin(game: &Match, console: &mut Console<'_>) -> Result<()> {
    writeln!(console.out, "{}, seed {}", game.source().ruleset.name, game.seed())?;
    let players = game.players().iter().map(|player| match player.level() {
        Some(level) => format!("{} (computer, level {level})", player.name),
        None => player.name.clone(),
    });
    writeln!(console.out, "{}", players.collect::<Vec<_>>().join(" - "))?;
    if game.clock().is_timed() {
        writeln!(console.out, "clock: {}", game.clock().control().words())?;
    }
    if console.asks {
        writeln!(console.out, "Type a move, or `help`.")?;
    }
    Ok(())
}

pub fn status(session: &GameSession, console: &mut Console<'_>) -> Result<()> {
    let game = &session.game;
    let status = game.status();
    if let Some(scores) = scores(game, status) {
        writeln!(console.out, "{scores}")?;
    }
    if let Some(times) = times(session) {
        writeln!(console.out, "{times}")?;
    }
    for fact in &status.facts {
        writeln!(console.out, "{fact}")?;
    }
    for decision in game.decisions() {
        writeln!(console.out, "{} has decided", player(game, decision.seat))?;
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

/// Returns the scores, and who is out; `None` for games without scores.
fn scores(game: &Match, status: &GameStatus) -> Option<String> {
    let counts = status.seats.iter().any(|seat| seat.score != 0.0 || seat.gained != 0.0);
    let seats = status.seats.iter().enumerate().filter_map(|(seat, state)| {
        let gained = match state.gained {
            gained if gained > 0.0 => format!(" (+{})", data::number(gained)),
            gained if gained < 0.0 => format!(" ({})", data::number(gained)),
            _ => String::new(),
        };
        let who = player(game, seat as Seat);
        match (counts, state.active) {
            (true, true) => Some(format!("{who} {}{gained}", data::number(state.score))),
            (true, false) => Some(format!("{who} {}{gained}, out", data::number(state.score))),
            (false, true) => None,
            (false, false) => Some(format!("{who} is out")),
        }
    });
    let seats: Vec<String> = seats.collect();
    (!seats.is_empty()).then(|| seats.join(", "))
}

/// Returns the clocks; `None` for an untimed game.
pub fn times(session: &GameSession) -> Option<String> {
    let game = &session.game;
    let control = *game.clock().control();
    let time = |seat: Seat| {
        let (time, _) = session.time_of(seat)?;
        let beside = match (time.periods, control.coin()) {
            (0, None) => String::new(),
            (0, Some(_)) => format!(" ({})", coins(time.coins)),
            (periods, _) => format!(" (periods: {periods})"),
        };
        let low = if time.is_low(&control) { "!" } else { "" };
        Some(format!("{} {low}{}{beside}", player(game, seat), shown(time.running(&control))))
    };
    let seats = 0..game.players().len() as Seat;
    control.is_timed().then(|| seats.filter_map(time).collect::<Vec<_>>().join(", "))
}

pub fn result(game: &Match, status: &GameStatus) -> String {
    let Some(outcome) = &status.outcome else { return "the game goes on".to_owned() };
    let first: Vec<String> = (0..outcome.ranks.len())
        .filter(|seat| outcome.ranks[*seat] == 0)
        .map(|seat| player(game, seat as Seat))
        .collect();
    let reason = status_text::reason(game, outcome, |seat| player(game, seat));
    match first.len() {
        1 => format!("Game over: {} won: {reason}", first[0]),
        all if all == outcome.ranks.len() => format!("Game over: a draw: {reason}"),
        _ => format!("Game over: {} share the first place: {reason}", first.join(" and ")),
    }
}

pub fn moves(game: &Match, nodes: &[NodeId], console: &mut Console<'_>) -> Result<()> {
    let mut last = None;
    for id in nodes {
        writeln!(console.out, "{}", line(game, *id))?;
        // The note on a move is also the note on the chance move after it.
        let note = game.tree().node(*id).note.as_ref();
        if let Some(note) = note.filter(|note| last != Some(*note)) {
            writeln!(console.out, "   {note}")?;
        }
        last = note;
    }
    Ok(())
}

pub fn line(game: &Match, id: NodeId) -> String {
    let node = game.tree().node(id);
    let Some(event) = node.event() else { return "the start".to_owned() };
    let who = event.seat().map_or_else(String::new, |seat| player(game, seat));
    match event {
        GameEvent::Move { .. } => format!("{}. {who}: {}", node.ply(), node.text()),
        GameEvent::RemovePlayer { .. } => format!("{}. {who} {}", node.ply(), node.text()),
        GameEvent::AgreedDraw { .. } => format!("{}. {}", node.ply(), node.text()),
    }
}

fn player(game: &Match, seat: Seat) -> String {
    if seat == CHANCE {
        return "chance".to_owned();
    }
    let known = game.players().get(usize::from(seat));
    known.map_or_else(|| format!("Player {}", u16::from(seat) + 1), |it| it.name.clone())
}
