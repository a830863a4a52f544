//! A record as text.

use std::fmt::Write;

use super::moves::Layout;
use super::{FORMAT, RULESET_LINE, Record, clocks, copies, tags};
use crate::clock::{Clock, TimeLeft};
use crate::game_tree::NodeId;
use crate::player::PlayerKind;

/// Returns the text, and the nodes in the order in which they are written.
pub(super) fn write(record: &Record) -> (String, Vec<NodeId>) {
    let seats = record.players.len().max(record.carried.len()).min(usize::from(u8::MAX)) as u8;
    let opening = Clock::new(record.control, seats).with_carried_time(&record.carried);
    let mut layout = Layout::new(&record.control, clocks::left(&record.tree, &opening));
    layout.tree(&record.tree);
    let (moves, order) = layout.finish();

    let mut text = String::new();
    let mut tag = |name: &str, values: &[&str]| tags::write(&mut text, name, values);
    tag("Boardloom", &[&FORMAT.to_string()]);
    if !record.ruleset.is_empty() {
        tag("Ruleset", &[&record.ruleset, &record.ruleset_hash]);
    }
    if !record.plugin.is_empty() {
        let all = [&*record.plugin, &record.plugin_version, &record.plugin_hash];
        let used = all.iter().rposition(|part| !part.is_empty()).map_or(1, |last| last + 1);
        tag("Plugin", &all[..used]);
    }
    for (key, value) in &record.options {
        tag("Option", &[key, value]);
    }
    if !record.date.is_empty() {
        tag("Date", &[&record.date]);
    }
    tag("Seed", &[&record.seed.to_string()]);
    if let Some(start) = &record.start {
        tag("Start", &[start]);
    }
    for (seat, player) in record.players.iter().enumerate() {
        let who = match player.kind {
            PlayerKind::Human => "person".to_owned(),
            PlayerKind::Computer { level } => format!("computer {level}"),
        };
        tag("Seat", &[&(seat + 1).to_string(), &player.name, &who]);
    }
    if let Some(words) = clocks::words(&record.control) {
        tag("Clock", &words.iter().map(String::as_str).collect::<Vec<_>>());
    }
    let fresh = TimeLeft::at_start(&record.control);
    for (seat, time) in record.carried.iter().enumerate().filter(|(_, time)| **time != fresh) {
        tag("Carried", &clocks::carried(seat, time).each_ref().map(String::as_str));
    }
    if let Some((places, reason)) = &record.result {
        let places: Vec<String> = places.iter().map(u8::to_string).collect();
        tag("Result", &[&places.join(" "), reason]);
    }
    let here = order.iter().position(|id| *id == record.here).unwrap_or(0);
    tag("Here", &[&here.to_string()]);
    let turn = &record.turn;
    if record.control.is_timed()
        && (turn.at != record.here && turn.seat.is_some() || !turn.is_fresh())
        && let Some(at) = order.iter().position(|id| *id == turn.at)
    {
        tag("Turn", &clocks::running(turn, at).each_ref().map(String::as_str));
    }
    copies::write_tags(&mut text, record, &order);
    for (name, values) in &record.tags {
        let values = values.iter().map(String::as_str).collect::<Vec<_>>();
        tags::write(&mut text, name, &values);
    }
    if !moves.is_empty() {
        let _ = write!(text, "\n{moves}\n");
    }
    copies::write(&mut text, record);
    if !record.ruleset_toml.is_empty() {
        let _ = write!(text, "\n{RULESET_LINE}\n{}", record.ruleset_toml);
        if !text.ends_with('\n') {
            text.push('\n');
        }
    }
    (text, order)
}
