//! Legal moves, and playing them.

use crate::bitboard::BitboardTables;
use crate::board_tables::{NO_SQUARE, Square, SquareSet};
use crate::captures::MovedPosition;
use crate::game::Tafl;
use crate::piece::{ATTACKERS, DEFENDERS, PieceCode};
use crate::position::{EndReason, GameEnd, Move, Position};
use crate::ruleset::{Berserk, Encirclement, JumpRule, NoMoves, RepetitionResult, Unwinnable};
use crate::{exit_fort, termination};

/// Tells whether a listing of moves has any.
pub(crate) fn any(list: impl FnOnce(&mut dyn FnMut(Move))) -> bool {
    let mut any = false;
    list(&mut |_| any = true);
    any
}

impl Tafl {
    /// Returns the squares of the pieces that a move captures: the king too, and
    /// mercenaries, who only change sides.
    pub(crate) fn captures(&self, position: &Position, mv: Move) -> SquareSet {
        let Some((from, to, over)) = mv.squares() else { return SquareSet::EMPTY };
        let piece = position.piece_at(from);
        let (tables, rules) = (&self.tables, &self.ruleset.rules);
        let captures = rules.jumps.get(piece) == Some(JumpRule::Capture);
        let jumped = if captures { over } else { NO_SQUARE };
        MovedPosition { tables, rules, position, from, to, piece }.captures(jumped)
    }

    /// Calls `each` for every move of a piece, whichever side is to move.
    #[inline(always)]
    fn for_each_piece_move(&self, position: &Position, from: Square, mut each: impl FnMut(Move)) {
        let piece = position.piece_at(from);
        let tables = &self.tables;
        // If several paths lead to a square, one move does, preferably a jump.
        let mut seen = SquareSet::EMPTY;
        for jump in tables.jumps(piece, usize::from(from)) {
            let over = position.piece_at(jump.over);
            let is_man = matches!(over.letter(), Some('t' | 'T')) && over.side() != piece.side();
            if is_man && position.is_free(usize::from(jump.to)) && !seen.has(u32::from(jump.to)) {
                seen.insert(u32::from(jump.to));
                each(Move::Jump { from, over: jump.over, to: jump.to });
            }
        }
        let free = |at: usize| position.is_free(at);
        tables.slides(piece).for_each_target(usize::from(from), free, |to| {
            if tables.multiple_paths {
                if seen.has(u32::from(to)) {
                    return;
                }
                seen.insert(u32::from(to));
            }
            each(Move::Slide { from, to });
        });
    }

    // Not generic: where speed does not matter, one copy serves all callers.
    fn piece_moves(&self, position: &Position, from: Square, each: &mut dyn FnMut(Move)) {
        self.for_each_piece_move(position, from, each);
    }

    /// Calls `each` for every move with which a piece that captured can move on.
    fn continuations(&self, position: &Position, from: Square, each: &mut dyn FnMut(Move)) {
        self.piece_moves(position, from, &mut |mv| {
            let (_, to, _) = mv.squares().expect("a piece moves");
            let is_king = position.piece_at(from) == PieceCode::KING;
            let escapes = is_king && self.tables.goal.has(u32::from(to));
            if escapes || !self.captures(position, mv).is_empty() {
                each(mv);
            }
        });
    }

    /// Tells whether the side to move may not repeat, and there are positions to repeat.
    #[inline(always)]
    fn may_not_repeat(&self, position: &Position) -> bool {
        let repetition = &self.ruleset.rules.repetition;
        repetition.result == RepetitionResult::Illegal
            && position.history != 0
            && repetition.side.is_none_or(|side| side.seat() == position.side_to_move)
    }

    /// Tells whether a move repeats one of the positions with these keys too often.
    fn repeats(&self, position: &Position, mv: Move, keys: &[u64]) -> bool {
        let mut next = *position;
        self.move_and_capture(&mut next, mv);
        (next.side_to_move, next.berserk) = (1 - next.side_to_move, NO_SQUARE);
        let before = keys.iter().filter(|key| **key == next.repetition_key()).count();
        before + 1 >= usize::from(self.ruleset.rules.repetition.count)
    }

    #[inline(always)]
    pub(crate) fn for_each_move(&self, position: &Position, mut each: impl FnMut(Move)) {
        if position.berserk == NO_SQUARE && !self.may_not_repeat(position) {
            let pieces = position.of(position.side_to_move);
            pieces.each(|from| self.for_each_piece_move(position, from as Square, &mut each));
        } else {
            self.restricted_moves(position, &mut each);
        }
    }

    /// Lists the moves of a piece that moves on, or of a side that may not repeat.
    fn restricted_moves(&self, position: &Position, each: &mut dyn FnMut(Move)) {
        if position.berserk == NO_SQUARE {
            let pieces = position.of(position.side_to_move);
            pieces.each(|from| self.moves_from(position, from as Square, each));
        } else {
            self.moves_from(position, position.berserk, each);
            if self.may_end_turn(position) {
                each(Move::EndTurn);
            }
        }
    }

    pub(crate) fn may_end_turn(&self, position: &Position) -> bool {
        position.berserk != NO_SQUARE && self.ruleset.rules.berserk == Berserk::May
    }

    /// Calls `each` for every legal move of one piece.
    pub(crate) fn moves_from(&self, position: &Position, from: Square, each: &mut dyn FnMut(Move)) {
        if !position.piece_at(from).belongs_to(position.side_to_move) {
            return;
        }
        let keys = match self.may_not_repeat(position) {
            true => self.history.keys(position.history),
            false => Vec::new(),
        };
        let mut each = |mv| {
            if keys.is_empty() || !self.repeats(position, mv, &keys) {
                each(mv);
            }
        };
        if position.berserk == NO_SQUARE {
            self.piece_moves(position, from, &mut each);
        } else if position.berserk == from {
            self.continuations(position, from, &mut each);
        }
    }

    fn can_move(&self, position: &Position) -> bool {
        if position.berserk != NO_SQUARE || self.may_not_repeat(position) {
            return any(|each| self.restricted_moves(position, each));
        }
        if let Some(bitboards) = self.bitboards(position) {
            return bitboards.can_move(position, position.side_to_move);
        }
        let free = |at: usize| position.is_free(at);
        position.of(position.side_to_move).iter().any(|from| {
            let from = from as usize;
            let piece = position.piece_at(from as Square);
            self.tables.slides(piece).has_target(from, free)
                || !self.tables.jumps(piece, from).is_empty()
                    && any(|each| self.piece_moves(position, from as Square, each))
        })
    }

    /// Moves the piece and removes what it captures. Returns the captures.
    #[inline(always)]
    fn move_and_capture(&self, position: &mut Position, mv: Move) -> SquareSet {
        let Some((from, to, _)) = mv.squares() else { return SquareSet::EMPTY };
        let captures = self.captures(position, mv);
        let piece = position.remove(from);
        position.put(to, piece);
        captures.each(|square| {
            let captured = position.remove(square as Square);
            if let Some(remaining) = captured.after_capture() {
                position.put(square as Square, remaining);
            }
        });
        captures
    }

    /// Plays a move and finds out whether it ends the game. Returns the captures.
    #[inline]
    pub(crate) fn play_move(&self, position: &mut Position, mv: Move) -> SquareSet {
        let rules = &self.ruleset.rules;
        let side = position.side_to_move;
        let captures = self.move_and_capture(position, mv);
        if rules.capture_draw.is_some() && mv != Move::EndTurn {
            let quiet_plies = position.quiet_plies.saturating_add(1);
            position.quiet_plies = if captures.is_empty() { quiet_plies } else { 0 };
        }
        if rules.turn_limit.is_some() {
            position.plies = position.plies.saturating_add(1);
        }
        position.berserk = NO_SQUARE;
        if let Some((_, to, _)) = mv.squares() {
            if let Some(end) = self.end_by_move(position, side, to) {
                position.side_to_move = 1 - side;
                position.end = Some(end);
                return captures;
            }
            let may_move_on = rules.berserk != Berserk::None && !captures.is_empty();
            if may_move_on && any(|each| self.continuations(position, to, each)) {
                position.berserk = to;
                return captures;
            }
        }
        position.side_to_move = 1 - side;
        position.end = self.end_before_move(position);
        captures
    }

    fn end_by_king(&self, position: &Position) -> Option<GameEnd> {
        let won = |reason, winner| Some(GameEnd { reason, winner: Some(winner) });
        if position.king == NO_SQUARE {
            return won(EndReason::KingCaptured, ATTACKERS);
        }
        if self.tables.goal.has(u32::from(position.king)) {
            return won(EndReason::KingEscaped, DEFENDERS);
        }
        None
    }

    /// Returns the end of the game by a side's move to a square, if the move ends it.
    fn end_by_move(&self, position: &Position, side: u8, to: Square) -> Option<GameEnd> {
        let (tables, rules) = (&self.tables, &self.ruleset.rules);
        let won = |reason, winner| Some(GameEnd { reason, winner: Some(winner) });
        if let Some(end) = self.end_by_king(position) {
            return Some(end);
        }
        if rules.exit_fort
            && side == DEFENDERS
            && exit_fort::is_exit_fort(tables, rules, position)
            && any(|each| self.piece_moves(position, position.king, each))
        {
            return won(EndReason::ExitFort, DEFENDERS);
        }
        let is_encircled = match self.bitboards(position) {
            Some(bitboards) if rules.encircle == Encirclement::Pockets => {
                bitboards.is_encircled(position)
            }
            _ => termination::is_encircled(tables, rules, position, to),
        };
        if is_encircled { won(EndReason::Encircled, ATTACKERS) } else { None }
    }

    /// Returns the end of the game before the side to move moves, if it is over.
    pub(crate) fn end_before_move(&self, position: &Position) -> Option<GameEnd> {
        let rules = &self.ruleset.rules;
        let draw = |reason| Some(GameEnd { reason, winner: None });
        if !self.can_move(position) {
            let winner = (rules.no_moves == NoMoves::Loss).then_some(1 - position.side_to_move);
            return Some(GameEnd { reason: EndReason::NoMoves, winner });
        }
        if rules.capture_draw.is_some_and(|limit| position.quiet_plies >= limit) {
            return draw(EndReason::NoCaptures);
        }
        if rules.turn_limit.is_some_and(|limit| position.plies >= limit) {
            return draw(EndReason::TurnLimit);
        }
        if rules.unwinnable == Unwinnable::Draw && self.is_unwinnable(position) {
            return draw(EndReason::Unwinnable);
        }
        None
    }

    /// Tells whether neither side can win any more: too few attackers to capture the king
    /// anywhere, and no way for him to where he wins.
    pub(crate) fn is_unwinnable(&self, position: &Position) -> bool {
        self.king_is_safe(position) && !termination::king_reaches_goal(&self.tables, position)
    }

    /// Tells whether the attackers can't win any more: there are too few of them to capture
    /// the king, to shut the defenders off, and to leave a king at the edge without a move.
    pub(crate) fn attackers_cannot_win(&self, position: &Position) -> bool {
        let (tables, rules) = (&self.tables, &self.ruleset.rules);
        // Blocked squares help to close a ring.
        let can_encircle =
            rules.encircle != Encirclement::None && !self.topology.blocked().is_empty();
        let can_stand_at_edge = !tables.edge.without(&tables.goal).is_empty();
        let can_block = can_stand_at_edge && position.count(ATTACKERS) > 2;
        self.king_is_safe(position) && !can_encircle && !can_block
    }

    /// Tells whether the attackers are too few to capture the king on any square.
    fn king_is_safe(&self, position: &Position) -> bool {
        let pieces = position.occupied();
        let mut pieces = pieces.iter().map(|square| position.piece_at(square as Square));
        // Commanders capture him two by two, and mercenaries can become attackers.
        let helps =
            |piece: PieceCode| piece.letter() == Some('c') || piece.after_capture().is_some();
        position.king != NO_SQUARE
            && position.count(ATTACKERS) < self.tables.min_captors
            && !pieces.any(helps)
    }

    /// Finds the end of a position that was set up. Forts and rings only count once a side has
    /// moved.
    pub(crate) fn detect_end(&self, position: &mut Position) {
        let end = self.end_by_king(position);
        position.end = end.or_else(|| self.end_before_move(position));
    }

    /// Returns the bitboard tables if all slides are legal moves.
    #[inline(always)]
    fn unrestricted_bitboards(&self, position: &Position) -> Option<&BitboardTables> {
        let is_restricted = position.berserk != NO_SQUARE || self.may_not_repeat(position);
        self.bitboards(position).filter(|_| !is_restricted)
    }

    pub(crate) fn count(&self, position: &Position) -> u64 {
        if let Some(bitboards) = self.unrestricted_bitboards(position) {
            return bitboards.count_moves(position, position.side_to_move).into();
        }
        let mut count = 0;
        self.for_each_move(position, |_| count += 1);
        count
    }

    /// Returns the number of legal moves, and the move whose index `choice` returns for this
    /// number.
    pub(crate) fn choose_move(
        &self,
        position: &Position,
        choice: impl FnOnce(u64) -> u64,
    ) -> (u64, Option<Move>) {
        if let Some(bitboards) = self.unrestricted_bitboards(position) {
            return bitboards.choose_move(position, position.side_to_move, choice);
        }
        let count = self.count(position);
        let (mut skipped, mut found) = (choice(count), None);
        self.for_each_move(position, |mv| {
            if skipped == 0 {
                found = Some(mv);
            }
            skipped = skipped.wrapping_sub(1);
        });
        (count, found)
    }
}
