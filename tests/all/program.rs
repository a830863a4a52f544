//! The program as a process, in a temporary folder: no test reads or changes the
//! developer's own files.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A folder to run the program in.
pub struct TestDir {
    folder: TempDir,
}

/// Exit code and output of the program.
#[derive(Debug)]
pub struct ProgramOutput {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl ProgramOutput {
    /// Asserts success and returns standard output.
    #[track_caller]
    pub fn success(self) -> String {
        assert_eq!(self.code, 0, "stdout: {}\nstderr: {}", self.out, self.err);
        self.out
    }

    /// Asserts an exit code, a text on standard error, and no standard output.
    #[track_caller]
    pub fn fails(&self, code: i32, text: &str) {
        assert_eq!(self.code, code, "stdout: {}\nstderr: {}", self.out, self.err);
        assert!(self.err.contains(text), "expected `{text}` in: {}", self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        assert_eq!(self.out, "");
    }
}

impl TestDir {
    pub fn new() -> Self {
        TestDir { folder: tempfile::tempdir().expect("a folder") }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the folder of the user's files.
    pub fn data(&self) -> PathBuf {
        self.path().join("data/boardloom")
    }

    /// Returns the file of the user's settings.
    pub fn settings(&self) -> PathBuf {
        self.path().join("config/boardloom/settings.toml")
    }

    pub fn write(&self, path: &str, text: &str) -> PathBuf {
        let path = self.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a file in a folder")).expect("a folder");
        std::fs::write(&path, text).expect("a file");
        path
    }

    /// Returns the program with these arguments, in this folder.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_boardloom-under-test"));
        command.args(args);
        self.settle(command)
    }

    /// Returns a shell that runs a script, in this folder.
    pub fn shell(&self, script: &str) -> Command {
        let mut command = Command::new("bash");
        command.args(["-c", script]);
        self.settle(command)
    }

    fn settle(&self, mut command: Command) -> Command {
        command
            .current_dir(self.path())
            .env("XDG_DATA_HOME", self.path().join("data"))
            .env("XDG_CONFIG_HOME", self.path().join("config"))
            .env("XDG_CACHE_HOME", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"))
            .env("LC_ALL", "C.UTF-8")
            .env_remove("BOARDLOOM_LOG")
            .env_remove("NO_COLOR")
            .env_remove("DISPLAY");
        command
    }

    pub fn run(&self, args: &[&str]) -> ProgramOutput {
        self.run_with_input(args, b"")
    }

    pub fn run_with_input(&self, args: &[&str], input: &[u8]) -> ProgramOutput {
        run_command(self.command(args), input)
    }
}

/// Runs a command with this input.
pub fn run_command(mut command: Command, input: &[u8]) -> ProgramOutput {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input");
    let input = input.to_vec();
    // On another thread: a program may write more than a pipe holds before it has read all its
    // input.
    let writer = std::thread::spawn(move || {
        // The program may end without reading all of it.
        let _ = stdin.write_all(&input);
    });
    let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
    writer.join().expect("the input is written");
    ProgramOutput {
        code: status.code().expect("it ended by itself"),
        out: String::from_utf8(stdout).expect("text"),
        err: String::from_utf8(stderr).expect("text"),
    }
}

/// The longest wait for an answer, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A conversation with the program, line by line.
pub struct PipedProgram {
    child: Child,
    /// Standard input; `None` once it is closed.
    pub input: Option<ChildStdin>,
    lines: Receiver<String>,
    _desk: Option<TestDir>,
}

impl PipedProgram {
    /// Starts the program.
    pub fn start(args: &[&str]) -> Self {
        let dir = TestDir::new();
        let mut this = PipedProgram::start_in(&dir, args);
        this._desk = Some(dir);
        this
    }

    /// Starts the program in a folder.
    pub fn start_in(dir: &TestDir, args: &[&str]) -> Self {
        let mut command = dir.command(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let (tell, lines) = channel();
        let out = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || {
            out.lines().map_while(Result::ok).try_for_each(|it| tell.send(it))
        });
        let input = child.stdin.take();
        PipedProgram { child, input, lines, _desk: None }
    }

    pub fn send(&mut self, line: &str) {
        self.send_partial(&format!("{line}\n"));
    }

    /// Sends text without ending the line.
    pub fn send_partial(&mut self, text: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(text.as_bytes()).and_then(|()| input.flush()).unwrap();
    }

    /// Returns the lines up to one with this beginning.
    #[track_caller]
    pub fn until(&mut self, beginning: &str) -> Vec<String> {
        self.until_line(beginning, |line| line.starts_with(beginning))
    }

    /// Returns the lines up to one that is sought; `what` names it.
    #[track_caller]
    pub fn until_line(&mut self, what: &str, is_it: impl Fn(&String) -> bool) -> Vec<String> {
        let mut all = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            all.push(line.unwrap_or_else(|_| panic!("no `{what}` after {all:?}")));
            if all.last().is_some_and(&is_it) {
                return all;
            }
        }
    }

    /// Waits for the process, and returns its last lines.
    #[track_caller]
    pub fn end(mut self) -> Vec<String> {
        let until = Instant::now() + PATIENCE;
        while self.child.try_wait().unwrap().is_none() {
            assert!(Instant::now() < until, "the process does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(self.child.wait().unwrap().success());
        self.lines.iter().collect()
    }
}

impl Drop for PipedProgram {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the only file in a folder with an extension.
#[track_caller]
pub fn only_file(folder: &Path, extension: &str) -> PathBuf {
    let files = std::fs::read_dir(folder).expect("a folder").map(|file| file.unwrap().path());
    let found: Vec<_> =
        files.filter(|file| file.extension().is_some_and(|it| it == extension)).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    found[0].clone()
}

/// Installs a copy of a built-in plugin under another name.
pub fn install(dir: &TestDir, name: &str) {
    let bundled = boardloom_bundle::plugins().iter().find(|(name, _)| *name == "ataxx");
    let (_, component) = bundled.expect("it is bundled");
    let file = dir.write(&format!("data/boardloom/plugins/{name}.wasm"), "");
    std::fs::write(file, component).expect("a file");
}

/// Installs the plugin `own` and a ruleset for it.
pub fn install_own(dir: &TestDir) {
    install(dir, "own");
    let bundled = boardloom_bundle::rulesets();
    let (_, classic) =
        bundled.iter().find(|(name, _)| *name == "ataxx/classic.toml").expect("it is bundled");
    let own = classic.replace("plugin = \"ataxx\"", "plugin = \"own\"");
    dir.write("data/boardloom/rulesets/own/one.toml", &own);
}
