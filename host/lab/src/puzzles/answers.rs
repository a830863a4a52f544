//! Answers of puzzles that do not win.

use boardloom_base::Result;
use boardloom_computer::levels;
use boardloom_contract::{Diagnostic, Message, PathKey, Severity};
use boardloom_match::{GameSource, Match};

use super::trial::Trial;

/// The nodes of the search after an answer.
const NODES: u64 = 4000;
/// The most answers that are tried.
const TRIED: usize = 60;

/// Returns a warning for each answer of a ruleset's puzzles after which a search sees no win.
pub(crate) fn answers_that_fail(source: &GameSource) -> Result<Vec<Diagnostic>> {
    let mut found = Vec::new();
    let Some(strongest) = levels(&source.ruleset).pop() else { return Ok(found) };
    let trial = Trial::new(&strongest, NODES);
    let mut tries = TRIED;
    for (index, puzzle) in (0..).zip(&source.ruleset.puzzles) {
        let mut game = Match::of_exercise(source.clone(), puzzle)?;
        let lines = game.answer_lines(puzzle)?;
        for (answer, line) in (0..).zip(lines) {
            let Some((by, mv)) = line.into_iter().next().filter(|_| tries > 0) else { continue };
            tries -= 1;
            let value = game.ask(|cursor| trial.value_after(cursor, by, &mv, NODES))?;
            if value.fails() {
                found.push(warning(index, answer, &mv, value.value));
            }
        }
    }
    Ok(found)
}

fn warning(puzzle: u32, answer: u32, mv: &str, value: u16) -> Diagnostic {
    let name = |name: &str| PathKey::Name(name.to_owned());
    let chance = (f64::from(value) / 100.0).round();
    let what = format!("`{mv}` does not win: a search gives its player a chance of {chance} %");
    let warning = Diagnostic {
        severity: Severity::Warning,
        path: vec![name("puzzle"), PathKey::Index(puzzle), name("answers"), PathKey::Index(answer)],
        on_key: false,
        inside: None,
        what: Message::new("check.puzzle", what),
        hint: None,
    };
    warning
        .hint("a puzzle has one winning move; a move that only teaches belongs to a `[[lesson]]`")
}
