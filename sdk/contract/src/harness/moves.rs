//! Moves, their effects, and the keys of positions.

use std::collections::{BTreeMap, BTreeSet};

use super::{HarnessRun, Snapshot, snapshot};
use crate::{Cursor, Effect, GameStatus, Piece, PluginResult, Seat, Site};

/// The moves that are tried at a position.
const MOST_MOVES: usize = 20;

impl HarnessRun<'_> {
    /// Returns all legal moves, page by page.
    pub(super) fn list_moves(
        &mut self,
        cursor: &mut dyn Cursor,
        by: Seat,
    ) -> PluginResult<Vec<String>> {
        let mut legal: Vec<String> = Vec::new();
        loop {
            let page = cursor.legal_moves(by, legal.last().map(String::as_str), 100)?;
            let Some(first) = page.first() else { break };
            if legal.last().is_some_and(|last| last >= first) {
                self.check(false, || {
                    format!("the page after `{}` begins with `{first}`", legal[legal.len() - 1])
                });
                break;
            }
            legal.extend(page);
        }
        self.check(legal.is_sorted_by(|a, b| a < b), || {
            "legal moves must be in order of notation, each once".into()
        });
        Ok(legal)
    }

    /// Plays a move, and checks preview, undo, effects, and the other instance.
    pub(super) fn check_play(
        &mut self,
        cursor: &mut dyn Cursor,
        status: &GameStatus,
        by: Seat,
        mv: &str,
    ) -> PluginResult<()> {
        let before = snapshot(cursor)?;
        let preview = cursor.preview(by, mv)?;
        let text = cursor.describe_move(by, mv)?.text;
        let is_line = !text.trim().is_empty() && !text.contains(char::is_control);
        self.check(is_line, || format!("`{mv}` is described as {text:?}, which is not one line"));
        let same = snapshot(cursor)? == before;
        self.check(same, || format!("previewing or describing `{mv}` changed the position"));
        let mut fork = cursor.fork()?;
        let effects = match cursor.play(by, mv)? {
            Ok(effects) => effects,
            Err(refusal) => {
                self.check(false, || format!("`{mv}` is listed and refused: {refusal}"));
                return Ok(());
            }
        };
        let after = snapshot(cursor)?;
        let expected = Ok((after.status.clone(), effects.clone()));
        self.check(preview == expected, || format!("the preview of `{mv}` is wrong"));
        self.check(snapshot(fork.as_mut())? == before, || format!("playing `{mv}` changed a fork"));
        let back = cursor.undo()? && snapshot(cursor)? == before;
        self.check(back, || format!("undoing `{mv}` does not lead back"));
        let again = cursor.play(by, mv)?;
        self.check(again.as_ref() == Ok(&effects), || format!("redoing `{mv}` differs"));
        if status.acting.len() < 2 {
            self.check_effects(&effects, &before, &after, mv);
        }
        self.check(after.status.ply == status.ply + 1, || format!("`{mv}` is not one ply"));
        Ok(())
    }

    /// Checks that seats that may not act have no moves.
    pub(super) fn check_others(
        &mut self,
        cursor: &mut dyn Cursor,
        status: &GameStatus,
        legal: &[String],
    ) -> PluginResult<()> {
        let before = snapshot(cursor)?;
        for by in (0..self.about.seats).filter(|by| !status.acting.contains(by)) {
            let (count, listed) = (cursor.count_moves(by)?, cursor.legal_moves(by, None, 10)?);
            self.check(count == 0 && listed.is_empty(), || {
                format!("seat {by} may not act and has moves: {listed:?}")
            });
            let choices = cursor.choices(by, &[])?;
            self.check(choices.targets.is_empty() && choices.options.is_empty(), || {
                format!("seat {by} may not act and has choices")
            });
            let refused = match legal.first() {
                Some(mv) => !cursor.is_legal(by, mv)? && cursor.play(by, mv)?.is_err(),
                None => true,
            };
            self.check(refused, || format!("seat {by} may not act and can play"));
        }
        let same = snapshot(cursor)? == before;
        self.check(same, || "a refused move changed the position".to_owned());
        Ok(())
    }

    /// Plays moves in forks: each is legal, and its preview, effects and pieces agree.
    pub(super) fn check_each_move(
        &mut self,
        cursor: &mut dyn Cursor,
        status: &GameStatus,
        by: Seat,
        legal: &[String],
    ) -> PluginResult<()> {
        let before = snapshot(cursor)?;
        for mv in self.some(legal.to_vec(), MOST_MOVES) {
            self.trying = Some(mv.clone());
            let known = cursor.is_legal(by, &mv)?;
            self.check(known, || format!("`{mv}` is listed and `is-legal` denies it"));
            let preview = cursor.preview(by, &mv)?;
            let mut fork = cursor.fork()?;
            let Ok(effects) = fork.play(by, &mv)? else {
                self.check(false, || format!("`{mv}` is listed and refused"));
                continue;
            };
            let after = snapshot(fork.as_mut())?;
            let told = preview == Ok((after.status.clone(), effects.clone()));
            self.check(told, || format!("the preview of `{mv}` is wrong"));
            // Seats that decide together see nothing of a decision yet.
            if status.acting.len() == 1 {
                self.check_effects(&effects, &before, &after, &mv);
            }
            self.note_end(&after.status);
            self.moves.push((by, mv));
            self.compare_with_same_key(&after)?;
            self.moves.pop();
            if let [next] = after.status.acting[..] {
                let moves = self.list_moves(fork.as_mut(), next)?;
                self.note_moves(after.status.key, next, &moves);
            }
        }
        self.trying = None;
        let same = snapshot(cursor)? == before;
        self.check(same, || "playing moves in a fork changed the position".to_owned());
        Ok(())
    }

    /// Removes a player in a fork, and takes that back.
    pub(super) fn check_removal(
        &mut self,
        cursor: &mut dyn Cursor,
        status: &GameStatus,
    ) -> PluginResult<()> {
        let active = (0..self.about.seats)
            .filter(|seat| status.seats.get(usize::from(*seat)).is_some_and(|state| state.active));
        let active: Vec<Seat> = active.collect();
        if active.is_empty() {
            return Ok(());
        }
        let who = active[self.pick(active.len())];
        let mut fork = cursor.fork()?;
        let before = snapshot(fork.as_mut())?;
        if fork.remove_player(who)?.is_err() {
            let same = snapshot(fork.as_mut())? == before;
            self.check(same, || format!("refusing to remove seat {who} changed the position"));
            return Ok(());
        }
        let after = fork.status()?;
        let takes_part = after.seats.get(usize::from(who)).is_some_and(|state| state.active);
        self.check(!takes_part && !after.acting.contains(&who), || {
            format!("seat {who} was removed and still takes part")
        });
        self.check(after.ply == status.ply + 1, || {
            format!("removing seat {who} is a ply, and the ply is {} then", after.ply)
        });
        if let (Some(outcome), 2) = (&after.outcome, self.about.seats) {
            self.check(outcome.winner() == Some(1 - who), || {
                format!("seat {who} was removed, and the ranks are {:?}", outcome.ranks)
            });
        }
        let back = fork.undo()? && snapshot(fork.as_mut())? == before;
        self.check(back, || format!("undoing the removal of seat {who} does not lead back"));
        Ok(())
    }

    /// Checks that the effects name every changed site, and the pieces that stand there.
    fn check_effects(&mut self, effects: &[Effect], before: &Snapshot, after: &Snapshot, mv: &str) {
        let sites = before.status.sites.max(after.status.sites);
        for site in effects.iter().flat_map(|effect| [effect.site, effect.onto]).flatten() {
            self.check(site < sites, || {
                format!("an effect of `{mv}` is at site {site}, of {sites} on the board")
            });
        }
        let (old, new) = (by_site(&before.pieces), by_site(&after.pieces));
        for site in old.keys().chain(new.keys()).copied().collect::<BTreeSet<Site>>() {
            let told =
                effects.iter().any(|effect| effect.site == Some(site) || effect.onto == Some(site));
            self.check(told || old.get(&site) == new.get(&site), || {
                format!("`{mv}` changed site {site} and no effect says so")
            });
        }
        self.check_pieces_of_effects(effects, &old, &new, mv);
    }

    /// Follows the effects stage by stage from the pieces before to those after. Sites with stacks
    /// and those whose effects name no piece are left out.
    fn check_pieces_of_effects(
        &mut self,
        effects: &[Effect],
        old: &BTreeMap<Site, Vec<Piece>>,
        new: &BTreeMap<Site, Vec<Piece>>,
        mv: &str,
    ) {
        let single = |pieces: &BTreeMap<Site, Vec<Piece>>, site: Site| match pieces.get(&site) {
            None => Some(None),
            Some(one) if one.len() == 1 => Some(Some(one[0])),
            Some(_) => None,
        };
        let mut board: BTreeMap<Site, Option<Piece>> = BTreeMap::new();
        for effect in effects {
            for site in [effect.site, effect.onto].into_iter().flatten() {
                if let Some(piece) = single(old, site) {
                    board.insert(site, piece);
                }
            }
        }
        let mut rest = effects;
        while let Some(first) = rest.first() {
            let end = rest.iter().position(|it| it.stage != first.stage).unwrap_or(rest.len());
            let (stage, later) = rest.split_at(end);
            rest = later;
            let start = board.clone();
            for effect in stage {
                let (Some(site), Some(told)) = (effect.site, effect.before) else { continue };
                let stood = start.get(&site).copied();
                self.check(stood.is_none_or(|stood| stood == Some(told)), || {
                    format!(
                        "an effect of `{mv}` says that {told:?} stood on site {site}, where {:?} \
                         stood",
                        stood.flatten()
                    )
                });
                if effect.onto.is_some() || effect.after.is_none() {
                    board.entry(site).and_modify(|piece| *piece = None);
                }
            }
            for effect in stage {
                if let (Some(site), Some(after)) = (effect.onto.or(effect.site), effect.after) {
                    board.entry(site).and_modify(|piece| *piece = Some(after));
                }
            }
        }
        for (site, told) in board {
            let Some(stands) = single(new, site) else { continue };
            self.check(told == stands, || {
                format!("after `{mv}` site {site} has {stands:?}, and its effects say {told:?}")
            });
        }
    }
}

/// Returns the pieces of each site, from the bottom.
fn by_site(pieces: &[(Site, Piece)]) -> BTreeMap<Site, Vec<Piece>> {
    let mut all: BTreeMap<Site, Vec<Piece>> = BTreeMap::new();
    pieces.iter().for_each(|(site, piece)| all.entry(*site).or_default().push(*piece));
    all
}
