//! Many rooms of one server: moves a second, the time from a move to its event at the opponent,
//! and the memory of a room.
//!
//! `cargo bench -p boardloom-tests --bench rooms -- 1000` sets the number of rooms.

#![allow(clippy::unwrap_used, reason = "it shares helpers of the tests")]

use std::sync::{Arc, Barrier};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

#[path = "../all/program.rs"]
#[allow(dead_code, reason = "shared with tests/all")]
mod program;
#[path = "../all/served.rs"]
#[allow(dead_code, reason = "shared with tests/all")]
mod served;

use program::TestDir;
use served::{Served, Wire};

const RULESET: &str = "ataxx/small";
/// Players think for so long, so that all rooms together make a steady load.
const THINK: Duration = Duration::from_millis(900);

fn main() {
    let mut numbers = std::env::args().filter_map(|arg| arg.parse::<usize>().ok());
    let rooms = numbers.next_back().unwrap_or(200);
    let dir = TestDir::new();
    let most = (2 * rooms + 100).to_string();
    let served = Served::start(
        &dir,
        &[
            "--connections",
            &most,
            "--connections-by-address",
            &most,
            "--games",
            &most,
            "--games-by-address",
            &most,
        ],
    );
    let moves = Arc::new(record(&served));
    let empty = served.memory();
    let start = Arc::new(Barrier::new(rooms + 1));
    let served = Arc::new(served);
    let play = |_| {
        let (served, moves, start) = (Arc::clone(&served), Arc::clone(&moves), Arc::clone(&start));
        std::thread::spawn(move || {
            let mut players = open(&served);
            start.wait();
            play(&mut players, &moves)
        })
    };
    let threads: Vec<_> = (0..rooms).map(play).collect();
    start.wait();
    let began = Instant::now();
    let full = served.memory();
    let mut times: Vec<Duration> =
        threads.into_iter().flat_map(|thread| thread.join().expect("a game")).collect();
    let whole = began.elapsed();
    times.sort();
    let part = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
    println!("{rooms} rooms with {} clients, {} moves in {whole:.1?}", 2 * rooms, times.len());
    println!("{:.0} moves a second", times.len() as f64 / whole.as_secs_f64());
    println!(
        "from a move to its event at the opponent: median {:?}, 99 % {:?}",
        part(0.5),
        part(0.99)
    );
    println!("{} KiB a room", full.saturating_sub(empty) / rooms as u64);
}

/// Opens a room with two players.
fn open(served: &Served) -> [Wire; 2] {
    let offer = json!({ "ruleset": RULESET, "clock": "none", "private": true });
    let created = served.create(&offer);
    let (room, code) = (created["room"].as_str().expect("a room"), &created["code"]);
    [1, 2].map(|seat| {
        let path = format!("/rooms/{room}/socket");
        let mut wire = served.try_connect(&path, None).expect("a room");
        wire.send(&json!({ "type": "hello", "versions": [1], "name": "Ann", "code": code }));
        wire.until("welcome");
        wire.send(&json!({ "type": "join" }));
        wire.until("state");
        wire.sit(seat);
        wire
    })
}

/// Plays one game by the first choices, and returns its moves.
fn record(served: &Served) -> Vec<String> {
    let mut players = open(served);
    let (mut moves, mut acting) = (Vec::new(), 0);
    loop {
        let (ply, wire) = (moves.len(), &mut players[acting]);
        let mut path: Vec<Value> = Vec::new();
        let mv = loop {
            wire.send(&json!({
                "type": "board", "id": 1, "game": 1, "ply": ply, "path": path,
                "width": 200, "height": 200,
            }));
            let choices = wire.until("board")["choices"].clone();
            match &choices["options"][0]["move"] {
                Value::String(mv) => break mv.clone(),
                _ => {
                    let targets = choices["targets"].as_array().expect("a next site");
                    path.push(targets[ply % targets.len()][0].clone());
                }
            }
        };
        wire.play(&format!("m{ply}"), ply as u32, &mv);
        let played = players[0].until_event("played");
        players[1].until_event("played");
        moves.push(mv);
        if !played["end"].is_null() {
            return moves;
        }
        acting = played["acting"][0].as_u64().expect("a seat") as usize - 1;
    }
}

/// Plays the moves, and returns how long each took to reach the opponent.
fn play(players: &mut [Wire; 2], moves: &[String]) -> Vec<Duration> {
    let (mut times, mut acting) = (Vec::new(), 0);
    for (ply, mv) in moves.iter().enumerate() {
        std::thread::sleep(THINK);
        let sent = Instant::now();
        players[acting].play(&format!("m{ply}"), ply as u32, mv);
        let played = players[1 - acting].until_event("played");
        times.push(sent.elapsed());
        players[acting].until_event("played");
        acting = played["acting"][0].as_u64().map_or(0, |seat| seat as usize - 1);
    }
    times
}
