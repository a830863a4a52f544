//! The program as a process: its own binary, in a folder of its own, so that
//! nothing of whoever runs the tests is read or changed.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A folder to run the program in.
pub struct Desk {
    folder: TempDir,
}

/// What the program said.
#[derive(Debug)]
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Said {
    /// Holds the program to having done what it was asked.
    #[track_caller]
    pub fn done(self) -> String {
        assert_eq!(self.code, 0, "stdout: {}\nstderr: {}", self.out, self.err);
        self.out
    }

    /// Holds the program to an exit code and to a text on standard error, with
    /// nothing on standard output.
    #[track_caller]
    pub fn refused(&self, code: i32, text: &str) {
        assert_eq!(self.code, code, "stdout: {}\nstderr: {}", self.out, self.err);
        assert!(self.err.contains(text), "expected `{text}` in: {}", self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        assert_eq!(self.out, "");
    }
}

impl Desk {
    /// Returns an empty folder.
    pub fn new() -> Self {
        Desk { folder: tempfile::tempdir().expect("a folder") }
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Returns where the user's own files are.
    pub fn data(&self) -> PathBuf {
        self.path().join("data/boardloom")
    }

    /// Writes a file.
    pub fn write(&self, path: &str, text: &str) -> PathBuf {
        let path = self.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a file in a folder")).expect("a folder");
        std::fs::write(&path, text).expect("a file");
        path
    }

    /// Returns the program with these arguments, in this folder.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_boardloom-under-test"));
        command
            .args(args)
            .current_dir(self.path())
            .env("XDG_DATA_HOME", self.path().join("data"))
            .env("XDG_CONFIG_HOME", self.path().join("config"))
            .env("XDG_CACHE_HOME", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"))
            .env_remove("BOARDLOOM_LOG")
            .env_remove("NO_COLOR")
            .env_remove("DISPLAY");
        command
    }

    /// Runs the program.
    pub fn run(&self, args: &[&str]) -> Said {
        self.tell(args, b"")
    }

    /// Runs the program with this input.
    pub fn tell(&self, args: &[&str], input: &[u8]) -> Said {
        said(self.command(args), input)
    }
}

/// Runs a command with this input.
pub fn said(mut command: Command, input: &[u8]) -> Said {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input");
    let input = input.to_vec();
    // Written aside: a program that answers before it has read all must not
    // wait for a reader.
    let writer = std::thread::spawn(move || {
        // One that ends early reads no further.
        let _ = stdin.write_all(&input);
    });
    let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
    writer.join().expect("the input is written");
    Said {
        code: status.code().expect("it ended by itself"),
        out: String::from_utf8(stdout).expect("text"),
        err: String::from_utf8(stderr).expect("text"),
    }
}
