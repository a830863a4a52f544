//! The rules, linked natively. The tables of reference data are run by the
//! project's conformance tests; here stand what they do not reach.

use ataxx::Family;
use boardloom_sdk::random::Random;
use boardloom_sdk::{native, testing};

const START: &str =
    r#""pieces": {"x": ["top-left", "bottom-right"], "o": ["top-right", "bottom-left"]}"#;

fn ruleset(board: &str, setup: &str, rules: &str) -> String {
    format!(r#"{{"board": {{{board}}}, "setup": {{{setup}}}, "rules": {{{rules}}}}}"#)
}

fn square(size: u32, rest: &str) -> String {
    format!(r#""topology": "grid", "width": {size}, "height": {size}{rest}"#)
}

#[test]
fn perft_from_the_start_is_the_published_one() {
    let game = native::open::<Family>(&ruleset(&square(7, ""), START, r#""quiet_limit": 100"#));
    let mut cursor = game.expect("a good ruleset").start().expect("no faults");
    let leaves: Vec<u64> =
        (0..5).map(|depth| cursor.perft(depth, depth < 4).expect("no faults")).collect();
    assert_eq!(leaves, [1, 16, 256, 6460, 155_888]);
}

/// One ruleset for each way in which rules differ.
fn variants() -> Vec<String> {
    let four = r#""seats": 4, "pieces": {"x": ["a9"], "o": ["i9"], "t": ["i1"], "s": ["a1"]}"#;
    let walls = format!(r#"{START}, "random_walls": {{"max": 6, "symmetric": true}}"#);
    [
        (square(7, ""), START, ""),
        (square(5, r#", "blocked": ["center"]"#), START, r#""quiet_limit": 20"#),
        (square(7, ""), START, r#""repetition": 3, "jump_shape": "straight""#),
        (square(7, ""), START, r#""capture": "jumped""#),
        (square(9, ""), four, ""),
        (square(9, ""), four, r#""capture": "jumped", "quiet_limit": 60"#),
        (square(6, ""), START, r#""stuck": "fill""#),
        (square(6, ""), START, r#""drop": "adjacent", "jump": 0"#),
        (square(8, r#", "glue": "klein""#), START, r#""jump_shape": "straight""#),
        (square(8, r#", "glue": "projective", "adjacency": "orthogonal""#), START, ""),
        (square(7, ""), &walls, r#""quiet_limit": 50"#),
        (square(22, ""), START, r#""quiet_limit": 4"#),
    ]
    .map(|(board, setup, rules)| ruleset(&board, setup, rules))
    .to_vec()
}

#[test]
fn every_variant_keeps_the_contract() {
    variants().iter().for_each(|ruleset| testing::conform::<Family>(ruleset));
}

#[test]
fn what_is_counted_is_what_is_listed() {
    for ruleset in variants() {
        let mut random = Random::new(3);
        let mut cursor = native::open::<Family>(&ruleset).expect("a good ruleset").start().unwrap();
        for _ in 0..60 {
            let standing = cursor.standing().unwrap();
            let Some(by) = standing.mover() else { break };
            let counted = cursor.perft(2, false).unwrap();
            assert_eq!(counted, cursor.perft(2, true).unwrap(), "{ruleset}");
            let moves = cursor.legal(by, None, 4096).unwrap();
            let mv = &moves[random.below(moves.len() as u64) as usize];
            cursor.play(by, mv).unwrap().expect("a legal move");
        }
    }
}

#[test]
fn faults_are_found_all_at_once() {
    let setup = r#""pieces": {"x": ["a1", "z9"], "o": ["a1", "d4"], "t": ["b2"]}"#;
    let board = square(7, r#", "blocked": ["d4"]"#);
    let Err(faults) = native::open::<Family>(&ruleset(&board, setup, r#""jump": 1"#)) else {
        panic!("opened a faulty ruleset");
    };
    let found: Vec<&str> = faults.iter().map(|fault| fault.what.id.as_str()).collect();
    assert_eq!(
        found,
        ["board.no-site", "setup.blocked", "setup.twice", "setup.seats", "rules.jump"]
    );
}

#[test]
fn a_person_may_spell_moves_otherwise() {
    let game = native::open::<Family>(&ruleset(&square(7, ""), START, ""));
    let mut cursor = game.expect("a good ruleset").start().expect("no faults");
    for (text, mv) in
        [("g2", "g2"), ("G2", "g2"), ("g1-g2", "g2"), ("g1e3", "g1e3"), ("g1 e3", "g1e3")]
    {
        let parsed = cursor.parse(0, text).expect("no faults");
        assert_eq!(parsed.as_deref(), Ok(mv), "{text}");
    }
    assert!(cursor.parse(0, "pass").expect("no faults").is_err());
}
