//! The whole program behind the window, without one: clicked, typed at, and
//! watched.

mod common;
#[path = "common/sat.rs"]
mod sat;

use std::sync::Arc;
use std::time::{Duration, Instant};

use boardloom_gui::{App, CommandLineSetup, Options, Screen};
use boardloom_match::PlayerKind;
use common::Demo;
use egui::{Key, Modifiers, Pos2, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use sat::Sat;

const WIDE: Vec2 = Vec2::new(1100.0, 760.0);
const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;

#[test]
fn a_click_on_a_target_plays_it_and_a_click_on_a_piece_picks_it_up() {
    let mut sat = Sat::game(WIDE);
    sat.click("a1");
    assert_eq!(sat.probe().path, ["a1"]);
    sat.click("a2");
    assert_eq!((sat.probe().ply, sat.probe().acting), (1, vec![2]));
    sat.click("d1");
    assert_eq!(sat.probe().ply, 2, "a target alone is enough");
    sat.click("c3");
    let probe = sat.probe();
    assert_eq!(probe.ply, 2);
    assert!(probe.status.contains("no legal move"), "{}", probe.status);
}

#[test]
fn a_drag_carries_a_piece_and_beside_the_board_takes_it_back() {
    let mut sat = Sat::game(WIDE);
    let (from, to) = (sat.at("a1"), sat.at("b1"));
    sat.press(from, true);
    for part in 1..=4 {
        let at = from + (to - from) * (part as f32 / 4.0);
        sat.harness.event(egui::Event::PointerMoved(at));
        sat.harness.step();
    }
    assert!(sat.harness.state().session().is_some_and(|p| p.controller.drag().is_some()));
    sat.press(to, false);
    sat.harness.run_steps(2);
    assert_eq!(sat.probe().ply, 1);
    let from = sat.at("e1");
    sat.press(from, true);
    sat.harness.event(egui::Event::PointerMoved(from + egui::vec2(20.0, 0.0)));
    sat.harness.step();
    sat.press(Pos2::new(12.0, 400.0), false);
    let probe = sat.probe();
    assert_eq!((probe.ply, probe.path.len()), (1, 0));
}

#[test]
fn what_a_move_would_change_is_seen_before_it_is_played() {
    let mut sat = Sat::game(WIDE);
    for mv in ["b1", "c1"] {
        assert_ne!(sat.at(mv), Pos2::ZERO);
    }
    sat.click("b1");
    sat.click("d1");
    sat.click("c1");
    sat.click("d2");
    // c1 leaps over d1, which blue holds, only if e1 were free: b1 sows instead.
    sat.hover("b2");
    let probe = sat.probe();
    assert_eq!(probe.aim, "b2");
    let session = sat.harness.state().session().expect("a game is played");
    let then = session.preview.as_ref().expect("the move under the pointer is previewed");
    assert_eq!(then.status.seats[0].score, probe.scores[0] + 1.0);
    assert_eq!(sat.probe().ply, 4, "nothing was played by it");
}

#[test]
fn the_keyboard_alone_plays() {
    let mut sat = Sat::game(WIDE);
    let start = sat.probe();
    assert_eq!(start.ply, 0);
    for key in
        [Key::ArrowUp, Key::ArrowUp, Key::ArrowUp, Key::ArrowLeft, Key::ArrowLeft, Key::ArrowLeft]
    {
        sat.key(NONE, key);
    }
    sat.key(NONE, Key::Space);
    assert_eq!(sat.probe().path, ["a1"], "the cursor stops at the corner");
    sat.key(NONE, Key::J);
    sat.key(NONE, Key::Enter);
    assert_eq!(sat.probe().ply, 1);
    sat.key(NONE, Key::Slash);
    sat.harness.event(egui::Event::Text("e2".to_owned()));
    sat.harness.run_steps(2);
    sat.key(NONE, Key::Enter);
    assert_eq!(sat.probe().ply, 2, "{}", sat.probe().status);
    sat.key(NONE, Key::P);
    assert_eq!(sat.probe().ply, 3, "a pass needs no pointing");
}

#[test]
fn turns_are_taken_back_and_played_again_and_nothing_is_lost() {
    let mut sat = Sat::game(WIDE);
    sat.click("a2");
    sat.click("e2");
    sat.key(CTRL, Key::Z);
    assert_eq!(sat.probe().ply, 1);
    sat.key(CTRL | Modifiers::SHIFT, Key::Z);
    assert_eq!(sat.probe().ply, 2);
    sat.key(CTRL, Key::Z);
    sat.click("d1");
    assert_eq!(sat.probe().ply, 2);
    let tree = |sat: &Sat| sat.harness.state().session().map(|p| p.game.tree().len());
    assert_eq!(tree(&sat), Some(4), "start, a2, e2 and d1 are all there");
    sat.key(NONE, Key::Home);
    assert_eq!(sat.probe().ply, 0);
    sat.key(NONE, Key::End);
    assert_eq!(sat.probe().ply, 2);
}

#[test]
fn the_computer_answers_and_both_plies_are_taken_back() {
    let mut sat = Sat::game_of(&["person", "computer 1"], None, WIDE);
    sat.click("a2");
    let probe = sat.until(|probe| probe.ply >= 2 && probe.human);
    assert_eq!(probe.acting, [1]);
    sat.key(CTRL, Key::Z);
    assert_eq!(sat.probe().ply, 0);
}

#[test]
fn escape_stops_the_computer_and_control_enter_hurries_it() {
    let mut sat = Sat::game_of(&["computer 8", "person"], None, WIDE);
    sat.until(|probe| probe.thinking || probe.ply > 0);
    sat.key(NONE, Key::Escape);
    if sat.probe().ply == 0 {
        assert!(!sat.probe().thinking);
        assert_eq!(sat.probe().screen, "game", "it only stopped");
        sat.key(CTRL, Key::Enter);
    }
    sat.until(|probe| probe.ply >= 1);
}

#[test]
fn giving_up_asks_first() {
    let mut sat = Sat::game(WIDE);
    sat.button("Resign");
    assert!(sat.probe().dialog);
    sat.button("Keep playing");
    assert!(!sat.probe().dialog && sat.probe().outcome.is_empty());
    sat.button("Resign");
    let buttons: Vec<_> =
        sat.harness.get_all_by_role_and_label(egui::Role::Button, "Resign").collect();
    buttons.last().expect("the dialog has its button").click();
    drop(buttons);
    sat.harness.run_steps(4);
    assert!(!sat.probe().outcome.is_empty());
    assert!(sat.probe().status.contains("Blue won"), "{}", sat.probe().status);
}

#[test]
fn a_fault_names_plugin_and_call_and_the_game_goes_on_or_is_closed() {
    let options = Options {
        ruleset: Some("meadow/five".to_owned()),
        asked: CommandLineSetup {
            seats: vec![Some(PlayerKind::Human); 2],
            set: vec!["board.width=17".to_owned()],
            ..CommandLineSetup::default()
        },
        ..Options::default()
    };
    let mut sat = Sat::new(options, None, WIDE);
    sat.until(|probe| probe.screen == "game" && !probe.sites.is_empty() && !probe.loading);
    sat.harness.run_steps(3);
    sat.click("a2");
    assert!(sat.probe().dialog);
    let said = "the plugin meadow broke down in `play`: the meadow is cursed";
    assert!(sat.harness.query_all_by_label_contains(said).next().is_some());
    sat.button("Continue");
    let probe = sat.probe();
    assert!(!probe.dialog && probe.human && probe.ply == 0, "{probe:?}");
    sat.click("a2");
    sat.button("Close the game");
    assert_eq!(sat.harness.state().screen(), Screen::Start);
    assert!(sat.harness.state().session().is_none());
}

#[test]
fn a_move_of_several_meanings_is_chosen_and_an_answer_is_typed() {
    use boardloom_contract::{Message, MoveOption};
    use boardloom_gui::dialogs::{MoveChoice, ask, menu};
    let ending = |mv: &str, answer| MoveOption {
        mv: mv.to_owned(),
        label: Message::new("", format!("as {mv}")),
        answer,
    };
    let options = [ending("one", false), ending("two", false)];
    let mut picked = None;
    let mut harness = Harness::new_ui_state(
        |ui, picked: &mut Option<MoveChoice>| {
            if picked.is_none() {
                *picked = menu(ui.ctx(), &options);
            }
        },
        picked,
    );
    harness.get_by_label("as two").click();
    harness.run_steps(3);
    picked = harness.state().clone();
    assert_eq!(picked, Some(MoveChoice::Move(1)));
    let question = ending("bid ", true);
    let mut harness = Harness::new_ui_state(
        |ui, (text, picked): &mut (String, Option<MoveChoice>)| {
            if picked.is_none() {
                *picked = ask(ui.ctx(), &question, text);
            }
        },
        (String::new(), None),
    );
    harness.run_steps(3);
    harness.event(egui::Event::Text("12".to_owned()));
    harness.run_steps(2);
    harness.get_by_label("Play").click();
    harness.run_steps(3);
    assert_eq!(harness.state().1, Some(MoveChoice::Answer("12".to_owned())));
}

#[test]
fn two_passes_end_the_game_by_the_button() {
    let mut sat = Sat::game(WIDE);
    sat.button("Pass");
    assert_eq!(sat.probe().ply, 1);
    assert!(sat.probe().status.contains("Red passes"), "{}", sat.probe().status);
    sat.button("Pass");
    assert_eq!(sat.probe().outcome, "most stones");
}

#[test]
fn a_new_game_is_chosen_with_players_and_options() {
    let mut sat = Sat::new(Options::default(), None, WIDE);
    sat.until(|probe| probe.rulesets == 5 && !probe.loading);
    sat.key(CTRL, Key::N);
    assert_eq!(sat.probe().screen, "new-game");
    let start = Instant::now();
    while sat.harness.query_by_role_and_label(egui::Role::Slider, "Width").is_none() {
        assert!(start.elapsed() < Duration::from_secs(60), "the form never came");
        sat.harness.step();
        std::thread::sleep(Duration::from_millis(2));
    }
    sat.button("Start");
    let probe = sat.until(|probe| probe.screen == "game");
    assert_eq!(probe.ruleset, "meadow/five", "the first that has no faults");
    assert_eq!(probe.sites.len(), 25);
}

/// Returns where stones stand on the board beside the dialog.
fn shown(sat: &mut Sat) -> Vec<(u32, Option<u8>)> {
    let start = Instant::now();
    loop {
        sat.harness.run_steps(2);
        let dialog = sat.harness.state().new_game().expect("the dialog is open");
        if let Some(Ok(look)) = &dialog.preview {
            return stones(look.start.pieces());
        }
        assert!(start.elapsed() < Duration::from_secs(60), "the board never came");
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn stones(pieces: &boardloom_board_view::scene::Pieces) -> Vec<(u32, Option<u8>)> {
    let color = |site| pieces.top(site).map(|piece| piece.color);
    pieces.sites().into_iter().map(|site| (site, color(site))).collect()
}

#[test]
fn what_chance_draws_is_seen_before_the_game_and_played_on() {
    let mut sat = Sat::new(Options::default(), None, WIDE);
    sat.until(|probe| probe.rulesets == 5 && !probe.loading);
    sat.key(CTRL, Key::N);
    sat.harness.run_steps(2);
    sat.button("Strewn meadow");
    let first = shown(&mut sat);
    assert_eq!(first.len(), 8, "four stones of the ruleset's, four of chance's");
    sat.button("Draw again");
    let (start, mut other) = (Instant::now(), first.clone());
    while other == first {
        assert!(start.elapsed() < Duration::from_secs(60), "nothing else was drawn");
        other = shown(&mut sat);
    }
    let seed = sat.harness.state().new_game().and_then(|setup| setup.seed());
    sat.button("Start");
    sat.until(|probe| probe.screen == "game" && !probe.sites.is_empty());
    let session = sat.harness.state().session().expect("a game is played");
    assert_eq!(stones(&session.pieces), other, "what was shown is what is played on");
    assert_eq!(Some(session.game.seed()), seed, "and the seed is the one shown");
}

#[test]
fn a_faulty_ruleset_shows_every_fault_with_its_place() {
    let options = Options { ruleset: Some("meadow/faulty".to_owned()), ..Options::default() };
    let mut sat = Sat::new(options, None, WIDE);
    let start = Instant::now();
    while sat.harness.query_by_label_contains("widht").is_none() {
        assert!(start.elapsed() < Duration::from_secs(60), "the faults never came");
        sat.harness.step();
        std::thread::sleep(Duration::from_millis(2));
    }
    assert_eq!(sat.harness.state().screen(), Screen::NewGame);
    assert!(sat.harness.query_by_label_contains("seven").is_some(), "all at once");
}

#[test]
fn a_game_is_found_again_after_the_program_was_killed() {
    let folder = tempfile::tempdir().expect("a folder for the journal");
    let path = folder.path().to_owned();
    let journal = {
        let mut sat = Sat::game_of(&["person", "person"], Some(path.clone()), WIDE);
        sat.click("a2");
        sat.click("e2");
        sat.click("a3");
        let journal = sat.probe().journal;
        assert!(!journal.is_empty());
        std::fs::copy(&journal, path.join("copy.journal")).expect("a journal is a file");
        journal
    };
    // As a killed process leaves it: the journal as it was, nobody at it.
    std::fs::rename(path.join("copy.journal"), &journal).expect("the folder can be written");
    let mut sat = Sat::new(Options::default(), Some(path), WIDE);
    sat.until(|probe| probe.rulesets == 5 && !probe.loading);
    sat.harness.run_steps(2);
    sat.button("Continue");
    let probe = sat.until(|probe| probe.screen == "game");
    assert_eq!(probe.ply, 3);
    assert_eq!(probe.journal, journal, "it goes on in the same journal");
    sat.harness.run_steps(3);
    sat.click("e3");
    assert_eq!(sat.probe().ply, 4);
}

#[test]
fn a_finished_game_becomes_a_record() {
    let folder = tempfile::tempdir().expect("a folder for the record");
    let path = folder.path().to_owned();
    let mut sat = Sat::game_of(&["person", "person"], Some(path.clone()), WIDE);
    sat.button("Pass");
    sat.button("Pass");
    sat.harness.state_mut().finish();
    let names: Vec<_> = std::fs::read_dir(&path)
        .expect("the folder is there")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    assert!(names.iter().any(|name| name.ends_with(".loom")), "{names:?}");
    assert!(!names.iter().any(|name| name.ends_with(".journal")), "{names:?}");
}

#[test]
fn closing_asks_only_where_something_would_be_lost() {
    let mut sat = Sat::game(WIDE);
    sat.click("a2");
    sat.harness.state_mut().close();
    sat.harness.run_steps(2);
    assert!(!sat.harness.state().is_closing() && sat.probe().dialog, "it is kept nowhere");
    let folder = tempfile::tempdir().expect("a folder for the journal");
    let mut kept = Sat::game_of(&["person", "person"], Some(folder.path().to_owned()), WIDE);
    kept.click("a2");
    kept.harness.state_mut().close();
    assert!(kept.harness.state().is_closing());
}

#[test]
fn everything_stays_on_the_screen_at_every_size() {
    for size in [[640.0, 480.0], [480.0, 760.0], [1920.0, 1080.0], [1280.0, 800.0], [420.0, 420.0]]
    {
        let size = Vec2::from(size);
        let sat = Sat::game(size);
        let probe = sat.probe();
        let inside = |x: f64, y: f64| {
            (0.0..=f64::from(size.x)).contains(&x) && (0.0..=f64::from(size.y)).contains(&y)
        };
        assert!(probe.sites.iter().all(|site| inside(site.x, site.y)), "{size}");
        for name in ["Pass", "Resign", "Take back", "Moves", "Next move", "Help"] {
            let rect = sat.harness.get_by_role_and_label(egui::Role::Button, name).rect();
            let screen = egui::Rect::from_min_size(Pos2::ZERO, size);
            assert!(screen.contains_rect(rect), "{name} at {rect} on {size}");
        }
        let (a, b) = (sat.at("a1"), sat.at("b1"));
        assert!((b.x - a.x).abs() >= 24.0, "the board is too small on {size}: {a} {b}");
    }
}

#[test]
fn the_wheel_magnifies_around_the_pointer() {
    let mut sat = Sat::game(WIDE);
    let before = (sat.at("c3"), sat.at("e3"));
    sat.harness.event(egui::Event::PointerMoved(before.0));
    sat.harness.run_steps(2);
    sat.harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: Vec2::new(0.0, 3.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: NONE,
    });
    sat.harness.run_steps(2);
    let after = (sat.at("c3"), sat.at("e3"));
    assert!((after.0 - before.0).length() < 0.5, "the point under the pointer stays");
    assert!(after.1.x > before.1.x + 20.0, "the board is larger");
    sat.key(NONE, Key::Num0);
    assert!((sat.at("e3") - before.1).length() < 0.5, "and fits again");
}

#[test]
fn a_large_board_is_drawn_anew_only_where_it_changed() {
    let options = Options {
        ruleset: Some("meadow/vast".to_owned()),
        asked: CommandLineSetup {
            seats: vec![Some(PlayerKind::Human); 2],
            seed: Some(7),
            ..CommandLineSetup::default()
        },
        ..Options::default()
    };
    let mut app = App::new(Arc::new(Demo::new(None)), options, Arc::new(|| {}));
    app.draw_board_below();
    let mut sat = Sat::before(app, WIDE);
    sat.until(|probe| probe.screen == "game" && !probe.sites.is_empty() && !probe.loading);
    sat.harness.run_steps(3);
    fn fresh(sat: &mut Sat) -> usize {
        sat.harness.state_mut().board_surface().map_or(0, |ground| ground.take_fresh().len())
    }
    let tiles = |sat: &mut Sat| {
        let ground = sat.harness.state_mut().board_surface().expect("a board is shown");
        ground.instances().iter().map(|tile| (tile.id, tile.origin, tile.zoom)).collect::<Vec<_>>()
    };
    assert!(fresh(&mut sat) >= 5, "three blocks of cells, and the pieces on two of them");
    let before = tiles(&mut sat);

    // Moving and magnifying the board makes nothing anew.
    let middle = sat.harness.ctx.content_rect().center();
    sat.harness.event(egui::Event::PointerMoved(middle));
    let button = egui::PointerButton::Middle;
    let modifiers = Modifiers::NONE;
    for (pos, pressed) in [(middle, true), (middle + Vec2::new(40.0, 9.0), false)] {
        sat.harness.event(egui::Event::PointerMoved(pos));
        sat.harness.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
        sat.harness.step();
    }
    sat.harness.run_steps(2);
    let after = tiles(&mut sat);
    assert_eq!(fresh(&mut sat), 0, "moved");
    assert_eq!(after.len(), before.len());
    assert!(after.iter().zip(&before).all(|(a, b)| a.0 == b.0 && a.1 != b.1), "moved");

    // A move touches the block that it is in, and the marks of the last move.
    sat.click("a2");
    assert_eq!(sat.probe().ply, 1);
    assert!((1..=2).contains(&fresh(&mut sat)), "one block of pieces");
    sat.key(CTRL, Key::Z);
    assert_eq!(sat.probe().ply, 0);
    assert!((1..=2).contains(&fresh(&mut sat)), "and when it is taken back");
}

/// Hands a text over as the window does when it is pasted.
fn paste(sat: &mut Sat, text: &str) {
    sat.harness.event(egui::Event::Paste(text.to_owned()));
    sat.harness.run_steps(2);
}

#[test]
fn a_copied_position_list_or_record_is_played_on() {
    let folder = tempfile::tempdir().expect("a folder for the records");
    let mut sat = Sat::game_of(&["person", "person"], Some(folder.path().to_owned()), WIDE);
    sat.click("a2");
    let kept = sat.probe().journal;
    paste(&mut sat, " r...b...................r b\n");
    let probe = sat.until(|probe| probe.ply == 0 && !probe.loading);
    assert_eq!((probe.acting, probe.scores), (vec![2], vec![2.0, 1.0]));
    assert!(std::path::Path::new(&kept).is_file(), "the game before is kept");
    // A list begins from the ruleset's own start.
    paste(&mut sat, "1. a2 E2\n2. b1 pass");
    let probe = sat.until(|probe| probe.ply == 4 && !probe.loading);
    assert_eq!(probe.moves, ["a2", "e2", "b1", "pass"]);
    // The record, as it is copied, opens the same game again.
    let session = sat.harness.state().session().expect("a game is played");
    let record = boardloom_match::Record::of(&session.game).to_text();
    sat.key(CTRL, Key::Z);
    assert_eq!(sat.probe().ply, 3);
    paste(&mut sat, &record);
    sat.until(|probe| probe.ply == 4 && !probe.loading);
}

#[test]
fn a_copied_text_that_is_nothing_is_said_and_changes_nothing() {
    let mut sat = Sat::game(WIDE);
    sat.click("a2");
    for (text, said) in [
        ("hello", "this is no position: the position has another size"),
        ("hello", "no list of moves: line 1, column 1: hello is no move here"),
        ("a2 e2\n3. zz", "move 3 of the list, at line 2, column 4: zz is no move here"),
        ("[Boardloom \"1\"]\n(a2)", "no record: line 2, column 1: expected a move before"),
    ] {
        paste(&mut sat, text);
        sat.until(|probe| probe.dialog && !probe.loading);
        sat.harness.run_steps(2);
        let shown = sat.harness.query_by_label_contains(said).is_some();
        assert!(shown, "{text}: {said}");
        sat.key(NONE, Key::Escape);
        let probe = sat.probe();
        assert_eq!((probe.dialog, probe.ply), (false, 1), "{text}: the game goes on");
    }
}

/// A record names its ruleset; whoever pastes anything else has to say of which
/// game it is.
#[test]
fn a_record_opens_from_the_start_screen_and_a_position_says_what_is_missing() {
    let mut sat = Sat::game(WIDE);
    sat.click("a2");
    sat.click("e2");
    let session = sat.harness.state().session().expect("a game is played");
    let record = boardloom_match::Record::of(&session.game).to_text();
    let mut sat = Sat::new(Options::default(), None, WIDE);
    sat.until(|probe| probe.screen == "start" && probe.rulesets > 0);
    paste(&mut sat, "r...b...................r b");
    sat.until(|probe| probe.dialog && !probe.loading);
    sat.harness.run_steps(2);
    assert!(sat.harness.query_by_label_contains("Start that game, and paste").is_some());
    sat.key(NONE, Key::Escape);
    assert_eq!((sat.probe().screen, sat.probe().dialog), ("start", false));
    paste(&mut sat, &format!("\u{feff}\n{record}"));
    let probe = sat.until(|probe| probe.screen == "game" && !probe.loading);
    assert_eq!(
        (probe.ruleset.as_str(), probe.moves),
        ("meadow/five", vec!["a2".into(), "e2".into()])
    );
}

#[test]
fn the_menu_copies_and_asks_for_the_clipboard() {
    let mut sat = Sat::game(WIDE);
    sat.click("a2");
    sat.button("Game");
    sat.harness.get_by_label_contains("Paste position or game").click();
    sat.harness.run_steps(2);
    let asked = sat.harness.state_mut().take_requests();
    assert_eq!(asked, [boardloom_gui::WindowRequest::Paste]);
    paste(&mut sat, "a2 e2");
    sat.until(|probe| probe.ply == 2 && !probe.loading);
}

#[test]
fn the_computer_has_the_last_word() {
    let options = Options {
        ruleset: Some("meadow/strewn".to_owned()),
        asked: CommandLineSetup {
            seats: vec![Some(PlayerKind::Computer { level: 1 }), Some(PlayerKind::Human)],
            seed: Some(7),
            ..CommandLineSetup::default()
        },
        ..Options::default()
    };
    let mut sat = Sat::new(options, None, WIDE);
    sat.until(|probe| probe.screen == "game" && probe.acting == [2] && probe.human);
    sat.harness.run_steps(2);
    sat.button("Resign");
    sat.harness
        .get_all_by_role_and_label(egui::Role::Button, "Resign")
        .last()
        .expect("yes")
        .click();
    sat.harness.run_steps(4);
    assert_eq!(sat.probe().status, "The meadow is mine.");
    assert!(sat.harness.query_by_label_contains("“The meadow is mine.”").is_some());
    sat.key(NONE, Key::Home);
    assert!(sat.harness.query_by_label_contains("“The meadow").is_none(), "it was said at the end");
}
