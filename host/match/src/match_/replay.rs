//! Trying all lines against rules: those of a record, or rules that changed.

use super::Match;
use crate::error::MatchError;
use crate::game_tree::{Fit, GameTree, NodeId, ROOT};

/// What came of replaying a match under other rules, or of a record.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Refit {
    /// How many nodes fit.
    pub fits: usize,
    /// How many do not: they are kept, greyed.
    pub unfit: usize,
    /// The first that is not legal, on the line that was current: its move and
    /// why not.
    pub first: Option<(NodeId, String, String)>,
}

impl Refit {
    /// Returns how many nodes were tried.
    pub fn tried(&self) -> usize {
        self.fits + self.unfit
    }
}

impl Match {
    /// Takes all lines from a record.
    pub(crate) fn adopt(&mut self, tree: GameTree, here: NodeId) -> Result<Refit, MatchError> {
        let start = std::mem::take(&mut self.tree.node_mut(ROOT).scores);
        self.tree = tree;
        self.tree.untry();
        self.tree.node_mut(ROOT).scores = start;
        self.refit(here)
    }

    /// Tries all lines as far as they were not tried yet, and goes as far towards a
    /// node as fits.
    pub(super) fn refit(&mut self, towards: NodeId) -> Result<Refit, MatchError> {
        let mut refit = Refit::default();
        // Depth first; the cursor walks along. Untried children below what does
        // not fit are unfit with it.
        let mut rest: Vec<NodeId> = self.tree.node(ROOT).children().iter().rev().copied().collect();
        while let Some(id) = rest.pop() {
            if self.tree.node(id).fit == Fit::Untried {
                self.fit(id)?;
            }
            match self.tree.node(id).is_unfit() {
                true => refit.unfit += 1,
                false => refit.fits += 1,
            }
            rest.extend(self.tree.node(id).children().iter().rev());
        }
        self.stand(towards, &mut refit)?;
        Ok(refit)
    }

    /// Finds out whether a node fits that was not tried yet; the one before it was.
    fn fit(&mut self, id: NodeId) -> Result<(), MatchError> {
        let parent = self.tree.node(id).parent().expect("the root is never tried");
        if self.tree.node(parent).is_unfit() {
            self.tree.node_mut(id).fit = Fit::Unfit("a move before it is not legal".to_owned());
            return Ok(());
        }
        self.walk(parent)?;
        match self.try_node(id) {
            Err(MatchError::PluginError(fault)) => Err(fault.into()),
            Err(why) => {
                let node = self.tree.node_mut(id);
                if !node.is_unfit() {
                    node.fit = Fit::Unfit(why.to_string());
                }
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }

    /// Goes as far towards a node as fits, and notes what does not.
    fn stand(&mut self, towards: NodeId, refit: &mut Refit) -> Result<(), MatchError> {
        let towards = self.forget_draws(towards, refit);
        let line = self.tree.line(towards);
        let last = line.iter().take_while(|id| !self.tree.node(**id).is_unfit()).count();
        refit.first = line.get(last).map(|id| {
            let node = self.tree.node(*id);
            let why = match &node.fit {
                Fit::Unfit(why) => why.clone(),
                _ => String::new(),
            };
            (*id, node.event().map(|e| e.text().to_owned()).unwrap_or_default(), why)
        });
        self.walk(line[last - 1])?;
        self.set_recent(&line[..last]);
        self.set_clock();
        Ok(())
    }

    /// Takes draws that do not fit away from the end of a line: nobody decided
    /// on them, nothing followed, and chance draws others in their place. Returns
    /// the end that is left.
    fn forget_draws(&mut self, end: NodeId, refit: &mut Refit) -> NodeId {
        let mut at = end;
        while !self.tree.has(at) {
            at = self.tree.node(at).parent().unwrap_or(ROOT);
        }
        loop {
            let node = self.tree.node(at);
            let plain = node.children().is_empty() && node.comment.is_empty();
            let Some(parent) = node.parent().filter(|_| node.is_draw() && plain && node.is_unfit())
            else {
                return at;
            };
            self.tree.detach(at);
            refit.unfit -= 1;
            at = parent;
        }
    }

    /// Plays a node that was not tried yet, and fills in who acted.
    pub(super) fn try_node(&mut self, id: NodeId) -> Result<(), MatchError> {
        self.check_open()?;
        let event = self.tree.node(id).event().cloned().expect("only the root has no event");
        let mover = self.status.mover();
        let seat = event.seat().or(mover);
        self.step_on(id)?;
        let node = self.tree.node_mut(id);
        node.event = Some(super::moves::with_seat(event, seat));
        node.in_turn = seat == mover;
        Ok(())
    }

    /// Makes redo follow the main lines, apart from the line given.
    fn set_recent(&mut self, line: &[NodeId]) {
        for id in self.tree.in_order() {
            self.tree.node_mut(id).recent = None;
        }
        for id in line {
            self.tree.visit(*id);
        }
    }
}
