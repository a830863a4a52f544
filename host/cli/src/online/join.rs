//! `join`: a player in a room, line by line.

use std::io::BufRead;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use boardloom_match::GameSource;
use boardloom_online::{ClientEvent, ClientSettings, Invitation, RoomBrowser, RoomClient};
use boardloom_room::{ChatTo, ClientMessage, PlayerNote, RoomEvent, RoomState};
use boardloom_ruleset::Overrides;

use super::commands::{self, RoomCommand};
use super::show;
use crate::cli::Join;
use crate::interrupt::Interrupt;
use crate::{Catalog, Console, Failure, Result};

/// The interval at which the server's lines are read while the player types nothing.
const PATIENCE: Duration = Duration::from_millis(30);
/// How long rooms of the local network are searched for.
const SEARCH: Duration = Duration::from_secs(3);
/// After this time without the server, the client gives up.
const RECONNECT: Duration = Duration::from_secs(60);

/// Plays in a room until `quit` or the end of the input.
pub fn join(catalog: &Catalog, args: &Join, console: &mut Console<'_>) -> Result<()> {
    let Some(address) = &args.address else { return list(console) };
    let parts = [Some(address), args.code.as_ref(), args.fingerprint.as_ref()];
    let parts: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
    let invitation = super::read_invitation(&parts, args.plain)?;
    if args.json {
        return pass_on(&invitation, console);
    }
    let folder = super::folder(catalog);
    let settings = ClientSettings {
        token_file: folder.map(|folder| invitation.token_file(&folder, &args.name)),
        invitation,
        name: args.name.clone(),
        give_up_after: Some(RECONNECT),
        wake: Arc::new(|| ()),
    };
    let client = RoomClient::start(settings);
    JoinSession { catalog, args, client, source: None }.run(console)
}

/// Lists the rooms that announce themselves in the local network.
fn list(console: &mut Console<'_>) -> Result<()> {
    let browser = RoomBrowser::start(|| ()).map_err(|error| Failure::Usage(error.to_string()))?;
    console.say("searching the local network...");
    let (began, interrupt) = (Instant::now(), Interrupt::listen());
    while began.elapsed() < SEARCH && !interrupt.came() {
        std::thread::sleep(PATIENCE);
    }
    let rooms = browser.rooms();
    for room in &rooms {
        let code = Some("CODE".to_owned());
        writeln!(console.out, "{}: boardloom join {}", room.game, room.invitation(code))?;
    }
    console.say(match rooms.is_empty() {
        true => "no room announces itself here; enter an invitation: boardloom join ADDRESS CODE FINGERPRINT",
        false => "the players who invite know the CODE",
    });
    Ok(())
}

/// Passes lines on, for programs that play.
fn pass_on(invitation: &Invitation, console: &mut Console<'_>) -> Result<()> {
    let failed = |error: std::io::Error| {
        Failure::Usage(format!("no room answers at {}: {error}", invitation.address))
    };
    let (sender, lines): (_, Receiver<Option<String>>) = channel();
    let receive = move |line| drop(sender.send(line));
    let connection = invitation.connect(receive).map_err(failed)?;
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
    client: RoomClient,
    /// The game and its rules, for drawings; absent if the plugin is missing here.
    source: Option<(String, Option<GameSource>)>,
}

impl JoinSession<'_> {
    fn run(&mut self, console: &mut Console<'_>) -> Result<()> {
        // Commands are read once they can be sent.
        while !self.client.is_connected() {
            match self.client.next_event() {
                Some(event) => self.show(&event, console)?,
                None => std::thread::sleep(PATIENCE),
            }
        }
        loop {
            while let Some(event) = self.client.next_event() {
                self.show(&event, console)?;
                self.sit();
                console.flush()?;
            }
            if !console.wait(PATIENCE) {
                continue;
            }
            let mut line = String::new();
            if console.input.read_line(&mut line)? == 0 {
                return Ok(());
            }
            let line = line.trim();
            match (!line.is_empty()).then(|| commands::read(line, self.client.replica_mut())) {
                None => {}
                Some(Err(why)) => console.say(why),
                Some(Ok(RoomCommand::Send(message))) => self.client.send(&message),
                Some(Ok(RoomCommand::Board)) => self.show_board(console)?,
                Some(Ok(RoomCommand::TakePlugin)) => self.take_plugin(console),
                Some(Ok(RoomCommand::Print(text))) => write!(console.out, "{text}")?,
                Some(Ok(RoomCommand::Quit)) => return Ok(()),
            }
            console.flush()?;
        }
    }

    fn show(&mut self, event: &ClientEvent, console: &mut Console<'_>) -> Result<()> {
        match event {
            ClientEvent::State { before, .. } => self.show_state(before.as_deref(), console)?,
            ClientEvent::Event { event, before } => self.show_event(event, before, console)?,
            ClientEvent::Chat { name, to, text, .. } => {
                let to = match to {
                    ChatTo::All => "",
                    ChatTo::Seat(_) => " (in private)",
                    ChatTo::Watchers => " (to watchers)",
                    ChatTo::Notes => " (note)",
                };
                writeln!(console.out, "{name}{to}: {text}")?;
            }
            ClientEvent::Notes(notes) => {
                for PlayerNote { ply, name, text, .. } in notes {
                    writeln!(console.out, "{name} (note after move {ply}): {text}")?;
                }
            }
            ClientEvent::Conditional => {
                write!(console.out, "{}", commands::conditional(self.client.replica()))?;
            }
            ClientEvent::Plugin(file) => self.keep_plugin(file, console)?,
            ClientEvent::NoPlugin(why) => console.say(why),
            ClientEvent::Refused(error) => console.say(&error.message),
            ClientEvent::Unreadable => console.say("the server sent a line that is no message"),
            ClientEvent::Lost => console.say("the connection broke off; trying again"),
            ClientEvent::Ended(why) => return Err(Failure::Usage(why.clone())),
            ClientEvent::Back | ClientEvent::Current { .. } => {}
        }
        Ok(())
    }

    fn sit(&self) {
        let Some(state) = self.client.replica().state() else { return };
        if self.args.watch || self.client.replica().seat().is_some() || state.is_over() {
            return;
        }
        // Without the game's plugin the player decides.
        if !matches!(&self.source, Some((hash, Some(_))) if *hash == state.ruleset_hash) {
            return;
        }
        let mut open = state.open_seats();
        let seat = match self.args.seat {
            Some(wanted) => open.find(|seat| *seat == wanted),
            None => open.next(),
        };
        if let Some(seat) = seat {
            self.client.send(&ClientMessage::Sit { seat });
        }
    }

    fn show_state(&mut self, before: Option<&RoomState>, console: &mut Console<'_>) -> Result<()> {
        let Some(state) = self.client.replica().state().cloned() else { return Ok(()) };
        if before.is_none_or(|before| before.game != state.game) {
            writeln!(console.out, "Game {}: {}", state.game, state.ruleset)?;
            writeln!(console.out, "{}", show::seats(&state))?;
            if state.analysis {
                writeln!(console.out, "players may ask the computer")?;
            }
        }
        if before.is_none_or(|before| before.played != state.played) {
            self.show_board(console)?;
        }
        writeln!(console.out, "{}", show::turn(&state, self.client.replica().seat()))?;
        Ok(())
    }

    fn show_event(
        &mut self,
        event: &RoomEvent,
        before: &RoomState,
        console: &mut Console<'_>,
    ) -> Result<()> {
        let Some(state) = self.client.replica().state().cloned() else { return Ok(()) };
        let own = self.client.replica().seat();
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
                (&before.turn.end, before.turn.paused) != (&turn.end, turn.paused)
            }
            RoomEvent::Seat { .. } => {
                writeln!(console.out, "{}", show::seats(&state))?;
                before.has_open_seat() && !state.has_open_seat()
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

    fn take_plugin(&mut self, console: &mut Console<'_>) {
        let plugin = self.client.replica().state().map(|state| state.plugin.clone());
        if plugin.is_some_and(|plugin| self.catalog.plugins().has(&plugin)) {
            return console.say("the game's plugin is here already");
        }
        if !self.client.take_plugin() {
            console.say("the game is not here yet");
        }
    }

    fn keep_plugin(&mut self, file: &[u8], console: &mut Console<'_>) -> Result<()> {
        let Some(state) = self.client.replica().state() else { return Ok(()) };
        match self.catalog.keep_plugin(&state.plugin, file) {
            Ok(path) => {
                console.say(format!("the plugin is kept as {}", path.display()));
                self.source = None;
                self.show_board(console)
            }
            Err(error) => {
                console.say(Failure::from(error));
                Ok(())
            }
        }
    }

    /// Draws the board with the plugin of this machine; without it, shows the position.
    fn show_board(&mut self, console: &mut Console<'_>) -> Result<()> {
        let Some(state) = self.client.replica().state().cloned() else { return Ok(()) };
        if self.source.as_ref().is_none_or(|(hash, _)| *hash != state.ruleset_hash) {
            let (name, toml) = (&state.ruleset, &state.ruleset_toml);
            let source = self.catalog.source_of_text(name, toml, &Overrides::new());
            let source = source.map_err(|error| console.say(Failure::from(error))).ok();
            let is_missing = source.is_none() && !self.catalog.plugins().has(&state.plugin);
            if is_missing {
                console.say(format!(
                    "`take plugin` takes the plugin `{}` from the room, the file with the SHA-256 {}, \
                     and keeps it with your plugins; it runs in the sandbox",
                    state.plugin, state.plugin_hash
                ));
            }
            if source.is_none() && !self.args.watch && !state.is_over() {
                console.say("you watch; `sit N` takes a seat all the same, without drawings");
            }
            let differs = |own: &GameSource| own.build.hash != state.plugin_hash;
            if source.as_ref().is_some_and(differs) {
                console.say("your build of the plugin differs from the server's");
            }
            self.source = Some((state.ruleset_hash.clone(), source));
        }
        let source = self.source.as_ref().and_then(|(_, source)| source.as_ref());
        let drawn = source.map(|source| show::board(source, &state, self.client.replica().seat()));
        match drawn {
            Some(Ok(text)) => writeln!(console.out, "{}", text.trim_end())?,
            _ => writeln!(console.out, "{}", state.turn.position)?,
        }
        Ok(())
    }
}
