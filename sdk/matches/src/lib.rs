//! Matches between computer players, linked natively: how weights and settings are
//! found, and how strong they are. A plugin's example gives the boards:
//!
//! ```text
//! cargo run --release -p ataxx --example matches -- BOARD GAMES PLAYER PLAYER
//! cargo run --release -p ataxx --example matches -- classic 20 100ms captures
//! cargo run --release -p ataxx --example matches -- classic 200 '5000n' '5000n {"weights": {"growth": 20}}'
//! ```
//!
//! A player is `random`, `captures` (gains the most at once, by chance among equals),
//! or the time (`100ms`, of the processor) or nodes (`5000n`) of a move with an `[ai]`
//! table as JSON. Games go in pairs: the same opening, its first plies by chance, with
//! the players' seats exchanged. On a board for more seats the first player sits alone
//! against as many of the second.

#![deny(missing_docs)]

use std::time::Duration;

use boardloom_sdk::contract::Game;
use boardloom_sdk::random::Random;
use boardloom_sdk::{CHANCE, Cursor, Plugin, Searcher, Seat, native};
use serde_json::Value;

/// Returns the processor time that this thread has used.
#[cfg(unix)]
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).expect("a thread has used no less than nothing")
}

/// Returns the time since the first call.
#[cfg(not(unix))]
#[expect(clippy::disallowed_types, reason = "a tool with a clock, no part of a plugin")]
fn now() -> Duration {
    static FIRST: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    FIRST.elapsed()
}

enum Limit {
    Time(Duration),
    Nodes(u64),
}

enum Kind {
    Random,
    Captures,
    Search(Limit, Value),
}

fn kind(text: &str) -> Option<Kind> {
    match text {
        "random" => return Some(Kind::Random),
        "captures" => return Some(Kind::Captures),
        _ => {}
    }
    let (limit, settings) = text.split_once(' ').unwrap_or((text, "{}"));
    let number = |unit: &str| limit.strip_suffix(unit)?.parse::<u64>().ok();
    let limit = match (number("ms"), number("n")) {
        (Some(ms), _) => Limit::Time(Duration::from_millis(ms)),
        (None, nodes) => Limit::Nodes(nodes?),
    };
    Some(Kind::Search(limit, serde_json::from_str(settings).ok()?))
}

/// A player in a game of its own.
struct Player<'a> {
    kind: &'a Kind,
    game: Box<dyn Game>,
    cursor: Box<dyn Cursor>,
    search: Option<Box<dyn Searcher>>,
    random: Random,
    nodes: u64,
    plies: u64,
    took: Duration,
}

impl<'a> Player<'a> {
    fn new<P: Plugin>(kind: &'a Kind, board: &Value, seed: u64) -> Self {
        let mut ruleset = board.clone();
        if let Kind::Search(_, settings) = kind {
            ruleset["ai"] = settings.clone();
        }
        let game = native::open::<P>(&ruleset.to_string()).expect("a good ruleset");
        let cursor = game.start().expect("no fault");
        let (random, took) = (Random::new(seed), Duration::ZERO);
        Player { kind, game, cursor, search: None, random, nodes: 0, plies: 0, took }
    }

    fn choose(&mut self, by: Seat) -> String {
        let began = now();
        let mv = match self.kind {
            Kind::Random => self.pick(by, |_| 0),
            Kind::Captures => {
                let mut probe = self.cursor.fork().expect("no fault");
                let before = score(&mut *probe, by);
                self.pick(by, |mv| {
                    let after = probe.preview(by, mv).expect("no fault").expect("legal").0;
                    (after.seats[usize::from(by)].score - before) as i64
                })
            }
            Kind::Search(limit, settings) => self.think(limit, settings),
        };
        self.took += now().saturating_sub(began);
        self.plies += 1;
        mv
    }

    /// Picks one of the moves that are worth most.
    fn pick(&mut self, by: Seat, mut worth: impl FnMut(&str) -> i64) -> String {
        let moves = self.cursor.legal(by, None, 4096).expect("no fault");
        let worths: Vec<i64> = moves.iter().map(|mv| worth(mv)).collect();
        let best = worths.iter().max().expect("a game that goes on has moves");
        let best: Vec<&String> = moves
            .iter()
            .zip(&worths)
            .filter(|(_, worth)| *worth == best)
            .map(|(mv, _)| mv)
            .collect();
        best[self.random.below(best.len() as u64) as usize].clone()
    }

    fn think(&mut self, limit: &Limit, settings: &Value) -> String {
        let (began, seed) = (now(), self.random.draw());
        let cursor = &mut self.cursor;
        let search = self.search.get_or_insert_with(|| {
            let begun = cursor.search(&settings.to_string(), seed, 64 << 20);
            begun.expect("no fault").expect("good settings")
        });
        let first = search.step(0).expect("no fault").nodes;
        loop {
            let slice = match limit {
                Limit::Time(_) if settings["kind"] == "playouts" => 16,
                Limit::Time(_) if settings["kind"] == "monte-carlo" => 16,
                Limit::Time(_) => 1024,
                Limit::Nodes(most) => (*most).min(1024) as u32,
            };
            let progress = search.step(slice).expect("no fault");
            let enough = match limit {
                Limit::Time(time) => now().saturating_sub(began) >= *time,
                Limit::Nodes(most) => progress.nodes - first >= *most,
            };
            if enough || progress.finished {
                self.nodes += progress.nodes - first;
                break;
            }
        }
        search.report(1).expect("no fault")[0].moves[0].clone()
    }

    fn hear(&mut self, by: Seat, mv: &str) {
        self.cursor.play(by, mv).expect("no fault").expect("legal");
        if let Some(search) = &mut self.search {
            search.advance(by, mv).expect("no fault");
        }
    }
}

fn score(cursor: &mut dyn Cursor, seat: Seat) -> f64 {
    cursor.standing().expect("no fault").seats[usize::from(seat)].score
}

/// Plays a game, so many plies of it by chance, and returns the rank of each seat, and
/// how long it was.
fn play(players: &mut [Player<'_>], plies: u32, seed: u64) -> (Vec<u8>, u32) {
    let mut random = Random::new(seed);
    loop {
        let standing = players[0].cursor.standing().expect("no fault");
        if let Some(outcome) = standing.outcome {
            return (outcome.ranks, standing.ply);
        }
        if standing.ply >= 400 {
            return (vec![0; players.len()], standing.ply);
        }
        let by = standing.mover().unwrap_or(CHANCE);
        let mv = if standing.ply < plies {
            let moves = players[0].cursor.legal(by, None, 4096).expect("no fault");
            moves[random.below(moves.len() as u64) as usize].clone()
        } else {
            players[usize::from(by)].choose(by)
        };
        players.iter_mut().for_each(|player| player.hear(by, &mv));
    }
}

/// Plays the match that the program's arguments ask for, and prints how it went.
/// `board` gives the plugin's part of a ruleset by name, `plies` says how many are played
/// by chance.
///
/// # Panics
/// Where the arguments make no sense, with what was expected.
pub fn run<P: Plugin>(board: impl Fn(&str) -> Option<Value>, plies: u32) {
    let usage = "matches BOARD GAMES PLAYER PLAYER";
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, games, kinds @ ..] = &arguments[..] else { panic!("{usage}") };
    let board = board(name).expect("a board that this example knows");
    let games: u64 = games.parse().expect("a number of games");
    let kinds: Vec<Kind> = kinds
        .iter()
        .map(|text| kind(text).unwrap_or_else(|| panic!("no player: {text}")))
        .collect();
    let [one, other] = &kinds[..] else { panic!("{usage}") };
    let seats = board["setup"]["seats"].as_u64().unwrap_or(2);
    let (mut tally, mut all) = ([0u64; 3], 0);
    let mut speeds = [(0u64, 0u64, Duration::ZERO); 2];
    for number in 0..games {
        let alone = number % seats;
        let kind_of = |seat: u64| if seat == alone { one } else { other };
        let mut players: Vec<Player<'_>> = (0..seats)
            .map(|seat| Player::new::<P>(kind_of(seat), &board, number * 100 + seat))
            .collect();
        let (ranks, length) = play(&mut players, plies, number / seats);
        all += length;
        let own = ranks[alone as usize];
        let better = ranks.iter().filter(|rank| **rank < own).count();
        let tied = ranks.iter().filter(|rank| **rank == own).count();
        tally[if better > 0 { 2 } else { usize::from(tied > 1) }] += 1;
        for (seat, player) in (0..).zip(&players) {
            let speed = &mut speeds[usize::from(seat != alone)];
            speed.0 += player.nodes;
            speed.1 += player.plies;
            speed.2 += player.took;
            let _ = &player.game;
        }
    }
    let [won, drawn, lost] = tally;
    println!(
        "{name}: {won} won, {drawn} drawn, {lost} lost; {:.3}; {:.0} plies a game",
        (won as f64 + drawn as f64 / 2.0) / games as f64,
        f64::from(all) / games as f64
    );
    for (nodes, moves, took) in speeds {
        println!(
            "  {:.0} nodes a second, {:.0} a move, {:.1} ms a move",
            nodes as f64 / took.as_secs_f64(),
            nodes as f64 / moves.max(1) as f64,
            1000.0 * took.as_secs_f64() / moves.max(1) as f64
        );
    }
}
