//! A position together with the way to it: what rules of repetition, undo and
//! retiring need, kept here so that positions stay small.

use crate::game::{Game, Picks, Ranks, Run, Status};
use crate::random::Random;
use crate::{CHANCE, Effect, Message, Seat, Site, effects, search};

/// An end of the game that the position itself does not know of.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Verdict {
    pub ranks: Ranks,
    pub reason: Message,
    pub retired: Option<Seat>,
}

/// One thing that was done and can be undone.
struct Step<G: Game> {
    undo: Option<G::Undo>,
    /// Where the keys of reversible play began before this step.
    since: usize,
    verdict: Option<Verdict>,
    touched: Touched,
    mover: Option<Seat>,
}

// Derived, it would ask that the game itself can be cloned.
impl<G: Game> Clone for Step<G> {
    fn clone(&self) -> Self {
        Step {
            undo: self.undo.clone(),
            since: self.since,
            verdict: self.verdict.clone(),
            touched: self.touched.clone(),
            mover: self.mover,
        }
    }
}

/// What the last move touched, for its marks.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Touched {
    pub from: Vec<Site>,
    pub to: Vec<Site>,
}

impl Touched {
    fn by(effects: &[Effect]) -> Self {
        let mut touched = Touched::default();
        for effect in effects {
            match (effect.verb.as_str(), effect.site, effect.onto) {
                ("move", from, to) => {
                    touched.from.extend(from);
                    touched.to.extend(to);
                }
                ("place" | "promote", Some(site), _) => touched.to.push(site),
                _ => {}
            }
        }
        touched
    }
}

/// A position and its history.
pub(crate) struct Line<G: Game> {
    pub position: G::Position,
    pub ply: u32,
    pub verdict: Option<Verdict>,
    /// Keys of the positions so far, the current one last; only where the game
    /// limits repetition.
    keys: Vec<u64>,
    since: usize,
    steps: Vec<Step<G>>,
}

impl<G: Game> Clone for Line<G> {
    fn clone(&self) -> Self {
        Line {
            position: self.position.clone(),
            ply: self.ply,
            verdict: self.verdict.clone(),
            keys: self.keys.clone(),
            since: self.since,
            steps: self.steps.clone(),
        }
    }

    // By hand, so that a playout begins in what the last one left.
    fn clone_from(&mut self, other: &Self) {
        self.position.clone_from(&other.position);
        self.keys.clone_from(&other.keys);
        self.verdict.clone_from(&other.verdict);
        self.steps.clone_from(&other.steps);
        (self.ply, self.since) = (other.ply, other.since);
    }
}

impl<G: Game> Line<G> {
    pub fn new(game: &G, position: G::Position) -> Self {
        let mut keys = Vec::new();
        if game.repetition_limit() > 0 {
            keys.push(game.repetition_key(&position));
        }
        Line { position, ply: 0, verdict: None, keys, since: 0, steps: Vec::new() }
    }

    #[inline(always)]
    pub fn status(&self, game: &G) -> Status {
        if self.verdict.is_some() { Status::Over } else { game.status(&self.position) }
    }

    /// Returns the legal move of a seat with this notation.
    pub fn find(&self, game: &G, by: Seat, mv: &str) -> Option<G::Move> {
        if !search::acts(self.status(game), by) {
            return None;
        }
        game.find(&self.position, by, mv)
    }

    pub fn ranks(&self, game: &G) -> Ranks {
        match &self.verdict {
            Some(verdict) => verdict.ranks,
            None => game.ranks(&self.position),
        }
    }

    pub fn reason(&self, game: &G) -> Message {
        match &self.verdict {
            Some(verdict) => verdict.reason.clone(),
            None => game.reason(&self.position),
        }
    }

    /// Plays a legal move and keeps what undoing it needs.
    pub fn play(&mut self, game: &G, by: Seat, mv: G::Move) -> Vec<Effect> {
        let irreversible = game.irreversible(&self.position, mv);
        let (undo, effects) = game.perform(&mut self.position, by, mv);
        self.steps.push(Step {
            undo: Some(undo),
            since: self.since,
            verdict: None,
            touched: Touched::by(&effects),
            mover: (by != CHANCE).then_some(by),
        });
        self.ply += 1;
        self.repeat(game, irreversible);
        effects
    }

    /// Plays a legal move that will not be taken back, and says nothing of it.
    #[inline]
    pub fn advance(&mut self, game: &G, by: Seat, mv: G::Move) {
        let limited = game.repetition_limit() > 0;
        let irreversible = limited && game.irreversible(&self.position, mv);
        game.advance(&mut self.position, by, mv);
        self.ply += 1;
        if limited {
            self.repeat(game, irreversible);
        }
    }

    /// Plays on at random as [`Game::run_out`] does; none where the game does not, or
    /// where positions are counted.
    #[inline]
    pub fn run_out(
        &mut self,
        game: &G,
        random: &mut Random,
        picks: Picks,
        most: u32,
        played: Option<&mut Vec<(Seat, G::Move)>>,
    ) -> Option<Run> {
        if game.repetition_limit() > 0 || self.verdict.is_some() {
            return None;
        }
        game.run_out(&mut self.position, random, picks, most, played)
    }

    fn repeat(&mut self, game: &G, irreversible: bool) {
        let limit = game.repetition_limit();
        if limit == 0 {
            return;
        }
        let key = game.repetition_key(&self.position);
        if irreversible {
            self.since = self.keys.len();
        }
        self.keys.push(key);
        let times = self.keys[self.since..].iter().filter(|other| **other == key).count();
        if times >= usize::from(limit) && game.status(&self.position) != Status::Over {
            self.verdict = Some(Verdict {
                ranks: game.repeated(&self.position),
                reason: Message::new("over.repetition", "the same position occurred {times} times")
                    .with("times", times),
                retired: None,
            });
        }
    }

    /// Takes a seat out that still plays.
    pub fn remove_player(&mut self, game: &G, who: Seat, seats: u8) -> Vec<Effect> {
        let undo = game.remove_player(&mut self.position, who);
        self.steps.push(Step {
            since: self.since,
            verdict: self.verdict.clone(),
            touched: Touched::default(),
            mover: None,
            undo: undo.clone(),
        });
        if undo.is_none() {
            let scores: Vec<i64> = (0..seats).map(|seat| i64::from(seat != who)).collect();
            self.verdict = Some(Verdict {
                ranks: Ranks::by_score(&scores),
                reason: Message::new("over.retired", "seat {seat} retired").with("seat", who + 1),
                retired: Some(who),
            });
        }
        self.ply += 1;
        if game.repetition_limit() > 0 {
            self.since = self.keys.len();
            self.keys.push(game.repetition_key(&self.position));
        }
        let mut effects = vec![effects::plain("retire")];
        if let Some(undo) = undo {
            // Pieces may leave the board with their player. A copy is made only then:
            // of a large board there may be no room for a second.
            let mut before = self.position.clone();
            game.take_back(&mut before, undo);
            effects.extend(effects::compare(game, &before, &self.position));
        }
        effects
    }

    /// Takes the last step back; false where there is none.
    pub fn undo(&mut self, game: &G) -> bool {
        let Some(step) = self.steps.pop() else { return false };
        if let Some(undo) = step.undo {
            game.take_back(&mut self.position, undo);
        }
        if game.repetition_limit() > 0 {
            self.keys.pop();
        }
        self.since = step.since;
        self.verdict = step.verdict;
        self.ply -= 1;
        true
    }

    /// Returns the keys of the positions that could occur again, the current one
    /// last; none where repetition is not limited.
    pub fn reversible(&self) -> &[u64] {
        &self.keys[self.since..]
    }

    /// Forgets how to undo: what is here is a start.
    pub fn settle(&mut self) {
        self.steps.clear();
    }

    /// Returns who made the last move and what it touched.
    pub fn last(&self) -> Option<(Option<Seat>, &Touched)> {
        self.steps.last().map(|step| (step.mover, &step.touched))
    }
}
