//! The game that the host plays.

use boardloom_sdk::random::{Random, mix};
use boardloom_sdk::topology::Topology;
use boardloom_sdk::{
    About, Diagnostic, Effect, Game, Mark, Message, Piece, PieceKind, Ranks, Seat, SeatState, Site,
    Status, TargetKind, diagnostic, effects, position_text,
};

use crate::bitboard::BitboardTables;
use crate::board_tables::{BoardTables, NO_SQUARE, Square};
use crate::history::HistoryTree;
use crate::lints::lints;
use crate::piece::{ATTACKERS, DEFENDERS, PieceCode};
use crate::position::{Move, Position};
use crate::ruleset::{Berserk, Escape, RepetitionResult, Ruleset, Unwinnable};
use crate::{notation, rules_text, validation};

pub struct Tafl {
    pub(crate) topology: Topology,
    pub(crate) ruleset: Ruleset,
    pub(crate) tables: BoardTables,
    /// `None` if the board or the rules do not allow bitboards.
    bitboards: Option<BitboardTables>,
    /// Empty unless repeating a position is illegal.
    pub(crate) history: HistoryTree,
    /// The steps between any two squares, row by row.
    pub(crate) distances: Vec<u8>,
    pub(crate) start: Position,
    warnings: Vec<Diagnostic>,
}

/// Draws the squares that rules treat specially, on boards that do not draw them themselves, and
/// listed squares on which the king wins: other corners than the rest, where they only block.
fn draw_special_squares(topology: &mut Topology, ruleset: &Ruleset, goal: &[u32]) {
    for (region, role) in [("throne", "throne"), ("corners", "corner"), ("camps", "camp")] {
        let squares = topology.regions().get(region).cloned().unwrap_or_default();
        topology.add_role(role, &squares);
    }
    if matches!(ruleset.rules.escape, Escape::Sites(_)) {
        let is_closed = |square: &u32| !goal.contains(square);
        let corners = topology.regions().get("corners").cloned().unwrap_or_default();
        let closed: Vec<u32> = corners.into_iter().filter(is_closed).collect();
        topology.replace_role("corner", "closed-corner", &closed);
        for role in ["edge", "camp"] {
            topology.replace_role(role, "goal", goal);
        }
        topology.add_role("goal", goal);
    }
}

impl Tafl {
    pub fn open(ruleset: Ruleset, mut topology: Topology) -> Result<Self, Vec<Diagnostic>> {
        let validation::Start { pieces, goal } = validation::validate(&ruleset, &topology)?;
        draw_special_squares(&mut topology, &ruleset, &goal);
        let tables = BoardTables::new(&topology, &ruleset.rules, &goal);
        let mut start = Position::empty(topology.blocked(), ruleset.rules.first.seat());
        for (square, piece) in &pieces {
            start.put(*square, *piece);
        }
        start.begin();
        let is_at_start = |kind: PieceCode| pieces.iter().any(|(_, piece)| *piece == kind);
        let mut lints = lints(&ruleset.rules, &topology, &tables, is_at_start);
        lints.extend(validation::barred_at_start(&ruleset, &topology, &pieces));
        let mut game = Tafl {
            bitboards: BitboardTables::new(&topology, &tables, &pieces),
            distances: tables.all_distances(&topology),
            warnings: [topology.warnings(), &lints].concat(),
            history: HistoryTree::default(),
            topology,
            ruleset,
            tables,
            start,
        };
        game.detect_end(&mut start);
        game.start = start;
        if start.end.is_some() {
            let what = "the game is over before the first move";
            let stuck = pieces.iter().map(|(_, piece)| *piece).find(|piece| {
                piece.side() == start.side_to_move
                    && game.ruleset.rules.speed.get(*piece) == Some(0)
            });
            let path = match stuck.and_then(PieceCode::letter) {
                Some(letter) => diagnostic::path(["rules", "speed"]).key(letter.to_string()),
                None => diagnostic::path(["setup"]),
            };
            let warning = diagnostic::along(path, "setup.over", what.to_owned()).warning();
            game.warnings.push(match stuck {
                Some(_) => warning.hint("with the speed 0 a piece never moves: give it another"),
                None => warning,
            });
        } else {
            game.warnings.extend(game.too_few_attackers());
        }
        Ok(game)
    }

    /// Returns the bitboard tables, if they are made for all pieces on the board.
    #[inline(always)]
    pub(crate) fn bitboards(&self, position: &Position) -> Option<&BitboardTables> {
        self.bitboards.as_ref().filter(|_| !position.has_foreign_pieces)
    }

    /// Tells whether the bitboard tables, if there are any, are made for a piece.
    pub(crate) fn bitboards_cover(&self, piece: PieceCode) -> bool {
        self.bitboards.as_ref().is_none_or(|bitboards| bitboards.cover(piece))
    }

    fn repetition_winner(&self, position: &Position) -> Option<u8> {
        match self.ruleset.rules.repetition.result {
            RepetitionResult::Ignore | RepetitionResult::Draw | RepetitionResult::Illegal => None,
            RepetitionResult::Mover => Some(position.side_to_move),
            RepetitionResult::Opponent => Some(1 - position.side_to_move),
            RepetitionResult::Attackers => Some(DEFENDERS),
            RepetitionResult::Defenders => Some(ATTACKERS),
        }
    }

    /// Tells whether a side can win because positions are repeated.
    fn repetition_can_win(&self, side: u8) -> bool {
        match self.ruleset.rules.repetition.result {
            RepetitionResult::Ignore | RepetitionResult::Draw | RepetitionResult::Illegal => false,
            RepetitionResult::Mover | RepetitionResult::Opponent => true,
            RepetitionResult::Attackers => side == DEFENDERS,
            RepetitionResult::Defenders => side == ATTACKERS,
        }
    }

    /// Returns a warning if the attackers are too few to win from the start.
    fn too_few_attackers(&self) -> Option<Diagnostic> {
        let is_safe_everywhere = self.tables.min_captors == u32::MAX;
        if is_safe_everywhere || !self.attackers_cannot_win(&self.start) {
            return None;
        }
        let found = self.start.count(ATTACKERS);
        let what = format!(
            "expected at least {} attackers to capture the king, found {found}",
            self.tables.min_captors
        );
        let warning = diagnostic::at(["setup"], "setup.few", what).on_key().warning();
        Some(warning.hint("add attackers, or make it easier with `rules.king_capture`"))
    }

    fn ranks_of(winner: Option<u8>) -> Ranks {
        winner.map_or(Ranks::draw(2), |winner| Ranks::win(2, winner))
    }
}

impl Game for Tafl {
    type Position = Position;
    type Move = Move;

    fn about(&self) -> About {
        let kind = |id: &str, letters: &[&str], shape: &str| PieceKind {
            shape: shape.into(),
            ..PieceKind::new(id, letters)
        };
        About {
            seats: 2,
            colors: 2,
            kinds: vec![
                kind("man", &["t", "T"], "man"),
                kind("commander", &["c", "C"], "commander"),
                kind("knight", &["n", "N"], "knight"),
                kind("mercenary", &["m", "M"], "stone"),
                kind("guard", &["g", "G"], "die"),
                kind("king", &["K"], "king"),
            ],
            unit: Message::new("unit.attacker", "attacker"),
            bound: self.ruleset.rules.turn_limit.map(u32::from),
            facts: vec![("moves".to_owned(), "lines".to_owned())],
            ..About::default()
        }
        .with_draws(self.ruleset.rules.can_draw())
    }

    fn start(&self) -> Position {
        self.start
    }

    #[inline]
    fn status(&self, position: &Position) -> Status {
        if position.end.is_some() { Status::Over } else { Status::Turn(position.side_to_move) }
    }

    fn legal_moves(&self, position: &Position, _: Seat, out: &mut Vec<Move>) {
        self.for_each_move(position, |mv| out.push(mv));
    }

    fn count_moves(&self, position: &Position, by: Seat) -> u64 {
        if position.end.is_some() || by != position.side_to_move { 0 } else { self.count(position) }
    }

    fn nth_move(&self, position: &Position, _: Seat, n: u64) -> Move {
        self.choose_move(position, |_| n).1.expect("as many moves were counted")
    }

    fn random_move(&self, position: &Position, _: Seat, random: &mut Random) -> (u64, Move) {
        let (count, mv) = self.choose_move(position, |count| random.below(count));
        (count, mv.expect("a position that goes on has moves"))
    }

    fn play(&self, position: &mut Position, _: Seat, mv: Move) {
        if self.ruleset.rules.repetition.result == RepetitionResult::Illegal {
            (position.history, position.past) = match self.is_irreversible(position, mv) {
                true => (0, 0),
                false => {
                    let key = position.repetition_key();
                    let history = self.history.child(position.history, key);
                    (history, position.past.wrapping_add(mix(key)))
                }
            };
        }
        self.play_move(position, mv);
    }

    #[inline]
    fn play_fast(&self, position: &mut Position, _: Seat, mv: Move) {
        self.play_move(position, mv);
    }

    fn effects(&self, before: &Position, _: Seat, mv: Move, after: &Position) -> Vec<Effect> {
        let Some((from, to, _)) = mv.squares() else { return vec![effects::plain("end")] };
        let drawn = |square: Site| before.piece_at(square as Square).drawn().unwrap_or_default();
        let piece = drawn(Site::from(from));
        let mut all = vec![effects::move_piece(Site::from(from), Site::from(to), piece, piece)];
        let enemy = 1 - before.side_to_move;
        let captures = before.of(enemy).without(after.of(enemy));
        all.extend(captures.iter().map(|site| match after.piece_at(site as Square).drawn() {
            Some(remaining) => effects::turn(1, site, drawn(site), remaining),
            None => effects::remove(1, site, drawn(site)),
        }));
        all
    }

    fn ranks(&self, position: &Position) -> Ranks {
        Tafl::ranks_of(position.end.and_then(|end| end.winner))
    }

    fn reason(&self, position: &Position) -> Message {
        rules_text::end_reason(position)
    }

    fn notation(&self, _: &Position, _: Seat, mv: Move) -> String {
        self.notation_of(mv)
    }

    fn parse_move(&self, position: &Position, _: Seat, notation: &str) -> Option<Move> {
        if notation == notation::END_TURN {
            return self.may_end_turn(position).then_some(Move::EndTurn);
        }
        let (from, to) = self.parse_squares(notation)?;
        self.legal_move(position, from, to)
    }

    fn notation_alias(&self, position: &Position, _: Seat, text: &str) -> Option<String> {
        self.respell(position, text)
    }

    fn refusal(&self, position: &Position, _: Seat, text: &str) -> Option<Message> {
        self.refusal_of(position, text)
    }

    fn paths(&self, _: &Position, _: Seat, mv: Move, out: &mut Vec<Vec<Site>>) {
        if let Some((from, to, _)) = mv.squares() {
            out.push(vec![Site::from(from), Site::from(to)]);
        }
    }

    fn target_kind(&self, position: &Position, _: Seat, mv: Move) -> TargetKind {
        if self.captures(position, mv).is_empty() { TargetKind::Quiet } else { TargetKind::Capture }
    }

    fn describe_move(&self, position: &Position, _: Seat, mv: Move) -> Message {
        if mv == Move::EndTurn {
            return Message::new("move.ends", "ends the turn");
        }
        let captures = self.captures(position, mv);
        let captures = captures.iter().map(|site| ["x", self.topology.label(site)].concat());
        Message::new("move", self.notation_of(mv) + &captures.collect::<String>())
    }

    fn label(&self, position: &Position, by: Seat, mv: Move) -> Message {
        match mv {
            Move::EndTurn => Message::new("move.end", "End the turn"),
            _ => self.describe_move(position, by, mv),
        }
    }

    fn seats(&self, position: &Position) -> Vec<SeatState> {
        let state = |side: u8| SeatState::new(side, f64::from(position.captured(1 - side)));
        vec![state(ATTACKERS), state(DEFENDERS)]
    }

    fn topology(&self) -> Option<&Topology> {
        Some(&self.topology)
    }

    fn piece(&self, position: &Position, site: Site) -> Option<Piece> {
        position.piece_at(site as Square).drawn()
    }

    fn key(&self, position: &Position) -> u64 {
        position.key()
    }

    fn repetition_key(&self, position: &Position) -> u64 {
        position.repetition_key()
    }

    fn repetition_limit(&self) -> u8 {
        let repetition = &self.ruleset.rules.repetition;
        match repetition.result {
            RepetitionResult::Ignore | RepetitionResult::Illegal => 0,
            _ => repetition.count,
        }
    }

    fn is_irreversible(&self, before: &Position, mv: Move) -> bool {
        // A mercenary can change sides again.
        let is_removed = |at: u32| before.piece_at(at as Square).after_capture().is_none();
        self.captures(before, mv).iter().any(is_removed)
    }

    fn repetition_ranks(&self, position: &Position) -> Ranks {
        Tafl::ranks_of(self.repetition_winner(position))
    }

    fn marks(&self, position: &Position) -> Vec<Mark> {
        if position.king == NO_SQUARE { Vec::new() } else { self.marks_of(position) }
    }

    fn prompt(&self, position: &Position) -> Option<Message> {
        if position.berserk == NO_SQUARE {
            return None;
        }
        let (id, text) = match self.ruleset.rules.berserk {
            Berserk::May => ("ask.may", "Move on with the piece on {site}, or end the turn."),
            _ => ("ask.must", "Move on with the piece on {site}."),
        };
        let site = self.topology.label(u32::from(position.berserk));
        Some(Message::new(id, text).with("site", site))
    }

    fn facts(&self, position: &Position) -> Vec<Message> {
        let mut facts = rules_text::draw_counts(self, position);
        if self.ruleset.rules.unwinnable == Unwinnable::Ignore || position.end.is_some() {
            return facts;
        }
        let can_repeat = self.repetition_can_win(ATTACKERS) || self.repetition_can_win(DEFENDERS);
        let (id, text) = match (self.is_unwinnable(position), can_repeat) {
            (true, false) => (
                "fact.hopeless",
                "Neither side can win any more: there are too few attackers to capture the king, \
                 and he has no way out.",
            ),
            (true, true) => (
                "fact.hopeless.both.repetition",
                "There are too few attackers to capture the king, and he has no way out: only a \
                 repetition can decide the game.",
            ),
            (false, _) if !self.attackers_cannot_win(position) => return facts,
            (false, _) if self.repetition_can_win(ATTACKERS) => (
                "fact.hopeless.repetition",
                "There are too few attackers to capture the king: they can win only by \
                 repetition.",
            ),
            (false, _) => (
                "fact.hopeless.attackers",
                "The attackers can't win any more: there are too few of them to capture the \
                 king.",
            ),
        };
        facts.push(Message::new(id, text));
        facts
    }

    fn write(&self, position: &Position, form: &str) -> Result<String, Message> {
        match form {
            "position" => Ok(self.write_position(position)),
            _ => position_text::write(self, position, form),
        }
    }

    fn read(&self, text: &str) -> Result<Position, Message> {
        self.parse_position(text)
    }

    fn explain(&self) -> Vec<Message> {
        rules_text::paragraphs(self)
    }

    fn warnings(&self) -> Vec<Diagnostic> {
        self.warnings.clone()
    }

    fn evaluate(&self, position: &Position, values: &mut [i32]) -> bool {
        let value = self.evaluation(position);
        values.copy_from_slice(&[-value, value]);
        true
    }

    fn move_order_score(&self, position: &Position, _: Seat, mv: Move) -> i32 {
        self.move_gain(position, mv)
    }

    fn history_index(&self, mv: Move) -> u32 {
        mv.squares().map_or(0, |(from, to, _)| (u32::from(to) * 61) ^ (u32::from(from + 1) << 6))
    }

    fn tactical_moves(&self, position: &Position, by: Seat, out: &mut Vec<Move>) {
        self.winning_moves(position, by, out);
    }

    fn null_move(&self, position: &mut Position, to: Seat) -> bool {
        let mut passed = *position;
        (passed.side_to_move, passed.berserk) = (to, NO_SQUARE);
        let can = self.end_before_move(&passed).is_none();
        if can {
            *position = passed;
        }
        can
    }
}
