//! The rules.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

use boardloom_sdk::random::Random;
use boardloom_sdk::topology::Subdivision;
use boardloom_sdk::topology::subdivision::{BoardElement, Tree};
use boardloom_sdk::{
    About, BoardView, CHANCE, Caption, Choices, Diagnostic, Effect, Extent, Game, Mark, Message,
    MoveOption, Patch, Piece, PieceKind, Point, Ranks, Seat, SeatState, Site, Status, Target,
    TargetKind, Undoable, position_text,
};

use crate::moves::Move;
use crate::position::{EMPTY, Position, PositionRules, RightState, TurnState};
use crate::ruleset::{ChanceRule, FullBoard, Pack, Ruleset};
use crate::validation::first_mover;
use crate::{diagram, rules_text, visuals};

/// The most vertices of a start that is kept for every cursor.
pub(crate) const MAX_KEPT_START: u32 = 20_000;

/// The move order score of one point.
const POINT_SCORE: i32 = 20;
/// The first history index of divisions.
const DIVISION_INDEX: u32 = 4096;

pub struct Fractal {
    pub(crate) ruleset: Ruleset,
    pub(crate) position_rules: Arc<PositionRules>,
    pub(crate) board: Subdivision,
    /// The board before any division.
    pub(crate) undivided: Tree,
    /// The position at the start. A large one goes to the first cursor and is made again for
    /// others, because memory may not hold two.
    pub(crate) start: Mutex<Option<Position>>,
    /// Short names of the vertices at the start, if they stand in full rows.
    pub(crate) short_names: Vec<(String, u32)>,
    /// The letters and numbers of the short names, around the board.
    pub(crate) captions: Vec<Caption>,
    pub(crate) warnings: Vec<Diagnostic>,
    /// The number of parts of a divided cell that meet at each of their corners.
    pub(crate) parts_at_corner: Vec<u8>,
    /// The sides of the board that a seat joins, and the role of each line.
    pub(crate) sides: Vec<(u16, Vec<Point>)>,
}

/// The data of a move for [`Undoable::undo`].
#[derive(Debug, Clone)]
pub struct Undo {
    mv: Move,
    turn: TurnState,
    completed: Vec<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EndReason {
    BoardFull,
    Target,
    Difference,
}

impl Fractal {
    fn end_reason(&self, position: &Position) -> Option<EndReason> {
        let end = &self.ruleset.rules.end;
        let [one, other] = position.score;
        if end.target > 0 && one.max(other) >= i64::from(end.target) {
            return Some(EndReason::Target);
        }
        if end.difference > 0 && (one - other).abs() >= i64::from(end.difference) {
            return Some(EndReason::Difference);
        }
        let full = position.empty.len() == 0
            && (end.full == FullBoard::Pieces
                || position.turn.right != RightState::Pending && !self.has_division(position));
        full.then_some(EndReason::BoardFull)
    }

    /// Plays a move and appends the cells that it completes.
    fn make_move(&self, position: &mut Position, by: Seat, mv: Move, completed: &mut Vec<u32>) {
        match mv {
            Move::Place(vertex) => {
                position.put_piece(vertex, by, completed);
                position.count_chains(by, false, completed);
            }
            Move::Divide { cell, on } => {
                position.divide(cell, completed);
                position.put_piece(on, by, completed);
                position.count_chains(by, true, completed);
            }
            Move::Ask => {
                position.turn.right = RightState::Pending;
                return;
            }
            Move::Roll(_) | Move::Card(_) => {
                self.decide_right(position, mv);
                return;
            }
        }
        position.turn.right = RightState::Untried;
        position.turn.mover = 1 - by;
    }

    /// Returns the sites that a path can begin with, in order.
    fn first_targets(&self, position: &Position, by: Seat) -> Vec<Target> {
        let tree = &position.tree;
        let divides = self.count_divisions(position, by) > 0;
        let target = |site| {
            let kind = match tree.element(site)? {
                BoardElement::Vertex(vertex) => {
                    (position.pieces[vertex as usize] == EMPTY).then_some(TargetKind::Quiet)
                }
                BoardElement::Cell(cell) => {
                    (divides && self.allows_division(position, cell)).then_some(TargetKind::Split)
                }
            };
            kind.map(|kind| Target { site, kind })
        };
        let cells = if divides { position.divisible.len() } else { 0 };
        // Reserved in advance: there may be millions.
        let mut targets = Vec::with_capacity((position.empty.len() + cells) as usize);
        targets.extend((0..tree.sites()).filter_map(target));
        targets
    }

    fn move_option(&self, position: &Position, by: Seat, mv: Move) -> MoveOption {
        MoveOption {
            move_: self.notation(position, by, mv),
            label: self.label(position, by, mv),
            answer: false,
        }
    }
}

impl Game for Fractal {
    type Position = Position;
    type Move = Move;

    fn about(&self) -> About {
        let name = Message::new("kind.stone", "piece");
        let view = Message::new("view.flat", "Board");
        About {
            seats: 2,
            kinds: vec![PieceKind { name, ..PieceKind::new("stone", &["x", "o"]) }],
            roles: visuals::roles(),
            views: vec![BoardView { id: "flat".into(), name: view, dimensions: 2 }],
            forms: ["position", "diagram", "size"].map(str::to_owned).to_vec(),
            ..About::default()
        }
        .with_draws(true)
    }

    fn start(&self) -> Position {
        let mut start = self.start.lock().unwrap_or_else(PoisonError::into_inner);
        match start.take() {
            Some(position) => {
                if position.tree.vertices() <= MAX_KEPT_START {
                    *start = Some(position.clone());
                }
                position
            }
            None => {
                let tree = self.board.growing().expect("the board was made when it was opened");
                Position::new(tree, first_mover(&self.ruleset), Arc::clone(&self.position_rules))
            }
        }
    }

    fn status(&self, position: &Position) -> Status {
        match self.end_reason(position) {
            Some(_) => Status::Over,
            None if position.turn.right == RightState::Pending => Status::Chance,
            None => Status::Turn(position.turn.mover),
        }
    }

    fn legal_moves(&self, position: &Position, by: Seat, out: &mut Vec<Move>) {
        self.push_moves(position, by, out);
    }

    fn count_moves(&self, position: &Position, by: Seat) -> u64 {
        match self.status(position) {
            Status::Turn(seat) if by == seat => {
                let asking = u64::from(self.may_ask(position, by));
                u64::from(position.empty.len()) + asking + self.count_divisions(position, by)
            }
            Status::Chance if by == CHANCE => self.weighted_outcomes(position).len() as u64,
            _ => 0,
        }
    }

    fn nth_move(&self, position: &Position, by: Seat, n: u64) -> Move {
        self.nth_legal(position, by, n)
    }

    fn random_move(&self, position: &Position, by: Seat, random: &mut Random) -> (u64, Move) {
        let count = self.count_moves(position, by);
        // A playout of random divisions would not end in time.
        let empty = u64::from(position.empty.len());
        let among =
            if position.chains.is_some() && empty > 0 && by != CHANCE { empty } else { count };
        (count, self.nth_move(position, by, random.below(among)))
    }

    fn chance_outcomes(&self, position: &Position, _: u32) -> Option<Vec<(Move, u32)>> {
        Some(self.weighted_outcomes(position))
    }

    fn play(&self, position: &mut Position, by: Seat, mv: Move) {
        self.play_undoable(position, by, mv, None);
    }

    fn play_fast(&self, position: &mut Position, by: Seat, mv: Move) {
        let mut completed = std::mem::take(&mut position.completed);
        completed.clear();
        self.make_move(position, by, mv, &mut completed);
        position.completed = completed;
    }

    fn ranks(&self, position: &Position) -> Ranks {
        Ranks::by_score(&position.score)
    }

    fn reason(&self, position: &Position) -> Message {
        let end = &self.ruleset.rules.end;
        match self.end_reason(position) {
            Some(EndReason::Target) => Message::new("over.target", "{points} points are reached")
                .with("points", end.target),
            Some(EndReason::Difference) => {
                Message::new("over.difference", "the lead is {points} points or more")
                    .with("points", end.difference)
            }
            Some(EndReason::BoardFull) | None => {
                Message::new("over.full", "every corner holds a piece")
            }
        }
    }

    fn notation(&self, position: &Position, _: Seat, mv: Move) -> String {
        self.move_notation(position, mv)
    }

    fn parse_move(&self, position: &Position, by: Seat, notation: &str) -> Option<Move> {
        self.read_move(position, by, notation)
    }

    fn notation_alias(&self, position: &Position, _: Seat, text: &str) -> Option<String> {
        self.expand_short_names(position, text)
    }

    fn refusal(&self, position: &Position, by: Seat, text: &str) -> Option<Message> {
        self.refuse(position, by, text)
    }

    fn paths(&self, position: &Position, _: Seat, mv: Move, out: &mut Vec<Vec<Site>>) {
        out.push(match mv {
            Move::Place(vertex) => vec![Self::site(position, vertex)],
            Move::Divide { cell, on } => {
                vec![position.tree.cell_site(cell), Self::site(position, on)]
            }
            Move::Ask | Move::Roll(_) | Move::Card(_) => return,
        });
    }

    fn choices(&self, position: &Position, by: Seat, path: &[Site]) -> Option<Choices> {
        let tree = &position.tree;
        let mut choices = Choices { placed_piece: Some(Piece::new(0, by)), ..Choices::default() };
        match path {
            [] => {
                if self.may_ask(position, by) {
                    choices.options.push(self.move_option(position, by, Move::Ask));
                }
                choices.targets = self.first_targets(position, by);
            }
            [site] => match tree.element(*site) {
                Some(BoardElement::Vertex(vertex)) if position.pieces[vertex as usize] == EMPTY => {
                    choices.options.push(self.move_option(position, by, Move::Place(vertex)));
                }
                _ => {
                    let cell = self.divided_cell(position, by, path);
                    let placements = cell.map(|cell| self.placements(position, cell));
                    let quiet = |(site, _)| Target { site, kind: TargetKind::Quiet };
                    choices.targets.extend(placements.unwrap_or_default().into_iter().map(quiet));
                    choices.proposed =
                        choices.targets.iter().any(|target| target.site >= tree.sites());
                }
            },
            [_, last] => {
                if let Some(cell) = self.divided_cell(position, by, path) {
                    let placements = self.placements(position, cell);
                    if let Some((_, on)) = placements.into_iter().find(|(site, _)| site == last) {
                        choices.options.push(self.move_option(
                            position,
                            by,
                            Move::Divide { cell, on },
                        ));
                    }
                }
            }
            _ => {}
        }
        if choices.targets.is_empty() {
            choices.placed_piece = None;
        }
        Some(choices)
    }

    fn describe_move(&self, position: &Position, _: Seat, mv: Move) -> Message {
        self.describe(position, mv)
    }

    fn label(&self, position: &Position, _: Seat, mv: Move) -> Message {
        if mv != Move::Ask {
            return self.describe(position, mv);
        }
        match self.ruleset.rules.subdivide.chance {
            ChanceRule::Die { least, .. } => {
                let text = "Roll for the right to divide: {least} or more";
                Message::new("move.roll", text).with("least", least)
            }
            _ => Message::new("move.draw", "Draw a card for the right to divide"),
        }
    }

    fn target_kind(&self, _: &Position, _: Seat, mv: Move) -> TargetKind {
        match mv {
            Move::Divide { .. } => TargetKind::Split,
            Move::Place(_) | Move::Ask | Move::Roll(_) | Move::Card(_) => TargetKind::Quiet,
        }
    }

    fn proposed_sites(&self, position: &Position, _: u16, path: &[Site]) -> Patch {
        let &[site] = path else { return Patch::default() };
        let Some(cell) = self.divided_cell(position, position.turn.mover, &[site]) else {
            return Patch::default();
        };
        let mut patch = position.tree.proposed_sites(cell);
        let placements = self.placements(position, cell);
        patch.places.retain(|place| placements.iter().any(|(site, _)| *site == place.site));
        patch
    }

    fn seats(&self, position: &Position) -> Vec<SeatState> {
        let seat = |seat: usize| SeatState {
            color: seat as u8,
            score: position.score[seat] as f64,
            gained: position.turn.gained[seat] as f64,
            active: true,
        };
        vec![seat(0), seat(1)]
    }

    fn sites(&self, position: &Position) -> u32 {
        position.tree.sites()
    }

    fn piece(&self, position: &Position, site: Site) -> Option<Piece> {
        match position.tree.element(site)? {
            BoardElement::Cell(_) => None,
            BoardElement::Vertex(vertex) => {
                let seat = position.pieces[vertex as usize];
                (seat != EMPTY).then_some(Piece::new(0, seat))
            }
        }
    }

    fn drawing<'a>(&'a self, position: &'a Position, _: u16) -> Cow<'a, Patch> {
        Cow::Owned(self.drawing_beyond(position, 0, Extent::default(), u32::MAX))
    }

    fn extent(&self, position: &Position, _: u16) -> Extent {
        self.drawing_extent(position)
    }

    fn drawing_beyond(&self, position: &Position, _: u16, beyond: Extent, limit: u32) -> Patch {
        self.draw_beyond(position, beyond, limit)
    }

    fn key(&self, position: &Position) -> u64 {
        position.key()
    }

    fn write(&self, position: &Position, form: &str) -> Result<String, Message> {
        match form {
            "position" => Ok(self.write_position(position)),
            "diagram" => Ok(diagram::draw(position)),
            "size" => Ok(self.size().text()),
            _ => position_text::write(self, position, form),
        }
    }

    fn read(&self, text: &str) -> Result<Position, Message> {
        self.read_position(text)
    }

    fn explain(&self) -> Vec<Message> {
        rules_text::paragraphs(&self.ruleset, &self.undivided)
    }

    fn warnings(&self) -> Vec<Diagnostic> {
        self.warnings.clone()
    }

    fn marks(&self, position: &Position) -> Vec<Mark> {
        self.all_marks(position)
    }

    fn note(&self, position: &Position) -> Option<Message> {
        match (position.completed.len(), position.turn.right) {
            (_, RightState::Won) => Some(Message::new("note.won", "the right to divide is won")),
            (_, RightState::Lost) => {
                Some(Message::new("note.lost", "no right to divide this time"))
            }
            (0, _) => None,
            (1, _) if position.chains.is_some() => {
                Some(Message::new("note.chain", "a cell joined"))
            }
            (cells, _) if position.chains.is_some() => {
                let text = "{cells} cells joined";
                Some(Message::new("note.chains", text).with("cells", cells as u64))
            }
            (1, _) => Some(self.points_note(
                "note.cell",
                "A cell completed: {one} {first}, {other} {second}",
                position,
            )),
            (cells, _) => {
                let text = "{cells} cells completed: {one} {first}, {other} {second}";
                Some(self.points_note("note.cells", text, position).with("cells", cells as u64))
            }
        }
    }

    fn prompt(&self, position: &Position) -> Option<Message> {
        let by = position.turn.mover;
        if self.may_ask(position, by) {
            let text = "place a piece, or try for the right to divide a cell: `{move}`";
            return Some(Message::new("asks.chance", text).with("move", self.ask_notation()));
        }
        (self.count_divisions(position, by) > 0).then(|| {
            Message::new("asks.divide", "place a piece, or divide a cell and place one there")
        })
    }

    fn facts(&self, position: &Position) -> Vec<Message> {
        let mut facts = Vec::new();
        let scored = (1..).zip(&position.levels).filter(|(_, points)| **points != [0; 2]);
        for (number, [first, second]) in scored {
            let text = "on level {level}: {one} {first}, {other} {second}";
            let fact = Message::new("facts.level", text)
                .with("level", number)
                .with("first", *first)
                .with("second", *second);
            let name = |seat| self.ruleset.players.name(seat);
            facts.push(fact.with("one", name(0)).with("other", name(1)));
        }
        if let ChanceRule::Pack(_) = self.ruleset.rules.subdivide.chance {
            let Pack { divide, place } = position.turn.pack;
            let text = "cards left: {divide} to divide, {place} to place";
            let fact = Message::new("facts.cards", text);
            facts.push(fact.with("divide", divide).with("place", place));
        }
        facts
    }

    fn is_irreversible(&self, _: &Position, _: Move) -> bool {
        true
    }

    fn evaluate(&self, position: &Position, values: &mut [i32]) -> bool {
        let lead = self.estimate_lead(position).clamp(-1_000_000_000, 1_000_000_000) as i32;
        // Each seat gets half of the difference.
        values.copy_from_slice(&[lead - lead / 2, -(lead / 2)]);
        true
    }

    fn search_moves(&self, position: &Position, by: Seat, out: &mut Vec<Move>) {
        self.push_search_moves(position, by, out);
    }

    fn move_order_score(&self, position: &Position, _: Seat, mv: Move) -> i32 {
        POINT_SCORE * self.gain(position, mv) as i32
    }

    fn history_index(&self, mv: Move) -> u32 {
        match mv {
            Move::Place(vertex) => vertex,
            Move::Divide { cell, on } => DIVISION_INDEX + 61 * cell + on,
            Move::Ask | Move::Roll(_) | Move::Card(_) => 0,
        }
    }
}

impl Undoable for Fractal {
    type Undo = Undo;

    fn play_undoable(
        &self,
        position: &mut Position,
        by: Seat,
        mv: Move,
        effects: Option<&mut Vec<Effect>>,
    ) -> Undo {
        let completed = std::mem::take(&mut position.completed);
        let before = position.score;
        let undo = Undo { mv, turn: position.turn, completed };
        let mut now = Vec::new();
        self.make_move(position, by, mv, &mut now);
        position.completed = now;
        position.turn.scored = [position.score[0] - before[0], position.score[1] - before[1]];
        if matches!(mv, Move::Place(_) | Move::Divide { .. }) {
            position.turn.gained[usize::from(by)] = position.turn.scored[usize::from(by)];
        }
        if let Some(effects) = effects {
            self.push_effects(position, by, mv, effects);
        }
        undo
    }

    fn undo(&self, position: &mut Position, undo: Undo) {
        match undo.mv {
            Move::Place(vertex) => position.remove_piece(vertex),
            Move::Divide { on, .. } => {
                position.remove_piece(on);
                position.unite();
            }
            Move::Ask | Move::Roll(_) | Move::Card(_) => {}
        }
        position.turn = undo.turn;
        position.completed = undo.completed;
        position.score_chains();
    }
}

impl Fractal {
    /// Returns a note with the points of the last move.
    fn points_note(&self, id: &str, text: &str, position: &Position) -> Message {
        let [first, second] = position.turn.scored;
        let name = |seat| self.ruleset.players.name(seat);
        let note = Message::new(id, text).with("first", first).with("second", second);
        note.with("one", name(0)).with("other", name(1))
    }
}
