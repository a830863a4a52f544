//! An engine that speaks UAI or UGI, as a child process.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::{Duration, Instant};

use crate::cli::Protocol;

/// How long an engine has to start.
const START: Duration = Duration::from_secs(60);
/// How long it has to end by itself.
const END: Duration = Duration::from_secs(1);
/// The longest line that is read.
const LINE: u64 = 64 * 1024;

pub struct EngineProcess {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl EngineProcess {
    /// Starts an engine, and waits until it is ready for a new game.
    pub fn start(command: &[String], protocol: Protocol) -> io::Result<Self> {
        let (program, args) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut line = Vec::new();
                let read = output.by_ref().take(LINE).read_until(b'\n', &mut line);
                let line = String::from_utf8_lossy(&line).trim().to_owned();
                if !read.is_ok_and(|read| read > 0) || sender.send(line).is_err() {
                    return;
                }
            }
        });
        let mut engine = EngineProcess { child, input, lines };
        let name = protocol.name();
        engine.ask(name, &format!("{name}ok"))?;
        engine.send(&format!("{name}newgame"))?;
        engine.ask("isready", "readyok")?;
        Ok(engine)
    }

    pub fn send(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.input, "{line}")?;
        self.input.flush()
    }

    /// Sends a line and waits for an answer.
    fn ask(&mut self, line: &str, answer: &str) -> io::Result<()> {
        self.send(line)?;
        let until = Instant::now() + START;
        loop {
            match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(found) if found == answer => return Ok(()),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => {
                    let what = format!("no `{answer}` after `{line}`: does it speak the protocol?");
                    return Err(io::Error::new(io::ErrorKind::TimedOut, what));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(ended()),
            }
        }
    }

    /// Returns the move that the engine has found, if it has: each `go` is answered once.
    pub fn best_move(&mut self) -> io::Result<Option<String>> {
        loop {
            match self.lines.try_recv() {
                Ok(line) => {
                    let mut words = line.split_whitespace();
                    if let (Some("bestmove"), Some(mv)) = (words.next(), words.next()) {
                        return Ok(Some(mv.to_owned()));
                    }
                }
                Err(TryRecvError::Empty) => return Ok(None),
                Err(TryRecvError::Disconnected) => return Err(ended()),
            }
        }
    }
}

fn ended() -> io::Error {
    io::Error::new(io::ErrorKind::BrokenPipe, "it ended")
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        let _ = self.send("quit");
        let began = Instant::now();
        while matches!(self.child.try_wait(), Ok(None)) {
            if began.elapsed() > END {
                let _ = self.child.kill();
                let _ = self.child.wait();
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}
