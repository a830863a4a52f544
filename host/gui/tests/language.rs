//! The language of the window: a process of its own, since a language is spoken on
//! every thread.

mod common;
#[path = "common/sat.rs"]
mod sat;

use boardloom_app::texts::language;
use egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable;
use sat::Sat;

const SIZE: Vec2 = Vec2::new(900.0, 700.0);

fn choose(sat: &mut Sat, language: &str) {
    sat.harness.get_by_role_and_label(egui::Role::RadioButton, language).click();
    sat.harness.run_steps(4);
}

#[test]
fn a_language_is_chosen_spoken_at_once_and_kept_and_one_of_ones_own_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("languages");
    std::fs::create_dir(&own).unwrap();
    let text = "language = \"Nederlands\"\n[dialogs]\nsettings = \"Instellingen\"\nkees = \"x\"\n";
    std::fs::write(own.join("nl.toml"), text).unwrap();
    let kept = || Some(folder.path().to_owned());

    let mut sat = Sat::game_of(&["person", "person"], kept(), SIZE);
    let flaw = "nl.toml, line 4: there is no text `dialogs.kees`; did you mean `dialogs.keys`?";
    sat.button("Log");
    assert!(sat.harness.query_by_label_contains(flaw).is_some(), "what is wrong is in the log");
    assert!(sat.harness.query_by_label("Take back").is_some());

    sat.key(Modifiers::COMMAND, Key::Comma);
    choose(&mut sat, "Deutsch");
    for german in ["Einstellungen", "Tasten ändern", "Starker Kontrast"] {
        assert!(sat.harness.query_by_label(german).is_some(), "{german}");
    }
    sat.button("Schließen");
    assert!(sat.harness.query_by_label("Zurücknehmen").is_some());
    sat.until(|probe| probe.status.contains("am Zug."));

    sat.key(Modifiers::COMMAND, Key::Comma);
    choose(&mut sat, "Nederlands");
    assert!(sat.harness.query_by_label("Instellingen").is_some());
    assert!(sat.harness.query_by_label("Change keys").is_some(), "what is not there is English");
    choose(&mut sat, "Deutsch");
    sat.button("Schließen");
    drop(sat);

    language::speak("en").unwrap();
    let settings = std::fs::read_to_string(folder.path().join("settings.toml")).unwrap();
    assert!(settings.contains("language = \"de\""), "{settings}");
    let sat = Sat::game_of(&["person", "person"], kept(), SIZE);
    assert_eq!(language::spoken(), "de");
    assert!(sat.harness.query_by_label("Zurücknehmen").is_some());
}
