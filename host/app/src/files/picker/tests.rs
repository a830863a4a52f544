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

    fn picker(&self, purpose: Purpose, name: &str) -> FilePicker {
        let home = Some(self.path().join("Games"));
        let mut picker = FilePicker::new(purpose, self.path().to_owned(), name.to_owned(), home);
        serve(&mut picker, None);
        picker
    }
}

/// Serves a picker until it has chosen or waits for input.
fn serve(picker: &mut FilePicker, step: Option<PickerRequest>) -> Option<PathBuf> {
    let mut next = step;
    loop {
        match next.take().or_else(|| picker.wants()) {
            None | Some(PickerRequest::Cancel) => return None,
            Some(PickerRequest::List(folder)) => {
                let listing =
                    list(&folder).map_err(|_| format!("cannot read {}", folder.display()));
                picker.receive_listing(&folder, listing);
            }
            Some(PickerRequest::Look(path)) => {
                let found = look(&path).map_err(|_| "unseen".to_owned());
                next = picker.receive_target(&path, found);
            }
            Some(PickerRequest::Chosen(path)) => return Some(path),
        }
    }
}

fn accept(picker: &mut FilePicker) -> Option<PathBuf> {
    let step = picker.accept();
    serve(picker, step)
}

fn type_in(picker: &mut FilePicker, text: &str) {
    text.clone_into(&mut picker.typed);
    picker.forget_selection();
    serve(picker, None);
}

fn names(picker: &FilePicker) -> Vec<&str> {
    picker.shown().iter().map(|entry| entry.name.as_str()).collect()
}

#[test]
fn what_can_be_opened_is_shown_and_narrowed_by_typing() {
    let desk = Desk::new();
    let mut picker = desk.picker(Purpose::Open, "");
    assert_eq!(names(&picker), ["Games", "a.loom", "b.toml", "c.wasm"]);
    picker.all = true;
    assert_eq!(names(&picker), ["Games", "a.loom", "b.toml", "c.wasm", "d.txt"]);
    picker.all = false;
    type_in(&mut picker, "OM");
    assert_eq!(names(&picker), ["a.loom", "b.toml"]);
    // The only one that fits is meant.
    type_in(&mut picker, "TOM");
    assert_eq!(accept(&mut picker), Some(desk.path().join("b.toml")));
    // Two matches are ambiguous, and hidden entries need a leading dot.
    type_in(&mut picker, "om");
    assert_eq!(accept(&mut picker), None);
    assert!(picker.trouble().unwrap().contains("no file or folder"));
    type_in(&mut picker, ".");
    assert_eq!(names(&picker).len(), 4);
    assert!(picker.trouble().is_none());
}

#[test]
fn arrows_pick_and_folders_are_gone_to() {
    let desk = Desk::new();
    let mut picker = desk.picker(Purpose::Open, "");
    picker.step(1);
    assert_eq!(accept(&mut picker), None);
    assert_eq!((picker.folder(), names(&picker)), (desk.path().join("Games"), vec!["old.loom"]));
    picker.up();
    serve(&mut picker, None);
    picker.step(-1);
    assert_eq!(picker.selected(), Some(3));
    picker.step(-2);
    assert_eq!(accept(&mut picker), Some(desk.path().join("a.loom")));
}

#[test]
fn paths_are_typed_whole_with_completion() {
    let desk = Desk::new();
    let mut picker = desk.picker(Purpose::Open, "");
    assert!(!picker.can_complete(), "there is nothing to go by");
    type_in(&mut picker, "ga");
    assert!(picker.complete());
    assert_eq!(picker.typed, format!("Games{MAIN_SEPARATOR}"));
    // The folder that is typed is the one that is shown.
    serve(&mut picker, None);
    assert_eq!(names(&picker), ["old.loom"]);
    assert!(picker.complete() && !picker.complete());
    assert_eq!(accept(&mut picker), Some(desk.path().join("Games/old.loom")));
    type_in(&mut picker, "~/old.loom");
    assert_eq!(accept(&mut picker), Some(desk.path().join("Games/old.loom")));
    type_in(&mut picker, "Games/../a.loom");
    assert_eq!(accept(&mut picker), Some(desk.path().join("a.loom")));
    // Text of any name may be a record.
    type_in(&mut picker, "d.txt");
    assert_eq!(accept(&mut picker), Some(desk.path().join("d.txt")));
    type_in(&mut picker, "nowhere/x.loom");
    assert!(picker.trouble().unwrap().contains("nowhere"));
    assert_eq!(accept(&mut picker), None);
    assert!(picker.trouble().unwrap().contains("no file or folder"));
}

#[test]
fn a_file_that_is_there_is_replaced_only_when_asked() {
    let desk = Desk::new();
    let mut picker = desk.picker(Purpose::Save, "mine");
    assert_eq!(names(&picker), ["Games", "a.loom"]);
    assert_eq!(accept(&mut picker), Some(desk.path().join("mine.loom")));
    picker.select(1);
    assert_eq!(picker.typed, "a.loom");
    assert_eq!(accept(&mut picker), None);
    assert_eq!(picker.replaces(), Some(&*desk.path().join("a.loom")));
    assert_eq!(picker.answer(false), None);
    assert_eq!(accept(&mut picker), None);
    assert_eq!(picker.answer(true), Some(PickerRequest::Chosen(desk.path().join("a.loom"))));
    // Going elsewhere keeps the name.
    picker.select(0);
    assert_eq!(accept(&mut picker), None);
    assert_eq!(accept(&mut picker), Some(desk.path().join("Games/a.loom")));
    type_in(&mut picker, "../none/a");
    accept(&mut picker);
    assert!(picker.trouble().unwrap().contains("There is no folder"), "{:?}", picker.trouble());
    type_in(&mut picker, "  ");
    assert_eq!((accept(&mut picker), picker.trouble()), (None, Some(t::no_name())));
}

#[test]
fn frames_are_asked_about_by_the_first_of_them() {
    let desk = Desk::new();
    let frames = ExportSettings { form: ExportFormat::Frames, ..ExportSettings::default() };
    let mut picker = desk.picker(Purpose::Export(frames), "game-%04d.png");
    assert_eq!(accept(&mut picker), Some(desk.path().join("game-%04d.png")));
    std::fs::write(desk.path().join("game-0000.png"), "").unwrap();
    assert_eq!(accept(&mut picker), None);
    assert!(picker.replaces().is_some());
    assert_eq!(picker.answer(true), Some(PickerRequest::Chosen(desk.path().join("game-%04d.png"))));
}

#[test]
fn answers_that_come_too_late_change_nothing() {
    let desk = Desk::new();
    let mut picker = desk.picker(Purpose::Open, "");
    let elsewhere = desk.path().join("Games");
    picker.receive_listing(&elsewhere, list(&elsewhere).map_err(|_| String::new()));
    assert_eq!(names(&picker).len(), 4);
    type_in(&mut picker, "a.loom");
    let Some(PickerRequest::Look(path)) = picker.accept() else { panic!("it is looked at") };
    picker.forget_selection();
    assert_eq!(picker.receive_target(&path, Ok(PathTarget::File)), None);
}
