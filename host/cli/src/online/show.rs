//! A room in words.

use boardloom_match::{GameSource, MatchError, MovePath};
use boardloom_room::{EndKind, PlayedEntry, Proposal, RoomState, SeatKind};

/// Returns the name of a seat's player; 0 is chance.
pub fn player(state: &RoomState, seat: u8) -> String {
    match usize::from(seat).checked_sub(1).and_then(|at| state.seats.get(at)) {
        None => "Chance".to_owned(),
        Some(known) if known.name.is_empty() => format!("Seat {seat}"),
        Some(known) => known.name.clone(),
    }
}

/// Returns a move for the list of moves, numbered from 1.
pub fn played(state: &RoomState, number: usize, entry: &PlayedEntry) -> String {
    let name = player(state, entry.seat);
    match entry.mv.starts_with('!') {
        true => format!("{name} {}", entry.text),
        false => format!("{number}. {name}: {}", entry.text),
    }
}

pub fn moves(state: &RoomState) -> String {
    let lines = (1..).zip(&state.played);
    lines.map(|(number, entry)| played(state, number, entry) + "\n").collect()
}

pub fn seats(state: &RoomState) -> String {
    let seat = |(at, seat): (usize, &boardloom_room::RoomSeat)| {
        let who = match seat.kind {
            SeatKind::Open => "open".to_owned(),
            SeatKind::Computer => format!("{} (computer)", seat.name),
            SeatKind::Human if seat.present => seat.name.clone(),
            SeatKind::Human => format!("{} (away)", seat.name),
        };
        format!("seat {}: {who}", at + 1)
    };
    state.seats.iter().enumerate().map(seat).collect::<Vec<_>>().join(", ")
}

/// Returns whose turn it is, or the result.
pub fn turn(state: &RoomState, own: Option<u8>) -> String {
    if let Some(end) = &state.turn.end {
        let first: Vec<String> = (1..)
            .zip(&end.places)
            .filter(|(_, place)| **place == 1)
            .map(|(seat, _)| player(state, seat))
            .collect();
        return match (end.kind, &first[..]) {
            (EndKind::Aborted, _) => "Game aborted".to_owned(),
            (EndKind::Over, [winner]) => format!("{winner} won: {}", end.reason),
            (EndKind::Over, _) => format!("Draw: {}", end.reason),
            (EndKind::Agreed, _) => "Draw by agreement".to_owned(),
        };
    }
    if state.has_open_seat() {
        return format!("Waiting for players: {}", seats(state));
    }
    if state.turn.paused {
        return "Paused; `resume` continues".to_owned();
    }
    let clocks = clocks(state);
    match own.is_some_and(|own| state.turn.acting.contains(&own)) {
        true => format!("Your turn{clocks}"),
        false => {
            let names: Vec<String> =
                state.turn.acting.iter().map(|seat| player(state, *seat)).collect();
            format!("{} to move{clocks}", names.join(", "))
        }
    }
}

fn clocks(state: &RoomState) -> String {
    let Some(clock) = &state.turn.clock else { return String::new() };
    let shown = |ms: &u64| boardloom_match::clock::shown(std::time::Duration::from_millis(*ms));
    let times: Vec<String> = clock.left_ms.iter().map(shown).collect();
    format!(" ({})", times.join(" – "))
}

pub fn proposal(proposal: Proposal) -> &'static str {
    match proposal {
        Proposal::Draw => "a draw",
        Proposal::TakeBack => "to take back a move",
        Proposal::Pause => "a pause",
        Proposal::Rematch => "a rematch",
    }
}

/// Draws the position: the game's own diagram, or the board's places.
/// `own` is the client's seat, from 1.
pub fn board(
    source: &GameSource,
    state: &RoomState,
    own: Option<u8>,
) -> Result<String, MatchError> {
    let source = boardloom_room::source_as_told(source.clone(), state, own)?;
    let events = state.played.iter().map(PlayedEntry::event);
    let path = MovePath { start: state.start.clone(), events: events.collect() };
    let (game, mut cursor) = path.walk(&source)?;
    Ok(boardloom_board_view::diagram::draw(&mut *cursor, &game.about()?)?)
}
