//! One game of the arena.

use std::sync::Arc;
use std::time::Duration;

use boardloom_computer::Computer;
use boardloom_match::{GameSource, Match, MatchError, MatchSetup, Player, chance_number};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::contestant::Contestant;
use super::game_summary::GameSummary;
use crate::args::Arena;
use crate::series::{open_at_random, think};
use boardloom_base::{Interrupt, Result, data};

/// A side by number, A before B.
pub const SIDES: [&str; 2] = ["a", "b"];

pub struct GameRunner<'a> {
    pub source: &'a GameSource,
    pub sides: &'a [Contestant; 2],
    /// Whether both sides play alike: a second game of an opening would repeat the first.
    pub alike: bool,
    pub seats: u8,
    pub args: &'a Arena,
    pub interrupt: &'a Interrupt,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum GameResult {
    /// A side won alone.
    Win(usize),
    /// Both sides shared the first place, or the game was cut.
    #[default]
    Draw,
    /// A plugin failed: that of this side, if known.
    PluginFailed(Option<usize>),
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct PlayedGame {
    /// Number of its opening, from 0.
    pub opening: u32,
    pub seat: u8,
    pub result: GameResult,
    pub cut: bool,
    pub reason: String,
    pub plies: u32,
    pub costs: [SearchCost; 2],
    /// Empty if a plugin failed.
    pub summary: GameSummary,
}

#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub struct SearchCost {
    pub moves: u64,
    pub time: Duration,
    pub nodes: u64,
}

impl GameRunner<'_> {
    /// Plays a game by its number from 0; `None` if interrupted. Consecutive games share an
    /// opening, with A on each seat in turn; between equal sides each game has a new one.
    pub fn play(&self, number: u32) -> Result<Option<(PlayedGame, Match)>> {
        let seats = u32::from(self.seats);
        let opening = if self.alike { number } else { number / seats };
        let seat = (number % seats) as u8;
        let players = (0..self.seats).map(|it| {
            let side = &self.sides[usize::from(it != seat)];
            Player::computer(&side.name, side.number)
        });
        let setup = MatchSetup {
            players: players.collect(),
            seed: chance_number(self.args.seed, opening),
            date: data::today(),
            ..MatchSetup::default()
        };
        let mut game = Match::new(self.source.clone(), setup)?;
        let mut played = PlayedGame { opening, seat, ..PlayedGame::default() };
        let done = open_at_random(&mut game, self.args.opening_plies)
            .map_err(|error| Stop::PluginFailed(None, error.to_string()))
            .and_then(|()| self.to_the_end(&mut game, &mut played))
            .and_then(|()| {
                GameSummary::read(&mut game).map_err(|it| Stop::PluginFailed(None, it.to_string()))
            });
        match done {
            Ok(summary) => {
                played.judge(&game);
                played.summary = summary;
            }
            Err(Stop::Interrupted) => return Ok(None),
            Err(Stop::PluginFailed(whose, why)) => {
                (played.result, played.reason) = (GameResult::PluginFailed(whose), why)
            }
        }
        played.plies = game.status().ply;
        Ok(Some((played, game)))
    }

    fn to_the_end(&self, game: &mut Match, played: &mut PlayedGame) -> Result<(), Stop> {
        // New computers: statistics of another game must not change the play.
        let mut computers =
            self.sides.each_ref().map(|side| Computer::new(side.source.clone(), Arc::new(|| ())));
        while let Some(seat) = game.status().acting.first().copied() {
            if game.status().ply >= self.args.max_plies {
                played.cut = true;
                break;
            }
            let whose = usize::from(seat != played.seat);
            let level = &self.sides[whose].level;
            let thought = think(&mut computers[whose], game, seat, level, self.interrupt);
            let thought = thought.ok_or(Stop::Interrupted)?;
            let thought = thought.map_err(|why| Stop::PluginFailed(Some(whose), why))?;
            let cost = &mut played.costs[whose];
            cost.moves += 1;
            cost.time += thought.took;
            cost.nodes += thought.nodes;
            let move_made = game.play_as(seat, &thought.mv, Some(thought.took));
            move_made.map_err(|error| match error {
                // The search's own instance checks its moves against the rules, so a refusal
                // here is a plugin error.
                MatchError::PluginError(_) => Stop::PluginFailed(None, error.to_string()),
                _ => Stop::PluginFailed(Some(whose), error.to_string()),
            })?;
        }
        Ok(())
    }
}

enum Stop {
    Interrupted,
    PluginFailed(Option<usize>, String),
}

impl PlayedGame {
    fn judge(&mut self, game: &Match) {
        let Some(outcome) = &game.status().outcome else {
            self.reason = "cut".to_owned();
            return;
        };
        self.reason.clone_from(&outcome.reason.text);
        let first = |side: usize| {
            let mut ranks = outcome.ranks.iter().enumerate();
            ranks.any(|(seat, rank)| {
                *rank == 0 && usize::from(seat != usize::from(self.seat)) == side
            })
        };
        self.result = match (first(0), first(1)) {
            (true, false) => GameResult::Win(0),
            (false, _) => GameResult::Win(1),
            (true, true) => GameResult::Draw,
        };
    }

    pub fn to_json(&self, number: u32, seats: u8) -> Json {
        let side = |seat: u8| SIDES[usize::from(seat != self.seat)];
        let result = match (&self.result, self.cut) {
            (_, true) => "cut".to_owned(),
            (GameResult::Win(side), _) => SIDES[*side].to_owned(),
            (GameResult::Draw, _) => "draw".to_owned(),
            (GameResult::PluginFailed(_), _) => "fault".to_owned(),
        };
        let error = match &self.result {
            GameResult::PluginFailed(whose) => json!(whose.map(|side| SIDES[side])),
            _ => Json::Null,
        };
        let points = |scores: &[f64]| scores.iter().copied().map(data::number).collect::<Vec<_>>();
        json!({
            "game": number + 1,
            "opening": self.opening + 1,
            "seats": (0..seats).map(side).collect::<Vec<_>>(),
            "result": result,
            "fault_of": error,
            "reason": self.reason,
            "plies": self.plies,
            "winner": self.summary.winner.map(|seat| seat + 1),
            "scores": points(&self.summary.scores),
            "half": points(&self.summary.half),
        })
    }
}
