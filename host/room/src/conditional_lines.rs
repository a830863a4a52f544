//! Lines of conditional moves, and their check by the rules.

use boardloom_contract::{Cursor, PluginResult, Seat};

use crate::message::{Error, ErrorCode, Result, fail};

/// The most forced passes after a move of a line.
const MAX_FORCED: usize = 100;

/// The lines of a seat, counted from 0. Each begins at the current position with a move of another
/// seat and ends with one of this seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ConditionalMoves {
    pub seat: Seat,
    pub lines: Vec<Vec<String>>,
}

/// A line with the seat of each move.
pub(crate) type ReadLine = Vec<(Seat, String)>;

/// Returns where two lines have different moves of a seat after the same moves before.
pub(crate) fn two_answers(one: &ReadLine, two: &ReadLine, seat: Seat) -> Option<usize> {
    let differs = one.iter().zip(two).position(|(one, two)| one != two);
    differs.filter(|at| one[*at].0 == seat && two[*at].0 == seat)
}

/// Checks a line by the rules, on a cursor of its own. The read line has the forced passes, too,
/// which the room plays by itself.
pub(crate) fn read_line(
    cursor: &mut dyn Cursor,
    seat: Seat,
    line: &[String],
) -> PluginResult<Result<ReadLine>> {
    let mut read = ReadLine::new();
    let mut rest = line.iter().peekable();
    while let Some(text) = rest.next() {
        let status = cursor.status()?;
        if status.is_over() {
            return Ok(fail(ErrorCode::Illegal, format!("the game is over before `{text}`")));
        }
        let by = match status.acting[..] {
            [by] if !status.chance => by,
            // No player may know before what chance or secret decisions bring.
            _ => {
                let why = format!("before `{text}`, chance or several players at once decide");
                return Ok(fail(ErrorCode::Refused, why));
            }
        };
        if read.is_empty() && by == seat {
            return Ok(fail(ErrorCode::Refused, "it is your turn: play the move"));
        }
        let mv = match cursor.parse(by, text.trim())? {
            Ok(mv) => mv,
            Err(why) => return Ok(fail(ErrorCode::Illegal, format!("`{text}`: {why}"))),
        };
        if !cursor.is_legal(by, &mv)? {
            return Ok(fail(ErrorCode::Illegal, format!("`{mv}` is not legal there")));
        }
        if let Err(why) = cursor.play(by, &mv)? {
            return Ok(fail(ErrorCode::Illegal, format!("`{mv}`: {why}")));
        }
        read.push((by, mv));
        let answers = rest.peek().is_some();
        for _ in 0..MAX_FORCED {
            let Some((by, mv)) = forced_pass(cursor)?.filter(|_| answers) else { break };
            if let Err(why) = cursor.play(by, &mv)? {
                return Ok(fail(ErrorCode::Illegal, format!("`{mv}`: {why}")));
            }
            // A line that the room has read before has it already.
            rest.next_if(|next| **next == mv);
            read.push((by, mv));
        }
    }
    match read.last() {
        Some((by, _)) if *by == seat => Ok(Ok(read)),
        _ => Ok(Err(Error::new(ErrorCode::Refused, "a line ends with your own move"))),
    }
}

/// As [`boardloom_match::Match::forced_move`], at another position.
fn forced_pass(cursor: &mut dyn Cursor) -> PluginResult<Option<(Seat, String)>> {
    let status = cursor.status()?;
    let by = match status.acting[..] {
        [by] if !status.chance && !status.is_over() => by,
        _ => return Ok(None),
    };
    let choices = cursor.choices(by, &[])?;
    let only = choices.targets.is_empty() && !choices.proposed && choices.options.len() == 1;
    let option = choices.options.into_iter().next().filter(|it| only && !it.answer);
    Ok(option.map(|option| (by, option.move_)))
}
