//! The rules.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

use boardloom_sdk::topology::Subdivision;
use boardloom_sdk::topology::subdivision::{self, Spot, Tree};
use boardloom_sdk::{
    About, BoardView, CHANCE, Choices, Diagnostic, Effect, Extent, Game, Mark, Message, MoveOption,
    Patch, Piece, PieceKind, Ranks, Seat, SeatState, Site, Status, Target, TargetKind, Undoable,
    effects,
};

use crate::moves::Move;
use crate::open::first;
use crate::position::{EMPTY, Position, Right, Terms};
use crate::ruleset::{Chance, Full, Pack, Ruleset};
use crate::{diagram, explain};

/// How many vertices the start may have to be kept for every cursor.
pub(crate) const KEPT: u32 = 20_000;

/// How much a point that a move yields speaks for looking at it early.
const PROMISE: i32 = 20;
/// Where divisions begin among the numbers of moves that are alike.
const DIVISIONS: u32 = 4096;

/// A ruleset, opened.
pub struct Fractal {
    pub(crate) ruleset: Ruleset,
    pub(crate) terms: Arc<Terms>,
    pub(crate) board: Subdivision,
    /// The roots, whole.
    pub(crate) bare: Tree,
    /// The board at the start. A large one is given to the first cursor, and made
    /// again for others: two of them may not have room.
    pub(crate) start: Mutex<Option<Position>>,
    /// Short names of the vertices at the start, where they stand in rows and
    /// columns.
    pub(crate) names: Vec<(String, u32)>,
    pub(crate) warnings: Vec<Diagnostic>,
    /// How many parts of a cell meet at each of their corners.
    pub(crate) crowd: Vec<u8>,
}

/// What taking a move back needs.
#[derive(Debug, Clone)]
pub struct Undo {
    mv: Move,
    mover: Seat,
    right: Right,
    pack: Pack,
    gained: [i64; 2],
    scored: [i64; 2],
    completed: Vec<u32>,
}

/// Why a position is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Over {
    Full,
    Target,
    Difference,
}

impl Fractal {
    fn over(&self, position: &Position) -> Option<Over> {
        let end = &self.ruleset.rules.end;
        let [one, other] = position.score;
        if end.target > 0 && one.max(other) >= i64::from(end.target) {
            return Some(Over::Target);
        }
        if end.difference > 0 && (one - other).abs() >= i64::from(end.difference) {
            return Some(Over::Difference);
        }
        let full = position.empty.len() == 0
            && (end.full == Full::Pieces
                || position.right != Right::Asked && !self.has_division(position));
        full.then_some(Over::Full)
    }

    /// Plays a move; what is completed is appended.
    fn make(&self, position: &mut Position, by: Seat, mv: Move, completed: &mut Vec<u32>) {
        match mv {
            Move::Place(vertex) => position.put(vertex, by, completed),
            Move::Divide { cell, on } => {
                position.divide(cell, completed);
                position.put(on, by, completed);
            }
            Move::Ask => {
                position.right = Right::Asked;
                return;
            }
            Move::Roll(_) | Move::Card(_) => {
                self.decide(position, mv);
                return;
            }
        }
        position.right = Right::Untried;
        position.mover = 1 - by;
    }

    /// Returns the sites that a path can begin with, in order.
    fn beginnings(&self, position: &Position, by: Seat) -> Vec<Target> {
        let tree = &position.tree;
        let divides = self.divisions(position, by) > 0;
        let target = |site| {
            let touch = match tree.spot(site)? {
                Spot::Vertex(vertex) => {
                    (position.pieces[vertex as usize] == EMPTY).then_some(TargetKind::Quiet)
                }
                Spot::Cell(cell) => {
                    (divides && self.is_divisible(position, cell)).then_some(TargetKind::Split)
                }
            };
            touch.map(|touch| Target { site, kind: touch })
        };
        let cells = if divides { position.open.len() } else { 0 };
        // A list that doubled would be copied as often: there may be millions.
        let mut targets = Vec::with_capacity((position.empty.len() + cells) as usize);
        targets.extend((0..tree.sites()).filter_map(target));
        targets
    }

    fn ending(&self, position: &Position, mv: Move) -> MoveOption {
        MoveOption {
            mv: self.notation(position, mv),
            label: self.label(position, mv),
            answer: false,
        }
    }
}

impl Game for Fractal {
    type Position = Position;
    type Move = Move;

    fn about(&self) -> About {
        let name = |id: &str, text: &str| Message::new(id, text);
        About {
            seats: 2,
            colors: 2,
            kinds: vec![PieceKind {
                id: "stone".into(),
                name: name("kind.stone", "piece"),
                letters: vec!["x".into(), "o".into()],
                shape: "stone".into(),
            }],
            roles: subdivision::roles(),
            views: vec![BoardView {
                id: "flat".into(),
                name: name("view.flat", "Board"),
                dimensions: 2,
            }],
            forms: vec!["position".into(), "diagram".into()],
            unit: name("unit.point", "point"),
            bound: None,
            facts: vec![],
        }
    }

    fn start(&self) -> Position {
        let mut start = self.start.lock().unwrap_or_else(PoisonError::into_inner);
        match start.take() {
            Some(position) => {
                if position.tree.vertices() <= KEPT {
                    *start = Some(position.clone());
                }
                position
            }
            None => {
                let tree = self.board.growing().expect("the board was made when it was opened");
                Position::new(tree, first(&self.ruleset), Arc::clone(&self.terms))
            }
        }
    }

    fn status(&self, position: &Position) -> Status {
        match self.over(position) {
            Some(_) => Status::Over,
            None if position.right == Right::Asked => Status::Chance,
            None => Status::Turn(position.mover),
        }
    }

    fn legal_moves(&self, position: &Position, by: Seat, out: &mut Vec<Move>) {
        self.list(position, by, out);
    }

    fn count_moves(&self, position: &Position, by: Seat) -> u64 {
        let acts = match self.status(position) {
            Status::Turn(seat) => by == seat,
            status => status == Status::Chance && by == CHANCE,
        };
        if acts { self.count(position, by) } else { 0 }
    }

    fn nth_move(&self, position: &Position, by: Seat, n: u64) -> Move {
        self.nth(position, by, n)
    }

    fn chance_outcomes(&self, position: &Position, _: u32) -> Option<Vec<(Move, u32)>> {
        Some(self.outcomes(position))
    }

    fn play(&self, position: &mut Position, by: Seat, mv: Move) {
        self.play_undoable(position, by, mv, None);
    }

    fn play_fast(&self, position: &mut Position, by: Seat, mv: Move) {
        let mut completed = std::mem::take(&mut position.completed);
        completed.clear();
        self.make(position, by, mv, &mut completed);
        position.completed = completed;
    }

    fn ranks(&self, position: &Position) -> Ranks {
        Ranks::by_score(&position.score)
    }

    fn reason(&self, position: &Position) -> Message {
        let end = &self.ruleset.rules.end;
        match self.over(position) {
            Some(Over::Target) => Message::new("over.target", "{points} points are reached")
                .with("points", end.target),
            Some(Over::Difference) => {
                Message::new("over.difference", "the lead is {points} points or more")
                    .with("points", end.difference)
            }
            Some(Over::Full) | None => Message::new("over.full", "every vertex holds a piece"),
        }
    }

    fn notation(&self, position: &Position, mv: Move) -> String {
        self.name(position, mv)
    }

    fn parse_move(&self, position: &Position, by: Seat, notation: &str) -> Option<Move> {
        self.named(position, by, notation)
    }

    fn notation_alias(&self, position: &Position, _: Seat, text: &str) -> Option<String> {
        self.spelled(position, text)
    }

    fn paths(&self, position: &Position, mv: Move, out: &mut Vec<Vec<Site>>) {
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
                    choices.options.push(self.ending(position, Move::Ask));
                }
                choices.targets = self.beginnings(position, by);
            }
            [site] => match tree.spot(*site) {
                Some(Spot::Vertex(vertex)) if position.pieces[vertex as usize] == EMPTY => {
                    choices.options.push(self.ending(position, Move::Place(vertex)));
                }
                _ => {
                    let cell = self.chosen(position, by, path);
                    let landings = cell.map(|cell| self.landings(position, cell));
                    let quiet = |(site, _)| Target { site, kind: TargetKind::Quiet };
                    choices.targets.extend(landings.unwrap_or_default().into_iter().map(quiet));
                    choices.proposed =
                        choices.targets.iter().any(|target| target.site >= tree.sites());
                }
            },
            [_, last] => {
                if let Some(cell) = self.chosen(position, by, path) {
                    let landings = self.landings(position, cell);
                    if let Some((_, on)) = landings.into_iter().find(|(site, _)| site == last) {
                        choices.options.push(self.ending(position, Move::Divide { cell, on }));
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

    fn label(&self, position: &Position, mv: Move) -> Message {
        if mv != Move::Ask {
            let text = self.name(position, mv);
            return Message::new("move", text);
        }
        match self.ruleset.rules.subdivide.chance {
            Chance::Die { least, .. } => {
                let text = "Roll for the right to divide: {least} or more";
                Message::new("move.roll", text).with("least", least)
            }
            _ => Message::new("move.draw", "Draw a card for the right to divide"),
        }
    }

    fn target_kind(&self, _: &Position, mv: Move) -> TargetKind {
        match mv {
            Move::Divide { .. } => TargetKind::Split,
            Move::Place(_) | Move::Ask | Move::Roll(_) | Move::Card(_) => TargetKind::Quiet,
        }
    }

    fn placed_piece(&self, _: &Position, by: Seat, _: &[Site]) -> Option<Piece> {
        Some(Piece::new(0, by))
    }

    fn proposed_sites(&self, position: &Position, _: u16, path: &[Site]) -> Patch {
        let &[site] = path else { return Patch::default() };
        let Some(cell) = self.chosen(position, position.mover, &[site]) else {
            return Patch::default();
        };
        let mut patch = position.tree.proposed(cell);
        let landings = self.landings(position, cell);
        patch.places.retain(|place| landings.iter().any(|(site, _)| *site == place.site));
        patch
    }

    fn seats(&self, position: &Position) -> Vec<SeatState> {
        let seat = |seat: usize| SeatState {
            color: seat as u8,
            score: position.score[seat] as f64,
            gained: position.gained[seat] as f64,
            active: true,
        };
        vec![seat(0), seat(1)]
    }

    fn sites(&self, position: &Position) -> u32 {
        position.tree.sites()
    }

    fn piece(&self, position: &Position, site: Site) -> Option<Piece> {
        match position.tree.spot(site)? {
            Spot::Cell(_) => None,
            Spot::Vertex(vertex) => {
                let seat = position.pieces[vertex as usize];
                (seat != EMPTY).then_some(Piece::new(0, seat))
            }
        }
    }

    fn drawing<'a>(&'a self, position: &'a Position, _: u16) -> Cow<'a, Patch> {
        Cow::Owned(position.tree.drawn(Extent::default(), u32::MAX))
    }

    fn extent(&self, position: &Position, _: u16) -> Extent {
        position.tree.extent()
    }

    fn drawing_beyond(&self, position: &Position, _: u16, beyond: Extent, limit: u32) -> Patch {
        position.tree.drawn(beyond, limit)
    }

    fn key(&self, position: &Position) -> u64 {
        position.key()
    }

    fn write(&self, position: &Position, form: &str) -> Result<String, Message> {
        match form {
            "position" => Ok(self.text(position)),
            "diagram" => Ok(diagram::draw(position)),
            _ => Err(Message::new("write.form", "there is no form `{form}`").with("form", form)),
        }
    }

    fn read(&self, text: &str) -> Result<Position, Message> {
        self.position(text)
    }

    fn explain(&self) -> Vec<Message> {
        explain::paragraphs(&self.ruleset, &self.bare)
    }

    fn warnings(&self) -> Vec<Diagnostic> {
        self.warnings.clone()
    }

    fn marks(&self, position: &Position) -> Vec<Mark> {
        if position.completed.is_empty() {
            return Vec::new();
        }
        let sites = position.completed.iter().map(|cell| position.tree.cell_site(*cell)).collect();
        let (role, seat) = ("completed".to_owned(), Some(1 - position.mover));
        vec![Mark { role, sites, joined: false, seat, text: None }]
    }

    fn note(&self, position: &Position) -> Option<Message> {
        match (position.completed.len(), position.right) {
            (_, Right::Won) => Some(Message::new("note.won", "the right to divide is won")),
            (_, Right::Lost) => Some(Message::new("note.lost", "no right to divide this time")),
            (0, _) => None,
            (1, _) => Some(scored("note.cell", "a cell completed: {first} to {second}", position)),
            (cells, _) => {
                let text = "{cells} cells completed: {first} to {second}";
                Some(scored("note.cells", text, position).with("cells", cells as u64))
            }
        }
    }

    fn prompt(&self, position: &Position) -> Option<Message> {
        let by = position.mover;
        if self.may_ask(position, by) {
            let text = "place a piece, or try for the right to divide a cell";
            return Some(Message::new("asks.chance", text));
        }
        (self.divisions(position, by) > 0).then(|| {
            Message::new("asks.divide", "place a piece, or divide a cell and place one there")
        })
    }

    fn facts(&self, position: &Position) -> Vec<Message> {
        let mut facts = Vec::new();
        for (number, level) in (1..).zip(&position.levels).filter(|(_, level)| level.cells > 0) {
            let [one, other] = level.score;
            let fact = Message::new("facts.level", "level {level}: {first} to {second}");
            facts.push(fact.with("level", number).with("first", one).with("second", other));
        }
        if let Chance::Pack(_) = self.ruleset.rules.subdivide.chance {
            let Pack { divide, place } = position.pack;
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
        let lead = self.lead(position).clamp(-1_000_000_000, 1_000_000_000) as i32;
        // Of their difference each has a half.
        values.copy_from_slice(&[lead - lead / 2, -(lead / 2)]);
        true
    }

    fn search_moves(&self, position: &Position, by: Seat, out: &mut Vec<Move>) {
        self.promising(position, by, out);
    }

    fn move_order_score(&self, position: &Position, mv: Move) -> i32 {
        PROMISE * self.yields(position, mv) as i32
    }

    fn history_index(&self, mv: Move) -> u32 {
        match mv {
            Move::Place(vertex) => vertex,
            Move::Divide { cell, on } => DIVISIONS + 61 * cell + on,
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
        let undo = Undo {
            mv,
            mover: position.mover,
            right: position.right,
            pack: position.pack,
            gained: position.gained,
            scored: position.scored,
            completed,
        };
        let mut now = Vec::new();
        self.make(position, by, mv, &mut now);
        position.completed = now;
        position.scored = [position.score[0] - before[0], position.score[1] - before[1]];
        if matches!(mv, Move::Place(_) | Move::Divide { .. }) {
            position.gained[usize::from(by)] = position.scored[usize::from(by)];
        }
        if let Some(effects) = effects {
            self.tell(position, by, mv, effects);
        }
        undo
    }

    fn undo(&self, position: &mut Position, undo: Undo) {
        match undo.mv {
            Move::Place(vertex) => position.lift(vertex),
            Move::Divide { on, .. } => {
                position.lift(on);
                position.unite();
            }
            Move::Ask | Move::Roll(_) | Move::Card(_) => {}
        }
        position.mover = undo.mover;
        position.right = undo.right;
        position.pack = undo.pack;
        position.gained = undo.gained;
        position.scored = undo.scored;
        position.completed = undo.completed;
    }
}

impl Fractal {
    /// Appends what the move that led to a position did.
    fn tell(&self, position: &Position, by: Seat, mv: Move, effects: &mut Vec<Effect>) {
        let tree = &position.tree;
        let first = effects.len();
        let vertex = match mv {
            Move::Place(vertex) => vertex,
            Move::Divide { cell, on } => {
                let site = Some(tree.cell_site(cell));
                effects.push(Effect { site, ..effects::plain("split") });
                on
            }
            Move::Ask | Move::Roll(_) | Move::Card(_) => {
                return effects.push(effects::plain("draw"));
            }
        };
        let stage = (effects.len() - first) as u16;
        let placed = effects::placed(tree.vertex_site(vertex), Piece::new(0, by));
        effects.push(Effect { stage, ..placed });
        for cell in &position.completed {
            let (stage, site) = (stage + 1, Some(tree.cell_site(*cell)));
            let cue = "score".to_owned();
            effects.push(Effect { stage, site, cue, ..effects::plain("score") });
        }
    }
}

/// Returns a text with the points of the last move.
fn scored(id: &str, text: &str, position: &Position) -> Message {
    let [one, other] = position.scored;
    Message::new(id, text).with("first", one).with("second", other)
}
