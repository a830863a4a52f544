//! What a position shows beyond its cells and pieces: sides, diagonals, marks, and effects of moves.

use boardloom_sdk::topology::subdivision::{self, BoardElement};
use boardloom_sdk::{
    BoardLine, Effect, Extent, LineStyle, Mark, Patch, Piece, Seat, Site, effects,
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
        Extent { lines: lines as u32, ..position.tree.extent() }
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
