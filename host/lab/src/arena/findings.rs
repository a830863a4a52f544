//! What matches tell about the game itself: winners by seat, margins, leads, lengths.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value as Json, json};

use super::course::{Course, PARTS};
use super::game::{End, Played};
use crate::measure::{Spread, share_bounds};

pub struct Findings {
    /// Games that ended or were cut.
    pub games: u32,
    /// Distinct games among them.
    pub different: usize,
    /// Games with a shared first place.
    pub drawn: u32,
    pub cut: u32,
    pub seats: Vec<Seat>,
    /// The first seat's final lead over the best other; `None` for games without points.
    pub lead: Option<Spread>,
    /// Who led decided games at half time; `None` for games without points.
    pub half: Option<Half>,
    /// Quartiles of the lead at the start and after each twentieth of the plies.
    pub course: Vec<[f64; 3]>,
    pub length: Spread,
    /// Mean number of legal moves per position.
    pub choices: f64,
    /// Mean number of each effect per game, by seat; chance last.
    pub effects: BTreeMap<String, Vec<f64>>,
    /// Facts of final positions.
    pub facts: Vec<Fact>,
}

pub struct Seat {
    /// Games that it won alone.
    pub won: u32,
    /// Final points; `None` for games without points.
    pub score: Option<Spread>,
    /// Moves per game.
    pub moves: f64,
    /// Mean number of legal moves on its turns.
    pub choices: f64,
}

/// Who led decided games at half time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Half {
    pub ahead: u32,
    pub level: u32,
    /// Another seat led: a comeback.
    pub behind: u32,
}

/// A numeric fact of final positions.
#[derive(Debug, PartialEq)]
pub struct Fact {
    pub id: String,
    /// Its first argument and value, if positions have several such facts.
    pub of: Option<(String, String)>,
    /// Games that have it.
    pub games: u32,
    /// Means of its other numbers.
    pub means: Vec<(String, f64)>,
}

impl Findings {
    /// Summarises games; those with a plugin fault are left out.
    pub fn of<'a>(games: impl Iterator<Item = &'a Played>, seats: usize) -> Self {
        let games: Vec<&Played> =
            games.filter(|game| !matches!(game.end, End::PluginError(_))).collect();
        let courses: Vec<&Course> = games.iter().map(|game| &game.course).collect();
        let scored = courses.iter().any(|it| it.scores.iter().any(|score| *score != 0.0));
        let cut = games.iter().filter(|game| game.cut).count() as u32;
        let won = |seat| courses.iter().filter(|it| it.winner == Some(seat)).count() as u32;
        let sum = |of: fn(&Course) -> &Vec<u64>, seat: usize| {
            courses.iter().map(|it| of(it)[seat]).sum::<u64>() as f64
        };
        let many = games.len().max(1) as f64;
        let (mut all_moves, mut all_choices) = (0.0, 0.0);
        let by_seat = (0..seats).map(|seat| {
            let (moves, choices) = (sum(|it| &it.moves, seat), sum(|it| &it.choices, seat));
            all_moves += moves;
            all_choices += choices;
            let score = || Spread::of(courses.iter().map(|it| it.scores[seat]).collect());
            Seat {
                won: won(seat as u8),
                score: scored.then(score),
                moves: moves / many,
                choices: choices / moves.max(1.0),
            }
        });
        let by_seat: Vec<Seat> = by_seat.collect();
        let leads = |part: usize| Spread::of(courses.iter().map(|it| it.leads[part]).collect());
        let quartiles = |part| {
            let Spread { lower, median, upper, .. } = leads(part);
            [lower, median, upper]
        };
        let of_game = |counts: &[u64]| counts.iter().map(|count| *count as f64 / many).collect();
        Findings {
            games: games.len() as u32,
            different: courses.iter().map(|it| it.key).collect::<BTreeSet<_>>().len(),
            drawn: games.len() as u32 - cut - by_seat.iter().map(|it| it.won).sum::<u32>(),
            cut,
            seats: by_seat,
            lead: scored.then(|| leads(PARTS)),
            half: scored.then(|| Half::of(&courses)),
            course: if scored { (0..=PARTS).map(quartiles).collect() } else { Vec::new() },
            length: Spread::of(games.iter().map(|game| f64::from(game.plies)).collect()),
            choices: all_choices / all_moves.max(1.0),
            effects: effects(&courses)
                .into_iter()
                .map(|(verb, counts)| (verb, of_game(&counts)))
                .collect(),
            facts: facts(&courses),
        }
    }

    pub fn to_json(&self, names: &[String]) -> Json {
        let seats = self.seats.iter().zip(names).enumerate().map(|(number, (seat, name))| {
            let mut object = share(seat.won, self.games);
            object.insert("seat".into(), json!(number + 1));
            object.insert("name".into(), json!(name));
            object.insert("score".into(), json!(seat.score.as_ref().map(spread)));
            object.insert("moves".into(), json!(seat.moves));
            object.insert("moves_per_position".into(), json!(seat.choices));
            Json::Object(object)
        });
        let half = self.half.map(|half| {
            let (low, high) = half.bounds().unzip();
            json!({
                "ahead": half.ahead, "level": half.level, "behind": half.behind,
                "share": half.share(), "low": low, "high": high,
            })
        });
        let course = self.course.iter().map(
            |[lower, median, upper]| json!({"lower": lower, "median": median, "upper": upper}),
        );
        let facts = self.facts.iter().map(|fact| {
            let of = fact.of.iter().map(|(name, value)| (name.clone(), json!(value)));
            let means = fact.means.iter().map(|(name, mean)| (name.clone(), json!(mean)));
            json!({
                "id": fact.id,
                "of": of.collect::<Map<_, _>>(),
                "games": fact.games,
                "means": means.collect::<Map<_, _>>(),
            })
        });
        json!({
            "games": self.games,
            "different": self.different,
            "seats": seats.collect::<Vec<_>>(),
            "drawn": share(self.drawn, self.games),
            "cut": self.cut,
            "lead": self.lead.as_ref().map(spread),
            "comebacks": half,
            "course": course.collect::<Vec<_>>(),
            "length": spread(&self.length),
            "moves_per_position": self.choices,
            "effects": self.effects,
            "facts": facts.collect::<Vec<_>>(),
        })
    }
}

impl Half {
    fn of(courses: &[&Course]) -> Self {
        let mut half = Half::default();
        for course in courses {
            let Some(winner) = course.winner.map(usize::from) else { continue };
            let most = course.half.iter().copied().fold(f64::MIN, f64::max);
            let leaders = course.half.iter().filter(|score| **score == most).count();
            match (course.half[winner] == most, leaders) {
                (true, 1) => half.ahead += 1,
                (true, _) => half.level += 1,
                (false, _) => half.behind += 1,
            }
        }
        half
    }

    /// Returns the number of games in which a seat led and could lose the lead.
    pub fn led(self) -> u32 {
        self.ahead + self.behind
    }

    /// Returns the share of them that another seat won; `None` without such games.
    pub fn share(self) -> Option<f64> {
        (self.led() > 0).then(|| f64::from(self.behind) / f64::from(self.led()))
    }

    pub fn bounds(self) -> Option<(f64, f64)> {
        share_bounds(self.share()?, self.led())
    }
}

fn effects(courses: &[&Course]) -> BTreeMap<String, Vec<u64>> {
    let mut all: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for (verb, counts) in courses.iter().flat_map(|it| &it.effects) {
        let sums = all.entry(verb.clone()).or_insert_with(|| vec![0; counts.len()]);
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }
    all
}

/// Returns the facts of final positions, by name and number. If a position has several of
/// one name, the first argument tells them apart.
fn facts(courses: &[&Course]) -> Vec<Fact> {
    let mut several = BTreeSet::new();
    for course in courses {
        let mut seen = BTreeSet::new();
        let twice = course.facts.iter().filter(|fact| !seen.insert(&fact.id));
        several.extend(twice.map(|fact| fact.id.as_str()));
    }
    let mut all: BTreeMap<_, (u32, Vec<(&str, f64)>)> = BTreeMap::new();
    for fact in courses.iter().flat_map(|it| &it.facts) {
        let apart = usize::from(several.contains(fact.id.as_str())).min(fact.args.len());
        let (of, rest) = fact.args.split_at(apart);
        let of = of.first().map(|(name, value)| (name.as_str(), value.as_str()));
        // Numerically, not alphabetically.
        let place = of.and_then(|(_, value)| value.parse::<i64>().ok());
        let numbers =
            rest.iter().filter_map(|(name, value)| Some((name.as_str(), value.parse().ok()?)));
        let (games, sums) = all.entry((fact.id.as_str(), place, of)).or_default();
        *games += 1;
        for (name, number) in numbers.filter(|(_, number): &(_, f64)| number.is_finite()) {
            match sums.iter_mut().find(|(known, _)| *known == name) {
                Some((_, sum)) => *sum += number,
                None => sums.push((name, number)),
            }
        }
    }
    let told = all.into_iter().map(|((id, _, of), (games, sums))| Fact {
        id: id.to_owned(),
        of: of.map(|(name, value)| (name.to_owned(), value.to_owned())),
        games,
        means: sums
            .iter()
            .map(|(name, sum)| ((*name).to_owned(), sum / f64::from(games)))
            .collect(),
    });
    told.collect()
}

fn share(count: u32, games: u32) -> Map<String, Json> {
    let part = f64::from(count) / f64::from(games.max(1));
    let (low, high) = share_bounds(part, games).unzip();
    let part = (games > 0).then_some(part);
    let object = [
        ("games", json!(count)),
        ("share", json!(part)),
        ("low", json!(low)),
        ("high", json!(high)),
    ];
    object.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

fn spread(it: &Spread) -> Json {
    let (low, high) = it.bounds().unzip();
    json!({
        "mean": it.mean, "low": low, "high": high, "deviation": it.deviation,
        "least": it.least, "lower": it.lower, "median": it.median, "upper": it.upper,
        "most": it.most,
    })
}

#[cfg(test)]
mod tests;
