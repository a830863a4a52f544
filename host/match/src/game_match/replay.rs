//! Checks all lines of a match under rules: those of a record, or changed ones.

use boardloom_contract::CHANCE;

use super::Match;
use crate::error::MatchError;
use crate::game_tree::{GameEvent, GameTree, Legality, NodeId, ROOT};

/// The numbers of legal and illegal nodes after a replay.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReplayReport {
    pub legal: usize,
    /// They are kept, and shown in grey.
    pub illegal: usize,
    /// The first illegal node of the current line, its move, and why it is illegal.
    pub first: Option<(NodeId, String, String)>,
}

impl ReplayReport {
    pub fn total(&self) -> usize {
        self.legal + self.illegal
    }
}

impl Match {
    /// Takes over the lines of a record, and replays them.
    pub(crate) fn adopt(
        &mut self,
        tree: GameTree,
        here: NodeId,
    ) -> Result<ReplayReport, MatchError> {
        let start = std::mem::take(&mut self.tree.node_mut(ROOT).scores);
        self.tree = tree;
        self.tree.uncheck_all();
        self.tree.node_mut(ROOT).scores = start;
        self.check_all_lines(here)
    }

    /// Plays all unchecked nodes, and goes towards a node as far as its line is legal.
    pub(super) fn check_all_lines(&mut self, towards: NodeId) -> Result<ReplayReport, MatchError> {
        let mut report = ReplayReport::default();
        // Depth first; the cursor walks along. Unchecked children of an illegal node are illegal.
        let mut rest: Vec<NodeId> = self.tree.node(ROOT).children().iter().rev().copied().collect();
        while let Some(id) = rest.pop() {
            if self.tree.node(id).legality == Legality::Unchecked {
                self.check(id)?;
            }
            match self.tree.node(id).is_illegal() {
                true => report.illegal += 1,
                false => report.legal += 1,
            }
            rest.extend(self.tree.node(id).children().iter().rev());
        }
        self.go_towards(towards, &mut report)?;
        Ok(report)
    }

    /// Plays an unchecked node whose parent was checked.
    fn check(&mut self, id: NodeId) -> Result<(), MatchError> {
        let parent = self.tree.node(id).parent().expect("the root is never tried");
        if self.tree.node(parent).is_illegal() {
            self.tree.node_mut(id).legality =
                Legality::Illegal("a move before it is not legal".to_owned());
            return Ok(());
        }
        self.walk(parent)?;
        match self.try_node(id) {
            Err(MatchError::PluginError(error)) => Err(error.into()),
            Err(why) => {
                let node = self.tree.node_mut(id);
                if !node.is_illegal() {
                    node.legality = Legality::Illegal(why.to_string());
                }
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }

    /// Goes towards a node as far as its line is legal, and reports the first illegal node.
    fn go_towards(&mut self, towards: NodeId, report: &mut ReplayReport) -> Result<(), MatchError> {
        let towards = self.forget_draws(towards, report);
        let line = self.tree.line(towards);
        let last = line.iter().take_while(|id| !self.tree.node(**id).is_illegal()).count();
        report.first = line.get(last).map(|id| {
            let node = self.tree.node(*id);
            let why = match &node.legality {
                Legality::Illegal(why) => why.clone(),
                _ => String::new(),
            };
            (*id, node.text().to_owned(), why)
        });
        self.walk(line[last - 1])?;
        self.set_recent(&line[..last]);
        self.set_clock();
        Ok(())
    }

    /// Removes illegal chance draws from the end of a line: no player chose them, nothing
    /// followed, and chance draws again. Returns the new end.
    fn forget_draws(&mut self, end: NodeId, report: &mut ReplayReport) -> NodeId {
        let mut at = end;
        while !self.tree.has(at) {
            at = self.tree.node(at).parent().unwrap_or(ROOT);
        }
        loop {
            let node = self.tree.node(at);
            let silent = node.comment.is_empty() && node.arrows.is_empty();
            let plain = node.children().is_empty() && silent;
            let Some(parent) =
                node.parent().filter(|_| node.is_draw() && plain && node.is_illegal())
            else {
                return at;
            };
            self.tree.detach(at);
            report.illegal -= 1;
            at = parent;
        }
    }

    /// Plays an unchecked node, and fills in its seat. A move in another spelling gets that of the
    /// rules.
    pub(super) fn try_node(&mut self, id: NodeId) -> Result<(), MatchError> {
        self.check_open()?;
        let event = self.tree.node(id).event().cloned().expect("only the root has no event");
        let mover = self.status.mover();
        let seat = event.seat().or(mover);
        let event = match (self.step_on(id), event, seat) {
            (Err(MatchError::Unreachable { .. }), GameEvent::Move { mv, .. }, Some(by))
                if by != CHANCE =>
            {
                let read = self.ask(|cursor| cursor.parse(by, &mv))?;
                let mv = read.map_err(|why| MatchError::Unreachable { why: why.to_string() })?;
                let event = GameEvent::Move { seat, mv };
                self.tree.node_mut(id).event = Some(event.clone());
                self.step_on(id)?;
                event
            }
            (stepped, event, _) => {
                stepped?;
                event
            }
        };
        let node = self.tree.node_mut(id);
        node.event = Some(super::moves::with_seat(event, seat));
        node.in_turn = seat == mover;
        Ok(())
    }

    /// Makes redo follow this line, and the main lines elsewhere.
    fn set_recent(&mut self, line: &[NodeId]) {
        for id in self.tree.in_order() {
            self.tree.node_mut(id).recent = None;
        }
        for id in line {
            self.tree.visit(*id);
        }
    }
}
