//! Rulesets and plugins that change while the program runs. The test reports changes
//! in place of the system.

use std::path::PathBuf;

use crate::common::demo::{Demo, Edits, FIVE};
use crate::common::{HUMAN, TestApp, game_options};
use boardloom_gui::{Options, Probe};
use boardloom_match::PlayerKind;
use egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable;
use tempfile::TempDir;

const WIDE: Vec2 = Vec2::new(1100.0, 760.0);

/// A game of a ruleset in a folder, to be edited.
struct Live {
    app: TestApp,
    edits: Edits,
    room: TempDir,
}

impl Live {
    fn new(seats: [PlayerKind; 2], set: &[&str]) -> Self {
        Self::of("leap/five", seats, set, |_| {})
    }

    fn of(id: &str, seats: [PlayerKind; 2], set: &[&str], prepare: impl FnOnce(&PathBuf)) -> Self {
        let room = tempfile::tempdir().expect("a folder");
        let folder = room.path().join("rulesets/leap");
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("five.toml"), FIVE).expect("a file");
        prepare(&folder);
        let records = Some(room.path().join("records"));
        let (demo, edits) = Demo::edited(records, &room.path().join("rulesets"));
        let mut options = Options { ruleset: Some(id.to_owned()), ..game_options(seats) };
        options.setup.set = set.iter().map(|set| (*set).to_owned()).collect();
        let mut app = TestApp::with_services(demo, options, WIDE);
        app.wait_for_board();
        Live { app, edits, room }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.room.path().join("rulesets/leap").join(name)
    }

    fn save(&self, name: &str, text: &str) {
        std::fs::write(self.file(name), text).expect("a file");
        self.edits.report_change();
    }

    /// Saves the ruleset of five by five with other lines.
    fn edit(&self, changes: &[(&str, &str)]) {
        self.save("five.toml", &edited(changes));
    }

    /// Starts the program again, with the game that was left.
    fn resume(&mut self, prepare: impl FnOnce(&Edits)) {
        let records = Some(self.room.path().join("records"));
        let (demo, edits) = Demo::edited(records, &self.room.path().join("rulesets"));
        prepare(&edits);
        self.app =
            TestApp::with_services(demo, Options { go_on: true, ..Options::default() }, WIDE);
        self.edits = edits;
        self.app.until(|probe| probe.screen == "game" && !probe.loading);
    }

    /// Draws frames until the files are read.
    fn read(&mut self) -> Probe {
        self.app.until(|probe| !probe.reading)
    }

    /// Draws frames until a half-written file is read.
    fn wait_for_half_read(&mut self) -> Probe {
        let edits = self.edits.clone();
        self.app.until(|_| edits.is_awaited())
    }

    /// Returns the name of the ruleset that is played.
    fn name(&self) -> String {
        let session = self.app.harness.state().session().expect("a game");
        session.game.source().ruleset.name.clone()
    }

    fn greyed(&self) -> usize {
        let session = self.app.harness.state().session().expect("a game");
        let tree = session.game.tree();
        tree.in_order().into_iter().filter(|id| tree.node(*id).is_illegal()).count()
    }
}

/// Returns the ruleset of five by five sites with other lines.
fn edited(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(FIVE.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "{old}");
        text.replace(old, new)
    })
}

const TWO_HUMANS: [PlayerKind; 2] = [HUMAN; 2];
const COMPUTER_FIRST: [PlayerKind; 2] = [PlayerKind::Computer { level: 8 }, HUMAN];
const HIGHER: (&str, &str) = ("\nheight = 5\n", "\nheight = 6\n");
const HIGHER_BY_DEFAULT: (&str, &str) =
    ("range = [3, 20]\ndefault = 5\n\n[help]", "range = [3, 20]\n\n[help]");
const WIDER: (&str, &str) = ("\nwidth = 5\n", "\nwidth = 9\n");
const WIDER_BY_DEFAULT: (&str, &str) =
    ("range = [3, 20]\ndefault = 5\n\n[[options]]", "range = [3, 20]\n\n[[options]]");

#[test]
fn the_previewed_ruleset_is_played_without_opening_it_again() {
    let opened = |live: &Live| live.edits.opened.load(std::sync::atomic::Ordering::Acquire);
    let mut live = Live::new(TWO_HUMANS, &["board.width=7"]);
    assert_eq!((live.app.probe().sites.len(), opened(&live)), (35, 1));
    // From the dialog too, which shows the changes before they are played.
    live.app.key(Modifiers::COMMAND, Key::N);
    live.app.until(|probe| probe.screen == "new-game");
    live.app.wait_for_text("Sow and leap on five by five sites.");
    assert_eq!(opened(&live), 2);
    live.edit(&[("Sow and leap on five", "Sow and leap on six")]);
    live.app.wait_for_text("Sow and leap on six by five sites.");
    let looks = opened(&live);
    // The new text may have moved the button.
    live.app.until(|probe| !probe.loading && !probe.reading);
    live.app.harness.run_steps(3);
    live.app.button("Start");
    let probe = live.app.until(|probe| probe.screen == "game" && !probe.loading);
    assert_eq!((probe.sites.len(), probe.ply, opened(&live)), (35, 0, looks));
}

#[test]
fn an_edit_is_seen_at_once_and_the_game_goes_on() {
    let mut live = Live::new(TWO_HUMANS, &[]);
    for site in ["a2", "e2", "a3"] {
        live.app.click(site);
    }
    live.edit(&[HIGHER, HIGHER_BY_DEFAULT]);
    let probe = live.app.until(|probe| probe.sites.len() == 30);
    assert_eq!((probe.ply, probe.status.as_str()), (3, "All 3 moves fit the new rules."));
    live.app.click("e3");
    assert_eq!(live.app.probe().ply, 4);
}

#[test]
fn illegal_moves_are_greyed_and_come_back() {
    let mut live = Live::new(TWO_HUMANS, &[]);
    for site in ["a2", "e2", "a3"] {
        live.app.click(site);
    }
    live.edit(&[WIDER, WIDER_BY_DEFAULT]);
    let probe = live.app.until(|probe| probe.sites.len() == 45);
    assert_eq!((probe.moves, live.greyed()), (vec!["a2".to_owned()], 2));
    assert_eq!(probe.status, "1 of 3 moves fit the new rules.");
    live.save("five.toml", FIVE);
    let probe = live.app.until(|probe| probe.sites.len() == 25);
    assert_eq!((probe.ply, live.greyed()), (3, 0));
}

#[test]
fn an_edit_with_errors_leaves_the_rules_under_a_banner_until_it_is_mended() {
    let mut live = Live::new(TWO_HUMANS, &[]);
    live.app.click("a2");
    live.edit(&[("\nwidth = 5\n", "\nwidht = 5\n")]);
    let probe = live.app.until(|probe| !probe.banner.is_empty());
    let line = FIVE.lines().position(|line| line == "width = 5").expect("a line") + 1;
    assert!(probe.banner.contains(&format!("five.toml:{line}:1")), "{}", probe.banner);
    assert!(probe.banner.contains("widht = 5") && probe.banner.contains("^^^^^"));
    assert!(probe.banner.contains("did you mean `width`?"), "{}", probe.banner);
    let label = "Your edit has errors";
    assert!(live.app.harness.query_by_label_contains(label).is_some());
    // It is folded, the game goes on, and it stays folded through other errors.
    live.app.button("Fold");
    assert!(live.app.harness.query_by_label_contains(label).is_none());
    let summary = format!("five.toml:{line}:1: error: unknown key");
    assert!(live.app.harness.query_by_label_contains(&summary).is_some());
    live.app.click("e2");
    assert_eq!(live.app.probe().ply, 2);
    live.edit(&[("\nwidth = 5\n", "\nwidth = \"five\"\n")]);
    let probe = live.app.until(|probe| probe.banner.contains("five"));
    assert_eq!((probe.ply, probe.sites.len()), (2, 25));
    assert!(live.app.harness.query_by_label_contains(label).is_none());
    live.app.harness.run_steps(2);
    live.app.button("Show");
    live.save("five.toml", FIVE);
    let probe = live.app.until(|probe| probe.banner.is_empty());
    assert_eq!(
        (probe.ply, probe.status.as_str()),
        (2, "The error is fixed; the rules are unchanged.")
    );
}

#[test]
fn a_plugin_diagnostic_is_shown_with_its_location() {
    let mut live = Live::new(TWO_HUMANS, &[]);
    live.edit(&[("\nwidth = 5\n", "\nwidth = 13\n"), WIDER_BY_DEFAULT]);
    let probe = live.app.until(|probe| !probe.banner.is_empty());
    assert!(probe.banner.contains("five.toml:") && probe.banner.contains("width = 13"));
    assert_eq!(probe.sites.len(), 25);
}

#[test]
fn a_half_written_file_shows_no_error() {
    let mut live = Live::new(TWO_HUMANS, &[]);
    live.app.click("a2");
    live.edits.write(true);
    for text in ["", &FIVE[..80], &FIVE[..300]] {
        live.save("five.toml", text);
        let probe = live.wait_for_half_read();
        assert_eq!(probe.banner, "");
    }
    let whole = edited(&[HIGHER, HIGHER_BY_DEFAULT]);
    std::fs::write(live.file("five.toml"), whole).expect("a file");
    live.edits.write(false);
    let mut seen = String::new();
    while live.app.probe().sites.len() != 30 {
        seen += &live.app.until(|_| true).banner;
    }
    assert_eq!(seen, "");
}

#[test]
fn a_choice_that_is_still_offered_is_not_dropped_to_hide_an_error() {
    // The plugin refuses seven by thirteen, and takes five by thirteen.
    let higher = ("height = 5\n", "height = 13\n");
    let mut live = Live::new(TWO_HUMANS, &["board.width=7"]);
    live.edit(&[higher, ("default = 5\n\n[help]", "\n[help]")]);
    let probe = live.app.until(|probe| !probe.banner.is_empty());
    assert!(probe.banner.contains("no leap has this size"), "{}", probe.banner);
    assert_eq!(probe.sites.len(), 35);
    // A choice that the ruleset allows but does not offer is kept too.
    let without = "format = 1\nextends = \"leap/five\"\nname = \"Mine\"\nwithout = [\"options\"]\n";
    let mut live = Live::of("leap/mine", TWO_HUMANS, &["board.width=7"], |folder| {
        std::fs::write(folder.join("mine.toml"), without).expect("a file");
    });
    assert_eq!(live.app.probe().sites.len(), 35);
    live.save("mine.toml", &format!("{without}[board]\nheight = 13\n"));
    let probe = live.app.until(|probe| !probe.banner.is_empty());
    assert!(probe.banner.contains("no leap has this size"), "{}", probe.banner);
    assert_eq!(probe.sites.len(), 35);
}

#[test]
fn an_edit_of_what_it_extends_counts_as_well() {
    let mut live = Live::of("leap/mine", TWO_HUMANS, &[], |folder| {
        let text = "format = 1\nextends = \"leap/five\"\nname = \"Mine\"\n[board]\nwidth = 6\n";
        std::fs::write(folder.join("mine.toml"), text).expect("a file");
    });
    assert_eq!(live.app.probe().sites.len(), 30);
    live.edit(&[HIGHER, HIGHER_BY_DEFAULT]);
    live.app.until(|probe| probe.sites.len() == 36);
    live.edit(&[("[board]", "[bord]")]);
    let probe = live.app.until(|probe| !probe.banner.is_empty());
    assert!(probe.banner.contains("five.toml"), "{}", probe.banner);
    let followed = live.edits.followed.lock().expect("a list").clone();
    for name in ["mine.toml", "five.toml"] {
        assert!(followed.contains(&live.file(name)), "{followed:?}");
    }
}

#[test]
fn choices_stay_where_they_are_offered_and_are_missed_where_not() {
    let mut live = Live::new(TWO_HUMANS, &["board.width=7", "board.height=4"]);
    assert_eq!(live.app.probe().sites.len(), 28);
    live.edit(&[("name = \"Leap\"", "name = \"Second\"")]);
    let probe = live.app.until(|probe| probe.status.contains("rules were changed"));
    assert_eq!(probe.sites.len(), 28);
    let narrow = "label = \"Width\"\nhelp = \"How many sites a row has.\"\nrange = [3, 20]";
    live.edit(&[(narrow, &narrow.replace("20", "6"))]);
    let probe = live.app.until(|probe| probe.sites.len() == 20);
    assert_eq!(
        probe.status,
        "The rules were changed. The choice of board.width was dropped: it is no longer offered."
    );
    // It is not forgotten.
    live.save("five.toml", FIVE);
    live.app.until(|probe| probe.sites.len() == 28);
}

#[test]
fn a_rebuilt_plugin_is_loaded_and_a_broken_one_is_not() {
    let mut live = Live::new(TWO_HUMANS, &[]);
    live.app.click("a2");
    live.edits.build(None);
    let probe = live.app.until(|probe| !probe.banner.is_empty());
    assert!(probe.banner.contains("leap") && probe.banner.contains("no component"));
    live.app.click("e2");
    assert_eq!(live.app.probe().ply, 2, "the old one plays on");
    live.edits.build(Some("second"));
    let probe = live.app.until(|probe| probe.status.contains("fit the new rules"));
    assert_eq!((probe.ply, probe.banner.as_str()), (2, ""));
    let session = live.app.harness.state().session().expect("a game");
    assert_eq!(session.game.source().build.hash, "second");
}

#[test]
fn rules_that_fail_during_replay_are_rejected() {
    let mut live = Live::new(TWO_HUMANS, &[]);
    live.app.click("a2");
    // On a board as wide every move traps.
    live.edit(&[("\nwidth = 5\n", "\nwidth = 17\n"), WIDER_BY_DEFAULT]);
    let probe = live.app.until(|probe| !probe.banner.is_empty());
    assert!(probe.banner.contains("the leap is cursed"), "{}", probe.banner);
    assert!(!probe.dialog);
    live.app.click("e2");
    assert_eq!((live.app.probe().ply, live.app.probe().sites.len()), (2, 25));
}

#[test]
fn the_game_is_replayed_where_rulesets_are_loaded() {
    let mut live = Live::new(TWO_HUMANS, &[]);
    for site in ["a2", "e2", "a3"] {
        live.app.click(site);
    }
    // On a board as wide, moves can be played on the loader's thread alone.
    live.edit(&[("\nwidth = 5\n", "\nwidth = 16\n"), WIDER_BY_DEFAULT]);
    let probe = live.app.until(|probe| !probe.banner.is_empty() || probe.sites.len() == 80);
    assert_eq!(
        (probe.banner.as_str(), probe.status.as_str()),
        ("", "1 of 3 moves fit the new rules.")
    );
}

#[test]
fn a_move_that_comes_while_the_rules_are_read_counts() {
    let mut live = Live::new(TWO_HUMANS, &[]);
    live.app.click("a2");
    live.edits.write(true);
    live.save("five.toml", "");
    live.wait_for_half_read();
    // The snapshot was made before these two.
    live.app.click("e2");
    live.app.click("a3");
    assert_eq!(live.app.probe().ply, 3);
    let whole = edited(&[HIGHER, HIGHER_BY_DEFAULT]);
    std::fs::write(live.file("five.toml"), whole).expect("a file");
    live.edits.write(false);
    let probe = live.app.until(|probe| probe.sites.len() == 30);
    assert_eq!((probe.ply, probe.status.as_str()), (3, "All 3 moves fit the new rules."));
    live.app.click("e3");
    assert_eq!((live.app.probe().ply, live.greyed()), (4, 0));
}

#[test]
fn an_edit_restarts_a_thinking_computer() {
    // On this board it thinks until its time is up.
    let mut live = Live::new(COMPUTER_FIRST, &["board.width=11"]);
    live.app.until(|probe| probe.thinking);
    live.edit(&[HIGHER, HIGHER_BY_DEFAULT]);
    let probe = live.app.until(|probe| probe.sites.len() == 66);
    assert!(probe.thinking && probe.ply == 0, "{probe:?}");
    live.app.key(Modifiers::COMMAND, Key::Enter);
    live.app.until(|probe| probe.ply > 0);
    assert_eq!(live.greyed(), 0, "what it moves is legal in the new rules");
}

#[test]
fn a_stopped_computer_stays_stopped() {
    let mut live = Live::new(COMPUTER_FIRST, &["board.width=11"]);
    live.app.until(|probe| probe.thinking);
    live.app.key(Modifiers::NONE, Key::Escape);
    live.edit(&[HIGHER, HIGHER_BY_DEFAULT]);
    let probe = live.app.until(|probe| probe.sites.len() == 66);
    assert!(!probe.thinking && probe.ply == 0, "{probe:?}");
}

#[test]
fn a_deleted_ruleset_keeps_the_game_and_a_new_one_is_listed() {
    let mut live = Live::of("leap/mine", TWO_HUMANS, &[], |folder| {
        let text = "format = 1\nextends = \"leap/five\"\nname = \"Mine\"\n";
        std::fs::write(folder.join("mine.toml"), text).expect("a file");
    });
    live.app.click("a2");
    let before = live.app.probe().rulesets;
    std::fs::remove_file(live.file("mine.toml")).expect("it is there");
    live.edits.report_change();
    let probe = live.app.until(|probe| probe.rulesets == before - 1);
    assert_eq!((probe.ply, probe.sites.len()), (1, 25));
    live.app.until(|probe| probe.status.contains("keeps its copy of the rules"));
    assert_eq!(live.app.probe().banner, "");
    live.save("new.toml", "format = 1\nextends = \"leap/five\"\nname = \"New\"\n");
    live.app.until(|probe| probe.rulesets == before);
}

#[test]
fn f5_reloads() {
    let mut live = Live::new(TWO_HUMANS, &[]);
    live.app.key(Modifiers::NONE, Key::F5);
    live.app.until(|probe| probe.status == "Rules and plugin are unchanged.");
    std::fs::write(live.file("five.toml"), FIVE.replace("[board]", "[bord]")).expect("a file");
    live.app.harness.run_steps(3);
    let probe = live.app.probe();
    assert_eq!((probe.reading, probe.banner.as_str()), (false, ""), "no change is reported");
    live.app.key(Modifiers::NONE, Key::F5);
    live.app.until(|probe| probe.banner.contains("bord"));
}

#[test]
fn a_resumed_game_follows_the_next_edit() {
    let mut live = Live::new(TWO_HUMANS, &["board.height=4"]);
    live.app.click("a2");
    live.app.harness.state_mut().controller.finish();
    // Edited while the program did not run: the game keeps its copy.
    let second = FIVE.replace("name = \"Leap\"", "name = \"Second\"");
    std::fs::write(live.file("five.toml"), &second).expect("a file");
    live.resume(|_| {});
    let probe = live.read();
    assert_eq!((probe.ply, probe.sites.len()), (1, 20));
    live.edits.report_change();
    live.read();
    assert_eq!(live.name(), "Leap", "another file was edited");
    live.save("five.toml", &second.replace("\"Second\"", "\"Third\""));
    live.app.until(|probe| probe.status.contains("fits the new rules"));
    assert_eq!((live.name().as_str(), live.app.probe().sites.len()), ("Third", 20));
}

#[test]
fn a_file_change_during_resume_changes_nothing() {
    let mut live = Live::new(TWO_HUMANS, &[]);
    live.app.click("a2");
    live.app.harness.state_mut().controller.finish();
    // A change is reported while the files are read for the first time.
    std::fs::write(live.file("five.toml"), "").expect("a file");
    live.resume(|edits| edits.write(true));
    live.wait_for_half_read();
    live.edits.report_change();
    live.app.harness.run_steps(3);
    let second = FIVE.replace("name = \"Leap\"", "name = \"Second\"");
    std::fs::write(live.file("five.toml"), &second).expect("a file");
    live.edits.write(false);
    let probe = live.read();
    assert_eq!((live.name().as_str(), probe.ply), ("Leap", 1), "edited before it was known");
    live.save("five.toml", &second.replace("\"Second\"", "\"Third\""));
    live.app.until(|probe| probe.status.contains("fits the new rules"));
    assert_eq!(live.name(), "Third");
}

#[test]
fn the_record_before_an_edit_is_not_overwritten() {
    let mut live = Live::new(TWO_HUMANS, &[]);
    live.app.click("a2");
    live.app.key(Modifiers::COMMAND, Key::S);
    live.edit(&[HIGHER, HIGHER_BY_DEFAULT]);
    live.app.until(|probe| probe.sites.len() == 30);
    live.app.key(Modifiers::COMMAND, Key::S);
    live.app.key(Modifiers::COMMAND, Key::S);
    let entries = std::fs::read_dir(live.room.path().join("records")).expect("a folder").flatten();
    let loom =
        entries.map(|it| it.path()).filter(|it| it.extension().is_some_and(|it| it == "loom"));
    let mut texts: Vec<_> = loom.map(|it| std::fs::read_to_string(it).expect("a file")).collect();
    texts.sort_by_key(String::len);
    assert_eq!(texts.len(), 2);
    assert!(!texts[0].contains("[Changed") && texts[0].contains("height = 5"));
    assert!(texts[1].contains("[Changed \"1\"") && texts[1].contains("\n> height = 5\n"));
    assert!(texts[1].contains("\nheight = 6\n"));
}

#[test]
fn the_dialog_for_a_new_game_follows_too() {
    let mut live = Live::new(TWO_HUMANS, &[]);
    live.app.key(Modifiers::COMMAND, Key::N);
    live.app.until(|probe| probe.screen == "new-game");
    live.app.wait_for_text("Sow and leap on five by five sites.");
    live.edit(&[("Sow and leap on five by five sites.", "Sow and leap wherever you like.")]);
    live.app.wait_for_text("wherever you like");
    live.edit(&[("[board]", "[bord]")]);
    live.app.wait_for_text("bord");
    live.save("five.toml", FIVE);
    live.app.wait_for_text("Sow and leap on five by five sites.");
}
