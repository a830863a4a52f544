//! What a position shows beyond its cells and pieces: sides, diagonals, captions, marks, and effects
//! of moves.

use std::collections::BTreeSet;

use boardloom_sdk::topology::subdivision::{self, BoardElement, Tree};
use boardloom_sdk::{
    BoardLine, Caption, Effect, Extent, LineStyle, Mark, Patch, Piece, Seat, Site, effects,
};

use crate::chains;
use crate::game::Fractal;
use crate::moves::Move;
use crate::position::Position;

/// On boards with more cells, only those that the last move completed are marked.
const MAX_OWNED: u32 = 20_000;

impl Fractal {
    pub(crate) fn drawing_extent(&self, position: &Position) -> Extent {
        let lines = self.sides.len() + self.count_diagonals(position);
        let captions = self.captions.len() as u32;
        Extent { lines: lines as u32, captions, ..position.tree.extent() }
    }

    pub(crate) fn draw_beyond(&self, position: &Position, beyond: Extent, limit: u32) -> Patch {
        let mut patch = position.tree.drawing_beyond(beyond, limit);
        for place in &mut patch.places {
            if let Some(BoardElement::Vertex(vertex)) = position.tree.element(place.site)
                && let Some((name, _)) = self.short_names.get(vertex as usize)
            {
                place.label.clone_from(name);
            }
        }
        let all = self.drawing_extent(position).lines;
        let page = beyond.lines.min(all)..beyond.lines.saturating_add(limit).min(all);
        patch.lines = page.map(|number| self.line(position, number)).collect();
        let captions = self.captions.iter().skip(beyond.captions as usize);
        patch.captions = captions.take(limit as usize).cloned().collect();
        patch
    }

    /// Returns the cells that the last move completed or joined, and the chains or the completed
    /// cells that count now.
    pub(crate) fn all_marks(&self, position: &Position) -> Vec<Mark> {
        let completed = position.completed.iter().copied();
        if position.chains.is_some() {
            let mut marks = self.chain_marks(position);
            let mover = Some(1 - position.turn.mover);
            marks.extend(mark_of_cells(position, "completed", completed, mover));
            return marks;
        }
        let cells = position.tree.cells();
        let before = (0..if cells <= MAX_OWNED { cells } else { 0 })
            .filter(|cell| position.is_complete(*cell) && !position.completed.contains(cell));
        let mut marks = marks_by_owner(position, "owned", before);
        marks.extend(marks_by_owner(position, "completed", completed));
        marks
    }

    /// Returns the number of lines inside of cells: each square has a diagonal where chains count.
    fn count_diagonals(&self, position: &Position) -> usize {
        let has_diagonals = position.chains.is_some() && position.tree.fractal().corners() == 4;
        if has_diagonals { position.tree.cells() as usize } else { 0 }
    }

    /// Returns a line of the drawing: first the sides of the board, then the diagonals by cell. A
    /// division leaves the diagonal where it is: those of two parts lie on it.
    fn line(&self, position: &Position, number: u32) -> BoardLine {
        let tree = &position.tree;
        let (role, points) = match number.checked_sub(self.sides.len() as u32) {
            None => self.sides[number as usize].clone(),
            Some(cell) => {
                let ends = chains::diagonal(tree, cell).expect("the cells are squares");
                let point = |vertex| {
                    let (x, y) = tree.point(vertex);
                    (x, y, 0.0)
                };
                (link_role(), ends.map(point).to_vec())
            }
        };
        let (frame, closed, style, group) = (None, false, LineStyle::Stroke, 0);
        BoardLine { frame, role, points, closed, style, group }
    }

    /// Returns the chains that join the sides of cells now.
    fn chain_marks(&self, position: &Position) -> Vec<Mark> {
        let Some(chains) = &position.chains else { return Vec::new() };
        let mut marks = Vec::new();
        for seat in [0, 1] {
            for cell in chains.cells(position.turn.joined[usize::from(seat)]) {
                for path in chains.paths(&position.pieces, seat, cell) {
                    let sites = path.into_iter().map(|it| position.tree.vertex_site(it)).collect();
                    let role = "chain".to_owned();
                    marks.push(Mark { role, sites, joined: true, seat: Some(seat), text: None });
                }
            }
        }
        marks
    }

    /// Appends the visible effects of the move that led to a position.
    pub(crate) fn push_effects(
        &self,
        position: &Position,
        by: Seat,
        mv: Move,
        effects: &mut Vec<Effect>,
    ) {
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
        let placed = effects::place(tree.vertex_site(vertex), Piece::new(0, by));
        effects.push(Effect { stage, ..placed });
        for cell in &position.completed {
            let (stage, site) = (stage + 1, Some(tree.cell_site(*cell)));
            let cue = "score".to_owned();
            effects.push(Effect { stage, site, cue, ..effects::plain("score") });
        }
    }
}

/// The distance of captions from the board, in distances of rows.
const CAPTION: f64 = 0.6;

/// Returns the names of columns and rows that make up the short names of vertices, on all sides:
/// the host shows those that are at the left and below.
pub(crate) fn captions(tree: &Tree, short_names: &[(String, u32)]) -> Vec<Caption> {
    let mut captions = Vec::new();
    let points: Vec<(f64, f64)> = short_names.iter().map(|(_, it)| tree.point(*it)).collect();
    let range = |axis: fn(&(f64, f64)) -> f64| {
        points
            .iter()
            .map(axis)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)))
    };
    let (left, right) = range(|at| at.0);
    let (top, bottom) = range(|at| at.1);
    let mut known = BTreeSet::new();
    let rows = short_names.len().isqrt().max(2) - 1;
    let gap = CAPTION * (right - left).max(bottom - top) / rows as f64;
    for ((name, _), (x, y)) in short_names.iter().zip(&points) {
        let letters = name.find(|letter: char| letter.is_ascii_digit()).unwrap_or(name.len());
        let (column, row) = name.split_at(letters);
        let places = [
            (column, [(*x, top - gap), (*x, bottom + gap)]),
            (row, [(left - gap, *y), (right + gap, *y)]),
        ];
        for (text, at) in places {
            if known.insert(text) {
                let caption = |(x, y)| Caption { frame: None, at: (x, y, 0.0), text: text.into() };
                captions.extend(at.map(caption));
            }
        }
    }
    captions
}

/// Returns a mark of completed cells for each seat with most pieces on their corners, and one for
/// those of neither.
fn marks_by_owner(
    position: &Position,
    role: &str,
    cells: impl Iterator<Item = u32> + Clone,
) -> Vec<Mark> {
    let owner = |cell: &u32| match position.corner_lead(*cell) {
        1.. => Some(0),
        0 => None,
        ..0 => Some(1),
    };
    let marks = [Some(0), Some(1), None].into_iter().filter_map(|seat| {
        let own = cells.clone().filter(|cell| owner(cell) == seat);
        mark_of_cells(position, role, own, seat)
    });
    marks.collect()
}

fn mark_of_cells(
    position: &Position,
    role: &str,
    cells: impl Iterator<Item = u32>,
    seat: Option<Seat>,
) -> Option<Mark> {
    let sites: Vec<Site> = cells.map(|cell| position.tree.cell_site(cell)).collect();
    let mark = Mark { role: role.to_owned(), sites, joined: false, seat, text: None };
    (!mark.sites.is_empty()).then_some(mark)
}

/// Returns the roles of places and lines: levels, the sides of the seats, and links within cells.
pub(crate) fn roles() -> Vec<String> {
    let mut roles = subdivision::roles();
    roles.extend(["side-1", "side-2", "link"].map(str::to_owned));
    roles
}

/// Returns the role of the sides that a seat joins.
pub(crate) fn side_role(seat: Seat) -> u16 {
    subdivision::roles().len() as u16 + u16::from(seat)
}

fn link_role() -> u16 {
    side_role(2)
}
