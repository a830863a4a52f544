//! Clicks and drags.

use boardloom_contract::{Site, TargetKind};

use super::{BoardController, DRAG_START, Drag, Intent, MoveSource, PointerPress, target_kind};
use crate::board::Pos;

impl BoardController {
    pub(super) fn pointer_moved(&mut self, at: Pos, over: Option<Site>) -> Option<Intent> {
        self.by_keyboard = false;
        self.hover = over;
        if let Some(drag) = &mut self.drag {
            drag.at = at;
        } else if let Some(press) = self.press
            && press.picked
            && press.at.distance(at) >= DRAG_START
        {
            self.drag = Some(Drag { from: press.site, at });
        }
        None
    }

    pub(super) fn pointer_down(
        &mut self,
        at: Pos,
        over: Option<Site>,
        moves: &mut dyn MoveSource,
    ) -> Option<Intent> {
        self.by_keyboard = false;
        self.hover = over;
        self.drag = None;
        self.press = None;
        let Some(site) = over else {
            // Beside the board.
            self.clear();
            return None;
        };
        if self.path.last() == Some(&site) {
            self.press = Some(PointerPress { site, at, picked: true, again: true });
            return None;
        }
        // Selection acts on the press; everything else on the release, so that a slip can be corrected.
        let next = target_kind(&self.choices, site);
        let reselected = next.is_none() && target_kind(&self.first, site) == Some(TargetKind::Pick);
        let picked = next == Some(TargetKind::Pick) || reselected;
        self.press = Some(PointerPress { site, at, picked, again: false });
        if picked { self.point_at(site, moves) } else { None }
    }

    pub(super) fn pointer_up(
        &mut self,
        at: Pos,
        over: Option<Site>,
        moves: &mut dyn MoveSource,
    ) -> Option<Intent> {
        self.pointer_moved(at, over);
        let drag = self.drag.take();
        let press = self.press.take()?;
        if drag.is_some() {
            return self.drop_on(over, press, moves);
        }
        // The board may move under a resting pointer.
        let slipped = over != Some(press.site) && press.at.distance(at) >= DRAG_START;
        if slipped || (press.picked && !press.again) {
            return None;
        }
        self.point_at(press.site, moves)
    }

    fn drop_on(
        &mut self,
        over: Option<Site>,
        press: PointerPress,
        moves: &mut dyn MoveSource,
    ) -> Option<Intent> {
        match over {
            Some(site) if target_kind(&self.choices, site).is_some() => self.step(site, moves),
            // Dropped on its own site, it stays selected.
            Some(site) if site == press.site => None,
            _ => {
                self.clear();
                None
            }
        }
    }

    pub(super) fn pointer_gone(&mut self) -> Option<Intent> {
        self.hover = None;
        if self.drag.take().is_some() {
            self.clear();
        }
        self.press = None;
        None
    }
}
