//! Every example of every `--help` runs as it stands.

use std::io::Read;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::program::TestDir;

/// After this time, a command that still works has understood its arguments.
const GRACE: Duration = Duration::from_secs(2);
/// The examples that run at the same time.
const AT_ONCE: usize = 4;

/// Needs a room on another machine, a crate that is built (the tests of `author` do), a game by mail
/// (those of `mail` do), a game or an index (those of `distribution` do), or ports.
const ELSEWHERE: [&str; 24] = [
    "boardloom bot",
    "boardloom host",
    "boardloom join",
    "boardloom mail accept",
    "boardloom mail decline",
    "boardloom mail import",
    "boardloom mail join",
    "boardloom mail move",
    "boardloom mail resign",
    "boardloom mail send",
    "boardloom mail show",
    "boardloom new plugin mygame --dir",
    "boardloom plugin build",
    "boardloom plugin index add",
    "boardloom plugin index remove",
    "boardloom plugin index write",
    "boardloom plugin inspect mygame",
    "boardloom plugin install",
    "boardloom plugin pack",
    "boardloom plugin remove",
    "boardloom plugin search",
    "boardloom plugin test",
    "boardloom plugin update ann",
    "boardloom serve",
];

/// Collects the examples of a command and of those below it.
fn collect(dir: &TestDir, path: &[&str], all: &mut Vec<String>) {
    let help = dir.run(&[path, &["--help"]].concat()).success();
    assert!(!help.contains("FAMILY"), "{help}");
    let lines = help.lines().skip_while(|line| !line.starts_with("Example"));
    let examples = lines.skip(1).take_while(|line| line.starts_with("  "));
    let before = all.len();
    all.extend(examples.map(|line| line.trim().to_owned()));
    assert!(all.len() > before, "{path:?} has no examples");
    let below = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let below = below.take_while(|line| line.starts_with("  "));
    for name in below.filter(|line| !line.starts_with("   ")) {
        let name = name.split_whitespace().next().expect("a command");
        if name != "help" {
            collect(dir, &[path, &[name]].concat(), all);
        }
    }
}

/// Writes the files that the examples name.
fn prepare(dir: &TestDir) {
    let three = "format = 1\nplugin = \"connection\"\nname = \"Three\"\n\n[board]\ntopology = \"grid\"\n\
                 width = 3\nheight = 3\nadjacency = \"king\"\n\n[rules]\ngoals = [{ line = 3 }]\n\
                 both = \"mover\"\nfull = \"draw\"\n";
    dir.write("small.toml", three);
    dir.write("big.toml", "format = 1\nname = \"Big\"\nextends = \"ataxx/classic\"\n");
    dir.write("rulesets/big.toml", "format = 1\nname = \"Big\"\nextends = \"ataxx/classic\"\n");
    dir.write("more.toml", "");
    dir.run(&["solve", "small.toml", "--certificate", "proof.json"]).success();
    let play =
        ["play", "connection/hex", "--text", "--seat1", "computer:1", "--seat2", "computer:1"];
    dir.run(&[&play[..], &["--seed", "1", "--record", "game.loom"]].concat()).success();
    // An unfinished one.
    let play = ["play", "ataxx/small", "--text", "--seat2", "human", "--clock", "none"];
    dir.run_with_input(&play, b"b5\nquit\n").success();
    let arena = ["arena", "ataxx/small", "--a", "random", "--b", "random", "-n", "2", "--json"];
    let report = dir.run(&arena).success();
    dir.write("old.json", &report);
    dir.write("new.json", &report);
    let play = ["lab", "positions", "ataxx/classic", "-n", "2", "--nodes", "10"];
    dir.run(&[&play[..], &["-o", "positions.bin"]].concat()).success();
    for folder in ["bash-completion/completions", "man/man1"] {
        std::fs::create_dir_all(dir.path().join(".local/share").join(folder)).expect("a folder");
    }
}

struct Example {
    line: String,
    _folder: TestDir,
    child: Child,
    began: Instant,
}

#[test]
fn every_example_of_every_help_runs() {
    let dir = TestDir::new();
    let mut lines = Vec::new();
    collect(&dir, &[], &mut lines);
    assert!(lines.len() > 40, "{lines:?}");
    prepare(&dir);
    lines.retain(|line| !ELSEWHERE.iter().any(|start| line.starts_with(start)));
    let mut running: Vec<Example> = Vec::new();
    let mut failed = Vec::new();
    let mut lines = lines.into_iter();
    loop {
        while running.len() < AT_ONCE
            && let Some(line) = lines.next()
        {
            running.push(begin(&dir, line));
        }
        if running.is_empty() {
            break;
        }
        running.retain_mut(|example| match example.child.try_wait().expect("it runs") {
            Some(status) => {
                // 3: no display, or no terminal.
                if !matches!(status.code(), Some(0 | 3)) {
                    let mut err = String::new();
                    example.child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
                    failed.push(format!("{}: {status}\n{err}", example.line));
                }
                false
            }
            None if example.began.elapsed() > GRACE => {
                let group = format!("kill -- -{}", example.child.id());
                let _ = std::process::Command::new("sh").args(["-c", &group]).status();
                let _ = example.child.wait();
                false
            }
            None => true,
        });
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Runs a line in a shell, in a process group and a copy of the folder of its own.
fn begin(prepared: &TestDir, line: String) -> Example {
    use std::os::unix::process::CommandExt;
    let dir = TestDir::new();
    let copy = format!("cp -r '{}/.' .", prepared.path().display());
    assert!(dir.shell(&copy).status().unwrap().success());
    if line.contains("lab positions") {
        // The example begins the file.
        std::fs::remove_file(dir.path().join("positions.bin")).expect("it was copied");
    }
    let program = env!("CARGO_BIN_EXE_boardloom-under-test");
    let script = format!("boardloom() {{ '{program}' \"$@\"; }}\n{line}");
    let mut command = dir.shell(&script);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    command.env("HOME", dir.path()).process_group(0);
    let child = command.spawn().unwrap();
    Example { line, _folder: dir, child, began: Instant::now() }
}
