//! Texts beside the board: whose turn it is, facts, how the game ended.

use boardloom_contract::{Message, Outcome, Seat, Site};
use boardloom_match::clock::{TimeLeft, shown};
use boardloom_match::{GameEvent, Match, TimeControl};
use boardloom_ruleset::{OptionDomain, Ruleset, RulesetOption};
use serde_json::Value as Json;

use crate::session::{Analysis, GameSession, level_of};
use crate::texts::{game as t, online, sentence};

/// The most facts beside the board and in text mode.
pub const MOST_FACTS: usize = 6;

pub fn verdict(session: &GameSession, outcome: &Outcome) -> String {
    match outcome.winner() {
        Some(seat) => t::wins(&session.name(seat)),
        None => t::draw().to_owned(),
    }
}

/// The reason of a game's end: the player (by `name`) who resigned, left or ran out of time,
/// else the text of the rules.
pub fn reason(game: &Match, outcome: &Outcome, name: impl Fn(Seat) -> String) -> String {
    match game.node().event() {
        Some(GameEvent::RemovePlayer { seat: Some(seat), cause }) => {
            t::removed(*cause, &name(*seat))
        }
        Some(GameEvent::AgreedDraw { .. }) => t::draw_agreed().to_owned(),
        _ => outcome.reason.text.clone(),
    }
}

/// The line below the board: whose turn it is and what is expected, or how the game ended.
pub fn status_line(session: &GameSession) -> String {
    let status = session.game.status();
    let mut text = match &status.outcome {
        Some(outcome) => {
            let reason = reason(&session.game, outcome, |seat| session.name(seat));
            format!("{}: {reason}", verdict(session, outcome))
        }
        None => turn(session),
    };
    if let Some(why) = session.unsaved() {
        text = format!("{} · {text}", t::unsaved(why));
    }
    if let Some(note) = &status.note
        && status.outcome.is_none()
    {
        text = format!("{} · {text}", note.text);
    }
    text
}

fn turn(session: &GameSession) -> String {
    let status = session.game.status();
    let Some(seat) = status.acting.first().copied() else { return String::new() };
    let name = session.name(seat);
    if session.is_paused() {
        return session.cover_texts().title;
    }
    if session.is_entering_conditional() {
        return format!("{} {}", online::conditional_status(), t::turn(&name));
    }
    if let Some(premove) = session.premove() {
        return t::premove(&premove.text);
    }
    if session.thinking_seat() == Some(seat) {
        return t::thinks(&name);
    }
    if session.considers_draw() {
        return t::draw_considered().to_owned();
    }
    if session.is_advising() {
        return t::hint_thinking().to_owned();
    }
    let mut text = match session.mail_refusal() {
        Some(waits) => waits.to_owned(),
        None => t::turn(&name),
    };
    if let Some(asks) = prompt(session) {
        text = format!("{text} {asks}");
    }
    if session.is_past() {
        text = format!("{text} {}", t::past());
    }
    text
}

/// The state of a player in one or two words: `Your turn`, `thinking…`, `out`.
pub fn seat_state(session: &GameSession, seat: Seat) -> String {
    let status = session.game.status();
    if let Some(outcome) = &status.outcome {
        let won = outcome.winner() == Some(seat);
        return if won { t::won().to_owned() } else { String::new() };
    }
    if status.seats.get(usize::from(seat)).is_some_and(|it| !it.active) {
        return t::out().to_owned();
    }
    if session.is_away(seat) {
        return online::away().to_owned();
    }
    let waits = session.is_waiting_for_players();
    if !status.acting.contains(&seat) || session.is_past() || waits {
        return String::new();
    }
    if session.is_paused() {
        return session.cover_texts().title;
    }
    let text = match session.thinking_seat() == Some(seat) {
        true => t::thinking(),
        false if session.is_only_human(seat) => t::your_turn(),
        false => t::to_move(),
    };
    text.to_owned()
}

/// What the rules ask for: the next step of a move that goes on, else the choice.
fn prompt(session: &GameSession) -> Option<String> {
    if session.is_partway() {
        let step = session.step_prompt().map(|asks| sentence(&asks.text));
        return Some(step.unwrap_or_else(|| t::next_step().to_owned()));
    }
    session.game.status().prompt.as_ref().map(|asks| sentence(&asks.text))
}

/// What is expected besides a move, or `None`: what the rules ask for, a premove, a hint that is
/// looked for, an earlier position.
pub fn expected(session: &GameSession) -> Option<String> {
    let status = session.game.status();
    let mut parts: Vec<String> = Vec::new();
    parts.extend(session.unsaved().map(t::unsaved));
    if status.outcome.is_none() && !session.is_paused() {
        parts.extend(status.note.as_ref().map(|note| note.text.clone()));
        if let Some(premove) = session.premove() {
            parts.push(t::premove(&premove.text));
        } else if session.is_advising() {
            parts.push(t::hint_thinking().to_owned());
        } else {
            parts.extend(prompt(session));
        }
        if parts.is_empty() && session.is_past() {
            parts.push(t::past().to_owned());
        }
    }
    (!parts.is_empty()).then(|| parts.join(" · "))
}

/// Describes a site: its name, what stands on it, and its role.
pub fn site(session: &GameSession, site: Site) -> String {
    let Some(spot) = session.board.place_of(site) else { return String::new() };
    let about = session.game.about();
    let stack = session.pieces.on(site).iter().map(|piece| {
        let kind = about.kinds.get(usize::from(piece.kind)).map_or("", |kind| &kind.name.text);
        let side = session.style.player(piece.color).name;
        let count = if piece.count > 0 { format!(" {}", piece.count) } else { String::new() };
        let what = match kind {
            "" => side,
            kind => crate::texts::terminal::piece_of(&side, kind),
        };
        format!("{what}{count}").trim().to_owned()
    });
    let mut parts: Vec<String> = stack.collect();
    let role = about.roles.get(usize::from(spot.role)).map_or("", String::as_str);
    let level = level_of(role);
    if let Some(level) = level {
        let is_cell = !spot.outline.is_empty();
        if parts.is_empty() && !is_cell {
            parts.push(crate::texts::terminal::empty().to_owned());
        }
        let text = if is_cell { t::cell_on_level } else { t::on_level };
        parts.push(text(level + 1));
    } else if !matches!(role, "cell" | "vertex" | "site" | "") {
        parts.push(session.game.source().ruleset.translate(role).to_owned());
    }
    if parts.is_empty() {
        parts.push(crate::texts::terminal::empty().to_owned());
    }
    // The labels of nested cells are paths through them.
    let label = if level.is_some() { "" } else { &spot.label };
    format!("{label} {}", parts.join(", ")).trim().to_owned()
}

/// The running time, with the periods left.
pub fn clock(control: &TimeControl, time: &TimeLeft) -> String {
    let low = if time.is_low(control) { "! " } else { "" };
    let periods = Some(time.periods).filter(|periods| *periods > 0 && control.days().is_none());
    let periods = periods.map(|periods| format!(" +{periods}")).unwrap_or_default();
    format!("{low}{}{periods}", shown(time.running(control)))
}

pub struct RulesSection {
    /// Empty for the first.
    pub title: &'static str,
    pub paragraphs: Vec<Vec<String>>,
}

/// The ruleset's own text of its rules; `None` if a setting that it does not offer as an option
/// changed them, because the text was written without it.
pub fn own_rules(ruleset: &Ruleset) -> Option<&str> {
    let is_known = |key: &str| {
        let is_rule = ["rules.", "board.", "setup."].iter().any(|table| key.starts_with(table));
        !is_rule || ruleset.options.iter().any(|option| option.key == key)
    };
    let holds = ruleset.overrides.iter().all(|(key, _)| is_known(key));
    ruleset.help.rules.as_deref().filter(|_| holds)
}

/// The ruleset's text, and the plugin's with the parameters in force.
pub fn rules(ruleset: &Ruleset, explained: &[Message]) -> Vec<RulesSection> {
    let help = &ruleset.help;
    let in_force: Vec<String> = explained.iter().map(|line| format!("- {line}")).collect();
    let in_force = Some(in_force.join("\n")).filter(|text| !text.is_empty());
    let none = in_force.is_none().then(|| t::no_help().to_owned());
    let own = own_rules(ruleset).map(str::to_owned);
    let sections = [
        ("", own.or(none)),
        (t::in_force(), in_force),
        (t::tips(), help.tips.clone()),
        (t::history(), help.history.clone()),
        (t::source(), help.source.clone()),
    ];
    let sections = sections.into_iter().filter_map(|(title, text)| Some((title, text?)));
    let section = |(title, text): (_, String)| RulesSection {
        title,
        paragraphs: text.split("\n\n").map(lines).collect(),
    };
    sections.map(section).collect()
}

pub fn analysis_progress(session: &GameSession, now: &Analysis) -> String {
    if session.game.status().is_over() {
        return t::game_over().to_owned();
    }
    if session.thinking_seat().is_some() {
        return t::analysis_later().to_owned();
    }
    if now.lines.is_empty() {
        return t::analysis_waits().to_owned();
    }
    let depth = now.lines.iter().map(|found| found.depth).max().unwrap_or_default();
    let text = format!("{}: {}", session.side(now.seat), t::looked_at(now.nodes, depth));
    if now.finished { format!("{text}. {}", t::analysis_done()) } else { text }
}

/// The texts of the shown marks, and the game's own facts.
///
/// Of many facts, as of the levels of a deeply divided board, the last ones are left out. Where
/// there is a page of levels, `levels` leaves out its facts.
pub fn facts(session: &GameSession, marks: bool, levels: bool) -> Vec<&str> {
    let mut facts: Vec<&str> = Vec::new();
    let texts = session.marks.iter().filter(|_| marks).filter_map(|mark| mark.text.as_ref());
    let over = session.game.status().is_over();
    let is_listed = |fact: &&Message| levels || level_of_fact(fact).is_none();
    let own = session.game.status().facts.iter().filter(is_listed);
    for text in texts.filter(|_| !over).chain(own) {
        // Several marks can mean the same.
        if !facts.contains(&text.text.as_str()) {
            facts.push(&text.text);
        }
    }
    if facts.len() > MOST_FACTS {
        facts.truncate(MOST_FACTS);
        facts.push("…");
    }
    facts
}

/// The level that a fact is about: its argument `level`.
fn level_of_fact(fact: &Message) -> Option<&str> {
    let level = fact.args.iter().find(|(name, _)| name == "level");
    level.map(|(_, value)| value.as_str())
}

/// The game's facts on a level, counted from 1: those with it as their argument `level`.
pub fn level_facts(session: &GameSession, number: u16) -> impl Iterator<Item = &str> {
    let number = number.to_string();
    let facts = session.game.status().facts.iter();
    let own = facts.filter(move |fact| level_of_fact(fact) == Some(&*number));
    // The page shows the level above it already.
    own.map(|fact| fact.text.split_once(": ").map_or(fact.text.as_str(), |(_, rest)| rest))
}

/// A wrapped paragraph as whole lines: its items, or all of it.
fn lines(paragraph: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in paragraph.lines().map(str::trim).filter(|part| !part.is_empty()) {
        let item = part.starts_with(['-', '*', '•']);
        match lines.last_mut().filter(|_| !item) {
            Some(line) => {
                line.push(' ');
                line.push_str(part);
            }
            None => lines.push(part.to_owned()),
        }
    }
    lines
}

pub fn yes_or_no(is_so: bool) -> &'static str {
    if is_so { t::yes() } else { t::no() }
}

pub fn value_of(choice: &RulesetOption, value: &Json) -> String {
    if let OptionDomain::List(items) = &choice.domain
        && let Some(item) = items.iter().find(|item| item.value == *value)
    {
        return item.label.clone();
    }
    if let Some(word) = &choice.zero
        && value.as_f64() == Some(0.0)
    {
        return word.clone();
    }
    match value {
        Json::Bool(on) => yes_or_no(*on).to_owned(),
        Json::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zero_has_a_word_of_its_own_where_it_is_no_number() {
        let mut choice = RulesetOption {
            key: "rules.target".to_owned(),
            label: "Target".to_owned(),
            help: None,
            domain: OptionDomain::Range { low: 0.0, high: 9.0, step: Some(1.0), whole: true },
            zero: Some("off".to_owned()),
            default: Json::from(0),
            value: Json::from(0),
            when: None,
        };
        assert_eq!(value_of(&choice, &choice.value), "off");
        assert_eq!(value_of(&choice, &Json::from(0.0)), "off");
        assert_eq!(value_of(&choice, &Json::from(3)), "3");
        choice.zero = None;
        assert_eq!(value_of(&choice, &choice.value), "0");
    }
}
