//! The program in a pseudo-terminal: its screen, and the state that it leaves behind.

use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::os::fd::OwnedFd;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, OptionalActions, Winsize, tcgetattr, tcsetattr, tcsetwinsize};

use crate::program::TestDir;

/// The longest wait for anything, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A terminal with the program in it.
pub struct Terminal {
    child: Child,
    /// Our side: keys in, drawings out.
    master: File,
    /// The program's side, kept open to read the modes that the program left.
    slave: OwnedFd,
    screen: Arc<Mutex<vt100::Parser>>,
    drawn: Arc<AtomicUsize>,
}

/// The end of the program, and the terminal afterwards.
#[derive(Debug)]
pub struct TerminalExit {
    /// The exit code; none after a signal.
    pub code: Option<i32>,
    /// The text on the screen.
    pub shown: String,
}

fn size(value: u16) -> NonZeroU16 {
    NonZeroU16::new(value).expect("a terminal has some size")
}

impl Terminal {
    /// Starts the program with arguments in a terminal of these columns and rows, without
    /// colours.
    pub fn start(dir: &TestDir, args: &[&str], columns: u16, rows: u16) -> Self {
        Terminal::start_in(dir, args, &[("NO_COLOR", "1")], columns, rows)
    }

    /// The same with these environment variables.
    pub fn start_in(
        dir: &TestDir,
        args: &[&str],
        variables: &[(&str, &str)],
        columns: u16,
        rows: u16,
    ) -> Self {
        let mut command = dir.command(args);
        command.env("TERM", "xterm-256color").env("LC_ALL", "C.UTF-8");
        command.envs(variables.iter().copied());
        Terminal::begin(command, columns, rows)
    }

    /// Starts a command in a terminal.
    pub fn begin(mut command: Command, columns: u16, rows: u16) -> Self {
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY;
        let master = openpt(flags).expect("a pseudo-terminal");
        grantpt(&master).and_then(|()| unlockpt(&master)).expect("its other side");
        let name = ptsname(&master, Vec::new()).expect("its name");
        let other = || {
            use std::os::unix::fs::OpenOptionsExt;
            let path = name.to_str().expect("a plain path");
            let mut open = File::options();
            // The tests keep their own controlling terminal.
            open.read(true).write(true).custom_flags(OpenptFlags::NOCTTY.bits() as i32);
            open.open(path).expect("the other side opens")
        };
        let slave = OwnedFd::from(other());
        let winsize = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&slave, winsize).expect("a terminal has a size");
        let child = command.stdin(other()).stdout(other()).stderr(other()).spawn();
        let screen = vt100::Parser::new(size(rows), size(columns), 0);
        let this = Terminal {
            child: child.expect("the program starts"),
            master: File::from(master),
            slave,
            screen: Arc::new(Mutex::new(screen)),
            drawn: Arc::default(),
        };
        this.watch();
        this
    }

    /// Starts the thread that reads the output.
    fn watch(&self) {
        let mut from = self.master.try_clone().expect("our side once more");
        let (screen, drawn) = (Arc::clone(&self.screen), Arc::clone(&self.drawn));
        std::thread::spawn(move || {
            let mut bytes = [0; 65536];
            while let Ok(count @ 1..) = from.read(&mut bytes) {
                screen.lock().expect("no panic").process(&bytes[..count]);
                drawn.fetch_add(count, Ordering::AcqRel);
            }
        });
    }

    fn screen(&self) -> MutexGuard<'_, vt100::Parser> {
        self.screen.lock().expect("no panic")
    }

    /// Types keys, as escape sequences.
    pub fn keys(&mut self, keys: &str) {
        self.master.write_all(keys.as_bytes()).expect("the terminal takes keys");
    }

    /// Returns the text on the screen, without blanks at the ends of lines.
    pub fn shown(&self) -> String {
        let parser = self.screen();
        let columns = parser.screen().size().1.get();
        let rows = parser.screen().rows(0, columns);
        let rows: Vec<String> = rows.map(|row| row.trim_end().to_owned()).collect();
        rows.join("\n").trim_end().to_owned() + "\n"
    }

    /// Waits until the screen is as wanted, and returns it.
    #[track_caller]
    pub fn wait(&mut self, what: &str, wanted: impl Fn(&str) -> bool) -> String {
        let began = Instant::now();
        loop {
            let shown = self.shown();
            if wanted(&shown) {
                return shown;
            }
            let ended = self.child.try_wait().expect("it can be asked");
            let late = began.elapsed() > PATIENCE;
            assert!(!late && ended.is_none(), "waiting for {what}, ended {ended:?}:\n{shown}");
            std::thread::sleep(Duration::from_millis(15));
        }
    }

    /// Presses keys in turn, again and again, until the screen is as wanted: for keys that the
    /// program ignores in a state that the screen does not show.
    #[track_caller]
    pub fn press_until(&mut self, keys: &[&str], what: &str, wanted: impl Fn(&str) -> bool) {
        let began = Instant::now();
        for key in keys.iter().cycle() {
            self.keys(key);
            let pressed = Instant::now();
            while pressed.elapsed() < Duration::from_secs(1) {
                if wanted(&self.shown()) {
                    return;
                }
                std::thread::sleep(Duration::from_millis(15));
            }
            assert!(began.elapsed() < PATIENCE, "waiting for {what}:\n{}", self.shown());
        }
    }

    /// Returns the number of bytes that the program has written so far.
    pub fn bytes_drawn(&self) -> usize {
        self.drawn.load(Ordering::Acquire)
    }

    /// Waits until the program has written more than this number of bytes.
    #[track_caller]
    pub fn wait_for_drawing(&self, before: usize) {
        let began = Instant::now();
        while self.bytes_drawn() == before {
            assert!(began.elapsed() < PATIENCE, "nothing is drawn");
            std::thread::sleep(Duration::from_millis(15));
        }
    }

    /// Gives the terminal another size.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.screen().screen_mut().set_size(size(rows), size(columns));
        let winsize = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&self.slave, winsize).expect("a terminal has a size");
        // Not a controlling terminal: the kernel sends no signal.
        self.signal(Signal::WINCH);
    }

    /// Counts the background colours behind characters.
    pub fn background_count(&self) -> usize {
        let parser = self.screen();
        let (rows, columns) = parser.screen().size();
        let cells = (0..rows.get()).flat_map(|row| (0..columns.get()).map(move |c| (row, c)));
        let cells = cells.filter_map(|(row, column)| parser.screen().cell(row, column));
        let signs = cells.filter(|cell| !cell.contents().trim().is_empty());
        let grounds = signs.map(|cell| format!("{:?}", cell.bgcolor()));
        grounds.collect::<std::collections::BTreeSet<_>>().len()
    }

    /// Changes screen and modes as a shell does while the program is stopped.
    pub fn take_over(&self) {
        self.screen().process(b"\x1b[?1049l\x1b[?1003l\x1b[?2004l\x1b[?25h\x1b[2J$ ");
        let mut modes = tcgetattr(&self.slave).expect("a terminal has modes");
        modes.local_modes.insert(usual_modes());
        tcsetattr(&self.slave, OptionalActions::Now, &modes).expect("it takes modes");
    }

    /// Waits until the program has set up the terminal, or restored it.
    #[track_caller]
    pub fn wait_set_up(&self, taken: bool) {
        let began = Instant::now();
        loop {
            let modes = tcgetattr(&self.slave).expect("a terminal has modes").local_modes;
            let raw = !modes.intersects(LocalModes::ICANON | LocalModes::ECHO);
            let all = raw && self.screen().screen().alternate_screen() && !self.is_restored();
            let none = modes.contains(usual_modes()) && self.is_restored();
            if if taken { all } else { none } {
                return;
            }
            assert!(began.elapsed() < PATIENCE, "taken: {taken}, {modes:?}:\n{}", self.shown());
            std::thread::sleep(Duration::from_millis(15));
        }
    }

    fn is_restored(&self) -> bool {
        let parser = self.screen();
        let screen = parser.screen();
        let mouse = screen.mouse_protocol_mode() != vt100::MouseProtocolMode::None;
        !(screen.alternate_screen() || screen.hide_cursor() || screen.bracketed_paste() || mouse)
    }

    /// Sends the program a signal.
    pub fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("it runs");
    }

    /// Waits for the end, and asserts that the terminal is restored.
    #[track_caller]
    pub fn end(mut self) -> TerminalExit {
        let began = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("it can be asked") {
                break status;
            }
            assert!(began.elapsed() < PATIENCE, "it does not end:\n{}", self.shown());
            std::thread::sleep(Duration::from_millis(15));
        };
        // Its last output is on the way.
        while !self.is_restored() {
            assert!(began.elapsed() < PATIENCE, "the screen is not restored");
            std::thread::sleep(Duration::from_millis(15));
        }
        let modes = tcgetattr(&self.slave).expect("a terminal has modes").local_modes;
        assert!(modes.contains(usual_modes()), "the terminal is left in {modes:?}");
        TerminalExit { code: status.code(), shown: self.shown() }
    }
}

/// Modes of a terminal in which lines are typed.
fn usual_modes() -> LocalModes {
    LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
