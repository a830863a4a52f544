//! `boardloom lab puzzles`: positions of computer games with one winning move.

mod finder;
mod trial;

use std::collections::BTreeSet;
use std::io::Write;

use boardloom_ruleset::Overrides;

use crate::args::Puzzles;
use crate::series::Series;
use boardloom_base::{Catalog, Console, Failure, Result};
use finder::Finder;

/// A position with one winning move, and how it goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Puzzle {
    position: String,
    /// The player's moves and the replies, in notation.
    line: Vec<String>,
    /// The nodes of a search that finds the first move.
    nodes: u64,
}

impl Puzzle {
    fn to_toml(&self) -> String {
        let quoted = |text: &str| format!("{text:?}");
        let line: Vec<String> = self.line.iter().map(|mv| list_word(mv)).collect();
        format!(
            "[[puzzle]]\nposition = {}\nanswers = [{}]\ndifficulty = {}\n",
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
    for puzzle in spread(puzzles, args.count) {
        writeln!(console.out, "{}", puzzle.to_toml())?;
    }
    console.say(format!("{all} puzzles in {} games", args.games));
    Ok(())
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
        Puzzle { position: "a \"b\"".to_owned(), line: vec!["a1 b2".to_owned()], nodes }
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
