//! Positions that may come when a player is next to move, for moves entered ahead of time.

use boardloom_contract::{CHANCE, Cursor, PluginResult, Seat};

use super::{Match, legal_moves};
use crate::error::MatchError;

/// The most moves of the other player that are listed.
const LISTED: usize = 512;
/// The most moves of others and of chance between two turns of a player.
const BETWEEN: usize = 16;

impl Match {
    /// Returns positions in which a seat may be next to move, each after another move of the seat
    /// that is to move now: up to `most`, spread over its moves.
    pub fn next_turns(
        &mut self,
        seat: Seat,
        most: usize,
    ) -> Result<Vec<Box<dyn Cursor>>, MatchError> {
        if self.is_round() {
            return Ok(Vec::new());
        }
        let Some(mover) = self.status().acting.first().copied() else { return Ok(Vec::new()) };
        self.ask(|cursor| {
            let listed = if most == 1 { 1 } else { LISTED };
            let replies = legal_moves(cursor, mover, listed)?;
            let step = replies.len().div_ceil(most.max(1)).max(1);
            let mut turns = Vec::new();
            for mv in replies.iter().step_by(step) {
                let mut ahead = cursor.fork()?;
                if reaches_turn(&mut *ahead, (mover, mv.clone()), seat)? {
                    turns.push(ahead);
                }
            }
            Ok(turns)
        })
    }
}

/// Plays a move, and after it any moves until the seat is to move. Returns false if it never is.
fn reaches_turn(
    cursor: &mut dyn Cursor,
    mut next: (Seat, String),
    seat: Seat,
) -> PluginResult<bool> {
    for _ in 0..BETWEEN {
        if cursor.play(next.0, &next.1)?.is_err() {
            return Ok(false);
        }
        let status = cursor.status()?;
        if status.acting.contains(&seat) {
            return Ok(true);
        }
        let by = status.acting.first().copied();
        next = match by {
            _ if status.chance => (CHANCE, cursor.sample_outcome(0)?),
            Some(by) => match legal_moves(cursor, by, 1)?.pop() {
                Some(mv) => (by, mv),
                None => return Ok(false),
            },
            None => return Ok(false),
        };
    }
    Ok(false)
}
