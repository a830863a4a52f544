//! Plays games of weak computers, and looks for puzzles in them.

use boardloom_contract::{CHANCE, Cursor, PluginResult, Seat};
use boardloom_match::{GameSource, Match, MatchSetup, OpenError, chance_number};

use super::trial::{Trial, WinningMove};
use super::{Puzzle, PuzzleKind};
use crate::args::Puzzles;
use crate::series::{RandomNumbers, open_at_random, pick};
use boardloom_base::{Interrupt, Result};

/// Nodes of a move in the games: weak enough for mistakes.
const WEAK: u64 = 150;
/// One move in so many is played at random.
const BLUNDERS: u64 = 7;
/// Plies between two puzzles of a game, and the most puzzles of one.
const APART: u32 = 4;
const OF_A_GAME: usize = 2;
/// The most moves of a player in a puzzle.
const LONGEST: usize = 3;
const OPENING: u32 = 4;

pub(super) struct Finder<'a> {
    source: &'a GameSource,
    args: &'a Puzzles,
    trial: Trial,
}

impl<'a> Finder<'a> {
    pub fn new(source: &'a GameSource, args: &'a Puzzles) -> Result<Self> {
        let levels = boardloom_computer::levels(&source.ruleset);
        let level = levels.last().expect("every ruleset has levels");
        Ok(Finder { source, args, trial: Trial::new(level, args.nodes) })
    }

    /// Plays a game by its number, and returns its puzzles.
    pub fn game(&mut self, number: u32, interrupt: &Interrupt) -> Result<Vec<Puzzle>> {
        let seed = chance_number(self.args.seed, number);
        let setup = MatchSetup { seed, ..MatchSetup::default() };
        let mut game = Match::new(self.source.clone(), setup)?;
        open_at_random(&mut game, OPENING)?;
        let mut random = RandomNumbers::new(seed);
        let mut puzzles = Vec::new();
        let mut next = 0;
        while let Some(seat) = game.status().acting.first().copied() {
            let ply = game.status().ply;
            if interrupt.came() || ply >= self.args.max_plies || puzzles.len() == OF_A_GAME {
                break;
            }
            if ply >= next
                && let Some(puzzle) = self.puzzle(&mut game, seat)?
            {
                puzzles.push(puzzle);
                next = ply + APART;
            }
            let trial = &self.trial;
            let mv = game.ask(|cursor| match random.below(BLUNDERS) {
                0 => Ok(pick(cursor, seat, &mut random)?.map(|(mv, _)| mv)),
                _ => {
                    let lines = trial.lines(cursor, WEAK, 1)?;
                    Ok(lines.first().and_then(|line| line.moves.first().cloned()))
                }
            })?;
            let Some(mv) = mv else { break };
            game.play_as(seat, &mv, None)?;
        }
        Ok(puzzles)
    }

    /// Returns the puzzle of a position if it has one winning move, from its text alone: what
    /// happened before must not matter.
    fn puzzle(&self, game: &mut Match, seat: Seat) -> Result<Option<Puzzle>> {
        // Most positions are no puzzles: look at them where they are first.
        let trial = &self.trial;
        let promising = game.ask(|cursor| trial.winning_move(cursor, seat))?.is_some();
        let Some(position) = game.position_text()?.filter(|_| promising) else { return Ok(None) };
        let opened = self.source.open()?;
        let read = opened.read(&position).map_err(OpenError::from)?;
        let Ok(mut cursor) = read else { return Ok(None) };
        let found = self.line(&mut *cursor, seat).map_err(OpenError::from)?;
        Ok(found.map(|(line, first)| Puzzle {
            position,
            line,
            nodes: first.nodes,
            forced: first.forced,
            kind: match first {
                WinningMove { ends: true, .. } => PuzzleKind::EndsAtOnce,
                WinningMove { is_greedy: true, .. } => PuzzleKind::Greedy,
                _ => PuzzleKind::Quiet,
            },
        }))
    }

    /// Returns the line of a puzzle and its first move. It goes on while each of the player's moves
    /// is the only winning one.
    fn line(
        &self,
        cursor: &mut dyn Cursor,
        seat: Seat,
    ) -> PluginResult<Option<(Vec<String>, WinningMove)>> {
        let (mut line, mut first, mut kept) = (Vec::new(), None, 0);
        for _ in 0..LONGEST {
            let Some(winning) = self.trial.winning_move(cursor, seat)? else { break };
            if cursor.play(seat, &winning.mv)?.is_err() {
                break;
            }
            line.push(winning.mv.clone());
            kept = line.len();
            let ends = winning.ends;
            first.get_or_insert(winning);
            if ends || !self.reply(cursor, seat, &mut line)? {
                break;
            }
        }
        line.truncate(kept);
        Ok(first.map(|first| (line, first)))
    }

    /// Plays the moves of others. False if that ends the game, or chance decides.
    fn reply(
        &self,
        cursor: &mut dyn Cursor,
        seat: Seat,
        line: &mut Vec<String>,
    ) -> PluginResult<bool> {
        loop {
            let status = cursor.status()?;
            let Some(mover) = status.mover().filter(|mover| *mover != CHANCE) else {
                return Ok(false);
            };
            if mover == seat {
                return Ok(true);
            }
            let lines = self.trial.lines(cursor, self.args.nodes, 1)?;
            let Some(mv) = lines.first().and_then(|line| line.moves.first().cloned()) else {
                return Ok(false);
            };
            if cursor.play(mover, &mv)?.is_err() {
                return Ok(false);
            }
            line.push(mv);
        }
    }
}
