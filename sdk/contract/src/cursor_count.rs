//! Perft over cursors, for plugins without the interface `count`.

use crate::{CHANCE, Cursor, PAGE, PluginResult, Seat};

/// Counts move sequences of a depth. Where several seats can act, each of them may be next; chance
/// counts each outcome once. `listed` lists the moves of the last ply too instead of asking for
/// their number. `proceed` is called at every position and ends the count by its error.
///
/// # Errors
/// Those of the cursor and of `proceed`.
pub fn perft(
    cursor: &mut dyn Cursor,
    depth: u32,
    listed: bool,
    proceed: &mut dyn FnMut() -> PluginResult<()>,
) -> PluginResult<u64> {
    if depth == 0 {
        return Ok(1);
    }
    let mut leaves = 0;
    // The moves that are left at each ply. No recursion: the caller may ask for any depth, and a
    // game without an end would overflow the stack.
    let mut stack: Vec<Vec<(Seat, String)>> = Vec::new();
    loop {
        proceed()?;
        match stack.len() as u32 + 1 {
            ply if ply < depth || listed => {
                let moves = all_moves(cursor)?;
                if ply == depth {
                    leaves += moves.len() as u64;
                    stack.push(Vec::new());
                } else {
                    stack.push(moves);
                }
            }
            _ => {
                leaves += count_all_moves(cursor)?;
                stack.push(Vec::new());
            }
        }
        // Back to a ply with a move left, and on with it.
        loop {
            let Some(moves) = stack.last_mut() else { return Ok(leaves) };
            let Some((seat, mv)) = moves.pop() else {
                stack.pop();
                if stack.is_empty() {
                    return Ok(leaves);
                }
                cursor.undo()?;
                continue;
            };
            if cursor.play(seat, &mv)?.is_ok() {
                break;
            }
        }
    }
}

/// Returns the moves of all seats that can act.
fn all_moves(cursor: &mut dyn Cursor) -> PluginResult<Vec<(Seat, String)>> {
    let status = cursor.status()?;
    if status.is_over() {
        return Ok(Vec::new());
    }
    if status.chance {
        let odds = cursor.chance_outcomes(u32::MAX)?.unwrap_or_default();
        return Ok(odds.into_iter().map(|(mv, _)| (CHANCE, mv)).collect());
    }
    let mut moves: Vec<(Seat, String)> = Vec::new();
    for seat in status.acting {
        let mut after: Option<String> = None;
        loop {
            let page = cursor.legal_moves(seat, after.as_deref(), PAGE)?;
            after = page.last().cloned();
            let full = page.len() == PAGE as usize;
            moves.extend(page.into_iter().map(|mv| (seat, mv)));
            if !full {
                break;
            }
        }
    }
    Ok(moves)
}

fn count_all_moves(cursor: &mut dyn Cursor) -> PluginResult<u64> {
    let status = cursor.status()?;
    if status.is_over() {
        return Ok(0);
    }
    if status.chance {
        return Ok(cursor.chance_outcomes(u32::MAX)?.unwrap_or_default().len() as u64);
    }
    status.acting.into_iter().map(|seat| cursor.count_moves(seat)).sum()
}
