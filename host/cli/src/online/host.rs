//! `host`: a room behind a TCP port.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use boardloom_base::LogLimit;
use boardloom_match::journal::is_journal;
use boardloom_match::{Player, fresh_seed};
use boardloom_online::{
    AnnouncedRoom, Invitation, RoomAnnouncement, RoomKey, RoomReport, RoomServer, RoomSupport,
    address_file, invitation_code, new_record_file, reachable_address,
};
use boardloom_room::{Room, RoomSettings, RoomState};

use crate::cli::Host;
use crate::interrupt::Interrupt;
use crate::{Catalog, Console, Failure, Result, player, services};

/// The interval at which Ctrl-C is polled.
const PATIENCE: Duration = Duration::from_millis(200);

/// What the room's thread reports.
enum HostNews {
    /// A line of the game's moves.
    Line(String),
    Trouble(String),
    NotSaved(String),
    /// With the reason of the game's end.
    Deserted(String),
}

impl HostNews {
    fn of(report: RoomReport<'_>, state: &RoomState) -> Vec<Self> {
        match report {
            RoomReport::Played { from } => {
                let played = (from + 1..).zip(&state.played[from..]);
                let line =
                    |(number, entry)| HostNews::Line(super::show::played(state, number, entry));
                played.map(line).collect()
            }
            RoomReport::Changed { .. } | RoomReport::GameOver { .. } => Vec::new(),
            RoomReport::Refused => {
                vec![HostNews::Trouble("a connection was refused: there are too many".to_owned())]
            }
            RoomReport::BadInput { network, error } => {
                static BAD: LogLimit = LogLimit::new();
                let from = network.map(|it| format!(" from {it}")).unwrap_or_default();
                let what = format!("a message{from} was refused: {}", error.message);
                BAD.passes().map(|_| HostNews::Trouble(what)).into_iter().collect()
            }
            RoomReport::NoComputerMove { ply, why } => {
                let what = format!("the computer found no move at ply {ply}: {why}");
                vec![HostNews::Trouble(what)]
            }
            RoomReport::SaveDelayed { file, why } => {
                let what = format!("cannot write {} now: {why}; trying again", file.display());
                vec![HostNews::Trouble(what)]
            }
            RoomReport::NotSaved { file, why } => {
                vec![HostNews::NotSaved(format!("cannot write {}: {why}", file.display()))]
            }
            RoomReport::Deserted => {
                let end = state.turn.end.as_ref();
                vec![HostNews::Deserted(end.map(|end| end.reason.clone()).unwrap_or_default())]
            }
        }
    }
}

/// Opens a room and serves it until Ctrl-C, or until the game is over and all have left.
pub fn host(catalog: &Catalog, args: &Host, console: &mut Console<'_>) -> Result<()> {
    if args.code.as_ref().is_some_and(|code| code.trim().is_empty()) {
        let what = "--code: expected a code that others type to join, found an empty one; leave it \
                    out for a random one";
        return Err(Failure::Usage(what.to_owned()));
    }
    if args.plain && !args.listen.ip().is_loopback() {
        return Err(Failure::Usage(format!(
            "--plain: connections without encryption are for programs on this machine; leave it out, \
             or listen on 127.0.0.1 instead of {}",
            args.listen.ip()
        )));
    }
    let (room, record) = open(catalog, args)?;
    let code = room.code().map(str::to_owned);
    let ruleset = room.state().ruleset.clone();
    let key = match args.plain {
        true => None,
        false => Some(key_of(record.as_deref())?),
    };
    let fingerprint = key.as_ref().map(RoomKey::fingerprint);
    let game = room.game().source().ruleset.name.clone();
    let (sender, news) = channel();
    let plugin = catalog.plugins().bytes(&room.state().plugin).ok();
    let support = RoomSupport {
        plugin: Some(Box::new(move || plugin.clone().map(Cow::into_owned))),
        ..RoomSupport::with_record(record.clone())
    };
    let server = RoomServer::start(room, support, move |report, state| {
        for line in HostNews::of(report, state) {
            let _ = sender.send(line);
        }
    });
    let listening = match &record {
        Some(record) => server.listen_again(args.listen, key, &address_file(record)),
        None => server.listen(args.listen, key),
    };
    let address = listening
        .map_err(|error| Failure::Usage(format!("cannot listen on {}: {error}", args.listen)))?;
    let reach = if address.ip().is_loopback() { " (this machine only)" } else { "" };
    writeln!(console.out, "{ruleset} on {address}{reach}")?;
    let reachable = reachable_address(address);
    let announced = AnnouncedRoom { game, host: String::new(), address, fingerprint };
    let announcement = match address.ip().is_loopback() || args.no_announce {
        true => None,
        false => RoomAnnouncement::start(&announced).map_err(|error| console.say(error)).ok(),
    };
    let fingerprint = announced.fingerprint;
    let invitation = Invitation { address: reachable.into(), code, fingerprint };
    writeln!(console.out, "to join: boardloom join {invitation}")?;
    if let Some(record) = &record {
        writeln!(console.out, "to continue later: boardloom host {}", record.display())?;
    }
    if announcement.is_some() {
        writeln!(console.out, "announced in the local network: `boardloom join` lists it")?;
    }
    console.flush()?;
    let interrupt = Interrupt::listen();
    while !interrupt.came() {
        match news.recv_timeout(PATIENCE) {
            Ok(HostNews::Line(line)) => writeln!(console.out, "{line}")?,
            Ok(HostNews::Trouble(what)) => console.say(what),
            Ok(HostNews::NotSaved(what)) => return Err(Failure::Usage(what)),
            Ok(HostNews::Deserted(why)) => {
                writeln!(console.out, "the game is over: {why}")?;
                break;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        console.flush()?;
    }
    Ok(())
}

/// Returns the key of a room, which is kept beside its record.
fn key_of(record: Option<&Path>) -> Result<RoomKey> {
    let Some(record) = record else {
        return RoomKey::generate().map_err(|error| Failure::Usage(error.to_string()));
    };
    let path = record.with_extension("key");
    RoomKey::at(&path).map_err(Failure::write(&path))
}

fn open(catalog: &Catalog, args: &Host) -> Result<(Room, Option<PathBuf>)> {
    let settings = RoomSettings { code: args.code.clone(), ..RoomServer::settings() };
    if services::is_record(&args.what) {
        let path = Path::new(&args.what);
        let record = services::record_at(path)?;
        let source = services::game_source(catalog, &record)?;
        let id = source.ruleset.id.clone();
        let room = Room::restore(source, settings, &record.to_text());
        let room = room.map_err(|error| Failure::Usage(format!("{}: {error}", args.what)))?;
        let file = match is_journal(path) {
            // A room writes records.
            true => new_file(catalog, &id),
            false => Some(path.to_owned()),
        };
        return Ok((room, file));
    }
    let source = catalog.source(&args.what, &args.overrides.parse()?)?;
    let seats = usize::from(source.open()?.about()?.seats);
    let players =
        player::players(&args.seats.players(&source.ruleset, seats)?, &source.ruleset, seats)?;
    let settings = RoomSettings {
        computers: players.iter().map(Player::level).collect(),
        control: args.clock.unwrap_or(source.ruleset.clock),
        code: Some(args.code.clone().unwrap_or_else(invitation_code)),
        seed: args.seed.unwrap_or_else(fresh_seed),
        analysis: args.analysis,
        ..settings
    };
    let record = args.record.clone().or_else(|| new_file(catalog, &source.ruleset.id));
    if let Some(path) = record.as_ref().filter(|path| path.exists()) {
        return Err(Failure::Usage(format!(
            "{} already exists; name another file, or continue it: `boardloom host {0}`",
            path.display()
        )));
    }
    Ok((Room::new(source, settings)?, record))
}

fn new_file(catalog: &Catalog, ruleset: &str) -> Option<PathBuf> {
    let folder = super::folder(catalog)?;
    Some(new_record_file(&folder, ruleset))
}
