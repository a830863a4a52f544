//! The language of the window. A separate test binary, since the language is global to
//! the process.

mod common;

use boardloom_app::texts::language;
use common::TestApp;
use egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable;

const SIZE: Vec2 = Vec2::new(900.0, 700.0);

fn choose(app: &mut TestApp, language: &str) {
    app.harness.get_by_role_and_label(egui::Role::RadioButton, language).click();
    app.harness.run_steps(4);
}

#[test]
fn a_chosen_language_applies_at_once_and_is_kept_and_user_languages_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("languages");
    std::fs::create_dir(&own).unwrap();
    let text = "language = \"Nederlands\"\n[dialogs]\nsettings = \"Instellingen\"\nkees = \"x\"\n";
    std::fs::write(own.join("nl.toml"), text).unwrap();
    let kept = || Some(folder.path().to_owned());

    let mut app = TestApp::two_humans(kept(), SIZE);
    let error = "line 4 is not used: there is no text `dialogs.kees`; did you mean `dialogs.keys`?";
    let log = |app: &TestApp| app.harness.state().controller.log.text();
    assert!(!log(&app).contains("nl.toml"), "errors of other languages are not told");
    assert!(app.harness.query_by_label("Take back").is_some());

    app.key(Modifiers::COMMAND, Key::Comma);
    app.tab("Interface");
    choose(&mut app, "Deutsch");
    for german in ["Einstellungen", "Tasten", "Starker Kontrast"] {
        assert!(app.harness.query_by_label(german).is_some(), "{german}");
    }
    app.button("Schließen");
    assert!(app.harness.query_by_label("Zurücknehmen").is_some());
    app.until(|probe| probe.status.contains("am Zug."));

    app.key(Modifiers::COMMAND, Key::Comma);
    app.tab("Oberfläche");
    choose(&mut app, "Nederlands");
    assert!(app.harness.query_by_label("Instellingen").is_some());
    assert!(app.harness.query_by_label("Keys").is_some(), "what is not there is English");
    app.harness.run_steps(2);
    assert!(log(&app).contains(error), "what is wrong is in the log: {}", log(&app));
    choose(&mut app, "Deutsch");
    app.button("Schließen");
    drop(app);

    language::set_language("en").unwrap();
    let settings = std::fs::read_to_string(folder.path().join("settings.toml")).unwrap();
    assert!(settings.contains("language = \"de\""), "{settings}");
    let app = TestApp::two_humans(kept(), SIZE);
    assert_eq!(language::current_language(), "de");
    assert!(app.harness.query_by_label("Zurücknehmen").is_some());
}
