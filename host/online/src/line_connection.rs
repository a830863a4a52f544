//! A connection: a thread that reads lines and one that writes them.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::Duration;

use boardloom_room::LIMITS;

use crate::room_stream::RoomStream;
use crate::web_socket::{FrameReader, FrameWriter};

/// The most lines that wait for a slow reader. A slower one is cut off; it gets the state
/// when it comes back.
const QUEUED: usize = 256;
/// A connection that is silent for longer has broken: clients answer the server's pings.
const SILENCE: Duration = Duration::from_secs(60);
/// Enough for the state of a long game.
pub(crate) const MAX_SERVER_LINE: usize = 16 << 20;

/// The writing side of a connection. Dropping it closes the connection once everything is written.
#[derive(Debug)]
pub struct LineConnection {
    lines: SyncSender<String>,
    stream: RoomStream,
}

impl LineConnection {
    /// Starts the threads. `receive` gets each line, and `None` at the end.
    pub fn start(
        stream: RoomStream,
        from_server: bool,
        receive: impl FnMut(Option<String>) + Send + 'static,
    ) -> io::Result<Self> {
        let (reading, writing) = (stream.clone(), stream.clone());
        let longest = if from_server { MAX_SERVER_LINE } else { LIMITS.line_bytes };
        let write = move |mut line: String| {
            line.push('\n');
            writing.send(line.as_bytes())
        };
        Self::spawn(stream, move || read(reading, longest, receive), write)
    }

    /// As [`LineConnection::start`], over a WebSocket, where each line is a frame.
    pub(crate) fn start_frames(
        stream: RoomStream,
        mut reader: FrameReader,
        mut writer: FrameWriter,
        mut receive: impl FnMut(Option<String>) + Send + 'static,
    ) -> io::Result<Self> {
        let read = move || {
            while let Some(line) = reader.next_line() {
                receive(Some(line));
            }
            receive(None);
        };
        Self::spawn(stream, read, move |line| writer.send(line))
    }

    fn spawn(
        stream: RoomStream,
        read: impl FnOnce() + Send + 'static,
        mut write: impl FnMut(String) -> io::Result<()> + Send + 'static,
    ) -> io::Result<Self> {
        let socket = stream.socket();
        socket.set_nodelay(true)?;
        socket.set_read_timeout(Some(SILENCE))?;
        socket.set_write_timeout(Some(SILENCE))?;
        let (lines, queue) = sync_channel::<String>(QUEUED);
        std::thread::spawn(read);
        let writing = stream.clone();
        std::thread::spawn(move || {
            while let Ok(line) = queue.recv() {
                if write(line).is_err() {
                    return writing.cut();
                }
            }
            // Everything is written.
            writing.close();
        });
        Ok(LineConnection { lines, stream })
    }

    /// Sends a line. Cuts the connection off if too many wait.
    pub fn send(&self, line: String) {
        if self.lines.try_send(line).is_err() {
            self.stream.cut();
        }
    }
}

fn read(stream: RoomStream, longest: usize, mut receive: impl FnMut(Option<String>)) {
    let mut input = BufReader::new(stream);
    let mut line = Vec::new();
    loop {
        line.clear();
        // One byte more than allowed, so that a longer line is noticed.
        let most = longest as u64 + 2;
        match input.by_ref().take(most).read_until(b'\n', &mut line) {
            Ok(1..) if line.last() == Some(&b'\n') => {
                line.pop();
                receive(Some(String::from_utf8_lossy(&line).into_owned()));
            }
            Ok(1..) => {
                receive(Some(String::from_utf8_lossy(&line).into_owned()));
                break;
            }
            _ => break,
        }
    }
    receive(None);
}
