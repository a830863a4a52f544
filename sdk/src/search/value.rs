//! Values of a search: evaluations in hundredths of the game's unit, and forced ends beyond them.

/// The value of a win at the root. Later wins have slightly lower values.
pub(crate) const WIN: i32 = 1 << 28;
/// More than any value.
pub(crate) const INFINITE: i32 = i32::MAX / 2;
/// The most plies from the root.
pub(crate) const PLIES: usize = 100;
/// The highest evaluation. Values above it are proven ends.
const EVALUATED: i32 = 10_000_000;

/// Returns the value of an end at a ply from the root. `worth` is 0 for the last place and 1 for
/// the first. Sooner wins and later losses are better.
pub(crate) fn end(worth: f32, ply: usize) -> i32 {
    let value = ((2.0 * worth - 1.0) * WIN as f32) as i32;
    value - value.signum() * ply as i32
}

/// Returns the lead of one seat over the mean of the others.
#[inline]
pub(crate) fn seat_lead(units: &[i32], seat: usize) -> i32 {
    if let [one, other] = units {
        let seat_lead = if seat == 0 { one - other } else { other - one };
        return seat_lead.clamp(-EVALUATED, EVALUATED);
    }
    let total: i64 = units.iter().map(|unit| i64::from(*unit)).sum();
    let (own, others) = (i64::from(units[seat]), units.len().max(2) as i64 - 1);
    let seat_lead = own - (total - own) / others;
    seat_lead.clamp(i64::from(-EVALUATED), i64::from(EVALUATED)) as i32
}

/// Tells whether a value comes from an end of the game.
pub(crate) fn is_end(value: i32) -> bool {
    value.abs() > EVALUATED
}

/// Returns the plies to a forced win, negative for a loss; `None` for other values.
pub(crate) fn plies_to_end(value: i32) -> Option<i32> {
    let plies = WIN - value.abs();
    (plies <= PLIES as i32).then_some(if value > 0 { plies } else { -plies })
}

/// Converts a value at a ply to one for the transposition table, where ends are relative to the
/// position.
pub(crate) fn to_table(value: i32, ply: usize) -> i32 {
    if is_end(value) { value + value.signum() * ply as i32 } else { value }
}

/// Converts a value of the transposition table to one at a ply.
pub(crate) fn from_table(value: i32, ply: usize) -> i32 {
    if is_end(value) { value - value.signum() * ply as i32 } else { value }
}

/// Converts a lead to an expected result from 0 to 10,000. It approximates the logistic curve by a
/// rational function: transcendental functions differ between platforms.
pub(crate) fn expected_result(seat_lead: i32, scale: f64) -> u16 {
    if is_end(seat_lead) {
        return if seat_lead > 0 { 10_000 } else { 0 };
    }
    let seat_lead = f64::from(seat_lead) / scale;
    (5000.0 + 5000.0 * seat_lead / (1.0 + seat_lead.abs())).round() as u16
}
