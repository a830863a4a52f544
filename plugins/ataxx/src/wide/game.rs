//! The game that the host plays.

use std::borrow::Cow;

use boardloom_sdk::{
    About, CHANCE, Diagnostic, Effect, Game, Message, MoveOption, Patch, Piece, Ranks, Seat,
    SeatState, Site, Status, TargetKind, Undoable,
};

use super::position::{EMPTY, WALL};
use super::sums::chosen;
use super::{Position, Undo, Wide};
use crate::game::End;
use crate::moves::{Move, Walls};
use crate::ruleset::RepetitionResult;
use crate::shared::{self, piece_of};
use crate::text::{DRAWN, PASS};
use crate::{explain, text};

impl Wide {
    /// Returns the places: by the count of pieces, or shared. Who retired is behind
    /// whoever stayed.
    fn places(&self, position: &Position, counted: bool) -> Ranks {
        let score = |seat: u8| {
            let stayed = i64::from(position.now.out >> seat & 1 == 0);
            let count = if counted { self.score(position, usize::from(seat)) } else { 0 };
            i64::from(count) + (stayed << 40)
        };
        let scores: Vec<i64> = (0..self.shared.seats).map(score).collect();
        Ranks::by_score(&scores)
    }

    /// Returns the sites that the mover can grow into, in order.
    fn targets<'a>(&'a self, position: &'a Position) -> impl Iterator<Item = Site> + 'a {
        let mover = usize::from(position.now.mover);
        let sites = 0..self.shared.topology.sites();
        sites.filter(move |site| self.grows(position, *site, mover))
    }

    /// Returns the mover's pieces that can jump, in order.
    fn jumpers<'a>(&'a self, position: &'a Position) -> impl Iterator<Item = Site> + 'a {
        let own = |site: &u32| position.on[*site as usize] == position.now.mover;
        let sites = (0..self.shared.topology.sites()).filter(own);
        sites.filter(|site| position.ahead(*site as usize) > 0)
    }

    /// Returns the empty sites that a piece can jump to, in order.
    fn jumps<'a>(&'a self, position: &'a Position, from: Site) -> impl Iterator<Item = Site> + 'a {
        let targets = self.lists.jump[from as usize].iter().copied();
        targets.filter(|to| position.on[*to as usize] == EMPTY)
    }

    /// Appends the clones and jumps of the mover.
    fn plain(&self, position: &Position, out: &mut Vec<Move>) {
        out.extend(self.targets(position).map(Move::Clone));
        for from in self.jumpers(position) {
            out.extend(self.jumps(position, from).map(|to| Move::Jump(from, to)));
        }
    }

    fn finish(&self, position: &mut Position, before: Undo, mv: Move) -> Undo {
        let mover = usize::from(before.before.mover);
        let was = self.pieces_before(position, &before, mover);
        let now = &mut position.now;
        let asked = now.sum.take();
        match mv {
            Move::Wall(Walls::Sum(a, b)) => {
                now.sum = Some((a, b));
                return before;
            }
            Move::Wall(walls) => {
                now.quiet = 0;
                now.drawing = if walls == Walls::Done { 0 } else { now.drawing + 1 };
                return before;
            }
            Move::Clone(_) => now.quiet = 0,
            Move::Jump(..) | Move::Pass | Move::Said { .. } => {
                now.quiet = now.quiet.saturating_add(1)
            }
        }
        now.gained[mover] = position.pieces[mover] as i32 - was;
        now.missed = asked.filter(|_| mv == Move::Pass);
        now.passed = mv == Move::Pass && asked.is_none();
        position.now.mover = position.next(self.shared.seats);
        if position.now.mover <= before.before.mover {
            position.now.turn = position.now.turn.saturating_add(1);
        }
        before
    }

    /// Returns how many pieces a seat had before a move.
    fn pieces_before(&self, position: &Position, undo: &Undo, seat: usize) -> i32 {
        let had = |on: u8| i32::from(usize::from(on) == seat);
        let change = |(site, old): &(Site, u8)| had(*old) - had(position.on[*site as usize]);
        position.pieces[seat] as i32 + undo.changed.iter().map(change).sum::<i32>()
    }
}

impl Game for Wide {
    type Position = Position;
    type Move = Move;

    fn about(&self) -> About {
        self.shared.about()
    }

    fn start(&self) -> Position {
        self.start.clone()
    }

    fn status(&self, position: &Position) -> Status {
        if position.now.drawing > 0 {
            Status::Chance
        } else if self.end(position).is_some() {
            Status::Over
        } else if self.awaits_sum(position) {
            Status::Chance
        } else {
            Status::Turn(position.now.mover)
        }
    }

    fn legal_moves(&self, position: &Position, by: Seat, out: &mut Vec<Move>) {
        if by == CHANCE && position.now.drawing == 0 {
            return out.extend(self.sums());
        }
        if by == CHANCE {
            let draws = self.ground(position, |ground| ground.draws());
            out.extend(draws.into_iter().map(Move::Wall));
            return;
        }
        let before = out.len();
        self.plain(position, out);
        if out.len() == before {
            out.push(Move::Pass);
        } else if position.now.sum.is_some() {
            self.confirm(position, before, out);
        }
    }

    /// Where sums are asked, the computer knows them.
    fn search_moves(&self, position: &Position, by: Seat, out: &mut Vec<Move>) {
        match position.now.sum {
            Some((a, b)) if by == position.now.mover => {
                let before = out.len();
                self.plain(position, out);
                for mv in &mut out[before..] {
                    *mv = self.said(position, *mv, u64::from(a + b));
                }
            }
            _ => self.legal_moves(position, by, out),
        }
    }

    fn count_moves(&self, position: &Position, by: Seat) -> u64 {
        if by == CHANCE && position.now.drawing == 0 {
            return self.sums().len() as u64;
        }
        if by == CHANCE {
            return self.ground(position, |ground| ground.draws()).len() as u64;
        }
        let mover = usize::from(position.now.mover);
        (self.growth(position, mover) + position.jumps[mover]).max(1) * self.answers(position)
    }

    fn nth_move(&self, position: &Position, by: Seat, n: u64) -> Move {
        if position.now.sum.is_some() {
            let mut moves = Vec::new();
            self.legal_moves(position, by, &mut moves);
            return moves[n as usize];
        }
        if by == CHANCE && position.now.drawing == 0 {
            return self.sums()[n as usize];
        }
        if by == CHANCE {
            return Move::Wall(self.ground(position, |ground| ground.draws())[n as usize]);
        }
        let growth = self.growth(position, usize::from(position.now.mover));
        if n < growth {
            let to = self.targets(position).nth(n as usize);
            return Move::Clone(to.expect("there are more than n"));
        }
        let mut left = n - growth;
        for from in self.jumpers(position) {
            let here = position.ahead(from as usize);
            if left < here {
                let to = self.jumps(position, from).nth(left as usize);
                return Move::Jump(from, to.expect("there are more than n"));
            }
            left -= here;
        }
        Move::Pass
    }

    fn play(&self, position: &mut Position, by: Seat, mv: Move) {
        self.play_undoable(position, by, mv, None);
    }

    fn play_fast(&self, position: &mut Position, by: Seat, mv: Move) {
        let mover = position.now.mover;
        let mv = self.answered(position, mv);
        match mv {
            Move::Wall(_) => {
                self.play(position, by, mv);
                return;
            }
            Move::Said { .. } => unreachable!("what was said stands for what was chosen"),
            Move::Clone(to) => position.set(&self.lists, to, mover),
            Move::Jump(from, to) => {
                position.set(&self.lists, from, EMPTY);
                position.set(&self.lists, to, mover);
            }
            Move::Pass => {}
        }
        for site in self.met(mv) {
            if position.seat_at(site).is_some_and(|seat| seat != mover) {
                position.set(&self.lists, site, mover);
            }
        }
        let quiet = position.now.quiet.saturating_add(1);
        position.now.quiet = if matches!(mv, Move::Clone(_)) { 0 } else { quiet };
        position.now.sum = None;
        position.now.mover = position.next(self.shared.seats);
    }

    fn ranks(&self, position: &Position) -> Ranks {
        self.places(position, self.end(position) != Some(End::Quiet))
    }

    fn reason(&self, position: &Position) -> Message {
        self.shared.reason(self.end(position), position.now.quiet)
    }

    fn notation(&self, _: &Position, mv: Move) -> String {
        self.shared.name(mv)
    }

    fn parse_move(&self, position: &Position, by: Seat, notation: &str) -> Option<Move> {
        if by == CHANCE && position.now.drawing == 0 {
            return self.sums().into_iter().find(|mv| self.shared.name(*mv) == notation);
        }
        if by == CHANCE {
            let meant = match notation.strip_prefix(DRAWN)? {
                "none" => Walls::Done,
                site => Walls::On(self.shared.topology.site(site)?),
            };
            let draws = self.ground(position, |ground| ground.draws());
            return draws.contains(&meant).then_some(Move::Wall(meant));
        }
        let mover = usize::from(position.now.mover);
        if by != position.now.mover {
            return None;
        }
        if notation == PASS {
            return (!self.can_move(position, mover)).then_some(Move::Pass);
        }
        self.confirmed(position, notation, &|text| match self.shared.sites(text)? {
            (None, to) => self.grows(position, to, mover).then_some(Move::Clone(to)),
            (Some(from), to) => {
                let legal = position.on[from as usize] == by
                    && position.on[to as usize] == EMPTY
                    && self.lists.jump[from as usize].contains(&to);
                legal.then_some(Move::Jump(from, to))
            }
        })
    }

    fn notation_alias(&self, position: &Position, _: Seat, text: &str) -> Option<String> {
        self.shared.spelled(text, &|from, to| {
            position.on[from as usize] == position.now.mover
                && self.lists.clone[from as usize].contains(&to)
        })
    }

    fn paths(&self, position: &Position, mv: Move, out: &mut Vec<Vec<Site>>) {
        match chosen(mv) {
            Move::Clone(to) => {
                out.push(vec![to]);
                // Steps are the same there and back, so what can grow into a site
                // is what the site could grow into.
                let near = self.lists.clone[to as usize].iter();
                let own = near.filter(|from| position.on[**from as usize] == position.now.mover);
                out.extend(own.map(|from| vec![*from, to]));
            }
            Move::Jump(from, to) => out.push(vec![from, to]),
            Move::Pass | Move::Said { .. } | Move::Wall(_) => {}
        }
    }

    fn target_kind(&self, position: &Position, mv: Move) -> TargetKind {
        if self.taken(position, chosen(mv)).is_empty() {
            TargetKind::Quiet
        } else {
            TargetKind::Capture
        }
    }

    fn label(&self, _: &Position, mv: Move) -> Message {
        self.shared.label(mv)
    }

    fn placed_piece(&self, position: &Position, by: Seat, _: &[Site]) -> Option<Piece> {
        (by == position.now.mover).then(|| piece_of(by))
    }

    fn prompt(&self, position: &Position) -> Option<Message> {
        let (a, b) = position.now.sum?;
        let what = "Choose a move, then answer: {a} + {b}";
        Some(Message::new("asks.sum", what).with("a", a).with("b", b))
    }

    fn questions(&self, position: &Position, _: Seat) -> Vec<MoveOption> {
        let mut moves = Vec::new();
        if position.now.sum.is_some() {
            self.plain(position, &mut moves);
        }
        self.asked(position, &moves)
    }

    fn seats(&self, position: &Position) -> Vec<SeatState> {
        let state = |seat: u8| SeatState {
            color: seat,
            score: f64::from(self.score(position, usize::from(seat))),
            gained: f64::from(position.now.gained[usize::from(seat)]),
            active: position.plays(usize::from(seat)),
        };
        (0..self.shared.seats).map(state).collect()
    }

    fn sites(&self, _: &Position) -> u32 {
        self.shared.topology.sites()
    }

    fn piece(&self, position: &Position, site: Site) -> Option<Piece> {
        position.seat_at(site).map(piece_of)
    }

    fn drawing(&self, position: &Position, view: u16) -> Cow<'_, Patch> {
        if position.walls == 0 {
            return Cow::Borrowed(self.shared.topology.drawing(view));
        }
        let wall = |site: Site| position.on[site as usize] == WALL;
        Cow::Owned(self.shared.topology.drawing_with(view, wall))
    }

    fn revision(&self, position: &Position) -> u32 {
        if position.walls == 0 { 0 } else { (position.walls >> 32) as u32 | 1 }
    }

    fn key(&self, position: &Position) -> u64 {
        let limited = self.shared.ruleset.rules.quiet_limit > 0;
        let quiet = if limited { position.now.quiet } else { 0 };
        position.key() ^ u64::from(quiet).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn repetition_key(&self, position: &Position) -> u64 {
        position.key()
    }

    fn repetition_limit(&self) -> u8 {
        self.shared.ruleset.rules.repetition
    }

    fn is_irreversible(&self, position: &Position, mv: Move) -> bool {
        // The number of pieces never falls again.
        match self.answered(position, mv) {
            Move::Wall(walls) => !matches!(walls, Walls::Sum(..)),
            mv => matches!(mv, Move::Clone(_)),
        }
    }

    fn repetition_ranks(&self, position: &Position) -> Ranks {
        let result = self.shared.ruleset.rules.repetition_result;
        self.places(position, result == RepetitionResult::Count)
    }

    fn remove_player(&self, position: &Position, who: Seat) -> Option<Position> {
        let mut after = position.clone();
        after.now.out |= 1 << who;
        if after.now.mover == who {
            let next = after.next(self.shared.seats);
            if next <= after.now.mover {
                after.now.turn = after.now.turn.saturating_add(1);
            }
            after.now.mover = next;
            after.now.sum = None;
        }
        Some(after)
    }

    fn chance_outcomes(&self, position: &Position, limit: u32) -> Option<Vec<(Move, u32)>> {
        let odds = match position.now.drawing {
            0 => self.sums().into_iter().map(|mv| (mv, 1)).collect(),
            _ => self.ground(position, |ground| ground.odds()),
        };
        (odds.len() <= limit as usize).then_some(odds)
    }

    fn note(&self, position: &Position) -> Option<Message> {
        if let Some((a, b)) = position.now.missed {
            let what = "Wrong: {a} + {b} is {sum}. The turn is lost.";
            let missed = Message::new("note.missed", what).with("a", a).with("b", b);
            return Some(missed.with("sum", a + b));
        }
        position.now.passed.then(|| Message::new("note.pass", "No move was possible: passed."))
    }

    fn facts(&self, position: &Position) -> Vec<Message> {
        self.shared.facts(position.now.quiet)
    }

    fn write(&self, position: &Position, form: &str) -> Result<String, Message> {
        let letter = |site: Site| self.letter(position, site);
        let now = &position.now;
        let written = self.shared.written(form, &letter, now.mover, [now.quiet, now.turn])?;
        Ok(match now.sum.filter(|_| form == "position") {
            Some((a, b)) => format!("{written} {a}+{b}"),
            None => written,
        })
    }

    fn read(&self, text: &str) -> Result<Position, Message> {
        let read = text::read(&self.shared, text)?;
        let blocked = self.shared.topology.blocked();
        let mut position = Position::of(&read.letters, &self.lists, blocked);
        let now = &mut position.now;
        (now.mover, now.quiet, now.turn) = (read.mover, read.quiet, read.turn);
        let asked = self.can_move(&position, usize::from(read.mover));
        position.now.sum = read.sum.filter(|_| asked);
        Ok(position)
    }

    fn explain(&self) -> Vec<Message> {
        explain::paragraphs(&self.shared.ruleset)
    }

    fn warnings(&self) -> Vec<Diagnostic> {
        self.shared.warnings.clone()
    }

    fn evaluate(&self, position: &Position, values: &mut [i32]) -> bool {
        let weights = &self.shared.ruleset.ai.weights;
        for (seat, value) in values.iter_mut().enumerate() {
            *value = weights.piece * position.pieces[seat] as i32;
        }
        if weights.edge != 0 || weights.looks_around() {
            let seats = values.len();
            for (site, on) in (0..).zip(&position.on) {
                if *on == EMPTY {
                    let near = position.near(site).map(i32::from);
                    weights.hole(&near[..seats], values);
                } else if let Some(value) = values.get_mut(usize::from(*on)) {
                    *value += weights.edge * i32::from(self.shared.lack[site as usize]);
                }
            }
        }
        values[usize::from(position.now.mover)] += weights.turn;
        true
    }

    fn move_order_score(&self, position: &Position, mv: Move) -> i32 {
        let mover = position.now.mover;
        let enemy = |site: &Site| position.seat_at(*site).is_some_and(|seat| seat != mover);
        let taken = 2 * self.met(mv).filter(enemy).count() as i32;
        100 * (taken + i32::from(matches!(mv, Move::Clone(_))))
    }

    fn history_index(&self, mv: Move) -> u32 {
        shared::slot(mv)
    }

    fn null_move(&self, position: &mut Position, to: Seat) -> bool {
        let plays = position.plays(usize::from(to));
        if plays {
            position.now.mover = to;
        }
        plays
    }
}

impl Undoable for Wide {
    type Undo = Undo;

    fn play_undoable(
        &self,
        position: &mut Position,
        _: Seat,
        mv: Move,
        effects: Option<&mut Vec<Effect>>,
    ) -> Undo {
        let mv = self.answered(position, mv);
        if let Some(effects) = effects {
            let taken = self.taken(position, mv);
            effects.extend(self.shared.effects(position.now.mover, mv, &taken));
        }
        let mut changed = self.changes(position, mv);
        for change in &mut changed {
            let (site, on) = *change;
            change.1 = position.on[site as usize];
            position.set(&self.lists, site, on);
        }
        let undo = Undo { changed, before: position.now };
        self.finish(position, undo, mv)
    }

    fn undo(&self, position: &mut Position, undo: Undo) {
        for (site, on) in undo.changed.iter().rev() {
            position.set(&self.lists, *site, *on);
        }
        position.now = undo.before;
    }

    fn copies_in_search(&self) -> bool {
        // Eleven bytes a site: quicker than counting back until boards are huge.
        self.shared.topology.sites() <= 2000
    }
}
