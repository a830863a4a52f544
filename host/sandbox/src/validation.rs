//! Validation of answers by the contract, so that the rest of the host can index,
//! sort and print them.

use std::collections::HashSet;

use boardloom_contract::{
    About, CHANCE, Choices, Diagnostic, Effect, GameStatus, Message, NO_COLOR, Outcome, PAGE,
    PartialMove, Piece, PlayoutStats, Seat, SeatState, Severity, Site, Variation,
};

use crate::config::Limits;

pub type Validation = Result<(), String>;

/// Paths of one move.
pub const PATHS: usize = 256;
/// Sites of one path.
const STEPS: usize = 4096;
/// Sites that a path may add to the board.
pub const PROPOSED: u32 = 1 << 16;
/// Entries of a list of kinds, roles, facts or arguments.
const ENTRIES: usize = 4096;
/// Effects of one move. The host keeps those of every move of a match.
const EFFECTS: usize = 1 << 14;
/// Bytes of a verb, a role or an id.
const NAME: usize = 256;

/// Validates answers with the facts of an open ruleset.
#[derive(Debug, Clone)]
pub struct AnswerValidator {
    pub seats: u8,
    pub colors: u8,
    pub kinds: usize,
    pub roles: usize,
    pub limits: Limits,
}

impl AnswerValidator {
    /// For a plugin without an open ruleset.
    pub fn new(limits: Limits) -> Self {
        AnswerValidator { seats: 0, colors: 0, kinds: 0, roles: 0, limits }
    }

    /// Validates the facts of a game, and uses them from now on.
    pub fn validate_about(&mut self, about: &About) -> Validation {
        within("seats", about.seats.into(), usize::from(CHANCE) - 1)?;
        within("colours", about.colors.into(), usize::from(NO_COLOR) - 1)?;
        within("views", about.views.len(), NAME)?;
        within("text forms", about.forms.len(), NAME)?;
        at_most("kinds", about.kinds.len(), ENTRIES)?;
        at_most("roles", about.roles.len(), ENTRIES)?;
        at_most("facts", about.facts.len(), ENTRIES)?;
        for kind in &about.kinds {
            self.name("a kind's id", &kind.id)?;
            self.message(&kind.name)?;
            self.name("a shape", &kind.shape)?;
            at_most("letters", kind.letters.len(), ENTRIES)?;
            for letter in &kind.letters {
                self.name("a kind's letter", letter)?;
            }
        }
        for view in &about.views {
            self.name("a view's id", &view.id)?;
            self.message(&view.name)?;
            require(matches!(view.dimensions, 2 | 3), || {
                format!("expected 2 or 3 dimensions, found {}", view.dimensions)
            })?;
        }
        for name in about.roles.iter().chain(&about.forms) {
            self.name("a role or a form", name)?;
        }
        for (name, value) in &about.facts {
            self.name("a fact", name)?;
            self.text("a fact", value)?;
        }
        self.message(&about.unit)?;
        self.seats = about.seats;
        self.colors = about.colors;
        self.kinds = about.kinds.len();
        self.roles = about.roles.len();
        Ok(())
    }

    pub fn name(&self, what: &str, name: &str) -> Validation {
        printable(what, name, NAME, &[])
    }

    pub fn notation(&self, mv: &str) -> Validation {
        printable("a notation", mv, self.limits.notation, &[])
    }

    /// Accepts the notation of a move that a text means.
    pub fn parsed_move(&self, mv: &str) -> Validation {
        match mv {
            "" => Err("expected a notation, found an empty text".to_owned()),
            mv => self.notation(mv),
        }
    }

    /// Accepts several lines.
    pub fn text(&self, what: &str, text: &str) -> Validation {
        printable(what, text, self.limits.text, &['\n', '\t'])
    }

    /// Refuses a text from outside that no plugin could read or repeat.
    pub fn readable(&self, text: &str) -> Result<(), Message> {
        self.text("a text", text).map_err(|why| Message::new("text.unreadable", why))
    }

    pub fn message(&self, message: &Message) -> Validation {
        self.name("a message's id", &message.id)?;
        at_most("arguments", message.args.len(), ENTRIES)?;
        for (name, value) in &message.args {
            self.name("an argument's name", name)?;
            self.text("an argument", value)?;
        }
        self.text("a message", &message.text)
    }

    /// Accepts one line for a list of moves.
    pub fn move_text(&self, message: &Message) -> Validation {
        self.message(message)?;
        require(!message.text.trim().is_empty(), || {
            "expected a move's text, found an empty one".to_owned()
        })?;
        printable("a move's text", &message.text, self.limits.notation, &[])
    }

    /// Accepts messages that are together no longer than one text may be.
    pub fn messages<'a>(&self, messages: impl IntoIterator<Item = &'a Message>) -> Validation {
        let mut bytes = 0;
        for message in messages {
            self.message(message)?;
            let arguments = message.args.iter().map(|(name, value)| name.len() + value.len());
            bytes += message.text.len() + arguments.sum::<usize>();
            at_most("bytes of messages", bytes, self.limits.text)?;
        }
        Ok(())
    }

    /// Requires at least one error if the ruleset was `refused`, and none otherwise.
    pub fn diagnostics(&self, diagnostics: &[Diagnostic], refused: bool) -> Validation {
        at_most("diagnostics", diagnostics.len(), ENTRIES)?;
        self.messages(diagnostics.iter().flat_map(|it| [&it.what].into_iter().chain(&it.hint)))?;
        for diagnostic in diagnostics {
            at_most("keys", diagnostic.path.len(), NAME)?;
            if let Some((from, to)) = diagnostic.inside.filter(|(from, to)| from > to) {
                return Err(format!("expected a range that goes forward, found {from} to {to}"));
            }
        }
        let errors = diagnostics.iter().any(|found| found.severity == Severity::Error);
        match (refused, errors) {
            (true, false) => Err("it refused a ruleset without naming an error".to_owned()),
            (false, true) => Err("it opened a ruleset and names an error in it".to_owned()),
            _ => Ok(()),
        }
    }

    fn seat(&self, seat: Seat) -> Validation {
        require(seat < self.seats, || format!("expected a seat below {}, found {seat}", self.seats))
    }

    fn color(&self, color: u8) -> Validation {
        require(color < self.colors || color == NO_COLOR, || {
            format!("expected a colour below {} or 255, found {color}", self.colors)
        })
    }

    pub fn piece(&self, piece: &Piece) -> Validation {
        require(usize::from(piece.kind) < self.kinds, || {
            format!("expected a kind of piece below {}, found {}", self.kinds, piece.kind)
        })?;
        self.color(piece.color)
    }

    pub fn seat_mark(&self, seat: Option<Seat>) -> Validation {
        seat.map_or(Ok(()), |seat| self.seat(seat))
    }

    pub fn status(&self, status: &GameStatus) -> Validation {
        let GameStatus { acting, chance, seats, outcome, note, prompt, facts, sites, .. } = status;
        self.as_many_as_seats("seat states", seats.len())?;
        for SeatState { color, score, gained, .. } in seats {
            self.color(*color)?;
            finite("a score", &[*score, *gained])?;
        }
        ascending("acting seats", acting)?;
        acting.iter().try_for_each(|seat| self.seat(*seat))?;
        match (outcome.is_some(), *chance, acting.is_empty()) {
            (true, false, true) | (false, true, true) | (false, false, false) => {}
            (true, ..) => return Err("the game is over, but a seat may act".to_owned()),
            (false, true, _) => return Err("chance is to move, but a seat may act".to_owned()),
            (false, false, true) => {
                return Err("the game is not over, but no seat may act".to_owned());
            }
        }
        if let Some(outcome) = outcome {
            self.outcome(outcome)?;
        }
        at_most("facts", facts.len(), ENTRIES)?;
        self.messages(note.iter().chain(prompt).chain(facts))?;
        at_most("sites", *sites as usize, self.limits.sites as usize)
    }

    fn outcome(&self, outcome: &Outcome) -> Validation {
        self.as_many_as_seats("ranks", outcome.ranks.len())?;
        if let Some(rank) = outcome.ranks.iter().find(|rank| **rank >= self.seats) {
            return Err(format!("expected ranks below {}, found {rank}", self.seats));
        }
        require(outcome.ranks.contains(&0), || {
            "expected a seat that came first (rank 0), found none".to_owned()
        })?;
        self.message(&outcome.reason)
    }

    fn as_many_as_seats(&self, what: &str, found: usize) -> Validation {
        require(found == usize::from(self.seats), || {
            format!("expected {} {what}, one for each seat, found {found}", self.seats)
        })
    }

    /// Accepts pieces in order of sites from `first` on, on at most `limit` sites.
    pub fn pieces(&self, pieces: &[(Site, Piece)], first: Site, limit: u32) -> Validation {
        let mut last = None;
        let mut sites = 0_u32;
        for (site, piece) in pieces {
            self.piece(piece)?;
            require(*site >= last.unwrap_or(first), || {
                format!("expected sites from {first} on in order, found {site}")
            })?;
            if last != Some(*site) {
                sites += 1;
                last = Some(*site);
            }
        }
        at_most("sites with pieces", sites as usize, limit as usize)
    }

    /// Accepts pieces on these sites, in their order.
    pub fn pieces_at(&self, pieces: &[(Site, Piece)], asked: &[Site]) -> Validation {
        let mut rest = asked.iter().peekable();
        for (site, piece) in pieces {
            self.piece(piece)?;
            while rest.next_if(|next| *next != site).is_some() {}
            require(rest.peek().is_some(), || {
                format!("expected pieces on the sites asked for, in their order, found {site}")
            })?;
        }
        Ok(())
    }

    pub fn partial_move(&self, partial: &PartialMove) -> Validation {
        let PartialMove { sites, pieces, prompt } = partial;
        at_most("changed sites", sites.len(), PAGE as usize)?;
        require(sites.is_sorted_by(|a, b| a < b), || {
            format!("expected changed sites in order, each once, found {sites:?}")
        })?;
        self.pieces_at(pieces, sites)?;
        self.messages(prompt)
    }

    pub fn choices(&self, choices: &Choices) -> Validation {
        if let Some(twice) = twice(choices.targets.iter().map(|target| target.site)) {
            return Err(format!("expected each target once, found {twice} twice"));
        }
        at_most("options", choices.options.len(), PAGE as usize)?;
        for ending in &choices.options {
            self.notation(&ending.move_)?;
            self.message(&ending.label)?;
        }
        choices.placed_piece.as_ref().map_or(Ok(()), |piece| self.piece(piece))
    }

    pub fn paths(&self, paths: &[Vec<Site>]) -> Validation {
        at_most("paths", paths.len(), PATHS)?;
        paths.iter().try_for_each(|path| at_most("sites of a path", path.len(), STEPS))
    }

    /// Accepts moves in order, all after `after`.
    pub fn page(&self, page: &[String], after: Option<&str>, limit: u32) -> Validation {
        at_most("moves", page.len(), limit.min(PAGE) as usize)?;
        let mut last = after;
        for mv in page {
            self.parsed_move(mv)?;
            if let Some(last) = last.filter(|last| *last >= mv.as_str()) {
                return Err(format!(
                    "expected moves in order of their bytes, found {mv:?} after {last:?}"
                ));
            }
            last = Some(mv);
        }
        Ok(())
    }

    pub fn effects(&self, effects: &[Effect]) -> Validation {
        at_most("effects", effects.len(), EFFECTS)?;
        let mut stage = 0;
        for effect in effects {
            self.name("a verb", &effect.verb)?;
            self.name("a cue", &effect.cue)?;
            require(effect.stage >= stage, || {
                format!("expected stages in order, found {} after {stage}", effect.stage)
            })?;
            stage = effect.stage;
            effect.before.iter().chain(&effect.after).try_for_each(|piece| self.piece(piece))?;
        }
        Ok(())
    }

    pub fn chance_outcomes(&self, chance_outcomes: &[(String, u32)], limit: u32) -> Validation {
        at_most("outcomes", chance_outcomes.len(), limit as usize)?;
        let mut seen = HashSet::new();
        for (mv, weight) in chance_outcomes {
            self.notation(mv)?;
            require(!mv.is_empty() && *weight > 0, || {
                format!("expected a notation with a weight, found {mv:?} with {weight}")
            })?;
            require(seen.insert(mv), || format!("expected each outcome once, found {mv:?} twice"))?;
        }
        require(!chance_outcomes.is_empty(), || {
            "expected at least one outcome, found none".to_owned()
        })
    }

    pub fn playout_stats(&self, playout_stats: &PlayoutStats, asked: u32) -> Validation {
        self.as_many_as_seats("numbers of wins", playout_stats.wins.len())?;
        let ends = playout_stats.wins.iter().chain([&playout_stats.draws, &playout_stats.cut]);
        let counted = ends.fold(0_u64, |sum, count| sum.saturating_add(*count));
        require(playout_stats.games == u64::from(asked) && counted <= playout_stats.games, || {
            format!("expected {asked} games, found {} with {counted} ends", playout_stats.games)
        })
    }

    pub fn values(&self, values: &[i32]) -> Validation {
        if values.is_empty() { Ok(()) } else { self.as_many_as_seats("values", values.len()) }
    }

    pub fn variations(&self, lines: &[Variation], asked: u16) -> Validation {
        at_most("lines", lines.len(), usize::from(asked))?;
        for line in lines {
            line.moves.iter().try_for_each(|mv| self.notation(mv))?;
            self.as_many_as_seats("values", line.value.len())?;
            if let Some(value) = line.value.iter().find(|value| **value > 10_000) {
                return Err(format!("expected values up to 10000, found {value}"));
            }
            require(line.moves.first().is_some_and(|mv| !mv.is_empty()), || {
                "expected a line with a move, found one without".to_owned()
            })?;
        }
        Ok(())
    }
}

fn require(valid: bool, why: impl FnOnce() -> String) -> Validation {
    if valid { Ok(()) } else { Err(why()) }
}

pub fn at_most(what: &str, found: usize, most: usize) -> Validation {
    require(found <= most, || format!("expected at most {most} {what}, found {found}"))
}

fn within(what: &str, found: usize, most: usize) -> Validation {
    require((1..=most).contains(&found), || format!("expected 1 to {most} {what}, found {found}"))
}

/// Accepts a text without control characters, which a terminal would obey, but for those
/// `allowed`.
fn printable(what: &str, text: &str, most: usize, allowed: &[char]) -> Validation {
    require(text.len() <= most, || {
        format!("expected {what} of at most {most} bytes, found {}", text.len())
    })?;
    match text.chars().find(|c| c.is_control() && !allowed.contains(c)) {
        Some(c) => Err(format!("expected {what} without control characters, found {c:?}")),
        None => Ok(()),
    }
}

pub fn finite(what: &str, numbers: &[f64]) -> Validation {
    match numbers.iter().find(|number| !number.is_finite()) {
        Some(number) => Err(format!("expected {what} that is a finite number, found {number}")),
        None => Ok(()),
    }
}

/// Returns a site that occurs twice. A sorted list, which may have millions of
/// sites, needs no memory.
fn twice(sites: impl Iterator<Item = Site> + Clone) -> Option<Site> {
    if sites.clone().is_sorted_by(|one, next| one < next) {
        return None;
    }
    let mut seen = HashSet::new();
    let mut sites = sites;
    sites.find(|site| !seen.insert(*site))
}

fn ascending(what: &str, numbers: &[u8]) -> Validation {
    require(numbers.is_sorted_by(|a, b| a < b), || {
        format!("expected {what} in order, each once, found {numbers:?}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn validator() -> AnswerValidator {
        AnswerValidator { seats: 2, colors: 2, kinds: 1, roles: 1, limits: Limits::default() }
    }

    #[test]
    fn sites_occur_once_in_any_order() {
        let found = |sites: &[Site]| twice(sites.iter().copied());
        assert_eq!(found(&[]), None);
        assert_eq!(found(&[1, 2, 9]), None);
        assert_eq!(found(&[9, 1, 2]), None);
        assert_eq!(found(&[1, 2, 2]), Some(2));
        assert_eq!(found(&[9, 1, 9]), Some(9));
    }

    fn over(ranks: Vec<u8>) -> GameStatus {
        let seat = SeatState { color: 0, score: 0.0, gained: 0.0, active: true };
        GameStatus {
            ply: 0,
            acting: Vec::new(),
            chance: false,
            seats: vec![seat; 2],
            outcome: Some(Outcome { ranks, reason: Message::new("over", "over") }),
            note: None,
            prompt: None,
            facts: Vec::new(),
            key: 0,
            sites: 0,
        }
    }

    #[track_caller]
    fn wrong(checked: Validation, expected: &str) {
        assert_eq!(checked.unwrap_err(), expected);
    }

    #[test]
    fn an_outcome_ranks_every_seat() {
        assert_eq!(validator().status(&over(vec![0, 1])), Ok(()));
        assert_eq!(validator().status(&over(vec![0, 0])), Ok(()));
        wrong(validator().status(&over(vec![0])), "expected 2 ranks, one for each seat, found 1");
        wrong(
            validator().status(&over(vec![1, 1])),
            "expected a seat that came first (rank 0), found none",
        );
        wrong(validator().status(&over(vec![0, 7])), "expected ranks below 2, found 7");
        let acting = GameStatus { acting: vec![0], ..over(vec![0, 1]) };
        wrong(validator().status(&acting), "the game is over, but a seat may act");
    }

    #[test]
    fn a_seat_acts_until_the_game_is_over() {
        let on = GameStatus { outcome: None, ..over(Vec::new()) };
        wrong(validator().status(&on), "the game is not over, but no seat may act");
        let chance = GameStatus { chance: true, ..on.clone() };
        assert_eq!(validator().status(&chance), Ok(()));
        let twice = GameStatus { acting: vec![1, 1], ..on };
        wrong(
            validator().status(&twice),
            "expected acting seats in order, each once, found [1, 1]",
        );
    }

    #[test]
    fn pieces_are_in_the_requested_order() {
        let piece = Piece::new(0, 1);
        let stack = [(3, piece), (3, piece), (5, piece)];
        assert_eq!(validator().pieces(&stack, 3, 2), Ok(()));
        wrong(validator().pieces(&stack, 3, 1), "expected at most 1 sites with pieces, found 2");
        wrong(validator().pieces(&stack, 4, 9), "expected sites from 4 on in order, found 3");
        assert_eq!(validator().pieces_at(&stack, &[9, 3, 5]), Ok(()));
        wrong(
            validator().pieces_at(&stack, &[5, 3]),
            "expected pieces on the sites asked for, in their order, found 5",
        );
        wrong(validator().piece(&Piece::new(1, 0)), "expected a kind of piece below 1, found 1");
        assert_eq!(validator().piece(&Piece::new(0, NO_COLOR)), Ok(()));
    }

    #[test]
    fn a_page_begins_after_the_named_move() {
        let page = ["b".to_owned(), "c".to_owned()];
        assert_eq!(validator().page(&page, Some("a"), 2), Ok(()));
        wrong(
            validator().page(&page, Some("b"), 2),
            "expected moves in order of their bytes, found \"b\" after \"b\"",
        );
        wrong(validator().page(&page, None, 1), "expected at most 1 moves, found 2");
    }

    #[test]
    fn every_game_is_counted_once() {
        let playout_stats =
            PlayoutStats { games: 3, wins: vec![1, 1], draws: 1, ..PlayoutStats::default() };
        assert_eq!(validator().playout_stats(&playout_stats, 3), Ok(()));
        wrong(
            validator().playout_stats(&playout_stats, 4),
            "expected 4 games, found 3 with 3 ends",
        );
        let more = PlayoutStats { cut: u64::MAX, ..playout_stats };
        assert!(validator().playout_stats(&more, 3).is_err());
    }

    #[test]
    fn outcomes_of_chance_have_weights() {
        let chance_outcomes = |weight| [("roll-1".to_owned(), 1), ("roll-2".to_owned(), weight)];
        assert_eq!(validator().chance_outcomes(&chance_outcomes(2), 6), Ok(()));
        wrong(
            validator().chance_outcomes(&chance_outcomes(0), 6),
            "expected a notation with a weight, found \"roll-2\" with 0",
        );
        wrong(validator().chance_outcomes(&[], 6), "expected at least one outcome, found none");
    }
}
