//! Both stores against a second implementation that is written from the text of the rules:
//! random games from random starts with random parameters. Legal moves, positions, scores,
//! results and reasons are compared at every ply.

mod reference;

use ataxx::{Ataxx, BitStore, ListStore, Ruleset};
use boardloom_sdk::contract::OpenGame;
use boardloom_sdk::random::Random;
use boardloom_sdk::{CHANCE, Cursor, OpenedGame};
use reference::{Content, ReferenceGame};

/// The number of games, each with another ruleset.
const GAMES: u64 = 2000;
/// The longest game that is played.
const MAX_PLIES: u32 = 60;

/// Boards of few sites, so that games reach their ends: their table, and four sites for
/// the first pieces.
const BOARDS: [(&str, [&str; 4]); 12] = [
    (r#""topology": "grid", "width": 4, "height": 4"#, ["a4", "d4", "d1", "a1"]),
    (r#""topology": "grid", "width": 5, "height": 3"#, ["a3", "e3", "e1", "a1"]),
    (r#""topology": "grid", "width": 6, "height": 6, "blocked": ["c3"]"#, ["a6", "f6", "f1", "a1"]),
    (r#""topology": "grid", "width": 9, "height": 9"#, ["a9", "i9", "i1", "a1"]),
    (
        r#""topology": "grid", "width": 5, "height": 5, "adjacency": "orthogonal""#,
        ["a5", "e5", "e1", "a1"],
    ),
    (r#""topology": "grid", "width": 3, "height": 5, "glue": "torus""#, ["a5", "c5", "c2", "a2"]),
    (r#""topology": "grid", "width": 4, "height": 4, "glue": "klein""#, ["a4", "c4", "c2", "a2"]),
    (
        r#""topology": "grid", "width": 5, "height": 4, "glue": "projective""#,
        ["a4", "c4", "c2", "a2"],
    ),
    (
        r#""topology": "grid", "width": 4, "height": 4, "glue": "mobius", "adjacency": "orthogonal""#,
        ["a4", "c4", "c2", "a2"],
    ),
    (r#""topology": "hex", "shape": {"hexagon": 3}"#, ["a1", "a3", "e5", "e3"]),
    (
        r#""topology": "hex", "shape": {"hexagon": 5}, "blocked": ["d5", "e4", "f6"]"#,
        ["a1", "a5", "i9", "i5"],
    ),
    (r#""topology": "grid", "width": 1, "height": 12"#, ["a12", "a11", "a10", "a1"]),
];

fn pick<'a, T: ?Sized>(random: &mut Random, of: &[&'a T]) -> &'a T {
    of[random.below(of.len() as u64) as usize]
}

/// Returns a random ruleset as JSON.
fn ruleset(random: &mut Random) -> String {
    let (board, corners) = BOARDS[random.below(BOARDS.len() as u64) as usize];
    let seats = pick(random, &[&2usize, &2, &3, &4]);
    let pieces: Vec<String> = ["x", "o", "t", "s"]
        .iter()
        .zip(corners)
        .take(*seats)
        .map(|(seat, site)| format!(r#""{seat}": ["{site}"]"#))
        .collect();
    let (clone, jump) = *pick(random, &[&(1, 2), &(1, 2), &(1, 2), &(1, 0), &(1, 3), &(2, 3)]);
    let stuck = if *seats == 2 { pick(random, &["pass", "fill"]) } else { "pass" };
    let walls = match random.below(3) {
        0 => format!(
            r#", "random_walls": {{"max": {}, "symmetric": {}}}"#,
            random.below(5),
            random.below(2) == 0
        ),
        _ => String::new(),
    };
    format!(
        r#"{{"board": {{{board}}},
            "setup": {{"seats": {seats}, "pieces": {{{}}}{walls}}},
            "rules": {{"clone": {clone}, "jump": {jump}, "capture": "{}", "stuck": "{stuck}",
                "jump_shape": "{}", "drop": "{}", "quiet_limit": {}, "repetition": {},
                "repetition_result": "{}"}}}}"#,
        pieces.join(", "),
        pick(random, &["adjacent", "adjacent", "jumped"]),
        pick(random, &["any", "straight"]),
        pick(random, &["none", "none", "none", "adjacent", "anywhere"]),
        pick(random, &[&0, &0, &3, &9]),
        pick(random, &[&0, &2, &3]),
        pick(random, &["draw", "count"]),
    )
}

/// Returns random contents: crowded or open, sides missing.
fn random_contents(random: &mut Random, ruleset: &Ruleset, sites: u32) -> Vec<Content> {
    let seats = u64::from(ruleset.setup.seats);
    let (empty, walls) = (random.below(8) + 1, [0, 1, 12][random.below(3) as usize]);
    let mut site = || match random.below(seats + empty + walls) {
        seat if seat < seats => Content::Piece(seat as u8),
        other if other < seats + empty => Content::Empty,
        _ => Content::Wall,
    };
    (0..sites).map(|_| site()).collect()
}

fn compare(cursor: &mut dyn Cursor, reference: &ReferenceGame<'_>, at: &str) {
    let status = cursor.status().expect("no plugin error");
    let ended = reference.game_end();
    let outcome = status.outcome.as_ref();
    let reason = outcome.map(|outcome| outcome.reason.id.as_str());
    assert_eq!(reason, ended.as_ref().map(|ended| ended.reason), "{at}: why");
    assert_eq!(outcome.map(|outcome| &outcome.ranks), ended.as_ref().map(|e| &e.ranks), "{at}");
    for (seat, state) in (0..).zip(&status.seats) {
        assert_eq!(state.score, reference.score(seat) as f64, "{at}: score of seat {seat}");
        assert_eq!(state.active, reference.is_active(seat), "{at}: seat {seat} takes part");
    }
    let legal = reference.legal_moves();
    if ended.is_none() {
        assert_eq!(status.acting, [reference.mover], "{at}: turn");
        assert_eq!(cursor.count_moves(reference.mover), Ok(legal.len() as u64), "{at}: count");
    }
    assert_eq!(
        cursor.legal_moves(reference.mover, None, 4096).expect("no plugin error"),
        legal,
        "{at}"
    );
    assert_eq!(cursor.write("position").expect("no plugin error"), Ok(reference.text()), "{at}");
}

/// Draws the walls, and compares the outcomes that can be drawn.
fn draw(cursor: &mut dyn Cursor, reference: &mut ReferenceGame<'_>, sites: &[String], at: &str) {
    for drawn in 0.. {
        if !cursor.status().expect("no plugin error").chance {
            return;
        }
        let draws = cursor.legal_moves(CHANCE, None, 4096).expect("no plugin error");
        assert_eq!(draws, reference.chance_moves(drawn), "{at}: walls");
        let mut odds = cursor.chance_outcomes(4096).expect("no plugin error").expect("few enough");
        odds.sort();
        assert!(odds.iter().map(|(mv, _)| mv).eq(&draws), "{at}: odds");
        assert!(odds.iter().all(|(_, weight)| *weight > 0), "{at}: odds");
        let mv = cursor
            .sample_outcome(u64::from(drawn).wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .expect("no plugin error");
        cursor.play(CHANCE, &mv).expect("no plugin error").expect("a legal draw");
        if let Some(site) = sites.iter().position(|label| mv == format!("wall-{label}")) {
            reference.put_wall(site as u32);
        }
    }
}

fn play(game: &dyn OpenGame, text: &str, seed: u64, ends: &mut [usize; 7]) {
    let ruleset: &Ruleset = &serde_json::from_str(text).expect("a good ruleset");
    let mut random = Random::new(seed);
    let topology = reference::board(ruleset);
    let far = reference::distances(&topology);
    let labels = topology.labels();
    let mut start = vec![Content::Empty; labels.len()];
    let mut cursor = game.start().expect("no plugin error");
    let mut reference;
    if random.below(3) > 0 {
        let mut contents = random_contents(&mut random, ruleset, topology.sites());
        // A position has the board's own blocked sites.
        topology.blocked().iter().for_each(|site| contents[*site as usize] = Content::Wall);
        let mover = random.below(u64::from(ruleset.setup.seats)) as u8;
        reference = ReferenceGame::new(ruleset, &topology, &far, contents, mover);
        let text = reference.text();
        cursor = game.read(&text).expect("no plugin error").expect("a good position");
        reference.skip_inactive();
    } else {
        for (site, piece) in cursor.pieces(0, 4096).expect("no plugin error") {
            start[site as usize] = Content::Piece(piece.color);
        }
        topology.blocked().iter().for_each(|site| start[*site as usize] = Content::Wall);
        reference = ReferenceGame::new(ruleset, &topology, &far, start, 0);
        draw(cursor.as_mut(), &mut reference, labels, &format!("seed {seed}"));
    }
    let mut line = vec![reference.text()];
    for _ in 0..MAX_PLIES {
        let at = format!("seed {seed}, {text}, {}", line.join(" "));
        compare(cursor.as_mut(), &reference, &at);
        if let Some(ended) = reference.game_end() {
            let reasons = ["full", "alone", "filled", "stuck", "quiet", "repetition"];
            let known = reasons.iter().position(|reason| ended.reason == format!("over.{reason}"));
            ends[known.expect("a known reason")] += 1;
            return;
        }
        let seat = random.below(u64::from(ruleset.setup.seats)) as u8;
        if random.below(40) == 0 && reference.is_active(seat) {
            cursor.remove_player(seat).expect("no plugin error").expect("takes part");
            reference.remove_player(seat);
            line.push(format!("{seat} leaves"));
            continue;
        }
        let legal = reference.legal_moves();
        let mut mv = &legal[random.below(legal.len() as u64) as usize];
        // Half of the games prefer jumps: they repeat positions and reach the quiet limit.
        let jumps: Vec<&String> = legal.iter().filter(|mv| mv.len() > 3).collect();
        if seed.is_multiple_of(2) && !jumps.is_empty() {
            mv = jumps[random.below(jumps.len() as u64) as usize];
        }
        cursor.play(reference.mover, mv).expect("no plugin error").expect("a legal move");
        reference.play(mv);
        line.push(mv.clone());
    }
    ends[6] += 1;
}

#[test]
fn both_stores_play_by_the_rules() {
    let mut ends = [0; 7];
    for seed in 0..GAMES {
        let text = ruleset(&mut Random::new(seed));
        let parsed = || -> Ruleset { serde_json::from_str(&text).expect("a good ruleset") };
        let ruleset = parsed();
        let lists = Ataxx::<ListStore>::open(parsed(), reference::board(&ruleset))
            .map(OpenedGame::undoable);
        let lists = lists.unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
        play(&*lists.into_game(), &text, seed, &mut ends);
        if ruleset.setup.seats == 2 && reference::board(&ruleset).sites() <= 64 {
            let bits =
                Ataxx::<BitStore>::open(parsed(), reference::board(&ruleset)).map(OpenedGame::game);
            play(&*bits.expect("opened above").into_game(), &text, seed, &mut ends);
        }
    }
    // Every reason to end occurred.
    assert!(ends.iter().all(|met| *met > 5), "{ends:?}");
}
