//! The moves of a match as rows of a list.

use boardloom_contract::CHANCE;
use boardloom_match::{Assessment, Cause, GameEvent, GameTree, Node, NodeId, ROOT};

use crate::texts::game as t;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveRow {
    Round {
        /// From 1.
        number: usize,
        /// By seat.
        cells: Vec<Option<NodeId>>,
    },
    /// A variation, or chance draws.
    Aside {
        /// From 0.
        depth: usize,
        /// The round in which the line begins.
        number: Option<usize>,
        moves: Vec<NodeId>,
    },
    Comment {
        /// From 0.
        depth: usize,
        node: NodeId,
    },
}

impl MoveRow {
    pub fn has(&self, node: NodeId) -> bool {
        match self {
            MoveRow::Round { cells, .. } => cells.contains(&Some(node)),
            MoveRow::Aside { moves, .. } => moves.contains(&node),
            MoveRow::Comment { .. } => false,
        }
    }
}

/// A move as lists name it, in the language in force.
pub fn event_text(node: &Node) -> &str {
    match node.event() {
        Some(GameEvent::RemovePlayer { cause, .. }) => match cause {
            Cause::Resigned => t::list_resigned(),
            Cause::Time => t::list_out_of_time(),
            Cause::Left => t::list_left(),
        },
        Some(GameEvent::AgreedDraw { .. }) => t::list_draw(),
        _ => node.text(),
    }
}

/// A move as lists with little room name it.
pub fn short_text(node: &Node) -> &str {
    match node.event() {
        Some(GameEvent::Move { .. }) => node.short_text(),
        _ => event_text(node),
    }
}

/// A move with the sign of its assessment, for lists of moves.
pub fn move_text(node: &Node) -> String {
    format!("{}{}", event_text(node), node.assessment.map_or("", Assessment::sign))
}

/// Deeper variations are not indented further.
const DEEPEST: usize = 5;

/// The number that a list of moves gives a move, from 1; `None` for moves beside its rows.
pub fn number_of(rows: &[MoveRow], node: NodeId) -> Option<usize> {
    rows.iter().find(|row| row.has(node)).and_then(|row| match row {
        MoveRow::Round { number, .. } => Some(*number),
        MoveRow::Aside { number, .. } => *number,
        MoveRow::Comment { .. } => None,
    })
}

pub fn rows(tree: &GameTree, seats: usize) -> Vec<MoveRow> {
    let mut list = List {
        tree,
        seats: seats.max(1),
        rows: Vec::new(),
        comments: Vec::new(),
        round: 0,
        last: usize::MAX,
    };
    list.main_line();
    list.rows
}

struct List<'a> {
    tree: &'a GameTree,
    seats: usize,
    rows: Vec<MoveRow>,
    /// Comments on moves of the round that is being listed: they stand below it.
    comments: Vec<NodeId>,
    round: usize,
    last: usize,
}

impl List<'_> {
    fn main_line(&mut self) {
        if self.tree.is_noted(ROOT) {
            self.rows.push(MoveRow::Comment { depth: 0, node: ROOT });
        }
        let mut at = ROOT;
        let mut new_row = true;
        while let Some((first, others)) = self.tree.node(at).children().split_first() {
            new_row = self.place(*first, new_row);
            if self.tree.is_noted(*first) {
                self.comments.push(*first);
            }
            if !others.is_empty() {
                self.list_comments();
            }
            for other in others {
                self.aside(*other, 1, Some(self.round));
                new_row = true;
            }
            at = *first;
        }
        self.list_comments();
    }

    fn list_comments(&mut self) {
        let comments = std::mem::take(&mut self.comments);
        let row = |node| MoveRow::Comment { depth: 0, node };
        self.rows.extend(comments.into_iter().map(row));
    }

    /// Puts a move of the main line into the table. Returns whether the next one begins a row.
    fn place(&mut self, id: NodeId, new_row: bool) -> bool {
        let Some(seat) = seat_of(self.tree.node(id)).filter(|seat| *seat < self.seats) else {
            self.list_comments();
            self.rows.push(MoveRow::Aside { depth: 0, number: None, moves: vec![id] });
            return true;
        };
        let begins = self.last == usize::MAX || seat <= self.last;
        if begins {
            self.round += 1;
        }
        self.last = seat;
        if let (false, false, Some(MoveRow::Round { cells, .. })) =
            (begins, new_row, self.rows.last_mut())
        {
            cells[seat] = Some(id);
            return false;
        }
        self.list_comments();
        let mut cells = vec![None; self.seats];
        cells[seat] = Some(id);
        self.rows.push(MoveRow::Round { number: self.round, cells });
        false
    }

    fn aside(&mut self, from: NodeId, depth: usize, mut number: Option<usize>) {
        let depth = depth.min(DEEPEST);
        let tree = self.tree;
        let mut moves = Vec::new();
        let (mut at, mut listed) = (from, false);
        loop {
            if !std::mem::take(&mut listed) {
                moves.push(at);
            }
            let noted = tree.is_noted(at);
            let next = tree.node(at).children().split_first();
            if let Some((first, others)) = next.filter(|(_, others)| !others.is_empty()) {
                // A line goes on after the variations of its next move.
                moves.push(*first);
                self.flush(depth, &mut number, &mut moves);
                others.iter().for_each(|other| self.aside(*other, depth + 1, None));
                listed = true;
            } else if noted || next.is_none() {
                self.flush(depth, &mut number, &mut moves);
            }
            if noted {
                self.rows.push(MoveRow::Comment { depth, node: at });
            }
            match next {
                Some((first, _)) => at = *first,
                None => return,
            }
        }
    }

    fn flush(&mut self, depth: usize, number: &mut Option<usize>, moves: &mut Vec<NodeId>) {
        if !moves.is_empty() {
            let moves = std::mem::take(moves);
            self.rows.push(MoveRow::Aside { depth, number: number.take(), moves });
        }
    }
}

fn seat_of(node: &Node) -> Option<usize> {
    node.event().and_then(GameEvent::seat).filter(|seat| *seat != CHANCE).map(usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn add(tree: &mut GameTree, parent: NodeId, seat: u8, mv: &str) -> NodeId {
        tree.add(parent, GameEvent::Move { seat: Some(seat), mv: mv.to_owned() })
    }

    fn shown(tree: &GameTree) -> String {
        let text = |id: &NodeId| tree.node(*id).event().map(GameEvent::text).unwrap_or_default();
        let mut lines = Vec::new();
        for row in rows(tree, 2) {
            lines.push(match row {
                MoveRow::Round { number, cells } => {
                    let cells: Vec<_> =
                        cells.iter().map(|c| c.as_ref().map_or("-", text)).collect();
                    format!("{number}. {}", cells.join(" "))
                }
                MoveRow::Aside { depth, number, moves } => {
                    let moves: Vec<_> = moves.iter().map(text).collect();
                    let number = number.map(|n| format!("{n}: ")).unwrap_or_default();
                    format!("{}{number}{}", "  ".repeat(depth), moves.join(" "))
                }
                MoveRow::Comment { depth, node } => {
                    format!("{}\"{}\"", "  ".repeat(depth), tree.node(node).comment)
                }
            });
        }
        lines.join("\n")
    }

    #[test]
    fn rounds_fill_and_variations_are_indented() {
        let mut tree = GameTree::default();
        let a = add(&mut tree, ROOT, 0, "a");
        let b = add(&mut tree, a, 1, "b");
        let c = add(&mut tree, b, 0, "c");
        let _d = add(&mut tree, c, 1, "d");
        let x = add(&mut tree, a, 1, "x");
        let y = add(&mut tree, x, 0, "y");
        let _z = add(&mut tree, y, 1, "z");
        assert_eq!(shown(&tree), "1. a b\n  1: x y z\n2. c d");
    }

    #[test]
    fn comments_stand_below_their_round() {
        let mut tree = GameTree::default();
        let a = add(&mut tree, ROOT, 0, "a");
        let b = add(&mut tree, a, 1, "b");
        let c = add(&mut tree, b, 0, "c");
        tree.node_mut(a).comment = "first".to_owned();
        tree.node_mut(b).comment = "second".to_owned();
        tree.node_mut(c).comment = "third".to_owned();
        assert_eq!(shown(&tree), "1. a b\n\"first\"\n\"second\"\n2. c -\n\"third\"");
    }

    #[test]
    fn every_move_is_shown_once_however_the_tree_grows() {
        let mut tree = GameTree::default();
        let mut state = 7_u64;
        let mut ids = vec![ROOT];
        for step in 0..200 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let parent = ids[(state >> 33) as usize % ids.len()];
            ids.push(add(&mut tree, parent, (step % 2) as u8, &format!("m{step}")));
        }
        let mut shown: Vec<NodeId> = rows(&tree, 2)
            .into_iter()
            .flat_map(|row| match row {
                MoveRow::Round { cells, .. } => cells.into_iter().flatten().collect(),
                MoveRow::Aside { moves, .. } => moves,
                MoveRow::Comment { .. } => Vec::new(),
            })
            .collect();
        shown.sort();
        ids.sort();
        assert_eq!(shown, ids[1..]);
    }
}
