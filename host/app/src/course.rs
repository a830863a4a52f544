//! Lessons and puzzles on the board: their state, without a screen.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use boardloom_contract::{CHANCE, NO_COLOR, Seat};
use boardloom_match::{AnswerLine, GameSource, Match, MatchError, NodeId};
use boardloom_ruleset::{Exercise, ExerciseTexts, Overrides, Ruleset};

use crate::loaded_board::LoadedBoard;
use crate::player_names::side_name;
use crate::preferences::Preferences;
use crate::services::{Refusal, RulesetEntry, Services};
use crate::texts::{language, learn as t};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CourseKind {
    Lessons,
    Puzzles,
}

impl CourseKind {
    /// The number of exercises that a ruleset has.
    pub fn count_in(self, ruleset: &RulesetEntry) -> usize {
        match self {
            CourseKind::Lessons => ruleset.lessons,
            CourseKind::Puzzles => ruleset.puzzles,
        }
    }
}

/// The event that the board waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CourseState {
    /// The text asks for no move.
    Reading,
    /// The player is to move.
    Waiting,
    /// A wrong move is shown until then, and taken back.
    Wrong(Duration),
    /// The next move of the line is played then.
    Replying(Duration),
    Solved,
}

/// A wrong move stays on the board for this time.
const WRONG: Duration = Duration::from_millis(1600);
/// The pause before a reply.
const REPLY: Duration = Duration::from_millis(700);

/// The lessons or puzzles of a ruleset, at one of them.
#[derive(Debug)]
pub struct Course {
    pub kind: CourseKind,
    /// The ruleset's id, or its file.
    pub name: String,
    pub ruleset: Arc<Ruleset>,
    /// The place of the exercise in the order of [`Course::exercises`].
    pub at: usize,
    pub state: CourseState,
    /// Whether the last move was wrong: its explanation stays until the next move.
    pub erred: bool,
    /// Whether the answer was shown.
    pub helped: bool,
    seat: Seat,
    /// The side that the player has.
    color: usize,
    lines: Vec<AnswerLine>,
    /// The moves of the line so far, and the position after them.
    played: AnswerLine,
    node: NodeId,
}

/// The result of a player's move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Judgement {
    Right,
    Wrong,
    Solved,
}

impl Course {
    /// Opens an exercise of a ruleset, by default the first that is not `learned`; beyond the last
    /// it is the last.
    pub(crate) fn open(
        services: &dyn Services,
        name: String,
        kind: CourseKind,
        at: Option<usize>,
        learned: &BTreeSet<String>,
    ) -> Result<(LoadedBoard, Course), Refusal> {
        let source = services.open(&name, &Overrides::new())?;
        let ruleset = Arc::clone(&source.ruleset);
        let all = exercises(&ruleset, kind);
        let first = || all.iter().position(|it| !learned.contains(&it.id())).unwrap_or(0);
        let at = at.unwrap_or_else(first).min(all.len().saturating_sub(1));
        let Some(exercise) = all.get(at).copied() else {
            return Err(Refusal::Other(match kind {
                CourseKind::Lessons => t::no_lessons(&ruleset.name),
                CourseKind::Puzzles => t::no_puzzles(&ruleset.name),
            }));
        };
        let (game, lines) = read(source, exercise)?;
        let mover = game.status().mover().filter(|seat| *seat != CHANCE);
        let state = match exercise.is_text() {
            true => CourseState::Reading,
            false => CourseState::Waiting,
        };
        let course = Course {
            kind,
            name,
            at,
            state,
            erred: false,
            helped: false,
            seat: mover.unwrap_or_default(),
            color: color_of(&game, mover.unwrap_or_default()),
            lines,
            played: AnswerLine::new(),
            node: game.here(),
            ruleset: Arc::clone(&ruleset),
        };
        Ok((LoadedBoard::out(game), course))
    }

    /// In the order in which they are shown: puzzles by difficulty.
    pub fn exercises(&self) -> Vec<&Exercise> {
        exercises(&self.ruleset, self.kind)
    }

    pub fn len(&self) -> usize {
        self.exercises().len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn is_last(&self) -> bool {
        self.at + 1 >= self.len()
    }

    pub fn exercise(&self) -> &Exercise {
        self.exercises()[self.at]
    }

    fn texts(&self) -> ExerciseTexts {
        self.exercise().texts_in(language::current_language())
    }

    /// `Lesson 3 of 8`.
    pub fn title(&self) -> String {
        match self.kind {
            CourseKind::Lessons => t::lesson_of(self.at + 1, self.len()),
            CourseKind::Puzzles => t::puzzle_of(self.at + 1, self.len()),
        }
    }

    /// The text to read; paragraphs end with an empty line.
    pub fn text(&self) -> String {
        match self.texts().text {
            text if text.is_empty() => t::find_the_move(&side_name(&self.ruleset, self.color)),
            text => text.trim_end().to_owned(),
        }
    }

    /// Returns whether the player's last move was right, and the text about it.
    pub fn answer(&self) -> Option<(bool, String)> {
        let or = |own: String, usual: &str| match own.trim_end() {
            "" => usual.to_owned(),
            own => own.to_owned(),
        };
        let ExerciseTexts { right, wrong, .. } = self.texts();
        match self.state {
            CourseState::Solved => Some((true, or(right, t::right()))),
            CourseState::Replying(_) => Some((true, t::go_on().to_owned())),
            CourseState::Waiting | CourseState::Wrong(_) if self.erred => {
                Some((false, or(wrong, t::wrong())))
            }
            CourseState::Waiting if !self.played.is_empty() => Some((true, t::go_on().to_owned())),
            _ => None,
        }
    }

    /// Tells whether the player may go on without skipping anything.
    pub fn is_done(&self) -> bool {
        matches!(self.state, CourseState::Reading | CourseState::Solved)
    }

    pub fn is_solved(&self, at: usize, preferences: &Preferences) -> bool {
        let exercises = self.exercises();
        let Some(exercise) = exercises.get(at) else { return false };
        preferences.learned.get(&self.name).is_some_and(|known| known.contains(&exercise.id()))
    }

    /// The number of exercises that are done.
    pub fn solved(&self, preferences: &Preferences) -> usize {
        (0..self.len()).filter(|at| self.is_solved(*at, preferences)).count()
    }

    /// The position where the player is to move.
    pub(crate) fn node(&self) -> NodeId {
        self.node
    }

    /// Tells whether a move was made since the exercise began.
    pub fn has_begun(&self) -> bool {
        !self.played.is_empty() || self.erred || self.state != CourseState::Waiting
    }

    /// The right moves that can come next, each once.
    pub(crate) fn next_moves(&self) -> Vec<(Seat, String)> {
        let fits = self.lines.iter().filter(|line| line.starts_with(&self.played));
        let mut moves: Vec<(Seat, String)> =
            fits.filter_map(|line| line.get(self.played.len()).cloned()).collect();
        moves.sort_unstable();
        moves.dedup();
        moves
    }

    /// The seat and the move that come next in the first line that fits.
    pub(crate) fn next_move(&self) -> Option<&(Seat, String)> {
        let fits = |line: &&AnswerLine| line.starts_with(&self.played);
        self.lines.iter().find(fits)?.get(self.played.len())
    }

    /// Judges the moves after the position where the player was to move.
    pub(crate) fn judge(&mut self, game: &Match) -> Judgement {
        let line = game.tree().line(game.here());
        let after = line.iter().skip_while(|node| **node != self.node).skip(1);
        let moves = after.filter_map(|node| match game.tree().node(*node).event()? {
            boardloom_match::GameEvent::Move { seat, mv } => Some(((*seat)?, mv.clone())),
            boardloom_match::GameEvent::RemovePlayer { .. }
            | boardloom_match::GameEvent::AgreedDraw { .. } => None,
        });
        let moves: AnswerLine = moves.collect();
        self.erred = false;
        if let Some(goal) = self.exercise().goal {
            let first = line.iter().skip_while(|node| **node != self.node).nth(1);
            return match first.is_some_and(|node| game.has_reached(goal, *node)) {
                true => Judgement::Solved,
                false => self.wrong(),
            };
        }
        let mut played = self.played.clone();
        for mv in moves {
            played.push(mv);
            if self.lines.contains(&played) {
                return Judgement::Solved;
            }
            if !self.lines.iter().any(|line| line.starts_with(&played)) {
                return self.wrong();
            }
        }
        self.played = played;
        self.node = game.here();
        Judgement::Right
    }

    fn wrong(&mut self) -> Judgement {
        self.erred = true;
        Judgement::Wrong
    }

    /// Waits for the side that is to move next.
    pub(crate) fn wait(&mut self, now: Duration) {
        let other = self.next_move().is_some_and(|(seat, _)| *seat != self.seat);
        self.state = match other {
            true => CourseState::Replying(now + REPLY),
            false => CourseState::Waiting,
        };
    }

    pub(crate) fn show_wrong(&mut self, now: Duration) {
        self.state = CourseState::Wrong(now + WRONG);
    }
}

/// The side of a seat.
fn color_of(game: &Match, seat: Seat) -> usize {
    let state = game.status().seats.get(usize::from(seat));
    let color = state.map(|state| state.color).filter(|color| *color != NO_COLOR);
    usize::from(color.unwrap_or(seat))
}

fn exercises(ruleset: &Ruleset, kind: CourseKind) -> Vec<&Exercise> {
    let mut all: Vec<&Exercise> = match kind {
        CourseKind::Lessons => ruleset.lessons.iter().collect(),
        CourseKind::Puzzles => ruleset.puzzles.iter().collect(),
    };
    if kind == CourseKind::Puzzles {
        all.sort_by_key(|puzzle| puzzle.difficulty);
    }
    all
}

fn read(source: GameSource, exercise: &Exercise) -> Result<(Match, Vec<AnswerLine>), MatchError> {
    let mut game = Match::of_exercise(source, exercise)?;
    let lines = match exercise.is_text() || game.status().is_over() {
        true => Vec::new(),
        false => game.answer_lines(exercise)?,
    };
    Ok((game, lines))
}
