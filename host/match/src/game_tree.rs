//! The tree of moves of a match: every line that was ever tried.

use std::iter::successors;
use std::time::Duration;

use boardloom_contract::{
    CHANCE, Cursor, Effect, GameStatus, Message, Outcome, PluginResult, Seat,
};
use serde::{Deserialize, Serialize};

use crate::arrow::Arrow;
use crate::assessment::Assessment;
use crate::error::MatchError;
use crate::verdict::Verdict;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct NodeId(pub u32);

/// The position before the first move.
pub const ROOT: NodeId = NodeId(0);

/// The reason for which a player was removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Cause {
    Resigned,
    Time,
    Left,
}

impl Cause {
    pub(crate) const ALL: [Cause; 3] = [Cause::Resigned, Cause::Time, Cause::Left];

    /// Returns an identifier, and the act in the past and the present tense.
    fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Cause::Resigned => ("resigned", "resigned", "resigns"),
            Cause::Time => ("time", "ran out of time", "time is up"),
            Cause::Left => ("left", "left the game", "leaves"),
        }
    }

    pub(crate) fn notation(self) -> &'static str {
        match self {
            Cause::Resigned => "resign",
            Cause::Time => "time",
            Cause::Left => "left",
        }
    }

    /// Returns the text for a list of moves.
    pub(crate) fn describe(self) -> Message {
        let (id, text, _) = self.words();
        Message::new(["move.", id].concat(), text)
    }

    /// Returns the reason of a game's end by it.
    pub(crate) fn reason(self, player: &str) -> Message {
        let (id, text, _) = self.words();
        Message::new(["over.", id].concat(), ["{player} ", text].concat()).with("player", player)
    }
}

/// The event between two nodes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum GameEvent {
    /// A move in notation. Without a seat it is played by the first seat that may act;
    /// [`CHANCE`](boardloom_contract::CHANCE) marks a draw.
    Move { seat: Option<Seat>, mv: String },
    /// A seat leaves the game. Without a seat it is the first that may act.
    RemovePlayer { seat: Option<Seat>, cause: Cause },
    /// The players agreed to a draw, which the seat offered. The rules do not know of it: it ends
    /// the game in the match alone.
    AgreedDraw { seat: Option<Seat> },
}

/// The notation of [`GameEvent::AgreedDraw`] after its `!`.
pub(crate) const AGREED_DRAW: &str = "draw";

impl GameEvent {
    pub fn seat(&self) -> Option<Seat> {
        match self {
            GameEvent::Move { seat, .. }
            | GameEvent::RemovePlayer { seat, .. }
            | GameEvent::AgreedDraw { seat } => *seat,
        }
    }

    /// Tells whether a cursor plays it, and takes it back.
    pub(crate) fn is_for_rules(&self) -> bool {
        !matches!(self, GameEvent::AgreedDraw { .. })
    }

    /// Changes the status of the rules to the one after the event.
    pub(crate) fn complete(&self, status: &mut GameStatus) {
        if let GameEvent::AgreedDraw { .. } = self {
            status.acting.clear();
            let ranks = status.seats.iter().map(|seat| u8::from(!seat.active)).collect();
            let reason = Message::new("over.agreed", "by agreement");
            status.outcome = Some(Outcome { ranks, reason });
        }
    }

    /// Plays the event for a seat; the inner error is why it is illegal.
    pub fn play_on(
        &self,
        cursor: &mut dyn Cursor,
        seat: Seat,
    ) -> PluginResult<Result<Vec<Effect>, Message>> {
        match self {
            GameEvent::Move { mv, .. } => cursor.play(seat, mv),
            GameEvent::RemovePlayer { .. } => cursor.remove_player(seat),
            GameEvent::AgreedDraw { .. } => Ok(Ok(Vec::new())),
        }
    }

    pub(crate) fn illegal(&self, why: &Message) -> MatchError {
        MatchError::Illegal { mv: self.text().to_owned(), why: why.to_string() }
    }

    /// Returns a move's notation, or the cause of a departure.
    pub fn text(&self) -> &str {
        match self {
            GameEvent::Move { mv, .. } => mv,
            GameEvent::RemovePlayer { cause, .. } => cause.words().2,
            GameEvent::AgreedDraw { .. } => "draw agreed",
        }
    }
}

/// Whether a node can be reached under the current rules.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Legality {
    #[default]
    Unchecked,
    Legal,
    /// It or a node before it is illegal, and why. It is kept and shown in grey.
    Illegal(String),
}

#[derive(Debug, Clone, Default)]
pub struct Node {
    pub(crate) parent: Option<NodeId>,
    pub(crate) children: Vec<NodeId>,
    pub(crate) event: Option<GameEvent>,
    pub(crate) ply: u32,
    /// The child that was visited last: redo goes there.
    pub(crate) recent: Option<NodeId>,
    /// Whether other seats still had to decide, at the same time as this move's.
    pub(crate) undisclosed: bool,
    /// Whether the seat was the first that might act: then a record need not name it.
    pub(crate) in_turn: bool,
    /// The move as players read it; `None` until played.
    pub text: Option<Message>,
    /// In order; empty until played.
    pub effects: Vec<Effect>,
    /// Such as a forced pass.
    pub note: Option<Message>,
    pub outcome: Option<Outcome>,
    /// By seat; empty until played.
    pub scores: Vec<f64>,
    /// The colour that the event's seat had before it; `None` until played.
    pub color: Option<u8>,
    pub comment: String,
    pub assessment: Option<Assessment>,
    /// What a review found about the event.
    pub verdict: Option<Verdict>,
    /// Drawn by players on the position after the event.
    pub arrows: Vec<Arrow>,
    /// The mover's thinking time.
    pub took: Option<Duration>,
    /// Coins of the arcade clock that bought time during the turn.
    pub coins: u32,
    /// The time of the pauses during the turn.
    pub paused: Duration,
    pub legality: Legality,
}

impl Node {
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The first is the main line.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// `None` for the root.
    pub fn event(&self) -> Option<&GameEvent> {
        self.event.as_ref()
    }

    /// Returns the text for a list of moves; empty for the root.
    pub fn text(&self) -> &str {
        let notation = || self.event().map_or("", GameEvent::text);
        self.text.as_ref().map_or_else(notation, |text| &text.text)
    }

    /// Returns the text for a list of moves with little room: shorter than [`Node::text`] where the
    /// plugin has a shorter one.
    pub fn short_text(&self) -> &str {
        self.text.as_ref().map_or_else(|| self.text(), short_text)
    }

    /// The number of events up to and including this one.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Tells whether it has a comment or a better line.
    fn is_commented(&self) -> bool {
        let is_better = |verdict: &Verdict| !verdict.better.is_empty();
        !self.comment.is_empty() || self.verdict.as_ref().is_some_and(is_better)
    }

    /// Returns the note on a move that changes nothing on the board, such as a lost turn: without
    /// it, no player sees what happened.
    pub fn unseen_note(&self) -> Option<&Message> {
        let is_seen = self.is_draw() || self.effects.iter().any(|effect| effect.site.is_some());
        self.note.as_ref().filter(|_| !is_seen)
    }

    pub fn is_illegal(&self) -> bool {
        matches!(self.legality, Legality::Illegal(_))
    }

    /// Tells whether chance played it.
    pub(crate) fn is_draw(&self) -> bool {
        self.event().and_then(GameEvent::seat) == Some(CHANCE)
    }
}

/// The argument of a move's text with a shorter one, for lists.
const SHORT: &str = "short";

/// Returns the argument `short` of a move's text, or else the text.
pub(crate) fn short_text(text: &Message) -> &str {
    let short = text.args.iter().find(|(name, _)| name == SHORT);
    short.map_or(&text.text, |(_, short)| short)
}

#[derive(Debug, Clone)]
struct Deleted {
    parent: NodeId,
    place: usize,
    node: NodeId,
}

/// All lines of a match. Nodes are never freed: a deleted line is only removed from its
/// parent's children, so that it can be restored.
#[derive(Debug, Clone)]
pub struct GameTree {
    nodes: Vec<Node>,
    deleted: Vec<Deleted>,
}

impl Default for GameTree {
    fn default() -> Self {
        let root = Node { legality: Legality::Legal, ..Node::default() };
        GameTree { nodes: vec![root], deleted: Vec::new() }
    }
}

impl GameTree {
    pub(crate) fn forget_verdicts(&mut self) {
        self.nodes.iter_mut().for_each(|node| node.verdict = None);
    }

    /// # Panics
    /// When the id is from another tree.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// # Panics
    /// When the id is from another tree.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    pub fn get(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.0 as usize)
    }

    /// The number of nodes ever added, deleted ones included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes[0].children.is_empty()
    }

    /// Adds an event as the last child, or returns the child with the same event.
    pub fn add(&mut self, parent: NodeId, event: GameEvent) -> NodeId {
        self.child(parent, &event).unwrap_or_else(|| self.add_read(parent, event))
    }

    /// Adds an event even if an equal child exists: records number their nodes, doubles included.
    pub(crate) fn add_read(&mut self, parent: NodeId, event: GameEvent) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 moves are played"));
        let ply = self.node(parent).ply + 1;
        self.nodes.push(Node { parent: Some(parent), event: Some(event), ply, ..Node::default() });
        self.node_mut(parent).children.push(id);
        id
    }

    /// Returns the child with this event. A move without a seat equals one with any.
    pub fn child(&self, parent: NodeId, event: &GameEvent) -> Option<NodeId> {
        let same = |a: &GameEvent, b: &GameEvent| {
            let seats = a.seat().is_none() || b.seat().is_none() || a.seat() == b.seat();
            // The text tells moves apart, and the causes of leaving.
            let what = std::mem::discriminant(a) == std::mem::discriminant(b);
            seats && what && a.text() == b.text()
        };
        let children = &self.node(parent).children;
        children.iter().copied().find(|c| self.node(*c).event().is_some_and(|e| same(e, event)))
    }

    /// Returns the nodes from the root to a node, both included.
    pub fn line(&self, to: NodeId) -> Vec<NodeId> {
        let mut line: Vec<NodeId> = self.upwards(to).collect();
        line.reverse();
        line
    }

    fn upwards(&self, from: NodeId) -> impl Iterator<Item = NodeId> {
        successors(Some(from), |at| self.node(*at).parent)
    }

    /// Returns the last node of the line that redo follows.
    pub fn end(&self, from: NodeId) -> NodeId {
        successors(Some(from), |at| self.next(*at)).last().unwrap_or(from)
    }

    /// Returns the target of redo: the child visited last, or else the first; an illegal one only
    /// if no other exists.
    pub fn next(&self, from: NodeId) -> Option<NodeId> {
        let node = self.node(from);
        let fits = |id: &NodeId| !self.node(*id).is_illegal();
        let recent = node.recent.filter(|id| node.children.contains(id) && fits(id));
        let fitting = || node.children.iter().copied().find(fits);
        recent.or_else(fitting).or(node.children.first().copied())
    }

    /// Returns the line from the root through a node, as far as redo goes.
    pub fn line_through(&self, node: NodeId) -> Vec<NodeId> {
        let mut line = self.line(node);
        line.extend(successors(self.next(node), |at| self.next(*at)));
        line
    }

    /// Returns a node and its siblings, the main line first.
    pub fn variations(&self, node: NodeId) -> &[NodeId] {
        match self.node(node).parent {
            Some(parent) => &self.node(parent).children,
            None => &[ROOT],
        }
    }

    /// Tells whether lists of moves say something about a move: a comment, a better line or a note.
    pub fn is_noted(&self, id: NodeId) -> bool {
        self.node(id).is_commented() || self.listed_note(id).is_some()
    }

    /// Returns the note that lists of moves show below a move: on one that changes nothing on the
    /// board. Of equal ones in a row by one seat, as on forced passes, the first is shown.
    pub fn listed_note(&self, id: NodeId) -> Option<&Message> {
        let node = self.node(id);
        let note = node.unseen_note()?;
        let seat = node.event().and_then(GameEvent::seat);
        let mut earlier =
            successors(node.parent, |at| self.node(*at).parent).map(|at| self.node(at));
        let own = earlier.find(|other| other.event().and_then(GameEvent::seat) == seat);
        (own.and_then(Node::unseen_note) != Some(note)).then_some(note)
    }

    /// Makes redo at the parent go to this node.
    pub(crate) fn visit(&mut self, id: NodeId) {
        if let Some(parent) = self.node(id).parent {
            self.node_mut(parent).recent = Some(id);
        }
    }

    /// Tells whether neither the node nor one before it was deleted.
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

    /// Tells whether `above` is `node` or one of its ancestors.
    pub fn leads_to(&self, above: NodeId, node: NodeId) -> bool {
        self.upwards(node).any(|id| id == above)
    }

    /// Makes a node the main line at its parent. Returns false if it already is.
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

    /// Removes a node and its descendants. Returns false for the root.
    pub fn delete(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.node(id).parent else { return false };
        let children = &mut self.node_mut(parent).children;
        let Some(place) = children.iter().position(|c| *c == id) else { return false };
        children.remove(place);
        self.deleted.push(Deleted { parent, place, node: id });
        true
    }

    /// Counts a node and its descendants.
    pub fn below(&self, node: NodeId) -> usize {
        self.from(node).count()
    }

    /// Removes a node and its descendants; they cannot be restored.
    pub(crate) fn detach(&mut self, id: NodeId) {
        if let Some(parent) = self.node(id).parent {
            self.node_mut(parent).children.retain(|child| *child != id);
        }
    }

    /// Restores and returns the node deleted last.
    pub fn restore(&mut self) -> Option<NodeId> {
        let Deleted { parent, place, node } = self.deleted.pop()?;
        // If the same move was played again meanwhile, the continuation of the deleted one moves
        // below the new one.
        let event = self.node(node).event.clone()?;
        let Some(twin) = self.child(parent, &event) else {
            let children = &mut self.node_mut(parent).children;
            children.insert(place.min(children.len()), node);
            return Some(node);
        };
        self.graft(node, twin);
        Some(twin)
    }

    pub fn can_restore(&self) -> bool {
        !self.deleted.is_empty()
    }

    /// Moves the descendants of `from` below `onto`, joining equal events.
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

    /// Returns the first child of each node, from the root on.
    pub fn main_line(&self) -> Vec<NodeId> {
        successors(Some(ROOT), |at| self.node(*at).children.first().copied()).collect()
    }

    /// Returns the leaves in record order: the main line first.
    pub fn ends(&self) -> Vec<NodeId> {
        self.from(ROOT).filter(|id| self.node(*id).children.is_empty()).collect()
    }

    /// Returns all nodes in record order: each line before its variations, parents before children.
    pub fn in_order(&self) -> Vec<NodeId> {
        self.from(ROOT).collect()
    }

    /// Returns a node and its descendants in record order.
    fn from(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let mut rest = vec![node];
        std::iter::from_fn(move || {
            let id = rest.pop()?;
            rest.extend(self.node(id).children.iter().rev());
            Some(id)
        })
    }

    /// Marks all nodes but the root as [`Legality::Unchecked`].
    pub(crate) fn uncheck_all(&mut self) {
        for node in self.nodes.iter_mut().skip(1) {
            node.legality = Legality::Unchecked;
            node.effects.clear();
            node.note = None;
            node.outcome = None;
            node.scores.clear();
            node.color = None;
        }
    }

    /// Takes over the results of a replay of an earlier copy of this tree. Nodes added since are
    /// [`Legality::Unchecked`].
    pub(crate) fn adopt_tries(&mut self, tried: GameTree) {
        self.uncheck_all();
        self.nodes[0].scores.clone_from(&tried.nodes[0].scores);
        for (node, tried) in self.nodes.iter_mut().zip(tried.nodes).skip(1) {
            node.event = tried.event;
            (node.in_turn, node.undisclosed) = (tried.in_turn, tried.undisclosed);
            node.text = tried.text;
            node.effects = tried.effects;
            node.note = tried.note;
            node.outcome = tried.outcome;
            node.scores = tried.scores;
            node.color = tried.color;
            node.legality = tried.legality;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(text: &str) -> GameEvent {
        GameEvent::Move { seat: Some(0), mv: text.to_owned() }
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
