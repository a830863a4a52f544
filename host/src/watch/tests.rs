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

    #[track_caller]
    fn told(&mut self, what: &str) {
        assert!(self.rings.recv_timeout(PATIENCE).is_ok(), "nothing was told: {what}");
        assert!(self.watcher.has_changed(), "{what}");
    }
}

#[test]
fn steps_of_one_save_are_told_once() {
    let mut watched = watched();
    let file = watched.path("rulesets/mine/first.toml");
    for text in ["", "format", "format = 1\n"] {
        std::fs::write(&file, text).unwrap();
        std::thread::sleep(Duration::from_millis(5));
    }
    watched.told("three writes");
    assert!(watched.rings.recv_timeout(QUIET * 4).is_err(), "one save, one ring");
    assert!(!watched.watcher.has_changed());
    // As editors that write aside and rename do.
    std::fs::write(watched.path("rulesets/mine/first.toml~new"), "format = 1\n\n").unwrap();
    std::fs::rename(watched.path("rulesets/mine/first.toml~new"), &file).unwrap();
    watched.told("a rename");
    std::fs::remove_file(&file).unwrap();
    watched.told("a file less");
}

#[test]
fn reading_and_other_files_are_not_told() {
    let mut watched = watched();
    std::fs::read(watched.path("rulesets/mine/first.toml")).unwrap();
    std::fs::write(watched.path("rulesets/mine/.first.toml.swp"), "x").unwrap();
    std::fs::write(watched.path("rulesets/mine/notes.txt"), "x").unwrap();
    // What matters comes last, and rings once.
    std::thread::sleep(QUIET * 4);
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
    while watched.rings.recv_timeout(QUIET * 4).is_ok() {}
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
