use tempfile::TempDir;

use super::*;

/// A watcher of a folder of rulesets, and its ringing.
struct Watched {
    room: TempDir,
    watcher: Watcher,
    rings: Receiver<()>,
}

/// Longer than any machine takes to tell of a file.
const PATIENCE: Duration = Duration::from_secs(30);

fn watched() -> Watched {
    let room = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(room.path().join("rulesets/mine")).unwrap();
    std::fs::create_dir_all(room.path().join("plugins")).unwrap();
    let (ring, rings) = channel();
    let rulesets = vec![room.path().join("rulesets"), room.path().join("later")];
    let wake: Wake = Arc::new(move || ring.send(()).unwrap_or_default());
    let watcher = Watcher::start(rulesets, vec![room.path().join("plugins")], wake).unwrap();
    let mut watched = Watched { room, watcher, rings };
    // The thread watches once it tells of this.
    watched.until_told("rulesets/mine/first.toml");
    watched
}

impl Watched {
    fn path(&self, path: &str) -> PathBuf {
        self.room.path().join(path)
    }

    /// Writes until it is told: a folder is watched only some time after it was
    /// made.
    fn until_told(&mut self, path: &str) {
        for round in 0..300 {
            std::fs::write(self.path(path), round.to_string()).unwrap();
            if self.rings.recv_timeout(Duration::from_millis(100)).is_ok() {
                assert!(self.watcher.has_changed());
                break;
            }
            assert!(round < 299, "{path} is not watched");
        }
        while self.rings.recv_timeout(Duration::from_millis(300)).is_ok() {
            self.watcher.has_changed();
        }
    }

    /// Waits until something is told. A ring that comes late may tell of what was
    /// seen already.
    #[track_caller]
    fn told(&mut self, what: &str) {
        loop {
            assert!(self.rings.recv_timeout(PATIENCE).is_ok(), "nothing was told: {what}");
            if self.watcher.has_changed() {
                break;
            }
        }
    }

    /// Lets what was told already go by.
    fn hush(&mut self) {
        while self.rings.recv_timeout(QUIET * 4).is_ok() {}
        self.watcher.has_changed();
    }
}

#[test]
fn steps_of_one_save_are_told_once_and_never_too_late() {
    let began = Instant::now();
    let at = |millis: u64| began + Duration::from_millis(millis);
    let after = |steps: &[u64]| {
        let mut pending = None;
        for step in steps {
            pending = Some(Pending::after(pending.as_ref(), at(*step)));
        }
        pending.map(|pending| pending.due())
    };
    assert_eq!(after(&[0]), Some(began + QUIET));
    assert_eq!(after(&[0, 5, 10]), Some(at(10) + QUIET), "nothing is told in between");
    let steps: Vec<u64> = (0..100).map(|step| 10 * step).collect();
    assert_eq!(after(&steps), Some(began + LONGEST), "a file that is written for ever");
}

#[test]
fn each_way_to_save_is_told() {
    let mut watched = watched();
    let file = watched.path("rulesets/mine/first.toml");
    for text in ["", "format", "format = 1\n"] {
        std::fs::write(&file, text).unwrap();
    }
    watched.told("three writes");
    watched.hush();
    // As editors that write aside and rename do.
    std::fs::write(watched.path("rulesets/mine/first.toml~new"), "format = 1\n\n").unwrap();
    std::fs::rename(watched.path("rulesets/mine/first.toml~new"), &file).unwrap();
    watched.told("a rename");
    watched.hush();
    std::fs::remove_file(&file).unwrap();
    watched.told("a file less");
}

#[test]
fn reading_and_other_files_are_not_told() {
    let mut watched = watched();
    std::fs::read(watched.path("rulesets/mine/first.toml")).unwrap();
    std::fs::write(watched.path("rulesets/mine/.first.toml.swp"), "x").unwrap();
    std::fs::write(watched.path("rulesets/mine/notes.txt"), "x").unwrap();
    assert!(watched.rings.recv_timeout(QUIET * 4).is_err());
    assert!(!watched.watcher.has_changed());
    std::fs::write(watched.path("plugins/game.wasm"), "x").unwrap();
    watched.told("a plugin");
}

#[test]
fn folders_that_come_later_are_watched_too() {
    let mut watched = watched();
    std::fs::create_dir_all(watched.path("later/deep")).unwrap();
    watched.told("a folder of rulesets that was not there");
    watched.until_told("later/deep/one.toml");
    std::fs::remove_dir_all(watched.path("later")).unwrap();
    watched.told("a folder less");
    watched.hush();
    std::fs::create_dir_all(watched.path("later/deep")).unwrap();
    watched.told("it is there again");
    watched.until_told("later/deep/one.toml");
}

#[test]
fn files_in_use_are_watched_wherever_they_are() {
    let mut watched = watched();
    let elsewhere = tempfile::tempdir().unwrap();
    let file = elsewhere.path().join("alone.toml");
    std::fs::write(&file, "x").unwrap();
    watched.watcher.follow(vec![file.clone()]);
    for round in 0..300 {
        std::fs::write(&file, round.to_string()).unwrap();
        if watched.rings.recv_timeout(Duration::from_millis(100)).is_ok() {
            return;
        }
    }
    panic!("it is not watched");
}
