//! Exit forts and rings against the slow model, on random positions near the edge and near
//! corners: `BOARDLOOM_HEAVY=1` tries ten thousand.

mod common;

#[path = "common/model.rs"]
#[allow(dead_code, reason = "each test binary uses a part of it")]
mod model;

use boardloom_sdk::contract::{Cursor, OpenGame};
use boardloom_sdk::random::Random;
use common::{changed, moves, open, presets};
use model::Model;
use serde_json::{Value, json};

/// Returns the number of positions to try.
fn count() -> u64 {
    let heavy = std::env::var_os("BOARDLOOM_HEAVY").is_some_and(|value| value == "1");
    if heavy { 10_000 } else { 400 }
}

/// Rulesets with forts: plain, with shieldwalls of all kinds, and with special squares.
fn fort_rulesets() -> Vec<Value> {
    let presets = presets();
    let any = json!({ "corners": true, "min": 1, "trigger": "any", "king": true });
    let closed = json!({ "corners": false, "min": 3, "trigger": "flank", "king": true });
    let every = "tcnmgTCNMGK";
    [
        ("copenhagen", json!({})),
        ("copenhagen", json!({ "shieldwall": null })),
        ("copenhagen", json!({ "shieldwall": any })),
        ("copenhagen", json!({ "shieldwall": closed, "king_weapon": "hammer" })),
        ("copenhagen", json!({ "shieldwall": null, "hostile": { "corner": "" } })),
        ("copenhagen", json!({ "hostile": { "edge": every } })),
        ("copenhagen", json!({ "stop": { "corner": every }, "passing": { "corner": every } })),
        ("copenhagen", json!({ "jumps": { "c": "plain", "n": "capture" } })),
        ("brandubh", json!({ "exit_fort": true, "encircle": "none" })),
        ("brandubh", json!({ "exit_fort": true, "shieldwall": any, "speed": { "t": 1 } })),
        ("tablut-ashton", json!({ "exit_fort": true, "escape": "corner", "corners": "corners" })),
    ]
    .into_iter()
    .map(|(name, params)| changed(&presets[name], &params))
    .collect()
}

/// A board of letters, `.` for empty squares.
struct Board {
    size: usize,
    squares: Vec<char>,
}

impl Board {
    fn new(size: usize) -> Board {
        Board { size, squares: vec!['.'; size * size] }
    }

    fn near(&self, square: usize) -> Vec<usize> {
        let (x, y, last) = (square % self.size, square / self.size, self.size - 1);
        let mut near = Vec::new();
        near.extend((x > 0).then(|| square - 1));
        near.extend((x < last).then(|| square + 1));
        near.extend((y > 0).then(|| square - self.size));
        near.extend((y < last).then(|| square + self.size));
        near
    }

    fn is_special(&self, square: usize) -> bool {
        let (x, y, last) = (square % self.size, square / self.size, self.size - 1);
        [0, last].contains(&x) && [0, last].contains(&y) || (x, y) == (last / 2, last / 2)
    }

    fn put(&mut self, square: usize, letter: char) {
        if self.squares[square] == '.' && !self.is_special(square) {
            self.squares[square] = letter;
        }
    }

    /// Grows a room of this many squares, and returns it.
    fn room(&self, random: &mut Random, start: usize, size: u64, inner: bool) -> Vec<usize> {
        let mut room = vec![start];
        for _ in 0..size {
            let near = self.near(room[random.below(room.len() as u64) as usize]);
            let next = near[random.below(near.len() as u64) as usize];
            let is_rim = self.near(next).len() < 4;
            let is_allowed = !inner || !is_rim;
            if is_allowed && !room.contains(&next) {
                room.push(next);
            }
        }
        room
    }

    fn around(&self, room: &[usize]) -> Vec<usize> {
        let mut around: Vec<usize> = room.iter().flat_map(|square| self.near(*square)).collect();
        around.sort_unstable();
        around.dedup();
        around.retain(|square| !room.contains(square));
        around
    }

    /// Writes the rows, turned and mirrored by a number below eight.
    fn rows(&self, symmetry: u64) -> String {
        let last = self.size - 1;
        let at = |x: usize, y: usize| {
            let (x, y) = if symmetry & 1 == 0 { (x, y) } else { (last - x, y) };
            let (x, y) = if symmetry & 2 == 0 { (x, y) } else { (x, last - y) };
            let (x, y) = if symmetry & 4 == 0 { (x, y) } else { (y, x) };
            self.squares[y * self.size + x]
        };
        let row = |y: usize| {
            let (mut text, mut run) = (String::new(), 0);
            for letter in (0..self.size).map(|x| at(x, y)).chain(['|']) {
                if letter == '.' {
                    run += 1;
                    continue;
                }
                if run > 0 {
                    text += &run.to_string();
                    run = 0;
                }
                text.push(letter);
            }
            text.trim_end_matches('|').to_owned()
        };
        (0..self.size).map(row).collect::<Vec<_>>().join("/")
    }
}

/// Returns a king at the edge, half of the time near a corner, with men around a few squares
/// of which some are missing, doubled or attackers.
fn fort(random: &mut Random, size: usize, men: &[char], attackers: &[char]) -> String {
    let mut board = Board::new(size);
    let any = |random: &mut Random, letters: &[char]| {
        letters[random.below(letters.len() as u64) as usize]
    };
    let reach = if random.below(2) == 0 { 3 } else { size as u64 - 2 };
    let king = 1 + random.below(reach) as usize;
    let len = 1 + random.below(9);
    let room = board.room(random, king, len, false);
    board.squares[king] = 'K';
    let mut walls = board.around(&room);
    if random.below(3) == 0 {
        // A second layer.
        let both: Vec<usize> = room.iter().chain(&walls).copied().collect();
        let outer = board.around(&both);
        walls.extend(outer.into_iter().filter(|_| random.below(2) == 0));
    }
    let gaps = random.below(3);
    for _ in 0..gaps {
        let gap = random.below(walls.len() as u64) as usize;
        let square = walls.swap_remove(gap);
        if random.below(6) == 0 {
            board.put(square, any(random, attackers));
        }
        if walls.is_empty() {
            break;
        }
    }
    for square in walls {
        board.put(square, any(random, men));
    }
    for _ in 0..random.below(6) {
        let square = random.below((size * size) as u64) as usize;
        if !room.contains(&square) {
            board.put(square, any(random, men));
        }
    }
    for _ in 0..1 + random.below(10) {
        let square = random.below((size * size) as u64) as usize;
        if !room.contains(&square) {
            board.put(square, any(random, attackers));
        }
    }
    board.rows(random.below(8))
}

/// Returns defenders in one pocket or two, each closed by attackers up to a gap; attackers
/// that the defenders could capture among them.
fn rings(random: &mut Random, size: usize) -> String {
    let mut board = Board::new(size);
    let inner = |random: &mut Random| {
        let at = |random: &mut Random| 1 + random.below(size as u64 - 2) as usize;
        at(random) * size + at(random)
    };
    let mut rooms = Vec::new();
    for pocket in 0..1 + random.below(2) {
        let start = inner(random);
        let len = random.below(8);
        let room = board.room(random, start, len, true);
        for square in &room {
            if random.below(2) == 0 {
                board.put(*square, 'T');
            }
        }
        if pocket == 0 {
            board.squares[start] = 'K';
        }
        rooms.extend(room);
    }
    let mut walls = board.around(&rooms);
    let gap = random.below(walls.len() as u64) as usize;
    let gap = walls.swap_remove(gap);
    for square in walls {
        board.put(square, 't');
    }
    let (x, y) = (gap % size, gap / size);
    board.put(random.below(size as u64) as usize * size + x, 't');
    board.put(y * size + random.below(size as u64) as usize, 't');
    for _ in 0..random.below(4) {
        board.put(random.below((size * size) as u64) as usize, 't');
    }
    if random.below(8) == 0 {
        board.put(inner(random), 'T');
    }
    board.rows(random.below(8))
}

/// Compares the effects of moves from a position; returns the reasons why games ended.
fn compare(
    game: &dyn OpenGame,
    preset: &Value,
    rows: &str,
    side: &str,
    random: &mut Random,
    most: usize,
) -> Vec<Option<String>> {
    let mut model = Model::new(preset);
    model.place(rows);
    model.defenders_move = side == "defenders";
    let mut quick: Box<dyn Cursor> = common::read(game, rows, side);
    let mut legal = moves(&mut *quick);
    let mut reasons = Vec::new();
    for _ in 0..most {
        if legal.is_empty() {
            break;
        }
        let mv = legal.swap_remove(random.below(legal.len() as u64) as usize);
        let mut after = model.clone();
        after.play(&mv);
        let by = u8::from(model.defenders_move);
        let (status, _) = quick.preview(by, &mv).expect("no plugin error").expect("legal");
        let reason = status.outcome.map(|outcome| outcome.reason.id);
        let expected = after.end.map(|(_, reason)| reason.to_owned());
        assert_eq!(reason, expected, "{rows} {side}, {mv}, {preset}");
        if reason.as_deref() == Some("over.fort") && random.below(5) == 0 {
            besiege(after, random);
        }
        reasons.push(reason);
    }
    reasons
}

/// Lets attackers move as they like, and capture if they can: they never come near the king,
/// since a fort holds.
fn besiege(mut model: Model, random: &mut Random) {
    let before = model.rows();
    for _ in 0..12 {
        (model.end, model.chain, model.defenders_move) = (None, None, false);
        let legal: Vec<String> = model.legal_moves().into_iter().collect();
        if legal.is_empty() {
            return;
        }
        let captures = legal.iter().find(|mv| !model.clone().play(mv).is_empty());
        let any = &legal[random.below(legal.len() as u64) as usize];
        model.play(captures.unwrap_or(any));
        let king = model.board.iter().find(|(_, man)| **man == 'K').map(|(square, _)| *square);
        let (x, y) = king.unwrap_or_else(|| panic!("{before}: the king fell"));
        for beside in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
            let man = model.board.get(&beside);
            assert!(!man.is_some_and(char::is_ascii_lowercase), "{before}: entered");
        }
    }
}

#[test]
fn forts_agree_with_a_siege_of_the_model() {
    let rulesets = fort_rulesets();
    let games: Vec<_> = rulesets.iter().map(open).collect();
    let (mut forts, mut others) = (0u64, 0u64);
    for seed in 0..count() {
        let mut random = Random::new(seed);
        // Half of the positions are those of the game that players know.
        let index = random.below(2 * games.len() as u64) as usize;
        let index = if index < games.len() { index } else { index % 2 };
        let preset = &rulesets[index];
        let size = common::text(&preset["start"]).split('/').count();
        let men: &[char] = if random.below(8) == 0 { &['T', 'T', 'M', 'G', 'C'] } else { &['T'] };
        let attackers: &[char] =
            if random.below(8) == 0 { &['t', 'c', 'n', 'm', 'g'] } else { &['t'] };
        let rows = fort(&mut random, size, men, attackers);
        for reason in compare(&*games[index], preset, &rows, "defenders", &mut random, 2) {
            match reason.as_deref() {
                Some("over.fort") => forts += 1,
                _ => others += 1,
            }
        }
    }
    assert!(10 * forts > others && 10 * others > forts, "{forts} forts, {others} others");
}

#[test]
fn rings_agree_with_the_model() {
    let presets = presets();
    let rulesets: Vec<Value> = ["pockets", "ring"]
        .into_iter()
        .map(|kind| changed(&presets["copenhagen"], &json!({ "encircle": kind })))
        .collect();
    let games: Vec<_> = rulesets.iter().map(open).collect();
    let (mut closed, mut others) = (0u64, 0u64);
    for seed in 0..count() {
        let mut random = Random::new(seed);
        let index = random.below(2) as usize;
        let rows = rings(&mut random, 11);
        for reason in compare(&*games[index], &rulesets[index], &rows, "attackers", &mut random, 6)
        {
            match reason.as_deref() {
                Some("over.encircled") => closed += 1,
                _ => others += 1,
            }
        }
    }
    assert!(20 * closed > others, "{closed} rings, {others} others");
}

/// Returns the moves of the defenders after which the king stands in an exit fort.
fn fort_moves(rows: &str) -> Vec<String> {
    let game = open(&presets()["copenhagen"]);
    let mut cursor = common::read(&*game, rows, "defenders");
    let mut found = moves(&mut *cursor);
    found.retain(|mv| {
        let (status, _) = cursor.preview(1, mv).expect("no plugin error").expect("legal");
        status.outcome.is_some_and(|outcome| outcome.reason.id == "over.fort")
    });
    found
}

#[test]
fn corners_stay_hostile_in_a_fort() {
    // After d8-d9 attackers take a10 against the corner: a5-a9.
    let rows = "2TKTTT4/T4T5/1TT1T6/3T1TT4/11/11/t5t2t1/2t5t2/4t2t3/11/2t3t4";
    assert_eq!(fort_moves(rows), Vec::<String>::new());
    // The same with a man on a9 holds.
    let rows = "2TKTTT4/T4T5/TTT1T6/3T1TT4/11/11/t5t2t1/2t5t2/4t2t3/11/2t3t4";
    assert!(fort_moves(rows).contains(&"d8-d9".to_owned()));
}

#[test]
fn attackers_do_not_come_through_corners() {
    let rows = "2K1T6/TTTTT6/1TTT7/11/8T2/11/11/1t9/11/11/8T2";
    let found = fort_moves(rows);
    for to in 2..=7 {
        assert!(found.contains(&format!("a10-a{to}")), "{found:?}");
    }
}
