//! Moves and positions as text.

use boardloom_sdk::{Message, rows};

use crate::check;
use crate::game::Tafl;
use crate::ground::{At, NOWHERE};
use crate::man::{ATTACKERS, DEFENDERS, Man};
use crate::position::{Move, Position};

/// The names of the text forms; the first is read back.
pub const FORMS: [&str; 3] = ["position", "diagram", "graph"];
/// How the end of a turn that could go on is written.
pub const END: &str = "end";
/// The letters of the sides.
const SIDES: [&str; 2] = ["a", "d"];
/// What can stand between the two squares of a move.
const BETWEEN: [char; 5] = ['-', '^', '=', '>', ' '];

impl Tafl {
    /// Returns a move's notation.
    pub(crate) fn name(&self, mv: Move) -> String {
        match mv.parts() {
            Some((from, to, _)) => {
                let label = |at: At| self.topology.label(u32::from(at));
                [label(from), "-", label(to)].concat()
            }
            None => END.to_owned(),
        }
    }

    /// Returns the two squares of a move's notation.
    pub(crate) fn squares(&self, text: &str) -> Option<(At, At)> {
        let site = |label: &str| self.topology.site(label).map(|site| site as At);
        text.match_indices('-')
            .find_map(|(at, _)| Some((site(&text[..at])?, site(&text[at + 1..])?)))
    }

    /// Returns the notation that other spellings stand for: with what is taken
    /// (`d1-d4xd5`), with the piece (`Kd5-d8`), jumps (`d6^d4`), without a dash.
    pub(crate) fn spelled(&self, text: &str) -> Option<String> {
        let text = text.trim();
        let lower = text.to_ascii_lowercase();
        if matches!(lower.as_str(), "end" | "pass" | "stop") {
            return Some(END.to_owned());
        }
        let rest = text.strip_prefix(crate::man::LETTERS).unwrap_or_default();
        let spellings = [text, lower.as_str(), rest, &lower[text.len() - rest.len()..]];
        let (from, to) = spellings.iter().find_map(|text| self.split(text))?;
        Some(self.name(Move::Go { from, to }))
    }

    /// Returns the squares that a text begins with: two labels, whatever is between
    /// them, and after them nothing, or captures or signs.
    fn split(&self, text: &str) -> Option<(At, At)> {
        let site = |label: &str| self.topology.site(label).map(|site| site as At);
        // Longest labels first: `a1-a11` is not `a1-a1` and a 1.
        let ends = |text: &str| -> Vec<usize> {
            (1..=text.len()).rev().filter(|end| text.is_char_boundary(*end)).collect()
        };
        for end in ends(text) {
            let Some(from) = site(&text[..end]) else { continue };
            let rest = text[end..].trim_start_matches(BETWEEN);
            for end in ends(rest) {
                let Some(to) = site(&rest[..end]) else { continue };
                let after = &rest[end..];
                if after.is_empty() || after.starts_with(['x', 'X', '+', '-', '#', ' ', '!', '?']) {
                    return Some((from, to));
                }
            }
        }
        None
    }

    /// Writes one of the forms.
    pub(crate) fn written(&self, position: &Position, form: &str) -> Result<String, Message> {
        match form {
            "position" => Ok(self.record(position)),
            "diagram" => Ok(rows::diagram(&self.topology, |site| match position.man(site as At) {
                Man::WALL => '#',
                man => man.letter().unwrap_or('.'),
            })),
            "graph" => Ok(self.topology.graph()),
            _ => Err(Message::new("write.form", "there is no text form `{form}`: use {forms}")
                .with("form", form)
                .with("forms", FORMS.join(", "))),
        }
    }

    /// Writes rows, the side to move, the square that has to go on, and the counts
    /// that the rules keep: `3ttt3/4t4/... a`.
    fn record(&self, position: &Position) -> String {
        let mut text = rows::write(&self.topology, |site| position.man(site as At).letter());
        text += " ";
        text += SIDES[usize::from(position.side)];
        if position.chain != NOWHERE {
            text += " ";
            text += self.topology.label(u32::from(position.chain));
        }
        let rules = &self.ruleset.rules;
        let counts = [(rules.capture_draw, position.quiet), (rules.turn_limit, position.plies)];
        for (kept, count) in counts {
            if kept.is_some() {
                text += &format!(" {count}");
            }
        }
        text
    }

    /// Reads what [`record`](Tafl::record) writes; all but the rows may be left out.
    pub(crate) fn parsed(&self, text: &str) -> Result<Position, Message> {
        let mut parts = text.split_whitespace().peekable();
        let board = parts.next().ok_or_else(|| {
            Message::new("read.empty", "expected rows of squares, as `3t3/3t3/3T3/ttTKTtt/... a`")
        })?;
        let first = crate::play::side_of(self.ruleset.rules.first);
        let mut position = Position::empty(self.topology.blocked(), first);
        let mut kings = 0;
        rows::read(&self.topology, board.trim_matches('/').split('/'), |site, letter| {
            let man = Man::of(letter).ok_or_else(|| check::unknown(letter))?;
            if position.man(site as At) == Man::WALL {
                return Err("a piece stands on a blocked square".into());
            }
            kings += u32::from(man == Man::KING);
            position.odd |= !self.knows(man);
            position.put(site as At, man);
            Ok(())
        })?;
        if kings > 1 {
            let what = "expected one king at most, found {kings}";
            return Err(Message::new("read.kings", what).with("kings", kings));
        }
        if let Some(side) = parts.next() {
            position.side = match side {
                "a" | "attackers" => ATTACKERS,
                "d" | "defenders" => DEFENDERS,
                _ => {
                    let what = "expected whose turn it is, `a` or `d`, found `{found}`";
                    return Err(Message::new("read.side", what).with("found", side));
                }
            };
        }
        if let Some(site) = parts.peek().and_then(|label| self.topology.site(label)) {
            parts.next();
            position.chain = site as At;
        }
        let rules = &self.ruleset.rules;
        let mut count = |kept: Option<u16>| -> Result<u16, Message> {
            match parts.peek().filter(|_| kept.is_some()) {
                None => Ok(0),
                Some(text) => {
                    let count = text.parse().map_err(|_| {
                        let what = "expected a number of plies up to 65535, found `{found}`";
                        Message::new("read.number", what).with("found", *text)
                    })?;
                    parts.next();
                    Ok(count)
                }
            }
        };
        position.quiet = count(rules.capture_draw)?;
        position.plies = count(rules.turn_limit)?;
        if let Some(more) = parts.next() {
            let what = "expected nothing more, found `{found}`";
            return Err(Message::new("read.more", what).with("found", more));
        }
        self.chained(&mut position)?;
        self.settle(&mut position);
        Ok(position)
    }

    /// Checks that the piece that has to go on can.
    fn chained(&self, position: &mut Position) -> Result<(), Message> {
        if position.chain == NOWHERE {
            return Ok(());
        }
        let label = self.topology.label(u32::from(position.chain));
        let fault = |what: &str| Err(Message::new("read.chain", what).with("site", label));
        if self.ruleset.rules.berserk == crate::ruleset::Berserk::None {
            return fault("no piece goes on in this ruleset, found `{site}`");
        }
        let mut goes_on = false;
        self.legal_from(position, position.chain, &mut |_| goes_on = true);
        if goes_on { Ok(()) } else { fault("the piece on `{site}` cannot go on") }
    }
}
