//! A browser without a screen, driven by the Chrome DevTools Protocol.

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// Sizes of a page, in CSS pixels.
pub const PHONE: (u32, u32) = (390, 844);
pub const DESKTOP: (u32, u32) = (1280, 860);
const PATIENCE: Duration = Duration::from_secs(60);
/// The error of an expression that was to be evaluated in a page that is gone.
const LEFT: &str = "Inspected target navigated or closed";
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

fn program() -> Option<&'static str> {
    let runs = |name: &&str| {
        let mut command = Command::new(name);
        command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    NAMES.into_iter().find(runs)
}

/// Tells why no test of the page can run; `None` if they can.
pub fn missing() -> Option<String> {
    program().is_none().then(|| "needs Chromium: apt install chromium".to_owned())
}

/// A browser with one page, in a profile of its own.
pub struct Browser {
    child: Child,
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    session: String,
    sent: u64,
    /// What the page wrote to its console as errors, and exceptions.
    pub errors: Vec<String>,
    _profile: TempDir,
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Browser {
    /// Opens a page in a window of this size; a phone has touch.
    pub fn open(address: &str, (width, height): (u32, u32), phone: bool, dark: bool) -> Self {
        let profile = tempfile::tempdir().unwrap();
        let mut command = Command::new(program().unwrap());
        command.args(["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run"]);
        command.args(["--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-port=0"]);
        command.arg(format!("--user-data-dir={}", profile.path().display()));
        command.arg("about:blank").stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut lines = lines.map_while(Result::ok);
        let listening = lines.find_map(|line| {
            line.strip_prefix("DevTools listening on ").map(|it| it.trim().to_owned())
        });
        let listening = listening.expect("the browser tells where it listens");
        std::thread::spawn(move || lines.for_each(drop));
        let (socket, _) = tungstenite::connect(listening).unwrap();
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(PATIENCE)).unwrap();
        }
        let session = String::new();
        let mut browser =
            Browser { child, socket, session, sent: 0, errors: Vec::new(), _profile: profile };
        let targets = browser.call("Target.getTargets", json!({}));
        let pages = targets["targetInfos"].as_array().unwrap();
        let page = pages.iter().find(|target| target["type"] == "page").unwrap();
        let attach = json!({ "targetId": page["targetId"], "flatten": true });
        let attached = browser.call("Target.attachToTarget", attach);
        browser.session = attached["sessionId"].as_str().unwrap().to_owned();
        browser.call("Page.enable", json!({}));
        browser.call("Runtime.enable", json!({}));
        browser.call("Log.enable", json!({}));
        let metrics = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone,
        });
        browser.call("Emulation.setDeviceMetricsOverride", metrics);
        browser.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": phone }));
        let scheme = if dark { "dark" } else { "light" };
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        browser.call("Emulation.setEmulatedMedia", json!({ "features": features }));
        browser.go_to(address);
        browser
    }

    fn call(&mut self, method: &str, params: Value) -> Value {
        self.try_call(method, params).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Returns the result, or the error that the browser tells.
    fn try_call(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        self.sent += 1;
        let mut message = json!({ "id": self.sent, "method": method, "params": params });
        if !self.session.is_empty() {
            message["sessionId"] = Value::from(self.session.as_str());
        }
        self.socket.send(Message::text(message.to_string())).unwrap();
        loop {
            let answer = self.socket.read().unwrap();
            let Message::Text(text) = answer else { continue };
            let answer: Value = serde_json::from_str(&text).unwrap();
            if answer["id"] == self.sent {
                return match answer.get("error") {
                    Some(error) => Err(error.clone()),
                    None => Ok(answer["result"].clone()),
                };
            }
            self.note(&answer);
        }
    }

    fn note(&mut self, event: &Value) {
        let params = &event["params"];
        let error = match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => Some(&params["exceptionDetails"]),
            Some("Log.entryAdded") if params["entry"]["level"] == "error" => Some(&params["entry"]),
            _ => None,
        };
        if let Some(error) = error {
            self.errors.push(error.to_string());
        }
    }

    pub fn go_to(&mut self, address: &str) {
        self.call("Page.navigate", json!({ "url": address }));
        self.wait_for("document.readyState === 'complete'");
    }

    /// Returns the value of an expression in the page.
    #[track_caller]
    pub fn value(&mut self, expression: &str) -> Value {
        self.try_value(expression).unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    #[track_caller]
    fn try_value(&mut self, expression: &str) -> Result<Value, Value> {
        let params = json!({
            "expression": expression, "returnByValue": true, "awaitPromise": true,
            "userGesture": true,
        });
        let result = self.try_call("Runtime.evaluate", params)?;
        assert!(result.get("exceptionDetails").is_none(), "{expression}: {result}");
        Ok(result["result"]["value"].clone())
    }

    pub fn text(&mut self, selector: &str) -> String {
        let value = self.value(&format!("document.querySelector({selector:?})?.innerText ?? ''"));
        value.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until an expression in the page is true.
    #[track_caller]
    pub fn wait_for(&mut self, expression: &str) {
        let began = Instant::now();
        loop {
            match self.try_value(expression) {
                Ok(value) if value == true => return,
                // A page that is being left answers for the next one.
                Err(error) if error["message"] != LEFT => panic!("{expression}: {error}"),
                _ => {}
            }
            let shown = "document.body?.innerText ?? ''";
            if began.elapsed() > PATIENCE {
                panic!("never `{expression}` in:\n{}", self.value(shown));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    #[track_caller]
    pub fn wait_for_text(&mut self, selector: &str, text: &str) {
        let found = format!("document.querySelector({selector:?})?.innerText.includes({text:?})");
        self.wait_for(&format!("!!{found}"));
    }

    fn mouse(&mut self, kind: &str, (x, y): (f64, f64), held: bool) {
        let params = json!({
            "type": kind, "x": x, "y": y, "button": "left", "buttons": u8::from(held),
            "clickCount": u8::from(kind != "mouseMoved"),
        });
        self.call("Input.dispatchMouseEvent", params);
    }

    pub fn click_at(&mut self, at: (f64, f64)) {
        self.mouse("mouseMoved", at, false);
        self.mouse("mousePressed", at, true);
        self.mouse("mouseReleased", at, false);
    }

    pub fn tap_at(&mut self, (x, y): (f64, f64)) {
        let points = json!([{ "x": x, "y": y }]);
        let start = json!({ "type": "touchStart", "touchPoints": points });
        self.call("Input.dispatchTouchEvent", start);
        self.call("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] }));
    }

    pub fn drag(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.mouse("mouseMoved", from, false);
        self.mouse("mousePressed", from, true);
        for step in 1..=4 {
            let part = f64::from(step) / 4.0;
            let at = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
            self.mouse("mouseMoved", at, true);
        }
        self.mouse("mouseReleased", to, false);
    }

    /// Clicks the first element that a selector finds and whose text begins so.
    #[track_caller]
    pub fn click(&mut self, selector: &str, text: &str) {
        let find = format!(
            "[...document.querySelectorAll({selector:?})].find(it => it.offsetParent !== null && \
             it.innerText.trim().startsWith({text:?}))"
        );
        self.wait_for(&format!("!!{find}"));
        let center = format!(
            "(() => {{ const it = {find}; it?.scrollIntoView({{ block: 'center' }}); \
             const box = it?.getBoundingClientRect(); \
             return box && [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        );
        // The page may still grow.
        let (mut at, began) = (Value::Null, Instant::now());
        loop {
            let now = self.value(&center);
            if !now.is_null() && now == at {
                return self.click_at(point(&at));
            }
            assert!(began.elapsed() < PATIENCE, "{selector} never stands still");
            at = now;
            std::thread::sleep(Duration::from_millis(60));
        }
    }

    /// Chooses a ruleset for two players in the lobby's form.
    #[track_caller]
    pub fn choose_ruleset(&mut self, ruleset: &str) {
        self.wait_for("document.querySelectorAll('#ruleset option').length > 20");
        self.value(&format!("document.querySelector('#ruleset').value = '{ruleset}'"));
        self.value("document.querySelector('#ruleset').dispatchEvent(new Event('change'))");
        self.wait_for("document.querySelectorAll('#seats select').length === 2");
    }

    /// Takes the open seat above or below the board.
    #[track_caller]
    pub fn take_seat(&mut self, side: &str) {
        // Before the board comes, the buttons around it move.
        self.wait_for("document.querySelectorAll('#board .hit').length > 0");
        self.click(&format!("#{side} button"), "Join");
    }

    /// Clicks the first element that a selector finds, if it is still there.
    pub fn click_if_there(&mut self, selector: &str) {
        let at = self.value(&format!(
            "(() => {{ const it = [...document.querySelectorAll({selector:?})] \
             .find(it => it.offsetParent !== null); it?.scrollIntoView({{ block: 'center' }}); \
             const box = it?.getBoundingClientRect(); \
             return box ? [box.x + box.width / 2, box.y + box.height / 2] : null; }})()"
        ));
        if !at.is_null() {
            self.click_at(point(&at));
        }
    }

    pub fn press(&mut self, key: &str) {
        let code = match key {
            "Enter" => 13,
            "Escape" => 27,
            "Tab" => 9,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            _ => 0,
        };
        let text = if key == "Enter" { "\r" } else { "" };
        for kind in ["keyDown", "keyUp"] {
            let params = json!({
                "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code,
                "text": if kind == "keyDown" { text } else { "" },
            });
            self.call("Input.dispatchKeyEvent", params);
        }
    }

    pub fn type_text(&mut self, text: &str) {
        self.call("Input.insertText", json!({ "text": text }));
    }

    /// Answers the next question of the page (`confirm`).
    pub fn confirm_questions(&mut self) {
        self.value("window.confirm = () => true");
    }

    /// Writes a picture of the page, if the environment names a folder for them.
    pub fn picture(&mut self, name: &str) {
        let Some(folder) = std::env::var_os("BOARDLOOM_PICTURES") else { return };
        self.value("new Promise(done => setTimeout(done, 300))");
        let shot = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        let bytes = base64_bytes(shot["data"].as_str().unwrap());
        std::fs::write(Path::new(&folder).join(format!("{name}.png")), bytes).unwrap();
    }
}

/// Returns a pair of numbers.
pub fn point(value: &Value) -> (f64, f64) {
    (value[0].as_f64().unwrap(), value[1].as_f64().unwrap())
}

fn base64_bytes(text: &str) -> Vec<u8> {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut held, mut bits) = (Vec::new(), 0_u32, 0);
    for sign in text.bytes().filter(|sign| *sign != b'=') {
        let value = SIGNS.iter().position(|known| *known == sign).unwrap() as u32;
        (held, bits) = ((held << 6 | value) & 0xff_ffff, bits + 6);
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
        }
    }
    bytes
}
