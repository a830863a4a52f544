//! A virtual X server with mouse and keyboard, and the program's window in it.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    ClientMessageEvent, ConfigureWindowAux, ConnectionExt, EventMask, ImageFormat, Window,
};
use x11rb::rust_connection::RustConnection;

use crate::probe::Probe;
use crate::program::TestDir;
use boardloom_ruleset::{Overrides, Ruleset};

use crate::support::{BundledSchemas, library};

/// The longest wait for anything, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Width and height of the screen.
pub const SIZE: (u16, u16) = (1280, 800);

/// A screen, for as long as a test needs it. There is one at a time, or a pair.
pub struct Screen {
    server: Child,
    display: String,
    connection: RustConnection,
    root: Window,
    /// The second of a pair has none.
    _turn: Option<MutexGuard<'static, ()>>,
}

impl Screen {
    /// Starts an X server.
    pub fn new() -> Self {
        static TURN: Mutex<()> = Mutex::new(());
        // A test that failed leaves nothing behind that the next would see.
        Self::open(Some(TURN.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    /// Starts two X servers.
    pub fn pair() -> [Self; 2] {
        let first = Self::new();
        [first, Self::open(None)]
    }

    fn open(turn: Option<MutexGuard<'static, ()>>) -> Self {
        let (server, display) = serve();
        let began = Instant::now();
        let (connection, screen) = loop {
            match x11rb::connect(Some(&display)) {
                Ok(connected) => break connected,
                Err(error) => assert!(began.elapsed() < PATIENCE, "{display}: {error}"),
            }
            pause();
        };
        let root = connection.setup().roots[screen].root;
        Screen { server, display, connection, root, _turn: turn }
    }

    /// Sends mouse or keyboard events.
    pub fn act(&self, args: &[&str]) {
        let mut command = Command::new("xdotool");
        let output = command.args(args).env("DISPLAY", &self.display).output().expect("xdotool");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "xdotool {args:?}: {errors}");
    }

    fn window(&self) -> Window {
        self.find_window().expect("a window")
    }

    fn find_window(&self) -> Option<Window> {
        let tree = self.connection.query_tree(self.root).unwrap().reply().expect("the windows");
        let mapped = |window: &Window| {
            let answer = self.connection.get_window_attributes(*window).unwrap().reply();
            answer.is_ok_and(|it| it.map_state == x11rb::protocol::xproto::MapState::VIEWABLE)
        };
        tree.children.into_iter().find(mapped)
    }

    /// Closes the window from outside, without asking the program.
    pub fn destroy_window(&self) {
        self.connection.destroy_window(self.window()).unwrap();
        self.connection.flush().expect("the server listens");
    }

    /// Tells whether there is a window.
    pub fn has_window(&self) -> bool {
        self.find_window().is_some()
    }

    /// Asks the window to close, as a window manager does.
    pub fn ask_to_close(&self) {
        let atom = |name: &str| {
            self.connection.intern_atom(false, name.as_bytes()).unwrap().reply().unwrap().atom
        };
        let data = [atom("WM_DELETE_WINDOW"), 0, 0, 0, 0];
        let window = self.window();
        let event = ClientMessageEvent::new(32, window, atom("WM_PROTOCOLS"), data);
        self.connection.send_event(false, window, EventMask::NO_EVENT, event).unwrap();
        self.connection.flush().expect("the server listens");
    }

    /// Gives the window another size.
    pub fn resize(&self, width: u32, height: u32) {
        let size = ConfigureWindowAux::new().width(width).height(height);
        self.connection.configure_window(self.window(), &size).unwrap();
        self.connection.flush().expect("the server listens");
    }

    /// Returns red, green and blue at a place.
    pub fn pixel(&self, (x, y): (f64, f64)) -> [u8; 3] {
        self.picture([x.round() as i16, y.round() as i16], [1, 1])[0]
    }

    /// Returns red, green and blue of each dot of a rectangle, row by row.
    pub fn picture(&self, [x, y]: [i16; 2], [width, height]: [u16; 2]) -> Vec<[u8; 3]> {
        let image = self
            .connection
            .get_image(ImageFormat::Z_PIXMAP, self.root, x, y, width, height, !0)
            .unwrap()
            .reply()
            .expect("a place on the screen");
        image.data.chunks_exact(4).map(|dot| [dot[2], dot[1], dot[0]]).collect()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Starts the server on a display that is free.
fn serve() -> (Child, String) {
    let screen = format!("{}x{}x24", SIZE.0, SIZE.1);
    let mut server = Command::new("Xvfb")
        .args(["-displayfd", "1", "-screen", "0", &screen, "-noreset", "-nolisten", "tcp"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the server starts");
    let mut number = String::new();
    let out = server.stdout.take().expect("its output");
    BufReader::new(out).read_line(&mut number).expect("it tells the display");
    (server, format!(":{}", number.trim()))
}

/// Returns a message on programs that the tests of the window need and that are not installed,
/// with the command to install them.
pub fn missing() -> Option<String> {
    let is_there = |program: &&str| {
        let folders = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&folders).any(|folder| folder.join(program).is_file())
    };
    let missing: Vec<_> = ["Xvfb", "xdotool"].into_iter().filter(|it| !is_there(it)).collect();
    (!missing.is_empty()).then(|| {
        format!(
            "not installed: {}; apt-get install --no-install-recommends xvfb xdotool libx11-6 \
             libxkbcommon0 libxi6 libgl1",
            missing.join(" and ")
        )
    })
}

fn pause() {
    std::thread::sleep(Duration::from_millis(15));
}

/// Loads a ruleset from text, as records carry it.
pub fn ruleset_of_text(name: &str, toml: &str) -> Ruleset {
    library()
        .load_text(name, toml, &Overrides::default(), &BundledSchemas)
        .unwrap_or_else(|report| panic!("{name}:\n{}", report.render(false)))
}

/// Waits until a condition holds.
#[track_caller]
pub fn wait_until(what: &str, so: impl Fn() -> bool) {
    let began = Instant::now();
    while !so() {
        assert!(began.elapsed() < PATIENCE, "{what}: that never came");
        pause();
    }
}

/// Returns the last whole line of a growing file. In a long game, lines are long.
fn last_line(path: &Path) -> Option<String> {
    let mut file = std::fs::File::open(path).ok()?;
    let size = file.metadata().ok()?.len();
    let mut length = 1 << 16;
    loop {
        let from = size.saturating_sub(length);
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(from)).ok()?;
        (&mut file).take(size - from).read_to_end(&mut bytes).ok()?;
        let end = bytes.iter().rposition(|byte| *byte == b'\n')?;
        let line = bytes[..end].iter().rposition(|byte| *byte == b'\n');
        match line.map(|before| before + 1).or((from == 0).then_some(0)) {
            Some(start) => return String::from_utf8(bytes[start..end].to_vec()).ok(),
            None => length *= 2,
        }
    }
}

/// The program with its window.
pub struct Program<'a> {
    screen: &'a Screen,
    child: Child,
    probe: PathBuf,
    errors: PathBuf,
}

impl<'a> Program<'a> {
    /// Starts the program on a screen, in a folder.
    pub fn start(screen: &'a Screen, dir: &TestDir, args: &[&str]) -> Self {
        Self::start_with(screen, dir, args, &[])
    }

    /// Starts the program with more environment variables.
    pub fn start_with(
        screen: &'a Screen,
        dir: &TestDir,
        args: &[&str],
        variables: &[(&str, &Path)],
    ) -> Self {
        let (probe, errors) = (dir.path().join("probe.jsonl"), dir.path().join("errors.txt"));
        let _ = std::fs::remove_file(&probe);
        let child = dir
            .command(args)
            .env("DISPLAY", &screen.display)
            .env("BOARDLOOM_PROBE", &probe)
            // A killed test leaves no process behind for ever.
            .env("BOARDLOOM_SECONDS", "600")
            .env("BOARDLOOM_SIZE", format!("{}x{}", SIZE.0, SIZE.1))
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(std::fs::File::create(&errors).expect("a file"))
            .spawn()
            .expect("the program starts");
        Program { screen, child, probe, errors }
    }

    /// Returns the last state; `None` before the first frame.
    pub fn last_probe(&self) -> Option<Probe> {
        let line = last_line(&self.probe)?;
        Some(serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}")))
    }

    /// Waits until the state of the window is as wanted.
    #[track_caller]
    pub fn wait(&mut self, what: &str, wanted: impl Fn(&Probe) -> bool) -> Probe {
        let began = Instant::now();
        loop {
            let ended = self.child.try_wait().expect("the program is ours");
            let seen = self.last_probe();
            if let Some(seen) = seen.as_ref().filter(|seen| wanted(seen)) {
                return seen.clone();
            }
            let mut state = String::new();
            if let Some(code) = ended {
                write!(state, "it ended with {code}").unwrap();
            } else if began.elapsed() > PATIENCE {
                state.push_str("that never came");
            }
            if !state.is_empty() {
                let errors = self.stderr();
                let seen = seen.map(|seen| seen.to_string()).unwrap_or_default();
                panic!("{what}: {state}\nstandard error: {errors}\nshown: {seen}");
            }
            pause();
        }
    }

    /// Waits until the state is as wanted; false if that never comes, or the program ends.
    pub fn comes_to(&mut self, wanted: impl Fn(&Probe) -> bool) -> bool {
        let began = Instant::now();
        loop {
            let runs = self.is_running();
            if self.last_probe().is_some_and(|seen| wanted(&seen)) {
                return true;
            }
            if !runs || began.elapsed() > PATIENCE {
                return false;
            }
            pause();
        }
    }

    /// Waits until a human can move.
    #[track_caller]
    pub fn wait_for_turn(&mut self) -> Probe {
        self.wait("a human's turn", Probe::is_ready)
    }

    /// Waits until something has a place and keeps it: dialogs and zoomed boards still move in
    /// the frames after they appear. The probe has no line for a frame without a change, so
    /// staying in place takes a fixed time.
    #[track_caller]
    pub fn wait_for_place(
        &mut self,
        what: &str,
        place: impl Fn(&Probe) -> Option<(f64, f64)>,
    ) -> (f64, f64) {
        let mut at = place(&self.wait(what, |seen| place(seen).is_some()));
        loop {
            // The duration of a slow frame.
            std::thread::sleep(Duration::from_millis(250));
            let now = place(&self.wait(what, |seen| place(seen).is_some()));
            if now == at {
                return now.expect("it was waited for");
            }
            at = now;
        }
    }

    /// Waits until the window draws nothing: no frame for longer than an animation, a clock or a
    /// double click needs. That nothing happens is what it waits for, so its time is fixed.
    #[track_caller]
    pub fn wait_for_idle(&mut self) -> Probe {
        let began = Instant::now();
        let mut seen = self.wait("a frame", |_| true);
        let mut since = Instant::now();
        while since.elapsed() < Duration::from_millis(1200) {
            assert!(began.elapsed() < PATIENCE, "the window never stops drawing: {seen}");
            pause();
            let now = self.wait("a frame", |_| true);
            if now.frame != seen.frame {
                (seen, since) = (now, Instant::now());
            }
        }
        seen
    }

    /// Clicks on a widget.
    #[track_caller]
    pub fn press(&mut self, label: &str) {
        let place = |seen: &Probe| seen.widget(label).map(|widget| (widget.x, widget.y));
        let at = self.wait_for_place(&format!("`{label}`"), place);
        self.click(at);
    }

    /// Clicks on a field, and types into it.
    #[track_caller]
    pub fn fill(&mut self, label: &str, text: &str) {
        self.press(label);
        self.wait(&format!("the keyboard in `{label}`"), |seen| {
            seen.widget(label).is_some_and(|field| field.focused)
        });
        self.write(text);
        self.wait(&format!("`{text}` in `{label}`"), |seen| {
            seen.widget(label).is_some_and(|field| field.value == text)
        });
    }

    /// Clicks on a place of the screen.
    pub fn click(&self, at: (f64, f64)) {
        let [x, y] = pixels(at);
        self.screen.act(&["mousemove", &x, &y, "click", "1"]);
    }

    /// Double-clicks on a place of the screen.
    pub fn double_click(&self, at: (f64, f64)) {
        let [x, y] = pixels(at);
        let twice = ["click", "--repeat", "2", "--delay", "60", "1"];
        self.screen.act(&[&["mousemove", &x, &y][..], &twice].concat());
    }

    /// Turns the wheel by a number of notches, towards the screen if below 0.
    pub fn wheel(&self, at: (f64, f64), notches: i32) {
        let [x, y] = pixels(at);
        let button = if notches > 0 { "4" } else { "5" };
        let times = notches.unsigned_abs().to_string();
        self.screen.act(&["mousemove", &x, &y, "click", "--repeat", &times, button]);
    }

    /// Moves the pointer.
    pub fn point(&self, at: (f64, f64)) {
        let [x, y] = pixels(at);
        self.screen.act(&["mousemove", &x, &y]);
    }

    /// Presses the mouse button at a place, and holds it.
    pub fn hold(&self, at: (f64, f64)) {
        let [x, y] = pixels(at);
        self.screen.act(&["mousemove", &x, &y, "mousedown", "1"]);
    }

    /// Releases the mouse button.
    pub fn release(&self) {
        self.screen.act(&["mouseup", "1"]);
    }

    /// Presses the mouse button, moves in steps, and releases it.
    pub fn drag(&self, from: (f64, f64), to: (f64, f64)) {
        self.hold(from);
        for step in 1..=5 {
            let part = f64::from(step) / 5.0;
            let at = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
            self.point(at);
        }
        self.release();
    }

    /// Drags with the middle button: turns and shifts the board.
    pub fn drag_middle(&self, from: (f64, f64), to: (f64, f64)) {
        self.drag_by("2", from, to);
    }

    /// Drags with the right button: draws an arrow; on a board in three dimensions, turns and
    /// tilts it.
    pub fn drag_right(&self, from: (f64, f64), to: (f64, f64)) {
        self.drag_by("3", from, to);
    }

    fn drag_by(&self, button: &str, from: (f64, f64), to: (f64, f64)) {
        let [x, y] = pixels(from);
        self.screen.act(&["mousemove", &x, &y, "mousedown", button]);
        let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        [middle, to].into_iter().for_each(|at| self.point(at));
        self.screen.act(&["mouseup", button]);
    }

    /// Clicks with the right button.
    pub fn click_right(&self, at: (f64, f64)) {
        let [x, y] = pixels(at);
        self.screen.act(&["mousemove", &x, &y, "click", "3"]);
    }

    /// Drags with the right button while a key is held.
    pub fn drag_right_holding(&self, key: &str, from: (f64, f64), to: (f64, f64)) {
        self.screen.act(&["keydown", key]);
        self.drag_right(from, to);
        self.screen.act(&["keyup", key]);
    }

    /// Presses keys one after the other: `ctrl+q`, `Escape`, ...
    pub fn keys(&self, keys: &[&str]) {
        let mut args = vec!["key"];
        args.extend(keys);
        self.screen.act(&args);
    }

    /// Types a text.
    pub fn write(&self, text: &str) {
        self.screen.act(&["type", text]);
    }

    /// Clicks along a path of sites until this many moves are played.
    #[track_caller]
    pub fn click_path(&mut self, path: &[&str], ply: u32) -> Probe {
        let (last, before) = path.split_last().expect("a path");
        for (length, site) in before.iter().enumerate() {
            let at = self.wait_for_turn().site(site);
            self.click(at);
            let chosen = before[..=length].to_vec();
            self.wait(&format!("{chosen:?} picked, clicked at {at:?}"), |seen| seen.path == chosen);
        }
        let at = self.wait_for_turn().site(last);
        self.click(at);
        self.wait(&format!("move {ply} by {path:?}"), |seen| seen.ply >= ply)
    }

    /// Kills the program, like a crash.
    pub fn crash(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }

    /// Waits for the end of the program, and returns the exit code.
    #[track_caller]
    pub fn end(&mut self) -> i32 {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("the program is ours") {
                return status.code().unwrap_or_else(|| panic!("{status}: {}", self.stderr()));
            }
            assert!(began.elapsed() < PATIENCE, "it does not end: {}", self.stderr());
            pause();
        }
    }

    /// Quits by the keyboard, and asserts success without a message.
    #[track_caller]
    pub fn quit(mut self) {
        self.keys(&["ctrl+q"]);
        let code = self.end();
        assert_eq!((code, self.stderr().as_str()), (0, ""));
    }

    /// Returns the program's standard error.
    pub fn stderr(&self) -> String {
        std::fs::read_to_string(&self.errors).unwrap_or_default()
    }

    /// Returns the processor time that the program has used, of all its threads.
    #[cfg(target_os = "linux")]
    pub fn processor_time(&self) -> Duration {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()));
        let stat = stat.unwrap_or_default();
        // The name in brackets may have spaces; user and system time are the 14th and 15th field,
        // in hundredths of a second.
        let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        let hundredths = fields.skip(11).take(2).filter_map(|it| it.parse::<u64>().ok());
        Duration::from_millis(hundredths.sum::<u64>() * 10)
    }

    /// Tells whether the program still runs.
    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().expect("the program is ours").is_none()
    }
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn pixels((x, y): (f64, f64)) -> [String; 2] {
    [x, y].map(|it| format!("{:.0}", it.max(0.0)))
}
