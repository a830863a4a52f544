//! Output of text mode.

use std::collections::BTreeSet;
use std::io::Write;

use boardloom_app::move_rows::move_text;
use boardloom_app::session::GameSession;
use boardloom_app::texts::{game as g, join_moves, new_game, text_mode as t};
use boardloom_app::{player_names, status_text};
use boardloom_contract::{CHANCE, GameStatus, Seat};
use boardloom_match::clock::shown;
use boardloom_match::{GameEvent, Match, Node, NodeId};
use boardloom_terminal::TextBoard;

use crate::console::Console;
use crate::failure::Result;

pub fn begin(game: &Match, console: &mut Console<'_>) -> Result<()> {
    let ruleset = &game.source().ruleset;
    writeln!(console.out, "{}", t::begin(&ruleset.name, game.seed()))?;
    let players = game.players().iter().enumerate().map(|(seat, player)| match player.level() {
        Some(level) => {
            let name = player_names::level_name(ruleset, level);
            t::seated(&self::player(game, seat as Seat), &new_game::level(level, &name))
        }
        None => player.name.clone(),
    });
    writeln!(console.out, "{}", players.collect::<Vec<_>>().join(" - "))?;
    if game.clock().is_timed() {
        writeln!(console.out, "{}", t::clock(&new_game::clock_in_words(game.clock().control())))?;
    }
    if console.asks {
        writeln!(console.out, "{}", t::type_a_move())?;
    }
    Ok(())
}

/// The most legal moves that are listed.
const MAX_LEGAL: usize = 2000;
/// The most sites whose neighbours are listed.
const MAX_NEIGHBOURS: usize = 200;

/// Draws the board with the names of its sites, and lists the neighbours of a map's.
pub fn names(session: &mut GameSession, console: &mut Console<'_>) -> Result<()> {
    write!(console.out, "{}", TextBoard::new(session).names())?;
    readings(session, console)?;
    neighbours(session, console)
}

/// Lists how the moves to sites read whose names are for machines, as `2:0,3: left of lower left`.
fn readings(session: &mut GameSession, console: &mut Console<'_>) -> Result<()> {
    let Some(seat) = session.game.status().mover() else { return Ok(()) };
    let named = session.board.places().iter().filter(|spot| session.board.has_name(spot));
    let named: BTreeSet<String> = named.map(|spot| spot.label.clone()).collect();
    let mut moves = session.game.legal(seat, MAX_LEGAL)?;
    moves.retain(|mv| named.contains(mv));
    let texts = session.game.texts_of(seat, &moves)?;
    for (mv, text) in moves.iter().zip(texts).filter(|(mv, text)| *mv != text) {
        writeln!(console.out, "{mv}: {text}")?;
    }
    Ok(())
}

/// Lists the legal moves of a seat.
pub fn legal_moves(session: &mut GameSession, seat: Seat, console: &mut Console<'_>) -> Result<()> {
    let legal = session.game.legal_texts_without_answers(seat, MAX_LEGAL)?;
    writeln!(console.out, "{}", join_moves(&legal))?;
    let all = session.game.ask(|cursor| cursor.count_moves(seat))?;
    if all > MAX_LEGAL as u64 {
        writeln!(console.out, "{}", t::in_all(all))?;
    }
    Ok(())
}

/// Lists the neighbours of all sites of a board without rows, such as a map.
fn neighbours(session: &mut GameSession, console: &mut Console<'_>) -> Result<()> {
    if !TextBoard::new(session).is_map() {
        return Ok(());
    }
    let own = session.board.places().iter().filter(|spot| !spot.copy && !spot.label.is_empty());
    let names: Vec<String> = own.map(|spot| spot.label.clone()).collect();
    let near = session.neighbours();
    if near.is_empty() || names.len() > MAX_NEIGHBOURS {
        return Ok(());
    }
    writeln!(console.out, "{}", t::neighbours())?;
    for name in names {
        writeln!(
            console.out,
            "{name}: {}",
            near.get(&name).map_or(String::new(), |it| it.join(", "))
        )?;
    }
    Ok(())
}

pub fn status(session: &GameSession, console: &mut Console<'_>) -> Result<()> {
    let game = &session.game;
    let status = game.status();
    if let Some(scores) = scores(session) {
        writeln!(console.out, "{scores}")?;
    }
    if let Some(times) = times(session) {
        writeln!(console.out, "{times}")?;
    }
    for fact in status.facts.iter().take(status_text::MOST_FACTS) {
        writeln!(console.out, "{fact}")?;
    }
    if status.facts.len() > status_text::MOST_FACTS {
        writeln!(console.out, "...")?;
    }
    for decision in game.decisions() {
        writeln!(console.out, "{}", t::has_decided(&player(game, decision.seat)))?;
    }
    match &status.outcome {
        Some(_) => writeln!(console.out, "{}", result(game, status))?,
        None => {
            let acting: Vec<String> =
                status.acting.iter().map(|seat| player(game, *seat)).collect();
            let names = acting.join(", ");
            match &status.prompt {
                Some(prompt) => writeln!(console.out, "{names}: {prompt}")?,
                None => writeln!(console.out, "{}", t::to_move(&names))?,
            }
        }
    }
    Ok(())
}

/// Returns the scores with the points of the last move, and who is out; `None` for games without
/// scores.
fn scores(session: &GameSession) -> Option<String> {
    let seats = session.game.status().seats.iter().enumerate().filter_map(|(seat, state)| {
        let seat = seat as Seat;
        let who = player(&session.game, seat);
        let Some((score, _, gained)) = session.points(seat) else {
            let goes_on = !session.game.status().is_over();
            return (goes_on && !state.active).then(|| t::is_out(&who));
        };
        let gained = match g::gained(gained) {
            gained if gained == g::gained(0.0) => String::new(),
            gained => format!(" ({})", gained.replace('−', "-")),
        };
        let score = g::number(score).replace('−', "-");
        let out = if state.active { String::new() } else { format!(", {}", g::out()) };
        Some(format!("{who} {score}{gained}{out}"))
    });
    let seats: Vec<String> = seats.collect();
    let points = match session.game.source().ruleset.points.as_str() {
        "" => String::new(),
        points => format!("{points}: "),
    };
    (!seats.is_empty()).then(|| points + &seats.join(", "))
}

/// Returns the clocks; `None` for an untimed game.
pub fn times(session: &GameSession) -> Option<String> {
    let game = &session.game;
    let control = *game.clock().control();
    let time = |seat: Seat| {
        let (time, _) = session.time_of(seat)?;
        let beside = match (time.periods, control.coin()) {
            (0, None) => String::new(),
            _ if control.days().is_some() => String::new(),
            (0, Some(_)) => format!(" ({})", g::coins(time.coins)),
            (periods, _) => format!(" {}", t::periods(periods)),
        };
        let low = if time.is_low(&control) { "!" } else { "" };
        Some(format!("{} {low}{}{beside}", player(game, seat), shown(time.running(&control))))
    };
    let seats = 0..game.players().len() as Seat;
    control.is_timed().then(|| seats.filter_map(time).collect::<Vec<_>>().join(", "))
}

pub fn result(game: &Match, status: &GameStatus) -> String {
    let Some(outcome) = &status.outcome else { return String::new() };
    let first: Vec<String> = (0..outcome.ranks.len())
        .filter(|seat| outcome.ranks[*seat] == 0)
        .map(|seat| player(game, seat as Seat))
        .collect();
    let reason = status_text::reason(game, outcome, |seat| player(game, seat));
    match first.len() {
        1 => t::won(&first[0], &reason),
        all if all == outcome.ranks.len() => t::drawn(&reason),
        _ => t::shared(&first.join(t::and()), &reason),
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
        comment(game, *id, console)?;
    }
    Ok(())
}

/// Shows a player's comment on a move.
pub fn comment(game: &Match, id: NodeId, console: &mut Console<'_>) -> Result<()> {
    let comment = &game.tree().node(id).comment;
    Ok(comment.lines().try_for_each(|line| writeln!(console.out, "   \"{line}\""))?)
}

pub fn line(game: &Match, id: NodeId) -> String {
    let node = game.tree().node(id);
    let Some(event) = node.event() else { return t::start_position().to_owned() };
    let who = event.seat().map_or_else(String::new, |seat| mover(game, node, seat));
    match event {
        GameEvent::Move { .. } => format!("{}. {who}: {}", node.ply(), move_text(node)),
        GameEvent::AgreedDraw { .. } => {
            format!("{}. {}", node.ply(), move_text(node))
        }
        GameEvent::RemovePlayer { cause, .. } => {
            format!("{}. {}", node.ply(), g::removed(*cause, &who).trim_end_matches('.'))
        }
    }
}

/// A human by name, a computer by its side: several can be of one level.
fn player(game: &Match, seat: Seat) -> String {
    named(game, seat, player_names::side)
}

/// The player of a node, by the side that it had then: seats may swap later.
fn mover(game: &Match, node: &Node, seat: Seat) -> String {
    named(game, seat, |game, seat| player_names::side_at(game, node, seat))
}

fn named(game: &Match, seat: Seat, side: impl Fn(&Match, Seat) -> String) -> String {
    if seat == CHANCE {
        return t::chance().to_owned();
    }
    let (players, ruleset) = (game.players(), &game.source().ruleset);
    let human = players.get(usize::from(seat)).filter(|player| player.level().is_none());
    let named = human.filter(|it| player_names::is_own_name(ruleset, players.len(), &it.name));
    named.map_or_else(|| side(game, seat), |player| player.name.clone())
}
