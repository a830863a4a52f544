//! The window on a virtual screen, with real mouse and keyboard events.

use std::path::Path;
use std::sync::Arc;

use boardloom_match::GameSource;
use boardloom_match::Match;
use boardloom_match::Record;
use boardloom_ruleset::Overrides;

use crate::probe::Probe;
use crate::program::{TestDir, only_file};
use crate::screen::{Program, SIZE, Screen, ruleset_of_text, wait_until};
use crate::support::{open, plugins, ruleset, ruleset_with};

/// The tests of this module.
pub const TESTS: &[(&str, fn())] = crate::tests![
    two_humans_play_by_click_drag_and_keys,
    positions_move_lists_and_records_are_copied_and_pasted,
    a_whole_game_against_the_computer,
    a_killed_program_loses_no_move,
    an_edited_ruleset_is_played_without_a_build,
    a_close_request_ends_the_program_and_keeps_the_game,
    the_board_follows_the_window_down_to_a_quarter,
    nothing_is_drawn_while_nothing_happens,
    random_keys_and_clicks_do_not_end_the_program,
    bought_time_is_kept,
    a_player_out_of_time_leaves_and_the_others_continue,
    a_pause_covers_the_board_and_stops_clocks_and_computer,
    two_humans_and_two_computers_play_to_the_end_in_a_small_window,
];

const TWO_HUMANS: [&str; 4] = ["--seat1", "human", "--seat2", "human"];

/// Replays a record through the library, in its own copy of the ruleset.
fn replay_match(record: Record) -> Match {
    let ruleset = ruleset_of_text(&record.ruleset, &record.ruleset_toml);
    let rules = Arc::clone(&plugins()[ruleset.plugin.as_str()].native);
    let (game, refit) =
        record.resume(GameSource::new(rules, Arc::new(ruleset))).expect("it resumes");
    assert!(refit.first.is_none(), "every move is legal");
    game
}

fn scores(game: &Match) -> Vec<f64> {
    game.status().seats.iter().map(|seat| seat.score).collect()
}

fn moves(game: &Match) -> Vec<String> {
    let line = game.tree().line(game.here()).into_iter();
    line.filter_map(|id| Some(game.tree().node(id).event()?.text().to_owned())).collect()
}

/// Returns the game in the only journal of a folder.
fn journal_match(records: &Path) -> Match {
    let (record, journal) =
        boardloom_match::journal::Journal::reopen(&only_file(records, "journal"))
            .expect("a journal");
    journal.leave().expect("its lock can be removed");
    replay_match(record)
}

/// Returns the hue of a colour: 1 if red outweighs blue, -1 if blue outweighs red, else 0.
fn hue([red, _, blue]: [u8; 3]) -> i32 {
    let difference = i32::from(red) - i32::from(blue);
    if difference.abs() > 60 { difference.signum() } else { 0 }
}

/// Waits until the pieces are drawn. `sites` gives the expected hue of some sites; it is measured
/// on a ring around the mark in the middle.
fn wait_for_colors(screen: &Screen, seen: &Probe, sites: &[(&str, i32)]) {
    let beside = seen.distance("a1", "a2") * 0.27;
    let hues = || -> Vec<(&str, i32)> {
        let look = |site: &str| {
            let (x, y) = seen.site(site);
            hue(screen.pixel((x + beside, y)))
        };
        sites.iter().map(|(site, _)| (*site, look(site))).collect()
    };
    wait_until("the hues of the pieces", || hues() == sites);
}

fn two_humans_play_by_click_drag_and_keys() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let mut program = Program::start(&screen, &dir, &["play", "ataxx/classic"]);
    // Through the dialog, which offers the last players.
    program.wait_for_turn();
    program.keys(&["ctrl+n"]);
    program.wait("the dialog", |seen| seen.screen == "new-game");
    program.press("Blue: Human");
    // Seldom used values are folded.
    let advanced = |seen: &Probe| {
        let named = seen.widgets.iter().find(|it| it.label.starts_with("Advanced"));
        named.map(|it| (it.x, it.y))
    };
    let at = program.wait_for_place("the folded values", advanced);
    program.click(at);
    program.fill("Seed", "42");
    program.press("Start");
    let seen = program.wait_for_turn();
    assert_eq!((seen.ruleset.as_str(), seen.sites.len()), ("ataxx/classic", 49));
    assert_eq!((seen.ply, seen.acting.as_slice()), (0, &[1][..]));
    program.point((SIZE.0 as f64 - 2.0, SIZE.1 as f64 - 2.0));
    wait_for_colors(&screen, &seen, &[("a7", 1), ("g1", 1), ("a1", -1), ("g7", -1), ("d4", 0)]);

    // Two clicks; a selected piece aims at the pointer, and Esc drops it.
    program.click(seen.site("a7"));
    program.wait("a piece in hand", |seen| seen.path == ["a7"]);
    program.point(seen.site("c6"));
    program.wait("an aim", |seen| seen.aim == "a7c6");
    program.keys(&["Escape"]);
    program.wait("no piece in hand", |seen| seen.path.is_empty());
    program.click_path(&["a7", "b6"], 1);
    // A drag; one that ends off the board plays nothing.
    program.drag(seen.site("g7"), seen.site("d1"));
    program.wait("nothing in hand", |seen| seen.path.is_empty());
    program.drag(seen.site("g7"), seen.site("e5"));
    program.wait("a jump", |seen| seen.moves == ["b6", "g7e5"]);
    // A typed move, then one with the cursor: from the middle to the left.
    program.keys(&["slash"]);
    let field = |seen: &Probe| seen.widgets.iter().any(|it| it.role == "TextInput" && it.focused);
    program.wait("a field", field);
    program.write("C5");
    program.wait("the text", |seen| seen.widgets.iter().any(|it| it.value == "C5"));
    // No other move begins so: Tab completes it.
    program.keys(&["Tab"]);
    program.wait("the move", |seen| seen.widgets.iter().any(|it| it.value == "c5"));
    program.keys(&["Return"]);
    program.wait("the typed move", |seen| {
        seen.moves == ["b6", "g7e5", "c5"] && seen.scores == [4.0, 2.0]
    });
    program.click_path(&["e5", "d5"], 4);
    let seen = program.wait("a turned piece", |seen| seen.scores == [3.0, 4.0]);
    wait_for_colors(&screen, &seen, &[("a7", 1), ("b6", 1), ("c5", -1), ("d5", -1), ("c4", 0)]);

    // Back, forth, and to another move.
    program.keys(&["ctrl+z"]);
    program.press("Accept");
    let seen = program.wait("one move less", |seen| seen.ply == 3);
    assert_eq!(seen.scores, [4.0, 2.0]);
    program.keys(&["ctrl+y"]);
    program.wait("the move again", |seen| seen.ply == 4);
    program.keys(&["ctrl+z"]);
    program.press("Accept");
    program.wait("one move less", |seen| seen.ply == 3);
    program.click_path(&["a1", "a2"], 4);
    let seen = program.wait("another move", |seen| seen.moves == ["b6", "g7e5", "c5", "a2"]);
    program.quit();

    let game = journal_match(&dir.data().join("records"));
    assert_eq!((moves(&game), scores(&game), game.seed()), (seen.moves, seen.scores, 42));
    // The game goes on with the other move; the one that was taken back is kept as a variation.
    let before = game.node().parent().expect("a move");
    let ways = game.tree().node(before).children().iter();
    let ways: Vec<_> = ways.map(|way| game.tree().node(*way).event().unwrap().text()).collect();
    assert_eq!(ways, ["a2", "d5"]);
}

fn positions_move_lists_and_records_are_copied_and_pasted() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let mut args = vec!["play", "ataxx/classic", "--moves", "b6 g7e5", "c5"];
    args.extend(TWO_HUMANS);
    let mut program = Program::start(&screen, &dir, &args);
    program.wait_for_turn();
    let seen = program.wait("the listed moves", |seen| seen.moves == ["b6", "g7e5", "c5"]);
    // The position is copied, and pasted as the start of another game.
    program.keys(&["ctrl+c"]);
    program.keys(&["ctrl+z"]);
    program.press("Accept");
    program.wait("one move less", |seen| seen.ply == 2);
    program.keys(&["ctrl+v"]);
    let pasted = program.wait("the position", |seen| seen.ply == 0 && !seen.loading);
    assert_eq!((pasted.scores, pasted.acting), (seen.scores, seen.acting));
    program.click_path(&["e5", "d5"], 1);
    // The record too, with its moves.
    program.keys(&["ctrl+shift+c", "ctrl+z"]);
    program.press("Accept");
    let before = program.wait("no move", |seen| seen.ply == 0);
    program.keys(&["ctrl+v"]);
    // The moves are the same as before: the journal tells the games apart.
    program.wait("the record", |seen| {
        seen.journal != before.journal && seen.moves == ["d5"] && !seen.loading
    });
    program.quit();
    // Each game is kept: the one of the list, the position's, the record's.
    let files = std::fs::read_dir(dir.data().join("records")).expect("the records").flatten();
    let journals = files.filter(|file| file.path().extension().is_some_and(|it| it == "journal"));
    assert_eq!(journals.count(), 3);
}

/// Plays for all human players by clicks until the game is over: always the move of Ataxx that
/// leaves its player the most pieces.
fn play_to_the_end(program: &mut Program<'_>, json: &str) -> Probe {
    let mut cursor = open(&*plugins()["ataxx"].native, json, None);
    let mut played = 0;
    let mut board = None;
    loop {
        let seen =
            program.wait("a turn or the end", |seen| seen.is_ready() || !seen.outcome.is_empty());
        if !seen.outcome.is_empty() {
            return seen;
        }
        // Whatever texts come and go around it, the board stays in place.
        let places = seen.sites.iter().map(|site| (site.x, site.y)).collect::<Vec<_>>();
        assert_eq!(*board.get_or_insert_with(|| places.clone()), places, "{seen}");
        for mv in &seen.moves[played..] {
            let by = cursor.status().unwrap().mover().expect("the game goes on");
            cursor.play(by, mv).unwrap().expect("what was played is legal");
        }
        played = seen.moves.len();
        let by = cursor.status().unwrap().mover().expect("the game goes on");
        let legal = crate::support::legal(cursor.as_mut());
        let mut gain = |mv: &String| {
            cursor.preview(by, mv).unwrap().unwrap().0.seats[usize::from(by)].score as i64
        };
        let best = legal.iter().max_by_key(|mv| gain(mv)).expect("a move").clone();
        let paths = cursor.paths(by, &best).unwrap();
        let path = paths.iter().max_by_key(|path| path.len()).expect("a path");
        let labels: Vec<&str> =
            path.iter().map(|site| seen.sites[*site as usize].label.as_str()).collect();
        program.click_path(&labels, seen.ply + 1);
    }
}

fn a_whole_game_against_the_computer() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let args = ["play", "ataxx/small", "--seat1", "human", "--seat2", "computer:1", "--seed", "7"];
    let mut program = Program::start(&screen, &dir, &args);
    let ended = play_to_the_end(&mut program, &ruleset("ataxx/small").plugin_json());
    let told = |seen: &Probe| {
        let text = seen.written();
        text.contains(" won") || text.contains("Draw:")
    };
    program.wait("the result", told);
    assert!(ended.status.contains(&ended.outcome), "{ended}");
    program.press("Rematch");
    program.wait("another game", |seen| seen.ply <= 1 && seen.outcome.is_empty() && !seen.loading);
    program.quit();

    let records = dir.data().join("records");
    let file = only_file(&records, "loom");
    let record = Record::parse(&std::fs::read_to_string(&file).unwrap()).expect("a record");
    let game = replay_match(record);
    assert!(game.status().is_over());
    assert_eq!((moves(&game), scores(&game)), (ended.moves, ended.scores));
    let file = file.to_string_lossy();
    assert!(dir.run(&["replay", &file]).success().contains(&ended.outcome));
}

fn a_killed_program_loses_no_move() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let mut args = vec!["play", "ataxx/classic"];
    args.extend(TWO_HUMANS);
    let mut program = Program::start(&screen, &dir, &args);
    program.click_path(&["a7", "b6"], 1);
    program.click_path(&["g7", "f6"], 2);
    let before = program.click_path(&["b6", "d5"], 3);
    program.crash();

    let mut program = Program::start(&screen, &dir, &[]);
    program.press("Continue");
    let after = program.wait("the game", |seen| seen.is_ready() && seen.ply == 3);
    assert_eq!((after.moves, after.scores), (before.moves, before.scores));
    assert_eq!((after.acting, after.journal), (before.acting, before.journal));
    // It continues in the same journal, and is killed again.
    let before = program.click_path(&["a1", "b2"], 4);
    program.crash();
    let mut program = Program::start(&screen, &dir, &["play", "--continue"]);
    let after = program.wait("the game", |seen| seen.ply == 4);
    assert_eq!(after.moves, before.moves);
    program.quit();
}

fn an_edited_ruleset_is_played_without_a_build() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let bundled = boardloom_bundle::rulesets().iter();
    let (_, classic) =
        bundled.clone().find(|(name, _)| *name == "ataxx/classic.toml").expect("it is bundled");
    let edited = classic
        .replace("\nwidth = 7\nheight = 7\n", "\nwidth = 9\nheight = 9\n")
        .replace("\nblocked = []\n", "\nblocked = [\"b8\", \"h2\"]\n");
    dir.write("rulesets/ataxx/classic.toml", &edited);
    let mut args = vec!["play", "ataxx/classic"];
    args.extend(TWO_HUMANS);
    let mut program = Program::start(&screen, &dir, &args);
    let seen = program.wait_for_turn();
    assert_eq!(seen.sites.len(), 81);
    // A wall is no target and cannot be picked up: no piece is selected afterwards.
    program.click(seen.site("a9"));
    program.wait("a piece in hand", |seen| seen.path == ["a9"]);
    program.click(seen.site("b8"));
    let seen = program.wait("an empty hand", |seen| seen.path.is_empty());
    assert_eq!(seen.ply, 0);
    let seen = program.click_path(&["a9", "b9"], 1);
    assert_eq!(seen.scores, [3.0, 2.0]);
    program.quit();

    // A typing error is shown with its place and the key that was meant.
    let file =
        dir.write("rulesets/ataxx/classic.toml", &edited.replace("\nwidth = 9\n", "\nwidht = 9\n"));
    let line = edited.lines().position(|line| line == "width = 9").expect("a line") + 1;
    let mut program = Program::start(&screen, &dir, &["play", "ataxx/classic"]);
    let place = format!("classic.toml:{line}");
    let seen = program.wait("the error", |seen| seen.written().contains(&place));
    for expected in ["widht = 9", "did you mean `width`?"] {
        assert!(seen.written().contains(expected), "{}", seen.written());
    }
    program.quit();
    let check = dir.run(&["check", &file.to_string_lossy()]);
    assert_eq!(check.code, 1);
    let told = format!("{}{}", check.out, check.err);
    assert!(told.contains(&format!("classic.toml:{line}")) && told.contains("width"), "{told}");
}

fn a_close_request_ends_the_program_and_keeps_the_game() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let mut args = vec!["play", "ataxx/classic"];
    args.extend(TWO_HUMANS);
    let mut program = Program::start(&screen, &dir, &args);
    program.click_path(&["a7", "a6"], 1);
    screen.ask_to_close();
    assert_eq!((program.end(), program.stderr().as_str()), (0, ""));
    assert_eq!(moves(&journal_match(&dir.data().join("records"))), ["a6"]);
}

fn the_board_follows_the_window_down_to_a_quarter() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let mut args = vec!["play", "ataxx/classic"];
    args.extend(TWO_HUMANS);
    let mut program = Program::start(&screen, &dir, &args);
    let mut ply = 0;
    program.wait_for_turn();
    for (size, path) in [
        ([640, 480], ["a7", "b6"]),
        ([320, 240], ["g7", "f6"]),
        ([400, 780], ["b6", "c5"]),
        ([1280, 800], ["f6", "f5"]),
    ] {
        screen.resize(size[0], size[1]);
        let inside = |seen: &Probe| {
            seen.sites.iter().all(|site| {
                (0.0..f64::from(size[0])).contains(&site.x)
                    && (0.0..f64::from(size[1])).contains(&site.y)
            })
        };
        program.wait("the size", |seen| seen.window == size && inside(seen));
        ply += 1;
        program.click_path(&path, ply);
    }
    program.quit();
}

fn nothing_is_drawn_while_nothing_happens() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let mut args = vec!["play", "ataxx/classic"];
    args.extend(TWO_HUMANS);
    let mut program = Program::start(&screen, &dir, &args);
    program.click_path(&["a7", "b6"], 1);
    program.wait_for_idle();
    program.click_path(&["g7", "f6"], 2);
    program.wait_for_idle();
    program.quit();
}

fn random_keys_and_clicks_do_not_end_the_program() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let args = ["play", "ataxx/small", "--seat1", "human", "--seat2", "computer:1"];
    let mut program = Program::start(&screen, &dir, &args);
    program.wait_for_turn();
    let keys = [
        "Escape",
        "Return",
        "space",
        "End",
        "Right",
        "Up",
        "Down",
        "h",
        "j",
        "k",
        "l",
        "p",
        "z",
        "d",
        "f",
        "v",
        "plus",
        "minus",
        "0",
        "slash",
        "a",
        "1",
        "3",
        "r",
        "shift+t",
        "Tab",
        "shift+Tab",
        "F1",
        "F10",
        "Home",
        "End",
        "Prior",
        "Next",
        "ctrl+z",
        "ctrl+y",
        "ctrl+n",
        "ctrl+shift+n",
        "ctrl+l",
        "ctrl+s",
        "ctrl+comma",
        "ctrl+shift+slash",
        "ctrl+Return",
        "shift+h",
        "shift+k",
        "shift+p",
        "ctrl+minus",
        "ctrl+plus",
        "ctrl+0",
        "ctrl+c",
    ];
    let mut random = boardloom_sdk::random::Random::new(20261122);
    let (width, height) = (u64::from(SIZE.0), u64::from(SIZE.1));
    for _ in 0..250 {
        let at = (random.below(width) as f64, random.below(height) as f64);
        match random.below(5) {
            0 | 1 => program.click(at),
            2 => program.drag(at, (random.below(width) as f64, random.below(height) as f64)),
            _ => program.keys(&[keys[random.below(keys.len() as u64) as usize]]),
        }
        // The one button that is meant to end the program was pressed, or a
        // error was: only the first ends well, and without a word.
        if !program.is_running() {
            assert_eq!((program.end(), program.stderr().as_str()), (0, ""));
            program = Program::start(&screen, &dir, &args);
            program.wait_for_turn();
        }
    }
    program.wait("it still draws", |seen| seen.frame > 0);
    program.quit();
}

/// Returns the seconds that a clock shows.
fn seconds(clock: &str) -> f64 {
    clock.split(':').fold(0.0, |whole, part| whole * 60.0 + part.parse::<f64>().expect("a number"))
}

fn bought_time_is_kept() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let mut args = vec!["play", "ataxx/arcade", "--clock", "arcade:10000+2x5000"];
    args.extend(TWO_HUMANS);
    let mut program = Program::start(&screen, &dir, &args);
    let seen = program.wait_for_turn();
    assert!(seen.clocks.iter().all(|clock| seconds(clock) <= 10_000.0), "{seen}");
    program.press("+5000 s (2 coins)");
    program.wait("more time", |seen| seconds(&seen.clocks[0]) > 10_000.0);
    program.keys(&["b"]);
    program.wait("still more, and no coin left", |seen| {
        seconds(&seen.clocks[0]) > 15_000.0 && !seen.has_widget("coin")
    });
    program.keys(&["b"]);
    program.wait("a refusal", |seen| seen.status.contains("No time can be bought"));
    // The other side has its own coins, in its own turn.
    program.click_path(&["a7", "b6"], 1);
    program.press("+5000 s (2 coins)");
    program.wait("more time", |seen| seconds(&seen.clocks[1]) > 10_000.0);
    // Purchases of a turn that has not ended survive a crash, and the clocks stop until the
    // player resumes.
    program.crash();
    let mut program = Program::start(&screen, &dir, &["play", "--continue"]);
    let seen = program.wait("the game", |seen| seen.paused && !seen.clocks.is_empty());
    assert!(seconds(&seen.clocks[0]) > 15_000.0 && seconds(&seen.clocks[1]) > 10_000.0, "{seen}");
    program.press("Resume");
    program.click_path(&["g7", "f6"], 2);
    program.quit();
    let game = journal_match(&dir.data().join("records"));
    let line = game.tree().line(game.here());
    let coins: Vec<u32> = line.iter().skip(1).map(|id| game.tree().node(*id).coins).collect();
    assert_eq!(coins, [2, 1]);
}

fn a_player_out_of_time_leaves_and_the_others_continue() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let options = ["--set", "setup.seats=3", "--set", "setup.random_walls.max=0", "--clock", "3"];
    let args = [&["play", "ataxx/boogers"], &options[..], &["--seat1"]].concat();
    let rest = ["human", "--seat2", "human", "--seat3", "human"];
    let mut program = Program::start(&screen, &dir, &[&args[..], &rest].concat());
    let seen = program.wait("the first is out", |seen| seen.moves == ["time is up"]);
    assert_eq!((seen.acting.as_slice(), seen.outcome.as_str()), (&[2][..], ""));
    assert_eq!(seen.clocks[0], "0.0");
    let seen = program.wait("the second is out", |seen| !seen.outcome.is_empty());
    assert_eq!(seen.moves, ["time is up", "time is up"]);
    program.quit();
    let records = dir.data().join("records");
    let record = std::fs::read_to_string(only_file(&records, "loom")).expect("a record");
    assert_eq!(record.matches("!time {[took 3][left 0]}").count(), 2, "{record}");
}

fn a_pause_covers_the_board_and_stops_clocks_and_computer() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let seats = ["--seat1", "human", "--seat2", "computer:8", "--clock", "20000"];
    let mut program =
        Program::start(&screen, &dir, &[&["play", "ataxx/classic"], &seats[..]].concat());
    let seen = program.wait_for_turn();
    program.keys(&["ctrl+p"]);
    let still = program.wait("a pause", |seen| seen.paused).clocks;
    program.click(seen.site("b6"));
    program.keys(&["ctrl+z", "Return"]);
    program.wait("a word about it", |seen| seen.status == "Paused");
    // A running clock would be drawn.
    let seen = program.wait_for_idle();
    assert_eq!((&seen.clocks, seen.ply, seen.paused), (&still, 0, true));
    program.press("Resume");
    program.wait("the board again", |seen| !seen.paused && !seen.sites.is_empty());
    program.click_path(&["a7", "b6"], 1);
    // The computer, which may think for hours, pauses too.
    program.keys(&["ctrl+p"]);
    let seen = program.wait("a pause", |seen| seen.paused && !seen.status.contains("thinks"));
    if seen.ply == 1 {
        assert_eq!(program.wait_for_idle().clocks, seen.clocks);
    }
    program.keys(&["ctrl+p"]);
    program.wait("its move", |seen| seen.ply == 2);
    program.quit();
}

fn two_humans_and_two_computers_play_to_the_end_in_a_small_window() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let mut args = vec!["play", "ataxx/boogers", "--set", "setup.seats=4", "--clock", "600+5"];
    let [human, computer] = ["human", "computer:1"];
    args.extend(["--seat1", human, "--seat2", computer, "--seat3", human, "--seat4", computer]);
    let mut program = Program::start(&screen, &dir, &args);
    program.wait("the game", |seen| seen.screen == "game");
    screen.resize(640, 480);
    program.wait("the smaller window", |seen| seen.window == [640, 480]);
    let mut settings = Overrides::default();
    settings.set("setup.seats", 4);
    let seen =
        play_to_the_end(&mut program, &ruleset_with("ataxx/boogers", &settings).plugin_json());
    assert_eq!((seen.scores.len(), seen.clocks.len()), (4, 4));
    assert!(seen.scores.iter().sum::<f64>() >= 1.0, "{seen}");
    let names = ["Green", "Yellow", "Purple", "Blue"];
    let written = |seen: &Probe| names.iter().all(|name| seen.written().contains(name));
    program.wait("all names", |seen| seen.window == [640, 480] && written(seen));
    // Keys go to the window under the pointer.
    program.point((300.0, 200.0));
    program.quit();
    let records = dir.data().join("records");
    let record = std::fs::read_to_string(only_file(&records, "loom")).expect("a record");
    let game = replay_match(Record::parse(&record).expect("a record"));
    assert_eq!(scores(&game), seen.scores);
    assert!(!record.contains("!time"), "no player ran out of time: {record}");
}
