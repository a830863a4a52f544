//! `boardloom serve` as a process, and clients of its WebSockets.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::http::{HeaderName, HeaderValue};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

use crate::program::TestDir;

/// Of the accounts in tests.
pub const PASSWORD: &str = "correct horse";
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server.
pub struct Served {
    child: Mutex<Child>,
    /// Host and port.
    pub address: String,
    /// What the server has logged.
    log: Arc<Mutex<String>>,
}

impl Drop for Served {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Served {
    pub fn start(dir: &TestDir, args: &[&str]) -> Self {
        Served::start_with(dir, "127.0.0.1:0", args)
    }

    /// Starts a server at the address of an earlier one.
    pub fn start_at(dir: &TestDir, address: &str) -> Self {
        Served::start_with(dir, address, &[])
    }

    fn start_with(dir: &TestDir, listen: &str, args: &[&str]) -> Self {
        let all = [&["serve", "--listen", listen, "--data", "server"], args].concat();
        Served::spawn(dir.command(&all))
    }

    /// Starts a server from a shell, behind a command of that.
    #[cfg(unix)]
    pub fn start_after(dir: &TestDir, before: &str, args: &str) -> Self {
        let program = env!("CARGO_BIN_EXE_boardloom-under-test");
        let serve = "serve --listen 127.0.0.1:0 --data server";
        Served::spawn(dir.shell(&format!("{before}; exec '{program}' {serve} {args}")))
    }

    fn spawn(mut command: Command) -> Self {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let log = Arc::<Mutex<String>>::default();
        let (errors, kept) = (child.stderr.take().expect("its log"), Arc::clone(&log));
        std::thread::spawn(move || {
            for line in BufReader::new(errors).lines().map_while(Result::ok) {
                eprintln!("{line}");
                let mut kept = kept.lock().expect("no test panicked here");
                kept.push_str(&line);
                kept.push('\n');
            }
        });
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let first = lines.next().expect("a line").expect("text");
        let address = first.strip_prefix("listening on http://").expect("an address");
        let address = address.split(' ').next().expect("an address").to_owned();
        assert!(first.ends_with("(this machine only)"), "{first}");
        std::thread::spawn(move || lines.for_each(drop));
        Served { child: Mutex::new(child), address, log }
    }

    /// Waits until the log has a text, and returns the log.
    #[track_caller]
    pub fn until_logged(&self, text: &str) -> String {
        let began = Instant::now();
        loop {
            let log = self.log.lock().expect("no test panicked here").clone();
            if log.contains(text) {
                return log;
            }
            assert!(began.elapsed() < PATIENCE, "no `{text}` in the log:\n{log}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Returns the number of files that the process has open; `None` where the system does not
    /// tell.
    pub fn open_files(&self) -> Option<usize> {
        let id = self.child.lock().expect("no test panicked here").id();
        Some(std::fs::read_dir(format!("/proc/{id}/fd")).ok()?.count())
    }

    /// Returns the memory that the process has, in KiB; 0 where the system does not tell.
    pub fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!(
            "/proc/{}/status",
            self.child.lock().expect("no test panicked here").id()
        ));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let words = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        words.unwrap_or(0)
    }

    pub fn page(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Ends the process as a crash does.
    pub fn kill(&self) {
        let mut child = self.child.lock().expect("no test panicked here");
        let _ = child.kill();
        let _ = child.wait();
    }

    /// Connects to a path, as a page of an origin if there is one.
    pub fn try_connect(&self, path: &str, origin: Option<&str>) -> tungstenite::Result<Wire> {
        self.connect_with(path, origin.map(|origin| ("origin", origin)))
    }

    /// Connects with the cookie of an account's session.
    pub fn connect_as(&self, path: &str, cookie: &str) -> Wire {
        self.connect_with(path, Some(("cookie", cookie))).expect("it listens")
    }

    fn connect_with(&self, path: &str, header: Option<(&str, &str)>) -> tungstenite::Result<Wire> {
        let mut request = format!("ws://{}{path}", self.address).into_client_request()?;
        if let Some((name, value)) = header {
            let value = HeaderValue::from_str(value).expect("a header");
            let name = HeaderName::from_bytes(name.as_bytes()).expect("a name");
            request.headers_mut().insert(name, value);
        }
        let (socket, _) = tungstenite::connect(request)?;
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        }
        Ok(Wire { socket })
    }

    pub fn lobby(&self) -> Wire {
        self.try_connect("/lobby/socket", None).expect("it listens")
    }

    /// Opens a room and returns the answer.
    pub fn create(&self, offer: &Value) -> Value {
        let mut lobby = self.lobby();
        let mut message = offer.clone();
        message["type"] = json!("create");
        lobby.send(&message);
        lobby.until("created")
    }

    /// Sends a request and returns the whole answer, with its head.
    pub fn request(&self, head: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let (address, length) = (&self.address, body.len());
        let request = format!(
            "{head}\r\nHost: {address}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).expect("it is connected");
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Sends a request about an account. Returns the status, the session's cookie and the body.
    pub fn account(&self, path: &str, fields: &Value, cookie: &str) -> (u16, String, Value) {
        let head = format!(
            "POST /account/{path} HTTP/1.1\r\nContent-Type: application/json\r\nCookie: {cookie}"
        );
        let answer = self.request(&head, &fields.to_string());
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).and_then(|it| it.parse().ok()).expect("a status");
        let set = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        let cookie = set.and_then(|cookie| cookie.split(';').next()).unwrap_or_default();
        (status, cookie.to_owned(), serde_json::from_str(body).unwrap_or_default())
    }

    /// Adds an account and returns the cookie of its session.
    #[track_caller]
    pub fn sign_up(&self, name: &str) -> String {
        let fields = json!({ "name": name, "password": PASSWORD });
        let (status, cookie, body) = self.account("sign-up", &fields, "");
        assert_eq!(status, 200, "{body}");
        cookie
    }

    /// Enters a room with an account, and follows it.
    pub fn enter_as(&self, room: &str, cookie: &str) -> Wire {
        let mut wire = self.connect_as(&format!("/rooms/{room}/socket"), cookie);
        wire.send(&json!({ "type": "hello", "versions": [1], "name": "ignored" }));
        wire.until("welcome");
        wire.send(&json!({ "type": "join" }));
        wire
    }

    /// Enters a room, and follows it.
    pub fn enter(&self, room: &str, name: &str, token: Option<&str>) -> (Wire, String) {
        let mut wire = self.try_connect(&format!("/rooms/{room}/socket"), None).expect("a room");
        let hello = json!({ "type": "hello", "versions": [1], "name": name, "token": token });
        wire.send(&hello);
        let welcome = wire.until("welcome");
        wire.send(&json!({ "type": "join" }));
        (wire, welcome["token"].as_str().expect("a token").to_owned())
    }
}

/// A connection to the server.
pub struct Wire {
    pub socket: WebSocket<MaybeTlsStream<TcpStream>>,
}

impl Wire {
    pub fn send(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).expect("it is connected");
    }

    /// Returns the next message; `None` once the connection is closed.
    pub fn next(&mut self) -> Option<Value> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(line)) => {
                    let message: Value = serde_json::from_str(&line).expect("JSON");
                    if message["type"] == "ping" {
                        let pong = json!({ "type": "pong", "ping": message["ping"] });
                        self.socket.send(Message::text(pong.to_string())).ok()?;
                    } else {
                        return Some(message);
                    }
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Sends a message and returns the next one of a type; `None` once the connection is lost.
    pub fn ask(&mut self, message: &Value, kind: &str) -> Option<Value> {
        self.socket.send(Message::text(message.to_string())).ok()?;
        self.find(kind)
    }

    /// Returns the next message of a type; `None` once the connection is lost.
    pub fn find(&mut self, kind: &str) -> Option<Value> {
        loop {
            let message = self.next()?;
            if message["type"] == kind {
                return Some(message);
            }
        }
    }

    /// Returns the next message of a type.
    #[track_caller]
    pub fn until(&mut self, kind: &str) -> Value {
        let (mut others, began) = (Vec::new(), Instant::now());
        loop {
            // Pings would keep the connection alive for ever.
            assert!(began.elapsed() < PATIENCE, "no `{kind}` after {others:?}");
            let Some(message) = self.next() else { panic!("no `{kind}` after {others:?}") };
            if message["type"] == kind {
                return message;
            }
            others.push(message.to_string());
        }
    }

    /// Returns the next event of a kind.
    #[track_caller]
    pub fn until_event(&mut self, kind: &str) -> Value {
        loop {
            let event = self.until("event");
            if event["event"] == kind {
                return event;
            }
        }
    }

    /// Takes a seat and waits until the room has given it.
    #[track_caller]
    pub fn sit(&mut self, seat: u8) {
        self.send(&json!({ "type": "sit", "seat": seat }));
        while self.until_event("seat")["seat"] != seat {}
    }

    pub fn play(&mut self, id: &str, ply: u32, mv: &str) {
        self.send(&json!({ "type": "move", "id": id, "game": 1, "ply": ply, "move": mv }));
    }
}
