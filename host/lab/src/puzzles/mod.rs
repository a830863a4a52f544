//! `boardloom lab puzzles`: positions of computer games with one winning move.

mod answers;
mod finder;
mod trial;

use std::collections::BTreeSet;
use std::io::Write;

use boardloom_ruleset::Overrides;

use crate::args::Puzzles;
use crate::series::Series;
use boardloom_base::{Catalog, Console, Failure, Result};
use finder::Finder;

pub(crate) use answers::answers_that_fail;

/// A position with one winning move, and how it goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Puzzle {
    position: String,
    /// The player's moves and the replies, in notation.
    line: Vec<String>,
    /// The nodes of a search that finds the first move and sees that it wins.
    nodes: u64,
    /// Plies to the end of a win that a search has proven.
    forced: Option<u32>,
    kind: PuzzleKind,
}

/// How easily the first move is guessed without looking ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PuzzleKind {
    /// It ends the game.
    EndsAtOnce,
    /// It alone captures the most pieces.
    Greedy,
    Quiet,
}

/// Of the printed puzzles, one in so many may end the game at once; likewise for greedy moves.
const EASY_SHARE: usize = 8;

impl Puzzle {
    fn to_toml(&self) -> String {
        let quoted = |text: &str| format!("{text:?}");
        let line: Vec<String> = self.line.iter().map(|mv| list_word(mv)).collect();
        let proof = match self.forced {
            Some(1) => "# A proven win at once.\n".to_owned(),
            Some(plies) => format!("# A proven win in {plies} plies.\n"),
            None => String::new(),
        };
        format!(
            "[[puzzle]]\n{proof}position = {}\nanswers = [{}]\ndifficulty = {}\n",
            quoted(&self.position),
            quoted(&line.join(" ")),
            self.nodes
        )
    }
}

/// A move as it stands in a list.
fn list_word(mv: &str) -> String {
    let plain = mv.chars().all(|c| !c.is_whitespace() && !"\"\\(){}[]".contains(c));
    if plain { mv.to_owned() } else { format!("{mv:?}") }
}

pub fn run(catalog: &Catalog, args: &Puzzles, console: &mut Console<'_>) -> Result<()> {
    let source = catalog.source(&args.ruleset, &Overrides::new())?;
    if !source.rules.capabilities().search {
        return Err(Failure::Usage("the plugin of this ruleset has no search".to_owned()));
    }
    let series = Series::new(args.games, args.threads, console);
    let found = series.play(
        || Finder::new(&source, args),
        |finder, number| {
            if series.interrupt.came() {
                return Ok(None);
            }
            finder.game(number, &series.interrupt).map(Some)
        },
    )?;
    let mut known = BTreeSet::new();
    let mut puzzles: Vec<Puzzle> = found.into_values().flatten().collect();
    puzzles.retain(|puzzle| known.insert(puzzle.position.clone()));
    puzzles.sort_by_key(|puzzle| puzzle.nodes);
    let all = puzzles.len();
    let printed = spread(without_easy(puzzles, args.count), args.count);
    for puzzle in &printed {
        writeln!(console.out, "{}", puzzle.to_toml())?;
    }
    let proven = printed.iter().filter(|puzzle| puzzle.forced.is_some()).count();
    let printed = printed.len();
    console
        .say(format!("{all} puzzles in {} games; printed {printed}, {proven} proven", args.games));
    Ok(())
}

/// Drops puzzles whose first move is easily guessed, but for a few of each kind: the hardest.
fn without_easy(puzzles: Vec<Puzzle>, count: usize) -> Vec<Puzzle> {
    let room = (count / EASY_SHARE).max(1);
    let (mut ends, mut greedy) = (room, room);
    let mut kept: Vec<Puzzle> = puzzles
        .into_iter()
        .rev()
        .filter(|puzzle| {
            let left = match puzzle.kind {
                PuzzleKind::EndsAtOnce => &mut ends,
                PuzzleKind::Greedy => &mut greedy,
                PuzzleKind::Quiet => return true,
            };
            let has_room = *left > 0;
            *left = left.saturating_sub(1);
            has_room
        })
        .collect();
    kept.reverse();
    kept
}

/// Takes some of the sorted puzzles, from the easiest to the hardest.
fn spread(puzzles: Vec<Puzzle>, count: usize) -> Vec<Puzzle> {
    let (all, count) = (puzzles.len(), count.max(1));
    if all <= count {
        return puzzles;
    }
    let wanted: BTreeSet<usize> = (0..count).map(|n| n * (all - 1) / (count - 1).max(1)).collect();
    let kept = puzzles.into_iter().enumerate().filter(|(at, _)| wanted.contains(at));
    kept.map(|(_, puzzle)| puzzle).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(nodes: u64) -> Puzzle {
        Puzzle {
            position: "a \"b\"".to_owned(),
            line: vec!["a1 b2".to_owned()],
            nodes,
            forced: None,
            kind: PuzzleKind::Quiet,
        }
    }

    #[test]
    fn few_puzzles_are_easily_guessed() {
        let of = |kind| move |nodes| Puzzle { kind, ..puzzle(nodes) };
        let mut all: Vec<Puzzle> = (0..4).map(of(PuzzleKind::EndsAtOnce)).collect();
        all.extend((4..8).map(of(PuzzleKind::Greedy)));
        all.extend((8..10).map(puzzle));
        let kept: Vec<u64> = without_easy(all, 16).iter().map(|puzzle| puzzle.nodes).collect();
        assert_eq!(kept, [2, 3, 6, 7, 8, 9]);
    }

    #[test]
    fn puzzles_are_spread_over_all_difficulties() {
        let all: Vec<Puzzle> = (0..10).map(puzzle).collect();
        let nodes = |some: Vec<Puzzle>| some.iter().map(|it| it.nodes).collect::<Vec<_>>();
        assert_eq!(nodes(spread(all.clone(), 4)), [0, 3, 6, 9]);
        assert_eq!(spread(all.clone(), 20).len(), 10);
        assert_eq!(nodes(spread(all, 1)), [0]);
    }

    #[test]
    fn a_puzzle_is_written_as_toml() {
        let text = puzzle(7).to_toml();
        assert!(text.contains(r#"position = "a \"b\"""#), "{text}");
        assert!(text.contains(r#"answers = ["\"a1 b2\""]"#), "{text}");
    }
}
