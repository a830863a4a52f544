//! Rooms: opening one, and a client's board of its game. Runs on the loader's thread.

use std::path::{Path, PathBuf};

use boardloom_match::clock::{Clock, TimeControl};
use boardloom_match::{GameSource, Match, MatchError, MatchSetup, Player, PlayerKind};
use boardloom_online::{RoomServer, address_file, invitation_code, kept_address};
use boardloom_room::{Room, RoomSettings, RoomState, source_as_told};
use boardloom_ruleset::Overrides;

use crate::date;
use crate::my_games;
use crate::player_names::is_own_name;
use crate::saved_games;
use crate::services::{Refusal, Services};
use crate::session::{clock_of, players_of};
use crate::texts::online as t;

/// A room that is to be run.
pub struct HostedRoom {
    pub room: Box<Room>,
    pub code: Option<String>,
    /// The seat of the player who hosts, from 1, and the name.
    pub seat: Option<u8>,
    pub name: String,
    pub is_local: bool,
    /// The record to write; `None` is a new one.
    pub record: Option<PathBuf>,
}

pub fn host(
    services: &dyn Services,
    id: &str,
    settings: &Overrides,
    setup: &MatchSetup,
    (is_local, analysis): (bool, bool),
) -> Result<HostedRoom, Refusal> {
    let source = services.open(id, settings)?;
    let code = Some(invitation_code());
    let players = &setup.players;
    let settings = RoomSettings {
        computers: players.iter().map(Player::level).collect(),
        control: setup.control,
        seed: setup.seed,
        code: code.clone(),
        analysis,
        ..RoomServer::settings()
    };
    let own = (1..).zip(players).find(|(_, player)| player.kind == PlayerKind::Human);
    let seat = own.map(|(seat, _)| seat);
    let named = own.filter(|(_, it)| is_own_name(&source.ruleset, players.len(), &it.name));
    let name = named.map_or_else(|| t::host().to_owned(), |(_, player)| player.name.clone());
    let room = Room::new(source, settings)?;
    Ok(HostedRoom { room: Box::new(room), code, seat, name, is_local, record: None })
}

/// Opens a room that was hosted before. The players keep their seats and the invitation its code.
pub fn host_again(services: &dyn Services, path: &Path) -> Result<HostedRoom, Refusal> {
    let record = my_games::read(path).map_err(Refusal::Other)?;
    let source = saved_games::source_of(services, &record)?;
    let room = Room::restore(source, RoomServer::settings(), &record.to_text());
    let room = room.map_err(|error| Refusal::Other(error.to_string()))?;
    // The host was the first that came.
    let mut seats = (1..).zip(&room.state().seats);
    let own = seats.find(|(_, seat)| seat.client == Some(1));
    let (seat, name) = match own {
        Some((seat, own)) => (Some(seat), own.name.clone()),
        None => (None, t::host().to_owned()),
    };
    let (code, record) = (room.code().map(str::to_owned), Some(path.to_owned()));
    // Where it was only for this computer, it stays so.
    let address = kept_address(&address_file(path));
    let is_local = address.is_none_or(|address| address.ip().is_loopback());
    Ok(HostedRoom { room: Box::new(room), code, seat, name, is_local, record })
}

/// A room that was hosted here and is not over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostedRoomEntry {
    pub file: PathBuf,
    pub ruleset: String,
    pub moves: usize,
}

/// The last rooms in their folder, newest first.
pub fn unfinished_rooms(folder: &Path) -> Vec<HostedRoomEntry> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<_> = files
        .filter(|file| {
            file.path().extension().is_some_and(|it| it == boardloom_match::record::EXTENSION)
        })
        .filter_map(|file| Some((file.metadata().ok()?.modified().ok()?, file.path())))
        .collect();
    files.sort_unstable();
    let newest = files.into_iter().rev().take(READ_ROOMS);
    let open = newest.filter_map(|(_, file)| {
        let record = my_games::read(&file).ok().filter(|record| record.result.is_none())?;
        let moves = record.tree.main_line().len().saturating_sub(1);
        Some(HostedRoomEntry { file, ruleset: record.ruleset, moves })
    });
    open.take(SHOWN_ROOMS).collect()
}

/// The most records that are read for the list of rooms, and the most in it.
const READ_ROOMS: usize = 12;
const SHOWN_ROOMS: usize = 3;

/// Opens a room's game where the room is.
pub fn open(services: &dyn Services, state: &RoomState, own: Option<u8>) -> Result<Match, Refusal> {
    let source = services.open_text(&state.ruleset, &state.ruleset_toml, &Overrides::new())?;
    let control = control_of(state);
    let carried = match &state.turn.clock {
        Some(clock) if control.carries() && state.turn.ply == 0 => clock_of(control, clock),
        _ => Clock::new(control, 0),
    };
    let setup = MatchSetup {
        players: players_of(state, own.map(|seat| seat - 1)),
        start: state.start.clone(),
        control,
        carried: carried.times().to_vec(),
        date: date::today(),
        ..MatchSetup::default()
    };
    let source = source_as_told(source, state, own)?;
    follow(source, setup, state)
}

/// Tells of a refusal whether the game's plugin is missing.
pub fn name_plugin(services: &dyn Services, state: &RoomState, refusal: Refusal) -> Refusal {
    match services.has_plugin(&state.plugin) {
        true => refusal,
        false => Refusal::NoPlugin { name: state.plugin.clone(), refusal: Box::new(refusal) },
    }
}

fn follow(source: GameSource, setup: MatchSetup, state: &RoomState) -> Result<Match, Refusal> {
    let game = source.open().map_err(MatchError::from)?;
    let mut game = Match::bare(source, game, setup)?;
    for entry in &state.played {
        game.follow_event(entry.event(), entry.took_ms.map(std::time::Duration::from_millis))?;
    }
    Ok(game)
}

fn control_of(state: &RoomState) -> TimeControl {
    let text = state.turn.clock.as_ref().map(|clock| clock.control.parse());
    text.and_then(Result::ok).unwrap_or(TimeControl::Untimed)
}
