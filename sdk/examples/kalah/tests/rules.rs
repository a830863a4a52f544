//! The rules, linked natively.

use boardloom_sdk::{Cursor, native, testing};
use kalah::Family;

fn start(ruleset: &str) -> Box<dyn Cursor> {
    let game = native::open::<Family>(ruleset).expect("a good ruleset");
    game.start().expect("a native game has no plugin errors")
}

fn play(cursor: &mut dyn Cursor, moves: &str) {
    for mv in moves.split(' ') {
        let by = cursor.status().expect("no plugin error").mover().expect("the game goes on");
        cursor.play(by, mv).expect("no plugin error").expect("a legal move");
    }
}

/// Returns the seeds around the board.
fn seeds(cursor: &mut dyn Cursor) -> Vec<u16> {
    let sites = cursor.status().expect("no plugin error").sites;
    let mut all = vec![0; sites as usize];
    for (site, piece) in cursor.pieces(0, sites).expect("no plugin error") {
        all[site as usize] = piece.count;
    }
    all
}

#[test]
fn every_board_keeps_the_contract() {
    for rules in [
        "",
        r#""houses": 1, "seeds": 1"#,
        r#""houses": 2, "seeds": 12"#,
        r#""houses": 10, "seeds": 2, "capture_alone": true"#,
        r#""houses": 4, "seeds": 4, "capture": false"#,
    ] {
        testing::conform::<Family>(&format!(r#"{{"rules": {{{rules}}}}}"#));
    }
}

#[test]
fn seeds_are_sown_into_the_own_store_and_a_last_seed_there_moves_again() {
    let mut cursor = start("{}");
    play(&mut *cursor, "c");
    assert_eq!(seeds(&mut *cursor), [4, 4, 0, 5, 5, 5, 1, 4, 4, 4, 4, 4, 4, 0]);
    assert_eq!(cursor.status().expect("no plugin error").mover(), Some(0));
    play(&mut *cursor, "f");
    assert_eq!(seeds(&mut *cursor), [4, 4, 0, 5, 5, 0, 2, 5, 5, 5, 5, 4, 4, 0]);
    assert_eq!(cursor.status().expect("no plugin error").mover(), Some(1));
}

#[test]
fn a_last_seed_in_an_own_empty_house_takes_the_opposite_ones() {
    let small = r#"{"rules": {"houses": 3, "seeds": 1}}"#;
    let mut cursor = start(small);
    // c ends in the store, b in c: opposite to it is A.
    play(&mut *cursor, "c b");
    assert_eq!(seeds(&mut *cursor), [1, 0, 0, 3, 0, 1, 1, 0]);
    // Nothing is opposite to b.
    play(&mut *cursor, "B a");
    assert_eq!(seeds(&mut *cursor), [0, 1, 0, 3, 0, 0, 2, 0]);
    let mut cursor = start(&small.replace("1}", "1, \"capture_alone\": true}"));
    play(&mut *cursor, "c b B a");
    assert_eq!(seeds(&mut *cursor), [0, 0, 0, 4, 0, 0, 0, 2], "South has no seeds left");
    assert!(cursor.status().expect("no plugin error").is_over());
}

#[test]
fn an_empty_house_cannot_be_sown_and_the_refusal_says_so() {
    let mut cursor = start("{}");
    play(&mut *cursor, "c");
    let refusal = cursor.parse(0, "C").expect("no plugin error").expect_err("it is empty");
    assert_eq!(refusal.text, "house C is empty");
}

/// The rules once more, on another representation: a list of houses for each side.
#[derive(Clone)]
struct Model {
    houses: [Vec<u16>; 2],
    stores: [u16; 2],
    mover: usize,
    over: bool,
}

impl Model {
    fn play(&mut self, house: usize) {
        let count = self.houses[0].len();
        let me = self.mover;
        let mut hand = std::mem::replace(&mut self.houses[me][house], 0);
        let (mut side, mut next) = (me, house + 1);
        let mut again = false;
        while hand > 0 {
            again = false;
            if next < count {
                self.houses[side][next] += 1;
                hand -= 1;
                if hand == 0 && side == me && self.houses[me][next] == 1 {
                    let opposite = count - 1 - next;
                    if self.houses[1 - me][opposite] > 0 {
                        self.stores[me] += 1 + self.houses[1 - me][opposite];
                        self.houses[me][next] = 0;
                        self.houses[1 - me][opposite] = 0;
                    }
                }
                next += 1;
                continue;
            }
            if side == me {
                self.stores[me] += 1;
                hand -= 1;
                again = true;
            }
            (side, next) = (1 - side, 0);
        }
        if !again {
            self.mover = 1 - me;
        }
        if self.houses.iter().any(|side| side.iter().all(|seeds| *seeds == 0)) {
            self.over = true;
            for side in [0, 1] {
                self.stores[side] += self.houses[side].iter().sum::<u16>();
                self.houses[side].fill(0);
            }
        }
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = (0..self.houses[0].len()).filter(|it| self.houses[self.mover][*it] > 0);
        let below = |house| {
            let mut next = self.clone();
            next.play(house);
            next.perft(depth - 1)
        };
        if self.over { 0 } else { moves.map(below).sum() }
    }
}

#[test]
fn perft_is_that_of_a_second_implementation() {
    for (houses, seeds, depth) in [(6, 4, 7), (6, 3, 6), (3, 2, 12), (2, 9, 9), (1, 5, 8)] {
        let ruleset = format!(r#"{{"rules": {{"houses": {houses}, "seeds": {seeds}}}}}"#);
        let side = vec![seeds; houses];
        let model = Model { houses: [side.clone(), side], stores: [0; 2], mover: 0, over: false };
        let mut cursor = start(&ruleset);
        for depth in 0..=depth {
            assert_eq!(cursor.perft(depth, false), Ok(model.perft(depth)), "{ruleset} {depth}");
        }
    }
}
