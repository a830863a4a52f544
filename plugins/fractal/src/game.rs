//! The rules.

use std::borrow::Cow;

use boardloom_sdk::sort::sort;
use boardloom_sdk::topology::subdivision::{self, Corner, Sites, Spot, Tree};
use boardloom_sdk::{
    About, Choices, Diagnostic, Effect, Ending, Extent, Game, Kind, Mark, Message, Patch, Piece,
    Ranks, Seat, SeatState, Site, Status, Target, Touch, View, effects, problem,
};

use crate::position::{EMPTY, Position};
use crate::ruleset::{First, Full, On, Ruleset, Who};
use crate::{diagram, explain, text};

/// A ruleset, opened.
pub struct Fractal {
    pub(crate) ruleset: Ruleset,
    pub(crate) start: Position,
    /// Short names of the vertices at the start, where they stand in rows and
    /// columns.
    pub(crate) names: Vec<(String, u32)>,
    cautions: Vec<Diagnostic>,
}

/// A move. Vertices that a division creates have the numbers that it gives them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// Puts a piece on a vertex.
    Place(u32),
    /// Divides a cell and puts a piece on a vertex.
    Divide {
        /// The cell.
        cell: u32,
        /// The vertex.
        on: u32,
    },
}

/// What taking a move back needs.
#[derive(Debug, Clone)]
pub struct Undo {
    mv: Move,
    gained: [i64; 2],
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
    /// Opens a ruleset.
    ///
    /// # Errors
    /// What does not make sense in it.
    pub fn open(ruleset: Ruleset) -> Result<Self, Vec<Diagnostic>> {
        let fault = |keys: [&str; 2], id: &str, what: &str| problem::at(keys, id, what);
        let Some(board) = ruleset.board.subdivision() else {
            let what = "this game divides cells, and this board has none that can be divided";
            let fault = fault(["board", "topology"], "board.topology", what);
            return Err(problem::finish(vec![
                fault.hint("use `topology = \"subdivision\"` or `topology = \"quadtree\"`"),
            ]));
        };
        let mut faults = Vec::new();
        if board.start.sites == Sites::Cells {
            let what = "the pieces of this game stand on vertices";
            faults.push(fault(["board", "sites"], "board.sites", what));
        }
        if ruleset.board.extra != Default::default() {
            let what = "a board that grows takes no `blocked`, `regions`, `roles`, `labels` or \
                        `ghosts`";
            faults.push(problem::at(["board"], "board.extra", what));
        }
        if !faults.is_empty() {
            return Err(problem::finish(faults));
        }
        let tree = board.tree()?;
        let rules = &ruleset.rules;
        if rules.subdivide.on == On::Centre && !tree.fractal().has_center() {
            let what = "dividing these cells creates no vertex in their middle";
            let fault = problem::at(["rules", "subdivide", "on"], "rules.centre", what);
            return Err(problem::finish(vec![fault.hint("use `\"new\"` or `\"any\"`")]));
        }
        let mut cautions = tree.fractal().cautions();
        if rules.subdivide.who != Who::Never && rules.subdivide.max_depth < board.start.depth + 1 {
            let what = "no cell can be divided: all have this level or a deeper one at the start";
            let doubt = problem::at(["rules", "subdivide", "max_depth"], "rules.depth", what);
            cautions.push(doubt.warning().into_diagnostic());
        }
        let mover = Seat::from(rules.first == First::White);
        Ok(Fractal {
            names: text::names(&tree),
            start: Position::new(tree, mover),
            ruleset,
            cautions,
        })
    }

    fn over(&self, position: &Position) -> Option<Over> {
        let end = &self.ruleset.rules.end;
        let [one, other] = position.score;
        if end.target > 0 && one.max(other) >= i64::from(end.target) {
            return Some(Over::Target);
        }
        if end.difference > 0 && (one - other).abs() >= i64::from(end.difference) {
            return Some(Over::Difference);
        }
        let full = position.empty == 0
            && (end.full == Full::Pieces || !self.has_division(position, position.mover));
        full.then_some(Over::Full)
    }

    /// Tells whether a seat may divide now.
    pub(crate) fn may_divide(&self, position: &Position, by: Seat) -> bool {
        let behind = position.score[usize::from(1 - by)] - position.score[usize::from(by)];
        match self.ruleset.rules.subdivide.who {
            Who::Behind => behind > 0,
            Who::BehindBy(least) => behind >= i64::from(least),
            Who::Always => true,
            Who::Never => false,
        }
    }

    fn is_divisible(&self, tree: &Tree, cell: u32) -> bool {
        tree.level(cell) < self.ruleset.rules.subdivide.max_depth && tree.can_divide(cell)
    }

    /// Calls back with each cell that can be divided and the vertices that this
    /// creates and that the piece may go on.
    fn each_division(&self, position: &Position, by: Seat, visit: &mut dyn FnMut(u32, &[Corner])) {
        if !self.may_divide(position, by) {
            return;
        }
        for cell in 0..position.tree.cells() {
            if self.is_divisible(&position.tree, cell) {
                visit(cell, &self.created(&position.tree, cell));
            }
        }
    }

    /// Returns the vertices that dividing a cell would create and that the piece
    /// may go on.
    pub(crate) fn created(&self, tree: &Tree, cell: u32) -> Vec<Corner> {
        let mut open = tree.prospect(cell).unwrap_or_default();
        if self.ruleset.rules.subdivide.on == On::Centre {
            open.retain(|corner| tree.fractal().is_center(corner.slot));
        }
        open
    }

    /// Returns the cells that can be divided with room for a piece afterwards.
    fn divided(&self, position: &Position, by: Seat) -> impl Iterator<Item = u32> {
        let tree = &position.tree;
        let anywhere = self.ruleset.rules.subdivide.on == On::Any && position.empty > 0;
        let cells = 0..if self.may_divide(position, by) { tree.cells() } else { 0 };
        cells.filter(move |cell| {
            self.is_divisible(tree, *cell) && (anywhere || !self.created(tree, *cell).is_empty())
        })
    }

    /// Tells whether a cell can be divided and a piece put afterwards. Looks no
    /// further than to the first such cell.
    fn has_division(&self, position: &Position, by: Seat) -> bool {
        self.divided(position, by).next().is_some()
    }

    /// Returns how many divisions with a piece there are.
    fn divisions(&self, position: &Position, by: Seat) -> u64 {
        let standing = match self.ruleset.rules.subdivide.on {
            On::Any => u64::from(position.empty),
            On::New | On::Centre => 0,
        };
        let mut count = 0;
        self.each_division(position, by, &mut |_, created| {
            count += standing + created.len() as u64
        });
        count
    }

    /// Plays a move; what is completed is appended.
    fn make(position: &mut Position, by: Seat, mv: Move, completed: &mut Vec<u32>) {
        match mv {
            Move::Place(vertex) => position.put(vertex, by, completed),
            Move::Divide { cell, on } => {
                position.divide(cell, completed);
                position.put(on, by, completed);
            }
        }
        position.mover = 1 - by;
    }

    fn empties(position: &Position) -> impl Iterator<Item = u32> + '_ {
        let vertices = (0..).zip(&position.pieces);
        vertices.filter(|(_, piece)| **piece == EMPTY).map(|(vertex, _)| vertex)
    }

    /// Returns the cell that a path begins with, where `by` may divide it.
    fn chosen(&self, position: &Position, by: Seat, path: &[Site]) -> Option<u32> {
        let Some(Spot::Cell(cell)) = position.tree.spot(*path.first()?) else { return None };
        let legal = self.may_divide(position, by) && self.is_divisible(&position.tree, cell);
        legal.then_some(cell)
    }

    /// Returns the vertices that a piece may go on after a division, with the sites
    /// they have or would have.
    fn landings(&self, position: &Position, cell: u32) -> Vec<(Site, u32)> {
        let tree = &position.tree;
        let created = self.created(tree, cell);
        let site = |vertex: u32| tree.sites() + (vertex - tree.vertices());
        let mut landings: Vec<(Site, u32)> =
            created.iter().map(|corner| (site(corner.number), corner.number)).collect();
        if self.ruleset.rules.subdivide.on == On::Any {
            let empties = Self::empties(position);
            landings.extend(empties.map(|vertex| (tree.vertex_site(vertex), vertex)));
        }
        sort(&mut landings);
        landings
    }

    fn site(position: &Position, vertex: u32) -> Site {
        match vertex.checked_sub(position.tree.vertices()) {
            Some(new) => position.tree.sites() + new,
            None => position.tree.vertex_site(vertex),
        }
    }

    fn ending(&self, position: &Position, mv: Move) -> Ending {
        Ending { mv: self.notation(position, mv), label: self.label(position, mv), answer: false }
    }
}

impl Game for Fractal {
    type Position = Position;
    type Move = Move;
    type Undo = Undo;

    fn about(&self) -> About {
        let name = |id: &str, text: &str| Message::new(id, text);
        About {
            seats: 2,
            colors: 2,
            kinds: vec![Kind {
                id: "stone".into(),
                name: name("kind.stone", "piece"),
                letters: vec!["x".into(), "o".into()],
                shape: "stone".into(),
            }],
            roles: subdivision::roles(),
            views: vec![View {
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
        self.start.clone()
    }

    fn status(&self, position: &Position) -> Status {
        match self.over(position) {
            Some(_) => Status::Over,
            None => Status::Turn(position.mover),
        }
    }

    fn legal_moves(&self, position: &Position, by: Seat, out: &mut Vec<Move>) {
        out.extend(Self::empties(position).map(Move::Place));
        let any = self.ruleset.rules.subdivide.on == On::Any;
        self.each_division(position, by, &mut |cell, created| {
            out.extend(created.iter().map(|corner| Move::Divide { cell, on: corner.number }));
            if any {
                out.extend(Self::empties(position).map(|on| Move::Divide { cell, on }));
            }
        });
    }

    fn count_moves(&self, position: &Position, by: Seat) -> u64 {
        if by != position.mover || self.over(position).is_some() {
            return 0;
        }
        u64::from(position.empty) + self.divisions(position, by)
    }

    fn count_replies(&self, position: &Position, by: Seat, moves: &[Move]) -> u64 {
        let mut next = position.clone();
        let mut replies = 0;
        for mv in moves {
            let undo = self.play(&mut next, by, *mv);
            replies += self.count_moves(&next, next.mover);
            self.take_back(&mut next, undo);
        }
        replies
    }

    fn play(&self, position: &mut Position, by: Seat, mv: Move) -> Undo {
        let completed = std::mem::take(&mut position.completed);
        let (gained, before) = (position.gained, position.score);
        let mut now = Vec::new();
        Self::make(position, by, mv, &mut now);
        position.completed = now;
        let seat = usize::from(by);
        position.gained[seat] = position.score[seat] - before[seat];
        Undo { mv, gained, completed }
    }

    fn advance(&self, position: &mut Position, by: Seat, mv: Move) {
        position.completed.clear();
        let mut completed = std::mem::take(&mut position.completed);
        Self::make(position, by, mv, &mut completed);
        position.completed = completed;
    }

    fn perform(&self, position: &mut Position, by: Seat, mv: Move) -> (Undo, Vec<Effect>) {
        let undo = self.play(position, by, mv);
        let tree = &position.tree;
        let piece = Piece::new(0, by);
        let mut effects = Vec::new();
        let vertex = match mv {
            Move::Place(vertex) => vertex,
            Move::Divide { cell, on } => {
                let site = Some(tree.cell_site(cell));
                effects.push(Effect { site, ..effects::plain("split") });
                on
            }
        };
        let stage = effects.len() as u16;
        effects.push(Effect { stage, ..effects::placed(tree.vertex_site(vertex), piece) });
        for cell in &position.completed {
            let (stage, site) = (stage + 1, Some(tree.cell_site(*cell)));
            let cue = "score".to_owned();
            effects.push(Effect { stage, site, cue, ..effects::plain("score") });
        }
        (undo, effects)
    }

    fn take_back(&self, position: &mut Position, undo: Undo) {
        match undo.mv {
            Move::Place(vertex) => position.lift(vertex),
            Move::Divide { on, .. } => {
                position.lift(on);
                position.unite();
            }
        }
        position.mover = 1 - position.mover;
        position.gained = undo.gained;
        position.completed = undo.completed;
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

    fn find(&self, position: &Position, by: Seat, notation: &str) -> Option<Move> {
        self.named(position, by, notation)
    }

    fn spelling(&self, position: &Position, _: Seat, text: &str) -> Option<String> {
        self.spelled(position, text)
    }

    fn paths(&self, position: &Position, mv: Move, out: &mut Vec<Vec<Site>>) {
        out.push(match mv {
            Move::Place(vertex) => vec![Self::site(position, vertex)],
            Move::Divide { cell, on } => {
                vec![position.tree.cell_site(cell), Self::site(position, on)]
            }
        });
    }

    fn choices(&self, position: &Position, by: Seat, path: &[Site]) -> Option<Choices> {
        let tree = &position.tree;
        let mut choices = Choices { placing: Some(Piece::new(0, by)), ..Choices::default() };
        match path {
            [] => {
                let vertices = Self::empties(position);
                let quiet = |vertex| Target { site: tree.vertex_site(vertex), touch: Touch::Quiet };
                choices.targets.extend(vertices.map(quiet));
                let split = |cell| Target { site: tree.cell_site(cell), touch: Touch::Split };
                choices.targets.extend(self.divided(position, by).map(split));
                sort(&mut choices.targets);
            }
            [site] => match tree.spot(*site) {
                Some(Spot::Vertex(vertex)) if position.pieces[vertex as usize] == EMPTY => {
                    choices.endings.push(self.ending(position, Move::Place(vertex)));
                }
                _ => {
                    let cell = self.chosen(position, by, path);
                    let landings = cell.map(|cell| self.landings(position, cell));
                    let quiet = |(site, _)| Target { site, touch: Touch::Quiet };
                    choices.targets.extend(landings.unwrap_or_default().into_iter().map(quiet));
                    choices.proposed =
                        choices.targets.iter().any(|target| target.site >= tree.sites());
                }
            },
            [_, last] => {
                if let Some(cell) = self.chosen(position, by, path) {
                    let landings = self.landings(position, cell);
                    if let Some((_, on)) = landings.into_iter().find(|(site, _)| site == last) {
                        choices.endings.push(self.ending(position, Move::Divide { cell, on }));
                    }
                }
            }
            _ => {}
        }
        if choices.targets.is_empty() {
            choices.placing = None;
        }
        Some(choices)
    }

    fn touch(&self, _: &Position, mv: Move) -> Touch {
        match mv {
            Move::Place(_) => Touch::Quiet,
            Move::Divide { .. } => Touch::Split,
        }
    }

    fn placing(&self, _: &Position, by: Seat, _: &[Site]) -> Option<Piece> {
        Some(Piece::new(0, by))
    }

    fn proposed(&self, position: &Position, _: u16, path: &[Site]) -> Patch {
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

    fn drawn(&self, position: &Position, _: u16, beyond: Extent, limit: u32) -> Patch {
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
        explain::paragraphs(&self.ruleset, &self.start.tree)
    }

    fn cautions(&self) -> Vec<Diagnostic> {
        self.cautions.clone()
    }

    fn marks(&self, position: &Position) -> Vec<Mark> {
        if position.completed.is_empty() {
            return Vec::new();
        }
        let sites = position.completed.iter().map(|cell| position.tree.cell_site(*cell)).collect();
        let (role, seat) = ("completed".to_owned(), Some(1 - position.mover));
        vec![Mark { role, sites, joined: false, seat, text: None }]
    }

    fn asks(&self, position: &Position) -> Option<Message> {
        self.has_division(position, position.mover).then(|| {
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
        facts
    }

    fn irreversible(&self, _: &Position, _: Move) -> bool {
        true
    }

    fn evaluate(&self, position: &Position, values: &mut [i32]) -> bool {
        let [one, other] = position.score;
        let lead = (100 * (one - other)).clamp(-1_000_000, 1_000_000) as i32;
        values.copy_from_slice(&[lead, -lead]);
        true
    }
}
