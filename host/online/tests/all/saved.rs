//! Rooms whose record cannot be written for a while.

use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use boardloom_match::GameSource;
use boardloom_online::{RoomConnection, RoomReport, RoomServer, RoomSupport};
use boardloom_room::{Room, RoomSettings};

const PATIENCE: Duration = Duration::from_secs(60);

struct Saved {
    server: RoomServer,
    connection: RoomConnection,
    lines: Receiver<String>,
    reports: Receiver<&'static str>,
}

/// Opens a room with a record, and a client in it.
fn open(record: &Path) -> Saved {
    let (rules, ruleset) = boardloom_testing::row("length = 5");
    let source = GameSource::new(rules, ruleset);
    let settings = RoomSettings { seed: 1, ..RoomServer::settings() };
    let room = Room::new(source, settings).expect("a room");
    let (reporter, reports) = channel();
    let server = RoomServer::start(
        room,
        RoomSupport::with_record(Some(record.to_owned())),
        move |report, _| {
            let _ = match report {
                RoomReport::SaveDelayed { .. } => reporter.send("delayed"),
                RoomReport::NotSaved { .. } => reporter.send("not saved"),
                _ => Ok(()),
            };
        },
    );
    let (sink, lines) = channel();
    let connection = server.connect(Box::new(move |line| drop(sink.send(line)))).expect("a place");
    let saved = Saved { server, connection, lines, reports };
    saved.say(r#"{"type":"hello","versions":[1],"name":"Ann"}"#);
    saved.until("welcome");
    saved.say(r#"{"type":"join"}"#);
    saved.until("state");
    saved
}

impl Saved {
    fn say(&self, line: &str) {
        assert!(self.connection.receive(line.to_owned()));
    }

    #[track_caller]
    fn until(&self, kind: &str) -> String {
        let start = format!("{{\"type\":\"{kind}\"");
        loop {
            let line = self.lines.recv_timeout(PATIENCE).expect("a line");
            if line.starts_with(&start) {
                return line;
            }
        }
    }
}

/// Takes the folder of the records away, and puts a file there.
fn break_disk(folder: &Path) {
    std::fs::rename(folder, folder.with_extension("away")).expect("a folder");
    std::fs::write(folder, "").expect("a file");
}

fn mend_disk(folder: &Path) {
    std::fs::remove_file(folder).expect("a file");
    std::fs::rename(folder.with_extension("away"), folder).expect("a folder");
}

/// Would break if a client were told of what is not on the disk, or a short failure ended a room.
#[test]
fn events_wait_until_the_record_can_be_written() {
    let dir = tempfile::tempdir().expect("a folder");
    let folder = dir.path().join("rooms");
    let record = folder.join("game.loom");
    let saved = open(&record);
    break_disk(&folder);
    saved.say(r#"{"type":"sit","seat":1}"#);
    assert_eq!(saved.reports.recv_timeout(PATIENCE), Ok("delayed"));
    let early = saved.lines.recv_timeout(Duration::from_millis(300));
    assert_eq!(early, Err(RecvTimeoutError::Timeout), "it is not on the disk");
    mend_disk(&folder);
    assert!(saved.until("event").contains("\"seat\":1"));
    let text = std::fs::read_to_string(&record).expect("a record");
    assert!(text.contains("Ann"), "{text}");
}

#[test]
fn a_room_that_ends_unsaved_says_so() {
    let dir = tempfile::tempdir().expect("a folder");
    let folder = dir.path().join("rooms");
    let saved = open(&folder.join("game.loom"));
    break_disk(&folder);
    saved.say(r#"{"type":"sit","seat":1}"#);
    assert_eq!(saved.reports.recv_timeout(PATIENCE), Ok("delayed"));
    // It does not wait for the disk when it has to end.
    drop(saved.server);
    assert_eq!(saved.reports.recv_timeout(PATIENCE), Ok("not saved"));
    let line = saved.lines.recv_timeout(PATIENCE).expect("a line");
    assert!(line.contains("\"code\":\"closing\""), "{line}");
    assert_eq!(saved.lines.recv_timeout(PATIENCE), Err(RecvTimeoutError::Disconnected));
}
