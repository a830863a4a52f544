//! Games in which not all see everything: who looks at the match, and what others are told.

use boardloom_contract::{Cursor, OpenGame, PluginResult};

use super::{Match, begin};
use crate::error::MatchError;
use crate::game_tree::{GameEvent, ROOT};
use crate::observed::{Observer, observed_cursor};

impl Match {
    /// Tells whether seats see different things.
    pub fn hides(&self) -> bool {
        self.hides
    }

    /// Returns who looks at the match; `None` sees everything.
    pub fn observer(&self) -> Option<Observer> {
        self.observer.filter(|_| self.hides)
    }

    /// Shows the match as an observer sees it, with the texts and effects of all its moves; `None`
    /// shows everything. Moves are played whole, and records hold whole moves.
    ///
    /// # Errors
    /// When the plugin fails.
    pub fn set_observer(&mut self, observer: Option<Observer>) -> Result<(), MatchError> {
        if self.observer == observer {
            return Ok(());
        }
        self.observer = observer;
        if !self.hides {
            return Ok(());
        }
        let (there, decisions) = (self.here, std::mem::take(&mut self.decisions));
        let mut cursor = self.begin_observed(&*self.game)?;
        let status = cursor.status();
        self.cursor = cursor;
        self.status = self.noted(status)?;
        self.here = ROOT;
        self.tree.uncheck_all();
        self.check_all_lines(there)?;
        self.decide_again(decisions)?;
        self.set_clock();
        Ok(())
    }

    /// Returns the start of the match as its observer sees it.
    pub(super) fn begin_observed(
        &self,
        game: &dyn OpenGame,
    ) -> Result<Box<dyn Cursor>, MatchError> {
        let cursor = begin(game, self.start())?;
        Ok(match self.observer() {
            Some(observer) => observed_cursor(cursor, observer)?,
            None => cursor,
        })
    }

    /// Returns the moves to the current node, each as the observers see it, in their order.
    ///
    /// # Errors
    /// When the plugin fails.
    pub fn observed_line(
        &mut self,
        observers: &[Observer],
    ) -> Result<Vec<Vec<ObservedMove>>, MatchError> {
        let mut cursor = begin(&*self.game, self.start())?;
        let mut seen = Vec::new();
        for observer in observers {
            let observation = cursor.observe(observer.seat());
            seen.push(self.noted(observation)?);
        }
        let line = self.tree.line(self.here).into_iter();
        let events: Vec<GameEvent> =
            line.filter_map(|id| self.tree.node(id).event().cloned()).collect();
        let mut moves = Vec::with_capacity(events.len());
        for event in events {
            let mut observed = Vec::with_capacity(observers.len());
            for (observer, seen) in observers.iter().zip(&mut seen) {
                let step = observed_step(&mut *cursor, seen.as_mut(), *observer, &event);
                observed.push(self.noted(step)?);
            }
            moves.push(observed);
            if let (true, Some(by)) = (event.is_for_rules(), event.seat()) {
                let played = event.play_on(&mut *cursor, by);
                self.noted(played)?.map_err(|why| event.illegal(&why))?;
            }
        }
        Ok(moves)
    }
}

/// A move as an observer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ObservedMove {
    /// A move of the observation, in notation; `!resign` and the like for an event without a move.
    pub mv: String,
    /// As players read it.
    pub text: String,
}

/// Plays what an observer sees of an event in the observation.
fn observed_step(
    whole: &mut dyn Cursor,
    seen: Option<&mut Box<dyn Cursor>>,
    observer: Observer,
    event: &GameEvent,
) -> PluginResult<ObservedMove> {
    let (GameEvent::Move { mv, .. }, Some(by)) = (event, event.seat()) else {
        if let (Some(seen), Some(by), true) = (seen, event.seat(), event.is_for_rules()) {
            let _ = event.play_on(&mut **seen, by)?;
        }
        let text = event.text().to_owned();
        return Ok(ObservedMove { mv: text.clone(), text });
    };
    let mv = whole.observed_move(observer.seat(), by, mv)?;
    let Some(seen) = seen else { return Ok(ObservedMove { text: mv.clone(), mv }) };
    let text = seen.describe_move(by, &mv)?.text;
    let _ = seen.play(by, &mv)?;
    Ok(ObservedMove { mv, text })
}
