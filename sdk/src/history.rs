//! A position and the moves that led to it. Undo, repetition and the removal of players are kept
//! here, so that positions stay small.

use std::mem::{replace, take};

use crate::game::{Game, PlayoutPolicy, PlayoutSummary, Status};
use crate::random::{Random, mix};
use crate::ranks::Ranks;
use crate::undo::Unmake;
use boardloom_contract::TouchedSites;

use crate::{CHANCE, Effect, Message, Seat, effects, search};

/// An end of the game that is not part of the position.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Verdict {
    pub ranks: Ranks,
    pub reason: Message,
    pub removed: Option<Seat>,
}

/// The data for undoing a step.
#[derive(Clone)]
enum Undo<P, U> {
    Move(U),
    /// The position before a player was removed.
    Position(Box<P>),
    /// The step changed the verdict alone.
    Nothing,
}

/// A move, or the removal of a player.
#[derive(Clone)]
struct HistoryStep<P, U> {
    undo: Undo<P, U>,
    /// The index of the first reversible key before this step.
    since: usize,
    verdict: Option<Verdict>,
    /// The step before this one.
    last: LastStep,
}

/// The last step as players see it: the sites that its pieces left and reached, and whether it was
/// a forced pass.
#[derive(Debug, Clone, Default)]
pub(crate) struct LastStep {
    pub mover: Option<Seat>,
    pub touched: TouchedSites,
    pub forced_pass: bool,
}

/// A position and its history.
pub(crate) struct History<G: Game, M: Unmake<G>> {
    pub position: G::Position,
    pub ply: u32,
    pub verdict: Option<Verdict>,
    pub last: LastStep,
    /// Keys of the positions so far, the current one last. Empty if the game does not limit
    /// repetition.
    keys: Vec<u64>,
    since: usize,
    steps: Vec<HistoryStep<G::Position, M::Undo>>,
}

impl<G: Game, M: Unmake<G>> Clone for History<G, M> {
    fn clone(&self) -> Self {
        History {
            position: self.position.clone(),
            ply: self.ply,
            verdict: self.verdict.clone(),
            last: self.last.clone(),
            keys: self.keys.clone(),
            since: self.since,
            steps: self.steps.clone(),
        }
    }

    // By hand, so that a playout reuses the memory of the last one.
    fn clone_from(&mut self, other: &Self) {
        self.position.clone_from(&other.position);
        self.keys.clone_from(&other.keys);
        self.verdict.clone_from(&other.verdict);
        self.steps.clone_from(&other.steps);
        self.last = other.last.clone();
        (self.ply, self.since) = (other.ply, other.since);
    }
}

impl<G: Game, M: Unmake<G>> History<G, M> {
    pub fn new(game: &G, position: G::Position) -> Self {
        let mut keys = Vec::new();
        if game.repetition_limit() > 0 {
            keys.push(game.repetition_key(&position));
        }
        let (verdict, last, steps) = (None, LastStep::default(), Vec::new());
        History { position, ply: 0, verdict, last, keys, since: 0, steps }
    }

    /// The keys of the positions that can recur, the current one last; empty if the game does not
    /// limit repetition.
    pub fn reversible_keys(&self) -> &[u64] {
        &self.keys[self.since..]
    }

    #[inline(always)]
    pub fn status(&self, game: &G) -> Status {
        if self.verdict.is_some() { Status::Over } else { game.status(&self.position) }
    }

    /// Returns the legal move of a seat with this notation.
    pub fn find(&self, game: &G, by: Seat, mv: &str) -> Option<G::Move> {
        if !search::may_act(self.status(game), by) {
            return None;
        }
        game.parse_move(&self.position, by, mv)
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

    /// Plays a legal move that can be undone.
    pub fn play(&mut self, game: &G, by: Seat, mv: G::Move) -> Vec<Effect> {
        let irreversible = game.is_irreversible(&self.position, mv);
        let is_pass = game.is_pass(&self.position, by, mv);
        let mut last = LastStep {
            mover: (by != CHANCE).then_some(by),
            forced_pass: is_pass && game.count_moves(&self.position, by) == 1,
            ..LastStep::default()
        };
        let mut effects = Vec::new();
        let undo = M::play(game, &mut self.position, by, mv, Some(&mut effects));
        last.touched.add(&effects);
        self.steps.push(HistoryStep {
            undo: Undo::Move(undo),
            since: self.since,
            verdict: None,
            last: replace(&mut self.last, last),
        });
        self.ply += 1;
        self.count_repetition(game, irreversible);
        effects
    }

    /// Plays a legal move that cannot be undone, without effects.
    #[inline]
    pub fn play_fast(&mut self, game: &G, by: Seat, mv: G::Move) {
        let limited = game.repetition_limit() > 0;
        let irreversible = limited && game.is_irreversible(&self.position, mv);
        game.play_fast(&mut self.position, by, mv);
        self.ply += 1;
        if limited {
            self.count_repetition(game, irreversible);
        }
    }

    /// Plays a random game to its end by [`Game::playout`]. `None` if the game has no such method,
    /// or repetition is limited.
    #[inline]
    pub fn playout(
        &mut self,
        game: &G,
        random: &mut Random,
        policy: PlayoutPolicy,
        most: u32,
        played: Option<&mut Vec<(Seat, G::Move)>>,
    ) -> Option<PlayoutSummary> {
        if game.repetition_limit() > 0 || self.verdict.is_some() {
            return None;
        }
        game.playout(&mut self.position, random, policy, most, played)
    }

    fn count_repetition(&mut self, game: &G, irreversible: bool) {
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
                ranks: game.repetition_ranks(&self.position),
                reason: Message::new("over.repetition", "the same position occurred {times} times")
                    .with("times", times),
                removed: None,
            });
        }
    }

    /// Removes a player who still takes part.
    pub fn remove_player(&mut self, game: &G, who: Seat, seats: u8) -> Vec<Effect> {
        let verdict = self.verdict.clone();
        let mut effects = vec![effects::plain("leave")];
        let undo = match game.remove_player(&self.position, who) {
            Some(after) => {
                // Pieces may leave the board with their player.
                effects.extend(effects::compare(game, &self.position, &after));
                Undo::Position(Box::new(replace(&mut self.position, after)))
            }
            None => {
                let scores: Vec<i64> = (0..seats).map(|seat| i64::from(seat != who)).collect();
                self.verdict = Some(Verdict {
                    ranks: Ranks::by_score(&scores),
                    reason: Message::new("over.left", "seat {seat} left the game")
                        .with("seat", who + 1),
                    removed: Some(who),
                });
                Undo::Nothing
            }
        };
        let last = take(&mut self.last);
        self.steps.push(HistoryStep { undo, since: self.since, verdict, last });
        self.ply += 1;
        if game.repetition_limit() > 0 {
            self.since = self.keys.len();
            self.keys.push(game.repetition_key(&self.position));
        }
        effects
    }

    /// Takes the last step back. Returns false if there is none.
    pub fn undo(&mut self, game: &G) -> bool {
        let Some(step) = self.steps.pop() else { return false };
        match step.undo {
            Undo::Move(undo) => M::undo(game, &mut self.position, undo),
            Undo::Position(before) => self.position = *before,
            Undo::Nothing => {}
        }
        if game.repetition_limit() > 0 {
            self.keys.pop();
        }
        self.since = step.since;
        self.verdict = step.verdict;
        self.last = step.last;
        self.ply -= 1;
        true
    }

    /// Returns the keys of the positions that could occur again, the current one
    /// last; empty if repetition is not limited.
    pub fn reversible(&self) -> &[u64] {
        &self.keys[self.since..]
    }

    /// Returns a number for positions with the same future. It combines the game's key with the
    /// occurrences of each position that could occur again.
    pub fn key(&self, game: &G) -> u64 {
        let mut key = game.key(&self.position);
        if let Some((_, earlier)) = self.reversible().split_last() {
            // A sum, since the order of earlier positions does not matter.
            key ^= mix(earlier.iter().fold(0, |sum, key| sum.wrapping_add(mix(*key))));
        }
        match self.verdict.as_ref().and_then(|verdict| verdict.removed) {
            Some(who) => mix(key ^ mix(u64::from(who) + 1)),
            None => key,
        }
    }

    /// Makes the current position a start: undo stops here.
    pub fn forget_undo(&mut self) {
        self.steps.clear();
    }
}
