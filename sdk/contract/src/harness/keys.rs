//! Keys of positions: equal ones mean equal futures.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::{HarnessRun, Snapshot};
use crate::random::Random;
use crate::{CHANCE, Cursor, GameStatus, PAGE, PluginResult, Seat};

/// The comparisons of positions with equal keys and other pieces, the games of each, and their
/// plies.
const COMPARISONS: u32 = 12;
const GAMES: u64 = 4;
const PLIES: u32 = 60;
/// Positions further on are not kept.
const LATEST: usize = 40;

impl HarnessRun<'_> {
    /// Notes the legal moves of a position: equal keys mean equal futures.
    pub(super) fn note_moves(&mut self, key: u64, by: Seat, legal: &[String]) {
        let mut hasher = DefaultHasher::new();
        legal.hash(&mut hasher);
        let future = hasher.finish();
        let known = *self.futures.entry((key, by)).or_insert(future);
        self.check(known == future, || {
            format!("two positions with the key {key} have different legal moves")
        });
    }

    /// Notes whether and how the game is over, and who is to move.
    pub(super) fn note_end(&mut self, status: &GameStatus) {
        let end = status.outcome.as_ref().map(|outcome| outcome.ranks.clone());
        let known = self.ends.entry(status.key).or_insert_with(|| end.clone()).clone();
        self.check(known == end, || {
            format!("two positions with the key {} end differently", status.key)
        });
        let turn = (status.acting.clone(), status.chance);
        let known = self.turns.entry(status.key).or_insert_with(|| turn.clone()).clone();
        self.check(known == turn, || {
            format!("two positions with the key {} have different seats to move", status.key)
        });
    }

    /// Plays on from a position and from an earlier one with the same key but other pieces: all
    /// that can be played must be the same.
    pub(super) fn compare_with_same_key(&mut self, here: &Snapshot) -> PluginResult<()> {
        if self.moves.len() > LATEST {
            return Ok(());
        }
        let mut hasher = DefaultHasher::new();
        for (site, piece) in &here.pieces {
            (site, piece.kind, piece.color, piece.facing, piece.count).hash(&mut hasher);
        }
        let pieces = hasher.finish();
        let key = here.status.key;
        let Some((known, moves)) = self.seen.get(&key).cloned() else {
            self.seen.insert(key, (pieces, self.moves.clone()));
            return Ok(());
        };
        if known == pieces || self.compared >= COMPARISONS {
            return Ok(());
        }
        self.compared += 1;
        for game in 0..GAMES {
            let (mut one, mut two) = (self.game.start()?, self.game.start()?);
            for (by, mv) in &moves {
                let _ = one.play(*by, mv)?;
            }
            for (by, mv) in &self.moves {
                let _ = two.play(*by, mv)?;
            }
            let same = play_alike(&mut *one, &mut *two, &mut Random::new(game))?;
            let earlier: Vec<&str> = moves.iter().map(|(_, mv)| mv.as_str()).collect();
            self.check(same, || {
                format!(
                    "the position has the key of the one after `{}`, and another future",
                    earlier.join(" ")
                )
            });
        }
        Ok(())
    }
}

/// Plays the same random moves from two positions. Returns false where they differ.
fn play_alike(
    one: &mut dyn Cursor,
    two: &mut dyn Cursor,
    random: &mut Random,
) -> PluginResult<bool> {
    for _ in 0..PLIES {
        let (first, second) = (one.status()?, two.status()?);
        let ranks = |status: &GameStatus| status.outcome.as_ref().map(|it| it.ranks.clone());
        if ranks(&first) != ranks(&second)
            || first.acting != second.acting
            || first.chance != second.chance
        {
            return Ok(false);
        }
        let (by, mv) = match first.acting.first() {
            _ if first.chance => (CHANCE, one.sample_outcome(random.draw())?),
            None => return Ok(true),
            Some(by) => {
                let moves = one.legal_moves(*by, None, PAGE)?;
                if moves.is_empty() || moves != two.legal_moves(*by, None, PAGE)? {
                    return Ok(moves.is_empty());
                }
                (*by, moves[random.below(moves.len() as u64) as usize].clone())
            }
        };
        if one.play(by, &mv)?.is_err() || two.play(by, &mv)?.is_err() {
            return Ok(false);
        }
    }
    Ok(true)
}
