//! Perft over cursors, for plugins without the interface `count`.

use crate::{CHANCE, Cursor, PAGE, PluginResult, Seat};

/// Most sequences that one call of [`Cursor::perft`] counts in [`perft_in_parts`], by the number
/// of moves before it: a fraction of a second.
const PART: u64 = 200_000;

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
    let mut last = |cursor: &mut dyn Cursor, left: u32| match left {
        1 if listed => Ok(Some(all_moves(cursor)?.len() as u64)),
        1 => Ok(Some(count_all_moves(cursor)?)),
        _ => Ok(None),
    };
    let count = walk(cursor, depth, &mut last, &mut || proceed().map(|()| true))?;
    Ok(count.expect("only an error stops this walk"))
}

/// Counts as [`Cursor::perft`] does, by many short calls of it, so that the count can be stopped:
/// `proceed` is called before each of them. `None` if it returned false. The cursor is where it
/// was, unless it failed.
///
/// # Errors
/// Those of the cursor.
pub fn perft_in_parts(
    cursor: &mut dyn Cursor,
    depth: u32,
    listed: bool,
    proceed: &mut dyn FnMut() -> bool,
) -> PluginResult<Option<u64>> {
    let mut part = |cursor: &mut dyn Cursor, left: u32| {
        let is_short = left == 1 || count_all_moves(cursor)?.saturating_pow(left) <= PART;
        is_short.then(|| cursor.perft(left, listed)).transpose()
    };
    walk(cursor, depth, &mut part, &mut || Ok(proceed()))
}

/// Counts the sequences after a position with so many plies left; `None` to play its moves.
type CountBelow<'a> = dyn FnMut(&mut dyn Cursor, u32) -> PluginResult<Option<u64>> + 'a;

/// Adds up what `below` counts at the positions where it counts, which it must with one ply left.
/// `None` if `proceed` returned false.
fn walk(
    cursor: &mut dyn Cursor,
    depth: u32,
    below: &mut CountBelow<'_>,
    proceed: &mut dyn FnMut() -> PluginResult<bool>,
) -> PluginResult<Option<u64>> {
    if depth == 0 {
        return Ok(Some(1));
    }
    let mut leaves = 0;
    // The moves that are left at each ply. No recursion: the caller may ask for any depth, and a
    // game without an end would overflow the stack.
    let mut stack: Vec<Vec<(Seat, String)>> = Vec::new();
    loop {
        if !proceed()? {
            for _ in stack {
                cursor.undo()?;
            }
            return Ok(None);
        }
        match below(cursor, depth - stack.len() as u32)? {
            Some(count) => {
                leaves += count;
                stack.push(Vec::new());
            }
            None => stack.push(all_moves(cursor)?),
        }
        // Back to a ply with a move left, and on with it.
        loop {
            let Some(moves) = stack.last_mut() else { return Ok(Some(leaves)) };
            let Some((seat, mv)) = moves.pop() else {
                stack.pop();
                if stack.is_empty() {
                    return Ok(Some(leaves));
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
