//! `boardloom replay`.

use std::io::Write;
use std::time::Duration;

use boardloom_match::clock::shown;
use boardloom_match::{GameEvent, Legality, Match, NodeId};
use serde_json::json;

use crate::cli::Replay;
use crate::data;
use crate::services::open_example;
use crate::text::{of_record, show};
use crate::{Catalog, Console, Failure, Result};

/// Prints a record's main line up to its first illegal move.
pub fn run(catalog: &Catalog, args: &Replay, console: &mut Console<'_>) -> Result<()> {
    let mut game = match &args.example {
        Some(name) => open_example(catalog, &args.record.to_string_lossy(), name)?,
        None => of_record(catalog, &args.record, console)?,
    };
    let line = game.tree().main_line();
    let legal = line
        .iter()
        .take_while(|id| !matches!(game.tree().node(**id).legality, Legality::Illegal(_)));
    let legal = legal.count();
    for (index, id) in line.iter().enumerate().take(legal) {
        game.go_to(*id)?;
        if args.last && index + 1 < legal {
            continue;
        }
        match args.json {
            true => print_json(&mut game, *id, console)?,
            false => print(&mut game, *id, console)?,
        }
    }
    match line.get(legal) {
        None => Ok(()),
        Some(id) => {
            let node = game.tree().node(*id);
            let why = match &node.legality {
                Legality::Illegal(why) => why.as_str(),
                _ => "its legality is unknown",
            };
            Err(Failure::Invalid(format!(
                "move {} `{}` cannot be played: {why}",
                node.ply(),
                node.text()
            )))
        }
    }
}

fn print(game: &mut Match, id: NodeId, console: &mut Console<'_>) -> Result<()> {
    let position = game.position_text()?.unwrap_or_default();
    writeln!(console.out, "{}{}", show::line(game, id), times(game, id))?;
    show::comment(game, id, console)?;
    writeln!(console.out, "    {position}")?;
    if game.status().is_over() {
        writeln!(console.out, "{}", show::result(game, game.status()))?;
    }
    Ok(())
}

/// Formats a turn's times: thinking time, bought time, pauses and time left; empty without a clock.
fn times(game: &Match, id: NodeId) -> String {
    let node = game.tree().node(id);
    let mut parts = Vec::new();
    parts.extend(node.took.map(duration));
    if node.coins > 0 {
        parts.push(format!("bought time: {}", node.coins));
    }
    if !node.paused.is_zero() {
        parts.push(format!("paused for {}", duration(node.paused)));
    }
    parts.extend(time_left(game, id).map(|left| format!("{} left", shown(left))));
    if parts.is_empty() { String::new() } else { format!("  [{}]", parts.join(", ")) }
}

/// Formats a short time as `1.2 s`, a longer one as `2:05`.
fn duration(time: Duration) -> String {
    match time.as_secs() {
        0..60 => format!("{:.1} s", time.as_secs_f64()),
        _ => shown(time),
    }
}

/// Returns the mover's remaining time after a move of a timed game.
fn time_left(game: &Match, id: NodeId) -> Option<Duration> {
    let node = game.tree().node(id);
    node.took?;
    let seat = node.event().and_then(GameEvent::seat)?;
    let clock = game.clock_at(id);
    let time = clock.time(seat, Duration::ZERO).filter(|_| clock.is_timed())?;
    Some(time.until_out(clock.control()))
}

fn print_json(game: &mut Match, id: NodeId, console: &mut Console<'_>) -> Result<()> {
    let position = game.position_text()?;
    let node = game.tree().node(id);
    let status = game.status();
    let outcome = status.outcome.as_ref().map(|outcome| {
        json!({
            "winner": outcome.winner().map(data::seat),
            "reason": outcome.reason.text,
        })
    });
    let mut object = json!({
        "ply": node.ply(),
        "move": node.event().map(GameEvent::text),
        "seat": node.event().and_then(GameEvent::seat).map(data::seat),
        "position": position,
        "scores": status.seats.iter().map(|it| data::number(it.score)).collect::<Vec<_>>(),
        "outcome": outcome,
    });
    if let Some(took) = node.took {
        object["took"] = json!(took.as_secs_f64());
        object["coins"] = json!(node.coins);
        object["paused"] = json!(node.paused.as_secs_f64());
        object["left"] = json!(time_left(game, id).map(|left| left.as_secs_f64()));
    }
    writeln!(console.out, "{object}")?;
    Ok(())
}
