//! Matches between computer players, linked natively: how weights are found, and
//! how strong they are. A plugin's example calls [`main`] with its boards.
//!
//! A player is `random`, `captures` (gains most at once, by chance among equals), or
//! the time (`100ms`) or nodes (`5000n`) of a move with an `[ai]` table as JSON.
//! Games go in rounds: the same opening by chance, with the first player once in
//! every seat and the second in all others.

#![expect(clippy::disallowed_types, reason = "a tool with a clock, no part of a plugin")]

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::game::Plugin;
use crate::random::Random;
use crate::{CHANCE, Cursor, Searcher, Seat, native};

/// After so many plies a game counts as drawn.
const LONGEST: u32 = 400;
/// Bytes that the table of a search may take.
const MEMORY: u64 = 64 << 20;
/// A native game has no faults, and lists what can be played.
const SOUND: &str = "no fault";

enum Limit {
    Time(Duration),
    Nodes(u64),
}

enum PlayerKind {
    Random,
    Captures,
    Search(Limit, Value),
}

fn kind(text: &str) -> Option<PlayerKind> {
    match text {
        "random" => return Some(PlayerKind::Random),
        "captures" => return Some(PlayerKind::Captures),
        _ => {}
    }
    let (limit, settings) = text.split_once(' ').unwrap_or((text, "{}"));
    let number = |unit: &str| limit.strip_suffix(unit)?.parse::<u64>().ok();
    let limit = match (number("ms"), number("n")) {
        (Some(ms), _) => Limit::Time(Duration::from_millis(ms)),
        (None, nodes) => Limit::Nodes(nodes?),
    };
    Some(PlayerKind::Search(limit, serde_json::from_str(settings).ok()?))
}

/// What a player cost.
#[derive(Debug, Clone, Copy, Default)]
struct Cost {
    nodes: u64,
    moves: u64,
    took: Duration,
}

/// A player with a cursor of the game.
struct Player<'a> {
    kind: &'a PlayerKind,
    cursor: Box<dyn Cursor>,
    search: Option<Box<dyn Searcher>>,
    random: Random,
    cost: Cost,
}

impl<'a> Player<'a> {
    fn new<P: Plugin>(kind: &'a PlayerKind, board: &Value, seed: u64) -> Self {
        let mut ruleset = board.clone();
        if let PlayerKind::Search(_, settings) = kind {
            ruleset["ai"] = settings.clone();
        }
        let game = native::open::<P>(&ruleset.to_string()).expect("a good ruleset");
        let cursor = game.start().expect(SOUND);
        Player { kind, cursor, search: None, random: Random::new(seed), cost: Cost::default() }
    }

    fn choose(&mut self, by: Seat) -> String {
        let began = Instant::now();
        let mv = match self.kind {
            PlayerKind::Random => self.pick(by, |_| 0),
            PlayerKind::Captures => {
                let mut probe = self.cursor.fork().expect(SOUND);
                let before = score(&mut *probe, by);
                self.pick(by, |mv| {
                    let after = probe.preview(by, mv).expect(SOUND).expect("legal").0;
                    (after.seats[usize::from(by)].score - before) as i64
                })
            }
            PlayerKind::Search(limit, settings) => self.think(limit, settings),
        };
        self.cost.took += began.elapsed();
        self.cost.moves += 1;
        mv
    }

    /// Picks one of the moves that are worth most.
    fn pick(&mut self, by: Seat, mut worth: impl FnMut(&str) -> i64) -> String {
        let moves = self.cursor.legal_moves(by, None, 4096).expect(SOUND);
        let worths: Vec<i64> = moves.iter().map(|mv| worth(mv)).collect();
        let most = worths.iter().max().expect("a game that goes on has moves");
        let best = moves.iter().zip(&worths).filter(|(_, worth)| *worth == most);
        let best: Vec<&String> = best.map(|(mv, _)| mv).collect();
        best[self.random.below(best.len() as u64) as usize].clone()
    }

    fn think(&mut self, limit: &Limit, settings: &Value) -> String {
        let (began, seed) = (Instant::now(), self.random.draw());
        let cursor = &mut self.cursor;
        let search = self.search.get_or_insert_with(|| {
            let begun = cursor.search(&settings.to_string(), seed, MEMORY);
            begun.expect(SOUND).expect("good settings")
        });
        let first = search.step(0).expect(SOUND).nodes;
        loop {
            let slice = match limit {
                Limit::Time(_) if settings["kind"] == "playouts" => 16,
                Limit::Time(_) if settings["kind"] == "monte-carlo" => 16,
                Limit::Time(_) => 1024,
                Limit::Nodes(most) => (*most).min(1024) as u32,
            };
            let progress = search.step(slice).expect(SOUND);
            let enough = match limit {
                Limit::Time(time) => began.elapsed() >= *time,
                Limit::Nodes(most) => progress.nodes - first >= *most,
            };
            if enough || progress.finished {
                self.cost.nodes += progress.nodes - first;
                break;
            }
        }
        search.report(1).expect(SOUND)[0].moves[0].clone()
    }

    fn hear(&mut self, by: Seat, mv: &str) {
        self.cursor.play(by, mv).expect(SOUND).expect("legal");
        if let Some(search) = &mut self.search {
            search.advance(by, mv).expect(SOUND);
        }
    }
}

fn score(cursor: &mut dyn Cursor, seat: Seat) -> f64 {
    cursor.status().expect(SOUND).seats[usize::from(seat)].score
}

/// A game that was played.
struct FinishedGame {
    /// The rank of each seat.
    ranks: Vec<u8>,
    why: String,
    moves: Vec<String>,
    last: String,
}

impl FinishedGame {
    fn won(&self, seat: usize) -> bool {
        let first = self.ranks.iter().filter(|rank| **rank == 0).count();
        self.ranks[seat] == 0 && first == 1
    }
}

/// Plays a game whose first plies are drawn.
fn play(players: &mut [Player<'_>], seed: u64, drawn: u32) -> FinishedGame {
    let mut random = Random::new(seed);
    let mut moves = Vec::new();
    loop {
        let status = players[0].cursor.status().expect(SOUND);
        let (ranks, why) = match status.outcome {
            Some(outcome) => (outcome.ranks, outcome.reason.text),
            None if status.ply >= LONGEST => (vec![0; players.len()], "too long".to_owned()),
            None => {
                let by = status.mover().unwrap_or(CHANCE);
                let mv = if status.ply < drawn || by == CHANCE {
                    let moves = players[0].cursor.legal_moves(by, None, 4096).expect(SOUND);
                    moves[random.below(moves.len() as u64) as usize].clone()
                } else {
                    players[usize::from(by)].choose(by)
                };
                players.iter_mut().for_each(|player| player.hear(by, &mv));
                moves.push(mv);
                continue;
            }
        };
        let last = players[0].cursor.write("position").expect(SOUND).unwrap_or_default();
        return FinishedGame { ranks, why, moves, last };
    }
}

/// Games of the first player from one seat.
#[derive(Debug, Clone, Copy, Default)]
struct SeatResults {
    won: u32,
    drawn: u32,
    lost: u32,
    plies: usize,
}

impl SeatResults {
    fn add(&mut self, played: &FinishedGame, seat: usize) {
        let own = played.ranks[seat];
        let better = played.ranks.iter().filter(|rank| **rank < own).count();
        let tied = played.ranks.iter().filter(|rank| **rank == own).count();
        match (better, tied) {
            (0, 1) => self.won += 1,
            (0, _) => self.drawn += 1,
            _ => self.lost += 1,
        }
        self.plies += played.moves.len();
    }
}

/// Plays what a program's arguments ask for, and prints what came of it: `BOARD
/// GAMES PLAYER PLAYER [DRAWN [all]]`. So many plies at the beginning of each game are
/// drawn, two by default; with `all`, games that the first player does not win are
/// printed.
///
/// # Panics
/// Where the arguments are not what was asked for.
pub fn main<P: Plugin>(boards: fn(&str) -> Option<Value>) {
    let usage = "BOARD GAMES PLAYER PLAYER [DRAWN [all]]";
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, games, one, other, rest @ ..] = &arguments[..] else { panic!("{usage}") };
    let board = boards(name).unwrap_or_else(|| panic!("no board: {name}"));
    let games: u64 = games.parse().expect("a number of games");
    let known = |text: &str| kind(text).unwrap_or_else(|| panic!("no player: {text}"));
    let (one, other) = (known(one), known(other));
    let drawn = rest.first().map_or(2, |text| text.parse().expect("a number of plies"));
    let all = rest.get(1).is_some();
    let seats = native::open::<P>(&board.to_string()).expect("a good ruleset");
    let mut seats = seats.start().expect(SOUND);
    let seats = seats.status().expect(SOUND).seats.len();
    let mut tallies = vec![SeatResults::default(); seats];
    let mut costs = [Cost::default(); 2];
    for number in 0..games {
        let alone = number as usize % seats;
        let seated = |seat: usize| if seat == alone { &one } else { &other };
        let player = |seat| Player::new::<P>(seated(seat), &board, number * 100 + seat as u64);
        let mut players: Vec<Player<'_>> = (0..seats).map(player).collect();
        let played = play(&mut players, number / seats as u64, drawn);
        tallies[alone].add(&played, alone);
        for (seat, player) in players.iter().enumerate() {
            let cost = &mut costs[usize::from(seat != alone)];
            cost.nodes += player.cost.nodes;
            cost.moves += player.cost.moves;
            cost.took += player.cost.took;
        }
        if all && !played.won(alone) {
            let FinishedGame { ranks, why, moves, last } = played;
            println!("game {number}, seat {alone}: {ranks:?} {why}\n  {last}");
            println!("  {}", moves.join(" "));
        }
    }
    told(name, &tallies, &costs);
}

fn told(name: &str, tallies: &[SeatResults], costs: &[Cost]) {
    for (seat, SeatResults { won, drawn, lost, plies }) in tallies.iter().enumerate() {
        let games = won + drawn + lost;
        let share = (f64::from(*won) + f64::from(*drawn) / 2.0) / f64::from(games.max(1));
        let length = plies / games.max(1) as usize;
        println!(
            "{name}, seat {seat}: {won} won, {drawn} drawn, {lost} lost; {share:.3}; {length} plies a game"
        );
    }
    for Cost { nodes, moves, took } in costs {
        let (nodes, moves) = (*nodes as f64, (*moves).max(1) as f64);
        let took = took.as_secs_f64();
        println!(
            "  {:.0} nodes a second, {:.0} a move, {:.1} ms a move",
            nodes / took,
            nodes / moves,
            1000.0 * took / moves
        );
    }
}
