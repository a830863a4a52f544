use std::sync::atomic::{AtomicU32, Ordering};

use super::*;
use crate::fake::source;
use boardloom_match::{Match, MatchSetup};

const PATIENCE: Duration = Duration::from_secs(60);

fn computer(row: &str) -> (Match, Computer, Arc<AtomicU32>) {
    let source = source(row);
    let game = Match::new(source.clone(), MatchSetup::default()).unwrap();
    let woken = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&woken);
    let wake = Arc::new(move || {
        count.fetch_add(1, Ordering::SeqCst);
    });
    (game, Computer::new(source, wake), woken)
}

fn quick() -> Level {
    let settings = "{}".to_owned();
    let nodes = Some(2_000);
    Level { name: "quick".into(), time: None, nodes, depth: None, noise: 0.0, settings }
}

fn begin(computer: &mut Computer, game: &Match, goal: SearchGoal) {
    computer.begin(game.move_path(), game.status().acting[0], goal, search_seed(1, 0), 3);
}

/// Waits for the end of a task.
fn end(computer: &mut Computer) -> SearchEvent {
    loop {
        match computer.wait(PATIENCE).expect("the computer answers") {
            SearchEvent::Progress { .. } => {}
            news => return news,
        }
    }
}

#[test]
fn it_plays_a_whole_game() {
    let (mut game, mut computer, woken) = computer("");
    while !game.status().is_over() {
        begin(&mut computer, &game, SearchGoal::Move(quick()));
        let SearchEvent::Move { seat, mv, .. } = end(&mut computer) else { panic!("no move") };
        game.play_as(seat, &mv, None).unwrap();
    }
    assert_eq!(game.node().ply(), 5);
    // The last wake-up may come after its event.
    let end = std::time::Instant::now() + PATIENCE;
    while woken.load(Ordering::SeqCst) < 5 {
        assert!(std::time::Instant::now() < end, "the window is woken");
        std::thread::yield_now();
    }
    assert_eq!(computer.busy, None);
}

#[test]
fn it_plays_the_best_move_that_it_found() {
    let (game, mut computer, _) = computer("");
    begin(&mut computer, &game, SearchGoal::Move(quick()));
    let SearchEvent::Move { mv, lines, .. } = end(&mut computer) else { panic!("no move") };
    assert_eq!(mv, "e");
    assert_eq!(lines[0].moves, ["e"]);
    assert!((2_000..2_100).contains(&lines[0].visits), "{} nodes", lines[0].visits);
}

#[test]
fn a_depth_ends_a_search_and_so_do_nodes_where_it_is_never_reached() {
    for (depth, expected) in [(2, 2_000), (3, 3_000), (4, 1000 * 4u64.pow(4))] {
        let (game, mut computer, _) = computer("");
        let level = Level { nodes: None, depth: Some(depth), ..quick() };
        begin(&mut computer, &game, SearchGoal::Move(level));
        let SearchEvent::Move { nodes, lines, .. } = end(&mut computer) else { panic!("no move") };
        assert!((expected..expected + 256).contains(&nodes), "depth {depth}: {nodes} nodes");
        assert_eq!(lines[0].depth, depth.min(3));
    }
}

#[test]
fn it_can_be_hurried_stopped_and_given_another_task() {
    let (game, mut computer, _) = computer("");
    let endless = Level { nodes: None, time: Some(PATIENCE * 10), ..quick() };
    begin(&mut computer, &game, SearchGoal::Move(endless.clone()));
    assert!(
        matches!(computer.wait(PATIENCE), Some(SearchEvent::Progress { .. })),
        "it can be watched"
    );
    computer.move_now();
    assert!(matches!(end(&mut computer), SearchEvent::Move { .. }));
    begin(&mut computer, &game, SearchGoal::Move(endless.clone()));
    computer.stop();
    assert_eq!(computer.busy, None);
    begin(&mut computer, &game, SearchGoal::Analysis(None));
    begin(&mut computer, &game, SearchGoal::Hint(Duration::from_millis(20)));
    // Events of abandoned tasks are dropped.
    let SearchEvent::Done { lines } = end(&mut computer) else { panic!("no hint") };
    assert_eq!(lines[0].moves, ["e"]);
}

#[test]
fn an_only_move_is_played_at_once() {
    let (mut game, mut computer, _) = computer("length = 2");
    game.play("a").unwrap();
    let endless = Level { nodes: None, time: Some(PATIENCE * 10), ..quick() };
    begin(&mut computer, &game, SearchGoal::Move(endless));
    let SearchEvent::Move { mv, .. } = end(&mut computer) else { panic!("no move") };
    assert_eq!(mv, "b");
}

#[test]
fn a_weak_level_plays_blindly_and_the_same_from_the_same_seed() {
    let blind = Level { noise: 1.0, ..quick() };
    let play = |seed: u64| {
        let (game, mut computer, _) = computer("length = 9");
        computer.begin(
            game.move_path(),
            0,
            SearchGoal::Move(blind.clone()),
            search_seed(seed, 0),
            1,
        );
        let SearchEvent::Move { mv, lines, .. } = end(&mut computer) else { panic!("no move") };
        assert!(lines.is_empty());
        mv
    };
    let moves: Vec<String> = (0..12).map(play).collect();
    assert_eq!(moves, (0..12).map(play).collect::<Vec<_>>());
    assert!(moves.iter().any(|mv| *mv != moves[0]));
}

#[test]
fn an_instance_that_fails_is_rebuilt_once() {
    // The match's own instance uses up the first failure.
    let (game, mut computer, _) = computer("search_fails = 2");
    begin(&mut computer, &game, SearchGoal::Move(quick()));
    assert!(matches!(end(&mut computer), SearchEvent::Move { .. }));
    let (game, mut computer, _) = self::computer("search_fails = 3");
    begin(&mut computer, &game, SearchGoal::Move(quick()));
    let SearchEvent::Failed { why, .. } = end(&mut computer) else { panic!("no failure") };
    assert!(why.contains("broke down in `search`: as asked"), "{why}");
    // The next task finds a new instance.
    begin(&mut computer, &game, SearchGoal::Move(quick()));
    assert!(matches!(end(&mut computer), SearchEvent::Move { .. }));
}

#[test]
fn it_follows_undo_and_other_lines() {
    let (mut game, mut computer, _) = computer("");
    for line in [&["a", "b"][..], &["c"], &["c", "d", "e"]] {
        game.go_to(boardloom_match::ROOT).unwrap();
        line.iter().for_each(|mv| drop(game.play(mv).unwrap()));
        begin(&mut computer, &game, SearchGoal::Move(quick()));
        let SearchEvent::Move { seat, mv, .. } = end(&mut computer) else { panic!("no move") };
        game.play_as(seat, &mv, None).unwrap();
    }
}

#[test]
fn there_are_eight_levels_where_the_ruleset_names_none() {
    let source = source("");
    let all = levels(&source.ruleset);
    assert_eq!(all.len(), 8);
    assert!(all.iter().all(|level| level.time.is_some()));
    assert_eq!(level(&source.ruleset, 0), all[0]);
    assert_eq!(level(&source.ruleset, 99), all[7]);
}

#[test]
fn the_move_before_is_reviewed_if_a_player_chose_it() {
    let review = |row: &str, moves: &[&str]| {
        let (mut game, mut computer, _) = computer(row);
        moves.iter().for_each(|mv| drop(game.play(mv).unwrap()));
        begin(&mut computer, &game, SearchGoal::Reply(quick()));
        let SearchEvent::Move { mv, review, .. } = end(&mut computer) else { panic!("no move") };
        assert_eq!(mv, "e", "what it plays is the level's own");
        review
    };
    let values = "values = true";
    // Three moves ahead before it, two after it, and two further.
    let first = MoveQuality { by: 0, expected: 5003, actual: 8002, deeper: 8004 };
    assert_eq!(review(values, &["a"]), Some(first));
    let second = MoveQuality { by: 1, expected: 2003, actual: 2002, deeper: 2004 };
    assert_eq!(review(values, &["a", "b"]), Some(second));
    assert_eq!(review(values, &[]), None, "no player moved");
    assert_eq!(review("", &["a"]), None, "the search says nothing of values");
    let drawn = "values = true\nchance = true";
    assert_eq!(review(drawn, &["a"]), None, "chance has moved since");
    let (mut game, mut computer, _) = computer(values);
    game.play("a").unwrap();
    begin(&mut computer, &game, SearchGoal::Move(quick()));
    assert!(
        matches!(end(&mut computer), SearchEvent::Move { review: None, .. }),
        "it was not requested"
    );
}

#[test]
fn a_review_of_a_game_has_the_better_line() {
    let review = |row: &str, moves: &[&str]| {
        let (mut game, mut computer, _) = computer(row);
        moves.iter().for_each(|mv| drop(game.play(mv).unwrap()));
        computer.review(game.move_path());
        let SearchEvent::Reviewed { review, .. } = end(&mut computer) else { panic!("no review") };
        review
    };
    let found = review("values = true", &["a"]).expect("a review");
    assert_eq!(found.quality, MoveQuality { by: 0, expected: 5005, actual: 8004, deeper: 8006 });
    assert_eq!(found.lines[0].moves, ["e"]);
    assert_eq!(found.quality.loss(), -3001);
    let last = review("values = true\nlength = 2", &["a", "b"]).expect("a review");
    assert_eq!((last.quality.actual, last.quality.deeper), (5000, 5000), "the game was drawn");
    assert_eq!(review("values = true", &[]), None, "no player moved");
}
