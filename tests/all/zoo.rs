//! The zoo, a plugin that uses every part of the contract, natively and in the sandbox,
//! and a plugin with the mandatory parts only.

use std::sync::Arc;

use boardloom_contract::harness::{HarnessOptions, check};
use boardloom_contract::{
    CHANCE, Cursor, Extent, LoadedPlugin, NO_COLOR, OpenGame, PAGE, Patch, PluginError, TargetKind,
};
use boardloom_sdk::native::Native;

use crate::golden::playthrough;
use crate::support::{legal, open, plan};
use crate::third_party::load_plugin;

const SCENES: [&str; 10] =
    ["growing", "vast", "chance", "answer", "menu", "swap", "four", "globe", "together", "hands"];

fn sandboxed() -> Arc<dyn LoadedPlugin> {
    load_plugin("zoo", "tests/zoo")
}

fn native() -> Arc<dyn LoadedPlugin> {
    Arc::new(Native::<zoo::Family>::new("zoo"))
}

fn ruleset(scene: &str, more: &str) -> String {
    format!(r#"{{"rules": {{"scene": "{scene}"{more}}}}}"#)
}

fn game(scene: &str, more: &str) -> Box<dyn OpenGame> {
    sandboxed().open(&ruleset(scene, more)).expect("no plugin error").expect("a good ruleset")
}

fn start(scene: &str) -> Box<dyn Cursor> {
    open(&*sandboxed(), &ruleset(scene, ""), None)
}

/// Plays moves for the side to move.
fn play(cursor: &mut dyn Cursor, moves: &[&str]) {
    for mv in moves {
        let by = cursor.status().expect("no plugin error").mover().expect("the game goes on");
        let played = cursor.play(by, mv).expect("no plugin error");
        played.unwrap_or_else(|refusal| panic!("{mv}: {refusal}"));
    }
}

/// Reads a whole drawing, some of it at a time.
fn drawing(cursor: &mut dyn Cursor, view: u16) -> Patch {
    let mut patch = Patch::default();
    loop {
        let beyond = patch.extent(0);
        let more = cursor.drawing_beyond(view, beyond, 7).expect("no plugin error");
        if more.is_empty() {
            return patch;
        }
        patch.extend(more);
    }
}

#[test]
fn every_scene_keeps_the_contract_and_plays_the_same_in_both_forms() {
    let (native, sandboxed) = (native(), sandboxed());
    for scene in SCENES {
        // The drawing of the vast board is looked at once.
        let json = ruleset(scene, r#", "sites": 2000"#);
        let plan = plan();
        let [one, two] = [&native, &sandboxed].map(|rules| check(&**rules, &json, &plan));
        assert!(one.passed() && one.cut == 0, "{scene}: {one}");
        assert_eq!(one, two, "{scene}");
        assert_eq!(playthrough(&*native, &json), playthrough(&*sandboxed, &json), "{scene}");
    }
}

#[test]
fn every_scene_counts_and_searches_the_same_in_both_forms() {
    for scene in SCENES {
        let json = ruleset(scene, r#", "sites": 300, "moves": 4"#);
        let answers = [native(), sandboxed()].map(|rules| {
            let mut cursor = open(&*rules, &json, None);
            // Tickets are many: two plies of chance are enough there.
            let counted = cursor.perft(2, false).expect("no plugin error");
            assert_eq!(counted, cursor.perft(2, true).expect("no plugin error"), "{scene}");
            let tally = cursor.playouts(3, 7, 100, false).expect("no plugin error");
            assert_eq!((tally.games, tally.cut), (3, 0), "{scene}");
            let search = cursor.search("{}", 5, 1 << 22).expect("no plugin error");
            let mut search = search.expect("good settings");
            let progress = search.step(50).expect("no plugin error");
            let lines = search.report(3).expect("no plugin error");
            let chance = cursor.status().expect("no plugin error").chance;
            assert!(progress.nodes > 0 && (chance || !lines.is_empty()), "{scene}");
            (counted, tally, progress.nodes, lines, cursor.evaluate().expect("no plugin error"))
        });
        assert_eq!(answers[0], answers[1], "{scene}");
    }
}

#[test]
fn a_board_grows_and_shrinks_again() {
    let mut cursor = start("growing");
    let (small, before) = (cursor.extent(0).expect("no plugin error"), drawing(&mut *cursor, 0));
    play(&mut *cursor, &["o/a", "oc/d"]);
    let grown = cursor.extent(0).expect("no plugin error");
    let expected = Extent { frames: 8, places: 9, lines: 4, ..small };
    assert_eq!(grown, expected, "what was there stands where it stood: the revision is the same");
    assert_eq!(cursor.status().expect("no plugin error").sites, 9);
    let patch = drawing(&mut *cursor, 0);
    let mut beginning = patch.clone();
    beginning.truncate(small);
    assert_eq!(beginning, before);
    // A part lies in the frame of its cell, which lies in the board's.
    let deep = patch.frames[patch.places[8].frame.expect("a part has a frame") as usize];
    assert_eq!((deep.level, deep.parent), (2, patch.places[3].frame));
    assert!(cursor.undo().expect("no plugin error") && cursor.undo().expect("no plugin error"));
    assert_eq!(cursor.extent(0).expect("no plugin error"), small);
    assert_eq!(drawing(&mut *cursor, 0), before);
}

#[test]
fn proposed_sites_can_be_played_before_they_exist() {
    let mut cursor = start("growing");
    play(&mut *cursor, &["o/a"]);
    let sites = cursor.status().expect("no plugin error").sites;
    let choices = cursor.choices(1, &[2]).expect("no plugin error");
    let targets: Vec<(u32, TargetKind)> =
        choices.targets.iter().map(|t| (t.site, t.kind)).collect();
    assert_eq!(targets, [5, 6, 7, 8].map(|site| (site, TargetKind::Split)));
    assert!(choices.proposed && targets[0].0 == sites);
    assert_eq!(choices.options[0].move_, "ob", "a stone can go on the whole cell as well");
    let patch = cursor.proposed_sites(0, &[2]).expect("no plugin error");
    let extent = cursor.extent(0).expect("no plugin error");
    assert_eq!(patch.places.iter().map(|place| place.site).collect::<Vec<_>>(), [5, 6, 7, 8]);
    assert_eq!(patch.places[3].frame, Some(extent.frames + 3), "frames number on");
    assert_eq!(patch.places[0].shape, Some(extent.shapes), "so do shapes");
    assert_eq!((patch.frames.len(), patch.shapes.len()), (4, 1));
    assert_eq!(cursor.paths(1, "ob/c"), Ok(vec![vec![2, 7]]));
    let effects = cursor.play(1, "ob/c").expect("no plugin error").expect("legal");
    let told: Vec<(&str, Option<u32>)> =
        effects.iter().map(|effect| (effect.verb.as_str(), effect.site)).collect();
    assert_eq!(told, [("split", Some(2)), ("place", Some(7))]);
    assert!(
        cursor.proposed_sites(0, &[2]).expect("no plugin error").is_empty(),
        "it is divided already"
    );
}

#[test]
fn forty_levels_stay_exact() {
    let mut cursor = open(&*sandboxed(), &ruleset("growing", r#", "moves": 60"#), None);
    let mut cell = "o".to_owned();
    for _ in 0..40 {
        play(&mut *cursor, &[&format!("{cell}/b")]);
        cell.push('a');
    }
    let cursor_legal = legal(&mut *cursor);
    assert!(!cursor_legal.contains(&format!("{cell}/b")), "that would be the next level");
    let patch = drawing(&mut *cursor, 0);
    assert_eq!(patch.frames.last().map(|frame| frame.level), Some(40));
    let text = cursor.write("position").expect("no plugin error").expect("the first form");
    let game = game("growing", r#", "moves": 60"#);
    let mut read = game.read(&text).expect("no plugin error").expect("what was written");
    assert_eq!(drawing(&mut *read, 0), patch);
}

#[test]
fn a_hundred_thousand_placements_come_in_pages() {
    let mut cursor = start("vast");
    assert_eq!(cursor.count_moves(0), Ok(100_000));
    let mut all: Vec<String> = Vec::new();
    let mut pages = Vec::new();
    loop {
        let page = cursor
            .legal_moves(0, all.last().map(String::as_str), u32::MAX)
            .expect("no plugin error");
        if page.is_empty() {
            break;
        }
        pages.push(page.len());
        all.extend(page);
    }
    assert_eq!(all.len(), 100_000);
    assert!(all.is_sorted_by(|a, b| a < b));
    assert!(pages[..24].iter().all(|page| *page == PAGE as usize) && pages[24] == 100_000 % 4096);
    play(&mut *cursor, &["p050000"]);
    assert_eq!(cursor.is_legal(1, "p050000"), Ok(false));
    assert_eq!(cursor.is_legal(1, "p099999"), Ok(true));
    assert_eq!(
        cursor.legal_moves(1, Some("p049998"), 2),
        Ok(vec!["p049999".into(), "p050001".into()])
    );
    assert_eq!(cursor.choices(1, &[]).expect("no plugin error").targets.len(), 99_999);
    assert_eq!(cursor.perft(2, false), Ok(99_999 * 99_998));
    assert_eq!(cursor.pieces(0, u32::MAX).expect("no plugin error").len(), 1);
    assert_eq!(cursor.extent(0).expect("no plugin error").places, 100_000);
}

#[test]
fn chance_has_odds_or_draws_from_too_many_outcomes_to_list() {
    let mut cursor = start("chance");
    assert!(cursor.status().expect("no plugin error").chance);
    let odds = cursor.chance_outcomes(6).expect("no plugin error").expect("six faces");
    assert_eq!(odds.iter().map(|(_, weight)| *weight).collect::<Vec<_>>(), [3, 2, 1, 1, 1, 1]);
    assert_eq!(cursor.chance_outcomes(5), Ok(None), "there are more than five");
    assert_eq!(cursor.sample_outcome(0).as_deref(), Ok("roll-1"));
    assert_eq!(cursor.sample_outcome(u64::MAX).as_deref(), Ok("roll-6"));
    let refused = cursor.play(0, "roll-1").expect("no plugin error");
    assert_eq!(refused.expect_err("a seat rolled").id, "illegal.seat");
    play(&mut *cursor, &["roll-5"]);
    let die = cursor.pieces_at(&[12]).expect("no plugin error")[0].1;
    assert_eq!((die.color, die.count), (NO_COLOR, 5));
    assert_eq!(cursor.paths(0, "go"), Ok(vec![vec![0, 5]]));
    let marks = cursor.marks().expect("chance is no seat, and its last move is marked");
    assert_eq!((marks[0].role.as_str(), marks[0].seat), ("last-to", None));
    play(&mut *cursor, &["go"]);
    assert_eq!(cursor.chance_outcomes(4096), Ok(None), "a hundred thousand tickets are not listed");
    let drawn = cursor.sample_outcome(1 << 63).expect("no plugin error");
    assert_eq!(drawn, "draw-50000");
    assert_eq!(cursor.is_legal(CHANCE, "draw-100000"), Ok(false));
    play(&mut *cursor, &[&drawn]);
    assert_eq!(cursor.status().expect("no plugin error").seats[0].score, 5.0);
    let tokens = cursor.pieces_at(&[0, 5]).expect("no plugin error");
    assert_eq!(
        tokens.iter().map(|(site, p)| (*site, p.color)).collect::<Vec<_>>(),
        [(0, 1), (5, 0)]
    );
}

#[test]
fn a_question_takes_a_typed_answer() {
    let mut cursor = start("answer");
    let choices = cursor.choices(0, &[]).expect("no plugin error");
    let [skip, question] = &choices.options[..] else { panic!("{:?}", choices.options) };
    assert!(!skip.answer && skip.move_ == "skip");
    assert!(question.answer && question.move_ == "=");
    let asked: Vec<u32> =
        question.label.args.iter().map(|(_, value)| value.parse().expect("a number")).collect();
    let right = format!("={}", asked[0] + asked[1]);
    assert_eq!(cursor.is_legal(0, "=21"), Ok(false));
    play(&mut *cursor, &[&right, "=20"]);
    let status = cursor.status().expect("no plugin error");
    assert_eq!((status.seats[0].score, status.seats[1].score), (1.0, 0.0));
    assert!(status.prompt.is_some());
}

#[test]
fn a_path_can_end_in_a_menu_and_pieces_stack() {
    let mut cursor = start("menu");
    let choices = cursor.choices(0, &[4]).expect("no plugin error");
    let moves: Vec<&str> = choices.options.iter().map(|ending| ending.move_.as_str()).collect();
    assert_eq!(moves, ["b2", "b2#", "b2^e", "b2^n", "b2^s", "b2^w"]);
    assert!(choices.options.iter().all(|ending| !ending.label.text.is_empty()));
    play(&mut *cursor, &["b2", "b2^s", "b2#"]);
    let stack = cursor.pieces(0, 9).expect("no plugin error");
    let kinds: Vec<(u16, u8, u16)> =
        stack.iter().map(|(_, piece)| (piece.kind, piece.facing, piece.count)).collect();
    assert_eq!(kinds, [(0, 0, 0), (1, 3, 0), (2, 0, 3)], "from the bottom");
    let status = cursor.status().expect("no plugin error");
    assert_eq!(status.facts[0].text, "b2 is the tallest stack, of 3");
    assert!(status.note.is_some());
    play(&mut *cursor, &["a1", "b2-b3"]);
    assert_eq!(cursor.pieces_at(&[4]).expect("no plugin error").len(), 2);
    play(&mut *cursor, &["c1"]);
    let marks = cursor.marks().expect("no plugin error");
    let tops = marks.iter().find(|mark| mark.role == "tops").expect("two tops and more");
    assert!(tops.joined && tops.seat == Some(1) && tops.text.is_some() && tops.sites.len() > 1);
    assert_eq!(cursor.evaluate().expect("no plugin error").len(), 2);
    assert_eq!(game("menu", "").explain().expect("no plugin error").len(), 2);
}

#[test]
fn a_swap_gives_seats_other_colours() {
    let mut cursor = start("swap");
    play(&mut *cursor, &["b2"]);
    assert_eq!(cursor.choices(1, &[]).expect("no plugin error").options[0].move_, "swap");
    play(&mut *cursor, &["swap"]);
    let status = cursor.status().expect("no plugin error");
    assert_eq!(status.seats.iter().map(|seat| seat.color).collect::<Vec<_>>(), [1, 0]);
    assert_eq!(status.acting, [0]);
    play(&mut *cursor, &["c3"]);
    let pieces = cursor.pieces(0, 16).expect("no plugin error");
    assert_eq!(pieces.iter().map(|(_, piece)| piece.color).collect::<Vec<_>>(), [1, 0]);
    assert!(!legal(&mut *cursor).contains(&"swap".to_owned()), "once");
}

#[test]
fn a_player_leaves_and_three_play_on() {
    let mut cursor = start("four");
    play(&mut *cursor, &["a1", "b1", "c1", "d1", "a2"]);
    let effects = cursor.remove_player(1).expect("no plugin error").expect("it takes part");
    let told: Vec<(&str, Option<u32>)> =
        effects.iter().map(|effect| (effect.verb.as_str(), effect.site)).collect();
    assert_eq!(told, [("leave", None), ("remove", Some(21))]);
    let status = cursor.status().expect("no plugin error");
    let active: Vec<bool> = status.seats.iter().map(|seat| seat.active).collect();
    assert_eq!(active, [true, false, true, true]);
    assert_eq!((status.ply, status.acting.as_slice()), (6, [2].as_slice()));
    assert!(cursor.remove_player(1).expect("no plugin error").is_err(), "only once");
    play(&mut *cursor, &["c2", "d2", "a3", "c3"]);
    cursor.remove_player(0).expect("no plugin error").expect("it takes part");
    cursor.remove_player(3).expect("no plugin error").expect("it takes part");
    let outcome = cursor.status().expect("no plugin error").outcome.expect("one is left");
    assert_eq!(outcome.ranks, [1, 1, 0, 1]);
    for _ in 0..6 {
        assert_eq!(cursor.undo(), Ok(true));
    }
    assert_eq!(cursor.status().expect("no plugin error").acting, [2], "as after the first left");
    assert_eq!(cursor.undo(), Ok(true));
    assert_eq!(cursor.status().expect("no plugin error").acting, [1]);
    assert_eq!(cursor.pieces_at(&[21]).expect("no plugin error").len(), 1);
}

#[test]
fn a_removed_player_stays_removed_in_saved_positions() {
    let mut cursor = start("four");
    play(&mut *cursor, &["a1"]);
    cursor.remove_player(2).expect("no plugin error").expect("it takes part");
    let saved = cursor.save().expect("no plugin error");
    let game = game("four", "");
    let mut loaded = game.load(&saved).expect("no plugin error").expect("what was saved");
    assert_eq!(loaded.status(), cursor.status());
    assert_eq!(loaded.undo(), Ok(false), "what was loaded is a start");
}

#[test]
fn a_game_has_views_in_the_plane_and_in_space() {
    let views = game("globe", "").about().expect("no plugin error").views;
    let dimensions: Vec<(&str, u8)> =
        views.iter().map(|view| (view.id.as_str(), view.dimensions)).collect();
    assert_eq!(dimensions, [("flat", 2), ("sphere", 3)]);
    let mut cursor = start("globe");
    let (flat, sphere) = (drawing(&mut *cursor, 0), drawing(&mut *cursor, 1));
    let ghosts: Vec<_> = flat.places.iter().filter(|place| place.copy).collect();
    assert_eq!((flat.places.len(), ghosts.len()), (40, 8));
    assert_eq!((ghosts[0].site, ghosts[0].label.as_str()), (0, "A1"));
    assert!(flat.lines.iter().all(|line| line.group == 1), "two sides of one seam");
    assert_eq!((flat.captions.len(), sphere.places.len()), (8, 32));
    for place in &sphere.places {
        let (x, y, z) = place.at;
        assert!((x * x + y * y + z * z - 1.0).abs() < 1e-12 && place.shape.is_none());
    }
}

#[test]
fn seats_decide_together() {
    let mut cursor = start("together");
    assert_eq!(cursor.status().expect("no plugin error").acting, [0, 1]);
    let of = |cursor: &mut dyn Cursor, seat, mv: &str| {
        cursor.play(seat, mv).expect("no plugin error").map(|effects| effects.len())
    };
    assert_eq!(of(&mut *cursor, 1, "paper"), Ok(1), "in any order");
    assert_eq!(cursor.status().expect("no plugin error").acting, [0]);
    assert!(of(&mut *cursor, 1, "rock").is_err(), "not twice");
    assert!(cursor.pieces(0, 3).expect("no plugin error").is_empty(), "nothing is shown yet");
    assert_eq!(of(&mut *cursor, 0, "rock"), Ok(2));
    let status = cursor.status().expect("no plugin error");
    assert_eq!((status.acting.len(), status.seats[1].score), (2, 1.0));
}

#[test]
fn the_meaning_of_a_ruleset_is_checked() {
    let errors = sandboxed().open(&ruleset("vast", r#", "sites": 5, "moves": 6"#));
    let errors = errors.expect("no plugin error").err().expect("more moves than sites");
    assert_eq!(errors[0].what.id, "rules.moves");
    assert!(errors[0].hint.is_some());
}

#[test]
fn a_plugin_without_the_optional_interfaces_plays() {
    let bare = load_plugin("bare", "tests/zoo/bare");
    assert!(!bare.capabilities().count, "the host counts and searches: see `host_search`");
    let report = check(&*bare, "{}", &HarnessOptions::default());
    assert!(report.passed(), "{report}");
    let mut cursor = open(&*bare, "{}", None);
    let (plugin, interface) = ("bare".to_owned(), "count".to_owned());
    let absent = PluginError::Absent { plugin, interface };
    assert_eq!(cursor.playouts(1, 1, 1, false), Err(absent));
    play(&mut *cursor, &["2", "1"]);
    cursor.remove_player(0).expect("no plugin error").expect("it takes part");
    let outcome = cursor.status().expect("an instance outlives what it lacks").outcome;
    assert_eq!(outcome.map(|outcome| outcome.ranks), Some(vec![1, 0]));
}
