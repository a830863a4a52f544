//! `join`: a player in a room, line by line.

use std::io::BufRead;
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use boardloom_match::GameSource;
use boardloom_room::{
    ChatTo, ClientMessage, ErrorCode, Replica, RoomEvent, RoomState, SeatKind, ServerMessage,
};
use boardloom_ruleset::Overrides;

use super::commands::{self, RoomCommand};
use super::connection::Connection;
use super::show;
use crate::cli::Join;
use crate::{Catalog, Console, Failure, Result};

/// The interval at which the server's lines are read while the player types nothing.
const PATIENCE: Duration = Duration::from_millis(30);
/// After this time without the server, the client gives up.
const RECONNECT: Duration = Duration::from_secs(60);
const RECONNECT_EVERY: Duration = Duration::from_millis(500);

/// Plays in a room until `quit` or the end of the input.
pub fn join(catalog: &Catalog, args: &Join, console: &mut Console<'_>) -> Result<()> {
    let (connection, lines) = connect(&args.address)?;
    if args.json {
        return pass_on(&connection, &lines, console);
    }
    let token_file = token_file(catalog, args);
    let token = token_file.as_ref().and_then(|path| std::fs::read_to_string(path).ok());
    let session = format!("{:x}", super::random());
    let replica = Replica::new(args.name.clone(), session, args.code.clone(), token);
    let mut client =
        JoinSession { catalog, args, replica, connection, lines, source: None, token_file };
    client.send(&client.replica.hello());
    client.run(console)
}

fn connect(address: &str) -> Result<(Connection, Receiver<Option<String>>)> {
    let failed =
        |error: std::io::Error| Failure::Usage(format!("no room answers at {address}: {error}"));
    let stream = TcpStream::connect(address).map_err(failed)?;
    let (sender, lines) = channel();
    let receive = move |line| drop(sender.send(line));
    Ok((Connection::start(stream, true, receive).map_err(failed)?, lines))
}

/// Returns the file with the secret of a room, so that a client that was killed gets its seat back.
fn token_file(catalog: &Catalog, args: &Join) -> Option<PathBuf> {
    let plain = |text: &str| text.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    let code = plain(args.code.as_deref().unwrap_or_default());
    let name = format!("{}-{code}-{}.token", plain(&args.address), plain(&args.name));
    Some(super::folder(catalog)?.join(name))
}

fn pass_on(
    connection: &Connection,
    lines: &Receiver<Option<String>>,
    console: &mut Console<'_>,
) -> Result<()> {
    loop {
        match lines.try_recv() {
            Ok(Some(line)) => {
                writeln!(console.out, "{line}")?;
                console.flush()?;
                continue;
            }
            Ok(None) | Err(TryRecvError::Disconnected) => return Ok(()),
            Err(TryRecvError::Empty) => {}
        }
        if console.wait(PATIENCE) {
            let mut line = String::new();
            if console.input.read_line(&mut line)? == 0 {
                return Ok(());
            }
            connection.send(line.trim_end().to_owned());
        }
    }
}

struct JoinSession<'a> {
    catalog: &'a Catalog,
    args: &'a Join,
    replica: Replica,
    connection: Connection,
    lines: Receiver<Option<String>>,
    /// The game and its rules, for drawings; absent if the plugin is missing here.
    source: Option<(String, Option<GameSource>)>,
    token_file: Option<PathBuf>,
}

impl JoinSession<'_> {
    fn run(&mut self, console: &mut Console<'_>) -> Result<()> {
        loop {
            match self.lines.try_recv() {
                Ok(Some(line)) => {
                    self.receive(&line, console)?;
                    continue;
                }
                Ok(None) | Err(TryRecvError::Disconnected) => self.reconnect(console)?,
                Err(TryRecvError::Empty) => {}
            }
            if !console.wait(PATIENCE) {
                continue;
            }
            let mut line = String::new();
            if console.input.read_line(&mut line)? == 0 {
                return Ok(());
            }
            let line = line.trim();
            match (!line.is_empty()).then(|| commands::read(line, &mut self.replica)) {
                None => {}
                Some(Err(why)) => console.say(why),
                Some(Ok(RoomCommand::Send(message))) => self.send(&message),
                Some(Ok(RoomCommand::Board)) => self.show_board(console)?,
                Some(Ok(RoomCommand::Print(text))) => write!(console.out, "{text}")?,
                Some(Ok(RoomCommand::Quit)) => return Ok(()),
            }
            console.flush()?;
        }
    }

    fn send(&self, message: &ClientMessage) {
        self.connection.send(serde_json::to_string(message).expect("messages have only text keys"));
    }

    fn reconnect(&mut self, console: &mut Console<'_>) -> Result<()> {
        console.say("the connection broke off; trying again");
        let began = Instant::now();
        loop {
            match connect(&self.args.address) {
                Ok((connection, lines)) => {
                    (self.connection, self.lines) = (connection, lines);
                    self.send(&self.replica.hello());
                    return Ok(());
                }
                Err(failure) if began.elapsed() > RECONNECT => return Err(failure),
                Err(_) => std::thread::sleep(RECONNECT_EVERY),
            }
        }
    }

    fn receive(&mut self, line: &str, console: &mut Console<'_>) -> Result<()> {
        let Ok(message) = serde_json::from_str::<ServerMessage>(line) else {
            console.say("the server sent a line that is no message");
            return Ok(());
        };
        let before = self.replica.state().cloned();
        for answer in self.replica.take(&message) {
            self.send(&answer);
        }
        match &message {
            ServerMessage::Welcome { token, .. } => self.keep(token),
            ServerMessage::State { state, .. } if self.replica.state() == Some(&**state) => {
                self.show_state(before.as_ref(), console)?;
            }
            ServerMessage::Event { event, .. } if self.replica.state() != before.as_ref() => {
                self.show_event(event, before.as_ref(), console)?;
            }
            ServerMessage::Chat { name, to, text, .. } => {
                let to = match to {
                    ChatTo::All => "",
                    ChatTo::Seat(_) => " (in private)",
                    ChatTo::Watchers => " (to watchers)",
                };
                writeln!(console.out, "{name}{to}: {text}")?;
            }
            ServerMessage::Error(error) => {
                console.say(&error.message);
                let refused =
                    [ErrorCode::Code, ErrorCode::Version, ErrorCode::Name, ErrorCode::Full];
                if refused.contains(&error.code) {
                    return Err(Failure::Usage(error.message.clone()));
                }
            }
            _ => {}
        }
        self.sit();
        console.flush()?;
        Ok(())
    }

    /// Keeps the secret for the next start. Without the file, only the seat is lost then.
    fn keep(&self, token: &str) {
        let Some(path) = &self.token_file else { return };
        if let Some(folder) = path.parent() {
            let _ = std::fs::create_dir_all(folder);
        }
        let _ = boardloom_match::write_atomically(path, token.as_bytes());
    }

    fn sit(&self) {
        let Some(state) = self.replica.state() else { return };
        if self.args.watch || self.replica.seat().is_some() || state.is_over() {
            return;
        }
        let open = (1..).zip(&state.seats).filter(|(_, seat)| seat.kind == SeatKind::Open);
        let mut open = open.map(|(seat, _)| seat);
        let seat = match self.args.seat {
            Some(wanted) => open.find(|seat| *seat == wanted),
            None => open.next(),
        };
        if let Some(seat) = seat {
            self.send(&ClientMessage::Sit { seat });
        }
    }

    fn show_state(&mut self, before: Option<&RoomState>, console: &mut Console<'_>) -> Result<()> {
        let Some(state) = self.replica.state().cloned() else { return Ok(()) };
        if before.is_none_or(|before| before.game != state.game) {
            writeln!(console.out, "Game {}: {}", state.game, state.ruleset)?;
            writeln!(console.out, "{}", show::seats(&state))?;
        }
        if before.is_none_or(|before| before.played != state.played) {
            self.show_board(console)?;
        }
        writeln!(console.out, "{}", show::turn(&state, self.replica.seat()))?;
        Ok(())
    }

    fn show_event(
        &mut self,
        event: &RoomEvent,
        before: Option<&RoomState>,
        console: &mut Console<'_>,
    ) -> Result<()> {
        let Some(state) = self.replica.state().cloned() else { return Ok(()) };
        let own = self.replica.seat();
        let shows_turn = match event {
            RoomEvent::Played { played, .. } => {
                let first = state.played.len() - played.len() + 1;
                for (number, entry) in (first..).zip(played) {
                    writeln!(console.out, "{}", show::played(&state, number, entry))?;
                }
                self.show_board(console)?;
                true
            }
            RoomEvent::TakenBack(_) => {
                writeln!(console.out, "Taken back to ply {}", state.turn.ply)?;
                self.show_board(console)?;
                true
            }
            RoomEvent::Turn(turn) => {
                let known = before.map(|before| (&before.turn.end, before.turn.paused));
                known != Some((&turn.end, turn.paused))
            }
            RoomEvent::Seat { .. } => {
                writeln!(console.out, "{}", show::seats(&state))?;
                before.is_some_and(RoomState::has_open_seat) && !state.has_open_seat()
            }
            RoomEvent::Offered(offer) => {
                let by = offer.seats.last().copied().unwrap_or_default();
                let (name, what) = (show::player(&state, by), show::proposal(offer.proposal));
                let answer = match own.is_some_and(|own| !offer.seats.contains(&own)) {
                    true => "; `accept` or `decline`",
                    false => "",
                };
                writeln!(console.out, "{name} offers {what}{answer}")?;
                false
            }
            RoomEvent::Declined { proposal, seat } => {
                let (name, what) = (show::player(&state, *seat), show::proposal(*proposal));
                writeln!(console.out, "{name} declines {what}")?;
                false
            }
        };
        if shows_turn {
            writeln!(console.out, "{}", show::turn(&state, own))?;
        }
        Ok(())
    }

    /// Draws the board with the plugin of this machine; without it, shows the position.
    fn show_board(&mut self, console: &mut Console<'_>) -> Result<()> {
        let Some(state) = self.replica.state().cloned() else { return Ok(()) };
        if self.source.as_ref().is_none_or(|(hash, _)| *hash != state.ruleset_hash) {
            let (name, toml) = (&state.ruleset, &state.ruleset_toml);
            let source = self.catalog.source_of_text(name, toml, &Overrides::new());
            let source = source.map_err(|error| console.say(Failure::from(error))).ok();
            let differs = |own: &GameSource| own.build.hash != state.plugin_hash;
            if source.as_ref().is_some_and(differs) {
                console.say("your build of the plugin differs from the server's");
            }
            self.source = Some((state.ruleset_hash.clone(), source));
        }
        let source = self.source.as_ref().and_then(|(_, source)| source.as_ref());
        let drawn = source.map(|source| show::board(source, &state));
        match drawn {
            Some(Ok(text)) => writeln!(console.out, "{}", text.trim_end())?,
            _ => writeln!(console.out, "{}", state.turn.position)?,
        }
        Ok(())
    }
}
