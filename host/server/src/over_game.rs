//! A game that is over, until its record and its result are kept.

use boardloom_online::RoomHandle;
use boardloom_room::RoomState;

use crate::data_folder::{DataFolder, RoomNote};
use crate::database::{Database, now};
use crate::results::FinishedGame;

#[derive(Debug)]
pub(crate) struct OverGame {
    pub room: String,
    pub note: RoomNote,
    pub state: RoomState,
    /// Without secrets.
    pub record: String,
    pub running: RoomHandle,
}

impl OverGame {
    /// Writes record and result, and shows the ratings that change. What is written already stays
    /// as it is. False if something could not be written.
    pub fn keep(&self, data: &DataFolder, database: &Database) -> bool {
        let OverGame { room, note, state, record, running } = self;
        let room = &**room;
        let written = data.keep_finished(room, state.game, record);
        if let Err(error) = &written {
            tracing::error!(room, %error, "a finished game cannot be kept; trying again");
        }
        let (family, title) = (&*note.summary.family, &*note.summary.name);
        let game = FinishedGame { room, family, title, private: note.code.is_some(), state };
        match database.keep_result(&game, now()) {
            Ok(changed) if changed.is_empty() => written.is_ok(),
            Ok(changed) => {
                running.set_ratings(changed);
                written.is_ok()
            }
            Err(error) => {
                tracing::error!(room, %error, "a result cannot be kept; trying again");
                false
            }
        }
    }
}
