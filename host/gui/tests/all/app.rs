//! The whole program without a window: clicks, keys and states.

use std::sync::Arc;

use crate::common::demo::Demo;
use crate::common::{HUMAN, TestApp, game_options};
use boardloom_gui::{App, Options, Screen};
use boardloom_match::PlayerKind;
use egui::{Key, Modifiers, Pos2, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

const WIDE: Vec2 = Vec2::new(1100.0, 760.0);
const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;

#[test]
fn a_click_on_a_target_plays_it_and_a_click_on_a_piece_picks_it_up() {
    let mut app = TestApp::game(WIDE);
    app.click("a1");
    assert_eq!(app.probe().path, ["a1"]);
    app.click("a2");
    assert_eq!((app.probe().ply, app.probe().acting), (1, vec![2]));
    app.click("d1");
    assert_eq!(app.probe().ply, 2, "a target alone is enough");
    app.click("c3");
    let probe = app.probe();
    assert_eq!(probe.ply, 2);
    assert_eq!(probe.status, "You can't move there.");
}

#[test]
fn a_drag_carries_a_piece_and_beside_the_board_takes_it_back() {
    let mut app = TestApp::game(WIDE);
    let (from, to) = (app.at("a1"), app.at("b1"));
    app.press(from, true);
    for part in 1..=4 {
        let at = from + (to - from) * (part as f32 / 4.0);
        app.harness.event(egui::Event::PointerMoved(at));
        app.harness.step();
    }
    assert!(app.harness.state().session().is_some_and(|p| p.controller.drag().is_some()));
    app.press(to, false);
    app.harness.run_steps(2);
    assert_eq!(app.probe().ply, 1);
    let from = app.at("e1");
    app.press(from, true);
    app.harness.event(egui::Event::PointerMoved(from + egui::vec2(20.0, 0.0)));
    app.harness.step();
    app.press(Pos2::new(12.0, 400.0), false);
    let probe = app.probe();
    assert_eq!((probe.ply, probe.path.len()), (1, 0));
}

#[test]
fn the_effect_of_a_move_is_previewed() {
    let mut app = TestApp::game(WIDE);
    for mv in ["b1", "c1"] {
        assert_ne!(app.at(mv), Pos2::ZERO);
    }
    app.click("b1");
    app.click("d1");
    app.click("c1");
    app.click("d2");
    // c1 leaps over d1, which blue holds, only if e1 were free: b1 sows instead.
    app.hover("b2");
    let probe = app.probe();
    assert_eq!(probe.aim, "b2");
    let session = app.harness.state().session().expect("a game is played");
    let then = session.preview.as_ref().expect("the move under the pointer is previewed");
    assert_eq!(then.status.seats[0].score, probe.scores[0] + 1.0);
    assert_eq!(app.probe().ply, 4, "nothing was played by it");
}

#[test]
fn the_keyboard_alone_plays() {
    let mut app = TestApp::game(WIDE);
    let start = app.probe();
    assert_eq!(start.ply, 0);
    for key in
        [Key::ArrowUp, Key::ArrowUp, Key::ArrowUp, Key::ArrowLeft, Key::ArrowLeft, Key::ArrowLeft]
    {
        app.key(NONE, key);
    }
    app.key(NONE, Key::Space);
    assert_eq!(app.probe().path, ["a1"], "the cursor stops at the corner");
    app.key(NONE, Key::J);
    app.key(NONE, Key::Enter);
    assert_eq!(app.probe().ply, 1);
    app.key(NONE, Key::Slash);
    app.harness.event(egui::Event::Text("e2".to_owned()));
    app.harness.run_steps(2);
    app.key(NONE, Key::Enter);
    assert_eq!(app.probe().ply, 2, "{}", app.probe().status);
    app.key(NONE, Key::P);
    assert_eq!(app.probe().ply, 3, "a pass needs no pointing");
}

#[test]
fn turns_are_taken_back_and_played_again_and_nothing_is_lost() {
    let mut app = TestApp::game(WIDE);
    app.click("a2");
    app.click("e2");
    app.take_back();
    assert_eq!(app.probe().ply, 1);
    app.key(CTRL | Modifiers::SHIFT, Key::Z);
    assert_eq!(app.probe().ply, 2);
    app.take_back();
    app.click("d1");
    assert_eq!(app.probe().ply, 2);
    let tree = |app: &TestApp| app.harness.state().session().map(|p| p.game.tree().len());
    assert_eq!(tree(&app), Some(4), "start, a2, e2 and d1 are all there");
    app.key(NONE, Key::Home);
    assert_eq!(app.probe().ply, 0);
    app.key(NONE, Key::End);
    assert_eq!(app.probe().ply, 2);
}

#[test]
fn the_computer_answers_and_both_plies_are_taken_back() {
    let mut app = TestApp::game_of([HUMAN, PlayerKind::Computer { level: 1 }], None, WIDE);
    app.click("a2");
    let probe = app.until(|probe| probe.ply >= 2 && probe.human);
    assert_eq!(probe.acting, [1]);
    app.key(CTRL, Key::Z);
    assert_eq!(app.probe().ply, 0);
}

#[test]
fn a_premove_is_played_at_once_and_cancelled_by_escape_or_a_right_click() {
    let mut app = TestApp::game_of([HUMAN, PlayerKind::Computer { level: 1 }], None, WIDE);
    app.click("a2");
    assert_eq!(app.probe().ply, 1);
    // The computer waits as long as the player likes.
    app.key(NONE, Key::Escape);
    assert!(!app.probe().thinking);
    app.click("b1");
    assert!(app.probe().status.contains("Premove: b1"), "{}", app.probe().status);
    app.key(NONE, Key::Escape);
    assert!(!app.probe().status.contains("Premove: b1"), "{}", app.probe().status);
    let kept =
        |app: &TestApp| app.harness.state().session().is_some_and(|it| it.premove().is_some());
    app.click("b1");
    assert!(kept(&app));
    let (pos, button) = (app.at("e1"), egui::PointerButton::Secondary);
    for pressed in [true, false] {
        app.harness.event(egui::Event::PointerButton { pos, button, pressed, modifiers: NONE });
    }
    app.harness.step();
    assert!(!kept(&app) && app.probe().ply == 1);
    app.click("b1");
    app.key(CTRL, Key::Enter);
    let probe = app.until(|probe| probe.ply >= 3);
    assert_eq!(probe.moves[2], "b1");
    assert!(!kept(&app));
}

#[test]
fn escape_stops_the_computer_and_control_enter_hurries_it() {
    let mut app = TestApp::game_of([PlayerKind::Computer { level: 8 }, HUMAN], None, WIDE);
    app.until(|probe| probe.thinking || probe.ply > 0);
    app.key(NONE, Key::Escape);
    if app.probe().ply == 0 {
        assert!(!app.probe().thinking);
        assert_eq!(app.probe().screen, "game", "it only stopped");
        app.key(CTRL, Key::Enter);
    }
    app.until(|probe| probe.ply >= 1);
}

/// What is expected of a player is read whole, however narrow the panel is.
#[test]
fn the_instruction_is_not_cut_in_a_small_window() {
    let mut app = TestApp::game(Vec2::new(640.0, 480.0));
    app.harness.run_steps(3);
    let label = app.harness.get_by_label_contains("Put a stone beside one of yours").rect();
    assert!(label.height() > 20.0 && label.width() < 240.0, "two lines: {label}");
}

#[test]
fn giving_up_asks_first() {
    let mut app = TestApp::game(WIDE);
    app.button("Resign");
    assert!(app.probe().dialog);
    app.button("Keep playing");
    assert!(!app.probe().dialog && app.probe().outcome.is_empty());
    // Enter does what loses nothing.
    app.button("Resign");
    app.key(Modifiers::NONE, Key::Enter);
    assert!(!app.probe().dialog && app.probe().outcome.is_empty());
    app.button("Resign");
    let buttons: Vec<_> =
        app.harness.get_all_by_role_and_label(egui::Role::Button, "Resign").collect();
    buttons.last().expect("the dialog has its button").click();
    drop(buttons);
    app.harness.run_steps(4);
    assert!(!app.probe().outcome.is_empty());
    assert!(app.probe().status.contains("Blue won"), "{}", app.probe().status);
}

#[test]
fn a_plugin_error_names_plugin_and_call_and_the_game_goes_on_or_is_closed() {
    let mut options = game_options([HUMAN; 2]);
    options.setup.set = vec!["board.width=17".to_owned()];
    let mut app = TestApp::new(options, None, WIDE);
    app.wait_for_board();
    app.click("a2");
    assert!(app.probe().dialog);
    let said = "the plugin leap broke down in `play`: the leap is cursed";
    assert!(app.harness.query_all_by_label_contains(said).next().is_some());
    app.button("Continue");
    let probe = app.probe();
    assert!(!probe.dialog && probe.human && probe.ply == 0, "{probe:?}");
    app.click("a2");
    app.button("Close the game");
    assert_eq!(app.harness.state().screen(), Screen::Start);
    assert!(app.harness.state().session().is_none());
}

#[test]
fn a_move_of_several_meanings_is_chosen_and_an_answer_is_typed() {
    use boardloom_board_view::Input;
    use boardloom_contract::{Message, MoveOption};
    use boardloom_gui::dialogs::{ask, menu};
    use boardloom_gui::theme::set_fonts;
    let ending = |mv: &str, answer| MoveOption {
        move_: mv.to_owned(),
        label: Message::new("", format!("as {mv}")),
        answer,
    };
    let options = [ending("one", false), ending("two", false)];
    let mut picked = None;
    let mut harness = Harness::new_ui_state(
        |ui, picked: &mut Option<Input>| {
            set_fonts(ui.ctx());
            if picked.is_none() {
                *picked = menu(ui.ctx(), &options);
            }
        },
        picked,
    );
    harness.get_by_label("as two").click();
    harness.run_steps(3);
    picked = harness.state().clone();
    assert_eq!(picked, Some(Input::Choose(1)));
    let question = ending("bid ", true);
    let mut harness = Harness::new_ui_state(
        |ui, (text, picked): &mut (String, Option<Input>)| {
            set_fonts(ui.ctx());
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
    assert_eq!(harness.state().1, Some(Input::Answer("12".to_owned())));
}

#[test]
fn two_passes_end_the_game_by_the_button() {
    let mut app = TestApp::game(WIDE);
    app.button("Pass");
    assert_eq!(app.probe().ply, 1);
    assert!(app.probe().status.contains("Red passes"), "{}", app.probe().status);
    app.button("Pass");
    assert_eq!(app.probe().outcome, "most stones");
}

#[test]
fn a_new_game_is_chosen_with_players_and_options() {
    let mut app = TestApp::new(Options::default(), None, WIDE);
    app.until(|probe| probe.rulesets == 6 && !probe.loading);
    app.key(CTRL, Key::N);
    assert_eq!(app.probe().screen, "new-game");
    app.wait("the form", |app| app.harness.query_all_by_label_contains("Width").next().is_some());
    app.button("Start");
    let probe = app.until(|probe| probe.screen == "game");
    assert_eq!(probe.ruleset, "leap/five", "the first that has no errors");
    assert_eq!(probe.sites.len(), 25);
}

/// Returns the stones on the board beside the dialog, once they differ.
fn preview(app: &mut TestApp, before: &[(u32, Option<u8>)]) -> Vec<(u32, Option<u8>)> {
    let mut shown = Vec::new();
    app.wait("another board", |app| {
        let dialog = app.harness.state().controller.setup.as_ref().expect("the dialog is open");
        if let Some(Ok(look)) = &dialog.preview {
            shown = stones(look.start.pieces());
        }
        !shown.is_empty() && shown != before
    });
    shown
}

fn stones(pieces: &boardloom_board_view::scene::Pieces) -> Vec<(u32, Option<u8>)> {
    let color = |site| pieces.top(site).map(|piece| piece.color);
    pieces.sites().into_iter().map(|site| (site, color(site))).collect()
}

#[test]
fn the_random_start_is_previewed_and_played() {
    let mut app = TestApp::new(Options::default(), None, WIDE);
    app.until(|probe| probe.rulesets == 6 && !probe.loading);
    app.key(CTRL, Key::N);
    app.harness.run_steps(2);
    app.button("Game: Leap");
    app.button("Strewn leap");
    let first = preview(&mut app, &[]);
    assert_eq!(first.len(), 8, "four stones of the ruleset's, four of chance's");
    app.button("Draw again");
    let other = preview(&mut app, &first);
    let seed = app.harness.state().controller.setup.as_ref().and_then(|setup| setup.seed());
    app.button("Start");
    app.until(|probe| probe.screen == "game" && !probe.sites.is_empty());
    let session = app.harness.state().session().expect("a game is played");
    assert_eq!(stones(&session.pieces), other, "what was shown is what is played on");
    assert_eq!(Some(session.game.seed()), seed, "and the seed is the one shown");
}

#[test]
fn a_ruleset_shows_every_error_with_its_place() {
    let options = Options { ruleset: Some("leap/faulty".to_owned()), ..Options::default() };
    let mut app = TestApp::new(options, None, WIDE);
    app.wait_for_text("widht");
    assert_eq!(app.harness.state().screen(), Screen::NewGame);
    assert!(app.harness.query_by_label_contains("seven").is_some(), "all at once");
}

#[test]
fn a_game_is_found_again_after_the_program_was_killed() {
    let folder = tempfile::tempdir().expect("a folder for the journal");
    let path = folder.path().to_owned();
    let journal = {
        let mut app = TestApp::two_humans(Some(path.clone()), WIDE);
        app.click("a2");
        app.click("e2");
        app.click("a3");
        let journal = app.probe().journal;
        assert!(!journal.is_empty());
        std::fs::copy(&journal, path.join("copy.journal")).expect("a journal is a file");
        journal
    };
    // As a killed process leaves it: the journal without its lock.
    std::fs::rename(path.join("copy.journal"), &journal).expect("the folder can be written");
    let mut app = TestApp::new(Options::default(), Some(path), WIDE);
    app.until(|probe| probe.rulesets == 6 && !probe.loading);
    app.harness.run_steps(2);
    app.button("Continue");
    let probe = app.until(|probe| probe.screen == "game");
    assert_eq!(probe.ply, 3);
    assert_eq!(probe.journal, journal, "it goes on in the same journal");
    app.harness.run_steps(3);
    app.click("e3");
    assert_eq!(app.probe().ply, 4);
}

#[test]
fn a_finished_game_becomes_a_record() {
    let folder = tempfile::tempdir().expect("a folder for the record");
    let path = folder.path().to_owned();
    let mut app = TestApp::two_humans(Some(path.clone()), WIDE);
    app.button("Pass");
    app.button("Pass");
    app.harness.state_mut().controller.finish();
    let names: Vec<_> = std::fs::read_dir(&path)
        .expect("the folder is there")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    assert!(names.iter().any(|name| name.ends_with(".loom")), "{names:?}");
    assert!(!names.iter().any(|name| name.ends_with(".journal")), "{names:?}");
}

#[test]
fn closing_confirms_only_if_progress_would_be_lost() {
    let mut app = TestApp::game(WIDE);
    app.click("a2");
    app.harness.state_mut().close();
    app.harness.run_steps(2);
    assert!(!app.harness.state().controller.closing && app.probe().dialog, "it is kept nowhere");
    let folder = tempfile::tempdir().expect("a folder for the journal");
    let mut kept = TestApp::two_humans(Some(folder.path().to_owned()), WIDE);
    kept.click("a2");
    kept.harness.state_mut().close();
    assert!(kept.harness.state().controller.closing);
}

#[test]
fn everything_stays_on_the_screen_at_every_size() {
    for size in [[640.0, 480.0], [480.0, 760.0], [1920.0, 1080.0], [1280.0, 800.0], [420.0, 420.0]]
    {
        let size = Vec2::from(size);
        let app = TestApp::game(size);
        let probe = app.probe();
        let inside = |x: f64, y: f64| {
            (0.0..=f64::from(size.x)).contains(&x) && (0.0..=f64::from(size.y)).contains(&y)
        };
        assert!(probe.sites.iter().all(|site| inside(site.x, site.y)), "{size}");
        let menu = if size.x < 900.0 { "Menu" } else { "Help" };
        let buttons = ["Pass", "Resign", "Take back", "Next move", menu];
        let parts = buttons.map(|name| (egui::Role::Button, name)).into_iter();
        for (role, name) in parts.chain([(egui::Role::Tab, "Moves")]) {
            let rect = app.harness.get_by_role_and_label(role, name).rect();
            let screen = egui::Rect::from_min_size(Pos2::ZERO, size);
            assert!(screen.contains_rect(rect), "{name} at {rect} on {size}");
        }
        let (a, b) = (app.at("a1"), app.at("b1"));
        assert!((b.x - a.x).abs() >= 24.0, "the board is too small on {size}: {a} {b}");
    }
}

#[test]
fn the_wheel_zooms_around_the_pointer() {
    let mut app = TestApp::game(WIDE);
    let before = (app.at("c3"), app.at("e3"));
    app.harness.event(egui::Event::PointerMoved(before.0));
    app.harness.run_steps(2);
    app.harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: Vec2::new(0.0, 3.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: NONE,
    });
    app.harness.run_steps(2);
    let after = (app.at("c3"), app.at("e3"));
    assert!((after.0 - before.0).length() < 0.5, "the point under the pointer stays");
    assert!(after.1.x > before.1.x + 20.0, "the board is larger");
    app.key(NONE, Key::Num0);
    assert!((app.at("e3") - before.1).length() < 0.5, "and fits again");
}

#[test]
fn a_large_board_is_redrawn_only_where_it_changed() {
    let ruleset = Some("leap/vast".to_owned());
    let options = Options { ruleset, ..game_options([HUMAN; 2]) };
    let mut app = App::new(Arc::new(Demo::new(None)), options, Arc::new(|| {}));
    app.draw_board_below();
    let mut app = TestApp::of(app, WIDE);
    app.wait_for_board();
    fn fresh(app: &mut TestApp) -> usize {
        app.harness.state_mut().board_surface().map_or(0, |ground| ground.take_fresh().len())
    }
    let tiles = |app: &mut TestApp| {
        let ground = app.harness.state_mut().board_surface().expect("a board is shown");
        ground.instances().iter().map(|tile| (tile.id, tile.origin, tile.zoom)).collect::<Vec<_>>()
    };
    assert!(fresh(&mut app) >= 5, "three blocks of cells, and the pieces on two of them");
    let before = tiles(&mut app);

    // Panning and zooming redraws nothing.
    let middle = app.harness.ctx.content_rect().center();
    app.harness.event(egui::Event::PointerMoved(middle));
    let button = egui::PointerButton::Middle;
    let modifiers = Modifiers::NONE;
    for (pos, pressed) in [(middle, true), (middle + Vec2::new(40.0, 9.0), false)] {
        app.harness.event(egui::Event::PointerMoved(pos));
        app.harness.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
        app.harness.step();
    }
    app.harness.run_steps(2);
    let after = tiles(&mut app);
    assert_eq!(fresh(&mut app), 0, "moved");
    assert_eq!(after.len(), before.len());
    assert!(after.iter().zip(&before).all(|(a, b)| a.0 == b.0 && a.1 != b.1), "moved");

    // A move redraws its block and the marks of the last move.
    app.click("a2");
    assert_eq!(app.probe().ply, 1);
    assert!((1..=2).contains(&fresh(&mut app)), "one block of pieces");
    app.take_back();
    assert_eq!(app.probe().ply, 0);
    assert!((1..=2).contains(&fresh(&mut app)), "and when it is taken back");
}

/// Pastes a text.
fn paste(app: &mut TestApp, text: &str) {
    app.harness.event(egui::Event::Paste(text.to_owned()));
    app.harness.run_steps(2);
}

#[test]
fn a_copied_position_list_or_record_is_played_on() {
    let folder = tempfile::tempdir().expect("a folder for the records");
    let mut app = TestApp::two_humans(Some(folder.path().to_owned()), WIDE);
    app.click("a2");
    let kept = app.probe().journal;
    paste(&mut app, " r...b...................r b\n");
    let probe = app.until(|probe| probe.ply == 0 && !probe.loading);
    assert_eq!((probe.acting, probe.scores), (vec![2], vec![2.0, 1.0]));
    assert!(std::path::Path::new(&kept).is_file(), "the game before is kept");
    // A list begins from the ruleset's own start.
    paste(&mut app, "1. a2 E2\n2. b1 pass");
    let probe = app.until(|probe| probe.ply == 4 && !probe.loading);
    assert_eq!(probe.moves, ["a2", "e2", "b1", "pass"]);
    // The record, as it is copied, opens the same game again.
    let session = app.harness.state().session().expect("a game is played");
    let record = boardloom_match::Record::of(&session.game).to_text();
    app.take_back();
    assert_eq!(app.probe().ply, 3);
    paste(&mut app, &record);
    app.until(|probe| probe.ply == 4 && !probe.loading);
}

#[test]
fn an_unreadable_pasted_text_is_reported_and_changes_nothing() {
    let mut app = TestApp::game(WIDE);
    app.click("a2");
    for (text, said) in [
        ("hello", "this is no position: the position has another size"),
        ("hello", "no list of moves: line 1, column 1: hello is no move here"),
        ("a2 e2\n3. zz", "move 3 of the list, at line 2, column 4: zz is no move here"),
        ("[Boardloom \"1\"]\n(a2)", "not a record: line 2, column 1: expected a move before"),
    ] {
        paste(&mut app, text);
        app.until(|probe| probe.dialog && !probe.loading);
        app.harness.run_steps(2);
        // The first one begins a sentence.
        let first = boardloom_app::texts::capital(said);
        let shown = |text: &str| app.harness.query_by_label_contains(text).is_some();
        assert!(shown(said) || shown(&first), "{text}: {said}");
        app.key(NONE, Key::Escape);
        let probe = app.probe();
        assert_eq!((probe.dialog, probe.ply), (false, 1), "{text}: the game goes on");
    }
}

/// A record names its ruleset; other texts need an open game.
#[test]
fn a_pasted_record_opens_at_the_start_and_a_position_needs_a_game() {
    let mut app = TestApp::game(WIDE);
    app.click("a2");
    app.click("e2");
    let session = app.harness.state().session().expect("a game is played");
    let record = boardloom_match::Record::of(&session.game).to_text();
    let mut app = TestApp::new(Options::default(), None, WIDE);
    app.until(|probe| probe.screen == "start" && probe.rulesets > 0);
    paste(&mut app, "r...b...................r b");
    app.until(|probe| probe.dialog && !probe.loading);
    app.harness.run_steps(2);
    assert!(app.harness.query_by_label_contains("Open that game first, then paste").is_some());
    app.key(NONE, Key::Escape);
    let probe = app.probe();
    assert_eq!((probe.screen.as_str(), probe.dialog), ("start", false));
    paste(&mut app, &format!("\u{feff}\n{record}"));
    let probe = app.until(|probe| probe.screen == "game" && !probe.loading);
    assert_eq!(
        (probe.ruleset.as_str(), probe.moves),
        ("leap/five", vec!["a2".into(), "e2".into()])
    );
}

#[test]
fn the_menu_copies_and_asks_for_the_clipboard() {
    let mut app = TestApp::game(WIDE);
    app.click("a2");
    app.button("Game");
    app.harness.get_by_label_contains("Paste position or game").click();
    app.harness.run_steps(2);
    let asked = app.harness.state_mut().take_requests();
    assert_eq!(asked, [boardloom_gui::WindowRequest::Paste]);
    paste(&mut app, "a2 e2");
    app.until(|probe| probe.ply == 2 && !probe.loading);
}

#[test]
fn the_computer_comments_on_the_end() {
    let ruleset = Some("leap/strewn".to_owned());
    let seats = [PlayerKind::Computer { level: 1 }, HUMAN];
    let options = Options { ruleset, ..game_options(seats) };
    let mut app = TestApp::new(options, None, WIDE);
    app.until(|probe| probe.screen == "game" && probe.acting == [2] && probe.human);
    app.harness.run_steps(2);
    app.button("Resign");
    app.harness
        .get_all_by_role_and_label(egui::Role::Button, "Resign")
        .last()
        .expect("yes")
        .click();
    app.harness.run_steps(4);
    assert_eq!(app.probe().status, "The leap is mine.");
    assert!(app.harness.query_by_label_contains("“The leap is mine.”").is_some());
    app.key(NONE, Key::Home);
    assert!(app.harness.query_by_label_contains("“The leap").is_none(), "it was said at the end");
}
