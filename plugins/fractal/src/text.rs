//! Moves and positions as text.
//!
//! A vertex is its level and numerators: `2:1,3`. A division is the way to the
//! cell and the vertex of the piece: `/0/3=3:3,3`. A position is the division tree
//! in preorder (`1` for a divided cell, `0` for a whole one), the pieces in the
//! order in which dividing in preorder creates the vertices (`x`, `o`, numbers for
//! empty ones), whose turn it is, and the options in force:
//! `10000 4x1oxo1 o new,behind,3,0,0`.

use boardloom_sdk::topology::column;
use boardloom_sdk::topology::subdivision::{Tree, Vertex};
use boardloom_sdk::{Message, Seat};

use crate::game::{Fractal, Move};
use crate::position::{EMPTY, Position};
use crate::ruleset::{Full, On, Who};

/// The letters of the seats.
pub(crate) const SEATS: [char; 2] = ['x', 'o'];

impl Fractal {
    pub(crate) fn name(&self, position: &Position, mv: Move) -> String {
        let tree = &position.tree;
        let vertex = |number: u32| tree.vertex(number).text(tree.fractal());
        match mv {
            Move::Place(on) => vertex(on),
            Move::Divide { cell, on } if on < tree.vertices() => {
                format!("{}={}", tree.path(cell), vertex(on))
            }
            Move::Divide { cell, on } => {
                let created = self.created(tree, cell);
                let corner = created.iter().find(|corner| corner.number == on);
                let text = corner.map(|corner| corner.vertex.text(tree.fractal()));
                format!("{}={}", tree.path(cell), text.unwrap_or_default())
            }
        }
    }

    /// Returns the legal move with this notation.
    pub(crate) fn named(&self, position: &Position, by: Seat, text: &str) -> Option<Move> {
        let tree = &position.tree;
        let (path, vertex) = match text.split_once('=') {
            Some((path, vertex)) => (Some(path), vertex),
            None => (None, text),
        };
        let vertex = Vertex::read(vertex, tree.fractal())?;
        let standing = tree.find(&vertex);
        let empty = standing.filter(|number| position.pieces[*number as usize] == EMPTY);
        let Some(path) = path else { return empty.map(Move::Place) };
        let cell = tree.at_path(path)?;
        let max = self.ruleset.rules.subdivide.max_depth;
        if !self.may_divide(position, by) || tree.level(cell) >= max || !tree.can_divide(cell) {
            return None;
        }
        let on = match standing {
            Some(_) => empty.filter(|_| self.ruleset.rules.subdivide.on == On::Any)?,
            None => {
                let created = self.created(tree, cell);
                created.iter().find(|corner| corner.vertex == vertex)?.number
            }
        };
        Some(Move::Divide { cell, on })
    }

    /// Returns the notation that a text with short names stands for.
    pub(crate) fn spelled(&self, position: &Position, text: &str) -> Option<String> {
        let tree = &position.tree;
        let vertex = |name: &str| {
            let (_, number) = self.names.iter().find(|(own, _)| own.eq_ignore_ascii_case(name))?;
            Some(tree.vertex(*number).text(tree.fractal()))
        };
        match text.split_once('=') {
            None => vertex(text),
            Some((path, name)) => Some(format!("{path}={}", vertex(name)?)),
        }
    }

    /// Writes the options that the future of a position depends on.
    fn options(&self) -> String {
        let rules = &self.ruleset.rules;
        let on = match rules.subdivide.on {
            On::Centre => "centre",
            On::New => "new",
            On::Any => "any",
        };
        let who = match rules.subdivide.who {
            Who::Behind => "behind".to_owned(),
            Who::BehindBy(least) => format!("behind-by-{least}"),
            Who::Always => "always".to_owned(),
            Who::Never => "never".to_owned(),
        };
        let (depth, end) = (rules.subdivide.max_depth, &rules.end);
        let full = if end.full == Full::Moves { ",moves" } else { "" };
        format!("{on},{who},{depth},{},{}{full}", end.target, end.difference)
    }

    /// Writes a position.
    pub(crate) fn text(&self, position: &Position) -> String {
        let tree = &position.tree;
        let mut text = String::new();
        tree.preorder(|cell| text.push(if tree.is_divided(cell) { '1' } else { '0' }));
        text.push(' ');
        let mut run = 0u32;
        let flush = |text: &mut String, run: &mut u32| {
            if *run > 0 {
                *text += &run.to_string();
            }
            *run = 0;
        };
        for vertex in tree.in_preorder() {
            match position.pieces[vertex as usize] {
                EMPTY => run += 1,
                seat => {
                    flush(&mut text, &mut run);
                    text.push(SEATS[usize::from(seat)]);
                }
            }
        }
        flush(&mut text, &mut run);
        text.push(' ');
        text.push(SEATS[usize::from(position.mover)]);
        text.push(' ');
        text + &self.options()
    }

    /// Reads what [`text`](Fractal::text) writes.
    pub(crate) fn position(&self, text: &str) -> Result<Position, Message> {
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
            let own = self.options();
            return Err(bad(format!(
                "the position is of other options: expected `{own}`, found `{options}`"
            )));
        }
        if words.next().is_some() {
            return Err(bad("expected nothing after the options".to_owned()));
        }
        let mover = SEATS.iter().position(|letter| mover.chars().eq([*letter]));
        let mover = mover.ok_or_else(|| bad("expected `x` or `o` to move".to_owned()))?;
        let tree = self.grown(tree)?;
        let mut position = Position::new(tree, mover as Seat);
        self.set(&mut position, pieces)?;
        position.completed.clear();
        Ok(position)
    }

    /// Divides the roots as a text in preorder says.
    fn grown(&self, bits: &str) -> Result<Tree, Message> {
        let bad = |what: String| Message::new("read.divisions", what);
        let mut tree = self.bare();
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

    /// Returns the roots, whole.
    fn bare(&self) -> Tree {
        let mut tree = self.start.tree.clone();
        while tree.unite().is_some() {}
        tree
    }

    /// Puts the pieces on the vertices of a board that was divided in preorder.
    fn set(&self, position: &mut Position, text: &str) -> Result<(), Message> {
        let all = position.tree.vertices();
        let bad = |found: u64| {
            let what = format!("expected pieces for {all} vertices, found {found}");
            Message::new("read.pieces", what)
        };
        let (mut at, mut run) = (0u64, None);
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
            position.put(at as u32, seat as Seat, &mut Vec::new());
            at += 1;
        }
        at += run.unwrap_or(0);
        if at == u64::from(all) { Ok(()) } else { Err(bad(at)) }
    }
}

/// Returns the vertices of a board by short names, column and row from the bottom
/// left, where they stand in full rows; else none.
pub(crate) fn names(tree: &Tree) -> Vec<(String, u32)> {
    let places = crate::diagram::places(tree);
    let (columns, rows) = (places.columns, places.rows);
    if tree.vertices() as usize != columns * rows {
        return Vec::new();
    }
    let name =
        |(column_at, row): &(usize, usize)| format!("{}{}", column(*column_at as u32), rows - row);
    places.at.iter().map(name).zip(0..).collect()
}
