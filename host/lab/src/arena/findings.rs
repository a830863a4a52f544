//! Computes the findings of games.

use std::collections::{BTreeMap, BTreeSet};

use super::game::{GameResult, PlayedGame};
use super::game_summary::{GameSummary, PARTS};
use crate::findings::{Comebacks, Fact, Findings, Proportion, Quartiles, SeatFindings};
use crate::measure::Spread;

impl Findings {
    /// Summarises games; those with a plugin error are left out. `names` are those of the seats.
    pub fn of<'a>(games: impl Iterator<Item = &'a PlayedGame>, names: &[String]) -> Self {
        let games: Vec<&PlayedGame> =
            games.filter(|game| !matches!(game.result, GameResult::PluginFailed(_))).collect();
        let all: Vec<&GameSummary> = games.iter().map(|game| &game.summary).collect();
        let scored = all.iter().any(|it| it.scores.iter().any(|score| *score != 0.0));
        let (count, cut) = (games.len() as u32, games.iter().filter(|game| game.cut).count());
        let many = games.len().max(1) as f64;
        let (mut all_moves, mut all_choices, mut decided) = (0, 0, 0);
        let seats = (0u8..).zip(names).map(|(seat, name)| {
            let place = usize::from(seat);
            let moves: u64 = all.iter().map(|it| it.moves[place]).sum();
            let choices: u64 = all.iter().map(|it| it.choices[place]).sum();
            let won = all.iter().filter(|it| it.winner == Some(seat)).count() as u32;
            all_moves += moves;
            all_choices += choices;
            decided += won;
            SeatFindings {
                won: Proportion::of(won, count),
                seat: place + 1,
                name: name.clone(),
                color: String::new(),
                score: scored.then(|| Spread::of(all.iter().map(|it| it.scores[place]).collect())),
                moves: moves as f64 / many,
                choices: choices as f64 / moves.max(1) as f64,
            }
        });
        let seats = seats.collect();
        let leads = |part: usize| Spread::of(all.iter().map(|it| it.leads[part]).collect());
        let quartiles = |part| {
            let Spread { lower, median, upper, .. } = leads(part);
            Quartiles { lower, median, upper }
        };
        let by_verb = effects(&all).into_iter().map(|(verb, counts)| {
            (verb, counts.into_iter().map(|count| count as f64 / many).collect())
        });
        Findings {
            games: count,
            different: all.iter().map(|it| it.key).collect::<BTreeSet<_>>().len(),
            seats,
            drawn: Proportion::of(count - cut as u32 - decided, count),
            cut: cut as u32,
            lead: scored.then(|| leads(PARTS)),
            comebacks: scored.then(|| Comebacks::of(&all)),
            leads: if scored { (0..=PARTS).map(quartiles).collect() } else { Vec::new() },
            length: Spread::of(games.iter().map(|game| f64::from(game.plies)).collect()),
            choices: all_choices as f64 / all_moves.max(1) as f64,
            effects: by_verb.collect(),
            facts: facts(&all),
        }
    }
}

impl Comebacks {
    fn of(games: &[&GameSummary]) -> Self {
        let mut found = Comebacks::default();
        for game in games {
            let Some(winner) = game.winner.map(usize::from) else { continue };
            let most = game.half.iter().copied().fold(f64::MIN, f64::max);
            let leaders = game.half.iter().filter(|score| **score == most).count();
            match (game.half[winner] == most, leaders) {
                (true, 1) => found.ahead += 1,
                (true, _) => found.level += 1,
                (false, _) => found.behind += 1,
            }
        }
        let Proportion { share, low, high, .. } =
            Proportion::of(found.behind, found.ahead + found.behind);
        Comebacks { share, low, high, ..found }
    }
}

fn effects(games: &[&GameSummary]) -> BTreeMap<String, Vec<u64>> {
    let mut all: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for (verb, counts) in games.iter().flat_map(|it| &it.effects) {
        let sums = all.entry(verb.clone()).or_insert_with(|| vec![0; counts.len()]);
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }
    all
}

/// Returns the facts of final positions, by name and number. If a position has several of
/// one name, the first argument tells them apart.
fn facts(games: &[&GameSummary]) -> Vec<Fact> {
    let mut several = BTreeSet::new();
    for game in games {
        let mut seen = BTreeSet::new();
        let twice = game.facts.iter().filter(|fact| !seen.insert(&fact.id));
        several.extend(twice.map(|fact| fact.id.as_str()));
    }
    let mut all: BTreeMap<_, Fact> = BTreeMap::new();
    for fact in games.iter().flat_map(|it| &it.facts) {
        let apart = usize::from(several.contains(fact.id.as_str())).min(fact.args.len());
        let (of, rest) = fact.args.split_at(apart);
        // Numerically, not alphabetically.
        let number = of.first().and_then(|(_, value)| value.parse::<i64>().ok());
        let entry = all.entry((fact.id.as_str(), number, of)).or_insert_with(|| Fact {
            id: fact.id.clone(),
            of: of.iter().cloned().collect(),
            games: 0,
            means: BTreeMap::new(),
        });
        entry.games += 1;
        for (name, value) in rest {
            if let Some(number) = value.parse().ok().filter(|number: &f64| number.is_finite()) {
                *entry.means.entry(name.clone()).or_default() += number;
            }
        }
    }
    let mean = |mut fact: Fact| {
        fact.means.values_mut().for_each(|sum| *sum /= f64::from(fact.games));
        fact
    };
    all.into_values().map(mean).collect()
}

#[cfg(test)]
mod tests;
