//! Findings as text.

use std::io::{self, Write};

use crate::findings::{Comebacks, Findings, Proportion};
use crate::measure::Spread;

pub fn write(found: &Findings, out: &mut dyn Write) -> io::Result<()> {
    if found.games == 0 {
        return writeln!(out, "no game was counted");
    }
    let names: Vec<&str> = found.seats.iter().map(|seat| seat.name.as_str()).collect();
    let wide = names.iter().map(|it| it.chars().count()).max().unwrap_or(0).max(8);
    writeln!(
        out,
        "{:wide$} {:>6} {:>8}  {:<18} {:>8} {:>7} {:>8}",
        "by seat", "won", "share", "95 % confidence", "points", "moves", "choices"
    )?;
    let share = |it: Proportion| {
        let share = it.share.map_or("-".to_owned(), percent);
        let bounds = it.low.zip(it.high).map_or("-".to_owned(), between);
        format!("{:>6} {share:>8}  {bounds:<18}", it.games)
    };
    for seat in &found.seats {
        let name = &seat.name;
        let points = seat.score.map_or("-".to_owned(), |score| format!("{:.2}", score.mean));
        let (share, moves, choices) = (share(seat.won), seat.moves, seat.choices);
        writeln!(out, "{name:wide$} {share} {points:>8} {moves:>7.1} {choices:>8.1}")?;
    }
    writeln!(out, "{:wide$} {}", "drawn", share(found.drawn).trim_end())?;
    if found.cut > 0 {
        writeln!(
            out,
            "{:wide$} {}",
            "cut",
            share(Proportion::of(found.cut, found.games)).trim_end()
        )?;
    }
    writeln!(out, "\n{} games, {} of them different", found.games, found.different)?;
    if let (Some(lead), Some(first)) = (&found.lead, names.first()) {
        write_lead(lead, first, &names, out)?;
    }
    if let Some(comebacks) = found.comebacks {
        write_comebacks(comebacks, out)?;
    }
    let Spread { mean, least, lower, median, upper, most, .. } = found.length;
    writeln!(
        out,
        "length: {mean:.1} plies on average, {least} to {most}, quartiles {lower} {median} {upper}"
    )?;
    writeln!(out, "moves a position: {:.1} on average", found.choices)?;
    write_effects(found, &names, wide, out)?;
    write_facts(found, out)
}

fn write_lead(lead: &Spread, first: &str, names: &[&str], out: &mut dyn Write) -> io::Result<()> {
    let other = if names.len() == 2 { names[1] } else { "the best of the others" };
    write!(out, "lead of {first} over {other}: {:+.2} points at the end", lead.mean)?;
    match lead.bounds() {
        None => writeln!(out),
        Some((low, high)) => writeln!(out, ",\n  with 95 % confidence {low:+.2} to {high:+.2}"),
    }
}

fn write_comebacks(found: Comebacks, out: &mut dyn Write) -> io::Result<()> {
    let Comebacks { ahead, level, behind, share, low, high } = found;
    writeln!(
        out,
        "winners at half the plies: {ahead} ahead, {level} level, {behind} behind (comebacks)"
    )?;
    let Some((share, bounds)) = share.zip(low.zip(high)) else { return Ok(()) };
    let (share, bounds) = (percent(share), between(bounds));
    writeln!(out, "  comebacks: {share} of the games with a leader then ({bounds})")
}

fn write_effects(
    found: &Findings,
    names: &[&str],
    wide: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    if found.effects.is_empty() {
        return Ok(());
    }
    let by_chance = found.effects.values().any(|counts| counts.last().is_some_and(|it| *it > 0.0));
    let columns = names.iter().copied().chain(by_chance.then_some("chance"));
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
