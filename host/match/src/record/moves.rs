//! The moves of a record as text.

use boardloom_contract::{CHANCE, Seat};
use boardloom_ruleset::time_control::seconds;

use super::clocks::left_words;
use crate::arrow;
use crate::clock::{TimeControl, TimeLeft};
use crate::game_tree::{GameEvent, GameTree, Node, NodeId, ROOT};
use crate::move_text;
use crate::verdict;

const WIDTH: usize = 80;

/// Breaks the moves into lines.
pub(super) struct MoveTextLayout<'a> {
    control: &'a TimeControl,
    /// Time left of the movers, by node; empty without a clock.
    left: Vec<Option<TimeLeft>>,
    text: String,
    column: usize,
    order: Vec<NodeId>,
    /// A bracket to be written before the next word.
    open: bool,
}

enum Task {
    /// A variation, which begins with this node.
    Variation(NodeId, WrittenTurn),
    Close,
    Children(NodeId, WrittenTurn),
}

/// The rounds so far, and the seat that moved last.
#[derive(Clone, Copy, Default)]
struct WrittenTurn {
    rounds: u32,
    last: Option<Seat>,
}

impl WrittenTurn {
    /// Returns the rounds after a node, and whether the node starts one: its seat does not come
    /// after the previous seat.
    fn after(self, node: &Node) -> (WrittenTurn, bool) {
        match node.event() {
            // A record keeps no seats of illegal moves.
            _ if node.is_illegal() => (self, false),
            Some(GameEvent::Move { seat: Some(seat), .. }) if *seat != CHANCE => {
                let seat = *seat;
                let opens = self.last.is_none_or(|last| seat <= last);
                (WrittenTurn { rounds: self.rounds + u32::from(opens), last: Some(seat) }, opens)
            }
            // Draws and departures belong to the running round.
            _ => (self, false),
        }
    }
}

impl<'a> MoveTextLayout<'a> {
    pub(super) fn new(control: &'a TimeControl, left: Vec<Option<TimeLeft>>) -> Self {
        let (text, order) = (String::new(), Vec::new());
        MoveTextLayout { control, left, text, column: 0, order, open: false }
    }

    pub(super) fn finish(self) -> (String, Vec<NodeId>) {
        (self.text, self.order)
    }

    /// Writes all lines, with an explicit stack: variations may nest deeper than the call stack.
    pub(super) fn tree(&mut self, tree: &GameTree) {
        self.order.push(ROOT);
        self.annotations(tree, ROOT);
        let mut tasks = vec![Task::Children(ROOT, WrittenTurn::default())];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Close => self.text.push(')'),
                Task::Variation(id, turn) => {
                    self.open = true;
                    let turn = self.node(tree, id, turn, true);
                    tasks.push(Task::Children(id, turn));
                }
                Task::Children(id, turn) => {
                    let Some((main, others)) = tree.node(id).children().split_first() else {
                        continue;
                    };
                    let after = self.node(tree, *main, turn, id == ROOT);
                    tasks.push(Task::Children(*main, after));
                    for other in others.iter().rev() {
                        tasks.push(Task::Close);
                        tasks.push(Task::Variation(*other, turn));
                    }
                }
            }
        }
    }

    fn node(&mut self, tree: &GameTree, id: NodeId, turn: WrittenTurn, first: bool) -> WrittenTurn {
        self.order.push(id);
        let node = tree.node(id);
        let (turn, opens) = turn.after(node);
        if opens {
            self.word(&format!("{}.", turn.rounds));
        } else if first && turn.rounds > 0 {
            self.word(&format!("{}...", turn.rounds));
        }
        self.word(&move_text::write(node));
        self.annotations(tree, id);
        turn
    }

    fn annotations(&mut self, tree: &GameTree, id: NodeId) {
        let node = tree.node(id);
        let mut comment = String::new();
        if let Some(took) = node.took {
            comment.push_str(&format!("[took {}]", seconds(took)));
        }
        if node.coins > 0 {
            comment.push_str(&format!("[coins {}]", node.coins));
        }
        if !node.paused.is_zero() {
            comment.push_str(&format!("[paused {}]", seconds(node.paused)));
        }
        if let Some(assessment) = node.assessment {
            comment.push_str(&format!("[sign {}]", assessment.sign()));
        }
        if let Some(verdict) = &node.verdict {
            comment.push_str("[review");
            verdict::write(&mut comment, verdict);
            comment.push(']');
        }
        if !node.arrows.is_empty() {
            comment.push_str("[draw");
            arrow::write(&mut comment, &node.arrows);
            comment.push(']');
        }
        if let Some(Some(time)) = self.left.get(id.0 as usize) {
            comment.push_str(&left_words(self.control, time));
        }
        if comment.is_empty() && node.comment.is_empty() {
            return;
        }
        if !node.comment.is_empty() {
            if !comment.is_empty() {
                comment.push(' ');
            } else if node.comment.starts_with('[') {
                // Else it would be taken for an annotation.
                comment.push('\\');
            }
            for c in node.comment.chars() {
                if matches!(c, '}' | '\\') {
                    comment.push('\\');
                }
                comment.push(c);
            }
        }
        self.word(&format!("{{{comment}}}"));
    }

    fn word(&mut self, word: &str) {
        let width = word.chars().count() + usize::from(self.open);
        if self.column > 0 && self.column + 1 + width > WIDTH {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        if std::mem::take(&mut self.open) {
            self.text.push('(');
        }
        self.text.push_str(word);
        self.column = match word.rfind('\n') {
            Some(at) => word[at + 1..].chars().count(),
            None => self.column + width,
        };
    }
}
