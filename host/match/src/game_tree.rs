//! The tree of moves of a match: every line that was ever tried.

use std::time::Duration;

use boardloom_contract::{CHANCE, Effect, Message, Outcome, Seat};

/// A node of a [`GameTree`]. The root is the position before the first move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct NodeId(pub u32);

/// The root of every tree.
pub const ROOT: NodeId = NodeId(0);

/// Why a seat was taken out of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cause {
    /// It gave up.
    Resigned,
    /// Its time ran out.
    Time,
    /// It left the table.
    Left,
}

/// What leads from one node to the next.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Event {
    /// A move in its notation. No seat means the first one that may act then
    /// (records leave it out where it is plain); [`CHANCE`](boardloom_contract::CHANCE)
    /// is a draw.
    Move {
        /// Who played it.
        seat: Option<Seat>,
        /// The notation.
        mv: String,
    },
    /// A seat was taken out. No seat means the first one that may act then.
    RemovePlayer {
        /// Which.
        seat: Option<Seat>,
        /// Why.
        cause: Cause,
    },
}

impl Event {
    /// Returns who acted, where that is known.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Event::Move { seat, .. } | Event::RemovePlayer { seat, .. } => *seat,
        }
    }

    /// Returns what a list of moves shows.
    pub fn text(&self) -> &str {
        match self {
            Event::Move { mv, .. } => mv,
            Event::RemovePlayer { cause: Cause::Resigned, .. } => "resigns",
            Event::RemovePlayer { cause: Cause::Time, .. } => "time is up",
            Event::RemovePlayer { cause: Cause::Left, .. } => "leaves",
        }
    }
}

/// Whether a node can be reached under the rules in force.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Fit {
    /// Not tried yet.
    #[default]
    Untried,
    /// It was played.
    Fits,
    /// It is not legal, and why; or something before it is not. Kept, greyed.
    Unfit(String),
}

/// One event of a match, and what is known of it.
#[derive(Debug, Clone, Default)]
pub struct Node {
    pub(crate) parent: Option<NodeId>,
    pub(crate) children: Vec<NodeId>,
    pub(crate) event: Option<Event>,
    pub(crate) ply: u32,
    /// The child that was visited last: where redo goes.
    pub(crate) recent: Option<NodeId>,
    /// Whether the seat was the first that might act, so that a record need not
    /// name it.
    pub(crate) in_turn: bool,
    /// What happened, in order; empty until played.
    pub effects: Vec<Effect>,
    /// What the game had to say of it: a forced pass, say.
    pub note: Option<Message>,
    /// How the game ended here, where it did.
    pub outcome: Option<Outcome>,
    /// The points of each seat here; empty until played.
    pub scores: Vec<f64>,
    /// What a person wrote about it.
    pub comment: String,
    /// How long the mover thought.
    pub took: Option<Duration>,
    /// Time bought during the turn, in coins of the arcade clock.
    pub coins: u32,
    /// How long the clocks stood still in the turn on a person's wish.
    pub paused: Duration,
    /// Whether it can be reached.
    pub fit: Fit,
}

impl Node {
    /// Returns the node before, or none for the root.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// Returns what follows; the first is the main line.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// Returns what led here, or none for the root.
    pub fn event(&self) -> Option<&Event> {
        self.event.as_ref()
    }

    /// Returns how many events lie before and including this one.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Tells whether the node cannot be reached under the rules in force.
    pub fn is_unfit(&self) -> bool {
        matches!(self.fit, Fit::Unfit(_))
    }

    /// Tells whether chance drew it.
    pub(crate) fn is_draw(&self) -> bool {
        self.event().and_then(Event::seat) == Some(CHANCE)
    }
}

/// A line that was deleted and can be put back.
#[derive(Debug, Clone)]
struct Deleted {
    parent: NodeId,
    place: usize,
    node: NodeId,
}

/// All lines of a match. Nodes are never freed: a deleted line is only taken
/// out of its parent's children, so that it can be put back.
#[derive(Debug, Clone)]
pub struct GameTree {
    nodes: Vec<Node>,
    deleted: Vec<Deleted>,
}

impl Default for GameTree {
    fn default() -> Self {
        let root = Node { fit: Fit::Fits, ..Node::default() };
        GameTree { nodes: vec![root], deleted: Vec::new() }
    }
}

impl GameTree {
    /// Returns a node.
    ///
    /// # Panics
    /// When the id is from another tree.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// Returns a node to be changed.
    ///
    /// # Panics
    /// When the id is from another tree.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// Returns a node, or none where there is no such number.
    pub fn get(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.0 as usize)
    }

    /// Returns how many nodes were ever made, deleted ones included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Tells whether there is nothing but the root.
    pub fn is_empty(&self) -> bool {
        self.nodes[0].children.is_empty()
    }

    /// Adds an event after a node, as its last child, or returns the child that
    /// is the same event already.
    pub fn add(&mut self, parent: NodeId, event: Event) -> NodeId {
        if let Some(id) = self.child(parent, &event) {
            return id;
        }
        self.push(parent, event)
    }

    /// Adds an event as [`GameTree::add`] does, without looking for an equal one:
    /// records count their nodes, double ones included.
    pub(crate) fn add_read(&mut self, parent: NodeId, event: Event) -> NodeId {
        self.push(parent, event)
    }

    fn push(&mut self, parent: NodeId, event: Event) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 moves are played"));
        let ply = self.node(parent).ply + 1;
        self.nodes.push(Node { parent: Some(parent), event: Some(event), ply, ..Node::default() });
        self.node_mut(parent).children.push(id);
        id
    }

    /// Returns the child that is this event. A move without a seat is the same
    /// as one with any.
    pub fn child(&self, parent: NodeId, event: &Event) -> Option<NodeId> {
        let same = |a: &Event, b: &Event| {
            let seats = a.seat().is_none() || b.seat().is_none() || a.seat() == b.seat();
            let what = match (a, b) {
                (Event::Move { mv: a, .. }, Event::Move { mv: b, .. }) => a == b,
                (Event::RemovePlayer { cause: a, .. }, Event::RemovePlayer { cause: b, .. }) => {
                    a == b
                }
                _ => false,
            };
            seats && what
        };
        let children = &self.node(parent).children;
        children.iter().copied().find(|c| self.node(*c).event().is_some_and(|e| same(e, event)))
    }

    /// Returns the way from the root to a node, both included.
    pub fn line(&self, to: NodeId) -> Vec<NodeId> {
        let mut line = vec![to];
        let mut at = to;
        while let Some(parent) = self.node(at).parent {
            line.push(parent);
            at = parent;
        }
        line.reverse();
        line
    }

    /// Returns the end of the line that goes on from a node, by the child
    /// visited last, or else the first.
    pub fn end(&self, from: NodeId) -> NodeId {
        let mut at = from;
        while let Some(next) = self.next(at) {
            at = next;
        }
        at
    }

    /// Returns where redo goes: the child visited last, or else the first; one
    /// that does not fit only where none does.
    pub fn next(&self, from: NodeId) -> Option<NodeId> {
        let node = self.node(from);
        let fits = |id: &NodeId| !self.node(*id).is_unfit();
        let recent = node.recent.filter(|id| node.children.contains(id) && fits(id));
        let fitting = || node.children.iter().copied().find(fits);
        recent.or_else(fitting).or(node.children.first().copied())
    }

    /// Returns the whole line through a node: from the root to it, and on to
    /// the end.
    pub fn line_through(&self, node: NodeId) -> Vec<NodeId> {
        let mut line = self.line(node);
        let mut at = node;
        while let Some(next) = self.next(at) {
            line.push(next);
            at = next;
        }
        line
    }

    /// Returns the alternatives to a node, itself included: the main one first.
    pub fn variations(&self, node: NodeId) -> &[NodeId] {
        match self.node(node).parent {
            Some(parent) => &self.node(parent).children,
            None => &[ROOT],
        }
    }

    /// Remembers that a node was visited, for redo.
    pub(crate) fn visit(&mut self, id: NodeId) {
        if let Some(parent) = self.node(id).parent {
            self.node_mut(parent).recent = Some(id);
        }
    }

    /// Tells whether a node is in the tree: neither it nor anything before it
    /// was deleted.
    pub fn has(&self, node: NodeId) -> bool {
        let mut at = node;
        while let Some(parent) = self.get(at).and_then(Node::parent) {
            if !self.node(parent).children.contains(&at) {
                return false;
            }
            at = parent;
        }
        at == ROOT
    }

    /// Tells whether `above` is `node` or lies on the way to it.
    pub fn leads_to(&self, above: NodeId, node: NodeId) -> bool {
        let mut at = Some(node);
        while let Some(id) = at {
            if id == above {
                return true;
            }
            at = self.node(id).parent;
        }
        false
    }

    /// Makes a variation the main line at its parent. False where it is already.
    pub fn promote(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.node(id).parent else { return false };
        let children = &mut self.node_mut(parent).children;
        match children.iter().position(|c| *c == id) {
            None | Some(0) => false,
            Some(place) => {
                children[..=place].rotate_right(1);
                true
            }
        }
    }

    /// Takes a node and all that follows out of the tree. False for the root.
    pub fn delete(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.node(id).parent else { return false };
        let children = &mut self.node_mut(parent).children;
        let Some(place) = children.iter().position(|c| *c == id) else { return false };
        children.remove(place);
        self.deleted.push(Deleted { parent, place, node: id });
        true
    }

    /// Counts a node and all that follows.
    pub fn below(&self, node: NodeId) -> usize {
        let (mut count, mut rest) = (0, vec![node]);
        while let Some(id) = rest.pop() {
            count += 1;
            rest.extend(self.node(id).children.iter());
        }
        count
    }

    /// Takes a node and all that follows out of the tree for good.
    pub(crate) fn detach(&mut self, id: NodeId) {
        if let Some(parent) = self.node(id).parent {
            self.node_mut(parent).children.retain(|child| *child != id);
        }
    }

    /// Puts back what was deleted last, and returns it.
    pub fn restore(&mut self) -> Option<NodeId> {
        let Deleted { parent, place, node } = self.deleted.pop()?;
        // The same move may have been played again meanwhile: then what follows
        // the deleted one goes on below the new one.
        let event = self.node(node).event.clone()?;
        let Some(twin) = self.child(parent, &event) else {
            let children = &mut self.node_mut(parent).children;
            children.insert(place.min(children.len()), node);
            return Some(node);
        };
        self.graft(node, twin);
        Some(twin)
    }

    /// Tells whether there is something to put back.
    pub fn can_restore(&self) -> bool {
        !self.deleted.is_empty()
    }

    /// Moves what follows `from` below `onto`, joining equal events.
    fn graft(&mut self, from: NodeId, onto: NodeId) {
        let mut pairs = vec![(from, onto)];
        while let Some((from, onto)) = pairs.pop() {
            for child in std::mem::take(&mut self.node_mut(from).children) {
                let event = self.node(child).event.clone().expect("only the root has no event");
                match self.child(onto, &event) {
                    Some(twin) => pairs.push((child, twin)),
                    None => {
                        self.node_mut(child).parent = Some(onto);
                        self.node_mut(onto).children.push(child);
                    }
                }
            }
        }
    }

    /// Returns the main line: from the root, always the first of what was played.
    pub fn main_line(&self) -> Vec<NodeId> {
        let mut line = vec![ROOT];
        let mut at = ROOT;
        while let Some(next) = self.node(at).children().first() {
            line.push(*next);
            at = *next;
        }
        line
    }

    /// Returns where the lines end, in the order of a record: the main line first.
    pub fn ends(&self) -> Vec<NodeId> {
        let mut order = self.in_order();
        order.retain(|id| self.node(*id).children().is_empty());
        order
    }

    /// Returns all nodes in the order of a record: each line before its
    /// variations, parents before children.
    pub fn in_order(&self) -> Vec<NodeId> {
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut rest = vec![ROOT];
        while let Some(id) = rest.pop() {
            order.push(id);
            rest.extend(self.node(id).children.iter().rev());
        }
        order
    }

    /// Forgets what was tried: all nodes but the root are [`Fit::Untried`].
    pub(crate) fn untry(&mut self) {
        for node in self.nodes.iter_mut().skip(1) {
            node.fit = Fit::Untried;
            node.effects.clear();
            node.note = None;
            node.outcome = None;
            node.scores.clear();
        }
    }

    /// Takes over what was found out by trying the nodes of another tree, which
    /// this one was once: those that came since are [`Fit::Untried`].
    pub(crate) fn adopt_tries(&mut self, tried: GameTree) {
        self.untry();
        self.nodes[0].scores.clone_from(&tried.nodes[0].scores);
        for (node, tried) in self.nodes.iter_mut().zip(tried.nodes).skip(1) {
            node.event = tried.event;
            node.in_turn = tried.in_turn;
            node.effects = tried.effects;
            node.note = tried.note;
            node.outcome = tried.outcome;
            node.scores = tried.scores;
            node.fit = tried.fit;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(text: &str) -> Event {
        Event::Move { seat: Some(0), mv: text.to_owned() }
    }

    #[test]
    fn the_same_move_is_one_node() {
        let mut tree = GameTree::default();
        let a = tree.add(ROOT, mv("a"));
        assert_eq!(tree.add(ROOT, mv("a")), a);
        assert_ne!(tree.add(ROOT, mv("b")), a);
    }

    #[test]
    fn promote_delete_restore() {
        let mut tree = GameTree::default();
        let a = tree.add(ROOT, mv("a"));
        let b = tree.add(ROOT, mv("b"));
        let c = tree.add(ROOT, mv("c"));
        assert!(tree.promote(c));
        assert_eq!(tree.node(ROOT).children(), [c, a, b]);
        assert!(!tree.promote(c));
        assert!(tree.delete(a));
        assert_eq!(tree.node(ROOT).children(), [c, b]);
        assert_eq!(tree.restore(), Some(a));
        assert_eq!(tree.node(ROOT).children(), [c, a, b]);
        assert!(!tree.delete(ROOT));
        assert_eq!(tree.restore(), None);
    }

    #[test]
    fn restore_joins_a_move_played_again() {
        let mut tree = GameTree::default();
        let a = tree.add(ROOT, mv("a"));
        let b = tree.add(a, mv("b"));
        tree.delete(a);
        let again = tree.add(ROOT, mv("a"));
        let c = tree.add(again, mv("c"));
        assert!(tree.has(c) && !tree.has(b));
        assert_eq!(tree.restore(), Some(again));
        assert_eq!(tree.node(again).children(), [c, b]);
        assert_eq!(tree.line(b), [ROOT, again, b]);
    }

    #[test]
    fn redo_follows_the_line_visited_last() {
        let mut tree = GameTree::default();
        let a = tree.add(ROOT, mv("a"));
        let b = tree.add(ROOT, mv("b"));
        assert_eq!(tree.next(ROOT), Some(a));
        tree.visit(b);
        assert_eq!(tree.next(ROOT), Some(b));
        tree.delete(b);
        assert_eq!(tree.next(ROOT), Some(a));
    }
}
