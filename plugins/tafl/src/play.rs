//! Moves: which there are, and what they do.

use boardloom_sdk::random::Random;

use crate::capture::Moved;
use crate::ends;
use crate::game::Tafl;
use crate::ground::{At, NOWHERE, Set};
use crate::man::{DEFENDERS, Man};
use crate::plane::Plane;
use crate::position::{End, Move, Over, Position};
use crate::ruleset::{Again, Berserk, Encircle, Jump, NoMoves, Side, Unwinnable};

impl Tafl {
    /// Returns what a move takes, the king too, and mercenaries, who only change
    /// sides.
    pub(crate) fn taken(&self, position: &Position, mv: Move) -> Set {
        let Some((from, to, over)) = mv.parts() else { return Set::EMPTY };
        let man = position.man(from);
        let (ground, rules) = (&self.ground, &self.ruleset.rules);
        let moved = Moved { ground, rules, position, from, to, man };
        moved.taken(self.jumped(man, over))
    }

    /// Returns what a jump takes by jumping.
    #[inline(always)]
    fn jumped(&self, man: Man, over: At) -> At {
        let takes = over != NOWHERE && self.ruleset.rules.jumps.get(man) == Some(Jump::Capture);
        if takes { over } else { NOWHERE }
    }

    /// Calls `each` for every move of a piece, whoever's turn it is, as it stands.
    #[inline(always)]
    fn each_move(&self, position: &Position, from: At, mut each: impl FnMut(Move)) {
        let man = position.man(from);
        let ground = &self.ground;
        // Where several ways lead to a site, one move does; a jump is the richer one.
        let mut seen = Set::EMPTY;
        for leap in ground.leaps(man, usize::from(from)) {
            let over = position.man(leap.over);
            let ordinary = matches!(over.letter(), Some('t' | 'T')) && over.side() != man.side();
            if ordinary && position.free(usize::from(leap.to)) && !seen.has(u32::from(leap.to)) {
                seen.insert(u32::from(leap.to));
                each(Move::Leap { from, over: leap.over, to: leap.to });
            }
        }
        let free = |at: usize| position.free(at);
        ground.lanes(man).each(usize::from(from), free, |to| {
            if ground.tangled {
                if seen.has(u32::from(to)) {
                    return;
                }
                seen.insert(u32::from(to));
            }
            each(Move::Go { from, to });
        });
    }

    /// The same where speed does not matter: one copy for all who call it.
    fn piece_moves(&self, position: &Position, from: At, each: &mut dyn FnMut(Move)) {
        self.each_move(position, from, each);
    }

    /// Calls `each` for every way in which a piece that took something can go on.
    fn continuations(&self, position: &Position, from: At, each: &mut dyn FnMut(Move)) {
        self.piece_moves(position, from, &mut |mv| {
            let (_, to, _) = mv.parts().expect("a piece moves");
            let home = position.man(from) == Man::KING && self.ground.goal.has(u32::from(to));
            if home || !self.taken(position, mv).is_empty() {
                each(mv);
            }
        });
    }

    /// Tells whether the side to move may not repeat a position, and has come some
    /// way.
    #[inline(always)]
    fn bound(&self, position: &Position) -> bool {
        let repetition = &self.ruleset.rules.repetition;
        repetition.result == Again::Illegal
            && position.line != 0
            && repetition.side.is_none_or(|side| side_of(side) == position.side)
    }

    /// Tells for a side that may not repeat whether a move does.
    fn repeats(&self, position: &Position, mv: Move, keys: &[u64]) -> bool {
        let mut next = *position;
        self.shift(&mut next, mv);
        (next.side, next.chain) = (1 - next.side, NOWHERE);
        let before = keys.iter().filter(|key| **key == next.key()).count();
        before + 1 >= usize::from(self.ruleset.rules.repetition.count)
    }

    /// Calls `each` for every legal move.
    #[inline(always)]
    pub(crate) fn legal(&self, position: &Position, mut each: impl FnMut(Move)) {
        if position.chain == NOWHERE && !self.bound(position) {
            let own = position.of(position.side);
            own.each(|from| self.each_move(position, from as At, &mut each));
        } else {
            self.rarely_legal(position, &mut each);
        }
    }

    /// The same for a piece that has to go on, and for a side that may not repeat.
    fn rarely_legal(&self, position: &Position, each: &mut dyn FnMut(Move)) {
        if position.chain == NOWHERE {
            position.of(position.side).each(|from| self.legal_from(position, from as At, each));
        } else {
            self.legal_from(position, position.chain, each);
            if self.may_end(position) {
                each(Move::End);
            }
        }
    }

    /// Tells whether the turn of a piece that can go on may be ended.
    pub(crate) fn may_end(&self, position: &Position) -> bool {
        position.chain != NOWHERE && self.ruleset.rules.berserk == Berserk::May
    }

    /// Calls `each` for every legal move of one piece.
    pub(crate) fn legal_from(&self, position: &Position, from: At, each: &mut dyn FnMut(Move)) {
        if !position.man(from).is_of(position.side) {
            return;
        }
        let keys = match self.bound(position) {
            true => self.lines.keys(position.line),
            false => Vec::new(),
        };
        let mut each = |mv| {
            if keys.is_empty() || !self.repeats(position, mv, &keys) {
                each(mv);
            }
        };
        if position.chain == NOWHERE {
            self.piece_moves(position, from, &mut each);
        } else if position.chain == from {
            self.continuations(position, from, &mut each);
        }
    }

    /// Tells whether the side to move has a legal move.
    fn can_move(&self, position: &Position) -> bool {
        let mut any = false;
        if position.chain != NOWHERE || self.bound(position) {
            self.rarely_legal(position, &mut |_| any = true);
            return any;
        }
        if let Some(plane) = self.plane(position) {
            return plane.can_move(position, position.side);
        }
        let free = |at: usize| position.free(at);
        position.of(position.side).iter().any(|from| {
            let from = from as usize;
            let man = position.man(from as At);
            if self.ground.lanes(man).any(from, free) {
                return true;
            }
            if !self.ground.leaps(man, from).is_empty() {
                self.piece_moves(position, from as At, &mut |_| any = true);
            }
            any
        })
    }

    /// Moves the piece and takes what falls, nothing more. Returns what fell.
    #[inline(always)]
    fn shift(&self, position: &mut Position, mv: Move) -> Set {
        let Some((from, to, over)) = mv.parts() else { return Set::EMPTY };
        let man = position.take(from);
        position.put(to, man);
        let (ground, rules) = (&self.ground, &self.ruleset.rules);
        let moved = Moved { ground, rules, position, from: NOWHERE, to, man };
        let taken = moved.taken(self.jumped(man, over));
        taken.each(|site| {
            let fallen = position.take(site as At);
            if let Some(turned) = fallen.turned() {
                position.put(site as At, turned);
            }
        });
        taken
    }

    /// Plays a move and finds out whether it ends the game. Returns what fell.
    #[inline]
    pub(crate) fn go(&self, position: &mut Position, mv: Move) -> Set {
        let rules = &self.ruleset.rules;
        let side = position.side;
        let taken = self.shift(position, mv);
        if rules.capture_draw.is_some() && mv != Move::End {
            position.quiet = if taken.is_empty() { position.quiet.saturating_add(1) } else { 0 };
        }
        if rules.turn_limit.is_some() {
            position.plies = position.plies.saturating_add(1);
        }
        position.chain = NOWHERE;
        if let Some((_, to, _)) = mv.parts() {
            if let Some(over) = self.decided(position, side, to) {
                position.side = 1 - side;
                position.over = Some(over);
                return taken;
            }
            if rules.berserk != Berserk::None && !taken.is_empty() {
                let mut goes_on = false;
                self.continuations(position, to, &mut |_| goes_on = true);
                if goes_on {
                    position.chain = to;
                    return taken;
                }
            }
        }
        position.side = 1 - side;
        position.over = self.stopped(position);
        taken
    }

    /// Returns how a move decided the game, if it did.
    fn decided(&self, position: &Position, side: u8, to: At) -> Option<Over> {
        let (ground, rules) = (&self.ground, &self.ruleset.rules);
        let won = |end, winner| Some(Over { end, winner: Some(winner) });
        if position.king == NOWHERE {
            return won(End::Captured, 1 - DEFENDERS);
        }
        if ground.goal.has(u32::from(position.king)) {
            return won(End::Escaped, DEFENDERS);
        }
        if rules.exit_fort
            && side == DEFENDERS
            && ends::exit_fort(ground, rules, position)
            && self.king_moves(position)
        {
            return won(End::Fort, DEFENDERS);
        }
        let encircled = match self.plane(position) {
            Some(plane) if rules.encircle == Encircle::Pockets => plane.cut_off(position),
            _ => ends::encircled(ground, rules, position, to),
        };
        if encircled {
            return won(End::Encircled, 1 - DEFENDERS);
        }
        None
    }

    fn king_moves(&self, position: &Position) -> bool {
        let mut any = false;
        self.piece_moves(position, position.king, &mut |_| any = true);
        any
    }

    /// Returns how the game ends before the side to move does, if it does.
    pub(crate) fn stopped(&self, position: &Position) -> Option<Over> {
        let rules = &self.ruleset.rules;
        let draw = |end| Some(Over { end, winner: None });
        if !self.can_move(position) {
            let winner = (rules.no_moves == NoMoves::Loss).then_some(1 - position.side);
            return Some(Over { end: End::Stuck, winner });
        }
        if rules.capture_draw.is_some_and(|most| position.quiet >= most) {
            return draw(End::Quiet);
        }
        if rules.turn_limit.is_some_and(|most| position.plies >= most) {
            return draw(End::Limit);
        }
        if rules.unwinnable == Unwinnable::Draw && self.hopeless(position) {
            return draw(End::Hopeless);
        }
        None
    }

    /// Tells whether neither side can win any more: too few attackers to take the
    /// king anywhere, and no way for him to where he wins.
    pub(crate) fn hopeless(&self, position: &Position) -> bool {
        position.king != NOWHERE
            && position.count(1 - DEFENDERS) < self.ground.needed
            && !ends::king_reaches_goal(&self.ground, position)
    }

    /// Finds how a position that was set up is over before anybody moves. Forts and
    /// rings count once somebody has moved.
    pub(crate) fn settle(&self, position: &mut Position) {
        let won = |end, winner| Some(Over { end, winner: Some(winner) });
        position.over = if position.king == NOWHERE {
            won(End::Captured, 1 - DEFENDERS)
        } else if self.ground.goal.has(u32::from(position.king)) {
            won(End::Escaped, DEFENDERS)
        } else {
            self.stopped(position)
        };
    }

    /// Returns the board as words of bits, where all moves of the pieces are legal.
    #[inline(always)]
    fn plain(&self, position: &Position) -> Option<&Plane> {
        let plain = position.chain == NOWHERE && !self.bound(position);
        self.plane(position).filter(|_| plain)
    }

    /// Returns how many legal moves there are.
    pub(crate) fn count(&self, position: &Position) -> u64 {
        if let Some(plane) = self.plain(position) {
            return plane.moves(position, position.side).into();
        }
        let mut count = 0;
        self.legal(position, |_| count += 1);
        count
    }

    /// Returns how many legal moves there are, and one of them by chance.
    pub(crate) fn chosen(&self, position: &Position, random: &mut Random) -> (u64, Option<Move>) {
        if let Some(plane) = self.plain(position) {
            return plane.choose(position, position.side, |count| random.below(count));
        }
        let count = self.count(position);
        (count, self.nth(position, random.below(count)))
    }

    /// Returns the legal move that so many precede.
    pub(crate) fn nth(&self, position: &Position, n: u64) -> Option<Move> {
        if let Some(plane) = self.plain(position) {
            return plane.choose(position, position.side, |_| n).1;
        }
        let (mut left, mut found) = (n, None);
        self.legal(position, |mv| {
            if left == 0 {
                found = Some(mv);
            }
            left = left.wrapping_sub(1);
        });
        found
    }
}

/// Returns the number of a side.
pub fn side_of(side: Side) -> u8 {
    u8::from(side == Side::Defenders)
}
