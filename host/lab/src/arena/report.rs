//! The report of a match.

use std::collections::BTreeMap;
use std::io::{self, Write};

use boardloom_match::GameSource;
use serde_json::{Map, Value as Json, json};

use super::contestant::Contestant;
use super::findings_text::{self, percent};
use super::game::{GameResult, PlayedGame, SearchCost};
use super::score::{Score, elo};
use super::sprt::Hypotheses;
use crate::args::Arena;
use crate::findings::Findings;

pub struct ArenaReport<'a> {
    pub args: &'a Arena,
    pub sides: &'a [Contestant; 2],
    /// Whether both sides play alike.
    pub alike: bool,
    pub game: &'a GameSource,
    pub seats: Vec<String>,
    pub games: BTreeMap<u32, PlayedGame>,
    pub test: Option<Hypotheses>,
}

impl ArenaReport<'_> {
    /// Returns A's score, on one seat or on all.
    fn score(&self, seat: Option<u8>) -> Score {
        let mut score = Score::default();
        for game in self.games.values().filter(|it| seat.is_none_or(|seat| it.seat == seat)) {
            match game.result {
                GameResult::Win(0) => score.won += 1,
                GameResult::Win(_) => score.lost += 1,
                GameResult::Draw => score.drawn += 1,
                GameResult::PluginFailed(_) => {}
            }
        }
        score
    }

    /// Counts the games that failed by side; the last number is for unknown sides.
    pub fn failures(&self, whose: Option<usize>) -> usize {
        self.games.values().filter(|game| game.result == GameResult::PluginFailed(whose)).count()
    }

    pub fn first_fault(&self) -> Option<(u32, &str)> {
        let mut games = self.games.iter();
        let error = games.find(|(_, game)| matches!(game.result, GameResult::PluginFailed(_)))?;
        Some((error.0 + 1, &error.1.reason))
    }

    fn cost(&self, side: usize) -> SearchCost {
        let mut all = SearchCost::default();
        for one in self.games.values().map(|game| game.costs[side]) {
            all.moves += one.moves;
            all.time += one.time;
            all.nodes += one.nodes;
        }
        all
    }

    fn findings(&self) -> Findings {
        let mut findings = Findings::of(self.games.values(), &self.seats);
        for (place, seat) in findings.seats.iter_mut().enumerate() {
            seat.color = self.game.ruleset.player(place).color.to_string();
        }
        findings
    }

    /// Returns mean milliseconds and nodes per move of a side.
    fn pace(&self, side: usize) -> (f64, f64) {
        let SearchCost { moves, time, nodes } = self.cost(side);
        let moves = moves.max(1) as f64;
        (time.as_secs_f64() * 1000.0 / moves, nodes as f64 / moves)
    }

    fn side_json(&self, number: usize) -> Json {
        let side = &self.sides[number];
        let (ms, nodes) = self.pace(number);
        json!({
            "name": side.name,
            "level": side.number,
            "time_ms": side.level.time.map(|time| time.as_secs_f64() * 1000.0),
            "nodes": side.level.nodes,
            "depth": side.level.depth,
            "noise": side.level.noise,
            "moves": self.cost(number).moves,
            "ms_per_move": ms,
            "nodes_per_move": nodes,
            "faults": self.failures(Some(number)),
        })
    }

    pub fn to_json(&self) -> Json {
        let score = self.score(None);
        let bounds = score.bounds();
        // With more seats, one side against several is not a match of two.
        let two = self.seats.len() == 2;
        let strength = |share: Option<f64>| share.filter(|_| two).and_then(elo);
        let by_seat = (0..self.seats.len() as u8).map(|seat| {
            let mut object = self.score(Some(seat)).to_json();
            object["seat"] = json!(seat + 1);
            object["name"] = json!(self.seats[usize::from(seat)]);
            object
        });
        let failures: usize =
            [None, Some(0), Some(1)].into_iter().map(|it| self.failures(it)).sum();
        let games =
            self.games.iter().map(|(number, it)| it.to_json(*number, self.seats.len() as u8));
        let settings = self.game.ruleset.overrides.iter();
        let settings = settings.map(|(key, value)| (key.to_owned(), json!(value)));
        let (build, findings) = (&self.game.build, self.findings());
        json!({
            "ruleset": self.args.ruleset,
            "settings": settings.collect::<Map<_, _>>(),
            "plugin": {
                "name": self.game.rules.name(),
                "version": (!build.version.is_empty()).then_some(&build.version),
                "hash": build.hash,
            },
            "seed": self.args.seed,
            "opening_plies": self.args.opening_plies,
            "wanted": self.args.games,
            "a": self.side_json(0),
            "b": self.side_json(1),
            "alike": self.alike,
            "score": score.to_json(),
            "share_low": bounds.map(|it| it.0),
            "share_high": bounds.map(|it| it.1),
            "share_if_equal": 1.0 / self.seats.len() as f64,
            "elo": strength(score.share()),
            "elo_low": strength(bounds.map(|it| it.0)),
            "elo_high": strength(bounds.map(|it| it.1)),
            "sprt": self.test.map(|test| test.to_json(&self.games)),
            "by_seat": by_seat.collect::<Vec<_>>(),
            "plies": findings.length.mean,
            "cut": self.games.values().filter(|game| game.cut).count(),
            "faults": failures,
            "findings": findings,
            "games": games.collect::<Vec<_>>(),
        })
    }

    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let args = self.args;
        writeln!(
            out,
            "{}: {} of {} games, {} plies at random each, seed {}",
            args.ruleset,
            self.games.len(),
            args.games,
            args.opening_plies,
            args.seed
        )?;
        match self.alike {
            true => writeln!(out, "A and B  {}\n", self.sides[0].name)?,
            false => self.write_match(out)?,
        }
        findings_text::write(&self.findings(), out)?;
        writeln!(out)?;
        for (side, letter) in ["A", "B"].into_iter().enumerate() {
            let (ms, nodes) = self.pace(side);
            writeln!(out, "{letter} took {ms:.2} ms and {nodes:.0} nodes a move")?;
        }
        let failures = [self.failures(Some(0)), self.failures(Some(1)), self.failures(None)];
        if failures != [0; 3] {
            let [a, b, other] = failures;
            writeln!(
                out,
                "plugin failures: {a} of A, {b} of B, {other} of neither; not counted above"
            )?;
        }
        Ok(())
    }

    fn write_match(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "A  {}", self.sides[0].name)?;
        writeln!(out, "B  {}\n", self.sides[1].name)?;
        let names = self.seats.iter().map(|name| format!("  as {name}"));
        let wide = names.clone().map(|name| name.chars().count()).max().unwrap_or(0).max(8);
        writeln!(
            out,
            "{:wide$} {:>6} {:>6} {:>6} {:>6} {:>8}",
            "", "games", "won", "drawn", "lost", "score"
        )?;
        let mut row = |name: &str, score: Score| {
            let Score { won, drawn, lost } = score;
            let share = score.share().map_or("-".to_owned(), percent);
            let games = score.games();
            writeln!(out, "{name:wide$} {games:>6} {won:>6} {drawn:>6} {lost:>6} {share:>8}")
        };
        let score = self.score(None);
        row("A", score)?;
        for (seat, name) in names.enumerate() {
            row(&name, self.score(Some(seat as u8)))?;
        }
        writeln!(out)?;
        self.write_strength(score, out)?;
        if let Some(test) = self.test {
            writeln!(out, "{}", test.describe(&self.games))?;
        }
        writeln!(out)
    }

    fn write_strength(&self, score: Score, out: &mut dyn Write) -> io::Result<()> {
        let (Some(share), Some((low, high))) = (score.share(), score.bounds()) else {
            return writeln!(out, "score of A: no game was counted");
        };
        write!(
            out,
            "score of A: {}, with 95 % confidence {} to {}",
            percent(share),
            percent(low),
            percent(high)
        )?;
        if self.seats.len() != 2 {
            let equal = percent(1.0 / self.seats.len() as f64);
            return writeln!(out, "; {equal} if all were equal");
        }
        match (elo(low), elo(share), elo(high)) {
            (Some(low), None, _) => writeln!(out, "; Elo {low:+.0} or more"),
            (_, None, Some(high)) => writeln!(out, "; Elo {high:+.0} or less"),
            (Some(low), Some(elo), Some(high)) => {
                writeln!(out, "; Elo {elo:+.0} ({low:+.0} to {high:+.0})")
            }
            _ => writeln!(out),
        }
    }
}
