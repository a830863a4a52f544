//! Lessons and puzzles: their positions, their right moves, and a check of both.

use boardloom_contract::{Diagnostic, Effect, Message, Outcome, PathKey, Piece, Seat, Severity};
use boardloom_ruleset::{Exercise, ExerciseGoal, Ruleset, suggestion};

use super::{Match, MatchSetup, legal_moves, read_move};
use crate::error::MatchError;
use crate::game_tree::{GameEvent, NodeId};
use crate::move_text;
use crate::scanner::{Scanner, TextError};
use crate::source::{GameSource, OpenError};

/// The most legal moves that are tried for one that reaches a goal.
const TRIED: usize = 2000;
/// The most legal moves that an illegal one is compared with.
const COMPARED: usize = 400;

/// The moves of an answer: seats and notations.
pub type AnswerLine = Vec<(Seat, String)>;

impl Match {
    /// Starts a match at the position of an exercise: humans on all seats, no clock.
    pub fn of_exercise(source: GameSource, exercise: &Exercise) -> Result<Self, MatchError> {
        let game = source.open()?;
        let start = exercise.position.clone();
        let setup = MatchSetup { start, seed: 1, ..MatchSetup::default() };
        Match::begin(source, game, setup, &exercise.moves)
    }

    /// Reads a list of moves from the current position, which stays as it is.
    pub fn read_line(&mut self, list: &str) -> Result<AnswerLine, MatchError> {
        let mut ahead = self.ask(|cursor| cursor.fork())?;
        let mut scanner = Scanner::new(list);
        let mut line = AnswerLine::new();
        loop {
            scanner.skip_space();
            if scanner.peek().is_none() {
                return Ok(line);
            }
            let here = scanner.clone();
            let number = line.len() + 1;
            let listed = |place: TextError| MatchError::Listed { number, place };
            let event = match move_text::read(&mut scanner).map_err(listed)? {
                None => continue,
                Some(event) => event,
            };
            let GameEvent::Move { seat, mv } = event else {
                return Err(listed(here.error("expected a move")));
            };
            let played = self.ask(|_| {
                let status = ahead.status()?;
                if status.is_over() {
                    return Ok(Err(MatchError::Over));
                }
                let (seat, mv) = match read_move(&mut *ahead, &status, seat, &mv)? {
                    Ok(read) => read,
                    Err(unread) => return Ok(Err(unread)),
                };
                let played = ahead.play(seat, &mv)?;
                let refused = |why: Message| MatchError::Illegal { mv: mv.clone(), why: why.text };
                Ok(played.map(|_| (seat, mv.clone())).map_err(refused))
            })?;
            line.push(played.map_err(|why| listed(here.error(why.to_string())))?);
        }
    }

    /// Returns the lines that solve an exercise from the current position: all of its answers, or
    /// one move that reaches its goal.
    pub fn answer_lines(&mut self, exercise: &Exercise) -> Result<Vec<AnswerLine>, MatchError> {
        match exercise.goal {
            None => exercise.answers.iter().map(|answer| self.read_line(answer)).collect(),
            Some(goal) => Ok(self.move_to_goal(goal)?.into_iter().collect()),
        }
    }

    fn move_to_goal(&mut self, goal: ExerciseGoal) -> Result<Option<AnswerLine>, MatchError> {
        let Some(by) = self.status().acting.first().copied() else { return Ok(None) };
        let own = self.color_of(by);
        for mv in self.ask(|cursor| legal_moves(cursor, by, TRIED))? {
            let reached = self.preview(by, &mv)?;
            if reached.is_some_and(|(status, effects)| {
                is_reached(goal, (by, own), status.outcome.as_ref(), &effects)
            }) {
                return Ok(Some(vec![(by, mv)]));
            }
        }
        Ok(None)
    }

    /// Tells whether the move of a node reached a goal.
    pub fn has_reached(&self, goal: ExerciseGoal, node: NodeId) -> bool {
        let node = self.tree().node(node);
        let by = node.event().and_then(GameEvent::seat);
        let own = by.and_then(|by| self.color_of(by));
        by.is_some_and(|by| is_reached(goal, (by, own), node.outcome.as_ref(), &node.effects))
    }

    fn color_of(&self, seat: Seat) -> Option<u8> {
        self.status().seats.get(usize::from(seat)).map(|seat| seat.color)
    }
}

/// Tells whether a seat's move reached a goal; with the seat comes its colour.
fn is_reached(
    goal: ExerciseGoal,
    (by, own): (Seat, Option<u8>),
    outcome: Option<&Outcome>,
    effects: &[Effect],
) -> bool {
    match goal {
        ExerciseGoal::Any => true,
        ExerciseGoal::Capture => effects.iter().any(|effect| {
            let color = |piece: &Piece| piece.color;
            let before = effect.before.as_ref().map(color);
            before.is_some() && before != own && effect.after.as_ref().map(color) != before
        }),
        ExerciseGoal::Win => outcome.is_some_and(|outcome| outcome.winner() == Some(by)),
    }
}

/// Plays the lessons and puzzles of a ruleset through, and returns what is wrong with them.
pub fn check_exercises(source: &GameSource) -> Result<Vec<Diagnostic>, OpenError> {
    let Ruleset { lessons, puzzles, .. } = &*source.ruleset;
    let mut found = Vec::new();
    for (list, exercises) in [("lesson", lessons), ("puzzle", puzzles)] {
        for (index, exercise) in (0..).zip(exercises) {
            let path = vec![PathKey::Name(list.to_owned()), PathKey::Index(index)];
            found.extend(ExerciseCheck { source, exercise, path }.run()?);
        }
    }
    Ok(found)
}

struct ExerciseCheck<'a> {
    source: &'a GameSource,
    exercise: &'a Exercise,
    path: Vec<PathKey>,
}

impl ExerciseCheck<'_> {
    fn run(&self) -> Result<Vec<Diagnostic>, OpenError> {
        let start = Exercise { moves: String::new(), ..self.exercise.clone() };
        let mut game = match Match::of_exercise(self.source.clone(), &start) {
            Ok(game) => game,
            Err(why) => return self.diagnostic(why, &["position"]).map(|it| vec![it]),
        };
        if let Err(why) = game.play_list(&self.exercise.moves) {
            let found = self.diagnostic(why, &["moves"])?;
            return Ok(vec![with_near_moves(found, &mut game, &self.exercise.moves)]);
        }
        if self.exercise.is_text() {
            return Ok(Vec::new());
        }
        if game.status().is_over() {
            let key = if self.exercise.moves.is_empty() { "position" } else { "moves" };
            let what = "the game is over here, so that no move can be right";
            let found = self.error(what.to_owned(), &[key]);
            return Ok(vec![found.hint("end the exercise one move earlier")]);
        }
        if let Some(goal) = self.exercise.goal {
            let reached = game.move_to_goal(goal).map_err(opening)?;
            let what = "no legal move reaches the goal in this position".to_owned();
            let none = self.error(what, &["goal"]).hint(match goal {
                ExerciseGoal::Capture => {
                    "change the position, or name `answers`; a game without captures has only these"
                }
                _ => "change the position, or name `answers`",
            });
            return Ok(if reached.is_none() { vec![none] } else { Vec::new() });
        }
        let mut found = Vec::new();
        let mut known: Vec<AnswerLine> = Vec::new();
        for (index, answer) in (0..).zip(&self.exercise.answers) {
            let mut key = self.key(&["answers"]);
            key.push(PathKey::Index(index));
            let wrong = match game.read_line(answer) {
                Ok(line) if line.is_empty() => "expected a move, found none".to_owned(),
                Ok(line) if known.contains(&line) => "this answer is given already".to_owned(),
                Ok(line) => {
                    known.push(line);
                    continue;
                }
                Err(why) => {
                    let one = self.diagnostic_at(why, key)?;
                    let one = match several_moves(&mut game, answer) {
                        Some(hint) => one.hint(hint),
                        None => with_near_moves(one, &mut game, answer),
                    };
                    found.push(self.with_read_end(one, &mut game)?);
                    continue;
                }
            };
            found.push(error_at(wrong, key).hint("remove it"));
        }
        Ok(found)
    }

    /// Adds how a position was read that leaves out its end, such as whose turn it is.
    fn with_read_end(&self, found: Diagnostic, game: &mut Match) -> Result<Diagnostic, OpenError> {
        let given = self.exercise.position.as_deref().unwrap_or_default().trim();
        if given.is_empty() || !self.exercise.moves.is_empty() {
            return Ok(found);
        }
        let whole = game.position_text().map_err(opening)?.unwrap_or_default();
        let Some(end) = whole.strip_prefix(given).filter(|end| end.starts_with(' ')) else {
            return Ok(found);
        };
        let read =
            format!("the position is read with `{}` at its end: add what is right", end.trim());
        let hint = match &found.hint {
            Some(hint) => format!("{read}; {}", hint.text),
            None => read,
        };
        Ok(found.hint(hint))
    }

    fn key(&self, names: &[&str]) -> Vec<PathKey> {
        let names = names.iter().map(|name| PathKey::Name((*name).to_owned()));
        self.path.iter().cloned().chain(names).collect()
    }

    fn error(&self, what: String, names: &[&str]) -> Diagnostic {
        error_at(what, self.key(names))
    }

    fn diagnostic(&self, why: MatchError, names: &[&str]) -> Result<Diagnostic, OpenError> {
        self.diagnostic_at(why, self.key(names))
    }

    /// An error of the exercise; those of the plugin end the check.
    fn diagnostic_at(&self, why: MatchError, key: Vec<PathKey>) -> Result<Diagnostic, OpenError> {
        let text = match &key.last() {
            Some(PathKey::Name(name)) if name == "moves" => Some(&self.exercise.moves),
            Some(PathKey::Index(index)) => self.exercise.answers.get(*index as usize),
            _ => None,
        };
        match why {
            MatchError::Open(error) => Err(error),
            MatchError::PluginError(error) => Err(error.into()),
            MatchError::Listed { number, place } => {
                let inside = text.and_then(|text| word_at(text, &place));
                let is_answer = matches!(key.last(), Some(PathKey::Index(_)));
                let what = match (is_answer, number) {
                    (true, 1) => format!("the answer cannot be played: {}", place.what),
                    (true, _) => {
                        format!("move {number} of the answer cannot be played: {}", place.what)
                    }
                    (false, _) => format!("move {number} cannot be played: {}", place.what),
                };
                let found = Diagnostic { inside, ..error_at(what, key) };
                Ok(match is_answer && number > 1 {
                    true => found.hint(format!(
                        "an answer is a line of moves of all players: move {number} is that of \
                         the next one"
                    )),
                    false => found,
                })
            }
            MatchError::Start { why, text } => {
                let found = error_at(format!("the position cannot be read: {why}"), key);
                Ok(match start_hint(&text) {
                    Some(hint) => found.hint(hint),
                    None => found,
                })
            }
            other => Ok(error_at(other.to_string(), key)),
        }
    }
}

fn opening(why: MatchError) -> OpenError {
    match why {
        MatchError::Open(error) => error,
        MatchError::PluginError(error) => error.into(),
        // Only the plugin fails where nothing is read.
        other => boardloom_contract::PluginError::BrokeContract {
            plugin: String::new(),
            call: "legal_moves".to_owned(),
            why: other.to_string(),
        }
        .into(),
    }
}

fn error_at(what: String, path: Vec<PathKey>) -> Diagnostic {
    let what = Message::new("exercise", what);
    Diagnostic { severity: Severity::Error, path, on_key: false, inside: None, what, hint: None }
}

/// The range of the word at a place of a text, in bytes.
pub(crate) fn word_at(text: &str, place: &TextError) -> Option<(u32, u32)> {
    let line_start: usize = text.split_inclusive('\n').take(place.line - 1).map(str::len).sum();
    let line = text.get(line_start..)?;
    let from = line.char_indices().nth(place.column - 1).map_or(line.len(), |(at, _)| at);
    let length = line[from..].find(char::is_whitespace).unwrap_or(line.len() - from);
    Some(((line_start + from) as u32, (line_start + from + length) as u32))
}

/// Returns a hint if the words of an answer that is no line are right moves each: they are
/// several answers.
fn several_moves(game: &mut Match, answer: &str) -> Option<String> {
    let words = answer.split([' ', ',', ';', '/']).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.filter(|word| !matches!(*word, "or" | "and")).collect();
    let are_moves = words.len() > 1
        && words.iter().all(|word| game.read_line(word).is_ok_and(|line| line.len() == 1));
    let texts: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    are_moves.then(|| {
        format!(
            "one text is a line of moves, each after the one before; several right moves are \
             several texts: `answers = [{}]`",
            texts.join(", ")
        )
    })
}

/// Returns a hint for a list of moves that is written in another way: with commas between them.
pub(crate) fn moves_hint(list: &str) -> Option<String> {
    let is_move = |word: &str| word.trim_end_matches([',', ';']).len() < word.len();
    let commas = list.split_whitespace().any(is_move) && !list.contains(['{', '(']);
    commas.then(|| {
        let plain: Vec<&str> =
            list.split([' ', ',', ';', '\n']).filter(|word| !word.is_empty()).collect();
        format!("moves have blanks between them, no commas: `\"{}\"`", plain.join(" "))
    })
}

/// Returns a hint for a position that is a word for the start.
pub(crate) fn start_hint(position: &str) -> Option<&'static str> {
    let word = position.trim().to_lowercase();
    matches!(word.as_str(), "start" | "startpos" | "initial" | "beginning" | "default")
        .then_some("the start needs no `position`: leave the line out")
}

/// Returns a hint for a word of a list of moves that other notations have: a number without a blank
/// behind it, or the result.
pub(crate) fn notation_hint(word: &str) -> Option<String> {
    let mv = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let plain = mv.trim_start_matches('.');
    if mv.len() < word.len() && plain.len() < mv.len() && !plain.is_empty() {
        let number = &word[..word.len() - plain.len()];
        return Some(format!("a number has a blank behind it: `{number} {plain}`"));
    }
    let is_result = matches!(word, "*" | "1-0" | "0-1" | "1-1" | "1/2-1/2" | "\u{bd}-\u{bd}");
    is_result.then(|| format!("a result is not written, as the moves tell it: leave `{word}` out"))
}

/// Adds the legal move that is nearest to the one that cannot be played, if it is the first of
/// its list.
fn with_near_moves(found: Diagnostic, game: &mut Match, list: &str) -> Diagnostic {
    if let Some(hint) = moves_hint(list) {
        return found.hint(hint);
    }
    if found.hint.is_some() {
        return found;
    }
    let Some((from, to)) = found.inside else { return found };
    let Some(word) = list.get(from as usize..to as usize) else { return found };
    if let Some(hint) = notation_hint(word) {
        return found.hint(hint);
    }
    let before = list.get(..from as usize).unwrap_or_default();
    if !before.trim().is_empty() {
        return found;
    }
    match legal_hint(game, word, &found.what.text) {
        Some(hint) => found.hint(hint),
        None => found,
    }
}

/// Returns a hint for a word that is no legal move: the nearest one, or some of them. A move that
/// was understood, and is illegal for a reason, is no misspelt one.
pub(crate) fn legal_hint(game: &mut Match, word: &str, what: &str) -> Option<String> {
    if game.status().chance {
        let drawn = game.ask(|cursor| cursor.sample_outcome(0)).ok()?;
        return Some(format!(
            "chance moves here, for example `{drawn}`: write its moves too, or give a `position` \
             after them"
        ));
    }
    let by = game.status().acting.first().copied()?;
    let legal = game.legal(by, COMPARED).unwrap_or_default();
    let is_unknown = what.ends_with("is not a legal move here");
    // A sign between two sites is no letter of either: the end of `a9xa8` is nearer than `a9a7`.
    let plain = word.replace(['x', ':', '-', '>'], "");
    let is_end = |mv: &&String| !mv.is_empty() && plain != word && plain.ends_with(mv.as_str());
    let is_same = |mv: &&String| mv.replace(['x', ':', '-', '>'], "") == plain;
    let written = legal.iter().find(is_same).or_else(|| legal.iter().find(is_end));
    let near = written.map(String::as_str);
    let near = near.or_else(|| suggestion::nearest(word, legal.iter().map(String::as_str)));
    let near = near.filter(|near| is_unknown || word.starts_with(near));
    near.map(|near| format!("did you mean `{near}`?")).or_else(|| {
        let some: Vec<String> = legal.iter().take(8).map(|mv| format!("`{mv}`")).collect();
        let more = if legal.len() > some.len() { ", ..." } else { "" };
        (!legal.is_empty()).then(|| format!("legal moves are {}{more}", some.join(", ")))
    })
}
