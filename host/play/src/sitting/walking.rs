//! Going about the tree, and trying it against other rules.

use super::{Event, Fit, Match, MatchError, NodeId, ROOT, Tree, Who, begin};
use crate::table::Table;

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

impl Match {
    /// Goes to a node, by undoing up to where its line branches off and playing
    /// from there.
    ///
    /// # Errors
    /// When the node does not exist or does not fit the rules in force (the
    /// match stays at the last node that does), or the plugin fails.
    pub fn go_to(&mut self, node: NodeId) -> Result<(), MatchError> {
        let result = self.walk(node);
        self.set_clock();
        let here = self.here;
        self.keep(|journal, _| journal.went(here));
        result
    }

    fn walk(&mut self, node: NodeId) -> Result<(), MatchError> {
        if node == self.here {
            return Ok(());
        }
        if !self.tree.has(node) {
            let why = format!("there is no position number {}", node.0);
            return Err(MatchError::Unreachable { why });
        }
        let to = self.tree.line(node);
        let from = self.tree.line(self.here);
        let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        let result = self.walk_line(&from[shared - 1..from.len() - 1], &to[shared..]);
        // On the way only what has to be known was asked for.
        if self.fault.is_none() {
            self.standing = self.ask(|cursor| cursor.standing())?;
        }
        result
    }

    /// Takes back to the nodes of `back`, from its end, and goes on by `on`.
    fn walk_line(&mut self, back: &[NodeId], on: &[NodeId]) -> Result<(), MatchError> {
        for id in back.iter().rev() {
            if !self.ask(|cursor| cursor.undo())? {
                let why = "it would not take a move back".to_owned();
                return Err(self.broken("undo", why));
            }
            self.here = *id;
        }
        for id in on {
            match &self.tree.node(*id).fit {
                Fit::Unfit(why) => return Err(MatchError::Unreachable { why: why.clone() }),
                Fit::Fits => self.follow(*id)?,
                Fit::Untried => {
                    self.standing = self.ask(|cursor| cursor.standing())?;
                    self.try_node(*id)?;
                }
            }
        }
        Ok(())
    }

    /// Plays a node that was played before.
    fn follow(&mut self, to: NodeId) -> Result<(), MatchError> {
        let event = self.tree.node(to).event().cloned().expect("only the root has no event");
        if let Err(MatchError::Illegal { mv, why }) = self.act(&event) {
            let why = format!("it refused `{mv}`, which it played here before: {why}");
            return Err(self.broken("play", why));
        }
        if let Some(fault) = &self.fault {
            return Err(fault.clone().into());
        }
        self.tree.visit(to);
        self.here = to;
        Ok(())
    }

    /// Plays a node for the first time; the standing is that before it.
    fn step_on(&mut self, to: NodeId) -> Result<(), MatchError> {
        let event = self.tree.node(to).event().cloned().expect("only the root has no event");
        let effects = match self.act(&event) {
            Err(MatchError::Illegal { why, .. }) => {
                self.tree.node_mut(to).fit = Fit::Unfit(why.clone());
                return Err(MatchError::Unreachable { why });
            }
            other => other?,
        };
        let standing = self.ask(|cursor| cursor.standing())?;
        self.arrive(to, effects, standing);
        Ok(())
    }

    /// Goes back one event. False at the start.
    ///
    /// # Errors
    /// When the plugin fails.
    pub fn undo(&mut self) -> Result<bool, MatchError> {
        match self.node().parent() {
            Some(parent) => self.go_to(parent).map(|()| true),
            None => Ok(false),
        }
    }

    /// Goes on one event, along the line visited last. False at its end.
    ///
    /// # Errors
    /// When what follows does not fit the rules in force, or the plugin fails.
    pub fn redo(&mut self) -> Result<bool, MatchError> {
        match self.tree.next(self.here) {
            Some(next) => self.go_to(next).map(|()| true),
            None => Ok(false),
        }
    }

    /// Goes back to the last position in which a person moved: against the
    /// computer that takes back both plies, and draws go with the moves before
    /// them. False where there is none.
    ///
    /// # Errors
    /// When the plugin fails.
    pub fn undo_turn(&mut self) -> Result<bool, MatchError> {
        match self.turn_before() {
            Some(node) => self.go_to(node).map(|()| true),
            None => Ok(false),
        }
    }

    /// Tells whether [`Match::undo_turn`] would go anywhere.
    pub fn can_undo_turn(&self) -> bool {
        self.turn_before().is_some()
    }

    fn turn_before(&self) -> Option<NodeId> {
        let persons = self.players.iter().any(|p| p.who == Who::Person);
        let line = self.tree.line(self.here);
        line.windows(2).rev().find(|pair| self.is_a_persons(pair[1], persons)).map(|pair| pair[0])
    }

    /// Goes on to the next position in which a person moved, or to the end of
    /// the line. False at the end.
    ///
    /// # Errors
    /// When what follows does not fit the rules in force, or the plugin fails.
    pub fn redo_turn(&mut self) -> Result<bool, MatchError> {
        let persons = self.players.iter().any(|p| p.who == Who::Person);
        let Some(mut at) = self.tree.next(self.here) else { return Ok(false) };
        while let Some(next) = self.tree.next(at).filter(|next| !self.is_a_persons(*next, persons))
        {
            at = next;
        }
        self.go_to(at).map(|()| true)
    }

    /// Tells whether a person decided on a node; where no persons play, whether
    /// anybody did.
    fn is_a_persons(&self, node: NodeId, persons: bool) -> bool {
        let seat = self.tree.node(node).event().and_then(Event::seat);
        let player = seat.and_then(|seat| self.players.get(usize::from(seat)));
        player.is_some_and(|p| !persons || p.who == Who::Person)
    }

    /// Makes the variation that a node begins the main line at its parent.
    /// False where it is already.
    pub fn promote(&mut self, node: NodeId) -> bool {
        let done = self.tree.get(node).is_some() && self.tree.promote(node);
        if done {
            self.keep_all();
        }
        done
    }

    /// Deletes a node and all that follows it; see [`Match::restore`]. The match
    /// goes back to the node before where it stood within. False for the root.
    ///
    /// # Errors
    /// When the plugin fails.
    pub fn delete(&mut self, node: NodeId) -> Result<bool, MatchError> {
        let Some(parent) = self.tree.get(node).and_then(|n| n.parent()) else { return Ok(false) };
        if self.tree.leads_to(node, self.here) {
            self.go_to(parent)?;
        }
        let done = self.tree.delete(node);
        self.keep_all();
        Ok(done)
    }

    /// Puts back what was deleted last, and returns it.
    pub fn restore(&mut self) -> Option<NodeId> {
        let back = self.tree.restore();
        if back.is_some() {
            self.keep_all();
        }
        back
    }

    /// Opens the game anew after a fault and goes back to where the match was.
    ///
    /// # Errors
    /// When it fails again; the record is kept.
    pub fn rebuild(&mut self) -> Result<(), MatchError> {
        let there = self.here;
        self.reopen()?;
        let back = self.walk(there);
        if self.fault.is_some() {
            // Where it was is remembered for the next attempt.
            self.here = there;
        }
        self.set_clock();
        back
    }

    fn reopen(&mut self) -> Result<(), MatchError> {
        let game = self.table.open()?;
        let about = game.about()?;
        let mut cursor = begin(&*game, self.start.as_deref())?;
        self.standing = cursor.standing()?;
        self.cursor = cursor;
        self.game = game;
        self.about = about;
        self.here = ROOT;
        self.fault = None;
        Ok(())
    }

    /// Puts the match on another table (a ruleset that was edited) and replays
    /// all lines there. What is not legal any more is kept, greyed; the match
    /// stands at the last node of its line that fits.
    ///
    /// # Errors
    /// When the new ruleset does not open or its plugin fails at once: the old
    /// rules go on then.
    pub fn change_table(&mut self, table: Table) -> Result<Refit, MatchError> {
        // Everything that can fail comes before anything changes.
        let game = table.open()?;
        let about = game.about()?;
        let mut cursor = begin(&*game, self.start.as_deref())?;
        let standing = cursor.standing()?;
        let there = self.here;
        (self.table, self.game, self.cursor) = (table, game, cursor);
        (self.about, self.standing) = (about, standing);
        self.here = ROOT;
        self.fault = None;
        for seat in self.players.len()..usize::from(self.about.seats) {
            let name = self.table.ruleset.player(seat).name;
            self.players.push(super::Player::person(name));
        }
        let refit = self.refit(there)?;
        self.keep_all();
        Ok(refit)
    }

    /// Takes all lines from a record.
    pub(crate) fn adopt(&mut self, tree: Tree, here: NodeId) -> Result<Refit, MatchError> {
        self.tree = tree;
        self.refit(here)
    }

    /// Tries all lines and goes as far towards a node as fits.
    pub(crate) fn refit(&mut self, towards: NodeId) -> Result<Refit, MatchError> {
        self.tree.untry();
        let mut refit = Refit::default();
        // Depth first; the cursor walks along. Untried children below what does
        // not fit are unfit with it.
        let mut rest: Vec<NodeId> = self.tree.node(ROOT).children().iter().rev().copied().collect();
        while let Some(id) = rest.pop() {
            let parent = self.tree.node(id).parent().expect("the root is never tried");
            if let Fit::Unfit(_) = self.tree.node(parent).fit {
                self.tree.node_mut(id).fit = Fit::Unfit("a move before it is not legal".to_owned());
                refit.unfit += 1;
            } else {
                self.walk(parent)?;
                match self.try_node(id) {
                    Ok(()) => refit.fits += 1,
                    Err(MatchError::Fault(fault)) => return Err(fault.into()),
                    Err(why) => {
                        let node = self.tree.node_mut(id);
                        if !node.is_unfit() {
                            node.fit = Fit::Unfit(why.to_string());
                        }
                        refit.unfit += 1;
                    }
                }
            }
            rest.extend(self.tree.node(id).children().iter().rev());
        }
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
        Ok(refit)
    }

    /// Plays a node that was not tried yet, and fills in who acted.
    fn try_node(&mut self, id: NodeId) -> Result<(), MatchError> {
        self.check_open()?;
        let event = self.tree.node(id).event().cloned().expect("only the root has no event");
        let mover = self.standing.mover();
        let seat = event.seat().or(mover);
        self.step_on(id)?;
        let node = self.tree.node_mut(id);
        node.event = Some(super::moving::with_seat(event, seat));
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
