//! Lines over a WebSocket, one a text frame.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use boardloom_base::LogLimit;
use boardloom_room::LIMITS;
use serde_json::json;
use tokio::sync::{Notify, mpsc};

use crate::limits::RateLimit;

/// Longer frames end the connection; shorter ones that are too long get an error.
pub(crate) const MAX_FRAME: usize = 4 * LIMITS.line_bytes;
/// The most lines, and bytes of lines, that wait for a slow client. A slower one is cut off; it
/// gets the state when it comes back.
const MAX_LINES: usize = 256;
const MAX_BYTES: usize = 4 << 20;
/// The most time for one line.
const SEND_TIME: Duration = Duration::from_secs(20);
/// A connection that is silent for longer has broken: browsers answer pings.
const SILENCE: Duration = Duration::from_secs(60);
const PING_EVERY: Duration = Duration::from_secs(20);
/// Messages a second, and at once.
const RATE: (f64, f64) = (15.0, 80.0);
/// So many messages beyond the rate end the connection.
const MAX_REFUSED: u32 = 300;

/// Queues lines for a client, without waiting. Dropping all of them closes the connection once
/// everything is sent.
#[derive(Debug, Clone)]
pub(crate) struct OutboxSender {
    lines: mpsc::Sender<String>,
    state: Arc<OutboxState>,
}

#[derive(Debug)]
struct OutboxState {
    bytes: AtomicUsize,
    overflow: Notify,
}

#[derive(Debug)]
pub(crate) struct Outbox {
    lines: mpsc::Receiver<String>,
    state: Arc<OutboxState>,
}

pub(crate) fn outbox() -> (OutboxSender, Outbox) {
    let (sender, lines) = mpsc::channel(MAX_LINES);
    let state = Arc::new(OutboxState { bytes: AtomicUsize::new(0), overflow: Notify::new() });
    (OutboxSender { lines: sender, state: Arc::clone(&state) }, Outbox { lines, state })
}

impl OutboxSender {
    pub fn send(&self, line: String) {
        let bytes = line.len();
        let waiting = self.state.bytes.fetch_add(bytes, Ordering::SeqCst);
        // A single line may be longer than all that may wait.
        if waiting > MAX_BYTES || self.lines.try_send(line).is_err() {
            self.state.overflow.notify_one();
        }
    }

    /// Waits until the connection is closed.
    pub async fn closed(&self) {
        self.lines.closed().await;
    }
}

/// What becomes of a line of the client.
pub(crate) enum Reply {
    Nothing,
    Line(String),
    /// The connection ends.
    End,
}

/// Takes the lines of a client, one after the other.
pub(crate) trait LineReceiver: Send {
    fn receive(&mut self, line: String) -> impl Future<Output = Reply> + Send;
}

pub(crate) fn error_line(code: &str, message: &str, id: Option<&str>) -> String {
    let mut error = json!({ "type": "error", "code": code, "message": message });
    if let Some(id) = id {
        error["id"] = id.into();
    }
    error.to_string()
}

/// Carries lines both ways until one side ends the connection.
pub(crate) async fn carry(
    mut socket: WebSocket,
    mut outbox: Outbox,
    mut receiver: impl LineReceiver,
    address: IpAddr,
) {
    let mut rate = RateLimit::new(RATE.0, RATE.1, Instant::now());
    let mut refused = 0;
    let mut heard = Instant::now();
    let mut pings = tokio::time::interval(PING_EVERY);
    loop {
        let sent = tokio::select! {
            () = outbox.state.overflow.notified() => {
                warn(address, "a connection was closed: it is too slow");
                close(socket, close_code::AGAIN, "the connection is too slow").await;
                return;
            }
            line = outbox.lines.recv() => match line {
                Some(line) => {
                    outbox.state.bytes.fetch_sub(line.len(), Ordering::SeqCst);
                    send(&mut socket, Message::text(line)).await
                }
                None => {
                    close(socket, close_code::AWAY, "the connection was closed by the game").await;
                    return;
                }
            },
            message = socket.recv() => {
                heard = Instant::now();
                match message {
                    Some(Ok(message)) if is_counted(&message) && !rate.passes(heard) => {
                        refused += 1;
                        if refused == 1 {
                            warn(address, "a connection sends too many messages at once");
                        }
                        if refused > MAX_REFUSED {
                            warn(address, "a connection was closed: it sends too many messages");
                            close(socket, close_code::POLICY, "too many messages").await;
                            return;
                        }
                        let why = "too many messages at once: wait a little";
                        send(&mut socket, Message::text(error_line("too-fast", why, None))).await
                    }
                    Some(Ok(Message::Text(line))) => match receiver.receive(line.to_string()).await {
                        Reply::Nothing => true,
                        Reply::Line(line) => send(&mut socket, Message::text(line)).await,
                        Reply::End => {
                            close(socket, close_code::AWAY, "the game has ended").await;
                            return;
                        }
                    },
                    Some(Ok(Message::Binary(_))) => {
                        warn(address, "a client sent a binary frame");
                        let why = "expected a text frame with one JSON object";
                        send(&mut socket, Message::text(error_line("bad-message", why, None))).await
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => true,
                    Some(Err(error)) => {
                        if is_malformed(error) {
                            warn(address, "a connection was closed: its frame is too long, or broken");
                        }
                        let why = "the frame is too long, or broken";
                        close(socket, close_code::SIZE, why).await;
                        return;
                    }
                    Some(Ok(Message::Close(_))) | None => return,
                }
            }
            _ = pings.tick() => {
                heard.elapsed() < SILENCE && send(&mut socket, Message::Ping(Vec::new().into())).await
            }
        };
        if !sent {
            return;
        }
    }
}

/// Tells whether a client sent what is no frame; others have lost their connection.
fn is_malformed(error: axum::Error) -> bool {
    use tungstenite::Error;
    use tungstenite::error::ProtocolError::ResetWithoutClosingHandshake;
    let known = error.into_inner().downcast::<Error>();
    known.is_ok_and(|error| match *error {
        Error::Protocol(error) => error != ResetWithoutClosingHandshake,
        Error::Capacity(_) | Error::Utf8(_) => true,
        _ => false,
    })
}

/// Logs what a client did, at most once a second.
fn warn(address: IpAddr, what: &str) {
    static CLIENTS: LogLimit = LogLimit::new();
    if let Some(left_out) = CLIENTS.passes() {
        tracing::warn!(%address, left_out, "{what}");
    }
}

/// Tells whether a frame counts for the rate: all but answers to pings.
fn is_counted(message: &Message) -> bool {
    matches!(message, Message::Text(_) | Message::Binary(_) | Message::Ping(_))
}

/// Sends a line and closes the connection.
pub(crate) async fn refuse(mut socket: WebSocket, line: String) {
    if send(&mut socket, Message::text(line)).await {
        close(socket, close_code::POLICY, "").await;
    }
}

async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(tokio::time::timeout(SEND_TIME, socket.send(message)).await, Ok(Ok(())))
}

async fn close(mut socket: WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame { code, reason: reason.into() };
    if send(&mut socket, Message::Close(Some(frame))).await {
        // The client answers, so that it reads what was sent before.
        let _ = tokio::time::timeout(Duration::from_secs(2), socket.recv()).await;
    }
}
