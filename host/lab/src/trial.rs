//! Games at random that show whether a ruleset can be played to an end by both sides.

use boardloom_base::Result;
use boardloom_contract::{CHANCE, Cursor, Diagnostic, Message, Seat, Severity};
use boardloom_match::{GameSource, Match, MatchSetup, chance_number, legal_moves};
use boardloom_ruleset::Diagnostics;

use crate::series::{RandomNumbers, pick};

const GAMES: u32 = 20;
/// The plies after which a game counts as endless.
const CUT: u32 = 1000;
/// The most first moves, and replies to each, that are tried.
const MOVES: usize = 400;

/// Returns warnings if random games do not end, or if one side can end the game within two plies.
pub fn trial(source: &GameSource) -> Result<Diagnostics> {
    let mut found = Vec::new();
    found.extend(quick_win(source)?);
    if found.is_empty() {
        found.extend(endless(source)?);
    }
    Ok(source.ruleset.locate(&found))
}

fn warning(what: String, hint: &str) -> Diagnostic {
    let warning = Diagnostic {
        severity: Severity::Warning,
        path: Vec::new(),
        on_key: true,
        inside: None,
        what: Message::new("check.play", what),
        hint: None,
    };
    warning.hint(hint)
}

/// Finds a side that wins with its first move, whatever the other one did.
fn quick_win(source: &GameSource) -> Result<Option<Diagnostic>> {
    let game = source.open()?;
    let mut cursor = game.start()?;
    let Some(first) = mover(&mut *cursor)? else { return Ok(None) };
    let moves = legal_moves(&mut *cursor, first, MOVES)?;
    let name = |seat: Seat| source.ruleset.player(usize::from(seat)).name;
    let hint = "give the sides more to do: a larger board, fewer pieces or a harder goal";
    let mut reply = None;
    for mv in &moves {
        if cursor.play(first, mv)?.is_err() {
            return Ok(None);
        }
        if winner(&mut *cursor)? == Some(first) {
            let what = format!("{} wins with the first move `{mv}`", name(first));
            return Ok(Some(warning(what, hint)));
        }
        reply = winning_reply(&mut *cursor, first)?;
        cursor.undo()?;
        if reply.is_none() {
            break;
        }
    }
    Ok(reply.map(|(seat, _)| {
        let what = format!("{} wins with the second move, whatever the first was", name(seat));
        warning(what, hint)
    }))
}

/// Returns a move of another seat than `first` that wins at once.
fn winning_reply(cursor: &mut dyn Cursor, first: Seat) -> Result<Option<(Seat, String)>> {
    let Some(seat) = mover(cursor)?.filter(|seat| *seat != first) else { return Ok(None) };
    for mv in legal_moves(cursor, seat, MOVES)? {
        if cursor.play(seat, &mv)?.is_err() {
            return Ok(None);
        }
        let wins = winner(cursor)? == Some(seat);
        cursor.undo()?;
        if wins {
            return Ok(Some((seat, mv)));
        }
    }
    Ok(None)
}

fn mover(cursor: &mut dyn Cursor) -> Result<Option<Seat>> {
    Ok(cursor.status()?.mover().filter(|seat| *seat != CHANCE))
}

fn winner(cursor: &mut dyn Cursor) -> Result<Option<Seat>> {
    Ok(cursor.status()?.outcome.and_then(|outcome| outcome.winner()))
}

fn endless(source: &GameSource) -> Result<Option<Diagnostic>> {
    for number in 0..GAMES {
        let seed = chance_number(1, number);
        let setup = MatchSetup { seed, ..MatchSetup::default() };
        let mut game = Match::new(source.clone(), setup)?;
        let mut random = RandomNumbers::new(!seed);
        while let Some(seat) = game.status().acting.first().copied() {
            let over = game.status().ply >= CUT;
            let picked = game.ask(|cursor| pick(cursor, seat, &mut random))?;
            let Some((mv, _)) = picked.filter(|_| !over) else { break };
            game.play_as(seat, &mv, None)?;
        }
        if game.status().outcome.is_some() {
            return Ok(None);
        }
    }
    let what = format!("none of {GAMES} random games ended within {CUT} moves");
    let hint = "see whether each side can reach its goal, or add a limit that ends the game";
    Ok(Some(warning(what, hint)))
}
