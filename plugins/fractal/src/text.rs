//! Moves and positions as text.
//!
//! A vertex is written as level and numerators: `2:1,3`. A division is the path to the cell and the
//! vertex of the piece: `/0/3=3:3,3`. A position is the division tree in preorder (`1` for a
//! divided cell, `0` for a whole one), the pieces in the order in which dividing in preorder
//! creates the vertices (`x`, `o`, numbers for empty ones), whose turn it is, and the options in
//! force: `10000 4x1oxo1 o new,behind,3,0,0`. Where chance decides on the right to divide, a sign
//! after the turn gives its state (`?` pending, `+` won, `-` lost), and with cards the last word
//! gives how many of each kind are left: `10000 4x1oxo1 o+ new,behind,3,0,0,cards-3-3 2/3`.

use std::sync::Arc;

use boardloom_sdk::topology::column;
use boardloom_sdk::topology::subdivision::{Corner, Tree, Vertex};
use boardloom_sdk::{CHANCE, Message, Seat, rows};

use crate::game::Fractal;
use crate::moves::Move;
use crate::position::{EMPTY, Position, RightState};
use crate::ruleset::{ChanceRule, DivisionRight, FullBoard, Pack, Placement, ScoredBy};

/// The letters of the seats.
pub(crate) const SEATS: [char; 2] = ['x', 'o'];
/// The argument of a move's text that lists show instead of a long text.
const SHORT: &str = "short";
/// The most nested cells of an address by columns and rows.
const NESTED: usize = 7;
/// The distance at which two points of the drawing are the same, in parts of a cell.
const NEAR: f64 = 1e-4;
/// The signs for the state of the right to divide.
const SIGNS: [(char, RightState); 3] =
    [('?', RightState::Pending), ('+', RightState::Won), ('-', RightState::Lost)];

/// Columns and rows of vertices, from the bottom left.
#[derive(Debug, Clone, Copy)]
struct Rows {
    corner: (f64, f64),
    step: (f64, f64),
    /// The numbers of cells between them.
    cells: (f64, f64),
}

impl Rows {
    fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        ((x - self.corner.0) / self.step.0, (self.corner.1 - y) / self.step.1)
    }

    /// Returns column and row of the vertex at a point.
    fn name(&self, point: (f64, f64)) -> String {
        let (column_at, row) = self.place(point);
        format!("{}{}", column((column_at + 0.5).floor() as u32), (row + 1.5).floor() as u32)
    }

    /// Returns the name of the cell with a point, that of its lower left vertex, and the rows of
    /// its parts. A point on the right or upper border belongs to the last cell.
    fn cell(&self, tree: &Tree, point: (f64, f64)) -> (String, Rows) {
        let (x, y) = self.place(point);
        let x = (x + NEAR).floor().min(self.cells.0 - 1.0);
        let y = (y + NEAR).floor().min(self.cells.1 - 1.0);
        let corner = (self.corner.0 + x * self.step.0, self.corner.1 - y * self.step.1);
        let parts = tree.fractal().scale() as f64;
        let step = (self.step.0 / parts, self.step.1 / parts);
        (self.name(corner), Rows { corner, step, cells: (parts, parts) })
    }

    /// Returns the names of the nested cells of a vertex and of its place in the last one; `None`
    /// if it lies too deep.
    fn address(self, tree: &Tree, point: (f64, f64)) -> Option<String> {
        let (mut rows, mut names) = (self, Vec::new());
        for _ in 0..NESTED {
            let (x, y) = rows.place(point);
            let away = |at: f64| (at - (at + 0.5).floor()).abs();
            if away(x).max(away(y)) < NEAR {
                names.push(rows.name(point));
                return Some(names.join("."));
            }
            let (name, parts) = rows.cell(tree, point);
            names.push(name);
            rows = parts;
        }
        None
    }

    /// Returns the address of a cell, and the rows of its parts.
    fn within(self, tree: &Tree, cell: u32) -> (String, Rows) {
        let points = || tree.corners(cell).iter().map(|vertex| tree.point(*vertex));
        let ends =
            points().fold((f64::MAX, f64::MIN), |(low, high), (x, _)| (low.min(x), high.max(x)));
        let count = points().count() as f64;
        let (x, y) =
            points().fold((0.0, 0.0), |sum, (x, y)| (sum.0 + x / count, sum.1 + y / count));
        let (mut rows, mut names) = (self, Vec::new());
        for _ in 0..NESTED {
            let width = rows.step.0;
            let (name, parts) = rows.cell(tree, (x, y));
            names.push(name);
            rows = parts;
            if width < 1.5 * (ends.1 - ends.0) {
                break;
            }
        }
        (names.join("."), rows)
    }
}

impl Fractal {
    pub(crate) fn move_notation(&self, position: &Position, mv: Move) -> String {
        let tree = &position.tree;
        let vertex = |number: u32| tree.vertex(number).text(tree.fractal());
        match mv {
            Move::Place(on) => vertex(on),
            Move::Divide { cell, on } if on < tree.vertices() => {
                format!("{}={}", tree.path(cell), vertex(on))
            }
            Move::Divide { cell, on } => {
                let created = position.created(cell);
                let corner = created.iter().find(|corner| corner.number == on);
                let text = corner.map(|corner| corner.vertex.text(tree.fractal()));
                format!("{}={}", tree.path(cell), text.unwrap_or_default())
            }
            Move::Ask => self.ask_notation().to_owned(),
            Move::Roll(face) => format!("roll-{face}"),
            Move::Card(true) => "card-divide".to_owned(),
            Move::Card(false) => "card-place".to_owned(),
        }
    }

    pub(crate) fn describe(&self, position: &Position, mv: Move) -> Message {
        let tree = &position.tree;
        let vertex = |number| {
            let short = self.short_names.iter().find(|(_, own)| *own == number);
            short.map_or_else(|| tree.vertex_name(number), |(name, _)| name.clone())
        };
        let (cell, on) = match mv {
            Move::Divide { cell, on } => (cell, on),
            Move::Place(on) => {
                let text = Message::new("move", "{place}").with("place", vertex(on));
                return text.with(SHORT, self.vertex_address(tree, on));
            }
            Move::Ask => {
                let text = if self.ask_notation() == "draw" { "draws" } else { "rolls" };
                return Message::new("move.ask", text);
            }
            Move::Roll(face) => return Message::new("move.rolled", face.to_string()),
            Move::Card(true) => return Message::new("move.card-divide", "a card to divide"),
            Move::Card(false) => return Message::new("move.card-place", "a card to place"),
        };
        let created = position.created(cell);
        let place = match created.iter().find(|corner| corner.number == on) {
            None => Message::new("move.place", vertex(on)),
            Some(corner) => {
                let name = tree.corner_name(cell, corner.slot);
                match name.split_once(" of ") {
                    None => Message::new("move.its", "its {corner}").with("corner", name),
                    Some((corner, part)) => {
                        let text = "the {corner} of its {part}";
                        Message::new("move.its-part", text)
                            .with("corner", corner)
                            .with("part", part)
                    }
                }
            }
        };
        Message::new("move.divide", "{cell} divided, then {place}")
            .with("cell", tree.cell_name(cell))
            .with_message("place", &place)
            .with(SHORT, self.division_address(tree, cell, on, &created))
    }

    /// Returns a short name of a vertex: `c4` at the start; `c2.a3` in the cell above and right of
    /// c2, or by the numbers of parts, where the start has no rows and columns.
    fn vertex_address(&self, tree: &Tree, on: u32) -> String {
        if let Some((name, _)) = self.short_names.iter().find(|(_, own)| *own == on) {
            return name.clone();
        }
        let in_rows = self.rows(tree).and_then(|rows| rows.address(tree, tree.point(on)));
        in_rows.unwrap_or_else(|| tree.vertex_address(on))
    }

    /// Returns a short name of a division: the cell, then the place of the piece.
    fn division_address(&self, tree: &Tree, cell: u32, on: u32, created: &[Corner]) -> String {
        let rows = self.rows(tree);
        let cell_rows = rows.map(|rows| rows.within(tree, cell));
        let name = match &cell_rows {
            Some((name, _)) => name.clone(),
            None => tree.cell_address(cell),
        };
        let Some(corner) = created.iter().find(|corner| corner.number == on) else {
            return format!("{name}÷ {}", self.vertex_address(tree, on));
        };
        match cell_rows {
            Some((_, parts)) => format!("{name}÷{}", parts.name(tree.point_of(&corner.vertex))),
            None => format!("÷{}", tree.corner_address(cell, corner.slot)),
        }
    }

    /// Returns the rows of the vertices at the start, if they stand in any.
    fn rows(&self, tree: &Tree) -> Option<Rows> {
        let named = |name: &str| {
            let (_, number) = self.short_names.iter().find(|(own, _)| own == name)?;
            Some(tree.point(*number))
        };
        let (corner, next) = (named("a1")?, named("b2")?);
        let columns = self.short_names.iter().filter(|(name, _)| row_of(name) == 1).count();
        let cells = (columns as f64 - 1.0, (self.short_names.len() / columns) as f64 - 1.0);
        Some(Rows { corner, step: (next.0 - corner.0, corner.1 - next.1), cells })
    }

    /// Returns the notation of the move that tries for the right to divide.
    pub(crate) fn ask_notation(&self) -> &'static str {
        match self.ruleset.rules.subdivide.chance {
            ChanceRule::Pack(_) => "draw",
            _ => "roll",
        }
    }

    pub(crate) fn read_move(&self, position: &Position, by: Seat, text: &str) -> Option<Move> {
        if by == CHANCE {
            let mut outcomes = self.weighted_outcomes(position).into_iter().map(|(mv, _)| mv);
            return outcomes.find(|mv| self.move_notation(position, *mv) == text);
        }
        if text == self.ask_notation() {
            return self.may_ask(position, by).then_some(Move::Ask);
        }
        let tree = &position.tree;
        let (path, vertex) = match text.split_once('=') {
            Some((path, vertex)) => (Some(path), vertex),
            None => (None, text),
        };
        let vertex = Vertex::read(vertex, tree.fractal())?;
        let existing = tree.find(&vertex);
        let empty = existing.filter(|number| position.pieces[*number as usize] == EMPTY);
        let Some(path) = path else { return empty.map(Move::Place) };
        let cell = tree.at_path(path)?;
        if !self.may_divide(position, by) || !position.is_divisible(cell) {
            return None;
        }
        let on = match existing {
            Some(_) => empty.filter(|_| self.ruleset.rules.subdivide.on == Placement::Any)?,
            None => {
                let created = position.created(cell);
                created.iter().find(|corner| corner.vertex == vertex)?.number
            }
        };
        Some(Move::Divide { cell, on })
    }

    /// Returns the reason why a text is not a legal move of a seat that may act.
    pub(crate) fn refuse(&self, position: &Position, by: Seat, text: &str) -> Option<Message> {
        let say = |what: &str| Some(Message::new("illegal.divide", what));
        if text == self.ask_notation() {
            return self.division_refusal(position, by).or_else(|| say("you may divide already"));
        }
        // Of the texts that players read, in any language, those of divisions alone have a space.
        if text.contains(' ') {
            return self.division_refusal(position, by);
        }
        let text = self.expand_short_names(position, text).unwrap_or_else(|| text.to_owned());
        let tree = &position.tree;
        let (path, vertex) = match text.split_once('=') {
            Some((path, vertex)) => (Some(path), vertex),
            None if text.contains('/') => (Some(text.as_str()), ""),
            None => (None, text.as_str()),
        };
        if let Some(path) = path {
            if let Some(refusal) = self.division_refusal(position, by) {
                return Some(refusal);
            }
            let Some(cell) = tree.at_path(path) else {
                return Some(
                    Message::new("illegal.cell", "there is no cell `{path}`").with("path", path),
                );
            };
            if tree.is_divided(cell) {
                return say("that cell is divided already");
            }
            if !position.is_divisible(cell) {
                return say("that cell is as small as cells get in this game");
            }
        }
        let vertex = Vertex::read(vertex, tree.fractal())?;
        match (tree.find(&vertex), path) {
            (Some(number), _) if position.pieces[number as usize] != EMPTY => {
                Some(Message::new("illegal.taken", "a piece stands on that corner already"))
            }
            (_, Some(_)) => say("after the division the piece goes on a corner that it creates"),
            (Some(_), None) => None,
            (None, None) => Some(Message::new("illegal.corner", "no cell has that corner yet")),
        }
    }

    /// Returns the reason why a seat may not divide now.
    fn division_refusal(&self, position: &Position, by: Seat) -> Option<Message> {
        if self.may_divide(position, by) {
            return None;
        }
        let message = match self.ruleset.rules.subdivide.who {
            DivisionRight::Never => {
                Message::new("illegal.never", "no player divides cells in this game")
            }
            DivisionRight::Behind if !self.is_entitled(position, by) => {
                Message::new("illegal.behind", "you may divide only while you are behind")
            }
            DivisionRight::BehindBy(least) if !self.is_entitled(position, by) => {
                let what = "you may divide only while you are at least {least} points behind";
                Message::new("illegal.behind-by", what).with("least", least)
            }
            _ if position.turn.right == RightState::Lost => {
                Message::new("illegal.lost", "you did not win the right to divide this turn")
            }
            _ => Message::new("illegal.untried", "try for the right to divide first: `{move}`")
                .with("move", self.ask_notation()),
        };
        Some(message)
    }

    /// Replaces the short name of a vertex in a move.
    pub(crate) fn expand_short_names(&self, position: &Position, text: &str) -> Option<String> {
        let tree = &position.tree;
        let vertex = |name: &str| {
            let (_, number) =
                self.short_names.iter().find(|(own, _)| own.eq_ignore_ascii_case(name))?;
            Some(tree.vertex(*number).text(tree.fractal()))
        };
        match text.split_once('=') {
            None => vertex(text),
            Some((path, name)) => Some(format!("{path}={}", vertex(name)?)),
        }
    }

    /// Writes the rules that the future of a position depends on.
    fn options(&self) -> String {
        let rules = &self.ruleset.rules;
        let on = match rules.subdivide.on {
            Placement::Centre => "centre",
            Placement::New => "new",
            Placement::Any => "any",
        };
        let who = match rules.subdivide.who {
            DivisionRight::Behind => "behind".to_owned(),
            DivisionRight::BehindBy(least) => format!("behind-by-{least}"),
            DivisionRight::Always => "always".to_owned(),
            DivisionRight::Never => "never".to_owned(),
        };
        let (depth, end) = (rules.subdivide.max_depth, &rules.end);
        let full = if end.full == FullBoard::Moves { ",moves" } else { "" };
        let by = match rules.score.by {
            ScoredBy::Corner => "",
            ScoredBy::Majority => ",majority",
            ScoredBy::Area => ",area",
            ScoredBy::Chain => ",chain",
        };
        let levels = match rules.score.by {
            ScoredBy::Chain => format!("-{}", rules.score.levels),
            _ => String::new(),
        };
        let chance = match rules.subdivide.chance {
            ChanceRule::None => String::new(),
            ChanceRule::Die { faces, least } => format!(",die-{faces}-{least}"),
            ChanceRule::Pack(Pack { divide, place }) => format!(",cards-{divide}-{place}"),
        };
        format!("{on},{who},{depth},{},{}{full}{by}{levels}{chance}", end.target, end.difference)
    }

    pub(crate) fn write_position(&self, position: &Position) -> String {
        let tree = &position.tree;
        let mut text = String::new();
        tree.preorder(|cell| text.push(if tree.is_divided(cell) { '1' } else { '0' }));
        text.push(' ');
        let piece = |vertex: u32| SEATS.get(usize::from(position.pieces[vertex as usize]));
        let mut pieces =
            tree.vertices_in_preorder().into_iter().map(|vertex| piece(vertex).copied());
        text += &rows::write_row(&mut pieces);
        text.push(' ');
        text.push(SEATS[usize::from(position.turn.mover)]);
        text.extend(
            SIGNS.iter().find(|(_, right)| *right == position.turn.right).map(|(sign, _)| sign),
        );
        text.push(' ');
        text += &self.options();
        if let ChanceRule::Pack(_) = self.ruleset.rules.subdivide.chance {
            let Pack { divide, place } = position.turn.pack;
            text += &format!(" {divide}/{place}");
        }
        text
    }

    /// Reads a text by [`write_position`](Fractal::write_position).
    pub(crate) fn read_position(&self, text: &str) -> Result<Position, Message> {
        let bad = |what: String| Message::new("read.position", what);
        let mut words = text.split(' ');
        let (Some(tree), Some(pieces), Some(mover)) = (words.next(), words.next(), words.next())
        else {
            let what =
                "expected the divisions, the pieces and whose turn it is, with a space between";
            return Err(bad(what.to_owned()));
        };
        if let Some(options) = words.next()
            && options != self.options()
        {
            let expected = self.options();
            return Err(bad(format!(
                "the position has other options: expected `{expected}`, found `{options}`"
            )));
        }
        let pack = self.read_pack(words.next())?;
        if words.next().is_some() {
            return Err(bad("expected nothing after the cards".to_owned()));
        }
        let (mover, right) = self.read_turn(mover)?;
        let mut position =
            Position::new(self.read_divisions(tree)?, mover, Arc::clone(&self.position_rules));
        self.read_pieces(&mut position, pieces)?;
        position.count_chains(mover, true, &mut Vec::new());
        (position.turn.right, position.turn.pack) = (right, pack);
        Ok(position)
    }

    /// Reads the seat to move, and the state of the right to divide.
    fn read_turn(&self, text: &str) -> Result<(Seat, RightState), Message> {
        let bad = |what| Message::new("read.turn", what);
        let mut letters = text.chars();
        let letter = letters.next();
        let mover = SEATS.iter().position(|own| Some(*own) == letter);
        let mover = mover.ok_or_else(|| bad("expected `x` or `o` to move"))? as Seat;
        let sign = letters.as_str();
        if sign.is_empty() {
            return Ok((mover, RightState::Untried));
        }
        if self.ruleset.rules.subdivide.chance == ChanceRule::None {
            return Err(bad("expected `x` or `o` to move, without a sign: nothing is rolled here"));
        }
        let known = SIGNS.iter().find(|(own, _)| sign.chars().eq([*own]));
        let (_, right) = known.ok_or_else(|| bad("expected `?`, `+` or `-` after the turn"))?;
        Ok((mover, *right))
    }

    /// Reads the cards that are left: all if the text does not tell.
    fn read_pack(&self, word: Option<&str>) -> Result<Pack, Message> {
        let bad = |what: String| Message::new("read.cards", what);
        let all = match (&self.ruleset.rules.subdivide.chance, word) {
            (ChanceRule::Pack(all), _) => *all,
            (_, None) => return Ok(Pack::default()),
            (_, Some(_)) => return Err(bad("expected nothing after the options".to_owned())),
        };
        let Some(word) = word else { return Ok(all) };
        let left = word.split_once('/').and_then(|(divide, place)| {
            Some(Pack { divide: divide.parse().ok()?, place: place.parse().ok()? })
        });
        let left = left.filter(|left| {
            (1..=all.divide + all.place).contains(&left.divide.saturating_add(left.place))
                && left.divide <= all.divide
                && left.place <= all.place
        });
        left.ok_or_else(|| {
            let Pack { divide, place } = all;
            bad(format!(
                "expected the cards that are left, up to `{divide}/{place}`, found `{word}`"
            ))
        })
    }

    /// Divides the board by a text in preorder.
    fn read_divisions(&self, bits: &str) -> Result<Tree, Message> {
        let bad = |what: String| Message::new("read.divisions", what);
        let mut tree = self.undivided.clone();
        tree.reserve(bits.matches('1').count());
        let mut waiting: Vec<u32> = (0..tree.cells()).rev().collect();
        for (at, bit) in bits.chars().enumerate() {
            let Some(cell) = waiting.pop() else {
                return Err(bad(format!("the divisions end after {at} cells, found more")));
            };
            match bit {
                '0' => {}
                '1' => {
                    tree.divide(cell).map_err(|refusal| bad(format!("cell {at}: {refusal}")))?;
                    waiting.extend(tree.children(cell).rev());
                }
                other => return Err(bad(format!("expected `0` or `1`, found `{other}`"))),
            }
        }
        match waiting.len() {
            0 => Ok(tree),
            missing => {
                Err(bad(format!("the divisions end too early: {missing} cells are missing")))
            }
        }
    }

    /// Puts the pieces on the vertices, in the order in which dividing in preorder creates them.
    fn read_pieces(&self, position: &mut Position, text: &str) -> Result<(), Message> {
        let all = position.tree.vertices();
        let bad = |found: u64| {
            let what = format!("expected pieces for {all} vertices, found {found}");
            Message::new("read.pieces", what)
        };
        let (mut at, mut run, mut completed) = (0u64, None, Vec::new());
        for letter in text.chars() {
            if let Some(digit) = letter.to_digit(10) {
                let so_far = run.unwrap_or(0u64) * 10 + u64::from(digit);
                run = Some(so_far.min(u64::from(u32::MAX)));
                continue;
            }
            at += run.take().unwrap_or(0);
            let Some(seat) = SEATS.iter().position(|own| *own == letter) else {
                let what = format!("expected `x`, `o` or a number, found `{letter}`");
                return Err(Message::new("read.pieces", what));
            };
            if at >= u64::from(all) {
                return Err(bad(at + 1));
            }
            completed.clear();
            position.put_piece(at as u32, seat as Seat, &mut completed);
            at += 1;
        }
        at += run.unwrap_or(0);
        if at == u64::from(all) { Ok(()) } else { Err(bad(at)) }
    }
}

/// The row of a short name.
fn row_of(name: &str) -> u32 {
    name.trim_start_matches(|letter: char| letter.is_ascii_lowercase()).parse().unwrap_or(0)
}

/// Returns short names of vertices, column and row from the bottom left, if they stand in
/// full rows; else an empty list.
pub(crate) fn short_names(tree: &Tree) -> Vec<(String, u32)> {
    let places = crate::diagram::vertex_grid(tree);
    let (columns, rows) = (places.columns, places.rows);
    if tree.vertices() as usize != columns * rows {
        return Vec::new();
    }
    let name =
        |(column_at, row): &(usize, usize)| format!("{}{}", column(*column_at as u32), rows - row);
    places.at.iter().map(name).zip(0..).collect()
}
