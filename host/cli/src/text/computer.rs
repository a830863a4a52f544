//! The computer's moves, and its advice.

use std::sync::Arc;
use std::time::Duration;

use boardloom_computer::Commentary;
use boardloom_computer::{Computer, MoveQuality, SearchEvent, SearchGoal, level};
use boardloom_contract::{PluginError, Seat, Variation};
use boardloom_match::GameSource;
use boardloom_match::Match;
use boardloom_match::MatchError;

/// How long a hint takes.
const HINT: Duration = Duration::from_millis(1500);
/// How often the computer's thread is looked after while it thinks.
const PATIENCE: Duration = Duration::from_millis(500);

/// The computer, started when it is first needed.
pub struct Thinker {
    source: GameSource,
    computer: Option<Computer>,
}

impl Thinker {
    /// Returns a computer for a table.
    pub fn new(source: GameSource) -> Self {
        Thinker { source, computer: None }
    }

    /// Gives up what was learned, after a fault.
    pub fn forget(&mut self) {
        self.computer = None;
    }

    /// Finds the move of a seat at a level, in a turn that took `spent` by now, and
    /// what the move before was worth, where there are words for it.
    pub fn think(
        &mut self,
        game: &mut Match,
        seat: Seat,
        number: u8,
        spent: Duration,
    ) -> Result<(String, Option<MoveQuality>), MatchError> {
        let level = level(&self.source.ruleset, number).for_turn(game, spent);
        let goal = if Commentary::are_wanted(game) {
            SearchGoal::Reply(level)
        } else {
            SearchGoal::Move(level)
        };
        match self.result(game, seat, goal, 1)? {
            SearchEvent::Move { mv, review, .. } => Ok((mv, review)),
            _ => Err(self.silent("it found no move")),
        }
    }

    /// Finds the best moves of a seat.
    pub fn hint(&mut self, game: &mut Match, seat: Seat) -> Result<Vec<Variation>, MatchError> {
        match self.result(game, seat, SearchGoal::Hint(HINT), 3)? {
            SearchEvent::Done { lines, .. } | SearchEvent::Move { lines, .. } => Ok(lines),
            _ => Ok(Vec::new()),
        }
    }

    fn result(
        &mut self,
        game: &mut Match,
        seat: Seat,
        goal: SearchGoal,
        lines: u16,
    ) -> Result<SearchEvent, MatchError> {
        let computer = self
            .computer
            .get_or_insert_with(|| Computer::new(self.source.clone(), Arc::new(|| ())));
        let seed = boardloom_computer::search_seed(game.seed(), game.status().ply);
        computer.begin(game.move_path(), seat, goal, seed, lines);
        loop {
            match computer.wait(PATIENCE) {
                Some(SearchEvent::Progress { .. }) => {}
                Some(SearchEvent::Failed { why, .. }) => return Err(self.silent(&why)),
                Some(news) => return Ok(news),
                None if computer.is_alive() => {}
                None => return Err(self.silent("its thread ended")),
            }
        }
    }

    /// Returns that the computer does not move.
    fn silent(&self, why: &str) -> MatchError {
        MatchError::PluginError(PluginError::BrokeContract {
            plugin: self.source.rules.name().to_owned(),
            call: "search".to_owned(),
            why: why.to_owned(),
        })
    }
}
