//! Findings as text.

use std::io::{self, Write};

use super::findings::{Findings, Half};
use crate::measure::{Spread, share_bounds};

/// Writes findings; `names` are those of the seats.
pub fn write(found: &Findings, names: &[String], out: &mut dyn Write) -> io::Result<()> {
    if found.games == 0 {
        return writeln!(out, "no game was counted");
    }
    let wide = names.iter().map(|it| it.chars().count()).max().unwrap_or(0).max(8);
    writeln!(
        out,
        "{:wide$} {:>6} {:>8}  {:<18} {:>8} {:>7} {:>8}",
        "by seat", "won", "share", "95 % confidence", "points", "moves", "choices"
    )?;
    let share = |count: u32| {
        let part = f64::from(count) / f64::from(found.games.max(1));
        let bounds = share_bounds(part, found.games);
        let part = bounds.map_or("-".to_owned(), |_| percent(part));
        format!("{count:>6} {part:>8}  {:<18}", bounds.map_or("-".to_owned(), between))
    };
    for (seat, name) in found.seats.iter().zip(names) {
        let points = seat.score.map_or("-".to_owned(), |score| format!("{:.2}", score.mean));
        let (share, moves, choices) = (share(seat.won), seat.moves, seat.choices);
        writeln!(out, "{name:wide$} {share} {points:>8} {moves:>7.1} {choices:>8.1}")?;
    }
    writeln!(out, "{:wide$} {}", "drawn", share(found.drawn).trim_end())?;
    if found.cut > 0 {
        writeln!(out, "{:wide$} {}", "cut", share(found.cut).trim_end())?;
    }
    writeln!(out, "\n{} games, {} of them different", found.games, found.different)?;
    if let (Some(lead), Some(first)) = (&found.lead, names.first()) {
        write_lead(lead, first, names, out)?;
    }
    if let Some(half) = found.half {
        write_half(half, out)?;
    }
    let Spread { mean, least, lower, median, upper, most, .. } = found.length;
    writeln!(
        out,
        "length: {mean:.1} plies on average, {least} to {most}, quartiles {lower} {median} {upper}"
    )?;
    writeln!(out, "moves a position: {:.1} on average", found.choices)?;
    write_effects(found, names, wide, out)?;
    write_facts(found, out)
}

fn write_lead(lead: &Spread, first: &str, names: &[String], out: &mut dyn Write) -> io::Result<()> {
    let other = if names.len() == 2 { &names[1] } else { "the best of the others" };
    write!(out, "lead of {first} over {other}: {:+.2} points at the end", lead.mean)?;
    match lead.bounds() {
        None => writeln!(out),
        Some((low, high)) => writeln!(out, ",\n  with 95 % confidence {low:+.2} to {high:+.2}"),
    }
}

fn write_half(half: Half, out: &mut dyn Write) -> io::Result<()> {
    let Half { ahead, level, behind } = half;
    writeln!(
        out,
        "winners at half the plies: {ahead} ahead, {level} level, {behind} behind (comebacks)"
    )?;
    match (half.share(), half.bounds()) {
        (Some(share), Some(bounds)) => writeln!(
            out,
            "  comebacks: {} of the games with a leader then ({})",
            percent(share),
            between(bounds)
        ),
        _ => Ok(()),
    }
}

fn write_effects(
    found: &Findings,
    names: &[String],
    wide: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    if found.effects.is_empty() {
        return Ok(());
    }
    let by_chance = found.effects.values().any(|counts| counts.last().is_some_and(|it| *it > 0.0));
    let columns = names.iter().map(String::as_str).chain(by_chance.then_some("chance"));
    let columns: Vec<&str> = columns.collect();
    write!(out, "\n{:12}", "effects")?;
    columns.iter().try_for_each(|name| write!(out, " {name:>wide$}"))?;
    writeln!(out, "  a game")?;
    for (verb, counts) in &found.effects {
        write!(out, "  {verb:10}")?;
        counts.iter().take(columns.len()).try_for_each(|it| write!(out, " {it:>wide$.2}"))?;
        writeln!(out)?;
    }
    Ok(())
}

fn write_facts(found: &Findings, out: &mut dyn Write) -> io::Result<()> {
    if !found.facts.is_empty() {
        writeln!(out, "\nlast positions tell")?;
    }
    for fact in &found.facts {
        let of = fact.of.iter().map(|(name, value)| format!(" {name}={value}"));
        let means = fact.means.iter().map(|(name, mean)| format!(" {name} {mean:.2}"));
        let what = format!("{}{}", fact.id, of.collect::<String>());
        writeln!(
            out,
            "  {what:24} in {} of {} games:{}",
            fact.games,
            found.games,
            means.collect::<String>()
        )?;
    }
    Ok(())
}

pub fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

fn between((low, high): (f64, f64)) -> String {
    format!("{} to {}", percent(low), percent(high))
}
