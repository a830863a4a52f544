use super::*;
use crate::files::listing::{list, look};

/// A folder with a record, a ruleset, a plugin, a text, and a folder with a record.
struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("Games")).unwrap();
        for name in ["a.loom", "b.toml", "c.wasm", "d.txt", ".e.loom", "Games/old.loom"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        Desk { folder }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn chooser(&self, purpose: Purpose, name: &str) -> FilePicker {
        let home = Some(self.path().join("Games"));
        let mut chooser = FilePicker::new(purpose, self.path().to_owned(), name.to_owned(), home);
        serve(&mut chooser, None);
        chooser
    }
}

/// Does what a chooser asks for until it has chosen, or waits for input.
fn serve(chooser: &mut FilePicker, step: Option<PickerRequest>) -> Option<PathBuf> {
    let mut next = step;
    loop {
        match next.take().or_else(|| chooser.wants()) {
            None | Some(PickerRequest::Cancel) => return None,
            Some(PickerRequest::List(folder)) => {
                let listing =
                    list(&folder).map_err(|_| format!("cannot read {}", folder.display()));
                chooser.listed(&folder, listing);
            }
            Some(PickerRequest::Look(path)) => {
                let found = look(&path).map_err(|_| "unseen".to_owned());
                next = chooser.found(&path, found);
            }
            Some(PickerRequest::Chosen(path)) => return Some(path),
        }
    }
}

fn accept(chooser: &mut FilePicker) -> Option<PathBuf> {
    let step = chooser.accept();
    serve(chooser, step)
}

fn type_in(chooser: &mut FilePicker, text: &str) {
    text.clone_into(&mut chooser.typed);
    chooser.edited();
    serve(chooser, None);
}

fn names(chooser: &FilePicker) -> Vec<&str> {
    chooser.shown().iter().map(|entry| entry.name.as_str()).collect()
}

#[test]
fn what_can_be_opened_is_shown_and_narrowed_by_typing() {
    let desk = Desk::new();
    let mut chooser = desk.chooser(Purpose::Open, "");
    assert_eq!(names(&chooser), ["Games", "a.loom", "b.toml", "c.wasm"]);
    chooser.all = true;
    assert_eq!(names(&chooser), ["Games", "a.loom", "b.toml", "c.wasm", "d.txt"]);
    chooser.all = false;
    type_in(&mut chooser, "OM");
    assert_eq!(names(&chooser), ["a.loom", "b.toml"]);
    // The only one that fits is meant.
    type_in(&mut chooser, "TOM");
    assert_eq!(accept(&mut chooser), Some(desk.path().join("b.toml")));
    // Of two, none; and what is hidden has to be asked for.
    type_in(&mut chooser, "om");
    assert_eq!(accept(&mut chooser), None);
    assert!(chooser.trouble().unwrap().contains("no file or folder"));
    type_in(&mut chooser, ".");
    assert_eq!(names(&chooser).len(), 4);
    assert!(chooser.trouble().is_none());
}

#[test]
fn arrows_pick_and_folders_are_gone_to() {
    let desk = Desk::new();
    let mut chooser = desk.chooser(Purpose::Open, "");
    chooser.step(1);
    assert_eq!(accept(&mut chooser), None);
    assert_eq!((chooser.folder(), names(&chooser)), (desk.path().join("Games"), vec!["old.loom"]));
    chooser.up();
    serve(&mut chooser, None);
    chooser.step(-1);
    assert_eq!(chooser.selected(), Some(3));
    chooser.step(-2);
    assert_eq!(accept(&mut chooser), Some(desk.path().join("a.loom")));
}

#[test]
fn paths_are_typed_whole_with_completion() {
    let desk = Desk::new();
    let mut chooser = desk.chooser(Purpose::Open, "");
    assert!(!chooser.can_complete(), "there is nothing to go by");
    type_in(&mut chooser, "ga");
    assert!(chooser.complete());
    assert_eq!(chooser.typed, format!("Games{MAIN_SEPARATOR}"));
    // The folder that is typed is the one that is shown.
    serve(&mut chooser, None);
    assert_eq!(names(&chooser), ["old.loom"]);
    assert!(chooser.complete() && !chooser.complete());
    assert_eq!(accept(&mut chooser), Some(desk.path().join("Games/old.loom")));
    type_in(&mut chooser, "~/old.loom");
    assert_eq!(accept(&mut chooser), Some(desk.path().join("Games/old.loom")));
    type_in(&mut chooser, "Games/../a.loom");
    assert_eq!(accept(&mut chooser), Some(desk.path().join("a.loom")));
    // Text of any name may be a record.
    type_in(&mut chooser, "d.txt");
    assert_eq!(accept(&mut chooser), Some(desk.path().join("d.txt")));
    type_in(&mut chooser, "nowhere/x.loom");
    assert!(chooser.trouble().unwrap().contains("nowhere"));
    assert_eq!(accept(&mut chooser), None);
    assert!(chooser.trouble().unwrap().contains("no file or folder"));
}

#[test]
fn a_file_that_is_there_is_replaced_only_when_asked() {
    let desk = Desk::new();
    let mut chooser = desk.chooser(Purpose::Save, "mine");
    assert_eq!(names(&chooser), ["Games", "a.loom"]);
    assert_eq!(accept(&mut chooser), Some(desk.path().join("mine.loom")));
    chooser.select(1);
    assert_eq!(chooser.typed, "a.loom");
    assert_eq!(accept(&mut chooser), None);
    assert_eq!(chooser.replaces(), Some(&*desk.path().join("a.loom")));
    assert_eq!(chooser.answer(false), None);
    assert_eq!(accept(&mut chooser), None);
    assert_eq!(chooser.answer(true), Some(PickerRequest::Chosen(desk.path().join("a.loom"))));
    // Going elsewhere keeps the name.
    chooser.select(0);
    assert_eq!(accept(&mut chooser), None);
    assert_eq!(accept(&mut chooser), Some(desk.path().join("Games/a.loom")));
    type_in(&mut chooser, "../none/a");
    accept(&mut chooser);
    assert!(chooser.trouble().unwrap().contains("There is no folder"), "{:?}", chooser.trouble());
    type_in(&mut chooser, "  ");
    assert_eq!((accept(&mut chooser), chooser.trouble()), (None, Some(t::no_name())));
}

#[test]
fn frames_are_asked_about_by_the_first_of_them() {
    let desk = Desk::new();
    let frames = ExportSettings { form: ExportFormat::Frames, ..ExportSettings::default() };
    let mut chooser = desk.chooser(Purpose::Export(frames), "game-%04d.png");
    assert_eq!(accept(&mut chooser), Some(desk.path().join("game-%04d.png")));
    std::fs::write(desk.path().join("game-0000.png"), "").unwrap();
    assert_eq!(accept(&mut chooser), None);
    assert!(chooser.replaces().is_some());
    assert_eq!(
        chooser.answer(true),
        Some(PickerRequest::Chosen(desk.path().join("game-%04d.png")))
    );
}

#[test]
fn answers_that_come_too_late_change_nothing() {
    let desk = Desk::new();
    let mut chooser = desk.chooser(Purpose::Open, "");
    let elsewhere = desk.path().join("Games");
    chooser.listed(&elsewhere, list(&elsewhere).map_err(|_| String::new()));
    assert_eq!(names(&chooser).len(), 4);
    type_in(&mut chooser, "a.loom");
    let Some(PickerRequest::Look(path)) = chooser.accept() else { panic!("it is looked at") };
    chooser.edited();
    assert_eq!(chooser.found(&path, Ok(PathTarget::File)), None);
}
