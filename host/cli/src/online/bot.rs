//! `bot`: an engine as a player in a room.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use boardloom_online::{ClientEvent, ClientSettings, RoomClient};
use boardloom_room::{ClientMessage, ErrorCode, Proposal, RoomState};

use super::engine_process::EngineProcess;
use super::show;
use crate::cli::Bot;
use crate::interrupt::Interrupt;
use crate::{Catalog, Console, Failure, Result};

/// The interval at which the room and the engine are looked at.
const PATIENCE: Duration = Duration::from_millis(10);
/// After this time without the server, the bot gives up.
const RECONNECT: Duration = Duration::from_secs(60);
/// With a clock, a move takes at most this part of the time that is left.
const CLOCK_PART: u64 = 20;

/// Plays in a room, rematches included, until Ctrl-C or the end of the room.
pub fn bot(catalog: &Catalog, args: &Bot, console: &mut Console<'_>) -> Result<()> {
    let parts = [Some(&args.address), args.code.as_ref(), args.fingerprint.as_ref()];
    let parts: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
    let invitation = super::read_invitation(&parts, args.plain)?;
    let program = args.engine.join(" ");
    let failed = |error: io::Error| Failure::Usage(format!("the engine `{program}`: {error}"));
    let engine = EngineProcess::start(&args.engine, args.protocol).map_err(failed)?;
    let folder = super::folder(catalog);
    let client = RoomClient::start(ClientSettings {
        token_file: folder.map(|folder| invitation.token_file(&folder, &args.name)),
        invitation,
        name: args.name.clone(),
        give_up_after: Some(RECONNECT),
        wake: Arc::new(|| ()),
    });
    let mut session = BotSession {
        args,
        client,
        engine,
        thinking: None,
        found: None,
        asked: None,
        answered: None,
    };
    let interrupt = Interrupt::listen();
    while !interrupt.came() {
        while let Some(event) = session.client.next_event() {
            session.show(&event, console)?;
            console.flush()?;
        }
        session.sit();
        session.answer();
        session.think().map_err(failed)?;
        std::thread::sleep(PATIENCE);
    }
    Ok(())
}

struct BotSession<'a> {
    args: &'a Bot,
    client: RoomClient,
    engine: EngineProcess,
    /// The game and the ply that the engine thinks about.
    thinking: Option<(u32, u32)>,
    /// What it has found, and where.
    found: Option<((u32, u32), String)>,
    /// The game and the version in which a seat was asked for.
    asked: Option<(u32, u64)>,
    /// The last offer that was answered, with the game and the ply.
    answered: Option<(u32, u32, Proposal)>,
}

impl BotSession<'_> {
    fn show(&mut self, event: &ClientEvent, console: &mut Console<'_>) -> Result<()> {
        match event {
            ClientEvent::Refused(error) if error.code == ErrorCode::Illegal => {
                return Err(Failure::Usage(format!("the engine's move: {}", error.message)));
            }
            ClientEvent::Refused(error) => console.say(&error.message),
            ClientEvent::Unreadable => console.say("the server sent a line that is no message"),
            ClientEvent::Lost => console.say("the connection broke off; trying again"),
            ClientEvent::Ended(why) => return Err(Failure::Usage(why.clone())),
            ClientEvent::State { before, .. } => {
                let Some(state) = self.client.replica().state() else { return Ok(()) };
                if before.as_ref().is_none_or(|before| before.game != state.game) {
                    writeln!(console.out, "Game {}: {}", state.game, state.ruleset)?;
                }
                if !state.is_over() {
                    return Ok(());
                }
                writeln!(console.out, "{}", show::turn(state, self.client.replica().seat()))?;
            }
            ClientEvent::Event { before, .. } => {
                let Some(state) = self.client.replica().state() else { return Ok(()) };
                let known = before.played.len().min(state.played.len());
                for (number, entry) in (known + 1..).zip(&state.played[known..]) {
                    writeln!(console.out, "{}", show::played(state, number, entry))?;
                }
                if state.is_over() && !before.is_over() {
                    writeln!(console.out, "{}", show::turn(state, self.client.replica().seat()))?;
                }
            }
            ClientEvent::Chat { .. }
            | ClientEvent::Notes(_)
            | ClientEvent::Conditional
            | ClientEvent::Plugin(_)
            | ClientEvent::NoPlugin(_)
            | ClientEvent::Back
            | ClientEvent::Current { .. } => {}
        }
        Ok(())
    }

    /// Takes a seat, once it is open.
    fn sit(&mut self) {
        let Some(state) = self.client.replica().state() else { return };
        let now = (state.game, state.version);
        if self.client.replica().seat().is_some() || state.is_over() || self.asked == Some(now) {
            return;
        }
        let wanted = |seat: &u8| self.args.seat.is_none_or(|wanted| wanted == *seat);
        if let Some(seat) = state.open_seats().find(wanted) {
            self.asked = Some(now);
            self.client.send(&ClientMessage::Sit { seat });
        }
    }

    /// Accepts rematches and pauses, and declines what else others offer.
    fn answer(&mut self) {
        let Some(own) = self.client.replica().seat() else { return };
        let Some(state) = self.client.replica().state() else { return };
        let (game, ply) = (state.game, state.turn.ply);
        let offer = state.offers.iter().find(|offer| !offer.seats.contains(&own));
        let Some(proposal) = offer.map(|offer| offer.proposal) else { return };
        if self.answered.replace((game, ply, proposal)) == Some((game, ply, proposal)) {
            return;
        }
        self.client.send(&match proposal {
            Proposal::Rematch | Proposal::Pause => ClientMessage::Accept { game, ply, proposal },
            Proposal::Draw | Proposal::TakeBack => ClientMessage::Decline { game, ply, proposal },
        });
    }

    /// Asks the engine in the bot's turn, and plays what it answers.
    fn think(&mut self) -> io::Result<()> {
        if let Some(mv) = self.engine.best_move()? {
            self.found = self.thinking.take().map(|at| (at, mv));
        }
        let Some(own) = self.client.replica().seat() else { return Ok(()) };
        let Some(state) = self.client.replica().state() else { return Ok(()) };
        let now = (state.game, state.turn.ply);
        let is_on = !state.is_over() && !state.has_open_seat() && !state.turn.paused;
        if !is_on || !state.turn.acting.contains(&own) {
            return Ok(());
        }
        if let Some((_, mv)) = self.found.take().filter(|(at, _)| *at == now) {
            let _ = self.client.play(&mv);
            return Ok(());
        }
        // A search of an earlier position ends first.
        if self.thinking.is_some() || self.client.replica().pending().is_some() {
            return Ok(());
        }
        let limit = time_limit(state, own, self.args.movetime);
        let position = format!("position fen {}", state.turn.position);
        self.thinking = Some(now);
        self.engine.send(&position)?;
        self.engine.send(&format!("go movetime {limit}"))
    }
}

/// Returns how long a move may take, in milliseconds.
fn time_limit(state: &RoomState, own: u8, most: u64) -> u64 {
    let clock = state.turn.clock.as_ref();
    let left = clock.and_then(|clock| clock.left_ms.get(usize::from(own).checked_sub(1)?));
    left.map_or(most, |left| (left / CLOCK_PART).clamp(1, most))
}
