//! Games at random that show whether a ruleset can be played to an end by both sides.

use std::collections::BTreeSet;
use std::sync::Arc;

use boardloom_base::{Interrupt, Result};
use boardloom_computer::{Computer, Level, levels};
use boardloom_contract::{CHANCE, Cursor, Diagnostic, Message, Seat, Severity};
use boardloom_match::{GameSource, Match, MatchSetup, chance_number, legal_moves};
use boardloom_ruleset::Diagnostics;

use crate::puzzles::answers_that_fail;
use crate::series::{RandomNumbers, pick, think};

const GAMES: u32 = 20;
/// The games in which one side searches, and the nodes of a move.
const SEARCHED: u32 = 6;
const NODES: u64 = 200;
/// The plies after which a game counts as endless.
const CUT: u32 = 1000;
/// The most first moves, and replies to each, that are tried.
const MOVES: usize = 400;

/// Returns warnings if random games do not end, if one side can end the game within two plies,
/// if a side never wins, or if the answer of a puzzle does not win.
pub fn trial(source: &GameSource) -> Result<Diagnostics> {
    let mut found = Vec::new();
    found.extend(quick_win(source)?);
    // The game itself warns of a start at which it is over.
    let is_over = source.open()?.start()?.status()?.outcome.is_some();
    if found.is_empty() && !is_over {
        found.extend(random_games(source)?);
    }
    found.extend(answers_that_fail(source)?);
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

/// Finds a first move that wins, or a side that wins with the second move whatever the first was.
fn quick_win(source: &GameSource) -> Result<Option<Diagnostic>> {
    let game = source.open()?;
    let mut cursor = game.start()?;
    let Some(first) = mover(&mut *cursor)? else { return Ok(None) };
    let moves = legal_moves(&mut *cursor, first, MOVES)?;
    let name = |seat: Seat| source.ruleset.player(usize::from(seat)).name;
    let hint = "give the sides more to do: a larger board, fewer pieces or a harder goal";
    for mv in &moves {
        if cursor.play(first, mv)?.is_err() {
            return Ok(None);
        }
        let wins = winner(&mut *cursor)? == Some(first);
        cursor.undo()?;
        if wins {
            let what = format!("{} wins with the first move `{mv}`", name(first));
            return Ok(Some(warning(what, hint)));
        }
    }
    let mut reply = None;
    for mv in &moves {
        if cursor.play(first, mv)?.is_err() {
            return Ok(None);
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

/// Plays at random, then with a search for each side that has not won, and tells of games
/// without an end and of sides without a win.
fn random_games(source: &GameSource) -> Result<Option<Diagnostic>> {
    let (mut ended, mut wins, mut longest) = (0, BTreeSet::new(), 0);
    let seats = source.open()?.about()?.seats;
    for number in 0..GAMES {
        let mut game = new_game(source, number)?;
        play_at_random(&mut game, number, |_, _| Ok(None))?;
        if let Some(outcome) = &game.status().outcome {
            ended += 1;
            wins.extend(outcome.winner());
            longest = longest.max(game.status().ply);
        }
    }
    if ended == 0 {
        let what = format!("none of {GAMES} random games ended within {CUT} moves");
        let hint = "see whether each side can reach its goal, or add a limit that ends the game";
        return Ok(Some(warning(what, hint)));
    }
    let mut unable = Vec::new();
    for seat in (0..seats).filter(|seat| !wins.contains(seat)) {
        if !wins_with_a_search(source, seat)? {
            unable.push(seat);
        }
    }
    if unable.len() == usize::from(seats) && ended == GAMES {
        let moves = if longest == 1 { "move" } else { "moves" };
        let what = format!(
            "no player won any of {GAMES} random games, or of {SEARCHED} for each side in which \
             it searched: the longest random game had {longest} {moves}"
        );
        let hint = "see whether a limit or a rule ends the game before anybody can win";
        return Ok(Some(warning(what, hint)));
    }
    if let Some(seat) = unable.into_iter().next() {
        let name = source.ruleset.player(usize::from(seat)).name;
        let what = format!(
            "{name} won none of {GAMES} random games, and none of {SEARCHED} in which it searched \
             while the others moved at random"
        );
        let hint = format!("see whether {name} can reach its goal at all");
        return Ok(Some(warning(what, &hint)));
    }
    Ok(None)
}

fn new_game(source: &GameSource, number: u32) -> Result<Match> {
    let seed = chance_number(1, number);
    Ok(Match::new(source.clone(), MatchSetup { seed, ..MatchSetup::default() })?)
}

/// Plays to the end or the cut. `chosen` may choose a seat's move; the others are random.
fn play_at_random(
    game: &mut Match,
    number: u32,
    mut chosen: impl FnMut(&Match, Seat) -> Result<Option<String>>,
) -> Result<()> {
    let mut random = RandomNumbers::new(!chance_number(1, number));
    while let Some(seat) = game.status().acting.first().copied() {
        if game.status().ply >= CUT {
            break;
        }
        let mv = match chosen(game, seat)? {
            Some(mv) => Some(mv),
            None => game.ask(|cursor| pick(cursor, seat, &mut random))?.map(|(mv, _)| mv),
        };
        let Some(mv) = mv else { break };
        game.play_as(seat, &mv, None)?;
    }
    Ok(())
}

/// Tells whether a seat wins a game against random moves if it searches.
fn wins_with_a_search(source: &GameSource, seat: Seat) -> Result<bool> {
    let strongest = levels(&source.ruleset).pop();
    let Some(strongest) = strongest else { return Ok(true) };
    let level = Level { time: None, nodes: Some(NODES), noise: 0.0, ..strongest };
    let interrupt = Interrupt::listen();
    for number in 0..SEARCHED {
        let mut game = new_game(source, number)?;
        let mut computer = Computer::new(source.clone(), Arc::new(|| ()));
        play_at_random(&mut game, number, |game, mover| {
            if mover != seat {
                return Ok(None);
            }
            // An interrupted search leaves the rest of the game to chance.
            let found = think(&mut computer, game, seat, &level, &interrupt);
            Ok(found.and_then(Result::ok).map(|found| found.mv))
        })?;
        let winner = game.status().outcome.as_ref().and_then(|outcome| outcome.winner());
        if winner == Some(seat) || interrupt.came() {
            return Ok(true);
        }
    }
    Ok(false)
}
