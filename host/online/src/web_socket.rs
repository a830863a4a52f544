//! The WebSocket of a room on a server (RFC 6455). One thread reads, another writes; both share the
//! stream.

use std::io::{self, ErrorKind, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

use tungstenite::client::{IntoClientRequest, client_with_config};
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Error, HandshakeError, Message, WebSocket};

use crate::room_address::RoomLink;
use crate::room_stream::{HANDSHAKE, RoomStream};

/// The longest part of a refusal that is told, in characters.
const MAX_REFUSAL: usize = 200;

pub(crate) struct FrameReader(WebSocket<FrameStream>);

pub(crate) struct FrameWriter(WebSocket<FrameStream>);

/// Opens the WebSocket of a room on a connected stream, for lines of at most `longest` bytes.
///
/// # Errors
/// When the server refuses, or is none.
pub(crate) fn open(
    stream: RoomStream,
    link: &RoomLink,
    longest: usize,
) -> io::Result<(FrameReader, FrameWriter)> {
    let socket = stream.socket();
    socket.set_read_timeout(Some(HANDSHAKE))?;
    socket.set_write_timeout(Some(HANDSHAKE))?;
    let stream = FrameStream { stream, order: Arc::default(), waiting: Vec::new() };
    let config =
        WebSocketConfig::default().max_message_size(Some(longest)).max_frame_size(Some(longest));
    let request = link.socket_url().into_client_request().map_err(io::Error::other)?;
    let writing = stream.clone();
    let (reader, _) =
        client_with_config(request, stream, Some(config)).map_err(|error| match error {
            HandshakeError::Failure(error) => refusal(error),
            HandshakeError::Interrupted(_) => {
                io::Error::new(ErrorKind::TimedOut, "it does not answer in time")
            }
        })?;
    let writer = WebSocket::from_raw_socket(writing, Role::Client, Some(config));
    Ok((FrameReader(reader), FrameWriter(writer)))
}

/// Tells why a server opened no WebSocket, in its own words where it says why.
fn refusal(error: Error) -> io::Error {
    match error {
        Error::Io(error) => error,
        Error::Http(response) => {
            let status = response.status();
            let body = response.into_body().unwrap_or_default();
            let body = String::from_utf8_lossy(&body);
            let why = body.trim();
            let is_text = !why.is_empty()
                && why.chars().count() <= MAX_REFUSAL
                && !why.contains(|c: char| c.is_control() || c == '<');
            match is_text {
                true => io::Error::other(why.to_owned()),
                false => io::Error::other(format!(
                    "it answers \"{status}\", so it is no server of games"
                )),
            }
        }
        other => io::Error::other(other),
    }
}

impl FrameReader {
    /// Waits for the next line. `None` at the end.
    pub fn next_line(&mut self) -> Option<String> {
        loop {
            match self.0.read() {
                Ok(Message::Text(line)) => return Some(line.as_str().to_owned()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }
}

impl FrameWriter {
    pub fn send(&mut self, line: String) -> io::Result<()> {
        self.0.send(Message::text(line)).map_err(|error| match error {
            Error::Io(error) => error,
            other => io::Error::other(other),
        })
    }
}

/// A stream that writes whole frames: the reader answers pings between the writer's frames.
struct FrameStream {
    stream: RoomStream,
    /// Held while frames are written.
    order: Arc<Mutex<()>>,
    waiting: Vec<u8>,
}

impl Clone for FrameStream {
    fn clone(&self) -> Self {
        let (stream, order) = (self.stream.clone(), Arc::clone(&self.order));
        FrameStream { stream, order, waiting: Vec::new() }
    }
}

impl Read for FrameStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.read(buffer)
    }
}

impl Write for FrameStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.waiting.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let _order = self.order.lock().unwrap_or_else(PoisonError::into_inner);
        let frames = std::mem::take(&mut self.waiting);
        if frames.is_empty() { Ok(()) } else { self.stream.send(&frames) }
    }
}
