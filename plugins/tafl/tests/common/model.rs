//! A second, slow implementation of the rules, sentence by sentence from their
//! specification: a square of letters, no tables and none of the plugin's code. It reads
//! the presets of the reference data.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::common::text;

#[path = "model_forts.rs"]
mod forts;

/// Column from the left and row from the bottom, from 0.
pub type Square = (i32, i32);

const DIRECTIONS: [Square; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

#[derive(Clone)]
pub struct Model {
    rules: Value,
    size: i32,
    throne: BTreeSet<Square>,
    corners: BTreeSet<Square>,
    camps: Vec<BTreeSet<Square>>,
    goal: BTreeSet<Square>,
    pub board: BTreeMap<Square, char>,
    pub defenders_move: bool,
    pub chain: Option<Square>,
    quiet: u64,
    /// The winner, or `draw`, and the reason.
    pub end: Option<(&'static str, &'static str)>,
}

pub fn label((x, y): Square) -> String {
    format!("{}{}", (b'a' + x as u8) as char, y + 1)
}

fn square(label: &str) -> Square {
    let (file, rank) = label.split_at(1);
    (i32::from(file.as_bytes()[0] - b'a'), rank.parse::<i32>().expect("a rank") - 1)
}

fn is_attacker(letter: char) -> bool {
    letter.is_lowercase()
}

impl Model {
    pub fn new(preset: &Value) -> Model {
        let rows: Vec<&str> = text(&preset["start"]).split('/').collect();
        let size = rows.len() as i32;
        let far = size - 1;
        let listed = |value: &Value, usual: &[Square]| -> BTreeSet<Square> {
            match value.as_str() {
                Some("none") => BTreeSet::new(),
                Some(_) => usual.iter().copied().collect(),
                None => squares(value),
            }
        };
        let middle = size / 2;
        let corners = listed(&preset["corners"], &[(0, 0), (0, far), (far, 0), (far, far)]);
        let rim = |(x, y): Square| x == 0 || y == 0 || x == far || y == far;
        let all = (0..size).flat_map(|x| (0..size).map(move |y| (x, y)));
        let goal = match preset["escape"].as_str() {
            Some("corner") => corners.clone(),
            Some(_) => all.filter(|square| rim(*square)).collect(),
            None => squares(&preset["escape"]),
        };
        let mut model = Model {
            rules: preset.clone(),
            size,
            throne: listed(&preset["throne"], &[(middle, middle)]),
            corners,
            camps: preset["camps"].as_array().into_iter().flatten().map(squares).collect(),
            goal,
            board: BTreeMap::new(),
            defenders_move: text(&preset["first"]) == "defenders",
            chain: None,
            quiet: 0,
            end: None,
        };
        model.place(text(&preset["start"]));
        model
    }

    pub fn place(&mut self, rows: &str) {
        self.board.clear();
        for (row, letters) in rows.split('/').enumerate() {
            let (mut x, mut run) = (0, 0);
            for letter in letters.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    run = run * 10 + digit as i32;
                } else {
                    x += run;
                    run = 0;
                    self.board.insert((x, self.size - 1 - row as i32), letter);
                    x += 1;
                }
            }
        }
    }

    pub fn rows(&self) -> String {
        let row = |y: i32| {
            let (mut text, mut run) = (String::new(), 0);
            for x in 0..self.size {
                match self.board.get(&(x, y)) {
                    None => run += 1,
                    Some(letter) => {
                        if run > 0 {
                            text += &run.to_string();
                        }
                        run = 0;
                        text.push(*letter);
                    }
                }
            }
            if run > 0 {
                text += &run.to_string();
            }
            text
        };
        (0..self.size).rev().map(row).collect::<Vec<_>>().join("/")
    }

    fn at(&self, square: Square) -> Option<char> {
        self.board.get(&square).copied()
    }

    fn is_on_board(&self, (x, y): Square) -> bool {
        (0..self.size).contains(&x) && (0..self.size).contains(&y)
    }

    fn is_edge(&self, square: Square) -> bool {
        near(square).any(|near| !self.is_on_board(near))
    }

    fn has(&self, table: &str, key: &str, letter: char) -> bool {
        text(&self.rules[table][key]).contains(letter)
    }

    fn word(&self, key: &str) -> &str {
        self.rules[key].as_str().unwrap_or("none")
    }

    /// The special squares that a square belongs to: the kind, and the number of its kind.
    fn specials(&self, square: Square) -> Vec<(&'static str, usize)> {
        let mut found = Vec::new();
        if self.throne.contains(&square) {
            found.push(("throne", 0));
        }
        if self.corners.contains(&square) {
            found.push(("corner", 0));
        }
        for (index, camp) in self.camps.iter().enumerate() {
            if camp.contains(&square) {
                found.push(("camp", index));
            }
        }
        found
    }

    /// Whether a piece from one square may be on another, if only in passing.
    fn may_enter(&self, letter: char, from: Square, to: Square) -> bool {
        let own = self.specials(from);
        self.specials(to)
            .into_iter()
            .all(|special| own.contains(&special) || self.has("reenter", special.0, letter))
    }

    fn may_stop(&self, letter: char, from: Square, to: Square) -> bool {
        self.may_enter(letter, from, to)
            && self.specials(to).iter().all(|(kind, _)| self.has("stop", kind, letter))
    }

    fn may_pass(&self, letter: char, from: Square, to: Square) -> bool {
        self.may_enter(letter, from, to)
            && self.specials(to).iter().all(|(kind, _)| self.has("passing", kind, letter))
    }

    /// The moves of a piece: the target, and the jumped square.
    fn piece_moves(&self, from: Square) -> Vec<(Square, Option<Square>)> {
        let letter = self.board[&from];
        let most = self.rules["speed"][letter.to_string()].as_i64().unwrap_or(99);
        let mut found = Vec::new();
        for way in DIRECTIONS {
            let mut to = from;
            for _ in 0..most {
                to = plus(to, way);
                if !self.is_on_board(to) || self.at(to).is_some() {
                    break;
                }
                if self.may_stop(letter, from, to) {
                    found.push((to, None));
                }
                if !self.may_pass(letter, from, to) {
                    break;
                }
            }
            let (over, to) = (plus(from, way), plus(plus(from, way), way));
            let ordinary = self
                .at(over)
                .is_some_and(|man| "tT".contains(man) && is_attacker(man) != is_attacker(letter));
            let jump = self.rules["jumps"][letter.to_string()].as_str();
            let special = |square| self.throne.contains(&square) || self.corners.contains(&square);
            let may = match jump {
                None => false,
                Some("special") => special(from) || special(to),
                Some(_) => true,
            };
            let clear =
                self.is_on_board(to) && self.at(to).is_none() && self.may_stop(letter, from, to);
            if may && ordinary && clear {
                found.push((to, Some(over)));
            }
        }
        found
    }

    /// All legal moves as text.
    pub fn legal_moves(&self) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        if self.end.is_some() {
            return found;
        }
        for (from, to, _) in self.moves() {
            found.insert(format!("{}-{}", label(from), label(to)));
        }
        if self.chain.is_some() && self.word("berserk") == "may" {
            found.insert("end".to_owned());
        }
        found
    }

    fn moves(&self) -> Vec<(Square, Square, Option<Square>)> {
        let own: Vec<Square> = match self.chain {
            Some(from) => vec![from],
            None => {
                let own =
                    self.board.iter().filter(|(_, man)| is_attacker(**man) != self.defenders_move);
                own.map(|(square, _)| *square).collect()
            }
        };
        let mut found = Vec::new();
        for from in own {
            for (to, over) in self.piece_moves(from) {
                if self.chain.is_none() || self.continues(from, to, over) {
                    found.push((from, to, over));
                }
            }
        }
        found
    }

    fn continues(&self, from: Square, to: Square, over: Option<Square>) -> bool {
        let home = self.board[&from] == 'K' && self.goal.contains(&to);
        let mut after = self.clone();
        let man = after.board.remove(&from).expect("a piece");
        after.board.insert(to, man);
        home || !after.captures(to, over).is_empty()
    }

    /// Whether the piece on a square can capture: as the hammer if it has just moved, else
    /// as the anvil.
    fn is_armed(&self, square: Square, mover: Square) -> bool {
        match self.at(square) {
            Some('K') => match self.word("king_weapon") {
                "both" => true,
                "hammer" => square == mover,
                "anvil" => square != mover,
                _ => false,
            },
            Some(letter) => !"gG".contains(letter),
            None => false,
        }
    }

    /// Whether a square helps the side of the mover to capture a victim.
    fn is_hostile(&self, square: Square, victim: Square, mover: Square) -> bool {
        let letter = self.board[&victim];
        if !self.is_on_board(square) {
            return self.has("hostile", "edge", letter);
        }
        match self.at(square) {
            None => self.specials(square).iter().any(|(kind, _)| match *kind {
                "throne" => self.has("hostile", "throne_empty", letter),
                kind => self.has("hostile", kind, letter),
            }),
            Some(man)
                if is_attacker(man) != is_attacker(letter) && self.is_armed(square, mover) =>
            {
                true
            }
            Some('K') if self.throne.contains(&square) => {
                let linnaean = self.rules["linnaean"] == true
                    && !is_attacker(letter)
                    && near(square).filter(|near| *near != victim).all(|near| {
                        self.at(near).is_some_and(is_attacker) && self.is_armed(near, mover)
                    });
                linnaean || self.has("hostile", "throne_occupied", letter)
            }
            Some(_) => false,
        }
    }

    /// The captures when the piece on `mover` has just moved there.
    fn captures(&self, mover: Square, over: Option<Square>) -> BTreeSet<Square> {
        let letter = self.board[&mover];
        let mut taken = BTreeSet::new();
        if let Some(over) = over
            && self.rules["jumps"][letter.to_string()] == "capture"
        {
            taken.insert(over);
        }
        if !self.is_armed(mover, mover) {
            return taken;
        }
        for way in DIRECTIONS {
            let (victim, far) = (plus(mover, way), plus(plus(mover, way), way));
            let Some(man) = self.at(victim).filter(|man| is_attacker(*man) != is_attacker(letter))
            else {
                continue;
            };
            let falls = match man {
                'K' => self.captures_king(victim, far, mover),
                _ => self.is_hostile(far, victim, mover),
            };
            if falls {
                taken.insert(victim);
            }
        }
        taken.extend(self.shieldwalls(mover));
        taken
    }

    fn captures_king(&self, king: Square, far: Square, mover: Square) -> bool {
        let beside = near(king).any(|near| self.throne.contains(&near));
        let zone = if self.throne.contains(&king) {
            "throne"
        } else if beside {
            "beside"
        } else if self.is_edge(king) {
            "edge"
        } else {
            "other"
        };
        let man = |square| self.at(square).is_some_and(is_attacker) && self.is_armed(square, mover);
        let plain = match text(&self.rules["king_capture"][zone]) {
            "surround" => near(king).all(|near| self.is_hostile(near, king, mover)),
            "pair" => self.is_hostile(far, king, mover),
            "men" => near(king).filter(|near| self.is_on_board(*near)).all(man),
            _ => return false,
        };
        let corner = self.corners.contains(&far)
            && self.at(far).is_none()
            && self.has("hostile", "corner", 'K');
        let pierced = self.board[&mover] == 'c' && (self.at(far) == Some('c') || corner);
        plain || pierced && zone != "throne" && !beside
    }

    /// All rows along the edges that the mover closes.
    fn shieldwalls(&self, mover: Square) -> BTreeSet<Square> {
        let mut taken = BTreeSet::new();
        let rules = &self.rules["shieldwall"];
        if rules.is_null() {
            return taken;
        }
        let side = is_attacker(self.board[&mover]);
        let last = self.size - 1;
        // Each edge as a line of squares with the way inwards.
        let edges: [(Vec<Square>, Square); 4] = [
            ((0..=last).map(|x| (x, 0)).collect(), (0, 1)),
            ((0..=last).map(|x| (x, last)).collect(), (0, -1)),
            ((0..=last).map(|y| (0, y)).collect(), (1, 0)),
            ((0..=last).map(|y| (last, y)).collect(), (-1, 0)),
        ];
        for (edge, inwards) in edges {
            for start in 1..edge.len() {
                for end in start + 1..edge.len() {
                    // The row is edge[start..end], its brackets stand beside it.
                    let row = &edge[start..end];
                    let (one, other) = (edge[start - 1], edge[end]);
                    let enemies = row
                        .iter()
                        .all(|square| self.at(*square).is_some_and(|man| is_attacker(man) != side));
                    if !enemies || (row.len() as u64) < rules["min"].as_u64().expect("a number") {
                        continue;
                    }
                    let own = |square: Square| {
                        self.at(square).is_some_and(|man| is_attacker(man) == side)
                            && self.is_armed(square, mover)
                    };
                    let corner = |square: Square| {
                        rules["corners"] == true
                            && self.at(square).is_none()
                            && self.corners.contains(&square)
                    };
                    let bracketed =
                        own(one) && (own(other) || corner(other)) || corner(one) && own(other);
                    let fronts: Vec<Square> =
                        row.iter().map(|square| plus(*square, inwards)).collect();
                    let fronted = fronts.iter().all(|front| own(*front));
                    let closes = mover == one
                        || mover == other
                        || rules["trigger"] == "any" && fronts.contains(&mover);
                    if bracketed && fronted && closes {
                        let fall = row.iter().filter(|square| {
                            self.at(**square) != Some('K') || rules["king"] == true
                        });
                        taken.extend(fall);
                    }
                }
            }
        }
        taken
    }

    /// Plays a legal move. Returns the captures.
    pub fn play(&mut self, mv: &str) -> BTreeSet<String> {
        let by_defenders = self.defenders_move;
        let mut fallen = BTreeSet::new();
        if mv == "end" {
            self.chain = None;
        } else {
            let (from, to) = mv.split_once('-').expect("two squares");
            let (from, to) = (square(from), square(to));
            let moves = self.moves();
            let (_, _, over) = moves
                .into_iter()
                .find(|(own, onto, _)| (*own, *onto) == (from, to))
                .expect("a legal move");
            let man = self.board.remove(&from).expect("a piece");
            self.board.insert(to, man);
            let taken = self.captures(to, over);
            for square in &taken {
                let man = self.board.remove(square).expect("a piece");
                match man {
                    'm' => drop(self.board.insert(*square, 'M')),
                    'M' => drop(self.board.insert(*square, 'm')),
                    _ => {}
                }
            }
            self.quiet = if taken.is_empty() { self.quiet + 1 } else { 0 };
            fallen = taken.iter().map(|square| label(*square)).collect();
            self.chain = None;
            self.end = self.end_by_move(by_defenders);
            if self.end.is_none() && self.word("berserk") != "none" && !taken.is_empty() {
                self.chain = Some(to);
                if !self.moves().is_empty() {
                    return fallen;
                }
                self.chain = None;
            }
        }
        self.defenders_move = !by_defenders;
        if self.end.is_none() {
            self.end = self.end_before_move();
        }
        fallen
    }

    fn king(&self) -> Option<Square> {
        self.board.iter().find(|(_, man)| **man == 'K').map(|(square, _)| *square)
    }

    fn end_by_move(&self, by_defenders: bool) -> Option<(&'static str, &'static str)> {
        let Some(king) = self.king() else { return Some(("attackers", "over.captured")) };
        if self.goal.contains(&king) {
            return Some(("defenders", "over.escaped"));
        }
        if by_defenders && self.rules["exit_fort"] == true && self.is_exit_fort(king) {
            return Some(("defenders", "over.fort"));
        }
        if self.is_encircled(king) {
            return Some(("attackers", "over.encircled"));
        }
        None
    }

    fn end_before_move(&self) -> Option<(&'static str, &'static str)> {
        if self.moves().is_empty() {
            let winner = if self.defenders_move { "attackers" } else { "defenders" };
            let draw = self.rules["no_moves"] == "draw";
            return Some((if draw { "draw" } else { winner }, "over.stuck"));
        }
        let most = self.rules["capture_draw"].as_u64();
        most.filter(|most| self.quiet >= *most).map(|_| ("draw", "over.quiet"))
    }

    /// All open squares that are connected with some.
    fn flood(&self, from: Vec<Square>, open: impl Fn(Square) -> bool) -> BTreeSet<Square> {
        let (mut seen, mut next) = (BTreeSet::new(), from);
        while let Some(square) = next.pop() {
            if self.is_on_board(square) && open(square) && seen.insert(square) {
                next.extend(near(square));
            }
        }
        seen
    }

    fn is_encircled(&self, king: Square) -> bool {
        let open = |square| !self.at(square).is_some_and(is_attacker);
        let defender = |square: &Square| self.at(*square).is_some_and(|man| !is_attacker(man));
        match self.word("encircle") {
            "pockets" => {
                let all = (0..self.size).flat_map(|x| (0..self.size).map(move |y| (x, y)));
                let rim = all.filter(|square| self.is_edge(*square)).collect();
                !self.flood(rim, open).iter().any(defender)
            }
            "ring" => {
                let region = self.flood(vec![king], open);
                let outside = self.board.keys().filter(|square| defender(square));
                !region.iter().any(|square| self.is_edge(*square))
                    && outside.into_iter().all(|square| region.contains(square))
            }
            _ => false,
        }
    }
}

fn squares(list: &Value) -> BTreeSet<Square> {
    list.as_array().expect("a list").iter().map(|label| square(text(label))).collect()
}

fn plus((x, y): Square, (dx, dy): Square) -> Square {
    (x + dx, y + dy)
}

fn near(square: Square) -> impl Iterator<Item = Square> {
    DIRECTIONS.into_iter().map(move |way| plus(square, way))
}
