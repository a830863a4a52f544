//! Games with days a move: rooms that sleep while their clocks run.

use std::sync::Arc;

use boardloom_match::record::Record;
use serde_json::{Value, json};

use crate::data_folder::{RoomNote, RoomStatus, RoomSummary};
use crate::database::now;
use crate::game_server::{GameServer, LISTED, lock};
use crate::room_entry::RoomEntry;

impl GameServer {
    /// Returns the games with days a move in which an account has a seat: those first in which it
    /// is to move, by the time that is left.
    pub fn games_of(&self, account: i64) -> Value {
        let now = self.clock.time();
        let mut found = Vec::new();
        for entry in self.entries() {
            let RoomNote { summary, code, turn, .. } = entry.note();
            let seat = (1_u8..).zip(&summary.seats).find(|(_, it)| it.account == Some(account));
            let (Some((seat, _)), true) = (seat, summary.has_days()) else { continue };
            let turn = turn.filter(|_| summary.status == RoomStatus::Running);
            let own_turn = turn.as_ref().is_some_and(|turn| turn.acting.contains(&seat));
            let left = turn.and_then(|turn| turn.deadline).map(|it| it.since(&now));
            let left = left.map(|left| u64::try_from(left.as_millis()).unwrap_or(u64::MAX));
            let mut game = serde_json::to_value(&summary).expect("a summary is JSON");
            game["room"] = Value::from(entry.id.as_str());
            game["code"] = Value::from(code);
            game["seat"] = Value::from(seat);
            game["own_turn"] = Value::from(own_turn);
            game["left_ms"] = Value::from(left);
            let over = summary.status == RoomStatus::Over;
            found.push(((over, !own_turn, left.unwrap_or(u64::MAX)), game));
        }
        found.sort_by_key(|(order, _)| *order);
        found.truncate(LISTED);
        let games: Vec<Value> = found.into_iter().map(|(_, game)| game).collect();
        json!({ "type": "mine", "games": games })
    }

    /// Wakes the rooms whose games have ended while the server was killed before it had kept
    /// their results; a result that is kept already stays as it is. Wakes those with days a move,
    /// too, whose deadlines are not known.
    pub fn settle(self: &Arc<Self>) {
        for entry in self.entries() {
            let text = std::fs::read_to_string(self.data.record(&entry.id)).unwrap_or_default();
            let Ok(record) = Record::parse(&text) else { continue };
            let turn = entry.note().turn;
            let unknown = turn.is_none_or(|turn| turn.deadline.is_none());
            if record.result.is_some() || record.setup.control.days().is_some() && unknown {
                self.rouse(&entry);
            }
        }
    }

    /// Wakes the rooms whose clocks of days are out.
    pub fn wake_due(self: &Arc<Self>) {
        let now = self.clock.time();
        for entry in self.entries() {
            if entry.is_due(&now) && entry.is_asleep() && !self.rouse(&entry) {
                entry.forget_deadline();
            }
        }
    }

    /// Tells rooms with days a move which of their players have begun or ended a vacation.
    pub fn follow_vacations(self: &Arc<Self>) {
        let current = match self.accounts.database.on_vacation(now()) {
            Ok(current) => current,
            Err(error) => return tracing::error!(%error, "vacations cannot be read"),
        };
        let before = std::mem::replace(&mut *lock(&self.on_vacation), current.clone());
        let changed: Vec<(i64, bool)> = before
            .symmetric_difference(&current)
            .map(|account| (*account, current.contains(account)))
            .collect();
        if changed.is_empty() {
            return;
        }
        for entry in self.entries() {
            let RoomSummary { seats, status, .. } = entry.note().summary;
            let plays = |it: &(i64, bool)| seats.iter().any(|seat| seat.account == Some(it.0));
            if status != RoomStatus::Over && changed.iter().any(plays) && self.rouse(&entry) {
                entry.set_vacations(changed.clone());
            }
        }
    }

    /// Wakes a room without a client. False if it cannot be restored.
    fn rouse(self: &Arc<Self>, entry: &Arc<RoomEntry>) -> bool {
        entry.wake(|| self.reopen(entry)).is_ok()
    }
}
