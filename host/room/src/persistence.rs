//! A room as a record, and back.

use std::collections::VecDeque;
use std::time::Duration;

use boardloom_match::record::Record;
use boardloom_match::{GameSource, MatchError};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::chat_log::ChatLog;
use crate::client::Client;
use crate::conditional_lines::ConditionalMoves;
use crate::late_view::{LateView, SavedView};
use crate::player_note::PlayerNote;
use crate::room::Room;
use crate::settings::{RoomSettings, ServerTime};
use crate::state::{GameEnd, Offer, RoomSeat, SeatKind};
use crate::turn_clock::RETURN_GRACE;

/// The tag with the room's state that a record has no place for.
const TAG: &str = "Room";
/// The tag of each conditional line: the seat, and its moves.
const CONDITIONAL: &str = "If";

#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RestoreError {
    #[error("the record cannot be read: {0}")]
    Record(String),
    #[error("the record is not of a room: it has no tag `{TAG}`")]
    NoRoom,
    #[error("the tag `{TAG}` cannot be read: {0}")]
    Tag(#[from] serde_json::Error),
    #[error("the record's moves do not fit the rules: {0}")]
    Moves(String),
    #[error(transparent)]
    Match(#[from] MatchError),
}

#[derive(Serialize, Deserialize)]
struct SavedRoom {
    game: u32,
    epoch: u32,
    seats: Vec<RoomSeat>,
    clients: Vec<Client>,
    accepted: VecDeque<(u32, String)>,
    offers: Vec<Offer>,
    paused: bool,
    agreed: Option<GameEnd>,
    /// Of the invitation.
    #[serde(default)]
    code: Option<String>,
    /// When the record was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    saved_at: Option<ServerTime>,
    /// The compensation for lag that is left to each seat.
    #[serde(default)]
    lag_left_ms: Vec<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    notes: Vec<PlayerNote>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    analysis: bool,
    /// What watchers see, if they see the game late.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    late: Option<SavedView>,
}

impl Room {
    /// Returns the room as a record. It holds the clients' secrets.
    pub fn record(&self) -> Record {
        let saved = SavedRoom {
            game: self.state.game,
            epoch: self.state.epoch,
            seats: self.state.seats.clone(),
            clients: self.clients.clone(),
            accepted: self.accepted.clone(),
            offers: self.state.offers.clone(),
            paused: self.paused_at.is_some(),
            agreed: self.agreed.clone(),
            code: self.settings.code.clone(),
            saved_at: self.settings.opened_at.as_ref().map(|opened| opened.after(self.now)),
            lag_left_ms: self.clock.compensation_ms(),
            notes: self.notes.clone(),
            analysis: self.settings.analysis,
            late: self.late.as_ref().map(|late| late.save(self.now)),
        };
        let text = serde_json::to_string(&saved).expect("a room has only text keys");
        let mut record = self.plain_record();
        record.decisions = self.game.decisions().to_vec();
        record.tags.push((TAG.to_owned(), vec![text]));
        for ConditionalMoves { seat, lines } in &self.conditional {
            for line in lines {
                let mut values = vec![(seat + 1).to_string()];
                values.extend(line.iter().cloned());
                record.tags.push((CONDITIONAL.to_owned(), values));
            }
        }
        record
    }

    /// Returns the game's record, without secrets; once it is over, with the players' notes as
    /// comments.
    pub fn public_record(&self) -> Record {
        let mut record = self.plain_record();
        self.add_notes(&mut record);
        record
    }

    fn plain_record(&self) -> Record {
        let mut record = Record::of(&self.game);
        if let Some(end) = self.agreed.as_ref().filter(|end| !end.places.is_empty()) {
            record.result = Some((end.places.clone(), end.reason.clone()));
        }
        record
    }

    /// Opens a room from its record, with the code of its invitation unless the settings have
    /// another one. The clocks stood still meanwhile, and wait up to
    /// `RETURN_GRACE` for the player to move; those of days a move ran while the server did.
    pub fn restore(
        source: GameSource,
        settings: RoomSettings,
        text: &str,
    ) -> Result<Self, RestoreError> {
        let mut record =
            Record::parse(text).map_err(|error| RestoreError::Record(error.to_string()))?;
        let at = record.tags.iter().position(|(name, _)| name == TAG);
        let (_, values) = record.tags.remove(at.ok_or(RestoreError::NoRoom)?);
        let saved: SavedRoom = serde_json::from_str(&values.concat())?;
        let conditional = take_conditional(&mut record);
        let settings = RoomSettings {
            control: record.setup.control,
            seed: record.setup.seed,
            code: settings.code.or(saved.code),
            analysis: saved.analysis,
            ..settings
        };
        let (game, report) = record.resume(source)?;
        if let Some(first) = report.first {
            return Err(RestoreError::Moves(format!("{first:?}")));
        }
        let absent = |seat: RoomSeat| RoomSeat { present: seat.kind == SeatKind::Computer, ..seat };
        let seats = saved.seats.into_iter().map(absent).collect();
        let mut room = Room::of(game, settings, seats, saved.game, saved.epoch + 1)?;
        room.clients = saved.clients;
        room.clients.iter_mut().for_each(|client| client.absent_since = Some(Duration::ZERO));
        room.accepted = saved.accepted;
        // Numbers of messages go on growing for clients that know earlier ones.
        room.chat_log = ChatLog::after(u64::from(room.state.epoch) << 32);
        room.state.offers = saved.offers;
        room.paused_at = saved.paused.then_some(Duration::ZERO);
        room.agreed = saved.agreed;
        room.conditional = conditional;
        room.notes = saved.notes;
        room.clock.restore_compensation(&saved.lag_left_ms);
        room.state.turn.paused = saved.paused;
        let times = room.settings.opened_at.as_ref().zip(saved.saved_at.as_ref());
        let asleep = times.map_or(Duration::ZERO, |(opened, saved)| opened.since(saved));
        if room.has_days() {
            if room.is_clock_due() {
                let spent = room.game.turn().spent.saturating_add(asleep);
                room.game.note_spent(spent);
            }
        } else {
            room.clock.held_until = Some(RETURN_GRACE);
        }
        room.follow_clock();
        room.state.turn = room.turn_state()?;
        if let Some(view) = saved.late {
            let late = LateView::restore(view, asleep, &mut room.state);
            (room.state.delay, room.late) = (Some(late.delay), Some(late));
        }
        room.changed = true;
        Ok(room)
    }
}

/// Takes the conditional moves out of a record.
fn take_conditional(record: &mut Record) -> Vec<ConditionalMoves> {
    let mut known: Vec<ConditionalMoves> = Vec::new();
    let seats = record.setup.players.len();
    for (_, values) in record.tags.extract_if(.., |(name, _)| name == CONDITIONAL) {
        let mut values = values.into_iter();
        let seat = values.next().and_then(|seat| seat.parse::<u8>().ok()?.checked_sub(1));
        let line: Vec<String> = values.collect();
        let Some(seat) = seat.filter(|seat| usize::from(*seat) < seats && !line.is_empty()) else {
            continue;
        };
        match known.iter_mut().find(|it| it.seat == seat) {
            Some(own) => own.lines.push(line),
            None => known.push(ConditionalMoves { seat, lines: vec![line] }),
        }
    }
    known
}
