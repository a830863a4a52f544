//! A record as text.

use std::fmt::Write;

use super::moves::MoveTextLayout;
use super::{FORMAT, RULESET_LINE, Record, clocks, copies};
use crate::clock::TimeLeft;
use crate::game_match::MatchSetup;
use crate::game_tree::NodeId;
use crate::scanner::quote;

/// Appends a tag: a line `[Name "value" ...]`.
pub(super) fn tag(text: &mut String, name: &str, values: &[impl AsRef<str>]) {
    text.push('[');
    text.push_str(name);
    for value in values {
        text.push(' ');
        quote(text, value.as_ref());
    }
    text.push_str("]\n");
}

/// Returns values up to the last that is not empty, and the first one always.
pub(super) fn used<'a>(values: &'a [&'a str]) -> &'a [&'a str] {
    let last = values.iter().rposition(|part| !part.is_empty());
    &values[..last.unwrap_or(0) + 1]
}

impl Record {
    /// Returns the text, and the nodes in the order in which reading it numbers them.
    pub(crate) fn to_text_and_order(&self) -> (String, Vec<NodeId>) {
        let MatchSetup { players, control, carried, .. } = &self.setup;
        let seats = players.len().max(carried.len()).min(usize::from(u8::MAX)) as u8;
        let left = clocks::left(&self.tree, &self.setup.opening_clock(seats));
        let mut layout = MoveTextLayout::new(control, left);
        layout.tree(&self.tree);
        let (moves, order) = layout.finish();

        let mut all = String::new();
        let text = &mut all;
        self.write_setup(text);
        if let Some((places, reason)) = &self.result {
            let places: Vec<String> = places.iter().map(u8::to_string).collect();
            tag(text, "Result", &[&places.join(" "), reason]);
        }
        let here = order.iter().position(|id| *id == self.here).unwrap_or(0);
        tag(text, "Here", &[here.to_string()]);
        let turn = &self.turn;
        if control.is_timed()
            && (turn.at != self.here && turn.seat.is_some() || !turn.is_fresh())
            && let Some(at) = order.iter().position(|id| *id == turn.at)
        {
            tag(text, "Turn", &clocks::running(turn, at));
        }
        for decision in &self.decisions {
            tag(text, "Decided", &clocks::decided(decision));
        }
        copies::write_tags(text, self, &order);
        self.tags.iter().for_each(|(name, values)| tag(text, name, values));
        if !moves.is_empty() {
            let _ = write!(text, "\n{moves}\n");
        }
        copies::write(text, self);
        if !self.ruleset_toml.is_empty() {
            let _ = write!(text, "\n{RULESET_LINE}\n{}", self.ruleset_toml);
            if !text.ends_with('\n') {
                text.push('\n');
            }
        }
        (all, order)
    }

    /// Writes the tags of everything that was settled before the first move.
    fn write_setup(&self, text: &mut String) {
        let MatchSetup { players, seed, start, control, carried, date } = &self.setup;
        tag(text, "Boardloom", &[FORMAT.to_string()]);
        if !self.ruleset.is_empty() {
            tag(text, "Ruleset", &[&self.ruleset, &self.ruleset_hash]);
        }
        if !self.plugin.is_empty() {
            let build = [&*self.plugin, &self.plugin_version, &self.plugin_hash];
            tag(text, "Plugin", used(&build));
        }
        for (key, value) in &self.options {
            tag(text, "Option", &[key, value]);
        }
        if !date.is_empty() {
            tag(text, "Date", &[date]);
        }
        tag(text, "Seed", &[seed.to_string()]);
        start.iter().for_each(|start| tag(text, "Start", &[start]));
        for (seat, player) in players.iter().enumerate() {
            let kind = player.kind.recorded().to_string();
            tag(text, "Seat", &[(seat + 1).to_string(), player.name.clone(), kind]);
        }
        if let Some(words) = clocks::words(control) {
            tag(text, "Clock", &words);
        }
        let fresh = TimeLeft::at_start(control);
        for (seat, time) in carried.iter().enumerate().filter(|(_, time)| **time != fresh) {
            tag(text, "Carried", &clocks::carried(seat, time));
        }
    }
}
