//! The rules.

use std::borrow::Cow;

use boardloom_sdk::network::Network;
use boardloom_sdk::topology::Topology;
use boardloom_sdk::{
    About, CHANCE, Diagnostic, Effect, Game, Message, MoveOption, Patch, Piece, Ranks, Seat,
    SeatState, Site, Status, TargetKind, Undoable, count, effects, position_text,
};

use crate::context::{Context, piece_of};
use crate::lints::long_jump;
use crate::moves::{ChanceMove, Move};
use crate::position::{Position, State};
use crate::random_walls::WallDraw;
use crate::rules_text;
use crate::ruleset::{Drop, RepetitionResult, Ruleset, Stuck};
use crate::store::{Change, Content, ListStore, Store};
use crate::text::PASS;

/// An opened ruleset of the family, with positions in one kind of store.
pub struct Ataxx<S: Store> {
    pub(crate) context: Context,
    pub(crate) reach: S::Reach,
    start: Position<S>,
}

/// The reason why a position is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    BoardFull,
    OneSideLeft,
    NoMoves,
    /// The mover has no move, and the other side gets the empty sites.
    Filled,
    QuietLimit,
}

/// The changes of a move, for [`Undoable::undo`].
#[derive(Debug, Clone)]
pub struct Undo {
    changes: Vec<Change>,
    state: State,
}

impl<S: Store> Ataxx<S> {
    pub fn open(ruleset: Ruleset, topology: Topology) -> Result<Self, Vec<Diagnostic>> {
        let (context, contents) = Context::open(ruleset, topology)?;
        let reach = S::reach(&context.topology, &context.ruleset.rules);
        let draws_walls = context.random_walls().is_some();
        let state = State { draws_walls, ..State::START };
        let start = Position { board: S::new(&reach, &contents), state };
        let mut game = Ataxx { context, reach, start };
        let long = long_jump(&game.context.ruleset.rules, S::lists(&game.reach));
        game.context.warnings.extend(long);
        if !game.start.state.draws_walls && game.end(&game.start).is_some() {
            game.context.warn_over_at_start();
        }
        Ok(game)
    }

    /// Passes are not counted.
    #[inline(always)]
    pub(crate) fn can_move(&self, position: &Position<S>, seat: usize) -> bool {
        position.board.can_move(&self.reach, seat)
    }

    #[inline]
    fn end(&self, position: &Position<S>) -> Option<End> {
        let board = &position.board;
        if board.empty() == 0 {
            return Some(End::BoardFull);
        }
        let sides = (0..S::SEATS).filter(|seat| board.pieces(*seat) > 0).count();
        let active = (0..S::SEATS).filter(|seat| position.is_active(*seat)).count();
        if sides < 2 || active < 2 {
            return Some(End::OneSideLeft);
        }
        let rules = &self.context.ruleset.rules;
        if !self.can_move(position, position.mover()) {
            if rules.stuck == Stuck::Fill {
                return Some(End::Filled);
            }
            if !(0..S::SEATS).any(|seat| position.is_active(seat) && self.can_move(position, seat))
            {
                return Some(End::NoMoves);
            }
        }
        let limit = rules.quiet_limit;
        (limit > 0 && position.state.quiet >= limit).then_some(End::QuietLimit)
    }

    /// Returns a seat's score: its pieces, and with `stuck = "fill"` the empty sites
    /// where the other side cannot move.
    fn score(&self, position: &Position<S>, seat: usize) -> u32 {
        let gets_empty_sites = position.mover() != seat
            && self.context.ruleset.rules.stuck == Stuck::Fill
            && !position.state.draws_walls
            && self.end(position) == Some(End::Filled);
        let empty = if gets_empty_sites { position.board.empty() } else { 0 };
        position.board.pieces(seat) + empty
    }

    /// Ranks the seats by score, or equally; removed players come after all others.
    fn rank(&self, position: &Position<S>, by_score: bool) -> Ranks {
        let value = |seat: u8| {
            let stayed = i64::from(position.state.removed >> seat & 1 == 0);
            let score = if by_score { self.score(position, usize::from(seat)) } else { 0 };
            i64::from(score) + (stayed << 40)
        };
        let values: Vec<i64> = (0..self.context.seats()).map(value).collect();
        Ranks::by_score(&values)
    }

    /// Tells whether chance draws a sum before the mover chooses. A pass needs none.
    #[inline(always)]
    fn awaits_sum(&self, position: &Position<S>) -> bool {
        self.context.ruleset.rules.sum.is_some()
            && position.state.sum.is_none()
            && self.can_move(position, position.mover())
    }

    fn weighted_outcomes(&self, position: &Position<S>) -> Vec<(Move, u32)> {
        if !position.state.draws_walls {
            let sums = self.context.sums().map(ChanceMove::Sum);
            return sums.map(|mv| (Move::Chance(mv), 1)).collect();
        }
        let (context, start) = (&self.context, &self.start.board);
        let content = |site| position.board.at(site);
        let is_drawn =
            |site: &Site| content(*site) == Content::WALL && start.at(*site) != Content::WALL;
        let drawn = context.distinct_sites().filter(is_drawn).count() as u16;
        let draw = WallDraw { context, content: &content, drawn };
        draw.outcomes().into_iter().map(|(mv, weight)| (Move::Chance(mv), weight)).collect()
    }

    /// Returns the effect of a move: the clone or jump if its answer is right, else a pass.
    #[inline(always)]
    fn resolve(&self, position: &Position<S>, mv: Move) -> Move {
        match (mv, position.state.sum) {
            (Move::Answer { answer, .. }, Some(sum)) if answer != sum.result() => Move::Pass,
            _ => mv.without_answer(),
        }
    }

    #[inline(always)]
    fn make_chance_move(&self, position: &mut Position<S>, mv: ChanceMove) {
        let Position { board, state } = position;
        match mv {
            ChanceMove::Sum(sum) => {
                state.sum = Some(sum);
                return;
            }
            ChanceMove::NoWall => state.draws_walls = false,
            ChanceMove::Wall(site) => {
                board.put_wall(&self.reach, site);
                let twin = self.context.twin(site);
                if twin != site {
                    board.put_wall(&self.reach, twin);
                }
            }
        }
        state.quiet = 0;
    }

    fn move_effects(&self, before: &Position<S>, mv: Move) -> Vec<Effect> {
        let (mv, piece) = (self.resolve(before, mv), piece_of(before.state.mover));
        let mut list = match mv {
            Move::Clone(to) => vec![effects::place(to, piece)],
            Move::Jump(from, to) => vec![effects::move_piece(from, to, piece, piece)],
            Move::Pass | Move::Answer { .. } => vec![effects::plain("pass")],
            Move::Chance(_) => vec![effects::plain("draw")],
        };
        let captured = before.board.captured(&self.reach, before.mover(), mv).into_iter();
        list.extend(captured.map(|(site, owner)| effects::turn(1, site, piece_of(owner), piece)));
        list
    }
}

impl<S: Store> Game for Ataxx<S> {
    type Position = Position<S>;
    type Move = Move;

    fn about(&self) -> About {
        self.context.about()
    }

    fn topology(&self) -> Option<&Topology> {
        Some(&self.context.topology)
    }

    fn start(&self) -> Position<S> {
        self.start.clone()
    }

    #[inline]
    fn status(&self, position: &Position<S>) -> Status {
        if position.state.draws_walls {
            Status::Chance
        } else if self.end(position).is_some() {
            Status::Over
        } else if self.awaits_sum(position) {
            Status::Chance
        } else {
            Status::Turn(position.state.mover)
        }
    }

    fn legal_moves(&self, position: &Position<S>, by: Seat, out: &mut Vec<Move>) {
        if by == CHANCE {
            out.extend(self.weighted_outcomes(position).into_iter().map(|(mv, _)| mv));
            return;
        }
        let before = out.len();
        position.board.moves(&self.reach, position.mover(), out);
        if out.len() == before {
            out.push(Move::Pass);
        } else if position.state.sum.is_some() {
            self.context.add_answers(before, out);
        }
    }

    fn count_replies(&self, position: &Position<S>, by: Seat, moves: &[Move]) -> u64 {
        let rules = &self.context.ruleset.rules;
        let quiet = position.state.quiet.saturating_add(1);
        let replies_may_differ = rules.drop != Drop::None
            || rules.stuck == Stuck::Fill
            || rules.sum.is_some()
            || rules.quiet_limit > 0 && quiet >= rules.quiet_limit
            || by == CHANCE;
        let count_by_playing = |mv| count::replies(self, position, by, mv);
        if replies_may_differ {
            return moves.iter().map(|mv| count_by_playing(*mv)).sum();
        }
        position.board.count_replies(&self.reach, position.mover(), moves, count_by_playing)
    }

    #[inline]
    fn count_moves(&self, position: &Position<S>, by: Seat) -> u64 {
        if by == CHANCE {
            return self.weighted_outcomes(position).len() as u64;
        }
        let moves = position.board.count_moves(&self.reach, position.mover()).max(1);
        if position.state.sum.is_none() {
            return moves;
        }
        moves * (u64::from(self.context.max_sum()) + 1)
    }

    #[inline]
    fn nth_move(&self, position: &Position<S>, by: Seat, n: u64) -> Move {
        if by == CHANCE {
            return self.weighted_outcomes(position)[n as usize].0;
        }
        if position.state.sum.is_some() {
            let mut moves = Vec::new();
            self.legal_moves(position, by, &mut moves);
            return moves[n as usize];
        }
        let mv = position.board.nth_move(&self.reach, position.mover(), n);
        mv.unwrap_or(Move::Pass)
    }

    fn play(&self, position: &mut Position<S>, by: Seat, mv: Move) {
        let before = position.state;
        let mover = position.mover();
        let pieces = position.board.pieces(mover);
        let is_pass = self.resolve(position, mv) == Move::Pass;
        self.play_fast(position, by, mv);
        if let Move::Chance(_) = mv {
            return;
        }
        let gained = position.board.pieces(mover).saturating_sub(pieces);
        position.state.gained[mover] = gained.min(u8::MAX.into()) as u8;
        position.state.missed = before.sum.filter(|_| is_pass).map(|sum| (before.mover, sum));
        position.count_turn(mover);
    }

    #[inline(always)]
    fn play_fast(&self, position: &mut Position<S>, _: Seat, mv: Move) {
        let mover = position.mover();
        let quiet = position.state.quiet.saturating_add(1);
        position.state.quiet = match self.resolve(position, mv) {
            Move::Clone(to) => {
                position.board.clone_to(&self.reach, mover, to);
                0
            }
            Move::Jump(from, to) => {
                position.board.jump(&self.reach, mover, from, to);
                quiet
            }
            Move::Pass | Move::Answer { .. } => quiet,
            Move::Chance(mv) => return self.make_chance_move(position, mv),
        };
        position.state.sum = None;
        position.state.mover = position.next_mover(self.context.seats());
    }

    fn ranks(&self, position: &Position<S>) -> Ranks {
        self.rank(position, self.end(position) != Some(End::QuietLimit))
    }

    fn reason(&self, position: &Position<S>) -> Message {
        let has_pieces = |seat| position.board.pieces(usize::from(seat)) > 0;
        self.context.reason(self.end(position), position.state.quiet, has_pieces)
    }

    fn notation(&self, _: &Position<S>, _: Seat, mv: Move) -> String {
        self.context.notation(mv)
    }

    fn parse_move(&self, position: &Position<S>, by: Seat, notation: &str) -> Option<Move> {
        if by == CHANCE {
            let mut outcomes = self.weighted_outcomes(position).into_iter().map(|(mv, _)| mv);
            return outcomes.find(|mv| self.context.notation(*mv) == notation);
        }
        let mover = position.mover();
        if by != position.state.mover {
            return None;
        }
        if notation == PASS {
            return (!self.can_move(position, mover)).then_some(Move::Pass);
        }
        let plain = |text: &str| {
            let mv = self.context.parse_move(text)?;
            let is_legal = match mv {
                Move::Clone(to) => position.board.can_clone(&self.reach, mover, to),
                Move::Jump(from, to) => position.board.can_jump(&self.reach, mover, from, to),
                Move::Pass | Move::Answer { .. } | Move::Chance(_) => false,
            };
            is_legal.then_some(mv)
        };
        match position.state.sum {
            Some(_) => self.context.parse_answer(notation, plain),
            None => plain(notation),
        }
    }

    fn notation_alias(&self, position: &Position<S>, _: Seat, text: &str) -> Option<String> {
        self.context.notation_alias(text, |from, to| {
            position.board.clone_sources(&self.reach, position.mover(), to).contains(&from)
        })
    }

    fn refusal(&self, position: &Position<S>, _: Seat, text: &str) -> Option<Message> {
        self.refuse(position, text)
    }

    fn paths(&self, position: &Position<S>, _: Seat, mv: Move, out: &mut Vec<Vec<Site>>) {
        match mv.without_answer() {
            Move::Clone(to) => {
                out.push(vec![to]);
                let sources = position.board.clone_sources(&self.reach, position.mover(), to);
                out.extend(sources.into_iter().map(|from| vec![from, to]));
            }
            Move::Jump(from, to) => out.push(vec![from, to]),
            Move::Pass | Move::Answer { .. } | Move::Chance(_) => {}
        }
    }

    fn target_kind(&self, position: &Position<S>, _: Seat, mv: Move) -> TargetKind {
        let mv = mv.without_answer();
        match position.board.count_captured(&self.reach, position.mover(), mv) {
            0 => TargetKind::Quiet,
            _ => TargetKind::Capture,
        }
    }

    fn describe_move(&self, position: &Position<S>, _: Seat, mv: Move) -> Message {
        self.context.describe(mv, position.state.sum)
    }

    fn label(&self, position: &Position<S>, by: Seat, mv: Move) -> Message {
        match mv {
            Move::Pass => Message::new("move.pass", "Pass"),
            _ => self.describe_move(position, by, mv),
        }
    }

    fn placed_piece(&self, _: &Position<S>, by: Seat, _: &[Site], _: Move) -> Option<Piece> {
        Some(piece_of(by))
    }

    fn prompt(&self, position: &Position<S>) -> Option<Message> {
        let sum = position.state.sum?;
        let what = "Choose a move, then answer: {a} + {b}";
        Some(Message::new("asks.sum", what).with("a", sum.a).with("b", sum.b))
    }

    fn questions(&self, position: &Position<S>, _: Seat) -> Vec<MoveOption> {
        let Some(sum) = position.state.sum else { return Vec::new() };
        let mut moves = Vec::new();
        position.board.moves(&self.reach, position.mover(), &mut moves);
        self.context.questions(sum, &moves)
    }

    fn seats(&self, position: &Position<S>) -> Vec<SeatState> {
        let state = |seat: usize| SeatState {
            color: seat as Seat,
            score: f64::from(self.score(position, seat)),
            gained: f64::from(position.state.gained[seat]),
            active: position.is_active(seat),
        };
        (0..usize::from(self.context.seats())).map(state).collect()
    }

    fn piece(&self, position: &Position<S>, site: Site) -> Option<Piece> {
        position.board.at(site).seat().map(piece_of)
    }

    fn drawing(&self, position: &Position<S>, view: u16) -> Cow<'_, Patch> {
        let topology = &self.context.topology;
        if self.revision(position) == 0 {
            return Cow::Borrowed(topology.drawing(view));
        }
        Cow::Owned(topology.drawing_with(view, |site| position.board.at(site) == Content::WALL))
    }

    fn revision(&self, position: &Position<S>) -> u32 {
        match position.board.walls_key(&self.reach) {
            0 => 0,
            key => (key >> 32) as u32 | 1,
        }
    }

    fn effects(&self, before: &Position<S>, _: Seat, mv: Move, _: &Position<S>) -> Vec<Effect> {
        self.move_effects(before, mv)
    }

    fn key(&self, position: &Position<S>) -> u64 {
        let is_limited = self.context.ruleset.rules.quiet_limit > 0;
        let quiet = if is_limited { position.state.quiet } else { 0 };
        position.key() ^ u64::from(quiet).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn repetition_key(&self, position: &Position<S>) -> u64 {
        position.key()
    }

    fn repetition_limit(&self) -> u8 {
        self.context.ruleset.rules.repetition
    }

    fn is_irreversible(&self, position: &Position<S>, mv: Move) -> bool {
        // The number of pieces never falls, and walls stay.
        match self.resolve(position, mv) {
            Move::Chance(mv) => !matches!(mv, ChanceMove::Sum(_)),
            mv => matches!(mv, Move::Clone(_)),
        }
    }

    fn repetition_ranks(&self, position: &Position<S>) -> Ranks {
        let result = self.context.ruleset.rules.repetition_result;
        self.rank(position, result == RepetitionResult::Count)
    }

    fn remove_player(&self, position: &Position<S>, seat: Seat) -> Option<Position<S>> {
        let mut after = position.clone();
        after.state.removed |= 1 << seat;
        if after.state.mover == seat {
            after.state.mover = after.next_mover(self.context.seats());
            after.state.sum = None;
            after.count_turn(usize::from(seat));
        }
        Some(after)
    }

    fn chance_outcomes(&self, position: &Position<S>, limit: u32) -> Option<Vec<(Move, u32)>> {
        let outcomes = self.weighted_outcomes(position);
        (outcomes.len() <= limit as usize).then_some(outcomes)
    }

    fn note(&self, position: &Position<S>) -> Option<Message> {
        let (seat, sum) = position.state.missed?;
        let what = "{player} answered wrong: {a} + {b} is {sum}. The turn is lost.";
        let note = Message::new("note.missed", what)
            .with("player", self.context.ruleset.players.name(seat))
            .with("a", sum.a)
            .with("b", sum.b);
        Some(note.with("sum", sum.result()))
    }

    fn is_pass(&self, _: &Position<S>, _: Seat, mv: Move) -> bool {
        mv == Move::Pass
    }

    fn facts(&self, position: &Position<S>) -> Vec<Message> {
        self.context.facts(position.state.quiet)
    }

    fn write(&self, position: &Position<S>, form: &str) -> Result<String, Message> {
        let content = |site| position.board.at(site);
        match form {
            "position" => Ok(self.context.write_position(content, &position.state)),
            "diagram" => Ok(self.context.draw(content)),
            _ => position_text::write(self, position, form),
        }
    }

    fn read(&self, text: &str) -> Result<Position<S>, Message> {
        let (contents, state) = self.context.read(text)?;
        let mut position = Position { board: S::new(&self.reach, &contents), state };
        if !self.can_move(&position, position.mover()) {
            position.state.sum = None;
        }
        Ok(position)
    }

    fn explain(&self) -> Vec<Message> {
        rules_text::paragraphs(&self.context.ruleset, &self.context.topology)
    }

    fn warnings(&self) -> Vec<Diagnostic> {
        self.context.warnings.clone()
    }

    fn evaluate(&self, position: &Position<S>, values: &mut [i32]) -> bool {
        let weights = &self.context.ruleset.ai.plain.weights;
        position.board.evaluate(&self.reach, weights, values);
        values[position.mover()] += weights.turn;
        true
    }

    fn network(&self) -> Option<&Network> {
        self.context.ruleset.ai.network.as_ref()
    }

    fn network_contents(&self, position: &Position<S>, out: &mut [u8]) -> bool {
        position.board.network_contents(&self.reach, out)
    }

    /// If a sum confirms moves, a search always answers right.
    fn search_moves(&self, position: &Position<S>, by: Seat, out: &mut Vec<Move>) {
        match position.state.sum {
            Some(sum) if by == position.state.mover => {
                let before = out.len();
                position.board.moves(&self.reach, position.mover(), out);
                out[before..].iter_mut().for_each(|mv| *mv = mv.with_answer(sum.result()));
            }
            _ => self.legal_moves(position, by, out),
        }
    }

    // No `tactical_moves`: every position is full of captures. With clones that capture three or
    // more followed beyond the horizon, 46 of 200 games were won at equal nodes; with
    // four 77, with five 98.
    fn move_order_score(&self, position: &Position<S>, _: Seat, mv: Move) -> i32 {
        let captured = position.board.count_captured(&self.reach, position.mover(), mv) as i32;
        100 * (2 * captured + i32::from(matches!(mv, Move::Clone(_))))
    }

    fn history_index(&self, mv: Move) -> u32 {
        match mv {
            Move::Clone(to) => to,
            Move::Jump(from, to) | Move::Answer { from, to, .. } => {
                to.wrapping_mul(61) ^ (from + 1) << 6
            }
            Move::Pass | Move::Chance(_) => 0,
        }
    }

    fn null_move(&self, position: &mut Position<S>, to: Seat) -> bool {
        let is_active = position.is_active(usize::from(to));
        if is_active {
            position.state.mover = to;
        }
        is_active
    }
}

impl Undoable for Ataxx<ListStore> {
    type Undo = Undo;

    fn play_undoable(
        &self,
        position: &mut Position<ListStore>,
        by: Seat,
        mv: Move,
        effects: Option<&mut Vec<Effect>>,
    ) -> Undo {
        if let Some(effects) = effects {
            effects.extend(self.move_effects(position, mv));
        }
        let state = position.state;
        position.board.record = Some(Vec::new());
        self.play(position, by, mv);
        Undo { changes: position.board.record.take().unwrap_or_default(), state }
    }

    fn undo(&self, position: &mut Position<ListStore>, undo: Undo) {
        position.board.undo(&self.reach, undo.changes);
        position.state = undo.state;
    }

    fn copies_in_search(&self) -> bool {
        // Eleven bytes a site: quicker than undoing until boards are huge.
        self.context.topology.sites() <= 2000
    }
}
